"""Certified eigenvalues of symmetric matrices and singular values, multiple and nearly multiple ones included.

LAPACK proposes, balls dispose: float64 vectors are taken as *exact* matrices, and what they leave undiagonalised is
enclosed. With ``B = Q^T A Q``, ``e >= ||B - D||_2`` for a diagonal ``D`` and ``nu >= ||Q^T Q - I||_2`` below 1,

    lambda_i(A) in (D_i +- e) [1/(1 + nu), 1/(1 - nu)]          eigenvalues in descending order

because ``|lambda_i(B) - D_i| <= e`` (Weyl) and ``lambda_i(Q^T A Q) = theta lambda_i(A)`` with theta between the extreme
eigenvalues of ``Q^T Q`` (Ostrowski). For singular values ``|sigma_i(U^T A V) - S_i| <= e`` and
``sigma_i(U^T A V) = theta sigma_i(A)`` with ``theta^2`` in ``[(1 - nu_U)(1 - nu_V), (1 + nu_U)(1 + nu_V)]``.
The vectors need not be good: bad ones make wide balls, never wrong ones. Nothing is assumed about gaps.
Matrices are ``arb_mat`` or nested lists of exact values and balls; a ball stands for every matrix in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from claims.measure import balls as b
from claims.measure.balls import Tri

Float64 = np.ndarray[Any, np.dtype[np.float64]]
Values = list[arb]


class Uncertified(ArithmeticError):
    """The proposed vectors are too far from orthogonal, or a residual is not finite."""


@dataclass(frozen=True)
class Spectrum:
    """Enclosed values in descending order of the order statistics: ``values[i]`` contains the i-th largest.

    ``residual`` is e, ``defect`` is nu (for singular values the larger of both sides).
    """

    values: tuple[arb, ...]
    residual: arb
    defect: arb


def matrix(a: Any) -> arb_mat:
    """``arb_mat`` of nested lists of exact values and balls (floats are refused), [n][m]; an ``arb_mat`` as it is."""
    return a if isinstance(a, arb_mat) else arb_mat(b.balls(a))


def norm_bound(a: arb_mat) -> arb:
    """An upper bound (exact) of the spectral norm: the smaller of ``||a||_F`` and ``sqrt(||a||_1 ||a||_inf)``."""
    rows = [[abs(entry) for entry in row] for row in a.tolist()]
    if not rows or not rows[0]:
        return arb(0)
    squares = sum((x * x for row in rows for x in row), arb(0))
    tallest = b.largest([sum(row, arb(0)) for row in rows])
    widest = b.largest([sum(column, arb(0)) for column in zip(*rows, strict=True)])
    product = tallest * widest
    return b.smallest([b.sqrt(squares), b.sqrt(product)]).upper()


def floats(a: arb_mat) -> Float64:
    """Midpoints rounded to float64, [n, m]; a proposal for LAPACK, part of no bound."""
    return np.array([[float(entry.mid()) for entry in row] for row in a.tolist()]).reshape(a.nrows(), a.ncols())


def exactly(a: Float64) -> arb_mat:
    """The matrix of the exact binary values, [n, m]."""
    return arb_mat(a.shape[0], a.shape[1], [arb(float(x)) for x in a.ravel()])


def symmetric_eigenvalues(a: Any) -> Spectrum:
    """Every eigenvalue of a symmetric matrix [n][n], from LAPACK's vectors.

    Raises ``ValueError`` when the balls show that the matrix is not symmetric; :class:`Uncertified` as :func:`certify`.
    """
    m = _symmetric(a)
    values, vectors = np.linalg.eigh(floats(m))
    return certify(m, vectors[:, ::-1], values[::-1])


def certify(a: Any, vectors: Float64, values: Float64 | Sequence[float]) -> Spectrum:
    """Eigenvalues of the symmetric ``a`` [n][n] out of proposed ``vectors`` [n, n] (columns) and ``values`` [n].

    The proposal is exact data. Values are put into descending order together with their columns. Raises
    :class:`Uncertified` unless ``nu < 1``.
    """
    m = _symmetric(a)
    order = np.argsort(-np.asarray(values), kind="stable")
    d = [arb(float(values[i])) for i in order]
    centre, spread = m.mid(), _spread(m)
    q = exactly(np.asarray(vectors, dtype=np.float64)[:, order])
    transposed = q.transpose()
    defect = _defect(transposed, q)
    residual = (norm_bound(transposed * (centre * q) - _diagonal(d, len(d), len(d))) + spread * (1 + defect)).upper()
    return Spectrum(tuple(_scaled(d, residual, 1 - defect, 1 + defect)), residual, defect)


def singular_values(a: Any) -> Spectrum:
    """Every singular value of a matrix [n][m], min(n, m) of them, from LAPACK's vectors.

    Raises :class:`Uncertified`.
    """
    m = matrix(a)
    u, values, vt = np.linalg.svd(floats(m))
    return certify_singular(m, u, values, vt)


def certify_singular(a: Any, u: Float64, values: Float64 | Sequence[float], vt: Float64) -> Spectrum:
    """Singular values of ``a`` [n][m] out of square proposed factors ``u`` [n, n], ``vt`` [m, m] and ``values``
    [min(n, m)] in descending order. Raises ``ValueError`` when they do not descend, :class:`Uncertified` unless both
    defects are below 1."""
    m = matrix(a)
    d = [arb(float(s)) for s in values]
    if any(x < y for x, y in pairwise(d)) or any(x < 0 for x in d):
        raise ValueError("singular values are not negative and descend")
    left, right = exactly(np.asarray(u, dtype=np.float64)).transpose(), exactly(np.asarray(vt, dtype=np.float64))
    lower, upper = _defect(left, left.transpose()), _defect(right, right.transpose())
    low, high = ((1 - lower) * (1 - upper)).sqrt(), ((1 + lower) * (1 + upper)).sqrt()
    gap = norm_bound(left * m.mid() * right.transpose() - _diagonal(d, m.nrows(), m.ncols()))
    residual = (gap + _spread(m) * high).upper()
    found = [value.nonnegative_part() for value in _scaled(d, residual, low, high)]
    return Spectrum(tuple(found), residual, lower.max(upper))


def _symmetric(a: Any) -> arb_mat:
    m = matrix(a)
    if m.nrows() != m.ncols() or not m.overlaps(m.transpose()):
        raise ValueError("the matrix is not symmetric")
    return m


def _diagonal(d: Sequence[arb], n: int, m: int) -> arb_mat:
    return arb_mat(n, m, [d[i] if i == j else arb(0) for i in range(n) for j in range(m)])


def _spread(m: arb_mat) -> arb:
    """A bound of the spectral norm of what separates a matrix of the ball from its midpoint."""
    return norm_bound(arb_mat(m.nrows(), m.ncols(), [entry.rad() for entry in m.entries()]))


def _defect(left: arb_mat, right: arb_mat) -> arb:
    n = left.nrows()
    nu = norm_bound(left * right - _diagonal([arb(1)] * n, n, n))
    if b.less(nu, arb(1)) is not Tri.TRUE:
        raise Uncertified(f"the proposed vectors are off orthogonality by {nu.str(3)}")
    return nu


def _scaled(d: Sequence[arb], residual: arb, low: arb, high: arb) -> Values:
    """``(d +- residual)/[low, high]``."""
    if not b.finite(residual):
        raise Uncertified("a residual is not finite")
    factor = 1 / low.union(high)
    return [(value + arb(0, residual)) * factor for value in d]


# More digits, and exact matrices -------------------------------------------------------------------------------------


def sharp_eigenvalues(a: Any) -> Values:
    """Eigenvalues of a symmetric matrix [n][n] at the working precision, descending (``acb_mat.eig`` of FLINT).

    For more than the 14 digits of :func:`symmetric_eigenvalues`; simple eigenvalues get full precision, members of a
    cluster that the precision does not resolve get one common ball. Raises :class:`Uncertified` when nothing is
    isolated.
    """
    try:
        found = _symmetric(a).eig(multiple=True, algorithm="vdhoeven_mourrain")
    except ValueError as error:
        raise Uncertified(str(error)) from None
    return ordered([value.real for value in found])


def ordered(values: Sequence[arb]) -> Values:
    """Order statistics, largest first: entry i contains the i-th largest number whichever numbers the balls hold."""
    lowers = _descending([value.lower() for value in values])
    uppers = _descending([value.upper() for value in values])
    return [low.union(high) for low, high in zip(lowers, uppers, strict=True)]


def _descending(exact: Sequence[arb]) -> Values:
    """Exact balls sorted; comparison of exact balls is decided."""
    return sorted(exact, key=_value, reverse=True)


def _value(exact: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in exact.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def exact_eigenvalues(symmetric: Any) -> Values:
    """Eigenvalues of a symmetric matrix of exact entries, largest first, with their exact multiplicity.

    Roots of the characteristic polynomial over the rationals, isolated by FLINT; for small matrices. Raises
    ``TypeError`` for an entry that is not ``int`` or ``Fraction``.
    """
    return [value for value, count in multiplicities(symmetric) for _ in range(count)]


def multiplicities(symmetric: Any) -> list[tuple[arb, int]]:
    """Distinct eigenvalues of a symmetric matrix of exact entries, largest first, and how often each occurs."""
    if not all(isinstance(entry, (int, Fraction)) for row in symmetric for entry in row):
        raise TypeError("exact entries are needed")
    rows = [[fmpq(Fraction(e).numerator, Fraction(e).denominator) for e in row] for row in symmetric]
    polynomial: Any = fmpq_mat(rows).charpoly().numer()
    roots = [(root.real, count) for root, count in polynomial.complex_roots()]
    return sorted(roots, key=lambda pair: _value(pair[0].mid()), reverse=True)


def exact_singular_values(a: Any) -> Values:
    """Singular values of a square matrix of exact entries, largest first, with multiplicity. Raises ``TypeError``."""
    if not all(isinstance(entry, (int, Fraction)) for row in a for entry in row):
        raise TypeError("exact entries are needed")
    gram = [[sum(x * y for x, y in zip(p, q, strict=True)) for q in a] for p in a]
    return [b.sqrt(root) for root in exact_eigenvalues(gram)]


# Statements ----------------------------------------------------------------------------------------------------------


def gap(values: Sequence[arb], i: int) -> arb:
    """``lambda_i - lambda_{i+1}`` (>= 0), counted from 0 and from the largest."""
    return (values[i] - values[i + 1]).nonnegative_part()


def clusters(values: Sequence[arb]) -> list[int]:
    """Sizes of the groups that are certified apart, largest values first: at least so many distinct values exist, and
    a value of a group of k has multiplicity at most k. ``values`` as in :class:`Spectrum`."""
    sizes = [1]
    for upper, lower in pairwise(values):
        if b.less(lower, upper) is Tri.TRUE:
            sizes.append(1)
        else:
            sizes[-1] += 1
    return sizes


def simple(values: Sequence[arb]) -> Tri:
    """Whether all values differ: true when certified, else undecided (an equality of irrationals is never seen)."""
    return Tri.TRUE if len(clusters(values)) == len(values) else Tri.UNDECIDED


def within(values: Sequence[arb], claimed: Sequence[object], radius: object) -> Tri:
    """Whether each claimed value (exact, descending) is within ``radius`` (exact) of the true one."""
    if len(values) != len(claimed):
        raise ValueError(f"{len(claimed)} claimed values for {len(values)}")
    bound = b.ball(radius)
    answers = [b.at_most(abs(x - b.ball(y)), bound) for x, y in zip(values, claimed, strict=True)]
    if Tri.FALSE in answers:
        return Tri.FALSE
    return Tri.UNDECIDED if Tri.UNDECIDED in answers else Tri.TRUE


def largest_eigenvalue(a: arb_mat) -> arb:
    """An upper bound (exact) of the largest eigenvalue of every symmetric matrix in the ball ``a``."""
    return symmetric_eigenvalues(a).values[0].upper()
