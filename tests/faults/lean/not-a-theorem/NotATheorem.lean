module

public section

def claim : Prop := 1 = 2
abbrev claim_universal : Prop := ∀ n : Nat, n = 0
inductive claim_inductive : Prop
def claim_function (n : Nat) (_h : n = 0) : Nat := n
structure claim_structure : Prop where
  proof : 1 = 2
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
