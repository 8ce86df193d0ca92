"""Inductive types derived anew: constructors checked, recursors rebuilt and compared with the stored ones.

The rules are those of Lean 4's kernel for (mutual) inductive types; see M. Carneiro, *The type theory of Lean*, 2019,
section 2.6. Nested inductive types are refused: the construction behind them is the most error-prone part of every
kernel (it had soundness faults in 2026), and no claim needs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from claims.lean.kernel import levels, terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.constants import Constant, Constructor, Inductive, Recursor, Rule
from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.levels import Level
from claims.lean.kernel.terms import CONST, LAM, PI, Term, apps, instantiate

_NESTED: Final = (
    "a nested inductive type ({name} occurs inside another type): these are not accepted in checked modules; "
    "use a mutual inductive type or a function into the type"
)


@dataclass(frozen=True)
class Group:
    """A mutual group: types in order, constructors by type, recursors by type."""

    types: tuple[Inductive, ...]
    constructors: tuple[tuple[Constructor, ...], ...]
    recursors: tuple[Recursor, ...]

    @property
    def names(self) -> frozenset[str]:
        """Names of all members."""
        return frozenset(
            each.name for each in (*self.types, *(c for cs in self.constructors for c in cs), *self.recursors)
        )


def group_of(inductive: Inductive, constants: Mapping[str, Constant]) -> Group:
    """The group of a type, its members taken from ``constants``; raises :class:`Rejected` when one is missing."""

    def member(name: str, kind: type[Constant]) -> Constant:
        found = constants.get(name)
        if type(found) is not kind:
            raise Rejected(f"{inductive.name} needs {name}, which is not there as a {kind.__name__.lower()}")
        return found

    types = [member(name, Inductive) for name in inductive.group]
    assert all(isinstance(each, Inductive) for each in types)
    constructors = [[member(n, Constructor) for n in each.constructors] for each in types]  # type: ignore[attr-defined]
    recursors = [member(f"{each.name}.rec", Recursor) for each in types]
    return Group(tuple(types), tuple(map(tuple, constructors)), tuple(recursors))  # type: ignore[arg-type]


def orphans(constants: Iterable[Constant], groups: Iterable[Group]) -> list[str]:
    """Constructors and recursors that belong to no group."""
    known = {name for group in groups for name in group.names}
    return [c.name for c in constants if isinstance(c, (Inductive, Constructor, Recursor)) and c.name not in known]


def check_group(kernel: Kernel, group: Group) -> None:
    """Accept a group, or raise :class:`Rejected` naming the member and what is wrong with it."""
    kernel.left = kernel.limit
    _Derivation(kernel, group).run()


@dataclass(frozen=True)
class _Field:
    """A field of a constructor; for a recursive one ``target`` is the type's number and ``telescope`` its arguments."""

    local: Term
    target: int
    telescope: tuple[Term, ...]
    indices: tuple[Term, ...]


@dataclass(frozen=True)
class _Shape:
    """A constructor taken apart: its fields, and the indices of its result."""

    constructor: Constructor
    fields: tuple[_Field, ...]
    indices: tuple[Term, ...]


class _Derivation:
    def __init__(self, kernel: Kernel, group: Group) -> None:
        self.kernel, self.group = kernel, group
        first = group.types[0]
        self.params = first.params
        self.universes = tuple(levels.param(name) for name in self.params)
        self.count = first.parameters
        self.names = {each.name: number for number, each in enumerate(group.types)}
        self.heads = [terms.const(each.name, self.universes) for each in group.types]
        self.parameters: list[Term] = []
        self.telescopes: list[tuple[Term, ...]] = []
        self.result: Level = levels.ZERO
        #: Numbers of locals: each telescope starts above everything that was made before it.
        self.next = 0

    def run(self) -> None:
        for number, each in enumerate(self.group.types):
            self._header(each)
            self._type(number, each)
        shapes = [
            [self._constructor(n, i, c) for i, c in enumerate(cs)] for n, cs in enumerate(self.group.constructors)
        ]
        self._flags(shapes)
        self._recursors(shapes)

    def _local(self, type_: Term) -> Term:
        number = max(self.next, type_.high)
        self.next = number + 1
        return terms.local(number, type_)

    def _fail(self, owner: Constant, text: str, term: Term | None = None) -> Rejected:
        return Rejected(f"{owner.name}: {text}", term)

    def _mentions(self, term: Term) -> str:
        """A type of the group that occurs in a term; empty when none does."""
        return next((t.a for t in terms.walk(term) if t.tag == CONST and t.a in self.names), "")

    # -- types --------------------------------------------------------------------------------------------------

    def _header(self, each: Inductive) -> None:
        first = self.group.types[0]
        if each.unsafe:
            raise self._fail(each, "an unsafe inductive type")
        if each.group != tuple(self.names) or each.params != self.params or each.parameters != first.parameters:
            raise self._fail(each, "the members of its group do not agree on parameters and members")
        if each.nested:
            raise self._fail(each, _NESTED.format(name=each.name))
        if len(set(each.constructors)) != len(each.constructors):
            raise self._fail(each, "a constructor is listed twice")

    def _type(self, number: int, each: Inductive) -> None:
        self._refuse(each, each.type, self.group.names)
        self.kernel.check_type(each)
        type_ = each.type
        own: list[Term] = []
        while type_.tag == PI:
            at = len(own)
            if at < self.count and number:
                local = self.parameters[at]
                if not self.kernel.equal(type_.a, local.b):
                    raise self._fail(each, f"parameter {at + 1} differs from that of {self.group.types[0].name}")
            else:
                local = self._local(type_.a)
            own.append(local)
            type_ = instantiate(type_.b, (local,))
        if len(own) - self.count != each.indices or len(own) < self.count:
            raise self._fail(each, f"has {len(own) - self.count} indices and is recorded with {each.indices}")
        level = self.kernel.ensure_sort(type_, type_)
        if number == 0:
            self.parameters, self.result = own[: self.count], level
        elif not levels.equal(level, self.result):
            raise self._fail(each, "lives in another universe than the rest of its group")
        self.telescopes.append(tuple(own[self.count :]))

    def _refuse(self, owner: Constant, term: Term, names: Iterable[str]) -> None:
        forbidden = terms.constants(term) & set(names)
        if forbidden:
            raise self._fail(owner, f"mentions {sorted(forbidden)[0]}, which comes after it")

    # -- constructors -------------------------------------------------------------------------------------------

    def _constructor(self, number: int, index: int, each: Constructor) -> _Shape:
        inductive = self.group.types[number]
        facts = (each.inductive, each.index, each.parameters, each.params, each.unsafe)
        if facts != (inductive.name, index, self.count, self.params, False):
            raise self._fail(each, f"is not recorded as constructor {index} of {inductive.name}")
        self._refuse(each, each.type, self.group.names - set(self.names))
        self.kernel.check_type(each)
        type_ = each.type
        for parameter in self.parameters:
            if type_.tag != PI or not self.kernel.equal(type_.a, parameter.b):
                raise self._fail(each, f"does not take the parameters of {inductive.name}")
            type_ = instantiate(type_.b, (parameter,))
        fields: list[_Field] = []
        while type_.tag == PI:
            fields.append(self._field(each, type_.a))
            type_ = instantiate(type_.b, (fields[-1].local,))
        if len(fields) != each.fields:
            raise self._fail(each, f"has {len(fields)} fields and is recorded with {each.fields}")
        found = self._target(type_)
        if found is None or found[0] != number:
            raise self._fail(each, f"does not make a value of {inductive.name} at its parameters", type_)
        return _Shape(each, tuple(fields), found[1])

    def _field(self, owner: Constructor, domain: Term) -> _Field:
        level = self.kernel.sort_of(domain)
        if not levels.is_zero(self.result) and not levels.at_most(level, self.result):
            text = f"a field of universe {levels.show(level)} in a type of universe {levels.show(self.result)}"
            raise self._fail(owner, text, domain)
        local = self._local(domain)
        type_, telescope = self.kernel.whnf(domain), list[Term]()
        if not self._mentions(type_):
            return _Field(local, -1, (), ())
        while type_.tag == PI:
            if self._mentions(type_.a):
                raise self._fail(owner, "the type occurs to the left of an arrow in a field (not positive)", domain)
            telescope.append(self._local(type_.a))
            type_ = self.kernel.whnf(instantiate(type_.b, (telescope[-1],)))
        found = self._target(type_)
        if found is None:
            name = self._mentions(type_)
            if not name:
                return _Field(local, -1, (), ())
            raise self._fail(owner, _NESTED.format(name=name), domain)
        return _Field(local, found[0], tuple(telescope), found[1])

    def _target(self, type_: Term) -> tuple[int, tuple[Term, ...]] | None:
        """Which type of the group a type is an instance of, at the group's own parameters, and its indices."""
        head, arguments = terms.spine(type_)
        number = self.names.get(head.a, -1) if head.tag == CONST else -1
        if number < 0 or not levels.all_equal(head.b, self.universes):
            return None
        if len(arguments) != self.count + self.group.types[number].indices:
            return None
        if not all(self.kernel.equal(a, p) for a, p in zip(arguments, self.parameters, strict=False)):
            return None
        indices = tuple(arguments[self.count :])
        return None if any(self._mentions(each) for each in indices) else (number, indices)

    def _flags(self, shapes: Sequence[Sequence[_Shape]]) -> None:
        fields = [(f, s.constructor) for each in shapes for s in each for f in s.fields]
        recursive = any(self._mentions(field.local.b) for field, _ in fields)
        reflexive = any(field.local.b.tag == PI and self._mentions(field.local.b) for field, _ in fields)
        for each in self.group.types:
            if (each.recursive, each.reflexive) != (recursive, reflexive):
                raise self._fail(each, "is recorded wrongly as recursive or reflexive")

    # -- recursors ----------------------------------------------------------------------------------------------

    def _large(self, shapes: Sequence[Sequence[_Shape]]) -> bool:
        """Whether the recursor eliminates into every universe."""
        if levels.is_never_zero(self.result):
            return True
        if len(shapes) > 1 or len(shapes[0]) > 1:
            return False
        for shape in shapes[0]:
            for field in shape.fields:
                if not self.kernel.is_prop(field.local.b) and field.local not in shape.indices:
                    return False
        return True

    def _recursors(self, shapes: Sequence[Sequence[_Shape]]) -> None:
        large = self._large(shapes)
        extra = self.group.recursors[0].params[: len(self.group.recursors[0].params) - len(self.params)]
        expected = (*extra, *self.params) if len(extra) == large and not set(extra) & set(self.params) else None
        level = levels.param(extra[0]) if large and expected else levels.ZERO
        motives = [self._motive(number, level) for number in range(len(shapes))]
        minors = [self._minor(number, shape, motives) for number, each in enumerate(shapes) for shape in each]
        context = [*self.parameters, *motives, *minors]
        universes = (*((level,) if large else ()), *self.universes)
        first = 0
        for number, stored in enumerate(self.group.recursors):
            if stored.params != expected:
                text = "every universe" if large else "propositions only"
                raise self._fail(stored, f"must eliminate into {text}, with the universe parameters of its type")
            self._header_of(number, stored, len(motives), len(minors), shapes)
            self._refuse(stored, stored.type, (each.name for each in self.group.recursors))
            self.kernel.check_type(stored)
            self._same(stored, stored.type, self._recursor_type(number, motives, context), "type")
            for rule, shape, minor in zip(stored.rules, shapes[number], minors[first:], strict=False):
                self._rule(stored, rule, shape, self._body(shape, minor, context, universes))
            first += len(shapes[number])

    def _motive(self, number: int, level: Level) -> Term:
        indices = self.telescopes[number]
        major = self._local(apps(self.heads[number], [*self.parameters, *indices]))
        return self._local(terms.close(PI, [*indices, major], terms.sort(level)))

    def _minor(self, number: int, shape: _Shape, motives: Sequence[Term]) -> Term:
        fields = [field.local for field in shape.fields]
        hypotheses: list[Term] = []
        for field in shape.fields:
            if field.target >= 0:
                value = apps(field.local, field.telescope)
                goal = terms.app(apps(motives[field.target], field.indices), value)
                hypotheses.append(self._local(terms.close(PI, field.telescope, goal)))
        made = apps(terms.const(shape.constructor.name, self.universes), [*self.parameters, *fields])
        goal = terms.app(apps(motives[number], shape.indices), made)
        return self._local(terms.close(PI, [*fields, *hypotheses], goal))

    def _recursor_type(self, number: int, motives: Sequence[Term], context: Sequence[Term]) -> Term:
        indices = self.telescopes[number]
        major = self._local(apps(self.heads[number], [*self.parameters, *indices]))
        goal = terms.app(apps(motives[number], indices), major)
        return terms.close(PI, [*context, *indices, major], goal)

    def _body(self, shape: _Shape, minor: Term, context: Sequence[Term], universes: tuple[Level, ...]) -> Term:
        fields = [field.local for field in shape.fields]
        calls: list[Term] = []
        for field in shape.fields:
            if field.target >= 0:
                recursor = terms.const(self.group.recursors[field.target].name, universes)
                call = apps(recursor, [*context, *field.indices, apps(field.local, field.telescope)])
                calls.append(terms.close(LAM, field.telescope, call))
        return terms.close(LAM, [*context, *fields], apps(minor, [*fields, *calls]))

    def _header_of(
        self, number: int, stored: Recursor, motives: int, minors: int, shapes: Sequence[Sequence[_Shape]]
    ) -> None:
        only = len(shapes) == 1 and len(shapes[0]) == 1 and not shapes[0][0].fields
        facts = {
            "group": (stored.group, tuple(self.names)),
            "parameters": (stored.parameters, self.count),
            "indices": (stored.indices, len(self.telescopes[number])),
            "motives": (stored.motives, motives),
            "minor premises": (stored.minors, minors),
            "rules": (len(stored.rules), len(shapes[number])),
            "K": (stored.k, only and levels.is_zero(self.result)),
            "unsafe": (stored.unsafe, False),
        }
        for what, (found, derived) in facts.items():
            if found != derived:
                raise self._fail(stored, f"is recorded with {what} {found}, derived is {derived}")

    def _rule(self, stored: Recursor, rule: Rule, shape: _Shape, body: Term) -> None:
        if (rule.constructor, rule.fields) != (shape.constructor.name, len(shape.fields)):
            raise self._fail(stored, f"its rule for {shape.constructor.name} is not recorded as such")
        if rule.body is not body:
            terms_ok = not (rule.body.loose or rule.body.high)
            if not terms_ok or not self.kernel.equal(self.kernel.check(rule.body), self.kernel.check(body)):
                raise self._fail(stored, f"its rule for {shape.constructor.name} is of another type", rule.body)
            self._same(stored, rule.body, body, f"rule for {shape.constructor.name}")

    def _same(self, owner: Constant, stored: Term, derived: Term, what: str) -> None:
        if stored is not derived and not self.kernel.equal(stored, derived):
            raise self._fail(owner, f"its {what} is not the derived one, which is\n  {derived!r}", stored)
