"""``claims.lock``: what the claims of a pack had earned when somebody last vouched for it.

JSON Lines: a header with the schema version and the Lean git hash, then one sorted object per (id, leg).
Comparisons look at verdict, earned status and statement; ``source`` only says that a leg has to run again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem
from claims.files import Unreadable, read_inside, write_atomic
from claims.model import LEGS, Status
from claims.status import at_least
from claims.toml_lines import conflict

SCHEMA = 1
MAX_BYTES = 64_000_000


@dataclass(frozen=True)
class Row:
    """One leg of one claim.

    ``axioms`` is None where they were not measured; ``reason`` explains an accepted weakening. For a Lean leg ``reads``
    is the statement as it reads, and ``behind`` has a short hash for every definition behind it. ``kinds`` has the kind
    of every hypothesis by its id, and ``mutants`` the number of seeded wrong variants of the leg (0: not recorded).
    """

    id: str
    leg: str
    verdict: str
    earned: str
    statement: str
    axioms: tuple[str, ...] | None
    source: str
    reason: str = ""
    reads: str = ""
    behind: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    mutants: int = 0

    def __post_init__(self) -> None:
        """Refuse values of another type than a lock line has."""
        texts = (self.id, self.leg, self.verdict, self.earned, self.statement, self.source, self.reason, self.reads)
        more = (*(self.axioms or ()), *self.behind.values(), *self.kinds.values())
        if not all(isinstance(text, str) for text in (*texts, *more)):
            raise TypeError("a field holds something else than text")
        if type(self.mutants) is not int or self.mutants < 0:
            raise TypeError("mutants is not a count")


@dataclass(frozen=True)
class Lock:
    """Rows by (id, leg), and the git hash of the Lean build that checked the proofs.

    ``retired`` has the entries that were given up, each with the reason given for it.
    """

    lean: str
    rows: Mapping[tuple[str, str], Row]
    retired: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """One difference between a lock and a run; ``kind`` names it, ``bad`` says whether the gate fails on it."""

    id: str
    leg: str
    kind: str
    bad: bool
    message: str


def read(path: Path) -> Lock | None:
    """The lock at ``path``, or None when there is nothing there. Raises :class:`InputError` on anything unreadable."""
    if not path.exists() and not path.is_symlink():
        return None
    try:
        return parse(read_inside(path, path.parent, MAX_BYTES), path)
    except Unreadable as error:
        raise InputError([Problem(path.name, 0, "", error.message, error.remedy)]) from error


def parse(content: bytes, path: Path) -> Lock:
    """The lock with this content; ``path`` is named in the :class:`InputError` raised on anything unreadable."""
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise _bad(path, 0, f"cannot be read: {error}") from error
    if not lines:
        raise _bad(path, 0, "empty")
    if marker := conflict("\n".join(lines)):
        raise _bad(path, marker, "merge-conflict marker")
    rows: dict[tuple[str, str], Row] = {}
    lean, retired = "", dict[str, str]()
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            if number == 1:
                lean, retired = _header(data, path)
                continue
            row = _row(data)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise _bad(path, number, f"not a lock line: {error}") from error
        if (row.id, row.leg) in rows:
            raise _bad(path, number, f"{row.id} {row.leg} stands twice")
        rows[row.id, row.leg] = row
    return Lock(lean, rows, retired)


def _header(data: Any, path: Path) -> tuple[str, dict[str, str]]:
    if data["schema"] != SCHEMA:
        raise _bad(path, 1, f"schema {data['schema']!r} is not {SCHEMA}")
    lean, retired = data["lean"], dict(data.get("retired", {}))
    if not all(isinstance(text, str) for text in (lean, *retired.values())):
        raise TypeError("the header holds something else than text")
    return lean, retired


def _row(data: Any) -> Row:
    """One line of the lock; only legs that passed are ever written, so another verdict was put there by hand."""
    axioms = data.pop("axioms")
    row = Row(axioms=None if axioms is None else tuple(axioms), **data)
    Status(row.earned)
    if row.leg not in LEGS:
        raise ValueError(f"{row.leg!r} is not a leg")
    if row.verdict != "pass":
        raise ValueError(f"the verdict {row.verdict!r}: a lock vouches for legs that pass and for nothing else")
    return row


def _bad(path: Path, line: int, message: str) -> InputError:
    return InputError(
        [Problem(path.name, line, "", message, "restore it from git, or write it anew with `claims lock`")]
    )


def write(path: Path, lock: Lock) -> None:
    """Write the lock atomically, rows sorted by id and leg, keys sorted within a row."""
    header = {"schema": SCHEMA, "lean": lock.lean, **({"retired": dict(lock.retired)} if lock.retired else {})}
    lines = [json.dumps(header, sort_keys=True)]
    lines += [json.dumps(asdict(lock.rows[key]), sort_keys=True) for key in sorted(lock.rows)]
    write_atomic(path, ("\n".join(lines) + "\n").encode())


def compare(old: Lock, new: Iterable[Row], selected: frozenset[str], legs: frozenset[str]) -> list[Change]:
    """Differences of the selected claims and legs against the lock, bad ones first."""
    rows = {(row.id, row.leg): row for row in new}
    changes: list[Change] = []
    for key, row in old.rows.items():
        if row.id in selected and row.leg in legs:
            changes += _row_changes(row, rows.get(key))
    for (entry_id, leg), row in rows.items():
        if (entry_id, leg) not in old.rows and leg in legs:
            changes.append(Change(row.id, row.leg, "new", False, "not in the lock yet: run `claims lock`"))
    # What is true of a claim as a whole stands in each of its rows and is told once.
    told = {(c.id, c.kind, c.leg, "" if c.kind == "weaker" else c.message): c for c in reversed(changes)}
    return sorted(told.values(), key=lambda c: (not c.bad, c.id, not c.leg, c.leg))


def gone(old: Lock, known: frozenset[str]) -> list[Change]:
    """Entries of the lock that the registry no longer has: lost coverage."""
    missing = sorted({row.id for row in old.rows.values()} - known)
    return [
        Change(
            i,
            "",
            "gone",
            True,
            f"in the lock but not in the registry: restore it, or `claims lock --accept {i} --because ...`",
        )
        for i in missing
    ]


def _row_changes(old: Row, new: Row | None) -> list[Change]:
    if new is None:
        return [Change(old.id, old.leg, "gone", True, f"the {old.leg} leg is in the lock but not in the entry")]
    changes = []
    if old.verdict == "pass" and new.verdict != "pass":
        bad = new.verdict != "unavailable"
        changes.append(Change(old.id, old.leg, "regression", bad, f"was {old.verdict}, is {new.verdict}"))
    if new.statement and old.statement != new.statement:
        message = f"{_drift(old, new)}; accept it with `claims lock --accept {old.id} --because ...`"
        changes.append(Change(old.id, old.leg, "drift", True, message))
    if grown := sorted(set(new.axioms or ()) - set(old.axioms or ())):
        changes.append(Change(old.id, old.leg, "axioms", True, f"the proof now also uses {', '.join(grown)}"))
    changes += [Change(old.id, "", "softened", True, message) for message in softened(old.kinds, new.kinds)]
    if new.mutants < old.mutants:
        message = f"had {old.mutants} seeded wrong variants of this leg, has {new.mutants}"
        changes.append(Change(old.id, old.leg, "mutants", True, message))
    # A claim that is unchecked, or of which only some legs ran, has no earned status to compare.
    if new.earned and not at_least(Status(new.earned), Status(old.earned)):
        changes.append(Change(old.id, "", "weaker", True, f"had earned {old.earned}, earns {new.earned}"))
    return changes


#: How much a kind of hypothesis takes for granted; going down hides an assumption.
_ASSUMES = {"definition": 0, "model": 1, "unverified": 2}


def softened(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """What is said of each hypothesis whose kind takes less for granted than before, although it assumes the same."""
    return [
        f"the hypothesis {name} was {kind} and passes for {new[name]}"
        for name, kind in old.items()
        if name in new and _ASSUMES.get(new[name], 0) < _ASSUMES.get(kind, 0)
    ]


def _drift(old: Row, new: Row) -> str:
    """What changed in a statement, old and new shown."""
    if old.leg == "lean" and old.reads and old.reads != new.reads:
        return f"the theorem states something else\n    was {old.reads}\n    is  {new.reads}\n   "
    if old.leg == "lean" and (changed := _changed_behind(old, new)):
        return f"a definition behind the theorem changed, the statement reads as before: {', '.join(changed)}"
    hashes = f"{old.statement[:12]} -> {new.statement[:12]}"
    return f"what the entry says changed: statement, variables or hypotheses ({hashes})"


def _changed_behind(old: Row, new: Row) -> list[str]:
    """Definitions that came, went or changed, with their short hashes."""
    names = sorted({*old.behind, *new.behind})
    return [
        f"{name} ({old.behind.get(name, 'not there')} -> {new.behind.get(name, 'not there')})"
        for name in names
        if old.behind and old.behind.get(name) != new.behind.get(name)
    ]
