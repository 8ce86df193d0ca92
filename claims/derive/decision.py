"""What a decision procedure reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

from claims.outcome import Place


class Truth(Enum):
    """Outcome of one decision. ``GUARD``: the exact procedure and the enclosure contradict each other."""

    PROVED = "proved"
    DISPROVED = "disproved"
    UNDECIDED = "undecided"
    GUARD = "guard"

    def __bool__(self) -> NoReturn:
        raise TypeError("a decision is not a boolean: compare it with Truth.PROVED, Truth.DISPROVED, ...")


@dataclass(frozen=True)
class Decision:
    """One decided statement.

    ``normal_form`` is what the exact procedure was left with ("0" when an identity is proved), ``points`` the number
    of exact points at which the guard evaluated, ``radius`` the largest radius of the balls it saw (decimal text),
    ``detail`` the counterexample or the reason for being undecided, ``assumed`` the relations and the nonvanishing
    expressions which the leg supplied.
    """

    name: str
    procedure: str
    truth: Truth
    normal_form: str
    points: int = 0
    radius: str = "0"
    detail: str = ""
    assumed: tuple[str, ...] = ()
    place: Place | None = None

    def to_json(self) -> dict[str, Any]:
        """JSON value for the evidence of a leg."""
        return {
            "name": self.name,
            "procedure": self.procedure,
            "truth": self.truth.value,
            "normal_form": self.normal_form,
            "points": self.points,
            "radius": self.radius,
            "detail": self.detail,
            "assumed": list(self.assumed),
        }
