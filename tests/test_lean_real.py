"""The Lean leg with the real embedded Lean: run with ``-m lean``. Fetches the toolchain when it is missing."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from claims.lean import canary, store
from claims.lean.code import LOAD, CodeCache
from claims.lean.leg import LeanReport, check_theorems
from claims.lean.mutants import LeanMutant, check_mutants
from claims.lean.process import Runner
from claims.lean.project import Project
from claims.lean.toolchain import Toolchain, locate
from claims.outcome import Verdict
from tests.test_lean_standin import make_project

pytestmark = pytest.mark.lean

GOOD = """module

public import Init

@[expose] public section

namespace Claims.A

universe u

@[simp] theorem sym {α : Type u} (a b : α) (h : a = b) : b = a := h.symm

theorem two (n : Nat) : n + n = 2 * n := by
  omega

theorem arrow (n : Nat) : n = 1 → n + 1 = 2 := by
  intro h
  omega

end Claims.A
"""
BAD = """module

public import Claims.A

public section

theorem fine (n : Nat) : n + n = 2 * n := Claims.A.two n

theorem wrong (n : Nat) : n + n = 3 * n := by
  omega
"""
HIDDEN = """module

public import Init

public section

set_option warn.sorry false in
theorem hidden : 1 = 2 := by sorry
"""


@pytest.fixture(scope="module")
def toolchain() -> Toolchain:
    return locate("embedded", offline=False, install=True)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("real") / "lean"
    return Project.load(make_project(folder, {"Claims.A": GOOD, "Claims.Bad": BAD, "Claims.Hidden": HIDDEN}))


@pytest.fixture(scope="module")
def report(project: Project, toolchain: Toolchain) -> LeanReport:
    names = ["Claims.A.sym", "Claims.A.two", "Claims.A.arrow", "fine", "wrong", "hidden"]
    return check_theorems(project, names, toolchain, project.folder.parent / "out", 2)


def test_the_installed_toolchain_is_the_pinned_one(toolchain: Toolchain) -> None:
    assert toolchain.folder is not None
    assert store.deep_problems(toolchain.folder, store.pins()) == []


def test_true_theorems_pass_with_their_statements(report: LeanReport) -> None:
    for name in ("Claims.A.sym", "Claims.A.two", "Claims.A.arrow"):
        assert report.results[name].verdict is Verdict.PASS, report.results[name].message
    evidence = report.results["Claims.A.sym"].evidence
    assert evidence["signature"] == "Claims.A.sym.{u} {α : Type u} (a b : α) (h : a = b) : b = a"
    assert [(b["name"], b["prop"]) for b in evidence["binders"]] == [("α", 0), ("a", 0), ("b", 0), ("h", 1)]
    assert [b["named"] for b in report.results["Claims.A.arrow"].evidence["binders"]].count(False) == 1
    assert evidence["axioms"] == [] and evidence["kernels"]["second"] == "accepted"


def test_a_false_proof_fails_and_its_neighbour_is_blocked(report: LeanReport) -> None:
    assert (report.results["wrong"].verdict, report.results["wrong"].reason) == (Verdict.FAIL, "LEAN_ERROR")
    assert str(report.results["wrong"].place) == "lean/Claims/Bad.lean:10"
    assert report.results["fine"].reason == "LEAN_BLOCKED"


def test_a_sorry_that_lean_hides_is_caught_twice(report: LeanReport) -> None:
    assert report.results["hidden"].verdict is Verdict.FAIL
    codes = {f.code for f in report.problems if f.place.file == "lean/Claims/Hidden.lean"}
    assert codes == {"LEAN_BANNED", "LEAN_AXIOM"}


def test_the_canaries_are_caught(toolchain: Toolchain) -> None:
    assert canary.missed(toolchain) == []


def test_mutants(project: Project, toolchain: Toolchain, report: LeanReport) -> None:
    wanted = [
        (LeanMutant("X", "Claims.A.two", "2 * n", "3 * n"), "MUTANT_REJECTED"),
        (LeanMutant("X", "Claims.A.two", "2 * n", "n * 2"), "MUTANT_ACCEPTED"),
        (LeanMutant("X", "Claims.A.sym", "(h : a = b)", ""), "MUTANT_REJECTED"),
        (LeanMutant("X", "Claims.A.sym", ": b = a", ": b = zz"), "MUTANT_MALFORMED"),
        (LeanMutant("X", "fine", "2", "3"), "LEAN_BLOCKED"),
    ]
    results = check_mutants(project, [m for m, _ in wanted], toolchain, report.build.out, 2)
    assert [r.reason for r in results] == [reason for _, reason in wanted]


def test_a_later_job_of_a_process_does_what_a_process_of_its_own_does(
    project: Project, toolchain: Toolchain, report: LeanReport, tmp_path: Path
) -> None:
    out, module = report.build.out, project.modules["Claims.A"]
    with Runner(toolchain) as runner:
        for number in range(2):
            run = runner.run(module.path, tmp_path / f"{number}.olean", [out], project.folder, tmp_path, 600)
            assert (run.exit_code, run.of("error", "warning")) == (0, ())
    argv, env = toolchain.command(module.path, tmp_path / "own.olean", [out], project.folder, tmp_path)
    assert subprocess.run(argv, env=env, cwd=tmp_path, capture_output=True, timeout=600, check=False).returncode == 0
    for suffix in ("", ".private"):
        first, second, own = (_names(tmp_path / f"{name}.olean{suffix}") for name in ("0", "1", "own"))
        assert first == second == own


def _names(path: Path) -> set[bytes]:
    """Names in a compiled file."""
    return set(re.findall(rb"[A-Za-z_][\x20-\x7e]{3,}", path.read_bytes()))


@pytest.mark.parametrize("permitted", [True, False], ids=["under the permission model", "without it"])
def test_node_itself_keeps_lean_code_from_writing_where_it_may_only_read(
    toolchain: Toolchain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, permitted: bool
) -> None:
    monkeypatch.setattr("claims.lean.process.launcher", lambda writable: [])  # as where the kernel does not help
    if not permitted:
        monkeypatch.setattr(Toolchain, "permitted", lambda self, argv, env, writable: list(argv))
    source, out = tmp_path / "lean" / "W.lean", tmp_path / "out"
    source.parent.mkdir()
    out.mkdir()
    targets = [source.parent / "planted", out / "allowed"]
    source.write_text("".join(f'#eval (IO.FS.writeFile "{target}" "x" : IO Unit)\n' for target in targets))
    with Runner(toolchain) as runner:
        run = runner.run(source, out / "W.olean", [out], source.parent, out, 600)
    assert [target.exists() for target in targets] == [not permitted, True], run
    assert len(run.of("error")) == permitted, run.messages


def test_machine_code_is_kept_and_used_again(toolchain: Toolchain, report: LeanReport) -> None:
    assert toolchain.folder is not None
    cache = CodeCache(toolchain.folder, toolchain.argv)
    known = cache.read()
    assert known is not None and known["size"] > 1_000_000
    assert LOAD in cache.environment()
