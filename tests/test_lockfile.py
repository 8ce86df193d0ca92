"""The lock: round trip, and every difference the gate must see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from claims.errors import InputError
from claims.lockfile import Lock, Row, compare, gone, read, write

ROW = Row("a.b", "lean", "pass", "exact", "h1", None, "s1")
LEGS = frozenset({"lean", "symbolic", "numeric"})


def lock_of(*rows: Row) -> Lock:
    return Lock("38f3", {(r.id, r.leg): r for r in rows})


def kinds(old: Lock, *new: Row) -> list[tuple[str, bool]]:
    return [(c.kind, c.bad) for c in compare(old, new, frozenset({"a.b"}), LEGS)]


def test_round_trip_is_sorted_and_stable(tmp_path: Path) -> None:
    path = tmp_path / "claims.lock"
    assert read(path) is None
    lock = lock_of(replace(ROW, leg="numeric", axioms=("propext",), reason="why"), ROW)
    write(path, lock)
    assert read(path) == lock
    first = path.read_bytes()
    write(path, lock_of(ROW, replace(ROW, leg="numeric", axioms=("propext",), reason="why")))
    assert path.read_bytes() == first


def test_the_same_again_is_no_change() -> None:
    assert kinds(lock_of(ROW), ROW) == []


def test_a_changed_source_alone_is_no_change() -> None:
    assert kinds(lock_of(ROW), replace(ROW, source="s2")) == []


#: what happened, the new row (None: gone), expected kinds with whether the gate fails on them
CHANGES = [
    ("the leg fails", replace(ROW, verdict="fail", earned="open"), [("regression", True), ("weaker", True)]),
    ("no power any more", replace(ROW, verdict="nopower", earned="open"), [("regression", True), ("weaker", True)]),
    ("lean is missing", replace(ROW, verdict="unavailable", earned="", statement=""), [("regression", False)]),
    ("proved to derived", replace(ROW, earned="derived"), [("weaker", True)]),
    ("exact to refuted", replace(ROW, earned="refuted"), [("weaker", True)]),
    ("another statement", replace(ROW, statement="h2"), [("drift", True)]),
    ("the leg is gone", None, [("gone", True)]),
]


@pytest.mark.parametrize(("new", "expected"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_changes_the_gate_sees(new: Row | None, expected: list[tuple[str, bool]]) -> None:
    assert kinds(lock_of(ROW), *([] if new is None else [new])) == expected


def test_stronger_evidence_and_new_entries_do_not_fail() -> None:
    assert kinds(lock_of(replace(ROW, earned="derived")), ROW) == []
    other = replace(ROW, id="c.d")
    assert [(c.kind, c.bad) for c in compare(lock_of(ROW), [ROW, other], frozenset({"a.b", "c.d"}), LEGS)] == [
        ("new", False)
    ]


def test_an_entry_that_vanished_is_lost_coverage() -> None:
    assert [c.id for c in gone(lock_of(ROW), frozenset({"c.d"}))] == ["a.b"]
    assert gone(lock_of(ROW), frozenset({"a.b"})) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("not json\n", "claims.lock:1"),
        ('{"schema": 99, "lean": ""}\n', "schema 99"),
        ('{"schema": 1, "lean": ""}\n{"id": "a"}\n', "claims.lock:2"),
        ('{"schema": 1, "lean": ""}\n<<<<<<< HEAD\n', "claims.lock:2"),
        ('{"schema": 1, "lean": ""}\n[]\n', "claims.lock:2"),
    ],
)
def test_an_unreadable_lock_is_an_input_error(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "claims.lock"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read(path)
    assert words in str(caught.value)
    assert "claims lock" in str(caught.value)
    assert path.read_text() == text


def test_a_row_that_stands_twice_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "claims.lock"
    write(path, lock_of(ROW))
    path.write_text(path.read_text() + path.read_text().splitlines()[1] + "\n")
    with pytest.raises(InputError, match="stands twice"):
        read(path)
