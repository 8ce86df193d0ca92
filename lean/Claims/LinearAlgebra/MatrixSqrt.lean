module

public import Claims.LinearAlgebra.SpectralForm

/-!
# Square roots of positive semidefinite matrices

A positive semidefinite matrix has exactly one positive semidefinite square root. Consequences: traces of products of
two such matrices are nonnegative, their entrywise products are positive semidefinite (Schur), and an invertible matrix
is an orthogonal one times a positive definite one (polar decomposition).
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

variable {A B C U : Fin n → Fin n → R} {lam : Fin n → R} {c : R}

/-! ## Existence and uniqueness -/

/-- The matrix with the eigenbasis `U` and the roots of the eigenvalues squares to the matrix. -/
theorem IsEigenbasis.mul_self_of_sq (h : IsEigenbasis A lam U) {s : Fin n → R} (hs : ∀ i, s i ^ 2 = lam i)
    (hB : IsEigenbasis B s U) : Claims.mul B B = A := by
  have k := hB.mul hB
  have e : (fun i => s i * s i) = lam := funext fun i => by rw [← hs]; clear h hB k hs; lin
  rw [e] at k
  exact k.unique h

/-- An eigenvector of a positive semidefinite square is an eigenvector of the positive semidefinite root. -/
theorem PosSemidef.mulVec_of_sq (hC : PosSemidef C) {s : R} (hs : 0 ≤ s) {x : Fin n → R}
    (h : ∀ j, mulVec (mul C C) x j = s ^ 2 * x j) (j : Fin n) : mulVec C x j = s * x j := by
  -- `y = C x - s x` satisfies `C y = -s y`
  let y : Fin n → R := fun j => mulVec C x j - s * x j
  have hy : mulVec C y = fun j => -s * y j := funext fun j => by
    have e1 : mulVec C y j = mulVec C (mulVec C x) j - s * mulVec C x j := by
      rw [show y = fun j => mulVec C x j - s * x j from rfl, mulVec_sub, mulVec_mul_left]
    rw [e1, mulVec_mulVec, h]
    show s ^ 2 * x j - s * mulVec C x j = -s * (mulVec C x j - s * x j)
    clear hC h e1; lin
  have q : quadForm C y = -s * normSq y := by unfold quadForm; rw [hy, dot_mul_right]; rfl
  have q0 := hC.nonneg y
  have n0 := mul_nonneg hs (normSq_nonneg y)
  have z : s * normSq y = 0 := by clear hC h hy; lin
  have hy0 : normSq y = 0 := by
    rcases mul_eq_zero z with hs0 | h0
    · -- the root is zero: `C x` has norm zero
      subst hs0
      have hCx : normSq (mulVec C x) = 0 := by
        rw [normSq_mulVec, hC.isSymm.transpose_eq]
        exact sum_eq_zero fun j => by rw [h]; clear hC h hy q q0 n0 z; lin
      refine normSq_eq_zero.2 fun j => ?_
      have := normSq_eq_zero.1 hCx j
      show mulVec C x j - 0 * x j = 0
      clear hC h hy q q0 n0 z hCx; lin
    · exact h0
  have := normSq_eq_zero.1 hy0 j
  have e : mulVec C x j - s * x j = 0 := this
  clear hC h hy q q0 n0 z hy0; lin

/-- A positive semidefinite matrix has a positive semidefinite square root. -/
theorem PosSemidef.exists_sqrt (hA : PosSemidef A) : ∃ B, PosSemidef B ∧ mul B B = A := by
  have h := hA.isSymm.isEigenbasis
  have h0 := h.posSemidef_iff.1 hA
  have hB := h.isOrthogonal.isEigenbasis (fun i => Claims.sqrt (hA.isSymm.eigenvalues i))
  exact ⟨_, hB.posSemidef_iff.2 fun i => sqrt_nonneg _, h.mul_self_of_sq (fun i => sq_sqrt (h0 i)) hB⟩

/-- Positive semidefinite matrices with the same square are equal. -/
theorem PosSemidef.eq_of_mul_self_eq (hB : PosSemidef B) (hC : PosSemidef C) (h : mul B B = mul C C) : B = C := by
  have hU := hB.isSymm.isEigenbasis
  have h0 := hU.posSemidef_iff.1 hB
  refine hU.orthonormal.ext fun i => funext fun j => ?_
  rw [hU.eigen]
  refine (hC.mulVec_of_sq (h0 i) (fun j => ?_) j).symm
  rw [← h, (hU.mul hU).eigen]; clear hU h0 h; lin

/-- The positive semidefinite square root of a positive semidefinite matrix. -/
def PosSemidef.sqrt (hA : PosSemidef A) : Fin n → Fin n → R := hA.exists_sqrt.choose

/-- The square root is positive semidefinite. -/
theorem PosSemidef.posSemidef_sqrt (hA : PosSemidef A) : PosSemidef hA.sqrt := hA.exists_sqrt.choose_spec.1

/-- The square of the square root. -/
theorem PosSemidef.sqrt_mul_sqrt (hA : PosSemidef A) : mul hA.sqrt hA.sqrt = A := hA.exists_sqrt.choose_spec.2

/-- The square root is the only positive semidefinite matrix with the given square. -/
theorem PosSemidef.sqrt_unique (hA : PosSemidef A) (hB : PosSemidef B) (h : mul B B = A) : hA.sqrt = B :=
  hA.posSemidef_sqrt.eq_of_mul_self_eq hB (hA.sqrt_mul_sqrt.trans h.symm)

/-- An eigenbasis of a positive semidefinite matrix is one of its root, with the roots of the eigenvalues. -/
theorem PosSemidef.isEigenbasis_sqrt (hA : PosSemidef A) (h : IsEigenbasis A lam U) :
    IsEigenbasis hA.sqrt (fun i => Claims.sqrt (lam i)) U := by
  have h0 := h.posSemidef_iff.1 hA
  have hB := h.isOrthogonal.isEigenbasis (fun i => Claims.sqrt (lam i))
  rw [hA.sqrt_unique (hB.posSemidef_iff.2 fun i => sqrt_nonneg _) (h.mul_self_of_sq (fun i => sq_sqrt (h0 i)) hB)]
  exact hB

/-- The quadratic form is the squared norm of the image under the root. -/
theorem PosSemidef.quadForm_eq_normSq (hA : PosSemidef A) (x : Fin n → R) :
    quadForm A x = normSq (mulVec hA.sqrt x) := by
  rw [normSq_mulVec, hA.posSemidef_sqrt.isSymm.transpose_eq, hA.sqrt_mul_sqrt]

/-- The operator norm of the root. -/
theorem PosSemidef.opNorm_sqrt (hA : PosSemidef A) : opNorm hA.sqrt ^ 2 = opNorm A := by
  rw [← opNorm_transpose_mul_self, hA.posSemidef_sqrt.isSymm.transpose_eq, hA.sqrt_mul_sqrt]

/-- The root of a positive definite matrix is positive definite. -/
theorem PosDef.posDef_sqrt (hA : PosDef A) : PosDef hA.posSemidef.sqrt := by
  refine hA.posSemidef.posSemidef_sqrt.posDef_iff.2 (IsInjective.of_mul (A := hA.posSemidef.sqrt) ?_)
  rw [hA.posSemidef.sqrt_mul_sqrt]; exact hA.isInjective

/-! ## Traces and entrywise products -/

/-- The trace of a product of two positive semidefinite matrices is nonnegative. -/
theorem PosSemidef.trace_mul_nonneg (hA : PosSemidef A) (hB : PosSemidef B) : 0 ≤ trace (mul A B) := by
  have k := hA.trace_mul_gram_nonneg hB.sqrt
  rwa [hB.posSemidef_sqrt.isSymm.transpose_eq, hB.sqrt_mul_sqrt] at k

/-- The trace of a product with a positive semidefinite factor is monotone in the Loewner order. -/
theorem LoewnerLE.trace_mul_le (h : LoewnerLE A B) (hC : PosSemidef C) : trace (mul A C) ≤ trace (mul B C) := by
  have k := PosSemidef.trace_mul_nonneg h hC
  rw [sub_mul, trace_sub] at k
  clear h hC; lin

/-- The trace of a product with a positive semidefinite factor is at most an upper bound of the other factor times the
trace. -/
theorem IsSymm.trace_mul_le (hA : IsSymm A) (hB : PosSemidef B) (h : ∀ x, quadForm A x ≤ c * normSq x) :
    trace (Claims.mul A B) ≤ c * trace B := by
  have hle : LoewnerLE A (fun i j => c * one i j) := (loewnerLE_iff hA (isSymm_one.smul c)).2 fun x => by
    rw [quadForm_smul_matrix, quadForm_one]; exact h x
  have k := hle.trace_mul_le hB
  rw [smul_mul, one_mul, trace_smul] at k
  exact k

/-- Schur: the entrywise product of two positive semidefinite matrices is positive semidefinite. -/
theorem PosSemidef.entrywise_mul (hA : PosSemidef A) (hB : PosSemidef B) : PosSemidef (fun i j => A i j * B i j) := by
  have h := hB.isSymm.isEigenbasis
  have h0 := h.posSemidef_iff.1 hB
  -- the product is a sum of congruences of `A` by diagonal matrices
  have e : (fun i j => A i j * B i j) = fun i j => sum (fun a => hB.isSymm.eigenvalues a *
      mul (transpose (diagonal (hB.isSymm.eigenvectors a))) (mul A (diagonal (hB.isSymm.eigenvectors a))) i j) := by
    funext i j
    rw [h.entry_eq, ← sum_mul_left]
    refine sum_congr fun a => ?_
    rw [(isSymm_diagonal _).transpose_eq, diagonal_mul, mul_diagonal]
    unfold outer
    clear h h0 hA; lin
  rw [e]
  exact posSemidef_sum fun a => (hA.congruence _).smul (h0 a)

/-- Entrywise powers of a positive semidefinite matrix are positive semidefinite. -/
theorem PosSemidef.entrywise_pow (hA : PosSemidef A) (k : Nat) : PosSemidef (fun i j => A i j ^ k) := by
  induction k with
  | zero =>
    have e : (fun i j => A i j ^ 0) = outer (fun _ => 1) (fun _ => 1) := by
      funext i j; rw [Semiring.pow_zero]; unfold outer; lin
    rw [e]; exact posSemidef_outer_self _
  | succ k ih =>
    have e : (fun i j => A i j ^ (k + 1)) = fun i j => A i j ^ k * A i j := by
      funext i j; rw [Semiring.pow_succ]
    rw [e]; exact ih.entrywise_mul hA

/-! ## Polar decomposition -/

/-- A positive definite matrix has a positive definite inverse square root. -/
theorem PosDef.exists_inverse_sqrt (hA : PosDef A) : ∃ B, PosDef B ∧ mul B (mul A B) = one := by
  obtain ⟨B, hB⟩ := hA.posDef_sqrt.isInjective.exists_inverse
  refine ⟨B, hA.posDef_sqrt.inverse hB, ?_⟩
  have e := hA.posSemidef.sqrt_mul_sqrt
  generalize hA.posSemidef.sqrt = S at hB e
  rw [← e, mul_assoc, hB.1, mul_one, hB.2]

/-- Polar decomposition: an invertible matrix is an orthogonal matrix times the root of `Aᵀ A`. -/
theorem IsInjective.exists_polar (hA : IsInjective A) :
    ∃ U, IsOrthogonal U ∧ A = Claims.mul U (posSemidef_transpose_mul_self A).sqrt := by
  have hP : PosDef (Claims.mul (transpose A) A) := by
    refine (posSemidef_transpose_mul_self A).posDef_iff.2 fun x hx => ?_
    exact hA x (mulVec_transpose_mul_self_eq_zero.1 hx)
  obtain ⟨Q, hQ⟩ := hP.posDef_sqrt.isInjective.exists_inverse
  have e := (posSemidef_transpose_mul_self A).sqrt_mul_sqrt
  have hS := (posSemidef_transpose_mul_self A).posSemidef_sqrt.isSymm
  generalize (posSemidef_transpose_mul_self A).sqrt = S at hQ e hS
  have hQs : transpose Q = Q := by
    have k := hQ.transpose
    rw [hS.transpose_eq] at k
    exact k.unique hQ
  refine ⟨Claims.mul A Q, ?_, by rw [mul_assoc, hQ.2, mul_one]⟩
  unfold IsOrthogonal
  rw [transpose_mul, hQs, mul_assoc, ← mul_assoc (transpose A), ← e, mul_assoc S, hQ.1, mul_one, hQ.2]

end Claims
