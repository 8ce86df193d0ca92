"""Numeric legs: enclosures at exact samples first, then float kernels under a derived error budget."""

from __future__ import annotations

from typing import Any

from claims.measure import Evidence, Sampler, ball

LONGEST = 12


def mean_odd(s: Sampler, *, step: int = 2) -> Evidence:
    """Add the odd numbers up one by one and divide.

    ``step`` is the distance between odd numbers; another value is the seeded error of this leg.
    """
    ev = Evidence(s)
    for n in range(2, LONGEST):
        ev.enclosed("mean", lambda n=n: _added_up(n, step) / n, lambda n=n: ball(n))
    ev.floats("closed form", _kernel, s.batch("n"), lambda n: [ball(value) for value in n])
    return ev


def _added_up(n: int, step: int) -> Any:
    total = ball(0)
    for k in range(n):
        total = total + ball(step * k + 1)
    return total


def _kernel(xp: Any, fault: float, n: Any) -> Any:
    """The closed form in floats, in one source for every array library.

    The run with ``fault = 1`` must agree with the reference; the run with ``fault = 1 + 1e-4`` must be rejected.
    """
    return fault * (n * n) / n
