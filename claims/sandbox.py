"""What a leg may not do: write outside its scratch folder, open a socket, start a program, signal another process.

A leg computes; it has no need of any of these. Two layers stand in the worker process. Python's audit hooks refuse
the attempt at the line that makes it and give it a reason code; they stop accidents, not attackers, because compiled
code does not pass through them. Where the system is Linux, the kernel refuses the same (:mod:`claims.confine`).
"""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims import confine

FILE_MB = 256
PROCESSES = 4096

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_HARMLESS = frozenset({"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", ":memory:"})
#: Audit events that change a path: for each path its place among the arguments, and that of its folder's descriptor.
_CHANGES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "os.remove": ((0, 1),),
    "os.rmdir": ((0, 1),),
    "os.mkdir": ((0, 2),),
    "os.rename": ((0, 2), (1, 3)),
    "os.link": ((0, 2), (1, 3)),
    "os.symlink": ((1, 2),),
    "os.truncate": ((0, -1),),
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.chflags": ((0, -1),),
    "os.utime": ((0, 3),),
    "os.setxattr": ((0, -1),),
    "os.removexattr": ((0, -1),),
    "sqlite3.connect": ((0, -1),),
}
#: Events that concern an entry of a folder and not what a link there points to.
_ENTRIES = frozenset({"os.remove", "os.rmdir", "os.rename", "os.symlink"})
_PROGRAMS = frozenset(
    {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pty.spawn"}
)
#: Variables that a leg sees; everything else, tokens among it, stays with the parent.
_NAMES = frozenset(
    {"PATH", "PATHEXT", "LANG", "LANGUAGE", "TZ", "SYSTEMROOT", "WINDIR", "COMSPEC", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
)
_PREFIXES = ("LC_", "DYLD_", "CLAIMS_", "CUDA_", "CUBLAS_", "NVIDIA_", "XLA_", "JAX_", "ROCR_", "HIP_")


class Refused(PermissionError):
    """A leg tried what legs may not do."""


@dataclass(frozen=True)
class Protection:
    """One line of ``claims doctor``: what is prevented here, and by what, or why not."""

    name: str
    active: bool
    detail: str


class _Guard:
    """The audit hook of a worker; ``refused`` says what was attempted since the last question."""

    def __init__(self, scratch: str) -> None:
        self._scratch = os.path.realpath(scratch)
        self.refused: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITING:
                self._writes(path, None, True)
        elif event in _CHANGES:
            for at, folder in _CHANGES[event]:
                self._writes(arguments[at], arguments[folder] if folder >= 0 else None, event not in _ENTRIES)
        elif event.startswith("socket.") and event != "socket.gethostname":
            self._refuse("opens a socket" if event == "socket.__new__" else f"uses the network ({event})")
        elif event in _PROGRAMS:
            self._refuse(f"starts a program ({event})")
        elif event == "os.killpg" or (event == "os.kill" and arguments[0] != os.getpid()):
            self._refuse("signals another process")

    def _writes(self, path: Any, folder: Any, follow: bool) -> None:
        if isinstance(path, int):
            return  # an open file: it was judged when it was opened
        name = os.fsdecode(path)
        if name in _HARMLESS:
            return
        if isinstance(folder, int) and folder >= 0 and not name.startswith("/"):
            name = f"/proc/self/fd/{folder}/{name}"
        if follow:
            name = os.path.realpath(name)
        else:
            head, tail = os.path.split(name)
            name = f"{os.path.realpath(head)}{os.sep}{tail}"
        if name != self._scratch and not name.startswith(self._scratch + os.sep):
            self._refuse(f"writes to {name}, outside its scratch folder")

    def _refuse(self, what: str) -> None:
        self.refused.append(what)
        raise Refused(errno.EACCES, f"a leg may not do this: it {what}")


_guards: list[_Guard] = []


def enter(scratch: Path, megabytes: int) -> frozenset[str]:
    """Put this process, which must have one thread, into the sandbox for good; returns what the kernel enforces."""
    sys.dont_write_bytecode = True
    limit_resources(megabytes)
    enforced = confine.confine([str(scratch)])
    guard = _Guard(str(scratch))
    _guards.append(guard)
    sys.addaudithook(guard)
    return enforced


def take_refusals() -> tuple[str, ...]:
    """What was refused since the last call, each thing once."""
    found = tuple(dict.fromkeys(what for guard in _guards for what in guard.refused))
    for guard in _guards:
        guard.refused.clear()
    return found


def limit_resources(megabytes: int) -> bool:
    """Bound address space (unless 0), file size, core dumps and processes where the platform can (not on Windows)."""
    try:
        import resource
    except ImportError:
        return False
    bounds = {"RLIMIT_FSIZE": FILE_MB << 20, "RLIMIT_CORE": 0}
    if megabytes:
        bounds["RLIMIT_AS"] = megabytes << 20
    if os.geteuid() != 0:  # counted per user, and not at all for root
        bounds["RLIMIT_NPROC"] = PROCESSES
    for name, limit in bounds.items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        value = limit if hard < 0 else min(limit, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):
            return False
    return True


def environment(scratch: Path) -> dict[str, str]:
    """The variables a worker starts with: home and temporary files are its scratch folder."""
    import site

    kept = {name: text for name, text in os.environ.items() if name in _NAMES or name.startswith(_PREFIXES)}
    places = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), str(scratch))
    return {**kept, **places, "PYTHONUSERBASE": site.getuserbase()}


def protections() -> tuple[Protection, ...]:
    """What is prevented on this machine, found out by entering the sandbox in a process of its own."""
    enforced, limited = _tried()
    both, hooks = "audit hooks and the kernel", "audit hooks only: stops accidents, not attackers"
    rows = [
        ("time", True, "a leg that gives no answer is killed with what it started"),
        ("memory, file size", limited, "resource limits" if limited else "this system has no resource limits"),
    ]
    for name, what in ((confine.FILES, "files outside"), (confine.NETWORK, "network"), (confine.SIGNALS, "signals")):
        rows.append((what, True, both if name in enforced else hooks))
    rows.append(("environment", True, "only the variables that legs need are passed on"))
    rows.append(
        ("reading", False, "a leg reads what you can read; it cannot send it anywhere where network is enforced")
    )
    lean = confine.FILES in enforced and bool(confine.launcher([]))
    node = "Node's permission model, for the embedded Lean"
    rows.append(("Lean", True, f"the kernel, and {node}" if lean else f"only {node}; a native one writes as you can"))
    return tuple(Protection(*row) for row in rows)


def _tried() -> tuple[Sequence[str], bool]:
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-P", "-m", "claims.sandbox", scratch]
        paths = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
        done = subprocess.run(command, capture_output=True, text=True, env=paths, timeout=60, check=False)
    try:
        enforced, limited = json.loads(done.stdout)
    except ValueError:
        return (), False
    return enforced, bool(limited)


if __name__ == "__main__":
    print(json.dumps([sorted(enter(Path(sys.argv[1]), 1024)), limit_resources(1024)]))
