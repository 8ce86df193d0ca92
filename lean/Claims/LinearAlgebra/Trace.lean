module

public import Claims.LinearAlgebra.MatrixShapes

/-!
# The trace

The trace of a square matrix is the sum of its diagonal entries. It is linear, does not see transposition, and a
product has the same trace in either order.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The trace of a square matrix. -/
def trace (A : Fin n → Fin n → R) : R := sum (fun i => A i i)

/-! ## Linearity -/

/-- The trace of a sum. -/
theorem trace_add (A B : Fin n → Fin n → R) : trace (fun i j => A i j + B i j) = trace A + trace B := sum_add _ _

/-- The trace of a difference. -/
theorem trace_sub (A B : Fin n → Fin n → R) : trace (fun i j => A i j - B i j) = trace A - trace B := sum_sub _ _

/-- The trace of a multiple. -/
theorem trace_smul (c : R) (A : Fin n → Fin n → R) : trace (fun i j => c * A i j) = c * trace A := sum_mul_left _ _

/-- The trace of the opposite. -/
theorem trace_neg (A : Fin n → Fin n → R) : trace (fun i j => -A i j) = -trace A := sum_neg _

/-- The trace of the zero matrix. -/
theorem trace_zero : trace (fun _ _ : Fin n => (0 : R)) = 0 := sum_zero

/-- The trace of a sum of `k` matrices. -/
theorem trace_sum (A : Fin k → Fin n → Fin n → R) :
    trace (fun i j => sum (fun a => A a i j)) = sum (fun a => trace (A a)) := sum_comm _

/-! ## Special matrices -/

/-- The trace of the identity is the size. -/
theorem trace_one : trace (one : Fin n → Fin n → R) = (n : R) := by
  have e : trace (one : Fin n → Fin n → R) = sum (fun _ : Fin n => (1 : R)) := sum_congr fun i => if_pos rfl
  rw [e, sum_const]; lin

/-- The trace of a diagonal matrix is the sum of its entries. -/
theorem trace_diagonal (a : Fin n → R) : trace (diagonal a) = sum a := sum_congr fun _ => if_pos rfl

/-- The trace of an outer product is the dot product. -/
theorem trace_outer (u v : Fin n → R) : trace (outer u v) = dot u v := rfl

/-- The trace of the transposed matrix. -/
theorem trace_transpose (A : Fin n → Fin n → R) : trace (transpose A) = trace A := rfl

/-- The trace of an antisymmetric matrix vanishes. -/
theorem IsAntisymm.trace_eq_zero {A : Fin n → Fin n → R} (hA : IsAntisymm A) : trace A = 0 := by
  refine sum_eq_zero fun i => ?_
  have := hA i i
  clear hA; lin

/-- A matrix and its symmetric part have the same trace. -/
theorem trace_symmPart (A : Fin n → Fin n → R) : trace (symmPart A) = trace A :=
  sum_congr fun i => by show (A i i + A i i) / 2 = A i i; lin

/-! ## Products -/

/-- A product has the same trace in either order. -/
theorem trace_mul_comm (A : Fin m → Fin n → R) (B : Fin n → Fin m → R) : trace (mul A B) = trace (mul B A) := by
  show sum (fun i => sum (fun a => A i a * B a i)) = sum (fun a => sum (fun i => B a i * A i a))
  rw [sum_comm]
  exact sum_congr fun a => sum_congr fun i => by lin

/-- The trace of a product of three factors does not change when they are rotated. -/
theorem trace_mul_cycle (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (C : Fin k → Fin m → R) :
    trace (mul A (mul B C)) = trace (mul C (mul A B)) := by
  rw [← mul_assoc, trace_mul_comm]

/-- A commutator has trace zero. -/
theorem trace_commutator (A B : Fin n → Fin n → R) : trace (fun i j => mul A B i j - mul B A i j) = 0 := by
  rw [trace_sub, trace_mul_comm]; lin

/-- Similar matrices have the same trace. -/
theorem trace_conj (A : Fin n → Fin n → R) {B C : Fin n → Fin n → R} (h : mul C B = one) :
    trace (mul B (mul A C)) = trace A := by
  rw [trace_mul_cycle, ← mul_assoc, h, one_mul]

/-- The trace of a product with an outer product is the bilinear form. -/
theorem trace_mul_outer (A : Fin m → Fin n → R) (u : Fin n → R) (v : Fin m → R) :
    trace (mul A (outer u v)) = dot v (mulVec A u) := by
  rw [mul_outer, trace_outer, dot_comm]

/-- The trace of a Gram matrix `Aᵀ A` is the sum of the squared entries. -/
theorem trace_transpose_mul_self (A : Fin m → Fin n → R) :
    trace (mul (transpose A) A) = sum (fun i => normSq (A i)) := sum_comm _

/-- The trace of a product of two symmetric matrices is the sum of the products of the entries. -/
theorem trace_mul_symm {A : Fin n → Fin n → R} (hA : IsSymm A) (B : Fin n → Fin n → R) :
    trace (mul A B) = sum (fun i => dot (A i) (B i)) := by
  have e : trace (mul A B) = sum (fun i => sum (fun j => A j i * B j i)) :=
    sum_congr fun i => sum_congr fun j => by rw [hA i j]
  rw [e]; exact sum_comm _

end Claims
