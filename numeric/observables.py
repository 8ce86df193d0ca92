"""What the experiments read off a cloud of tokens x [..., n, d] (rows on the unit sphere), over the array API.

Sources: ``usa-av``, sections 2.3, 6.1 and 9.2; ``geometry-essay``, "Removing the denominator"; ``week11-notes``,
section 2. Energies have the sign of ``usa-av``: they ascend. ``geometry-essay`` uses ``-energy``, ``week11-notes``
``n^2 energy``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from array_api_compat import array_namespace

from claims.measure.hooks import EXACT
from numeric import dynamics as dyn
from numeric.models import Model

Array = Any


def _pair_terms(xp: Any, x: Array, model: Model) -> Array:
    """h_ij, [..., n, n]: coupling exp(logit)/beta, or coupling times score for the kind "linear"."""
    if model.plain_values:
        raise ValueError("values without frames belong to no interaction energy")
    table = dyn.tables(xp, model)
    y = dyn._into(xp, x, model, table)
    if model.kind == "linear":
        terms = dyn._scores(xp, y, model, table, EXACT)
    else:
        terms = xp.exp(dyn._logits(xp, y, model, table, EXACT)) / dyn._over_pairs(model.beta)
    return terms if model.coupling is None else terms * model.coupling


def energy(x: Array, model: Model) -> Array:
    """``(1/(2 n^2)) sum_ij h_ij`` with ``h = coupling exp(beta q_i^T A q_j + bias)/beta``, or ``coupling q_i^T A q_j``
    for the kind "linear"; [...].

    It ascends under the flow of a model with V = A symmetric and symmetric bias and coupling. Raises ``ValueError``
    for ``plain_values``, which has no energy.
    """
    xp = array_namespace(x)
    model.check(*x.shape[-2:])
    return xp.sum(_pair_terms(xp, x, model), axis=(-2, -1)) / (2 * x.shape[-2] ** 2)


def energy_top(x: Array, model: Model) -> Array:
    """The energy of tokens that agree in the gauge frame, [...] or of one entry: the maximum where A = I and the
    coupling is not negative (``usa-av``, Theorems 1, 2 and 4: a pointwise bound that is attained).

    With a relative phase that comes from no frame it is an upper bound. Raises ``ValueError`` where it is neither: for
    a matrix A or V, or for the kind "linear", whose coupling may be negative.
    """
    if model.kind == "linear" or model.A is not None or model.value is not None:
        raise ValueError("the largest energy is known for A = V = I and exponential weights; give it as top")
    xp = array_namespace(x)
    n = x.shape[-2]
    terms = xp.ones((n, n), dtype=x.dtype, device=x.device)
    terms = terms if model.bias is None else xp.exp(model.bias)
    terms = terms if model.coupling is None else terms * model.coupling
    beta = model.beta if getattr(model.beta, "ndim", 0) else xp.asarray(model.beta, dtype=x.dtype, device=x.device)
    return xp.exp(beta) / (2 * beta) * xp.sum(terms, axis=(-2, -1)) / n**2


def energy_gap(x: Array, model: Model, top: Any = None) -> Array:
    """``(top - energy)/top``, [...]; ``top`` is :func:`energy_top` unless given (1/4 for the Toeplitz kernel)."""
    most = energy_top(x, model) if top is None else top
    return (most - energy(x, model)) / most


def energy_rate(x: Array, dx: Array, model: Model) -> Array:
    """The derivative of the energy along velocities ``dx`` [..., n, d], in any model without frames; [...].

    ``(1/(2 n^2)) sum_ij w_ij (dx_i^T A x_j + x_i^T A dx_j)``. Raises ``ValueError`` for a model with a frame.
    """
    if any(frame is not None for frame in (model.angles, model.gauge, model.phase)):
        raise ValueError("give the tokens of the gauge frame, and the model without its frame")
    xp = array_namespace(x)
    left = x if model.A is None else xp.matmul(x, model.A)
    moved = dx if model.A is None else xp.matmul(dx, model.A)
    change = xp.matmul(moved, xp.matrix_transpose(x)) + xp.matmul(left, xp.matrix_transpose(dx))
    unnormalised = Model("linear" if model.kind == "linear" else "unnormalised", model.beta, bias=model.bias, A=model.A,
                         coupling=model.coupling)  # fmt: skip
    return xp.sum(dyn.weights(x, unnormalised) * change, axis=(-2, -1)) / (2 * x.shape[-2] ** 2)


def collapse_gap(x: Array) -> Array:
    """``1 - (1/(n(n - 1))) sum_{i != j} <x_i, x_j>``, [...]; ``usa-av``, (8).

    Computed as ``sum_i |x_i - mean|^2/(n - 1)``, which is the same for unit vectors and loses nothing near 0.
    Raises ``ValueError`` for a single token.
    """
    n = x.shape[-2]
    if n < 2:
        raise ValueError("a gap needs two tokens")
    xp = array_namespace(x)
    away = x - xp.sum(x, axis=-2, keepdims=True) / n
    return xp.sum(away * away, axis=(-2, -1)) / (n - 1)


def gauge_gap(x: Array, model: Model) -> Array:
    """:func:`collapse_gap` of the tokens seen in the model's frame, [...]."""
    return collapse_gap(dyn.to_frame(x, model))


def conditional_diameter(x: Array, labels: Sequence[int]) -> Array:
    """The largest distance of two tokens with one label, [...]; ``labels`` [n]. ``ValueError`` on a wrong length.

    Distances come from differences, so small ones are not lost; the reconstruction is that of ``usa-av``, 9.2.
    """
    n = x.shape[-2]
    if len(labels) != n:
        raise ValueError(f"{len(labels)} labels for {n} tokens")
    xp = array_namespace(x)
    same = xp.asarray([[1.0 * (a == b) for b in labels] for a in labels], dtype=x.dtype, device=x.device)
    squares = sum((x[..., :, None, k] - x[..., None, :, k]) ** 2 for k in range(x.shape[-1]))
    return xp.sqrt(xp.max(squares * same, axis=(-2, -1)))


def moments(x: Array) -> tuple[Array, Array]:
    """Mean token [..., d] and second moment ``(1/n) sum_i x_i x_i^T`` [..., d, d]."""
    xp = array_namespace(x)
    n = x.shape[-2]
    return xp.sum(x, axis=-2) / n, xp.matmul(xp.matrix_transpose(x), x) / n
