"""Family of two tokens on the sphere: hypotheses and witnesses. Overlaps are curves in the time symbol."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.curves import start, velocity
from symbolic.domains.exact import TIME, Truth, conjunction, is_nonnegative, is_positive, is_zero, scalar


def overlap_equation(values: Mapping[str, Any]) -> Truth:
    """``c' = 1 - c^2``."""
    c = scalar(values, "c")
    return is_zero(velocity(c) - (1 - c**2))


def starts_at_overlap(values: Mapping[str, Any]) -> Truth:
    """``c(0) = c0``."""
    return is_zero(start(scalar(values, "c")) - scalar(values, "c0"))


def proper_overlap(values: Mapping[str, Any]) -> Truth:
    """``-1 < c0 < 1``."""
    c0 = scalar(values, "c0")
    return conjunction([is_positive(1 + c0), is_positive(1 - c0)])


def nonnegative_temperature(values: Mapping[str, Any]) -> Truth:
    """``beta >= 0``."""
    return is_nonnegative(scalar(values, "beta"))


def law(c0: Fraction) -> sympy.Expr:
    """The solution of ``c' = 1 - c^2`` from ``c0``, a quotient of exponentials."""
    growth = (1 + sympy.Rational(c0.numerator, c0.denominator)) * sympy.exp(2 * TIME)
    rest = 1 - sympy.Rational(c0.numerator, c0.denominator)
    return (growth - rest) / (growth + rest)


def uniform_witness() -> dict[str, Any]:
    """The law from overlap -1/2."""
    c0 = Fraction(-1, 2)
    return {"c0": c0, "s": 1, "c": law(c0)}
