"""The planted Lean forgeries of ``tests/faults/lean``: what each must be judged as, and what is wrong when it is not."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from claims.auditing import examine_all, findings_of
from claims.lean import toolchain
from claims.lean.environment import find_modules
from claims.lean.judges import CoreSpec
from claims.lean.proofs import Proofs, inspect
from claims.lean.verdict import Examiner

FORGERIES = Path(__file__).parent / "faults" / "lean"
CASES: dict[str, dict[str, Any]] = {
    path.parent.name: tomllib.loads(path.read_text("utf8")) for path in sorted(FORGERIES.glob("*/case.toml"))
}


def is_drift(name: str) -> bool:
    """Whether a case compares two libraries instead of judging one."""
    return name.startswith("drift-")


def is_good(name: str) -> bool:
    """Whether nothing is wrong in a case, so that it must be accepted."""
    return "rejected" not in CASES[name]["theorems"].values()


def core_spec(install: bool = True) -> CoreSpec:
    """The core library they are judged against; raises ``ToolchainUnavailable`` where there is none."""
    tool = toolchain.locate("embedded", offline=not install, install=install)
    assert tool.core is not None
    return CoreSpec(tool.core, tool.git_hash, tool.core_digest)


def judged(spec: CoreSpec, folder: str) -> Proofs:
    """What the two audits say of the compiled modules of a case."""
    return inspect(spec, find_modules(FORGERIES / folder / "compiled"), None, 1)


def hashes(spec: CoreSpec, folder: str, theorems: Collection[str]) -> dict[str, str]:
    """Deep hash of the statement of each theorem."""
    examiner = Examiner(judged(spec, folder))
    found = {theorem: examiner.examine(theorem).statement for theorem in theorems}
    return {theorem: statement.deep for theorem, statement in found.items() if statement is not None}


def differences(spec: CoreSpec, name: str) -> list[str]:
    """Everything in which a case is not judged as its `case.toml` says."""
    wanted = CASES[name]["theorems"]
    if is_drift(name):
        before, after = (hashes(spec, f"{name}/{when}", wanted) for when in ("before", "after"))
        got = {theorem: "ok" if before[theorem] == after[theorem] else "rejected" for theorem in wanted}
        return _unlike(wanted, got)
    proofs = judged(spec, name)
    examined = [] if proofs.graph is None else examine_all(proofs)
    said = "\n".join(f"{finding.subject}: {finding.message}" for finding in findings_of(proofs, examined))
    found = [f"does not say {word!r}\n{said}" for word in CASES[name]["names"] if word not in said]
    if proofs.graph is None or proofs.faults:
        return found + _unlike(wanted, dict.fromkeys(wanted, "rejected"))
    examiner, got = Examiner(proofs), {}
    for theorem in wanted:
        proved = proofs.graph.members[theorem].kind == "theorem" and examiner.examine(theorem).objection is None
        got[theorem] = "ok" if proved else "rejected"
    return found + _unlike(wanted, got)


def _unlike(wanted: dict[str, str], got: dict[str, str]) -> list[str]:
    return [f"{name} is {got[name]}, expected {verdict}" for name, verdict in wanted.items() if got[name] != verdict]
