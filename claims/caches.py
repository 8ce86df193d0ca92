"""The commands ``claims cache status`` and ``claims cache clean``."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from claims import upkeep
from claims.lean import store, toolchain
from claims.lean.project import Project
from claims.leanleg import compiled_folder, current_answer
from claims.model import LEGS, Entry
from claims.mutants import mutant_jobs
from claims.pack import Pack, find_pack
from claims.plan import leg_job, witness_job
from claims.reach import Reach
from claims.registry_io import Registry, load, marks
from claims.upkeep import Item


def run_status(start: Path) -> int:
    """Print what the pack's state folder and the user cache hold, and the limit of the former."""
    pack = find_pack(start)
    limit = upkeep.limit_bytes()
    items = upkeep.survey(pack.state)
    size = sum(item.size for item in items)
    print(f"{pack.state}: {_megabytes(size)} of at most {_megabytes(limit)} ({upkeep.LIMIT})")
    _table([(kind, [item for item in items if item.kind == kind]) for kind in upkeep.KINDS])
    root = store.cache_root()
    groups = _user_groups(root)
    print(f"\n{root}: {_megabytes(sum(item.size for _, found in groups for item in found))}, shared by all packs")
    _table(groups)
    return 0


def run_clean(start: Path, everything: bool) -> int:
    """Delete what no current source asks for, or everything under the state folder; says what it freed."""
    pack = find_pack(start)
    before = upkeep.survey(pack.state)
    spare = before if everything else _spare(pack, before)
    for item in spare:
        if not upkeep.remove(item):
            print(f"left, in use or not to be deleted: {pack.relative(item.path.parent)}/{item.path.name}")
    if everything:
        _remove_empty(pack.state)
    after = upkeep.survey(pack.state)
    kinds = [_freed(kind, before, after) for kind in upkeep.KINDS]
    files, size = (sum(numbers) for numbers in zip(*(numbers for _, *numbers in kinds), strict=True))
    print(f"freed {_megabytes(size)}: {files:,} file{'s' * (files != 1)}")
    width = max(len(kind) for kind in upkeep.KINDS)
    for kind, count, freed in kinds:
        if count:
            print(f"  {kind.ljust(width)}  {count:>7,} files  {_megabytes(freed):>10}")
    return 0


def _freed(kind: str, before: Sequence[Item], after: Sequence[Item]) -> tuple[str, int, int]:
    """Files and bytes of a kind that were there and are no more."""
    was, now = ([item for item in items if item.kind == kind] for items in (before, after))
    files = sum(item.files for item in was) - sum(item.files for item in now)
    return kind, files, sum(item.size for item in was) - sum(item.size for item in now)


def _spare(pack: Pack, items: Sequence[Item]) -> list[Item]:
    """What no current source asks for; the modules of such are deleted at once."""
    wanted = _wanted(pack, load(pack))
    modules = Project.load(pack.lean, pack.root).modules if any(pack.lean.rglob("*.lean")) else {}
    for item in items:
        if item.kind == upkeep.COMPILED and item.path in wanted:
            with store.try_lock(upkeep.run_lock(item.path)) as free:
                if free:
                    upkeep.drop_modules(item.path, modules)
    return [item for item in items if item.path not in wanted and item.kind not in (upkeep.OTHER, upkeep.IMPORTS)]


def _wanted(pack: Pack, registry: Registry) -> set[Path]:
    """What a run of the sources as they stand would look for."""
    reach, results = Reach(pack.root, pack.state / "imports.json"), pack.state / "results"
    keys = [key for entry in registry.entries.values() for key in _keys(entry, registry, reach)]
    found = {results / key[:2] / f"{key}{suffix}" for key in keys for suffix in (".json", ".error")}
    identities = toolchain.identities()
    return {
        *found,
        *marks(pack),
        current_answer(pack, registry),
        *(compiled_folder(pack, identity) for identity in identities),
    }


def _keys(entry: Entry, registry: Registry, reach: Reach) -> Iterable[str]:
    target = registry.entries[entry.falsifies.claim] if entry.falsifies else None
    for leg in LEGS:
        if leg != "lean" and entry.leg(leg) is not None:
            yield leg_job(entry, leg, reach).key
    yield witness_job(entry, target, reach).key
    yield from (job.key for job in mutant_jobs(entry, LEGS, reach))


def _remove_empty(state: Path) -> None:
    """Remove the folders that are left; locks go with their folders unless a run holds them."""
    for folder in sorted((path for path in state.rglob("*") if path.is_dir() and not path.is_symlink()), reverse=True):
        _rmdir(folder)
    for lock in (state / "lean").glob("*.lock"):
        with store.try_lock(lock) as free:
            if free and not lock.with_suffix("").exists():
                lock.unlink(missing_ok=True)
    _rmdir(state / "lean")
    _rmdir(state)


def _rmdir(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return  # something is left in it, or it is not there


def _user_groups(root: Path) -> list[tuple[str, list[Item]]]:
    """The user cache by what it is: Lean itself, the index of its core library, the rest."""
    homes = {folder for folder in (root / "lean").glob("*") if (folder / store.MANIFEST).is_file()}
    names = ("embedded Lean", "index of Lean's core", "canaries and others")
    groups: dict[str, list[Item]] = {name: [] for name in names}
    for item in upkeep.survey_files(root):
        inside = next((home for home in homes if item.path.is_relative_to(home)), None)
        index = item.path.name.startswith("core-") and item.path.suffix == ".index"
        groups[names[0] if inside else names[1] if index else names[2]].append(item)
    return list(groups.items())


def _table(groups: Sequence[tuple[str, list[Item]]]) -> None:
    """One line per kind of which there is something."""
    shown = [(name, found) for name, found in groups if found]
    width = max((len(name) for name, _ in shown), default=0)
    for name, found in shown:
        files, size = sum(item.files for item in found), sum(item.size for item in found)
        oldest, newest = (_day(pick(item.used for item in found)) for pick in (min, max))
        print(f"  {name.ljust(width)}  {files:>7,} files  {_megabytes(size):>10}  last used {oldest} to {newest}")


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
