"""Content-addressed results of legs: one JSON file per key under the pack's state folder."""

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


class ResultCache:
    """Reads and writes results; a damaged file is a miss."""

    def __init__(self, folder: Path, enabled: bool = True) -> None:
        self._folder = folder
        self._enabled = enabled

    def get(self, key: str) -> LegResult | None:
        """The stored result, labelled as cached, or None."""
        if not self._enabled:
            return None
        try:
            data = json.loads(self._path(key).read_bytes())
            if data.pop("key") != key:
                return None
            return LegResult.from_json(data).as_cached()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, key: str, result: LegResult) -> None:
        """Store a result that says something about the claim rather than about this run."""
        if result.verdict in _KEPT:
            with contextlib.suppress(OSError):  # a cache that cannot be written costs time and nothing else
                write_atomic(self._path(key), json.dumps({"key": key, **result.to_json()}).encode())

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"
