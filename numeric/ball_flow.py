"""The continuum flow of the attention models, enclosed: Taylor coefficients, complex continuation and Jacobian.

The method, its theorem and the checks of its hypotheses are in :mod:`claims.measure.odes`; here are the three things
it asks of a field, for every model of ``numeric.models``. The flow is taken in R^{n d}: the extended field keeps the
spheres, and the enclosure does not use that it does. The kind "softmax" is analytic where no N_i vanishes, the other
kinds are entire.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import acb, acb_mat, arb, arb_mat

from claims.measure.odes import Enclosure, enclose
from numeric import ball_model as bm
from numeric.ball_model import BallModel
from numeric.models import Model


def enclosure(start: Any, model: Model, time: Any, radius: Any, order: int | None = None) -> Enclosure:
    """Tokens at ``time`` (exact, > 0), as n d numbers, within ``radius`` (exact) in the Euclidean norm of R^{n d}.

    ``start``: exact tokens (or a float array as seen) [n, d], or a function that makes them as balls. The model's
    entries are exact, see :func:`numeric.ball_model.in_balls`. Raises :class:`claims.measure.odes.NotEnclosed`.
    """

    def make() -> tuple[Attention, list[arb]]:
        x = bm.tokens(start() if callable(start) else start)
        return Attention(bm.in_balls(model, x.nrows(), x.ncols()), x.nrows(), x.ncols()), x.entries()

    return enclose(make, time, radius, order)


@dataclass(frozen=True)
class Attention:
    """The field of a model as :class:`claims.measure.odes.Field`; points are the n d entries of the tokens in order."""

    model: BallModel
    n: int
    d: int

    def taylor(self, start: Sequence[arb], order: int) -> list[list[arb]]:
        """Coefficients of the solution through ``start``, [order + 1][n d]."""
        series = _Series(self.model, arb_mat(self.n, self.d, list(start)))
        for _ in range(order):
            series.extend()
        return [x.entries() for x in series.tokens]

    def continued(self, z: Sequence[acb]) -> tuple[list[acb], list[acb]]:
        """The field at complex tokens, [n d], and for softmax the N_i times e^{-beta}, [n], its denominators."""
        x = acb_mat(self.n, self.d, list(z))
        w = bm.weights(x, self.model)
        values: list[acb] = bm.tangent(x, bm.means(x, w, self.model), self.model.sign).entries()
        return values, bm.normalisers(w, self.model) if self.model.kind == "softmax" else []

    def jacobian(self, box: Sequence[arb]) -> arb_mat:
        """Derivative of the field on a box, [n d, n d].

        With ``a_ij = w_ij/N_i``, ``c_ij = V_ij x_j - u_i`` (softmax) or ``V_ij x_j``, and ``beta = 0`` for "linear":
        ``du_i/dx_k = a_ik (V_ik + beta c_ik (A_ik^T x_i)^T) + [i = k] beta sum_j a_ij c_ij (A_ij x_j)^T``, and
        ``df_i/dx_k = sign ((I - x_i x_i^T) du_i/dx_k - [i = k] (<x_i, u_i> I + x_i u_i^T))``.
        """
        x = arb_mat(self.n, self.d, list(box))
        return _Blocks.of(self.model, x).assembled()


# Taylor coefficients -------------------------------------------------------------------------------------------------


class _Series:
    """Coefficients of tokens, weights and means along the solution; each :meth:`extend` adds one order to all.

    With ``e = exp(h)`` the product rule gives ``k e_k = sum_m m h_m e_{k-m}``; a quotient and a projection are
    convolutions likewise.
    """

    def __init__(self, model: BallModel, start: arb_mat) -> None:
        self.model, self.tokens = model, [start]
        self._images: list[Any] = []
        self._values: list[Any] = []
        self._slopes: list[list[arb]] = [[] for _ in range(start.nrows() ** 2)]  # m h_m of each pair
        self._exps: list[list[arb]] = [[] for _ in range(start.nrows() ** 2)]
        self._weights: list[arb_mat] = []
        self._norms: list[list[arb]] = []
        self._means: list[list[list[arb]]] = []
        self._inner: list[list[arb]] = []

    def extend(self) -> None:
        """One more coefficient of the tokens."""
        x, pairs, order = self.tokens[-1], self.model.pairs, len(self.tokens) - 1
        self._images.append(pairs.images(x))
        self._values.append(pairs.values(x))
        self._weights.append(self._weight(order))
        self._norms.append(self._norm(order))
        self._means.append(self._mean(order))
        self._inner.append(self._product(order))
        self.tokens.append(arb_mat(self._field(order)) / (order + 1))

    def _weight(self, order: int) -> arb_mat:
        n = self.tokens[0].nrows()
        if self.model.kind == "linear":
            ones = [arb(1)] * (n * n) if self.model.coupling is None else list(self.model.coupling)
            return arb_mat(n, n, ones if order == 0 else [arb(0)] * (n * n))
        scores = self.model.pairs.scores(self.tokens, self._images[::-1])
        made = [self._exponential(pair, self.model.beta * score, order) for pair, score in enumerate(scores)]
        if self.model.coupling is not None:
            made = [c * entry for c, entry in zip(self.model.coupling, made, strict=True)]
        return arb_mat(n, n, made)

    def _exponential(self, pair: int, exponent: arb, order: int) -> arb:
        """The coefficient of exp(h) of one pair; ``exponent`` is h's without the bias."""
        exps = self._exps[pair]
        if order == 0:
            exps.append((exponent if self.model.bias is None else exponent + self.model.bias[pair]).exp())
        else:
            self._slopes[pair].append(order * exponent)
            exps.append(_convolved(self._slopes[pair], exps) / order)
        return exps[-1]

    def _norm(self, order: int) -> list[arb]:
        if self.model.kind == "softmax" or order == 0:
            return bm.normalisers(self._weights[-1], self.model)
        return [arb(0)] * self.tokens[0].nrows()

    def _mean(self, order: int) -> list[list[arb]]:
        """``u_k = (total_k - sum_m N_m u_{k-m})/N_0``."""
        totals = self.model.pairs.means(self._weights, self._values[::-1]).tolist()
        rows = []
        for i, total in enumerate(totals):
            norms = [norm[i] for norm in self._norms]
            earlier = [[mean[i][c] for mean in self._means] for c in range(len(total))]
            rows.append([(t - _convolved(norms[1:], past)) / norms[0] for t, past in zip(total, earlier, strict=True)])
        return rows

    def _product(self, order: int) -> list[arb]:
        """``<x_i, u_i>``, [n]."""
        xs = [x.tolist() for x in self.tokens]
        d = self.tokens[0].ncols()
        return [
            sum((_convolved([x[i][c] for x in xs], [u[i][c] for u in self._means]) for c in range(d)), arb(0))
            for i in range(self.tokens[0].nrows())
        ]

    def _field(self, order: int) -> list[list[arb]]:
        """``sign (u_i - <x_i, u_i> x_i)``."""
        xs = [x.tolist() for x in self.tokens]
        rows = []
        for i, mean in enumerate(self._means[-1]):
            inner = [g[i] for g in self._inner]
            along = [_convolved(inner, [x[i][c] for x in xs]) for c in range(len(mean))]
            rows.append([self.model.sign * (u - a) for u, a in zip(mean, along, strict=True)])
        return rows


def _convolved(left: Sequence[arb], right: Sequence[arb]) -> arb:
    """``left_0 right_{k-1} + ... + left_{k-1} right_0`` for sequences of length k; 0 for none."""
    if not left:
        return arb(0)
    row, column = arb_mat(1, len(left), list(left)), arb_mat(len(right), 1, list(reversed(right)))
    value: arb = (row * column)[0, 0]
    return value


# Jacobian ------------------------------------------------------------------------------------------------------------

Row = list[arb]


@dataclass(frozen=True)
class _Blocks:
    """What the blocks are made of, all as lists: tokens, means, a_ij, A_ij x_j, A_ij^T x_i, c_ij and V_ij."""

    model: BallModel
    x: list[Row]
    means: list[Row]
    a: list[Row]
    images: list[list[Row]]
    backs: list[list[Row]]
    away: list[list[Row]]
    values: list[list[list[Row]]]

    @staticmethod
    def of(model: BallModel, x: arb_mat) -> _Blocks:
        """At the tokens x, [n, d]."""
        rows, w = x.tolist(), bm.weights(x, model)
        norms = bm.normalisers(w, model)
        means = bm.means(x, w, model)
        a = [[entry / norm for entry in row] for row, norm in zip(w.tolist(), norms, strict=True)]
        n = len(rows)
        columns = [arb_mat(x.ncols(), 1, row) for row in rows]
        images, backs, away, values = [], [], [], []
        for i in range(n):
            blocks = [model.pairs.blocks(i, j) for j in range(n)]
            images.append([(left * columns[j]).entries() for j, (left, _) in enumerate(blocks)])
            backs.append([(left.transpose() * columns[i]).entries() for left, _ in blocks])
            moved = [(right * columns[j]).entries() for j, (_, right) in enumerate(blocks)]
            centred = model.kind == "softmax"
            away.append([[v - u for v, u in zip(row, means[i], strict=True)] if centred else row for row in moved])
            values.append([right.tolist() for _, right in blocks])
        return _Blocks(model, rows, means, a, images, backs, away, values)

    def assembled(self) -> arb_mat:
        """The whole derivative, [n d, n d]."""
        n = len(self.x)
        blocks = [[self._projected(i, k) for k in range(n)] for i in range(n)]
        return arb_mat(
            [[entry for block in row for entry in block[p]] for row in blocks for p in range(len(self.x[0]))]
        )

    def _projected(self, i: int, k: int) -> list[Row]:
        """``df_i/dx_k`` from ``du_i/dx_k``."""
        x, moved, sign = self.x[i], self._mean(i, k), self.model.sign
        d = len(x)
        along = [_dot(x, [moved[p][q] for p in range(d)]) for q in range(d)]
        block = [[moved[p][q] - x[p] * along[q] for q in range(d)] for p in range(d)]
        if i == k:
            u = self.means[i]
            inner = _dot(x, u)
            block = [[block[p][q] - x[p] * u[q] - (inner if p == q else 0) for q in range(d)] for p in range(d)]
        return [[sign * entry for entry in row] for row in block]

    def _mean(self, i: int, k: int) -> list[Row]:
        """``du_i/dx_k``."""
        weight, value = self.a[i][k], self.values[i][k]
        d = len(value)
        if self.model.kind == "linear":
            return [[weight * entry for entry in row] for row in value]
        heat = self.model.beta * weight
        away, back = self.away[i][k], self.backs[i][k]
        block = [[weight * value[p][q] + heat * away[p] * back[q] for q in range(d)] for p in range(d)]
        if i != k:
            return block
        rows = list(zip(self.a[i], self.away[i], self.images[i], strict=True))
        own = [[_sum([a * c[p] * image[q] for a, c, image in rows]) for q in range(d)] for p in range(d)]
        return [[block[p][q] + self.model.beta * own[p][q] for q in range(d)] for p in range(d)]


def _dot(x: Row, y: Row) -> arb:
    return _sum([p * q for p, q in zip(x, y, strict=True)])


def _sum(values: Row) -> arb:
    return sum(values, arb(0))
