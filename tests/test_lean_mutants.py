"""Mutants of statements with a stand-in Lean: where the copy stands, and what counts as a rejection."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.lean.mutants import LeanMutant, check_mutants, judge, mutated_source
from claims.lean.process import LeanRun, Message
from claims.lean.project import Project
from claims.outcome import LegResult, Verdict
from tests.test_lean_standin import compiled, make_project, standin_toolchain

# In the stand-in a marker in a comment makes the error; it stands in the text that a mutant brings in.
A = """module

namespace Claims

/-- Doc. -/
@[simp] theorem one (n : Nat) (h : n = 1) : n + 1 = 2 := by
  omega

set_option maxHeartbeats 1000 in
private theorem two.{u} (α : Type u) : ∀ n : Nat, n = n
  | 0 => rfl
  | n + 1 => by have := two α n; rfl

theorem three : 1 = 1 := rfl
end Claims
"""


class Work:
    def __init__(self, folder: Path, text: str = A) -> None:
        self.lean = make_project(folder / "lean", {"Claims.A": text})
        self.folder = folder

    def check(self, *mutants: LeanMutant) -> tuple[LegResult, ...]:
        tool = standin_toolchain(self.folder / "bin")
        return check_mutants(Project.load(self.lean), mutants, tool, self.folder / "out")


def mutant(theorem: str, find: str, replace: str) -> LeanMutant:
    return LeanMutant("X", f"Claims.{theorem}", find, replace)


def test_the_copy_has_a_fresh_name_the_changed_statement_and_the_old_proof(tmp_path: Path) -> None:
    project = Project.load(make_project(tmp_path / "lean", {"Claims.A": A}))
    at = project.declarations
    text, copies = mutated_source(
        project.modules["Claims.A"],
        {
            1: (at["Claims.two"].declaration, mutant("two", "n = n", "n = n + 1")),
            0: (at["Claims.one"].declaration, mutant("one", "2", "3")),
            2: (at["Claims.one"].declaration, mutant("one", "(h : n = 1)", "")),
        },
    )
    lines = text.splitlines()
    first = {c.index: lines[c.first - 1 : c.last] for c in copies}
    assert first[0] == ["theorem one_mutant_0 (n : Nat) (h : n = 1) : n + 1 = 3 := by", "  omega"]
    assert first[2][0] == "theorem one_mutant_2 (n : Nat)  : n + 1 = 2 := by"
    assert first[1] == [
        "set_option maxHeartbeats 1000 in",
        "theorem two_mutant_1.{u} (α : Type u) : ∀ n : Nat, n = n + 1",
        "  | 0 => rfl",
        "  | n + 1 => by have := two_mutant_1 α n; rfl",
    ]
    proof_line, proof_column = {c.index: c.proof for c in copies}[0]
    assert lines[proof_line - 1][proof_column:].startswith(":= by")
    assert text.replace("\n\n" + "\n".join(first[1]) + "\n", "").count("two_mutant") == 0
    assert "@[simp] theorem one (n" in text and lines.count("end Claims") == 1


def test_a_mutant_that_lean_accepts_fails(tmp_path: Path) -> None:
    (result,) = Work(tmp_path).check(mutant("three", "1 = 1", "2 = 2"))
    assert (result.verdict, result.reason) == (Verdict.FAIL, "MUTANT_ACCEPTED")


def test_an_error_in_the_proof_of_the_copy_is_a_rejection(tmp_path: Path) -> None:
    work = Work(tmp_path, A.replace("1 = 1 := rfl", "1 = 1 := by\n  exact three"))
    tool = standin_toolchain(work.folder / "bin")
    _teach(work, 'word == "three_mutant" and "theorem" not in line', "|three_mutant")
    (result,) = check_mutants(Project.load(work.lean), [mutant("three", "1 = 1", "1 = 2")], tool, work.folder / "out")
    assert (result.verdict, result.reason) == (Verdict.PASS, "MUTANT_REJECTED")


def _teach(work: Work, condition: str, words: str) -> None:
    """Let the stand-in report an error also on ``condition``, for markers of the form ``words``."""
    program = work.folder / "bin" / "lean"
    text = program.read_text("utf8").replace("[A-Z]+_[A-Z]+", f"[A-Z]+_[A-Z]+{words}")
    text = text.replace('if word == "SAY_ERROR"', f'if word == "SAY_ERROR" or ({condition})')
    program.write_text(text, "utf8")


def test_an_error_in_the_statement_is_no_rejection(tmp_path: Path) -> None:
    (result,) = Work(tmp_path).check(mutant("three", "1 = 1", "1 = 2 /- SAY_ERROR -/"))
    assert (result.verdict, result.reason) == (Verdict.ERROR, "MUTANT_MALFORMED")


def test_an_error_outside_the_copies_voids_all(tmp_path: Path) -> None:
    work = Work(tmp_path)
    lean = standin_toolchain(work.folder / "bin")
    program = work.folder / "bin" / "lean"
    spoil = 'rc = 0\nif "_mutant_" in text: text = "SAY_ERROR\\n" + text\n'
    text = program.read_text("utf8").replace("rc = 0\n", spoil, 1)
    program.write_text(text, "utf8")
    mutants = [mutant("three", "1 = 1", "2 = 2"), mutant("one", "2", "3")]
    results = check_mutants(Project.load(work.lean), mutants, lean, work.folder / "out")
    assert [r.reason for r in results] == ["LEAN_CRASH", "LEAN_CRASH"]


@pytest.mark.parametrize(
    ("theorem", "find", "replace", "reason"),
    [
        ("one", "absent", "x", "MUTANT_NOT_FOUND"),
        ("one", "n", "m", "MUTANT_NOT_FOUND"),
        ("one", "", "m", "MUTANT_NOT_FOUND"),
        ("one", "omega", "grind", "MUTANT_NOT_FOUND"),
        ("one", "n + 1", "n + 1", "MUTANT_NOT_FOUND"),
        ("nope", "1", "2", "LEAN_UNKNOWN"),
    ],
)
def test_a_mutant_that_cannot_be_made_is_an_error(
    tmp_path: Path, theorem: str, find: str, replace: str, reason: str
) -> None:
    (result,) = Work(tmp_path).check(mutant(theorem, find, replace))
    assert (result.verdict, result.reason) == (Verdict.ERROR, reason)


def test_a_mutant_of_a_module_that_fails_is_blocked(tmp_path: Path) -> None:
    (result,) = Work(tmp_path, A.replace("omega", "omega -- SAY_ERROR")).check(mutant("three", "1 = 1", "1 = 2"))
    assert result.reason == "LEAN_BLOCKED"


def test_a_crash_is_an_error_and_is_not_remembered(tmp_path: Path) -> None:
    work = Work(tmp_path)
    for _ in range(2):
        (result,) = work.check(mutant("three", "1 = 1", "1 = 2 /- DO_CRASH -/"))
        assert (result.verdict, result.reason, result.cached) == (Verdict.ERROR, "LEAN_CRASH", False)


def test_one_run_per_module_and_none_when_remembered(tmp_path: Path) -> None:
    work = Work(tmp_path)
    mutants = [mutant("three", "1 = 1", "2 = 2"), mutant("one", "n + 1", "n + 2")]
    work.check(*mutants)
    runs = compiled(work.folder / "bin")
    assert runs.count("A.lean") == 2
    again = work.check(*reversed(mutants))
    assert compiled(work.folder / "bin").count("A.lean") == 3
    assert not again[0].cached
    assert all(r.cached for r in work.check(*reversed(mutants)))
    assert work.lean.joinpath("Claims", "A.lean").read_text("utf8") == A


@pytest.mark.parametrize(
    ("find", "replace", "message", "reason"),
    [
        ("(h : n = 1)", "(k : n = 1)", "Unknown identifier `h`", "MUTANT_MALFORMED"),
        ("(h : n = 1)", "(k : n = 1)", "unknown constant 'h'", "MUTANT_MALFORMED"),
        ("(h : n = 1)", "", "Unknown identifier `h`", "MUTANT_REJECTED"),
        ("(n : Nat) (h : n = 1)", "(n : Nat)", "Unknown identifier `h`", "MUTANT_REJECTED"),
        ("(h : n = 1)", "(h : n = 2)", "omega could not prove the goal", "MUTANT_REJECTED"),
    ],
)
def test_a_name_that_the_change_took_away_is_no_rejection(
    tmp_path: Path, find: str, replace: str, message: str, reason: str
) -> None:
    project = Project.load(make_project(tmp_path / "lean", {"Claims.A": A}))
    declaration = project.declarations["Claims.one"].declaration
    _, (copy,) = mutated_source(project.modules["Claims.A"], {0: (declaration, mutant("one", find, replace))})
    run = LeanRun(1, (Message("error", copy.last, 2, copy.last, message),), "", 1.0)
    assert judge(run, [copy], "A.lean")[0].reason == reason
