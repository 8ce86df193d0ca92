"""The experiments of this pack: small runs on several backends, pieces that know nothing of one another, pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.measure.arrays import numpy_backend
from claims.measure.backends import BackendMissing, open_backend
from claims.measure.balls import Tri, ball, separated, working_bits
from claims.measure.experiment import Experiment, Json, Setting
from claims.outcome import Verdict
from claims.pack import find_pack
from claims.registry_io import load
from claims.worker import resolve
from numeric import collapse, distributions, merger, running, two_point
from numeric import dynamics as dyn
from numeric.models import Model

HOST = Setting(numpy_backend())
SMALL: dict[str, tuple[Any, Sequence[Json]]] = {
    "collapse": (collapse, collapse.tasks(2, (16,), 1000)),
    "distributions": (distributions, distributions.tasks(1, 24)),
    "merger": (merger, merger.tasks(3, (1, 2), (60, 90))),
    "two_point": (two_point, two_point.tasks(1)[:1]),
}


def entries() -> dict[str, str]:
    found = load(find_pack(Path(running.__file__).parent.parent)).entries.values()
    return {e.id: e.numeric.experiment for e in found if e.numeric is not None and e.numeric.experiment}


@pytest.mark.parametrize(("claim", "reference"), sorted(entries().items()))
def test_every_registered_experiment_is_one(claim: str, reference: str) -> None:
    root = find_pack(Path(running.__file__).parent.parent).root
    experiment = resolve(reference, root)()
    assert type(experiment) is Experiment and experiment.title and experiment.draw
    pieces = experiment.tasks(experiment.seeds)
    assert len({str(piece) for piece in pieces}) == len(pieces) > 0


def test_the_issue_s_experiments_are_all_there() -> None:
    assert {
        "exp.av-61", "exp.av-62", "exp.two-point", "exp.lab5", "exp.kernel-drift", "exp.depth-scaling", "exp.meta"
    } <= set(entries())  # fmt: skip


def with_bounds(module: Any, pieces: Sequence[Json], setting: Setting) -> list[Any]:
    """Quantities that a single seed can decide."""
    made = module.summary(pieces, [module.run(setting, piece) for piece in pieces])
    return [quantity for quantity in made.quantities if quantity.kind == "bound"]


@pytest.mark.parametrize("name", ["collapse", "distributions", pytest.param("two_point", marks=pytest.mark.slow)])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_bounds_hold_in_both_dtypes(name: str, dtype: str) -> None:
    module, pieces = SMALL[name]
    found = with_bounds(module, pieces, Setting(numpy_backend(), dtype))
    assert found and all(quantity.outcome[0] is Verdict.PASS for quantity in found)


@pytest.mark.parametrize("backend", ["numba", pytest.param("jax", marks=pytest.mark.slow), "torch", "array-api-strict"])
def test_other_backends_come_to_the_same(backend: str) -> None:
    try:
        setting = Setting(open_backend(backend))
    except BackendMissing as error:
        pytest.skip(str(error))
    piece = collapse.tasks(1, (16,), 500)[0]
    here, there = collapse.run(HOST, piece), collapse.run(setting, piece)
    for model in collapse.MODELS:
        assert np.max(np.abs(np.asarray(here[model]["gap"]) - np.asarray(there[model]["gap"]))) < 1e-9


def test_the_compiled_kernel_refuses_operands_it_does_not_have() -> None:
    pytest.importorskip("numba")
    setting = Setting(open_backend("numba"), "bfloat16")
    with pytest.raises(ValueError, match="no operands in bfloat16"):
        running.flow(setting, dyn.cloud(range(1), 4, 3), Model("softmax", 1.0), 0.1, 1)


def test_operands_of_a_lower_precision_change_the_run() -> None:
    x = dyn.cloud(range(2), 8, 3)
    settings = (Setting(numpy_backend(), dtype) for dtype in ("float32", "bfloat16"))
    wide, narrow = (running.flow(setting, x, Model("softmax", 2.0), 0.05, 20) for setting in settings)
    assert 1e-5 < np.max(np.abs(wide - narrow)) < 0.1


def test_results_do_not_depend_on_how_seeds_are_dealt() -> None:
    together = collapse.run(HOST, {"n": 16, "steps": 100, "seeds": [0, 1, 2]})
    apart = [collapse.run(HOST, {"n": 16, "steps": 100, "seeds": [seed]}) for seed in range(3)]
    for model in collapse.MODELS:
        assert together[model]["gap"] == [row for part in apart for row in part[model]["gap"]]


@pytest.mark.parametrize(
    "name", ["collapse", "distributions", "merger", pytest.param("two_point", marks=pytest.mark.slow)]
)
def test_pictures_have_labelled_axes(name: str) -> None:
    from matplotlib.figure import Figure

    module, pieces = SMALL[name]
    experiment: Callable[[], Experiment] = {
        "collapse": collapse.collapse, "distributions": distributions.six, "merger": merger.mergers,
        "two_point": two_point.curves,
    }[name]  # fmt: skip
    pieces = two_point.tasks(1) if name == "two_point" else pieces
    data = module.summary(pieces, [module.run(HOST, piece) for piece in pieces]).data
    for draw in experiment().draw.values():
        figure = Figure()
        draw(figure, data)
        assert figure.axes and all(axes.get_title() or axes.get_xlabel() for axes in figure.axes)


# The laws behind them ------------------------------------------------------------------------------------------------


def test_the_enclosed_two_point_curve_solves_its_equation() -> None:
    with working_bits(300):
        h = Fraction(1, 10**6)
        before, at, after = (two_point.curve("SA", 1, 1, Fraction(1) + k * h) for k in (-1, 0, 1))
        slope = (after - before) / (2 * ball(h))
        rate = -(2 * at).sin() / (1 + (2 * at.sin() * at.sin()).exp())
        assert abs(float((slope - rate).mid())) < 1e-11
        assert separated(two_point.curve("USA", 1, 1, 1), at) is Tri.TRUE


def test_the_merger_law_is_the_time_of_the_reduced_equation() -> None:
    from scipy.integrate import solve_ivp

    def merged(_: float, c: Any) -> float:
        return float(c[0] - np.cos(0.5))

    merged.terminal = True  # type: ignore[attr-defined]
    for beta, angle in ((1, 120), (4, 90)):
        run = solve_ivp(
            lambda _, c, beta=beta: np.exp(beta * c) * (1 - c * c), (0.0, 50.0), [np.cos(np.pi * angle / 180)],
            events=merged, rtol=1e-11, atol=1e-13,
        )  # fmt: skip
        assert run.t_events[0][0] == pytest.approx(merger.laws(beta, angle), rel=1e-9)


def test_clusters_are_counted_at_their_resolution() -> None:
    circle = np.asarray([[np.cos(a), np.sin(a), 0.0] for a in np.linspace(0.0, 2.0 * np.pi, 200)])
    assert distributions._clusters(circle) == 1
    assert distributions._clusters(np.repeat(np.eye(3), 5, axis=0)) == 3


def test_the_rate_of_a_uniform_bias_is_that_of_no_bias() -> None:
    plain = Model("unnormalised", 1.0)
    assert distributions.rate("baseline", plain) == exp(1.0)
    uniform = Model("unnormalised", 1.0, bias=np.zeros((6, 6)))
    assert distributions.rate("distance bias", uniform) == pytest.approx(exp(1.0))


def test_a_seed_that_does_not_merge_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merger, "_LONGEST", 0.25)
    with pytest.raises(ValueError, match="did not merge"):
        merger.run(HOST, {"angle": 120, "beta": 1, "first": 0, "seeds": 1})
