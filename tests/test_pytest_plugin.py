"""`pytest --claims`: one item per leg, red where a leg is red, never green where nothing was checked."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.fault_corpus import Pack, copy_of, make_base

PLUGIN = "claims" if entry_points(group="pytest11", name="claims") else "claims.pytest_plugin"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return make_base(tmp_path_factory.mktemp("plugin"))


@pytest.fixture
def pack(base: Pack, tmp_path: Path) -> Pack:
    pack = copy_of(base, tmp_path, lock=True)
    pack.write("test_own.py", "def test_own():\n    pass\n")
    return pack


def run(pack: Pack, *arguments: str, lean: bool = True) -> tuple[int, str]:
    command = [sys.executable, "-P", "-m", "pytest", "-p", PLUGIN, "-p", "no:cacheprovider", "-v", *arguments]
    environment = pack.environment(lean, CLAIMS_OFFLINE="1")
    done = subprocess.run(
        command, cwd=pack.root, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


def outcomes(text: str) -> dict[str, str]:
    return dict(re.findall(r"^claims::(\S+) (PASSED|FAILED|SKIPPED)", text, re.M))


def test_a_green_pack(pack: Pack) -> None:
    code, text = run(pack, "--claims")
    assert code == 0, text
    parts = {f"{claim}::{part}" for claim in ("toy.square", "toy.cube") for part in ("symbolic", "numeric", "witness")}
    assert outcomes(text) == dict.fromkeys({*parts, "toy.square::lean", "gate"}, "PASSED")
    assert "test_own.py::test_own PASSED" in text


def test_without_the_option_nothing_is_loaded(pack: Pack) -> None:
    pack.write("test_own.py", "import sys\n\ndef test_own():\n    assert 'claims.runner' not in sys.modules\n")
    code, text = run(pack)
    assert code == 0 and outcomes(text) == {}, text


FAULTS = [
    ("toylegs/symbolic.py", "factor=2", "factor=3", "toy.square::symbolic", "DERIVATION_FALSE"),
    ("toylegs/numeric.py", "fault * 2", "fault * 3", "toy.square::numeric", "FLOAT_OVER_BUDGET"),
    ("lean/Claims/Square.lean", "simp [h]", "sorry", "toy.square::lean", "LEAN_BANNED"),
    ("toylegs/domain.py", "    return ", "    return None and ", "toy.square::witness", "WITNESS_UNDECIDED"),
]


def test_faults_are_red_at_their_legs_and_say_what_to_do(pack: Pack) -> None:
    for file, old, new, _, _ in FAULTS:
        text = (pack.root / file).read_text()
        pack.write(file, text.replace(old, new, 1))
    code, text = run(pack, "--claims=toy.square")
    assert code == 1
    for _, _, _, item, reason in FAULTS:
        assert outcomes(text)[item] == "FAILED", text
        assert f"[{reason}]" in text, reason
    assert "What to do: " in text and "Traceback" not in text and "pytest_plugin.py" not in text
    code, text = run(pack, "--claims=toy.square", "-x")
    assert code == 1 and list(outcomes(text).values()) == ["FAILED"]


@pytest.mark.slow
def test_the_gate_alone_can_be_red(pack: Pack) -> None:
    pack.edit("registry/cube.toml", 'id = "toy.cube"', 'id = "toy.cubic"')
    code, text = run(pack, "--claims")
    assert code == 1 and outcomes(text)["gate"] == "FAILED" and "[LOCK_GONE]" in text
    assert set(outcomes(text).values()) == {"PASSED", "FAILED"}


def test_unchecked_is_skipped_and_fails_the_session(pack: Pack) -> None:
    code, text = run(pack, "--claims", lean=False)
    assert code == 1 and outcomes(text)["toy.square::lean"] == "SKIPPED", text
    assert "FAILED" not in outcomes(text).values() and "could not be checked; this fails the session" in text
    code, text = run(pack, "--claims", "--claims-allow-unchecked", lean=False)
    assert code == 0, text


@pytest.mark.slow
def test_unusable_input_ends_the_session_in_one_line(pack: Pack) -> None:
    code, text = run(pack, "--claims=toy.sqaure")
    assert code == 4 and "did you mean 'toy.square'?" in text and "Traceback" not in text
    pack.edit("registry/toy.toml", "[[claim]]", "[[claim]")
    code, text = run(pack, "--claims")
    assert code == 4 and "registry/toy.toml:1" in text and "Traceback" not in text


@pytest.mark.slow
def test_items_can_be_selected_and_listed(pack: Pack) -> None:
    code, text = run(pack, "--claims", "-k", "cube and symbolic")
    assert code == 0 and outcomes(text) == {"toy.cube::symbolic": "PASSED"}, text
    code, text = run(pack, "--claims", "--collect-only", "-q")
    assert code == 0 and "<Item toy.square::lean>" in text


def test_several_processes_are_refused(pack: Pack) -> None:
    code, text = run(pack, "--claims", "-n", "2")
    assert code == 4 and "without -n" in text


@pytest.mark.slow
def test_a_pack_elsewhere(pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    code, text = run(pack, "--claims=toy.cube", "--claims-pack", str(pack.root), "--rootdir", str(tmp_path / "tests"))
    assert code == 0 and "claims::toy.cube::numeric PASSED" in text, text
