module

public import Claims.Growth.GronwallForcing
public import Claims.Growth.UpperDerivMax

/-!
# Gronwall's inequality for the largest of finitely many functions

When the functions that are largest at a time grow at most at the rate that Gronwall's inequality allows, the
largest obeys its bound; likewise the smallest from below, and the spread of finitely many numbers that are all
drawn to a common value.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- If every function that is largest at a time has upper right derivative at most `K` times the largest plus
`δ`, the largest obeys Gronwall's bound. -/
theorem gronwall_largest_upper {f : Fin (n + 1) → R → R} {a b K δ : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → ContinuousAt (f i) x)
    (hd : ∀ i x, a ≤ x → x < b → f i x = largest (fun j => f j x) → UpperDeriv (f i) (K * f i x + δ) x) :
    (K ≠ 0 → largest (fun i => f i b) ≤
      largest (fun i => f i a) * exp (K * (b - a)) + δ * (exp (K * (b - a)) - 1) / K) ∧
    (K = 0 → largest (fun i => f i b) ≤ largest (fun i => f i a) + δ * (b - a)) :=
  gronwall_interval (u := fun s => largest fun i => f i s) hab
    (fun x h1 h2 => ContinuousAt.largest fun i => hf i x h1 h2)
    (fun x h1 h2 => UpperDeriv.largest (fun i => hf i x h1 (le_of_lt h2)) fun i hi =>
      (hd i x h1 h2 hi).mono (by rw [hi]; exact le_rfl _))

/-- The largest of finitely many differentiable functions obeys Gronwall's bound when each of them satisfies
the differential inequality at the times when it is largest. -/
theorem gronwall_largest {f f' : Fin (n + 1) → R → R} {a b K δ : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → HasDerivAt (f i) (f' i x) x)
    (hd : ∀ i x, a ≤ x → x ≤ b → (∀ j, f j x ≤ f i x) → f' i x ≤ K * f i x + δ) :
    (K ≠ 0 → largest (fun i => f i b) ≤
      largest (fun i => f i a) * exp (K * (b - a)) + δ * (exp (K * (b - a)) - 1) / K) ∧
    (K = 0 → largest (fun i => f i b) ≤ largest (fun i => f i a) + δ * (b - a)) :=
  gronwall_largest_upper hab (fun i x h1 h2 => (hf i x h1 h2).continuousAt) fun i x h1 h2 hi =>
    (hf i x h1 (le_of_lt h2)).upperDeriv.mono (hd i x h1 (le_of_lt h2) fun j => by
      rw [hi]; exact le_largest (fun j => f j x) j)

/-- Without forcing: the largest grows at most exponentially. -/
theorem largest_le_mul_exp {f f' : Fin (n + 1) → R → R} {a b K : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → HasDerivAt (f i) (f' i x) x)
    (hd : ∀ i x, a ≤ x → x ≤ b → (∀ j, f j x ≤ f i x) → f' i x ≤ K * f i x) :
    largest (fun i => f i b) ≤ largest (fun i => f i a) * exp (K * (b - a)) :=
  le_mul_exp_of_upperDeriv (u := fun s => largest fun i => f i s) hab
    (fun x h1 h2 => ContinuousAt.largest fun i => (hf i x h1 h2).continuousAt)
    (fun x h1 h2 => UpperDeriv.largest (fun i => (hf i x h1 (le_of_lt h2)).continuousAt) fun i hi =>
      (hf i x h1 (le_of_lt h2)).upperDeriv.mono (by
        show f' i x ≤ K * largest fun j => f j x
        rw [← hi]
        exact hd i x h1 (le_of_lt h2) fun j => by rw [hi]; exact le_largest (fun j => f j x) j))

/-- Without forcing: the smallest decays at most exponentially. -/
theorem mul_exp_le_smallest {f f' : Fin (n + 1) → R → R} {a b K : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → HasDerivAt (f i) (f' i x) x)
    (hd : ∀ i x, a ≤ x → x ≤ b → (∀ j, f i x ≤ f j x) → K * f i x ≤ f' i x) :
    smallest (fun i => f i a) * exp (K * (b - a)) ≤ smallest (fun i => f i b) := by
  have h := largest_le_mul_exp (f := fun i s => -f i s) (f' := fun i s => -f' i s) (K := K) hab
    (fun i x h1 h2 => (hf i x h1 h2).neg) (fun i x h1 h2 hi => by
      have := hd i x h1 h2 fun j => by
        have := hi j
        clear hf hd hi; lin
      clear hf hd hi; lin)
  rw [largest_neg, largest_neg] at h
  clear hf hd; lin

/-- The spread of numbers drawn to a common value `A(t)`, at the top and at the bottom with rate at least `c`,
decays like `e^(-c t)`. -/
theorem spread_le_mul_exp {f f' : Fin (n + 1) → R → R} {A : R → R} {a b c : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → HasDerivAt (f i) (f' i x) x)
    (htop : ∀ i x, a ≤ x → x ≤ b → (∀ j, f j x ≤ f i x) → f' i x ≤ c * (A x - f i x))
    (hbot : ∀ i x, a ≤ x → x ≤ b → (∀ j, f i x ≤ f j x) → c * (A x - f i x) ≤ f' i x) :
    largest (fun i => f i b) - smallest (fun i => f i b) ≤
      (largest (fun i => f i a) - smallest fun i => f i a) * exp (-(c * (b - a))) := by
  have h := le_mul_exp_of_upperDeriv (u := fun s => (largest fun i => f i s) - smallest fun i => f i s)
    (K := -c) hab (fun x h1 h2 => continuousAt_spread fun i => (hf i x h1 h2).continuousAt)
    (fun x h1 h2 => (upperDeriv_spread (f' := fun i => f' i x)
      (c := c * (A x - largest fun i => f i x)) (d := c * (A x - smallest fun i => f i x))
      (fun i => hf i x h1 (le_of_lt h2))
      (fun i hi => by
        rw [largest_eq (f := fun i => f i x) hi]; exact htop i x h1 (le_of_lt h2) hi)
      (fun i hi => by
        rw [smallest_eq (f := fun i => f i x) hi]; exact hbot i x h1 (le_of_lt h2) hi)).mono (by
      clear hf htop hbot; lin))
  rw [show -c * (b - a) = -(c * (b - a)) by clear hf htop hbot h; lin] at h
  exact h

end Claims
