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

from claims import stopping
from claims.confine import launcher
from claims.lean.code import SAVE, CodeCache
from claims.lean.session import Session
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
    """Runs Lean from several threads and can kill all its processes (after Ctrl-C, or at a time limit).

    The embedded toolchain's fast loader compiles several modules in one process (:mod:`claims.lean.session`); every
    other Lean gets a process of its own per module. :meth:`close` ends what is kept between runs.
    """

    def __init__(self, toolchain: Toolchain) -> None:
        self.toolchain = toolchain
        self._running: set[subprocess.Popen[bytes]] = set()
        self._idle: list[tuple[tuple[str, ...], Session]] = []
        self._code = CodeCache(toolchain.folder, toolchain.argv) if toolchain.serves and toolchain.folder else None
        self._saving: dict[Session, Path] = {}
        self._guard = threading.Lock()
        self._stopped = False
        stopping.track(self, Runner.stop)

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def stop(self) -> None:
        """Kill every running process; later calls of :meth:`run` raise :class:`Stopped`."""
        with self._guard:
            self._stopped = True
            for process in self._running:
                _kill_group(process)

    def close(self) -> None:
        """Let the processes kept between runs end."""
        with self._guard:
            idle, self._idle = self._idle, []
        for _, session in idle:
            self._end(session)

    def run(
        self, source: Path, olean: Path | None, search: Sequence[Path], root: Path, work: Path, timeout: float
    ) -> LeanRun:
        """Compile ``source``; ``work`` is a folder for a scratch directory, ``timeout`` in wall seconds."""
        if self.toolchain.serves:
            return self._serve(source, olean, search, root, work, timeout)
        scratch = Path(tempfile.mkdtemp(prefix="run-", dir=work))
        try:
            argv, env = self.toolchain.command(source, olean, search, root, scratch)
            argv = [*launcher(_writable(olean, search, work)), *argv]
            with (scratch / "stdout").open("w+b") as out, (scratch / "stderr").open("w+b") as err:
                started = time.monotonic()
                code = self._wait(argv, env, scratch, out, err, timeout)
                seconds = time.monotonic() - started
                output, errors = _text(out), _text(err)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return LeanRun(code, parse_messages(output), _last_words(output, errors), seconds)

    def _serve(
        self, source: Path, olean: Path | None, search: Sequence[Path], root: Path, work: Path, timeout: float
    ) -> LeanRun:
        """One job of a process that is kept; a process is reused only by runs that see the same folders."""
        argv, env = self.toolchain.command(source, olean, search, root, work)
        writable = _writable(olean, search, work)
        key = (env["LEAN_PATH"], env["LEAN_WASM_MOUNTS"])
        paths = (source.resolve(), root.resolve(), olean.resolve() if olean else None)
        taken = self._take(key)
        run = self._job(taken or self._open(argv, env, work, writable), paths, timeout)
        if run.exit_code in (0, None) or run.of("error"):
            return run
        # It died without a word, perhaps of what earlier jobs left in memory, or of machine code that does not fit
        # (a signal): a fresh process decides, in the second case one without that code.
        killed = run.exit_code < 0 and self._code is not None and self._code.forget()
        if taken is not None or killed:
            run = self._job(self._open(argv, env, work, writable), paths, timeout)
        return run

    def _job(self, session: Session, paths: tuple[Path, Path, Path | None], timeout: float) -> LeanRun:
        started = time.monotonic()
        end = session.run(*paths, timeout)
        seconds = time.monotonic() - started
        session.seconds += seconds
        self._give_back(session)
        if self._stopped:
            raise Stopped
        return LeanRun(end.exit_code, parse_messages(end.output), _last_words(end.output, end.errors), seconds)

    def _take(self, key: tuple[str, ...]) -> Session | None:
        with self._guard:
            if self._stopped:
                raise Stopped
            for item in self._idle:
                if item[0][0] == key[0] and _sees(item[0][1], key[1]):
                    self._idle.remove(item)
                    return item[1]
        return None

    def _open(self, argv: Sequence[str], env: dict[str, str], work: Path, writable: Sequence[str]) -> Session:
        with self._guard:
            if self._stopped:
                raise Stopped
            code = self._code.environment() if self._code is not None else {}
            saving = [str(Path(code[SAVE]).parent)] if SAVE in code else []
            writes = [*writable, *saving]
            command = self.toolchain.permitted(argv, env, writes)
            session = Session([*launcher(writes), *command], {**env, **code}, work)
            session.key = (env["LEAN_PATH"], env["LEAN_WASM_MOUNTS"])
            self._running.add(session.process)
            if SAVE in code:
                self._saving[session] = Path(code[SAVE])
        return session

    def _give_back(self, session: Session) -> None:
        if session.reusable and not self._stopped:
            with self._guard:
                self._idle.append((session.key, session))
            return
        self._end(session)

    def _end(self, session: Session) -> None:
        """Let a process end and take over the machine code that it saved."""
        session.close()
        with self._guard:
            self._running.discard(session.process)
            saved = self._saving.pop(session, None)
            if saved is not None and self._code is not None:
                self._code.adopt(saved, session.seconds)

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


def _sees(mounted: str, wanted: str) -> bool:
    """Whether every wanted folder lies in a mounted one."""
    bases = [Path(each) for each in mounted.split(os.pathsep)]
    return all(any(Path(each).is_relative_to(base) for base in bases) for each in wanted.split(os.pathsep))


def _writable(olean: Path | None, search: Sequence[Path], work: Path) -> list[str]:
    """Folders that a Lean process writes to; it can write nowhere else where the kernel can see to that.

    ``CLAIMS_LEAN_WRITABLE`` names more of them (separated as in ``PATH``), for a Lean that keeps something of its own.
    """
    folders = {*search, work, *([olean.parent] if olean is not None else [])}
    own = [path for path in os.environ.get("CLAIMS_LEAN_WRITABLE", "").split(os.pathsep) if path]
    return [*sorted(str(folder.resolve()) for folder in folders), *own]


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
    """At most ``jobs``, at least 1, and no more than free memory allows (2.7 GB a process, 4 GB as shipped)."""
    need = 4.0e9 if release else 2.7e9
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as stream:
            free = next(int(line.split()[1]) * 1024 for line in stream if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return max(1, jobs)
    return max(1, min(jobs, int(free // need)))
