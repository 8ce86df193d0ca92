module

public section

def answer : Bool := true
def number : Nat := 7
theorem claim_bool : answer = true := Lean.ofReduceBool answer true rfl
theorem claim_nat : number = 7 := Lean.ofReduceNat number 7 rfl
theorem claim_trust : True ∧ 1 = 1 := ⟨Lean.trustCompiler, rfl⟩
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
