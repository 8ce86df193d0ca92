"""Recorded float runs: JSON files under the pack's evidence folder, one per run on a device that is not at hand now.

They are shown as recorded, with device and date, and never raise a status. A record names the claim, and the hash of
the entry and of the code that its numeric leg reached; when that hash is another one today, the record is stale.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem
from claims.files import Unreadable, listed, read_inside
from claims.model import Entry
from claims.pack import Pack
from claims.plan import leg_code, source_hash
from claims.reach import Reach

SCHEMA = "claims-evidence/1"
MAX_BYTES = 4_000_000
_FIELDS = ("schema", "claim", "device", "date", "source")


@dataclass(frozen=True)
class Recorded:
    """One record; ``stale`` says in words why it no longer speaks for the claim (empty: it does)."""

    file: str
    claim: str
    device: str
    date: str
    stale: str


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
        data = _fields(path, pack.relative(path), pack.root, problems)
        claim = data.get("claim", "")
        if data and (claim in wanted or claim not in known):
            why = _stale(known.get(claim), data["source"], reach)
            found.append(Recorded(pack.relative(path), claim, data["device"], data["date"], why))
    if problems:
        raise InputError(problems)
    return tuple(found)


def _stale(entry: Entry | None, source: str, reach: Reach) -> str:
    if entry is None:
        return "its claim is not in the registry"
    if entry.numeric is None:
        return "its claim has no numeric leg any more"
    return "" if source == current_source(entry, reach) else "the entry or the code of the numeric leg changed since"


def _fields(path: Path, file: str, root: Path, problems: list[Problem]) -> dict[str, str]:
    """The fields every record has; empty, with a problem noted, when it cannot be used."""
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
    return {} if bad else {name: data[name] for name in _FIELDS}
