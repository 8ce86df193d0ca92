"""Vectors and matrices of balls as plain lists: sums, products, softmax, projection, determinants.

A vector has shape ``[n]``, a matrix ``[n][m]`` (list of rows). Entries may be balls, integers or fractions where the
function says so; sizes that do not fit raise ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpq_mat

from claims.measure.balls import ball, largest, sqrt

Vector = Sequence[Any]
Matrix = Sequence[Sequence[Any]]


def _meet(a: Any, b: Any) -> tuple[Any, Any]:
    """Two numbers that can be added and multiplied: python-flint does not know Python's fractions."""
    if isinstance(a, Fraction) and isinstance(b, arb):
        return ball(a), b
    if isinstance(b, Fraction) and isinstance(a, arb):
        return a, ball(b)
    return a, b


def times(a: Any, b: Any) -> Any:
    """Product of two numbers, each a ball or exact."""
    x, y = _meet(a, b)
    return x * y


def plus(a: Any, b: Any) -> Any:
    """Sum of two numbers, each a ball or exact."""
    x, y = _meet(a, b)
    return x + y


def total(values: Iterable[Any]) -> Any:
    """Sum of balls or exact numbers; 0 for an empty sum."""
    out: Any = 0
    for value in values:
        out = plus(out, value)
    return out


def dot(x: Vector, y: Vector) -> Any:
    """Inner product of two vectors of equal length."""
    if len(x) != len(y):
        raise ValueError(f"inner product of vectors of lengths {len(x)} and {len(y)}")
    return total(times(a, b) for a, b in zip(x, y, strict=True))


def add(x: Vector, y: Vector) -> list[Any]:
    """Entrywise sum."""
    return [plus(a, b) for a, b in zip(x, y, strict=True)]


def sub(x: Vector, y: Vector) -> list[Any]:
    """Entrywise difference."""
    return [plus(a, -b) for a, b in zip(x, y, strict=True)]


def scale(factor: Any, x: Vector) -> list[Any]:
    """Scalar multiple."""
    return [times(factor, a) for a in x]


def combine(weights: Vector, rows: Matrix) -> list[Any]:
    """``sum_j weights[j] * rows[j]``: shape [n] and [n][d] give [d]."""
    if len(weights) != len(rows):
        raise ValueError(f"{len(weights)} weights for {len(rows)} rows")
    return [dot(weights, column) for column in zip(*rows, strict=True)]


def matvec(a: Matrix, x: Vector) -> list[Any]:
    """Matrix times column vector: [n][m] and [m] give [n]."""
    return [dot(row, x) for row in a]


def transpose(a: Matrix) -> list[list[Any]]:
    """Transpose of [n][m]."""
    return [list(column) for column in zip(*a, strict=True)]


def matmul(a: Matrix, b: Matrix) -> list[list[Any]]:
    """Matrix product: [n][m] and [m][k] give [n][k]."""
    columns = transpose(b)
    return [[dot(row, column) for column in columns] for row in a]


def identity(n: int) -> list[list[int]]:
    """Identity matrix of size n."""
    return [[int(i == j) for j in range(n)] for i in range(n)]


def madd(a: Matrix, b: Matrix) -> list[list[Any]]:
    """Entrywise sum of matrices."""
    return [add(x, y) for x, y in zip(a, b, strict=True)]


def msub(a: Matrix, b: Matrix) -> list[list[Any]]:
    """Entrywise difference of matrices."""
    return [sub(x, y) for x, y in zip(a, b, strict=True)]


def mscale(factor: Any, a: Matrix) -> list[list[Any]]:
    """Scalar multiple of a matrix."""
    return [scale(factor, row) for row in a]


def outer(x: Vector, y: Vector) -> list[list[Any]]:
    """``x y^T``: [n] and [m] give [n][m]."""
    return [[times(a, b) for b in y] for a in x]


def norm2(x: Vector) -> Any:
    """Squared Euclidean norm (exact when the entries are)."""
    return dot(x, x)


def norm(x: Vector) -> arb:
    """Euclidean norm."""
    return sqrt(ball(norm2(x)))


def normalise(x: Vector) -> list[arb]:
    """``x / |x|``; not finite when the ball of the norm touches 0."""
    length = norm(x)
    return [ball(entry) / length for entry in x]


def tangent(z: Vector, u: Vector) -> list[Any]:
    """``u - <z, u> z``, the part of ``u`` tangent to the unit sphere at ``z``."""
    return sub(u, scale(dot(z, u), z))


def softmax(scores: Vector) -> list[arb]:
    """Weights ``exp(s_j) / sum_k exp(s_k)``, shifted by the largest midpoint so that nothing overflows."""
    values = [ball(score) for score in scores]
    top = largest(values).mid()
    powers = [(value - top).exp() for value in values]
    whole = total(powers)
    return [power / whole for power in powers]


def determinant(a: Matrix) -> Any:
    """Determinant by expansion along the first row (exact for exact entries; meant for sizes up to 6)."""
    if len(a) == 1:
        return a[0][0]
    minors = ([list(row[:j]) + list(row[j + 1 :]) for row in a[1:]] for j in range(len(a)))
    return total((-1) ** j * times(a[0][j], determinant(minor)) for j, minor in enumerate(minors))


def rank(a: Matrix) -> int:
    """Rank of a matrix of exact rationals (int or Fraction), by fraction-free elimination in FLINT.

    Raises ``TypeError`` when an entry is not exact: the rank of a matrix of balls is not a computable number.
    """
    if not all(isinstance(entry, (int, Fraction)) for row in a for entry in row):
        raise TypeError("rank needs exact entries")
    rows = [[fmpq(Fraction(entry).numerator, Fraction(entry).denominator) for entry in row] for row in a]
    return int(fmpq_mat(rows).rank()) if rows and rows[0] else 0
