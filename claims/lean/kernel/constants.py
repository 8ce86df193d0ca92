"""The declarations of an environment, as Lean's calculus knows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from claims.lean.kernel.terms import Term

Kind = Literal["axiom", "definition", "theorem", "opaque", "quotient", "inductive", "constructor", "recursor"]

#: Reducibility of definitions: opaque ones are unfolded last, abbreviations first, the rest by height.
OPAQUE: Final = -1
ABBREV: Final = 1 << 32


@dataclass(frozen=True, eq=False)
class Constant:
    """A named constant: universe parameters, type, and whether it is outside the logic (``unsafe``)."""

    name: str
    params: tuple[str, ...]
    type: Term
    unsafe: bool
    kind: ClassVar[Kind]


@dataclass(frozen=True, eq=False)
class Axiom(Constant):
    """A constant without a body. ``stands_for``: what it is where its body is not exported (else ``axiom``)."""

    stands_for: Kind = "axiom"
    kind: ClassVar[Kind] = "axiom"


@dataclass(frozen=True, eq=False)
class Definition(Constant):
    """A definition; ``height`` orders unfolding (:data:`OPAQUE`, :data:`ABBREV` or a number)."""

    value: Term
    height: int
    partial: bool
    kind: ClassVar[Kind] = "definition"


@dataclass(frozen=True, eq=False)
class Theorem(Constant):
    """A theorem with its proof."""

    value: Term
    kind: ClassVar[Kind] = "theorem"


@dataclass(frozen=True, eq=False)
class Opaque(Constant):
    """A constant whose body is checked and never unfolded."""

    value: Term
    kind: ClassVar[Kind] = "opaque"


@dataclass(frozen=True, eq=False)
class Quotient(Constant):
    """One of the four constants of quotient types: ``part`` 0 type, 1 constructor, 2 lift, 3 ind."""

    part: int
    kind: ClassVar[Kind] = "quotient"


@dataclass(frozen=True, eq=False)
class Inductive(Constant):
    """An inductive type, one of the mutual group ``group``; ``nested``: number of nested occurrences."""

    parameters: int
    indices: int
    group: tuple[str, ...]
    constructors: tuple[str, ...]
    nested: int
    recursive: bool
    reflexive: bool
    kind: ClassVar[Kind] = "inductive"


@dataclass(frozen=True, eq=False)
class Constructor(Constant):
    """Constructor number ``index`` of an inductive type."""

    inductive: str
    index: int
    parameters: int
    fields: int
    kind: ClassVar[Kind] = "constructor"


@dataclass(frozen=True)
class Rule:
    """How a recursor computes on one constructor."""

    constructor: str
    fields: int
    body: Term


@dataclass(frozen=True, eq=False)
class Recursor(Constant):
    """A recursor; ``k``: it computes on any proof of its (syntactically subsingleton) type."""

    group: tuple[str, ...]
    parameters: int
    indices: int
    motives: int
    minors: int
    rules: tuple[Rule, ...]
    k: bool
    kind: ClassVar[Kind] = "recursor"

    @property
    def major(self) -> int:
        """Position of the argument it computes on."""
        return self.parameters + self.motives + self.minors + self.indices


def value_of(constant: Constant) -> Term | None:
    """The body of a definition, theorem or opaque constant; None for every other one."""
    return constant.value if isinstance(constant, (Definition, Theorem, Opaque)) else None
