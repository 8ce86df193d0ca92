module

prelude

public section

inductive False : Prop where
  | intro : False
inductive Eq {α : Type} (a b : α) : Prop where
  | refl : Eq a b
axiom Nat : Type
theorem claim : False := .intro
theorem claim_equal (a b : Nat) : Eq a b := .refl
