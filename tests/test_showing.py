"""`claims show`, `list`, `status`: enough to mend a red line without reading the engine's source."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.reasons import reasons
from tests.fault_corpus import Pack, copy_of, make_base


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return make_base(tmp_path_factory.mktemp("showing"))


@pytest.fixture
def pack(base: Pack, tmp_path: Path) -> Pack:
    return copy_of(base, tmp_path, lock=True)


def test_a_green_claim(pack: Pack) -> None:
    done = pack.here("show", "toy.square")
    assert done.code == 0
    for words in (
        "declared exact; the lock has exact; earned by itself exact, limited by numeric: evidence at samples",
        "lean/Claims/Square.lean:3",
        "accepted by Lean 4.28.0",
        "1. ",
        "proved  expand",
        "used by     toy.cube (derived)",
        "mutant      lean sign",
    ):
        assert words in done.out, words
    assert "mend:" not in done.out and '{"' not in done.out


#: leg, file, text, replacement, reason, the line shown
RED = [
    ("symbolic", "toylegs/symbolic.py", "factor=2", "factor=3", "DERIVATION_FALSE", ">     5  "),
    ("numeric", "toylegs/numeric.py", "fault * 2 * x", "fault * 3 * x", "FLOAT_OVER_BUDGET", ">"),
    ("lean", "lean/Claims/Square.lean", "simp [h]", "sorry", "LEAN_BANNED", ">     4  "),
    ("symbolic", "toylegs/symbolic.py", "return d", "return None", "LEG_EXCEPTION", ">     3  def square"),
]


@pytest.mark.parametrize(("leg", "file", "old", "new", "reason", "line"), RED, ids=[f"{r[0]} {r[4]}" for r in RED])
def test_a_red_leg_says_where_why_and_what_to_do(
    pack: Pack, leg: str, file: str, old: str, new: str, reason: str, line: str
) -> None:
    pack.edit(file, old, new)
    shown = pack.here("show", "toy.square").out
    assert f"no result for the sources as they stand: run `claims verify toy.square --leg {leg}`" in shown
    assert pack.here("verify").code == 1
    shown = pack.here("show", "toy.square").out
    assert f"[{reason}]" in shown and line in shown
    assert f"mend: {reasons()[reason].remedy}" in shown and f"then: claims verify toy.square --leg {leg}" in shown


def test_the_commands_have_header_lines(pack: Pack) -> None:
    assert pack.here("list").out.splitlines()[0].split() == ["claim", "declared", "legs", "title"]
    assert pack.here("status").out.splitlines()[0].split() == [
        "claim",
        "declared",
        "earned",
        "changed",
        "since",
        "the",
        "lock",
    ]
    assert "claim: 1 derived" in pack.here("verify", "toy.cube", plain=True).out.replace("1 claim:", "claim:")


def test_changed_legs_are_named(pack: Pack) -> None:
    pack.edit("toylegs/symbolic.py", "factor=2", "factor=1 + 1")
    (line,) = [line for line in pack.here("status").out.splitlines() if "toy.square" in line]
    assert line.endswith("symbolic (run `claims verify`)")


def test_an_unknown_id_names_the_nearest(pack: Pack) -> None:
    done = pack.here("show", "toy.sqaure")
    assert done.code == 2 and "did you mean 'toy.square'?" in done.err
