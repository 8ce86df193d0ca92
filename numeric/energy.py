"""Attention on the sphere: conserved norms, the two normalisations, the interaction energy and its descent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import mpmath
from flint import arb

from claims.measure import Evidence, Sampler, ball
from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.sampler import Point
from claims.model import Domain
from numeric import attention, fields
from numeric.dynamics import velocity, weights
from numeric.energy_limits import falsify_nonsym, falsify_v, phi_bounded, phi_monotone
from numeric.models import Model
from numeric.observables import energy_rate

__all__ = [
    "dissipation", "falsify_nonsym", "falsify_v", "gradient", "metrics", "norm_conserved", "phi_bounded",
    "phi_monotone", "usa_sa",
]  # fmt: skip

Array = Any
_N, _D = 3, 3  # sizes of the float runs


def _points(s: Sampler) -> Iterator[Point]:
    """Samples with 2, 3 or 4 tokens in 2 or 3 dimensions."""
    for number in range(s.samples):
        yield s.point(number, n=2 + number % 3, d=2 + number % 2)


def norm_conserved(s: Sampler, *, sign: int = 1, length: str = "1") -> Evidence:
    """Norms under the projected field. Wrong: ``sign`` of the projection, ``length`` of the token other than 1."""
    ev = Evidence(s)
    for number in range(s.samples):
        p = s.point(number, d=2 + number % 3)
        z, u, h = v.scale(Fraction(length), p.z), p.u, p.h
        moved = v.sub(u, v.scale(sign * v.dot(z, u), z))
        ev.equal("velocity is tangent", v.dot(z, moved), 0)
        step = v.add(z, v.scale(h, moved))
        ev.equal("Euler step", v.norm2(step), 1 + h * h * v.norm2(moved))
        w = p.extra("some vector", Domain.VECTOR, ("d",))
        off = v.sub(u, v.scale(sign * v.dot(w, u), w))
        ev.equal("growth off the sphere", v.dot(w, off), v.dot(w, u) * (1 - v.norm2(w)))
    ev.less("Runge-Kutta drift falls as h^4 or faster", lambda: 16 * _drift(8), lambda: _drift(4))
    ev.floats(
        "norm after an Euler step",
        _euler_norm,
        s.batch("z", "u", "h", d=_D),
        lambda z, u, h: [_euler_law(*point) for point in zip(z, u, h, strict=True)],
    )
    return ev


def _drift(steps: int) -> arb:
    """Distance of |z|^2 from 1 after depth 1 of the field P_z u, u = (1, 2), by RK4 from (3/5, 4/5) in balls."""
    h, z, u = ball(Fraction(1, steps)), b.balls(["3/5", "4/5"]), b.balls([1, 2])
    for _ in range(steps):
        k1 = v.tangent(z, u)
        k2 = v.tangent(v.add(z, v.scale(h / 2, k1)), u)
        k3 = v.tangent(v.add(z, v.scale(h / 2, k2)), u)
        k4 = v.tangent(v.add(z, v.scale(h, k3)), u)
        inner = v.scale(ball(2), v.add(k2, k3))
        z = v.add(z, v.scale(h / 6, v.add(v.add(k1, k4), inner)))
    return abs(1 - ball(v.norm2(z)))


def _euler_norm(xp: Any, fault: float, z: Array, u: Array, h: Array) -> Array:
    z = fields.unit(xp, z)
    step = z + h[..., None] * (u - fault * xp.sum(z * u, axis=-1, keepdims=True) * z)
    return xp.sum(step * step, axis=-1)


def _euler_law(z: Any, u: Any, h: arb) -> arb:
    return 1 + h * h * ball(v.norm2(v.tangent(v.normalise(z), u)))


def usa_sa(s: Sampler, *, shift: int = 0, sign: int = 1) -> Evidence:
    """The two normalisations. Wrong: the count n + ``shift``, the ``sign`` of the exponent in Z."""
    ev = Evidence(s)
    for p in _points(s):
        _row_factor(ev, p, shift, sign)
    for name, make in (("triangle", triangle), ("opposite pair", opposite)):
        _rests(ev, name, make, s.point(0).beta)
    for p in s.points(d=3):
        _pair_factor(ev, p.extra("two tokens", Domain.UNIT_SPHERE, ("2", "d")), p.beta)
    _no_common_factor(ev)
    _below_one(ev, shift)
    ev.floats(
        "unnormalised velocity",
        _usa_kernel,
        s.batch("z", "A", "V", "beta", n=_N, d=_D),
        lambda z, A, V, beta: [_usa_law(*point) for point in zip(z, A, V, beta, strict=True)],
    )
    return ev


def _scaled(z: Any, a: Any, value: Any, beta: Any, count: int, sign: int = 1) -> list[list[Any]]:
    """(Z_i / count) b_i^SA."""
    factors = [z_i / count for z_i in attention.partition(z, a, sign * ball(beta))]
    return [v.scale(f, row) for f, row in zip(factors, attention.sa(z, a, value, beta), strict=True)]


def _row_factor(ev: Evidence, p: Point, shift: int, sign: int) -> None:
    z, a, value, heat = p.z, p.A, p.V, p.beta
    ev.enclosed(
        "b^USA = (Z_i/n) b^SA",
        lambda: attention.usa(z, a, value, heat),
        lambda: _scaled(z, a, value, heat, len(z) + shift, sign),
    )


def triangle() -> list[list[arb]]:
    """Equilateral triangle on the unit circle, [3][2]."""
    height = b.sqrt(ball(3)) / 2
    return [[arb(1), arb(0)], [-arb(1) / 2, height], [-arb(1) / 2, -height]]


def opposite() -> list[list[arb]]:
    """Opposite pair on the unit circle, one token twice, [3][2]."""
    return [[ball("3/5"), ball("4/5")], [ball("3/5"), ball("4/5")], [-ball("3/5"), -ball("4/5")]]


def _rests(ev: Evidence, name: str, make: Callable[[], Any], heat: Fraction) -> None:
    """Equilibria other than consensus, the same for both fields (A = V = I)."""
    eye, still = v.identity(2), [[0, 0]] * 3
    ev.enclosed(f"{name} rests (USA)", lambda: attention.usa(make(), eye, eye, heat), still)
    ev.enclosed(f"{name} rests (SA)", lambda: attention.sa(make(), eye, eye, heat), still)


def _pair_factor(ev: Evidence, z: Any, heat: Fraction) -> None:
    """Two tokens, A = I: one factor for both, at least e^{beta (1 + c)/2} >= 1."""
    eye = v.identity(3)

    def common() -> arb:
        return attention.partition(z, eye, heat)[0] / 2

    ev.enclosed(
        "one factor serves both tokens",
        lambda: attention.usa(z, eye, eye, heat),
        lambda: [v.scale(common(), row) for row in attention.sa(z, eye, eye, heat)],
    )
    if abs(v.dot(*z)) < 1:
        ev.less("mean of exponentials", lambda: (ball(heat) * (1 + ball(v.dot(*z))) / 2).exp(), common)
        ev.less("unnormalised is never slower", 1, common)


def _no_common_factor(ev: Evidence) -> None:
    """Three tokens with different Z_i: the ratio of the two speeds differs between rows."""
    z = [[1, 0], [Fraction(3, 5), Fraction(4, 5)], [Fraction(-5, 13), Fraction(12, 13)]]
    eye = v.identity(2)

    def ratios() -> list[arb]:
        pairs = zip(attention.usa(z, eye, eye, 1), attention.sa(z, eye, eye, 1), strict=True)
        return [ball(v.norm2(fast)) / ball(v.norm2(slow)) for fast, slow in pairs]

    ev.differs("no common factor", lambda: ratios()[:1], lambda: ratios()[1:2])


def _below_one(ev: Evidence, shift: int) -> None:
    """One token opposite to two others, beta = 0.3: Z_1/n < 1."""

    def value() -> arb:
        return attention.partition([[1, 0], [-1, 0], [-1, 0]], v.identity(2), "3/10")[0] / (3 + shift)

    def opinion() -> object:
        heat = mpmath.mpf(3) / 10
        return (mpmath.exp(heat) + 2 * mpmath.exp(-heat)) / (3 + shift)

    ev.constant("Z_1/n of an opposite token", value, "0.94383175", opinion)
    ev.less("unnormalised can be slower", value, 1)


def _usa_kernel(xp: Any, fault: float, z: Array, A: Array, V: Array, beta: Array) -> Array:
    return velocity(fields.unit(xp, z), Model("unnormalised", fault * beta, A=A, value=V))


def _usa_law(z: Any, a: Any, value: Any, beta: arb) -> list[list[Any]]:
    z = [v.normalise(row) for row in z]
    return _scaled(z, a, value, beta, len(z))


def _score_matrix(p: Point, symmetric: bool) -> Any:
    """The entry's A, made symmetric unless the hypothesis is dropped (then plus a rotation generator)."""
    d = p.size("d")
    half = v.mscale(Fraction(1, 2), v.madd(p.A, v.transpose(p.A)))
    turn = [[(j > i) - (j < i) for j in range(d)] for i in range(d)]
    return half if symmetric else v.madd(half, turn)


def gradient(s: Sampler, *, sign: int = -1, power: int = 1, symmetric: bool = True) -> Evidence:
    """Spherical gradient of E. Wrong: ``sign`` and ``power`` of 1/n in front of b^USA, a score matrix not symmetric."""
    ev = Evidence(s)
    for p in _points(s):
        _gradient_point(ev, p, _score_matrix(p, symmetric), sign, power)
        _gradient_general(ev, p)
    ev.floats(
        "minus velocity over n",
        _gradient_kernel,
        s.batch("z", "A", "beta", n=_N, d=_D),
        lambda z, A, beta: [_gradient_law(*point) for point in zip(z, A, beta, strict=True)],
    )
    return ev


def _gradient_point(ev: Evidence, p: Point, a: Any, sign: int, power: int) -> None:
    z, heat = p.z, p.beta

    def stated() -> list[list[Any]]:
        factor = ball(Fraction(sign, len(z) ** power))
        return [v.scale(factor, row) for row in attention.usa(z, a, a, heat)]

    ev.enclosed("gradient is minus b^USA over n", lambda: attention.gradient(z, a, heat), stated)


def _gradient_general(ev: Evidence, p: Point) -> None:
    """The formula for any A against the slope of E along a drawn tangent direction."""
    z, heat = p.z, p.beta
    a = p.extra("any score matrix", Domain.MATRIX, ("d", "d"))
    xi = attention.tangents(z, p.extra("some direction", Domain.MATRIX, ("n", "d")))
    ev.enclosed(
        "slope of E along a tangent",
        lambda: attention.energy_slope(z, xi, a, heat),
        lambda: attention.pairing(attention.gradient(z, a, heat), xi),
    )


def _gradient_kernel(xp: Any, fault: float, z: Array, A: Array, beta: Array) -> Array:
    return velocity(fields.unit(xp, z), Model("unnormalised", fault * beta, A=A, sign=-1)) / z.shape[-2]


def _gradient_law(z: Any, a: Any, beta: arb) -> list[list[arb]]:
    return attention.gradient([v.normalise(row) for row in z], a, beta)


def metrics(s: Sampler, *, sign: int = -1, power: int = 2, symmetric: bool = True) -> Evidence:
    """Both flows as gradients. Wrong: ``sign``, the ``power`` of n in the second metric, a nonsymmetric matrix."""
    ev = Evidence(s)
    for p in _points(s):
        _metric_point(ev, p, _score_matrix(p, symmetric), sign, power)
    ev.floats(
        "second metric against dE",
        _metric_kernel,
        s.batch("z", "A", "beta", "xi", n=_N, d=_D),
        lambda z, A, beta, xi: [_metric_law(*point) for point in zip(z, A, beta, xi, strict=True)],
    )
    return ev


def _metric_point(ev: Evidence, p: Point, a: Any, sign: int, power: int) -> None:
    z, heat = p.z, p.beta
    xi, n = attention.tangents(z, p.xi), len(p.z)

    def first(x: Any, y: Any) -> Any:
        return ball(attention.pairing(x, y)) / n

    def second(x: Any, y: Any) -> Any:
        return ball(attention.pairing(x, y, attention.partition(z, a, heat))) / n**power

    def along() -> arb:
        return attention.energy_slope(z, xi, a, heat)

    ev.enclosed("g_0(-b^USA, xi) = dE[xi]", lambda: sign * first(attention.usa(z, a, a, heat), xi), along)
    ev.enclosed("g_Z(-b^SA, xi) = dE[xi]", lambda: sign * second(attention.sa(z, a, a, heat), xi), along)
    if v.norm2([entry for row in xi for entry in row]) > 0:
        ev.less("g_0 is positive", 0, lambda: first(xi, xi))
        ev.less("g_Z is positive", 0, lambda: second(xi, xi))


def _metric_kernel(xp: Any, fault: float, z: Array, A: Array, beta: Array, xi: Array) -> Array:
    z, n = fields.unit(xp, z), z.shape[-2]
    rows = xp.sum(weights(z, Model("unnormalised", beta, A=A)), axis=-1)
    products = xp.sum(velocity(z, Model("softmax", beta, A=A)) * fields.tangent(xp, z, xi), axis=-1)
    return -fault * xp.sum(rows * products, axis=-1) / (n * n)


def _metric_law(z: Any, a: Any, beta: arb, xi: Any) -> arb:
    z = [v.normalise(row) for row in z]
    return attention.energy_slope(z, attention.tangents(z, xi), a, beta)


def dissipation(s: Sampler, *, sign: int = -1, power: int = 2, symmetric: bool = True, value: bool = True) -> Evidence:
    """Descent of E. Wrong: ``sign``, the ``power`` of n under SA, A not symmetric, V other than A."""
    ev = Evidence(s)
    for p in _points(s):
        a = _score_matrix(p, symmetric)
        _dissipation_point(ev, p, a, a if value else p.V, sign, power)
    for name, make in (("triangle", triangle), ("opposite pair", opposite)):
        _rests(ev, name, make, s.point(0).beta)
    inputs = s.batch("z", "beta", n=_N, d=_D)
    inputs["A"] = tuple(_score_matrix(p, True) for p in s.points(n=_N, d=_D))
    for name, kernel, law in (("dE along SA", _sa_kernel, _sa_law), ("dE along USA", _usa_rate_kernel, _usa_rate_law)):
        ev.floats(name, kernel, _tuples(inputs), _each(law))
    return ev


def _tuples(inputs: dict[str, Any]) -> dict[str, Any]:
    return {name: _tuple(entry) for name, entry in inputs.items()}


def _tuple(entry: Any) -> Any:
    return tuple(_tuple(part) for part in entry) if isinstance(entry, (list, tuple)) else entry


def _each(law: Callable[[Any, Any, arb], arb]) -> Callable[..., list[arb]]:
    """The law at every sample of a batch."""

    def every(z: Any, beta: Any, A: Any) -> list[arb]:
        return [law([v.normalise(row) for row in zi], ai, heat) for zi, ai, heat in zip(z, A, beta, strict=True)]

    return every


def _dissipation_point(ev: Evidence, p: Point, a: Any, value: Any, sign: int, power: int) -> None:
    z, heat, n = p.z, p.beta, len(p.z)

    def along(field: Callable[..., Any]) -> arb:
        return attention.energy_slope(z, field(z, a, value, heat), a, heat)

    def normalised() -> arb:
        b_sa = attention.sa(z, a, value, heat)
        rate: arb = sign * ball(attention.pairing(b_sa, b_sa, attention.partition(z, a, heat))) / n**power
        return rate

    def unnormalised() -> arb:
        b_usa = attention.usa(z, a, value, heat)
        return sign * ball(attention.pairing(b_usa, b_usa)) / n

    ev.enclosed("dE along SA", lambda: along(attention.sa), normalised)
    ev.enclosed("dE along USA", lambda: along(attention.usa), unnormalised)
    if len(set(z)) > 1:
        ev.less("E falls along SA", lambda: along(attention.sa), 0)
        ev.less("E falls along USA", lambda: along(attention.usa), 0)


def _sa_kernel(xp: Any, fault: float, z: Array, beta: Array, A: Array) -> Array:
    z, model = fields.unit(xp, z), Model("softmax", beta, A=A)
    return -energy_rate(z, fault * velocity(z, model), model)


def _usa_rate_kernel(xp: Any, fault: float, z: Array, beta: Array, A: Array) -> Array:
    z, model = fields.unit(xp, z), Model("unnormalised", beta, A=A)
    return -energy_rate(z, fault * velocity(z, model), model)


def _sa_law(z: Any, a: Any, beta: arb) -> arb:
    b_sa = attention.sa(z, a, a, beta)
    return -ball(attention.pairing(b_sa, b_sa, attention.partition(z, a, beta))) / len(z) ** 2


def _usa_rate_law(z: Any, a: Any, beta: arb) -> arb:
    b_usa = attention.usa(z, a, a, beta)
    return -ball(attention.pairing(b_usa, b_usa)) / len(z)


# Wrong values of the parameters; every one of them makes its leg fail.
MUTANTS: dict[str, dict[str, tuple[int | str | bool, ...]]] = {
    "norm_conserved": {"sign": (-1,), "length": ("5/4",)},
    "usa_sa": {"shift": (1,), "sign": (-1,)},
    "gradient": {"sign": (1,), "power": (2,), "symmetric": (False,)},
    "metrics": {"sign": (1,), "power": (1,), "symmetric": (False,)},
    "dissipation": {"sign": (1,), "power": (1,), "symmetric": (False,), "value": (False,)},
    "falsify_nonsym": {"symmetrise": (True,), "sign": (-1,)},
    "falsify_v": {"value": (-1,), "half": ("1",)},
    "phi_monotone": {"sign": (-1,), "halves": (1,)},
    "phi_bounded": {"power": (1,), "sign": (-1,)},
}
