"""The attention particle system in balls: scores, fields, energy and its derivatives.

Tokens ``z`` have shape [n][d], the score matrix ``A`` and value matrix ``V`` [d][d]; ``beta`` is the inverse
temperature. Entries are exact values or balls. Formulas: weights w_ij = exp(beta z_i^T A z_j), Z_i = sum_j w_ij,
u_i = sum_j w_ij V z_j; the unnormalised field divides P_{z_i} u_i by n, the normalised one by Z_i;
E = -(1/(2 beta n^2)) sum_ij w_ij.
"""

from __future__ import annotations

from typing import Any

from flint import arb, arb_series

from claims.measure import vectors as v
from claims.measure.balls import ball, balls

Matrix = Any


def weights(z: Matrix, a: Matrix, beta: Any) -> list[list[arb]]:
    """Kernel values w_ij, shape [n][n]."""
    images = [v.matvec(a, zj) for zj in z]
    return [[(ball(beta) * ball(v.dot(zi, image))).exp() for image in images] for zi in z]


def forces(z: Matrix, w: Matrix, value: Matrix) -> list[list[arb]]:
    """u_i = sum_j w_ij V z_j, shape [n][d]."""
    images = [v.matvec(value, zj) for zj in z]
    return [v.combine(row, images) for row in w]


def usa(z: Matrix, a: Matrix, value: Matrix, beta: Any) -> list[list[arb]]:
    """Unnormalised velocities P_{z_i} u_i / n, shape [n][d]."""
    u = forces(z, weights(z, a, beta), value)
    return [v.scale(ball(1) / len(z), v.tangent(zi, ui)) for zi, ui in zip(z, u, strict=True)]


def sa(z: Matrix, a: Matrix, value: Matrix, beta: Any) -> list[list[arb]]:
    """Normalised velocities P_{z_i} u_i / Z_i, shape [n][d]."""
    w = weights(z, a, beta)
    u = forces(z, w, value)
    return [v.scale(1 / v.total(wi), v.tangent(zi, ui)) for zi, ui, wi in zip(z, u, w, strict=True)]


def partition(z: Matrix, a: Matrix, beta: Any) -> list[arb]:
    """Z_i, shape [n]."""
    return [v.total(row) for row in weights(z, a, beta)]


def energy(z: Matrix, a: Matrix, beta: Any) -> arb:
    """E, a scalar."""
    n = len(z)
    whole: arb = v.total(v.total(row) for row in weights(z, a, beta))
    return -whole / (2 * ball(beta) * n * n)


def energy_rate(z: Matrix, dz: Matrix, a: Matrix, beta: Any) -> arb:
    """dE along velocities ``dz`` [n][d], by the product rule on each score:
    -(1/(2 n^2)) sum_ij w_ij (dz_i^T A z_j + z_i^T A dz_j)."""
    n, w = len(z), weights(z, a, beta)
    moved = [[v.dot(dz[i], v.matvec(a, z[j])) + v.dot(z[i], v.matvec(a, dz[j])) for j in range(n)] for i in range(n)]
    whole: arb = v.total(v.dot(wi, mi) for wi, mi in zip(w, moved, strict=True))
    return -whole / (2 * n * n)


def gradient(z: Matrix, a: Matrix, beta: Any) -> list[list[arb]]:
    """Spherical gradient of E for any A: -(1/(2 n^2)) P_{z_i} sum_j (w_ij A z_j + w_ji A^T z_j), shape [n][d]."""
    n, w = len(z), weights(z, a, beta)
    rows = forces(z, w, a)
    columns = forces(z, v.transpose(w), v.transpose(a))
    factor = ball(-1) / (2 * n * n)
    return [v.scale(factor, v.tangent(z[i], v.add(rows[i], columns[i]))) for i in range(n)]


def slope(z: Matrix, xi: Matrix, a: Matrix, beta: Any, bias: Matrix | None = None) -> arb:
    """d/dt of sum_ij bias_ij exp(beta x_i^T A x_j) at t = 0 along x = z + t xi, by power series, without a formula.

    ``bias`` [n][n] defaults to ones. Independent of :func:`energy_rate` and :func:`gradient`, which it checks.
    """
    line = [
        [arb_series([ball(p), ball(q)], prec=2) for p, q in zip(zi, xii, strict=True)]
        for zi, xii in zip(z, xi, strict=True)
    ]
    matrix, heat = balls(a), ball(beta)
    images = [v.matvec(matrix, row) for row in line]
    out = arb(0)
    for i, row in enumerate(line):
        for j, image in enumerate(images):
            term = (heat * v.dot(row, image)).exp()
            factor = arb(1) if bias is None else ball(bias[i][j])
            out += factor * [*term.coeffs(), arb(0), arb(0)][1]
    return out


def energy_slope(z: Matrix, xi: Matrix, a: Matrix, beta: Any) -> arb:
    """dE[xi] by power series."""
    n = len(z)
    return -slope(z, xi, a, beta) / (2 * ball(beta) * n * n)


def pairing(x: Matrix, y: Matrix, row_weights: Any = None) -> Any:
    """sum_i g_i <x_i, y_i> with row weights g [n] (ones by default)."""
    products = [v.dot(xi, yi) for xi, yi in zip(x, y, strict=True)]
    return v.total(products) if row_weights is None else v.dot(row_weights, products)


def tangents(z: Matrix, u: Matrix) -> list[list[Any]]:
    """P_{z_i} u_i for each row."""
    return [v.tangent(zi, ui) for zi, ui in zip(z, u, strict=True)]
