"""Processes that summarise and judge compiled modules, each with an environment and a kernel of its own."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from claims import stopping
from claims.lean.core_index import CoreIndex
from claims.lean.environment import Environment, UserModule, load_module
from claims.lean.olean import OleanError
from claims.lean.process import memory_jobs
from claims.lean.recheck import Judge, with_room
from claims.lean.store import Progress
from claims.lean.summary import summarise
from claims.lean.toolchain import Toolchain

#: Bytes of compiled modules below which starting processes takes longer than the work.
_SMALL: Final = 500_000


@dataclass(frozen=True)
class CoreSpec:
    """Where the core library of a Lean lies and what pins it (``digest`` empty: not pinned)."""

    folder: Path
    git_hash: str
    digest: str

    @staticmethod
    def of(toolchain: Toolchain) -> CoreSpec:
        """The core library of a toolchain."""
        return CoreSpec(toolchain.core or Path(), toolchain.git_hash, toolchain.core_digest)

    def index(self, progress: Progress | None = None) -> CoreIndex:
        """The index of this core library."""
        return CoreIndex(self.folder, self.git_hash, self.digest, progress=progress)


class _Here:
    """What a worker process works on."""

    spec: CoreSpec
    paths: Mapping[str, Path]
    environment: Environment | None = None
    judge: Judge | None = None
    visible: Mapping[str, str] | None = None


def _start(spec: CoreSpec, paths: Mapping[str, Path]) -> None:
    """Prepare a worker. Terms live until they are dropped on purpose: looking for garbage among them costs a third."""
    gc.disable()
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Here.spec, _Here.paths = spec, paths
    _Here.environment = _Here.judge = _Here.visible = None


def _start_process(spec: CoreSpec, paths: Mapping[str, Path], parent: int) -> None:
    """Prepare a process of the pool, which ends by itself when the one that started it is gone."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _start(spec, paths)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _guarded(work: Callable[[], Any]) -> Any:
    """The result of ``work``, or in words what is wrong with the module."""
    try:
        return work()
    except OleanError as error:
        return str(error)
    except MemoryError:
        return "the second kernel ran out of memory"
    except Exception as error:  # A fault of this checker must not look like a verdict, nor end the run.
        return f"the checker itself failed: {type(error).__name__}: {error}"


def summarise_module(name: str) -> Any:
    """Task: the summary of a module, or in words why there is none."""
    return _guarded(lambda: summarise(load_module(name, _Here.paths[name])))


def judge_module(name: str, visible: Mapping[str, str], known: frozenset[str], tainted: Mapping[str, str]) -> Any:
    """Task: see :meth:`claims.lean.recheck.Judge.judge`; or in words why there is no judgement."""
    found: list[Any] = []

    def work() -> None:
        if _Here.environment is None:
            modules: list[UserModule] = [load_module(n, p, validated=True) for n, p in _Here.paths.items()]
            _Here.environment = Environment(_Here.spec.index(), modules)
        if _Here.judge is None or _Here.visible != visible:
            _Here.judge, _Here.visible = Judge(_Here.environment, visible), visible
        found.append(_Here.judge.judge(name, known, tainted))

    failure = _guarded(lambda: with_room(work))
    return failure if isinstance(failure, str) else found[0]


class Workers:
    """A pool of processes, started at the first task; with one job everything runs here."""

    def __init__(self, spec: CoreSpec, paths: Mapping[str, Path], jobs: int) -> None:
        self._spec, self._paths, self._jobs = spec, paths, memory_jobs(jobs, release=False)
        self._pool: Executor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._pool is not None:
            if kind is not None:
                _kill(self._pool)
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def start_anew(self) -> None:
        """Let what the processes know go: the next tasks find new ones."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def run(
        self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]], progress: Progress | None, what: str
    ) -> Iterator[tuple[str, Any]]:
        """Results by module name (the first argument of each task), as they come; a fault is a text."""
        tasks = list(tasks)
        if not tasks:
            return
        for done, (name, result) in enumerate(self._results(work, tasks), 1):
            if progress is not None:
                progress(f"{what}: {name}", done / len(tasks))
            yield name, result

    def _results(self, work: Callable[..., Any], tasks: list[tuple[Any, ...]]) -> Iterator[tuple[str, Any]]:
        if self._jobs < 2 or sum(_size(self._paths[task[0]]) for task in tasks) < _SMALL:
            yield from self._here(work, tasks)
            return
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._jobs, context, _start_process, (self._spec, self._paths, os.getpid())
            )
            stopping.track(self._pool, _kill)
        futures: dict[Future[Any], str] = {self._pool.submit(work, *task): task[0] for task in tasks}
        for future in as_completed(futures):
            try:
                yield futures[future], future.result()
            except BrokenProcessPool:
                yield futures[future], "a process of the second kernel died (out of memory?)"

    def _here(self, work: Callable[..., Any], tasks: list[tuple[Any, ...]]) -> Iterator[tuple[str, Any]]:
        before = signal.getsignal(signal.SIGINT)
        _start(self._spec, self._paths)
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, before)
        for task in tasks:
            yield task[0], work(*task)


def _size(olean: Path) -> int:
    """Bytes of the largest part of a compiled module."""
    sizes = [path.stat().st_size for path in olean.parent.glob(f"{olean.name}*") if path.is_file()]
    return max(sizes, default=0)


def _kill(pool: Executor) -> None:
    """End the processes of a pool at once (it offers no way of its own before Python 3.14)."""
    for process in list(getattr(pool, "_processes", {}).values()):
        process.kill()
