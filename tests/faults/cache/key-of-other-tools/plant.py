"""Stores a pass for the broken leg under the key that another version of SymPy gives."""

from unittest import mock

from claims import plan
from claims.cache import ResultCache
from claims.outcome import LegResult, Verdict
from tests.fault_cache import symbolic_job


def plant(pack):
    with mock.patch.object(plan, "tool_versions", lambda: {**real, "sympy": "1.0"}):
        key = symbolic_job(pack).key
    assert key != symbolic_job(pack).key
    ResultCache(pack.root / ".claims" / "results").put(key, LegResult(Verdict.PASS, "OK"))


real = plan.tool_versions()
