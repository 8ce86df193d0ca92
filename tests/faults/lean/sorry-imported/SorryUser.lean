module

public import SorryBase

public section

theorem claim : 2 = 1 := base.symm
theorem claim_rewritten (n : Nat) (h : n = 1) : n = 2 := by rw [h, ← base]
theorem honest_import (n : Nat) : n = n + 0 := (base_honest n).symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
