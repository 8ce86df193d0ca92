"""What a theorem states, read off the compiled module: binders, conclusion, and the hashes that pin its meaning."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from claims.lean.decode import BinderName
from claims.lean.environment import Environment
from claims.lean.instances import InstanceCheck
from claims.lean.kernel import terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.constants import Constant
from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.hashing import Hasher
from claims.lean.kernel.terms import CONST, LOCAL, NAT, PI, SORT, Term, instantiate
from claims.lean.render import Renderer, Signature, group, is_accessible, plain_name
from claims.lean.summary import components, content_hash
from claims.lean.trust import TrustGraph

#: Last name of the class, in the namespace of its library, whose instance a theorem may assume: the structure of a
#: complete ordered field.
FIELD: Final = "Reals"
#: Core types that carry data and no assumption.
_DATA: Final = ("Nat", "Int", "Rat", "Bool", "String", "Char", "Unit", "PUnit")
#: Core types of data when their arguments are.
_CONTAINERS: Final = ("Prod", "List", "Array", "Option", "Sum")
#: Constants that Lean makes and numbers, and the kinds of which one is as good as another of the same content.
_NUMBERED: Final = re.compile(r"\.(_proof|match|_auto|eq)_\d+(_\d+)*$")
_REPLACEABLE: Final = ("definition", "theorem")
#: Variables and hypotheses of a statement at most.
_MOST_BINDERS: Final = 1_000


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
    """A theorem's statement. ``trivial``: it concludes ``True``. ``vacuous``: a binder assuming ``False``, or empty.

    ``misread``: what in it would be taken for something else (:mod:`claims.lean.instances`), or empty.
    ``shallow`` is the hash of the type alone; ``deep`` covers every definition of the modules behind it too.
    """

    theorem: str
    text: str
    binders: tuple[StatementBinder, ...]
    conclusion: str
    trivial: bool
    vacuous: str
    misread: str
    shallow: str
    deep: str


class StatementReader:
    """Reads statements of one environment."""

    def __init__(self, environment: Environment, graph: TrustGraph) -> None:
        self._environment = environment
        self._graph = graph
        self._instances = InstanceCheck(environment)
        self._signatures: dict[str, Signature] = {}
        self._hashers: dict[tuple[str, ...], Hasher] = {}
        self._contents: dict[str, str] = {}
        self._rows: dict[str, str] = {}
        self._kernel = Kernel(environment, arithmetic=environment.is_core("Nat.add"), steps=2_000_000)

    def read(self, theorem: str) -> Statement:
        """The statement of a theorem of the modules; raises ``KeyError`` when there is none of this name.

        May raise :class:`claims.lean.kernel.errors.Rejected` for a statement that is not well formed.
        """
        self._kernel.begin()
        member = self._graph.members[theorem]
        module, position = self._environment.record(theorem)
        renderer = Renderer(self._environment, module, self._signatures)
        names = module.binder_names(position)
        shown: list[tuple[BinderName, str]] = []
        binders: list[StatementBinder] = []
        at = module.type_position(position)
        params, whole = module.statement(position)
        type_ = whole
        if len(names) > _MOST_BINDERS:
            raise Rejected(f"a statement of {len(names)} variables and hypotheses", type_)
        locals_: list[Term] = []
        named, rest = 0, at
        vacuous = ""
        for number, binder in enumerate(names):
            at = module.skip(at)
            domain_at, body_at = module.node(at)[1]
            domain = instantiate(type_.a, locals_[::-1])
            readable = BinderName(_unique(binder.name, [b.name for b, _ in shown]), binder.kind)
            text = renderer.type_of(domain_at, [b.name for b, _ in shown])
            binders.append(self._binder(readable, binder, text, domain))
            shown.append((readable, text))
            if not vacuous and self._is_constant(domain, "False"):
                vacuous = f"{readable.name} : {text}"
            locals_.append(terms.local(max(number, domain.high), domain))
            at, type_ = body_at, type_.b
            if named == number and (is_accessible(binder.name) or binder.kind == "instance"):
                named, rest = number + 1, at
        goal = instantiate(type_, locals_[::-1])
        conclusion = renderer.type_of(at, [b.name for b, _ in shown])
        # As Lean prints it: from the first hypothesis without a name on, binders stand as premises behind the colon.
        claim = renderer.type_of(rest, [b.name for b, _ in shown[:named]])
        universes = f".{{{', '.join(params)}}}" if params else ""
        head = " ".join(x for x in (plain_name(theorem) + universes, group(shown[:named])) if x)
        return Statement(
            theorem,
            f"{head} : {claim}",
            tuple(binders),
            conclusion,
            self._is_true(goal),
            vacuous,
            self._instances.misread(whole),
            member.statement,
            self.deep_hash(theorem),
        )

    def _binder(self, readable: BinderName, binder: BinderName, text: str, domain: Term) -> StatementBinder:
        field = binder.kind == "instance" and self._is_field(domain)
        prop = self._kernel.is_prop(domain)
        data = not prop and self._is_data(domain)
        return StatementBinder(readable.name, binder.kind, text, prop, data, field, is_accessible(binder.name))

    def _is_field(self, domain: Term) -> bool:
        """Whether a type is :data:`FIELD` of a type variable: of a given type it would be an assumption."""
        head, arguments = terms.spine(domain)
        of_variable = len(arguments) == 1 and arguments[0].tag == LOCAL
        if not of_variable or head.tag != CONST or not self._environment.is_user(head.a):
            return False
        library = self._environment.module_of(head.a).partition(".")[0]
        return bool(head.a == f"{library}.{FIELD}")

    def _is_true(self, goal: Term) -> bool:
        """Whether a conclusion is ``True``, also by name of another: definitions are unfolded, quantifiers opened."""
        goal = self._kernel.whnf(goal)
        while goal.tag == PI:
            goal = self._kernel.whnf(instantiate(goal.b, (terms.fresh(goal.a, goal),)))
        return self._is_constant(goal, "True")

    def _is_constant(self, type_: Term, name: str) -> bool:
        found = self._kernel.whnf(type_)
        return found.tag == CONST and bool(found.a == name)

    def _is_data(self, type_: Term) -> bool:
        """Whether a type is one of numbers, indices, type variables, functions of these, or predicates on these.

        Every such type has a member when type variables do and sizes are positive, so that a variable of it assumes
        nothing. A function whose type of values depends on its argument does not count: `(n : Nat) → Fin n` is empty.
        """
        type_ = self._kernel.whnf(type_)
        if type_.tag == SORT:
            return True
        if type_.tag == PI:
            argument = terms.fresh(type_.a, type_)
            values = self._kernel.whnf(instantiate(type_.b, (argument,)))
            return values.high <= argument.a and self._is_data(type_.a) and self._is_data(values)
        head, arguments = terms.spine(type_)
        if head.tag == LOCAL:
            return not arguments and not self._kernel.is_prop(type_)
        if head.tag != CONST or self._environment.is_user(head.a):
            return False
        if head.a == "Fin":
            return self._is_size(arguments[0])
        return head.a in _DATA or (head.a in _CONTAINERS and all(self._is_data(each) for each in arguments))

    def _is_size(self, number: Term) -> bool:
        """Whether a natural number is above 0 when the variables in it are, so that there are indices below it.

        What the modules define, say another ``+``, is unfolded; what that leaves undecided is no size.
        """
        if any(self._environment.is_user(name) for name in terms.constants(number)):
            number = self._kernel.whnf(number)
            if any(self._environment.is_user(name) for name in terms.constants(number)):
                return False
        head, arguments = terms.spine(number)
        operands = arguments[-2:]
        if head.tag != CONST:
            return head.tag == LOCAL or (number.tag == NAT and number.a > 0)
        if head.a == "HAdd.hAdd" and len(arguments) == 6:
            return any(self._is_size(each) for each in operands)
        if head.a in ("HMul.hMul", "HPow.hPow") and len(arguments) == 6:
            return all(self._is_size(each) for each in operands)
        return head.a == "Nat.succ" or (head.a == "OfNat.ofNat" and self._is_size(arguments[1]))

    def deep_hash(self, theorem: str) -> str:
        """SHA-256 over the statement, and kind, statement and body of every constant of the modules behind it.

        Constants go by name. Those that Lean numbers (matchers, lifted proofs) go by their content, for an edit
        elsewhere can give the same one another name; whatever they mention is covered as well.
        """
        reach = self._graph.statement_reach(theorem)
        self._name_by_content(reach)
        rows = sorted(self._row(name) for name in reach if name not in self._contents)
        return hashlib.sha256("\n".join((self._hashed_type(theorem), *rows)).encode()).hexdigest()

    def _name_by_content(self, reach: Iterable[str]) -> None:
        """Give the numbered constants among ``reach``, which is closed under mentioning, names from their content."""
        new = [name for name in reach if name not in self._rows and name not in self._contents]
        numbered = {name for name in new if _NUMBERED.search(name) and self._graph.members[name].kind in _REPLACEABLE}
        mentions = {name: [x for x in self._seen(name) if x in numbered] for name in numbered}
        for component in components(mentions):
            name = component[0]
            if len(component) == 1 and name not in mentions[name] and not self._graph.members[name].unsafe:
                # No name contains a NUL.
                self._contents[name] = "\0" + self._content(name)

    def _seen(self, name: str) -> tuple[str, ...]:
        member = self._graph.members[name]
        return member.statement_names if member.kind == "theorem" else (*member.statement_names, *member.body_names)

    def _row(self, name: str) -> str:
        if name not in self._rows:
            self._rows[name] = f"{name} {self._graph.members[name].unsafe} {self._content(name)}"
        return self._rows[name]

    def _content(self, name: str) -> str:
        """Hash of kind, statement and, theorems aside, body of a constant."""
        kind = self._graph.members[name].kind
        constant = self._constant(name)
        body = "" if kind == "theorem" else content_hash(constant, self._hasher(constant.params))
        text = f"{kind} {len(constant.params)} {self._hashed_type(name)} {body}"
        return hashlib.sha256(text.encode()).hexdigest()

    def _hashed_type(self, name: str) -> str:
        constant = self._constant(name)
        return self._hasher(constant.params)(constant.type).hex()

    def _constant(self, name: str) -> Constant:
        constant = self._environment.constant(name)
        assert constant is not None
        return constant

    def _hasher(self, params: tuple[str, ...]) -> Hasher:
        if params not in self._hashers:
            self._hashers[params] = Hasher(params, self._contents)
        return self._hashers[params]


def _unique(name: str, taken: list[str]) -> str:
    stem = name if is_accessible(name) else f"{name.split('._@')[0].split('._hyg')[0]}✝"
    found, number = stem, 0
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return found
