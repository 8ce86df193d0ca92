"""`claims audit` on compiled modules, with the stand-in Lean's core library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.standin_compiler import compile_source
from tests.toy_pack import Toy, known_hash, make_toy

GOOD = "theorem good (n : Nat) : n = n := rfl\ndef number : Nat := 1\n"


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make_toy(tmp_path)


def compiled(toy: Toy, text: str, name: str = "Some") -> Path:
    folder = toy.root / "compiled"
    folder.mkdir(exist_ok=True)
    compile_source(text, folder / f"{name}.olean", known_hash())
    return folder


def test_clean_modules(toy: Toy) -> None:
    folder = compiled(toy, GOOD)
    done = toy.claims("audit", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 modules, 1 theorems, 0 problems" in done.stdout
    assert "every declaration of these modules (2) was re-checked by a second, independent checker" in done.stdout
    assert "own axioms: none" in done.stdout and "NOT pinned" in done.stdout


def test_a_gap_is_found_in_text_and_json(toy: Toy) -> None:
    folder = compiled(toy, GOOD + "theorem bad (n : Nat) : n = n + 1 := by sorry\n")
    done = toy.claims("audit", str(folder), "--json", "-")
    report = json.loads(done.stdout)
    assert done.returncode == 1 and report["schema"] == "claims-audit/1"
    assert [(f["code"], f["subject"]) for f in report["findings"]] == [("LEAN_AXIOM", "bad")]
    assert {t["name"]: t["verdict"] for t in report["theorems"]} == {"good": "accepted", "bad": "LEAN_AXIOM"}
    text = toy.claims("audit", str(folder), "--theorem", "bad")
    assert text.returncode == 1
    assert "bad: bad rests on sorryAx" in text.stdout and "bad (n : Nat) (h : n = Nat.zero) :" in text.stdout


def test_a_damaged_file_is_a_refusal_in_words(toy: Toy) -> None:
    folder = compiled(toy, GOOD)
    path = folder / "Some.olean"
    path.write_bytes(path.read_bytes()[:-40])
    done = toy.claims("audit", str(folder))
    assert done.returncode == 1 and "[LEAN_OLEAN]" in done.stdout and "Traceback" not in done.stderr


def test_nothing_to_read_is_no_success(toy: Toy, tmp_path: Path) -> None:
    done = toy.claims("audit", str(tmp_path / "nowhere"))
    assert done.returncode == 2 and "no compiled module" in done.stderr
    done = toy.claims("audit", str(compiled(toy, GOOD)), "--theorem", "nope")
    assert done.returncode == 2 and "no such constant" in done.stderr


def test_without_a_core_library_nothing_is_audited(toy: Toy) -> None:
    done = toy.claims("audit", str(compiled(toy, GOOD)), "--offline", lean=False)
    assert done.returncode == 3 and "LEAN_FETCH" in done.stderr
