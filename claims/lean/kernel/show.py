"""Terms as one line of text, for messages: plain, and cut at a limit, since a shared term can be huge written out."""

from __future__ import annotations

from typing import Final

from claims.lean.kernel import levels
from claims.lean.kernel.terms import APP, CONST, LAM, LET, LOCAL, NAT, PI, PROJ, SORT, STR, VAR, Term

_LIMIT: Final = 2000
_DEPTH: Final = 60


class _Full(Exception):
    """The limit is reached."""


class _Writer:
    def __init__(self, limit: int) -> None:
        self.parts: list[str] = []
        self.room = limit

    def put(self, text: str) -> None:
        self.room -= len(text)
        if self.room < 0:
            self.parts.append(text[: self.room])
            raise _Full
        self.parts.append(text)

    def write(self, term: Term, scope: tuple[str, ...], wrap: bool, depth: int) -> None:
        """Write a term; ``scope`` names its bound variables, innermost last; ``wrap``: in brackets if compound."""
        if depth > _DEPTH:
            self.put("…")
            return
        tag = term.tag
        if tag in (VAR, CONST, LOCAL, NAT, STR, SORT):
            self.put(_atom(term, scope))
            return
        if tag == PROJ:
            self.write(term.c, scope, True, depth + 1)
            self.put(f".{term.b + 1}")
            return
        if wrap:
            self.put("(")
        if tag == APP:
            self._application(term, scope, depth)
        elif tag == LET:
            name = f"y{len(scope)}"
            self.put(f"let {name} := ")
            self.write(term.b, scope, False, depth + 1)
            self.put("; ")
            self.write(term.c, (*scope, name), False, depth + 1)
        else:
            self._binder(term, scope, depth)
        if wrap:
            self.put(")")

    def _application(self, term: Term, scope: tuple[str, ...], depth: int) -> None:
        arguments: list[Term] = []
        while term.tag == APP:
            arguments.append(term.b)
            term = term.a
        self.write(term, scope, True, depth + 1)
        for argument in reversed(arguments):
            self.put(" ")
            self.write(argument, scope, True, depth + 1)

    def _binder(self, term: Term, scope: tuple[str, ...], depth: int) -> None:
        if term.tag == PI and not uses_variable(term.b):
            self.write(term.a, scope, True, depth + 1)
            self.put(" → ")
            self.write(term.b, (*scope, "_"), False, depth + 1)
            return
        name = f"x{len(scope)}"
        self.put(f"{'fun' if term.tag == LAM else '∀'} ({name} : ")
        self.write(term.a, scope, False, depth + 1)
        self.put(") => " if term.tag == LAM else "), ")
        self.write(term.b, (*scope, name), False, depth + 1)


def uses_variable(body: Term, limit: int = 500) -> bool:
    """Whether bound variable 0 occurs; True when that is not found out within ``limit`` subterms."""
    todo = [(body, 0)]
    seen: set[tuple[Term, int]] = set()
    while todo:
        term, depth = todo.pop()
        if term.loose <= depth or (term, depth) in seen:
            continue
        if term.tag == VAR:
            if term.a == depth:
                return True
            continue
        seen.add((term, depth))
        if len(seen) > limit:
            return True
        if term.tag == APP:
            todo += [(term.a, depth), (term.b, depth)]
        elif term.tag in (LAM, PI):
            todo += [(term.a, depth), (term.b, depth + 1)]
        elif term.tag == PROJ:
            todo.append((term.c, depth))
        else:
            todo += [(term.a, depth), (term.b, depth), (term.c, depth + 1)]
    return False


def _atom(term: Term, scope: tuple[str, ...]) -> str:
    tag = term.tag
    if tag == VAR:
        return scope[-1 - term.a] if term.a < len(scope) else f"#{term.a - len(scope)}"
    if tag == SORT:
        text = levels.show(term.a)
        return {"0": "Prop", "1": "Type"}.get(text, f"(Sort {text})" if " " in text else f"Sort {text}")
    if tag == LOCAL:
        return f"v{term.a}"
    if tag == CONST:
        return str(term.a)
    return number_text(term.a) if tag == NAT else f"{str(term.a)[:200]!r}"


def number_text(value: int) -> str:
    """A number for reading: one of thousands of digits by its length in bits (Python refuses to write it out)."""
    return str(value) if value.bit_length() <= 4096 else f"(a number of {value.bit_length():,} bits)"


def show(term: Term, limit: int = _LIMIT) -> str:
    """The term as text of at most about ``limit`` characters; what is cut off is an ``…``."""
    writer = _Writer(limit)
    try:
        writer.write(term, (), False, 0)
    except _Full:
        writer.parts.append("…")
    return "".join(writer.parts)
