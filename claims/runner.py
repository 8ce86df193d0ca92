"""One run: every selected leg of every selected claim, from the cache or anew, and what it amounts to."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from claims import stopping
from claims.cache import ResultCache
from claims.keeping import keep, recall
from claims.leanleg import LeanOutcome, run_lean
from claims.lockfile import Lock, Row
from claims.model import LEGS, Entry, LegName
from claims.mutants import MutantResult, mutant_jobs, settle_mutants
from claims.outcome import LegResult, Verdict
from claims.pack import Pack
from claims.plan import Floats, Job, leg_code, leg_job, lock_row, source_hash, witness_job
from claims.pool import MEMORY_MB, Pool, Task
from claims.progress import Progress
from claims.reach import Reach
from claims.recorded import Recorded, read_records
from claims.registry_io import Registry, marks
from claims.status import Earned, earn, with_dependencies
from claims.upkeep import limit_bytes, sweep

NOT_SELECTED = LegResult(Verdict.ABSENT, "NOT_SELECTED", "not part of this run")
ABSENT = LegResult(Verdict.ABSENT, "NO_LEG")


@dataclass(frozen=True)
class Options:
    """What to run and how."""

    legs: tuple[LegName, ...] = LEGS
    mutants: bool = False
    only_changed: bool = False
    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    use_cache: bool = True
    toolchain: Literal["auto", "embedded", "native"] = "auto"
    offline: bool = False
    release: bool = False
    strict_evidence: bool = False
    annotate: bool = False
    devices: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every leg is part of the run, so that a status can be derived."""
        return set(self.legs) == set(LEGS)


@dataclass(frozen=True)
class ClaimRun:
    """Everything one claim got in this run; ``earned`` is None when only some legs ran.

    ``not_run`` are the claims it rests on that were not part of the run.
    """

    entry: Entry
    legs: Mapping[LegName, LegResult]
    witness: LegResult
    earned: Earned | None
    sources: Mapping[LegName, str]
    not_run: tuple[str, ...] = ()

    def results(self) -> list[tuple[str, LegResult]]:
        """Name and result of every leg and of the witness."""
        return [*self.legs.items(), ("witness", self.witness)]

    def rows(self) -> list[Row]:
        """The lock's lines for this claim: one per present leg that ran."""
        status = self.earned.status.value if self.earned is not None and not self.earned.flag.value else ""
        return [
            lock_row(self.entry, leg, result, status, self.sources.get(leg, ""))
            for leg, result in self.legs.items()
            if result.verdict is not Verdict.ABSENT
        ]


@dataclass(frozen=True)
class Run:
    """A finished run."""

    claims: tuple[ClaimRun, ...]
    lean: LeanOutcome
    mutants: tuple[MutantResult, ...]
    seconds: float
    options: Options
    recorded: tuple[Recorded, ...] = ()

    def leg_seconds(self) -> dict[str, float]:
        """Seconds of work per leg in this run, cached results not counted."""
        totals = dict.fromkeys((*LEGS, "witness"), 0.0)
        for claim in self.claims:
            for name, result in claim.results():
                if not result.cached and name != "lean":
                    totals[name] += result.seconds
        totals["lean"] = self.lean.seconds
        return {name: round(value, 2) for name, value in totals.items()}


def execute(
    pack: Pack, registry: Registry, entries: Sequence[Entry], options: Options, lock: Lock | None, progress: Progress
) -> Run:
    """Run the selected legs of ``entries``; the Lean build goes on beside the Python workers."""
    started = time.perf_counter()
    stopping.begin()
    limit = limit_bytes()
    reach = Reach(pack.root, pack.state / "imports.json")
    cache = ResultCache(pack.state / "results", options.use_cache)
    recorded = read_records(pack, entries, registry.entries, reach) if "numeric" in options.legs else ()
    jobs = _jobs(entries, registry, options, reach)
    results: dict[tuple[str, str], LegResult] = {}
    waiting = [job for job in jobs if not _from_cache(job, cache, results)]
    lean = _Background(lambda: run_lean(pack, registry, entries, options, lock, progress))
    lean.start()
    progress.expect(len(waiting))
    try:
        _run_jobs(_pool(pack, options), waiting, cache, results, progress)
        outcome = lean.join()
    except BaseException:
        stopping.stop_all()  # Lean works in another thread and its processes have groups of their own
        raise
    reach.save()
    if cache.written or not outcome.recalled:
        with contextlib.suppress(OSError):
            sweep(pack.state, {*cache.used, *outcome.used}, limit, lambda: marks(pack))
    claims = _assemble(entries, registry, options, results, outcome, reach)
    mutants = settle_mutants(entries, options, results, outcome) if options.mutants else ()
    return Run(claims, outcome, mutants, time.perf_counter() - started, options, recorded)


def _jobs(entries: Sequence[Entry], registry: Registry, options: Options, reach: Reach) -> list[Job]:
    jobs: list[Job] = []
    for entry in entries:
        legs = [leg for leg in options.legs if leg != "lean" and entry.leg(leg) is not None]
        jobs += [leg_job(entry, leg, reach, floats=Floats(options.devices)) for leg in legs]
        target = registry.entries[entry.falsifies.claim] if entry.falsifies else None
        if "lean" in options.legs:
            jobs.append(witness_job(entry, target, reach))
        if options.mutants:
            jobs += mutant_jobs(entry, options.legs, reach)
    return jobs


def _from_cache(job: Job, cache: ResultCache, results: dict[tuple[str, str], LegResult]) -> bool:
    stored = recall(job, cache)
    if stored is not None:
        results[job.claim, job.slot] = stored
    return stored is not None


def _pool(pack: Pack, options: Options) -> Pool:
    return Pool(pack.root, options.jobs, 0 if Floats(options.devices).accelerated else MEMORY_MB)


def _run_jobs(
    pool: Pool, jobs: Sequence[Job], cache: ResultCache,
    results: dict[tuple[str, str], LegResult], progress: Progress,
) -> None:  # fmt: skip
    tasks = {f"{job.claim} {job.slot}": job for job in jobs}

    def done(task: Task, result: LegResult) -> None:
        job = tasks[task.name]
        results[job.claim, job.slot] = result = keep(job, result, cache)
        progress.advance(task.name, result)

    pool.run([Task(name, job.body()) for name, job in tasks.items()], done)


class _Background:
    """A thread whose result or exception is handed over at :meth:`join`."""

    def __init__(self, work: Callable[[], LeanOutcome]) -> None:
        self._work = work
        self._outcome: LeanOutcome | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            self._outcome = self._work()
        except BaseException as error:
            self._error = error

    def join(self) -> LeanOutcome:
        while self._thread.is_alive():
            self._thread.join(0.2)
        if self._error is not None:
            raise self._error
        assert self._outcome is not None
        return self._outcome


def _assemble(
    entries: Sequence[Entry], registry: Registry, options: Options,
    results: Mapping[tuple[str, str], LegResult], lean: LeanOutcome, reach: Reach,
) -> tuple[ClaimRun, ...]:  # fmt: skip
    runs: list[ClaimRun] = []
    for entry in entries:
        legs = {leg: _leg_result(entry, leg, options, results, lean) for leg in LEGS}
        witness = results[entry.id, "witness"] if "lean" in options.legs else NOT_SELECTED
        earned = earn(entry, legs, witness) if options.complete else None
        runs.append(ClaimRun(entry, legs, witness, earned, _sources(entry, lean, reach)))
    if not options.complete:
        return tuple(runs)
    settled = with_dependencies(registry.entries, {r.entry.id: r.earned for r in runs if r.earned is not None})
    return tuple(
        replace(run, earned=settled[run.entry.id], not_run=tuple(d for d in run.entry.depends_on if d not in settled))
        for run in runs
    )


def _leg_result(
    entry: Entry, leg: LegName, options: Options, results: Mapping[tuple[str, str], LegResult], lean: LeanOutcome
) -> LegResult:
    if entry.leg(leg) is None:
        return ABSENT
    if leg not in options.legs:
        return NOT_SELECTED
    return lean.results[entry.id] if leg == "lean" else results[entry.id, leg]


def _sources(entry: Entry, lean: LeanOutcome, reach: Reach) -> dict[LegName, str]:
    sources: dict[LegName, str] = {}
    if entry.lean is not None:
        sources["lean"] = source_hash(entry, "lean", lean.sources.get(entry.id, ""))
    for leg in ("symbolic", "numeric"):
        spec = entry.leg(leg)
        if spec is not None:
            sources[leg] = source_hash(entry, leg, leg_code(entry, leg, reach).fingerprint)
    return sources
