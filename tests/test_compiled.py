"""The compiled kernel against the array-API source, within the error budget; its exponential; what it refuses."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from flint import arb

from claims.measure import flows
from claims.measure.arrays import UNIT_ROUNDOFF, Backend
from claims.measure.balls import ball, dyadic, working_bits
from claims.measure.factors import factors
from claims.measure.flows import FlowCheck
from claims.measure.runs import Outputs, Run, Yardstick, held, judged
from claims.outcome import Verdict
from numeric import compiled, dynamics, models
from numeric.models import Model
from tests.flow_checks import SEEDS, check_of

N, D = 8, 3
POSITIONS = np.arange(N) / N
MIX = np.random.default_rng(5).standard_normal((D, D))
SYMMETRIC = (MIX + MIX.T) / 2
MODELS = {
    "SA": Model("softmax", 2.0),
    "USA": Model("unnormalised", 1.0),
    "SA with A": Model("softmax", 1.5, A=SYMMETRIC),
    "USA with A and V": Model("unnormalised", 1.0, A=SYMMETRIC, value=MIX),
    "masked": Model("softmax", 1.0, coupling=np.tril(np.ones((N, N)))),
    "rope": models.rope(POSITIONS, 2 * np.pi),
    "rotary, plain values": replace(models.rotary(np.arange(N, dtype=float), 1), plain_values=True),
    "prompt": models.prompt(2 * np.pi * POSITIONS),
    "distance bias, softmax": models.distance_bias(POSITIONS, kind="softmax"),
    "toeplitz": models.toeplitz(POSITIONS),
}
NUMBA = Backend("numba", "", "cpu", None)


@pytest.fixture(scope="module")
def kernel() -> Any:
    pytest.importorskip("numba", reason="the extra 'fast' is not installed: the compiled kernel is not tested")
    return compiled.kernel()


@cache
def yardstick(name: str, method: str, dtype: str) -> tuple[FlowCheck, Yardstick]:
    check = check_of(MODELS[name], method, dtype, N, D)
    return check, flows.yardstick(check, dtype, flows.spread(check, dtype))


def judge(name: str, method: str, dtype: str, run: Callable[[Any, Model], Any]) -> Run:
    """``run(x, model)`` honestly twice and with the fault in its field, judged by the array source's budget."""
    check, stick = yardstick(name, method, dtype)
    x = held(check.arrays, dtype)["x"].astype(dtype)
    model = MODELS[name]
    faulty = replace(model, sign=(1 + factors().fault) * model.sign)
    first, again, wrong = (np.asarray(run(x, m), np.float64) for m in (model, model, faulty))
    return judged(Outputs(first, again, wrong), NUMBA, dtype, stick)


@pytest.mark.parametrize("method", dynamics.METHODS)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", MODELS)
def test_it_is_the_map_of_the_source(kernel: Any, name: str, dtype: str, method: str) -> None:
    result = judge(name, method, dtype, lambda x, model: compiled.flow(x, model, 0.05, 12, method))
    assert (result.verdict, result.reason) == (Verdict.PASS, "FLOAT_WITHIN_BUDGET"), result


WRONG: dict[str, Callable[[Any, Model], Any]] = {
    "step": lambda x, model: compiled.flow(x, model, 0.05 * 1.0001, 12),
    "temperature": lambda x, model: compiled.flow(x, replace(model, beta=model.beta * 1.0001), 0.05, 12),
    "method": lambda x, model: compiled.flow(x, model, 0.05, 12, "rk4"),
    "one step too few": lambda x, model: compiled.flow(x, model, 0.05, 11),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_another_map_is_over_budget(kernel: Any, wrong: str, dtype: str) -> None:
    result = judge("rope", "rk2", dtype, WRONG[wrong])
    assert (result.verdict, result.reason) == (Verdict.FAIL, "FLOAT_OVER_BUDGET")


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_exponential(kernel: Any, dtype: str) -> None:
    """2^t within two units of the last place of the exact value, from the smallest power on; below it never infinite."""
    exp2, least = (kernel.exp2_wide, -1022.0) if dtype == "float64" else (kernel.exp2_narrow, -126.0)
    points = np.concatenate([np.linspace(least, 100, 4001), np.linspace(-0.5, 0.5, 501)]).astype(dtype)
    with working_bits(128):
        for t in points:
            exact = ball(2) ** dyadic(float(t))
            error = abs(dyadic(float(exp2(t))) / exact - 1)
            assert error < 4 * ball(Fraction(UNIT_ROUNDOFF[dtype])), float(t)
    assert float(exp2(points.dtype.type(10 * least))) == 2.0**least


def test_coefficients_interpolate_the_power(kernel: Any) -> None:
    """The polynomials are within a tenth of the unit roundoff of 2^r; a coefficient that is off by 1e-4 is not."""

    def worst(coefficients: Any, unit: float) -> bool:
        with working_bits(128):
            for r in np.linspace(-0.5, 0.5, 201):
                value = sum((dyadic(float(c)) * dyadic(float(r)) ** k for k, c in enumerate(coefficients)), arb(0))
                if not abs(value / ball(2) ** dyadic(float(r)) - 1) < ball(Fraction(unit)):
                    return False
        return True

    for coefficients, unit in ((kernel.WIDE, 2.0**-53 / 2), (kernel.NARROW, 2.0**-24 / 2)):
        assert worst(coefficients, unit)
        assert not worst([c * (1 + 1e-4 * (k == 3)) for k, c in enumerate(coefficients)], unit)


def test_seeds_do_not_depend_on_each_other_or_on_threads(kernel: Any) -> None:
    x = dynamics.cloud(range(7), N, D)
    together = compiled.flow(x, MODELS["SA"], 0.05, 5, threads=2)
    alone = np.concatenate([compiled.flow(x[k : k + 1], MODELS["SA"], 0.05, 5, threads=1) for k in range(7)])
    assert np.array_equal(together, alone)
    assert np.array_equal(x, dynamics.cloud(range(7), N, D))  # the input is not written to


def test_observation_is_that_of_the_source(kernel: Any) -> None:
    x = dynamics.cloud(range(2), N, D)
    seen: dict[str, list[Any]] = {"source": [], "kernel": []}
    end = compiled.flow(x, MODELS["USA"], 0.05, 7, observe=lambda k, y: seen["kernel"].append((k, y)), every=3)
    dynamics.flow(x, MODELS["USA"], 0.05, 7, observe=lambda k, y: seen["source"].append((k, y)), every=3)
    assert [k for k, _ in seen["kernel"]] == [k for k, _ in seen["source"]] == [0, 3, 6]
    assert np.array_equal(end, compiled.flow(x, MODELS["USA"], 0.05, 7))
    assert not np.array_equal(seen["kernel"][-1][1], seen["kernel"][-2][1])


@pytest.mark.parametrize("kind", ["A", "plain"])
@pytest.mark.parametrize("d", [2, 4, 5, 6, 7, 11])
def test_every_dimension(kernel: Any, d: int, kind: str) -> None:
    model = Model("softmax", 1.0, A=np.eye(d) + 0.25 if kind == "A" else None)
    check = check_of(model, "rk2", "float32", 5, d, 1)
    stick = flows.yardstick(check, "float32", flows.spread(check, "float32"))
    x = held(check.arrays, "float32")["x"].astype("float32")
    ends = [
        np.asarray(compiled.flow(x, m, 0.05, 12), np.float64)
        for m in (model, model, replace(model, sign=1 + factors().fault))
    ]
    result = judged(Outputs(*ends), NUMBA, "float32", stick)  # the last one has to be over budget
    assert (result.verdict, result.reason) == (Verdict.PASS, "FLOAT_WITHIN_BUDGET"), result


@pytest.mark.parametrize(
    "change, words",
    [
        ({"model": models.relative_phase(np.zeros((N, N)))}, "no relative phases"),
        ({"model": Model("softmax", np.ones(SEEDS))}, "one beta for all seeds"),
        ({"model": Model("unnormalised", 800.0)}, "overflow float64"),
        ({"x": np.zeros((SEEDS, N, D), np.float16)}, "float64 or float32"),
        ({"x": np.zeros((N, D))}, "seeds, n, d"),
        ({"method": "euler"}, "no method"),
        ({"steps": -1}, "steps must be"),
        ({"model": Model("softmax", A=np.eye(2))}, "A has shape"),
    ],
)
def test_refusals(kernel: Any, change: dict[str, Any], words: str) -> None:
    call = {"x": dynamics.cloud(range(SEEDS), N, D), "model": MODELS["SA"], "dt": 0.1, "steps": 1} | change
    with pytest.raises(ValueError, match=words):
        compiled.flow(**call)


def test_without_numba_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def without(name: str, *rest: Any) -> Any:
        if name == "numba":
            raise ImportError("No module named 'numba'")
        return real(name, *rest)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(compiled.KernelMissing, match=r"needs numba.*pip install .*\[fast\]"):
        compiled.flow(dynamics.cloud(range(1), 2, 2), Model("softmax"), 0.1, 1)
