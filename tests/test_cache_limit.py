"""The state folder stays small: its limit, and what killed runs left."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from claims import upkeep
from claims.cache import ResultCache, key_of
from claims.outcome import LegResult, Verdict
from claims.upkeep import ANSWERS, COMPILED, MARKS, RESULTS, limit_bytes, survey, sweep
from tests.cache_world import OLD, item, litter, ran, tree, verify, warm_pack
from tests.fault_corpus import Pack
from tests.many_claims import edit_one


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return warm_pack(tmp_path)


def test_what_was_used_longest_ago_goes_first_and_never_what_the_run_uses(tmp_path: Path) -> None:
    state = tmp_path / ".claims"
    files = [item(state / "results" / "ab" / f"{n}.json", 100_000, OLD + n) for n in range(8)]
    answer = item(state / "lean" / "answer-1.json", 100_000, OLD - 5)
    module = item(state / "lean" / "old-toolchain" / "Claims" / "A.olean", 100_000, OLD - 9)
    for path in (module.parent, module.parent.parent):
        os.utime(path, (OLD - 9, OLD - 9))
    mark = item(state / "valid" / "m", 0, OLD - 99)
    imports = item(state / "imports.json", 100_000, OLD - 99)
    removed = {i.path for i in sweep(state, {files[0]}, 600_000, lambda: [mark])}
    assert removed == {module.parent.parent, answer, files[1], files[2], files[3], files[4]}
    assert files[0].exists() and mark.exists() and imports.exists() and files[5].exists()
    assert files[0].stat().st_mtime > time.time() - 60, "what was used counts as used now"
    assert sweep(state, {files[0]}, 600_000, lambda: [mark]) == []


def test_a_run_that_writes_keeps_the_folder_below_the_limit_and_a_warm_one_does_not_look(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    ballast = item(pack.root / ".claims" / "results" / "00" / "old.json", 3_000_000, OLD)
    calls: list[int] = []
    monkeypatch.setattr("claims.runner.sweep", lambda *a: calls.append(a[2]) or sweep(*a))
    verify(pack, CLAIMS_CACHE_LIMIT_MB="1")
    assert calls == [] and ballast.exists()
    edit_one(pack, 1)
    verify(pack, CLAIMS_CACHE_LIMIT_MB="1")
    assert calls == [1_000_000] and not ballast.exists()
    assert ran(verify(pack)) == set(), "what the run used is all there"


def test_a_limit_below_what_the_run_uses_costs_nothing_of_it(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claims.runner.limit_bytes", lambda: 1)
    edit_one(pack, 1)
    verify(pack)
    assert ran(verify(pack)) == set()
    assert {i.kind for i in survey(pack.root / ".claims")} >= {RESULTS, ANSWERS, COMPILED, MARKS}
    assert "many.c1 mutant symbolic" in ran(verify(pack, "--mutants")), "the mutants were not part of that run"


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "1e3", "٣", "9" * 40, "10 MB"])
def test_a_bad_limit_is_one_line_and_changes_nothing(pack: Pack, text: str) -> None:
    before = tree(pack.root)
    done = pack.here("verify", plain=True, CLAIMS_CACHE_LIMIT_MB=text)
    assert done.code == 2 and done.err.count("\n") == 1
    assert done.err.startswith("error: environment: CLAIMS_CACHE_LIMIT_MB: ")
    assert tree(pack.root) == before


def test_the_limit_has_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(upkeep.LIMIT, raising=False)
    assert limit_bytes() == 2_000_000_000
    monkeypatch.setenv(upkeep.LIMIT, " 30 ")
    assert limit_bytes() == 30_000_000


def test_reading_an_old_result_makes_it_young(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path / ".claims" / "results")
    key = key_of({})
    cache.put(key, LegResult(Verdict.PASS, "OK"))
    (path,) = cache.used
    os.utime(path, (OLD, OLD))
    assert cache.get(key) is not None and path.stat().st_mtime > time.time() - 60


# -- what is left behind -----------------------------------------------------------------------------------------


def test_what_killed_runs_left_goes_when_nobody_can_still_write_it(tmp_path: Path) -> None:
    state = tmp_path / ".claims"
    kept = [item(state / "lean" / "tool" / n, 10, OLD) for n in ("Claims/A.olean", "Claims/A.record.json", ".lock")]
    young = litter(state, 60)
    assert sweep(state, (), 10**9, list) == [] and all(path.exists() for path in young)
    old = litter(state, 86_400)
    assert {i.path for i in sweep(state, (), 10**9, list)} == set(old)
    assert not any(path.exists() for path in old) and all(path.exists() for path in kept)


def test_scratch_folders_of_killed_workers_go_after_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name, age in (("claims-leg-old", 2 * 86_400), ("claims-leg-new", 60), ("another", 2 * 86_400)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    sweep(tmp_path / ".claims", (), 10**9, list)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["another", "claims-leg-new"]


@pytest.mark.parametrize("by", ["clean", "verify"])
def test_compiled_modules_of_a_source_that_is_gone_go_with_it(pack: Pack, by: str) -> None:
    pack.write(
        "lean/Claims/Spare.lean", "module\n\ntheorem Claims.spare (n : Nat) (h : n = 1) : n + 1 = 2 := by\n  simp [h]\n"
    )
    root = pack.root / "lean" / "Claims.lean"
    text = root.read_text()
    root.write_text(text + "public import Claims.Spare\n")
    verify(pack)
    spare = {p.name for p in (pack.root / ".claims" / "lean").rglob("*Spare*")}
    assert {"Spare.olean", "Spare.record.json", "Claims.Spare.json"} <= spare
    (pack.root / "lean" / "Claims" / "Spare.lean").unlink()
    root.write_text(text)
    if by == "clean":
        assert "compiled Lean modules" in pack.here("cache", "clean").out
    else:
        root.write_text(f"{text}-- a remark\n")  # or else the answer from before is recalled, and nothing is looked at
        verify(pack)
    assert ran(verify(pack)) == set()
    assert [p.name for p in (pack.root / ".claims" / "lean").rglob("*Spare*")] == []
    assert list((pack.root / ".claims" / "lean").rglob("Family0.olean")) != []
