"""Statements as a reader would write them, from the compiled module: notation, hidden arguments, the author's names.

It is for reading. What is compared and hashed is the term itself (:mod:`claims.lean.statement`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from claims.lean.decode import BinderName, CompiledModule
from claims.lean.environment import Environment
from claims.lean.kernel import levels, terms
from claims.lean.kernel.show import number_text
from claims.lean.kernel.terms import APP, CONST, LAM, LET, PI, PROJ, VAR, Term
from claims.lean.notation import FORMS, INFIX, PREFIX, SHORT, arity, operands, precedence, quoted, universe

_HYGIENE: Final = re.compile(r"\._@\..*|\._hyg\..*")
_PRIVATE: Final = re.compile(r"^_private\.(?:[^.]+\.)*?0\.")
_BRACKETS: Final = {
    "implicit": ("{", "}"),
    "strict implicit": ("⦃", "⦄"),
    "instance": ("[", "]"),
    "explicit": ("(", ")"),
}
#: Terms written out at most; the rest of a statement that long is an ``…``.
_NODES: Final = 50_000
_ARROW: Final = 25
_MAX: Final = 1024
_ATOM: Final = 1025
#: Precedence of forms that reach as far to the right as they can.
_OPEN: Final = 0
_APP: Final = 1023

Scope = tuple[str, ...]
Signature = tuple[tuple[bool, ...], bool]


def plain_name(name: str) -> str:
    """A constant's name for reading: without the prefix that makes it private to its module."""
    return _PRIVATE.sub("", name)


def is_accessible(name: str) -> bool:
    """Whether a binder's name was written by an author (Lean's own carry a hygiene suffix)."""
    return bool(name) and not _HYGIENE.search(name) and "✝" not in name


class Renderer:
    """Renders terms of one compiled module, given by their position there.

    ``signatures`` is for renderers of one environment to share: what they found out about constants.
    """

    def __init__(
        self, environment: Environment, compiled: CompiledModule, signatures: dict[str, Signature] | None = None
    ) -> None:
        self._environment = environment
        self._compiled = compiled
        self._left = _NODES
        self._signatures = {} if signatures is None else signatures
        self._nodes: dict[int, tuple[int, list[int]]] = {}
        self._calls: dict[int, tuple[str, int, list[int]]] = {}
        self._free: dict[Term, int] = {}
        self._trails: dict[int, int] = {}

    # -- raw terms ----------------------------------------------------------------------------------------------

    def _node(self, at: int) -> tuple[int, list[int]]:
        """Tag and sub-terms of the term at a position, metadata skipped; see :mod:`claims.lean.decode`."""
        found = self._nodes.get(at)
        if found is None:
            found = self._nodes[at] = self._compiled.node(at)
        return found

    def _call(self, at: int) -> tuple[str, int, list[int]]:
        """Name of the constant that is applied at a position (empty if it is none), its position, the arguments."""
        found = self._calls.get(at)
        if found is None:
            arguments: list[int] = []
            head = self._compiled.skip(at)
            while self._node(head)[0] == 5:
                function, argument = self._node(head)[1]
                arguments.append(argument)
                head = self._compiled.skip(function)
            found = self._calls[at] = self._compiled.constant_name(head), head, arguments[::-1]
        return found

    def _mask(self, at: int) -> int:
        """The loose variables of the term at a position, as bits."""
        return free_variables(self._compiled.term_at(at), self._free)

    def _uses(self, body: int) -> bool:
        """Whether the variable of the binder with this body occurs in it."""
        return bool(self._mask(body) & 1)

    # -- precedence ---------------------------------------------------------------------------------------------

    def type_of(self, at: int, names: Sequence[str]) -> str:
        """The term at a position, its loose variables being ``names`` (innermost last)."""
        return self.text(at, tuple(names), 0)

    def text(self, at: int, scope: Scope, least: int, last: bool = False) -> str:
        """The term at a position, in brackets when it binds less tightly than ``least``.

        ``last``: nothing follows it, so that ``∀``, ``∃`` and ``fun`` at its end need no brackets.
        """
        at = self._compiled.skip(at)
        self._left -= 1
        if self._left < 0:
            return "…"
        whole = self._precedence(at)
        text = self._write(at, scope)
        if last or least == 0:
            return f"({text})" if _OPEN < whole < least else text
        return f"({text})" if min(whole, self._trail(at)) < least else text

    def _precedence(self, at: int) -> int:
        """How tightly the term at a position binds as it will be written."""
        tag, parts = self._node(at)
        if tag in (6, 8):
            return _OPEN
        if tag == 7:
            return _OPEN if self._uses(parts[1]) else _ARROW
        if tag == 3:
            return _ATOM if self._compiled.term_at(at).a in (levels.ZERO, levels.ONE) else _APP
        if tag != 5:
            return _ATOM
        name, _, arguments = self._call(at)
        if len(arguments) == arity(name):
            return self._notation_precedence(name, arguments)
        shown = self._shown(name, arguments)
        return _APP if len(shown) > self._is_method(name, shown) else _ATOM

    def _notation_precedence(self, name: str, arguments: list[int]) -> int:
        if name == "List.cons" and self._elements(arguments) is not None:
            return _ATOM
        if name in ("Exists", "Subtype") and self._node(self._compiled.skip(arguments[1]))[0] != 6:
            return _APP
        return precedence(name)

    def _trail(self, at: int) -> int:
        """How tightly the end of the term at a position binds: looser than what follows, it would swallow that."""
        chain = []
        at = self._compiled.skip(at)
        while at not in self._trails:
            bound, end = self._tail(at)
            chain.append((at, bound))
            if end is None:
                self._trails[at] = bound
            else:
                at = end
        lowest = self._trails[at]
        for each, bound in reversed(chain):
            lowest = self._trails[each] = min(lowest, bound)
        return lowest

    def _tail(self, at: int) -> tuple[int, int | None]:
        """How tightly the last part of what is written at a position binds, and the unbracketed term in there."""
        tag, parts = self._node(at)
        whole = self._precedence(at)
        if whole in (_OPEN, _ATOM) or tag not in (5, 7):
            return whole, None
        bound, least = _ATOM, _ARROW
        if tag == 7:
            end = parts[1]
        else:
            name, _, arguments = self._call(at)
            if len(arguments) != arity(name) or name in FORMS:
                return self._last_argument(name, arguments), None
            least = INFIX[name][4] if name in INFIX else PREFIX[name][3]
            bound = least if name in PREFIX else _ATOM
            end = arguments[operands(name)[1]]
        end = self._compiled.skip(end)
        return bound, None if _OPEN < self._precedence(end) < least else end

    def _last_argument(self, name: str, arguments: list[int]) -> int:
        shown = self._shown(name, arguments)
        function = bool(shown) and arity(name) != len(arguments) and self._node(self._compiled.skip(shown[-1]))[0] == 6
        return _OPEN if function else _ATOM

    # -- forms --------------------------------------------------------------------------------------------------

    def _write(self, at: int, scope: Scope) -> str:
        tag, parts = self._node(at)
        if tag == 0:
            index = self._compiled.term_at(at).a
            return scope[-1 - index] if index < len(scope) else f"#{index}"
        if tag == 3:
            return universe(self._compiled.term_at(at).a)
        if tag == 9:
            value = self._compiled.term_at(at).a
            return number_text(value) if isinstance(value, int) else quoted(value)
        if tag == 11:
            return f"{self.text(parts[0], scope, _ATOM)}.{self._compiled.term_at(at).b + 1}"
        if tag == 6:
            return self._function(at, scope)
        if tag == 7:
            return self._function_type(at, scope)
        if tag == 8:
            name = self._fresh(self._compiled.binder(at).name, scope)
            return f"let {name} := {self.text(parts[1], scope, 0)}; {self.text(parts[2], (*scope, name), 0)}"
        return self._application(at, scope)

    def _application(self, at: int, scope: Scope) -> str:
        name, head, arguments = self._call(at)
        count = arity(name)
        if len(arguments) == count:
            return self._notation(name, arguments, scope)
        shown = self._shown(name, arguments)
        if 0 < count < len(arguments):
            shown = arguments[count:]
            text = f"({self._notation(name, arguments[:count], scope)})"
        elif self._is_method(name, shown):
            text = f"{self.text(shown[0], scope, _ATOM)}.{name.rpartition('.')[2]}"
            shown = shown[1:]
        else:
            text = _constant(name, scope) if name else self.text(head, scope, _APP)
        if not shown:
            return text
        words = [self.text(argument, scope, _MAX) for argument in shown[:-1]]
        final = self._compiled.skip(shown[-1])
        return " ".join((text, *words, self.text(final, scope, _MAX, self._node(final)[0] == 6)))

    def _shown(self, name: str, arguments: list[int]) -> list[int]:
        """The arguments that are written: those that are not implicit."""
        explicit = self._signature(name)[0]
        return [a for i, a in enumerate(arguments) if i >= len(explicit) or explicit[i]]

    def _is_method(self, name: str, shown: list[int]) -> bool:
        """Whether a call is written ``x.f``; numbers are not written so."""
        first = self._compiled.skip(shown[0]) if shown and self._signature(name)[1] else None
        return first is not None and self._node(first)[0] != 9 and self._call(first)[0] != "OfNat.ofNat"

    def _signature(self, name: str) -> Signature:
        """Which arguments of a constant are explicit, and whether the first is of the type that its namespace is."""
        found = self._signatures.get(name)
        if found is None:
            constant = self._environment.constant(name) if name else None
            binders = [] if constant is None else self._environment.binder_names(name)
            explicit = tuple(binder.kind == "explicit" for binder in binders)
            namespace, _, last = name.rpartition(".")
            method = constant is not None and any(explicit) and bool(re.match(r"[^\W\d_]", last))
            if constant is not None and method:
                type_ = constant.type
                for _ in range(explicit.index(True)):
                    type_ = type_.b
                receiver = terms.head(type_.a)
                method = receiver.tag == CONST and receiver.a == namespace
            found = self._signatures[name] = explicit, method
        return found

    def _notation(self, name: str, arguments: list[int], scope: Scope) -> str:
        """A call of something with a notation of its own, with as many arguments as that takes."""
        final = arguments[-1]
        if name == "List.cons" and (elements := self._elements(arguments)) is not None:
            return f"[{', '.join(self.text(each, scope, 0) for each in elements)}]"
        if name in INFIX:
            symbol, _, _, left, right = INFIX[name]
            first, second = (arguments[i] for i in operands(name))
            return f"{self.text(first, scope, left)} {symbol} {self.text(second, scope, right, True)}"
        if name in PREFIX:
            return f"{PREFIX[name][0]}{self.text(final, scope, PREFIX[name][3], True)}"
        if name == "Exists":
            return self._exists(final, scope)
        if name == "OfNat.ofNat":
            return self.text(arguments[1], scope, _ATOM)
        if name == "Inv.inv":
            return f"{self.text(final, scope, _ATOM)}⁻¹"
        if name == "ite":
            condition, yes, no = (self.text(arguments[i], scope, 0) for i in (1, 3, 4))
            return f"if {condition} then {yes} else {no}"
        if name == "GetElem.getElem":
            return f"{self.text(arguments[5], scope, _ATOM)}[{self.text(arguments[6], scope, 0)}]"
        if name == "Subtype":
            return self._subtype(final, scope)
        return "[]" if name == "List.nil" else f"({', '.join(self.text(each, scope, 0) for each in arguments[2:])})"

    def _elements(self, arguments: list[int]) -> list[int] | None:
        """The elements of a list that is written out; None where its end is something else."""
        found = [arguments[1]]
        name, _, arguments = self._call(arguments[2])
        while name == "List.cons" and len(arguments) == 3:
            found.append(arguments[1])
            name, _, arguments = self._call(arguments[2])
        return found if name == "List.nil" else None

    def _exists(self, predicate: int, scope: Scope) -> str:
        names: list[str] = []
        at = self._compiled.skip(predicate)
        while self._node(at)[0] == 6:
            names.append(self._fresh(self._compiled.binder(at).name, (*scope, *names)))
            body = self._compiled.skip(self._node(at)[1][1])
            name, _, arguments = self._call(body)
            if name != "Exists" or len(arguments) != 2:
                return f"∃ {' '.join(names)}, {self.text(body, (*scope, *names), 0)}"
            at = self._compiled.skip(arguments[1])
        # A predicate that is not written out is applied to the last variable.
        rest = f"Exists {self.text(at, (*scope, *names), _MAX)}"
        return f"∃ {' '.join(names)}, {rest}" if names else rest

    def _subtype(self, predicate: int, scope: Scope) -> str:
        at = self._compiled.skip(predicate)
        if self._node(at)[0] != 6:
            return f"Subtype {self.text(at, scope, _MAX)}"
        name = self._fresh(self._compiled.binder(at).name, scope)
        return f"{{ {name} // {self.text(self._node(at)[1][1], (*scope, name), 0)} }}"

    def _function(self, at: int, scope: Scope) -> str:
        names: list[str] = []
        while self._node(at)[0] == 6:
            body = self._node(at)[1][1]
            mask, inner = self._mask(body), (*scope, *names)
            # A variable that is not used may take the name of one that is not used below it.
            taken = inner if mask & 1 else (*names, *(n for i, n in enumerate(reversed(inner), 1) if mask >> i & 1))
            names.append(self._fresh(self._compiled.binder(at).name, taken))
            at = self._compiled.skip(body)
        return f"fun {' '.join(names)} => {self.text(at, (*scope, *names), 0)}"

    def _function_type(self, at: int, scope: Scope) -> str:
        domain, body = self._node(at)[1]
        if not self._uses(body):
            left = self.text(domain, scope, _ARROW + 1)
            return f"{left} → {self.text(body, (*scope, '_'), _ARROW, True)}"
        binders: list[tuple[BinderName, str]] = []
        names: list[str] = []
        while self._node(at)[0] == 7 and self._uses(self._node(at)[1][1]):
            binder = self._compiled.binder(at)
            domain, body = self._node(at)[1]
            names.append(self._fresh(binder.name, (*scope, *names)))
            binders.append((BinderName(names[-1], binder.kind), self.text(domain, (*scope, *names[:-1]), 0)))
            at = self._compiled.skip(body)
        return f"∀ {group(binders)}, {self.text(at, (*scope, *names), 0)}"

    def _fresh(self, name: str, taken: Scope) -> str:
        """A binder's name for reading, told apart from those taken."""
        stem = _HYGIENE.sub("", name) or "x"
        found, number = stem, 0
        while found in taken:
            number += 1
            found = f"{stem}_{number}"
        return found


def _constant(name: str, scope: Scope) -> str:
    """A constant's name, told apart from the variables in scope."""
    text = SHORT.get(name) or plain_name(name)
    if text.partition(".")[0] not in scope:
        return text
    return name if text != name else f"_root_.{name}"


def free_variables(term: Term, known: dict[Term, int]) -> int:
    """The loose bound variables of a term, as bits of a number; ``known`` remembers those of its parts."""
    todo = [term]
    while todo:
        each = todo[-1]
        if each in known or not each.loose:
            known.setdefault(each, 0)
            todo.pop()
            continue
        if each.tag == VAR:
            known[each] = 1 << each.a
            continue
        same = {APP: (each.a, each.b), LAM: (each.a,), PI: (each.a,), PROJ: (each.c,), LET: (each.a, each.b)}[each.tag]
        under = {LAM: each.b, PI: each.b, LET: each.c}.get(each.tag)
        missing = [part for part in (*same, under) if part is not None and part not in known]
        todo += missing
        if not missing:
            found = known[under] >> 1 if under is not None else 0
            for part in same:
                found |= known[part]
            known[each] = found
    return known[term]


def group(binders: Sequence[tuple[BinderName, str]]) -> str:
    """Binders with their types, neighbours of one type and kind together."""
    parts: list[str] = []
    at = 0
    while at < len(binders):
        first, type_ = binders[at]
        names = []
        while at < len(binders) and binders[at][1] == type_ and binders[at][0].kind == first.kind:
            names.append(binders[at][0].name)
            at += 1
        opening, closing = _BRACKETS[first.kind]
        if first.kind == "instance":
            named = [n for n in names if is_accessible(n)]
            parts += [f"[{n} : {type_}]" for n in named] + [f"[{type_}]"] * (len(names) - len(named))
        else:
            parts.append(f"{opening}{' '.join(names)} : {type_}{closing}")
    return " ".join(parts)
