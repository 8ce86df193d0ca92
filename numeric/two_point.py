"""Two tokens at half-angle theta from their bisector: curves of SA and USA.

Source: ``geometry-essay``, "Removing the denominator versus changing the metric".

With c = cos 2 theta the times along the angle are (USA by a closed form in exponential integrals)

    tau_USA = integral of e^{-beta s}/(1 - s^2) ds from c_0 to c
            = [Ei(-beta (1 + s)) e^beta - Ei(beta (1 - s)) e^{-beta}]/2 between c_0 and c,
    tau_SA  = [artanh s]/2 between c_0 and c + (e^beta/2) tau_USA,

and the curves are their inverses. Float runs step the tokens by RK4 and give sin theta, half the chord.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb

from claims.measure import Evidence, Sampler, ball, flows
from claims.measure import balls as b
from claims.measure.arrays import DTYPES, UNIT_ROUNDOFF, numpy_backend
from claims.measure.budget import Refine
from claims.measure.experiment import BOUND, Experiment, Json, Quantity, Setting, Summary, shown
from claims.measure.flows import FlowCheck
from claims.measure.hooks import Operands
from claims.measure.runs import Run
from numeric import dynamics as dyn
from numeric.models import Model

KINDS = {"SA": "softmax", "USA": "unnormalised"}
BETAS = ("1", "1/10", "4")
DEPTHS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5), Fraction(10))
#: Steps of RK4 in a unit of depth: few where the field is small, so that the discretisation stands above rounding, and
#: many where it is large, or where the leading error of coarse steps passes through 0 at one of the depths.
PER_UNIT = {("SA", "4"): 8, ("USA", "4"): 400, ("USA", "1/10"): 40}
_STEPS = 20  # where PER_UNIT names none
#: theta at depth tau for beta = 1 and theta(0) = 1; the source prints the curves only.
PRINTED = {
    ("SA", "1/2"): "0.900972155111976534242114759322", ("USA", "1/2"): "0.81124989461067322244050594985",
    ("SA", "1"): "0.778162004322957449315344531408", ("USA", "1"): "0.509522684100968208831639204504",
    ("SA", "2"): "0.467897363315997842080817153494", ("USA", "2"): "0.0500750766638179155321107693605",
    ("SA", "5"): "0.0285434458195896276697352588205", ("USA", "5"): "0.0000144368106833487045748",
    ("SA", "10"): "0.000192454892692488968896219975627", ("USA", "10"): "1.80633072734342e-11",
}  # fmt: skip


# Reference -----------------------------------------------------------------------------------------------------------


def usa_time(beta: arb, start: arb, end: arb, sign: int = 1) -> arb:
    """Time of USA from half-angle ``start`` to ``end`` (radians, end < start); ``sign`` is for a mutant."""

    def primitive(angle: arb) -> arb:
        up, down = 2 * beta * b.square(angle.cos()), 2 * beta * b.square(angle.sin())  # beta (1 + c), beta (1 - c)
        return ((-up).ei() * beta.exp() - down.ei() * (-sign * beta).exp()) / 2

    return primitive(end) - primitive(start)


def sa_time(beta: arb, start: arb, end: arb, sign: int = 1) -> arb:
    """Time of SA along the same angle."""

    def area(angle: arb) -> arb:
        return -angle.tan().log()  # artanh(cos 2 angle)

    return (area(end) - area(start)) / 2 + beta.exp() / 2 * usa_time(beta, start, end, sign)


def curve(name: str, beta: Any, start: Any, depth: Any, sign: int = 1) -> arb:
    """Half-angle after ``depth``, enclosed by bisection of its logarithm (the time falls with the angle).

    ``beta``, ``start`` and ``depth`` as balls or exact values. The enclosure ends where the time cannot be told from
    ``depth`` at the working precision.
    """
    time = {"SA": sa_time, "USA": usa_time}[name]
    heat, first, wanted = ball(beta), ball(start), ball(depth)
    low, high = Fraction(0), Fraction(1024)  # binary logarithm of start/angle
    for _ in range(4 * b.START_BITS):
        middle = (low + high) / 2
        gap = time(heat, first, first * (-arb(2).log() * ball(middle)).exp(), sign) - wanted
        if gap > 0:
            high = middle
        elif gap < 0:
            low = middle
        else:
            break
    span = ball(low).union(ball(high))
    return first * (-arb(2).log() * span).exp()


# Float runs ----------------------------------------------------------------------------------------------------------


def half_chord(kind: str) -> Any:
    """Kernel: sin theta after ``depth`` from half-angles ``start`` [seeds], by ``steps`` steps of RK4."""

    def kernel(xp: Any, fault: float, rounding: Any, start: Any, beta: float, depth: float, steps: int) -> Any:
        up, across = xp.sin(start), xp.cos(start)
        x = xp.stack([xp.stack([across, up], axis=-1), xp.stack([across, -up], axis=-1)], axis=-2)
        z = dyn.flow(x, Model(kind, beta, sign=fault), depth / steps, steps, "rk4", rounding)
        gap = z[..., 0, :] - z[..., 1, :]
        return xp.sqrt(xp.sum(gap * gap, axis=-1)) / 2

    return kernel


def per_unit(name: str, beta: Fraction) -> int:
    """Steps of RK4 in a unit of depth, a multiple of 4."""
    return PER_UNIT.get((name, str(beta)), _STEPS)


def check(name: str, beta: Fraction, depth: Fraction) -> FlowCheck:
    """The float run at one depth against the enclosed curve."""
    inputs = {"start": (Fraction(1),), "beta": beta, "depth": depth, "steps": int(per_unit(name, beta) * depth)}

    def reference(start: Sequence[arb], beta: arb, depth: arb, steps: int) -> list[arb]:
        return [curve(name, beta, angle, depth).sin() for angle in start]

    return FlowCheck(half_chord(KINDS[name]), inputs, reference, Refine("steps", 4))


def judged(item: FlowCheck, setting: Setting) -> Run:
    """The run in the setting's dtype on its backend, under the derived budget.

    With operands of a lower precision it is compared with the same map in float64 with operands rounded alike.
    """
    if setting.dtype in DTYPES:
        stick = flows.yardstick(item, setting.dtype, flows.spread(item, setting.dtype))
        return flows.run(item, setting.backend, setting.dtype, stick)
    kind = Operands(setting.dtype)
    seen = flows.spread(item, "float32", kind)
    return flows.operand_run(item, setting.backend, kind, flows.operand_yardstick(item, kind, seen), seen)


# The experiment ------------------------------------------------------------------------------------------------------


def curves() -> Experiment:
    """SA and USA from one radian, beta = 1, 1/10 and 4; depths 1/2 to 10. Nothing is random: one seed."""
    return Experiment("two-point curves", 1, tasks, run, summary, {"curves": draw})


def tasks(seeds: int) -> list[Json]:
    """Every model and inverse temperature; the number of seeds changes nothing."""
    return [{"model": name, "beta": beta} for name in KINDS for beta in BETAS]


def run(setting: Setting, task: Json) -> Json:
    """Error, budget and effect of a fault at each depth (``None`` where sin theta is below the roundoff of the tokens),
    and the enclosed and the stepped curve."""
    name, beta = str(task["model"]), Fraction(task["beta"])
    rows: list[list[float] | None] = []
    for depth in DEPTHS:
        with b.working_bits(b.START_BITS):
            height = float(curve(name, beta, 1, depth).sin().mid())
        rows.append(None if height < UNIT_ROUNDOFF[setting.state] else _row(judged(check(name, beta, depth), setting)))
    grid = [Fraction(k, 4) for k in range(1, 41)]
    with b.working_bits(64):  # six digits are shown
        exact = shown(float(curve(name, beta, 1, depth).mid()) for depth in grid)
    return {
        "rows": rows,
        "dtype": setting.dtype,
        "exact": exact,
        "float": _stepped(setting, task),
    }


def _row(found: Run) -> list[float]:
    return [_finite(x) for x in (found.observed, found.budget.total, found.effect, found.faulty)]


def _finite(value: float) -> float:
    """JSON has no infinity; nothing here is near the largest float."""
    return min(value, float(np.finfo(np.float64).max))


def _stepped(setting: Setting, task: Json) -> list[float]:
    """Half-angle at depths 1/4, 1/2, ..., 10 in the setting's dtype, to six digits."""
    start = setting.array(np.asarray([[[np.cos(1.0), np.sin(1.0)], [np.cos(1.0), -np.sin(1.0)]]]))
    seen: list[float] = []

    def observe(_: int, z: Any) -> None:
        gap = setting.backend.host(z[..., 0, :] - z[..., 1, :])
        seen.append(float(np.arcsin(min(1.0, float(np.linalg.norm(gap)) / 2))))

    per = per_unit(str(task["model"]), Fraction(task["beta"]))
    model = Model(KINDS[task["model"]], float(Fraction(task["beta"])))
    dyn.flow(start, model, 1.0 / per, 10 * per, "rk4", setting.rounding, observe, per // 4)
    return shown(seen[1:])


def summary(tasks: Sequence[Json], results: Sequence[Json]) -> Summary:
    """One comparison per model, temperature and depth; those below the roundoff of the tokens are named in the data."""
    quantities: list[Quantity] = []
    below: list[str] = []
    data: dict[str, Any] = {"depths": [k / 4 for k in range(1, 41)], "below": below}
    for task, result in zip(tasks, results, strict=True):
        for depth, row in zip(DEPTHS, result["rows"], strict=True):
            if row is None:
                below.append(f"{task['model']} beta {task['beta']} depth {depth}")
            else:
                quantities.append(_compared(task, depth, row, result["dtype"]))
        data[f"{task['model']} {task['beta']}"] = {"exact": result["exact"], "float": result["float"]}
    return Summary(quantities, data)


def _compared(task: Json, depth: Fraction, row: Sequence[float], dtype: str) -> Quantity:
    """Error of sin theta against its budget; only reported where float32 and below cannot see a fault of 1e-4."""
    observed, allowed, effect, faulty = row
    name, meaning = f"{task['model']} beta {task['beta']} depth {depth}", "error of sin theta"
    if dtype != "float64" and not allowed <= effect / 2:
        words = f"{meaning}, beside what a fault of 1e-4 changes (no power in {dtype})"
        return Quantity(name, words, observed, effect, BOUND, 1)
    return Quantity(
        name, meaning, observed, allowed, BOUND, 1, 0.0, "<=", faulty, "a fault of 1e-4 in the field", "1"
    )  # fmt: skip


def draw(figure: Any, data: Json) -> None:
    """Curves (lines: enclosed, dots: stepped), one panel per temperature."""
    depths = np.asarray(data["depths"])
    colours = {"SA": "#0072B2", "USA": "#D55E00"}
    for axes, beta in zip(figure.subplots(1, len(BETAS), sharey=True), BETAS, strict=True):
        for name, colour in colours.items():
            rows = data[f"{name} {beta}"]
            axes.semilogy(depths, rows["exact"], color=colour, label=f"{name}, enclosed")
            axes.semilogy(depths[::2], rows["float"][::2], "o", color=colour, markersize=3, label=f"{name}, float run")
        axes.set_title(rf"$\beta$ = {beta}")
        axes.set_xlabel(r"depth $\tau$")
        axes.set_ylim(10.0**-12, 3.0)
    figure.axes[0].set_ylabel(r"half-angle $\vartheta$ (rad)")
    figure.axes[0].legend(frameon=False)


# The leg -------------------------------------------------------------------------------------------------------------


def printed(s: Sampler, *, sign: int = 1) -> Evidence:
    """The printed digits, the late rates, and the float runs at depth 1. Mutant: ``sign`` -1 in the closed form."""
    ev = Evidence(s)
    for (name, depth), digits in PRINTED.items():
        ev.constant(f"{name} at {depth}", lambda name=name, depth=depth: curve(name, 1, 1, depth, sign), digits)
    ev.constant(
        "SA to a tenth", lambda: sa_time(ball(1), ball(1), ball("1/10"), sign), "3.73856176848523800275093561006"
    )
    ev.constant(
        "USA to a tenth", lambda: usa_time(ball(1), ball(1), ball("1/10"), sign), "1.74185649307439340708048876309"
    )
    for name, kind in KINDS.items():
        item = check(name, Fraction(1), Fraction(1))
        ev.flow(f"{name} by RK4", half_chord(kind), item.inputs, item.reference, refine=item.refine)
    setting = Setting(numpy_backend())
    task = {"model": "SA", "beta": "1"}
    found = judged(check("SA", Fraction(1), Fraction(2)), setting)
    ev.measured([_compared(task, Fraction(2), _row(found), "float64")])
    return ev
