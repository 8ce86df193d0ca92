"""Lean processes that compile several modules, one after another.

Starting the embedded Lean costs more than checking a short module, and its machine code is better the longer it
runs. The fast loader therefore serves jobs: a JSON line per job on standard input; Lean's own messages go to
standard output, a file; the end of a job is a JSON line on a pipe of its own, which no output of Lean can imitate.
Each job is a whole run of Lean's front end with its own imports; only the runtime is shared. A process ends when
its memory has grown to a limit (what a job imported is never freed), when a job ends in an unexpected way, or at a
time limit.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

SERVE = "LEAN_WASM_SERVE"
#: Bytes of WebAssembly memory at which a process is not given another job; the build's maximum is 2 GiB.
MEMORY_LIMIT = 1_300 << 20


@dataclass(frozen=True)
class JobEnd:
    """How a job ended: exit code (None: killed at the time limit), its output, what went to standard error."""

    exit_code: int | None
    output: str
    errors: str


class Session:
    """One process; used by one thread at a time, killed from any. ``jobs`` counts those that were finished.

    ``key`` and ``seconds`` are the caller's: what a run must have in common with this process to be given to it, and
    how long it worked.
    """

    def __init__(self, argv: Sequence[str], env: Mapping[str, str], folder: Path) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._ends, theirs = os.pipe()
        try:
            self.process = subprocess.Popen(
                list(argv),
                env={**env, SERVE: str(theirs)},
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=self._output,
                stderr=self._errors,
                start_new_session=True,
                pass_fds=(theirs,),
            )
        except BaseException:
            os.close(self._ends)
            raise
        finally:
            os.close(theirs)
        self.reusable, self.jobs, self.seconds = True, 0, 0.0
        self.key: tuple[str, ...] = ()

    def run(self, source: Path, root: Path, olean: Path | None, timeout: float) -> JobEnd:
        """Compile one module; afterwards ``reusable`` says whether the process may get another job."""
        options = [["J"], ["R", str(root)], *([["o", str(olean)]] if olean is not None else [])]
        job = json.dumps({"source": str(source), "options": options}) + "\n"
        self.reusable = False
        starts = _size(self._output), _size(self._errors)
        report: str | None = ""
        with contextlib.suppress(OSError):  # a process that is gone: its exit code says so
            assert self.process.stdin is not None
            self.process.stdin.write(job.encode())
            self.process.stdin.flush()
            report = self._await_end(time.monotonic() + timeout)
        code = None if report is None else self._code(report)
        if not self.reusable:
            self.kill() if report is None else None
        return JobEnd(code, _since(self._output, starts[0]), _since(self._errors, starts[1]))

    def _await_end(self, deadline: float) -> str | None:
        """The line that ends a job; empty when the process ended instead, None at the deadline."""
        line = b""
        while not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._ends], [], [], left)[0]:
                return None
            piece = os.read(self._ends, 4096)
            if not piece:
                return ""
            line += piece
        return line.decode("utf8", "replace")

    def _code(self, report: str) -> int:
        """Exit code of the job. A process that ended, or said something else, never counts as 0."""
        try:
            raw = json.loads(report)
            code, memory = int(raw["code"]), int(raw["bytes"])
        except (ValueError, KeyError, TypeError):
            return self._ended()
        self.jobs += 1
        self.reusable = code in (0, 1) and memory < MEMORY_LIMIT
        return code

    def _ended(self) -> int:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        code = self.process.poll()
        self.kill()
        return code or 1

    def close(self, patience: float = 20.0) -> None:
        """Let the process end by itself (it may have machine code to save), then make sure."""
        with contextlib.suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self.kill()
        for stream in (self._output, self._errors):
            stream.close()
        if self._ends >= 0:
            os.close(self._ends)
            self._ends = -1

    def kill(self) -> None:
        """End the process and its children at once."""
        self.reusable = False
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self.process.kill()
        self.process.wait()


def _size(stream: IO[bytes]) -> int:
    return os.fstat(stream.fileno()).st_size


def _since(stream: IO[bytes], start: int) -> str:
    """What was written to a file after ``start``. Read by position: the child shares the file's own one."""
    return os.pread(stream.fileno(), max(0, _size(stream) - start), start).decode("utf8", "replace")
