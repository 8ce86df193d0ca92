"""Seeded wrong variants of statements: the original proof must fail on each.

For each module one Lean run checks its source with, after each mutated theorem, a copy under a fresh name whose
statement is changed and whose proof is the original one. A mutant is rejected when Lean reports an error in the
proof of its copy and none outside the copies. An error in the changed statement itself is no rejection: such a
mutant does not say anything. Nor does one whose proof fails because a name in it is gone, unless the change only
deletes: then the proof needs what was deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

from claims.lean.build import BuildReport, build
from claims.lean.process import LeanRun, Message, Runner, memory_jobs, terminable
from claims.lean.project import Located, Module, Project
from claims.lean.source import Declaration, SourceText
from claims.lean.staging import staged
from claims.lean.store import Progress
from claims.lean.toolchain import Toolchain
from claims.outcome import LegResult, Place, Verdict

_VERSION = "2"
_UNKNOWN = re.compile(r"\bunknown (?:free )?(?:identifier|constant|variable|hypothesis)\b", re.I)
_WORD = re.compile(r"[^\W\d][\w'!?]*")


@dataclass(frozen=True)
class LeanMutant:
    """A change of the statement of ``theorem``: ``find`` must occur in it exactly once."""

    claim: str
    theorem: str
    find: str
    replace: str


@dataclass(frozen=True)
class _Copy:
    """A mutant's place in the generated source: first line, start of its proof (line, column), last line.

    ``deletes``: the change brings in no word that was not there.
    """

    index: int
    first: int
    proof: tuple[int, int]
    last: int
    deletes: bool = False


def check_mutants(
    project: Project,
    mutants: Sequence[LeanMutant],
    toolchain: Toolchain,
    out: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    timeout_per_module: float = 1800.0,
) -> tuple[LegResult, ...]:
    """One result per mutant, in order: ``pass`` when it is rejected (``MUTANT_REJECTED``).

    ``fail``: Lean accepts it (``MUTANT_ACCEPTED``). ``error``: ``MUTANT_NOT_FOUND``, ``MUTANT_MALFORMED``,
    ``LEAN_UNKNOWN``, ``LEAN_BLOCKED``, ``LEAN_TIMEOUT`` or ``LEAN_CRASH``. Modules that are not compiled yet are
    compiled first. Results are remembered under ``out``.
    """
    with terminable(), staged(project, toolchain, out) as (visible, tool, place):
        return _check(visible, mutants, tool, place, jobs, progress, timeout_per_module)


def _check(
    project: Project,
    mutants: Sequence[LeanMutant],
    toolchain: Toolchain,
    out: Path,
    jobs: int,
    progress: Progress | None,
    timeout: float,
) -> tuple[LegResult, ...]:
    built = build(project, toolchain, out, jobs=jobs, progress=progress)
    results: dict[int, LegResult] = {}
    by_module: dict[str, dict[int, LeanMutant]] = {}
    for index, mutant in enumerate(mutants):
        problem = _problem(project, built, mutant)
        if problem is not None:
            results[index] = problem
        else:
            by_module.setdefault(project.declarations[mutant.theorem].module.name, {})[index] = mutant
    runner = Runner(toolchain)
    with ThreadPoolExecutor(memory_jobs(jobs, toolchain.release)) as pool:
        try:
            tasks = [
                pool.submit(_check_module, project, name, chosen, runner, built, timeout)
                for name, chosen in by_module.items()
            ]
            for done, task in enumerate(as_completed(tasks), 1):
                results.update(task.result())
                if progress is not None:
                    progress("Lean mutants", done / len(tasks))
        except BaseException:
            runner.stop()
            raise
        finally:
            runner.close()
    return tuple(results[index] for index in range(len(mutants)))


def _problem(project: Project, built: BuildReport, mutant: LeanMutant) -> LegResult | None:
    located = project.declarations.get(mutant.theorem)
    if located is None:
        return LegResult(Verdict.ERROR, "LEAN_UNKNOWN", f"there is no theorem {mutant.theorem} in the Lean library")
    if built.results[located.module.name].state != "ok":
        return LegResult(Verdict.ERROR, "LEAN_BLOCKED", f"{located.module.file} does not compile", located.place)
    start, end = located.declaration.statement_span
    count = located.module.source.text[start:end].count(mutant.find) if mutant.find else 0
    if count != 1 or mutant.find == mutant.replace:
        text = f"{mutant.find!r} occurs {count} times in the statement of {mutant.theorem}; it must occur once"
        return LegResult(Verdict.ERROR, "MUTANT_NOT_FOUND", text, located.place)
    return None


def mutated_source(module: Module, mutants: Mapping[int, tuple[Declaration, LeanMutant]]) -> tuple[str, list[_Copy]]:
    """The module's source with a copy after each mutated theorem, and where the copies stand."""
    text = module.source.text
    pieces: list[str] = []
    spans: list[tuple[int, int, int, int]] = []
    length = at = 0
    for index, (declaration, mutant) in sorted(mutants.items(), key=lambda item: (item[1][0].end, item[0])):
        head, proof = _copy(module.source, declaration, mutant, index)
        original = text[at : declaration.end]
        start = length + len(original) + 2
        pieces += [original, "\n\n", head, proof, "\n"]
        spans.append((index, start, start + len(head), start + len(head) + len(proof)))
        length = start + len(head) + len(proof) + 1
        at = declaration.end
    pieces.append(text[at:])
    generated = SourceText("".join(pieces))
    return generated.text, [_place(generated, *span, _deletes(mutants[span[0]][1])) for span in spans]


def _deletes(mutant: LeanMutant) -> bool:
    rest = iter(_WORD.findall(mutant.find))
    return all(word in rest for word in _WORD.findall(mutant.replace))


def _place(source: SourceText, index: int, start: int, proof: int, end: int, deletes: bool) -> _Copy:
    line = source.line_of(proof)
    column = proof - (source.text.rfind("\n", 0, proof) + 1)
    return _Copy(index, source.line_of(start), (line, column), source.line_of(end - 1), deletes)


def _copy(source: SourceText, declaration: Declaration, mutant: LeanMutant, index: int) -> tuple[str, str]:
    """Head (up to the statement) and proof of the copy. Attributes go; a recursive call becomes one of the copy."""
    text, (start, end) = source.text, declaration.statement_span
    name_start, name_end = declaration.name_span
    written = text[name_start:name_end]
    fresh = f"{written}_mutant_{index}"
    before = _scoped_options(text[declaration.start : declaration.keyword])
    statement = text[start:end].replace(mutant.find, mutant.replace)
    universes = text[name_end:start]
    proof = re.sub(rf"(?<![\w.'!?]){re.escape(written)}(?![\w'!?])", lambda _: fresh, text[end : declaration.end])
    return f"{before}theorem {fresh}{universes}{statement}", proof


def _scoped_options(head: str) -> str:
    """The `... in` prefixes of a declaration, without attributes and modifiers."""
    return "".join(f"{m[0].strip()}\n" for m in re.finditer(r"\b(?:set_option|open|omit|include)\b[^\n]*?\bin\b", head))


def _check_module(
    project: Project,
    name: str,
    mutants: Mapping[int, LeanMutant],
    runner: Runner,
    built: BuildReport,
    timeout: float,
) -> dict[int, LegResult]:
    module = project.modules[name]
    located = {index: project.declarations[mutant.theorem] for index, mutant in mutants.items()}
    # Numbered by position within the module: another module's mutants must not change the key.
    renumbered = list(enumerate(sorted(mutants)))
    text, copies = mutated_source(module, {k: (located[i].declaration, mutants[i]) for k, i in renumbered})
    key = hashlib.sha256("\n".join((_VERSION, built.results[name].key, str(copies), text)).encode()).hexdigest()
    memory = built.out / ".mutants" / f"{name}.json"
    known = _recall(memory, key)
    if known is None:
        run = _run(module, text, runner, built.out, timeout)
        known = judge(run, copies, module.file)
        if not any(r.reason in ("LEAN_TIMEOUT", "LEAN_CRASH") for r in known.values()):
            _remember(memory, key, known)
    return {index: _at(known[k], located[index]) for k, index in renumbered}


def _at(result: LegResult, located: Located) -> LegResult:
    return replace(result, place=located.place)


def _run(module: Module, text: str, runner: Runner, out: Path, timeout: float) -> LeanRun:
    base = out / ".mutants"
    base.mkdir(parents=True, exist_ok=True)
    limit = timeout * (6 if runner.toolchain.release else 1)
    with tempfile.TemporaryDirectory(prefix="src-", dir=base) as name:
        root = Path(name)
        source = root.joinpath(*module.name.split(".")).with_suffix(".lean")
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, "utf8")
        return runner.run(source, None, [out], root, base, limit)


def judge(run: LeanRun, copies: Sequence[_Copy], file: str) -> dict[int, LegResult]:
    """Results by number of the copy; a stray error outside the copies voids all of them."""
    place = Place(file, 1)
    if run.exit_code is None:
        text = f"the mutants were stopped after {run.seconds:.0f} s"
        return {c.index: LegResult(Verdict.ERROR, "LEAN_TIMEOUT", text, place) for c in copies}
    errors = run.of("error")
    stray = [m for m in errors if not any(c.first <= m.line <= c.last for c in copies)]
    if stray or (not errors and run.exit_code != 0):
        text = f"line {stray[0].line} of the mutated source: {stray[0].text[:300]}" if stray else run.tail
        return {c.index: LegResult(Verdict.ERROR, "LEAN_CRASH", text, place) for c in copies}
    return {c.index: _verdict(c, [m for m in errors if c.first <= m.line <= c.last], run.seconds) for c in copies}


def _verdict(copy: _Copy, errors: Sequence[Message], seconds: float) -> LegResult:
    if not errors:
        text = "the original proof also proves the changed statement"
        return LegResult(Verdict.FAIL, "MUTANT_ACCEPTED", text, seconds=seconds)
    wrong = [m for m in errors if (m.line, m.column) < copy.proof]
    if wrong:
        text = f"the changed statement is not well formed: {wrong[0].text[:300]}"
        return LegResult(Verdict.ERROR, "MUTANT_MALFORMED", text, seconds=seconds)
    gone = [m for m in errors if _UNKNOWN.search(m.text)]
    if gone and not copy.deletes:
        text = f"the change takes a name away that the proof uses, which says nothing: {gone[0].text[:300]}"
        return LegResult(Verdict.ERROR, "MUTANT_MALFORMED", text, seconds=seconds)
    return LegResult(Verdict.PASS, "MUTANT_REJECTED", errors[0].text[:300], seconds=seconds)


def _recall(memory: Path, key: str) -> dict[int, LegResult] | None:
    try:
        raw = json.loads(memory.read_text("utf8"))
        if raw["key"] != key:
            return None
        return {int(k): LegResult.from_json(v).as_cached() for k, v in raw["results"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _remember(memory: Path, key: str, results: Mapping[int, LegResult]) -> None:
    memory.parent.mkdir(parents=True, exist_ok=True)
    scratch = memory.with_name(f"{memory.name}.{os.getpid()}")
    scratch.write_text(json.dumps({"key": key, "results": {k: r.to_json() for k, r in results.items()}}), "utf8")
    scratch.replace(memory)
