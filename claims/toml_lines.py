"""TOML with the line of every fault, and line numbers of its keys, which the standard parser does not keep.

Covers what registry files use: table headers, arrays of tables, and keys at the start of a line; an element
of an inline value gets the line of the key that holds it.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

_HEADER = re.compile(r"^\s*(\[{1,2})\s*([^\[\]]+?)\s*\]{1,2}\s*(#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_.\-\"']+)\s*=")
_FENCES = ("'''", '"""')

_CONFLICT = ("<<<<<<< ", ">>>>>>> ")

PathKey = tuple[str | int, ...]


class NotToml(Exception):
    """Why a text is no TOML: the line (0: not known), what is wrong in words, and the remedy."""

    def __init__(self, line: int, message: str, remedy: str) -> None:
        super().__init__(message)
        self.line, self.message, self.remedy = line, message, remedy


def parsed(text: str) -> dict[str, Any]:
    """The content of a TOML text; raises :class:`NotToml`."""
    if text.startswith("\ufeff"):
        raise NotToml(1, "begins with a byte order mark", "save the file as UTF-8 without it")
    if marker := conflict(text):
        raise NotToml(marker, "merge-conflict marker", "resolve the conflict")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        at = re.search(r"line (\d+)", str(error))
        message = " ".join(str(error).split())  # one line, whatever the text holds
        raise NotToml(int(at.group(1)) if at else 0, f"not TOML: {message}", "mend the syntax") from error


def conflict(text: str) -> int:
    """Line of the first marker of a merge conflict in a text; 0 when there is none."""
    return next((n for n, line in enumerate(text.splitlines(), 1) if line.startswith(_CONFLICT)), 0)


class LineMap:
    """Maps a path such as ``("claim", 3, "variables", 0, "domain")`` to its line, or to the nearest enclosing one."""

    def __init__(self, text: str) -> None:
        self._lines: dict[PathKey, int] = {}
        self._scan(text)

    def line(self, path: PathKey) -> int:
        """Line of ``path``, else of its longest known prefix, else 1."""
        for end in range(len(path), 0, -1):
            if path[:end] in self._lines:
                return self._lines[path[:end]]
        return 1

    def _scan(self, text: str) -> None:
        counts: dict[PathKey, int] = {}
        prefix: PathKey = ()
        fence = ""
        for number, line in enumerate(text.splitlines(), 1):
            if fence:
                fence = "" if fence in line else fence
                continue
            header = _HEADER.match(line)
            key = _KEY.match(line)
            if header:
                prefix = self._enter(header.group(2), header.group(1) == "[[", counts)
                self._lines.setdefault(prefix, number)
            elif key:
                path = prefix + tuple(part.strip("\"'") for part in key.group(1).split("."))
                self._lines.setdefault(path, number)
            fence = _opened(line)

    @staticmethod
    def _enter(name: str, is_array: bool, counts: dict[PathKey, int]) -> PathKey:
        """Path of a header: arrays met before contribute the index of their last element."""
        path: PathKey = ()
        parts = [part.strip().strip("\"'") for part in name.split(".")]
        for position, part in enumerate(parts):
            path = (*path, part)
            last = position == len(parts) - 1
            if last and is_array:
                counts[path] = counts.get(path, -1) + 1
                path = (*path, counts[path])
            elif path in counts:
                path = (*path, counts[path])
        return path


def _opened(line: str) -> str:
    """The multi-line string fence that ``line`` opens and does not close, if any."""
    for fence in _FENCES:
        if line.count(fence) % 2 == 1:
            return fence
    return ""
