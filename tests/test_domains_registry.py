"""Every reference of the registry resolves, and every witness satisfies the hypotheses of its entry."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from claims.entry_checks import references
from claims.lean.project import Project
from claims.model import LEGS, Entry, Mutant
from claims.registry_io import build

ROOT = Path(__file__).resolve().parents[1]
FAMILIES = sorted((ROOT / "claims" / "registry").glob("**/*.toml"))
ENTRIES: dict[str, Entry] = {
    raw["id"]: build(Entry, raw)
    for path in FAMILIES
    for raw in tomllib.loads(path.read_text(encoding="utf-8"))["claim"]
}
IDS = sorted(ENTRIES)
LEAN_IDS = [i for i in IDS if ENTRIES[i].lean is not None]


def resolve(reference: str) -> Any:
    """The function named by ``module:function``."""
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


@cache
def project() -> Project:
    return Project.load(ROOT / "lean", ROOT)


def statement(theorem: str) -> str:
    """The statement text of a theorem: binders and proposition."""
    found = project().declarations[theorem]
    start, end = found.declaration.statement_span
    return found.module.source.text[start:end]


@pytest.mark.parametrize("claim", IDS)
def test_references_resolve(claim: str) -> None:
    for field, reference in references(ENTRIES[claim]):
        assert callable(resolve(reference)), (field, reference)


@pytest.mark.parametrize("claim", IDS)
def test_witness_satisfies_exactly_what_it_should(claim: str) -> None:
    entry = ENTRIES[claim]
    values = resolve(entry.witness)()
    for hypothesis in entry.hypotheses:
        assert resolve(hypothesis.holds)(values) is True, hypothesis.id
    if entry.falsifies is None:
        missing = {v.name for v in entry.variables} - set(values)
        assert not missing
        return
    target = ENTRIES[entry.falsifies.claim]
    answers = {h.id: resolve(h.holds)(values) for h in target.hypotheses}
    assert [h for h, answer in answers.items() if answer is not True] == [entry.falsifies.hypothesis]
    assert answers[entry.falsifies.hypothesis] is False


@pytest.mark.parametrize("claim", LEAN_IDS)
def test_binders_of_the_theorem_are_in_the_entry(claim: str) -> None:
    entry = ENTRIES[claim]
    assert entry.lean is not None
    named = {name for name in (*(v.lean for v in entry.variables), *(h.lean for h in entry.hypotheses)) if name}
    found = explicit_binders(statement(entry.lean.theorem))
    assert set(found) - named == set(), "binders of the theorem without a variable or hypothesis"
    assert named - set(found) == set(), "names of the entry that the theorem does not bind"


@pytest.mark.parametrize("claim", LEAN_IDS)
def test_lean_mutants_change_one_place_and_are_refuted(claim: str) -> None:
    entry = ENTRIES[claim]
    assert entry.lean is not None
    text = statement(entry.lean.theorem)
    for mutant in lean_mutants(entry):
        assert text.count(mutant.change.find) == 1, mutant.change.find
        if mutant.refuted_by.startswith("lean:"):
            assert mutant.refuted_by.removeprefix("lean:") in project().declarations
        else:
            assert resolve(mutant.refuted_by)() is True


@pytest.mark.parametrize("claim", IDS)
def test_parameters_of_the_other_mutants_exist(claim: str) -> None:
    entry = ENTRIES[claim]
    legs = {
        "symbolic": None if entry.symbolic is None else entry.symbolic.derivation,
        "numeric": None if entry.numeric is None else entry.numeric.check,
    }
    for mutant in entry.mutants:
        reference = legs.get(mutant.leg)
        if reference is None:
            continue
        parameter = inspect.signature(resolve(reference)).parameters[mutant.change.parameter]
        assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
        assert parameter.default != mutant.change.value


@pytest.mark.parametrize("claim", IDS)
def test_every_present_leg_has_a_mutant(claim: str) -> None:
    entry = ENTRIES[claim]
    for leg in LEGS:
        if entry.leg(leg) is not None:
            assert any(m.leg == leg for m in entry.mutants), leg
        else:
            assert getattr(entry.absent, leg), leg


@pytest.mark.parametrize("path", FAMILIES, ids=lambda p: p.stem)
def test_files_are_short(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= 400


def test_all_entries_are_there() -> None:
    assert len([e for e in ENTRIES if not e.startswith("exp.")]) == 29
    assert len([e for e in ENTRIES if e.startswith("exp.")]) == 8
    assert {e.falsifies.hypothesis for e in ENTRIES.values() if e.falsifies} == {"symmetric", "value"}


def lean_mutants(entry: Entry) -> list[Mutant]:
    return [m for m in entry.mutants if m.leg == "lean"]


def explicit_binders(text: str) -> list[str]:
    """Names bound in round brackets before the colon of a statement, in order."""
    names: list[str] = []
    position = 0
    while (match := re.compile(r"\s*([({\[⦃])").match(text, position)) is not None:
        end = _closing(text, match.end() - 1)
        if match.group(1) == "(":
            names += text[match.end() : end].split(":", 1)[0].split()
        position = end + 1
    return names


def _closing(text: str, start: int) -> int:
    """Index of the bracket that closes the one at ``start``."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in "([{⦃") - (text[index] in ")]}⦄")
        if depth == 0:
            return index
    raise ValueError(f"unbalanced statement: {text[:80]}")


def test_explicit_binders_reads_groups_and_nesting() -> None:
    text = " {n d : Nat} (x u : R → Fin d → R) [Reals R] (hode : ∀ t, (0 ≤ t) → x t = (u t)) : normSq (x 0) = 1"
    assert explicit_binders(text) == ["x", "u", "hode"]
