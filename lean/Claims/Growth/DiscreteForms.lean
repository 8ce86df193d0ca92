module

public import Claims.Analysis.Series
public import Claims.Functions.Exp
public import Claims.Growth.Discrete

/-!
# Discrete Gronwall inequalities with variable coefficients

`u (k+1) ≤ (1 + a k) u k + b k` bounds `u` by a product of the factors and a sum of the forcings, and, with
`1 + x ≤ e^x`, by the exponential of the sum of the `a k`. For a contraction, `u (k+1) ≤ q u k + b` with
`q < 1`, the bound is uniform in time. The product of the first `k` terms of a sequence is `prodUpTo`, their
sum `partialSum`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Products of the first terms -/

/-- The product of the first `k` terms of a sequence. -/
def prodUpTo (p : Nat → R) : Nat → R
  | 0 => 1
  | k + 1 => prodUpTo p k * p k

/-- The empty product. -/
theorem prodUpTo_zero (p : Nat → R) : prodUpTo p 0 = 1 := rfl

/-- One more factor. -/
theorem prodUpTo_succ (p : Nat → R) (k : Nat) : prodUpTo p (k + 1) = prodUpTo p k * p k := rfl

/-- A product of nonnegative factors is nonnegative. -/
theorem prodUpTo_nonneg {p : Nat → R} (hp : ∀ k, 0 ≤ p k) (k : Nat) : 0 ≤ prodUpTo p k := by
  induction k with
  | zero => exact le_of_lt zero_lt_one
  | succ k ih => exact mul_nonneg ih (hp k)

/-- A product of positive factors is positive. -/
theorem prodUpTo_pos {p : Nat → R} (hp : ∀ k, 0 < p k) (k : Nat) : 0 < prodUpTo p k := by
  induction k with
  | zero => exact zero_lt_one
  | succ k ih => exact mul_pos ih (hp k)

/-- A product of factors at least one is at least one. -/
theorem one_le_prodUpTo {p : Nat → R} (hp : ∀ k, 1 ≤ p k) (k : Nat) : 1 ≤ prodUpTo p k := by
  induction k with
  | zero => exact le_rfl 1
  | succ k ih =>
    have h := mul_le_mul ih (hp k) (le_of_lt zero_lt_one) (le_of_lt (lt_of_lt_of_le zero_lt_one ih))
    rw [prodUpTo_succ]
    clear hp; lin

/-- A product of equal factors is a power. -/
theorem prodUpTo_const (q : R) (k : Nat) : prodUpTo (fun _ => q) k = q ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; rfl
  | succ k ih => rw [Semiring.pow_succ, ← ih]; rfl

/-- A sum of equal terms is a multiple. -/
theorem partialSum_const (c : R) (k : Nat) : partialSum (fun _ => c) k = (k : R) * c := by
  induction k with
  | zero => rw [partialSum_zero]; lin
  | succ k ih => rw [partialSum_succ, ih]; lin

/-- A product of factors `1 + a` is at most the exponential of the sum. -/
theorem prodUpTo_one_add_le_exp {a : Nat → R} (ha : ∀ k, 0 ≤ 1 + a k) (k : Nat) :
    prodUpTo (fun j => 1 + a j) k ≤ exp (partialSum a k) := by
  induction k with
  | zero => rw [partialSum_zero, exp_zero]; exact le_rfl 1
  | succ k ih =>
    rw [partialSum_succ, exp_add]
    exact mul_le_mul ih (one_add_le_exp (a k)) (ha k) (le_of_lt (exp_pos _))

/-! ## Variable coefficients -/

/-- Discrete Gronwall, homogeneous: `u (k+1) ≤ p k u k` with nonnegative factors. -/
theorem le_prodUpTo_mul {u p : Nat → R} (hp : ∀ k, 0 ≤ p k) (hu : ∀ k, u (k + 1) ≤ p k * u k) (k : Nat) :
    u k ≤ prodUpTo p k * u 0 := by
  induction k with
  | zero => rw [prodUpTo_zero]; clear hp hu; lin
  | succ k ih =>
    have h := hu k
    have m := mul_le_mul_left' (hp k) ih
    rw [prodUpTo_succ]
    clear hp hu; lin

/-- Discrete Gronwall with forcing, in the form of variation of constants: `u (k+1) ≤ p k u k + b k` with
positive factors. -/
theorem le_prodUpTo_mul_add_sum {u p b : Nat → R} (hp : ∀ k, 0 < p k)
    (hu : ∀ k, u (k + 1) ≤ p k * u k + b k) (k : Nat) :
    u k ≤ prodUpTo p k * (u 0 + partialSum (fun j => b j / prodUpTo p (j + 1)) k) := by
  induction k with
  | zero => rw [prodUpTo_zero, partialSum_zero]; clear hp hu; lin
  | succ k ih =>
    have h := hu k
    have m := mul_le_mul_left' (le_of_lt (hp k)) ih
    have e := mul_div_cancel (a := b k) (ne_of_gt (prodUpTo_pos hp (k + 1)))
    rw [partialSum_succ]
    generalize partialSum (fun j => b j / prodUpTo p (j + 1)) k = s at *
    generalize b k / prodUpTo p (k + 1) = c at *
    rw [prodUpTo_succ] at e ⊢
    have e2 : prodUpTo p k * p k * (u 0 + (s + c)) = p k * (prodUpTo p k * (u 0 + s)) + b k := by
      clear hp hu h m ih; lin
    rw [e2]
    clear hp hu e e2; lin

/-- Discrete Gronwall with factors at least one and nonnegative forcing: the product of the factors times the
start plus the sum of the forcings. -/
theorem le_prodUpTo_mul_sum {u p b : Nat → R} (hp : ∀ k, 1 ≤ p k) (hb : ∀ k, 0 ≤ b k)
    (hu : ∀ k, u (k + 1) ≤ p k * u k + b k) (k : Nat) : u k ≤ prodUpTo p k * (u 0 + partialSum b k) := by
  induction k with
  | zero => rw [prodUpTo_zero, partialSum_zero]; clear hp hb hu; lin
  | succ k ih =>
    have h := hu k
    have m := mul_le_mul_left' (le_trans (le_of_lt zero_lt_one) (hp k)) ih
    have q := mul_le_mul_right' (hb k) (one_le_prodUpTo hp (k + 1))
    rw [partialSum_succ]
    rw [prodUpTo_succ] at q ⊢
    clear hp hb hu; lin

/-- Discrete Gronwall with the exponential: `u (k+1) ≤ (1 + a k) u k + b k` with nonnegative `a`, `b` and
start gives `u k ≤ e^(a 0 + ... + a (k-1)) (u 0 + b 0 + ... + b (k-1))`. -/
theorem le_exp_partialSum_mul {u a b : Nat → R} (ha : ∀ k, 0 ≤ a k) (hb : ∀ k, 0 ≤ b k) (h0 : 0 ≤ u 0)
    (hu : ∀ k, u (k + 1) ≤ (1 + a k) * u k + b k) (k : Nat) :
    u k ≤ exp (partialSum a k) * (u 0 + partialSum b k) := by
  have h := le_prodUpTo_mul_sum (p := fun k => 1 + a k)
    (fun k => by have := ha k; clear ha hb hu; lin) hb hu k
  have p := prodUpTo_one_add_le_exp (a := a) (fun k => by have := ha k; clear ha hb hu h; lin) k
  have q := partialSum_nonneg hb k
  exact le_trans h (mul_le_mul_right' (by clear ha hb hu h; lin) p)

/-- The homogeneous form with the exponential: `u (k+1) ≤ (1 + a k) u k` with `1 + a k ≥ 0` and a nonnegative
start. -/
theorem le_exp_partialSum_mul_of_homogeneous {u a : Nat → R} (ha : ∀ k, 0 ≤ 1 + a k) (h0 : 0 ≤ u 0)
    (hu : ∀ k, u (k + 1) ≤ (1 + a k) * u k) (k : Nat) : u k ≤ exp (partialSum a k) * u 0 :=
  le_trans (le_prodUpTo_mul (p := fun k => 1 + a k) ha hu k)
    (mul_le_mul_right' h0 (prodUpTo_one_add_le_exp ha k))

/-- Constant rate `L h` and forcing `h δ` over `k` steps of length `h`: `u k ≤ e^(L h k) (u 0 + h k δ)`. -/
theorem le_exp_mul_of_step {u : Nat → R} {L h δ : R} (hL : 0 ≤ L) (hh : 0 ≤ h) (hδ : 0 ≤ δ) (h0 : 0 ≤ u 0)
    (hu : ∀ k, u (k + 1) ≤ (1 + L * h) * u k + h * δ) (k : Nat) :
    u k ≤ exp ((k : R) * (L * h)) * (u 0 + (k : R) * (h * δ)) := by
  have p := le_exp_partialSum_mul (a := fun _ => L * h) (b := fun _ => h * δ) (fun _ => mul_nonneg hL hh)
    (fun _ => mul_nonneg hh hδ) h0 hu k
  rw [partialSum_const, partialSum_const] at p
  exact p

/-! ## Contractions -/

/-- Contraction with forcing, exact form: `u k ≤ q^k u 0 + b (1 - q^k) / (1 - q)`. -/
theorem contraction_bound {u : Nat → R} {q b : R} (hq : 0 ≤ q) (hq1 : q < 1)
    (hu : ∀ k, u (k + 1) ≤ q * u k + b) (k : Nat) : u k ≤ q ^ k * u 0 + b / (1 - q) * (1 - q ^ k) := by
  have e := mul_div_cancel (a := b) (b := 1 - q) (by clear hu; lin)
  generalize b / (1 - q) = c at e
  refine le_of_recursion (s := fun k => q ^ k * u 0 + c * (1 - q ^ k)) hq ?_ hu (fun k => ?_) k
  · show u 0 ≤ q ^ 0 * u 0 + c * (1 - q ^ 0)
    rw [Semiring.pow_zero]
    clear hu; lin
  · show q ^ (k + 1) * u 0 + c * (1 - q ^ (k + 1)) = q * (q ^ k * u 0 + c * (1 - q ^ k)) + b
    rw [Semiring.pow_succ]
    generalize q ^ k = p
    clear hu; lin

/-- Contraction with nonnegative forcing: `u k ≤ q^k u 0 + b / (1 - q)`. -/
theorem contraction_bound_le {u : Nat → R} {q b : R} (hq : 0 ≤ q) (hq1 : q < 1) (hb : 0 ≤ b)
    (hu : ∀ k, u (k + 1) ≤ q * u k + b) (k : Nat) : u k ≤ q ^ k * u 0 + b / (1 - q) := by
  have h := contraction_bound hq hq1 hu k
  have p := mul_nonneg (div_nonneg hb (b := 1 - q) (by clear hu; lin)) (pow_nonneg hq k)
  clear hu; lin

end Claims
