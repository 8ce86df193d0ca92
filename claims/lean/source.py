"""Reads Lean source text without Lean: comments and strings blanked out, imports, declarations and their spans.

Nothing here decides whether anything is true: it tells where a declaration stands, so that a message of Lean can
be attributed to it, and which words a file uses. Positions are offsets into the text; lines count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_CHAR_LITERAL = re.compile(r"'(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)|[^\\'\n])'")
_OPENER = re.compile(r"""--|/-|"|'|«|r(?=#*")""")
_NOT_NEWLINE = re.compile(r"[^\n]")
_COMMENT_MARK = re.compile(r"/-|-/")
_RAW_STRING = re.compile(r'r(#*)"')
_IMPORT = re.compile(r"(?<![\w.'!?])import\s+(?:all\s+)?([\w.«»]+)")
_PART = r"(?:«[^»]*»|[^\W\d][\w'!?]*)"
_NAME = rf"{_PART}(?:\.{_PART})*"
_PREFIX = r"(?:(?:set_option|open|omit|include|variable)\b[^\n]*?\bin\s+)*"
_MODIFIER = r"(?:@\[(?:[^\[\]]|\[[^\]]*\])*\]\s*|\b(?:private|protected|public|noncomputable|meta|nonrec)\s+)*"
_HEAD = re.compile(_PREFIX + _MODIFIER)
_HEAD_LINES = 8
_DECLARATION = re.compile(rf"\b(?P<kind>theorem|lemma|def|abbrev)\s+(?P<name>{_NAME})(?:\.\{{[^}}]*\}})?")
_SCOPE = re.compile(rf"\b(?P<word>namespace|section|mutual|end)\b(?:[ \t]+(?P<name>{_NAME}))?")
_COMMAND = re.compile(
    r"^(?:@\[|#|(?:theorem|lemma|def|abbrev|instance|structure|class|inductive|example|namespace|section|end|variable"
    r"|open|universe|attribute|set_option|local|scoped|macro|notation|infix|infixl|infixr|prefix|postfix|syntax"
    r"|private|protected|noncomputable|public|export|mutual|deriving|omit|include|meta|nonrec|axiom|opaque)\b)",
    re.M,
)
_OPEN, _CLOSE = "([{⟨⦃", ")]}⟩⦄"
_STATEMENT_MARK = re.compile(r"[(\[{⟨⦃)\]}⟩⦄]|:=|where|\|")


def blank(text: str, *, strings: bool = True) -> str:
    """The text with comments (and strings) turned into spaces: same length, same lines."""
    pieces, at = [], 0
    for start, end, is_string in _islands(text):
        if text[start] != "«" and (strings or not is_string):
            pieces += [text[at:start], _NOT_NEWLINE.sub(" ", text[start:end])]
            at = end
    return "".join((*pieces, text[at:]))


def string_spans(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the strings and character literals."""
    return ((start, end) for start, end, is_string in _islands(text) if is_string and text[start] != "«")


def _islands(text: str) -> Iterator[tuple[int, int, bool]]:
    """Spans (start, end, is a string) of comments, strings, character literals and names in «»."""
    at = 0
    while (match := _OPENER.search(text, at)) is not None:
        at = match.start()
        opener = match[0]
        if opener == "--":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield at, end, False
        elif opener == "/-":
            end = _comment_end(text, at)
            yield at, end, False
        elif opener == '"':
            end = _string_end(text, at)
            yield at, end, True
        elif opener == "«":
            end = text.find("»", at) + 1 or len(text)
            yield at, end, True
        elif not _in_word(text, at) and (found := _quoted(text, at)) is not None:
            end = found
            yield at, end, True
        else:
            end = at + 1
        at = end


def _in_word(text: str, at: int) -> bool:
    return at > 0 and (text[at - 1].isalnum() or text[at - 1] in "_'!?")


def _comment_end(text: str, at: int) -> int:
    depth, at = 1, at + 2
    while depth and (match := _COMMENT_MARK.search(text, at)) is not None:
        depth += 1 if match[0] == "/-" else -1
        at = match.end()
    return at if depth == 0 else len(text)


def _string_end(text: str, at: int) -> int:
    at += 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return min(at + 1, len(text))


def _quoted(text: str, at: int) -> int | None:
    """End of the character literal or raw string that starts at ``at``, or None."""
    if text[at] == "'":
        match = _CHAR_LITERAL.match(text, at)
        return None if match is None else match.end()
    match = _RAW_STRING.match(text, at)
    if match is None:
        return None
    end = text.find('"' + match[1], match.end())
    return len(text) if end < 0 else end + 1 + len(match[1])


@dataclass(frozen=True)
class Declaration:
    """A declaration of a file. Offsets: ``start`` (attributes included) <= ``keyword`` < ``statement`` span < ``end``.

    ``statement`` is the text between the name and the proof: binders, colon, proposition.
    """

    name: str
    kind: str
    private: bool
    start: int
    keyword: int
    name_span: tuple[int, int]
    statement_span: tuple[int, int]
    end: int
    line: int
    start_line: int
    end_line: int


class SourceText:
    """A Lean source file, read once; attributes are computed on demand."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def code(self) -> str:
        """The text with comments and strings blanked out."""
        return blank(self.text)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    def line_of(self, offset: int) -> int:
        """Line number of an offset."""
        return bisect_right(self._line_starts, offset)

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """Names of the imported modules, in order."""
        return tuple(m[1].replace("«", "").replace("»", "") for m in _IMPORT.finditer(self.code))

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """Theorems, lemmas, definitions and abbreviations, with full names."""
        found = list(_DECLARATION.finditer(self.code))
        heads = [head_start(self.code, m.start()) for m in found]
        boundaries = sorted({m.start() for m in _COMMAND.finditer(self.code)} | set(heads))
        scopes = _scopes_at(self.code, [m.start() for m in found])
        return tuple(self._declaration(*each, boundaries) for each in zip(found, heads, scopes, strict=True))

    def _declaration(self, match: re.Match[str], start: int, scope: str, boundaries: list[int]) -> Declaration:
        after = bisect_right(boundaries, match.end("kind"))
        limit = boundaries[after] if after < len(boundaries) else len(self.code)
        end = match.end() + len(self.code[match.end() : limit].rstrip())
        written = match["name"]
        name = written.removeprefix("_root_.") if written.startswith("_root_.") else f"{scope}{written}"
        return Declaration(
            name=name,
            kind=match["kind"],
            private="private" in self.code[start : match.start()].split(),
            start=start,
            keyword=match.start(),
            name_span=match.span("name"),
            statement_span=(match.end(), statement_end(self.code, match.end(), end)),
            end=end,
            line=self.line_of(match.start()),
            start_line=self.line_of(start),
            end_line=self.line_of(max(match.start(), end - 1)),
        )


def head_start(code: str, keyword: int) -> int:
    """Where the attributes, modifiers and `... in` prefixes before a keyword begin: a few lines back at most."""
    best, line = keyword, code.rfind("\n", 0, keyword) + 1
    for _ in range(_HEAD_LINES):
        if _HEAD.fullmatch(code, line, keyword):
            best = min(best, line)
        if line == 0:
            break
        line = code.rfind("\n", 0, line - 1) + 1
    return best + len(code[best:keyword]) - len(code[best:keyword].lstrip()) if best < keyword else keyword


def statement_end(code: str, start: int, limit: int) -> int:
    """Offset of the first `:=`, `where` or leading `|` outside brackets."""
    depth = 0
    for match in _STATEMENT_MARK.finditer(code, start, limit):
        mark = match[0]
        if mark in _OPEN:
            depth += 1
        elif mark in _CLOSE:
            depth -= 1
        elif depth == 0 and _starts_body(code, match.start()):
            return match.start()
    return limit


def _starts_body(code: str, at: int) -> bool:
    if code.startswith(":=", at):
        return True
    if code.startswith("where", at):
        return not _in_word(code, at) and not code[at + 5 : at + 6].isalnum()
    line_start = code.rfind("\n", 0, at) + 1
    return code[at] == "|" and code[at : at + 2] != "||" and not code[line_start:at].strip()


def _scopes_at(code: str, offsets: list[int]) -> list[str]:
    """The namespace prefix (with a trailing dot, or empty) at each of the ascending offsets."""
    stack: list[str] = []
    events = list(_SCOPE.finditer(code))
    result, k = [], 0
    for offset in offsets:
        while k < len(events) and events[k].start() < offset:
            _apply_scope(stack, events[k])
            k += 1
        result.append("".join(f"{part}." for part in stack if part))
    return result


def _apply_scope(stack: list[str], event: re.Match[str]) -> None:
    """Namespaces push one named scope per part, sections one nameless scope per part; `end` pops as many."""
    parts = re.findall(_PART, event["name"] or "")
    if event["word"] == "namespace":
        stack.extend(parts)
    elif event["word"] in ("section", "mutual"):
        stack.extend("" for _ in parts or [""])
    else:
        count = max(1, len(parts))
        del stack[max(0, len(stack) - count) :]
