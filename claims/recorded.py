"""Recorded float runs: JSON files under the pack's evidence folder, one per claim, backend and device.

They are shown as recorded, with device and date, and never raise a status. A record names the claim, and the hash of
the entry and of the code that its numeric leg reached; when that hash is another one today, the record is stale.
A record with ``runs`` is one of :mod:`claims.ledger`: it is sealed, and can be worse than the one before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem
from claims.files import Unreadable, listed, read_inside
from claims.ledger import SCHEMA, Row, digest, rows_of, worse
from claims.model import Entry
from claims.pack import Pack
from claims.plan import experiment_code, leg_code, source_hash
from claims.reach import Reach

MAX_BYTES = 4_000_000
_FIELDS = ("schema", "claim", "device", "date", "source")


@dataclass(frozen=True)
class Recorded:
    """One record; ``stale`` says in words why it no longer speaks for the claim (empty: it does).

    ``label`` is the backend and its device as in evidence (``numpy/cpu``), and ``rows`` what was measured; both are
    empty in a record that only names a run. ``worse`` says in words where it is worse than the records before it.
    ``quantities`` are those of an experiment over so many ``seeds`` (:mod:`claims.experiments`).
    """

    file: str
    claim: str
    device: str
    date: str
    stale: str
    label: str = ""
    rows: tuple[Row, ...] = ()
    worse: tuple[str, ...] = ()
    seeds: int = 0
    quantities: tuple[Mapping[str, Any], ...] = ()

    @property
    def disagreeing(self) -> tuple[Mapping[str, Any], ...]:
        """Quantities that did not agree with their prediction, or whose comparison could not have seen a fault."""
        return tuple(row for row in self.quantities if row["verdict"] != "pass")

    @property
    def agreeing(self) -> str:
        """How many quantities of an experiment agree, ready to follow other words."""
        checks = sum(row["reason"] == "EXPERIMENT_AGREES" for row in self.quantities)
        return f" ({self.label}; {self.seeds} seeds: {checks} of {checks} predictions agree)" if self.quantities else ""

    @property
    def shares(self) -> str:
        """The worst observed error of each dtype as a part of the allowed one, ready to follow other words."""
        top: dict[str, float] = {}
        for row in self.rows:
            top[row.dtype] = max(row.share, top.get(row.dtype, 0.0))
        said = ", ".join(f"{dtype} {share:.2g}" for dtype, share in top.items())
        return f" ({self.label}; observed over allowed error: {said})" if said else ""


def current_source(entry: Entry, reach: Reach) -> str:
    """What a record of the entry's numeric leg made now would have as its ``source``."""
    return source_hash(entry, "numeric", leg_code(entry, "numeric", reach).fingerprint)


def read_records(
    pack: Pack, entries: Sequence[Entry], known: Mapping[str, Entry], reach: Reach
) -> tuple[Recorded, ...]:
    """Records of ``entries``, and of claims that no longer exist. Raises :class:`InputError` on an unreadable one."""
    problems: list[Problem] = []
    found: list[Recorded] = []
    wanted = {entry.id for entry in entries}
    for path in listed(pack.evidence, ".json"):
        file = pack.relative(path)
        data = _fields(path, file, pack.root, problems)
        claim = data.get("claim", "")
        if data and (claim in wanted or claim not in known):
            why = _stale(known.get(claim), data, reach)
            label, rows = _runs(data)
            bad = tuple(worse(rows))
            seeds, quantities = data.get("seeds", 0), tuple(data.get("experiment", ()))
            found.append(Recorded(file, claim, data["device"], data["date"], why, label, rows, bad, seeds, quantities))
    if problems:
        raise InputError(problems)
    return tuple(found)


def rows_now(record: Recorded, evidence: Mapping[str, Any]) -> tuple[Row, ...]:
    """Rows of a numeric leg's evidence that were measured with the record's backend on its device."""
    runs = [run for run in evidence.get("runs", ()) if device_of(run) == record.device]
    return rows_of(runs, record.label) if record.label else ()


def device_of(run: Mapping[str, Any]) -> str:
    """Name of the device of a float run as evidence has it; empty where it is not known."""
    return str(run.get("settings", {}).get("device", ""))


def _stale(entry: Entry | None, data: Mapping[str, Any], reach: Reach) -> str:
    if entry is None:
        return "its claim is not in the registry"
    if entry.numeric is None:
        return "its claim has no numeric leg any more"
    if "experiment" not in data:
        fits = data["source"] == current_source(entry, reach)
        return "" if fits else "the entry or the code of the numeric leg changed since"
    if not entry.numeric.experiment:
        return "its claim has no experiment any more"
    now = source_hash(entry, "numeric", experiment_code(entry, reach).fingerprint)
    return "" if data["source"] == now else "the entry or the code of the experiment changed since"


def _runs(data: Mapping[str, Any]) -> tuple[str, tuple[Row, ...]]:
    """Backend with device, and rows; both empty in a record that only names a run. ``ValueError`` on a bad row."""
    if "runs" not in data:
        return str(data.get("backend", "")) if "experiment" in data else "", ()
    if not isinstance(data["runs"], list) or not all(isinstance(row, dict) for row in data["runs"]):
        raise ValueError("runs is not a list of tables")
    if not isinstance(data.get("backend"), str) or not data["backend"]:
        raise ValueError("backend is required beside runs, and must be text")
    return data["backend"], tuple(Row.from_json(row) for row in data["runs"])


def _fields(path: Path, file: str, root: Path, problems: list[Problem]) -> dict[str, Any]:
    """A record whose fields can be relied on; empty, with a problem noted, when it cannot be used."""
    problem, remedy = "", "record the run again, or delete the file"
    data: Any = None
    try:
        data = json.loads(read_inside(path, root, MAX_BYTES).decode("utf-8"))
    except Unreadable as error:
        problem, remedy = error.message, error.remedy
    except (ValueError, RecursionError) as error:
        problem = f"cannot be read: {error}"
    if not problem and not isinstance(data, dict):
        problem = "not a record: a JSON object is expected"
    if problem:
        problems.append(Problem(file, 0, "", problem, remedy))
        return {}
    bad = [name for name in _FIELDS if not isinstance(data.get(name), str) or not data[name]]
    problems += [Problem(file, 0, name, "required, and must be text", "record the run again") for name in bad]
    if not bad and data["schema"] != SCHEMA:
        problems.append(Problem(file, 0, "schema", f"{data['schema']!r} is not {SCHEMA!r}", "record the run again"))
        return {}
    if not bad and (fault := _forged(data)):
        problems.append(Problem(file, 0, "", fault, "record the run again, or restore the file"))
        return {}
    return {} if bad else data


def _unusable(data: Mapping[str, Any]) -> str:
    """In words, why the fields of an experiment cannot be relied on; empty when they can."""
    rows, seeds = data.get("experiment", []), data.get("seeds", 0)
    if not isinstance(rows, list) or not isinstance(seeds, int):
        return "experiment is a list of tables, and seeds a number"
    return "" if all(map(_quantity_is_whole, rows)) else "every row of experiment is a quantity with its verdict"


def _quantity_is_whole(row: Any) -> bool:
    if not isinstance(row, dict) or not all(
        isinstance(row.get(name), (int, float)) for name in ("observed", "uncertainty")
    ):
        return False
    texts = ("name", "verdict", "reason", "relation", "control_is", "kind")
    measured = row.get("predicted", "") is None and row.get("reason") == "EXPERIMENT_MEASURED"
    compared = measured or isinstance(row.get("predicted"), (int, float))
    return compared and all(isinstance(row.get(text), str) for text in texts)


def _forged(data: Mapping[str, Any]) -> str:
    """In words, why a record is not as the command wrote it; empty when it is."""
    if ("runs" in data or "experiment" in data) and data.get("sha256") != digest(data):
        return "changed since it was written: its seal does not fit"
    if fault := _unusable(data):
        return f"not a record: {fault}"
    try:
        _runs(data)
    except ValueError as error:
        return f"not a record: {error}"
    return ""
