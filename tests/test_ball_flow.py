"""The enclosed continuum flow: its three ingredients for every model, and what it must and must not contain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import acb, arb, arb_mat
from scipy.integrate import solve_ivp

from claims.measure import odes
from claims.measure.balls import Tri, at_most, ball, less, separated, working_bits
from numeric import ball_flow, ball_map, pair_flow
from numeric import ball_model as bm
from numeric import dynamics as dyn
from numeric.models import Model

F = Fraction
N, D = 3, 3
START = [[F(3, 5), F(4, 5), F(0)], [F(0), F(5, 13), F(12, 13)], [F(-8, 17), F(0), F(15, 17)]]


def matrix(seed: int, symmetric: bool = False) -> Any:
    rng = np.random.default_rng(seed)
    entries = [[F(int(v), 8) for v in row] for row in rng.integers(-6, 7, (3, 3))]
    if symmetric:
        entries = [[(entries[i][j] + entries[j][i]) / 2 for j in range(3)] for i in range(3)]
    held = np.empty((3, 3), dtype=object)
    for i, row in enumerate(entries):
        held[i, :] = row
    return held


def column(values: Sequence[Fraction]) -> Any:
    held = np.empty((len(values), 1), dtype=object)
    held[:, 0] = values
    return held


ANGLES = column([F(0), F(1, 2), F(-3, 4)])
PHASE = matrix(3) - matrix(3).T
MODELS = {
    "softmax": Model("softmax", F(2)),
    "unnormalised": Model("unnormalised", F(1, 2)),
    "linear": Model("linear"),
    "symmetric": Model("softmax", F(1), A=matrix(1, True)),
    "general": Model("softmax", F(1), A=matrix(1), value=matrix(2)),
    "bias": Model("unnormalised", F(1), bias=matrix(4)),
    "mask": Model("softmax", F(1), coupling=np.asarray([[1, 0, 0], [1, 1, 0], [1, 1, 1]], dtype=object)),
    "toeplitz": Model("linear", coupling=matrix(5, True)),
    "rotary": Model("softmax", F(1), A=matrix(1), angles=ANGLES),
    "plain values": Model("softmax", F(1), angles=ANGLES, plain_values=True),
    "phase": Model("unnormalised", F(1), phase=PHASE),
    "repelling": Model("softmax", F(1), sign=-1),
}


def field(name: str) -> ball_flow.Attention:
    return ball_flow.Attention(bm.in_balls(MODELS[name], N, D), N, D)


def start() -> list[arb]:
    return list(bm.tokens(START).entries())


def residual(name: str, coefficients: Sequence[Sequence[arb]], t: arb) -> arb:
    """Largest entry of |p'(t) - f(p(t))|."""
    powers = [t**k for k in range(len(coefficients))]
    point = [sum((c[i] * p for c, p in zip(coefficients, powers, strict=True)), arb(0)) for i in range(N * D)]
    slope = [
        sum((k * c[i] * powers[k - 1] for k, c in enumerate(coefficients) if k), arb(0)) for i in range(N * D)
    ]  # fmt: skip
    velocity = bm.velocity(arb_mat(N, D, point), bm.in_balls(MODELS[name], N, D)).entries()
    return max((abs(p - q).upper() for p, q in zip(slope, velocity, strict=True)), key=float)


@pytest.mark.parametrize("name", MODELS)
def test_the_polynomial_solves_the_equation_up_to_its_order(name: str) -> None:
    with working_bits(400):
        found = field(name).taylor(start(), 8)
        t = arb(2) ** -20
        assert less(residual(name, found, t), arb(2) ** -140) is Tri.TRUE  # t^8 = 2^-160
        wrong = [[c * (1 + arb(F(1, 10**4).numerator) / 10**4 * (k == 3)) for c in row] for k, row in enumerate(found)]
        assert less(arb(2) ** -70, residual(name, wrong, t)) is Tri.TRUE


@pytest.mark.parametrize("name", MODELS)
def test_the_jacobian_is_that_of_the_field(name: str) -> None:
    with working_bits(400):
        made, x, h = field(name), start(), arb(2) ** -100
        model = bm.in_balls(MODELS[name], N, D)
        jacobian = made.jacobian(x)
        gaps, turned = [], []
        for k in range(N * D):
            ahead, behind = ([v + s * h * (i == k) for i, v in enumerate(x)] for s in (1, -1))
            after, before = (bm.velocity(arb_mat(N, D, point), model).entries() for point in (ahead, behind))
            slopes = [(p - q) / (2 * h) for p, q in zip(after, before, strict=True)]
            gaps += [abs(jacobian[i, k] - slope).upper() for i, slope in enumerate(slopes)]
            turned += [abs(jacobian[k, i] - slope) for i, slope in enumerate(slopes)]
        assert less(max(gaps, key=float), arb(2) ** -150) is Tri.TRUE
        assert any(less(arb(2) ** -20, gap) is Tri.TRUE for gap in turned)  # its transpose is another matrix
        wide = made.jacobian([v + arb(0, arb(2) ** -10) for v in x])
        assert all(w.contains(j) for w, j in zip(wide.entries(), jacobian.entries(), strict=True))


@pytest.mark.parametrize("name", ["softmax", "general", "mask", "rotary"])
def test_the_continued_field_is_the_field_at_real_points(name: str) -> None:
    with working_bits(200):
        values, denominators = field(name).continued([acb(v) for v in start()])
        exact = bm.velocity(arb_mat(N, D, start()), bm.in_balls(MODELS[name], N, D)).entries()
        assert all(v.real.overlaps(e) and v.imag.contains(0) for v, e in zip(values, exact, strict=True))
        assert len(denominators) == N


def pair() -> list[list[Fraction]]:
    return [[F(1), F(0)], [F(3, 5), F(4, 5)]]


def overlap(found: odes.Enclosure) -> arb:
    box = found.box
    return box[0] * box[2] + box[1] * box[3]


def test_two_tokens_follow_the_tanh_law() -> None:
    found = ball_flow.enclosure(pair(), Model("linear"), 2, "1e-25")
    with working_bits(200):
        law = pair_flow.law(ball(F(3, 5)), ball(2))
        assert separated(overlap(found), law) is not Tri.TRUE
        assert at_most(overlap(found).rad(), ball("1e-24")) is Tri.TRUE
        late = pair_flow.law(ball(F(3, 5)), ball(F(2 * 10**4 + 2, 10**4)))
        assert separated(overlap(found), late) is Tri.TRUE  # a depth that is off by 1e-4


def test_a_faulty_field_is_told_apart() -> None:
    honest = ball_flow.enclosure(START, Model("softmax", F(2)), 1, "1e-15")
    faulty = ball_flow.enclosure(START, Model("softmax", F(2), sign=F(10001, 10000)), 1, "1e-15")
    assert any(separated(p, q) is Tri.TRUE for p, q in zip(honest.box, faulty.box, strict=True))


def test_a_second_opinion_agrees() -> None:
    found = ball_flow.enclosure(START, Model("softmax", F(2)), 2, "1e-16")
    model, x = Model("softmax", 2.0), np.asarray(START, dtype=float)

    def slope(_: float, z: Any) -> Any:
        return dyn.velocity(z.reshape(1, N, D), model).ravel()

    other = solve_ivp(slope, (0.0, 2.0), x.ravel(), method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    assert max(abs(float(c.mid()) - v) for c, v in zip(found.centre, other, strict=True)) < 1e-11


def test_the_discrete_map_approaches_the_flow_at_its_order() -> None:
    model = Model("softmax", F(2))
    found = ball_flow.enclosure(START, model, 1, "1e-15")

    def error(steps: int, method: str) -> float:
        with working_bits(300):
            made = ball_map.flow(bm.tokens(START), bm.in_balls(model, N, D), ball(1) / steps, steps, method)
            return max(float(abs(p - q).mid()) for p, q in zip(made.entries(), found.centre, strict=True))

    for method, order in (("rk2", 2), ("rk4", 4)):
        assert np.log2(error(16, method) / error(32, method)) == pytest.approx(order, abs=0.25)


def test_the_steps_say_what_they_certified() -> None:
    found = ball_flow.enclosure(START, Model("softmax", F(2)), 1, "1e-15")
    assert found.steps[-1].time == pytest.approx(1.0)
    for step in found.steps:
        assert step.length < step.circle and step.radius <= step.tube and len(step.growth) > 0
    assert at_most(found.radius, ball("1e-15")) is Tri.TRUE


def test_a_time_or_radius_that_is_not_positive_is_refused() -> None:
    for time, radius in ((0, "1e-10"), (-1, "1e-10"), (1, 0)):
        with pytest.raises(ValueError, match="positive"):
            ball_flow.enclosure(START, Model("softmax", F(1)), time, radius)


@pytest.mark.slow
def test_sixteen_tokens_to_depth_five() -> None:
    cloud = dyn.cloud(range(1), 16, 3)[0]
    found = ball_flow.enclosure(cloud, Model("softmax", F(4)), 5, "1e-18")
    run = dyn.flow(cloud[None], Model("softmax", 4.0), 5e-3, 1000, "rk4")[0].ravel()
    assert max(abs(float(c.mid()) - v) for c, v in zip(found.centre, run, strict=True)) < 1e-8
    shifted = replace(found, centre=tuple(c + ball("1e-12") for c in found.centre))
    assert all(separated(p, q) is Tri.TRUE for p, q in zip(found.box, shifted.box, strict=True))
