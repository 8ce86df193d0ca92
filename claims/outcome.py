"""What a leg reports: a verdict, a reason code, a message, a place, and its evidence.

A :class:`LegResult` is plain data that travels between processes and into the cache as JSON. A verdict
refuses to be used as a boolean, so that ``if result.verdict`` (true for every verdict) cannot be written
by mistake: compare with a member of :class:`Verdict` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NoReturn


class Verdict(Enum):
    """Outcome of one leg of one claim."""

    PASS = "pass"
    FAIL = "fail"
    NOPOWER = "nopower"
    ERROR = "error"
    UNAVAILABLE = "unavailable"
    STALE = "stale"
    ABSENT = "absent"

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict is not a boolean: compare it with Verdict.PASS, Verdict.FAIL, ...")


@dataclass(frozen=True)
class Place:
    """A position in a source file: ``file`` relative to the pack root, ``line`` from 1 (0: the whole file)."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "reason": str,
    "message": str,
    "evidence": Mapping,
    "seconds": (int, float),
    "cached": bool,
}


@dataclass(frozen=True)
class LegResult:
    """Result of one leg.

    ``reason`` is a code of ``claims/reasons.toml``; ``evidence`` holds JSON values only (balls as decimal
    strings). ``cached`` and ``seconds`` describe how the result was obtained, not what it says, and so does ``reads``:
    what the leg looked at while it ran (:mod:`claims.inputs`), which does not travel with the JSON value.
    """

    verdict: Verdict
    reason: str
    message: str = ""
    place: Place | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    cached: bool = False
    reads: Mapping[str, str] = field(default_factory=dict, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON value; inverse of :meth:`from_json`."""
        return {
            "verdict": self.verdict.value,
            "reason": self.reason,
            "message": self.message,
            "place": None if self.place is None else {"file": self.place.file, "line": self.place.line},
            "evidence": dict(self.evidence),
            "seconds": self.seconds,
            "cached": self.cached,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> LegResult:
        """Rebuild a result from :meth:`to_json`; ``KeyError``, ``ValueError`` or ``TypeError`` on foreign data."""
        place = data["place"]
        for name, kind in _TYPES.items():
            if not isinstance(data[name], kind):
                raise TypeError(f"{name} of a result is {data[name]!r:.40}")
        return LegResult(
            verdict=Verdict(data["verdict"]),
            reason=data["reason"],
            message=data["message"],
            place=None if place is None else Place(place["file"], place["line"]),
            evidence=data["evidence"],
            seconds=data["seconds"],
            cached=data["cached"],
        )

    def as_cached(self) -> LegResult:
        """The same result, labelled as read from the cache."""
        return replace(self, cached=True)
