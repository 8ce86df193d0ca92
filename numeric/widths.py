"""Kernel drift against width of a two-layer tanh network (``geometry-essay``, on training kernels and width).

``f(x) = N^{-1/2} sum_i a_i tanh(w_i x)`` under the gradient flow of ``(1/2) sum_j (f(x_j) - y_j)^2``. The kernel

    K = N^{-1} sum_i [tanh(w_i x) tanh(w_i x') + a_i^2 sech^2(w_i x) sech^2(w_i x') x x']

and every parameter move by at most C N^{-1/2} in a fixed time. To first order the kernel moves by a mean over units
of a function that is odd in ``a_i``: for a law that is symmetric in a it is a mean of centred terms, and the drift is
O(1/N); for a law that is not (``tilted``, still with E[a tanh(w x)] = 0 at the sample) it is N^{-1/2}. In the average
scale, ``f = N^{-1} sum_i a_i tanh(w_i x)`` with velocity times N, the equations of a unit do not contain N: moves are
O(1).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log, sqrt
from typing import Any

import numpy as np

from claims.measure import Evidence, Sampler
from claims.measure import balls as b
from claims.measure.arrays import numpy_backend
from claims.measure.experiment import Experiment, Json, Quantity, Setting, Summary, mean_of, shown

Array = Any
Float64 = np.ndarray[Any, np.dtype[np.float64]]

SEEDS, WIDTHS = 40, tuple(2**k for k in range(7, 13))
#: Exponents of N: of the kernel's drift, and of the move of an inner weight.
EXPONENTS = {"root": (-1.0, -0.5), "tilted": (-0.5, -0.5), "average": (0.0, 0.0)}
SCALES = tuple(EXPONENTS)
SAMPLES, TARGETS = (-1.0, 0.5, 2.0), (1.0, -1.0, 0.5)
TIME, STEPS = 2.0, 100
_CHUNK = 10


def drift() -> Experiment:
    """Widths 2^7 to 2^12, 40 seeds, both scales, RK4 to time 2."""
    return Experiment("kernel drift against width", SEEDS, tasks, run, summary, {"drift": draw})


def tasks(seeds: int, widths: Sequence[int] = WIDTHS, steps: int = STEPS) -> list[Json]:
    """Every scale, width and chunk of seeds."""
    parts = [list(range(start, min(start + _CHUNK, seeds))) for start in range(0, seeds, _CHUNK)]
    scales = [{"scale": scale, "steps": steps} for scale in SCALES]
    return [{**scale, "width": n, "seeds": part} for scale in scales for n in widths for part in parts]


def features(xp: Any, w: Array, x: Array) -> tuple[Array, Array]:
    """tanh(w_i x_j) and its derivative in w, [..., N, samples]."""
    t = xp.tanh(w[..., None] * x)
    return t, (1 - t * t) * x


def outputs(xp: Any, a: Array, t: Array, scale: str) -> Array:
    """f at the samples, [..., samples]; ``t`` from :func:`features`."""
    n = a.shape[-1]
    return xp.sum(a[..., None] * t, axis=-2) / (n if scale == "average" else sqrt(n))


def kernel(xp: Any, a: Array, w: Array, x: Array) -> Array:
    """K on the samples, [..., samples, samples]."""
    t, dt = features(xp, w, x)
    moved = a[..., None] * dt
    across = xp.matmul(xp.matrix_transpose(t), t) + xp.matmul(xp.matrix_transpose(moved), moved)
    return across / a.shape[-1]


def velocity(xp: Any, a: Array, w: Array, x: Array, y: Array, scale: str) -> tuple[Array, Array]:
    """Gradient flow of both layers, [..., N]: minus the gradient, times N in the average scale."""
    t, dt = features(xp, w, x)
    residual = outputs(xp, a, t, scale) - y
    weight = -1.0 if scale == "average" else -1.0 / sqrt(a.shape[-1])
    pull = weight * residual[..., None, :]
    return xp.sum(pull * t, axis=-1), a * xp.sum(pull * dt, axis=-1)


def trained(xp: Any, a: Array, w: Array, x: Array, y: Array, scale: str, steps: int) -> tuple[Array, Array]:
    """Both layers after time 2, by RK4."""
    h = TIME / steps

    def slope(p: Array, q: Array) -> tuple[Array, Array]:
        return velocity(xp, p, q, x, y, scale)

    for _ in range(steps):
        one = slope(a, w)
        two = slope(a + h / 2 * one[0], w + h / 2 * one[1])
        three = slope(a + h / 2 * two[0], w + h / 2 * two[1])
        four = slope(a + h * three[0], w + h * three[1])
        a = a + h / 6 * (one[0] + 2 * two[0] + 2 * three[0] + four[0])
        w = w + h / 6 * (one[1] + 2 * two[1] + 2 * three[1] + four[1])
    return a, w


def initial(seeds: Sequence[int], n: int, scale: str) -> tuple[Float64, Float64]:
    """Outer and inner weights, [seeds, N] each: uniform on [-1, 1] and standard normal; tilted, half of the units have
    w = 1 and a in [1/2, 3/2], half w = 2 and a the negative of that times tanh 1/tanh 2."""
    drawn = [np.random.default_rng([seed, n, 3]) for seed in seeds]
    outer = np.stack([r.uniform(-1.0, 1.0, n) for r in drawn])
    if scale != "tilted":
        return outer, np.stack([r.standard_normal(n) for r in drawn])
    odd = np.arange(n) % 2
    return (1.0 + outer / 2.0) * np.where(odd, -np.tanh(1.0) / np.tanh(2.0), 1.0), np.broadcast_to(
        1.0 + odd, outer.shape
    )


def samples(scale: str) -> tuple[Float64, Float64]:
    """Inputs and targets [samples]; the tilted law is centred at the one sample it has."""
    if scale == "tilted":
        return np.ones(1), np.ones(1)
    return np.asarray(SAMPLES), np.asarray(TARGETS)


def run(setting: Setting, task: Json) -> Json:
    """Operator norm of the kernel's move, and mean move of an inner weight, per seed."""
    xp, n = setting.backend.xp, int(task["width"])
    scale = str(task["scale"])
    a, w = (setting.array(part) for part in initial(task["seeds"], n, scale))
    x, y = (setting.array(part) for part in samples(scale))
    after = trained(xp, a, w, x, y, scale, int(task["steps"]))
    moved = setting.backend.host(kernel(xp, *after, x)) - setting.backend.host(kernel(xp, a, w, x))
    inner = np.mean(np.abs(setting.backend.host(after[1]) - setting.backend.host(w)), axis=-1)
    return {"drift": [float(v) for v in np.linalg.norm(moved, 2, axis=(-2, -1))], "move": [float(v) for v in inner]}


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """Mean over seeds of the slope of log drift and log move in log N."""
    quantities: list[Quantity] = []
    data: dict[str, Any] = {}
    for scale in SCALES:
        widths = sorted({int(task["width"]) for task in tasks if task["scale"] == scale})
        for what in ("drift", "move"):
            rows = np.asarray([_values(tasks, results, scale, n, what) for n in widths])
            quantities.append(_slope(scale, what, widths, rows))
            error = np.std(rows, axis=1, ddof=1) / sqrt(rows.shape[1])
            data[f"{scale} {what}"] = {"mean": shown(np.mean(rows, axis=1)), "error": shown(error)}
        data["widths"] = widths
    return Summary(quantities, data)


def _values(tasks: Sequence[Json], results: Sequence[Json], scale: str, n: int, what: str) -> list[float]:
    mine = (r for t, r in zip(tasks, results, strict=True) if t["scale"] == scale and t["width"] == n)
    return [value for result in mine for value in result[what]]


def _slope(scale: str, what: str, widths: Sequence[int], rows: Float64) -> Quantity:
    """Slope per seed against the exponent; the control is the next one."""
    slopes = np.polyfit([log(n) for n in widths], np.log(rows), 1)[0]
    expected = EXPONENTS[scale][("drift", "move").index(what)]
    other = -0.5 if expected != -0.5 else (-1.0 if what == "drift" else 0.0)
    names = {"drift": "the kernel's drift", "move": "the mean move of an inner weight"}
    return mean_of(
        f"{scale} scale, {what}", f"mean over seeds of the slope of log {names[what]} in log N",
        [float(value) for value in slopes], predicted=expected, control=other,
        control_is="the exponent of another law or scale",
    )  # fmt: skip


def draw(figure: Any, data: Json) -> None:
    """Drift and move over width on log axes, both scales, with lines of slope -1/2."""
    widths = np.asarray(data["widths"], dtype=float)
    colours = {"root": "#0072B2", "tilted": "#009E73", "average": "#D55E00"}
    names = {
        "root": r"$f = N^{-1/2}\sum$, symmetric law",
        "tilted": r"$f = N^{-1/2}\sum$, tilted law",
        "average": r"$f = N^{-1}\sum$, velocity $\times N$",
    }
    titles = {"drift": r"kernel drift $\|K(2) - K(0)\|$", "move": r"mean move of an inner weight"}
    for axes, (what, title) in zip(figure.subplots(1, 2), titles.items(), strict=True):
        for scale in SCALES:
            rows = data[f"{scale} {what}"]
            axes.errorbar(widths, rows["mean"], yerr=rows["error"], fmt="o", markersize=4, capsize=2,
                          color=colours[scale], label=names[scale])  # fmt: skip
        for scale, (power, style) in {"root": (1.0, "--"), "tilted": (0.5, ":")}.items():
            power = power if what == "drift" else 0.5
            first = data[f"{scale} {what}"]["mean"][0]
            axes.plot(widths, first * (widths[0] / widths) ** power, style, color="0.4", label=f"slope {-power:g}")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(title)
        axes.set_xlabel("width N")
        axes.set_ylabel({"drift": "operator norm, mean over seeds", "move": r"mean of $|w_i(2) - w_i(0)|$"}[what])
    figure.axes[0].legend(frameon=False)


# The leg -------------------------------------------------------------------------------------------------------------


def kernel_and_slopes(s: Sampler, *, power: int = 1) -> Evidence:
    """The kernel against balls, and slopes over three widths. Mutant: ``power`` of sech^2 in the ball reference."""
    ev = Evidence(s)
    ev.floats("kernel of three samples", _kernel, _units(), lambda a, w, x: _in_balls(a, w, x, power))
    pieces = tasks(40, (64, 256, 1024), 20)
    setting = Setting(numpy_backend(), "float64")
    ev.measured(summary(pieces, [run(setting, piece) for piece in pieces]).quantities)
    return ev


def _units() -> dict[str, Any]:
    """Five units and three samples, exact."""
    a = tuple(Fraction(k - 2, 3) for k in range(5))
    w = tuple(Fraction(2 * k - 3, 4) for k in range(5))
    return {"a": a, "w": w, "x": (Fraction(-1), Fraction(1, 2), Fraction(2))}


def _kernel(xp: Any, fault: float, a: Array, w: Array, x: Array) -> Array:
    return kernel(xp, a * fault, w, x)


def _in_balls(a: Any, w: Any, x: Any, power: int) -> list[list[Any]]:
    """K entry by entry from its formula."""

    def entry(p: Any, q: Any) -> Any:
        total = b.ball(0)
        for outer, inner in zip(a, w, strict=True):
            slopes = ((inner * p).sech() * (inner * q).sech()) ** (2 * power)
            total += (inner * p).tanh() * (inner * q).tanh() + outer * outer * slopes * p * q
        return total / len(a)

    return [[entry(p, q) for q in x] for p in x]
