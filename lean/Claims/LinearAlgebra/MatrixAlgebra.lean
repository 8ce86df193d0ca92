module

public import Claims.LinearAlgebra.Matrix

/-!
# Algebra of matrices

Sums, multiples and opposites of matrices are written entry by entry, as in `fun i j => A i j + B i j`. This file
has their rules with the product, the transposed matrix and the powers, and commuting matrices.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Action on vectors -/

/-- A sum of matrices acts as the sum of the actions. -/
theorem add_mulVec (A B : Fin m → Fin n → R) (v : Fin n → R) (i : Fin m) :
    mulVec (fun i j => A i j + B i j) v i = mulVec A v i + mulVec B v i := dot_add_left _ _ _

/-- A difference of matrices acts as the difference of the actions. -/
theorem sub_mulVec (A B : Fin m → Fin n → R) (v : Fin n → R) (i : Fin m) :
    mulVec (fun i j => A i j - B i j) v i = mulVec A v i - mulVec B v i := dot_sub_left _ _ _

/-- A multiple of a matrix acts as the multiple of the action. -/
theorem smul_mulVec (c : R) (A : Fin m → Fin n → R) (v : Fin n → R) (i : Fin m) :
    mulVec (fun i j => c * A i j) v i = c * mulVec A v i := dot_mul_left _ _ _

/-- The opposite of a matrix acts as the opposite of the action. -/
theorem neg_mulVec (A : Fin m → Fin n → R) (v : Fin n → R) (i : Fin m) :
    mulVec (fun i j => -A i j) v i = -mulVec A v i := dot_neg_left _ _

/-- The zero matrix sends every vector to zero. -/
theorem zero_mulVec (v : Fin n → R) (i : Fin m) : mulVec (fun _ _ => 0) v i = 0 := dot_zero_left _

/-- The image of the opposite vector. -/
theorem mulVec_neg (A : Fin m → Fin n → R) (v : Fin n → R) (i : Fin m) :
    mulVec A (fun j => -v j) i = -mulVec A v i := dot_neg_right _ _

/-- The image of a sum of vectors. -/
theorem mulVec_sum (A : Fin m → Fin n → R) (v : Fin k → Fin n → R) (i : Fin m) :
    mulVec A (fun j => sum (fun a => v a j)) i = sum (fun a => mulVec A (v a) i) := dot_sum_right _ _

/-- A sum of `k` matrices acts as the sum of the actions. -/
theorem sum_mulVec (A : Fin k → Fin m → Fin n → R) (v : Fin n → R) (i : Fin m) :
    mulVec (fun i j => sum (fun a => A a i j)) v i = sum (fun a => mulVec (A a) v i) := by
  show dot (fun j => sum (fun a => A a i j)) v = sum (fun a => dot (A a i) v)
  rw [dot_comm, dot_sum_right]; exact sum_congr fun a => dot_comm _ _

/-- A matrix sends a row of the identity to the column with that index. -/
theorem mulVec_one_row (A : Fin m → Fin n → R) (j : Fin n) : mulVec A (one j) = fun i => A i j := by
  funext i
  rw [← mulVec_single A j i]
  congr 1; funext a; unfold one; simp only [eq_comm]

/-- A row of the identity picks an entry. -/
theorem dot_one_row (i : Fin n) (x : Fin n → R) : dot (one i) x = x i := mulVec_one x i

/-- The entries of a matrix are its bilinear form at rows of the identity. -/
theorem dot_one_row_mulVec (A : Fin m → Fin n → R) (i : Fin m) (j : Fin n) :
    dot (one i) (mulVec A (one j)) = A i j := by rw [mulVec_one_row, dot_one_row]

/-! ## Products -/

/-- The product distributes over a sum on the right. -/
theorem mul_add (A : Fin m → Fin n → R) (B C : Fin n → Fin k → R) :
    mul A (fun i j => B i j + C i j) = fun i j => mul A B i j + mul A C i j :=
  funext fun _ => funext fun _ => dot_add_right _ _ _

/-- The product distributes over a sum on the left. -/
theorem add_mul (A B : Fin m → Fin n → R) (C : Fin n → Fin k → R) :
    mul (fun i j => A i j + B i j) C = fun i j => mul A C i j + mul B C i j :=
  funext fun _ => funext fun _ => dot_add_left _ _ _

/-- The product distributes over a difference on the right. -/
theorem mul_sub (A : Fin m → Fin n → R) (B C : Fin n → Fin k → R) :
    mul A (fun i j => B i j - C i j) = fun i j => mul A B i j - mul A C i j :=
  funext fun _ => funext fun _ => dot_sub_right _ _ _

/-- The product distributes over a difference on the left. -/
theorem sub_mul (A B : Fin m → Fin n → R) (C : Fin n → Fin k → R) :
    mul (fun i j => A i j - B i j) C = fun i j => mul A C i j - mul B C i j :=
  funext fun _ => funext fun _ => dot_sub_left _ _ _

/-- A factor of the right matrix comes out of the product. -/
theorem mul_smul (A : Fin m → Fin n → R) (c : R) (B : Fin n → Fin k → R) :
    mul A (fun i j => c * B i j) = fun i j => c * mul A B i j :=
  funext fun _ => funext fun _ => dot_mul_right _ _ _

/-- A factor of the left matrix comes out of the product. -/
theorem smul_mul (c : R) (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    mul (fun i j => c * A i j) B = fun i j => c * mul A B i j :=
  funext fun _ => funext fun _ => dot_mul_left _ _ _

/-- A sign of the right matrix comes out of the product. -/
theorem mul_neg (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    mul A (fun i j => -B i j) = fun i j => -mul A B i j :=
  funext fun _ => funext fun _ => dot_neg_right _ _

/-- A sign of the left matrix comes out of the product. -/
theorem neg_mul (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    mul (fun i j => -A i j) B = fun i j => -mul A B i j :=
  funext fun _ => funext fun _ => dot_neg_left _ _

/-- A product with the zero matrix on the right is zero. -/
theorem mul_zero (A : Fin m → Fin n → R) : mul A (fun (_ : Fin n) (_ : Fin k) => 0) = fun _ _ => 0 :=
  funext fun _ => funext fun _ => dot_zero_right _

/-- A product with the zero matrix on the left is zero. -/
theorem zero_mul (B : Fin n → Fin k → R) : mul (fun (_ : Fin m) (_ : Fin n) => 0) B = fun _ _ => 0 :=
  funext fun _ => funext fun _ => dot_zero_left _

/-- The product with a sum of `l` matrices on the right. -/
theorem mul_sum (A : Fin m → Fin n → R) (B : Fin l → Fin n → Fin k → R) :
    mul A (fun i j => sum (fun a => B a i j)) = fun i j => sum (fun a => mul A (B a) i j) :=
  funext fun i => funext fun j => dot_sum_right (A i) (fun a b => B a b j)

/-- The product with a sum of `l` matrices on the left. -/
theorem sum_mul (A : Fin l → Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    mul (fun i j => sum (fun a => A a i j)) B = fun i j => sum (fun a => mul (A a) B i j) :=
  funext fun i => funext fun j => sum_mulVec A (fun b => B b j) i

/-- A column of a product is the image of the column. -/
theorem mul_apply_eq_mulVec (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (i : Fin m) (j : Fin k) :
    mul A B i j = mulVec A (fun a => B a j) i := rfl

/-- An entry of a product is the dot product of a row and a column. -/
theorem mul_apply_eq_dot (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (i : Fin m) (j : Fin k) :
    mul A B i j = dot (A i) (transpose B j) := rfl

/-! ## The transposed matrix -/

omit [Reals R] in
/-- Transposing twice changes nothing. -/
theorem transpose_transpose (A : Fin m → Fin n → R) : transpose (transpose A) = A := rfl

/-- The transposed matrix of a sum. -/
theorem transpose_add (A B : Fin m → Fin n → R) :
    transpose (fun i j => A i j + B i j) = fun i j => transpose A i j + transpose B i j := rfl

/-- The transposed matrix of a difference. -/
theorem transpose_sub (A B : Fin m → Fin n → R) :
    transpose (fun i j => A i j - B i j) = fun i j => transpose A i j - transpose B i j := rfl

/-- The transposed matrix of a multiple. -/
theorem transpose_smul (c : R) (A : Fin m → Fin n → R) :
    transpose (fun i j => c * A i j) = fun i j => c * transpose A i j := rfl

/-- The transposed matrix of the opposite. -/
theorem transpose_neg (A : Fin m → Fin n → R) :
    transpose (fun i j => -A i j) = fun i j => -transpose A i j := rfl

/-- The transposed identity matrix. -/
theorem transpose_one : transpose (one : Fin n → Fin n → R) = one := by
  funext i j
  show (if j = i then (1 : R) else 0) = if i = j then 1 else 0
  simp only [eq_comm]

/-- The transposed matrix moves to the other side of the dot product, first argument. -/
theorem dot_mulVec_left (A : Fin m → Fin n → R) (x : Fin n → R) (y : Fin m → R) :
    dot (mulVec A x) y = dot x (mulVec (transpose A) y) := by
  rw [dot_mulVec, transpose_transpose]

/-- The squared norm of an image is a quadratic form of the Gram matrix `Aᵀ A`. -/
theorem normSq_mulVec (A : Fin m → Fin n → R) (x : Fin n → R) :
    normSq (mulVec A x) = quadForm (mul (transpose A) A) x := by
  show dot (mulVec A x) (mulVec A x) = dot x (mulVec _ x)
  rw [dot_mulVec_left, mulVec_mulVec]

/-- Matrices with the same bilinear form are equal. -/
theorem ext_of_dot_mulVec {A B : Fin m → Fin n → R} (h : ∀ x y, dot x (mulVec A y) = dot x (mulVec B y)) :
    A = B := by
  funext i j
  rw [← dot_one_row_mulVec A i j, h, dot_one_row_mulVec]

/-! ## Powers -/

/-- The first power. -/
theorem pow_one (A : Fin n → Fin n → R) : pow A 1 = A := one_mul A

/-- The second power. -/
theorem pow_two (A : Fin n → Fin n → R) : pow A 2 = mul A A := by
  rw [pow_succ, pow_one]

/-- Exponents add. -/
theorem pow_add (A : Fin n → Fin n → R) (j k : Nat) : pow A (j + k) = mul (pow A j) (pow A k) := by
  induction k with
  | zero => exact (mul_one _).symm
  | succ k ih => rw [← Nat.add_assoc, pow_succ, ih, pow_succ, mul_assoc]

/-- One more factor in a power, on the left. -/
theorem pow_succ' (A : Fin n → Fin n → R) (k : Nat) : pow A (k + 1) = mul A (pow A k) := by
  rw [Nat.add_comm, pow_add, pow_one]

/-- Exponents multiply. -/
theorem pow_mul (A : Fin n → Fin n → R) (j k : Nat) : pow A (j * k) = pow (pow A j) k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [Nat.mul_succ, pow_add, ih, pow_succ]

/-- The powers of the identity. -/
theorem one_pow (k : Nat) : pow (one : Fin n → Fin n → R) k = one := by
  induction k with
  | zero => rfl
  | succ k ih => rw [pow_succ, ih, mul_one]

/-- The powers of a multiple. -/
theorem smul_pow (c : R) (A : Fin n → Fin n → R) (k : Nat) :
    pow (fun i j => c * A i j) k = fun i j => c ^ k * pow A k i j := by
  induction k with
  | zero => funext i j; rw [pow_zero, pow_zero, Semiring.pow_zero]; lin
  | succ k ih =>
    rw [pow_succ, ih, smul_mul, mul_smul, pow_succ]
    funext i j; rw [Semiring.pow_succ]; lin

/-- The powers of the transposed matrix. -/
theorem transpose_pow (A : Fin n → Fin n → R) (k : Nat) : transpose (pow A k) = pow (transpose A) k := by
  induction k with
  | zero => exact transpose_one
  | succ k ih => rw [pow_succ, transpose_mul, ih, pow_succ']

/-! ## Commuting matrices -/

/-- Two square matrices commute. -/
def Commutes (A B : Fin n → Fin n → R) : Prop := mul A B = mul B A

variable {A B C : Fin n → Fin n → R}

/-- Commuting is symmetric. -/
theorem Commutes.symm (h : Commutes A B) : Commutes B A := Eq.symm h

/-- Every matrix commutes with itself. -/
theorem Commutes.refl (A : Fin n → Fin n → R) : Commutes A A := rfl

/-- Every matrix commutes with the identity. -/
theorem Commutes.one_right (A : Fin n → Fin n → R) : Commutes A one := (mul_one A).trans (one_mul A).symm

/-- A matrix that commutes with two matrices commutes with their sum. -/
theorem Commutes.add_right (hB : Commutes A B) (hC : Commutes A C) : Commutes A (fun i j => B i j + C i j) := by
  unfold Commutes; rw [mul_add, add_mul, hB, hC]

/-- A matrix that commutes with another one commutes with its multiples. -/
theorem Commutes.smul_right (hB : Commutes A B) (c : R) : Commutes A (fun i j => c * B i j) := by
  unfold Commutes; rw [mul_smul, smul_mul, hB]

/-- A matrix that commutes with two matrices commutes with their product. -/
theorem Commutes.mul_right (hB : Commutes A B) (hC : Commutes A C) : Commutes A (mul B C) := by
  unfold Commutes; rw [← mul_assoc, hB, mul_assoc, hC, mul_assoc]

/-- A matrix that commutes with another one commutes with its powers. -/
theorem Commutes.pow_right (hB : Commutes A B) (k : Nat) : Commutes A (pow B k) := by
  induction k with
  | zero => exact Commutes.one_right A
  | succ k ih => exact ih.mul_right hB

/-- The powers of commuting matrices commute. -/
theorem Commutes.pow_pow (hB : Commutes A B) (j k : Nat) : Commutes (pow A j) (pow B k) :=
  ((hB.pow_right k).symm.pow_right j).symm

/-- The powers of a product of commuting matrices. -/
theorem Commutes.mul_pow (h : Commutes A B) (k : Nat) : pow (mul A B) k = mul (pow A k) (pow B k) := by
  induction k with
  | zero => exact (mul_one one).symm
  | succ k ih =>
    rw [pow_succ, ih, pow_succ, pow_succ, mul_assoc, mul_assoc, ← mul_assoc (pow B k) A, ← h.pow_right k,
      mul_assoc A]

end Claims
