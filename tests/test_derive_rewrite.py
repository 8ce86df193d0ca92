"""Rewriting keeps values: rational bases reproduce their arguments, and no normal form contradicts an enclosure."""

from __future__ import annotations

from typing import Any

import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.derive import Derivation, Symbols, Truth
from claims.derive.identity import decide_identities
from claims.derive.rewrite import monomials, rational_basis
from claims.model import Domain, Variable
from claims.outcome import Verdict

TABLE = [
    Variable("x", Domain.REAL, ""),
    Variable("p", Domain.POSITIVE, ""),
    Variable("c", Domain.OPEN_INTERVAL, "", lower="-1", upper="1"),
    Variable("K", Domain.REAL, ""),
]


TABLE_SYMBOLS = Symbols(TABLE)


def symbols() -> tuple[Any, Any, Any]:
    return TABLE_SYMBOLS.x, TABLE_SYMBOLS.p, TABLE_SYMBOLS.c


fractions = st.fractions(min_value=-2, max_value=2, max_denominator=4)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(fractions, fractions, fractions, fractions), min_size=1, max_size=5))
def test_rational_bases_reproduce_their_arguments(rows: Any) -> None:
    x, p, _ = symbols()
    parts = (sp.S.One, x, p * x, x**2)
    arguments = [
        sum((sp.Rational(n.numerator, n.denominator) * m for n, m in zip(row, parts, strict=True)), sp.S.Zero)
        for row in rows
    ]
    basis = rational_basis(arguments)
    for argument in arguments:
        again = sum((n * g for n, g in zip(basis.coordinates[argument], basis.scaled, strict=True)), sp.S.Zero)
        assert monomials(again) == monomials(argument)
    matrix = sp.Matrix([[sp.expand(g).coeff(x, 2) for g in basis.scaled]]) if basis.scaled else sp.zeros(1, 0)
    assert matrix.cols <= len(parts)


def test_monomials_multiply_out() -> None:
    x, p, _ = symbols()
    assert monomials((x + p) ** 2) == {x**2: 1, x * p: 2, p**2: 1}
    assert monomials(x - x) == {}


def test_logarithms_split_only_over_positive_rational_factors() -> None:
    v = Symbols(TABLE)
    x, p, c = v.x, v.p, v.c

    def truth(lhs: Any, rhs: Any) -> Truth:
        return decide_identities(v, "log", [(lhs, rhs)]).truth

    assert truth(sp.log((1 + c) / (1 - c)), 2 * sp.atanh(c)) is Truth.PROVED
    assert truth(sp.log(6 * p / (1 + x**2)), sp.log(2) + sp.log(3) + sp.log(p) - sp.log(1 + x**2)) is Truth.PROVED
    assert truth(sp.log(x**2), 2 * sp.log(x)) is Truth.UNDECIDED
    assert truth(sp.log(sp.sqrt(2) * p), sp.log(2) / 2 + sp.log(p)) is Truth.UNDECIDED


def trees() -> Any:
    x, p, c = symbols()
    leaves = st.sampled_from([x, p, c, sp.S.One, sp.Rational(1, 2), -sp.S.One])

    def extend(children: Any) -> Any:
        pairs = st.tuples(children, children)
        return st.one_of(
            pairs.map(lambda ab: ab[0] + ab[1]),
            pairs.map(lambda ab: ab[0] * ab[1]),
            children.map(lambda a: sp.exp(a / 3)),
            children.map(lambda a: sp.tanh(a)),
            children.map(lambda a: sp.sin(a) * sp.cos(2 * a)),
            children.map(lambda a: sp.sqrt(a**2 + 1)),
            children.map(lambda a: sp.log(a**2 + 1)),
            children.map(lambda a: 1 / (a**2 + 2)),
        )

    return st.recursive(leaves, extend, max_leaves=3)


@settings(max_examples=15, deadline=None)
@given(trees(), trees())
def test_no_normal_form_contradicts_an_enclosure(first: Any, second: Any) -> None:
    v = TABLE_SYMBOLS
    pairs = [
        ((first + second) ** 2, sp.expand((first + second) ** 2)),
        (sp.Derivative(first * second, v.x), sp.diff(first, v.x) * second + first * sp.diff(second, v.x)),
        (first, first.rewrite(sp.exp)) if not first.has(sp.sin) else (first, first),
        (first, second),
    ]
    for lhs, rhs in pairs[:3]:
        assert decide_identities(v, "fuzz", [(lhs, rhs)]).truth in (Truth.PROVED, Truth.UNDECIDED)
    assert decide_identities(v, "fuzz", [pairs[3]]).truth is not Truth.GUARD


def growth(v: Symbols, *, sign: int = 1) -> Derivation:
    d = Derivation(v, "exponential growth")
    t = v.time()
    d.step(sp.Derivative(sp.exp(v.K * t), t), "chain rule", sign * v.K * sp.exp(v.K * t))
    d.sign(sp.exp(v.K * t), "an exponential is positive", strict=True)
    return d


def test_the_example_of_the_package() -> None:
    assert growth(Symbols(TABLE)).outcome().verdict is Verdict.PASS
    assert growth(Symbols(TABLE), sign=-1).outcome().verdict is Verdict.FAIL
