"""What a claim has earned, derived from its legs (design section 4).

Order: exact > conditional > derived > empirical > open; refuted stands outside. ``conflict`` and ``unchecked``
are not statuses an entry can declare: they say that the evidence disagrees, or that a required leg did not run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from claims.model import LEGS, Entry, HypothesisKind, LegName, Status
from claims.outcome import LegResult, Verdict

#: Reasons of a failing leg that certify a counterexample; a proof or float run that fails certifies nothing.
CERTIFIED = frozenset({"ENCLOSURE_SEPARATED", "DERIVATION_FALSE"})

#: The axioms of Lean's logic that a proof may use and still be called exact.
ALLOWED_AXIOMS = frozenset({"Classical.choice", "Quot.sound", "propext"})

_ORDER = {Status.OPEN: 0, Status.EMPIRICAL: 1, Status.DERIVED: 2, Status.CONDITIONAL: 3, Status.EXACT: 4}
_BADNESS = {
    Verdict.FAIL: 0,
    Verdict.ERROR: 1,
    Verdict.UNAVAILABLE: 2,
    Verdict.STALE: 3,
    Verdict.NOPOWER: 4,
    Verdict.PASS: 5,
}
#: Among passing legs the weaker kind of evidence is the weaker leg.
_STRENGTH: Mapping[LegName, int] = {"numeric": 0, "symbolic": 1, "lean": 2}


class Flag(Enum):
    """What qualifies a status in the table."""

    NONE = ""
    CONFLICT = "conflict"
    UNCHECKED = "unchecked"


@dataclass(frozen=True)
class Earned:
    """Derived status, the flag beside it, the weakest leg by name and why it is the weakest."""

    status: Status
    flag: Flag
    weakest: str
    why: str

    @property
    def label(self) -> str:
        """The word shown in the table."""
        return self.flag.value or self.status.value


def at_least(earned: Status, declared: Status) -> bool:
    """Whether ``earned`` is not below ``declared``; refuted compares equal only to itself."""
    if Status.REFUTED in (earned, declared):
        return earned is declared
    return _ORDER[earned] >= _ORDER[declared]


def earn(entry: Entry, legs: Mapping[LegName, LegResult], witness: LegResult) -> Earned:
    """Derive the status of one entry from its present legs and its executed witness."""
    present = {name: legs[name] for name in LEGS if entry.leg(name) is not None}
    weakest, why = weakest_leg(entry, present)
    verdicts = {result.verdict for result in present.values()}
    if Verdict.FAIL in verdicts and Verdict.PASS in verdicts:
        return Earned(Status.OPEN, Flag.CONFLICT, weakest, why)
    if Verdict.UNAVAILABLE in verdicts and Verdict.FAIL not in verdicts:
        return Earned(Status.OPEN, Flag.UNCHECKED, weakest, why)
    status = _refuted(entry, present) or _supported(entry, present, witness)
    if (
        status is not Status.REFUTED
        and witness.verdict is not Verdict.PASS
        and all(v is Verdict.PASS for v in verdicts)
    ):
        weakest, why = "witness", witness.message or witness.reason
    return Earned(status, Flag.NONE, weakest, why)


def _refuted(entry: Entry, present: Mapping[LegName, LegResult]) -> Status | None:
    """``REFUTED`` when the claim is certifiably false (or, for an entry declared so, its negation is established)."""
    if entry.declared is Status.REFUTED:
        lean, numeric = present.get("lean"), present.get("numeric")
        by_proof = lean is not None and lean.verdict is Verdict.PASS and entry.lean is not None and entry.lean.refutes
        by_enclosure = numeric is not None and numeric.verdict is Verdict.PASS
        return Status.REFUTED if by_proof or by_enclosure else Status.OPEN
    certified = any(r.verdict is Verdict.FAIL and r.reason in CERTIFIED for r in present.values())
    return Status.REFUTED if certified else None


def _supported(entry: Entry, present: Mapping[LegName, LegResult], witness: LegResult) -> Status:
    passed = {name for name, result in present.items() if result.verdict is Verdict.PASS}
    others_pass = all(name in passed for name in present)
    if "lean" in passed and entry.lean is not None and others_pass and witness.verdict is Verdict.PASS:
        if entry.lean.scope == "full":
            return Status.CONDITIONAL if assumptions(entry, present["lean"]) else Status.EXACT
        if entry.lean.covered_by in passed:
            return Status.CONDITIONAL
    rest = {name for name in present if name != "lean"}
    if "symbolic" in passed and rest <= passed:
        return Status.DERIVED
    if "numeric" in passed and not rest - passed:
        return Status.DERIVED if closed(entry) else Status.EMPIRICAL
    return Status.OPEN


def closed(entry: Entry) -> bool:
    """Whether the statement has no free variables, so that an enclosure decides it."""
    return not entry.variables


def unverified(entry: Entry) -> tuple[str, ...]:
    """Ids of the hypotheses that are asserted and proved nowhere."""
    return tuple(h.id for h in entry.hypotheses if h.kind is HypothesisKind.UNVERIFIED)


def assumptions(entry: Entry, lean: LegResult) -> tuple[str, ...]:
    """What a passing proof takes for granted: unverified hypotheses, unnamed assumptions, axioms off the allowlist."""
    axioms = tuple(f"the axiom {name}" for name in lean.evidence.get("axioms", ()) if name not in ALLOWED_AXIOMS)
    return (*unverified(entry), *lean.evidence.get("unverified", ()), *axioms)


def weakest_leg(entry: Entry, present: Mapping[LegName, LegResult]) -> tuple[str, str]:
    """Name of the leg that limits the claim and the reason in words."""
    name = min(present, key=lambda leg: (_BADNESS[present[leg].verdict], _STRENGTH[leg]))
    result = present[name]
    if result.verdict is not Verdict.PASS:
        return name, result.message or result.reason
    if "lean" in present and (taken := assumptions(entry, present["lean"])):
        return "lean", f"assumes {', '.join(taken)}"
    if entry.lean is not None and entry.lean.scope == "core":
        return "lean", f"core only: {entry.lean.gap}"
    return name, {"numeric": "evidence at samples", "symbolic": "decided symbolically", "lean": "proved"}[name]


def with_dependencies(entries: Mapping[str, Entry], earned: Mapping[str, Earned]) -> dict[str, Earned]:
    """Cap every dependent of an open, refuted or unchecked claim at ``open``, through any number of links.

    What rests on an unchecked claim is unchecked itself. Dependencies that were not part of the run are left out of
    account; dependencies form no cycle.
    """
    result: dict[str, Earned] = {}
    for start in earned:
        waiting = [start]
        while waiting:
            entry_id = waiting[-1]
            inside = [d for d in entries[entry_id].depends_on if d in earned]
            if entry_id in result or not (missing := [d for d in inside if d not in result]):
                result.setdefault(entry_id, _capped(earned[entry_id], {d: result[d] for d in inside if d in result}))
                waiting.pop()
            else:
                waiting += missing
    return result


def _capped(own: Earned, below: Mapping[str, Earned]) -> Earned:
    """``own`` under what it rests on; a dependency that was judged and is weak counts before one that did not run."""
    weak = {d: e for d, e in below.items() if e.status in (Status.OPEN, Status.REFUTED) or e.flag is not Flag.NONE}
    if not weak or own.status is Status.REFUTED or own.flag is not Flag.NONE:
        return own
    name = min(weak, key=lambda d: weak[d].flag is Flag.UNCHECKED)
    flag = Flag.UNCHECKED if weak[name].flag is Flag.UNCHECKED else Flag.NONE
    return Earned(Status.OPEN, flag, f"dependency {name}", f"{name} is {weak[name].label}")
