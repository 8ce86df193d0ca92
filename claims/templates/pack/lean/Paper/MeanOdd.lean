module

public import Init

/-!
# The mean of the first odd numbers

Core Lean only, so that nothing can rot with a dependency.
-/

@[expose] public section

namespace Paper

/-- The sum of the first `n` odd numbers. -/
def oddSum : Nat → Nat
  | 0 => 0
  | n + 1 => oddSum n + (2 * n + 1)

theorem odd_sum (n : Nat) : oddSum n = n * n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [oddSum, ih, Nat.add_mul, Nat.mul_add]
    omega

theorem mean_odd (n : Nat) (h : 0 < n) : n ∣ oddSum n ∧ oddSum n / n = n := by
  rw [odd_sum]
  exact ⟨⟨n, rfl⟩, Nat.mul_div_cancel n h⟩

/-- The seeded error of the Lean leg is false, not only unproved. -/
theorem mean_odd_mutant_false : ¬ ∀ n : Nat, 0 < n → n ∣ oddSum n ∧ oddSum n / n = n + 1 := by
  intro h
  exact absurd (h 1 (by decide)).2 (by decide)

end Paper
