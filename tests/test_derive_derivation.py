"""Outcomes of derivations, their places and their LaTeX; enclosures of expressions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.derive import Derivation, Symbols, Truth, Unsupported
from claims.derive.balls import enclose
from claims.derive.decision import Decision
from claims.model import Domain, Variable
from claims.outcome import Verdict


def table() -> Symbols:
    return Symbols([Variable("x", Domain.REAL, "", latex=r"\xi"), Variable("p", Domain.POSITIVE, "")])


def test_a_pass_needs_a_decision() -> None:
    d = Derivation(table(), "empty")
    d.note("nothing is decided here")
    d.let("a", "definition", "b")
    result = d.outcome()
    assert (result.verdict, result.reason) == (Verdict.ERROR, "DERIVATION_EMPTY")


def test_proved_steps_pass_and_render() -> None:
    v = table()
    d = Derivation(v, "squares")
    d.note("start")
    assert d.step((v.x + 1) ** 2, "expand", v.x**2 + 2 * v.x + 1) == v.x**2 + 2 * v.x + 1
    d.squares(v.x**2 + 2 * v.x + 1, "a square", [(sp.S.One, v.x + 1)])
    d.sign(v.p, "positive", strict=True)
    result = d.outcome()
    assert (result.verdict, result.reason) == (Verdict.PASS, "OK")
    lines = d.latex()
    assert len(lines) == 4 and lines[0] == r"\text{start}"
    assert r"\xi" in lines[1] and "expand" in lines[1]
    evidence = json.loads(json.dumps(result.to_json()))["evidence"]
    assert [e["truth"] for e in evidence["decisions"]] == ["proved"] * 3
    assert all(e["points"] >= 8 for e in evidence["decisions"])


def test_a_false_step_fails_at_its_place() -> None:
    v = table()
    d = Derivation(v, "wrong")
    d.step(v.x, "right", v.x)
    d.step(v.x**2, "wrong", v.x)
    result = d.outcome()
    assert (result.verdict, result.reason) == (Verdict.FAIL, "DERIVATION_FALSE")
    assert "x**2 - x" in result.message and "wrong" in result.message
    assert result.place is not None and Path(result.place.file).name == "test_derive_derivation.py"
    source = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert "wrong" in source[result.place.line - 1]


def test_an_undecided_step_is_an_error_and_a_false_one_outranks_it() -> None:
    v = table()
    d = Derivation(v, "gap")
    d.step(v.x / v.x**2, "may divide by zero", 1 / v.x)
    assert (d.outcome().verdict, d.outcome().reason) == (Verdict.ERROR, "DERIVATION_UNDECIDED")
    d.step(v.x, "false", v.x + 1)
    assert d.outcome().reason == "DERIVATION_FALSE"


def test_a_contradicted_proof_outranks_everything() -> None:
    v = table()
    d = Derivation(v, "guard")
    d.step(v.x, "false", v.x + 1)
    d._decisions.append(Decision("planted", "none", Truth.GUARD, "0"))
    assert (d.outcome().verdict, d.outcome().reason) == (Verdict.ERROR, "BALL_GUARD")


def test_matrices_are_decided_entry_by_entry() -> None:
    v = table()
    d = Derivation(v, "matrices")
    d.step(sp.Matrix([v.x, v.x]), "equal", sp.Matrix([v.x, v.x]))
    d.step(sp.Matrix([v.x, v.x]), "second entry differs", sp.Matrix([v.x, v.p]))
    assert d.decisions[0].truth is Truth.PROVED and d.decisions[1].truth is Truth.DISPROVED
    with pytest.raises(ValueError, match="shapes"):
        d.step(sp.Matrix([v.x]), "shape", sp.Matrix([v.x, v.x]))


def test_a_truth_is_not_a_boolean() -> None:
    with pytest.raises(TypeError):
        bool(Truth.PROVED)


rationals = st.fractions(min_value=Fraction(1, 9), max_value=Fraction(8, 9), max_denominator=40)


def expressions(x: Any) -> list[Any]:
    return [
        sp.exp(x) - sp.log(x), sp.sqrt(x) + x ** sp.Rational(3, 2), sp.sin(x) * sp.cos(x), sp.tan(x), sp.tanh(x),
        sp.sinh(x) / sp.cosh(x), sp.atanh(x), sp.pi * x**-3, x**x, sp.E**x, sp.Rational(2, 3) ** x,
    ]  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(rationals)
def test_enclosures_contain_a_second_opinion(value: Fraction) -> None:
    x = sp.Symbol("x", real=True)
    with mpmath.workdps(60):
        point = mpmath.mpf(value.numerator) / value.denominator
        for expression in expressions(x):
            opinion = sp.lambdify(x, expression, "mpmath")(point)
            ball = enclose(expression, {x: value}, 120)
            assert abs(mpmath.mpf(str(ball.mid().str(50, radius=False))) - opinion) < mpmath.mpf(10) ** -30
            slope = enclose(sp.Derivative(expression, x), {x: value}, 120)
            rule = enclose(sp.diff(expression, x), {x: value}, 200)
            assert slope.overlaps(rule) and slope.rad() < 1e-20


def test_no_enclosure_of_the_unknown() -> None:
    x = sp.Symbol("x")
    with pytest.raises(Unsupported):
        enclose(sp.gamma(x), {x: Fraction(1)}, 64)
    with pytest.raises(Unsupported):
        enclose(sp.Derivative(x**2, x, x), {x: Fraction(1)}, 64)
