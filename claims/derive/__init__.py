"""API for authors of symbolic legs: symbols of an entry, derivations, exact decisions.

A leg is a function of the symbols and of keyword parameters whose wrong values are its mutants::

    def growth(v: Symbols, *, sign: int = 1) -> Derivation:
        d = Derivation(v, "exponential growth")
        t = v.time()
        d.step(sp.Derivative(sp.exp(v.K * t), t), "chain rule", sign * v.K * sp.exp(v.K * t))
        d.sign(sp.exp(v.K * t), "an exponential is positive", strict=True)
        return d

``step``, ``zero``, ``sign``, ``squares``, ``rank``, ``charpoly`` and ``words`` decide; ``let`` and ``note`` only
record. A wrong value must flow into the mathematics, so that the decision meets a certified counterexample.
"""

from claims.derive.calculus import along, partials, tangential
from claims.derive.decision import Decision, Truth
from claims.derive.derivation import Derivation, Step
from claims.derive.errors import DeriveError, NoPoint, UnknownVariable, Unsupported, WrongDomain
from claims.derive.symbols import Symbols
from claims.derive.words import Word, WordAlgebra

__all__ = [
    "Decision",
    "Derivation",
    "DeriveError",
    "NoPoint",
    "Step",
    "Symbols",
    "Truth",
    "UnknownVariable",
    "Unsupported",
    "Word",
    "WordAlgebra",
    "WrongDomain",
    "along",
    "partials",
    "tangential",
]
