"""Family of rotary position embeddings: hypotheses and witnesses. Planes are given by cosines ``c`` and sines ``s``."""

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


def unit_planes(values: Mapping[str, Any]) -> Truth:
    """``c_a^2 + s_a^2 = 1`` in every plane."""
    cosines, sines = _planes(values)
    return conjunction(is_zero(c**2 + s**2 - 1) for c, s in zip(cosines, sines, strict=True))


def distinct_cosines(values: Mapping[str, Any]) -> Truth:
    """The cosines of different planes differ, so no two angles agree up to sign modulo 2 pi."""
    cosines, _ = _planes(values)
    pairs = ((a, b) for b in range(len(cosines)) for a in range(b))
    return conjunction(negation(is_zero(cosines[a] - cosines[b])) for a, b in pairs)


def nonzero_sines(values: Mapping[str, Any]) -> Truth:
    """No angle is a multiple of pi."""
    _, sines = _planes(values)
    return conjunction(negation(is_zero(sine)) for sine in sines)


def base_above_one(values: Mapping[str, Any]) -> Truth:
    """The frequency base exceeds one."""
    return is_positive(scalar(values, "base") - 1)


def positive_ratio(values: Mapping[str, Any]) -> Truth:
    """``q > 0``."""
    return is_positive(scalar(values, "q"))


def ratio_of_base(values: Mapping[str, Any]) -> Truth:
    """``q^m base = 1``."""
    return is_zero(scalar(values, "q") ** natural(values, "m") * scalar(values, "base") - 1)


def pi_above_one(values: Mapping[str, Any]) -> Truth:
    """``pi > 1``."""
    return is_positive(scalar(values, "pi") - 1)


def powers_of_ratio(values: Mapping[str, Any]) -> Truth:
    """``theta_a = q^a`` for a from 0 to m - 1."""
    theta, ratio = vector(values, "theta"), scalar(values, "q")
    if theta.rows != natural(values, "m"):
        raise ValueError(f"theta: {theta.rows} frequencies for {natural(values, 'm')} planes")
    return conjunction(is_zero(theta[a] - ratio**a) for a in range(theta.rows))


def _planes(values: Mapping[str, Any]) -> tuple[list[sympy.Expr], list[sympy.Expr]]:
    cosines, sines = list(vector(values, "c")), list(vector(values, "s"))
    if len(cosines) != len(sines):
        raise ValueError(f"s: {len(sines)} sines for {len(cosines)} cosines")
    return cosines, sines


# Witnesses


def _two_planes() -> dict[str, Any]:
    return {"p": 2, "c": (Fraction(3, 5), Fraction(5, 13)), "s": (Fraction(4, 5), Fraction(-12, 13))}


def commutant_witness() -> dict[str, Any]:
    """Two nonresonant rational planes and a block operator 2 I + J, -I + 3 J of the commutant."""
    return {**_two_planes(), "G": ((2, -1, 0, 0), (1, 2, 0, 0), (0, 0, -1, -3), (0, 0, 3, -1))}


def standard_witness() -> dict[str, Any]:
    """The usual base with head width 8: four frequencies 1, 1/10, 1/100, 1/1000."""
    theta = tuple(Fraction(1, 10**a) for a in range(4))
    return {"m": 4, "base": 10000, "q": Fraction(1, 10), "pi": sympy.pi, "theta": theta}


def absorb_witness() -> dict[str, Any]:
    """The same operator: it commutes with the rotation without being a multiple of the identity."""
    return commutant_witness()
