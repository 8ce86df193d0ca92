"""Exact normal forms: elementary expressions as fractions over a polynomial ring with relations.

The atoms of the given expressions (symbols, applied functions and their derivatives, exponentials of a rational
basis of exponents, logarithms, sines and cosines, roots, powers with symbolic exponents) become generators of
Q[g_1, ..., g_N]. Every rewriting is an identity on the domain, so a numerator that reduces to zero modulo the
relations proves the identity. The converse is not claimed: generators may have relations which are not listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.polys.groebnertools import groebner
from sympy.polys.orderings import grevlex
from sympy.polys.rings import PolyRing

from claims.derive import domain as dom
from claims.derive import signs
from claims.derive.domain import Range
from claims.derive.errors import Unsupported
from claims.derive.rewrite import Basis, basic, monomials, rational_basis
from claims.derive.symbols import Symbols

Ratio = tuple[Any, Any]


class NormalForm:
    """The ring of a family of expressions. ``unproved`` collects denominators not shown to be nonzero."""

    def __init__(self, v: Symbols, expressions: Iterable[Any], nonzero: Sequence[Any] = ()) -> None:
        self._v = v
        self.unproved: list[str] = []
        self._expressions = [self._basic(e) for e in expressions]
        self._given = [self._basic(e) for e in nonzero]
        self._collect([*self._expressions, *self._given])
        self._memo: dict[Any, Ratio] = {}
        self._nonzero: set[Any] = set()
        for expression in self._given:
            self._nonzero.update(_factors(self._convert(expression)[0]))

    def numerator(self, index: int) -> Any:
        """The numerator, before reduction, of the expression with this index."""
        return self._convert(self._expressions[index])[0]

    def fraction(self, index: int) -> Ratio:
        """Numerator and denominator of the expression with this index."""
        return self._convert(self._expressions[index])

    def reduce(self, numerator: Any, relations: Sequence[Any]) -> Any:
        """Remainder modulo a Groebner basis of the ring's own relations and the given ones."""
        ideal = [p for p in (*self._own_relations(), *relations) if p]
        if not ideal or not numerator:
            return numerator
        return numerator.rem(groebner(ideal, self._ring))

    def expression(self, poly: Any) -> Any:
        """A ring element as a SymPy expression in the original atoms."""
        return poly.as_expr(*self._atoms)

    def describe(self, poly: Any, limit: int = 8) -> str:
        """The leading terms of a ring element as text, and how many terms were left out."""
        kept = self._ring.from_terms(poly.terms()[:limit])
        more = len(poly) - limit
        return str(self.expression(kept)) + (f" + ... ({more} more terms)" if more > 0 else "")

    def sign_of(self, index: int) -> signs.Sign:
        """Sign of the expression with this index as far as the rules of :mod:`claims.derive.signs` show it."""
        num, den = self.fraction(index)
        return signs.sign(num * den, self._ranges)

    # -- collecting generators

    def _basic(self, expression: Any) -> Any:
        # the second pass splits the logarithms which the rule for artanh brings in
        return basic(basic(expression, self._split_log), self._split_log)

    def _split_log(self, argument: Any) -> Any:
        """log of a product as a sum of logs, when every factor is shown positive; else the logarithm itself."""
        if argument.is_Rational and argument > 0:
            return sum((e * sp.log(p) for p, e in sp.factorrat(argument).items()), sp.S.Zero)
        if argument.func is sp.exp:
            return argument.args[0]
        if not argument.free_symbols or not _over_rationals(argument):
            return sp.log(argument)
        constant, factors = _rational_factors(argument)
        if constant <= 0 or not all(self._positive(factor) for factor, _ in factors):
            return sp.log(argument)
        return self._split_log(constant) + sum(e * sp.log(factor) for factor, e in factors)

    def _positive(self, polynomial: Any) -> bool:
        symbols = sorted(polynomial.free_symbols, key=str)
        ranges = [self._range(s) for s in symbols]
        return signs.sign(sp.ring(symbols, sp.QQ)[0].from_expr(polynomial), ranges) is signs.Sign.POSITIVE

    def _range(self, symbol: Any) -> Range:
        return self._v.range_of(symbol)

    def _collect(self, expressions: Sequence[Any]) -> None:
        exponents: set[Any] = set()
        angles: set[Any] = set()
        powers: dict[Any, set[Any]] = {}
        plain: set[Any] = set()
        seen: set[Any] = set()

        def visit(node: Any) -> None:
            if node in seen:
                return
            seen.add(node)
            if node.is_Rational:
                return
            if node is sp.E or node.func is sp.exp:
                exponents.add(sp.S.One if node is sp.E else node.args[0])
            elif node.func in (sp.sin, sp.cos):
                angles.add(node.args[0])
            elif node.is_Pow and not node.exp.is_Rational:
                powers.setdefault(node.base, set()).add(self._split_exponent(node.base, node.exp)[1])
                visit(node.base)
            elif node.is_Pow and not node.exp.is_Integer:
                plain.add(_root_of(node))
                visit(node.base)
            elif node.is_Add or node.is_Mul or node.is_Pow:
                for part in node.args:
                    visit(part)
            elif _is_atom(node):
                plain.add(node)
            else:
                raise Unsupported(f"no normal form of {node.func.__name__}: {node}")

        for expression in expressions:
            visit(expression)
        self._exponentials = rational_basis(exponents)
        self._angles = rational_basis(angles)
        self._powers = {b: rational_basis(powers[b]) for b in sorted(powers, key=sp.default_sort_key)}
        self._build(sorted(plain, key=sp.default_sort_key))

    def _build(self, plain: Sequence[Any]) -> None:
        atoms: list[Any] = list(plain)
        ranges: list[Range] = [self._atom_range(atom) for atom in plain]
        for argument in self._exponentials.scaled:
            atoms.append(sp.exp(argument))
            ranges.append(dom.POSITIVE)
        for base, basis in self._powers.items():
            atoms.extend(base**argument for argument in basis.scaled)
            ranges.extend(dom.POSITIVE if base.is_positive else dom.REAL for _ in basis.scaled)
        for argument in self._angles.scaled:
            atoms.extend((sp.cos(argument, evaluate=False), sp.sin(argument, evaluate=False)))
            ranges.extend((dom.REAL, dom.REAL))
        self._atoms, self._ranges = atoms, ranges
        self._ring = PolyRing([f"g{k}" for k in range(max(1, len(atoms)))], sp.QQ, grevlex)
        self._gens = dict(zip(atoms, self._ring.gens, strict=False))
        self._roots = {self._gens[a]: a for a in plain if a.is_Pow}
        if not atoms:
            self._atoms, self._ranges = [sp.S.One], [dom.REAL]

    def _atom_range(self, atom: Any) -> Range:
        if atom.is_Symbol:
            return self._range(atom)
        if atom is sp.pi or (atom.is_Pow and atom.base.is_positive):
            return dom.POSITIVE
        return dom.REAL

    # -- conversion

    def _convert(self, node: Any) -> Ratio:
        if node not in self._memo:
            self._memo[node] = self._fresh(node)
        return self._memo[node]

    def _fresh(self, node: Any) -> Ratio:
        one = self._ring.one
        if node.is_Rational:
            return self._ring(sp.QQ(int(node.p), int(node.q))), one
        if node is sp.E or node.func is sp.exp:
            return self._laurent(self._exponentials, sp.S.One if node is sp.E else node.args[0], sp.exp)
        if node.is_Add:
            return self._sum([self._convert(part) for part in node.args])
        if node.is_Mul:
            num, den = one, one
            for part in node.args:
                a, b = self._convert(part)
                num, den = num * a, den * b
            return num, den
        if node.is_Pow:
            return self._power(node)
        if node.func in (sp.sin, sp.cos):
            real, imaginary = self._rotation(node.args[0])
            return (real if node.func is sp.cos else imaginary), one
        return self._gens[node], one

    def _sum(self, parts: Sequence[Ratio]) -> Ratio:
        num, den = parts[0]
        for a, b in parts[1:]:
            if b == den:
                num = num + a
                continue
            common = den.lcm(b)
            num, den = num * common.exquo(den) + a * common.exquo(b), common
        return num, den

    def _power(self, node: Any) -> Ratio:
        base, exponent = node.base, node.exp
        if exponent.is_Integer:
            return self._integer_power(self._convert(base), int(exponent))
        if exponent.is_Rational:
            return self._integer_power((self._gens[_root_of(node)], self._ring.one), int(exponent.p))
        whole, rest = self._split_exponent(base, exponent)
        direct = whole >= 0 and min((*self._powers[base].coordinates[rest], 0)) >= 0
        if not (base.is_positive or (direct and rest.is_integer and rest.is_nonnegative)):
            self._require_nonzero(self._convert(base)[0])
        family = self._laurent(self._powers[base], rest, lambda argument: base**argument)
        extra = self._integer_power(self._convert(base), whole)
        return family[0] * extra[0], family[1] * extra[1]

    def _split_exponent(self, base: Any, exponent: Any) -> tuple[int, Any]:
        """Integer part and rest of a symbolic exponent, counting each natural symbol from its least value.

        With k >= 1, ``s^(k-1)`` becomes ``s^0 * g`` and ``s^k`` becomes ``s^1 * g``: no division by a zero s.
        The rest is written in symbols ``k - least`` which SymPy knows to be natural.
        """
        parts = monomials(exponent)
        constant = parts.pop(sp.S.One, Fraction(0))
        if constant.denominator != 1:
            return 0, exponent
        whole, rest = int(constant), sp.S.Zero
        for key, number in parts.items():
            counted = key.is_Symbol and key.is_integer and not base.is_positive
            least = self._range(key).lower if counted else None
            factor = sp.Rational(number.numerator, number.denominator)
            if least is None or number.denominator != 1 or number < 0:
                rest += factor * key
            else:
                whole += int(number * least)
                rest += factor * (key if least == 0 else sp.Symbol(f"{key}-{least}", integer=True, nonnegative=True))
        return whole, rest

    def _integer_power(self, value: Ratio, exponent: int) -> Ratio:
        num, den = value
        if exponent >= 0:
            return num**exponent, den**exponent
        self._require_nonzero(num)
        return den**-exponent, num**-exponent

    def _laurent(self, basis: Basis, argument: Any, make: Any) -> Ratio:
        num, den = self._ring.one, self._ring.one
        for scaled, count in zip(basis.scaled, basis.coordinates[argument], strict=True):
            gen = self._gens[make(scaled)]
            num, den = (num * gen**count, den) if count >= 0 else (num, den * gen**-count)
        return num, den

    def _rotation(self, argument: Any) -> Ratio:
        """cos and sin of an argument by the addition formulas over the basis of angles."""
        real, imaginary = self._ring.one, self._ring.zero
        for scaled, count in zip(self._angles.scaled, self._angles.coordinates[argument], strict=True):
            c = self._gens[sp.cos(scaled, evaluate=False)]
            s = self._gens[sp.sin(scaled, evaluate=False)] * (1 if count >= 0 else -1)
            for _ in range(abs(count)):
                real, imaginary = real * c - imaginary * s, real * s + imaginary * c
        return real, imaginary

    def _require_nonzero(self, poly: Any) -> None:
        if signs.nonzero(poly, self._ranges):
            return
        for factor in _factors(poly):
            if factor in self._nonzero or signs.nonzero(factor, self._ranges):
                continue
            root = self._roots.get(factor)
            if root is not None:  # a root vanishes only where its radicand does
                self._require_nonzero(self._convert(root.base)[0])
            else:
                self.unproved.append(str(self.expression(factor)))
        if not poly:
            self.unproved.append("0")

    def _own_relations(self) -> list[Any]:
        relations = []
        for argument in self._angles.scaled:
            c, s = (self._gens[f(argument, evaluate=False)] for f in (sp.cos, sp.sin))
            relations.append(c**2 + s**2 - 1)
        for gen, atom in self._roots.items():
            num, den = self._convert(atom.base)
            relations.append(gen ** int(atom.exp.q) * den - num)
        return relations


def _is_atom(node: Any) -> bool:
    return bool(
        node.is_Symbol
        or node is sp.pi
        or node.func is sp.log
        or isinstance(node, (sp.Derivative, sp.core.function.AppliedUndef))
    )


def _over_rationals(node: Any) -> bool:
    """Whether a node is a rational function of symbols with rational coefficients."""
    if node.is_Pow:
        return bool(node.exp.is_Integer) and _over_rationals(node.base)
    if node.is_Add or node.is_Mul:
        return all(_over_rationals(part) for part in node.args)
    return bool(node.is_Symbol or node.is_Rational)


def _root_of(node: Any) -> Any:
    return sp.Pow(node.base, sp.Rational(1, int(node.exp.q)))


def _factors(poly: Any) -> list[Any]:
    """Irreducible non-constant factors, each made monic."""
    return [factor.monic() for factor, _ in poly.factor_list()[1]]


def _rational_factors(expression: Any) -> tuple[Any, list[tuple[Any, int]]]:
    num, den = sp.fraction(sp.together(expression))
    symbols = sorted(expression.free_symbols, key=str)
    constant = sp.S.One
    factors: list[tuple[Any, int]] = []
    for part, direction in ((num, 1), (den, -1)):
        lead, found = sp.factor_list(part, *symbols)
        constant *= lead**direction
        factors.extend((_oriented(f), direction * e) for f, e in found)
        flips = sum(e for f, e in found if _oriented(f) != f)
        constant *= (-1) ** flips
    return constant, factors


def _oriented(factor: Any) -> Any:
    """The factor with the sign that makes its constant term positive (1 - x rather than x - 1)."""
    at_zero = factor.subs(dict.fromkeys(factor.free_symbols, 0))
    return sp.expand(-factor) if at_zero < 0 else factor
