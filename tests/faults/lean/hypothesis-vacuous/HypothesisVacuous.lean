module

public section

theorem claim (n : Nat) (h : n < 0) : n = n + 1 := by omega
theorem claim_class [Subsingleton Nat] (a b : Nat) : a = b := Subsingleton.elim a b
theorem claim_function (f : Nat → Fin 0) : f 0 = f 1 := (f 0).elim0
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
