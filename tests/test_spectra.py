"""Certified spectra: what is certified is true, also of multiple values, and wrong proposals are not certified."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, arb_mat, fmpq
from hypothesis import given
from hypothesis import strategies as st

from claims.measure import spectra
from claims.measure.balls import Tri, ball, contains, less, separated, working_bits

ENTRIES = st.fractions(min_value=-3, max_value=3, max_denominator=8)


def symmetric(entries: list[Fraction], n: int) -> list[list[Fraction]]:
    rows = [[Fraction(0)] * n for _ in range(n)]
    places = [(i, j) for i in range(n) for j in range(i, n)]
    for (row, column), value in zip(places, entries, strict=True):
        rows[row][column] = rows[column][row] = value
    return rows


@given(st.lists(ENTRIES, min_size=6, max_size=6))
def test_eigenvalues_have_the_trace_and_the_squares(entries: list[Fraction]) -> None:
    rows = symmetric(entries, 3)
    with working_bits(128):
        found = spectra.symmetric_eigenvalues(rows).values
        assert contains(sum(found, arb(0)), sum(rows[i][i] for i in range(3)))
        assert contains(sum((x * x for x in found), arb(0)), sum(x * x for row in rows for x in row))
        determinant = arb_mat([[arb(fmpq(x.numerator, x.denominator)) for x in row] for row in rows]).det()
        assert (found[0] * found[1] * found[2]).overlaps(determinant)


@pytest.mark.parametrize("values", [(3, 1, -2), (2, 2, 2), (1, 1, 0), (0, 0, 0), (5, 5, -5)])
def test_known_eigenvalues_multiple_ones_included(values: tuple[int, ...]) -> None:
    turn = [[Fraction(2, 3), Fraction(-1, 3), Fraction(2, 3)], [Fraction(2, 3), Fraction(2, 3), Fraction(-1, 3)],
            [Fraction(-1, 3), Fraction(2, 3), Fraction(2, 3)]]  # fmt: skip
    rows = [[sum(turn[i][k] * values[k] * turn[j][k] for k in range(3)) for j in range(3)] for i in range(3)]
    with working_bits(128):
        found = spectra.symmetric_eigenvalues(rows)
        assert all(contains(x, v) for x, v in zip(found.values, sorted(values, reverse=True), strict=True))
        assert all(less(x.rad(), ball("1e-12")) is Tri.TRUE for x in found.values)
        assert spectra.simple(found.values) is (Tri.TRUE if len(set(values)) == 3 else Tri.UNDECIDED)
        assert sum(size for _, size in spectra.multiplicities(rows)) == 3
        exact = spectra.exact_eigenvalues(rows)
        assert all(contains(x, v) for x, v in zip(exact, sorted(values, reverse=True), strict=True))


@given(st.lists(ENTRIES, min_size=6, max_size=6))
def test_singular_values_have_the_squares(entries: list[Fraction]) -> None:
    rows = [entries[:3], entries[3:]]
    with working_bits(128):
        found = spectra.singular_values(rows).values
        assert len(found) == 2
        assert contains(sum((x * x for x in found), arb(0)), sum(x * x for x in entries))


def test_a_rectangular_matrix_of_rank_one() -> None:
    with working_bits(128):
        found = spectra.singular_values([[3, 0, 4], [6, 0, 8]]).values
        assert contains(found[0] * found[0], 125) and contains(found[1], 0)


RNG = np.random.default_rng(3)
LARGE = RNG.standard_normal((12, 12))
LARGE = LARGE + LARGE.T


def test_a_perturbed_vector_makes_wide_balls_and_a_wrong_value_none_that_fit() -> None:
    with working_bits(128):
        a = spectra.exactly(LARGE)
        values, vectors = np.linalg.eigh(LARGE)
        values, vectors = values[::-1], vectors[:, ::-1]
        good = spectra.certify(a, vectors, values)
        assert all(less(x.rad(), ball("1e-12")) is Tri.TRUE for x in good.values)
        moved = vectors.copy()
        moved[0, 0] += 1e-3
        wide = spectra.certify(a, moved, values)
        assert all(x.overlaps(y) for x, y in zip(good.values, wide.values, strict=True))
        assert any(less(ball("1e-5"), x.rad()) is Tri.TRUE for x in wide.values)
        wrong = values.copy()
        wrong[0] += 1e-3
        assert less(ball("1e-4"), spectra.certify(a, vectors, wrong).residual) is Tri.TRUE
        assert spectra.within(good.values, [float_as_fraction(v) for v in values], "1e-10") is Tri.TRUE
        assert spectra.within(good.values, [float_as_fraction(v) for v in wrong], "1e-10") is Tri.FALSE


def float_as_fraction(value: float) -> Fraction:
    return Fraction(float(value))


def test_vectors_far_from_orthogonal_are_refused() -> None:
    with working_bits(128), pytest.raises(spectra.Uncertified):
        spectra.certify(spectra.exactly(LARGE), 2 * np.eye(12), np.zeros(12))


def test_more_digits_than_floats_have() -> None:
    with working_bits(256):
        sharp = spectra.sharp_eigenvalues([[2, 1], [1, 1]])
        golden = (3 + arb(5).sqrt()) / 2
        assert sharp[0].overlaps(golden) and less(sharp[0].rad(), ball("1e-60")) is Tri.TRUE
        assert separated(sharp[1], golden) is Tri.TRUE


def test_the_largest_eigenvalue_bounds_every_quotient() -> None:
    with working_bits(64):
        top = spectra.largest_eigenvalue(spectra.exactly(LARGE))
        for x in RNG.standard_normal((20, 12)):
            assert less(arb(float(x @ LARGE @ x / (x @ x)) - 1e-9), top) is Tri.TRUE
        assert less(top - arb(float(np.linalg.eigvalsh(LARGE)[-1])), ball("1e-9")) is Tri.TRUE


def test_what_is_not_symmetric_is_refused() -> None:
    with pytest.raises(ValueError, match="symmetric"):
        spectra.symmetric_eigenvalues([[1, 2], [3, 4]])
