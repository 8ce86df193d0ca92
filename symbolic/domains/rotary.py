"""Family of rotary position embeddings: hypotheses and witnesses. Plane a turns by the angle ``theta_a``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symbolic.domains.exact import (
    Truth,
    conjunction,
    is_positive,
    is_zero,
    natural,
    negation,
    scalar,
    vector,
)


def distinct_planes(values: Mapping[str, Any]) -> Truth:
    """No difference or sum of two angles is a multiple of 2 pi: the cosines of different planes differ."""
    cosines = [sympy.cos(angle) for angle in vector(values, "theta")]
    pairs = ((a, b) for b in range(len(cosines)) for a in range(b))
    return conjunction(negation(is_zero(cosines[a] - cosines[b])) for a, b in pairs)


def proper_turns(values: Mapping[str, Any]) -> Truth:
    """No angle is a multiple of pi."""
    return conjunction(negation(is_zero(sympy.sin(angle))) for angle in vector(values, "theta"))


def base_above_one(values: Mapping[str, Any]) -> Truth:
    """The frequency base exceeds one."""
    return is_positive(scalar(values, "base") - 1)


def standard_frequencies(values: Mapping[str, Any]) -> Truth:
    """``theta_a = base^(-2a/(2m))`` for a from 0 to m - 1: positive, with m-th power ``base^(-a)``."""
    theta, planes = vector(values, "theta"), natural(values, "m")
    if theta.rows != planes:
        raise ValueError(f"theta: {theta.rows} frequencies for {planes} planes")
    base = scalar(values, "base")
    parts = ([is_positive(theta[a]), is_zero(theta[a] ** planes * base**a - 1)] for a in range(planes))
    return conjunction(truth for pair in parts for truth in pair)


# Witnesses


def commutant_witness() -> dict[str, Any]:
    """Two nonresonant planes with rational cosines and a block operator 2 I + J, -I + 3 J of the commutant."""
    theta = (sympy.atan(sympy.Rational(4, 3)), -sympy.atan(sympy.Rational(12, 5)))
    return {"p": 2, "theta": theta, "G": ((2, -1, 0, 0), (1, 2, 0, 0), (0, 0, -1, -3), (0, 0, 3, -1))}


def standard_witness() -> dict[str, Any]:
    """The usual base with head width 8: four frequencies 1, 1/10, 1/100, 1/1000."""
    theta = tuple(Fraction(1, 10**a) for a in range(4))
    return {"m": 4, "base": 10000, "theta": theta}


def absorb_witness() -> dict[str, Any]:
    """The same operator: it commutes with the rotation without being a multiple of the identity."""
    return commutant_witness()
