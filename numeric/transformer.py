"""Laboratory 5 of ``week11-notes`` on a decoder trained here: token directions, layer by layer, in three states.

The language (:mod:`numeric.language`) has two predictors that are known exactly: the best one, and the best one that
sees the current symbol only. No network does better than the first in the mean; one that does better than the second
uses what came earlier.

States: trained; initial; trained with the attention of the first block removed. The evaluation sequences are the same
for every network, state and layer. Rows are normalised and not centred, and centred where it is said. Uncertainty is
that over sequences for one network, or over independently trained networks: never over pairs of tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from claims.measure import Evidence, Sampler, ball
from claims.measure import vectors as vec
from claims.measure.arrays import numpy_backend
from claims.measure.experiment import (
    BOUND,
    STANDARD_ERROR,
    Experiment,
    Json,
    Quantity,
    Setting,
    Summary,
    mean_of,
    shown,
)
from claims.measure.factors import factors
from numeric import directions as di
from numeric import layers
from numeric.fields import unit
from numeric.language import SIZES, evaluation, known_losses, one_hot, sentences
from numeric.layers import Net, Parameters

Float64 = np.ndarray[Any, np.dtype[np.float64]]

SEEDS, BINS = 10, 40
STATES = ("trained", "initial", "no attention in block 1")
_BLIND = "no attention"  # a network that sees the current symbol only: its loss alone is compared
NUMBERS = ("participation", "centred participation", "mean direction", "order parameter", "overlap")


def laboratory() -> Experiment:
    """Ten networks: three blocks of two heads, 20 symbols (topics included), context of 24, width 32."""
    pictures = {"depth": draw_depth, "overlaps": draw_overlaps, "spectra": draw_spectra}
    return Experiment("observables by layer of a small decoder", SEEDS, tasks, run, summary, pictures)


def tasks(seeds: int, size: str = "full") -> list[Json]:
    """One network each."""
    return [{"seed": seed, "size": size} for seed in range(seeds)]


# One network ---------------------------------------------------------------------------------------------------------


def states(setting: Setting, size: str, seed: int) -> tuple[Net, dict[str, Parameters]]:
    """The network, and its parameters in the three states."""
    made = SIZES[size]
    net = Net(setting.backend.xp, made.shape, setting.rounding)
    start = {name: setting.array(value) for name, value in layers.initial(made.shape, seed).items()}
    drawn = (sentences(size, (seed, number, 32), made.batch) for number in range(made.steps))
    batches = [setting.array(one_hot(size, rows)) for rows in drawn]
    done = layers.trained(net, start, batches, made.rate)
    return net, dict(zip(STATES, (done, start, {**done, "o0": done["o0"] * 0}), strict=True))


def run(setting: Setting, task: Json) -> Json:
    """Losses, observables by state and layer, and what two changes of basis do, for one network."""
    size, seed = str(task["size"]), int(task["seed"])
    net, found = states(setting, size, seed)
    rows = evaluation(size)
    tokens = setting.array(one_hot(size, rows))
    same = (rows[:, :-1, None] == rows[:, None, :-1]).astype(np.float64)
    host = setting.backend.host
    blind = {name: value * 0 if name[0] == "o" else value for name, value in found[STATES[0]].items()}
    evaluated = {**found, _BLIND: blind}
    streams = {state: [host(h) for h in layers.forward(net, p, tokens[:, :-1, :])[1]] for state, p in found.items()}
    return {
        "losses": {state: [float(v) for v in host(layers.losses(net, p, tokens))] for state, p in evaluated.items()},
        "layers": {state: [_observed(h, same) for h in stream] for state, stream in streams.items()},
        "basis": _basis([h for stream in streams.values() for h in stream], same, seed),
    }


def _observed(h: Float64, same: Float64) -> dict[str, Any]:
    """Means over sequences and their standard errors, the histogram of overlaps, and the mean spectrum."""
    x = di.directions(h)
    overlaps = di.pairs(x)
    values = {
        "participation": di.participation(x), "centred participation": di.participation(di.centred(x)),
        "mean direction": di.mean_square(x), "order parameter": di.order(x, same), "overlap": np.mean(overlaps, axis=1),
    }  # fmt: skip
    error = {name: float(np.std(v, ddof=1)) / sqrt(len(v)) for name, v in values.items()}
    counts = np.histogram(np.clip(overlaps, -1.0, 1.0), BINS, (-1.0, 1.0))[0]
    return {
        "mean": {name: float(np.mean(v)) for name, v in values.items()}, "error": error,
        "pairs": float(np.std(overlaps, ddof=1)) / sqrt(overlaps.size),
        "histogram": [float(v) for v in counts / overlaps.size],
        "spectrum": [float(v) for v in np.mean(di.singular(x)[0], axis=0)],
    }  # fmt: skip


def _basis(streams: Sequence[Float64], same: Float64, seed: int) -> dict[str, Any]:
    """Largest changes over states, layers and sequences, and what roundings may change under the orthogonal matrix."""
    rng, d = np.random.default_rng([seed, 33]), streams[0].shape[-1]
    q, m, flat = di.orthogonal(rng, d), di.stretched(rng, d), di.singular_map(rng, d)
    turned, bent = ([di.changes(h, by, same) for h in streams] for by in (q, m))
    limits = [di.allowed(h, q) for h in streams]
    ranks = [(di.certified_rank(h), di.rank_after(h, m), di.rank_after(h, flat)) for h in streams]
    return {
        "orthogonal": _largest(turned), "other": _largest(bent), "allowed": _largest(limits),
        "rank": float(max(np.max(np.abs(b - a)) for a, b, _ in ranks)),
        "rank lost": float(max(np.max(np.abs(c - a)) for a, _, c in ranks)),
    }  # fmt: skip


def _largest(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: max(row[name] for row in rows) for name in di.OBSERVABLES}


# Comparison ----------------------------------------------------------------------------------------------------------


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """Losses against the two known predictors, changes of basis, and the observables after the last block."""
    size = str(tasks[0]["size"])
    quantities = [*_losses(size, results), *_bases(results), *_last(results), *_errors(results)]
    by_layer = {state: [_pooled(results, state, k) for k in range(_depth(results))] for state in STATES}
    made = SIZES[size].shape
    about = {"blocks": made.blocks, "heads": made.heads, "context": made.context, "width": made.width,
             "symbols and topics": made.symbols}  # fmt: skip
    return Summary(quantities, {"layers": by_layer, "network": about, "bins": BINS})


def _depth(results: Sequence[Json]) -> int:
    return len(results[0]["layers"][STATES[0]])


def _losses(size: str, results: Sequence[Json]) -> list[Quantity]:
    """Mean over evaluation sequences of what networks lose (averaged over networks) beyond a known predictor."""
    best, blind = known_losses(size, evaluation(size))
    lost = [np.mean([result["losses"][state] for result in results], axis=0) for state in (*STATES, _BLIND)]
    trained, start, without, alone = lost

    def beyond(name: str, excess: Float64, relation: str, control: float, control_is: str) -> Quantity:
        words = f"{name}, mean over evaluation sequences of the loss"
        return mean_of(name, words, [float(v) for v in excess], predicted=0.0, relation=relation, control=control,
                       control_is=control_is, unit="nats a symbol")  # fmt: skip

    return [
        beyond("trained, beyond the best predictor", trained - best, ">=", -float(np.mean(best)),
               "a network that sees the next symbol"),
        beyond("trained, beyond the best that sees one symbol", trained - blind, "<=", float(np.mean(start - blind)),
               "the initial network"),
        beyond("without any attention, beyond the best that sees one symbol", alone - blind, ">=",
               float(np.mean(trained - blind)), "the trained network"),
        mean_of("without attention in block 1, beyond trained", "mean over evaluation sequences, difference of losses",
                [float(v) for v in without - trained], unit="nats a symbol"),
    ]  # fmt: skip


def _bases(results: Sequence[Json]) -> list[Quantity]:
    """Changes under an orthogonal matrix against roundings; the control is an invertible one that is not orthogonal."""
    rows = [result["basis"] for result in results]
    most = {key: _largest([row[key] for row in rows]) for key in ("orthogonal", "allowed")}
    least = {name: min(row["other"][name] for row in rows) for name in di.OBSERVABLES}
    words = "largest change over networks, states, layers and sequences"
    made = [
        Quantity(f"orthogonal basis, {name}", words, most["orthogonal"][name], most["allowed"][name], BOUND, len(rows),
                 0.0, "=", least[name], "a basis with stretches from 1/2 to 2")
        for name in di.OBSERVABLES
    ]  # fmt: skip
    rank = Quantity("basis with stretches from 1/2 to 2, algebraic rank", words, max(row["rank"] for row in rows), 0.0,
                    BOUND, len(rows), 0.0, "=", min(row["rank lost"] for row in rows),
                    "a matrix that is not invertible")  # fmt: skip
    return [*made, rank]


def _last(results: Sequence[Json]) -> list[Quantity]:
    """Observables after the last block, mean over networks."""
    return [
        mean_of(f"{state}, {name}", "after the last block, mean over sequences, mean over networks",
                [result["layers"][state][-1]["mean"][name] for result in results])
        for state in STATES for name in NUMBERS
    ]  # fmt: skip


def _errors(results: Sequence[Json]) -> list[Quantity]:
    """The first network alone with its error over sequences, and how much too small an error over pairs would be."""
    after = results[0]["layers"][STATES[0]][-1]
    samples = len(results[0]["losses"][STATES[0]])
    alone = [
        Quantity(f"first network, {name}", "trained, after the last block, mean over sequences", after["mean"][name],
                 after["error"][name], STANDARD_ERROR, samples)
        for name in NUMBERS
    ]  # fmt: skip
    ratios = [row["error"]["overlap"] / row["pairs"] for row in (result["layers"][STATES[0]][-1] for result in results)]
    words = "error of the mean overlap from sequences over that from pairs taken as independent, mean over networks"
    return [*alone, mean_of("error over sequences by error over pairs", words, ratios)]


def _pooled(results: Sequence[Json], state: str, layer: int) -> dict[str, Any]:
    """Mean over networks and its standard error (0 for one network), for the pictures."""
    rows = [result["layers"][state][layer] for result in results]
    found = {name: np.asarray([row["mean"][name] for row in rows]) for name in NUMBERS}
    error = {n: float(np.std(v, ddof=1)) / sqrt(len(v)) if len(v) > 1 else 0.0 for n, v in found.items()}
    return {
        "mean": dict(zip(found, shown(np.mean(v) for v in found.values()), strict=True)),
        "error": dict(zip(error, shown(float(v) for v in error.values()), strict=True)),
        "histogram": shown(np.mean([row["histogram"] for row in rows], axis=0)),
        "spectrum": shown(np.mean([row["spectrum"] for row in rows], axis=0)),
    }


# Pictures ------------------------------------------------------------------------------------------------------------

_STYLES = {
    STATES[0]: {"color": "#0072B2", "marker": "o", "linestyle": "-"},
    STATES[1]: {"color": "#E69F00", "marker": "s", "linestyle": "--"},
    STATES[2]: {"color": "#009E73", "marker": "^", "linestyle": ":"},
}


def _layer(number: int) -> str:
    return "embedding" if number == 0 else f"block {number}"


def draw_depth(figure: Any, data: Json) -> None:
    """Four observables against the layer, three states; bars: standard error over networks."""
    titles = {
        "participation": r"$R_{\rm part}$, rows not centred", "centred participation": r"$R_{\rm part}$, rows centred",
        "mean direction": r"$|\bar x|^2$", "order parameter": "overlap within a symbol\nless that between symbols",
    }  # fmt: skip
    grid = figure.subplots(2, 2, sharex=True)
    for axes, (name, title) in zip(grid.ravel(), titles.items(), strict=True):
        for state, rows in data["layers"].items():
            axes.errorbar(range(len(rows)), [row["mean"][name] for row in rows],
                          yerr=[row["error"][name] for row in rows], capsize=3, markersize=5, label=state,
                          **_STYLES[state])  # fmt: skip
        axes.set_ylabel(title)
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        axes.set_xticks(range(len(rows)), [_layer(k) for k in range(len(rows))])
    figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)


def draw_overlaps(figure: Any, data: Json) -> None:
    """Histogram of the overlaps of pairs of tokens by layer, three states."""
    edges = np.linspace(-1.0, 1.0, int(data["bins"]) + 1)
    width = edges[1] - edges[0]
    grid = _panels(figure, data)
    for state, rows in data["layers"].items():
        for axes, row in zip(grid, rows, strict=True):
            axes.stairs(np.asarray(row["histogram"]) / width, edges, color=_STYLES[state]["color"],
                        linestyle=_STYLES[state]["linestyle"], linewidth=1.5, label=state)  # fmt: skip
    for axes in grid:
        axes.set_xlabel("overlap $c_{ij}$")
    grid[0].set_ylabel("density of pairs")
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)


def draw_spectra(figure: Any, data: Json) -> None:
    """Singular values of the unit rows by layer, three states."""
    grid = _panels(figure, data)
    for state, rows in data["layers"].items():
        for axes, row in zip(grid, rows, strict=True):
            count = len(row["spectrum"])
            axes.semilogy(range(1, count + 1), row["spectrum"], markersize=3, label=state, **_STYLES[state])
    for axes in grid:
        axes.set_xlabel("number $k$")
    grid[0].set_ylabel(r"singular value $\sigma_k$")
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)


def _panels(figure: Any, data: Json) -> Any:
    """A panel for each layer, side by side."""
    count = len(data["layers"][STATES[0]])
    grid = figure.subplots(1, count, sharey=True)
    for number, axes in enumerate(grid):
        axes.set_title(_layer(number))
    return grid


# The leg -------------------------------------------------------------------------------------------------------------


def observables_and_networks(s: Sampler, *, power: int = 2, frozen: int = 0) -> Evidence:
    """Observables against balls, the gradient against differences, three small networks.

    Wrong: ``power`` of the eigenvalues below in R, the norm's denominator ``frozen`` in the gradient.
    """
    ev = Evidence(s)
    eye = ((Fraction(2), Fraction(0)), (Fraction(0), Fraction(1)))
    ev.enclosed("R of diag(2, 1)", lambda: _rank_in_balls(eye, power), Fraction(25, 17))
    up, down = (Fraction(3), Fraction(4)), (Fraction(-3), Fraction(-4))
    ev.enclosed("R of two opposed groups", lambda: _observed_in_balls((up, up, down, down), _PAIRED, power)[0], 1)
    ev.enclosed("mean of two opposed groups", lambda: _observed_in_balls((up, up, down, down), _PAIRED, power)[1], 0)
    rows = tuple(tuple(Fraction(x) for x in row) for row in ((2, -1, 3), (1, 4, -2), (-3, 2, 1), (2, 2, 5)))
    ev.floats(
        "observables of four tokens", _observables, {"h": rows, "same": _PAIRED},
        lambda h, same: _observed_in_balls(h, same, power),
    )  # fmt: skip
    setting = Setting(numpy_backend(), "float64")
    pieces = tasks(3, "small")
    results = [run(setting, piece) for piece in pieces]
    ev.measured([gradient_check(bool(frozen)), *summary(pieces, results).quantities])
    return ev


_PAIRED = tuple(tuple(Fraction(int(i // 2 == j // 2)) for j in range(4)) for i in range(4))


def _observables(xp: Any, fault: float, h: Any, same: Any) -> Any:
    """R, |mean|^2 and the order parameter, with the fault as a stretch of the first coordinate."""
    first = xp.asarray([1.0, 0.0, 0.0], dtype=h.dtype, device=h.device)
    x = unit(xp, h * (1 + (fault - 1) * first))
    return xp.stack([di.participation(x), di.mean_square(x), di.order(x, same)])


def _rank_in_balls(x: Any, power: int) -> Any:
    """Participation rank of rows: the squared trace over the squares of the Gram matrix."""
    trace = vec.total(vec.norm2(row) for row in x)
    return ball(trace) ** 2 / vec.total(abs(ball(vec.dot(p, q))) ** power for p in x for q in x)


def _observed_in_balls(h: Any, same: Any, power: int) -> list[Any]:
    """R, |mean|^2 and the order parameter of rows, from sums over pairs."""
    x = [vec.normalise(row) for row in h]
    off = [(i, j) for i in range(len(x)) for j in range(len(x)) if i != j]
    c = {(i, j): vec.dot(x[i], x[j]) for i, j in off}

    def average(weight: Callable[[Any], Any]) -> Any:
        weights = {(i, j): ball(weight(same[i][j])) for i, j in off}
        return vec.total(c[at] * weights[at] for at in off) / vec.total(weights.values())

    mean = (len(x) + vec.total(c.values())) / len(x) ** 2
    return [_rank_in_balls(x, power), mean, average(lambda w: w) - average(lambda w: 1 - w)]


def gradient_check(frozen: bool = False) -> Quantity:
    """The derivative of the loss along a random direction of all parameters, against a central difference.

    The difference is off by a third of what doubling its step changes, to leading order.
    """
    size, made = "small", SIZES["small"]
    xp = numpy_backend().xp
    p = layers.initial(made.shape, 7)
    rng = np.random.default_rng([7, 34])
    way = {name: rng.standard_normal(value.shape) for name, value in p.items()}
    tokens = one_hot(size, sentences(size, (7, 35), 8))

    def slope(found: Mapping[str, Float64]) -> float:
        return float(sum(np.sum(found[name] * way[name]) for name in p))

    def loss(step: float) -> float:
        return float(np.mean(layers.losses(Net(xp, made.shape), {n: p[n] + step * way[n] for n in p}, tokens)))

    near, far = ((loss(h) - loss(-h)) / (2 * h) for h in (_STEP, 2 * _STEP))
    right, wrong = (slope(layers.gradient(Net(xp, made.shape, frozen_norm=w), p, tokens)) for w in (frozen, not frozen))
    return Quantity(
        "gradient", "derivative of the loss along a random direction, against a central difference", right,
        factors().richardson * abs(near - far) / 3, BOUND, 1, near, "=", wrong,
        "the gradient that takes the norm's denominator for a constant", "nats a symbol",
    )  # fmt: skip


_STEP = 1 / 4096
