"""SARIF 2.1.0 of a run's findings, for code scanning. What could not be checked is ``open`` and not a failure."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from claims import __version__
from claims.annotate import located, workspace
from claims.gate import INPUT, UNAVAILABLE, Finding
from claims.outcome import Place
from claims.pack import Pack
from claims.reasons import Reason, reasons

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_EXITS = {
    0: "clean",
    1: "a claim failed or weakened",
    2: "input cannot be used or nothing was checked",
    3: "a required tool is missing",
}


def render(found: Sequence[Finding], code: int, pack: Pack) -> str:
    """The log as text: every error, warning and unchecked leg of the run; notes are left out."""
    shown = [finding for finding in found if finding.level != "note"]
    rules = list(dict.fromkeys(finding.reason for finding in shown))
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "claims", "version": __version__, "rules": [_rule(code) for code in rules]}
                },
                "automationDetails": {"id": "claims/"},
                "columnKind": "utf16CodeUnits",
                "originalUriBaseIds": {"SRCROOT": {"description": {"text": "the checkout that holds the pack"}}},
                "invocations": [
                    {
                        "executionSuccessful": code != INPUT,
                        "exitCode": code,
                        "exitCodeDescription": _EXITS.get(code, ""),
                    }
                ],
                "results": _results(shown, rules, pack),
            }
        ],
    }
    return json.dumps(log, indent=1) + "\n"


def _rule(code: str) -> dict[str, Any]:
    reason = reasons().get(code) or Reason(code, code, "", "")
    return {
        "id": code,
        "shortDescription": {"text": reason.title},
        "fullDescription": {"text": reason.explanation or reason.title},
        "help": {"text": f"{reason.explanation} What to do: {reason.remedy}".strip()},
    }


def _results(found: Sequence[Finding], rules: Sequence[str], pack: Pack) -> list[dict[str, Any]]:
    root, base = pack.root, workspace(pack.root)
    seen: Counter[tuple[str, str]] = Counter()
    results = []
    for finding in found:
        key = (finding.subject, finding.reason)
        seen[key] += 1
        # Without line numbers and messages, which change when nothing else does.
        mark = hashlib.sha256("\0".join((*key, str(seen[key]))).encode("utf-8", "replace")).hexdigest()
        unchecked = finding.exit == UNAVAILABLE
        results.append(
            {
                "ruleId": finding.reason,
                "ruleIndex": rules.index(finding.reason),
                "kind": "open" if unchecked else "fail",
                "level": "none" if unchecked else "error" if finding.level == "error" else "warning",
                "message": {"text": f"{finding.subject}: {finding.message or 'failed'}"},
                "locations": [{"physicalLocation": _location(finding.place, pack, root, base)}],
                "partialFingerprints": {"claimsFinding/v1": mark[:32]},
            }
        )
    return results


def _location(place: Place | None, pack: Pack, root: Path, base: Path) -> dict[str, Any]:
    """Where a finding shows; one without a file of its own shows at the pack's settings."""
    at = located(place, root, base) or located(_settings(pack), root, base)
    location: dict[str, Any] = {"artifactLocation": {"uri": quote(at["file"]), "uriBaseId": "SRCROOT"}}
    if "line" in at:
        location["region"] = {"startLine": int(at["line"])}
    return location


def _settings(pack: Pack) -> Place:
    name = "claims.toml" if (pack.root / "claims.toml").is_file() else "pyproject.toml"
    return Place(name, 1)
