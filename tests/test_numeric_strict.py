"""The kernels of every leg use the array API only: they run unchanged on the strict reference namespace."""

import importlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import array_api_strict
import numpy as np
import pytest

from claims.measure import evidence
from claims.measure.arrays import Backend, Missing
from claims.outcome import Verdict

_SPEC = importlib.util.spec_from_file_location("numeric_legs", Path(__file__).with_name("test_numeric_legs.py"))
assert _SPEC is not None and _SPEC.loader is not None
LEGS = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(LEGS)


class Strict(Backend):
    """array_api_strict, which has nothing beyond the standard."""

    def array(self, value: object, dtype: str) -> Any:
        rounded = Backend("numpy", "", "cpu", np).array(value, dtype)
        return array_api_strict.asarray(rounded)

    def host(self, array: Any) -> Any:
        return np.from_dlpack(array).astype(np.float64)


def strict(devices: Sequence[str] = ("cpu",), names: Sequence[str] = ()) -> tuple[list[Backend], list[Missing]]:
    return [Strict("array_api_strict", array_api_strict.__version__, "cpu", array_api_strict)], []


@pytest.mark.parametrize("check", LEGS.TABLES)
def test_kernels_keep_to_the_standard(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "backends", strict)
    result = LEGS.outcome(check, 1)
    assert result.verdict is Verdict.PASS, result.message
    assert {run["backend"] for run in result.evidence["runs"]} == {"array_api_strict/cpu"}
