"""Family of matrices with identical rows: hypotheses and witnesses.

A determinant is given as a polynomial in the entry symbols :func:`entry`; that it is one is decided by exact
polynomial identities for the size at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.exact import (
    Truth,
    conjunction,
    exact,
    is_nonnegative,
    is_semidefinite,
    is_zero,
    lookup,
    natural,
    scalar,
    square,
    vector,
)


def entry(row: int, column: int) -> sympy.Symbol:
    """The symbol of a matrix entry, counted from one."""
    return sympy.Symbol(f"a_{row}_{column}", real=True)


def generic(size: int) -> sympy.Matrix:
    """The square matrix of entry symbols."""
    return sympy.Matrix(size, size, lambda i, j: entry(i + 1, j + 1))


def determinant(size: int) -> sympy.Expr:
    """The determinant as a polynomial in the entry symbols."""
    return generic(size).det(method="berkowitz")


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


def is_determinant(values: Mapping[str, Any]) -> Truth:
    """``det`` is additive and homogeneous in each row, vanishes at two equal rows, and is one at the identity."""
    size, polynomial = natural(values, "d"), exact(lookup(values, "det"), "det")
    matrix = generic(size)
    foreign = polynomial.free_symbols - matrix.free_symbols
    if foreign:
        raise ValueError(f"det: symbols {sorted(map(str, foreign))} are not entries of a {size} by {size} matrix")

    def at(found: sympy.Matrix) -> sympy.Expr:
        return polynomial.subs(dict(zip(matrix, found, strict=True)), simultaneous=True)

    rows = range(size)
    parts = [_linear_in_row(at, matrix, row) for row in rows]
    parts += [is_zero(at(_copy_row(matrix, p, q))) for p in rows for q in rows if p < q]
    return conjunction([*parts, is_zero(at(sympy.eye(size)) - 1)])


def _linear_in_row(at: Any, matrix: sympy.Matrix, row: int) -> Truth:
    """Whether a function of matrices is linear in one row."""
    size, factor = matrix.rows, sympy.Symbol("factor", real=True)
    other = sympy.Matrix(1, size, lambda _, j: sympy.Symbol(f"b_{j + 1}", real=True))
    mixed = _with_row(matrix, row, matrix.row(row) + factor * other)
    return is_zero(sympy.expand(at(mixed) - at(matrix) - factor * at(_with_row(matrix, row, other))))


def _with_row(matrix: sympy.Matrix, row: int, entries: sympy.Matrix) -> sympy.Matrix:
    changed = matrix.copy()
    changed[row, :] = entries
    return changed


def _copy_row(matrix: sympy.Matrix, source: int, target: int) -> sympy.Matrix:
    return _with_row(matrix, target, matrix.row(source))


# Witnesses


def rank_witness() -> dict[str, Any]:
    """Width 2, a row with both signs, and a left factor that does not commute with A."""
    return {"d": 2, "alpha": (1, -3), "v": (5, 2), "W": ((2, 1), (0, 5)), "det": determinant(2)}


def spectrum_witness() -> dict[str, Any]:
    """Width 3 with row sum 3/2."""
    return {"d": 3, "alpha": (1, -2, Fraction(5, 2)), "x": 7, "det": determinant(3)}


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
        "det": determinant(3),
    }


# Facts about the witnesses


def leading_part(values: Mapping[str, Any]) -> sympy.Matrix:
    """``1 alpha^T`` as an exact matrix."""
    row = vector(values, "alpha")
    return sympy.ones(row.rows, 1) * row.T
