"""Reading Lean text: comments, strings, namespaces, declarations and their spans; the project around it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.errors import InputError
from claims.lean.project import Project, source_hash
from claims.lean.source import SourceText, blank
from tests.test_lean_standin import make_project

_TOKENS = ["--", "/-", "-/", "/--", '"', "'", "\\", "\n", " ", "a", "h'", "x", "(", ":=", 'r"', "'\"'", "é"]
_PIECES = st.lists(st.sampled_from(_TOKENS), max_size=30).map("".join)


@given(_PIECES)
def test_blanking_keeps_length_and_lines(text: str) -> None:
    for strings in (True, False):
        blanked = blank(text, strings=strings)
        assert len(blanked) == len(text)
        assert [i for i, c in enumerate(blanked) if c == "\n"] == [i for i, c in enumerate(text) if c == "\n"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a -- b\nc", "a\nc"),
        ("a /- b /- c -/ d -/ e", "a e"),
        ('a "-- b" c', "a c"),
        ('a "\\"-- b" c', "a c"),
        ("h' -- x'", "h'"),
        ("'\"' a '\"'", "a"),
        ("'\\'' a", "a"),
        ('r"\\" a', "a"),
        ('r#"x"y"# a', "a"),
        ("/- never closed", ""),
        ("f' 'x' g'", "f' g'"),
    ],
)
def test_blanking(text: str, left: str) -> None:
    assert blank(text).split() == left.split()


def test_strings_stay_when_asked() -> None:
    assert blank('a "sorry" -- b', strings=False).rstrip() == 'a "sorry"'


SOURCE = """module

public import Init
public import Claims.Basic -- theorem in_comment : True
import all Claims.Other

/-- theorem in_doc : True -/
theorem top (a : Nat) : a = a := rfl

namespace A.B
section
variable {n : Nat}
@[simp, grind =] protected theorem one
    (f : Nat → Nat) (h : ∀ x, f x = x) {k : Nat} (d : Nat := 3) :
    f k = k := by
  exact h k

end
section Inner
/-- Doc. -/
set_option maxHeartbeats 1000 in
theorem two.three : ∀ n : Nat, n = n
  | 0 => rfl
  | n + 1 => rfl
end Inner
end B
private theorem hidden (p q : Bool) : (p || q) = (q || p) := by cases p <;> cases q <;> rfl
end A
theorem _root_.Z.last : True where
@[expose] noncomputable def size (n : Nat) : Nat :=
  n
instance : Inhabited Nat := ⟨0⟩
lemma after_instance.{u} (α : Type u) : α = α := rfl
"""


def test_declarations_have_full_names_kinds_and_lines() -> None:
    source = SourceText(SOURCE)
    seen = [(d.name, d.kind, d.line, d.start_line, d.end_line, d.private) for d in source.declarations]
    assert seen == [
        ("top", "theorem", 8, 8, 8, False),
        ("A.B.one", "theorem", 13, 13, 16, False),
        ("A.B.two.three", "theorem", 22, 21, 24, False),
        ("A.hidden", "theorem", 27, 27, 27, True),
        ("Z.last", "theorem", 29, 29, 29, False),
        ("size", "def", 30, 30, 31, False),
        ("after_instance", "lemma", 33, 33, 33, False),
    ]


def test_statement_spans_end_where_the_proof_begins() -> None:
    source = SourceText(SOURCE)
    statements = [" ".join(SOURCE[slice(*d.statement_span)].split()) for d in source.declarations]
    assert statements[1] == "(f : Nat → Nat) (h : ∀ x, f x = x) {k : Nat} (d : Nat := 3) : f k = k"
    assert statements[2] == ": ∀ n : Nat, n = n"
    assert statements[3] == "(p q : Bool) : (p || q) = (q || p)"
    assert statements[4] == ": True"
    assert statements[6] == "(α : Type u) : α = α"


def test_imports_are_those_outside_comments() -> None:
    assert SourceText(SOURCE).imports == ("Init", "Claims.Basic", "Claims.Other")


A, B = "module\ntheorem a : True := trivial\n", "module\nimport Claims.A\ntheorem b : True := trivial\n"


def test_project_orders_modules_and_places_declarations(tmp_path: Path) -> None:
    project = Project.load(make_project(tmp_path / "lean", {"Claims.B": B, "Claims.A": A}))
    assert list(project.modules) == ["Claims.A", "Claims.B", "Claims"]
    assert project.toolchain == "4.28.0"
    assert str(project.declarations["b"].place) == "lean/Claims/B.lean:3"
    assert [m.name for m in project.closure("Claims.B")] == ["Claims.A", "Claims.B"]
    assert project.declaration_at("Claims.B", 3) is project.declarations["b"].declaration
    assert project.declaration_at("Claims.B", 1) is None
    assert project.findings == ()


def test_a_module_that_nothing_imports_is_a_finding(tmp_path: Path) -> None:
    modules = {"Claims.A": A, "Claims.B": B, "Claims": "module\nimport Claims.A\n"}
    project = Project.load(make_project(tmp_path / "lean", modules))
    assert [(f.code, str(f.place)) for f in project.findings] == [("LEAN_ORPHAN", "lean/Claims/B.lean:1")]


def test_a_missing_root_and_a_missing_import_are_findings(tmp_path: Path) -> None:
    folder = make_project(tmp_path / "lean", {"Claims.A": "module\nimport Claims.None\n"})
    assert [f.code for f in Project.load(folder).findings] == ["LEAN_IMPORT"]
    (folder / "Claims.lean").unlink()
    findings = Project.load(folder).findings
    assert ("LEAN_ORPHAN", "lean/Claims.lean:1") in [(f.code, str(f.place)) for f in findings]


def test_a_name_declared_twice_is_a_finding_unless_private(tmp_path: Path) -> None:
    twice = {"Claims.A": A, "Claims.B": A.replace("theorem", "private theorem"), "Claims.C": A}
    findings = Project.load(make_project(tmp_path / "lean", twice)).findings
    assert [(f.code, str(f.place)) for f in findings] == [("LEAN_DUPLICATE", "lean/Claims/C.lean:2")]
    assert "lean/Claims/A.lean:2" in findings[0].message


def test_hidden_folders_are_not_read(tmp_path: Path) -> None:
    folder = make_project(tmp_path / "lean", {"Claims.A": A})
    (folder / ".lake" / "x").mkdir(parents=True)
    (folder / ".lake" / "x" / "Y.lean").write_text("module", "utf8")
    assert list(Project.load(folder).modules) == ["Claims.A", "Claims"]


def test_a_cycle_is_an_input_error(tmp_path: Path) -> None:
    modules = {"Claims.A": "import Claims.B\n", "Claims.B": "import Claims.C\n", "Claims.C": "import Claims.A\n"}
    with pytest.raises(InputError, match=r"cycle: Claims\.\w -> Claims\.\w -> Claims\.\w -> Claims\.\w"):
        Project.load(make_project(tmp_path / "lean", modules))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lakefile.toml", b"not toml ["),
        ("lakefile.toml", b"name = 'x'\n"),
        ("lean-toolchain", b"nightly\n"),
        ("Claims/A.lean", b"\xff\xfe"),
    ],
)
def test_unreadable_input_names_its_file(tmp_path: Path, name: str, content: bytes) -> None:
    folder = make_project(tmp_path / "lean", {"Claims.A": A})
    (folder / name).write_bytes(content)
    with pytest.raises(InputError, match=name.split("/")[-1]):
        Project.load(folder)


def test_source_hash_follows_imports_and_nothing_else(tmp_path: Path) -> None:
    folder = make_project(tmp_path / "lean", {"Claims.A": A, "Claims.B": B, "Claims.C": A.replace(" a ", " c ")})
    before = {name: source_hash(Project.load(folder), name) for name in "abc"}
    (folder / "Claims" / "A.lean").write_text(A + "-- more\n", "utf8")
    after = {name: source_hash(Project.load(folder), name) for name in "abc"}
    assert [before[name] == after[name] for name in "abc"] == [False, False, True]
    with pytest.raises(KeyError):
        source_hash(Project.load(folder), "nowhere")
