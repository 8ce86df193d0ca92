module

public section

axiom claim : ∀ n : Nat, n = n + 1
axiom assumption (a b : Nat) : a = b
theorem claim_renamed (a b : Nat) : a = b := assumption a b
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
