"""The attention particle system over the array API: one source for every float backend.

Arrays carry leading batch axes ``...``: tokens ``z`` [..., n, d], matrices [..., d, d], scalars [...]. No function
writes into an array, and every constant that a float does not hold exactly is an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Array = Any
Field = Callable[[Array], Array]


def unit(xp: Any, z: Array) -> Array:
    """Vectors divided by their norms (last axis)."""
    return z / xp.sqrt(xp.sum(z * z, axis=-1, keepdims=True))


def eye(xp: Any, z: Array) -> Array:
    """Identity matrix of the token space, in the dtype and on the device of the tokens."""
    return xp.eye(z.shape[-1], dtype=z.dtype, device=z.device)


def column(scalar: Array) -> Array:
    """A scalar per batch entry, [...] to [..., 1, 1], ready to multiply [..., n, d]."""
    return scalar[..., None, None]


def weights(xp: Any, z: Array, a: Array, beta: Array) -> Array:
    """exp(beta z_i^T A z_j), [..., n, n]."""
    scores = xp.matmul(xp.matmul(z, a), xp.matrix_transpose(z))
    return xp.exp(column(beta) * scores)


def tangent(xp: Any, z: Array, u: Array) -> Array:
    """u_i - <z_i, u_i> z_i."""
    return u - xp.sum(z * u, axis=-1, keepdims=True) * z


def sa(xp: Any, z: Array, a: Array, value: Array, beta: Array) -> Array:
    """Normalised velocities, [..., n, d]."""
    w = weights(xp, z, a, beta)
    u = xp.matmul(w / xp.sum(w, axis=-1, keepdims=True), xp.matmul(z, xp.matrix_transpose(value)))
    return tangent(xp, z, u)


def usa(xp: Any, z: Array, a: Array, value: Array, beta: Array) -> Array:
    """Unnormalised velocities, [..., n, d]."""
    w = weights(xp, z, a, beta)
    u = xp.matmul(w, xp.matmul(z, xp.matrix_transpose(value))) / z.shape[-2]
    return tangent(xp, z, u)


def energy_rate(xp: Any, z: Array, dz: Array, a: Array, beta: Array) -> Array:
    """dE along velocities dz: -(1/(2 n^2)) sum_ij w_ij (dz_i^T A z_j + z_i^T A dz_j), [...]."""
    n = z.shape[-2]
    left = xp.matmul(xp.matmul(dz, a), xp.matrix_transpose(z))
    right = xp.matmul(xp.matmul(z, a), xp.matrix_transpose(dz))
    return -xp.sum(weights(xp, z, a, beta) * (left + right), axis=(-2, -1)) / (2 * n * n)


def norms2(xp: Any, z: Array) -> Array:
    """Squared norms, [..., n]."""
    return xp.sum(z * z, axis=-1)


def rk4(field: Field, z: Array, h: Array, steps: int) -> Array:
    """Classical fourth-order Runge-Kutta without renormalisation; ``h`` broadcasts against ``z``."""
    for _ in range(steps):
        k1 = field(z)
        k2 = field(z + h * k1 / 2)
        k3 = field(z + h * k2 / 2)
        k4 = field(z + h * k3)
        z = z + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
    return z
