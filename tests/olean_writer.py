"""Writes compiled Lean modules for tests: honest ones, and (by its settings) ones that lie.

:func:`write_module` makes the three parts of a module from constants of the second kernel; a forgery is made by handing
it constants that lie, by saying what importers see (``shown``) or what an extension records (``kinds``), or by changing
the bytes afterwards. :func:`relay` lays a really compiled module out again for the other size of words. Hashes that
Lean keeps in names, levels and terms are left 0: nothing that this project reads depends on them.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from claims.lean.decode import KINDS_EXTENSION, BinderName, Import
from claims.lean.kernel import constants as c
from claims.lean.kernel import levels
from claims.lean.kernel.constants import Constant, Kind, Rule
from claims.lean.kernel.levels import Level
from claims.lean.kernel.terms import APP, CONST, LAM, LET, NAT, PI, PROJ, SORT, STR, VAR, Term
from claims.lean.olean import ARRAY, BIGNUM, PART_SUFFIXES, SCALARS, STRING, Parts

GIT_HASH: Final = "38f3c0c45b8df6da2652faff6dcaa15afb5a6981"
VERSION: Final = "4.28.0-pre"
BASE: Final = 0x1000_0000
PAGE: Final = 65_536
KIND_NUMBERS: Final[dict[Kind, int]] = {
    "definition": 0, "theorem": 1, "axiom": 2, "opaque": 3, "quotient": 4, "inductive": 5, "constructor": 6,
    "recursor": 7,
}  # fmt: skip
BINDER_KINDS: Final = ("explicit", "implicit", "strict implicit", "instance")
_DATA: Final = bytes(8)
_PIECE: Final = re.compile(r"«((?:[^»]|»»)*)»|([^.«»]+)")
_ESCAPE: Final = re.compile(r"\\\\|\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))|»»")


def parse_name(text: str) -> list[str | int]:
    """The components of a name from its written form (:func:`claims.lean.objects.component`)."""
    found: list[str | int] = []
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None or (match.end() < len(text) and text[match.end()] != "."):
            raise ValueError(f"no written name: {text!r}")
        quoted, plain = match.groups()
        if quoted is not None:
            found.append(_ESCAPE.sub(lambda m: chr(int(m[1] or m[2], 16)) if m[1] or m[2] else m[0][0], quoted))
        else:
            found.append(int(plain) if plain.isascii() and plain.isdigit() else plain)
        at = match.end() + 1
    return found


class Space:
    """The address space of one module; parts are written one after another, equal objects once."""

    def __init__(self, word: int = 4, gmp: bool = False, base: int = BASE) -> None:
        self.word, self.gmp, self.base = word, gmp, base
        self.files: list[bytes] = []
        self._known: dict[Any, int] = {}
        self._open(base)

    def _open(self, start: int) -> None:
        self._start = start
        self._part = bytearray(80 + 2 * self.word)

    def close(self, root: int, git_hash: str = GIT_HASH, version: str = VERSION) -> None:
        """End a part: write its header and begin the next."""
        head = b"olean\2" + bytes((self.gmp,)) + version.encode().ljust(33, b"\0") + git_hash.encode().ljust(40, b"\0")
        self._part[:80] = head
        struct.pack_into("<II" if self.word == 4 else "<QQ", self._part, 80, self._start, root)
        self.files.append(bytes(self._part))
        self._open(self._start + -(-len(self._part) // PAGE) * PAGE)

    def words(self, *values: int) -> bytes:
        """Numbers or pointers as words."""
        return struct.pack(f"<{len(values)}{'I' if self.word == 4 else 'Q'}", *values)

    @property
    def here(self) -> int:
        """The address of the object written next."""
        return self._start + len(self._part)

    def put(self, tag: int, other: int, size: int, content: bytes) -> int:
        """Append an object; returns its address."""
        address = self.here
        self._part += struct.pack("<iHBB", 0, size, other, tag) + content
        self._part += bytes(-len(self._part) % self.word)
        return address

    def _shared(self, tag: int, other: int, size: int, content: bytes) -> int:
        key = (tag, other, content)
        if key not in self._known:
            self._known[key] = self.put(tag, other, size, content)
        return self._known[key]

    def make(self, tag: int, fields: Sequence[int], scalars: bytes = b"") -> int:
        """A constructor with pointer fields and scalars; one without either is a boxed number."""
        if not fields and not scalars:
            return tag << 1 | 1
        content = self.words(*fields) + scalars
        content += bytes(-len(content) % 8)
        return self._shared(tag, len(fields), 8 + len(content), content)

    def array(self, elements: Sequence[int]) -> int:
        """An array of objects."""
        return self._shared(ARRAY, 0, 1, self.words(len(elements), len(elements), *elements))

    def text(self, text: str) -> int:
        """A string."""
        raw = text.encode("utf8") + b"\0"
        return self._shared(STRING, 0, 1, self.words(len(raw), len(raw), len(text)) + raw)

    def number(self, value: int) -> int:
        """A natural number, boxed where it fits."""
        if value < 1 << (8 * self.word - 1):
            return value << 1 | 1
        return self.big(value)

    def big(self, value: int) -> int:
        """A big number, in the layout the header announces; its digits follow it."""
        key = (BIGNUM, value)
        if key not in self._known:
            unit = 8 if self.gmp else 4
            count = -(-abs(value).bit_length() // (8 * unit))
            digits = abs(value).to_bytes(count * unit, "little")
            if self.gmp:
                head = struct.pack("<ii", count, -count if value < 0 else count)
            else:
                head = self.words(value < 0, count)
            at = self.here + 8 + len(head) + self.word
            self._known[key] = self.put(BIGNUM, 0, 8, head + self.words(at) + digits)
        return self._known[key]


class Writer(Space):
    """Names, levels, terms and constants as objects."""

    def __init__(self, word: int = 4, gmp: bool = False, base: int = BASE) -> None:
        super().__init__(word, gmp, base)
        self._terms: dict[Term, int] = {}

    def name(self, text: str) -> int:
        """A name from its written form."""
        at = 1
        for part in parse_name(text):
            last = self.number(part) if isinstance(part, int) else self.text(part)
            at = self.make(2 if isinstance(part, int) else 1, (at, last), _DATA)
        return at

    def linked(self, elements: Iterable[int]) -> int:
        """A linked list."""
        at = 1
        for element in reversed(list(elements)):
            at = self.make(1, (element, at))
        return at

    def level(self, level: Level) -> int:
        """A universe level."""
        if level.kind == levels.ZERO_KIND:
            return 1
        if level.kind == levels.PARAM:
            return self.make(4, (self.name(level.name),), _DATA)
        fields = [self.level(part) for part in (level.a, level.b) if part is not None]
        return self.make({levels.SUCC: 1, levels.MAX: 2, levels.IMAX: 3}[level.kind], fields, _DATA)

    def binder(self, tag: int, name: str, domain: int, body: int, kind: str = "explicit") -> int:
        """A function or function type with the name and kind of its variable."""
        info = bytes((BINDER_KINDS.index(kind),))
        return self.make(6 if tag == LAM else 7, (self.name(name), domain, body), _DATA + info)

    def term(self, root: Term) -> int:
        """A term; variables are called ``x``."""
        todo = [root]
        while todo:
            term = todo[-1]
            parts = [part for part in (term.a, term.b, term.c) if isinstance(part, Term)]
            missing = [part for part in parts if part not in self._terms]
            todo += missing
            if not missing:
                self._terms[term] = self._build(term)
                todo.pop()
        return self._terms[root]

    def _build(self, term: Term) -> int:
        tag, at = term.tag, self._terms
        if tag == VAR:
            return self.make(0, (self.number(term.a),), _DATA)
        if tag == SORT:
            return self.make(3, (self.level(term.a),), _DATA)
        if tag == CONST:
            return self.make(4, (self.name(term.a), self.linked(self.level(each) for each in term.b)), _DATA)
        if tag == APP:
            return self.make(5, (at[term.a], at[term.b]), _DATA)
        if tag in (LAM, PI):
            return self.binder(tag, "x", at[term.a], at[term.b])
        if tag == LET:
            return self.make(8, (self.name("x"), at[term.a], at[term.b], at[term.c]), _DATA + b"\0")
        if tag in (NAT, STR):
            literal = self.make(0, (self.number(term.a),)) if tag == NAT else self.make(1, (self.text(term.a),))
            return self.make(9, (literal,), _DATA)
        if tag == PROJ:
            return self.make(11, (self.name(term.a), self.number(term.b), at[term.c]), _DATA)
        raise ValueError(f"{term} is no term of a finished declaration")

    def wrapped(self, term: int) -> int:
        """A term with (empty) metadata around it."""
        return self.make(10, (1, term), _DATA)

    def statement(self, type_: Term, names: Sequence[BinderName] = ()) -> int:
        """A type whose outermost variables have names: ``names``, then ``x1``, ``x2``, ... by position."""
        domains: list[Term] = []
        while type_.tag == PI:
            domains.append(type_.a)
            type_ = type_.b
        at = self.term(type_)
        for index in range(len(domains) - 1, -1, -1):
            named = names[index] if index < len(names) else BinderName(f"x{index + 1}", "explicit")
            at = self.binder(PI, named.name, self.term(domains[index]), at, named.kind)
        return at

    def names(self, names: Iterable[str]) -> int:
        """A linked list of names."""
        return self.linked([self.name(name) for name in names])

    def constant(self, constant: Constant, binders: Sequence[BinderName] = ()) -> int:
        """The record of a constant."""
        type_ = self.statement(constant.type, binders)
        value = self.make(0, (self.name(constant.name), self.names(constant.params), type_))
        tag, fields, flags = self._record(constant)
        return self.make(tag, (self.make(0, (value, *fields), bytes(flags)),))

    def _record(self, constant: Constant) -> tuple[int, list[int], list[int]]:
        """Number of the kind, fields after the statement, flags."""
        own, unsafe, number = self.names([constant.name]), int(constant.unsafe), self.number
        if isinstance(constant, c.Axiom):
            return 0, [], [unsafe]
        if isinstance(constant, c.Definition):
            safety = 0 if unsafe else 2 if constant.partial else 1
            return 1, [self.term(constant.value), self._hint(constant.height), own], [safety]
        if isinstance(constant, c.Theorem):
            return 2, [self.term(constant.value), own], []
        if isinstance(constant, c.Opaque):
            return 3, [self.term(constant.value), own], [unsafe]
        if isinstance(constant, c.Quotient):
            return 4, [], [constant.part]
        if isinstance(constant, c.Inductive):
            lists = [self.names(constant.group), self.names(constant.constructors)]
            counts = [number(constant.parameters), number(constant.indices)]
            flags = [int(constant.recursive), unsafe, int(constant.reflexive)]
            return 5, [*counts, *lists, number(constant.nested)], flags
        if isinstance(constant, c.Constructor):
            counts = [number(n) for n in (constant.index, constant.parameters, constant.fields)]
            return 6, [self.name(constant.inductive), *counts], [unsafe]
        assert isinstance(constant, c.Recursor)
        counts = [number(n) for n in (constant.parameters, constant.indices, constant.motives, constant.minors)]
        rules = self.linked([self._rule(rule) for rule in constant.rules])
        return 7, [self.names(constant.group), *counts, rules], [int(constant.k), unsafe]

    def _rule(self, rule: Rule) -> int:
        return self.make(0, (self.name(rule.constructor), self.number(rule.fields), self.term(rule.body)))

    def _hint(self, height: int) -> int:
        if height in (c.OPAQUE, c.ABBREV):
            return 3 if height == c.ABBREV else 1
        return self.make(2, (), struct.pack("<I", height))

    def module(
        self, imports: Iterable[Import], records: Mapping[str, int], kinds: Mapping[str, Kind], flagged: bool = True
    ) -> int:
        """The root of a part; ``records``: positions of its constants, ``kinds``: what the extension says of them."""
        listed = [self.make(0, (self.name(each.module),), bytes((each.all, each.exported, False))) for each in imports]
        said = [self.make(0, (self.name(name), self.number(KIND_NUMBERS[kind]))) for name, kind in kinds.items()]
        entries = self.array([self.make(0, (self.name(KINDS_EXTENSION), self.array(said)))])
        names = self.array([self.name(name) for name in records])
        data = (self.array(listed), names, self.array(list(records.values())), self.array([]), entries)
        return self.make(0, data, bytes((flagged,)))


def stripped(constant: Constant, exposed: Collection[str] | None) -> Constant | None:
    """What importers see of a constant: None for a private one, an axiom where the body is not exported."""
    if constant.name.startswith("_private."):
        return None
    hidden = isinstance(constant, c.Definition) and exposed is not None and constant.name not in exposed
    if hidden or isinstance(constant, (c.Theorem, c.Opaque)):
        return c.Axiom(constant.name, constant.params, constant.type, constant.unsafe, constant.kind)
    return constant


def write_module(
    constants: Iterable[Constant],
    imports: Iterable[str | Import] = (),
    *,
    word: int = 4,
    private: bool = True,
    exposed: Collection[str] | None = None,
    shown: Mapping[str, Constant | None] | None = None,
    kinds: Mapping[str, Kind | None] | None = None,
    binder_names: Mapping[str, Sequence[BinderName]] | None = None,
    git_hash: str = GIT_HASH,
    version: str = VERSION,
    gmp: bool = False,
    base: int = BASE,
) -> dict[str, bytes]:
    """The bytes of a compiled module by suffix.

    ``private``: in three parts, as the module system writes it (else all in one). ``exposed``: names of the
    definitions whose body importers see (all by default). To lie: ``shown`` overrules what importers see of a constant
    (None: nothing), ``kinds`` what the extension records of it (None: no entry).
    """
    writer, whole = Writer(word, gmp, base), {constant.name: constant for constant in constants}
    binders = binder_names or {}
    listed = [each if isinstance(each, Import) else Import(each, False, True) for each in imports]
    seen = {name: stripped(constant, exposed) for name, constant in whole.items()} | dict(shown or {})
    visible = {name: constant for name, constant in seen.items() if constant is not None}
    said: dict[str, Kind | None] = {
        name: each.stands_for
        for name, each in visible.items()
        if isinstance(each, c.Axiom) and each.stands_for != "axiom"
    }
    said |= kinds or {}
    recorded = {name: kind for name, kind in said.items() if kind is not None}
    for view in (visible, visible, whole) if private else (whole,):
        records = {name: writer.constant(each, binders.get(name, ())) for name, each in view.items()}
        writer.close(writer.module(listed, records, recorded, private), git_hash, version)
    return dict(zip(PART_SUFFIXES, writer.files, strict=False))


def relay(parts: Parts, word: int, gmp: bool | None = None) -> dict[str, bytes]:
    """A validated module laid out for words of another size.

    Scalars keep their bytes, numbers are boxed or not as fits. Numbers that are not natural and boxed scalars of 32
    bits (both in what extensions record only) keep the form they had.
    """
    header = parts.headers[0]
    space = Space(word, header.gmp if gmp is None else gmp, BASE)
    moved: dict[int, int] = {}
    for (begin, end), root in zip(parts.spans, parts.roots, strict=True):
        at = begin
        while at < end:
            moved[at], extent = _again(parts, at, space, moved)
            at += extent
        space.close(moved[root], header.git_hash, header.version)
    return dict(zip(PART_SUFFIXES, space.files, strict=False))


def _again(parts: Parts, at: int, space: Space, moved: Mapping[int, int]) -> tuple[int, int]:
    """Write the object at a position again; returns its new address and how many words it had."""
    tag, other, size = parts.object(at)
    word, first = parts.word, at + 8 // parts.word

    def pointers(words: Iterable[int]) -> list[int]:
        return [space.number(w >> 1) if w & 1 else moved[(w - parts.base) // word] for w in words]

    if tag == STRING:
        text = parts.string(at)
        return space.text(text), -(-(8 + 3 * word + int(parts.words[first])) // word)
    if tag == BIGNUM:
        return _number_again(parts, at, space)
    if tag == ARRAY:
        elements = pointers(parts.array(at))
        return space.array(elements), 8 // word + 2 + len(elements)
    if tag == SCALARS:
        count = int(parts.words[first])
        begin = (first + 2) * word
        raw = bytes(parts.data[begin : begin + count * max(other, 1)])
        return space.put(SCALARS, other, 1, space.words(count, count) + raw), -(-(8 + 2 * word + len(raw)) // word)
    fields = pointers(parts.words[first : first + other])
    scalars = bytes(parts.data[(first + other) * word : at * word + size])
    content = space.words(*fields) + scalars
    content += bytes(-len(content) % 8)
    return space.put(tag, other, 8 + len(content), content), size // word


def _number_again(parts: Parts, at: int, space: Space) -> tuple[int, int]:
    value, word, first = parts.bignum(at), parts.word, at + 8 // parts.word
    if parts.headers[0].gmp:
        count = abs(struct.unpack_from("<ii", parts.data, first * word)[1])
        length = 16 + word + 8 * count
    else:
        length = 8 + 3 * word + 4 * int(parts.words[first + 1])
    return space.big(value) if value < 0 else space.number(value), -(-length // word)
