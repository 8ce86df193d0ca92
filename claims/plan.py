"""What a run has to do: tasks for the Python legs and witnesses, with their cache keys."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal

from claims.cache import key_of
from claims.lockfile import Row
from claims.model import Entry, LegName, Mutant
from claims.outcome import LegResult
from claims.reach import Code, Reach
from claims.versions import tool_versions

PROTOCOL = 1

Kind = Literal["symbolic", "numeric", "witness", "refuter", "experiment"]

_ENGINE: Mapping[str, tuple[str, ...]] = {
    "symbolic": ("claims.derive",),
    "numeric": ("claims.measure",),
    "witness": (),
    "refuter": (),
    "experiment": ("claims.measure",),
}


@dataclass(frozen=True)
class Floats:
    """Where float runs are asked for: devices beside the CPU, and array libraries beside those that are there."""

    devices: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()

    @property
    def accelerated(self) -> bool:
        """Whether a device other than the CPU is asked for."""
        return bool(set(self.devices) - {"cpu"})

    def to_json(self) -> dict[str, list[str]]:
        """What a task says of it; empty when nothing is asked for."""
        return {name: list(value) for name, value in plain(self).items() if value}


@dataclass(frozen=True)
class Job:
    """A task of a claim: ``slot`` says which place of the report its result fills.

    ``body`` makes what is sent to the worker; it is not needed when the result is in the cache. ``code``: what of the
    pack the key covers.
    """

    claim: str
    slot: str
    kind: Kind
    body: Callable[[], Mapping[str, Any]]
    code: Code
    key: str
    mutant: Mutant | None = field(default=None)


def plain(value: Any) -> Any:
    """Dataclass instances to JSON values, enums to their text."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def reference_of(entry: Entry, leg: LegName) -> str:
    """The ``module:function`` of a Python leg; empty when the entry does not have it."""
    spec = entry.leg(leg)
    return getattr(spec, "derivation", "") or getattr(spec, "check", "")


def leg_code(entry: Entry, leg: LegName, reach: Reach) -> Code:
    """What the Python leg of an entry reaches of the pack, and of the engine."""
    return _code((reference_of(entry, leg),), leg, reach)  # type: ignore[arg-type]


def _code(references: Sequence[str], kind: Kind, reach: Reach) -> Code:
    return reach.code((*references, *_ENGINE[kind], "claims.outcome"))


def leg_job(
    entry: Entry, leg: LegName, reach: Reach, mutant: Mutant | None = None, slot: str = "", floats: Floats = Floats()
) -> Job:
    """The task of a symbolic or numeric leg, for a mutant with its parameter changed."""
    asked = floats.to_json() if leg == "numeric" else {}
    spec = reference_of(entry, leg)
    parameters = {} if mutant is None else {mutant.change.parameter: mutant.change.value}

    def body() -> Mapping[str, Any]:
        return {"kind": leg, "reference": spec, "parameters": parameters, "entry": plain(entry), **asked}

    matter = {"reference": spec, "parameters": parameters, "variables": plain(entry.variables), **asked}
    return _job(entry.id, slot or leg, leg, body, matter, (spec,), reach, mutant)  # type: ignore[arg-type]


def experiment_code(entry: Entry, reach: Reach) -> Code:
    """What the experiment of an entry reaches of the pack, and of the engine."""
    return _code((_experiment(entry),), "experiment", reach)


def _experiment(entry: Entry) -> str:
    return entry.numeric.experiment if entry.numeric else ""


def experiment_job(entry: Entry, part: str, matter: Mapping[str, Any], reach: Reach, slot: str = "") -> Job:
    """The task that runs one part of an entry's experiment (:mod:`claims.measure.parts`)."""
    reference = _experiment(entry)
    whole = {"reference": reference, "part": part, **matter}
    return _job(
        entry.id, slot or part, "experiment", lambda: {"kind": "experiment", **whole}, whole, (reference,), reach
    )


def witness_job(entry: Entry, target: Entry | None, reach: Reach) -> Job:
    """The task that executes the witness of an entry."""

    def body() -> Mapping[str, Any]:
        return {"kind": "witness", "entry": plain(entry), "target": None if target is None else plain(target)}

    owners = [owner for owner in (entry, target) if owner is not None]
    matter = {
        "witness": entry.witness,
        "holds": [(o.id, h.id, h.holds) for o in owners for h in o.hypotheses],
        "falsifies": plain(entry.falsifies),
        "variables": [variable.name for variable in entry.variables],
    }
    references = (entry.witness, *(h.holds for o in owners for h in o.hypotheses))
    return _job(entry.id, "witness", "witness", body, matter, references, reach)


def refuter_job(entry: Entry, mutant: Mutant, slot: str, reach: Reach) -> Job:
    """The task that executes the exact witness against a mutated Lean statement."""

    def body() -> Mapping[str, Any]:
        return {"kind": "refuter", "reference": mutant.refuted_by}

    return _job(
        entry.id,
        slot,
        "refuter",
        body,
        {"reference": mutant.refuted_by, "change": plain(mutant.change)},
        (mutant.refuted_by,),
        reach,
        mutant,
    )


@cache
def _worker_code() -> str:
    """Hash of the code that runs every Python leg: its seed, its samples, its checks, its surroundings."""
    files = (Path(__file__).parent / name for name in ("worker.py", "pool.py", "sandbox.py", "inputs.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _job(
    claim: str, slot: str, kind: Kind, body: Callable[[], Mapping[str, Any]], matter: Mapping[str, Any],
    references: Sequence[str], reach: Reach, mutant: Mutant | None = None,
) -> Job:  # fmt: skip
    code = _code(references, kind, reach)
    key = key_of(
        {
            "protocol": PROTOCOL,
            "kind": kind,
            "matter": matter,
            "code": code.fingerprint,
            "worker": _worker_code(),
            "tools": tool_versions(),
        }
    )
    return Job(claim, slot, kind, body, code, key, mutant)


@cache
def statement_hash(entry: Entry) -> str:
    """SHA-256 of what an entry says: statement, variables and hypotheses (their kinds included)."""
    return key_of(
        {"statement": entry.statement, "variables": plain(entry.variables), "hypotheses": plain(entry.hypotheses)}
    )


def lock_row(entry: Entry, leg: LegName, result: LegResult, earned: str, source: str) -> Row:
    """The lock's line for one leg of one claim."""
    statement, axioms, reads, behind = statement_hash(entry), None, "", {}
    if leg == "lean":
        # Both what Lean proves and what the entry says it means: a change of either is drift.
        proved = result.evidence.get("statement_hash", "")
        statement = key_of({"lean": proved, "entry": statement}) if proved else ""
        if proved:
            axioms, reads = tuple(result.evidence["axioms"]), result.evidence["signature"]
            behind = dict(result.evidence["behind"])
    kinds = {h.id: h.kind.value for h in entry.hypotheses}
    mutants = sum(mutant.leg == leg for mutant in entry.mutants)
    return Row(
        entry.id, leg, result.verdict.value, earned, statement, axioms, source, "", reads, behind, kinds, mutants
    )


def source_hash(entry: Entry, leg: LegName, code: str) -> str:
    """Hash of the entry's fields for a leg and of the code or Lean sources the leg reaches."""
    return key_of({"leg": plain(entry.leg(leg)), "statement": statement_hash(entry), "code": code})
