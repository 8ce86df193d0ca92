"""What Lean accepts in silence and this project does not: words in the sources, constants in the compiled files.

Several unsound things compile without a message: an axiom, native evaluation, a switched-off kernel, a hidden
`sorry`. Each has a word that must not occur in a source, and most leave a constant that must not occur in a
compiled file. :mod:`claims.lean.canary` shows in every run that both searches would see them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from claims.lean.build import BuildReport
from claims.lean.project import Finding, Module, Project
from claims.lean.source import SourceText, blank
from claims.outcome import Place

BANNED_WORDS = (
    "sorry",
    "admit",
    "axiom",
    "native_decide",
    "implemented_by",
    "extern",
    "csimp",
    "unsafe",
    "opaque",
    "partial",
    "initialize",
    "builtin_initialize",
    "elab",
    "elab_rules",
    "by_elab",
    "run_cmd",
    "run_meta",
    "run_elab",
    "run_tac",
    "sorryAx",
    "lcProof",
    "lcUnreachable",
    "ofReduceBool",
    "reduceBool",
    "reduceNat",
    "trustCompiler",
    "skipKernelTC",
)
ALLOWED_OPTIONS = ("maxHeartbeats", "maxRecDepth", "synthInstance.maxHeartbeats")
FORBIDDEN_CONSTANTS = (b"sorryAx", b"ofReduceBool", b"trustCompiler")

_BANNED = re.compile(rf"(?<![\w'!?])({'|'.join(BANNED_WORDS)})(?![\w'!?])|\+\s*(native)\b")
_OPTION = re.compile(r"(?<![\w'!?])set_option\s+([\w.«»]*)")


def banned_words(text: str) -> list[tuple[int, str]]:
    """Pairs (line, what) of everything in a source, comments aside, that is not allowed; strings are searched too."""
    searched = blank(text, strings=False)
    source = SourceText(text)
    found = [(source.line_of(m.start()), f"the word `{m[1] or m[0]}`") for m in _BANNED.finditer(searched)]
    for match in _OPTION.finditer(searched):
        if match[1] not in ALLOWED_OPTIONS:
            found.append((source.line_of(match.start()), f"`set_option {match[1]}`"))
    return sorted(found)


def forbidden_constants(path: Path) -> list[str]:
    """Names of forbidden constants whose text occurs in a compiled file; ``OSError`` when it cannot be read."""
    data = path.read_bytes()
    return [name.decode() for name in FORBIDDEN_CONSTANTS if name in data]


def word_findings(modules: Iterable[Module]) -> list[Finding]:
    """Banned words of all modules, with their places (``LEAN_BANNED``)."""
    return [
        Finding("LEAN_BANNED", Place(module.file, line), f"{what} is not allowed in the library")
        for module in modules
        for line, what in banned_words(module.source.text)
    ]


def constant_findings(project: Project, built: BuildReport) -> list[Finding]:
    """Forbidden constants in the compiled files of all modules (``LEAN_CONSTANT``)."""
    findings = []
    for name, result in built.results.items():
        names = sorted({c for file in result.files or {} for c in forbidden_constants(built.out / file)})
        if names:
            place = Place(project.modules[name].file, 1)
            findings.append(Finding("LEAN_CONSTANT", place, f"the compiled module refers to {', '.join(names)}"))
    return findings


def audit(project: Project, built: BuildReport) -> list[Finding]:
    """Every finding about the library: the project's own, modules that do not compile, words, constants."""
    compiled = [finding for result in built.results.values() if (finding := result.finding()) is not None]
    words = word_findings(project.modules.values())
    return [*project.findings, *compiled, *words, *constant_findings(project, built)]


def taints(project: Project, findings: Iterable[Finding]) -> Mapping[str, Finding]:
    """For each module the first finding of the audit proper in it or in what it imports: no theorem of it counts."""
    by_file: dict[str, Finding] = {}
    for finding in findings:
        if finding.code in ("LEAN_BANNED", "LEAN_CONSTANT"):
            by_file.setdefault(finding.place.file, finding)
    result: dict[str, Finding] = {}
    for name in project.modules if by_file else ():
        hit = next((by_file[m.file] for m in reversed(project.closure(name)) if m.file in by_file), None)
        if hit is not None:
            result[name] = hit
    return result
