"""SHA-256 of terms: equal hashes mean equal terms, universe parameters taken by position.

Binder names, binder kinds and metadata are not part of a term, so they change no hash; constants count by full name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from claims.lean.kernel import levels
from claims.lean.kernel.levels import Level
from claims.lean.kernel.terms import APP, CONST, LAM, LET, LOCAL, PI, PROJ, SORT, Term


class Hasher:
    """Hashes terms of declarations with the given universe parameters; what was hashed is remembered.

    ``names`` gives constants another name in the hash (see :mod:`claims.lean.statement`); it may grow, as long as no
    term with the new one was hashed before.
    """

    def __init__(self, params: Sequence[str], names: dict[str, str] | None = None) -> None:
        self._positions = {name: str(index) for index, name in enumerate(params)}
        self._names = {} if names is None else names
        self._known: dict[Term, bytes] = {}
        self._levels: dict[Level, str] = {}

    def __call__(self, term: Term) -> bytes:
        """The hash of a term, 32 bytes."""
        known = self._known
        if term in known:
            return known[term]
        todo = [term]
        while todo:
            each = todo[-1]
            if each in known:
                todo.pop()
                continue
            parts = _parts(each)
            missing = [part for part in parts if part not in known]
            if missing:
                todo += missing
                continue
            todo.pop()
            head = self._head(each)
            known[each] = hashlib.sha256(b"".join((head, *(known[part] for part in parts)))).digest()
        return known[term]

    def _head(self, term: Term) -> bytes:
        """What a term says besides its parts, in a form that ends unambiguously."""
        tag = term.tag
        if tag in (APP, LAM, PI, LET):
            return bytes((tag,))
        if tag == CONST:
            text = f"{self._names.get(term.a, term.a)}\0{' '.join(self._level(level) for level in term.b)}"
        elif tag == SORT:
            text = self._level(term.a)
        elif tag == PROJ:
            text = f"{self._names.get(term.a, term.a)}\0{term.b}"
        else:
            text = hex(term.a) if isinstance(term.a, int) else str(term.a)
        return b"%c%d:" % (tag, len(text.encode("utf8", "surrogatepass"))) + text.encode("utf8", "surrogatepass")

    def _level(self, level: Level) -> str:
        found = self._levels.get(level)
        if found is None:
            found = self._levels[level] = self._level_text(level)
        return found

    def _level_text(self, level: Level) -> str:
        kind = level.kind
        if kind == levels.ZERO_KIND:
            return "0"
        if kind == levels.PARAM:
            position = self._positions.get(level.name)
            # One that is not declared must not pass for one that is, whatever it is called.
            return f"q{len(level.name)}:{level.name}" if position is None else f"p{position}"
        assert level.a is not None
        if kind == levels.SUCC:
            return f"s{self._level(level.a)}"
        assert level.b is not None
        return f"({'m' if kind == levels.MAX else 'i'}{self._level(level.a)},{self._level(level.b)})"


def _parts(term: Term) -> tuple[Any, ...]:
    tag = term.tag
    if tag in (APP, LAM, PI):
        return (term.a, term.b)
    if tag == LET:
        return (term.a, term.b, term.c)
    if tag == PROJ:
        return (term.c,)
    return (term.b,) if tag == LOCAL else ()
