module

public import Claims.RankOne.Operator

/-!
# The spectrum of the rank-one operator with equal rows

For `A = 1 αᵀ` with row sum `s`: characteristic polynomial, eigenvalues, and the idempotent and nilpotent cases.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- `A² = s A` for `A = 1 αᵀ` with entry sum `s`. -/
theorem rankOne_mul_self (α : Fin d → R) : mul (rankOne α) (rankOne α) = fun i j => sum α * rankOne α i j :=
  funext fun _ => funext fun j => sum_mul_right α (α j)

/-- A real eigenvalue of `1 αᵀ` is zero or the sum of the entries of `α`. -/
theorem rankOne_eigenvalue (α : Fin d → R) (x : R) (v : Fin d → R) (hv : ∃ i, v i ≠ 0)
    (h : ∀ i, mulVec (rankOne α) v i = x * v i) : x = 0 ∨ x = sum α := by
  by_cases hx : x = 0
  · exact Or.inl hx
  -- `v` is a multiple of the all-ones vector, with a nonzero multiplier
  refine Or.inr ?_
  obtain ⟨i, hi⟩ := hv
  have e : ∀ j, v j = v i := fun j => by
    have h1 := h i
    have h2 := h j
    rw [mulVec_rankOne] at h1 h2
    clear h; lin
  have h1 := h i
  rw [mulVec_rankOne, show dot α v = sum α * v i from
    (sum_congr fun j => by rw [e j]).trans (sum_mul_right α (v i))] at h1
  clear h e; lin

/-- `plga.rank-one.spectrum`. Let `A = 1 αᵀ` in dimension `d ≥ 1` and `s` the sum of the entries of `α`. Then
`A 1 = s 1`; the characteristic polynomial is `det (x I - A) = x ^ (d - 1) (x - s)`; a real eigenvalue `x` is `0`
or `s`, so that `|x| ≤ |s|`; if `s ≠ 0` then `A / s` is idempotent; if `s = 0` and `α ≠ 0` then `A ≠ 0` and
`A² = 0`. Source: 003 § 3.2, Prop 3.9(ii). -/
theorem rankOne_spectrum {d : Nat} (α : Fin d → R) (x : R) (hd : 1 ≤ d) :
    (∀ i, mulVec (rankOne α) (fun _ => 1) i = sum α * 1) ∧
    det (fun i j => x * one i j - rankOne α i j) = x ^ (d - 1) * (x - sum α) ∧
    (∀ v, (∃ i, v i ≠ 0) → (∀ i, mulVec (rankOne α) v i = x * v i) →
      (x = 0 ∨ x = sum α) ∧ abs x ≤ abs (sum α)) ∧
    (sum α ≠ 0 → mul (fun i j => rankOne α i j / sum α) (fun i j => rankOne α i j / sum α) =
      fun i j => rankOne α i j / sum α) ∧
    (sum α = 0 → (∃ j, α j ≠ 0) →
      rankOne α ≠ (fun _ _ => 0) ∧ mul (rankOne α) (rankOne α) = fun _ _ => 0) := by
  refine ⟨fun i => ?_, ?_, fun v hv h => ?_, fun hs => ?_, fun hs hα => ⟨fun h => ?_, ?_⟩⟩
  · rw [mulVec_rankOne]; exact sum_mul_right α 1
  · obtain ⟨n, rfl⟩ : ∃ n, d = n + 1 := ⟨d - 1, by omega⟩
    exact det_charpoly_equal_rows α x
  · have h1 := rankOne_eigenvalue α x v hv h
    refine ⟨h1, ?_⟩
    rcases h1 with h1 | h1
    · rw [h1, abs_zero]; exact abs_nonneg _
    · rw [h1]; exact le_rfl _
  · funext i j
    show sum (fun a => α a / sum α * (α j / sum α)) = α j / sum α
    rw [sum_mul_right, show sum (fun a => α a / sum α) = 1 from
      (sum_congr fun a => div_eq_mul_inv _ _).trans ((sum_mul_right α _).trans (mul_inv_cancel hs))]
    lin
  · obtain ⟨j, hj⟩ := hα
    exact hj (congrFun (congrFun h j) j)
  · rw [rankOne_mul_self, hs]; funext i j; lin

/-- Refutes the mutant of `rankOne_spectrum` with the sign of the eigenvalue `s` changed in the characteristic
polynomial. -/
theorem rankOne_spectrum_mutant_sign_false : ¬ ∀ (d : Nat) (α : Fin d → R) (x : R) (_ : 1 ≤ d),
    (∀ i, mulVec (rankOne α) (fun _ => 1) i = sum α * 1) ∧
    det (fun i j => x * one i j - rankOne α i j) = x ^ (d - 1) * (x + sum α) ∧
    (∀ v, (∃ i, v i ≠ 0) → (∀ i, mulVec (rankOne α) v i = x * v i) →
      (x = 0 ∨ x = sum α) ∧ abs x ≤ abs (sum α)) ∧
    (sum α ≠ 0 → mul (fun i j => rankOne α i j / sum α) (fun i j => rankOne α i j / sum α) =
      fun i j => rankOne α i j / sum α) ∧
    (sum α = 0 → (∃ j, α j ≠ 0) →
      rankOne α ≠ (fun _ _ => 0) ∧ mul (rankOne α) (rankOne α) = fun _ _ => 0) := by
  intro h
  have e := (h 1 (fun _ => 1) 1 (Nat.le_refl 1)).2.1
  rw [det_fin_one] at e
  have e' : (1 : R) * one (0 : Fin 1) 0 - 1 = 1 ^ 0 * (1 + (1 + 0)) := e
  rw [show (one (0 : Fin 1) 0 : R) = 1 from if_pos rfl] at e'
  clear h e; lin

end Claims
