module

public section

@[expose] instance backwards : LE Nat := ⟨fun a b => Nat.le b a⟩
theorem claim_instance : 5 ≤ 3 := by exact Nat.le.step (Nat.le.step Nat.le.refl)
@[expose] instance careless : HAdd Nat Nat Nat := ⟨fun _ _ => 5⟩
theorem claim_sum (a b : Nat) : a + b = 5 := by exact rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
