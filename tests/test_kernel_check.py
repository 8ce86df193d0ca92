"""What the second kernel takes for equal, what types it gives, and which declarations it refuses, without core."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, reduce, terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.constants import Theorem
from claims.lean.kernel.errors import Limit, Rejected
from claims.lean.kernel.show import show
from claims.lean.kernel.terms import Term, app
from tests.kernel_world import World, arrow, at, call, family, fun, number, pi, sort, standard

Equation = Callable[[World], tuple[Term, Term]]


def _nat() -> Term:
    return call("Nat")


def _lambda_eta(world: World) -> tuple[Term, Term]:
    f = world.axiom("f", arrow(_nat(), _nat()))
    return f, fun(_nat(), lambda n: app(f, n))


def _structure_eta(world: World) -> tuple[Term, Term]:
    p = world.axiom("p", family("Prod", 0, 0)(_nat(), _nat()))
    made = call(at("Prod.mk", 0, 0), _nat(), _nat(), terms.proj("Prod", 0, p), terms.proj("Prod", 1, p))
    return p, made


def _units(world: World) -> tuple[Term, Term]:
    return world.axiom("x", call("Unit")), world.axiom("y", call("Unit"))


def _proofs(world: World) -> tuple[Term, Term]:
    p = world.axiom("P", sort(0))
    return world.axiom("h", p), world.axiom("k", p)


def _k(world: World) -> tuple[Term, Term]:
    """The recursor of equality on an opaque proof that its two sides, which are the same, are equal."""
    a = world.axiom("a", _nat())
    proof = world.axiom("proof", family("Eq", 1)(_nat(), a, a))
    motive = fun(_nat(), lambda x: fun(family("Eq", 1)(_nat(), a, x), lambda _: _nat()))
    return call(at("Eq.rec", 1, 1), _nat(), a, motive, number(3), a, proof), number(3)


def _delta(world: World) -> tuple[Term, Term]:
    return call("Nat.add", number(2), number(3)), number(5)


def _let(world: World) -> tuple[Term, Term]:
    return terms.let(_nat(), number(2), call("Nat.succ", terms.var(0))), number(3)


def _projection(world: World) -> tuple[Term, Term]:
    made = call(at("Prod.mk", 0, 0), _nat(), _nat(), number(1), number(2))
    return terms.proj("Prod", 1, made), number(2)


def _levels(world: World) -> tuple[Term, Term]:
    u, v = levels.param("u"), levels.param("v")
    return terms.sort(levels.max_(u, v)), terms.sort(levels.max_(v, levels.max_(u, v)))


EQUATIONS: list[Equation] = [_lambda_eta, _structure_eta, _units, _proofs, _k, _delta, _let, _projection, _levels]


@pytest.mark.parametrize("equation", EQUATIONS, ids=lambda e: e.__name__.strip("_"))
def test_what_is_definitionally_equal(equation: Equation) -> None:
    world = standard()
    a, b = equation(world)
    kernel = world.kernel()
    assert kernel.equal(a, b) and kernel.equal(b, a)


def _opaque_numbers(world: World) -> tuple[Term, Term]:
    return world.axiom("x", _nat()), world.axiom("y", _nat())


def _proofs_of_others(world: World) -> tuple[Term, Term]:
    return world.axiom("h", world.axiom("P", sort(0))), world.axiom("k", world.axiom("Q", sort(0)))


def _data_of_one_constructor(world: World) -> tuple[Term, Term]:
    pair = family("Prod", 0, 0)(_nat(), _nat())
    return world.axiom("p", pair), world.axiom("q", pair)


def _opaque_body(world: World) -> tuple[Term, Term]:
    world.put(c.Opaque("hidden", (), _nat(), False, number(2)))
    return call("hidden"), number(2)


def _wrong_sum(world: World) -> tuple[Term, Term]:
    return call("Nat.add", number(2), number(2)), number(5)


def _other_levels(world: World) -> tuple[Term, Term]:
    return terms.sort(levels.param("u")), terms.sort(levels.param("v"))


def _k_at_another_point(world: World) -> tuple[Term, Term]:
    """The same recursor where the two sides are not the same: it must be stuck."""
    a, b = world.axiom("a", _nat()), world.axiom("b", _nat())
    proof = world.axiom("proof", family("Eq", 1)(_nat(), a, b))
    motive = fun(_nat(), lambda x: fun(family("Eq", 1)(_nat(), a, x), lambda _: _nat()))
    return call(at("Eq.rec", 1, 1), _nat(), a, motive, number(3), b, proof), number(3)


DIFFERENT: list[Equation] = [
    _opaque_numbers, _proofs_of_others, _data_of_one_constructor, _opaque_body, _wrong_sum, _other_levels,
    _k_at_another_point,
]  # fmt: skip


@pytest.mark.parametrize("equation", DIFFERENT, ids=lambda e: e.__name__.strip("_"))
def test_what_is_not(equation: Equation) -> None:
    world = standard()
    a, b = equation(world)
    kernel = world.kernel()
    assert not kernel.equal(a, b) and not kernel.equal(b, a)


def refusal(world: World, constant: c.Constant) -> str:
    with pytest.raises(Rejected) as caught:
        world.kernel().declare(constant)
    return caught.value.message


def test_a_proof_of_its_statement_is_accepted() -> None:
    world = standard()
    statement = family("Eq", 1)(_nat(), call("Nat.add", number(2), number(2)), number(4))
    proof = call(at("Eq.refl", 1), _nat(), number(4))
    world.kernel().declare(Theorem("four", (), statement, False, proof))


def _no_type(world: World) -> c.Constant:
    return Theorem("t", (), number(1), False, number(1))


def _no_proposition(world: World) -> c.Constant:
    return Theorem("t", (), _nat(), False, number(1))


def _other_statement(world: World) -> c.Constant:
    statement = family("Eq", 1)(_nat(), call("Nat.add", number(2), number(2)), number(5))
    return Theorem("t", (), statement, False, call(at("Eq.refl", 1), _nat(), number(4)))


def _wrong_argument(world: World) -> c.Constant:
    return c.Definition("d", (), _nat(), False, call("Nat.succ", call("Unit.unit")), 1, False)


def _no_function(world: World) -> c.Constant:
    return c.Definition("d", (), _nat(), False, call(number(1), number(2)), 1, False)


def _unknown(world: World) -> c.Constant:
    return c.Definition("d", (), _nat(), False, call("nobody"), 1, False)


def _loose(world: World) -> c.Constant:
    return c.Definition("d", (), _nat(), False, terms.var(0), 1, False)


def _level_not_declared(world: World) -> c.Constant:
    return c.Axiom("a", (), sort("u"), False)


def _level_declared_twice(world: World) -> c.Constant:
    return c.Axiom("a", ("u", "u"), sort("u"), False)


def _level_count(world: World) -> c.Constant:
    return c.Axiom("a", (), call("List", _nat()), False)


def _literal(world: World) -> c.Constant:
    return c.Definition("d", (), _nat(), False, terms.nat(2), 1, False)


def _unsafe_use(world: World) -> c.Constant:
    world.put(c.Axiom("wild", (), call("False"), True))
    return Theorem("t", (), call("False"), False, call("wild"))


def _data_out_of_a_proof(world: World) -> c.Constant:
    prop = call(at("Exists", 1), _nat(), fun(_nat(), lambda _: call("True")))
    h = world.axiom("h", prop)
    return c.Definition("d", (), _nat(), False, terms.proj("Exists", 0, h), 1, False)


def _projection_of_another_type(world: World) -> c.Constant:
    p = world.axiom("p", family("Prod", 0, 0)(_nat(), _nat()))
    return c.Definition("d", (), _nat(), False, terms.proj("Subtype", 0, p), 1, False)


def _let_of_another_type(world: World) -> c.Constant:
    return c.Definition("d", (), _nat(), False, terms.let(_nat(), call("Unit.unit"), number(1)), 1, False)


WRONG = [
    (_no_type, "used as a type"),
    (_no_proposition, "not a proposition"),
    (_other_statement, "the body has type"),
    (_wrong_argument, "an argument has type"),
    (_no_function, "used as a function"),
    (_unknown, "there is no constant nobody"),
    (_loose, "outside its binder"),
    (_level_not_declared, "u is not declared"),
    (_level_declared_twice, "declared twice"),
    (_level_count, "universe levels"),
    (_literal, "literal"),
    (_unsafe_use, "unsafe"),
    (_data_out_of_a_proof, "data out of a proof"),
    (_projection_of_another_type, "of another type"),
    (_let_of_another_type, "a `let`"),
]


@pytest.mark.parametrize(("make", "said"), WRONG, ids=[make.__name__.strip("_") for make, _ in WRONG])
def test_a_wrong_declaration_is_refused_in_words(make: Callable[[World], c.Constant], said: str) -> None:
    world = standard()
    constant = make(world)
    assert said in refusal(world, constant)


def test_the_limit_of_work_is_no_verdict() -> None:
    world = standard()
    statement = family("Eq", 1)(_nat(), call("Nat.add", number(60), number(60)), number(120))
    proof = call(at("Eq.refl", 1), _nat(), number(120))
    with pytest.raises(Limit, match="not decided within 200 steps"):
        world.kernel(steps=200).declare(Theorem("t", (), statement, False, proof))
    world.kernel().declare(Theorem("t", (), statement, False, proof))


def test_time_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reduce, "SECONDS", -1.0)
    world = standard()
    statement = family("Eq", 1)(_nat(), call("Nat.add", number(60), number(60)), number(120))
    proof = call(at("Eq.refl", 1), _nat(), number(120))
    with pytest.raises(Limit, match="not decided within -1 s"):
        world.kernel(steps=1025).declare(Theorem("t", (), statement, False, proof))


def test_terms_of_two_worlds_do_not_mix() -> None:
    standard().kernel()
    world = World()
    world.kernel()
    terms.belong_to(world)
    with pytest.raises(RuntimeError, match="another environment"):
        Kernel(object())  # type: ignore[arg-type]


def test_levels_too_complex_to_compare_are_said_to_be() -> None:
    one = two = levels.param("v")
    for index in range(30):
        one = levels.max_(levels.imax(levels.param(f"a{index}"), levels.param(f"b{index}")), one)
        two = levels.max_(levels.imax(levels.param(f"b{index}"), levels.param(f"a{index}")), two)
    with pytest.raises(levels.TooComplex):
        levels.at_most(one, two)
    deep = levels.param("u")
    for _ in range(60):
        deep = levels.max_(deep, deep)
    assert levels.equal(deep, levels.param("u"))


def test_a_huge_term_is_shown_cut() -> None:
    term = call("Nat.zero")
    for _ in range(200):
        term = call("pair", term, term)
    assert len(show(term, 300)) < 320 and show(term, 300).endswith("…")
    nested = pi(_nat(), lambda n: arrow(call("P", n), call("Q", n)))
    assert show(nested) == "∀ (x0 : Nat), (P x0) → Q x0"
