"""From a run to findings and an exit code. Policy only: what was observed stands in the run.

Precedence 2, 1, 3, 0. **2** input that cannot be read or resolved, or nothing checked. **1** something failed,
weakened, drifted or vanished. **3** a required leg could not run and nothing else is wrong. **0** clean.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from claims.ledger import compared
from claims.lockfile import Change, Lock, compare, gone
from claims.model import Status
from claims.mutants import MutantResult
from claims.outcome import LegResult, Place, Verdict
from claims.pack import Pack
from claims.recorded import Recorded, rows_now
from claims.registry_io import Registry
from claims.runner import ClaimRun, Run
from claims.status import Flag, at_least

INPUT, FAILED, UNAVAILABLE, CLEAN = 2, 1, 3, 0
_WARNINGS = frozenset({"EVIDENCE_STALE"})
_UNRESOLVED = frozenset({"UNRESOLVED", "LEAN_UNKNOWN", "LEAN_BINDER", "MUTANT_NOT_FOUND"})


@dataclass(frozen=True)
class Finding:
    """One line under the table. ``exit`` is the code it asks for; 0 makes it a note."""

    exit: int
    subject: str
    reason: str
    message: str
    place: Place | None = None

    @property
    def level(self) -> Literal["error", "warning", "note"]:
        """How loud it is: what could not run, and evidence that went stale, are warnings."""
        if self.exit in (INPUT, FAILED):
            return "error"
        return "warning" if self.exit == UNAVAILABLE or self.reason in _WARNINGS else "note"

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return _block(f"{where}{self.subject}: {self.message or 'failed'} [{self.reason}]")


def _block(text: str) -> str:
    """A message of a leg as one block: no line of it can pass for a line of ours, or for a command to a CI runner."""
    first, *rest = text.splitlines() or [""]
    return "\n".join([first, *(f"    {'| ' * line.lstrip().startswith(('::', '##['))}{line.strip()}" for line in rest)])


def findings(run: Run, pack: Pack, registry: Registry, lock: Lock | None) -> list[Finding]:
    """Everything worth telling about a run, the gravest first."""
    found: list[Finding] = []
    for claim in run.claims:
        found += _claim_findings(claim, registry)
    found += [
        _mutant_finding(m, registry) for m in run.mutants if m.result.verdict is not Verdict.PASS and not m.skipped
    ]
    found += _library_findings(run)
    found += _lock_findings(run, registry, lock, pack)
    numeric = {claim.entry.id: claim.legs["numeric"].evidence for claim in run.claims}
    for record in run.recorded:
        found += _record_findings(record, run.options.strict_evidence, numeric.get(record.claim, {}))
    found += _nothing_checked(run)
    rank = {INPUT: 0, FAILED: 1, UNAVAILABLE: 2, CLEAN: 3}
    return sorted(found, key=lambda f: (rank[f.exit], f.level != "warning"))


def _nothing_checked(run: Run) -> list[Finding]:
    """A run in which no leg was judged is never green, whatever the cause."""
    results = [result for claim in run.claims for result in claim.legs.values()]
    verdicts = {result.verdict for result in results} - {Verdict.ABSENT}
    here = any(result.reason == "DEVICE_MISSING" for result in results)  # all that needs no such device was judged
    if here or verdicts - {Verdict.UNAVAILABLE, Verdict.STALE}:
        return []
    why = "no leg could run" if verdicts else "no leg of any selected claim was part of this run"
    return [Finding(INPUT, "run", "NOTHING_CHECKED", f"nothing was checked: {why}")]


def _library_findings(run: Run) -> list[Finding]:
    """Faults of the Lean library, registered theorem or not; that it was not looked at, when no claim says so."""
    found = [Finding(FAILED, "library", p.reason, p.message, p.place) for p in run.lean.problems]
    told = any(claim.legs["lean"].verdict is Verdict.UNAVAILABLE for claim in run.claims)
    if run.lean.missing is not None and not told:
        missing = run.lean.missing
        found.append(Finding(UNAVAILABLE, "library", missing.reason, missing.message, missing.place))
    return found


def _record_findings(record: Recorded, strict: bool, evidence: Mapping[str, Any]) -> list[Finding]:
    """What a record says, beside the evidence of this run for the same claim.

    Other code than the record's is not compared with it here: that is done when it is recorded anew.
    """
    subject, place, when = f"{record.claim} {record.device}", Place(record.file, 0), f"recorded on {record.date}"
    if record.worse:
        message = f"{when} and worse than the record before it: {'; '.join(record.worse)}"
        return [Finding(FAILED, subject, "EVIDENCE_WORSE", message, place)]
    if record.stale:
        exit_ = FAILED if strict else CLEAN
        return [Finding(exit_, subject, "EVIDENCE_STALE", f"{when} and stale: {record.stale}", place)]
    if bad := record.disagreeing:
        message = f"{when} over {record.seeds} seeds: {'; '.join(_quantity(row) for row in bad)}"
        return [Finding(FAILED, subject, bad[0]["reason"], message, place)]
    now = rows_now(record, evidence)
    if said := compared(now, record.rows):
        message = f"worse in this run than {when}: {'; '.join(said)}"
        return [Finding(FAILED, subject, "EVIDENCE_WORSE", message, place)]
    message = f"{when}, {'and run here' if now else 'not run here'}{record.shares}{record.agreeing}"
    return [Finding(CLEAN, subject, "EVIDENCE_RECORDED", message, place)]


def _quantity(row: Mapping[str, Any]) -> str:
    """A quantity that does not pass, in words."""
    words = f"{row['name']}: observed {row['observed']:.6g}, predicted {row['relation']} {row['predicted']:.6g}"
    return f"{words}, and {row['control_is']} would fit too" if row["verdict"] == "nopower" else words


def beyond_legs(run: Run, found: Iterable[Finding]) -> list[Finding]:
    """The findings, notes left out, that are not the result of a leg, a witness or a mutant."""
    told = {(f"{claim.entry.id} {name}", result.reason) for claim in run.claims for name, result in claim.results()}
    told |= {(f"mutant {mutant.name}", mutant.result.reason) for mutant in run.mutants}
    return [f for f in found if f.exit != CLEAN and (f.subject, f.reason) not in told]


def exit_code(found: Iterable[Finding]) -> int:
    """The code of the gravest finding."""
    codes = {f.exit for f in found}
    return next((code for code in (INPUT, FAILED, UNAVAILABLE) if code in codes), CLEAN)


def _claim_findings(claim: ClaimRun, registry: Registry) -> list[Finding]:
    found = []
    file, line = registry.places[claim.entry.id]
    for name, result in claim.results():
        if result.verdict not in (Verdict.PASS, Verdict.ABSENT):
            place = result.place or Place(file, line)
            found.append(Finding(_leg_exit(result), f"{claim.entry.id} {name}", result.reason, result.message, place))
    earned = claim.earned
    if earned is None:
        return found
    subject, place = claim.entry.id, Place(file, line)
    if claim.not_run:
        message = f"rests on claims that were not part of this run: {', '.join(claim.not_run)}"
        found.append(Finding(CLEAN, subject, "DEPENDENCY_NOT_RUN", message, place))
    if earned.flag is Flag.CONFLICT:
        found.append(Finding(FAILED, subject, "CONFLICT", "one leg passes and another fails", place))
    elif earned.flag is Flag.NONE and earned.status is Status.REFUTED and claim.entry.declared is not Status.REFUTED:
        found.append(Finding(FAILED, subject, "REFUTED", "certifiably false and not declared so", place))
    elif earned.flag is Flag.NONE and not at_least(earned.status, claim.entry.declared):
        message = (
            f"declared {claim.entry.declared.value}, earned {earned.label} (weakest: {earned.weakest}, {earned.why})"
        )
        found.append(Finding(FAILED, subject, "BELOW_DECLARED", message, place))
    elif earned.flag is Flag.NONE and earned.status is not claim.entry.declared:
        message = f"declared {claim.entry.declared.value}, earned {earned.status.value}"
        found.append(Finding(CLEAN, subject, "ABOVE_DECLARED", message, place))
    return found


def _leg_exit(result: LegResult) -> int:
    if result.reason in _UNRESOLVED:
        return INPUT
    return UNAVAILABLE if result.verdict in (Verdict.UNAVAILABLE, Verdict.STALE) else FAILED


def _mutant_finding(mutant: MutantResult, registry: Registry) -> Finding:
    result = mutant.result
    place = result.place or Place(*registry.places[mutant.claim])
    return Finding(_leg_exit(result), f"mutant {mutant.name}", result.reason, result.message, place)


def _lock_findings(run: Run, registry: Registry, lock: Lock | None, pack: Pack) -> list[Finding]:
    if lock is None:
        in_ci = os.environ.get("CI", "").lower() not in ("", "0", "false", "no")
        message = f"there is no {pack.lock.name}: nothing to compare with; write it with `claims lock`"
        return [Finding(INPUT if in_ci else CLEAN, pack.lock.name, "NO_LOCK", message)]
    legs: frozenset[str] = frozenset(run.options.legs)
    rows = [row for claim in run.claims for row in claim.rows()]
    changes = compare(lock, rows, frozenset(c.entry.id for c in run.claims), legs)
    changes += gone(lock, frozenset(registry.entries))
    return [_change_finding(change, pack, registry) for change in changes]


def _change_finding(change: Change, pack: Pack, registry: Registry) -> Finding:
    """Placed at the entry, or at the lock when there is none any more."""
    subject = f"{change.id} {change.leg}".strip()
    place = Place(*registry.places.get(change.id, (pack.relative(pack.lock), 0)))
    return Finding(FAILED if change.bad else CLEAN, subject, f"LOCK_{change.kind.upper()}", change.message, place)
