"""The index of Lean's core library: what it lists, when it is made again, what it refuses."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import pytest

from claims.lean import core_index as core_index_module
from claims.lean import store
from claims.lean.core_index import CoreIndex, kind_of
from claims.lean.olean import OleanError
from claims.lean.store import core_digest
from tests.core_world import TRUE, core_index, make_core, put, theorem
from tests.olean_writer import GIT_HASH, write_module


def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of core that are read from now on."""
    seen: list[str] = []
    read = core_index_module._read

    def noted(path: Path) -> bytes:
        seen.append(path.name)
        return read(path)

    monkeypatch.setattr(core_index_module, "_read", noted)
    return seen


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache").iterdir())


def test_names_kinds_imports_and_hashes(tmp_path: Path) -> None:
    index = core_index(tmp_path)
    line = index.module("Init.Core")
    assert line.imports == ("Init.Prelude",)
    assert line.sha256 == hashlib.sha256((tmp_path / "core" / "Init" / "Core.olean").read_bytes()).hexdigest()
    kinds = {name: kind_of(code) for name, code in line.names.items()}
    # An exposed definition is in the files as what it is: its code says nothing ("axiom").
    assert kinds["stripped"] == "theorem"
    assert kinds["hidden"] == "definition"
    assert kinds["Lean.reduceBool"] == "opaque"
    assert kinds["propext"] == kinds["visible"] == "axiom"
    compiled = index.open("Init.Core")
    for name, code in line.names.items():
        assert compiled.constant(code >> 3, kind_of(code)).name == name


def test_closure_has_imports_first_and_the_first_of_two_counts(tmp_path: Path) -> None:
    index = core_index(tmp_path)
    assert [line.name for line in index.closure(["Std"])] == ["Init.Prelude", "Init.Core", "Init", "Std"]
    visible = index.visible(["Std"])
    assert visible["twice"] == ("Init.Core", index.module("Init.Core").names["twice"])
    assert "Std.fact" in visible and "Lean.axiom" not in visible
    assert index.visible(["Std"]) is visible


def test_made_once_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = reads(monkeypatch)
    first = core_index(tmp_path)
    lines, owner = first.closure(["Lake"]), first.owner("Lean.axiom")
    assert "Core.olean" in seen
    seen.clear()
    again = core_index(tmp_path)
    assert again.closure(["Lake"]) == lines
    assert again.owner("Lean.axiom") == owner == "Lean"
    assert again.identity == first.identity
    assert seen == []


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    CoreIndex(make_core(tmp_path), GIT_HASH, "", tmp_path / "cache", lambda *news: told.append(news)).module("Init")
    assert told and all(0 <= part < 1 for _, part in told)


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "other"])
def test_a_damaged_index_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    lines = core_index(tmp_path).closure(["Init"])
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(
        {
            "flip": whole[:middle] + bytes((whole[middle] ^ 1,)) + whole[middle + 1 :],
            "cut": whole[:-9],
            "empty": b"",
            "other": hashlib.sha256(b"no marshal").digest() + b"no marshal",
        }[damage]
    )
    seen = reads(monkeypatch)
    assert core_index(tmp_path).closure(["Init"]) == lines
    assert seen
    assert file.read_bytes() == whole
    assert kept(tmp_path) == [file]


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert core_index(tmp_path).owner("propext") == "Init.Core"


def test_a_pinned_core_must_be_the_pinned_one(tmp_path: Path) -> None:
    digest = core_digest(make_core(tmp_path / "core"))
    index = core_index(tmp_path, digest)
    assert index.pinned and index.identity == digest
    assert index.owner("propext") == "Init.Core"
    with pytest.raises(OleanError, match="not the pinned one"):
        core_index(tmp_path, "0" * 64).module("Init")
    assert not core_index(tmp_path).pinned


def test_one_changed_byte_of_a_pinned_core_is_seen(tmp_path: Path) -> None:
    digest = core_digest(make_core(tmp_path / "core"))
    file = tmp_path / "core" / "Lake" / "Run.olean"  # not even in the package that is asked for
    file.write_bytes(file.read_bytes() + bytes(8))
    with pytest.raises(OleanError, match="not the pinned one"):
        core_index(tmp_path, digest).module("Init")


def test_a_file_that_changed_since_is_not_decoded(tmp_path: Path) -> None:
    digest = core_digest(make_core(tmp_path / "core"))
    core_index(tmp_path, digest).module("Init.Core")
    file = tmp_path / "core" / "Init" / "Core.olean"
    file.write_bytes(file.read_bytes()[:-8] + bytes(8))
    index = core_index(tmp_path, digest)
    with pytest.raises(OleanError, match=r"Init/Core\.olean of Lean's core changed"):
        index.open("Init.Core")
    assert index.open("Init.Prelude").complete == 0
    file.unlink()
    with pytest.raises(OleanError, match="cannot be read"):
        index.open("Init.Core")


def test_a_core_that_is_not_pinned_goes_by_its_files(tmp_path: Path) -> None:
    first = core_index(tmp_path)
    identity = first.identity
    put(tmp_path / "core", "Std", write_module([theorem("Std.other", TRUE)], ["Init"]), exported_only=True)
    again = core_index(tmp_path)
    assert "Std.other" in again.module("Std").names
    assert again.owner("Std.other") == "Std" and again.owner("Std.fact") == ""
    assert again.identity != identity


def test_what_is_not_pinned_is_validated(tmp_path: Path) -> None:
    file = make_core(tmp_path / "core") / "Std.olean"
    file.write_bytes(file.read_bytes() + bytes(8))
    with pytest.raises(OleanError, match=r"Std\.olean"):
        core_index(tmp_path).module("Std")


def test_another_build_is_refused_by_name(tmp_path: Path) -> None:
    make_core(tmp_path / "core", git_hash="a" * 40)
    with pytest.raises(OleanError, match=f"compiled by the Lean build {'a' * 12}, not by {GIT_HASH[:12]}"):
        core_index(tmp_path).module("Init")


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "/", "/tmp", "Init/Core", "../core/Init", "Init..Core", "Init.", ".Init", "Init\0", "«Init»", "N" * 9000,
     "Init\n", "No", "Init.No", "Init.Core.No", "init"],
)  # fmt: skip
def test_names_that_are_no_modules_of_core(tmp_path: Path, name: str) -> None:
    index = core_index(tmp_path)
    started = time.monotonic()
    assert not index.has(name)
    with pytest.raises(OleanError, match="no module"):
        index.module(name)
    assert time.monotonic() - started < 1


def test_who_declares_a_name(tmp_path: Path) -> None:
    index = core_index(tmp_path)
    names = ("Nat", "Std.fact", "Lean.axiom", "main", "Lake.axiom", "Nobody", "", "Na")
    assert [index.owner(name) for name in names] == ["Init.Prelude", "Std", "Lean", "", "", "", "", ""]
    assert index.has("Lake.Run") and index.has("Init.Prelude")


def test_no_core_at_all(tmp_path: Path) -> None:
    index = CoreIndex(tmp_path / "nowhere", GIT_HASH, "", tmp_path / "cache")
    assert index.owner("Nat") == ""
    with pytest.raises(OleanError, match="no module Init"):
        index.module("Init")


@pytest.mark.lean
def test_the_embedded_core(tmp_path: Path) -> None:
    pins = store.pins()
    folder = store.home(pins) / store.CORE
    if not folder.is_dir():
        pytest.skip("the embedded Lean is not installed")
    index = CoreIndex(folder, GIT_HASH, pins.sha256["core"], tmp_path)
    assert index.owner("propext") == "Init.Core"
    started = time.monotonic()
    again = CoreIndex(folder, GIT_HASH, pins.sha256["core"], tmp_path)
    lines = again.closure(["Init", "Std", "Lean"])
    assert again.owner("Claims.nothing") == ""
    assert time.monotonic() - started < 1
    stripped = [kind_of(code) for line in lines for code in line.names.values()]
    assert len(lines) > 1_500
    assert stripped.count("theorem") > 40_000
