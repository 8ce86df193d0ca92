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
from claims.lean.kernel.check import Kernel, check_closed
from claims.lean.kernel.constants import Constant, Constructor, Inductive, Recursor, Rule
from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.levels import Level
from claims.lean.kernel.reduce import World
from claims.lean.kernel.terms import APP, CONST, LAM, NAT, PI, PROJ, STR, Term, apps, instantiate

NESTED: Final = (
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

    if inductive.name not in inductive.group:
        raise Rejected(f"{inductive.name} is not a member of the group it is recorded with")
    types = [member(name, Inductive) for name in inductive.group]
    assert all(isinstance(each, Inductive) for each in types)
    constructors = [[member(n, Constructor) for n in each.constructors] for each in types]  # type: ignore[attr-defined]
    recursors = [member(f"{each.name}.rec", Recursor) for each in types]
    return Group(tuple(types), tuple(map(tuple, constructors)), tuple(recursors))  # type: ignore[arg-type]


def groups(world: World, names: Iterable[str]) -> list[Group]:
    """The groups among the constants of a module, in order of their first types.

    Raises :class:`Rejected` for a group that lacks a member, and for an inductive type, constructor or recursor that
    no group lists.
    """
    constants = {name: constant for name in names if (constant := world.constant(name)) is not None}
    found = [
        group_of(each, constants)
        for each in constants.values()
        if isinstance(each, Inductive) and (not each.group or each.group[0] == each.name)
    ]
    known = {name for group in found for name in group.names}
    for each in constants.values():
        if isinstance(each, (Inductive, Constructor, Recursor)) and each.name not in known:
            raise Rejected(f"{each.name}: a {each.kind} that belongs to no group of inductive types")
    return found


def check_group(kernel: Kernel, group: Group) -> None:
    """Accept a group, or raise :class:`Rejected` naming the member and what is wrong with it."""
    kernel.begin()
    derivation = _Derivation(kernel, group)
    try:
        derivation.run()
    except Rejected as error:
        raise type(error)(f"{derivation.member}: {error.message}", error.term) from None


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
        #: The member that is being judged.
        self.member = first.name

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

    def _mentions(self, term: Term) -> str:
        """A type of the group that occurs in a term; empty when none does."""
        return next((t.a for t in terms.walk(term) if t.tag == CONST and t.a in self.names), "")

    def _nested_occurrence(self) -> Term | None:
        """Another type applied to one of the group, in the type of a constructor: for the message only."""
        for each in (each for members in self.group.constructors for each in members):
            for part in terms.walk(each.type):
                head, arguments = terms.spine(part)
                outside = head.tag == CONST and head.a not in self.names
                if part.tag == APP and outside and any(self._mentions(argument) for argument in arguments):
                    return part
        return None

    # -- types --------------------------------------------------------------------------------------------------

    def _header(self, each: Inductive) -> None:
        self.member = each.name
        first = self.group.types[0]
        if each.unsafe:
            raise Rejected("an unsafe inductive type")
        if each.group != tuple(self.names) or each.params != self.params or each.parameters != first.parameters:
            raise Rejected("the members of its group do not agree on parameters and members")
        if each.nested:
            raise Rejected(NESTED.format(name=each.name), self._nested_occurrence())

    def _type(self, number: int, each: Inductive) -> None:
        self._refuse(each.type, self.group.names)
        self.kernel.check_type(each)
        type_ = each.type
        own: list[Term] = []
        while type_.tag == PI:
            at = len(own)
            if at < self.count and number:
                local = self.parameters[at]
                if not self.kernel.equal(type_.a, local.b):
                    raise Rejected(f"parameter {at + 1} differs from that of {self.group.types[0].name}")
            else:
                local = self._local(type_.a)
            own.append(local)
            type_ = instantiate(type_.b, (local,))
        if len(own) - self.count != each.indices or len(own) < self.count:
            raise Rejected(f"has {len(own) - self.count} indices and is recorded with {each.indices}")
        level = self.kernel.ensure_sort(type_, type_)
        if number == 0:
            self.parameters, self.result = own[: self.count], level
        elif not levels.equal(level, self.result):
            raise Rejected("lives in another universe than the rest of its group")
        self.telescopes.append(tuple(own[self.count :]))

    def _refuse(self, term: Term, names: Iterable[str]) -> None:
        forbidden = terms.constants(term) & set(names)
        if forbidden:
            raise Rejected(f"mentions {sorted(forbidden)[0]}, which comes after it")

    def _refuse_values(self, owner: Constructor) -> None:
        """Refuse projections and literals of the group's types: they speak of constructors not yet accepted."""
        for part in terms.walk(owner.type):
            tag = part.tag
            of = part.a if tag == PROJ else "Nat" if tag == NAT else "String" if tag == STR else ""
            if of in self.names:
                raise Rejected(f"takes a value of {of} apart before {of} is defined", part)

    # -- constructors -------------------------------------------------------------------------------------------

    def _constructor(self, number: int, index: int, each: Constructor) -> _Shape:
        self.member, inductive = each.name, self.group.types[number]
        facts = (each.inductive, each.index, each.parameters, each.params, each.unsafe)
        if facts != (inductive.name, index, self.count, self.params, False):
            raise Rejected(f"is not recorded as constructor {index} of {inductive.name}")
        self._refuse(each.type, self.group.names - set(self.names))
        self._refuse_values(each)
        self.kernel.check_type(each)
        type_ = each.type
        for parameter in self.parameters:
            if type_.tag != PI or not self.kernel.equal(type_.a, parameter.b):
                raise Rejected(f"does not take the parameters of {inductive.name}")
            type_ = instantiate(type_.b, (parameter,))
        fields: list[_Field] = []
        while type_.tag == PI:
            fields.append(self._field(type_.a))
            type_ = instantiate(type_.b, (fields[-1].local,))
        if len(fields) != each.fields:
            raise Rejected(f"has {len(fields)} fields and is recorded with {each.fields}")
        found = self._target(type_)
        if found is None or found[0] != number:
            raise Rejected(f"does not make a value of {inductive.name} at its parameters", type_)
        return _Shape(each, tuple(fields), found[1])

    def _field(self, domain: Term) -> _Field:
        level = self.kernel.sort_of(domain)
        if not levels.is_zero(self.result) and not levels.at_most(level, self.result):
            text = f"a field of universe {levels.show(level)} in a type of universe {levels.show(self.result)}"
            raise Rejected(text, domain)
        local = self._local(domain)
        type_, telescope = self.kernel.whnf(domain), list[Term]()
        if not self._mentions(type_):
            return _Field(local, -1, (), ())
        while type_.tag == PI:
            if self._mentions(type_.a):
                raise Rejected("the type occurs to the left of an arrow in a field (not positive)", domain)
            telescope.append(self._local(type_.a))
            type_ = self.kernel.whnf(instantiate(type_.b, (telescope[-1],)))
        found = self._target(type_)
        if found is None:
            name = self._mentions(type_)
            if not name:
                return _Field(local, -1, (), ())
            head = terms.head(type_)
            if head.tag == CONST and head.a in self.names:
                text = f"{head.a} occurs in a field at other parameters or universes, or in its own indices"
                raise Rejected(text, domain)
            raise Rejected(NESTED.format(name=name), domain)
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
            self.member = each.name
            if (each.recursive, each.reflexive) != (recursive, reflexive):
                raise Rejected("is recorded wrongly as recursive or reflexive")

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
            self.member = stored.name
            if stored.params != expected:
                text = "every universe" if large else "propositions only"
                raise Rejected(f"must eliminate into {text}, with the universe parameters of its type")
            self._header_of(number, stored, len(motives), len(minors), shapes)
            self._refuse(stored.type, (each.name for each in self.group.recursors))
            self.kernel.check_type(stored)
            self._same(stored.type, self._recursor_type(number, motives, context), "type")
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
                raise Rejected(f"is recorded with {what} {found}, derived is {derived}")

    def _rule(self, stored: Recursor, rule: Rule, shape: _Shape, body: Term) -> None:
        if (rule.constructor, rule.fields) != (shape.constructor.name, len(shape.fields)):
            raise Rejected(f"its rule for {shape.constructor.name} is not recorded as such")
        check_closed(rule.body, stored.params)
        if not self._alike(rule.body, body):
            text = f"its rule for {shape.constructor.name} is not the derived one, which is\n  {body!r}"
            raise Rejected(text, rule.body)

    def _alike(self, stored: Term, derived: Term) -> bool:
        """Whether a stored rule is the derived one, decided without any rule of the group: none may justify itself.

        Types of arguments may be written in another way (Lean drops annotations such as ``outParam`` there).
        """
        if stored is derived:
            return True
        recursors = {each.name for each in self.group.recursors}
        if not recursors & (terms.constants(stored) | terms.constants(derived)):
            same = self.kernel.equal(self.kernel.check(stored), self.kernel.infer(derived))
            return same and self.kernel.equal(stored, derived)
        if stored.tag != derived.tag:
            return False
        if stored.tag == APP:
            return self._alike(stored.a, derived.a) and self._alike(stored.b, derived.b)
        if stored.tag != LAM or not self._alike(stored.a, derived.a):
            return False
        local = (self._local(derived.a),)
        return self._alike(instantiate(stored.b, local), instantiate(derived.b, local))

    def _same(self, stored: Term, derived: Term, what: str) -> None:
        if stored is not derived and not self.kernel.equal(stored, derived):
            raise Rejected(f"its {what} is not the derived one, which is\n  {derived!r}", stored)
