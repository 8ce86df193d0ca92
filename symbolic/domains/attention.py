"""The attention fields and the interaction energy on exact configurations.

Notation as in the registry: scores ``z_i^T A z_j``, weights ``E(beta score)``, ``Z_i`` their row sums,
``P_z = I - z z^T``. ``E`` is an expression in the time symbol, read as a function of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

Tokens = Sequence[sympy.Matrix]


@dataclass(frozen=True)
class Attention:
    """An attention model: inverse temperature, score and value matrix (d x d)."""

    beta: sympy.Expr
    score: sympy.Matrix
    value: sympy.Matrix

    def weight(self, x: sympy.Matrix, y: sympy.Matrix) -> sympy.Expr:
        """``e^(beta x^T A y)``."""
        return sympy.exp(self.beta * (x.T * self.score * y)[0, 0])

    def denominator(self, z: Tokens, i: int) -> sympy.Expr:
        """``Z_i``, the row sum of the weights."""
        return sum((self.weight(z[i], y) for y in z), sympy.Integer(0))

    def value_sum(self, z: Tokens, i: int) -> sympy.Matrix:
        """``sum_j e^(beta z_i^T A z_j) V z_j``."""
        zero = sympy.zeros(z[i].rows, 1)
        return sum((self.weight(z[i], y) * (self.value * y) for y in z), zero)

    def usa(self, z: Tokens, i: int) -> sympy.Matrix:
        """Velocity of token i under unnormalised attention."""
        return project(z[i], self.value_sum(z, i)) / len(z)

    def sa(self, z: Tokens, i: int) -> sympy.Matrix:
        """Velocity of token i under normalised attention."""
        return project(z[i], self.value_sum(z, i)) / self.denominator(z, i)

    def energy_rate(self, z: Tokens, velocity: Tokens) -> sympy.Expr:
        """``dE/dtau`` along the given velocities, for any score matrix: both derivative terms are kept."""
        n = len(z)
        total = sympy.Integer(0)
        for i in range(n):
            for j in range(n):
                rate = (velocity[i].T * self.score * z[j] + z[i].T * self.score * velocity[j])[0, 0]
                total += self.weight(z[i], z[j]) * rate
        return -total / (2 * n**2)


def project(z: sympy.Matrix, u: sympy.Matrix) -> sympy.Matrix:
    """``P_z u = u - <z, u> z``."""
    return u - z.dot(u) * z


def square_norm(u: sympy.Matrix) -> sympy.Expr:
    """``|u|^2``."""
    return u.dot(u)
