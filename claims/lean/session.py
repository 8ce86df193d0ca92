"""Lean processes that compile several modules, one after another.

Starting the embedded Lean costs more than checking a short module, and its machine code is better the longer it
runs. The fast loader therefore serves jobs (:data:`PROTOCOL`): a JSON line per job on standard input, Lean's own
messages on standard output, then a line that starts with :data:`DONE`. Each job is a whole run of Lean's front end
with its own imports; only the runtime is shared. A process ends when its memory has grown to a limit (what a job
imported is never freed), when a job fails in an unexpected way, or at a time limit.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DONE = "@@claims-job-done "
SERVE = "LEAN_WASM_SERVE"
PROTOCOL = "1"
#: Bytes of WebAssembly memory at which a process is not given another job; the build's maximum is 2 GiB.
MEMORY_LIMIT = 1_300 << 20


@dataclass(frozen=True)
class JobEnd:
    """How a job ended: exit code (None: killed at the time limit), its output, what went to standard error."""

    exit_code: int | None
    output: str
    errors: str


class Session:
    """One process; used by one thread at a time, killed from any."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str], folder: Path) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self.process = subprocess.Popen(
            list(argv),
            env={**env, SERVE: PROTOCOL},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._reader = threading.Thread(target=self._pump, daemon=True)
        self._reader.start()
        self.reusable = True

    def run(self, source: Path, root: Path, olean: Path | None, timeout: float) -> JobEnd:
        """Compile one module; afterwards ``reusable`` says whether the process may get another job."""
        options = [["J"], ["R", str(root)], *([["o", str(olean)]] if olean is not None else [])]
        job = json.dumps({"source": str(source), "options": options}) + "\n"
        self.reusable = False
        start = self._errors.seek(0, os.SEEK_END)
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(job.encode())
            self.process.stdin.flush()
        except OSError:
            return JobEnd(self._ended(), "", self._said(start))
        lines: list[str] = []
        deadline = _Deadline(timeout)
        while True:
            try:
                line = self._lines.get(timeout=deadline.left())
            except queue.Empty:
                self.kill()
                return JobEnd(None, "\n".join(lines), self._said(start))
            if line is None:
                return JobEnd(self._ended(), "\n".join(lines), self._said(start))
            text = line.decode("utf8", "replace").rstrip("\n")
            if text.startswith(DONE):
                return self._finish(json.loads(text[len(DONE) :]), lines, start)
            lines.append(text)

    def _finish(self, report: Mapping[str, object], lines: Sequence[str], start: int) -> JobEnd:
        code, memory = report["code"], report["bytes"]
        assert isinstance(code, int)
        assert isinstance(memory, int)
        self.reusable = code in (0, 1) and memory < MEMORY_LIMIT
        return JobEnd(code, "\n".join(lines), self._said(start))

    def _ended(self) -> int:
        """Exit code of a process that ended on its own; never 0, for the job it left undone."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        code = self.process.poll()
        self.kill()
        return code or 1

    def _said(self, start: int) -> str:
        self._errors.seek(start)
        return self._errors.read().decode("utf8", "replace")

    def _pump(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self.process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    def close(self, patience: float = 20.0) -> None:
        """Let the process end by itself (it may have machine code to save), then make sure."""
        with contextlib.suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self.kill()

    def kill(self) -> None:
        """End the process and its children at once."""
        self.reusable = False
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self.process.kill()
        self.process.wait()


class _Deadline:
    def __init__(self, seconds: float) -> None:
        import time

        self._clock = time.monotonic
        self._end = self._clock() + seconds

    def left(self) -> float:
        return max(0.01, self._end - self._clock())
