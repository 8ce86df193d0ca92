module

public import Claims.LinearAlgebra.Spectral
public import Claims.LinearAlgebra.DeterminantRules
public import Claims.LinearAlgebra.Largest

/-!
# What the eigenvalues say about a symmetric matrix

In an orthonormal basis of eigenvectors the quadratic form, the norms of images, trace, Frobenius norm, determinant,
characteristic polynomial, powers, inverse and operator norm of the matrix are read off from the eigenvalues.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

variable {A B U : Fin n → Fin n → R} {lam μs : Fin n → R} {b c μ : R}

/-! ## Forms and norms -/

/-- The image of an eigenvector in the basis. -/
theorem IsEigenbasis.mulVec_eq (h : IsEigenbasis A lam U) (i : Fin n) : mulVec A (U i) = fun j => lam i * U i j :=
  funext (h.eigen i)

/-- The coefficients of an image. -/
theorem IsEigenbasis.dot_mulVec (h : IsEigenbasis A lam U) (i : Fin n) (x : Fin n → R) :
    dot (U i) (mulVec A x) = lam i * dot (U i) x := by
  rw [dot_mulVec_symm h.isSymm, h.mulVec_eq, dot_mul_left]

/-- The image of a vector, expanded in the basis. -/
theorem IsEigenbasis.mulVec_expansion (h : IsEigenbasis A lam U) (x : Fin n → R) :
    mulVec A x = comb (fun i => lam i * dot (U i) x) U := by
  rw [← h.orthonormal.expansion (mulVec A x)]
  exact congrArg (comb · U) (funext fun i => h.dot_mulVec i x)

/-- An entry of the matrix: `A = ∑ lam_a u_a u_aᵀ`. -/
theorem IsEigenbasis.entry_eq (h : IsEigenbasis A lam U) (i j : Fin n) :
    A i j = sum (fun a => lam a * outer (U a) (U a) i j) := by
  rw [h.eq_conj, diagonal_mul]
  exact sum_congr fun a => by show U a i * (lam a * U a j) = lam a * (U a i * U a j); clear h; lin

/-- The bilinear form in the basis. -/
theorem IsEigenbasis.dot_mulVec_eq (h : IsEigenbasis A lam U) (x y : Fin n → R) :
    dot x (mulVec A y) = sum (fun i => lam i * (dot (U i) x * dot (U i) y)) := by
  rw [← h.orthonormal.parseval_dot]
  exact sum_congr fun i => by rw [h.dot_mulVec]; clear h; lin

/-- The quadratic form is the sum of the squared coefficients times the eigenvalues. -/
theorem IsEigenbasis.quadForm_eq (h : IsEigenbasis A lam U) (x : Fin n → R) :
    quadForm A x = sum (fun i => lam i * dot (U i) x ^ 2) :=
  (h.dot_mulVec_eq x x).trans (sum_congr fun i => by clear h; lin)

/-- The squared norm of an image is the sum of the squared coefficients times the squared eigenvalues. -/
theorem IsEigenbasis.normSq_mulVec (h : IsEigenbasis A lam U) (x : Fin n → R) :
    normSq (mulVec A x) = sum (fun i => lam i ^ 2 * dot (U i) x ^ 2) := by
  rw [← h.orthonormal.parseval]
  exact sum_congr fun i => by rw [h.dot_mulVec]; clear h; lin

/-- The quadratic form at a member of the basis is the eigenvalue. -/
theorem IsEigenbasis.quadForm_row (h : IsEigenbasis A lam U) (i : Fin n) : quadForm A (U i) = lam i := by
  rw [(h.isEigenvector i).quadForm_eq, h.orthonormal.normSq_eq_one]; clear h; lin

/-- An upper bound of the eigenvalues is an upper bound of the quadratic form on unit vectors, and conversely. -/
theorem IsEigenbasis.quadForm_le_iff (h : IsEigenbasis A lam U) :
    (∀ x, quadForm A x ≤ c * normSq x) ↔ ∀ i, lam i ≤ c := by
  refine ⟨fun hq i => (h.isEigenvector i).le_of_quadForm_le hq, fun hl x => ?_⟩
  rw [h.quadForm_eq, ← h.orthonormal.parseval x, ← sum_mul_left]
  exact sum_le_sum fun i => mul_le_mul_right' (sq_nonneg _) (hl i)

/-- A lower bound of the eigenvalues is a lower bound of the quadratic form on unit vectors, and conversely. -/
theorem IsEigenbasis.le_quadForm_iff (h : IsEigenbasis A lam U) :
    (∀ x, c * normSq x ≤ quadForm A x) ↔ ∀ i, c ≤ lam i := by
  refine ⟨fun hq i => (h.isEigenvector i).le_of_le_quadForm hq, fun hl x => ?_⟩
  rw [h.quadForm_eq, ← h.orthonormal.parseval x, ← sum_mul_left]
  exact sum_le_sum fun i => mul_le_mul_right' (sq_nonneg _) (hl i)

/-! ## Trace, Frobenius norm, determinant -/

/-- The trace is the sum of the eigenvalues. -/
theorem IsEigenbasis.trace_eq (h : IsEigenbasis A lam U) : trace A = sum lam := by
  rw [h.orthonormal.trace_eq]; exact sum_congr h.quadForm_row

/-- The squared Frobenius norm is the sum of the squared eigenvalues. -/
theorem IsEigenbasis.frobSq_eq (h : IsEigenbasis A lam U) : frobSq A = sum (fun i => lam i ^ 2) := by
  rw [h.orthonormal.frobSq_eq]
  exact sum_congr fun i => by rw [h.mulVec_eq, normSq_mul, h.orthonormal.normSq_eq_one]; clear h; lin

/-- The determinant is the product of the eigenvalues. -/
theorem IsEigenbasis.det_eq (h : IsEigenbasis A lam U) : det A = prod lam := by
  rw [h.eq_conj, h.isOrthogonal.isInverse.symm.det_conj, det_diagonal]

/-! ## Sums, multiples, products, powers and inverses -/

/-- Matrices with the same eigenbasis: the eigenvalues of the sum. -/
theorem IsEigenbasis.add (hA : IsEigenbasis A lam U) (hB : IsEigenbasis B μs U) :
    IsEigenbasis (fun i j => A i j + B i j) (fun i => lam i + μs i) U :=
  ⟨hA.orthonormal, fun i j => by rw [add_mulVec, hA.eigen, hB.eigen]; clear hA hB; lin⟩

/-- The eigenvalues of a multiple. -/
theorem IsEigenbasis.smul (hA : IsEigenbasis A lam U) (c : R) :
    IsEigenbasis (fun i j => c * A i j) (fun i => c * lam i) U :=
  ⟨hA.orthonormal, fun i j => by rw [smul_mulVec, hA.eigen]; clear hA; lin⟩

/-- Matrices with the same eigenbasis: the eigenvalues of the product. -/
theorem IsEigenbasis.mul (hA : IsEigenbasis A lam U) (hB : IsEigenbasis B μs U) :
    IsEigenbasis (mul A B) (fun i => lam i * μs i) U :=
  ⟨hA.orthonormal, fun i j => by
    rw [← mulVec_mulVec, hB.mulVec_eq, mulVec_mul_left, hA.eigen]; clear hA hB; lin⟩

/-- Matrices with the same eigenbasis commute. -/
theorem IsEigenbasis.commutes (hA : IsEigenbasis A lam U) (hB : IsEigenbasis B μs U) : Commutes A B := by
  have h := hB.mul hA
  have e : (fun i => μs i * lam i) = fun i => lam i * μs i := funext fun i => by clear h hA hB; lin
  rw [e] at h
  exact (hA.mul hB).unique h

/-- Every orthonormal basis is one of eigenvectors of the identity. -/
theorem IsEigenbasis.one (h : IsEigenbasis A lam U) : IsEigenbasis one (fun _ => 1) U :=
  ⟨h.orthonormal, fun i j => by rw [mulVec_one]; clear h; lin⟩

/-- The eigenvalues of a power. -/
theorem IsEigenbasis.pow (h : IsEigenbasis A lam U) (k : Nat) : IsEigenbasis (pow A k) (fun i => lam i ^ k) U :=
  ⟨h.orthonormal, fun i => ((h.isEigenvector i).pow k).2⟩

/-- The trace of a power is the sum of the powers of the eigenvalues. -/
theorem IsEigenbasis.trace_pow (h : IsEigenbasis A lam U) (k : Nat) :
    trace (Claims.pow A k) = sum (fun i => lam i ^ k) := (h.pow k).trace_eq

/-- The eigenvalues of `x - A`. -/
theorem IsEigenbasis.sub_self (h : IsEigenbasis A lam U) (x : R) :
    IsEigenbasis (fun i j => x * Claims.one i j - A i j) (fun i => x - lam i) U :=
  ⟨h.orthonormal, fun i j => by rw [sub_mulVec, smul_mulVec, mulVec_one, h.eigen]; clear h; lin⟩

/-- The characteristic polynomial is the product of the factors `x - lam_i`. -/
theorem IsEigenbasis.charpoly (h : IsEigenbasis A lam U) (x : R) :
    det (fun i j => x * Claims.one i j - A i j) = prod (fun i => x - lam i) := (h.sub_self x).det_eq

/-- The entries of the list are exactly the eigenvalues. -/
theorem IsEigenbasis.isEigenvalue_iff (h : IsEigenbasis A lam U) : IsEigenvalue A μ ↔ ∃ i, lam i = μ := by
  refine ⟨fun ⟨x, hx⟩ => Classical.byContradiction fun hno => ?_, fun ⟨i, hi⟩ => hi ▸ ⟨U i, h.isEigenvector i⟩⟩
  -- a vector orthogonal to the whole basis vanishes
  refine absurd hx.normSq_pos (not_lt_of_ge ?_)
  rw [← h.orthonormal.parseval, sum_eq_zero fun i => ?_]
  · exact le_rfl 0
  rw [h.isSymm.dot_eq_zero (h.isEigenvector i) hx fun hi => hno ⟨i, hi⟩]; clear h hx hno; lin

/-- A symmetric matrix is injective exactly when no eigenvalue vanishes. -/
theorem IsEigenbasis.isInjective_iff (h : IsEigenbasis A lam U) : IsInjective A ↔ ∀ i, lam i ≠ 0 := by
  have e : (fun i j => A i j - 0 * Claims.one i j) = A := funext fun i => funext fun j => by clear h; lin
  have k := isEigenvalue_iff_not_isInjective (A := A) (μ := 0)
  rw [e, h.isEigenvalue_iff] at k
  exact ⟨fun hI i hi => k.1 ⟨i, hi⟩ hI, fun hne => Classical.byContradiction fun hI =>
    let ⟨i, hi⟩ := k.2 hI; hne i hi⟩

/-- The eigenvalues of the inverse are the inverses. -/
theorem IsEigenbasis.inverse (h : IsEigenbasis A lam U) (hB : IsInverse A B) :
    IsEigenbasis B (fun i => (lam i)⁻¹) U :=
  ⟨h.orthonormal, fun i j => by
    have e := mul_inv_cancel (h.isInjective_iff.1 hB.isInjective i)
    have k := congrFun ((hB.mulVec_eq_iff (U i) (fun j => lam i * U i j)).1 (h.mulVec_eq i)) j
    rw [mulVec_mul_left] at k
    rw [k]; clear h hB; lin⟩

/-! ## Positivity and operator norm -/

/-- A symmetric matrix is positive semidefinite exactly when its eigenvalues are nonnegative. -/
theorem IsEigenbasis.posSemidef_iff (h : IsEigenbasis A lam U) : PosSemidef A ↔ ∀ i, 0 ≤ lam i := by
  refine ⟨fun hA i => hA.eigenvalue_nonneg (h.isEigenvector i), fun hl => ⟨h.isSymm, fun x => ?_⟩⟩
  rw [h.quadForm_eq]; exact sum_nonneg fun i => mul_nonneg (hl i) (sq_nonneg _)

/-- A symmetric matrix is positive definite exactly when its eigenvalues are positive. -/
theorem IsEigenbasis.posDef_iff (h : IsEigenbasis A lam U) : PosDef A ↔ ∀ i, 0 < lam i := by
  refine ⟨fun hA i => hA.eigenvalue_pos (h.isEigenvector i), fun hl => ?_⟩
  have hp : PosSemidef A := h.posSemidef_iff.2 fun i => le_of_lt (hl i)
  exact hp.posDef_iff.2 (h.isInjective_iff.2 fun i => ne_of_gt (hl i))

/-- A nonnegative number bounds a symmetric matrix exactly when it bounds the size of the eigenvalues. -/
theorem IsEigenbasis.operatorBound_iff (h : IsEigenbasis A lam U) (hc : 0 ≤ c) :
    OperatorBound A c ↔ ∀ i, abs (lam i) ≤ c := by
  refine ⟨fun hA i => (h.isEigenvector i).abs_le hA, fun hl => operatorBound_of_normSq_le hc fun x => ?_⟩
  rw [h.normSq_mulVec, ← h.orthonormal.parseval x, ← sum_mul_left]
  refine sum_le_sum fun i => mul_le_mul_right' (sq_nonneg _) ?_
  rw [← abs_sq (lam i)]; exact sq_le_sq (abs_nonneg _) (hl i)

/-- The operator norm of a symmetric matrix is the largest size of an eigenvalue. -/
theorem IsEigenbasis.opNorm_eq {A U : Fin (n + 1) → Fin (n + 1) → R} {lam : Fin (n + 1) → R}
    (h : IsEigenbasis A lam U) : opNorm A = largest (fun i => abs (lam i)) := by
  have h0 := le_trans (abs_nonneg _) (le_largest (fun i => abs (lam i)) 0)
  refine opNorm_unique ((h.operatorBound_iff h0).2 (le_largest fun i => abs (lam i))) fun b hb => ?_
  exact largest_le_iff.2 ((h.operatorBound_iff hb.1).1 hb)

/-- A symmetric matrix whose eigenvalues are at least `c` in size has lower bound `c`. -/
theorem IsEigenbasis.operatorLowerBound (h : IsEigenbasis A lam U) (hc : 0 ≤ c) (hl : ∀ i, c ≤ abs (lam i)) :
    OperatorLowerBound A c := operatorLowerBound_of_normSq_le fun x => by
  rw [h.normSq_mulVec, ← h.orthonormal.parseval x, ← sum_mul_left]
  refine sum_le_sum fun i => mul_le_mul_right' (sq_nonneg _) ?_
  rw [← abs_sq (lam i)]; exact sq_le_sq hc (hl i)

end Claims
