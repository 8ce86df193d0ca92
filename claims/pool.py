"""A pool of worker processes, each in a sandbox and a scratch folder of its own, with a wall-clock limit per task.

A worker that exceeds the limit, runs out of memory or crashes is killed with its children and replaced; its
task gets an error result and no other task is affected.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from claims import sandbox
from claims.outcome import LegResult, Verdict

MEMORY_MB = 8192
TIMEOUT_S = 120.0


@dataclass(frozen=True)
class Task:
    """One unit of work: a name for progress, what to run, and its limits."""

    name: str
    body: Mapping[str, Any]
    timeout: float = TIMEOUT_S


class Worker:
    """One sandboxed worker process; started at the first task, and again after one that ended it."""

    def __init__(self, root: Path, megabytes: int) -> None:
        self._root, self._megabytes = root, megabytes
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._scratch: Path | None = None

    def run(self, task: Task) -> LegResult:
        """The result of a task; a worker that gives none is killed and says so in it."""
        process = self._process or self._start()
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps({"task": task.name, **task.body}) + "\n")
            process.stdin.flush()
            line = self._lines.get(timeout=task.timeout)
        except queue.Empty:
            self.kill()
            return LegResult(
                Verdict.ERROR, "WORKER_TIMEOUT", f"no answer within {task.timeout:g} s", seconds=task.timeout
            )
        except OSError:
            line = None
        if line is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
            ending = _ending(process.poll())
            self.kill()
            return LegResult(Verdict.ERROR, "WORKER_DIED", f"the worker process ended ({ending})")
        return self._answer(line, task)

    def _answer(self, line: str, task: Task) -> LegResult:
        """The result on a line; anything else on the channel ends the worker, or answers would get mixed up."""
        try:
            data = json.loads(line)
            if data["task"] == task.name:
                reads = {str(what): str(state) for what, state in data["reads"].items()}
                return replace(LegResult.from_json(data["result"]), reads=reads)
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        self.kill()
        return LegResult(Verdict.ERROR, "WORKER_DIED", "the worker answered something else than it was asked")

    def _start(self) -> subprocess.Popen[str]:
        scratch = self._scratch = Path(tempfile.mkdtemp(prefix="claims-leg-")).resolve()
        environment = {
            **sandbox.environment(scratch),
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MKL_NUM_THREADS": "1",
            "PYTHONPATH": str(Path(__file__).resolve().parent.parent),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "claims.worker", str(self._root), str(self._megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=environment,
            cwd=scratch,
            start_new_session=True,
        )
        self._lines = queue.Queue()
        threading.Thread(target=_pump, args=(self._process, self._lines), daemon=True).start()
        return self._process

    def kill(self) -> None:
        """End the process and everything it started."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)


def _pump(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError, OSError):
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


def _ending(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


class Pool:
    """Runs tasks on ``jobs`` workers; results are handed to ``done`` from worker threads, one call at a time.

    ``megabytes`` bounds the address space of a worker; 0 does not (drivers of accelerators reserve far more of it than
    they use).
    """

    def __init__(self, root: Path, jobs: int, megabytes: int = MEMORY_MB) -> None:
        self._root, self._megabytes = root, megabytes
        self._jobs = max(1, jobs)
        self._stop = threading.Event()
        self._workers: list[Worker] = []

    def run(self, tasks: Sequence[Task], done: Callable[[Task, LegResult], None]) -> None:
        """Run every task; kills the workers when it is interrupted."""
        pending: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            pending.put(task)
        lock = threading.Lock()
        threads = [
            threading.Thread(target=self._drain, args=(pending, done, lock), daemon=True)
            for _ in range(min(self._jobs, len(tasks)))
        ]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)
        finally:
            self.close()

    def _drain(
        self, pending: queue.SimpleQueue[Task], done: Callable[[Task, LegResult], None], lock: threading.Lock
    ) -> None:
        worker = Worker(self._root, self._megabytes)
        self._workers.append(worker)
        while not self._stop.is_set():
            try:
                task = pending.get_nowait()
            except queue.Empty:
                break
            result = worker.run(task)
            if not self._stop.is_set():
                with lock:
                    done(task, result)
        worker.kill()

    def close(self) -> None:
        """Stop at once: no further task starts, every worker is killed."""
        self._stop.set()
        for worker in list(self._workers):
            worker.kill()
