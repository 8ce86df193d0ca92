"""Decisions on exact values: each proves what is true, refutes what is false, and abstains otherwise."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from symbolic.domains import exact
from symbolic.domains.curves import is_continuous, solves
from symbolic.domains.exact import STEP, TIME

EASY = settings(deadline=None, max_examples=30)
RATIONAL = st.fractions(min_value=-5, max_value=5, max_denominator=12)


def rational(value: Fraction) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)


@EASY
@given(RATIONAL, RATIONAL)
@example(Fraction(3, 2), Fraction(-3, 2))
def test_zero_of_an_identity_and_of_its_fault(a: Fraction, b: Fraction) -> None:
    p, q = rational(a), rational(b)
    left = (sympy.exp(TIME) + p) * (sympy.exp(TIME) - q)
    right = sympy.exp(2 * TIME) + (p - q) * sympy.exp(TIME) - p * q
    assert exact.is_zero(left - right) is True
    assert exact.is_zero(left - right + sympy.Rational(1, 10**40)) is False


@EASY
@given(RATIONAL, RATIONAL)
def test_square_roots_are_reduced(a: Fraction, b: Fraction) -> None:
    length = sympy.sqrt(1 + rational(a) ** 2 + sympy.exp(2 * TIME))
    one = (rational(b) / length) ** 2 * length * length
    assert exact.is_zero(one - rational(b) ** 2) is True
    assert exact.is_zero(length * length - sympy.exp(2 * TIME) - rational(a) ** 2) is False


@EASY
@given(RATIONAL)
def test_sign_of_rationals(a: Fraction) -> None:
    assert exact.is_positive(rational(a)) is (a > 0)
    assert exact.is_nonnegative(rational(a)) is (a >= 0)


def test_sign_of_transcendental_constants() -> None:
    close = sympy.Rational(2718281828459045235360287471352662497757, 10**39)
    assert exact.is_positive(sympy.E - close) is True
    assert exact.is_nonnegative(close - sympy.E) is False
    assert exact.is_nonnegative(sympy.sqrt(2) * sympy.sqrt(3) - sympy.sqrt(6)) is True
    with pytest.raises(ValueError, match="free symbols"):
        exact.is_positive(TIME)


@EASY
@given(RATIONAL, RATIONAL, RATIONAL)
def test_sign_of_a_polynomial_on_an_interval(a: Fraction, b: Fraction, c: Fraction) -> None:
    curve = rational(a) + rational(b) * TIME + rational(c) * TIME**2
    answer = exact.is_nonnegative_on(curve, sympy.Integer(0), sympy.Integer(1))
    points = [Fraction(0), Fraction(1)] + ([-b / (2 * c)] if c and 0 < -b / (2 * c) < 1 else [])
    assert answer is (min(a + b * p + c * p * p for p in points) >= 0)


def test_sign_on_an_interval_abstains_beyond_polynomials() -> None:
    zero, one = sympy.Integer(0), sympy.Integer(1)
    assert exact.is_nonnegative_on(sympy.exp(TIME) - 1, zero, one) is None
    assert exact.is_nonnegative_on(1 - sympy.exp(TIME), zero, one) is False
    assert exact.is_nonnegative_on((2 * TIME - 1) ** 2, zero, one) is True
    assert exact.is_nonnegative_on((2 * TIME - 1) ** 3, zero, one) is False


def test_sequences() -> None:
    two = sympy.Integer(2) ** STEP
    assert exact.is_nonnegative_always(two.subs(STEP, STEP + 1) - 2 * two) is True
    assert exact.is_nonnegative_always(4 - two) is False
    assert exact.is_nonnegative_always(two) is None


@EASY
@given(st.lists(RATIONAL, min_size=6, max_size=6))
def test_gram_matrices_are_semidefinite_and_lowered_ones_are_not(entries: list[Fraction]) -> None:
    factor = sympy.Matrix(2, 3, [rational(e) for e in entries])
    gram = factor.T * factor
    assert exact.is_semidefinite(gram) is True
    assert exact.is_semidefinite(gram - sympy.eye(3)) is False
    assert exact.is_semidefinite(gram + sympy.Matrix([[0, 1, 0], [0, 0, 0], [0, 0, 0]])) is False


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({}, "x: no value"),
        ({"x": 0.5}, "x: expected an exact number"),
        ({"x": True}, "x: expected an exact number"),
        ({"x": "1/2"}, "x: expected an exact number"),
        ({"x": sympy.Float("0.5")}, "x: the expression"),
        ({"x": sympy.oo}, "x: the expression"),
    ],
)
def test_inexact_scalars_are_refused(values: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        exact.scalar(values, "x")


@pytest.mark.parametrize("rows", [(), 1, ((1, 2), (3,)), ((1, 2), 3), ((1, 0.5), (3, 4)), [[1, 2], [3, 4]]])
def test_malformed_matrices_are_refused(rows: object) -> None:
    with pytest.raises(ValueError, match=r"^A: "):
        exact.square({"A": rows}, "A")


def test_three_valued_conjunction() -> None:
    assert exact.conjunction([True, None, False]) is False
    assert exact.conjunction([True, None]) is None
    assert exact.conjunction([]) is True
    assert exact.negation(None) is None


def test_curves() -> None:
    decay = sympy.exp(-TIME)
    assert solves([decay], [-decay]) is True
    assert solves([decay], [decay]) is False
    assert is_continuous(decay / (1 + TIME**2)) is True
    assert is_continuous(1 / (1 - TIME)) is False
    assert is_continuous(1 / (1 + 3 * sympy.exp(TIME))) is True
    assert is_continuous(sympy.Abs(TIME)) is None
