module

public section

set_option warn.sorry false
def bound : Nat := sorry
theorem claim : bound ≤ bound + 1 := Nat.le_succ bound
theorem claim_direct : (sorry : Nat) ≤ sorry + 1 ∨ True := Or.inr trivial
theorem claim_type (x : (sorry : Type)) : x = x := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
