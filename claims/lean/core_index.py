"""Index of Lean's core library: which compiled file holds which constant, made once and kept in the user cache.

Only what importers see of core is there (statements, and bodies of what is exposed). The files are pinned: those of
the embedded Lean by the digest in ``pins.toml``, those of another Lean by their hashes at first use (and reported as
not pinned). A file is read only after its SHA-256 was compared with the index.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from claims.files import write_atomic
from claims.lean.decode import CompiledModule
from claims.lean.kernel.constants import Kind
from claims.lean.olean import OleanError, Parts
from claims.lean.store import Progress, cache_root, core_digest

_VERSION: Final = 1
_KINDS: Final[tuple[Kind, ...]] = (
    "axiom",
    "definition",
    "theorem",
    "opaque",
    "quotient",
    "inductive",
    "constructor",
    "recursor",
)


@dataclass(frozen=True)
class CoreModule:
    """A module of core: its file (relative), SHA-256, imports, and for each constant position * 8 + kind."""

    name: str
    file: str
    sha256: str
    imports: tuple[str, ...]
    names: Mapping[str, int]


class CoreIndex:
    """The modules of one core library, package by package (``Init``, ``Std``, ``Lean``, ...), each indexed at need."""

    def __init__(
        self, folder: Path, git_hash: str, digest: str = "", cache: Path | None = None, progress: Progress | None = None
    ) -> None:
        """``folder`` holds the compiled files of the Lean of commit ``git_hash``; ``digest`` pins all of them."""
        self.folder = folder
        self.git_hash = git_hash
        self.pinned = bool(digest)
        self._digest = digest
        self._cache = cache or cache_root() / "lean"
        self._progress = progress
        self._packages: dict[str, dict[str, CoreModule]] = {}
        self._checked = False
        self._open: dict[str, CompiledModule] = {}

    def has(self, module: str) -> bool:
        """Whether core has a module of this name."""
        return self.folder.joinpath(*module.split(".")).with_suffix(".olean").is_file()

    def module(self, name: str) -> CoreModule:
        """The module's line of the index; raises :class:`OleanError` when core has no such module."""
        package = name.split(".")[0]
        if package not in self._packages:
            self._packages[package] = self._load(package)
        found = self._packages[package].get(name)
        if found is None:
            raise OleanError(f"Lean's core library has no module {name}")
        return found

    def closure(self, roots: Iterable[str]) -> list[CoreModule]:
        """The modules ``roots`` and everything they import, imports first."""
        found: dict[str, CoreModule] = {}
        todo = [(name, False) for name in roots]
        seen: set[str] = set()
        while todo:
            name, done = todo.pop()
            module = self.module(name)
            if done:
                found[name] = module
            elif name not in seen:
                seen.add(name)
                todo.append((name, True))
                todo += [(each, False) for each in module.imports if each not in seen]
        return list(found.values())

    def open(self, name: str) -> CompiledModule:
        """The compiled module, its bytes compared with the index; raises :class:`OleanError`."""
        found = self._open.get(name)
        if found is None:
            line = self.module(name)
            data = _read(self.folder / line.file)
            if hashlib.sha256(data).hexdigest() != line.sha256:
                raise OleanError(f"{line.file} of Lean's core changed since it was indexed: claims toolchain install")
            found = self._open[name] = CompiledModule(Parts([(line.file, data)]))
        return found

    def forget(self) -> None:
        """Drop decoded terms."""
        for module in self._open.values():
            module.forget()

    @property
    def identity(self) -> str:
        """What names this core in keys of caches: the pinned digest, or commit and folder."""
        return self._digest or f"{self.git_hash} {self.folder}"

    def _load(self, package: str) -> dict[str, CoreModule]:
        paths = self._paths(package)
        if not paths:
            raise OleanError(f"Lean's core library has no module {package}")
        stamp = f"{_VERSION} {self.identity} {package} {len(paths)} {sum(path.stat().st_size for path in paths)}"
        file = self._cache / f"core-{package}-{hashlib.sha256(stamp.encode()).hexdigest()[:24]}.index"
        kept = _recall(file)
        if kept is None:
            self._check_pin()
            kept = self._build(package, paths)
            with contextlib.suppress(OSError):
                body = marshal.dumps(kept)
                write_atomic(file, hashlib.sha256(body).digest() + body)
        return {row[0]: CoreModule(*row) for row in kept}

    def _paths(self, package: str) -> list[Path]:
        top = self.folder / f"{package}.olean"
        below = sorted((self.folder / package).rglob("*.olean"))
        return [*([top] if top.is_file() else []), *below]

    def _check_pin(self) -> None:
        """Every byte of a pinned core is what was pinned; looked at once, before anything is indexed."""
        if self._digest and not self._checked and core_digest(self.folder) != self._digest:
            raise OleanError("Lean's core library is not the pinned one: run `claims toolchain install`")
        self._checked = True

    def _build(self, package: str, paths: list[Path]) -> list[tuple[str, str, str, tuple[str, ...], dict[str, int]]]:
        rows = []
        for done, path in enumerate(paths):
            relative = path.relative_to(self.folder)
            data = _read(path)
            parts = Parts([(relative.as_posix(), data)])
            if parts.headers[0].git_hash != self.git_hash:
                build = parts.headers[0].git_hash[:12]
                raise OleanError(f"{relative}: compiled by the Lean build {build}, not by {self.git_hash[:12]}")
            module = CompiledModule(parts)
            kinds = module.true_kinds(0)
            names = {n: at * 8 + _KINDS.index(kinds.get(n, "axiom")) for n, at in module.positions(0).items()}
            imports = tuple(each.module for each in module.imports)
            name = ".".join(relative.with_suffix("").parts)
            rows.append((name, relative.as_posix(), hashlib.sha256(data).hexdigest(), imports, names))
            if self._progress is not None and done % 20 == 0:
                self._progress(f"Lean core index: {package}", done / len(paths))
        return rows


def kind_of(code: int) -> Kind:
    """What a constant shown as an axiom is, from its number in the index."""
    return _KINDS[code & 7]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OleanError(f"{path.name} of Lean's core cannot be read ({error.strerror})") from None


def _recall(file: Path) -> list[tuple[str, str, str, tuple[str, ...], dict[str, int]]] | None:
    try:
        raw = file.read_bytes()
        if hashlib.sha256(raw[32:]).digest() != raw[:32]:
            return None
        rows: list[tuple[str, str, str, tuple[str, ...], dict[str, int]]] = marshal.loads(raw[32:])
        return rows
    except (OSError, ValueError, EOFError, TypeError):
        return None
