"""A small world of constants for tests of the second kernel, made by hand: no Lean and no core library is needed.

Terms are written with Python functions for binders (``pi(nat, lambda n: ...)``). Making a world drops all terms of
earlier ones, so a test makes its own and keeps no term across worlds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.constants import Constant, Constructor, Inductive, Recursor, Rule
from claims.lean.kernel.inductive import Group, check_group, group_of
from claims.lean.kernel.levels import Level
from claims.lean.kernel.terms import LAM, PI, Term, apps

_numbers = itertools.count()


def local(type_: Term) -> Term:
    """A local that is new."""
    return terms.local(next(_numbers), type_)


def pi(domain: Term, body: Callable[[Term], Term]) -> Term:
    """``(x : domain) -> body x``."""
    x = local(domain)
    return terms.close(PI, [x], body(x))


def fun(domain: Term, body: Callable[[Term], Term]) -> Term:
    """``fun x : domain => body x``."""
    x = local(domain)
    return terms.close(LAM, [x], body(x))


def arrow(*types: Term) -> Term:
    """``A -> B -> ... -> Z``."""
    result = types[-1]
    for each in types[-2::-1]:
        result = terms.pi(each, result)
    return result


def call(function: Term | str, *arguments: Term) -> Term:
    """A function, or a constant without universe parameters by its name, applied to arguments."""
    return apps(terms.const(function) if isinstance(function, str) else function, arguments)


def at(name: str, *universes: Level | int | str) -> Term:
    """A constant at universe levels, given as levels, numbers or names of parameters."""
    return terms.const(name, tuple(map(level, universes)))


def level(value: Level | int | str) -> Level:
    """A level from a number, the name of a parameter, or itself."""
    if isinstance(value, Level):
        return value
    return levels.number(value) if isinstance(value, int) else levels.param(value)


def sort(value: Level | int | str) -> Term:
    """``Sort u``: 0 is Prop, 1 is Type."""
    return terms.sort(level(value))


@dataclass
class Spec:
    """One type of a mutual group: name, type, and its constructors' types by their short names."""

    name: str
    type: Term
    constructors: Mapping[str, Term] = field(default_factory=dict)


class World:
    """Constants by name, with :meth:`kernel` on them."""

    def __init__(self) -> None:
        terms.forget()
        terms.belong_to(self)
        self.constants: dict[str, Constant] = {}

    def constant(self, name: str) -> Constant | None:
        return self.constants.get(name)

    def kernel(self, steps: int = 100_000) -> Kernel:
        """A kernel on the constants as they are now; one made earlier must not be used any more."""
        for term in (*terms._apps.values(), *terms._table.values()):
            if term.tag != terms.LOCAL:
                term.type, term.checked = None, False
            term.core = term.cheap = term.whnf = term.unfolded = None
        return Kernel(self, steps=steps)

    def put(self, *constants: Constant) -> None:
        """Add constants, or put them in place of those of the same name."""
        self.constants.update({each.name: each for each in constants})

    def change(self, name: str, **facts: Any) -> None:
        """Give a constant other facts."""
        self.put(replace(self.constants[name], **facts))

    def axiom(self, name: str, type_: Term, params: Sequence[str] = ()) -> Term:
        self.put(c.Axiom(name, tuple(params), type_, False))
        return at(name, *params)

    def define(self, name: str, type_: Term, value: Term, params: Sequence[str] = (), height: int = 1) -> Term:
        self.put(c.Definition(name, tuple(params), type_, False, value, height, False))
        return at(name, *params)

    def theorem(self, name: str, type_: Term, value: Term, params: Sequence[str] = ()) -> Term:
        self.put(c.Theorem(name, tuple(params), type_, False, value))
        return at(name, *params)

    def inductive(
        self,
        name: str,
        type_: Term,
        constructors: Mapping[str, Term],
        parameters: int = 0,
        params: Sequence[str] = (),
        large: bool | None = None,
    ) -> None:
        """An inductive type with its constructors and recursor; see :meth:`mutual`."""
        self.mutual([Spec(name, type_, constructors)], parameters, params, large)

    def mutual(
        self, specs: Sequence[Spec], parameters: int = 0, params: Sequence[str] = (), large: bool | None = None
    ) -> None:
        """A mutual group, taken as stated: nothing is checked. ``large``: eliminates into every universe."""
        self.put(*Maker(specs, parameters, tuple(params), large).constants())

    def group(self, name: str) -> Group:
        found = self.constants[name]
        assert isinstance(found, Inductive)
        return group_of(found, self.constants)

    def check(self, name: str) -> None:
        """Have the kernel judge the group that a type is the first of."""
        check_group(self.kernel(), self.group(name))

    def groups(self) -> list[str]:
        """First types of all groups."""
        return [n for n, each in self.constants.items() if isinstance(each, Inductive) and each.group[0] == n]


class Maker:
    """Constants of a mutual group from the types alone, in the plainest way."""

    def __init__(
        self, specs: Sequence[Spec], count: int = 0, params: tuple[str, ...] = (), large: bool | None = None
    ) -> None:
        self.specs, self.count, self.params = specs, count, params
        self.names = [spec.name for spec in specs]
        self.universes = tuple(map(level, params))
        self.own, result = _telescope(specs[0].type)
        self.own = self.own[:count]
        self.large = result is not sort(0) if large is None else large
        self.elim = levels.param("motive_u") if self.large else levels.ZERO
        self.rec_params = ("motive_u", *params) if self.large else params
        self.indices = [_telescope(self._inside(spec.type))[0] for spec in specs]
        self.motives = [self._motive(n) for n in range(len(specs))]
        self.shapes = [[self._shape(n, k, t) for k, t in s.constructors.items()] for n, s in enumerate(specs)]
        minors = [shape[-1] for shapes in self.shapes for shape in shapes]
        self.context = [*self.own, *self.motives, *minors]

    def _inside(self, type_: Term) -> Term:
        for each in self.own:
            type_ = terms.instantiate(type_.b, (each,))
        return type_

    def _motive(self, n: int) -> Term:
        value = local(apps(terms.const(self.names[n], self.universes), [*self.own, *self.indices[n]]))
        return local(terms.close(PI, [*self.indices[n], value], terms.sort(self.elim)))

    def recursive(self, field_: Term) -> tuple[int, list[Term], list[Term]] | None:
        arguments, result = _telescope(field_.b)
        head, given = terms.spine(result)
        if head.tag == terms.CONST and head.a in self.names:
            return self.names.index(head.a), arguments, given[self.count :]
        return None

    def _shape(self, n: int, short: str, type_: Term) -> tuple[str, list[Term], Term]:
        name = f"{self.names[n]}.{short}"
        fields, result = _telescope(self._inside(type_))
        hypotheses = []
        for each in fields:
            if found := self.recursive(each):
                goal = call(apps(self.motives[found[0]], found[2]), apps(each, found[1]))
                hypotheses.append(local(terms.close(PI, found[1], goal)))
        made = apps(terms.const(name, self.universes), [*self.own, *fields])
        goal = call(apps(self.motives[n], terms.spine(result)[1][self.count :]), made)
        return name, fields, local(terms.close(PI, [*fields, *hypotheses], goal))

    def _recursor(self, n: int) -> Recursor:
        value = local(apps(terms.const(self.names[n], self.universes), [*self.own, *self.indices[n]]))
        goal = call(apps(self.motives[n], self.indices[n]), value)
        type_ = terms.close(PI, [*self.context, *self.indices[n], value], goal)
        rules = tuple(Rule(name, len(fields), self._body(fields, minor)) for name, fields, minor in self.shapes[n])
        k = len(self.specs) == 1 and len(rules) == 1 and not rules[0].fields
        k = k and _telescope(self.specs[n].type)[1] is sort(0)
        numbers = (
            self.count,
            len(self.indices[n]),
            len(self.motives),
            len(self.context) - self.count - len(self.specs),
        )
        return Recursor(f"{self.names[n]}.rec", self.rec_params, type_, False, tuple(self.names), *numbers, rules, k)

    def _body(self, fields: Sequence[Term], minor: Term) -> Term:
        calls = []
        for each in fields:
            if found := self.recursive(each):
                recursor = terms.const(f"{self.names[found[0]]}.rec", tuple(map(level, self.rec_params)))
                made = apps(recursor, [*self.context, *found[2], apps(each, found[1])])
                calls.append(terms.close(LAM, found[1], made))
        return terms.close(LAM, [*self.context, *fields], apps(minor, [*fields, *calls]))

    def constants(self) -> list[Constant]:
        fields = [each for shapes in self.shapes for _, locals_, _ in shapes for each in locals_]
        kinds = [self.recursive(each) for each in fields]
        recursive, reflexive = any(kinds), any(kind and kind[1] for kind in kinds)
        found: list[Constant] = []
        for n, spec in enumerate(self.specs):
            names = tuple(name for name, _, _ in self.shapes[n])
            numbers = (self.count, len(self.indices[n]))
            group = (tuple(self.names), names, 0, recursive, bool(reflexive))
            found.append(Inductive(spec.name, self.params, spec.type, False, *numbers, *group))
            for i, ((name, own, _), type_) in enumerate(zip(self.shapes[n], spec.constructors.values(), strict=True)):
                found.append(Constructor(name, self.params, type_, False, spec.name, i, self.count, len(own)))
        return found + [self._recursor(n) for n in range(len(self.specs))]


def _telescope(type_: Term) -> tuple[list[Term], Term]:
    found: list[Term] = []
    while type_.tag == PI:
        found.append(local(type_.a))
        type_ = terms.instantiate(type_.b, (found[-1],))
    return found, type_


def family(name: str, *universes: Level | int | str) -> Callable[..., Term]:
    """A constant as a Python function of its arguments."""
    return lambda *arguments: call(at(name, *universes), *arguments)


def logic(world: World) -> None:
    """``False``, ``True``, ``And``, ``Or``, ``Exists``, ``Eq``, ``Acc``."""
    prop, u = sort(0), sort("u")
    both, either, exists = family("And"), family("Or"), family("Exists", "u")
    equal, accessible = family("Eq", "u"), family("Acc", "u")
    world.inductive("False", prop, {}, large=True)
    world.inductive("True", prop, {"intro": call("True")}, large=True)
    intro = pi(prop, lambda a: pi(prop, lambda b: arrow(a, b, both(a, b))))
    world.inductive("And", arrow(prop, prop, prop), {"intro": intro}, 2, large=True)
    left = pi(prop, lambda a: pi(prop, lambda b: arrow(a, either(a, b))))
    right = pi(prop, lambda a: pi(prop, lambda b: arrow(b, either(a, b))))
    world.inductive("Or", arrow(prop, prop, prop), {"inl": left, "inr": right}, 2)

    def witness(a: Term) -> Term:
        return pi(arrow(a, prop), lambda p: pi(a, lambda x: arrow(call(p, x), exists(a, p))))

    quantifier = pi(u, lambda a: arrow(arrow(a, prop), prop))
    world.inductive("Exists", quantifier, {"intro": pi(u, witness)}, 2, ["u"])
    refl = pi(u, lambda a: pi(a, lambda x: equal(a, x, x)))
    world.inductive("Eq", pi(u, lambda a: arrow(a, a, prop)), {"refl": refl}, 2, ["u"], large=True)

    def grounded(a: Term, r: Term) -> Term:
        below = lambda x: pi(a, lambda y: arrow(call(r, y, x), accessible(a, r, y)))  # noqa: E731
        return pi(a, lambda x: arrow(below(x), accessible(a, r, x)))

    made = pi(u, lambda a: pi(arrow(a, a, prop), lambda r: grounded(a, r)))
    world.inductive("Acc", pi(u, lambda a: arrow(arrow(a, a, prop), a, prop)), {"intro": made}, 2, ["u"], large=True)


def data(world: World) -> None:
    """``Unit``, ``Bool``, ``Nat``, ``List``, ``Prod``, ``Subtype``, ``Vec`` (indexed), ``W`` (reflexive).

    Also ``Tree`` with ``Forest`` (mutual data), ``Even`` with ``Odd`` (mutual propositions), and ``Nat.add``.
    """
    type_, nat, zero, succ = sort(1), call("Nat"), call("Nat.zero"), family("Nat.succ")
    u1, v1 = sort(levels.succ(level("u"))), sort(levels.succ(level("v")))
    top = sort(levels.succ(levels.max_(level("u"), level("v"))))
    world.inductive("Unit", type_, {"unit": call("Unit")})
    world.inductive("Bool", type_, {"false": call("Bool"), "true": call("Bool")})
    world.inductive("Nat", type_, {"zero": nat, "succ": arrow(nat, nat)})
    list_, pair, vec, w = family("List", "u"), family("Prod", "u", "v"), family("Vec", "u"), family("W", "u", "v")
    tree, forest, sub = family("Tree", "u"), family("Forest", "u"), family("Subtype", "u")
    cons = pi(u1, lambda a: arrow(a, list_(a), list_(a)))
    world.inductive("List", arrow(u1, u1), {"nil": pi(u1, list_), "cons": cons}, 1, ["u"])
    made = pi(u1, lambda a: pi(v1, lambda b: arrow(a, b, pair(a, b))))
    world.inductive("Prod", arrow(u1, v1, top), {"mk": made}, 2, ["u", "v"])

    def restricted(a: Term) -> Term:
        return pi(arrow(a, sort(0)), lambda p: pi(a, lambda x: arrow(call(p, x), sub(a, p))))

    type_of_sub = pi(u1, lambda a: arrow(arrow(a, sort(0)), u1))
    world.inductive("Subtype", type_of_sub, {"mk": pi(u1, restricted)}, 2, ["u"])
    push = pi(u1, lambda a: pi(nat, lambda n: arrow(a, vec(a, n), vec(a, succ(n)))))
    empty = pi(u1, lambda a: vec(a, zero))
    world.inductive("Vec", arrow(u1, nat, u1), {"nil": empty, "cons": push}, 1, ["u"])

    def sup(a: Term) -> Term:
        return pi(arrow(a, v1), lambda b: pi(a, lambda x: arrow(arrow(call(b, x), w(a, b)), w(a, b))))

    world.inductive("W", pi(u1, lambda a: arrow(arrow(a, v1), top)), {"sup": pi(u1, sup)}, 2, ["u", "v"])
    node = pi(u1, lambda a: arrow(a, forest(a), tree(a)))
    grow = pi(u1, lambda a: arrow(tree(a), forest(a), forest(a)))
    trees = Spec("Forest", arrow(u1, u1), {"nil": pi(u1, forest), "cons": grow})
    world.mutual([Spec("Tree", arrow(u1, u1), {"node": node}), trees], 1, ["u"])
    even, odd = family("Even"), family("Odd")
    after_odd = pi(nat, lambda n: arrow(odd(n), even(succ(n))))
    after_even = pi(nat, lambda n: arrow(even(n), odd(succ(n))))
    evens = Spec("Even", arrow(nat, sort(0)), {"zero": even(zero), "succ": after_odd})
    world.mutual([evens, Spec("Odd", arrow(nat, sort(0)), {"succ": after_even})])
    recursion = call(at("Nat.rec", 1), fun(nat, lambda _: nat))
    step = fun(nat, lambda _: fun(nat, succ))
    world.define("Nat.add", arrow(nat, nat, nat), fun(nat, lambda m: fun(nat, lambda n: call(recursion, m, step, n))))


def number(value: int) -> Term:
    """A number in ``Nat.zero`` and ``Nat.succ``."""
    result = call("Nat.zero")
    for _ in range(value):
        result = call("Nat.succ", result)
    return result


def standard() -> World:
    """A new world with :func:`logic` and :func:`data`."""
    world = World()
    logic(world)
    data(world)
    return world
