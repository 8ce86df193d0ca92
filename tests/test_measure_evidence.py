"""Evidence: what passes, what fails, what stays undecided, and the order in which they decide the leg."""

import json
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from claims.measure import Evidence, Sampler, ball
from claims.outcome import LegResult, Verdict


def judged(*asks: Any) -> LegResult:
    ev = Evidence(Sampler([]))
    for ask in asks:
        ask(ev)
    return ev.outcome()


def log2() -> Any:
    return ball(2).log()


PASSING = {
    "enclosed": lambda ev: ev.enclosed("e", lambda: log2().exp(), 2),
    "vectors": lambda ev: ev.enclosed("e", lambda: [log2(), 2 * log2()], lambda: [log2(), ball(4).log()]),
    "less": lambda ev: ev.less("l", log2, 1),
    "exact": lambda ev: ev.at_most("a", Fraction(1, 3), Fraction(1, 3)),
    "differs": lambda ev: ev.differs("d", log2, "0.6931"),
    "equal": lambda ev: ev.equal("q", [[1, Fraction(4, 2)]], ((1, 2),)),
    "constant": lambda ev: ev.constant("c", log2, "0.693147180559945309417", lambda: mpmath.log(2)),
    "truncated": lambda ev: ev.constant("c", log2, "0.69314718055"),
    "close": lambda ev: ev.less("l", lambda: log2(), lambda: log2() + ball("1e-200")),
}
FAILING = {
    "enclosed": lambda ev: ev.enclosed("e", lambda: log2().exp(), "2.0000000000000000000000000000001"),
    "one entry": lambda ev: ev.enclosed("e", lambda: [log2(), 2 * log2()], lambda: [log2(), log2()]),
    "less": lambda ev: ev.less("l", 1, log2),
    "strict": lambda ev: ev.less("l", Fraction(1, 3), Fraction(1, 3)),
    "at most": lambda ev: ev.at_most("a", 1, log2),
    "differs": lambda ev: ev.differs("d", 3, 3),
    "equal": lambda ev: ev.equal("q", [1, 2], [1, 3]),
    "constant": lambda ev: ev.constant("c", log2, "0.693147180559945309"[:-1] + "7"),
}
UNDECIDED = {
    "less": lambda ev: ev.less("l", lambda: log2().exp(), 2),
    "differs": lambda ev: ev.differs("d", lambda: log2().exp(), 2),
    "not finite": lambda ev: ev.enclosed("e", lambda: 1 / (log2() - log2()), 1),
}


@pytest.mark.parametrize("name", PASSING)
def test_passes(name: str) -> None:
    result = judged(PASSING[name])
    assert (result.verdict, result.reason) == (Verdict.PASS, "OK"), result.message


@pytest.mark.parametrize("name", FAILING)
def test_fails_certified(name: str) -> None:
    result = judged(FAILING[name])
    assert (result.verdict, result.reason) == (Verdict.FAIL, "ENCLOSURE_SEPARATED")
    assert result.place is not None and result.place.line > 0 and "certified false" in result.message


@pytest.mark.parametrize("name", UNDECIDED)
def test_undecided_is_an_error_not_a_pass(name: str) -> None:
    result = judged(UNDECIDED[name])
    assert (result.verdict, result.reason) == (Verdict.ERROR, "ENCLOSURE_UNDECIDED")


def test_no_check_is_an_error() -> None:
    result = judged()
    assert (result.verdict, result.reason) == (Verdict.ERROR, "NUMERIC_EMPTY")


def test_a_failure_outranks_an_error_and_an_error_a_pass() -> None:
    assert judged(PASSING["less"], UNDECIDED["less"]).verdict is Verdict.ERROR
    assert judged(UNDECIDED["less"], FAILING["less"], PASSING["less"]).verdict is Verdict.FAIL


def test_wrong_second_opinion_is_an_error() -> None:
    result = judged(lambda ev: ev.constant("c", log2, "0.693147", lambda: mpmath.log(2) + mpmath.mpf("1e-30")))
    assert (result.verdict, result.reason) == (Verdict.ERROR, "OPINION_DIFFERS")


def test_checks_of_one_name_are_counted_and_stored_as_text() -> None:
    ev = Evidence(Sampler([], seed=9, samples=5))
    for _ in range(3):
        ev.less("many", log2, 1)
    ev.equal("one", Fraction(1, 3), Fraction(1, 3))
    data = json.loads(json.dumps(ev.outcome().to_json()))["evidence"]
    assert (data["seed"], data["samples"], data["runs"]) == (9, 5, [])
    many, one = data["checks"]
    assert (many["count"], one["count"]) == (3, 1)
    assert many["lhs"].startswith("[6.931471805599453") and one["lhs"] == "1/3"
    assert many["place"].startswith("tests/") or many["place"].startswith("test_measure")


@pytest.mark.parametrize(
    "ask",
    [
        lambda ev: ev.enclosed("e", [1, 2], [1]),
        lambda ev: ev.enclosed("e", [], []),
        lambda ev: ev.enclosed("e", 0.5, 0.5),
        lambda ev: ev.equal("q", 0.5, 0.5),
    ],
)
def test_misuse_is_refused(ask: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        judged(ask)
