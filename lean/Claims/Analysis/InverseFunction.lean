module

public import Claims.Analysis.Monotone
public import Claims.Analysis.IntermediateValue

/-!
# Inverse functions

The inverse of a strictly increasing function is continuous, and the inverse of a differentiable function
has the derivative `1 / f'`. On an interval where the derivative is positive the inverse exists.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Continuity -/

/-- A right inverse `g` of a function `f` that increases strictly on the set `I` is continuous at `y` when it
takes values in `I` near `y`, and `I` contains a neighbourhood of `g y`. -/
theorem continuousAt_of_inverse {f g : R → R} {y η δ : R} {I : R → Prop}
    (hmono : ∀ s t, I s → I t → s < t → f s < f t) (hη : 0 < η) (hI : ∀ x, abs (x - g y) < η → I x)
    (hδ : 0 < δ) (hg : ∀ z, abs (z - y) < δ → I (g z) ∧ f (g z) = z) : ContinuousAt g y := by
  intro ε hε
  obtain ⟨e, he, l₁, l₂⟩ := exists_pos_le hε (half_pos hη)
  have hy := (hg y (by rw [abs_sub_self]; exact hδ))
  -- two points of `I` on either side of `g y`, within `ε`
  have hl : I (g y - e) := hI _ (by
    rw [abs_of_nonpos (by clear hmono hI hg hy; lin)]; clear hmono hI hg hy; lin)
  have hr : I (g y + e) := hI _ (by
    rw [abs_of_nonneg (by clear hmono hI hg hy; lin)]; clear hmono hI hg hy; lin)
  have ml := hmono _ _ hl hy.1 (by clear hmono hI hg hy; lin)
  have mr := hmono _ _ hy.1 hr (by clear hmono hI hg hy; lin)
  rw [hy.2] at ml mr
  obtain ⟨c, hc, c₁, c₂⟩ := exists_pos_le (a := y - f (g y - e)) (b := f (g y + e) - y)
    (by clear hmono hI hg hy; lin) (by clear hmono hI hg hy; lin)
  obtain ⟨d, hd, d₁, d₂⟩ := exists_pos_le hδ hc
  refine ⟨d, hd, fun z hz => ?_⟩
  have hz' := abs_lt.1 hz
  obtain ⟨hzI, hzf⟩ := hg z (lt_of_lt_of_le hz d₁)
  refine abs_lt.2 ⟨?_, ?_⟩
  · rcases lt_or_ge (g y - e) (g z) with h | h
    · clear hmono hI hg; lin
    · have : f (g z) ≤ f (g y - e) := by
        rcases lt_or_eq_of_le h with h | h
        · exact le_of_lt (hmono _ _ hzI hl h)
        · rw [h]; exact le_rfl _
      clear hmono hI hg; lin
  · rcases lt_or_ge (g z) (g y + e) with h | h
    · clear hmono hI hg; lin
    · have : f (g y + e) ≤ f (g z) := by
        rcases lt_or_eq_of_le h with h | h
        · exact le_of_lt (hmono _ _ hr hzI h)
        · rw [h]; exact le_rfl _
      clear hmono hI hg; lin

/-- A right inverse of a function that increases strictly everywhere is continuous. -/
theorem continuousAt_of_inverse_of_strictMono {f g : R → R} {y δ : R} (hmono : ∀ s t, s < t → f s < f t)
    (hδ : 0 < δ) (hg : ∀ z, abs (z - y) < δ → f (g z) = z) : ContinuousAt g y :=
  continuousAt_of_inverse (I := fun _ => True) (fun s t _ _ h => hmono s t h) zero_lt_one
    (fun _ _ => True.intro) hδ fun z hz => ⟨True.intro, hg z hz⟩

/-- A right inverse, with values in `[a, b]`, of a function that increases strictly on `[a, b]` is continuous
strictly between `f a` and `f b`. -/
theorem continuousAt_of_inverse_on {f g : R → R} {a b y : R}
    (hmono : ∀ s t, a ≤ s → s < t → t ≤ b → f s < f t)
    (hg : ∀ z, f a ≤ z → z ≤ f b → a ≤ g z ∧ g z ≤ b ∧ f (g z) = z) (ha : f a < y) (hb : y < f b) :
    ContinuousAt g y := by
  obtain ⟨h1, h2, h3⟩ := hg y (le_of_lt ha) (le_of_lt hb)
  have l : a < g y := by
    rcases lt_or_eq_of_le h1 with h | h
    · exact h
    · rw [← h] at h3; clear hmono hg; lin
  have r : g y < b := by
    rcases lt_or_eq_of_le h2 with h | h
    · exact h
    · rw [h] at h3; clear hmono hg; lin
  obtain ⟨η, hη, e₁, e₂⟩ := exists_pos_le (a := g y - a) (b := b - g y) (by clear hmono hg; lin)
    (by clear hmono hg; lin)
  obtain ⟨δ, hδ, d₁, d₂⟩ := exists_pos_le (a := y - f a) (b := f b - y) (by clear hmono hg; lin)
    (by clear hmono hg; lin)
  refine continuousAt_of_inverse (I := fun x => a ≤ x ∧ x ≤ b) (fun s t hs ht h => hmono s t hs.1 h ht.2) hη
    (fun x hx => ?_) hδ fun z hz => ?_
  · have := abs_lt.1 hx
    clear hmono hg; constructor <;> lin
  · have := abs_lt.1 hz
    obtain ⟨k1, k2, k3⟩ := hg z (by clear hmono hg; lin) (by clear hmono hg; lin)
    exact ⟨⟨k1, k2⟩, k3⟩

/-! ## Derivative -/

/-- The derivative of a right inverse: if `f` has a nonzero derivative at `g y`, `g` is continuous at `y`, and
`f (g z) = z` near `y`, then `g` has at `y` the inverse of that derivative. -/
theorem HasDerivAt.of_inverse {f g : R → R} {f' y δ : R} (hf : HasDerivAt f f' (g y)) (h0 : f' ≠ 0)
    (hg : ContinuousAt g y) (hδ : 0 < δ) (hfg : ∀ z, abs (z - y) < δ → f (g z) = z) :
    HasDerivAt g f'⁻¹ y := by
  intro ε hε
  have hA := abs_pos h0
  obtain ⟨η, hη, e₁, e₂⟩ := exists_pos_le (half_pos hA) (half_pos (mul_pos hε (mul_pos hA hA)))
  obtain ⟨δ₁, h₁, k⟩ := hf η hη
  obtain ⟨δ₂, h₂, c⟩ := hg δ₁ h₁
  obtain ⟨δ₃, h₃, l₁, l₂⟩ := exists_pos_le hδ h₂
  refine ⟨δ₃, h₃, fun z hz => ?_⟩
  -- with `A = abs f'`, `u` the increment of `g`, `v` that of the argument and `r` the remainder of `f`
  have p := k (g z) (c z (lt_of_lt_of_le hz l₂))
  rw [hfg z (lt_of_lt_of_le hz l₁), hfg y (by rw [abs_sub_self]; exact hδ)] at p
  have e := mul_inv_cancel h0
  have eq : abs f' * abs (g z - g y - f'⁻¹ * (z - y)) = abs (z - y - f' * (g z - g y)) := by
    rw [← abs_mul, ← abs_neg]
    exact congrArg abs (by clear hf hg hfg k c; lin)
  have t : abs f' * abs (g z - g y) ≤ abs (z - y) + abs (z - y - f' * (g z - g y)) := by
    have q := abs_sub_le (z - y) (z - y - f' * (g z - g y))
    rw [show z - y - (z - y - f' * (g z - g y)) = f' * (g z - g y) by clear hf hg hfg k c; lin, abs_mul] at q
    exact q
  have hv := abs_nonneg (z - y)
  have hu := abs_nonneg (g z - g y)
  clear hf hg hfg k c hz e
  generalize abs (g z - g y - f'⁻¹ * (z - y)) = s at *
  generalize abs (z - y - f' * (g z - g y)) = r at *
  generalize abs (g z - g y) = u at *
  generalize abs (z - y) = v at *
  generalize abs f' = A at *
  have q1 := mul_le_mul_right' hu e₁
  have q2 := mul_le_mul_right' hv e₂
  -- `A u ≤ 2 v`, hence `A (A s) = A r ≤ η A u ≤ 2 η v ≤ ε A² v`
  have q3 : A * u ≤ 2 * v := by lin
  have q4 := mul_le_mul_left' (le_of_lt hη) q3
  have q5 := mul_le_mul_left' (le_of_lt hA) p
  refine le_of_mul_le_mul_left (mul_pos hA hA) ?_
  have q6 : A * A * s = A * r := by rw [← eq]; lin
  rw [q6]
  lin

/-! ## Existence -/

/-- A strictly increasing continuous function on `[a, b]` has an inverse from `[f a, f b]`. -/
theorem exists_inverse_of_strictMono {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hmono : ∀ s t, a ≤ s → s < t → t ≤ b → f s < f t) :
    ∃ g : R → R, (∀ y, f a ≤ y → y ≤ f b → a ≤ g y ∧ g y ≤ b ∧ f (g y) = y) ∧
      (∀ x, a ≤ x → x ≤ b → g (f x) = x) ∧ ∀ y, f a < y → y < f b → ContinuousAt g y := by
  have h : ∀ y, ∃ x, f a ≤ y → y ≤ f b → a ≤ x ∧ x ≤ b ∧ f x = y := fun y => by
    by_cases hy : f a ≤ y ∧ y ≤ f b
    · obtain ⟨x, hx⟩ := intermediate_value hab hf hy.1 hy.2
      exact ⟨x, fun _ _ => hx⟩
    · exact ⟨a, fun h1 h2 => absurd ⟨h1, h2⟩ hy⟩
  have hg : ∀ y, f a ≤ y → y ≤ f b → a ≤ (h y).choose ∧ (h y).choose ≤ b ∧ f (h y).choose = y :=
    fun y => (h y).choose_spec
  refine ⟨fun y => (h y).choose, hg, fun x h1 h2 => ?_, fun y h1 h2 => ?_⟩
  · obtain ⟨k1, k2, k3⟩ := hg (f x) (le_of_strictMono hmono (le_rfl a) h1 h2)
      (le_of_strictMono hmono h1 h2 (le_rfl b))
    exact eq_of_strictMono hmono k1 k2 h1 h2 k3
  · exact continuousAt_of_inverse_on (g := fun y => (h y).choose) hmono hg h1 h2

/-- A function with positive derivative on `[a, b]` has an inverse from `[f a, f b]`, whose derivative is the
inverse of the derivative. -/
theorem exists_inverse_of_deriv_pos {f f' : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (h0 : ∀ x, a ≤ x → x ≤ b → 0 < f' x) :
    ∃ g : R → R, (∀ y, f a ≤ y → y ≤ f b → a ≤ g y ∧ g y ≤ b ∧ f (g y) = y) ∧
      (∀ x, a ≤ x → x ≤ b → g (f x) = x) ∧ ∀ y, f a < y → y < f b → HasDerivAt g (f' (g y))⁻¹ y := by
  obtain ⟨g, hg, hgf, hc⟩ := exists_inverse_of_strictMono hab (fun x h1 h2 => (hf x h1 h2).continuousAt)
    fun s t hs hst ht => lt_of_deriv_pos hst
      (fun x h1 h2 => hf x (le_trans hs h1) (le_trans h2 ht))
      fun x h1 h2 => h0 x (le_trans hs h1) (le_trans h2 ht)
  refine ⟨g, hg, hgf, fun y h1 h2 => ?_⟩
  obtain ⟨k1, k2, _⟩ := hg y (le_of_lt h1) (le_of_lt h2)
  obtain ⟨δ, hδ, d₁, d₂⟩ := exists_pos_le (a := y - f a) (b := f b - y) (by clear hf h0 hg hgf hc; lin)
    (by clear hf h0 hg hgf hc; lin)
  refine (hf _ k1 k2).of_inverse (ne_of_gt (h0 _ k1 k2)) (hc y h1 h2) hδ fun z hz => ?_
  have := abs_lt.1 hz
  exact (hg z (by clear hf h0 hg hgf hc; lin) (by clear hf h0 hg hgf hc; lin)).2.2

end Claims
