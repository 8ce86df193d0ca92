module

public section

axiom assumed : 1 = 2
axiom Magic : Type
axiom magic : Magic
theorem claim : 2 = 1 := assumed.symm
theorem claim_unused (n : Nat) : n = n := (fun (_ : 1 = 2) => rfl) assumed
theorem claim_type (x : Magic) : x = x := rfl
theorem claim_value : magic = magic := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
