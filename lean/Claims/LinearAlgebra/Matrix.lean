module

public import Claims.LinearAlgebra.Vector

/-!
# Matrices

A matrix is a function `Fin m → Fin n → R`, row index first. Products with vectors and matrices, the transposed
matrix, the identity matrix, powers and quadratic forms.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The product of an `m × n` matrix and a vector of length `n`. -/
def mulVec (A : Fin m → Fin n → R) (v : Fin n → R) : Fin m → R := fun i => dot (A i) v

/-- The product of an `m × n` and an `n × k` matrix. -/
def mul (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) : Fin m → Fin k → R :=
  fun i j => sum (fun a => A i a * B a j)

/-- The transposed matrix. -/
def transpose (A : Fin m → Fin n → R) : Fin n → Fin m → R := fun j i => A i j

/-- The identity matrix of size `n`. -/
def one : Fin n → Fin n → R := fun i j => if i = j then 1 else 0

/-- The powers of a square matrix: `pow A 0` is the identity, `pow A (k + 1) = pow A k · A`. -/
def pow (A : Fin n → Fin n → R) : Nat → Fin n → Fin n → R
  | 0 => one
  | k + 1 => mul (pow A k) A

/-- The quadratic form of a square matrix at `x`, that is `xᵀ A x`. -/
def quadForm (A : Fin n → Fin n → R) (x : Fin n → R) : R := dot x (mulVec A x)

/-- A matrix acts additively. -/
theorem mulVec_add (A : Fin m → Fin n → R) (v w : Fin n → R) (i : Fin m) :
    mulVec A (fun j => v j + w j) i = mulVec A v i + mulVec A w i := dot_add_right _ _ _

/-- The image of a difference. -/
theorem mulVec_sub (A : Fin m → Fin n → R) (v w : Fin n → R) (i : Fin m) :
    mulVec A (fun j => v j - w j) i = mulVec A v i - mulVec A w i := dot_sub_right _ _ _

/-- A matrix acts homogeneously. -/
theorem mulVec_mul_left (A : Fin m → Fin n → R) (c : R) (v : Fin n → R) (i : Fin m) :
    mulVec A (fun j => c * v j) i = c * mulVec A v i := dot_mul_right _ _ _

/-- The image of the zero vector is zero. -/
theorem mulVec_zero (A : Fin m → Fin n → R) (i : Fin m) : mulVec A (fun _ => 0) i = 0 := dot_zero_right _

/-- The identity matrix fixes every vector. -/
theorem mulVec_one (v : Fin n → R) (i : Fin n) : mulVec one v i = v i := by
  rw [← sum_ite_eq' i v]
  exact sum_congr (fun j => by show (if i = j then (1 : R) else 0) * v j = _; split <;> lin)

/-- Applying two matrices in turn is applying their product. -/
theorem mulVec_mulVec (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (v : Fin k → R) :
    mulVec A (mulVec B v) = mulVec (mul A B) v := by
  funext i
  show sum (fun a => A i a * sum (fun j => B a j * v j)) = sum (fun j => sum (fun a => A i a * B a j) * v j)
  have e : ∀ j, sum (fun a => A i a * B a j) * v j = sum (fun a => A i a * (B a j * v j)) := fun j =>
    (sum_mul_right _ (v j)).symm.trans (sum_congr (fun a => by lin))
  rw [sum_congr e, sum_comm]
  exact sum_congr (fun a => (sum_mul_left (A i a) _).symm)

/-- The matrix product is associative. -/
theorem mul_assoc (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (C : Fin k → Fin l → R) :
    mul (mul A B) C = mul A (mul B C) := by
  funext i j
  exact (congrFun (mulVec_mulVec A B (fun b => C b j)) i).symm

/-- The identity is neutral on the right. -/
theorem mul_one (A : Fin m → Fin n → R) : mul A one = A := by
  funext i j
  rw [← sum_ite_eq j (A i)]
  exact sum_congr (fun a => by show A i a * (if a = j then (1 : R) else 0) = _; split <;> lin)

/-- The identity is neutral on the left. -/
theorem one_mul (A : Fin m → Fin n → R) : mul one A = A := by
  funext i j
  exact mulVec_one (fun a => A a j) i

/-- Transposition reverses products. -/
theorem transpose_mul (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    transpose (mul A B) = mul (transpose B) (transpose A) := by
  funext j i
  exact sum_congr (fun a => by show A i a * B a j = B a j * A i a; lin)

/-- The transposed matrix moves to the other side of the dot product. -/
theorem dot_mulVec (A : Fin m → Fin n → R) (x : Fin m → R) (y : Fin n → R) :
    dot x (mulVec A y) = dot (mulVec (transpose A) x) y := by
  show sum (fun i => x i * sum (fun j => A i j * y j)) = sum (fun j => sum (fun i => A i j * x i) * y j)
  have e : ∀ j, sum (fun i => A i j * x i) * y j = sum (fun i => x i * (A i j * y j)) := fun j =>
    (sum_mul_right _ (y j)).symm.trans (sum_congr (fun i => by lin))
  rw [sum_congr e, sum_comm]
  exact sum_congr (fun i => (sum_mul_left (x i) _).symm)

/-- A symmetric matrix may be applied to either side of the dot product. -/
theorem dot_mulVec_symm {A : Fin n → Fin n → R} (hA : ∀ i j, A i j = A j i) (x y : Fin n → R) :
    dot x (mulVec A y) = dot (mulVec A x) y := by
  have e : transpose A = A := funext fun i => funext fun j => hA j i
  rw [dot_mulVec, e]

/-- The `j`-th column is the image of the `j`-th basis vector. -/
theorem mulVec_single (A : Fin m → Fin n → R) (j : Fin n) (i : Fin m) :
    mulVec A (fun a => if a = j then 1 else 0) i = A i j := by
  rw [← sum_ite_eq j (A i)]
  exact sum_congr (fun a => by dsimp only; split <;> lin)

/-- Matrices that act alike are equal. -/
theorem ext_of_mulVec {A B : Fin m → Fin n → R} (h : ∀ v, mulVec A v = mulVec B v) : A = B := by
  funext i j
  rw [← mulVec_single A j i, h, mulVec_single]

/-- The power with exponent zero is the identity. -/
theorem pow_zero (A : Fin n → Fin n → R) : pow A 0 = one := rfl

/-- One more factor in a power. -/
theorem pow_succ (A : Fin n → Fin n → R) (k : Nat) : pow A (k + 1) = mul (pow A k) A := rfl

end Claims
