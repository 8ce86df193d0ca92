"""Ball arithmetic (Arb through python-flint): exact inputs, three-valued comparisons, precision ladder.

A ball holds a real number known to lie within a radius of a midpoint; every operation keeps that promise, so a
comparison of two balls is either *certified* or it is *undecided*. Comparison operators of python-flint squeeze the
three cases into a boolean; :class:`Tri` does not.

The precision of python-flint is one setting per process, not per thread: use processes, not threads.
Balls do not pickle and have no hash; store :func:`show`, which :func:`read` takes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil
from typing import Any, NoReturn

from flint import arb, ctx, fmpq

START_BITS = 64
LIMIT_BITS = 4096

Exact = int | Fraction | str
Nested = Any  # a ball, or nested lists of balls: vectors and matrices of any shape


class Tri(Enum):
    """Answer to a question about balls. Refuses to be a boolean: compare with ``Tri.TRUE`` or ``Tri.FALSE``."""

    TRUE = "true"
    FALSE = "false"
    UNDECIDED = "undecided"

    def __bool__(self) -> NoReturn:
        raise TypeError("a three-valued answer is not a boolean: compare it with Tri.TRUE or Tri.FALSE")

    def __invert__(self) -> Tri:
        return {Tri.TRUE: Tri.FALSE, Tri.FALSE: Tri.TRUE}.get(self, Tri.UNDECIDED)


@dataclass(frozen=True)
class Decision:
    """Answer of :func:`decide` and the working precision (bits) at which it was found."""

    answer: Tri
    bits: int


@contextmanager
def working_bits(bits: int) -> Iterator[None]:
    """Set the working precision (bits) for the body of a ``with`` statement and restore it afterwards."""
    if bits < 2:
        raise ValueError(f"working precision must be at least 2 bits, got {bits}")
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def decide(question: Callable[[], Tri], start: int = START_BITS, limit: int = LIMIT_BITS) -> Decision:
    """Ask ``question`` at ``start`` bits, doubling the precision while it is undecided, up to ``limit`` bits.

    ``question`` must rebuild its balls on every call: a ball made at low precision stays wide.
    """
    bits = start
    while True:
        with working_bits(bits):
            answer = question()
        if answer is not Tri.UNDECIDED or 2 * bits > limit:
            return Decision(answer, bits)
        bits *= 2


def ball(value: object) -> arb:
    """Ball around an exact value: an ``int``, a ``Fraction``, a decimal or fraction string, or a ball.

    A float is refused, because ``0.1`` is not 1/10: say :func:`dyadic` when the binary value itself is meant.
    Raises ``TypeError`` for any other type and ``ValueError`` for a string that is no number.
    """
    if isinstance(value, arb):
        return value
    if isinstance(value, bool):
        raise TypeError("a truth value is not a number")
    if isinstance(value, int):
        return arb(value)
    if isinstance(value, str):
        value = Fraction(value)
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    raise TypeError(f"a ball needs an int, Fraction, string or ball, not {type(value).__name__}")


def balls(value: object) -> Nested:
    """:func:`ball` applied to every entry of nested sequences (tuples, lists); the nesting is kept as lists."""
    if isinstance(value, (tuple, list)):
        return [balls(entry) for entry in value]
    return ball(value)


def dyadic(value: float) -> arb:
    """The exact binary value of a float, as a ball of radius 0. Raises ``ValueError`` for nan and infinities."""
    exact = arb(value)
    if not exact.is_finite():
        raise ValueError(f"not a finite float: {value!r}")
    return exact


def seen(values: Any) -> Nested:
    """What a device saw: the exact binary values of a float array (any backend's), or of nested sequences of floats.

    The one door for floats. Returns a ball or nested lists of balls of radius 0; integers and fractions pass too.
    Raises ``ValueError`` for nan and infinities.
    """
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, (tuple, list)):
        return [seen(entry) for entry in values]
    return dyadic(values) if isinstance(values, float) else ball(values)


def around(value: object, radius: object) -> arb:
    """Ball containing every number within ``radius`` (exact, >= 0) of ``value`` (exact)."""
    mid, r = ball(value), ball(radius)
    return (mid - r).union(mid + r)


def finite(x: arb) -> bool:
    """Whether the ball is bounded. A ball that is not (division by a ball touching 0, nan) certifies nothing."""
    return bool(x.is_finite())


def contains(x: arb, value: object) -> bool:
    """Whether a bounded ball contains the exact ``value`` (python-flint says that nan contains everything)."""
    return finite(x) and bool(x.contains(_rational(value)))


def _rational(value: object) -> fmpq | arb:
    """An exact value as python-flint's rational; a ball as it is."""
    if isinstance(value, arb):
        return value
    if isinstance(value, (int, Fraction, str)) and not isinstance(value, bool):
        exact = Fraction(value)
        return fmpq(exact.numerator, exact.denominator)
    return ball(value)


def less(a: arb, b: arb) -> Tri:
    """a < b."""
    if not (finite(a) and finite(b)):
        return Tri.UNDECIDED
    if a < b:
        return Tri.TRUE
    return Tri.FALSE if a >= b else Tri.UNDECIDED


def at_most(a: arb, b: arb) -> Tri:
    """a <= b. Equal numbers known only as inexact balls stay undecided."""
    if not (finite(a) and finite(b)):
        return Tri.UNDECIDED
    if a <= b:
        return Tri.TRUE
    return Tri.FALSE if a > b else Tri.UNDECIDED


def separated(a: arb, b: arb) -> Tri:
    """a != b: true when the balls are disjoint, false only for equal exact numbers."""
    if not (finite(a) and finite(b)):
        return Tri.UNDECIDED
    if not a.overlaps(b):
        return Tri.TRUE
    return Tri.FALSE if a.is_exact() and b.is_exact() and a == b else Tri.UNDECIDED


def consistent(a: arb, b: arb, accuracy_bits: int) -> Tri:
    """Whether a = b was seen to hold to ``accuracy_bits`` bits.

    True: the difference contains 0 and its radius is below ``2**-accuracy_bits`` times ``max(1, |a|, |b|)``.
    False: certified different. Undecided: the balls are too wide (or not finite) to say either.
    """
    apart = separated(a, b)
    if apart is not Tri.UNDECIDED:
        return ~apart
    if not (finite(a) and finite(b)):
        return Tri.UNDECIDED
    scale = arb(1).max(abs(a)).max(abs(b)).lower()
    small = (a - b).abs_upper() * arb(2) ** accuracy_bits < scale
    return Tri.TRUE if small else Tri.UNDECIDED


def sqrt(x: arb) -> arb:
    """Square root of a number known to be >= 0; a ball that reaches below 0 is cut there first."""
    return x.nonnegative_part().sqrt()


def square(x: arb) -> arb:
    """x*x (the power operator of python-flint gives nan on a ball of midpoint 0)."""
    return x * x


def power(x: arb, n: int) -> arb:
    """x^n for n >= 0 by multiplication, safe on balls around 0 as :func:`square`. Raises ``ValueError`` for n < 0."""
    if n < 0:
        raise ValueError(f"negative exponent {n}")
    out = arb(1)
    for _ in range(n):
        out = out * x
    return out


def outward(x: arb, digits: int = 25) -> tuple[str, str]:
    """Decimal end points of an interval that contains the ball: exact integers times a power of ten.

    Raises ``ValueError`` when the ball is not finite.
    """
    if not finite(x):
        raise ValueError("no decimal interval for a ball that is not finite")
    mid, rad, exponent = (int(part) for part in x.mid_rad_10exp(digits))
    return _decimal(mid - rad, exponent), _decimal(mid + rad, exponent)


def _decimal(mantissa: int, exponent: int) -> str:
    digits = str(abs(mantissa))
    sign = "-" if mantissa < 0 else ""
    point = len(digits) - 1
    if point and digits.strip("0"):
        digits = digits.rstrip("0")
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{exponent + point}" if exponent + point else f"{sign}{digits[0]}{tail}"


def show(x: arb, digits: int = 25) -> str:
    """``"[lo, hi]"`` with outward-rounded decimals; ``"not finite"`` for a ball without bounds. Safe to store."""
    return "[{}, {}]".format(*outward(x, digits)) if finite(x) else "not finite"


def read(text: str) -> arb:
    """The ball around an interval written by :func:`show`; it contains the ball that was written.

    Raises ``ValueError`` for another text, "not finite" among them.
    """
    ends = text[1:-1].split(", ") if text[:1] == "[" and text[-1:] == "]" else []
    if len(ends) != 2:
        raise ValueError(f"no decimal interval: {text!r}")
    lower, upper = (Fraction(end) for end in ends)
    if lower > upper:
        raise ValueError(f"an interval from {ends[0]} down to {ends[1]}")
    return ball(lower).union(ball(upper))


def widest(values: Nested) -> arb:
    """An upper bound (exact) of the radii of all entries; infinite when one is not finite, 0 for no entries."""
    radii = [entry.rad().upper() if finite(entry) else arb("inf") for entry in flatten(values)]
    return largest(radii) if radii else arb(0)


class NotSharp(ArithmeticError):
    """The precision ladder ended before the radius was small enough."""


def sharpen(make: Callable[[], Nested], radius: object, bits: int = START_BITS, limit: int = LIMIT_BITS) -> Nested:
    """``make()`` at the first precision at which every entry's radius is at most ``radius`` (exact, > 0).

    Starts at ``bits``. After a result that is too wide the next precision is what was missing plus an eighth, since the
    digits a computation loses hardly depend on the precision; after one that is not finite it is twice as much.
    ``make`` must rebuild its balls on every call. Raises :class:`NotSharp` beyond ``limit`` bits.
    """
    while True:
        with working_bits(bits):
            made = make()
            width, wanted = widest(made), ball(radius)
            if width <= wanted.lower():
                return made
            missing = (width / wanted).log() / arb.const_log2() if finite(width) else ball(bits)
        if bits >= limit:
            raise NotSharp(f"radius {width.str(3)} at {bits} bits: more than the {wanted.str(3)} asked for")
        bits = min(limit, bits + max(bits // 8, 8) + ceil(float(missing.upper())))


def flatten(value: Nested) -> list[arb]:
    """Entries of nested sequences of exact values and balls, in reading order, as balls."""
    if isinstance(value, (tuple, list)):
        return [entry for part in value for entry in flatten(part)]
    return [ball(value)]


def shape(value: object) -> tuple[int, ...]:
    """Shape of nested sequences (``()`` for a scalar). Raises ``ValueError`` when they are ragged."""
    if not isinstance(value, (tuple, list)):
        return ()
    inner = {shape(part) for part in value}
    if len(inner) > 1:
        raise ValueError("ragged nested sequence")
    return (len(value), *(inner.pop() if inner else ()))


def largest(values: Sequence[arb]) -> arb:
    """Maximum of a non-empty list of balls, as a ball (the built-in ``max`` depends on the order of wide balls)."""
    if not values:
        raise ValueError("maximum of nothing")
    top = values[0]
    for value in values[1:]:
        top = top.max(value)
    return top


def smallest(values: Sequence[arb]) -> arb:
    """Minimum of a non-empty list of balls, as a ball."""
    return -largest([-value for value in values])
