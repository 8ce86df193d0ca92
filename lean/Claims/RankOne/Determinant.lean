module

public import Claims.RankOne.Perturbation

/-!
# Singular values and determinant near the rank-one operator

The bounds for `1 αᵀ + Δ` in one statement, a matrix that attains the determinant bound, and refuted variants.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- `plga.rank-one.det`. Let `A' = 1 αᵀ + Δ` in dimension `d ≥ 1`, where `Δ` has operator norm at most `δ`. Then the
singular values of `A'` from the second on are at most `δ`, the largest is at most `√d |α| + δ`, and
`|det A'| ≤ (√d |α| + δ) δ ^ (d - 1)`. Singular values are described by the min-max principle.
Source: 003 § 3.2, Prop 3.9(iv). -/
theorem rankOne_perturbation {d : Nat} (α : Fin d → R) (Δ : Fin d → Fin d → R) (δ : R) (hd : 1 ≤ d) (hδ : 0 ≤ δ)
    (hΔ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v) :
    (∀ k, 1 ≤ k → SingularLE (fun i j => rankOne α i j + Δ i j) k δ) ∧
    SingularLE (fun i j => rankOne α i j + Δ i j) 0 (sqrt (d : R) * sqrt (normSq α) + δ) ∧
    abs (det (fun i j => rankOne α i j + Δ i j)) ≤ (sqrt (d : R) * sqrt (normSq α) + δ) * δ ^ (d - 1) := by
  refine ⟨fun k hk => singularLE_perturbed α hΔ hk,
    ⟨fun i => i.elim0, fun v _ => normSq_perturbed_le α hδ hΔ v⟩, ?_⟩
  obtain ⟨n, rfl⟩ : ∃ n, d = n + 1 := ⟨d - 1, by omega⟩
  have h := det_perturbed_sq_le α hδ hΔ
  have hM := mul_nonneg (sqrt_nonneg ((n + 1 : Nat) : R)) (sqrt_nonneg (normSq α))
  have hp : ∀ k : Nat, (δ ^ 2) ^ k = (δ ^ k) ^ 2 := fun k => by
    induction k with
    | zero => simp only [Semiring.pow_zero]; lin
    | succ k ih => rw [Semiring.pow_succ, ih, Semiring.pow_succ]; lin
  refine abs_le_of_sq_le (mul_nonneg (by clear h hp hΔ; lin) (pow_nonneg hδ _)) ?_
  show _ ≤ ((sqrt ((n + 1 : Nat) : R) * sqrt (normSq α) + δ) * δ ^ n) ^ 2
  rw [hp] at h
  generalize δ ^ n = t at h
  generalize sqrt ((n + 1 : Nat) : R) * sqrt (normSq α) + δ = M at h
  clear hp hΔ; lin

/-- The determinant bound is attained: for `α = 1` and `Δ = δ I` the determinant is `δ ^ (d - 1) (d + δ)`, and
`√d |α| = d`. -/
theorem rankOne_perturbation_sharp {n : Nat} (δ : R) :
    det (fun i j : Fin (n + 1) => rankOne (fun _ => 1) i j + δ * one i j) = δ ^ n * ((n + 1 : Nat) + δ) := by
  have e : (fun i j => rankOne (fun _ => 1) i j + δ * one i j) =
      fun i j : Fin (n + 1) => δ * one i j - (fun _ => (-1 : R)) j := funext fun i => funext fun j => by
    show 1 + δ * one i j = δ * one i j - -1; lin
  rw [e, det_charpoly_equal_rows, sum_const]; lin

/-- The zero matrix of size one has operator norm at most zero. -/
theorem normSq_zero_matrix (v : Fin 1 → R) :
    normSq (mulVec (fun _ _ => 0 : Fin 1 → Fin 1 → R) v) ≤ 0 ^ 2 * normSq v := by
  have e : normSq (mulVec (fun _ _ => 0 : Fin 1 → Fin 1 → R) v) = 0 := normSq_eq_zero.2 fun _ => dot_zero_left v
  rw [e]; lin

/-- Refutes the mutant of `rankOne_perturbation` with one factor `δ` too many in the determinant bound. -/
theorem rankOne_perturbation_mutant_factor_false : ¬ ∀ (d : Nat) (α : Fin d → R) (Δ : Fin d → Fin d → R) (δ : R)
    (_ : 1 ≤ d) (_ : 0 ≤ δ) (_ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v),
    (∀ k, 1 ≤ k → SingularLE (fun i j => rankOne α i j + Δ i j) k δ) ∧
    SingularLE (fun i j => rankOne α i j + Δ i j) 0 (sqrt (d : R) * sqrt (normSq α) + δ) ∧
    abs (det (fun i j => rankOne α i j + Δ i j)) ≤ (sqrt (d : R) * sqrt (normSq α) + δ) * δ ^ d := by
  intro h
  have e := (h 1 (fun _ => 1) (fun _ _ => 0) 0 (Nat.le_refl 1) (le_rfl 0) normSq_zero_matrix).2.2
  have e' := le_trans (le_abs_self _) e
  rw [Semiring.pow_succ, Semiring.pow_zero, det_fin_one] at e'
  have e2 : (1 : R) + 0 ≤ _ * (1 * 0) := e'
  lin

/-- Refutes the mutant of `rankOne_perturbation` that bounds the largest singular value by `δ` as well. -/
theorem rankOne_perturbation_mutant_largest_false : ¬ ∀ (d : Nat) (α : Fin d → R) (Δ : Fin d → Fin d → R) (δ : R)
    (_ : 1 ≤ d) (_ : 0 ≤ δ) (_ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v),
    (∀ k, 0 ≤ k → SingularLE (fun i j => rankOne α i j + Δ i j) k δ) ∧
    SingularLE (fun i j => rankOne α i j + Δ i j) 0 (sqrt (d : R) * sqrt (normSq α) + δ) ∧
    abs (det (fun i j => rankOne α i j + Δ i j)) ≤ (sqrt (d : R) * sqrt (normSq α) + δ) * δ ^ (d - 1) := by
  intro h
  obtain ⟨_, e⟩ := (h 1 (fun _ => 1) (fun _ _ => 0) 0 (Nat.le_refl 1) (le_rfl 0) normSq_zero_matrix).1 0
    (Nat.le_refl 0)
  have e1 := e (fun _ => 1) fun i => i.elim0
  have e2 : ((1 + 0) * 1 + 0) * ((1 + 0) * 1 + 0) + (0 : R) ≤ 0 ^ 2 * normSq (fun _ : Fin 1 => 1) := e1
  lin

end Claims
