module

public section

private axiom secret : 1 = 2
theorem claim : 2 = 1 := secret.symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
