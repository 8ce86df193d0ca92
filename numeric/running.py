"""Flows of the experiments in the setting that a run asks for: array API backends, or the compiled kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from claims.measure.arrays import UNIT_ROUNDOFF
from claims.measure.backends import PRECISIONS
from claims.measure.experiment import Setting
from claims.measure.factors import factors
from claims.measure.hooks import EXACT
from numeric import compiled
from numeric import dynamics as dyn
from numeric.models import Model

Float64 = np.ndarray[Any, np.dtype[np.float64]]
Observe = Callable[[int, Float64], None]


def flow(
    setting: Setting, x: Float64, model: Model, dt: float, steps: int, method: str = "rk2",
    observe: Observe | None = None, every: int = 1,
) -> Float64:  # fmt: skip
    """Tokens after ``steps`` steps, [seeds, n, d] in float64, computed in the setting's dtype on its backend.

    ``x`` and the model's arrays are float64 of this machine; ``observe(k, x)`` gets float64 [seeds, n, d] after steps
    0, ``every``, 2 ``every``, ... Raises ``ValueError`` for low-precision operands on the compiled kernel, and for what
    :func:`numeric.dynamics.flow` or :func:`numeric.compiled.flow` refuse.
    """
    if setting.backend.name == "numba":
        return _compiled(setting, x, model, dt, steps, method, observe, every)
    host = setting.backend.host
    watch = None if observe is None else lambda k, state: observe(k, host(state))
    held = model.moved(setting.array)
    return host(dyn.flow(setting.array(x), held, dt, steps, method, setting.rounding, watch, every))


def _compiled(
    setting: Setting, x: Float64, model: Model, dt: float, steps: int, method: str, observe: Observe | None, every: int
) -> Float64:
    """One thread: pieces of an experiment already run in a process for each core."""
    if setting.rounding != EXACT:
        raise ValueError(f"the compiled kernel has no operands in {setting.dtype}: use another backend")
    start = x.astype(setting.state)
    watch = None if observe is None else lambda k, state: observe(k, state.astype(np.float64))
    done = compiled.flow(start, model, dt, steps, method, watch, every, threads=1)
    return np.asarray(done, dtype=np.float64)


def kept_up(dtype: str, decay: float, dt: float) -> float:
    """Square of the distance from a set at which rounding holds a state that decays towards it like ``e^{-decay t}``.

    A step of ``dt`` adds ``state_roundings`` unit roundoffs of the state and ``dt field_roundings`` of the velocity
    (those of the operands, where these have a lower precision), and takes away ``decay dt`` of the distance that is
    there, so that at most their quotient stays. ``dtype`` is that of a setting; raises ``KeyError`` for an unknown
    one.
    """
    state = UNIT_ROUNDOFF[dtype if dtype in UNIT_ROUNDOFF else "float32"]
    added = factors().state_roundings * state / dt + factors().field_roundings * PRECISIONS[dtype].unit
    return float((added / decay) ** 2)
