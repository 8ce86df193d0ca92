"""Ranges of scalar symbols and exact random values in them.

A :class:`Range` says what is known of one real symbol. It feeds two things: the sign facts which decide that a
denominator cannot vanish, and the exact rational points at which a decision is guarded.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random


@dataclass(frozen=True)
class Range:
    """An interval of the real line, open at finite ends unless ``closed_below``; ``integer`` restricts to integers."""

    lower: Fraction | None = None
    upper: Fraction | None = None
    closed_below: bool = False
    integer: bool = False

    @property
    def positive(self) -> bool:
        """True when every value in the range is greater than zero."""
        if self.lower is None:
            return False
        return self.lower > 0 or (self.lower == 0 and not self.closed_below)

    @property
    def nonnegative(self) -> bool:
        """True when no value in the range is less than zero."""
        return self.lower is not None and self.lower >= 0

    def contains(self, value: Fraction) -> bool:
        """Whether an exact value lies in the range."""
        if self.integer and value.denominator != 1:
            return False
        if self.lower is not None and (value < self.lower or (value == self.lower and not self.closed_below)):
            return False
        return self.upper is None or value < self.upper

    def sample(self, rng: Random) -> Fraction:
        """A random value: small numerators and denominators, never an open end of the range."""
        if self.integer:
            return Fraction(self._integer(rng))
        if self.lower is not None and self.upper is not None:
            return self.lower + (self.upper - self.lower) * Fraction(rng.randint(1, 96), 97)
        if self.lower is not None:
            return self.lower + Fraction(rng.randint(1, 150), 64)
        if self.upper is not None:
            return self.upper - Fraction(rng.randint(1, 150), 64)
        return Fraction(rng.choice((-1, 1)) * rng.randint(1, 150), 64)

    def _integer(self, rng: Random) -> int:
        low = -4 if self.lower is None else int(self.lower) + (0 if self.closed_below else 1)
        high = low + 8 if self.upper is None else int(self.upper) - 1
        return rng.randint(low, max(low, high))


REAL = Range()
POSITIVE = Range(lower=Fraction(0))
NONNEGATIVE = Range(lower=Fraction(0), closed_below=True)
INTEGER = Range(integer=True)
NATURAL = Range(lower=Fraction(0), closed_below=True, integer=True)
POSITIVE_NATURAL = Range(lower=Fraction(1), closed_below=True, integer=True)


def unit_vector(rng: Random, size: int) -> list[Fraction]:
    """A random rational point of the unit sphere of R^size, by stereographic projection from a pole."""
    if size == 1:
        return [Fraction(rng.choice((-1, 1)))]
    base = [Fraction(rng.randint(-12, 12), rng.randint(3, 9)) for _ in range(size - 1)]
    square = sum((x * x for x in base), Fraction(0))
    point = [2 * x / (1 + square) for x in base] + [(square - 1) / (square + 1)]
    shift = rng.randrange(size)
    return point[shift:] + point[:shift]


def stochastic_row(rng: Random, size: int) -> list[Fraction]:
    """Random positive rationals with sum one."""
    parts = [Fraction(rng.randint(1, 20)) for _ in range(size)]
    total = sum(parts, Fraction(0))
    return [part / total for part in parts]


def gram_square(rng: Random, size: int) -> list[list[Fraction]]:
    """A random positive semidefinite matrix, drawn as ``B^T B`` with rational ``B``."""
    factor = [[Fraction(rng.randint(-8, 8), 5) for _ in range(size)] for _ in range(size)]
    return [
        [sum((factor[k][i] * factor[k][j] for k in range(size)), Fraction(0)) for j in range(size)] for i in range(size)
    ]
