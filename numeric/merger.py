"""Merger of two clusters of tokens against the exact law: it decides between exponents of Theorem 5.

Source: ``usa-av``, sections 10 and 15; the experiment is ours.

Sixteen tokens in two clusters of eight, spread 0.02 rad, centres at the angle Theta, follow USA on the sphere in three
dimensions (two-stage map, step 0.2 e^-beta). Two point clusters with weights that sum to 1 obey ``c' = e^{beta c} (1 -
c^2)`` for ``c = <u_1, u_2>``, so that the time to ``c_1 = cos 1/2`` is

    T = integral of e^{-beta c}/(1 - c^2) dc from cos Theta to c_1.

The slope of log T in beta tends to -cos Theta (from ``T ~ e^{-beta cos Theta}/(beta sin^2 Theta)``), not to the
exponent ``1 - cos Theta`` that the source prints for the merger: slopes of runs and of the law over the same betas are
compared, and that of log(beta T) with the limit. Centres of clouds are not quite at Theta: the law from each cloud's
own overlap is reported beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import cos, exp, log, pi, sin
from typing import Any

import numpy as np
from flint import acb, arb

from claims.measure import Evidence, Sampler, ball
from claims.measure import balls as b
from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
from claims.measure.experiment import BOUND, Experiment, Json, Quantity, Setting, Summary, mean_of, shown
from numeric import ball_map, fields, running
from numeric import dynamics as dyn
from numeric.ball_model import in_balls, tokens
from numeric.models import Model

Float64 = np.ndarray[Any, np.dtype[np.float64]]

SEEDS, SIZE, SPREAD, STEP = 20, 8, 0.02, 0.2
ANGLES = (60, 90, 120)  # degrees
BETAS = tuple(range(1, 11))
_BITS, _FLOAT_BITS = 2 * b.START_BITS, 53  # of the law, and of a float
_END = 0.5  # radians between the centres when they count as merged
_BLOCKS, _LONGEST = 200, 3.0  # blocks in the predicted time; how much longer a run may take
_FIT = 5  # betas from here on enter the slopes
_TOGETHER = 10  # seeds in a piece


# The law -------------------------------------------------------------------------------------------------------------


def law(beta: int, angle: int, sign: int = -1) -> arb:
    """The time to merge from ``angle`` degrees, enclosed; ``sign`` of the exponent is for a mutant."""
    return law_from(beta, (arb(angle) / 180).cos_pi(), sign)


def law_from(beta: int, start: arb, sign: int = -1) -> arb:
    """The time to merge from the overlap ``start`` of the centres, enclosed."""
    end, slope = ball(Fraction(1, 2)).cos(), sign * beta
    # relative to the start: the integral is found to an absolute accuracy
    scaled = acb.integral(lambda c, _: (slope * (c - start)).exp() / (1 - c * c), acb(start), acb(end))
    value: arb = (slope * start).exp() * scaled.real
    return value


def _float(value: arb) -> float:
    """The midpoint. Raises ``ValueError`` for a ball that is wider than a float's roundoff."""
    if value.rel_accuracy_bits() < _FLOAT_BITS:
        raise ValueError(f"the law is known to {value.rel_accuracy_bits()} bits only")
    return float(value.mid())


def laws(beta: int, angle: int) -> float:
    """Midpoint of the law as a float."""
    with b.working_bits(_BITS):
        return _float(law(beta, angle))


# Runs ----------------------------------------------------------------------------------------------------------------


def mergers() -> Experiment:
    """Angles of 60, 90, 120 degrees, beta = 1 .. 10, 20 seeds."""
    return Experiment("merger time of two clusters", SEEDS, tasks, run, summary, {"times": draw})


def tasks(seeds: int, betas: Sequence[int] = BETAS, angles: Sequence[int] = ANGLES) -> list[Json]:
    """Every angle and temperature, ten seeds together (``seeds`` from ``first`` on); the long ones first."""
    both = sorted(
        ((angle, beta) for angle in angles for beta in betas), key=lambda pair: -laws(pair[1], pair[0]) * exp(pair[1])
    )
    parts = [(first, min(_TOGETHER, seeds - first)) for first in range(0, seeds, _TOGETHER)]
    return [
        {"angle": angle, "beta": beta, "first": first, "seeds": count} for angle, beta in both for first, count in parts
    ]


def clusters(angle: int, seeds: range) -> Float64:
    """Two clusters of eight tokens about centres at ``angle`` degrees, [seeds, 16, 3]."""
    half = angle * pi / 360.0
    centres = np.asarray([[cos(half), sin(half), 0.0], [cos(half), -sin(half), 0.0]])
    drawn = np.stack([np.random.default_rng([seed, 5]).standard_normal((2, SIZE, 3)) for seed in seeds])
    cloud = (centres[:, None, :] + SPREAD * drawn).reshape(len(seeds), 2 * SIZE, 3)
    return np.asarray(fields.unit(np, cloud))


def overlap(x: Float64) -> Float64:
    """<u_1, u_2> of the normalised cluster means, [seeds]."""
    means = fields.unit(np, np.mean(x.reshape(len(x), 2, SIZE, 3), axis=2))
    return np.asarray(np.sum(means[:, 0] * means[:, 1], axis=-1))


def lost(angle: int, beta: int, dtype: str) -> bool:
    """Whether a step at the start, ``dt e^{beta cos Theta} (sin Theta)/2``, is below the roundoff of the state: then it
    is rounded away, and a run says nothing."""
    towards = angle * pi / 180.0
    moved = STEP * exp(-beta) * exp(beta * cos(towards)) * sin(towards) / 2
    return moved < UNIT_ROUNDOFF[dtype]


def seeds_of(task: Json) -> range:
    """The seeds of a piece."""
    first = int(task["first"])
    return range(first, first + int(task["seeds"]))


def run(setting: Setting, task: Json) -> Json:
    """Time of merger of each seed, or ``None`` where the dtype loses the steps (:func:`lost`).

    Raises ``ValueError`` when a seed has not merged after three times the law's time.
    """
    angle, beta = int(task["angle"]), int(task["beta"])
    if lost(angle, beta, setting.state):
        return {"times": None}
    x, model, dt = clusters(angle, seeds_of(task)), Model("unnormalised", float(beta)), STEP * exp(-beta)
    wanted = laws(beta, angle) / dt
    block = max(1, int(wanted / _BLOCKS))
    times, done = np.full(len(x), np.nan), 0
    while done < _LONGEST * wanted:
        moved = running.flow(setting, x, model, dt, block)
        merged = (overlap(moved) >= cos(_END)) & np.isnan(times)
        if np.any(merged):
            found = _crossings(setting, x[merged], model, dt, block)
            times[merged] = (done + found) * dt
        if not np.any(np.isnan(times)):
            return {"times": [float(time) for time in times]}
        x, done = moved, done + block
    raise ValueError(f"clusters at {angle} degrees, beta {beta}, did not merge by {_LONGEST} times the law's time")


def _crossings(setting: Setting, x: Float64, model: Model, dt: float, block: int) -> Float64:
    """Number of steps, with a fraction by linear interpolation, after which each seed has merged within the block."""
    seen: list[Float64] = []
    running.flow(setting, x, model, dt, block, observe=lambda _, state: seen.append(overlap(state)))
    values = np.stack(seen)
    after = np.argmax(values >= cos(_END), axis=0)
    rows = np.arange(len(x))
    low, high = values[np.maximum(after - 1, 0), rows], values[after, rows]
    gap = np.where(high > low, high - low, 1.0)
    return np.asarray(np.where(after == 0, 0.0, after - 1 + (cos(_END) - low) / gap))


# Comparison ----------------------------------------------------------------------------------------------------------


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """Mean logarithmic error of the time for each pair, and the slopes of log T and log(beta T) in beta.

    Pairs whose steps the dtype loses are left out, and named in the data.
    """
    found, gone = _joined(tasks, results)
    quantities = [_error(angle, beta, times) for (angle, beta), (times, _) in sorted(found.items())]
    quantities += [_own_error(angle, beta, *both) for (angle, beta), both in sorted(found.items())]
    data: dict[str, Any] = {"lost": [f"{angle} degrees, beta {beta}" for angle, beta in gone], "times": {}}
    for angle in sorted({angle for angle, _ in found}):
        betas = sorted(beta for other, beta in found if other == angle)
        late = [beta for beta in betas if beta >= _FIT]
        quantities += _slopes(angle, late, np.stack([found[angle, beta][0] for beta in late])) if late[1:] else []
        means = shown(float(np.mean(found[angle, beta][0])) for beta in betas)
        exact = shown(laws(beta, angle) for beta in betas)
        data["times"][str(angle)] = {"beta": betas, "run": means, "law": exact}
    return Summary(quantities, data)


Pairs = dict[tuple[int, int], tuple[Float64, Float64]]


def _joined(tasks: Sequence[Json], results: Sequence[Json]) -> tuple[Pairs, list[tuple[int, int]]]:
    """Times and overlaps at the start of all seeds by angle and beta, [seeds] each; and the pairs that were lost."""
    parts: dict[tuple[int, int], list[tuple[int, Any, Float64]]] = {}
    for task, result in zip(tasks, results, strict=True):
        pair = (int(task["angle"]), int(task["beta"]))
        start = overlap(clusters(pair[0], seeds_of(task)))
        parts.setdefault(pair, []).append((int(task["first"]), result["times"], start))
    gone = sorted(pair for pair, rows in parts.items() if any(times is None for _, times, _ in rows))
    found = {}
    for pair in set(parts) - set(gone):
        rows = sorted(parts[pair], key=lambda row: row[0])
        found[pair] = tuple(np.concatenate([np.asarray(row[k], float) for row in rows]) for k in (1, 2))
    return {pair: (both[0], both[1]) for pair, both in found.items()}, gone


def _error(angle: int, beta: int, times: Float64) -> Quantity:
    """Mean over seeds of log(T_run/T_law)."""
    exact = laws(beta, angle)
    return mean_of(
        f"{angle} degrees, beta {beta}", "mean over seeds of log(T run/T law)", [log(time / exact) for time in times],
        predicted=0.0, control=float(beta), control_is="the printed exponent 1 - cos Theta (a factor e^beta)",
    )  # fmt: skip


def _own_error(angle: int, beta: int, times: Float64, start: Float64) -> Quantity:
    """The same with the law from each cloud's own overlap: what the width of a cluster leaves."""
    with b.working_bits(_BITS):
        exact = [_float(law_from(beta, b.ball(Fraction(float(c))))) for c in start]
    errors = [log(time / law) for time, law in zip(times, exact, strict=True)]
    meaning = "mean over seeds of log(T run/T law from the cloud's own overlap)"
    return mean_of(f"{angle} degrees, beta {beta}, own centres", meaning, errors)


def _slopes(angle: int, betas: Sequence[int], times: Float64) -> list[Quantity]:
    """Slopes in beta per seed, times [betas, seeds]: of log T against that of the law, and of log(beta T) against the
    limit -cos Theta, from which the law's own slope over these betas is as far as the bound says."""
    exact = np.log([laws(beta, angle) for beta in betas])
    law_slope, shift = _slope(betas, exact), _slope(betas, np.log(betas))
    slopes = [_slope(betas, np.log(row)) for row in times.T]
    over = f"beta {betas[0]} to {betas[-1]}"
    mean = mean_of(
        f"{angle} degrees, slope", f"mean over seeds of the slope of log T, {over}", slopes,
        predicted=law_slope, control=law_slope + 1.0, control_is="the printed exponent 1 - cos Theta for -cos Theta",
    )  # fmt: skip
    limit = -cos(angle * pi / 180.0)
    away = abs(law_slope + shift - limit)
    return [
        mean,
        Quantity(
            f"{angle} degrees, limit", f"mean over seeds of the slope of log(beta T), {over}", mean.observed + shift,
            away + mean.allowed, BOUND, len(slopes), limit, "=", mean.observed + shift + 1.0,
            "the printed exponent 1 - cos Theta for -cos Theta",
        ),
    ]  # fmt: skip


def _slope(betas: Sequence[int], values: Any) -> float:
    """Of the least-squares line."""
    return float(np.polyfit(betas, values, 1)[0])


def draw(figure: Any, data: Json) -> None:
    """Times over beta: lines the law, dots the runs."""
    axes = figure.subplots()
    colours = {"60": "#0072B2", "90": "#009E73", "120": "#D55E00"}
    for angle, rows in data["times"].items():
        colour = colours.get(angle, "0.3")
        axes.semilogy(rows["beta"], rows["law"], color=colour, label=rf"$\Theta_0 = {angle}\degree$, law")
        axes.semilogy(rows["beta"], rows["run"], "o", color=colour, markersize=4)
    axes.plot([], [], "o", color="0.3", markersize=4, label="runs, mean over seeds")
    axes.set_xlabel(r"inverse temperature $\beta$")
    axes.set_ylabel("time to merge T (unit of depth)")
    axes.legend(frameon=False)


# The leg -------------------------------------------------------------------------------------------------------------


def law_and_runs(s: Sampler, *, sign: int = -1) -> Evidence:
    """The map in balls, and mergers at beta 1 and 2. Mutant: ``sign`` of the law's exponent."""
    ev = Evidence(s)
    ev.flow("map of two clusters", _kernel, _start(), _reference)
    pieces = tasks(6, (1, 2), (60, 90))
    made = summary(pieces, [run(Setting(numpy_backend(), "float64"), piece) for piece in pieces])
    shift = {(int(p["angle"]), int(p["beta"])): laws_ratio(int(p["beta"]), int(p["angle"]), sign) for p in pieces}
    for quantity, (_, ratio) in zip(made.quantities, sorted(shift.items()), strict=False):
        ev.measured([replace(quantity, observed=quantity.observed - ratio)])
    return ev


def laws_ratio(beta: int, angle: int, sign: int) -> float:
    """log of the law with the exponent's sign over the law; 0 for the law itself."""
    if sign == -1:
        return 0.0
    with b.working_bits(_BITS):
        return log(_float(law(beta, angle, sign)) / _float(law(beta, angle)))


def _start() -> dict[str, Any]:
    """Two exact pairs of unit tokens, one seed."""
    rows = ((1, 2, 2), (Fraction(2), 1, 2), (2, -2, 1), (1, Fraction(-2), 2))
    return {
        "x": (tuple(tuple(Fraction(c) / 3 for c in row) for row in rows),),
        "beta": Fraction(2),
        "depth": Fraction(1, 4),
        "steps": 20,
    }


def _kernel(xp: Any, fault: float, rounding: Any, x: Any, beta: float, depth: float, steps: int) -> Any:
    return dyn.flow(x, Model("unnormalised", beta, sign=fault), depth / steps, steps, "rk2", rounding)


def _reference(x: Any, beta: arb, depth: arb, steps: int) -> Any:
    model = replace(in_balls(Model("unnormalised", 2), 4, 3), beta=beta)
    return [ball_map.flow(tokens(x[0]), model, depth / steps, steps).tolist()]
