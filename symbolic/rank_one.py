"""Matrices with equal rows, A = 1 alpha^T: words of symbolic size wherever the claim is about every size.

Letters: ``u`` is the column of ones (n x 1), ``a`` the row alpha^T (1 x n), with the single rule ``a u -> s``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp

from claims.derive import Derivation, Symbols, Word, WordAlgebra
from claims.derive.domain import REAL

_DET_SIZE = 3


def _number(value: Fraction) -> Any:
    return sp.Rational(value.numerator, value.denominator)


def _draw(rng: Random, rows: int, columns: int) -> Any:
    return sp.Matrix(rows, columns, lambda i, j: _number(REAL.sample(rng)))


def _algebra(v: Symbols, *unknowns: Any) -> WordAlgebra:
    """Words in u, a, W, x (a column); ``s = alpha . 1`` and ``unknowns`` are scalars, ``q = alpha . x``."""
    s, q = v.aux("s"), v.aux("q")

    def model(rng: Random) -> tuple[Mapping[str, Any], Mapping[Any, Any]]:
        n = rng.randint(1, 4)
        u, a, x = sp.ones(n, 1), _draw(rng, 1, n), _draw(rng, n, 1)
        scalars = {s: (a * u)[0, 0], q: (a * x)[0, 0]}
        for unknown in unknowns:
            known = v.range_of(unknown)
            scalars[unknown] = _number(known.sample(rng))
        return {"u": u, "a": a, "W": _draw(rng, n, n), "x": x}, scalars

    letters = {"u": ("n", "1"), "a": ("1", "n"), "W": ("n", "n"), "x": ("n", "1")}
    return WordAlgebra(letters, {("a", "u"): (s, ()), ("a", "x"): (q, ())}, model)


def rank(v: Symbols, *, sign: int = 1, expected: int = 1) -> Derivation:
    """`plga.rank-one.rank`: range in the line of ones, kernel, determinant, and ``W A = (W 1) alpha^T``.

    ``sign`` multiplies the scalar in ``A x = (alpha . x) 1``; ``expected`` is the rank at a nonzero alpha.
    """
    d = Derivation(v, "rank of a matrix with equal rows")
    words = _algebra(v)
    u, a, w, x = (words.letter(name) for name in "uaWx")
    q = v.aux("q")
    d.words(words, (u * a) * x, "A x is a multiple of the ones, so the rank is at most one", (sign * q) * u)
    d.words(words, w * (u * a), "W A has equal-direction columns", (w * u) * a)
    d.note("A = 0 exactly when alpha = 0: row i of A is alpha itself, for every i")
    alpha = v.vector("alpha", _DET_SIZE)
    matrix = sp.ones(_DET_SIZE, 1) * alpha.T
    d.step(matrix.row(1), "each row of A is alpha", alpha.T)
    for size in (2, 3):
        small = sp.ones(size, 1) * v.vector("alpha", size).T
        d.step(small.det(method="berkowitz"), f"determinant for d = {size}", 0)
        kernel = sp.Matrix([alpha[1], -alpha[0], *([0] * (size - 2))])
        d.step(small * kernel, f"a kernel vector for d = {size}, nonzero when alpha_1 or alpha_2 is", sp.zeros(size, 1))
    d.rank(sp.ones(3, 1) * sp.Matrix([[2, -1, 3]]), "rank at a nonzero alpha", expected)
    d.rank(sp.ones(3, 1) * sp.Matrix([[1, 1, -2]]), "rank at a nonzero alpha with zero sum", 1)
    d.rank(sp.zeros(3, 3), "rank at alpha = 0", 0)
    return d


def spectrum(v: Symbols, *, sign: int = 1, power: int = 2) -> Derivation:
    """`plga.rank-one.spectrum`: ``A 1 = s 1``, ``A^2 = s A``, characteristic polynomial ``x^{d-1}(x - s)``.

    ``sign`` is the sign of s in the characteristic polynomial, ``power`` the power of s that normalises A.
    """
    d = Derivation(v, "spectrum of a matrix with equal rows")
    x = v.aux("lambda_", positive=True)
    words = _algebra(v, x)
    u, a, s = words.letter("u"), words.letter("a"), v.aux("s")
    matrix = u * a
    d.words(words, matrix * u, "the ones are an eigenvector", s * u)
    d.words(words, matrix * matrix, "square, for every size", s * matrix)
    _determinant_of_every_size(d, words, x)
    for size in (1, 2, 3, 4):
        alpha = v.vector("alpha", size)
        small = sp.ones(size, 1) * alpha.T
        d.charpoly(small, f"characteristic polynomial for d = {size}", x, x ** (size - 1) * (x - sign * sum(alpha)))
    alpha = v.vector("alpha", _DET_SIZE)
    matrix3, total = sp.ones(_DET_SIZE, 1) * alpha.T, sum(alpha)
    d.step(
        (matrix3 * matrix3) / total**power,
        "A/s is idempotent when s is not zero, d = 3",
        matrix3 / total,
        nonzero=[total],
        show=("(A/s)^2", "A/s"),
    )
    null = matrix3.subs(alpha[2], -alpha[0] - alpha[1])
    d.step(null * null, "A is nilpotent when s = 0, d = 3", sp.zeros(_DET_SIZE, _DET_SIZE), show=("A^2", "0"))
    d.rank(sp.ones(2, 1) * sp.Matrix([[1, -1]]), "and A is not zero at alpha = (1, -1)", 1)
    return d


def _determinant_of_every_size(d: Derivation, words: WordAlgebra, x: Any) -> None:
    """Two block factorisations of M = [[x I, u], [a, 1]] which give det(x I - u a) for every size."""
    u, a, s = words.letter("u"), words.letter("a"), sp.Symbol("s", real=True)
    eye, one = words.identity("n"), words.identity("1")
    none = u - u
    matrix = ((x * eye, u), (a, one))
    d.note("let M = [[x I, u], [a, 1]] with x not zero; unit triangular factors have determinant one")
    columns = _block_product(matrix, ((eye, none), ((-1) * a, one)))
    rows = _block_product(((eye, none), ((-1 / x) * a, one)), matrix)
    targets = (
        ("M times [[I, 0], [-a, 1]]", columns, ((x * eye - u * a, u), (a - a, one))),
        ("[[I, 0], [-a/x, 1]] times M", rows, ((x * eye, u), (a - a, (1 - s / x) * one))),
    )
    for name, product, target in targets:
        for i in range(2):
            for j in range(2):
                d.words(words, product[i][j], f"block {i + 1}{j + 1} of {name}", target[i][j])
    d.let("\\det(x I - u a) = \\det M", "hence, for every d", "x^d (1 - s/x) = x^{d-1} (x - s)")


Block = tuple[tuple[Word, Word], tuple[Word, Word]]


def _block_product(left: Block, right: Block) -> Block:
    def entry(i: int, j: int) -> Word:
        return left[i][0] * right[0][j] + left[i][1] * right[1][j]

    return (entry(0, 0), entry(0, 1)), (entry(1, 0), entry(1, 1))


def power(v: Symbols, *, shift: int = 1, sign: int = 1) -> Derivation:
    """`plga.rank-one.power`: ``A^k = s^{k-1} A`` by induction on k, for every size and every exponent from one.

    ``shift`` is what the exponent of s lacks of A's; ``sign`` multiplies s.
    """
    d = Derivation(v, "powers of a matrix with equal rows")
    k = v.k
    d.note("the table's k is the exponent less one, so the claim reads A^{k+1} = s^k A")
    words = _algebra(v, k)
    u, a, s = words.letter("u"), words.letter("a"), v.aux("s")
    matrix = u * a
    base = (sign * s) ** (1 - shift)
    d.words(words, matrix, "exponent one: s^0 = 1 also at s = 0", base * matrix)
    hypothesis = (sign * s) ** (k + 1 - shift) * matrix
    d.note("suppose A^{k+1} = s^k A")
    d.words(words, hypothesis * matrix, "then A^{k+2} = A^{k+1} A", (sign * s) ** (k + 2 - shift) * matrix)
    d.words(words, matrix * matrix, "the square", (sign * s) ** (2 - shift) * matrix)
    return d


def det(v: Symbols, *, sign: int = 1, factor: int = 1) -> Derivation:
    """`plga.rank-one.det`: second singular value at most delta, and the bound of the determinant, for d = 3.

    ``sign`` is the sign of the rank-one term of the determinant, ``factor`` multiplies the equality case.
    """
    d = Derivation(v, "determinant near a matrix with equal rows, d = 3")
    n = _DET_SIZE
    alpha, shift, x = v.vector("alpha", n), v.matrix("Delta", n), v.aux_matrix("x", n)
    ones, delta = sp.ones(n, 1), v.delta
    matrix = ones * alpha.T + shift
    words = _algebra(v)
    u, a, w, column = (words.letter(name) for name in "uaWx")
    d.note("in words W stands for Delta, and q for alpha . x")
    d.words(words, (u * a + w) * column, "action of A' on any vector, any size", v.aux("q") * u + w * column)
    solved = (-alpha[0] * x[0] - alpha[1] * x[1]) / alpha[2]
    d.step(
        matrix * x,
        "on the plane orthogonal to alpha, A' acts as Delta",
        shift * x,
        relations=[alpha.dot(x)],
        where=[(x[2], solved)],
        show=("A'x", r"\Delta x"),
    )
    d.note("so |A'x| <= delta |x| on a subspace of codimension one: by min-max, sigma_2(A') <= delta")
    shown = r"\det\Delta+\alpha^{\top}\operatorname{adj}(\Delta)\mathbf{1}"
    lemma = shift.det(method="berkowitz") + sign * (alpha.T * shift.adjugate() * ones)[0, 0]
    d.step(matrix.det(method="berkowitz"), "matrix determinant lemma", lemma, show=(r"\det A'", shown))
    _hadamard(d, v)
    d.note(
        "columns A'f for an orthonormal basis f1, f2 of the plane and f3 = alpha/|alpha| bound |det A'| by the "
        "product delta delta |A'f3|, and |A'f3| <= |alpha| |1| + delta = sqrt(3) |alpha| + delta"
    )
    scale = v.aux("length", nonnegative=True)
    d.step((sp.sqrt(n) * scale) ** 2, "length of the rank-one term", n * scale**2)
    for size in (2, 4, n):
        equality = (sp.ones(size, size) + delta * sp.eye(size)).det(method="berkowitz")
        bound = (sp.sqrt(size) * sp.sqrt(size) + delta) * delta ** (size - 1)
        d.step(equality, f"equality at alpha = 1, Delta = delta I, d = {size}", factor * bound)
    d.step(equality.subs(delta, sp.Rational(1, 10)), "its value at delta = 1/10", sp.Rational(31, 1000))
    return d


def _hadamard(d: Derivation, v: Symbols) -> None:
    """|det(p, q, w)| <= |p| |q| |w| from two sums of squares."""
    p, q, w = (v.aux_matrix(name, _DET_SIZE) for name in ("p", "q", "w"))
    cross = q.cross(w)
    volume = sp.Matrix.hstack(p, q, w).det(method="berkowitz")
    d.step(volume, "determinant as a triple product", p.dot(cross), show=(r"\det(p,q,w)", r"p\cdot(q\times w)"))
    outer = p.cross(cross)
    d.squares(
        p.dot(p) * cross.dot(cross) - volume**2,
        "Lagrange's identity for p and q x w",
        [(sp.S.One, t) for t in outer],
        show=(r"\|p\|^2\|q\times w\|^2-\det(p,q,w)^2", r"\|p\times(q\times w)\|^2"),
    )
    d.squares(
        q.dot(q) * w.dot(w) - cross.dot(cross),
        "and for q and w: Hadamard's inequality",
        [(sp.S.One, q.dot(w))],
        show=(r"\|q\|^2\|w\|^2-\|q\times w\|^2", r"(q\cdot w)^2"),
    )
