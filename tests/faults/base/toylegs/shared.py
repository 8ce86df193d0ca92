"""Shared by the legs of the second claim."""


def cube(a, b, factor):
    return a * a * a + factor * a * a * b + factor * a * b * b + b * b * b
