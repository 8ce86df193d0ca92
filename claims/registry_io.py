"""Reading the registry: TOML files to entries, with every problem of every file reported at once.

A file whose content was found valid before is not validated again (its hash is remembered in the pack's state
folder), so a run on unchanged files imports neither pydantic nor anything heavier.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from claims.errors import InputError, Problem
from claims.files import listed, write_atomic
from claims.model import LEGS, Entry, Status
from claims.pack import Pack
from claims.toml_lines import LineMap

_ID = re.compile(r"^[a-z0-9]+([.\-][A-Za-z0-9]+)*$")
_REFERENCE = re.compile(r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")
_LEAN_NAME = re.compile(r"^[^\s.:]+(\.[^\s.:]+)*$")
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
    for path in files:
        entries, bad = _read(path, pack)
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
    return registry


def _read(path: Path, pack: Pack) -> tuple[list[tuple[Entry, str, int]], list[Problem]]:
    file = pack.relative(path)
    data, text, problem = _parse(path, file)
    if problem is not None:
        return [], [problem]
    lines = LineMap(text)
    if not _known_valid(text, pack):
        from claims.schema import validate

        problems = validate(data, file, lines)
        if problems:
            return [], problems
        _remember_valid(text, pack)
    return [(build(Entry, raw), file, lines.line(("claim", i))) for i, raw in enumerate(data["claim"])], []


def _parse(path: Path, file: str) -> tuple[dict[str, Any], str, Problem | None]:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return {}, "", Problem(file, 0, "", f"{size} bytes is more than the limit of {MAX_BYTES}", "split the file")
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return {}, "", Problem(file, 0, "", f"not UTF-8 at byte {error.start}", "save the file as UTF-8")
    except OSError as error:
        return {}, "", Problem(file, 0, "", f"cannot be read: {error.strerror}", "check the file and its permissions")
    marker = next((n for n, line in enumerate(text.splitlines(), 1) if line.startswith(("<<<<<<< ", ">>>>>>> "))), 0)
    if marker:
        return {}, "", Problem(file, marker, "", "merge-conflict marker", "resolve the conflict")
    try:
        return tomllib.loads(text), text, None
    except (ValueError, RecursionError) as error:
        at = re.search(r"line (\d+)", str(error))
        return {}, "", Problem(file, int(at.group(1)) if at else 0, "", f"not TOML: {error}", "mend the syntax")


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
        problems += _own_problems(entry, registry)
        problems += _link_problems(entry, registry)
    problems += _cycle_problems(registry)
    return problems


def _own_problems(entry: Entry, registry: Registry) -> list[Problem]:
    found: list[tuple[str, str, str]] = []
    if not _ID.fullmatch(entry.id):
        found.append(("id", f"{entry.id!r} is not an id", "lower-case words joined by '.' or '-'"))
    for name in LEGS:
        reason = getattr(entry.absent, name)
        if entry.leg(name) is None and not reason:
            found.append((name, "leg missing without a reason", f'add the leg, or [claim.absent] {name} = "why"'))
        if entry.leg(name) is not None and reason:
            found.append((f"absent.{name}", "gives a reason for a leg that is present", "remove one of the two"))
    if all(entry.leg(name) is None for name in LEGS):
        found.append(("legs", "an entry needs at least one leg", "add a leg"))
    if entry.lean is not None:
        found += _lean_problems(entry)
    for field, reference in references(entry):
        if not _REFERENCE.match(reference):
            found.append((field, f"{reference!r} is not a reference", 'write "module:function"'))
    found += _name_problems(entry)
    found += _mutant_problems(entry)
    return [registry.problem(entry.id, *item) for item in found]


def _lean_problems(entry: Entry) -> list[tuple[str, str, str]]:
    leg = entry.lean
    assert leg is not None
    found = []
    if not _LEAN_NAME.match(leg.theorem):
        found.append(("lean.theorem", f"{leg.theorem!r} is not a Lean name", "write the full name of the theorem"))
    if leg.scope == "core" and not leg.gap:
        found.append(("lean.gap", "scope 'core' without a gap", "say in words what the theorem leaves out"))
    if leg.scope == "full" and (leg.gap or leg.covered_by):
        found.append(("lean.gap", "scope 'full' leaves no gap", 'remove gap and covered_by, or set scope = "core"'))
    if leg.covered_by and entry.leg(leg.covered_by) is None:
        found.append(("lean.covered_by", f"the entry has no {leg.covered_by} leg", "name a leg that is present"))
    return found


def _name_problems(entry: Entry) -> list[tuple[str, str, str]]:
    found = []
    for field, names in (
        ("variables.name", [v.name for v in entry.variables]),
        ("hypotheses.id", [h.id for h in entry.hypotheses]),
        ("lean binder", [b for b in (*(v.lean for v in entry.variables), *(h.lean for h in entry.hypotheses)) if b]),
    ):
        repeated = sorted({name for name in names if names.count(name) > 1})
        found += [(field, f"{name!r} is used twice", "names are unique within an entry") for name in repeated]
    return found


def _mutant_problems(entry: Entry) -> list[tuple[str, str, str]]:
    found = []
    for index, mutant in enumerate(entry.mutants):
        field = f"mutants.{index}"
        change = mutant.change
        if entry.leg(mutant.leg) is None:
            found.append((f"{field}.leg", f"the entry has no {mutant.leg} leg", "name a leg that is present"))
        if mutant.leg == "lean" and not (change.find and change.find != change.replace):
            found.append(
                (
                    f"{field}.change",
                    "a Lean mutant changes text of the statement",
                    "give find and replace, which differ",
                )
            )
        if mutant.leg == "lean" and not mutant.refuted_by:
            found.append(
                (
                    f"{field}.refuted_by",
                    "a failing proof refutes nothing",
                    'name a theorem "lean:NAME" or an exact witness "module:function"',
                )
            )
        if mutant.leg != "lean" and not change.parameter:
            found.append(
                (f"{field}.change", f"a {mutant.leg} mutant changes a parameter of the leg", "give parameter and value")
            )
    for name in LEGS:
        if entry.leg(name) is not None and all(m.leg != name for m in entry.mutants):
            found.append(
                (
                    "mutants",
                    f"no mutant of the {name} leg",
                    "a check that was never seen to fail is not a check: add one",
                )
            )
    return found


def references(entry: Entry) -> list[tuple[str, str]]:
    """Every ``module:function`` reference of an entry with the field that holds it."""
    found = [("witness", entry.witness)]
    found += [(f"hypotheses.{h.id}.holds", h.holds) for h in entry.hypotheses]
    if entry.symbolic is not None:
        found.append(("symbolic.derivation", entry.symbolic.derivation))
    if entry.numeric is not None:
        found.append(("numeric.check", entry.numeric.check))
    found += [
        (f"mutants.{i}.refuted_by", m.refuted_by)
        for i, m in enumerate(entry.mutants)
        if m.refuted_by and not m.refuted_by.startswith("lean:")
    ]
    return found


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
    """One problem per cycle of ``depends_on``, found by depth-first search."""
    done: set[str] = set()
    problems: list[Problem] = []

    def visit(node: str, trail: tuple[str, ...]) -> None:
        if node in trail:
            cycle = " -> ".join((*trail[trail.index(node) :], node))
            problems.append(registry.problem(node, "depends_on", f"cycle: {cycle}", "a claim cannot rest on itself"))
        elif node not in done and node in registry.entries:
            for dependency in registry.entries[node].depends_on:
                visit(dependency, (*trail, node))
            done.add(node)

    for entry_id in registry.entries:
        visit(entry_id, ())
    return problems


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
