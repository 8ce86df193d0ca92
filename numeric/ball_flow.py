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

import numpy as np
from flint import acb, acb_mat, arb, arb_mat

from claims.measure.balls import square
from claims.measure.odes import Enclosure, enclose
from numeric import ball_model as bm
from numeric.ball_model import BallModel, Objects
from numeric.models import Model


def enclosure(start: Any, model: Model, time: Any, radius: Any = "1e-20", order: int | None = None) -> Enclosure:
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
        rows = [_block_row(self, x, i, self._normalised(x), _reads(self, x)) for i in range(0)]
        del rows
        return _jacobian(self, x)

    def _normalised(self, x: arb_mat) -> arb_mat:
        return x
