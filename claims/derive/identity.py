"""Decision procedure: identities, by exact normal form, modulo side relations by Groebner reduction.

Proved: every numerator of ``lhs - rhs`` reduces to zero and every denominator is shown nonzero on the domain.
Disproved: a certified non-zero ball at an admissible exact point. Anything else is undecided.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from claims.derive.decision import Decision, Truth
from claims.derive.errors import NoPoint, Unsupported
from claims.derive.guard import ANYWHERE, POINTS, Places, Sight, look
from claims.derive.ring import NormalForm
from claims.derive.symbols import Symbols

Pair = tuple[Any, Any]


def decide_identities(
    v: Symbols,
    name: str,
    pairs: Sequence[Pair],
    *,
    nonzero: Sequence[Any] = (),
    relations: Sequence[Any] = (),
    places: Places = ANYWHERE,
) -> Decision:
    """Decide that ``lhs = rhs`` for every pair, given ``relations = 0`` and ``nonzero != 0`` on the domain."""
    procedure = _procedure(pairs, relations)
    assumed = (*(f"{r} = 0" for r in relations), *(f"{e} != 0" for e in nonzero))
    form, gaps = _normal_form(v, pairs, nonzero, relations)
    try:
        sight = look(v, name, [lhs - rhs for lhs, rhs in pairs], places)
    except (NoPoint, Unsupported) as error:
        return Decision(
            name, procedure, Truth.UNDECIDED, form, detail=f"the guard could not run: {error}", assumed=assumed
        )
    truth, detail = _verdict(form, gaps, sight)
    return Decision(name, procedure, truth, form, sight.points, sight.radius, detail, assumed)


def _procedure(pairs: Sequence[Pair], relations: Sequence[Any]) -> str:
    nodes = [sp.sympify(part) for pair in pairs for part in pair]
    plain = all(node.is_rational_function(*node.free_symbols) for node in nodes if node.free_symbols)
    base = "rational normal form" if plain else "differential ring normal form"
    return f"{base} modulo a Groebner basis of {len(relations)} relations" if relations else base


def _normal_form(
    v: Symbols, pairs: Sequence[Pair], nonzero: Sequence[Any], relations: Sequence[Any]
) -> tuple[str, list[str]]:
    """The first non-zero normal form as text ("0" if none), and the denominators not shown nonzero."""
    flat = [_evaluate(part) for pair in pairs for part in pair]
    try:
        ring = NormalForm(v, [*flat, *(_evaluate(r) for r in relations)], [_evaluate(e) for e in nonzero])
        ideal = [ring.numerator(len(flat) + k) for k in range(len(relations))]
        for k in range(len(pairs)):
            (a, b), (c, d) = ring.fraction(2 * k), ring.fraction(2 * k + 1)
            rest = ring.reduce(a - c if b == d else a * d - c * b, ideal)
            if rest:
                return ring.describe(rest), ring.unproved
    except Unsupported as error:
        return f"none: {error}", []
    return "0", ring.unproved


def _evaluate(expression: Any) -> Any:
    node = sp.sympify(expression)
    return node.doit() if node.has(sp.Derivative) else node


def _verdict(form: str, gaps: Sequence[str], sight: Sight) -> tuple[Truth, str]:
    if sight.nonzero:
        return (Truth.GUARD if form == "0" else Truth.DISPROVED), sight.nonzero
    if form != "0":
        return Truth.UNDECIDED, "the normal form is not zero, yet no point separates the two sides"
    if gaps:
        return Truth.UNDECIDED, f"not shown nonzero on the domain: {', '.join(gaps)}"
    if sight.points < POINTS:
        return Truth.UNDECIDED, f"the guard found {sight.points} of {POINTS} admissible points; {sight.note}"
    return Truth.PROVED, ""
