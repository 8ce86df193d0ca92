"""Universe levels: the decision procedure against brute force over assignments."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from claims.lean.kernel import levels
from claims.lean.kernel.levels import IMAX, MAX, ONE, PARAM, SUCC, ZERO, ZERO_KIND, Level, imax, max_, param, succ

U, V, W = (param(name) for name in "uvw")
DEPTH = 5
# Enough assignments to decide: fix which parameters are 0. Then both sides are maxima of numbers and of parameters
# plus offsets, the offsets and numbers at most DEPTH. If a <= b fails, it fails at some atom of a. Where that is a
# number, it also fails with every other parameter at 1, the least it can be. Where it is p + c, it fails with the other
# parameters at 1 and p at any value from some point on: b has no p + d with d >= c, and what else b has is at most
# DEPTH + 1, so p = DEPTH + 2 is far enough.
VALUES = (0, 1, 2, 3, 4, DEPTH + 2)
ASSIGNMENTS = list(itertools.product(VALUES, repeat=3))

Values = tuple[int, ...]
_known: dict[Level, Values] = {}


def values(level: Level) -> Values:
    """The numbers that a level is, assignment by assignment."""
    found = _known.get(level)
    if found is None:
        found = _known[level] = _values(level)
    return found


def _values(level: Level) -> Values:
    if level.kind == ZERO_KIND:
        return (0,) * len(ASSIGNMENTS)
    if level.kind == PARAM:
        return tuple(each["uvw".index(level.name)] for each in ASSIGNMENTS)
    assert level.a is not None
    a = values(level.a)
    if level.kind == SUCC:
        return tuple(x + 1 for x in a)
    assert level.b is not None
    b = values(level.b)
    if level.kind == MAX:
        return tuple(map(max, a, b))
    assert level.kind == IMAX
    return tuple(max(x, y) if y else 0 for x, y in zip(a, b, strict=True))


def random_level(rng: random.Random, depth: int) -> Level:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice((ZERO, ONE if depth else ZERO, U, V, W))
    kind = rng.random()
    a = random_level(rng, depth - 1)
    if kind < 0.3:
        return succ(a)
    return (max_ if kind < 0.6 else imax)(a, random_level(rng, depth - 1))


def neighbour(rng: random.Random, level: Level, depth: int) -> Level:
    """The level with one place changed, no deeper than ``depth``: comparing it with the level is hard."""
    if level.a is None or depth == 0 or rng.random() < 0.25:
        return random_level(rng, min(depth, 2))
    if level.b is None:
        return succ(neighbour(rng, level.a, depth - 1))
    make: Callable[[Level, Level], Level] = rng.choice((max_, imax)) if rng.random() < 0.3 else (
        max_ if level.kind == MAX else imax
    )  # fmt: skip
    a, b = (level.b, level.a) if rng.random() < 0.2 else (level.a, level.b)
    return make(neighbour(rng, a, depth - 1), b) if rng.random() < 0.5 else make(a, neighbour(rng, b, depth - 1))


def pairs(seed: int, count: int) -> list[tuple[Level, Level]]:
    rng = random.Random(seed)
    pool = [random_level(rng, rng.randint(1, DEPTH)) for _ in range(1_500)]
    near = [(a, neighbour(rng, a, DEPTH)) for a in rng.choices(pool, k=count // 4)]
    return [(rng.choice(pool), rng.choice(pool)) for _ in range(count - len(near))] + near


def height(level: Level) -> int:
    return 1 + max(height(part) for part in (level.a, level.b) if part is not None) if level.a is not None else 0


@pytest.mark.slow
def test_order_and_equality_are_those_of_brute_force() -> None:
    found = {"at most": 0, "not at most": 0, "equal": 0}
    unsound: list[tuple[Level, Level]] = []
    incomplete: list[tuple[Level, Level]] = []
    for a, b in pairs(1, 52_000):
        assert height(a) <= DEPTH and height(b) <= DEPTH
        x, y = values(a), values(b)
        wanted = x == y or all(map(int.__le__, x, y))
        if levels.at_most(a, b) is not wanted:
            (incomplete if wanted else unsound).append((a, b))
        if levels.equal(a, b) is not (x == y):
            (incomplete if x == y else unsound).append((a, b))
        found["at most" if wanted else "not at most"] += 1
        found["equal"] += x == y and a is not b
    assert (unsound, incomplete) == ([], [])
    assert min(found["at most"], found["not at most"]) > 8_000 and found["equal"] > 1_000, found


def test_zero_and_never_zero_are_those_of_brute_force() -> None:
    found = [0, 0]
    for level in {level for pair in pairs(2, 4_000) for level in pair}:
        assert levels.is_zero(level) is (max(values(level)) == 0), level
        assert levels.is_never_zero(level) is (min(values(level)) > 0), level
        found[0] += levels.is_zero(level)
        found[1] += levels.is_never_zero(level)
    assert min(found) > 50, found


def test_substitution_means_what_it_should() -> None:
    rng = random.Random(3)
    index = {each: number for number, each in enumerate(ASSIGNMENTS)}
    for _ in range(300):
        level = random_level(rng, 4)
        images = [random_level(rng, 1) for _ in range(3)]
        put = levels.substitute(level, dict(zip("uvw", images, strict=True)))
        for number, image in enumerate(zip(*(values(each) for each in images), strict=True)):
            if image in index:
                assert values(put)[number] == values(level)[index[image]]
        assert levels.params(put) <= {"u", "v", "w"}


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (imax(U, V), max_(U, V), True),
        (max_(U, V), imax(U, V), False),
        (imax(U, succ(V)), max_(U, succ(V)), True),
        (max_(U, succ(V)), imax(U, succ(V)), True),
        (imax(U, U), U, True),
        (U, imax(U, U), True),
        (imax(U, imax(V, W)), imax(V, imax(U, W)), True),
        (imax(imax(U, V), W), imax(max_(U, V), W), True),
        (imax(max_(U, V), W), imax(imax(U, V), W), False),
        (succ(imax(U, V)), max_(succ(U), succ(V)), True),
        (max_(ONE, imax(ONE, U)), max_(ONE, U), True),
        (U, imax(ONE, U), True),
        (imax(ONE, U), U, True),
        (ONE, imax(ONE, U), False),
        (levels.number(9), max_(succ(U), levels.number(8)), False),
        (levels.number(9), levels.number(9), True),
        (max_(U, levels.number(8)), max_(U, levels.number(9)), True),
        (max_(succ(U), levels.number(9)), max_(U, levels.number(9)), False),
    ],
)  # fmt: skip
def test_chosen_inequalities(a: Level, b: Level, expected: bool) -> None:
    assert levels.at_most(a, b) is expected


def test_equal_shapes_are_one_object_and_read_as_lean_prints_them() -> None:
    assert max_(succ(U), imax(V, ZERO)) is max_(succ(U), imax(V, ZERO))
    assert levels.show(max_(succ(U), imax(V, ZERO))) == "max u+1 (imax v 0)"
    assert levels.show(succ(succ(max_(U, V)))) == "(max u v)+2"
    assert levels.show(levels.number(3)) == "3"
    assert not levels.number(3).poly and imax(ZERO, U).poly
    assert levels.all_equal((U, max_(U, V)), (imax(U, U), max_(V, U))) and not levels.all_equal((U,), (U, U))
