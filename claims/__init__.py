"""A registry of mathematical claims, each with a Lean, a symbolic and a numeric leg and one derived verdict."""

__version__ = "0.1.0"
