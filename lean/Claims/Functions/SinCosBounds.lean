module

public import Claims.Functions.SinCos
public import Claims.Analysis.UniformLimit

/-!
# Bounds on sine and cosine

Sine and cosine lie between `-1` and `1`, move no faster than their argument, and are enclosed by their first
Taylor polynomials.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Between minus one and one -/

/-- The sine is at most one in size. -/
theorem abs_sin_le_one (x : R) : abs (sin x) ≤ 1 := by
  have p := sin_sq_add_cos_sq x
  have q := sq_nonneg (cos x)
  exact abs_le_of_sq_le (le_of_lt zero_lt_one) (by lin)

/-- The cosine is at most one in size. -/
theorem abs_cos_le_one (x : R) : abs (cos x) ≤ 1 := by
  have p := sin_sq_add_cos_sq x
  have q := sq_nonneg (sin x)
  exact abs_le_of_sq_le (le_of_lt zero_lt_one) (by lin)

/-- The sine is at most one. -/
theorem sin_le_one (x : R) : sin x ≤ 1 := (abs_le.1 (abs_sin_le_one x)).2

/-- The sine is at least minus one. -/
theorem neg_one_le_sin (x : R) : -1 ≤ sin x := (abs_le.1 (abs_sin_le_one x)).1

/-- The cosine is at most one. -/
theorem cos_le_one (x : R) : cos x ≤ 1 := (abs_le.1 (abs_cos_le_one x)).2

/-- The cosine is at least minus one. -/
theorem neg_one_le_cos (x : R) : -1 ≤ cos x := (abs_le.1 (abs_cos_le_one x)).1

/-! ## Lipschitz bounds -/

/-- A function whose derivative is everywhere at most one in size moves no faster than its argument. -/
theorem abs_sub_le_of_abs_deriv_le_one {f f' : R → R} (hf : ∀ t, HasDerivAt f (f' t) t) (h : ∀ t, abs (f' t) ≤ 1)
    (x y : R) : abs (f x - f y) ≤ abs (x - y) := by
  have k : abs (f x - f y) ≤ 1 * abs (x - y) := by
    rcases le_total x y with l | l
    · exact abs_sub_le_of_deriv' ⟨l, le_rfl y⟩ ⟨le_rfl x, l⟩ (fun t _ _ => hf t) (fun t _ _ => h t)
    · exact abs_sub_le_of_deriv' ⟨le_rfl y, l⟩ ⟨l, le_rfl x⟩ (fun t _ _ => hf t) (fun t _ _ => h t)
  clear hf h; lin

/-- The sine moves no faster than its argument. -/
theorem abs_sin_sub_sin_le (x y : R) : abs (sin x - sin y) ≤ abs (x - y) :=
  abs_sub_le_of_abs_deriv_le_one hasDerivAt_sin abs_cos_le_one x y

/-- The cosine moves no faster than its argument. -/
theorem abs_cos_sub_cos_le (x y : R) : abs (cos x - cos y) ≤ abs (x - y) :=
  abs_sub_le_of_abs_deriv_le_one hasDerivAt_cos (fun t => by rw [abs_neg]; exact abs_sin_le_one t) x y

/-- The sine is at most its argument in size. -/
theorem abs_sin_le (x : R) : abs (sin x) ≤ abs x := by
  have k := abs_sin_sub_sin_le x 0
  rw [sin_zero, show sin x - 0 = sin x by clear k; lin, show x - 0 = x by clear k; lin] at k
  exact k

/-- The sine of a nonnegative number is at most the number. -/
theorem sin_le_self {x : R} (hx : 0 ≤ x) : sin x ≤ x := by
  have k := abs_sin_le x
  rw [abs_of_nonneg hx] at k
  exact le_trans (le_abs_self _) k

/-! ## Taylor polynomials -/

/-- The quadratic lower bound of the cosine. -/
theorem one_sub_sq_le_cos (x : R) : 1 - x ^ 2 / 2 ≤ cos x := by
  have e := cos_eq_one_sub_half x
  have k := sq_le_sq (abs_nonneg _) (abs_sin_le (x / 2))
  rw [abs_sq, abs_sq] at k
  lin

/-- The cubic lower bound of the sine. -/
theorem sub_cube_le_sin {x : R} (hx : 0 ≤ x) : x - x ^ 3 / 6 ≤ sin x := by
  have d : ∀ t : R, HasDerivAt (fun t => sin t - (t - 1 / 6 * (t * t ^ 2))) (cos t - (1 - t ^ 2 / 2)) t := fun t =>
    ((hasDerivAt_sin t).sub ((hasDerivAt_id t).sub
      (((hasDerivAt_id t).mul (hasDerivAt_id t).sq).const_mul (1 / 6)))).congr_deriv (by lin)
  have k : sin 0 - (0 - 1 / 6 * (0 * 0 ^ 2)) ≤ sin x - (x - 1 / 6 * (x * x ^ 2)) :=
    le_of_deriv_nonneg hx (fun t _ _ => d t) (fun t _ _ => by have := one_sub_sq_le_cos t; clear d; lin)
  rw [sin_zero] at k
  clear d; lin

/-- The quartic upper bound of the cosine. -/
theorem cos_le_quartic (x : R) : cos x ≤ 1 - x ^ 2 / 2 + x ^ 4 / 24 := by
  have d : ∀ t : R, HasDerivAt (fun t => 1 / 24 * (t ^ 2) ^ 2 - 1 / 2 * t ^ 2 - cos t)
      (sin t - (t - t ^ 3 / 6)) t := fun t =>
    ((((hasDerivAt_id t).sq.sq.const_mul (1 / 24)).sub ((hasDerivAt_id t).sq.const_mul (1 / 2))).sub
      (hasDerivAt_cos t)).congr_deriv (by lin)
  have h : ∀ x : R, 0 ≤ x → cos x ≤ 1 - x ^ 2 / 2 + x ^ 4 / 24 := fun x hx => by
    have k : 1 / 24 * (0 ^ 2) ^ 2 - 1 / 2 * 0 ^ 2 - cos 0 ≤ 1 / 24 * (x ^ 2) ^ 2 - 1 / 2 * x ^ 2 - cos x :=
      le_of_deriv_nonneg hx (fun t _ _ => d t) (fun t ht _ => by have := sub_cube_le_sin ht; clear d; lin)
    rw [cos_zero] at k
    clear d; lin
  have k := h (abs x) (abs_nonneg x)
  have e : abs x ^ 4 = x ^ 4 := by
    rw [show abs x ^ 4 = (abs x ^ 2) ^ 2 by clear d h k; lin, abs_sq]; clear d h k; lin
  rw [cos_abs, abs_sq, e] at k
  exact k

/-- The quintic upper bound of the sine. -/
theorem sin_le_quintic {x : R} (hx : 0 ≤ x) : sin x ≤ x - x ^ 3 / 6 + x ^ 5 / 120 := by
  have d : ∀ t : R, HasDerivAt (fun t => t - 1 / 6 * (t * t ^ 2) + 1 / 120 * (t * (t ^ 2) ^ 2) - sin t)
      (1 - t ^ 2 / 2 + t ^ 4 / 24 - cos t) t := fun t =>
    ((((hasDerivAt_id t).sub (((hasDerivAt_id t).mul (hasDerivAt_id t).sq).const_mul (1 / 6))).add
      (((hasDerivAt_id t).mul (hasDerivAt_id t).sq.sq).const_mul (1 / 120))).sub
      (hasDerivAt_sin t)).congr_deriv (by lin)
  have k : 0 - 1 / 6 * (0 * 0 ^ 2) + 1 / 120 * (0 * (0 ^ 2) ^ 2) - sin 0 ≤
      x - 1 / 6 * (x * x ^ 2) + 1 / 120 * (x * (x ^ 2) ^ 2) - sin x :=
    le_of_deriv_nonneg hx (fun t _ _ => d t) (fun t _ _ => by have := cos_le_quartic t; clear d; lin)
  rw [sin_zero] at k
  clear d; lin

end Claims
