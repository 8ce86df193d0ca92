module

public section

universe u
@[expose] def square (n : Nat) : Nat := n * n
theorem claim_binder (n : Nat) (h : n = 1) : n = 1 := h
theorem claim_proof (n : Nat) : n + 0 = n := rfl
theorem claim_implicit (n : Nat) : n = n := rfl
theorem claim_universe {α : Type u} (a : α) : a = a := rfl
theorem claim_tactic (a b : Nat) (h : a < b) : a + 1 ≤ b := by omega
theorem claim_body (n : Nat) : square n = n * n := rfl
private theorem helper : 1 + 1 = 2 := rfl
theorem claim_helper : 1 + 1 = 2 := helper
theorem claim_shown (n : Nat) : n * 1 = n := Nat.mul_one n
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
