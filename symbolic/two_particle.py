"""Two tokens on the sphere: the cosine of their angle, its differential equation, and the participation rank.

Coordinates are taken in dimension three: two unit vectors span a plane, and a third direction keeps the identities
from using planar accidents.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from claims.derive import Derivation, Symbols, along, tangential

_DIMENSION = 3
_DOT = r"\dot x_1\cdot x_2+x_1\cdot\dot x_2"


def _tokens(v: Symbols) -> tuple[Any, Any, Any, tuple[Any, ...]]:
    """Two generic unit vectors, their cosine as a polynomial, and the two sphere relations."""
    x1, x2 = v.vectors("x", 2, _DIMENSION)
    return x1, x2, x1.dot(x2), v.relations


def uniform(v: Symbols, *, sign: int = 1, parts: int = 2) -> Derivation:
    """`pair.uniform`: with weights 1/2, ``c' = 1 - c^2`` and ``c(s) = tanh(s + artanh c0)``.

    ``sign`` is the sign of the projection's correction, ``parts`` the number of equal parts of the weight.
    """
    d = Derivation(v, "two tokens with uniform weights")
    x1, x2, cosine, sphere = _tokens(v)
    share = sp.Rational(1, parts)
    v1 = d.step(
        tangential(x1, share * (x1 + x2)),
        "project the mean on the tangent space",
        (x2 - sign * cosine * x1) / 2,
        relations=sphere,
        show=(r"P_{x_1}\tfrac12(x_1+x_2)", r"\tfrac12(x_2-c\,x_1)"),
    )
    v2 = d.step(
        tangential(x2, share * (x1 + x2)),
        "and for the other token",
        (x1 - sign * cosine * x2) / 2,
        relations=sphere,
        show=(r"P_{x_2}\tfrac12(x_1+x_2)", r"\tfrac12(x_1-c\,x_2)"),
    )
    d.step(
        v1.dot(x2) + x1.dot(v2), "product rule for the cosine", 1 - cosine**2, relations=sphere, show=(_DOT, "1-c^2")
    )
    _tanh_law(d, v)
    return d


def _tanh_law(d: Derivation, v: Symbols) -> None:
    s, c0 = v.s, v.c0
    c = v.value("c")
    odds = (1 + c) / (1 - c) * sp.exp(-2 * s)
    d.step(along(odds, {c: 1 - c**2, s: 1}), "the odds (1+c)/(1-c) grow by e^{2s}: a constant of motion", 0)
    start = (1 + c0) / (1 - c0) * sp.exp(2 * s)
    solution = (start - 1) / (start + 1)
    d.step(solution, "solve for c with the initial value", sp.tanh(s + sp.atanh(c0)))
    d.step(sp.Derivative(sp.tanh(s + sp.atanh(c0)), s), "the law solves the equation", 1 - solution**2)
    d.step(solution.subs(s, 0), "initial value", c0)
    t = sp.tanh(s)
    d.step(sp.tanh(s + sp.atanh(c0)), "addition formula", (c0 + t) / (1 + c0 * t))


def beta(v: Symbols, *, sign: int = 1, tokens: int = 2) -> Derivation:
    """`pair.beta`: with softmax weights, ``c' = 2(1 - c^2)/(1 + e^{beta(1-c)})``.

    ``sign`` is the sign of the exponent's cosine, ``tokens`` the number of moving tokens.
    """
    d = Derivation(v, "two tokens with softmax weights")
    x1, x2, cosine, sphere = _tokens(v)
    b = v.beta
    d.step(b * x1.dot(x1), "the score of a token with itself", b, relations=sphere)
    total = sp.exp(b) + sp.exp(b * cosine)
    d.let("a_{12} = a_{21}", "softmax weights of the pair, with c the cosine", r"e^{\beta c}/(e^{\beta}+e^{\beta c})")
    mine, other = sp.exp(b) / total, sp.exp(b * cosine) / total
    v1 = d.step(
        tangential(x1, mine * x1 + other * x2),
        "project the weighted mean",
        other * (x2 - cosine * x1),
        relations=sphere,
        show=(r"P_{x_1}(a_{11}x_1+a_{12}x_2)", r"a_{12}(x_2-c\,x_1)"),
    )
    v2 = d.step(
        tangential(x2, other * x1 + mine * x2),
        "and for the other token",
        other * (x1 - cosine * x2),
        relations=sphere,
        show=(r"P_{x_2}(a_{21}x_1+a_{22}x_2)", r"a_{21}(x_1-c\,x_2)"),
    )
    shown = r"\frac{2(1-c^2)}{1+e^{\beta(1-c)}}"
    rate = tokens * (1 - cosine**2) / (1 + sp.exp(b * (1 - sign * cosine)))
    d.step(v1.dot(x2) + x1.dot(v2), "product rule for the cosine", rate, relations=sphere, show=(_DOT, shown))
    d.step(
        _softmax_rate(cosine, b).subs(b, 0),
        "uniform weights at zero inverse temperature",
        1 - cosine**2,
        show=(shown, "1-c^2"),
    )
    return d


def _softmax_rate(c: Any, b: Any) -> Any:
    return 2 * (1 - c**2) / (1 + sp.exp(b * (1 - c)))


def _plain_rate(c: Any, b: Any) -> Any:
    return sp.exp(b * c) * (1 - c**2)


def antipodal(v: Symbols, *, sign: int = -1, factor: int = 4) -> Derivation:
    """`pair.antipodal`: both ends are stationary, the antipodal one is unstable, all other pairs align.

    ``sign`` is the cosine of the pair at which the equations are linearised, ``factor`` the numerator of the rate.
    """
    d = Derivation(v, "the antipodal pair")
    b, c, c0, s = v.beta, v.value("c"), v.c0, v.s
    rates = {
        "uniform": (1 - c**2, sp.S(2)),
        "softmax": (_softmax_rate(c, b), factor / (1 + sp.exp(2 * b))),
        "unnormalised": (_plain_rate(c, b), 2 * sp.exp(-b)),
    }
    for name, (rate, slope) in rates.items():
        for end in (1, -1):
            d.step(rate.subs(c, end), f"{name} weights: c = {end} is stationary", 0)
        d.step(sp.diff(rate, c).subs(c, sign), f"{name} weights: linear rate of c + 1 at the antipodal pair", slope)
        d.sign(slope, f"{name} weights: the rate is positive, so the antipodal pair is unstable", strict=True)
        d.sign(rate, f"{name} weights: the cosine increases strictly between the ends", strict=True)
    x1 = v.vectors("x", 2, _DIMENSION)[0]
    d.zero(
        "an antipodal pair does not move: its mean has no tangential part", tangential(x1, -x1), relations=v.relations
    )
    gap = 1 - sp.tanh(s + sp.atanh(c0))
    d.step(gap, "distance to alignment, uniform weights", 2 * (1 - c0) / ((1 + c0) * sp.exp(2 * s) + 1 - c0))
    d.sign(
        2 * (1 - c0) / (1 + c0) * sp.exp(-2 * s) - 2 * (1 - c0) / ((1 + c0) * sp.exp(2 * s) + 1 - c0),
        "the distance decays like e^{-2s} from every c0 > -1",
    )
    return d


def _participation(gram: Any) -> Any:
    return gram.trace() ** 2 / (gram * gram).trace()


def gram(v: Symbols, *, sign: int = 1, factor: int = 2) -> Derivation:
    """`pair.gram`: eigenvalues ``1 + c`` and ``1 - c`` of the Gram matrix, participation rank ``2/(1 + c^2)``.

    ``sign`` is the sign of c in the upper right entry, ``factor`` the numerator of the rank.
    """
    d = Derivation(v, "Gram matrix of a pair")
    c = v.c
    unknown = v.aux("lambda_")
    matrix = sp.Matrix([[1, sign * c], [c, 1]])
    d.charpoly(matrix, "characteristic polynomial", unknown, (unknown - 1 - c) * (unknown - 1 + c))
    d.step(matrix * sp.Matrix([1, 1]), "eigenvector of the sum", (1 + c) * sp.Matrix([1, 1]))
    d.step(matrix * sp.Matrix([1, -1]), "eigenvector of the difference", (1 - c) * sp.Matrix([1, -1]))
    d.step(
        _participation(matrix), "participation rank: squared trace over the trace of the square", factor / (1 + c**2)
    )
    d.step(((1 + c) + (1 - c)) ** 2 / ((1 + c) ** 2 + (1 - c) ** 2), "the same from the eigenvalues", 2 / (1 + c**2))
    d.step((factor / (1 + c**2)).subs(c, sp.Rational(-1, 2)), "the value at c = -1/2", sp.Rational(8, 5))
    return d


def rank_nonmonotone(v: Symbols, *, sign: int = -1, power: int = 2) -> Derivation:
    """`pair.rank-nonmonotone`: ``dR/ds = -4c(1-c^2)/(1+c^2)^2``; the rank rises to 2 at c = 0 and then falls.

    ``sign`` is the sign of the rate, ``power`` the exponent of its denominator.
    """
    d = Derivation(v, "the participation rank is not monotone")
    c = v.value("c")
    rank = 2 / (1 + c**2)
    rate = sign * 4 * c * (1 - c**2) / (1 + c**2) ** power
    d.step(along(rank, {c: 1 - c**2}), "chain rule along c' = 1 - c^2", rate)
    below, above = v.aux("p", lower=-1, upper=0), v.aux("q", lower=0, upper=1)
    d.sign(rate.subs(c, below), "the rank rises while -1 < c < 0", strict=True)
    d.sign(-rate.subs(c, above), "and falls while 0 < c < 1", strict=True)
    d.step(rank.subs(c, 0), "value at orthogonality", 2)
    d.step(2 - rank, "distance to the maximum", 2 * c**2 / (1 + c**2))
    d.sign(2 * c**2 / (1 + c**2), "so 2 is the maximum")
    c0 = v.c0
    d.step(sp.tanh(-sp.atanh(c0) + sp.atanh(c0)), "a pair starting at c0 is orthogonal at time -artanh c0", 0)
    return d


def time_09(v: Symbols, *, odds: int = 19, sign: int = 1) -> Derivation:
    """`pair.time-09`: an orthogonal pair reaches c = 9/10 at ``s = log(19)/2``.

    ``odds`` is the argument of the logarithm, ``sign`` the sign of the direction of time.
    """
    d = Derivation(v, "time from orthogonal to 9/10")
    s = v.s
    time = sp.log(odds) / 2
    target = sp.Rational(9, 10)
    d.step(sp.Derivative(sp.tanh(sign * s), s), "the law from c = 0 solves c' = 1 - c^2", 1 - sp.tanh(s) ** 2)
    d.step(sp.tanh(0 * s), "initial value", 0)
    d.step(sp.atanh(target), "inverse of the law at 9/10", time)
    d.step((1 + target) / (1 - target), "the odds at 9/10", odds)
    d.step(sp.tanh(time), "the law at that time", target)
    d.sign(1 - sp.tanh(s) ** 2, "the law increases strictly, so the time is unique", strict=True)
    return d
