"""The discrete map in balls against the float source, and how sharp it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from claims.measure.balls import NotSharp, Tri, at_most, ball, widest, working_bits
from numeric import ball_map, models
from numeric import ball_model as bm
from numeric import dynamics as dyn
from numeric.models import Model
from tests import ball_arrays

N, D = 5, 3
START = dyn.cloud(range(1), N, D)[0]
RNG = np.random.default_rng(7)
A = RNG.standard_normal((D, D))
PAIRS = RNG.standard_normal((N, N))
POSITIONS = np.linspace(0.0, 0.8, N)
MODELS = {
    "SA": Model("softmax", 2.0),
    "USA": Model("unnormalised", 1.0),
    "linear": Model("linear"),
    "A and V": Model("softmax", 1.0, A=A, value=A.T),
    "symmetric A": Model("unnormalised", 1.0, A=A + A.T),
    "bias": Model("softmax", 1.0, bias=PAIRS),
    "mask": Model("unnormalised", 1.0, coupling=np.tril(np.ones((N, N)))),
    "distance bias": models.distance_bias(POSITIONS),
    "toeplitz": models.toeplitz(POSITIONS),
    "rope": models.rope(POSITIONS, 3.0),
    "plain rope": Model("softmax", 1.0, angles=POSITIONS[:, None], plain_values=True),
    "prompt": models.prompt(POSITIONS),
    "relative phase": models.relative_phase(PAIRS - PAIRS.T),
}


@pytest.mark.parametrize("method", ["rk2", "rk4"])
@pytest.mark.parametrize("name", MODELS)
def test_it_is_the_map_of_the_float_source(name: str, method: str) -> None:
    """Two programs for one map: the array source on balls, and matrices of balls written from the formulas."""
    model = MODELS[name]
    seen = ball_map.reference(START, bm.as_seen(model), Fraction(1, 16), 6, method, "1e-30")
    with working_bits(ball_arrays.BITS):
        other = dyn.flow(ball_arrays.enclosed(START), ball_arrays.model_in_balls(model), arb(1) / 16, 6, method)
        assert ball_arrays.agree(seen, other)
        assert not ball_arrays.agree(seen, dyn.flow(
            ball_arrays.enclosed(START), ball_arrays.model_in_balls(model), arb(1) / 16 * ball(Fraction(10001, 10000)),
            6, method,
        ))  # fmt: skip


def test_floats_land_within_their_rounding() -> None:
    model = MODELS["SA"]
    seen = ball_map.reference(START, bm.as_seen(model), Fraction(1, 16), 40, "rk2", "1e-30")
    run = dyn.flow(START, model, 1 / 16, 40)
    gaps = [
        abs(float(ball.mid()) - x)
        for row, xs in zip(seen, run.tolist(), strict=True)
        for ball, x in zip(row, xs, strict=True)
    ]
    assert 0.0 < max(gaps) < 1e-13


def test_digits_are_bought_until_the_radius_is_small() -> None:
    for radius in ("1e-30", "1e-120"):
        found = ball_map.reference(START, Model("softmax", 2), Fraction(1, 16), 30, "rk2", radius)
        assert at_most(widest(found), ball(radius)) is Tri.TRUE


def test_more_than_the_ladder_has_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ball_map, "_BITS", 200)
    with pytest.raises(NotSharp):
        ball_map.reference(START, Model("softmax", 2), Fraction(1, 16), 200, "rk2", "1e-80")


@pytest.mark.parametrize(
    ("model", "error"),
    [
        (Model("softmax", 0.1), TypeError),
        (Model("softmax", 1, A=np.ones((2, 4, 4))), ValueError),
        (Model("softmax", 1, bias=np.ones((4, 4))), ValueError),
    ],
)
def test_inexact_and_misshapen_models_are_refused(model: Model, error: type[Exception]) -> None:
    with pytest.raises(error):
        ball_map.reference(START, model, Fraction(1, 16), 2, "rk2", "1e-30")


def test_another_method_is_refused() -> None:
    with pytest.raises(ValueError, match="no method 'euler'"):
        ball_map.reference(START, Model("softmax", 1), Fraction(1, 16), 2, "euler", "1e-30")


@pytest.mark.parametrize("kind", ["softmax", "unnormalised"])
def test_the_energy_balance_is_an_identity(kind: str) -> None:
    model = Model(kind, 1, A=np.asarray([[2, 1, 0], [1, -1, 1], [0, 1, 1]], dtype=object))
    with working_bits(200):
        x = ball_map.unit(bm.tokens(START))
        rate, speeds = bm.energy_balance(x, bm.in_balls(model, N, D))
        assert at_most(abs(rate - speeds), ball("1e-45")) is Tri.TRUE
        uneven = Model(kind, 1, A=np.asarray([[2, 1, 0], [0, -1, 1], [0, 1, 1]], dtype=object))
        rate, speeds = bm.energy_balance(x, bm.in_balls(uneven, N, D))
        assert at_most(ball("1e-6"), abs(rate - speeds)) is Tri.TRUE


@pytest.mark.slow
def test_five_hundred_steps_of_sixteen_tokens() -> None:
    cloud: Any = dyn.cloud(range(1), 16, 3)[0]
    found = ball_map.reference(cloud, Model("softmax", 4), Fraction(1, 100), 500, "rk2", "1e-100")
    assert at_most(widest(found), ball("1e-100")) is Tri.TRUE
