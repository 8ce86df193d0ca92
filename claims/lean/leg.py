"""The Lean leg: build, audit, signatures, and from these one result per theorem.

A theorem passes when its module compiled in silence, nothing in the module or its imports is tainted by the audit,
the canaries were caught, and Lean prints its statement.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from claims.lean.audit import audit, taints
from claims.lean.build import BuildReport, ModuleResult, build
from claims.lean.canary import missed
from claims.lean.definitions import Definitions
from claims.lean.process import Runner, terminable
from claims.lean.project import Finding, Located, Project, source_hash
from claims.lean.signatures import Signature, Signatures, signatures
from claims.lean.staging import staged
from claims.lean.store import Progress
from claims.lean.toolchain import Toolchain
from claims.outcome import LegResult, Place, Verdict

__all__ = ["LeanReport", "check_theorems", "source_hash"]


@dataclass(frozen=True)
class LeanReport:
    """Result of the leg: one :class:`LegResult` per theorem asked for, and the findings about the whole library.

    ``unknown`` are theorems that do not exist; their result has the code ``LEAN_UNKNOWN``.
    """

    results: Mapping[str, LegResult]
    problems: tuple[Finding, ...]
    unknown: tuple[str, ...]
    toolchain: Toolchain
    build: BuildReport
    seconds: float


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


def _is_compiled(project: Project, built: BuildReport, theorem: str) -> bool:
    located = project.declarations.get(theorem)
    return located is not None and built.results[located.module.name].state == "ok"


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
        ready = [t for t in theorems if _is_compiled(project, built, t)]
        answers = signatures(project, ready, toolchain, built, progress, runner)
    findings = audit(project, built)
    findings += [Finding("LEAN_CANARY", Place(_root_file(project), 1), text) for text in lost]
    judge = _Judge(project, toolchain, built, findings, answers, lost)
    results = {theorem: judge.result(theorem) for theorem in theorems}
    unknown = tuple(t for t, r in results.items() if r.reason == "LEAN_UNKNOWN")
    return LeanReport(results, tuple(findings), unknown, toolchain, built, time.monotonic() - started)


def _root_file(project: Project) -> str:
    root = project.modules.get(project.library)
    return f"{project.library}.lean" if root is None else root.file


class _Judge:
    def __init__(
        self,
        project: Project,
        toolchain: Toolchain,
        built: BuildReport,
        findings: Sequence[Finding],
        answers: Signatures,
        lost: Sequence[str],
    ) -> None:
        self.project, self.toolchain, self.built = project, toolchain, built
        self.answers, self.lost = answers, lost
        self.tainted = taints(project, findings)
        self.definitions = Definitions(project)

    def result(self, theorem: str) -> LegResult:
        located = self.project.declarations.get(theorem)
        if located is None or theorem in self.answers.missing:
            return LegResult(Verdict.ERROR, "LEAN_UNKNOWN", f"there is no theorem {theorem} in the Lean library")
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
        signature = self.answers.found.get(theorem)
        if signature is None:
            return LegResult(Verdict.ERROR, "LEAN_CHECK", self.answers.failure, located.place)
        evidence = self._evidence(located, signature)
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

    def _evidence(self, located: Located, signature: Signature) -> dict[str, Any]:
        return {
            "theorem": signature.theorem,
            "module": located.module.name,
            "file": located.module.file,
            "line": located.declaration.line,
            "signature": signature.text,
            "binders": [{"name": b.name, "type": b.type, "kind": b.kind} for b in signature.binders],
            "implicit": [{"name": b.name, "type": b.type, "kind": b.kind} for b in signature.implicit],
            "conclusion": signature.conclusion,
            "unnamed": signature.unnamed,
            "statement_hash": self.definitions.hash(signature.theorem, signature.text, signature.statement_hash),
            "source_hash": source_hash(self.project, signature.theorem),
            "toolchain": {
                "kind": self.toolchain.kind,
                "version": self.toolchain.version,
                "git_hash": self.toolchain.git_hash,
                "pinned": self.toolchain.pinned,
                "identity": self.toolchain.identity,
            },
        }
