"""Family of attention flows and their energies: hypotheses.

Tokens are nested tuples of shape (n, d); entries may be expressions in the time symbol, and then a statement about
them is meant at every time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from symbolic.domains.attention import Attention, Tokens, project, square_norm
from symbolic.domains.curves import is_continuous, start, velocity
from symbolic.domains.exact import (
    Truth,
    conjunction,
    is_nonnegative,
    is_positive,
    is_symmetric,
    is_zero,
    is_zero_matrix,
    scalar,
    square,
    tokens,
    vector,
)


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


def starts_on_sphere_z(values: Mapping[str, Any]) -> Truth:
    """Every token ``z`` is a unit vector at time zero."""
    return _unit_at_start(values, "z")


def starts_on_sphere_y(values: Mapping[str, Any]) -> Truth:
    """Every token ``y`` is a unit vector at time zero."""
    return _unit_at_start(values, "y")


def starts_on_sphere_x(values: Mapping[str, Any]) -> Truth:
    """Every token ``x`` is a unit vector at time zero."""
    return _unit_at_start(values, "x")


def starts_on_sphere_gamma(values: Mapping[str, Any]) -> Truth:
    """Every token ``gamma`` is a unit vector at time zero."""
    return _unit_at_start(values, "gamma")


def on_sphere_z(values: Mapping[str, Any]) -> Truth:
    """Every token ``z`` is a unit vector."""
    return _unit(tokens(values, "z"))


def on_sphere_x(values: Mapping[str, Any]) -> Truth:
    """Every token ``x`` is a unit vector."""
    return _unit(tokens(values, "x"))


def _unit(found: list[sympy.Matrix]) -> Truth:
    return conjunction(is_zero(square_norm(z) - 1) for z in found)


def _unit_at_start(values: Mapping[str, Any], name: str) -> Truth:
    return _unit([z.applyfunc(start) for z in tokens(values, name)])


# Flows on the time interval [0, T]; with T = 0 they are a condition on the velocities at time zero


def follows_softmax(values: Mapping[str, Any]) -> Truth:
    """The tokens ``z`` move with the normalised velocities of ``A`` and ``V``."""
    return _follows(values, "z", attention(values).sa)


def follows_unnormalised(values: Mapping[str, Any]) -> Truth:
    """The tokens ``y`` move with the unnormalised velocities of ``A`` and ``V``."""
    return _follows(values, "y", attention(values).usa)


def follows_identity(values: Mapping[str, Any]) -> Truth:
    """The tokens ``x`` move with the normalised velocities of ``A = V = I``."""
    return _follows(values, "x", identity_attention(values, tokens(values, "x")[0].rows).sa)


def follows_unnormalised_identity(values: Mapping[str, Any]) -> Truth:
    """The tokens ``z`` move with the unnormalised velocities of ``A = V = I``."""
    return _follows(values, "z", identity_attention(values, tokens(values, "z")[0].rows).usa)


def gamma_follows_identity(values: Mapping[str, Any]) -> Truth:
    """The tokens ``gamma`` move with the normalised velocities of ``A = V = I`` at every time."""
    gamma = tokens(values, "gamma")
    field = identity_attention(values, gamma[0].rows).sa
    return conjunction(is_zero_matrix(gamma[i].applyfunc(velocity) - field(gamma, i)) for i in range(len(gamma)))


def attention(values: Mapping[str, Any]) -> Attention:
    """The model given by ``beta``, ``A`` and ``V``."""
    return Attention(scalar(values, "beta"), square(values, "A"), square(values, "V"))


def identity_attention(values: Mapping[str, Any], size: int) -> Attention:
    """The model given by ``beta`` with ``A = V = I``."""
    return Attention(scalar(values, "beta"), sympy.eye(size), sympy.eye(size))


def _follows(values: Mapping[str, Any], name: str, field: Callable[[Tokens, int], sympy.Matrix]) -> Truth:
    curves, length = tokens(values, name), scalar(values, "T")
    points, slopes = curves, [curve.applyfunc(velocity) for curve in curves]
    if length == 0:
        points, slopes = [p.applyfunc(start) for p in points], [s.applyfunc(start) for s in slopes]
    gaps = (is_zero_matrix(slopes[i] - field(points, i)) for i in range(len(points)))
    return conjunction([is_nonnegative(length), *gaps])


# One token driven by a given velocity


def projected_motion(values: Mapping[str, Any]) -> Truth:
    """``z' = P_z u``."""
    z, u = vector(values, "z"), vector(values, "u")
    return is_zero_matrix(z.applyfunc(velocity) - project(z, u))


def starts_on_sphere(values: Mapping[str, Any]) -> Truth:
    """``|z(0)| = 1``."""
    return is_zero(square_norm(vector(values, "z").applyfunc(start)) - 1)


def continuous_drive(values: Mapping[str, Any]) -> Truth:
    """``u`` is continuous."""
    return conjunction(is_continuous(entry) for entry in vector(values, "u"))
