"""Family of attention flows and their energies: exact witnesses.

With ``A = V = diag(1, 0)`` two tokens mirrored at the first axis have equal scores at every time, so the normalised
flow is solved in closed form: the tangent of their angle decays like ``e^{-t}``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.attention import Attention
from symbolic.domains.exact import TIME

Rows = tuple[tuple[Any, ...], ...]

_IDENTITY: Rows = ((1, 0), (0, 1))
_AXES: Rows = ((1, 0), (0, 1))


def _mirrored() -> Rows:
    """Two tokens at angles whose tangents are plus and minus ``3 e^{-t} / 4``."""
    length = sympy.sqrt(16 * sympy.exp(2 * TIME) + 9)
    along, across = 4 * sympy.exp(TIME) / length, 3 / length
    return ((along, across), (along, -across))


def _columns(rows: Rows) -> list[sympy.Matrix]:
    return [sympy.Matrix([sympy.sympify(_exact(entry)) for entry in row]) for row in rows]


def _exact(entry: Any) -> Any:
    return sympy.Rational(entry.numerator, entry.denominator) if isinstance(entry, Fraction) else entry


def _launched(rows: Rows, velocities: list[sympy.Matrix]) -> Rows:
    """The straight curves that start at the tokens with the given velocities."""
    return tuple(
        tuple(point + TIME * slope for point, slope in zip(token, velocity, strict=True))
        for token, velocity in zip(_columns(rows), velocities, strict=True)
    )


def norm_witness() -> dict[str, Any]:
    """A rational turn of the circle, driven by its velocity and a radial part that the projection removes."""
    speed = 2 / (1 + TIME**2)
    z = ((1 - TIME**2) / (1 + TIME**2), 2 * TIME / (1 + TIME**2))
    u = (z[0] - speed * z[1], z[1] + speed * z[0])
    return {"d": 2, "z": z, "u": u, "h": Fraction(1, 10), "T": 3}


def usa_sa_witness() -> dict[str, Any]:
    """Two rational tokens, no symmetry anywhere."""
    return {
        "n": 2,
        "d": 2,
        "beta": 1,
        "A": ((1, 2), (0, 1)),
        "V": ((0, 1), (3, -1)),
        "z": ((1, 0), (Fraction(3, 5), Fraction(4, 5))),
    }


def gradient_witness() -> dict[str, Any]:
    """Two rational tokens, an indefinite symmetric score matrix, and an arbitrary matrix ``M``."""
    return {
        "n": 2,
        "d": 2,
        "beta": Fraction(1, 2),
        "A": ((2, 1), (1, -1)),
        "M": ((0, 1), (3, -1)),
        "z": ((1, 0), (Fraction(3, 5), Fraction(4, 5))),
        "xi": ((0, 2), (Fraction(-4, 5), Fraction(3, 5))),
    }


def metrics_witness() -> dict[str, Any]:
    """The configuration of the gradient."""
    return gradient_witness()


def dissipation_witness() -> dict[str, Any]:
    """A solution of the normalised flow on [0, 1] in closed form, beside opposite tokens at rest."""
    matrix = ((1, 0), (0, 0))
    opposite = ((1, 0), (-1, 0))
    return {
        "n": 2,
        "d": 2,
        "beta": 2,
        "A": matrix,
        "V": matrix,
        "z": _mirrored(),
        "y": opposite,
        "T": 1,
    }


def dictionary_witness() -> dict[str, Any]:
    """Two rational tokens at one moment (T = 0), launched with their unnormalised velocities."""
    tokens = ((1, 0), (Fraction(3, 5), Fraction(4, 5)))
    model, z = _identity(sympy.Integer(3), 2), _columns(tokens)
    return {
        "n": 2,
        "d": 2,
        "beta": 3,
        "z": _launched(tokens, [model.usa(z, i) for i in range(2)]),
        "T": 0,
    }


def _identity(beta: sympy.Expr, size: int) -> Attention:
    return Attention(beta, sympy.eye(size), sympy.eye(size))


def _moment(matrix: Rows, value: Rows, softmax: Rows, unnormalised: Rows) -> dict[str, Any]:
    """Data of the dissipation law at one moment (T = 0), with velocities read off the two fields."""
    model = Attention(sympy.Integer(1), sympy.Matrix(matrix), sympy.Matrix(value))
    z, y = _columns(softmax), _columns(unnormalised)
    return {
        "n": 2,
        "d": 2,
        "beta": 1,
        "A": matrix,
        "V": value,
        "z": _launched(softmax, [model.sa(z, i) for i in range(2)]),
        "y": _launched(unnormalised, [model.usa(y, i) for i in range(2)]),
        "T": 0,
    }


def nonsymmetric_witness() -> dict[str, Any]:
    """The quarter turn as score and value matrix: everything but its symmetry holds."""
    turn = ((0, -1), (1, 0))
    tokens = ((1, 0), (Fraction(3, 5), Fraction(4, 5)))
    return _moment(turn, turn, tokens, tokens)


def value_witness() -> dict[str, Any]:
    """Score matrix minus the identity, value matrix the identity, an orthogonal pair."""
    return _moment(((-1, 0), (0, -1)), _IDENTITY, _AXES, _AXES)


def phi_monotone_witness() -> dict[str, Any]:
    """Three tokens on the axes and between, at one moment, launched with their velocities."""
    tokens = ((1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5)))
    model, x = _identity(sympy.Integer(1), 2), _columns(tokens)
    return {
        "n": 3,
        "d": 2,
        "beta": 1,
        "x": _launched(tokens, [model.sa(x, i) for i in range(3)]),
        "T": 0,
    }


def phi_bounded_witness() -> dict[str, Any]:
    """Three distinct tokens for the bound; the equilateral triangle, which rests, for the limit."""
    half, root = sympy.Rational(1, 2), sympy.sqrt(3) / 2
    triangle = ((1, 0), (-half, root), (-half, -root))
    return {
        "n": 3,
        "d": 2,
        "beta": 1,
        "x": ((1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5))),
        "gamma": triangle,
    }
