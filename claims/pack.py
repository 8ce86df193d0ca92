"""A pack: a folder with entries, legs and a Lake project.

Described by ``[tool.claims]`` in ``pyproject.toml`` or by ``claims.toml`` (keys ``registry``, ``lean``,
``evidence``, ``lock``). Every path is relative to the pack root and must stay inside it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem
from claims.files import Unreadable, text_inside
from claims.toml_lines import LineMap, NotToml, parsed

DEFAULTS = {"registry": "registry", "lean": "lean", "evidence": "evidence", "lock": "claims.lock"}

STATE = ".claims"
MAX_BYTES = 4_000_000


@dataclass(frozen=True)
class Pack:
    """Absolute paths of a pack's parts."""

    root: Path
    registry: Path
    lean: Path
    evidence: Path
    lock: Path

    @property
    def state(self) -> Path:
        """Folder of results and compiled Lean files; ignored by git, safe to delete."""
        return self.root / STATE

    def relative(self, path: Path) -> str:
        """``path`` relative to the pack root, with forward slashes."""
        inside = path if path.is_relative_to(self.root) else path.resolve()  # a link is named as it stands
        return inside.relative_to(self.root).as_posix()


def find_pack(start: Path) -> Pack:
    """The pack in the folder ``start``, or around the current folder for ``Path()``.

    Raises :class:`InputError` when there is none: a folder that is named is that one, not another pack around it.
    """
    named = start != Path()
    start = start.resolve()
    if not start.is_dir():
        raise InputError([Problem(str(start), 0, "--pack", "no such folder", "name the folder of a pack")])
    for folder in (start, *(() if named else start.parents)):
        for name in ("claims.toml", "pyproject.toml"):
            settings = _settings(folder / name)
            if settings is not None:
                return _pack(folder, folder / name, settings)
    raise InputError(
        [
            Problem(
                str(start),
                0,
                "",
                "no pack here: neither claims.toml nor a pyproject.toml with [tool.claims] in this folder"
                + ("" if named else " or above it"),
                "name the folder that holds one of them" if named else "run inside a pack, or name one with --pack DIR",
            )
        ]
    )


@dataclass(frozen=True)
class _Settings:
    """A settings table and the line of each of its keys."""

    values: Mapping[str, Any]
    lines: Mapping[str, int]


def _settings(path: Path) -> _Settings | None:
    """The settings table of a file, or None when the file is absent or describes no pack."""
    ours = path.name == "claims.toml"
    if not os.path.lexists(path) or not (ours or path.is_file()):
        return None
    try:
        text = text_inside(path, path.parent if ours else path.resolve().parent, MAX_BYTES)
        data = parsed(text)
    except Unreadable as error:
        raise InputError([Problem(path.name, 0, "", error.message, error.remedy)]) from error
    except NotToml as error:
        raise InputError([Problem(path.name, error.line, "", error.message, error.remedy)]) from error
    lines = LineMap(text)
    if ours:
        return _Settings(data, {key: lines.line((key,)) for key in data})
    if "claims" not in (tools := _table(data.get("tool", {}), ("tool",), path, lines)):
        return None
    values = _table(tools["claims"], ("tool", "claims"), path, lines)
    return _Settings(values, {key: lines.line(("tool", "claims", key)) for key in values})


def _table(value: Any, place: tuple[str, ...], path: Path, lines: LineMap) -> dict[str, Any]:
    if not isinstance(value, dict):
        problem = Problem(path.name, lines.line(place), ".".join(place), "must be a table", "write [tool.claims]")
        raise InputError([problem])
    return value


def _pack(root: Path, file: Path, settings: _Settings) -> Pack:
    problems = [
        Problem(file.name, settings.lines[key], key, "unknown key", f"known keys: {', '.join(DEFAULTS)}")
        for key in settings.values
        if key not in DEFAULTS
    ]
    paths: dict[str, Path] = {}
    for key, default in DEFAULTS.items():
        value, line = settings.values.get(key, default), settings.lines.get(key, 0)
        if not isinstance(value, str) or not value:
            problems.append(
                Problem(file.name, line, key, "must be a relative path (text)", f'for example {key} = "{default}"')
            )
            continue
        path = (root / value).resolve()
        if (root / value).is_symlink() and not path.exists():
            problems.append(Problem(value, 0, "", "is a link to nothing", "restore what it points to, or delete it"))
        if not path.is_relative_to(root):
            problems.append(
                Problem(file.name, line, key, f"{value!r} leaves the pack", "name a folder inside the pack")
            )
        elif key != "lock" and path.exists() and not path.is_dir():
            problems.append(Problem(value, 0, "", "is a file where a folder is expected", "move it away"))
        paths[key] = path
    problems += _links_out(root)
    if problems:
        raise InputError(problems)
    return Pack(root, paths["registry"], paths["lean"], paths["evidence"], paths["lock"])


def _links_out(root: Path) -> list[Problem]:
    """Links in the state folder that lead out of the pack: nothing is written or deleted through them."""
    state = root / STATE
    places = [state, *(state / name for name in ("results", "valid", "lean", "imports.json"))]
    places += [Path(entry.path) for entry in _entries(state / "lean")]
    return [
        Problem(path.relative_to(root).as_posix(), 0, "", "is a link that leaves the pack", "delete the link")
        for path in places
        if path.is_symlink() and not path.resolve().is_relative_to(root)
    ]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []
