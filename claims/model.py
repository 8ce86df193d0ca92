"""The entry of the registry as immutable data (design: one entry, three legs).

These dataclasses are the single definition of an entry: :mod:`claims.schema` validates TOML against them with
pydantic and publishes their JSON Schema, :mod:`claims.registry_io` builds them without pydantic when a file is
known to be valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

ScalarValue = bool | int | float | str


class Status(Enum):
    """What an entry declares, and what its evidence earns."""

    EXACT = "exact"
    CONDITIONAL = "conditional"
    DERIVED = "derived"
    EMPIRICAL = "empirical"
    REFUTED = "refuted"
    OPEN = "open"


class Domain(Enum):
    """Closed list of the domains of variables; symbolic assumptions and sampling follow from it."""

    REAL = "real"
    POSITIVE = "positive"
    NONNEGATIVE = "nonnegative"
    OPEN_INTERVAL = "open interval"
    NATURAL = "natural"
    POSITIVE_NATURAL = "positive natural"
    INTEGER = "integer"
    INDEX = "Fin n"
    ANGLE = "angle"
    VECTOR = "vector"
    UNIT_SPHERE = "unit sphere"
    STOCHASTIC_ROW = "stochastic row"
    MATRIX = "matrix"
    SYMMETRIC_MATRIX = "symmetric matrix"
    PSD_MATRIX = "positive semidefinite matrix"
    FUNCTION = "function"
    SEQUENCE = "sequence"
    CURVE = "curve"
    VECTOR_CURVE = "vector curve"
    MATRIX_CURVE = "matrix curve"
    SPHERE_CURVE = "sphere curve"


class HypothesisKind(Enum):
    """``definition`` says what an object is, ``model`` restricts to the source's case, ``unverified`` is assumed."""

    DEFINITION = "definition"
    MODEL = "model"
    UNVERIFIED = "unverified"


LegName = Literal["lean", "symbolic", "numeric"]
LEGS: tuple[LegName, ...] = ("lean", "symbolic", "numeric")


@dataclass(frozen=True)
class Source:
    """Where a document states the claim: id of the document, section, locator, status it gives the claim."""

    document: str
    section: str
    locator: str = ""
    status: str = ""


@dataclass(frozen=True)
class Variable:
    """One symbol of the statement.

    ``shape`` names sizes, e.g. ``["n", "d"]``; ``lower`` and ``upper`` are exact decimals or fractions; ``lean`` holds
    the binder names of the theorem that stand for it (several, separated by blanks, when Lean splits it up).
    """

    name: str
    domain: Domain
    meaning: str
    lean: str = ""
    latex: str = ""
    shape: tuple[str, ...] = ()
    lower: str = ""
    upper: str = ""


@dataclass(frozen=True)
class Hypothesis:
    """An assumption. ``holds`` names a function ``(values) -> True | False | None`` on exact values."""

    id: str
    text: str
    kind: HypothesisKind
    holds: str
    lean: str = ""


@dataclass(frozen=True)
class LeanLeg:
    """A theorem. ``core`` scope needs ``gap`` and ``covered_by``, the leg that covers what Lean leaves out."""

    theorem: str
    scope: Literal["full", "core"] = "full"
    gap: str = ""
    covered_by: Literal["", "symbolic", "numeric"] = ""
    refutes: bool = False


@dataclass(frozen=True)
class SymbolicLeg:
    """A derivation ``module:function``."""

    derivation: str


@dataclass(frozen=True)
class NumericLeg:
    """A check ``module:function``, and the experiment in full that ``claims run`` runs (empty: none)."""

    check: str
    experiment: str = ""


@dataclass(frozen=True)
class Absent:
    """Legs an entry does not have, each with its reason in words."""

    lean: str = ""
    symbolic: str = ""
    numeric: str = ""


@dataclass(frozen=True)
class Change:
    """What a mutant changes: text of a Lean statement (``find``, ``replace``) or a parameter of a leg."""

    find: str = ""
    replace: str = ""
    parameter: str = ""
    value: ScalarValue = ""


@dataclass(frozen=True)
class Mutant:
    """A seeded wrong variant that its leg must reject.

    ``refuted_by`` is a theorem ``lean:NAME`` or an exact witness ``module:function``.
    """

    leg: LegName
    kind: Literal["sign", "factor", "hypothesis"]
    change: Change
    expect: Literal["fail"] = "fail"
    refuted_by: str = ""


@dataclass(frozen=True)
class Falsifies:
    """The hypothesis of another claim that this entry shows to be load-bearing."""

    claim: str
    hypothesis: str


@dataclass(frozen=True)
class Entry:
    """One claim with its legs."""

    id: str
    title: str
    statement: str
    declared: Status
    sources: tuple[Source, ...]
    variables: tuple[Variable, ...]
    witness: str
    hypotheses: tuple[Hypothesis, ...] = ()
    lean: LeanLeg | None = None
    symbolic: SymbolicLeg | None = None
    numeric: NumericLeg | None = None
    absent: Absent = Absent()
    mutants: tuple[Mutant, ...] = ()
    depends_on: tuple[str, ...] = ()
    falsifies: Falsifies | None = None
    corrected_by: str = ""
    notes: str = ""

    def leg(self, name: LegName) -> LeanLeg | SymbolicLeg | NumericLeg | None:
        """The named leg, or None when the entry does not have it."""
        return {"lean": self.lean, "symbolic": self.symbolic, "numeric": self.numeric}[name]
