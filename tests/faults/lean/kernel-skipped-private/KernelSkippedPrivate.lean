module

public section

set_option debug.skipKernelTC true in
private theorem helper : ∀ n : Fin 5, n.val = 0 := by decide +kernel
theorem claim : (1 : Nat) = 0 := helper 1
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
