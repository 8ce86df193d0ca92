module

public section

@[expose] def A.size (n : Nat) : Nat := n
@[expose] def B.size (n : Nat) : Nat := n
class Scale where
  scale : Nat
instance one : Scale := ⟨1⟩
instance (priority := low) two : Scale := ⟨2⟩
theorem claim_hypothesis (n : Nat) : n = n := rfl
theorem claim_bound (n : Nat) : n ≤ n + 1 := by omega
theorem claim_type (x : Int) : x = x := rfl
section
open A
theorem claim_open (n : Nat) : size n = n := rfl
end
theorem claim_instance : Scale.scale = Scale.scale := rfl
theorem claim_number : 10 ≤ 20 := by decide
theorem unchanged (n : Nat) : n + 0 = n := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
