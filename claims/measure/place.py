"""Where in a leg's module a check was written: the first frame outside this package."""

from __future__ import annotations

import sys

from claims.outcome import Place


def caller() -> Place:
    """File (from the module's dotted name, so relative to the pack root) and line of the innermost foreign frame."""
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith("claims.measure"):
        frame = frame.f_back
    name = str(frame.f_globals.get("__name__", "__main__"))
    return Place(name.replace(".", "/") + ".py", frame.f_lineno)
