"""Decision procedures of exact linear algebra: rank, nullity and characteristic polynomials.

Ranks are computed over Q by SymPy's exact echelon form and guarded by FLINT's own rank, a second implementation.
Characteristic polynomials are computed over a polynomial ring (Berkowitz) and compared by exact normal form; their
guard is Arb's determinant of ``lambda I - M`` at random admissible points.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any

import sympy as sp
from flint import arb_mat, ctx, fmpq, fmpq_mat
from sympy.polys.matrices import DomainMatrix

from claims.derive.balls import enclose
from claims.derive.decision import Decision, Truth
from claims.derive.errors import Unsupported
from claims.derive.guard import POINTS
from claims.derive.identity import decide_identities
from claims.derive.symbols import Symbols

_BITS = 256


def exact_rank(matrix: Any) -> int:
    """Rank of a matrix of rational numbers; raises ``Unsupported`` for any other entry."""
    if not all(entry.is_Rational for entry in matrix):
        raise Unsupported("a rank is decided for matrices of rational numbers only")
    return int(DomainMatrix.from_Matrix(matrix).convert_to(sp.QQ).rank())


def decide_rank(name: str, matrix: Any, expected: int) -> Decision:
    """Decide that a rational matrix has rank ``expected``. The answer is exact both ways."""
    procedure = "exact rank over Q"
    rows = [[fmpq(int(matrix[i, j].p), int(matrix[i, j].q)) for j in range(matrix.cols)] for i in range(matrix.rows)]
    found, second = exact_rank(matrix), int(fmpq_mat(rows).rank())
    detail = "" if found == expected else f"the rank is {found}, not {expected}"
    if found != second:
        return Decision(name, procedure, Truth.GUARD, str(found), 1, "0", f"a second implementation finds {second}")
    truth = Truth.PROVED if found == expected else Truth.DISPROVED
    return Decision(name, procedure, truth, str(found - expected), 1, "0", detail)


def decide_charpoly(v: Symbols, name: str, matrix: Any, unknown: Any, expected: Any) -> Decision:
    """Decide that ``det(unknown I - matrix)`` is the polynomial ``expected`` in ``unknown``."""
    found = matrix.charpoly(unknown).as_expr(unknown)
    decision = decide_identities(v, name, [(found, expected)])
    separated = _determinant_guard(v, name, matrix, unknown, expected)
    truth, detail = decision.truth, decision.detail
    if separated and truth is Truth.PROVED:
        truth, detail = Truth.GUARD, separated
    return Decision(
        name,
        "characteristic polynomial over a polynomial ring",
        truth,
        decision.normal_form,
        decision.points,
        decision.radius,
        detail,
    )


def _determinant_guard(v: Symbols, name: str, matrix: Any, unknown: Any, expected: Any) -> str:
    pencil = unknown * sp.eye(matrix.rows) - matrix
    symbols = sorted(pencil.free_symbols | sp.sympify(expected).free_symbols, key=str)
    rng = Random(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
    for _ in range(POINTS):
        point: dict[Any, Fraction] = v.draw(symbols, rng)
        before = ctx.prec
        entries = [[enclose(pencil[i, j], point, _BITS) for j in range(pencil.cols)] for i in range(pencil.rows)]
        target = enclose(expected, point, _BITS)
        ctx.prec = _BITS
        try:
            gap = arb_mat(entries).det() - target
        finally:
            ctx.prec = before
        if gap > 0 or gap < 0:
            return f"Arb's determinant differs by {gap.str(12)}"
    return ""
