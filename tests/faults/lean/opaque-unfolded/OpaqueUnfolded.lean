module

public section

opaque secret : Nat := 5
partial def loop (n : Nat) : Nat := if n = 0 then 0 else loop (n - 1)
set_option debug.skipKernelTC true in
theorem claim_partial : loop 0 = 0 := by decide +kernel
set_option debug.skipKernelTC true in
theorem claim : secret = 5 := by decide +kernel
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
