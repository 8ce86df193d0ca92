module

public import Claims.Functions.Log
public import Claims.Functions.ExpBounds

/-!
# Powers with real exponents

`rpow x y = exp (y log x)` is the power `x ^ y` of a positive number `x`: rules for exponents and bases,
agreement with natural powers and square roots, monotonicity, derivatives, and the limit of negative powers.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The power of a positive number `x` with exponent `y`; it is not meant for other `x`. -/
def rpow (x y : R) : R := exp (y * log x)

/-! ## Rules -/

/-- Powers are positive. -/
theorem rpow_pos (x y : R) : 0 < rpow x y := exp_pos _

/-- The logarithm of a power. -/
theorem log_rpow (x y : R) : log (rpow x y) = y * log x := log_exp _

/-- The exponent zero. -/
theorem rpow_zero (x : R) : rpow x 0 = 1 := by
  unfold rpow; rw [show 0 * log x = 0 by lin, exp_zero]

/-- The exponent one. -/
theorem rpow_one {x : R} (hx : 0 < x) : rpow x 1 = x := by
  unfold rpow; rw [show 1 * log x = log x by lin, exp_log hx]

/-- The base one. -/
theorem one_rpow (y : R) : rpow 1 y = 1 := by
  unfold rpow; rw [log_one, show y * 0 = 0 by lin, exp_zero]

/-- Exponents add. -/
theorem rpow_add (x y z : R) : rpow x (y + z) = rpow x y * rpow x z := by
  unfold rpow; rw [← exp_add, show (y + z) * log x = y * log x + z * log x by lin]

/-- The opposite exponent gives the inverse. -/
theorem rpow_neg (x y : R) : rpow x (-y) = (rpow x y)⁻¹ := by
  unfold rpow; rw [← exp_neg, show -y * log x = -(y * log x) by lin]

/-- The difference of exponents gives the quotient. -/
theorem rpow_sub (x y z : R) : rpow x (y - z) = rpow x y / rpow x z := by
  rw [show y - z = y + -z by lin, rpow_add, rpow_neg, div_eq_mul_inv]

/-- Exponents multiply. -/
theorem rpow_mul (x y z : R) : rpow x (y * z) = rpow (rpow x y) z := by
  unfold rpow; rw [log_exp, show z * (y * log x) = y * z * log x by lin]

/-- The power of a product. -/
theorem mul_rpow {a b : R} (ha : 0 < a) (hb : 0 < b) (y : R) : rpow (a * b) y = rpow a y * rpow b y := by
  unfold rpow; rw [log_mul ha hb, ← exp_add, show y * (log a + log b) = y * log a + y * log b by lin]

/-- The power of an inverse. -/
theorem inv_rpow {a : R} (ha : 0 < a) (y : R) : rpow a⁻¹ y = (rpow a y)⁻¹ := by
  rw [← rpow_neg]; unfold rpow; rw [log_inv ha, show y * -log a = -y * log a by lin]

/-- The power of a quotient. -/
theorem div_rpow {a b : R} (ha : 0 < a) (hb : 0 < b) (y : R) : rpow (a / b) y = rpow a y / rpow b y := by
  rw [div_eq_mul_inv, mul_rpow ha (inv_pos hb), inv_rpow hb, div_eq_mul_inv]

/-- Natural exponents give the ordinary powers. -/
theorem rpow_natCast {x : R} (hx : 0 < x) (k : Nat) : rpow x (k : R) = x ^ k := by
  unfold rpow; rw [exp_nat_mul, exp_log hx]

/-- The power with exponent `1 / k` is a `k`-th root. -/
theorem rpow_inv_natCast_pow {x : R} (hx : 0 < x) {k : Nat} (hk : 0 < k) : rpow x ((k : R)⁻¹) ^ k = x := by
  obtain ⟨m, rfl⟩ : ∃ m, k = m + 1 := ⟨k - 1, by omega⟩
  have e := mul_inv_cancel (ne_of_gt (natCast_succ_pos (R := R) m))
  rw [← rpow_natCast (rpow_pos _ _), ← rpow_mul,
    show (((m + 1 : Nat) : R))⁻¹ * ((m + 1 : Nat) : R) = 1 by rw [CommSemiring.mul_comm]; exact e, rpow_one hx]

/-- The power with exponent one half is the square root. -/
theorem rpow_half {x : R} (hx : 0 < x) : rpow x (1 / 2) = sqrt x := by
  refine eq_of_sq_eq_sq (le_of_lt (rpow_pos _ _)) (sqrt_nonneg x) ?_
  have h := rpow_add x (1 / 2) (1 / 2)
  rw [show (1 : R) / 2 + 1 / 2 = 1 by lin, rpow_one hx] at h
  rw [sq_sqrt (le_of_lt hx)]; lin

/-! ## Order -/

/-- Powers of a positive base compare as the products of exponents and logarithms do. -/
theorem rpow_lt_rpow_iff (x y x' y' : R) : rpow x y < rpow x' y' ↔ y * log x < y' * log x' := exp_lt_exp

/-- For a base above one, powers increase strictly with the exponent. -/
theorem rpow_lt_rpow_right {x y z : R} (hx : 1 < x) (h : y < z) : rpow x y < rpow x z :=
  exp_lt_exp_of_lt (mul_lt_mul_right' (log_pos hx) h)

/-- For a base of at least one, powers grow with the exponent. -/
theorem rpow_le_rpow_right {x y z : R} (hx : 1 ≤ x) (h : y ≤ z) : rpow x y ≤ rpow x z :=
  exp_le_exp_of_le (mul_le_mul_right' (log_nonneg hx) h)

/-- For a base between zero and one, powers decrease strictly with the exponent. -/
theorem rpow_lt_rpow_of_base_lt_one {x y z : R} (hx : 0 < x) (hx1 : x < 1) (h : y < z) : rpow x z < rpow x y :=
  exp_lt_exp_of_lt (by
    have := mul_lt_mul_right' (a := -log x) (by have := log_neg hx hx1; lin) h
    lin)

/-- For a positive exponent, powers increase strictly with the base. -/
theorem rpow_lt_rpow_left {a b y : R} (ha : 0 < a) (h : a < b) (hy : 0 < y) : rpow a y < rpow b y :=
  exp_lt_exp_of_lt (mul_lt_mul_left' hy (log_lt_log ha h))

/-- For a nonnegative exponent, powers grow with the base. -/
theorem rpow_le_rpow_left {a b y : R} (ha : 0 < a) (h : a ≤ b) (hy : 0 ≤ y) : rpow a y ≤ rpow b y :=
  exp_le_exp_of_le (mul_le_mul_left' hy (log_le_log ha h))

/-- For a base above one, the exponent is determined by the power. -/
theorem rpow_right_injective {x y z : R} (hx : 1 < x) (h : rpow x y = rpow x z) : y = z := by
  have k := exp_injective h
  have l := ne_of_gt (log_pos hx)
  have : (y - z) * log x = 0 := by lin
  have := mul_eq_zero this
  lin

/-- A base above one and a positive exponent give a power above one. -/
theorem one_lt_rpow {x y : R} (hx : 1 < x) (hy : 0 < y) : 1 < rpow x y :=
  one_lt_exp (mul_pos hy (log_pos hx))

/-- A base above one and a negative exponent give a power below one. -/
theorem rpow_lt_one {x y : R} (hx : 1 < x) (hy : y < 0) : rpow x y < 1 :=
  exp_lt_one (by have := mul_pos (a := -y) (by lin) (log_pos hx); lin)

/-- The logarithm grows more slowly than every power with a positive exponent. -/
theorem log_le_rpow_div {x a : R} (ha : 0 < a) : log x ≤ rpow x a / a := by
  rw [le_div_iff ha]
  have := log_le_sub_one (rpow_pos x a)
  rw [log_rpow] at this
  lin

/-- The weighted inequality of the geometric and the arithmetic mean. -/
theorem rpow_mul_rpow_le {x y a b : R} (hx : 0 < x) (hy : 0 < y) (ha : 0 ≤ a) (hb : 0 ≤ b) (hab : a + b = 1) :
    rpow x a * rpow y b ≤ a * x + b * y := by
  have h := exp_convex ha hb hab (log x) (log y)
  rw [exp_log hx, exp_log hy, exp_add] at h
  exact h

/-! ## Derivatives and limits -/

/-- The derivative of a power in its base. -/
theorem hasDerivAt_rpow_left {x : R} (hx : 0 < x) (y : R) :
    HasDerivAt (fun s => rpow s y) (y * rpow x (y - 1)) x := by
  refine ((hasDerivAt_log hx).const_mul y).exp.congr_deriv ?_
  have e : rpow x (y - 1) = rpow x y / rpow x 1 := rpow_sub x y 1
  rw [rpow_one hx, div_eq_mul_inv] at e
  rw [e]
  show _ = rpow x y * _
  clear e; lin

/-- The derivative of a power in its exponent. -/
theorem hasDerivAt_rpow_right (x y : R) : HasDerivAt (fun s => rpow x s) (log x * rpow x y) y := by
  refine (HasDerivAt.exp ((hasDerivAt_id y).mul_const (log x))).congr_deriv ?_
  show _ = rpow x y * _
  lin

/-- The chain rule for a power of a positive function. -/
theorem HasDerivAt.rpow_const {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) (hx : 0 < f x) (y : R) :
    HasDerivAt (fun s => rpow (f s) y) (y * rpow (f x) (y - 1) * f') x := (hasDerivAt_rpow_left hx y).comp hf

/-- Powers with a negative exponent tend to zero at infinity. -/
theorem exists_forall_rpow_neg_lt {a ε : R} (ha : 0 < a) (hε : 0 < ε) :
    ∃ T, 0 < T ∧ ∀ x, T ≤ x → rpow x (-a) < ε := by
  refine ⟨exp (-log ε / a + 1), exp_pos _, fun x hx => ?_⟩
  have h0 : 0 < x := lt_of_lt_of_le (exp_pos _) hx
  have h := mul_le_mul_left' (le_of_lt ha) ((le_log_iff h0).2 hx)
  have e := mul_div_cancel (a := -log ε) (ne_of_gt ha)
  unfold rpow
  rw [← lt_log_iff hε]
  clear hx; lin

end Claims

end
