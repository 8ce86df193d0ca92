"""The commands ``show`` and ``status``: what is known without running anything."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claims import lockfile
from claims.auditing import trust_lines
from claims.cache import ResultCache
from claims.keeping import recall
from claims.lean.project import Project
from claims.leanleg import last_answer, match_binders, theorem_sources
from claims.model import LEGS, Entry, LegName
from claims.outcome import LegResult
from claims.pack import Pack, find_pack
from claims.plan import leg_job, reference_of, source_hash, witness_job
from claims.reach import Reach
from claims.registry_io import Registry, load, select


def run_status(start: Path, ids: Sequence[str]) -> int:
    """Print what the lock has per claim, and the legs whose sources changed since; 2 when there is no lock."""
    pack = find_pack(start)
    registry = load(pack)
    entries = select(registry, ids)
    lock = lockfile.read(pack.lock)
    if lock is None:
        print(f"there is no {pack.lock.name}: run `claims verify`, then `claims lock`")
        return 2
    project = Project.load(pack.lean, pack.root)
    reach = Reach(pack.root, pack.state / "imports.json")
    width = max(len(entry.id) for entry in entries)
    for entry in entries:
        rows = {leg: lock.rows.get((entry.id, leg)) for leg in LEGS}
        earned = next((row.earned for row in rows.values() if row is not None), "not in the lock")
        stale = [
            leg for leg, row in rows.items() if row is not None and row.source != _source(entry, leg, project, reach)
        ]
        note = f"  changed since: {', '.join(stale)} (run `claims verify`)" if stale else ""
        print(f"{entry.id.ljust(width)}  {entry.declared.value:<11}  {earned:<11}{note}".rstrip())
    reach.save()
    return 0


def _source(entry: Entry, leg: LegName, project: Project, reach: Reach) -> str:
    if leg == "lean":
        return source_hash(entry, leg, theorem_sources(project, entry))
    return source_hash(entry, leg, reach.fingerprint([reference_of(entry, leg)]))


def run_show(start: Path, claim: str, trust: bool = False) -> int:
    """Print one entry and the last evidence of its legs; ``trust``: also what of Lean's core its proof relies on."""
    pack = find_pack(start)
    registry = load(pack)
    (entry, *_) = select(registry, [claim])
    file, line = registry.places[entry.id]
    print(f"{entry.id}: {entry.title}\n{file}:{line}, declared {entry.declared.value}\n")
    print(entry.statement.strip() + "\n")
    _print_table(entry)
    evidence = _known(entry, registry, pack)
    _print_lean(entry, pack, last_answer(pack, registry), trust)
    for leg in ("symbolic", "numeric"):
        _print_leg(entry, leg, evidence.get(leg))
    _print_result("witness", entry.witness, evidence.get("witness"))
    _print_rest(entry)
    return 0


def _print_table(entry: Entry) -> None:
    for source in entry.sources:
        status = f" (there: {source.status})" if source.status else ""
        print(f"source      {source.document}, {source.section}: {source.locator}{status}")
    for variable in entry.variables:
        bounds = f" in ({variable.lower}, {variable.upper})" if variable.lower or variable.upper else ""
        shape = f" {' x '.join(variable.shape)}" if variable.shape else ""
        print(f"variable    {variable.name}: {variable.domain.value}{shape}{bounds}; {variable.meaning}")
    for hypothesis in entry.hypotheses:
        print(f"hypothesis  {hypothesis.id} ({hypothesis.kind.value}): {hypothesis.text}")


def _known(entry: Entry, registry: Registry, pack: Pack) -> dict[str, LegResult]:
    """Cached results that are valid for the sources as they stand."""
    reach = Reach(pack.root, pack.state / "imports.json")
    cache = ResultCache(pack.state / "results")
    target = registry.entries[entry.falsifies.claim] if entry.falsifies else None
    jobs = [leg_job(entry, leg, reach) for leg in ("symbolic", "numeric") if entry.leg(leg) is not None]
    jobs.append(witness_job(entry, target, reach))
    return {job.slot: result for job in jobs if (result := recall(job, cache)) is not None}


def _print_lean(entry: Entry, pack: Pack, answers: Mapping[str, LegResult], trust: bool) -> None:
    if entry.lean is None:
        print(f"\nlean        none: {entry.absent.lean}")
        return
    print(f"\nlean        {entry.lean.theorem} (scope {entry.lean.scope})")
    if entry.lean.gap:
        print(f"  gap: {entry.lean.gap}; covered by the {entry.lean.covered_by or '(no)'} leg")
    located = Project.load(pack.lean, pack.root).declarations.get(entry.lean.theorem)
    if located is None:
        print("  there is no such theorem")
        return
    print(f"  {located.place}")
    answer = answers.get(entry.lean.theorem)
    if answer is None:
        print("  no result for the sources as they stand: run `claims verify`")
        statement = located.module.source.text[slice(*located.declaration.statement_span)].strip()
        print("\n".join(f"    {text}" for text in statement.splitlines()))
        return
    checked = match_binders(entry, answer)
    print(f"  {checked.verdict.value} [{checked.reason}] {checked.message}".rstrip())
    _print_proof(checked.evidence, trust)


def _print_proof(evidence: Mapping[str, Any], trust: bool) -> None:
    tool = evidence["toolchain"]
    print(f"  states      {evidence['signature']}")
    for binder in evidence["binders"]:
        kind = "field" if binder["field"] else "data" if binder["data"] else "assumes"
        print(f"    {kind:<8}  {binder['name']} : {binder['type']}")
    print(f"  statement   {evidence['statement_hash']} ({len(evidence['behind'])} definitions behind it)")
    count = evidence["kernels"]["declarations"]
    print(f"  kernels     accepted by Lean {tool['version']} ({tool['git_hash'][:12]}) and by the second, independent")
    print(f"              checker, with everything of the library it rests on ({count} declarations)")
    print(trust_lines(evidence["axioms"], evidence["core_theorems"], evidence["core_definitions"], trust))


def _print_leg(entry: Entry, leg: LegName, result: LegResult | None) -> None:
    spec = entry.leg(leg)
    if spec is None:
        print(f"\n{leg:<11} none: {getattr(entry.absent, leg)}")
        return
    _print_result(leg, reference_of(entry, leg), result)


def _print_result(name: str, reference: str, result: LegResult | None) -> None:
    print(f"\n{name:<11} {reference}")
    if result is None:
        print("  no result for the sources as they stand: run `claims verify`")
        return
    print(f"  {result.verdict.value} [{result.reason}] {result.message}".rstrip())
    if result.place is not None:
        print(f"  at {result.place}")
    _print_evidence(result.evidence)


def _print_evidence(evidence: Mapping[str, object]) -> None:
    for key, value in evidence.items():
        if isinstance(value, (list, tuple)):
            print(f"  {key}:")
            for item in value:
                print(f"    {item if isinstance(item, str) else json.dumps(item, default=str)}")
        elif isinstance(value, Mapping):
            print(f"  {key}:")
            for name, item in value.items():
                print(f"    {name}: {item}")
        else:
            print(f"  {key}: {value}")


def _print_rest(entry: Entry) -> None:
    print()
    for mutant in entry.mutants:
        change = mutant.change
        what = (
            f"{change.find!r} -> {change.replace!r}"
            if mutant.leg == "lean"
            else f"{change.parameter} = {change.value!r}"
        )
        refuted = f", refuted by {mutant.refuted_by}" if mutant.refuted_by else ""
        print(f"mutant      {mutant.leg} {mutant.kind}: {what}{refuted}")
    if entry.falsifies is not None:
        print(f"falsifies   {entry.falsifies.claim} without its hypothesis {entry.falsifies.hypothesis!r}")
    for dependency in entry.depends_on:
        print(f"depends on  {dependency}")
    if entry.corrected_by:
        print(f"corrected   by {entry.corrected_by}")
    if entry.notes:
        print(f"notes       {entry.notes}")
