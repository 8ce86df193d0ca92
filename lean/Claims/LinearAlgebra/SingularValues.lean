module

public import Claims.LinearAlgebra.CourantFischer
public import Claims.LinearAlgebra.RankSpectrum

/-!
# Singular values

The singular values of a matrix `A` are the roots of the eigenvalues of `Aᵀ A`, in decreasing order. Frobenius norm,
operator norm, rank and determinant in terms of them, their description as extreme values of `‖A x‖ / ‖x‖`, their
stability under perturbations, and the error of the best approximation of given rank (Eckart and Young).
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

variable {A B : Fin m → Fin n → R} {b c : R}

/-- The singular values of a matrix, one for each column, in decreasing order. -/
def singularValues (A : Fin m → Fin n → R) : Fin n → R :=
  fun i => sqrt ((isSymm_transpose_mul_self A).eigenvalues i)

/-- The right singular vectors: an orthonormal basis of eigenvectors of `Aᵀ A`. -/
def rightSingularVectors (A : Fin m → Fin n → R) : Fin n → Fin n → R := (isSymm_transpose_mul_self A).eigenvectors

/-! ## First properties -/

/-- Singular values are nonnegative. -/
theorem singularValues_nonneg (A : Fin m → Fin n → R) (i : Fin n) : 0 ≤ singularValues A i := sqrt_nonneg _

/-- The eigenvalues of `Aᵀ A` are nonnegative. -/
theorem eigenvalues_gram_nonneg (A : Fin m → Fin n → R) (i : Fin n) :
    0 ≤ (isSymm_transpose_mul_self A).eigenvalues i :=
  (isSymm_transpose_mul_self A).isEigenbasis.posSemidef_iff.1 (posSemidef_transpose_mul_self A) i

/-- The squared singular values are the eigenvalues of `Aᵀ A`. -/
theorem sq_singularValues (A : Fin m → Fin n → R) (i : Fin n) :
    singularValues A i ^ 2 = (isSymm_transpose_mul_self A).eigenvalues i := sq_sqrt (eigenvalues_gram_nonneg A i)

/-- Singular values are in decreasing order. -/
theorem isDecreasing_singularValues (A : Fin m → Fin n → R) : IsDecreasing (singularValues A) := fun i j hij =>
  sqrt_le_sqrt (eigenvalues_gram_nonneg A j) ((isSymm_transpose_mul_self A).isDecreasing_eigenvalues i j hij)

/-- The right singular vectors are an eigenbasis of `Aᵀ A`, with the squared singular values. -/
theorem isEigenbasis_gram (A : Fin m → Fin n → R) :
    IsEigenbasis (mul (transpose A) A) (fun i => singularValues A i ^ 2) (rightSingularVectors A) := by
  rw [show (fun i => singularValues A i ^ 2) = (isSymm_transpose_mul_self A).eigenvalues from
    funext (sq_singularValues A)]
  exact (isSymm_transpose_mul_self A).isEigenbasis

/-- The squares of the singular values are in decreasing order. -/
theorem isDecreasing_sq_singularValues (A : Fin m → Fin n → R) : IsDecreasing (fun i => singularValues A i ^ 2) :=
  fun i j hij => sq_le_sq (singularValues_nonneg A j) (isDecreasing_singularValues A i j hij)

/-- Singular values from an eigenbasis of `Aᵀ A` with squared eigenvalues. -/
theorem singularValues_eq {U : Fin n → Fin n → R} {s : Fin n → R}
    (h : IsEigenbasis (mul (transpose A) A) (fun i => s i ^ 2) U) (hs : ∀ i, 0 ≤ s i) (hd : IsDecreasing s) :
    singularValues A = s := funext fun i => by
  have e := h.eigenvalues_unique (isEigenbasis_gram A) (fun i j hij => sq_le_sq (hs j) (hd i j hij))
    (isDecreasing_sq_singularValues A)
  exact eq_of_sq_eq_sq (singularValues_nonneg A i) (hs i) (congrFun e i).symm

/-- The right singular vectors are orthonormal. -/
theorem orthonormal_rightSingularVectors (A : Fin m → Fin n → R) : Orthonormal (rightSingularVectors A) :=
  (isEigenbasis_gram A).orthonormal

/-- The squared norm of an image in the basis of the right singular vectors. -/
theorem normSq_mulVec_eq_sum (A : Fin m → Fin n → R) (x : Fin n → R) :
    normSq (mulVec A x) = sum (fun i => singularValues A i ^ 2 * dot (rightSingularVectors A i) x ^ 2) := by
  rw [normSq_mulVec]; exact (isEigenbasis_gram A).quadForm_eq x

/-- The images of the right singular vectors are orthogonal to each other, and their norms are the singular values. -/
theorem dot_mulVec_rightSingularVectors (A : Fin m → Fin n → R) (i j : Fin n) :
    dot (mulVec A (rightSingularVectors A i)) (mulVec A (rightSingularVectors A j)) =
      singularValues A j ^ 2 * one i j := by
  rw [dot_mulVec_left, mulVec_mulVec, (isEigenbasis_gram A).mulVec_eq, dot_mul_right,
    orthonormal_rightSingularVectors A i j]

/-- The norm of the image of a right singular vector is the singular value. -/
theorem norm_mulVec_rightSingularVectors (A : Fin m → Fin n → R) (i : Fin n) :
    norm (mulVec A (rightSingularVectors A i)) = singularValues A i := by
  refine eq_of_sq_eq_sq (norm_nonneg _) (singularValues_nonneg A i) ((sq_norm _).trans ?_)
  refine (dot_mulVec_rightSingularVectors A i i).trans ?_
  rw [show (one i i : R) = 1 from if_pos rfl]; lin

/-! ## Norms, rank and determinant -/

/-- The squared Frobenius norm is the sum of the squared singular values. -/
theorem frobSq_eq_sum_singularValues (A : Fin m → Fin n → R) : frobSq A = sum (fun i => singularValues A i ^ 2) :=
  (frobenius_eq_trace A A).trans (isEigenbasis_gram A).trace_eq

/-- The first singular value is the operator norm. -/
theorem singularValues_zero (A : Fin m → Fin (n + 1) → R) : singularValues A 0 = opNorm A := by
  refine eq_of_sq_eq_sq (singularValues_nonneg A 0) (opNorm_nonneg A) ?_
  rw [sq_singularValues, ← opNorm_transpose_mul_self, (posSemidef_transpose_mul_self A).opNorm_eq]

/-- Every singular value is at most the operator norm. -/
theorem singularValues_le_opNorm (A : Fin m → Fin n → R) (i : Fin n) : singularValues A i ≤ opNorm A := by
  have h := norm_mulVec_le A (rightSingularVectors A i)
  have e : norm (rightSingularVectors A i) = 1 := by
    refine eq_of_sq_eq_sq (norm_nonneg _) (le_of_lt zero_lt_one) ?_
    rw [sq_norm, (orthonormal_rightSingularVectors A).normSq_eq_one]; lin
  rw [norm_mulVec_rightSingularVectors, e] at h; lin

/-- A singular value is positive exactly below the rank. -/
theorem singularValues_pos_iff (A : Fin m → Fin n → R) (i : Fin n) : 0 < singularValues A i ↔ i.val < rank A := by
  rw [← rank_transpose_mul_self, ← (isEigenbasis_gram A).pos_iff_lt_rank (isDecreasing_sq_singularValues A)
    (posSemidef_transpose_mul_self A) i]
  constructor
  · intro h; exact sq_pos (ne_of_gt h)
  · intro h
    rcases lt_or_eq_of_le (singularValues_nonneg A i) with h0 | h0
    · exact h0
    · rw [← h0] at h; lin

/-- A singular value vanishes exactly from the rank on. -/
theorem singularValues_eq_zero_iff (A : Fin m → Fin n → R) (i : Fin n) : singularValues A i = 0 ↔ rank A ≤ i.val := by
  rw [← Nat.not_lt, ← singularValues_pos_iff]
  have h := singularValues_nonneg A i
  constructor
  · intro e; rw [e]; lin
  · intro hn; exact le_antisymm (le_of_not_gt hn) h

/-- The smallest singular value is the best lower bound of the matrix as an operator. -/
theorem operatorLowerBound_iff {A : Fin m → Fin (n + 1) → R} :
    OperatorLowerBound A c ↔ c ≤ singularValues A (Fin.last n) := by
  constructor
  · intro h
    have k := h (rightSingularVectors A (Fin.last n))
    have e : norm (rightSingularVectors A (Fin.last n)) = 1 := by
      refine eq_of_sq_eq_sq (norm_nonneg _) (le_of_lt zero_lt_one) ?_
      rw [sq_norm, (orthonormal_rightSingularVectors A).normSq_eq_one]; clear h k; lin
    rw [norm_mulVec_rightSingularVectors, e] at k; clear h; lin
  · intro h
    refine OperatorLowerBound.mono (operatorLowerBound_of_normSq_le fun x => ?_) h
    rw [normSq_mulVec]
    exact (isEigenbasis_gram A).le_quadForm_iff.2 (fun i =>
      isDecreasing_sq_singularValues A i (Fin.last n) (Nat.le_of_lt_succ i.isLt)) x

/-- The product of the squares is the square of the product. -/
theorem prod_sq (f : Fin n → R) : prod (fun i => f i ^ 2) = prod f ^ 2 := by
  induction n with
  | zero => show (1 : R) = 1 ^ 2; lin
  | succ n ih =>
    show f 0 ^ 2 * prod (fun i : Fin n => f i.succ ^ 2) = (f 0 * prod (fun i : Fin n => f i.succ)) ^ 2
    rw [ih]; clear ih; lin

/-- The determinant is, up to sign, the product of the singular values. -/
theorem abs_det_eq_prod_singularValues (A : Fin n → Fin n → R) : abs (det A) = prod (singularValues A) := by
  refine eq_of_sq_eq_sq (abs_nonneg _) (prod_nonneg (singularValues_nonneg A)) ?_
  rw [abs_sq, ← prod_sq, ← (isEigenbasis_gram A).det_eq, det_mul, det_transpose]; lin

/-! ## Extreme values -/

/-- On the span of the first right singular vectors a matrix stretches by at least the last of their singular values. -/
theorem le_norm_mulVec_of_inSpan (A : Fin m → Fin n → R) (i : Fin n) {x : Fin n → R}
    (hx : InSpan (firstRows (k := i.val + 1) (rightSingularVectors A) i.isLt) x) :
    singularValues A i * norm x ≤ norm (mulVec A x) := by
  refine le_of_sq_le_sq (norm_nonneg _) ?_
  have e : (singularValues A i * norm x) ^ 2 = singularValues A i ^ 2 * norm x ^ 2 := by clear hx; lin
  rw [e, sq_norm, sq_norm, normSq_mulVec]
  exact (isEigenbasis_gram A).le_quadForm_of_inSpan (b := singularValues A i ^ 2) (k := i.val + 1) i.isLt
    (fun a => isDecreasing_sq_singularValues A _ i (Nat.le_of_lt_succ a.isLt)) hx

/-- On the vectors orthogonal to the first right singular vectors a matrix stretches by at most the next singular
value. -/
theorem norm_mulVec_le_of_orthogonal (A : Fin m → Fin n → R) (i : Fin n) {x : Fin n → R}
    (hx : ∀ j, j < i → dot (rightSingularVectors A j) x = 0) : norm (mulVec A x) ≤ singularValues A i * norm x := by
  refine le_of_sq_le_sq (mul_nonneg (singularValues_nonneg A i) (norm_nonneg x)) ?_
  have e : (singularValues A i * norm x) ^ 2 = singularValues A i ^ 2 * norm x ^ 2 := by clear hx; lin
  rw [e, sq_norm, sq_norm, normSq_mulVec]
  exact (isEigenbasis_gram A).quadForm_le_of_orthogonal (isDecreasing_sq_singularValues A) i hx

/-- A lower bound of the stretching on the span of more than `i` independent vectors is at most the singular value
`i`. -/
theorem le_singularValues {i : Fin n} (hk : i.val < k) {w : Fin k → Fin n → R} (hw : LinIndep w)
    (hc : ∀ x, InSpan w x → c * norm x ≤ norm (mulVec A x)) : c ≤ singularValues A i := by
  rcases lt_or_ge c 0 with h0 | h0
  · exact le_trans (le_of_lt h0) (singularValues_nonneg A i)
  refine le_of_sq_le_sq (singularValues_nonneg A i) ?_
  refine (isEigenbasis_gram A).le_eigenvalue (isDecreasing_sq_singularValues A) hk hw fun x hx => ?_
  have p := sq_le_sq (mul_nonneg h0 (norm_nonneg x)) (hc x hx)
  have e : (c * norm x) ^ 2 = c ^ 2 * norm x ^ 2 := by clear hw hc hx p; lin
  rw [e, sq_norm, sq_norm, normSq_mulVec] at p
  exact p

/-- An upper bound of the stretching on the vectors orthogonal to at most `i` vectors is at least the singular value
`i`. -/
theorem singularValues_le {i : Fin n} (hk : k ≤ i.val) {w : Fin k → Fin n → R} (h0 : 0 ≤ c)
    (hc : ∀ x, (∀ a, dot (w a) x = 0) → norm (mulVec A x) ≤ c * norm x) : singularValues A i ≤ c := by
  refine le_of_sq_le_sq h0 ?_
  refine (isEigenbasis_gram A).eigenvalue_le (isDecreasing_sq_singularValues A) hk (w := w) fun x hx => ?_
  have p := sq_le_sq (norm_nonneg _) (hc x hx)
  have e : (c * norm x) ^ 2 = c ^ 2 * norm x ^ 2 := by clear hc hx p; lin
  rw [e, sq_norm, sq_norm, normSq_mulVec] at p
  exact p

/-! ## Perturbations and approximation by matrices of lower rank -/

/-- The singular values of two matrices differ by at most every bound of the difference, one side. -/
theorem singularValues_le_add (h : OperatorBound (fun i j => A i j - B i j) c) (i : Fin n) :
    singularValues A i ≤ singularValues B i + c := by
  have h0 := singularValues_nonneg B i
  have hc := h.1
  refine singularValues_le (Nat.le_refl i.val) (w := firstRows (rightSingularVectors B) (Nat.le_of_lt i.isLt))
    (by clear h; lin) fun x hx => ?_
  have h1 := norm_mulVec_le_of_orthogonal B i (x := x) fun j hj => hx ⟨j.val, hj⟩
  have h2 := norm_add_le (mulVec B x) (mulVec (fun i j => A i j - B i j) x)
  have e : (fun i => mulVec B x i + mulVec (fun i j => A i j - B i j) x i) = mulVec A x := funext fun i => by
    rw [sub_mulVec]; clear h hx h2; lin
  rw [e] at h2
  have h3 := h.2 x
  clear h hx e; lin

/-- Weyl: the singular values of two matrices differ by at most every bound of the difference. -/
theorem abs_singularValues_sub_le (h : OperatorBound (fun i j => A i j - B i j) c) (i : Fin n) :
    abs (singularValues A i - singularValues B i) ≤ c := by
  have h1 := singularValues_le_add h i
  have k := h.neg
  rw [show (fun i j => -(A i j - B i j)) = fun i j => B i j - A i j from funext fun i => funext fun j => by
    clear h h1 k; lin] at k
  have h2 := singularValues_le_add k i
  exact abs_le.2 ⟨by clear h k; lin, by clear h k; lin⟩

/-- A matrix that differs by norm at most `c` from a matrix of rank at most `i` has singular value `i` at most `c`. -/
theorem singularValues_le_of_rank {L : Fin m → Fin n → R} {i : Fin n} (hL : rank L ≤ i.val)
    (h : OperatorBound (fun i j => A i j - L i j) c) : singularValues A i ≤ c := by
  have k := singularValues_le_add h i
  rw [(singularValues_eq_zero_iff L i).2 hL] at k
  clear h; lin

/-- Eckart and Young: some matrix of rank at most `i` approximates `A` up to the singular value `i`, and by
`singularValues_le_of_rank` none does better. -/
theorem exists_rank_le_approximation (A : Fin m → Fin n → R) (i : Fin n) :
    ∃ L : Fin m → Fin n → R, rank L ≤ i.val ∧ OperatorBound (fun a b => A a b - L a b) (singularValues A i) := by
  -- `A` applied after the projection onto the span of the first right singular vectors
  have hi := Nat.le_of_lt i.isLt
  have hv := (orthonormal_rightSingularVectors A).firstRows hi
  refine ⟨mul A (spanMatrix (firstRows (rightSingularVectors A) hi)), ?_, singularValues_nonneg A i, fun x => ?_⟩
  · refine Nat.le_trans (rank_mul_le_right _ _) (rank_le_of_inSpan fun x => inSpan_mulVec_spanMatrix _ x)
  · have hP := hv.isProjection
    have e : mulVec (fun a b => A a b - mul A (spanMatrix (firstRows (rightSingularVectors A) hi)) a b) x =
        mulVec A (fun j => x j - mulVec (spanMatrix (firstRows (rightSingularVectors A) hi)) x j) := funext fun a => by
      rw [sub_mulVec, mulVec_sub, mulVec_mulVec]
    rw [e]
    have h1 := norm_mulVec_le_of_orthogonal A i
      (x := fun j => x j - mulVec (spanMatrix (firstRows (rightSingularVectors A) hi)) x j) fun j hj => by
        rw [mulVec_spanMatrix]; exact hv.dot_sub_comb x ⟨j.val, hj⟩
    have h2 := hP.compl.norm_le x
    rw [show mulVec (fun a b => one a b - spanMatrix (firstRows (rightSingularVectors A) hi) a b) x =
        fun j => x j - mulVec (spanMatrix (firstRows (rightSingularVectors A) hi)) x j from funext fun j => by
      rw [sub_mulVec, mulVec_one]] at h2
    exact le_trans h1 (mul_le_mul_left' (singularValues_nonneg A i) h2)

/-- Singular values of a product: a left factor multiplies by at most its norm. -/
theorem singularValues_mul_le (A : Fin l → Fin m → R) (B : Fin m → Fin n → R) (i : Fin n) :
    singularValues (mul A B) i ≤ opNorm A * singularValues B i := by
  refine singularValues_le (Nat.le_refl i.val) (w := firstRows (rightSingularVectors B) (Nat.le_of_lt i.isLt))
    (mul_nonneg (opNorm_nonneg A) (singularValues_nonneg B i)) fun x hx => ?_
  rw [← mulVec_mulVec]
  have h1 := norm_mulVec_le A (mulVec B x)
  have h2 := mul_le_mul_left' (opNorm_nonneg A)
    (norm_mulVec_le_of_orthogonal B i (x := x) fun j hj => hx ⟨j.val, hj⟩)
  clear hx; lin

end Claims
