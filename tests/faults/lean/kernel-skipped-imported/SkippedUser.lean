module

public import SkippedBase

public section

theorem claim : 2 = 1 := base.symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
