"""What a theorem rests on: its axioms, over everything its statement and proof lead to, and the core facts it uses.

Core theorems come without their proofs, so the walk ends there; they are listed by name. What such a core theorem
itself rests on cannot be read from these files and nothing here claims to know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from claims.lean.core_index import CoreIndex, kind_of
from claims.lean.summary import ModuleSummary, components

ALLOWED: Final = ("Classical.choice", "Quot.sound", "propext")
#: Constants of core that let unchecked computation into a proof, though some are not axioms.
FORBIDDEN: Final = frozenset(
    (
        "sorryAx",
        "Lean.trustCompiler",
        "Lean.ofReduceBool",
        "Lean.ofReduceNat",
        "Lean.reduceBool",
        "Lean.reduceNat",
        "lcProof",
        "lcUnreachable",
        "lcAny",
        "lcErased",
    )
)


@dataclass(frozen=True)
class Trust:
    """What one constant rests on. ``bad`` holds the names that are not allowed, each with the path that leads there."""

    axioms: tuple[str, ...]
    core_theorems: tuple[str, ...]
    core_definitions: tuple[str, ...]
    bad: tuple[tuple[str, tuple[str, ...]], ...]
    reached: frozenset[str]


class TrustGraph:
    """The constants of the modules and what they mention, core included as far as its bodies are visible."""

    def __init__(self, core: CoreIndex, summaries: Mapping[str, ModuleSummary]) -> None:
        self.members = {m.name: m for s in summaries.values() for m in s.members}
        outside = {i for s in summaries.values() for i in s.imports if i not in summaries}
        self._core = core
        self._lines: dict[str, tuple[str, int]] = {}
        for line in core.closure(sorted(outside)):
            for name, code in line.names.items():
                self._lines.setdefault(name, (line.name, code))
        self._graph: dict[str, list[str]] = {}
        self._fill()
        self._masks = self._close()

    def _fill(self) -> None:
        todo = list(self.members)
        while todo:
            name = todo.pop()
            if name in self._graph:
                continue
            if name in self.members:
                names: Iterable[str] = self.members[name].names
            elif name in self._lines and not self._stripped(name):
                module, code = self._lines[name]
                statement, body = self._core.open(module).uses(code >> 3)
                names = statement | body
            else:
                names = ()
            self._graph[name] = sorted(names)
            todo += self._graph[name]

    def _stripped(self, name: str) -> bool:
        module, code = self._lines[name]
        return self._core.open(module).kind(code >> 3) == "axiom"

    def is_leaf(self, name: str) -> bool:
        """Whether a constant is one that the walk ends at or that is noted: no member, or one without a body."""
        if name in self.members:
            return self.members[name].kind == "axiom" or self.members[name].unsafe
        return name in FORBIDDEN or name not in self._lines or self._stripped(name)

    def _close(self) -> dict[str, int]:
        """For each constant the set of leaves it leads to, as bits of a number."""
        self._leaves = [name for name in self._graph if self.is_leaf(name)]
        bit = {name: 1 << position for position, name in enumerate(self._leaves)}
        masks: dict[str, int] = {}
        for component in components(self._graph):
            mask = 0
            for name in component:
                mask |= bit.get(name, 0)
                for each in self._graph[name]:
                    mask |= masks.get(each, 0)
            for name in component:
                masks[name] = mask
        return masks

    def verdict_on(self, leaf: str) -> str:
        """What a leaf is: ``axiom``, ``bad``, ``theorem`` or ``definition`` (the last two of core)."""
        if leaf in self.members:
            return "bad"
        if leaf in FORBIDDEN or leaf not in self._lines:
            return "bad"
        kind = kind_of(self._lines[leaf][1])
        if kind == "axiom":
            return "axiom" if leaf in ALLOWED else "bad"
        return "theorem" if kind == "theorem" else "definition"

    def of(self, name: str) -> Trust:
        """What a constant rests on; raises ``KeyError`` when the modules have none of this name."""
        mask = self._masks[name]
        found: dict[str, list[str]] = {"axiom": [], "bad": [], "theorem": [], "definition": []}
        position = 0
        while mask:
            skip = (mask & -mask).bit_length() - 1
            position += skip
            leaf = self._leaves[position]
            found[self.verdict_on(leaf)].append(leaf)
            mask >>= skip + 1
            position += 1
        bad = tuple((leaf, self.path(name, leaf)) for leaf in sorted(found["bad"]))
        reached = frozenset(self._reached(name))
        axioms, proved, defined = (tuple(sorted(found[key])) for key in ("axiom", "theorem", "definition"))
        return Trust(axioms, proved, defined, bad, reached)

    def _reached(self, name: str) -> set[str]:
        """The members that a constant leads to, itself included."""
        seen = {name}
        todo = [name]
        while todo:
            for each in self._graph[todo.pop()]:
                if each in self.members and each not in seen:
                    seen.add(each)
                    todo.append(each)
        return seen

    def path(self, start: str, goal: str) -> tuple[str, ...]:
        """A shortest chain of mentions from one constant to another."""
        before: dict[str, str] = {start: ""}
        todo = [start]
        for name in todo:
            if name == goal:
                break
            for each in self._graph[name]:
                if each not in before:
                    before[each] = name
                    todo.append(each)
        chain = [goal]
        while chain[-1] != start:
            chain.append(before[chain[-1]])
        return tuple(reversed(chain))

    def statement_reach(self, name: str) -> list[str]:
        """The members that a statement leads to through statements and, theorems aside, bodies."""
        seen: set[str] = set()
        todo = list(self.members[name].statement_names)
        while todo:
            each = todo.pop()
            if each in self.members and each not in seen:
                seen.add(each)
                m = self.members[each]
                todo += m.statement_names if m.kind == "theorem" else m.names
        return sorted(seen)

    def shadows(self, name: str) -> list[tuple[str, str]]:
        """Definitions behind a statement whose last part is the whole name of a core constant, with that name.

        Inside the namespace such a definition is what the plain name means: `Claims.True` reads as `True`. A name of
        several parts (`Claims.Fin.sum`) is not taken for one of core.
        """
        found = []
        for each in self.statement_reach(name):
            last = each.split(".")[-1]
            if self.members[each].kind in ("definition", "inductive", "opaque", "axiom") and last in self._lines:
                found.append((each, last))
        return found
