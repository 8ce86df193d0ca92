"""Statements as a reader would write them, from the compiled module: notation, hidden arguments, the author's names.

It is for reading. What is compared and hashed is the term itself (:mod:`claims.lean.statement`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from claims.lean.decode import BinderName, CompiledModule
from claims.lean.environment import Environment
from claims.lean.kernel import levels
from claims.lean.kernel.show import uses_variable

#: Infix notation: name of the function -> (symbol, number of arguments, precedence of the whole, left, right).
_INFIX: Final = {
    "HAdd.hAdd": ("+", 6, 65, 65, 66),
    "HSub.hSub": ("-", 6, 65, 65, 66),
    "HMul.hMul": ("*", 6, 70, 70, 71),
    "HDiv.hDiv": ("/", 6, 70, 70, 71),
    "HMod.hMod": ("%", 6, 70, 70, 71),
    "HPow.hPow": ("^", 6, 75, 76, 75),
    "HSMul.hSMul": ("•", 6, 73, 74, 73),
    "HAppend.hAppend": ("++", 6, 65, 66, 65),
    "LE.le": ("≤", 4, 50, 51, 51),
    "LT.lt": ("<", 4, 50, 51, 51),
    "GE.ge": ("≥", 4, 50, 51, 51),
    "GT.gt": (">", 4, 50, 51, 51),
    "Dvd.dvd": ("∣", 4, 50, 51, 51),
    "Eq": ("=", 3, 50, 51, 51),
    "Ne": ("≠", 3, 50, 51, 51),
    "HEq": ("≍", 4, 50, 51, 51),
    "And": ("∧", 2, 35, 36, 35),
    "Or": ("∨", 2, 30, 31, 30),
    "Iff": ("↔", 2, 20, 21, 21),
    "Prod": ("×", 2, 35, 36, 35),
    "List.cons": ("::", 3, 67, 68, 67),
}
_HYGIENE: Final = re.compile(r"\._@\..*|\._hyg\..*")
_PRIVATE: Final = re.compile(r"^_private\.(?:[^.]+\.)*?0\.")
_BRACKETS: Final = {
    "implicit": ("{", "}"),
    "strict implicit": ("⦃", "⦄"),
    "instance": ("[", "]"),
    "explicit": ("(", ")"),
}
_ARROW: Final = 25
_MAX: Final = 1024
_ATOM: Final = 1025
#: Precedence of forms that reach as far to the right as they can.
_OPEN: Final = 0
_APP: Final = 1023

Scope = tuple[str, ...]


def plain_name(name: str) -> str:
    """A constant's name for reading: without the prefix that makes it private to its module."""
    return _PRIVATE.sub("", name)


def is_accessible(name: str) -> bool:
    """Whether a binder's name was written by an author (Lean's own carry a hygiene suffix)."""
    return bool(name) and not _HYGIENE.search(name) and "✝" not in name


class Renderer:
    """Renders terms of one compiled module, given by their position there."""

    def __init__(self, environment: Environment, compiled: CompiledModule) -> None:
        self._environment = environment
        self._compiled = compiled

    # -- raw terms ----------------------------------------------------------------------------------------------

    def _node(self, at: int) -> tuple[int, list[int]]:
        """Tag and sub-terms of the term at a position, metadata skipped; see :mod:`claims.lean.decode`."""
        return self._compiled.node(at)

    def _spine(self, at: int) -> tuple[int, list[int]]:
        arguments: list[int] = []
        at = self._compiled.skip(at)
        while self._node(at)[0] == 5:
            function, argument = self._node(at)[1]
            arguments.append(argument)
            at = self._compiled.skip(function)
        return at, arguments[::-1]

    def _uses(self, body: int) -> bool:
        return uses_variable(self._compiled.term_at(body), 100_000)

    # -- signatures ---------------------------------------------------------------------------------------------

    def type_of(self, at: int, names: Sequence[str]) -> str:
        """The term at a position, its loose variables being ``names`` (innermost last)."""
        return self.text(at, tuple(names), 0)

    def text(self, at: int, scope: Scope, least: int, last: bool = False) -> str:
        """The term at a position, in brackets when it binds less tightly than ``least``.

        ``last``: nothing follows it, so that ``∀``, ``∃`` and ``fun`` need no brackets.
        """
        at = self._compiled.skip(at)
        text, precedence = self._write(at, scope, last or least == 0)
        if precedence >= least or (last and precedence == _OPEN):
            return text
        return f"({text if last else self._write(at, scope, True)[0]})"

    def _write(self, at: int, scope: Scope, last: bool = False) -> tuple[str, int]:
        tag, parts = self._node(at)
        if tag == 0:
            index = self._compiled.term_at(at).a
            return (scope[-1 - index] if index < len(scope) else f"#{index}"), _ATOM
        if tag == 3:
            return _universe(self._compiled.term_at(at).a)
        if tag == 9:
            value = self._compiled.term_at(at).a
            return (str(value) if isinstance(value, int) else _quoted(value)), _ATOM
        if tag == 11:
            return self._projection(at, parts[0], scope)
        if tag == 6:
            return self._function(at, scope)
        if tag == 7:
            return self._function_type(at, scope, last)
        if tag == 8:
            name = self._fresh(self._compiled.binder(at).name, scope)
            value = f"let {name} := {self.text(parts[1], scope, 0)}; {self.text(parts[2], (*scope, name), 0)}"
            return value, 0
        head, arguments = self._spine(at)
        return self._application(head, arguments, scope, last)

    def _application(self, head: int, arguments: list[int], scope: Scope, last: bool) -> tuple[str, int]:
        name = self._compiled.constant_name(head)
        if name:
            special = self._special(name, arguments, scope, last)
            if special is not None:
                return special
        kinds = [b.kind for b in self._environment.binder_names(name)] if name and self._known(name) else []
        shown = [a for i, a in enumerate(arguments) if i >= len(kinds) or kinds[i] == "explicit"]
        text = plain_name(name) if name else self.text(head, scope, _APP)
        if not shown:
            return text, _ATOM
        words = [self.text(argument, scope, _MAX) for argument in shown[:-1]]
        final = self._compiled.skip(shown[-1])
        open_ended = last and self._node(final)[0] == 6
        return " ".join((text, *words, self.text(final, scope, _MAX, open_ended))), _APP

    def _known(self, name: str) -> bool:
        return self._environment.is_core(name) or self._environment.is_user(name)

    def _special(self, name: str, arguments: list[int], scope: Scope, last: bool) -> tuple[str, int] | None:
        if name in _INFIX and len(arguments) == _INFIX[name][1]:
            symbol, _, whole, left, right = _INFIX[name]
            first = self.text(arguments[-2], scope, left)
            return f"{first} {symbol} {self.text(arguments[-1], scope, right, last)}", whole
        forms: dict[tuple[str, int], Callable[[], tuple[str, int]]] = {
            ("Neg.neg", 3): lambda: (f"-{self.text(arguments[2], scope, 75)}", 75),
            ("Not", 1): lambda: (f"¬{self.text(arguments[0], scope, 40, last)}", _MAX),
            ("Nat.cast", 3): lambda: (f"↑{self.text(arguments[2], scope, _MAX)}", _MAX),
            ("Fin.val", 2): lambda: (f"↑{self.text(arguments[1], scope, _MAX)}", _MAX),
            ("Inv.inv", 3): lambda: (f"{self.text(arguments[2], scope, _ATOM)}⁻¹", _MAX),
            ("OfNat.ofNat", 3): lambda: self._write(self._compiled.skip(arguments[1]), scope),
            ("Exists", 2): lambda: self._exists(arguments[1], scope),
            ("Membership.mem", 5): lambda: (
                f"{self.text(arguments[4], scope, 51)} ∈ {self.text(arguments[3], scope, 51)}",
                50,
            ),
            ("id", 2): lambda: (f"id {self.text(arguments[1], scope, _MAX)}", _APP),
        }
        form = forms.get((name, len(arguments)))
        return None if form is None else form()

    def _exists(self, predicate: int, scope: Scope) -> tuple[str, int]:
        names: list[str] = []
        at = self._compiled.skip(predicate)
        while self._node(at)[0] == 6:
            name = self._fresh(self._compiled.binder(at).name, (*scope, *names))
            names.append(name)
            body = self._compiled.skip(self._node(at)[1][1])
            head, arguments = self._spine(body)
            if self._compiled.constant_name(head) != "Exists" or len(arguments) != 2:
                return f"∃ {' '.join(names)}, {self.text(body, (*scope, *names), 0)}", 0
            at = self._compiled.skip(arguments[1])
        # A predicate that is not written out is applied to the last variable.
        rest = f"Exists {self.text(at, (*scope, *names), _MAX)}"
        return (f"∃ {' '.join(names)}, {rest}", 0) if names else (rest, _APP)

    def _function(self, at: int, scope: Scope) -> tuple[str, int]:
        names: list[str] = []
        while self._node(at)[0] == 6:
            body = self._node(at)[1][1]
            used = self._uses(body)
            names.append(self._fresh(self._compiled.binder(at).name, (*scope, *names)) if used else "x")
            at = self._compiled.skip(body)
        return f"fun {' '.join(names)} => {self.text(at, (*scope, *names), 0)}", 0

    def _function_type(self, at: int, scope: Scope, last: bool) -> tuple[str, int]:
        domain, body = self._node(at)[1]
        if not self._uses(body):
            left = self.text(domain, scope, _ARROW + 1)
            return f"{left} → {self.text(body, (*scope, '_'), _ARROW, last)}", _ARROW
        binders: list[tuple[BinderName, str]] = []
        names: list[str] = []
        while self._node(at)[0] == 7 and self._uses(self._node(at)[1][1]):
            binder = self._compiled.binder(at)
            domain, body = self._node(at)[1]
            names.append(self._fresh(binder.name, (*scope, *names)))
            text = self.text(domain, (*scope, *names[:-1]), 0)
            binders.append((BinderName(names[-1], binder.kind), text))
            at = self._compiled.skip(body)
        return f"∀ {group(binders)}, {self.text(at, (*scope, *names), 0)}", _OPEN

    def _projection(self, at: int, inner: int, scope: Scope) -> tuple[str, int]:
        term = self._compiled.term_at(at)
        return f"{self.text(inner, scope, _MAX)}.{term.b + 1}", _ATOM

    def _fresh(self, name: str, scope: Scope) -> str:
        """A binder's name for reading, told apart from those in scope."""
        stem = _HYGIENE.sub("", name) or "x"
        found, number = stem, 0
        while found in scope:
            number += 1
            found = f"{stem}_{number}"
        return found


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


def _universe(level: levels.Level) -> tuple[str, int]:
    text = levels.show(level)
    if text == "0":
        return "Prop", _ATOM
    if level.kind == levels.SUCC:
        assert level.a is not None
        below = levels.show(level.a)
        if below == "0":
            return "Type", _ATOM
        return f"Type ({below})" if " " in below or "+" in below else f"Type {below}", _APP
    return f"Sort ({text})" if " " in text or "+" in text else f"Sort {text}", _APP


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
