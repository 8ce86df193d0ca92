"""Samples: exact, admissible, reproducible; a variable that is not in the table is an input error."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.errors import InputError
from claims.measure import Sampler, UnknownVariable
from claims.measure import vectors as v
from claims.model import Domain, Variable


def var(name: str, domain: Domain, *shape: str, lower: str = "", upper: str = "") -> Variable:
    return Variable(name, domain, "a variable of the test", shape=shape, lower=lower, upper=upper)


TABLE = (
    var("z", Domain.UNIT_SPHERE, "n", "d"),
    var("S", Domain.SYMMETRIC_MATRIX, "d", "d"),
    var("P", Domain.PSD_MATRIX, "d", "d"),
    var("w", Domain.STOCHASTIC_ROW, "n"),
    var("c", Domain.OPEN_INTERVAL, lower="-1", upper="1"),
    var("beta", Domain.POSITIVE),
    var("n", Domain.POSITIVE_NATURAL, lower="2", upper="4"),
    var("i", Domain.INDEX, "n"),
    var("u", Domain.SPHERE_CURVE, "d"),
    var("f", Domain.FUNCTION),
    var("loose", Domain.VECTOR),
    var("empty", Domain.REAL, lower="1", upper="1"),
    var("high", Domain.POSITIVE, lower="5"),
    var("low", Domain.REAL, upper="-7"),
)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_values_are_admissible_exactly(seed: int) -> None:
    p = Sampler(TABLE, seed).point(3)
    assert 2 <= p.n <= 4 and len(p.z) == p.n and 0 <= p.i < p.n
    assert all(v.norm2(row) == 1 for row in (*p.z, p.u))
    assert tuple(tuple(row) for row in v.transpose(p.S)) == p.S
    assert all(v.dot(x, v.matvec(p.P, x)) >= 0 for x in (p.z[0], p.S[0], p.u))
    assert sum(p.w) == 1 and min(p.w) > 0
    assert -1 < p.c < 1 and p.beta > 0 and p.high > 5 and p.low < -7
    assert isinstance(p.c, Fraction)


def test_values_do_not_depend_on_the_order_of_questions() -> None:
    one, two = Sampler(TABLE, 5).point(), Sampler(TABLE, 5).point()
    first = (one.c, one.z, one.beta)
    second = (two.beta, two.z, two.c)
    assert first == second[::-1]
    assert Sampler(TABLE, 6).point().z != one.z
    assert Sampler(TABLE, 5).point(1).z != one.z


def test_values_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from claims.measure import Sampler; from claims.model import Variable, Domain;"
        "print(Sampler([Variable('z', Domain.UNIT_SPHERE, 'x', shape=('n', 'd'))], 7).point().z)"
    )
    root = Path(__file__).resolve().parent.parent
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_pins_extras_and_batches() -> None:
    s = Sampler(TABLE, 1, samples=3)
    p = s.point(n=2, d=3, beta=Fraction(1, 7))
    assert (len(p.z), len(p.z[0]), p.beta) == (2, 3, Fraction(1, 7))
    direction = p.extra("some direction", Domain.MATRIX, ("n", "d"))
    assert len(direction) == 2 and direction == p.extra("some direction", Domain.MATRIX, ("n", "d"))
    with pytest.raises(ValueError, match="is a variable"):
        p.extra("beta", Domain.REAL)
    batch = s.batch("z", "beta", n=2, d=2)
    assert len(batch["z"]) == 3 and len(batch["beta"]) == 3
    assert set(p.values) >= {"z", "beta"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "not in the entry's table"),
        ("f", "are not drawn"),
        ("loose", "needs a shape"),
        ("empty", "empty range"),
    ],
)
def test_unknown_variable_names_itself_and_the_place(name: str, message: str) -> None:
    with pytest.raises(UnknownVariable, match=message) as caught:
        Sampler(TABLE).point()[name]
    assert isinstance(caught.value, InputError)
    problem = caught.value.problems[0]
    assert name in problem.field and problem.file.endswith("test_measure_sampler.py") and problem.line > 0


def test_pins_are_checked() -> None:
    with pytest.raises(UnknownVariable, match="pinned"):
        Sampler(TABLE).point(m=3)
    with pytest.raises(ValueError, match="at least one sample"):
        Sampler(TABLE, samples=0)
