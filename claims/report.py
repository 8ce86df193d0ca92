"""How a run is shown: a table on a terminal, plain text in a pipe, JSON for machines."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from claims import __version__
from claims.evidence_text import columns
from claims.gate import CLEAN, Finding
from claims.model import LEGS
from claims.outcome import LegResult, Verdict
from claims.runner import ClaimRun, Run
from claims.status import Flag

JSON_SCHEMA = "claims-run/1"

_WORD = {
    Verdict.PASS: "pass",
    Verdict.FAIL: "FAIL",
    Verdict.ERROR: "ERROR",
    Verdict.NOPOWER: "NOPOWER",
    Verdict.UNAVAILABLE: "unavail",
    Verdict.STALE: "stale",
    Verdict.ABSENT: "-",
}
COLOUR = {
    "exact": "green",
    "conditional": "cyan",
    "derived": "cyan",
    "empirical": "yellow",
    "refuted": "magenta",
    "open": "red",
}


def cell(result: LegResult) -> str:
    """One leg in the table; a trailing ``*`` marks a cached result."""
    return _WORD[result.verdict] + ("*" if result.cached and result.verdict is not Verdict.ABSENT else "")


def label(claim: ClaimRun, last: str = "") -> str:
    """The earned column: the status, or ``unchecked`` with what the lock last said, or ``-`` in a run of some legs."""
    if claim.earned is None:
        return "-"
    if claim.earned.flag is Flag.UNCHECKED:
        return f"unchecked (last: {last})" if last else "unchecked"
    return claim.earned.label


def rows(run: Run, last: dict[str, str]) -> list[tuple[str, ...]]:
    """Cells of the table, one tuple per claim."""
    return [
        (
            claim.entry.id,
            claim.entry.declared.value,
            label(claim, last.get(claim.entry.id, "")),
            *(cell(claim.legs[leg]) for leg in LEGS),
            "" if claim.earned is None else claim.earned.weakest,
        )
        for claim in run.claims
    ]


HEADER = ("claim", "declared", "earned", *LEGS, "weakest")


def show(run: Run, found: Sequence[Finding], last: dict[str, str], verbose: bool = False) -> None:
    """Print the table, the findings and the summary to standard output."""
    table = rows(run, last)
    if sys.stdout.isatty():
        _rich_table(run, table)
    else:
        print(plain_table(table))
    for line in finding_lines(found, verbose):
        print(line)
    for line in (*summary(run, found), *advice(run, found)):
        print(line)


def advice(run: Run, found: Sequence[Finding]) -> list[str]:
    """Where to read on about the first thing that is wrong; nothing when nothing is."""
    first = next((f for f in found if f.level == "error"), None)
    if first is None:
        return []
    ids = [claim.entry.id for claim in run.claims if claim.entry.id == first.subject.removeprefix("mutant ").split()[0]]
    show = f"`claims show {ids[0]}` (what was found, where, how to mend it), " if ids else ""
    return [f"next: {show}`claims explain {first.reason}`"]


def plain_table(table: Sequence[tuple[str, ...]]) -> str:
    """Left-aligned columns, no colour, no box."""
    return "\n".join(columns((HEADER, *table)))


def _rich_table(run: Run, table: Sequence[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    view = Table(box=None, header_style="bold", pad_edge=False)
    for name in HEADER:
        view.add_column(name, overflow="fold")
    for claim, cells in zip(run.claims, table, strict=True):
        red = _is_red(claim)
        styled = [Text(text, style=_style(name, text)) for name, text in zip(HEADER, cells, strict=True)]
        view.add_row(*styled, style="red" if red else "")
    Console().print(view)


def _is_red(claim: ClaimRun) -> bool:
    bad = {Verdict.FAIL, Verdict.ERROR, Verdict.NOPOWER}
    return any(result.verdict in bad for _, result in claim.results())


def _style(column: str, text: str) -> str:
    if column == "earned":
        return COLOUR.get(text, "yellow" if text.startswith("unchecked") else "red" if text == "conflict" else "")
    if column in LEGS:
        return {"p": "green", "F": "bold red", "E": "bold red", "N": "bold red", "u": "yellow", "s": "yellow"}.get(
            text[:1], "dim"
        )
    return ""


def finding_lines(found: Sequence[Finding], verbose: bool) -> list[str]:
    """Findings that ask for a non-zero exit, and notes when ``verbose``; many equal notes become one line."""
    lines = _collapsed([f for f in found if f.exit != CLEAN])
    notes = [f for f in found if f.exit == CLEAN]
    if verbose:
        return lines + [f"{f.level}: {f}" for f in notes]
    for reason, count in Counter(f.reason for f in notes).items():
        first = next(f for f in notes if f.reason == reason)
        lines.append(f"{first.level}: {first}" + (f" (and {count - 1} more, see --verbose)" if count > 1 else ""))
    return lines


def _collapsed(found: Sequence[Finding]) -> list[str]:
    """One line per finding; what is said of many claims in the same words and with the same code is said once."""
    groups: dict[tuple[int, str, str], list[Finding]] = {}
    for finding in found:
        groups.setdefault((finding.exit, finding.reason, finding.message), []).append(finding)
    lines = []
    for (_, reason, message), members in groups.items():
        if len(members) <= 3:
            lines += [str(member) for member in members]
        else:
            lines.append(f"{len(members)} legs ({members[0].subject}, {members[1].subject}, ...): {message} [{reason}]")
    return lines


def _not_kept(run: Run) -> list[str]:
    """Legs that run anew every time, and why."""
    found = [
        f"{claim.entry.id} {name} {result.evidence['not_cached']}"
        for claim in run.claims
        for name, result in (*claim.legs.items(), ("witness", claim.witness))
        if "not_cached" in result.evidence
    ]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return [f"not kept for the next run: {found[0]}{more}"] if found else []


def summary(run: Run, found: Sequence[Finding]) -> list[str]:
    """Toolchain, split of the time, mutants and counts: the last lines of the output."""
    split = ", ".join(f"{name} {seconds:g} s" for name, seconds in run.leg_seconds().items() if seconds)
    cached = sum(r.cached for c in run.claims for _, r in c.results())
    lines = [f"Lean: {run.lean.description}"] if "lean" in run.options.legs else []
    if run.lean.accepted:
        lines.append(
            f"kernels: {run.lean.accepted:,} declarations accepted by Lean and by the second, independent checker"
        )
    if run.mutants:
        ran = [m for m in run.mutants if not m.skipped]
        rejected = sum(m.result.verdict is Verdict.PASS for m in ran)
        skipped = len(run.mutants) - len(ran)
        lines.append(
            f"mutants: {rejected} of {len(ran)} rejected"
            + (f", {skipped} Lean mutants unchanged and left out" if skipped else "")
        )
    lines.append(
        f"time: {run.seconds:.1f} s"
        + (f" (work: {split})" if split else "")
        + (f"; {cached} results from the cache (*)" if cached else "")
    )
    lines += _not_kept(run)
    counts = Counter(label(c) for c in run.claims)
    problems = sum(f.exit != CLEAN for f in found)
    words = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()) if name != "-")
    lines.append(
        f"{len(run.claims)} claim{'s' * (len(run.claims) != 1)}"
        + (f": {words}" if words else " (some legs only: no status derived)")
        + f"; {problems} problem{'s' * (problems != 1)}"
    )
    return lines


def to_json(run: Run, found: Sequence[Finding], code: int, last: dict[str, str]) -> dict[str, Any]:
    """The machine-readable report, schema :data:`JSON_SCHEMA`."""
    return {
        "schema": JSON_SCHEMA,
        "version": __version__,
        "exit": code,
        "seconds": round(run.seconds, 3),
        "leg_seconds": run.leg_seconds(),
        "toolchain": run.lean.to_json(),
        "claims": [_claim_json(claim, last) for claim in run.claims],
        "mutants": [
            {"claim": m.claim, "leg": m.mutant.leg, "kind": m.mutant.kind, **_result_json(m.result)}
            for m in run.mutants
        ],
        "findings": [
            {
                "exit": f.exit,
                "subject": f.subject,
                "reason": f.reason,
                "message": f.message,
                "place": None if f.place is None else {"file": f.place.file, "line": f.place.line},
            }
            for f in found
        ],
    }


def _claim_json(claim: ClaimRun, last: dict[str, str]) -> dict[str, Any]:
    earned = claim.earned
    return {
        "id": claim.entry.id,
        "title": claim.entry.title,
        "declared": claim.entry.declared.value,
        "earned": None if earned is None else earned.label,
        "last": last.get(claim.entry.id),
        "weakest": None if earned is None else {"leg": earned.weakest, "why": earned.why},
        "legs": {leg: _result_json(claim.legs[leg]) for leg in LEGS},
        "witness": _result_json(claim.witness),
    }


def _result_json(result: LegResult) -> dict[str, Any]:
    return result.to_json()
