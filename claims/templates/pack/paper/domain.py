"""Hypotheses as functions of exact values, and exact values at which they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def positive(values: Mapping[str, Any]) -> bool:
    """``n > 0``. Such a function answers True, False, or None where it cannot decide."""
    return bool(values["n"] > 0)


def witness() -> dict[str, int]:
    """A value for every variable of the entry, at which all of its hypotheses hold."""
    return {"n": 3}
