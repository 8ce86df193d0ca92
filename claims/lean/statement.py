"""What a theorem states, read off the compiled module: binders, conclusion, and the hashes that pin its meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from claims.lean.decode import BinderName
from claims.lean.environment import Environment
from claims.lean.kernel import levels, terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.terms import CONST, LOCAL, PI, SORT, Term, instantiate
from claims.lean.render import Renderer, group, is_accessible
from claims.lean.trust import TrustGraph

#: The class whose instance a theorem may assume: the structure of a complete ordered field.
FIELD: Final = "Claims.Reals"
#: Core types that carry data and no assumption.
_DATA: Final = ("Nat", "Int", "Bool", "Fin", "String", "Char", "Unit", "PUnit")
#: Core types of data when their arguments are.
_CONTAINERS: Final = ("Prod", "List", "Array", "Option", "Sum")


@dataclass(frozen=True)
class StatementBinder:
    """A binder: ``prop`` when it assumes something, ``data`` when its type cannot assume anything, ``named`` when an
    author named it, ``field`` for the instance of :data:`FIELD`."""

    name: str
    kind: str
    type: str
    prop: bool
    data: bool
    field: bool
    named: bool


@dataclass(frozen=True)
class Statement:
    """A theorem's statement. ``trivial``: it concludes ``True``.

    ``shallow`` is the hash of the type alone; ``deep`` covers every definition of the modules behind it too.
    """

    theorem: str
    text: str
    binders: tuple[StatementBinder, ...]
    conclusion: str
    trivial: bool
    shallow: str
    deep: str


class StatementReader:
    """Reads statements of one environment."""

    def __init__(self, environment: Environment, graph: TrustGraph) -> None:
        self._environment = environment
        self._graph = graph
        self._kernel = Kernel(environment, arithmetic=environment.is_core("Nat.add"), steps=2_000_000)

    def read(self, theorem: str) -> Statement:
        """The statement of a theorem of the modules; raises ``KeyError`` when there is none of this name.

        May raise :class:`claims.lean.kernel.errors.Rejected` for a statement that is not well formed.
        """
        self._kernel.left = self._kernel.limit
        member = self._graph.members[theorem]
        module = self._environment.modules[self._environment.module_of(theorem)].compiled
        position = module.positions(module.complete)[theorem]
        renderer = Renderer(self._environment, module)
        names = module.binder_names(position)
        shown: list[tuple[BinderName, str]] = []
        binders: list[StatementBinder] = []
        at = module.type_position(position)
        type_ = module.statement(position)[1]
        locals_: list[Term] = []
        for number, binder in enumerate(names):
            at = module.skip(at)
            domain_at, body_at = module.node(at)[1]
            domain = instantiate(type_.a, locals_[::-1])
            readable = BinderName(_unique(binder.name, [b.name for b, _ in shown]), binder.kind)
            text = renderer.type_of(domain_at, [b.name for b, _ in shown])
            binders.append(self._binder(readable, binder, text, domain))
            shown.append((readable, text))
            locals_.append(terms.local(max(number, domain.high), domain))
            at, type_ = body_at, type_.b
        goal = instantiate(type_, locals_[::-1])
        conclusion = renderer.type_of(at, [b.name for b, _ in shown])
        params = module.statement(position)[0]
        name = f"{theorem}.{{{', '.join(params)}}}" if params else theorem
        head = " ".join(x for x in (name, group(shown)) if x)
        return Statement(
            theorem,
            f"{head} : {conclusion}",
            tuple(binders),
            conclusion,
            self._is_true(goal),
            member.statement,
            self.deep_hash(theorem),
        )

    def _binder(self, readable: BinderName, binder: BinderName, text: str, domain: Term) -> StatementBinder:
        head = terms.head(domain)
        field = binder.kind == "instance" and head.tag == CONST and head.a == FIELD
        prop = self._kernel.is_prop(domain)
        data = not prop and self._is_data(domain)
        return StatementBinder(readable.name, binder.kind, text, prop, data, field, is_accessible(binder.name))

    def _is_true(self, goal: Term) -> bool:
        """Whether a conclusion is ``True``, also by name of another: definitions are unfolded, quantifiers opened."""
        goal = self._kernel.whnf(goal)
        while goal.tag == PI:
            goal = self._kernel.whnf(instantiate(goal.b, (terms.fresh(goal.a, goal),)))
        return goal.tag == CONST and goal.a == "True"

    def _is_data(self, type_: Term) -> bool:
        """Whether a type is one of numbers, indices, type variables, functions of these, or predicates on these."""
        type_ = self._kernel.whnf(type_)
        if type_.tag == SORT:
            return not levels.is_zero(type_.a)
        if type_.tag == PI:
            if not self._is_data(type_.a):
                return False
            body = self._kernel.whnf(instantiate(type_.b, (terms.fresh(type_.a, type_),)))
            return (body.tag == SORT and levels.is_zero(body.a)) or self._is_data(body)
        head, arguments = terms.spine(type_)
        if head.tag == LOCAL:
            return not arguments
        if head.tag != CONST or self._environment.is_user(head.a):
            return False
        if head.a in _CONTAINERS:
            return all(self._is_data(each) for each in arguments)
        return head.a in _DATA

    def deep_hash(self, theorem: str) -> str:
        """SHA-256 over the statement's hash and kind, statement and body of every constant of the modules behind it."""
        rows = [self._graph.members[theorem].statement]
        for name in self._graph.statement_reach(theorem):
            m = self._graph.members[name]
            rows.append(f"{name} {m.kind} {m.unsafe} {m.statement} {m.body}")
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _unique(name: str, taken: list[str]) -> str:
    stem = name if is_accessible(name) else f"{name.split('._@')[0].split('._hyg')[0]}✝"
    found, number = stem, 0
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return found


def unmatched(statement: Statement, declared: set[str]) -> Iterator[StatementBinder]:
    """Binders that carry something and are not among ``declared``: neither the field, nor its type, nor a size."""
    for binder in statement.binders:
        if binder.field or (binder.named and binder.name in declared):
            continue
        yield binder
