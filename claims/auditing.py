"""The command ``audit``: what the compiled modules in a folder prove, of any Lean project, without running Lean."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from claims.errors import InputError, Problem
from claims.lean import canary
from claims.lean import toolchain as lean_toolchain
from claims.lean.environment import find_modules
from claims.lean.judges import CoreSpec
from claims.lean.proofs import Proofs, inspect
from claims.lean.render import plain_name
from claims.lean.verdict import Examined, Examiner
from claims.outputs import Outputs, prepare, write
from claims.progress import Progress

SCHEMA = "claims-audit/1"


@dataclass(frozen=True)
class AuditFinding:
    """One thing wrong with the modules; ``subject`` is a module or a declaration."""

    code: str
    subject: str
    message: str


def run_audit(
    folder: Path, names: Sequence[str], json_out: str, trust: bool, jobs: int,
    toolchain: Literal["auto", "embedded", "native"], offline: bool,
) -> int:  # fmt: skip
    """Audit the compiled modules below ``folder``; 0 clean, 1 findings, 2 nothing to read, 3 no Lean core library."""
    outputs = Outputs(json=json_out)
    prepare(outputs)
    paths = find_modules(folder)
    if not paths:
        text = "there is no compiled module (*.olean) in this folder"
        raise InputError(
            [Problem(str(folder), 0, "", text, "give the folder that `lake build` or the build writes to")]
        )
    with contextlib.closing(Progress()) as progress:
        try:
            tool = lean_toolchain.locate(toolchain, offline=offline, install=True, progress=progress.part)
        except lean_toolchain.ToolchainUnavailable as error:
            print(f"no Lean core library to audit against: {error.message} [{error.reason}]", file=sys.stderr)
            return 3
        lost = canary.missed(tool)
        proofs = inspect(CoreSpec.of(tool), paths, None, jobs, progress.part)
        examined = [] if proofs.graph is None else examine_all(proofs, names)
    found = [AuditFinding("LEAN_CANARY", "canaries", text) for text in lost] + findings_of(proofs, examined)
    report = _report(tool, proofs, examined, found)
    write(outputs, {"json": lambda: json.dumps(report, indent=1) + "\n"})
    if not outputs.to_stdout:
        _print(report, trust or bool(names), [] if proofs.graph is None else proofs.graph.own_axioms())
    return 1 if found else 0


def examine_all(proofs: Proofs, names: Sequence[str] = ()) -> list[Examined]:
    """The theorems to report on: those named, or every one that an author named."""
    assert proofs.graph is not None
    members = proofs.graph.members
    unknown = [name for name in names if name not in members]
    if unknown:
        text = "no such constant in these modules"
        raise InputError([Problem("command line", 0, name, text, "give its full name") for name in unknown])
    wanted = names or [name for name, member in members.items() if member.kind == "theorem" and _written(name)]
    examiner = Examiner(proofs)
    return [examiner.examine(name) for name in wanted]


def _written(name: str) -> bool:
    """Whether an author wrote this name: Lean's own helpers are private, or have a part that begins with `_`."""
    return not name.startswith("_private.") and "._" not in name


def findings_of(proofs: Proofs, examined: Sequence[Examined]) -> list[AuditFinding]:
    """Everything wrong: modules that cannot be judged, refused declarations, axioms, theorems that do not count."""
    found = [AuditFinding("LEAN_OLEAN", fault.module or "modules", fault.message) for fault in proofs.faults]
    for refusal in proofs.refusals:
        if not refusal.cause:
            code = "LEAN_LIMIT" if refusal.limit else "LEAN_KERNEL"
            found.append(AuditFinding(code, refusal.declaration, str(refusal)))
    if proofs.graph is not None:
        axioms = [name for name, member in proofs.graph.members.items() if member.kind == "axiom"]
        found += [
            AuditFinding("LEAN_AXIOM", name, f"{plain_name(name)} is an axiom of these modules") for name in axioms
        ]
    told = {(finding.code, finding.subject) for finding in found}
    found += [
        AuditFinding(each.objection.code, each.theorem, each.objection.message)
        for each in examined
        if each.objection is not None and (each.objection.code, each.theorem) not in told
    ]
    return found


def _report(
    tool: lean_toolchain.Toolchain, proofs: Proofs, examined: Sequence[Examined], found: Sequence[AuditFinding]
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "core": {
            "version": tool.version,
            "git_hash": tool.git_hash,
            "pinned": bool(tool.core_digest),
            "digest": proofs.core.identity,
        },
        "modules": {name: summary.sha256 for name, summary in proofs.summaries.items()},
        "declarations": {
            "accepted": proofs.accepted,
            "refused": len(proofs.refusals),
            "outside_the_logic": sorted(name for j in proofs.judgements.values() for name in j.unsafe),
        },
        "attributes": sorted({tuple(a) for s in proofs.summaries.values() for a in s.attributes}),
        "findings": [vars(finding) for finding in found],
        "theorems": [_theorem(each) for each in examined],
    }


def _theorem(each: Examined) -> dict[str, Any]:
    statement = each.statement
    return {
        "name": each.theorem,
        "verdict": "accepted" if each.objection is None else each.objection.code,
        "statement": "" if statement is None else statement.text,
        "shallow_hash": "" if statement is None else statement.shallow,
        "deep_hash": "" if statement is None else statement.deep,
        "assumes": [] if statement is None else [b.name for b in statement.binders if not b.data],
        "axioms": list(each.trust.axioms),
        "core_theorems": list(each.trust.core_theorems),
        "core_definitions": list(each.trust.core_definitions),
    }


def _print(report: dict[str, Any], every: bool, own: Sequence[str]) -> None:
    for finding in report["findings"]:
        print(f"{finding['subject']}: {finding['message']} [{finding['code']}]")
    theorems = report["theorems"]
    for each in theorems if every else ():
        print(f"\n{each['statement'] or each['name']}\n  verdict  {each['verdict']}")
        print(f"  hash     {each['deep_hash']}")
        print(trust_lines(each["axioms"], each["core_theorems"], each["core_definitions"], every))
    core = report["core"]
    pinned = "files pinned by SHA-256" if core["pinned"] else "files recorded at first use, NOT pinned"
    counts = report["declarations"]
    print(f"\n{len(report['modules'])} modules, {len(theorems)} theorems, {len(report['findings'])} problems")
    if not report["findings"]:
        print(
            f"every declaration of these modules ({counts['accepted']:,}) was re-checked by a second, independent "
            f"checker,\nagainst the statements of Lean core {core['version']} at git hash {core['git_hash']} ({pinned})"
        )
    outside = counts["outside_the_logic"]
    if outside:
        print(f"outside the logic, not checked, nothing rests on them: {', '.join(outside)}")
    keys = ("axioms", "core_theorems", "core_definitions")
    union = {key: sorted({name for each in theorems for name in each[key]}) for key in keys}
    print(f"own axioms: {', '.join(own) or 'none'}")
    print(trust_lines(union["axioms"], union["core_theorems"], union["core_definitions"], False).replace("  ", "", 1))


def trust_lines(axioms: Sequence[str], theorems: Sequence[str], definitions: Sequence[str], every: bool) -> str:
    """What a proof rests on, in words; ``every``: the names of the core constants too."""
    lines = [
        f"  core axioms used directly: {', '.join(axioms) or 'none'}",
        f"  stripped core theorems relied on: {len(theorems)} (the axioms these use are not in the compiled files)",
    ]
    if every:
        lines += [f"    {name}" for name in theorems]
    lines.append(f"  core constants without a visible body: {len(definitions)}")
    if every:
        lines += [f"    {name}" for name in definitions]
    return "\n".join(lines)
