"""Gronwall inequalities and the stability bounds that rest on them.

An inequality hypothesis enters as an equality with a nonnegative slack; the integrating factor turns it into the sign
of a derivative, and "a function with derivative at most zero does not increase" is the one step of analysis used.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from claims.derive import Derivation, Symbols, along


def differential(v: Symbols, *, sign: int = -1, forcing: int = 1) -> Derivation:
    """`gronwall.differential`: ``u' <= K u + delta`` gives ``u <= e^{Kt} u(0) + delta (e^{Kt} - 1)/K``.

    ``sign`` is the sign in the integrating factor's exponent, ``forcing`` multiplies the forcing term of the bound.
    """
    d = Derivation(v, "Gronwall's inequality with constant forcing")
    _integrating_factor(d, v, v.K, v.delta, v.u, sign)
    _bound(d, v, v.K, v.delta, forcing)
    t, delta = v.time(), v.delta
    u, slack = v.u(t), v.aux("slack", nonnegative=True)
    d.step(
        _substituted(u - delta * t, u, t, delta - slack),
        "without growth (K = 0) the difference u - delta t falls",
        -slack,
    )
    return d


def perturbed(v: Symbols, *, sign: int = -1, forcing: int = 1) -> Derivation:
    """`meas.perturbed-gronwall`: the same for ``D' <= C D + delta`` with C > 0, and the limit C -> 0.

    ``sign`` is the sign in the integrating factor's exponent, ``forcing`` multiplies the forcing term of the bound.
    """
    d = Derivation(v, "uniform field error under a Lipschitz flow")
    _coupled_rate(d, v)
    _integrating_factor(d, v, v.C, v.delta, v.D, sign)
    bound = _bound(d, v, v.C, v.delta, forcing)
    t, c = v.time(), v.C
    free = v.aux("rate")
    quotient = sp.exp(free * t) - 1
    d.step(quotient.subs(free, 0), "the forcing term as C tends to 0 is a difference quotient at 0", 0)
    d.step(sp.diff(quotient, free).subs(free, 0), "whose limit is the derivative of e^{Ct} by C: the depth", t)
    d.step(
        c * bound,
        "the bound has no other term singular in C",
        c * sp.exp(c * t) * v.aux("start") + v.delta * (sp.exp(c * t) - 1),
    )
    return d


def _coupled_rate(d: Derivation, v: Symbols) -> None:
    """The rate of the mean distance of coupled points, for two points in each cloud."""
    z, w = v.aux_matrix("gap", 3), v.aux_matrix("drift", 3)
    length = sp.sqrt(z.dot(z))
    moved = along(length, dict(zip(z, w, strict=True)))
    d.step(moved, "a distance |z - y| with z - y moving at speed b - g", z.dot(w) / length, nonzero=[z.dot(z)])
    d.squares(
        z.dot(z) * w.dot(w) - z.dot(w) ** 2,
        "Cauchy-Schwarz: it grows at most at |b - g| <= |b - f| + |f - g|",
        [(sp.S.One, x) for x in z.cross(w)],
    )
    weights, distances = v.matrix("pi", 2), v.aux_matrix("length", 2, 2)
    mean, pairs = v.aux("mean"), list(zip(weights, distances, strict=True))
    total = sum(p * x for p, x in pairs)
    rates = sum(p * (v.Cx * x + v.Cnu * mean + v.delta) for p, x in pairs)
    last = weights[1, 1]
    d.step(
        rates.subs(mean, total),
        "average over a coupling of mass one",
        (v.Cx + v.Cnu) * total + v.delta,
        relations=[sum(weights) - 1],
        where=[(last, 1 - sum(weights) + last)],
        show=(r"\sum_{ij}\pi_{ij}(C_x\|z_i-y_j\|+C_\nu D+\delta)", r"(C_x+C_\nu)D+\delta"),
    )


def _substituted(expression: Any, curve: Any, t: Any, velocity: Any) -> Any:
    """Derivative of an expression by t, with the curve's own derivative replaced by its velocity."""
    return sp.Derivative(expression, t).doit().subs(sp.Derivative(curve, t), velocity)


def _integrating_factor(d: Derivation, v: Symbols, rate: Any, delta: Any, curve: Any, sign: int) -> None:
    t, slack = v.time(), v.aux("slack", nonnegative=True)
    u = curve(t)
    velocity = d.let(sp.Derivative(u, t), "hypothesis, with a slack that is not negative", rate * u + delta - slack)
    weighted = (u + delta / rate) * sp.exp(sign * rate * t)
    d.step(
        _substituted(weighted, u, t, velocity),
        "the integrating factor leaves only the slack",
        -slack * sp.exp(-rate * t),
        nonzero=[rate],
    )
    d.sign(slack * sp.exp(-rate * t), "so the weighted quantity does not increase")


def _bound(d: Derivation, v: Symbols, rate: Any, delta: Any, forcing: int) -> Any:
    t, start = v.time(), v.aux("start")
    bound = sp.exp(rate * t) * start + forcing * delta * (sp.exp(rate * t) - 1) / rate
    d.step(
        (start + delta / rate) * sp.exp(rate * t) - delta / rate,
        "compare with the value at time zero and solve for u",
        bound,
        nonzero=[rate],
    )
    d.step(
        sp.Derivative(bound, t), "equality case: the bound solves the equation", rate * bound + delta, nonzero=[rate]
    )
    d.step(bound.subs(t, 0), "with the right initial value", start, nonzero=[rate])
    return bound


def discrete(v: Symbols, *, shift: int = 1, sign: int = 1) -> Derivation:
    """`gronwall.discrete`: ``u_{j+1} <= (1+a) u_j + b`` gives ``u_j <= (1+a)^j u_0 + b ((1+a)^j - 1)/a``.

    ``shift`` is what is subtracted from (1+a)^j in the sum, ``sign`` the sign of the slack's contribution.
    """
    d = Derivation(v, "discrete Gronwall inequality")
    a, b, j, u = v.a, v.b, v.j, v.value("u")
    start, slack, gap = v.aux("start"), v.aux("slack", nonnegative=True), v.aux("gap", nonnegative=True)

    def bound(k: Any) -> Any:
        return (1 + a) ** k * start + b * ((1 + a) ** k - shift) / a

    d.step(bound(sp.S.Zero), "j = 0", start, nonzero=[a])
    d.step(bound(j + 1), "the bound satisfies the recursion with equality", (1 + a) * bound(j) + b, nonzero=[a])
    terms = sum((1 + a) ** i for i in range(4))
    d.step(
        terms, "its last factor is the geometric sum, for instance of four terms", ((1 + a) ** 4 - 1) / a, nonzero=[a]
    )
    following = d.let("u_{j+1}", "hypothesis, with a slack that is not negative", (1 + a) * u + b - sign * slack)
    d.step(
        bound(j + 1) - following.subs(u, bound(j) - gap),
        "if u_j is below its bound by a gap, the next gap is",
        (1 + a) * gap + slack,
        nonzero=[a],
    )
    growth = v.aux("growth", nonnegative=True)
    d.sign(growth * gap + slack, "not negative, since 1 + a = growth is not: induction on j")
    flat = start + j * b
    d.step(flat.subs(j, j + 1) - (u + b - slack).subs(u, flat - gap), "for a = 0 the gap of u_0 + j b", gap + slack)
    d.step(flat.subs(j, 0), "starting from", start)
    return d


_SIZE = 3


def duhamel(v: Symbols, *, sign: int = -1, factor: int = 1) -> Derivation:
    """`train.duhamel-bound`: the equation of the difference, its integral form, and ``|e| <= t eps |r(0)|``.

    ``sign`` is the sign of the source term (K - K0) r, ``factor`` multiplies the dissipation of the frozen kernel.
    """
    d = Derivation(v, "error of freezing a kernel")
    n = _SIZE
    frozen, kernel = v.matrix("K0", n), v.matrix("K", n)
    r, r0 = v.vector("r", n), v.vector("r0", n)
    e = r - r0
    source = (kernel - frozen) * r
    shown = ("-Kr+K_0r_0", "-K_0e-(K-K_0)r")
    d.note("written out for three samples; nothing below depends on their number")
    d.step(-kernel * r + frozen * r0, "difference of the two equations", -frozen * e + sign * source, show=shown)
    moving = v.aux_matrix("e", n)
    _variation_of_constants(d, v)
    d.step(
        along(moving.dot(moving) / 2, dict(zip(moving, -frozen * moving - source, strict=True))),
        "energy of the error",
        -factor * (moving.T * frozen * moving)[0, 0] - moving.dot(source),
        show=(r"(\|e\|^2/2)'", r"-e^{\top}K_0e-e^{\top}(K-K_0)r"),
    )
    _descent(d, v)
    return d


def _variation_of_constants(d: Derivation, v: Symbols) -> None:
    """In an eigenbasis of K0: each coordinate e_i with rate lambda and source g(s)."""
    t, lam = v.time(), v.aux("lambda_", nonnegative=True)
    e, g = sp.Function("e_i", real=True)(t), sp.Function("g_i", real=True)(t)
    d.step(
        _substituted(e * sp.exp(lam * t), e, t, -lam * e - g),
        "in an eigenbasis of K0, with source g = (K - K0) r: variation of constants",
        -g * sp.exp(lam * t),
    )
    s = v.aux("s_", nonnegative=True)
    weight = sp.exp(-lam * s)
    d.note("so e_i(t) is minus the integral of e^{-lambda (t-s)} g_i(s) over [0, t], and the kernel is at most one:")
    d.step(sp.Derivative(weight, s), "the kernel falls with the elapsed time s", -lam * weight)
    d.sign(lam * weight, "since eigenvalues of K0 are not negative")
    d.step(weight.subs(s, 0), "from one", 1)


def _descent(d: Derivation, v: Symbols) -> None:
    """Both quadratic forms are squares, and Cauchy-Schwarz bounds the source."""
    n = _SIZE
    root, e, w = v.aux_matrix("B", n, n), v.aux_matrix("e", n), v.aux_matrix("w", n)
    square = root.T * root
    form = (e.T * square * e)[0, 0]
    d.squares(
        form,
        "a positive semidefinite kernel B^T B has a nonnegative form",
        [(sp.S.One, x) for x in root * e],
        show=(r"e^{\top}B^{\top}Be", r"\|Be\|^2"),
    )
    d.step(
        along(e.dot(e), dict(zip(e, -square * e, strict=True))),
        "so |r|^2 falls and |r(t)| <= |r(0)|",
        -2 * form,
        show=(r"(\|r\|^2)'", r"-2\,r^{\top}B^{\top}Br"),
    )
    cross = e.cross(w)
    d.squares(
        e.dot(e) * w.dot(w) - e.dot(w) ** 2,
        "Cauchy-Schwarz: |e . g| <= |e| |g|",
        [(sp.S.One, x) for x in cross],
        show=(r"\|e\|^2\|g\|^2-(e\cdot g)^2", r"\|e\times g\|^2"),
    )
    eps, slack = v.eps, v.aux("slack", nonnegative=True)
    size, start = v.aux("size", positive=True), v.aux("start", nonnegative=True)
    d.note("with |g| <= eps |r| <= eps |r(0)|: (|e|^2/2)' = |e| |e|' <= |e| eps |r(0)|")
    rate = (size * eps * start - slack) / size
    t = v.time()
    d.step(
        along(size - t * eps * start, {size: rate, t: 1}),
        "where e is not zero, |e| - t eps |r(0)| falls",
        -slack / size,
    )
    d.sign(slack / size, "because the slack is not negative; at t = 0 it is zero, hence |e| <= t eps |r(0)|")
