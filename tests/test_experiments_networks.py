"""Networks of the experiments: the decoder's gradient, observables and bases, kernels over width, scalings of depth."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp
from typing import Any

import numpy as np
import pytest

from claims.measure import Sampler
from claims.measure.arrays import numpy_backend
from claims.measure.backends import LIBRARIES
from claims.measure.experiment import Experiment, Setting
from claims.outcome import Verdict
from numeric import depths, language, layers, transformer, widths
from numeric import directions as di

HERE = Setting(numpy_backend(), "float64")
SMALL = language.SIZES["small"]
EXPERIMENTS = (transformer.laboratory(), widths.drift(), depths.scalings())


def untrained(setting: Setting = HERE, seed: int = 3, count: int = 5) -> tuple[layers.Net, dict[str, Any], Any]:
    net = layers.Net(setting.backend.xp, SMALL.shape, setting.rounding)
    p = {name: setting.array(value) for name, value in layers.initial(SMALL.shape, seed).items()}
    return net, p, setting.array(language.one_hot("small", language.sentences("small", (seed, 1), count)))


# The decoder ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(layers.initial(SMALL.shape, 0)))
def test_gradient_of_each_parameter(name: str) -> None:
    net, p, tokens = untrained()
    way = np.random.default_rng(5).standard_normal(p[name].shape)

    def loss(step: float) -> float:
        return float(np.mean(layers.losses(net, {**p, name: p[name] + step * way}, tokens)))

    near, far = ((loss(h) - loss(-h)) / (2 * h) for h in (2.0**-11, 2.0**-10))
    error = 1.25 * abs(near - far) / 3  # of the difference, to leading order
    right = float(np.sum(layers.gradient(net, p, tokens)[name] * way))
    assert abs(right - near) <= error
    wrong = float(np.sum(layers.gradient(replace(net, frozen_norm=True), p, tokens)[name] * way))
    assert name == "read" or abs(wrong - near) > error  # no norm lies between the read-out and the loss


def test_gradient_check_rejects_a_constant_norm() -> None:
    assert transformer.gradient_check().outcome[0] is Verdict.PASS
    assert transformer.gradient_check(frozen=True).outcome[0] is Verdict.FAIL


def test_no_token_sees_what_comes_later() -> None:
    net, p, tokens = untrained()
    changed = tokens.copy()
    changed[:, 7:] = tokens[:, 7:][:, :, ::-1]
    before, after = (layers.forward(net, p, t[:, :-1])[0] for t in (tokens, changed))
    assert np.array_equal(before[:, :7], after[:, :7])
    assert not np.array_equal(before[:, 7:], after[:, 7:])


def test_no_more_tokens_than_the_context() -> None:
    net, p, tokens = untrained()
    with pytest.raises(ValueError, match="13 tokens in a context of 12"):
        layers.forward(net, p, tokens)


def test_parameters_are_not_written_to() -> None:
    net, p, tokens = untrained()
    kept = {name: value.copy() for name, value in p.items()}
    after = layers.trained(net, p, [tokens, tokens], SMALL.rate)
    assert all(np.array_equal(p[name], kept[name]) for name in p)
    assert all(not np.array_equal(after[name], p[name]) for name in p)


def test_an_orthogonal_basis_of_the_stream_is_a_symmetry() -> None:
    net, p, tokens = untrained()
    rng = np.random.default_rng(8)
    q, m = di.orthogonal(rng, SMALL.shape.width), di.stretched(rng, SMALL.shape.width)
    before = layers.losses(net, p, tokens)
    turned, bent = (layers.losses(net, di.changed_parameters(p, by), tokens) for by in (q, m))
    assert 1e6 * np.max(np.abs(turned - before)) < np.max(np.abs(bent - before))


@pytest.mark.parametrize("backend", ["array-api-strict", pytest.param("jax", marks=pytest.mark.slow)])
def test_one_source_on_other_backends(backend: str) -> None:
    other = Setting(LIBRARIES[backend].open("cpu"), "float64")
    found = []
    for setting in (HERE, other):
        net, p, tokens = untrained(setting)
        after = layers.trained(net, p, [tokens] * 3, SMALL.rate)
        found.append(setting.backend.host(layers.losses(net, after, tokens)))
    start = np.mean(layers.losses(*untrained()))
    assert np.max(np.abs(found[0] - found[1])) < 1e-9 * abs(start - np.mean(found[0]))


def test_operands_of_a_lower_precision_are_used() -> None:
    net, p, tokens = untrained(Setting(numpy_backend(), "float32"))
    low, _, _ = untrained(Setting(numpy_backend(), "bfloat16"))
    full, rounded = (layers.losses(one, p, tokens) for one in (net, low))
    assert 0 < np.max(np.abs(full - rounded)) < 0.1 * np.mean(full)


# The language --------------------------------------------------------------------------------------------------------


def test_known_losses_are_those_of_the_two_predictors() -> None:
    rows = language.sentences("small", (3, 4), 4000)
    best, blind = language.known_losses("small", rows)
    n, k, noise = SMALL.symbols, SMALL.topics, language.NOISE
    hit = 1 - noise + noise / n
    entropy = -hit * np.log(hit) - (n - 1) * noise / n * np.log(noise / n)
    expected = (np.log(n) + (SMALL.shape.context - 1) * entropy) / SMALL.shape.context
    error = np.std(best) / len(best) ** 0.5
    assert abs(np.mean(best) - expected) < 5 * error < abs(np.mean(blind) - expected)
    assert set(rows[:, 0]) == {n + topic for topic in range(k)} and rows[:, 1:].max() == n - 1


def test_evaluation_sequences_are_fixed() -> None:
    assert np.array_equal(language.evaluation("full"), language.evaluation("full"))
    assert language.evaluation("full").shape == (64, 25)


# Observables and bases -----------------------------------------------------------------------------------------------


def test_opposed_groups_and_consensus() -> None:
    up = np.asarray([[0.6, 0.8], [0.6, 0.8], [-0.6, -0.8], [-0.6, -0.8]])
    same = np.kron(np.eye(2), np.ones((2, 2)))
    opposed, agreed = up, np.abs(up)
    assert np.allclose([di.participation(x) for x in (opposed, agreed)], 1)
    assert np.allclose([di.mean_square(x) for x in (opposed, agreed)], [0, 1])
    assert np.allclose([di.order(x, same) for x in (opposed, agreed)], [2, 0])
    assert di.certified_rank(opposed[None]).tolist() == [1]


def test_singular_values_are_within_their_bound() -> None:
    rng = np.random.default_rng(2)
    s = np.geomspace(1, 0.05, 6)
    left, right = di.orthogonal(rng, 6), di.orthogonal(rng, 9)[:6]
    found, error = di.singular((left * s @ right)[None])
    assert np.max(np.abs(found - s)) <= error[0] < 1e-10
    assert di.singular((left * s * (1 + 1e-4) @ right)[None])[0][0, 0] - s[0] > error[0]


def test_orthogonal_bases_change_nothing_and_others_do() -> None:
    h = np.random.default_rng(4).standard_normal((6, 7, 9))
    rng = np.random.default_rng(5)
    q, m, flat = di.orthogonal(rng, 9), di.stretched(rng, 9), di.singular_map(rng, 9)
    same = np.kron(np.eye(4), np.ones((2, 2)))[:7, :7]
    turned, bent, limit = di.changes(h, q, same), di.changes(h, m, same), di.allowed(h, q)
    assert all(turned[name] <= limit[name] < bent[name] for name in di.OBSERVABLES)
    assert [di.certified_rank(h)[0], di.rank_after(h, m)[0], di.rank_after(h, flat)[0]] == [7, 7, 4]


# Width and depth -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", widths.SCALES)
def test_velocity_descends_and_keeps_units_alone_in_the_average_scale(scale: str) -> None:
    a, w = widths.initial([0], 32, scale)
    x, y = widths.samples(scale)
    twice = [np.concatenate([part, part], axis=-1) for part in (a, w)]
    one = widths.velocity(np, a, w, x, y, scale)
    two = widths.velocity(np, *twice, x, y, scale)
    alike = all(np.allclose(p, q[..., :32]) for p, q in zip(one, two, strict=True))
    assert alike == (scale == "average")  # doubling the units is the same network in that scale only
    before, after = (
        np.sum((widths.outputs(np, p, widths.features(np, q, x)[0], scale) - y) ** 2)
        for p, q in ((a, w), widths.trained(np, a, w, x, y, scale, 50))
    )
    assert after < before


def test_seeds_do_not_depend_on_their_piece() -> None:
    piece = widths.tasks(2, (32,))[0]
    both, second = (widths.run(HERE, {**piece, "seeds": seeds}) for seeds in ([0, 1], [1]))
    assert both["drift"][1] == second["drift"][0]


def test_one_step_rules() -> None:
    found = {rule: depths._one_step(HERE, rule, "1", "1", 1024) for rule in ("gradient", "sign", "floored")}
    assert exp(-1) * (1 - 1 / 1024) < found["gradient"] < exp(-1)
    assert found["sign"] == pytest.approx(found["gradient"])
    assert found["floored"] > 0.99


# Experiments ---------------------------------------------------------------------------------------------------------


def small_run(experiment: Experiment) -> tuple[list[Any], list[Any]]:
    pieces = {
        EXPERIMENTS[0].title: transformer.tasks(2, "small"), EXPERIMENTS[1].title: widths.tasks(3, (32, 128)),
        EXPERIMENTS[2].title: depths.tasks(3),
    }[experiment.title]  # fmt: skip
    return pieces, [json.loads(json.dumps(experiment.run(HERE, piece))) for piece in pieces]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.title)
def test_results_and_pictures(experiment: Experiment) -> None:
    from matplotlib.figure import Figure

    pieces, results = small_run(experiment)
    data = json.loads(json.dumps(experiment.summary(pieces, results).data))
    for draw in experiment.draw.values():
        figure = Figure(layout="constrained")
        draw(figure, data)
        assert all(axes.lines or axes.patches or axes.containers for axes in figure.axes)
        assert any(axes.get_ylabel() for axes in figure.axes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leg", "wrong"),
    [
        (transformer.observables_and_networks, {"power": 1}),
        (transformer.observables_and_networks, {"frozen": 1}),
        (widths.kernel_and_slopes, {"power": 2}),
        (depths.exact_and_drawn, {"power": 2}),
    ],
)
def test_legs_pass_and_reject_their_wrong_variants(leg: Any, wrong: dict[str, int]) -> None:
    assert leg(Sampler([], 1, 4)).outcome().verdict is Verdict.PASS
    assert leg(Sampler([], 1, 4), **wrong).outcome().verdict is Verdict.FAIL
