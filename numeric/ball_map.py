"""The papers' discrete map in balls: projected Runge-Kutta steps and normalisation, for every model.

The map of ``numeric.dynamics.step``, real number for real number: the reference of a float run loses nothing to the
step size. Balls widen by about half a digit a step (the quotient x/|x| forgets that its parts are correlated), so a
run starts with as many digits more, and with what is missing after a run that was too wide.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from flint import arb, arb_mat

from claims.measure import balls as b
from numeric.ball_model import BallModel, in_balls, tokens, velocity
from numeric.models import Model

_BITS = 40 * b.LIMIT_BITS  # the ladder's end
_METHODS = ("rk2", "rk4")
_LOST = 0.5  # digits a step, a first guess
_SPARE = 50  # digits at the start
_BITS_PER_DIGIT = 3.3219281


def unit(x: arb_mat) -> arb_mat:
    """Rows divided by their norms, [n, d]."""
    rows = []
    for row in x.tolist():
        length = b.sqrt(sum((entry * entry for entry in row), arb(0)))
        rows.append([entry / length for entry in row])
    return arb_mat(rows)


def increment(x: arb_mat, model: BallModel, dt: arb, method: str) -> arb_mat:
    """Of one Runge-Kutta step before the normalisation, [n, d]."""
    first = velocity(x, model)
    if method == "rk2":
        total: arb_mat = (first + velocity(x + first * dt, model)) * (dt / 2)
        return total
    second = velocity(x + first * (dt / 2), model)
    third = velocity(x + second * (dt / 2), model)
    whole: arb_mat = (first + second * 2 + third * 2 + velocity(x + third * dt, model)) * (dt / 6)
    return whole


def flow(x: arb_mat, model: BallModel, dt: arb, steps: int, method: str = "rk2") -> arb_mat:
    """Tokens after ``steps`` steps at the working precision, [n, d]. Raises ``ValueError`` for another method."""
    if method not in _METHODS:
        raise ValueError(f"no method {method!r} (there are: {', '.join(_METHODS)})")
    for _ in range(steps):
        x = unit(x + increment(x, model, dt, method))
    return x


def reference(start: Any, model: Model, dt: Any, steps: int, method: str, radius: Any) -> list[list[arb]]:
    """Tokens after ``steps`` steps, every ball with a radius of at most ``radius`` (exact), [n][d].

    ``start``: exact tokens (or a float array as seen) [n, d], or a function that makes them as balls; ``dt`` exact.
    Raises :class:`claims.measure.balls.NotSharp` when the digits needed are beyond the ladder's end.
    """
    make = start if callable(start) else lambda: start
    n, d = _shape(make())

    def run() -> list[list[arb]]:
        found: list[list[arb]] = flow(tokens(make()), in_balls(model, n, d), b.ball(dt), steps, method).tolist()
        return found

    return _sharpened(run, radius, steps)


def _shape(x: Any) -> tuple[int, int]:
    m = tokens(x)
    return m.nrows(), m.ncols()


def _sharpened(run: Callable[[], Any], radius: Any, steps: int) -> list[list[arb]]:
    with b.working_bits(b.START_BITS):
        asked = max(0.0, float((1 / b.ball(radius)).log().mid()) / float(arb(10).log().mid()))
    digits = max(float(_SPARE), asked) + _LOST * steps
    found: list[list[arb]] = b.sharpen(run, radius, ceil(_BITS_PER_DIGIT * digits), _BITS)
    return found
