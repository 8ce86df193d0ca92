"""The Lean leg of a run: locate a toolchain, build the project, judge each registered theorem and its mutants.

What builds and judges is imported where it is used: a run whose answer is kept needs none of it.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claims.lean import store as lean_store
from claims.lean import toolchain as lean_toolchain
from claims.leanmemo import last_refused, memo_path, recall, remember
from claims.lockfile import Lock
from claims.model import Entry
from claims.outcome import LegResult, Place, Verdict
from claims.pack import Pack
from claims.plan import source_hash
from claims.progress import Progress
from claims.registry_io import Registry
from claims.upkeep import drop_modules, run_lock

if TYPE_CHECKING:
    from claims.lean.leg import LeanReport
    from claims.lean.mutants import LeanMutant
    from claims.lean.project import Project
    from claims.runner import Options


@dataclass(frozen=True)
class LibraryProblem:
    """A finding about the Lean library as a whole, registered theorems or not."""

    reason: str
    message: str
    place: Place | None = None


@dataclass(frozen=True)
class LeanOutcome:
    """Results by claim id; ``refuters`` by theorem name; ``mutants`` by (claim id, index of the mutant).

    ``missing`` says why the library could not be looked at. ``used``: what it used of the pack's state; ``recalled``:
    whether it wrote nothing there.
    """

    description: str = "not part of this run"
    kind: str = ""
    version: str = ""
    git_hash: str = ""
    pinned: bool = False
    available: bool = False
    results: Mapping[str, LegResult] = field(default_factory=dict)
    refuters: Mapping[str, LegResult] = field(default_factory=dict)
    mutants: Mapping[tuple[str, int], LegResult] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[LibraryProblem, ...] = ()
    missing: LibraryProblem | None = None
    seconds: float = 0.0
    accepted: int = 0
    used: tuple[Path, ...] = ()
    recalled: bool = True

    def to_json(self) -> dict[str, Any]:
        """What the report says about the toolchain."""
        return {
            "kind": self.kind,
            "version": self.version,
            "git_hash": self.git_hash,
            "pinned": self.pinned,
            "available": self.available,
            "description": self.description,
            "declarations_accepted_by_both_kernels": self.accepted,
        }


def run_lean(
    pack: Pack,
    registry: Registry,
    entries: Sequence[Entry],
    options: Options,
    lock: Lock | None,
    progress: Progress,
) -> LeanOutcome:
    """Check the theorems of the selected entries; every one with a Lean leg gets a result, whatever happens.

    Lean is asked about the theorems of the whole registry, so that its answer serves every selection. A run of the
    whole registry checks the library even when no entry has a Lean leg: nothing in it may go unchecked.
    """
    with_leg = [entry for entry in entries if entry.lean is not None]
    whole = len(entries) == len(registry.entries) and any(pack.lean.rglob("*.lean"))
    if "lean" not in options.legs or not (with_leg or whole):
        return LeanOutcome()
    theorems = _theorems(registry.entries.values())
    memo = memo_path(pack, theorems)
    if options.use_cache and not options.release:
        kept = _kept(memo, theorems, with_leg, options)
        if kept is not None and not options.mutants:
            return kept
    from claims.lean.project import Project

    project = Project.load(pack.lean, pack.root)
    sources = {e.id: theorem_sources(project, e) for e in with_leg}
    try:
        return _check(pack, project, theorems, with_leg, options, lock, sources, progress, memo)
    except lean_toolchain.ToolchainUnavailable as error:
        return _unavailable(with_leg, options, error.reason, error.message, sources, _in_sources(project))


def _check(
    pack: Pack,
    project: Project,
    theorems: Sequence[str],
    with_leg: Sequence[Entry],
    options: Options,
    lock: Lock | None,
    sources: Mapping[str, str],
    progress: Progress,
    memo: Path,
) -> LeanOutcome:
    """Build and judge; raises ``ToolchainUnavailable`` when there is no Lean to do it with."""
    from claims.lean.leg import check_theorems

    toolchain = lean_toolchain.locate(
        options.toolchain,
        offline=options.offline,
        install=True,
        progress=progress.part,
        release=options.release,
        wanted=project.toolchain,
    )
    started = time.perf_counter()
    out = compiled_folder(pack, toolchain.identity)
    with lean_store.lock(run_lock(out), progress.part, "another run of this pack"):
        if not options.use_cache:
            shutil.rmtree(out, ignore_errors=True)
        report = check_theorems(project, theorems, toolchain, out, options.jobs, progress.part)
        mutants = {}
        if options.mutants:
            mutants = _mutants(project, with_leg, toolchain, options, lock, sources, out, progress)
        drop_modules(out, project.modules)
    if not options.release:
        remember(memo, toolchain, project.toolchain, report.results, report.accepted, not report.problems)
    seconds = round(time.perf_counter() - started, 2) if _worked(report) else 0.0
    problems = tuple(LibraryProblem(p.code, p.message, p.place) for p in report.problems)
    return replace(
        _outcome(toolchain, with_leg, report.results, sources, report.accepted),
        mutants=mutants,
        problems=problems,
        seconds=seconds,
        used=(memo, out),
        recalled=False,
    )


def _outcome(
    toolchain: lean_toolchain.Toolchain,
    with_leg: Sequence[Entry],
    results: Mapping[str, LegResult],
    sources: Mapping[str, str],
    accepted: int,
) -> LeanOutcome:
    """Results by claim, from results by theorem."""
    return LeanOutcome(
        description=f"{toolchain.kind} {toolchain.version} ({toolchain.git_hash[:12]}); {toolchain.note}",
        kind=toolchain.kind,
        version=toolchain.version,
        git_hash=toolchain.git_hash,
        pinned=toolchain.pinned,
        available=True,
        results={e.id: match_binders(e, results[e.lean.theorem]) for e in with_leg if e.lean is not None},
        refuters=results,
        sources=sources,
        accepted=accepted,
    )


def _kept(memo: Path, theorems: Sequence[str], with_leg: Sequence[Entry], options: Options) -> LeanOutcome | None:
    """The outcome for a library that has not changed since it was last found right."""
    kept = recall(memo, theorems, options.toolchain, options.offline)
    if kept is None:
        return None
    toolchain, results, accepted = kept
    sources = {e.id: results[e.lean.theorem].evidence["source_hash"] for e in with_leg if e.lean is not None}
    used = (memo, memo.parent / toolchain.identity)
    return replace(_outcome(toolchain, with_leg, results, sources, accepted), used=used)


def compiled_folder(pack: Pack, identity: str) -> Path:
    """Where the compiled modules of a toolchain are kept."""
    return pack.state / "lean" / identity


def current_answer(pack: Pack, registry: Registry) -> Path:
    """Where the kept answer for the library as it stands would be."""
    return memo_path(pack, _theorems(registry.entries.values()))


def last_answer(pack: Pack, registry: Registry) -> Mapping[str, LegResult]:
    """The last results of the theorems of a library that has not changed since, to be shown; empty without any."""
    theorems = _theorems(registry.entries.values())
    memo = memo_path(pack, theorems)
    kept = recall(memo, theorems, "auto", True)
    return last_refused(memo) if kept is None else kept[1]


def _worked(report: LeanReport) -> bool:
    """Whether Lean compiled anything in this run."""
    return any(not result.cached for result in report.build.results.values())


def theorem_sources(project: Project, entry: Entry) -> str:
    """Hash of the Lean sources that the entry's theorem reaches; empty when there is no such theorem."""
    from claims.lean.leg import source_hash as lean_source_hash

    assert entry.lean is not None
    try:
        return lean_source_hash(project, entry.lean.theorem)
    except KeyError:
        return ""


def _in_sources(project: Project) -> tuple[LibraryProblem, ...]:
    """What is wrong in the library and shows without any Lean: a module nobody imports, a forbidden word."""
    from claims.lean.audit import word_findings

    found = (*project.findings, *word_findings(project.modules.values()))
    return tuple(LibraryProblem(f.code, f.message, f.place) for f in found)


def _unavailable(
    entries: Sequence[Entry], options: Options, reason: str, message: str, sources: Mapping[str, str],
    problems: tuple[LibraryProblem, ...],
) -> LeanOutcome:  # fmt: skip
    missing = LegResult(Verdict.UNAVAILABLE, reason, message)
    mutants = {
        (e.id, i): missing for e in entries for i, m in enumerate(e.mutants) if options.mutants and m.leg == "lean"
    }
    return LeanOutcome(
        description=f"unavailable: {message}",
        results={e.id: missing for e in entries},
        mutants=mutants,
        sources=sources,
        problems=problems,
        missing=LibraryProblem(reason, message),
    )


def _theorems(entries: Iterable[Entry]) -> list[str]:
    """Registered theorems and those that refute mutants, in order, each once."""
    names = [e.lean.theorem for e in entries if e.lean is not None]
    names += [
        m.refuted_by.removeprefix("lean:") for e in entries for m in e.mutants if m.refuted_by.startswith("lean:")
    ]
    return list(dict.fromkeys(names))


def match_binders(entry: Entry, result: LegResult) -> LegResult:
    """Match the theorem's binders with the entry's variables and hypotheses.

    A binder that may assume something and that no hypothesis names counts as an unverified hypothesis; data without a
    name in the entry, and names in the entry without a binder, are errors of the entry.
    """
    if result.verdict is not Verdict.PASS or entry.lean is None:
        return result
    data = {name for v in entry.variables for name in v.lean.split()}
    assumed = {name for h in entry.hypotheses for name in h.lean.split()}
    binders = [b for b in result.evidence["binders"] if not b["field"] and not (b["data"] and b["kind"] != "explicit")]
    named = {b["name"] for b in result.evidence["binders"]}
    parts = []
    if wrong := [b["name"] for b in binders if b["name"] in data and not b["data"]]:
        parts.append(f"binders that the entry calls variables and that can assume something: {', '.join(wrong)}")
    if stray := [b["name"] for b in binders if b["data"] and b["name"] not in data | assumed]:
        parts.append(f"binders of {entry.lean.theorem} without a variable of the entry: {', '.join(stray)}")
    if unknown := sorted((data | assumed) - named):
        parts.append(f"binders named in the entry that the theorem does not have: {', '.join(unknown)}")
    if parts:
        return replace(result, verdict=Verdict.ERROR, reason="LEAN_BINDER", message="; ".join(parts))
    unverified = [_described(b) for b in binders if not b["data"] and b["name"] not in assumed]
    if not unverified:
        return result
    message = f"assumes what no hypothesis of the entry names: {', '.join(unverified)}"
    return replace(result, message=message, evidence={**result.evidence, "unverified": unverified})


def _described(binder: Mapping[str, Any]) -> str:
    return f"{binder['name']} : {binder['type']}"


def _mutants(
    project: Project, entries: Sequence[Entry], toolchain: lean_toolchain.Toolchain, options: Options,
    lock: Lock | None, sources: Mapping[str, str], out: Any, progress: Progress,
) -> dict[tuple[str, int], LegResult]:  # fmt: skip
    """Run the Lean mutants; with ``only_changed`` those of claims whose Lean sources differ from the lock."""
    from claims.lean.mutants import LeanMutant, check_mutants

    results: dict[tuple[str, int], LegResult] = {}
    waiting: list[tuple[tuple[str, int], LeanMutant]] = []
    for entry in entries:
        for index, mutant in enumerate(entry.mutants):
            if mutant.leg != "lean" or entry.lean is None:
                continue
            key = (entry.id, index)
            if options.only_changed and _same_as_locked(entry, lock, sources):
                results[key] = LegResult(Verdict.PASS, "MUTANT_UNCHANGED", "sources as in the lock")
            else:
                change = mutant.change
                waiting.append(
                    (key, LeanMutant(f"{entry.id} {index}", entry.lean.theorem, change.find, change.replace))
                )
    found = check_mutants(
        project, [mutant for _, mutant in waiting], toolchain, out, jobs=options.jobs, progress=progress.part
    )
    results.update({key: result for (key, _), result in zip(waiting, found, strict=True)})
    return results


def _same_as_locked(entry: Entry, lock: Lock | None, sources: Mapping[str, str]) -> bool:
    row = lock.rows.get((entry.id, "lean")) if lock is not None else None
    return row is not None and row.source == source_hash(entry, "lean", sources[entry.id])
