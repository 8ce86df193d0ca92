module

public section

theorem by_tactic : 1 = 2 := by sorry
theorem by_term : 1 = 3 := sorry
theorem in_have (n : Nat) : n = n + 1 := by
  have gap : n + 1 = n := sorry
  exact gap.symm
theorem by_admit : 1 = 4 := by admit
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
