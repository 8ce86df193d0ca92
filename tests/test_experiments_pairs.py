"""Two-point curves, merger times, monotone energies: their bounds, what they refuse, and that they see faults."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, pi
from typing import Any

import numpy as np
import pytest

from claims.measure.arrays import numpy_backend
from claims.measure.experiment import Quantity, Setting
from claims.measure.sampler import Sampler
from claims.outcome import Verdict
from numeric import merger, monotone, two_point
from numeric import observables as ob
from numeric.models import Model

HOST = Setting(numpy_backend())
SINGLE = Setting(numpy_backend(), "float32")


def quantities(module: Any, setting: Setting, pieces: Any) -> list[Quantity]:
    return list(module.summary(pieces, [module.run(setting, piece) for piece in pieces]).quantities)


def judged(found: list[Quantity]) -> set[Verdict]:
    return {quantity.outcome[0] for quantity in found if quantity.predicted is not None}


# Two-point curves ----------------------------------------------------------------------------------------------------


def test_a_curve_takes_its_time_back() -> None:
    for name, time in (("SA", two_point.sa_time), ("USA", two_point.usa_time)):
        angle = two_point.curve(name, 2, 1, Fraction(3, 4))
        assert time(two_point.ball(2), two_point.ball(1), angle).contains(two_point.ball(Fraction(3, 4)))


@pytest.mark.parametrize(("dtype", "early"), [("float32", True), ("bfloat16", False)])
def test_two_point_runs_pass_or_say_that_they_have_no_power(dtype: str, early: bool) -> None:
    for depth, power in ((Fraction(1), early), (Fraction(10), False)):
        found = two_point.judged(two_point.check("USA", Fraction(1), depth), Setting(numpy_backend(), dtype))
        quantity = two_point._compared({"model": "USA", "beta": "1"}, depth, two_point._row(found), dtype)
        assert quantity.outcome[0] is Verdict.PASS and (quantity.predicted is not None) == power


def test_angles_below_the_roundoff_of_the_tokens_are_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_point, "DEPTHS", (Fraction(1, 2), Fraction(5)))
    pieces = [{"model": "USA", "beta": "4"}]
    made = two_point.summary(pieces, [two_point.run(HOST, piece) for piece in pieces])
    assert judged(list(made.quantities)) == {Verdict.PASS}
    assert made.data["below"] == ["USA beta 4 depth 5"]


# Merger --------------------------------------------------------------------------------------------------------------


def test_the_slope_of_the_law_tends_to_minus_the_cosine() -> None:
    """Known times of the point clusters, and the limit of their logarithms."""
    for beta, angle, known in ((5, 60, 0.0253966015781221737), (10, 90, 0.102294306894403273), (20, 120, 1388.6635551)):
        assert merger.laws(beta, angle) == pytest.approx(known, rel=1e-9)
    for angle in merger.ANGLES:
        slope = log(400 * merger.laws(400, angle)) - log(399 * merger.laws(399, angle))
        assert slope == pytest.approx(-np.cos(angle * pi / 180), abs=1e-4)
    with pytest.raises(ValueError, match="bits only"):
        merger._float(two_point.ball("1e-3").union(two_point.ball("2e-3")))


def test_mergers_agree_with_the_law_and_their_slopes_with_its_limit() -> None:
    found = quantities(merger, HOST, merger.tasks(4, (5, 6), (60,)))
    assert judged(found) == {Verdict.PASS}
    assert {"60 degrees, slope", "60 degrees, limit", "60 degrees, beta 5, own centres"} <= {q.name for q in found}


def test_how_seeds_of_a_merger_are_dealt_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    together = quantities(merger, HOST, merger.tasks(5, (1, 2), (90,)))
    monkeypatch.setattr(merger, "_TOGETHER", 2)
    pieces = merger.tasks(5, (1, 2), (90,))
    assert len(pieces) == 6
    assert quantities(merger, HOST, pieces[::-1]) == together


def test_steps_that_float32_loses_are_said_and_not_run() -> None:
    assert merger.lost(120, 10, "float32") and not merger.lost(120, 9, "float32")
    assert not any(merger.lost(angle, beta, "float64") for angle in merger.ANGLES for beta in merger.BETAS)
    pieces = merger.tasks(2, (1, 10), (120,))
    found = [merger.run(SINGLE, piece) for piece in pieces]
    made = merger.summary(pieces, found)
    assert made.data["lost"] == ["120 degrees, beta 10"]
    assert [quantity.name for quantity in made.quantities if quantity.predicted is not None] == ["120 degrees, beta 1"]


# Energy --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", [HOST, SINGLE], ids=["float64", "float32"])
def test_energies_fall_and_falsifiers_rise(setting: Setting) -> None:
    found = quantities(monotone, setting, monotone.tasks(2, {8: 60}, (2, 3)))
    assert judged(found) == {Verdict.PASS}
    assert sum(quantity.predicted is not None for quantity in found) == 4 + len(monotone.FALSIFIERS)


def test_operands_of_a_lower_precision_are_judged_by_their_own_bound() -> None:
    setting = Setting(numpy_backend(), "bfloat16")
    found = quantities(monotone, setting, monotone.tasks(1, {8: 60}, (3,)))
    assert judged(found) <= {Verdict.PASS} and any("no power in bfloat16" in q.meaning for q in found)


def test_a_run_at_rest_rises_by_rounding_only() -> None:
    """After the collapse E is constant up to rounding: where the bound is needed, and not far off."""
    for setting in (HOST, SINGLE):
        energy = monotone.energies(setting, monotone.cloud(3, 8, 3), Model("unnormalised", 1.0), monotone._STEP, 1500)
        rise = monotone._rise(energy)
        bound = monotone.rounding("unnormalised", 8, 3, 1.0, 1.0, monotone._STEP, setting.dtype)
        assert 0.0 < rise < bound < 100 * rise


def test_a_broken_hypothesis_fails_the_runs() -> None:
    reversed_values = monotone.tasks(1, {8: 20}, (3,), value=-1)[:1]
    found = quantities(monotone, HOST, reversed_values)
    assert judged(found) == {Verdict.FAIL}
    restored = monotone.tasks(1, {}, (), restored=1)
    assert judged(quantities(monotone, HOST, restored)) <= {Verdict.FAIL, Verdict.NOPOWER}


def test_the_bound_on_a_moved_token_is_that_of_the_gradient() -> None:
    """A token moved by rho changes E by at most 2 beta |A| |E| rho."""
    rng = np.random.default_rng(7)
    for beta in monotone.BETAS:
        a = monotone.symmetric(1, 3)
        x, model = monotone.cloud(1, 8, 3), Model("unnormalised", beta, A=a)
        moved = rng.standard_normal(x.shape)
        rho = 1e-6
        away = x + rho * moved / np.linalg.norm(moved, axis=-1, keepdims=True)
        before, after = (float(ob.energy(z, model)[0]) for z in (x, away))
        assert abs(after - before) < 2 * beta * rho * before * exp(4 * beta * rho)


@pytest.mark.parametrize(
    ("leg", "wrong"),
    [
        (two_point.printed, {"sign": -1}),
        (merger.law_and_runs, {"sign": 1}),
        (monotone.runs_and_falsifiers, {"value": -1}),
        (monotone.runs_and_falsifiers, {"restored": 1}),
    ],
)
def test_legs_reject_their_mutants(leg: Any, wrong: dict[str, int]) -> None:
    assert leg(Sampler((), seed=1, samples=4), **wrong).outcome().verdict is Verdict.FAIL


def test_the_energies_are_drawn() -> None:
    from matplotlib.figure import Figure

    pieces = [{"n": 64, "d": 3, "steps": 16, "seed": 0, "value": 1}, *monotone.tasks(0)]
    data = monotone.summary(pieces, [monotone.run(HOST, piece) for piece in pieces]).data
    figure = Figure()
    monotone.draw(figure, data)
    assert all(axes.get_xlabel() and axes.get_ylabel() and len(axes.lines) > 1 for axes in figure.axes)
