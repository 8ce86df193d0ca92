"""Depth scalings (``geometry-essay``, on operators and depth): random sums, residual products, one step of training.

- ``S_L = L^{-alpha} sum xi_j`` has variance ``L^{1 - 2 alpha}``: it grows, stays or falls as alpha is below, at or
  above 1/2.
- Linear residual layers ``z <- z + L^{-alpha} W z`` with entries of W of variance 1/N have ``E|z_L|^2 = (1 + L^{-2
  alpha})^L |z_0|^2``: e in the limit at alpha = 1/2.
- ``f = prod (1 + L^{-alpha} w_l)`` from w = 0 with loss f^2/2 and rate ``c L^{2 alpha - 1}`` is ``(1 - c/L)^L`` after
  one step, between ``e^{-c} (1 - c^2/L)`` and ``e^{-c}``, while its linearisation in the weights is 1 - c. The signs
  of the gradient with rate ``c L^{alpha - 1}`` give the same factor; ``g/(|g| + 1)`` in their place, with
  ``g = L^{-alpha}``, moves nothing in the limit.
- Normalised residual layers of SA with step Delta are within O(Delta) of the flow at a fixed depth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp, log
from typing import Any

import numpy as np

from claims.measure import Evidence, Sampler, ball
from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
from claims.measure.experiment import BOUND, Experiment, Json, Quantity, Setting, Summary, mean_of, shown
from numeric import dynamics as dyn
from numeric import fields
from numeric.models import Model

Float64 = np.ndarray[Any, np.dtype[np.float64]]

SEEDS, LAYERS = 40, tuple(2**k for k in range(4, 11))
ALPHAS = ("1/4", "1/2", "1")
DRAWS, WIDTH, PRODUCT_LAYERS = 400, 64, (16, 64, 256)
RATES = ("1/2", "1", "2")
#: One step each: rule, alpha and c.
RULES = (
    *(("gradient", "1/2", c) for c in RATES), ("gradient", "1", "1"), ("sign", "1/2", "1"), ("sign", "1", "1"),
    ("floored", "1/2", "1"), ("floored", "1", "1"),
)  # fmt: skip
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
            "step": {" ".join(rule): [_one_step(setting, *rule, layers) for layers in LAYERS] for rule in RULES},
        }
    seed = int(task["seed"])
    sums = [_sum(setting, seed, layers) for layers in LAYERS]
    products = [_products(setting, seed, layers) for layers in PRODUCT_LAYERS]
    return {
        "sums": {alpha: [_scaled(v, alpha, n) for v, n in zip(sums, LAYERS, strict=True)] for alpha in ALPHAS},
        "products": {alpha: [found[alpha] for found in products] for alpha in ALPHAS},
        "residual": _residual(setting, seed),
    }


def _sum(setting: Setting, seed: int, layers: int) -> float:
    """Mean square over draws of the sum of normal numbers, one a layer."""
    drawn = np.random.default_rng([seed, layers, 11]).standard_normal((DRAWS, layers))
    total = setting.backend.xp.sum(setting.array(drawn), axis=-1)
    return float(np.mean(setting.backend.host(total) ** 2))


def _scaled(square: float, alpha: str, layers: int) -> float:
    """Mean square of S_L from that of the sum."""
    return square * float(layers ** (-2.0 * float(Fraction(alpha))))


def _products(setting: Setting, seed: int, layers: int) -> dict[str, float]:
    """Mean of |z_L|^2/|z_0|^2 over orthonormal z_0, through linear residual layers; the same W for each alpha."""
    xp, rng = setting.backend.xp, np.random.default_rng([seed, layers, 12])
    found = {alpha: setting.array(np.eye(WIDTH)) for alpha in ALPHAS}
    scales = {alpha: layers ** -float(Fraction(alpha)) / WIDTH**0.5 for alpha in ALPHAS}
    for _ in range(layers):
        w = setting.array(rng.standard_normal((WIDTH, WIDTH)))
        found = {alpha: z + scales[alpha] * xp.matmul(w, z) for alpha, z in found.items()}
    return {alpha: float(np.sum(setting.backend.host(z) ** 2)) / WIDTH for alpha, z in found.items()}


def _one_step(setting: Setting, rule: str, alpha: str, c: str, layers: int) -> float:
    """f, a product of layers, after one step from w = 0 along the gradient that the layers give."""
    xp, power, rate = setting.backend.xp, float(Fraction(alpha)), float(Fraction(c))
    w = setting.array(np.zeros(layers))
    factors = 1 + layers**-power * w
    f = _through(factors)
    gradient = f * (f / factors) * layers**-power
    if rule == "gradient":
        move = layers ** (2 * power - 1) * gradient
    elif rule == "sign":
        move = layers ** (power - 1) * xp.sign(gradient)
    else:
        move = layers ** (power - 1) * gradient / (xp.abs(gradient) + 1)
    return float(setting.backend.host(_through(1 + layers**-power * (w - rate * move))))


def _through(factors: Any) -> Any:
    """Product of the factors, one after another."""
    f = factors[0]
    for number in range(1, factors.shape[0]):
        f = f * factors[number]
    return f


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
    after = {rule: step["step"][" ".join(rule)][-1] for rule in RULES}
    quantities = [_factor(rule, after, step["state"]) for rule in RULES if rule[0] != "floored"]
    sums = {alpha: np.asarray([seed["sums"][alpha] for seed in seeds]) for alpha in ALPHAS}
    quantities += [_exponent(alpha, rows) for alpha, rows in sums.items()]
    products = {alpha: np.asarray([seed["products"][alpha] for seed in seeds]) for alpha in ALPHAS}
    quantities += [_growth(alpha, rows[:, -1]) for alpha, rows in products.items()]
    errors = np.asarray([seed["residual"] for seed in seeds])
    quantities.append(_order(errors))
    data = {
        "layers": list(LAYERS), "sums": {alpha: shown(np.mean(rows, axis=0)) for alpha, rows in sums.items()},
        "step": {rule: shown(values) for rule, values in step["step"].items()},
        "depths": list(PRODUCT_LAYERS), "products": {a: shown(np.mean(rows, axis=0)) for a, rows in products.items()},
        "spread": {alpha: shown(_error(rows)) for alpha, rows in products.items()},
        "steps": list(RESIDUAL_STEPS), "residual": shown(np.mean(errors, axis=0)),
    }  # fmt: skip
    return Summary(quantities, data)


def _error(rows: Float64) -> Float64:
    """Standard error of the mean over seeds."""
    return np.asarray(np.std(rows, axis=0, ddof=1) / len(rows) ** 0.5)


def _factor(rule: tuple[str, str, str], after: Mapping[tuple[str, str, str], float], state: str) -> Quantity:
    """(1 - c/L)^L at the largest L against e^{-c}: below it by at most e^{-c} c^2/L, and some roundings per layer."""
    name, alpha, c = rule
    value, layers = float(Fraction(c)), LAYERS[-1]
    bound = exp(-value) * value * value / layers + 3.0 * layers * UNIT_ROUNDOFF[state]
    control, control_is = 1.0 - value, "the linearisation 1 - c"
    if name == "sign":
        control, control_is = after["floored", alpha, c], "a step along g/(|g| + 1)"
    return Quantity(
        f"one step, {name}, alpha = {alpha}, c = {c}", f"f after one step through {layers} layers", after[rule], bound,
        BOUND, 1, exp(-value), "=", control, control_is,
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


def _growth(alpha: str, values: Float64) -> Quantity:
    """Mean over seeds of the mean of |z_L|^2/|z_0|^2, at the largest depth."""
    layers = PRODUCT_LAYERS[-1]
    beside = {"1/4": "1/2", "1/2": "1", "1": "1/2"}[alpha]
    return mean_of(
        f"residual product, alpha = {alpha}", f"mean over seeds of |z_L|^2/|z_0|^2, L = {layers}",
        [float(value) for value in values], predicted=_multiplier(alpha, layers), control=_multiplier(beside, layers),
        control_is=f"the multiplier of alpha = {beside}",
    )  # fmt: skip


def _multiplier(alpha: str, layers: float) -> float:
    """(1 + L^{-2 alpha})^L."""
    return float((1.0 + layers ** (-2.0 * float(Fraction(alpha)))) ** layers)


def _order(errors: Float64) -> Quantity:
    """Order of the error in Delta, per seed: the slopes over the last two halvings, extrapolated to a step of 0."""
    halved = np.log2(errors[:, -3:-1] / errors[:, -2:])
    orders = 2.0 * halved[:, 1] - halved[:, 0]
    return mean_of(
        "residual layers, order", "mean over seeds of the order of the error in Delta", [float(v) for v in orders],
        predicted=1.0, control=2.0, control_is="an error of second order",
    )  # fmt: skip


def draw(figure: Any, data: Json) -> None:
    """Variance of sums, growth of products, factor of one step, error of residual layers."""
    (sums, products), (steps, errors) = figure.subplots(2, 2)
    _draw_sums(sums, data)
    _draw_products(products, data)
    _draw_steps(steps, data)
    sizes = DEPTH / np.asarray(data["steps"], dtype=float)
    errors.loglog(sizes, data["residual"], "o", color="#0072B2", markersize=4, label="mean over seeds")
    errors.loglog(sizes, data["residual"][-1] * sizes / sizes[-1], color="0.4", linewidth=0.8, label="slope 1")
    errors.set_xscale("log", base=2)
    errors.set_title("residual attention layers at depth 1")
    errors.set_xlabel(r"step $\Delta$")
    errors.set_ylabel("largest error of a token")
    errors.legend(frameon=False)


_COLOURS = dict(zip(ALPHAS, ("#D55E00", "#0072B2", "#009E73"), strict=True))


def _draw_sums(axes: Any, data: Json) -> None:
    layers = np.asarray(data["layers"], dtype=float)
    for alpha, colour in _COLOURS.items():
        axes.loglog(layers, data["sums"][alpha], "o", color=colour, markersize=4, label=rf"$\alpha = {alpha}$")
        axes.loglog(layers, layers ** (1.0 - 2.0 * float(Fraction(alpha))), color=colour, linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_title(r"$S_L = L^{-\alpha}\sum \xi_j$; lines: $L^{1 - 2\alpha}$")
    axes.set_xlabel("layers L")
    axes.set_ylabel(r"variance of $S_L$")
    axes.legend(frameon=False)


def _draw_products(axes: Any, data: Json) -> None:
    depths = np.asarray(data["depths"], dtype=float)
    fine = np.geomspace(depths[0], depths[-1])
    for alpha, colour in _COLOURS.items():
        axes.errorbar(depths, data["products"][alpha], yerr=data["spread"][alpha], fmt="o", color=colour, markersize=4,
                      capsize=2, label=rf"$\alpha = {alpha}$")  # fmt: skip
        axes.plot(fine, [_multiplier(alpha, layers) for layers in fine], color=colour, linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_title(r"linear residual layers; lines: $(1 + L^{-2\alpha})^L$")
    axes.set_xlabel("layers L")
    axes.set_ylabel(r"mean of $|z_L|^2/|z_0|^2$")
    axes.legend(frameon=False)


def _draw_steps(axes: Any, data: Json) -> None:
    for c, colour in zip(RATES, _COLOURS.values(), strict=True):
        axes.semilogx(data["layers"], data["step"][f"gradient 1/2 {c}"], "o", color=colour, markersize=4,
                      label=f"c = {c}")  # fmt: skip
        axes.axhline(exp(-float(Fraction(c))), color=colour, linewidth=0.8)
        axes.axhline(1.0 - float(Fraction(c)), color=colour, linewidth=0.8, linestyle=":")
    for rule, marker, label in (("sign", "x", "signs, c = 1"), ("floored", "^", r"$g/(|g| + 1)$, c = 1")):
        axes.semilogx(data["layers"], data["step"][f"{rule} 1/2 1"], marker, color="0.3", markersize=5, label=label)
    axes.set_xscale("log", base=2)
    axes.set_title(r"one step, $\alpha = 1/2$; lines: $e^{-c}$, dotted: $1 - c$")
    axes.set_xlabel("layers L")
    axes.set_ylabel("f after one step")
    axes.set_ylim(-1.1, 1.9)
    axes.legend(frameon=False, ncols=2, loc="upper left")


# The leg -------------------------------------------------------------------------------------------------------------


def exact_and_drawn(s: Sampler, *, power: int = 1) -> Evidence:
    """The step's factor between its bounds, as enclosures and floats, and twenty seeds.

    Mutant: ``power`` of the layers in the bound.
    """
    ev = Evidence(s)
    for layers in (8, 64, 512):
        for c in map(Fraction, RATES):
            factor = (1 - c / layers) ** layers
            ev.less(f"above the linearisation, L = {layers}", 1 - c, factor)
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
