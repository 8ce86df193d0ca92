"""What one compiled module declares, in short: enough for the audit, and a key for whatever is remembered of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from claims.lean.decode import CompiledModule
from claims.lean.environment import UserModule
from claims.lean.kernel.constants import Constant, Definition, Inductive, Kind, Opaque, Recursor, Theorem
from claims.lean.kernel.hashing import Hasher
from claims.lean.olean import OleanError

#: Extensions that note attributes by which compiled code may differ from what is proved; no proof depends on them.
#: Each with the attribute and the number of fields of an entry, whose first is the constant's name.
ATTRIBUTES: Final = {
    "Lean.Compiler.implementedByAttr": ("implemented_by", 2),
    "Lean.externAttr": ("extern", 2),
    "Lean.Compiler.CSimp.ext": ("csimp", 3),
}


@dataclass(frozen=True)
class Member:
    """A constant: hash of its statement, of its body (empty for a theorem), and the names both mention."""

    name: str
    kind: Kind
    unsafe: bool
    statement: str
    body: str
    statement_names: tuple[str, ...]
    body_names: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """Everything it mentions."""
        return frozenset((*self.statement_names, *self.body_names))


@dataclass(frozen=True)
class ModuleSummary:
    """The members of a module, its imports, and the attributes of :data:`ATTRIBUTES` it gives, each with a constant."""

    module: str
    sha256: str
    imports: tuple[str, ...]
    members: tuple[Member, ...]
    attributes: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data; inverse of :meth:`from_json`."""
        rows = [
            [m.name, m.kind, m.unsafe, m.statement, m.body, list(m.statement_names), list(m.body_names)]
            for m in self.members
        ]
        attributes = [list(pair) for pair in self.attributes]
        return {**vars(self), "imports": list(self.imports), "members": rows, "attributes": attributes}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> ModuleSummary:
        """Rebuild a summary; raises ``KeyError``, ``TypeError`` or ``ValueError`` on foreign data."""
        rows = tuple(Member(r[0], r[1], r[2], r[3], r[4], tuple(r[5]), tuple(r[6])) for r in data["members"])
        attributes = tuple((attribute, constant) for attribute, constant in data["attributes"])
        return ModuleSummary(data["module"], data["sha256"], tuple(data["imports"]), rows, attributes)


def summarise(module: UserModule) -> ModuleSummary:
    """The summary of a module, from its complete part; raises :class:`claims.lean.olean.OleanError`."""
    compiled = module.compiled
    hashers: dict[tuple[str, ...], Hasher] = {}
    members: list[Member] = []
    kinds = compiled.true_kinds(compiled.complete)
    positions = compiled.positions(compiled.complete)
    uses = compiled.uses(positions.values())
    for name, position in positions.items():
        kind = compiled.kind(position)
        if kind == "axiom" and kinds.get(name, "axiom") != "axiom":
            raise OleanError(f"{module.name}: the body of the {kinds[name]} {name} is missing: no .olean.private part?")
        params, type_ = compiled.statement(position)
        hasher = hashers.setdefault(params, Hasher(params))
        statement_names, body_names = uses[position]
        unsafe, partial = compiled.flags(position)
        # A theorem's body is not part of what others rest on: any proof is as good as another.
        body = "" if kind == "theorem" else content_hash(compiled.constant(position), hasher)
        names = tuple(sorted(statement_names)), tuple(sorted(body_names))
        members.append(Member(name, kind, unsafe or partial, hasher(type_).hex(), body, *names))
    imports = tuple(each.module for each in compiled.imports)
    return ModuleSummary(module.name, module.sha256, imports, tuple(members), tuple(_attributes(module)))


def content_hash(constant: Constant, hasher: Hasher) -> str:
    """SHA-256 of what a constant holds besides its type."""
    parts: list[str] = [constant.kind, str(len(constant.params)), str(constant.unsafe)]
    if isinstance(constant, (Definition, Theorem, Opaque)):
        parts.append(hasher(constant.value).hex())
    if isinstance(constant, Definition):
        parts += [str(constant.height), str(constant.partial)]
    if isinstance(constant, Recursor):
        parts += [f"{r.constructor} {r.fields} {hasher(r.body).hex()}" for r in constant.rules]
    if isinstance(constant, (Inductive, Recursor)) or constant.kind in ("constructor", "quotient"):
        parts += [f"{k}={v}" for k, v in sorted(vars(constant).items()) if k not in ("type", "rules", "params")]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _attributes(module: UserModule) -> Iterator[tuple[str, str]]:
    compiled = module.compiled
    entries = compiled.entries(compiled.complete)
    for extension, (attribute, fields) in ATTRIBUTES.items():
        for entry in entries.get(extension, ()):
            yield attribute, _named_first(compiled, *entry, fields)


def _named_first(compiled: CompiledModule, pointer: int, holder: int, fields: int) -> str:
    """The name that an entry starts with; empty where another Lean writes entries in another form.

    Entries of scoped extensions are wrapped: in one field, or in two of which the first is the scope.
    """
    for _ in range(2):
        position = (pointer - compiled.parts.base) // compiled.parts.word
        if pointer & 1 or not 0 <= position < holder:
            return ""
        form = compiled.parts.object(position)[:2]
        first = position + compiled.head
        if form == (0, fields):
            return compiled.name(int(compiled.words[first]), position)
        if form not in ((0, 1), (1, 2)):
            return ""
        pointer, holder = int(compiled.words[first + form[0]]), position
    return ""


def interfaces(summaries: Mapping[str, ModuleSummary]) -> dict[str, str]:
    """For each constant of the modules a hash of all that a declaration which mentions it can see of it.

    That is its statement and, unless it is a theorem, its body, and the same of everything these mention. Constants of
    core count by name. Members of one inductive group mention each other; a cycle is cut by hashing in rounds.
    """
    members = {m.name: m for s in summaries.values() for m in s.members}
    seen = {n: m.statement_names if m.kind == "theorem" else tuple(m.names) for n, m in members.items()}
    result: dict[str, str] = {}
    for component in components({n: [x for x in names if x in members] for n, names in seen.items()}):
        inside = set(component)
        parts = []
        for name in sorted(component):
            m = members[name]
            below = [f"{x} {result.get(x, '')}" for x in sorted(seen[name]) if x not in inside]
            parts.append("\n".join((name, m.kind, str(m.unsafe), m.statement, m.body, *below)))
        whole = hashlib.sha256("\n\n".join(parts).encode()).hexdigest()
        for name in component:
            result[name] = hashlib.sha256(f"{name} {whole}".encode()).hexdigest() if len(component) > 1 else whole
    return result


def components(graph: Mapping[str, list[str]]) -> Iterator[list[str]]:
    """Strongly connected components, each after those it leads to (Tarjan's algorithm, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in graph:
        todo: list[tuple[str, int]] = [(root, 0)] if root not in index else []
        while todo:
            node, at = todo.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            nexts = graph[node]
            while at < len(nexts):
                each = nexts[at]
                at += 1
                if each not in index:
                    todo += [(node, at), (each, 0)]
                    break
                if each in on_stack:
                    low[node] = min(low[node], index[each])
            else:
                if low[node] == index[node]:
                    found: list[str] = []
                    while not found or found[-1] != node:
                        found.append(stack.pop())
                        on_stack.discard(found[-1])
                    yield found
                if todo:
                    above = todo[-1][0]
                    low[above] = min(low[above], low[node])
