"""Legs of the second claim; what both use stands in another module."""

from toylegs.shared import cube

from claims.derive import Derivation
from claims.measure import Evidence, ball


def derive(v, *, factor=3):
    d = Derivation(v, "cube of a sum")
    d.step((v.a + v.b) ** 3, "expand", cube(v.a, v.b, factor))
    return d


def check(s, *, factor=3):
    ev = Evidence(s)
    for p in s.points():
        ev.enclosed("cube", lambda p=p: (ball(p.a) + ball(p.b)) ** 3, lambda p=p: cube(ball(p.a), ball(p.b), factor))
    return ev
