module

public import Claims.Functions.Hyperbolic

/-!
# The hyperbolic tangent

`tanh x = sinh x / cosh x`. Its values are characterised by `(1 - c) exp (2 a) = 1 + c`, which gives existence
and uniqueness of the inverse on `(-1, 1)` and the limits at infinity with a rate. The derivative is
`1 - tanh²`, so a shifted hyperbolic tangent solves `c' = 1 - c²`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The hyperbolic tangent, `sinh x / cosh x`. -/
def tanh (x : R) : R := sinh x / cosh x

/-! ## Values -/

/-- The hyperbolic tangent times the hyperbolic cosine is the hyperbolic sine. -/
theorem tanh_mul_cosh (x : R) : tanh x * cosh x = sinh x := div_mul_cancel (ne_of_gt (cosh_pos x))

/-- The hyperbolic tangent by exponentials. -/
theorem tanh_eq (x : R) : tanh x = (exp x - exp (-x)) / (exp x + exp (-x)) := by
  have p := cosh_pos x
  have t := tanh_mul_cosh x
  rw [← cosh_add_sinh, ← cosh_sub_sinh, show cosh x + sinh x + (cosh x - sinh x) = 2 * cosh x by lin, ← t]
  generalize cosh x = c at *
  have : c ≠ 0 := by lin
  have h := div_mul_cancel (a := c + tanh x * c - (c - tanh x * c)) (b := 2 * c) (by lin)
  generalize (c + tanh x * c - (c - tanh x * c)) / (2 * c) = q at *
  lin

/-- The number `c` is the hyperbolic tangent of `a` exactly when `(1 - c) exp (2 a) = 1 + c`. -/
theorem tanh_eq_iff (a c : R) : tanh a = c ↔ (1 - c) * exp (2 * a) = 1 + c := by
  have m := exp_mul_exp_neg a
  have p := cosh_pos a
  have t := tanh_mul_cosh a
  have q := exp_pos a
  rw [← cosh_sub_sinh] at m
  rw [exp_two_mul]
  have e := cosh_add_sinh a
  rw [← e] at m q ⊢
  rw [← t] at m q ⊢
  generalize tanh a = v at *
  generalize cosh a = C at *
  clear e t
  have hC : C ≠ 0 := by lin
  constructor
  · intro h; subst h; lin
  · intro h
    have z : (C + v * C) * C * (v - c) * 2 = 0 := by lin
    lin

/-- The defining equation of the hyperbolic tangent. -/
theorem one_sub_tanh_mul_exp (x : R) : (1 - tanh x) * exp (2 * x) = 1 + tanh x := (tanh_eq_iff x _).1 rfl

/-- The hyperbolic tangent vanishes at zero. -/
theorem tanh_zero : tanh (0 : R) = 0 := by
  rw [tanh_eq_iff, show 2 * (0 : R) = 0 by lin, exp_zero]; lin

/-- The hyperbolic tangent is odd. -/
theorem tanh_neg (x : R) : tanh (-x) = -tanh x := by
  unfold tanh; rw [sinh_neg, cosh_neg, div_eq_mul_inv, div_eq_mul_inv]; lin

/-- The square of the hyperbolic tangent and that of the hyperbolic cosine. -/
theorem one_sub_tanh_sq (x : R) : (1 - tanh x ^ 2) * cosh x ^ 2 = 1 := by
  have h := cosh_sq_sub_sinh_sq x
  rw [← tanh_mul_cosh] at h; lin

/-- The hyperbolic tangent lies strictly between `-1` and `1`. -/
theorem abs_tanh_lt_one (a : R) : -1 < tanh a ∧ tanh a < 1 := by
  have h := one_sub_tanh_mul_exp a
  have p := exp_pos (2 * a)
  generalize tanh a = c at h
  generalize exp (2 * a) = x at *
  have e1 : (1 + x) * (1 - c) = 2 := by lin
  have e2 : (1 + x) * (1 + c) = 2 * x := by lin
  have k1 := pos_of_mul_pos (a := 1 + x) (b := 1 - c) (by lin) (by lin)
  have k2 := pos_of_mul_pos (a := 1 + x) (b := 1 + c) (by lin) (by lin)
  constructor <;> lin

/-- The hyperbolic tangent is below one in absolute value. -/
theorem abs_tanh_lt (a : R) : abs (tanh a) < 1 := abs_lt.2 (abs_tanh_lt_one a)

/-- The square of the hyperbolic tangent is below one. -/
theorem tanh_sq_lt_one (a : R) : tanh a ^ 2 < 1 := by
  have ⟨h1, h2⟩ := abs_tanh_lt_one a
  have := mul_pos (a := 1 - tanh a) (b := 1 + tanh a) (by lin) (by lin)
  lin

/-! ## Derivatives -/

/-- The derivative of the hyperbolic tangent. -/
theorem hasDerivAt_tanh (t : R) : HasDerivAt tanh (1 - tanh t ^ 2) t := by
  have s := ne_of_gt (cosh_pos t)
  refine ((hasDerivAt_sinh t).div (hasDerivAt_cosh t) s).congr_deriv ?_
  have e := tanh_mul_cosh t
  have i := mul_inv_cancel s
  rw [← e]; clear e; lin

/-- The chain rule for the hyperbolic tangent. -/
theorem HasDerivAt.tanh {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => Claims.tanh (f y)) ((1 - Claims.tanh (f x) ^ 2) * f') x := (hasDerivAt_tanh (f x)).comp hf

/-- A shifted hyperbolic tangent solves `c' = 1 - c²`. -/
theorem hasDerivAt_tanh_add (a t : R) : HasDerivAt (fun s => tanh (s + a)) (1 - tanh (t + a) ^ 2) t :=
  (HasDerivAt.comp (f := fun s => s + a) (hasDerivAt_tanh (t + a))
    ((hasDerivAt_id t).add (hasDerivAt_const a t))).congr_deriv (by lin)

/-- The hyperbolic tangent is continuous. -/
theorem continuousAt_tanh (x : R) : ContinuousAt tanh x := (hasDerivAt_tanh x).continuousAt

/-! ## Order -/

/-- The hyperbolic tangent increases strictly. -/
theorem tanh_lt_tanh_of_lt {x y : R} (h : x < y) : tanh x < tanh y :=
  lt_of_deriv_pos h (fun t _ _ => hasDerivAt_tanh t) (fun t _ _ => by have := tanh_sq_lt_one t; lin)

/-- Hyperbolic tangents compare strictly as the numbers do. -/
theorem tanh_lt_tanh {x y : R} : tanh x < tanh y ↔ x < y := by
  refine ⟨fun h => ?_, tanh_lt_tanh_of_lt⟩
  rcases lt_or_ge x y with h' | h'
  · exact h'
  · rcases lt_or_eq_of_le h' with h'' | h''
    · have := tanh_lt_tanh_of_lt h''; lin
    · rw [h''] at h; lin

/-- Hyperbolic tangents compare as the numbers do. -/
theorem tanh_le_tanh {x y : R} : tanh x ≤ tanh y ↔ x ≤ y := by
  have := tanh_lt_tanh (x := y) (y := x)
  constructor <;> intro h <;> lin

/-- The hyperbolic tangent is injective. -/
theorem tanh_injective {x y : R} (h : tanh x = tanh y) : x = y :=
  le_antisymm (tanh_le_tanh.1 (by rw [h]; exact le_rfl _)) (tanh_le_tanh.1 (by rw [h]; exact le_rfl _))

/-- The hyperbolic tangent is positive exactly to the right of zero. -/
theorem tanh_pos_iff {x : R} : 0 < tanh x ↔ 0 < x := by
  have := tanh_lt_tanh (x := 0) (y := x)
  rw [tanh_zero] at this; exact this

/-- The hyperbolic tangent is nonnegative exactly from zero on. -/
theorem tanh_nonneg_iff {x : R} : 0 ≤ tanh x ↔ 0 ≤ x := by
  have := tanh_le_tanh (x := 0) (y := x)
  rw [tanh_zero] at this; exact this

/-- The hyperbolic tangent is `1`-Lipschitz. -/
theorem abs_tanh_sub_le (x y : R) : abs (tanh y - tanh x) ≤ abs (y - x) := by
  have key : ∀ a b : R, a ≤ b → abs (tanh b - tanh a) ≤ 1 * (b - a) := fun a b h =>
    abs_sub_le_of_deriv h (fun t _ _ => hasDerivAt_tanh t) (fun t _ _ => by
      have := tanh_sq_lt_one t
      have := sq_nonneg (tanh t)
      rw [abs_of_nonneg (by lin)]; lin)
  rcases le_total x y with h | h
  · have := key x y h
    rw [abs_of_nonneg (x := y - x) (by lin)]; clear key; lin
  · have := key y x h
    rw [abs_sub_comm, abs_sub_comm y x, abs_of_nonneg (x := x - y) (by lin)]; clear key; lin

/-- The hyperbolic tangent is at most its argument in absolute value. -/
theorem abs_tanh_le (x : R) : abs (tanh x) ≤ abs x := by
  have := abs_tanh_sub_le 0 x
  rw [tanh_zero, show tanh x - 0 = tanh x by lin, show x - 0 = x by lin] at this; exact this

/-! ## Addition law -/

/-- The denominator of the addition law is positive. -/
theorem one_add_tanh_mul_tanh_pos (a b : R) : 0 < 1 + tanh a * tanh b := by
  have h : abs (tanh a) * abs (tanh b) ≤ abs (tanh a) * 1 :=
    mul_le_mul_left' (abs_nonneg _) (le_of_lt (abs_tanh_lt b))
  have k := abs_tanh_lt a
  have n := neg_abs_le (tanh a * tanh b)
  rw [abs_mul] at n
  lin

/-- The addition law without a quotient. -/
theorem tanh_add_mul (a b : R) : tanh (a + b) * (1 + tanh a * tanh b) = tanh a + tanh b := by
  have hab := tanh_mul_cosh (a + b)
  have ha := tanh_mul_cosh a
  have hb := tanh_mul_cosh b
  have pa := cosh_pos a
  have pb := cosh_pos b
  rw [sinh_add, cosh_add, ← ha, ← hb] at hab
  have n : cosh a * cosh b ≠ 0 := ne_of_gt (mul_pos pa pb)
  have e : cosh a * cosh b * (tanh (a + b) * (1 + tanh a * tanh b) - (tanh a + tanh b)) = 0 := by
    clear ha hb pa pb n; lin
  have := mul_eq_zero e
  clear e hab; lin

/-- The addition law of the hyperbolic tangent. -/
theorem tanh_add (a b : R) : tanh (a + b) = (tanh a + tanh b) / (1 + tanh a * tanh b) := by
  rw [← tanh_add_mul]
  have h := ne_of_gt (one_add_tanh_mul_tanh_pos a b)
  generalize 1 + tanh a * tanh b = d at *
  lin

/-! ## Limits at infinity -/

/-- The distance of the hyperbolic tangent from one. -/
theorem one_sub_tanh_eq (x : R) : (1 - tanh x) * (1 + exp (2 * x)) = 2 := by
  have := one_sub_tanh_mul_exp x; lin

/-- The hyperbolic tangent approaches one at least at the rate `2 exp (-2 x)`. -/
theorem one_sub_tanh_le (x : R) : 1 - tanh x ≤ 2 * exp (-(2 * x)) := by
  have h := one_sub_tanh_mul_exp x
  have ⟨_, h2⟩ := abs_tanh_lt_one x
  have p := exp_mul_exp_neg (2 * x)
  have q := mul_le_mul_left' (le_of_lt (exp_pos (-(2 * x)))) (b := 1 + tanh x) (c := 2) (by lin)
  rw [← h] at q
  have e : exp (-(2 * x)) * ((1 - tanh x) * exp (2 * x)) = 1 - tanh x := by clear h q; lin
  rw [e] at q; lin

/-- The hyperbolic tangent approaches one no faster than the rate `exp (-2 x)`, from zero on. -/
theorem exp_le_one_sub_tanh {x : R} (h : 0 ≤ x) : exp (-(2 * x)) ≤ 1 - tanh x := by
  have e := one_sub_tanh_mul_exp x
  have p := exp_mul_exp_neg (2 * x)
  have q := mul_le_mul_left' (le_of_lt (exp_pos (-(2 * x)))) (b := 1) (c := 1 + tanh x)
    (by have := tanh_nonneg_iff.2 h; lin)
  rw [← e] at q
  have e : exp (-(2 * x)) * ((1 - tanh x) * exp (2 * x)) = 1 - tanh x := by clear e q; lin
  rw [e] at q; lin

/-- The hyperbolic tangent tends to one at infinity. -/
theorem exists_forall_one_sub_tanh_lt {ε : R} (hε : 0 < ε) : ∃ T, ∀ x, T ≤ x → 1 - tanh x < ε := by
  refine ⟨ε⁻¹, fun x hx => ?_⟩
  have h := one_sub_tanh_eq x
  have ei := mul_inv_cancel (ne_of_gt hε)
  have p := one_add_le_exp (2 * x)
  have ⟨_, h2⟩ := abs_tanh_lt_one x
  have k := mul_le_mul_left' (a := 1 - tanh x) (b := 2 * (1 + ε⁻¹)) (c := 1 + exp (2 * x)) (by lin) (by lin)
  rw [h] at k
  have k2 := mul_le_mul_left' (le_of_lt hε) k
  have e : ε * ((1 - tanh x) * (2 * (1 + ε⁻¹))) = 2 * (1 - tanh x) * (1 + ε) := by clear k k2 h; lin
  rw [e] at k2
  have := mul_pos (a := 1 - tanh x) (by lin) hε
  clear e k h ei; lin

end Claims

end
