"""Definitional equality, with lazy unfolding: the definition that was defined later is unfolded first.

Also proof irrelevance, eta for functions and structures, and equality of units. What was found equal is kept in a
union-find structure, what was found different in a set; both hold for good, since equality of closed terms depends
on nothing else.
"""

from __future__ import annotations

from typing import Final

from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import OPAQUE, Constructor, Definition, Inductive, Theorem
from claims.lean.kernel.reduce import Reducer, World
from claims.lean.kernel.terms import APP, CONST, LAM, NAT, PI, PROJ, SORT, STR, Term, app, instantiate

_TRUE: Final = "Bool.true"


class Converter(Reducer):
    """Adds :meth:`equal`. ``eager``: a goal `... = true` is computed even when it is open (Lean's ``eagerReduce``)."""

    def __init__(self, world: World, *, arithmetic: bool = False, steps: int = 0) -> None:
        super().__init__(world, arithmetic=arithmetic, steps=steps)
        self.eager = False
        self._parent: dict[Term, Term] = {}
        self._different: set[tuple[Term, Term]] = set()
        self._failed: set[tuple[Term, Term]] = set()

    def equal(self, a: Term, b: Term) -> bool:
        """Whether two closed terms of the same type are definitionally equal."""
        if a is b:
            return True
        quick = self._quick(a, b)
        if quick is not None:
            return quick
        if self._root(a) is self._root(b):
            return True
        key = (a, b)
        if key in self._different:
            return False
        self.tick()
        if self._decide(a, b):
            one, other = self._root(a), self._root(b)
            if one is not other:
                self._parent[one] = other
            return True
        if not self.eager:
            self._different.add(key)
        return False

    def _root(self, term: Term) -> Term:
        parent = self._parent
        above = parent.get(term)
        if above is None:
            return term
        root = above
        while (further := parent.get(root)) is not None:
            root = further
        while above is not root:
            parent[term] = root
            term, above = above, parent[above]
        return root

    def _quick(self, a: Term, b: Term) -> bool | None:
        """What the shapes alone say."""
        if a is b:
            return True
        tag = a.tag
        if tag != b.tag:
            return None
        if tag == SORT:
            return levels.equal(a.a, b.a)
        if tag in (LAM, PI):
            return self._binders(a, b)
        if tag in (NAT, STR):
            return bool(a.a == b.a)
        return None

    def _binders(self, a: Term, b: Term) -> bool:
        """Two functions or two function types, binder by binder."""
        tag = a.tag
        number = max(a.high, b.high)
        values: list[Term] = []
        while a.tag == tag and b.tag == tag:
            domain = instantiate(a.a, values)
            if a.a is not b.a and not self.equal(domain, instantiate(b.a, values)):
                return False
            values.insert(0, terms.local(number, domain))
            number += 1
            a, b = a.b, b.b
            if a is b:
                return True
        return self.equal(instantiate(a, values), instantiate(b, values))

    # -- the decision -------------------------------------------------------------------------------------------

    def _decide(self, a: Term, b: Term) -> bool:
        if (answer := self._is_true(a, b)) is not None:
            return answer
        x, y = self.cheap(a), self.cheap(b)
        if (x is not a or y is not b) and (quick := self._quick(x, y)) is not None:
            return quick
        if (answer := self._proofs(x, y)) is not None:
            return answer
        decided, x, y = self._unfolding(x, y)
        if decided is not None:
            return decided
        if x.tag == CONST and y.tag == CONST and x.a == y.a and levels.all_equal(x.b, y.b):
            return True
        if x.tag == PROJ and y.tag == PROJ and x.b == y.b and x.a == y.a and self.equal(x.c, y.c):
            return True
        further = self.core(x), self.core(y)
        if further[0] is not x or further[1] is not y:
            return self.equal(*further)
        return self._stuck(x, y)

    def _is_true(self, a: Term, b: Term) -> bool | None:
        """A comparison with ``true`` is decided by computing the other side."""
        for one, other in ((a, b), (b, a)):
            if other.tag == CONST and other.a == _TRUE and (self.eager or not one.high):
                value = self.whnf(one)
                if value is other:
                    return True
        return None

    def _stuck(self, a: Term, b: Term) -> bool:
        """Two terms in weak head normal form whose heads do not compute."""
        return (
            self._arguments(a, b)
            or self._eta(a, b)
            or self._eta(b, a)
            or self._structure_eta(a, b)
            or self._structure_eta(b, a)
            or self._text(a, b)
            or self._text(b, a)
            or self._units(a, b)
        )

    def _proofs(self, a: Term, b: Term) -> bool | None:
        """Proofs of the same proposition are equal; None when the terms are no proofs."""
        type_ = self.infer(a)
        if not self.is_prop(type_):
            return None
        return self.equal(type_, self.infer(b))

    def _arguments(self, a: Term, b: Term) -> bool:
        if a.tag != APP or b.tag != APP:
            return False
        f, first = terms.spine(a)
        g, second = terms.spine(b)
        if len(first) != len(second) or not self.equal(f, g):
            return False
        return self._all_equal(first, second)

    def _all_equal(self, first: list[Term], second: list[Term]) -> bool:
        # A plain loop: a generator inside `all` would take C stack at every level of the recursion.
        for x, y in zip(first, second, strict=True):  # noqa: SIM110
            if x is not y and not self.equal(x, y):
                return False
        return True

    def _eta(self, a: Term, b: Term) -> bool:
        """``b`` is ``fun x => b x`` where ``a`` is a function written out."""
        if a.tag != LAM or b.tag == LAM:
            return False
        type_ = self.whnf(self.infer(b))
        return type_.tag == PI and self.equal(a, terms.lam(type_.a, app(b, terms.var(0))))

    def _structure_eta(self, a: Term, b: Term) -> bool:
        """``b`` is a constructor applied to the fields of ``a``."""
        head, arguments = terms.spine(b)
        if head.tag != CONST:
            return False
        constructor = self.constant(head.a)
        if not isinstance(constructor, Constructor) or not self.is_structure(constructor.inductive):
            return False
        if len(arguments) != constructor.parameters + constructor.fields:
            return False
        if not self.equal(self.infer(a), self.infer(b)):
            return False
        fields = arguments[constructor.parameters :]
        return self._all_equal([terms.proj(constructor.inductive, i, a) for i in range(len(fields))], fields)

    def _text(self, a: Term, b: Term) -> bool:
        """A text literal against ``String.ofList ...``."""
        if a.tag != STR or b.tag != APP:
            return False
        return self.equal(self.text_value(a), b)

    def _units(self, a: Term, b: Term) -> bool:
        """Values of a structure without fields are equal."""
        type_ = self.whnf(self.infer(a))
        head = terms.head(type_)
        if head.tag != CONST or not isinstance(self.constant(head.a), Inductive) or not self.is_structure(head.a):
            return False
        inductive = self.constant(head.a)
        assert isinstance(inductive, Inductive)
        constructor = self.constant(inductive.constructors[0])
        if not isinstance(constructor, Constructor) or constructor.fields:
            return False
        return self.equal(type_, self.infer(b))

    # -- lazy unfolding -----------------------------------------------------------------------------------------

    def _unfolding(self, a: Term, b: Term) -> tuple[bool | None, Term, Term]:
        """Unfold heads step by step until the comparison is decided or neither head unfolds."""
        while True:
            answer = self._successors(a, b)
            if answer is not None:
                return answer, a, b
            if self.eager or not (a.high or b.high):
                value = self.arithmetic_value(a)
                if value is not None:
                    return self.equal(value, b), a, b
                value = self.arithmetic_value(b)
                if value is not None:
                    return self.equal(a, value), a, b
            stepped = self._step(a, b)
            if stepped is None:
                return None, a, b
            if isinstance(stepped, bool):
                return stepped, a, b
            a, b = stepped
            quick = self._quick(a, b)
            if quick is not None:
                return quick, a, b
            if self._root(a) is self._root(b):
                return True, a, b

    def _step(self, a: Term, b: Term) -> tuple[Term, Term] | bool | None:
        first, second = self.definition(a), self.definition(b)
        if first is None and second is None:
            return None
        if first is None:
            further = self._left_projection(a)
            return (a, self._unfolded(b)) if further is None else (further, b)
        if second is None:
            further = self._left_projection(b)
            return (self._unfolded(a), b) if further is None else (a, further)
        x, y = _height(first), _height(second)
        if x < y:
            return a, self._unfolded(b)
        if x > y:
            return self._unfolded(a), b
        if first is second and a.tag == APP and b.tag == APP and x != OPAQUE and self._same_arguments(a, b):
            return True
        return self._unfolded(a), self._unfolded(b)

    def _left_projection(self, term: Term) -> Term | None:
        """A projection at the head computed further, which is cheaper than unfolding what it is compared with."""
        if terms.head(term).tag != PROJ:
            return None
        further = self.core(term)
        return None if further is term else further

    def _unfolded(self, term: Term) -> Term:
        further = self.unfold(term)
        assert further is not None
        return self.cheap(further)

    def _same_arguments(self, a: Term, b: Term) -> bool:
        """Whether two applications of one definition agree argument by argument; a failure is remembered."""
        key = (a, b)
        if key in self._failed:
            return False
        f, first = terms.spine(a)
        g, second = terms.spine(b)
        comparable = len(first) == len(second) and levels.all_equal(f.b, g.b)
        if comparable and self._all_equal(first, second):
            return True
        self._failed.add(key)
        return False

    def _successors(self, a: Term, b: Term) -> bool | None:
        """Numbers are compared by taking successors off both."""
        if not self.arithmetic:
            return None
        if _is_zero(a) and _is_zero(b):
            return True
        if a.tag == NAT and b.tag == NAT:
            return bool(a.a == b.a)
        x = _predecessor(a)
        y = None if x is None else _predecessor(b)
        return None if x is None or y is None else self.equal(x, y)


def _is_zero(term: Term) -> bool:
    return (term.tag == NAT and term.a == 0) or (term.tag == CONST and term.a == "Nat.zero")


def _predecessor(term: Term) -> Term | None:
    if term.tag == NAT:
        return terms.nat(term.a - 1) if term.a else None
    if term.tag == APP and term.a.tag == CONST and term.a.a == "Nat.succ":
        inner = term.b
        assert isinstance(inner, Term)
        return inner
    return None


def _height(constant: Definition | Theorem) -> int:
    return constant.height if isinstance(constant, Definition) else OPAQUE
