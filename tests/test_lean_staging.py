"""Release runs: everything the loader as shipped has to see is placed below the folders it mounts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from claims.lean import staging, store
from claims.lean.project import Project
from claims.lean.staging import staged
from claims.lean.toolchain import Toolchain, ToolchainUnavailable, locate
from tests.test_lean_standin import FakePackage, make_project, standin_toolchain


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toolchain:
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "mounted").mkdir()
    monkeypatch.setattr(staging, "VISIBLE", tmp_path / "mounted")
    monkeypatch.setattr(staging, "_ALSO_MOUNTED", tmp_path)
    fake = FakePackage(tmp_path / "package")
    monkeypatch.setattr(store, "pins", lambda: fake.pins)
    monkeypatch.setattr(store, "node", fake.node)
    return locate("embedded", offline=False, install=True, release=True)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.load(make_project(tmp_path / "deep" / "lean", {"Claims.A": "module\ntheorem a : True := trivial\n"}))


def test_sources_toolchain_and_output_are_visible_and_places_stay(
    release: Toolchain, project: Project, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with staged(project, release, out) as (visible, tool, place):
        for path in (visible.folder, place, tool.folder, tool.core, Path(tool.argv[1])):
            assert path is not None and path.is_relative_to((tmp_path / "mounted").resolve()) and path.exists()
        assert tool.identity == release.identity and Path(tool.argv[1]).name == "lean-release.js"
        assert str(visible.declarations["a"].place) == str(project.declarations["a"].place) == "lean/Claims/A.lean:2"
        (place / "A.olean").write_bytes(b"compiled")
    assert not list((tmp_path / "mounted").iterdir())
    with staged(project, release, out) as (_, _, place):
        assert (place / "A.olean").read_bytes() == b"compiled"


def test_a_failed_run_leaves_nothing_behind(release: Toolchain, project: Project, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), staged(project, release, tmp_path / "out"):
        raise RuntimeError
    assert not list((tmp_path / "mounted").iterdir())


def test_other_runs_stay_where_they_are(release: Toolchain, project: Project, tmp_path: Path) -> None:
    for tool in (replace(release, release=False), standin_toolchain(tmp_path / "bin")):
        with staged(project, tool, tmp_path / "out") as found:
            assert found == (project, tool, tmp_path / "out")


def test_a_machine_without_the_mounted_folders_is_told(
    release: Toolchain, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "_ALSO_MOUNTED", tmp_path / "absent")
    with pytest.raises(ToolchainUnavailable) as caught, staged(project, release, tmp_path / "out"):
        pass
    assert caught.value.reason == "LEAN_RELEASE"
