"""What ``dynamics_times.py`` times: the best numpy and torch programs we know for the map, and the arithmetic peak.

All run on one thread. The fair rivals of the compiled kernel do no more than it does: they keep every array in the
second-level cache, write into arrays that exist already, and leave out what a model does not need (the largest score,
because beta is 1).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from numeric import dynamics

Array = Any
Advance = Callable[[int], None]


def in_place(cloud: Array, beta: float, dt: float, softmax: bool, columns: bool) -> Advance:
    """RK2 steps of all of ``cloud`` [seeds, n, d] with numpy, allocating nothing; ``columns`` keeps it [seeds, d, n].

    SA or USA with A = I. The softmax needs no largest score: beta is small.
    """
    x = np.ascontiguousarray(cloud.swapaxes(-1, -2) if columns else cloud).copy()
    axis = -2 if columns else -1
    scores = np.empty((len(cloud), cloud.shape[1], cloud.shape[1]), cloud.dtype)
    first, second, point, scaled = (np.empty_like(x) for _ in range(4))
    along = np.empty_like(np.sum(x, axis=axis, keepdims=True))

    def field(y: Array, out: Array) -> None:
        np.multiply(y, beta, out=scaled)
        if columns:
            np.matmul(scaled.swapaxes(-1, -2), y, out=scores)
        else:
            np.matmul(scaled, y.swapaxes(-1, -2), out=scores)
        np.exp(scores, out=scores)
        np.matmul(*((y, scores) if columns else (scores, y)), out=out)  # weights are symmetric
        np.divide(out, np.sum(scores, axis=axis, keepdims=True) if softmax else cloud.shape[1], out=out)
        np.multiply(y, out, out=scaled)
        np.sum(scaled, axis=axis, keepdims=True, out=along)
        np.multiply(y, along, out=scaled)
        np.subtract(out, scaled, out=out)

    def advance(steps: int) -> None:
        for _ in range(steps):
            field(x, first)
            np.multiply(first, dt, out=point)
            np.add(x, point, out=point)
            field(point, second)
            np.add(first, second, out=first)
            np.multiply(first, dt / 2, out=first)
            np.add(x, first, out=x)
            np.multiply(x, x, out=scaled)
            np.sum(scaled, axis=axis, keepdims=True, out=along)
            np.sqrt(along, out=along)
            np.divide(x, along, out=x)

    return advance


def source(x: Array, model: Any, dt: float) -> Advance:
    """RK2 steps of the array-API source, in the namespace of ``x``."""
    held = [x]

    def advance(steps: int) -> None:
        held[0] = dynamics.flow(held[0], model, dt, steps)

    return advance


def torch_fused(torch: Any, x: Array, beta: float, dt: float) -> Advance:
    """RK2 steps of SA with torch's fused attention, which forms no [n, n] array."""
    held = [x]
    attend = torch.nn.functional.scaled_dot_product_attention

    def field(y: Array) -> Array:
        u = attend(y[:, None], y[:, None], y[:, None], scale=beta)[:, 0]
        return u - (y * u).sum(-1, keepdim=True) * y

    def advance(steps: int) -> None:
        for _ in range(steps):
            first = field(held[0])
            moved = held[0] + dt / 2 * (first + field(held[0] + dt * first))
            held[0] = moved / moved.norm(dim=-1, keepdim=True)

    return advance


def torch_or_none() -> Any:
    """torch on one thread, or ``None`` where it is not installed."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    return torch


# Arithmetic ---------------------------------------------------------------------------------------------------------


@numba.njit(fastmath={"contract"}, error_model="numpy")  # type: ignore[untyped-decorator]
def _chains(x: Array, a: Any, b: Any, times: int) -> None:
    """16 multiply-adds for each entry of x [4, width] and pass, in the first-level cache; four chains run side by side,
    or the delay of one multiply-add and not their rate would be seen."""
    for _ in range(times):
        for j in range(x.shape[1]):
            p, q, r, s = x[0, j], x[1, j], x[2, j], x[3, j]
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            p, q, r, s = p * b + a, q * b + a, r * b + a, s * b + a
            p, q, r, s = p * a + b, q * a + b, r * a + b, s * a + b
            x[0, j], x[1, j], x[2, j], x[3, j] = p * b + a, q * b + a, r * b + a, s * b + a


PEAK_OPERATIONS = 1000 * 256 * 16 * 2  # of one unit of :func:`peak`


def peak(dtype: str) -> Advance:
    """Fused multiply-adds of vectors; one unit is a thousand passes over 256 entries."""
    kind = np.dtype(dtype).type
    x = np.linspace(0.0, 1.0, 256).reshape(4, 64).astype(dtype)
    return lambda times: _chains(x, kind(0.5), kind(0.25), 1000 * times)


def operations(d: int, dtype: str) -> int:
    """Floating-point operations that the kernel spends on a pair: 2 d for the score and 2 d for the mean, the sum of
    weights, the shift, and the exponential (bound, rounding by three sums, 11 or 6 multiply-adds)."""
    return 4 * d + 2 + 4 + 2 * (11 if dtype == "float64" else 6)


def seconds(advance: Advance, times: int) -> float:
    """Processor seconds of this thread for one unit of ``advance``."""
    started = time.thread_time()
    advance(times)
    return (time.thread_time() - started) / times


def fastest(programs: dict[str, Advance], budget: float, rounds: int = 7) -> dict[str, float]:
    """Least processor seconds of one unit of each program over ``rounds``, the programs taking turns, so that a
    neighbour on the machine meets all of them; about ``budget`` seconds for each program."""
    times, best = {}, {}
    for name, advance in programs.items():
        advance(1)  # compiles, fills caches
        best[name] = seconds(advance, 1)
        times[name] = max(1, int(budget / rounds / max(best[name], 1e-7)))
    for _ in range(rounds):
        for name, advance in programs.items():
            best[name] = min(best[name], seconds(advance, times[name]))
    return best
