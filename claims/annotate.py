"""GitHub annotations: findings as workflow commands, so that they show beside the lines of a pull request.

Only used where a GitHub runner reads the output (``GITHUB_ACTIONS``), or on request (``--annotate``).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from claims.errors import InputError, Problem
from claims.gate import Finding
from claims.git import top
from claims.outcome import Place

_COMMAND = {"error": "error", "warning": "warning", "note": "notice"}


def wanted(asked: bool) -> bool:
    """Whether annotations are to be printed: asked for, or read by a GitHub runner."""
    return asked or os.environ.get("GITHUB_ACTIONS", "").lower() == "true"


def of_findings(found: Sequence[Finding], root: Path) -> list[str]:
    """One command per error and warning, the gravest first; notes are left out. ``root`` is the pack's folder."""
    base = workspace(root)
    return [
        _command(
            f.level,
            f"{f.subject}: {f.message or 'failed'}",
            f"{f.subject} [{f.reason}]",
            located(f.place, root, base),
        )
        for f in found
        if f.level != "note"
    ]


def of_problems(problems: Iterable[Problem], root: Path) -> list[str]:
    """One error per problem of the input."""
    base = workspace(root)
    return [
        _command("error", _words(p), "input that cannot be used", located(Place(p.file, p.line), root, base))
        for p in problems
    ]


def emit(lines: Iterable[str]) -> None:
    """Print to standard error, so that no report on standard output is touched; runners read both."""
    for line in lines:
        print(line, file=sys.stderr)


@contextlib.contextmanager
def input_errors(root: Path, asked: bool) -> Iterator[None]:
    """Annotate the problems of an :class:`InputError` on its way out."""
    try:
        yield
    except InputError as error:
        if wanted(asked):
            emit(of_problems(error.problems, root))
        raise


def _words(problem: Problem) -> str:
    field = f"{problem.field}: " if problem.field else ""
    return f"{field}{problem.message}" + (f" -- {problem.remedy}" if problem.remedy else "")


def workspace(root: Path) -> Path:
    """The checkout that GitHub's paths are relative to: around the pack, or the pack itself."""
    named = os.environ.get("GITHUB_WORKSPACE", "")
    base = Path(named).resolve() if named else None
    if base is None or not root.is_relative_to(base):
        base = top(root)
    return base if base is not None and root.is_relative_to(base) else root


def located(place: Place | None, root: Path, base: Path) -> dict[str, str]:
    """``file`` and ``line`` of a place in a file that exists; a place such as the command line has none."""
    if place is None or not (root / place.file).is_file():
        return {}
    path = (root / place.file).resolve()
    file = path.relative_to(base).as_posix() if path.is_relative_to(base) else place.file
    return {"file": file, "line": str(place.line)} if place.line else {"file": file}


def _command(level: str, message: str, title: str, place: Mapping[str, str]) -> str:
    properties = {**place, "title": title}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMAND[level]} {listed}::{_data(message)}"


def _data(text: str) -> str:
    """Percent and line breaks, which would end the command, are escaped."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """In a property the separators are escaped as well."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
