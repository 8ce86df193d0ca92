"""The commands ``list``, ``status`` and ``show``: what is known without running anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claims import lockfile
from claims.auditing import trust_lines
from claims.cache import ResultCache
from claims.evidence_text import columns, lines, numbered, quantity_rows
from claims.keeping import recall
from claims.lean.project import Project
from claims.leanleg import last_answer, match_binders
from claims.lockfile import Lock
from claims.model import LEGS, Entry, LegName
from claims.outcome import LegResult, Verdict
from claims.pack import Pack, find_pack
from claims.plan import leg_job, reference_of, witness_job
from claims.reach import Reach
from claims.reasons import reasons
from claims.recorded import read_records
from claims.registry_io import Registry, load, select
from claims.sources import present_sources
from claims.status import earn


def run_list(start: Path, ids: Sequence[str]) -> int:
    """Print id, declared status, legs and title of the selected claims."""
    entries = select(load(find_pack(start)), ids)
    rows = [("claim", "declared", "legs", "title")]
    for entry in entries:
        legs = " ".join(leg if entry.leg(leg) is not None else "-" * len(leg) for leg in LEGS)
        rows.append((entry.id, entry.declared.value, legs, entry.title))
    print("\n".join(columns(rows)))
    return 0


def run_status(start: Path, ids: Sequence[str]) -> int:
    """Print what the lock has per claim, and the legs whose sources changed since; 2 when there is no lock."""
    pack = find_pack(start)
    registry = load(pack)
    entries = select(registry, ids)
    lock = lockfile.read(pack.lock)
    if lock is None:
        print(f"there is no {pack.lock.name}: run `claims verify`, then `claims lock`")
        return 2
    present = present_sources(pack, entries)
    rows = [("claim", "declared", "earned", "changed since the lock")]
    for entry in entries:
        known = {leg: lock.rows.get((entry.id, leg)) for leg in LEGS}
        changed = [
            leg for leg, row in known.items() if row is not None and row.source != present.get((entry.id, leg), "")
        ]
        note = f"{', '.join(changed)} (run `claims verify`)" if changed else ""
        rows.append((entry.id, entry.declared.value, _locked(lock, entry), note))
    print("\n".join(columns(rows)))
    return 0


def _locked(lock: Lock | None, entry: Entry) -> str:
    """What the lock says an entry has earned."""
    rows = [] if lock is None else [lock.rows[entry.id, leg] for leg in LEGS if (entry.id, leg) in lock.rows]
    return rows[0].earned if rows else "not in the lock"


# -- one claim --------------------------------------------------------------------------------------------------------


def run_show(start: Path, claim: str, trust: bool = False) -> int:
    """Print one entry and the last evidence of its legs; ``trust``: also what of Lean's core its proof relies on."""
    pack = find_pack(start)
    registry = load(pack)
    (entry, *_) = select(registry, [claim])
    results = _known(entry, registry, pack)
    file, line = registry.places[entry.id]
    print(f"{entry.id}: {entry.title}\n{file}:{line}\n\n{_summary(entry, results, pack)}\n")
    print(entry.statement.strip() + "\n")
    _print_table(entry)
    _print_lean(entry, pack, results.get("lean"), trust)
    for leg in ("symbolic", "numeric"):
        _print_leg(entry, leg, results.get(leg), pack)
    _print_experiment(entry, registry, pack)
    print(f"\nwitness     {entry.witness}")
    _print_result(entry, "witness", results.get("witness"), pack)
    _print_rest(entry, registry, pack)
    return 0


def _summary(entry: Entry, results: Mapping[str, LegResult], pack: Pack) -> str:
    """Declared, earned and locked status, with the leg that limits it."""
    locked = _locked(lockfile.read(pack.lock), entry)
    declared = f"declared {entry.declared.value}; " + (f"the lock has {locked}" if " " not in locked else locked)
    legs = {leg: results[leg] for leg in LEGS if leg in results}
    if any(entry.leg(leg) is not None and leg not in legs for leg in LEGS) or "witness" not in results:
        return f"{declared}; some legs have no result for the sources as they stand: run `claims verify {entry.id}`"
    earned = earn(entry, {leg: legs.get(leg, LegResult(Verdict.ABSENT, "NO_LEG")) for leg in LEGS}, results["witness"])
    weakest = f", limited by {earned.weakest}: {earned.why}" if earned.why else f", limited by {earned.weakest}"
    return f"{declared}; earned by itself {earned.label}{weakest}"


def _print_table(entry: Entry) -> None:
    for source in entry.sources:
        status = f" (there: {source.status})" if source.status else ""
        print(f"source      {source.document}, {source.section}: {source.locator}{status}")
    rows = []
    for variable in entry.variables:
        bounds = f" in ({variable.lower}, {variable.upper})" if variable.lower or variable.upper else ""
        shape = f" {' x '.join(variable.shape)}" if variable.shape else ""
        rows.append(("variable  ", variable.name, f"{variable.domain.value}{shape}{bounds}", variable.meaning))
    rows += [("hypothesis", h.id, h.kind.value, h.text) for h in entry.hypotheses]
    print("\n".join(columns(rows) if rows else []))


def _known(entry: Entry, registry: Registry, pack: Pack) -> dict[str, LegResult]:
    """Stored results that are those of the sources as they stand, by leg; ``witness`` among them."""
    reach = Reach(pack.root, pack.state / "imports.json")
    cache = ResultCache(pack.state / "results")
    target = registry.entries[entry.falsifies.claim] if entry.falsifies else None
    jobs = [leg_job(entry, leg, reach) for leg in ("symbolic", "numeric") if entry.leg(leg) is not None]
    jobs.append(witness_job(entry, target, reach))
    found = {job.slot: recall(job, cache) or cache.last_error(job.key) for job in jobs}
    known = {slot: result for slot, result in found.items() if result is not None}
    if entry.lean is not None and (answer := last_answer(pack, registry).get(entry.lean.theorem)) is not None:
        known["lean"] = match_binders(entry, answer)
    return known


def _print_lean(entry: Entry, pack: Pack, result: LegResult | None, trust: bool) -> None:
    if entry.lean is None:
        print(f"\nlean        none: {entry.absent.lean}")
        return
    print(f"\nlean        {entry.lean.theorem} (scope {entry.lean.scope})")
    if entry.lean.gap:
        print(f"  gap: {entry.lean.gap}; covered by the {entry.lean.covered_by or '(no)'} leg")
    located = Project.load(pack.lean, pack.root).declarations.get(entry.lean.theorem)
    if located is None:
        print("  there is no such theorem in the sources")
        return
    print(f"  {located.place}")
    _print_result(entry, "lean", result, pack)
    if result is not None and "signature" in result.evidence:
        _print_proof(result.evidence, trust)
    else:
        statement = located.module.source.text[slice(*located.declaration.statement_span)].strip()
        print("\n".join(f"    {text}" for text in statement.splitlines()))


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


def _print_leg(entry: Entry, leg: LegName, result: LegResult | None, pack: Pack) -> None:
    if entry.leg(leg) is None:
        print(f"\n{leg:<11} none: {getattr(entry.absent, leg)}")
        return
    print(f"\n{leg:<11} {reference_of(entry, leg)}")
    _print_result(entry, leg, result, pack)
    if result is not None:
        print("\n".join(lines(result.evidence)))


def _print_experiment(entry: Entry, registry: Registry, pack: Pack) -> None:
    """The experiment of an entry, and what was recorded of it."""
    if entry.numeric is None or not entry.numeric.experiment:
        return
    print(f"\nexperiment  {entry.numeric.experiment} (in full: `claims run {entry.id}`)")
    records = read_records(pack, [entry], registry.entries, Reach(pack.root, pack.state / "imports.json"))
    for record in (r for r in records if r.quantities):
        state = f"stale: {record.stale}" if record.stale else "current"
        print(f"  {record.label} on {record.device}, {record.date}, {record.seeds} seeds ({state}): {record.file}")
        print("\n".join(columns(quantity_rows(record.quantities), "    ")))


def _print_result(entry: Entry, leg: str, result: LegResult | None, pack: Pack) -> None:
    """Verdict and message; for anything but a pass also the place, what the reason means, and how to run it again."""
    again = f"claims verify {entry.id}" + (f" --leg {leg}" if leg in LEGS else " --leg lean")
    if result is None:
        print(f"  no result for the sources as they stand: run `{again}`")
        return
    print(f"  {result.verdict.value} [{result.reason}] {result.message}".rstrip())
    if result.verdict is Verdict.PASS:
        if leg == "witness":
            print("\n".join(lines(result.evidence)))
        return
    if result.place is not None:
        print(f"  at {result.place}")
        path = pack.root / result.place.file
        if result.place.line and path.is_file():
            print("\n".join(numbered(path.read_text("utf-8", "replace").splitlines(), result.place.line)))
    if (reason := reasons().get(result.reason)) is not None:
        print(f"  why:  {reason.explanation}\n  mend: {reason.remedy}\n  then: {again}")
    if leg == "witness":
        print("\n".join(lines(result.evidence)))


def _print_rest(entry: Entry, registry: Registry, pack: Pack) -> None:
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
    lock = lockfile.read(pack.lock)
    for dependency in entry.depends_on:
        print(f"depends on  {dependency} ({_locked(lock, registry.entries[dependency])})")
    for other in registry.entries.values():
        if entry.id in other.depends_on:
            print(f"used by     {other.id} ({_locked(lock, other)})")
    if entry.corrected_by:
        print(f"corrected   by {entry.corrected_by}")
    if entry.notes:
        print(f"notes       {entry.notes}")
