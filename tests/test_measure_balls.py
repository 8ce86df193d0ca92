"""Balls: exact inputs, three-valued answers, the precision ladder, storable decimals, vectors and matrices."""

import pickle
from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.measure import balls as b
from claims.measure import vectors as v
from claims.measure.balls import Tri, ball

FRACTIONS = st.fractions(-50, 50, max_denominator=40)
MATRICES = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(FRACTIONS, min_size=n, max_size=n), min_size=n, max_size=n)
)


def test_answer_is_no_boolean() -> None:
    with pytest.raises(TypeError):
        bool(Tri.TRUE)
    with pytest.raises(TypeError):
        bool(b.less(ball(1), ball(2)))
    assert (~Tri.TRUE, ~Tri.FALSE, ~Tri.UNDECIDED) == (Tri.FALSE, Tri.TRUE, Tri.UNDECIDED)


@pytest.mark.parametrize("text", ["0.1", "1/10", "1e-1"])
def test_strings_are_exact(text: str) -> None:
    with b.working_bits(300):
        assert ball(text).overlaps(ball(Fraction(1, 10)))
        assert not ball(text).overlaps(b.dyadic(0.1))


@pytest.mark.parametrize("value", [0.1, True, None, 1j, "one"])
def test_inexact_inputs_are_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        ball(value)


def test_dyadic_refuses_what_is_no_number() -> None:
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            b.dyadic(value)


def test_not_finite_certifies_nothing() -> None:
    wide = 1 / (ball("1/3") - ball("1/3"))
    for answer in (b.less(wide, ball(1)), b.at_most(ball(1), wide), b.separated(wide, ball(1))):
        assert answer is Tri.UNDECIDED
    assert b.consistent(wide, wide, 10) is Tri.UNDECIDED
    assert b.show(wide) == "not finite"


def test_comparisons() -> None:
    third = ball("1/3")
    assert b.less(third, ball(1)) is Tri.TRUE
    assert b.less(ball(1), third) is Tri.FALSE
    assert b.less(third, third) is Tri.UNDECIDED
    assert b.less(ball(2), ball(2)) is Tri.FALSE
    assert b.at_most(ball(2), ball(2)) is Tri.TRUE
    assert b.separated(third, ball("1/2")) is Tri.TRUE
    assert b.separated(ball(2), ball(2)) is Tri.FALSE
    assert b.consistent(third, third, 40) is Tri.TRUE
    assert b.consistent(third, third, 400) is Tri.UNDECIDED
    assert b.consistent(third, ball("1/2"), 40) is Tri.FALSE


def test_ladder_doubles_until_decided_and_stops_at_the_limit() -> None:
    tiny = Fraction(1, 10**60)
    found = b.decide(lambda: b.less(ball("1/3"), ball(Fraction(1, 3) + tiny)))
    assert found.answer is Tri.TRUE and found.bits > b.START_BITS
    stuck = b.decide(lambda: b.less(ball("1/3"), ball("1/3")), limit=512)
    assert stuck.answer is Tri.UNDECIDED and stuck.bits == 512


def test_precision_is_restored_after_an_error() -> None:
    before = ctx.prec
    with pytest.raises(RuntimeError), b.working_bits(999):
        raise RuntimeError
    assert ctx.prec == before
    with pytest.raises(ValueError, match="bits"), b.working_bits(1):
        pass


@settings(max_examples=40, deadline=None)
@given(FRACTIONS, st.integers(3, 30))
def test_stored_decimals_contain_the_value(value: Fraction, digits: int) -> None:
    lo, hi = b.outward(ball(value), digits)
    assert Fraction(lo) <= value <= Fraction(hi)
    assert Fraction(hi) - Fraction(lo) <= Fraction(1, 10**3)


def test_balls_do_not_pickle_but_their_text_does() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(ball("1/3"))
    assert pickle.loads(pickle.dumps(b.show(ball("1/3")))).startswith("[3.33")


def test_power_and_square_around_zero() -> None:
    wide = arb(0, 0.1)
    assert b.square(wide).is_finite() and b.power(wide, 3).contains(0)
    assert b.power(wide, 0) == 1
    with pytest.raises(ValueError, match="negative"):
        b.power(wide, -1)
    assert b.sqrt(b.square(wide)).is_finite()


def test_shape_and_largest() -> None:
    assert b.shape([[1, 2], [3, 4]]) == (2, 2) and b.shape(5) == ()
    with pytest.raises(ValueError, match="ragged"):
        b.shape([[1], [1, 2]])
    assert b.largest([ball(1), ball(3), ball(2)]) == 3
    with pytest.raises(ValueError, match="nothing"):
        b.largest([])
    assert b.around("1/3", "1/10").contains(ball("2/5")) and not b.around("1/3", "1/10").contains(ball("1/2"))


@settings(max_examples=40, deadline=None)
@given(MATRICES)
def test_determinant_and_rank_agree(a: list[list[Fraction]]) -> None:
    assert (v.determinant(a) != 0) == (v.rank(a) == len(a))
    assert v.rank(a) == v.rank(v.transpose(a))
    assert v.matmul(a, v.identity(len(a))) == a


def test_rank_refuses_balls_and_sums_mix() -> None:
    with pytest.raises(TypeError, match="exact"):
        v.rank([[ball(1)]])
    assert v.rank([[1, 2], [2, 4]]) == 1 and v.rank([[0, 0], [0, 0]]) == 0
    mixed = v.dot([Fraction(1, 3), ball(2), 5], [ball(3), Fraction(1, 2), 1])
    assert mixed.overlaps(ball(7))
    with pytest.raises(ValueError, match="lengths"):
        v.dot([1], [1, 2])


def test_softmax_and_projection() -> None:
    weights = v.softmax([Fraction(1, 2), 3, 1000])
    assert v.total(weights).overlaps(ball(1)) and all(w.is_finite() for w in weights)
    z = v.normalise([1, 2, 2])
    assert ball(v.dot(z, v.tangent(z, [3, -1, 5]))).contains(0)
    assert v.norm([3, 4]) == 5
