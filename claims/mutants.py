"""Seeded wrong variants: every leg must be seen to reject at least one (design section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claims.model import Entry, LegName, Mutant
from claims.outcome import LegResult, Verdict
from claims.plan import Job, leg_job, refuter_job
from claims.reach import Reach

if TYPE_CHECKING:
    from claims.leanleg import LeanOutcome
    from claims.runner import Options


@dataclass(frozen=True)
class MutantResult:
    """Whether one mutant was rejected, what the leg said, and whether it was left out on purpose."""

    claim: str
    index: int
    mutant: Mutant
    result: LegResult

    @property
    def name(self) -> str:
        """A label such as ``family.claim lean sign``."""
        return f"{self.claim} {self.mutant.leg} {self.mutant.kind}"

    @property
    def skipped(self) -> bool:
        """Whether the run left it out on purpose (``--only-changed``)."""
        return self.result.reason == "MUTANT_UNCHANGED"


def slot(index: int) -> str:
    """Place of a mutant's result among the results of its claim."""
    return f"mutant {index}"


def mutant_jobs(entry: Entry, legs: Sequence[LegName], reach: Reach) -> list[Job]:
    """Python work for the mutants of an entry: its mutated legs, and the witnesses against Lean mutants."""
    jobs = []
    for index, mutant in enumerate(entry.mutants):
        if mutant.leg not in legs:
            continue
        if mutant.leg != "lean":
            jobs.append(leg_job(entry, mutant.leg, reach, mutant, slot(index)))
        elif not mutant.refuted_by.startswith("lean:"):
            jobs.append(refuter_job(entry, mutant, slot(index), reach))
    return jobs


def settle_mutants(
    entries: Sequence[Entry], options: Options, results: Mapping[tuple[str, str], LegResult], lean: LeanOutcome
) -> tuple[MutantResult, ...]:
    """The verdict on every mutant of the run: PASS when it was rejected as it should be."""
    settled = []
    for entry in entries:
        for index, mutant in enumerate(entry.mutants):
            if mutant.leg in options.legs:
                python = results.get((entry.id, slot(index)))
                result = _lean(entry, index, mutant, lean, python) if mutant.leg == "lean" else _python(mutant, python)
                settled.append(MutantResult(entry.id, index, mutant, result))
    return tuple(settled)


def _python(mutant: Mutant, result: LegResult | None) -> LegResult:
    assert result is not None
    change = f"{mutant.change.parameter} = {mutant.change.value!r}"
    if result.verdict is Verdict.FAIL:
        return LegResult(
            Verdict.PASS, "OK", f"{change} rejected: {result.reason}", seconds=result.seconds, cached=result.cached
        )
    if result.verdict is Verdict.UNAVAILABLE or result.reason == "UNRESOLVED":
        return result
    message = f"{change} was not rejected (the leg said {result.verdict.value}: {result.message or result.reason})"
    return LegResult(
        Verdict.FAIL, "MUTANT_SURVIVED", message, result.place, seconds=result.seconds, cached=result.cached
    )


def _lean(entry: Entry, index: int, mutant: Mutant, lean: LeanOutcome, refuter: LegResult | None) -> LegResult:
    """A Lean mutant is rejected when its proof fails *and* something refutes its statement."""
    proof = lean.mutants[entry.id, index]
    if proof.verdict is not Verdict.PASS:
        return proof
    if mutant.refuted_by.startswith("lean:"):
        refuter = lean.refuters[mutant.refuted_by.removeprefix("lean:")]
    assert refuter is not None
    if refuter.verdict is Verdict.PASS:
        return proof
    return LegResult(
        refuter.verdict,
        "MUTANT_NOT_REFUTED" if refuter.verdict is Verdict.FAIL else refuter.reason,
        f"{mutant.refuted_by}: {refuter.message or refuter.reason}",
        refuter.place,
    )
