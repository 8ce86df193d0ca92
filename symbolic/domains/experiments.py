"""Experiments: what their entries fix, as exact values."""

from __future__ import annotations


def seeds() -> dict[str, int]:
    """The number of independent seeds of an experiment in full where it is 100 (``usa-av``, section 9.1)."""
    return {"seeds": 100}


def twenty_seeds() -> dict[str, int]:
    """The same where it is 20."""
    return {"seeds": 20}


def one_run() -> dict[str, int]:
    """The same where nothing is random."""
    return {"seeds": 1}


def forty_seeds() -> dict[str, int]:
    """The same where it is 40."""
    return {"seeds": 40}


def ten_seeds() -> dict[str, int]:
    """The same where it is 10."""
    return {"seeds": 10}


def five_seeds() -> dict[str, int]:
    """The same where it is 5."""
    return {"seeds": 5}
