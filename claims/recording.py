"""The command ``claims record``: run float checks on one backend and device and keep what was seen in the ledger."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem
from claims.files import write_atomic
from claims.ledger import SCHEMA, Row, rows_of, sealed, succeeding, today, worse
from claims.model import Entry
from claims.outcome import LegResult, Verdict
from claims.pack import Pack, find_pack
from claims.plan import Floats, Job, leg_job
from claims.pool import MEMORY_MB, Pool, Task
from claims.progress import Progress
from claims.reach import Reach
from claims.recorded import Recorded, current_source, device_of, read_records
from claims.registry_io import Registry, load, select


@dataclass(frozen=True)
class Wanted:
    """What to record: a backend on a device (``numpy``, ``cpu``), dtypes (all when empty), and the reason for which a
    record that is worse than the one before it is accepted (empty: it is not)."""

    backend: str
    device: str
    dtypes: tuple[str, ...] = ()
    because: str = ""
    jobs: int = 1

    @property
    def label(self) -> str:
        """Backend and device as evidence names them."""
        return f"{self.backend}/{self.device}"

    @property
    def floats(self) -> Floats:
        """What is asked of the workers."""
        return Floats((self.device,), (self.backend,))


def run_record(start: Path, ids: Sequence[str], wanted: Wanted) -> int:
    """Run and write; 0 when every selected claim with a numeric leg has a record now, 3 when backend or device are
    missing, 1 when a leg did not pass or is worse than its last record (which then stays). Nothing is run elsewhere.

    Raises :class:`InputError` on an unreadable record, and when no selected claim has a numeric leg.
    """
    pack = find_pack(start)
    registry = load(pack)
    entries = [entry for entry in select(registry, ids) if entry.numeric is not None]
    if not entries:
        raise InputError([Problem(str(pack.root), 0, "", "no selected claim has a numeric leg", "name another")])
    reach = Reach(pack.root, pack.state / "imports.json")
    earlier = read_records(pack, entries, registry.entries, reach)
    results = _results(pack, entries, wanted, reach)
    reach.save()
    written = [_settle(pack, entry, results[entry.id], earlier, wanted, reach) for entry in entries]
    print(f"{written.count(0)} of {len(entries)} claims recorded on {wanted.label}")
    return next((code for code in (1, 3) if code in written), 0)


def _results(pack: Pack, entries: Sequence[Entry], wanted: Wanted, reach: Reach) -> dict[str, LegResult]:
    """Results of the numeric legs by claim, always run anew."""
    jobs: dict[str, Job] = {e.id: leg_job(e, "numeric", reach, floats=wanted.floats) for e in entries}
    results: dict[str, LegResult] = {}
    progress = Progress()
    progress.expect(len(jobs))

    def done(task: Task, result: LegResult) -> None:
        results[task.name] = result
        progress.advance(task.name, result)

    pool = Pool(pack.root, wanted.jobs, 0 if wanted.floats.accelerated else MEMORY_MB)
    try:
        pool.run([Task(name, job.body()) for name, job in jobs.items()], done)
    finally:
        progress.close()
    return results


def _settle(
    pack: Pack, entry: Entry, result: LegResult, earlier: Sequence[Recorded], wanted: Wanted, reach: Reach
) -> int:
    """Write the record of one claim, or say why not; returns the exit code it asks for."""
    if result.verdict is not Verdict.PASS:
        print(f"not recorded: {entry.id}: {result.message or result.verdict.value} [{result.reason}]", file=sys.stderr)
        return 3 if result.verdict is Verdict.UNAVAILABLE else 1
    runs = [run for run in result.evidence["runs"] if run.get("backend") == wanted.label]
    rows = [row for row in rows_of(runs, wanted.label) if not wanted.dtypes or row.dtype in wanted.dtypes]
    if not rows:
        ran = ", ".join(sorted({str(run["dtype"]) for run in runs})) or "nothing"
        print(f"not recorded: {entry.id}: no run in {', '.join(wanted.dtypes)} (it ran {ran})", file=sys.stderr)
        return 1
    device = device_of(runs[0])
    old = _same(earlier, entry.id, wanted.label, device)
    rows = list(succeeding(rows, () if old is None or wanted.because else old.rows))
    for words in worse(rows):
        print(f"not recorded: {entry.id} on {device}: worse than before: {words} [EVIDENCE_WORSE]", file=sys.stderr)
    if worse(rows):
        return 1
    path = pack.root / old.file if old else _free(pack.evidence / slug(device), f"{entry.id}.{slug(wanted.label)}")
    kept = [] if old is None or old.stale else [r for r in old.rows if r.dtype not in {row.dtype for row in rows}]
    write_atomic(path, sealed(_record(entry, [*rows, *kept], runs, result.evidence, device, wanted, reach)))
    print(f"recorded: {entry.id} on {device}: {pack.relative(path)}")
    return 0


def _same(earlier: Sequence[Recorded], claim: str, label: str, device: str) -> Recorded | None:
    """The record of the claim made with this backend on this device; others are never compared."""
    found = (r for r in earlier if (r.claim, r.label, r.device) == (claim, label, device))
    return next(found, None)


def _record(
    entry: Entry, rows: Sequence[Row], runs: Sequence[Mapping[str, Any]], evidence: Mapping[str, Any],
    device: str, wanted: Wanted, reach: Reach,
) -> dict[str, Any]:  # fmt: skip
    """The record: what ran where with what outcome."""
    details = ("check", "dtype", "test", "version", "effect", "faulty", "order", "budget", "ulps", "digest")
    return {
        "schema": SCHEMA,
        "claim": entry.id,
        "device": device,
        "date": today(),
        "source": current_source(entry, reach),
        "backend": wanted.label,
        "settings": dict(runs[0]["settings"]),
        "machine": dict(evidence["machine"]),
        "seed": evidence["seed"],
        "samples": evidence["samples"],
        "because": wanted.because,
        "runs": [row.to_json() for row in rows],
        "details": [{name: run[name] for name in details if name in run} for run in runs],
    }


def _free(folder: Path, name: str) -> Path:
    """A file of the folder that no record of another device has already."""
    path, number = folder / f"{name}.json", 2
    while path.exists():
        path, number = folder / f"{name}.{number}.json", number + 1
    return path


def slug(text: str) -> str:
    """A name for a file or folder."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "device"


def run_list_records(start: Path, ids: Sequence[str]) -> int:
    """Print one line per record and dtype: claim, backend, device, date, observed and allowed error, and its state."""
    pack = find_pack(start)
    registry: Registry = load(pack)
    entries = select(registry, ids)
    reach = Reach(pack.root, pack.state / "imports.json")
    table = [line for record in read_records(pack, entries, registry.entries, reach) for line in _lines(record)]
    if not table:
        print("no records")
        return 0
    header = ("claim", "device", "backend", "dtype", "date", "observed", "allowed", "share", "state")
    widths = [max(len(row[i]) for row in (header, *table)) for i in range(len(header))]
    for row in (header, *table):
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _lines(record: Recorded) -> list[tuple[str, ...]]:
    state = "worse" if record.worse else "stale" if record.stale else "current"
    top: dict[str, Row] = {}
    for row in record.rows:
        if row.dtype not in top or row.share > top[row.dtype].share:
            top[row.dtype] = row
    return [
        (
            record.claim, record.device, record.label, dtype, record.date,
            f"{row.observed:.2g}", f"{row.allowed:.2g}", f"{row.share:.2g}", state,
        )
        for dtype, row in top.items()
    ] or [(record.claim, record.device, "", "", record.date, "", "", "", state)]  # fmt: skip
