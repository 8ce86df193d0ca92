"""Rounding hooks: where the map of a flow rounds, and what happens there.

A kernel that steps in time calls ``rounding.operand(a)`` on what a product reads, ``rounding.field(a)`` on a velocity
and ``rounding.state(a)`` on the state after each step. :data:`EXACT` leaves all of them alone; :class:`Operands` gives
products operands of a lower precision (state and accumulation keep theirs); :class:`Replicas` draws the roundings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Protocol

import numpy as np

Array = Any
Float64 = np.ndarray[Any, np.dtype[np.float64]]

#: Bits of the significand of operand precisions (the leading one included).
OPERAND_BITS: Mapping[str, int] = {"bfloat16": 8, "float16": 11, "tf32": 11}
_STATE_BITS = {"float64": 53, "float32": 24}


class Rounding(Protocol):
    """What a kernel calls at its rounding points; every method takes and returns an array of one shape and dtype."""

    def operand(self, a: Array, /) -> Array:
        """What a matrix product reads."""

    def field(self, a: Array, /) -> Array:
        """A velocity."""

    def state(self, a: Array, /) -> Array:
        """The state after a step."""


@dataclass(frozen=True)
class Exact:
    """No rounding besides that of the arrays themselves."""

    def operand(self, a: Array, /) -> Array:
        """``a``."""
        return a

    def field(self, a: Array, /) -> Array:
        """``a``."""
        return a

    def state(self, a: Array, /) -> Array:
        """``a``."""
        return a


EXACT = Exact()


@dataclass(frozen=True)
class Operands(Exact):
    """Operands rounded to ``dtype`` (a key of :data:`OPERAND_BITS`) and kept in the dtype of the state.

    The product of two such operands is exact in float32, so a product of rounded operands accumulated in float32 is
    what a device with operands of that dtype and a float32 accumulator computes. Only the significand is rounded: the
    smaller range of float16 is not modelled (entries of unit vectors below 6e-5 keep more digits than float16 has).
    """

    dtype: str

    def __post_init__(self) -> None:
        if self.dtype not in OPERAND_BITS:
            raise ValueError(f"no operand precision {self.dtype!r} (there are: {', '.join(OPERAND_BITS)})")

    def operand(self, a: Array, /) -> Array:
        """``a`` rounded to the operand precision; dtype float64 or float32, any backend."""
        return quantised(a, OPERAND_BITS[self.dtype])


def quantised(a: Array, bits: int) -> Array:
    """``a`` with its significand rounded to nearest in ``bits`` bits (Dekker's splitting: products and sums only).

    Raises ``KeyError`` for a dtype other than float64 and float32.
    """
    scaled = a * (2.0 ** (_STATE_BITS[str(a.dtype).rpartition(".")[2]] - bits) + 1.0)
    return scaled - (scaled - a)


class Calls(Exact):
    """Counts the state calls of a kernel."""

    def __init__(self) -> None:
        self.calls = 0

    def state(self, a: Array, /) -> Array:
        """``a``, counted."""
        self.calls += 1
        return a


@dataclass
class Replicas:
    """``count`` replicas side by side along the leading axis of every array, [count * seeds, ...], in float64.

    A *segment* is what lies between two calls of ``state``, mostly one step. In the first and the last of the
    ``segments`` every elementary rounding is drawn (arrays are of the type ``noisy``, see
    :func:`claims.measure.rounding.noisy_type`): there inputs are prepared and the result is formed. In between,
    velocities are multiplied by ``1 + strength unit sqrt(k) xi`` with ``k`` the first of ``roundings``, and states
    likewise with the second, where ``xi`` is uniform on [-1, 1]. The strength is measured: the spread at the end of the
    first segment over that which the factor of the state alone would make there, and at least 1.
    The object counts segments, so each run needs its own.
    """

    count: int
    segments: int
    noisy: Any
    unit: float
    rng: np.random.Generator
    roundings: tuple[float, float]
    operands: Exact = EXACT
    segment: int = 0
    strength: float = 1.0
    traces: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.traces = [b""] * self.count
        self._switch()

    @property
    def crossed(self) -> float:
        """Share of the replicas whose rounded operands were not all those of the most common run."""
        return 1.0 - max(Counter(self.traces).values()) / self.count

    def operand(self, a: Array, /) -> Array:
        """The rounded operand, itself exact; the neighbours that each replica was rounded to are remembered."""
        if self.operands == EXACT:
            return a
        value = self.operands.operand(self._split(a))
        for number, part in enumerate(value):
            self.traces[number] = sha256(self.traces[number] + part.tobytes()).digest()
        return self._joined(value)

    def field(self, a: Array, /) -> Array:
        """The velocity with an error of its own, except where every rounding is drawn."""
        return a if self._is_drawn() else self._joined(self._moved(a, self.roundings[0]))

    def state(self, a: Array, /) -> Array:
        """The state at the end of a segment, with an error of its own except where every rounding was drawn."""
        parts = self._split(a) if self._is_drawn() else self._moved(a, self.roundings[1])
        if self.segment == 0:
            self.strength = max(1.0, self._measured(parts))
        self.segment += 1
        self._switch()
        return self._joined(parts)

    def _measured(self, parts: Float64) -> float:
        """Largest spread of a seed, over what the factor of a state alone makes."""
        axes = tuple(range(1, parts.ndim - 1))
        spread = np.sqrt(np.mean(np.var(parts, axis=0, ddof=1), axis=axes))
        size = np.sqrt(np.mean(parts[0] * parts[0], axis=axes) * self.roundings[1] / 3.0) * self.unit
        return float(np.max(np.divide(spread, size, out=np.zeros_like(spread), where=size > 0.0)))

    def _moved(self, a: Array, roundings: float) -> Float64:
        parts = self._split(a)
        size = self.strength * self.unit * np.sqrt(roundings)
        return np.asarray(parts * (1.0 + size * self.rng.uniform(-1.0, 1.0, parts.shape)))

    def _switch(self) -> None:
        self.noisy.unit = self.unit if self._is_drawn() else 0.0

    def _is_drawn(self) -> bool:
        return self.segment == 0 or self.segment >= self.segments - 1

    def _split(self, a: Array) -> Float64:
        """[count * seeds, ...] to [count, seeds, ...], as a plain array."""
        plain = np.asarray(a)
        return plain.reshape(self.count, plain.shape[0] // self.count, *plain.shape[1:])

    def _joined(self, parts: Float64) -> Array:
        """The inverse of :meth:`_split`, as an array whose roundings can be drawn."""
        return np.ascontiguousarray(parts).reshape(self.count * parts.shape[1], *parts.shape[2:]).view(self.noisy)
