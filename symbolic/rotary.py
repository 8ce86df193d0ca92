"""Rotary position embeddings: offset-only scores and the commutant of the rotation.

``R`` is the rotation by one position, ``S`` its inverse, as letters of words of any size; a plane of the rotation is
a 2 x 2 block with cosine and sine of a generic angle.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp

from claims.derive import Derivation, Symbols, WordAlgebra
from claims.derive.words import Rules

_TURN = sp.Matrix([[0, -1], [1, 0]])


def _plane(c: Any, s: Any) -> Any:
    return c * sp.eye(2) + s * _TURN


def _rational_plane(rng: Random) -> Any:
    t = Fraction(rng.randint(1, 9), rng.randint(10, 19))
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    return _plane(sp.Rational(c.numerator, c.denominator), sp.Rational(s.numerator, s.denominator))


def _commuting_words() -> WordAlgebra:
    """G, R and S = R^{-1} with G R = R G: rotations move to the left of G and cancel."""

    def model(rng: Random) -> tuple[Mapping[str, Any], Mapping[Any, Any]]:
        first, second = _rational_plane(rng), _rational_plane(rng)
        turn = sp.diag(first, second)
        g = sp.diag(_plane(rng.randint(-5, 5), rng.randint(1, 5)), _plane(rng.randint(-5, 5), rng.randint(1, 5)))
        return {"G": g, "R": turn, "S": turn.T}, {}

    shape = ("n", "n")
    rules: Rules = {("R", "S"): (1, ()), ("S", "R"): (1, ()), ("G", "R"): (1, ("R", "G")), ("G", "S"): (1, ("S", "G"))}
    return WordAlgebra({"G": shape, "R": shape, "S": shape}, rules, model)


def _free_words() -> WordAlgebra:
    """The same letters without the commutation rule."""

    def model(rng: Random) -> tuple[Mapping[str, Any], Mapping[Any, Any]]:
        turn = _rational_plane(rng)
        return {"G": sp.Matrix(2, 2, lambda i, j: rng.randint(-9, 9)), "R": turn, "S": turn.T}, {}

    shape = ("n", "n")
    return WordAlgebra({"G": shape, "R": shape, "S": shape}, {("R", "S"): (1, ()), ("S", "R"): (1, ())}, model)


def commutant(v: Symbols, *, sign: int = 1, power: int = 2, planes: int = 2) -> Derivation:
    """`rope.commutant`: offset-only scores, commutation with R, and the block form, are one condition.

    ``sign`` is the sign of J's part of the commuting block, ``power`` the power of the determinant of an
    off-diagonal block, ``planes`` the free numbers of a diagonal block.
    """
    d = Derivation(v, "commutant of a rotation")
    _offset_only(d)
    t, q = v.aux("theta_a"), v.aux("theta_b")
    turn, other = _plane(sp.cos(t), sp.sin(t)), _plane(sp.cos(q), sp.sin(q))
    x, y = v.aux("x"), v.aux("y")
    block, reversed_block = x * sp.eye(2) + y * _TURN, x * sp.eye(2) + sign * y * _TURN
    d.step(block * turn, "a block x I + y J commutes with the rotation of its plane", turn * reversed_block)
    _diagonal_block(d, v, turn)
    d.step(
        _sylvester(turn, other).det(method="berkowitz"),
        "determinant of X -> R_a X - X R_b on 2 x 2 blocks",
        (2 * sp.cos(t) - 2 * sp.cos(q)) ** power,
        show=(r"\det(X\mapsto R_aX-XR_b)", r"4(\cos\theta_a-\cos\theta_b)^2"),
    )
    d.note("it vanishes only at equal cosines, so blocks between planes with different cosines are zero")
    _dimensions(d, planes)
    return d


def _offset_only(d: Derivation) -> None:
    words, free = _commuting_words(), _free_words()
    g, r, s = (words.letter(name) for name in "GRS")
    d.words(words, s * g * r, "if G R = R G, moving both positions by one changes nothing", g)
    score = s * s * g * r * r * r
    d.words(words, s * score * r, "the same from a later pair of positions; induction covers all", score)
    d.note("conversely the pairs (0, 0) and (1, 1) have the same offset, so S G R = G")
    d.words(free, r * (s * g * r), "multiply S G R = G by R from the left: G R = R G", g * r)


def _diagonal_block(d: Derivation, v: Symbols, turn: Any) -> None:
    """A block that commutes with its plane's rotation, when the sine is not zero, is x I + y J."""
    a = v.matrix("G", 2)
    bracket = turn * a - a * turn
    sine = v.aux("sine")
    flat = bracket.subs({turn[1, 0]: sine})
    d.step(flat[0, 0], "first entry of the commutator of a block with its rotation", -sine * (a[1, 0] + a[0, 1]))
    d.step(flat[0, 1], "second entry", sine * (a[0, 0] - a[1, 1]))
    d.note("with a nonzero sine: equal diagonal entries and opposite off-diagonal ones, that is x I + y J")
    form = sp.Matrix([[a[0, 0], -a[1, 0]], [a[1, 0], a[0, 0]]])
    d.step(flat.subs({a[1, 1]: a[0, 0], a[0, 1]: -a[1, 0]}), "these two conditions suffice", sp.zeros(2, 2))
    d.step(form, "and the block has the stated form", a[0, 0] * sp.eye(2) + a[1, 0] * _TURN)


def _sylvester(left: Any, right: Any) -> Any:
    """Matrix (4 x 4) of X -> left X - X right on 2 x 2 matrices in column order."""
    return sp.kronecker_product(sp.eye(2), left) - sp.kronecker_product(right.T, sp.eye(2))


def _commutator_rank(turn: Any) -> Any:
    size = turn.rows
    return sp.kronecker_product(sp.eye(size), turn) - sp.kronecker_product(turn.T, sp.eye(size))


def _dimensions(d: Derivation, planes: int) -> None:
    """Dimension p times two, and what resonances add, for three planes with rational cosines."""
    triples = ((3, 4, 5), (5, 12, 13), (8, 15, 17))
    one, two, three = (_plane(sp.Rational(a, c), sp.Rational(b, c)) for a, b, c in triples)
    cases = (
        ("nonresonant planes: the commutant has dimension 6", (one, two, three), 3 * planes),
        ("equal angles raise it to 10", (one, one, three), 10),
        ("opposite angles raise it to 10", (one, one.T, three), 10),
        ("a half turn raises it to 8", (-sp.eye(2), two, three), 8),
        ("a trivial plane raises it to 8", (sp.eye(2), two, three), 8),
    )
    for name, blocks, dimension in cases:
        d.rank(_commutator_rank(sp.diag(*blocks)), name, 36 - dimension, show=r"(X\mapsto RX-XR)")
    p = 32
    d.step(planes * p, "width 64: dimension", 64)
    d.step((2 * p) ** 2 - planes * p, "and codimension", 4032)
