"""The dynamics on the CPU, compiled: the maps of ``numeric.dynamics`` for numpy arrays, with numba (extra ``fast``).

The array-API source is the definition; this is a second program for the same map, checked against it within the error
budget. It has no rounding hook and no relative phases.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import e, log2
from typing import Any, NamedTuple

import numpy as np

from numeric.dynamics import METHODS
from numeric.models import Model

Array = Any
Floats = np.ndarray[Any, np.dtype[Any]]

_AHEAD = {"rk2": (0.0, 1.0), "rk4": (0.0, 0.5, 0.5, 1.0)}
_WEIGHT = {"rk2": (1 / 2, 1 / 2), "rk4": (1 / 6, 1 / 3, 1 / 3, 1 / 6)}
_BITS = log2(e)  # of one unit of an exponent of e
_PARTS = 32  # pieces that the seeds are dealt in, so that a core that is busy elsewhere gets fewer
_LARGEST = {"float64": 1023.0, "float32": 127.0}  # binary exponents that a weight may have


class KernelMissing(RuntimeError):
    """numba, which compiles the kernel, is not installed."""


class Packed(NamedTuple):
    """A model as the kernel reads it: numbers and contiguous arrays of one dtype, empty where the model has none."""

    query: Floats  # [d, d, 1] or [1, 1, 1]: beta A / log 2
    value: Floats  # [d, d, 1]: V transposed
    frame: Floats  # [d, d, n]: q_k = sum_l frame[l, k] x_l
    back: Floats  # [d, d, n]: the inverse
    bias: Floats  # [n, n], over log 2
    coupling: Floats  # [n, n]
    shift: Any  # subtracted from the binary exponents; 0: the largest of the row (softmax)
    sign: Any
    ahead: Floats  # of each Runge-Kutta stage: how far along the one before it is evaluated
    weight: Floats  # of each stage in the sum
    count: Any
    softmax: bool
    linear: bool
    plain_values: bool


def kernel() -> Any:
    """The compiled functions (``numeric.kernel``). Raises :class:`KernelMissing` where numba is not installed."""
    try:
        importlib.import_module("numba")
    except ImportError as error:
        raise KernelMissing(
            f"the compiled kernel needs numba ({error}); python -m pip install -c constraints.txt -e '.[fast]'"
        ) from error
    return importlib.import_module("numeric.kernel")


def flow(
    x: Floats,
    model: Model,
    dt: float,
    steps: int,
    method: str = "rk2",
    observe: Callable[[int, Floats], None] | None = None,
    every: int = 1,
    threads: int | None = None,
) -> Floats:
    """The state after ``steps`` steps: :func:`numeric.dynamics.flow` for x [seeds, n, d] in float64 or float32.

    Seeds run on ``threads`` cores (all of them unless given). ``observe(k, x)`` is called as there; the kernel runs
    from one call to the next. Raises :class:`KernelMissing`, and ``ValueError`` for what the kernel does not have:
    other dtypes and shapes, a relative phase, parameters that differ between seeds, weights that overflow the dtype.
    """
    compiled = kernel()
    if method not in METHODS:
        raise ValueError(f"no method {method!r} (there are: {', '.join(METHODS)})")
    if steps < 0 or every < 1:
        raise ValueError(f"steps must be at least 0 and every at least 1, not {steps} and {every}")
    packed = pack(x, model, dt, method)
    states = np.swapaxes(x, -1, -2).copy(order="C")
    block = max(steps, 1) if observe is None else every
    if observe is not None:
        observe(0, x)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for start in range(0, steps, block):
            done = min(block, steps - start)
            _advance(pool, compiled.advance, states, done, packed)
            if observe is not None and done == block:
                observe(start + done, _tokens(states))
    return _tokens(states)


def _advance(pool: ThreadPoolExecutor, advance: Callable[..., None], states: Floats, steps: int, m: Packed) -> None:
    """Seeds in parallel; the kernel holds no lock while it runs."""
    size = max(1, len(states) // _PARTS)
    parts = [states[start : start + size] for start in range(0, len(states), size)]
    for _ in pool.map(lambda part: advance(part, steps, m), parts):
        pass


def _tokens(states: Floats) -> Floats:
    return np.ascontiguousarray(np.swapaxes(states, -1, -2))


def pack(x: Floats, model: Model, dt: float, method: str = "rk2") -> Packed:
    """The model and the method for the kernel, in the dtype of x [seeds, n, d].

    Raises ``ValueError`` as :func:`flow` does.
    """
    if x.ndim != 3 or x.dtype not in (np.float64, np.float32):
        raise ValueError(f"the kernel takes [seeds, n, d] in float64 or float32, not {x.shape} in {x.dtype}")
    n, d = x.shape[1:]
    model.check(n, d)
    _supported(model)
    kind = x.dtype.type
    scale = float(model.beta) * _BITS
    bounded = model.A is None and model.bias is None
    bias = None if model.bias is None else np.asarray(model.bias, np.float64) * _BITS
    _in_range(model, scale, bias, str(x.dtype))
    frame = _frames(model, n, d)
    coupling = np.ones((n, n)) if model.kind == "linear" and model.coupling is None else model.coupling
    return Packed(
        query=_held(np.full((1, 1, 1), scale) if model.A is None else _float64(model.A)[..., None] * scale, kind),
        value=_held(None if model.values is None else _float64(model.values).T[..., None], kind),
        frame=_held(frame, kind),
        back=_held(None if frame is None else np.swapaxes(frame, 0, 1), kind),
        bias=_held(bias, kind, 2),
        coupling=_held(coupling, kind, 2),
        shift=kind(scale if model.kind == "softmax" and bounded else 0.0),
        sign=kind(float(model.sign)),
        ahead=_held([dt * part for part in _AHEAD[method]], kind),
        weight=_held([dt * part for part in _WEIGHT[method]], kind),
        count=kind(n),
        softmax=model.kind == "softmax",
        linear=model.kind == "linear",
        plain_values=model.plain_values,
    )


def _float64(array: Any) -> Floats:
    return np.asarray(array, np.float64)


def _held(array: Any, kind: Any, axes: int = 3) -> Floats:
    """A contiguous array of the dtype; an empty one of ``axes`` axes for ``None``."""
    return np.zeros((0,) * axes, kind) if array is None else np.ascontiguousarray(array, kind)


def _supported(model: Model) -> None:
    if model.phase is not None:
        raise ValueError("the kernel has no relative phases: use numeric.dynamics")
    shared = {"A": 2, "value": 2, "bias": 2, "coupling": 2, "beta": 0, "sign": 0}
    for name, axes in shared.items():
        if np.ndim(getattr(model, name)) > axes and getattr(model, name) is not None:
            raise ValueError(f"the kernel takes one {name} for all seeds: use numeric.dynamics")


def _in_range(model: Model, scale: float, bias: Floats | None, dtype: str) -> None:
    """Refuse unnormalised weights whose exponents could overflow; softmax subtracts the largest one."""
    if model.kind != "unnormalised":
        return
    norm = 1.0 if model.A is None else float(np.linalg.norm(_float64(model.A)))
    top = abs(scale) * norm + (0.0 if bias is None else float(np.max(bias)))
    if not top < _LARGEST[dtype]:
        raise ValueError(f"weights up to 2^{top:.0f} overflow {dtype}: use a smaller beta, or softmax")


def _frames(model: Model, n: int, d: int) -> Floats | None:
    """[d, d, n] with q_k = sum_l frame[l, k] x_l for each token; ``None`` without a frame."""
    if model.gauge is not None:
        return np.moveaxis(_float64(model.gauge), 0, -1)
    if model.angles is None:
        return None
    angles = _float64(model.angles)
    frame = np.repeat(np.eye(d)[..., None], n, axis=2)
    for plane in range(angles.shape[1]):
        one, two = 2 * plane, 2 * plane + 1
        frame[one, one] = frame[two, two] = np.cos(angles[:, plane])
        frame[one, two] = np.sin(angles[:, plane])
        frame[two, one] = -frame[one, two]
    return frame
