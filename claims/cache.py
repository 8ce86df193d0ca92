"""Content-addressed results of legs: one JSON file per key under the pack's state folder.

A file holds its key and the hash of the result in it, so that a file which was damaged, changed by hand or put under
another name is a miss. (Whoever can write the folder can also forge both; it is as trusted as the sources beside it.)
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claims.files import write_atomic
from claims.outcome import LegResult, Verdict

#: Verdicts worth remembering: an unavailable tool or a worker that died is tried again.
_KEPT = frozenset({Verdict.PASS, Verdict.FAIL, Verdict.NOPOWER})


def key_of(parts: Mapping[str, Any]) -> str:
    """SHA-256 of a canonical JSON rendering of ``parts``."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


_TAIL = b"}\n"


def _head(key: str, body: bytes) -> bytes:
    """What stands before a result in its file; of one length for every result."""
    return f'{{"key": "{key}", "sha256": "{hashlib.sha256(body).hexdigest()}", "result": '.encode()


class ResultCache:
    """Reads and writes results; a damaged file is a miss."""

    def __init__(self, folder: Path, enabled: bool = True) -> None:
        self._folder = folder
        self._enabled = enabled

    def get(self, key: str) -> LegResult | None:
        """The stored result, labelled as cached, or None."""
        return self._read(self._path(key), key) if self._enabled else None

    def shown(self, key: str) -> LegResult | None:
        """The stored result, or the error that the last run met: to be shown, never to count."""
        return self.get(key) or self._read(self._error(key), key)

    def _read(self, path: Path, key: str) -> LegResult | None:
        try:
            content = path.read_bytes()
            body = content[len(_head(key, b"")) : -len(_TAIL)]
            if content != _head(key, body) + body + _TAIL:
                return None
            return LegResult.from_json(json.loads(body)).as_cached()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, key: str, result: LegResult) -> None:
        """Store a result that says something about the claim; an error of this run is stored only to be shown."""
        path = self._path(key) if result.verdict in _KEPT else self._error(key)
        with contextlib.suppress(OSError):  # a cache that cannot be written costs time and nothing else
            body = json.dumps(result.to_json()).encode()
            write_atomic(path, _head(key, body) + body + _TAIL)

    def _error(self, key: str) -> Path:
        return self._path(key).with_suffix(".error")

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"
