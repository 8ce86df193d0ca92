"""Inference of types, and the check of one declaration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import (
    Axiom,
    Constant,
    Constructor,
    Definition,
    Inductive,
    Opaque,
    Theorem,
)  # fmt: skip
from claims.lean.kernel.convert import Converter
from claims.lean.kernel.errors import Rejected
from claims.lean.kernel.levels import Level
from claims.lean.kernel.terms import APP, CONST, LAM, LET, LOCAL, NAT, PI, PROJ, SORT, STR, Term, instantiate

_EAGER: Final = "eagerReduce"


class Kernel(Converter):
    """The whole kernel: :meth:`infer` trusts its argument, :meth:`check` does not, :meth:`declare` judges."""

    # -- trusting inference -------------------------------------------------------------------------------------

    def infer(self, term: Term) -> Term:
        """Type of a closed term that is trusted to have one; raises :class:`Rejected` where it cannot."""
        found = term.type
        if found is None:
            found = term.type = self._infer(term, False)
        return found

    def check(self, term: Term) -> Term:
        """Type of a closed term, with every part of it checked; raises :class:`Rejected`."""
        if term.checked:
            assert term.type is not None
            return term.type
        found = self._infer(term, True)
        term.type, term.checked = found, True
        return found

    def _infer(self, term: Term, full: bool) -> Term:
        self.tick()
        tag = term.tag
        if tag == APP:
            return self._application(term, full)
        if tag == CONST:
            return self._constant_type(term, full)
        if tag == LAM:
            return self._function(term, full)
        if tag == PI:
            return self._function_type(term, full)
        if tag == SORT:
            return terms.sort(levels.succ(term.a))
        if tag == PROJ:
            return self._projection(term, full)
        if tag == LET:
            return self._let(term, full)
        if tag in (NAT, STR):
            if not self.arithmetic:
                raise Rejected("a literal where numbers and texts are not those of Lean's core", term)
            return terms.const("Nat" if tag == NAT else "String")
        if tag == LOCAL:
            return term.b  # type: ignore[no-any-return]
        raise Rejected("a bound variable outside its binder", term)

    def _constant_type(self, term: Term, full: bool) -> Term:
        constant = self.constant(term.a)
        if len(constant.params) != len(term.b):
            raise Rejected(f"{term.a} takes {len(constant.params)} universe levels, not {len(term.b)}", term)
        if full and is_unsafe(constant):
            raise Rejected(f"{term.a} is unsafe or partial: nothing may rest on it", term)
        return terms.at_levels(constant.type, dict(zip(constant.params, term.b, strict=True)))

    def _application(self, term: Term, full: bool) -> Term:
        head, arguments = terms.spine(term)
        type_ = self.check(head) if full else self.infer(head)
        pending: list[Term] = []
        for argument in arguments:
            if type_.tag != PI:
                type_ = self.ensure_pi(instantiate(type_, pending), term)
                pending = []
            if full:
                self._argument(argument, instantiate(type_.a, pending), term)
            type_ = type_.b
            pending.insert(0, argument)
        return instantiate(type_, pending)

    def _argument(self, argument: Term, domain: Term, term: Term) -> None:
        """Check that an argument has the type its function asks for."""
        given = self.check(argument)
        if given is domain:
            return
        head = terms.head(argument)
        before = self.eager
        self.eager = before or (head.tag == CONST and head.a == _EAGER)
        try:
            if not self.equal(given, domain):
                raise Rejected(f"an argument has type\n  {given!r}\nand its function asks for\n  {domain!r}", term)
        finally:
            self.eager = before

    def _function(self, term: Term, full: bool) -> Term:
        number = term.high
        values: list[Term] = []
        body = term
        while body.tag == LAM:
            domain = instantiate(body.a, values)
            if full:
                self.ensure_sort(self.check(domain), domain)
            values.insert(0, terms.local(number, domain))
            number += 1
            body = body.b
        body = instantiate(body, values)
        type_ = self.check(body) if full else self.infer(body)
        return terms.close(PI, values[::-1], type_)

    def _function_type(self, term: Term, full: bool) -> Term:
        number = term.high
        values: list[Term] = []
        universes: list[Level] = []
        body = term
        while body.tag == PI:
            domain = instantiate(body.a, values)
            universes.append(self.ensure_sort(self.check(domain) if full else self.infer(domain), domain))
            values.insert(0, terms.local(number, domain))
            number += 1
            body = body.b
        body = instantiate(body, values)
        level = self.ensure_sort(self.check(body) if full else self.infer(body), body)
        for each in reversed(universes):
            level = _imax(each, level)
        return terms.sort(level)

    def _let(self, term: Term, full: bool) -> Term:
        if full:
            self.ensure_sort(self.check(term.a), term.a)
            if not self.equal(self.check(term.b), term.a):
                raise Rejected("a `let` whose value is not of the type it states", term)
        body = instantiate(term.c, (term.b,))
        return self.check(body) if full else self.infer(body)

    def _projection(self, term: Term, full: bool) -> Term:
        inner = self.check(term.c) if full else self.infer(term.c)
        type_ = self.whnf(inner)
        head, arguments = terms.spine(type_)
        inductive = self.constant(head.a) if head.tag == CONST else None
        if not isinstance(inductive, Inductive) or inductive.name != term.a or len(inductive.constructors) != 1:
            raise Rejected(f"a projection out of {term.a} where the value is of another type", term)
        constructor = self.constant(inductive.constructors[0])
        if not isinstance(constructor, Constructor) or len(arguments) != inductive.parameters or inductive.indices:
            raise Rejected(f"a projection out of {term.a}, which is not a structure here", term)
        return self._field_type(term, type_, head, arguments, constructor)

    def _field_type(self, term: Term, type_: Term, head: Term, arguments: list[Term], constructor: Constructor) -> Term:
        prop = self.is_prop(type_)
        field = self.infer(terms.const(constructor.name, head.b))
        for argument in arguments:
            field = instantiate(self.ensure_pi(field, term).b, (argument,))
        for index in range(term.b):
            field = self.ensure_pi(field, term)
            if prop and field.b.loose and not self.is_prop(field.a):
                raise Rejected("a projection that takes data out of a proof", term)
            field = instantiate(field.b, (terms.proj(term.a, index, term.c),))
        domain: Term = self.ensure_pi(field, term).a
        if prop and not self.is_prop(domain):
            raise Rejected("a projection that takes data out of a proof", term)
        return domain

    # -- forms --------------------------------------------------------------------------------------------------

    def ensure_pi(self, type_: Term, term: Term | None = None) -> Term:
        """The type as a function type; raises :class:`Rejected` when it is none."""
        found = type_ if type_.tag == PI else self.whnf(type_)
        if found.tag != PI:
            raise Rejected(f"something of type\n  {found!r}\nis used as a function", term or type_)
        return found

    def ensure_sort(self, type_: Term, term: Term | None = None) -> Level:
        """The level of a type that must be a universe; raises :class:`Rejected` when it is none."""
        found = type_ if type_.tag == SORT else self.whnf(type_)
        if found.tag != SORT:
            raise Rejected(f"something of type\n  {found!r}\nis used as a type", term or type_)
        level = found.a
        assert isinstance(level, Level)
        return level

    def sort_of(self, type_: Term) -> Level:
        """The level of the universe that a type lives in."""
        return self.ensure_sort(self.infer(type_), type_)

    # -- declarations -------------------------------------------------------------------------------------------

    def declare(self, constant: Constant) -> None:
        """Judge an axiom, definition, theorem or opaque constant; raises :class:`Rejected`.

        That what it mentions is itself accepted, and does not rest on it, is for the caller to see to. An unsafe
        constant is outside the logic and not judged: nothing may mention it.
        """
        self.begin()
        if is_unsafe(constant):
            return
        self.check_type(constant)
        if isinstance(constant, Axiom):
            return
        if not isinstance(constant, (Definition, Theorem, Opaque)):
            raise Rejected(f"a {constant.kind} cannot be declared by itself")
        if isinstance(constant, Theorem) and not self.is_prop(constant.type):
            raise Rejected("a theorem whose statement is not a proposition", constant.type)
        check_closed(constant.value, constant.params)
        given = self.check(constant.value)
        if not self.equal(given, constant.type):
            raise Rejected(f"the body has type\n  {given!r}\nand the declaration states\n  {constant.type!r}")

    def check_type(self, constant: Constant) -> Level:
        """Check the type of a declaration and return the level of its universe."""
        if not constant.name or not all(constant.params):
            raise Rejected("a declaration or a universe parameter without a name")
        if len(set(constant.params)) != len(constant.params):
            raise Rejected("a universe parameter is declared twice")
        check_closed(constant.type, constant.params)
        return self.ensure_sort(self.check(constant.type), constant.type)


def _imax(a: Level, b: Level) -> Level:
    """``imax a b``, computed where the shape of ``b`` allows: it keeps levels small."""
    if b is levels.ZERO:
        return b
    if a is levels.ZERO or a is b:
        return b
    return levels.imax(a, b)


def is_unsafe(constant: Constant) -> bool:
    """Whether a constant lies outside the logic."""
    return constant.unsafe or (isinstance(constant, Definition) and constant.partial)


def check_closed(term: Term, params: Iterable[str]) -> None:
    """Raise :class:`Rejected` unless a term has no loose variables, no locals, and only these universe parameters."""
    if term.loose or term.high:
        raise Rejected("a declaration with a variable outside its binder", term)
    known = set(params)
    for part in terms.walk(term) if term.poly else ():
        for level in part.b if part.tag == CONST else (part.a,) if part.tag == SORT else ():
            unknown = levels.params(level) - known
            if unknown:
                raise Rejected(f"the universe parameter {sorted(unknown)[0]} is not declared", part)
