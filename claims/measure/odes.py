"""Enclosed solutions of ``x' = f(x)`` in R^m: Taylor polynomial, defect on a complex circle, logarithmic norm.

One step starts from an exact point c with ``|x(0) - c| <= rho_0`` (Euclidean norm throughout).

1. *Polynomial.* ``field.taylor`` encloses the coefficients of the solution through c up to order N; p is the exact
   Taylor polynomial, known through balls.
2. *Defect.* ``d = p' - f(p)`` has order N at 0. If f(p(s)) is analytic on a neighbourhood of ``|s| <= R``, so is
   ``d(s)/s^N``, and by the maximum principle ``|d(t)| <= M (t/R)^N`` on ``[0, R]`` with ``M >= max |d|`` over
   ``|s| = R``.
   M is evaluated in complex balls on boxes that cover the upper half of the circle; p and f are real, so the lower half
   has the same norms. *Hypothesis checked:* ``field.continued`` returns, besides f, entire functions of p(s) without
   zeros of which f is a quotient's denominator; the real part of each is certified positive on the whole circle, hence
   (harmonic functions take their minimum on the boundary) in the disc, hence f(p(s)) is analytic there.
3. *Growth.* ``[0, h]``, h < R, is cut into parts ``I_k``. For a trial r > 0 let ``K_k`` be a box that contains the
   balls of radius r about p(t), t in ``I_k``, and ``mu_k`` a certified upper bound of the largest eigenvalue of the
   symmetric part of Df on ``K_k`` (the logarithmic 2-norm).
4. *Tube.* With ``E_k`` the integral of ``M (t/R)^N`` over ``I_k`` and ``g_k = exp(mu_k |I_k|)``,

       rho_k = g_k rho_{k-1} + max(1, g_k) E_k,      top_k = max(1, g_k) (rho_{k-1} + E_k).

   **Theorem.** If f is C^1 on the boxes and ``top_k < r`` for every k, then the solution x exists on ``[0, h]`` and
   ``|x(t) - p(t)| <= top_k < r`` on ``I_k`` and ``<= rho_k`` at its end.
   *Proof.* Let e = x - p and let tau be the largest time up to which x exists and ``|e| < r``; tau > 0 because
   ``rho_0 <= top_1 < r``. Before tau the segment from p(t) to x(t) lies in the (convex) ball about p(t), so in ``K_k``,
   and ``e.e' = e.(f(p + e) - f(p)) - e.d <= mu_k |e|^2 + |d| |e|`` by the mean value theorem along that segment. So
   ``|e|`` stays below the solution of ``rho' = mu_k rho + M (t/R)^N``, which by variation of constants is at most
   ``top_k`` inside ``I_k`` and ``rho_k`` at its end. If tau <= h, then x stays in the compact tube ``|e| <= max top_k``
   up to tau, so it exists beyond tau and ``|e(tau)| < r``: a contradiction. *Hypotheses checked:* ``top_k < r``,
   and that the Jacobian on each box is finite (its formula is then that of a C^1 function there).
5. *Next point.* c' is the midpoint of p(h), exact, and ``rho' = rho_last + |p(h) - c'|``.

All of this is ball arithmetic; floats choose N, R, h, r and the number of parts, which can only make a step fail.
Reference for the logarithmic norm estimate: Dahlquist; Lozinskii. A step that fails is
repeated, shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, isfinite
from typing import Any, Protocol

from flint import acb, acb_poly, arb, arb_mat, arb_poly

from claims.measure import balls as b
from claims.measure import spectra
from claims.measure.balls import LIMIT_BITS, Tri, working_bits

Vector = list[arb]

_ARCS = 24  # boxes that cover the upper half of the circle
_PARTS = 4  # of a step, for the growth
_ROUGH = 64  # bits for M and mu, of which a few digits matter
_SHRINK = 0.75  # of R, and of h, after a step that failed
_TRIES = 40
_MARGIN = 10**3  # first guess of how much the flow and the sum of all steps enlarge the error of one
_GUARD_BITS = 48


class Field(Protocol):
    """A vector field on R^m, real analytic where its solutions are enclosed."""

    def taylor(self, start: Sequence[arb], order: int) -> list[Vector]:
        """Coefficients 0 .. ``order`` of the solution through ``start``, [order + 1][m], enclosed."""

    def continued(self, z: Sequence[acb]) -> tuple[list[acb], list[acb]]:
        """f at complex points [m], and entire functions of z; f is analytic wherever none of these vanishes."""

    def jacobian(self, box: Sequence[arb]) -> arb_mat:
        """Df on a box, [m][m]; not finite where f may fail to be C^1."""


class NotEnclosed(ArithmeticError):
    """No step passed its checks, or the radius asked for was not reached."""


@dataclass(frozen=True)
class Step:
    """What one step certified: end time, circle, bound M of the defect on it, logarithmic norms, tube and radii."""

    time: float
    length: float
    circle: float
    defect: float
    growth: tuple[float, ...]
    tube: float
    radius: float


@dataclass(frozen=True)
class Enclosure:
    """``|x(T) - centre| <= radius`` in the Euclidean norm; ``centre`` [m] and ``radius`` are exact."""

    centre: tuple[arb, ...]
    radius: arb
    steps: tuple[Step, ...]

    @property
    def box(self) -> Vector:
        """Balls that contain the entries of x(T), [m]."""
        return [c + arb(0, self.radius) for c in self.centre]


@dataclass(frozen=True)
class Setting:
    """Order N and the defect allowed per unit of time."""

    order: int
    allowed: arb


def euclidean(values: Sequence[arb]) -> arb:
    """An upper bound (exact) of the Euclidean norm."""
    total = sum((b.square(abs(v).upper()) for v in values), arb(0))
    return b.sqrt(total).upper()


def enclose(
    make: Callable[[], tuple[Field, Sequence[arb]]], time: object, radius: object, order: int | None = None
) -> Enclosure:
    """The solution at ``time`` (exact, > 0) within ``radius`` (exact, > 0).

    ``make()`` builds the field and the starting point [m] (balls) at the working precision; it is called again at a
    higher one. The allowed defect is tightened until the radius is small enough. Raises :class:`NotEnclosed`.
    """
    if b.less(arb(0), b.ball(time)) is not Tri.TRUE or b.less(arb(0), b.ball(radius)) is not Tri.TRUE:
        raise ValueError("time and radius must be positive")
    margin = arb(_MARGIN)
    for _ in range(4):
        with working_bits(_ROUGH):
            allowed = (b.ball(radius) / margin / b.ball(time)).mid()
            digits = float(-(allowed.log() / arb(10).log()).mid())
            bits = _GUARD_BITS + ceil(digits * 3.33) + ceil(float(margin.log() / arb.const_log2()))
        if bits > LIMIT_BITS:
            break
        with working_bits(bits):
            field, start = make()
            chosen = order if order is not None else max(8, ceil(1.2 * digits))
            found = integrate(field, start, b.ball(time), Setting(chosen, allowed))
            if b.at_most(found.radius, b.ball(radius)) is Tri.TRUE:
                return found
            margin = margin * (found.radius / b.ball(radius)).upper() * 8
    raise NotEnclosed("the radius asked for was not reached")


def integrate(field: Field, start: Sequence[arb], time: arb, setting: Setting) -> Enclosure:
    """Steps of adaptive length from ``start`` [m] up to ``time`` at the working precision. Raises
    :class:`NotEnclosed`."""
    centre = [entry.mid() for entry in start]
    radius = euclidean([x - c for x, c in zip(start, centre, strict=True)])
    now, steps = arb(0), list[Step]()
    while b.less(now, time) is not Tri.FALSE and (now != time):
        if not b.finite(radius):
            raise NotEnclosed("the starting point is not finite")
        left = time - now
        length, centre, radius, step = _step(field, centre, radius, left, setting, steps[-1].circle if steps else 0.0)
        last = length is None
        now = time if length is None else now + length
        steps.append(_stamped(step, now))
        if last:
            break
    return Enclosure(tuple(centre), radius, tuple(steps))


def _stamped(step: Step, now: arb) -> Step:
    return Step(float(now.mid()), step.length, step.circle, step.defect, step.growth, step.tube, step.radius)


def _step(
    field: Field, centre: Vector, radius: arb, left: arb, setting: Setting, hint: float
) -> tuple[arb | None, Vector, arb, Step]:
    """Length (``None``: all that was left), next centre and radius, and the record; ``hint``: the last circle or 0."""
    coefficients = field.taylor(centre, setting.order)
    columns = [list(entry) for entry in zip(*coefficients, strict=True)]
    circle, defect, length = _circle(field, columns, hint / _SHRINK or _convergence(coefficients), setting)
    for _ in range(_TRIES):
        whole = length >= float(left.mid())
        h = left if whole else arb(length)
        passed = _tube(field, columns, radius, h, (circle, defect, setting.order))
        if passed is None:
            length = min(length, float(left.mid())) * _SHRINK
            continue
        after, tube, growth = passed
        end = [arb_poly(column)(h) for column in columns]
        mids = [entry.mid() for entry in end]
        after = (after + euclidean([x - c for x, c in zip(end, mids, strict=True)])).upper()
        step = Step(0.0, float(h.mid()), circle, float(defect), growth, float(tube), float(after))
        return (None if whole else h), mids, after, step
    raise NotEnclosed(f"no step from radius {radius.str(3)} passed its checks")


def _circle(field: Field, columns: Sequence[Vector], circle: float, setting: Setting) -> tuple[float, arb, float]:
    """Circle, bound of the defect on it and length of the step: the circle shrinks while that makes longer steps.

    On a large circle the defect of an entire field is astronomic. Raises :class:`NotEnclosed` when no circle serves.
    """
    best: tuple[float, arb, float] | None = None
    for _ in range(_TRIES):
        defect = _defect(field, columns, circle)
        length = 0.0 if defect is None else _length(circle, defect, setting)
        if best is not None and length <= best[2]:
            return best
        if defect is not None and length > 0.0:
            best = (circle, defect, length)
        circle *= _SHRINK
    raise NotEnclosed("no circle on which the defect is bounded")


def _convergence(coefficients: Sequence[Sequence[arb]]) -> float:
    """A guess of the radius of convergence from the last coefficients."""
    order = len(coefficients) - 1
    sizes = [(k, euclidean(coefficients[k])) for k in range(max(1, order // 2), order + 1)]
    rates = [float((size.log() / k).exp().mid()) for k, size in sizes if size > 0]
    rate = max((r for r in rates if isfinite(r) and r > 0.0), default=0.0)
    return 1.0 / rate if rate > 0.0 else 1.0


def _length(circle: float, defect: arb, setting: Setting) -> float:
    """The largest h with ``M (h/R)^N / (N + 1) <= allowed``, and below R."""
    n = setting.order
    with working_bits(_ROUGH):
        if defect == 0:
            return circle / 2
        ratio = float((((n + 1) * setting.allowed / defect).log() / n).exp().mid())
    return circle * min(ratio, 0.9)


def _defect(field: Field, columns: Sequence[Vector], circle: float) -> arb | None:
    """M on the circle of radius ``circle``; ``None`` unless finite and f(p(s)) is certified analytic in the disc."""
    with working_bits(_ROUGH):
        polynomials = [acb_poly(arb_poly(column)) for column in columns]
        slopes = [polynomial.derivative() for polynomial in polynomials]
        largest = arb(0)
        for box in arcs(arb(circle), _ARCS):
            values, denominators = field.continued([polynomial(box) for polynomial in polynomials])
            if not all(b.less(arb(0), entire.real) is Tri.TRUE for entire in denominators):
                return None
            gap = euclidean([(slope(box) - value).abs_upper() for slope, value in zip(slopes, values, strict=True)])
            if not b.finite(gap):
                return None
            largest = largest.max(gap)
        return largest.upper()


def arcs(circle: arb, count: int) -> list[acb]:
    """Boxes that cover ``circle e^{i a}``, 0 <= a <= pi: an arc of half angle w lies within ``2 circle sin(w/2)`` of
    its middle."""
    half = arb.pi() / (2 * count)
    reach = arb(0, (2 * circle * (half / 2).sin()).upper())
    middles = [half * (2 * k + 1) for k in range(count)]
    return [acb(circle * a.cos() + reach, circle * a.sin() + reach) for a in middles]


def _tube(
    field: Field, columns: Sequence[Vector], radius: arb, h: arb, source: tuple[float, arb, int]
) -> tuple[arb, arb, tuple[float, ...]] | None:
    """Radius at h, the tube that holds and the logarithmic norms; ``None`` when no trial tube was certified."""
    with working_bits(_ROUGH):
        polynomials = [arb_poly(column) for column in columns]
        ends = [h * k / _PARTS for k in range(_PARTS + 1)]
        spans = [start.union(end) for start, end in pairwise(ends)]
        boxes = [[polynomial(span) for polynomial in polynomials] for span in spans]
        sources = [_integral(source, start, end) for start, end in pairwise(ends)]
        r = (2 * (radius + sum(sources, arb(0)))).upper()
        for _ in range(_PARTS):
            found = _certified(field, boxes, sources, (h / _PARTS, radius, r))
            if found is not None:
                return found[0], r, found[1]
            r = 4 * r
    return None


def _certified(
    field: Field, boxes: Sequence[Vector], sources: Sequence[arb], at: tuple[arb, arb, arb]
) -> tuple[arb, tuple[float, ...]] | None:
    """The theorem's induction over the parts for one trial tube."""
    span, radius, r = at
    growth = []
    for box, integral in zip(boxes, sources, strict=True):
        mu = logarithmic_norm(field.jacobian([entry + arb(0, r) for entry in box]))
        if mu is None:
            return None
        factor = (mu * span).exp()
        above = factor.max(arb(1))
        if b.less(above * (radius + integral), r) is not Tri.TRUE:
            return None
        radius = (factor * radius + above * integral).upper()
        growth.append(float(mu))
    return radius, tuple(growth)


def _integral(source: tuple[float, arb, int], start: arb, end: arb) -> arb:
    """``int M (t/R)^N dt`` from start to end, as an upper bound."""
    circle, defect, order = source
    above = b.power(end / circle, order + 1) - b.power(start / circle, order + 1)
    value = defect * arb(circle) / (order + 1) * above
    return value.upper()


def logarithmic_norm(jacobian: arb_mat) -> arb | None:
    """An upper bound (exact) of the largest eigenvalue of ``(J + J^T)/2``; ``None`` for a matrix that is not finite."""
    if not all(b.finite(entry) for entry in jacobian.entries()):
        return None
    symmetric: Any = (jacobian + jacobian.transpose()) / 2
    return spectra.largest_eigenvalue(symmetric)
