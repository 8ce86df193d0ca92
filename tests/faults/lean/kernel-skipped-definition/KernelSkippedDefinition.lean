module

public section

set_option debug.skipKernelTC true in
@[expose] def coerced (n : Nat) : Bool :=
  cast (by haveI : Decidable (Nat = Bool) := Classical.propDecidable _; decide +kernel) n
theorem claim_cast (n : Nat) (h : n = 3) : coerced n = coerced 3 := h ▸ rfl
set_option debug.skipKernelTC true in
def below : Fin 3 := ⟨7, by decide +kernel⟩
theorem claim_bound : below.val < 3 := below.isLt
set_option debug.skipKernelTC true in
instance : LawfulBEq Nat where
  eq_of_beq := by haveI := Classical.propDecidable; decide +kernel
  rfl := by simp
theorem claim_instance (a b : Nat) (h : (a == b) = true) : a = b := LawfulBEq.eq_of_beq h
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
