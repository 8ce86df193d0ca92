"""Evidence as text: nothing is hidden, an enclosure that is shown still encloses, a cut-off one says so."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.evidence_text import columns, enclosure, lines, numbered

SHOWN = re.compile(r"(-?[0-9.E+-]+) \+- (\d+)e(-?\d+)")


@given(
    middle=st.integers(-(10**30), 10**30),
    radius=st.integers(0, 10**20),
    power=st.integers(-60, 5),
    digits=st.integers(1, 60),
)
def test_what_is_shown_encloses_or_is_cut_off(middle: int, radius: int, power: int, digits: int) -> None:
    low, high = middle - radius, middle + radius
    text = enclosure(f"[{low}e{power}, {high}e{power}]", digits)
    scale = Fraction(10) ** power
    if (match := SHOWN.fullmatch(text)) is not None:
        at, bound = Fraction(match[1]), int(match[2]) * Fraction(10) ** int(match[3])
        assert at - bound <= low * scale and high * scale <= at + bound
        assert bound <= 40 * radius * scale, "not much wider than it was"
    elif text.endswith("..."):
        # Cut towards zero: the digits shown are the first ones of the middle, and no more than were asked for.
        assert abs(Fraction(text[:-3]) - middle * scale) <= abs(middle) * scale / 10 ** (digits - 1)
    else:
        assert radius == 0 and abs(Fraction(text) - middle * scale) <= abs(middle) * scale / 10 ** (digits - 1)


def test_text_without_a_ball_stays() -> None:
    assert enclosure("c[1, 2] = [x, y]") == "c[1, 2] = [x, y]"


RUN = {
    "check": "flow", "backend": "numpy/cpu", "version": "2", "dtype": "float64", "verdict": "fail",
    "observed": 2e-3, "faulty": 1e-2, "budget": {"total": 1e-3, "rounding": 1e-9, "parameter": 0.0, "discretisation": 1e-3, "reference": 0.0},
}  # fmt: skip


def test_every_part_is_shown() -> None:
    evidence = {
        "title": "square", "seed": 7, "steps": [r"a = b \quad\text{(expand)}"],
        "decisions": [
            {"name": "d1", "procedure": "normal form", "truth": "false", "normal_form": "x", "points": 3, "radius": "1e-9", "assumed": ["y != 0"], "detail": "at x = 1"}
        ],
        "checks": [
            {"name": "c1", "kind": "identity (=)", "count": 1, "verdict": "fail", "lhs": "[1.0, 1.0]", "rhs": "[2.0, 2.0]", "at": {"x": "1/3"}, "place": "a.py:3"},
            {"name": "c2", "kind": "constant", "count": 2, "verdict": "pass", "value": "[3.14, 3.15]"},
        ],
        "runs": [RUN, {"check": "flow", "backend": "torch/cpu", "missing": "not installed"}],
        "values": {"x": "Fraction(1, 3)"}, "holds": {"a:h": "True", "a:g": "None"}, "other": {"k": [1, 2]},
    }  # fmt: skip
    text = "\n".join(lines(evidence))
    for part in (
        "title: square", "seed: 7", "1. a = b", "(expand)", "false  d1  normal form", "assuming y != 0", "d1: at x = 1",
        "normal form x", "fail  c1", "lhs = 1", "rhs = 2", "at = x 1/3", "place = a.py:3", "2 samples", "+- ", "2.00e-03", "1.00e-03",
        "not run: flow on torch/cpu: not installed", "x  1/3", "a:h  holds", "a:g  None", "other: k 1, 2",
    ):  # fmt: skip
        assert part in text, part
    assert "{" not in text


def test_nothing_is_shown_of_nothing() -> None:
    assert list(lines({"steps": [], "auxiliary": [], "machine": {}})) == []


@pytest.mark.parametrize(("line", "shown"), [(1, [1, 2, 3]), (4, [2, 3, 4, 5]), (9, [])])
def test_source_lines(line: int, shown: list[int]) -> None:
    found = numbered(["a", "b", "c", "d", "e"], line)
    assert [int(text.split()[-2]) for text in found] == shown
    assert sum(text.lstrip().startswith(">") for text in found) == (line <= 5)


def test_columns() -> None:
    assert columns([("a", "bb", ""), ("ccc", "d", "")]) == ["a    bb", "ccc  d"]
