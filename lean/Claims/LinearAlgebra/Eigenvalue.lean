module

public import Claims.LinearAlgebra.OperatorLowerBound
public import Claims.LinearAlgebra.Projection

/-!
# Eigenvalues

Eigenvectors and eigenvalues of a square matrix, and what symmetry, positivity and orthogonality say about them:
orthogonality of eigenvectors, Rayleigh bounds, and the largest eigenvalue of a symmetric matrix.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The nonzero vector `x` is mapped to `μ` times itself. -/
def IsEigenvector (A : Fin n → Fin n → R) (μ : R) (x : Fin n → R) : Prop :=
  (∃ i, x i ≠ 0) ∧ ∀ i, mulVec A x i = μ * x i

/-- `μ` is an eigenvalue of `A`: some nonzero vector is mapped to `μ` times itself. -/
def IsEigenvalue (A : Fin n → Fin n → R) (μ : R) : Prop := ∃ x, IsEigenvector A μ x

variable {A B : Fin n → Fin n → R} {a b c μ ν : R} {x y : Fin n → R}

/-- A vector with a nonzero entry has positive squared norm. -/
theorem normSq_pos (hx : ∃ i, x i ≠ 0) : 0 < normSq x := by
  obtain ⟨i, hi⟩ := hx
  rcases lt_or_eq_of_le (normSq_nonneg x) with h | h
  · exact h
  · exact absurd (normSq_eq_zero.1 h.symm i) hi

/-- A vector with a nonzero entry has positive norm. -/
theorem norm_pos (hx : ∃ i, x i ≠ 0) : 0 < norm x := sqrt_pos (normSq_pos hx)

/-! ## General matrices -/

/-- An eigenvector has positive squared norm. -/
theorem IsEigenvector.normSq_pos (h : IsEigenvector A μ x) : 0 < normSq x := Claims.normSq_pos h.1

/-- The image of an eigenvector. -/
theorem IsEigenvector.mulVec_eq (h : IsEigenvector A μ x) : mulVec A x = fun i => μ * x i := funext h.2

/-- The quadratic form at an eigenvector. -/
theorem IsEigenvector.quadForm_eq (h : IsEigenvector A μ x) : quadForm A x = μ * normSq x := by
  unfold quadForm; rw [h.mulVec_eq, dot_mul_right]; rfl

/-- A nonzero multiple of an eigenvector is an eigenvector. -/
theorem IsEigenvector.smul (h : IsEigenvector A μ x) (hc : c ≠ 0) : IsEigenvector A μ (fun i => c * x i) := by
  obtain ⟨⟨i, hi⟩, h2⟩ := h
  refine ⟨⟨i, fun h0 => ?_⟩, fun j => ?_⟩
  · rcases mul_eq_zero h0 with h | h
    · exact hc h
    · exact hi h
  · rw [mulVec_mul_left, h2]; clear h2; lin

/-- An eigenvalue has a unit eigenvector. -/
theorem IsEigenvalue.exists_unit (h : IsEigenvalue A μ) : ∃ x, normSq x = 1 ∧ IsEigenvector A μ x := by
  obtain ⟨x, hx⟩ := h
  have hp := norm_pos hx.1
  refine ⟨_, ?_, hx.smul (ne_of_gt (inv_pos hp))⟩
  have e := mul_inv_cancel (ne_of_gt hp)
  have k := sq_norm x
  rw [normSq_mul, ← k]
  clear hx hp k
  generalize norm x = p at e ⊢
  have : p⁻¹ ^ 2 * p ^ 2 = (p * p⁻¹) ^ 2 := by lin
  rw [this, e]; lin

/-- The number `μ` is an eigenvalue exactly when `A - μ` is not injective. -/
theorem isEigenvalue_iff_not_isInjective : IsEigenvalue A μ ↔ ¬ IsInjective (fun i j => A i j - μ * one i j) := by
  have e : ∀ (x : Fin n → R) i, mulVec (fun i j => A i j - μ * one i j) x i = mulVec A x i - μ * x i := fun x i => by
    rw [sub_mulVec, smul_mulVec, mulVec_one]
  constructor
  · rintro ⟨x, ⟨i, hi⟩, hx⟩ hI
    exact hi (hI x (fun j => by rw [e, hx]; clear hx e hI; lin) i)
  · intro h
    refine Classical.byContradiction fun hno => h fun x hx j => Classical.byContradiction fun hj => hno ?_
    refine ⟨x, ⟨j, hj⟩, fun i => ?_⟩
    have := hx i
    rw [e] at this
    clear hx e h hno; lin

/-- An eigenvalue is at most every bound of the matrix in size. -/
theorem IsEigenvector.abs_le (h : IsEigenvector A μ x) (hc : OperatorBound A c) : abs μ ≤ c := by
  have k := hc.2 x
  rw [h.mulVec_eq, norm_mul] at k
  exact le_of_mul_le_mul_left (norm_pos h.1) (by clear h hc; lin)

/-- An eigenvector of `A` is one of every power. -/
theorem IsEigenvector.pow (h : IsEigenvector A μ x) (k : Nat) : IsEigenvector (pow A k) (μ ^ k) x := by
  refine ⟨h.1, ?_⟩
  induction k with
  | zero => intro i; rw [Semiring.pow_zero, pow_zero, mulVec_one]; clear h; lin
  | succ k ih =>
    intro i
    rw [pow_succ, ← mulVec_mulVec, h.mulVec_eq, mulVec_mul_left, ih, Semiring.pow_succ]
    clear h ih; lin

/-- The entries of a diagonal matrix are eigenvalues. -/
theorem isEigenvector_diagonal (d : Fin n → R) (j : Fin n) : IsEigenvector (diagonal d) (d j) (one j) := by
  refine ⟨⟨j, by rw [show (one j j : R) = 1 from if_pos rfl]; exact ne_of_gt zero_lt_one⟩, fun i => ?_⟩
  rw [mulVec_diagonal]
  by_cases h : j = i
  · subst h; rfl
  · rw [show (one j i : R) = 0 from if_neg h]; lin

/-! ## Symmetric, positive and orthogonal matrices -/

/-- Eigenvectors of a symmetric matrix for different eigenvalues are orthogonal. -/
theorem IsSymm.dot_eq_zero (hA : IsSymm A) (hx : IsEigenvector A μ x) (hy : IsEigenvector A ν y) (h : μ ≠ ν) :
    dot x y = 0 := by
  have k := dot_mulVec_symm hA x y
  rw [hx.mulVec_eq, hy.mulVec_eq, dot_mul_left, dot_mul_right] at k
  have : (μ - ν) * dot x y = 0 := by clear hA hx hy; lin
  rcases mul_eq_zero this with h' | h'
  · exact absurd (show μ = ν by clear hA hx hy k this; lin) h
  · exact h'

/-- An upper bound of the quadratic form bounds the eigenvalues. -/
theorem IsEigenvector.le_of_quadForm_le (h : IsEigenvector A μ x) (hb : ∀ y, quadForm A y ≤ b * normSq y) :
    μ ≤ b := by
  have k := hb x
  rw [h.quadForm_eq] at k
  exact le_of_mul_le_mul_left h.normSq_pos (by clear h hb; lin)

/-- A lower bound of the quadratic form bounds the eigenvalues. -/
theorem IsEigenvector.le_of_le_quadForm (h : IsEigenvector A μ x) (hb : ∀ y, b * normSq y ≤ quadForm A y) :
    b ≤ μ := by
  have k := hb x
  rw [h.quadForm_eq] at k
  exact le_of_mul_le_mul_left h.normSq_pos (by clear h hb; lin)

/-- The eigenvalues of a positive semidefinite matrix are nonnegative. -/
theorem PosSemidef.eigenvalue_nonneg (hA : PosSemidef A) (h : IsEigenvector A μ x) : 0 ≤ μ :=
  h.le_of_le_quadForm fun y => by have := hA.nonneg y; clear hA h; lin

/-- The eigenvalues of a positive definite matrix are positive. -/
theorem PosDef.eigenvalue_pos (hA : PosDef A) (h : IsEigenvector A μ x) : 0 < μ := by
  have k := hA.pos x h.1
  rw [h.quadForm_eq] at k
  exact pos_of_mul_pos h.normSq_pos (by clear h hA; lin)

/-- The eigenvalues of an orthogonal matrix have absolute value one. -/
theorem IsOrthogonal.abs_eigenvalue (hA : IsOrthogonal A) (h : IsEigenvector A μ x) : abs μ = 1 := by
  have k := hA.norm_mulVec x
  rw [h.mulVec_eq, norm_mul] at k
  have hp := norm_pos h.1
  refine le_antisymm (le_of_mul_le_mul_left hp ?_) (le_of_mul_le_mul_left hp ?_) <;> clear h hA <;> lin

/-- The eigenvalues of a projection are zero and one. -/
theorem IsProjection.eigenvalue (hA : IsProjection A) (h : IsEigenvector A μ x) : μ = 0 ∨ μ = 1 := by
  have k := hA.quadForm_eq x
  rw [h.quadForm_eq, h.mulVec_eq, normSq_mul] at k
  have hp := h.normSq_pos
  have e : normSq x * (μ * (μ - 1)) = 0 := by clear h hA; lin
  rcases mul_eq_zero e with h0 | h0
  · exact absurd h0 (ne_of_gt hp)
  · rcases mul_eq_zero h0 with h1 | h1
    · exact Or.inl h1
    · exact Or.inr (by clear h hA k e h0; lin)

/-! ## The largest eigenvalue of a symmetric matrix -/

/-- A symmetric matrix of positive size has an eigenvalue that bounds its quadratic form from above: the largest
eigenvalue is the largest value of the form on unit vectors. -/
theorem IsSymm.exists_largest_eigenvalue (hA : IsSymm A) (hn : 0 < n) :
    ∃ μ, IsEigenvalue A μ ∧ ∀ x, quadForm A x ≤ μ * normSq x := by
  -- `s` is the least upper bound of the form on unit vectors
  have h1 : normSq (one ⟨0, hn⟩ : Fin n → R) = 1 := (dot_one_row _ _).trans (if_pos rfl)
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun t : R => ∃ x, normSq x = 1 ∧ t = quadForm A x)
    ⟨_, one ⟨0, hn⟩, h1, rfl⟩ ⟨opNorm A, fun t ⟨x, hx, ht⟩ => by
      have k := le_trans (le_abs_self _) ((operatorBound_opNorm A).abs_quadForm_le x)
      rw [hx] at k; rw [ht]; clear hA; lin⟩
  have hq : ∀ x, quadForm A x ≤ s * normSq x := fun x => by
    rcases lt_or_eq_of_le (norm_nonneg x) with hx | hx
    · -- scale `x` to norm one
      have e := mul_inv_cancel (ne_of_gt hx)
      have en := sq_norm x
      have hu : normSq (fun i => (norm x)⁻¹ * x i) = 1 := by
        rw [normSq_mul, ← en]
        have : (norm x)⁻¹ ^ 2 * norm x ^ 2 = (norm x * (norm x)⁻¹) ^ 2 := by clear e; lin
        rw [this, e]; lin
      have k := hub _ ⟨_, hu, rfl⟩
      rw [quadForm_smul] at k
      have k2 := mul_le_mul_left' (sq_nonneg (norm x)) k
      have e3 : norm x ^ 2 * ((norm x)⁻¹ ^ 2 * quadForm A x) = quadForm A x := by
        have : norm x ^ 2 * ((norm x)⁻¹ ^ 2 * quadForm A x) = (norm x * (norm x)⁻¹) ^ 2 * quadForm A x := by
          clear e hub hlub k k2; lin
        rw [this, e]; lin
      rw [e3, en] at k2
      clear hub hlub hA; lin
    · have h0 := norm_eq_zero.1 hx.symm
      have e1 : quadForm A x = 0 := sum_eq_zero fun i => by rw [h0 i]; lin
      have e2 : normSq x = 0 := normSq_eq_zero.2 h0
      rw [e1, e2]; clear hub hlub hA; lin
  refine ⟨s, isEigenvalue_iff_not_isInjective.2 fun hI => ?_, hq⟩
  -- otherwise `s - A` has a positive lower bound, so that `s` is not the least upper bound
  have hS : PosSemidef (fun i j => s * one i j - A i j) := ⟨(isSymm_one.smul s).sub hA, fun x => by
    rw [quadForm_sub_matrix, quadForm_smul_matrix, quadForm_one]
    have := hq x
    clear hq hub hlub hA; lin⟩
  have hI' : IsInjective (fun i j => s * one i j - A i j) := fun x hx => hI x fun i => by
    have := hx i
    rw [sub_mulVec] at this ⊢
    clear hx hq hub hlub hA; lin
  obtain ⟨c, hc, hle⟩ := hS.exists_le_quadForm hI'
  have := hlub (s - c) fun t ⟨x, hx, ht⟩ => by
    have k := hle x
    rw [quadForm_sub_matrix, quadForm_smul_matrix, quadForm_one, hx] at k
    rw [ht]
    clear hle hq hub hlub hA hS hI hI'; lin
  clear hle hq hub hlub hA hS hI hI'; lin

/-- A symmetric matrix of positive size has an eigenvalue that bounds its quadratic form from below. -/
theorem IsSymm.exists_smallest_eigenvalue (hA : IsSymm A) (hn : 0 < n) :
    ∃ μ, IsEigenvalue A μ ∧ ∀ x, μ * normSq x ≤ quadForm A x := by
  obtain ⟨μ, ⟨x, hx1, hx⟩, hq⟩ := hA.neg.exists_largest_eigenvalue hn
  have e : ∀ x, quadForm (fun i j => -A i j) x = -quadForm A x := fun x =>
    (congrArg (dot x) (funext (neg_mulVec A x))).trans (dot_neg_right _ _)
  refine ⟨-μ, ⟨x, hx1, fun i => ?_⟩, fun y => ?_⟩
  · have := hx i
    rw [neg_mulVec] at this
    clear hx hq e hA; lin
  · have := hq y
    rw [e] at this
    clear hx hq e hA; lin

end Claims
