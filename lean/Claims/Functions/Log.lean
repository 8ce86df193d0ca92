module

public import Claims.Functions.Exp

/-!
# The natural logarithm

`log` is the inverse of `exp` on the positive numbers, and `0` elsewhere: products become sums, it increases
strictly, it lies below each of its tangents, and its derivative is the inverse.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

open Classical in
/-- The natural logarithm of a positive number; `0` for the others. -/
def log (x : R) : R := if h : 0 < x then (exists_exp_eq h).choose else 0

/-! ## The inverse of the exponential -/

/-- The exponential of the logarithm of a positive number. -/
theorem exp_log {x : R} (hx : 0 < x) : exp (log x) = x := by
  unfold log
  rw [dif_pos hx]
  exact (exists_exp_eq hx).choose_spec

/-- The logarithm of an exponential. -/
theorem log_exp (x : R) : log (exp x) = x := exp_injective (exp_log (exp_pos x))

/-- The value of the logarithm where it means nothing. -/
theorem log_of_nonpos {x : R} (hx : x ≤ 0) : log x = 0 := by
  unfold log; exact dif_neg (by lin)

/-- The logarithm of a positive number is the only solution of the exponential equation. -/
theorem log_eq_iff {x y : R} (hx : 0 < x) : log x = y ↔ exp y = x := by
  constructor
  · intro h; rw [← h, exp_log hx]
  · intro h; rw [← h, log_exp]

/-- The logarithm of one. -/
theorem log_one : log (1 : R) = 0 := (log_eq_iff zero_lt_one).2 exp_zero

/-- The logarithm turns products into sums. -/
theorem log_mul {x y : R} (hx : 0 < x) (hy : 0 < y) : log (x * y) = log x + log y :=
  (log_eq_iff (mul_pos hx hy)).2 (by rw [exp_add, exp_log hx, exp_log hy])

/-- The logarithm of the inverse. -/
theorem log_inv {x : R} (hx : 0 < x) : log x⁻¹ = -log x :=
  (log_eq_iff (inv_pos hx)).2 (by rw [exp_neg, exp_log hx])

/-- The logarithm turns quotients into differences. -/
theorem log_div {x y : R} (hx : 0 < x) (hy : 0 < y) : log (x / y) = log x - log y := by
  rw [div_eq_mul_inv, log_mul hx (inv_pos hy), log_inv hy]; lin

/-- The logarithm of a power. -/
theorem log_pow {x : R} (hx : 0 < x) (k : Nat) : log (x ^ k) = (k : R) * log x :=
  (log_eq_iff (pow_pos hx k)).2 (by rw [exp_nat_mul, exp_log hx])

/-- The logarithm of a square root is half of the logarithm. -/
theorem log_sqrt {x : R} (hx : 0 < x) : log (sqrt x) = log x / 2 := by
  have h := log_mul (sqrt_pos hx) (sqrt_pos hx)
  rw [show sqrt x * sqrt x = x by have := sq_sqrt (le_of_lt hx); lin] at h
  lin

/-! ## Order -/

/-- A logarithm is at most a bound when the number is at most the exponential of the bound. -/
theorem log_le_iff {x y : R} (hx : 0 < x) : log x ≤ y ↔ x ≤ exp y := by
  rw [← exp_le_exp, exp_log hx]

/-- A logarithm is at least a bound when the number is at least the exponential of the bound. -/
theorem le_log_iff {x y : R} (hx : 0 < x) : y ≤ log x ↔ exp y ≤ x := by
  rw [← exp_le_exp, exp_log hx]

/-- The strict form of `log_le_iff`. -/
theorem log_lt_iff {x y : R} (hx : 0 < x) : log x < y ↔ x < exp y := by
  rw [← exp_lt_exp, exp_log hx]

/-- The strict form of `le_log_iff`. -/
theorem lt_log_iff {x y : R} (hx : 0 < x) : y < log x ↔ exp y < x := by
  rw [← exp_lt_exp, exp_log hx]

/-- The logarithm increases strictly on the positive numbers. -/
theorem log_lt_log {x y : R} (hx : 0 < x) (h : x < y) : log x < log y := by
  rw [log_lt_iff hx, exp_log (by lin)]; exact h

/-- The logarithm is monotone on the positive numbers. -/
theorem log_le_log {x y : R} (hx : 0 < x) (h : x ≤ y) : log x ≤ log y := by
  rw [log_le_iff hx, exp_log (by lin)]; exact h

/-- Logarithms of positive numbers compare strictly as the numbers do. -/
theorem log_lt_log_iff {x y : R} (hx : 0 < x) (hy : 0 < y) : log x < log y ↔ x < y := by
  rw [log_lt_iff hx, exp_log hy]

/-- Logarithms of positive numbers compare as the numbers do. -/
theorem log_le_log_iff {x y : R} (hx : 0 < x) (hy : 0 < y) : log x ≤ log y ↔ x ≤ y := by
  rw [log_le_iff hx, exp_log hy]

/-- Positive numbers with equal logarithms are equal. -/
theorem log_injective {x y : R} (hx : 0 < x) (hy : 0 < y) (h : log x = log y) : x = y := by
  rw [← exp_log hx, ← exp_log hy, h]

/-- The logarithm is positive to the right of one. -/
theorem log_pos {x : R} (h : 1 < x) : 0 < log x := by
  rw [lt_log_iff (by lin), exp_zero]; exact h

/-- The logarithm is nonnegative from one on. -/
theorem log_nonneg {x : R} (h : 1 ≤ x) : 0 ≤ log x := by
  rw [le_log_iff (by lin), exp_zero]; exact h

/-- The logarithm is negative between zero and one. -/
theorem log_neg {x : R} (hx : 0 < x) (h : x < 1) : log x < 0 := by
  rw [log_lt_iff hx, exp_zero]; exact h

/-- The logarithm is nonpositive up to one. -/
theorem log_nonpos {x : R} (hx : 0 < x) (h : x ≤ 1) : log x ≤ 0 := by
  rw [log_le_iff hx, exp_zero]; exact h

/-! ## Tangents and bounds -/

/-- The tangent at one lies above the logarithm. -/
theorem log_le_sub_one {x : R} (hx : 0 < x) : log x ≤ x - 1 := by
  have h := one_add_le_exp (log x)
  rw [exp_log hx] at h
  lin

/-- The lower bound of the logarithm that belongs to `log_le_sub_one`. -/
theorem one_sub_inv_le_log {x : R} (hx : 0 < x) : 1 - x⁻¹ ≤ log x := by
  have h := log_le_sub_one (inv_pos hx)
  rw [log_inv hx] at h
  lin

/-- The logarithm lies below its tangent at any positive number. -/
theorem log_le_log_add {x y : R} (hx : 0 < x) (hy : 0 < y) : log y ≤ log x + (y - x) / x := by
  have h := log_le_sub_one (div_pos hy hx)
  rw [log_div hy hx] at h
  have e : (y - x) / x = y / x - 1 := by clear h; lin
  rw [e]; clear e; lin

/-- The logarithm is concave. -/
theorem log_concave {x y a b : R} (hx : 0 < x) (hy : 0 < y) (ha : 0 ≤ a) (hb : 0 ≤ b) (hab : a + b = 1) :
    a * log x + b * log y ≤ log (a * x + b * y) := by
  have hm : 0 < a * x + b * y := by
    rcases lt_or_eq_of_le ha with h | h
    · have := mul_pos h hx; have := mul_nonneg hb (le_of_lt hy); lin
    · have e : b = 1 := by lin
      rw [← h, e]; lin
  have p := mul_le_mul_left' ha (log_le_log_add hm hx)
  have q := mul_le_mul_left' hb (log_le_log_add hm hy)
  rw [div_eq_mul_inv] at p q
  have e := mul_inv_cancel (ne_of_gt hm)
  have hb' : b = 1 - a := by clear p q e; lin
  subst hb'
  generalize (a * x + (1 - a) * y)⁻¹ = i at *
  have z : a * ((x - (a * x + (1 - a) * y)) * i) + (1 - a) * ((y - (a * x + (1 - a) * y)) * i) = 0 := by
    clear p q; lin
  clear hx hy e; lin

/-- The logarithm grows from `x` to `y` by at most `(y - x) / c` when `c ≤ x ≤ y`. -/
theorem log_sub_le {x y c : R} (hc : 0 < c) (hx : c ≤ x) (hxy : x ≤ y) : log y - log x ≤ (y - x) / c := by
  have h := log_le_log_add (x := x) (y := y) (by lin) (by lin)
  rw [div_eq_mul_inv] at h ⊢
  have := mul_le_mul_left' (a := y - x) (by lin) (inv_le_inv hc hx)
  lin

/-- The logarithm is Lipschitz away from zero. -/
theorem abs_log_sub_le {x y c : R} (hc : 0 < c) (hx : c ≤ x) (hy : c ≤ y) :
    abs (log y - log x) ≤ abs (y - x) / c := by
  rcases le_total x y with h | h
  · have m := log_le_log (x := x) (by lin) h
    rw [abs_of_nonneg (by lin), abs_of_nonneg (by lin)]
    exact log_sub_le hc hx h
  · have m := log_le_log (x := y) (by lin) h
    rw [abs_sub_comm, abs_sub_comm y x, abs_of_nonneg (by lin), abs_of_nonneg (by lin)]
    exact log_sub_le hc hy h

/-! ## Derivative -/

/-- The derivative of the logarithm at a positive number. -/
theorem hasDerivAt_log {x : R} (hx : 0 < x) : HasDerivAt log x⁻¹ x := by
  intro ε hε
  have hi := inv_pos hx
  have ei := mul_inv_cancel (ne_of_gt hx)
  have hk : 0 < 2 * (x⁻¹ * x⁻¹) := by have := mul_pos hi hi; lin
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le (half_pos hx) (div_pos hε hk)
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have b := abs_lt.1 (lt_of_lt_of_le hy l₁)
  have hy0 : 0 < y := by lin
  have ej := mul_inv_cancel (ne_of_gt hy0)
  have t₁ := log_le_log_add hx hy0
  have t₂ := log_le_log_add hy0 hx
  rw [div_eq_mul_inv] at t₁ t₂
  -- the inverse of `y` is at most twice the inverse of `x`
  have hj : y⁻¹ ≤ 2 * x⁻¹ := by
    have := inv_le_inv (half_pos hx) (b := y) (by lin)
    rw [show (x / 2)⁻¹ = 2 * x⁻¹ by lin] at this
    exact this
  have hs := sq_nonneg (y - x)
  have key : -(log y - log x - x⁻¹ * (y - x)) ≤ (y - x) ^ 2 * (2 * (x⁻¹ * x⁻¹)) := by
    have p := mul_le_mul_left' hs (mul_le_mul_left' (le_of_lt hi) hj)
    have e : (y - x) * y⁻¹ - x⁻¹ * (y - x) = -((y - x) ^ 2 * (x⁻¹ * y⁻¹)) := by clear t₁ t₂ p; lin
    clear hj ei ej; lin
  have d := mul_le_mul_right' (le_of_lt hk) (le_trans (le_of_lt hy) l₂)
  rw [div_mul_cancel (ne_of_gt hk)] at d
  have d' := mul_le_mul_right' (abs_nonneg (y - x)) d
  have sq : abs (y - x) * (2 * (x⁻¹ * x⁻¹)) * abs (y - x) = (y - x) ^ 2 * (2 * (x⁻¹ * x⁻¹)) := by
    rw [← abs_sq (y - x)]; clear t₁ t₂ hj key d d' ei ej; lin
  rw [sq] at d'
  rw [abs_of_nonpos (by clear hj key d d' sq t₂ ei ej; lin)]
  exact le_trans key d'

/-- The chain rule for the logarithm of a positive function. -/
theorem HasDerivAt.log {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) (hx : 0 < f x) :
    HasDerivAt (fun y => Claims.log (f y)) ((f x)⁻¹ * f') x :=
  (hasDerivAt_log hx).comp hf

/-- The logarithm is continuous at positive numbers. -/
theorem continuousAt_log {x : R} (hx : 0 < x) : ContinuousAt log x := (hasDerivAt_log hx).continuousAt

end Claims

end
