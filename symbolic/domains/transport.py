"""Transport distance between measures with finitely many atoms under the attention flow with ``V = I``.

``p`` and ``q`` are the weights of the atoms ``z`` and ``y``, nested tuples of curves.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.attention import project, square_norm
from symbolic.domains.coupling import cost
from symbolic.domains.curves import start, velocity
from symbolic.domains.exact import (
    TIME,
    Truth,
    conjunction,
    is_nonnegative,
    is_semidefinite,
    is_zero,
    is_zero_matrix,
    scalar,
    square,
    tokens,
    vector,
)
from symbolic.domains.two_particle import mirrored_pair


def nonnegative_temperature(values: Mapping[str, Any]) -> Truth:
    """``beta >= 0``."""
    return is_nonnegative(scalar(values, "beta"))


def nonnegative_norm(values: Mapping[str, Any]) -> Truth:
    """``a >= 0``."""
    return is_nonnegative(scalar(values, "a"))


def product_bound(values: Mapping[str, Any]) -> Truth:
    """``B = beta a``."""
    return is_zero(scalar(values, "B") - scalar(values, "beta") * scalar(values, "a"))


def score_bound(values: Mapping[str, Any]) -> Truth:
    """``|A v| <= a |v|`` for every v, given ``a >= 0``."""
    matrix, bound = square(values, "A"), scalar(values, "a")
    return is_semidefinite(bound**2 * sympy.eye(matrix.rows) - matrix.T * matrix)


def nonnegative_p(values: Mapping[str, Any]) -> Truth:
    """Every weight ``p_i`` is nonnegative."""
    return conjunction(is_nonnegative(weight) for weight in vector(values, "p"))


def unit_p(values: Mapping[str, Any]) -> Truth:
    """The weights ``p`` sum to one."""
    return is_zero(sum(vector(values, "p"), sympy.Integer(0)) - 1)


def nonnegative_q(values: Mapping[str, Any]) -> Truth:
    """Every weight ``q_j`` is nonnegative."""
    return conjunction(is_nonnegative(weight) for weight in vector(values, "q"))


def unit_q(values: Mapping[str, Any]) -> Truth:
    """The weights ``q`` sum to one."""
    return is_zero(sum(vector(values, "q"), sympy.Integer(0)) - 1)


def first_on_sphere(values: Mapping[str, Any]) -> Truth:
    """Every atom ``z_i`` is a unit vector at every time."""
    return conjunction(is_zero(square_norm(z) - 1) for z in tokens(values, "z"))


def second_on_sphere(values: Mapping[str, Any]) -> Truth:
    """Every atom ``y_j`` is a unit vector at every time."""
    return conjunction(is_zero(square_norm(y) - 1) for y in tokens(values, "y"))


def first_flow(values: Mapping[str, Any]) -> Truth:
    """The atoms ``z`` follow the attention field of their own measure."""
    return _follows(values, "p", "z")


def second_flow(values: Mapping[str, Any]) -> Truth:
    """The atoms ``y`` follow the attention field of their own measure."""
    return _follows(values, "q", "y")


def _follows(values: Mapping[str, Any], weights: str, atoms: str) -> Truth:
    masses, points = list(vector(values, weights)), tokens(values, atoms)
    gaps = (point.applyfunc(velocity) - _field(values, masses, points, point) for point in points)
    return conjunction(is_zero_matrix(gap) for gap in gaps)


def _field(values: Mapping[str, Any], masses: list[Any], points: list[sympy.Matrix], x: sympy.Matrix) -> sympy.Matrix:
    """``P_x`` of the attention mean of ``sum_j m_j delta_(y_j)`` at x."""
    score = square(values, "A")
    beta = scalar(values, "beta")
    parts = [m * sympy.exp(beta * (x.T * score * y)[0, 0]) for m, y in zip(masses, points, strict=True)]
    mean = sum((w * y for w, y in zip(parts, points, strict=True)), sympy.zeros(x.rows, 1))
    return project(x, mean / sum(parts, sympy.Integer(0)))


def distance_at_start(values: Mapping[str, Any]) -> Truth:
    """``w0`` is the transport distance at time zero."""
    return _is_distance(values, scalar(values, "w0"), sympy.Integer(0))


def distance_at_time(values: Mapping[str, Any]) -> Truth:
    """``w`` is the transport distance at time t."""
    return _is_distance(values, scalar(values, "w"), scalar(values, "t"))


def _is_distance(values: Mapping[str, Any], distance: sympy.Expr, time: sympy.Expr) -> Truth:
    """Decided when one measure is a single atom: then the product is the only coupling."""
    p, q = vector(values, "p"), vector(values, "q")
    z = [point.subs(TIME, time) for point in tokens(values, "z")]
    y = [point.subs(TIME, time) for point in tokens(values, "y")]
    if min(len(z), len(y)) > 1:
        return None
    return is_zero(distance - cost(p * q.T, z, y))


def dobrushin_witness() -> dict[str, Any]:
    """Two atoms that attract each other in a plane, and a resting one in it, at inverse temperature one.

    The score matrix sees the third axis only, so the weights are equal and the pair follows the closed law.
    """
    first, second = mirrored_pair(Fraction(-7, 25))
    z = [sympy.Matrix([*first, 0]), sympy.Matrix([*second, 0])]
    y = [sympy.Matrix([1, 0, 0])]
    half = Fraction(1, 2)
    distance = cost(sympy.Matrix([[half], [half]]), z, y)
    return {
        "n": 2,
        "m": 1,
        "d": 3,
        "beta": 1,
        "a": 1,
        "B": 1,
        "T": 1,
        "A": ((0, 0, 0), (0, 0, 0), (0, 0, 1)),
        "p": (half, half),
        "q": (1,),
        "z": tuple(tuple(point) for point in z),
        "y": tuple(tuple(point) for point in y),
        "t": 1,
        "w0": start(distance),
        "w": distance.subs(TIME, 1),
    }
