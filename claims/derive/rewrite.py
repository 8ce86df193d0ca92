"""Rewriting of elementary functions into exp, log, sin, cos and powers, each rule being an identity by definition.

``tanh x = (e^{2x} - 1)/(e^{2x} + 1)``, ``artanh x = (log(1+x) - log(1-x))/2`` and the like; no rule asks SymPy to
simplify. Exponents are split into rational combinations of monomials by :func:`monomials`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import sympy as sp

Combination = dict[Any, Fraction]


def basic(expression: Any, split_log: Callable[[Any], Any]) -> Any:
    """The expression in terms of exp, log, sin, cos and powers; ``split_log`` gives the logarithm of an argument."""
    node = sp.sympify(expression)
    if node.is_Atom or isinstance(node, (sp.Derivative, sp.core.function.AppliedUndef)):
        return node
    parts = [basic(part, split_log) for part in node.args]
    rule = _RULES.get(node.func)
    if rule is not None:
        return rule(*parts)
    if node.func is sp.log:
        return split_log(parts[0])
    return node.func(*parts)


def _tanh(x: Any) -> Any:
    up = sp.exp(2 * x)
    return (up - 1) / (up + 1)


_RULES: dict[Any, Callable[[Any], Any]] = {
    sp.tanh: _tanh,
    sp.coth: lambda x: 1 / _tanh(x),
    sp.sinh: lambda x: (sp.exp(x) - sp.exp(-x)) / 2,
    sp.cosh: lambda x: (sp.exp(x) + sp.exp(-x)) / 2,
    sp.tan: lambda x: sp.sin(x) / sp.cos(x),
    # the logarithms are split by a second pass over the result
    sp.atanh: lambda x: (sp.log(1 + x) - sp.log(1 - x)) / 2,
}


def monomials(argument: Any) -> Combination:
    """The argument as a rational combination of monomials, by multiplying products out."""
    expanded = sp.expand(
        argument, power_exp=False, power_base=False, log=False, basic=False, mul=True, multinomial=True
    )
    result: Combination = {}
    for term in sp.Add.make_args(expanded):
        number, rest = term.as_coeff_Mul()
        if not number.is_Rational:
            number, rest = sp.S.One, term
        result[rest] = result.get(rest, Fraction(0)) + Fraction(int(number.p), int(number.q))
    return {key: value for key, value in result.items() if value}


@dataclass(frozen=True)
class Basis:
    """Arguments independent over the rationals, and the integer coordinates of every argument in them.

    ``scaled[k]`` is an independent argument divided by the common denominator of its coordinates;
    ``coordinates[argument]`` lists the integers n_k with ``argument = sum n_k scaled[k]``.
    """

    scaled: tuple[Any, ...]
    coordinates: dict[Any, tuple[int, ...]]


def rational_basis(arguments: Iterable[Any]) -> Basis:
    """Choose a basis over Q among the arguments, in a fixed order, and write each of them in it."""
    ordered = sorted(set(arguments), key=sp.default_sort_key)
    basis: list[Any] = []
    rows: list[tuple[Combination, dict[int, Fraction]]] = []
    found: dict[Any, dict[int, Fraction]] = {}
    for argument in ordered:
        rest, used = _reduce(monomials(argument), rows)
        if rest:
            index = len(basis)
            basis.append(argument)
            rows.append((rest, {**{k: -value for k, value in used.items()}, index: Fraction(1)}))
            found[argument] = {index: Fraction(1)}
        else:
            found[argument] = used
    scale = [lcm(*(row.get(k, Fraction(0)).denominator for row in found.values())) for k in range(len(basis))]
    coordinates = {
        argument: tuple(int(row.get(k, Fraction(0)) * scale[k]) for k in range(len(basis)))
        for argument, row in found.items()
    }
    return Basis(tuple(argument / scale[k] for k, argument in enumerate(basis)), coordinates)


def _reduce(
    vector: Combination, rows: Sequence[tuple[Combination, dict[int, Fraction]]]
) -> tuple[Combination, dict[int, Fraction]]:
    """Eliminate with echelon rows; returns the remainder and the basis combination subtracted."""
    rest = dict(vector)
    used: dict[int, Fraction] = {}
    for row, combination in rows:
        pivot = min(row, key=sp.default_sort_key)
        factor = rest.get(pivot, Fraction(0)) / row[pivot]
        if not factor:
            continue
        for key, value in row.items():
            rest[key] = rest.get(key, Fraction(0)) - factor * value
        rest = {key: value for key, value in rest.items() if value}
        for index, value in combination.items():
            used[index] = used.get(index, Fraction(0)) + factor * value
    return rest, used
