module

public import Claims.Growth.UpperDerivRules
public import Claims.LinearAlgebra.Largest

/-!
# The largest of finitely many functions

The largest, the smallest and the spread of finitely many functions of time are continuous when the functions
are. The upper right derivative of the largest is bounded by a bound for those functions that are largest at
the time, the functions strictly below do not matter. The lower right derivative of the smallest is written as
the upper right derivative of its opposite.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Continuity -/

/-- The largest of finitely many continuous functions is continuous. -/
theorem ContinuousAt.largest {f : Fin (n + 1) → R → R} {t : R} (hf : ∀ i, ContinuousAt (f i) t) :
    ContinuousAt (fun s => Claims.largest fun i => f i s) t := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := exists_near_forall fun i => hf i (ε / 2) (half_pos hε)
  exact ⟨δ, hδ, fun s hs => lt_of_le_of_lt (abs_largest_sub_le fun i => le_of_lt (h s hs i))
    (half_lt_self hε)⟩

/-- The smallest of finitely many continuous functions is continuous. -/
theorem ContinuousAt.smallest {f : Fin (n + 1) → R → R} {t : R} (hf : ∀ i, ContinuousAt (f i) t) :
    ContinuousAt (fun s => Claims.smallest fun i => f i s) t := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := exists_near_forall fun i => hf i (ε / 2) (half_pos hε)
  exact ⟨δ, hδ, fun s hs => lt_of_le_of_lt (abs_smallest_sub_le fun i => le_of_lt (h s hs i))
    (half_lt_self hε)⟩

/-! ## Upper right derivatives -/

/-- The largest of finitely many functions grows at most as fast as those that are largest at the time. -/
theorem UpperDeriv.largest {f : Fin (n + 1) → R → R} {c t : R} (hf : ∀ i, ContinuousAt (f i) t)
    (hd : ∀ i, f i t = Claims.largest (fun j => f j t) → UpperDeriv (f i) c t) :
    UpperDeriv (fun s => Claims.largest fun i => f i s) c t := by
  intro ε hε
  have hM : 0 < abs (c + ε) + 1 := by have := abs_nonneg (c + ε); clear hf hd; lin
  -- every function stays below the bound for a while, those below the largest by continuity
  have step : ∀ i, ∃ δ, 0 < δ ∧ ∀ s, t < s → s - t < δ →
      f i s - Claims.largest (fun j => f j t) ≤ (c + ε) * (s - t) := fun i => by
    have hle := le_largest (fun j => f j t) i
    generalize Claims.largest (fun j => f j t) = L at hd hle
    rcases lt_or_eq_of_le hle with h | h
    · have hg : 0 < L - f i t := by clear hf hd; lin
      obtain ⟨δ₁, h₁, p⟩ := hf i _ (half_pos hg)
      obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ (div_pos (half_pos hg) hM)
      refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
      have e : abs (s - t) = s - t := abs_of_nonneg (by clear hf hd p; lin)
      have p' := abs_lt.1 (p s (by rw [e]; exact lt_of_lt_of_le hsδ l₁))
      have q := mul_lt_mul_left' hM (lt_of_lt_of_le hsδ l₂)
      rw [mul_div_cancel (ne_of_gt hM)] at q
      have r := mul_le_mul_right' (a := s - t) (by clear hf hd p; lin) (neg_abs_le (c + ε))
      clear hf hd p; lin
    · obtain ⟨δ, hδ, p⟩ := hd i h ε hε
      refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
      have q := p s hs hsδ
      rw [h] at q; exact q
  have pos : ∀ i, 0 < (step i).choose := fun i => (step i).choose_spec.1
  obtain ⟨δ, hδ, hle⟩ := exists_pos_le_all pos
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  obtain ⟨i, hi⟩ := exists_eq_largest fun j => f j s
  have p := (step i).choose_spec.2 s hs (lt_of_lt_of_le hsδ (hle i))
  dsimp only at hi ⊢
  rw [← hi]; exact p

/-- The largest of finitely many differentiable functions grows at most as fast as a bound for the
derivatives of those that are largest at the time. -/
theorem upperDeriv_largest {f : Fin (n + 1) → R → R} {f' : Fin (n + 1) → R} {c t : R}
    (hf : ∀ i, HasDerivAt (f i) (f' i) t)
    (hc : ∀ i, (∀ j, f j t ≤ f i t) → f' i ≤ c) :
    UpperDeriv (fun s => largest fun i => f i s) c t :=
  UpperDeriv.largest (fun i => (hf i).continuousAt) fun i h => (hf i).upperDeriv.mono
    (hc i fun j => by rw [h]; exact le_largest (fun j => f j t) j)

/-- The smallest of finitely many functions falls at most as fast as those that are smallest at the time. -/
theorem UpperDeriv.neg_smallest {f : Fin (n + 1) → R → R} {c t : R} (hf : ∀ i, ContinuousAt (f i) t)
    (hd : ∀ i, f i t = Claims.smallest (fun j => f j t) → UpperDeriv (fun s => -f i s) c t) :
    UpperDeriv (fun s => -Claims.smallest fun i => f i s) c t :=
  (UpperDeriv.largest (f := fun i s => -f i s) (fun i => (hf i).neg) fun i h => hd i (by
    rw [largest_neg] at h
    clear hf hd; lin)).congr fun s => (largest_neg _).symm

/-- The smallest of finitely many differentiable functions grows at least as fast as a lower bound for the
derivatives of those that are smallest at the time. -/
theorem upperDeriv_neg_smallest {f : Fin (n + 1) → R → R} {f' : Fin (n + 1) → R} {c t : R}
    (hf : ∀ i, HasDerivAt (f i) (f' i) t)
    (hc : ∀ i, (∀ j, f i t ≤ f j t) → c ≤ f' i) :
    UpperDeriv (fun s => -smallest fun i => f i s) (-c) t :=
  UpperDeriv.neg_smallest (fun i => (hf i).continuousAt) fun i h => (hf i).neg.upperDeriv.mono (by
    have := hc i fun j => by rw [h]; exact smallest_le (fun j => f j t) j
    clear hf hc; lin)

/-- The spread of finitely many differentiable functions grows at most as fast as the difference of a bound
for the derivatives at the top and one for those at the bottom. -/
theorem upperDeriv_spread {f : Fin (n + 1) → R → R} {f' : Fin (n + 1) → R} {c d t : R}
    (hf : ∀ i, HasDerivAt (f i) (f' i) t)
    (hc : ∀ i, (∀ j, f j t ≤ f i t) → f' i ≤ c) (hd : ∀ i, (∀ j, f i t ≤ f j t) → d ≤ f' i) :
    UpperDeriv (fun s => (largest fun i => f i s) - smallest fun i => f i s) (c - d) t :=
  (((upperDeriv_largest hf hc).add (upperDeriv_neg_smallest hf hd)).congr fun s => by
    clear hf hc hd; lin).mono (by clear hf hc hd; lin)

/-- The spread of finitely many continuous functions is continuous. -/
theorem continuousAt_spread {f : Fin (n + 1) → R → R} {t : R} (hf : ∀ i, ContinuousAt (f i) t) :
    ContinuousAt (fun s => (largest fun i => f i s) - smallest fun i => f i s) t :=
  (ContinuousAt.largest hf).sub (ContinuousAt.smallest hf)

/-! ## Monotone extremes -/

/-- The largest of finitely many functions does not increase when those that are largest do not. -/
theorem largest_le_of_deriv {f f' : Fin (n + 1) → R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → HasDerivAt (f i) (f' i x) x)
    (hd : ∀ i x, a ≤ x → x ≤ b → (∀ j, f j x ≤ f i x) → f' i x ≤ 0) :
    largest (fun i => f i b) ≤ largest (fun i => f i a) :=
  le_of_upperDeriv_nonpos (u := fun s => largest fun i => f i s) hab
    (fun x h1 h2 => ContinuousAt.largest fun i => (hf i x h1 h2).continuousAt)
    (fun x h1 h2 => upperDeriv_largest (f' := fun i => f' i x) (fun i => hf i x h1 (le_of_lt h2))
      fun i hi => hd i x h1 (le_of_lt h2) hi)

/-- The smallest of finitely many functions does not decrease when those that are smallest do not. -/
theorem smallest_le_of_deriv {f f' : Fin (n + 1) → R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → HasDerivAt (f i) (f' i x) x)
    (hd : ∀ i x, a ≤ x → x ≤ b → (∀ j, f i x ≤ f j x) → 0 ≤ f' i x) :
    smallest (fun i => f i a) ≤ smallest (fun i => f i b) := by
  have h := largest_le_of_deriv (f := fun i s => -f i s) (f' := fun i s => -f' i s) hab
    (fun i x h1 h2 => (hf i x h1 h2).neg) (fun i x h1 h2 hi => by
      have := hd i x h1 h2 fun j => by
        have := hi j
        clear hf hd hi; lin
      clear hf hd hi; lin)
  rw [largest_neg, largest_neg] at h
  clear hf hd; lin

end Claims
