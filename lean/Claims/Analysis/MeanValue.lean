module

public import Claims.Analysis.Monotone
public import Claims.Analysis.ExtremeValue

/-!
# The mean value theorem

Fermat's condition at an interior extremum, the theorems of Rolle, Cauchy and Lagrange, monotonicity from
the sign of the derivative inside the interval, and the intermediate value property of derivatives.
Functions are continuous on `[a, b]`, and differentiable in the open interval.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Extrema -/

/-- Where the derivative is positive, values shortly after are larger and values shortly before smaller. -/
theorem HasDerivAt.lt_near {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) (h : 0 < f') :
    ∃ δ, 0 < δ ∧ (∀ z, x < z → z - x < δ → f x < f z) ∧ ∀ y, y < x → x - y < δ → f y < f x := by
  obtain ⟨δ, hδ, k⟩ := hf.increment (half_pos h)
  refine ⟨δ, hδ, fun z hz hzδ => ?_, fun y hy hyδ => ?_⟩
  · have p := (k x z (le_rfl x) (le_of_lt hz) (by clear hf k; lin) hzδ).1
    have q := mul_pos (half_pos h) (b := z - x) (by clear hf k; lin)
    clear hf k; lin
  · have p := (k y x (le_of_lt hy) (le_rfl x) hyδ (by clear hf k; lin)).1
    have q := mul_pos (half_pos h) (b := x - y) (by clear hf k; lin)
    clear hf k; lin

/-- The derivative is not positive at a point with no larger value shortly after. -/
theorem HasDerivAt.nonpos_of_right {f : R → R} {f' x δ : R} (hf : HasDerivAt f f' x) (hδ : 0 < δ)
    (h : ∀ z, x < z → z - x < δ → f z ≤ f x) : f' ≤ 0 := le_of_not_gt fun hpos => by
  obtain ⟨η, hη, k, _⟩ := hf.lt_near hpos
  obtain ⟨c, hc, l₁, l₂⟩ := exists_pos_le (half_pos hδ) (half_pos hη)
  have p := h (x + c) (by clear hf h k; lin) (by clear hf h k; lin)
  have q := k (x + c) (by clear hf h k; lin) (by clear hf h k; lin)
  clear hf h k; lin

/-- The derivative is not negative at a point with no larger value shortly before. -/
theorem HasDerivAt.nonneg_of_left {f : R → R} {f' x δ : R} (hf : HasDerivAt f f' x) (hδ : 0 < δ)
    (h : ∀ y, y < x → x - y < δ → f y ≤ f x) : 0 ≤ f' := le_of_not_gt fun hneg => by
  obtain ⟨η, hη, _, k⟩ := hf.neg.lt_near (by clear hf h; lin)
  obtain ⟨c, hc, l₁, l₂⟩ := exists_pos_le (half_pos hδ) (half_pos hη)
  have p := h (x - c) (by clear hf h k; lin) (by clear hf h k; lin)
  have q := k (x - c) (by clear hf h k; lin) (by clear hf h k; lin)
  clear hf h k; lin

/-- Fermat: the derivative vanishes at a local maximum. -/
theorem HasDerivAt.eq_zero_of_local_max {f : R → R} {f' x δ : R} (hf : HasDerivAt f f' x) (hδ : 0 < δ)
    (h : ∀ y, abs (y - x) < δ → f y ≤ f x) : f' = 0 :=
  le_antisymm
    (hf.nonpos_of_right hδ fun z h1 h2 => h z (by rw [abs_of_nonneg (by clear hf h; lin)]; exact h2))
    (hf.nonneg_of_left hδ fun y h1 h2 => h y (by
      rw [abs_of_nonpos (by clear hf h; lin)]; clear hf h; lin))

/-- Fermat: the derivative vanishes at a local minimum. -/
theorem HasDerivAt.eq_zero_of_local_min {f : R → R} {f' x δ : R} (hf : HasDerivAt f f' x) (hδ : 0 < δ)
    (h : ∀ y, abs (y - x) < δ → f x ≤ f y) : f' = 0 := by
  have := hf.neg.eq_zero_of_local_max hδ fun y hy => by have := h y hy; clear hf h; lin
  clear hf h; lin

/-- The derivative vanishes at a maximum over `[a, b]` that lies inside. -/
theorem HasDerivAt.eq_zero_of_max {f : R → R} {f' a b x : R} (hf : HasDerivAt f f' x) (ha : a < x) (hb : x < b)
    (h : ∀ y, a ≤ y → y ≤ b → f y ≤ f x) : f' = 0 := by
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le (a := x - a) (b := b - x) (by clear hf h; lin) (by clear hf h; lin)
  refine hf.eq_zero_of_local_max hδ fun y hy => ?_
  have := abs_lt.1 hy
  exact h y (by clear hf h; lin) (by clear hf h; lin)

/-- The derivative vanishes at a minimum over `[a, b]` that lies inside. -/
theorem HasDerivAt.eq_zero_of_min {f : R → R} {f' a b x : R} (hf : HasDerivAt f f' x) (ha : a < x) (hb : x < b)
    (h : ∀ y, a ≤ y → y ≤ b → f x ≤ f y) : f' = 0 := by
  have := hf.neg.eq_zero_of_max ha hb fun y h1 h2 => by have := h y h1 h2; clear hf h; lin
  clear hf h; lin

/-! ## Mean values -/

/-- Rolle: between two points with equal values lies a zero of the derivative. -/
theorem exists_deriv_eq_zero {f f' : R → R} {a b : R} (hab : a < b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x)
    (h : f a = f b) : ∃ x, a < x ∧ x < b ∧ f' x = 0 := by
  obtain ⟨p, hp1, hp2, hp⟩ := exists_max_of_continuous (le_of_lt hab) hc
  obtain ⟨q, hq1, hq2, hq⟩ := exists_min_of_continuous (le_of_lt hab) hc
  rcases lt_or_ge (f a) (f p) with h1 | h1
  · -- the maximum is inside
    have l : a < p := by
      rcases lt_or_eq_of_le hp1 with l | l
      · exact l
      · rw [← l] at h1; clear hc hf hp hq; lin
    have r : p < b := by
      rcases lt_or_eq_of_le hp2 with r | r
      · exact r
      · rw [r] at h1; clear hc hf hp hq; lin
    exact ⟨p, l, r, (hf p l r).eq_zero_of_max l r hp⟩
  · rcases lt_or_ge (f q) (f a) with h2 | h2
    · -- the minimum is inside
      have l : a < q := by
        rcases lt_or_eq_of_le hq1 with l | l
        · exact l
        · rw [← l] at h2; clear hc hf hp hq; lin
      have r : q < b := by
        rcases lt_or_eq_of_le hq2 with r | r
        · exact r
        · rw [r] at h2; clear hc hf hp hq; lin
      exact ⟨q, l, r, (hf q l r).eq_zero_of_min l r hq⟩
    · -- the function is constant
      have l : a < (a + b) / 2 := by clear hc hf hp hq; lin
      have r : (a + b) / 2 < b := by clear hc hf hp hq; lin
      refine ⟨(a + b) / 2, l, r, (hf _ l r).eq_zero_of_max l r fun y h3 h4 => ?_⟩
      have k1 := hp y h3 h4
      have k2 := hq ((a + b) / 2) (le_of_lt l) (le_of_lt r)
      exact le_trans k1 (le_trans h1 (le_trans h2 k2))

/-- Cauchy's mean value theorem. -/
theorem exists_ratio_deriv_eq {f f' g g' : R → R} {a b : R} (hab : a < b)
    (hfc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x)
    (hgc : ∀ x, a ≤ x → x ≤ b → ContinuousAt g x) (hg : ∀ x, a < x → x < b → HasDerivAt g (g' x) x) :
    ∃ x, a < x ∧ x < b ∧ (f b - f a) * g' x = (g b - g a) * f' x := by
  obtain ⟨x, h1, h2, h⟩ := exists_deriv_eq_zero
    (f := fun x => (f b - f a) * g x - (g b - g a) * f x)
    (f' := fun x => (f b - f a) * g' x - (g b - g a) * f' x) hab
    (fun x h1 h2 => ((hgc x h1 h2).const_mul _).sub ((hfc x h1 h2).const_mul _))
    (fun x h1 h2 => ((hg x h1 h2).const_mul _).sub ((hf x h1 h2).const_mul _))
    (by clear hfc hf hgc hg; lin)
  exact ⟨x, h1, h2, by clear hfc hf hgc hg; lin⟩

/-- Lagrange's mean value theorem. -/
theorem exists_deriv_eq_slope {f f' : R → R} {a b : R} (hab : a < b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x) :
    ∃ x, a < x ∧ x < b ∧ f b - f a = f' x * (b - a) := by
  obtain ⟨x, h1, h2, h⟩ := exists_ratio_deriv_eq (g := fun y => y) (g' := fun _ => 1) hab hc hf
    (fun x _ _ => continuousAt_id x) (fun x _ _ => hasDerivAt_id x)
  exact ⟨x, h1, h2, by clear hc hf; lin⟩

/-! ## Consequences for the open interval -/

/-- A function with positive derivative inside the interval increases strictly. -/
theorem lt_of_deriv_pos_interior {f f' : R → R} {a b : R} (hab : a < b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x)
    (h0 : ∀ x, a < x → x < b → 0 < f' x) : f a < f b := by
  obtain ⟨x, h1, h2, h⟩ := exists_deriv_eq_slope hab hc hf
  have := mul_pos (h0 x h1 h2) (b := b - a) (by clear hc hf h0; lin)
  clear hc hf h0; lin

/-- A function with negative derivative inside the interval decreases strictly. -/
theorem lt_of_deriv_neg_interior {f f' : R → R} {a b : R} (hab : a < b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x)
    (h0 : ∀ x, a < x → x < b → f' x < 0) : f b < f a := by
  obtain ⟨x, h1, h2, h⟩ := exists_deriv_eq_slope hab hc hf
  have := mul_pos (a := -f' x) (b := b - a) (by have := h0 x h1 h2; clear hc hf h0; lin)
    (by clear hc hf h0; lin)
  clear hc hf h0; lin

/-- A function with nonnegative derivative inside the interval does not decrease. -/
theorem le_of_deriv_nonneg_interior {f f' : R → R} {a b : R} (hab : a ≤ b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x)
    (h0 : ∀ x, a < x → x < b → 0 ≤ f' x) : f a ≤ f b := by
  rcases lt_or_eq_of_le hab with hab | hab
  · obtain ⟨x, h1, h2, h⟩ := exists_deriv_eq_slope hab hc hf
    have := mul_nonneg (h0 x h1 h2) (b := b - a) (by clear hc hf h0; lin)
    clear hc hf h0; lin
  · rw [hab]; exact le_rfl _

/-- The mean value inequality with derivative bounds inside the interval. -/
theorem abs_sub_le_of_deriv_interior {f f' : R → R} {a b M : R} (hab : a ≤ b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f (f' x) x)
    (hM : ∀ x, a < x → x < b → abs (f' x) ≤ M) : abs (f b - f a) ≤ M * (b - a) := by
  rcases lt_or_eq_of_le hab with hab | hab
  · obtain ⟨x, h1, h2, h⟩ := exists_deriv_eq_slope hab hc hf
    have hba : 0 ≤ b - a := by clear hc hf hM; lin
    rw [h, abs_mul, abs_of_nonneg hba]
    exact mul_le_mul_right' hba (hM x h1 h2)
  · rw [hab, abs_sub_self]; clear hc hf hM; lin

/-- A function with zero derivative inside the interval is constant. -/
theorem eq_of_deriv_zero_interior {f : R → R} {a b : R} (hab : a ≤ b)
    (hc : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hf : ∀ x, a < x → x < b → HasDerivAt f 0 x) : f b = f a := by
  have p := abs_sub_le_of_deriv_interior (f' := fun _ => 0) (M := 0) hab hc hf
    fun _ _ _ => by rw [abs_zero]; exact le_rfl 0
  have q := eq_zero_of_abs (le_antisymm (b := 0) (by clear hc hf; lin) (abs_nonneg (f b - f a)))
  clear hc hf; lin

/-! ## Derivatives have the intermediate value property -/

/-- Darboux: a derivative on `[a, b]` takes every value strictly between its values at the ends. -/
theorem exists_deriv_eq_of_between {f f' : R → R} {a b c : R} (hab : a < b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (ha : f' a < c) (hb : c < f' b) :
    ∃ x, a < x ∧ x < b ∧ f' x = c := by
  have hg : ∀ x, a ≤ x → x ≤ b → HasDerivAt (fun y => f y - c * y) (f' x - c) x := fun x h1 h2 =>
    ((hf x h1 h2).sub ((hasDerivAt_id x).const_mul c)).congr_deriv (by clear hf; lin)
  -- the minimum of `f x - c x` is inside
  obtain ⟨x, h1, h2, h⟩ := exists_min_of_continuous (le_of_lt hab) fun x h1 h2 => (hg x h1 h2).continuousAt
  have hd : 0 < b - a := by clear hf hg h; lin
  have l : a < x := by
    rcases lt_or_eq_of_le h1 with l | l
    · exact l
    · subst l
      have := (hg a h1 h2).neg.nonpos_of_right hd fun z h3 h4 => by
        have := h z (le_of_lt h3) (by clear hf hg h; lin)
        clear hf hg h; lin
      clear hf hg h; lin
  have r : x < b := by
    rcases lt_or_eq_of_le h2 with r | r
    · exact r
    · subst r
      have := (hg x h1 h2).neg.nonneg_of_left hd fun y h3 h4 => by
        have := h y (by clear hf hg h; lin) (le_of_lt h3)
        clear hf hg h; lin
      clear hf hg h; lin
  have := (hg x h1 h2).eq_zero_of_min l r h
  exact ⟨x, l, r, by clear hf hg h; lin⟩

end Claims
