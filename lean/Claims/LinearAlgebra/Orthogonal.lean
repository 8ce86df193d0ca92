module

public import Claims.LinearAlgebra.OperatorNorm
public import Claims.LinearAlgebra.Inverse

/-!
# Orthogonal matrices

A square matrix `U` with `Uᵀ U = 1` keeps dot products, norms and distances, and so do its transposed matrix, products
and powers. Conjugation by `U` and one-sided products keep trace, Frobenius norm and operator norm.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The columns of the square matrix `U` are orthonormal: `Uᵀ U = 1`. -/
def IsOrthogonal (U : Fin n → Fin n → R) : Prop := mul (transpose U) U = one

variable {U V : Fin n → Fin n → R}

/-! ## Inverse, transposed matrix, products -/

/-- The transposed matrix of an orthogonal matrix is a left inverse. -/
theorem IsOrthogonal.transpose_mul_self (hU : IsOrthogonal U) : mul (transpose U) U = one := hU

/-- The transposed matrix of an orthogonal matrix is a right inverse. -/
theorem IsOrthogonal.mul_transpose_self (hU : IsOrthogonal U) : mul U (transpose U) = one := mul_eq_one_comm hU

/-- The transposed matrix of an orthogonal matrix is its inverse. -/
theorem IsOrthogonal.isInverse (hU : IsOrthogonal U) : IsInverse U (transpose U) := ⟨hU.mul_transpose_self, hU⟩

/-- The transposed matrix of an orthogonal matrix is orthogonal. -/
theorem IsOrthogonal.transpose (hU : IsOrthogonal U) : IsOrthogonal (transpose U) := hU.mul_transpose_self

/-- The identity is orthogonal. -/
theorem isOrthogonal_one : IsOrthogonal (one : Fin n → Fin n → R) := by
  unfold IsOrthogonal; rw [transpose_one, mul_one]

/-- Products of orthogonal matrices are orthogonal. -/
theorem IsOrthogonal.mul (hU : IsOrthogonal U) (hV : IsOrthogonal V) : IsOrthogonal (mul U V) := by
  unfold IsOrthogonal
  rw [transpose_mul, mul_assoc, ← mul_assoc _ U V, hU, one_mul, hV]

/-- Powers of orthogonal matrices are orthogonal. -/
theorem IsOrthogonal.pow (hU : IsOrthogonal U) (k : Nat) : IsOrthogonal (pow U k) := by
  induction k with
  | zero => exact isOrthogonal_one
  | succ k ih => exact ih.mul hU

/-- The opposite of an orthogonal matrix is orthogonal. -/
theorem IsOrthogonal.neg (hU : IsOrthogonal U) : IsOrthogonal (fun i j => -U i j) := by
  unfold IsOrthogonal
  rw [transpose_neg, neg_mul, mul_neg, hU]; funext i j; lin

/-- Applying an orthogonal matrix and its transposed matrix changes nothing. -/
theorem IsOrthogonal.mulVec_transpose_mulVec (hU : IsOrthogonal U) (x : Fin n → R) :
    mulVec (Claims.transpose U) (mulVec U x) = x := by
  rw [mulVec_mulVec, hU]; exact funext (mulVec_one x)

/-- Applying the transposed matrix of an orthogonal matrix and then the matrix changes nothing. -/
theorem IsOrthogonal.mulVec_mulVec_transpose (hU : IsOrthogonal U) (x : Fin n → R) :
    mulVec U (mulVec (Claims.transpose U) x) = x := hU.transpose.mulVec_transpose_mulVec x

/-- An orthogonal matrix is injective. -/
theorem IsOrthogonal.isInjective (hU : IsOrthogonal U) : IsInjective U := isInjective_of_mul hU

/-! ## Dot products, norms and distances -/

/-- An orthogonal matrix keeps dot products. -/
theorem IsOrthogonal.dot_mulVec (hU : IsOrthogonal U) (x y : Fin n → R) :
    dot (mulVec U x) (mulVec U y) = dot x y := by
  rw [dot_mulVec_left, hU.mulVec_transpose_mulVec]

/-- An orthogonal matrix keeps squared norms. -/
theorem IsOrthogonal.normSq_mulVec (hU : IsOrthogonal U) (x : Fin n → R) : normSq (mulVec U x) = normSq x :=
  hU.dot_mulVec x x

/-- An orthogonal matrix keeps norms. -/
theorem IsOrthogonal.norm_mulVec (hU : IsOrthogonal U) (x : Fin n → R) : norm (mulVec U x) = norm x :=
  congrArg sqrt (hU.normSq_mulVec x)

/-- An orthogonal matrix keeps distances. -/
theorem IsOrthogonal.norm_mulVec_sub (hU : IsOrthogonal U) (x y : Fin n → R) :
    norm (fun i => mulVec U x i - mulVec U y i) = norm (fun i => x i - y i) := by
  rw [← hU.norm_mulVec (fun i => x i - y i)]
  exact congrArg norm (funext fun i => (mulVec_sub U x y i).symm)

/-- A matrix that keeps dot products is orthogonal. -/
theorem isOrthogonal_of_dot (h : ∀ x y, dot (mulVec U x) (mulVec U y) = dot x y) : IsOrthogonal U :=
  ext_of_dot_mulVec fun x y => by
    rw [← mulVec_mulVec, Claims.dot_mulVec, transpose_transpose, h, show mulVec one y = y from funext (mulVec_one y)]

/-- A matrix is orthogonal exactly when it keeps norms. -/
theorem isOrthogonal_iff_normSq : IsOrthogonal U ↔ ∀ x, normSq (mulVec U x) = normSq x := by
  refine ⟨IsOrthogonal.normSq_mulVec, fun h => ?_⟩
  have e : ∀ x, quadForm (mul (transpose U) U) x = quadForm one x := fun x => by
    rw [← Claims.normSq_mulVec, h, quadForm_one]
  have hs := isSymm_transpose_mul_self U
  exact ((loewnerLE_iff hs isSymm_one).2 fun x => by rw [e]; exact le_rfl _).antisymm
    ((loewnerLE_iff isSymm_one hs).2 fun x => by rw [e]; exact le_rfl _)

/-- A matrix is orthogonal exactly when its rows are orthonormal. -/
theorem isOrthogonal_iff_rows : IsOrthogonal U ↔ ∀ i j, dot (U i) (U j) = one i j :=
  ⟨fun h i j => congrFun (congrFun h.mul_transpose_self i) j,
    fun h => mul_eq_one_comm (funext fun i => funext fun j => h i j)⟩

/-- An orthogonal matrix has bound one as an operator. -/
theorem IsOrthogonal.operatorBound (hU : IsOrthogonal U) : OperatorBound U 1 :=
  ⟨le_of_lt zero_lt_one, fun x => by rw [hU.norm_mulVec]; lin⟩

/-- The entries of an orthogonal matrix are at most one in size. -/
theorem IsOrthogonal.abs_entry_le (hU : IsOrthogonal U) (i j : Fin n) : abs (U i j) ≤ 1 :=
  hU.operatorBound.abs_entry_le i j

/-! ## Norms of products and conjugations -/

/-- The trace does not change under conjugation by an orthogonal matrix. -/
theorem IsOrthogonal.trace_conj (hU : IsOrthogonal U) (A : Fin n → Fin n → R) :
    trace (Claims.mul U (Claims.mul A (Claims.transpose U))) = trace A := Claims.trace_conj A hU

/-- The quadratic form of a conjugation by an orthogonal matrix. -/
theorem quadForm_conj (U A : Fin n → Fin n → R) (x : Fin n → R) :
    quadForm (mul U (mul A (transpose U))) x = quadForm A (mulVec (transpose U) x) :=
  quadForm_congruence A (transpose U) x

/-- Conjugation keeps a matrix symmetric. -/
theorem IsSymm.conj {A : Fin n → Fin n → R} (hA : IsSymm A) (U : Fin n → Fin n → R) :
    IsSymm (Claims.mul U (Claims.mul A (transpose U))) := hA.congruence (transpose U)

/-- Conjugation keeps a matrix positive semidefinite. -/
theorem PosSemidef.conj {A : Fin n → Fin n → R} (hA : PosSemidef A) (U : Fin n → Fin n → R) :
    PosSemidef (mul U (mul A (transpose U))) := hA.congruence (transpose U)

/-- A product of conjugations is the conjugation of the product. -/
theorem IsOrthogonal.conj_mul_conj (hU : IsOrthogonal U) (A B : Fin n → Fin n → R) :
    Claims.mul (Claims.mul U (Claims.mul A (Claims.transpose U))) (Claims.mul U (Claims.mul B (Claims.transpose U))) =
      Claims.mul U (Claims.mul (Claims.mul A B) (Claims.transpose U)) := by
  simp only [mul_assoc]
  rw [← mul_assoc _ U, hU, one_mul]

/-- An orthogonal matrix on the left keeps the Frobenius inner product. -/
theorem IsOrthogonal.frobenius_mul_left (hU : IsOrthogonal U) (A B : Fin n → Fin k → R) :
    frobenius (Claims.mul U A) (Claims.mul U B) = frobenius A B := by
  rw [Claims.frobenius_mul_left, ← mul_assoc, hU, one_mul]

/-- An orthogonal matrix on the right keeps the Frobenius inner product. -/
theorem IsOrthogonal.frobenius_mul_right (hU : IsOrthogonal U) (A B : Fin k → Fin n → R) :
    frobenius (Claims.mul A U) (Claims.mul B U) = frobenius A B := by
  rw [Claims.frobenius_mul_right, mul_assoc, hU.mul_transpose_self, mul_one]

/-- An orthogonal matrix on the left keeps the Frobenius norm. -/
theorem IsOrthogonal.frobNorm_mul_left (hU : IsOrthogonal U) (A : Fin n → Fin k → R) :
    frobNorm (Claims.mul U A) = frobNorm A := congrArg sqrt (hU.frobenius_mul_left A A)

/-- An orthogonal matrix on the right keeps the Frobenius norm. -/
theorem IsOrthogonal.frobNorm_mul_right (hU : IsOrthogonal U) (A : Fin k → Fin n → R) :
    frobNorm (Claims.mul A U) = frobNorm A := congrArg sqrt (hU.frobenius_mul_right A A)

/-- Conjugation by an orthogonal matrix keeps the Frobenius norm. -/
theorem IsOrthogonal.frobNorm_conj (hU : IsOrthogonal U) (A : Fin n → Fin n → R) :
    frobNorm (Claims.mul U (Claims.mul A (Claims.transpose U))) = frobNorm A := by
  rw [hU.frobNorm_mul_left, hU.transpose.frobNorm_mul_right]

/-- An orthogonal matrix on the left keeps the operator norm. -/
theorem IsOrthogonal.opNorm_mul_left (hU : IsOrthogonal U) (A : Fin n → Fin k → R) :
    opNorm (Claims.mul U A) = opNorm A := by
  have e : ∀ c, OperatorBound (Claims.mul U A) c ↔ OperatorBound A c := fun c => by
    simp only [OperatorBound, ← mulVec_mulVec, hU.norm_mulVec]
  exact opNorm_unique ((e _).2 (operatorBound_opNorm A)) fun b hb => ((e b).1 hb).opNorm_le

/-- An orthogonal matrix on the right keeps the operator norm. -/
theorem IsOrthogonal.opNorm_mul_right (hU : IsOrthogonal U) (A : Fin k → Fin n → R) :
    opNorm (Claims.mul A U) = opNorm A := by
  rw [← opNorm_transpose, transpose_mul, hU.transpose.opNorm_mul_left, opNorm_transpose]

/-- Conjugation by an orthogonal matrix keeps the operator norm. -/
theorem IsOrthogonal.opNorm_conj (hU : IsOrthogonal U) (A : Fin n → Fin n → R) :
    opNorm (Claims.mul U (Claims.mul A (Claims.transpose U))) = opNorm A := by
  rw [hU.opNorm_mul_left, hU.transpose.opNorm_mul_right]

/-! ## Householder matrices -/

/-- The reflection `1 - 2 w wᵀ` in the hyperplane orthogonal to a unit vector is orthogonal. -/
theorem isOrthogonal_householder {w : Fin n → R} (hw : normSq w = 1) :
    IsOrthogonal (fun i j => one i j - 2 * outer w w i j) := by
  have hs : IsSymm (fun i j => one i j - 2 * outer w w i j) := isSymm_one.sub ((isSymm_outer_self w).smul 2)
  unfold IsOrthogonal
  rw [hs.transpose_eq, sub_mul, mul_sub, one_mul, one_mul, smul_mul, mul_sub, mul_one, mul_smul, outer_mul_outer]
  funext i j
  show _ - 2 * (_ - 2 * (normSq w * _)) = _
  rw [hw]; lin

end Claims
