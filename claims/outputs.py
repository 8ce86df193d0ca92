"""Report files of a run: which were asked for, refused early where they cannot be written, written whole at the end.

An old report at a path that was asked for is removed before anything else happens, so that a run that ends early
(unusable input, Ctrl-C) never leaves it to be taken for its own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claims.errors import InputError, Problem
from claims.files import write_atomic
from claims.gate import Finding
from claims.pack import Pack
from claims.runner import Run

STDOUT = "-"
_TO_STDOUT = ("json", "markdown")


@dataclass(frozen=True)
class Outputs:
    """Where each report goes: a path, ``-`` for standard output (JSON and Markdown), or nothing."""

    json: str = ""
    junit: str = ""
    sarif: str = ""
    badge: str = ""
    markdown: str = ""

    def items(self) -> Iterator[tuple[str, str]]:
        """Format and target of every report that was asked for."""
        return ((name, target) for name, target in vars(self).items() if target)

    @property
    def to_stdout(self) -> bool:
        """Whether standard output belongs to a report, so that nothing else may be printed there."""
        return any(target == STDOUT for _, target in self.items())


def prepare(outputs: Outputs, pack: Pack | None = None) -> None:
    """Check that every target can be written, then remove old reports. Raises :class:`InputError`, nothing touched."""
    problems: list[Problem] = []
    seen: dict[Path | str, str] = {}
    for name, target in outputs.items():
        place = target if target == STDOUT else Path(os.path.realpath(target))
        if place in seen:
            problems.append(_problem(name, f"{target} is also the target of --{seen[place]}", "name two files"))
        elif problem := _unusable(name, target, pack):
            problems.append(_problem(name, *problem))
        seen[place] = name
    if problems:
        raise InputError(problems)
    for _, target in outputs.items():
        if target != STDOUT and Path(target).is_file():
            Path(target).unlink()


def _problem(option: str, message: str, remedy: str) -> Problem:
    return Problem("command line", 0, f"--{option}", message, remedy)


def _unusable(name: str, target: str, pack: Pack | None) -> tuple[str, str] | None:
    """What is wrong with a target, and the remedy; None when it can be written."""
    if target == STDOUT:
        return None if name in _TO_STDOUT else ("cannot go to standard output", "name a file")
    path = Path(target)
    folder = path.absolute().parent
    if path.is_dir():
        return f"{target} is a folder", "name a file"
    if not folder.is_dir():
        return f"the folder of {target} does not exist", f"make it first: mkdir -p {folder}"
    if path.exists() and not path.is_file():
        return None if os.access(path, os.W_OK) else (f"{target} cannot be written", "check its permissions")
    if pack is not None and (source := _source(path.resolve(), pack)):
        return f"{target} is {source} of this pack", "name a file that holds nothing else"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"the folder of {target} cannot be written", "check its permissions"
    return None


def _source(path: Path, pack: Pack) -> str:
    """What a path is to the pack, when a report there would destroy it."""
    if path == pack.lock:
        return "the lock"
    if path.suffix in (".toml", ".py", ".lean") and path.is_relative_to(pack.root) and path.exists():
        return "a source"
    return ""


def write(outputs: Outputs, texts: Mapping[str, Callable[[], str]]) -> None:
    """Write every report that was asked for; ``texts`` makes them by format."""
    for name, target in outputs.items():
        text = texts[name]()
        if target == STDOUT:
            sys.stdout.write(text)
        elif Path(target).exists() and not Path(target).is_file():
            Path(target).write_text(text, "utf-8")  # a pipe or a device
        else:
            write_atomic(Path(target), text.encode())


def write_run(
    outputs: Outputs, run: Run, found: Sequence[Finding], code: int, last: Mapping[str, str], pack: Pack
) -> None:
    """Write the reports of a run."""
    from claims import junit, report, sarif, table

    write(
        outputs,
        {
            "json": lambda: json.dumps(report.to_json(run, found, code, dict(last)), indent=1) + "\n",
            "junit": lambda: junit.render(run, found, code),
            "sarif": lambda: sarif.render(found, code, pack),
            "badge": lambda: table.badge(run, found, code),
            "markdown": lambda: table.run_markdown(run, found, dict(last)),
        },
    )
