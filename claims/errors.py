"""Input errors: everything that ends a run with exit code 2, each naming file, line, field and remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


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


class InputError(Exception):
    """Unreadable or inconsistent input. Carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(p) for p in self.problems))
