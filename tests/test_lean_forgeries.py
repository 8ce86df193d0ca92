"""The planted forgeries of ``tests/faults/lean``, as Lean compiled them: each is rejected for its reason.

The compiled files are in the repository, the core library they are judged against comes with the toolchain.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from claims.lean import canary
from claims.lean.environment import Environment, find_modules, load_module
from claims.lean.judges import CoreSpec
from claims.lean.kernel import levels, terms
from claims.lean.kernel.check import Kernel
from claims.lean.kernel.constants import Constant, Theorem
from claims.lean.kernel.errors import Limit, Rejected
from claims.lean.kernel.terms import APP, LAM, PI, Term
from claims.lean.proofs import inspect
from claims.lean.recheck import with_room
from claims.lean.verdict import Examiner
from tests.core_world import put
from tests.lean_forgeries import CASES, FORGERIES, core_spec, differences, is_drift
from tests.olean_writer import write_module

pytestmark = pytest.mark.lean
PLAIN = [name for name in CASES if not is_drift(name)]
DRIFT = [name for name in CASES if is_drift(name)]


@pytest.fixture(scope="module")
def spec() -> CoreSpec:
    return core_spec()


def test_every_source_has_its_compiled_form() -> None:
    assert len(PLAIN) >= 45 and len(DRIFT) >= 3
    for source in FORGERIES.rglob("*.lean"):
        assert (source.parent / "compiled" / f"{source.stem}.olean").is_file(), source


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_judged_as_it_must_be(spec: CoreSpec, name: str) -> None:
    assert differences(spec, name) == []


# -- proofs changed after Lean compiled them ------------------------------------------------------------------------


class Edited:
    """An environment in which one constant is another."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.changed: Constant | None = None

    def constant(self, name: str) -> Constant | None:
        if self.changed is not None and name == self.changed.name:
            return self.changed
        return self.environment.constant(name)


def world(spec: CoreSpec, *names: str) -> Environment:
    paths = {name: path for folder in names for name, path in find_modules(FORGERIES / folder / "compiled").items()}
    return Environment(spec.index(), [load_module(name, path) for name, path in paths.items()])


def verdict(kernel: Kernel, constant: Constant) -> str:
    """``accepted``, ``rejected`` or ``undecided``."""
    try:
        kernel.declare(constant)
    except (Limit, RecursionError):
        return "undecided"
    except Rejected:
        return "rejected"
    return "accepted"


def theorems(environment: Environment) -> list[Theorem]:
    found = [environment.constant(name) for module in environment.order for name in environment.names_of(module)]
    return [each for each in found if isinstance(each, Theorem)]


def test_a_proof_under_another_statement_is_rejected_unless_it_proves_it(spec: CoreSpec) -> None:
    """Every swap that is accepted is of a proof that holds for both: its type is the other statement, by computation."""
    environment = world(spec, "honest-tactics", "honest-types")
    kernel = Kernel(environment, arithmetic=True, steps=20_000)
    chosen = [t for t in theorems(environment) if not t.params][:36]
    counts = {"accepted": 0, "rejected": 0, "undecided": 0}
    right = 0

    def work() -> None:
        nonlocal right
        for statement in chosen:
            for proof in chosen:
                if statement is proof:
                    continue
                swapped = replace(statement, value=proof.value)
                found = verdict(kernel, swapped)
                counts[found] += 1
                if found == "accepted":
                    right += kernel.equal(kernel.check(proof.value), statement.type)

    with_room(work, 5000)
    assert sum(counts.values()) >= 600 and counts["undecided"] <= 5
    assert counts["accepted"] == right <= 40
    assert counts["rejected"] >= 0.95 * sum(counts.values())


def edits(term: Term, rng: random.Random) -> Term | None:
    """The term with one random sub-term exchanged for another of its sub-terms, or a binder's type for `Prop`."""
    parts = [part for part in terms.walk(term) if not part.loose]
    if len(parts) < 3:
        return None
    old, new = rng.choice(parts[1:]), rng.choice(parts)
    changed = exchange(term, old, new)
    return None if changed is term else changed


def exchange(term: Term, old: Term, new: Term) -> Term:
    memo: dict[Term, Term] = {old: new}

    def go(t: Term) -> Term:
        found = memo.get(t)
        if found is None:
            if t.tag == APP:
                found = terms.app(go(t.a), go(t.b))
            elif t.tag in (LAM, PI):
                found = (terms.lam if t.tag == LAM else terms.pi)(go(t.a), go(t.b))
            elif t.tag == terms.PROJ:
                found = terms.proj(t.a, t.b, go(t.c))
            elif t.tag == terms.LET:
                found = terms.let(go(t.a), go(t.b), go(t.c))
            else:
                found = t
            memo[t] = found
        return found

    return go(term)


@pytest.mark.slow
def test_random_edits_of_proof_terms(spec: CoreSpec) -> None:
    """An edited proof that is accepted still proves its own statement: accepting it is right. Most are rejected."""
    environment = world(spec, "honest-tactics", "honest-types")
    kernel = Kernel(environment, arithmetic=True, steps=20_000)
    rng = random.Random(20261201)
    counts = {"accepted": 0, "rejected": 0, "undecided": 0}

    def work() -> None:
        chosen = theorems(environment)
        while sum(counts.values()) < 3700:
            theorem = rng.choice(chosen)
            value = edits(theorem.value, rng)
            if value is None:
                continue
            found = verdict(kernel, replace(theorem, value=value))
            counts[found] += 1
            if found == "accepted":
                assert kernel.equal(kernel.check(value), theorem.type)
                assert not terms.constants(value) - terms.constants(theorem.value)

    with_room(work, 5000)
    assert counts["rejected"] >= 3200, counts
    assert counts["undecided"] <= 40, counts


def test_a_statement_made_stronger_is_rejected(spec: CoreSpec) -> None:
    """Numbers of a statement changed at random: what is accepted is true by the same proof, and rare."""
    environment = world(spec, "honest-tactics", "honest-conversion", "honest-recursion")
    kernel = Kernel(environment, arithmetic=True, steps=20_000)
    accepted: list[str] = []
    rejected = 0

    def work() -> None:
        nonlocal rejected, accepted
        for theorem in theorems(environment):
            for part in terms.walk(theorem.type):
                if part.tag == terms.NAT:
                    changed = replace(theorem, type=exchange(theorem.type, part, terms.nat(part.a + 1)))
                    rejected += verdict(kernel, changed) == "rejected"
                    accepted += [str(changed.type)] if verdict(kernel, changed) == "accepted" else []

    with_room(work, 5000)
    # The one that is accepted is true: half of 11, rounded down, is 5 as well.
    (half,) = accepted
    assert rejected >= 40 and "half (OfNat.ofNat Nat 11" in half and half.endswith("Nat 5 (instOfNatNat 5))")


def test_swapped_proofs_in_the_file_are_seen(spec: CoreSpec, tmp_path: Path) -> None:
    ((name, olean),) = find_modules(FORGERIES / "honest-types" / "compiled").items()
    proofs = inspect(spec, {name: olean}, None, 1)
    assert proofs.graph is not None and proofs.refusals == []
    chosen = [n for n, m in proofs.graph.members.items() if m.kind == "theorem" and "._" not in n][:2]
    forged = canary.swap_proofs(olean, tmp_path, *chosen)
    again = inspect(spec, {name: forged}, None, 1)
    assert {r.declaration for r in again.refusals} & set(chosen)
    assert again.accepted > 0.8 * proofs.accepted


def test_a_module_needs_what_it_imports(spec: CoreSpec) -> None:
    paths = find_modules(FORGERIES / "sorry-imported" / "compiled")
    proofs = inspect(spec, {"SorryUser": paths["SorryUser"]}, None, 1)
    assert "SorryBase" in proofs.faults[0].message and proofs.graph is None


# -- statements that would be misread -------------------------------------------------------------------------------

NAT = terms.const("Nat")


def number(shown: int, meant: int) -> Term:
    """A numeral that reads ``shown`` and is ``meant``, by an instance made on the spot."""
    instance = terms.apps(terms.const("OfNat.mk", (levels.ZERO,)), [NAT, terms.nat(shown), terms.nat(meant)])
    return terms.apps(terms.const("OfNat.ofNat", (levels.ZERO,)), [NAT, terms.nat(shown), instance])


def test_notation_over_an_instance_made_on_the_spot_is_an_objection(spec: CoreSpec, tmp_path: Path) -> None:
    equality = terms.const("Eq", (levels.ONE,))
    refl = terms.apps(terms.const("Eq.refl", (levels.ONE,)), [NAT, terms.nat(1)])
    forged = Theorem("bad", (), terms.apps(equality, [NAT, number(2, 1), number(1, 1)]), False, refl)
    honest = Theorem("good", (), terms.apps(equality, [NAT, terms.nat(1), terms.nat(1)]), False, refl)
    parts = write_module([forged, honest], ["Init"], git_hash=spec.git_hash)
    examiner = Examiner(inspect(spec, {"Odd": put(tmp_path, "Odd", parts)}, None, 1))
    bad, good = examiner.examine("bad"), examiner.examine("good")
    assert bad.statement is not None and bad.statement.text == "bad : 2 = 1"
    assert bad.objection is not None and bad.objection.code == "LEAN_SHADOW" and "OfNat.mk" in bad.objection.message
    assert good.objection is None


def test_huge_numbers_neither_hang_nor_trip_the_checker(spec: CoreSpec, tmp_path: Path) -> None:
    def power(base: int, exponent: int) -> Term:
        return terms.apps(terms.const("Nat.pow"), [terms.nat(base), terms.nat(exponent)])

    equality = terms.const("Eq", (levels.ONE,))
    large = terms.nat(10**5000)
    refl = terms.const("Eq.refl", (levels.ONE,))
    fine = Theorem(
        "fine", (), terms.apps(equality, [NAT, power(10, 5000), large]), False, terms.apps(refl, [NAT, large])
    )
    gcd = terms.apps(terms.const("Nat.gcd"), [power(3, 8_000_000), power(7, 5_500_000)])
    slow = Theorem(
        "slow", (), terms.apps(equality, [NAT, gcd, terms.nat(1)]), False, terms.apps(refl, [NAT, terms.nat(1)])
    )
    parts = write_module([fine, slow], ["Init"], git_hash=spec.git_hash)
    proofs = inspect(spec, {"Large": put(tmp_path, "Large", parts)}, None, 1)
    assert proofs.faults == () and [(r.declaration, r.limit) for r in proofs.refusals] == [("slow", True)]
    statement = Examiner(proofs).examine("fine").statement
    assert statement is not None and "a number of 16,610 bits" in statement.text
