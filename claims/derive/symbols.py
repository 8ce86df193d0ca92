"""SymPy symbols of an entry, made from its variable table.

The table is the only source of names and of assumptions: asking for a name it does not have raises
:class:`~claims.derive.errors.UnknownVariable`. Auxiliary symbols are made by :meth:`Symbols.aux` and shown with the
derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp

from claims.derive import domain as dom
from claims.derive.domain import Range
from claims.derive.errors import NoPoint, UnknownVariable, WrongDomain
from claims.model import Domain, Variable

Sampler = Callable[[Random], Sequence[Fraction]]

_SCALARS: dict[Domain, Range] = {
    Domain.REAL: dom.REAL,
    Domain.ANGLE: dom.REAL,
    Domain.POSITIVE: dom.POSITIVE,
    Domain.NONNEGATIVE: dom.NONNEGATIVE,
    Domain.OPEN_INTERVAL: dom.REAL,
    Domain.NATURAL: dom.NATURAL,
    Domain.INDEX: dom.NATURAL,
    Domain.POSITIVE_NATURAL: dom.POSITIVE_NATURAL,
    Domain.INTEGER: dom.INTEGER,
}
_FUNCTIONS = {Domain.FUNCTION, Domain.CURVE}
_SPHERES = {Domain.UNIT_SPHERE, Domain.SPHERE_CURVE}
_VECTORS = {Domain.VECTOR, Domain.VECTOR_CURVE, Domain.STOCHASTIC_ROW} | _SPHERES
_MATRICES = {Domain.MATRIX, Domain.MATRIX_CURVE, Domain.SYMMETRIC_MATRIX, Domain.PSD_MATRIX}
_SYMMETRIC = {Domain.SYMMETRIC_MATRIX, Domain.PSD_MATRIX}


@dataclass(frozen=True)
class Group:
    """Symbols drawn together because a constraint ties them (a unit vector, a positive semidefinite matrix)."""

    symbols: tuple[Any, ...]
    draw: Sampler


class Symbols:
    """The symbols of one entry. Grows only: a symbol once made keeps its range, and names are unique.

    Scalars are attributes (``v.beta``), curves and functions are attributes too and yield undefined SymPy functions
    to be applied to a time symbol; vectors and matrices need explicit sizes: :meth:`vector`, :meth:`vectors`,
    :meth:`matrix`.
    """

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._table = {variable.name: variable for variable in variables}
        self._ranges: dict[Any, Range] = {}
        self._groups: list[Group] = []
        self._relations: list[Any] = []
        self._made: dict[str, Any] = {}
        self._auxiliary: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        variable = self.variable(name)
        if variable.domain in _SCALARS:
            return self._scalar(name, _range_of(variable))
        if variable.domain in _FUNCTIONS:
            return sp.Function(name, real=True)
        raise WrongDomain(f"`{name}` is a {variable.domain.value}: ask for v.vector, v.vectors or v.matrix with sizes")

    def variable(self, name: str) -> Variable:
        """The row of the table; raises ``UnknownVariable``."""
        if name not in self._table:
            raise UnknownVariable(name, self._table)
        return self._table[name]

    def aux(
        self,
        name: str,
        *,
        positive: bool = False,
        nonnegative: bool = False,
        integer: bool = False,
        lower: str | int | None = None,
        upper: str | int | None = None,
    ) -> Any:
        """An auxiliary real symbol which is not in the table; raises ``WrongDomain`` if the table has the name."""
        if name in self._table:
            raise WrongDomain(f"`{name}` is in the entry's table: use v.{name}")
        low = Fraction(lower) if lower is not None else (Fraction(0) if positive or nonnegative else None)
        high = None if upper is None else Fraction(upper)
        if name not in self._auxiliary:
            self._auxiliary.append(name)
        return self._scalar(name, Range(low, high, closed_below=nonnegative, integer=integer))

    def aux_matrix(self, name: str, rows: int, columns: int = 1) -> Any:
        """A ``rows`` x ``columns`` matrix of auxiliary real symbols; one column makes a vector."""
        return sp.Matrix(
            rows, columns, lambda i, j: self.aux(f"{name}_{i + 1}{j + 1}" if columns > 1 else f"{name}_{i + 1}")
        )

    def aux_unit(self, name: str, size: int) -> Any:
        """An auxiliary unit vector (column); its relation is the last of :attr:`relations`."""
        column = self.aux_matrix(name, size)
        self._tie_to_sphere(column)
        return column

    def time(self, name: str = "t") -> Any:
        """The time symbol: the table's own variable if it has one of that name, else a nonnegative auxiliary."""
        return getattr(self, name) if name in self._table else self.aux(name, nonnegative=True)

    def value(self, name: str) -> Any:
        """The value of a scalar curve or sequence at one time, a symbol within the bounds which the table gives."""
        variable = self.variable(name)
        if variable.domain in _SCALARS:
            return getattr(self, name)
        if variable.domain not in _FUNCTIONS | {Domain.SEQUENCE}:
            raise WrongDomain(f"`{name}` is a {variable.domain.value}, not a scalar curve or sequence")
        lower = Fraction(variable.lower) if variable.lower else None
        return self._scalar(name, Range(lower, Fraction(variable.upper) if variable.upper else None))

    def vector(self, name: str, size: int) -> Any:
        """A column of ``size`` symbols; unit vectors and stochastic rows bring their relation, curves give a value."""
        self._expect(name, _VECTORS)
        return self._column(name, name, size)

    def vectors(self, name: str, count: int, size: int) -> tuple[Any, ...]:
        """``count`` columns of ``size`` symbols each, one per token, named ``name1_1``, ``name1_2``, ..."""
        self._expect(name, _VECTORS)
        return tuple(self._column(name, f"{name}{i + 1}_", size) for i in range(count))

    def matrix(self, name: str, rows: int, columns: int | None = None) -> Any:
        """A ``rows`` x ``columns`` matrix of symbols; symmetric domains share symbols across the diagonal.

        For a curve of matrices it is the value at one time.
        """
        variable = self._expect(name, _MATRICES)
        columns = rows if columns is None else columns
        symmetric = variable.domain in _SYMMETRIC
        if symmetric and rows != columns:
            raise WrongDomain(f"`{name}` is symmetric, not {rows}x{columns}")

        def entry(i: int, j: int) -> Any:
            a, b = (min(i, j), max(i, j)) if symmetric else (i, j)
            return self._scalar(f"{name}_{a + 1}{b + 1}", dom.REAL)

        made = sp.Matrix(rows, columns, entry)
        if variable.domain is Domain.PSD_MATRIX and f"{name}_group" not in self._made:
            self._made[f"{name}_group"] = made
            upper = [(i, j) for i in range(rows) for j in range(i, rows)]
            self._groups.append(Group(tuple(made[i, j] for i, j in upper), _psd_sampler(rows, upper)))
        return made

    @property
    def auxiliary(self) -> tuple[str, ...]:
        """Names made by :meth:`aux`, in order."""
        return tuple(self._auxiliary)

    @property
    def relations(self) -> tuple[Any, ...]:
        """Polynomials which vanish by definition of the domains (|z|^2 - 1, sum of a stochastic row - 1)."""
        return tuple(self._relations)

    def range_of(self, symbol: Any) -> Range:
        """What is known of a symbol made here; raises ``UnknownVariable`` for a foreign symbol."""
        if symbol not in self._ranges:
            raise UnknownVariable(str(symbol), [str(known) for known in self._ranges])
        return self._ranges[symbol]

    def latex_of(self, symbol: Any) -> str:
        """The table's LaTeX name for a scalar, else SymPy's own."""
        variable = self._table.get(str(symbol))
        return variable.latex if variable is not None and variable.latex else str(sp.latex(symbol))

    def draw(self, symbols: Sequence[Any], rng: Random) -> dict[Any, Fraction]:
        """Exact admissible values for the symbols (and for those tied to them); raises ``NoPoint`` on a foreign one."""
        point: dict[Any, Fraction] = {}
        wanted = set(symbols)
        for group in self._groups:
            if wanted.intersection(group.symbols):
                point.update(zip(group.symbols, group.draw(rng), strict=True))
        for symbol in sorted(wanted - set(point), key=str):
            if symbol not in self._ranges:
                raise NoPoint(f"`{symbol}` is neither in the entry's table nor made by aux")
            point[symbol] = self._ranges[symbol].sample(rng)
        return point

    def _expect(self, name: str, domains: set[Domain]) -> Variable:
        variable = self.variable(name)
        if variable.domain not in domains:
            raise WrongDomain(f"`{name}` is a {variable.domain.value}, not what the derivation uses it as")
        return variable

    def _scalar(self, name: str, known: Range) -> Any:
        if name in self._made:
            return self._made[name]
        symbol = sp.Symbol(
            name,
            real=True,
            positive=True if known.positive else None,
            nonnegative=True if known.nonnegative else None,
            integer=True if known.integer else None,
        )
        self._made[name] = symbol
        self._ranges[symbol] = known
        return symbol

    def _column(self, name: str, stem: str, size: int) -> Any:
        kind = self._table[name].domain
        known = dom.POSITIVE if kind is Domain.STOCHASTIC_ROW else dom.REAL
        column = sp.Matrix([self._scalar(f"{stem}{k + 1}", known) for k in range(size)])
        if kind in (Domain.VECTOR, Domain.VECTOR_CURVE) or f"{stem}_group" in self._made:
            return column
        self._made[f"{stem}_group"] = column
        if kind in _SPHERES:
            self._tie_to_sphere(column)
        else:
            self._relations.append(sum(column) - 1)
            self._groups.append(Group(tuple(column), lambda rng: dom.stochastic_row(rng, size)))
        return column

    def _tie_to_sphere(self, column: Any) -> None:
        size = len(column)
        self._relations.append(sum(x**2 for x in column) - 1)
        self._groups.append(Group(tuple(column), lambda rng: dom.unit_vector(rng, size)))


def _range_of(variable: Variable) -> Range:
    known = _SCALARS[variable.domain]
    lower = Fraction(variable.lower) if variable.lower else known.lower
    upper = Fraction(variable.upper) if variable.upper else known.upper
    closed = known.closed_below and not variable.lower
    if variable.domain is Domain.OPEN_INTERVAL and (lower is None or upper is None):
        raise WrongDomain(f"`{variable.name}` is an open interval without bounds")
    return Range(lower, upper, closed_below=closed or known.integer, integer=known.integer)


def _psd_sampler(size: int, places: Sequence[tuple[int, int]]) -> Sampler:
    def draw(rng: Random) -> list[Fraction]:
        square = dom.gram_square(rng, size)
        return [square[i][j] for i, j in places]

    return draw
