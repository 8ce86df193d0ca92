"""The objects of a compiled module as values: numbers, texts, lists, names, universe levels and terms.

Decoding is by need and by type: whatever is not what its place requires raises
:class:`~claims.lean.olean.OleanError`. Object layouts are those of Lean 4.28.
"""

from __future__ import annotations

import re
from typing import Final

from claims.lean.kernel import levels, terms
from claims.lean.kernel.levels import Level
from claims.lean.kernel.terms import Term
from claims.lean.olean import ARRAY, BIGNUM, STRING, OleanError, Parts

_PLAIN: Final = re.compile(r"[^\W\d][\w'!?₀-₉ₐ-ₜᵢ-ᵪ]*\Z")
#: Characters that show nothing or turn the direction of writing: with them a name could look like another one.
_UNSEEN: Final = (
    r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
)
_QUOTED: Final = re.compile(rf"[.«»\s{_UNSEEN}]|^\d+$|^$")
_ESCAPED: Final = re.compile(rf"[^\S ]|[{_UNSEEN}]")
#: Tag and number of fields of an application.
APPLICATION: Final = 5 << 8 | 2
#: Bounds far above what Lean writes, so that a forged file cannot make its reader work without end.
_LONGEST_LIST: Final = 4_096
_LONGEST_NAME: Final = 8_000
_HIGHEST_LEVEL: Final = 100
_LARGEST_LEVEL: Final = 1_000


def component(text: str) -> str:
    """A component of a name as it stands in the full name; one that could be misread is put in «» and escaped."""
    if _PLAIN.match(text) or not _QUOTED.search(text):
        return text
    inner = text.replace("»", "»»").replace("\\", "\\\\")
    return f"«{_ESCAPED.sub(_escape, inner)}»"


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class ObjectReader:
    """Values of one module by the positions of their objects."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.words = parts.words
        self.head = 8 // parts.word
        self._names: dict[int, str] = {}
        self._levels: dict[int, Level] = {-1: levels.ZERO}
        self._weights: dict[Level, int] = {levels.ZERO: 1}
        self._terms: dict[int, Term] = {}
        self._shift = 2 if parts.word == 4 else 3

    def forget(self) -> None:
        """Drop decoded terms (after :func:`claims.lean.kernel.terms.forget`)."""
        self._terms.clear()

    # -- objects ------------------------------------------------------------------------------------------------

    def _fail(self, text: str) -> OleanError:
        return OleanError(f"{self.parts.names[0]}: {text}")

    def _at(self, pointer: int, holder: int) -> int:
        """Position of the object a pointer of the object at ``holder`` goes to; it must come before its holder."""
        position = (pointer - self.parts.base) >> self._shift
        if pointer & 1 or not 0 <= position < holder:
            raise self._fail("a value where an object is needed")
        return position

    def _tag(self, position: int) -> tuple[int, int]:
        word = self.words[position] >> 32 if self.head == 1 else self.words[position + 1]
        return word >> 24, word >> 16 & 255

    def _fields(self, position: int, tag: int, count: int) -> list[int]:
        """Pointer fields of the constructor object at a position, which must have this tag and this many."""
        if self._tag(position) != (tag, count):
            raise self._fail(f"an object of kind {self._tag(position)} where {(tag, count)} is needed")
        start = position + self.head
        return self.words[start : start + count].tolist()

    def _scalar(self, position: int, count: int, index: int) -> int:
        """Byte ``index`` of the scalars after ``count`` pointer fields; the object must be long enough for it."""
        word = self.parts.word
        offset = (self.head + count) * word + index
        size = (self.words[position] >> 32 if self.head == 1 else self.words[position + 1]) & 0xFFFF
        if offset >= size:
            raise self._fail("an object too short for its flags")
        return self.parts.data[position * word + offset]

    def _nat(self, pointer: int, holder: int) -> int:
        if pointer & 1:
            return pointer >> 1
        position = self._at(pointer, holder)
        if self._tag(position)[0] != BIGNUM:
            raise self._fail("a number is needed")
        value = self.parts.bignum(position)
        if value < 0:
            raise self._fail("a negative number where a natural one is needed")
        return value

    def _string(self, pointer: int, holder: int) -> str:
        position = self._at(pointer, holder)
        if self._tag(position)[0] != STRING:
            raise self._fail("a text is needed")
        return self.parts.string(position)

    def _list(self, pointer: int, holder: int) -> list[tuple[int, int]]:
        """Elements of a linked list, each as (pointer, holder)."""
        found = []
        while not pointer & 1:
            holder = self._at(pointer, holder)
            first, pointer = self._fields(holder, 1, 2)
            found.append((first, holder))
            if len(found) > _LONGEST_LIST:
                raise self._fail(f"a list of more than {_LONGEST_LIST} elements")
        if pointer != 1:
            raise self._fail("a list does not end as it should")
        return found

    def _array(self, pointer: int, holder: int) -> list[tuple[int, int]]:
        position = self._at(pointer, holder)
        if self._tag(position)[0] != ARRAY:
            raise self._fail("an array is needed")
        return [(each, position) for each in self.parts.array(position).tolist()]

    # -- names, levels, terms -----------------------------------------------------------------------------------

    def name(self, pointer: int, holder: int) -> str:
        """A name in its unambiguous written form; the anonymous one is empty."""
        if pointer == 1:
            return ""
        at = self._at(pointer, holder)
        chain: list[tuple[int, str]] = []
        prefix = ""
        while True:
            known = self._names.get(at)
            if known is not None:
                prefix = known
                break
            tag, _ = self._tag(at)
            up, last = self._fields(at, 2 if tag == 2 else 1, 2)
            chain.append((at, self._index(last, at) if tag == 2 else component(self._string(last, at))))
            if up == 1:
                break
            at = self._at(up, at)
        for position, text in reversed(chain):
            prefix = f"{prefix}.{text}" if prefix else text
            if len(prefix) > _LONGEST_NAME:
                raise self._fail(f"a name of more than {_LONGEST_NAME} characters")
            self._names[position] = prefix
        return prefix

    def _index(self, pointer: int, holder: int) -> str:
        value = self._nat(pointer, holder)
        if value.bit_length() > 128:  # what Lean makes has 64
            raise self._fail(f"a number of {value.bit_length()} bits in a name")
        return str(value)

    def level(self, pointer: int, holder: int) -> Level:
        """A universe level."""
        if pointer == 1:
            return levels.ZERO
        at = self._at(pointer, holder)
        known = self._levels.get(at)
        if known is None:
            known = self._new_level(at, 0)
        return known

    def _new_level(self, at: int, depth: int) -> Level:
        """Decode a level; its height and its size written out are bounded, for it is worked on without sharing."""
        if depth > _HIGHEST_LEVEL:
            raise self._fail(f"a universe level of more than {_HIGHEST_LEVEL} storeys")
        tag, count = self._tag(at)
        if tag == 4:
            name = self.name(self._fields(at, 4, 1)[0], at)
            if not name:
                raise self._fail("a universe parameter without a name")
            made, weight = levels.param(name), 1
        elif tag in (1, 2, 3):
            parts, weight = [], 1
            for pointer in self._fields(at, tag, 1 if tag == 1 else 2):
                position = -1 if pointer == 1 else self._at(pointer, at)
                known = self._levels.get(position) or self._new_level(position, depth + 1)
                parts.append(known)
                weight += self._weights[known]
            made = (levels.succ, levels.max_, levels.imax)[tag - 1](*parts)
        else:
            raise self._fail(f"a universe level of kind {tag} with {count} fields")
        if weight > _LARGEST_LEVEL:
            raise self._fail(f"a universe level of more than {_LARGEST_LEVEL} parts")
        self._levels[at] = made
        self._weights[made] = weight
        return made

    def term(self, pointer: int, holder: int) -> Term:
        """A term. Free variables and metavariables are refused: no finished declaration has them."""
        root = self._at(pointer, holder)
        known = self._terms.get(root)
        if known is not None:
            return known
        memo, words, head, base, shift = self._terms, self.words, self.head, self.parts.base, self._shift
        wide = head == 1
        applied: dict[int, tuple[int, int]] = {}  # most terms are applications: these are read here, once
        seen = {root}
        todo = [root]
        children: tuple[int, ...]
        while todo:
            at = todo.pop()
            if (words[at] >> 48 if wide else words[at + 1] >> 16) == APPLICATION:
                first, second = words[at + head], words[at + head + 1]
                pair = (first - base) >> shift, (second - base) >> shift
                if (first | second) & 1 or not (0 <= pair[0] < at and 0 <= pair[1] < at):
                    raise self._fail("a value where an object is needed")
                children = applied[at] = pair
            else:
                children = tuple([self._at(child, at) for child in self._children(at)])
            for position in children:
                if position not in memo and position not in seen:
                    seen.add(position)
                    todo.append(position)
        app = terms.app
        for at in sorted(seen):
            memo[at] = app(memo[applied[at][0]], memo[applied[at][1]]) if at in applied else self._build(at)
        return memo[root]

    def _children(self, at: int) -> list[int]:
        tag, _ = self._tag(at)
        if tag == 5:
            return self._fields(at, 5, 2)
        if tag in (6, 7):
            return self._fields(at, tag, 3)[1:]
        if tag == 8:
            return self._fields(at, 8, 4)[1:]
        if tag == 10:
            return self._fields(at, 10, 2)[1:]
        if tag == 11:
            return self._fields(at, 11, 3)[2:]
        if tag in (1, 2):
            raise self._fail("a declaration with a free variable or a metavariable")
        if tag in (0, 3, 4, 9):
            return []
        raise self._fail(f"a term of the unknown kind {tag}")

    def _build(self, at: int) -> Term:
        """The term at a position that is no application and whose subterms are decoded."""
        tag, _ = self._tag(at)
        memo, base, shift = self._terms, self.parts.base, self._shift
        if tag in (6, 7):
            _, domain, body = self._fields(at, tag, 3)
            make = terms.lam if tag == 6 else terms.pi
            return make(memo[(domain - base) >> shift], memo[(body - base) >> shift])
        if tag == 4:
            name, args = self._fields(at, 4, 2)
            return terms.const(self.name(name, at), tuple([self.level(p, h) for p, h in self._list(args, at)]))
        if tag == 0:
            return terms.var(self._nat(self._fields(at, 0, 1)[0], at))
        if tag == 3:
            return terms.sort(self.level(self._fields(at, 3, 1)[0], at))
        if tag == 10:
            return memo[(self._fields(at, 10, 2)[1] - base) >> shift]
        if tag == 11:
            structure, index, inner = self._fields(at, 11, 3)
            return terms.proj(self.name(structure, at), self._nat(index, at), memo[(inner - base) >> shift])
        if tag == 8:
            _, type_, value, body = self._fields(at, 8, 4)
            return terms.let(*(memo[(part - base) >> shift] for part in (type_, value, body)))
        return self._literal(self._at(self._fields(at, 9, 1)[0], at))

    def _literal(self, at: int) -> Term:
        tag, _ = self._tag(at)
        if tag == 0:
            return terms.nat(self._nat(self._fields(at, 0, 1)[0], at))
        return terms.string(self._string(self._fields(at, 1, 1)[0], at))
