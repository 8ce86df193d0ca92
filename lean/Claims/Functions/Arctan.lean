module

public import Claims.Functions.Arccos

/-!
# Tangent and its inverse

`tan = sin / cos`, with derivative `1 + tan²`, and `arctan`, its inverse from all numbers to the angles strictly
between minus half of pi and half of pi, with derivative `1 / (1 + x²)`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Tangent -/

/-- The tangent. -/
def tan (x : R) : R := sin x / cos x

/-- The tangent of zero. -/
theorem tan_zero : tan (0 : R) = 0 := by unfold tan; rw [sin_zero, cos_zero]; lin

/-- The tangent is odd. -/
theorem tan_neg (x : R) : tan (-x) = -tan x := by
  unfold tan; rw [sin_neg, cos_neg, div_eq_mul_inv, div_eq_mul_inv]; lin

/-- The tangent times the cosine. -/
theorem tan_mul_cos {x : R} (h : cos x ≠ 0) : tan x * cos x = sin x := div_mul_cancel h

/-- One plus the squared tangent. -/
theorem one_add_tan_sq {x : R} (h : cos x ≠ 0) : (1 + tan x ^ 2) * cos x ^ 2 = 1 := by
  have e := tan_mul_cos h
  have p := sin_sq_add_cos_sq x
  rw [← e] at p
  lin

/-- The derivative of the tangent. -/
theorem hasDerivAt_tan {x : R} (h : cos x ≠ 0) : HasDerivAt tan (1 + tan x ^ 2) x := by
  refine ((hasDerivAt_sin x).div (hasDerivAt_cos x) h).congr_deriv ?_
  have e := tan_mul_cos h
  have i := mul_inv_cancel h
  have p := sin_sq_add_cos_sq x
  have q := one_add_tan_sq h
  generalize sin x = s at *
  generalize cos x = c at *
  generalize tan x = t at *
  generalize c⁻¹ = j at *
  have k : c * c - s * -s = 1 := by clear e i q h; lin
  rw [k]
  clear p k e h
  have l : (1 + t ^ 2) * c ^ 2 * (j * j) = j * j := by rw [q]; clear i q; lin
  clear q; lin

/-! ## The inverse tangent -/

/-- The inverse tangent: the angle strictly between minus half of pi and half of pi with tangent `x`. -/
def arctan (x : R) : R := arcsin (x / sqrt (1 + x ^ 2))

/-- The argument of the inverse sine in the definition of the inverse tangent. -/
theorem arctan_arg (x : R) : 0 < sqrt (1 + x ^ 2) ∧ (x / sqrt (1 + x ^ 2)) ^ 2 * (1 + x ^ 2) = x ^ 2 ∧
    -1 < x / sqrt (1 + x ^ 2) ∧ x / sqrt (1 + x ^ 2) < 1 := by
  have hx := sq_nonneg x
  have hr := sqrt_pos (a := 1 + x ^ 2) (by lin)
  have e := sq_sqrt (a := 1 + x ^ 2) (by lin)
  have d := div_mul_cancel (a := x) (ne_of_gt hr)
  generalize x / sqrt (1 + x ^ 2) = u at *
  generalize sqrt (1 + x ^ 2) = r at *
  have e' : u ^ 2 * (1 + x ^ 2) = x ^ 2 := by rw [← e]; clear e hx hr; rw [← d]; clear d; lin
  have q : abs u < 1 := by
    refine lt_of_sq_lt_sq (le_of_lt zero_lt_one) ?_
    rw [abs_sq]
    refine lt_of_mul_lt_mul_left (a := 1 + x ^ 2) (by clear e e' d; lin) ?_
    clear e d; lin
  exact ⟨hr, e', (abs_lt.1 q).1, (abs_lt.1 q).2⟩

/-- The inverse tangent lies strictly between minus half of pi and half of pi. -/
theorem arctan_mem (x : R) : -(pi / 2) < arctan x ∧ arctan x < pi / 2 := by
  obtain ⟨_, _, h0, h1⟩ := arctan_arg x
  have k0 := arcsin_lt_arcsin (le_rfl (-1)) h0 (le_of_lt h1)
  have k1 := arcsin_lt_arcsin (le_of_lt h0) h1 (le_rfl 1)
  rw [arcsin_neg (by lin) (le_rfl 1), arcsin_one] at k0
  rw [arcsin_one] at k1
  exact ⟨k0, k1⟩

/-- The cosine of the inverse tangent is positive. -/
theorem cos_arctan_pos (x : R) : 0 < cos (arctan x) := cos_pos (arctan_mem x).1 (arctan_mem x).2

/-- The tangent of the inverse tangent. -/
theorem tan_arctan (x : R) : tan (arctan x) = x := by
  obtain ⟨hr, e, h0, h1⟩ := arctan_arg x
  have hs : sin (arctan x) = x / sqrt (1 + x ^ 2) := sin_arcsin (le_of_lt h0) (le_of_lt h1)
  have hc := cos_arctan_pos x
  have p := sin_sq_add_cos_sq (arctan x)
  have d := div_mul_cancel (a := x) (ne_of_gt hr)
  have r := sq_sqrt (a := 1 + x ^ 2) (by have := sq_nonneg x; lin)
  have t := tan_mul_cos (ne_of_gt hc)
  rw [← hs] at d e
  generalize tan (arctan x) = w at *
  generalize sin (arctan x) = s at *
  generalize cos (arctan x) = c at *
  generalize sqrt (1 + x ^ 2) = v at *
  -- `c v = 1`
  have cv : c * v = 1 := by
    refine eq_of_sq_eq_sq (mul_nonneg (le_of_lt hc) (le_of_lt hr)) (le_of_lt zero_lt_one) ?_
    clear hs h0 h1 hc hr t d
    have : (c * v) ^ 2 = c ^ 2 * (1 + x ^ 2) := by rw [← r]; clear r e p; lin
    rw [this]; clear r this; lin
  clear hs h0 h1 hc hr e p r
  have : s * v = w * (c * v) := by rw [← t]; clear t d cv; lin
  rw [cv] at this
  lin

/-- The inverse tangent of a tangent. -/
theorem arctan_tan {x : R} (h0 : -(pi / 2) < x) (h1 : x < pi / 2) : arctan (tan x) = x := by
  have hc := cos_pos h0 h1
  have hd := cos_arctan_pos (tan x)
  have e1 := one_add_tan_sq (ne_of_gt hc)
  have e2 := one_add_tan_sq (ne_of_gt hd)
  have t1 := tan_mul_cos (ne_of_gt hc)
  have t2 := tan_mul_cos (ne_of_gt hd)
  rw [tan_arctan] at e2 t2
  have e : cos (arctan (tan x)) = cos x := by
    refine eq_of_sq_eq_sq (le_of_lt hd) (le_of_lt hc) ?_
    have hp : 0 < 1 + tan x ^ 2 := by have := sq_nonneg (tan x); clear e1 e2 t1 t2; lin
    have : (1 + tan x ^ 2) * (cos (arctan (tan x)) ^ 2 - cos x ^ 2) = 0 := by clear t1 t2 hp hc hd; lin
    have := (mul_eq_zero this).resolve_left (ne_of_gt hp)
    clear e1 e2 t1 t2 hp hc hd; lin
  have m := arctan_mem (tan x)
  rw [e] at t2
  exact sin_injective (le_of_lt m.1) (le_of_lt m.2) (le_of_lt h0) (le_of_lt h1) (t2.symm.trans t1)

/-- The derivative of the inverse tangent. -/
theorem hasDerivAt_arctan (x : R) : HasDerivAt arctan (1 + x ^ 2)⁻¹ x := by
  obtain ⟨hr, _, h0, h1⟩ := arctan_arg x
  have hx := sq_nonneg x
  have hroot : ContinuousAt (fun y : R => sqrt (1 + y ^ 2)) x :=
    (((hasDerivAt_const 1 x).add (hasDerivAt_id x).sq).continuousAt).sqrt
  have hc : ContinuousAt arctan x :=
    ContinuousAt.comp (f := fun y => y / sqrt (1 + y ^ 2)) (continuousAt_arcsin h0 h1)
      (((continuousAt_id x).mul (hroot.inv (ne_of_gt hr))).congr fun y => div_eq_mul_inv _ _)
  have hd := hasDerivAt_tan (ne_of_gt (cos_arctan_pos x))
  rw [tan_arctan] at hd
  exact hd.of_inverse (by clear hroot hc hd; lin) hc zero_lt_one fun z _ => tan_arctan z

/-- The derivative of the inverse tangent of a function. -/
theorem HasDerivAt.arctan {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => Claims.arctan (f y)) ((1 + f x ^ 2)⁻¹ * f') x :=
  (hasDerivAt_arctan (f x)).comp hf

/-- The inverse tangent increases strictly. -/
theorem arctan_lt_arctan {x y : R} (h : x < y) : arctan x < arctan y :=
  lt_of_deriv_pos h (fun t _ _ => hasDerivAt_arctan t)
    fun t _ _ => inv_pos (by have := sq_nonneg t; lin)

end Claims
