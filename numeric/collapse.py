"""The collapse gap over depth of three models with one gauge-frame cloud (``usa-av``, sections 6.1 and 9.2).

Every seed ends where its gauge-frame tokens agree, at a centre q*; in the original frame the rotations of the labels
spread it over a latitude circle. With ``delta`` the root mean square distance of the gauge-frame tokens from q*,

    |G_x - n (1 - q*_3^2)/(n - 1)| <= n/(n - 1) (2 |q*_3| delta + delta^2),    delta^2 = 2 (1 - |mean q|),

for the mean of x is ``q*_3 e_3 + mean(R_i (q_i - q*))``: the rotations of equally spaced labels average to the
projection on the axis. Further, at every time, ``Delta_E <= beta (n - 1)/n G_q`` (from e^{-x} >= 1 - x) and
``D_cond^2 <= 2 (n - 1) G_q``. By rotation invariance q* is uniform on the sphere, so that G_x has mean
``(2/3) n/(n - 1)`` and variance ``(4/45) (n/(n - 1))^2`` over seeds, and lies below g with probability
``1 - sqrt(1 - g (n - 1)/n)``: labels leave a seed collapsed when its centre happens to be near the axis.

``G_q`` goes to 0: let c > 0 be the least overlap of two gauge-frame tokens and m their mean. Weights are at least
``e^{beta c}/n`` and ``<m, q_i> >= c``, so that c never falls and, by symmetry in the pairs,

    (|m|^2)' = (1/n^2) sum_ij e^{beta c_ij} (<m, q_i> + <m, q_j>)(1 - c_ij) >= 2 c e^{beta c} (1 - |m|^2),

that is ``G_q' <= -2 c e^{beta c} G_q``. Because of ``1 - c <= (n - 1) G_q`` the rate is at least ``(3/2) e^{3 beta/4}``
from the first record on where ``(n - 1) G_q <= 1/4``; for beta = 1 that is 1.17 e, of which e is claimed (the step
changes rates by a share of 1e-4). Near collapse deviations obey ``y' = -e^beta y``, and the two-stage map multiplies
them by ``1 - a + a^2/2`` with ``a = dt e^beta`` in each step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, log, sqrt
from typing import Any

import numpy as np
from flint import arb

from claims.measure import Evidence, Sampler
from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
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
from numeric import ball_map, pictures_attention, running
from numeric import dynamics as dyn
from numeric import observables as obs
from numeric.ball_model import in_balls, tokens
from numeric.models import Model, collapse_models

Float64 = np.ndarray[Any, np.dtype[np.float64]]

SIZES, SEEDS, PER_LABEL = (64, 128, 256), 100, 4
BETA, DT, STEPS, EVERY = 1.0, 1e-2, 2000, 50
MODELS = ("baseline", "rope", "prompt")
LOW = 0.05  # a seed whose gap is below this looks collapsed (usa-av, section 6.1: "the closer to zero")
_CAP = 0.25  # of (n - 1) G_q: from there on every overlap is at least 3/4
_CHUNK = 5  # seeds of one piece
_OBSERVED = ("gap", "gauge", "diameter", "energy")
#: Roundings of the state's dtype in a gauge-frame token: angle (2 pi), sine and cosine, products and sums, norm.
_ROUNDINGS = 32


def collapse() -> Experiment:
    """n = 64, 128, 256; 100 seeds; 2000 steps of 0.01; recorded every 0.5."""
    return Experiment("collapse gap over depth", SEEDS, tasks, run, summary, pictures_attention.COLLAPSE)


def tasks(seeds: int, sizes: Sequence[int] = SIZES, steps: int = STEPS) -> list[Json]:
    """Every size and chunk of seeds."""
    return [
        {"n": n, "steps": steps, "seeds": list(part)} for n in sizes for part in dyn.chunks(range(seeds), _CHUNK)
    ]  # fmt: skip


def run(setting: Setting, task: Json) -> Json:
    """Observables [seeds][times] of each model, the final centre [seeds][3], and the final x-frame diameter [seeds]."""
    n, steps = int(task["n"]), int(task["steps"])
    models, labels = collapse_models(n, BETA, PER_LABEL)
    q = np.concatenate([dyn.cloud(range(seed, seed + 1), n, 3) for seed in task["seeds"]])
    found: dict[str, Any] = {"dtype": setting.dtype, "state": setting.state}
    for name, model in models.items():
        rows: dict[str, list[Float64]] = {key: [] for key in _OBSERVED}

        def observe(_: int, x: Float64, model: Model = model, rows: dict[str, list[Float64]] = rows) -> None:
            for key, value in _seen(x, model, labels).items():
                rows[key].append(value)

        end = running.flow(setting, dyn.from_frame(q, model), model, DT, steps, "rk2", observe, EVERY)
        found[name] = {key: np.stack(values, axis=1).tolist() for key, values in rows.items()}
        found[name] |= {"centre": _centres(end, model), "wide": _wide(end)}
    return found


def _seen(x: Float64, model: Model, labels: Sequence[int]) -> dict[str, Float64]:
    values = (
        obs.collapse_gap(x), obs.gauge_gap(x, model), obs.conditional_diameter(dyn.to_frame(x, model), labels),
        obs.energy_gap(x, model),
    )  # fmt: skip
    return dict(zip(_OBSERVED, (np.asarray(value) for value in values), strict=True))


def _centres(x: Float64, model: Model) -> list[list[float]]:
    """Gauge-frame centre q* = mean/|mean|, [seeds][3]."""
    mean = np.mean(dyn.to_frame(x, model), axis=-2)
    centre: list[list[float]] = (mean / np.linalg.norm(mean, axis=-1, keepdims=True)).tolist()
    return centre


def _wide(x: Float64) -> list[float]:
    """Largest distance of two tokens in the original frame, [seeds]."""
    inner = np.min(x @ np.swapaxes(x, -1, -2), axis=(-2, -1))
    return [float(value) for value in np.sqrt(np.maximum(0.0, 2.0 - 2.0 * inner))]


# Comparison ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Law:
    """Gap of tokens that agree at q* in the gauge frame: ``factor n (1 - q*_axis^2)/(n - 1)``."""

    axis: int = 2
    factor: int = 1

    def gap(self, n: int, height: Any) -> Any:
        """The law at the heights of the centres along the axis."""
        return self.factor * n * (1.0 - height**2) / (n - 1)


def summary(tasks: Sequence[Json], results: Sequence[Json], law: Law = Law()) -> Summary:
    """Quantities per size, the mean curves with their standard errors, and the end of each seed."""
    sizes = sorted({int(task["n"]) for task in tasks})
    quantities: list[Quantity] = []
    data: dict[str, Any] = {"times": [], "sizes": sizes}
    for n in sizes:
        mine = [result for task, result in zip(tasks, results, strict=True) if task["n"] == n]
        merged = {name: _merged([result[name] for result in mine]) for name in MODELS}
        quantities += _quantities(n, mine[0]["dtype"], mine[0]["state"], merged, law)
        data[str(n)] = {name: _curves(merged[name]) for name in MODELS}
        count = len(merged["baseline"]["gap"][0])
    data["times"] = [round(number * EVERY * DT, 6) for number in range(count)]
    return Summary(quantities, data)


def _merged(parts: Sequence[Mapping[str, Any]]) -> dict[str, Float64]:
    return {key: np.asarray([row for part in parts for row in part[key]], dtype=np.float64) for key in parts[0]}


def _curves(rows: Mapping[str, Float64]) -> dict[str, Any]:
    """Mean over seeds and its standard error at each time, to six digits; heights of the centres."""
    out: dict[str, Any] = {}
    for key in _OBSERVED:
        values = rows[key]
        error = np.std(values, axis=0, ddof=1) / sqrt(len(values)) if len(values) > 1 else 0.0 * values[0]
        out[key] = {"mean": shown(np.mean(values, axis=0)), "error": shown(error)}
    return out | {"heights": shown(rows["centre"][:, 2]), "ends": shown(rows["gap"][:, -1])}


def _quantities(
    n: int, dtype: str, state: str, merged: Mapping[str, Mapping[str, Float64]], law: Law
) -> list[Quantity]:  # fmt: skip
    found: list[Quantity] = []
    slack = _ROUNDINGS * UNIT_ROUNDOFF[state]
    plain = merged["baseline"]["gap"][:, -1]
    for name in MODELS:
        rows = merged[name]
        found += [_decay(n, name, dtype, rows)] if len(plain) > 1 else []
        found += [_collapse(n, name, dtype, rows, slack), _energy_bound(n, name, rows, slack)]
        found.append(_diameter_bound(n, name, rows, slack))
        if name != "baseline":
            found.append(_circle(n, name, rows, slack, law))
            found += _over_seeds(n, name, rows["gap"][:, -1], plain) if len(plain) > 1 else []
    if len(plain) > 1:
        meaning = "mean over seeds of G_x at the end without labels"
        found.append(mean_of(f"baseline gap, n={n}", meaning, [float(value) for value in plain]))
    return found


def _circle(n: int, name: str, rows: Mapping[str, Float64], slack: float, law: Law) -> Quantity:
    """Largest excess over seeds of |G_x - closed form| over its bound."""
    height, gap, gauge = rows["centre"][:, law.axis], rows["gap"][:, -1], rows["gauge"][:, -1]
    spread = np.sqrt(2.0 * (1.0 - np.sqrt(np.maximum(0.0, 1.0 - (n - 1) / n * gauge))))
    bound = n / (n - 1) * (2.0 * np.abs(height) * spread + spread**2)
    excess = np.abs(gap - law.gap(n, height)) - bound
    without = np.abs(gap - (1.0 - height**2)) - bound
    return Quantity(
        f"{name} circle, n={n}",
        "largest over seeds of |G_x - n(1 - q*_3^2)/(n - 1)| minus the bound from the gauge-frame spread, at the end",
        float(np.max(excess)), 4.0 * slack, BOUND, len(gap), 0.0, "<=", float(np.max(without)),
        "1 - q*_3^2 without the factor n/(n - 1)",
    )  # fmt: skip


def _collapse(n: int, name: str, dtype: str, rows: Mapping[str, Float64], slack: float) -> Quantity:
    """Largest excess of G_q over what the derived rate leaves of it after the first record in the cap."""
    step, rate = EVERY * DT, exp(BETA)
    left, kept = [], []
    for row in rows["gauge"]:
        inside = np.flatnonzero((n - 1) * row <= _CAP)
        start = int(inside[0]) if len(inside) else len(row) - 1
        later = row[start + 1 :]
        allowed = row[start] * np.exp(-rate * step * np.arange(1, len(later) + 1)) if len(inside) else 0.0
        left.append(float(np.max(later - allowed)) if len(later) else float(row[-1]))
        kept.append(float(row[start] * (1.0 - exp(-rate * step))))
    rounding = running.kept_up(dtype, rate, DT) + slack**2
    return Quantity(
        f"{name} collapse, n={n}", "largest over seeds and later records of G_q(tau) - G_q(tau_1) exp(-e^beta (tau - "
        "tau_1)), tau_1 the first record with (n - 1) G_q <= 1/4; G_q itself for a seed that has none before the last",
        max(left), rounding, BOUND, len(left), 0.0, "<=", max(kept), "tokens that stay where they are at tau_1",
    )  # fmt: skip


def _energy_bound(n: int, name: str, rows: Mapping[str, Float64], slack: float) -> Quantity:
    """Largest excess over seeds and times of the energy gap over beta (n - 1)/n G_q."""
    share = BETA * (n - 1) / n * rows["gauge"]
    return Quantity(
        f"{name} energy, n={n}", "largest over seeds and times of Delta_E - beta (n - 1)/n G_q",
        float(np.max(rows["energy"] - share)), 4.0 * BETA * slack, BOUND, rows["energy"].size, 0.0, "<=",
        float(np.max(rows["energy"] - share / 2)), "half of that bound",
    )  # fmt: skip


def _diameter_bound(n: int, name: str, rows: Mapping[str, Float64], slack: float) -> Quantity:
    """Largest excess over seeds and times of D_cond^2 over 2 (n - 1) G_q."""
    bound = 2.0 * (n - 1) * rows["gauge"]
    control = rows["wide"] ** 2 - bound[:, -1] if name != "baseline" else rows["diameter"][:, 0] ** 2 - bound[:, -1]
    which = "the diameter in the original frame" if name != "baseline" else "the diameter at the start"
    return Quantity(
        f"{name} diameter, n={n}", "largest over seeds and times of D_cond^2 - 2 (n - 1) G_q",
        float(np.max(rows["diameter"] ** 2 - bound)), 16.0 * slack, BOUND, bound.size, 0.0, "<=",
        float(np.max(control)), which,
    )  # fmt: skip


def _over_seeds(n: int, name: str, gaps: Float64, plain: Float64) -> list[Quantity]:
    """Mean and variance of the final gap over seeds, and the shares of seeds below 1/2 and below 0.05.

    ``plain``: final gaps without labels, whose share below 0.05 is the wrong variant of the rotated frames.
    """
    expected = 2.0 / 3.0 * n / (n - 1)
    half, few = (1.0 - sqrt(1.0 - gap * (n - 1) / n) for gap in (0.5, LOW))
    return [
        mean_of(
            f"{name} gap, n={n}", "mean over seeds of G_x at the end", [float(gap) for gap in gaps],
            predicted=expected, control=1.0, control_is="tokens that stay uniform",
        ),
        mean_of(
            f"{name} variance, n={n}", "mean over seeds of (G_x - 2/3 n/(n - 1))^2 at the end",
            [float(gap - expected) ** 2 for gap in gaps], predicted=4.0 / 45.0 * (n / (n - 1)) ** 2, control=0.0,
            control_is="the same gap in every seed",
        ),
        _share(f"{name} below 1/2, n={n}", gaps < 0.5, half, 0.0, "every seed above 1/2"),
        _share(f"{name} below 0.05, n={n}", gaps < LOW, few, float(np.mean(plain < LOW)), "the share without labels"),
        Quantity(f"{name} least gap, n={n}", "least over seeds of G_x at the end", float(np.min(gaps)), 0.0, BOUND,
                 len(gaps)),
    ]  # fmt: skip


def _share(name: str, hits: Any, expected: float, control: float, control_is: str) -> Quantity:
    """Share of seeds with its standard error under the predicted probability."""
    error = sqrt(expected * (1.0 - expected) / len(hits))
    return Quantity(
        name, "share of seeds; predicted for uniform centres", float(np.mean(hits)), error, STANDARD_ERROR, len(hits),
        expected, "=", control, control_is,
    )  # fmt: skip


def _decay(n: int, name: str, dtype: str, rows: Mapping[str, Float64]) -> Quantity:
    """Rate of log G_q where the deviations are small, against the map's own linear rate.

    Between u and sqrt(u): the linear law is off by a share G_q, and deviations of sqrt(G_q) are rounded by u/sqrt(G_q).
    With operands of a lower precision there is no such window, and the rate below the root of the state's is reported.
    """
    unit = UNIT_ROUNDOFF.get(dtype, UNIT_ROUNDOFF["float32"])
    rates = [rate for row in rows["gauge"] if (rate := _rate(row, unit, sqrt(unit))) is not None]
    name, meaning = f"{name} decay, n={n}", "mean over seeds of d log G_q/d tau where the tokens nearly agree"
    if len(rates) < 2:
        raise ValueError(f"{name}: no two seeds were seen between gaps of {unit} and {sqrt(unit)}: run longer")
    if dtype not in UNIT_ROUNDOFF:
        return mean_of(name, meaning, rates)
    a = DT * exp(BETA)
    return mean_of(
        name, meaning, rates, predicted=2.0 * log(1.0 - a + a * a / 2.0) / DT, control=-2.0,
        control_is="the rate under softmax (no factor e^beta)",
    )  # fmt: skip


def _rate(row: Float64, low: float, high: float) -> float | None:
    """Slope of log G_q between the last two records inside the window; ``None`` without two."""
    inside = np.flatnonzero((row > low) & (row < high))
    if len(inside) < 2:
        return None
    one, two = inside[-2], inside[-1]
    return float((np.log(row[two]) - np.log(row[one])) / ((two - one) * EVERY * DT))


# The leg -------------------------------------------------------------------------------------------------------------


def gaps(s: Sampler, *, frame: int = 1, axis: int = 2, factor: int = 1) -> Evidence:
    """A small version: each model's map against balls, and the bounds on one seed of 16 tokens, both dtypes.

    Mutants: ``frame`` -1 turns tokens the wrong way in the reference, ``axis`` 0 and ``factor`` 2 change the closed
    form of the final gap.
    """
    ev = Evidence(s)
    for name in MODELS:
        ev.flow(f"{name} map", _kernel(name), _start(), _reference(name, frame))
    pieces = tasks(1, (16,), 1000)
    for dtype in ("float64", "float32"):
        setting = Setting(numpy_backend(), dtype)
        made = summary(pieces, [run(setting, piece) for piece in pieces], Law(axis, factor))
        ev.measured([replace(quantity, name=f"{quantity.name}, {dtype}") for quantity in made.quantities])
    return ev


def _start() -> dict[str, Any]:
    """Six tokens with exact coordinates near the sphere, and their phases in radians, one seed."""
    rows = ((1, 2, 2), (2, -1, 2), (-2, 2, 1), (2, 1, -2), (-1, -2, 2), (0, 3, 4))
    cloud = tuple(tuple(Fraction(c, 3 if i < 5 else 5) for c in row) for i, row in enumerate(rows))
    phases = tuple(Fraction(k, 3) for k in range(len(rows)))
    return {"x": (cloud,), "s": (phases,), "depth": Fraction(1, 2), "steps": 25}


def _model(name: str, xp: Any, s: Any, sign: Any) -> Model:
    if name == "rope":
        return Model("unnormalised", BETA, angles=s[0, :, None], sign=sign)
    if name == "prompt":
        one, zero = s[0, :] * 0 + 1, s[0, :] * 0
        c, d = xp.cos(s[0, :]), xp.sin(s[0, :])
        rows = [xp.stack(row, axis=-1) for row in ((c, -d, zero), (d, c, zero), (zero, zero, one))]
        return Model("unnormalised", BETA, gauge=xp.stack(rows, axis=-2), sign=sign)
    return Model("unnormalised", BETA, sign=sign)


def _kernel(name: str) -> Any:
    def kernel(xp: Any, fault: float, rounding: Any, x: Any, s: Any, depth: float, steps: int) -> Any:
        return dyn.flow(x, _model(name, xp, s, fault), depth / steps, steps, "rk2", rounding)

    return kernel


def _reference(name: str, frame: int) -> Any:
    def reference(x: Any, s: Any, depth: arb, steps: int) -> Any:
        phases = np.empty((len(s[0]), 1), dtype=object)
        phases[:, 0] = [frame * phase for phase in s[0]]
        model = Model("unnormalised", 1)
        if name == "rope":
            model = Model("unnormalised", 1, angles=phases)
        if name == "prompt":  # q = Psi^T x turns by minus the phase
            phases[:, 0] = [-phase for phase in phases[:, 0]]
            model = Model("unnormalised", 1, angles=phases)
        found = ball_map.flow(tokens(x[0]), in_balls(model, len(s[0]), 3), depth / steps, steps)
        return [found.tolist()]

    return reference
