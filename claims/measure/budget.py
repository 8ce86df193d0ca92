"""Derived error budget of a float run: reference, discretisation, rounding and parameters, kept apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log2
from typing import Any

import numpy as np

from claims.measure.arrays import UNIT_ROUNDOFF
from claims.measure.factors import factors
from claims.measure.rounding import Float64, spread

Kernel64 = Callable[[Mapping[str, Any]], Float64]


@dataclass(frozen=True)
class Refine:
    """A kernel that steps in time: ``steps`` names its integer input, ``order`` is the order of the method."""

    steps: str
    order: int


@dataclass(frozen=True)
class Discretisation:
    """Bound on the discretisation error and the observed order of convergence (0 where nothing is discretised)."""

    bound: float
    order: float = 0.0


@dataclass(frozen=True)
class Budget:
    """Parts of the allowed error, absolute and in the unit of the result."""

    reference: float
    discretisation: float
    rounding: float
    parameter: float

    @property
    def total(self) -> float:
        """Allowed distance between a float result and the midpoint of the reference."""
        return self.reference + self.discretisation + self.rounding + self.parameter


def discretisation(kernel: Kernel64, inputs: Mapping[str, Any], refine: Refine | None) -> Discretisation:
    """Step doubling in float64: ``richardson * 2^p/(2^p - 1) * |Q1 - Q2|`` with the observed order ``p``.

    The bound is infinite when ``p`` is farther than ``order_margin`` from the nominal order: then the step is not in
    the range where the estimate means anything.
    """
    if refine is None:
        return Discretisation(0.0)
    steps = int(inputs[refine.steps])
    one, two, four = (kernel({**inputs, refine.steps: k * steps}) for k in (1, 2, 4))
    first, second = distance(one, two), distance(two, four)
    if not (isfinite(first) and isfinite(second)) or second == 0.0 or first == 0.0:
        return Discretisation(inf)
    order = log2(first / second)
    if abs(order - refine.order) > factors().order_margin:
        return Discretisation(inf, order)
    return Discretisation(factors().richardson * 2**order / (2**order - 1) * first, order)


def sensitivity(kernel: Kernel64, inputs: Mapping[str, Any], seed: int) -> float:
    """Spread of the result per unit roundoff, from Monte-Carlo replicas.

    The replicas use the unit roundoff of float32: far above the rounding of the float64 they run in, and far below
    the size at which the response stops being linear.
    """
    unit = UNIT_ROUNDOFF["float32"]
    return spread(kernel, inputs, unit, seed) / unit


def rounding(per_unit: float, dtype: str) -> float:
    """``deviations`` times the spread at the unit roundoff of the dtype."""
    return factors().deviations * UNIT_ROUNDOFF[dtype] * per_unit


def parameter(kernel: Kernel64, inputs: Mapping[str, Any], exact: Sequence[str], dtype: str) -> float:
    """Effect of storing the named inputs in the dtype while the reference uses their exact values.

    Twice ``u`` times the sum over the inputs of ``|dQ/dlog theta|``, from a difference quotient in float64.
    """
    step = factors().difference
    base = kernel(inputs)
    moved = (kernel({**inputs, name: inputs[name] * (1.0 + step)}) for name in exact)
    return 2.0 * UNIT_ROUNDOFF[dtype] * sum(distance(result, base) / step for result in moved)


def distance(a: Float64, b: Float64) -> float:
    """Largest absolute difference of two results of one shape; infinite when either is not finite."""
    if a.shape != b.shape:
        raise ValueError(f"results of different shapes {a.shape} and {b.shape}")
    gap = np.max(np.abs(a - b)) if a.size else 0.0
    return float(gap) if np.isfinite(gap) else inf
