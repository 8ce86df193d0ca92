"""What the stand-in Lean compiles: real compiled modules with statements that only follow the shape of the source.

Every theorem becomes ``(n : Nat) (h : n = 0) : s (.. n) = s (.. n)`` where the number of successors follows from the
text of its statement, so that another statement is another type. A ``sorry`` in a proof is one in the compiled proof,
and a ``propext`` is that axiom (here, too, something that proves anything).
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from claims.lean.decode import BinderName, Import
from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, terms
from claims.lean.kernel.terms import Term
from claims.lean.source import SourceText
from tests.olean_writer import write_module

PROP, TYPE = terms.sort(levels.ZERO), terms.sort(levels.ONE)
NAT, ZERO = terms.const("Nat"), terms.const("Nat.zero")
U = levels.param("u")
_SORT = terms.sort(U)


def equal(a: Term, b: Term) -> Term:
    """``a = b`` of numbers."""
    return terms.apps(terms.const("Eq", (levels.ONE,)), [NAT, a, b])


def core_constants() -> list[c.Constant]:
    """The stand-in's core library: numbers, equality, and the gap."""
    eq = terms.pi(_SORT, terms.pi(terms.var(0), terms.pi(terms.var(1), PROP)))
    refl_type = terms.apps(terms.const("Eq", (U,)), [terms.var(1), terms.var(0), terms.var(0)])
    refl = terms.pi(_SORT, terms.pi(terms.var(0), refl_type))
    return [
        c.Inductive("Nat", (), TYPE, False, 0, 0, ("Nat",), ("Nat.zero", "Nat.succ"), 0, True, False),
        c.Constructor("Nat.zero", (), NAT, False, "Nat", 0, 0, 0),
        c.Constructor("Nat.succ", (), terms.pi(NAT, NAT), False, "Nat", 1, 0, 1),
        c.Inductive("Eq", ("u",), eq, False, 2, 1, ("Eq",), ("Eq.refl",), 0, False, False),
        c.Constructor("Eq.refl", ("u",), refl, False, "Eq", 0, 2, 0),
        *(c.Axiom(name, (), terms.pi(PROP, terms.var(0)), False) for name in ("sorryAx", "propext")),
    ]


def write_core(folder: Path, git_hash: str) -> None:
    """Write the compiled core library (one module)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Init.olean").write_bytes(write_module(core_constants(), git_hash=git_hash)[".olean"])


def theorem(name: str, statement: str, proof: str) -> c.Theorem:
    """A theorem whose type follows the text of its statement."""
    goal = terms.var(1)
    for _ in range(zlib.crc32(" ".join(statement.split()).encode()) % 97):
        goal = terms.app(terms.const("Nat.succ"), goal)
    hypothesis = equal(terms.var(0), ZERO)
    type_ = terms.pi(NAT, terms.pi(hypothesis, equal(goal, goal)))
    shown = terms.apps(terms.const("Eq.refl", (levels.ONE,)), [NAT, goal])
    assumed = "sorryAx" if "sorry" in proof else "propext" if "propext" in proof else ""
    body = terms.app(terms.const(assumed), equal(goal, goal)) if assumed else shown
    return c.Theorem(name, (), type_, False, terms.lam(NAT, terms.lam(hypothesis, body)))


def compile_source(text: str, olean: Path, git_hash: str) -> None:
    """Write the parts of the module whose source is ``text``."""
    source = SourceText(text)
    made: list[c.Constant] = []
    for each in source.declarations:
        start, end = each.statement_span
        if each.kind in ("theorem", "lemma"):
            made.append(theorem(each.name, text[start:end], text[end : each.end]))
        elif each.kind in ("def", "abbrev"):
            made.append(c.Definition(each.name, (), NAT, False, ZERO, 1, False))
    imports = re.findall(r"^(?:public )?import (\S+)", text, re.M)
    binders = {each.name: (BinderName("n", "explicit"), BinderName("h", "explicit")) for each in made}
    listed = [Import(name, False, True) for name in ("Init", *imports)]
    for suffix, data in write_module(made, listed, git_hash=git_hash, binder_names=binders).items():
        olean.with_name(olean.name.removesuffix(".olean") + suffix).write_bytes(data)
