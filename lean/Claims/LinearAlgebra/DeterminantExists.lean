module

public import Claims.LinearAlgebra.DeterminantProduct
public import Claims.LinearAlgebra.Indices

/-!
# The determinant

The determinant of a square matrix of any size, by expansion along the first column, and the proof that it has the
properties that determine it.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix without row `i` and without the first column. -/
def dropRow (A : Fin (n + 1) → Fin (n + 1) → R) (i : Fin (n + 1)) : Fin n → Fin n → R :=
  fun k l => A (skipIdx i k) l.succ

/-- The determinant of a square matrix, by expansion along the first column; for size zero it is one. -/
def det : {n : Nat} → (Fin n → Fin n → R) → R
  | 0, _ => 1
  | _ + 1, A => sum (fun i => (-1) ^ i.val * A i 0 * det (fun k l => A (skipIdx i k) l.succ))

/-- The determinant of the empty matrix is one. -/
theorem det_zero_length (A : Fin 0 → Fin 0 → R) : det A = 1 := rfl

/-- The expansion of the determinant along the first column. -/
theorem det_succ (A : Fin (n + 1) → Fin (n + 1) → R) :
    det A = sum (fun i => (-1) ^ i.val * A i 0 * det (dropRow A i)) := rfl

omit [Reals R] in
/-- Without row `p` it does not matter what row `p` is. -/
theorem dropRow_setRow_same (A : Fin (n + 1) → Fin (n + 1) → R) (p : Fin (n + 1)) (x : Fin (n + 1) → R) :
    dropRow (setRow A p x) p = dropRow A p :=
  funext fun k => funext fun l => by
    show setRow A p x (skipIdx p k) l.succ = A (skipIdx p k) l.succ
    rw [setRow_ne _ (skipIdx_ne p k)]

omit [Reals R] in
/-- Replacing a row before or after leaving out another. -/
theorem dropRow_setRow (A : Fin (n + 1) → Fin (n + 1) → R) (i : Fin (n + 1)) (k : Fin n) (x : Fin (n + 1) → R) :
    dropRow (setRow A (skipIdx i k) x) i = setRow (dropRow A i) k (fun l => x l.succ) := by
  funext a l
  show setRow A (skipIdx i k) x (skipIdx i a) l.succ = _
  by_cases h : a = k
  · subst h; rw [setRow_same, setRow_same]
  · rw [setRow_ne _ h, setRow_ne _ fun e => h (skipIdx_inj e)]; rfl

/-- The determinant is additive in each row. -/
theorem det_setRow_add (A : Fin n → Fin n → R) (p : Fin n) (x y : Fin n → R) :
    det (setRow A p (fun j => x j + y j)) = det (setRow A p x) + det (setRow A p y) := by
  induction n with
  | zero => exact p.elim0
  | succ n ih =>
    rw [det_succ, det_succ, det_succ, ← sum_add]
    refine sum_congr fun i => ?_
    by_cases h : p = i
    · subst h; rw [dropRow_setRow_same, dropRow_setRow_same, dropRow_setRow_same, setRow_same, setRow_same, setRow_same]
      clear ih; lin
    · obtain ⟨k, rfl⟩ := exists_skipIdx h
      rw [dropRow_setRow, dropRow_setRow, dropRow_setRow, setRow_ne _ (Ne.symm h), setRow_ne _ (Ne.symm h),
        setRow_ne _ (Ne.symm h), ih]
      clear ih; lin

/-- The determinant is homogeneous in each row. -/
theorem det_setRow_smul (A : Fin n → Fin n → R) (p : Fin n) (c : R) (x : Fin n → R) :
    det (setRow A p (fun j => c * x j)) = c * det (setRow A p x) := by
  induction n with
  | zero => exact p.elim0
  | succ n ih =>
    rw [det_succ, det_succ, ← sum_mul_left]
    refine sum_congr fun i => ?_
    by_cases h : p = i
    · subst h; rw [dropRow_setRow_same, dropRow_setRow_same, setRow_same, setRow_same]
      clear ih; lin
    · obtain ⟨k, rfl⟩ := exists_skipIdx h
      rw [dropRow_setRow, dropRow_setRow, setRow_ne _ (Ne.symm h), setRow_ne _ (Ne.symm h), ih]
      clear ih; lin

/-- The determinant of the identity is one. -/
theorem det_one : det (one : Fin n → Fin n → R) = 1 := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [det_succ, sum_eq_single 0 fun i hi => by rw [show (one i 0 : R) = 0 from if_neg hi]; lin]
    have e : dropRow (one : Fin (n + 1) → Fin (n + 1) → R) 0 = one := funext fun k => funext fun l => by
      show (if skipIdx 0 k = l.succ then (1 : R) else 0) = if k = l then 1 else 0
      rw [skipIdx_zero]; simp only [Fin.succ_inj]
    rw [e, ih, show (one (0 : Fin (n + 1)) 0 : R) = 1 from if_pos rfl]
    show (-1 : R) ^ 0 * 1 * 1 = 1
    rw [Semiring.pow_zero]; lin

/-- Two equal neighboring rows make the determinant vanish, if two equal rows do so one size below. -/
theorem det_eq_zero_of_adjacent (h : ∀ (B : Fin n → Fin n → R) p q, p ≠ q → B p = B q → det B = 0)
    (A : Fin (n + 1) → Fin (n + 1) → R) (r : Fin n) (hr : A r.castSucc = A r.succ) : det A = 0 := by
  have hne : r.castSucc ≠ r.succ := fun e => by have := congrArg Fin.val e; simp at this
  rw [det_succ, sum_eq_add hne fun i h1 h2 => ?_]
  · have e : dropRow A r.succ = dropRow A r.castSucc := funext fun k => by
      have e' : A (skipIdx r.succ k) = A (skipIdx r.castSucc k) := by
        by_cases hk : k = r
        · subst hk
          rw [show skipIdx k.succ k = k.castSucc from if_pos (Nat.lt_succ_self _),
            show skipIdx k.castSucc k = k.succ from if_neg (Nat.lt_irrefl _), hr]
        · have hk : k.val ≠ r.val := fun e => hk (Fin.ext e)
          refine congrArg A (Fin.ext ?_)
          rw [skipIdx_val, skipIdx_val, Fin.val_succ, Fin.val_castSucc]
          split <;> split <;> omega
      exact funext fun l => congrFun e' l.succ
    rw [e, hr, Fin.val_succ, Fin.val_castSucc, Semiring.pow_succ]
    clear h; lin
  · obtain ⟨a, ha⟩ := exists_skipIdx (Ne.symm h1)
    obtain ⟨b, hb⟩ := exists_skipIdx (Ne.symm h2)
    have hab : a ≠ b := fun e => hne (by rw [← ha, ← hb, e])
    rw [h (dropRow A i) a b hab (funext fun l => by
      show A (skipIdx i a) l.succ = A (skipIdx i b) l.succ
      rw [ha, hb, hr])]
    clear h; lin

/-- A function additive in each row that vanishes at two equal neighboring rows vanishes at any two equal rows. -/
theorem eq_zero_of_adjacent {D : (Fin (n + 1) → Fin (n + 1) → R) → R}
    (hadd : ∀ A p x y, D (setRow A p (fun j => x j + y j)) = D (setRow A p x) + D (setRow A p y))
    (hadj : ∀ A (r : Fin n), A r.castSucc = A r.succ → D A = 0) :
    ∀ A p q, p ≠ q → A p = A q → D A = 0 := by
  have key : ∀ k A (p q : Fin (n + 1)), p.val + k + 1 = q.val → A p = A q → D A = 0 := by
    intro k
    induction k with
    | zero =>
      intro A p q hpq h
      have hp : p.val < n := by omega
      have e1 : p = (⟨p.val, hp⟩ : Fin n).castSucc := Fin.ext rfl
      have e2 : q = (⟨p.val, hp⟩ : Fin n).succ := Fin.ext hpq.symm
      exact hadj A ⟨p.val, hp⟩ (by rw [← e1, ← e2, h])
    | succ k ih =>
      -- exchange row `q` with the row before it
      intro A p q hpq h
      obtain ⟨r, rfl⟩ : ∃ r : Fin n, r.succ = q :=
        ⟨⟨q.val - 1, by omega⟩, Fin.ext (by show q.val - 1 + 1 = q.val; omega)⟩
      have hq : p.val + (k + 1) + 1 = r.val + 1 := hpq
      have hne : r.castSucc ≠ r.succ := fun e => by have := congrArg Fin.val e; simp at this
      have hp1 : p ≠ r.castSucc := fun e => by
        have e : p.val = r.val := congrArg Fin.val e
        omega
      have hp2 : p ≠ r.succ := fun e => by
        have e : p.val = r.val + 1 := congrArg Fin.val e
        omega
      have e := swap_of_add hadd hne (fun B => hadj B r) A
      rw [ih _ p r.castSucc (by show p.val + k + 1 = r.val; omega)
        (by rw [setRow_ne _ hp2, setRow_ne _ hp1, setRow_ne _ hne, setRow_same, h])] at e
      clear ih hadd hadj h; lin
  intro A p q hpq h
  have hne : p.val ≠ q.val := fun e => hpq (Fin.ext e)
  by_cases hlt : p.val < q.val
  · exact key (q.val - p.val - 1) A p q (by omega) h
  · exact key (p.val - q.val - 1) A q p (by omega) h.symm

/-- Two equal rows make the determinant vanish. -/
theorem det_eq_zero_of_row_eq (A : Fin n → Fin n → R) (p q : Fin n) (hpq : p ≠ q) (h : A p = A q) : det A = 0 := by
  induction n with
  | zero => exact p.elim0
  | succ n ih => exact eq_zero_of_adjacent det_setRow_add (det_eq_zero_of_adjacent ih) A p q hpq h

/-- The determinant has the properties that determine it. -/
theorem isDet_det : IsDet (det : (Fin n → Fin n → R) → R) where
  add := det_setRow_add
  smul := det_setRow_smul
  alternating := det_eq_zero_of_row_eq
  map_one := det_one

/-- The determinant is the only function with these properties. -/
theorem IsDet.eq_det {D : (Fin n → Fin n → R) → R} (hD : IsDet D) (A : Fin n → Fin n → R) : D A = det A := by
  have h : IsAlt (fun A => D A - det A) := by
    refine ⟨fun A p x y => ?_, fun A p c x => ?_, fun A p q h e => ?_⟩
    · rw [hD.add, det_setRow_add]; clear hD; lin
    · rw [hD.smul, det_setRow_smul]; clear hD; lin
    · rw [hD.alternating A p q h e, det_eq_zero_of_row_eq A p q h e]; clear hD; lin
  have e := h.eq_zero (by rw [hD.map_one, det_one]; lin) A
  clear h hD; lin

end Claims
