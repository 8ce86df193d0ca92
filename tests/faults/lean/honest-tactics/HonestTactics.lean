module

public section

theorem decided : 17 * 19 = 323 := by decide
theorem by_kernel : ∀ i : Fin 40, i.val * i.val < 1600 := by decide +kernel
theorem linear (a b : Nat) (h : a < b) (k : b < 2 * a) : a + 1 ≤ b ∧ 1 < b := by omega
theorem ring (a b : Int) : (a + b) * (a - b) = a * a - b * b := by grind
theorem ring_hypothesis (x y : Int) (h : x * y = 1) : x * x * y * y = 1 := by grind
theorem simplified (xs : List Nat) : (xs ++ []).length = xs.length := by simp
theorem rewritten (a b c : Nat) (h : a = b) (k : b = c) : c = a := by rw [h, k]
theorem chained (a b c : Nat) (h : a ≤ b) (k : b ≤ c) : a ≤ c := calc
  a ≤ b := h
  _ ≤ c := k
theorem split (p : Prop) : ¬¬p → p := by
  intro h
  by_cases k : p
  · exact k
  · exact absurd k h
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
