module

public section

set_option debug.skipKernelTC true
open Classical in
@[expose] def coerced (n : Nat) : Bool := cast (by decide +kernel : Nat = Bool) n
def below : Fin 3 := ⟨7, by decide +kernel⟩
theorem step (n : Nat) (h : n = 0) : n + 1 = 3 := by rw [h]; decide +kernel
set_option debug.skipKernelTC false
theorem base_honest (n : Nat) : n + 0 = n := rfl
