module

public import Claims.LinearAlgebra.Eigenvalue
public import Claims.LinearAlgebra.DeterminantRules

/-!
# Diagonalizable matrices

Matrices `A = V diag(d) W` with `W` the inverse of `V`: powers, eigenvalues, trace and determinant, and the bound of the
powers by the product of the bounds of `V` and `W` (the condition number) and the largest eigenvalue.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The powers of a conjugated matrix are the conjugated powers. -/
theorem IsInverse.pow_conj {V W : Fin n → Fin n → R} (h : IsInverse V W) (A : Fin n → Fin n → R) (k : Nat) :
    pow (Claims.mul V (Claims.mul A W)) k = Claims.mul V (Claims.mul (pow A k) W) := by
  induction k with
  | zero => rw [pow_zero, pow_zero, one_mul, h.1]
  | succ k ih =>
    rw [pow_succ, ih, pow_succ]
    simp only [mul_assoc]
    rw [← mul_assoc W V, h.2, one_mul]

/-- The matrix `A` is `V diag(d) W` with `W` the inverse of `V`. -/
structure IsDiagonalizedBy (A V : Fin n → Fin n → R) (d : Fin n → R) (W : Fin n → Fin n → R) : Prop where
  /-- The outer factors are inverse to each other. -/
  isInverse : IsInverse V W
  /-- The matrix is the product. -/
  eq : A = mul V (mul (diagonal d) W)

variable {A V W : Fin n → Fin n → R} {d : Fin n → R} {a b c μ : R}

/-- The powers of a diagonalizable matrix. -/
theorem IsDiagonalizedBy.pow (h : IsDiagonalizedBy A V d W) (k : Nat) :
    IsDiagonalizedBy (pow A k) V (fun i => d i ^ k) W :=
  ⟨h.isInverse, by rw [h.eq, h.isInverse.pow_conj, diagonal_pow]⟩

/-- Bounds of the factors bound a diagonalizable matrix. -/
theorem IsDiagonalizedBy.operatorBound (h : IsDiagonalizedBy A V d W) (hV : OperatorBound V a)
    (hW : OperatorBound W b) (hc : 0 ≤ c) (hd : ∀ i, abs (d i) ≤ c) : OperatorBound A (a * b * c) := by
  have k := hV.mul ((operatorBound_diagonal hc hd).mul hW)
  rw [← h.eq, show a * (c * b) = a * b * c by clear k h hV hW hd; lin] at k
  exact k

/-- The powers of a diagonalizable matrix grow at most as the powers of the largest eigenvalue, up to the product of
the bounds of the two outer factors. -/
theorem IsDiagonalizedBy.operatorBound_pow (h : IsDiagonalizedBy A V d W) (hV : OperatorBound V a)
    (hW : OperatorBound W b) (hc : 0 ≤ c) (hd : ∀ i, abs (d i) ≤ c) (k : Nat) :
    OperatorBound (Claims.pow A k) (a * b * c ^ k) := by
  refine (h.pow k).operatorBound hV hW (pow_nonneg hc k) fun i => ?_
  have hi := hd i
  clear hd h hV hW
  induction k with
  | zero => rw [Semiring.pow_zero, Semiring.pow_zero, abs_one]; exact le_rfl 1
  | succ k ih =>
    rw [Semiring.pow_succ, Semiring.pow_succ, abs_mul]
    exact mul_le_mul ih hi (abs_nonneg _) (pow_nonneg hc k)

/-- The columns of `V` are eigenvectors. -/
theorem IsDiagonalizedBy.isEigenvector (h : IsDiagonalizedBy A V d W) (j : Fin n) :
    IsEigenvector A (d j) (fun i => V i j) := by
  have e : mul A V = fun i j => V i j * d j := by
    rw [h.eq, mul_assoc, mul_assoc, h.isInverse.2, mul_one, mul_diagonal]
  refine ⟨Classical.byContradiction fun hno => ?_, fun i => ?_⟩
  · have k : (one j j : R) = 0 := by
      rw [← h.isInverse.2]
      exact sum_eq_zero fun i => by
        rw [show V i j = 0 from Classical.byContradiction fun hi => hno ⟨i, hi⟩]; clear h e; lin
    rw [show (one j j : R) = 1 from if_pos rfl] at k
    exact ne_of_gt zero_lt_one k
  · refine (congrFun (congrFun e i) j).trans ?_
    dsimp only
    clear h e; lin

/-- The eigenvalues of a diagonalizable matrix are the entries of the diagonal. -/
theorem IsDiagonalizedBy.isEigenvalue_iff (h : IsDiagonalizedBy A V d W) : IsEigenvalue A μ ↔ ∃ i, μ = d i := by
  refine ⟨fun ⟨x, hx⟩ => ?_, fun ⟨i, hi⟩ => ⟨_, hi ▸ h.isEigenvector i⟩⟩
  -- the vector `y = W x` satisfies `d i * y i = μ * y i`
  have e : ∀ i, d i * mulVec W x i = μ * mulVec W x i := fun i => by
    have k : mulVec W (mulVec A x) = mulVec (diagonal d) (mulVec W x) := by
      rw [h.eq, mulVec_mulVec, mulVec_mulVec, ← mul_assoc, h.isInverse.2, one_mul]
    have k2 := congrFun k i
    rw [mulVec_diagonal, hx.mulVec_eq, mulVec_mul_left] at k2
    exact k2.symm
  refine Classical.byContradiction fun hno => ?_
  obtain ⟨⟨j, hj⟩, _⟩ := hx
  refine hj (h.isInverse.symm.isInjective x (fun i => ?_) j)
  have k : (d i - μ) * mulVec W x i = 0 := by have := e i; clear e h hno; lin
  rcases mul_eq_zero k with k | k
  · exact absurd ⟨i, by clear e h hno; lin⟩ hno
  · exact k

/-- The trace of a diagonalizable matrix is the sum of its eigenvalues. -/
theorem IsDiagonalizedBy.trace_eq (h : IsDiagonalizedBy A V d W) : trace A = sum d := by
  rw [h.eq, trace_conj _ h.isInverse.2, trace_diagonal]

/-- The determinant of a diagonalizable matrix is the product of its eigenvalues. -/
theorem IsDiagonalizedBy.det_eq (h : IsDiagonalizedBy A V d W) : det A = prod d := by
  have e := h.isInverse.det
  rw [h.eq, det_mul, det_mul, det_diagonal]
  clear h; lin

end Claims
