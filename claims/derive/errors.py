"""Errors of the derivation API. All derive from :class:`DeriveError`, so that a runner can catch one class."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class DeriveError(Exception):
    """A derivation could not be carried out as written."""


class UnknownVariable(DeriveError):
    """A leg asked for a variable which the entry's table does not have (an input error, not a failed claim)."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(name, names, n=1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        super().__init__(f"no variable `{name}` in the entry's table (it has: {', '.join(names) or 'none'}){hint}")
        self.name = name


class WrongDomain(DeriveError):
    """A variable of the table was used as something it is not, e.g. a scalar as a matrix."""


class Unsupported(DeriveError):
    """An expression lies outside the class which the decision procedures cover; the decision is undecided."""


class NoPoint(DeriveError):
    """No admissible point could be drawn for a guard."""
