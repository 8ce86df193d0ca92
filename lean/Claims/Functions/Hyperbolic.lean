module

public import Claims.Functions.Exp

/-!
# Hyperbolic sine and cosine

`sinh` and `cosh` are the odd and the even part of the exponential: derivatives, the identity
`cosh² - sinh² = 1`, addition laws, signs and monotonicity, and the bounds `1 + x² / 2 ≤ cosh x ≤ exp (x² / 2)`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The hyperbolic sine, the odd part of the exponential. -/
def sinh (x : R) : R := (exp x - exp (-x)) / 2

/-- The hyperbolic cosine, the even part of the exponential. -/
def cosh (x : R) : R := (exp x + exp (-x)) / 2

/-! ## Values, parity and identities -/

/-- The exponential is the sum of the two parts. -/
theorem cosh_add_sinh (x : R) : cosh x + sinh x = exp x := by unfold cosh sinh; lin

/-- The exponential of the opposite is the difference of the two parts. -/
theorem cosh_sub_sinh (x : R) : cosh x - sinh x = exp (-x) := by unfold cosh sinh; lin

/-- The hyperbolic sine is odd. -/
theorem sinh_neg (x : R) : sinh (-x) = -sinh x := by
  unfold sinh; rw [show -(-x) = x by lin]; lin

/-- The hyperbolic cosine is even. -/
theorem cosh_neg (x : R) : cosh (-x) = cosh x := by
  unfold cosh; rw [show -(-x) = x by lin]; lin

/-- The hyperbolic sine of zero. -/
theorem sinh_zero : sinh (0 : R) = 0 := by have := sinh_neg (0 : R); rw [show -(0 : R) = 0 by lin] at this; lin

/-- The hyperbolic cosine of zero. -/
theorem cosh_zero : cosh (0 : R) = 1 := by
  have := cosh_add_sinh (0 : R)
  rw [sinh_zero, exp_zero] at this; lin

/-- The identity that replaces the theorem of Pythagoras. -/
theorem cosh_sq_sub_sinh_sq (x : R) : cosh x ^ 2 - sinh x ^ 2 = 1 := by
  have h := exp_mul_exp_neg x
  rw [← cosh_add_sinh, ← cosh_sub_sinh] at h
  lin

/-- The addition law of the hyperbolic sine. -/
theorem sinh_add (x y : R) : sinh (x + y) = sinh x * cosh y + cosh x * sinh y := by
  unfold sinh cosh
  rw [show -(x + y) = -x + -y by lin, exp_add, exp_add]; lin

/-- The addition law of the hyperbolic cosine. -/
theorem cosh_add (x y : R) : cosh (x + y) = cosh x * cosh y + sinh x * sinh y := by
  unfold sinh cosh
  rw [show -(x + y) = -x + -y by lin, exp_add, exp_add]; lin

/-- The hyperbolic sine of a difference. -/
theorem sinh_sub (x y : R) : sinh (x - y) = sinh x * cosh y - cosh x * sinh y := by
  rw [show x - y = x + -y by lin, sinh_add, sinh_neg, cosh_neg]; lin

/-- The hyperbolic cosine of a difference. -/
theorem cosh_sub (x y : R) : cosh (x - y) = cosh x * cosh y - sinh x * sinh y := by
  rw [show x - y = x + -y by lin, cosh_add, sinh_neg, cosh_neg]; lin

/-- The hyperbolic sine of a double. -/
theorem sinh_two_mul (x : R) : sinh (2 * x) = 2 * sinh x * cosh x := by
  rw [show 2 * x = x + x by lin, sinh_add]; lin

/-- The hyperbolic cosine of a double, by the cosine. -/
theorem cosh_two_mul (x : R) : cosh (2 * x) = 2 * cosh x ^ 2 - 1 := by
  have := cosh_sq_sub_sinh_sq x
  rw [show 2 * x = x + x by lin, cosh_add]; lin

/-- The hyperbolic cosine of a double, by the sine. -/
theorem cosh_two_mul' (x : R) : cosh (2 * x) = 1 + 2 * sinh x ^ 2 := by
  have := cosh_sq_sub_sinh_sq x
  rw [show 2 * x = x + x by lin, cosh_add]; lin

/-! ## Derivatives -/

/-- The derivative of the hyperbolic sine. -/
theorem hasDerivAt_sinh (x : R) : HasDerivAt sinh (cosh x) x :=
  ((((hasDerivAt_exp x).sub (hasDerivAt_exp_neg x)).const_mul (1 / 2)).congr (g := sinh)
    (fun y => by unfold sinh; lin)).congr_deriv (by unfold cosh; lin)

/-- The derivative of the hyperbolic cosine. -/
theorem hasDerivAt_cosh (x : R) : HasDerivAt cosh (sinh x) x :=
  ((((hasDerivAt_exp x).add (hasDerivAt_exp_neg x)).const_mul (1 / 2)).congr (g := cosh)
    (fun y => by unfold cosh; lin)).congr_deriv (by unfold sinh; lin)

/-- The chain rule for the hyperbolic sine. -/
theorem HasDerivAt.sinh {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => Claims.sinh (f y)) (Claims.cosh (f x) * f') x := (hasDerivAt_sinh (f x)).comp hf

/-- The chain rule for the hyperbolic cosine. -/
theorem HasDerivAt.cosh {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => Claims.cosh (f y)) (Claims.sinh (f x) * f') x := (hasDerivAt_cosh (f x)).comp hf

/-! ## Order -/

/-- The hyperbolic cosine is positive. -/
theorem cosh_pos (x : R) : 0 < cosh x := by
  have := exp_pos x
  have := exp_pos (-x)
  unfold cosh; lin

/-- The hyperbolic cosine is at least one. -/
theorem one_le_cosh (x : R) : 1 ≤ cosh x := by
  have h := cosh_two_mul' (x / 2)
  rw [show 2 * (x / 2) = x by lin] at h
  have := sq_nonneg (sinh (x / 2))
  lin

/-- The hyperbolic sine increases strictly. -/
theorem sinh_lt_sinh_of_lt {x y : R} (h : x < y) : sinh x < sinh y := by
  have p := exp_lt_exp_of_lt h
  have q := exp_lt_exp_of_lt (show -y < -x by lin)
  unfold sinh; lin

/-- Hyperbolic sines compare strictly as the numbers do. -/
theorem sinh_lt_sinh {x y : R} : sinh x < sinh y ↔ x < y := by
  refine ⟨fun h => ?_, sinh_lt_sinh_of_lt⟩
  rcases lt_or_ge x y with h' | h'
  · exact h'
  · rcases lt_or_eq_of_le h' with h'' | h''
    · have := sinh_lt_sinh_of_lt h''; lin
    · rw [h''] at h; lin

/-- Hyperbolic sines compare as the numbers do. -/
theorem sinh_le_sinh {x y : R} : sinh x ≤ sinh y ↔ x ≤ y := by
  have := sinh_lt_sinh (x := y) (y := x)
  constructor <;> intro h <;> lin

/-- The hyperbolic sine is injective. -/
theorem sinh_injective {x y : R} (h : sinh x = sinh y) : x = y :=
  le_antisymm (sinh_le_sinh.1 (by rw [h]; exact le_rfl _)) (sinh_le_sinh.1 (by rw [h]; exact le_rfl _))

/-- The hyperbolic sine is positive exactly to the right of zero. -/
theorem sinh_pos_iff {x : R} : 0 < sinh x ↔ 0 < x := by
  have := sinh_lt_sinh (x := 0) (y := x)
  rw [sinh_zero] at this; exact this

/-- The hyperbolic sine is negative exactly to the left of zero. -/
theorem sinh_neg_iff {x : R} : sinh x < 0 ↔ x < 0 := by
  have := sinh_lt_sinh (x := x) (y := 0)
  rw [sinh_zero] at this; exact this

/-- The hyperbolic sine is nonnegative from zero on. -/
theorem sinh_nonneg {x : R} (h : 0 ≤ x) : 0 ≤ sinh x := by
  have := sinh_le_sinh.2 h
  rw [sinh_zero] at this; exact this

/-- The hyperbolic sine grows at least as fast as its argument. -/
theorem le_sinh {x : R} (h : 0 ≤ x) : x ≤ sinh x := by
  have k := le_sub_of_le_deriv (m := 1) h (fun t _ _ => hasDerivAt_sinh t) (fun t _ _ => one_le_cosh t)
  rw [sinh_zero] at k; lin

/-- The absolute value of the hyperbolic sine is the sine of the absolute value. -/
theorem abs_sinh (x : R) : abs (sinh x) = sinh (abs x) := by
  rcases le_total 0 x with h | h
  · rw [abs_of_nonneg h, abs_of_nonneg (sinh_nonneg h)]
  · have := sinh_nonneg (x := -x) (by lin)
    rw [sinh_neg] at this
    rw [abs_of_nonpos h, sinh_neg, abs_of_nonpos (by lin)]

/-- The hyperbolic cosine depends on the absolute value only. -/
theorem cosh_abs (x : R) : cosh (abs x) = cosh x := by
  rcases abs_cases x with ⟨_, e⟩ | ⟨_, e⟩ <;> rw [e]
  exact cosh_neg x

/-- The hyperbolic cosine grows with the absolute value. -/
theorem cosh_le_cosh {x y : R} (h : abs x ≤ abs y) : cosh x ≤ cosh y := by
  rw [← cosh_abs x, ← cosh_abs y]
  have := abs_nonneg x
  exact le_of_deriv_nonneg h (fun t _ _ => hasDerivAt_cosh t) (fun t ht _ => sinh_nonneg (by lin))

/-- The hyperbolic cosine exceeds one away from zero. -/
theorem one_lt_cosh {x : R} (h : x ≠ 0) : 1 < cosh x := by
  have e := cosh_two_mul' (x / 2)
  rw [show 2 * (x / 2) = x by clear h; lin] at e
  have : sinh (x / 2) ≠ 0 := fun h0 => by
    have := sinh_injective (h0.trans sinh_zero.symm)
    lin
  have := sq_pos this
  lin

/-! ## Bounds by squares -/

/-- The second Taylor polynomial lies below the hyperbolic cosine. -/
theorem one_add_sq_le_cosh (x : R) : 1 + x ^ 2 / 2 ≤ cosh x := by
  have e := cosh_two_mul' (abs x / 2)
  rw [show 2 * (abs x / 2) = abs x by lin, cosh_abs] at e
  have a := abs_nonneg x
  have k := sq_le_sq (a := abs x / 2) (by lin) (le_sinh (x := abs x / 2) (by lin))
  have s := abs_sq x
  lin

/-- The hyperbolic sine is at most its argument times the hyperbolic cosine. -/
theorem sinh_le_mul_cosh {x : R} (h : 0 ≤ x) : sinh x ≤ x * cosh x := by
  have k := le_of_deriv_nonneg (f := fun t => t * cosh t - sinh t)
    (f' := fun t => 1 * cosh t + t * sinh t - cosh t) h
    (fun t _ _ => ((hasDerivAt_id t).mul (hasDerivAt_cosh t)).sub (hasDerivAt_sinh t))
    (fun t ht _ => by have := mul_nonneg ht (sinh_nonneg ht); lin)
  have z := sinh_zero (R := R)
  dsimp only at k
  lin

/-- The hyperbolic cosine is at most the exponential of half of the square. -/
theorem cosh_le_exp_sq_div_two (x : R) : cosh x ≤ exp (x ^ 2 / 2) := by
  rw [← cosh_abs x, ← abs_sq x]
  have hx := abs_nonneg x
  generalize abs x = x at *
  -- `cosh t * exp (-t² / 2)` does not increase
  have k := le_of_deriv_nonpos (f := fun t => cosh t * exp (-1 / 2 * t ^ 2))
    (f' := fun t => sinh t * exp (-1 / 2 * t ^ 2) + cosh t * (exp (-1 / 2 * t ^ 2) * (-1 / 2 * (2 * t * 1)))) hx
    (fun t _ _ => (hasDerivAt_cosh t).mul (((hasDerivAt_id t).sq.const_mul (-1 / 2)).exp))
    (fun t ht _ => by
      have p := sinh_le_mul_cosh ht
      have q := mul_le_mul_right' (le_of_lt (exp_pos (-1 / 2 * t ^ 2))) p
      lin)
  dsimp only at k
  rw [cosh_zero, show -1 / 2 * (0 : R) ^ 2 = 0 by lin, exp_zero] at k
  have p := exp_mul_exp_neg (x ^ 2 / 2)
  rw [show -(x ^ 2 / 2) = -1 / 2 * x ^ 2 by lin] at p
  have q := mul_le_mul_right' (le_of_lt (exp_pos (x ^ 2 / 2))) k
  have e : cosh x * exp (-1 / 2 * x ^ 2) * exp (x ^ 2 / 2) = cosh x := by clear k q; lin
  rw [e] at q
  lin

/-- The exponential of `t x` with `x` in `[-1, 1]` lies below the chord over the ends. -/
theorem exp_mul_le_cosh_add {t x : R} (h₁ : -1 ≤ x) (h₂ : x ≤ 1) : exp (t * x) ≤ cosh t + x * sinh t := by
  have e₁ := exp_add (t * x) (t - t * x)
  have e₂ := exp_add (t * x) (-t - t * x)
  rw [show t * x + (t - t * x) = t by lin] at e₁
  rw [show t * x + (-t - t * x) = -t by lin] at e₂
  have p := mul_le_mul_left' (le_of_lt (exp_pos (t * x))) (one_add_le_exp (t - t * x))
  have q := mul_le_mul_left' (le_of_lt (exp_pos (t * x))) (one_add_le_exp (-t - t * x))
  rw [← e₁] at p
  rw [← e₂] at q
  have p' := mul_le_mul_left' (a := (1 + x) / 2) (by lin) p
  have q' := mul_le_mul_left' (a := (1 - x) / 2) (by lin) q
  unfold cosh sinh
  clear p q e₁ e₂
  lin

end Claims

end
