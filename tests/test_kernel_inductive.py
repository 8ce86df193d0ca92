"""Inductive types in the second kernel: what is accepted, and what is refused and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from claims.lean.kernel import levels, terms
from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.inductive import groups
from claims.lean.kernel.terms import LAM, Term
from tests.kernel_world import Maker, Spec, World, arrow, at, call, family, fun, number, pi, sort, standard

GROUPS = standard().groups()


@pytest.fixture
def world() -> World:
    return standard()


def refused(world: World, name: str, *parts: str) -> None:
    """The group is refused, by a message that has these parts and starts with the name of a member."""
    members = world.group(name).names
    with pytest.raises(Rejected) as error:
        world.check(name)
    text = error.value.message
    assert text.split(":")[0] in members, text
    for part in parts:
        assert part in text


# -- what is accepted ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GROUPS)
def test_honest_groups_are_accepted(world: World, name: str) -> None:
    world.check(name)


def test_the_recursors_of_the_small_world_are_those_of_textbooks(world: World) -> None:
    nat, v, u = call("Nat"), sort("motive_u"), sort("u")
    induction = pi(
        arrow(nat, v),
        lambda p: arrow(
            call(p, number(0)),
            pi(nat, lambda n: arrow(call(p, n), call(p, call("Nat.succ", n)))),
            pi(nat, lambda n: call(p, n)),
        ),
    )
    assert world.constants["Nat.rec"].type is induction

    def transport(a: Term, x: Term) -> Term:
        eq, refl = at("Eq", "u"), at("Eq.refl", "u")
        return pi(
            pi(a, lambda y: arrow(call(eq, a, x, y), v)),
            lambda p: arrow(
                call(p, x, call(refl, a, x)), pi(a, lambda y: pi(call(eq, a, x, y), lambda h: call(p, y, h)))
            ),
        )

    assert world.constants["Eq.rec"].type is pi(u, lambda a: pi(a, lambda x: transport(a, x)))


def test_recursors_compute(world: World) -> None:
    kernel = world.kernel()
    assert kernel.equal(call("Nat.add", number(2), number(3)), number(5))
    assert not kernel.equal(call("Nat.add", number(2), number(3)), number(6))


def test_universe_parameters_of_recursors_count_by_position(world: World) -> None:
    stored = world.constants["Nat.rec"]
    other = {"motive_u": levels.param("w")}
    rules = tuple(replace(rule, body=terms.at_levels(rule.body, other)) for rule in stored.rules)
    world.change("Nat.rec", params=("w",), type=terms.at_levels(stored.type, other), rules=rules)
    world.check("Nat")


def test_a_proposition_whose_data_stands_in_its_indices_eliminates_into_everything(world: World) -> None:
    nat = call("Nat")
    made = {"mk": pi(nat, lambda n: call("Is", n))}
    world.inductive("Is", arrow(nat, sort(0)), made, large=True)
    world.check("Is")
    world.inductive("Is", arrow(nat, sort(0)), made, large=False)
    refused(world, "Is", "Is.rec", "must eliminate into every universe")


@pytest.mark.parametrize("behind_an_arrow", [False, True])
def test_fields_may_be_written_with_definitions(world: World, behind_an_arrow: bool) -> None:
    u1, box = sort(levels.succ(levels.param("u"))), family("Box", "u")
    mark = world.define("mark", arrow(u1, u1), fun(u1, lambda a: a), ["u"])

    def make(field: Callable[[Term], Term]) -> Term:
        before = [call("Nat")] if behind_an_arrow else []
        return pi(u1, lambda a: arrow(arrow(*before, field(box(a))), box(a)))

    world.inductive("Box", arrow(u1, u1), {"mk": make(lambda t: t)}, 1, ["u"])
    world.check("Box")
    # The recursor has the field without the mark, as Lean's own has arguments without `outParam`.
    world.change("Box.mk", type=make(lambda t: call(mark, t)))
    world.check("Box")


# -- what is refused ----------------------------------------------------------------------------------------------


def bad(world: World, type_: Term, constructors: dict[str, Term], *parts: str, **facts: Any) -> None:
    """A type ``T`` with these constructors is refused by a message that has the parts."""
    world.inductive("T", type_, constructors, **facts)
    refused(world, "T", *parts)


def test_positivity(world: World) -> None:
    t, nat, type_ = call("T"), call("Nat"), sort(1)
    bad(world, type_, {"mk": arrow(arrow(t, nat), t)}, "T.mk", "not positive")
    bad(world, type_, {"mk": arrow(arrow(arrow(nat, t), nat), t)}, "not positive")
    bad(world, type_, {"mk": arrow(arrow(arrow(t, nat), t), t)}, "not positive")
    negation = world.define("neg", arrow(type_, type_), fun(type_, lambda a: arrow(a, nat)))
    bad(world, type_, {"mk": arrow(call(negation, t), t)}, "not positive")
    constant = world.define("const", arrow(type_, type_), fun(type_, lambda _: nat))
    world.inductive("T", type_, {"mk": arrow(call(constant, t), t)})
    world.change("T", recursive=True)  # as Lean has it: the type is mentioned
    world.check("T")


def test_nested_types_are_refused_by_name(world: World) -> None:
    t = call("T")
    nested = {"mk": arrow(call(at("List", 0), t), t)}
    bad(world, sort(1), nested, "nested inductive type (T occurs inside another type)", "not accepted")
    world.change("T", nested=1)
    refused(world, "T", "nested inductive type")
    with pytest.raises(Rejected) as error:
        world.check("T")
    assert repr(error.value.term) == "List T"
    bad(world, sort(1), {"mk": arrow(arrow(call("Nat"), call(at("List", 0), t)), t)}, "nested")


def test_other_parameters_are_refused(world: World) -> None:
    type_ = sort(1)
    t = family("T")
    grow = pi(type_, lambda a: arrow(t(call(at("List", 0), a)), t(a)))
    bad(world, arrow(type_, type_), {"mk": grow}, "at other parameters", parameters=1)
    bad(world, arrow(type_, type_), {"mk": pi(type_, lambda a: t(call("Nat")))}, "at its parameters", parameters=1)
    wrong = pi(sort(0), lambda a: t(call("Nat")))
    bad(world, arrow(type_, type_), {"mk": wrong}, "does not take the parameters", parameters=1)
    bad(world, arrow(call("Nat"), type_), {"mk": call("T")}, "is used as a type")
    bad(world, type_, {"mk": call("Nat")}, "does not make a value of T")
    bad(world, arrow(type_, type_), {"mk": t(call("T", call("Nat")))}, "does not make a value of T")


def test_other_universes_are_refused(world: World) -> None:
    top = sort(levels.succ(levels.max_(levels.param("u"), levels.param("v"))))
    turned = {"mk": arrow(at("T", "v", "u"), at("T", "u", "v"))}
    bad(world, top, turned, "at other parameters or universes", params=["u", "v"])
    bad(world, top, {"mk": at("T", "v", "u")}, "does not make a value of T", params=["u", "v"])


def test_universes(world: World) -> None:
    bad(world, sort(1), {"mk": arrow(sort(1), call("T"))}, "a field of universe 2 in a type of universe 1")
    u = {"params": ["u"]}
    bad(world, sort("u"), {"mk": arrow(sort(0), at("T", "u"))}, "a field of universe 1", **u)
    world.inductive("T", sort(0), {"mk": arrow(sort(5), call("T"))}, large=False)
    world.check("T")
    bad(world, call("Nat"), {}, "is used as a type")
    bad(world, sort("w"), {}, "w is not declared")


def test_large_elimination(world: World) -> None:
    nat, t = call("Nat"), call("T")
    for name in ("Or", "Exists", "Even"):
        made = world.group(name)
        specs = [
            Spec(i.name, i.type, {c.name.split(".")[1]: c.type for c in cs})
            for i, cs in zip(made.types, made.constructors, strict=True)
        ]
        world.mutual(specs, made.types[0].parameters, made.types[0].params, large=True)
        refused(world, name, f"{name}.rec", "must eliminate into propositions only")
    a, b = call("A"), call("B")
    world.mutual([Spec("A", sort(0), {"mk": arrow(b, a)}), Spec("B", sort(0), {"mk": arrow(a, b)})], large=True)
    refused(world, "A", "A.rec", "must eliminate into propositions only")
    bad(world, sort(0), {"mk": arrow(nat, t)}, "propositions only", large=True)
    bad(world, sort(0), {"a": t, "b": t}, "propositions only", large=True)
    unknown = world.define("known", sort(1), nat)
    bad(world, sort("u"), {"a": at("T", "u"), "b": at("T", "u")}, "propositions only", params=["u"], large=True)
    bad(world, sort(1), {"mk": arrow(unknown, t)}, "every universe", large=False)


def test_nothing_may_mention_what_comes_after_it(world: World) -> None:
    t, nat = call("T"), call("Nat")
    bad(world, arrow(call("T", nat), sort(1)), {}, "mentions T, which comes after it")
    equal = call(at("Eq", 1), t, call("T.a"), call("T.a"))
    bad(world, sort(1), {"a": t, "b": arrow(equal, t)}, "mentions T.a, which comes after it")
    const = world.define("const", arrow(sort(1), nat, sort(1)), fun(sort(1), lambda a: fun(nat, lambda _: a)))
    taken = pi(t, lambda x: arrow(call(const, nat, terms.proj("T", 0, x)), t))
    bad(world, sort(1), {"mk": taken}, "takes a value of T apart before T is defined")


def test_groups_must_agree(world: World) -> None:
    nat, type_ = call("Nat"), sort(1)
    a, b = Spec("A", type_, {"mk": call("A")}), Spec("B", type_, {"mk": arrow(call("A"), call("B"))})
    world.mutual([a, b])
    world.check("A")
    world.mutual([a, Spec("B", sort(2), {})])
    refused(world, "A", "B: lives in another universe")
    world.mutual([Spec("A", arrow(type_, type_), {}), Spec("B", arrow(sort(2), type_), {})], 1)
    refused(world, "A", "B: parameter 1 differs from that of A")
    world.mutual([a, b])
    world.change("B", params=("u",))
    refused(world, "A", "do not agree")
    world.mutual([Spec("A", type_, {"mk": call("B")}), b])
    refused(world, "A", "A.mk: does not make a value of A")
    world.mutual([a, Spec("B", type_, {"mk": arrow(arrow(call("A"), nat), call("B"))})])
    refused(world, "A", "B.mk", "not positive")


def test_no_rule_justifies_itself(world: World) -> None:
    nat, maker = (
        call("Nat"),
        Maker([Spec("Nat", sort(1), {"zero": call("Nat"), "succ": arrow(call("Nat"), call("Nat"))})]),
    )
    zero, succ = world.constants["Nat.rec"].rules
    context = maker.context
    # By this rule the recursor of a successor is itself: true wherever the rule holds, and it says nothing.
    again = fun(nat, lambda n: call(at("Nat.rec", "motive_u"), *context, call("Nat.succ", n)))
    again = terms.close(LAM, context, again)
    world.change("Nat.rec", rules=(zero, replace(succ, body=again)))
    refused(world, "Nat", "Nat.rec: its rule for Nat.succ is not the derived one")


class Forgetful(Maker):
    """Makes recursors without induction hypotheses."""

    def recursive(self, field: Term) -> None:
        return None


def test_well_typed_recursors_of_another_shape_are_refused(world: World) -> None:
    nat, bit = call("Nat"), call("Bool")
    weak = Forgetful([Spec("Nat", sort(1), {"zero": nat, "succ": arrow(nat, nat)})]).constants()[-1]
    world.put(weak)
    refused(world, "Nat", "Nat.rec: its type is not the derived one")
    turned = Maker([Spec("Bool", sort(1), {"true": bit, "false": bit})]).constants()[-1]
    world.put(replace(turned, rules=turned.rules[::-1]))
    refused(world, "Bool", "Bool.rec: its type is not the derived one")


def test_the_type_of_a_recursor_is_checked_before_it_is_compared(world: World) -> None:
    stored, nat = world.constants["Nat.rec"], call("Nat")

    def hiding(hidden: Term) -> Term:
        return terms.pi(terms.app(terms.lam(nat, stored.type.a), hidden), stored.type.b)

    world.change("Nat.rec", type=hiding(number(0)))
    world.check("Nat")
    world.change("Nat.rec", type=hiding(call(number(0), nat)))
    refused(world, "Nat", "Nat.rec", "used as a function")
    own = call(at("Nat.rec", 1), fun(nat, lambda _: nat), nat, fun(nat, lambda _: fun(nat, lambda n: n)), number(0))
    world.change("Nat.rec", type=hiding(own))
    refused(world, "Nat", "Nat.rec: mentions Nat.rec, which comes after it")


def test_rules_are_closed(world: World) -> None:
    zero, succ = world.constants["Nat.rec"].rules
    for body, text in (
        (terms.var(0), "outside its binder"),
        (terms.lam(sort("other"), zero.body), "other is not declared"),
    ):
        world.change("Nat.rec", rules=(replace(zero, body=body), succ))
        with pytest.raises(Rejected, match=text):
            world.check("Nat")


# -- membership ---------------------------------------------------------------------------------------------------


def test_groups_of_a_module(world: World) -> None:
    found = groups(world, world.constants)
    assert [group.types[0].name for group in found] == GROUPS
    assert sum(len(group.names) for group in found) == len(world.constants) - 1  # all but Nat.add


def test_orphans_and_missing_members(world: World) -> None:
    def problem(text: str) -> None:
        with pytest.raises(Rejected, match=re.escape(text)):
            groups(world, world.constants)

    honest = dict(world.constants)
    for name in ("Nat.zero", "Nat.rec", "Odd", "Odd.rec"):
        world.constants = {n: each for n, each in honest.items() if n != name}
        problem(f"needs {name}, which is not there")
    extra = [
        replace(honest["Nat.zero"], name="Nat.other"),
        replace(honest["Nat.rec"], name="Nat.rec_1"),
        replace(honest["Nat"], name="Nat2"),
    ]
    for each in extra:
        world.constants = {**honest, each.name: each}
        problem(f"{each.name}: a {each.kind} that belongs to no group")
    world.constants = {**honest, "Nat.zero": honest["Unit"]}
    problem("Nat needs Nat.zero, which is not there as a constructor")
    world.constants = {**honest, "Nat": replace(honest["Nat"], group=())}
    problem("Nat is not a member of the group")
    world.constants = {**honest, "Nat": replace(honest["Nat"], constructors=("Nat.zero",))}
    problem("Nat.succ: a constructor that belongs to no group")
