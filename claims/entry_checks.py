"""What is wrong in one entry by itself, beyond the shape of its table: names, references, bounds, sizes, mutants."""

from __future__ import annotations

import keyword
import re
from fractions import Fraction
from math import isfinite

from claims.model import LEGS, Domain, Entry, Variable

_ID = re.compile(r"[a-z0-9]+([.\-][A-Za-z0-9]+)*")
_REFERENCE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_LEAN_NAME = re.compile(r"[^\s.:]+(\.[^\s.:]+)*")
#: Exact numbers: an integer, a fraction or a decimal, short enough to be meant.
_NUMBER = re.compile(r"-?[0-9]{1,40}(/[0-9]{1,40}|\.[0-9]{1,40})?")
_LARGEST_SIZE = 10_000

Found = list[tuple[str, str, str]]  # field, message, remedy


def own_problems(entry: Entry) -> Found:
    """Field, message and remedy of everything that is wrong in an entry by itself."""
    found: Found = []
    if not _ID.fullmatch(entry.id):
        found.append(("id", f"{entry.id!r} is not an id", "lower-case words joined by '.' or '-'"))
    for name in LEGS:
        reason = getattr(entry.absent, name)
        if entry.leg(name) is None and not reason:
            found.append((name, "leg missing without a reason", f'add the leg, or [claim.absent] {name} = "why"'))
        if entry.leg(name) is not None and reason:
            found.append((f"absent.{name}", "gives a reason for a leg that is present", "remove one of the two"))
    if all(entry.leg(name) is None for name in LEGS):
        found.append(("legs", "an entry needs at least one leg", "add a leg"))
    if entry.lean is not None:
        found += _lean_problems(entry)
    for field, reference in references(entry):
        if not _REFERENCE.fullmatch(reference):
            found.append((field, f"{reference!r} is not a reference", 'write "module:function"'))
    found += _name_problems(entry)
    for variable in entry.variables:
        found += _variable_problems(variable)
    found += _mutant_problems(entry)
    return found


def _lean_problems(entry: Entry) -> Found:
    leg = entry.lean
    assert leg is not None
    found = []
    if not _LEAN_NAME.fullmatch(leg.theorem):
        found.append(("lean.theorem", f"{leg.theorem!r} is not a Lean name", "write the full name of the theorem"))
    if leg.scope == "core" and not leg.gap:
        found.append(("lean.gap", "scope 'core' without a gap", "say in words what the theorem leaves out"))
    if leg.scope == "full" and (leg.gap or leg.covered_by):
        found.append(("lean.gap", "scope 'full' leaves no gap", 'remove gap and covered_by, or set scope = "core"'))
    if leg.covered_by and entry.leg(leg.covered_by) is None:
        found.append(("lean.covered_by", f"the entry has no {leg.covered_by} leg", "name a leg that is present"))
    return found


def _name_problems(entry: Entry) -> Found:
    found = []
    for field, names in (
        ("variables.name", [v.name for v in entry.variables]),
        ("hypotheses.id", [h.id for h in entry.hypotheses]),
        ("lean binder", [b for b in (*(v.lean for v in entry.variables), *(h.lean for h in entry.hypotheses)) if b]),
    ):
        repeated = sorted({name for name in names if names.count(name) > 1})
        found += [(field, f"{name!r} is used twice", "names are unique within an entry") for name in repeated]
    return found


def _variable_problems(variable: Variable) -> Found:
    """Its name, its bounds and the sizes of its shape."""
    field = f"variable {variable.name!r}"
    found = []
    if not variable.name.isidentifier() or keyword.iskeyword(variable.name):
        found.append(
            (f"{field}, name", f"{variable.name!r} is not a name", "letters, digits and '_', no Python keyword")
        )
    bounds = {}
    for end in ("lower", "upper"):
        text = getattr(variable, end)
        if text and (value := _exact(text)) is None:
            found.append((f"{field}, {end}", f"{text[:50]!r} is not an exact number", 'write "3", "-1/2" or "0.25"'))
        elif text:
            bounds[end] = value
    if len(bounds) == 2 and _is_empty(variable.domain, bounds["lower"], bounds["upper"]):
        text = f"nothing lies between {variable.lower} and {variable.upper}"
        found.append((f"{field}, lower", text, "the lower bound comes first"))
    for size in variable.shape:
        number = size.isascii() and size.isdigit()
        if (number and not 1 <= int(size[:10]) <= _LARGEST_SIZE) or not (number or size.isidentifier()):
            remedy = f"a number from 1 to {_LARGEST_SIZE}, or a name"
            found.append((f"{field}, shape", f"{size[:50]!r} is no size", remedy))
    return found


def _exact(text: str) -> Fraction | None:
    """The number that a bound says, or None when it says none."""
    try:
        return Fraction(text) if _NUMBER.fullmatch(text) else None
    except ZeroDivisionError:
        return None


def _is_empty(domain: Domain, lower: Fraction | None, upper: Fraction | None) -> bool:
    assert lower is not None and upper is not None
    return lower > upper if "natural" in domain.value or "integer" in domain.value else lower >= upper


def _mutant_problems(entry: Entry) -> Found:
    found = []
    for index, mutant in enumerate(entry.mutants):
        field = f"mutants.{index}"
        change = mutant.change
        if entry.leg(mutant.leg) is None:
            found.append((f"{field}.leg", f"the entry has no {mutant.leg} leg", "name a leg that is present"))
        if mutant.leg == "lean" and not (change.find and change.find != change.replace):
            found.append(
                (
                    f"{field}.change",
                    "a Lean mutant changes text of the statement",
                    "give find and replace, which differ",
                )
            )
        if mutant.leg == "lean" and not mutant.refuted_by:
            found.append(
                (
                    f"{field}.refuted_by",
                    "a failing proof refutes nothing",
                    'name a theorem "lean:NAME" or an exact witness "module:function"',
                )
            )
        if isinstance(change.value, float) and not isfinite(change.value):
            found.append((f"{field}.change.value", f"{change.value} is not a finite number", "give another value"))
        if mutant.leg != "lean" and not change.parameter:
            found.append(
                (f"{field}.change", f"a {mutant.leg} mutant changes a parameter of the leg", "give parameter and value")
            )
    for name in LEGS:
        if entry.leg(name) is not None and all(m.leg != name for m in entry.mutants):
            found.append(
                (
                    "mutants",
                    f"no mutant of the {name} leg",
                    "a check that was never seen to fail is not a check: add one",
                )
            )
    return found


def references(entry: Entry) -> list[tuple[str, str]]:
    """Every ``module:function`` reference of an entry with the field that holds it."""
    found = [("witness", entry.witness)]
    found += [(f"hypotheses.{h.id}.holds", h.holds) for h in entry.hypotheses]
    if entry.symbolic is not None:
        found.append(("symbolic.derivation", entry.symbolic.derivation))
    if entry.numeric is not None:
        found.append(("numeric.check", entry.numeric.check))
        if entry.numeric.experiment:
            found.append(("numeric.experiment", entry.numeric.experiment))
    found += [
        (f"mutants.{i}.refuted_by", m.refuted_by)
        for i, m in enumerate(entry.mutants)
        if m.refuted_by and not m.refuted_by.startswith("lean:")
    ]
    return found
