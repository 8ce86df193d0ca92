"""Finds and identifies a native Lean on PATH; ``lean --version`` runs once per binary and is remembered."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from claims.lean.store import cache_root, sha256_file

_VERSION = re.compile(r"Lean \(version ([^,\s)]+).*?commit ([0-9a-f]{7,40})", re.S)
_PROBE_SECONDS = 60


@dataclass(frozen=True)
class NativeLean:
    """A native Lean: its executable, what it says of itself, and the SHA-256 of the executable."""

    path: str
    version: str
    git_hash: str
    sha256: str


@lru_cache(maxsize=1)
def known_builds() -> frozenset[tuple[str, str]]:
    """Pairs (version, git hash) of the builds whose verdicts are accepted without a remark."""
    raw = tomllib.loads(Path(__file__).with_name("known_builds.toml").read_text("utf8"))
    return frozenset((build["version"], build["git_hash"]) for build in raw["build"])


def executable(wanted: str) -> Path | None:
    """``lean`` on PATH. Where that is elan's shim, the binary of the wanted release if elan has it installed.

    The shim picks a version by the working directory and may start a download; the binary does neither.
    """
    found = shutil.which("lean")
    if found is None:
        return None
    path = Path(found)
    if (path.parent / "elan").exists():
        base = Path(os.environ.get("ELAN_HOME") or Path.home() / ".elan")
        exact = base / "toolchains" / f"leanprover--lean4---v{wanted}" / "bin" / "lean"
        if exact.exists():
            return exact
    return path.resolve() if path.resolve().name == "lean" else path


def probe(wanted: str) -> NativeLean | None:
    """The native Lean, or None when there is none or it does not answer ``--version``."""
    path = executable(wanted)
    if path is None:
        return None
    try:
        stat = path.stat()
    except OSError:
        return None
    key = f"{path}|{stat.st_mtime_ns}|{stat.st_size}"
    memory = cache_root() / "native.json"
    remembered = _recall(memory)
    if key in remembered:
        return remembered[key]
    fresh = _ask(path)
    if fresh is not None:
        _store(memory, {**remembered, key: fresh})
    return fresh


def _ask(path: Path) -> NativeLean | None:
    try:
        done = subprocess.run(
            [str(path), "--version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PROBE_SECONDS,
            cwd=tempfile.gettempdir(),
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.search(done.stdout)
    if done.returncode != 0 or match is None:
        return None
    return NativeLean(str(path), match[1], match[2], sha256_file(path))


def _recall(memory: Path) -> dict[str, NativeLean]:
    try:
        raw = json.loads(memory.read_text("utf8"))
        return {key: NativeLean(**value) for key, value in raw.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _store(memory: Path, content: dict[str, NativeLean]) -> None:
    """Remember the answers; a cache that cannot be written costs time only."""
    try:
        memory.parent.mkdir(parents=True, exist_ok=True)
        scratch = memory.with_name(f"{memory.name}.{os.getpid()}")
        scratch.write_text(json.dumps({key: asdict(value) for key, value in content.items()}), "utf8")
        scratch.replace(memory)
    except OSError:
        return
