"""The commands `claims cache status` and `claims cache clean`, and links in the state folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from claims.cache import ResultCache, key_of
from claims.cli import main
from claims.lean.store import lock
from claims.outcome import LegResult, Verdict
from claims.upkeep import LITTER, OTHER, RESULTS, run_lock, survey
from tests.cache_world import OLD, earned, item, litter, ran, tree, verify, warm_pack
from tests.fault_corpus import Pack
from tests.many_claims import edit_one
from tests.toy_pack import make_toy


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return warm_pack(tmp_path)


def test_status_says_what_is_kept_where_and_how_much(pack: Pack) -> None:
    item(pack.root / ".claims" / "notes.txt", 10, OLD)
    done = pack.here("cache", "status", CLAIMS_CACHE_LIMIT_MB="77")
    assert done.code == 0, done.err
    for words in (
        f"{pack.root}/.claims: ", "of at most 77.0 MB (CLAIMS_CACHE_LIMIT_MB)", "results of legs", "answers of Lean",
        "compiled Lean modules", "registry files known to be valid", "memory of imports", "other files", str(pack.cache),
        "index of Lean's core", "last used ",
    ):  # fmt: skip
        assert words in done.out, (words, done.out)


def test_status_of_a_pack_that_was_never_run(tmp_path: Path) -> None:
    toy = make_toy(tmp_path)
    done = Pack(toy.root, toy.programs, toy.cache).here("cache", "status")
    assert done.code == 0 and ".claims: 0.0 MB of at most 2,000.0 MB" in done.out
    assert not (toy.root / ".claims").exists()


def test_clean_removes_what_no_current_source_asks_for(pack: Pack) -> None:
    edit_one(pack, 1)
    verify(pack, "--mutants")
    state = pack.root / ".claims"
    other = item(state / "lean" / "embedded-of-long-ago" / "Claims.olean", 1000, OLD)
    answer = item(state / "lean" / "answer-0.json", 1000, OLD)
    mark = item(state / "valid" / "0", 0, OLD)
    left = litter(state, 5)
    mine = item(state / "notes.txt", 10, OLD)
    before = {i.path for i in survey(state)}
    done = pack.here("cache", "clean")
    gone = before - {i.path for i in survey(state)}
    results = {path for path in gone if path.suffix == ".json" and "results" in path.parts and path not in left}
    assert done.code == 0 and done.out.startswith("freed ")
    assert len(results) == 2, "the derivation before the edit, and its mutant"
    assert gone - results == {
        other.parent,
        answer,
        mark,
        *left,
        *(p for p in gone if p.parent.parent == state / "lean" / "tool"),
        *(p for p in gone if p.name == "tool"),
    }
    assert mine.exists()
    assert ran(verify(pack, "--mutants")) == set(), "nothing that is asked for was lost"


def test_clean_all_leaves_nothing_and_the_next_run_is_right(pack: Pack) -> None:
    item(pack.root / ".claims" / "notes.txt", 10, OLD)
    done = pack.here("cache", "clean", "--all")
    assert done.code == 0 and "freed " in done.out
    assert not (pack.root / ".claims").exists()
    assert len(ran(verify(pack))) == 12 and earned(verify(pack))["many.c1"] == "exact"
    assert pack.here("cache", "clean", "--all").code == 0
    assert pack.here("cache", "clean", "--all").out.startswith("freed 0.0 MB: 0 files")


def test_clean_leaves_what_a_running_build_holds_and_says_so(pack: Pack) -> None:
    (folder,) = [p for p in (pack.root / ".claims" / "lean").iterdir() if p.is_dir()]
    with lock(run_lock(folder), None):
        done = pack.here("cache", "clean", "--all")
    assert f"left, in use or not to be deleted: .claims/lean/{folder.name}" in done.out
    assert list(folder.rglob("*.olean")) and not (pack.root / ".claims" / "results").exists()
    assert pack.here("cache", "clean", "--all").code == 0 and not folder.exists()


def test_clean_of_a_registry_that_cannot_be_read_changes_nothing(pack: Pack) -> None:
    pack.edit("registry/family0.toml", 'id = "many.c2"', 'id = "many.c1"')
    before = {name: content for name, content in tree(pack.root).items() if "valid" not in name}
    assert pack.here("cache", "clean").code == 2
    assert {name: content for name, content in tree(pack.root).items() if "valid" not in name} == before
    assert pack.here("cache", "clean", "--all").code == 0 and not (pack.root / ".claims").exists()


@pytest.mark.parametrize("name", [".claims", ".claims/results", ".claims/lean", ".claims/valid", ".claims/lean/tool"])
@pytest.mark.parametrize("command", [("verify",), ("cache", "status"), ("cache", "clean", "--all")])
def test_a_state_folder_that_leads_out_of_the_pack_is_refused(
    pack: Pack, tmp_path: Path, name: str, command: tuple[str, ...]
) -> None:
    outside = tmp_path / "outside"
    item(outside / "ab" / "precious.json", 10, OLD)
    place = pack.root / name
    subprocess.run(["rm", "-rf", place], check=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(outside)
    before = tree(outside)
    done = pack.here(*command, plain=True)
    assert done.code == 2
    assert done.err == f"error: {name}: is a link that leaves the pack -- delete the link\n"
    assert tree(outside) == before


def test_links_in_the_folder_are_not_followed(pack: Pack, tmp_path: Path) -> None:
    """Deeper down, where nothing refuses them."""
    precious = item(tmp_path / "outside" / "precious.json", 10, OLD)
    for name in ("results/zz", "results/aa.json", "lean/x", "other"):
        (pack.root / ".claims" / name).parent.mkdir(exist_ok=True)
    (pack.root / ".claims" / "results" / "zz").symlink_to(precious.parent)
    (pack.root / ".claims" / "other").symlink_to(precious.parent)
    (pack.root / ".claims" / "results" / "aa.json").symlink_to(precious)
    kinds = {i.path.name: i.kind for i in survey(pack.root / ".claims")}
    assert kinds["zz"] == RESULTS and kinds["other"] == OTHER and LITTER not in kinds.values()
    assert pack.here("cache", "clean", "--all").code == 0
    assert precious.exists() and not (pack.root / ".claims").exists()


def test_nothing_is_stored_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    results = tmp_path / ".claims" / "results"
    results.mkdir(parents=True)
    key = key_of({})
    (results / key[:2]).symlink_to(tmp_path / "outside")
    ResultCache(results).put(key, LegResult(Verdict.PASS, "OK"))
    assert list((tmp_path / "outside").iterdir()) == []


def test_pack_names_the_pack_and_a_wrong_one_is_an_error(
    pack: Pack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("status", "clean"):
        with pytest.raises(SystemExit) as end:
            main(["cache", command, "--pack", str(tmp_path / "nowhere")])
        assert end.value.code == 2
        assert capsys.readouterr().err.startswith("error: ")
