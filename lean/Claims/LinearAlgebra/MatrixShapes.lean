module

public import Claims.LinearAlgebra.MatrixAlgebra

/-!
# Symmetric, diagonal and rank-one matrices

Symmetric and antisymmetric matrices and parts, diagonal matrices, and the outer product `u vᵀ` of two vectors,
with their products, transposed matrices and actions.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Symmetric and antisymmetric matrices -/

/-- A square matrix is symmetric: its entries do not change when the indices are exchanged. -/
def IsSymm (A : Fin n → Fin n → R) : Prop := ∀ i j, A i j = A j i

/-- A square matrix is antisymmetric: its entries change sign when the indices are exchanged. -/
def IsAntisymm (A : Fin n → Fin n → R) : Prop := ∀ i j, A i j = -A j i

/-- The symmetric part `(A + Aᵀ) / 2`. -/
def symmPart (A : Fin n → Fin n → R) : Fin n → Fin n → R := fun i j => (A i j + A j i) / 2

/-- The antisymmetric part `(A - Aᵀ) / 2`. -/
def antisymmPart (A : Fin n → Fin n → R) : Fin n → Fin n → R := fun i j => (A i j - A j i) / 2

variable {A B : Fin n → Fin n → R}

omit [Reals R] in
/-- A symmetric matrix is its own transposed matrix. -/
theorem IsSymm.transpose_eq (hA : IsSymm A) : transpose A = A := funext fun i => funext fun j => hA j i

omit [Reals R] in
/-- A matrix is symmetric exactly when it is its own transposed matrix. -/
theorem isSymm_iff_transpose : IsSymm A ↔ transpose A = A :=
  ⟨IsSymm.transpose_eq, fun h i j => congrFun (congrFun h j) i⟩

/-- A matrix is antisymmetric exactly when its transposed matrix is its opposite. -/
theorem isAntisymm_iff_transpose : IsAntisymm A ↔ transpose A = fun i j => -A i j :=
  ⟨fun h => funext fun i => funext fun j => h j i, fun h i j => congrFun (congrFun h j) i⟩

/-- The zero matrix is symmetric. -/
theorem isSymm_zero : IsSymm (fun _ _ : Fin n => (0 : R)) := fun _ _ => rfl

/-- The identity matrix is symmetric. -/
theorem isSymm_one : IsSymm (one : Fin n → Fin n → R) := isSymm_iff_transpose.2 transpose_one

/-- Sums of symmetric matrices are symmetric. -/
theorem IsSymm.add (hA : IsSymm A) (hB : IsSymm B) : IsSymm (fun i j => A i j + B i j) := fun i j => by
  show A i j + B i j = A j i + B j i; rw [hA i j, hB i j]

/-- Differences of symmetric matrices are symmetric. -/
theorem IsSymm.sub (hA : IsSymm A) (hB : IsSymm B) : IsSymm (fun i j => A i j - B i j) := fun i j => by
  show A i j - B i j = A j i - B j i; rw [hA i j, hB i j]

/-- Multiples of symmetric matrices are symmetric. -/
theorem IsSymm.smul (hA : IsSymm A) (c : R) : IsSymm (fun i j => c * A i j) := fun i j =>
  congrArg (c * ·) (hA i j)

/-- Opposites of symmetric matrices are symmetric. -/
theorem IsSymm.neg (hA : IsSymm A) : IsSymm (fun i j => -A i j) := fun i j => congrArg (- ·) (hA i j)

/-- The product of commuting symmetric matrices is symmetric. -/
theorem IsSymm.mul (hA : IsSymm A) (hB : IsSymm B) (h : Commutes A B) : IsSymm (Claims.mul A B) := by
  rw [isSymm_iff_transpose, transpose_mul, hA.transpose_eq, hB.transpose_eq, h]

/-- Powers of symmetric matrices are symmetric. -/
theorem IsSymm.pow (hA : IsSymm A) (k : Nat) : IsSymm (Claims.pow A k) := by
  rw [isSymm_iff_transpose, transpose_pow, hA.transpose_eq]

/-- The Gram matrix `Aᵀ A` is symmetric. -/
theorem isSymm_transpose_mul_self (A : Fin m → Fin n → R) : IsSymm (mul (transpose A) A) := by
  rw [isSymm_iff_transpose, transpose_mul, transpose_transpose]

/-- The Gram matrix `A Aᵀ` is symmetric. -/
theorem isSymm_mul_transpose_self (A : Fin m → Fin n → R) : IsSymm (mul A (transpose A)) :=
  isSymm_transpose_mul_self (transpose A)

/-- A congruence `Bᵀ A B` keeps a matrix symmetric. -/
theorem IsSymm.congruence (hA : IsSymm A) (B : Fin n → Fin k → R) :
    IsSymm (Claims.mul (transpose B) (Claims.mul A B)) := by
  rw [isSymm_iff_transpose, transpose_mul, transpose_mul, hA.transpose_eq, transpose_transpose, mul_assoc]

/-- The symmetric part is symmetric. -/
theorem isSymm_symmPart (A : Fin n → Fin n → R) : IsSymm (symmPart A) := fun i j => by unfold symmPart; lin

/-- The antisymmetric part is antisymmetric. -/
theorem isAntisymm_antisymmPart (A : Fin n → Fin n → R) : IsAntisymm (antisymmPart A) := fun i j => by
  unfold antisymmPart; lin

/-- A matrix is the sum of its symmetric and its antisymmetric part. -/
theorem symmPart_add_antisymmPart (A : Fin n → Fin n → R) (i j : Fin n) :
    symmPart A i j + antisymmPart A i j = A i j := by unfold symmPart antisymmPart; lin

/-- A symmetric matrix is its symmetric part. -/
theorem IsSymm.symmPart_eq (hA : IsSymm A) : symmPart A = A := by
  funext i j; unfold symmPart; rw [hA j i]; lin

/-! ## Diagonal matrices -/

/-- The diagonal matrix with the entries `a`. -/
def diagonal (a : Fin n → R) : Fin n → Fin n → R := fun i j => if i = j then a i else 0

/-- A diagonal matrix multiplies entry by entry. -/
theorem mulVec_diagonal (a v : Fin n → R) (i : Fin n) : mulVec (diagonal a) v i = a i * v i := by
  rw [← sum_ite_eq' i (fun j => a i * v j)]
  exact sum_congr fun j => by show (if i = j then a i else 0) * v j = _; split <;> lin

/-- A diagonal matrix on the left multiplies the rows. -/
theorem diagonal_mul (a : Fin m → R) (A : Fin m → Fin n → R) : mul (diagonal a) A = fun i j => a i * A i j :=
  funext fun i => funext fun j => mulVec_diagonal a (fun b => A b j) i

/-- A diagonal matrix is symmetric. -/
theorem isSymm_diagonal (a : Fin n → R) : IsSymm (diagonal a) := fun i j => by
  unfold diagonal
  by_cases h : i = j
  · subst h; rfl
  · rw [if_neg h, if_neg (Ne.symm h)]

/-- A diagonal matrix on the right multiplies the columns. -/
theorem mul_diagonal (A : Fin m → Fin n → R) (a : Fin n → R) : mul A (diagonal a) = fun i j => A i j * a j := by
  have h := transpose_mul A (diagonal a)
  rw [(isSymm_diagonal a).transpose_eq, diagonal_mul] at h
  funext i j
  have := congrFun (congrFun h j) i
  show transpose (mul A (diagonal a)) j i = _
  rw [this]; show a j * A i j = _; lin

/-- Diagonal matrices multiply entry by entry. -/
theorem diagonal_mul_diagonal (a b : Fin n → R) : mul (diagonal a) (diagonal b) = diagonal (fun i => a i * b i) := by
  rw [diagonal_mul]; funext i j; unfold diagonal; split <;> lin

/-- Diagonal matrices commute. -/
theorem commutes_diagonal (a b : Fin n → R) : Commutes (diagonal a) (diagonal b) := by
  unfold Commutes; rw [diagonal_mul_diagonal, diagonal_mul_diagonal]
  exact congrArg diagonal (funext fun i => by lin)

/-- The identity is the diagonal matrix of ones. -/
theorem diagonal_one : diagonal (fun _ : Fin n => (1 : R)) = one := rfl

/-- A multiple of the identity is a diagonal matrix. -/
theorem diagonal_const (c : R) : diagonal (fun _ : Fin n => c) = fun i j => c * one i j := by
  funext i j; unfold diagonal one; split <;> lin

/-- The powers of a diagonal matrix. -/
theorem diagonal_pow (a : Fin n → R) (k : Nat) : pow (diagonal a) k = diagonal (fun i => a i ^ k) := by
  induction k with
  | zero => simp only [Semiring.pow_zero]; rfl
  | succ k ih => rw [pow_succ, ih, diagonal_mul_diagonal]; simp only [Semiring.pow_succ]

/-! ## Outer products -/

/-- The outer product `u vᵀ`. -/
def outer (u : Fin m → R) (v : Fin n → R) : Fin m → Fin n → R := fun i j => u i * v j

/-- The outer product acts by `x ↦ ⟨v, x⟩ u`. -/
theorem mulVec_outer (u : Fin m → R) (v x : Fin n → R) (i : Fin m) : mulVec (outer u v) x i = dot v x * u i :=
  (dot_mul_left (u i) v x).trans (by lin)

/-- Transposing an outer product exchanges the vectors. -/
theorem transpose_outer (u : Fin m → R) (v : Fin n → R) : transpose (outer u v) = outer v u :=
  funext fun _ => funext fun _ => by show u _ * v _ = v _ * u _; lin

/-- The outer product of a vector with itself is symmetric. -/
theorem isSymm_outer_self (u : Fin n → R) : IsSymm (outer u u) := isSymm_iff_transpose.2 (transpose_outer u u)

/-- A matrix times an outer product. -/
theorem mul_outer (A : Fin k → Fin m → R) (u : Fin m → R) (v : Fin n → R) :
    mul A (outer u v) = outer (mulVec A u) v :=
  funext fun i => funext fun j => (sum_congr fun a => by show A i a * (u a * v j) = A i a * u a * v j; lin).trans
    (sum_mul_right (fun a => A i a * u a) (v j))

/-- An outer product times a matrix. -/
theorem outer_mul (u : Fin m → R) (v : Fin n → R) (A : Fin n → Fin k → R) :
    mul (outer u v) A = outer u (mulVec (transpose A) v) :=
  funext fun i => funext fun j => (mulVec_outer u v (fun a => A a j) i).trans (by
    show dot v (fun a => A a j) * u i = u i * dot (fun a => A a j) v
    rw [dot_comm v]; lin)

/-- The product of two outer products. -/
theorem outer_mul_outer (u : Fin m → R) (v w : Fin n → R) (z : Fin k → R) :
    mul (outer u v) (outer w z) = fun i j => dot v w * outer u z i j := by
  rw [mul_outer]; funext i j; show mulVec (outer u v) w i * z j = dot v w * (u i * z j)
  rw [mulVec_outer]; lin

/-- A product is the sum of the outer products of columns and rows. -/
theorem mul_eq_sum_outer (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    mul A B = fun i j => sum (fun a => outer (fun i => A i a) (B a) i j) := rfl

end Claims
