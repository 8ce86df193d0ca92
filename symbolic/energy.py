"""Attention as a particle system on the sphere: energies, gradients, metrics and dissipation.

Where the exponentials matter (the gradient of the energy) the terms of the double sum are differentiated pair by
pair, which covers any number of tokens, and three tokens are written out as an instance. What follows for one token
uses only the weighted sum q of the values it sees, its normaliser Z > 0 and the number n of tokens, all generic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from claims.derive import Derivation, Symbols, along, partials, tangential

_TOKENS, _DIMENSION = 3, 2
_SPACE = 3


@dataclass(frozen=True)
class _System:
    """Tokens z, score matrix A, value matrix V and inverse temperature of one attention layer."""

    z: tuple[Any, ...]
    score: Any
    value: Any
    beta: Any

    def weight(self, i: int, j: int) -> Any:
        """exp(beta z_i^T A z_j)."""
        return sp.exp(self.beta * (self.z[i].T * self.score * self.z[j])[0, 0])

    def mass(self, i: int) -> Any:
        """Z_i, the sum of the weights of row i."""
        return sum(self.weight(i, j) for j in range(len(self.z)))

    def pull(self, i: int) -> Any:
        """Weighted sum of the values seen by token i, neither divided nor projected (d x 1)."""
        zero = sp.zeros(_DIMENSION, 1)
        return sum((self.weight(i, j) * (self.value * self.z[j]) for j in range(len(self.z))), zero)

    def total(self) -> Any:
        """The sum of all weights, self pairs included."""
        return sum(self.mass(i) for i in range(len(self.z)))

    def energy(self) -> Any:
        """E = -(1/(2 beta n^2)) sum of all weights."""
        return -self.total() / (2 * self.beta * len(self.z) ** 2)


@dataclass(frozen=True)
class _Token:
    """One token on the sphere, what it sees, and the generic numbers of its row."""

    z: Any
    pull: Any
    mass: Any
    n: Any
    sphere: Any

    @property
    def plain(self) -> Any:
        """Velocity of unnormalised attention."""
        return tangential(self.z, self.pull) / self.n

    @property
    def softmax(self) -> Any:
        """Velocity of normalised attention."""
        return tangential(self.z, self.pull) / self.mass


def _token(d: Derivation, v: Symbols) -> _Token:
    z = v.aux_unit("y", _SPACE)
    d.note("one token y of any number n: q is the weighted sum of the values it sees, Z > 0 its normaliser")
    return _Token(z, v.aux_matrix("q", _SPACE), v.aux("Z", positive=True), v.n, v.relations[-1])


def _tokens(v: Symbols, name: str = "z") -> tuple[Any, ...]:
    return v.vectors(name, _TOKENS, _DIMENSION)


def _symmetric_score(v: Symbols, size: int, skew: int = 0) -> Any:
    """The symmetric part of A, plus ``skew`` times a rotation of the first two coordinates."""
    score = v.matrix("A", size)
    turn = sp.zeros(size, size)
    turn[0, 1], turn[1, 0] = 1, -1
    return (score + score.T) / 2 + skew * turn


def _symmetric_system(v: Symbols, skew: int = 0) -> _System:
    score = _symmetric_score(v, _DIMENSION, skew)
    return _System(_tokens(v), score, score, v.beta)


def _identity_system(v: Symbols, name: str) -> _System:
    eye = sp.eye(_DIMENSION)
    return _System(_tokens(v, name), eye, eye, v.beta)


def _pairs(d: Derivation, v: Symbols, score: Any, back: Any, factor: int = 2) -> None:
    """Derivatives by one token p of the terms which contain it; ``back`` is the score of the second place."""
    p, w, b = v.aux_matrix("p", _SPACE), v.aux_matrix("w", _SPACE), v.beta
    own, there, here = (sp.exp(b * (x.T * score * y)[0, 0]) for x, y in ((p, p), (p, w), (w, p)))
    half = sp.Rational(factor, 2)
    d.note(
        "any number of tokens: the terms of the double sum which contain a token p are its own pair and, for every "
        "other token w, the pairs (p, w) and (w, p); here in dimension three"
    )
    d.step(
        partials(own, p),
        "derivative of the own pair",
        half * b * own * (score + back) * p,
        show=(r"\partial_p\,e^{\beta p^{\top}Ap}", r"\beta e^{\beta p^{\top}Ap}(A+A^{\top})p"),
    )
    d.step(
        partials(there + here, p),
        "derivative of the two pairs with another token",
        half * b * (there * score * w + here * back * w),
        show=(
            r"\partial_p\bigl(e^{\beta p^{\top}Aw}+e^{\beta w^{\top}Ap}\bigr)",
            r"\beta e^{\beta p^{\top}Aw}Aw+\beta e^{\beta w^{\top}Ap}A^{\top}w",
        ),
    )


def _slope(d: Derivation, v: Symbols, system: _System, factor: int = 2, skew: int = 0) -> None:
    """The derivative of E by a token, for symmetric A: pair by pair, and written out for three tokens."""
    score = _symmetric_score(v, _SPACE, skew)
    _pairs(d, v, score, score, factor)
    d.step(
        partials(system.energy(), system.z[0]),
        f"for instance {_TOKENS} tokens in dimension {_DIMENSION}",
        -factor * system.pull(0) / (2 * _TOKENS**2),
        show=(r"\partial E/\partial z_1", r"-n^{-2}\sum_j e^{\beta z_1^{\top}Az_j}Az_j"),
    )


def norm_conserved(v: Symbols, *, sign: int = 1, order: int = 2) -> Derivation:
    """`attn.norm-conserved`: the tangential projection conserves norms on the sphere.

    ``sign`` is the sign of 1 in ``<z, P_z u> = <z, u>(1 - |z|^2)``, ``order`` the power of h in an Euler step.
    """
    d = Derivation(v, "tangential projection conserves every norm")
    z, u, h = v.vector("z", _SPACE), v.vector("u", _SPACE), v.h
    free = v.aux_matrix("y", _SPACE)
    d.step(free.dot(tangential(free, u)), "off the sphere, any y", free.dot(u) * (sign - free.dot(free)))
    d.zero("on the sphere", z.dot(tangential(z, u)), relations=v.relations)
    speed = dict(zip(free, tangential(free, u), strict=True))
    d.step(along(free.dot(free), speed), "rate of the squared norm", 2 * free.dot(u) * (1 - free.dot(free)))
    rho, power, drive = v.aux("rho", nonnegative=True), v.aux("g"), v.aux("w")
    d.note("let g be a primitive of 2 w = 2 <y, u> along the curve and rho = |y|^2")
    d.step(
        along((1 - rho) * sp.exp(power), {rho: 2 * drive * (1 - rho), power: 2 * drive}),
        "constant of motion: 1 - rho stays zero if it starts at zero",
        0,
    )
    part = tangential(z, u)
    moved = z + h * part
    d.step(
        moved.dot(moved),
        "one explicit Euler step",
        1 + h**order * part.dot(part),
        relations=v.relations,
        show=(r"\|z + h P_z u\|^2", r"1 + h^2 \|P_z u\|^2"),
    )
    return d


def usa_sa(v: Symbols, *, sign: int = 1, tokens: int = _TOKENS) -> Derivation:
    """`energy.usa-sa`: ``b_i^USA = (Z_i/n) b_i^SA``, its equilibria, and when one change of time serves all rows.

    ``sign`` multiplies the row factor, ``tokens`` is the n it divides by.
    """
    d = Derivation(v, "unnormalised and normalised attention")
    system = _System(_tokens(v), v.matrix("A", _DIMENSION), v.matrix("V", _DIMENSION), v.beta)
    z, mass, pull = system.z[0], system.mass(0), system.pull(0)
    d.step(
        tangential(z, pull) / _TOKENS,
        "row 1 of three tokens in dimension two: only the divisor differs",
        sign * mass / tokens * (tangential(z, pull) / mass),
        show=(r"b_1^{\mathrm{USA}}", r"\frac{Z_1}{n}\,b_1^{\mathrm{SA}}"),
    )
    d.sign(mass / _TOKENS, "the factor is positive, so the zeros agree", strict=True, show=r"Z_1/n")
    token = _token(d, v)
    d.step(token.plain, "the same in every row, for every n", sign * token.mass / token.n * token.softmax)
    scale, b = v.aux("scale"), v.aux("component")
    first, second = v.aux("Z_1", positive=True), v.aux("Z_2", positive=True)
    d.step(
        scale * b - first / token.n * b,
        "a common factor must be Z_i/n in a row that moves",
        (scale - first / token.n) * b,
    )
    d.step(
        (scale - second / token.n) - (scale - first / token.n),
        "so two moving rows with one factor have equal Z",
        (first - second) / token.n,
    )
    c = v.aux("cosine", lower=-1, upper=1)
    half, other = sp.exp(v.beta / 2), sp.exp(v.beta * c / 2)
    d.squares(
        (half**2 + other**2) / 2 - half * other,
        "two tokens, A = I: Z/n is at least e^{beta(1+c)/2}",
        [(sp.Rational(1, 2), half - other)],
    )
    return d


def gradient(v: Symbols, *, sign: int = -1, factor: int = 2) -> Derivation:
    """`energy.gradient`: ``grad_i E = -(1/n) b_i^USA`` for symmetric A, and the two-term formula for any A.

    ``sign`` relates gradient and velocity, ``factor`` counts the places of a token in its pairs.
    """
    d = Derivation(v, "spherical gradient of the interaction energy")
    _slope(d, v, _symmetric_system(v), factor)
    token = _token(d, v)
    d.step(
        tangential(token.z, -token.pull / token.n**2),
        "project: the gradient is the velocity over n",
        sign * token.plain / token.n,
        show=(r"P_{y}\,(-n^{-2}q)", r"-n^{-1}\,b^{\mathrm{USA}}"),
    )
    wide = v.aux_matrix("M", _SPACE, _SPACE)
    d.note("any score matrix M in place of A")
    _pairs(d, v, wide, wide.T, factor)
    score = wide[:_DIMENSION, :_DIMENSION]
    general = _System(_tokens(v)[:2], score, score, v.beta)
    back = _System(general.z, score.T, score.T, v.beta)
    d.step(
        partials(general.energy(), general.z[0]),
        f"for instance two tokens in dimension {_DIMENSION}",
        -(general.pull(0) + back.pull(0)) / 8,
        show=(
            r"\partial E/\partial z_1",
            r"-\frac{1}{2n^2}\sum_j\bigl(e^{\beta z_1^{\top}Mz_j}Mz_j+e^{\beta z_j^{\top}Mz_1}M^{\top}z_j\bigr)",
        ),
    )
    return d


def metrics(v: Symbols, *, sign: int = -1, power: int = 2) -> Derivation:
    """`energy.metrics`: minus the gradient is the USA velocity under g_0 and the SA velocity under g_Z.

    ``sign`` is the sign of the velocity in the gradient, ``power`` the power of n in g_Z.
    """
    d = Derivation(v, "two metrics, one energy")
    system = _symmetric_system(v)
    _slope(d, v, system)
    token = _token(d, v)
    xi = v.matrix("xi", 1, _SPACE).T
    options: dict[str, Any] = {
        "relations": [token.sphere, token.z.dot(xi)],
        "where": [(xi[2], -(token.z[0] * xi[0] + token.z[1] * xi[1]) / token.z[2])],
    }
    change = (-token.pull / token.n**2).dot(xi)
    d.step(
        sign * token.plain.dot(xi) / token.n,
        "a term of g_0(-b^USA, xi), xi tangent, is that of dE[xi]",
        change,
        **options,
    )
    d.step(
        sign * token.mass * token.softmax.dot(xi) / token.n**power,
        "a term of g_Z(-b^SA, xi) is that of dE[xi]",
        change,
        **options,
    )
    d.sign(system.mass(0), "normalisers are sums of exponentials", strict=True, show="Z_1")
    for name, weight in (("g_0", 1 / token.n), ("g_Z", token.mass / token.n**2)):
        d.sign(weight, f"the weights of {name} are positive", strict=True)
        d.squares(
            weight * xi.dot(xi), f"so {name} is a sum of squares with positive weights", [(weight, x) for x in xi]
        )
    return d


def dissipation(v: Symbols, *, sign: int = -1, power: int = 2, skew: int = 0) -> Derivation:
    """`energy.dissipation`: the energy falls along both flows at the stated rates.

    ``sign`` is the sign of the rates, ``power`` the power of n in the SA rate, ``skew`` a skew part added to the
    score matrix: the hypothesis of symmetry holds only at 0.
    """
    d = Derivation(v, "dissipation")
    system = _symmetric_system(v, skew)
    _slope(d, v, system, skew=skew)
    token = _token(d, v)
    soft, plain, n, mass = token.softmax, token.plain, token.n, token.mass
    share = -token.pull / n**2
    d.step(
        share.dot(soft),
        "chain rule, normalised attention: share of the token in dE",
        sign * mass * soft.dot(soft) / n**power,
        relations=[token.sphere],
        show=(r"-n^{-2}\langle q, b^{\mathrm{SA}}\rangle", r"-n^{-2} Z \|b^{\mathrm{SA}}\|^2"),
    )
    d.step(
        share.dot(plain),
        "chain rule, unnormalised attention",
        sign * plain.dot(plain) / n,
        relations=[token.sphere],
        show=(r"-n^{-2}\langle q, b^{\mathrm{USA}}\rangle", r"-n^{-1}\|b^{\mathrm{USA}}\|^2"),
    )
    d.sign(system.mass(0), "normalisers are sums of exponentials", strict=True, show="Z_1")
    velocity = v.aux_matrix("b", _SPACE)
    d.squares(
        mass * velocity.dot(velocity) / n**2,
        "so minus every share of the SA rate is a sum of squares",
        [(mass / n**2, b) for b in velocity],
    )
    d.squares(velocity.dot(velocity) / n, "and of the USA rate", [(1 / n, b) for b in velocity])
    return d


def dictionary(v: Symbols, *, sign: int = -1, power: int = 2) -> Derivation:
    """`energy.dictionary`: the energies of the three documents agree up to sign and n^2.

    ``sign`` relates the two attention energies, ``power`` is the power of n between them and the potential.
    """
    d = Derivation(v, "three energies")
    system = _identity_system(v, "z")
    potential = system.total() / (2 * v.beta)
    rising = sum(system.mass(i) / v.beta for i in range(_TOKENS)) / (2 * _TOKENS**2)
    d.step(
        rising,
        "three tokens: the rising energy is minus the falling one",
        sign * system.energy(),
        show=(r"\mathcal{E}", "-E"),
    )
    d.step(rising, "and the potential per pair", potential / _TOKENS**power, show=(r"\mathcal{E}", r"\Phi/n^2"))
    total, n, beta = v.aux("sum"), v.n, v.beta
    d.step(
        total / beta / (2 * n**2),
        "the same for every n, as all three are multiples of one sum",
        sign * (-total / (2 * beta * n**2)),
    )
    _pairs(d, v, sp.eye(_SPACE), sp.eye(_SPACE))
    token = _token(d, v)
    d.step(
        (token.pull / n**2).dot(token.plain),
        "unnormalised attention: share of a token in the rising energy",
        token.plain.dot(token.plain) / n,
        relations=[token.sphere],
        show=(r"n^{-2}\langle q, \dot y\rangle", r"n^{-1}\|\dot y\|^2"),
    )
    return d


def phi_monotone(v: Symbols, *, sign: int = 1, power: int = 1) -> Derivation:
    """`phi.monotone`: ``dPhi/ds = sum |P_i grad_i Phi|^2 / Z_i = sum Z_i |x_i'|^2``, positive off equilibria.

    ``sign`` is the sign of the rate, ``power`` the power of Z_i in it.
    """
    d = Derivation(v, "the interaction potential does not fall")
    system = _identity_system(v, "x")
    potential = system.total() / (2 * v.beta)
    _pairs(d, v, sp.eye(_SPACE), sp.eye(_SPACE))
    d.step(
        partials(potential, system.z[0]),
        f"for instance {_TOKENS} tokens in dimension {_DIMENSION}",
        system.pull(0),
        show=(r"\partial\Phi/\partial x_1", r"\sum_j e^{\beta x_1\cdot x_j}x_j"),
    )
    d.sign(system.mass(0), "normalisers are sums of exponentials", strict=True, show="Z_1")
    token = _token(d, v)
    slope_, soft, mass = tangential(token.z, token.pull), token.softmax, token.mass
    d.step(soft, "the flow is the tangential gradient over Z", slope_ / mass)
    d.step(
        token.pull.dot(soft),
        "chain rule: share of a token in the rate",
        sign * slope_.dot(slope_) / mass,
        relations=[token.sphere],
        show=(r"\langle q, \dot y\rangle", r"\|P_y q\|^2/Z"),
    )
    d.step(
        slope_.dot(slope_) / mass,
        "the same by the speed",
        mass**power * soft.dot(soft),
        show=(r"\|P_y q\|^2/Z", r"Z\,\|\dot y\|^2"),
    )
    velocity = v.aux_matrix("b", _SPACE)
    d.squares(mass * velocity.dot(velocity), "a sum of squares: zero only at rest", [(mass, b) for b in velocity])
    return d
