"""The parts of a module that a function of it needs, so that editing one function does not concern its neighbours.

A module is cut into its top-level statements. All of them run when it is imported, so all of them count, except plain
function definitions that nothing else mentions: leaving one of those out cannot be noticed. Where code could find
functions in another way than by name (``globals()``, ``eval``, ``__dict__`` ...), nothing is left out.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypedDict

#: Names, modules and attributes by which code finds functions without naming them.
_REFLECTING_NAMES = frozenset({"globals", "locals", "vars", "eval", "exec", "compile", "dir", "builtins", "inspect"})
_REFLECTING_NAMES |= frozenset(
    {
        "runpy",
        "pkgutil",
        "pickle",
        "doctest",
        "unittest",
        "mock",
        "pydoc",
        "gc",
        "__builtins__",
        "__spec__",
        "__loader__",
    }
)
_REFLECTING_ATTRIBUTES = frozenset({"__dict__", "__globals__", "__builtins__", "_getframe", "currentframe"})
_REFLECTING_ATTRIBUTES |= frozenset({"f_globals", "f_locals", "f_builtins", "modules"})
#: Decorators that neither keep a function elsewhere nor tell others of it.
_QUIET = frozenset({"cache", "lru_cache", "functools.cache", "functools.lru_cache", "contextmanager"})
_QUIET |= frozenset({"contextlib.contextmanager"})
_IMPORTERS = frozenset({"import_module", "importlib.import_module", "__import__"})
_ENCODING = re.compile(rb"[ \t\f]*#.*coding[:=]")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Piece(TypedDict):
    """A top-level statement. ``function``: its name when it can be left out, else empty; ``lines``: first and last;
    ``uses``: dotted names it mentions that may be functions of this module or come from ``imports``; ``imports`` and
    ``whole``: modules it imports, and those of which it may use anything; ``binds``: names its inner imports bind."""

    function: str
    lines: list[int]
    sha256: str
    uses: list[str]
    imports: list[str]
    whole: list[str]
    binds: dict[str, list[str]]
    reflects: bool


class Cut(TypedDict):
    """A module: its pieces in order (none: it cannot be cut), what its own imports bind, and the names it assigns."""

    pieces: list[Piece]
    binds: dict[str, list[str]]
    names: list[str]
    imports: list[str]


def cut(content: bytes, name: str, is_package: bool) -> Cut:
    """Cut the module ``name`` with this source into pieces. What is not Python has none, what is empty neither."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError):
        return Cut(pieces=[], binds={}, names=[], imports=[])
    home = name if is_package else name.rpartition(".")[0]
    lines = content.splitlines(keepends=True)
    scans = [_Scan(node, home) for node in tree.body]
    binds: dict[str, list[str]] = {}
    for scan in scans:
        _merge(binds, scan.outer)
    functions = {node.name for node in tree.body if isinstance(node, _Function)}
    spans = [_span(node) for node in tree.body]
    imports = sorted({module for scan in scans for module in scan.imports})
    assigned = sorted({found for scan in scans for found in scan.assigned})
    pieces = [
        _piece(node, scan, span, lines, functions, binds)
        for node, scan, span in zip(tree.body, scans, spans, strict=True)
    ]
    declared = any(_ENCODING.match(line) for line in lines[:2])  # a comment that says what the texts mean
    if declared or any(before[1] >= after[0] for before, after in pairwise(spans)):
        pieces = [_together(pieces, content)]
    return Cut(pieces=pieces, binds=binds, names=assigned, imports=imports)


def _together(pieces: Sequence[Piece], content: bytes) -> Piece:
    """One piece in place of those that share lines."""
    binds: dict[str, list[str]] = {}
    for piece in pieces:
        _merge(binds, piece["binds"])
    return Piece(
        function="",
        lines=[1, len(content.splitlines())],
        sha256=hashlib.sha256(content).hexdigest(),
        uses=sorted({use for piece in pieces for use in piece["uses"]}),
        imports=sorted({name for piece in pieces for name in piece["imports"]}),
        whole=sorted({name for piece in pieces for name in piece["whole"]}),
        binds=binds,
        reflects=any(piece["reflects"] for piece in pieces),
    )


def _piece(
    node: ast.stmt, scan: _Scan, span: tuple[int, int], lines: Sequence[bytes], functions: set[str],
    binds: Mapping[str, Any],
) -> Piece:  # fmt: skip
    known = functions | binds.keys() | scan.inner.keys()
    uses = {use for use in scan.uses if use.partition(".")[0] in known}
    return Piece(
        function=node.name if isinstance(node, _Function) and _can_go(node) else "",
        lines=list(span),
        sha256=hashlib.sha256(b"".join(lines[span[0] - 1 : span[1]])).hexdigest(),
        uses=sorted(uses),
        imports=sorted(scan.imports),
        whole=sorted(scan.whole),
        binds=scan.inner,
        reflects=scan.reflects,
    )


def _span(node: ast.stmt) -> tuple[int, int]:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    return first, node.end_lineno or node.lineno


def _can_go(node: _Function) -> bool:
    """Whether the definition does nothing but bind its name."""
    if node.name.startswith("__"):
        return False
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if _dotted(target) not in _QUIET:
            return False
    arguments = node.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    run = [*arguments.defaults, *arguments.kw_defaults, node.returns, *(p.annotation for p in parameters if p)]
    calm = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)
    return not any(isinstance(part, calm) for each in run if each is not None for part in ast.walk(each))


def _dotted(node: ast.AST) -> str:
    """``a.b.c`` of a name with attributes; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (base := _dotted(node.value)):
        return f"{base}.{node.attr}"
    return ""


def _merge(into: dict[str, list[str]], more: Mapping[str, Iterable[str]]) -> None:
    for name, targets in more.items():
        into[name] = sorted({*into.get(name, ()), *targets})


class _Scan:
    """What one top-level statement mentions. ``outer`` are the names its imports bind for the whole module."""

    def __init__(self, node: ast.stmt, home: str) -> None:
        self._home = home
        self.uses: set[str] = set()
        self.imports: set[str] = set()
        self.whole: set[str] = set()
        self.assigned: set[str] = set()
        self.outer: dict[str, list[str]] = {}
        self.inner: dict[str, list[str]] = {}
        self.reflects = False
        self._visit(node, False)

    def _visit(self, node: ast.AST, inside: bool) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node, inside)
            return
        if isinstance(node, ast.Name | ast.Attribute) and (name := _dotted(node)):
            self._name(node, name, inside)
            return
        if isinstance(node, ast.Attribute):
            self.reflects |= node.attr in _REFLECTING_ATTRIBUTES
        elif isinstance(node, ast.Global):
            self.uses.update(node.names)
        elif isinstance(node, ast.Call) and _dotted(node.func) in _IMPORTERS:
            self._call(node)
            for argument in _arguments(node):
                self._visit(argument, inside)
            return
        if isinstance(node, _Function | ast.ClassDef) and not inside:
            self.assigned.add(node.name)
        deeper = inside or isinstance(node, _Function | ast.ClassDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            self._visit(child, deeper)

    def _name(self, node: ast.Name | ast.Attribute, name: str, inside: bool) -> None:
        parts = name.split(".")
        self.uses.add(name)
        self.reflects |= parts[0] in _REFLECTING_NAMES
        self.reflects |= not _REFLECTING_ATTRIBUTES.isdisjoint(parts[1:])
        self.reflects |= parts[-1] in ("import_module", "__import__")  # handed about, or under another name
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and not inside:
            self.assigned.add(name)

    def _import(self, node: ast.Import | ast.ImportFrom, inside: bool) -> None:
        bound = self.inner if inside else self.outer
        for target, name in _bindings(node, self._home):
            if name == "*":
                self.whole.add(target)
            else:
                _merge(bound, {name: [target]})
            self.reflects |= target.partition(".")[0] in _REFLECTING_NAMES
            self.reflects |= target in _IMPORTERS and name != "import_module"
            self.reflects |= target.startswith("sys.") and target[4:] in {"modules", "_getframe"}
        self.imports.update(_imported(node, self._home))

    def _call(self, node: ast.Call) -> None:
        """A module imported by its name in quotes may be used in any way; one whose name is computed can be any."""
        called = _dotted(node.func)
        first = node.args[0] if node.args else None
        if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
            self.reflects = True
            return
        name = first.value
        if name.startswith("."):
            level = len(name) - len(name.lstrip("."))
            name = ".".join(part for part in (_up(self._home, level), name.lstrip(".")) if part)
        listed = [e.value for a in _arguments(node) if isinstance(a, ast.List | ast.Tuple) for e in a.elts
                  if isinstance(e, ast.Constant) and isinstance(e.value, str)]  # fmt: skip
        modules = {name, *(f"{name}.{each}" for each in listed)} if called == "__import__" else {name}
        self.reflects |= not _REFLECTING_NAMES.isdisjoint(modules)
        self.imports |= modules
        self.whole |= modules | ({name.partition(".")[0]} if called == "__import__" else set())


def _arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _up(home: str, level: int) -> str:
    """The package ``level`` dots stand for in a module of the package ``home``."""
    parts = home.split(".") if home else []
    return ".".join(parts[: len(parts) - level + 1]) if level else ""


def _base(node: ast.ImportFrom, home: str) -> str:
    return ".".join(part for part in (_up(home, node.level), node.module or "") if part)


def _bindings(node: ast.Import | ast.ImportFrom, home: str) -> Iterator[tuple[str, str]]:
    """Pairs of what is imported (a dotted name: a module, or something of one) and the name it gets."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            base = _base(node, home)
            yield (base, "*") if alias.name == "*" else (f"{base}.{alias.name}", alias.asname or alias.name)
        elif alias.asname:
            yield alias.name, alias.asname
        else:
            top = alias.name.partition(".")[0]
            yield top, top


def _imported(node: ast.Import | ast.ImportFrom, home: str) -> set[str]:
    """Module names that an import may load; ``from a import b`` gives both ``a`` and ``a.b``."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    base = _base(node, home)
    return {base, *(f"{base}.{alias.name}" for alias in node.names)}
