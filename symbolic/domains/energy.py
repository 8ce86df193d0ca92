"""Family of attention flows and their energies: hypotheses.

Tokens are nested tuples of shape (n, d); entries may be expressions in the time symbol, and then a statement about
them is meant at every time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from symbolic.domains.attention import Attention, square_norm
from symbolic.domains.curves import is_continuous, start, velocity
from symbolic.domains.exact import (
    TIME,
    Truth,
    conjunction,
    exact,
    is_nonnegative,
    is_positive,
    is_symmetric,
    is_zero,
    is_zero_matrix,
    lookup,
    scalar,
    square,
    tokens,
    vector,
)


def is_exponential(values: Mapping[str, Any]) -> Truth:
    """``E(0) = 1`` and ``E' = E``."""
    function = exact(lookup(values, "E"), "E")
    return conjunction([is_zero(start(function) - 1), is_zero(velocity(function) - function)])


def symmetric(values: Mapping[str, Any]) -> Truth:
    """The score matrix ``A`` is symmetric."""
    return is_symmetric(square(values, "A"))


def value_is_score(values: Mapping[str, Any]) -> Truth:
    """``V = A``."""
    return is_zero_matrix(square(values, "V") - square(values, "A"))


def positive_temperature(values: Mapping[str, Any]) -> Truth:
    """``beta > 0``."""
    return is_positive(scalar(values, "beta"))


def nonzero_temperature(values: Mapping[str, Any]) -> Truth:
    """``beta`` is not zero."""
    truth = is_zero(scalar(values, "beta"))
    return None if truth is None else not truth


def on_sphere(values: Mapping[str, Any]) -> Truth:
    """Every token ``z`` is a unit vector."""
    return _unit(tokens(values, "z"))


def on_sphere_x(values: Mapping[str, Any]) -> Truth:
    """Every token ``x`` is a unit vector."""
    return _unit(tokens(values, "x"))


def tangent(values: Mapping[str, Any]) -> Truth:
    """Every ``xi_i`` is orthogonal to ``z_i``."""
    pairs = zip(tokens(values, "z"), tokens(values, "xi"), strict=True)
    return conjunction(is_zero(z.dot(xi)) for z, xi in pairs)


def _unit(found: list[sympy.Matrix]) -> Truth:
    return conjunction(is_zero(square_norm(z) - 1) for z in found)
