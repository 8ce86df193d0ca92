module

public import Claims.LinearAlgebra.Eigenvalue

/-!
# Attained operator norms

Some unit vector is stretched by exactly the operator norm, and some unit vector is shrunk the most. Both come from the
extreme eigenvalues of the Gram matrix `Aᵀ A`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The squared norm of the image of a unit eigenvector of `Aᵀ A` is the eigenvalue. -/
theorem IsEigenvector.normSq_mulVec_eq {A : Fin m → Fin n → R} {μ : R} {x : Fin n → R}
    (h : IsEigenvector (mul (transpose A) A) μ x) (hx : normSq x = 1) : normSq (mulVec A x) = μ := by
  rw [normSq_mulVec, h.quadForm_eq, hx]; clear h; lin

/-- The operator norm is attained: some unit vector has an image of norm `opNorm A`. -/
theorem exists_norm_mulVec_eq_opNorm (A : Fin m → Fin n → R) (hn : 0 < n) :
    ∃ x, normSq x = 1 ∧ norm (mulVec A x) = opNorm A := by
  obtain ⟨μ, hμ, hq⟩ := (isSymm_transpose_mul_self A).exists_largest_eigenvalue hn
  obtain ⟨x, hx1, hx⟩ := hμ.exists_unit
  refine ⟨x, hx1, le_antisymm ?_ ?_⟩
  · have k := norm_mulVec_le A x
    have n1 : norm x = 1 := eq_of_sq_eq_sq (norm_nonneg x) (le_of_lt zero_lt_one) (by rw [sq_norm, hx1]; lin)
    rw [n1] at k
    clear hq hx; lin
  · refine OperatorBound.opNorm_le (operatorBound_of_normSq_le (norm_nonneg _) fun y => ?_)
    rw [sq_norm, hx.normSq_mulVec_eq hx1, normSq_mulVec]; exact hq y

/-- The smallest stretching is attained: some unit vector has an image whose norm is a lower bound of `A`. -/
theorem exists_operatorLowerBound_norm (A : Fin m → Fin n → R) (hn : 0 < n) :
    ∃ x, normSq x = 1 ∧ OperatorLowerBound A (norm (mulVec A x)) := by
  obtain ⟨μ, hμ, hq⟩ := (isSymm_transpose_mul_self A).exists_smallest_eigenvalue hn
  obtain ⟨x, hx1, hx⟩ := hμ.exists_unit
  refine ⟨x, hx1, operatorLowerBound_of_normSq_le fun y => ?_⟩
  rw [sq_norm, hx.normSq_mulVec_eq hx1, normSq_mulVec]; exact hq y

/-- The square of the operator norm is an eigenvalue of `Aᵀ A`. -/
theorem isEigenvalue_sq_opNorm (A : Fin m → Fin n → R) (hn : 0 < n) :
    IsEigenvalue (mul (transpose A) A) (opNorm A ^ 2) := by
  obtain ⟨μ, hμ, hq⟩ := (isSymm_transpose_mul_self A).exists_largest_eigenvalue hn
  obtain ⟨x, hx1, hx⟩ := hμ.exists_unit
  have h0 : 0 ≤ μ := (posSemidef_transpose_mul_self A).eigenvalue_nonneg hx
  have hle : OperatorBound A (sqrt μ) := operatorBound_of_normSq_le (sqrt_nonneg _) fun y => by
    rw [sq_sqrt h0, normSq_mulVec]; exact hq y
  have h1 := sq_le_sq (opNorm_nonneg A) hle.opNorm_le
  have h2 := (operatorBound_opNorm A).normSq_le x
  rw [sq_sqrt h0] at h1
  rw [hx.normSq_mulVec_eq hx1, hx1] at h2
  have e : opNorm A ^ 2 = μ := by clear hq hx hle; lin
  rw [e]; exact hμ

/-- The operator norm of a symmetric matrix of positive size is the largest absolute value of an eigenvalue. -/
theorem IsSymm.exists_abs_eigenvalue_eq_opNorm {A : Fin n → Fin n → R} (hA : IsSymm A) (hn : 0 < n) :
    ∃ μ, IsEigenvalue A μ ∧ abs μ = opNorm A := by
  obtain ⟨μ, ⟨x, hx⟩, hq⟩ := hA.exists_largest_eigenvalue hn
  obtain ⟨ν, ⟨y, hy⟩, hp⟩ := hA.exists_smallest_eigenvalue hn
  have h1 := hx.abs_le (operatorBound_opNorm A)
  have h2 := hy.abs_le (operatorBound_opNorm A)
  -- the quadratic form lies between `ν` and `μ`, so the larger of `|ν|` and `|μ|` is a bound
  have hb : ∀ c, abs ν ≤ c → abs μ ≤ c → opNorm A ≤ c := fun c hν hμ =>
    (hA.operatorBound (le_trans (abs_nonneg μ) hμ) fun z => by
      have k1 := hq z
      have k2 := hp z
      have k3 := mul_le_mul_right' (normSq_nonneg z) (abs_le.1 hμ).2
      have k4 := mul_le_mul_right' (normSq_nonneg z) (abs_le.1 hν).1
      refine abs_le.2 ⟨?_, ?_⟩ <;> clear hq hp hA hx hy <;> lin).opNorm_le
  rcases le_total (abs ν) (abs μ) with h | h
  · exact ⟨μ, ⟨x, hx⟩, le_antisymm h1 (hb _ h (le_rfl _))⟩
  · exact ⟨ν, ⟨y, hy⟩, le_antisymm h2 (hb _ (le_rfl _) h)⟩

end Claims
