"""Everything the compiled modules prove: summaries, axioms, and the second kernel's judgement, in parallel processes.

The compiled files are the only input: nothing here runs Lean or trusts what Lean said.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from claims.files import write_atomic
from claims.lean.core_index import CoreIndex
from claims.lean.environment import Environment, load_module
from claims.lean.judges import CoreSpec, Workers, judge_module, summarise_module
from claims.lean.olean import OleanError, files_hash, read_files
from claims.lean.recheck import Judgement, Refusal, code_hash, recall, remember
from claims.lean.store import Progress
from claims.lean.summary import ModuleSummary, interfaces
from claims.lean.trust import TrustGraph

_VERSION: Final = 1


@dataclass(frozen=True)
class Fault:
    """A compiled module that cannot be judged at all, and why."""

    module: str
    message: str


@dataclass(frozen=True)
class Proofs:
    """What the modules prove. ``faults`` void everything: what cannot be read cannot be trusted."""

    core: CoreIndex
    paths: Mapping[str, Path]
    summaries: Mapping[str, ModuleSummary]
    judgements: Mapping[str, Judgement]
    faults: tuple[Fault, ...]
    graph: TrustGraph | None

    @property
    def accepted(self) -> int:
        """Number of declarations that the second kernel accepted."""
        return sum(j.accepted for j in self.judgements.values())

    @property
    def refusals(self) -> list[Refusal]:
        """What the second kernel refused, module by module."""
        return [refusal for j in self.judgements.values() for refusal in j.refused]

    def environment(self) -> Environment:
        """The environment, for reading statements; raises :class:`OleanError`."""
        return Environment(self.core, [load_module(n, p, validated=True) for n, p in self.paths.items()])


def inspect(
    spec: CoreSpec,
    paths: Mapping[str, Path],
    store: Path | None,
    jobs: int,
    progress: Progress | None = None,
    *,
    recheck: bool = True,
) -> Proofs:
    """Read, audit and re-check the compiled modules at ``paths`` (name to ``.olean``), with ``jobs`` processes.

    ``store`` keeps summaries and judgements for the next time (None: nothing is kept). Whatever is wrong with a
    module is a fault or a refusal of the result, never an exception. Without ``recheck`` the second kernel is left out:
    that is for measuring, and judges nothing.
    """
    core = spec.index(progress)
    with _uncollected(), Workers(spec, paths, jobs) as workers:
        summaries, faults = _summaries(workers, paths, store, progress)
        faults += [] if faults else _missing_imports(core, summaries)
        if faults:
            return Proofs(core, paths, summaries, {}, tuple(faults), None)
        try:
            graph = TrustGraph(core, summaries)
        except OleanError as error:
            return Proofs(core, paths, summaries, {}, (Fault("", str(error)),), None)
        if not recheck:
            return Proofs(core, paths, summaries, {}, (), graph)
        judgements, faults = _settled(workers, summaries, store, core.identity, progress)
    return Proofs(core, paths, summaries, judgements, tuple(faults), graph)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: next to everything made here is kept, and looking through it takes long."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _missing_imports(core: CoreIndex, summaries: Mapping[str, ModuleSummary]) -> list[Fault]:
    return [
        Fault(name, f"imports {each}, which is neither among the compiled modules nor in Lean's core")
        for name, summary in summaries.items()
        for each in summary.imports
        if each not in summaries and not core.has(each)
    ]


# -- summaries ------------------------------------------------------------------------------------------------------


def _summaries(
    workers: Workers, paths: Mapping[str, Path], store: Path | None, progress: Progress | None
) -> tuple[dict[str, ModuleSummary], list[Fault]]:
    found: dict[str, ModuleSummary] = {}
    faults: list[Fault] = []
    missing = []
    for name, path in paths.items():
        kept = _recall_summary(store, name, path)
        if kept is None:
            missing.append(name)
        else:
            found[name] = kept
    for name, result in workers.run(summarise_module, [(name,) for name in missing], progress, "Lean audit"):
        if isinstance(result, str):
            faults.append(Fault(name, result))
        else:
            found[name] = result
            _keep_summary(store, result)
    return {name: found[name] for name in paths if name in found}, faults


def _recall_summary(store: Path | None, name: str, path: Path) -> ModuleSummary | None:
    if store is None:
        return None
    try:
        raw = json.loads((store / f"{name}.summary.json").read_bytes())
        if (
            raw["code"] != code_hash()
            or raw["version"] != _VERSION
            or raw["summary"]["sha256"] != files_hash(read_files(path))
        ):
            return None
        return ModuleSummary.from_json(raw["summary"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, OleanError):
        return None


def _keep_summary(store: Path | None, summary: ModuleSummary) -> None:
    if store is not None:
        content = {"code": code_hash(), "version": _VERSION, "summary": summary.to_json()}
        with contextlib.suppress(OSError):
            write_atomic(store / f"{summary.module}.summary.json", json.dumps(content).encode())


# -- judgements -----------------------------------------------------------------------------------------------------


def _settled(
    workers: Workers, summaries: Mapping[str, ModuleSummary], store: Path | None, core: str, progress: Progress | None
) -> tuple[dict[str, Judgement], list[Fault]]:
    """Judgements in which nothing was looked at that rests on a refused declaration.

    What follows from a refused one can be anything, and what a kernel found equal on the way it would use for others.
    So after a refusal everything is judged again, by kernels that have seen nothing, without all that rests on it,
    until nothing new is refused. Only what was found then is remembered.
    """
    first: dict[str, Refusal] = {}
    while True:
        tainted = _resting_on(summaries, first)
        judgements, faults, keep = _judgements(workers, summaries, store, core, tainted, progress)
        new = {r.declaration: r for j in judgements.values() for r in j.refused if r.declaration not in tainted}
        if faults or not new:
            break
        first.update(new)
        workers.start_anew()
    if store is not None and not faults:
        for judgement, whole, keys in keep:
            remember(store, judgement.module, "" if judgement.refused else whole, keys, judgement.accepted)
    return {name: _with_reasons(judgement, first) for name, judgement in judgements.items()}, faults


def _resting_on(summaries: Mapping[str, ModuleSummary], refused: Mapping[str, Refusal]) -> dict[str, str]:
    """Everything that leads to a refused declaration, itself included, with the one that is at fault."""
    users: dict[str, list[str]] = {}
    for summary in summaries.values() if refused else ():
        for member in summary.members:
            for name in member.names:
                users.setdefault(name, []).append(member.name)
    tainted = {name: refusal.cause or name for name, refusal in refused.items()}
    todo = list(tainted)
    while todo:
        name = todo.pop()
        for each in users.get(name, ()):
            if each not in tainted:
                tainted[each] = tainted[name]
                todo.append(each)
    return tainted


def _with_reasons(judgement: Judgement, first: Mapping[str, Refusal]) -> Judgement:
    """The judgement with the reason that was found when a declaration was refused for the first time."""
    return replace(judgement, refused=tuple(first.get(r.declaration, r) for r in judgement.refused))


def _judgements(
    workers: Workers,
    summaries: Mapping[str, ModuleSummary],
    store: Path | None,
    core: str,
    tainted: Mapping[str, str],
    progress: Progress | None,
) -> tuple[dict[str, Judgement], list[Fault], list[tuple[Judgement, str, list[str]]]]:
    """One judgement of everything that is not ``tainted``; the last part is what could be remembered."""
    keep: list[tuple[Judgement, str, list[str]]] = []
    visible = interfaces(summaries)
    found: dict[str, Judgement] = {}
    faults: list[Fault] = []
    tasks: list[tuple[Any, ...]] = []
    whole = {name: _whole_key(summary, visible, core) for name, summary in summaries.items()}
    for name, summary in summaries.items():
        key, accepted = recall(store, name) if store is not None else ("", frozenset())
        if key == whole[name]:
            count = sum(not member.unsafe for member in summary.members)
            unsafe = tuple(member.name for member in summary.members if member.unsafe)
            found[name] = Judgement(name, count, (), unsafe, 0.0, count)
        else:
            tasks.append((name, visible, accepted, tainted))
    tasks.sort(key=lambda task: -len(summaries[task[0]].members))
    for name, result in workers.run(judge_module, tasks, progress, "Lean second kernel"):
        if isinstance(result, str):
            faults.append(Fault(name, result))
            continue
        judgement, keys = result
        found[name] = judgement
        keep.append((judgement, whole[name], keys))
    return {name: found[name] for name in summaries if name in found}, faults, keep


def _whole_key(summary: ModuleSummary, visible: Mapping[str, str], core: str) -> str:
    """Key of a module's judgement: its bytes, and all it can see of what it mentions elsewhere."""
    names = sorted({name for member in summary.members for name in member.names})
    rows = [code_hash(), core, summary.sha256, *(f"{name} {visible.get(name, '')}" for name in names)]
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()
