module

public section

set_option debug.byAsSorry true in
theorem claim : 1 = 2 := by decide
set_option debug.proofAsSorry true in
theorem claim_proof : 2 = 2 := rfl
set_option debug.terminalTacticsAsSorry true in
theorem claim_terminal : 1 = 3 := by omega
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
