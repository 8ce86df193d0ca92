"""Which first-party code a leg reaches, and its fingerprint.

First party is what lies in the pack root and the engine itself. Imports are read from the syntax tree, those inside
functions too, and a module of the pack counts with the parts that are needed (:mod:`claims.slicing`); data files
beside a reached module count as reached. Third-party packages enter by version (see
:mod:`claims.versions`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from claims.files import write_atomic
from claims.slicing import Cut, Piece, cut
from claims.versions import version_of

ENGINE = Path(__file__).resolve().parent
#: What a pack may import that the versions of the engine's own tools already speaks for.
_KNOWN = frozenset({"sympy", "mpmath", "numpy", "scipy", "flint", "array_api_compat", "torch", "__future__"})
_HEAD = b'{"sha256": "%s", "modules": '


@dataclass(frozen=True)
class Code:
    """What some functions of a pack reach. ``files``: SHA-256 of the pack's files, sources and data, as they are now;
    ``lines``: first and last lines of the parts of each source that count (of sources that count in parts)."""

    fingerprint: str
    files: Mapping[str, str]
    lines: Mapping[str, list[list[int]]]


@dataclass(frozen=True)
class Module:
    """A first-party module; ``engine`` ones count as a whole. ``file``: its path in the pack.

    ``elsewhere``: a link that leaves the pack led to it. A leg there is refused, whatever its text has earned.
    """

    name: str
    path: Path
    sha256: str
    cut: Cut
    engine: bool
    file: str
    elsewhere: bool

    @cached_property
    def folder(self) -> Path:
        """The folder it lies in."""
        return self.path.parent

    @cached_property
    def functions(self) -> dict[str, list[int]]:
        """Numbers of the pieces that can be left out, by the name they bind."""
        found: dict[str, list[int]] = {}
        for number, piece in enumerate(self.cut["pieces"]):
            if piece["function"]:
                found.setdefault(piece["function"], []).append(number)
        return found


class Reach:
    """Fingerprints of code of one pack. How a source is cut is remembered by its content hash."""

    def __init__(self, root: Path, memory: Path) -> None:
        self.root = root.resolve()
        self._memory = memory
        self._cuts: dict[str, Cut] = _load(memory)
        self._fresh = False
        self._modules: dict[str, Module | None] = {}
        self._folders: dict[Path, dict[str, str]] = {}
        self._places: dict[Path, Path] = {}
        self._codes: dict[tuple[str, ...], Code] = {}
        self._engine: dict[frozenset[str], frozenset[str]] = {}
        self._engine_text: dict[frozenset[str], str] = {}

    def fingerprint(self, references: Iterable[str]) -> str:
        """SHA-256 over everything first-party that is reached from modules, or from functions (``module:function``)."""
        return self.code(references).fingerprint

    def code(self, references: Iterable[str]) -> Code:
        """What is reached from modules, or from functions (``module:function``)."""
        key = tuple(sorted(set(references)))
        if key not in self._codes:
            walk = _Walk(self)
            for reference in key:
                walk.start(*reference.partition(":")[::2])
            walk.run()
            self._codes[key] = self._gathered(walk)
        return self._codes[key]

    def closure(self, references: Iterable[str]) -> set[str]:
        """Names of all first-party modules reached, packages on the way included."""
        walk = _Walk(self)
        for reference in references:
            walk.start(*reference.partition(":")[::2])
        walk.run()
        return {*walk.parts, *self.engine_closure(walk.engine)}

    def module(self, name: str) -> Module | None:
        """The first-party module of that name, if there is one."""
        if name not in self._modules:
            self._modules[name] = self._read(name)
        return self._modules[name]

    def engine_closure(self, names: Iterable[str]) -> frozenset[str]:
        """Names of the engine's modules that these modules of it import, themselves included."""
        key = frozenset(names)
        if key not in self._engine:
            seen: set[str] = set()
            queue = list(key)
            while queue:
                name = queue.pop()
                module = None if name in seen else self.module(name)
                if module is not None:
                    seen.add(name)
                    queue += [*_parents(name), *module.cut["imports"]]
            self._engine[key] = frozenset(seen)
        return self._engine[key]

    def save(self) -> None:
        """Remember how sources are cut, when something new was; older versions of them are forgotten."""
        if not self._fresh:
            return
        now = {_key(module) for module in self._modules.values() if module is not None}
        names = {key.partition(":")[0] for key in now}
        kept = {key: found for key, found in self._cuts.items() if key in now or key.partition(":")[0] not in names}
        body = json.dumps(kept).encode()
        with contextlib.suppress(OSError):
            write_atomic(self._memory, _HEAD % _sha(body).encode() + body + b"}\n")

    def _gathered(self, walk: _Walk) -> Code:
        engine = frozenset(walk.engine)
        if engine not in self._engine_text:
            self._engine_text[engine] = self._engine_lines(engine)
        text = [self._engine_text[engine]]
        folders: set[Path] = set()
        files: dict[str, str] = {}
        lines: dict[str, list[list[int]]] = {}
        for name in sorted(walk.parts):
            module = self.module(name)
            assert module is not None
            folders.add(module.folder)
            pieces = [module.cut["pieces"][i] for i in sorted(walk.parts[name])]
            text.append(f"{name}\0{_content(pieces) or module.sha256}{' elsewhere' * module.elsewhere}\n")
            files[module.file] = module.sha256
            if pieces:
                lines[module.file] = [piece["lines"] for piece in pieces]
        for folder in sorted(folders - {self.root}):
            data = self._data(folder)
            text += (f"{folder.name}/{file}\0{sha}\n" for file, sha in data.items())
            files |= {self._relative(folder / file): sha for file, sha in data.items()}
        text.append(json.dumps({name: version_of(name) for name in sorted(walk.foreign - _KNOWN)}))
        return Code(_sha("".join(text).encode()), files, lines)

    def _engine_lines(self, names: frozenset[str]) -> str:
        """What stands for modules of the engine, with all they import and the data beside them."""
        modules = [module for name in sorted(self.engine_closure(names)) if (module := self.module(name)) is not None]
        text = [f"{module.name}\0{module.sha256}\n" for module in modules]
        for folder in sorted({module.folder for module in modules}):
            text += (f"{folder.name}/{file}\0{sha}\n" for file, sha in self._data(folder).items())
        return "".join(text)

    def _data(self, folder: Path) -> dict[str, str]:
        """Hashes of the data files of a folder, by name; not of hidden files and what editors leave."""
        if folder not in self._folders:
            names = sorted(path.name for path in folder.iterdir() if _is_data(path.name))
            self._folders[folder] = {n: _sha((folder / n).read_bytes()) for n in names if (folder / n).is_file()}
        return self._folders[folder]

    def _elsewhere(self, path: Path) -> bool:
        """Whether a link leads out of the pack to this file of it."""
        if path.parent not in self._places:
            self._places[path.parent] = path.parent.resolve()
        place = path.resolve() if path.is_symlink() else self._places[path.parent]
        return not place.is_relative_to(self.root)

    def _relative(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _read(self, name: str) -> Module | None:
        path = _find(name, self.root)
        if path is None:
            return None
        content = path.read_bytes()
        engine = path.is_relative_to(ENGINE)
        file = path.name if engine else self._relative(path)
        elsewhere = not engine and self._elsewhere(path)
        nothing = Cut(pieces=[], binds={}, names=[], imports=[])
        module = Module(name, path, _sha(content), nothing, engine, file, elsewhere)
        key = _key(module)
        if key not in self._cuts:
            found = cut(content, name, path.name == "__init__.py")
            self._cuts[key] = Cut(pieces=[], binds={}, names=[], imports=found["imports"]) if engine else found
            self._fresh = True
        return replace(module, cut=self._cuts[key])


class _Walk:
    """Finds the pieces of the pack's modules that run when a function is imported and called; ``parts`` by module."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self.parts: dict[str, set[int]] = {}
        self.engine: set[str] = set()
        self.foreign: set[str] = set()
        self._queue: list[tuple[Module, int]] = []
        self._visited: set[str] = set()
        self._everything = False

    def start(self, name: str, function: str) -> None:
        """Begin at a function of a module, or at the whole of it."""
        self._visit(name)
        if function:
            self._need(name, [function])
        else:
            self._whole(name)

    def run(self) -> None:
        """Follow what is mentioned until nothing new comes."""
        while self._queue:
            module, number = self._queue.pop()
            piece = module.cut["pieces"][number]
            for name in piece["imports"]:
                self._visit(name)
            for name in piece["whole"]:
                self._escape(name)
            for use in piece["uses"]:
                self._use(module, use.split("."), piece)
            if piece["reflects"] and not self._everything:
                self._everything = True
                for name in list(self.parts):
                    self._whole(name)

    def _visit(self, name: str) -> None:
        """Import a module and the packages around it."""
        if name in self._visited:
            return
        self._visited.add(name)
        for each in (*_parents(name), name):
            module = self._reach.module(each)
            if module is None:
                top = each.partition(".")[0]
                self.foreign.update([top] if top and self._reach.module(top) is None else ())
            elif module.engine:
                self.engine.add(each)
            elif each not in self.parts:
                self.parts[each] = set()
                for number, piece in enumerate(module.cut["pieces"]):
                    if self._everything or not piece["function"]:
                        self._add(module, number)

    def _add(self, module: Module, number: int) -> None:
        if number not in self.parts[module.name]:
            self.parts[module.name].add(number)
            self._queue.append((module, number))

    def _use(self, module: Module, parts: list[str], piece: Piece | None = None) -> None:
        """A dotted name in a module: a function of it, or something that an import brought."""
        for number in module.functions.get(parts[0], ()):
            self._add(module, number)
        inner = piece["binds"].get(parts[0], ()) if piece is not None else ()
        for target in (*inner, *module.cut["binds"].get(parts[0], ())):
            self._follow(target, parts[1:])

    def _follow(self, target: str, rest: list[str]) -> None:
        """Something of a module, or a module, named in an import, and attributes of it."""
        if self._reach.module(target) is not None:
            while rest and self._reach.module(f"{target}.{rest[0]}") is not None:
                target, rest = f"{target}.{rest[0]}", rest[1:]
            self._visit(target)
            if rest:
                self._need(target, rest)
            else:
                self._escape(target)
        base, _, name = target.rpartition(".")
        if base and self._reach.module(base) is not None:
            self._need(base, [name, *rest])

    def _need(self, name: str, parts: list[str]) -> None:
        """An attribute of a module; where it is not one that can be seen, everything of the module."""
        module = self._reach.module(name)
        if module is None or module.engine:
            return
        self._visit(name)
        cut = module.cut
        if parts[0] in module.functions or parts[0] in cut["binds"]:
            self._use(module, parts)
        elif parts[0] not in cut["names"] and self._reach.module(f"{name}.{parts[0]}") is None:
            self._whole(name)

    def _escape(self, name: str) -> None:
        """A module handed about: anything of it may be used; of a package, anything at all."""
        self._visit(name)
        module = self._reach.module(name)
        if module is not None and not module.engine:
            self._whole(name)
            if module.path.name == "__init__.py":
                self._everything = True
                for each in list(self.parts):
                    self._whole(each)

    def _whole(self, name: str) -> None:
        module = self._reach.module(name)
        if module is not None and not module.engine:
            self._visit(name)
            for number in range(len(module.cut["pieces"])):
                self._add(module, number)


def _content(pieces: Iterable[Piece]) -> str:
    """What tells the parts of a module that count from others; empty when it is not cut."""
    shas = [piece["sha256"] for piece in pieces]
    return _sha("\n".join(shas).encode()) if shas else ""


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _is_data(name: str) -> bool:
    return not name.startswith(".") and not name.endswith((".py", ".pyc", "~"))


@cache
def _way() -> str:
    """Tells the code that cuts modules from earlier ones: what those found is not believed."""
    return _sha((ENGINE / "slicing.py").read_bytes())[:16]


def _key(module: Module) -> str:
    return f"{module.name}:{_way()}{'e' * module.engine}:{module.sha256}"


def _load(memory: Path) -> dict[str, Cut]:
    """What was remembered; nothing when the file is not as it was written."""
    try:
        content = memory.read_bytes()
        body = content[len(_HEAD % (b"0" * 64)) : -2]
        if content != _HEAD % _sha(body).encode() + body + b"}\n":
            return {}
        data = json.loads(body)
        return data if isinstance(data, dict) else {}
    except (OSError, ValueError, RecursionError):
        return {}


def _find(name: str, root: Path) -> Path | None:
    """The file of a module of the pack, or of the engine; the folder around the engine holds other people's too."""
    parts = name.split(".")
    if not all(parts):
        return None
    base = (ENGINE.parent if parts[0] == ENGINE.name else root).joinpath(*parts)
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _parents(name: str) -> tuple[str, ...]:
    parts = name.split(".")
    return tuple(".".join(parts[:i]) for i in range(1, len(parts)))
