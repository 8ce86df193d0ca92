module

public import Claims.Functions.Pi
public import Claims.Analysis.InverseFunction

/-!
# Inverse sine and cosine, polar coordinates

`arcsin` is the inverse of the sine on `[-pi/2, pi/2]` and `arccos` that of the cosine on `[0, pi]`; both have
numbers of `[-1, 1]` as arguments. Every point of the unit circle has an angle, and every point of the plane polar
coordinates.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The inverse sine -/

/-- Every number from minus one to one is a sine. -/
theorem exists_sin_eq {y : R} (h0 : -1 ≤ y) (h1 : y ≤ 1) : ∃ x, -(pi / 2) ≤ x ∧ x ≤ pi / 2 ∧ sin x = y := by
  have h := pi_pos (R := R)
  exact intermediate_value (by lin) (fun x _ _ => continuousAt_sin x)
    (by rw [sin_neg, sin_pi_div_two]; exact h0) (by rw [sin_pi_div_two]; exact h1)

open Classical in
/-- The inverse sine: the number of `[-pi/2, pi/2]` with sine `y`, and `0` when `y` is outside `[-1, 1]`. -/
def arcsin (y : R) : R := if h : -1 ≤ y ∧ y ≤ 1 then (exists_sin_eq h.1 h.2).choose else 0

/-- The defining properties of the inverse sine. -/
theorem arcsin_spec {y : R} (h0 : -1 ≤ y) (h1 : y ≤ 1) :
    -(pi / 2) ≤ arcsin y ∧ arcsin y ≤ pi / 2 ∧ sin (arcsin y) = y := by
  unfold arcsin
  rw [dif_pos ⟨h0, h1⟩]
  exact (exists_sin_eq h0 h1).choose_spec

/-- The sine of the inverse sine. -/
theorem sin_arcsin {y : R} (h0 : -1 ≤ y) (h1 : y ≤ 1) : sin (arcsin y) = y := (arcsin_spec h0 h1).2.2

/-- The inverse sine lies between minus half of pi and half of pi. -/
theorem arcsin_mem (y : R) : -(pi / 2) ≤ arcsin y ∧ arcsin y ≤ pi / 2 := by
  by_cases h : -1 ≤ y ∧ y ≤ 1
  · have k := arcsin_spec h.1 h.2
    exact ⟨k.1, k.2.1⟩
  · have p := pi_pos (R := R)
    unfold arcsin
    rw [dif_neg h]
    constructor <;> lin

/-- The cosine of the inverse sine is nonnegative. -/
theorem cos_arcsin_nonneg (y : R) : 0 ≤ cos (arcsin y) := cos_nonneg (arcsin_mem y).1 (arcsin_mem y).2

/-- The cosine of the inverse sine. -/
theorem cos_arcsin {y : R} (h0 : -1 ≤ y) (h1 : y ≤ 1) : cos (arcsin y) = sqrt (1 - y ^ 2) := by
  have p := sin_sq_add_cos_sq (arcsin y)
  rw [sin_arcsin h0 h1] at p
  rw [← sqrt_sq (cos_arcsin_nonneg y), show cos (arcsin y) ^ 2 = 1 - y ^ 2 by lin]

/-- The sine is injective from minus half of pi to half of pi. -/
theorem sin_injective {x y : R} (hx0 : -(pi / 2) ≤ x) (hx1 : x ≤ pi / 2) (hy0 : -(pi / 2) ≤ y) (hy1 : y ≤ pi / 2)
    (h : sin x = sin y) : x = y :=
  eq_of_strictMono (f := sin) (fun _ _ h0 h h1 => sin_lt_sin h0 h h1) hx0 hx1 hy0 hy1 h

/-- The inverse sine of a sine. -/
theorem arcsin_sin {x : R} (h0 : -(pi / 2) ≤ x) (h1 : x ≤ pi / 2) : arcsin (sin x) = x :=
  sin_injective (arcsin_mem _).1 (arcsin_mem _).2 h0 h1 (sin_arcsin (neg_one_le_sin x) (sin_le_one x))

/-- The inverse sine increases strictly. -/
theorem arcsin_lt_arcsin {x y : R} (h0 : -1 ≤ x) (h : x < y) (h1 : y ≤ 1) : arcsin x < arcsin y := by
  refine lt_of_not_ge fun k => ?_
  have := sin_le_sin (arcsin_mem y).1 k (arcsin_mem x).2
  rw [sin_arcsin h0 (by clear this; lin), sin_arcsin (by clear this; lin) h1] at this
  lin

/-- The inverse sine is odd. -/
theorem arcsin_neg {y : R} (h0 : -1 ≤ y) (h1 : y ≤ 1) : arcsin (-y) = -arcsin y := by
  have m := arcsin_mem y
  have e := arcsin_sin (x := -arcsin y) (by lin) (by lin)
  rw [sin_neg, sin_arcsin h0 h1] at e
  exact e

/-- The inverse sine of zero. -/
theorem arcsin_zero : arcsin (0 : R) = 0 := by
  have p := pi_pos (R := R)
  have e := arcsin_sin (x := (0 : R)) (by lin) (by lin)
  rw [sin_zero] at e
  exact e

/-- The inverse sine of one. -/
theorem arcsin_one : arcsin (1 : R) = pi / 2 := by
  have p := pi_pos (R := R)
  have e := arcsin_sin (x := (pi / 2 : R)) (by lin) (by lin)
  rw [sin_pi_div_two] at e
  exact e

/-- The inverse sine is continuous strictly between minus one and one. -/
theorem continuousAt_arcsin {y : R} (h0 : -1 < y) (h1 : y < 1) : ContinuousAt arcsin y := by
  have e0 : sin (-(pi / 2) : R) = -1 := by rw [sin_neg, sin_pi_div_two]
  refine continuousAt_of_inverse_on (f := sin) (a := -(pi / 2)) (b := pi / 2)
    (fun _ _ h0 h h1 => sin_lt_sin h0 h h1) (fun z hz hz' => ?_) (by rw [e0]; exact h0)
    (by rw [sin_pi_div_two]; exact h1)
  rw [e0] at hz
  rw [sin_pi_div_two] at hz'
  exact arcsin_spec hz hz'

/-- The derivative of the inverse sine strictly between minus one and one. -/
theorem hasDerivAt_arcsin {y : R} (h0 : -1 < y) (h1 : y < 1) : HasDerivAt arcsin (sqrt (1 - y ^ 2))⁻¹ y := by
  obtain ⟨δ, hδ, d0, d1⟩ := exists_pos_le (a := y + 1) (b := 1 - y) (by lin) (by lin)
  have hp : 0 < sqrt (1 - y ^ 2) := by
    have := mul_pos (a := 1 - y) (b := 1 + y) (by lin) (by lin)
    exact sqrt_pos (by lin)
  rw [← cos_arcsin (le_of_lt h0) (le_of_lt h1)] at *
  refine (hasDerivAt_sin (arcsin y)).of_inverse (ne_of_gt hp) (continuousAt_arcsin h0 h1) hδ fun z hz => ?_
  have k := abs_lt.1 hz
  exact sin_arcsin (by lin) (by lin)

/-! ## The inverse cosine -/

/-- The inverse cosine: the number of `[0, pi]` with cosine `x`, for `x` in `[-1, 1]`. -/
def arccos (x : R) : R := pi / 2 - arcsin x

/-- The inverse cosine is nonnegative. -/
theorem arccos_nonneg (x : R) : 0 ≤ arccos x := by
  have := arcsin_mem x
  unfold arccos; lin

/-- The inverse cosine is at most pi. -/
theorem arccos_le_pi (x : R) : arccos x ≤ pi := by
  have := arcsin_mem x
  unfold arccos; lin

/-- The cosine of the inverse cosine. -/
theorem cos_arccos {x : R} (h0 : -1 ≤ x) (h1 : x ≤ 1) : cos (arccos x) = x := by
  unfold arccos; rw [cos_pi_div_two_sub, sin_arcsin h0 h1]

/-- The sine of the inverse cosine. -/
theorem sin_arccos {x : R} (h0 : -1 ≤ x) (h1 : x ≤ 1) : sin (arccos x) = sqrt (1 - x ^ 2) := by
  unfold arccos; rw [sin_pi_div_two_sub, cos_arcsin h0 h1]

/-- The sine of the inverse cosine is nonnegative. -/
theorem sin_arccos_nonneg (x : R) : 0 ≤ sin (arccos x) := sin_nonneg (arccos_nonneg x) (arccos_le_pi x)

/-- The inverse cosine of a cosine. -/
theorem arccos_cos {x : R} (h0 : 0 ≤ x) (h1 : x ≤ pi) : arccos (cos x) = x :=
  cos_injective (arccos_nonneg _) (arccos_le_pi _) h0 h1 (cos_arccos (neg_one_le_cos x) (cos_le_one x))

/-- The inverse cosine decreases strictly. -/
theorem arccos_lt_arccos {x y : R} (h0 : -1 ≤ x) (h : x < y) (h1 : y ≤ 1) : arccos y < arccos x := by
  have := arcsin_lt_arcsin h0 h h1
  unfold arccos; lin

/-- The inverse cosine decreases. -/
theorem arccos_le_arccos {x y : R} (h0 : -1 ≤ x) (h : x ≤ y) (h1 : y ≤ 1) : arccos y ≤ arccos x := by
  rcases lt_or_eq_of_le h with k | k
  · exact le_of_lt (arccos_lt_arccos h0 k h1)
  · rw [k]; exact le_rfl _

/-- The inverse cosine of an opposite number is the supplement. -/
theorem arccos_neg {x : R} (h0 : -1 ≤ x) (h1 : x ≤ 1) : arccos (-x) = pi - arccos x := by
  unfold arccos; rw [arcsin_neg h0 h1]; lin

/-- The inverse cosine of zero. -/
theorem arccos_zero : arccos (0 : R) = pi / 2 := by unfold arccos; rw [arcsin_zero]; lin

/-- The inverse cosine of one. -/
theorem arccos_one : arccos (1 : R) = 0 := by unfold arccos; rw [arcsin_one]; lin

/-- The inverse cosine of minus one. -/
theorem arccos_neg_one : arccos (-1 : R) = pi := by
  rw [arccos_neg (by lin) (le_rfl 1), arccos_one]; lin

/-- The inverse cosine is continuous strictly between minus one and one. -/
theorem continuousAt_arccos {x : R} (h0 : -1 < x) (h1 : x < 1) : ContinuousAt arccos x :=
  (continuousAt_const (pi / 2) x).sub (continuousAt_arcsin h0 h1)

/-- The derivative of the inverse cosine strictly between minus one and one. -/
theorem hasDerivAt_arccos {x : R} (h0 : -1 < x) (h1 : x < 1) : HasDerivAt arccos (-(sqrt (1 - x ^ 2))⁻¹) x :=
  ((hasDerivAt_const (pi / 2) x).sub (hasDerivAt_arcsin h0 h1)).congr_deriv (by lin)

/-! ## Polar coordinates -/

/-- Every point of the unit circle has an angle between `-pi` and `pi`. -/
theorem exists_angle_mem {a b : R} (h : a ^ 2 + b ^ 2 = 1) : ∃ θ, -pi < θ ∧ θ ≤ pi ∧ a = cos θ ∧ b = sin θ := by
  have hb := sq_nonneg b
  have ha := abs_le.1 (abs_le_of_sq_le (x := a) (a := 1) (by lin) (by lin))
  have hc := cos_arccos ha.1 ha.2
  have p := sin_sq_add_cos_sq (arccos a)
  have h0 := arccos_nonneg a
  have h1 := arccos_le_pi a
  have hs := sin_arccos_nonneg a
  have hpi := pi_pos (R := R)
  rw [hc] at p
  rcases lt_or_ge b 0 with k | k
  · have e : sin (arccos a) = -b := eq_of_sq_eq_sq hs (by lin) (by lin)
    refine ⟨-arccos a, ?_, by lin, by rw [cos_neg, hc], by rw [sin_neg, e]; lin⟩
    refine lt_of_not_ge fun l => ?_
    have l' : arccos a = pi := by lin
    rw [l', sin_pi] at e
    lin
  · have e : sin (arccos a) = b := eq_of_sq_eq_sq hs k (by lin)
    exact ⟨arccos a, by lin, h1, hc.symm, e.symm⟩

/-- Every point of the unit circle has an angle. -/
theorem exists_angle {a b : R} (h : a ^ 2 + b ^ 2 = 1) : ∃ θ, a = cos θ ∧ b = sin θ := by
  obtain ⟨θ, _, _, h1, h2⟩ := exists_angle_mem h
  exact ⟨θ, h1, h2⟩

/-- Every point of the plane has polar coordinates. -/
theorem exists_polar (a b : R) : ∃ θ, a = sqrt (a ^ 2 + b ^ 2) * cos θ ∧ b = sqrt (a ^ 2 + b ^ 2) * sin θ := by
  have ha := sq_nonneg a
  have hb := sq_nonneg b
  have hs := sq_sqrt (a := a ^ 2 + b ^ 2) (by lin)
  generalize sqrt (a ^ 2 + b ^ 2) = r at *
  by_cases hr : r = 0
  · have ea := eq_zero_of_sq (a := a) (by rw [hr] at hs; lin)
    have eb := eq_zero_of_sq (a := b) (by rw [hr] at hs; lin)
    exact ⟨0, by rw [ea, hr]; clear ha hb hs hr ea eb; lin, by rw [eb, hr]; clear ha hb hs hr ea eb; lin⟩
  · have e1 := mul_div_cancel (a := a) hr
    have e2 := mul_div_cancel (a := b) hr
    have e3 := mul_inv_cancel hr
    obtain ⟨θ, h1, h2⟩ := exists_angle (a := a / r) (b := b / r) (by clear e1 e2 ha hb; lin)
    exact ⟨θ, by rw [← h1, e1], by rw [← h2, e2]⟩

end Claims
