"""Computation: weak head normal forms by beta, delta, iota, projections, quotients and literals.

The rules are those of Lean's calculus (M. Carneiro, *The type theory of Lean*, 2019, sections 2.4 to 2.7, and
Lean 4's literals, structure eta and projections).
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from claims.lean.kernel import terms
from claims.lean.kernel.constants import Constant, Constructor, Definition, Inductive, Quotient, Recursor, Theorem
from claims.lean.kernel.errors import Limit, Rejected
from claims.lean.kernel.levels import ZERO, is_zero
from claims.lean.kernel.terms import APP, CONST, LAM, LET, LOCAL, NAT, PI, PROJ, SORT, STR, VAR, Term, app, instantiate

_MAX_BITS: Final = 1 << 22
#: The same for operations that take time quadratic in the size.
_MAX_SLOW_BITS: Final = 1 << 18
_SLOW: Final = ("Nat.gcd", "Nat.div", "Nat.mod")
#: Wall time allowed to one declaration, so generous that only a runaway meets it (the library's slowest takes 2 s).
SECONDS: Final = 180.0
_FINAL: Final = frozenset((SORT, LAM, PI, NAT, STR, CONST, LOCAL))


class World(Protocol):
    """Where constants come from."""

    def constant(self, name: str) -> Constant | None:
        """The constant of this name, or None."""


_BINARY: Final[Mapping[str, Callable[[int, int], int | bool]]] = {
    "Nat.add": lambda a, b: a + b,
    "Nat.sub": lambda a, b: max(a - b, 0),
    "Nat.mul": lambda a, b: a * b,
    "Nat.div": lambda a, b: a // b if b else 0,
    "Nat.mod": lambda a, b: a % b if b else a,
    "Nat.gcd": math.gcd,
    "Nat.beq": lambda a, b: a == b,
    "Nat.ble": lambda a, b: a <= b,
    "Nat.land": lambda a, b: a & b,
    "Nat.lor": lambda a, b: a | b,
    "Nat.xor": lambda a, b: a ^ b,
    "Nat.shiftLeft": lambda a, b: a << b,
    "Nat.shiftRight": lambda a, b: a >> b,
    "Nat.pow": lambda a, b: a**b,
}
_LOG: Final = "Nat.log2"


def _too_big(name: str, a: int, b: int) -> bool:
    """Whether the result would have more bits than this kernel works with; it is then left as it stands."""
    if name == "Nat.pow":
        return a > 1 and b * a.bit_length() > _MAX_BITS
    if name == "Nat.shiftLeft":
        return a > 0 and b + a.bit_length() > _MAX_BITS
    if name in _SLOW:
        return max(a.bit_length(), b.bit_length()) > _MAX_SLOW_BITS
    return a.bit_length() + b.bit_length() > _MAX_BITS


def beta(function: Term, arguments: Sequence[Term]) -> Term:
    """``function`` applied to arguments, leading lambdas replaced at once."""
    count, used = len(arguments), 0
    while used < count and function.tag == LAM:
        function = function.b
        used += 1
    if used:
        function = instantiate(function, arguments[used - 1 :: -1])
    for argument in arguments[used:]:
        function = app(function, argument)
    return function


class Reducer(ABC):
    """Weak head normal forms in a world of constants.

    ``arithmetic``: ``Nat`` and ``String`` are Lean's own, so that literals and fast arithmetic are allowed. ``steps``
    bounds the work of one declaration.
    """

    def __init__(self, world: World, *, arithmetic: bool = False, steps: int = 0) -> None:
        terms.belong_to(world)
        self.world = world
        self.arithmetic = arithmetic
        self.limit = steps
        self.left = steps
        self._deadline = math.inf
        self._constants: dict[str, Constant] = {}
        self._rules: dict[tuple[Term, str], Term] = {}

    @abstractmethod
    def infer(self, term: Term) -> Term:
        """Type of a term that is trusted to have one."""

    @abstractmethod
    def equal(self, a: Term, b: Term) -> bool:
        """Definitional equality."""

    def constant(self, name: str) -> Constant:
        """The constant of this name; raises :class:`Rejected` when there is none."""
        found = self._constants.get(name)
        if found is None:
            found = self.world.constant(name)
            if found is None:
                raise Rejected(f"there is no constant {name}")
            self._constants[name] = found
        return found

    def begin(self) -> None:
        """Start the account of a declaration: its steps and its seconds."""
        self.left = self.limit
        self._deadline = time.monotonic() + SECONDS

    def tick(self) -> None:
        """Count one step of work; raises :class:`Limit` when the declaration has used up its steps or its time."""
        self.left -= 1
        if self.left == 0:
            raise Limit(f"not decided within {self.limit:,} steps")
        if not self.left & 1023:
            self._look_at_clock()

    def _look_at_clock(self) -> None:
        if time.monotonic() > self._deadline:
            raise Limit(f"not decided within {SECONDS:g} s")

    # -- weak head normal forms ---------------------------------------------------------------------------------

    def whnf(self, term: Term) -> Term:
        """Weak head normal form, definitions unfolded."""
        tag = term.tag
        if tag in _FINAL and tag != CONST:
            return term
        if term.whnf is not None:
            return term.whnf
        current = term
        while True:
            current = self.core(current)
            number = self.arithmetic_value(current)
            if number is not None:
                current = number
                break
            further = self.unfold(current)
            if further is None:
                break
            current = further
        term.whnf = current
        current.whnf = current
        return current

    def core(self, term: Term) -> Term:
        """Weak head normal form without unfolding the head."""
        if term.tag in _FINAL:
            return term
        found = term.core
        if found is None:
            found = term.core = self._core(term, False)
        return found

    def cheap(self, term: Term) -> Term:
        """As :meth:`core`, and a projection is not computed when that needs definitions unfolded."""
        if term.tag in _FINAL:
            return term
        found = term.cheap
        if found is None:
            found = term.cheap = self._core(term, True)
        return found

    def _core(self, term: Term, cheap: bool) -> Term:
        while True:
            self.tick()
            tag = term.tag
            if tag == APP:
                arguments: list[Term] = []
                function = term
                while function.tag == APP:
                    arguments.append(function.b)
                    function = function.a
                tag = function.tag
                if tag == LAM:
                    arguments.reverse()
                    term = beta(function, arguments)
                    continue
                if tag == CONST:
                    arguments.reverse()
                    further = self._computed(function, arguments)
                    if further is None:
                        return term
                    term = further
                    continue
                if tag in (LET, PROJ):
                    reduced = self._core(function, cheap)
                    if reduced is function:
                        return term
                    arguments.reverse()
                    term = beta(reduced, arguments)
                    continue
                return term
            if tag == LET:
                term = instantiate(term.c, (term.b,))
            elif tag == PROJ:
                further = self._projected(term, cheap)
                if further is None:
                    return term
                term = further
            elif tag == VAR:
                raise Rejected("a bound variable outside its binder", term)
            else:
                return term

    def _projected(self, term: Term, cheap: bool) -> Term | None:
        """The field that a projection picks out of a constructor."""
        inner = self.cheap(term.c) if cheap else self.whnf(term.c)
        if inner.tag == STR:
            inner = self.text_value(inner)
        function, arguments = terms.spine(inner)
        if function.tag != CONST:
            return None
        constructor = self.constant(function.a)
        if not isinstance(constructor, Constructor):
            return None
        at = constructor.parameters + int(term.b)
        return arguments[at] if at < len(arguments) else None

    # -- recursors and quotients --------------------------------------------------------------------------------

    def _computed(self, function: Term, arguments: list[Term]) -> Term | None:
        constant = self.constant(function.a)
        if isinstance(constant, Recursor):
            return self._recursion(constant, function, arguments)
        if isinstance(constant, Quotient):
            return self._quotient(constant, arguments)
        return None

    def _recursion(self, recursor: Recursor, function: Term, arguments: list[Term]) -> Term | None:
        at = recursor.major
        if len(arguments) <= at or len(function.b) != len(recursor.params):
            return None
        major = arguments[at]
        if recursor.k:
            major = self._only_proof(recursor, major) or major
        major = self.whnf(major)
        if major.tag == NAT:
            major = self.number_constructor(major)
        elif major.tag == STR:
            major = self.text_value(major)
        else:
            major = self._expanded(recursor, major)
        head, fields = terms.spine(major)
        if head.tag != CONST:
            return None
        rule = next((each for each in recursor.rules if each.constructor == head.a), None)
        if rule is None or len(fields) < rule.fields:
            return None
        key = (function, rule.constructor)
        body = self._rules.get(key)
        if body is None:
            values = dict(zip(recursor.params, function.b, strict=True))
            body = self._rules[key] = terms.at_levels(rule.body, values)
        first = recursor.parameters + recursor.motives + recursor.minors
        given = [*arguments[:first], *fields[len(fields) - rule.fields :], *arguments[at + 1 :]]
        return beta(body, given)

    def _only_proof(self, recursor: Recursor, major: Term) -> Term | None:
        """For a type with one constructor without fields: that constructor, when the types agree."""
        type_ = self.whnf(self.infer(major))
        head, arguments = terms.spine(type_)
        constructor = self.constant(recursor.rules[0].constructor)
        if not isinstance(constructor, Constructor) or head.tag != CONST or head.a != constructor.inductive:
            return None
        made = terms.apps(terms.const(constructor.name, head.b), arguments[: recursor.parameters])
        return made if self.equal(type_, self.infer(made)) else None

    def _expanded(self, recursor: Recursor, major: Term) -> Term:
        """A value of a structure as its constructor applied to its projections (not for propositions)."""
        if len(recursor.rules) != 1 or recursor.indices:
            return major
        constructor = self.constant(recursor.rules[0].constructor)
        head = terms.head(major)
        if not isinstance(constructor, Constructor) or (head.tag == CONST and head.a == constructor.name):
            return major
        if not self.is_structure(constructor.inductive):
            return major
        type_ = self.whnf(self.infer(major))
        head, arguments = terms.spine(type_)
        if head.tag != CONST or head.a != constructor.inductive or self.is_prop(type_):
            return major
        made = terms.apps(terms.const(constructor.name, head.b), arguments[: constructor.parameters])
        return terms.apps(made, [terms.proj(constructor.inductive, i, major) for i in range(constructor.fields)])

    def is_structure(self, name: str) -> bool:
        """Whether a type has one constructor, no indices, and does not occur in its own fields."""
        constant = self.constant(name)
        return (
            isinstance(constant, Inductive)
            and len(constant.constructors) == 1
            and constant.indices == 0
            and not constant.recursive
        )

    def is_prop(self, type_: Term) -> bool:
        """Whether a type is a proposition."""
        universe = self.whnf(self.infer(type_))
        return universe.tag == SORT and is_zero(universe.a)

    def _quotient(self, constant: Quotient, arguments: list[Term]) -> Term | None:
        """``Quot.lift f h (Quot.mk r a)`` and ``Quot.ind f (Quot.mk r a)`` compute to ``f a``."""
        if constant.part not in (2, 3):
            return None
        at = 5 if constant.part == 2 else 4
        if len(arguments) <= at:
            return None
        head, given = terms.spine(self.whnf(arguments[at]))
        if head.tag != CONST or len(given) != 3:
            return None
        maker = self.constant(head.a)
        if not isinstance(maker, Quotient) or maker.part != 1:
            return None
        return terms.apps(app(arguments[3], given[2]), arguments[at + 1 :])

    # -- definitions --------------------------------------------------------------------------------------------

    def definition(self, term: Term) -> Definition | Theorem | None:
        """The definition or theorem at the head of a term, when it can be unfolded."""
        head = terms.head(term)
        if head.tag != CONST:
            return None
        constant = self.constant(head.a)
        if isinstance(constant, (Definition, Theorem)) and len(head.b) == len(constant.params):
            return constant
        return None

    def unfold(self, term: Term) -> Term | None:
        """The term with the definition at its head replaced by its body; None when there is none."""
        constant = self.definition(term)
        if constant is None:
            return None
        head, arguments = terms.spine(term)
        body = head.unfolded
        if body is None:
            body = head.unfolded = terms.at_levels(constant.value, dict(zip(constant.params, head.b, strict=True)))
        self.tick()
        return beta(body, arguments)

    # -- literals -----------------------------------------------------------------------------------------------

    def arithmetic_value(self, term: Term) -> Term | None:
        """The literal that a closed application of an arithmetic function to literals is."""
        if term.tag != APP or term.high or not self.arithmetic:
            return None
        function = term.a
        if function.tag == CONST:
            if function.a == "Nat.succ":
                value = self._number(term.b)
                return None if value is None else terms.nat(value + 1)
            if function.a == _LOG:
                value = self._number(term.b)
                return None if value is None else terms.nat(max(value.bit_length() - 1, 0))
            return None
        if function.tag != APP or function.a.tag != CONST:
            return None
        operation = _BINARY.get(function.a.a)
        if operation is None:
            return None
        first = self._number(function.b)
        second = None if first is None else self._number(term.b)
        if first is None or second is None or _too_big(function.a.a, first, second):
            return None
        if first.bit_length() + second.bit_length() > _MAX_SLOW_BITS // 16:
            self._look_at_clock()
        value = operation(first, second)
        if isinstance(value, bool):
            return terms.const("Bool.true" if value else "Bool.false")
        return terms.nat(value)

    def _number(self, term: Term) -> int | None:
        found = self.whnf(term)
        if found.tag == NAT:
            return int(found.a)
        return 0 if found.tag == CONST and found.a == "Nat.zero" else None

    @staticmethod
    def number_constructor(term: Term) -> Term:
        """A literal as ``Nat.zero`` or ``Nat.succ`` of a literal."""
        return app(terms.const("Nat.succ"), terms.nat(term.a - 1)) if term.a else terms.const("Nat.zero")

    def text_value(self, term: Term) -> Term:
        """A text literal as ``String.ofList`` of its characters, computed to the constructor of ``String``."""
        char = terms.const("Char")
        characters = app(terms.const("List.nil", (ZERO,)), char)
        cons = app(terms.const("List.cons", (ZERO,)), char)
        for each in reversed(term.a):
            code = app(terms.const("Char.ofNat"), terms.nat(ord(each)))
            characters = app(app(cons, code), characters)
        return self.whnf(app(terms.const("String.ofList"), characters))
