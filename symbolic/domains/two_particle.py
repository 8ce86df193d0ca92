"""Family of two tokens on the sphere: hypotheses and witnesses.

``x1``, ``x2`` are tokens and ``c`` their overlap, as functions of the time symbol where they move. A pair that starts
with overlap -7/25 is in closed form: its half angle has tangent ``4 e^{-t} / 3``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.attention import square_norm
from symbolic.domains.curves import start, velocity
from symbolic.domains.energy import identity_attention
from symbolic.domains.exact import (
    TIME,
    Truth,
    conjunction,
    is_nonnegative,
    is_positive,
    is_zero,
    is_zero_matrix,
    lookup,
    scalar,
    tokens,
    vector,
)

_FIELDS = ("softmax", "unnormalised")


def overlap_of_tokens(values: Mapping[str, Any]) -> Truth:
    """``c = x1 . x2``."""
    return is_zero(scalar(values, "c") - vector(values, "x1").dot(vector(values, "x2")))


def rank_of_pair(values: Mapping[str, Any]) -> Truth:
    """``r`` is ``(tr G)^2 / tr(G^2)`` for the Gram matrix G of ``x1`` and ``x2``."""
    x, y = vector(values, "x1"), vector(values, "x2")
    gram = sympy.Matrix([[x.dot(x), x.dot(y)], [y.dot(x), y.dot(y)]])
    return is_zero(scalar(values, "r") * (gram * gram).trace() - gram.trace() ** 2)


def first_unit(values: Mapping[str, Any]) -> Truth:
    """``|x1| = 1`` at time zero."""
    return is_zero(square_norm(vector(values, "x1").applyfunc(start)) - 1)


def second_unit(values: Mapping[str, Any]) -> Truth:
    """``|x2| = 1`` at time zero."""
    return is_zero(square_norm(vector(values, "x2").applyfunc(start)) - 1)


def first_uniform(values: Mapping[str, Any]) -> Truth:
    """``x1' = (x2 - c x1) / 2``."""
    return _uniform(values, "x1", "x2")


def second_uniform(values: Mapping[str, Any]) -> Truth:
    """``x2' = (x1 - c x2) / 2``."""
    return _uniform(values, "x2", "x1")


def _uniform(values: Mapping[str, Any], name: str, other: str) -> Truth:
    x, y, c = vector(values, name), vector(values, other), scalar(values, "c")
    return is_zero_matrix(x.applyfunc(velocity) - (y - c * x) / 2)


def overlap_equation(values: Mapping[str, Any]) -> Truth:
    """``c' = 1 - c^2``."""
    c = scalar(values, "c")
    return is_zero(velocity(c) - (1 - c**2))


def start_above(values: Mapping[str, Any]) -> Truth:
    """``c(0) > -1``."""
    return is_positive(start(scalar(values, "c")) + 1)


def start_below(values: Mapping[str, Any]) -> Truth:
    """``c(0) < 1``."""
    return is_positive(1 - start(scalar(values, "c")))


def starts_orthogonal(values: Mapping[str, Any]) -> Truth:
    """``c(0) = 0``."""
    return is_zero(start(scalar(values, "c")))


def overlap_of_rows(values: Mapping[str, Any]) -> Truth:
    """``c = x_1 . x_2`` for the two rows of ``x``."""
    first, second = tokens(values, "x")
    return is_zero(scalar(values, "c") - first.dot(second))


def known_field(values: Mapping[str, Any]) -> Truth:
    """``field`` names the normalised (``softmax``) or the unnormalised field of ``A = V = I``."""
    return lookup(values, "field") in _FIELDS


def follows_field(values: Mapping[str, Any]) -> Truth:
    """The rows of ``x`` move with the named field at every time."""
    name, x = lookup(values, "field"), tokens(values, "x")
    if name not in _FIELDS:
        raise ValueError(f"field: expected one of {', '.join(_FIELDS)}, got {name!r}")
    model = identity_attention(values, x[0].rows)
    field = model.sa if name == "softmax" else model.usa
    return conjunction(is_zero_matrix(x[i].applyfunc(velocity) - field(x, i)) for i in range(len(x)))


def nonnegative_temperature(values: Mapping[str, Any]) -> Truth:
    """``beta >= 0``."""
    return is_nonnegative(scalar(values, "beta"))


# Witnesses


def law(c0: Fraction) -> sympy.Expr:
    """The solution of ``c' = 1 - c^2`` from ``c0``, a quotient of exponentials."""
    above, below = _halves(c0)
    growth = above * sympy.exp(2 * TIME)
    return (growth - below) / (growth + below)


def _halves(c0: Fraction) -> tuple[sympy.Rational, sympy.Rational]:
    """``(1 + c0)/2`` and ``(1 - c0)/2``."""
    ratio = sympy.Rational(c0.numerator, c0.denominator)
    return (1 + ratio) / 2, (1 - ratio) / 2


def mirrored_pair(c0: Fraction) -> tuple[tuple[sympy.Expr, ...], tuple[sympy.Expr, ...]]:
    """Two unit vectors mirrored at the first axis whose overlap starts at ``c0`` and follows the law."""
    above, below = _halves(c0)
    length = sympy.sqrt(above * sympy.exp(2 * TIME) + below)
    along, across = sympy.sqrt(above) * sympy.exp(TIME) / length, sympy.sqrt(below) / length
    return (along, across), (along, -across)


def _pair(c0: Fraction) -> dict[str, Any]:
    first, second = mirrored_pair(c0)
    return {"d": 2, "x1": first, "x2": second, "c": law(c0), "T": 2}


def uniform_witness() -> dict[str, Any]:
    """The pair from overlap -7/25 on [0, 2]; the matrix ``x`` is the pair at the start."""
    c0 = Fraction(-7, 25)
    x = ((Fraction(3, 5), Fraction(4, 5)), (Fraction(3, 5), Fraction(-4, 5)))
    return {**_pair(c0), "c0": c0, "s": 1, "x": x}


def beta_witness() -> dict[str, Any]:
    """Two tokens at inverse temperature one, at one moment (T = 0), launched with their velocities."""
    points = [sympy.Matrix([1, 0]), sympy.Matrix([sympy.Rational(-3, 5), sympy.Rational(4, 5)])]
    model = identity_attention({"beta": 1}, 2)
    x = [points[i] + TIME * model.sa(points, i) for i in range(2)]
    rows = tuple(tuple(row) for row in x)
    return {"d": 2, "beta": 1, "x": rows, "c": x[0].dot(x[1]), "T": 0}


def antipodal_witness() -> dict[str, Any]:
    """The pair from overlap -7/25 at all later times; in closed form because the inverse temperature is zero."""
    pair = _pair(Fraction(-7, 25))
    rows = {"x": (pair["x1"], pair["x2"]), "c0": Fraction(-7, 25), "s": 1, "beta": 0, "field": "softmax"}
    return {**pair, **rows}


def gram_witness() -> dict[str, Any]:
    """The same pair at rest."""
    unit = (Fraction(3, 5), Fraction(4, 5)), (Fraction(3, 5), Fraction(-4, 5))
    return {"d": 2, "x1": unit[0], "x2": unit[1], "c": Fraction(-7, 25)}


def rank_witness() -> dict[str, Any]:
    """The pair from overlap -7/25, whose participation rank rises before it falls."""
    pair = _pair(Fraction(-7, 25))
    return {**pair, "c0": Fraction(-7, 25), "r": 2 / (1 + pair["c"] ** 2)}


def time_witness() -> dict[str, Any]:
    """The orthogonal pair on [0, 2], past the half logarithm of 19."""
    return {**_pair(Fraction(0)), "s": 1}
