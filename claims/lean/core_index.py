"""Index of Lean's core library: which compiled file holds which constant, made once and kept in the user cache.

Only what importers see of core is there (statements, and bodies of what is exposed). The files are pinned: those of
the embedded Lean by the digest in ``pins.toml``, those of another Lean by their hashes at first use (and reported as
not pinned). A file is read only after its SHA-256 was compared with the index.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from claims.files import write_atomic
from claims.lean.decode import RECORD_KINDS, CompiledModule
from claims.lean.kernel.constants import Kind
from claims.lean.olean import OleanError, Parts, validate
from claims.lean.store import Progress, cache_root, core_digest

#: The packages whose names nobody else may declare, imported or not (the rest of core are programs).
RESERVED: Final = ("Init", "Std", "Lean")
_VERSION: Final = 2
#: What modules of core are called. Any other name is not looked for: it could be a path to somewhere else.
_MODULE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}(\.[A-Za-z_][A-Za-z0-9_]{0,99}){0,30}\Z")
_HASH: Final = 32


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
        self._visible: dict[tuple[str, ...], dict[str, tuple[str, int]]] = {}

    def has(self, module: str) -> bool:
        """Whether core has a module of this name."""
        named = _MODULE.match(module) is not None
        return named and self.folder.joinpath(*module.split(".")).with_suffix(".olean").is_file()

    def module(self, name: str) -> CoreModule:
        """The module's line of the index; raises :class:`OleanError` when core has no such module."""
        package = name.split(".")[0]
        found = self._package(package).get(name) if _MODULE.match(name) else None
        if found is None:
            raise OleanError(f"Lean's core library has no module {name[:200]}")
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

    def visible(self, roots: Iterable[str]) -> Mapping[str, tuple[str, int]]:
        """Module and code (position * 8 + kind) of every constant that importers of the modules ``roots`` see.

        Of a name that core declares twice (generated lemmas) the first in the order of imports counts, as in Lean.
        """
        key = tuple(sorted(roots))
        found = self._visible.get(key)
        if found is None:
            found = self._visible[key] = {}
            for line in self.closure(key):
                for name, code in line.names.items():
                    found.setdefault(name, (line.name, code))
        return found

    def owner(self, constant: str) -> str:
        """The module of a :data:`RESERVED` package that declares a constant, imported or not; empty if there is none.

        Cheap for names that core does not have: only their hashes are looked up.
        """
        hashes = self._catalog[1]
        wanted = _short_hash(constant)
        at = bisect_left(hashes, wanted)
        if at == len(hashes) or hashes[at] != wanted:
            return ""
        lines = (line for package in RESERVED for line in self._package(package).values())
        return next((line.name for line in lines if constant in line.names), "")

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
        """What names this core in keys of caches: the pinned digest, or commit and digest of what was indexed."""
        return self._digest or f"{self.git_hash} {self._catalog[0]}"

    # -- making and keeping --------------------------------------------------------------------------------------

    def _package(self, package: str) -> dict[str, CoreModule]:
        found = self._packages.get(package)
        if found is None:
            paths = self._paths(package) if _MODULE.match(package) else []
            if paths:
                rows = self._kept(package, paths, lambda: self._build(package, paths))
                found = {row[0]: CoreModule(*row) for row in rows}
            found = self._packages[package] = found or {}
        return found

    @cached_property
    def _catalog(self) -> tuple[str, array[int]]:
        """A digest over the files of all packages, and the sorted hashes of the names in the reserved ones."""
        paths = sorted(self.folder.glob("*.olean")) if self.pinned else sorted(self.folder.rglob("*.olean"))
        digest, raw = self._kept("names", paths, self._build_catalog)
        hashes = array("Q")
        hashes.frombytes(raw)
        return str(digest), hashes

    def _build_catalog(self) -> tuple[str, bytes]:
        packages = sorted(path.stem for path in self.folder.glob("*.olean") if _MODULE.match(path.stem))
        # What pins the rest of a pinned core is its digest: only the packages with reserved names are read.
        lines = [line for p in packages if p in RESERVED or not self.pinned for line in self._package(p).values()]
        digest = hashlib.sha256("".join(f"{line.file} {line.sha256}\n" for line in lines).encode()).hexdigest()
        names = {name for line in lines if line.name.split(".")[0] in RESERVED for name in line.names}
        return digest, array("Q", sorted(_short_hash(name) for name in names)).tobytes()

    def _kept(self, what: str, paths: list[Path], build: Any) -> Any:
        """What is kept under a name made of all that it depends on; made (again) when it is missing or damaged."""
        if self.pinned:
            stamp = f"{_VERSION} {self._digest} {what}"
        else:
            stamp = f"{_VERSION} {self.git_hash} {self.folder} {what}\n" + "".join(map(_state, paths))
        file = self._cache / f"core-{what}-{hashlib.sha256(stamp.encode()).hexdigest()[:24]}.index"
        kept = _recall(file)
        if kept is None:
            self._check_pin()
            kept = build()
            with contextlib.suppress(OSError):
                body = marshal.dumps(kept)
                write_atomic(file, hashlib.sha256(body).digest() + body)
        return kept

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
            if not self.pinned:
                validate(parts)
            module = CompiledModule(parts)
            kinds = module.true_kinds(0)
            names = {n: at * 8 + RECORD_KINDS.index(kinds.get(n, "axiom")) for n, at in module.positions(0).items()}
            imports = tuple(each.module for each in module.imports)
            name = ".".join(relative.with_suffix("").parts)
            rows.append((name, relative.as_posix(), hashlib.sha256(data).hexdigest(), imports, names))
            if self._progress is not None and done % 20 == 0:
                self._progress(f"Lean core index: {package}", done / len(paths))
        return rows


def kind_of(code: int) -> Kind:
    """What a constant shown as an axiom is, from its number in the index."""
    return RECORD_KINDS[code & 7]


def _short_hash(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode("utf8", "surrogatepass"), digest_size=8).digest(), "little")


def _state(path: Path) -> str:
    try:
        state = path.stat()
    except OSError as error:
        raise OleanError(f"{path.name} of Lean's core cannot be read ({error.strerror})") from None
    return f"{path} {state.st_size} {state.st_mtime_ns}\n"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OleanError(f"{path.name} of Lean's core cannot be read ({error.strerror})") from None


def _recall(file: Path) -> Any:
    """What a file of the cache holds, or None; its own hash tells a damaged one."""
    try:
        raw = file.read_bytes()
        if hashlib.sha256(raw[_HASH:]).digest() != raw[:_HASH]:
            return None
        return marshal.loads(raw[_HASH:])
    except (OSError, ValueError, EOFError, TypeError):
        return None
