"""Lies about inductive types: in every recorded fact, in types and in rules; and the inductive types of Lean's core."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from claims.lean.core_index import CoreIndex, kind_of
from claims.lean.kernel import levels, terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.constants import Constant, Inductive, Recursor, Rule
from claims.lean.kernel.errors import Limit, Rejected
from claims.lean.kernel.inductive import Group, check_group
from claims.lean.kernel.terms import APP, CONST, LAM, PI, SORT, VAR, Term
from claims.lean.recheck import with_room
from claims.lean.toolchain import locate
from tests.kernel_world import World, call, number, sort, standard

GROUPS = standard().groups()
Lie = tuple[str, Callable[[], Constant]]


@pytest.fixture
def world() -> World:
    return standard()


# -- lies ---------------------------------------------------------------------------------------------------------


def _numbers(constant: Constant) -> Iterator[Lie]:
    """Every recorded number off by one, every flag turned, every list changed."""
    for each in fields(constant)[1:]:  # the name apart
        name, value = each.name, getattr(constant, each.name)
        for other in _others(value):
            yield f"{name} {value} -> {other}", lambda n=name, o=other: replace(constant, **{n: o})


def _others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return [other for other in ("Nat", "Unit", "Missing") if other != value]
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        changed = [value[1:], (*value, "Nat"), (*value, *value[:1]), value[::-1]]
        return [each for each in dict.fromkeys(changed) if each != value]
    return []


def _rules(recursor: Recursor) -> Iterator[Lie]:
    """Rules left out, doubled, in another order, with exchanged bodies, or wrong in a number."""
    rules = recursor.rules
    lists = [rules[1:], rules[:-1], (*rules, *rules[:1]), rules[::-1]]
    for i, rule in enumerate(rules):
        others: list[Rule] = [replace(rule, fields=rule.fields + d) for d in (1, -1)]
        others += [replace(rule, constructor=name) for name in ("Nat.zero", "And.intro") if name != rule.constructor]
        others += [replace(rule, body=each.body) for each in rules if each.body is not rule.body]
        lists += [(*rules[:i], other, *rules[i + 1 :]) for other in others]
    for changed in lists:
        if changed != rules:
            yield "rules", lambda c=changed: replace(recursor, rules=c)


def _edit(term: Term, rng: random.Random, keep_sorts: bool) -> Term:
    """The term with one of its subterms exchanged for another, everywhere."""
    parts = [each for each in terms.walk(term) if not (keep_sorts and each.tag == SORT)]
    for _ in range(20 if parts else 0):
        old = rng.choice(parts)
        changed = _put(term, old, _variant(old, rng))
        if changed is not term:
            return changed
    return terms.lam(sort(1), term)


def _variant(old: Term, rng: random.Random) -> Term:
    tag = old.tag
    if tag == APP:
        swapped = terms.app(terms.app(old.a.a, old.b), old.a.b) if old.a.tag == APP else old.b
        return rng.choice([old.a, old.b, swapped])
    if tag in (PI, LAM):
        make = terms.lam if tag == PI else terms.pi
        other = terms.pi if tag == PI else terms.lam
        return rng.choice([make(old.a, old.b), other(sort(0), old.b), other(call("Nat"), old.b)])
    if tag == VAR:
        return terms.var(max(old.a + rng.choice([-1, 1]), 0))
    if tag == SORT:
        return terms.sort(rng.choice([levels.succ(old.a), levels.ZERO, levels.ONE]))
    if tag == CONST:
        return rng.choice([call("Nat"), call("True"), terms.const(old.a, old.b[::-1]), number(0)])
    return old


def _put(term: Term, old: Term, new: Term) -> Term:
    if term is old:
        return new
    if term.tag == APP:
        return terms.app(_put(term.a, old, new), _put(term.b, old, new))
    if term.tag in (LAM, PI):
        make = terms.lam if term.tag == LAM else terms.pi
        return make(_put(term.a, old, new), _put(term.b, old, new))
    return term


def _terms(constant: Constant, seed: int, count: int) -> Iterator[Lie]:
    """Random edits of types and of rules' bodies."""
    for i in range(count):
        rng = random.Random(f"{constant.name} {seed} {i}")
        # A larger universe for an inductive type is another type, and no lie.
        keep = isinstance(constant, Inductive)
        yield "type", lambda r=rng, k=keep: replace(constant, type=_edit(constant.type, r, k))
    if isinstance(constant, Recursor):
        for i, rule in enumerate(constant.rules):
            for j in range(count):
                rng = random.Random(f"{constant.name} {seed} {i} {j}")
                yield (
                    "rule",
                    lambda r=rng, i=i, rule=rule: replace(
                        constant,
                        rules=(
                            *constant.rules[:i],
                            replace(rule, body=_edit(rule.body, r, False)),
                            *constant.rules[i + 1 :],
                        ),
                    ),
                )


def lies(group: Group, seed: int = 0, count: int = 8) -> list[Lie]:
    """Lies about the members of a group, each to be made when it is wanted."""
    members: list[Constant] = [*group.types, *(c for cs in group.constructors for c in cs), *group.recursors]
    found: list[Lie] = []
    for each in members:
        made = [*_numbers(each), *_terms(each, seed, count)]
        if isinstance(each, Recursor):
            made += _rules(each)
        found += [(f"{each.name} {text}", make) for text, make in made]
    return found


def same(world: World, lie: Constant) -> bool:
    """Whether a changed constant is the honest one, written in another way."""
    kernel, honest = world.kernel(), world.constants[lie.name]
    for each in fields(honest):
        one, other = getattr(honest, each.name), getattr(lie, each.name)
        if isinstance(one, Term):
            ok = kernel.equal(one, other)
        elif each.name == "rules":
            ok = len(one) == len(other) and all(
                (a.constructor, a.fields) == (b.constructor, b.fields) and kernel.equal(a.body, b.body)
                for a, b in zip(one, other, strict=True)
            )
        else:
            ok = one == other
        if not ok:
            return False
    return True


def untruths(world: World, name: str, told: list[Lie]) -> tuple[list[str], int]:
    """Lies about a group that the kernel accepts though they change something; also how many were told."""
    honest, accepted = dict(world.constants), []
    for text, make in told:
        lie = make()
        world.put(lie)
        try:
            world.check(name)
            failed = False
        except Limit as error:
            pytest.fail(f"{text}: {error}")
        except Rejected:
            failed = True
        world.put(honest[lie.name])
        if not failed and not same(world, lie):
            accepted.append(f"{text}: {lie}")
    return accepted, len(told)


@pytest.mark.parametrize("name", GROUPS)
def test_every_lie_is_refused(world: World, name: str) -> None:
    accepted, made = untruths(world, name, lies(world.group(name)))
    assert accepted == []
    assert made >= 30


# -- Lean's own library -------------------------------------------------------------------------------------------


class CoreWorld(World):
    """The constants that ``import Init`` makes visible, decoded when asked for; what is put in comes first."""

    def __init__(self, index: CoreIndex) -> None:
        super().__init__()
        index.forget()
        self.index = index
        self.visible = index.visible(["Init"])

    def constant(self, name: str) -> Constant | None:
        if name not in self.constants and name in self.visible:
            module, code = self.visible[name]
            self.constants[name] = self.index.open(module).constant(code >> 3, kind_of(code))
        return self.constants.get(name)

    def inductives(self) -> list[str]:
        found = self.visible.items()
        return [name for name, (module, code) in found if self.index.open(module).kind(code >> 3) == "inductive"]

    def load(self, name: str) -> Group:
        """Decode a group, so that it can be changed; raises :class:`Rejected` when a member is not there."""
        found = self.constant(name)
        assert isinstance(found, Inductive)
        names = [*found.group, *(f"{each}.rec" for each in found.group)]
        types = [self.constant(each) for each in names]
        for each in types:
            for constructor in each.constructors if isinstance(each, Inductive) else ():
                self.constant(constructor)
        return self.group(name)


@pytest.fixture(scope="module")
def core() -> CoreIndex:
    toolchain = locate("embedded", offline=False, install=True)
    assert toolchain.core is not None
    return CoreIndex(toolchain.core, toolchain.git_hash, toolchain.core_digest)


@pytest.mark.lean
def test_the_inductive_types_of_core(core: CoreIndex) -> None:
    def judge() -> None:
        world = CoreWorld(core)
        kernel = Kernel(world, arithmetic=True, steps=1_000_000)
        for name in world.inductives():
            found = world.constant(name)
            assert isinstance(found, Inductive)
            if found.group[0] != name:
                continue
            try:
                check_group(kernel, world.load(name))
                accepted.append(name)
            except Rejected as error:
                problems[name] = error.message

    accepted: list[str] = []
    problems: dict[str, str] = {}
    with_room(judge)
    assert len(accepted) == 562
    assert set(problems) == {"Lean.Syntax", "IO.Promise"}
    assert "nested inductive type (Lean.Syntax occurs inside another type)" in problems["Lean.Syntax"]
    assert "there is no constant _private.Init.System.Promise" in problems["IO.Promise"]


@pytest.mark.lean
@pytest.mark.parametrize(
    "name",
    ["Eq", "HEq", "Or", "Exists", "Acc", "Nat", "Nat.le", "List.Mem", "Fin", "Subtype", "Sigma", "HAdd"],
)
def test_every_lie_about_core_is_refused(core: CoreIndex, name: str) -> None:
    def tell() -> None:
        world = CoreWorld(core)
        world.load(name)
        world.check(name)
        accepted[:], told = untruths(world, name, lies(world.group(name), count=6))
        assert told >= 40

    accepted: list[str] = []
    with_room(tell)
    assert accepted == []
