"""Compiles the modules of a project in dependency order, in parallel, and only where something changed.

A module is good when Lean ended with code 0, said nothing of severity error or warning, and left freshly written
compiled files. What was done is recorded beside them, last, and counts only while source, imports, toolchain and
compiled files are what they were.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from claims.lean.process import LeanRun, Message, Runner, memory_jobs
from claims.lean.project import Finding, Module, Project
from claims.lean.store import Progress, lock, sha256_file
from claims.lean.toolchain import Toolchain
from claims.outcome import Place

State = Literal["ok", "failed", "crashed", "timeout", "blocked"]
_RECORD_VERSION = 1
_SUFFIXES = (".olean", ".olean.private", ".olean.server", ".ir", ".ilean")


@dataclass(frozen=True)
class ModuleResult:
    """Outcome of one module. ``seconds``: of the run that produced it; ``files`` maps compiled files to hashes."""

    module: str
    file: str
    state: State
    messages: tuple[Message, ...]
    key: str
    seconds: float = 0.0
    cached: bool = False
    detail: str = ""
    files: Mapping[str, str] | None = None

    @property
    def complaints(self) -> tuple[Message, ...]:
        """Errors and warnings."""
        return tuple(m for m in self.messages if m.severity != "information")

    def finding(self) -> Finding | None:
        """The first thing wrong with the module itself; None when it is good or merely blocked by another."""
        if self.state in ("ok", "blocked"):
            return None
        errors = [m for m in self.messages if m.severity == "error"] or list(self.complaints)
        if errors and self.state == "failed":
            code = "LEAN_ERROR" if errors[0].severity == "error" else "LEAN_WARNING"
            return Finding(code, Place(self.file, errors[0].line), errors[0].text.splitlines()[0][:300])
        code = "LEAN_TIMEOUT" if self.state == "timeout" else "LEAN_CRASH"
        return Finding(code, Place(self.file, 1), self.detail)


@dataclass(frozen=True)
class BuildReport:
    """Results by module, in dependency order; ``out`` holds the compiled files."""

    results: Mapping[str, ModuleResult]
    out: Path

    @property
    def ok(self) -> bool:
        """Whether every module is good."""
        return all(result.state == "ok" for result in self.results.values())

    def oleans(self) -> list[Path]:
        """Every compiled file of the good modules."""
        return [self.out / name for result in self.results.values() for name in sorted(result.files or {})]


def compiled_path(out: Path, module: str, suffix: str = ".olean") -> Path:
    """Where a compiled file of a module goes."""
    return out.joinpath(*module.split(".")).with_suffix(suffix)


def module_keys(project: Project, toolchain: Toolchain) -> dict[str, str]:
    """Content key of every module: its source, the keys of its imports, the toolchain."""
    keys: dict[str, str] = {}
    for name, module in project.modules.items():
        parts = [str(_RECORD_VERSION), toolchain.identity, name, module.sha256]
        parts += sorted(keys[i] for i in module.imports)
        keys[name] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return keys


def build(
    project: Project,
    toolchain: Toolchain,
    out: Path,
    *,
    jobs: int,
    progress: Progress | None = None,
    timeout_per_module: float = 900.0,
    runner: Runner | None = None,
) -> BuildReport:
    """Bring the compiled files under ``out`` up to date, at most ``jobs`` processes at a time.

    ``timeout_per_module`` is in wall seconds (six times as long for the loader as shipped); it is generous because
    Lean's own heartbeats end a search that diverges, and a busy machine must not make a proof fail. A module whose
    import is not good is ``blocked`` and not run. Ctrl-C kills the running processes. ``runner``: one that the caller
    closes, for its processes to be used again.
    """
    out.mkdir(parents=True, exist_ok=True)
    limit = timeout_per_module * (6 if toolchain.release else 1)
    kept = contextlib.nullcontext(runner) if runner is not None else Runner(toolchain)
    with lock(out / ".lock", progress, "another build"), kept as used:
        return BuildReport(_Scheduler(project, toolchain, out, limit, progress, used).run(jobs), out)


class _Scheduler:
    def __init__(
        self, project: Project, toolchain: Toolchain, out: Path, limit: float, progress: Progress | None, runner: Runner
    ) -> None:
        self.project, self.out, self.limit, self.progress = project, out, limit, progress
        self.runner = runner
        self.jobs_cap = toolchain.release
        self.keys = module_keys(project, toolchain)
        self.results: dict[str, ModuleResult] = {}

    def run(self, jobs: int) -> dict[str, ModuleResult]:
        urgent = urgency(self.project, self.out)
        waiting = sorted(self.project.modules, key=lambda name: -urgent[name])
        running: dict[Future[ModuleResult], str] = {}
        workers = memory_jobs(jobs, self.jobs_cap)
        with ThreadPoolExecutor(workers) as pool:
            try:
                while waiting or running:
                    waiting = self._start_ready(waiting, running, pool, workers)
                    if running:
                        self._collect(running)
            except BaseException:
                self.runner.stop()
                raise
        return {name: self.results[name] for name in self.project.modules}

    def _start_ready(
        self, waiting: list[str], running: dict[Future[ModuleResult], str], pool: ThreadPoolExecutor, workers: int
    ) -> list[str]:
        """Settle or start what can be; no more is started than can run, so that the most urgent is next."""
        left = []
        for name in waiting:
            module = self.project.modules[name]
            if not all(i in self.results for i in module.imports):
                left.append(name)
            elif bad := next((i for i in module.imports if self.results[i].state != "ok"), None):
                delete_compiled(self.out, name)
                self._done(ModuleResult(name, module.file, "blocked", (), self.keys[name], detail=bad))
            elif (cached := read_record(self.out, module, self.keys[name])) is not None:
                self._done(cached)
            elif len(running) >= workers:
                left.append(name)
            else:
                running[pool.submit(self._compile, module)] = name
        return left

    def _collect(self, running: dict[Future[ModuleResult], str]) -> None:
        finished, _ = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
        for future in finished:
            del running[future]
            self._done(future.result())

    def _done(self, result: ModuleResult) -> None:
        self.results[result.module] = result
        if self.progress is not None:
            self.progress(f"Lean {result.module}: {result.state}", len(self.results) / len(self.project.modules))

    def _compile(self, module: Module) -> ModuleResult:
        """Compile into a folder apart: a Lean that outlives a killed run must not write where a later one reads."""
        delete_compiled(self.out, module.name)
        apart = Path(tempfile.mkdtemp(prefix="run-", dir=self.out))
        try:
            made = apart / compiled_path(self.out, module.name).name
            run = self.runner.run(module.path, made, [self.out], self.project.folder, self.out, self.limit)
            move_compiled(made, self.out, module.name)
        finally:
            shutil.rmtree(apart, ignore_errors=True)
        result = judge(module, run, self.keys[module.name], self.out)
        if result.state in ("ok", "failed"):
            write_record(self.out, result)
        return result


def urgency(project: Project, out: Path) -> dict[str, float]:
    """For each module the seconds from its start to the end of the longest chain of importers, as far as known."""
    importers: dict[str, list[str]] = {name: [] for name in project.modules}
    for name, module in project.modules.items():
        for each in module.imports:
            importers[each].append(name)
    result: dict[str, float] = {}
    for name in reversed(list(project.modules)):
        after = max((result[each] for each in importers[name]), default=0.0)
        result[name] = _expected_seconds(project.modules[name], out) + after
    return result


def _expected_seconds(module: Module, out: Path) -> float:
    """What the module took last time, whatever changed since; otherwise a guess by its size."""
    try:
        record = compiled_path(out, module.name, ".record.json")
        return max(0.1, float(json.loads(record.read_text("utf8"))["seconds"]))
    except (OSError, ValueError, KeyError, TypeError):
        return 0.1 + len(module.source.text) / 1000


def judge(module: Module, run: LeanRun, key: str, out: Path) -> ModuleResult:
    """The state of a module after a run; anything but a silent, complete success is not ``ok``."""
    files = {
        path.relative_to(out).as_posix(): sha256_file(path)
        for suffix in _SUFFIXES
        if (path := compiled_path(out, module.name, suffix)).exists()
    }
    state: State = "ok"
    detail = ""
    if run.exit_code is None:
        state, detail = "timeout", f"stopped after {run.seconds:.0f} s"
    elif run.of("error", "warning"):
        state = "failed"
    elif run.exit_code != 0:
        state, detail = "crashed", f"Lean ended with code {run.exit_code} and no message: {run.tail}"
    elif compiled_path(out, module.name).relative_to(out).as_posix() not in files:
        state, detail = "crashed", "Lean ended with code 0 and wrote no compiled file"
    if state != "ok":
        delete_compiled(out, module.name)
        files = {}
    return ModuleResult(module.name, module.file, state, run.messages, key, run.seconds, False, detail, files)


def move_compiled(made: Path, out: Path, module: str) -> None:
    """Put what was compiled to ``made`` and beside it where the module belongs, each file in one step."""
    for suffix in _SUFFIXES:
        source, target = made.with_suffix(suffix), compiled_path(out, module, suffix)
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            source.replace(target)


def delete_compiled(out: Path, module: str) -> None:
    """Delete the compiled files and the record of a module, so that no stale one can be imported."""
    for suffix in (".record.json", *_SUFFIXES):
        compiled_path(out, module, suffix).unlink(missing_ok=True)


def write_record(out: Path, result: ModuleResult) -> None:
    """Record a result beside the compiled files, in one step."""
    path = compiled_path(out, result.module, ".record.json")
    content: dict[str, Any] = {
        "key": result.key,
        "state": result.state,
        "seconds": result.seconds,
        "messages": [m.to_json() for m in result.messages],
        "files": dict(result.files or {}),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    scratch.write_text(json.dumps(content), "utf8")
    scratch.replace(path)


def read_record(out: Path, module: Module, key: str) -> ModuleResult | None:
    """The recorded result, or None when it is of another key or a compiled file is not as it was."""
    path = compiled_path(out, module.name, ".record.json")
    try:
        raw = json.loads(path.read_text("utf8"))
        if raw["key"] != key or any(sha256_file(out / name) != digest for name, digest in raw["files"].items()):
            return None
        if raw["state"] == "ok" and not raw["files"]:
            return None
        messages = tuple(Message(**m) for m in raw["messages"])
        result = ModuleResult(module.name, module.file, raw["state"], messages, key, raw["seconds"], True)
        return replace(result, files=raw["files"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
