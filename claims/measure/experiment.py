"""Experiments: what a paper ran, run again piece by piece and compared with what is predicted.

An experiment is cut into pieces of work (``tasks``) that know nothing of one another; ``claims run`` deals them to
worker processes, keeps each result, and makes the record and the pictures from all of them. Everything that leaves a
piece is JSON values, so that a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claims.measure.arrays import DTYPES, Backend
from claims.measure.factors import factors
from claims.measure.hooks import EXACT, Exact, Operands
from claims.outcome import Verdict

Json = Mapping[str, Any]
STANDARD_ERROR = "standard error"
BOUND = "bound"
_RELATIONS = ("=", "<=", ">=")


@dataclass(frozen=True)
class Setting:
    """Where a piece runs: an opened backend, and a dtype of states or of the operands of products."""

    backend: Backend
    dtype: str = "float64"

    @property
    def state(self) -> str:
        """dtype of the state: that of the setting, or float32 under operands of a lower precision."""
        return self.dtype if self.dtype in DTYPES else "float32"

    @property
    def rounding(self) -> Exact:
        """The rounding hook of the dtype (:mod:`claims.measure.hooks`)."""
        return EXACT if self.dtype in DTYPES else Operands(self.dtype)

    def array(self, value: Any) -> Any:
        """A float64 numpy array on the backend, rounded to the dtype of the state."""
        return self.backend.held(value, self.state)


@dataclass(frozen=True)
class Quantity:
    """One number that came out, how far it may be off, and what it is compared with.

    ``observed`` [``unit``] with ``uncertainty``: the standard error over ``samples`` independent samples, or a bound
    that the experiment derives (``kind``). ``predicted`` is what it is compared with, by ``relation`` ("=", "<=",
    ">="); ``None``: only reported. ``control`` is the number that a named wrong variant gives in place of the observed
    one; the same comparison has to reject it, or it could not have seen a fault.
    Raises ``ValueError`` for numbers that are not finite, a negative uncertainty, or a prediction without control.
    """

    name: str
    meaning: str
    observed: float
    uncertainty: float
    kind: str
    samples: int
    predicted: float | None = None
    relation: str = "="
    control: float | None = None
    control_is: str = ""
    unit: str = ""

    def __post_init__(self) -> None:
        if self.kind not in (STANDARD_ERROR, BOUND) or self.relation not in _RELATIONS:
            raise ValueError(f"{self.name}: kind {self.kind!r} or relation {self.relation!r} is not known")
        numbers = [self.observed, self.uncertainty, self.predicted, self.control]
        if not all(number is None or math.isfinite(number) for number in numbers) or self.uncertainty < 0:
            raise ValueError(f"{self.name}: not a finite number, or a negative uncertainty, among {numbers}")
        if self.predicted is not None and (self.control is None or not self.control_is):
            raise ValueError(f"{self.name}: a prediction needs a wrong variant that its comparison rejects")
        if self.samples < (2 if self.kind == STANDARD_ERROR else 1):
            raise ValueError(f"{self.name}: {self.samples} samples make no {self.kind}")

    @property
    def allowed(self) -> float:
        """How far observed and predicted may lie apart: the bound, or ``sigmas`` standard errors."""
        return self.uncertainty * (factors().sigmas if self.kind == STANDARD_ERROR else 1.0)

    def fits(self, value: float) -> bool:
        """Whether a value in place of the observed one would agree with the prediction."""
        if self.predicted is None:
            raise ValueError(f"{self.name} has no prediction")
        gap = value - self.predicted
        return {"=": abs(gap), "<=": gap, ">=": -gap}[self.relation] <= self.allowed

    @property
    def outcome(self) -> tuple[Verdict, str]:
        """Verdict and reason; a quantity without a prediction passes as measured."""
        if self.predicted is None or self.control is None:
            return Verdict.PASS, "EXPERIMENT_MEASURED"
        if not self.fits(self.observed):
            return Verdict.FAIL, "EXPERIMENT_DISAGREES"
        if self.fits(self.control):
            return Verdict.NOPOWER, "EXPERIMENT_NOPOWER"
        return Verdict.PASS, "EXPERIMENT_AGREES"

    def to_json(self) -> dict[str, Any]:
        """JSON values, with the verdict."""
        verdict, reason = self.outcome
        data = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**data, "allowed": self.allowed, "verdict": verdict.value, "reason": reason}


@dataclass(frozen=True)
class Summary:
    """What a run comes to: quantities, and the data of its pictures (JSON values, at most some 10^4 numbers)."""

    quantities: Sequence[Quantity]
    data: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    """An experiment as a pack defines it; a function of the pack without arguments returns it.

    ``seeds``: independent seeds in full. ``tasks(seeds)``: JSON parameters of every piece, each some 0.2 to 60 s of
    work. ``run(setting, task)``: JSON result of a piece, a pure function of its arguments. ``summary(tasks, results)``:
    the comparison, in the order of ``tasks``. ``draw``: pictures by name, each a function ``(figure, data)`` that draws
    into an empty matplotlib figure from the data of the summary.
    """

    title: str
    seeds: int
    tasks: Callable[[int], Sequence[Json]]
    run: Callable[[Setting, Json], Json]
    summary: Callable[[Sequence[Json], Sequence[Json]], Summary]
    draw: Mapping[str, Callable[[Any, Json], None]] = field(default_factory=dict)


def shown(values: Iterable[float]) -> list[float]:
    """Numbers to six digits, as the data of pictures has them."""
    return [float(f"{value:.6g}") for value in values]


def mean_of(
    name: str, meaning: str, values: Sequence[float], *, predicted: float | None = None, relation: str = "=",
    control: float | None = None, control_is: str = "", unit: str = "",
) -> Quantity:  # fmt: skip
    """Mean of independent samples with its standard error s/sqrt(m). Raises ``ValueError`` for fewer than two."""
    m = len(values)
    if m < 2:
        raise ValueError(f"{name}: {m} samples have no standard error")
    mean = math.fsum(values) / m
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (m - 1))
    error = spread / math.sqrt(m)
    return Quantity(
        name, meaning, mean, error, STANDARD_ERROR, m, predicted, relation, control, control_is, unit
    )  # fmt: skip
