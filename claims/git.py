"""The little that is asked of git; without git every answer is "unknown" or a clear refusal by the caller."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path


def _git(folder: Path, *arguments: str) -> str | None:
    answer = _git_bytes(folder, *arguments)
    return None if answer is None else answer.decode("utf-8", "surrogateescape")


def _git_bytes(folder: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    try:
        command = ["git", "--no-optional-locks", *arguments]  # a question changes nothing, the index neither
        done = subprocess.run(command, cwd=folder, capture_output=True, input=given, timeout=30)
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


def top(root: Path) -> Path | None:
    """The top folder of the repository around ``root``; None without git or outside a repository."""
    answer = _git(root, "rev-parse", "--show-toplevel")
    return Path(answer.rstrip("\n")).resolve() if answer else None


def is_repository(root: Path) -> bool:
    """Whether git answers, and ``root`` lies in a repository."""
    return _git(root, "rev-parse", "--git-dir") is not None


def commit_of(root: Path, revision: str) -> str | None:
    """Full hash of the commit that ``revision`` names, or None."""
    if not revision or revision.startswith("-") or "\0" in revision:
        return None
    answer = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return answer.strip() if answer else None


def files(root: Path, commit: str, folder: str) -> list[str] | None:
    """Regular files under ``folder`` at a commit, relative to ``root``; empty without such a folder, None without git.

    A name with a line break is left out: it could not be asked for.
    """
    answer = _git(root, "ls-tree", "-r", "-z", commit, "--", folder)
    if answer is None:
        return None
    lines = (line.partition("\t") for line in answer.split("\0") if line)
    return [name for head, _, name in lines if head.startswith("100") and "\n" not in name]


def contents(root: Path, commit: str, names: Iterable[str]) -> dict[str, bytes] | None:
    """Contents of those of the files ``names`` (relative to ``root``) that exist at a commit; None without git."""
    wanted = list(names)
    asked = "".join(f"{commit}:./{name}\n" for name in wanted).encode("utf-8", "surrogateescape")
    answer = _git_bytes(root, "cat-file", "--batch", given=asked)
    if answer is None:
        return None
    found: dict[str, bytes] = {}
    for name in wanted:
        head, _, rest = answer.partition(b"\n")
        if head.endswith(b" missing") or b" " not in head:
            answer = rest
            continue
        size = int(head.rsplit(b" ", 1)[1])
        if head.split(b" ")[1] == b"blob":
            found[name] = rest[:size]
        answer = rest[size + 1 :]
    return found
