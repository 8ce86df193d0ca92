module

public section

set_option warn.sorry false in
theorem claim : 1 = 2 := by sorry
set_option warn.sorry false
theorem claim_later (n : Nat) : n < n := sorry
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
