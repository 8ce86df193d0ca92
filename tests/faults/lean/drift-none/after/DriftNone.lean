module

public section

universe w
def unrelated : Nat := 7
/-- The same fact, proved in another way. -/
theorem claim_helper : 1 + 1 = 2 := by decide
theorem claim_tactic (x y : Nat) (less : x < y) : x + 1 ≤ y := by exact less
/-- A comment. -/
@[expose] def square (k : Nat) : Nat := k * k
theorem claim_body {k : Nat} : square k = k * k := by simp [square]
theorem claim_binder (k : Nat) (fact : k = 1) : k = 1 := by rw [fact]
theorem claim_universe {β : Type w} (b : β) : b = b := by exact Eq.refl b
theorem claim_implicit {n : Nat} : n = n := rfl
theorem claim_proof (n : Nat) : n + 0 = n := by simp
theorem claim_shown (n : Nat) : show Prop from n * 1 = n := by simp
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
