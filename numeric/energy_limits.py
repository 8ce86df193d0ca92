"""What the energy laws need (falsifiers with their exact configurations), and the ascending form of the energy."""

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
from numeric.models import Model
from numeric.observables import energy_rate

Array = Any
_ROTATION = ((0, -1), (1, 0))
_SHEAR = ((1, 2), (0, 1))


def _rate(z: Any, a: Any, value: Any, field: Callable[..., Any]) -> arb:
    """dE at beta = 1 along the field."""
    return attention.energy_slope(z, field(z, a, value, 1), a, 1)


def _symmetrised(a: Any) -> Any:
    return v.mscale(Fraction(1, 2), v.madd(a, v.transpose(a)))


def falsify_nonsym(s: Sampler, *, symmetrise: bool = False, sign: int = 1) -> Evidence:
    """E rises for a nonsymmetric A = V. Wrong: A made symmetric after all, the ``sign`` of the velocity."""
    ev = Evidence(s)
    turn = _symmetrised(_ROTATION) if symmetrise else _ROTATION
    shear = _symmetrised(_SHEAR) if symmetrise else _SHEAR
    sa, usa = attention.sa, attention.usa
    rational = (("3/5", "4/5"), ("12/13", "5/13"))
    for name, a, field, other, printed in (
        ("SA, rotation, angle 1", turn, sa, _circle(1, 1), "0.02331170022552655226939"),
        ("USA, shear, angle 1/2", shear, usa, _circle(1, 2), "0.8626206611932008080768"),
        ("SA, shear, angle 1/2", shear, sa, _circle(1, 2), "0.2167293310219625984432"),
        ("SA, rotation, (3/5, 4/5)", turn, sa, lambda: list(rational[0]), "0.02024609677829067588"),
        ("USA, shear, (12/13, 5/13)", shear, usa, lambda: list(rational[1]), "0.68593294237115862534"),
        ("SA, shear, (12/13, 5/13)", shear, sa, lambda: list(rational[1]), "0.17593700451075449035"),
    ):
        _rise(ev, name, a, field, other, sign, printed)
    ev.floats("dE where it rises", _rise_kernel, _rise_inputs(), _rise_law)
    return ev


def _circle(numerator: int, denominator: int) -> Callable[[], list[arb]]:
    """The point of the unit circle at a rational angle."""

    def make() -> list[arb]:
        angle = ball(Fraction(numerator, denominator))
        return [angle.cos(), angle.sin()]

    return make


def _rise(
    ev: Evidence,
    name: str,
    a: Any,
    field: Callable[..., Any],
    other: Callable[[], list[Any]],
    sign: int,
    printed: str,
) -> None:
    def value() -> arb:
        return sign * _rate([[arb(1), arb(0)], b.balls(other())], a, a, field)

    def opinion() -> object:
        y = [mpmath.mpf(x.mid().str(60, radius=False)) for x in b.balls(other())]
        return sign * _plain_rate(a, y, normalised=field is attention.sa)

    ev.less(f"E rises: {name}", 0, value)
    ev.constant(name, value, printed, opinion)


def _plain_rate(a: Any, y: list[Any], normalised: bool) -> Any:
    """The same rate in plain mpmath, by the product rule: a second opinion, not a certificate."""
    z, pairs = [[mpmath.mpf(1), mpmath.mpf(0)], y], [(i, j) for i in (0, 1) for j in (0, 1)]

    def form(x: Any, w: Any) -> Any:
        return sum(x[p] * a[p][q] * w[q] for p, q in pairs)

    k = {(i, j): mpmath.exp(form(z[i], z[j])) for i, j in pairs}
    speeds = []
    for i in (0, 1):
        u = [sum(k[i, j] * a[p][q] * z[j][q] for j, q in pairs) for p in (0, 1)]
        along, scale = u[0] * z[i][0] + u[1] * z[i][1], k[i, 0] + k[i, 1] if normalised else 2
        speeds.append([(u[p] - along * z[i][p]) / scale for p in (0, 1)])
    return -sum(k[i, j] * (form(speeds[i], z[j]) + form(z[i], speeds[j])) for i, j in pairs) / 8


def _rise_inputs() -> dict[str, Any]:
    first, second = (Fraction(3, 5), Fraction(4, 5)), (Fraction(12, 13), Fraction(5, 13))
    start = (Fraction(1), Fraction(0))
    return {"z": ((start, first), (start, second)), "A": (_ROTATION, _SHEAR), "beta": (Fraction(1), Fraction(1))}


def _rise_kernel(xp: Any, fault: float, z: Array, A: Array, beta: Array) -> Array:
    z = fields.unit(xp, z)
    dz = velocity(z, Model("unnormalised", beta, A=A))
    return -energy_rate(z, dz, Model("unnormalised", fault * beta, A=A))


def _rise_law(z: Any, A: Any, beta: Any) -> list[arb]:
    tokens = [[v.normalise(row) for row in pair] for pair in z]
    return [_rate(pair, a, a, attention.usa) for pair, a in zip(tokens, A, strict=True)]


def falsify_v(s: Sampler, *, value: int = 1, half: str = "1/2") -> Evidence:
    """E rises for V = I, A = -I. Wrong: V = -I (then V = A), the factor ``half`` of the rate."""
    ev = Evidence(s)
    pair, a = ((1, 0), (0, 1)), v.mscale(-1, v.identity(2))
    matrix = v.mscale(value, v.identity(2))

    def stated() -> arb:
        return ball(half) / (1 + ball(-1).exp())

    def opinion() -> object:
        return 1 / (2 * (1 + mpmath.exp(-1)))

    ev.less("E rises along SA", 0, lambda: _rate(pair, a, matrix, attention.sa))
    ev.less("E rises along USA", 0, lambda: _rate(pair, a, matrix, attention.usa))
    ev.enclosed("dE along SA", lambda: _rate(pair, a, matrix, attention.sa), stated)
    ev.enclosed("dE along USA", lambda: _rate(pair, a, matrix, attention.usa), Fraction(1, 4))
    ev.constant("rate along SA", stated, "0.3655292893150024396256", opinion)
    ev.floats(
        "dE of the orthogonal pair",
        _value_kernel,
        {"z": ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), "beta": Fraction(1)},
        lambda z, beta: 1 / (2 * (1 + (-beta).exp())),
    )
    return ev


def _value_kernel(xp: Any, fault: float, z: Array, beta: Array) -> Array:
    eye = fields.eye(xp, z)
    model = Model("softmax", beta, A=-eye, value=fault * eye)
    return -energy_rate(z, velocity(z, model), model)


def _points(s: Sampler) -> Iterator[Point]:
    for number in range(s.samples):
        yield s.point(number, n=2 + number % 3, d=2 + number % 2)


def _force(x: Any, beta: Any) -> list[list[arb]]:
    """sum_j e^{beta x_i . x_j} x_j."""
    eye = v.identity(len(x[0]))
    return attention.forces(x, attention.weights(x, eye, beta), eye)


def phi_monotone(s: Sampler, *, sign: int = 1, halves: int = 2) -> Evidence:
    """Ascent of Phi. Wrong: ``sign`` of the rate, ``halves`` in 1/(2 beta) (a factor 2 in the gradient)."""
    ev = Evidence(s)
    for p in _points(s):
        _phi_point(ev, p, sign, halves)
        _bias(ev, p)
    ev.floats(
        "dPhi along the flow",
        _phi_kernel,
        s.batch("x", "beta", n=3, d=3),
        lambda x, beta: [_phi_rate([v.normalise(row) for row in xi], heat) for xi, heat in zip(x, beta, strict=True)],
    )
    return ev


def _phi_slope(x: Any, xi: Any, heat: Any, halves: int = 2, bias: Any = None) -> arb:
    """dPhi[xi] by power series, with Phi = sum_ij bias_ij e^{beta x_i . x_j} / (halves beta)."""
    return attention.slope(x, xi, v.identity(len(x[0])), heat, bias) / (halves * ball(heat))


def _phi_rate(x: Any, heat: Any) -> arb:
    """sum_i |P_i grad_i Phi|^2 / Z_i."""
    pushed = attention.tangents(x, _force(x, heat))
    inverse = [1 / z for z in attention.partition(x, v.identity(len(x[0])), heat)]
    return ball(attention.pairing(pushed, pushed, inverse))


def _phi_point(ev: Evidence, p: Point, sign: int, halves: int) -> None:
    x, heat = p.x, p.beta
    eye, free = v.identity(p.size("d")), p.extra("some direction", Domain.MATRIX, ("n", "d"))

    def velocity() -> Any:
        return attention.sa(x, eye, eye, heat)

    def along() -> arb:
        return _phi_slope(x, velocity(), heat, halves)

    def speeds() -> arb:
        return sign * ball(attention.pairing(velocity(), velocity(), attention.partition(x, eye, heat)))

    ev.enclosed(
        "gradient, self terms included",
        lambda: _phi_slope(x, free, heat, halves),
        lambda: ball(attention.pairing(_force(x, heat), free)),
    )
    ev.enclosed("rate as squared gradients", along, lambda: sign * _phi_rate(x, heat))
    ev.enclosed("rate as squared speeds", along, speeds)
    ev.enclosed(
        "minus n^2 times dE",
        along,
        lambda: -(len(x) ** 2) * attention.energy_slope(x, velocity(), eye, heat),
    )
    if len(set(x)) > 1:
        ev.less("Phi rises", 0, along)


def _bias(ev: Evidence, p: Point) -> None:
    """Weights b_ij on the pairs: the law survives if b is symmetric and breaks if it is not."""
    x, heat = p.extra("two tokens", Domain.UNIT_SPHERE, ("2", "3")), p.beta
    even, uneven = ((1, 2), (2, 3)), ((1, 2), (0, 1))
    if abs(v.dot(*x)) < 1:
        ev.enclosed("symmetric bias", lambda: _biased(x, heat, even), lambda: _squares(x, heat, even))
        ev.differs("nonsymmetric bias", lambda: _biased(x, heat, uneven), lambda: _squares(x, heat, uneven))


def _push(x: Any, heat: Fraction, bias: Any) -> Any:
    """P_i sum_j b_ij e^{beta x_i . x_j} x_j."""
    eye = v.identity(3)
    rows = zip(bias, attention.weights(x, eye, heat), strict=True)
    w = [[v.times(f, wij) for f, wij in zip(fi, wi, strict=True)] for fi, wi in rows]
    return attention.tangents(x, attention.forces(x, w, eye))


def _biased(x: Any, heat: Fraction, bias: Any) -> arb:
    return _phi_slope(x, _push(x, heat, bias), heat, bias=bias)


def _squares(x: Any, heat: Fraction, bias: Any) -> arb:
    push = _push(x, heat, bias)
    return ball(attention.pairing(push, push))


def _phi_kernel(xp: Any, fault: float, x: Array, beta: Array) -> Array:
    """dPhi/ds by the product rule: n^2 times minus the energy rate at A = I."""
    z, n, model = fields.unit(xp, x), x.shape[-2], Model("softmax", beta)
    return n * n * energy_rate(z, fault * velocity(z, model), model)


def _phi(x: Any, heat: Any) -> arb:
    total: arb = v.total(attention.partition(x, v.identity(len(x[0])), heat))
    return total / (2 * ball(heat))


def phi_bounded(s: Sampler, *, power: int = 2, sign: int = 1) -> Evidence:
    """Upper bound of Phi. Wrong: the ``power`` of n, the ``sign`` of the exponent in the bound."""
    ev = Evidence(s)
    for p in _points(s):
        _bound_point(ev, p.x, p.beta, power, sign)
    ev.floats(
        "Phi",
        _bound_kernel,
        s.batch("x", "beta", n=3, d=3),
        lambda x, beta: [_chord_form([v.normalise(row) for row in xi], heat) for xi, heat in zip(x, beta, strict=True)],
    )
    return ev


def _bound_point(ev: Evidence, x: Any, heat: Fraction, power: int, sign: int) -> None:
    n = len(x)

    def bound() -> arb:
        top: arb = (sign * ball(heat)).exp() * n**power / (2 * ball(heat))
        return top

    ev.enclosed("equality at consensus", lambda: _phi([x[0]] * n, heat), bound)
    if len(set(x)) > 1:
        ev.less("strict away from consensus", lambda: _phi(x, heat), bound)
        ev.less("Phi rises towards it", 0, lambda: _phi_rate(x, heat))
    ev.enclosed("chord form", lambda: _phi(x, heat), lambda: _chord_form(x, heat))


def _chord_form(x: Any, heat: Any) -> arb:
    """e^beta/(2 beta) sum_ij e^{-beta |x_i - x_j|^2 / 2}: every term at most 1, and 1 only for equal tokens."""
    terms = [(-ball(heat) * ball(v.norm2(v.sub(xi, xj))) / 2).exp() for xi in x for xj in x]
    total: arb = v.total(terms)
    return ball(heat).exp() * total / (2 * ball(heat))


def _bound_kernel(xp: Any, fault: float, x: Array, beta: Array) -> Array:
    w = weights(fields.unit(xp, x), Model("unnormalised", fault * beta))
    return xp.sum(w, axis=(-2, -1)) / (2 * beta)
