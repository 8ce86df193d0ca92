"""The attention models of ``numeric.models`` in balls, written from their formulas and apart from ``numeric.dynamics``.

With ``A_ij = G_i^T A G_j`` and ``V_ij = G_i^T V G_j`` (``V_ij = V`` for plain values, ``A_ij = V_ij = R_{g_ij}`` for a
relative phase) every model reads

    w_ij = coupling_ij exp(beta x_i^T A_ij x_j + bias_ij),    u_i = (1/N_i) sum_j w_ij V_ij x_j,
    x_i' = sign (u_i - <x_i, u_i> x_i),                       N_i = sum_j w_ij or n.

Tokens are matrices of real or of complex balls, [n, d]; complex ones continue the field analytically (no conjugates).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from flint import arb, arb_mat

from claims.measure import balls as b
from numeric.models import Model

Cloud = Any  # arb_mat or acb_mat
Objects = np.ndarray[Any, np.dtype[Any]]


class Pairs(Protocol):
    """The bilinear parts of a model; sums run over terms (one for a velocity, several for Taylor coefficients)."""

    def images(self, x: Cloud) -> Any:
        """``A_ij x_j`` in a form of its own."""

    def values(self, x: Cloud) -> Any:
        """``V_ij x_j`` in a form of its own."""

    def scores(self, xs: Sequence[Cloud], images: Sequence[Any]) -> list[Any]:
        """``sum_a x^a_i . image^a_ij``, row after row, [n * n]."""

    def means(self, ws: Sequence[Cloud], values: Sequence[Any]) -> Cloud:
        """``sum_a sum_j w^a_ij value^a_ij``, [n, d]."""

    def blocks(self, i: int, j: int) -> tuple[arb_mat, arb_mat]:
        """``A_ij`` and ``V_ij``, [d, d] each."""


@dataclass(frozen=True)
class Uniform:
    """``A_ij = A``, ``V_ij = V``; ``None`` is the identity."""

    a: arb_mat | None
    v: arb_mat | None
    dimension: int

    def images(self, x: Cloud) -> Cloud:
        """``A x_j`` as rows, [n, d]."""
        return x if self.a is None else x * self.a.transpose()

    def values(self, x: Cloud) -> Cloud:
        """``V x_j`` as rows, [n, d]."""
        return x if self.v is None else x * self.v.transpose()

    def scores(self, xs: Sequence[Cloud], images: Sequence[Cloud]) -> list[Any]:
        """One product of matrices whose columns are all terms side by side."""
        found: list[Any] = (beside(xs) * beside(images).transpose()).entries()
        return found

    def means(self, ws: Sequence[Cloud], values: Sequence[Cloud]) -> Cloud:
        """One product of matrices with all terms side by side and below one another."""
        return beside(ws) * below(values)

    def blocks(self, i: int, j: int) -> tuple[arb_mat, arb_mat]:
        """A and V."""
        one = identity(self.dimension)
        return (one if self.a is None else self.a), (one if self.v is None else self.v)


@dataclass(frozen=True)
class Pairwise:
    """A matrix of scores and one of values for every pair, [n][n] of [d, d]."""

    a: Sequence[Sequence[arb_mat]]
    v: Sequence[Sequence[arb_mat]]

    def images(self, x: Cloud) -> Objects:
        """``A_ij x_j``, an object array [n, n, d]."""
        return _applied(self.a, x)

    def values(self, x: Cloud) -> Objects:
        """``V_ij x_j``, an object array [n, n, d]."""
        return _applied(self.v, x)

    def scores(self, xs: Sequence[Cloud], images: Sequence[Objects]) -> list[Any]:
        """Sums of products, entry by entry."""
        terms = [np.sum(objects(x)[:, None, :] * image, axis=-1) for x, image in zip(xs, images, strict=True)]
        return list(np.sum(np.stack(terms), axis=0).ravel())

    def means(self, ws: Sequence[Cloud], values: Sequence[Objects]) -> Cloud:
        """Sums of products, entry by entry."""
        terms = [np.sum(objects(w)[:, :, None] * value, axis=1) for w, value in zip(ws, values, strict=True)]
        total = np.sum(np.stack(terms), axis=0)
        return type(ws[0])(*total.shape, list(total.ravel()))

    def blocks(self, i: int, j: int) -> tuple[arb_mat, arb_mat]:
        """``A_ij`` and ``V_ij``."""
        return self.a[i][j], self.v[i][j]


@dataclass(frozen=True)
class BallModel:
    """A model in balls at the precision at which it was made; ``bias`` and ``coupling`` [n * n] or ``None``."""

    kind: str
    beta: arb
    sign: arb
    pairs: Pairs
    bias: Sequence[arb] | None
    coupling: Sequence[arb] | None


def in_balls(model: Model, n: int, d: int) -> BallModel:
    """The model for n tokens in d dimensions, rebuilt at the working precision.

    Arrays are numpy arrays of floats (then their exact binary values are meant, see
    :func:`claims.measure.balls.seen`) or object arrays of exact values, for one seed; ``beta`` and ``sign`` are exact.
    Raises ``TypeError`` for a float there that is no whole number, ``ValueError`` for arrays that do not fit or have
    an axis of seeds.
    """
    model.check(n, d)
    bias, coupling = (None if a is None else _square(a, n).entries() for a in (model.bias, model.coupling))
    beta, sign = (_whole(value) for value in (model.beta, model.sign))
    return BallModel(model.kind, b.ball(beta), b.ball(sign), _pairs(model, n, d), bias, coupling)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def tokens(x: Any) -> arb_mat:
    """Tokens [n, d] as balls: nested exact values or balls, an object array of them, or a float array as seen."""
    return x if isinstance(x, arb_mat) else arb_mat(_entries(x))


def _entries(a: Any) -> Any:
    if isinstance(a, np.ndarray):
        return b.seen(a) if a.dtype != object else b.balls(a.tolist())
    return b.balls(a)


def _square(a: Any, n: int) -> arb_mat:
    if getattr(a, "ndim", 2) != 2:
        raise ValueError("give the model of one seed, without an axis of seeds")
    m = arb_mat(_entries(a))
    if (m.nrows(), m.ncols()) != (n, n):
        raise ValueError(f"a matrix of {m.nrows()} by {m.ncols()}, not {n} by {n}")
    return m


def _pairs(model: Model, n: int, d: int) -> Pairs:
    a = None if model.A is None else _square(model.A, d)
    v = a if model.value is None else _square(model.value, d)
    if model.phase is not None:
        turns = [[_turn([angle], d) for angle in row] for row in _square(model.phase, n).tolist()]
        return Pairwise(turns, turns)
    frames = _frames(model, d)
    if frames is None:
        return Uniform(a, v, d)
    one = identity(d)
    left, right = one if a is None else a, one if v is None else v
    scores = [[p.transpose() * left * q for q in frames] for p in frames]
    if model.plain_values:
        return Pairwise(scores, [[right] * n for _ in frames])
    return Pairwise(scores, [[p.transpose() * right * q for q in frames] for p in frames])


def _frames(model: Model, d: int) -> list[arb_mat] | None:
    """``G_i``, or ``None`` without a frame."""
    if model.angles is not None:
        return [_turn(row, d) for row in _entries(model.angles)]
    if model.gauge is not None:
        return [arb_mat(psi).transpose() for psi in _entries(model.gauge)]
    return None


def _turn(angles: Sequence[arb], d: int) -> arb_mat:
    """Rotation by the angles in the planes (0, 1), (2, 3), ..., [d, d]."""
    turned = identity(d)
    for p, angle in enumerate(angles):
        sine, cosine = angle.sin_cos()
        turned[2 * p, 2 * p], turned[2 * p, 2 * p + 1] = cosine, -sine
        turned[2 * p + 1, 2 * p], turned[2 * p + 1, 2 * p + 1] = sine, cosine
    return turned


# Fields --------------------------------------------------------------------------------------------------------------


def weights(x: Cloud, model: BallModel) -> Cloud:
    """``w_ij``, [n, n], not normalised."""
    n = x.nrows()
    if model.kind == "linear":
        return type(x)(n, n, list(model.coupling) if model.coupling is not None else [1] * (n * n))
    exponents = logits(x, model)
    twin = model.bias is None and isinstance(model.pairs, Uniform) and model.pairs.a is None
    w = _mirrored(exponents, n) if twin else [entry.exp() for entry in exponents]
    if model.coupling is not None:
        w = [c * entry for c, entry in zip(model.coupling, w, strict=True)]
    return type(x)(n, n, w)


def _mirrored(exponents: Sequence[Any], n: int) -> list[Any]:
    """Exponentials of a matrix that is its own transpose, each pair once."""
    half = [[exponents[i * n + j].exp() for j in range(i, n)] for i in range(n)]
    return [half[j][i - j] if j < i else half[i][j - i] for i in range(n) for j in range(n)]


def logits(x: Cloud, model: BallModel) -> list[Any]:
    """``beta x_i^T A_ij x_j + bias_ij``, row after row, [n * n]."""
    scaled = [model.beta * entry for entry in model.pairs.scores([x], [model.pairs.images(x)])]
    return scaled if model.bias is None else [s + c for s, c in zip(scaled, model.bias, strict=True)]


def normalisers(w: Cloud, model: BallModel) -> list[Any]:
    """``N_i``, [n]."""
    if model.kind != "softmax":
        return [arb(w.nrows())] * w.nrows()
    whole: list[Any] = (w * arb_mat(w.ncols(), 1, [1] * w.ncols())).entries()
    return whole


def means(x: Cloud, w: Cloud, model: BallModel) -> list[list[Any]]:
    """``u_i``, [n][d]."""
    totals = model.pairs.means([w], [model.pairs.values(x)]).tolist()
    return [[entry / whole for entry in row] for row, whole in zip(totals, normalisers(w, model), strict=True)]


def tangent(x: Cloud, u: Sequence[Sequence[Any]], sign: arb) -> Cloud:
    """``sign (u_i - <x_i, u_i> x_i)``, [n, d]."""
    rows = [_projected(xi, ui) for xi, ui in zip(x.tolist(), u, strict=True)]
    return type(x)([[sign * entry for entry in row] for row in rows])


def _projected(x: Sequence[Any], u: Sequence[Any]) -> list[Any]:
    inner = _dot(x, u)
    return [p - inner * q for p, q in zip(u, x, strict=True)]


def velocity(x: Cloud, model: BallModel) -> Cloud:
    """``x_i'``, [n, d]."""
    return tangent(x, means(x, weights(x, model), model), model.sign)


def energy_balance(x: arb_mat, model: BallModel) -> tuple[arb, arb]:
    """dE/dt of ``E = -(1/(2 beta n^2)) sum_ij w_ij`` along the flow, twice: by the product rule on every score, and as
    ``-(1/n^2) sum_i N_i |x_i'|^2/sign`` (catalogue ``energy.gradient``; with V = A symmetric, symmetric bias and
    coupling, and orthogonal frames the two are equal). Raises ``ValueError`` for the kind "linear"."""
    if model.kind == "linear":
        raise ValueError("the energy of exponential weights")
    n, w = x.nrows(), weights(x, model)
    dx = tangent(x, means(x, w, model), model.sign)
    moved = model.pairs.scores([dx, x], [model.pairs.images(x), model.pairs.images(dx)])
    rate = _dot(w.entries(), moved)
    whole = normalisers(w, model)
    speeds = [_dot(row, row) for row in dx.tolist()]
    return -rate / (2 * n * n), -_dot(whole, speeds) / (n * n) / model.sign


# Matrices ------------------------------------------------------------------------------------------------------------


def identity(n: int) -> arb_mat:
    """Identity matrix [n, n]."""
    return arb_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])


def beside(parts: Sequence[Cloud]) -> Cloud:
    """Matrices [n, d] side by side, [n, k d]."""
    if len(parts) == 1:
        return parts[0]
    rows = zip(*(part.tolist() for part in parts), strict=True)
    return type(parts[0])([[entry for piece in row for entry in piece] for row in rows])


def below(parts: Sequence[Cloud]) -> Cloud:
    """Matrices [n, d] below one another, [k n, d]."""
    if len(parts) == 1:
        return parts[0]
    return type(parts[0])([row for part in parts for row in part.tolist()])


def objects(m: Cloud) -> Objects:
    """Entries as an object array of the same shape."""
    out = np.empty(m.nrows() * m.ncols(), dtype=object)
    out[:] = m.entries()
    return out.reshape(m.nrows(), m.ncols())


def _applied(matrices: Sequence[Sequence[arb_mat]], x: Cloud) -> Objects:
    columns = [type(x)(x.ncols(), 1, row) for row in x.tolist()]
    out = np.empty((x.nrows(), x.nrows(), x.ncols()), dtype=object)
    for i, row in enumerate(matrices):
        for j, (matrix, column) in enumerate(zip(row, columns, strict=True)):
            out[i, j, :] = (matrix * column).entries()
    return out


def _sum(values: Sequence[Any]) -> Any:
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def _dot(x: Sequence[Any], y: Sequence[Any]) -> Any:
    return _sum([p * q for p, q in zip(x, y, strict=True)])


def as_seen(model: Model) -> Model:
    """The model with its scalars ``beta`` and ``sign`` replaced by the exact binary values a device saw."""
    return replace(model, beta=Fraction(float(model.beta)), sign=Fraction(float(model.sign)))
