"""JUnit XML of a run: a test case per claim and leg, witness and mutant, and one per finding that belongs to none.

A leg that could not run is skipped, with the reason. The file has a failure or an error exactly when the gate's exit
code is 1 or 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from claims import __version__
from claims.gate import UNAVAILABLE, Finding, beyond_legs
from claims.outcome import LegResult, Verdict
from claims.reasons import reasons
from claims.runner import Run

#: What XML 1.0 does not allow in a text, escaped or not.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Case:
    """One test case; ``tag`` is ``failure``, ``error``, ``skipped`` or empty."""

    owner: str
    name: str
    seconds: float
    tag: str
    reason: str
    message: str
    place: str = ""
    cached: bool = False


def render(run: Run, found: Sequence[Finding], code: int) -> str:
    """The document as text."""
    cases = [*_results(run), *_rest(run, found)]
    counts = {tag: str(sum(case.tag == tag for case in cases)) for tag in ("failure", "error", "skipped")}
    numbers = {
        "tests": str(len(cases)),
        "failures": counts["failure"],
        "errors": counts["error"],
        "skipped": counts["skipped"],
        "time": f"{run.seconds:.3f}",
    }
    root = ET.Element("testsuites", {"name": "claims", **numbers})
    suite = ET.SubElement(root, "testsuite", {"name": "claims", **numbers})
    properties = ET.SubElement(suite, "properties")
    for name, value in (("version", __version__), ("exit", str(code)), ("lean", run.lean.description)):
        ET.SubElement(properties, "property", {"name": name, "value": _legal(value)})
    for case in cases:
        _add(suite, case)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _results(run: Run) -> Iterator[Case]:
    for claim in run.claims:
        for name, result in claim.results():
            if result.verdict is not Verdict.ABSENT:
                yield _case(claim.entry.id, name, result)
    for mutant in run.mutants:
        tag = "skipped" if mutant.skipped else _tag(mutant.result)
        yield _case(mutant.claim, f"mutant {mutant.index} {mutant.mutant.leg} {mutant.mutant.kind}", mutant.result, tag)


def _rest(run: Run, found: Sequence[Finding]) -> Iterator[Case]:
    """Findings that are not the result of a leg or of a mutant: statuses, lock, library, the run itself."""
    for finding in beyond_legs(run, found):
        tag = "skipped" if finding.exit == UNAVAILABLE else "failure"
        place = "" if finding.place is None else str(finding.place)
        yield Case("gate", f"{finding.subject} {finding.reason}", 0, tag, finding.reason, finding.message, place)
    yield Case("gate", "every other rule", 0, "", "OK", "")


def _case(owner: str, name: str, result: LegResult, tag: str | None = None) -> Case:
    place = "" if result.place is None else str(result.place)
    seconds = 0.0 if result.cached else result.seconds
    return Case(
        owner, name, seconds, _tag(result) if tag is None else tag, result.reason, result.message, place, result.cached
    )


def _tag(result: LegResult) -> str:
    if result.verdict is Verdict.PASS:
        return ""
    if result.verdict in (Verdict.UNAVAILABLE, Verdict.STALE):
        return "skipped"
    return "error" if result.verdict is Verdict.ERROR else "failure"


def _add(suite: ET.Element, case: Case) -> None:
    at = ET.SubElement(
        suite, "testcase", {"classname": _legal(case.owner), "name": _legal(case.name), "time": f"{case.seconds:.3f}"}
    )
    if case.cached:
        ET.SubElement(ET.SubElement(at, "properties"), "property", {"name": "cached", "value": "true"})
    if not case.tag:
        return
    told = ET.SubElement(at, case.tag, {"message": _legal(case.message or case.reason), "type": case.reason})
    lines = [f"{case.place}: {case.message}" if case.place else case.message]
    if (reason := reasons().get(case.reason)) is not None:
        lines += [reason.explanation, f"What to do: {reason.remedy}"]
    told.text = _legal("\n".join(lines))


def _legal(text: str) -> str:
    """The text with every character that XML forbids replaced."""
    return _ILLEGAL.sub("\ufffd", text)
