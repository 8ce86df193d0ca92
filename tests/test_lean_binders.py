"""Which binders of a theorem count as data, and which as assumptions."""

from __future__ import annotations

import pytest

from claims.leanleg import _assuming, _instances, is_data

DATA = [
    "R",
    "Nat",
    "R → R",
    "Fin n → Fin d → R",
    "(Fin d → R) → Prop",
    "(Fin 2 → Fin d → R) → Fin 2 → Fin d → R",
    "Claims.PMat R m",
    "Nat → R → Fin d → R",
]
ASSUMPTIONS = [
    "False",
    "x ≠ x",
    "0 < β",
    "∀ (t : R), 0 ≤ t",
    "Claims.IsExp E",
    "V = A",
    "Claims.Follows b z T",
    "R → False",
    "Prop",
    "1 ≤ d",
    "",
]


@pytest.mark.parametrize("text", DATA)
def test_data(text: str) -> None:
    assert is_data(text)


@pytest.mark.parametrize("text", ASSUMPTIONS)
def test_assumptions_are_not_data(text: str) -> None:
    assert not is_data(text)


def test_only_the_structure_of_the_field_may_be_an_instance() -> None:
    head = "Claims.t.{u} {R : Type u} [Claims.Reals R] {d : Nat} (z : Fin d → R)"
    assert _instances(f"{head} : z = z") == []
    assert _instances(f"{head} [Subsingleton R] : z = z") == ["[Subsingleton R]"]
    assert _instances(f"{head} [a : Assume (1 = 2)] : [z] = [z]") == ["[a : Assume (1 = 2)]"]


def test_only_sizes_and_the_field_may_be_implicit() -> None:
    def binder(name: str, type_: str) -> dict[str, str]:
        return {"name": name, "type": type_, "kind": "implicit"}

    assert _assuming([binder("R", "Type u"), binder("n", "Nat")]) == []
    assert _assuming([binder("R", "1 = 2"), binder("h", "False"), binder("K", "Type")]) == ["R", "h", "K"]
