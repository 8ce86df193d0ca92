module

public import Claims.LinearAlgebra.Frobenius
public import Claims.LinearAlgebra.QuadraticForm

/-!
# Positive semidefinite matrices

A symmetric matrix is positive semidefinite when its quadratic form is nonnegative, and positive definite when the
form is positive away from zero. Sums, congruences and Gram matrices, the Cauchy–Schwarz inequality of the form, and
the order of symmetric matrices that compares quadratic forms (the Loewner order).
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A symmetric matrix whose quadratic form is nonnegative. -/
structure PosSemidef (A : Fin n → Fin n → R) : Prop where
  /-- The matrix is symmetric. -/
  isSymm : IsSymm A
  /-- The quadratic form is nonnegative. -/
  nonneg : ∀ x, 0 ≤ quadForm A x

/-- A symmetric matrix whose quadratic form is positive at every nonzero vector. -/
structure PosDef (A : Fin n → Fin n → R) : Prop where
  /-- The matrix is symmetric. -/
  isSymm : IsSymm A
  /-- The quadratic form is positive at a vector with a nonzero entry. -/
  pos : ∀ x, (∃ i, x i ≠ 0) → 0 < quadForm A x

/-- The Loewner order: `B - A` is positive semidefinite. -/
def LoewnerLE (A B : Fin n → Fin n → R) : Prop := PosSemidef (fun i j => B i j - A i j)

variable {A B C : Fin n → Fin n → R}

/-! ## Constructions -/

/-- The zero matrix is positive semidefinite. -/
theorem posSemidef_zero : PosSemidef (fun _ _ : Fin n => (0 : R)) :=
  ⟨isSymm_zero, fun x => by
    have e : quadForm (fun _ _ : Fin n => (0 : R)) x = 0 :=
      (congrArg (dot x) (funext (zero_mulVec x))).trans (dot_zero_right x)
    rw [e]; exact le_rfl 0⟩

/-- The identity matrix is positive definite. -/
theorem posDef_one : PosDef (one : Fin n → Fin n → R) :=
  ⟨isSymm_one, fun x ⟨i, hi⟩ => by
    rw [quadForm_one]
    rcases lt_or_eq_of_le (normSq_nonneg x) with h | h
    · exact h
    · exact absurd (normSq_eq_zero.1 h.symm i) hi⟩

/-- A positive definite matrix is positive semidefinite. -/
theorem PosDef.posSemidef (hA : PosDef A) : PosSemidef A :=
  ⟨hA.isSymm, fun x => Classical.byCases (p := ∃ i, x i ≠ 0) (fun h => le_of_lt (hA.pos x h)) fun h => by
    have h0 : ∀ i, x i = 0 := fun i => Classical.byContradiction fun hi => h ⟨i, hi⟩
    have e : quadForm A x = 0 := sum_eq_zero fun i => by rw [h0 i]; lin
    rw [e]; exact le_rfl 0⟩

/-- Sums of positive semidefinite matrices. -/
theorem PosSemidef.add (hA : PosSemidef A) (hB : PosSemidef B) : PosSemidef (fun i j => A i j + B i j) :=
  ⟨hA.isSymm.add hB.isSymm, fun x => by
    rw [quadForm_add_matrix]
    have h1 := hA.nonneg x
    have h2 := hB.nonneg x
    clear hA hB; lin⟩

/-- Nonnegative multiples of positive semidefinite matrices. -/
theorem PosSemidef.smul (hA : PosSemidef A) {c : R} (hc : 0 ≤ c) : PosSemidef (fun i j => c * A i j) :=
  ⟨hA.isSymm.smul c, fun x => by rw [quadForm_smul_matrix]; exact mul_nonneg hc (hA.nonneg x)⟩

/-- A congruence `Bᵀ A B` of a positive semidefinite matrix. -/
theorem PosSemidef.congruence (hA : PosSemidef A) (B : Fin n → Fin k → R) :
    PosSemidef (mul (transpose B) (mul A B)) :=
  ⟨hA.isSymm.congruence B, fun x => by rw [quadForm_congruence]; exact hA.nonneg _⟩

/-- The Gram matrix `Aᵀ A` is positive semidefinite. -/
theorem posSemidef_transpose_mul_self (A : Fin m → Fin n → R) : PosSemidef (mul (transpose A) A) :=
  ⟨isSymm_transpose_mul_self A, fun x => by rw [← normSq_mulVec]; exact normSq_nonneg _⟩

/-- The Gram matrix `A Aᵀ` is positive semidefinite. -/
theorem posSemidef_mul_transpose_self (A : Fin m → Fin n → R) : PosSemidef (mul A (transpose A)) :=
  posSemidef_transpose_mul_self (transpose A)

/-- The outer product of a vector with itself is positive semidefinite. -/
theorem posSemidef_outer_self (u : Fin n → R) : PosSemidef (outer u u) :=
  ⟨isSymm_outer_self u, fun x => by rw [quadForm_outer]; exact mul_self_nonneg _⟩

/-- A diagonal matrix with nonnegative entries is positive semidefinite. -/
theorem posSemidef_diagonal {a : Fin n → R} (h : ∀ i, 0 ≤ a i) : PosSemidef (diagonal a) :=
  ⟨isSymm_diagonal a, fun x => by
    rw [quadForm_diagonal]; exact sum_nonneg fun i => mul_nonneg (h i) (sq_nonneg _)⟩

/-- Sums of `k` positive semidefinite matrices. -/
theorem posSemidef_sum {F : Fin k → Fin n → Fin n → R} (h : ∀ a, PosSemidef (F a)) :
    PosSemidef (fun i j => sum (fun a => F a i j)) :=
  ⟨fun i j => sum_congr fun a => (h a).isSymm i j, fun x => by
    have e : quadForm (fun i j => sum (fun a => F a i j)) x = sum (fun a => quadForm (F a) x) :=
      (congrArg (dot x) (funext (sum_mulVec F x))).trans (dot_sum_right x fun a => mulVec (F a) x)
    rw [e]; exact sum_nonneg fun a => (h a).nonneg x⟩

/-! ## Entries, trace and kernel -/

/-- The diagonal entries of a positive semidefinite matrix are nonnegative. -/
theorem PosSemidef.diag_nonneg (hA : PosSemidef A) (i : Fin n) : 0 ≤ A i i := by
  have h := hA.nonneg (one i)
  have e : quadForm A (one i) = A i i := dot_one_row_mulVec A i i
  rw [e] at h; exact h

/-- The trace of a positive semidefinite matrix is nonnegative. -/
theorem PosSemidef.trace_nonneg (hA : PosSemidef A) : 0 ≤ trace A := sum_nonneg hA.diag_nonneg

/-- The Cauchy–Schwarz inequality for the form of a positive semidefinite matrix. -/
theorem PosSemidef.dot_mulVec_sq_le (hA : PosSemidef A) (x y : Fin n → R) :
    dot x (mulVec A y) ^ 2 ≤ quadForm A x * quadForm A y := by
  have hx := hA.nonneg x
  -- the form at `s x - t y` for two choices of `s` and `t`
  have key : ∀ s t : R, 0 ≤ s ^ 2 * quadForm A x - 2 * (s * (t * dot x (mulVec A y))) + t ^ 2 * quadForm A y := by
    intro s t
    have h := hA.nonneg (fun i => s * x i - t * y i)
    have e : mulVec A (fun i => t * y i) = fun i => t * mulVec A y i := funext (mulVec_mul_left A t y)
    rw [hA.isSymm.quadForm_sub, quadForm_smul, quadForm_smul, dot_mul_left, e, dot_mul_right] at h
    exact h
  rcases lt_or_eq_of_le hx with h | h
  · have k := key (dot x (mulVec A y)) (quadForm A x)
    refine le_of_mul_le_mul_left h ?_
    clear key hA hx; lin
  · have k1 := key (quadForm A y + 1) (dot x (mulVec A y))
    rw [← h] at k1 ⊢
    have hy := hA.nonneg y
    have h2 := sq_nonneg (dot x (mulVec A y))
    have h3 := mul_nonneg hy h2
    clear key hA hx h; lin

/-- A positive semidefinite matrix sends a vector with quadratic form zero to zero. -/
theorem PosSemidef.mulVec_eq_zero (hA : PosSemidef A) {x : Fin n → R} (h : quadForm A x = 0) (i : Fin n) :
    mulVec A x i = 0 := by
  have k := hA.dot_mulVec_sq_le (mulVec A x) x
  have e : dot (mulVec A x) (mulVec A x) = normSq (mulVec A x) := rfl
  have h0 := sq_nonneg (normSq (mulVec A x))
  rw [h, e] at k
  exact normSq_eq_zero.1 (eq_zero_of_sq (by clear hA h; lin)) i

/-- The kernel of a Gram matrix `Aᵀ A` is the kernel of `A`. -/
theorem mulVec_transpose_mul_self_eq_zero {A : Fin m → Fin n → R} {x : Fin n → R} :
    (∀ i, mulVec (mul (transpose A) A) x i = 0) ↔ ∀ i, mulVec A x i = 0 := by
  constructor
  · intro h
    have e : quadForm (mul (transpose A) A) x = 0 := sum_eq_zero fun i => by rw [h i]; lin
    exact normSq_eq_zero.1 ((normSq_mulVec A x).trans e)
  · intro h i
    rw [← mulVec_mulVec, show mulVec A x = fun _ => 0 from funext h]; exact mulVec_zero _ i

/-- A positive semidefinite matrix plus a positive definite one is positive definite. -/
theorem PosSemidef.add_posDef (hA : PosSemidef A) (hB : PosDef B) : PosDef (fun i j => A i j + B i j) :=
  ⟨hA.isSymm.add hB.isSymm, fun x hx => by
    rw [quadForm_add_matrix]
    have h1 := hA.nonneg x
    have h2 := hB.pos x hx
    clear hA hB hx; lin⟩

/-- Positive multiples of positive definite matrices. -/
theorem PosDef.smul (hA : PosDef A) {c : R} (hc : 0 < c) : PosDef (fun i j => c * A i j) :=
  ⟨hA.isSymm.smul c, fun x hx => by rw [quadForm_smul_matrix]; exact mul_pos hc (hA.pos x hx)⟩

/-- The trace of the product of a positive semidefinite matrix and a Gram matrix is nonnegative. -/
theorem PosSemidef.trace_mul_gram_nonneg (hA : PosSemidef A) (B : Fin n → Fin k → R) :
    0 ≤ trace (mul A (mul B (transpose B))) := by
  rw [← mul_assoc, trace_mul_comm]; exact (hA.congruence B).trace_nonneg

/-! ## The Loewner order -/

/-- The order compares quadratic forms. -/
theorem LoewnerLE.quadForm_le (h : LoewnerLE A B) (x : Fin n → R) : quadForm A x ≤ quadForm B x := by
  have k := h.nonneg x
  rw [quadForm_sub_matrix] at k; clear h; lin

/-- Symmetric matrices are ordered as their quadratic forms are. -/
theorem loewnerLE_iff (hA : IsSymm A) (hB : IsSymm B) : LoewnerLE A B ↔ ∀ x, quadForm A x ≤ quadForm B x :=
  ⟨LoewnerLE.quadForm_le, fun h => ⟨hB.sub hA, fun x => by
    rw [quadForm_sub_matrix]
    have := h x
    clear h; lin⟩⟩

/-- Being above zero is being positive semidefinite. -/
theorem loewnerLE_zero : LoewnerLE (fun _ _ => 0) A ↔ PosSemidef A := by
  have e : (fun i j => A i j - 0) = A := funext fun i => funext fun j => by lin
  unfold LoewnerLE; rw [e]

/-- The Loewner order is reflexive. -/
theorem LoewnerLE.refl (A : Fin n → Fin n → R) : LoewnerLE A A := by
  have e : (fun i j => A i j - A i j) = fun _ _ => 0 := funext fun i => funext fun j => by lin
  unfold LoewnerLE; rw [e]; exact posSemidef_zero

/-- The Loewner order is transitive. -/
theorem LoewnerLE.trans (h : LoewnerLE A B) (h' : LoewnerLE B C) : LoewnerLE A C := by
  have e : (fun i j => B i j - A i j + (C i j - B i j)) = fun i j => C i j - A i j :=
    funext fun i => funext fun j => by lin
  unfold LoewnerLE; rw [← e]; exact PosSemidef.add h h'

/-- The Loewner order is antisymmetric. -/
theorem LoewnerLE.antisymm (h : LoewnerLE A B) (h' : LoewnerLE B A) : A = B := by
  refine ext_of_mulVec fun x => funext fun i => ?_
  have h0 : quadForm (fun i j => B i j - A i j) x = 0 := by
    rw [quadForm_sub_matrix]
    have h1 := h.quadForm_le x
    have h2 := h'.quadForm_le x
    clear h h'; lin
  have := PosSemidef.mulVec_eq_zero h h0 i
  rw [sub_mulVec] at this
  clear h h' h0; lin

/-- Adding a matrix keeps the Loewner order. -/
theorem LoewnerLE.add_right (h : LoewnerLE A B) (C : Fin n → Fin n → R) :
    LoewnerLE (fun i j => A i j + C i j) (fun i j => B i j + C i j) := by
  have e : (fun i j => B i j + C i j - (A i j + C i j)) = fun i j => B i j - A i j :=
    funext fun i => funext fun j => by lin
  unfold LoewnerLE; rw [e]; exact h

/-- A nonnegative factor keeps the Loewner order. -/
theorem LoewnerLE.smul (h : LoewnerLE A B) {c : R} (hc : 0 ≤ c) :
    LoewnerLE (fun i j => c * A i j) (fun i j => c * B i j) := by
  have e : (fun i j => c * B i j - c * A i j) = fun i j => c * (B i j - A i j) :=
    funext fun i => funext fun j => by lin
  unfold LoewnerLE; rw [e]; exact PosSemidef.smul h hc

/-- Ordered matrices have ordered traces. -/
theorem LoewnerLE.trace_le (h : LoewnerLE A B) : trace A ≤ trace B := by
  have k := PosSemidef.trace_nonneg h
  rw [trace_sub] at k; clear h; lin

/-- A positive semidefinite matrix lies below its trace times the identity. -/
theorem PosSemidef.quadForm_le_trace (hA : PosSemidef A) (x : Fin n → R) : quadForm A x ≤ trace A * normSq x := by
  -- the difference is the sum of the forms at the vectors `x i e_j - x j e_i`, halved
  have h : ∀ i j, 2 * (x i * (A i j * x j)) ≤ A i i * x j ^ 2 + A j j * x i ^ 2 := fun i j => by
    have k := hA.nonneg (fun a => x j * one i a - x i * one j a)
    have e : mulVec A (fun a => x i * one j a) = fun a => x i * mulVec A (one j) a := funext (mulVec_mul_left A _ _)
    rw [hA.isSymm.quadForm_sub, quadForm_smul, quadForm_smul, dot_mul_left, e, dot_mul_right] at k
    have q : ∀ i, quadForm A (one i) = A i i := fun i => dot_one_row_mulVec A i i
    rw [q, q, dot_one_row_mulVec] at k
    clear hA e q; lin
  have hs := sum_le_sum fun i => sum_le_sum (h i)
  have e1 : sum (fun i => sum (fun j => 2 * (x i * (A i j * x j)))) = 2 * quadForm A x := by
    simp only [sum_mul_left]; rfl
  have e2 : sum (fun i => sum (fun j => A i i * x j ^ 2 + A j j * x i ^ 2)) = 2 * (trace A * normSq x) := by
    have n1 : sum (fun j => x j ^ 2) = normSq x := sum_congr fun j => by lin
    simp only [sum_add, sum_mul_left, sum_mul_right, n1]
    show trace A * normSq x + trace A * normSq x = _
    lin
  rw [e1, e2] at hs
  clear h hA e1 e2; lin

end Claims
