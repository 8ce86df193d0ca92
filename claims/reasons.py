"""Reason codes: one data file, shown by ``claims explain``."""

from __future__ import annotations

import sys
import textwrap
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from claims.evidence_text import columns


@dataclass(frozen=True)
class Reason:
    """What a code means and what to do about it.

    ``exit`` has the exit codes that it can ask for (0: a note), ``example`` a line in which it was seen.
    """

    code: str
    title: str
    explanation: str
    remedy: str
    exit: Sequence[int] = ()
    example: str = ""

    @property
    def group(self) -> str:
        """What it is about, from the first word of the code."""
        return _GROUPS.get(self.code.partition("_")[0], "the gate")


_GROUPS = {
    **dict.fromkeys(("OK", "NO", "NOT", "UNRESOLVED", "LEG", "WORKER"), "any leg"),
    "WITNESS": "witnesses",
    "LEAN": "the Lean leg",
    **dict.fromkeys(("DERIVATION", "BALL"), "the symbolic leg"),
    **dict.fromkeys(("ENCLOSURE", "FLOAT", "NUMERIC", "OPINION"), "the numeric leg"),
    "MUTANT": "mutants",
    "LOCK": "the lock",
    "EVIDENCE": "recorded runs",
    "EXPERIMENT": "experiments",
    "SCHEDULER": "experiments",
}
_EXITS = {0: "0 (a note)", 1: "1", 2: "2 (the input cannot be used, or nothing was checked)", 3: "3 (not checked)"}


@cache
def reasons() -> dict[str, Reason]:
    """All codes of ``reasons.toml`` in file order."""
    data = tomllib.loads((Path(__file__).parent / "reasons.toml").read_text(encoding="utf-8"))
    return {code: Reason(code, **fields) for code, fields in data.items()}


def run_explain(code: str) -> int:
    """Print one code in full, or all of them with their titles; 2 for a code that does not exist."""
    known = reasons()
    if not code:
        for group in dict.fromkeys(reason.group for reason in known.values()):
            rows = [(f"  {reason.code}", reason.title) for reason in known.values() if reason.group == group]
            print("\n".join([f"{group}:", *columns(rows), ""]))
        print("`claims explain CODE` says what to do about one.")
        return 0
    name = code.upper().strip("[]")
    if name not in known:
        import difflib

        close = difflib.get_close_matches(code.upper(), known, 1)
        print(
            f"error: command line: CODE: no reason code {code!r}"
            + (f" -- did you mean {close[0]}?" if close else " -- `claims explain` lists them"),
            file=sys.stderr,
        )
        return 2
    reason = known[name]
    print(f"{reason.code}: {reason.title}\n")
    print(textwrap.fill(reason.explanation, 100))
    print("\n" + textwrap.fill(f"What to do: {reason.remedy}", 100))
    if reason.example:
        print(f"\nSeen as:    {reason.example}")
    print(f"\nExit code:  {' or '.join(_EXITS[code] for code in reason.exit)}")
    return 0
