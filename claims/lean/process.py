"""Runs one Lean process under a time limit and reads its messages; nothing it says is lost or taken on trust."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Literal

from claims.lean.toolchain import Toolchain

Severity = Literal["error", "warning", "information"]
_DIAGNOSTICS = "[grind] Goal diagnostics"
_TAIL = 600


@dataclass(frozen=True)
class Message:
    """One message of Lean; lines count from 1, columns from 0."""

    severity: Severity
    line: int
    column: int
    end_line: int
    text: str
    kind: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON value; ``Message(**value)`` is its inverse."""
        return asdict(self)


@dataclass(frozen=True)
class LeanRun:
    """What one process did: exit code (None: stopped at the time limit), messages, last words, wall seconds."""

    exit_code: int | None
    messages: tuple[Message, ...]
    tail: str
    seconds: float

    def of(self, *severities: Severity) -> tuple[Message, ...]:
        """The messages of the given severities, in order."""
        return tuple(m for m in self.messages if m.severity in severities)


def parse_messages(output: str) -> tuple[Message, ...]:
    """Messages among debug lines. A line that holds one and cannot be read counts as an error.

    A message may follow other text on its line, when a program run by Lean printed without ending the line.
    """
    return tuple(
        _message(line[max(0, line.find('{"')) :])
        for line in output.splitlines()
        if line.startswith('{"') or '"severity":' in line
    )


def _message(line: str) -> Message:
    try:
        raw = json.loads(line)
        start, end = raw["pos"], raw.get("endPos") or raw["pos"]
        severity = raw["severity"]
        if severity not in ("error", "warning", "information"):
            severity = "error"
        text = str(raw["data"]).split(_DIAGNOSTICS)[0].rstrip()
        return Message(severity, int(start["line"]), int(start["column"]), int(end["line"]), text, str(raw["kind"]))
    except (ValueError, KeyError, TypeError):
        return Message("error", 1, 0, 1, f"unreadable message of Lean: {line[:200]}")


class Stopped(Exception):
    """The runner was told to stop."""


class Runner:
    """Starts Lean processes from several threads and can kill all of them (after Ctrl-C, or at a time limit)."""

    def __init__(self, toolchain: Toolchain) -> None:
        self.toolchain = toolchain
        self._running: set[subprocess.Popen[bytes]] = set()
        self._guard = threading.Lock()
        self._stopped = False

    def stop(self) -> None:
        """Kill every running process; later calls of :meth:`run` raise :class:`Stopped`."""
        with self._guard:
            self._stopped = True
            for process in self._running:
                _kill_group(process)

    def run(
        self, source: Path, olean: Path | None, search: Sequence[Path], root: Path, work: Path, timeout: float
    ) -> LeanRun:
        """Compile ``source``; ``work`` is a folder for a scratch directory, ``timeout`` in wall seconds."""
        scratch = Path(tempfile.mkdtemp(prefix="run-", dir=work))
        try:
            argv, env = self.toolchain.command(source, olean, search, root, scratch)
            with (scratch / "stdout").open("w+b") as out, (scratch / "stderr").open("w+b") as err:
                started = time.monotonic()
                code = self._wait(argv, env, scratch, out, err, timeout)
                seconds = time.monotonic() - started
                output, errors = _text(out), _text(err)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return LeanRun(code, parse_messages(output), _last_words(output, errors), seconds)

    def _wait(
        self, argv: list[str], env: dict[str, str], scratch: Path, out: IO[bytes], err: IO[bytes], timeout: float
    ) -> int | None:
        with self._guard:
            if self._stopped:
                raise Stopped
            process = subprocess.Popen(
                argv, env=env, cwd=scratch, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
            )
            self._running.add(process)
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _kill_group(process)
            process.wait()
            with self._guard:
                self._running.discard(process)
            if self._stopped:
                raise Stopped


@contextlib.contextmanager
def terminable() -> Iterator[None]:
    """Let a polite end of this process (SIGTERM) end the running Leans too; they have a process group of their own.

    Does nothing outside the main thread, or where the program handles the signal itself.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _exit_on_signal(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with its children; one that has ended is left alone (its number may be another's by now)."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf8", "replace")


def _last_words(output: str, errors: str) -> str:
    """The lines that tell why a process died without a message: no debug lines, no messages."""
    lines: Iterable[str] = [*output.splitlines(), *errors.splitlines()]
    lines = [line for line in lines if line.strip() and not line.startswith(("[DEBUG", '{"'))]
    speaking = [line for line in lines if "rror" in line] or list(lines)
    return "\n".join(speaking[-5:])[-_TAIL:]


def memory_jobs(jobs: int, release: bool) -> int:
    """At most ``jobs``, at least 1, and no more than free memory allows (1.3 GB a process, 4 GB as shipped)."""
    need = 4.0e9 if release else 1.3e9
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as stream:
            free = next(int(line.split()[1]) * 1024 for line in stream if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return max(1, jobs)
    return max(1, min(jobs, int(free // need)))
