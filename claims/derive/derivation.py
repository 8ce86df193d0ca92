"""A derivation: steps that read like a paper, and decisions that carry the proof.

``let`` and ``note`` only say things; ``step`` and every ``decide_*`` method decide. The outcome is a pass only if at
least one decision was made and every decision is proved.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any

import sympy as sp

from claims.derive.decision import Decision, Truth
from claims.derive.guard import Places
from claims.derive.identity import Pair, decide_identities
from claims.derive.inequality import Squares, decide_sign, decide_squares
from claims.derive.linear import decide_charpoly, decide_rank
from claims.derive.symbols import Symbols
from claims.derive.words import Word, WordAlgebra, decide_words
from claims.outcome import LegResult, Place, Verdict

Where = Sequence[tuple[Any, Any]]


@dataclass(frozen=True)
class Step:
    """One line of a derivation in LaTeX: left side, right side (either may be empty) and the rule in words."""

    left: str
    rule: str
    right: str
    relation: str = "="

    def latex(self) -> str:
        """The line as LaTeX, the rule in a ``\\text`` at the end."""
        body = f"{self.left} {self.relation} {self.right}" if self.right else self.left
        return f"{body} \\quad\\text{{({self.rule})}}" if body else f"\\text{{{self.rule}}}"


class Derivation:
    """An append-only record of steps and decisions about the symbols ``v`` of one entry."""

    def __init__(self, v: Symbols, title: str) -> None:
        self._v = v
        self.title = title
        self._steps: list[Step] = []
        self._decisions: list[Decision] = []

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far."""
        return tuple(self._steps)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions so far."""
        return tuple(self._decisions)

    def note(self, text: str) -> None:
        """Say something in words (what is assumed, what a decision means for the claim)."""
        self._steps.append(Step("", text, ""))

    def let(self, left: Any, rule: str, right: Any) -> Any:
        """Record a definition or a hypothesis ``left = right`` without deciding it; returns ``right``."""
        self._steps.append(Step(self._latex(left), rule, self._latex(right)))
        return right

    def step(
        self,
        left: Any,
        rule: str,
        right: Any,
        *,
        nonzero: Sequence[Any] = (),
        relations: Sequence[Any] = (),
        where: Where = (),
        show: tuple[str, str] | None = None,
    ) -> Any:
        """Decide the identity ``left = right`` given that ``relations`` vanish and ``nonzero`` do not.

        ``where`` solves the relations for the guard: pairs (symbol, expression). Either side may be a matrix, then all
        entries are decided. ``show`` replaces the LaTeX of long sides by readable names. Returns ``right``.
        """
        pairs = _pairs(left, right)
        places = Places(tuple(where), tuple(relations))
        shown = show if show is not None else (self._latex(left), self._latex(right))
        self._steps.append(Step(shown[0], rule, shown[1]))
        made = decide_identities(self._v, rule, pairs, nonzero=nonzero, relations=relations, places=places)
        self._add(made)
        return right

    def zero(self, rule: str, expression: Any, **options: Any) -> None:
        """Decide ``expression = 0``; options as in :meth:`step`."""
        zero = sp.zeros(*expression.shape) if isinstance(expression, sp.MatrixBase) else sp.S.Zero
        self.step(expression, rule, zero, **options)

    def sign(
        self,
        expression: Any,
        rule: str,
        *,
        strict: bool = False,
        nonzero: Sequence[Any] = (),
        where: Where = (),
        show: str = "",
    ) -> None:
        """Decide ``expression >= 0`` (``> 0`` when strict) on the ranges of its symbols; ``show`` is its LaTeX."""
        self._steps.append(Step(show or self._latex(expression), rule, "0", ">" if strict else "\\ge"))
        self._add(decide_sign(self._v, rule, expression, strict=strict, nonzero=nonzero, places=Places(tuple(where))))

    def squares(
        self,
        expression: Any,
        rule: str,
        squares: Squares,
        *,
        nonzero: Sequence[Any] = (),
        relations: Sequence[Any] = (),
        where: Where = (),
        show: tuple[str, str] | None = None,
    ) -> None:
        """Decide ``expression >= 0`` from (weight, root) pairs with ``expression = sum weight * root^2``."""
        if show is None:
            terms = (rf"{self._latex(w)}\left({self._latex(r)}\right)^2" for w, r in squares)
            show = self._latex(expression), " + ".join(terms)
        self._steps.append(Step(show[0], rule, rf"{show[1] or '0'} \ge 0"))
        places = Places(tuple(where), tuple(relations))
        self._add(
            decide_squares(self._v, rule, expression, squares, nonzero=nonzero, relations=relations, places=places)
        )

    def rank(self, matrix: Any, rule: str, expected: int, *, show: str = "") -> None:
        """Decide that a rational matrix has the given rank; ``show`` is its LaTeX."""
        self._steps.append(Step(f"\\operatorname{{rank}} {show or self._latex(matrix)}", rule, str(expected)))
        self._add(decide_rank(rule, matrix, expected))

    def charpoly(self, matrix: Any, rule: str, unknown: Any, expected: Any) -> None:
        """Decide that ``det(unknown I - matrix) = expected``."""
        left = f"\\det\\left({self._latex(unknown)} I - {self._latex(matrix)}\\right)"
        self._steps.append(Step(left, rule, self._latex(expected)))
        self._add(decide_charpoly(self._v, rule, matrix, unknown, expected))

    def words(self, algebra: WordAlgebra, left: Word, rule: str, right: Word) -> None:
        """Decide an identity of matrix words of symbolic size."""
        self._steps.append(Step(f"\\mathtt{{{left}}}", rule, f"\\mathtt{{{right}}}"))
        self._add(decide_words(self._v, algebra, rule, left, right))

    def latex(self) -> list[str]:
        """One LaTeX string per step."""
        return [step.latex() for step in self._steps]

    def outcome(self) -> LegResult:
        """The result of the leg (design section 6). A contradicted proof outranks a disproof, a disproof a gap."""
        evidence = {
            "title": self.title,
            "steps": self.latex(),
            "decisions": [decision.to_json() for decision in self._decisions],
            "auxiliary": list(self._v.auxiliary),
        }
        for truth, verdict, reason, said in _ORDER:
            for decision in self._decisions:
                if decision.truth is truth:
                    text = f"{decision.name}: {said}; normal form {decision.normal_form}; {decision.detail}"
                    return LegResult(verdict, reason, text, decision.place, evidence)
        if not self._decisions:
            return LegResult(Verdict.ERROR, "DERIVATION_EMPTY", "the derivation decides nothing", evidence=evidence)
        return LegResult(Verdict.PASS, "OK", f"{len(self._decisions)} decisions proved", None, evidence)

    def _add(self, decision: Decision) -> None:
        self._decisions.append(replace(decision, place=_caller()))

    def _latex(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        node = sp.sympify(value)
        names = {symbol: self._v.latex_of(symbol) for symbol in node.free_symbols}
        return str(sp.latex(node, symbol_names=names))


_ORDER = (
    (Truth.GUARD, Verdict.ERROR, "BALL_GUARD", "a certified non-zero ball contradicts the exact decision"),
    (Truth.DISPROVED, Verdict.FAIL, "DERIVATION_FALSE", "certified false"),
    (Truth.UNDECIDED, Verdict.ERROR, "DERIVATION_UNDECIDED", "not decided"),
)


def _pairs(left: Any, right: Any) -> list[Pair]:
    if isinstance(left, sp.MatrixBase):
        if left.shape != right.shape:
            raise ValueError(f"the sides have shapes {left.shape} and {right.shape}")
        return list(zip(list(left), list(right), strict=True))
    return [(left, right)]


def _caller() -> Place | None:
    """File (relative to the pack root, from the module's name) and line of the leg's own call."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith("claims.derive"):
            return Place(module.replace(".", "/") + ".py", frame.f_lineno)
        frame = frame.f_back
    return None
