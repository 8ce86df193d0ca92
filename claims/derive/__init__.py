"""API for authors of symbolic legs: symbols of an entry, derivations, exact decisions.

A leg is a function ``leg(v: Symbols, *, parameter=right_value) -> Derivation``; see :mod:`claims.derive.derivation`.
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
