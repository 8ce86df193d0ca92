"""Observables of token directions, and what a change of basis does to them (``week11-notes``, section 1).

Rows of the residual stream h [..., T, d] are divided by their norms; rows are not centred unless it is said. Overlaps
``c_ij = x_i . x_j``; mean direction ``|mean x|^2``; participation rank ``(sum lambda)^2/sum lambda^2`` of the
eigenvalues of ``X^T X``; clustering with the distance ``1 - c`` and one declared grouping rule, tokens of one symbol:
the order parameter is the mean overlap within groups less that between groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
from array_api_compat import array_namespace

from claims.measure.arrays import UNIT_ROUNDOFF
from numeric.fields import unit

Array = Any
Float64 = np.ndarray[Any, np.dtype[np.float64]]
Whole = np.ndarray[Any, np.dtype[np.int64]]
OBSERVABLES = ("overlaps", "mean direction", "singular values", "participation rank", "order parameter")
_U = UNIT_ROUNDOFF["float64"]


def gram(x: Array) -> Array:
    """Inner products of the rows, [..., T, T]."""
    xp = array_namespace(x)
    return xp.matmul(x, xp.matrix_transpose(x))


def centred(x: Array) -> Array:
    """Rows less their mean."""
    return x - array_namespace(x).sum(x, axis=-2, keepdims=True) / x.shape[-2]


def mean_square(x: Array) -> Array:
    """``|mean of the rows|^2``, [...]."""
    xp = array_namespace(x)
    middle = xp.sum(x, axis=-2) / x.shape[-2]
    return xp.sum(middle * middle, axis=-1)


def participation(x: Array) -> Array:
    """``(tr G)^2/tr G^2`` of the Gram matrix, which has the nonzero eigenvalues of ``X^T X``; [...]."""
    xp = array_namespace(x)
    whole, g = xp.sum(x * x, axis=(-2, -1)), gram(x)
    return whole * whole / xp.sum(g * g, axis=(-2, -1))


def order(x: Array, same: Array) -> Array:
    """Mean overlap of two tokens of one group less that of two of different groups, [...]; x unit rows.

    ``same`` [..., T, T]: 1 where tokens i and j are of one group, else 0. Each sequence needs a pair of either kind.
    """
    xp = array_namespace(x)
    c, t = gram(x), x.shape[-2]
    others = 1 - xp.eye(t, dtype=x.dtype, device=x.device)
    within, between = same * others, (1 - same) * others
    return xp.sum(c * within, axis=(-2, -1)) / xp.sum(within, axis=(-2, -1)) - xp.sum(
        c * between, axis=(-2, -1)
    ) / xp.sum(between, axis=(-2, -1))


def pairs(x: Float64) -> Float64:
    """Overlaps of the pairs i < j, [..., T (T - 1)/2]; numpy."""
    rows, columns = np.triu_indices(x.shape[-2], 1)
    return np.asarray(gram(x)[..., rows, columns])


def directions(h: Float64) -> Float64:
    """Unit rows of the stream."""
    return np.asarray(unit(np, h))


def singular(x: Float64) -> tuple[Float64, Float64]:
    """Singular values [..., min(T, d)] of unit rows, and a bound of their errors [...] (Weyl).

    With U, S, V as LAPACK gives them, ``|sigma_k - S_k| <= |X - U S V| + |S| (|U^T U - 1| + |V V^T - 1|)`` in Frobenius
    norms, since the orthogonal factor nearest to U is within ``|U^T U - 1|`` of it; to which the roundings of these
    products are added, at most ``4 (T + d) u`` times the product of the norms (sqrt(T), and T or d at most).
    """
    u, s, v = np.linalg.svd(x, full_matrices=False)
    t, d = x.shape[-2:]
    residual = _norm(x - (u * s[..., None, :]) @ v)
    skew = _norm(np.swapaxes(u, -1, -2) @ u - np.eye(s.shape[-1])) + _norm(
        v @ np.swapaxes(v, -1, -2) - np.eye(len(s[0]))
    )
    rounded = 4 * (t + d) * _U * sqrt(t) * (1 + max(t, d))
    return s, residual + s[..., 0] * skew + rounded


def _norm(m: Float64) -> Float64:
    return np.asarray(np.linalg.norm(m, axis=(-2, -1)))


# Change of basis -----------------------------------------------------------------------------------------------------


def orthogonal(rng: np.random.Generator, d: int) -> Float64:
    """A random orthogonal matrix, up to rounding."""
    return np.asarray(np.linalg.qr(rng.standard_normal((d, d)))[0])


def stretched(rng: np.random.Generator, d: int) -> Float64:
    """A random invertible matrix with singular values from 1/2 to 2."""
    return orthogonal(rng, d) * np.geomspace(0.5, 2.0, d) @ orthogonal(rng, d)


def singular_map(rng: np.random.Generator, d: int) -> Float64:
    """A random matrix of rank d/2: no change of basis."""
    return orthogonal(rng, d) * (np.arange(d) < d // 2) @ orthogonal(rng, d)


def changes(h: Float64, by: Float64, same: Float64) -> dict[str, float]:
    """Largest change of each of :data:`OBSERVABLES` when ``h`` [B, T, d] becomes ``h by``; of R/T for the rank R."""
    old, new = directions(h), directions(h @ by)
    t = h.shape[-2]
    values = {
        "overlaps": pairs(new) - pairs(old),
        "mean direction": mean_square(new) - mean_square(old),
        "singular values": singular(new)[0] - singular(old)[0],
        "participation rank": (participation(new) - participation(old)) / t,
        "order parameter": order(new, same) - order(old, same),
    }
    return {name: float(np.max(np.abs(change))) for name, change in values.items()}


def allowed(h: Float64, q: Float64) -> dict[str, float]:
    """What roundings may change under an orthogonal ``q``, derived: no statistics.

    ``h q`` is off by ``e = d^{3/2} u |h|`` in each row and inner products by ``eta |h||h'|``, eta = ``|q q^T - 1|``: an
    overlap by ``2 (eta + 2 e)`` and its own roundings, ``(4 d + 8) u`` in both runs. Averages add those of their sums.
    R/T is ``T/|C|^2``, whose relative change is ``2 T/|C| <= 2 sqrt(T)`` times that of an overlap.
    Singular values move by at most the Frobenius norm of the moves of rows and the two errors of :func:`singular`.
    """
    t, d = h.shape[-2:]
    eta = float(np.linalg.norm(q @ q.T - np.eye(d))) + 2 * d * d * _U
    away = 2 * d**1.5 * _U
    overlap = 2 * (eta + 2 * away) + (4 * d + 8) * _U
    sums = 2 * (t * t + d) * _U
    errors = sum(float(np.max(singular(directions(m))[1])) for m in (h, h @ q))
    return {
        "overlaps": overlap,
        "mean direction": overlap + sums,
        "singular values": sqrt(t) * overlap + errors,
        "participation rank": 4 * sqrt(t) * overlap + 2 * sums,
        "order parameter": 2 * overlap + 2 * sums,
    }


def certified_rank(h: Float64) -> Whole:
    """Number of singular values of the unit rows that are certainly not 0, [B]: the rank where it is min(T, d)."""
    s, error = singular(directions(h))
    return np.asarray(np.sum(s > error[..., None], axis=-1), dtype=np.int64)


def rank_after(h: Float64, by: Float64) -> Whole:
    """:func:`certified_rank` of ``h by``, [B]; of a ``by`` of lower rank, that is the rank left (roundings aside)."""
    return np.asarray(np.minimum(certified_rank(h @ by), int(np.linalg.matrix_rank(by))), dtype=np.int64)


def changed_parameters(p: Mapping[str, Float64], by: Float64) -> dict[str, Float64]:
    """Parameters of :mod:`numeric.layers` for the stream in the basis ``h by``: a symmetry if ``by`` is orthogonal."""
    back = np.linalg.inv(by)
    writes = ("embed", "place", "o", "down")
    return {name: w @ by if name.rstrip("0123456789") in writes else back @ w for name, w in p.items()}
