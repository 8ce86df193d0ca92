"""Float runs: backends, Monte-Carlo rounding, budgets, faults; wrong kernels fail, blind checks have no power."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import array_api_compat.numpy as xp
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.measure import Evidence, Refine, Sampler
from claims.measure import vectors as v
from claims.measure.arrays import UNIT_ROUNDOFF, Missing, numpy_backend
from claims.measure.backends import backends
from claims.measure.budget import discretisation, distance
from claims.measure.factors import factors, read
from claims.measure.rounding import noisy_type, spread
from claims.measure.runs import FloatCheck, response, run, yardstick
from claims.outcome import LegResult, Verdict

THIRD = Fraction(1, 3)
U32 = UNIT_ROUNDOFF["float32"]


def product(xp: Any, fault: float, x: Any, y: Any) -> Any:
    return fault * x * y + x


def product_law(x: Any, y: Any) -> Any:
    return [a * b + a for a, b in zip(x, y, strict=True)]


PAIRS = {"x": (THIRD, Fraction(7, 5)), "y": (Fraction(9, 7), Fraction(-2, 9))}


def floats(kernel: Any, inputs: Any, law: Any, **options: Any) -> LegResult:
    ev = Evidence(Sampler([]))
    ev.floats("check", kernel, inputs, law, **options)
    return ev.outcome()


def test_honest_kernel_passes_and_records_what_ran() -> None:
    result = floats(product, PAIRS, product_law)
    assert result.verdict is Verdict.PASS
    honest = [row for row in result.evidence["runs"] if "missing" not in row]
    assert [row["dtype"] for row in honest if row["backend"] == "numpy/cpu"] == ["float64", "float32"]
    assert all(row["observed"] <= row["budget"]["total"] < row["faulty"] for row in honest)
    assert result.evidence["machine"]["numpy"] == np.__version__


@pytest.mark.parametrize("slip", [1e-4, 1e-6])
def test_wrong_kernel_is_over_budget(slip: float) -> None:
    result = floats(lambda xp, fault, x, y: fault * x * y * (1 + slip) + x, PAIRS, product_law)
    assert (result.verdict, result.reason) == (Verdict.FAIL, "FLOAT_OVER_BUDGET")
    assert result.place is not None and result.place.file.endswith("test_measure_floats.py")


def test_fault_that_does_nothing_has_no_power() -> None:
    result = floats(lambda xp, fault, x, y: x * y + x + (fault - fault) * x, PAIRS, product_law)
    assert (result.verdict, result.reason) == (Verdict.NOPOWER, "FLOAT_NOPOWER")


def test_cancellation_has_no_power_in_float32_unless_excused() -> None:
    inputs = {"x": (THIRD,), "y": (Fraction(10**4),)}

    def cancelling(xp: Any, fault: float, x: Any, y: Any) -> Any:
        return (y + fault * x) - y

    result = floats(cancelling, inputs, lambda x, y: x)
    assert (result.verdict, result.reason) == (Verdict.NOPOWER, "FLOAT_NOPOWER")
    assert "float32" in result.message
    excused = floats(cancelling, inputs, lambda x, y: x, allow_nopower32="1e4 u exceeds 1e-4/3")
    assert excused.verdict is Verdict.PASS
    assert [row["excused"] for row in excused.evidence["runs"] if "excused" in row] == ["1e4 u exceeds 1e-4/3"]


def test_float64_without_power_is_never_excused() -> None:
    result = floats(lambda xp, fault, x, y: x * y + x, PAIRS, product_law, allow_nopower32="no reason at all")
    assert result.verdict is Verdict.NOPOWER and "float64" in result.message


def test_nondeterministic_kernel_is_an_error() -> None:
    calls = iter(range(10**6))
    result = floats(lambda xp, fault, x, y: fault * x * y + x + 1e-17 * next(calls) * 4, PAIRS, product_law)
    assert (result.verdict, result.reason) == (Verdict.ERROR, "FLOAT_NONDETERMINISTIC")


def test_not_finite_result_is_over_budget() -> None:
    check = FloatCheck(lambda xp, fault, x: fault * x * 3e38, {"x": (Fraction(17, 3),)}, lambda x: [x[0] * 3 * 10**38])
    stick = yardstick(check, "float32", response(check))
    with np.errstate(over="ignore"):
        result = run(check, numpy_backend(), "float32", stick)
    assert result.verdict is Verdict.FAIL and result.to_json()["observed"] == "inf"


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="shape"):
        floats(product, PAIRS, lambda x, y: x[0])


def test_float_inputs_are_refused() -> None:
    with pytest.raises(TypeError, match="exact"):
        floats(product, {"x": (0.1,), "y": (0.2,)}, product_law)


def test_exact_inputs_pay_for_their_rounding() -> None:
    check = FloatCheck(product, PAIRS, product_law, exact=("x",))
    seen = FloatCheck(product, PAIRS, product_law)
    for dtype in ("float64", "float32"):
        paid = yardstick(check, dtype, response(check)).budget
        assert paid.parameter > 0 == yardstick(seen, dtype, response(seen)).budget.parameter
    assert floats(product, PAIRS, product_law, exact=("x",)).verdict is Verdict.PASS


def decay(xp: Any, fault: float, x: Any, steps: int) -> Any:
    for _ in range(steps):
        x = x - fault * x / steps + x / (2 * steps * steps)
    return x


def test_step_doubling_measures_the_order() -> None:
    base = numpy_backend()
    inputs = {"x": np.asarray([1.0, 2.0]), "steps": 32}
    found = discretisation(lambda values: base.host(decay(base.xp, 1.0, **values)), inputs, Refine("steps", 2))
    assert abs(found.order - 2) < factors().order_margin
    truth = np.exp(-1.0) * np.asarray([1.0, 2.0])
    assert distance(decay(base.xp, 1.0, **inputs), truth) <= found.bound < 1e-3
    wrong = discretisation(lambda values: base.host(decay(base.xp, 1.0, **values)), inputs, Refine("steps", 4))
    assert wrong.bound == float("inf")


def test_wrong_order_has_no_power() -> None:
    inputs = {"x": (Fraction(1), Fraction(2)), "steps": 128}
    law = lambda x, steps: [value * (-(value / value)).exp() for value in x]  # noqa: E731
    assert floats(decay, inputs, law, refine=Refine("steps", 2)).verdict is Verdict.PASS
    result = floats(decay, inputs, law, refine=Refine("steps", 4))
    assert (result.verdict, result.reason) == (Verdict.NOPOWER, "FLOAT_NOPOWER")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.fractions(-3, 3, max_denominator=30), min_size=4, max_size=4), st.integers(0, 99))
def test_no_wrong_verdict_on_random_sums(values: list[Fraction], seed: int) -> None:
    inputs = {"x": (Fraction(1, 3), *values), "y": (Fraction(5, 7), *values[::-1])}
    check = FloatCheck(
        lambda xp, fault, x, y: xp.sum(xp.exp(x) * fault) + xp.matmul(x, y),
        inputs,
        lambda x, y: v.total(value.exp() for value in x) + v.dot(x, y),
        seed=seed,
    )
    per_unit = response(check)
    for dtype in ("float64", "float32"):
        result = run(check, numpy_backend(), dtype, yardstick(check, dtype, per_unit))
        assert result.verdict is Verdict.PASS
        assert result.faulty > result.budget.total


def test_replicas_see_every_kind_of_operation() -> None:
    x = np.linspace(0.1, 1.3, 6).reshape(2, 3)
    kernels = {
        "product": lambda a: a * a,
        "sum": lambda a: xp.sum(a, axis=-1),
        "matmul": lambda a: xp.matmul(a, xp.matrix_transpose(a)),
        "exp": lambda a: xp.exp(a),
        "stack": lambda a: xp.stack([a, a * a]),
        "index": lambda a: (a * a)[0, 1],
        "where": lambda a: xp.where(a > 0.5, a * a, a + 1),
    }
    for name, kernel in kernels.items():
        found = spread(lambda values, kernel=kernel: kernel(values["x"]), {"x": x}, U32, 1)
        assert 0.05 * U32 < found < 40 * U32, name


def test_replicas_leave_exact_operations_alone() -> None:
    assert spread(lambda values: -values["x"], {"x": np.asarray([1.0, 2.0])}, U32, 1) == 0.0


def test_operations_without_an_error_model_are_refused() -> None:
    noisy = np.eye(2).view(noisy_type(U32, np.random.default_rng(1)))
    for operation in (
        lambda: np.linalg.inv(noisy),
        lambda: np.cumsum(noisy),
        lambda: np.add.accumulate(noisy),
        lambda: np.vecdot(noisy, noisy),
        lambda: np.multiply(noisy, noisy, out=np.eye(2)),
    ):
        with pytest.raises(TypeError):
            operation()
    with pytest.raises(TypeError, match="does not depend"):
        spread(lambda values: np.ones(2), {"x": np.ones(2)}, U32, 1)


def test_missing_backend_is_said_to_be_missing() -> None:
    found, missing = backends(("cpu", "cuda"))
    assert found[0].label == "numpy/cpu"
    named = {backend.label for backend in found} | {f"{gone.name}/{gone.device}" for gone in missing}
    assert {"torch/cpu", "torch/cuda"} <= named
    assert all(isinstance(gone, Missing) and gone.why for gone in missing)


def test_factors_need_a_derivation(tmp_path: Path) -> None:
    assert factors().fault == 1e-4 and factors().replicas >= 8
    bare = tmp_path / "factors.toml"
    bare.write_text("[fault]\nvalue = 1e-4\nderivation = ' '\n")
    with pytest.raises(TypeError, match="derivation"):
        read(bare)
    bare.write_text("[fault]\nvalue = 1e-4\nderivation = 'why'\n")
    with pytest.raises(TypeError, match="missing"):
        read(bare)


def test_false_alarm_probability_of_the_factors() -> None:
    freedom, t = factors().replicas - 1, factors().deviations
    tail = mpmath.betainc(mpmath.mpf(freedom) / 2, 0.5, 0, freedom / (freedom + t * t), regularized=True)
    assert abs(tail / 5.0e-8 - 1) < 0.01


def test_false_alarm_probabilities_of_the_ledger_and_of_crossings() -> None:
    freedom = factors().replicas - 1
    overstated = 1.4 * factors().band
    student = mpmath.betainc(mpmath.mpf(freedom) / 2, 0.5, 0, freedom / (freedom + overstated**2), regularized=True) / 2
    assert abs(student / 2.5e-5 - 1) < 0.05
    ratio = factors().allowed_growth ** 2
    fisher = mpmath.betainc(mpmath.mpf(freedom) / 2, mpmath.mpf(freedom) / 2, 0, 1 / (1 + ratio), regularized=True)
    assert abs(fisher / 5.8e-5 - 1) < 0.05
    needed = int(factors().crossed * factors().replicas)
    for rate, stated in ((0.2, 3.7e-3), (0.02, 2.6e-10)):
        once = 1 - mpmath.exp(-rate)
        chance = sum(
            mpmath.binomial(factors().replicas, k) * once**k * (1 - once) ** (factors().replicas - k)
            for k in range(needed, factors().replicas + 1)
        )
        assert abs(chance / stated - 1) < 0.05
