"""The compiled kernel of the dynamics (numba): all steps of one seed in the first-level cache of one core.

Import it through ``numeric.compiled``, which says what is missing where numba is not installed. Arrays are transposed,
coordinates before tokens, so that every inner loop runs over contiguous tokens and becomes vector instructions. The
exponential is inlined: numba's own is a scalar library call and costs four times as much.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.extending import overload

Array = Any

# Reassociation lets sums become vector sums; the exponential may not be reassociated (its rounding trick would vanish).
_SUMS = {"reassoc", "contract", "nsz", "arcp"}
_EXACT = {"contract", "nsz", "nnan"}

#: 2^r on [-1/2, 1/2] by interpolation at the Chebyshev nodes, lowest power first: relative error 2.0e-17 in float64
#: with 11 powers, 2.6e-9 in float32 with 6 (less than a tenth of the unit roundoff each).
WIDE = (
    1.0, 0.6931471805599453, 0.24022650695910158, 0.055504108664821625, 0.009618129107587256, 0.001333355814640647,
    0.00015403530463724353, 1.5252733841556773e-05, 1.3215432535912375e-06, 1.0178057087733941e-07,
    7.074194297288521e-09, 4.4558179083360645e-10,
)  # fmt: skip
NARROW = tuple(
    np.float32(c)
    for c in (
        1.0, 0.6931472067028326, 0.24022650922288757, 0.05550327226670302, 0.009618056678524637, 0.0013400428177615838,
        0.0001546144469856913,
    )
)  # fmt: skip
#: Adding this number rounds to an integer, whose bits are then the last ones of the sum.
_ROUND64, _ROUND32 = 1.5 * 2.0**52, np.float32(1.5 * 2.0**23)
_LEAST64, _LEAST32 = -1022.0, np.float32(-126.0)
_W0, _W1, _W2, _W3, _W4, _W5, _W6, _W7, _W8, _W9, _W10, _W11 = WIDE
_N0, _N1, _N2, _N3, _N4, _N5, _N6 = NARROW
_SHIFT32 = np.int32(23)


def _exp2_wide(t: Any) -> Any:
    """2^t in float64 for t < 1023; t below -1022 counts as -1022."""
    t = max(t, _LEAST64)
    k = t + _ROUND64
    r = t - (k - _ROUND64)
    p = ((((((((((_W11 * r + _W10) * r + _W9) * r + _W8) * r + _W7) * r + _W6) * r + _W5) * r + _W4) * r + _W3) * r
          + _W2) * r + _W1) * r + _W0  # fmt: skip
    return np.int64(np.float64(p).view(np.int64) + (np.float64(k).view(np.int64) << 52)).view(np.float64)


def _exp2_narrow(t: Any) -> Any:
    """2^t in float32 for t < 127; t below -126 counts as -126."""
    t = max(t, _LEAST32)
    k = np.float32(t + _ROUND32)
    r = t - (k - _ROUND32)
    p = (((((_N6 * r + _N5) * r + _N4) * r + _N3) * r + _N2) * r + _N1) * r + _N0
    power = np.int32(np.float32(k).view(np.int32) << _SHIFT32)
    return np.int32(np.float32(p).view(np.int32) + power).view(np.float32)


exp2_wide: Any = numba.njit(fastmath=_EXACT, error_model="numpy", cache=True)(_exp2_wide)
exp2_narrow: Any = numba.njit(fastmath=_EXACT, error_model="numpy", cache=True)(_exp2_narrow)


def _exp2(t: Any) -> Any:
    """2^t in the dtype of t, in compiled code only (:func:`_of_dtype` picks the function)."""
    raise TypeError("only compiled code calls this")


def _call_wide(t: Any) -> Any:
    return exp2_wide(t)


def _call_narrow(t: Any) -> Any:
    return exp2_narrow(t)


def _of_dtype(t: Any) -> Any:
    """The exponential of a dtype, for numba's type inference."""
    return _call_narrow if t is numba.types.float32 else _call_wide


overload(_exp2, inline="always")(_of_dtype)


def _combine(matrix: Array, x: Array, out: Array) -> None:
    """out_k = sum_l matrix[l, k] x_l for each token: matrix [d, d, 1], [d, d, n] with one per token, or a number
    [1, 1, 1]."""
    d, n = x.shape
    if matrix.size == 1:
        for k in range(d):
            for j in range(n):
                out[k, j] = matrix[0, 0, 0] * x[k, j]
        return
    for k in range(d):
        for j in range(n):
            out[k, j] = x[k, j] - x[k, j]
        for part in range(d):
            entries = matrix[part, k]
            if entries.size == 1:
                for j in range(n):
                    out[k, j] += entries[0] * x[part, j]
            else:
                for j in range(n):
                    out[k, j] += entries[j] * x[part, j]


def _scores(query: Array, i: int, keys: Array, row: Array) -> None:
    """row_j = sum_k query[k, i] keys[k, j]: up to three coordinates first, then four at a time."""
    d, n = keys.shape
    rest = d % 4
    if rest == 0:
        for j in range(n):
            row[j] = 0
    elif rest == 1:
        for j in range(n):
            row[j] = query[0, i] * keys[0, j]
    elif rest == 2:
        for j in range(n):
            row[j] = query[0, i] * keys[0, j] + query[1, i] * keys[1, j]
    else:
        for j in range(n):
            row[j] = query[0, i] * keys[0, j] + query[1, i] * keys[1, j] + query[2, i] * keys[2, j]
    for k in range(rest, d, 4):
        a, b, c, e = query[k, i], query[k + 1, i], query[k + 2, i], query[k + 3, i]
        for j in range(n):
            row[j] += a * keys[k, j] + b * keys[k + 1, j] + c * keys[k + 2, j] + e * keys[k + 3, j]


def _means(row: Array, values: Array, norm: Any, i: int, out: Array) -> None:
    """out[k, i] = sum_j row_j values[k, j] / norm: four coordinates at a time, then up to three."""
    d, n = values.shape
    k = 0
    while k < d:
        a = b = c = e = norm - norm
        if k + 4 <= d:
            for j in range(n):
                a += row[j] * values[k, j]
                b += row[j] * values[k + 1, j]
                c += row[j] * values[k + 2, j]
                e += row[j] * values[k + 3, j]
            out[k, i], out[k + 1, i], out[k + 2, i], out[k + 3, i] = a / norm, b / norm, c / norm, e / norm
            k += 4
        elif k + 3 == d:
            for j in range(n):
                a += row[j] * values[k, j]
                b += row[j] * values[k + 1, j]
                c += row[j] * values[k + 2, j]
            out[k, i], out[k + 1, i], out[k + 2, i] = a / norm, b / norm, c / norm
            k += 3
        else:
            for j in range(n):
                a += row[j] * values[k, j]
            out[k, i] = a / norm
            k += 1


combine: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True)(_combine)
scores: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True, inline="always")(_scores)
means: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True, inline="always")(_means)


def _row(i: int, row: Array, shift: Any, softmax: bool, bias: Array, coupling: Array) -> Any:
    """Weights from scores in place; their sum. ``shift`` 0 stands for the largest score of the row (softmax)."""
    n = row.size
    if bias.size:
        for j in range(n):
            row[j] += bias[i, j]
    if softmax and shift == 0:
        for j in range(n):
            shift = max(shift, row[j]) if j else row[0]
    total = row[0] - row[0]
    if not coupling.size:
        for j in range(n):
            row[j] = _exp2(row[j] - shift)
            total += row[j]
        return total
    for j in range(n):
        row[j] = coupling[i, j] * _exp2(row[j] - shift)
        total += row[j]
    return total


row_weights: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True, inline="always")(_row)


def _rows(
    query: Array, keys: Array, values: Array, bias: Array, coupling: Array, shift: Any, count: Any, softmax: bool,
    linear: bool, row: Array, out: Array,
) -> None:  # fmt: skip
    """out_i = (1/N_i) sum_j w_ij values_j for every token. The loop is here and what it calls is inlined: a call for
    each row that hands over arrays costs as much as 60 pairs."""
    n = row.size
    for i in range(n):
        if linear:
            for j in range(n):
                row[j] = coupling[i, j]
            norm = count
        else:
            scores(query, i, keys, row)
            total = row_weights(i, row, shift, softmax, bias, coupling)
            norm = total if softmax else count
        means(row, values, norm, i, out)


def _space_rows(query: Array, keys: Array, values: Array, shift: Any, count: Any, softmax: bool, row: Array,
                out: Array) -> None:  # fmt: skip
    """:func:`_rows` without bias, coupling, largest scores, in three dimensions (as the papers run): a fifth faster."""
    n = row.size
    for i in range(n):
        a, b, c = query[0, i], query[1, i], query[2, i]
        for j in range(n):
            row[j] = a * keys[0, j] + b * keys[1, j] + c * keys[2, j]
        total = u = v = w = count - count
        for j in range(n):
            row[j] = _exp2(row[j] - shift)
            total += row[j]
        for j in range(n):
            u += row[j] * values[0, j]
            v += row[j] * values[1, j]
            w += row[j] * values[2, j]
        norm = total if softmax else count
        out[0, i], out[1, i], out[2, i] = u / norm, v / norm, w / norm


space_rows: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True)(_space_rows)
rows: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True)(_rows)


def _tangent(x: Array, u: Array, sign: Any, along: Array) -> None:
    """u <- sign (u - <x, u> x) for each token."""
    d, n = x.shape
    for j in range(n):
        along[j] = x[0, j] * u[0, j]
    for k in range(1, d):
        for j in range(n):
            along[j] += x[k, j] * u[k, j]
    for k in range(d):
        for j in range(n):
            u[k, j] = sign * (u[k, j] - along[j] * x[k, j])


tangent: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True)(_tangent)


def _velocity(x: Array, out: Array, work: Array, row: Array, m: Any) -> None:
    """The velocity of one seed, [d, n]; ``m`` is a :class:`numeric.compiled.Packed`, ``work`` [3, d, n] scratch."""
    d, n = x.shape
    y, query, values = x, work[1], x
    if m.frame.size:
        combine(m.frame, x, work[0])
        y = values = work[0]
    if m.plain_values:
        values = x
    if m.value.size:
        combine(m.value, values, work[2])
        values = work[2]
    combine(m.query, y, query)
    if d == 3 and not (m.linear or m.bias.size or m.coupling.size or (m.softmax and m.shift == 0)):
        space_rows(query, y, values, m.shift, m.count, m.softmax, row, out)
    else:
        rows(query, y, values, m.bias, m.coupling, m.shift, m.count, m.softmax, m.linear, row, out)
    if m.frame.size and not m.plain_values:
        combine(m.back, out, query)
        for k in range(d):
            for j in range(n):
                out[k, j] = query[k, j]
    tangent(x, out, m.sign, row)


velocity: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True, inline="always")(_velocity)


def _unit(x: Array, norms: Array) -> None:
    """Each token divided by its norm."""
    d, n = x.shape
    for j in range(n):
        norms[j] = x[0, j] * x[0, j]
    for k in range(1, d):
        for j in range(n):
            norms[j] += x[k, j] * x[k, j]
    for j in range(n):
        norms[j] = np.sqrt(norms[j])
    for k in range(d):
        for j in range(n):
            x[k, j] /= norms[j]


unit: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True)(_unit)


def _step(x: Array, k: Array, work: Array, row: Array, m: Any) -> None:
    """One Runge-Kutta step and back to the sphere, in place; ``k`` [3, d, n] scratch.

    Stage s evaluates at x + ahead_s k_{s-1} and enters the sum with weight_s (``m.ahead``, ``m.weight``).
    """
    d, n = x.shape
    field, point, total = k[0], k[1], k[2]
    for stage in range(m.ahead.size):
        ahead, weight = m.ahead[stage], m.weight[stage]
        for part in range(d):
            for j in range(n):
                point[part, j] = x[part, j] + ahead * field[part, j] if stage else x[part, j]
        velocity(point, field, work, row, m)
        for part in range(d):
            for j in range(n):
                total[part, j] = total[part, j] + weight * field[part, j] if stage else weight * field[part, j]
    for part in range(d):
        for j in range(n):
            x[part, j] += total[part, j]
    unit(x, row)


step: Any = numba.njit(fastmath=_SUMS, error_model="numpy", cache=True, inline="always")(_step)


def _advance(states: Array, steps: int, m: Any) -> None:
    """``steps`` steps of every seed, in place; states [seeds, d, n]. It does not hold Python's lock."""
    seeds, d, n = states.shape
    k = np.empty((3, d, n), states.dtype)
    work = np.empty((3, d, n), states.dtype)
    row = np.empty(n, states.dtype)
    for seed in range(seeds):
        for _ in range(steps):
            step(states[seed], k, work, row, m)


advance: Any = numba.njit(fastmath=_SUMS, error_model="numpy", nogil=True, cache=True)(_advance)
