"""Signs: every answer of the exact rules agrees with evaluation, squares need their identity and their weights."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.derive import Symbols, Truth
from claims.derive import domain as dom
from claims.derive.domain import Range
from claims.derive.inequality import decide_sign, decide_squares
from claims.derive.signs import Sign, nonzero, sign
from claims.model import Domain, Variable

RING, X, Y = sp.ring("x, y", sp.QQ)
UNIT = Range(Fraction(-1), Fraction(1))


def table() -> Symbols:
    return Symbols(
        [
            Variable("x", Domain.REAL, ""),
            Variable("y", Domain.REAL, ""),
            Variable("p", Domain.POSITIVE, ""),
            Variable("q", Domain.NONNEGATIVE, ""),
            Variable("c", Domain.OPEN_INTERVAL, "", lower="-1", upper="1"),
        ]
    )


@pytest.mark.parametrize(
    ("poly", "ranges", "expected"),
    [
        (X**2 + 1, (dom.REAL, dom.REAL), Sign.POSITIVE),
        (X**2, (dom.REAL, dom.REAL), Sign.NONNEGATIVE),
        (X**3, (dom.REAL, dom.REAL), Sign.UNKNOWN),
        (X**3 * Y, (dom.POSITIVE, dom.NONNEGATIVE), Sign.NONNEGATIVE),
        (X + Y, (dom.POSITIVE, dom.NONNEGATIVE), Sign.POSITIVE),
        (1 - X**2, (UNIT, dom.REAL), Sign.POSITIVE),
        (1 - 2 * X**2, (UNIT, dom.REAL), Sign.UNKNOWN),
        (X**2 - 2 * X + 1, (UNIT, dom.REAL), Sign.POSITIVE),
        (4 * X**2 - 4 * X + 1, (UNIT, dom.REAL), Sign.NONNEGATIVE),
        (Y * (1 + X) + 1 - X, (UNIT, dom.POSITIVE), Sign.POSITIVE),
        ((1 - X**2) * (1 + Y), (UNIT, dom.POSITIVE), Sign.POSITIVE),
        (-(X**2) - 1, (dom.REAL, dom.REAL), Sign.UNKNOWN),
        (X**2 - X, (dom.POSITIVE_NATURAL, dom.REAL), Sign.NONNEGATIVE),
        (RING.zero, (dom.REAL, dom.REAL), Sign.NONNEGATIVE),
    ],
)
def test_rules(poly: Any, ranges: tuple[Range, Range], expected: Sign) -> None:
    assert sign(poly, ranges) is expected


def test_nonzero_takes_either_sign() -> None:
    assert nonzero(-(X**2) - 1, (dom.REAL, dom.REAL))
    assert nonzero(X - 2, (UNIT, dom.REAL))
    assert not nonzero(X, (dom.REAL, dom.REAL))
    assert not nonzero(X, (dom.NONNEGATIVE, dom.REAL))
    assert not nonzero(RING.zero, (dom.REAL, dom.REAL))


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 2)), st.integers(-4, 4), max_size=5),
    st.sampled_from([dom.REAL, dom.POSITIVE, dom.NONNEGATIVE, UNIT]),
    st.sampled_from([dom.REAL, dom.POSITIVE, UNIT]),
    st.integers(0, 10**6),
)
def test_no_rule_contradicts_a_value(terms: Any, first: Range, second: Range, seed: int) -> None:
    poly = sum((n * X**i * Y**k for (i, k), n in terms.items()), RING.zero)
    found, rng = sign(poly, (first, second)), Random(seed)
    for _ in range(20):
        x, y = first.sample(rng), second.sample(rng)
        value = sum((n * x**i * y**k for (i, k), n in terms.items()), Fraction(0))
        assert found is Sign.UNKNOWN or value >= 0
        assert found is not Sign.POSITIVE or value > 0


def test_decided_signs() -> None:
    v = table()
    assert decide_sign(v, "t", sp.exp(v.x) + 1, strict=True).truth is Truth.PROVED
    assert decide_sign(v, "t", 1 - sp.tanh(v.x) ** 2, strict=True).truth is Truth.PROVED
    assert decide_sign(v, "t", v.p / (1 + v.x**2), strict=True).truth is Truth.PROVED
    assert decide_sign(v, "t", v.q, strict=True).truth is Truth.UNDECIDED
    assert decide_sign(v, "t", v.q).truth is Truth.PROVED
    assert decide_sign(v, "t", 1 - v.c**2, strict=True).truth is Truth.PROVED
    assert decide_sign(v, "t", v.c).truth is Truth.DISPROVED
    assert decide_sign(v, "t", 1 - 2 * v.c**2).truth is Truth.DISPROVED
    assert decide_sign(v, "t", v.p / v.x).truth is Truth.DISPROVED
    assert decide_sign(v, "t", v.p / v.x**2).truth is Truth.UNDECIDED  # the denominator may vanish
    assert decide_sign(v, "t", v.x**2 - 2 * v.x * v.y + 2 * v.y**2).truth is Truth.UNDECIDED


def test_squares() -> None:
    v = table()
    x, y = v.x, v.y
    form = x**2 - 2 * x * y + 2 * y**2
    assert decide_squares(v, "t", form, [(1, x - y), (1, y)]).truth is Truth.PROVED
    assert decide_squares(v, "t", form, [(1, x - y), (2, y)]).truth is Truth.DISPROVED
    assert decide_squares(v, "t", x**2 - y**2, [(1, x), (-1, y)]).truth is Truth.DISPROVED
    assert decide_squares(v, "t", v.c * x**2, [(v.c, x)]).truth is Truth.DISPROVED
    assert decide_squares(v, "t", v.p * x**2, [(v.p, x)]).truth is Truth.PROVED
    cosh = (sp.exp(x) + sp.exp(-x)) / 2 - 1
    root = (sp.exp(x / 2) - sp.exp(-x / 2)) / sp.sqrt(2)
    assert decide_squares(v, "t", cosh, [(1, root)]).truth is Truth.PROVED


def test_a_weight_without_a_sign_is_undecided() -> None:
    v = table()
    weight = v.x**2 - 2 * v.x * v.y + 2 * v.y**2
    assert decide_squares(v, "t", weight * v.p**2, [(weight, v.p)]).truth is Truth.UNDECIDED


integers = st.integers(-4, 4)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(integers, integers, integers), min_size=1, max_size=3), st.integers(0, 2))
def test_random_certificates(rows: list[tuple[int, int, int]], spoiled: int) -> None:
    v = table()
    roots = [a * v.x + b * v.y + c for a, b, c in rows]
    form = sp.expand(sum(root**2 for root in roots))
    made = decide_squares(v, "t", form - spoiled, [(1, root) for root in roots])
    assert made.truth is (Truth.PROVED if spoiled == 0 else Truth.DISPROVED)
