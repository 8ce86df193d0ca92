module

public import Claims.Functions.ExpBounds
public import Claims.Analysis.Limit

/-!
# Powers that approximate the exponential

The powers `(1 + c / n) ^ n` tend to `exp c` with an explicit error, and the steps of the explicit Euler method
for `V' = -V` stay within `j x² / 2` of the solution. With Bernoulli's inequality.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Powers of numbers in the unit interval -/

/-- Powers of numbers in `[0, 1]` differ by at most the exponent times the difference. -/
theorem pow_sub_pow_le {a b : R} (hb : 0 ≤ b) (hba : b ≤ a) (ha : a ≤ 1) (k : Nat) :
    a ^ k - b ^ k ≤ (k : R) * (a - b) := by
  induction k with
  | zero => rw [Semiring.pow_zero, Semiring.pow_zero]; lin
  | succ k ih =>
    rw [Semiring.pow_succ, Semiring.pow_succ]
    have p := mul_le_mul_right' (a := a - b) (by clear ih; lin) (pow_le_one (by clear ih; lin) ha k)
    have q := mul_le_mul_left' (a := a ^ k - b ^ k)
      (by have := pow_le_pow_left' hb hba k; clear ih; lin) (b := b) (c := 1) (by clear ih; lin)
    have e : ((k + 1 : Nat) : R) = (k : R) + 1 := by clear ih p q; lin
    rw [e]
    lin

/-- Bernoulli's inequality. -/
theorem one_add_mul_le_pow {x : R} (h : -1 ≤ x) (k : Nat) : 1 + (k : R) * x ≤ (1 + x) ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; lin
  | succ k ih =>
    rw [Semiring.pow_succ]
    have p := mul_le_mul_right' (a := 1 + x) (by clear ih; lin) ih
    have q := mul_nonneg (natCast_nonneg (R := R) k) (sq_nonneg x)
    have e : ((k + 1 : Nat) : R) = (k : R) + 1 := by clear ih p q; lin
    rw [e]
    clear ih; lin

/-! ## Powers against the exponential -/

/-- Explicit Euler for `V' = -V`: the error after `j` steps of length `x ≤ 1` is between `0` and `j x² / 2`. -/
theorem exp_neg_sub_pow {x : R} (h₀ : 0 ≤ x) (h₁ : x ≤ 1) (j : Nat) :
    0 ≤ exp (-((j : R) * x)) - (1 - x) ^ j ∧ exp (-((j : R) * x)) - (1 - x) ^ j ≤ (j : R) * (x ^ 2 / 2) := by
  rw [show -((j : R) * x) = (j : R) * -x by lin, exp_nat_mul]
  have p : 1 - x ≤ exp (-x) := by have := one_add_le_exp (-x); lin
  have q := exp_neg_le_quadratic h₀
  have r := pow_le_pow_left' (a := 1 - x) (by lin) p j
  have s := pow_sub_pow_le (b := 1 - x) (by lin) p (exp_le_one (by lin)) j
  have t := mul_le_mul_left' (natCast_nonneg (R := R) j) (b := exp (-x) - (1 - x)) (c := x ^ 2 / 2) (by lin)
  constructor <;> lin

/-- The power `(1 + x) ^ k` falls short of the exponential of `k x` by at most the factor `1 - k x²`. -/
theorem one_sub_mul_exp_le_pow {x : R} (h : abs x ≤ 1) (k : Nat) :
    (1 - (k : R) * x ^ 2) * exp ((k : R) * x) ≤ (1 + x) ^ k := by
  have ⟨h₁, h₂⟩ := abs_le.1 h
  have s := sq_le_sq (abs_nonneg x) h
  rw [abs_sq] at s
  have b := one_add_mul_le_pow (x := -x ^ 2) (by clear h; lin) k
  have t := mul_le_mul_left' (a := 1 + x) (by clear h; lin) (one_add_le_exp (-x))
  have p := pow_le_pow_left' (a := 1 + -x ^ 2) (by clear h b; lin) (b := (1 + x) * exp (-x)) (by clear h b; lin) k
  have q := mul_le_mul_right' (pow_nonneg (le_of_lt (exp_pos x)) k) (le_trans b p)
  rw [← CommSemiring.mul_pow, show (1 + x) * exp (-x) * exp x = 1 + x by
    have := exp_mul_exp_neg x; clear h b p q t; lin] at q
  rw [exp_nat_mul]
  clear h b p t; lin

/-- The distance of `(1 + c / n) ^ n` from the exponential of `c`. -/
theorem abs_one_add_div_pow_sub_exp_le {c : R} {n : Nat} (hn : 0 < n) (h : abs c ≤ (n : R)) :
    abs ((1 + c / (n : R)) ^ n - exp c) ≤ c ^ 2 * exp c * ((n : R))⁻¹ := by
  have hp : (0 : R) < (n : R) := by
    obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
    exact natCast_succ_pos m
  have e := mul_div_cancel (a := c) (ne_of_gt hp)
  have i := mul_inv_cancel (ne_of_gt hp)
  have hx : abs (c / (n : R)) ≤ 1 := by
    refine le_of_mul_le_mul_left hp ?_
    have := abs_mul (n : R) (c / (n : R))
    rw [e, abs_of_nonneg (le_of_lt hp)] at this
    clear e i; lin
  have lo := one_sub_mul_exp_le_pow hx n
  have hi := one_add_pow_le_exp (x := c / (n : R)) (by have := (abs_le.1 hx).1; clear lo e i h hx; lin) n
  rw [e] at lo hi
  have z : (n : R) * (c / (n : R)) ^ 2 = c ^ 2 * ((n : R))⁻¹ := by
    rw [div_eq_mul_inv]; clear lo hi hx h e; lin
  rw [z] at lo
  rw [abs_of_nonpos (by clear lo hx h e i z; lin)]
  clear hx h e i z hi; lin

/-- The exponential is the limit of the powers `(1 + c / n) ^ n`. -/
theorem tendsTo_one_add_div_pow (c : R) : TendsTo (fun n => (1 + c / (n : R)) ^ n) (exp c) := by
  obtain ⟨N, hN⟩ := exists_natCast_gt (abs c)
  refine tendsTo_of_shift (k := 1) (tendsTo_of_abs_sub_le (N := N)
    ((tendsTo_inv_natCast.const_mul (c ^ 2 * exp c)).congr_limit (by clear hN; lin)) fun n hn => ?_)
  exact abs_one_add_div_pow_sub_exp_le (Nat.succ_pos n)
    (le_trans (le_of_lt hN) (natCast_le_natCast (Nat.le_succ_of_le hn)))

/-- The exponentials of the multiples of a negative number tend to zero. -/
theorem tendsTo_exp_neg_nat_mul {a : R} (ha : 0 < a) : TendsTo (fun n => exp (-((n : R) * a))) 0 := by
  refine (tendsTo_pow (q := exp (-a)) ?_).congr fun n => ?_
  · rw [abs_of_nonneg (le_of_lt (exp_pos _))]; exact exp_lt_one (by lin)
  · rw [← exp_nat_mul, show (n : R) * -a = -((n : R) * a) by lin]

end Claims
