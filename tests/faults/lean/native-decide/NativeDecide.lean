module

public section

theorem claim : 2 ^ 10 = 1024 := by native_decide
theorem claim_option : 3 ^ 10 = 59049 := by decide +native
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
