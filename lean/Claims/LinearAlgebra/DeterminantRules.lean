module

public import Claims.LinearAlgebra.DeterminantExists
public import Claims.LinearAlgebra.Hadamard
public import Claims.LinearAlgebra.Inverse
public import Claims.LinearAlgebra.MatrixShapes

/-!
# Rules for the determinant

The determinant of a product, of the transposed matrix, of multiples and of triangular matrices, the formulas for
the sizes one, two and three, Hadamard's inequality, and: a matrix is invertible exactly when its determinant is
not zero.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Products and the transposed matrix -/

/-- The determinant of a product is the product of the determinants. -/
theorem det_mul (A B : Fin n → Fin n → R) : det (mul A B) = det A * det B := by
  have e := isDet_det.comp (isLinear_mulVec (transpose B)) A
  have e1 : (fun i => mulVec (transpose B) (A i)) = mul A B := funext fun i => funext fun j => dot_comm _ _
  have e2 : (fun i => mulVec (transpose B) (one i)) = B :=
    (funext fun i => funext fun j => dot_comm _ _).trans (one_mul B)
  rw [e1, e2] at e
  rw [e]; lin

/-- The determinant is additive in each column. -/
theorem det_transpose_setRow_add (A : Fin n → Fin n → R) (p : Fin n) (x y : Fin n → R) :
    det (transpose (setRow A p (fun j => x j + y j))) =
      det (transpose (setRow A p x)) + det (transpose (setRow A p y)) := by
  induction n with
  | zero => exact p.elim0
  | succ n ih =>
    rw [det_succ, det_succ, det_succ, ← sum_add]
    refine sum_congr fun i => ?_
    rcases Fin.eq_zero_or_eq_succ p with h | ⟨k, h⟩ <;> subst h
    · have e : ∀ z, dropRow (transpose (setRow A 0 z)) i = dropRow (transpose A) i := fun z =>
        funext fun k => funext fun l => by
          show setRow A 0 z l.succ (skipIdx i k) = A l.succ (skipIdx i k)
          rw [setRow_ne _ (Fin.succ_ne_zero l)]
      rw [e, e, e]
      show (-1) ^ i.val * setRow A 0 (fun j => x j + y j) 0 i * _ = (-1) ^ i.val * setRow A 0 x 0 i * _ +
        (-1) ^ i.val * setRow A 0 y 0 i * _
      rw [setRow_same, setRow_same, setRow_same]; clear ih e; lin
    · have e : ∀ z, dropRow (transpose (setRow A k.succ z)) i =
          transpose (setRow (fun l a => A l.succ (skipIdx i a)) k (fun a => z (skipIdx i a))) := fun z =>
        funext fun a => funext fun l => by
          show setRow A k.succ z l.succ (skipIdx i a) = setRow _ k _ l a
          by_cases h : l = k
          · subst h; rw [setRow_same, setRow_same]
          · rw [setRow_ne _ h, setRow_ne _ fun h' => h (Fin.succ_inj.1 h')]
      rw [e, e, e, ih]
      have h0 : ∀ z, transpose (setRow A k.succ z) i 0 = A 0 i := fun z => by
        show setRow A k.succ z 0 i = A 0 i
        rw [setRow_ne _ (Ne.symm (Fin.succ_ne_zero k))]
      rw [h0, h0, h0]; clear ih e h0; lin

/-- The determinant is homogeneous in each column. -/
theorem det_transpose_setRow_smul (A : Fin n → Fin n → R) (p : Fin n) (c : R) (x : Fin n → R) :
    det (transpose (setRow A p (fun j => c * x j))) = c * det (transpose (setRow A p x)) := by
  -- `A` with row `p` replaced is a diagonal matrix times `A` with row `p` replaced by another
  have e : setRow A p (fun j => c * x j) = mul (diagonal (fun i => if i = p then c else 1)) (setRow A p x) := by
    rw [diagonal_mul]
    funext i j
    by_cases h : i = p
    · subst h; rw [setRow_same, setRow_same, if_pos rfl]
    · rw [setRow_ne _ h, setRow_ne _ h, if_neg h]; lin
  have e1 : diagonal (fun i => if i = p then c else 1) = setRow one p (fun j => c * one p j) := by
    funext i j
    by_cases h : i = p
    · subst h; rw [setRow_same]; show (if i = j then if i = i then c else 1 else 0) = c * if i = j then 1 else 0
      rw [if_pos rfl]; split <;> lin
    · rw [setRow_ne _ h]; show (if i = j then if i = p then c else 1 else 0) = if i = j then 1 else 0
      rw [if_neg h]
  rw [e, transpose_mul, det_mul, (isSymm_diagonal _).transpose_eq, e1, det_setRow_smul, setRow_self, det_one]
  lin

/-- Two equal columns make the determinant vanish. -/
theorem det_transpose_eq_zero (A : Fin n → Fin n → R) (p q : Fin n) (hpq : p ≠ q) (h : A p = A q) :
    det (transpose A) = 0 := by
  -- exchanging the two entries in every row changes nothing, and changes the sign
  have hT : IsLinear (fun (x : Fin n → R) k => x (if k = p then q else if k = q then p else k)) :=
    ⟨fun _ _ => rfl, fun _ _ => rfl⟩
  have e := isDet_det.comp hT (transpose A)
  have e1 : (fun i k => transpose A i (if k = p then q else if k = q then p else k)) = transpose A := by
    funext i k
    show A _ i = A k i
    split
    · next hk => rw [hk, h]
    · split
      · next hk => rw [hk, h]
      · rfl
  have e2 : (fun i k => one i (if k = p then q else if k = q then p else k) : Fin n → Fin n → R) =
      setRow (setRow one p (one q)) q (one p) := by
    have hσ : ∀ i k : Fin n, (one i (if k = p then q else if k = q then p else k) : R) =
        one (if i = p then q else if i = q then p else i) k := fun i k => by
      unfold one; congr 1; grind
    funext i k
    rw [hσ]
    by_cases hq : i = q
    · subst hq; rw [setRow_same, if_neg (Ne.symm hpq), if_pos rfl]
    · rw [setRow_ne _ hq]
      by_cases hp : i = p
      · subst hp; rw [setRow_same, if_pos rfl]
      · rw [setRow_ne _ hp, if_neg hp, if_neg hq]
  rw [e1, e2, isDet_det.swap _ hpq, det_one] at e
  clear hT h e1 e2; lin

/-- A matrix and the transposed matrix have the same determinant. -/
theorem det_transpose (A : Fin n → Fin n → R) : det (transpose A) = det A := by
  have h : IsDet (fun A : Fin n → Fin n → R => det (transpose A)) :=
    { add := det_transpose_setRow_add
      smul := det_transpose_setRow_smul
      alternating := det_transpose_eq_zero
      map_one := by rw [transpose_one, det_one] }
  exact h.eq_det A

/-! ## Special matrices -/

/-- The determinant of a multiple. -/
theorem det_smul (c : R) (A : Fin n → Fin n → R) : det (fun i j => c * A i j) = c ^ n * det A := by
  induction n with
  | zero => rw [det_zero_length, det_zero_length, Semiring.pow_zero]; lin
  | succ n ih =>
    rw [det_succ, det_succ, ← sum_mul_left]
    refine sum_congr fun i => ?_
    have e : det (dropRow (fun i j => c * A i j) i) = c ^ n * det (dropRow A i) := ih (dropRow A i)
    rw [e, Semiring.pow_succ]; clear ih e; lin

/-- The determinant of an upper triangular matrix is the product of the diagonal entries. -/
theorem det_of_upper {A : Fin n → Fin n → R} (h : ∀ i j, j < i → A i j = 0) : det A = prod (fun i => A i i) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [det_succ, sum_eq_single 0 fun i hi => by
      rw [h i 0 (Fin.pos_iff_ne_zero.2 hi)]; clear h ih; lin]
    have e : ∀ k l, dropRow A 0 k l = A k.succ l.succ := fun k l => by
      show A (skipIdx 0 k) l.succ = _
      rw [skipIdx_zero]
    rw [ih fun i j hij => by rw [e]; exact h _ _ (Fin.succ_lt_succ_iff.2 hij)]
    simp only [e]
    show (-1) ^ 0 * A 0 0 * prod (fun i : Fin n => A i.succ i.succ) = A 0 0 * prod (fun i : Fin n => A i.succ i.succ)
    rw [Semiring.pow_zero]; clear h ih e; lin

/-- The determinant of a lower triangular matrix is the product of the diagonal entries. -/
theorem det_of_lower {A : Fin n → Fin n → R} (h : ∀ i j, i < j → A i j = 0) : det A = prod (fun i => A i i) := by
  rw [← det_transpose]; exact det_of_upper fun i j hij => h j i hij

/-- The determinant of a diagonal matrix is the product of the entries. -/
theorem det_diagonal (a : Fin n → R) : det (diagonal a) = prod a := by
  have h : ∀ i j, j < i → diagonal a i j = 0 := fun i j hij => if_neg (Ne.symm (Fin.ne_of_lt hij))
  exact (det_of_upper h).trans (congrArg prod (funext fun i => if_pos rfl))

/-- The determinant of a `1 × 1` matrix is its entry. -/
theorem det_fin_one (A : Fin 1 → Fin 1 → R) : det A = A 0 0 := by
  show (-1) ^ 0 * A 0 0 * 1 + 0 = A 0 0
  rw [Semiring.pow_zero]; lin

/-- The determinant of a `2 × 2` matrix. -/
theorem det_fin_two (A : Fin 2 → Fin 2 → R) : det A = A 0 0 * A 1 1 - A 0 1 * A 1 0 := by
  have e : det A = (-1) ^ 0 * A 0 0 * det (dropRow A 0) + ((-1) ^ 1 * A 1 0 * det (dropRow A 1) + 0) := rfl
  rw [e, det_fin_one, det_fin_one, show dropRow A 0 0 0 = A 1 1 from rfl, show dropRow A 1 0 0 = A 0 1 from rfl]
  lin

/-- The determinant of a `3 × 3` matrix. -/
theorem det_fin_three (A : Fin 3 → Fin 3 → R) : det A =
    A 0 0 * (A 1 1 * A 2 2 - A 1 2 * A 2 1) - A 0 1 * (A 1 0 * A 2 2 - A 1 2 * A 2 0) +
      A 0 2 * (A 1 0 * A 2 1 - A 1 1 * A 2 0) := by
  have e : det A = (-1) ^ 0 * A 0 0 * det (dropRow A 0) + ((-1) ^ 1 * A 1 0 * det (dropRow A 1) +
      ((-1) ^ 2 * A 2 0 * det (dropRow A 2) + 0)) := rfl
  rw [e, det_fin_two, det_fin_two, det_fin_two]
  show (-1) ^ 0 * A 0 0 * (A 1 1 * A 2 2 - A 1 2 * A 2 1) + ((-1) ^ 1 * A 1 0 * (A 0 1 * A 2 2 - A 0 2 * A 2 1) +
      ((-1) ^ 2 * A 2 0 * (A 0 1 * A 1 2 - A 0 2 * A 1 1) + 0)) = _
  lin

/-! ## Invertible matrices -/

/-- The determinant of the inverse is the inverse of the determinant. -/
theorem IsInverse.det {A B : Fin n → Fin n → R} (h : IsInverse A B) : det A * Claims.det B = 1 := by
  rw [← det_mul, h.1, det_one]

/-- A row of zeros makes the determinant vanish. -/
theorem det_eq_zero_of_row_zero {A : Fin n → Fin n → R} {p : Fin n} (h : ∀ j, A p j = 0) : det A = 0 := by
  have e := det_setRow_smul A p 0 (A p)
  rw [show (fun j => (0 : R) * A p j) = A p from funext fun j => by rw [h j]; lin, setRow_self] at e
  clear h; lin

/-- A matrix that annihilates a nonzero vector has determinant zero. -/
theorem det_eq_zero_of_kernel {A : Fin n → Fin n → R} {x : Fin n → R} (hx : ∃ p, x p ≠ 0)
    (h : ∀ i, mulVec A x i = 0) : det A = 0 := by
  obtain ⟨p, hp⟩ := hx
  have e := isDet_det.sumRow (transpose A) p x (transpose A)
  rw [det_eq_zero_of_row_zero (p := p) fun j => by
      rw [setRow_same]; exact (dot_comm x (A j)).trans (h j),
    sum_eq_single p fun i hi => by
      rw [det_eq_zero_of_row_eq _ p i (Ne.symm hi) (by rw [setRow_same, setRow_ne _ hi])]; clear h; lin,
    setRow_self, det_transpose] at e
  exact (mul_eq_zero e.symm).resolve_left hp

/-- A square matrix is injective exactly when its determinant is not zero. -/
theorem det_ne_zero_iff {A : Fin n → Fin n → R} : det A ≠ 0 ↔ IsInjective A := by
  constructor
  · intro h x hx j
    exact Classical.byContradiction fun hj => h (det_eq_zero_of_kernel ⟨j, hj⟩ hx)
  · intro h h0
    obtain ⟨B, hB⟩ := h.exists_inverse
    have e := hB.det
    rw [h0] at e
    clear h hB; lin

/-- A square matrix has an inverse exactly when its determinant is not zero. -/
theorem det_ne_zero_iff_exists_inverse {A : Fin n → Fin n → R} : det A ≠ 0 ↔ ∃ B, IsInverse A B :=
  det_ne_zero_iff.trans isInjective_iff_exists_inverse

/-- The rows of a square matrix are independent exactly when its determinant is not zero. -/
theorem det_ne_zero_iff_linIndep {A : Fin n → Fin n → R} : det A ≠ 0 ↔ LinIndep A := by
  rw [← det_transpose, det_ne_zero_iff, isInjective_iff_linIndep]; exact Iff.rfl

/-- The determinant vanishes exactly when the matrix annihilates a nonzero vector. -/
theorem det_eq_zero_iff {A : Fin n → Fin n → R} :
    det A = 0 ↔ ∃ x : Fin n → R, (∃ j, x j ≠ 0) ∧ ∀ i, mulVec A x i = 0 := by
  refine ⟨fun h => Classical.byContradiction fun hx => ?_, fun ⟨x, hx, h⟩ => det_eq_zero_of_kernel hx h⟩
  refine det_ne_zero_iff.2 (fun x h' j => ?_) h
  exact Classical.byContradiction fun hj => hx ⟨x, ⟨j, hj⟩, h'⟩

/-- Similar matrices have the same determinant. -/
theorem IsInverse.det_conj {B C : Fin n → Fin n → R} (h : IsInverse B C) (A : Fin n → Fin n → R) :
    Claims.det (Claims.mul B (Claims.mul A C)) = Claims.det A := by
  have e := h.det
  rw [det_mul, det_mul]; lin

/-- The determinant of an orthogonal matrix has square one. -/
theorem det_sq_of_transpose_mul {U : Fin n → Fin n → R} (h : mul (transpose U) U = one) : det U ^ 2 = 1 := by
  have e := det_mul (transpose U) U
  rw [h, det_one, det_transpose] at e
  lin

/-- Hadamard's inequality: the square of the determinant is at most the product of the squared norms of the rows. -/
theorem det_sq_le (A : Fin n → Fin n → R) : det A ^ 2 ≤ prod (fun i => normSq (A i)) := isDet_det.sq_le A

/-- The characteristic polynomial of a matrix all of whose rows are `α`. -/
theorem det_charpoly_equal_rows (α : Fin (n + 1) → R) (x : R) :
    det (fun i j => x * one i j - α j) = x ^ n * (x - sum α) := isDet_det.charpoly α x

end Claims
