"""A second kernel: an independent type checker for the calculus of Lean 4, in Python's standard library.

It shares no code with Lean. :mod:`~claims.lean.kernel.terms` and :mod:`~claims.lean.kernel.levels` are the language,
:mod:`~claims.lean.kernel.reduce` computes, :mod:`~claims.lean.kernel.convert` compares,
:mod:`~claims.lean.kernel.check` infers types and checks declarations, :mod:`~claims.lean.kernel.inductive` derives
inductive types anew.
"""
