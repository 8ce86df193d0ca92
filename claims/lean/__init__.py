"""The Lean leg: toolchains, build, audit, signatures and mutants of a Lake project checked without Mathlib."""
