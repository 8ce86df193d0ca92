"""Residual layers against a flow: hypotheses and witness of the global error bound.

A field ``b`` is a tuple of expressions in the coordinates :func:`coordinate`; a region ``S`` is an expression that is
nonnegative exactly on it. ``y`` is a curve, ``x`` a sequence of vectors, ``c`` a sequence of curves (both symbols).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.curves import start, velocity
from symbolic.domains.exact import (
    STEP,
    TIME,
    Truth,
    exact,
    is_nonnegative,
    is_nonnegative_always,
    is_positive,
    is_semidefinite,
    is_zero_matrix,
    lookup,
    natural,
    scalar,
    vector,
)


def coordinate(k: int) -> sympy.Symbol:
    """The k-th coordinate of a state, counted from one."""
    return sympy.Symbol(f"v_{k}", real=True)


def positive_lipschitz(values: Mapping[str, Any]) -> Truth:
    """``L > 0``."""
    return is_positive(scalar(values, "L"))


def nonnegative_remainder(values: Mapping[str, Any]) -> Truth:
    """``C >= 0``."""
    return is_nonnegative(scalar(values, "C"))


def positive_step(values: Mapping[str, Any]) -> Truth:
    """``Delta > 0``."""
    return is_positive(scalar(values, "Delta"))


def lipschitz_field(values: Mapping[str, Any]) -> Truth:
    """``|b(v) - b(w)| <= L |v - w|`` on the region; decided for linear fields, for which the region does not matter."""
    jacobian = _field(values).jacobian(_coordinates(values))
    if jacobian.free_symbols:
        return None
    bound = scalar(values, "L") ** 2 * sympy.eye(jacobian.rows)
    return is_semidefinite(bound - jacobian.T * jacobian)


def flow_in_region(values: Mapping[str, Any]) -> Truth:
    """``y(t)`` stays in the region; decided for the whole space."""
    return _everywhere(values)


def layers_in_region(values: Mapping[str, Any]) -> Truth:
    """The flow started at each layer stays in the region for one step; decided for the whole space."""
    return _everywhere(values)


def _everywhere(values: Mapping[str, Any]) -> Truth:
    region = exact(lookup(values, "S"), "S")
    return None if region.free_symbols else is_nonnegative(region)


def solution(values: Mapping[str, Any]) -> Truth:
    """``y' = b(y)``."""
    y = vector(values, "y")
    return is_zero_matrix(y.applyfunc(velocity) - _at(values, y))


def layer_solutions(values: Mapping[str, Any]) -> Truth:
    """``c_j' = b(c_j)`` for every layer j."""
    c = vector(values, "c")
    return is_zero_matrix(c.applyfunc(velocity) - _at(values, c))


def layer_starts(values: Mapping[str, Any]) -> Truth:
    """``c_j(0) = x_j`` for every layer j."""
    return is_zero_matrix(vector(values, "c").applyfunc(start) - vector(values, "x"))


def small_remainder(values: Mapping[str, Any]) -> Truth:
    """``|x_(j+1) - c_j(Delta)| <= C Delta^2`` for every layer j."""
    step = scalar(values, "Delta")
    after = vector(values, "c").subs(TIME, step)
    gap = vector(values, "x").subs(STEP, STEP + 1) - after
    return is_nonnegative_always((scalar(values, "C") * step**2) ** 2 - gap.dot(gap))


def same_start(values: Mapping[str, Any]) -> Truth:
    """``x_0 = y(0)``."""
    return is_zero_matrix(vector(values, "x").subs(STEP, 0) - vector(values, "y").applyfunc(start))


def within_depth(values: Mapping[str, Any]) -> Truth:
    """``j Delta <= T``."""
    return is_nonnegative(scalar(values, "T") - natural(values, "j") * scalar(values, "Delta"))


def _coordinates(values: Mapping[str, Any]) -> list[sympy.Symbol]:
    return [coordinate(k + 1) for k in range(vector(values, "b").rows)]


def _field(values: Mapping[str, Any]) -> sympy.Matrix:
    return vector(values, "b")


def _at(values: Mapping[str, Any], state: sympy.Matrix) -> sympy.Matrix:
    replacement = dict(zip(_coordinates(values), state, strict=True))
    return _field(values).subs(replacement, simultaneous=True)


def global_error_witness() -> dict[str, Any]:
    """The nilpotent field ``b(v) = (v_2, v_3, 0)`` and its explicit Euler layers, ten steps of a tenth.

    One Euler step misses the flow by ``Delta^2 v_3 / 2`` in the first coordinate, the same at every layer, so that
    ``C = |v_3| / 2`` is sharp.
    """
    step, first = sympy.Rational(1, 10), sympy.Matrix([1, -1, 4])
    field = sympy.Matrix([[0, 1, 0], [0, 0, 1], [0, 0, 0]])

    def flow(state: sympy.Matrix) -> sympy.Matrix:
        return (state + TIME * field * state + TIME**2 / 2 * field**2 * state).applyfunc(sympy.expand)

    pairs = STEP * (STEP - 1) / 2
    layers = (first + STEP * step * field * first + pairs * step**2 * field**2 * first).applyfunc(sympy.expand)
    return {
        "d": 3,
        "S": 1,
        "b": (coordinate(2), coordinate(3), 0),
        "y": tuple(flow(first)),
        "x": tuple(layers),
        "c": tuple(flow(layers)),
        "C": 2,
        "L": 1,
        "Delta": Fraction(1, 10),
        "T": 1,
        "j": 10,
    }
