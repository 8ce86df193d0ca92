"""Block rotations: exact matrices, their commutants, and the scores of rotated queries and keys as kernels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from claims.measure import Sampler
from claims.measure import vectors as v
from claims.model import Domain

Array = Any
Angle = tuple[Fraction, Fraction]  # cosine and sine
QUERY_AT, KEY_AT = 3, 7  # positions of the float runs


def rational(t: Fraction) -> Angle:
    """Cosine and sine of the angle whose half has tangent t."""
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


def direct_sum(blocks: Sequence[Any]) -> list[list[Any]]:
    """Block-diagonal matrix of 2x2 blocks, [2p][2p]."""
    size = 2 * len(blocks)
    return [[blocks[i // 2][i % 2][j % 2] if i // 2 == j // 2 else 0 for j in range(size)] for i in range(size)]


def planes(angles: Sequence[Angle]) -> list[list[Any]]:
    """R_1 for the given angles."""
    return direct_sum([[[c, -s], [s, c]] for c, s in angles])


def power(r: Any, n: int) -> list[list[Any]]:
    """R_1^n for any integer n (the inverse of a rotation is its transpose)."""
    factor: Any = r if n >= 0 else v.transpose(r)
    out: list[list[Any]] = [list(row) for row in v.identity(len(r))]
    for _ in range(abs(n)):
        out = v.matmul(out, factor)
    return out


def shifted(r: Any, g: Any, n: int, m: int) -> list[list[Any]]:
    """R_{-n} G R_m."""
    return v.matmul(v.matmul(power(r, -n), g), power(r, m))


def commutant_dimension(r: Any) -> int:
    """Dimension of {G : G R = R G} over the rationals: nullity of the linear map G -> G R - R G."""
    size = len(r)
    rows = []
    for i in range(size):
        for j in range(size):
            row = [Fraction(0)] * (size * size)
            for k in range(size):
                row[i * size + k] += r[k][j]
                row[k * size + j] -= r[i][k]
            rows.append(row)
    return size * size - v.rank(rows)


def score_inputs(s: Sampler) -> dict[str, Any]:
    """Angles and block parts [N][3], queries and keys [N][3][2], drawn for the float runs."""
    points = tuple(s.points())
    unit = ("0", "1")
    return {
        "theta": tuple(p.extra("run angles", Domain.POSITIVE, ("3",), *unit) for p in points),
        "x": tuple(p.extra("run diagonal parts", Domain.VECTOR, ("3",)) for p in points),
        "y": tuple(p.extra("run skew parts", Domain.VECTOR, ("3",)) for p in points),
        "q": tuple(p.extra("run queries", Domain.VECTOR, ("3", "2")) for p in points),
        "k": tuple(p.extra("run keys", Domain.VECTOR, ("3", "2")) for p in points),
    }


def _turn(xp: Any, c: Array, s: Array, z: Array) -> Array:
    """The rotation with cosine c and sine s on each plane, [..., p] and [..., p, 2]."""
    first, second = z[..., 0], z[..., 1]
    return xp.stack([c * first - s * second, s * first + c * second], axis=-1)


def _block(xp: Any, x: Array, y: Array, z: Array) -> Array:
    """(x I + y J) z on each plane."""
    return _turn(xp, x, y, z)


def score_kernel(xp: Any, fault: float, theta: Array, x: Array, y: Array, q: Array, k: Array) -> Array:
    """(R_n q)^T G (R_m k) with n = 3, m = 7, [...]."""
    left = _turn(xp, xp.cos(QUERY_AT * theta), xp.sin(QUERY_AT * theta), q)
    right = _turn(xp, xp.cos(KEY_AT * theta), xp.sin(KEY_AT * theta), k)
    return xp.sum(left * _block(xp, x, fault * y, right), axis=(-2, -1))


def absorbed_kernel(xp: Any, fault: float, theta: Array, x: Array, y: Array, q: Array, k: Array) -> Array:
    """(G^T q)^T R_{m-n} k with n = 3, m = 7, [...]."""
    query = _block(xp, x, -fault * y, q)
    offset = (KEY_AT - QUERY_AT) * theta
    return xp.sum(query * _turn(xp, xp.cos(offset), xp.sin(offset), k), axis=(-2, -1))


def score_law(theta: Any, x: Any, y: Any, q: Any, k: Any) -> list[Any]:
    """sum_a |G_a| terms by angle addition: Re((x_a + i y_a) e^{i (m-n) theta_a} k_a conj(q_a)) for each sample."""
    return [
        v.total(_plane(*parts) for parts in zip(*point, strict=True)) for point in zip(theta, x, y, q, k, strict=True)
    ]


def _plane(theta: Any, x: Any, y: Any, q: Any, k: Any) -> Any:
    offset = (KEY_AT - QUERY_AT) * theta
    even, odd = q[0] * k[0] + q[1] * k[1], q[0] * k[1] - q[1] * k[0]
    c, s = offset.cos(), offset.sin()
    return (x * c - y * s) * even - (x * s + y * c) * odd
