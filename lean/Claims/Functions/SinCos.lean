module

public import Claims.Functions.SinCosConstruction

/-!
# Sine and cosine

`sin` and `cos` are the functions with `sin' = cos`, `cos' = -sin`, `sin 0 = 0` and `cos 0 = 1`. Everything else
follows from these: Pythagoras, parity, the addition laws, the elementary bounds, and that every solution of
`s' = c`, `c' = -s` is a combination of the two.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The sine. -/
def sin : R → R := exists_sinCos.choose

/-- The cosine. -/
def cos : R → R := exists_sinCos.choose_spec.choose

/-! ## Values at zero, derivatives -/

/-- The sine vanishes at zero. -/
theorem sin_zero : sin (0 : R) = 0 := exists_sinCos.choose_spec.choose_spec.1

/-- The cosine is one at zero. -/
theorem cos_zero : cos (0 : R) = 1 := exists_sinCos.choose_spec.choose_spec.2.1

/-- The derivative of the sine is the cosine. -/
theorem hasDerivAt_sin (x : R) : HasDerivAt sin (cos x) x := exists_sinCos.choose_spec.choose_spec.2.2.1 x

/-- The derivative of the cosine is minus the sine. -/
theorem hasDerivAt_cos (x : R) : HasDerivAt cos (-sin x) x := exists_sinCos.choose_spec.choose_spec.2.2.2 x

/-- The derivative of the sine of a function. -/
theorem HasDerivAt.sin {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => Claims.sin (f y)) (Claims.cos (f x) * f') x :=
  (hasDerivAt_sin (f x)).comp hf

/-- The derivative of the cosine of a function. -/
theorem HasDerivAt.cos {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => Claims.cos (f y)) (-Claims.sin (f x) * f') x :=
  (hasDerivAt_cos (f x)).comp hf

/-- The sine is continuous. -/
theorem continuousAt_sin (x : R) : ContinuousAt sin x := (hasDerivAt_sin x).continuousAt

/-- The cosine is continuous. -/
theorem continuousAt_cos (x : R) : ContinuousAt cos x := (hasDerivAt_cos x).continuousAt

/-! ## Pythagoras and uniqueness -/

/-- Pythagoras: the squares of sine and cosine sum to one. -/
theorem sin_sq_add_cos_sq (x : R) : sin x ^ 2 + cos x ^ 2 = 1 := by
  have h : ∀ t : R, HasDerivAt (fun y => sin y ^ 2 + cos y ^ 2) 0 t := fun t =>
    ((hasDerivAt_sin t).sq.add (hasDerivAt_cos t).sq).congr_deriv (by lin)
  have k : sin x ^ 2 + cos x ^ 2 = sin 0 ^ 2 + cos 0 ^ 2 := eq_of_hasDerivAt_zero h x 0
  rw [k, sin_zero, cos_zero]; clear h k; lin

/-- Pythagoras, cosine first. -/
theorem cos_sq_add_sin_sq (x : R) : cos x ^ 2 + sin x ^ 2 = 1 := by
  have := sin_sq_add_cos_sq x; lin

/-- Uniqueness: functions with `s' = c` and `c' = -s` are the combinations of sine and cosine that their values at
zero determine. -/
theorem sinCos_unique {s c : R → R} (hs : ∀ t, HasDerivAt s (c t) t) (hc : ∀ t, HasDerivAt c (-s t) t) (x : R) :
    s x = s 0 * cos x + c 0 * sin x ∧ c x = c 0 * cos x - s 0 * sin x := by
  have d1 : ∀ t, HasDerivAt (fun y => s y * cos y - c y * sin y) 0 t := fun t =>
    (((hs t).mul (hasDerivAt_cos t)).sub ((hc t).mul (hasDerivAt_sin t))).congr_deriv (by clear hs hc; lin)
  have d2 : ∀ t, HasDerivAt (fun y => s y * sin y + c y * cos y) 0 t := fun t =>
    (((hs t).mul (hasDerivAt_sin t)).add ((hc t).mul (hasDerivAt_cos t))).congr_deriv (by clear hs hc; lin)
  have k1 : s x * cos x - c x * sin x = s 0 * cos 0 - c 0 * sin 0 := eq_of_hasDerivAt_zero d1 x 0
  have k2 : s x * sin x + c x * cos x = s 0 * sin 0 + c 0 * cos 0 := eq_of_hasDerivAt_zero d2 x 0
  rw [sin_zero, cos_zero] at k1 k2
  have p := sin_sq_add_cos_sq x
  clear hs hc d1 d2
  constructor <;> lin

/-- Sine and cosine are the sums of their power series. -/
theorem hasSum_sin_cos (x : R) : HasSum (fun k => sinCoeff k * expTerm k x) (sin x) ∧
    HasSum (fun k => sinCoeff (k + 1) * expTerm k x) (cos x) := by
  obtain ⟨s, c, s0, c0, hs, hc, h1, h2⟩ := exists_sinCos_series (R := R)
  have k := sinCos_unique hs hc x
  rw [s0, c0] at k
  have e1 : sin x = s x := by rw [k.1]; clear s0 c0 hs hc h1 h2 k; lin
  have e2 : cos x = c x := by rw [k.2]; clear s0 c0 hs hc h1 h2 k e1; lin
  rw [e1, e2]
  exact ⟨(h1 (abs x)).tendsTo (neg_abs_le x) (le_abs_self x), (h2 (abs x)).tendsTo (neg_abs_le x) (le_abs_self x)⟩

/-! ## Addition laws -/

/-- The sine of a sum, together with the cosine of a sum. -/
theorem sinCos_add (x y : R) :
    sin (x + y) = sin x * cos y + cos x * sin y ∧ cos (x + y) = cos x * cos y - sin x * sin y := by
  have d : ∀ t : R, HasDerivAt (fun t => t + y) 1 t := fun t =>
    ((hasDerivAt_id t).add (hasDerivAt_const y t)).congr_deriv (by lin)
  have h := sinCos_unique (s := fun t => sin (t + y)) (c := fun t => cos (t + y))
    (fun t => (d t).sin.congr_deriv (by clear d; lin)) (fun t => (d t).cos.congr_deriv (by clear d; lin)) x
  rw [show (0 : R) + y = y by clear h d; lin] at h
  clear d
  constructor <;> lin

/-- The sine of a sum. -/
theorem sin_add (x y : R) : sin (x + y) = sin x * cos y + cos x * sin y := (sinCos_add x y).1

/-- The cosine of a sum. -/
theorem cos_add (x y : R) : cos (x + y) = cos x * cos y - sin x * sin y := (sinCos_add x y).2

/-- The sine is odd, the cosine is even. -/
theorem sinCos_neg (x : R) : sin (-x) = -sin x ∧ cos (-x) = cos x := by
  have h1 := sin_add x (-x)
  have h2 := cos_add x (-x)
  rw [show x + -x = 0 by clear h1 h2; lin, sin_zero] at h1
  rw [show x + -x = 0 by clear h1 h2; lin, cos_zero] at h2
  have p := sin_sq_add_cos_sq x
  constructor <;> lin

/-- The sine is odd. -/
theorem sin_neg (x : R) : sin (-x) = -sin x := (sinCos_neg x).1

/-- The cosine is even. -/
theorem cos_neg (x : R) : cos (-x) = cos x := (sinCos_neg x).2

/-- The cosine of the absolute value. -/
theorem cos_abs (x : R) : cos (abs x) = cos x := by
  rcases abs_cases x with ⟨_, e⟩ | ⟨_, e⟩ <;> rw [e]
  exact cos_neg x

/-- The sine of a difference. -/
theorem sin_sub (x y : R) : sin (x - y) = sin x * cos y - cos x * sin y := by
  rw [show x - y = x + -y by lin, sin_add, sin_neg, cos_neg]; lin

/-- The cosine of a difference. -/
theorem cos_sub (x y : R) : cos (x - y) = cos x * cos y + sin x * sin y := by
  rw [show x - y = x + -y by lin, cos_add, sin_neg, cos_neg]; lin

/-! ## Doubles and halves -/

/-- The sine of the double. -/
theorem sin_two_mul (x : R) : sin (2 * x) = 2 * sin x * cos x := by
  rw [show 2 * x = x + x by lin, sin_add]; lin

/-- The cosine of the double. -/
theorem cos_two_mul (x : R) : cos (2 * x) = cos x ^ 2 - sin x ^ 2 := by
  rw [show 2 * x = x + x by lin, cos_add]; lin

/-- The cosine of the double in terms of the cosine. -/
theorem cos_two_mul_eq_cos (x : R) : cos (2 * x) = 2 * cos x ^ 2 - 1 := by
  have := sin_sq_add_cos_sq x
  rw [cos_two_mul]; lin

/-- The cosine of the double in terms of the sine. -/
theorem cos_two_mul_eq_sin (x : R) : cos (2 * x) = 1 - 2 * sin x ^ 2 := by
  have := sin_sq_add_cos_sq x
  rw [cos_two_mul]; lin

/-- The sine by the half. -/
theorem sin_eq_half (x : R) : sin x = 2 * sin (x / 2) * cos (x / 2) := by
  rw [← sin_two_mul, show 2 * (x / 2) = x by lin]

/-- The cosine by the sine of the half. -/
theorem cos_eq_one_sub_half (x : R) : cos x = 1 - 2 * sin (x / 2) ^ 2 := by
  rw [← cos_two_mul_eq_sin, show 2 * (x / 2) = x by lin]

/-- The cosine by the cosine of the half. -/
theorem cos_eq_half_sub_one (x : R) : cos x = 2 * cos (x / 2) ^ 2 - 1 := by
  rw [← cos_two_mul_eq_cos, show 2 * (x / 2) = x by lin]

/-- The square of the sine of the half. -/
theorem sin_half_sq (x : R) : sin (x / 2) ^ 2 = (1 - cos x) / 2 := by
  have := cos_eq_one_sub_half x; lin

/-- The square of the cosine of the half. -/
theorem cos_half_sq (x : R) : cos (x / 2) ^ 2 = (1 + cos x) / 2 := by
  have := cos_eq_half_sub_one x; lin

/-! ## Sums as products -/

/-- Two numbers by their half sum and their half difference. -/
theorem half_sum_diff (a b : R) : (a + b) / 2 + (a - b) / 2 = a ∧ (a + b) / 2 - (a - b) / 2 = b := by
  constructor <;> lin

/-- A sum of cosines as a product. -/
theorem cos_add_cos (a b : R) : cos a + cos b = 2 * cos ((a + b) / 2) * cos ((a - b) / 2) := by
  have h1 := cos_add ((a + b) / 2) ((a - b) / 2)
  have h2 := cos_sub ((a + b) / 2) ((a - b) / 2)
  rw [(half_sum_diff a b).1] at h1
  rw [(half_sum_diff a b).2] at h2
  rw [h1, h2]; clear h1 h2; lin

/-- A difference of cosines as a product. -/
theorem cos_sub_cos (a b : R) : cos a - cos b = -2 * sin ((a + b) / 2) * sin ((a - b) / 2) := by
  have h1 := cos_add ((a + b) / 2) ((a - b) / 2)
  have h2 := cos_sub ((a + b) / 2) ((a - b) / 2)
  rw [(half_sum_diff a b).1] at h1
  rw [(half_sum_diff a b).2] at h2
  rw [h1, h2]; clear h1 h2; lin

/-- A sum of sines as a product. -/
theorem sin_add_sin (a b : R) : sin a + sin b = 2 * sin ((a + b) / 2) * cos ((a - b) / 2) := by
  have h1 := sin_add ((a + b) / 2) ((a - b) / 2)
  have h2 := sin_sub ((a + b) / 2) ((a - b) / 2)
  rw [(half_sum_diff a b).1] at h1
  rw [(half_sum_diff a b).2] at h2
  rw [h1, h2]; clear h1 h2; lin

/-- A difference of sines as a product. -/
theorem sin_sub_sin (a b : R) : sin a - sin b = 2 * cos ((a + b) / 2) * sin ((a - b) / 2) := by
  have h1 := sin_add ((a + b) / 2) ((a - b) / 2)
  have h2 := sin_sub ((a + b) / 2) ((a - b) / 2)
  rw [(half_sum_diff a b).1] at h1
  rw [(half_sum_diff a b).2] at h2
  rw [h1, h2]; clear h1 h2; lin

end Claims
