"""Whole modules before the second kernel: order, circles, refusals that spread, and what is remembered."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from claims.lean import recheck
from claims.lean.judges import CoreSpec
from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, terms
from claims.lean.kernel.terms import Term
from claims.lean.proofs import Proofs, inspect
from tests.core_world import put
from tests.olean_writer import GIT_HASH, write_module
from tests.standin_compiler import core_constants, write_core

PROP = terms.sort(levels.ZERO)


def theorem(name: str, proof: Term | None = None) -> c.Theorem:
    """``(p : Prop) (h : p) : p``, by the hypothesis unless another proof is given."""
    type_ = terms.pi(PROP, terms.pi(terms.var(0), terms.var(1)))
    own = terms.lam(PROP, terms.lam(terms.var(0), terms.var(0)))
    return c.Theorem(name, (), type_, False, own if proof is None else proof)


def by(name: str) -> Term:
    return terms.const(name)


class Modules:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_core(folder / "core", GIT_HASH)
        self.spec = CoreSpec(folder / "core", GIT_HASH, "")
        self.paths: dict[str, Path] = {}

    def write(self, module: str, constants: Sequence[c.Constant], imports: Sequence[str] = ()) -> None:
        self.paths[module] = put(self.folder / "user", module, write_module(constants, ["Init", *imports]))

    def inspect(self, jobs: int = 1) -> Proofs:
        return inspect(self.spec, self.paths, self.folder / "store", jobs)


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Modules:
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(tmp_path / "cache"))
    return Modules(tmp_path)


def test_everything_is_judged_whatever_the_order_in_the_file(modules: Modules) -> None:
    modules.write("A", [theorem("c", by("b")), theorem("b", by("a")), theorem("a")])
    proofs = modules.inspect()
    assert (proofs.accepted, proofs.refusals, proofs.faults) == (3, [], ())


def test_a_proof_that_rests_on_itself_is_refused(modules: Modules) -> None:
    modules.write("A", [theorem("a", by("b")), theorem("b", by("a")), theorem("own", by("own")), theorem("good")])
    proofs = modules.inspect()
    assert proofs.accepted == 1
    assert {r.declaration for r in proofs.refusals} == {"a", "b", "own"}
    assert all("rests on itself" in r.message for r in proofs.refusals)


def test_modules_in_a_circle_are_a_fault(modules: Modules) -> None:
    modules.write("A", [theorem("a", by("b"))], ["B"])
    modules.write("B", [theorem("b", by("a"))], ["A"])
    assert modules.inspect().faults


def test_a_refusal_spreads_to_what_rests_on_it_and_names_the_cause(modules: Modules) -> None:
    wrong = terms.lam(PROP, terms.var(0))
    modules.write("A", [theorem("wrong", wrong), theorem("user", by("wrong")), theorem("good")])
    modules.write("B", [theorem("far", by("user"))], ["A"])
    proofs = modules.inspect()
    refused = {r.declaration: r for r in proofs.refusals}
    assert refused["wrong"].cause == "" and refused["user"].cause == "wrong"
    assert proofs.graph is not None and "wrong" in proofs.graph.of("far").reached


def test_every_member_of_a_refused_group_is_refused(modules: Modules) -> None:
    bad = terms.pi(terms.pi(by("Evil"), PROP), by("Evil"))
    group: list[c.Constant] = [
        c.Inductive("Evil", (), terms.sort(levels.ONE), False, 0, 0, ("Evil",), ("Evil.mk",), 0, True, True),
        c.Constructor("Evil.mk", (), bad, False, "Evil", 0, 0, 1),
        c.Recursor("Evil.rec", (), PROP, False, ("Evil",), 0, 0, 1, 1, (), False),
    ]
    for order in (group, group[::-1]):
        modules.write("A", order)
        refused = {r.declaration for r in modules.inspect().refusals}
        assert refused == {"Evil", "Evil.mk", "Evil.rec"}


def test_an_orphan_constructor_and_a_quotient_are_refused(modules: Modules) -> None:
    nat = terms.const("Nat")
    modules.write(
        "A", [c.Constructor("Stray.mk", (), nat, False, "Stray", 0, 0, 0), c.Quotient("q", (), nat, False, 1)]
    )
    assert {r.declaration for r in modules.inspect().refusals} == {"Stray.mk", "q"}


def test_what_is_accepted_is_remembered_and_only_what_changed_is_judged_again(modules: Modules) -> None:
    modules.write("A", [theorem("a"), theorem("b", by("a"))])
    modules.write("B", [theorem("c", by("b")), theorem("d")], ["A"])
    first = modules.inspect()
    assert [j.known for j in first.judgements.values()] == [0, 0]
    again = modules.inspect()
    assert [j.known for j in again.judgements.values()] == [2, 2] and again.accepted == 4
    shorter = terms.lam(PROP, terms.lam(terms.var(0), terms.app(terms.app(by("a"), terms.var(1)), terms.var(0))))
    modules.write("B", [theorem("c", by("b")), theorem("d", shorter)], ["A"])
    third = modules.inspect()
    assert (third.judgements["A"].known, third.judgements["B"].known, third.accepted) == (2, 1, 4)


def test_a_refusal_is_not_remembered_as_accepted(modules: Modules) -> None:
    modules.write("A", [theorem("a", terms.lam(PROP, terms.var(0))), theorem("b")])
    for _ in range(2):
        proofs = modules.inspect()
        assert proofs.accepted == 1 and [r.declaration for r in proofs.refusals] == ["a"]


def test_a_changed_definition_has_its_users_judged_again(modules: Modules) -> None:
    zero, one = terms.const("Nat.zero"), terms.app(terms.const("Nat.succ"), terms.const("Nat.zero"))
    equal = terms.apps(terms.const("Eq", (levels.ONE,)), [terms.const("Nat"), by("n"), zero])
    proof = terms.apps(terms.const("Eq.refl", (levels.ONE,)), [terms.const("Nat"), zero])
    user = c.Theorem("user", (), equal, False, proof)
    for value, accepted in ((zero, 2), (one, 1), (zero, 2)):
        modules.write("A", [c.Definition("n", (), terms.const("Nat"), False, value, 1, False)])
        modules.write("B", [user], ["A"])
        assert modules.inspect().accepted == accepted


def test_a_damaged_store_is_no_verdict(modules: Modules) -> None:
    modules.write("A", [theorem("a", terms.lam(PROP, terms.var(0)))])
    modules.inspect()
    for path in (modules.folder / "store").glob("*"):
        path.write_text('{"whole": 3')
    assert [r.declaration for r in modules.inspect().refusals] == ["a"]


def test_a_limit_is_neither_accepted_nor_wrong(modules: Modules, monkeypatch: pytest.MonkeyPatch) -> None:
    modules.write("A", [theorem("a")])
    monkeypatch.setattr(recheck.Judge.__init__, "__defaults__", (3,))
    (found,) = modules.inspect().refusals
    assert found.limit and "not decided within 3 steps" in found.message


def test_several_processes_say_the_same(modules: Modules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claims.lean.judges._SMALL", 0)
    wrong = terms.lam(PROP, terms.var(0))
    for name in ("A", "B", "C"):
        modules.write(name, [theorem(f"{name}.good"), theorem(f"{name}.wrong", wrong)])
    proofs = modules.inspect(jobs=2)
    assert proofs.accepted == 3 and proofs.faults == ()
    assert {r.declaration for r in proofs.refusals} == {"A.wrong", "B.wrong", "C.wrong"}


def test_terms_are_dropped_when_there_are_too_many(modules: Modules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "_TERMS", 1)
    modules.write("A", [theorem("a"), theorem("b", by("a")), theorem("c", by("b"))])
    assert modules.inspect().accepted == 3 and core_constants()


# -- ways through that an adversary found ---------------------------------------------------------------------------

NAT, ZERO = terms.const("Nat"), terms.const("Nat.zero")
ONE = terms.app(terms.const("Nat.succ"), ZERO)


def equal(a: Term, b: Term) -> Term:
    return terms.apps(terms.const("Eq", (levels.ONE,)), [NAT, a, b])


def same(a: Term) -> Term:
    return terms.apps(terms.const("Eq.refl", (levels.ONE,)), [NAT, a])


def false(name: str, proof: Term | None = None) -> c.Theorem:
    """``0 = 1``, by the proof of ``0 = 0`` unless another is given."""
    return c.Theorem(name, (), equal(ZERO, ONE), False, same(ZERO) if proof is None else proof)


@pytest.mark.parametrize("listed", [("good", "bad"), ("bad",), ("bad", "good")])
def test_an_unsafe_type_cannot_draw_theorems_into_its_group(modules: Modules, listed: tuple[str, ...]) -> None:
    kind = terms.sort(levels.ONE)
    trick = c.Inductive("X", (), kind, True, 0, 0, listed, (), 0, False, False)
    rule = c.Recursor("R", (), kind, True, ("bad",), 0, 0, 0, 0, (), False)
    for extra in (trick, rule, c.Constructor("K", (), kind, True, "bad", 0, 0, 0)):
        modules.write("A", [extra, theorem("good"), false("bad")])
        assert "bad" in {r.declaration for r in modules.inspect().refusals}
        modules.write("A", [extra, theorem("good"), false("bad", by("bad"))])
        assert "bad" in {r.declaration for r in modules.inspect().refusals}


def test_what_follows_from_a_refused_declaration_is_used_for_nothing_else(modules: Modules) -> None:
    """`P : Prop := Nat` makes 0 and 1 proofs of one proposition; no other module may hear of it, then or later."""
    p = c.Definition("P", (), PROP, False, NAT, 1, False)
    constants = [c.Definition(name, (), by("P"), False, value, 1, False) for name, value in (("c0", ZERO), ("c1", ONE))]
    of_p = terms.apps(terms.const("Eq", (levels.ONE,)), [by("P"), by("c0"), by("c1")])
    links = [
        c.Theorem("d0", (), equal(ZERO, by("c0")), False, same(ZERO)),
        c.Theorem("d1", (), of_p, False, terms.apps(terms.const("Eq.refl", (levels.ONE,)), [by("P"), by("c0")])),
        c.Theorem("d2", (), equal(ONE, by("c1")), False, same(ONE)),
    ]
    modules.write("A", [p])
    modules.write("B", [*constants, *links], ["A"])
    modules.write("C", [false("bad"), theorem("good")])
    for _ in range(2):
        proofs = modules.inspect()
        assert {"P", "c0", "d0", "bad"} <= {r.declaration for r in proofs.refusals}
        assert proofs.judgements["C"].accepted == 1
    del modules.paths["A"], modules.paths["B"]
    assert [r.declaration for r in modules.inspect().refusals] == ["bad"]


def test_an_undeclared_universe_is_not_taken_for_a_declared_one(modules: Modules) -> None:
    def everything(level: levels.Level) -> c.Definition:
        universe = terms.pi(terms.sort(level), PROP)
        return c.Definition("foo", ("u",), universe, False, terms.lam(terms.sort(level), by_name("False")), 1, False)

    def by_name(name: str) -> Term:
        return terms.pi(PROP, terms.var(0)) if name == "False" else by(name)

    modules.write("A", [everything(levels.param("u"))])
    assert modules.inspect().refusals == []
    modules.write("A", [everything(levels.param("0"))])
    (refusal,) = modules.inspect().refusals
    assert "the universe parameter 0 is not declared" in refusal.message


def test_nothing_is_without_a_name() -> None:
    with pytest.raises(ValueError, match="without a name"):
        levels.param("")


FOREVER = """
import sys, time
from pathlib import Path
from claims.lean import judges
if __name__ == "__main__":
    judges._SMALL = 0
    here = Path(sys.argv[1])
    with judges.Workers(judges.CoreSpec(here, "", ""), {600: here, 601: here}, 2) as workers:
        print("started", flush=True)
        list(workers.run(time.sleep, [(600,), (601,)], None, ""))
"""


def children_of(number: int) -> list[int]:
    """The processes of a pool that the process ``number`` started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == number and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def test_judging_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    script = tmp_path / "forever.py"
    script.write_text(FOREVER)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    run = subprocess.Popen([sys.executable, str(script), str(tmp_path)], stdout=subprocess.PIPE, env=environment)
    assert run.stdout is not None and run.stdout.readline() == b"started\n"
    deadline = time.monotonic() + 20
    while len(workers := children_of(run.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(workers) == 2
    run.kill()
    run.wait()
    while any(Path(f"/proc/{number}").exists() for number in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{number}").exists() for number in workers)
