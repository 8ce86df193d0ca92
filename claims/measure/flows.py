"""Float runs of maps that step in time: replicas instead of one-shot rounding, parameters apart, an aggregated test.

A flow kernel is ``kernel(xp, fault, rounding, **inputs)``. Its arrays have one leading axis (of seeds) in common, and
so has its result. It multiplies its field by ``fault`` and calls the hooks of :mod:`claims.measure.hooks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np
from flint import arb

from claims.measure.arrays import UNIT_ROUNDOFF, Backend, numpy_backend
from claims.measure.balls import LIMIT_BITS, Tri, at_most, ball, dyadic, flatten, shape, working_bits
from claims.measure.budget import Budget, Discretisation, Refine, discretisation, distance, parameter
from claims.measure.factors import factors
from claims.measure.hooks import EXACT, Exact, Operands
from claims.measure.replicas import Sample, sample
from claims.measure.rounding import Float64
from claims.measure.runs import FloatCheck, Outputs, Run, Yardstick, exact_values, execute, held, judged, verdict
from claims.outcome import Verdict

FlowKernel = Callable[..., Any]
_BITS_LIMIT = 4 * LIMIT_BITS  # of the reference: a map in balls loses digits with every step


@dataclass(frozen=True)
class FlowCheck:
    """What is run: ``kernel(xp, fault, rounding, **inputs)`` against ``reference(**balls)``.

    ``inputs`` by type: nested tuples of exact values become arrays [seeds, ...]; integers are passed as they are; a
    fraction is a *parameter*: the kernel gets a Python float, the reference its exact value, and what its rounding does
    is a part of the budget of its own. The reference gets the arrays' values as the device saw them. Without
    ``refine`` it is the same discrete map, else the limit that the map approaches as ``refine.steps`` grows.
    """

    kernel: FlowKernel
    inputs: Mapping[str, Any]
    reference: Callable[..., Any]
    refine: Refine | None = None
    seed: int = 1

    @property
    def arrays(self) -> dict[str, Any]:
        """Inputs that are arrays or integers: what a device holds."""
        return {name: value for name, value in self.inputs.items() if not isinstance(value, Fraction)}

    @property
    def parameters(self) -> dict[str, Fraction]:
        """Inputs that are stored as scalars."""
        return {name: value for name, value in self.inputs.items() if isinstance(value, Fraction)}

    def values(self, dtype: str) -> dict[str, Any]:
        """All inputs in float64: arrays as the dtype holds them, parameters as Python floats."""
        scalars = {name: float(value) for name, value in self.parameters.items()}
        return {**held(self.arrays, dtype), **scalars}

    def at(self, values: Mapping[str, Any], fault: float = 1.0, rounding: Any = EXACT) -> Any:
        """The kernel on numpy arrays as they are."""
        return self.kernel(numpy_backend().xp, fault, rounding, **values)

    def plain(self, values: Mapping[str, Any], fault: float = 1.0, rounding: Any = EXACT) -> Float64:
        """The kernel in float64."""
        return np.asarray(self.at(values, fault, rounding), dtype=np.float64)


@dataclass(frozen=True)
class Spread:
    """Replicas of a check: their distance from the plain run ``response`` [replicas, seeds, ...], their largest
    standard deviation ``size``, and the share of them in which an operand crossed to another neighbour."""

    response: Float64
    size: float
    crossed: float


def spread(check: FlowCheck, dtype: str, operands: Exact = EXACT) -> Spread:
    """Replicas at the unit roundoff of the dtype, with operands rounded as the device rounds them.

    They are not scaled from one dtype to another: a flow may amplify a rounding of float32 until it saturates.
    """
    values = check.values(dtype)
    unit = UNIT_ROUNDOFF[dtype]
    with np.errstate(over="ignore", invalid="ignore"):
        made: Sample = sample(lambda at, hook: check.at(at, 1.0, hook), values, unit, check.seed, operands)
        response = made.results - check.plain(values, 1.0, operands)
    if not np.all(np.isfinite(response)):
        return Spread(response, inf, made.crossed)
    return Spread(response, float(np.max(np.std(response, axis=0, ddof=1))), made.crossed)


def yardstick(check: FlowCheck, dtype: str, seen: Spread) -> Yardstick:
    """Reference, budget and effect of the fault for float64 or float32; ``seen`` from :func:`spread` in that dtype."""
    values = check.values(dtype)
    truth, form = enclosed(check, dtype)
    radius = max((float(m.rad().upper()) if m.is_finite() else inf for m in truth), default=0.0)
    steps = discretisation(check.plain, values, check.refine)
    rounded = factors().deviations * seen.size
    return _stick(check, dtype, values, EXACT, tuple(truth), form, radius, steps, rounded)


def operand_yardstick(check: FlowCheck, operands: Operands, seen: Spread) -> Yardstick:
    """The same map in float64 with operands rounded in the same places, for a float32 state and these operands.

    The reference is known to its own rounding in float64, that of float32 scaled down. Without enough replicas in which
    an operand crossed to another neighbour the spread says nothing about such crossings: the rounding part is infinite.
    """
    values = check.values("float32")
    target = check.plain(values, 1.0, operands)
    rounded = factors().deviations * seen.size
    own = rounded * UNIT_ROUNDOFF["float64"] / UNIT_ROUNDOFF["float32"]
    rounded = rounded if seen.crossed >= factors().crossed else inf
    finite = bool(np.all(np.isfinite(target)))
    truth = tuple(dyadic(float(q)) if finite else arb(0) for q in target.ravel())
    return _stick(
        check, "float32", values, operands, truth, target.shape, own if finite else inf, Discretisation(0.0), rounded
    )


def _stick(
    check: FlowCheck, dtype: str, values: Mapping[str, Any], operands: Exact, truth: tuple[arb, ...],
    form: tuple[int, ...], radius: float, steps: Discretisation, rounded: float,
) -> Yardstick:  # fmt: skip
    def plain(at: Mapping[str, Any]) -> Float64:
        return check.plain(at, 1.0, operands)

    effect = distance(check.plain(values, 1.0 + factors().fault, operands), plain(values))
    named = parameter(plain, values, tuple(check.parameters), dtype)
    constants = factors().constants * UNIT_ROUNDOFF[dtype] * effect / factors().fault
    return Yardstick(truth, form, Budget(radius, steps.bound, rounded, named + constants), effect, steps.order)


def enclosed(check: FlowCheck, dtype: str) -> tuple[list[arb], tuple[int, ...]]:
    """Entries and shape of the reference at the values the dtype holds; bits are doubled until its radius is below
    ``2**-accuracy_bits`` times max(1, |value|), or up to a limit (a wide reference costs power and hides nothing)."""
    values: dict[str, Any] = {**exact_values(held(check.arrays, dtype)), **check.parameters}
    bits = factors().reference_bits
    while True:
        with working_bits(bits):
            made = check.reference(**{name: v if isinstance(v, int) else _balls(v) for name, v in values.items()})
            truth, form = flatten(made), shape(made)
            sharp = all(_sharp(m) is Tri.TRUE for m in truth)
        if sharp or 2 * bits > _BITS_LIMIT:
            return truth, form
        bits *= 2


def _balls(value: Any) -> Any:
    return [_balls(part) for part in value] if isinstance(value, tuple) else ball(value)


def _sharp(m: arb) -> Tri:
    return at_most(m.rad() * arb(2) ** factors().accuracy_bits, arb(1).max(abs(m)))


def run(check: FlowCheck, backend: Backend, dtype: str, stick: Yardstick) -> Run:
    """Run in float64 or float32, and judge entry by entry (see :func:`claims.measure.runs.judged`)."""
    return judged(execute(_bound(check, EXACT), backend, dtype), backend, dtype, stick)


def operand_run(check: FlowCheck, backend: Backend, operands: Operands, stick: Yardstick, seen: Spread) -> Run:
    """Run with a float32 state and rounded operands. What has no power entry by entry is judged as a whole."""
    outputs = execute(_bound(check, operands), backend, "float32")
    result = replace(judged(outputs, backend, "float32", stick), dtype=operands.dtype)
    if result.verdict is not Verdict.NOPOWER:
        return result
    return replace(aggregated(check, operands, outputs, stick, seen, result), dtype=operands.dtype)


def _bound(check: FlowCheck, rounding: Any) -> FloatCheck:
    """The check with its parameters and its rounding hook filled in, for one device."""
    scalars = {name: float(value) for name, value in check.parameters.items()}

    def kernel(xp: Any, fault: float, **arrays: Any) -> Any:
        return check.kernel(xp, fault, rounding, **scalars, **arrays)

    return FloatCheck(kernel, check.arrays, check.reference, seed=check.seed)


def aggregated(
    check: FlowCheck, operands: Operands, outputs: Outputs, stick: Yardstick, seen: Spread, result: Run
) -> Run:
    """All entries of all seeds together: ``t = <Q - reference, D>/|D|`` along the direction ``D`` of the fault.

    Roundings that are independent between entries add up in ``t`` like one of them, the fault like all of them. The
    parts of the budget are those of ``t``: the replicas' root mean square (so that a mean counts), parameters along
    ``D``, and the reference's radius times ``|D|_1/|D|``.
    """
    values = check.values("float32")
    base = check.plain(values, 1.0, operands)
    direction = (check.plain(values, 1.0 + factors().fault, operands) - base).ravel()
    length = float(np.linalg.norm(direction))
    if not (0.0 < length < inf):
        return result

    def along(q: Float64) -> float:
        return float(np.dot(q.ravel() - base.ravel(), direction)) / length

    unit = UNIT_ROUNDOFF["float32"]
    draws = seen.response.reshape(len(seen.response), -1) @ direction / length
    rounded = factors().deviations * sqrt(float(np.mean(draws * draws)))
    step = factors().difference
    moved = [check.plain({**values, n: values[n] * (1.0 + step)}, 1.0, operands) for n in check.parameters]
    named = 2.0 * unit * sum(abs(along(q)) / step for q in moved)
    constants = factors().constants * unit * length / factors().fault
    radius = stick.budget.reference * float(np.sum(np.abs(direction))) / length
    budget = Budget(radius, 0.0, rounded if seen.crossed >= factors().crossed else inf, named + constants)
    observed, wrong = abs(along(outputs.first)), abs(along(outputs.faulty))
    observed, wrong = (value if np.isfinite(value) else inf for value in (observed, wrong))
    judgement, reason = verdict(outputs, observed, wrong, budget, length)
    return replace(
        result, verdict=judgement, reason=reason, observed=observed, faulty=wrong, effect=length, budget=budget,
        test="aggregated",
    )  # fmt: skip
