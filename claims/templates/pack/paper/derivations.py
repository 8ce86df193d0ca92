"""Symbolic legs: functions of an entry's symbols that return a derivation whose steps are decided exactly."""

from __future__ import annotations

from claims.derive import Derivation, Symbols


def mean_odd(v: Symbols, *, step: int = 2) -> Derivation:
    """The square of ``n`` is the sum, by induction; divided by ``n`` it is the mean.

    ``step`` is the distance between odd numbers; another value is the seeded error of this leg.
    """
    d = Derivation(v, "mean of the first odd numbers")
    n = v.n
    total = n**2
    d.step(total.subs(n, 1), "the first odd number alone", n / n)
    d.step(total + (step * n + 1), "add the next odd number", total.subs(n, n + 1))
    d.step(total / n, "divide by how many there are", n)
    return d
