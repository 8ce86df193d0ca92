module

public import Claims.LinearAlgebra.RankCases
public import Claims.LinearAlgebra.PosSemidef
public import Claims.LinearAlgebra.Orthogonal

/-!
# Gram matrices

The Gram matrix of a family of vectors holds their dot products. It is positive semidefinite, its quadratic form is
the squared norm of the combination, its kernel and rank are those of the family, and its trace and the sum of its
entries are squared norms.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The Gram matrix of a family of vectors: its entries are their dot products. -/
def gram (v : Fin k → Fin n → R) : Fin k → Fin k → R := fun i j => dot (v i) (v j)

/-- The Gram matrix of the rows of `V` is `V Vᵀ`. -/
theorem gram_eq_mul (v : Fin k → Fin n → R) : gram v = mul v (transpose v) := rfl

/-- The Gram matrix of the columns of `A` is `Aᵀ A`. -/
theorem gram_transpose (A : Fin m → Fin n → R) : gram (transpose A) = mul (transpose A) A := rfl

/-- A Gram matrix is symmetric. -/
theorem isSymm_gram (v : Fin k → Fin n → R) : IsSymm (gram v) := fun i j => dot_comm (v i) (v j)

/-- A Gram matrix is positive semidefinite. -/
theorem posSemidef_gram (v : Fin k → Fin n → R) : PosSemidef (gram v) := posSemidef_mul_transpose_self v

/-- The diagonal entries are the squared norms. -/
theorem gram_diag (v : Fin k → Fin n → R) (i : Fin k) : gram v i i = normSq (v i) := rfl

/-- The Gram matrix sends coefficients to the dot products with the combination. -/
theorem mulVec_gram (v : Fin k → Fin n → R) (c : Fin k → R) (i : Fin k) :
    mulVec (gram v) c i = dot (v i) (comb c v) := by
  rw [dot_comb]; exact dot_comm _ _

/-- The quadratic form of the Gram matrix is the squared norm of the combination. -/
theorem quadForm_gram (v : Fin k → Fin n → R) (c : Fin k → R) : quadForm (gram v) c = normSq (comb c v) := by
  show sum (fun i => c i * mulVec (gram v) c i) = dot (comb c v) (comb c v)
  rw [dot_comb]
  exact sum_congr fun i => by rw [mulVec_gram, dot_comm]

/-- The kernel of the Gram matrix consists of the coefficients whose combination vanishes. -/
theorem inKernel_gram {v : Fin k → Fin n → R} {c : Fin k → R} : InKernel (gram v) c ↔ ∀ j, comb c v j = 0 := by
  rw [comb_eq_mulVec]
  exact mulVec_transpose_mul_self_eq_zero (A := transpose v)

/-! ## Maps of the family -/

/-- The Gram matrix of combinations of a family. -/
theorem gram_mul (C : Fin l → Fin k → R) (v : Fin k → Fin n → R) :
    gram (mul C v) = mul C (mul (gram v) (transpose C)) := by
  rw [gram_eq_mul, gram_eq_mul, transpose_mul, mul_assoc, mul_assoc]

/-- The Gram matrix of the images of a family. -/
theorem gram_map (A : Fin m → Fin n → R) (v : Fin k → Fin n → R) :
    gram (fun i => mulVec A (v i)) = fun i j => dot (v i) (mulVec (mul (transpose A) A) (v j)) :=
  funext fun i => funext fun j => by
    show dot (mulVec A (v i)) (mulVec A (v j)) = _
    rw [dot_mulVec_left, mulVec_mulVec]

/-- An orthogonal map keeps the Gram matrix. -/
theorem IsOrthogonal.gram_map {U : Fin n → Fin n → R} (hU : IsOrthogonal U) (v : Fin k → Fin n → R) :
    gram (fun i => mulVec U (v i)) = gram v :=
  funext fun _ => funext fun _ => hU.dot_mulVec _ _

/-- The Gram matrix of the multiples of the vectors of a family. -/
theorem gram_smul (a : Fin k → R) (v : Fin k → Fin n → R) :
    gram (fun i j => a i * v i j) = fun i j => a i * a j * gram v i j :=
  funext fun i => funext fun j => by
    show dot (fun l => a i * v i l) (fun l => a j * v j l) = a i * a j * dot (v i) (v j)
    rw [dot_mul_left, dot_mul_right]; lin

/-! ## Rank and independence -/

/-- The rank of the Gram matrix is the rank of the family. -/
theorem rank_gram (v : Fin k → Fin n → R) : rank (gram v) = rank v := by
  rw [← rank_transpose v]
  exact rank_eq_of_kernel fun c => by rw [inKernel_gram, comb_eq_mulVec]; exact Iff.rfl

/-- The Gram matrix `Aᵀ A` of the columns has the rank of `A`. -/
theorem rank_transpose_mul_self (A : Fin m → Fin n → R) : rank (mul (transpose A) A) = rank A :=
  (rank_gram (transpose A)).trans (rank_transpose A)

/-- The matrices `A Aᵀ` and `A` have the same rank. -/
theorem rank_mul_transpose_self (A : Fin m → Fin n → R) : rank (mul A (transpose A)) = rank A := rank_gram A

/-- A family is independent exactly when its Gram matrix is injective. -/
theorem isInjective_gram_iff {v : Fin k → Fin n → R} : IsInjective (gram v) ↔ LinIndep v :=
  ⟨fun h c hc => h c (inKernel_gram.2 hc), fun h c hc => h c (inKernel_gram.1 hc)⟩

/-- A family is independent exactly when the determinant of its Gram matrix is not zero. -/
theorem det_gram_ne_zero_iff {v : Fin k → Fin n → R} : det (gram v) ≠ 0 ↔ LinIndep v :=
  det_ne_zero_iff.trans isInjective_gram_iff

/-- A family is independent exactly when its Gram matrix is positive definite. -/
theorem posDef_gram_iff {v : Fin k → Fin n → R} : PosDef (gram v) ↔ LinIndep v := by
  constructor
  · intro h c hc i
    refine Classical.byContradiction fun hi => ?_
    have e := h.pos c ⟨i, hi⟩
    rw [quadForm_gram, normSq_eq_zero.2 hc] at e
    clear h hc; lin
  · intro h
    refine ⟨isSymm_gram v, fun c ⟨i, hi⟩ => ?_⟩
    rw [quadForm_gram]
    rcases lt_or_eq_of_le (normSq_nonneg (comb c v)) with h0 | h0
    · exact h0
    · exact absurd (h c (normSq_eq_zero.1 h0.symm) i) hi

/-! ## Trace and sums of the entries -/

/-- The trace is the sum of the squared norms. -/
theorem trace_gram (v : Fin k → Fin n → R) : trace (gram v) = sum (fun i => normSq (v i)) := rfl

/-- The trace of the Gram matrix of unit vectors is their number. -/
theorem trace_gram_unit {v : Fin k → Fin n → R} (hv : ∀ i, normSq (v i) = 1) : trace (gram v) = (k : R) := by
  rw [trace_gram, sum_congr hv, sum_const]; lin

/-- The sum of all entries is the squared norm of the sum of the vectors. -/
theorem sum_gram (v : Fin k → Fin n → R) :
    sum (fun i => sum (fun j => gram v i j)) = normSq (fun a => sum (fun i => v i a)) := by
  have e := quadForm_gram v (fun _ => 1)
  have e1 : comb (fun _ => 1) v = fun a => sum (fun i => v i a) := funext fun a => sum_congr fun i => by lin
  rw [e1] at e
  rw [← e]
  exact sum_congr fun i => by
    show _ = 1 * sum (fun j => gram v i j * 1)
    rw [sum_mul_right]; lin

/-- The sum of the squared entries of a Gram matrix is the trace of its square. -/
theorem frobSq_gram (v : Fin k → Fin n → R) : frobSq (gram v) = trace (mul (gram v) (gram v)) :=
  (trace_mul_symm (isSymm_gram v) (gram v)).symm

/-- Rows and columns give Gram matrices of the same trace. -/
theorem trace_gram_transpose (v : Fin k → Fin n → R) : trace (gram (transpose v)) = trace (gram v) :=
  trace_mul_comm (transpose v) v

/-- Rows and columns give Gram matrices of the same sum of squared entries. -/
theorem frobSq_gram_transpose (v : Fin k → Fin n → R) : frobSq (gram (transpose v)) = frobSq (gram v) := by
  rw [frobSq_gram, frobSq_gram, gram_transpose, gram_eq_mul, mul_assoc, trace_mul_comm, mul_assoc, mul_assoc,
    mul_assoc]

/-! ## Two vectors -/

/-- The determinant of the Gram matrix of two vectors. -/
theorem det_gram_fin_two (v : Fin 2 → Fin n → R) :
    det (gram v) = normSq (v 0) * normSq (v 1) - dot (v 0) (v 1) ^ 2 := by
  rw [det_fin_two, gram_diag, gram_diag, show gram v 1 0 = dot (v 0) (v 1) from dot_comm _ _]
  show _ - dot (v 0) (v 1) * dot (v 0) (v 1) = _
  lin

/-- Two vectors are independent exactly when the Cauchy–Schwarz inequality is strict. -/
theorem linIndep_fin_two_iff {v : Fin 2 → Fin n → R} :
    LinIndep v ↔ dot (v 0) (v 1) ^ 2 < normSq (v 0) * normSq (v 1) := by
  have h := dot_sq_le (v 0) (v 1)
  rw [← det_gram_ne_zero_iff, det_gram_fin_two]
  constructor <;> intro h' <;> lin

end Claims
