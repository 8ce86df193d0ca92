"""The array-API source of the dynamics on numpy arrays of balls: an enclosure of the very map that floats compute."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, arb_series

from claims.measure.balls import Tri, at_most, ball, dyadic, separated
from numeric.models import Model

BITS = 256


def enclosed(values: Any) -> Any:
    """Object array of balls: floats as the numbers they are, fractions and integers exactly."""
    flat = np.asarray(values, dtype=object)
    made = np.empty(flat.shape, dtype=object)
    for place, value in np.ndenumerate(flat):
        made[place] = value if isinstance(value, arb) else _ball(value)
    return made


def _ball(value: Any) -> arb:
    return ball(value) if isinstance(value, (int, Fraction)) else dyadic(float(value))


def model_in_balls(model: Model) -> Model:
    """A model whose arrays and numbers are balls."""
    held = model.moved(enclosed)
    return Model(**{**held.__dict__, "beta": _ball(held.beta), "sign": _ball(held.sign)})


def norm(x: Any) -> Any:
    return x / np.sqrt(np.sum(x * x, axis=-1, keepdims=True))


def agree(left: Any, right: Any) -> bool:
    """Whether every pair of entries is consistent to 64 bits; false as soon as one pair is certified different.

    Raises ``ArithmeticError`` when that is undecided.
    """
    pairs = list(zip(np.ravel(left), np.ravel(right), strict=True))
    assert pairs
    if any(separated(x, y) is Tri.TRUE for x, y in pairs):
        return False
    if all(at_most(abs(x - y), arb(2) ** -64) is Tri.TRUE for x, y in pairs):
        return True
    raise ArithmeticError("undecided")


def along(x: Any, dx: Any) -> Any:
    """x + t dx as power series in t with ball coefficients, to first order; entry [1] of a result is its derivative."""
    made = np.empty(x.shape, dtype=object)
    for place, value in np.ndenumerate(x):
        made[place] = arb_series([value, dx[place]], prec=2)
    return made
