"""One float run: the kernel in a given precision on a given backend against the reference, with its own fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from hashlib import sha256
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
from flint import arb

from claims.measure.arrays import Backend, numpy_backend
from claims.measure.balls import balls, dyadic, flatten, shape, working_bits
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
    """Result of one float run. Errors are absolute, in the unit of the result; ``digest`` is that of the result.

    ``dtype`` is that of the state, or of the operands where these are of a lower precision.
    """

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
    digest: str = ""
    test: str = "pointwise"
    ulps: float | None = None

    @property
    def limits(self) -> dict[str, float]:
        """How far the observed and the allowed error of a later run may go before it is worse than this one."""
        spread = self.budget.rounding / factors().deviations
        return {
            "observed": self.observed + factors().band * sqrt(2.0) * spread,
            "allowed": self.budget.total * factors().allowed_growth,
        }

    def to_json(self) -> dict[str, Any]:
        """JSON values; an infinite number is a string."""
        data = {**asdict(self), "verdict": self.verdict.value, "budget": {**asdict(self.budget)}}
        data["budget"]["total"] = self.budget.total
        data["limits"] = self.limits
        return {key: _plain(value) for key, value in data.items()}


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return str(data) if isinstance(data, float) and not isfinite(data) else data


def _inputs(check: FloatCheck, backend: Backend, dtype: str) -> dict[str, Any]:
    return {k: v if isinstance(v, int) else backend.array(v, dtype) for k, v in check.inputs.items()}


def held(inputs: Mapping[str, Any], dtype: str) -> dict[str, Any]:
    """Exact inputs in float64 after rounding to the dtype: what every backend sees (a cast is correctly rounded).

    Integers stay as they are.
    """
    base = numpy_backend()
    arrays = {k: v if isinstance(v, int) else base.array(v, dtype) for k, v in inputs.items()}
    return {k: v if isinstance(v, int) else base.host(v) for k, v in arrays.items()}


def exact_values(arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tuples of fractions with the values of float64 arrays; integers stay as they are."""
    return {k: v if isinstance(v, int) else _exact(v.tolist()) for k, v in arrays.items()}


def _exact(value: Any) -> Any:
    return tuple(_exact(part) for part in value) if isinstance(value, list) else Fraction(value)


def reference(check: FloatCheck, dtype: str) -> tuple[list[arb], tuple[int, ...]]:
    """Entries and shape of the reference at the values the dtype holds."""
    seen = exact_values(held(check.inputs, dtype))
    values = {name: check.inputs[name] if name in check.exact else value for name, value in seen.items()}
    with working_bits(factors().reference_bits):
        out = check.reference(**{k: v if isinstance(v, int) else balls(v) for k, v in values.items()})
        return flatten(out), shape(out)


def _observed(result: Float64, truth: Sequence[arb], form: tuple[int, ...]) -> float:
    if result.shape != form:
        raise ValueError(f"kernel gives shape {result.shape}, reference {form}")
    if not np.all(np.isfinite(result)):
        return inf
    with working_bits(factors().reference_bits):
        gaps = [abs(dyadic(float(q)) - m.mid()) for q, m in zip(result.ravel(), truth, strict=True)]
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
    return sensitivity(lambda values: kernel64(check, values), held(check.inputs, "float64"), check.seed)


def yardstick(check: FloatCheck, dtype: str, per_unit: float) -> Yardstick:
    """Reference, budget and effect of the fault for one dtype, all from float64 and balls; ``per_unit`` from
    :func:`response`."""
    seen = held(check.inputs, dtype)

    def plain(values: Mapping[str, Any]) -> Float64:
        return numpy_backend().host(kernel64(check, values))

    truth, form = reference(check, dtype)
    radius = max((float(m.rad().upper()) if m.is_finite() else inf for m in truth), default=0.0)
    steps: Discretisation = discretisation(plain, seen, check.refine)
    budget = Budget(radius, steps.bound, rounding(per_unit, dtype), parameter(plain, seen, check.exact, dtype))
    faulty = numpy_backend().host(kernel64(check, seen, 1.0 + factors().fault))
    return Yardstick(tuple(truth), form, budget, distance(faulty, plain(seen)), steps.order)


@dataclass(frozen=True)
class Outputs:
    """Two honest results and one with the fault, in float64 on this machine; the digest is that of the first."""

    first: Float64
    again: Float64
    faulty: Float64

    @property
    def digests(self) -> tuple[str, str]:
        """SHA-256 of the two honest results: of their shape and the bits of their entries."""
        first, again = (sha256(f"{q.shape}".encode() + q.tobytes()).hexdigest() for q in (self.first, self.again))
        return first, again


def execute(check: FloatCheck, backend: Backend, dtype: str) -> Outputs:
    """Run honestly twice and once with the fault."""
    inputs = _inputs(check, backend, dtype)
    first, again = (backend.host(check.kernel(backend.xp, 1.0, **inputs)) for _ in range(2))
    return Outputs(first, again, backend.host(check.kernel(backend.xp, 1.0 + factors().fault, **inputs)))


def verdict(outputs: Outputs, observed: float, wrong: float, budget: Budget, effect: float) -> tuple[Verdict, str]:
    """Over budget is a failure even without power; two honest runs that differ in a bit are nondeterministic: an error
    of the check, which says nothing about the claim. No power when the budget exceeds half the effect of the fault, or
    when the faulty run, put through the same check, is not over budget."""
    first, again = outputs.digests
    if first != again:
        return Verdict.ERROR, "FLOAT_NONDETERMINISTIC"
    if not observed <= budget.total:
        return Verdict.FAIL, "FLOAT_OVER_BUDGET"
    if not budget.total <= effect / 2 or wrong <= budget.total:
        return Verdict.NOPOWER, "FLOAT_NOPOWER"
    return Verdict.PASS, "FLOAT_WITHIN_BUDGET"


def judged(outputs: Outputs, backend: Backend, dtype: str, stick: Yardstick) -> Run:
    """The verdict on outputs, entry by entry."""
    observed = _observed(outputs.first, stick.truth, stick.form)
    wrong = _observed(outputs.faulty, stick.truth, stick.form)
    what, reason = verdict(outputs, observed, wrong, stick.budget, stick.effect)
    return Run(
        backend.label, backend.version, dtype, what, reason, observed, wrong, stick.effect, stick.order, stick.budget,
        outputs.digests[0],
    )  # fmt: skip


def run(check: FloatCheck, backend: Backend, dtype: str, stick: Yardstick) -> Run:
    """Run a one-shot kernel and judge it; its error in units in the last place is reported and decides nothing."""
    outputs = execute(check, backend, dtype)
    result = judged(outputs, backend, dtype, stick)
    return result if check.refine else replace(result, ulps=ulps(outputs.first, stick.truth, dtype))


def ulps(result: Float64, truth: Sequence[arb], dtype: str) -> float:
    """Largest error in units in the last place of the reference's midpoint, 2^(max(floor(log2|m|), emin) - p + 1).

    Near zeros and after cancellation the number says little; infinite for a result that is not finite.
    """
    if not np.all(np.isfinite(result)):
        return inf
    smallest, significand = _FORMATS[dtype]
    middles = np.asarray([float(m.mid()) for m in truth])
    exponents = np.maximum(np.frexp(middles)[1] - 1, smallest)
    with working_bits(factors().reference_bits):
        gaps = [float(abs(dyadic(float(q)) - m.mid()).upper()) for q, m in zip(result.ravel(), truth, strict=True)]
    return float(np.max(np.ldexp(np.asarray(gaps), significand - 1 - exponents), initial=0.0))


#: Smallest exponent of a normal number, and bits of the significand.
_FORMATS = {"float64": (-1022, 53), "float32": (-126, 24)}
