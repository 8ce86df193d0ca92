module

public import Claims.LinearAlgebra.Matrix

/-!
# Discrete Gronwall inequality

`u (j+1) ≤ (1 + a) u j + b` bounds `u j` by the solution of the recursion with equality, by induction.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The bound for any solution `s` of the recursion `s (j+1) = q s j + b` with `s 0` at least `u 0`. -/
theorem le_of_recursion {u s : Nat → R} {q b : R} (hq : 0 ≤ q) (h0 : u 0 ≤ s 0)
    (hu : ∀ j, u (j + 1) ≤ q * u j + b) (hs : ∀ j, s (j + 1) = q * s j + b) (j : Nat) : u j ≤ s j := by
  induction j with
  | zero => exact h0
  | succ j ih =>
    have p := hu j
    have e := hs j
    have m := mul_le_mul_left' hq ih
    clear hu hs; lin

/-- `gronwall.discrete`: if `u (j+1) ≤ (1 + a) u j + b` for all `j`, with `1 + a ≥ 0`, then
`u j ≤ (1 + a)^j u 0 + b ((1 + a)^j - 1) / a` when `a ≠ 0`, and `u j ≤ u 0 + j b` when `a = 0`.
Source: 000 and 001, "From attention updates to spherical dynamics", where it is used without proof. -/
theorem gronwall_discrete (u : Nat → R) (a b : R) (ha : 0 ≤ 1 + a)
    (hstep : ∀ j, u (j + 1) ≤ (1 + a) * u j + b) (j : Nat) :
    (a ≠ 0 → u j ≤ (1 + a) ^ j * u 0 + b * ((1 + a) ^ j - 1) / a) ∧
    (a = 0 → u j ≤ u 0 + (j : R) * b) := by
  constructor
  · intro h
    have e := mul_inv_cancel h
    refine le_of_recursion (s := fun j => (1 + a) ^ j * u 0 + b * ((1 + a) ^ j - 1) / a) ha ?_ hstep
      (fun k => ?_) j
    · show u 0 ≤ (1 + a) ^ 0 * u 0 + b * ((1 + a) ^ 0 - 1) / a
      rw [Semiring.pow_zero]
      clear hstep; lin
    · show (1 + a) ^ (k + 1) * u 0 + b * ((1 + a) ^ (k + 1) - 1) / a =
        (1 + a) * ((1 + a) ^ k * u 0 + b * ((1 + a) ^ k - 1) / a) + b
      rw [Semiring.pow_succ]
      generalize (1 + a) ^ k = p
      clear hstep; lin
  · intro h
    refine le_of_recursion (s := fun j => u 0 + (j : R) * b) ha ?_ hstep (fun k => ?_) j
    · show u 0 ≤ u 0 + ((0 : Nat) : R) * b
      clear hstep; lin
    · show u 0 + ((k + 1 : Nat) : R) * b = (1 + a) * (u 0 + (k : R) * b) + b
      subst h
      clear hstep; lin

/-- Refutes `gronwall_discrete` with the forcing term doubled in the hypothesis only: `u 1 = 2`,
`u 0 = 0`, `a = b = 1`. -/
theorem gronwall_discrete_mutant_factor_false :
    ¬ ∀ (u : Nat → R) (a b : R) (_ : 0 ≤ 1 + a)
      (_ : ∀ j, u (j + 1) ≤ (1 + a) * u j + 2 * b) (j : Nat),
      (a ≠ 0 → u j ≤ (1 + a) ^ j * u 0 + b * ((1 + a) ^ j - 1) / a) ∧
      (a = 0 → u j ≤ u 0 + (j : R) * b) := by
  intro h
  have h1 := (h (fun j => 2 * ((1 + 1) ^ j - 1)) 1 1 (by clear h; lin) (fun j => by
      dsimp only; rw [Semiring.pow_succ]; generalize ((1 : R) + 1) ^ j = p; clear h; lin) 1).1
    (by clear h; lin)
  clear h
  rw [Semiring.pow_zero, Semiring.pow_succ, Semiring.pow_zero] at h1
  lin

/-- Refutes `gronwall_discrete` without the hypothesis `1 + a ≥ 0`: with `a = -2`, `b = 0` the sequence
`0, -1, 1, -1, -1, ...` satisfies the recursion, and `u 2 = 1` exceeds the bound `0`. -/
theorem gronwall_discrete_mutant_hypothesis_false :
    ¬ ∀ (u : Nat → R) (a b : R) (_ : 0 ≤ 3 + a)
      (_ : ∀ j, u (j + 1) ≤ (1 + a) * u j + b) (j : Nat),
      (a ≠ 0 → u j ≤ (1 + a) ^ j * u 0 + b * ((1 + a) ^ j - 1) / a) ∧
      (a = 0 → u j ≤ u 0 + (j : R) * b) := by
  intro h
  have h1 := (h (fun j => match j with | 0 => 0 | 1 => -1 | 2 => 1 | _ + 3 => -1) (-2) 0
    (by clear h; lin) (fun j => by
      match j with
      | 0 => dsimp only; clear h; lin
      | 1 => dsimp only; clear h; lin
      | 2 => dsimp only; clear h; lin
      | _ + 3 => dsimp only; clear h; lin) 2).1
    (by clear h; lin)
  clear h
  dsimp only at h1
  lin

end Claims
