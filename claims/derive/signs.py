"""Sufficient exact rules for the sign of a polynomial whose generators have known ranges.

Used to show that a denominator cannot vanish and that the argument of a logarithm is positive. The rules: every
monomial has a positive coefficient and a nonnegative monomial; a polynomial in one bounded generator has no root in
its range (real root counting); a polynomial affine in a bounded generator is a convex combination of its two ends.
A rule that does not apply answers ``UNKNOWN``, never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any

import sympy as sp

from claims.derive.domain import Range


class Sign(IntEnum):
    """What is proved of a value; ordered by strength."""

    UNKNOWN = 0
    NONNEGATIVE = 1
    POSITIVE = 2


def sign(poly: Any, ranges: Sequence[Range]) -> Sign:
    """Sign of a polynomial over Q (an element of a SymPy polynomial ring) on the product of the ranges."""
    if not poly:
        return Sign.NONNEGATIVE
    best = _by_monomials(poly, ranges)
    if best is Sign.POSITIVE:
        return best
    used = [k for k in range(len(ranges)) if any(m[k] for m in poly.monoms())]
    if len(used) == 1:
        return max(best, _univariate(poly, used[0], ranges[used[0]]))
    return max(best, _by_ends(poly, used, ranges), _by_factors(poly, ranges))


def nonzero(poly: Any, ranges: Sequence[Range]) -> bool:
    """True when the polynomial is shown not to vanish anywhere on the product of the ranges."""
    if not poly:
        return False
    return sign(poly, ranges) is Sign.POSITIVE or sign(-poly, ranges) is Sign.POSITIVE


def _by_monomials(poly: Any, ranges: Sequence[Range]) -> Sign:
    strict = False
    for powers, coefficient in poly.terms():
        if coefficient < 0:
            return Sign.UNKNOWN
        if any(e % 2 and not ranges[k].nonnegative for k, e in enumerate(powers)):
            return Sign.UNKNOWN
        strict = strict or all(ranges[k].positive for k, e in enumerate(powers) if e)
    return Sign.POSITIVE if strict else Sign.NONNEGATIVE


def _by_factors(poly: Any, ranges: Sequence[Range]) -> Sign:
    """Multiply the signs of the irreducible factors; even powers of anything are nonnegative."""
    lead, factors = poly.factor_list()
    if len(factors) < 2 and all(power == 1 for _, power in factors):
        return Sign.UNKNOWN
    found, negative = Sign.POSITIVE, lead < 0
    for factor, power in factors:
        up, down = sign(factor, ranges), sign(-factor, ranges)
        if max(up, down) is Sign.UNKNOWN and power % 2:
            return Sign.UNKNOWN
        negative ^= bool(power % 2) and down > up
        found = min(found, max(up, down, Sign.NONNEGATIVE))
    return Sign.UNKNOWN if negative else found


def _by_ends(poly: Any, used: Sequence[int], ranges: Sequence[Range]) -> Sign:
    for k in used:
        low, high = ranges[k].lower, ranges[k].upper
        if low is None or high is None or ranges[k].closed_below or max(m[k] for m in poly.monoms()) > 1:
            continue
        ends = [sign(poly.subs(poly.ring.gens[k], _rational(end)), ranges) for end in (low, high)]
        if min(ends) >= Sign.NONNEGATIVE:
            return max(ends)
    return Sign.UNKNOWN


def _univariate(poly: Any, k: int, known: Range) -> Sign:
    x = sp.Dummy()
    terms = {m[k]: c for m, c in poly.terms()}
    plain = sp.Poly(sum(sp.Rational(int(c.numerator), int(c.denominator)) * x**e for e, c in terms.items()), x)
    return interval_sign(plain, known)


def interval_sign(poly: Any, known: Range) -> Sign:
    """Sign of a univariate ``sp.Poly`` over Q on a range, by exact real root counting of its factors."""
    strict = True
    probe = _inside(known)
    for factor, power in poly.factor_list()[1]:
        inside, at_end = _roots(factor, known)
        strict = strict and not inside and not at_end
        if inside and power % 2:
            return Sign.UNKNOWN
    value = poly.eval(_rational_sympy(probe))
    shift = Fraction(1, 3)
    while value == 0:
        probe, shift = _inside(known, shift), shift * Fraction(5, 7)
        value = poly.eval(_rational_sympy(probe))
    if value < 0:
        return Sign.UNKNOWN
    return Sign.POSITIVE if strict else Sign.NONNEGATIVE


def _roots(factor: Any, known: Range) -> tuple[int, bool]:
    """Roots in the open interval, and whether an end which belongs to the range is a root."""
    low = None if known.lower is None else _rational_sympy(known.lower)
    high = None if known.upper is None else _rational_sympy(known.upper)
    count = int(factor.count_roots(low, high))
    at_low = low is not None and factor.eval(low) == 0
    at_high = high is not None and high != low and factor.eval(high) == 0
    return count - at_low - at_high, at_low and known.closed_below


def _inside(known: Range, part: Fraction = Fraction(1, 2)) -> Fraction:
    """A point of the real interval of the range (integrality is ignored: the interval is the larger set)."""
    if known.lower is not None and known.upper is not None:
        return known.lower + (known.upper - known.lower) * part
    if known.lower is not None:
        return known.lower + part
    return part if known.upper is None else known.upper - part


def _rational(value: Fraction) -> Any:
    return sp.QQ(value.numerator, value.denominator)


def _rational_sympy(value: Fraction) -> Any:
    return sp.Rational(value.numerator, value.denominator)
