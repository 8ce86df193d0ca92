module

public section

unsafe def cheat : 1 = 2 := unsafeCast ()
unsafe def circular (n : Nat) : False := circular n
set_option debug.skipKernelTC true in
theorem claim : 2 = 1 := cheat.symm
set_option debug.skipKernelTC true in
theorem claim_circular : False := circular 0
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
