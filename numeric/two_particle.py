"""Two tokens on the sphere (A = V = I): overlap law, instability of the antipodal pair, participation rank."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
from flint import acb, arb

from claims.measure import Evidence, Refine, Sampler, ball
from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.sampler import Point
from claims.model import Domain
from numeric import attention, jets
from numeric import pair_flow as flow

_STEPS, _STEPS_RK2 = 16, 256
_EYE = v.identity(3)


def _pair(p: Point) -> Any:
    """Two rational unit vectors in R^3."""
    return p.extra("two tokens", Domain.UNIT_SPHERE, ("2", "3"))


def _start(p: Point) -> Fraction:
    """An overlap strictly between -1 and 1."""
    return Fraction(p.extra("some overlap", Domain.OPEN_INTERVAL, (), "-1", "1"))


def uniform(s: Sampler, *, sign: int = 1, rate: int = 1, beta: str = "0") -> Evidence:
    """Overlap at uniform weights. Wrong: ``sign`` of the projection, ``rate`` of the law, ``beta`` above 0."""
    ev = Evidence(s)
    for p in s.points():
        _uniform_field(ev, p, sign, beta)
        _uniform_law(ev, p.c0, p.s, sign, rate)
    _tanh_constant(ev, "1/2", rate, "0.4621171572600097585")
    _tanh_constant(ev, "1", rate, "0.76159415595576488812")
    _tanh_constant(ev, "2", rate, "0.96402758007581688395")
    for name, kernel, steps, order in (
        ("flow of two tokens", flow.flow_overlap, _STEPS, 4),
        ("flow of two tokens, two stages", flow.flow_overlap_rk2, _STEPS_RK2, 2),
    ):
        ev.flow(
            name,
            kernel,
            {**s.batch("c0", "s"), "steps": steps},
            lambda c0, s, steps: [flow.law(*point) for point in zip(c0, s, strict=True)],
            refine=Refine("steps", order),
        )
    return ev


def _tanh_constant(ev: Evidence, depth: str, rate: int, printed: str) -> None:
    ratio = Fraction(depth)

    def opinion() -> object:
        return mpmath.tanh(mpmath.mpf(rate * ratio.numerator) / ratio.denominator)

    ev.constant(f"c({depth}) from c0 = 0", lambda: flow.law(ball(0), rate * ball(depth)), printed, opinion)


def _uniform_field(ev: Evidence, p: Point, sign: int, beta: str) -> None:
    x = _pair(p)
    c = v.dot(*x)
    stated = [v.scale(Fraction(1, 2), v.sub(x[1 - i], v.scale(sign * c, x[i]))) for i in (0, 1)]
    ev.enclosed("velocity of each token", lambda: attention.sa(x, _EYE, _EYE, beta), stated)
    ev.enclosed("c' = 1 - c^2", lambda: flow.overlap_rate(x, attention.sa(x, _EYE, _EYE, beta)), 1 - c * c)


def _uniform_law(ev: Evidence, c0: Fraction, s: Fraction, sign: int, rate: int) -> None:
    def overlap() -> arb:
        return flow.law(ball(c0), ball(s))

    def curve(depth: Any) -> Any:
        return jets.tanh(rate * depth + ball(c0).atanh())

    def quotient() -> arb:
        grown = (1 + ball(c0)) * (2 * ball(s)).exp()
        return (grown - (1 - ball(c0))) / (grown + sign * (1 - ball(c0)))

    ev.enclosed("the law solves it", lambda: jets.derivative(curve, s), lambda: 1 - b.square(overlap()))
    ev.enclosed("exponential form", quotient, overlap)
    ev.less("stays below 1", overlap, 1)
    ev.less("stays above -1", -1, overlap)


def beta(s: Sampler, *, factor: int = 2, sign: int = 1) -> Evidence:
    """Overlap equation at any inverse temperature. Wrong: ``factor`` in front, ``sign`` of the exponent."""
    ev = Evidence(s)
    for p in s.points(d=3):
        _beta_point(ev, p.x, p.beta, factor, sign)
    _time_constant(ev, 1, factor, sign, "1.9170281261517807931")
    _time_constant(ev, 0, factor, sign, "1.472219489583220230")
    ev.floats(
        "c' of the field",
        flow.rate_kernel,
        s.batch("x", "beta", d=3),
        lambda x, beta: [flow.rate(flow.overlap(pair), heat) for pair, heat in zip(x, beta, strict=True)],
    )
    ev.flow(
        "trajectory of two tokens",
        flow.trajectory,
        {**s.batch("x", "beta", d=3), "depth": Fraction(3, 2), "steps": _STEPS},
        lambda x, beta, **at: [flow.trajectory_map(*start, **at) for start in zip(x, beta, strict=True)],
        operands=("tf32", "float16", "bfloat16"),
    )
    return ev


def _beta_point(ev: Evidence, x: Any, heat: Fraction, factor: int, sign: int) -> None:
    def field(temperature: Any) -> arb:
        return flow.overlap_rate(x, attention.sa(x, _EYE, _EYE, temperature))

    def stated(temperature: Any) -> Any:
        return flow.rate(ball(v.dot(*x)), ball(temperature), factor, sign)

    ev.enclosed("c' at beta", lambda: field(heat), lambda: stated(heat))
    ev.enclosed("1 - c^2 at beta = 0", lambda: 1 - b.square(ball(v.dot(*x))), lambda: stated(0))
    if abs(v.dot(*x)) < 1:
        ev.less("overlap grows", 0, lambda: field(heat))


def _time_constant(ev: Evidence, heat: int, factor: int, sign: int, printed: str) -> None:
    """Depth from c = 0 to 9/10: integral of dc / c'(c), rigorously."""

    def value() -> arb:
        return acb.integral(lambda c, _: 1 / flow.rate(c, acb(heat), factor, sign), acb(0), acb(ball("9/10"))).real

    def opinion() -> object:
        end = mpmath.mpf(9) / 10
        return mpmath.quad(lambda c: (1 + mpmath.exp(sign * heat * (1 - c))) / (factor * (1 - c * c)), [0, end])

    ev.constant(f"depth to 0.9 at beta = {heat}", value, printed, opinion)


def antipodal(s: Sampler, *, sign: int = 1, factor: int = 4) -> Evidence:
    """Stationary and unstable antipodal pair. Wrong: ``sign`` of the overlap, ``factor`` of the rate under SA."""
    ev = Evidence(s)
    for p in s.points():
        x = _pair(p)
        _still(ev, "c = 1 is stationary", (x[0], x[0]), p.beta)
        _still(ev, "c = -1 is stationary", (x[0], v.scale(-1, x[0])), p.beta)
        _slopes(ev, p.beta, sign, factor)
        _unnormalised(ev, x, p.beta)
        _approach(ev, _start(p), p.beta)
    normalised, unnormalised = "0.47681168808847022376", "0.73575888234288464319"
    ev.constant("rate, SA", lambda: factor / (1 + ball(2).exp()), normalised, lambda: factor / (1 + mpmath.exp(2)))
    ev.constant("rate, USA", lambda: 2 * ball(-1).exp(), unnormalised, lambda: 2 * mpmath.exp(-1))
    ev.floats(
        "growth from the antipode",
        flow.growth_kernel,
        {"h": tuple(_half_angle(p) for p in s.points()), **s.batch("beta")},
        lambda h, beta: [flow.growth_law(*point) for point in zip(h, beta, strict=True)],
    )
    return ev


def _half_angle(p: Point) -> Any:
    return p.extra("half angle", Domain.POSITIVE, (), "1/4", "3/4")


def _still(ev: Evidence, name: str, x: Any, heat: Fraction) -> None:
    """Neither token moves, whether normalised or not."""
    zero = [[0, 0, 0], [0, 0, 0]]
    ev.enclosed(f"{name} (SA)", lambda: attention.sa(x, _EYE, _EYE, heat), zero)
    ev.enclosed(f"{name} (USA)", lambda: attention.usa(x, _EYE, _EYE, heat), zero)


def _slopes(ev: Evidence, heat: Fraction, sign: int, factor: int) -> None:
    """Slope of c' at c = -1 for the three fields, each positive: the antipodal pair is unstable."""

    def normalised() -> arb:
        return jets.derivative(lambda c: flow.rate(c, ball(heat)), -sign)

    def unnormalised() -> arb:
        return jets.derivative(lambda c: (ball(heat) * c).exp() * (1 - c * c), -sign)

    ev.enclosed("rate, uniform", lambda: jets.derivative(lambda c: 1 - c * c, -sign), 2)
    ev.enclosed("rate, normalised", normalised, lambda: factor / (1 + (2 * ball(heat)).exp()))
    ev.enclosed("rate, unnormalised", unnormalised, lambda: 2 * (-ball(heat)).exp())
    ev.less("unstable, normalised", 0, normalised)
    ev.less("unstable, unnormalised", 0, unnormalised)


def _unnormalised(ev: Evidence, x: Any, heat: Fraction) -> None:
    """The equation behind the third rate: c' = e^{beta c} (1 - c^2) under the unnormalised field."""

    def stated() -> arb:
        c = ball(v.dot(*x))
        return (ball(heat) * c).exp() * (1 - b.square(c))

    ev.enclosed("unnormalised c'", lambda: flow.overlap_rate(x, attention.usa(x, _EYE, _EYE, heat)), stated)


def _approach(ev: Evidence, c0: Fraction, heat: Fraction) -> None:
    """Every start above -1 ends at 1: 1 - tanh y < 2 e^{-2y}, and a positive temperature only rescales depth."""
    if c0 <= 0:
        ev.at_most("1 + c grows at rate 1 or more while c <= 0", 1 + c0, 1 - c0 * c0)

    def slowest() -> arb:
        return 2 * (1 - b.square(ball(c0))) / (1 + (2 * ball(heat)).exp())

    ev.less("rate at beta is at least 2 (1 - c^2)/(1 + e^{2 beta})", slowest, lambda: flow.rate(ball(c0), ball(heat)))
    for depth in (1, 10, 100):
        _gap(ev, c0, depth)


def _gap(ev: Evidence, c0: Fraction, depth: int) -> None:
    def bound() -> arb:
        return 2 * (-2 * (depth + ball(c0).atanh())).exp()

    ev.less("gap to 1 closes", lambda: 1 - flow.law(ball(c0), ball(depth)), bound)


def gram(s: Sampler, *, factor: int = 2, sign: int = 1) -> Evidence:
    """Gram matrix of two unit vectors. Wrong: ``factor`` of the rank, ``sign`` of c^2."""
    ev = Evidence(s)
    for p in s.points():
        _spectrum(ev, p.c, factor, sign)
    ev.equal("R at c = -1/2", Fraction(factor) / (1 + sign * Fraction(1, 4)), Fraction(8, 5))
    for depth, printed in (
        ("1/2", "1.6480542736638853996"),
        ("1", "1.2658022288340796921"),
        ("2", "1.0366189934736865328"),
    ):
        _rank_constant(ev, depth, printed)
    ev.floats(
        "participation rank",
        flow.participation_kernel,
        {"x": tuple(_pair(p) for p in s.points())},
        lambda x: [flow.participation(flow.overlap(pair)) for pair in x],
    )
    return ev


def _spectrum(ev: Evidence, c: Fraction, factor: int, sign: int) -> None:
    matrix: list[list[Any]] = [[1, c], [c, 1]]
    eigenvalues = (1 + c, 1 - c)
    for value in eigenvalues:
        ev.equal("det(G - lambda I) = 0", v.determinant(v.msub(matrix, v.mscale(value, v.identity(2)))), 0)
    ev.equal("trace", v.total(eigenvalues), matrix[0][0] + matrix[1][1])
    squares = v.total(value * value for value in eigenvalues)
    ev.equal("R of the spectrum", Fraction(factor) / (1 + sign * c * c), 4 / Fraction(squares))
    ev.equal("R of the matrix", 4 / v.total(v.norm2(row) for row in matrix), 4 / Fraction(squares))


def _rank_constant(ev: Evidence, depth: str, printed: str) -> None:
    ratio = Fraction(depth)

    def opinion() -> object:
        return 2 / (1 + mpmath.tanh(mpmath.mpf(ratio.numerator) / ratio.denominator) ** 2)

    ev.constant(f"R({depth}) from c0 = 0", lambda: flow.participation(ball(depth).tanh()), printed, opinion)


def rank_nonmonotone(s: Sampler, *, factor: int = -4, top: int = 2) -> Evidence:
    """Participation rank along the overlap law. Wrong: ``factor`` of its derivative, ``top`` value at c = 0."""
    ev = Evidence(s)
    for p in s.points():
        c0 = _start(p)
        _rank_slope(ev, c0, p.extra("some depth", Domain.POSITIVE), factor)
        if c0 != 0:
            _rise_and_fall(ev, -abs(c0), p.extra("some fraction", Domain.OPEN_INTERVAL, (), "0", "1"), top)
            _only_fall(ev, abs(c0), p.extra("some depth", Domain.POSITIVE))
    ev.floats(
        "dR/ds",
        flow.participation_rate_kernel,
        {"x": tuple(_pair(p) for p in s.points())},
        lambda x: [flow.participation_rate(flow.overlap(pair)) for pair in x],
    )
    return ev


def _rank_slope(ev: Evidence, c0: Fraction, depth: Fraction, factor: int) -> None:
    def stated() -> arb:
        c = flow.law(ball(c0), ball(depth))
        return factor * c * (1 - c * c) / b.square(1 + c * c)

    def curve(s: Any) -> Any:
        return flow.participation(jets.tanh(s + ball(c0).atanh()))

    ev.enclosed("dR/ds along the law", lambda: jets.derivative(curve, depth), stated)


def _rank_at(c0: Fraction, depth: arb) -> arb:
    rank: arb = flow.participation(flow.law(ball(c0), depth))
    return rank


def _rise_and_fall(ev: Evidence, c0: Fraction, part: Fraction, top: int) -> None:
    """From c0 < 0: R increases up to 2, reached at depth artanh|c0| where c = 0, and decreases afterwards."""

    def at(multiple: Fraction) -> arb:
        return _rank_at(c0, -ball(multiple) * ball(c0).atanh())

    ev.enclosed("R at c = 0", lambda: at(Fraction(1)), top)
    ev.less("rises at first", lambda: _rank_at(c0, ball(0)), lambda: at(part))
    ev.less("rises up to c = 0", lambda: at(part), top)
    ev.less("falls after c = 0", lambda: at(1 + part), top)
    ev.less("keeps falling", lambda: at(1 + 2 * part), lambda: at(1 + part))


def _only_fall(ev: Evidence, c0: Fraction, depth: Fraction) -> None:
    ev.less("falls from c0 > 0", lambda: _rank_at(c0, ball(depth)), lambda: _rank_at(c0, ball(0)))
    ev.less("falls from c0 = 0", lambda: _rank_at(Fraction(0), ball(depth)), 2)


def time_09(s: Sampler, *, ratio: int = 19, half: str = "1/2") -> Evidence:
    """Depth at which an orthogonal pair reaches 9/10. Wrong: ``ratio`` (1 + c)/(1 - c), the factor ``half``."""
    ev = Evidence(s)

    def depth() -> arb:
        return ball(half) * ball(ratio).log()

    def opinion() -> object:
        return mpmath.atanh(mpmath.mpf(9) / 10)

    ev.equal("(1 + c)/(1 - c) at 9/10", (1 + Fraction(9, 10)) / (1 - Fraction(9, 10)), ratio)
    ev.enclosed("artanh(9/10)", lambda: ball("9/10").atanh(), depth)
    ev.enclosed("overlap reached", lambda: flow.law(ball(0), depth()), "9/10")
    ev.enclosed("e^{2s}", lambda: (2 * depth()).exp(), 19)
    ev.constant("depth", depth, "1.472219489583220230004513715943926768619", opinion)
    for p in s.points():
        _growth_of_ratio(ev, p.s)
    ev.flow(
        "overlap at half the logarithm",
        flow.overlap_at_log,
        {"ratio": (Fraction(19),), "steps": _STEPS},
        lambda ratio, steps: [ball("9/10")],
        refine=Refine("steps", 4),
    )
    return ev


def _growth_of_ratio(ev: Evidence, s: Fraction) -> None:
    """(1 + c)/(1 - c) = e^{2s} along the solution from c = 0."""

    def odds() -> arb:
        c = flow.law(ball(0), ball(s))
        return (1 + c) / (1 - c)

    ev.enclosed("odds grow as e^{2s}", odds, lambda: (2 * ball(s)).exp())


# Wrong values of the parameters; every one of them makes its leg fail.
MUTANTS: dict[str, dict[str, tuple[int | str, ...]]] = {
    "uniform": {"sign": (-1,), "rate": (2,), "beta": ("1/2",)},
    "beta": {"factor": (1,), "sign": (-1,)},
    "antipodal": {"sign": (-1,), "factor": (2,)},
    "gram": {"factor": (1,), "sign": (-1,)},
    "rank_nonmonotone": {"factor": (4, -2), "top": (1,)},
    "time_09": {"ratio": (10,), "half": ("1",)},
}
