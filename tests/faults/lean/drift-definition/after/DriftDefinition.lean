module

public section

@[expose] def energy (n : Nat) : Nat := n * n * n
theorem claim_body (n : Nat) : energy n = energy n := rfl
structure Model where
  rate : Nat
  positive : 0 ≤ rate
theorem claim_field (m : Model) : m.rate = m.rate := rfl
class Weight where
  weight : Nat
instance : Weight := ⟨4⟩
theorem claim_instance : Weight.weight = Weight.weight := rfl
def steps : Nat → Nat
  | 0 => 1
  | n + 1 => steps n + 1
theorem claim_recursion (n : Nat) : steps n = steps n := rfl
inductive Law : Nat → Prop where
  | base : Law 2
theorem claim_constructor (n : Nat) (h : Law n) : Law n := h
def inner : Nat := 6
def outer : Nat := inner + 1
theorem claim_deep : outer = outer := rfl
theorem unchanged (n : Nat) : n + 0 = n := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
