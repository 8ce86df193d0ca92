"""The safety factors of the numeric legs, read from ``factors.toml`` (the only place where they stand)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Factors:
    """Values of ``factors.toml``; each is derived there."""

    replicas: int
    deviations: float
    transcendental: float
    fault: float
    richardson: float
    order_margin: float
    difference: float
    accuracy_bits: int
    reference_bits: int
    opinion_digits: int
    field_roundings: float
    state_roundings: float
    constants: int
    crossed: float
    band: float
    allowed_growth: float
    sigmas: float


def read(path: Path) -> Factors:
    """Factors of a file. Raises ``TypeError`` when one is missing, unknown or without a derivation."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    bare = [name for name, row in table.items() if not row.get("derivation", "").strip()]
    if bare:
        raise TypeError(f"factor without a derivation: {', '.join(bare)}")
    return Factors(**{name: row["value"] for name, row in table.items()})


@cache
def factors() -> Factors:
    """The factors of this installation."""
    return read(Path(__file__).with_name("factors.toml"))
