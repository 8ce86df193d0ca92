"""The ledger of float runs: what a record holds, how it is sealed, and when a later run is worse than it.

A record is one JSON file for a claim, a backend and a device: what ran there (versions, driver, flags, seeds), and for
each dtype and check the observed and the allowed error. ``limits`` is how far a later run may go before it counts as
worse (the width is that of the replicas, derived in ``claims/measure/factors.toml``); ``before`` are the limits that
the records before this one have set, the lowest of each.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import Any

SCHEMA = "claims-evidence/1"
_NUMBERS = ("observed", "allowed", "observed_limit", "allowed_limit")
_TEXTS = ("check", "dtype", "verdict", "reason")


@dataclass(frozen=True)
class Row:
    """Observed and allowed error of one check in one dtype, and the limits that it sets for later runs.

    ``before`` holds the two limits that earlier records set (infinite where there are none).
    """

    check: str
    dtype: str
    verdict: str
    reason: str
    observed: float
    allowed: float
    observed_limit: float
    allowed_limit: float
    before: tuple[float, float] = (inf, inf)

    @property
    def share(self) -> float:
        """Observed error as a part of the allowed one."""
        return self.observed / self.allowed if self.allowed else (inf if self.observed else 0.0)

    def worse_than(self, observed_limit: float, allowed_limit: float) -> str:
        """In words, how the row exceeds the limits; empty when it does not."""
        said = []
        if self.observed > observed_limit:
            said.append(f"observed error {self.observed:.2g}, at most {observed_limit:.2g} before")
        if self.allowed > allowed_limit:
            said.append(f"allowed error {self.allowed:.2g}, at most {allowed_limit:.2g} before")
        return f"{self.check} in {self.dtype}: {' and '.join(said)}" if said else ""

    def to_json(self) -> dict[str, Any]:
        """JSON values; infinite numbers are text."""
        numbers = {name: _stored(getattr(self, name)) for name in _NUMBERS}
        texts = {name: getattr(self, name) for name in _TEXTS}
        return {**texts, **numbers, "before": [_stored(limit) for limit in self.before]}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Row:
        """Inverse of :meth:`to_json`; ``ValueError`` on data that no record has."""
        try:
            check, dtype, verdict, reason = (_text(data[name]) for name in _TEXTS)
            numbers = [_number(data[name]) for name in _NUMBERS]
            before = [_number(limit) for limit in data["before"]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"a row of runs lacks {error}") from None
        if len(before) != 2:
            raise ValueError("before is a pair of limits")
        row = Row(check, dtype, verdict, reason, numbers[0], numbers[1], numbers[2], numbers[3], (before[0], before[1]))
        if row.verdict == "pass" and row.reason != "FLOAT_NOPOWER_EXCUSED" and not row.observed <= row.allowed:
            raise ValueError(f"{row.check} in {row.dtype} is called a pass and is over its budget")
        return row


def _stored(number: float) -> float | str:
    return number if isfinite(number) else str(number)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.40} is not text")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError(f"{value!r:.40} is not a number")
    number = float(value)
    if not number >= 0.0:
        raise ValueError(f"{value!r:.40} is not an error")
    return number


def rows_of(runs: Iterable[Mapping[str, Any]], label: str) -> tuple[Row, ...]:
    """Rows of the runs of a numeric leg's evidence on one backend and device (``numpy/cpu``).

    Of several runs with one name and dtype the one stays whose error is the largest part of what is allowed.
    """
    worst: dict[tuple[str, str], Row] = {}
    for run in runs:
        if run.get("backend") != label or "missing" in run:
            continue
        row = _row(run)
        kept = worst.get((row.check, row.dtype))
        if kept is None or row.share > kept.share:
            worst[row.check, row.dtype] = row
    return tuple(worst.values())


def _row(run: Mapping[str, Any]) -> Row:
    limits, verdict, reason = run["limits"], run["verdict"], run["reason"]
    if "excused" in run:
        verdict, reason = "pass", "FLOAT_NOPOWER_EXCUSED"
    observed, allowed = float(run["observed"]), float(run["budget"]["total"])
    observed_limit, allowed_limit = float(limits["observed"]), float(limits["allowed"])
    return Row(run["check"], run["dtype"], verdict, reason, observed, allowed, observed_limit, allowed_limit)


def succeeding(rows: Sequence[Row], earlier: Sequence[Row]) -> tuple[Row, ...]:
    """``rows`` with the limits that ``earlier`` rows set, and those before them, the lowest of each."""
    known = {(row.check, row.dtype): row for row in earlier}
    out = []
    for row in rows:
        old = known.get((row.check, row.dtype))
        if old is not None:
            limits = (min(old.observed_limit, old.before[0]), min(old.allowed_limit, old.before[1]))
            row = replace(row, before=limits)
        out.append(row)
    return tuple(out)


def worse(rows: Iterable[Row]) -> list[str]:
    """In words, every row that exceeds what the records before it allow."""
    return [words for row in rows if (words := row.worse_than(*row.before))]


def compared(now: Iterable[Row], then: Iterable[Row]) -> list[str]:
    """In words, every row of a run at hand that is worse than the record of the same check and dtype."""
    known = {(row.check, row.dtype): row for row in then}
    found = []
    for row in now:
        old = known.get((row.check, row.dtype))
        words = "" if old is None else row.worse_than(old.observed_limit, old.allowed_limit)
        found += [words] if words else []
    return found


def today() -> str:
    """The day of a record, in UTC; that of ``SOURCE_DATE_EPOCH`` where it is set."""
    import datetime  # not on the path of a warm run

    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(epoch) if epoch.isdecimal() else time.time()
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date().isoformat()


def digest(record: Mapping[str, Any]) -> str:
    """The seal of a record: SHA-256 of everything in it but the seal. It finds damage and edits by hand; whoever
    can write the file can also seal it again."""
    body = {name: value for name, value in record.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def sealed(record: Mapping[str, Any]) -> bytes:
    """The file of a record."""
    return (json.dumps({**record, "sha256": digest(record)}, indent=1) + "\n").encode()
