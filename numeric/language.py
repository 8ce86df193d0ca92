"""The language that the decoder of Laboratory 5 learns, and what is known of it exactly.

A sequence starts with one of a few topics, each a permutation of the symbols; the next symbol is the image of the
current one, or with probability ``NOISE`` any symbol. Two predictors are known: the best one, and the best one that
sees the current symbol only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

import numpy as np

from numeric.layers import Shape

Float64 = np.ndarray[Any, np.dtype[np.float64]]
Whole = np.ndarray[Any, np.dtype[np.int64]]
NOISE = 0.1


@dataclass(frozen=True)
class Size:
    """A language, a network for it and its training: topics, symbols, steps, batch, rate; evaluation sequences."""

    topics: int
    symbols: int
    shape: Shape
    steps: int
    batch: int = 32
    rate: float = 0.01
    sequences: int = 64


SIZES = {
    "full": Size(4, 16, Shape(20, 24, 32, 2, 64, 3), 300),
    "small": Size(2, 8, Shape(10, 12, 16, 2, 32, 2), 150),
}


@cache
def tables(size: str) -> Whole:
    """Next symbol by topic and current symbol, [topics, symbols]; one language for all networks."""
    rng = np.random.default_rng([5, SIZES[size].topics])
    return np.stack([rng.permutation(SIZES[size].symbols) for _ in range(SIZES[size].topics)])


def sentences(size: str, entropy: Sequence[int], count: int) -> Whole:
    """Symbols [count, context + 1] as whole numbers; the first is the topic, numbered after the symbols."""
    rng, made = np.random.default_rng(list(entropy)), SIZES[size]
    topic, current = rng.integers(made.topics, size=count), rng.integers(made.symbols, size=count)
    rows = [made.symbols + topic, current]
    for _ in range(made.shape.context - 1):
        other = rng.integers(made.symbols, size=count)
        current = np.where(rng.uniform(size=count) < NOISE, other, tables(size)[topic, current])
        rows.append(current)
    return np.stack(rows, axis=1)


def one_hot(size: str, rows: Whole) -> Float64:
    """[..., T] to [..., T, symbols and topics]."""
    return np.asarray(np.eye(SIZES[size].shape.symbols)[rows])


def known_losses(size: str, rows: Whole) -> tuple[Float64, Float64]:
    """Loss per sequence of the best predictor, and of the best that sees the current symbol only, [count] each.

    The first symbol is uniform for both. Given the current symbol alone the topic is uniform, because permutations and
    uniform noise leave symbols uniform.
    """
    made, table = SIZES[size], tables(size)
    topic, now, then = rows[:, :1] - made.symbols, rows[:, 1:-1], rows[:, 2:]
    hit = (table[topic, now] == then).astype(np.float64)
    share = np.mean([table[k][now] == then for k in range(made.topics)], axis=0)
    first = log(made.symbols)
    best, blind = (-np.log(NOISE / made.symbols + (1 - NOISE) * part) for part in (hit, share))
    whole = made.shape.context
    return (first + np.sum(best, axis=1)) / whole, (first + np.sum(blind, axis=1)) / whole


def evaluation(size: str) -> Whole:
    """The evaluation sequences, the same for every network, state and layer."""
    return sentences(size, (0, 31), SIZES[size].sequences)
