"""Decision procedure: identities between matrix words of symbolic size.

A letter stands for a matrix whose sizes are names (``"n"``, ``"1"``); a word is a product of letters, an element a
combination of words with scalar SymPy coefficients. Rules rewrite adjacent letters (``alpha^T 1 -> s``,
``G R -> R G``). Two elements with the same normal form are equal in every model of the rules, whatever the sizes;
nothing is concluded from different normal forms except by an exact model in which the two sides differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import sympy as sp

from claims.derive.decision import Decision, Truth
from claims.derive.errors import NoPoint, Unsupported, WrongDomain
from claims.derive.guard import POINTS
from claims.derive.ring import NormalForm
from claims.derive.symbols import Symbols

Shape = tuple[str, str]
Spelling = tuple[str, ...]
_STEPS = 10_000


@dataclass(frozen=True)
class Word:
    """A combination of words of one shape. ``terms`` maps spellings to coefficients; ``()`` is the identity."""

    shape: Shape
    terms: Mapping[Spelling, Any]

    def __add__(self, other: Word) -> Word:
        if self.shape != other.shape:
            raise WrongDomain(f"cannot add words of shapes {self.shape} and {other.shape}")
        return Word(self.shape, _collect([*self.terms.items(), *other.terms.items()]))

    def __sub__(self, other: Word) -> Word:
        return self + (-1) * other

    def __mul__(self, other: Word) -> Word:
        if self.shape[1] != other.shape[0]:
            raise WrongDomain(f"cannot multiply words of shapes {self.shape} and {other.shape}")
        pairs = [(a + b, x * y) for a, x in self.terms.items() for b, y in other.terms.items()]
        return Word((self.shape[0], other.shape[1]), _collect(pairs))

    def __rmul__(self, scalar: Any) -> Word:
        return Word(self.shape, _collect([(a, sp.sympify(scalar) * x) for a, x in self.terms.items()]))

    def __str__(self) -> str:
        parts = [f"({x})*{'.'.join(a) or 'I'}" for a, x in sorted(self.terms.items())]
        return " + ".join(parts) or "0"


def _collect(pairs: Sequence[tuple[Spelling, Any]]) -> dict[Spelling, Any]:
    result: dict[Spelling, Any] = {}
    for spelling, coefficient in pairs:
        result[spelling] = result.get(spelling, sp.S.Zero) + coefficient
    return {a: x for a, x in result.items() if x != 0}


Rules = Mapping[Spelling, tuple[Any, Spelling]]
Model = Callable[[Random], tuple[Mapping[str, Any], Mapping[Any, Any]]]


@dataclass(frozen=True)
class WordAlgebra:
    """Letters with shapes, rewriting rules, and exact models of the rules.

    ``rules`` maps a spelling to (coefficient, spelling). ``model(rng)`` returns rational matrices for the letters and
    rational values for the scalars in coefficients, at sizes of its choice; it is checked against the rules.
    """

    letters: Mapping[str, Shape]
    rules: Rules
    model: Model
    scalars: Sequence[Any] = field(default=())

    def letter(self, name: str) -> Word:
        """A letter as an element; raises ``KeyError`` for an unknown letter."""
        return Word(self.letters[name], {(name,): sp.S.One})

    def identity(self, size: str) -> Word:
        """The identity matrix of a named size ("1" gives the scalar one)."""
        return Word((size, size), {(): sp.S.One})

    def reduce(self, element: Word) -> Word:
        """Apply the rules until none applies; raises ``Unsupported`` if that does not end."""
        todo = list(element.terms.items())
        done: list[tuple[Spelling, Any]] = []
        for _ in range(_STEPS):
            if not todo:
                return Word(element.shape, _collect(done))
            spelling, coefficient = todo.pop()
            rewritten = self._rewrite(spelling)
            if rewritten is None:
                done.append((spelling, coefficient))
            else:
                todo.append((rewritten[1], coefficient * rewritten[0]))
        raise Unsupported("the rewriting rules do not terminate")

    def _rewrite(self, spelling: Spelling) -> tuple[Any, Spelling] | None:
        for start in range(len(spelling)):
            for left, (factor, right) in self.rules.items():
                if spelling[start : start + len(left)] == left:
                    return factor, spelling[:start] + right + spelling[start + len(left) :]
        return None

    def value(self, element: Word, matrices: Mapping[str, Any], scalars: Mapping[Any, Any]) -> Any:
        """The exact matrix of an element in a model."""
        sizes = {self.letters[x][k]: m.shape[k] for x, m in matrices.items() for k in (0, 1)} | {"1": 1}
        total = sp.zeros(sizes[element.shape[0]], sizes[element.shape[1]])
        for spelling, coefficient in element.terms.items():
            product = sp.eye(sizes[element.shape[0]])
            for name in spelling:
                product = product * matrices[name]
            if product.shape != total.shape:  # a rule turned a 1x1 word into a scalar
                raise WrongDomain(f"the word {spelling} has not the shape {element.shape}")
            total += sp.sympify(coefficient).subs(dict(scalars)) * product
        return total


def decide_words(v: Symbols, algebra: WordAlgebra, name: str, lhs: Word, rhs: Word) -> Decision:
    """Decide ``lhs = rhs`` in every model of the rules; guarded by exact models of random sizes."""
    procedure = "word rewriting for matrices of symbolic size"
    rest = algebra.reduce(lhs - rhs)
    coefficients = [rest.terms[a] for a in sorted(rest.terms)]
    ring = NormalForm(v, coefficients)
    zero = not any(ring.reduce(ring.numerator(k), []) for k in range(len(coefficients))) and not ring.unproved
    form = "0" if zero else str(rest)
    rng = Random(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
    for count in range(POINTS):
        matrices, scalars = algebra.model(rng)
        _check_model(algebra, matrices, scalars)
        gap = algebra.value(lhs, matrices, scalars) - algebra.value(rhs, matrices, scalars)
        if any(entry != 0 for entry in gap):
            truth = Truth.GUARD if zero else Truth.DISPROVED
            return Decision(name, procedure, truth, form, count + 1, "0", f"a model of the rules gives {gap.tolist()}")
    truth = Truth.PROVED if zero else Truth.UNDECIDED
    return Decision(name, procedure, truth, form, POINTS, "0", "" if zero else "no model separates the two sides")


def _check_model(algebra: WordAlgebra, matrices: Mapping[str, Any], scalars: Mapping[Any, Any]) -> None:
    for left, (factor, right) in algebra.rules.items():
        rows, columns = algebra.letters[left[0]][0], algebra.letters[left[-1]][1]
        a = algebra.value(Word((rows, columns), {left: sp.S.One}), matrices, scalars)
        b = algebra.value(Word((rows, columns), {right: sp.sympify(factor)}), matrices, scalars)
        if a != b:
            raise NoPoint(f"the model does not satisfy the rule {left} -> {factor} {right}")
