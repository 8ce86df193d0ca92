module

public import Claims.LinearAlgebra.Orthonormal

/-!
# Orthogonal projections

Matrices `P` with `P² = P` and `Pᵀ = P`: the complement `1 - P`, Pythagoras, the nearest point, and the order of
projections. Projections onto a line and onto the span of an orthonormal family, whose trace is the number of vectors.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A symmetric matrix that is its own square. -/
structure IsProjection (P : Fin n → Fin n → R) : Prop where
  /-- The matrix is symmetric. -/
  isSymm : IsSymm P
  /-- The matrix is its own square. -/
  mul_self : mul P P = P

variable {P Q : Fin n → Fin n → R}

/-! ## Constructions -/

/-- The zero matrix is a projection. -/
theorem isProjection_zero : IsProjection (fun _ _ : Fin n => (0 : R)) := ⟨isSymm_zero, mul_zero _⟩

/-- The identity is a projection. -/
theorem isProjection_one : IsProjection (one : Fin n → Fin n → R) := ⟨isSymm_one, mul_one _⟩

/-- The complement `1 - P` of a projection is a projection. -/
theorem IsProjection.compl (hP : IsProjection P) : IsProjection (fun i j => one i j - P i j) :=
  ⟨isSymm_one.sub hP.isSymm, by
    rw [sub_mul, one_mul, mul_sub, mul_one, hP.mul_self]; funext i j; lin⟩

/-- The projection `z zᵀ` onto the line of a unit vector. -/
theorem isProjection_outer {z : Fin n → R} (hz : normSq z = 1) : IsProjection (outer z z) :=
  ⟨isSymm_outer_self z, by rw [outer_mul_outer, show dot z z = 1 from hz]; funext i j; lin⟩

/-- The projection `1 - z zᵀ` off a unit vector acts by `x ↦ x - ⟨z, x⟩ z`. -/
theorem mulVec_one_sub_outer (z x : Fin n → R) (i : Fin n) :
    mulVec (fun i j => one i j - outer z z i j) x i = x i - dot z x * z i := by
  rw [sub_mulVec, mulVec_one, mulVec_outer]

/-- The product of commuting projections is a projection. -/
theorem IsProjection.mul (hP : IsProjection P) (hQ : IsProjection Q) (h : Commutes P Q) : IsProjection (mul P Q) :=
  ⟨hP.isSymm.mul hQ.isSymm h, by
    rw [mul_assoc, ← mul_assoc Q, ← h, mul_assoc P Q Q, hQ.mul_self, ← mul_assoc, hP.mul_self]⟩

/-- The sum of projections with product zero is a projection. -/
theorem IsProjection.add (hP : IsProjection P) (hQ : IsProjection Q) (h : Claims.mul P Q = fun _ _ => 0) :
    IsProjection (fun i j => P i j + Q i j) := by
  have h' : Claims.mul Q P = fun _ _ => 0 := by
    have e := transpose_mul P Q
    rw [hP.isSymm.transpose_eq, hQ.isSymm.transpose_eq, h] at e
    exact e.symm
  refine ⟨hP.isSymm.add hQ.isSymm, ?_⟩
  rw [mul_add, add_mul, add_mul, hP.mul_self, hQ.mul_self, h, h']
  funext i j; clear hP hQ h h'; lin

/-- Conjugation by an orthogonal matrix keeps projections. -/
theorem IsProjection.conj (hP : IsProjection P) {U : Fin n → Fin n → R} (hU : IsOrthogonal U) :
    IsProjection (Claims.mul U (Claims.mul P (transpose U))) :=
  ⟨hP.isSymm.conj U, by rw [hU.conj_mul_conj, hP.mul_self]⟩

/-! ## Pythagoras and the nearest point -/

/-- Projecting twice is projecting once. -/
theorem IsProjection.mulVec_mulVec (hP : IsProjection P) (x : Fin n → R) : mulVec P (mulVec P x) = mulVec P x := by
  rw [Claims.mulVec_mulVec, hP.mul_self]

/-- The quadratic form of a projection is the squared norm of the image. -/
theorem IsProjection.quadForm_eq (hP : IsProjection P) (x : Fin n → R) : quadForm P x = normSq (mulVec P x) := by
  rw [normSq_mulVec, hP.isSymm.transpose_eq, hP.mul_self]

/-- A projection is positive semidefinite. -/
theorem IsProjection.posSemidef (hP : IsProjection P) : PosSemidef P :=
  ⟨hP.isSymm, fun x => by rw [hP.quadForm_eq]; exact normSq_nonneg _⟩

/-- The image of a vector is orthogonal to the rest of another one. -/
theorem IsProjection.dot_mulVec_sub (hP : IsProjection P) (y x : Fin n → R) :
    dot (mulVec P y) (fun i => x i - mulVec P x i) = 0 := by
  rw [dot_sub_right, dot_mulVec_symm hP.isSymm (mulVec P y), hP.mulVec_mulVec]; lin

/-- Pythagoras for the distance to a point of the range. -/
theorem IsProjection.normSq_sub_mulVec (hP : IsProjection P) (x y : Fin n → R) :
    normSq (fun i => x i - mulVec P y i) =
      normSq (fun i => x i - mulVec P x i) + normSq (fun i => mulVec P x i - mulVec P y i) := by
  have h := normSq_add (fun i => x i - mulVec P x i) (fun i => mulVec P x i - mulVec P y i)
  have e : (fun i => x i - mulVec P x i + (mulVec P x i - mulVec P y i)) = fun i => x i - mulVec P y i :=
    funext fun i => by lin
  have e2 : (fun i => mulVec P x i - mulVec P y i) = mulVec P (fun i => x i - y i) :=
    funext fun i => (mulVec_sub P x y i).symm
  rw [e, dot_comm, e2, hP.dot_mulVec_sub] at h
  rw [h, e2]; lin

/-- Pythagoras: the squared norm is the one of the image plus the one of the rest. -/
theorem IsProjection.normSq_eq (hP : IsProjection P) (x : Fin n → R) :
    normSq x = normSq (mulVec P x) + normSq (fun i => x i - mulVec P x i) := by
  have h := hP.normSq_sub_mulVec x (fun _ => 0)
  have e : (mulVec P fun _ => 0) = fun _ => 0 := funext (mulVec_zero P)
  have e1 : ∀ z : Fin n → R, (fun i => z i - 0) = z := fun z => funext fun i => by lin
  rw [e] at h
  simp only [e1] at h
  rw [h]; lin

/-- A projection does not increase the squared norm. -/
theorem IsProjection.normSq_le (hP : IsProjection P) (x : Fin n → R) : normSq (mulVec P x) ≤ normSq x := by
  have h := hP.normSq_eq x
  have h0 := normSq_nonneg (fun i => x i - mulVec P x i)
  clear hP; lin

/-- A projection has bound one as an operator. -/
theorem IsProjection.operatorBound (hP : IsProjection P) : OperatorBound P 1 :=
  operatorBound_of_normSq_le (le_of_lt zero_lt_one) fun x => by
    have := hP.normSq_le x
    clear hP; lin

/-- A projection does not increase the norm. -/
theorem IsProjection.norm_le (hP : IsProjection P) (x : Fin n → R) : norm (mulVec P x) ≤ norm x := by
  have h := hP.operatorBound.2 x
  clear hP; lin

/-- The image is the point of the range nearest to the vector. -/
theorem IsProjection.normSq_sub_le (hP : IsProjection P) (x y : Fin n → R) :
    normSq (fun i => x i - mulVec P x i) ≤ normSq (fun i => x i - mulVec P y i) := by
  rw [hP.normSq_sub_mulVec x y]
  have := normSq_nonneg (fun i => mulVec P x i - mulVec P y i)
  clear hP; lin

/-- The nearest point of the range is unique. -/
theorem IsProjection.nearest_unique (hP : IsProjection P) {x y : Fin n → R}
    (h : normSq (fun i => x i - mulVec P y i) ≤ normSq (fun i => x i - mulVec P x i)) : mulVec P y = mulVec P x := by
  rw [hP.normSq_sub_mulVec x y] at h
  have h0 := normSq_nonneg (fun i => mulVec P x i - mulVec P y i)
  have e := normSq_eq_zero.1 (le_antisymm (by clear hP; lin) h0)
  funext i
  have := e i
  clear hP h h0 e; lin

/-- A vector is fixed exactly when its image has the same norm. -/
theorem IsProjection.mulVec_eq_self_iff (hP : IsProjection P) (x : Fin n → R) :
    mulVec P x = x ↔ normSq (mulVec P x) = normSq x := by
  refine ⟨fun h => by rw [h], fun h => ?_⟩
  have k := hP.normSq_eq x
  have e0 : normSq (fun i => x i - mulVec P x i) = 0 := by clear hP; lin
  have e := normSq_eq_zero.1 e0
  funext i
  have := e i
  clear hP h k e0 e; lin

/-! ## Trace and order -/

/-- The squared Frobenius norm of a projection is its trace. -/
theorem IsProjection.frobSq_eq (hP : IsProjection P) : frobSq P = trace P := by
  rw [frobSq, frobenius_eq_trace, hP.isSymm.transpose_eq, hP.mul_self]

/-- The trace of the complement. -/
theorem trace_one_sub (P : Fin n → Fin n → R) : trace (fun i j => one i j - P i j) = (n : R) - trace P := by
  rw [trace_sub, trace_one]

/-- The trace of a projection lies between zero and the size. -/
theorem IsProjection.trace_mem (hP : IsProjection P) : 0 ≤ trace P ∧ trace P ≤ (n : R) := by
  have h := hP.compl.posSemidef.trace_nonneg
  rw [trace_one_sub] at h
  exact ⟨hP.posSemidef.trace_nonneg, by clear hP; lin⟩

/-- Projections are ordered exactly when the larger one fixes the range of the smaller one. -/
theorem IsProjection.loewnerLE_iff (hP : IsProjection P) (hQ : IsProjection Q) :
    LoewnerLE P Q ↔ Claims.mul Q P = P := by
  constructor
  · intro h
    refine ext_of_mulVec fun y => ?_
    rw [← Claims.mulVec_mulVec]
    refine (hQ.mulVec_eq_self_iff _).2 (le_antisymm (hQ.normSq_le _) ?_)
    have k := h.quadForm_le (mulVec P y)
    rw [hP.quadForm_eq, hQ.quadForm_eq, hP.mulVec_mulVec] at k
    exact k
  · intro h
    have h' : Claims.mul P Q = P := by
      have e := transpose_mul Q P
      rw [hP.isSymm.transpose_eq, hQ.isSymm.transpose_eq, h, hP.isSymm.transpose_eq] at e
      exact e.symm
    have hD : IsProjection (fun i j => Q i j - P i j) := ⟨hQ.isSymm.sub hP.isSymm, by
      rw [sub_mul, mul_sub, mul_sub, hP.mul_self, hQ.mul_self, h, h']
      funext i j; clear hP hQ h h'; lin⟩
    exact hD.posSemidef

/-! ## The nearest point on a line -/

/-- The multiple `⟨z, x⟩ z` of a unit vector is the point of its line nearest to `x`. -/
theorem normSq_sub_line_le {z : Fin n → R} (hz : normSq z = 1) (x : Fin n → R) (t : R) :
    normSq (fun i => x i - dot z x * z i) ≤ normSq (fun i => x i - t * z i) := by
  rw [normSq_sub, normSq_sub, normSq_mul, normSq_mul, dot_mul_right, dot_mul_right, dot_comm x z, hz]
  have := sq_nonneg (dot z x - t)
  lin

/-- The squared distance of `x` to the line of a unit vector. -/
theorem normSq_sub_line {z : Fin n → R} (hz : normSq z = 1) (x : Fin n → R) :
    normSq (fun i => x i - dot z x * z i) = normSq x - dot z x ^ 2 := by
  rw [normSq_sub, normSq_mul, dot_mul_right, dot_comm x z, hz]; lin

/-! ## The span of an orthonormal family -/

/-- The matrix `∑ v_a v_aᵀ` of a family. -/
def spanMatrix (v : Fin k → Fin n → R) : Fin n → Fin n → R := mul (transpose v) v

variable {v : Fin k → Fin n → R}

/-- The matrix of a family sends `x` to the combination with the dot products. -/
theorem mulVec_spanMatrix (v : Fin k → Fin n → R) (x : Fin n → R) :
    mulVec (spanMatrix v) x = comb (fun a => dot (v a) x) v := by
  unfold spanMatrix; rw [← mulVec_mulVec, comb_eq_mulVec]; rfl

/-- The matrix of an orthonormal family is a projection. -/
theorem Orthonormal.isProjection (hv : Orthonormal v) : IsProjection (spanMatrix v) :=
  ⟨isSymm_transpose_mul_self v, by
    unfold spanMatrix
    rw [mul_assoc, ← mul_assoc v, orthonormal_iff_mul_transpose.1 hv, one_mul]⟩

/-- The projection onto the span of an orthonormal family fixes exactly the span. -/
theorem Orthonormal.mulVec_spanMatrix_eq_iff (hv : Orthonormal v) (x : Fin n → R) :
    mulVec (spanMatrix v) x = x ↔ InSpan v x := by
  rw [mulVec_spanMatrix]
  exact ⟨fun h => ⟨_, h.symm⟩, hv.comb_dot_of_inSpan⟩

/-- The image under the projection lies in the span. -/
theorem inSpan_mulVec_spanMatrix (v : Fin k → Fin n → R) (x : Fin n → R) : InSpan v (mulVec (spanMatrix v) x) :=
  ⟨_, mulVec_spanMatrix v x⟩

/-- The trace of the projection onto the span of `k` orthonormal vectors is `k`. -/
theorem Orthonormal.trace_spanMatrix (hv : Orthonormal v) : trace (spanMatrix v) = (k : R) := by
  unfold spanMatrix
  rw [trace_mul_comm, orthonormal_iff_mul_transpose.1 hv, trace_one]

/-- The projection gives the point of the span nearest to `x`. -/
theorem Orthonormal.normSq_sub_le (hv : Orthonormal v) (x : Fin n → R) {y : Fin n → R} (hy : InSpan v y) :
    normSq (fun i => x i - comb (fun a => dot (v a) x) v i) ≤ normSq (fun i => x i - y i) := by
  have h := hv.isProjection.normSq_sub_le x y
  rw [(hv.mulVec_spanMatrix_eq_iff y).2 hy, mulVec_spanMatrix] at h
  exact h

end Claims
