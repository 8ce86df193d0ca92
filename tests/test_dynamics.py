"""The dynamics: laws of the models, each in balls and each with a wrong variant that is told apart; hooks; backends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from claims.measure.balls import ball, working_bits
from claims.measure.hooks import EXACT, OPERAND_BITS, Exact, Operands, quantised
from numeric import dynamics as dyn
from numeric import models, observables
from numeric.models import Model
from tests import ball_arrays as ba

N, D = 8, 3
POSITIONS = np.arange(N) / N
RNG = np.random.default_rng(5)
MIX = RNG.standard_normal((D, D))
SYMMETRIC = (MIX + MIX.T) / 2
CLOUD = dyn.cloud(range(3), N, D)
TURN = np.array([[Fraction(3, 5), Fraction(-4, 5), 0], [Fraction(4, 5), Fraction(3, 5), 0], [0, 0, 1]], dtype=object)

MODELS: dict[str, Model] = {
    "SA": Model("softmax", 2.0),
    "USA": Model("unnormalised", 1.0),
    "SA with A": Model("softmax", 1.5, A=SYMMETRIC),
    "USA with A": Model("unnormalised", 1.0, A=SYMMETRIC),
    "value": Model("softmax", 1.0, A=SYMMETRIC, value=MIX),
    "repulsive": Model("softmax", 1.0, sign=-1.0),
    "masked": Model("softmax", 1.0, coupling=np.tril(np.ones((N, N)))),
    "rope": models.rope(POSITIONS, 2 * np.pi),
    "rope, softmax": models.rope(POSITIONS, 2 * np.pi, "softmax"),
    "rotary": models.rotary(np.arange(N, dtype=float), 1),
    "rotary, plain values": replace(models.rotary(np.arange(N, dtype=float), 1), plain_values=True),
    "phase field": models.phase_field(np.pi * np.sin(2 * np.pi * POSITIONS)),
    "relative phase": models.relative_phase(np.sin(POSITIONS[:, None] - POSITIONS[None, :])),
    "prompt": models.prompt(2 * np.pi * POSITIONS),
    "distance bias": models.distance_bias(POSITIONS),
    "distance bias, softmax": models.distance_bias(POSITIONS, kind="softmax"),
    "toeplitz": models.toeplitz(POSITIONS),
    "toeplitz bias": models.toeplitz_bias(-np.abs(np.arange(1 - N, N)) / 4.0),
}
GRADIENT = [name for name in MODELS if name not in ("value", "repulsive", "masked", "rotary, plain values")]


@pytest.fixture(autouse=True)
def _bits() -> Any:
    with working_bits(ba.BITS):
        yield


def in_balls(name: str, seeds: int = 1) -> tuple[Any, Model]:
    x, model = ba.norm(ba.enclosed(CLOUD[:seeds])), ba.model_in_balls(MODELS[name])
    if name == "prompt":  # rotations that are exact
        model = replace(model, gauge=np.stack([rotation(2 * arb.pi() * k / N) for k in range(N)]))
    return x, model


def rotation(angle: arb) -> Any:
    c, s, zero, one = angle.cos(), angle.sin(), arb(0), arb(1)
    return np.array([[c, -s, zero], [s, c, zero], [zero, zero, one]], dtype=object)


def inner(x: Any, y: Any) -> Any:
    return np.sum(x * y, axis=-1)


def zeros(like: Any) -> Any:
    return ba.enclosed(np.zeros(np.shape(like)))


# Laws, in balls ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_velocity_is_tangent(name: str) -> None:
    x, model = in_balls(name)
    along = inner(x, dyn.velocity(x, model))
    assert ba.agree(along, zeros(along))
    slipped = inner(x, dyn.velocity(x, model) + x / 10**4)
    assert not ba.agree(slipped, zeros(slipped))


@pytest.mark.parametrize("method", dyn.METHODS)
@pytest.mark.parametrize("name", ["SA", "rope", "toeplitz"])
def test_a_step_stays_on_the_sphere(name: str, method: str) -> None:
    x, model = in_balls(name)
    moved = dyn.step(x, model, arb(1) / 10, method)
    assert ba.agree(inner(moved, moved), zeros(x[..., 0]) + 1)
    loose = x + dyn.velocity(x, model) / 10  # without putting it back
    assert not ba.agree(inner(loose, loose), zeros(x[..., 0]) + 1)


@pytest.mark.parametrize("name", ["SA", "USA", "distance bias", "toeplitz", "masked"])
def test_rotations_commute_with_the_field(name: str) -> None:
    x, model = in_balls(name)
    turn = ba.enclosed(TURN)
    assert ba.agree(dyn.velocity(np.matmul(x, turn), model), np.matmul(dyn.velocity(x, model), turn))
    stretch = ba.enclosed(np.diag([1.0, 1.0, 1.25]))
    wrong = replace(model, value=stretch)
    assert not ba.agree(
        dyn.velocity(np.matmul(x, turn[:, ::-1]), wrong), np.matmul(dyn.velocity(x, wrong), turn[:, ::-1])
    )


@pytest.mark.parametrize("name", ["rope", "rope, softmax", "phase field", "prompt"])
def test_a_frame_is_the_baseline_seen_from_elsewhere(name: str) -> None:
    x, model = in_balls(name)
    plain = Model(model.kind, model.beta)
    for method in dyn.METHODS:
        direct = dyn.flow(x, model, arb(1) / 10, 3, method)
        through = dyn.from_frame(dyn.flow(dyn.to_frame(x, model), plain, arb(1) / 10, 3, method), model)
        assert ba.agree(direct, through)
    assert not ba.agree(direct, dyn.flow(x, plain, arb(1) / 10, 3, method))
    assert ba.agree(observables.energy(x, model), observables.energy(dyn.to_frame(x, model), plain))


def test_a_relative_phase_that_is_a_coboundary_is_a_phase_field() -> None:
    psi = np.pi * np.sin(2 * np.pi * POSITIONS)
    x, field = in_balls("phase field")
    held = ba.enclosed(psi)
    relative = Model("unnormalised", arb(1), phase=held[None, :] - held[:, None])
    assert ba.agree(dyn.velocity(x, field), dyn.velocity(x, relative))
    assert ba.agree(observables.energy(x, field), observables.energy(x, relative))
    backwards = replace(relative, phase=-relative.phase)
    assert not ba.agree(dyn.velocity(x, field), dyn.velocity(x, backwards))


def test_only_relative_positions_count() -> None:
    x, model = in_balls("rope")
    later = replace(model, angles=model.angles + arb(1) / 3)
    assert ba.agree(dyn.velocity(x, model), dyn.velocity(x, later))
    scaled = replace(model, angles=model.angles * arb("1.0001"))
    assert not ba.agree(dyn.velocity(x, model), dyn.velocity(x, scaled))


@pytest.mark.parametrize("name", ["distance bias", "toeplitz", "rope"])
def test_shifting_positions_around_the_circle_shifts_the_field(name: str) -> None:
    x, model = in_balls(name)
    pair = "bias" if model.bias is not None else "coupling"
    if name != "rope":  # a matrix of offsets to the last digit
        row = getattr(model, pair)[0]
        model = replace(model, **{pair: np.array([[row[(j - i) % N] for j in range(N)] for i in range(N)])})
    rolled = dyn.velocity(np.roll(x, 1, axis=-2), model)
    if name == "rope":  # the frame turns by a full circle over the positions
        model = replace(model, angles=np.roll(model.angles, -1, axis=0))
        assert ba.agree(np.roll(dyn.velocity(x, model), 1, axis=-2), rolled)
        return
    assert ba.agree(np.roll(dyn.velocity(x, model), 1, axis=-2), rolled)
    matrix = getattr(model, pair).copy()
    matrix[0, 1] = matrix[0, 1] * arb("1.0001")
    wrong = replace(model, **{pair: matrix})
    assert not ba.agree(np.roll(dyn.velocity(x, wrong), 1, axis=-2), dyn.velocity(np.roll(x, 1, axis=-2), wrong))


def test_zero_angles_are_no_frame_to_the_last_bit() -> None:
    for kind in ("softmax", "unnormalised"):
        plain, zero = Model(kind, 2.0), models.rope(POSITIONS, 0.0, kind, 2.0)
        assert np.array_equal(dyn.flow(CLOUD, plain, 0.1, 5), dyn.flow(CLOUD, zero, 0.1, 5))
        assert not np.array_equal(
            dyn.flow(CLOUD, plain, 0.1, 5), dyn.flow(CLOUD, models.rope(POSITIONS, 0.1, kind, 2.0), 0.1, 5)
        )


@pytest.mark.parametrize("name", GRADIENT)
def test_the_field_is_the_gradient_of_the_energy(name: str) -> None:
    """The energy's derivative along the flow, from power series with ball coefficients, is sum_i N_i |v_i|^2/n^2."""
    x, model = in_balls(name)
    v = dyn.velocity(x, model)
    rate = observables.energy(ba.along(x, v), model)[0][1]
    squares = inner(v, v)
    if model.kind == "softmax":
        raw = dyn.weights(x, replace(model, kind="unnormalised"))
        squares = squares * np.sum(raw, axis=-1) / N
    law = np.sum(squares) / N
    assert ba.agree(rate, law)
    assert not ba.agree(rate, law * arb("1.0001"))


def test_energy_rate_is_the_derivative() -> None:
    x, model = in_balls("USA with A")
    v = dyn.velocity(x, model)
    law = np.sum(inner(v, v), axis=-1) / N
    assert ba.agree(observables.energy_rate(x, v, model), law)
    unsymmetric = replace(model, A=ba.enclosed(MIX))
    v = dyn.velocity(x, unsymmetric)
    assert not ba.agree(observables.energy_rate(x, v, unsymmetric), np.sum(inner(v, v), axis=-1) / N)


def test_printed_velocities_of_a_pair() -> None:
    """beta = 1, half angle 1 rad: the half angle's velocity in both normalisations (``geometry-essay``)."""
    one = arb(1)
    x = np.array([[[one.cos(), one.sin()], [one.cos(), -one.sin()]]], dtype=object)
    outward = np.array([-one.sin(), one.cos()], dtype=object)
    printed = {"softmax": "-0.177555188535649341387573932686", "unnormalised": "-0.299878749846376673201113442758"}
    for kind, value in printed.items():
        seen = np.sum(dyn.velocity(x, Model(kind, one))[0, 0] * outward)
        assert abs(seen - ball(value)) < arb(10) ** -29
        assert (
            not abs(np.sum(dyn.velocity(x, Model(kind, one * ball("1.0001")))[0, 0] * outward) - ball(value))
            < arb(10) ** -6
        )


def test_printed_weight_fixes_the_sign_of_the_rotation() -> None:
    """x = e_1 at s = 0, y = e_2 at t = 1/8, omega = 2 pi, beta = 1 (``usa-av``, kernel (6))."""
    x = ba.enclosed([[[1, 0, 0], [0, 1, 0]]])
    angles = np.array([[arb(0)], [arb.pi() / 4]], dtype=object)
    for sign, printed in ((1, "0.493068691395239788"), (-1, "2.02811498164747245")):
        w = dyn.weights(x, Model("unnormalised", arb(1), angles=sign * angles))
        assert abs(w[0, 0, 1] - ball(printed)) < arb(10) ** -16


def test_printed_energy_of_a_frustrated_phase() -> None:
    """Three labels, cyclic phase 2 pi/9, d = 2, beta = 1: the symmetric state has (e + 2 e^{cos(2 pi/9)})/6."""
    g = 2 * arb.pi() / 9
    phase = np.array([[arb(0), g, -g], [-g, arb(0), g], [g, -g, arb(0)]], dtype=object)
    model = Model("unnormalised", arb(1), phase=phase)
    value = observables.energy(ba.enclosed([[[1, 0]] * 3]), model)[0]
    assert abs(value - ball("1.1701269879359303395")) < arb(10) ** -18
    assert value < arb(1).exp() / 2


def test_nonsymmetric_witness_raises_the_descending_energy() -> None:
    """A = [[0, -1], [1, 0]], z_2 = (cos 1, sin 1), beta = 1, V = A: dE/dt = +0.0233... for E = -energy."""
    one = arb(1)
    x = np.array([[[one, arb(0)], [one.cos(), one.sin()]]], dtype=object)
    model = Model("softmax", one, A=ba.enclosed([[0, -1], [1, 0]]))
    rate = -observables.energy_rate(x, dyn.velocity(x, model), model)[0]
    assert abs(rate - ball("0.02331170022552655226939")) < arb(10) ** -22


# Floats --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GRADIENT)
def test_energy_rises_along_rk4(name: str) -> None:
    seen: list[Any] = []
    model = MODELS[name]
    dyn.flow(CLOUD, model, 0.02, 20, "rk4", observe=lambda k, x: seen.append(observables.energy(x, model)))
    assert (np.diff(np.stack(seen), axis=0) > 0).all()
    falling: list[Any] = []
    wrong = replace(model, sign=-1.0)
    dyn.flow(CLOUD, wrong, 0.02, 20, "rk4", observe=lambda k, x: falling.append(observables.energy(x, wrong)))
    assert not (np.diff(np.stack(falling), axis=0) > 0).any()


@pytest.mark.parametrize("method, order", [("rk2", 2), ("rk4", 4)])
def test_two_tokens_follow_the_tanh_law(method: str, order: int) -> None:
    """beta = 0: c' = 1 - c^2, so the overlap is tanh(s + artanh c_0) (``week11-notes``, section 3)."""
    x = np.array([[[1.0, 0.0], [0.28, 0.96]]])
    law = np.tanh(1.0 + np.arctanh(0.28))

    def error(steps: int, beta: float = 0.0) -> float:
        end = dyn.flow(x, Model("softmax", beta), 1.0 / steps, steps, method)
        return float(abs(np.sum(end[0, 0] * end[0, 1]) - law))

    assert abs(np.log2(error(20) / error(40)) - order) < 0.25
    assert abs(np.log2(error(20, 0.05) / error(40, 0.05))) < 0.25  # another law: the distance stays


def test_observables() -> None:
    x = dyn.cloud(range(4), 12, 3)
    direct = 1 - (np.einsum("sid,sjd->s", x, x) - 12) / (12 * 11)
    assert np.max(np.abs(observables.collapse_gap(x) - direct)) < 2.0**-48
    labels = [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
    pairs = [(a, b) for a in range(12) for b in range(12) if labels[a] == labels[b]]
    widest = np.max([np.linalg.norm(x[:, a] - x[:, b], axis=-1) for a, b in pairs], axis=0)
    assert np.array_equal(np.round(observables.conditional_diameter(x, labels), 12), np.round(widest, 12))
    assert not np.array_equal(
        observables.conditional_diameter(x, labels), observables.conditional_diameter(x, [0] * 12)
    )
    mean, second = observables.moments(x)
    assert mean.shape == (4, 3) and np.max(np.abs(np.trace(second, axis1=1, axis2=2) - 1)) < 2.0**-48
    close = np.repeat(x[:, :1], 12, axis=1) + 0.0
    close[:, 0, 0] += 2.0**-40
    assert (observables.collapse_gap(close) > 2.0**-90).all()  # a Gram matrix would have lost it


def test_collapsed_frames_have_the_predicted_gap_and_no_energy_gap() -> None:
    """q_i = q*: G_x = n (1 - q*_3^2)/(n - 1) for rotary positions and prompts alike, G_q = 0 (``usa-av``, 6.1)."""
    held, labels = models.collapse_models(16)
    q = np.repeat(dyn.cloud(range(2), 1, 3), 16, axis=1)
    law = 16 * (1 - q[:, 0, 2] ** 2) / 15
    for name in ("rope", "prompt"):
        x = dyn.from_frame(q, held[name])
        assert np.max(np.abs(observables.collapse_gap(x) - law)) < 2.0**-45
        assert np.max(observables.gauge_gap(x, held[name])) < 2.0**-90
        assert np.max(np.abs(observables.energy_gap(x, held[name]))) < 2.0**-45
        assert np.max(observables.conditional_diameter(x, labels)) < 2.0**-45
        assert np.min(observables.energy_gap(q, held[name])) > 0.01
    assert np.max(np.abs(observables.collapse_gap(q))) < 2.0**-90
    with pytest.raises(ValueError, match="give it as top"):
        observables.energy_gap(q, models.toeplitz(np.arange(16) / 16))


# Hooks, shapes, chunks ----------------------------------------------------------------------------------------------


class Recorder(Exact):
    """Keeps what passes through each hook."""

    def __init__(self, rounding: Exact = EXACT) -> None:
        self.seen: dict[str, list[Any]] = {"operand": [], "field": [], "state": []}
        self.rounding = rounding

    def operand(self, a: Any, /) -> Any:
        self.seen["operand"].append(self.rounding.operand(a))
        return self.seen["operand"][-1]

    def field(self, a: Any, /) -> Any:
        self.seen["field"].append(a)
        return a

    def state(self, a: Any, /) -> Any:
        self.seen["state"].append(a)
        return a


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("method, stages", [("rk2", 2), ("rk4", 4)])
def test_every_rounding_point_is_hooked(name: str, method: str, stages: int) -> None:
    hook = Recorder()
    dyn.flow(CLOUD, MODELS[name], 0.1, 3, method, hook)
    assert len(hook.seen["field"]) == 3 * stages and len(hook.seen["state"]) == 3
    assert all(a.shape[0] == len(CLOUD) for kind in hook.seen.values() for a in kind)  # replicas split this axis


@pytest.mark.parametrize("dtype", OPERAND_BITS)
@pytest.mark.parametrize("name", ["SA", "SA with A", "rope", "relative phase"])
def test_products_read_rounded_operands_and_keep_the_state(name: str, dtype: str) -> None:
    x = CLOUD.astype(np.float32)
    model = MODELS[name].moved(lambda a: a.astype(np.float32))
    hook = Recorder(Operands(dtype))
    moved = dyn.flow(x, model, 0.1, 2, "rk2", hook)
    assert moved.dtype == np.float32
    assert all(np.array_equal(a, quantised(a, OPERAND_BITS[dtype])) for a in hook.seen["operand"])
    assert not np.array_equal(moved, dyn.flow(x, model, 0.1, 2, "rk2"))
    assert not all(np.array_equal(a, quantised(a, OPERAND_BITS[dtype])) for a in hook.seen["state"])


def test_observation_and_chunks() -> None:
    seen: list[int] = []
    model = MODELS["SA"]
    end = dyn.flow(CLOUD, model, 0.1, 7, observe=lambda k, x: seen.append(k), every=3)
    assert seen == [0, 3, 6]
    parts = dyn.sweep(range(3), 2, lambda part: dyn.flow(dyn.cloud(part, N, D), model, 0.1, 7))
    assert np.array_equal(parts, end)
    assert [len(part) for part in dyn.chunks(range(7), 3)] == [3, 3, 1]
    assert dyn.chunk_size(64) > dyn.chunk_size(128) >= dyn.chunk_size(2048) == 1


def test_parameters_per_seed() -> None:
    beta = np.array([0.5, 1.0, 2.0])
    together = dyn.velocity(CLOUD, Model("softmax", beta))
    for number, value in enumerate(beta):
        alone = dyn.velocity(CLOUD[number : number + 1], Model("softmax", float(value)))
        assert np.max(np.abs(together[number] - alone[0])) < 2.0**-48
    assert np.array_equal(Model("softmax", beta).seeds(slice(1, 2)).beta, beta[1:2])


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Model("hard"), "no model of kind"),
        (lambda: Model("softmax", angles=np.zeros((N, 1)), gauge=np.zeros((N, D, D))), "at most one frame"),
        (lambda: Model("softmax", A=SYMMETRIC, phase=np.zeros((N, N))), "A = V = I only"),
        (lambda: dyn.velocity(CLOUD, Model("softmax", A=np.eye(2))), "A has shape"),
        (lambda: dyn.velocity(CLOUD, Model("softmax", bias=np.zeros((2, 2)))), "bias has shape"),
        (lambda: dyn.velocity(CLOUD, models.rotary(POSITIONS, 2)), "at most 1 planes"),
        (lambda: dyn.flow(CLOUD, Model("softmax"), 0.1, 1, "euler"), "no method"),
        (lambda: dyn.flow(CLOUD, Model("softmax"), 0.1, -1), "steps must be"),
        (lambda: models.relative_phase(np.ones((2, 2))), "antisymmetric"),
        (lambda: models.collapse_models(10), "do not split"),
        (lambda: observables.energy(CLOUD, MODELS["rotary, plain values"]), "no interaction energy"),
        (lambda: observables.conditional_diameter(CLOUD, [0]), "1 labels for 8"),
    ],
)
def test_refusals(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()
