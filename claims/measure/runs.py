"""One float run: the kernel in a given precision on a given backend against the reference, with its own fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import inf, isfinite
from typing import Any

import numpy as np
from flint import arb

from claims.measure.arrays import Backend, numpy_backend
from claims.measure.balls import ball, balls, flatten, shape, working_bits
from claims.measure.budget import (
    Budget,
    Discretisation,
    Refine,
    discretisation,
    distance,
    parameter,
    rounding,
    sensitivity,
)
from claims.measure.factors import factors
from claims.measure.rounding import Float64
from claims.outcome import Verdict

Kernel = Callable[..., Any]
Reference = Callable[..., Any]


@dataclass(frozen=True)
class FloatCheck:
    """What is run: ``kernel(xp, fault, **inputs)`` against ``reference(**balls)``.

    ``inputs``: integers are passed as they are; fractions and nested tuples become arrays. The kernel multiplies one
    load-bearing term by ``fault`` (1 in an honest run). The reference gets the values the device saw, as balls, except
    for the inputs named in ``exact``, which it gets unrounded; their rounding is the parameter part of the budget.
    """

    kernel: Kernel
    inputs: Mapping[str, Any]
    reference: Reference
    exact: tuple[str, ...] = ()
    refine: Refine | None = None
    seed: int = 1


@dataclass(frozen=True)
class Run:
    """Result of one float run. Errors are absolute, in the unit of the result."""

    backend: str
    version: str
    dtype: str
    verdict: Verdict
    reason: str
    observed: float
    faulty: float
    effect: float
    order: float
    budget: Budget

    def to_json(self) -> dict[str, Any]:
        """JSON values; an infinite number is a string."""
        data = {**asdict(self), "verdict": self.verdict.value, "budget": {**asdict(self.budget)}}
        data["budget"]["total"] = self.budget.total
        return {key: _plain(value) for key, value in data.items()}


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return str(data) if isinstance(data, float) and not isfinite(data) else data


def _inputs(check: FloatCheck, backend: Backend, dtype: str) -> dict[str, Any]:
    return {k: v if isinstance(v, int) else backend.array(v, dtype) for k, v in check.inputs.items()}


def _seen(check: FloatCheck, dtype: str) -> dict[str, Any]:
    """The inputs in float64 after rounding to the dtype: what every backend sees (a cast is correctly rounded)."""
    base = numpy_backend()
    arrays = {k: v if isinstance(v, int) else base.array(v, dtype) for k, v in check.inputs.items()}
    return {k: v if isinstance(v, int) else base.host(v) for k, v in arrays.items()}


def _exact(value: Any) -> Any:
    """Nested tuples of fractions with the values of a float64 array."""
    return tuple(_exact(part) for part in value) if isinstance(value, list) else Fraction(value)


def reference(check: FloatCheck, dtype: str) -> tuple[list[arb], tuple[int, ...]]:
    """Entries and shape of the reference at the values the dtype holds."""
    values: dict[str, Any] = {}
    for name, value in _seen(check, dtype).items():
        held = value if isinstance(value, int) else _exact(value.tolist())
        values[name] = check.inputs[name] if name in check.exact else held
    with working_bits(factors().reference_bits):
        out = check.reference(**{k: v if isinstance(v, int) else balls(v) for k, v in values.items()})
        return flatten(out), shape(out)


def _observed(result: Float64, truth: Sequence[arb], form: tuple[int, ...]) -> float:
    if result.shape != form:
        raise ValueError(f"kernel gives shape {result.shape}, reference {form}")
    if not np.all(np.isfinite(result)):
        return inf
    with working_bits(factors().reference_bits):
        gaps = [abs(ball(Fraction(float(q))) - m.mid()) for q, m in zip(result.ravel(), truth, strict=True)]
        return max((float(gap.upper()) for gap in gaps), default=0.0)


@dataclass(frozen=True)
class Yardstick:
    """What all backends of one dtype are measured with: reference entries, their shape, budget, effect of the fault."""

    truth: tuple[arb, ...]
    form: tuple[int, ...]
    budget: Budget
    effect: float
    order: float


def kernel64(check: FloatCheck, values: Mapping[str, Any], fault: float = 1.0) -> Any:
    """The kernel on numpy arrays as they are (plain float64, or replicas with drawn roundings)."""
    return check.kernel(numpy_backend().xp, fault, **values)


def response(check: FloatCheck) -> float:
    """Spread of the result per unit roundoff (see :func:`claims.measure.budget.sensitivity`)."""
    return sensitivity(lambda values: kernel64(check, values), _seen(check, "float64"), check.seed)


def yardstick(check: FloatCheck, dtype: str, per_unit: float) -> Yardstick:
    """Reference, budget and effect of the fault for one dtype, all from float64 and balls; ``per_unit`` from
    :func:`response`."""
    seen = _seen(check, dtype)

    def plain(values: Mapping[str, Any]) -> Float64:
        return numpy_backend().host(kernel64(check, values))

    truth, form = reference(check, dtype)
    radius = max((float(m.rad().upper()) if m.is_finite() else inf for m in truth), default=0.0)
    steps: Discretisation = discretisation(plain, seen, check.refine)
    budget = Budget(radius, steps.bound, rounding(per_unit, dtype), parameter(plain, seen, check.exact, dtype))
    faulty = numpy_backend().host(kernel64(check, seen, 1.0 + factors().fault))
    return Yardstick(tuple(truth), form, budget, distance(faulty, plain(seen)), steps.order)


def run(check: FloatCheck, backend: Backend, dtype: str, stick: Yardstick) -> Run:
    """Run honestly twice and once with the fault, and judge.

    Over budget is a failure even without power; two honest runs that differ in a bit are nondeterministic; without
    power when the budget exceeds half the effect of the fault, or when the faulty run stays within the budget.
    """
    inputs = _inputs(check, backend, dtype)
    first, again = (backend.host(check.kernel(backend.xp, 1.0, **inputs)) for _ in range(2))
    faulty = backend.host(check.kernel(backend.xp, 1.0 + factors().fault, **inputs))
    observed = _observed(first, stick.truth, stick.form)
    wrong = _observed(faulty, stick.truth, stick.form)
    total = stick.budget.total
    if first.tobytes() != again.tobytes():
        verdict, reason = Verdict.ERROR, "FLOAT_NONDETERMINISTIC"
    elif not observed <= total:
        verdict, reason = Verdict.FAIL, "FLOAT_OVER_BUDGET"
    elif not total <= stick.effect / 2 or wrong <= total:
        verdict, reason = Verdict.NOPOWER, "FLOAT_NOPOWER"
    else:
        verdict, reason = Verdict.PASS, "FLOAT_WITHIN_BUDGET"
    return Run(
        backend.label, backend.version, dtype, verdict, reason, observed, wrong, stick.effect, stick.order, stick.budget
    )
