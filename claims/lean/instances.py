"""Instances in a statement that are not those a reader takes for granted.

Notation hides the instance: `2 = 1` is written for `@OfNat.ofNat Nat 2 i = @OfNat.ofNat Nat 1 j` whatever `i` and `j`
are. So an instance that is put together on the spot, or an instance of the project's own for a type of Lean's core,
would make a statement read as something it does not say.
"""

from __future__ import annotations

from claims.lean.environment import Environment
from claims.lean.kernel import terms
from claims.lean.kernel.constants import Constructor, Theorem
from claims.lean.kernel.terms import APP, CONST, LOCAL, PROJ, VAR, Term


class InstanceCheck:
    """Looks through statements of one environment."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._places: dict[str, tuple[int, ...]] = {}

    def misread(self, statement: Term) -> str:
        """What in a statement would be misread, in words; empty when nothing would."""
        for term in terms.walk(statement):
            if term.tag != APP:
                continue
            head, arguments = terms.spine(term)
            if head.tag != CONST or not self._environment.is_core(head.a):
                continue
            for place in self._instance_places(head.a):
                if place < len(arguments) and (found := self._odd(arguments[place], arguments[:place])):
                    return f"{found} as the instance behind {head.a}"
        return ""

    def _instance_places(self, name: str) -> tuple[int, ...]:
        found = self._places.get(name)
        if found is None:
            binders = self._environment.binder_names(name)
            found = self._places[name] = tuple(i for i, b in enumerate(binders) if b.kind == "instance")
        return found

    def _odd(self, instance: Term, before: list[Term]) -> str:
        head = terms.head(instance)
        while head.tag == PROJ:
            head = terms.head(head.c)
        if head.tag in (VAR, LOCAL):
            return ""
        if head.tag != CONST:
            return "a function written on the spot"
        constant = self._environment.constant(head.a)
        if isinstance(constant, Constructor):
            return f"a value made on the spot by {head.a}"
        if isinstance(constant, Theorem):
            return ""  # a proof: any other would do as well
        if self._environment.is_user(head.a) and all(self._is_of_core(each) for each in before):
            return f"the project's own {head.a}, for a type of core,"
        return ""

    def _is_of_core(self, term: Term) -> bool:
        parts = terms.walk(term)
        return not any(part.tag in (VAR, LOCAL) for part in parts) and not any(
            self._environment.is_user(name) for name in terms.constants(term)
        )
