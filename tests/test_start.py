"""What a start of the command line imports: what is not needed is not loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cache_world import warm_pack
from tests.fault_corpus import Pack

HEAVY = {"pydantic", "sympy", "numpy", "flint", "scipy", "mpmath", "rich"}
#: What compiles the library and judges it; not needed where the answer of Lean is kept.
JUDGES = {
    "claims.lean.leg",
    "claims.lean.judges",
    "claims.lean.kernel.check",
    "claims.lean.core_index",
    "claims.schema",
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return warm_pack(tmp_path_factory.mktemp("start"))


def imported(pack: Pack, *arguments: str) -> set[str]:
    done = pack.claims(*arguments, PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0, done.stdout + done.stderr
    return {line.split("|")[-1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


def test_a_warm_run_imports_nothing_heavy_and_nothing_that_judges(pack: Pack) -> None:
    found = imported(pack, "verify", "--offline")
    assert "claims.runner" in found
    assert not found & (HEAVY | JUDGES)


def test_the_control_a_run_that_has_to_look_imports_what_judges(pack: Pack, tmp_path: Path) -> None:
    cold = warm_pack(tmp_path)
    cold.write("lean/Claims/Family0.lean", (cold.root / "lean/Claims/Family0.lean").read_text() + "-- a remark\n")
    assert imported(cold, "verify", "--offline") >= {"claims.lean.leg", "claims.lean.judges"}


def test_the_version_imports_next_to_nothing(pack: Pack) -> None:
    found = imported(pack, "--version")
    assert {name for name in found if name.partition(".")[0] in {"claims", "typer", *HEAVY}} == {"claims"}
    assert pack.claims("--version").stdout == imported_version() + "\n"


def imported_version() -> str:
    from claims import __version__

    return f"claims {__version__}"


@pytest.mark.parametrize("command", [("list",), ("cache", "status")])
def test_commands_that_only_look_import_nothing_heavy(pack: Pack, command: tuple[str, ...]) -> None:
    assert not imported(pack, *command) & HEAVY
