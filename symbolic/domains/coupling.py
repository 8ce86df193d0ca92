"""Coupled clouds of moving points: hypotheses and witnesses of the stability bounds.

``z`` (n points) and ``y`` (m points) are curves, ``b`` and ``g`` their velocities, ``f`` the values at ``y`` of the
field that moves ``z``; all are nested tuples of expressions in the time symbol. ``pi`` is a coupling, n rows of m
weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.attention import square_norm
from symbolic.domains.curves import velocity
from symbolic.domains.exact import (
    TIME,
    Truth,
    conjunction,
    is_nonnegative,
    is_nonnegative_on,
    is_zero,
    is_zero_matrix,
    matrix,
    scalar,
    tokens,
)


def cost(coupling: sympy.Matrix, z: list[sympy.Matrix], y: list[sympy.Matrix]) -> sympy.Expr:
    """The mean distance of coupled points, ``sum_ij pi_ij |z_i - y_j|``."""
    pairs = ((i, j) for i in range(len(z)) for j in range(len(y)))
    terms = (coupling[i, j] * sympy.sqrt(sympy.expand(square_norm(z[i] - y[j]))) for i, j in pairs)
    return sum(terms, sympy.Integer(0))


def nonnegative_coupling(values: Mapping[str, Any]) -> Truth:
    """Every weight of the coupling is nonnegative."""
    return conjunction(is_nonnegative(weight) for weight in matrix(values, "pi"))


def unit_mass(values: Mapping[str, Any]) -> Truth:
    """The weights of the coupling sum to one."""
    return is_zero(sum(matrix(values, "pi"), sympy.Integer(0)) - 1)


def first_cloud(values: Mapping[str, Any]) -> Truth:
    """``z_i' = b_i``."""
    return _moves(values, "z", "b")


def second_cloud(values: Mapping[str, Any]) -> Truth:
    """``y_j' = g_j``."""
    return _moves(values, "y", "g")


def _moves(values: Mapping[str, Any], points: str, field: str) -> Truth:
    pairs = zip(tokens(values, points), tokens(values, field), strict=True)
    return conjunction(is_zero_matrix(point.applyfunc(velocity) - speed) for point, speed in pairs)


def lipschitz(values: Mapping[str, Any]) -> Truth:
    """``|b_i - f_j| <= C_x |z_i - y_j| + C_nu D`` on [0, T]; decided when the first term alone is enough."""
    bound = scalar(values, "Cx")
    parts = [
        is_nonnegative_on(bound**2 * square_norm(gap) - square_norm(drift), sympy.Integer(0), scalar(values, "T"))
        for gap, drift in _differences(values)
    ]
    enough = conjunction([is_nonnegative(bound), is_nonnegative(scalar(values, "Cnu")), *parts])
    return True if enough is True else None


def _differences(values: Mapping[str, Any]) -> Iterator[tuple[sympy.Matrix, sympy.Matrix]]:
    """``z_i - y_j`` with ``b_i - f_j`` for every pair."""
    for z, b in zip(tokens(values, "z"), tokens(values, "b"), strict=True):
        for y, f in zip(tokens(values, "y"), tokens(values, "f"), strict=True):
            yield z - y, b - f


def field_error(values: Mapping[str, Any]) -> Truth:
    """``|f_j - g_j| <= delta`` on [0, T]."""
    bound = scalar(values, "delta")
    gaps = (f - g for f, g in zip(tokens(values, "f"), tokens(values, "g"), strict=True))
    room = (is_nonnegative_on(bound**2 - square_norm(gap), sympy.Integer(0), scalar(values, "T")) for gap in gaps)
    return conjunction([is_nonnegative(bound), *room])


def perturbed_witness() -> dict[str, Any]:
    """Two clouds of two points in the plane under the shear ``(v_2, 0)``; the second also drifts upwards at 1/4."""
    starts = (sympy.Matrix([0, 1]), sympy.Matrix([2, -1])), (sympy.Matrix([1, 1]), sympy.Matrix([0, 3]))
    shear, drift = sympy.Matrix([[0, 1], [0, 0]]), sympy.Matrix([0, Fraction(1, 4)])
    z = [p + TIME * shear * p for p in starts[0]]
    y = [p + TIME * (shear * p + drift) + TIME**2 / 2 * shear * drift for p in starts[1]]
    coupling = sympy.Matrix([[Fraction(1, 2), 0], [Fraction(1, 6), Fraction(1, 3)]])
    return {
        "n": 2,
        "m": 2,
        "d": 2,
        "pi": _rows([coupling.row(i).T for i in range(2)]),
        "z": _rows(z),
        "y": _rows(y),
        "b": _rows([shear * p for p in z]),
        "f": _rows([shear * p for p in y]),
        "g": _rows([shear * p + drift for p in y]),
        "Cx": 1,
        "Cnu": 1,
        "C": 2,
        "delta": Fraction(1, 4),
        "D": cost(coupling, z, y),
        "T": 2,
        "t": 1,
    }


def _rows(columns: list[sympy.Matrix]) -> tuple[tuple[sympy.Expr, ...], ...]:
    return tuple(tuple(sympy.sympify(entry) for entry in column) for column in columns)
