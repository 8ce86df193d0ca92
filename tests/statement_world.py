"""A core library with notation, and statements read in it, for tests without Lean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from claims.lean.core_index import CoreIndex
from claims.lean.decode import BinderName
from claims.lean.environment import Environment, load_module
from claims.lean.kernel import terms
from claims.lean.kernel.constants import Constant
from claims.lean.kernel.terms import Term, pi, var
from claims.lean.statement import StatementReader
from claims.lean.summary import summarise
from claims.lean.trust import TrustGraph
from tests.core_world import NAT, PROP, TYPE, axiom, make_core, put
from tests.olean_writer import GIT_HASH, write_module

KINDS = {"(": "explicit", "{": "implicit", "[": "instance"}


def call(function: str | Term, *arguments: Term) -> Term:
    return terms.apps(terms.const(function) if isinstance(function, str) else function, arguments)


def arrows(*types: Term) -> Term:
    """``a → b → c`` of types in which each may use the variables before it."""
    result = types[-1]
    for each in reversed(types[:-1]):
        result = pi(each, result)
    return result


def _operator(of: str) -> Term:
    """``{α β γ : Type} [of α β γ] : α → β → γ``."""
    return arrows(TYPE, TYPE, TYPE, call(of, var(2), var(1), var(0)), var(3), var(3), var(3))


OPERATORS = ("HAdd.hAdd", "HSub.hSub", "HMul.hMul", "HPow.hPow")
#: Type of each constant, and the kinds of its binders.
NOTATION: dict[str, tuple[Term, str]] = {
    "Eq": (arrows(TYPE, var(0), var(1), PROP), "{(("),
    "HEq": (arrows(TYPE, var(0), TYPE, var(0), PROP), "{({("),
    "And": (arrows(PROP, PROP, PROP), "(("),
    "Or": (arrows(PROP, PROP, PROP), "(("),
    "Iff": (arrows(PROP, PROP, PROP), "(("),
    "Not": (arrows(PROP, PROP), "("),
    "Exists": (arrows(TYPE, arrows(var(0), PROP), PROP), "{("),
    "Neg": (arrows(TYPE, TYPE), "("),
    "Neg.neg": (arrows(TYPE, call("Neg", var(0)), var(1), var(2)), "{[("),
    "OfNat": (arrows(TYPE, NAT, TYPE), "(("),
    "OfNat.ofNat": (arrows(TYPE, NAT, call("OfNat", var(1), var(0)), var(2)), "{(["),
    "List": (arrows(TYPE, TYPE), "("),
    "List.nil": (arrows(TYPE, call("List", var(0))), "{"),
    "List.cons": (arrows(TYPE, var(0), call("List", var(1)), call("List", var(2))), "{(("),
    "Prod": (arrows(TYPE, TYPE, TYPE), "(("),
    "Prod.fst": (arrows(TYPE, TYPE, call("Prod", var(1), var(0)), var(2)), "{{("),
    "Prod.mk": (arrows(TYPE, TYPE, var(1), var(1), call("Prod", var(3), var(2))), "{{(("),
    "Fin": (arrows(NAT, TYPE), "("),
    "Empty": (TYPE, ""),
    "Nat.succ": (arrows(NAT, NAT), "("),
    "zeroNat": (call("OfNat", NAT, terms.nat(0)), ""),
    "natAdd": (call("HAdd", NAT, NAT, NAT), ""),
    "natMul": (call("HMul", NAT, NAT, NAT), ""),
    "natSub": (call("HSub", NAT, NAT, NAT), ""),
    "natPow": (call("HPow", NAT, NAT, NAT), ""),
}
for _name in OPERATORS:
    NOTATION[_name.partition(".")[0]] = arrows(TYPE, TYPE, TYPE, TYPE), "((("
    NOTATION[_name] = _operator(_name.partition(".")[0]), "{{{[(("


def operation(name: str, left: Term, right: Term) -> Term:
    """``left + right`` and the like, on numbers."""
    return call(name, NAT, NAT, NAT, terms.const(f"nat{name.partition('.h')[2]}"), left, right)


def number(value: int) -> Term:
    return call("OfNat.ofNat", NAT, terms.nat(value), terms.const("zeroNat"))


def equal(left: Term, right: Term, type_: Term = NAT) -> Term:
    return call("Eq", type_, left, right)


def index(tmp: Path) -> CoreIndex:
    """A core library with :data:`NOTATION` beside what the audit's tests have."""
    if not (tmp / "core").exists():
        make_core(tmp / "core")
        kinds = {name: [BinderName("a", KINDS[kind]) for kind in signs] for name, (_, signs) in NOTATION.items()}
        constants = [axiom(name, type_) for name, (type_, _) in NOTATION.items()]
        files = write_module(constants, ("Init.Prelude", "Init.Core"), binder_names=kinds)
        put(tmp / "core", "Init", files, exported_only=True)
    return CoreIndex(tmp / "core", GIT_HASH, "", tmp / "cache")


def world(
    tmp: Path,
    constants: Iterable[Constant],
    binders: Mapping[str, Sequence[BinderName]] | None = None,
    module: str = "M",
) -> tuple[Environment, StatementReader]:
    """The environment of one module with these constants, and the reader of their statements."""
    core = index(tmp)
    loaded = load_module(module, put(tmp / "user", module, write_module(constants, ["Init"], binder_names=binders)))
    graph = TrustGraph(core, {module: summarise(loaded)})
    environment = Environment(core, [loaded])
    return environment, StatementReader(environment, graph)
