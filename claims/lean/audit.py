"""What Lean accepts in silence and this project does not: words in the sources, and what the compiled modules show.

Several unsound things compile without a message: an axiom, native evaluation, a switched-off kernel, a hidden
`sorry`. Each has a word that must not occur in a source. Whatever words were used, :mod:`claims.lean.proofs` reads
from the compiled modules what every declaration rests on and checks each proof anew.
:mod:`claims.lean.canary` shows in every run that both would see a forgery.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from claims.lean.build import BuildReport
from claims.lean.project import Finding, Module, Project
from claims.lean.proofs import Proofs
from claims.lean.render import plain_name
from claims.lean.source import SourceText, blank, string_spans
from claims.lean.trust import TrustGraph
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
    "#eval",
    "meta",
    "prelude",
    "simproc",
    "dsimproc",
    "simproc_decl",
    "command_elab",
    "term_elab",
    "tactic_elab",
    "addDecl",
    "axiomDecl",
    "macro_rules",
    "syntax",
    "notation",
    "notation3",
    "infix",
    "infixl",
    "infixr",
    "prefix",
    "postfix",
    "mkNode",
    "mkIdent",
    "MacroM",
    "Macro",
    "Syntax",
    "TSyntax",
    "ParserDescr",
    "MetaM",
    "CoreM",
    "TacticM",
    "TermElabM",
    "CommandElabM",
    "builtin_init",
    "dbg_trace",
)
ALLOWED_OPTIONS = ("maxHeartbeats", "maxRecDepth", "synthInstance.maxHeartbeats")

_BANNED = re.compile(rf"(?<![\w'!?])({'|'.join(BANNED_WORDS)}|#eval!|declare_\w*)(?![\w'!?])|\+\s*(native)\b")
_OPTION = re.compile(r"(?<![\w'!?])set_option\s+([\w.«»]*)")
_IMPORT = re.compile(r"(?<![\w.'!?])import\s+(?:all\s+)?([\w.«»]*)")
_MACRO = re.compile(r"(?<![\w'!?])macro(?![\w'!?])")
_TACTIC_MACRO = re.compile(r'(?<![\w.\'!?])local\s+macro\s+"\w+"\s*:\s*tactic\s*=>\s*`\(tactic\|')
#: Where Lean may read a comment or string otherwise than the search does; looked for in the text as it stands.
_MISLEADING = re.compile(r"""(?P<name>[«»])|(?P<interpolated>[A-Za-z]!")|(?P<raw>(?<!\w)r#*")|(?P<char>'\\?"')""")
_MISLEADING_TEXT = {
    "name": "a name in «»",
    "interpolated": "an interpolated string",
    "raw": "a raw string",
    "char": "a quotation mark as a character",
}


def banned_words(text: str, own: Collection[str] = ()) -> list[tuple[int, str]]:
    """Pairs (line, what) of everything in a source, comments aside, that is not allowed; strings are searched too.

    What could make this search take code for a comment is not allowed anywhere, not even in a comment. ``own`` are
    the modules of the project: they may be imported, beside Lean's ``Init`` and ``Std``.
    """
    searched = blank(text, strings=False)
    found = [(m.start(), f"the word `{m[1] or m[0]}`") for m in _BANNED.finditer(searched)]
    found += [(m.start(), _MISLEADING_TEXT[m.lastgroup or "name"]) for m in _MISLEADING.finditer(text)]
    found += [(start, "a string with a brace") for start, end in string_spans(text) if "{" in text[start:end]]
    found += [(m.start(), f"`set_option {m[1]}`") for m in _OPTION.finditer(searched) if m[1] not in ALLOWED_OPTIONS]
    found += [(m.start(), f"`import {m[1]}`") for m in _IMPORT.finditer(searched) if not _importable(m[1], own)]
    allowed = {m.end() for m in re.finditer(r"local\s+macro\b", searched) if _TACTIC_MACRO.match(searched, m.start())}
    found += [(m.start(), "a `macro` of this form") for m in _MACRO.finditer(searched) if m.end() not in allowed]
    source = SourceText(text)
    return sorted((source.line_of(at), what) for at, what in found)


def _importable(name: str, own: Collection[str]) -> bool:
    return name in own or name.split(".")[0] in ("Init", "Std")


def word_findings(modules: Iterable[Module]) -> list[Finding]:
    """Banned words of all modules of a project, with their places (``LEAN_BANNED``)."""
    modules = tuple(modules)
    own = {module.name for module in modules}
    return [
        Finding("LEAN_BANNED", Place(module.file, line), f"{what} is not allowed in the library")
        for module in modules
        for line, what in banned_words(module.source.text, own)
    ]


def proof_findings(project: Project, proofs: Proofs) -> list[Finding]:
    """What the compiled modules show that must not be there, registered theorem or not.

    ``LEAN_OLEAN``: a module that cannot be judged. ``LEAN_KERNEL``, ``LEAN_LIMIT``: the second kernel refuses a
    declaration, or cannot decide it. ``LEAN_AXIOM``: an axiom of the library's own, or the use of a constant that
    proves without proof.
    """
    found = [Finding("LEAN_OLEAN", module_place(project, f.module), f.message) for f in proofs.faults]
    for refusal in proofs.refusals:
        if not refusal.cause:
            code = "LEAN_LIMIT" if refusal.limit else "LEAN_KERNEL"
            found.append(Finding(code, place_of(project, refusal.declaration), f"the second kernel: {refusal}"))
    return found + (_axiom_findings(project, proofs.graph) if proofs.graph is not None else [])


def _axiom_findings(project: Project, graph: TrustGraph) -> list[Finding]:
    found = []
    for name, member in graph.members.items():
        place = place_of(project, name)
        if member.kind == "axiom":
            found.append(Finding("LEAN_AXIOM", place, f"{name} is an axiom: it is asserted and not proved"))
        elif not member.unsafe:
            used = sorted(each for each in member.names if graph.is_forbidden(each))
            if used:
                found.append(Finding("LEAN_AXIOM", place, f"{name} uses {', '.join(used)}"))
    return found


def place_of(project: Project, constant: str) -> Place:
    """Where a constant is declared; one that Lean made (``foo._proof_1``) stands where what it was made for does."""
    name = plain_name(constant)
    while name:
        if (located := project.declarations.get(name)) is not None:
            return located.place
        name = name.rpartition(".")[0]
    private = constant.removeprefix("_private.").split(".0.")[0] if constant.startswith("_private.") else ""
    return module_place(project, private)


def module_place(project: Project, module: str) -> Place:
    """The first line of a module; of the root where the project has none of this name."""
    found = project.modules.get(module) or project.modules.get(project.library)
    return Place(f"{project.library}.lean" if found is None else found.file, 1)


def audit(project: Project, built: BuildReport) -> list[Finding]:
    """Every finding about the sources: the project's own, modules that do not compile, words."""
    compiled = [finding for result in built.results.values() if (finding := result.finding()) is not None]
    return [*project.findings, *compiled, *word_findings(project.modules.values())]


def taints(project: Project, findings: Iterable[Finding]) -> Mapping[str, Finding]:
    """For each module the first banned word in it or in what it imports: no theorem of it counts."""
    by_file: dict[str, Finding] = {}
    for finding in findings:
        if finding.code == "LEAN_BANNED":
            by_file.setdefault(finding.place.file, finding)
    result: dict[str, Finding] = {}
    for name in project.modules if by_file else ():
        hit = next((by_file[m.file] for m in reversed(project.closure(name)) if m.file in by_file), None)
        if hit is not None:
            result[name] = hit
    return result
