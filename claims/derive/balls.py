"""Arb enclosures of SymPy expressions at exact points: the guard's own reading of an expression.

Nothing here shares code with the normal forms. Derivatives are taken by truncated power series, so that a rule of
differentiation misapplied by the derivation shows up as a separated ball.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, arb_series, ctx, fmpq

from claims.derive.errors import Unsupported

Values = Mapping[Any, Any]


def ball(value: Fraction) -> Any:
    """The ball of an exact rational at the working precision."""
    return arb(fmpq(value.numerator, value.denominator))


def enclose(expression: Any, point: Mapping[Any, Fraction], bits: int) -> Any:
    """A ball which contains the value of ``expression`` at ``point``, computed at ``bits`` bits.

    The ball may be unbounded or NaN where the expression is undefined. Raises ``Unsupported`` for a node outside
    rational operations, powers, exp, log, (inverse) trigonometric and hyperbolic functions, and first derivatives.
    """
    before = ctx.prec
    ctx.prec = bits
    try:
        return _walk(sp.sympify(expression), {key: ball(value) for key, value in point.items()})
    finally:
        ctx.prec = before


def _walk(node: Any, values: Values) -> Any:
    if node in values:
        return values[node]
    if node.is_Rational:
        return ball(Fraction(int(node.p), int(node.q)))
    if node is sp.pi:
        return arb.pi()
    if node is sp.E:
        return arb(1).exp()
    if node.is_Add:
        return sum((_walk(part, values) for part in node.args[1:]), _walk(node.args[0], values))
    if node.is_Mul:
        total = _walk(node.args[0], values)
        for part in node.args[1:]:
            total = total * _walk(part, values)
        return total
    if node.is_Pow:
        return _power(node, values)
    if isinstance(node, sp.Derivative):
        return _derivative(node, values)
    if node.func in _FUNCTIONS:
        return _FUNCTIONS[node.func](_walk(node.args[0], values))
    raise Unsupported(f"no enclosure of {node.func.__name__}: {node}")


def _power(node: Any, values: Values) -> Any:
    base, exponent = node.args
    if base is sp.E:
        return _walk(exponent, values).exp()
    if exponent.is_Integer:
        return _integer_power(_walk(base, values), int(exponent))
    if exponent.is_Rational and exponent.q == 2:
        return _integer_power(_walk(base, values).sqrt(), int(exponent.p))
    power = _walk(exponent, values)
    root = _walk(base, values)
    whole = power.unique_fmpz() if isinstance(power, arb) and power.is_exact() else None
    if whole is not None:
        return _integer_power(root, int(whole))
    return (root.log() * power).exp()


def _integer_power(base: Any, exponent: int) -> Any:
    result = base * 0 + 1
    for _ in range(abs(exponent)):
        result = result * base
    return result if exponent >= 0 else 1 / result


def _derivative(node: Any, values: Values) -> Any:
    (variable, order), *others = node.variable_count
    if not others and variable not in node.expr.free_symbols:
        return arb(0)
    if others or int(order) != 1 or variable not in values or not isinstance(values[variable], arb):
        raise Unsupported(f"no enclosure of this derivative: {node}")
    series = arb_series([values[variable], arb(1)], 2)
    before = ctx.cap
    ctx.cap = 2
    try:
        result = _walk(node.expr, {**values, variable: series})
    finally:
        ctx.cap = before
    return result[1] if isinstance(result, arb_series) else arb(0)


def _sinh(x: Any) -> Any:
    up = x.exp()
    return (up - 1 / up) / 2


def _cosh(x: Any) -> Any:
    up = x.exp()
    return (up + 1 / up) / 2


def _tanh(x: Any) -> Any:
    up = (2 * x).exp()
    return (up - 1) / (up + 1)


def _atanh(x: Any) -> Any:
    return ((1 + x) / (1 - x)).log() / 2


_FUNCTIONS: dict[Any, Any] = {
    sp.exp: lambda x: x.exp(),
    sp.log: lambda x: x.log(),
    sp.sin: lambda x: x.sin(),
    sp.cos: lambda x: x.cos(),
    sp.asin: lambda x: x.asin(),
    sp.acos: lambda x: x.acos(),
    sp.atan: lambda x: x.atan(),
    sp.tan: lambda x: x.sin() / x.cos(),
    sp.sinh: _sinh,
    sp.cosh: _cosh,
    sp.tanh: _tanh,
    sp.atanh: _atanh,
}
