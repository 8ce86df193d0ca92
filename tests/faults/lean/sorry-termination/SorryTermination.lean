module

public section

set_option warn.sorry false
theorem claim (n : Nat) : 1 = 2 := claim (n + 1)
termination_by n
decreasing_by sorry
def climb (n : Nat) : Nat := climb (n + 1) + 1
termination_by n
decreasing_by sorry
theorem claim_function (n : Nat) : climb n = climb (n + 1) + 1 := by rw [climb]
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
