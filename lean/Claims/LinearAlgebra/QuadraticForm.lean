module

public import Claims.LinearAlgebra.MatrixShapes

/-!
# Quadratic forms

The quadratic form `quadForm A x = xᵀ A x` of a square matrix: its rules in the matrix and in the vector,
polarization, and the forms of antisymmetric, diagonal and rank-one matrices and of congruences `Bᵀ A B`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Rules in the matrix -/

/-- The quadratic form of a sum of matrices. -/
theorem quadForm_add_matrix (A B : Fin n → Fin n → R) (x : Fin n → R) :
    quadForm (fun i j => A i j + B i j) x = quadForm A x + quadForm B x := by
  show dot x (mulVec _ x) = dot x (mulVec A x) + dot x (mulVec B x)
  rw [← dot_add_right]; exact congrArg (dot x) (funext (add_mulVec A B x))

/-- The quadratic form of a difference of matrices. -/
theorem quadForm_sub_matrix (A B : Fin n → Fin n → R) (x : Fin n → R) :
    quadForm (fun i j => A i j - B i j) x = quadForm A x - quadForm B x := by
  show dot x (mulVec _ x) = dot x (mulVec A x) - dot x (mulVec B x)
  rw [← dot_sub_right]; exact congrArg (dot x) (funext (sub_mulVec A B x))

/-- The quadratic form of a multiple of a matrix. -/
theorem quadForm_smul_matrix (c : R) (A : Fin n → Fin n → R) (x : Fin n → R) :
    quadForm (fun i j => c * A i j) x = c * quadForm A x := by
  show dot x (mulVec _ x) = c * dot x (mulVec A x)
  rw [← dot_mul_right]; exact congrArg (dot x) (funext (smul_mulVec c A x))

/-- The quadratic form of the identity is the squared norm. -/
theorem quadForm_one (x : Fin n → R) : quadForm one x = normSq x := congrArg (dot x) (funext (mulVec_one x))

/-! ## Rules in the vector -/

variable {A : Fin n → Fin n → R}

/-- The quadratic form at a multiple of a vector. -/
theorem quadForm_smul (A : Fin n → Fin n → R) (c : R) (x : Fin n → R) :
    quadForm A (fun i => c * x i) = c ^ 2 * quadForm A x := by
  have e : mulVec A (fun i => c * x i) = fun i => c * mulVec A x i := funext (mulVec_mul_left A c x)
  unfold quadForm; rw [e, dot_mul_left, dot_mul_right]; lin

/-- The quadratic form of a symmetric matrix at a sum. -/
theorem IsSymm.quadForm_add (hA : IsSymm A) (x y : Fin n → R) :
    quadForm A (fun i => x i + y i) = quadForm A x + 2 * dot x (mulVec A y) + quadForm A y := by
  have e : mulVec A (fun i => x i + y i) = fun i => mulVec A x i + mulVec A y i := funext (mulVec_add A x y)
  have s : dot y (mulVec A x) = dot x (mulVec A y) := by rw [dot_mulVec_symm hA, dot_comm]
  unfold quadForm; rw [e, dot_add_left, dot_add_right, dot_add_right, s]; lin

/-- The quadratic form of a symmetric matrix at a difference. -/
theorem IsSymm.quadForm_sub (hA : IsSymm A) (x y : Fin n → R) :
    quadForm A (fun i => x i - y i) = quadForm A x - 2 * dot x (mulVec A y) + quadForm A y := by
  have e : mulVec A (fun i => x i - y i) = fun i => mulVec A x i - mulVec A y i := funext (mulVec_sub A x y)
  have s : dot y (mulVec A x) = dot x (mulVec A y) := by rw [dot_mulVec_symm hA, dot_comm]
  unfold quadForm; rw [e, dot_sub_left, dot_sub_right, dot_sub_right, s]; lin

/-- Polarization: the bilinear form of a symmetric matrix from its quadratic form. -/
theorem IsSymm.polarization (hA : IsSymm A) (x y : Fin n → R) :
    4 * dot x (mulVec A y) = quadForm A (fun i => x i + y i) - quadForm A (fun i => x i - y i) := by
  rw [hA.quadForm_add, hA.quadForm_sub]; lin

/-! ## Special matrices -/

/-- The quadratic form of an antisymmetric matrix vanishes. -/
theorem IsAntisymm.quadForm_eq_zero (hA : IsAntisymm A) (x : Fin n → R) : quadForm A x = 0 := by
  have h : quadForm A x = -quadForm A x := by
    show dot x (mulVec A x) = -dot x (mulVec A x)
    conv => lhs; rw [dot_mulVec, isAntisymm_iff_transpose.1 hA, dot_comm]
    rw [show mulVec (fun i j => -A i j) x = fun i => -mulVec A x i from funext (neg_mulVec A x), dot_neg_right]
  lin

/-- A matrix and its symmetric part have the same quadratic form. -/
theorem quadForm_symmPart (A : Fin n → Fin n → R) (x : Fin n → R) : quadForm (symmPart A) x = quadForm A x := by
  have e : A = fun i j => symmPart A i j + antisymmPart A i j :=
    funext fun i => funext fun j => (symmPart_add_antisymmPart A i j).symm
  have h := quadForm_add_matrix (symmPart A) (antisymmPart A) x
  rw [← e, (isAntisymm_antisymmPart A).quadForm_eq_zero] at h
  rw [h]; lin

/-- The quadratic form of a congruence `Bᵀ A B` is the one of `A` at the image. -/
theorem quadForm_congruence (A : Fin n → Fin n → R) (B : Fin n → Fin k → R) (x : Fin k → R) :
    quadForm (mul (transpose B) (mul A B)) x = quadForm A (mulVec B x) := by
  unfold quadForm
  rw [← mulVec_mulVec, ← mulVec_mulVec, dot_mulVec, transpose_transpose]

/-- The quadratic form of a diagonal matrix. -/
theorem quadForm_diagonal (a x : Fin n → R) : quadForm (diagonal a) x = sum (fun i => a i * x i ^ 2) :=
  sum_congr fun i => by rw [mulVec_diagonal]; lin

/-- The quadratic form of an outer product. -/
theorem quadForm_outer (u v x : Fin n → R) : quadForm (outer u v) x = dot u x * dot v x := by
  show dot x (mulVec (outer u v) x) = _
  rw [show mulVec (outer u v) x = fun i => dot v x * u i from funext (mulVec_outer u v x), dot_mul_right,
    dot_comm x u]; lin

end Claims
