"""Two tokens on the sphere (A = V = I): closed forms in balls and array-API kernels used by the legs of the family."""

from __future__ import annotations

from typing import Any

from flint import arb

from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.balls import ball
from claims.measure.hooks import Rounding
from numeric import ball_map, dynamics, fields
from numeric.ball_model import in_balls, tokens
from numeric.models import Model

Array = Any


def law(c0: arb, s: arb) -> arb:
    """Overlap at depth s from c0 at uniform weights: tanh(s + artanh c0)."""
    return (s + c0.atanh()).tanh()


def rate(c: Any, beta: Any, factor: int = 2, sign: int = 1) -> Any:
    """c' of the normalised field, factor (1 - c^2) / (1 + e^{sign beta (1 - c)}); balls, series or complex balls."""
    return factor * (1 - c * c) / (1 + (sign * beta * (1 - c)).exp())


def overlap_rate(x: Any, dx: Any) -> arb:
    """d(x_1 . x_2)/ds from tokens and velocities, both [2][d]."""
    return ball(v.dot(dx[0], x[1])) + ball(v.dot(x[0], dx[1]))


def overlap(x: Any) -> arb:
    """Overlap of two vectors after normalisation, [2][d]."""
    return ball(v.dot(v.normalise(x[0]), v.normalise(x[1])))


def participation(c: Any) -> Any:
    """R = 2/(1 + c^2)."""
    return 2 / (1 + c * c)


def growth_law(h: arb, beta: arb) -> arb:
    """d(1 + c)/ds at c = -cos 2h under the normalised field."""
    value: arb = rate(-(2 * h).cos(), beta)
    return value


def planar(xp: Any, c: Array) -> Array:
    """Tokens (1, 0) and (c, sqrt(1 - c^2)): [...] to [..., 2, 2]."""
    one, zero = c * 0 + 1, c * 0
    second = xp.stack([c, xp.sqrt((1 - c) * (1 + c))], axis=-1)
    return xp.stack([xp.stack([one, zero], axis=-1), second], axis=-2)


def uniform_field(xp: Any, z: Array) -> Array:
    """Both weights 1/2: P_x applied to the mean token."""
    return fields.tangent(xp, z, xp.sum(z, axis=-2, keepdims=True) / 2)


def flow_overlap(
    xp: Any, fault: float, rounding: Rounding, c0: Array, s: Array, steps: int, method: str = "rk4"
) -> Array:
    """Overlap after depth s of the uniform flow, by projected Runge-Kutta steps on the vectors."""
    model, h = Model("linear", sign=fault), fields.column(s) / steps
    z = dynamics.flow(planar(xp, c0), model, h, steps, method, rounding)
    return xp.sum(z[..., 0, :] * z[..., 1, :], axis=-1)


def flow_overlap_rk2(xp: Any, fault: float, rounding: Rounding, c0: Array, s: Array, steps: int) -> Array:
    """:func:`flow_overlap` by the papers' two-stage map."""
    return flow_overlap(xp, fault, rounding, c0, s, steps, "rk2")


def overlap_at_log(xp: Any, fault: float, rounding: Rounding, ratio: Array, steps: int) -> Array:
    """Overlap of an orthogonal pair after depth (log ratio)/2 of the uniform flow."""
    return flow_overlap(xp, fault, rounding, ratio * 0, xp.log(ratio) / 2, steps)


def trajectory(xp: Any, fault: float, rounding: Rounding, x: Array, beta: Array, depth: float, steps: int) -> Array:
    """Tokens after ``depth`` of the normalised flow by the papers' two-stage map, [..., n, d]."""
    model = Model("softmax", beta, sign=fault)
    return dynamics.flow(fields.unit(xp, x), model, depth / steps, steps, "rk2", rounding)


def trajectory_map(x: Any, beta: Any, depth: Any, steps: int) -> list[list[Any]]:
    """The map of :func:`trajectory` in balls, [n][d]."""
    start, n, d = [v.normalise(token) for token in x], len(x), len(x[0])
    model = in_balls(Model("softmax", beta), n, d)
    found: list[list[Any]] = ball_map.flow(tokens(start), model, depth / steps, steps).tolist()
    return found


def rate_kernel(xp: Any, fault: float, x: Array, beta: Array) -> Array:
    """c' from the normalised field of two tokens, [..., 2, d] to [...]."""
    z = fields.unit(xp, x)
    dz = dynamics.velocity(z, Model("softmax", fault * beta))
    return xp.sum(dz[..., 0, :] * z[..., 1, :] + z[..., 0, :] * dz[..., 1, :], axis=-1)


def growth_kernel(xp: Any, fault: float, h: Array, beta: Array) -> Array:
    """d(1 + c)/ds = (x_1 + x_2) . (x_1' + x_2') for tokens (cos h, sin h), (-cos h, sin h), exact in small h."""
    up, across = xp.sin(h), xp.cos(h)
    z = xp.stack([xp.stack([across, up], axis=-1), xp.stack([-across, up], axis=-1)], axis=-2)
    dz = dynamics.velocity(z, Model("softmax", beta))
    return fault * 2 * up * xp.sum(dz[..., 1], axis=-1)


def gram(xp: Any, x: Array) -> Array:
    """Gram matrix of the normalised tokens, [..., 2, 2]."""
    z = fields.unit(xp, x)
    return xp.matmul(z, xp.matrix_transpose(z))


def participation_kernel(xp: Any, fault: float, x: Array) -> Array:
    """(tr G)^2 / tr(G^2)."""
    g = gram(xp, x)
    trace = g[..., 0, 0] + g[..., 1, 1]
    return trace * trace / (fault * xp.sum(g * g, axis=(-2, -1)))


def participation_rate_kernel(xp: Any, fault: float, x: Array) -> Array:
    """dR/ds = -2 (tr G)^2 tr(G G') / tr(G^2)^2 along the uniform flow."""
    z = fields.unit(xp, x)
    g, dz = gram(xp, x), uniform_field(xp, z)
    half = xp.matmul(dz, xp.matrix_transpose(z))
    moved = half + xp.matrix_transpose(half)
    trace, square = g[..., 0, 0] + g[..., 1, 1], xp.sum(g * g, axis=(-2, -1))
    return -2 * trace * trace * (fault * xp.sum(g * moved, axis=(-2, -1))) / (square * square)


def participation_rate(c: arb) -> arb:
    """dR/ds = -4 c (1 - c^2)/(1 + c^2)^2."""
    return -4 * c * (1 - c * c) / b.square(1 + c * c)
