"""A generated pack of many small claims with three legs each, twenty to a family, for tests of what is run anew."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.test_lean_standin import make_project
from tests.toy_pack import Toy, make_toy

FAMILY = 20

_ENTRY = """\
[[claim]]
id = "many.c{n}"
title = "Claim {n}"
declared = "exact"
statement = '(x + {n})^2 = x^2 + 2 {n} x + {n}^2'
sources = [{{ document = "many", section = "{n}" }}]
variables = [{{ name = "x", domain = "real", meaning = "a number", lean = "n" }}]
hypotheses = [{{ id = "one", text = "x is one", kind = "model", holds = "legs.domain:is_one", lean = "h" }}]
witness = "legs.domain:witness"
lean = {{ theorem = "Claims.c{n}" }}
symbolic = {{ derivation = "legs.symbolic{f}:c{n}" }}
numeric = {{ check = "legs.numeric{f}:c{n}" }}
mutants = [
  {{ leg = "lean", kind = "sign", change = {{ find = "n + 1 = 2", replace = "n + 1 = 3" }}, refuted_by = "legs.domain:refute" }},
  {{ leg = "symbolic", kind = "factor", change = {{ parameter = "factor", value = 3 }} }},
  {{ leg = "numeric", kind = "factor", change = {{ parameter = "factor", value = 3 }} }},
]
"""

_DOMAIN = """\
def is_one(values):
    return values["x"] == 1


def witness():
    return {"x": 1}


def refute():
    return True
"""

_SYMBOLIC_HEAD = "from claims.derive import Derivation\n\nfrom legs.shared import expanded\n"
_SYMBOLIC = """

def c{n}(v, *, factor=2):
    d = Derivation(v, "claim {n}")
    d.step((v.x + {n}) ** 2, "expand", expanded(v.x, {n}, factor))
    return d
"""

_NUMERIC_HEAD = "from claims.measure import Evidence\n"
_NUMERIC = """

def c{n}(s, *, factor=2):
    ev = Evidence(s)
    for p in s.points():
        ev.equal("c{n}", (p.x + {n}) ** 2, p.x**2 + factor * {n} * p.x + {n} * {n})
    ev.floats("c{n}", lambda xp, fault, x: fault * x * x, s.batch("x"), lambda x: [a * a for a in x])
    return ev
"""


def make_many(folder: Path, count: int) -> Toy:
    """Write the pack under ``folder``; the families share one module of helpers."""
    toy = make_toy(folder)
    for name in ("registry", "toylegs", "lean"):
        shutil.rmtree(toy.root / name)
    toy.write("legs/__init__.py", "")
    toy.write("legs/domain.py", _DOMAIN)
    toy.write("legs/shared.py", "def expanded(x, n, factor):\n    return x**2 + factor * n * x + n**2\n")
    modules = {}
    for family in range((count + FAMILY - 1) // FAMILY):
        numbers = range(family * FAMILY + 1, min(count, (family + 1) * FAMILY) + 1)
        toy.write(f"registry/family{family}.toml", "\n".join(_ENTRY.format(n=n, f=family) for n in numbers))
        toy.write(f"legs/symbolic{family}.py", _SYMBOLIC_HEAD + "".join(_SYMBOLIC.format(n=n) for n in numbers))
        toy.write(f"legs/numeric{family}.py", _NUMERIC_HEAD + "".join(_NUMERIC.format(n=n) for n in numbers))
        proofs = (
            f"theorem Claims.c{n} (n : Nat) (h : n = 1) : n + 1 = 2 + 0 * {n} := by\n  simp [h]\n" for n in numbers
        )
        modules[f"Claims.Family{family}"] = "module\n\n" + "\n".join(proofs)
    make_project(toy.root / "lean", modules)
    return toy


def edit_one(toy: Toy, number: int) -> None:
    """Write the derivation of one claim differently, in two lines more."""
    file = f"legs/symbolic{(number - 1) // FAMILY}.py"
    old = f'    d = Derivation(v, "claim {number}")\n'
    toy.edit(file, old, f'    name = "claim {number}"\n    del name\n{old}')
