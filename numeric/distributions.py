"""Six models on the sphere in three dimensions, each run until it is what it is called (``usa-av``, 6.2 and 9.3).

n = 256 tokens from the uniform law, positions uniform on the circle, beta = 1, projected two-stage map with step 0.01,
until the energy gains less than 1e-8 of itself in a unit of depth (``usa-av``, section 9.1), but at least to depth 20
(60 with the distance bias, which is slower) and at most to depth 200.

Each model has a set that it should approach, with a distance ``d^2`` (:func:`distance`): one point, a plane, one point
in the gauge frame. Linearised at that set, deviations fall at least like ``e^{-r tau}`` (:func:`rate`), so ``d^2`` like
``e^{-2 r tau}``; at half that rate what is left is at most ``(d^2(tau - 1) - d^2(tau))/(e^r - 1)``, which is compared.

Energies: with weights ``b_ij e^{beta c_ij}/beta`` and ``e^{-y} >= 1 - y`` the relative energy gap is at most
``beta (max b/mean b)(n - 1)/n G_q``. The Toeplitz energy is ``|M|^2/2`` (Frobenius) with ``M = (1/n) sum_i x_i u_i^T``
and ``u_i = (cos 2 pi s_i, sin 2 pi s_i)``; from ``|M|^2 = (1/n) sum_i <x_i, M u_i> <= (tr M U M^T)^{1/2}`` with
``U = (1/n) sum_i u_i u_i^T`` it is at most half the largest eigenvalue of U, which is 1/4 for uniform positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp, pi, sqrt
from typing import Any

import numpy as np
from flint import arb

from claims.measure import Evidence, Sampler
from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
from claims.measure.experiment import BOUND, Experiment, Json, Quantity, Setting, Summary, mean_of
from numeric import ball_map, pictures_attention, running
from numeric import dynamics as dyn
from numeric import observables as obs
from numeric.ball_model import in_balls, tokens
from numeric.models import Model, distance_bias, phase_field, rope, toeplitz

Float64 = np.ndarray[Any, np.dtype[np.float64]]

TOKENS, SEEDS, BETA, DT, WINDOW = 256, 20, 1.0, 1e-2, 100
DEEPEST, STILL = 200, 10.0**-8  # depth; relative energy gain of a unit of depth (usa-av, 9.1)
MODELS = ("baseline", "distance bias", "toeplitz", "rope", "phase field", "prompts")
_FRAMED = ("rope", "phase field", "prompts")
#: Unit roundoffs of a token or an energy that is computed once: turns, products, sums, norm.
_ROUNDINGS = 32
_LEAST = {name: 60 if name == "distance bias" else 20 for name in MODELS}  # depth
_RESOLUTION = 0.1  # tokens closer than this (in radians, about) look like one cluster


def six() -> Experiment:
    """Six models, 20 seeds each."""
    return Experiment("six distributions on the sphere", SEEDS, full, run, summary, pictures_attention.SPHERES)


def full(seeds: int) -> list[Json]:
    """Every model and seed with 256 tokens, each at least to its depth."""
    return tasks(seeds, TOKENS, _LEAST)


def tasks(seeds: int, tokens: int = TOKENS, least: Mapping[str, int] | None = None) -> list[Json]:
    """Every model and seed; ``least``: depths before which no model is taken to be at rest."""
    return [
        {"model": name, "n": tokens, "seed": seed, "least": 1 if least is None else least[name]}
        for seed in range(seeds)
        for name in MODELS
    ]


def model_of(name: str, n: int, seed: int) -> Model:
    """The model, with the seed's positions. Raises ``KeyError`` for another name."""
    positions = np.sort(np.random.default_rng([seed, 2]).uniform(size=n))
    made = {
        "baseline": lambda: Model("unnormalised", BETA),
        "distance bias": lambda: distance_bias(positions, beta=BETA),
        "toeplitz": lambda: toeplitz(positions),
        "rope": lambda: rope(positions, 2.0 * pi, beta=BETA),
        "phase field": lambda: phase_field(pi * np.sin(2.0 * pi * positions), beta=BETA),
        "prompts": lambda: Model("unnormalised", BETA, gauge=_gauges()[np.arange(n) % 3]),
    }
    return made[name]()


def _gauges() -> Float64:
    """The identity, and turns by 120 degrees about the third and the first axis: no vector is fixed by all."""
    c, s = -0.5, sqrt(0.75)
    third = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
    first = [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]
    return np.asarray([np.eye(3), third, first])


def run(setting: Setting, task: Json, turns: int = 1) -> Json:
    """Depth reached, distances at the start, the end and a unit after or before each, and what the end looks like.

    ``turns`` 0 leaves the frames out of the orbit that the end is compared with.
    """
    n, seed = int(task["n"]), int(task["seed"])
    model = model_of(task["model"], n, seed)
    x = start = dyn.cloud(range(seed, seed + 1), n, 3)
    distances, energies = [distance(task["model"], x, model)], [float(obs.energy(x, model)[0])]
    for depth in range(1, DEEPEST + 1):
        x = running.flow(setting, x, model, DT, WINDOW)
        distances.append(distance(task["model"], x, model))
        energies.append(float(obs.energy(x, model)[0]))
        if depth >= int(task["least"]) and abs(energies[-1] - energies[-2]) < STILL * abs(energies[-1]):
            break
    found: dict[str, Any] = {"start": _short(start[0]), "end": _short(x[0])} if seed == 0 else {}
    found |= {"dtype": setting.dtype, "state": setting.state, "depth": len(distances) - 1}
    found |= {"distance": [distances[0], distances[1], distances[-2], distances[-1]]}
    found |= {"rate": rate(task["model"], model), "energy": [energies[0], energies[-1]]}
    return found | _ending(task["model"], x, model, turns)


def distance(name: str, x: Float64, model: Model) -> float:
    """``d^2`` from the set that the model should approach, of one seed [1, n, d]: the gap G_x or G_q, or the mean
    square distance from the best plane."""
    if name == "toeplitz":
        least = float(np.linalg.svd(x[0], compute_uv=False).item(-1))
        return least * least / int(x.shape[1])
    return float(obs.gauge_gap(x, model)[0])


def rate(name: str, model: Model) -> float:
    """Rate of the slowest deviation from the set, linearised: ``e^beta``, times the spectral gap of the bias.

    With a bias ``b`` it is the second eigenvalue of ``(e^beta/n) (diag(sum_j b_ij) - b)``. For the Toeplitz kernel with
    tokens ``M u_i/|M u_i|``, deviations across the plane fall like the smallest ``|M u_i|``, near 1/2; that is used.
    """
    if name == "toeplitz":
        return 0.5
    if model.bias is None:
        return exp(BETA)
    b = np.exp(model.bias)
    laplacian = exp(BETA) / len(b) * (np.diag(np.sum(b, axis=1)) - b)
    return float(np.linalg.eigvalsh(laplacian)[1])


def _ending(name: str, x: Float64, model: Model, turns: int) -> dict[str, Any]:
    """Gap, centre, singular values, spans, and by model the orbit, the clusters and the largest energy."""
    cloud = x[0]
    q = dyn.to_frame(x, model)[0]
    mean = np.mean(q, axis=0)
    centre = mean / np.linalg.norm(mean)
    singular = np.linalg.svd(cloud, compute_uv=False) ** 2 / len(cloud)
    found = {
        "gap": float(obs.collapse_gap(x)[0]), "centre": [float(v) for v in centre], "seen": _clusters(cloud),
        "singular": [float(v) for v in singular], "spans": [float(np.ptp(cloud[:, k])) for k in range(3)],
    }  # fmt: skip
    if name == "toeplitz":
        return found | {"tops": _toeplitz_tops(model)}
    within = sqrt(2.0 * (len(q) - 1) * float(obs.collapse_gap(q)))  # no two gauge-frame tokens are farther apart
    found |= {"clusters": _clusters(cloud, within + _ROUNDINGS * UNIT_ROUNDOFF["float64"])}
    weights = np.ones(1) if model.bias is None else np.exp(model.bias)
    found |= {"short": float(obs.energy_gap(x, model)[0]), "uneven": float(np.max(weights) / np.mean(weights))}
    return found | (_against_orbit(x, q, centre, model, turns) if name in _FRAMED else {})


def _toeplitz_tops(model: Model) -> list[float]:
    """Half the largest eigenvalue of U, and the energy ``|U|^2/2`` of the circle ``x_i = u_i`` that the labels run."""
    assert model.coupling is not None
    eigenvalues = np.linalg.eigvalsh(model.coupling)[-2:] / len(model.coupling)  # u_i . u_j has the spectrum of n U
    return [float(eigenvalues[-1]) / 2.0, float(np.sum(eigenvalues**2)) / 2.0]


def _against_orbit(x: Float64, q: Float64, centre: Float64, model: Model, turns: int) -> dict[str, float]:
    """|G_x - gap of the centre's orbit|, and its bound n/(n - 1) (2 |mean| delta + delta^2)."""
    n = len(q)
    same = np.broadcast_to(centre, (1, n, 3))
    orbit = dyn.from_frame(same, model) if turns else same
    delta = float(np.sqrt(np.mean(np.sum((q - centre) ** 2, axis=-1))))
    length = float(np.linalg.norm(np.mean(orbit[0], axis=0)))
    off = abs(float(obs.collapse_gap(x)[0]) - float(obs.collapse_gap(orbit)[0]))
    return {"off": off, "orbit": n / (n - 1) * (2.0 * length * delta + delta**2)}


def _clusters(cloud: Float64, resolution: float = _RESOLUTION) -> int:
    """Number of groups of tokens that are linked by distances of at most ``resolution``."""
    near = np.sum((cloud[:, None, :] - cloud[None, :, :]) ** 2, axis=-1) <= resolution**2
    left, count = set(range(len(cloud))), 0
    while left:
        count += 1
        queue = [left.pop()]
        while queue:
            found = [other for other in np.flatnonzero(near[queue.pop()]).tolist() if other in left]
            left.difference_update(found)
            queue += found
    return count


def _short(cloud: Float64) -> list[list[float]]:
    return [[round(float(value), 4) for value in token] for token in cloud]


# Comparison ----------------------------------------------------------------------------------------------------------


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """Quantities per model, and the tokens of the first seed."""
    quantities: list[Quantity] = []
    data: dict[str, Any] = {}
    for name in MODELS:
        mine = [result for task, result in zip(tasks, results, strict=True) if task["model"] == name]
        n = next(int(task["n"]) for task in tasks if task["model"] == name)
        quantities += [_approached(name, mine), *_shape(name, mine, n, UNIT_ROUNDOFF[mine[0]["state"]])]
        first = next((result for result in mine if "end" in result), None)
        if first is not None:
            data[name] = {key: first[key] for key in ("start", "end", "depth")}
    return Summary(quantities, data)


def _approached(name: str, mine: Sequence[Json]) -> Quantity:
    """What is left of d^2 at the end against what the last unit of depth took away."""

    def excess(before: float, after: float, result: Json) -> float:
        return after - (before - after) / (exp(float(result["rate"])) - 1.0)

    left = max(running.kept_up(result["dtype"], float(result["rate"]), DT) for result in mine)
    ends = [excess(result["distance"][2], result["distance"][3], result) for result in mine]
    starts = [excess(result["distance"][0], result["distance"][1], result) for result in mine]
    return Quantity(
        f"{name}: approach", "largest over seeds of d^2 minus what a decay at half the linear rate would leave",
        max(ends), left, BOUND, len(mine), 0.0, "<=", max(starts), "the first unit of depth",
    )  # fmt: skip


def _shape(name: str, mine: Sequence[Json], n: int, unit: float) -> list[Quantity]:
    """What the set looks like, by model."""
    depth = float(max(int(result["depth"]) for result in mine))
    found = [Quantity(f"{name}: depth", "largest depth at which a seed came to rest", depth, 1.0, BOUND, len(mine))]
    found += _toeplitz_energy(mine, unit) if name == "toeplitz" else [_energy(name, mine, n, unit)]
    if name in ("baseline", "distance bias"):
        found += [*_not_the_pole(name, mine), *_number(name, mine, 1.0, n, "as many points as tokens")]
    if name == "toeplitz":
        found += [_measured(f"{name}: singular value {k + 1}", mine, lambda r, k=k: r["singular"][k]) for k in range(3)]
        found += [_measured(f"{name}: energy", mine, lambda r: r["energy"][1])]
    if name in _FRAMED:
        found.append(_orbit(name, mine, unit))
        found.append(_measured(f"{name}: gap", mine, lambda r: r["gap"]))
    if name in ("rope", "phase field"):
        found.append(_latitude(name, mine, n, unit))
    if name == "prompts":
        found += _number(name, mine, 3.0, 1.0, "collapse to one point")
        found.append(_measured(f"{name}: clusters to the eye", mine, lambda r: r["seen"]))
    return found


def _energy(name: str, mine: Sequence[Json], n: int, unit: float) -> Quantity:
    """The relative energy gap at the end against its bound from the gauge-frame gap."""
    bounds = [BETA * float(result["uneven"]) * (n - 1) / n * float(result["distance"][3]) for result in mine]
    tops = [float(result["energy"][1]) / (1.0 - float(result["short"])) for result in mine]
    starts = [1.0 - float(result["energy"][0]) / top for result, top in zip(mine, tops, strict=True)]
    ends = [float(result["short"]) for result in mine]
    return Quantity(
        f"{name}: energy gap", "largest over seeds of (1 - energy/largest energy) - beta (max b/mean b)(n - 1)/n G_q",
        max(end - bound for end, bound in zip(ends, bounds, strict=True)), 4.0 * _ROUNDINGS * unit, BOUND, len(mine),
        0.0, "<=", max(start - bound for start, bound in zip(starts, bounds, strict=True)), "the energy at the start",
    )  # fmt: skip


def _toeplitz_energy(mine: Sequence[Json], unit: float) -> list[Quantity]:
    """The final energy between that of the circle of the labels and half the largest eigenvalue."""
    slack = 4.0 * _ROUNDINGS * unit
    above = max(float(result["energy"][1]) - float(result["tops"][0]) for result in mine)
    below = min(float(result["energy"][1]) - float(result["tops"][1]) for result in mine)
    naive = max(float(result["energy"][1]) for result in mine) - 0.25
    start = min(float(result["energy"][0]) - float(result["tops"][1]) for result in mine)
    return [
        Quantity(
            "toeplitz: energy from above", "largest over seeds of the energy minus half the largest eigenvalue of U",
            above, slack, BOUND, len(mine), 0.0, "<=", naive, "1/4, the bound for uniform positions",
        ),
        Quantity(
            "toeplitz: energy from below", "least over seeds of the energy minus that of the circle of the labels",
            below, slack, BOUND, len(mine), 0.0, ">=", start, "the energy at the start",
        ),
    ]  # fmt: skip


def _number(name: str, mine: Sequence[Json], expected: float, wrong: float, wrong_is: str) -> list[Quantity]:
    """Number of clusters at the resolution that the gauge-frame spread itself gives, the least and the most."""
    counts = [float(result["clusters"]) for result in mine]
    meaning = "number of clusters of tokens not farther apart than gauge-frame tokens can be"
    return [
        Quantity(f"{name}: {which} clusters", f"{meaning}, the {which} over seeds", value, 0.0, BOUND, len(mine),
                 expected, "=", wrong, wrong_is)
        for which, value in (("least", min(counts)), ("most", max(counts)))
    ]  # fmt: skip


def _measured(name: str, mine: Sequence[Json], value: Any) -> Quantity:
    """Mean over seeds with its standard error, or the one value."""
    values = [float(value(result)) for result in mine]
    if len(values) < 2:
        return Quantity(name, "value of one seed", values[0], 0.0, BOUND, 1)
    return mean_of(name, "mean over seeds", values)


def _not_the_pole(name: str, mine: Sequence[Json]) -> list[Quantity]:
    """Centres of collapse are spread over the sphere: their mean height is 0, not 1."""
    heights = [float(result["centre"][2]) for result in mine]
    if len(heights) < 2:
        return []
    return [
        mean_of(
            f"{name}: height", "mean over seeds of the third coordinate of the point of collapse", heights,
            predicted=0.0, control=1.0, control_is="collapse to the north pole",
        )
    ]  # fmt: skip


def _orbit(name: str, mine: Sequence[Json], unit: float) -> Quantity:
    """The final gap against that of the gauge-frame centre's orbit."""
    excess = max(float(result["off"]) - float(result["orbit"]) for result in mine)
    wrong = max(float(result["gap"]) - float(result["orbit"]) for result in mine)
    return Quantity(
        f"{name}: orbit", "largest over seeds of |G_x - gap of the orbit of q*| minus its bound", excess,
        4.0 * _ROUNDINGS * unit, BOUND, len(mine), 0.0, "<=", wrong, "a collapsed cloud (gap 0)",
    )  # fmt: skip


def _latitude(name: str, mine: Sequence[Json], n: int, unit: float) -> Quantity:
    """Span of the third coordinate: turns about the axis keep it, so it is bounded by the gauge-frame spread."""

    def excess(result: Json, axis: int) -> float:
        return float(result["spans"][axis]) ** 2 - 2.0 * (n - 1) * float(result["distance"][3])

    return Quantity(
        f"{name}: latitude", "largest over seeds of (span of heights)^2 - 2 (n - 1) G_q",
        max(excess(result, 2) for result in mine), 4.0 * _ROUNDINGS * unit, BOUND, len(mine), 0.0, "<=",
        max(excess(result, 0) for result in mine), "the span of the first coordinate (a wavy curve has one in height)",
    )  # fmt: skip


# The leg -------------------------------------------------------------------------------------------------------------


def shapes(s: Sampler, *, turns: int = 1, sign: int = 1) -> Evidence:
    """A small version: two maps against balls; 24 tokens, one seed, float64 and float32.

    Mutants: ``turns`` 0 expects the orbit without its frames, ``sign`` -1 turns the bias of the reference around.
    """
    ev = Evidence(s)
    for kind, field in (("unnormalised", "bias"), ("linear", "coupling")):
        ev.flow(f"{field} map", _kernel(kind, field), _start(), _reference(kind, field, sign))
    pieces = tasks(1, 24)
    for dtype in ("float64", "float32"):
        made = summary(pieces, [run(Setting(numpy_backend(), dtype), piece, turns) for piece in pieces])
        ev.measured([replace(quantity, name=f"{quantity.name}, {dtype}") for quantity in made.quantities])
    return ev


def _start() -> dict[str, Any]:
    """Four exact unit tokens, and a symmetric matrix of the pairs, one seed."""
    rows = ((1, 2, 2), (2, -1, 2), (-2, 2, 1), (2, 1, -2))
    cloud = tuple(tuple(Fraction(c, 3) for c in row) for row in rows)
    pairs = tuple(tuple(Fraction(i * j - i - j, 4) for j in range(4)) for i in range(4))
    return {"x": (cloud,), "pairs": (pairs,), "depth": Fraction(1), "steps": 40}


def _kernel(kind: str, field: str) -> Any:
    def kernel(xp: Any, fault: float, rounding: Any, x: Any, pairs: Any, depth: float, steps: int) -> Any:
        model = replace(Model(kind, BETA, sign=fault), **{field: pairs[0]})
        return dyn.flow(x, model, depth / steps, steps, "rk2", rounding)

    return kernel


def _reference(kind: str, field: str, sign: int) -> Any:
    def reference(x: Any, pairs: Any, depth: arb, steps: int) -> Any:
        entries = np.empty((4, 4), dtype=object)
        for i, row in enumerate(pairs[0]):
            entries[i, :] = [sign * entry for entry in row]
        model = in_balls(replace(Model(kind, 1), **{field: entries}), 4, 3)  # type: ignore[arg-type]
        return [ball_map.flow(tokens(x[0]), model, depth / steps, steps).tolist()]

    return reference
