"""Vectors on spheres and Runge-Kutta over the array API: what the float kernels are made of.

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


def tangent(xp: Any, z: Array, u: Array) -> Array:
    """u_i - <z_i, u_i> z_i."""
    return u - xp.sum(z * u, axis=-1, keepdims=True) * z


def rk4(field: Field, z: Array, h: Array, steps: int) -> Array:
    """Classical fourth-order Runge-Kutta without renormalisation; ``h`` broadcasts against ``z``."""
    for _ in range(steps):
        k1 = field(z)
        k2 = field(z + h * k1 / 2)
        k3 = field(z + h * k2 / 2)
        k4 = field(z + h * k3)
        z = z + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
    return z
