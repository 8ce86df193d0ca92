"""Compiled modules as declarations: constants, imports, and what extensions recorded.

Decoding is by need and by type: whatever is not what its place requires raises
:class:`~claims.lean.olean.OleanError`. Object layouts are those of Lean 4.28.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from claims.lean.kernel.constants import (
    ABBREV,
    OPAQUE,
    Axiom,
    Constant,
    Constructor,
    Definition,
    Inductive,
    Kind,
    Opaque,
    Quotient,
    Recursor,
    Rule,
    Theorem,
)  # fmt: skip
from claims.lean.kernel.terms import Term
from claims.lean.objects import APPLICATION, ObjectReader

KINDS_EXTENSION: Final = "_private.Lean.AddDecl.0.Lean.privateConstKindsExt"
_KINDS: Final[tuple[Kind, ...]] = (
    "definition", "theorem", "axiom", "opaque", "quotient", "inductive", "constructor", "recursor",
)  # fmt: skip
RECORD_KINDS: Final[tuple[Kind, ...]] = (
    "axiom", "definition", "theorem", "opaque", "quotient", "inductive", "constructor", "recursor",
)  # fmt: skip
#: By kind of constant: pointer fields of its record, and bytes of flags after them.
_FIELDS: Final = (1, 4, 3, 3, 1, 6, 5, 7)
_FLAGS: Final = (1, 1, 0, 1, 1, 3, 1, 2)
_BINDERS: Final = ("explicit", "implicit", "strict implicit", "instance")


@dataclass(frozen=True)
class Import:
    """An import of a module; ``all``: with its private part, ``exported``: passed on to importers."""

    module: str
    all: bool
    exported: bool


@dataclass(frozen=True)
class BinderName:
    """Name and kind (``explicit``, ``implicit``, ``strict implicit``, ``instance``) of one binder of a type."""

    name: str
    kind: str


class CompiledModule(ObjectReader):
    """One module, decoded by need. ``part`` 0 is what importers see, the last part is complete."""

    # -- module data --------------------------------------------------------------------------------------------

    def _data(self, part: int) -> tuple[int, list[int]]:
        root = self.parts.roots[part]
        return root, self._fields(root, 0, 5)

    @property
    def complete(self) -> int:
        """Number of the part that holds everything."""
        return len(self.parts.roots) - 1

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """The imports, as the complete part lists them."""
        root, data = self._data(self.complete)
        found = []
        for pointer, holder in self._array(data[0], root):
            at = self._at(pointer, holder)
            name = self.name(self._fields(at, 0, 1)[0], at)
            found.append(Import(name, bool(self._scalar(at, 1, 0)), bool(self._scalar(at, 1, 1))))
        return tuple(found)

    def positions(self, part: int) -> Mapping[str, int]:
        """Position of each constant's record in a part, by name."""
        root, data = self._data(part)
        found: dict[str, int] = {}
        listed = [self.name(p, h) for p, h in self._array(data[1], root)]
        records = [self._at(p, h) for p, h in self._array(data[2], root)]
        if len(listed) != len(records):
            raise self._fail("names and constants differ in number")
        for name, at in zip(listed, records, strict=True):
            if name in found:
                raise self._fail(f"two constants called {name}")
            found[name] = at
        return found

    def entries(self, part: int) -> Mapping[str, list[tuple[int, int]]]:
        """What each extension recorded, by its name, as (pointer, holder)."""
        root, data = self._data(part)
        found: dict[str, list[tuple[int, int]]] = {}
        for pointer, holder in self._array(data[4], root):
            at = self._at(pointer, holder)
            name, items = self._fields(at, 0, 2)
            found[self.name(name, at)] = self._array(items, at)
        return found

    def true_kinds(self, part: int) -> dict[str, Kind]:
        """What the constants are that a part shows as axioms because their body is not exported."""
        found: dict[str, Kind] = {}
        for pointer, holder in self.entries(part).get(KINDS_EXTENSION, []):
            at = self._at(pointer, holder)
            name, kind = self._fields(at, 0, 2)
            if not kind & 1 or kind >> 1 >= len(_KINDS):
                raise self._fail("a constant of an unknown kind")
            found[self.name(name, at)] = _KINDS[kind >> 1]
        return found

    # -- terms as written, for reading ---------------------------------------------------------------------------

    def skip(self, at: int) -> int:
        """The position of the term at ``at`` without metadata around it."""
        while self._tag(at)[0] == 10:
            at = self._at(self._fields(at, 10, 2)[1], at)
        return at

    def node(self, at: int) -> tuple[int, list[int]]:
        """Tag of the term at a position and positions of its sub-terms (domain and body, function and argument)."""
        return self._tag(at)[0], [self._at(child, at) for child in self._children(at)]

    def term_at(self, at: int) -> Term:
        """The term at a position."""
        return self.term(self.parts.base + at * self.parts.word, at + 1)

    def binder(self, at: int) -> BinderName:
        """Name and kind of the binder at a position (``fun``, ``∀`` or ``let``)."""
        tag, count = self._tag(at)
        info = self._scalar(at, count, 8) if tag in (6, 7) else 0
        if tag not in (6, 7, 8) or info >= len(_BINDERS):
            raise self._fail("a binder of an unknown kind")
        return BinderName(self.name(self._fields(at, tag, count)[0], at), _BINDERS[info])

    def constant_name(self, at: int) -> str:
        """Name of the constant at a position; empty when the term there is none."""
        return self.name(self._fields(at, 4, 2)[0], at) if self._tag(at)[0] == 4 else ""

    def type_position(self, position: int) -> int:
        """Position of the type of the constant record at ``position``."""
        value = self._value(position)
        return self._at(self._fields(value, 0, 3)[2], value)

    def binder_names(self, position: int) -> list[BinderName]:
        """Names and kinds of the binders that the type of the constant record at a position starts with."""
        at = self.skip(self.type_position(position))
        found = []
        while self._tag(at)[0] == 7:
            found.append(self.binder(at))
            at = self.skip(self._at(self._fields(at, 7, 3)[2], at))
        return found

    def _record(self, position: int) -> tuple[int, int, list[int]]:
        """Tag, position and fields of the record behind a constant."""
        tag, count = self._tag(position)
        if tag > 7 or count != 1:
            raise self._fail("a constant of an unknown kind")
        at = self._at(self._fields(position, tag, 1)[0], position)
        return tag, at, self._fields(at, 0, _FIELDS[tag])

    def _value(self, position: int) -> int:
        _, at, fields = self._record(position)
        return self._at(fields[0], at)

    def uses(self, positions: Iterable[int]) -> dict[int, tuple[set[str], set[str]]]:
        """For each constant record the names that its type mentions, and those that the rest of it does.

        Types of literals and structures of projections count. The objects are read once, without making terms of
        them: each carries the set of its names as bits of a number, and what it is made of comes before it.
        """
        roots: dict[int, tuple[int, list[int], set[str]]] = {position: self._roots(position) for position in positions}
        names: dict[str, int] = {}
        masks = self._masks([at for type_, rest, _ in roots.values() for at in (type_, *rest)], names)
        listed = list(names)
        found = {}
        for position, (type_, rest, named) in roots.items():
            whole = 0
            for at in rest:
                whole |= masks[at]
            found[position] = {listed[bit] for bit in bits(masks[type_])}, named | {listed[bit] for bit in bits(whole)}
        return found

    def _roots(self, position: int) -> tuple[int, list[int], set[str]]:
        """Positions of a constant's type and of the other terms of its record, and the names listed beside these."""
        tag, at, fields = self._record(position)
        value = self._at(fields[0], at)
        type_ = self._at(self._fields(value, 0, 3)[2], value)
        if tag in (1, 2, 3):
            return type_, [self._at(fields[1], at)], set()
        named: set[str] = set()
        for index in {5: (3, 4), 7: (1,)}.get(tag, ()):
            named.update(self.name(p, h) for p, h in self._list(fields[index], at))
        if tag == 6:
            named.add(self.name(fields[1], at))
        rules = [self._at(p, h) for p, h in self._list(fields[6], at)] if tag == 7 else []
        return type_, [self._at(self._fields(rule, 0, 3)[2], rule) for rule in rules], named

    def _masks(self, roots: Iterable[int], names: dict[str, int]) -> dict[int, int]:
        """For each term below ``roots`` the constants in it as bits; ``names`` gets the bit of each."""
        words, base, shift, head = self.words, self.parts.base, self._shift, self.head
        parts: dict[int, tuple[int, ...]] = {}
        todo = list(roots)
        while todo:
            at = todo.pop()
            if at in parts:
                continue
            if (words[at] >> 48 if head == 1 else words[at + 1] >> 16) == APPLICATION:
                function, argument = words[at + head], words[at + head + 1]
                first, second = (function - base) >> shift, (argument - base) >> shift
                if (function | argument) & 1 or not (0 <= first < at and 0 <= second < at):
                    raise self._fail("a value where an object is needed")
                parts[at] = (first, second)
            else:
                parts[at] = tuple([self._at(child, at) for child in self._children(at)])
            todo += parts[at]
        masks: dict[int, int] = {}
        for at in sorted(parts):
            mask = 0
            for part in parts[at]:
                mask |= masks[part]
            if len(parts[at]) < 2 and (name := self._own_name(at)):
                mask |= 1 << names.setdefault(name, len(names))
            masks[at] = mask
        return masks

    def _own_name(self, at: int) -> str:
        """The constant that a term without sub-terms, or a projection, names itself; empty where it names none."""
        tag, _ = self._tag(at)
        if tag == 4:
            return self.name(self._fields(at, 4, 2)[0], at)
        if tag == 11:
            return self.name(self._fields(at, 11, 3)[0], at)
        if tag != 9:
            return ""
        literal, _ = self._tag(self._at(self._fields(at, 9, 1)[0], at))
        return "String" if literal else "Nat"

    def flags(self, position: int) -> tuple[bool, bool]:
        """Whether a constant record is unsafe, and whether it is a partial definition."""
        tag, at, fields = self._record(position)
        values = [self._scalar(at, len(fields), index) for index in range(_FLAGS[tag])]
        if tag == 1:
            return values[0] == 0, values[0] == 2
        return bool(tag not in (2, 4) and values[1 if tag in (5, 7) else 0]), False

    def statement(self, position: int) -> tuple[tuple[str, ...], Term]:
        """Universe parameters and type of a constant record."""
        value = self._value(position)
        _, params, type_ = self._fields(value, 0, 3)
        return tuple([self.name(p, h) for p, h in self._list(params, value)]), self.term(type_, value)

    def proof_field(self, name: str) -> int:
        """Position of the word that points to the body of a definition or theorem of the complete part."""
        tag, at, _ = self._record(self.positions(self.complete)[name])
        if tag not in (1, 2, 3):
            raise self._fail(f"{name} has no body")
        return at + self.head + 1

    def shared(self, first: int, second: int) -> bool:
        """Whether two constant records share statement and body, or only the statement where one is an axiom."""
        if first == second:
            return True
        tag, at, fields = self._record(first)
        other, _, rest = self._record(second)
        if tag != other:
            return fields[0] == rest[0] and tag == 0
        flags = [self._scalar(p, len(fields), i) for p in (at, self._record(second)[1]) for i in range(_FLAGS[tag])]
        return fields == rest and flags[: _FLAGS[tag]] == flags[_FLAGS[tag] :]

    def kind(self, position: int) -> Kind:
        """Kind of the constant record at a position."""
        return RECORD_KINDS[self._record(position)[0]]

    def constant(self, position: int, stands_for: Kind = "axiom") -> Constant:
        """The declaration of the record at a position; ``stands_for`` is what an axiom shown there really is."""
        tag, at, fields = self._record(position)
        value = self._at(fields[0], at)
        name_, params_, type_ = self._fields(value, 0, 3)
        name = self.name(name_, value)
        params = tuple([self.name(p, h) for p, h in self._list(params_, value)])
        type_term = self.term(type_, value)

        def nat(index: int) -> int:
            return self._nat(fields[index], at)

        def names(index: int) -> tuple[str, ...]:
            return tuple([self.name(p, h) for p, h in self._list(fields[index], at)])

        flags = [self._scalar(at, len(fields), index) for index in range(_FLAGS[tag])]
        if max(flags, default=0) > (2 if tag == 1 else 3 if tag == 4 else 1):
            raise self._fail(f"{name} has flags of unknown meaning")
        if tag == 0:
            return Axiom(name, params, type_term, bool(flags[0]), stands_for)
        if tag == 1:
            body, height = self.term(fields[1], at), self._height(fields[2], at)
            return Definition(name, params, type_term, flags[0] == 0, body, height, flags[0] == 2)
        if tag == 2:
            return Theorem(name, params, type_term, False, self.term(fields[1], at))
        if tag == 3:
            return Opaque(name, params, type_term, bool(flags[0]), self.term(fields[1], at))
        if tag == 4:
            return Quotient(name, params, type_term, False, flags[0])
        if tag == 5:
            counts = (nat(1), nat(2), names(3), names(4), nat(5))
            recursive, unsafe, reflexive = (bool(flag) for flag in flags)
            return Inductive(name, params, type_term, unsafe, *counts, recursive, reflexive)
        if tag == 6:
            inductive = self.name(fields[1], at)
            return Constructor(name, params, type_term, bool(flags[0]), inductive, nat(2), nat(3), nat(4))
        rules = tuple([self._rule(p, h) for p, h in self._list(fields[6], at)])
        counts4 = (nat(2), nat(3), nat(4), nat(5))
        return Recursor(name, params, type_term, bool(flags[1]), names(1), *counts4, rules, bool(flags[0]))

    def _height(self, pointer: int, holder: int) -> int:
        if pointer & 1:
            if pointer >> 1 > 1:
                raise self._fail("a definition of an unknown reducibility")
            return ABBREV if pointer >> 1 else OPAQUE
        at = self._at(pointer, holder)
        self._fields(at, 2, 0)
        return int.from_bytes(bytes(self._scalar(at, 0, i) for i in range(4)), "little")

    def _rule(self, pointer: int, holder: int) -> Rule:
        at = self._at(pointer, holder)
        constructor, count, body = self._fields(at, 0, 3)
        return Rule(self.name(constructor, at), self._nat(count, at), self.term(body, at))


def bits(mask: int) -> Iterator[int]:
    """Positions of the bits that are set in a number, the lowest first."""
    at = 0
    while mask:
        skip = (mask & -mask).bit_length()
        at += skip
        yield at - 1
        mask >>= skip
