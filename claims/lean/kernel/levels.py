"""Universe levels of Lean's calculus, hash-consed, with a complete decision of ``l <= l'`` for all assignments.

A level is a natural number built from 0, successor, ``max``, ``imax`` (``imax a b`` is 0 where ``b`` is 0 and
``max a b`` elsewhere) and parameters. Equal levels of equal shape are one object, so ``is`` compares shapes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

ZERO_KIND: Final = 0
SUCC: Final = 1
MAX: Final = 2
IMAX: Final = 3
PARAM: Final = 4

#: A parameter plus an offset, or (name ``""``) a constant: what a level without ``imax`` is the maximum of.
Atom = tuple[str, int]


class Level:
    """One level: ``kind``, arguments ``a`` and ``b`` (for a parameter ``name``); ``poly`` when it has parameters."""

    __slots__ = ("a", "b", "kind", "name", "poly")

    def __init__(self, kind: int, a: Level | None, b: Level | None, name: str, poly: bool) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.name = name
        self.poly = poly

    def __repr__(self) -> str:
        return show(self)


_table: dict[tuple[int, Level | None, Level | None, str], Level] = {}


def _make(kind: int, a: Level | None, b: Level | None, name: str, poly: bool) -> Level:
    key = (kind, a, b, name)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Level(kind, a, b, name, poly)
    return found


ZERO: Final = _make(ZERO_KIND, None, None, "", False)


def succ(a: Level) -> Level:
    """The level ``a + 1``."""
    return _make(SUCC, a, None, "", a.poly)


def max_(a: Level, b: Level) -> Level:
    """The level ``max a b``, as written."""
    return _make(MAX, a, b, "", a.poly or b.poly)


def imax(a: Level, b: Level) -> Level:
    """The level ``imax a b``, as written."""
    return _make(IMAX, a, b, "", a.poly or b.poly)


def param(name: str) -> Level:
    """The universe parameter ``name``; raises ``ValueError`` for the anonymous one, which no declaration has."""
    if not name:
        raise ValueError("a universe parameter without a name")
    return _make(PARAM, None, None, name, True)


ONE: Final = succ(ZERO)


def number(value: int) -> Level:
    """The level of a natural number."""
    level = ZERO
    for _ in range(value):
        level = succ(level)
    return level


def params(level: Level) -> set[str]:
    """Names of the parameters that occur."""
    found: set[str] = set()
    todo = [level]
    while todo:
        each = todo.pop()
        if each.kind == PARAM:
            found.add(each.name)
        elif each.poly:
            todo += [x for x in (each.a, each.b) if x is not None]
    return found


def substitute(level: Level, values: Mapping[str, Level]) -> Level:
    """The level with parameters replaced; those without a value stay."""
    if not level.poly:
        return level
    if level.kind == PARAM:
        return values.get(level.name, level)
    assert level.a is not None
    a = substitute(level.a, values)
    if level.kind == SUCC:
        return succ(a)
    assert level.b is not None
    b = substitute(level.b, values)
    return max_(a, b) if level.kind == MAX else imax(a, b)


def is_never_zero(level: Level) -> bool:
    """Whether no assignment makes the level 0."""
    return at_most(ONE, level)


def is_zero(level: Level) -> bool:
    """Whether every assignment makes the level 0."""
    return level is ZERO or at_most(level, ZERO)


def equal(a: Level, b: Level) -> bool:
    """Whether the levels agree under every assignment."""
    return a is b or (at_most(a, b) and at_most(b, a))


def all_equal(first: Sequence[Level], second: Sequence[Level]) -> bool:
    """Whether two lists of levels agree one by one."""
    return len(first) == len(second) and all(a is b or equal(a, b) for a, b in zip(first, second, strict=True))


class TooComplex(Exception):
    """A comparison of levels with too many cases or parts to decide; no honest statement comes near."""


#: Parts of levels looked at in one comparison (the largest of Lean's core library takes a few hundred).
_PARTS: Final = 50_000
_order: dict[tuple[Level, Level], bool] = {}


def at_most(a: Level, b: Level) -> bool:
    """Whether ``a <= b`` under every assignment of natural numbers to the parameters. Decides, both ways.

    A parameter below which an ``imax`` hangs is split into the cases 0 and successor; what is left is a maximum of
    parameters plus offsets, where the comparison is one of terms. Raises :class:`TooComplex` at a limit of work.
    """
    key = (a, b)
    known = _order.get(key)
    if known is None:
        known = _order[key] = _Comparison().decide(a, b)
    return known


class _Comparison:
    """One comparison, with its budget of work."""

    def __init__(self) -> None:
        self._left = _PARTS

    def _tick(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooComplex("a comparison of universe levels with too many cases")

    def decide(self, a: Level, b: Level) -> bool:
        a, b = self._simplify(a, {}), self._simplify(b, {})
        stuck = self._stuck(a) or self._stuck(b)
        if not stuck:
            return self._compare(a, b)
        cases = ({stuck: ZERO}, {stuck: succ(param(stuck))})
        return all(self.decide(self._put(a, c, {}), self._put(b, c, {})) for c in cases)

    def _put(self, level: Level, values: Mapping[str, Level], memo: dict[Level, Level]) -> Level:
        """:func:`substitute`, each shared part once."""
        if not level.poly:
            return level
        found = memo.get(level)
        if found is None:
            self._tick()
            if level.kind == PARAM:
                found = values.get(level.name, level)
            else:
                assert level.a is not None
                a = self._put(level.a, values, memo)
                b = a if level.b is None else self._put(level.b, values, memo)
                found = succ(a) if level.kind == SUCC else max_(a, b) if level.kind == MAX else imax(a, b)
            memo[level] = found
        return found

    def _simplify(self, level: Level, memo: dict[Level, Level]) -> Level:
        """The level with ``imax`` only above a parameter."""
        if level.kind in (ZERO_KIND, PARAM):
            return level
        found = memo.get(level)
        if found is None:
            self._tick()
            assert level.a is not None
            a = self._simplify(level.a, memo)
            if level.kind == SUCC:
                found = succ(a)
            else:
                assert level.b is not None
                b = self._simplify(level.b, memo)
                found = self._imax(a, b) if level.kind == IMAX else a if b is ZERO else b if a is ZERO else max_(a, b)
            memo[level] = found
        return found

    def _imax(self, a: Level, b: Level) -> Level:
        self._tick()
        if b is ZERO:
            return ZERO
        if b.kind == SUCC:
            return max_(a, b)
        if b.kind == PARAM:
            return imax(a, b)
        assert b.a is not None and b.b is not None
        if b.kind == MAX:
            return max_(self._imax(a, b.a), self._imax(a, b.b))
        return max_(self._imax(a, b.b), b)

    def _stuck(self, level: Level) -> str:
        """A parameter under an ``imax`` of a simplified level; empty when there is none."""
        seen: set[Level] = set()
        todo = [level]
        while todo:
            each = todo.pop()
            if each in seen:
                continue
            seen.add(each)
            self._tick()
            if each.kind == IMAX:
                assert each.b is not None
                return each.b.name
            todo += [part for part in (each.a, each.b) if part is not None]
        return ""

    def _compare(self, a: Level, b: Level) -> bool:
        right: dict[str, int] = {}
        for name, offset in self._atoms(b):
            right[name] = max(offset, right.get(name, 0))
        floor = max(right.values())
        return all(offset <= (right.get(name, -1) if name else floor) for name, offset in self._atoms(a))

    def _atoms(self, level: Level) -> set[Atom]:
        """What a level without ``imax`` is the maximum of."""
        seen: set[tuple[Level, int]] = set()
        found: set[Atom] = set()
        todo = [(level, 0)]
        while todo:
            each = todo.pop()
            if each in seen:
                continue
            seen.add(each)
            self._tick()
            part, offset = each
            if part.kind in (ZERO_KIND, PARAM):
                found.add((part.name, offset))
                continue
            assert part.a is not None
            todo.append((part.a, offset + (part.kind == SUCC)))
            if part.b is not None:
                todo.append((part.b, offset))
        return found


def show(level: Level, storeys: int = 12) -> str:
    """The level as Lean prints it; what is deeper than ``storeys`` is an ``…`` (shared levels are huge written out)."""
    if storeys == 0:
        return "…"
    offset = 0
    while level.kind == SUCC:
        assert level.a is not None
        level, offset = level.a, offset + 1
    if level.kind == ZERO_KIND:
        return str(offset)
    if level.kind == PARAM:
        text = level.name
    else:
        word = "max" if level.kind == MAX else "imax"
        text = f"{word} {_wrapped(level.a, storeys)} {_wrapped(level.b, storeys)}"
        text = f"({text})" if offset else text
    return f"{text}+{offset}" if offset else text


def _wrapped(level: Level | None, storeys: int) -> str:
    assert level is not None
    text = show(level, storeys - 1)
    return f"({text})" if " " in text else text
