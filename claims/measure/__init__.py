"""Tools for numeric legs: enclosures, samples from the symbol table, float backends, derived error budgets."""

from claims.measure.balls import Tri, ball
from claims.measure.budget import Refine
from claims.measure.evidence import Evidence
from claims.measure.sampler import Sampler, UnknownVariable

__all__ = ["Evidence", "Refine", "Sampler", "Tri", "UnknownVariable", "ball"]
