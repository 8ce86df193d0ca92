"""What Lean says a theorem states: one generated file with a `#check` per theorem, and the parsing of its answers.

Each theorem is printed twice: as a reader would write it (shown in reports, source of the binder names), and with
implicit arguments, instances and universes (hashed, so that a change of type behind the same notation shows).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from claims.lean.build import BuildReport
from claims.lean.process import LeanRun, Message, Runner
from claims.lean.project import Project
from claims.lean.store import Progress
from claims.lean.toolchain import Toolchain

_READABLE = ("pp.deepTerms true", "pp.maxSteps 1000000")
_EXPLICIT = ("pp.explicit true", "pp.fullNames true", "pp.universes true", "pp.notation false")
_HEAD = re.compile(r"^@?(?P<name>[^\s({\[⦃:]+?)(?:\.\{[^}]*\})?(?=\s|$|:)")
_PAIRS = {"(": ")", "{": "}", "[": "]", "⦃": "⦄"}
_SECONDS = 900.0
_VERSION = "2"


@dataclass(frozen=True)
class Binder:
    """A named binder of a statement; ``kind`` is ``explicit``, ``implicit`` or ``instance`` (never nameless)."""

    name: str
    type: str
    kind: str = "explicit"


@dataclass(frozen=True)
class Signature:
    """A statement as Lean prints it. ``binders`` are the explicit named ones, ``implicit`` the other named ones.

    ``statement_hash`` is the SHA-256 of the fully explicit print, white space normalised. ``conclusion`` is what
    follows the binders, ``unnamed`` how many hypotheses without a name it begins with.
    """

    theorem: str
    text: str
    binders: tuple[Binder, ...]
    implicit: tuple[Binder, ...]
    conclusion: str
    unnamed: int
    statement_hash: str


@dataclass(frozen=True)
class Signatures:
    """Signatures by theorem; ``missing`` are names that Lean does not know; ``failure`` says why there are none."""

    found: Mapping[str, Signature] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    failure: str = ""


def normalise(text: str) -> str:
    """The text with each run of white space as one space, and none beside the inside of a bracket."""
    one_line = " ".join(text.split())
    return re.sub(r"([({\[⟨⦃]) | (?=[)}\]⟩⦄])", r"\1", one_line)


def parse_signature(theorem: str, readable: str, explicit: str) -> Signature:
    """Parse the two prints of one theorem; raises ``ValueError`` on text of another form."""
    text = normalise(readable)
    head = _HEAD.match(text)
    if head is None:
        raise ValueError(f"not a signature: {text[:80]!r}")
    groups, rest = _bracket_groups(text[head.end() :].lstrip())
    if not rest.startswith(":"):
        raise ValueError(f"no statement in {text[:80]!r}")
    binders = tuple(b for opening, body in groups for b in _binders(opening, body))
    return Signature(
        theorem=theorem,
        text=text,
        binders=tuple(b for b in binders if b.kind == "explicit"),
        implicit=tuple(b for b in binders if b.kind != "explicit"),
        conclusion=rest[1:].strip(),
        unnamed=unnamed_hypotheses(rest[1:]),
        statement_hash=hashlib.sha256(normalise(explicit).encode()).hexdigest(),
    )


def _bracket_groups(text: str) -> tuple[list[tuple[str, str]], str]:
    """Leading bracket groups as (opening bracket, content), and what follows them."""
    groups = []
    while text and text[0] in _PAIRS:
        end = _matching(text)
        groups.append((text[0], text[1:end]))
        text = text[end + 1 :].lstrip()
    return groups, text


def unnamed_hypotheses(conclusion: str) -> int:
    """Number of arrows outside brackets and quantifiers: Lean prints a named hypothesis as a binder instead."""
    depth = count = 0
    for char in conclusion:
        depth += (char in _PAIRS) - (char in _PAIRS.values())
        if depth == 0 and char == "↔":
            return 0
        if depth == 0 and char in "∀∃λ":
            return count
        count += depth == 0 and char == "→"
    return count


def _matching(text: str) -> int:
    depth = 0
    for at, char in enumerate(text):
        depth += (char in _PAIRS) - (char in _PAIRS.values())
        if depth == 0:
            return at
    raise ValueError(f"unbalanced brackets in {text[:80]!r}")


def _binders(opening: str, body: str) -> list[Binder]:
    kind = {"(": "explicit", "[": "instance"}.get(opening, "implicit")
    names, colon, type_ = _split_colon(body)
    if not colon:
        return []
    return [Binder(name, type_.strip(), kind) for name in names.split()]


def _split_colon(body: str) -> tuple[str, str, str]:
    """Split at the first colon outside brackets that separates names from a type."""
    depth = 0
    for at, char in enumerate(body):
        depth += (char in _PAIRS) - (char in _PAIRS.values())
        if char == ":" and depth == 0 and body[at : at + 2] not in (":=", "::"):
            return body[:at], ":", body[at + 1 :]
    return body, "", ""


def check_file(modules: Sequence[str], theorems: Sequence[str]) -> tuple[str, dict[int, tuple[str, bool]]]:
    """The generated file, and for each line of a `#check` its theorem and whether it is the explicit print."""
    lines = ["module", *(f"import {name}" for name in modules)]
    where: dict[int, tuple[str, bool]] = {}
    for options, explicit in ((_READABLE, False), (_EXPLICIT, True)):
        lines += [f"set_option {option}" for option in options]
        for theorem in theorems:
            lines.append(f"#check {theorem}")
            where[len(lines)] = (theorem, explicit)
    return "\n".join(lines) + "\n", where


def read_answers(messages: Sequence[Message], where: Mapping[int, tuple[str, bool]]) -> Signatures:
    """Attribute messages to theorems; one with an error is missing, one without an answer is a failure."""
    texts: dict[tuple[str, bool], str] = {}
    missing: set[str] = set()
    for message in messages:
        if message.line not in where:
            if message.severity == "error":
                return Signatures(failure=f"the check file fails: {message.text[:300]}")
        elif message.severity == "error":
            missing.add(where[message.line][0])
        else:
            texts[where[message.line]] = message.text
    found = {}
    for theorem in {name for name, _ in where.values()} - missing:
        try:
            found[theorem] = parse_signature(theorem, texts[theorem, False], texts[theorem, True])
        except (KeyError, ValueError) as error:
            return Signatures(failure=f"no usable answer of Lean for {theorem}: {error}")
    return Signatures(found, tuple(sorted(missing)))


def signatures(
    project: Project,
    theorems: Sequence[str],
    toolchain: Toolchain,
    built: BuildReport,
    progress: Progress | None = None,
    runner: Runner | None = None,
) -> Signatures:
    """The signatures of ``theorems``, all in modules that are compiled; one Lean run, remembered in ``built.out``."""
    names = sorted(set(theorems))
    if not names:
        return Signatures()
    modules = [name for name, result in built.results.items() if result.state == "ok"]
    parts = [_VERSION, toolchain.identity, *(built.results[m].key for m in modules), *names]
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    memory = built.out / ".check" / "signatures.json"
    if (known := _recall(memory, key)) is not None:
        return known
    if progress is not None:
        progress("Lean signatures", 0.0)
    text, where = check_file(modules, names)
    with contextlib.nullcontext(runner) if runner is not None else Runner(toolchain) as used:
        run = _run(text, used, built.out)
    answers = read_answers(run.messages, where)
    if run.exit_code is None:
        return Signatures(failure="the check file was stopped at the time limit")
    if not run.messages:
        return Signatures(failure=f"the check file brought no message (exit code {run.exit_code}): {run.tail}")
    if not answers.failure:
        _remember(memory, key, answers)
    return answers


def _run(text: str, runner: Runner, out: Path) -> LeanRun:
    folder = out / ".check"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"Signatures{os.getpid()}.lean"
    source.write_text(text, "utf8")
    try:
        limit = _SECONDS * (6 if runner.toolchain.release else 1)
        return runner.run(source, None, [out], folder, folder, limit)
    finally:
        source.unlink(missing_ok=True)


def _recall(memory: Path, key: str) -> Signatures | None:
    try:
        raw = json.loads(memory.read_text("utf8"))
        if raw["key"] != key:
            return None
        return Signatures({s["theorem"]: _from_json(s) for s in raw["found"]}, tuple(raw["missing"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _from_json(raw: Mapping[str, Any]) -> Signature:
    lists = {name: tuple(Binder(**b) for b in raw[name]) for name in ("binders", "implicit")}
    return Signature(**{**raw, **lists})


def _remember(memory: Path, key: str, answers: Signatures) -> None:
    content = {"key": key, "found": [asdict(s) for s in answers.found.values()], "missing": list(answers.missing)}
    scratch = memory.with_name(f"{memory.name}.{os.getpid()}")
    scratch.write_text(json.dumps(content), "utf8")
    scratch.replace(memory)
