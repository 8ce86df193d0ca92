"""Enclosed singular values of small matrices of exact entries.

The squared singular values are the roots of det(lambda I - A A^T), a polynomial with rational coefficients and real
roots, isolated rigorously by FLINT.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpq_mat

from claims.measure import balls as b
from claims.measure import vectors as v


def singular_values(a: Any) -> list[arb]:
    """Singular values of a square matrix of exact entries, largest first, with multiplicity.

    Entries may be ``int`` or ``Fraction``. Raises ``TypeError`` for other entries.
    """
    if not all(isinstance(entry, (int, Fraction)) for row in a for entry in row):
        raise TypeError("exact entries are needed")
    gram = v.matmul(a, v.transpose(a))
    return [b.sqrt(root) for root in eigenvalues(gram)]


def eigenvalues(symmetric: Any) -> list[arb]:
    """Eigenvalues of a symmetric matrix of exact entries, largest first, with multiplicity."""
    exact = [[fmpq(Fraction(e).numerator, Fraction(e).denominator) for e in row] for row in symmetric]
    polynomial: Any = fmpq_mat(exact).charpoly().numer()
    roots = [(root.real, count) for root, count in polynomial.complex_roots()]
    ordered = sorted(roots, key=lambda pair: float(pair[0].mid()), reverse=True)
    return [root for root, count in ordered for _ in range(count)]
