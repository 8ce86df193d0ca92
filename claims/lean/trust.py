"""What a theorem rests on: its axioms, over everything its statement and proof lead to, and the core facts it uses.

Core theorems come without their proofs, so the walk ends there; they are listed by name. What such a core theorem
itself rests on cannot be read from these files and nothing here claims to know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from claims.lean.core_index import CoreIndex, kind_of
from claims.lean.decode import bits
from claims.lean.fitting import fitting_members
from claims.lean.summary import ModuleSummary, components
from claims.status import ALLOWED_AXIOMS

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

_OUTSIDE: Final = "outside the logic (unsafe or partial)"


@dataclass(frozen=True)
class Trust:
    """What one constant rests on. ``bad`` holds the names that are not allowed, each with the path that leads there.

    ``reached``: the constants of the modules that it leads to, itself included.
    """

    axioms: tuple[str, ...]
    core_theorems: tuple[str, ...]
    core_definitions: tuple[str, ...]
    bad: tuple[tuple[str, tuple[str, ...]], ...]
    reached: frozenset[str]


class TrustGraph:
    """The constants of the modules and what they mention, core included as far as its bodies are visible.

    Raises :class:`~claims.lean.olean.OleanError` when the modules do not fit together.
    """

    def __init__(self, core: CoreIndex, summaries: Mapping[str, ModuleSummary]) -> None:
        self.members = fitting_members(core, summaries)
        self._core = core
        self._lines = core.visible({i for s in summaries.values() for i in s.imports if i not in summaries})
        self._unsafe: set[str] = set()
        self._graph: dict[str, list[str]] = {}
        self._fill()
        own = self.members.keys()
        self._inner = {name: frozenset(self._graph[name]) & own for name in own}
        self._masks = self._close()

    def _fill(self) -> None:
        todo = list(self.members)
        while todo:
            name = todo.pop()
            if name in self._graph:
                continue
            if name in self.members:
                names: Iterable[str] = self.members[name].names
            else:
                names = self._of_core(name)
            self._graph[name] = sorted(names)
            todo += self._graph[name]

    def _of_core(self, name: str) -> set[str]:
        """What a constant of core mentions: nothing where its body is not in the files."""
        if name not in self._lines:
            return set()
        module, code = self._lines[name]
        compiled = self._core.open(module)
        if any(compiled.flags(code >> 3)):
            self._unsafe.add(name)
        if self._stripped(name):
            return set()
        statement, body = compiled.uses([code >> 3])[code >> 3]
        return statement | body

    def _stripped(self, name: str) -> bool:
        module, code = self._lines[name]
        return self._core.open(module).kind(code >> 3) == "axiom"

    def is_leaf(self, name: str) -> bool:
        """Whether a constant is one that the walk ends at or that is noted: no member, or one without a body."""
        if name in self.members:
            return self.members[name].kind == "axiom" or self.members[name].unsafe
        return name in FORBIDDEN or name in self._unsafe or name not in self._lines or self._stripped(name)

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

    def is_forbidden(self, name: str) -> bool:
        """Whether a constant is a leaf that nothing may rest on."""
        return name in self._graph and self.is_leaf(name) and self.verdict_on(name) == "bad"

    def verdict_on(self, leaf: str) -> str:
        """What a leaf is: ``axiom``, ``bad``, ``theorem`` or ``definition`` (the last two of core)."""
        if leaf in self.members:
            return "bad"
        if leaf in FORBIDDEN or leaf in self._unsafe or leaf not in self._lines:
            return "bad"
        kind = kind_of(self._lines[leaf][1])
        if kind == "axiom":
            return "axiom" if leaf in ALLOWED_AXIOMS else "bad"
        return "theorem" if kind == "theorem" else "definition"

    def why(self, leaf: str) -> str:
        """Why nothing may rest on a leaf, in a few words."""
        member = self.members.get(leaf)
        if member is not None:
            return "an axiom of these modules" if member.kind == "axiom" else _OUTSIDE
        if leaf == "sorryAx":
            return "a gap in a proof"
        if leaf in FORBIDDEN:
            return "takes the word of compiled code"
        if leaf not in self._lines:
            return "not in the compiled files"
        return _OUTSIDE if leaf in self._unsafe else "an axiom that is not allowed"

    def own_axioms(self) -> list[str]:
        """Every axiom that the modules declare, used or not."""
        return sorted(name for name, member in self.members.items() if member.kind == "axiom")

    def of(self, name: str) -> Trust:
        """What a constant rests on; raises ``KeyError`` when the modules have none of this name."""
        found: dict[str, list[str]] = {"axiom": [], "bad": [], "theorem": [], "definition": []}
        for position in bits(self._masks[name]):
            leaf = self._leaves[position]
            found[self.verdict_on(leaf)].append(leaf)
        bad = tuple((leaf, self.path(name, leaf)) for leaf in sorted(found["bad"]))
        reached = frozenset(self._reached(name))
        axioms, proved, defined = (tuple(sorted(found[key])) for key in ("axiom", "theorem", "definition"))
        return Trust(axioms, proved, defined, bad, reached)

    def _reached(self, name: str) -> set[str]:
        """The members that a constant leads to, itself included."""
        seen = {name}
        todo = [name]
        while todo:
            new = self._inner[todo.pop()] - seen
            seen |= new
            todo += new
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
        """Definitions behind a statement that without leading namespaces have the name of a core constant; that name.

        Inside those namespaces such a definition is what the short name means: `Claims.True` reads as `True`, and
        `Claims.LE.le` as `LE.le`. Theorems cannot change what a statement says, constructors and recursors go by their
        type. Nothing behind our own library's 2,008 theorems is called so; whoever meets it can rename.
        """
        found = []
        for each in self.statement_reach(name):
            parts = each.split(".")
            if self.members[each].kind in ("definition", "inductive", "opaque", "axiom"):
                short = (".".join(parts[start:]) for start in range(1, len(parts)))
                found += [(each, core) for core in short if core in self._lines][:1]
        return found
