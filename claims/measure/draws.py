"""How a value of each domain is drawn: exact numbers with small denominators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any

from claims.model import Domain, Variable

SIZES = (Domain.NATURAL, Domain.POSITIVE_NATURAL)
_GRID = 60  # steps of the grid between the bounds; no power of two, so that floats have to round
_SCALARS = {
    Domain.REAL: ("-2", "2"),
    Domain.POSITIVE: ("0", "2"),
    Domain.NONNEGATIVE: ("0", "2"),
    Domain.OPEN_INTERVAL: ("-1", "1"),
    Domain.ANGLE: ("-3", "3"),
    Domain.CURVE: ("-2", "2"),
    Domain.VECTOR: ("-2", "2"),
    Domain.VECTOR_CURVE: ("-2", "2"),
    Domain.MATRIX: ("-2", "2"),
    Domain.MATRIX_CURVE: ("-2", "2"),
}
_INTEGERS = {Domain.NATURAL: (0, 6), Domain.POSITIVE_NATURAL: (1, 4), Domain.INTEGER: (-5, 5)}


class CannotDraw(ValueError):
    """The domain or the shape of a variable does not say how to draw a value."""


def draw(variable: Variable, sizes: Sequence[int], rng: Random) -> Any:
    """A value of the variable with the given sizes. Raises :class:`CannotDraw`."""
    structured = _STRUCTURED.get(variable.domain)
    if structured is not None:
        minimum, build = structured
        if len(sizes) < minimum:
            raise CannotDraw(f"domain {variable.domain.value!r} needs a shape of at least {minimum} size(s)")
        return build(tuple(sizes), rng)
    if variable.domain in _INTEGERS:
        return _fill(sizes, lambda: _integer(variable, rng))
    if variable.domain is Domain.INDEX:
        if not sizes:
            raise CannotDraw("an index needs the size of its range as its shape")
        return rng.randrange(sizes[0])
    if variable.domain in _SCALARS:
        if variable.domain in _ARRAYS and not sizes:
            raise CannotDraw(f"a variable of domain {variable.domain.value!r} needs a shape")
        return _fill(sizes, lambda: _scalar(variable, rng))
    raise CannotDraw(f"values of domain {variable.domain.value!r} are not drawn")


def _fill(sizes: Sequence[int], make: Callable[[], Any]) -> Any:
    if not sizes:
        return make()
    return tuple(_fill(sizes[1:], make) for _ in range(sizes[0]))


def _scalar(variable: Variable, rng: Random) -> Fraction:
    """A point of the grid strictly between the bounds (a missing bound is replaced by one at distance 4)."""
    low, high = _SCALARS[variable.domain]
    if variable.lower and not variable.upper:
        high = str(max(Fraction(high), Fraction(variable.lower) + 2))
    if variable.upper and not variable.lower and Fraction(variable.upper) <= Fraction(low):
        low = str(Fraction(variable.upper) - 2)
    lower, upper = Fraction(variable.lower or low), Fraction(variable.upper or high)
    if lower >= upper:
        raise CannotDraw(f"empty range: {lower} to {upper}")
    return lower + (upper - lower) * Fraction(rng.randrange(1, _GRID), _GRID)


def _integer(variable: Variable, rng: Random) -> int:
    low, high = _INTEGERS[variable.domain]
    lower = ceil(Fraction(variable.lower)) if variable.lower else low
    upper = floor(Fraction(variable.upper)) if variable.upper else max(high, lower + 2)
    if lower > upper:
        raise CannotDraw(f"empty range: {lower} to {upper}")
    return rng.randint(lower, upper)


def _entry(rng: Random) -> Fraction:
    return Fraction(rng.randint(-12, 12), 6)


def _sphere_point(d: int, rng: Random) -> tuple[Fraction, ...]:
    """A rational point of the unit sphere in R^d by stereographic projection, axes permuted and signs drawn."""
    y = [_entry(rng) for _ in range(d - 1)]
    q = sum((entry * entry for entry in y), Fraction(0))
    point = [2 * entry / (q + 1) for entry in y] + [(q - 1) / (q + 1)]
    rng.shuffle(point)
    return tuple(rng.choice((-1, 1)) * entry for entry in point)


def _sphere(sizes: tuple[int, ...], rng: Random) -> Any:
    return _fill(sizes[:-1], lambda: _sphere_point(sizes[-1], rng))


def _row(n: int, rng: Random) -> tuple[Fraction, ...]:
    weights = [rng.randint(1, 12) for _ in range(n)]
    return tuple(Fraction(w, sum(weights)) for w in weights)


def _stochastic(sizes: tuple[int, ...], rng: Random) -> Any:
    return _fill(sizes[:-1], lambda: _row(sizes[-1], rng))


def _square(sizes: tuple[int, ...]) -> int:
    if len(sizes) > 1 and sizes[-1] != sizes[-2]:
        raise CannotDraw(f"not a square shape: {sizes}")
    return sizes[-1]


def _symmetric(sizes: tuple[int, ...], rng: Random) -> Any:
    d = _square(sizes)
    half = [[_entry(rng) for _ in range(d)] for _ in range(d)]
    return tuple(tuple((half[i][j] + half[j][i]) / 2 for j in range(d)) for i in range(d))


def _psd(sizes: tuple[int, ...], rng: Random) -> Any:
    """``B^T B`` scaled to entries of order 1, with B of drawn entries."""
    d = _square(sizes)
    b = [[_entry(rng) for _ in range(d)] for _ in range(d)]
    return tuple(tuple(sum(b[k][i] * b[k][j] for k in range(d)) / (2 * d) for j in range(d)) for i in range(d))


_ARRAYS = (Domain.VECTOR, Domain.VECTOR_CURVE, Domain.MATRIX, Domain.MATRIX_CURVE)
_STRUCTURED: dict[Domain, tuple[int, Callable[[tuple[int, ...], Random], Any]]] = {
    Domain.UNIT_SPHERE: (1, _sphere),
    Domain.SPHERE_CURVE: (1, _sphere),
    Domain.STOCHASTIC_ROW: (1, _stochastic),
    Domain.SYMMETRIC_MATRIX: (1, _symmetric),
    Domain.PSD_MATRIX: (1, _psd),
}
