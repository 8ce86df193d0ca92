"""The hash of a statement follows the definitions behind it, and no proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.lean.definitions import Definitions
from claims.lean.project import Project
from tests.test_lean_standin import make_project

A = """module
namespace Claims
/-- Doc. -/
@[expose] def deep (n : Nat) : Nat :=
  n + 1
structure Pair where
  left : Nat
def unused : Nat := 7
theorem helper : 1 = 1 := rfl
instance : Inhabited Pair := ⟨⟨0⟩⟩
variable (k : Nat)
end Claims
"""
B = """module
public import Claims.A
namespace Claims
abbrev Statement : Prop := ∀ p : Nat, deep p = p + 1
theorem a : Statement := by
  intro p
  rfl
theorem unrelated : True := trivial
end Claims
"""
C = "module\nnamespace Other\ndef deep : Nat := 1\nend Other\n"


def value(folder: Path, a: str = A, b: str = B, c: str = C) -> str:
    project = Project.load(make_project(folder / "lean", {"Claims.A": a, "Claims.B": b, "Claims.C": c}))
    return Definitions(project).hash("Claims.a", "", "x")


@pytest.mark.parametrize(
    ("find", "replace"),
    [
        ("n + 1\n", "n + 2\n"),
        ("⟨⟨0⟩⟩", "⟨⟨1⟩⟩"),
        ("(k : Nat)", "(k : Int)"),
        ("p = p + 1", "p = p + 1 ∧ True"),
        ("abbrev", "def"),
    ],
)
def test_a_changed_definition_that_is_reached_changes_the_hash(tmp_path: Path, find: str, replace: str) -> None:
    assert A.count(find) + B.count(find) == 1
    changed = value(tmp_path, A.replace(find, replace), B.replace(find, replace))
    assert changed != value(tmp_path)


@pytest.mark.parametrize(
    ("find", "replace"),
    [
        (":= 7", ":= 8"),
        ("1 = 1 := rfl", "1 = 1 := by decide"),
        ("intro p\n  rfl", "exact proof"),
        ("Doc.", "Another."),
        ("True := trivial", "True ∧ True := ⟨trivial, trivial⟩"),
        ("  n + 1\n", "    n  + 1 -- more\n"),
    ],
)
def test_proofs_comments_and_what_is_not_reached_do_not(tmp_path: Path, find: str, replace: str) -> None:
    assert A.count(find) + B.count(find) == 1
    assert value(tmp_path, A.replace(find, replace), B.replace(find, replace)) == value(tmp_path)


def test_only_modules_that_are_imported_count(tmp_path: Path) -> None:
    assert value(tmp_path, c=C.replace(":= 1", ":= 2")) == value(tmp_path)


def test_fields_reach_their_structure(tmp_path: Path) -> None:
    b = B.replace("deep p = p + 1", "f.left = p")
    assert value(tmp_path, A.replace("left : Nat", "left : Fin 3"), b) != value(tmp_path, b=b)
