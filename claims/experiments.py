"""The command ``claims run``: an experiment in full, piece by piece, with its record and its pictures.

Pieces are kept as they come (in the cache of results, under the hash of their code, parameters, backend and dtype), so
that a run which was stopped goes on where it was; the record and the pictures are written at the end, all or nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from claims.cache import ResultCache
from claims.errors import InputError, Problem
from claims.evidence_text import columns, quantity_rows
from claims.files import write_atomic
from claims.keeping import keep, recall
from claims.ledger import SCHEMA, sealed, today
from claims.model import Entry
from claims.outcome import LegResult, Verdict
from claims.pack import Pack, find_pack
from claims.plan import Job, experiment_code, experiment_job, source_hash
from claims.pool import MEMORY_MB, Pool, Task
from claims.progress import Progress
from claims.reach import Reach
from claims.recorded import Recorded, read_records
from claims.recording import slug
from claims.registry_io import Registry, load

PIECE_S = 900.0  # wall-clock limit of one piece
Done = Callable[[Task, LegResult], None]


@dataclass(frozen=True)
class Asked:
    """What the command line asks for. ``seeds`` 0: as many as the experiment has in full. ``scheduler``: address of a
    dask scheduler; empty: worker processes of this machine. ``anew``: pieces that were kept do not count."""

    backend: str = "numpy"
    device: str = "cpu"
    dtype: str = "float64"
    seeds: int = 0
    scheduler: str = ""
    jobs: int = 1
    anew: bool = False
    replace: bool = False

    @property
    def where(self) -> dict[str, Any]:
        """What every part of the experiment is told."""
        return {"backend": self.backend, "device": self.device, "dtype": self.dtype}


@dataclass(frozen=True)
class _Work:
    """An experiment at work: what it is asked, where its results go."""

    pack: Pack
    entry: Entry
    asked: Asked
    reach: Reach
    cache: ResultCache
    progress: Progress

    def part(self, name: str, matter: Mapping[str, Any], memory: int = MEMORY_MB) -> Mapping[str, Any]:
        """Run one part in a worker process; its evidence. Raises :class:`_Stopped` when it gave none."""
        job = experiment_job(self.entry, name, {**self.asked.where, **matter}, self.reach)
        answers: list[LegResult] = []
        Pool(self.pack.root, 1, memory).run(
            [Task(job.slot, job.body(), PIECE_S)], lambda _, result: answers.append(result)
        )
        return _evidence(self.entry.id, name, answers[0])


class _Stopped(Exception):
    """A part did not give a result; the message is for people, ``code`` is the exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def _evidence(claim: str, what: str, result: LegResult) -> Mapping[str, Any]:
    if result.verdict is Verdict.PASS:
        return result.evidence
    place = f"{result.place}: " if result.place else ""
    code = 3 if result.verdict is Verdict.UNAVAILABLE else 1
    raise _Stopped(f"{place}{claim} {what}: {result.message} [{result.reason}]", code)


def run_experiment(start: Path, claim: str, asked: Asked) -> int:
    """Run and record; 0 when every quantity agrees with its prediction, 1 when one does not or a piece failed, 3 when
    the backend or the device is missing (nothing is run elsewhere).

    Raises :class:`InputError` when there is no such experiment.
    """
    pack = find_pack(start)
    registry = load(pack)
    entry = _entry(pack, registry, claim)
    reach = Reach(pack.root, pack.state / "imports.json")
    work = _Work(pack, entry, asked, reach, ResultCache(pack.state / "results"), Progress())
    try:
        return _run(work, read_records(pack, [entry], registry.entries, reach))
    except _Stopped as stopped:
        work.progress.close()
        print(f"not recorded: {stopped}", file=sys.stderr)
        return stopped.code
    finally:
        work.progress.close()
        reach.save()


def _entry(pack: Pack, registry: Registry, claim: str) -> Entry:
    known = sorted(e.id for e in registry.entries.values() if e.numeric is not None and e.numeric.experiment)
    if claim in known:
        return registry.entries[claim]
    what = "has no experiment" if claim in registry.entries else "is no claim of this registry"
    remedy = f"experiments: {', '.join(known)}" if known else "no entry of this registry has one (numeric.experiment)"
    raise InputError([Problem("command line", 0, "EXPERIMENT", f"{claim!r} {what}", remedy)])


def _run(work: _Work, records: Sequence[Recorded]) -> int:
    memory = 0 if work.asked.device != "cpu" else MEMORY_MB
    plan = work.part("plan", {"seeds": work.asked.seeds}, memory)
    tasks: list[Mapping[str, Any]] = plan["tasks"]
    label, version = plan["backend"]["label"], plan["backend"]["version"]
    print(f"{work.entry.id}: {plan['title']} ({plan['seeds']} seeds, {len(tasks)} pieces, {label}, {work.asked.dtype})")
    pieces = _pieces(work, tasks, version, memory)
    summary = work.part("summary", {"tasks": tasks, "results": [piece["result"] for piece in pieces]})
    drawn = work.part("pictures", {"data": summary["data"]})
    print("\n".join(columns(quantity_rows(summary["quantities"]))))
    path = _place(work, plan)
    old = next((r for r in records if r.file == work.pack.relative(path)), None)
    if old and not old.stale and old.seeds > plan["seeds"] and not work.asked.replace:
        print(f"not recorded: {old.file} has {old.seeds} seeds and is current (--replace puts this run in its place)")
    else:
        device = " and ".join(sorted({piece["settings"].get("device", "") for piece in pieces}))
        _write(work, path, device, plan, summary, drawn)
    return 0 if all(row["verdict"] == Verdict.PASS.value for row in summary["quantities"]) else 1


def _pieces(work: _Work, tasks: Sequence[Mapping[str, Any]], version: str, memory: int) -> list[Mapping[str, Any]]:
    """Result and settings of every piece, in order; those that were kept are not run again."""
    where = {**work.asked.where, "version": version}
    jobs = [
        experiment_job(work.entry, "piece", {**where, "piece": dict(task)}, work.reach, f"piece {number}")
        for number, task in enumerate(tasks)
    ]
    found: dict[str, LegResult] = {}
    for job in jobs:
        kept = None if work.asked.anew else recall(job, work.cache)
        if kept is not None:
            found[job.slot] = kept
    if found:
        print(f"{len(found)} of {len(jobs)} pieces are kept from an earlier run")
    waiting = {job.slot: job for job in jobs if job.slot not in found}
    work.progress.expect(len(waiting))

    def done(task: Task, result: LegResult) -> None:
        found[task.name] = keep(waiting[task.name], result, work.cache)
        work.progress.advance(f"{work.entry.id} {task.name}", result)

    try:
        _deal(work, waiting, memory, done)
    except BaseException:
        kept_now = sum(result.verdict is Verdict.PASS for result in found.values())
        print(f"{kept_now} of {len(jobs)} pieces are kept: the same command goes on from there", file=sys.stderr)
        raise
    work.progress.close()
    return [_evidence(work.entry.id, job.slot, found[job.slot]) for job in jobs]


def _deal(work: _Work, waiting: Mapping[str, Job], memory: int, done: Done) -> None:
    """Run the pieces here or on a scheduler; ``done`` is called for each as it ends."""
    tasks = [Task(name, job.body(), PIECE_S) for name, job in waiting.items()]
    if not work.asked.scheduler:
        Pool(work.pack.root, work.asked.jobs, memory).run(tasks, done)
        return
    from claims.scheduling import run_on

    code = experiment_code(work.entry, work.reach).fingerprint
    run_on(work.asked.scheduler, work.pack.root, memory, work.entry, code, tasks, done)


# The record ----------------------------------------------------------------------------------------------------------


def _place(work: _Work, plan: Mapping[str, Any]) -> Path:
    device, label = plan["backend"]["settings"].get("device", ""), plan["backend"]["label"]
    name = f"{work.entry.id}.{slug(label)}.{slug(work.asked.dtype)}.run.json"
    return work.pack.evidence / slug(device) / name


def _write(
    work: _Work, path: Path, device: str, plan: Mapping[str, Any], summary: Mapping[str, Any], drawn: Mapping[str, Any]
) -> None:
    """Pictures first, then the record that names them with their hashes."""
    pictures = {}
    for name, text in drawn["pictures"].items():
        file = path.with_name(f"{path.name.removesuffix('.run.json')}.{slug(name)}.svg")
        write_atomic(file, text.encode())
        pictures[file.name] = sha256(text.encode()).hexdigest()
    settings = {name: text for name, text in plan["backend"]["settings"].items() if name != "threads"}
    record = {
        "schema": SCHEMA,
        "claim": work.entry.id,
        "device": device,
        "date": today(),
        "source": source_hash(work.entry, "numeric", experiment_code(work.entry, work.reach).fingerprint),
        "backend": plan["backend"]["label"],
        "version": plan["backend"]["version"],
        "settings": settings,
        "machine": dict(plan["machine"]),
        "dtype": work.asked.dtype,
        "seeds": plan["seeds"],
        "full": plan["full"],
        "pieces": len(plan["tasks"]),
        "experiment": list(summary["quantities"]),
        "data": dict(summary["data"]),
        "pictures": pictures,
    }
    write_atomic(path, sealed(record))
    print(
        f"recorded: {work.pack.relative(path)}" + "".join(f"\n          {path.parent.name}/{name}" for name in pictures)
    )
    if drawn["why"]:
        print(f"no pictures: {drawn['why']}", file=sys.stderr)
