module

public import Claims.LinearAlgebra.Norm
public import Claims.LinearAlgebra.Trace

/-!
# The Frobenius norm

The Frobenius inner product `frobenius A B = tr (Aᵀ B)` of two `m × n` matrices, its squared norm `frobSq` and its norm
`frobNorm`, with the Cauchy–Schwarz and triangle inequalities, and the bounds for products and images.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The Frobenius inner product: the sum of the products of the entries, row by row. -/
def frobenius (A B : Fin m → Fin n → R) : R := sum (fun i => dot (A i) (B i))

/-- The squared Frobenius norm: the sum of the squared entries. -/
def frobSq (A : Fin m → Fin n → R) : R := frobenius A A

/-- The Frobenius norm of a matrix. -/
def frobNorm (A : Fin m → Fin n → R) : R := sqrt (frobSq A)

/-! ## The inner product -/

/-- The Frobenius inner product is the trace of `Aᵀ B`. -/
theorem frobenius_eq_trace (A B : Fin m → Fin n → R) : frobenius A B = trace (mul (transpose A) B) := sum_comm _

/-- The Frobenius inner product is symmetric. -/
theorem frobenius_comm (A B : Fin m → Fin n → R) : frobenius A B = frobenius B A := sum_congr fun _ => dot_comm _ _

/-- Transposing both matrices keeps the Frobenius inner product. -/
theorem frobenius_transpose (A B : Fin m → Fin n → R) : frobenius (transpose A) (transpose B) = frobenius A B :=
  sum_comm _

/-- The Frobenius inner product is additive on the left. -/
theorem frobenius_add_left (A B C : Fin m → Fin n → R) :
    frobenius (fun i j => A i j + B i j) C = frobenius A C + frobenius B C :=
  (sum_congr fun _ => dot_add_left _ _ _).trans (sum_add _ _)

/-- The Frobenius inner product of a difference on the left. -/
theorem frobenius_sub_left (A B C : Fin m → Fin n → R) :
    frobenius (fun i j => A i j - B i j) C = frobenius A C - frobenius B C :=
  (sum_congr fun _ => dot_sub_left _ _ _).trans (sum_sub _ _)

/-- A factor on the left comes out of the Frobenius inner product. -/
theorem frobenius_smul_left (c : R) (A B : Fin m → Fin n → R) :
    frobenius (fun i j => c * A i j) B = c * frobenius A B :=
  (sum_congr fun _ => dot_mul_left _ _ _).trans (sum_mul_left _ _)

/-- The Frobenius inner product is additive on the right. -/
theorem frobenius_add_right (A B C : Fin m → Fin n → R) :
    frobenius A (fun i j => B i j + C i j) = frobenius A B + frobenius A C := by
  rw [frobenius_comm, frobenius_add_left, frobenius_comm B, frobenius_comm C]

/-- The Frobenius inner product of a difference on the right. -/
theorem frobenius_sub_right (A B C : Fin m → Fin n → R) :
    frobenius A (fun i j => B i j - C i j) = frobenius A B - frobenius A C := by
  rw [frobenius_comm, frobenius_sub_left, frobenius_comm B, frobenius_comm C]

/-- A factor on the right comes out of the Frobenius inner product. -/
theorem frobenius_smul_right (c : R) (A B : Fin m → Fin n → R) :
    frobenius A (fun i j => c * B i j) = c * frobenius A B := by
  rw [frobenius_comm, frobenius_smul_left, frobenius_comm B]

/-- The Frobenius inner product with an outer product is the bilinear form. -/
theorem frobenius_outer (A : Fin m → Fin n → R) (u : Fin m → R) (v : Fin n → R) :
    frobenius A (outer u v) = dot u (mulVec A v) :=
  sum_congr fun i => dot_mul_right (u i) (A i) v

/-- The Frobenius inner product with the identity is the trace. -/
theorem frobenius_one (A : Fin n → Fin n → R) : frobenius A one = trace A := by
  rw [frobenius_comm, frobenius_eq_trace, transpose_one, one_mul]

/-- A left factor moves to the other side of the Frobenius inner product, transposed. -/
theorem frobenius_mul_left (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (C : Fin m → Fin k → R) :
    frobenius (mul A B) C = frobenius B (mul (transpose A) C) := by
  rw [frobenius_eq_trace, frobenius_eq_trace, transpose_mul, mul_assoc]

/-- A right factor moves to the other side of the Frobenius inner product, transposed. -/
theorem frobenius_mul_right (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (C : Fin m → Fin k → R) :
    frobenius (mul A B) C = frobenius A (mul C (transpose B)) := by
  rw [← frobenius_transpose, transpose_mul, frobenius_mul_left, ← frobenius_transpose A, transpose_mul]

/-! ## The norm -/

/-- The squared Frobenius norm is the sum of the squared norms of the rows. -/
theorem frobSq_eq_sum (A : Fin m → Fin n → R) : frobSq A = sum (fun i => normSq (A i)) := rfl

/-- The squared Frobenius norm is nonnegative. -/
theorem frobSq_nonneg (A : Fin m → Fin n → R) : 0 ≤ frobSq A := sum_nonneg fun _ => normSq_nonneg _

/-- The Frobenius norm is nonnegative. -/
theorem frobNorm_nonneg (A : Fin m → Fin n → R) : 0 ≤ frobNorm A := sqrt_nonneg _

/-- The square of the Frobenius norm. -/
theorem sq_frobNorm (A : Fin m → Fin n → R) : frobNorm A ^ 2 = frobSq A := sq_sqrt (frobSq_nonneg A)

/-- The Frobenius norm is the norm of the vector of the norms of the rows. -/
theorem frobNorm_eq_norm (A : Fin m → Fin n → R) : frobNorm A = norm (fun i => norm (A i)) :=
  congrArg sqrt (sum_congr fun i => by
    have := sq_norm (A i)
    show normSq (A i) = norm (A i) * norm (A i); lin)

/-- A matrix with squared Frobenius norm zero vanishes. -/
theorem frobSq_eq_zero {A : Fin m → Fin n → R} : frobSq A = 0 ↔ ∀ i j, A i j = 0 :=
  (sum_eq_zero_iff fun _ => normSq_nonneg _).trans
    ⟨fun h i => normSq_eq_zero.1 (h i), fun h i => normSq_eq_zero.2 (h i)⟩

/-- A matrix with Frobenius norm zero vanishes. -/
theorem frobNorm_eq_zero {A : Fin m → Fin n → R} : frobNorm A = 0 ↔ ∀ i j, A i j = 0 := by
  rw [← frobSq_eq_zero, ← sq_frobNorm]
  exact ⟨fun h => by rw [h]; lin, eq_zero_of_sq⟩

/-- The Cauchy–Schwarz inequality for matrices. -/
theorem abs_frobenius_le (A B : Fin m → Fin n → R) : abs (frobenius A B) ≤ frobNorm A * frobNorm B := by
  rw [frobNorm_eq_norm, frobNorm_eq_norm]
  exact le_trans (abs_sum_le _) (le_trans (sum_le_sum fun i => abs_dot_le_norm_mul (A i) (B i))
    (dot_le_norm_mul (fun i => norm (A i)) (fun i => norm (B i))))

/-- The Cauchy–Schwarz inequality for matrices, squared. -/
theorem frobenius_sq_le (A B : Fin m → Fin n → R) : frobenius A B ^ 2 ≤ frobSq A * frobSq B := by
  have h := sq_le_sq (abs_nonneg _) (abs_frobenius_le A B)
  have e : (frobNorm A * frobNorm B) ^ 2 = frobNorm A ^ 2 * frobNorm B ^ 2 := by lin
  rw [abs_sq, e, sq_frobNorm, sq_frobNorm] at h
  exact h

/-- The squared Frobenius norm of a sum. -/
theorem frobSq_add (A B : Fin m → Fin n → R) :
    frobSq (fun i j => A i j + B i j) = frobSq A + 2 * frobenius A B + frobSq B := by
  simp only [frobSq, frobenius_add_left, frobenius_add_right, frobenius_comm B A]; lin

/-- The squared Frobenius norm of a difference. -/
theorem frobSq_sub (A B : Fin m → Fin n → R) :
    frobSq (fun i j => A i j - B i j) = frobSq A - 2 * frobenius A B + frobSq B := by
  simp only [frobSq, frobenius_sub_left, frobenius_sub_right, frobenius_comm B A]; lin

/-- The squared Frobenius norm of a multiple. -/
theorem frobSq_smul (c : R) (A : Fin m → Fin n → R) : frobSq (fun i j => c * A i j) = c ^ 2 * frobSq A := by
  simp only [frobSq, frobenius_smul_left, frobenius_smul_right]; lin

/-- The triangle inequality for the Frobenius norm. -/
theorem frobNorm_add_le (A B : Fin m → Fin n → R) :
    frobNorm (fun i j => A i j + B i j) ≤ frobNorm A + frobNorm B := by
  have hA := frobNorm_nonneg A
  have hB := frobNorm_nonneg B
  refine le_of_sq_le_sq (by lin) ?_
  have h := le_trans (le_abs_self _) (abs_frobenius_le A B)
  have eA := sq_frobNorm A
  have eB := sq_frobNorm B
  rw [sq_frobNorm, frobSq_add]
  lin

/-- The Frobenius norm of a multiple. -/
theorem frobNorm_smul (c : R) (A : Fin m → Fin n → R) : frobNorm (fun i j => c * A i j) = abs c * frobNorm A := by
  refine eq_of_sq_eq_sq (frobNorm_nonneg _) (mul_nonneg (abs_nonneg c) (frobNorm_nonneg A)) ?_
  have e : (abs c * frobNorm A) ^ 2 = abs c ^ 2 * frobNorm A ^ 2 := by lin
  rw [sq_frobNorm, frobSq_smul, e, abs_sq, sq_frobNorm]

/-- The squared Frobenius norm of the transposed matrix. -/
theorem frobSq_transpose (A : Fin m → Fin n → R) : frobSq (transpose A) = frobSq A := frobenius_transpose A A

/-- The Frobenius norm of the transposed matrix. -/
theorem frobNorm_transpose (A : Fin m → Fin n → R) : frobNorm (transpose A) = frobNorm A :=
  congrArg sqrt (frobSq_transpose A)

/-- The squared Frobenius norm of an outer product. -/
theorem frobSq_outer (u : Fin m → R) (v : Fin n → R) : frobSq (outer u v) = normSq u * normSq v :=
  (sum_congr fun i => (normSq_mul (u i) v).trans (by lin)).trans (sum_mul_right (fun i => u i * u i) (normSq v))

/-- The squared Frobenius norm of a diagonal matrix. -/
theorem frobSq_diagonal (a : Fin n → R) : frobSq (diagonal a) = normSq a := by
  have e := trace_transpose_mul_self (diagonal a)
  rw [(isSymm_diagonal a).transpose_eq, diagonal_mul_diagonal, trace_diagonal] at e
  exact e.symm

/-- The squared Frobenius norm of the identity is the size. -/
theorem frobSq_one : frobSq (one : Fin n → Fin n → R) = (n : R) := by
  rw [frobSq, frobenius_one, trace_one]

/-! ## Bounds -/

/-- An entry is at most the Frobenius norm in size. -/
theorem abs_entry_le_frobNorm (A : Fin m → Fin n → R) (i : Fin m) (j : Fin n) : abs (A i j) ≤ frobNorm A := by
  refine abs_le_of_sq_le (frobNorm_nonneg A) ?_
  have h1 := le_sum (fun j => mul_self_nonneg (A i j)) j
  have h2 : normSq (A i) ≤ frobSq A := le_sum (fun i => normSq_nonneg (A i)) i
  have h3 : A i j * A i j ≤ normSq (A i) := h1
  rw [sq_frobNorm]; clear h1; lin

/-- The squared norm of an image is at most the squared Frobenius norm times the squared norm. -/
theorem normSq_mulVec_le (A : Fin m → Fin n → R) (x : Fin n → R) :
    normSq (mulVec A x) ≤ frobSq A * normSq x := by
  have h : normSq (mulVec A x) ≤ sum (fun i => normSq (A i) * normSq x) := sum_le_sum fun i => by
    have := dot_sq_le (A i) x
    show dot (A i) x * dot (A i) x ≤ _; lin
  rw [sum_mul_right] at h; exact h

/-- The norm of an image is at most the Frobenius norm times the norm. -/
theorem norm_mulVec_le_frobNorm (A : Fin m → Fin n → R) (x : Fin n → R) :
    norm (mulVec A x) ≤ frobNorm A * norm x := by
  refine le_of_sq_le_sq (mul_nonneg (frobNorm_nonneg A) (norm_nonneg x)) ?_
  have e : (frobNorm A * norm x) ^ 2 = frobNorm A ^ 2 * norm x ^ 2 := by lin
  rw [e, sq_norm, sq_norm, sq_frobNorm]; exact normSq_mulVec_le A x

/-- The squared Frobenius norm of a product is at most the product of the squared norms. -/
theorem frobSq_mul_le (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) : frobSq (mul A B) ≤ frobSq A * frobSq B := by
  have e : ∀ j, transpose (mul A B) j = mulVec A (transpose B j) := fun _ => rfl
  rw [← frobSq_transpose, ← frobSq_transpose B, frobSq_eq_sum, frobSq_eq_sum (transpose B), ← sum_mul_left]
  exact sum_le_sum fun j => by rw [e]; exact normSq_mulVec_le A _

/-- The Frobenius norm of a product is at most the product of the norms. -/
theorem frobNorm_mul_le (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    frobNorm (mul A B) ≤ frobNorm A * frobNorm B := by
  refine le_of_sq_le_sq (mul_nonneg (frobNorm_nonneg A) (frobNorm_nonneg B)) ?_
  have e : (frobNorm A * frobNorm B) ^ 2 = frobNorm A ^ 2 * frobNorm B ^ 2 := by lin
  rw [e, sq_frobNorm, sq_frobNorm, sq_frobNorm]; exact frobSq_mul_le A B

/-- The square of the trace is at most the size times the squared Frobenius norm. -/
theorem trace_sq_le (A : Fin n → Fin n → R) : trace A ^ 2 ≤ (n : R) * frobSq A := by
  have h := frobenius_sq_le A one
  rw [frobenius_one, frobSq_one] at h
  lin

end Claims
