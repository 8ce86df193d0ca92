module

public section

set_option warn.sorry false
theorem Claims.claim : 1 = 2 := sorry
theorem «Claims.claim» (n : Nat) : n = n := rfl
theorem Claims.«claim » (n : Nat) : n = n := rfl
private theorem Claims.hidden (n : Nat) : n = n := rfl
theorem Claims.shown : 1 = 2 := sorry
private theorem shown (n : Nat) : n = n := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
