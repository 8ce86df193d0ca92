"""Reading the registry: TOML files to entries, with every problem of every file reported at once.

A file whose content was found valid before is not validated again (its hash is remembered in the pack's state
folder), so a run on unchanged files imports neither pydantic nor anything heavier.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from claims.entry_checks import own_problems
from claims.errors import InputError, Problem
from claims.files import Unreadable, listed, text_inside, write_atomic
from claims.model import Entry, Status
from claims.pack import Pack
from claims.toml_lines import LineMap, NotToml, parsed

MAX_BYTES = 4_000_000

T = TypeVar("T")


@dataclass(frozen=True)
class Registry:
    """All entries of a pack by id, in file order, and the file and line where each stands."""

    entries: Mapping[str, Entry]
    places: Mapping[str, tuple[str, int]]

    def problem(self, entry_id: str, field: str, message: str, remedy: str = "") -> Problem:
        """A problem located at an entry."""
        file, line = self.places[entry_id]
        return Problem(file, line, f"claim {entry_id!r}, {field}", message, remedy)


def load(pack: Pack) -> Registry:
    """Read every ``*.toml`` under the registry folder; raises :class:`InputError` with all problems."""
    files = listed(pack.registry, ".toml")
    if not files:
        place = pack.relative(pack.registry)
        raise InputError(
            [
                Problem(
                    place, 0, "", "no registry file (*.toml) here", "add one, or set `registry` in the pack's settings"
                )
            ]
        )
    problems: list[Problem] = []
    found: list[tuple[Entry, str, int]] = []
    validated: list[str] = []
    for path in files:
        entries, bad = _read(path, pack, validated)
        found += entries
        problems += bad
    registry = Registry(
        {entry.id: entry for entry, _, _ in found}, {entry.id: (file, line) for entry, file, line in found}
    )
    problems += _duplicates(found)
    if not problems:
        problems = _cross_check(registry)
    if problems:
        raise InputError(problems)
    for text in validated:  # only now: what cannot be used leaves no trace
        _remember_valid(text, pack)
    return registry


def _read(path: Path, pack: Pack, validated: list[str]) -> tuple[list[tuple[Entry, str, int]], list[Problem]]:
    file = pack.relative(path)
    data, text, problem = _parse(path, file, pack.root)
    if problem is not None:
        return [], [problem]
    lines = LineMap(text)
    if not _known_valid(text, pack):
        from claims.schema import validate

        problems = validate(data, file, lines)
        if problems:
            return [], problems
        validated.append(text)
    return [(build(Entry, raw), file, lines.line(("claim", i))) for i, raw in enumerate(data["claim"])], []


def _parse(path: Path, file: str, root: Path) -> tuple[dict[str, Any], str, Problem | None]:
    try:
        text = text_inside(path, root, MAX_BYTES)
        return parsed(text), text, None
    except Unreadable as error:
        return {}, "", Problem(file, 0, "", error.message, error.remedy)
    except NotToml as error:
        return {}, "", Problem(file, error.line, "", error.message, error.remedy)


@cache
def _schema_fingerprint() -> str:
    """Changes whenever the model or the validation changes, so that old markers do not count."""
    folder = Path(__file__).parent
    digest = hashlib.sha256()
    for name in ("model.py", "schema.py"):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()


def _marker(text: str, pack: Pack) -> Path:
    key = hashlib.sha256((_schema_fingerprint() + text).encode()).hexdigest()
    return pack.state / "valid" / key


def marks(pack: Pack) -> list[Path]:
    """The marks of validity that the registry's files ask for as they stand; of those that can be read."""
    found = []
    for path in listed(pack.registry, ".toml"):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            found.append(_marker(path.read_bytes().decode("utf-8"), pack))
    return found


def _known_valid(text: str, pack: Pack) -> bool:
    return _marker(text, pack).is_file()


def _remember_valid(text: str, pack: Pack) -> None:
    with contextlib.suppress(OSError):
        write_atomic(_marker(text, pack), b"")


def build(cls: type[T], raw: Mapping[str, Any]) -> T:
    """An instance of a model dataclass from validated plain data (lists become tuples, text becomes enums)."""
    hints = _hints(cls)  # type: ignore[arg-type]
    values = {f.name: _convert(hints[f.name], raw[f.name]) for f in fields(cls) if f.name in raw}  # type: ignore[arg-type]
    for f in fields(cls):  # type: ignore[arg-type]
        if f.name not in values and f.default is MISSING and f.default_factory is MISSING:
            raise KeyError(f.name)
    return cls(**values)


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _convert(hint: Any, value: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if isinstance(hint, type) and is_dataclass(hint):
        return build(hint, value)
    arguments = get_args(hint)
    if get_origin(hint) is tuple:
        return tuple(_convert(arguments[0], item) for item in value)
    if get_origin(hint) is Union or type(hint).__name__ == "UnionType":
        nested = [a for a in arguments if isinstance(a, type) and is_dataclass(a)]
        return _convert(nested[0], value) if nested and isinstance(value, Mapping) else value
    return value


def _duplicates(found: Sequence[tuple[Entry, str, int]]) -> list[Problem]:
    first: dict[str, str] = {}
    problems = []
    for entry, file, line in found:
        if entry.id in first:
            problems.append(
                Problem(
                    file,
                    line,
                    f"claim {entry.id!r}, id",
                    f"already used at {first[entry.id]}",
                    "ids are permanent and unique: choose another",
                )
            )
        first.setdefault(entry.id, f"{file}:{line}")
    return problems


def _cross_check(registry: Registry) -> list[Problem]:
    problems: list[Problem] = []
    for entry in registry.entries.values():
        problems += [registry.problem(entry.id, *item) for item in own_problems(entry)]
        problems += _link_problems(entry, registry)
    problems += _cycle_problems(registry)
    return problems


def _link_problems(entry: Entry, registry: Registry) -> list[Problem]:
    known = registry.entries
    problems = []
    for dependency in entry.depends_on:
        target = known.get(dependency)
        if target is None:
            problems.append(
                registry.problem(entry.id, "depends_on", f"no claim {dependency!r}", _closest(dependency, known))
            )
        elif target.declared is Status.REFUTED or target.falsifies is not None:
            problems.append(
                registry.problem(
                    entry.id,
                    "depends_on",
                    f"{dependency!r} is refuted or a falsifier",
                    "such a link is not a dependency: use corrected_by or falsifies",
                )
            )
    if entry.corrected_by and entry.corrected_by not in known:
        problems.append(
            registry.problem(
                entry.id, "corrected_by", f"no claim {entry.corrected_by!r}", _closest(entry.corrected_by, known)
            )
        )
    if entry.falsifies is not None:
        target = known.get(entry.falsifies.claim)
        if target is None:
            problems.append(
                registry.problem(
                    entry.id,
                    "falsifies.claim",
                    f"no claim {entry.falsifies.claim!r}",
                    _closest(entry.falsifies.claim, known),
                )
            )
        elif entry.falsifies.hypothesis not in {h.id for h in target.hypotheses}:
            ids = ", ".join(h.id for h in target.hypotheses)
            problems.append(
                registry.problem(
                    entry.id,
                    "falsifies.hypothesis",
                    f"{target.id!r} has no hypothesis {entry.falsifies.hypothesis!r}",
                    f"it has: {ids}",
                )
            )
    return problems


def _closest(name: str, known: Mapping[str, Entry]) -> str:
    import difflib

    close = difflib.get_close_matches(name, known, 1)
    return f"did you mean {close[0]!r}?" if close else "see `claims list`"


def _cycle_problems(registry: Registry) -> list[Problem]:
    """One problem per cycle of ``depends_on``, found by depth-first search; chains may be of any length."""
    done: set[str] = set()
    problems: list[Problem] = []
    for start in registry.entries:
        trail: dict[str, list[str]] = {}  # the claims on the way here, each with what is still to be visited
        node = start
        while True:
            if node in trail:
                problems.append(_cycle(registry, [*trail][[*trail].index(node) :]))
            elif node not in done and node in registry.entries:
                trail[node] = list(registry.entries[node].depends_on)
            while trail and not trail[(last := next(reversed(trail)))]:
                done.add(last)
                del trail[last]
            if not trail:
                break
            node = trail[next(reversed(trail))].pop()
    return problems


def _cycle(registry: Registry, members: Sequence[str]) -> Problem:
    names = [*members, members[0]]
    shown = names if len(names) <= 12 else [*names[:6], f"... ({len(members) - 11} more)", *names[-5:]]
    return registry.problem(members[0], "depends_on", f"cycle: {' -> '.join(shown)}", "a claim cannot rest on itself")


def select(registry: Registry, patterns: Sequence[str]) -> list[Entry]:
    """Entries matching ids or shell patterns; all when none is given. Raises :class:`InputError` on no match."""
    from fnmatch import fnmatchcase

    if not patterns:
        return list(registry.entries.values())
    problems = []
    chosen: dict[str, Entry] = {}
    for pattern in patterns:
        hits = [e for e in registry.entries.values() if fnmatchcase(e.id, pattern)]
        if not hits:
            problems.append(
                Problem("command line", 0, "IDS", f"no claim matches {pattern!r}", _closest(pattern, registry.entries))
            )
        chosen.update({e.id: e for e in hits})
    if problems:
        raise InputError(problems)
    return [e for e in registry.entries.values() if e.id in chosen]
