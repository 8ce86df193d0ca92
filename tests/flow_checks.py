"""A flow of the array-API source as a check: the same map in balls is its reference, step and beta its parameters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from flint import arb

from claims.measure.arrays import numpy_backend
from claims.measure.flows import FlowCheck
from numeric import dynamics
from numeric.models import Model
from tests import ball_arrays as ba

SEEDS, STEPS = 2, 12
STEP = Fraction(1, 20)


def held_in(model: Model, dtype: str) -> Model:
    """The model with arrays as a dtype holds them, in float64."""
    return model.moved(lambda a: np.asarray(a, dtype).astype(np.float64))


def _like(xp: Any, x: Any, a: Any) -> Any:
    return xp.asarray(a, dtype=x.dtype, device=x.device)


def check_of(model: Model, method: str, dtype: str, n: int, d: int, seeds: int = SEEDS) -> FlowCheck:
    """``STEPS`` steps of ``STEP`` from uniform tokens [seeds, n, d]; the model's arrays as ``dtype`` holds them."""
    seen = held_in(model, dtype)

    def flow(xp: Any, fault: float, rounding: Any, x: Any, beta: float, dt: float, steps: int) -> Any:
        # the arrays of a model stay float64 for numpy, whose replicas are arrays of a type of their own
        here = seen if xp is numpy_backend().xp and x.dtype == xp.float64 else seen.moved(partial(_like, xp, x))
        return dynamics.flow(x, replace(here, beta=beta, sign=fault * seen.sign), dt, steps, method, rounding)

    def enclosed(x: Any, beta: arb, dt: arb, steps: int) -> Any:
        in_balls = replace(ba.model_in_balls(seen), beta=beta)
        return dynamics.flow(np.array(x, dtype=object), in_balls, dt, steps, method).tolist()

    cloud = [[[Fraction(float(e)) for e in row] for row in seed] for seed in dynamics.cloud(range(seeds), n, d)]
    inputs = {"x": cloud, "beta": Fraction(model.beta), "dt": STEP, "steps": STEPS}
    return FlowCheck(flow, inputs, enclosed)
