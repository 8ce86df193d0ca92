module

public section

def wrong (n : Nat) : Nat := n + 1
@[expose, implemented_by wrong] def count (n : Nat) : Nat := n
theorem claim : count 1 = 2 := by native_decide
theorem claim_false : False := absurd claim (by simp [count])
theorem honest_replaced : count 1 = 1 := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
