"""Rounding of a kernel that steps in time: calibrated Monte-Carlo replicas of the same map.

Drawing every elementary rounding of a long flow is slow. It is done in its first and its last step; the spread that
the first one causes calibrates the errors which velocities and states get in the others. All replicas run side by side
along the leading axis. See :class:`claims.measure.hooks.Replicas`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from claims.measure.factors import factors
from claims.measure.hooks import EXACT, Calls, Exact, Replicas
from claims.measure.rounding import Float64, noisy_type

#: Kernel in float64 with its rounding hook: ``kernel(inputs, hook)``.
Hooked = Callable[[Mapping[str, Any], Any], Any]


@dataclass(frozen=True)
class Sample:
    """Results of the replicas, [replicas, seeds, ...], and the share of them in which some operand was rounded to
    another neighbour than in most (0 where operands are not rounded)."""

    results: Float64
    crossed: float


def sample(kernel: Hooked, inputs: Mapping[str, Any], unit: float, seed: int, operands: Exact = EXACT) -> Sample:
    """Replicas of a kernel whose arrays are rounded with the unit roundoff ``unit``.

    ``inputs`` are float64 arrays with one leading axis in common, or Python numbers, which stay exact. ``operands``
    rounds what products read, in the same places in every replica. Raises ``TypeError`` when the first or last step
    uses an operation without an error model, ``ValueError`` when the result lacks the leading axis.
    """
    counter = Calls()
    kernel(inputs, counter)
    factor = factors()
    rng = np.random.default_rng([seed, factor.replicas])
    roundings = (factor.field_roundings, factor.state_roundings)
    hook = Replicas(factor.replicas, counter.calls + 1, noisy_type(unit, rng), unit, rng, roundings, operands)
    return Sample(_run(kernel, inputs, hook), hook.crossed)


def _run(kernel: Hooked, inputs: Mapping[str, Any], hook: Replicas) -> Float64:
    tiled = {name: _tiled(value, hook) for name, value in inputs.items()}
    out = kernel(tiled, hook)
    if not isinstance(out, hook.noisy):
        raise TypeError("the kernel's result does not depend on its inputs through operations with an error model")
    result = np.asarray(out)
    seeds = {np.shape(value)[0] for value in inputs.values() if np.ndim(value)}
    if len(seeds) != 1 or result.shape[:1] != (hook.count * max(seeds),):
        raise ValueError("the arrays and the result of a flow must have one leading axis (of seeds) in common")
    return result.reshape(hook.count, -1, *result.shape[1:])


def _tiled(value: Any, hook: Replicas) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    return np.concatenate([value] * hook.count).view(hook.noisy)
