"""GitHub annotations: one command per finding, and nothing in a message can end it or start another."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims import annotate
from claims.errors import InputError, Problem
from claims.gate import CLEAN, FAILED, INPUT, UNAVAILABLE, Finding
from claims.outcome import Place


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "checkout" / "paper, one"
    root.mkdir(parents=True)
    (root / "a:b.toml").write_text("")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "checkout"))
    return root


def test_a_finding_has_its_place_from_the_top_of_the_checkout(pack: Path) -> None:
    finding = Finding(FAILED, "a.b lean", "LEAN_ERROR", "50% off\r\nnext: line, here", Place("a:b.toml", 7))
    (line,) = annotate.of_findings([finding], pack)
    assert line == (
        "::error file=paper%2C one/a%3Ab.toml,line=7,title=a.b lean [LEAN_ERROR]"
        "::a.b lean: 50%25 off%0D%0Anext: line, here"
    )


def test_a_message_cannot_inject_a_command(pack: Path) -> None:
    hostile = "x\n::set-output name=a::b\n::stop-commands::k"
    (line,) = annotate.of_findings([Finding(FAILED, hostile, "R", hostile, None)], pack)
    assert "\n" not in line and "\r" not in line
    shown = str(Finding(FAILED, "a", "R", hostile))
    assert not any(text.lstrip().startswith("::") for text in shown.splitlines())


def test_levels(pack: Path) -> None:
    found = [
        Finding(INPUT, "a", "UNRESOLVED", "m"),
        Finding(FAILED, "a", "LOCK_WEAKER", "m"),
        Finding(UNAVAILABLE, "a", "LEAN_FETCH", "m"),
        Finding(CLEAN, "a", "EVIDENCE_STALE", "m"),
        Finding(CLEAN, "a", "LOCK_NEW", "m"),
    ]
    levels = [line.split()[0] for line in annotate.of_findings(found, pack)]
    assert levels == ["::error", "::error", "::warning", "::warning"], "a note is no annotation"


@pytest.mark.parametrize("place", [None, Place("command line", 0), Place("gone.toml", 3)])
def test_a_place_that_is_no_file_is_left_out(pack: Path, place: Place | None) -> None:
    (line,) = annotate.of_findings([Finding(FAILED, "a", "R", "m", place)], pack)
    assert line == "::error title=a [R]::a: m"


def test_outside_the_workspace_the_path_is_the_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "elsewhere"))
    (tmp_path / "a.toml").write_text("")
    assert annotate.of_findings([Finding(FAILED, "a", "R", "m", Place("a.toml", 0))], tmp_path) == [
        "::error file=a.toml,title=a [R]::a: m"
    ]


@pytest.mark.parametrize(("value", "asked", "expected"), [("true", False, 1), ("", True, 1), ("", False, 0), ("false", False, 0)])  # fmt: skip
def test_input_errors_are_annotated_on_their_way_out(
    pack: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    value: str,
    asked: bool,
    expected: int,
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", value)
    with pytest.raises(InputError), annotate.input_errors(pack, asked):
        raise InputError([Problem("a:b.toml", 3, "id", "bad", "mend it")])
    out, err = capsys.readouterr()
    assert out == "" and err.count("::error file=paper%2C one/a%3Ab.toml,line=3") == expected
    assert "::id: bad -- mend it" in err or not expected
