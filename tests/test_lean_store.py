"""The cache of the embedded toolchain: download, hash, unpacking, interruption, damage, two installs at once."""

from __future__ import annotations

import io
import json
import os
import tarfile
import threading
from pathlib import Path

import pytest

from claims.lean import loader, store
from claims.lean.store import ToolchainUnavailable
from tests.test_lean_standin import FakePackage, shipped_script


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakePackage:
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(tmp_path / "cache"))
    fake = FakePackage(tmp_path / "package")
    monkeypatch.setattr(store, "node", fake.node)
    return fake


def test_rewriting_drops_unused_exports_and_touches_every_place() -> None:
    text = loader.rewrite(shipped_script())
    assert "_waste" not in text
    assert "_main=wasmExports[1];_lean_main=wasmExports[2]" in text
    assert "LEAN_WASM_MOUNTS" in text and "claimsRead(" in text


@pytest.mark.parametrize("old", [old for old, _ in loader._REPLACEMENTS + loader._SERVING + loader._HOOKS])
def test_rewriting_refuses_another_script(old: str) -> None:
    with pytest.raises(loader.LoaderMismatch):
        loader.rewrite(shipped_script().replace(old, ""))
    with pytest.raises(loader.LoaderMismatch):
        loader.rewrite(shipped_script() + old)


def test_the_release_script_changes_lookup_and_stack_only() -> None:
    text = loader.memoise(shipped_script())
    assert "claimsIndex(lib.exports,symbol)" in text and "stackSizeMb" in text
    back = text.removeprefix(loader._MEMO_PRELUDE)
    for old, new in loader._MEMOISED:
        back = back.replace(new, old)
    assert back == shipped_script()


@pytest.mark.parametrize("old", [old for old, _ in loader._MEMOISED])
def test_memoising_refuses_another_script(old: str) -> None:
    with pytest.raises(loader.LoaderMismatch):
        loader.memoise(shipped_script().replace(old, ""))


def test_install_unpacks_once_and_tells_progress(package: FakePackage) -> None:
    seen: list[tuple[str, float]] = []
    folder = store.install(lambda label, fraction: seen.append((label, fraction)), package.pins)
    assert store.install(None, package.pins) == folder
    assert package.calls() == 1
    assert seen[0][0].startswith("fetching Lean") and seen[-1] == ("Lean is ready", 1.0)
    assert sorted(p.name for p in folder.iterdir()) == [
        "core",
        "files.json",
        "lean-fast-2.js",
        "lean-release.js",
        "lean.js",
        "lean.wasm",
        "manifest.json",
    ]
    assert not list(folder.rglob("._*"))
    assert store.deep_problems(folder, package.pins) == []


def test_an_installation_of_an_older_version_gets_the_loader_of_this_one(package: FakePackage) -> None:
    folder = store.install(None, package.pins)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "lean-fast-2.js").rename(folder / "lean-fast-1.js")
    manifest["sizes"]["lean-fast-1.js"] = manifest["sizes"].pop("lean-fast-2.js")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    wrong = store.Pins(**{**package.pins.__dict__, "sha256": {**package.pins.sha256, "lean-fast-2.js": "0" * 64}})
    with pytest.raises(ToolchainUnavailable, match=r"lean-fast-2\.js"):
        store.add_loaders(folder, wrong)
    assert json.loads((folder / "manifest.json").read_text()) == manifest  # it is not called whole
    store.add_loaders(folder, package.pins)
    assert store.deep_problems(folder, package.pins) == [] and package.calls() == 1
    assert (folder / "lean-fast-1.js").exists()  # a run of the older version may be using it


def test_a_corrupted_download_is_fetched_again(package: FakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "node", lambda: package.node(corruptions=1))
    folder = store.install(None, package.pins)
    assert package.calls() == 2
    assert store.quick_problems(folder) == []


def test_a_package_that_stays_wrong_is_refused(package: FakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "node", lambda: package.node(corruptions=9))
    with pytest.raises(ToolchainUnavailable) as caught:
        store.install(None, package.pins)
    assert caught.value.reason == "LEAN_INTEGRITY"
    assert not store.home(package.pins).exists()
    assert not list(store.home(package.pins).parent.glob("*.part-*"))


def test_no_network_is_one_attempt(package: FakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "node", lambda: package.node(failures=9))
    with pytest.raises(ToolchainUnavailable, match="ENOTFOUND") as caught:
        store.install(None, package.pins)
    assert caught.value.reason == "LEAN_FETCH"
    assert package.calls() == 1


def test_an_unpacked_file_that_is_not_the_pinned_one_is_refused(package: FakePackage) -> None:
    wrong = store.Pins(**{**package.pins.__dict__, "sha256": {**package.pins.sha256, "core": "0" * 64}})
    with pytest.raises(ToolchainUnavailable, match="core") as caught:
        store.install(None, wrong)
    assert caught.value.reason == "LEAN_INTEGRITY"


@pytest.mark.parametrize("name", ["manifest.json", "lean.wasm", "core/Init/Core.olean", "files.json"])
def test_a_missing_or_short_file_is_seen_and_repaired(package: FakePackage, name: str) -> None:
    folder = store.install(None, package.pins)
    with (folder / name).open("r+b") as stream:
        stream.truncate(3)
    assert store.quick_problems(folder)
    store.install(None, package.pins)
    assert store.deep_problems(folder, package.pins) == []
    (folder / name).unlink()
    assert store.quick_problems(folder)
    store.install(None, package.pins)
    assert store.quick_problems(folder) == []
    assert package.calls() == 3


@pytest.mark.parametrize("name", ["lean.js", "lean-fast-2.js", "lean-release.js", "lean.wasm", "core/Init.olean"])
def test_a_changed_file_of_the_same_size_is_seen_by_the_deep_check(package: FakePackage, name: str) -> None:
    folder = store.install(None, package.pins)
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(bytes([data[0] ^ 1]) + data[1:])
    assert store.quick_problems(folder) == []
    assert store.deep_problems(folder, package.pins) == [name.split("/")[0]]


def test_an_added_core_file_is_seen_by_the_deep_check(package: FakePackage) -> None:
    folder = store.install(None, package.pins)
    (folder / "core" / "Extra.olean").write_bytes(b"x")
    assert store.deep_problems(folder, package.pins) == ["core"]


def test_the_leftover_of_an_interrupted_install_is_cleared(package: FakePackage) -> None:
    folder = store.home(package.pins)
    leftover = folder.parent / f"{folder.name}.part-old"
    leftover.mkdir(parents=True)
    (leftover / "lean.wasm").write_bytes(b"half")
    (folder.parent / f"{folder.name}.lock").write_text("left by a dead process", "utf8")
    store.install(None, package.pins)
    assert not leftover.exists()


def test_two_installs_at_once_fetch_once(package: FakePackage) -> None:
    threads = [threading.Thread(target=store.install, args=(None, package.pins)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert package.calls() == 1
    assert store.quick_problems(store.home(package.pins)) == []


def test_a_cache_that_cannot_be_written_is_one_message(package: FakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = package.folder / "file"
    blocked.write_text("", "utf8")
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(blocked / "cache"))
    with pytest.raises(ToolchainUnavailable) as caught:
        store.install(None, package.pins)
    assert caught.value.reason == "LEAN_FETCH"


def _archive(path: Path, member: tarfile.TarInfo, data: bytes = b"") -> Path:
    member.size = len(data)
    with tarfile.open(path, "w:gz") as tar:
        tar.addfile(member, io.BytesIO(data))
    return path


def _link(name: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = tarfile.SYMTYPE, "/"
    return info


@pytest.mark.parametrize(
    "member", [tarfile.TarInfo("../evil"), tarfile.TarInfo("/evil"), tarfile.TarInfo("a/../../evil"), _link("evil")]
)
def test_unsafe_members_are_refused(tmp_path: Path, member: tarfile.TarInfo) -> None:
    archive = _archive(tmp_path / "a.tar.gz", member)
    with pytest.raises(ToolchainUnavailable) as caught:
        store.unpack(archive, tmp_path / "out", None, strip=0)
    assert caught.value.reason == "LEAN_INTEGRITY"
    assert not (tmp_path / "evil").exists()


def test_a_truncated_archive_is_refused(tmp_path: Path) -> None:
    archive = _archive(tmp_path / "a.tar.gz", tarfile.TarInfo("file"), os.urandom(4096))
    archive.write_bytes(archive.read_bytes()[:2000])
    with pytest.raises(ToolchainUnavailable):
        store.unpack(archive, tmp_path / "out", None, strip=0)


def test_the_shipped_pins_are_complete() -> None:
    pins = store.pins()
    assert pins.integrity.startswith("sha512-") and len(pins.git_hash) == 40
    assert {"lean.js", "lean.wasm", "lean-fast-2.js", "lean-release.js", "core"} == set(pins.sha256)
    assert all(len(value) == 64 for value in pins.sha256.values())
