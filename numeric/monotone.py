"""The interaction energy along float runs: it never rises where the law says so, and rises where a hypothesis is gone.

Sources: ``geometry-essay``, "Removing the denominator versus changing the metric"; ``week11-notes``, section 2.

``E = -(1/(2 beta n^2)) sum_ij e^{beta z_i^T A z_j}`` falls along SA and USA with ``V = A`` symmetric. Runs by RK4 from
clouds drawn about a pole record E after every step. A rise is compared with what rounding may do (:func:`rounding`);
the control has the values reversed, V = -A, so that E rises along the whole run.

Falsifiers (a nonsymmetric A, V other than A, a causal mask) start where dE/dt is known to be positive; the quotient of
E one step ahead and one step back is compared with that number, and the control has the hypothesis restored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, exp, pi, sin
from typing import Any

import numpy as np
from flint import arb

from claims.measure import Evidence, Sampler
from claims.measure.arrays import DTYPES, UNIT_ROUNDOFF, numpy_backend
from claims.measure.backends import PRECISIONS
from claims.measure.budget import Refine, discretisation
from claims.measure.experiment import BOUND, Experiment, Json, Quantity, Setting, Summary, shown
from claims.measure.factors import factors
from numeric import ball_map, ball_model, fields, running
from numeric import dynamics as dyn
from numeric import observables as ob
from numeric.models import Model

Float64 = np.ndarray[Any, np.dtype[np.float64]]

SEEDS, DIMENSIONS, BETAS = 5, (2, 3, 16), (0.5, 1.0, 5.0)
#: Number of tokens, and steps of a run.
SIZES: Mapping[int, int] = {8: 2560, 64: 1280, 512: 64}
KINDS = {"SA": "softmax", "USA": "unnormalised"}
MATRICES = ("A = I", "symmetric A")
_STEP, _FAST = 1 / 128, 0.05  # of a run: the smaller one of _STEP and (for USA) _FAST e^-beta
_CONTROL = 20  # steps of a control
_DEPTH = 128  # steps of a falsifier in the picture: depth 1
_SHOWN = (64, 3, 1.0)  # tokens, dimension and beta in the picture


# What rounding may do ------------------------------------------------------------------------------------------------


def rounding(kind: str, n: int, d: int, beta: float, norm: float, dt: float, dtype: str) -> float:
    """Bound on the rise of E in one step, relative to |E|, that rounding explains; first order in the roundoff.

    A token that is moved by rho changes E by at most ``2 beta |A| |E| rho``. A step moves it by ``(d + 5) u`` (sum,
    norm and quotient, and the norm it came with), and by dt times the error of the mean velocity. A velocity is at most
    ``K = |A| e^{beta |A|}`` (``|A|`` for SA), its relative error collects the score, the exponential, sums over tokens
    and the projection, and ``L`` carries that of a stage into the next. Operands of a lower precision add theirs. E
    itself is summed in float64.
    """
    u, v = UNIT_ROUNDOFF[dtype if dtype in DTYPES else "float32"], UNIT_ROUNDOFF["float64"]
    heat = beta * norm
    weight = heat * (2 * d + 4) + factors().transcendental
    sums = 2 if kind == "softmax" else 1  # the normaliser is one sum of weights more
    error = (sums * (weight + n) + 2 * d + 14) * u
    if dtype not in DTYPES:
        error += 4 * (sums * heat + 1) * PRECISIONS[dtype].unit
    largest = norm if kind == "softmax" else norm * exp(heat)
    lipschitz = dt * largest * (2 * sums * heat + 3)
    stages = sum(lipschitz**k for k in range(4))
    moved = (d + 5) * u + dt * largest * error * stages + 2 * u * lipschitz * stages
    return 2 * heat * moved + 2 * (2 * n + weight) * v


def step_of(kind: str, beta: float) -> float:
    """Depth of a step for |A| at most 1."""
    return min(_STEP, _FAST * exp(-beta)) if kind == "unnormalised" else _STEP


# Runs ----------------------------------------------------------------------------------------------------------------


def cloud(seed: int, n: int, d: int) -> Float64:
    """Tokens about a pole, so that velocities are not small in the mean: [1, n, d]."""
    drawn = fields.unit(np, np.random.default_rng([seed, n, d, 21]).standard_normal((1, n, d)))
    return np.asarray(fields.unit(np, drawn + 0.5 * np.eye(d)[0]))


def symmetric(seed: int, d: int) -> Float64:
    """A symmetric matrix of spectral norm 1, with entries that float32 holds, [d, d]."""
    drawn = np.random.default_rng([seed, d, 22]).standard_normal((d, d))
    both = drawn + drawn.T
    return np.asarray((both / np.linalg.norm(both, 2)).astype(np.float32).astype(np.float64))


def energies(setting: Setting, x: Float64, model: Model, dt: float, steps: int) -> Float64:
    """E in float64 of the states after 0, 1, ..., ``steps`` steps of RK4 in the setting's dtype, [steps + 1]."""
    plain = Model("unnormalised", model.beta, A=model.A)
    seen: list[float] = []
    running.flow(setting, x, model, dt, steps, "rk4", lambda _, z: seen.append(-float(ob.energy(z, plain)[0])))
    return np.asarray(seen)


def _rise(energy: Float64) -> float:
    """Largest increase in a step relative to |E|; negative where E falls throughout."""
    return float(np.max(np.diff(energy) / np.abs(energy[:-1])))


def _norm(a: Any) -> float:
    return 1.0 if a is None else float(np.linalg.norm(a, 2))


def _values(a: Any, d: int, factor: int) -> Any:
    """``factor`` times A as a value matrix; ``None`` for A itself."""
    return None if factor == 1 else factor * (np.eye(d) if a is None else a)


# The experiment ------------------------------------------------------------------------------------------------------


def energy_runs() -> Experiment:
    """8, 64 and 512 tokens in 2, 3 and 16 dimensions at three temperatures, 5 seeds; and seven falsifiers."""
    return Experiment("energy along SA and USA", SEEDS, tasks, run, summary, {"energies": draw})


def tasks(
    seeds: int, sizes: Mapping[int, int] = SIZES, dimensions: Sequence[int] = DIMENSIONS, value: int = 1,
    restored: int = 0,
) -> list[Json]:  # fmt: skip
    """One piece per seed, size and dimension, large ones first, and the falsifiers.

    For mutants: ``value`` (-1: V = -A in the runs), ``restored`` (1: the hypotheses hold after all).
    """
    pieces = [
        {"n": n, "d": d, "steps": sizes[n], "seed": seed, "value": value}
        for n in sorted(sizes, reverse=True) for d in dimensions for seed in range(seeds)
    ]  # fmt: skip
    return [*pieces, {"falsifiers": 1, "restored": restored}]


def run(setting: Setting, task: Json) -> Json:
    """Rises of E in every model and temperature with bound and control; or rates of the falsifiers."""
    if "falsifiers" in task:
        return {"dtype": setting.dtype, "falsifiers": [_falsified(setting, f, task["restored"]) for f in FALSIFIERS]}
    n, d, seed = (int(task[name]) for name in ("n", "d", "seed"))
    x, held = cloud(seed, n, d), {"A = I": None, "symmetric A": symmetric(seed, d)}
    rows, curves = [], {}
    for name, matrix, beta in _models():
        row, energy = _followed(setting, x, KINDS[name], held[matrix], beta, task)
        rows.append(row)
        if (n, d, beta) == _SHOWN and seed == 0:
            curves[f"{name}, {matrix}"] = _drawn(energy, step_of(KINDS[name], beta))
    return {"dtype": setting.dtype, "rows": rows, "curves": curves}


def _models() -> Iterator[tuple[str, str, float]]:
    for name in KINDS:
        for matrix in MATRICES:
            for beta in BETAS:
                yield name, matrix, beta


def _followed(setting: Setting, x: Float64, kind: str, a: Any, beta: float, task: Json) -> tuple[list[float], Float64]:
    """Rise, its bound and the rise with the values reversed; and E along the run."""
    n, d = x.shape[1:]
    value, dt = int(task["value"]), step_of(kind, beta)
    model = Model(kind, beta, A=a, value=_values(a, d, value))
    wrong = replace(model, value=_values(a, d, -value))
    energy = energies(setting, x, model, dt, int(task["steps"]))
    control = energies(setting, x, wrong, dt, min(_CONTROL, int(task["steps"])))
    bound = rounding(kind, n, d, beta, _norm(a), dt, setting.dtype)
    return [_rise(energy), bound, _rise(control)], energy


def _drawn(energy: Float64, dt: float) -> list[list[float]]:
    """Depth and E over |E(0)|, every eighth step, six digits."""
    return [shown((k * dt, energy[k] / abs(energy[0]))) for k in range(0, len(energy), 8)]


# Falsifiers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Falsifier:
    """A model at beta = 1 whose energy rises at first, at angles on the circle; the same with its hypothesis restored;
    dE/dt there as printed in the registry's claims on falsifiers."""

    name: str
    broken: Model
    restored: Model
    angles: tuple[float, ...]
    rate: float

    def start(self) -> Float64:
        """Tokens, [1, n, 2]."""
        return np.asarray([[[cos(angle), sin(angle)] for angle in self.angles]])


def _falsifiers() -> Iterator[Falsifier]:
    turn, shear = np.asarray([[0.0, -1.0], [1.0, 0.0]]), np.asarray([[1.0, 2.0], [0.0, 1.0]])
    for name, a, angle, kind, rate in (
        ("rotation", turn, 1.0, "SA", 0.02331170022552655), ("shear", shear, 0.5, "SA", 0.2167293310219626),
        ("shear", shear, 0.5, "USA", 0.8626206611932008),
    ):  # fmt: skip
        whole = Model(KINDS[kind], 1.0, A=a)
        yield Falsifier(f"{kind}, nonsymmetric A ({name})", whole, replace(whole, A=(a + a.T) / 2), (0.0, angle), rate)
    for kind, rate in (("SA", 0.36552928931500244), ("USA", 0.25)):
        minus = Model(KINDS[kind], 1.0, A=-np.eye(2), value=np.eye(2))
        yield Falsifier(f"{kind}, V = I, A = -I", minus, replace(minus, value=None), (0.0, pi / 2), rate)
    for kind, rate in (("SA", 0.003916995224087806), ("USA", 0.0041331753934501344)):
        mask = Model(KINDS[kind], 1.0, coupling=np.tril(np.ones((3, 3))))
        yield Falsifier(f"{kind}, causal mask", mask, replace(mask, coupling=None), (0.0, 2.5, 4.4), rate)


FALSIFIERS = tuple(_falsifiers())


def _falsified(setting: Setting, item: Falsifier, restored: int) -> Json:
    """Rate of E with its bound, the rate with the hypothesis restored, and E along the run."""
    first, second = (item.restored, item.broken) if restored else (item.broken, item.restored)
    rate, bound = _rate(setting, item, first)
    energy = energies(setting, item.start(), first, _STEP, _DEPTH)
    return {"rate": rate, "bound": bound, "control": _rate(setting, item, second)[0], "curve": _drawn(energy, _STEP)}


def _rate(setting: Setting, item: Falsifier, model: Model) -> tuple[float, float]:
    """(E(h) - E(-h))/(2 h) and its bound: that of step doubling in float64, and rounding over h."""
    host = Setting(numpy_backend())

    def quotient(at: Mapping[str, Any]) -> Float64:
        return np.asarray(_ends(host, item, model, _STEP / at["parts"])[0])

    found, size = _ends(setting, item, model, _STEP)
    steps = discretisation(quotient, {"parts": 1}, Refine("parts", 2)).bound
    relative = rounding(model.kind, len(item.angles), 2, 1.0, _norm(model.A), _STEP, setting.dtype)
    return found, min(steps + relative * size / _STEP, float(np.finfo(np.float64).max))


def _ends(setting: Setting, item: Falsifier, model: Model, h: float) -> tuple[float, float]:
    """The quotient from one step of ``h`` and one of ``-h``, and the larger |E| of the two ends."""
    ahead, back = (float(energies(setting, item.start(), model, dt, 1)[-1]) for dt in (h, -h))
    return (ahead - back) / (2 * h), max(abs(ahead), abs(back))


# Comparison ----------------------------------------------------------------------------------------------------------


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """Rises in units of their bounds for each field, matrix and size; the largest rises; rates of the falsifiers."""
    runs = [(task, found) for task, found in zip(tasks, results, strict=True) if "rows" in found]
    quantities: list[Quantity] = []
    for n in sorted({int(task["n"]) for task, _ in runs}):
        for name in KINDS:
            for matrix in MATRICES:
                rows = [row for task, found in runs if task["n"] == n for row in _of(found, name, matrix)]
                quantities += _compared(f"{name}, {matrix}, n = {n}", rows, runs[0][1]["dtype"])
    data: dict[str, Any] = {"runs": {}, "falsifiers": {}}
    for found in results:
        data["runs"] |= found.get("curves", {})
        for item, row in zip(FALSIFIERS, found.get("falsifiers", ()), strict=False):
            quantities.append(_rising(item, row, found["dtype"]))
            data["falsifiers"][item.name] = row["curve"]
    return Summary(quantities, data)


def _of(found: Json, name: str, matrix: str) -> list[list[float]]:
    return [row for row, model in zip(found["rows"], _models(), strict=True) if model[:2] == (name, matrix)]


def _compared(name: str, rows: Sequence[Sequence[float]], dtype: str) -> list[Quantity]:
    """The worst rise over dimensions, temperatures and seeds; without a prediction where a lower precision has no
    power. And the largest increment relative to |E|, 0 where E never rose."""
    worst, least = max(row[0] / row[1] for row in rows), min(row[2] / row[1] for row in rows)
    seen = max(0.0, *(row[0] for row in rows))
    meaning = "largest rise of E in a step, over the bound on what rounding does"
    judged = dtype == "float64" or least > 1.0
    words = meaning if judged else f"{meaning} (no power in {dtype})"
    law: dict[str, Any] = {"predicted": 0.0, "relation": "<=", "control": least, "control_is": "values V = -A"}
    bound = max(row[1] for row in rows)
    return [
        Quantity(name, words, worst, 1.0, BOUND, len(rows), **(law if judged else {})),
        Quantity(f"{name}, increment", "largest rise of E in a step relative to |E|", seen, bound, BOUND, len(rows)),
    ]


def _rising(item: Falsifier, row: Json, dtype: str) -> Quantity:
    """dE/dt of a falsifier at its start."""
    law: dict[str, Any] = {
        "predicted": item.rate, "control": row["control"], "control_is": "the hypothesis restored", "unit": "1/depth"
    }  # fmt: skip
    judged = dtype == "float64" or row["bound"] < item.rate
    words = "rate of E at the start" if judged else f"rate of E at the start (no power in {dtype})"
    return Quantity(item.name, words, row["rate"], row["bound"], BOUND, 1, **(law if judged else {}))


_PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")


def draw(figure: Any, data: Json) -> None:
    """E over depth: where it has to fall, and where a hypothesis is gone."""
    left, right = figure.subplots(1, 2)
    for colour, matrix in zip(_PALETTE, MATRICES, strict=False):
        for name, style in zip(KINDS, ("-", "--"), strict=True):
            rows = np.asarray(data["runs"].get(f"{name}, {matrix}", [])).reshape(-1, 2)
            left.plot(rows[:, 0], rows[:, 1], style, color=colour, label=f"{name}, {matrix}")
    causes = list(dict.fromkeys(_cause(name) for name in data["falsifiers"]))
    colours = dict(zip(causes, _PALETTE, strict=True))
    highest = 0.0
    for name, curve in data["falsifiers"].items():
        rows, style = np.asarray(curve), "--" if name.startswith("USA") else "-"
        right.plot(rows[:, 0], rows[:, 1] - rows[0, 1], style, color=colours[_cause(name)], label=name)
        highest = max(highest, float(np.max(rows[:, 1] - rows[0, 1])))
    left.set_title(rf"V = A symmetric, $\beta$ = {_SHOWN[2]:g}, n = {_SHOWN[0]}, d = {_SHOWN[1]}", fontsize="medium")
    left.set_ylabel("E / |E(0)|")
    right.set_title(r"a hypothesis removed, $\beta$ = 1", fontsize="medium")
    right.set_ylabel("(E - E(0)) / |E(0)|")
    right.set_ylim(-0.05 * highest, 1.8 * highest)  # the legend has the upper half
    right.axhline(0.0, color="0.6", linewidth=0.8)
    for axes in (left, right):
        axes.set_xlabel(r"depth $\tau$")
        axes.legend(frameon=False, fontsize="small")


def _cause(name: str) -> str:
    """A falsifier's name without its field."""
    return name.partition(", ")[2]


# The leg -------------------------------------------------------------------------------------------------------------


def runs_and_falsifiers(s: Sampler, *, value: int = 1, restored: int = 0) -> Evidence:
    """E after the map in balls, and small runs of the experiment. Mutants: ``value`` -1 in V = value A; ``restored`` 1
    gives the falsifiers their hypothesis back."""
    ev = Evidence(s)
    for name, kind in KINDS.items():
        ev.flow(f"E after {name}", _kernel(kind), _start(), _reference(kind))
    setting = Setting(numpy_backend())
    pieces = tasks(1, {8: 40}, (2, 3), value, restored)
    ev.measured(summary(pieces, [run(setting, piece) for piece in pieces]).quantities)
    return ev


def _start() -> dict[str, Any]:
    """Four exact unit tokens and a symmetric A, one seed."""
    rows = ((1, 2, 2), (2, 1, 2), (2, -2, 1), (1, -2, 2))
    a = ((4, 2, -1), (2, -3, 1), (-1, 1, 2))
    return {
        "x": _exact(rows, 3), "A": _exact(a, 2), "beta": Fraction(1), "depth": Fraction(1, 4), "steps": 16
    }  # fmt: skip


def _exact(rows: Sequence[Sequence[int]], bottom: int) -> Any:
    """Integers over ``bottom``, for one seed."""
    return (tuple(tuple(Fraction(c, bottom) for c in row) for row in rows),)


def _kernel(kind: str) -> Callable[..., Any]:
    def kernel(xp: Any, fault: float, rounding: Any, x: Any, A: Any, beta: float, depth: float, steps: int) -> Any:
        model = Model(kind, beta, A=A, sign=fault)
        z = dyn.flow(x, model, depth / steps, steps, "rk4", rounding)
        return -ob.energy(z, Model("unnormalised", beta, A=A))

    return kernel


def _reference(kind: str) -> Callable[..., Any]:
    def reference(x: Any, A: Any, beta: arb, depth: arb, steps: int) -> list[arb]:
        n, d = len(x[0]), len(x[0][0])
        model = replace(ball_model.in_balls(Model(kind, 1, A=np.array(A[0], dtype=object)), n, d), beta=beta)
        z = ball_map.flow(ball_model.tokens(x[0]), model, depth / steps, steps, "rk4")
        return [-sum(ball_model.weights(z, model).entries(), arb(0)) / (2 * beta * n * n)]

    return reference
