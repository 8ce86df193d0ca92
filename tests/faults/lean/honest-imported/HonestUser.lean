module

public import HonestBase

public section

theorem claim (n : Nat) : n + 0 = n := (base n).symm
theorem claim_hidden (n : Nat) : n < hidden n := by rw [hidden_eq]; omega
theorem claim_opaque : constant = constant := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
