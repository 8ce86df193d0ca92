"""Exact values and the decisions made on them: reading, three-valued logic, zero and sign.

Zero is proved by the normal form of a rational function in the transcendental atoms of the expression, and
refuted by a ball that excludes it; a sign is decided by balls alone. Nothing here uses a float.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy

from claims.derive.balls import enclose

Truth = bool | None

TIME = sympy.Symbol("t", real=True)
"""The time variable of curves."""

STEP = sympy.Symbol("j", integer=True, nonnegative=True)
"""The index of sequences."""

_PRECISIONS = (64, 256, 1024, 4096)


# Reading values


def lookup(values: Mapping[str, Any], name: str) -> Any:
    """The value of a variable; ``ValueError`` when it is missing."""
    if name not in values:
        raise ValueError(f"{name}: no value given")
    return values[name]


def exact(value: Any, name: str) -> sympy.Expr:
    """An exact number or expression as a SymPy expression; ``ValueError`` for floats and everything else."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | sympy.Expr):
        raise ValueError(f"{name}: expected an exact number or expression, got {type(value).__name__}")
    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    if isinstance(value, int):
        return sympy.Integer(value)
    if value.has(sympy.Float, sympy.zoo, sympy.nan, sympy.oo):
        raise ValueError(f"{name}: the expression {value} is not exact and finite")
    return value


def scalar(values: Mapping[str, Any], name: str) -> sympy.Expr:
    """The named scalar."""
    return exact(lookup(values, name), name)


def natural(values: Mapping[str, Any], name: str) -> int:
    """The named natural number."""
    value = lookup(values, name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name}: expected a natural number, got {value!r}")
    return value


def vector_of(value: Any, name: str) -> sympy.Matrix:
    """A tuple of exact numbers as a column."""
    if not isinstance(value, tuple) or not value:
        raise ValueError(f"{name}: expected a nonempty tuple of exact numbers, got {value!r:.60}")
    return sympy.Matrix([exact(entry, name) for entry in value])


def vector(values: Mapping[str, Any], name: str) -> sympy.Matrix:
    """The named vector as a column."""
    return vector_of(lookup(values, name), name)


def matrix(values: Mapping[str, Any], name: str) -> sympy.Matrix:
    """The named matrix, given as a tuple of rows of equal length."""
    rows = lookup(values, name)
    if not isinstance(rows, tuple) or not rows:
        raise ValueError(f"{name}: expected a nonempty tuple of rows, got {rows!r:.60}")
    columns = [vector_of(row, name) for row in rows]
    if len({column.rows for column in columns}) != 1:
        raise ValueError(f"{name}: rows of different lengths")
    return sympy.Matrix([list(column) for column in columns])


def square(values: Mapping[str, Any], name: str) -> sympy.Matrix:
    """The named square matrix."""
    found = matrix(values, name)
    if found.rows != found.cols:
        raise ValueError(f"{name}: expected a square matrix, got {found.rows} by {found.cols}")
    return found


def tokens(values: Mapping[str, Any], name: str) -> list[sympy.Matrix]:
    """The named tokens, one column each."""
    rows = matrix(values, name)
    return [rows.row(i).T for i in range(rows.rows)]


# Three-valued logic


def conjunction(truths: Iterable[Truth]) -> Truth:
    """``False`` if one part is, else ``None`` if one part is, else ``True``."""
    parts = list(truths)
    if any(part is False for part in parts):
        return False
    return None if any(part is None for part in parts) else True


def negation(truth: Truth) -> Truth:
    """The three-valued complement."""
    return None if truth is None else not truth


# Enclosures


def _enclosures(expression: sympy.Expr, point: Mapping[sympy.Symbol, Fraction]) -> Iterable[Any]:
    return (enclose(expression, point, precision) for precision in _PRECISIONS)


def _excludes_zero(value: Any) -> bool:
    return bool(value.is_finite()) and not bool(value.contains(0))


# Decisions


def _cancel(expression: sympy.Expr) -> sympy.Expr:
    """``sympy.cancel``, evaluated: it can leave a sum like ``9/4 - 9/4`` standing, which is not the literal zero."""
    return sympy.cancel(expression).doit()


def normal_form(expression: sympy.Expr) -> sympy.Expr:
    """A quotient equal to the expression, in which square roots occur at most to the first power above the bar.

    It is the literal zero only for expressions that vanish identically; the converse holds for rational functions of
    algebraically independent atoms.
    """
    if expression == 0:
        return sympy.Integer(0)
    quotient = _cancel(sympy.together(expression))
    roots = sorted({p.base for p in quotient.atoms(sympy.Pow) if p.exp.is_Rational and p.exp.q == 2}, key=str)
    if not roots:
        return quotient
    numerator, denominator = sympy.fraction(quotient)
    for k, base in enumerate(roots):
        root = sympy.Symbol(f"root_{k}", positive=True)
        half = sympy.Rational(1, 2)
        named = numerator.replace(
            lambda p, base=base: isinstance(p, sympy.Pow) and p.base == base and getattr(p.exp, "q", 0) == 2,
            lambda p, root=root: root ** (2 * p.exp),
        )
        reduced = sympy.rem(sympy.expand(named), root**2 - base, root)
        numerator = _cancel(sympy.expand(reduced)).subs(root, base**half)
    return _cancel(numerator) / denominator


def is_zero(expression: sympy.Expr) -> Truth:
    """Whether an expression is zero, identically in the symbols it contains.

    ``False`` is proved by an enclosure that excludes zero, at one admissible point when there are symbols (all of them
    positive there); ``True`` by the normal form, which is asked only when no enclosure objects.
    """
    if expression == 0:
        return True
    symbols = sorted(expression.free_symbols, key=str)
    point = {symbol: Fraction(2 + 3 * k, 1 if symbol.is_integer else 5) for k, symbol in enumerate(symbols)}
    if any(_excludes_zero(value) for value in _enclosures(expression, point)):
        return False
    return True if normal_form(expression) == 0 else None


def is_positive(expression: sympy.Expr) -> Truth:
    """Whether a constant is positive."""
    if expression.free_symbols:
        raise ValueError(f"{expression}: a sign is asked of an expression with free symbols")
    if isinstance(expression, sympy.Rational):
        return bool(expression > 0)
    for value in _enclosures(expression, {}):
        if _excludes_zero(value):
            return bool(value > 0)
    return False if is_zero(expression) is True else None


def is_nonnegative(expression: sympy.Expr) -> Truth:
    """Whether a constant is at least zero."""
    return negation(is_positive(-expression))


def is_nonnegative_on(expression: sympy.Expr, lower: sympy.Expr, upper: sympy.Expr) -> Truth:
    """Whether a function of :data:`TIME` is at least zero on a closed interval with rational ends.

    Decided for functions whose normal form is a polynomial, by exact counting of the roots of odd multiplicity;
    otherwise refuted by a negative value at one of a few points, or undecided.
    """
    ends = (_rational(lower), _rational(upper))
    normal = _cancel(sympy.together(expression))
    values = [enclose(normal, {TIME: ends[0] + (ends[1] - ends[0]) * Fraction(k, 7)}, 256) for k in range(8)]
    if any(bool(value < 0) for value in values):
        return False
    if not normal.free_symbols:
        return is_nonnegative(normal)
    if not normal.is_polynomial(TIME) or not all(c.is_Rational for c in sympy.Poly(normal, TIME).coeffs()):
        return None
    return _polynomial_sign(sympy.Poly(normal, TIME, domain=sympy.QQ), lower, upper)


def is_nonnegative_always(expression: sympy.Expr) -> Truth:
    """Whether a sequence in :data:`STEP` is at least zero at every index.

    Proved when it vanishes identically or is constant, refuted by a negative value among the first indices, otherwise
    undecided.
    """
    normal = _cancel(sympy.together(expression))
    if not normal.free_symbols:
        return is_nonnegative(normal)
    firsts = [is_nonnegative(normal.subs(STEP, k)) for k in range(8)]
    return False if any(first is False for first in firsts) else None


def _polynomial_sign(polynomial: sympy.Poly, lower: sympy.Expr, upper: sympy.Expr) -> Truth:
    """Whether a rational polynomial is nonnegative: no sign change strictly inside, and no negative value."""
    if polynomial.is_zero:
        return True
    odd = [factor for factor, multiplicity in polynomial.sqf_list()[1] if multiplicity % 2]
    inside = sum(_roots_inside(factor, lower, upper) for factor in odd)
    if inside:
        return False
    parts = polynomial.degree() + 2
    points = (lower + (upper - lower) * sympy.Rational(k, parts) for k in range(1, parts))
    return all(polynomial.eval(point) >= 0 for point in points)


def _roots_inside(factor: sympy.Poly, lower: sympy.Expr, upper: sympy.Expr) -> int:
    """Number of roots of a squarefree polynomial in the open interval."""
    ends = sum(1 for end in {lower, upper} if factor.eval(end) == 0)
    return int(factor.count_roots(lower, upper)) - ends


def _rational(expression: sympy.Expr) -> Fraction:
    if not isinstance(expression, sympy.Rational):
        raise ValueError(f"{expression}: the ends of an interval must be rational")
    return Fraction(int(expression.p), int(expression.q))


# Matrices


def is_zero_matrix(found: sympy.Matrix) -> Truth:
    """Whether every entry is zero."""
    return conjunction(is_zero(entry) for entry in found)


def is_symmetric(found: sympy.Matrix) -> Truth:
    """Whether a square matrix equals its transpose."""
    return is_zero_matrix(found - found.T)


def is_semidefinite(found: sympy.Matrix) -> Truth:
    """Whether a square matrix of constants is symmetric and positive semidefinite, by all principal minors."""
    return conjunction([is_symmetric(found), *(is_nonnegative(minor) for minor in principal_minors(found))])


def is_semidefinite_on(found: sympy.Matrix, lower: sympy.Expr, upper: sympy.Expr) -> Truth:
    """Whether a square matrix of curves is symmetric and positive semidefinite at every time of an interval."""
    minors = (is_nonnegative_on(minor, lower, upper) for minor in principal_minors(found))
    return conjunction([is_symmetric(found), *minors])


def principal_minors(found: sympy.Matrix) -> list[sympy.Expr]:
    """The determinants of all principal submatrices, 2^n - 1 of them for size n."""
    size = found.rows
    chosen = ([i for i in range(size) if mask >> i & 1] for mask in range(1, 2**size))
    return [found.extract(rows, rows).det(method="berkowitz") for rows in chosen]
