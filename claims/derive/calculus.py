"""Small pieces of calculus shared by derivations; every result is decided by the derivation that uses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp


def along(expression: Any, velocities: Mapping[Any, Any]) -> Any:
    """Rate of change of an expression when each symbol moves with its velocity (chain rule over the symbols)."""
    return sum((sp.diff(expression, symbol) * speed for symbol, speed in velocities.items()), sp.S.Zero)


def partials(expression: Any, column: Any) -> Any:
    """Column of partial derivatives by the symbols in ``column`` (d x 1)."""
    return sp.Matrix([sp.diff(expression, symbol) for symbol in column])


def tangential(point: Any, vector: Any) -> Any:
    """``vector - point (point . vector)``, the tangential part where ``|point| = 1`` (both d x 1)."""
    return vector - point * point.dot(vector)
