module

public import ValuesBase

public section

theorem claim_cast (n : Nat) (h : n = 3) : coerced n = coerced 3 := h ▸ rfl
theorem claim_bound : below.val < 3 := below.isLt
theorem claim_step : 0 + 1 = 3 := step 0 rfl
theorem honest_import (n : Nat) : n = n + 0 := (base_honest n).symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
