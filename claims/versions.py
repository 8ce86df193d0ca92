"""Versions of what legs use: they are part of what a kept result is of."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

TOOLS = ("sympy", "mpmath", "numpy", "scipy", "python-flint", "array-api-compat", "torch")


@cache
def version_of(name: str) -> str:
    """Version of a package that is installed under its own name, else the content of its first file, else absent."""
    if name in sys.stdlib_module_names:
        return "standard"
    if (version := _installed().get(_plain(name))) is not None:
        return version
    try:
        found = find_spec(name)
        origin = found.origin if found is not None else None
        return hashlib.sha256(Path(origin).read_bytes()).hexdigest() if origin else "absent"
    except (OSError, ImportError, ValueError, AttributeError):
        return "absent"


@cache
def _installed() -> dict[str, str]:
    """Versions of the installed distributions, from the names of the folders that describe them: reading these takes
    longer than everything else about a run in which nothing changed."""
    found: dict[str, str] = {}
    for folder in sys.path:
        names = _names(folder or ".")
        described = [n.removesuffix(end) for end in (".dist-info", ".egg-info") for n in names if n.endswith(end)]
        for name, version in (each.split("-", 2)[:2] for each in described if "-" in each):
            found.setdefault(_plain(name), version)
    return found


def _names(folder: str) -> list[str]:
    try:
        return sorted(path.name for path in Path(folder).iterdir())
    except OSError:
        return []


def _plain(name: str) -> str:
    """A distribution's name as it is compared."""
    return name.lower().replace("_", "-").replace(".", "-")


@cache
def tool_versions() -> dict[str, str]:
    """Versions that enter the cache key; "absent" for a tool that is not installed."""
    machine = os.uname().machine if hasattr(os, "uname") else ""
    versions = {"python": ".".join(map(str, sys.version_info[:3])), "machine": f"{sys.platform} {machine}".strip()}
    return {**versions, **{tool: _installed().get(tool, "absent") for tool in TOOLS}}
