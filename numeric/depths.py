"""Depth scalings (``geometry-essay``, on operators and depth): random sums, residual products, one step of training.

- ``S_L = L^{-alpha} sum xi_j`` has variance ``L^{1 - 2 alpha}``: it grows, stays or falls as alpha is below, at or
  above 1/2.
- Linear residual layers ``z <- z + L^{-alpha} W z`` with entries of W of variance 1/N have ``E|z_L|^2 = (1 + L^{-2
  alpha})^L |z_0|^2``: e in the limit at alpha = 1/2.
- ``f = prod (1 + L^{-alpha} w_l)`` from w = 0 with loss f^2/2 and rate ``c L^{2 alpha - 1}`` is ``(1 - c/L)^L`` after
  one step, between ``e^{-c} (1 - c^2/L)`` and ``e^{-c}``, while its linearisation in the weights is 1 - c.
- Normalised residual layers of SA with step Delta are within O(Delta) of the flow at a fixed depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log
from typing import Any

import numpy as np

from claims.measure import Evidence, Sampler, ball
from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
from claims.measure.experiment import BOUND, Experiment, Json, Quantity, Setting, Summary, mean_of
from numeric import dynamics as dyn
from numeric import fields
from numeric.models import Model

Float64 = np.ndarray[Any, np.dtype[np.float64]]

SEEDS, LAYERS = 40, tuple(2**k for k in range(4, 11))
ALPHAS = ("1/4", "1/2", "1")
DRAWS, PRODUCTS, WIDTH, PRODUCT_LAYERS = 400, 16, 16, 256
RATES = ("1/2", "1", "2")
TOKENS, DIMENSION, BETA, DEPTH = 8, 3, 2.0, 1.0
RESIDUAL_STEPS = (8, 16, 32, 64, 128)


def scalings() -> Experiment:
    """Sums and products over 2^4 to 2^10 layers, 40 seeds; residual layers at five steps."""
    return Experiment("depth scalings", SEEDS, tasks, run, summary, {"depths": draw})


def tasks(seeds: int) -> list[Json]:
    """One piece per seed, and the exact step of training."""
    return [{"what": "step", "seed": 0}, *({"what": "seed", "seed": seed} for seed in range(seeds))]


def run(setting: Setting, task: Json) -> Json:
    """Variances of sums, mean squares of products, errors of residual layers of one seed; or factors of the step."""
    if task["what"] == "step":
        return {
            "state": setting.state,
            "step": {c: [_one_step(setting, c, layers) for layers in LAYERS] for c in RATES},
        }
    seed = int(task["seed"])
    return {
        "sums": {alpha: [_sum(setting, seed, alpha, layers) for layers in LAYERS] for alpha in ALPHAS},
        "products": {alpha: _product(setting, seed, alpha) for alpha in ALPHAS[1:]},
        "residual": _residual(setting, seed),
    }


def _sum(setting: Setting, seed: int, alpha: str, layers: int) -> float:
    """Mean square of S_L over draws."""
    drawn = np.random.default_rng([seed, layers, 11]).standard_normal((DRAWS, layers))
    total = setting.backend.xp.sum(setting.array(drawn), axis=-1)
    values = setting.backend.host(total) * layers ** -float(Fraction(alpha))
    return float(np.mean(values**2))


def _product(setting: Setting, seed: int, alpha: str) -> float:
    """|z_L|^2/|z_0|^2 through linear residual layers, mean over the draws of a seed."""
    xp, rng = setting.backend.xp, np.random.default_rng([seed, PRODUCT_LAYERS, 12])
    z = setting.array(np.ones((PRODUCTS, WIDTH, 1)))
    scale = PRODUCT_LAYERS ** -float(Fraction(alpha)) / WIDTH**0.5
    for _ in range(PRODUCT_LAYERS):
        z = z + scale * xp.matmul(setting.array(rng.standard_normal((PRODUCTS, WIDTH, WIDTH))), z)
    return float(np.sum(setting.backend.host(z) ** 2)) / (WIDTH * PRODUCTS)


def _one_step(setting: Setting, c: str, layers: int) -> float:
    """f after one step from w = 0, as a product of layers (alpha = 1/2: rate c, weights -c L^{-1/2})."""
    weight = -float(Fraction(c)) * layers**-0.5
    factors = setting.array(np.full((layers,), 1.0)) + layers**-0.5 * setting.array(np.full((layers,), weight))
    f = factors[0]
    for number in range(1, layers):
        f = f * factors[number]
    return float(setting.backend.host(f))


def _residual(setting: Setting, seed: int) -> list[float]:
    """Largest error of normalised residual SA layers at depth 1 against the flow (RK4, 400 steps), per step size."""
    x = setting.array(dyn.cloud(range(seed, seed + 1), TOKENS, DIMENSION))
    model = Model("softmax", BETA)
    exact = dyn.flow(x, model, DEPTH / 400, 400, "rk4", setting.rounding)
    return [_gap(setting, _layers(setting, x, model, steps), exact) for steps in RESIDUAL_STEPS]


def _layers(setting: Setting, x: Any, model: Model, steps: int) -> Any:
    for _ in range(steps):
        x = fields.unit(setting.backend.xp, x + DEPTH / steps * dyn.velocity(x, model, setting.rounding))
    return x


def _gap(setting: Setting, x: Any, y: Any) -> float:
    away = setting.backend.host(x) - setting.backend.host(y)
    return float(np.max(np.linalg.norm(away, axis=-1)))


# Comparison ----------------------------------------------------------------------------------------------------------


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """Exponents of sums, growth of products, factors of the step, order of the residual layers."""
    step = next(result for task, result in zip(tasks, results, strict=True) if task["what"] == "step")
    seeds = [result for task, result in zip(tasks, results, strict=True) if task["what"] == "seed"]
    quantities = [_factor(c, step["step"][c][-1], step["state"]) for c in RATES]
    sums = {alpha: np.asarray([seed["sums"][alpha] for seed in seeds]) for alpha in ALPHAS}
    quantities += [_exponent(alpha, rows) for alpha, rows in sums.items()]
    quantities += [_growth(alpha, [seed["products"][alpha] for seed in seeds]) for alpha in ALPHAS[1:]]
    errors = np.asarray([seed["residual"] for seed in seeds])
    quantities.append(_order(errors))
    data = {
        "layers": list(LAYERS), "sums": {alpha: _short(np.mean(rows, axis=0)) for alpha, rows in sums.items()},
        "step": step["step"], "steps": list(RESIDUAL_STEPS), "residual": _short(np.mean(errors, axis=0)),
    }  # fmt: skip
    return Summary(quantities, data)


def _short(values: Float64) -> list[float]:
    return [float(f"{value:.6g}") for value in values]


def _factor(c: str, found: float, state: str) -> Quantity:
    """(1 - c/L)^L at the largest L against e^{-c}: below it by at most e^{-c} c^2/L, and a rounding per layer."""
    value, layers = float(Fraction(c)), LAYERS[-1]
    bound = exp(-value) * value * value / layers + 3.0 * layers * UNIT_ROUNDOFF[state]
    return Quantity(
        f"one step, c = {c}", f"f after one step through {layers} layers", found, bound, BOUND, 1, exp(-value), "=",
        1.0 - value, "the linearisation 1 - c",
    )  # fmt: skip


def _exponent(alpha: str, rows: Float64) -> Quantity:
    """Slope of the log variance of S_L in log L, per seed."""
    slopes = np.polyfit([log(layers) for layers in LAYERS], np.log(rows).T, 1)[0]
    expected = 1.0 - 2.0 * float(Fraction(alpha))
    return mean_of(
        f"random sum, alpha = {alpha}", "mean over seeds of the slope of log Var S_L in log L",
        [float(slope) for slope in slopes], predicted=expected, control=1.0 - float(Fraction(alpha)),
        control_is="the exponent 1 - alpha",
    )  # fmt: skip


def _growth(alpha: str, values: Sequence[float]) -> Quantity:
    """Mean of |z_L|^2/|z_0|^2 over seeds."""
    expected = (1.0 + PRODUCT_LAYERS ** (-2.0 * float(Fraction(alpha)))) ** PRODUCT_LAYERS
    other = (1.0 + PRODUCT_LAYERS ** (-2.0 * (1.5 - float(Fraction(alpha))))) ** PRODUCT_LAYERS
    return mean_of(
        f"residual product, alpha = {alpha}", f"mean over seeds of |z_L|^2/|z_0|^2, L = {PRODUCT_LAYERS}", values,
        predicted=expected, control=other, control_is="the other alpha of 1/2 and 1",
    )  # fmt: skip


def _order(errors: Float64) -> Quantity:
    """Order of the error in Delta, per seed: the slopes over the last two halvings, extrapolated to a step of 0."""
    halved = np.log2(errors[:, -3:-1] / errors[:, -2:])
    orders = 2.0 * halved[:, 1] - halved[:, 0]
    return mean_of(
        "residual layers, order", "mean over seeds of the order of the error in Delta", [float(v) for v in orders],
        predicted=1.0, control=2.0, control_is="an error of second order",
    )  # fmt: skip


def draw(figure: Any, data: Json) -> None:
    """Variance of sums, factor of one step, error of residual layers."""
    left, middle, right = figure.subplots(1, 3)
    layers = np.asarray(data["layers"], dtype=float)
    colours = dict(zip(ALPHAS, ("#D55E00", "#0072B2", "#009E73"), strict=True))
    for alpha, colour in colours.items():
        left.loglog(layers, data["sums"][alpha], "o", color=colour, markersize=4, label=rf"$\alpha = {alpha}$")
        left.loglog(layers, layers ** (1.0 - 2.0 * float(Fraction(alpha))), color=colour, linewidth=0.8)
    left.set_title(r"variance of $L^{-\alpha}\sum \xi_j$")
    left.set_xlabel("layers L")
    left.legend(frameon=False)
    for c, colour in zip(RATES, ("#D55E00", "#0072B2", "#009E73"), strict=True):
        middle.semilogx(layers, data["step"][c], "o", color=colour, markersize=4, label=f"c = {c}")
        middle.axhline(exp(-float(Fraction(c))), color=colour, linewidth=0.8)
        middle.axhline(1.0 - float(Fraction(c)), color=colour, linewidth=0.8, linestyle=":")
    middle.set_title(r"one step: $e^{-c}$ (line), $1 - c$ (dotted)")
    middle.set_xlabel("layers L")
    middle.legend(frameon=False)
    steps = DEPTH / np.asarray(data["steps"], dtype=float)
    right.loglog(steps, data["residual"], "o", color="#0072B2", markersize=4, label="mean over seeds")
    right.loglog(steps, data["residual"][-1] * steps / steps[-1], color="0.4", linewidth=0.8, label="slope 1")
    right.set_title("error of residual layers")
    right.set_xlabel(r"step $\Delta$")
    right.legend(frameon=False)


# The leg -------------------------------------------------------------------------------------------------------------


def exact_and_drawn(s: Sampler, *, power: int = 1) -> Evidence:
    """The step's factor between its bounds, as enclosures and floats, and twenty seeds.

    Mutant: ``power`` of the layers in the bound.
    """
    ev = Evidence(s)
    for layers in (8, 64, 512):
        for c in map(Fraction, RATES):
            factor = (1 - c / layers) ** layers
            ev.less(f"below e^-c, L = {layers}", factor, lambda c=c: (-ball(c)).exp())
            ev.at_most(
                f"above the bound, L = {layers}",
                lambda c=c, n=layers: (-ball(c)).exp() * (1 - ball(c * c / n**power)), factor,
            )  # fmt: skip
    ev.floats(
        "factor of one step", _kernel, {"c": tuple(map(Fraction, RATES)), "layers": 64},
        lambda c, layers: [(1 - value / layers) ** layers for value in c],
    )  # fmt: skip
    pieces = tasks(20)
    setting = Setting(numpy_backend(), "float64")
    ev.measured(summary(pieces, [run(setting, piece) for piece in pieces]).quantities)
    return ev


def _kernel(xp: Any, fault: float, c: Any, layers: int) -> Any:
    f = c * 0 + 1
    for _ in range(layers):
        f = f * (1 - fault * c / layers)
    return f
