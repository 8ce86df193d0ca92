"""Rotary position embeddings: exact commutants at rational rotations, absorption into the query map, frequencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import mpmath
from flint import arb

from claims.measure import Evidence, Sampler, ball
from claims.measure import vectors as v
from claims.measure.sampler import Point
from claims.model import Domain
from numeric import rotations as rot

Array = Any
_SHIFTS = ((0, 0), (1, 1), (2, 2), (0, 1), (2, 3), (3, 1))


def _points(s: Sampler) -> Iterator[Point]:
    """Samples with 2 or 3 planes."""
    for number in range(s.samples):
        p = 2 + number % 2
        yield s.point(number, p=p, dk=2 * p)


def _generic(p: Point) -> Any:
    """A rational rotation with pairwise different angles, none a multiple of pi (half angles with growing tangents)."""
    first = abs(Fraction(p.theta[0])) + Fraction(1, 5)
    return rot.planes([rot.rational(first + a * Fraction(2, 3)) for a in range(p.size("p"))])


def _block(p: Point, sign: int) -> Any:
    """x_a I + y_a J on each plane with drawn x, y; ``sign`` = -1 makes the off-diagonal symmetric."""
    n = p.size("p")
    x = p.extra("diagonal parts", Domain.VECTOR, ("p",))
    y = [abs(entry) + 1 for entry in p.extra("skew parts", Domain.VECTOR, ("p",))]
    return rot.direct_sum([[[x[a], -sign * y[a]], [y[a], x[a]]] for a in range(n)])


def commutant(s: Sampler, *, sign: int = 1, per_plane: int = 2, resonant: bool = False) -> Evidence:
    """Commutant of the rotation. Wrong: ``sign`` inside a block, dimension ``per_plane``, two equal angles."""
    ev = Evidence(s)
    for p in _points(s):
        r = _generic(p) if not resonant else rot.planes([rot.rational(Fraction(1, 2))] * p.size("p"))
        g, n = _block(p, sign), p.size("p")
        ev.equal("blocks commute", v.matmul(g, r), v.matmul(r, g))
        ev.equal("dimension of the commutant", rot.commutant_dimension(r), per_plane * n)
        _offsets(ev, r, g)
        _generic_matrix(ev, r, p.G)
    _resonances(ev)
    ev.equal("codimension at d_k = 64", 64 * 64 - per_plane * 32, 4032)
    ev.floats("score of a block", rot.score_kernel, rot.score_inputs(s), rot.score_law)
    return ev


def _offsets(ev: Evidence, r: Any, g: Any) -> None:
    """R_{-n} G R_m = R_{-n-1} G R_{m+1} at several positions: only the offset counts."""
    for n, m in _SHIFTS:
        ev.equal("only the offset counts", rot.shifted(r, g, n, m), rot.shifted(r, g, n + 1, m + 1))


def _generic_matrix(ev: Evidence, r: Any, g: Any) -> None:
    """Both sides of the equivalence fail together for a matrix outside the commutant."""
    ev.differs("drawn matrix does not commute", v.matmul(g, r), v.matmul(r, g))
    ev.differs("drawn matrix sees positions", rot.shifted(r, g, 0, 0), rot.shifted(r, g, 1, 1))


def _resonances(ev: Evidence) -> None:
    """Three planes, the third angle generic: resonances enlarge the commutant from 6."""
    first, third = rot.rational(Fraction(1, 2)), rot.rational(Fraction(3))
    second = rot.rational(Fraction(5, 4))
    mirrored = (first[0], -first[1])
    for name, angles, dimension in (
        ("no resonance", (first, second, third), 6),
        ("equal angles", (first, first, third), 10),
        ("opposite angles", (first, mirrored, third), 10),
        ("angle pi", (first, (Fraction(-1), Fraction(0)), third), 8),
        ("angle 0", (first, (Fraction(1), Fraction(0)), third), 8),
    ):
        ev.equal(f"dimension: {name}", rot.commutant_dimension(rot.planes(angles)), dimension)


def absorb(s: Sampler, *, sign: int = 1, commuting: bool = True) -> Evidence:
    """Absorption into the query map. Wrong: ``sign`` of the offset, a matrix that does not commute."""
    ev = Evidence(s)
    for p in _points(s):
        r = _generic(p)
        g = _block(p, 1) if commuting else p.G
        _absorbed(ev, p, r, g, sign)
        _realised(ev, p, r)
    ev.floats("absorbed score", rot.absorbed_kernel, rot.score_inputs(s), rot.score_law)
    return ev


def _absorbed(ev: Evidence, p: Point, r: Any, g: Any, sign: int) -> None:
    q = p.extra("query vector", Domain.VECTOR, ("dk",))
    k = p.extra("key vector", Domain.VECTOR, ("dk",))
    absorbed = v.matvec(v.transpose(g), q)
    for n, m in _SHIFTS:
        score = v.dot(q, v.matvec(rot.shifted(r, g, n, m), k))
        ev.equal("absorbed into the query", score, v.dot(absorbed, v.matvec(rot.power(r, sign * (m - n)), k)))


def _realised(ev: Evidence, p: Point, r: Any) -> None:
    """Converse, by contradiction at a drawn G: the scores at positions (0, 0) force M_Q^T M_K = G, those at (1, 1) then
    R_{-1} G R_1 = G, which fails. A vanishing query map realises any G (no necessity for a trained model)."""
    ev.differs("no realisation outside the commutant", rot.shifted(r, p.G, 1, 1), rot.shifted(r, p.G, 0, 0))
    silent = [0] * len(p.G)
    ev.equal("vanishing query", v.dot(silent, v.matvec(rot.shifted(r, p.G, 2, 1), list(p.G[0]))), 0)


def standard_nonresonant(s: Sampler, *, exponent: int = -1, scale: int = 1) -> Evidence:
    """Standard frequencies. Wrong: the sign of the ``exponent`` (a base below one), all angles times ``scale``."""
    ev = Evidence(s)
    for number, p in enumerate(s.points()):
        _frequencies(ev, 2 + number, p.base, exponent, scale)
    _frequencies(ev, 32, Fraction(10**4), exponent, scale)

    def largest() -> arb:
        return scale * (1 + ball(10**4) ** (ball(exponent) / 32))

    def opinion() -> object:
        return scale * (1 + mpmath.mpf(10**4) ** (mpmath.mpf(exponent) / 32))

    ev.constant("largest sum at d_k = 64", largest, "1.7498942093324558273", opinion)
    ev.floats(
        "frequencies",
        _frequency_kernel,
        {"base": (*s.batch("base")["base"], Fraction(10**4)), "half": 32},
        lambda base, half: [[_theta(half, value, a, -1, 1) for a in range(half)] for value in base],
    )
    return ev


def _theta(half: int, base: Any, a: int, exponent: int, scale: int) -> arb:
    """scale * base^{exponent a / half} with d_k = 2 half."""
    return scale * (ball(base).log() * (exponent * a) / half).exp()


def _frequencies(ev: Evidence, half: int, base: Fraction, exponent: int, scale: int) -> None:
    def thetas() -> list[arb]:
        return [_theta(half, base, a, exponent, scale) for a in range(half)]

    def sums() -> list[arb]:
        values = thetas()
        return [x + y for i, x in enumerate(values) for y in values[: i + 1]]

    pairs = half * (half + 1) // 2
    ev.enclosed("first frequency", lambda: thetas()[0], 1)
    ev.less("decreasing", lambda: thetas()[1:], lambda: thetas()[:-1])
    ev.less("positive", [0] * half, thetas)
    ev.less("sums below pi", sums, lambda: [arb.pi()] * pairs)
    ev.less("differences below pi", _differences(thetas), lambda: [arb.pi()] * (half - 1))


def _differences(thetas: Callable[[], list[arb]]) -> Callable[[], list[arb]]:
    """Differences from the largest; with "decreasing" they bound all others, and none is 0."""

    def make() -> list[arb]:
        values = thetas()
        return [values[0] - value for value in values[1:]]

    return make


def _frequency_kernel(xp: Any, fault: float, base: Array, half: int) -> Array:
    steps = xp.arange(half, dtype=base.dtype, device=base.device)
    return xp.exp(-fault * xp.log(base)[..., None] * steps / half)


# Wrong values of the parameters; every one of them makes its leg fail.
MUTANTS: dict[str, dict[str, tuple[int | str | bool, ...]]] = {
    "commutant": {"sign": (-1,), "per_plane": (1,), "resonant": (True,)},
    "absorb": {"sign": (-1,), "commuting": (False,)},
    "standard_nonresonant": {"exponent": (1,), "scale": (4,)},
}
