"""Family of matrices with identical rows: hypotheses and witnesses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.exact import (
    Truth,
    conjunction,
    is_nonnegative,
    is_semidefinite,
    natural,
    scalar,
    square,
    vector,
)

# Hypotheses


def small_perturbation(values: Mapping[str, Any]) -> Truth:
    """``|Delta v| <= delta |v|`` for all v: ``delta >= 0`` and ``delta^2 I - Delta^T Delta`` semidefinite."""
    found, bound = square(values, "Delta"), scalar(values, "delta")
    gap = bound**2 * sympy.eye(found.rows) - found.T * found
    return conjunction([is_nonnegative(bound), is_semidefinite(gap)])


def nonnegative_bound(values: Mapping[str, Any]) -> Truth:
    """``delta >= 0``."""
    return is_nonnegative(scalar(values, "delta"))


def at_least_one(values: Mapping[str, Any]) -> Truth:
    """The width is at least one."""
    return natural(values, "d") >= 1


# Witnesses


def rank_witness() -> dict[str, Any]:
    """Width 2, a row with both signs, and a left factor that does not commute with A."""
    return {"d": 2, "alpha": (1, -3), "v": (5, 2), "W": ((2, 1), (0, 5))}


def spectrum_witness() -> dict[str, Any]:
    """Width 3 with row sum 3/2."""
    return {"d": 3, "alpha": (1, -2, Fraction(5, 2)), "x": 7}


def power_witness() -> dict[str, Any]:
    """Width 3 and the cube of a matrix whose row sum is -1 (``j`` is the exponent less one)."""
    return {"d": 3, "alpha": (1, -4, 2), "k": 3, "j": 2}


def det_witness() -> dict[str, Any]:
    """The equality case: all rows one, perturbed by a tenth of the identity; the determinant is 31/1000."""
    tenth = Fraction(1, 10)
    return {
        "d": 3,
        "alpha": (1, 1, 1),
        "Delta": tuple(tuple(tenth if i == j else 0 for j in range(3)) for i in range(3)),
        "delta": tenth,
    }


# Facts about the witnesses


def leading_part(values: Mapping[str, Any]) -> sympy.Matrix:
    """``1 alpha^T`` as an exact matrix."""
    row = vector(values, "alpha")
    return sympy.ones(row.rows, 1) * row.T
