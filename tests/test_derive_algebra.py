"""Exact linear algebra and matrix words of symbolic size."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.derive import NoPoint, Symbols, Truth, Unsupported, Word, WordAlgebra, WrongDomain
from claims.derive import linear as linear_module
from claims.derive.linear import decide_charpoly, decide_rank, exact_rank
from claims.derive.words import decide_words


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 4), st.integers(0, 10**6))
def test_rank_of_a_product(rows: int, columns: int, inner: int, seed: int) -> None:
    rng = Random(seed)
    left = sp.Matrix(rows, inner, lambda i, j: rng.randint(-3, 3))
    right = sp.Matrix(inner, columns, lambda i, j: rng.randint(-3, 3))
    product = left * right if inner else sp.zeros(rows, columns)
    rank = exact_rank(product)
    assert rank <= min(rows, columns, inner)
    assert decide_rank("r", product, rank).truth is Truth.PROVED
    assert decide_rank("r", product, rank + 1).truth is Truth.DISPROVED


def test_a_rank_of_symbols_is_refused() -> None:
    with pytest.raises(Unsupported):
        exact_rank(sp.Matrix([[sp.Symbol("a")]]))


def test_two_ranks_that_disagree_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_module, "exact_rank", lambda matrix: 2)
    assert decide_rank("r", sp.Matrix([[1, 0], [0, 0]]), 2).truth is Truth.GUARD


def test_characteristic_polynomial() -> None:
    v = Symbols([])
    a, b, x = v.aux("a"), v.aux("b"), v.aux("lam")
    matrix = sp.Matrix([[a, b], [b, a]])
    assert decide_charpoly(v, "c", matrix, x, (x - a - b) * (x - a + b)).truth is Truth.PROVED
    assert decide_charpoly(v, "c", matrix, x, (x - a - b) * (x + a - b)).truth is Truth.DISPROVED


def test_a_wrong_characteristic_polynomial_meets_its_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    v = Symbols([])
    x = v.aux("lam")
    matrix = sp.Matrix([[1, 2], [3, 4]])
    wrong = x**2 - 5 * x + 2
    true_decision = linear_module.decide_identities
    monkeypatch.setattr(linear_module, "decide_identities", lambda v, name, pairs: true_decision(v, name, [(x, x)]))
    assert decide_charpoly(v, "c", matrix, x, wrong).truth is Truth.GUARD


def rank_one(v: Symbols) -> WordAlgebra:
    s = v.aux("s")

    def model(rng: Random) -> Any:
        n = rng.randint(1, 4)
        u = sp.Matrix(n, 1, lambda i, j: rng.randint(-4, 4))
        a = sp.Matrix(1, n, lambda i, j: rng.randint(-4, 4))
        return {"u": u, "a": a}, {s: (a * u)[0, 0]}

    return WordAlgebra({"u": ("n", "1"), "a": ("1", "n")}, {("a", "u"): (s, ())}, model)


def test_words_of_every_size() -> None:
    v = Symbols([])
    words, s = rank_one(v), v.aux("s")
    u, a = words.letter("u"), words.letter("a")
    matrix = u * a
    assert decide_words(v, words, "w", matrix * matrix * matrix, s**2 * matrix).truth is Truth.PROVED
    assert decide_words(v, words, "w", matrix * matrix, s**2 * matrix).truth is Truth.DISPROVED
    assert decide_words(v, words, "w", matrix * words.identity("n"), matrix).truth is Truth.PROVED
    assert decide_words(v, words, "w", a * u, s * words.identity("1")).truth is Truth.PROVED
    assert decide_words(v, words, "w", matrix - matrix, 0 * matrix).truth is Truth.PROVED


def test_words_have_shapes() -> None:
    words = rank_one(Symbols([]))
    u, a = words.letter("u"), words.letter("a")
    with pytest.raises(WrongDomain):
        _ = u * u
    with pytest.raises(WrongDomain):
        _ = u + a
    assert isinstance(u - u, Word) and str(u - u) == "0"


def test_a_model_must_satisfy_its_rules() -> None:
    v = Symbols([])
    words = rank_one(v)
    broken = WordAlgebra(words.letters, {("a", "u"): (v.aux("s") + 1, ())}, words.model)
    with pytest.raises(NoPoint):
        decide_words(v, broken, "w", broken.letter("u"), broken.letter("u"))


def test_a_wrong_rewriting_meets_its_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    v = Symbols([])
    words = rank_one(v)
    u = words.letter("u")
    monkeypatch.setattr(WordAlgebra, "reduce", lambda self, element: Word(element.shape, {}))
    assert decide_words(v, words, "w", 2 * u, u).truth is Truth.GUARD


def test_rules_that_run_for_ever_are_reported() -> None:
    v = Symbols([])
    words = rank_one(v)
    looping = WordAlgebra(words.letters, {("u",): (1, ("u",))}, words.model)
    with pytest.raises(Unsupported, match="terminate"):
        looping.reduce(looping.letter("u"))


def test_no_model_separates_what_is_equal_by_other_means() -> None:
    v = Symbols([])
    words = rank_one(v)
    blind = WordAlgebra(words.letters, {}, words.model)  # without its rule, a u and s stay different words
    u, a = blind.letter("u"), blind.letter("a")
    assert decide_words(v, blind, "w", a * u, v.aux("s") * blind.identity("1")).truth is Truth.UNDECIDED
