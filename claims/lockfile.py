"""``claims.lock``: what the claims of a pack had earned when somebody last vouched for it.

JSON Lines: a header with the schema version and the Lean git hash, then one sorted object per (id, leg).
Comparisons look at verdict, earned status and statement; ``source`` only says that a leg has to run again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from claims.errors import InputError, Problem
from claims.files import write_atomic
from claims.model import Status
from claims.status import at_least

SCHEMA = 1


@dataclass(frozen=True)
class Row:
    """One leg of one claim.

    ``axioms`` is None where they were not measured; ``reason`` explains an accepted weakening. For a Lean leg ``reads``
    is the statement as it reads, and ``behind`` has a short hash for every definition behind it.
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

    def __post_init__(self) -> None:
        """Refuse values of another type than a lock line has."""
        texts = (self.id, self.leg, self.verdict, self.earned, self.statement, self.source, self.reason, self.reads)
        if not all(isinstance(text, str) for text in (*texts, *(self.axioms or ()), *self.behind.values())):
            raise TypeError("a field holds something else than text")


@dataclass(frozen=True)
class Lock:
    """Rows by (id, leg), and the git hash of the Lean build that checked the proofs."""

    lean: str
    rows: Mapping[tuple[str, str], Row]


@dataclass(frozen=True)
class Change:
    """One difference between a lock and a run; ``kind`` names it, ``bad`` says whether the gate fails on it."""

    id: str
    leg: str
    kind: str
    bad: bool
    message: str


def read(path: Path) -> Lock | None:
    """The lock at ``path``, or None when there is no such file. Raises :class:`InputError` on anything unreadable."""
    if not path.is_file():
        return None
    rows: dict[tuple[str, str], Row] = {}
    lean = ""
    try:
        lines = path.read_bytes().decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(path, 0, f"cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            if number == 1:
                if data["schema"] != SCHEMA:
                    raise _bad(path, 1, f"schema {data['schema']!r} is not {SCHEMA}")
                lean = data["lean"]
                continue
            axioms = data.pop("axioms")
            row = Row(axioms=None if axioms is None else tuple(axioms), **data)
            Status(row.earned)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise _bad(path, number, f"not a lock line: {error}") from error
        if (row.id, row.leg) in rows:
            raise _bad(path, number, f"{row.id} {row.leg} stands twice")
        rows[row.id, row.leg] = row
    if not lines:
        raise _bad(path, 0, "empty")
    return Lock(lean, rows)


def _bad(path: Path, line: int, message: str) -> InputError:
    return InputError(
        [Problem(path.name, line, "", message, "restore it from git, or write it anew with `claims lock`")]
    )


def write(path: Path, lock: Lock) -> None:
    """Write the lock atomically, rows sorted by id and leg, keys sorted within a row."""
    lines = [json.dumps({"schema": SCHEMA, "lean": lock.lean}, sort_keys=True)]
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
    # What a claim has earned stands in each of its rows and is told once.
    told = {(c.id, c.kind, "" if c.kind == "weaker" else c.leg): c for c in reversed(changes)}
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
    grown = sorted(set(new.axioms or ()) - set(old.axioms or ())) if old.axioms is not None else []
    if grown:
        changes.append(Change(old.id, old.leg, "axioms", True, f"the proof now also uses {', '.join(grown)}"))
    # A claim that is unchecked, or of which only some legs ran, has no earned status to compare.
    if new.earned and not at_least(Status(new.earned), Status(old.earned)):
        changes.append(Change(old.id, "", "weaker", True, f"had earned {old.earned}, earns {new.earned}"))
    return changes


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
