"""The command ``verify``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from claims import annotate, gate, lockfile, report
from claims.git import last_commit
from claims.outputs import Outputs, prepare, write_run
from claims.pack import Pack, find_pack
from claims.progress import Progress
from claims.registry_io import load, select
from claims.runner import Options, Run, execute


def run_verify(start: Path, ids: Sequence[str], options: Options, outputs: Outputs, verbose: bool) -> int:
    """Verify and report; returns the exit code of the gate."""
    pack = find_pack(start)
    with annotate.input_errors(pack.root, options.annotate):
        prepare(outputs, pack)
        return _verify(pack, ids, options, outputs, verbose)


def _verify(pack: Pack, ids: Sequence[str], options: Options, outputs: Outputs, verbose: bool) -> int:
    registry = load(pack)
    entries = select(registry, ids)
    lock = lockfile.read(pack.lock)
    progress = Progress()
    try:
        run = execute(pack, registry, entries, options, lock, progress)
    finally:
        progress.close()
    found = gate.findings(run, pack, registry, lock)
    code = gate.exit_code(found)
    last = last_earned(run, lock, pack)
    if annotate.wanted(options.annotate):
        annotate.emit(annotate.of_findings(found, pack.root))
    write_run(outputs, run, found, code, last, pack)
    if not outputs.to_stdout:
        report.show(run, found, last, verbose)
    return code


def last_earned(run: Run, lock: lockfile.Lock | None, pack: Pack) -> dict[str, str]:
    """For unchecked claims: ``STATUS at COMMIT`` as the lock has it."""
    unchecked = {c.entry.id for c in run.claims if c.earned is not None and c.earned.flag.value == "unchecked"}
    if lock is None or not unchecked:
        return {}
    commit = last_commit(pack.lock)
    return {row.id: f"{row.earned} at {commit}" for row in lock.rows.values() if row.id in unchecked}
