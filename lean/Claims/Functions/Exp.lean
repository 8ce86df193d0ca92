module

public import Claims.Analysis.Monotone
public import Claims.Functions.ExpConstruction

/-!
# The exponential function

`exp` is the function that is `1` at `0` and its own derivative: the functional equation, positivity, strict
monotonicity, the elementary bounds, uniqueness, and that every positive number is a value.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The exponential function: `1` at `0` and its own derivative. -/
def exp : R → R := exists_exp.choose

/-- The exponential of zero. -/
theorem exp_zero : exp (0 : R) = 1 := (exists_exp (R := R)).choose_spec.1

/-- The exponential is its own derivative. -/
theorem hasDerivAt_exp (x : R) : HasDerivAt exp (exp x) x := (exists_exp (R := R)).choose_spec.2 x

/-! ## Derivatives of composed exponentials -/

/-- The chain rule for the exponential. -/
theorem HasDerivAt.exp {f : R → R} {f' t : R} (hf : HasDerivAt f f' t) :
    HasDerivAt (fun s => Claims.exp (f s)) (Claims.exp (f t) * f') t :=
  (hasDerivAt_exp (f t)).comp hf

/-- The derivative of `exp (-s)`. -/
theorem hasDerivAt_exp_neg (t : R) : HasDerivAt (fun s => exp (-s)) (-exp (-t)) t :=
  (HasDerivAt.comp (f := fun s => -s) (hasDerivAt_exp (-t)) (hasDerivAt_id t).neg).congr_deriv
    (by lin)

/-- The derivative of `exp (s + y)`. -/
theorem hasDerivAt_exp_add (y t : R) : HasDerivAt (fun s => exp (s + y)) (exp (t + y)) t :=
  (HasDerivAt.comp (f := fun s => s + y) (hasDerivAt_exp (t + y))
    ((hasDerivAt_id t).add (hasDerivAt_const y t))).congr_deriv (by lin)

/-- The derivative of `exp (k s)`. -/
theorem hasDerivAt_exp_mul (k t : R) : HasDerivAt (fun s => exp (k * s)) (k * exp (k * t)) t :=
  (HasDerivAt.comp (f := fun s => k * s) (hasDerivAt_exp (k * t)) ((hasDerivAt_id t).const_mul k)).congr_deriv
    (by lin)

/-! ## The functional equation -/

/-- The exponentials of opposite numbers are inverse to each other. -/
theorem exp_mul_exp_neg (x : R) : exp x * exp (-x) = 1 := by
  have h : ∀ t : R, HasDerivAt (fun s => exp s * exp (-s)) 0 t := fun t =>
    ((hasDerivAt_exp t).mul (hasDerivAt_exp_neg t)).congr_deriv (by lin)
  have k : exp x * exp (-x) = exp (0 : R) * exp (-0) := eq_of_hasDerivAt_zero h x 0
  rw [k, show (-0 : R) = 0 by lin, exp_zero]; lin

/-- The exponential has no zero. -/
theorem exp_ne_zero (x : R) : exp x ≠ 0 := fun h => by
  have k := exp_mul_exp_neg x
  rw [h] at k; lin

/-- The exponential of the opposite number is the inverse. -/
theorem exp_neg (x : R) : exp (-x) = (exp x)⁻¹ := by
  have k := exp_mul_exp_neg x
  have k' := mul_inv_cancel (exp_ne_zero x)
  lin

/-- The exponential turns sums into products. -/
theorem exp_add (x y : R) : exp (x + y) = exp x * exp y := by
  have h : ∀ t : R, HasDerivAt (fun s => exp (s + y) * exp (-s)) 0 t := fun t =>
    ((hasDerivAt_exp_add y t).mul (hasDerivAt_exp_neg t)).congr_deriv (by lin)
  have k : exp (x + y) * exp (-x) = exp (0 + y) * exp (-0) := eq_of_hasDerivAt_zero h x 0
  rw [show (-0 : R) = 0 by lin, show (0 : R) + y = y by lin, exp_zero] at k
  have k' := exp_mul_exp_neg x
  clear h; lin

/-- The exponential of a difference. -/
theorem exp_sub (x y : R) : exp (x - y) = exp x * exp (-y) := by
  rw [← exp_add, show x + -y = x - y by lin]

/-- The exponential is positive. -/
theorem exp_pos (x : R) : 0 < exp x := by
  have k := exp_add (x / 2) (x / 2)
  rw [show x / 2 + x / 2 = x by lin] at k
  rw [k]; exact mul_self_pos (exp_ne_zero _)

/-- The exponential of a double is a square. -/
theorem exp_two_mul (x : R) : exp (2 * x) = exp x * exp x := by
  rw [← exp_add, show x + x = 2 * x by lin]

/-- Powers of an exponential are exponentials of multiples. -/
theorem exp_nat_mul (j : Nat) (x : R) : exp ((j : R) * x) = exp x ^ j := by
  induction j with
  | zero =>
    rw [Semiring.pow_zero, show ((0 : Nat) : R) * x = 0 by lin, exp_zero]
  | succ j ih =>
    rw [Semiring.pow_succ, ← ih, ← exp_add, show ((j + 1 : Nat) : R) * x = (j : R) * x + x by lin]

/-! ## Order -/

/-- The exponential is monotone. -/
theorem exp_le_exp_of_le {x y : R} (h : x ≤ y) : exp x ≤ exp y :=
  le_of_deriv_nonneg h (fun t _ _ => hasDerivAt_exp t) (fun t _ _ => le_of_lt (exp_pos t))

/-- The exponential is at least one to the right of zero. -/
theorem one_le_exp {x : R} (h : 0 ≤ x) : 1 ≤ exp x := by
  have k := exp_le_exp_of_le h
  rw [exp_zero] at k; exact k

/-- The exponential is at most one to the left of zero. -/
theorem exp_le_one {x : R} (h : x ≤ 0) : exp x ≤ 1 := by
  have k := exp_le_exp_of_le h
  rw [exp_zero] at k; exact k

/-- The tangent at zero lies below the exponential. -/
theorem one_add_le_exp (x : R) : 1 + x ≤ exp x := by
  have h0 := exp_zero (R := R)
  have d : ∀ t : R, HasDerivAt (fun s => exp s - s) (exp t - 1) t := fun t =>
    (hasDerivAt_exp t).sub (hasDerivAt_id t)
  rcases le_total 0 x with h | h
  · have k : exp 0 - 0 ≤ exp x - x := le_of_deriv_nonneg h (fun t _ _ => d t)
      (fun t ht _ => by have := one_le_exp ht; clear d; lin)
    clear d; lin
  · have k : -(exp x - x) ≤ -(exp 0 - 0) := le_of_deriv_nonneg (f := fun s => -(exp s - s)) h
      (fun t _ _ => (d t).neg)
      (fun t _ ht => by have := exp_le_one ht; clear d; lin)
    clear d; lin

/-- The exponential increases strictly. -/
theorem exp_lt_exp_of_lt {x y : R} (h : x < y) : exp x < exp y := by
  have k := exp_add x (y - x)
  rw [show x + (y - x) = y by lin] at k
  have k1 := one_add_le_exp (y - x)
  have k2 := mul_lt_mul_left' (exp_pos x) (b := 1) (c := exp (y - x)) (by clear k; lin)
  clear k1; lin

/-- The exponential reflects the strict order. -/
theorem exp_lt_exp {x y : R} : exp x < exp y ↔ x < y := by
  constructor
  · intro h
    rcases lt_or_ge x y with h' | h'
    · exact h'
    · have := exp_le_exp_of_le h'; lin
  · exact exp_lt_exp_of_lt

/-- The exponential reflects the order. -/
theorem exp_le_exp {x y : R} : exp x ≤ exp y ↔ x ≤ y := by
  constructor
  · intro h
    rcases lt_or_ge y x with h' | h'
    · have := exp_lt_exp_of_lt h'; lin
    · exact h'
  · exact exp_le_exp_of_le

/-- The exponential is injective. -/
theorem exp_injective {x y : R} (h : exp x = exp y) : x = y :=
  le_antisymm (exp_le_exp.1 (by rw [h]; exact le_rfl _)) (exp_le_exp.1 (by rw [h]; exact le_rfl _))

/-- The exponential exceeds one to the right of zero. -/
theorem one_lt_exp {x : R} (h : 0 < x) : 1 < exp x := by
  have k := exp_lt_exp_of_lt h
  rw [exp_zero] at k; exact k

/-- The exponential is below one to the left of zero. -/
theorem exp_lt_one {x : R} (h : x < 0) : exp x < 1 := by
  have k := exp_lt_exp_of_lt h
  rw [exp_zero] at k; exact k

/-! ## Bounds -/

/-- The second Taylor polynomial lies below the exponential for nonnegative arguments. -/
theorem quadratic_le_exp {x : R} (h : 0 ≤ x) : 1 + x + x ^ 2 / 2 ≤ exp x := by
  have h0 := exp_zero (R := R)
  have d : ∀ t : R, HasDerivAt (fun s => exp s - s - 1 / 2 * s ^ 2) (exp t - 1 - 1 / 2 * (2 * t * 1)) t := fun t =>
    ((hasDerivAt_exp t).sub (hasDerivAt_id t)).sub ((hasDerivAt_id t).sq.const_mul _)
  have k : exp 0 - 0 - 1 / 2 * 0 ^ 2 ≤ exp x - x - 1 / 2 * x ^ 2 :=
    le_of_deriv_nonneg h (fun t _ _ => d t)
      (fun t _ _ => by have := one_add_le_exp t; clear d; lin)
  clear d; lin

/-- The product form of the upper bound `1 / (1 - x)`, for every `x`. -/
theorem exp_mul_one_sub_le (x : R) : exp x * (1 - x) ≤ 1 := by
  have k := mul_le_mul_left' (le_of_lt (exp_pos x)) (one_add_le_exp (-x))
  have k' := exp_mul_exp_neg x
  lin

/-- The upper bound `1 / (1 - x)` below one. -/
theorem exp_le_one_div_one_sub {x : R} (h : x < 1) : exp x ≤ 1 / (1 - x) :=
  (le_div_iff (by lin)).2 (exp_mul_one_sub_le x)

/-- Bernoulli's comparison: `(1 + x) ^ j` is at most the exponential of `j * x`. -/
theorem one_add_pow_le_exp {x : R} (h : 0 ≤ 1 + x) (j : Nat) :
    (1 + x) ^ j ≤ exp ((j : R) * x) := by
  rw [exp_nat_mul]; exact pow_le_pow_left' h (one_add_le_exp x) j

/-! ## Uniqueness and range -/

/-- There is no other function that is `1` at `0` and its own derivative. -/
theorem eq_exp {F : R → R} (hF0 : F 0 = 1) (hF : ∀ x, HasDerivAt F (F x) x) (x : R) : F x = exp x := by
  have h : ∀ t : R, HasDerivAt (fun s => F s * exp (-s)) 0 t := fun t =>
    ((hF t).mul (hasDerivAt_exp_neg t)).congr_deriv (by clear hF; lin)
  have k : F x * exp (-x) = F 0 * exp (-(0 : R)) := eq_of_hasDerivAt_zero h x 0
  rw [show (-0 : R) = 0 by lin, exp_zero, hF0] at k
  have k' := exp_mul_exp_neg x
  clear hF h; lin

/-- Every positive number is a value of the exponential. -/
theorem exists_exp_eq {y : R} (hy : 0 < y) : ∃ x, exp x = y := by
  have hi := inv_pos hy
  have ey := mul_inv_cancel (ne_of_gt hy)
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x : R => exp x ≤ y)
    ⟨1 - y⁻¹, by
      have k := exp_mul_one_sub_le (1 - y⁻¹)
      rw [show 1 - (1 - y⁻¹) = y⁻¹ by lin] at k
      have k' := mul_le_mul_right' (le_of_lt hy) k
      rw [show exp (1 - y⁻¹) * y⁻¹ * y = exp (1 - y⁻¹) by lin] at k'
      lin⟩
    ⟨y - 1, fun x hx => by have k := one_add_le_exp x; lin⟩
  have hs := exp_pos s
  refine ⟨s, ?_⟩
  rcases lt_or_ge (exp s) y with h | h
  · -- a little to the right of `s` the value is still at most `y`
    have e := div_mul_cancel (a := exp s) (ne_of_gt hy)
    have h1 : exp s / y < 1 := lt_of_mul_lt_mul_left (le_of_lt hy) (by clear hub hlub; lin)
    generalize exp s / y = q at e h1
    have k := mul_le_mul_left' (le_of_lt hy) (exp_mul_one_sub_le (1 - q))
    rw [show y * (exp (1 - q) * (1 - (1 - q))) = exp s * exp (1 - q) by rw [← e]; clear hub hlub; lin] at k
    have a := exp_add s (1 - q)
    have := hub (s + (1 - q)) (by rw [a]; clear hub hlub; lin)
    clear hub hlub; lin
  · rcases lt_or_eq_of_le h with h' | h'
    · -- a little to the left of `s` is still an upper bound
      have e := div_mul_cancel (a := y) (ne_of_gt hs)
      have h1 : y / exp s < 1 := lt_of_mul_lt_mul_left (le_of_lt hs) (by clear hub hlub; lin)
      generalize y / exp s = q at e h1
      have k := mul_le_mul_left' (le_of_lt hs) (one_add_le_exp (-(1 - q)))
      have a := exp_add s (-(1 - q))
      have := hlub (s + -(1 - q)) fun x hx => exp_le_exp.1 (by rw [a]; clear hub hlub; lin)
      clear hub hlub; lin
    · exact h'.symm

end Claims
