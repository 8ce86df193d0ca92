"""How the binders of a theorem are matched with the variables and hypotheses of its entry."""

from __future__ import annotations

from typing import Any

import pytest

from claims.leanleg import match_binders
from claims.model import Domain, Entry, Hypothesis, HypothesisKind, LeanLeg, Source, Status, Variable
from claims.outcome import LegResult, Verdict


def binder(name: str, what: str = "data", kind: str = "explicit") -> dict[str, Any]:
    """``what``: ``data``, ``prop``, ``field``, or anything else for a type that is neither."""
    flags = {"prop": what == "prop", "data": what == "data", "field": what == "field", "named": True}
    return {"name": name, "kind": kind, "type": f"the type of {name}", **flags}


def matched(*binders: dict[str, Any], variables: str = "", hypotheses: str = "") -> LegResult:
    entry = Entry(
        id="x.y",
        title="t",
        statement="s",
        declared=Status.EXACT,
        sources=(Source("d", "1"),),
        variables=(Variable("v", Domain.REAL, "m", lean=variables),),
        witness="a:b",
        hypotheses=(Hypothesis("h", "t", HypothesisKind.MODEL, "a:b", lean=hypotheses),),
        lean=LeanLeg("t"),
    )
    return match_binders(entry, LegResult(Verdict.PASS, "LEAN_PROVED", evidence={"binders": list(binders)}))


def test_binders_that_are_all_named_pass() -> None:
    found = matched(binder("x"), binder("hx", "prop"), variables="x", hypotheses="hx")
    assert found.verdict is Verdict.PASS and "unverified" not in found.evidence


def test_the_field_and_implicit_data_need_no_name_in_the_entry() -> None:
    implicit = [binder("R", kind="implicit"), binder("i", "field", "instance"), binder("n", kind="implicit")]
    found = matched(*implicit, binder("x"), variables="x")
    assert found.verdict is Verdict.PASS and "unverified" not in found.evidence


@pytest.mark.parametrize("kind", ["explicit", "implicit", "strict implicit", "instance"])
@pytest.mark.parametrize("what", ["prop", "structure"])
def test_what_may_assume_and_is_no_hypothesis_is_unverified(what: str, kind: str) -> None:
    found = matched(binder("x"), binder("p", what, kind), variables="x")
    assert found.verdict is Verdict.PASS
    assert found.evidence["unverified"] == ["p : the type of p"]
    named = matched(binder("x"), binder("p", what, kind), variables="x", hypotheses="p")
    assert named.verdict is Verdict.PASS and "unverified" not in named.evidence


@pytest.mark.parametrize(
    ("binders", "variables", "hypotheses", "said"),
    [
        ([binder("x"), binder("y")], "x", "", "without a variable of the entry: y"),
        ([binder("x")], "x z", "", "that the theorem does not have: z"),
        ([binder("x")], "x", "hz", "that the theorem does not have: hz"),
        ([binder("p", "prop")], "p", "", "calls variables and that can assume something: p"),
        ([binder("p", "structure")], "p", "", "calls variables and that can assume something: p"),
    ],
)
def test_an_entry_that_does_not_fit_is_an_error(
    binders: list[dict[str, Any]], variables: str, hypotheses: str, said: str
) -> None:
    found = matched(*binders, variables=variables, hypotheses=hypotheses)
    assert (found.verdict, found.reason) == (Verdict.ERROR, "LEAN_BINDER") and said in found.message
