"""Zero checks is a failure, and what the gate says of dependencies, recorded runs and a library nobody looked at."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claims import gate
from claims.cli import main
from claims.leanleg import LeanOutcome, LibraryProblem
from claims.model import LEGS, Entry, LegName
from claims.outcome import LegResult, Verdict
from claims.pack import Pack, find_pack
from claims.reach import Reach
from claims.recorded import SCHEMA, current_source
from claims.registry_io import Registry, load
from claims.runner import ABSENT, NOT_SELECTED, ClaimRun, Options, Run
from claims.status import earn, with_dependencies
from tests.standin_compiler import write_core
from tests.test_lean_standin import make_project
from tests.test_verify import committed, reasons
from tests.toy_pack import REGISTRY, Toy, make_toy

OK, MISSING, FAIL = (LegResult(v, "R", "m") for v in (Verdict.PASS, Verdict.UNAVAILABLE, Verdict.FAIL))


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tests run must not decide what a missing lock means."""
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    (tmp_path / "registry").mkdir()
    (tmp_path / "claims.toml").write_text("")
    (tmp_path / "registry" / "toy.toml").write_text(REGISTRY)
    return find_pack(tmp_path)


def run_of(entry: Entry, results: tuple[LegResult, ...], **fields: Any) -> Run:
    legs: dict[LegName, LegResult] = dict(zip(LEGS, results, strict=True))
    earned = earn(entry, legs, OK) if NOT_SELECTED not in results else None
    options = Options(strict_evidence=fields.pop("strict", False))
    return Run((ClaimRun(entry, legs, OK, earned, {}),), LeanOutcome(**fields), (), 0.0, options)


def codes(run: Run, pack: Pack, registry: Registry) -> tuple[int, set[str]]:
    found = [f for f in gate.findings(run, pack, registry, None) if f.exit]
    return gate.exit_code(found), {f.reason for f in found}


#: results of the three legs, exit code, whether the gate says that nothing was checked
NOTHING = [
    ("every leg passes", (OK, OK, OK), 0, False),
    ("no leg selected", (NOT_SELECTED, NOT_SELECTED, NOT_SELECTED), 2, True),
    ("the selected leg is one the entry lacks", (ABSENT, NOT_SELECTED, NOT_SELECTED), 2, True),
    ("every leg lacks its tool", (MISSING, MISSING, MISSING), 2, True),
    ("the only selected leg lacks its tool", (MISSING, NOT_SELECTED, NOT_SELECTED), 2, True),
    ("one leg lacks its tool", (MISSING, OK, OK), 3, False),
    ("one leg lacks its tool, one fails", (MISSING, OK, FAIL), 1, False),
]


@pytest.mark.parametrize(("results", "code", "nothing"), [r[1:] for r in NOTHING], ids=[r[0] for r in NOTHING])
def test_a_run_that_checks_nothing_is_never_green(
    pack: Pack, monkeypatch: pytest.MonkeyPatch, results: tuple[LegResult, ...], code: int, nothing: bool
) -> None:
    monkeypatch.delenv("CI", raising=False)
    registry = load(pack)
    found, told = codes(run_of(registry.entries["toy.square"], results), pack, registry)
    assert (found, "NOTHING_CHECKED" in told) == (code, nothing)


def test_a_library_nobody_looked_at_is_not_clean(pack: Pack) -> None:
    registry = load(pack)
    entry = replace(registry.entries["toy.square"], lean=None)
    without = run_of(entry, (ABSENT, OK, OK))
    entry_earns_less = {"BELOW_DECLARED"}
    assert codes(without, pack, registry) == (1, entry_earns_less)
    missing = run_of(replace(entry, declared=without.claims[0].earned.status), (ABSENT, OK, OK), missing=LibraryProblem("LEAN_FETCH", "m"))  # type: ignore[union-attr]  # fmt: skip
    assert codes(missing, pack, registry) == (3, {"LEAN_FETCH"})


def test_what_rests_on_an_unchecked_claim_is_unchecked_and_not_failed(pack: Pack) -> None:
    text = REGISTRY.replace('"toy.square"', '"toy.cube"').replace("[[claim]]", '[[claim]]\ndepends_on = ["toy.square"]')
    (pack.registry / "cube.toml").write_text(text)
    registry = load(pack)
    below = run_of(registry.entries["toy.square"], (MISSING, OK, OK)).claims[0]
    above = run_of(registry.entries["toy.cube"], (OK, OK, OK)).claims[0]
    assert below.earned is not None and above.earned is not None
    settled = with_dependencies(registry.entries, {"toy.square": below.earned, "toy.cube": above.earned})
    claims = tuple(replace(claim, earned=settled[claim.entry.id]) for claim in (below, above))
    assert claims[1].earned is not None and claims[1].earned.label == "unchecked"
    run = replace(run_of(below.entry, (OK, OK, OK)), claims=claims)
    assert codes(run, pack, registry) == (3, {"R"})


def test_a_dependency_that_was_left_out_is_told(pack: Pack) -> None:
    registry = load(pack)
    run = run_of(registry.entries["toy.square"], (OK, OK, OK))
    told = gate.findings(replace(run, claims=(replace(run.claims[0], not_run=("a.b",)),)), pack, registry, None)
    assert ("DEPENDENCY_NOT_RUN", "note") in {(f.reason, f.level) for f in told}


# The input, through the command line: one clear line, exit code 2, before anything is run. -------------------------


def absent_registry(root: Path) -> None:
    (root / "registry" / "toy.toml").unlink()


def a_folder_for_a_file(root: Path) -> None:
    (root / "registry" / "more.toml").mkdir()


def a_link_to_nothing(root: Path) -> None:
    (root / "registry" / "more.toml").symlink_to("nowhere.toml")


def no_utf8(root: Path) -> None:
    (root / "registry" / "more.toml").write_bytes(b"# \xff\n")


def a_lock_that_is_none(root: Path) -> None:
    (root / "claims.lock").write_text("<<<<<<< HEAD\n")


def a_record_that_is_none(root: Path) -> None:
    (root / "evidence").mkdir()
    (root / "evidence" / "gpu.json").write_text("[]")


UNREADABLE = [absent_registry, a_folder_for_a_file, a_link_to_nothing, no_utf8, a_lock_that_is_none, a_record_that_is_none]  # fmt: skip


@pytest.mark.parametrize("spoil", UNREADABLE, ids=lambda f: f.__name__)
def test_an_input_that_cannot_be_read_ends_the_run(pack: Pack, capsys: pytest.CaptureFixture[str], spoil: Any) -> None:
    spoil(pack.root)
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--offline", "--pack", str(pack.root)])
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert (ended.value.code, out) == (2, "")
    assert line.startswith("error: ") and " -- " in line


@pytest.mark.parametrize("where", ["registry/more", "evidence/more", "lean/Claims"])
def test_a_folder_that_cannot_be_read_hides_nothing(
    pack: Pack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    closed = pack.root / where
    closed.mkdir(parents=True)
    make_project(pack.root / "lean", {})
    real = os.scandir

    def scandir(path: Any) -> Any:
        if not isinstance(path, int) and Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--offline", "--pack", str(pack.root), "--leg", "lean", "--leg", "numeric"])
    assert ended.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert f"{where}: Permission denied -- check" in last


@pytest.mark.parametrize("ids", [["nothing.*"], ["toy.square", "toy.circle"], [""]])
def test_a_selection_that_matches_nothing_ends_the_run(
    pack: Pack, capsys: pytest.CaptureFixture[str], ids: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["verify", "--offline", "--pack", str(pack.root), *ids])
    assert ended.value.code == 2
    assert "no claim matches" in capsys.readouterr().err


# Recorded runs. --------------------------------------------------------------------------------------------------


def record(pack: Pack, source: str, claim: str = "toy.square") -> None:
    pack.evidence.mkdir(exist_ok=True)
    data = {"schema": SCHEMA, "claim": claim, "device": "H200", "date": "2025-11-30", "source": source}
    (pack.evidence / "gpu.json").write_text(json.dumps(data))


def recorded(pack: Pack, strict: bool = False) -> tuple[int, list[tuple[str, str]]]:
    from claims.recorded import read_records

    registry = load(pack)
    entry = registry.entries["toy.square"]
    reach = Reach(pack.root, pack.state / "imports.json")
    run = run_of(entry, (OK, OK, OK), strict=strict)
    run = replace(run, recorded=read_records(pack, [entry], registry.entries, reach))
    found = [f for f in gate.findings(run, pack, registry, None) if f.reason.startswith("EVIDENCE")]
    return gate.exit_code(found), [(f.reason, f.level) for f in found]


def test_a_recorded_run_goes_stale_with_the_code_and_the_entry(pack: Pack) -> None:
    (pack.root / "toylegs").mkdir()
    leg = pack.root / "toylegs" / "numeric.py"
    leg.write_text("one = 1\n")
    entry = load(pack).entries["toy.square"]
    record(pack, current_source(entry, Reach(pack.root, pack.state / "imports.json")))
    fresh = (0, [("EVIDENCE_RECORDED", "note")])
    assert recorded(pack) == recorded(pack, strict=True) == fresh
    leg.write_text("one = 2\n")
    assert recorded(pack) == (0, [("EVIDENCE_STALE", "warning")])
    assert recorded(pack, strict=True) == (1, [("EVIDENCE_STALE", "error")])
    leg.write_text("one = 1\n")
    assert recorded(pack) == fresh
    toml = pack.registry / "toy.toml"
    toml.write_text(toml.read_text().replace('text = "x is one"', 'text = "x is 1"'))
    assert recorded(pack) == (0, [("EVIDENCE_STALE", "warning")])
    record(pack, "s", claim="toy.gone")
    assert recorded(pack) == (0, [("EVIDENCE_STALE", "warning")])


# The whole command. ----------------------------------------------------------------------------------------------


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make_toy(tmp_path / "toy")


def test_a_missing_lean_hides_neither_an_orphan_nor_a_forbidden_word(toy: Toy) -> None:
    assert toy.verify("--leg", "lean", lean=False)[0] == 2, "nothing at all was checked"
    toy.write("lean/Claims/Alone.lean", "module\n\ntheorem Claims.alone : True := sorry\n")
    code, report = toy.verify(lean=False)
    assert code == 1
    assert {"LEAN_ORPHAN", "LEAN_BANNED", "LEAN_FETCH"} <= reasons(report)


def test_a_library_without_registered_theorems_is_checked_all_the_same(toy: Toy) -> None:
    toy.edit("registry/toy.toml", 'lean = { theorem = "Claims.square" }', 'absent = { lean = "not yet" }')
    toy.edit(
        "registry/toy.toml", REGISTRY[REGISTRY.index('  { leg = "lean"') : REGISTRY.index('  { leg = "symbolic"')], ""
    )
    toy.edit("registry/toy.toml", '"exact"', '"derived"')
    assert toy.verify()[0] == 0
    toy.edit("lean/Claims/Square.lean", "simp [h]", "sorry")
    code, report = toy.verify()
    assert (code, reasons(report)) == (1, {"LEAN_BANNED"} | reasons(report))


def test_results_of_another_toolchain_do_not_count(toy: Toy) -> None:
    assert toy.verify()[0] == 0
    code, report = toy.verify()
    assert code == 0 and report["claims"][0]["legs"]["lean"]["cached"]
    other = "0123456789abcdef0123456789abcdef01234567"
    program = toy.programs / "lean"
    old = report["toolchain"]["git_hash"]
    program.write_text(program.read_text().replace(old, other))
    write_core(toy.programs.parent / "lib" / "lean", other)
    _, report = toy.verify("--toolchain", "native")
    assert not report["claims"][0]["legs"]["lean"]["cached"]
    assert report["toolchain"]["git_hash"] == other
    assert all(report["claims"][0]["legs"][leg]["cached"] for leg in ("symbolic", "numeric"))


def test_results_under_other_library_versions_do_not_count(toy: Toy, tmp_path: Path) -> None:
    assert toy.verify("--leg", "symbolic", "--leg", "numeric")[0] == 0
    information = tmp_path / "site" / "python_flint-99.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: python-flint\nVersion: 99.0\n")
    paths = f"{information.parent}:{toy.environment()['PYTHONPATH']}"
    _, report = toy.verify("--leg", "symbolic", "--leg", "numeric", PYTHONPATH=paths)
    assert not any(report["claims"][0]["legs"][leg]["cached"] for leg in ("symbolic", "numeric"))


def test_softening_and_dropping_need_a_reason_that_is_kept(toy: Toy) -> None:
    extra = '  { leg = "numeric", kind = "factor", change = { parameter = "factor", value = 5 } },\n]'
    toy.edit("registry/toy.toml", "value = 3 } },\n]", "value = 3 } },\n" + extra)
    toy.edit("registry/toy.toml", 'kind = "model"', 'kind = "unverified"')
    toy.edit("registry/toy.toml", '"exact"', '"conditional"')
    committed(toy)
    assert toy.claims("lock", "--offline").returncode == 0
    toy.edit("registry/toy.toml", extra, "]")
    toy.edit("registry/toy.toml", 'kind = "unverified"', 'kind = "definition"')
    code, report = toy.verify()
    assert (code, reasons(report)) == (1, {"LOCK_DRIFT", "LOCK_SOFTENED", "LOCK_MUTANTS"})
    toy.git("commit", "-qam", "softer")
    refused = toy.claims("lock", "--offline")
    assert refused.returncode == 1 and "LOCK_SOFTENED" in refused.stderr
    assert toy.claims("lock", "--offline", "--accept", "toy.square", "--because", "it is one").returncode == 0
    toy.edit("registry/toy.toml", '"toy.square"', '"toy.rectangle"')
    toy.git("commit", "-qam", "renamed")
    assert toy.claims("lock", "--offline", "--accept", "toy.square", "--because", "renamed").returncode == 0
    assert json.loads((toy.root / "claims.lock").read_text().splitlines()[0])["retired"] == {"toy.square": "renamed"}


def test_a_runner_gets_annotations_beside_an_untouched_report(toy: Toy) -> None:
    toy.edit("toylegs/symbolic.py", "+ v.y**2)", "- v.y**2)")
    done = toy.claims("verify", "--offline", "--leg", "symbolic", "--json", "-", GITHUB_ACTIONS="true")
    assert json.loads(done.stdout)["exit"] == done.returncode == 1
    assert "::error file=toylegs/symbolic.py,line=5,title=toy.square symbolic [DERIVATION_FALSE]::" in done.stderr
    assert "::error" not in toy.claims("verify", "--offline", "--leg", "symbolic", GITHUB_ACTIONS="").stderr
