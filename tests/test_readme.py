"""The README's example of a new claim is a real one: it loads, its legs pass, its mutants fail, its witness holds."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from claims.derive import Derivation, Symbols
from claims.measure import Evidence, Sampler
from claims.model import Entry
from claims.outcome import Verdict
from claims.pack import find_pack
from claims.registry_io import load
from claims.table import run_table

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", TEXT, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(body) for _, body in found]


@pytest.fixture
def entry(tmp_path: Path) -> Entry:
    (tmp_path / "claims.toml").write_text("")
    (tmp_path / "registry").mkdir()
    (tmp_path / "registry" / "demo.toml").write_text(blocks("toml")[0])
    return load(find_pack(tmp_path)).entries["demo.square"]


@pytest.fixture
def code() -> dict[str, dict[str, Any]]:
    spaces = {}
    for name, text in zip(("domain", "symbolic", "numeric"), blocks("python"), strict=True):
        space: dict[str, Any] = {"Derivation": Derivation, "Evidence": Evidence}
        exec(text, space)
        spaces[name] = space
    return spaces


@pytest.mark.parametrize(("factor", "verdict"), [(2, Verdict.PASS), (3, Verdict.FAIL)])
def test_the_legs_pass_and_reject_their_mutants(
    entry: Entry, code: dict[str, dict[str, Any]], factor: int, verdict: Verdict
) -> None:
    derived = code["symbolic"]["square"](Symbols(entry.variables), factor=factor).outcome()
    checked = code["numeric"]["square"](Sampler(entry.variables, 1, 4), factor=factor).outcome()
    assert (derived.verdict, checked.verdict) == (verdict, verdict), (derived.message, checked.message)


def test_the_witness_holds_and_the_mutant_is_refuted(entry: Entry, code: dict[str, dict[str, Any]]) -> None:
    values = code["domain"]["witness"]()
    assert set(values) == {v.name for v in entry.variables}
    assert code["domain"]["positive"](values) is True
    assert code["domain"]["refute"]() is True


def test_the_theorem_has_the_binders_and_the_text_that_the_entry_names(entry: Entry) -> None:
    (theorem,) = blocks("lean")
    binders = [v.lean for v in entry.variables] + [h.lean for h in entry.hypotheses]
    assert all(re.search(rf"\b{name}\b", theorem) for name in binders)
    assert theorem.count(entry.mutants[0].change.find) == 1


def test_the_table_is_that_of_the_lock(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_table(ROOT, str(ROOT / "README.md"), check=True) == 0, capsys.readouterr().out


@pytest.mark.parametrize("option", sorted(set(re.findall(r"`(--[a-z-]+)", TEXT))))
def test_every_option_it_names_exists(option: str) -> None:
    sources = "".join((ROOT / "claims" / name).read_text() for name in ("cli.py", "cli_options.py", "pytest_plugin.py"))
    assert f'"{option}"' in sources
