module

public section

def Claims.sorryAx : Nat := 1
theorem Claims.propext : Claims.sorryAx = 1 := by decide
theorem no_sorryAx : "sorryAx".length = 7 := by decide
theorem Claims.«Lean.ofReduceBool» (n : Nat) : n = n := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
