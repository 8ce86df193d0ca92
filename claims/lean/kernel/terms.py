"""Terms of Lean's calculus, hash-consed: equal terms are one object, so ``is`` compares them and caches key on them.

Binder names, binder kinds and metadata are not part of a term: they mean nothing to a proof. Bound variables are de
Bruijn indices; a *local* stands for a variable of the context and carries its type. A local's number is above those
of everything its type mentions, so that a fresh one needs no counter (:func:`fresh`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from claims.lean.kernel import levels
from claims.lean.kernel.levels import Level

VAR: Final = 0
SORT: Final = 1
CONST: Final = 2
APP: Final = 3
LAM: Final = 4
PI: Final = 5
LET: Final = 6
NAT: Final = 7
STR: Final = 8
PROJ: Final = 9
LOCAL: Final = 10


class Term:
    """One term. Fields by ``tag``:

    ``VAR`` a index; ``SORT`` a level; ``CONST`` a name, b levels; ``APP`` a function, b argument; ``LAM``/``PI`` a
    type, b body; ``LET`` a type, b value, c body; ``NAT``/``STR`` a value; ``PROJ`` a structure, b index, c term;
    ``LOCAL`` a number, b type. ``loose``: bound variables from this index up are free in it at most; ``high``: above
    the number of every local in it; ``poly``: has universe parameters. The rest are caches of the kernel.
    """

    __slots__ = ("a", "b", "c", "cheap", "checked", "core", "high", "loose", "poly", "tag", "type", "unfolded", "whnf")

    def __init__(self, tag: int, a: Any, b: Any, c: Any, loose: int, high: int, poly: bool) -> None:
        self.tag = tag
        self.a = a
        self.b = b
        self.c = c
        self.loose = loose
        self.high = high
        self.poly = poly
        self.type: Term | None = None
        self.checked = False
        self.core: Term | None = None
        self.cheap: Term | None = None
        self.whnf: Term | None = None
        self.unfolded: Term | None = None

    def __repr__(self) -> str:
        from claims.lean.kernel.show import show

        return show(self)


_apps: dict[tuple[Term, Term], Term] = {}
_table: dict[tuple[Any, ...], Term] = {}
_owner: list[object] = []


def belong_to(world: object) -> None:
    """Say in which world of constants the terms alive are judged: their caches hold there and nowhere else.

    Raises ``RuntimeError`` while terms of another world are alive (:func:`forget` ends that).
    """
    if not _owner:
        _owner.append(world)
    elif _owner[0] is not world:
        raise RuntimeError("terms of another environment are alive: an earlier one is still in use")


def size() -> int:
    """Number of terms alive in the tables."""
    return len(_apps) + len(_table)


def forget() -> None:
    """Drop every term; whoever still holds one must drop it too (equal terms made later are other objects)."""
    _apps.clear()
    _table.clear()
    _owner.clear()


def var(index: int) -> Term:
    """Bound variable ``index``."""
    key = (VAR, index)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(VAR, index, None, None, index + 1, 0, False)
    return found


def sort(level: Level) -> Term:
    """The universe ``Sort level``."""
    key = (SORT, level)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(SORT, level, None, None, 0, 0, level.poly)
    return found


def const(name: str, args: tuple[Level, ...] = ()) -> Term:
    """The constant ``name`` at the given universe levels."""
    key = (CONST, name, args)
    found = _table.get(key)
    if found is None:
        poly = any(level.poly for level in args)
        found = _table[key] = Term(CONST, name, args, None, 0, 0, poly)
    return found


def app(function: Term, argument: Term) -> Term:
    """The application ``function argument``."""
    key = (function, argument)
    found = _apps.get(key)
    if found is None:
        loose = function.loose if function.loose > argument.loose else argument.loose
        high = function.high if function.high > argument.high else argument.high
        found = _apps[key] = Term(APP, function, argument, None, loose, high, function.poly or argument.poly)
    return found


def apps(function: Term, arguments: Sequence[Term]) -> Term:
    """``function`` applied to several arguments in turn."""
    for argument in arguments:
        function = app(function, argument)
    return function


def _binder(tag: int, domain: Term, body: Term) -> Term:
    key = (tag, domain, body)
    found = _table.get(key)
    if found is None:
        loose = domain.loose if domain.loose >= body.loose else body.loose - 1
        high = domain.high if domain.high > body.high else body.high
        found = _table[key] = Term(tag, domain, body, None, loose, high, domain.poly or body.poly)
    return found


def lam(domain: Term, body: Term) -> Term:
    """The function ``fun _ : domain => body``."""
    return _binder(LAM, domain, body)


def pi(domain: Term, body: Term) -> Term:
    """The type ``(_ : domain) -> body``."""
    return _binder(PI, domain, body)


def let(type_: Term, value: Term, body: Term) -> Term:
    """``let _ : type_ := value; body``."""
    key = (LET, type_, value, body)
    found = _table.get(key)
    if found is None:
        loose = max(type_.loose, value.loose, body.loose - 1)
        high = max(type_.high, value.high, body.high)
        found = _table[key] = Term(LET, type_, value, body, loose, high, type_.poly or value.poly or body.poly)
    return found


def nat(value: int) -> Term:
    """A literal of ``Nat``."""
    key = (NAT, value)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(NAT, value, None, None, 0, 0, False)
    return found


def string(value: str) -> Term:
    """A literal of ``String``."""
    key = (STR, value)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(STR, value, None, None, 0, 0, False)
    return found


def proj(structure: str, index: int, term: Term) -> Term:
    """Field ``index`` of a value of a structure."""
    key = (PROJ, structure, index, term)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(PROJ, structure, index, term, term.loose, term.high, term.poly)
    return found


def local(number: int, type_: Term) -> Term:
    """The local ``number`` of the given type; ``number`` must not be below ``type_.high``."""
    key = (LOCAL, number, type_)
    found = _table.get(key)
    if found is None:
        found = _table[key] = Term(LOCAL, number, type_, None, 0, number + 1, type_.poly)
        found.type = type_
        found.checked = True
    return found


def fresh(type_: Term, *others: Term) -> Term:
    """A local of a type that occurs in none of ``others``."""
    high = type_.high
    for other in others:
        if other.high > high:
            high = other.high
    return local(high, type_)


def head(term: Term) -> Term:
    """What an application is applied from."""
    while term.tag == APP:
        term = term.a
    return term


def spine(term: Term) -> tuple[Term, list[Term]]:
    """Head and arguments of an application."""
    arguments: list[Term] = []
    while term.tag == APP:
        arguments.append(term.b)
        term = term.a
    arguments.reverse()
    return term, arguments


def instantiate(term: Term, values: Sequence[Term]) -> Term:
    """``term`` with its loose bound variables 0, 1, ... replaced by ``values`` (closed terms), the rest lowered."""
    if term.loose == 0:
        return term
    count = len(values)
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if t.loose <= depth:
            return t
        tag = t.tag
        if tag == VAR:
            index = t.a - depth
            return values[index] if index < count else var(t.a - count)
        key = (t, depth)
        found = memo.get(key)
        if found is None:
            if tag == APP:
                found = app(go(t.a, depth), go(t.b, depth))
            elif tag in (LAM, PI):
                found = _binder(tag, go(t.a, depth), go(t.b, depth + 1))
            elif tag == PROJ:
                found = proj(t.a, t.b, go(t.c, depth))
            else:
                found = let(go(t.a, depth), go(t.b, depth), go(t.c, depth + 1))
            memo[key] = found
        return found

    return go(term, 0)


def abstract(term: Term, locals_: Sequence[Term]) -> Term:
    """``term`` with the locals made bound variables, the last of them variable 0."""
    count = len(locals_)
    if not count or not term.high:
        return term
    lowest = min(each.a for each in locals_)
    if term.high <= lowest:
        return term
    position = {each: count - 1 - i for i, each in enumerate(locals_)}
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if t.high <= lowest:
            return t
        tag = t.tag
        if tag == LOCAL:
            found = position.get(t)
            return t if found is None else var(found + depth)
        key = (t, depth)
        result = memo.get(key)
        if result is None:
            if tag == APP:
                result = app(go(t.a, depth), go(t.b, depth))
            elif tag in (LAM, PI):
                result = _binder(tag, go(t.a, depth), go(t.b, depth + 1))
            elif tag == PROJ:
                result = proj(t.a, t.b, go(t.c, depth))
            else:
                result = let(go(t.a, depth), go(t.b, depth), go(t.c, depth + 1))
            memo[key] = result
        return result

    return go(term, 0)


def close(tag: int, locals_: Sequence[Term], body: Term) -> Term:
    """``body`` under the binders of the locals, ``tag`` being ``LAM`` or ``PI``."""
    result = abstract(body, locals_)
    for index in range(len(locals_) - 1, -1, -1):
        result = _binder(tag, abstract(locals_[index].b, locals_[:index]), result)
    return result


def at_levels(term: Term, values: Mapping[str, Level]) -> Term:
    """``term`` with universe parameters replaced."""
    if not term.poly or not values:
        return term
    memo: dict[Term, Term] = {}
    substitute = levels.substitute

    def go(t: Term) -> Term:
        if not t.poly:
            return t
        found = memo.get(t)
        if found is not None:
            return found
        tag = t.tag
        if tag == APP:
            found = app(go(t.a), go(t.b))
        elif tag == CONST:
            found = const(t.a, tuple([substitute(level, values) for level in t.b]))
        elif tag == SORT:
            found = sort(substitute(t.a, values))
        elif tag in (LAM, PI):
            found = _binder(tag, go(t.a), go(t.b))
        elif tag == PROJ:
            found = proj(t.a, t.b, go(t.c))
        elif tag == LET:
            found = let(go(t.a), go(t.b), go(t.c))
        else:
            found = local(t.a, go(t.b))
        memo[t] = found
        return found

    return go(term)


def walk(term: Term) -> list[Term]:
    """Every subterm once, parents before children."""
    seen = {term}
    order = [term]
    for t in order:
        tag = t.tag
        if tag in (APP, LAM, PI):
            parts: tuple[Term, ...] = (t.a, t.b)
        elif tag == LET:
            parts = (t.a, t.b, t.c)
        elif tag == PROJ:
            parts = (t.c,)
        elif tag == LOCAL:
            parts = (t.b,)
        else:
            continue
        for part in parts:
            if part not in seen:
                seen.add(part)
                order.append(part)
    return order


def constants(term: Term) -> set[str]:
    """Names of the constants in a term, structures of projections and types of literals included."""
    found: set[str] = set()
    for t in walk(term):
        if t.tag == CONST or t.tag == PROJ:
            found.add(t.a)
        elif t.tag == NAT:
            found.add("Nat")
        elif t.tag == STR:
            found.add("String")
    return found
