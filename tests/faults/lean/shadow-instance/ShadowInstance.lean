module

public section

@[expose] instance backwards : LE Nat := ⟨fun a b => Nat.le b a⟩
theorem claim : 5 ≤ 3 := by
  exact Nat.le.step (Nat.le.step Nat.le.refl)
@[expose] instance careless : HAdd Nat Nat Nat := ⟨fun _ _ => 5⟩
theorem careless_eq (a b : Nat) : a + b = 5 := by exact rfl
theorem claim_sum : 2 + 2 = 5 := careless_eq 2 2
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
