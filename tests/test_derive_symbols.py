"""Symbols come from the entry's table and from nowhere else; values drawn for them are admissible and exact."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy as sp

from claims.derive import DeriveError, NoPoint, Symbols, UnknownVariable, WrongDomain
from claims.derive.domain import POSITIVE_NATURAL, Range, unit_vector
from claims.model import Domain, Variable


def row(name: str, domain: Domain, lower: str = "", upper: str = "", latex: str = "") -> Variable:
    return Variable(name, domain, "a variable", lower=lower, upper=upper, latex=latex)


@pytest.fixture
def v() -> Symbols:
    return Symbols(
        [
            row("beta", Domain.POSITIVE, latex=r"\beta"),
            row("c0", Domain.OPEN_INTERVAL, "-1", "1"),
            row("k", Domain.POSITIVE_NATURAL),
            row("u", Domain.CURVE, "-1/2", "3"),
            row("z", Domain.UNIT_SPHERE),
            row("p", Domain.STOCHASTIC_ROW),
            row("A", Domain.SYMMETRIC_MATRIX),
            row("B", Domain.PSD_MATRIX),
            row("K", Domain.MATRIX_CURVE),
        ]
    )


def test_assumptions_follow_the_domain(v: Symbols) -> None:
    assert v.beta.is_positive and v.k.is_integer and v.k.is_positive
    assert v.c0.is_real and v.c0.is_positive is None
    assert v.range_of(v.c0) == Range(Fraction(-1), Fraction(1))
    assert v.range_of(v.k) == POSITIVE_NATURAL
    assert v.value("u") is v.value("u") and v.range_of(v.value("u")).upper == 3
    assert isinstance(v.u(sp.Symbol("t", real=True)), sp.core.function.AppliedUndef)
    assert v.latex_of(v.beta) == r"\beta" and v.latex_of(v.k) == "k"


def test_unknown_name_is_a_clear_error(v: Symbols) -> None:
    with pytest.raises(UnknownVariable, match=r"no variable `bata`.*did you mean `beta`") as caught:
        _ = v.bata
    assert caught.value.name == "bata"
    assert issubclass(UnknownVariable, DeriveError)
    with pytest.raises(UnknownVariable):
        v.vector("y", 2)
    with pytest.raises(UnknownVariable):
        v.range_of(sp.Symbol("foreign"))


def test_wrong_use_of_a_domain_is_an_error(v: Symbols) -> None:
    with pytest.raises(WrongDomain, match="unit sphere"):
        _ = v.z
    with pytest.raises(WrongDomain):
        v.vector("A", 2)
    with pytest.raises(WrongDomain):
        v.matrix("A", 2, 3)
    with pytest.raises(WrongDomain):
        v.value("A")
    with pytest.raises(WrongDomain, match=r"use v\.beta"):
        v.aux("beta")
    with pytest.raises(WrongDomain, match="without bounds"):
        _ = Symbols([row("c", Domain.OPEN_INTERVAL)]).c


def test_auxiliary_symbols_are_recorded(v: Symbols) -> None:
    v.aux("t", nonnegative=True)
    v.aux_matrix("w", 2)
    assert v.auxiliary == ("t", "w_1", "w_2")
    assert v.time() is v.aux("t", nonnegative=True)


def test_matrices_have_their_symmetry(v: Symbols) -> None:
    a, b, k = v.matrix("A", 3), v.matrix("B", 2), v.matrix("K", 2)
    assert a == a.T and b == b.T and k != k.T


def test_draws_satisfy_the_constraints(v: Symbols) -> None:
    z, p, b = v.vector("z", 3), v.vector("p", 3), v.matrix("B", 2)
    symbols = [*z, *p, *b, v.c0, v.k, v.beta, v.value("u")]
    for seed in range(40):
        point = v.draw(symbols, Random(seed))
        assert sum(point[x] ** 2 for x in z) == 1
        assert sum(point[x] for x in p) == 1 and min(point[x] for x in p) > 0
        assert point[b[0, 0]] >= 0 and point[b[0, 0]] * point[b[1, 1]] - point[b[0, 1]] ** 2 >= 0
        for scalar in (v.c0, v.k, v.beta, v.value("u")):
            assert v.range_of(scalar).contains(point[scalar])
    with pytest.raises(NoPoint, match="foreign"):
        v.draw([sp.Symbol("foreign")], Random(0))


def test_a_tied_symbol_brings_its_group(v: Symbols) -> None:
    first, second = v.vectors("z", 2, 3)
    point = v.draw([first[0]], Random(1))
    assert set(point) == set(first)
    assert not set(point) & set(second)
    assert len(v.relations) == 2


@pytest.mark.parametrize("size", [1, 2, 5])
def test_unit_vectors_are_unit(size: int) -> None:
    for seed in range(20):
        assert sum(x * x for x in unit_vector(Random(seed), size)) == 1
