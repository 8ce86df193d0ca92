"""Compiled Lean modules as bytes: headers, parts, objects, and a validator of the object graph.

A module is compiled to up to three parts (``.olean``, ``.olean.server``, ``.olean.private``) that share one address
space, so they are laid into one buffer. Objects are written after everything they point to; hence a pointer that does
not go to an earlier object is a fault, and a validated file has no cycles. Nothing here knows what an object means:
:mod:`claims.lean.decode` does. Layout: Lean's ``olean`` version 2, words of 32 or 64 bits, little-endian.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PART_SUFFIXES: Final = (".olean", ".olean.server", ".olean.private")
ARRAY: Final = 246
SCALARS: Final = 248
STRING: Final = 249
BIGNUM: Final = 250
_LAST_CONSTRUCTOR: Final = 243
_PAGE: Final = 65_536
_VERSION: Final = 2
_HEAD: Final = 80


class OleanError(Exception):
    """A file that is not a compiled module as this reader knows them; the message says where and how."""


@dataclass(frozen=True)
class Header:
    """What a file says about itself; ``gmp``: big numbers are in GMP's layout. ``word``: bytes of a pointer."""

    version: str
    git_hash: str
    gmp: bool
    word: int
    base: int
    root: int


def _text(data: bytes) -> str:
    raw = data.split(b"\0", 1)[0]
    try:
        return raw.decode("ascii")
    except UnicodeDecodeError:
        raise OleanError("the header holds no readable version") from None


def read_header(data: bytes, name: str, first: Header | None = None) -> Header:
    """Parse the header of a file of ``len(data)`` bytes; raises :class:`OleanError`.

    The word size is not recorded: it is the one for which the root lies inside the file. ``first`` is the header of
    the first part where this is a later one, whose root may lie in an earlier part.
    """
    if len(data) < _HEAD + 8 or bytes(data[:5]) != b"olean":
        raise OleanError(f"{name}: not a compiled Lean module (no `olean` mark, or cut short)")
    if data[5] != _VERSION:
        raise OleanError(f"{name}: format version {data[5]}, this reader knows version {_VERSION}")
    if data[6] > 1:
        raise OleanError(f"{name}: unknown flags {data[6]}")
    for word, code in ((4, "<II"), (8, "<QQ")):
        if len(data) < _HEAD + 2 * word or (first is not None and word != first.word):
            continue
        base, root = struct.unpack_from(code, data, _HEAD)
        low = base if first is None else first.base
        inside = base % _PAGE == 0 and base and _HEAD + 2 * word <= root - low
        if inside and root - base < len(data) and (root - base) % word == 0:
            return Header(_text(data[7:40]), _text(data[40:80]), data[6] == 1, word, base, root)
    raise OleanError(f"{name}: the root lies outside the file for both word sizes")


class Parts:
    """The parts of one module in one buffer.

    Positions are indices of words; ``words`` is the buffer as words. ``roots`` are the positions of the parts' roots.
    """

    def __init__(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Lay out (name, content) of each part, in the order of :data:`PART_SUFFIXES`; raises :class:`OleanError`."""
        if not files:
            raise OleanError("no compiled file")
        self.names = [name for name, _ in files]
        first = read_header(files[0][1], files[0][0])
        self.headers = [first, *(read_header(data, name, first) for name, data in files[1:])]
        self.word, self.base = first.word, first.base
        offsets: list[int] = []
        at = 0
        for (name, data), header in zip(files, self.headers, strict=True):
            self._same_build(header, first, name)
            if header.base != first.base + at:
                raise OleanError(f"{name}: its base address does not follow the part before it")
            if len(data) % self.word:
                raise OleanError(f"{name}: its length is not a multiple of {self.word} bytes")
            offsets.append(at)
            at += -(-len(data) // _PAGE) * _PAGE
        self.data = bytearray(at)
        for offset, (_, data) in zip(offsets, files, strict=True):
            self.data[offset : offset + len(data)] = data
        self.spans = [
            ((offset + _HEAD + 2 * self.word) // self.word, (offset + len(data)) // self.word)
            for offset, (_, data) in zip(offsets, files, strict=True)
        ]
        self.words = memoryview(self.data).cast("I" if self.word == 4 else "Q")
        self.roots = [(header.root - self.base) // self.word for header in self.headers]

    @staticmethod
    def _same_build(header: Header, first: Header, name: str) -> None:
        if (header.word, header.git_hash, header.version, header.gmp) != (
            first.word, first.git_hash, first.version, first.gmp,
        ):  # fmt: skip
            raise OleanError(f"{name}: compiled by another Lean than the part before it")

    def object(self, position: int) -> tuple[int, int, int]:
        """Tag, ``other`` and ``cs_sz`` of the object at a position."""
        at = position * self.word
        if not 0 <= at <= len(self.data) - 8:
            raise OleanError(f"{self.names[0]}: a pointer leaves the file")
        size, other, tag = struct.unpack_from("<HBB", self.data, at + 4)
        return tag, other, size

    def string(self, position: int) -> str:
        """The text of a string object; raises :class:`OleanError`."""
        start = (position + 8 // self.word) * self.word
        size = int(self.words[start // self.word])
        begin = start + 3 * self.word
        raw = self.data[begin : begin + size]
        if len(raw) != size or size == 0 or raw[-1] != 0:
            raise OleanError(f"{self.names[0]}: a damaged string")
        try:
            return raw[:-1].decode("utf8")
        except UnicodeDecodeError:
            raise OleanError(f"{self.names[0]}: a string is not UTF-8") from None

    def bignum(self, position: int) -> int:
        """The value of a big number; raises :class:`OleanError`."""
        at = (position + 8 // self.word) * self.word
        gmp = self.headers[0].gmp
        if gmp:
            _, count = struct.unpack_from("<ii", self.data, at)
            length, negative = abs(count) * 8, count < 0
            start = at + 8 + self.word
        else:
            negative = self.data[at] == 1
            length = int(self.words[at // self.word + 1]) * 4
            start = at + 3 * self.word
        raw = self.data[start : start + length]
        if len(raw) != length:
            raise OleanError(f"{self.names[0]}: a damaged number")
        value = int.from_bytes(raw, "little")
        return -value if negative else value

    def array(self, position: int) -> memoryview:
        """The elements of an array, as words."""
        start = position + 8 // self.word
        size = int(self.words[start])
        elements = self.words[start + 2 : start + 2 + size]
        if len(elements) != size:
            raise OleanError(f"{self.names[0]}: a damaged array")
        return elements

    def part_bytes(self) -> dict[str, bytes]:
        """The content of each part as it stands in the buffer, by file name."""
        found = {}
        for name, header, (_, end) in zip(self.names, self.headers, self.spans, strict=True):
            found[name] = bytes(self.data[header.base - self.base : end * self.word])
        return found


def read_files(olean: Path) -> dict[str, bytes]:
    """The files of the module compiled to ``olean`` by name, in the order of its parts; raises :class:`OleanError`."""
    files: dict[str, bytes] = {}
    for suffix in PART_SUFFIXES:
        path = olean.with_name(olean.name.removesuffix(".olean") + suffix)
        try:
            files[path.name] = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise OleanError(f"{path.name}: cannot be read ({error.strerror})") from None
    if olean.name not in files:
        raise OleanError(f"{olean.name}: there is no such file")
    return files


def read_parts(olean: Path) -> tuple[Parts, dict[str, bytes]]:
    """The parts of the module compiled to ``olean`` and their bytes by file name; raises :class:`OleanError`."""
    files = read_files(olean)
    return Parts(list(files.items())), files


def files_hash(files: Mapping[str, bytes]) -> str:
    """SHA-256 over the files of one module."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return digest.hexdigest()


def validate(parts: Parts) -> int:
    """Walk every object of every part; returns how many there are. Raises :class:`OleanError` at the first fault.

    Every pointer must go to the start of an earlier object, every object must have a size that fits its contents, and
    each part must end where its last object does.
    """
    starts = bytearray(len(parts.words))
    count = 0
    for index, (begin, end) in enumerate(parts.spans):
        try:
            count += _Walk(parts, starts, parts.names[index], end).run(begin)
        except (IndexError, struct.error, ValueError):
            raise OleanError(f"{parts.names[index]}: an object runs past the end") from None
        root = parts.roots[index]
        if not root < end or not starts[root]:
            raise OleanError(f"{parts.names[index]}: the root is no object")
    return count


class _Walk:
    """One part: objects from ``begin`` on, marked in ``starts``."""

    def __init__(self, parts: Parts, starts: bytearray, name: str, end: int) -> None:
        self.parts, self.starts, self.name, self.end = parts, starts, name, end
        self.low = parts.base

    def _fail(self, at: int, text: str) -> OleanError:
        return OleanError(f"{self.name}: {text} (object at byte {at * self.parts.word})")

    def run(self, at: int) -> int:
        """Walk to the end of the part; returns the number of objects."""
        words, starts, word, low, end = self.parts.words, self.starts, self.parts.word, self.low, self.end
        head = 8 // word
        shift = 2 if word == 4 else 3
        wide = word == 8
        limit = len(starts)
        count = 0
        while at < end:
            info = words[at] >> 32 if wide else words[at + 1]
            if (words[at] & 0xFFFFFFFF if wide else words[at]) != 0:
                raise self._fail(at, "an object with a reference count")
            tag, other, size = info >> 24, info >> 16 & 255, info & 0xFFFF
            first = at + head
            if tag <= _LAST_CONSTRUCTOR:
                last, extent = first + other, size >> shift
                if size & (word - 1) or extent < head + other:
                    raise self._fail(at, f"a constructor of {size} bytes with {other} fields")
            elif tag == ARRAY:
                last, extent = self._array(at, first)
                first += 2
            else:
                last, extent = first, self._blob(at, first, tag, other)
            if at + extent > end:
                raise self._fail(at, "an object runs past the end")
            for pointer in words[first:last]:
                if not pointer & 1:
                    target = (pointer - low) >> shift
                    if not 0 <= target < limit or not starts[target] or pointer & (word - 1):
                        raise self._fail(at, "a pointer to no earlier object")
            starts[at] = 1
            at += extent
            count += 1
        return count

    def _array(self, at: int, first: int) -> tuple[int, int]:
        size, capacity = int(self.parts.words[first]), int(self.parts.words[first + 1])
        if size != capacity or size > self.end:
            raise self._fail(at, "an array with room to spare")
        return first + 2 + size, first + 2 + size - at

    def _blob(self, at: int, first: int, tag: int, other: int) -> int:
        """Words of a string, number or scalar array, whose inside is checked."""
        parts, word = self.parts, self.parts.word
        if tag == STRING:
            size, capacity, points = (int(x) for x in parts.words[first : first + 3])
            if size != capacity or len(parts.string(at)) != points:
                raise self._fail(at, "a string whose lengths do not agree")
            length = 8 + 3 * word + size
        elif tag == BIGNUM:
            parts.bignum(at)
            length = self._bignum(at, first)
        elif tag == SCALARS:
            size, capacity = (int(x) for x in parts.words[first : first + 2])
            if size != capacity:
                raise self._fail(at, "an array with room to spare")
            length = 8 + 2 * word + size * max(other, 1)
        else:
            raise self._fail(at, f"an object of the unknown kind {tag}")
        return -(-length // word)

    def _bignum(self, at: int, first: int) -> int:
        """Bytes of a number; its digits must follow it directly."""
        parts, word = self.parts, self.parts.word
        if parts.headers[0].gmp:
            _, count = struct.unpack_from("<ii", parts.data, first * word)
            head, pointer, digits = 16 + word, parts.words[first + 8 // word], abs(count) * 8
        else:
            head, pointer, digits = 8 + 3 * word, parts.words[first + 2], int(parts.words[first + 1]) * 4
        if int(pointer) - parts.base != at * word + head:
            raise self._fail(at, "a number whose digits lie elsewhere")
        return int(head + digits)
