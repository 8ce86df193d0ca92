"""Which first-party code a leg reaches, and its fingerprint.

First party is what lies in the pack root and the engine itself. Imports are read from the syntax tree, those
inside functions too; data files beside a reached module count as reached. Third-party packages
enter the cache key by version instead (:func:`tool_versions`).
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

from claims.files import write_atomic

ENGINE = Path(__file__).resolve().parent
TOOLS = ("sympy", "mpmath", "numpy", "scipy", "python-flint", "array-api-compat", "torch")


class Reach:
    """Fingerprints of modules of one pack. Imports of a file are remembered by its content hash."""

    def __init__(self, root: Path, memory: Path) -> None:
        self._roots = (root.resolve(), ENGINE.parent)
        self._memory = memory
        self._imports: dict[str, list[str]] = _load(memory)
        self._known = len(self._imports)
        self._files: dict[str, Path | None] = {}
        self._direct: dict[str, tuple[str, list[str]]] = {}
        self._folders: dict[Path, str] = {}
        self._prints: dict[tuple[str, ...], str] = {}

    def fingerprint(self, modules: Iterable[str]) -> str:
        """SHA-256 over the names and contents of every first-party module and data file reached."""
        roots = tuple(sorted(set(modules)))
        if roots not in self._prints:
            self._prints[roots] = self._compute(roots)
        return self._prints[roots]

    def _compute(self, modules: Iterable[str]) -> str:
        digest = hashlib.sha256()
        folders: set[Path] = set()
        for name in sorted(self.closure(modules)):
            path = self._file(name)
            if path is None:
                continue
            folders.add(path.parent)
            digest.update(f"{name}\0{self._read(name, path)[0]}\n".encode())
        for folder in sorted(folders):
            if folder not in self._roots:
                digest.update(self._data(folder).encode())
        return digest.hexdigest()

    def _data(self, folder: Path) -> str:
        """Names and hashes of the data files of a folder."""
        if folder not in self._folders:
            files = sorted(f for f in folder.iterdir() if f.is_file() and f.suffix not in (".py", ".pyc"))
            self._folders[folder] = "".join(f"{folder.name}/{f.name}\0{_sha(f.read_bytes())}\n" for f in files)
        return self._folders[folder]

    def closure(self, modules: Iterable[str]) -> set[str]:
        """Names of all first-party modules reached from ``modules``, packages on the way included."""
        seen: set[str] = set()
        queue = list(modules)
        while queue:
            name = queue.pop()
            path = self._file(name) if name not in seen else None
            if path is None:
                continue
            seen.add(name)
            queue += _parents(name)
            queue += self._read(name, path)[1]
        return seen

    def save(self) -> None:
        """Remember what was parsed, when something was."""
        if len(self._imports) != self._known:
            with contextlib.suppress(OSError):
                write_atomic(self._memory, json.dumps({"sha256": _seal(self._imports), **self._imports}).encode())

    def _file(self, name: str) -> Path | None:
        if name not in self._files:
            self._files[name] = _find(name, self._roots)
        return self._files[name]

    def _read(self, name: str, path: Path) -> tuple[str, list[str]]:
        if name not in self._direct:
            content = path.read_bytes()
            sha = _sha(content)
            key = f"{name}:{sha}"
            if key not in self._imports:
                self._imports[key] = sorted(_imported(content, name, path.name == "__init__.py"))
            self._direct[name] = (sha, self._imports[key])
        return self._direct[name]


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _load(memory: Path) -> dict[str, list[str]]:
    """What was remembered; nothing when the file is not as it was written."""
    try:
        data = json.loads(memory.read_bytes())
        return data if data.pop("sha256") == _seal(data) else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _seal(imports: object) -> str:
    return _sha(json.dumps(imports, sort_keys=True).encode())


def _find(name: str, roots: Sequence[Path]) -> Path | None:
    parts = name.split(".")
    for root in roots:
        base = root.joinpath(*parts)
        for candidate in (base.with_suffix(".py"), base / "__init__.py"):
            if candidate.is_file():
                return candidate
    return None


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:i]) for i in range(1, len(parts))]


def _imported(content: bytes, name: str, is_package: bool) -> set[str]:
    """Module names a file may import; ``from a import b`` gives both ``a`` and ``a.b``."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return set()
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, name, is_package)
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def _base(node: ast.ImportFrom, name: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    keep = len(parts) - node.level + (1 if is_package else 0)
    return ".".join([*parts[:keep], *([node.module] if node.module else [])])


@cache
def tool_versions() -> dict[str, str]:
    """Versions that enter the cache key; "absent" for a tool that is not installed."""
    versions = {"python": ".".join(map(str, sys.version_info[:3]))}
    for tool in TOOLS:
        try:
            versions[tool] = metadata.version(tool)
        except metadata.PackageNotFoundError:
            versions[tool] = "absent"
    return versions
