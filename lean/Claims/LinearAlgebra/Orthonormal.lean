module

public import Claims.LinearAlgebra.Orthogonal

/-!
# Orthonormal families

Families of unit vectors that are orthogonal to each other: coefficients and norms of combinations, Bessel's inequality,
and for a full family the expansion of a vector, Parseval's identity, and trace and Frobenius norm in the new basis.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The vectors of the family have norm one and are orthogonal to each other. -/
def Orthonormal (v : Fin k → Fin n → R) : Prop := ∀ i j, dot (v i) (v j) = one i j

variable {v : Fin k → Fin n → R}

/-- The members of an orthonormal family are unit vectors. -/
theorem Orthonormal.normSq_eq_one (hv : Orthonormal v) (i : Fin k) : normSq (v i) = 1 :=
  (hv i i).trans (if_pos rfl)

/-- Different members of an orthonormal family are orthogonal. -/
theorem Orthonormal.dot_eq_zero (hv : Orthonormal v) {i j : Fin k} (h : i ≠ j) : dot (v i) (v j) = 0 :=
  (hv i j).trans (if_neg h)

/-- A family is orthonormal exactly when its matrix satisfies `V Vᵀ = 1`. -/
theorem orthonormal_iff_mul_transpose : Orthonormal v ↔ mul v (transpose v) = one :=
  ⟨fun h => funext fun i => funext fun j => h i j, fun h i j => congrFun (congrFun h i) j⟩

/-- The rows of a square matrix are orthonormal exactly when it is orthogonal. -/
theorem orthonormal_iff_isOrthogonal {v : Fin n → Fin n → R} : Orthonormal v ↔ IsOrthogonal v :=
  isOrthogonal_iff_rows.symm

/-- The columns of a square matrix are orthonormal exactly when it is orthogonal. -/
theorem orthonormal_transpose_iff {U : Fin n → Fin n → R} : Orthonormal (transpose U) ↔ IsOrthogonal U :=
  orthonormal_iff_mul_transpose

/-- The rows of the identity are orthonormal. -/
theorem orthonormal_one : Orthonormal (one : Fin n → Fin n → R) := orthonormal_iff_isOrthogonal.2 isOrthogonal_one

/-- An orthogonal matrix maps an orthonormal family to an orthonormal family. -/
theorem Orthonormal.map (hv : Orthonormal v) {U : Fin n → Fin n → R} (hU : IsOrthogonal U) :
    Orthonormal (fun i => mulVec U (v i)) := fun i j => (hU.dot_mulVec _ _).trans (hv i j)

/-! ## Combinations -/

/-- The coefficients of a combination of an orthonormal family are the dot products with its members. -/
theorem Orthonormal.dot_comb (hv : Orthonormal v) (c : Fin k → R) (i : Fin k) : dot (v i) (comb c v) = c i := by
  rw [Claims.dot_comb]
  refine (sum_congr fun j => ?_).trans (sum_ite_eq' i c)
  rw [hv i j]; unfold one; split <;> lin

/-- The dot product of two combinations of an orthonormal family. -/
theorem Orthonormal.dot_comb_comb (hv : Orthonormal v) (c d : Fin k → R) : dot (comb c v) (comb d v) = dot c d := by
  rw [Claims.dot_comb]
  exact (sum_congr fun i => by rw [dot_comm, hv.dot_comb]).trans (dot_comm d c)

/-- The squared norm of a combination of an orthonormal family. -/
theorem Orthonormal.normSq_comb (hv : Orthonormal v) (c : Fin k → R) : normSq (comb c v) = normSq c :=
  hv.dot_comb_comb c c

/-- An orthonormal family is independent. -/
theorem Orthonormal.linIndep (hv : Orthonormal v) : LinIndep v := fun c hc i => by
  rw [← hv.dot_comb c i, show comb c v = fun _ => 0 from funext hc, dot_zero_right]

/-- An orthonormal family has at most as many members as there are coordinates. -/
theorem Orthonormal.le_length (hv : Orthonormal v) : k ≤ n := hv.linIndep.le_length

/-- A vector in the span of an orthonormal family is the combination with its dot products. -/
theorem Orthonormal.comb_dot_of_inSpan (hv : Orthonormal v) {x : Fin n → R} (hx : InSpan v x) :
    comb (fun i => dot (v i) x) v = x := by
  obtain ⟨c, rfl⟩ := hx
  exact congrArg (comb · v) (funext fun i => hv.dot_comb c i)

/-! ## Bessel's inequality -/

/-- The squared norm splits into the squared coefficients and the squared norm of the rest. -/
theorem Orthonormal.normSq_eq (hv : Orthonormal v) (x : Fin n → R) :
    normSq x = sum (fun i => dot (v i) x ^ 2) + normSq (fun j => x j - comb (fun i => dot (v i) x) v j) := by
  have e1 : dot x (comb (fun i => dot (v i) x) v) = sum (fun i => dot (v i) x ^ 2) := by
    rw [Claims.dot_comb]; exact sum_congr fun i => by rw [dot_comm x]; lin
  have e2 : normSq (fun i => dot (v i) x) = sum (fun i => dot (v i) x ^ 2) := sum_congr fun i => by lin
  rw [normSq_sub, hv.normSq_comb, e1, e2]; lin

/-- Bessel's inequality: the squared coefficients add up to at most the squared norm. -/
theorem Orthonormal.bessel (hv : Orthonormal v) (x : Fin n → R) : sum (fun i => dot (v i) x ^ 2) ≤ normSq x := by
  have h := hv.normSq_eq x
  have h0 := normSq_nonneg (fun j => x j - comb (fun i => dot (v i) x) v j)
  clear hv; lin

/-- The rest of a vector after its projection to the span is orthogonal to the family. -/
theorem Orthonormal.dot_sub_comb (hv : Orthonormal v) (x : Fin n → R) (i : Fin k) :
    dot (v i) (fun j => x j - comb (fun i => dot (v i) x) v j) = 0 := by
  rw [dot_sub_right, hv.dot_comb]; lin

/-! ## Full families -/

variable {w : Fin n → Fin n → R}

/-- A vector is the combination of a full orthonormal family with its dot products. -/
theorem Orthonormal.expansion (hw : Orthonormal w) (x : Fin n → R) : comb (fun i => dot (w i) x) w = x :=
  hw.comb_dot_of_inSpan (hw.linIndep.inSpan x)

/-- Parseval's identity. -/
theorem Orthonormal.parseval (hw : Orthonormal w) (x : Fin n → R) : sum (fun i => dot (w i) x ^ 2) = normSq x := by
  rw [← (orthonormal_iff_isOrthogonal.1 hw).normSq_mulVec x]
  exact sum_congr fun i => by show dot (w i) x ^ 2 = dot (w i) x * dot (w i) x; lin

/-- Parseval's identity for two vectors. -/
theorem Orthonormal.parseval_dot (hw : Orthonormal w) (x y : Fin n → R) :
    sum (fun i => dot (w i) x * dot (w i) y) = dot x y := (orthonormal_iff_isOrthogonal.1 hw).dot_mulVec x y

/-- The trace is the sum of the quadratic form over a full orthonormal family. -/
theorem Orthonormal.trace_eq (hw : Orthonormal w) (A : Fin n → Fin n → R) :
    trace A = sum (fun i => quadForm A (w i)) := by
  rw [← (orthonormal_iff_isOrthogonal.1 hw).trace_conj A]
  rfl

/-- The squared Frobenius norm is the sum of the squared norms of the images of a full orthonormal family. -/
theorem Orthonormal.frobSq_eq (hw : Orthonormal w) (A : Fin m → Fin n → R) :
    frobSq A = sum (fun i => normSq (mulVec A (w i))) := by
  have h := (orthonormal_iff_isOrthogonal.1 hw).transpose.frobenius_mul_right A A
  have e : frobSq (mul A (transpose w)) = frobSq A := h
  rw [← e, ← frobSq_transpose]; rfl

/-- Matrices that agree on a full orthonormal family are equal. -/
theorem Orthonormal.ext (hw : Orthonormal w) {A B : Fin m → Fin n → R} (h : ∀ i, mulVec A (w i) = mulVec B (w i)) :
    A = B := ext_of_mulVec fun x => by
  rw [← hw.expansion x, mulVec_comb, mulVec_comb]
  exact congrArg (comb _) (funext h)

end Claims
