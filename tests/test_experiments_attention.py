"""The collapse experiment and the six distributions: each bound holds where it should and sees what it should."""

from __future__ import annotations

from collections.abc import Callable
from math import e, exp
from typing import Any

import numpy as np
import pytest

from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
from claims.measure.experiment import Json, Quantity, Setting
from claims.outcome import Verdict
from numeric import collapse, distributions, pictures_attention, running
from numeric import dynamics as dyn
from numeric import observables as obs
from numeric.models import Model, collapse_models, toeplitz

HOST = Setting(numpy_backend())
Wrong = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def gaps() -> tuple[list[Json], list[Json]]:
    pieces = collapse.tasks(2, (16,), 1000)
    return pieces, [collapse.run(HOST, piece) for piece in pieces]


@pytest.fixture(scope="module")
def shapes() -> tuple[list[Json], list[Json]]:
    pieces = distributions.tasks(1, 12)
    return pieces, [distributions.run(HOST, piece) for piece in pieces]


def copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copy(part) for key, part in value.items()}
    return [copy(part) for part in value] if isinstance(value, list) else value


def failed(quantities: Any) -> set[str]:
    return {quantity.name for quantity in quantities if quantity.outcome[0] is Verdict.FAIL}


# Collapse ------------------------------------------------------------------------------------------------------------


def slow_down(result: dict[str, Any]) -> None:
    """Nine tenths of the rate."""
    result["rope"]["gauge"] = [[value**0.9 for value in row] for row in result["rope"]["gauge"]]


def lose_energy(result: dict[str, Any]) -> None:
    result["prompt"]["energy"] = [[2 * value for value in row] for row in result["prompt"]["energy"]]


def split_a_label(result: dict[str, Any]) -> None:
    result["baseline"]["diameter"][0][-1] = 1e-3


def move_a_centre(result: dict[str, Any]) -> None:
    result["rope"]["centre"][0] = [0.0, 0.6, 0.8]


@pytest.mark.parametrize(
    ("wrong", "seen"),
    [
        (slow_down, "rope decay, n=16"),
        (lose_energy, "prompt energy, n=16"),
        (split_a_label, "baseline diameter, n=16"),
        (move_a_centre, "rope circle, n=16"),
    ],
)
def test_a_wrong_run_is_seen(gaps: tuple[list[Json], list[Json]], wrong: Wrong, seen: str) -> None:
    pieces, results = gaps
    assert not failed(collapse.summary(pieces, results).quantities)
    changed = [copy(result) for result in results]
    for result in changed:
        wrong(result)
    assert seen in failed(collapse.summary(pieces, changed).quantities)


def test_a_gap_that_never_gets_small_has_no_rate(gaps: tuple[list[Json], list[Json]]) -> None:
    pieces, results = gaps
    changed = [copy(result) for result in results]
    for result in changed:
        result["rope"]["gauge"] = [[0.5] * len(row) for row in result["rope"]["gauge"]]
    with pytest.raises(ValueError, match=r"rope decay, n=16.*run longer"):
        collapse.summary(pieces, changed)


@pytest.mark.parametrize(("share", "verdict"), [(0.5, Verdict.FAIL), (0.9, Verdict.FAIL), (1.1, Verdict.PASS)])
def test_the_derived_rate_is_asked_for_at_every_record(share: float, verdict: Verdict) -> None:
    steps = np.arange(10) * collapse.EVERY * collapse.DT
    rows = {"gauge": np.asarray([[1.0, 0.5, *(0.01 * np.exp(-share * e * steps))]])}
    assert collapse._collapse(16, "rope", "float64", rows, 0.0).outcome[0] is verdict


def test_a_seed_that_never_gets_near_does_not_count_as_collapsed() -> None:
    rows = {"gauge": np.asarray([[1.0, 0.9, 0.8]])}
    found = collapse._collapse(16, "rope", "float64", rows, 0.0)
    assert found.observed == 0.8 and found.outcome[0] is Verdict.FAIL


@pytest.mark.parametrize("law", [collapse.Law(axis=0), collapse.Law(axis=1), collapse.Law(factor=2)])
def test_another_closed_form_disagrees(gaps: tuple[list[Json], list[Json]], law: collapse.Law) -> None:
    found = failed(collapse.summary(*gaps, law).quantities)
    assert {"rope circle, n=16", "prompt circle, n=16"} <= found


def test_the_collapsed_rate_is_the_linear_one_of_the_map() -> None:
    """One step of two tokens that nearly agree, against the factor 1 - a + a^2/2 for each distance."""
    close = 2.0**-20
    x = np.asarray([[[1.0, 0.0, 0.0], [np.cos(close), np.sin(close), 0.0]]])
    after = dyn.step(x, Model("unnormalised", 1.0), collapse.DT)
    a = collapse.DT * e
    ratio = float(np.linalg.norm(after[0, 1] - after[0, 0]) / close)
    assert ratio == pytest.approx(1.0 - a + a * a / 2.0, rel=1e-10)


def test_the_derived_rate_holds_along_the_field() -> None:
    """G_q' <= -2 c e^{beta c} G_q for caps whose least overlap c is positive, by the field itself."""
    for seed in range(20):
        rng = np.random.default_rng([5, seed])
        drawn = np.asarray([0.0, 0.0, 1.5]) + rng.uniform(-1.0, 1.0, (1, 12, 3))
        q = drawn / np.linalg.norm(drawn, axis=-1, keepdims=True)
        c = float(np.min(q[0] @ q[0].T))
        if c <= 0.0:
            continue
        moved = dyn.velocity(q, Model("unnormalised", 1.0))
        rate = -2.0 * float(np.sum(np.mean(q, axis=1) * np.mean(moved, axis=1))) * 12 / 11
        assert rate <= -2.0 * c * exp(c) * float(obs.collapse_gap(q)[0])


def test_the_closed_form_is_the_gap_of_agreeing_tokens() -> None:
    models, _ = collapse_models(16)
    centre = np.asarray([0.6, 0.48, 0.64])
    for name in ("rope", "prompt"):
        x = dyn.from_frame(np.broadcast_to(centre, (1, 16, 3)), models[name])
        assert float(obs.collapse_gap(x)[0]) == pytest.approx(collapse.Law().gap(16, centre[2]), rel=1e-13)


def test_final_gaps_of_uniform_centres_have_the_predicted_laws() -> None:
    height = np.linspace(-1.0, 1.0, 200001)
    gap = collapse.Law().gap(64, height)
    named = {q.name: q for q in collapse._over_seeds(64, "rope", gap, np.zeros(3))}
    assert set(named) == {f"rope {what}, n=64" for what in ("gap", "variance", "below 1/2", "below 0.05", "least gap")}
    for quantity in named.values():
        if quantity.predicted is not None:
            assert quantity.observed == pytest.approx(quantity.predicted, rel=1e-3)


# Six distributions ---------------------------------------------------------------------------------------------------


def quantity(pieces: list[Json], results: list[Json], name: str) -> Quantity:
    return next(q for q in distributions.summary(pieces, results).quantities if q.name == name)


def stop_early(result: dict[str, Any]) -> None:
    result["distance"][2:] = result["distance"][:2]


def leave_the_latitude(result: dict[str, Any]) -> None:
    result["spans"][2] = 0.1


def join(result: dict[str, Any]) -> None:
    result["clusters"] = 2


def lower(result: dict[str, Any]) -> None:
    result["short"] = 0.01


def raise_above(result: dict[str, Any]) -> None:
    result["energy"][1] = result["tops"][0] + 0.001


def sink_below(result: dict[str, Any]) -> None:
    result["energy"][1] = result["tops"][1] - 0.001


@pytest.mark.parametrize(
    ("model", "wrong", "seen"),
    [
        ("baseline", stop_early, "baseline: approach"),
        ("phase field", leave_the_latitude, "phase field: latitude"),
        ("prompts", join, "prompts: least clusters"),
        ("rope", lower, "rope: energy gap"),
        ("toeplitz", raise_above, "toeplitz: energy from above"),
        ("toeplitz", sink_below, "toeplitz: energy from below"),
    ],
)
def test_a_wrong_end_is_seen(shapes: tuple[list[Json], list[Json]], model: str, wrong: Wrong, seen: str) -> None:
    pieces, results = shapes
    assert not failed(distributions.summary(pieces, results).quantities)
    changed = [copy(result) for result in results]
    for piece, result in zip(pieces, changed, strict=True):
        if piece["model"] == model:
            wrong(result)
    assert seen in failed(distributions.summary(pieces, changed).quantities)


def test_the_orbit_without_its_frames_disagrees(shapes: tuple[list[Json], list[Json]]) -> None:
    pieces, results = shapes
    for name in ("rope", "phase field", "prompts"):
        at = next(k for k, piece in enumerate(pieces) if piece["model"] == name)
        changed = [*results[:at], distributions.run(HOST, pieces[at], turns=0), *results[at + 1 :]]
        assert quantity(pieces, changed, f"{name}: orbit").outcome[0] is Verdict.FAIL


def test_nothing_is_at_rest_before_its_depth() -> None:
    depths = {str(piece["model"]): piece["least"] for piece in distributions.full(1)}
    assert depths == {name: 60 if name == "distance bias" else 20 for name in distributions.MODELS}
    (piece, *_) = distributions.tasks(1, 6, dict.fromkeys(distributions.MODELS, 18))
    assert distributions.run(HOST, piece)["depth"] >= 18


def test_the_toeplitz_energy_stays_below_half_the_largest_eigenvalue() -> None:
    positions = np.random.default_rng(3).uniform(size=9)
    model = toeplitz(positions)
    top, circle = distributions._toeplitz_tops(model)
    u = np.stack([np.cos(2 * np.pi * positions), np.sin(2 * np.pi * positions), 0 * positions], axis=-1)[None]
    assert float(obs.energy(u, model)[0]) == pytest.approx(circle, rel=1e-12)
    assert all(float(value) <= top for value in obs.energy(dyn.cloud(range(50), 9, 3), model))


def test_the_gauges_of_the_prompts_share_no_fixed_vector() -> None:
    gauges = distributions._gauges()
    assert np.max(np.abs(gauges @ np.swapaxes(gauges, 1, 2) - np.eye(3))) < 4 * UNIT_ROUNDOFF["float64"]
    assert np.linalg.matrix_rank(np.concatenate([gauge - np.eye(3) for gauge in gauges])) == 3


# Both ----------------------------------------------------------------------------------------------------------------


def test_what_rounding_keeps_up_grows_with_the_unit_roundoff() -> None:
    kept = [running.kept_up(dtype, e, 0.01) for dtype in ("float64", "float32", "tf32", "bfloat16")]
    assert kept == sorted(kept) and kept[0] > 0.0
    with pytest.raises(KeyError):
        running.kept_up("int8", e, 0.01)


def test_pictures_name_what_they_show(
    gaps: tuple[list[Json], list[Json]], shapes: tuple[list[Json], list[Json]]
) -> None:
    from matplotlib.figure import Figure

    data = collapse.summary(*gaps).data
    for name, draw in pictures_attention.COLLAPSE.items():
        figure = Figure(layout="constrained")
        draw(figure, data)
        labelled = [axes for axes in figure.axes if axes.get_xlabel()]
        assert len(labelled) == len(figure.axes) and figure.axes[0].get_ylabel(), name
        assert any(axes.get_legend() is not None for axes in figure.axes), name
    figure = Figure(layout="constrained")
    pictures_attention.draw_spheres(figure, distributions.summary(*shapes).data)
    assert len(figure.axes) == 6 and all(axes.get_title() for axes in figure.axes) and figure.legends
