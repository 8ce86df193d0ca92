"""The little that is asked of git; without git every answer is "unknown" or a clear refusal by the caller."""

from __future__ import annotations

import subprocess
from pathlib import Path


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def last_commit(path: Path) -> str:
    """Short hash of the last commit that touched ``path``; "uncommitted" or "unknown commit" otherwise."""
    answer = _git(path.parent, "log", "-1", "--format=%h", "--", path.name)
    if answer is None:
        return "unknown commit"
    return answer.strip() or "uncommitted"


def dirty(root: Path, ignore: Path) -> list[str] | None:
    """Paths with unstaged or untracked changes, ``ignore`` left out; None without git or outside a repository."""
    answer = _git(root, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--", ".")
    if answer is None:
        return None
    changed = []
    top = _git(root, "rev-parse", "--show-toplevel")
    base = Path(top.strip()) if top else root
    entries = iter(answer.split("\0"))
    for item in entries:
        if not item:
            continue
        if item[0] in "RC":
            next(entries, None)
        if item[1] != " " and (base / item[3:]).resolve() != ignore.resolve():
            changed.append(item[3:])
    return changed
