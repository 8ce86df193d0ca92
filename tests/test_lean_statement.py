"""What a theorem states: what its binders carry, whether it says anything, and which edits change its hashes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from claims.lean.decode import BinderName
from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import Constant, Definition
from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.terms import Term, lam, pi, var
from claims.lean.statement import Statement, StatementBinder
from tests.core_world import FALSE, NAT, PROP, TRUE, TYPE, axiom, definition, inductive, theorem
from tests.statement_world import arrows, call, equal, number, operation, world

A_PROOF = terms.const("True.intro")


def read(tmp: Path, *constants: Constant, names: Sequence[BinderName] = (), theorem_name: str = "t") -> Statement:
    return world(tmp, constants, {theorem_name: names})[1].read(theorem_name)


def named(*names: str, kind: str = "explicit") -> list[BinderName]:
    return [BinderName(name, kind) for name in names]


def abbreviation(name: str, type_: Term, value: Term) -> Definition:
    return Definition(name, (), type_, False, value, c.ABBREV, False)


# -- binders ----------------------------------------------------------------------------------------------------------

FIN = terms.const("Fin")
SIZE = var(0)


def binder(tmp: Path, type_: Term, *others: Constant, kind: str = "explicit") -> StatementBinder:
    """The last binder of ``∀ (n : Nat) (α : Type) (x : type_), n = n``; in the type α is variable 0 and n 1."""
    statement = pi(NAT, pi(TYPE, pi(type_, equal(var(2), var(2)))))
    names = [*named("n", "α"), BinderName("x", kind)]
    return read(tmp, *others, theorem("t", statement), names=names).binders[-1]


OWN: list[Constant] = [
    *inductive("Own", TYPE, {}),
    abbreviation("Size", NAT, number(3)),
    abbreviation("None", NAT, number(0)),
    abbreviation("Numbers", TYPE, arrows(NAT, NAT)),
    abbreviation("Falsehood", PROP, FALSE),
    abbreviation("badAdd", call("HAdd", NAT, NAT, NAT), terms.const("natAdd")),
    axiom("M.Reals", arrows(TYPE, TYPE)),
    axiom("Other.Reals", arrows(TYPE, TYPE)),
]
ALPHA, N = var(0), var(1)
MINUS = operation("HSub.hSub", N, N)


@pytest.mark.parametrize(
    "type_",
    [
        NAT, PROP, TYPE, ALPHA, terms.const("Numbers"), arrows(NAT, NAT), pi(ALPHA, PROP), pi(ALPHA, pi(NAT, PROP)),
        pi(pi(NAT, var(1)), PROP), call("List", ALPHA), call("Prod", NAT, call("List", NAT)), pi(NAT, TYPE),
        call(FIN, N), call(FIN, number(2)), call(FIN, terms.const("Size")), call(FIN, call("Nat.succ", N)),
        call(FIN, operation("HAdd.hAdd", MINUS, number(1))), call(FIN, operation("HMul.hMul", N, number(2))),
        pi(call(FIN, N), pi(call(FIN, var(2)), NAT)),
    ],
)  # fmt: skip
def test_data_assumes_nothing(tmp_path: Path, type_: Term) -> None:
    found = binder(tmp_path, type_, *OWN)
    assert (found.data, found.prop, found.field, found.named) == (True, False, False, True)


@pytest.mark.parametrize(
    "type_",
    [
        call(FIN, number(0)), call(FIN, terms.const("None")), call(FIN, MINUS),
        call(FIN, operation("HMul.hMul", N, number(0))),
        call(FIN, call("HAdd.hAdd", NAT, NAT, NAT, terms.const("badAdd"), N, number(1))),
        pi(NAT, call(FIN, var(0))), pi(TYPE, var(0)), pi(PROP, var(0)), pi(NAT, call(FIN, number(0))),
        pi(FALSE, NAT), pi(NAT, pi(equal(var(0), var(0)), NAT)), terms.const("Own"), call("List", terms.const("Own")),
        terms.const("Empty"), call("Prod", NAT, terms.const("Empty")), pi(NAT, terms.const("Empty")),
        call("M.Reals", ALPHA), call("M.Reals", NAT),
    ],
)  # fmt: skip
def test_what_may_have_no_member_or_hold_a_proof_is_no_data(tmp_path: Path, type_: Term) -> None:
    """A variable of such a type can make a theorem say nothing, so it counts as an assumption."""
    found = binder(tmp_path, type_, *OWN)
    assert not found.data and not found.field


@pytest.mark.parametrize("type_", [FALSE, equal(N, N), pi(NAT, FALSE), terms.const("Falsehood"), pi(ALPHA, FALSE)])
def test_propositions_are_seen_through_definitions(tmp_path: Path, type_: Term) -> None:
    found = binder(tmp_path, type_, *OWN)
    assert found.prop and not found.data


def test_the_field_is_an_instance_of_a_type_variable(tmp_path: Path) -> None:
    assert binder(tmp_path, call("M.Reals", ALPHA), *OWN, kind="instance").field
    assert not binder(tmp_path, call("M.Reals", NAT), *OWN, kind="instance").field
    assert not binder(tmp_path, call("M.Reals", call("List", ALPHA)), *OWN, kind="instance").field
    assert not binder(tmp_path, call("Other.Reals", ALPHA), *OWN, kind="instance").field, "not of this library"


def test_binders_keep_kind_and_name_and_premises_stand_behind_the_colon(tmp_path: Path) -> None:
    type_ = pi(NAT, pi(equal(var(0), var(0)), pi(NAT, equal(var(0), var(2)))))
    hidden = "a._@.M.12._hygCtx._hyg.3"
    names = [BinderName("n", "implicit"), BinderName(hidden, "explicit"), BinderName("n", "explicit")]
    found = read(tmp_path, theorem("t", type_), names=names)
    assert [(b.name, b.kind, b.named) for b in found.binders] == [
        ("n", "implicit", True),
        ("a✝", "explicit", False),
        ("n_1", "explicit", True),
    ]
    assert [b.type for b in found.binders] == ["Nat", "n = n", "Nat"]
    assert found.text == "t {n : Nat} : n = n → ∀ (n_1 : Nat), n_1 = n" and found.conclusion == "n_1 = n"
    assert [b.name for b in found.binders if not b.field and not (b.named and b.name == "n")] == ["a✝", "n_1"]
    with pytest.raises(KeyError):
        world(tmp_path, [theorem("u", TRUE)])[1].read("t")


def test_universe_parameters_and_private_names_are_written(tmp_path: Path) -> None:
    sort = terms.sort(levels.succ(levels.param("u")))
    general = c.Theorem("_private.M.0.t", ("u",), pi(sort, TRUE), False, A_PROOF)
    found = read(tmp_path, general, names=named("α"), theorem_name="_private.M.0.t")
    assert found.text == "t.{u} (α : Type u) : True"


def test_too_many_binders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="1200 variables and hypotheses"):
        read(tmp_path, theorem("t", arrows(*[NAT] * 1200, TRUE)))


# -- statements that say nothing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "trivial"),
    [
        (TRUE, True), (pi(NAT, TRUE), True), (terms.const("Fine"), True), (pi(NAT, terms.const("Fine")), True),
        (pi(NAT, call("Always", var(0))), True), (terms.let(NAT, number(1), TRUE), True),
        (equal(number(1), number(1)), False), (FALSE, False), (call("And", TRUE, TRUE), False), (call("Not", TRUE), False),
    ],
)  # fmt: skip
def test_a_conclusion_true_is_seen_under_every_name(tmp_path: Path, type_: Term, trivial: bool) -> None:
    own = [abbreviation("Fine", PROP, pi(NAT, TRUE)), abbreviation("Always", pi(NAT, PROP), lam(NAT, TRUE))]
    assert read(tmp_path, *own, theorem("t", type_)).trivial is trivial


# -- hashes -----------------------------------------------------------------------------------------------------------

STATED = pi(NAT, equal(call("double", var(0)), var(0)))
BODY = lam(NAT, call("double.match_1", var(0), terms.const("double._proof_1")))
MATCH = lam(NAT, lam(TRUE, operation("HAdd.hAdd", var(1), number(1))))
BASE: list[Constant] = [
    theorem("double._proof_1", TRUE, "True.intro"),
    definition("double.match_1", arrows(NAT, TRUE, NAT), MATCH),
    definition("double", arrows(NAT, NAT), BODY),
    *inductive("Shape", TYPE, {"round": terms.const("Shape")}),
    definition("unrelated", NAT, number(1)),
    theorem("t", STATED),
]


def hashes(tmp: Path, constants: Iterable[Constant], names: Sequence[BinderName] = ()) -> tuple[str, str]:
    found = read(tmp, *constants, names=names)
    return found.shallow, found.deep


def edited(**changes: Constant | None) -> list[Constant]:
    """The constants with some (their dots as ``__``) replaced or dropped."""
    found = {each.name: each for each in BASE} | {name.replace("__", "."): each for name, each in changes.items()}
    return [each for each in found.values() if each is not None]


def renamed(term: Term, names: dict[str, str]) -> Term:
    if term.tag == terms.CONST:
        return terms.const(names.get(term.a, term.a), term.b)
    if term.tag == terms.APP:
        return terms.app(renamed(term.a, names), renamed(term.b, names))
    if term.tag in (terms.LAM, terms.PI):
        return (lam if term.tag == terms.LAM else pi)(renamed(term.a, names), renamed(term.b, names))
    return term


OTHER_NAMES = {"double.match_1": "before.match_2", "double._proof_1": "double._proof_3"}
NUMBERED_OTHERWISE = edited(
    double___proof_1=None,
    double__match_1=None,
    before__match_2=replace(BASE[1], name="before.match_2"),
    double___proof_3=replace(BASE[0], name="double._proof_3"),
    double=definition("double", arrows(NAT, NAT), renamed(BODY, OTHER_NAMES)),
)


@pytest.mark.parametrize(
    ("constants", "names"),
    [
        (BASE, named("other")),
        (BASE, named("x", kind="implicit")),
        (list(reversed(BASE)), ()),
        (edited(t=theorem("t", STATED, "Classical.em")), ()),
        (edited(double___proof_1=theorem("double._proof_1", TRUE, "Classical.em")), ()),
        (edited(unrelated=definition("unrelated", NAT, number(2))), ()),
        (NUMBERED_OTHERWISE, ()),
    ],
)
def test_what_does_not_change_the_meaning_changes_no_hash(
    tmp_path: Path, constants: list[Constant], names: Sequence[BinderName]
) -> None:
    assert hashes(tmp_path / "b", constants, names) == hashes(tmp_path / "a", BASE)


@pytest.mark.parametrize(
    "constants",
    [
        edited(double=definition("double", arrows(NAT, NAT), lam(NAT, var(0)))),
        edited(double__match_1=definition("double.match_1", arrows(NAT, TRUE, NAT), lam(NAT, lam(TRUE, var(1))))),
        edited(double___proof_1=theorem("double._proof_1", pi(NAT, TRUE), "True.intro")),
        edited(double=c.Opaque("double", (), arrows(NAT, NAT), False, BODY)),
        edited(double=replace(BASE[2], unsafe=True)),
        edited(double=axiom("double", arrows(NAT, NAT))),
        edited(double__match_1=axiom("double.match_1", arrows(NAT, TRUE, NAT))),
    ],
)
def test_a_changed_definition_behind_changes_the_deep_hash_alone(tmp_path: Path, constants: list[Constant]) -> None:
    before, after = hashes(tmp_path / "a", BASE), hashes(tmp_path / "b", constants)
    assert before[0] == after[0] and before[1] != after[1]


def test_a_changed_statement_changes_both(tmp_path: Path) -> None:
    before = hashes(tmp_path / "a", BASE)
    after = hashes(tmp_path / "b", edited(t=theorem("t", pi(NAT, equal(var(0), call("double", var(0)))))))
    assert before[0] != after[0] and before[1] != after[1]


def test_numbered_constants_of_different_content_are_never_taken_for_each_other(tmp_path: Path) -> None:
    """Two definitions exchange their matchers: names and contents are all the same, what they mean is not."""
    other = definition("other.match_1", arrows(NAT, TRUE, NAT), lam(NAT, lam(TRUE, var(1))))
    proof = terms.const("double._proof_1")

    def made(first: str, second: str) -> list[Constant]:
        one = definition("double", arrows(NAT, NAT), lam(NAT, call(first, var(0), proof)))
        two = definition("other", arrows(NAT, NAT), lam(NAT, call(second, var(0), proof)))
        stated = pi(NAT, equal(call("double", var(0)), call("other", var(0))))
        return [*BASE[:2], other, one, two, theorem("t", stated)]

    before = hashes(tmp_path / "a", made("double.match_1", "other.match_1"))
    after = hashes(tmp_path / "b", made("other.match_1", "double.match_1"))
    assert before[0] == after[0] and before[1] != after[1]


def test_what_a_numbered_constant_mentions_is_covered(tmp_path: Path) -> None:
    def made(value: int) -> list[Constant]:
        match = definition("double.match_1", arrows(NAT, TRUE, NAT), lam(NAT, lam(TRUE, terms.const("inner"))))
        return edited(double__match_1=match, inner=definition("inner", NAT, number(value)))

    before, after = hashes(tmp_path / "a", made(1)), hashes(tmp_path / "b", made(2))
    assert before[0] == after[0] and before[1] != after[1]


def test_the_order_of_reading_is_no_part_of_the_hash(tmp_path: Path) -> None:
    second = theorem("s", pi(NAT, equal(call("double.match_1", var(0), terms.const("double._proof_1")), var(0))))
    _, one = world(tmp_path, [*BASE, second])
    first = [one.read(name).deep for name in ("t", "s")]
    _, other = world(tmp_path, [*BASE, second])
    assert first == [other.read(name).deep for name in ("s", "t")][::-1]
