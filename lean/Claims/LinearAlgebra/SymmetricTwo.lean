module

public import Claims.LinearAlgebra.Eigenvalue

/-!
# Symmetric matrices of size two

The two eigenvalues of a symmetric `2 × 2` matrix in closed form, their sum and product, and the bounds that they give
for the quadratic form.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Half the distance of the two eigenvalues of a symmetric `2 × 2` matrix. -/
def eigenGapTwo (A : Fin 2 → Fin 2 → R) : R := sqrt (((A 0 0 - A 1 1) / 2) ^ 2 + A 0 1 ^ 2)

/-- The larger eigenvalue of a symmetric `2 × 2` matrix. -/
def eigenMaxTwo (A : Fin 2 → Fin 2 → R) : R := (A 0 0 + A 1 1) / 2 + eigenGapTwo A

/-- The smaller eigenvalue of a symmetric `2 × 2` matrix. -/
def eigenMinTwo (A : Fin 2 → Fin 2 → R) : R := (A 0 0 + A 1 1) / 2 - eigenGapTwo A

variable {A : Fin 2 → Fin 2 → R} {μ : R}

/-- The first entry of an image in size two. -/
theorem mulVec_two_zero (A : Fin 2 → Fin 2 → R) (x : Fin 2 → R) : mulVec A x 0 = A 0 0 * x 0 + A 0 1 * x 1 := by
  have e : mulVec A x 0 = A 0 0 * x 0 + (A 0 1 * x 1 + 0) := rfl
  rw [e]; lin

/-- The second entry of an image in size two. -/
theorem mulVec_two_one (A : Fin 2 → Fin 2 → R) (x : Fin 2 → R) : mulVec A x 1 = A 1 0 * x 0 + A 1 1 * x 1 := by
  have e : mulVec A x 1 = A 1 0 * x 0 + (A 1 1 * x 1 + 0) := rfl
  rw [e]; lin

/-- The squared half distance of the eigenvalues. -/
theorem sq_eigenGapTwo (A : Fin 2 → Fin 2 → R) : eigenGapTwo A ^ 2 = ((A 0 0 - A 1 1) / 2) ^ 2 + A 0 1 ^ 2 := by
  refine sq_sqrt ?_
  have h1 := sq_nonneg ((A 0 0 - A 1 1) / 2)
  have h2 := sq_nonneg (A 0 1)
  lin

/-- The smaller eigenvalue is at most the larger one. -/
theorem eigenMinTwo_le_eigenMaxTwo (A : Fin 2 → Fin 2 → R) : eigenMinTwo A ≤ eigenMaxTwo A := by
  have h : 0 ≤ eigenGapTwo A := sqrt_nonneg _
  unfold eigenMinTwo eigenMaxTwo; lin

/-- The eigenvalues add up to the trace. -/
theorem eigenMaxTwo_add_eigenMinTwo (A : Fin 2 → Fin 2 → R) : eigenMaxTwo A + eigenMinTwo A = A 0 0 + A 1 1 := by
  unfold eigenMinTwo eigenMaxTwo; lin

/-- The product of the eigenvalues is the determinant. -/
theorem eigenMaxTwo_mul_eigenMinTwo (A : Fin 2 → Fin 2 → R) :
    eigenMaxTwo A * eigenMinTwo A = A 0 0 * A 1 1 - A 0 1 ^ 2 := by
  have h := sq_eigenGapTwo A
  unfold eigenMinTwo eigenMaxTwo
  generalize eigenGapTwo A = g at h ⊢
  lin

/-- A number is an eigenvalue of a symmetric `2 × 2` matrix exactly when the characteristic polynomial vanishes. -/
theorem IsSymm.isEigenvalue_two_iff_charpoly (hA : IsSymm A) :
    IsEigenvalue A μ ↔ (A 0 0 - μ) * (A 1 1 - μ) = A 0 1 ^ 2 := by
  have hs : A 1 0 = A 0 1 := hA 1 0
  constructor
  · rintro ⟨x, ⟨i, hi⟩, hx⟩
    have h0 := hx 0
    have h1 := hx 1
    rw [mulVec_two_zero] at h0
    rw [mulVec_two_one, hs] at h1
    have k0 : x 0 * ((A 0 0 - μ) * (A 1 1 - μ) - A 0 1 ^ 2) = 0 := by clear hx hA hs; lin
    have k1 : x 1 * ((A 0 0 - μ) * (A 1 1 - μ) - A 0 1 ^ 2) = 0 := by clear hx hA hs k0; lin
    rcases mul_eq_zero k0 with h | h
    · rcases mul_eq_zero k1 with h' | h'
      · refine absurd ?_ hi
        match i with
        | 0 => exact h
        | 1 => exact h'
      · clear hx hA hs k0 k1 h0 h1 h; lin
    · clear hx hA hs k0 k1 h0 h1; lin
  · intro h
    have mk : ∀ s t : R, (A 0 0 - μ) * s + A 0 1 * t = 0 → A 0 1 * s + (A 1 1 - μ) * t = 0 → s ≠ 0 ∨ t ≠ 0 →
        IsEigenvalue A μ := fun s t h0 h1 hst => by
      refine ⟨fun i => if i = 0 then s else t, ?_, fun i => ?_⟩
      · rcases hst with hs | ht
        · exact ⟨0, hs⟩
        · exact ⟨1, ht⟩
      · match i with
        | 0 =>
          rw [mulVec_two_zero]
          show A 0 0 * s + A 0 1 * t = μ * s
          clear hA hst; lin
        | 1 =>
          rw [mulVec_two_one, hs]
          show A 0 1 * s + A 1 1 * t = μ * t
          clear hA hst; lin
    by_cases h0 : A 0 1 = 0
    · have h' : (A 0 0 - μ) * (A 1 1 - μ) = 0 := by rw [h, h0]; lin
      rcases mul_eq_zero h' with k | k
      · exact mk 1 0 (by rw [k]; lin) (by rw [h0]; lin) (Or.inl (ne_of_gt zero_lt_one))
      · exact mk 0 1 (by rw [h0]; lin) (by rw [k]; lin) (Or.inr (ne_of_gt zero_lt_one))
    · exact mk (A 0 1) (μ - A 0 0) (by clear mk hA; lin) (by clear mk hA; lin) (Or.inl h0)

/-- The eigenvalues of a symmetric `2 × 2` matrix are the two numbers of the closed form. -/
theorem IsSymm.isEigenvalue_two_iff (hA : IsSymm A) :
    IsEigenvalue A μ ↔ μ = eigenMaxTwo A ∨ μ = eigenMinTwo A := by
  rw [hA.isEigenvalue_two_iff_charpoly]
  have e1 := eigenMaxTwo_add_eigenMinTwo A
  have e2 := eigenMaxTwo_mul_eigenMinTwo A
  generalize eigenMaxTwo A = p at e1 e2 ⊢
  generalize eigenMinTwo A = q at e1 e2 ⊢
  have e : (A 0 0 - μ) * (A 1 1 - μ) - A 0 1 ^ 2 = (μ - p) * (μ - q) := by clear hA; lin
  constructor
  · intro h
    have k : (μ - p) * (μ - q) = 0 := by rw [← e, h]; lin
    rcases mul_eq_zero k with k | k
    · exact Or.inl (by clear hA e e1 e2 h; lin)
    · exact Or.inr (by clear hA e e1 e2 h; lin)
  · rintro (h | h)
    · have k : (μ - p) * (μ - q) = 0 := by rw [h]; lin
      rw [k] at e; clear hA e1 e2 h k; lin
    · have k : (μ - p) * (μ - q) = 0 := by rw [h]; lin
      rw [k] at e; clear hA e1 e2 h k; lin

/-- The quadratic form of a symmetric `2 × 2` matrix is at most the larger eigenvalue times the squared norm. -/
theorem IsSymm.quadForm_le_two (hA : IsSymm A) (x : Fin 2 → R) : quadForm A x ≤ eigenMaxTwo A * normSq x := by
  obtain ⟨μ, hμ, h⟩ := hA.exists_largest_eigenvalue (by omega)
  have hle : μ ≤ eigenMaxTwo A := by
    rcases hA.isEigenvalue_two_iff.1 hμ with e | e
    · rw [e]; exact le_rfl _
    · rw [e]; exact eigenMinTwo_le_eigenMaxTwo A
  exact le_trans (h x) (mul_le_mul_right' (normSq_nonneg x) hle)

/-- The quadratic form of a symmetric `2 × 2` matrix is at least the smaller eigenvalue times the squared norm. -/
theorem IsSymm.le_quadForm_two (hA : IsSymm A) (x : Fin 2 → R) : eigenMinTwo A * normSq x ≤ quadForm A x := by
  obtain ⟨μ, hμ, h⟩ := hA.exists_smallest_eigenvalue (by omega)
  have hle : eigenMinTwo A ≤ μ := by
    rcases hA.isEigenvalue_two_iff.1 hμ with e | e
    · rw [e]; exact eigenMinTwo_le_eigenMaxTwo A
    · rw [e]; exact le_rfl _
  exact le_trans (mul_le_mul_right' (normSq_nonneg x) hle) (h x)

/-- A symmetric `2 × 2` matrix is positive semidefinite exactly when trace and determinant are nonnegative. -/
theorem IsSymm.posSemidef_two_iff (hA : IsSymm A) :
    PosSemidef A ↔ 0 ≤ A 0 0 + A 1 1 ∧ 0 ≤ A 0 0 * A 1 1 - A 0 1 ^ 2 := by
  have e1 := eigenMaxTwo_add_eigenMinTwo A
  have e2 := eigenMaxTwo_mul_eigenMinTwo A
  have e3 := eigenMinTwo_le_eigenMaxTwo A
  constructor
  · intro h
    obtain ⟨x, hx⟩ := hA.isEigenvalue_two_iff.2 (Or.inr (Eq.refl (eigenMinTwo A)))
    have k := h.eigenvalue_nonneg hx
    have k2 := mul_nonneg (le_trans k e3) k
    clear hA h hx
    exact ⟨by lin, by lin⟩
  · rintro ⟨h1, h2⟩
    have k : 0 ≤ eigenMinTwo A := by
      rcases lt_or_ge (eigenMinTwo A) 0 with k | k
      · have hp : 0 < eigenMaxTwo A := by clear hA; lin
        have := mul_pos hp (b := -eigenMinTwo A) (by clear hA; lin)
        clear hA; lin
      · exact k
    refine ⟨hA, fun x => le_trans (mul_nonneg k (normSq_nonneg x)) (hA.le_quadForm_two x)⟩

end Claims
