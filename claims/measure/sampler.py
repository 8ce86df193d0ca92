"""Exact admissible samples drawn from an entry's own table of variables.

Every value is an ``int``, a ``Fraction`` or nested tuples of these, so a hypothesis such as "on the unit sphere" holds
exactly and a check never has to allow for the sample. Values depend on the seed, the number of the sample and the
name of the variable only, not on the order in which a leg asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from claims.errors import InputError, Problem
from claims.measure import draws
from claims.measure.place import caller
from claims.model import Domain, Variable


class UnknownVariable(InputError):
    """A leg asks for a variable that its entry does not declare, or that cannot be drawn."""

    def __init__(self, name: str, message: str, remedy: str) -> None:
        place = caller()
        super().__init__([Problem(place.file, place.line, f"variable {name!r}", message, remedy)])


class Point:
    """One sample: ``point.c0`` is the exact value of the variable ``c0``. Shapes follow the entry's table.

    A curve is sampled at one instant: a scalar, a vector, a matrix or points on the sphere.
    """

    def __init__(self, table: dict[str, Variable], seed: int, number: int, fixed: dict[str, Any]) -> None:
        self._table, self._seed, self._number = table, seed, number
        self._values: dict[str, Any] = dict(fixed)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._values:
            self._values[name] = self._draw(self._variable(name))
        return self._values[name]

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    @property
    def values(self) -> dict[str, Any]:
        """The values drawn so far, by name (a copy)."""
        return dict(self._values)

    def size(self, name: str) -> int:
        """A size named in a shape: the value of the variable of that name, else 2, 3 or 4; a numeral is itself."""
        if name.isdecimal():
            return int(name)
        if name not in self._values:
            variable = self._table.get(name)
            known = variable is not None and variable.domain in draws.SIZES
            self._values[name] = self._draw(variable) if variable and known else self._random(name).choice((2, 3, 4))
        return int(self._values[name])

    def extra(self, name: str, domain: Domain, shape: Sequence[str] = (), lower: str = "", upper: str = "") -> Any:
        """A helper value that is no symbol of the statement (a test direction, say), drawn like a variable.

        A name with a space in it can never be that of a variable. Raises ``ValueError`` when the table has the name.
        """
        if name in self._table:
            raise ValueError(f"{name!r} is a variable of the entry; read it as an attribute")
        key = f"extra {name}"
        if key not in self._values:
            variable = Variable(name, domain, "helper value", shape=tuple(shape), lower=lower, upper=upper)
            self._values[key] = self._draw(variable)
        return self._values[key]

    def _random(self, name: str) -> Random:
        return Random(f"{self._seed}/{self._number}/{name}")

    def _variable(self, name: str) -> Variable:
        if name in self._table:
            return self._table[name]
        if any(name in variable.shape for variable in self._table.values()):
            return Variable(name, Domain.POSITIVE_NATURAL, "size", lower="2", upper="4")
        known = ", ".join(sorted(self._table)) or "none"
        raise UnknownVariable(name, f"not in the entry's table (known: {known})", "declare it in the entry")

    def _draw(self, variable: Variable) -> Any:
        sizes = tuple(self.size(part) for part in variable.shape)
        try:
            return draws.draw(variable, sizes, self._random(variable.name))
        except draws.CannotDraw as error:
            raise UnknownVariable(variable.name, str(error), "pin it or build it in the leg") from None


class Sampler:
    """Draws ``samples`` points from a table of variables, reproducibly from ``seed``.

    ``devices`` are the float devices the run asks for, beside the CPU, with the array libraries that happen to be
    installed. With ``backends`` named, these libraries on these devices are asked for and no others; numpy on the CPU
    runs in any case.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        seed: int = 1,
        samples: int = 4,
        devices: Sequence[str] = ("cpu",),
        backends: Sequence[str] = (),
    ) -> None:
        if samples < 1:
            raise ValueError(f"at least one sample is needed, got {samples}")
        self.variables, self.seed, self.samples = tuple(variables), seed, samples
        self.devices = tuple(dict.fromkeys(devices if backends else ("cpu", *devices)))
        self.backends = tuple(backends)
        self._table = {variable.name: variable for variable in variables}

    def point(self, number: int = 0, **fixed: Any) -> Point:
        """Sample ``number``; ``fixed`` pins sizes (``n=3``) or variables to given exact values.

        Raises :class:`UnknownVariable` when a pinned name is neither a variable nor a size of the table.
        """
        sizes = {part for variable in self.variables for part in variable.shape}
        for name in fixed:
            if name not in self._table and name not in sizes:
                known = ", ".join(sorted({*self._table, *sizes})) or "none"
                raise UnknownVariable(
                    name, f"pinned, but not in the entry's table (known: {known})", "correct the name"
                )
        return Point(self._table, self.seed, number, fixed)

    def points(self, **fixed: Any) -> Iterator[Point]:
        """All samples, with the same pins."""
        for number in range(self.samples):
            yield self.point(number, **fixed)

    def batch(self, *names: str, **fixed: Any) -> dict[str, tuple[Any, ...]]:
        """The named variables at all samples, stacked along a new first axis (sizes must be pinned to be equal)."""
        points = tuple(self.points(**fixed))
        return {name: tuple(point[name] for point in points) for name in names}
