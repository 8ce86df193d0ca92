module

public import Claims.Analysis.Limit

/-!
# Rules of continuity

Continuity of opposites, differences, quotients, compositions, absolute values, square roots, and of the
larger and the smaller of two functions; and what a value at a point says about the values near it.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Near a point -/

/-- Continuity is a local notion. -/
theorem ContinuousAt.congr_near {f g : R → R} {x δ₀ : R} (h : ContinuousAt f x) (hδ₀ : 0 < δ₀)
    (e : ∀ y, abs (y - x) < δ₀ → g y = f y) : ContinuousAt g x := by
  intro ε hε
  obtain ⟨δ₁, h₁, h⟩ := h ε hε
  obtain ⟨δ, hδ, l₀, l₁⟩ := exists_pos_le hδ₀ h₁
  refine ⟨δ, hδ, fun y hy => ?_⟩
  rw [e y (lt_of_lt_of_le hy l₀), e x (by rw [abs_sub_self]; exact hδ₀)]
  exact h y (lt_of_lt_of_le hy l₁)

/-- A function that is below `c` at a point where it is continuous is below `c` near the point. -/
theorem ContinuousAt.lt_near {f : R → R} {x c : R} (hf : ContinuousAt f x) (h : f x < c) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → f y < c := by
  obtain ⟨δ, hδ, k⟩ := hf (c - f x) (by clear hf; lin)
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have := (abs_lt.1 (k y hy)).2
  clear hf k; lin

/-- A function that is above `c` at a point where it is continuous is above `c` near the point. -/
theorem ContinuousAt.gt_near {f : R → R} {x c : R} (hf : ContinuousAt f x) (h : c < f x) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → c < f y := by
  obtain ⟨δ, hδ, k⟩ := hf (f x - c) (by clear hf; lin)
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have := (abs_lt.1 (k y hy)).1
  clear hf k; lin

/-- A function that is positive at a point where it is continuous is positive near the point. -/
theorem ContinuousAt.pos_near {f : R → R} {x : R} (hf : ContinuousAt f x) (h : 0 < f x) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → 0 < f y := hf.gt_near h

/-- A function that is not zero at a point where it is continuous is not zero near the point. -/
theorem ContinuousAt.ne_zero_near {f : R → R} {x : R} (hf : ContinuousAt f x) (h : f x ≠ 0) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → f y ≠ 0 := by
  rcases lt_or_ge (f x) 0 with h0 | h0
  · obtain ⟨δ, hδ, k⟩ := hf.lt_near h0
    exact ⟨δ, hδ, fun y hy => ne_of_lt (k y hy)⟩
  · obtain ⟨δ, hδ, k⟩ := hf.gt_near (c := 0) (by clear hf; lin)
    exact ⟨δ, hδ, fun y hy => ne_of_gt (k y hy)⟩

/-! ## Algebra -/

/-- The composition of continuous functions is continuous. -/
theorem ContinuousAt.comp {f g : R → R} {x : R} (hg : ContinuousAt g (f x)) (hf : ContinuousAt f x) :
    ContinuousAt (fun y => g (f y)) x := by
  intro ε hε
  obtain ⟨η, hη, h⟩ := hg ε hε
  obtain ⟨δ, hδ, k⟩ := hf η hη
  exact ⟨δ, hδ, fun y hy => h (f y) (k y hy)⟩

/-- A constant multiple of a continuous function is continuous. -/
theorem ContinuousAt.const_mul {f : R → R} {x : R} (c : R) (hf : ContinuousAt f x) :
    ContinuousAt (fun y => c * f y) x := (continuousAt_const c x).mul hf

/-- A constant multiple of a continuous function is continuous, the constant on the right. -/
theorem ContinuousAt.mul_const {f : R → R} {x : R} (hf : ContinuousAt f x) (c : R) :
    ContinuousAt (fun y => f y * c) x := hf.mul (continuousAt_const c x)

/-- The opposite of a continuous function is continuous. -/
theorem ContinuousAt.neg {f : R → R} {x : R} (hf : ContinuousAt f x) : ContinuousAt (fun y => -f y) x :=
  (hf.const_mul (-1)).congr fun y => by clear hf; lin

/-- The difference of continuous functions is continuous. -/
theorem ContinuousAt.sub {f g : R → R} {x : R} (hf : ContinuousAt f x) (hg : ContinuousAt g x) :
    ContinuousAt (fun y => f y - g y) x :=
  (hf.add hg.neg).congr fun y => by clear hf hg; lin

/-- Powers of a continuous function are continuous. -/
theorem ContinuousAt.pow {f : R → R} {x : R} (hf : ContinuousAt f x) (k : Nat) :
    ContinuousAt (fun y => f y ^ k) x := by
  induction k with
  | zero => exact (continuousAt_const 1 x).congr fun y => Semiring.pow_zero _
  | succ k ih => exact (ih.mul hf).congr fun y => Semiring.pow_succ _ _

/-- The inverse of a continuous function is continuous where the function is not zero. -/
theorem ContinuousAt.inv {f : R → R} {x : R} (hf : ContinuousAt f x) (h0 : f x ≠ 0) :
    ContinuousAt (fun y => (f y)⁻¹) x := (hasDerivAt_inv h0).continuousAt.comp hf

/-- The quotient of continuous functions is continuous where the divisor is not zero. -/
theorem ContinuousAt.div {f g : R → R} {x : R} (hf : ContinuousAt f x) (hg : ContinuousAt g x)
    (h0 : g x ≠ 0) : ContinuousAt (fun y => f y / g y) x :=
  (hf.mul (hg.inv h0)).congr fun _ => div_eq_mul_inv _ _

/-! ## Absolute value and square root -/

/-- The absolute value is continuous. -/
theorem continuousAt_abs (x : R) : ContinuousAt abs x :=
  fun ε hε => ⟨ε, hε, fun _ hy => lt_of_le_of_lt (abs_abs_sub_le _ _) hy⟩

/-- The absolute value of a continuous function is continuous. -/
theorem ContinuousAt.abs_comp {f : R → R} {x : R} (hf : ContinuousAt f x) :
    ContinuousAt (fun y => abs (f y)) x := (continuousAt_abs (f x)).comp hf

/-- The square root of a negative number is zero, by convention. -/
theorem sqrt_of_neg {a : R} (h : a < 0) : sqrt a = 0 := by
  unfold sqrt; rw [dif_neg (by lin)]

/-- The square of the distance of two roots is at most the distance of the numbers. -/
theorem sq_sqrt_sub_le (a b : R) : (sqrt a - sqrt b) ^ 2 ≤ abs (a - b) := by
  -- for the smaller number first
  have key : ∀ c d : R, c ≤ d → (sqrt c - sqrt d) ^ 2 ≤ d - c := fun c d hcd => by
    have hd := sqrt_nonneg d
    rcases lt_or_ge c 0 with hc | hc
    · rw [sqrt_of_neg hc]
      rcases lt_or_ge d 0 with hd0 | hd0
      · rw [sqrt_of_neg hd0]; lin
      · have := sq_sqrt hd0; lin
    · have p := sqrt_nonneg c
      have q := sqrt_le_sqrt hc hcd
      have r := mul_nonneg p (b := sqrt d - sqrt c) (by lin)
      have e := sq_sqrt hc
      have e' := sq_sqrt (le_trans hc hcd)
      lin
  rcases le_total a b with h | h
  · have p := key a b h
    rw [abs_of_nonpos (by clear key; lin)]; clear key; lin
  · have p := key b a h
    rw [abs_of_nonneg (by clear key; lin)]; clear key; lin

/-- The square root is continuous, also at zero. -/
theorem continuousAt_sqrt (x : R) : ContinuousAt sqrt x := by
  intro ε hε
  refine ⟨ε ^ 2, sq_pos (ne_of_gt hε), fun y hy => ?_⟩
  refine lt_of_sq_lt_sq (le_of_lt hε) ?_
  rw [abs_sq]
  exact lt_of_le_of_lt (sq_sqrt_sub_le y x) hy

/-- The square root of a continuous function is continuous. -/
theorem ContinuousAt.sqrt {f : R → R} {x : R} (hf : ContinuousAt f x) :
    ContinuousAt (fun y => Claims.sqrt (f y)) x := (continuousAt_sqrt (f x)).comp hf

/-! ## The larger and the smaller of two numbers -/

open Classical in
/-- The larger of two numbers. -/
noncomputable def larger (a b : R) : R := if a ≤ b then b else a

open Classical in
/-- The smaller of two numbers. -/
noncomputable def smaller (a b : R) : R := if a ≤ b then a else b

/-- The larger of two numbers is one of them. -/
theorem larger_cases (a b : R) : (a ≤ b ∧ larger a b = b) ∨ (b < a ∧ larger a b = a) := by
  unfold larger
  by_cases h : a ≤ b
  · exact Or.inl ⟨h, if_pos h⟩
  · exact Or.inr ⟨lt_of_not_ge h, if_neg h⟩

/-- The smaller of two numbers is one of them. -/
theorem smaller_cases (a b : R) : (a ≤ b ∧ smaller a b = a) ∨ (b < a ∧ smaller a b = b) := by
  unfold smaller
  by_cases h : a ≤ b
  · exact Or.inl ⟨h, if_pos h⟩
  · exact Or.inr ⟨lt_of_not_ge h, if_neg h⟩

/-- The first number is at most the larger one. -/
theorem le_larger_left (a b : R) : a ≤ larger a b := by have := larger_cases a b; lin

/-- The second number is at most the larger one. -/
theorem le_larger_right (a b : R) : b ≤ larger a b := by have := larger_cases a b; lin

/-- The smaller number is at most the first one. -/
theorem smaller_le_left (a b : R) : smaller a b ≤ a := by have := smaller_cases a b; lin

/-- The smaller number is at most the second one. -/
theorem smaller_le_right (a b : R) : smaller a b ≤ b := by have := smaller_cases a b; lin

/-- The larger of two numbers is at most a common upper bound. -/
theorem larger_le {a b c : R} (ha : a ≤ c) (hb : b ≤ c) : larger a b ≤ c := by
  have := larger_cases a b; lin

/-- The smaller of two numbers is at least a common lower bound. -/
theorem le_smaller {a b c : R} (ha : c ≤ a) (hb : c ≤ b) : c ≤ smaller a b := by
  have := smaller_cases a b; lin

/-- The larger of two numbers, by their mean and their distance. -/
theorem larger_eq (a b : R) : larger a b = 1 / 2 * (a + b + abs (a - b)) := by
  have := larger_cases a b; have := abs_cases (a - b); lin

/-- The smaller of two numbers, by their mean and their distance. -/
theorem smaller_eq (a b : R) : smaller a b = 1 / 2 * (a + b - abs (a - b)) := by
  have := smaller_cases a b; have := abs_cases (a - b); lin

/-- The larger of two continuous functions is continuous. -/
theorem ContinuousAt.larger {f g : R → R} {x : R} (hf : ContinuousAt f x) (hg : ContinuousAt g x) :
    ContinuousAt (fun y => Claims.larger (f y) (g y)) x :=
  (((hf.add hg).add (hf.sub hg).abs_comp).const_mul (1 / 2)).congr fun y => larger_eq (f y) (g y)

/-- The smaller of two continuous functions is continuous. -/
theorem ContinuousAt.smaller {f g : R → R} {x : R} (hf : ContinuousAt f x) (hg : ContinuousAt g x) :
    ContinuousAt (fun y => Claims.smaller (f y) (g y)) x :=
  (((hf.add hg).sub (hf.sub hg).abs_comp).const_mul (1 / 2)).congr fun y => smaller_eq (f y) (g y)

end Claims
