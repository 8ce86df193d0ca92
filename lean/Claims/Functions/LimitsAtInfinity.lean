module

public import Claims.Functions.Artanh
public import Claims.Functions.Power
public import Claims.Analysis.LimitAtTop

/-!
# Limits of the elementary functions at infinity

The decaying exponential, also times a power, and negative powers tend to zero; the hyperbolic tangent tends to
one, from every initial value.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The decaying exponential, with any positive rate, tends to zero. -/
theorem hasLimitAtTop_exp_neg_mul {a : R} (ha : 0 < a) : HasLimitAtTop (fun t => exp (-(a * t))) 0 := by
  intro ε hε
  obtain ⟨T, hT⟩ := exists_forall_exp_lt hε
  have e := mul_div_cancel (a := -T) (ne_of_gt ha)
  refine ⟨-T / a, fun t ht => ?_⟩
  have p := mul_le_mul_left' (le_of_lt ha) ht
  have k := hT (-(a * t)) (by clear hT; lin)
  have q := exp_pos (-(a * t))
  rw [abs_of_nonneg (by clear hT; lin)]
  clear hT; lin

/-- The decaying exponential times a power tends to zero. -/
theorem hasLimitAtTop_pow_mul_exp_neg (k : Nat) : HasLimitAtTop (fun t : R => t ^ k * exp (-t)) 0 := by
  intro ε hε
  obtain ⟨T, hT⟩ := exists_forall_pow_mul_exp_neg_lt k hε
  refine ⟨abs T, fun t ht => ?_⟩
  have p := hT t (le_trans (le_abs_self T) ht)
  have n := mul_nonneg (pow_nonneg (le_trans (abs_nonneg T) ht) k) (le_of_lt (exp_pos (-t)))
  rw [abs_of_nonneg (by clear hT; lin)]
  clear hT; lin

/-- Powers with a negative exponent tend to zero. -/
theorem hasLimitAtTop_rpow_neg {a : R} (ha : 0 < a) : HasLimitAtTop (fun x => rpow x (-a)) 0 := by
  intro ε hε
  obtain ⟨T, _, hT⟩ := exists_forall_rpow_neg_lt ha hε
  refine ⟨T, fun x hx => ?_⟩
  have p := hT x hx
  have q := rpow_pos x (-a)
  rw [abs_of_nonneg (by clear hT; lin)]
  clear hT; lin

/-- The shifted hyperbolic tangent tends to one. -/
theorem hasLimitAtTop_tanh_add (a : R) : HasLimitAtTop (fun t => tanh (t + a)) 1 := by
  intro ε hε
  obtain ⟨T, hT⟩ := exists_forall_one_sub_tanh_lt hε
  refine ⟨T - a, fun t ht => ?_⟩
  have p := hT (t + a) (by clear hT; lin)
  have ⟨_, q⟩ := abs_tanh_lt_one (t + a)
  rw [abs_of_nonpos (by clear hT; lin)]
  clear hT; lin

/-- The hyperbolic tangent tends to one. -/
theorem hasLimitAtTop_tanh : HasLimitAtTop (tanh : R → R) 1 :=
  (hasLimitAtTop_tanh_add 0).congr_of_le (a := 0) fun t _ => by rw [show t + 0 = t by lin]

end Claims
