"""The Lean leg: build, audit, second kernel, statements, and from these one result per theorem.

A theorem passes when its module compiled in silence, no forbidden word stands in the module or its imports, the
canaries were caught, what it rests on is on the allowlist, the second kernel accepts it and everything of the library
that it rests on, and its statement says something.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from claims.lean.audit import audit, module_place, proof_findings, taints
from claims.lean.build import BuildReport, ModuleResult, build, compiled_path
from claims.lean.canary import missed
from claims.lean.judges import CoreSpec
from claims.lean.process import Runner, terminable
from claims.lean.project import Finding, Located, Project, source_hash
from claims.lean.proofs import Proofs, inspect
from claims.lean.staging import staged
from claims.lean.statement import Statement
from claims.lean.store import Progress
from claims.lean.toolchain import Toolchain
from claims.lean.trust import Trust
from claims.lean.verdict import Examiner
from claims.outcome import LegResult, Place, Verdict

__all__ = ["LeanReport", "check_theorems", "source_hash"]


@dataclass(frozen=True)
class LeanReport:
    """Result of the leg: one :class:`LegResult` per theorem asked for, and the findings about the whole library.

    ``unknown`` are theorems that do not exist; their result has the code ``LEAN_UNKNOWN``. ``accepted``: declarations
    that both kernels accepted.
    """

    results: Mapping[str, LegResult]
    problems: tuple[Finding, ...]
    unknown: tuple[str, ...]
    toolchain: Toolchain
    build: BuildReport
    seconds: float
    accepted: int = 0


def check_theorems(
    project: Project,
    theorems: Sequence[str],
    toolchain: Toolchain,
    out: Path,
    jobs: int,
    progress: Progress | None = None,
) -> LeanReport:
    """Check the project and report on ``theorems`` (full names).

    Compiled files and records are kept under ``out``. The first run takes minutes, one where nothing changed well
    under a second. ``problems`` fail a run whether or not an entry uses what they are about. Raises
    :class:`claims.lean.toolchain.ToolchainUnavailable` with ``LEAN_LOCK`` or ``LEAN_RELEASE``.
    """
    with terminable(), staged(project, toolchain, out) as (visible, tool, place):
        report = _check(visible, theorems, tool, place, jobs, progress)
    return replace(report, toolchain=toolchain)


def _compiled(
    project: Project, toolchain: Toolchain, out: Path, jobs: int, progress: Progress | None, runner: Runner
) -> tuple[BuildReport, list[str]]:
    """The build, and beside it the canaries (with two cores the first modules leave one idle)."""
    with Runner(toolchain) as apart, ThreadPoolExecutor(1) as side:
        try:
            canaries = side.submit(missed, toolchain, apart)
            built = build(project, toolchain, out, jobs=jobs, progress=progress, runner=runner)
            return built, canaries.result()
        except BaseException:
            apart.stop()
            raise


def _check(
    project: Project,
    theorems: Sequence[str],
    toolchain: Toolchain,
    out: Path,
    jobs: int,
    progress: Progress | None,
) -> LeanReport:
    started = time.monotonic()
    with Runner(toolchain) as runner:
        built, lost = _compiled(project, toolchain, out, jobs, progress, runner)
    proofs = _inspected(built, toolchain, jobs, progress)
    findings = audit(project, built) + proof_findings(project, proofs)
    findings += [Finding("LEAN_CANARY", module_place(project, ""), text) for text in lost]
    judge = _Judge(project, toolchain, built, findings, proofs, lost)
    results = {theorem: judge.result(theorem) for theorem in theorems}
    unknown = tuple(t for t, r in results.items() if r.reason == "LEAN_UNKNOWN")
    seconds = time.monotonic() - started
    return LeanReport(results, tuple(findings), unknown, toolchain, built, seconds, proofs.accepted)


def _inspected(built: BuildReport, toolchain: Toolchain, jobs: int, progress: Progress | None) -> Proofs:
    """What the good modules prove, judged without Lean."""
    good = [name for name, result in built.results.items() if result.state == "ok"]
    paths = {name: compiled_path(built.out, name) for name in good}
    return inspect(CoreSpec.of(toolchain), paths, built.out / ".proofs", jobs, progress)


class _Judge:
    def __init__(
        self,
        project: Project,
        toolchain: Toolchain,
        built: BuildReport,
        findings: Sequence[Finding],
        proofs: Proofs,
        lost: Sequence[str],
    ) -> None:
        self.project, self.toolchain, self.built = project, toolchain, built
        self.proofs, self.lost = proofs, lost
        self.tainted = taints(project, findings)
        self.examiner = Examiner(proofs)

    def result(self, theorem: str) -> LegResult:
        located = self.project.declarations.get(theorem)
        if located is None:
            return _unknown(theorem)
        if located.declaration.kind not in ("theorem", "lemma"):
            text = f"{theorem} is a {located.declaration.kind}, not a theorem"
            return LegResult(Verdict.ERROR, "LEAN_NOT_THEOREM", text, located.place)
        module = self.built.results[located.module.name]
        if module.state != "ok":
            return self._not_compiled(located, module)
        if self.lost:
            return LegResult(Verdict.ERROR, "LEAN_CANARY", self.lost[0], located.place)
        if (finding := self.tainted.get(module.module)) is not None:
            return self._tainted(located, finding)
        return self._judged(theorem, located, module)

    def _judged(self, theorem: str, located: Located, module: ModuleResult) -> LegResult:
        """What the compiled modules say of a theorem whose sources are in order."""
        graph = self.proofs.graph
        if self.proofs.faults or graph is None:
            text = self.proofs.faults[0].message if self.proofs.faults else "nothing was compiled"
            return LegResult(Verdict.ERROR, "LEAN_OLEAN", text, located.place)
        member = graph.members.get(theorem)
        if member is None:
            return _unknown(theorem)
        if member.kind != "theorem":
            return LegResult(
                Verdict.ERROR, "LEAN_NOT_THEOREM", f"{theorem} is compiled to a {member.kind}", located.place
            )
        examined = self.examiner.examine(theorem)
        objection = examined.objection
        if objection is not None or examined.statement is None:
            assert objection is not None
            wrong = objection.code == "LEAN_OLEAN" or objection.undecided
            verdict = Verdict.ERROR if wrong else Verdict.FAIL
            return LegResult(verdict, objection.code, objection.message, located.place, seconds=module.seconds)
        evidence = self._evidence(located, examined.statement, examined.trust)
        return LegResult(
            Verdict.PASS, "LEAN_PROVED", "", located.place, evidence, seconds=module.seconds, cached=module.cached
        )

    def _not_compiled(self, located: Located, module: ModuleResult) -> LegResult:
        declaration = located.declaration
        for message in module.complaints:
            if declaration.start_line <= message.line <= declaration.end_line:
                code = "LEAN_ERROR" if message.severity == "error" else "LEAN_WARNING"
                place = Place(located.module.file, message.line)
                return LegResult(Verdict.FAIL, code, message.text[:1000], place, seconds=module.seconds)
        cause = self._first_failure(module)
        return LegResult(
            Verdict.ERROR, "LEAN_BLOCKED", f"not checked because of {cause.place}: {cause.message}", located.place
        )

    def _first_failure(self, module: ModuleResult) -> Finding:
        """The finding of the first module, in dependency order, that keeps ``module`` from being good."""
        for each in self.project.closure(module.module):
            if (finding := self.built.results[each.name].finding()) is not None:
                return finding
        return Finding("LEAN_BLOCKED", Place(module.file, 1), "an import is not compiled")

    def _tainted(self, located: Located, finding: Finding) -> LegResult:
        declaration = located.declaration
        own = finding.place.file == located.module.file
        if own and declaration.start_line <= finding.place.line <= declaration.end_line:
            return LegResult(Verdict.FAIL, finding.code, finding.message, finding.place)
        text = f"does not count because of {finding.place}: {finding.message}"
        return LegResult(Verdict.ERROR, "LEAN_BLOCKED", text, located.place)

    def _evidence(self, located: Located, statement: Statement, trust: Trust) -> dict[str, Any]:
        assert self.proofs.graph is not None
        members = self.proofs.graph.members
        behind = self.proofs.graph.statement_reach(statement.theorem)
        return {
            "theorem": statement.theorem,
            "module": located.module.name,
            "file": located.module.file,
            "line": located.declaration.line,
            "signature": statement.text,
            "binders": [vars(binder) for binder in statement.binders],
            "conclusion": statement.conclusion,
            "statement_hash": statement.deep,
            "shallow_hash": statement.shallow,
            "behind": {n: f"{members[n].statement[:8]}{members[n].body[:8]}" for n in behind},
            "source_hash": source_hash(self.project, statement.theorem),
            "axioms": list(trust.axioms),
            "core_theorems": list(trust.core_theorems),
            "core_definitions": list(trust.core_definitions),
            "kernels": {"lean": "accepted", "second": "accepted", "declarations": len(trust.reached)},
            "toolchain": {
                "kind": self.toolchain.kind,
                "version": self.toolchain.version,
                "git_hash": self.toolchain.git_hash,
                "pinned": self.toolchain.pinned,
                "core_pinned": bool(self.toolchain.core_digest),
                "identity": self.toolchain.identity,
            },
        }


def _unknown(theorem: str) -> LegResult:
    return LegResult(Verdict.ERROR, "LEAN_UNKNOWN", f"there is no theorem {theorem} in the Lean library")
