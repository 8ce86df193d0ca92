"""Pieces of an experiment on a dask.distributed scheduler: each runs in a sandboxed worker process of the host it
lands on, as it would here, so that results do not depend on where they were made.

Every host needs this package, and the pack at the same path with the same code; a host whose code differs says so.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem
from claims.model import Entry
from claims.outcome import LegResult, Verdict
from claims.pool import Task, Worker

_CONNECT_S = 15


def run_on(
    address: str, root: Path, megabytes: int, entry: Entry, code: str, tasks: Sequence[Task],
    done: Callable[[Task, LegResult], None],
) -> None:  # fmt: skip
    """Run the tasks on the scheduler at ``address``; ``done`` is called here for each as it ends.

    ``code``: fingerprint that the experiment's code has here. Raises :class:`InputError` when dask is not installed or
    no scheduler answers.
    """
    dask = _dask()
    with _client(dask, address) as client:
        futures = {
            client.submit(
                remote, str(root), megabytes, entry, code, task, key=f"{entry.id}-{task.name}-{id(task)}"
            ): task
            for task in tasks
        }
        for future in dask.as_completed(futures, loop=client.loop):
            done(futures[future], _answer(future))


def _dask() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        remedy = "python -m pip install -c constraints.txt -e '.[dask]'"
        words = f"dask is not installed ({error})"
        raise InputError([Problem("command line", 0, "--scheduler", words, remedy)]) from error


def _client(dask: Any, address: str) -> Any:
    try:
        return dask.Client(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        words = f"no scheduler answers at {address!r}: {error or type(error).__name__}"
        remedy = "start one with `dask scheduler`, or leave --scheduler out"
        raise InputError([Problem("command line", 0, "--scheduler", words, remedy)]) from error


def _answer(future: Any) -> LegResult:
    error = future.exception()
    if error is not None:  # the host's process died, or it has another version of this package
        return LegResult(Verdict.ERROR, "WORKER_DIED", f"on the scheduler: {type(error).__name__}: {error}")
    data, reads = future.result()
    result = LegResult.from_json(data)
    return LegResult(
        result.verdict, result.reason, result.message, result.place, result.evidence, result.seconds, False, reads
    )


def remote(
    root: str, megabytes: int, entry: Entry, code: str, task: Task
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """On a host of the scheduler: the result of a task as JSON, and what it looked at while it ran."""
    here = _code_here(root, entry)
    if here != code:
        words = f"the code of {entry.id} under the pack's path is another one there: bring the hosts to one commit"
        return LegResult(Verdict.ERROR, "SCHEDULER_CODE", words).to_json(), {}
    worker = Worker(Path(root), megabytes)
    try:
        result = worker.run(task)
    finally:
        worker.kill()
    return result.to_json(), dict(result.reads)


@cache
def _code_here(root: str, entry: Entry) -> str:
    """Fingerprint of the experiment's code on this host; "" where there is no such pack."""
    from claims.plan import experiment_code
    from claims.reach import Reach

    folder = Path(root)
    return (
        experiment_code(entry, Reach(folder, folder / ".claims" / "imports.json")).fingerprint
        if folder.is_dir()
        else ""
    )
