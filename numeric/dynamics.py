"""The attention dynamics over the array API: one source for every backend, dtype and rounding hook.

State: ``x`` [..., n, d], rows on the unit sphere, mostly [seeds, n, d]; models are in ``numeric.models``. Only
functions of the array API standard are called, in the namespace of ``x``; no function writes into an array. Products
read ``rounding.operand(...)`` and accumulate in the dtype of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from array_api_compat import array_namespace

from claims.measure.hooks import EXACT, Rounding
from numeric import fields
from numeric.models import Model

Array = Any
Field = Callable[[Array], Array]
Float64 = np.ndarray[Any, np.dtype[np.float64]]

METHODS = ("rk2", "rk4")
_CACHE = 2**20  # bytes of one core's second-level cache that a chunk of seeds may fill


@dataclass(frozen=True)
class Tables:
    """What a model computes once for all steps: cosines and sines of its angles (``None`` without angles)."""

    cos: Array = None
    sin: Array = None


def tables(xp: Any, model: Model) -> Tables:
    """Cosines and sines of the frame's angles, [n, p], or of the relative phases, [n, n]."""
    angles = model.phase if model.angles is None else model.angles
    return Tables() if angles is None else Tables(xp.cos(angles), xp.sin(angles))


# Frames -------------------------------------------------------------------------------------------------------------


def turned(xp: Any, x: Array, cos: Array, sin: Array) -> Array:
    """Each token turned in its planes (0, 1), (2, 3), ...: x [..., n, d], cos and sin [n, p], 2 p <= d."""
    p = cos.shape[-1]
    even, odd = x[..., 0 : 2 * p : 2], x[..., 1 : 2 * p : 2]
    pairs = xp.stack([cos * even - sin * odd, sin * even + cos * odd], axis=-1)
    plane = xp.reshape(pairs, (*x.shape[:-1], 2 * p))
    return plane if 2 * p == x.shape[-1] else xp.concat([plane, x[..., 2 * p :]], axis=-1)


def _into(xp: Any, x: Array, model: Model, table: Tables) -> Array:
    """q_i = G_i x_i."""
    if model.angles is not None:
        return turned(xp, x, table.cos, table.sin)
    if model.gauge is not None:
        return xp.sum(model.gauge * x[..., :, None], axis=-2)
    return x


def _back(xp: Any, q: Array, model: Model, table: Tables) -> Array:
    """x_i = G_i^T q_i."""
    if model.angles is not None:
        return turned(xp, q, table.cos, -table.sin)
    if model.gauge is not None:
        return xp.sum(model.gauge * q[..., None, :], axis=-1)
    return q


def to_frame(x: Array, model: Model) -> Array:
    """Gauge-frame tokens q_i = R_{theta_i} x_i or Psi_i^T x_i, [..., n, d]; x itself where the model has no frame."""
    xp = array_namespace(x)
    return _into(xp, x, model, tables(xp, model))


def from_frame(q: Array, model: Model) -> Array:
    """Inverse of :func:`to_frame`."""
    xp = array_namespace(q)
    return _back(xp, q, model, tables(xp, model))


# Weights ------------------------------------------------------------------------------------------------------------


def _linear(xp: Any, y: Array, matrix: Array | None, rounding: Rounding, transposed: bool = False) -> Array:
    """y_i^T M, or M y_i when ``transposed``: [..., n, d]."""
    if matrix is None:
        return y
    matrix = xp.matrix_transpose(matrix) if transposed else matrix
    batch = xp.broadcast_to(matrix, (*y.shape[:-2], *matrix.shape[-2:]))
    return xp.matmul(rounding.operand(y), rounding.operand(batch))


def _scores(xp: Any, y: Array, model: Model, table: Tables, rounding: Rounding) -> Array:
    """q_i^T A q_j, [..., n, n]; with a relative phase <x_i, R_{g_ij} x_j>."""
    keys = xp.matrix_transpose(rounding.operand(y))
    if model.phase is None:
        return xp.matmul(rounding.operand(_linear(xp, y, model.A, rounding)), keys)
    plane, rest = rounding.operand(y[..., :2]), rounding.operand(y[..., 2:])
    across = xp.stack([plane[..., 1], -plane[..., 0]], axis=-1)
    turn = xp.matrix_transpose(plane)
    inner = table.cos * xp.matmul(plane, turn) + table.sin * xp.matmul(across, turn)
    return inner + xp.matmul(rest, xp.matrix_transpose(rest))


def _over_pairs(beta: Any) -> Any:
    """A number, or one per seed [...] ready to multiply [..., n, n]."""
    return fields.column(beta) if getattr(beta, "ndim", 0) else beta


def _logits(xp: Any, y: Array, model: Model, table: Tables, rounding: Rounding) -> Array:
    scaled = _scores(xp, y, model, table, rounding) * _over_pairs(model.beta)
    return scaled if model.bias is None else scaled + model.bias


def logits(x: Array, model: Model) -> Array:
    """beta q_i^T A q_j + bias_ij, [..., n, n]; for the kind "linear" the scores alone matter in no velocity."""
    xp = array_namespace(x)
    table = tables(xp, model)
    return _logits(xp, _into(xp, x, model, table), model, table, EXACT)


def _weights(xp: Any, y: Array, model: Model, table: Tables, rounding: Rounding) -> Array:
    """w_ij, [..., n, n]; for softmax up to a factor per row, so that the largest exponent is near 0."""
    if model.kind == "linear":
        ones = xp.ones((*y.shape[:-1], y.shape[-2]), dtype=y.dtype, device=y.device)
        return ones if model.coupling is None else ones * model.coupling
    exponent = _logits(xp, y, model, table, rounding)
    if model.kind == "softmax":
        bounded = model.A is None and model.bias is None
        exponent = exponent - (_over_pairs(model.beta) if bounded else xp.max(exponent, axis=-1, keepdims=True))
    w = xp.exp(exponent)
    return w if model.coupling is None else w * model.coupling


def weights(x: Array, model: Model) -> Array:
    """coupling_ij exp(beta q_i^T A q_j + bias_ij), [..., n, n]; rows of softmax sum to 1."""
    xp = array_namespace(x)
    table = tables(xp, model)
    w = _weights(xp, _into(xp, x, model, table), model, table, EXACT)
    return w / xp.sum(w, axis=-1, keepdims=True) if model.kind == "softmax" else w


# Velocity and steps -------------------------------------------------------------------------------------------------


def _means(xp: Any, w: Array, y: Array, model: Model, table: Tables, rounding: Rounding) -> Array:
    """sum_j w_ij V q_j; with a relative phase sum_j w_ij R_{g_ij} x_j: [..., n, d]."""
    if model.phase is None:
        values = _linear(xp, y, model.values, rounding, transposed=True)
        return xp.matmul(rounding.operand(w), rounding.operand(values))
    plane = rounding.operand(y[..., :2])
    quarter = xp.stack([-plane[..., 1], plane[..., 0]], axis=-1)
    moved = xp.matmul(rounding.operand(w * table.cos), plane) + xp.matmul(rounding.operand(w * table.sin), quarter)
    return xp.concat([moved, xp.matmul(rounding.operand(w), rounding.operand(y[..., 2:]))], axis=-1)


def _velocity(xp: Any, model: Model, table: Tables, rounding: Rounding, x: Array) -> Array:
    y = _into(xp, x, model, table)
    w = _weights(xp, y, model, table, rounding)
    u = _means(xp, w, x if model.plain_values else y, model, table, rounding)
    u = u / (xp.sum(w, axis=-1, keepdims=True) if model.kind == "softmax" else x.shape[-2])
    if not model.plain_values:
        u = _back(xp, u, model, table)
    return rounding.field(fields.tangent(xp, x, u) * _over_pairs(model.sign))


def velocity(x: Array, model: Model, rounding: Rounding = EXACT) -> Array:
    """``sign P_{x_i} G_i^T (1/N_i) sum_j w_ij V q_j``, tangent to the sphere, [..., n, d].

    Raises ``ValueError`` when the model's arrays do not fit. Source: see :mod:`numeric.models`.
    """
    return _field(array_namespace(x), x, model, rounding)(x)


def _field(xp: Any, x: Array, model: Model, rounding: Rounding) -> Field:
    model.check(*x.shape[-2:])
    return partial(_velocity, xp, model, tables(xp, model), rounding)


def _increment(field: Field, x: Array, dt: Any, method: str) -> Array:
    """Of one Runge-Kutta step, before the state is put back on the sphere."""
    first = field(x)
    if method == "rk2":
        return dt * (first + field(x + dt * first)) / 2
    second = field(x + dt * first / 2)
    third = field(x + dt * second / 2)
    return dt * (first + 2 * second + 2 * third + field(x + dt * third)) / 6


def _stepped(xp: Any, field: Field, x: Array, dt: Any, method: str, rounding: Rounding) -> Array:
    return rounding.state(fields.unit(xp, x + _increment(field, x, dt, method)))


def _known(method: str) -> None:
    if method not in METHODS:
        raise ValueError(f"no method {method!r} (there are: {', '.join(METHODS)})")


def step(x: Array, model: Model, dt: Any, method: str = "rk2", rounding: Rounding = EXACT) -> Array:
    """One projected Runge-Kutta step, then ``x_i <- x_i/|x_i|``, [..., n, d].

    "rk2" is the two-stage map of ``usa-av``, section 9.1 (velocities projected, normalisation after the step); the
    source does not say which stages, and Heun's are used: ``x + dt (k_1 + k_2)/2``, ``k_2`` at ``x + dt k_1``. "rk4"
    is the classical one. ``dt`` is a number, or broadcasts against ``x``. Raises ``ValueError`` for another method.
    """
    _known(method)
    xp = array_namespace(x)
    return _stepped(xp, _field(xp, x, model, rounding), x, dt, method, rounding)


def flow(
    x: Array,
    model: Model,
    dt: Any,
    steps: int,
    method: str = "rk2",
    rounding: Rounding = EXACT,
    observe: Callable[[int, Array], None] | None = None,
    every: int = 1,
) -> Array:
    """The state after ``steps`` steps of :func:`step`, [..., n, d].

    ``observe(k, x)`` is called with the state after k steps, for k = 0, ``every``, 2 ``every``, ... up to ``steps``.
    Raises ``ValueError`` for an unknown method, negative ``steps`` or ``every`` below 1.
    """
    _known(method)
    if steps < 0 or every < 1:
        raise ValueError(f"steps must be at least 0 and every at least 1, not {steps} and {every}")
    xp = array_namespace(x)
    field = _field(xp, x, model, rounding)
    for number in range(steps + 1):
        if number:
            x = _stepped(xp, field, x, dt, method, rounding)
        if observe is not None and number % every == 0:
            observe(number, x)
    return x


# Seeds --------------------------------------------------------------------------------------------------------------


def cloud(seeds: range, n: int, d: int) -> Float64:
    """Tokens drawn uniformly on the sphere, [seeds, n, d] in float64; a cloud depends on nothing but its seed."""
    drawn = np.stack([np.random.default_rng(seed).standard_normal((n, d)) for seed in seeds])
    return np.asarray(fields.unit(np, drawn))


def chunk_size(n: int, itemsize: int = 8, memory: int = _CACHE) -> int:
    """Seeds that are stepped together so that three [n, n] arrays of each fit into ``memory`` bytes; at least 1.

    The default is the second-level cache of a core; on a GPU give a part of its memory.
    """
    return max(1, memory // (3 * n * n * itemsize))


def chunks(seeds: range, size: int) -> Iterator[range]:
    """Consecutive parts of at most ``size`` seeds."""
    for start in range(0, len(seeds), size):
        yield seeds[start : start + size]


def sweep(seeds: range, size: int, run: Callable[[range], Float64]) -> Float64:
    """``run(part)`` [part, ...] for each chunk of seeds, joined along the seeds, [seeds, ...].

    Only one chunk's state is held at a time: besides the results memory does not grow with the number of seeds.
    """
    return np.concatenate([run(part) for part in chunks(seeds, size)])
