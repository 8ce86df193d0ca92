module

public section

local macro "conjure" name:ident : command =>
  `(axiom choice : 1 = 2
    theorem $name : 2 = 1 := Eq.symm choice)
conjure claim
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
