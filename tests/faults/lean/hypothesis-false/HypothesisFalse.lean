module

public section

def Impossible : Prop := False
theorem claim (h : False) : 1 = 2 := h.elim
theorem claim_definition (n : Nat) (h : Impossible) : n = n + 1 := h.elim
theorem claim_arrow (n : Nat) : n = n → False → n = n + 1 := fun _ h => h.elim
section
variable (h : False)
include h
theorem claim_variable : 1 = 3 := h.elim
end
theorem claim_empty (x : Empty) : 1 = 4 := nomatch x
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
