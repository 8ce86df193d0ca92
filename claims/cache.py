"""Content-addressed results of legs: one JSON file per key under the pack's state folder.

A file holds its key and the hash of the result in it, so that a file which was damaged, changed by hand or put under
another name is a miss. (Whoever can write the folder can also forge both; it is as trusted as the sources beside it.)
Beside a result stands what the leg looked at and its key does not cover: it counts while that is as it was.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claims import inputs
from claims.files import write_atomic
from claims.outcome import LegResult, Verdict

#: Verdicts worth remembering: an unavailable tool or a worker that died is tried again.
KEPT = frozenset({Verdict.PASS, Verdict.FAIL, Verdict.NOPOWER})
#: A file that is used is dated anew at most this often, so that a run which only reads stays cheap.
REDATED_S = 86_400


def key_of(parts: Mapping[str, Any]) -> str:
    """SHA-256 of a canonical JSON rendering of ``parts``."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


_TAIL = b"}\n"


def _head(key: str, body: bytes) -> bytes:
    """What stands before a result in its file; of one length for every result."""
    return f'{{"key": "{key}", "sha256": "{hashlib.sha256(body).hexdigest()}", "result": '.encode()


class ResultCache:
    """Reads and writes results; a damaged file is a miss. ``used`` and ``written``: files of this run."""

    def __init__(self, folder: Path, enabled: bool = True) -> None:
        self._folder = folder
        self._enabled = enabled
        self._root = folder.parent.parent
        self._states: dict[str, str] = {}
        self.used: set[Path] = set()
        self.written = 0

    def get(self, key: str) -> LegResult | None:
        """The stored result, labelled as cached, or None."""
        found = self.find(key)
        return None if found is None else found[0]

    def find(self, key: str) -> tuple[LegResult, Mapping[str, Any]] | None:
        """The stored result, labelled as cached, and the lines of the sources that it speaks of."""
        return self._read(self._path(key), key) if self._enabled else None

    def last_error(self, key: str) -> LegResult | None:
        """The error that the last run met: to be shown, never to count."""
        found = self._read(self._error(key), key)
        return None if found is None else found[0]

    def _read(self, path: Path, key: str) -> tuple[LegResult, Mapping[str, Any]] | None:
        try:
            with path.open("rb") as stream:
                content, age = stream.read(), time.time() - os.fstat(stream.fileno()).st_mtime
            body = content[len(_head(key, b"")) : -len(_TAIL)]
            if content != _head(key, body) + body + _TAIL:
                return None
            data = json.loads(body)
            if not all(self._state(what) == state for what, state in data.get("also", {}).items()):
                return None
            result = LegResult.from_json(data).as_cached()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        if age > REDATED_S:
            with contextlib.suppress(OSError):
                os.utime(path)
        self.used.add(path)
        return result, data.get("lines", {})

    def put(
        self, key: str, result: LegResult, also: Mapping[str, str] | None = None, lines: Mapping[str, Any] | None = None
    ) -> None:
        """Store a result that says something about the claim; an error of this run is stored only to be shown.

        ``also``: what it depends on beside its key (:mod:`claims.inputs`); ``lines``: see :meth:`find`.
        """
        path = self._path(key) if result.verdict in KEPT else self._error(key)
        if path.parent.is_symlink():
            return
        data = {**result.to_json(), **({"also": also} if also else {}), **({"lines": lines} if lines else {})}
        with contextlib.suppress(OSError):  # a cache that cannot be written costs time and nothing else
            body = json.dumps(data).encode()
            write_atomic(path, _head(key, body) + body + _TAIL)
            self.used.add(path)
            self.written += 1

    def _error(self, key: str) -> Path:
        return self._path(key).with_suffix(".error")

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

    def _state(self, what: str) -> str:
        if what not in self._states:
            self._states[what] = inputs.state_of(what, self._root)
        return self._states[what] or "unknown"
