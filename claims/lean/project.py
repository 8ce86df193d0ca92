"""A Lake project as data: its modules, their imports, and where each declaration stands.

Only what the check needs is read: one ``lean_lib`` of ``lakefile.toml``, whose root module imports all others.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from claims.errors import InputError, Problem
from claims.files import Unreadable, listed, text_inside
from claims.lean.source import Declaration, SourceText
from claims.outcome import Place
from claims.toml_lines import NotToml, parsed

MAX_BYTES = 4_000_000
_LIBRARY = re.compile(r"[^\s./\\]+(\.[^\s./\\]+)*")


@dataclass(frozen=True)
class Finding:
    """Something wrong in the Lean library, whether or not an entry uses it; ``code`` is a reason code."""

    code: str
    place: Place
    message: str


@dataclass(frozen=True)
class Module:
    """One source file. ``file`` is relative to the pack root; ``imports`` are those within the project."""

    name: str
    path: Path
    file: str
    source: SourceText
    imports: tuple[str, ...]
    sha256: str


@dataclass(frozen=True)
class Located:
    """A declaration and the module it stands in."""

    module: Module
    declaration: Declaration

    @property
    def place(self) -> Place:
        """File and line of the keyword."""
        return Place(self.module.file, self.declaration.line)


@dataclass(frozen=True)
class Project:
    """A library: ``folder`` holds the Lake files, ``modules`` is in dependency order, ``findings`` its faults."""

    folder: Path
    library: str
    toolchain: str
    modules: Mapping[str, Module]
    findings: tuple[Finding, ...]

    @staticmethod
    def load(folder: Path, pack_root: Path | None = None) -> Project:
        """Read the project in ``folder``; places are relative to ``pack_root`` (default: the parent folder).

        Raises :class:`claims.errors.InputError` when ``lakefile.toml`` or ``lean-toolchain`` cannot be used, a
        source is not UTF-8, or imports form a cycle.
        """
        folder = folder.resolve()
        base = (pack_root or folder.parent).resolve()
        library = _library(folder, base)
        files = [p for p in listed(folder, ".lean") if not _hidden(p.relative_to(folder))]
        sources = [_read(path, folder, base) for path in files if path.name != "lakefile.lean"]
        names = {module.name for module in sources}
        modules = {m.name: _with_project_imports(m, names) for m in sources}
        ordered = _in_order(modules)
        root_file = _relative(folder / f"{library}.lean", base)
        faults = (*_missing_imports(modules, library), *_orphans(modules, library, root_file))
        findings = (*faults, *_duplicates(ordered))
        return Project(folder, library, _release(folder, base), ordered, findings)

    @cached_property
    def declarations(self) -> Mapping[str, Located]:
        """Every declaration by its full name; the first one where a name occurs twice."""
        found: dict[str, Located] = {}
        for module in self.modules.values():
            for declaration in module.source.declarations:
                found.setdefault(declaration.name, Located(module, declaration))
        return found

    def closure(self, name: str) -> tuple[Module, ...]:
        """A module and all it imports within the project, in dependency order."""
        wanted, todo = set[str](), [name]
        while todo:
            current = todo.pop()
            if current not in wanted:
                wanted.add(current)
                todo.extend(self.modules[current].imports)
        return tuple(module for key, module in self.modules.items() if key in wanted)

    def declaration_at(self, module: str, line: int) -> Declaration | None:
        """The declaration whose lines contain ``line``."""
        for declaration in self.modules[module].source.declarations:
            if declaration.start_line <= line <= declaration.end_line:
                return declaration
        return None


def source_hash(project: Project, theorem: str) -> str:
    """SHA-256 over the sources of a theorem's module and its imports in the project; ``KeyError`` if unknown."""
    located = project.declarations[theorem]
    lines = [f"{module.name} {module.sha256}" for module in project.closure(located.module.name)]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def _relative(path: Path, base: Path) -> str:
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.name


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _bad(file: str, field: str, message: str, remedy: str, line: int = 0) -> InputError:
    return InputError([Problem(file, line, field, message, remedy)])


def _text(path: Path, base: Path) -> str:
    """The text of a file of the project; raises :class:`InputError`."""
    file = _relative(path, base)
    try:
        return text_inside(path, base, MAX_BYTES)
    except Unreadable as error:
        raise _bad(file, "", error.message, error.remedy) from error


def _library(folder: Path, base: Path) -> str:
    path = folder / "lakefile.toml"
    try:
        raw = parsed(_text(path, base))
    except NotToml as error:
        raise _bad(_relative(path, base), "", error.message, error.remedy, error.line) from error
    libraries = raw.get("lean_lib")
    found = [each.get("name") for each in libraries if isinstance(each, dict)] if isinstance(libraries, list) else []
    if len(found) != 1 or not isinstance(found[0], str) or not _LIBRARY.fullmatch(found[0]):
        text = "exactly one library with a name is expected"
        raise _bad(_relative(path, base), "lean_lib", text, 'write one [[lean_lib]] with name = "..."')
    return found[0]


def _release(folder: Path, base: Path) -> str:
    """Version in ``lean-toolchain``, without the leading v."""
    path = folder / "lean-toolchain"
    text = _text(path, base).strip()
    prefix, _, version = text.partition(":v")
    if prefix != "leanprover/lean4" or not version:
        raise _bad(_relative(path, base), "", f"unexpected content {text[:80]!r}", "write leanprover/lean4:vX.Y.Z")
    return version


def _read(path: Path, folder: Path, base: Path) -> Module:
    file, text = _relative(path, base), _text(path, base)
    raw = text.encode("utf8")
    name = ".".join(path.relative_to(folder).with_suffix("").parts)
    source = SourceText(text)
    return Module(name, path, file, source, source.imports, hashlib.sha256(raw).hexdigest())


def _with_project_imports(module: Module, names: set[str]) -> Module:
    inside = tuple(name for name in module.source.imports if name in names)
    return Module(module.name, module.path, module.file, module.source, inside, module.sha256)


def _in_order(modules: Mapping[str, Module]) -> dict[str, Module]:
    """Modules with imports first; raises InputError on a cycle."""
    done: dict[str, Module] = {}
    for start in modules:
        stack, path = [(start, iter(modules[start].imports))], [start]
        while stack:
            name, rest = stack[-1]
            following = next((n for n in rest if n not in done), None)
            if name in done or following is None:
                done.setdefault(name, modules[name])
                stack.pop()
                path.pop()
                continue
            if following in path:
                cycle = " -> ".join([*path[path.index(following) :], following])
                raise _bad(modules[name].file, "import", f"imports form a cycle: {cycle}", "take one import away")
            stack.append((following, iter(modules[following].imports)))
            path.append(following)
    return done


def _missing_imports(modules: Mapping[str, Module], library: str) -> Iterable[Finding]:
    for module in modules.values():
        for name in module.source.imports:
            if name not in modules and (name == library or name.startswith(f"{library}.")):
                line = module.source.line_of(max(0, module.source.code.find(name)))
                yield Finding("LEAN_IMPORT", Place(module.file, line), f"imports {name}, which does not exist")


def _duplicates(modules: Mapping[str, Module]) -> Iterable[Finding]:
    """One name declared in two modules: whoever imports both fails, far from either place."""
    first: dict[str, Place] = {}
    for module in modules.values():
        for declaration in module.source.declarations:
            if not declaration.private:
                place = Place(module.file, declaration.line)
                other = first.setdefault(declaration.name, place)
                if other != place:
                    yield Finding("LEAN_DUPLICATE", place, f"{declaration.name} is already declared at {other}")


def _orphans(modules: Mapping[str, Module], library: str, root_file: str) -> Iterable[Finding]:
    """Modules that the root does not reach: Lake would not build them and nobody would notice an error in them."""
    if library not in modules:
        yield Finding("LEAN_ORPHAN", Place(root_file, 1), f"the root module {library}.lean does not exist")
    reached, todo = set[str](), [library] if library in modules else []
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo.extend(modules[name].imports)
    for name, module in modules.items():
        if name not in reached:
            yield Finding("LEAN_ORPHAN", Place(module.file, 1), f"nothing that {library}.lean reaches imports {name}")
