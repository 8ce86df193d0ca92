module

public section

set_option warn.sorry false in
theorem claim : 4 + 5 = 9 := by exact rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
