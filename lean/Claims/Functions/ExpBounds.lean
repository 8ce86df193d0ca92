module

public import Claims.Functions.Exp
public import Claims.LinearAlgebra.Sum

/-!
# Inequalities for the exponential

Tangents and convexity, Taylor bounds of low order, Lipschitz bounds, an enclosure of `exp 1`, growth against
powers and the limits at infinity.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Tangents and convexity -/

/-- The exponential lies above its tangent at any point. -/
theorem exp_mul_one_add_sub_le (a x : R) : exp a * (1 + (x - a)) ≤ exp x := by
  have e := exp_add a (x - a)
  rw [show a + (x - a) = x by lin] at e
  rw [e]
  exact mul_le_mul_left' (le_of_lt (exp_pos a)) (one_add_le_exp (x - a))

/-- The tangent at zero touches the exponential only there. -/
theorem one_add_lt_exp {x : R} (h : x ≠ 0) : 1 + x < exp x := by
  rcases lt_or_ge (1 + x / 2) 0 with h' | h'
  · have := exp_pos x; lin
  · have k := sq_le_sq h' (one_add_le_exp (x / 2))
    have e := exp_two_mul (x / 2)
    rw [show 2 * (x / 2) = x by clear h; lin] at e
    have := sq_pos h
    lin

/-- The exponential is convex: its value at a mean is at most the mean of the values. -/
theorem exp_convex {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) (hab : a + b = 1) (x y : R) :
    exp (a * x + b * y) ≤ a * exp x + b * exp y := by
  have p := mul_le_mul_left' ha (exp_mul_one_add_sub_le (a * x + b * y) x)
  have q := mul_le_mul_left' hb (exp_mul_one_add_sub_le (a * x + b * y) y)
  generalize exp (a * x + b * y) = m at *
  have e : b = 1 - a := by clear p q; lin
  subst e
  clear ha hb
  lin

/-- Jensen's inequality for the exponential: its value at a weighted mean is at most the mean of the values. -/
theorem exp_sum_le {n : Nat} {w : Fin n → R} (hw : ∀ i, 0 ≤ w i) (h1 : sum w = 1) (x : Fin n → R) :
    exp (sum fun i => w i * x i) ≤ sum fun i => w i * exp (x i) := by
  generalize hm : sum (fun i => w i * x i) = m
  have k : sum (fun i => exp m * (1 - m) * w i + exp m * (w i * x i)) ≤ sum fun i => w i * exp (x i) :=
    sum_le_sum fun i => by
      have := mul_le_mul_left' (hw i) (exp_mul_one_add_sub_le m (x i))
      clear hw; lin
  rw [sum_add, sum_mul_left, sum_mul_left, h1, hm] at k
  clear hw; lin

/-! ## Differences -/

/-- The increment of the exponential is at most the slope at the right end. -/
theorem exp_sub_exp_le (x y : R) : exp y - exp x ≤ exp y * (y - x) := by
  have := exp_mul_one_add_sub_le y x; lin

/-- The exponential is Lipschitz to the left of `M`, with constant `exp M`. -/
theorem abs_exp_sub_exp_le {x y M : R} (hx : x ≤ M) (hy : y ≤ M) : abs (exp x - exp y) ≤ exp M * abs (x - y) := by
  have key : ∀ a b : R, a ≤ b → b ≤ M → exp b - exp a ≤ exp M * (b - a) := fun a b h hb => by
    have p := mul_le_mul_right' (a := b - a) (by clear hx hy; lin) (exp_le_exp_of_le hb)
    have := exp_sub_exp_le a b
    clear hx hy; lin
  rcases le_total x y with h | h
  · have m := exp_le_exp_of_le h
    rw [abs_of_nonpos (by lin), abs_of_nonpos (x := x - y) (by lin)]
    have := key x y h hy; clear key; lin
  · have m := exp_le_exp_of_le h
    rw [abs_of_nonneg (by lin), abs_of_nonneg (by lin)]
    exact key y x h hx

/-! ## Taylor bounds -/

/-- The second Taylor polynomial lies above the exponential to the left of zero. -/
theorem exp_le_quadratic {x : R} (h : x ≤ 0) : exp x ≤ 1 + x + x ^ 2 / 2 := by
  have k := le_of_deriv_nonneg (f := fun t => exp t - t - 1 / 2 * t ^ 2)
    (f' := fun t => exp t - 1 - 1 / 2 * (2 * t * 1)) h
    (fun t _ _ => ((hasDerivAt_exp t).sub (hasDerivAt_id t)).sub ((hasDerivAt_id t).sq.const_mul _))
    (fun t _ _ => by have := one_add_le_exp t; lin)
  have z := exp_zero (R := R)
  dsimp only at k
  lin

/-- The second Taylor polynomial lies above the decaying exponential. -/
theorem exp_neg_le_quadratic {x : R} (h : 0 ≤ x) : exp (-x) ≤ 1 - x + x ^ 2 / 2 := by
  have := exp_le_quadratic (x := -x) (by lin); lin

/-- The third Taylor polynomial lies below the exponential to the right of zero. -/
theorem cubic_le_exp {x : R} (h : 0 ≤ x) : 1 + x + x ^ 2 / 2 + x ^ 3 / 6 ≤ exp x := by
  have k := le_of_deriv_nonneg (f := fun t => exp t - t - 1 / 2 * t ^ 2 - 1 / 6 * (t * t ^ 2))
    (f' := fun t => exp t - 1 - 1 / 2 * (2 * t * 1) - 1 / 6 * (1 * t ^ 2 + t * (2 * t * 1))) h
    (fun t _ _ => (((hasDerivAt_exp t).sub (hasDerivAt_id t)).sub ((hasDerivAt_id t).sq.const_mul _)).sub
      (((hasDerivAt_id t).mul (hasDerivAt_id t).sq).const_mul _))
    (fun t ht _ => by have := quadratic_le_exp ht; lin)
  have z := exp_zero (R := R)
  dsimp only at k
  lin

/-- The third Taylor polynomial lies below the exponential to the left of zero too. -/
theorem cubic_le_exp_of_nonpos {x : R} (h : x ≤ 0) : 1 + x + x ^ 2 / 2 + x ^ 3 / 6 ≤ exp x := by
  have k := le_of_deriv_nonpos (f := fun t => exp t - t - 1 / 2 * t ^ 2 - 1 / 6 * (t * t ^ 2))
    (f' := fun t => exp t - 1 - 1 / 2 * (2 * t * 1) - 1 / 6 * (1 * t ^ 2 + t * (2 * t * 1))) h
    (fun t _ _ => (((hasDerivAt_exp t).sub (hasDerivAt_id t)).sub ((hasDerivAt_id t).sq.const_mul _)).sub
      (((hasDerivAt_id t).mul (hasDerivAt_id t).sq).const_mul _))
    (fun t _ ht => by have := exp_le_quadratic ht; lin)
  have z := exp_zero (R := R)
  dsimp only at k
  lin

/-- The rational upper bound `(1 + x / 2) / (1 - x / 2)`, as a product. -/
theorem exp_mul_one_sub_half_le {x : R} (h : 0 ≤ x) : exp x * (1 - x / 2) ≤ 1 + x / 2 := by
  have k := le_of_deriv_nonpos (f := fun t => exp t * (1 - 1 / 2 * t) - 1 / 2 * t)
    (f' := fun t => exp t * (1 - 1 / 2 * t) + exp t * (0 - 1 / 2 * 1) - 1 / 2 * 1) h
    (fun t _ _ => ((hasDerivAt_exp t).mul ((hasDerivAt_const 1 t).sub ((hasDerivAt_id t).const_mul _))).sub
      ((hasDerivAt_id t).const_mul _))
    (fun t _ _ => by have := exp_mul_one_sub_le t; lin)
  have z := exp_zero (R := R)
  dsimp only at k
  lin

/-- The remainder of the first Taylor polynomial on `[-1, 1]`. -/
theorem exp_le_one_add_add_sq {x : R} (h : abs x ≤ 1) : exp x ≤ 1 + x + x ^ 2 := by
  have ⟨h₁, h₂⟩ := abs_le.1 h
  have s := sq_nonneg x
  rcases le_total x 0 with h' | h'
  · have := exp_le_quadratic h'; clear h; lin
  · have p := exp_mul_one_sub_half_le h'
    have q := mul_nonneg s (b := 1 - x) (by clear h; lin)
    refine le_of_mul_le_mul_left (a := 1 - x / 2) (by clear h; lin) ?_
    clear h; lin

/-- The remainder of the first Taylor polynomial on `[-1, 1]`, in absolute value. -/
theorem abs_exp_sub_one_sub_le {x : R} (h : abs x ≤ 1) : abs (exp x - 1 - x) ≤ x ^ 2 := by
  have p := exp_le_one_add_add_sq h
  have q := one_add_le_exp x
  rw [abs_of_nonneg (by clear h; lin)]; clear h; lin

/-- The exponential differs from one by at most twice its argument on `[-1, 1]`. -/
theorem abs_exp_sub_one_le {x : R} (h : abs x ≤ 1) : abs (exp x - 1) ≤ 2 * abs x := by
  have p := abs_exp_sub_one_sub_le h
  have q := mul_le_mul_left' (abs_nonneg x) h
  have e := abs_sq x
  have t := abs_add_le (exp x - 1 - x) x
  rw [show exp x - 1 - x + x = exp x - 1 by lin] at t
  lin

/-! ## The number `exp 1` -/

/-- The number `exp 1` exceeds `27/10`. -/
theorem lt_exp_one : (27 : R) / 10 < exp 1 := by
  have h := cubic_le_exp (x := (1 : R) / 2) (by lin)
  have k := sq_le_sq (a := (79 : R) / 48) (by lin) (b := exp (1 / 2)) (by lin)
  have e := exp_two_mul ((1 : R) / 2)
  rw [show 2 * ((1 : R) / 2) = 1 by lin] at e
  lin

/-- The number `exp 1` is below `28/10`. -/
theorem exp_one_lt : exp (1 : R) < 28 / 10 := by
  have h := exp_mul_one_sub_half_le (x := (1 : R) / 2) (by lin)
  have k := sq_le_sq (le_of_lt (exp_pos ((1 : R) / 2))) (b := 5 / 3) (by lin)
  have e := exp_two_mul ((1 : R) / 2)
  rw [show 2 * ((1 : R) / 2) = 1 by lin] at e
  lin

/-! ## Growth against powers -/

/-- The bound that is sharp at one. -/
theorem le_exp_sub_one (x : R) : x ≤ exp (x - 1) := by
  have := one_add_le_exp (x - 1); lin

/-- The function `x exp (-x)` is largest at one. -/
theorem mul_exp_neg_le (x : R) : x * exp (-x) ≤ exp (-1) := by
  have k := mul_le_mul_right' (le_of_lt (exp_pos (-x))) (le_exp_sub_one x)
  rw [← exp_add, show x - 1 + -x = -1 by lin] at k
  exact k

/-- The exponential exceeds every power, up to a constant. -/
theorem pow_le_mul_exp {x : R} (h : 0 ≤ x) (k : Nat) : x ^ k ≤ (k : R) ^ k * exp x := by
  cases k with
  | zero =>
    rw [Semiring.pow_zero, Semiring.pow_zero]
    have := one_le_exp h; lin
  | succ k =>
    have hk := natCast_succ_pos (R := R) k
    have e := mul_div_cancel (a := x) (ne_of_gt hk)
    have hn : 0 ≤ x / ((k + 1 : Nat) : R) := div_nonneg h (le_of_lt hk)
    have p := pow_le_pow_left' hn (b := exp (x / ((k + 1 : Nat) : R)))
      (by have := one_add_le_exp (x / ((k + 1 : Nat) : R)); clear e; lin) (k + 1)
    rw [← exp_nat_mul, e] at p
    have q := mul_le_mul_left' (pow_nonneg (le_of_lt hk) (k + 1)) p
    rw [← CommSemiring.mul_pow, e] at q
    exact q

/-- The decaying exponential beats every power: `x ^ k exp (-x)` tends to zero at infinity. -/
theorem exists_forall_pow_mul_exp_neg_lt (k : Nat) {ε : R} (hε : 0 < ε) :
    ∃ T, ∀ x, T ≤ x → x ^ k * exp (-x) < ε := by
  have hk := natCast_succ_pos (R := R) k
  have hC := pow_pos hk (k + 1)
  generalize hc : ((k + 1 : Nat) : R) ^ (k + 1) = C at hC
  have hq := div_pos hC hε
  have e := mul_div_cancel (a := C) (ne_of_gt hε)
  refine ⟨C / ε + 1, fun x hx => ?_⟩
  have h0 : 0 < x := by clear hc e; lin
  have p := pow_le_mul_exp (le_of_lt h0) (k + 1)
  rw [hc, Semiring.pow_succ] at p
  have q := mul_le_mul_right' (le_of_lt (exp_pos (-x))) p
  have m := exp_mul_exp_neg x
  have e2 : C * exp x * exp (-x) = C := by clear p q hc e; lin
  rw [e2] at q
  have r := mul_le_mul_left' (le_of_lt hε) hx
  refine lt_of_mul_lt_mul_left (le_of_lt h0) ?_
  clear p m e2 hc hx hq; lin

/-! ## Limits -/

/-- The exponential tends to zero at minus infinity. -/
theorem exists_forall_exp_lt {ε : R} (hε : 0 < ε) : ∃ T, ∀ x, x ≤ T → exp x < ε := by
  obtain ⟨T, hT⟩ := exists_exp_eq (half_pos hε)
  exact ⟨T, fun x hx => by have := exp_le_exp_of_le hx; lin⟩

/-- The exponential tends to infinity at infinity. -/
theorem exists_forall_lt_exp (M : R) : ∃ T, ∀ x, T ≤ x → M < exp x :=
  ⟨M, fun x hx => by have := one_add_le_exp x; lin⟩

end Claims
