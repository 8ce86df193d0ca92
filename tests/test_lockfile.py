"""The lock: round trip, and every difference the gate must see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from claims.errors import InputError
from claims.lockfile import Lock, Row, compare, gone, read, softened, write

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
    ("an axiom more", replace(ROW, axioms=("propext",)), [("axioms", True)]),
    ("a softened hypothesis", replace(ROW, kinds={"h": "model", "i": "model"}), [("softened", True)]),
    ("a hardened hypothesis", replace(ROW, kinds={"h": "unverified", "i": "unverified"}), []),
    ("a mutant fewer", replace(ROW, mutants=1), [("mutants", True)]),
    ("a mutant more", replace(ROW, mutants=3), []),
]
LOCKED = replace(ROW, kinds={"h": "unverified", "i": "model"}, mutants=2)


@pytest.mark.parametrize(("new", "expected"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_changes_the_gate_sees(new: Row | None, expected: list[tuple[str, bool]]) -> None:
    if new is not None and not new.kinds:
        new = replace(new, kinds=LOCKED.kinds)
    if new is not None and not new.mutants:
        new = replace(new, mutants=LOCKED.mutants)
    assert kinds(lock_of(LOCKED), *([] if new is None else [new])) == expected


def test_a_lock_from_before_kinds_and_mutants_were_recorded_says_nothing_of_them() -> None:
    assert kinds(lock_of(ROW), LOCKED) == []


def test_what_is_true_of_a_claim_is_told_once() -> None:
    old = [replace(LOCKED, leg=leg) for leg in ("lean", "symbolic", "numeric")]
    new = [replace(row, earned="derived", kinds={"h": "definition", "i": "model"}) for row in old]
    assert sorted(kinds(lock_of(*old), *new)) == [("softened", True), ("weaker", True)]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("unverified", "model", True),
        ("unverified", "definition", True),
        ("model", "definition", True),
        ("model", "model", False),
        ("definition", "unverified", False),
        ("model", "unverified", False),
    ],
)
def test_softening(old: str, new: str, said: bool) -> None:
    assert bool(softened({"h": old}, {"h": new})) is said
    assert softened({"h": old}, {}) == [], "a hypothesis less is a stronger claim, and drift"


def test_entries_that_were_given_up_stay_on_record(tmp_path: Path) -> None:
    path = tmp_path / "claims.lock"
    lock = replace(lock_of(ROW), retired={"old.one": "superseded"})
    write(path, lock)
    assert read(path) == lock
    path.write_text(path.read_text().replace('"superseded"', "3"))
    with pytest.raises(InputError, match=r"claims\.lock:1"):
        read(path)


#: a lock line edited by hand so that the gate would have nothing to compare with
BY_HAND = [('"verdict": "pass"', '"verdict": "fail"'), ('"leg": "lean"', '"leg": "leen"'), ('"mutants": 0', '"mutants": "0"'),
           ('"earned": "exact"', '"earned": "perfect"')]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), BY_HAND)
def test_a_line_edited_by_hand_is_an_input_error(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "claims.lock"
    write(path, lock_of(ROW))
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(InputError, match=r"claims\.lock:2"):
        read(path)


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
