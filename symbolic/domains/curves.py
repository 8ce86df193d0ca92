"""Curves as exact expressions in the time symbol: derivative equations, initial values, continuity."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from symbolic.domains.exact import TIME, Truth, conjunction, is_zero

_ENTIRE = (sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh)


def velocity(curve: sympy.Expr) -> sympy.Expr:
    """The derivative of a curve."""
    return sympy.diff(curve, TIME)


def start(curve: sympy.Expr) -> sympy.Expr:
    """The value of a curve at time zero."""
    return curve.subs(TIME, 0)


def solves(curves: Sequence[sympy.Expr], fields: Sequence[sympy.Expr]) -> Truth:
    """Whether each curve has the given velocity at every time."""
    if len(curves) != len(fields):
        raise ValueError(f"{len(curves)} curves but {len(fields)} velocities")
    return conjunction(is_zero(velocity(curve) - field) for curve, field in zip(curves, fields, strict=True))


def is_continuous(curve: sympy.Expr) -> Truth:
    """Whether an expression is continuous in time on the whole line; ``None`` when the form is not recognised.

    Polynomials, exponentials, trigonometric and hyperbolic functions are continuous, so are their sums and products;
    a quotient of polynomials is continuous when its denominator has no real root.
    """
    if not curve.has(TIME) or curve == TIME:
        return True
    if isinstance(curve, sympy.Add | sympy.Mul) or curve.func in _ENTIRE:
        return conjunction(is_continuous(part) for part in curve.args)
    if isinstance(curve, sympy.Pow) and isinstance(curve.exp, sympy.Integer):
        return is_continuous(curve.base) if curve.exp > 0 else _has_no_root(curve.base)
    return None


def _has_no_root(curve: sympy.Expr) -> Truth:
    """Whether a polynomial, or a sum of exponentials with coefficients of one sign, never vanishes."""
    if curve.is_polynomial(TIME) and all(c.is_Rational for c in sympy.Poly(curve, TIME).coeffs()):
        return bool(sympy.Poly(curve, TIME).count_roots() == 0)
    terms = [term.as_independent(TIME) for term in sympy.Add.make_args(curve)]
    signs = {coefficient > 0 for coefficient, _ in terms if coefficient.is_Rational}
    exponentials = all(c.is_Rational and (f == 1 or f.func is sympy.exp) for c, f in terms)
    return True if exponentials and len(signs) == 1 else None
