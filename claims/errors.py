"""Input errors: everything that ends a run with exit code 2, each naming file, line, field and remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One finding in an input file; ``line`` is 0 when the finding has no line of its own."""

    file: str
    line: int
    field: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        field = f" {self.field}:" if self.field else ""
        remedy = f" -- {self.remedy}" if self.remedy else ""
        return f"{where}:{field} {self.message}{remedy}"


def usage_problem(error: Any) -> Problem:
    """What the command line library says of a command line that cannot be used, as one problem."""
    names = getattr(getattr(error, "param", None), "opts", None) or [getattr(error, "option_name", None) or ""]
    said = " ".join(error.format_message().split()).rstrip(".")
    message = re.sub(r"^No such option: [^(]*", "no such option ", re.sub(r"^Invalid value for [^:]*: ", "", said))
    called = error.ctx.command_path.removeprefix(error.ctx.find_root().info_name) if error.ctx else ""
    return Problem("command line", 0, " ".join(names[-1].split()), message.strip(), f"see `claims{called} --help`")


class InputError(Exception):
    """Unreadable or inconsistent input. Carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(p) for p in self.problems))
