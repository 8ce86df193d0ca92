"""Linux: gives up, for this process and all it starts, the right to write, to reach the network and to signal others.

Needs no privileges and no package: Landlock for files (and TCP, and signals), an empty network namespace, and no
capabilities. What a kernel does not offer is left out and not named in the answer. A process can only add to this.

The file imports nothing of the engine, so that it also starts other programs confined (:func:`launcher`)::

    python -I -S confine.py --write FOLDER ... -- PROGRAM ARGUMENTS
"""

from __future__ import annotations

import contextlib
import ctypes
import glob
import os
import sys
from collections.abc import Iterator, Sequence

#: What :func:`confine` can bring about: no writing outside, no network, no signals to processes outside.
FILES, NETWORK, SIGNALS = "files", "network", "signals"

_CLONE_NEWNET, _CLONE_NEWUSER = 0x40000000, 0x10000000
_PR_SET_NO_NEW_PRIVS = 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every architecture
_CAPABILITIES_3 = 0x20080522
#: To root without a user namespace of its own: to read the files of others, as root is used to.
_READ_EVERYTHING = 1 << 1 | 1 << 2

_WRITE_FILE, _TRUNCATE, _REFER = 1 << 1, 1 << 14, 1 << 13
_CHANGE_FOLDER = sum(1 << bit for bit in range(4, 13))  # remove and make entries of every kind
_TCP = 1 << 0 | 1 << 1  # bind and connect
_SCOPES = 1 << 0 | 1 << 1  # abstract sockets and signals
#: Devices that hold nothing, and those of accelerators.
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/nvidia*", "/dev/kfd", "/dev/dri/*")


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


class _CapHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapData(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def confine(writable: Sequence[str]) -> frozenset[str]:
    """Confine this process, which must have one thread; returns what took effect. Writing stays possible below the
    folders named. Does nothing, and says so, where the system is not Linux."""
    if not sys.platform.startswith("linux"):
        return frozenset()
    libc = ctypes.CDLL(None, use_errno=True)
    network = _leave_network(libc)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return frozenset({NETWORK} if network else ()) | _landlock(libc, writable)


def _leave_network(libc: ctypes.CDLL) -> bool:
    """Enter a network namespace without any interface that is up; root does it without a user namespace, which would
    take from it the files of other users."""
    user, group = os.geteuid(), os.getegid()
    alone = user == 0 and libc.unshare(_CLONE_NEWNET) == 0
    done = alone or libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0
    if done and not alone:
        for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with contextlib.suppress(OSError), open(f"/proc/self/{file}", "w") as stream:  # noqa: PTH123
                stream.write(text)
    kept = _READ_EVERYTHING if user == 0 and (alone or not done) else 0
    header, data = _CapHeader(_CAPABILITIES_3, 0), (_CapData * 2)(_CapData(kept, kept, 0), _CapData(0, 0, 0))
    dropped: bool = libc.capset(ctypes.byref(header), data) == 0
    return done and dropped


def _landlock(libc: ctypes.CDLL, writable: Sequence[str]) -> frozenset[str]:
    """Forbid changes of the file system outside some folders, and what else this kernel's Landlock can."""
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return frozenset()
    rights = _WRITE_FILE | _CHANGE_FOLDER | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    rules = _Ruleset(rights, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = libc.syscall(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return frozenset()
    try:
        for path, allowed in _rules(writable, rights):
            _allow(libc, ruleset, path, allowed)
        if libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
            return frozenset()
    finally:
        os.close(ruleset)
    return frozenset({FILES, SIGNALS} if version >= 6 else {FILES})


def _rules(writable: Sequence[str], rights: int) -> Iterator[tuple[str, int]]:
    yield from ((path, rights) for path in writable)
    for pattern in _DEVICES:
        yield from ((path, rights & (_WRITE_FILE | _TRUNCATE)) for path in glob.glob(pattern))  # noqa: PTH207


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, allowed: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there needs no permission
    try:
        libc.syscall(_ADD_RULE, ruleset, 1, ctypes.byref(_Beneath(allowed, folder)), 0)
    finally:
        os.close(folder)


def launcher(writable: Sequence[str]) -> list[str]:
    """Command line in front of a program's own that starts it confined; empty where nothing would take effect."""
    if not sys.platform.startswith("linux") or not sys.executable:
        return []
    return [sys.executable, "-I", "-S", __file__, *(part for path in writable for part in ("--write", path)), "--"]


def main(arguments: Sequence[str]) -> None:
    """Confine this process and become another program."""
    end = arguments.index("--")
    confine([arguments[i + 1] for i in range(0, end, 2)])
    os.execv(arguments[end + 1], list(arguments[end + 1 :]))


if __name__ == "__main__":
    main(sys.argv[1:])
