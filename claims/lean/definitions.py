"""The code of the definitions behind a statement: a changed definition changes what a theorem says.

Names are followed as words, without Lean: a declaration is reached when a part of its name occurs in the statement
or in a declaration that is reached. That is more than Lean would follow, never less: instances, and the context of
each module concerned, count always. Of a theorem that is reached only the statement counts.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from claims.lean.project import Module, Project
from claims.lean.source import blank, head_start, statement_end

_NAME = r"(?:(?:[^\W\d][\w'!?]*|«[^»]*»)\.?)+"
_KEYWORD = re.compile(
    r"(?<![\w.'!?])(?P<kind>theorem|lemma|example|def|abbrev|structure|class|inductive|instance)(?![\w'!?])(?!\s*[\],])"
    rf"(?:\s+(?P<name>{_NAME}))?"
)
_CONTEXT = re.compile(
    r"^(?:(?:public|local|scoped)\s+)*(?:variable|attribute|universe|include|omit|open|export)(?![\w'!?])[^\n]*"
    r"(?:\n[ \t]+[^\n]*)*",
    re.M,
)
_WORD = re.compile(r"[^\W\d][\w'!?]*")
_FIELD = re.compile(r"([^\W\d][\w'!?]*)\s*:|\|\s*([^\W\d][\w'!?]*)")
_PROVED = ("theorem", "lemma", "example")


@dataclass(frozen=True)
class _Part:
    """A declaration, or the context commands of a module: ``text`` is what counts, ``always`` needs no mention."""

    module: str
    names: frozenset[str]
    text: str
    always: bool = False

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the text."""
        return frozenset(_WORD.findall(self.text))


class Definitions:
    """All declarations of a project by the words that reach them; built once, asked once per theorem."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.context = {m.name: _context(m) for m in project.modules.values()}
        self.parts = [part for m in project.modules.values() for part in _parts(m)]
        self.by_name: dict[str, list[int]] = {}
        for index, part in enumerate(self.parts):
            for name in part.names:
                self.by_name.setdefault(name, []).append(index)
        self.reaches = [self._mentioned(part.words) for part in self.parts]

    def _mentioned(self, words: Iterable[str]) -> frozenset[int]:
        return frozenset(index for word in words for index in self.by_name.get(word, ()))

    def reached(self, theorem: str, printed: str = "") -> list[str]:
        """The texts that count for a theorem, sorted; ``printed`` is its statement as Lean prints it."""
        located = self.project.declarations[theorem]
        start, end = located.declaration.statement_span
        inside = {m.name for m in self.project.closure(located.module.name)}
        words = _WORD.findall(f"{located.module.source.code[start:end]} {printed}")
        modules = {located.module.name}
        todo = {*self._mentioned(words), *self._mentioned(self.context[located.module.name].words)}
        todo |= {index for index, part in enumerate(self.parts) if part.always}
        done: set[int] = set()
        while todo:
            index = todo.pop()
            part = self.parts[index]
            if index in done or part.module not in inside:
                continue
            done.add(index)
            todo |= self.reaches[index] - done
            if part.module not in modules:
                modules.add(part.module)
                todo |= self._mentioned(self.context[part.module].words) - done
        return sorted((*(self.parts[i].text for i in done), *(self.context[name].text for name in modules)))

    def hash(self, theorem: str, printed: str, statement_hash: str) -> str:
        """SHA-256 over the hash of a statement and the code of the definitions behind it."""
        content = "\n".join((statement_hash, *self.reached(theorem, printed)))
        return hashlib.sha256(content.encode()).hexdigest()


def _parts(module: Module) -> list[_Part]:
    """The declarations of a module; each definition extends to the next declaration."""
    code = blank(module.source.text, strings=False)
    found = list(_KEYWORD.finditer(code))
    starts = [head_start(code, match.start()) for match in found]
    return [_part(module.name, code, match, start, starts) for match, start in zip(found, starts, strict=True)]


def _part(module: str, code: str, match: re.Match[str], start: int, starts: list[int]) -> _Part:
    after = bisect_right(starts, match.start())
    end = starts[after] if after < len(starts) else len(code)
    kind, name = match["kind"], match["name"] or ""
    names = {_WORD.findall(name)[-1]} if _WORD.search(name) else set()
    proved = kind in _PROVED
    text = code[match.start() : statement_end(code, match.end(), end)] if proved else code[start:end]
    if kind in ("structure", "class", "inductive"):
        names |= {word for pair in _FIELD.findall(text) for word in pair if word}
    always = kind == "instance" or "instance" in _WORD.findall(code[start : match.start()])
    return _Part(module, frozenset(names), " ".join(text.split()), always)


def _context(module: Module) -> _Part:
    lines = [" ".join(match[0].split()) for match in _CONTEXT.finditer(blank(module.source.text, strings=False))]
    kept = sorted({line for line in lines if not line.endswith(" in")})
    return _Part(module.name, frozenset(), "\n".join(kept))
