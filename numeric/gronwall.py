"""Gronwall inequalities (continuous, discrete, perturbed) and the bound for a frozen kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
from flint import arb, arb_mat

from claims.measure import Evidence, Refine, Sampler, ball
from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.sampler import Point
from claims.model import Domain
from numeric import fields, jets
from numeric.stability import dobrushin, global_error

__all__ = ["differential", "discrete", "dobrushin", "duhamel", "global_error", "perturbed"]

Array = Any
_STEPS = 16
_LAYERS = 8


def growth(rate: Any, t: Any) -> Any:
    """(e^{K t} - 1)/K, which is t at K = 0; ``rate`` exact or a ball known not to touch 0, t a ball or a series."""
    if not isinstance(rate, arb) and rate == 0:
        return t
    k = ball(rate)
    return ((k * t).exp() - 1) / k


def forced(rate: Any, start: Any, forcing: Any, t: Any) -> Any:
    """Solution e^{K t} u(0) + forcing (e^{K t} - 1)/K of u' = K u + forcing."""
    return (ball(rate) * t).exp() * ball(start) + ball(forcing) * growth(rate, t)


def differential(s: Sampler, *, sign: int = 1, rate: int = 1, slack: int = 1) -> Evidence:
    """Constant forcing. Wrong: ``sign`` of the forcing in the bound, ``rate`` times K, growth faster than assumed
    (``slack`` -1)."""
    ev = Evidence(s)
    for p in s.points():
        start = p.extra("start value", Domain.REAL)
        for k in (p.K, Fraction(0)):
            _equality(ev, k, start, p.delta, p.t, sign, rate)
            _below(ev, k, start, p.delta, p.t, slack)
        _constant_limit(ev, p.t)
    ev.floats(
        "linear growth",
        _linear_kernel,
        {**s.batch("K", "delta"), "t": _times(s, "1"), "start": _starts(s), "steps": _STEPS},
        lambda K, delta, t, start, steps: [_linear_law(*x) for x in zip(K, delta, t, start, strict=True)],
        refine=Refine("steps", 4),
    )
    return ev


def _starts(s: Sampler) -> tuple[Any, ...]:
    return tuple(p.extra("start value", Domain.REAL) for p in s.points())


def _times(s: Sampler, end: str) -> tuple[Any, ...]:
    """Depths of the float runs, short enough for the step to resolve the growth."""
    return tuple(p.extra("run time", Domain.POSITIVE, (), "0", end) for p in s.points())


def _equality(ev: Evidence, k: Any, start: Any, delta: Any, t: Any, sign: int, rate: int) -> None:
    """The bound, as a function of t, solves u' = K u + delta from u(0)."""

    def bound(time: Any) -> Any:
        return forced(rate * k, start, sign * delta, time)

    ev.enclosed("equality case", lambda: jets.derivative(bound, t), lambda: ball(k) * bound(ball(t)) + ball(delta))
    ev.enclosed("start", lambda: bound(ball(0)), start)


def _below(ev: Evidence, k: Any, start: Any, delta: Any, t: Any, slack: int) -> None:
    """u' = K u + delta - slack stays below the bound."""
    ev.less(
        "smaller growth stays below",
        lambda: forced(k, start, delta - slack, ball(t)),
        lambda: forced(k, start, delta, ball(t)),
    )


def _constant_limit(ev: Evidence, t: Any) -> None:
    """(e^{K t} - 1)/K tends to t: within K t^2 e^{K t} at K = 10^-30."""
    k = Fraction(1, 10**30)

    def gap() -> arb:
        return abs(ball(growth(k, ball(t))) - ball(t))

    ev.less("K to 0", gap, lambda: ball(k) * b.square(ball(t)) * (ball(k) * ball(t)).exp())


def _linear_kernel(xp: Any, fault: float, K: Array, delta: Array, t: Array, start: Array, steps: int) -> Array:
    return fields.rk4(lambda u: fault * K * u + delta, start, t / steps, steps)


def _linear_law(k: arb, delta: arb, t: arb, start: arb) -> arb:
    """Also at K = 0, where the ball is exact."""
    value: arb = forced(Fraction(0) if k.is_zero() else k, start, delta, t)
    return value


def discrete(s: Sampler, *, shift: int = 0, sign: int = 1, flip: int = 1) -> Evidence:
    """Recursion u_{j+1} <= (1 + a) u_j + b. Wrong: the exponent j + ``shift``, the ``sign`` of b, 1 + a negative."""
    ev = Evidence(s)
    for p in s.points():
        start = p.extra("start value", Domain.REAL)
        factor = flip * (abs(1 + p.a) + Fraction(1, 60))
        for j in (0, 1, 2, 3 + p.j):
            ev.equal("equality case", _iterate(factor, p.b, start, j, ()), _closed(factor, sign * p.b, start, j, shift))
            ev.equal("a = 0", _iterate(Fraction(1), p.b, start, j, ()), start + j * sign * p.b)
        drops = p.extra("losses", Domain.POSITIVE, ("6",))
        for j in (1, 2, 6):
            _stays_below(ev, factor, p.b, start, drops[:j])
            _stays_below(ev, factor, p.b, start, (*drops[:1], *[Fraction(0)] * (j - 1)))
    ev.floats(
        "recursion",
        _recursion_kernel,
        {**s.batch("a", "b"), "start": _starts(s), "layers": _LAYERS},
        lambda a, b, start, layers: [_recursion_law(*x, layers) for x in zip(a, b, start, strict=True)],
    )
    return ev


def _iterate(factor: Fraction, forcing: Fraction, start: Fraction, j: int, drops: Any) -> Fraction:
    """u_j of the recursion with the drops subtracted at the first steps."""
    u = start
    for i in range(j):
        u = factor * u + forcing - (drops[i] if i < len(drops) else 0)
    return u


def _closed(factor: Fraction, forcing: Fraction, start: Fraction, j: int, shift: int) -> Fraction:
    """(1+a)^j u_0 + b ((1+a)^j - 1)/a, or u_0 + j b at a = 0."""
    grown = factor ** (j + shift)
    return grown * start + (j * forcing if factor == 1 else forcing * (grown - 1) / (factor - 1))


def _stays_below(ev: Evidence, factor: Fraction, forcing: Fraction, start: Fraction, drops: Any) -> None:
    j = len(drops)
    ev.at_most("bound", _iterate(factor, forcing, start, j, drops), _closed(factor, forcing, start, j, 0))


def _recursion_kernel(xp: Any, fault: float, a: Array, b: Array, start: Array, layers: int) -> Array:
    u = start
    for _ in range(layers):
        u = (1 + fault * a) * u + b
    return u


def _recursion_law(a: arb, forcing: arb, start: arb, layers: int) -> arb:
    powers = [b.power(1 + a, i) for i in range(layers + 1)]
    geometric: arb = v.total(powers[:layers])
    return powers[layers] * start + forcing * geometric


def perturbed(s: Sampler, *, sign: int = 1, weight: int = 1) -> Evidence:
    """Two clouds and a field error. Wrong: ``sign`` of delta, ``weight`` 0 of the Lipschitz constant in the measure."""
    ev = Evidence(s)
    for p in s.points():
        c = p.Cx + weight * p.Cnu
        _clouds(ev, p, c, sign * p.delta)
        start, rate = Fraction(1), p.Cx + p.Cnu
        _equality(ev, rate, start, p.delta, p.t, sign, 1)
        _equality(ev, Fraction(0), start, p.delta, p.t, sign, 1)
    inputs = {**s.batch("Cx", "Cnu", "delta"), "t": _times(s, "1/2")}
    ev.floats(
        "distance of two clouds",
        _cloud_kernel,
        {**inputs, "steps": _STEPS},
        lambda Cx, Cnu, delta, t, steps: [_cloud_law(*x) for x in zip(Cx, Cnu, delta, t, strict=True)],
        refine=Refine("steps", 4),
    )
    return ev


def _clouds(ev: Evidence, p: Point, c: Fraction, delta: Fraction) -> None:
    """On the line, product coupling: field f(x, mean) = C_x x + C_nu mean, the second cloud moved by f - delta.

    D' = mean of sign(z_i - y_j)(b_i - g_j) <= C D + delta, with equality when the first cloud lies above the second.
    """
    z = p.extra("first cloud", Domain.VECTOR, ("3",), "0", "1")
    mixed = p.extra("second cloud", Domain.VECTOR, ("3",), "0", "1")
    below = [entry - 2 for entry in mixed]
    rate, distance = _distance_rate(p, z, below)
    ev.equal("equality for separated clouds", rate, c * distance + delta)
    rate, distance = _distance_rate(p, z, mixed)
    ev.at_most("bound for mixed clouds", rate, (p.Cx + p.Cnu) * distance + p.delta)


def _distance_rate(p: Point, z: Any, y: Any) -> tuple[Fraction, Fraction]:
    """D' (one-sided, so the modulus where two points meet) and D for the product coupling."""
    first = [p.Cx * x + p.Cnu * Fraction(v.total(z)) / len(z) for x in z]
    second = [p.Cx * x + p.Cnu * Fraction(v.total(y)) / len(y) - p.delta for x in y]
    pairs = [(zi - yj, bi - gj) for zi, bi in zip(z, first, strict=True) for yj, gj in zip(y, second, strict=True)]
    moved = [(gap > 0) * speed - (gap < 0) * speed + (gap == 0) * abs(speed) for gap, speed in pairs]
    return v.total(moved) / len(pairs), v.total(abs(gap) for gap, _ in pairs) / len(pairs)


def _cloud_kernel(xp: Any, fault: float, Cx: Array, Cnu: Array, delta: Array, t: Array, steps: int) -> Array:
    """Mean distance at depth t of clouds that start at 0 and 1 (first) and at -1 and 0 (second), by RK4."""
    one = t * 0 + 1
    start = xp.stack([one * 0, one, -one, one * 0], axis=-1)

    def field(x: Array) -> Array:
        first = xp.sum(x[..., :2], axis=-1, keepdims=True) / 2
        second = xp.sum(x[..., 2:], axis=-1, keepdims=True) / 2
        mean = xp.concat([first, first, second, second], axis=-1)
        error = xp.stack([one * 0, one * 0, delta, delta], axis=-1)
        return fault * Cx[..., None] * x + Cnu[..., None] * mean - error

    end = fields.rk4(field, start, t[..., None] / steps, steps)
    return (xp.sum(end[..., :2], axis=-1) - xp.sum(end[..., 2:], axis=-1)) / 2


def _cloud_law(cx: arb, cnu: arb, delta: arb, t: arb) -> arb:
    value: arb = forced(cx + cnu, 1, delta, t)
    return value


def duhamel(s: Sampler, *, sign: int = 1, drift: str = "1", direction: int = 1) -> Evidence:
    """Frozen kernel. Wrong: ``sign`` of the drift term, ``drift`` times eps in the bound, K not semidefinite."""
    ev = Evidence(s)
    for number in range(s.samples):
        p = s.point(number, m=2 + number % 2)
        _error_equation(ev, p, sign)
        _variation(ev, p)
        _piecewise(ev, p)
    _along_kernel(ev, Fraction(1, 10), Fraction(drift), direction)
    _indefinite(ev)
    ev.floats(
        "error of the frozen kernel",
        _residual_kernel,
        {**_residual_inputs(s), "steps": 2 * _STEPS},
        lambda K0, u, eps, start, t, steps: [_residual_law(*x) for x in zip(K0, u, eps, start, t, strict=True)],
        refine=Refine("steps", 4),
    )
    return ev


def _drifted(p: Point, name: str = "drift direction") -> Any:
    """K_0 + eps u u^T with |u| = 1: semidefinite, at operator distance eps from K_0."""
    u = p.extra(name, Domain.UNIT_SPHERE, ("m",))
    return v.madd(p.K0, v.mscale(p.eps, v.outer(u, u)))


def _start(p: Point) -> Any:
    return p.extra("initial residual", Domain.VECTOR, ("m",))


def _error_equation(ev: Evidence, p: Point, sign: int) -> None:
    """e' = -K_0 e - (K - K_0) r at drawn residuals."""
    r, r0, k = _start(p), p.extra("frozen residual", Domain.VECTOR, ("m",)), _drifted(p)
    e = v.sub(r, r0)
    speed = v.sub(v.matvec(p.K0, r0), v.matvec(k, r))
    drift = v.matvec(v.msub(k, p.K0), r)
    ev.equal("error equation", speed, v.sub(v.scale(-1, v.matvec(p.K0, e)), v.scale(sign, drift)))


def _flow(k: Any, t: Any) -> arb_mat:
    """e^{-K t}."""
    return arb_mat([[-ball(entry) * ball(t) for entry in row] for row in k]).exp()


def _apply(matrix: arb_mat, x: Any) -> list[Any]:
    return v.matvec(matrix.tolist(), b.balls(list(x)))


def _variation(ev: Evidence, p: Point) -> None:
    """Variation of constants: e(t) is the upper right block of exp(-t [[K_0, K - K_0], [0, K]]) applied to r(0)."""
    k, start, t, m = _drifted(p), _start(p), p.t, p.size("m")
    change = v.msub(k, p.K0)

    def difference() -> list[Any]:
        return v.sub(_apply(_flow(k, t), start), _apply(_flow(p.K0, t), start))

    def block() -> list[Any]:
        joint = [[*p.K0[i], *change[i]] for i in range(m)] + [[*[0] * m, *k[i]] for i in range(m)]
        return _apply(_flow(joint, t), [*[0] * m, *start])[:m]

    ev.enclosed("variation of constants", difference, block)


def _piecewise(ev: Evidence, p: Point) -> None:
    """A kernel that changes half way keeps |e(t)| < t eps |r(0)|."""
    first, second, t, start = _drifted(p), _drifted(p, "later direction"), p.t, _start(p)

    def error() -> arb:
        half = _apply(_flow(first, t / 2), start)
        return v.norm(v.sub(_apply(_flow(second, t / 2), half), _apply(_flow(p.K0, t), start)))

    if any(start):
        ev.less("bound", error, lambda: ball(t * p.eps) * v.norm(start))


def _along_kernel(ev: Evidence, eps: Fraction, drift: Fraction, direction: int) -> None:
    """K_0 = diag(0, 1), K = K_0 + direction eps e_1 e_1^T, r(0) = e_1, t = 1: the error lies where K_0 vanishes."""
    k0 = [[Fraction(0), Fraction(0)], [Fraction(0), Fraction(1)]]
    k = [[direction * eps, Fraction(0)], [Fraction(0), Fraction(1)]]

    def error() -> arb:
        return v.norm(v.sub(_apply(_flow(k, 1), (1, 0)), _apply(_flow(k0, 1), (1, 0))))

    ev.less("bound where the frozen kernel vanishes", error, drift * eps)


def _indefinite(ev: Evidence) -> None:
    """Falsifiers: K = -eps with K_0 = 0 exceeds the bound, and so does any difference at the start."""

    def value() -> arb:
        return ball("1/10").exp() - 1

    ev.constant("error of an indefinite kernel", value, "0.1051709180756476", lambda: mpmath.expm1(mpmath.mpf(1) / 10))
    ev.less("indefinite kernel breaks the bound", "1/10", value)
    ev.less("different starts break the bound at t = 0", 0, v.norm((Fraction(1, 2), Fraction(0))))


def _residual_inputs(s: Sampler) -> dict[str, Any]:
    points = tuple(s.points(m=2))
    return {
        "K0": tuple(p.K0 for p in points),
        "u": tuple(p.extra("drift direction", Domain.UNIT_SPHERE, ("m",)) for p in points),
        "eps": tuple(p.eps for p in points),
        "start": tuple(_start(p) for p in points),
        "t": _times(s, "1"),
    }


def _residual_kernel(
    xp: Any, fault: float, K0: Array, u: Array, eps: Array, start: Array, t: Array, steps: int
) -> Array:
    """r(t) - r_0(t) with both residuals stepped by RK4, [..., 2]."""
    k = K0 + fault * eps[..., None, None] * u[..., :, None] * u[..., None, :]
    h = fields.column(t) / steps
    moving = fields.rk4(lambda r: -xp.matmul(k, r), start[..., None], h, steps)
    frozen = fields.rk4(lambda r: -xp.matmul(K0, r), start[..., None], h, steps)
    return (moving - frozen)[..., 0]


def _residual_law(k0: Any, u: Any, eps: arb, start: Any, t: arb) -> list[Any]:
    k = v.madd(k0, v.mscale(eps, v.outer(u, u)))
    return v.sub(_apply(_flow(k, t), start), _apply(_flow(k0, t), start))


# Wrong values of the parameters; every one of them makes its leg fail.
MUTANTS: dict[str, dict[str, tuple[int | str, ...]]] = {
    "differential": {"sign": (-1,), "rate": (2,), "slack": (-1,)},
    "discrete": {"shift": (1,), "sign": (-1,), "flip": (-1,)},
    "perturbed": {"sign": (-1,), "weight": (0,)},
    "duhamel": {"sign": (-1,), "drift": ("1/2",), "direction": (-1,)},
    "dobrushin": {"sign": (-1,), "share": ("0",)},
    "global_error": {"sign": (-1,), "order": (2,), "noise": (1,)},
}
