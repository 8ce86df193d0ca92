"""A pack: a folder with entries, legs and a Lake project.

Described by ``[tool.claims]`` in ``pyproject.toml`` or by ``claims.toml`` (keys ``registry``, ``lean``,
``evidence``, ``lock``). Every path is relative to the pack root and must stay inside it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claims.errors import InputError, Problem

DEFAULTS = {"registry": "registry", "lean": "lean", "evidence": "evidence", "lock": "claims.lock"}


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
        return self.root / ".claims"

    def relative(self, path: Path) -> str:
        """``path`` relative to the pack root, with forward slashes."""
        return path.resolve().relative_to(self.root).as_posix()


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


def _settings(path: Path) -> dict[str, Any] | None:
    """The settings table of a file, or None when the file is absent or describes no pack."""
    if not path.is_file():
        return None
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError([Problem(str(path), 0, "", f"not readable as TOML: {error}", "mend the file")]) from error
    if path.name == "claims.toml":
        return data
    settings = data.get("tool", {}).get("claims")
    return settings if isinstance(settings, dict) else None


def _pack(root: Path, file: Path, settings: dict[str, Any]) -> Pack:
    problems = [
        Problem(file.name, 0, key, "unknown key", f"known keys: {', '.join(DEFAULTS)}")
        for key in settings
        if key not in DEFAULTS
    ]
    paths: dict[str, Path] = {}
    for key, default in DEFAULTS.items():
        value = settings.get(key, default)
        if not isinstance(value, str) or not value:
            problems.append(
                Problem(file.name, 0, key, "must be a relative path (text)", f'for example {key} = "{default}"')
            )
            continue
        path = (root / value).resolve()
        if not path.is_relative_to(root):
            problems.append(Problem(file.name, 0, key, f"{value!r} leaves the pack", "name a folder inside the pack"))
        paths[key] = path
    if problems:
        raise InputError(problems)
    return Pack(root, paths["registry"], paths["lean"], paths["evidence"], paths["lock"])
