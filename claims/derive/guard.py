"""The ball guard: enclosures of an expression at random admissible exact points.

The guard never proves anything. It contradicts a proof, or turns a non-zero normal form into a certified
counterexample. Points come from a generator seeded by the name of the decision, so a run repeats exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any

import sympy as sp

from claims.derive import domain as dom
from claims.derive.balls import enclose
from claims.derive.symbols import Symbols

POINTS = 8
_TRIES = 6
_BITS = (96, 192, 384, 768, 1536)
_TARGET_BITS = 48

Point = Mapping[Any, Fraction]


@dataclass(frozen=True)
class Sight:
    """What the guard saw: usable points, largest radius, and a point with a certified non-zero or negative ball."""

    points: int
    radius: str
    nonzero: str = ""
    negative: str = ""
    note: str = ""


@dataclass(frozen=True)
class Places:
    """How to choose points: ``where`` gives symbols in terms of others, ``relations`` must vanish at the points."""

    where: tuple[tuple[Any, Any], ...] = ()
    relations: tuple[Any, ...] = ()


ANYWHERE = Places()


def look(v: Symbols, name: str, expressions: Sequence[Any], places: Places = ANYWHERE, count: int = POINTS) -> Sight:
    """Enclose every expression at ``count`` admissible points. Raises ``NoPoint`` when points cannot be drawn."""
    targets = [_ready(e, places) for e in expressions]
    relations = [_ready(e, places) for e in places.relations]
    symbols, jets = _unknowns([*targets, *relations])
    rng = Random(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
    seen, widest, note = 0, 0.0, ""
    for _ in range(count * _TRIES):
        if seen == count:
            break
        point = {**v.draw(symbols, rng), **{jet: dom.REAL.sample(rng) for jet in jets}}
        if not _admissible(v, point, places, relations):
            note = "drawn points violate the side relations"
            continue
        balls = [_resolve(target, point) for target in targets]
        if any(value is None for value in balls):
            continue
        seen += 1
        for index, value in enumerate(balls):
            if value > 0 or value < 0:
                where = f"expression {index + 1} of {len(balls)} at {_show(point)} is {value.str(12)}"
                return Sight(seen, _radius(widest), where, _negative(balls, point), note)
            widest = max(widest, float(value.rad()))
    return Sight(seen, _radius(widest), note=note)


def look_for_negative(v: Symbols, name: str, expression: Any, places: Places = ANYWHERE, count: int = 64) -> Sight:
    """Enclose at up to ``count`` points and stop at the first where the expression is certainly negative."""
    target = _ready(expression, places)
    relations = [_ready(e, places) for e in places.relations]
    symbols, jets = _unknowns([target, *relations])
    rng = Random(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
    seen, widest = 0, 0.0
    for _ in range(count if symbols or jets else 1):
        point = {**v.draw(symbols, rng), **{jet: dom.REAL.sample(rng) for jet in jets}}
        value = _resolve(target, point) if _admissible(v, point, places, relations) else None
        if value is None:
            continue
        seen += 1
        widest = max(widest, float(value.rad()))
        if value < 0:
            return Sight(seen, _radius(widest), negative=_negative([value], point))
    return Sight(seen, _radius(widest))


def _ready(expression: Any, places: Places) -> Any:
    node = sp.sympify(expression)
    for symbol, value in places.where:
        node = node.subs(symbol, value)
    return node.doit() if node.atoms(sp.core.function.AppliedUndef) else node


def _unknowns(expressions: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    symbols: set[Any] = set()
    jets: set[Any] = set()
    for node in expressions:
        symbols |= node.free_symbols
        jets |= node.atoms(sp.core.function.AppliedUndef)
        jets |= {d for d in node.atoms(sp.Derivative) if isinstance(d.expr, sp.core.function.AppliedUndef)}
    return sorted(symbols, key=str), sorted(jets, key=str)


def _admissible(v: Symbols, point: Point, places: Places, relations: Sequence[Any]) -> bool:
    for symbol, value in places.where:
        known = v.range_of(symbol) if symbol.is_Symbol else dom.REAL
        for later, replacement in places.where:
            value = sp.sympify(value).subs(later, replacement)
        # `where` may use symbols which the expression does not: those are not constrained here
        if value.free_symbols - set(point):
            continue
        place = enclose(value, point, _BITS[0])
        below = known.lower is not None and place < enclose(_number(known.lower), {}, _BITS[0])
        above = known.upper is not None and place > enclose(_number(known.upper), {}, _BITS[0])
        if below or above:
            return False
    for relation in relations:
        value = enclose(relation, point, _BITS[1])
        if value > 0 or value < 0 or not value.is_finite():
            return False
    return True


def _number(value: Fraction) -> Any:
    return sp.Rational(value.numerator, value.denominator)


def _resolve(expression: Any, point: Point) -> Any:
    """A finite ball, sharpened until its sign is certain or its radius is below 2^-48; None where that fails."""
    for bits in _BITS:
        value = enclose(expression, point, bits)
        if not value.is_finite():
            continue
        if value > 0 or value < 0 or value.rad() < enclose(sp.Rational(1, 2**_TARGET_BITS), {}, bits):
            return value
    return None


def _show(point: Point) -> str:
    return ", ".join(f"{key}={value}" for key, value in sorted(point.items(), key=lambda item: str(item[0])))


def _negative(balls: Sequence[Any], point: Point) -> str:
    return next((f"{value.str(12)} at {_show(point)}" for value in balls if value < 0), "")


def _radius(widest: float) -> str:
    return f"{widest:.2e}"
