"""Hypotheses of the registry as predicates on exact values, and exact witnesses at which they hold.

A predicate takes a mapping from variable names to exact values and answers ``True``, ``False`` or ``None``
(undecided). Exact values are ``int``, :class:`fractions.Fraction` and SymPy expressions without floats; vectors
and matrices are nested tuples of them; curves are expressions in :data:`symbolic.domains.exact.TIME`, sequences in
:data:`symbolic.domains.exact.STEP`. A value of another kind raises ``ValueError`` naming the variable.
"""
