"""Keeps a pack's ``.claims`` folder small: what it holds, what a killed run left, what was used longest ago.

Everything in it can be made again, so whatever goes missing costs time and nothing else. What a run uses is never
taken from it, nor a folder of compiled modules that any run holds. Links are not followed.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from claims.errors import InputError, Problem

LIMIT = "CLAIMS_CACHE_LIMIT_MB"
DEFAULT_MB = 2000
RESULTS, ANSWERS, COMPILED, MARKS, IMPORTS, LITTER, OTHER = (
    "results of legs", "answers of Lean", "compiled Lean modules", "registry files known to be valid",
    "memory of imports", "left by killed runs", "other files",
)  # fmt: skip
KINDS = (RESULTS, ANSWERS, COMPILED, MARKS, IMPORTS, LITTER, OTHER)

#: A file is written in far less than this, and a Lean process or a leg ends before that.
_FILE_S, _FOLDER_S, _SCRATCH_S = 600.0, 3 * 3600.0, 86_400.0
_UNFINISHED = re.compile(r"^\..+\.[a-z0-9_]{8}$|\.record\.json\.\d+$")
_SCRATCH = re.compile(r"^(run|src)-[a-z0-9_]{8}$")
_LEFT_IN_TEMP = ("claims-leg-*", "claims-release-*")


@dataclass(frozen=True)
class Item:
    """A file, or a folder that goes as a whole. ``size`` in bytes on disk; ``used``: seconds since the epoch."""

    path: Path
    kind: str
    size: int
    files: int
    used: float


def limit_bytes() -> int:
    """How large the folder may become; raises :class:`InputError` when the variable is not a number of megabytes."""
    text = os.environ.get(LIMIT, "").strip() or str(DEFAULT_MB)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:12]) <= 10**9:
        message, remedy = f"{text!r:.60} is not a size", f"a whole number of megabytes, such as {DEFAULT_MB}"
        raise InputError([Problem("environment", 0, LIMIT, message, remedy)])
    return int(text) * 1_000_000


def survey(state: Path) -> list[Item]:
    """Everything in the folder, without following links."""
    return [item for entry in _entries(state) for item in _items(entry)]


def survey_files(folder: Path) -> list[Item]:
    """Every file below a folder, without following links."""
    return [_file(entry, OTHER) for entry in _files(str(folder))]


def _items(entry: os.DirEntry[str]) -> Iterator[Item]:
    if entry.name == "results" and _is_folder(entry):
        yield from (_file(e, LITTER if _UNFINISHED.search(e.name) else RESULTS) for e in _files(entry.path))
    elif entry.name == "valid" and _is_folder(entry):
        yield from (_file(e, LITTER if _UNFINISHED.search(e.name) else MARKS) for e in _files(entry.path))
    elif entry.name == "lean" and _is_folder(entry):
        yield from (item for e in _entries(entry.path) for item in _lean_items(e))
    elif _is_folder(entry):
        yield _folder(entry.path, OTHER)
    elif _UNFINISHED.search(entry.name):
        yield _file(entry, LITTER)
    else:
        yield _file(entry, IMPORTS if entry.name == "imports.json" else OTHER)


def _lean_items(entry: os.DirEntry[str]) -> Iterator[Item]:
    if not _is_folder(entry):
        answer = ANSWERS if entry.name.startswith("answer-") else OTHER
        if not entry.name.endswith(".lock"):
            yield _file(entry, LITTER if _UNFINISHED.search(entry.name) else answer)
        return
    left = [Path(path) for path in _left_in(entry.path)]
    yield from (_folder(path, LITTER) if path.is_dir() else _file_at(path, LITTER) for path in left)
    whole = _folder(entry.path, COMPILED)
    inside = [_folder(path, LITTER) if path.is_dir() else _file_at(path, LITTER) for path in left]
    size, files = sum(each.size for each in inside), sum(each.files for each in inside)
    yield Item(whole.path, COMPILED, whole.size - size, whole.files - files, whole.used)


def _left_in(folder: str) -> Iterator[str]:
    """Unfinished files and scratch folders below a folder of compiled modules."""
    for entry in _entries(folder):
        if _is_folder(entry):
            if _SCRATCH.match(entry.name):
                yield entry.path
            else:
                yield from _left_in(entry.path)
        elif _UNFINISHED.search(entry.name):
            yield entry.path


def _entries(folder: str | Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    for entry in _entries(folder):
        if _is_folder(entry):
            yield from _files(entry.path)
        else:
            yield entry


def _file(entry: os.DirEntry[str], kind: str) -> Item:
    return _file_at(Path(entry.path), kind)


def _file_at(path: Path, kind: str) -> Item:
    try:
        found = path.lstat()
    except OSError:
        return Item(path, kind, 0, 0, 0.0)
    # An empty file takes a place in the folder, too.
    return Item(path, kind, max(512, getattr(found, "st_blocks", 0) * 512), 1, found.st_mtime)


def _folder(path: str | Path, kind: str) -> Item:
    inside = [_file(entry, kind) for entry in _files(str(path))]
    used = max([_file_at(Path(path), kind).used, *(item.used for item in inside)])
    return Item(Path(path), kind, sum(item.size for item in inside), len(inside), used)


def sweep(state: Path, used: Collection[Path], limit: int, also_used: Callable[[], Iterable[Path]]) -> list[Item]:
    """After a run that wrote something: removes what killed runs left, then what was used longest ago, while the
    folder is larger than ``limit`` bytes. ``used`` is what this run used and, when it matters, ``also_used()``.

    Returns what was removed.
    """
    now = time.time()
    found = survey(state)
    litter = [item for item in found if item.kind == LITTER and now - item.used > _age(item)]
    removed = [item for item in litter if remove(item)]
    for item in _left_in_temp(now):
        remove(item)
    size = sum(item.size for item in found) - sum(item.size for item in removed)
    if size <= limit:
        return removed
    kept = {*used, *also_used()}
    for path in used:
        with contextlib.suppress(OSError):
            os.utime(path)
    spare = [item for item in found if item.kind not in (LITTER, IMPORTS) and item.path not in kept]
    for item in sorted(spare, key=lambda item: item.used):
        if size <= limit:
            break
        if remove(item):
            removed.append(item)
            size -= item.size
    return removed


def _age(item: Item) -> float:
    return _FOLDER_S if item.path.is_dir() else _FILE_S


def _left_in_temp(now: float) -> list[Item]:
    """Scratch folders of workers that were killed, in the folder of temporary files."""
    if not hasattr(os, "getuid"):
        return []
    found = [path for pattern in _LEFT_IN_TEMP for path in Path(tempfile.gettempdir()).glob(pattern)]
    mine = []
    for path in found:
        with contextlib.suppress(OSError):
            if path.lstat().st_uid == os.getuid() and now - path.lstat().st_mtime > _SCRATCH_S:
                mine.append(_folder(path, LITTER))
    return mine


def remove(item: Item) -> bool:
    """Delete an item; False when it is in use or cannot be deleted. Of a link only the link goes."""
    try:
        if item.path.is_symlink() or not item.path.is_dir():
            item.path.unlink(missing_ok=True)
            return True
        with _held(item) as free:
            if free:
                shutil.rmtree(item.path)
            return free
    except OSError:
        return False


@contextlib.contextmanager
def _held(item: Item) -> Iterator[bool]:
    """For a folder of compiled modules: whether no run holds it; meanwhile none can take it."""
    if item.kind != COMPILED:
        yield True
        return
    from claims.lean.store import try_lock

    with try_lock(run_lock(item.path)) as free:
        yield free


def run_lock(compiled: Path) -> Path:
    """The lock of a run that builds and judges in a folder of compiled modules; it lies beside the folder."""
    return compiled.with_name(f"{compiled.name}.lock")


def drop_modules(compiled: Path, wanted: Collection[str]) -> None:
    """Delete the compiled files of modules that the project does not have any more, and what was noted of them."""
    from claims.lean.build import delete_compiled

    for folder in (compiled, compiled / "release"):
        for record in folder.rglob("*.record.json"):
            parts = record.relative_to(folder).parts
            name = ".".join((*parts[:-1], parts[-1].removesuffix(".record.json")))
            if parts[0].startswith(".") or parts[0] == "release" or name in wanted:
                continue
            delete_compiled(folder, name)
            for noted in (f".proofs/{name}.json", f".proofs/{name}.summary.json", f".mutants/{name}.json"):
                (folder / noted).unlink(missing_ok=True)
