"""Audit, signatures and the result of each theorem, with a stand-in Lean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claims.lean import audit, canary, leg
from claims.lean.audit import BANNED_WORDS, banned_words, word_findings
from claims.lean.process import LeanRun, Message
from claims.lean.project import Project
from claims.lean.store import sha256_file
from claims.outcome import Verdict
from tests.test_lean_standin import compiled, make_project, standin_toolchain

A = "module\nnamespace Claims\ntheorem a (n : Nat) : n = n := rfl\ntheorem z : True := trivial\nend Claims\n"
B = "module\npublic import Claims.A\ntheorem Claims.b : True := trivial\n"
C = "module\ntheorem c : True := trivial\ndef d : Nat := 1\n"


class Work:
    def __init__(self, folder: Path) -> None:
        self.lean = make_project(folder / "lean", {"Claims.A": A, "Claims.B": B, "Claims.C": C})
        self.folder = folder

    def write(self, name: str, text: str) -> None:
        (self.lean / "Claims" / f"{name}.lean").write_text(text, "utf8")

    def check(self, *theorems: str) -> leg.LeanReport:
        tool = standin_toolchain(self.folder / "bin")
        return leg.check_theorems(Project.load(self.lean), theorems, tool, self.folder / "out", 2)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Work:
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(leg, "missed", lambda toolchain, runner: [])
    return Work(tmp_path)


def test_a_theorem_passes_with_its_evidence(work: Work) -> None:
    report = work.check("Claims.a", "Claims.b")
    assert report.problems == () and report.unknown == ()
    result = report.results["Claims.a"]
    assert (result.verdict, result.reason) == (Verdict.PASS, "LEAN_PROVED")
    n, h = result.evidence["binders"]
    assert n == {
        "name": "n", "kind": "explicit", "type": "Nat", "prop": False, "data": True, "field": False, "named": True,
    }  # fmt: skip
    assert (h["name"], h["type"], h["prop"], h["data"]) == ("h", "n = Nat.zero", True, False)
    assert result.evidence["signature"].startswith("Claims.a (n : Nat) (h : n = Nat.zero) : ")
    assert result.evidence["axioms"] == [] and result.evidence["kernels"]["second"] == "accepted"
    assert report.accepted == 5
    assert result.evidence["file"] == "lean/Claims/A.lean" and result.evidence["line"] == 3
    assert result.evidence["toolchain"]["kind"] == "native"
    assert result.place is not None and result.place.line == 3


def test_a_second_run_starts_no_lean(work: Work) -> None:
    first = work.check("Claims.a", "Claims.b")
    before = compiled(work.folder / "bin")
    second = work.check("Claims.a", "Claims.b")
    assert compiled(work.folder / "bin") == before
    assert second.results["Claims.a"].cached
    assert second.results["Claims.a"].evidence == first.results["Claims.a"].evidence


def test_a_false_proof_fails_at_its_line_and_blocks_the_others(work: Work) -> None:
    work.write("A", A.replace(":= rfl", ":= rfl -- SAY_ERROR"))
    report = work.check("Claims.a", "Claims.z", "Claims.b", "c")
    assert (report.results["Claims.a"].verdict, report.results["Claims.a"].reason) == (Verdict.FAIL, "LEAN_ERROR")
    assert str(report.results["Claims.a"].place) == "lean/Claims/A.lean:3"
    for name in ("Claims.z", "Claims.b"):
        result = report.results[name]
        assert (result.verdict, result.reason) == (Verdict.ERROR, "LEAN_BLOCKED")
        assert "lean/Claims/A.lean:3" in result.message
    assert report.results["c"].verdict is Verdict.PASS
    assert [f.code for f in report.problems] == ["LEAN_ERROR"]


def test_unknown_names_and_definitions_are_not_theorems(work: Work) -> None:
    report = work.check("Claims.nope", "d", "c")
    assert report.results["Claims.nope"].reason == "LEAN_UNKNOWN"
    assert report.unknown == ("Claims.nope",)
    assert (report.results["d"].verdict, report.results["d"].reason) == (Verdict.ERROR, "LEAN_NOT_THEOREM")


def test_a_banned_word_is_a_problem_and_taints_importers(work: Work) -> None:
    work.write("A", A.replace("trivial", "by sorry"))
    report = work.check("Claims.a", "Claims.z", "Claims.b", "c")
    assert ("LEAN_BANNED", "lean/Claims/A.lean:4") in [(f.code, str(f.place)) for f in report.problems]
    assert (report.results["Claims.z"].verdict, report.results["Claims.z"].reason) == (Verdict.FAIL, "LEAN_BANNED")
    assert report.results["Claims.a"].reason == report.results["Claims.b"].reason == "LEAN_BLOCKED"
    assert report.results["c"].verdict is Verdict.PASS


def test_what_the_compiled_module_rests_on_counts_whatever_the_words(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "banned_words", lambda text, own=(): [])
    work.write("C", C.replace("trivial", "by sorry"))
    report = work.check("c", "Claims.a")
    assert [(f.code, str(f.place)) for f in report.problems] == [("LEAN_AXIOM", "lean/Claims/C.lean:2")]
    result = report.results["c"]
    assert (result.verdict, result.reason) == (Verdict.FAIL, "LEAN_AXIOM") and "sorryAx" in result.message
    assert report.results["Claims.a"].verdict is Verdict.PASS


def test_a_compiled_file_that_cannot_be_read_voids_the_library(work: Work) -> None:
    work.check("c")
    path = next((work.folder / "out").rglob("C.olean.private"))
    data = bytearray(path.read_bytes())
    data[100:140] = bytes(40)
    path.write_bytes(bytes(data))
    record = path.with_name("C.record.json")
    kept = json.loads(record.read_text())
    kept["files"]["Claims/C.olean.private"] = sha256_file(path)
    record.write_text(json.dumps(kept))
    report = work.check("c", "Claims.a")
    assert [f.code for f in report.problems] == ["LEAN_OLEAN"]
    assert {r.reason for r in report.results.values()} == {"LEAN_OLEAN"}


def test_an_orphan_is_a_problem(work: Work) -> None:
    work.write("D", "module\ntheorem lonely : True := trivial\n")
    assert [f.code for f in work.check("c").problems] == ["LEAN_ORPHAN"]


def test_a_canary_that_is_not_caught_voids_the_leg(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leg, "missed", lambda toolchain, runner: ["Lean accepts the false proof on line 5"])
    report = work.check("Claims.a")
    assert report.results["Claims.a"].reason == "LEAN_CANARY"
    assert [f.code for f in report.problems] == ["LEAN_CANARY"]


@pytest.mark.parametrize("word", BANNED_WORDS)
def test_every_banned_word_is_found_outside_comments_only(word: str) -> None:
    assert banned_words(f"theorem x : True := by\n  {word}\n") == [(2, f"the word `{word}`")]
    assert banned_words(f'def s := "{word}"\n') == [(1, f"the word `{word}`")]
    assert banned_words(f"-- {word}\n/- {word} /- {word} -/ {word} -/\ntheorem {word}_free' : True := trivial\n") == []


def test_options_other_than_limits_are_found() -> None:
    text = "set_option maxHeartbeats 4 in\nset_option debug.skipKernelTC true in\nset_option warn.sorry false\n"
    assert {line for line, _ in banned_words(text)} == {2, 3}
    assert banned_words("theorem x : p := by decide +native")[0][0] == 1


def _run(*messages: tuple[str, int], code: int | None = 1) -> LeanRun:
    made = tuple(Message("error" if s == "e" else "warning", line, 0, line, "x") for s, line in messages)
    return LeanRun(code, made, "", 1.0)


def test_canaries_notice_what_is_not_caught() -> None:
    all_lines = [("e", line) for line in canary.FALSE_LINES]
    assert canary.missed_words() == []
    assert canary.missed_false(_run(*all_lines)) == []
    assert len(canary.missed_false(_run(*all_lines[1:]))) == 1
    assert canary.missed_false(_run(*all_lines, code=0))
    assert canary.missed_false(_run(code=None))
    assert canary.missed_silent(_run(("w", canary.SORRY_LINE), code=0)) == []
    assert len(canary.missed_silent(_run(code=0))) == 1
    assert canary.missed_silent(_run(("e", 9))) == []


def test_a_lean_that_accepts_everything_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(tmp_path / "cache"))
    lost = canary.missed(standin_toolchain(tmp_path / "bin"))
    assert [text for text in lost if text.startswith("Lean accepts the false proof")]
    assert canary.missed(standin_toolchain(tmp_path / "bin")) == lost, "an answer with misses must not be remembered"


LIBRARY = Path(__file__).parents[1] / "lean"


def test_the_library_has_nothing_that_is_banned() -> None:
    project = Project.load(LIBRARY)
    assert len(project.modules) > 40
    assert word_findings(project.modules.values()) == []


@pytest.mark.parametrize("text", canary.HIDING)
def test_a_word_cannot_hide_between_what_only_looks_like_a_comment(text: str) -> None:
    assert {1, 3} <= {line for line, _ in banned_words(text)}


@pytest.mark.parametrize(
    "text",
    [
        "-- «",
        'def a := m!"x"',
        'def a := dbg "{"/-"}"',
        'def a := (x).r"\\" /- "',
        "def a := f 1'\"' /- '\"'",
        "import Lean",
        "public meta import Lean.AddDecl",
        "import Init import Lean",
        "import\n  Lean",
        "import Initial",
        "#eval (addDecl (.axiomDecl x))",
        "#eval! f",
        "declare_syntax_cat x",
        "declare_simp_like_tactic x",
        'local macro "postulate" n:ident : command => do pure n',
        'macro "t" : tactic => `(tactic| grind)',
        'local macro "t" : term => `(1)',
        'local macro "t /-" : tactic => `(tactic| grind)',
        'local notation "x" => 1',
        "attribute [macro x] f",
    ],
)
def test_what_can_declare_or_mislead_is_banned(text: str) -> None:
    assert banned_words(text)


def test_own_modules_and_tactic_macros_are_allowed() -> None:
    text = 'module\npublic import Init.Data\nimport all Claims.A\nlocal  macro "t" :\n  tactic =>\n `(tactic| grind)\n'
    assert banned_words(text, {"Claims.A"}) == []
    assert banned_words(text) == [(3, "`import Claims.A`")]
