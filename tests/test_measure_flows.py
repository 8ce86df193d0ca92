"""Flows: replicas through the rounding hook, budgets kept apart, low precision; honest maps pass and wrong ones fail."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.measure import Evidence, Refine, Sampler, ball, flows
from claims.measure import vectors as v
from claims.measure.arrays import UNIT_ROUNDOFF, numpy_backend
from claims.measure.factors import factors
from claims.measure.flows import FlowCheck
from claims.measure.hooks import EXACT, OPERAND_BITS, Calls, Exact, Operands, quantised
from claims.measure.replicas import sample
from claims.measure.rounding import noisy_type
from claims.measure.runs import Outputs, ulps, verdict
from claims.model import Domain
from claims.outcome import LegResult, Verdict

XP = numpy_backend().xp
U32 = UNIT_ROUNDOFF["float32"]

# A small attention flow of its own: arrays, and the same map in balls. ----------------------------------------------


def unit(x: Any) -> Any:
    return x / XP.sqrt(XP.sum(x * x, axis=-1, keepdims=True))


def velocity(x: Any, beta: float, normalised: bool, rounding: Any) -> Any:
    z = rounding.operand(x)
    w = XP.exp(beta * (XP.matmul(z, XP.matrix_transpose(z)) - 1.0))
    u = XP.matmul(rounding.operand(w), z)
    u = u / XP.sum(w, axis=-1, keepdims=True) if normalised else u / x.shape[-2]
    return rounding.field(u - XP.sum(u * x, axis=-1, keepdims=True) * x)


def attention(normalised: bool = True, slip: float = 0.0) -> Any:
    """A kernel by projected RK2; ``slip`` is a relative mistake in its field."""

    def kernel(xp: Any, fault: float, rounding: Any, x: Any, beta: float, depth: float, steps: int) -> Any:
        h = depth / steps
        for _ in range(steps):
            k = fault * (1 + slip) * velocity(x, beta, normalised, rounding)
            second = fault * (1 + slip) * velocity(unit(x + h * k), beta, normalised, rounding)
            x = rounding.state(unit(x + (h / 2) * (k + second)))
        return x

    return kernel


def ball_velocity(x: Any, beta: Any, normalised: bool) -> Any:
    out = []
    for token in x:
        w = [(beta * (v.dot(token, other) - 1)).exp() for other in x]
        whole = v.total(w) if normalised else ball(len(x))
        out.append(v.tangent(token, v.scale(1 / whole, v.combine(w, x))))
    return out


def ball_map(normalised: bool = True) -> Any:
    def one(x: Any, beta: Any, h: Any, steps: int) -> Any:
        for _ in range(steps):
            k = ball_velocity(x, beta, normalised)
            middle = [v.normalise(v.add(a, v.scale(h, b))) for a, b in zip(x, k, strict=True)]
            second = ball_velocity(middle, beta, normalised)
            x = [v.normalise(v.add(a, v.scale(h / 2, v.add(b, c)))) for a, b, c in zip(x, k, second, strict=True)]
        return x

    return lambda x, beta, depth, steps: [one(seed, beta, depth / steps, steps) for seed in x]


def tokens(n: int, d: int = 3, seeds: int = 2, seed: int = 1) -> Any:
    points = Sampler([], seed, seeds).points()
    return tuple(p.extra("some tokens", Domain.UNIT_SPHERE, (str(n), str(d))) for p in points)


def setting(n: int = 3, steps: int = 16, **changes: Any) -> dict[str, Any]:
    return {"x": tokens(n), "beta": Fraction(3, 2), "depth": Fraction(2), "steps": steps, **changes}


def judged(kernel: Any, inputs: Any, law: Any, **options: Any) -> LegResult:
    ev = Evidence(Sampler([]))
    ev.flow("flow", kernel, inputs, law, **options)
    return ev.outcome()


def rows(result: LegResult) -> dict[str, Any]:
    return {run["dtype"]: run for run in result.evidence["runs"] if run["backend"] == "numpy/cpu"}


# float64 and float32. -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("normalised", [True, False])
def test_an_honest_map_passes_with_its_parts_kept_apart(normalised: bool) -> None:
    result = judged(attention(normalised), setting(), ball_map(normalised))
    assert result.verdict is Verdict.PASS, result.message
    for dtype, run in rows(result).items():
        parts = run["budget"]
        assert parts["discretisation"] == 0.0 < parts["parameter"] < parts["rounding"]
        assert parts["reference"] < 1e-9 * parts["rounding"]
        assert run["observed"] <= parts["total"] < run["effect"] / 2 and run["faulty"] > parts["total"]
        assert len(run["digest"]) == 64 and run["ulps"] is None, dtype
    assert set(rows(result)) == {"float64", "float32"}


@pytest.mark.parametrize("slip", [1e-4, -1e-4])
def test_a_wrong_map_fails(slip: float) -> None:
    result = judged(attention(slip=slip), setting(), ball_map())
    assert (result.verdict, result.reason) == (Verdict.FAIL, "FLOAT_OVER_BUDGET")
    assert {run["verdict"] for run in rows(result).values()} == {"fail"}
    assert result.place is not None and result.place.file.endswith("test_measure_flows.py")


def test_a_parameter_that_is_stored_rounded_is_paid_for() -> None:
    """A kernel that rounds beta to float32 first is outside the budget of float64 and inside that of float32."""

    def kernel(xp: Any, fault: float, rounding: Any, beta: float, **inputs: Any) -> Any:
        return attention()(xp, fault, rounding, beta=float(np.float32(beta)), **inputs)

    inputs = setting(beta=Fraction(16, 7))
    runs = rows(judged(kernel, inputs, ball_map()))
    assert runs["float64"]["verdict"] == "fail" and runs["float32"]["verdict"] == "pass"
    check = FlowCheck(attention(), inputs, ball_map())
    stick = flows.yardstick(check, "float32", flows.spread(check, "float32"))
    least = factors().constants * U32 * stick.effect / factors().fault
    assert stick.budget.parameter > 1.5 * least


def tanh_kernel(xp: Any, fault: float, rounding: Any, c: Any, depth: float, steps: int) -> Any:
    """c' = 1 - c^2 by the midpoint rule."""
    for _ in range(steps):
        k = fault * (1 - c * c)
        middle = c + depth / (2 * steps) * k
        c = rounding.state(c + depth / steps * (fault * (1 - middle * middle)))
    return c


def tanh_law(c: Any, depth: Any, steps: int) -> Any:
    return [(depth + x.atanh()).tanh() for x in c]


def test_the_exact_law_with_step_doubling() -> None:
    inputs = {"c": (Fraction(1, 3), Fraction(-2, 5)), "depth": Fraction(1), "steps": 200}
    result = judged(tanh_kernel, inputs, tanh_law, refine=Refine("steps", 2))
    assert result.verdict is Verdict.PASS, result.message
    run = rows(result)["float64"]
    assert abs(run["order"] - 2) < factors().order_margin
    assert run["observed"] <= run["budget"]["discretisation"] < 2 * run["observed"]
    blind = judged(tanh_kernel, inputs, tanh_law, refine=Refine("steps", 4))
    assert (blind.verdict, blind.reason) == (Verdict.NOPOWER, "FLOAT_NOPOWER")
    wrong = judged(
        tanh_kernel, inputs, lambda **at: [x + ball("1e-4") for x in tanh_law(**at)], refine=Refine("steps", 2)
    )
    assert wrong.verdict is Verdict.FAIL


def test_a_fault_that_does_nothing_has_no_power() -> None:
    def kernel(xp: Any, fault: float, rounding: Any, **inputs: Any) -> Any:
        return attention()(xp, 1.0, rounding, **inputs)

    assert judged(kernel, setting(), ball_map()).reason == "FLOAT_NOPOWER"


def test_two_runs_that_differ_are_no_failure_of_the_claim() -> None:
    calls = iter(range(10**6))

    def kernel(xp: Any, fault: float, rounding: Any, **inputs: Any) -> Any:
        return attention()(xp, fault, rounding, **inputs) + 1e-16 * next(calls)

    result = judged(kernel, setting(), ball_map())
    assert (result.verdict, result.reason) == (Verdict.ERROR, "FLOAT_NONDETERMINISTIC")
    same, other = np.ones(3), np.ones(3) + 2**-52
    stick = flows.yardstick(FlowCheck(attention(), setting(), ball_map()), "float64", flows.Spread(same, 0.1, 0.0))
    found = [verdict(Outputs(same, again, same), 9.0, 9.0, stick.budget, 1.0)[1] for again in (same, other)]
    assert found == ["FLOAT_OVER_BUDGET", "FLOAT_NONDETERMINISTIC"]


def test_a_reference_that_loses_digits_is_recomputed_with_more() -> None:
    bits = []

    def law(**at: Any) -> Any:
        from flint import ctx

        bits.append(ctx.prec)
        return [[[entry + ball("1e-80") * 0 + (ball(2).sqrt() - ball(2).sqrt()) * ball(10) ** 60 for entry in row]
                 for row in seed] for seed in ball_map()(**at)]  # fmt: skip

    assert judged(attention(), setting(steps=2), law).verdict is Verdict.PASS
    assert min(bits) == factors().reference_bits < max(bits)


@pytest.mark.parametrize(
    ("inputs", "kernel", "error"),
    [
        ({"x": tokens(2), "y": tokens(2, seeds=3)}, lambda xp, f, r, x, y: x * f, ValueError),
        ({"x": tokens(2)}, lambda xp, f, r, x: XP.sum(x) * f, ValueError),
        ({"x": tokens(2)}, lambda xp, f, r, x: np.ones((2, 2)), TypeError),
        ({"x": tokens(2, 2)}, lambda xp, f, r, x: np.linalg.inv(x), TypeError),
        ({"x": 0.5}, lambda xp, f, r, x: x, TypeError),
    ],
)
def test_misuse_is_refused(inputs: Any, kernel: Any, error: Any) -> None:
    with pytest.raises(error):
        judged(kernel, inputs, lambda **at: [])


# Replicas. ----------------------------------------------------------------------------------------------------------


def cloud(n: int, d: int, seed: int = 3) -> Any:
    x = np.random.default_rng(seed).standard_normal((2, n, d))
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def drawn_throughout(kernel: Any, inputs: Any) -> float:
    """Spread of 16 replicas in which every rounding of every step is drawn."""
    noisy = noisy_type(U32, np.random.default_rng(5))
    tiled = {k: np.concatenate([a] * 16).view(noisy) if isinstance(a, np.ndarray) else a for k, a in inputs.items()}
    out = np.asarray(kernel(XP, 1.0, EXACT, **tiled))
    return float(np.std(out.reshape(16, 2, *out.shape[1:]), axis=0, ddof=1).max())


@pytest.mark.parametrize(
    ("n", "d", "beta", "depth", "normalised"),
    [(2, 3, 1.0, 2.0, True), (8, 3, 4.0, 3.0, True), (16, 5, 9.0, 2.0, True), (8, 16, 4.0, 1.0, False)],
)
def test_replicas_by_the_hook_cover_those_drawn_throughout(
    n: int, d: int, beta: float, depth: float, normalised: bool
) -> None:
    inputs = {"x": cloud(n, d), "beta": beta, "depth": depth, "steps": 60}
    kernel = attention(normalised)
    made = sample(lambda at, hook: kernel(XP, 1.0, hook, **at), inputs, U32, 1)
    ratio = float(np.std(made.results, axis=0, ddof=1).max()) / drawn_throughout(kernel, inputs)
    assert 0.8 < ratio < 4  # either estimate is off by up to 0.2


def test_a_calibrated_replica_sees_a_rough_field() -> None:
    """Cancellation in the field, which no factor on the state shows, raises the strength of the replicas."""

    def rough(xp: Any, fault: float, rounding: Any, x: Any) -> Any:
        for _ in range(20):
            x = rounding.state(unit((x + 1000.0) - 1000.0))
        return x

    inputs = {"x": cloud(4, 3)}
    made = sample(lambda at, hook: rough(XP, 1.0, hook, **at), inputs, U32, 1)
    spread = float(np.std(made.results, axis=0, ddof=1).max())
    assert spread > 300 * U32 and 0.6 < spread / drawn_throughout(rough, inputs) < 4


def test_a_kernel_without_hooks_is_drawn_throughout() -> None:
    made = sample(lambda at, hook: at["x"] * at["x"], {"x": cloud(3, 2)}, U32, 1)
    assert made.crossed == 0.0 and 0 < float(np.std(made.results, axis=0, ddof=1).max()) < 2 * U32


def test_a_map_that_amplifies_is_not_judged_by_scaled_replicas() -> None:
    """A factor of 2 a step: float32 has lost everything after 24, float64 has not, and neither is judged wrongly."""

    def kernel(xp: Any, fault: float, rounding: Any, x: Any, steps: int) -> Any:
        for _ in range(steps):
            x = rounding.state(4 * fault * x * (1 - x))
        return x

    def law(x: Any, steps: int) -> Any:
        for _ in range(steps):
            x = [4 * entry * (1 - entry) for entry in x]
        return x

    runs = rows(judged(kernel, {"x": (Fraction(1, 7), Fraction(3, 11)), "steps": 30}, law))
    assert (runs["float64"]["verdict"], runs["float32"]["verdict"]) == ("pass", "nopower")


def test_state_calls_are_counted() -> None:
    calls = Calls()
    attention()(XP, 1.0, calls, cloud(2, 2), 1.0, 1.0, 7)
    assert calls.calls == 7


# Operands of a lower precision. -------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.floats(-1e3, 1e3, width=32).filter(lambda a: abs(a) > 1e-3))
def test_operands_are_rounded_to_nearest(value: float) -> None:
    half = float(np.float16(value))
    for kind in (np.float32, np.float64):
        assert float(quantised(np.asarray([value], kind), 11)[0]) == half or _tie(value, 11)
        found = float(quantised(np.asarray([value], kind), 8)[0])
        assert found == _bfloat16(value) or _tie(value, 8)


def _bfloat16(value: float) -> float:
    word = int(np.float32(value).view(np.uint32))
    word += 0x7FFF + (word >> 16 & 1)
    return float(np.uint32(word & 0xFFFF0000).view(np.float32))


def _tie(value: float, bits: int) -> bool:
    """Exactly between two neighbours, where either is nearest."""
    mantissa = abs(Fraction(value) / Fraction(2) ** (int(np.frexp(value)[1]) - bits))
    return mantissa % 1 == Fraction(1, 2)


def test_unknown_operands_are_refused() -> None:
    with pytest.raises(ValueError, match="bfloat16"):
        Operands("float8")
    with pytest.raises(ValueError, match="bfloat16"):
        judged(attention(), setting(), ball_map(), operands=["half"])
    assert set(OPERAND_BITS) == {"bfloat16", "float16", "tf32"} and Exact() == EXACT


def test_low_precision_is_compared_with_the_map_that_rounds_alike() -> None:
    result = judged(attention(), setting(8, 40), lambda **at: ball_map()(**at), operands=("float16",))
    run = rows(result)["float16"]
    assert result.verdict is Verdict.PASS and run["verdict"] == "pass", result.message
    exact = FlowCheck(attention(), setting(8, 40), ball_map()).plain(setting_values(8, 40))
    rounded = FlowCheck(attention(), setting(8, 40), ball_map()).plain(setting_values(8, 40), 1.0, Operands("float16"))
    assert run["observed"] < np.abs(exact - rounded).max() / 10  # far closer to it than to the exact map


def setting_values(n: int, steps: int) -> Any:
    return FlowCheck(attention(), setting(n, steps), ball_map()).values("float32")


def low(kernel: Any, honest: Any, inputs: Any, dtype: str) -> Any:
    """The run of ``kernel`` against the reference and budget of ``honest``."""
    kind, check = Operands(dtype), FlowCheck(honest, inputs, ball_map())
    seen = flows.spread(check, "float32", kind)
    stick = flows.operand_yardstick(check, kind, seen)
    wrong = replace(
        check, kernel=lambda *a, **k: (kernel if a[2] == kind and k["x"].dtype == np.float32 else honest)(*a, **k)
    )
    return flows.operand_run(wrong, numpy_backend(), kind, stick, seen)


def test_what_no_entry_shows_all_together_do() -> None:
    inputs = setting(4, 60, x=tokens(4, seeds=60), depth=Fraction(1), beta=Fraction(2))
    honest, wrong = (low(kernel, attention(), inputs, "bfloat16") for kernel in (attention(), attention(slip=1e-4)))
    assert (honest.test, honest.verdict) == ("aggregated", Verdict.PASS)
    assert (wrong.test, wrong.verdict) == ("aggregated", Verdict.FAIL)
    assert honest.faulty > honest.budget.total


def test_too_few_crossings_have_no_power_and_lower_nothing() -> None:
    result = judged(attention(), setting(2, 4, x=tokens(2, seeds=1)), ball_map(), operands=("tf32",))
    run = rows(result)["tf32"]
    assert result.verdict is Verdict.PASS and run["verdict"] == "nopower"
    assert run["budget"]["rounding"] == "inf" and "lower" in run["excused"]


def test_a_wrong_map_in_low_precision_fails_the_leg() -> None:
    def kernel(xp: Any, fault: float, rounding: Any, x: Any, **inputs: Any) -> Any:
        wrong = isinstance(rounding, Operands) and x.dtype == np.float32
        return attention(slip=1e-2 if wrong else 0.0)(xp, fault, rounding, x, **inputs)

    result = judged(kernel, setting(8, 40), ball_map(), operands=("float16",))
    assert result.verdict is Verdict.FAIL and "float16" in result.message


# Units in the last place: reported, never deciding. -----------------------------------------------------------------


def test_units_in_the_last_place() -> None:
    truth = [ball(1), ball("1/3"), ball(3)]
    exact = np.asarray([1.0, 1 / 3, 3.0])
    assert ulps(exact, truth, "float64") < 0.5
    assert ulps(exact + np.asarray([0, 0, 2**-51]), truth, "float64") == 1.0
    assert ulps(exact + np.asarray([2**-21, 0, 0]), truth, "float32") == 4.0
    assert ulps(exact * np.inf, truth, "float64") == float("inf")
