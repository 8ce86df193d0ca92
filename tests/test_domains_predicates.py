"""Every hypothesis can fail: one value of the witness is spoilt, and the predicate says so."""

from __future__ import annotations

import importlib
from fractions import Fraction
from typing import Any

import pytest
import sympy

from symbolic.domains import energy, exact
from symbolic.domains.exact import STEP, TIME
from symbolic.domains.layers import coordinate

HALF = Fraction(1, 2)
SPOILT: list[tuple[str, str, dict[str, Any]]] = [
    # predicate, witness, values that break it
    ("rank_one:small_perturbation", "rank_one:det_witness", {"delta": Fraction(99, 1000)}),
    ("rank_one:small_perturbation", "rank_one:det_witness", {"delta": Fraction(-1, 10)}),
    ("rank_one:at_least_one", "rank_one:spectrum_witness", {"d": 0}),
    ("rotary:distinct_planes", "rotary:commutant_witness", {"theta": (HALF, HALF)}),
    ("rotary:distinct_planes", "rotary:commutant_witness", {"theta": (HALF, -HALF)}),
    ("rotary:distinct_planes", "rotary:commutant_witness", {"theta": (1, 2 * sympy.pi - 1)}),
    ("rotary:proper_turns", "rotary:commutant_witness", {"theta": (1, 0)}),
    ("rotary:proper_turns", "rotary:commutant_witness", {"theta": (1, -3 * sympy.pi)}),
    ("rotary:base_above_one", "rotary:standard_witness", {"base": 1}),
    ("rotary:standard_frequencies", "rotary:standard_witness", {"base": 1000}),
    ("rotary:standard_frequencies", "rotary:standard_witness", {"theta": (1, Fraction(1, 10), 0, 0)}),
    (
        "rotary:standard_frequencies",
        "rotary:standard_witness",
        {"theta": (-1, *(Fraction(1, 10**a) for a in (1, 2, 3)))},
    ),
    ("energy:symmetric", "energy_witness:gradient_witness", {"A": ((0, 1), (-1, 0))}),
    ("energy:value_is_score", "energy_witness:dissipation_witness", {"V": ((1, 0), (0, 1))}),
    ("energy:positive_temperature", "energy_witness:gradient_witness", {"beta": 0}),
    ("energy:on_sphere_z", "energy_witness:gradient_witness", {"z": ((1, 0), (HALF, HALF))}),
    ("energy:on_sphere_x", "energy_witness:phi_bounded_witness", {"x": ((1, 0), (1, 1))}),
    ("energy:starts_on_sphere_z", "energy_witness:dissipation_witness", {"z": ((1, 0), (2 + TIME, 0))}),
    ("energy:starts_on_sphere_y", "energy_witness:dissipation_witness", {"y": ((1, 0), (2, 0))}),
    ("energy:starts_on_sphere_x", "energy_witness:phi_monotone_witness", {"x": ((1, 0), (2, 0))}),
    ("energy:starts_on_sphere_gamma", "energy_witness:phi_bounded_witness", {"gamma": ((1, 0), (2, 0))}),
    ("energy:follows_softmax", "energy_witness:dissipation_witness", {"z": ((1, 0), (0, 1))}),
    ("energy:follows_softmax", "energy_witness:dissipation_witness", {"T": -1}),
    ("energy:follows_softmax", "energy_witness:nonsymmetric_witness", {"beta": 2}),
    ("energy:follows_unnormalised", "energy_witness:dissipation_witness", {"y": ((1, 0), (0, 1))}),
    ("energy:follows_identity", "energy_witness:phi_monotone_witness", {"beta": 2}),
    ("energy:follows_unnormalised_identity", "energy_witness:dictionary_witness", {"beta": 2}),
    ("energy:gamma_follows_identity", "energy_witness:phi_bounded_witness", {"gamma": ((1, 0), (0, 1))}),
    ("energy:projected_motion", "energy_witness:norm_witness", {"u": (1, 0)}),
    ("energy:starts_on_sphere", "energy_witness:norm_witness", {"z": (1 + TIME, 1)}),
    ("energy:continuous_drive", "energy_witness:norm_witness", {"u": (1 / TIME, 0)}),
    ("two_particle:overlap_of_tokens", "two_particle:uniform_witness", {"c": TIME}),
    ("two_particle:first_unit", "two_particle:uniform_witness", {"x1": (1, TIME + 1)}),
    ("two_particle:second_unit", "two_particle:uniform_witness", {"x2": (1, TIME + 1)}),
    ("two_particle:first_uniform", "two_particle:uniform_witness", {"x1": (1, 0)}),
    ("two_particle:second_uniform", "two_particle:uniform_witness", {"x2": (1, 0)}),
    ("two_particle:start_above", "two_particle:uniform_witness", {"c": -1 - TIME}),
    ("two_particle:start_below", "two_particle:uniform_witness", {"c": 1 - TIME}),
    ("two_particle:starts_orthogonal", "two_particle:time_witness", {"c": HALF}),
    ("two_particle:rank_of_pair", "two_particle:rank_witness", {"r": 1}),
    ("two_particle:overlap_of_rows", "two_particle:beta_witness", {"c": 0}),
    ("two_particle:known_field", "two_particle:antipodal_witness", {"field": "masked"}),
    ("two_particle:follows_field", "two_particle:antipodal_witness", {"beta": 1}),
    ("gronwall:derivative_of_u", "gronwall:differential_witness", {"du": 2}),
    ("gronwall:forced_growth", "gronwall:differential_witness", {"u": 2 * TIME**3}),
    ("gronwall:time_after_start", "gronwall:differential_witness", {"t": -1}),
    ("gronwall:time_before_end", "gronwall:differential_witness", {"t": 4}),
    ("gronwall:nonnegative_factor", "gronwall:discrete_witness", {"a": -2}),
    ("gronwall:step_growth", "gronwall:discrete_witness", {"u": sympy.Integer(4) ** STEP}),
    ("gronwall:nonnegative_drift", "gronwall:duhamel_witness", {"eps": -1}),
    ("gronwall:frozen_semidefinite", "gronwall:duhamel_witness", {"K0": ((0, 1), (1, 0))}),
    ("gronwall:kernel_semidefinite", "gronwall:duhamel_witness", {"K": ((1 - TIME, 0), (0, 1))}),
    ("gronwall:kernel_close", "gronwall:duhamel_witness", {"eps": Fraction(19, 100)}),
    ("gronwall:residual_flow", "gronwall:duhamel_witness", {"r": (sympy.exp(-TIME), 0)}),
    ("gronwall:frozen_flow", "gronwall:duhamel_witness", {"r0": (1, 0)}),
    ("gronwall:same_start", "gronwall:duhamel_witness", {"r": (0, 0)}),
    ("coupling:nonnegative_coupling", "coupling:perturbed_witness", {"pi": ((2, 0), (0, -1))}),
    ("coupling:unit_mass", "coupling:perturbed_witness", {"pi": ((1, 0), (0, 1))}),
    ("coupling:first_cloud", "coupling:perturbed_witness", {"b": ((0, 0), (0, 0))}),
    ("coupling:second_cloud", "coupling:perturbed_witness", {"g": ((0, 0), (0, 0))}),
    ("coupling:field_error", "coupling:perturbed_witness", {"delta": Fraction(1, 5)}),
    ("transport:nonnegative_temperature", "transport:dobrushin_witness", {"beta": -1}),
    ("transport:nonnegative_norm", "transport:dobrushin_witness", {"a": -1}),
    ("transport:product_bound", "transport:dobrushin_witness", {"B": 2}),
    ("transport:score_bound", "transport:dobrushin_witness", {"a": HALF}),
    ("transport:nonnegative_p", "transport:dobrushin_witness", {"p": (2, -1)}),
    ("transport:unit_p", "transport:dobrushin_witness", {"p": (1, 1)}),
    ("transport:nonnegative_q", "transport:dobrushin_witness", {"q": (-1,)}),
    ("transport:unit_q", "transport:dobrushin_witness", {"q": (2,)}),
    ("transport:first_on_sphere", "transport:dobrushin_witness", {"z": ((1, 0, 0), (1, 0, 1))}),
    ("transport:second_on_sphere", "transport:dobrushin_witness", {"y": ((1, 1, 1),)}),
    ("transport:first_flow", "transport:dobrushin_witness", {"z": ((1, 0, 0), (0, 1, 0))}),
    ("transport:second_flow", "transport:dobrushin_witness", {"y": ((sympy.cos(TIME), sympy.sin(TIME), 0),)}),
    ("transport:distance_at_start", "transport:dobrushin_witness", {"w0": 1}),
    ("transport:distance_at_time", "transport:dobrushin_witness", {"w": 1}),
    ("layers:positive_lipschitz", "layers:global_error_witness", {"L": 0}),
    ("layers:nonnegative_remainder", "layers:global_error_witness", {"C": -1}),
    ("layers:positive_step", "layers:global_error_witness", {"Delta": 0}),
    ("layers:lipschitz_field", "layers:global_error_witness", {"L": Fraction(9, 10)}),
    ("layers:flow_in_region", "layers:global_error_witness", {"S": -1}),
    ("layers:layers_in_region", "layers:global_error_witness", {"S": -1}),
    ("layers:solution", "layers:global_error_witness", {"y": (1, TIME, 0)}),
    ("layers:layer_solutions", "layers:global_error_witness", {"c": (1, TIME, 0)}),
    ("layers:layer_starts", "layers:global_error_witness", {"x": (0, 0, 0)}),
    ("layers:small_remainder", "layers:global_error_witness", {"C": Fraction(19, 10)}),
    ("layers:same_start", "layers:global_error_witness", {"y": (0, 0, 0)}),
    ("layers:within_depth", "layers:global_error_witness", {"j": 11}),
]


def resolve(reference: str) -> Any:
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(f"symbolic.domains.{module}"), name)


@pytest.mark.parametrize(("predicate", "witness", "spoilt"), SPOILT)
def test_a_spoilt_witness_is_refused(predicate: str, witness: str, spoilt: dict[str, Any]) -> None:
    values = resolve(witness)()
    assert resolve(predicate)(values) is True
    assert resolve(predicate)({**values, **spoilt}) is False


def rates(values: dict[str, Any]) -> list[sympy.Expr]:
    """``dE/dtau`` at time zero along the normalised motion of z and the unnormalised motion of y."""
    model = energy.attention(values)
    found = []
    for name in ("z", "y"):
        curves = exact.tokens(values, name)
        points = [curve.subs(TIME, 0) for curve in curves]
        found.append(model.energy_rate(points, [curve.diff(TIME).subs(TIME, 0) for curve in curves]))
    return found


def test_the_energy_rises_at_the_falsifiers_and_falls_at_the_witness() -> None:
    softmax, _ = rates(resolve("energy_witness:nonsymmetric_witness")())
    assert exact.is_positive(softmax) is True
    bound = 3 * (sympy.exp(sympy.Rational(4, 5)) - 1) ** 2 / (100 * sympy.exp(sympy.Rational(4, 5)))
    assert exact.is_zero(softmax - bound) is True
    softmax, unnormalised = rates(resolve("energy_witness:value_witness")())
    assert exact.is_zero(softmax - 1 / (2 * (1 + sympy.exp(-1)))) is True
    assert exact.is_zero(unnormalised - sympy.Rational(1, 4)) is True
    softmax, unnormalised = rates(resolve("energy_witness:dissipation_witness")())
    assert exact.is_positive(-softmax) is True
    assert exact.is_zero(unnormalised) is True


def test_undecided_is_said() -> None:
    lipschitz, values = resolve("layers:lipschitz_field"), resolve("layers:global_error_witness")()
    assert lipschitz({**values, "b": (coordinate(1) ** 2, 0, 0)}) is None
    moving = resolve("transport:dobrushin_witness")()
    two = {"q": (HALF, HALF), "y": ((1, 0, 0), (0, 1, 0))}
    assert resolve("transport:distance_at_start")({**moving, **two}) is None
    coupled = resolve("coupling:perturbed_witness")()
    assert resolve("coupling:lipschitz")({**coupled, "Cx": HALF}) is None
    assert resolve("coupling:lipschitz")(coupled) is True


def test_malformed_values_are_named() -> None:
    with pytest.raises(ValueError, match="theta: 1 frequencies for 2"):
        resolve("rotary:standard_frequencies")({"m": 2, "base": 4, "theta": (1,)})
    with pytest.raises(ValueError, match="beta: expected an exact number"):
        resolve("energy:positive_temperature")({"beta": 0.5})
    with pytest.raises(ValueError, match="field: expected one of"):
        resolve("two_particle:follows_field")({**resolve("two_particle:antipodal_witness")(), "field": "masked"})
