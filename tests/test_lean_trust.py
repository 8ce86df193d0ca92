"""What a theorem rests on: planted gaps, axioms and circles are found, and honest theorems are left alone."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from claims.lean.core_index import CoreIndex
from claims.lean.environment import load_module
from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import Constant
from claims.lean.olean import OleanError
from claims.lean.process import Runner
from claims.lean.summary import Member, ModuleSummary, components, interfaces, summarise
from claims.lean.toolchain import locate
from claims.lean.trust import TrustGraph
from tests.core_world import (
    FALSE,
    NAT,
    TRUE,
    TYPE,
    axiom,
    core_index,
    definition,
    graph,
    inductive,
    load,
    mention,
    summaries,
    theorem,
)
from tests.olean_writer import write_module
from tests.test_olean import COMPILED

Modules = Mapping[str, tuple[Iterable[str], Iterable[Constant]]]


def of(tmp: Path, *constants: Constant) -> TrustGraph:
    return graph(tmp, {"M": (["Init"], constants)})


def bad(found: TrustGraph, name: str) -> dict[str, tuple[str, ...]]:
    return dict(found.of(name).bad)


# -- axioms -----------------------------------------------------------------------------------------------------------


def test_what_a_theorem_rests_on_is_listed(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        theorem("direct", TRUE, "propext"),
        theorem("deep", TRUE, "usesChoice"),
        theorem("_private.M.0.p", TRUE, "Quot.sound"),
        theorem("public", TRUE, "_private.M.0.p", "direct"),
        theorem("stops", TRUE, "Classical.em"),
        theorem("none", TRUE),
    )
    assert found.of("direct").axioms == ("propext",)
    assert found.of("public").axioms == ("Quot.sound", "propext")
    deep = found.of("deep")
    assert deep.axioms == ("Classical.choice", "propext")
    assert deep.core_theorems == ("stripped",) and deep.core_definitions == ("hidden",)
    # What a core theorem without its proof rests on is not known, and is not claimed.
    assert found.of("stops").axioms == () and found.of("stops").core_theorems == ("Classical.em",)
    nothing = found.of("none")
    assert (nothing.axioms, nothing.core_theorems, nothing.core_definitions, nothing.bad) == ((), (), (), ())
    assert found.of("public").reached == {"public", "direct", "_private.M.0.p"}
    assert not any(found.of(name).bad for name in found.members)
    assert found.own_axioms() == []
    with pytest.raises(KeyError):
        found.of("propext.nothing")


@pytest.mark.parametrize(
    ("leaf", "why"),
    [
        ("sorryAx", "a gap in a proof"),
        ("Lean.ofReduceBool", "takes the word of compiled code"),
        ("Lean.trustCompiler", "takes the word of compiled code"),
        ("Lean.reduceBool", "takes the word of compiled code"),
        ("lcProof", "takes the word of compiled code"),
        ("Odd.axiom", "an axiom that is not allowed"),
        ("wild", "outside the logic (unsafe or partial)"),
        ("wildHidden", "outside the logic (unsafe or partial)"),
        ("Nowhere.at.all", "not in the compiled files"),
        ("Std.fact", "not in the compiled files"),
    ],
)
def test_forbidden_constants_of_core(tmp_path: Path, leaf: str, why: str) -> None:
    found = of(
        tmp_path,
        theorem("_private.M.0.gap", TRUE, leaf),
        definition("used", NAT, mention("_private.M.0.gap")),
        theorem("shown", TRUE, "used", "propext"),
        theorem("said", terms.app(terms.const(leaf), NAT)),
        theorem("honest", TRUE, "propext"),
    )
    assert bad(found, "shown") == {leaf: ("shown", "used", "_private.M.0.gap", leaf)}
    assert bad(found, "said") == {leaf: ("said", leaf)}
    assert found.why(leaf) == why
    assert found.is_forbidden(leaf) and not found.is_forbidden("propext")
    assert found.of("honest").bad == () and found.of("shown").axioms == ("propext",)


@pytest.mark.parametrize(
    "name",
    ["M.ax", "_private.M.0.M.ax", "M.propext", "«propext »", "Classical.«choice\\u000a»", "thm._native.native_decide.ax_1"],
)  # fmt: skip
def test_own_axioms_are_findings_used_or_not(tmp_path: Path, name: str) -> None:
    found = of(tmp_path, axiom(name), theorem("t", FALSE, name), theorem("honest", TRUE))
    assert bad(found, "t") == {name: ("t", name)}
    assert found.own_axioms() == [name]
    assert found.why(name) == "an axiom of these modules"
    assert found.of("honest").bad == ()


def test_unsafe_and_partial_members_are_found(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        definition("w", NAT, terms.const("Nat.zero"), unsafe=True),
        definition("p", NAT, terms.const("Nat.zero"), partial=True),
        theorem("t", TRUE, "w", "p"),
        c.Opaque("o", (), NAT, False, terms.const("Nat.zero")),
        theorem("honest", TRUE, "o"),
    )
    assert bad(found, "t") == {"p": ("t", "p"), "w": ("t", "w")}
    assert found.why("w") == found.why("p") == "outside the logic (unsafe or partial)"
    assert found.of("honest").bad == ()


def test_a_gap_behind_constructors_recursors_and_literals(tmp_path: Path) -> None:
    rule = c.Rule("T.a", 0, mention("sorryAx"))
    recursor = c.Recursor("T.rec", (), TYPE, False, ("T",), 0, 0, 1, 1, (rule,), False)
    found = of(
        tmp_path,
        *inductive("T", TYPE, {"a": mention("propext")}),
        recursor,
        theorem("t", terms.const("T")),
        theorem("u", TRUE, "T.rec"),
        c.Theorem("n", (), TRUE, False, terms.nat(3)),
        c.Theorem("s", (), TRUE, False, terms.proj("T", 0, terms.nat(3))),
    )
    assert found.of("t").axioms == ("propext",)
    assert bad(found, "u") == {"sorryAx": ("u", "T.rec", "sorryAx")}
    assert found.of("n").bad == () and found.of("s").axioms == ("propext",)


def test_a_gap_in_another_module(tmp_path: Path) -> None:
    modules: Modules = {
        "A": (["B"], [theorem("t", TRUE, "lemma")]),
        "B": (["Init"], [theorem("lemma", TRUE, "sorryAx"), theorem("fine", TRUE)]),
    }
    found = graph(tmp_path, modules)
    assert bad(found, "t") == {"sorryAx": ("t", "lemma", "sorryAx")}
    assert found.of("fine").bad == ()


def test_members_that_mention_each_other_share_what_they_rest_on(tmp_path: Path) -> None:
    ring = [theorem(f"r{i}", TRUE, f"r{(i + 1) % 2_000}", *(["propext"] if i == 7 else [])) for i in range(2_000)]
    found = of(tmp_path, *ring)
    assert {found.of(f"r{i}").axioms for i in range(0, 2_000, 100)} == {("propext",)}


@pytest.mark.parametrize("seed", range(12))
def test_the_shared_closure_is_that_of_one_walk_each(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    leaves = ["propext", "Quot.sound", "Classical.choice", "Classical.em", "stripped", "sorryAx", "wild", "Odd.axiom"]
    names = [f"t{i}" for i in range(40)]
    mentions = {
        name: rng.sample(names, rng.choice((0, 1, 1, 2))) + rng.sample(leaves, rng.choice((0, 0, 1))) for name in names
    }
    found = of(tmp_path, *(theorem(name, TRUE, *each) for name, each in mentions.items()))
    for name in names:
        seen, todo = {name}, [name]
        for each in todo:
            new = [other for other in mentions.get(each, ()) if other not in seen]
            seen.update(new)
            todo += new
        trust = found.of(name)
        rests = {*trust.axioms, *trust.core_theorems, *(leaf for leaf, _ in trust.bad)}
        assert rests == seen & set(leaves)
        assert trust.reached == seen & set(names)
        for leaf, path in trust.bad:
            assert path[0] == name and path[-1] == leaf
            assert all(b in mentions[a] for a, b in itertools.pairwise(path))


def test_components_come_after_those_they_lead_to() -> None:
    rows = {"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": ["d"], "e": []}
    assert [sorted(each) for each in components(rows)] == [["d"], ["c"], ["a", "b"], ["e"]]
    chain = {str(i): [str(i + 1)] for i in range(50_000)} | {"50000": []}
    assert next(iter(components(chain))) == ["50000"]


# -- modules that do not fit together ---------------------------------------------------------------------------------


def test_proofs_in_a_circle_of_modules_are_refused(tmp_path: Path) -> None:
    circle: Modules = {
        "A": (["Init"], [theorem("t", FALSE, "u")]),
        "B": (["Init"], [theorem("u", FALSE, "t")]),
    }
    with pytest.raises(OleanError, match="A does not import B, but its t mentions u of there"):
        graph(tmp_path, circle)
    half = {**circle, "A": (["Init", "B"], [theorem("t", FALSE, "u")])}
    with pytest.raises(OleanError, match="B does not import A, but its u mentions t of there"):
        graph(tmp_path, half)


def test_imports_of_imports_count(tmp_path: Path) -> None:
    modules: Modules = {
        "A": (["B"], [theorem("t", TRUE, "v")]),
        "B": (["C"], []),
        "C": (["Init"], [theorem("v", TRUE)]),
    }
    assert graph(tmp_path, modules).of("t").reached == {"t", "v"}


def test_a_theorem_of_two_modules_rests_on_what_either_proof_does(tmp_path: Path) -> None:
    one: tuple[list[str], list[Constant]] = (["Init"], [theorem("t", TRUE, "sorryAx")])
    other: tuple[list[str], list[Constant]] = (["Init"], [theorem("t", TRUE, "propext")])
    for modules in ({"A": one, "B": other}, {"A": other, "B": one}):
        found = graph(tmp_path, modules)
        assert found.of("t").axioms == ("propext",) and bad(found, "t") == {"sorryAx": ("t", "sorryAx")}


# -- statements that read as another ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["M.True", "M.N.Nat", "_private.M.0.M.False", "M.Lean.reduceBool", "M.visible"])
def test_a_definition_that_reads_as_one_of_core(tmp_path: Path, name: str) -> None:
    found = of(
        tmp_path,
        definition(name, TYPE, TRUE),
        definition("M.alias", TYPE, terms.const(name)),
        theorem("M.t", terms.const("M.alias")),
        theorem("M.proved", TRUE, name),
    )
    assert [own for own, _ in found.shadows("M.t")] == [name]
    assert name.endswith(found.shadows("M.t")[0][1])
    # Only in the proof: the statement says what it seems to say.
    assert found.shadows("M.proved") == []


@pytest.mark.parametrize("name", ["M.Truth", "M.Nat.sum", "M.Nat'", "M.trueNat", "M.reduceBool.x", "M.«True »"])
def test_a_definition_with_a_name_of_its_own(tmp_path: Path, name: str) -> None:
    found = of(tmp_path, definition(name, TYPE, TRUE), theorem("M.t", terms.const(name)))
    assert found.shadows("M.t") == []


def test_types_shadow_and_lemmas_do_not(tmp_path: Path) -> None:
    found = of(
        tmp_path,
        *inductive("M.Nat", TYPE, {"zero": NAT}),
        theorem("M.True", TRUE),
        theorem("M.t", mention("M.Nat.zero", "M.True")),
    )
    assert found.shadows("M.t") == [("M.Nat", "Nat")]


# -- summaries --------------------------------------------------------------------------------------------------------


def member(tmp: Path, *constants: Constant, name: str = "t") -> Member:
    found = summaries(tmp, {"M": (["Init"], constants)})["M"].members
    return next(each for each in found if each.name == name)


def test_a_summary_survives_being_kept(tmp_path: Path) -> None:
    modules: Modules = {"M": (["Init"], [definition("d", NAT, mention("visible")), theorem("t", TRUE, "d")])}
    summary = summaries(tmp_path, modules)["M"]
    assert ModuleSummary.from_json(json.loads(json.dumps(summary.to_json()))) == summary
    noted = replace(summary, attributes=(("extern", "d"),))
    assert ModuleSummary.from_json(json.loads(json.dumps(noted.to_json()))) == noted
    with pytest.raises(ValueError, match="unpack"):
        ModuleSummary.from_json({**summary.to_json(), "attributes": ["extern"]})


def test_hashes_follow_what_is_said_and_not_how(tmp_path: Path) -> None:
    def universal(param: str) -> Constant:
        return c.Theorem("t", (param, "w"), terms.pi(terms.sort(levels.param(param)), TRUE), False, mention())

    first, renamed = (member(tmp_path, universal(param)) for param in ("u", "v"))
    assert first.statement == renamed.statement
    plain = member(tmp_path, theorem("t", TRUE))
    assert plain.statement == member(tmp_path, theorem("t", TRUE, "propext")).statement
    assert plain.statement != member(tmp_path, theorem("t", FALSE)).statement
    assert plain.statement_names == ("True",) and plain.body_names == ("True.intro",) and plain.body == ""


def test_the_body_of_a_definition_counts(tmp_path: Path) -> None:
    whole = definition("t", NAT, mention("visible"))
    hashes = {
        member(tmp_path, each).body
        for each in (
            whole,
            definition("t", NAT, mention("hidden")),
            replace(whole, height=2),
            replace(whole, unsafe=True),
            replace(whole, partial=True),
            c.Opaque("t", (), NAT, False, mention("visible")),
            axiom("t"),
        )
    }
    assert len(hashes) == 7


def test_interfaces_follow_definitions_and_not_proofs(tmp_path: Path) -> None:
    def seen(number: str, proof: str) -> dict[str, str]:
        constants = [
            definition("d", NAT, mention(number)),
            theorem("lemma", TRUE, proof),
            theorem("t", mention("d"), "lemma"),
            definition("e", NAT, mention("t", "lemma")),
            definition("apart", NAT, NAT),
        ]
        return interfaces(summaries(tmp_path, {"M": (["Init"], constants)}))

    before, proved, changed = seen("visible", "propext"), seen("visible", "stripped"), seen("hidden", "propext")
    assert before == proved
    assert {name for name in before if before[name] != changed[name]} == {"d", "t", "e"}


def test_without_the_private_part_nothing_is_judged(tmp_path: Path) -> None:
    files = write_module([theorem("t", TRUE)], ["Init"])
    (module,) = load(tmp_path, {"M": {".olean": files[".olean"]}})
    with pytest.raises(OleanError, match=r"M: the body of the theorem t is missing: no \.olean\.private part\?"):
        summarise(module)


def test_a_module_in_one_part_is_judged(tmp_path: Path) -> None:
    files = write_module([theorem("t", TRUE, "sorryAx")], ["Init"], private=False)
    (module,) = load(tmp_path, {"M": files})
    assert bad(TrustGraph(core_index(tmp_path), {"M": summarise(module)}), "t")


# -- really compiled ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="no compiled forgeries here")
def test_compiled_forgeries_can_be_summarised() -> None:
    for olean in COMPILED:
        summary = summarise(load_module(olean.stem, olean))
        assert summary.members
        assert ModuleSummary.from_json(json.loads(json.dumps(summary.to_json()))) == summary


COMPILE = """module

public import Init

@[expose] public section

def slow (n : Nat) : Nat := n + 1
def fast (n : Nat) : Nat := n + 1
@[csimp] theorem slow_fast : @slow = @fast := rfl
@[implemented_by fast] def plain (n : Nat) : Nat := n + 1
@[extern "lean_foo"] opaque ext (n : Nat) : Nat
partial def loop (n : Nat) : Nat := loop (n + 1)
unsafe def wild (n : Nat) : Nat := unsafeCast n
axiom own : False
private theorem gap : 1 = 2 := by sorry
theorem rests : 1 = 2 := gap
theorem native : 3 + 3 = 6 := by native_decide
theorem fine (p : Prop) : p ∨ ¬ p := Classical.em p
theorem chosen (p : Prop) (h : p = True) : loop (plain (ext 1)) = loop (plain (ext 1)) ∧ p := by simp [h]
"""


@pytest.mark.lean
def test_a_module_compiled_by_lean(tmp_path: Path) -> None:
    toolchain = locate("embedded", offline=False, install=True)
    assert toolchain.core is not None
    (tmp_path / "M.lean").write_text(COMPILE, "utf8")
    with Runner(toolchain) as runner:
        run = runner.run(tmp_path / "M.lean", tmp_path / "M.olean", [tmp_path], tmp_path, tmp_path, 600)
    assert run.exit_code == 0
    index = CoreIndex(toolchain.core, toolchain.git_hash, toolchain.core_digest, tmp_path / "cache")
    summary = summarise(load_module("M", tmp_path / "M.olean"))
    assert sorted(summary.attributes) == [("csimp", "slow"), ("extern", "ext"), ("implemented_by", "plain")]
    found = TrustGraph(index, {"M": summary})
    gap = next(name for name in found.members if name.endswith(".gap"))
    assert bad(found, "rests") == {"sorryAx": ("rests", gap, "sorryAx")}
    assert set(bad(found, "native")) == {"Lean.ofReduceBool"}
    assert "wild" in bad(found, "wild")
    assert found.own_axioms() == ["own"]
    assert found.of("fine").bad == () and found.of("fine").core_theorems == ("Classical.em",)
    assert found.of("chosen").bad == ()
