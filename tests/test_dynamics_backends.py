"""Every model on every array library at hand, within the error budget; operands of a lower precision."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from claims.measure import flows
from claims.measure.arrays import Backend, numpy_backend
from claims.measure.backends import LIBRARIES, BackendMissing, open_backend, survey
from claims.measure.factors import factors
from claims.measure.flows import FlowCheck
from claims.measure.hooks import OPERAND_BITS, Operands
from claims.measure.runs import FloatCheck, Yardstick, execute, judged
from claims.outcome import Verdict
from numeric import dynamics as dyn
from numeric.models import Model
from tests.flow_checks import check_of
from tests.test_dynamics import CLOUD, MODELS, D, N

WITHIN = (Verdict.PASS, "FLOAT_WITHIN_BUDGET")
OTHERS = ("SA", "USA with A", "value", "rope", "relative phase", "prompt", "distance bias, softmax", "toeplitz")

#: jax compiles every operation for every shape: a second for each model.
RUNS = [
    pytest.param(library, name, marks=pytest.mark.slow if library == "jax" and name not in ("SA", "rope") else ())
    for library in ("numpy", "torch", "jax")
    for name in OTHERS
]


def opened(name: str) -> Backend:
    """The library on the CPU; the test is skipped with the reason where it is not here."""
    try:
        return open_backend(name)
    except BackendMissing as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("method", dyn.METHODS)
@pytest.mark.parametrize("name", MODELS)
def test_every_model_keeps_to_the_standard(name: str, method: str) -> None:
    """The strict namespace computes with numpy: the same bits, and other bits for another model."""
    strict = open_backend("array-api-strict")

    def end(model: Model) -> Any:
        held = model.moved(lambda a: strict.held(a, "float64"))
        return strict.host(dyn.flow(strict.held(CLOUD, "float64"), held, 0.1, 3, method))

    model = MODELS[name]
    assert np.array_equal(end(model), dyn.flow(CLOUD, model, 0.1, 3, method))
    assert not np.array_equal(end(replace(model, sign=(1 + factors().fault) * model.sign)), end(model))


@cache
def judged_by(name: str, dtype: str) -> tuple[FlowCheck, Yardstick]:
    check = check_of(MODELS[name], "rk4", dtype, N, D)
    return check, flows.yardstick(check, dtype, flows.spread(check, dtype))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("library, name", RUNS)
def test_libraries_are_within_the_budget(library: str, name: str, dtype: str) -> None:
    """Each run carries its own wrong variant: the fault of 1e-4 in its field has to be over budget."""
    backend = opened(library)
    check, stick = judged_by(name, dtype)
    result = flows.run(check, backend, dtype, stick)
    assert (result.verdict, result.reason) == WITHIN, result
    assert result.observed <= stick.budget.total < result.faulty


@pytest.mark.parametrize("library", ["numpy", "torch", "jax"])
def test_another_temperature_is_over_budget(library: str) -> None:
    backend = opened(library)
    check, stick = judged_by("rope", "float32")

    def warmer(xp: Any, fault: float, rounding: Any, **inputs: Any) -> Any:
        return check.kernel(xp, fault, rounding, **{**inputs, "beta": inputs["beta"] * (1 + factors().fault)})

    assert flows.run(replace(check, kernel=warmer), backend, "float32", stick).verdict is Verdict.FAIL


@pytest.mark.parametrize("dtype", OPERAND_BITS)
@pytest.mark.parametrize("name", ["SA", "rope", "USA with A"])
def test_operands_of_a_lower_precision(name: str, dtype: str) -> None:
    """Against the same map with the same operands: never a wrong verdict, and the faulty field is never let through."""
    check, operands = check_of(MODELS[name], "rk2", "float32", N, D, 8), Operands(dtype)
    seen = flows.spread(check, "float32", operands)
    stick = flows.operand_yardstick(check, operands, seen)
    honest = flows.operand_run(check, numpy_backend(), operands, stick, seen)
    assert honest.verdict in (Verdict.PASS, Verdict.NOPOWER), honest

    def faulty(xp: Any, fault: float, /, rounding: Any, **inputs: Any) -> Any:
        return check.kernel(xp, fault * (1 + factors().fault), rounding, **inputs)

    scalars = {key: float(value) for key, value in check.parameters.items()}
    bound = partial(faulty, rounding=operands, **scalars)
    outputs = execute(FloatCheck(bound, check.arrays, check.reference), numpy_backend(), "float32")
    entries = judged(outputs, numpy_backend(), "float32", stick)
    together = flows.aggregated(check, operands, outputs, stick, seen, entries)
    assert Verdict.PASS not in (entries.verdict, together.verdict), together
    if honest.verdict is Verdict.PASS:
        assert Verdict.FAIL in (entries.verdict, together.verdict), together


def test_numba_is_a_backend_of_the_cpu() -> None:
    backend = opened("numba")
    assert backend.label == "numba/cpu" and backend.settings["device"] == numpy_backend().settings["device"]
    assert backend.held(np.ones(2), "float32").dtype == np.float32
    with pytest.raises(BackendMissing, match="numba on cuda is not here: numba computes on the CPU only"):
        open_backend("numba", "cuda")


def test_the_survey_names_every_library() -> None:
    rows = {row.name: row for row in survey()}
    assert set(rows) == set(LIBRARIES) and rows["numba"].extra == "fast"
    assert all(bool(row.found) != bool(row.why) for row in rows.values())


def test_a_library_that_is_not_installed_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = replace(LIBRARIES["numba"], module="a_module_that_no_one_has")
    monkeypatch.setitem(LIBRARIES, "numba", absent)
    with pytest.raises(BackendMissing, match=r"not installed; .*\[fast\]"):
        open_backend("numba")
