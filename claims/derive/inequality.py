"""Decision procedure: signs, by a sum-of-squares certificate or by the exact rules of :mod:`claims.derive.signs`.

A certificate is a list of (weight, square root) with ``expression = sum weight * root^2``: the identity is decided
exactly, and each weight must be shown nonnegative. Univariate rational functions on an interval are decided by real
root counting. Disproved means a point where the expression is certainly negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from claims.derive.decision import Decision, Truth
from claims.derive.errors import NoPoint, Unsupported
from claims.derive.guard import ANYWHERE, POINTS, Places, look_for_negative
from claims.derive.identity import decide_identities
from claims.derive.ring import NormalForm
from claims.derive.signs import Sign
from claims.derive.symbols import Symbols

Squares = Sequence[tuple[Any, Any]]


def decide_sign(
    v: Symbols,
    name: str,
    expression: Any,
    *,
    strict: bool = False,
    nonzero: Sequence[Any] = (),
    places: Places = ANYWHERE,
) -> Decision:
    """Decide ``expression >= 0`` (``> 0`` when strict) on the domain of its symbols by the exact sign rules."""
    procedure = "sign rules with real root counting"
    wanted = Sign.POSITIVE if strict else Sign.NONNEGATIVE
    try:
        ring = NormalForm(v, [expression], nonzero)
        found, gaps = ring.sign_of(0), ring.unproved
        form = ring.describe(ring.numerator(0))
    except Unsupported as error:
        found, gaps, form = Sign.UNKNOWN, [], f"none: {error}"
    made = _conclude(v, name, procedure, expression, found >= wanted and not gaps, form, places)
    return replace(made, assumed=tuple(f"{e} != 0" for e in nonzero))


def decide_squares(
    v: Symbols,
    name: str,
    expression: Any,
    squares: Squares,
    *,
    nonzero: Sequence[Any] = (),
    relations: Sequence[Any] = (),
    places: Places = ANYWHERE,
) -> Decision:
    """Decide ``expression >= 0`` from ``expression = sum weight * root^2`` with weights shown nonnegative."""
    procedure = "sum of squares with nonnegative weights"
    total = sum((weight * root**2 for weight, root in squares), sp.S.Zero)
    equal = decide_identities(v, name, [(expression, total)], nonzero=nonzero, relations=relations, places=places)
    if equal.truth is not Truth.PROVED:
        detail = f"the certificate is not the expression: {equal.detail}"
        return replace(equal, procedure=procedure, detail=detail)
    ring = NormalForm(v, [weight for weight, _ in squares], nonzero)
    weak = [str(w) for k, (w, _) in enumerate(squares) if ring.sign_of(k) < Sign.NONNEGATIVE]
    proved = not weak and not ring.unproved
    made = _conclude(v, name, procedure, expression, proved, "0" if proved else f"weights {weak}", places)
    return replace(made, assumed=equal.assumed)


def _conclude(
    v: Symbols, name: str, procedure: str, expression: Any, proved: bool, form: str, places: Places
) -> Decision:
    try:
        sight = look_for_negative(v, name, expression, places)
    except (NoPoint, Unsupported) as error:
        return Decision(name, procedure, Truth.UNDECIDED, form, detail=f"the guard could not run: {error}")
    truth, detail = Truth.PROVED if proved else Truth.UNDECIDED, ""
    if sight.negative:
        truth, detail = Truth.GUARD if proved else Truth.DISPROVED, sight.negative
    elif sight.points < 1 or (sight.points < POINTS and sp.sympify(expression).free_symbols):
        truth, detail = Truth.UNDECIDED, f"the guard found only {sight.points} admissible points"
    return Decision(name, procedure, truth, form, sight.points, sight.radius, detail)
