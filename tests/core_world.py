"""A small core library for tests, written without Lean: a few constants of each kind that the audit knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from claims.lean.core_index import CoreIndex
from claims.lean.environment import UserModule, load_module
from claims.lean.kernel import constants as c
from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import Constant, Constructor, Inductive
from claims.lean.kernel.terms import Term
from claims.lean.summary import ModuleSummary, summarise
from claims.lean.trust import TrustGraph
from tests.olean_writer import GIT_HASH, write_module

PROP = terms.sort(levels.ZERO)
TYPE = terms.sort(levels.ONE)
FALSE, TRUE, NAT = terms.const("False"), terms.const("True"), terms.const("Nat")
#: Hidden are the bodies of all core definitions but these.
EXPOSED = ("usesChoice", "visible", "wild")


def definition(name: str, type_: Term, value: Term, *, unsafe: bool = False, partial: bool = False) -> c.Definition:
    return c.Definition(name, (), type_, unsafe, value, 1, partial)


def theorem(name: str, type_: Term, *mentioned: str) -> c.Theorem:
    """A "theorem" whose "proof" mentions some constants; nothing here is meant to type-check."""
    return c.Theorem(name, (), type_, False, mention(*mentioned))


def axiom(name: str, type_: Term = FALSE, *, unsafe: bool = False) -> c.Axiom:
    return c.Axiom(name, (), type_, unsafe)


def mention(*names: str) -> Term:
    return terms.apps(terms.const("True.intro"), [terms.const(name) for name in names])


def inductive(name: str, type_: Term, constructors: Mapping[str, Term]) -> list[Constant]:
    names = tuple(f"{name}.{each}" for each in constructors)
    made: list[Constant] = [Inductive(name, (), type_, False, 0, 0, (name,), names, 0, False, False)]
    for index, (each, of) in enumerate(zip(names, constructors.values(), strict=True)):
        made.append(Constructor(each, (), of, False, name, index, 0, 0))
    return made


PRELUDE: list[Constant] = [
    *inductive("False", PROP, {}),
    *inductive("True", PROP, {"intro": TRUE}),
    *inductive("Nat", TYPE, {"zero": NAT}),
    axiom("sorryAx"),
    axiom("lcProof", unsafe=True),
    axiom("Classical.choice", TRUE),
]
CORE: list[Constant] = [
    axiom("propext", TRUE),
    axiom("Quot.sound", TRUE),
    axiom("Lean.ofReduceBool", TRUE),
    axiom("Lean.trustCompiler", TRUE),
    axiom("Odd.axiom", TRUE),
    c.Opaque("Lean.reduceBool", (), NAT, False, terms.const("Nat.zero")),
    theorem("stripped", TRUE, "sorryAx"),
    theorem("Classical.em", TRUE, "Classical.choice"),
    definition("hidden", NAT, mention("sorryAx")),
    definition("visible", NAT, mention("propext", "stripped", "hidden")),
    definition("usesChoice", NAT, mention("visible", "Classical.choice")),
    definition("wild", NAT, terms.const("Nat.zero"), unsafe=True),
    definition("wildHidden", NAT, terms.const("Nat.zero"), unsafe=True),
    theorem("twice", TRUE),
]
#: Module to imports and constants.
MODULES: dict[str, tuple[Sequence[str], list[Constant]]] = {
    "Init.Prelude": ((), PRELUDE),
    "Init.Core": (("Init.Prelude",), CORE),
    "Init": (("Init.Prelude", "Init.Core"), []),
    "Std": (("Init",), [theorem("Std.fact", TRUE), definition("twice", NAT, mention())]),
    "Lean": (("Std",), [axiom("Lean.axiom")]),
    "Lake.Run": (("Lean",), [definition("main", NAT, mention()), axiom("Lake.axiom")]),
    "Lake": (("Lake.Run",), []),
}


def put(folder: Path, module: str, files: Mapping[str, bytes], *, exported_only: bool = False) -> Path:
    """Write the parts of a module below a folder; returns the path of its ``.olean``."""
    path = folder.joinpath(*module.split("."))
    path.parent.mkdir(parents=True, exist_ok=True)
    for suffix, data in files.items():
        if suffix == ".olean" or not exported_only:
            path.with_name(path.name + suffix).write_bytes(data)
    return path.with_name(path.name + ".olean")


def make_core(folder: Path, git_hash: str = GIT_HASH) -> Path:
    """The library as compiled files (only what importers see, as in a real one)."""
    for module, (imports, constants) in MODULES.items():
        files = write_module(constants, imports, exposed=EXPOSED, git_hash=git_hash)
        put(folder, module, files, exported_only=True)
    return folder


def core_index(tmp: Path, digest: str = "", git_hash: str = GIT_HASH) -> CoreIndex:
    """An index of the library, which is made below ``tmp`` unless it is there."""
    if not (tmp / "core").exists():
        make_core(tmp / "core")
    return CoreIndex(tmp / "core", git_hash, digest, tmp / "cache")


def load(tmp: Path, modules: Mapping[str, Mapping[str, bytes]]) -> list[UserModule]:
    """User modules from the bytes of their parts."""
    return [load_module(name, put(tmp / "user", name, files)) for name, files in modules.items()]


def summaries(tmp: Path, modules: Mapping[str, tuple[Iterable[str], Iterable[Constant]]]) -> dict[str, ModuleSummary]:
    """Summaries of modules given by imports and constants."""
    written = {name: write_module(constants, imports) for name, (imports, constants) in modules.items()}
    return {module.name: summarise(module) for module in load(tmp, written)}


def graph(tmp: Path, modules: Mapping[str, tuple[Iterable[str], Iterable[Constant]]]) -> TrustGraph:
    """What modules given by imports and constants rest on."""
    return TrustGraph(core_index(tmp), summaries(tmp, modules))
