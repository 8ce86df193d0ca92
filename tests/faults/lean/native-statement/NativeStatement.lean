module

public section

def answer : Bool := true
def number : Nat := 7
theorem claim : Lean.reduceBool answer = true := rfl
theorem claim_nat : Lean.reduceNat number = 7 := rfl
theorem claim_idle : Lean.reduceBool answer = Lean.reduceBool answer := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
