"""Stability of the attention flow in transport distance, and the global error of normalised layers.

Lipschitz constants on the sphere for V = I and B = beta |A|: C_x = 2 + 2 B e^{2B} in the position and
C_nu = e^{2B} (1 + 2B) in the measure.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

from flint import arb

from claims.measure import Evidence, Sampler, ball
from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.sampler import Point
from claims.model import Domain
from numeric import attention, fields
from numeric import pair_flow as flow
from numeric.dynamics import velocity
from numeric.models import Model

Array = Any
_N, _D, _LAYERS = 3, 2, 8


def lipschitz(a: Any, beta: Any) -> arb:
    """C_x + C_nu with the Frobenius norm in place of |A| (an upper bound)."""
    size = ball(beta) * b.sqrt(ball(v.total(v.norm2(row) for row in a)))
    return 2 + 2 * size * (2 * size).exp() + (2 * size).exp() * (1 + 2 * size)


def distance(z: Any, y: Any) -> arb:
    """Mean distance of points with equal index."""
    whole: arb = v.total(v.norm(v.sub(zi, yi)) for zi, yi in zip(z, y, strict=True))
    return whole / len(z)


def transport(z: Any, y: Any) -> arb:
    """W_1 of two clouds of equal weights: the least mean distance over all matchings."""
    costs = [distance(z, matched) for matched in permutations(y)]
    least = costs[0]
    for cost in costs[1:]:
        least = least.min(cost)
    return least


def layer(z: Any, a: Any, beta: Any, h: Any) -> list[list[arb]]:
    """One normalised residual layer: z + h b(z), divided by its norm (V = I)."""
    field = attention.sa(z, a, v.identity(len(z[0])), beta)
    return [v.normalise(v.add(zi, v.scale(ball(h), bi))) for zi, bi in zip(z, field, strict=True)]


def dobrushin(s: Sampler, *, sign: int = 1, share: str = "1") -> Evidence:
    """Two clouds under one flow. Wrong: ``sign`` of the exponent, only a ``share`` of the constant."""
    ev = Evidence(s)
    for p in s.points():
        z, y = _cloud(p, "first cloud"), _cloud(p, "second cloud")
        a = p.extra("score matrix", Domain.MATRIX, ("2", "2"), "-1/2", "1/2")
        _instant(ev, z, y, a, p.extra("inverse temperature", Domain.POSITIVE, (), "0", "1"))
        _steps(ev, z, y, a, "1/2", sign, Fraction(share))
    first, second = [[1, 0], [Fraction(3, 5), Fraction(4, 5)]], [[1, 0], [Fraction(4, 5), Fraction(3, 5)]]
    _steps(ev, first, second, v.mscale(-1, v.identity(2)), "1/2", sign, Fraction(share))
    ev.floats(
        "distance after the layers",
        _cloud_kernel,
        {
            "z": tuple(_cloud(p, "first cloud") for p in s.points()),
            "y": tuple(_cloud(p, "second cloud") for p in s.points()),
            "beta": tuple(Fraction(1) for _ in range(s.samples)),
            "h": tuple(Fraction(1, 10) for _ in range(s.samples)),
            "layers": _LAYERS,
        },
        lambda z, y, beta, h, layers: [_cloud_law(*x, layers) for x in zip(z, y, beta, h, strict=True)],
    )
    return ev


def _cloud(p: Point, name: str) -> Any:
    return p.extra(name, Domain.UNIT_SPHERE, (str(_N), str(_D)))


def _instant(ev: Evidence, z: Any, y: Any, a: Any, beta: Any) -> None:
    """D' <= (C_x + C_nu) D at one instant, points with equal index coupled."""
    eye = v.identity(_D)
    apart = [i for i in range(_N) if z[i] != y[i]]

    def rate() -> arb:
        first, second = attention.sa(z, a, eye, beta), attention.sa(y, a, eye, beta)
        total = ball(0)
        for i in range(_N):
            gap, speed = v.sub(z[i], y[i]), v.sub(first[i], second[i])
            total += ball(v.dot(gap, speed)) / v.norm(gap) if i in apart else v.norm(speed)
        return total / _N

    if apart:
        ev.less("instantaneous bound", rate, lambda: lipschitz(a, beta) * distance(z, y))


def _steps(ev: Evidence, z: Any, y: Any, a: Any, beta: Any, sign: int, share: Fraction) -> None:
    """Normalised layers of step 1/20: the mean distance and W_1 grow at most by 1 + h C a layer, e^{C tau} in all."""
    layers, h = 4, Fraction(1, 20)

    def ends() -> tuple[Any, Any]:
        x, w = b.balls([list(row) for row in z]), b.balls([list(row) for row in y])
        for _ in range(layers):
            x, w = layer(x, a, beta, h), layer(w, a, beta, h)
        return x, w

    def grown(before: arb) -> arb:
        return (ball(sign * share * layers * h) * lipschitz(a, beta)).exp() * before

    def factor() -> arb:
        return b.power(1 + ball(sign * share * h) * lipschitz(a, beta), layers)

    if list(z) != list(y):
        ev.less("product of layers", lambda: distance(*ends()), lambda: factor() * distance(z, y))
        ev.less("mean distance", lambda: distance(*ends()), lambda: grown(distance(z, y)))
    if sorted(z) != sorted(y):
        ev.less("transport distance", lambda: transport(*ends()), lambda: grown(transport(z, y)))


def _cloud_kernel(xp: Any, fault: float, z: Array, y: Array, beta: Array, h: Array, layers: int) -> Array:
    """Sum of squared distances of coupled points after the layers (A = V = I)."""
    first, second = _run(xp, fault, z, beta, h, layers), _run(xp, fault, y, beta, h, layers)
    return xp.sum((first - second) * (first - second), axis=(-2, -1))


def _run(xp: Any, fault: float, z: Array, beta: Array, h: Array, layers: int) -> Array:
    z, model = fields.unit(xp, z), Model("softmax", beta, sign=fault)
    for _ in range(layers):
        z = fields.unit(xp, z + fields.column(h) * velocity(z, model))
    return z


def _cloud_law(z: Any, y: Any, beta: arb, h: arb, layers: int) -> Any:
    """The same map in balls."""
    first, second = [v.normalise(row) for row in z], [v.normalise(row) for row in y]
    for _ in range(layers):
        first, second = layer(first, v.identity(_D), beta, h), layer(second, v.identity(_D), beta, h)
    return v.total(v.norm2(v.sub(x, w)) for x, w in zip(first, second, strict=True))


def global_error(s: Sampler, *, sign: int = 1, order: int = 1, noise: int = 0) -> Evidence:
    """Layers against the flow. Wrong: ``sign`` of L T, the ``order`` in the step, a remainder of first order
    (``noise`` 1 adds the step itself to every layer, as matrices that change by O(1) from layer to layer do)."""
    ev = Evidence(s)
    for p in s.points():
        rate, cost = (p.extra(name, Domain.POSITIVE) for name in ("Lipschitz constant", "remainder constant"))
        for layers in (4, 16):
            _recursion(ev, rate, cost, Fraction(1, layers), layers, sign, order)
        start = p.extra("some overlap", Domain.OPEN_INTERVAL, (), "-1", "1")
        for layers in (16, 64):
            _overlap_layers(ev, start, layers, sign, order, noise)
    _slope(ev)
    _first_order_remainder(ev)
    ev.floats(
        "layers of two tokens",
        _layers_kernel,
        {"x": _pairs(s), "h": tuple(Fraction(1, 10) for _ in range(s.samples)), "layers": _LAYERS},
        lambda x, h, layers: [_layers_law(*point, layers) for point in zip(x, h, strict=True)],
    )
    return ev


def _pairs(s: Sampler) -> Any:
    return tuple(p.extra("two tokens", Domain.UNIT_SPHERE, ("2", "2")) for p in s.points())


def _bound(rate: Any, cost: Any, step: Fraction, depth: Any, sign: int, order: int) -> arb:
    """C step (e^{L T} - 1)/L."""
    signed = sign * ball(rate)
    return ball(cost) * b.power(ball(step), order) * ((signed * ball(depth)).exp() - 1) / signed


def _recursion(ev: Evidence, rate: Any, cost: Any, step: Fraction, layers: int, sign: int, order: int) -> None:
    """e_{j+1} = (1 + L step) e_j + C step^2 from 0, the worst case, exactly."""
    error = Fraction(0)
    for _ in range(layers):
        error = (1 + rate * step) * error + cost * step * step
    ev.equal("closed form", error, cost * step * ((1 + rate * step) ** layers - 1) / rate)
    ev.less("worst case below the bound", error, lambda: _bound(rate, cost, step, layers * step, sign, order))


def _overlap_layers(ev: Evidence, start: Fraction, layers: int, sign: int, order: int, noise: int) -> None:
    """Euler steps of c' = 1 - c^2 to depth 1 against tanh: L = 2 on [-1, 1] and C = max |c''|/2 = 2/(3 sqrt 3)."""

    def error() -> arb:
        return abs(_euler(start, layers, noise) - flow.law(ball(start), ball(1)))

    def bound() -> arb:
        return _bound(2, 2 / (3 * b.sqrt(ball(3))), Fraction(1, layers), 1, sign, order)

    ev.less("error of the layers", error, bound)


def _euler(start: Fraction, layers: int, noise: int) -> arb:
    step, c = Fraction(1, layers), ball(start)
    for _ in range(layers):
        c = c + ball(step) * (1 - c * c + noise)
    return c


def _slope(ev: Evidence) -> None:
    """Halving the step halves the error: log2 of the ratio within 0.05 of 1 at 1/128 (two tokens, c_0 = 0, depth 1)."""

    def ratio() -> arb:
        coarse, fine = (abs(_euler(Fraction(0), n, 0) - flow.law(ball(0), ball(1))) for n in (128, 256))
        return (coarse / fine).log() / ball(2).log()

    ev.less("slope of the error", lambda: abs(ratio() - 1), "1/20")


def _first_order_remainder(ev: Evidence) -> None:
    """Falsifier: a remainder of size step (layers that change by O(1)) leaves an error that does not shrink."""

    def error(layers: int) -> arb:
        return abs(_euler(Fraction(0), layers, 1) - flow.law(ball(0), ball(1)))

    ev.less("error does not halve", lambda: error(64) * 9 / 10, lambda: error(128))


def _layers_kernel(xp: Any, fault: float, x: Array, h: Array, layers: int) -> Array:
    """Overlap of two tokens after normalised layers at uniform weights."""
    z = fields.unit(xp, x)
    for _ in range(layers):
        z = fields.unit(xp, z + fields.column(h) * fault * flow.uniform_field(xp, z))
    return xp.sum(z[..., 0, :] * z[..., 1, :], axis=-1)


def _layers_law(x: Any, h: arb, layers: int) -> arb:
    """The same map on the overlap: tokens x_i + (h/2)(x_j - c x_i), then normalised."""
    c = flow.overlap(x)
    half = h / 2
    for _ in range(layers):
        keep = 1 - half * c
        c = (c * (keep * keep + half * half) + 2 * keep * half) / (keep * keep + half * half + 2 * keep * half * c)
    return c
