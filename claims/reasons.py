"""Reason codes: one data file, shown by ``claims explain``."""

from __future__ import annotations

import sys
import textwrap
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Reason:
    """What a code means and what to do about it."""

    code: str
    title: str
    explanation: str
    remedy: str


@cache
def reasons() -> dict[str, Reason]:
    """All codes of ``reasons.toml`` in file order."""
    data = tomllib.loads((Path(__file__).parent / "reasons.toml").read_text(encoding="utf-8"))
    return {code: Reason(code, **fields) for code, fields in data.items()}


def run_explain(code: str) -> int:
    """Print one code in full, or all of them with their titles; 2 for a code that does not exist."""
    known = reasons()
    if not code:
        width = max(map(len, known))
        for reason in known.values():
            print(f"{reason.code.ljust(width)}  {reason.title}")
        return 0
    name = code.upper().strip("[]")
    if name not in known:
        import difflib

        close = difflib.get_close_matches(code.upper(), known, 1)
        print(
            f"error: no reason code {code!r}"
            + (f" -- did you mean {close[0]}?" if close else " -- `claims explain` lists them"),
            file=sys.stderr,
        )
        return 2
    reason = known[name]
    print(f"{reason.code}: {reason.title}\n")
    print(textwrap.fill(reason.explanation, 100))
    print("\n" + textwrap.fill(f"What to do: {reason.remedy}", 100))
    return 0
