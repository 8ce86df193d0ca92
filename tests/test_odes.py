"""Enclosed solutions of differential equations with known ones, and the checks of the theorem's hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from flint import acb, arb, arb_mat

from claims.measure import odes
from claims.measure.balls import Tri, at_most, ball, less, separated, working_bits


@dataclass(frozen=True)
class Linear:
    """x' = A x."""

    a: tuple[tuple[int, ...], ...]

    def taylor(self, start: Sequence[arb], order: int) -> list[list[arb]]:
        rows, out = arb_mat([list(row) for row in self.a]), [list(start)]
        for k in range(order):
            out.append((rows * arb_mat(len(start), 1, out[-1]) / (k + 1)).entries())
        return out

    def continued(self, z: Sequence[acb]) -> tuple[list[acb], list[acb]]:
        return [sum((entry * v for entry, v in zip(row, z, strict=True)), acb(0)) for row in self.a], []

    def jacobian(self, box: Sequence[arb]) -> arb_mat:
        return arb_mat([list(row) for row in self.a])


@dataclass(frozen=True)
class Riccati:
    """x' = x^2, which leaves every bound at time 1/x(0); with ``hidden`` its pole is also a denominator."""

    hidden: bool = False

    def taylor(self, start: Sequence[arb], order: int) -> list[list[arb]]:
        x = [start[0]]
        for k in range(order):
            x.append(sum((x[m] * x[k - m] for m in range(k + 1)), arb(0)) / (k + 1))
        return [[entry] for entry in x]

    def continued(self, z: Sequence[acb]) -> tuple[list[acb], list[acb]]:
        return [z[0] * z[0]], [2 - z[0]] if self.hidden else []

    def jacobian(self, box: Sequence[arb]) -> arb_mat:
        return arb_mat([[2 * box[0]]])


SHEAR = Linear(((-1, 3), (0, -2)))
TURN = Linear(((0, -1), (1, 0)))


def exact(field: Linear, start: Sequence[int], time: int) -> list[arb]:
    rows = arb_mat([list(row) for row in field.a])
    return ((rows * time).exp() * arb_mat(len(start), 1, list(start))).entries()


@pytest.mark.parametrize("field", [SHEAR, TURN])
def test_a_linear_equation_is_enclosed(field: Linear) -> None:
    found = odes.enclose(lambda: (field, [arb(1), arb(2)]), 3, "1e-25")
    with working_bits(300):
        assert all(box.contains(x) for box, x in zip(found.box, exact(field, (1, 2), 3), strict=True))
        assert at_most(found.radius, ball("1e-25")) is Tri.TRUE
        other = exact(Linear(((-1, 3), (1, -2))) if field is SHEAR else Linear(((0, -2), (1, 0))), (1, 2), 3)
        assert any(separated(box, x) is Tri.TRUE for box, x in zip(found.box, other, strict=True))


def test_a_ball_as_start_is_carried_along() -> None:
    wide = arb(1, "0.001")
    with working_bits(200):
        setting = odes.Setting(20, ball("1e-20"))
        found = odes.integrate(TURN, [wide, arb(0)], arb(1), setting)
        for corner in (wide.lower(), wide.upper()):
            x = [corner * arb(1).cos(), corner * arb(1).sin()]
            assert all(box.contains(v) for box, v in zip(found.box, x, strict=True))
        assert less(found.radius, ball("0.0010001")) is Tri.TRUE  # a turn does not enlarge it


def test_no_solution_is_claimed_across_a_pole() -> None:
    found = odes.enclose(lambda: (Riccati(), [arb(1)]), "0.9", "1e-10")
    assert separated(found.box[0], arb(10)) is not Tri.TRUE
    with pytest.raises(odes.NotEnclosed):
        odes.enclose(lambda: (Riccati(), [arb(1)]), "1.5", "1e-3")


def test_a_denominator_that_may_vanish_in_the_disc_shrinks_the_circle() -> None:
    with working_bits(200):
        setting = odes.Setting(20, ball("1e-20"))
        free, held = (odes.integrate(Riccati(hidden), [arb(1)], ball("0.3"), setting) for hidden in (False, True))
        assert held.steps[0].circle <= free.steps[0].circle < 1.0
        assert odes._defect(Riccati(True), [[arb(0), arb(1)]], 2.5) is None  # p(s) = s reaches 2


def test_a_tube_that_is_too_small_is_refused() -> None:
    with working_bits(100):
        boxes, sources = [[arb(1), arb(0)]], [ball("1e-3")]
        assert odes._certified(TURN, boxes, sources, (ball("0.1"), arb(0), ball("1e-4"))) is None
        assert odes._certified(TURN, boxes, sources, (ball("0.1"), arb(0), ball("1e-2"))) is not None


def test_the_arcs_cover_the_upper_half_circle() -> None:
    with working_bits(64):
        boxes = odes.arcs(arb(2), 24)
        for k in range(1001):
            angle = arb.pi() * k / 1000
            point = acb(2 * angle.cos(), 2 * angle.sin())
            assert any(box.overlaps(point) for box in boxes)
        assert not any(box.overlaps(acb(0, -1)) for box in boxes)


def test_the_logarithmic_norm_is_that_of_the_symmetric_part() -> None:
    with working_bits(100):
        turn, shear = (odes.logarithmic_norm(field.jacobian([])) for field in (TURN, SHEAR))
        assert turn is not None and at_most(abs(turn), ball("1e-12")) is Tri.TRUE
        expected = (-3 + arb(10).sqrt()) / 2  # of [[-1, 3/2], [3/2, -2]]
        assert (
            shear is not None
            and at_most(expected, shear) is Tri.TRUE
            and less(shear - expected, ball("1e-10")) is Tri.TRUE
        )
        assert odes.logarithmic_norm(arb_mat([[arb("nan")]])) is None
