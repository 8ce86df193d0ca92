"""What a claim earns: the table of the design, row by row, and the gate's exit codes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claims.model import (
    Domain,
    Entry,
    Hypothesis,
    HypothesisKind,
    LeanLeg,
    NumericLeg,
    Status,
    SymbolicLeg,
    Variable,
)
from claims.outcome import LegResult, Verdict
from claims.status import Earned, Flag, at_least, earn, with_dependencies

X = Variable("x", Domain.REAL, "a number")
MODEL = Hypothesis("m", "the model", HypothesisKind.MODEL, "a:b")
ASSUMED = Hypothesis("u", "assumed", HypothesisKind.UNVERIFIED, "a:b")
FULL = Entry(
    "a.b", "t", "s", Status.EXACT, (), (X,), "w:w", (MODEL,), LeanLeg("T"), SymbolicLeg("s:f"), NumericLeg("n:f")
)
CORE = replace(FULL, lean=LeanLeg("T", "core", "the limit", "symbolic"))
OK = LegResult(Verdict.PASS, "OK")


def result(verdict: Verdict, reason: str = "R") -> LegResult:
    return OK if verdict is Verdict.PASS else LegResult(verdict, reason)


P, F, E, U, N = Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.UNAVAILABLE, Verdict.NOPOWER

#: entry, verdicts of (lean, symbolic, numeric), witness, expected status and flag
TABLE: list[tuple[str, Entry, tuple[Verdict, Verdict, Verdict], Verdict, Status, Flag]] = [
    ("all pass", FULL, (P, P, P), P, Status.EXACT, Flag.NONE),
    ("witness false", FULL, (P, P, P), F, Status.DERIVED, Flag.NONE),
    ("unverified hypothesis", replace(FULL, hypotheses=(ASSUMED,)), (P, P, P), P, Status.CONDITIONAL, Flag.NONE),
    ("core, gap covered", CORE, (P, P, P), P, Status.CONDITIONAL, Flag.NONE),
    ("core, gap not covered", replace(CORE, lean=LeanLeg("T", "core", "g")), (P, P, P), P, Status.DERIVED, Flag.NONE),
    ("proof and check disagree", FULL, (P, P, F), P, Status.OPEN, Flag.CONFLICT),
    ("proof fails, others pass", FULL, (F, P, P), P, Status.OPEN, Flag.CONFLICT),
    ("a leg in error is not a pass", FULL, (P, P, E), P, Status.OPEN, Flag.NONE),
    ("no power is not a pass", FULL, (P, P, N), P, Status.OPEN, Flag.NONE),
    ("lean missing", FULL, (U, P, P), P, Status.OPEN, Flag.UNCHECKED),
    ("lean in error", FULL, (E, P, P), P, Status.DERIVED, Flag.NONE),
    ("no lean leg", replace(FULL, lean=None), (P, P, P), P, Status.DERIVED, Flag.NONE),
    ("numeric only", replace(FULL, lean=None, symbolic=None), (P, P, P), P, Status.EMPIRICAL, Flag.NONE),
    ("numeric only, closed", replace(FULL, lean=None, symbolic=None, variables=()), (P, P, P), P, Status.DERIVED, Flag.NONE),
]  # fmt: skip


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_earned_status(row: tuple[str, Entry, tuple[Verdict, Verdict, Verdict], Verdict, Status, Flag]) -> None:
    _, entry, verdicts, witness, status, flag = row
    legs = dict(zip(("lean", "symbolic", "numeric"), map(result, verdicts), strict=True))
    earned = earn(entry, legs, result(witness))
    assert (earned.status, earned.flag) == (status, flag)


@pytest.mark.parametrize("reason", ["ENCLOSURE_SEPARATED", "DERIVATION_FALSE"])
def test_a_certified_counterexample_refutes(reason: str) -> None:
    legs = {"lean": result(E), "symbolic": result(F, reason), "numeric": result(F, reason)}
    assert earn(FULL, legs, OK).status is Status.REFUTED
    legs = {"lean": result(F, "LEAN_ERROR"), "symbolic": result(E), "numeric": result(E)}
    assert earn(FULL, legs, OK).status is Status.OPEN, "a proof that fails refutes nothing"


def test_an_entry_declared_refuted_needs_a_certificate() -> None:
    entry = replace(FULL, declared=Status.REFUTED, lean=LeanLeg("T", refutes=True), symbolic=None)
    assert earn(entry, {"lean": OK, "symbolic": OK, "numeric": result(E)}, OK).status is Status.REFUTED
    not_refuting = replace(entry, lean=LeanLeg("T"), numeric=None)
    assert earn(not_refuting, {"lean": OK, "symbolic": OK, "numeric": OK}, OK).status is Status.OPEN


def test_the_weakest_leg_is_named() -> None:
    legs = {"lean": OK, "symbolic": OK, "numeric": OK}
    assert earn(FULL, legs, OK).weakest == "numeric"
    assert earn(CORE, legs, OK).why == "core only: the limit"
    assert earn(FULL, {**legs, "symbolic": LegResult(E, "X", "broke")}, OK).weakest == "symbolic"
    assert earn(FULL, legs, result(F)).weakest == "witness"


@pytest.mark.parametrize("below", [Status.OPEN, Status.REFUTED])
def test_a_dependent_is_never_stronger_than_what_it_rests_on(below: Status) -> None:
    exact = Earned(Status.EXACT, Flag.NONE, "numeric", "")
    entries = {
        "a": replace(FULL, id="a", depends_on=("b",)),
        "b": replace(FULL, id="b", depends_on=("c",)),
        "c": replace(FULL, id="c"),
    }
    settled = with_dependencies(entries, {"a": exact, "b": exact, "c": Earned(below, Flag.NONE, "lean", "")})
    assert settled["b"].status is Status.OPEN
    assert settled["a"].status is Status.OPEN
    assert settled["a"].weakest == "dependency b"
    unchecked = Earned(Status.OPEN, Flag.UNCHECKED, "lean", "")
    assert with_dependencies(entries, {"a": exact, "b": exact, "c": unchecked})["a"].status is Status.OPEN
    assert with_dependencies(entries, {"a": exact, "b": exact, "c": exact})["a"].status is Status.EXACT


def test_what_rests_on_an_unchecked_claim_is_unchecked_and_not_failed() -> None:
    exact, unchecked = Earned(Status.EXACT, Flag.NONE, "numeric", ""), Earned(Status.OPEN, Flag.UNCHECKED, "lean", "")
    entries = {
        "a": replace(FULL, id="a", depends_on=("b", "d")),
        "b": replace(FULL, id="b", depends_on=("c",)),
        "c": replace(FULL, id="c"),
        "d": replace(FULL, id="d"),
    }
    settled = with_dependencies(entries, {"a": exact, "b": exact, "c": unchecked, "d": exact})
    assert settled["a"].flag is settled["b"].flag is Flag.UNCHECKED
    judged = replace(unchecked, flag=Flag.NONE)
    assert with_dependencies(entries, {"a": exact, "b": exact, "c": unchecked, "d": judged})["a"].flag is Flag.NONE


def test_a_long_chain_of_dependencies_is_settled() -> None:
    count = 5000
    entries = {str(i): replace(FULL, id=str(i), depends_on=(str(i + 1),) * (i + 1 < count)) for i in range(count)}
    earned = {name: Earned(Status.EXACT, Flag.NONE, "numeric", "") for name in entries}
    assert with_dependencies(entries, earned)["0"].status is Status.EXACT
    earned[str(count - 1)] = Earned(Status.OPEN, Flag.NONE, "lean", "")
    assert with_dependencies(entries, earned)["0"].status is Status.OPEN


def test_the_order_of_statuses() -> None:
    chain = [Status.EXACT, Status.CONDITIONAL, Status.DERIVED, Status.EMPIRICAL, Status.OPEN]
    for i, high in enumerate(chain):
        for low in chain[i:]:
            assert at_least(high, low)
            assert at_least(low, high) is (high is low)
    assert at_least(Status.REFUTED, Status.REFUTED)
    assert not at_least(Status.EXACT, Status.REFUTED)
    assert not at_least(Status.REFUTED, Status.OPEN)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_refuses_to_be_a_boolean(verdict: Any) -> None:
    with pytest.raises(TypeError, match="not a boolean"):
        bool(verdict)
