module

public import Claims.Analysis.Monotone
public import Claims.LinearAlgebra.Matrix

/-!
# The exponential function

What follows from `IsExp E` (`E 0 = 1` and `E' = E`): the functional equation, positivity, strict
monotonicity, the elementary bounds, uniqueness, and that every positive number is a value of `E`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {E : R → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Powers of nonnegative numbers are monotone in the base. -/
theorem pow_le_pow_left' {a b : R} (ha : 0 ≤ a) (h : a ≤ b) (k : Nat) : a ^ k ≤ b ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero, Semiring.pow_zero]; exact le_rfl 1
  | succ k ih =>
    rw [Semiring.pow_succ, Semiring.pow_succ]
    exact mul_le_mul ih h ha (pow_nonneg (le_trans ha h) k)

/-- A function whose derivative vanishes everywhere is constant. -/
theorem eq_of_hasDerivAt_zero {f : R → R} (h : ∀ t, HasDerivAt f 0 t) (x y : R) : f x = f y := by
  rcases le_total x y with hxy | hxy
  · exact (eq_of_deriv_zero hxy fun t _ _ => h t).symm
  · exact eq_of_deriv_zero hxy fun t _ _ => h t

namespace IsExp

/-! ## Derivatives of rescaled exponentials -/

/-- The derivative of `E (-s)`. -/
theorem hasDerivAt_neg (hE : IsExp E) (t : R) : HasDerivAt (fun s => E (-s)) (-E (-t)) t :=
  (HasDerivAt.comp (f := fun s => -s) (hE.deriv (-t)) (hasDerivAt_id t).neg).congr_deriv
    (by clear hE; lin)

/-- The derivative of `E (s + y)`. -/
theorem hasDerivAt_add (hE : IsExp E) (y t : R) : HasDerivAt (fun s => E (s + y)) (E (t + y)) t :=
  (HasDerivAt.comp (f := fun s => s + y) (hE.deriv (t + y))
    ((hasDerivAt_id t).add (hasDerivAt_const y t))).congr_deriv (by clear hE; lin)

/-- The derivative of `E (k s)`. -/
theorem hasDerivAt_mul (hE : IsExp E) (k t : R) : HasDerivAt (fun s => E (k * s)) (k * E (k * t)) t :=
  (HasDerivAt.comp (f := fun s => k * s) (hE.deriv (k * t)) ((hasDerivAt_id t).const_mul k)).congr_deriv
    (by clear hE; lin)

/-! ## The functional equation -/

/-- The exponentials of opposite numbers are inverse to each other. -/
theorem mul_neg (hE : IsExp E) (x : R) : E x * E (-x) = 1 := by
  have h : ∀ t, HasDerivAt (fun s => E s * E (-s)) 0 t := fun t =>
    ((hE.deriv t).mul (hE.hasDerivAt_neg t)).congr_deriv (by clear hE; lin)
  have k : E x * E (-x) = E 0 * E (-0) := eq_of_hasDerivAt_zero h x 0
  rw [k, show (-0 : R) = 0 by lin, hE.zero]; lin

/-- The exponential has no zero. -/
theorem ne_zero (hE : IsExp E) (x : R) : E x ≠ 0 := fun h => by
  have k := hE.mul_neg x
  rw [h] at k; clear hE; lin

/-- The exponential of the opposite number is the inverse. -/
theorem neg (hE : IsExp E) (x : R) : E (-x) = (E x)⁻¹ := by
  have k := hE.mul_neg x
  have k' := mul_inv_cancel (hE.ne_zero x)
  clear hE; lin

/-- The exponential turns sums into products. -/
theorem add (hE : IsExp E) (x y : R) : E (x + y) = E x * E y := by
  have h : ∀ t, HasDerivAt (fun s => E (s + y) * E (-s)) 0 t := fun t =>
    ((hE.hasDerivAt_add y t).mul (hE.hasDerivAt_neg t)).congr_deriv (by clear hE; lin)
  have k : E (x + y) * E (-x) = E (0 + y) * E (-0) := eq_of_hasDerivAt_zero h x 0
  rw [show (-0 : R) = 0 by lin, show (0 : R) + y = y by lin, hE.zero] at k
  have k' := hE.mul_neg x
  clear hE h; lin

/-- The exponential of a difference. -/
theorem sub (hE : IsExp E) (x y : R) : E (x - y) = E x * E (-y) := by
  rw [← hE.add, show x + -y = x - y by lin]

/-- The exponential is positive. -/
theorem pos (hE : IsExp E) (x : R) : 0 < E x := by
  have k := hE.add (x / 2) (x / 2)
  rw [show x / 2 + x / 2 = x by lin] at k
  rw [k]; exact mul_self_pos (hE.ne_zero _)

/-- The exponential of a double is a square. -/
theorem two_mul (hE : IsExp E) (x : R) : E (2 * x) = E x * E x := by
  rw [← hE.add, show x + x = 2 * x by lin]

/-- Powers of an exponential are exponentials of multiples. -/
theorem nat_mul (hE : IsExp E) (j : Nat) (x : R) : E ((j : R) * x) = E x ^ j := by
  induction j with
  | zero =>
    rw [Semiring.pow_zero, show ((0 : Nat) : R) * x = 0 by lin, hE.zero]
  | succ j ih =>
    rw [Semiring.pow_succ, ← ih, ← hE.add, show ((j + 1 : Nat) : R) * x = (j : R) * x + x by lin]

/-! ## Order -/

/-- The exponential is monotone. -/
theorem mono (hE : IsExp E) {x y : R} (h : x ≤ y) : E x ≤ E y :=
  le_of_deriv_nonneg h (fun t _ _ => hE.deriv t) (fun t _ _ => le_of_lt (hE.pos t))

/-- The exponential is at least one to the right of zero. -/
theorem one_le (hE : IsExp E) {x : R} (h : 0 ≤ x) : 1 ≤ E x := by
  have k := hE.mono h
  rw [hE.zero] at k; exact k

/-- The exponential is at most one to the left of zero. -/
theorem le_one (hE : IsExp E) {x : R} (h : x ≤ 0) : E x ≤ 1 := by
  have k := hE.mono h
  rw [hE.zero] at k; exact k

/-- The tangent at zero lies below the exponential. -/
theorem one_add_le (hE : IsExp E) (x : R) : 1 + x ≤ E x := by
  have h0 := hE.zero
  have d : ∀ t, HasDerivAt (fun s => E s - s) (E t - 1) t := fun t =>
    (hE.deriv t).sub (hasDerivAt_id t)
  rcases le_total 0 x with h | h
  · have k : E 0 - 0 ≤ E x - x := le_of_deriv_nonneg h (fun t _ _ => d t)
      (fun t ht _ => by have := hE.one_le ht; clear d hE; lin)
    clear d hE; lin
  · have k : -(E x - x) ≤ -(E 0 - 0) := le_of_deriv_nonneg (f := fun s => -(E s - s)) h
      (fun t _ _ => (d t).neg)
      (fun t _ ht => by have := hE.le_one ht; clear d hE; lin)
    clear d hE; lin

/-- The exponential increases strictly. -/
theorem strictMono (hE : IsExp E) {x y : R} (h : x < y) : E x < E y := by
  have k := hE.add x (y - x)
  rw [show x + (y - x) = y by lin] at k
  have k1 := hE.one_add_le (y - x)
  have k2 := mul_lt_mul_left' (hE.pos x) (b := 1) (c := E (y - x)) (by clear hE k; lin)
  clear hE k1; lin

/-- The exponential reflects the strict order. -/
theorem lt_iff (hE : IsExp E) {x y : R} : E x < E y ↔ x < y := by
  constructor
  · intro h
    rcases lt_or_ge x y with h' | h'
    · exact h'
    · have := hE.mono h'; clear hE; lin
  · exact hE.strictMono

/-- The exponential reflects the order. -/
theorem le_iff (hE : IsExp E) {x y : R} : E x ≤ E y ↔ x ≤ y := by
  constructor
  · intro h
    rcases lt_or_ge y x with h' | h'
    · have := hE.strictMono h'; clear hE; lin
    · exact h'
  · exact hE.mono

/-- The exponential is injective. -/
theorem injective (hE : IsExp E) {x y : R} (h : E x = E y) : x = y :=
  le_antisymm (hE.le_iff.1 (by rw [h]; exact le_rfl _)) (hE.le_iff.1 (by rw [h]; exact le_rfl _))

/-- The exponential exceeds one to the right of zero. -/
theorem one_lt (hE : IsExp E) {x : R} (h : 0 < x) : 1 < E x := by
  have k := hE.strictMono h
  rw [hE.zero] at k; exact k

/-- The exponential is below one to the left of zero. -/
theorem lt_one (hE : IsExp E) {x : R} (h : x < 0) : E x < 1 := by
  have k := hE.strictMono h
  rw [hE.zero] at k; exact k

/-! ## Bounds -/

/-- The second Taylor polynomial lies below the exponential for nonnegative arguments. -/
theorem quad_le (hE : IsExp E) {x : R} (h : 0 ≤ x) : 1 + x + x ^ 2 / 2 ≤ E x := by
  have h0 := hE.zero
  have d : ∀ t, HasDerivAt (fun s => E s - s - 1 / 2 * s ^ 2) (E t - 1 - 1 / 2 * (2 * t * 1)) t := fun t =>
    ((hE.deriv t).sub (hasDerivAt_id t)).sub ((hasDerivAt_id t).sq.const_mul _)
  have k : E 0 - 0 - 1 / 2 * 0 ^ 2 ≤ E x - x - 1 / 2 * x ^ 2 :=
    le_of_deriv_nonneg h (fun t _ _ => d t)
      (fun t _ _ => by have := hE.one_add_le t; clear d hE; lin)
  clear d hE; lin

/-- The product form of the upper bound `1 / (1 - x)`, for every `x`. -/
theorem mul_one_sub_le (hE : IsExp E) (x : R) : E x * (1 - x) ≤ 1 := by
  have k := mul_le_mul_left' (le_of_lt (hE.pos x)) (hE.one_add_le (-x))
  have k' := hE.mul_neg x
  clear hE; lin

/-- The upper bound `1 / (1 - x)` below one. -/
theorem le_one_div_one_sub (hE : IsExp E) {x : R} (h : x < 1) : E x ≤ 1 / (1 - x) :=
  (le_div_iff (by lin)).2 (hE.mul_one_sub_le x)

/-- Bernoulli's comparison: `(1 + x) ^ j` is at most the exponential of `j * x`. -/
theorem one_add_pow_le (hE : IsExp E) {x : R} (h : 0 ≤ 1 + x) (j : Nat) :
    (1 + x) ^ j ≤ E ((j : R) * x) := by
  rw [hE.nat_mul]; exact pow_le_pow_left' h (hE.one_add_le x) j

/-! ## Uniqueness and range -/

/-- There is at most one exponential function. -/
theorem unique {F : R → R} (hE : IsExp E) (hF : IsExp F) (x : R) : E x = F x := by
  have h : ∀ t, HasDerivAt (fun s => E s * F (-s)) 0 t := fun t =>
    ((hE.deriv t).mul (hF.hasDerivAt_neg t)).congr_deriv (by clear hE hF; lin)
  have k : E x * F (-x) = E 0 * F (-0) := eq_of_hasDerivAt_zero h x 0
  rw [show (-0 : R) = 0 by lin, hE.zero, hF.zero] at k
  have k' := hF.mul_neg x
  clear hE hF h; lin

/-- Every positive number is a value of the exponential. -/
theorem exists_eq (hE : IsExp E) {y : R} (hy : 0 < y) : ∃ x, E x = y := by
  have hi := inv_pos hy
  have ey := mul_inv_cancel (ne_of_gt hy)
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x : R => E x ≤ y)
    ⟨1 - y⁻¹, by
      have k := hE.mul_one_sub_le (1 - y⁻¹)
      rw [show 1 - (1 - y⁻¹) = y⁻¹ by lin] at k
      have k' := mul_le_mul_right' (le_of_lt hy) k
      rw [show E (1 - y⁻¹) * y⁻¹ * y = E (1 - y⁻¹) by clear hE; lin] at k'
      clear hE; lin⟩
    ⟨y - 1, fun x hx => by have k := hE.one_add_le x; clear hE; lin⟩
  have hs := hE.pos s
  refine ⟨s, ?_⟩
  rcases lt_or_ge (E s) y with h | h
  · -- a little to the right of `s` the value is still at most `y`
    have e := div_mul_cancel (a := E s) (ne_of_gt hy)
    have h1 : E s / y < 1 := lt_of_mul_lt_mul_left (le_of_lt hy) (by clear hub hlub hE; lin)
    generalize E s / y = q at e h1
    have k := mul_le_mul_left' (le_of_lt hy) (hE.mul_one_sub_le (1 - q))
    rw [show y * (E (1 - q) * (1 - (1 - q))) = E s * E (1 - q) by rw [← e]; clear hub hlub hE; lin] at k
    have a := hE.add s (1 - q)
    have := hub (s + (1 - q)) (by rw [a]; clear hub hlub hE; lin)
    clear hub hlub hE; lin
  · rcases lt_or_eq_of_le h with h' | h'
    · -- a little to the left of `s` is still an upper bound
      have e := div_mul_cancel (a := y) (ne_of_gt hs)
      have h1 : y / E s < 1 := lt_of_mul_lt_mul_left (le_of_lt hs) (by clear hub hlub hE; lin)
      generalize y / E s = q at e h1
      have k := mul_le_mul_left' (le_of_lt hs) (hE.one_add_le (-(1 - q)))
      have a := hE.add s (-(1 - q))
      have := hlub (s + -(1 - q)) fun x hx => hE.le_iff.1 (by rw [a]; clear hub hlub hE; lin)
      clear hub hlub hE; lin
    · exact h'.symm

end IsExp

end Claims
