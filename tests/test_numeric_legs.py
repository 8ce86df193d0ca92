"""Every numeric leg passes at its right parameters and fails, certified, at every wrong one."""

import importlib
import json

import pytest

from claims.measure import Evidence, Sampler
from claims.model import Domain, Variable
from claims.outcome import LegResult, Verdict

FAMILIES = ("rank_one", "rotary", "energy", "two_particle", "gronwall")


def var(name: str, domain: str, *shape: str, lower: str = "", upper: str = "") -> Variable:
    return Variable(name, Domain(domain), "a variable of the test", shape=shape, lower=lower, upper=upper)


BETA = var("beta", "positive")
TOKENS = var("z", "unit sphere", "n", "d")
UNITS = var("x", "unit sphere", "n", "d")
MATRIX = var("A", "matrix", "d", "d")
SYMMETRIC = var("A", "symmetric matrix", "d", "d")
VALUES = var("V", "matrix", "d", "d")
ROW = var("alpha", "vector", "d")
ROTARY = (var("theta", "vector", "p"), var("G", "matrix", "dk", "dk"))
T = var("t", "nonnegative")

TABLES: dict[str, tuple[Variable, ...]] = {
    "rank_one:rank": (ROW, var("W", "matrix", "d", "d")),
    "rank_one:spectrum": (ROW,),
    "rank_one:power": (ROW, var("k", "positive natural")),
    "rank_one:det": (ROW, var("Delta", "matrix", "d", "d")),
    "rotary:commutant": ROTARY,
    "rotary:absorb": ROTARY,
    "rotary:standard_nonresonant": (var("base", "positive", lower="1"),),
    "energy:norm_conserved": (var("z", "unit sphere", "d"), var("u", "vector", "d"), var("h", "positive")),
    "energy:usa_sa": (BETA, MATRIX, VALUES, TOKENS),
    "energy:gradient": (BETA, SYMMETRIC, TOKENS),
    "energy:metrics": (BETA, SYMMETRIC, TOKENS, var("xi", "matrix", "n", "d")),
    "energy:dissipation": (BETA, MATRIX, VALUES, TOKENS),
    "energy:falsify_nonsym": (),
    "energy:falsify_v": (),
    "energy:phi_monotone": (BETA, UNITS),
    "energy:phi_bounded": (BETA, UNITS),
    "two_particle:uniform": (var("c0", "open interval", lower="-1", upper="1"), var("s", "nonnegative")),
    "two_particle:beta": (var("beta", "nonnegative"), var("x", "unit sphere", "2", "d")),
    "two_particle:antipodal": (var("beta", "nonnegative"),),
    "two_particle:gram": (var("c", "open interval", lower="-1", upper="1"),),
    "two_particle:rank_nonmonotone": (),
    "two_particle:time_09": (var("s", "nonnegative"),),
    "gronwall:differential": (var("K", "real"), var("delta", "real"), T),
    "gronwall:discrete": (var("a", "real"), var("b", "real"), var("j", "natural")),
    "gronwall:perturbed": (var("Cx", "nonnegative"), var("Cnu", "nonnegative"), var("delta", "nonnegative"), T),
    "gronwall:duhamel": (var("K0", "positive semidefinite matrix", "m", "m"), var("eps", "nonnegative"), T),
    "gronwall:dobrushin": (),
    "gronwall:global_error": (),
}


def outcome(check: str, seed: int, **parameters: object) -> LegResult:
    family, name = check.split(":")
    leg = getattr(importlib.import_module(f"numeric.{family}"), name)
    evidence = leg(Sampler(TABLES[check], seed, 4), **parameters)
    assert isinstance(evidence, Evidence)
    return evidence.outcome()


def mutants() -> list[tuple[str, str, object]]:
    found = []
    for family in FAMILIES:
        table = importlib.import_module(f"numeric.{family}").MUTANTS
        for name, wrong in table.items():
            found += [(f"{family}:{name}", key, value) for key, values in wrong.items() for value in values]
    return found


@pytest.mark.parametrize("check", TABLES)
@pytest.mark.parametrize("seed", [1, 20])
def test_leg_passes(check: str, seed: int) -> None:
    result = outcome(check, seed)
    assert result.verdict is Verdict.PASS, result.message
    stored = json.loads(json.dumps(result.to_json()))
    honest = [run for run in stored["evidence"]["runs"] if "missing" not in run]
    assert {run["dtype"] for run in honest} >= {"float64", "float32"}
    for run in (run for run in honest if "excused" not in run):
        assert run["observed"] <= run["budget"]["total"] <= run["effect"] / 2
        assert run["faulty"] > run["budget"]["total"]
    assert stored["evidence"]["checks"]


@pytest.mark.parametrize(("check", "parameter", "value"), mutants())
def test_wrong_parameter_fails(check: str, parameter: str, value: object) -> None:
    result = outcome(check, 1, **{parameter: value})
    assert result.verdict is Verdict.FAIL
    assert result.reason == "ENCLOSURE_SEPARATED"
    assert result.place is not None and result.place.file.startswith("numeric/")


def test_every_leg_has_mutants() -> None:
    named = {check for check, _, _ in mutants()}
    assert named == set(TABLES)
