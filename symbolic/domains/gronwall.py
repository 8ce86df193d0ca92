"""Family of Gronwall inequalities and stability bounds: hypotheses and witnesses.

Curves are expressions in the time symbol on ``[0, T]``, sequences are expressions in the step symbol.
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
    conjunction,
    is_nonnegative,
    is_nonnegative_always,
    is_nonnegative_on,
    is_semidefinite,
    is_semidefinite_on,
    is_zero,
    is_zero_matrix,
    scalar,
    square,
    vector,
)

# Curves


def forced_growth(values: Mapping[str, Any]) -> Truth:
    """``u' <= K u + delta`` on ``[0, T]``."""
    u, rate = scalar(values, "u"), scalar(values, "K")
    slack = rate * u + scalar(values, "delta") - velocity(u)
    return is_nonnegative_on(slack, sympy.Integer(0), scalar(values, "T"))


def derivative_of_u(values: Mapping[str, Any]) -> Truth:
    """``du`` is the derivative of ``u``."""
    return is_zero(velocity(scalar(values, "u")) - scalar(values, "du"))


def time_after_start(values: Mapping[str, Any]) -> Truth:
    """``0 <= t``."""
    return is_nonnegative(scalar(values, "t"))


def time_before_end(values: Mapping[str, Any]) -> Truth:
    """``t <= T``."""
    return is_nonnegative(scalar(values, "T") - scalar(values, "t"))


# Sequences


def step_growth(values: Mapping[str, Any]) -> Truth:
    """``u_(j+1) <= (1 + a) u_j + b`` for every j."""
    u = scalar(values, "u")
    return is_nonnegative_always((1 + scalar(values, "a")) * u + scalar(values, "b") - u.subs(STEP, STEP + 1))


def nonnegative_factor(values: Mapping[str, Any]) -> Truth:
    """``1 + a >= 0``."""
    return is_nonnegative(1 + scalar(values, "a"))


# Frozen kernels


def frozen_semidefinite(values: Mapping[str, Any]) -> Truth:
    """``v^T K0 v >= 0`` for every v."""
    kernel = square(values, "K0")
    return is_semidefinite((kernel + kernel.T) / 2)


def kernel_semidefinite(values: Mapping[str, Any]) -> Truth:
    """``v^T K(t) v >= 0`` for every v and every time of ``[0, T]``."""
    kernel = square(values, "K")
    return is_semidefinite_on((kernel + kernel.T) / 2, sympy.Integer(0), scalar(values, "T"))


def kernel_close(values: Mapping[str, Any]) -> Truth:
    """``|K(t) - K0| <= eps`` in operator norm on ``[0, T]``."""
    gap, eps = square(values, "K") - square(values, "K0"), scalar(values, "eps")
    room = eps**2 * sympy.eye(gap.rows) - gap.T * gap
    return conjunction([is_nonnegative(eps), is_semidefinite_on(room, sympy.Integer(0), scalar(values, "T"))])


def residual_flow(values: Mapping[str, Any]) -> Truth:
    """``r' = -K(t) r``."""
    r = vector(values, "r")
    return is_zero_matrix(r.applyfunc(velocity) + square(values, "K") * r)


def frozen_flow(values: Mapping[str, Any]) -> Truth:
    """``r0' = -K0 r0``."""
    r = vector(values, "r0")
    return is_zero_matrix(r.applyfunc(velocity) + square(values, "K0") * r)


def same_start(values: Mapping[str, Any]) -> Truth:
    """``r(0) = r0(0)``."""
    return is_zero_matrix((vector(values, "r") - vector(values, "r0")).applyfunc(start))


def nonnegative_drift(values: Mapping[str, Any]) -> Truth:
    """``eps >= 0``."""
    return is_nonnegative(scalar(values, "eps"))


# Witnesses


def differential_witness() -> dict[str, Any]:
    """``u = 1 + t`` under ``u' <= 2 u + 1``: strict, and not a solution of the equality."""
    return {"K": 2, "delta": 1, "T": 3, "t": 2, "u": 1 + TIME, "du": 1}


def discrete_witness() -> dict[str, Any]:
    """``u_j = 3^j - 1``: equality with ``a = 2``, ``b = 2``."""
    return {"a": 2, "b": 2, "u": sympy.Integer(3) ** STEP - 1, "j": 4}


def duhamel_witness() -> dict[str, Any]:
    """Two samples, a kernel whose first eigenvalue grows from 1 by t/10, in a rotated rational basis, up to T = 2.

    Both residuals are in closed form: along an eigenvector of rate k they decay as the exponential of minus its
    integral.
    """
    basis = sympy.Matrix([[3, -4], [4, 3]]) / 5
    kernel = basis * sympy.diag(1 + TIME / 10, 2) * basis.T
    frozen = basis * sympy.diag(1, 2) * basis.T
    slow, fast = sympy.exp(-TIME), sympy.exp(-2 * TIME)
    moving = basis * sympy.Matrix([slow * sympy.exp(-(TIME**2) / 20), fast])
    return {
        "m": 2,
        "K0": _rows(frozen),
        "K": _rows(kernel),
        "r": tuple(moving),
        "r0": tuple(basis * sympy.Matrix([slow, fast])),
        "eps": Fraction(1, 5),
        "T": 2,
        "t": 1,
    }


def _rows(found: sympy.Matrix) -> tuple[tuple[sympy.Expr, ...], ...]:
    return tuple(tuple(sympy.expand(entry) for entry in found.row(i)) for i in range(found.rows))
