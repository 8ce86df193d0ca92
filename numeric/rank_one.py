"""Matrices with identical rows, A = 1 alpha^T: exact algebra at rational samples, singular values, float runs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb

from claims.measure import Evidence, Sampler, ball, spectra
from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.sampler import Point
from claims.model import Domain
from numeric import fields

Array = Any
_D = 4  # size of the float runs


def _points(s: Sampler) -> Iterator[Point]:
    """Samples of size 2, 3, 4, 5, ..."""
    for number in range(s.samples):
        yield s.point(number, d=2 + number % 4)


def _ones(d: int) -> list[int]:
    return [1] * d


def _equal_rows(alpha: Any, slip: int = 0) -> list[list[Any]]:
    """1 alpha^T; ``slip`` is added to the last row, which then differs from the others."""
    rows = v.outer(_ones(len(alpha)), alpha)
    rows[-1] = [entry + slip * i for i, entry in enumerate(rows[-1], 1)]
    return rows


def rank(s: Sampler, *, slip: int = 0, sign: int = 1) -> Evidence:
    """Rank at most one. Wrong: a last row that differs by ``slip``, the ``sign`` of WA = (W1) alpha^T."""
    ev = Evidence(s)
    for p in _points(s):
        alpha, w = p.alpha, p.W
        a, vector = _equal_rows(alpha, slip), p.extra("some vector", Domain.VECTOR, ("d",))
        ev.equal("A v is a multiple of 1", v.matvec(a, vector), v.scale(v.dot(alpha, vector), _ones(len(alpha))))
        ev.equal("rank", v.rank(a), int(any(alpha)))
        ev.equal("det A", v.determinant(a), 0)
        ev.equal("W A", v.matmul(w, a), v.mscale(sign, v.outer(v.matvec(w, _ones(len(alpha))), alpha)))
        ev.equal("a vector of the kernel", v.matvec(a, _kernel_vector(alpha)), [0] * len(alpha))
    ev.equal("rank of the zero row", v.rank(_equal_rows((0, 0, 0))), 0)
    ev.floats(
        "W A",
        _product_kernel,
        s.batch("alpha", "W", d=_D),
        lambda alpha, W: [_product_law(*point) for point in zip(alpha, W, strict=True)],
    )
    return ev


def _kernel_vector(alpha: Any) -> list[Any]:
    """A non-zero vector orthogonal to alpha (d >= 2)."""
    rest = [0] * (len(alpha) - 2)
    return [1, 0, *rest] if not (alpha[0] or alpha[1]) else [-alpha[1], alpha[0], *rest]


def _product_kernel(xp: Any, fault: float, alpha: Array, W: Array) -> Array:
    one = alpha[..., None] * 0 + 1
    return xp.matmul(W, fault * one * alpha[..., None, :])


def _product_law(alpha: Any, w: Any) -> list[list[Any]]:
    return v.outer([v.total(row) for row in w], alpha)


def spectrum(s: Sampler, *, sign: int = 1, drop: int = 1) -> Evidence:
    """Eigenvalues. Wrong: ``sign`` of the row sum, the exponent d - ``drop`` of lambda."""
    ev = Evidence(s)
    for p in _points(s):
        a, total = _equal_rows(p.alpha), v.total(p.alpha)
        d = len(p.alpha)
        ev.equal("A 1 = s 1", v.matvec(a, _ones(d)), v.scale(sign * total, _ones(d)))
        ev.equal("A^2 = s A", v.matmul(a, a), v.mscale(sign * total, a))
        _characteristic(ev, p, a, total, drop)
        if total:
            part = v.mscale(Fraction(1) / total, a)
            ev.equal("A/s is idempotent", v.matmul(part, part), part)
        _nilpotent(ev, p.alpha)
    _introduction(ev)
    ev.floats(
        "A applied to 1",
        _row_sum_kernel,
        s.batch("alpha", d=_D),
        lambda alpha: [[v.total(row)] * len(row) for row in alpha],
    )
    return ev


def _characteristic(ev: Evidence, p: Point, a: Any, total: Fraction, drop: int) -> None:
    """det(lambda I - A) = lambda^{d-1} (lambda - s) at d + 1 drawn values, which fixes the polynomial."""
    d = len(a)
    for number in range(d + 1):
        value = Fraction(p.extra("trial value", Domain.REAL)) + number
        pencil = v.msub(v.mscale(value, v.identity(d)), a)
        ev.equal("characteristic polynomial", v.determinant(pencil), value ** (d - drop) * (value - total))


def _nilpotent(ev: Evidence, alpha: Any) -> None:
    """With the row sum removed: A != 0 and A^2 = 0."""
    mean = Fraction(v.total(alpha)) / len(alpha)
    flat = _equal_rows([entry - mean for entry in alpha])
    d = len(alpha)
    ev.equal("A^2 = 0 at s = 0", v.matmul(flat, flat), [[0] * d for _ in range(d)])
    if len(set(alpha)) > 1:
        ev.equal("rank at s = 0", v.rank(flat), 1)


def _introduction(ev: Evidence) -> None:
    """The row sum is not the spectral radius when it is negative, and not an eigenvalue of a non-zero kind at 0."""
    negative = _equal_rows((-1, 0))
    ev.equal("eigenvalue -1", v.determinant(v.madd(negative, v.identity(2))), 0)
    ev.less("row sum below the radius", v.total((-1, 0)), abs(v.total((-1, 0))))
    ev.equal("nilpotent example", v.matmul(_equal_rows((1, -1)), _equal_rows((1, -1))), [[0, 0], [0, 0]])


def _row_sum_kernel(xp: Any, fault: float, alpha: Array) -> Array:
    one = alpha[..., None] * 0 + 1
    return xp.matmul(one * alpha[..., None, :], fault * one)[..., 0]


def power(s: Sampler, *, drop: int = 1, sign: int = 1) -> Evidence:
    """Powers. Wrong: the exponent k - ``drop`` of s, the ``sign`` of s."""
    ev = Evidence(s)
    for p in _points(s):
        a, total = _equal_rows(p.alpha), Fraction(v.total(p.alpha))
        for k in (1, 2, p.k, p.k + 2):
            ev.equal("A^k = s^(k-1) A", _matrix_power(a, k), v.mscale((sign * total) ** max(k - drop, 0), a))
    zero_sum = _equal_rows((Fraction(1), Fraction(-1)))
    ev.equal("k = 1 at s = 0", _matrix_power(zero_sum, 1), zero_sum)
    ev.floats(
        "A^5",
        _power_kernel,
        s.batch("alpha", d=_D),
        lambda alpha: [_fifth(row) for row in alpha],
    )
    return ev


def _matrix_power(a: Any, k: int) -> Any:
    out = a
    for _ in range(k - 1):
        out = v.matmul(out, a)
    return out


def _power_kernel(xp: Any, fault: float, alpha: Array) -> Array:
    a = (alpha[..., None] * 0 + 1) * (fault * alpha[..., None, :])
    square = xp.matmul(a, a)
    return xp.matmul(xp.matmul(square, square), a)


def _fifth(alpha: Any) -> list[list[Any]]:
    total = v.total(alpha)
    return v.mscale(b.square(b.square(total)), v.outer(_ones(len(alpha)), alpha))


def det(s: Sampler, *, drop: int = 1, slack: str = "0", rows: str = "0") -> Evidence:
    """Determinant near rank one. Wrong: the exponent d - ``drop`` of delta, ``slack`` taken off the bound, a leading
    part with a second ``rows`` pattern (rank two)."""
    ev = Evidence(s)
    for p in _points(s):
        _bound_point(ev, p, drop, Fraction(rows))
        _equality(
            ev, len(p.alpha), Fraction(p.extra("some size", Domain.POSITIVE, (), "0", "1")), drop, Fraction(slack)
        )
    tenth = Fraction(1, 10)
    ev.constant("det at d = 3, delta = 0.1", v.determinant(_shifted((1, 1, 1), tenth)), "0.031")
    _second_pattern(ev)
    ev.floats("determinant", _det_kernel, _det_inputs(s), _det_law)
    return ev


def _shifted(alpha: Any, delta: Fraction) -> list[list[Any]]:
    """1 alpha^T + delta I."""
    return v.madd(_equal_rows(alpha), v.mscale(delta, v.identity(len(alpha))))


def _bound_point(ev: Evidence, p: Point, drop: int, rows: Fraction) -> None:
    """Drawn perturbation; its Frobenius norm, an upper bound of the operator norm, serves as delta."""
    d, alpha = len(p.alpha), p.alpha
    small = v.mscale(Fraction(1, 8), p.Delta)
    pattern = v.outer([0] * (d - 1) + [1], [rows * (i + 1) for i in range(d)])
    a = v.madd(v.madd(_equal_rows(alpha), small), pattern)

    def delta() -> arb:
        return b.sqrt(ball(v.total(v.norm2(row) for row in small)))

    def bound() -> arb:
        out = (b.sqrt(ball(d)) * v.norm(alpha) + delta()) * b.power(delta(), d - drop)
        return out

    ev.less("second singular value", lambda: spectra.exact_singular_values(a)[1], delta)
    ev.less("|det|", abs(v.determinant(a)), bound)


def _equality(ev: Evidence, d: int, delta: Fraction, drop: int, slack: Fraction) -> None:
    """alpha = 1, Delta = delta I: the bound, here (d + delta) delta^{d-1}, is attained."""
    a = _shifted(_ones(d), delta)
    ev.equal("equality case", v.determinant(a), (d + delta - slack) * delta ** (d - drop))


def _second_pattern(ev: Evidence) -> None:
    """Two row patterns: the second singular value is not small although the perturbation is."""
    a = [[1, 0, 0], [1, 0, 0], [0, 1, 0]]
    ev.less("rank-two leading part", "1/10", lambda: spectra.exact_singular_values(v.madd(a, _tiny(3)))[1])


def _tiny(d: int) -> list[list[Fraction]]:
    return [[Fraction(int(i == j), 10) for j in range(d)] for i in range(d)]


def _det_inputs(s: Sampler) -> dict[str, Any]:
    points = tuple(s.points(d=3))
    sizes = tuple(p.extra("some size", Domain.POSITIVE, (), "1/2", "1") for p in points)
    return {"alpha": tuple(p.alpha for p in points), "delta": sizes}


def _det_kernel(xp: Any, fault: float, alpha: Array, delta: Array) -> Array:
    """Three-by-three determinant of 1 alpha^T + delta I by the rule of Sarrus."""
    eye = fields.eye(xp, alpha)
    a = fault * ((alpha[..., None] * 0 + 1) * alpha[..., None, :]) + delta[..., None, None] * eye
    plus = a[..., 0, 0] * a[..., 1, 1] * a[..., 2, 2] + a[..., 0, 1] * a[..., 1, 2] * a[..., 2, 0]
    plus = plus + a[..., 0, 2] * a[..., 1, 0] * a[..., 2, 1]
    minus = a[..., 0, 2] * a[..., 1, 1] * a[..., 2, 0] + a[..., 0, 0] * a[..., 1, 2] * a[..., 2, 1]
    return plus - minus - a[..., 0, 1] * a[..., 1, 0] * a[..., 2, 2]


def _det_law(alpha: Any, delta: Any) -> list[arb]:
    """delta^{d-1} (delta + s), the matrix determinant lemma."""
    return [d * d * (d + v.total(row)) for row, d in zip(alpha, delta, strict=True)]


# Wrong values of the parameters; every one of them makes its leg fail.
MUTANTS: dict[str, dict[str, tuple[int | str, ...]]] = {
    "rank": {"slip": (1,), "sign": (-1,)},
    "spectrum": {"sign": (-1,), "drop": (2,)},
    "power": {"drop": (2,), "sign": (-1,)},
    "det": {"drop": (2,), "slack": ("1/10",), "rows": ("1",)},
}
