module

public import Claims.LinearAlgebra.Determinant

/-!
# Uniqueness and multiplicativity of the determinant

An alternating multilinear function of the rows that vanishes at the identity is zero. Hence the determinant of
the rows after a linear map is the determinant of the map times the one before.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {d n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A linear map of vectors of length `d`. -/
structure IsLinear (T : (Fin d → R) → Fin d → R) : Prop where
  /-- Additive. -/
  add : ∀ x y, T (fun j => x j + y j) = fun j => T x j + T y j
  /-- Homogeneous. -/
  smul : ∀ c x, T (fun j => c * x j) = fun j => c * T x j

/-- A square matrix acts linearly. -/
theorem isLinear_mulVec (B : Fin d → Fin d → R) : IsLinear (mulVec B) where
  add x y := funext fun j => mulVec_add _ x y j
  smul c x := funext fun j => mulVec_mul_left _ c x j

variable {D : (Fin d → Fin d → R) → R}

omit [Reals R] in
/-- Mapping every row commutes with replacing one. -/
theorem map_setRow (T : (Fin d → R) → Fin d → R) (A : Fin d → Fin d → R) (p : Fin d) (x : Fin d → R) :
    (fun i => T (setRow A p x i)) = setRow (fun i => T (A i)) p (T x) := by
  funext i
  by_cases h : i = p
  · subst h; rw [setRow_same, setRow_same]
  · rw [setRow_ne _ h, setRow_ne _ h]

/-- Applying a linear map to every row keeps a function of the rows alternating and multilinear. -/
theorem IsAlt.comp (hD : IsAlt D) {T : (Fin d → R) → Fin d → R} (hT : IsLinear T) :
    IsAlt (fun A => D (fun i => T (A i))) where
  add A p x y := by rw [map_setRow, hT.add, hD.add, map_setRow, map_setRow]
  smul A p c x := by rw [map_setRow, hT.smul, hD.smul, map_setRow]
  alternating A p q h e := hD.alternating _ p q h (by rw [e])

omit [Reals R] in
/-- Replacing a row by itself changes nothing. -/
theorem setRow_self (A : Fin d → Fin d → R) (p : Fin d) : setRow A p (A p) = A := by
  funext i
  by_cases h : i = p
  · subst h; rw [setRow_same]
  · rw [setRow_ne _ h]

/-- Exchanging two rows changes the sign, for a function that is additive in each row and vanishes when these two
rows agree. -/
theorem swap_of_add (hadd : ∀ A p x y, D (setRow A p (fun j => x j + y j)) = D (setRow A p x) + D (setRow A p y))
    {p q : Fin d} (h : p ≠ q) (hpq : ∀ A, A p = A q → D A = 0) (A : Fin d → Fin d → R) :
    D (setRow (setRow A p (A q)) q (A p)) = -D A := by
  have hc : ∀ x y, setRow (setRow A p x) q y = setRow (setRow A q y) p x := fun x y => by
    funext i
    by_cases hp : i = p
    · subst hp; rw [setRow_same, setRow_ne _ h, setRow_same]
    · by_cases hq : i = q
      · subst hq; rw [setRow_same, setRow_ne _ hp, setRow_same]
      · rw [setRow_ne _ hq, setRow_ne _ hp, setRow_ne _ hp, setRow_ne _ hq]
  have h0 : ∀ x, D (setRow (setRow A p x) q x) = 0 := fun x =>
    hpq _ (by rw [setRow_same, setRow_ne _ h, setRow_same])
  have e := h0 (fun j => A p j + A q j)
  rw [hadd, hc, hadd, hc _ (A q), hadd, ← hc, ← hc, ← hc, ← hc, h0, h0, setRow_self, setRow_self] at e
  lin

/-- Exchanging two rows changes the sign. -/
theorem IsAlt.swap (hD : IsAlt D) (A : Fin d → Fin d → R) {p q : Fin d} (h : p ≠ q) :
    D (setRow (setRow A p (A q)) q (A p)) = -D A :=
  swap_of_add hD.add h (fun A => hD.alternating A p q h) A

/-- The vector `x` with an entry `t` put in front. -/
def cons (t : R) (x : Fin n → R) : Fin (n + 1) → R := fun j => Fin.cases t x j

/-- The matrix `Y` with a first row and a first column of the identity put around it. -/
def border (Y : Fin n → Fin n → R) : Fin (n + 1) → Fin (n + 1) → R :=
  fun i => Fin.cases (cons 1 (fun _ => 0)) (fun i => cons 0 (Y i)) i

/-- The matrix without its first row and column. -/
def minor (X : Fin (n + 1) → Fin (n + 1) → R) : Fin n → Fin n → R := fun i j => X i.succ j.succ

/-- Replacing a row before or after putting the border around. -/
theorem border_setRow (Y : Fin n → Fin n → R) (p : Fin n) (x : Fin n → R) :
    border (setRow Y p x) = setRow (border Y) p.succ (cons 0 x) := by
  funext i
  rcases Fin.eq_zero_or_eq_succ i with h | ⟨k, h⟩
  · subst h; rw [setRow_ne _ (fun h => Fin.succ_ne_zero p h.symm)]; rfl
  · subst h
    show cons 0 (setRow Y p x k) = _
    by_cases h : k = p
    · subst h; rw [setRow_same, setRow_same]
    · rw [setRow_ne _ h, setRow_ne _ (fun h' => h (Fin.succ_inj.1 h'))]; rfl

/-- A function of matrices of size `n + 1` restricts to bordered matrices. -/
theorem IsAlt.border {D : (Fin (n + 1) → Fin (n + 1) → R) → R} (hD : IsAlt D) :
    IsAlt (fun Y => D (border Y)) where
  add A p x y := by
    have e : cons 0 (fun j => x j + y j) = fun j => cons (0 : R) x j + cons 0 y j := funext fun j => by
      rcases Fin.eq_zero_or_eq_succ j with h | ⟨k, h⟩ <;> subst h
      · show (0 : R) = 0 + 0; lin
      · rfl
    rw [border_setRow, e, hD.add, border_setRow, border_setRow]
  smul A p c x := by
    have e : cons 0 (fun j => c * x j) = fun j => c * cons (0 : R) x j := funext fun j => by
      rcases Fin.eq_zero_or_eq_succ j with h | ⟨k, h⟩ <;> subst h
      · show (0 : R) = c * 0; lin
      · rfl
    rw [border_setRow, e, hD.smul, border_setRow]
  alternating A p q h e := hD.alternating _ p.succ q.succ (fun h' => h (Fin.succ_inj.1 h'))
    (congrArg (cons 0) e)

/-- The bordered identity is the identity. -/
theorem border_one : border (one : Fin n → Fin n → R) = one := by
  funext i j
  rcases Fin.eq_zero_or_eq_succ i with h | ⟨k, h⟩ <;> rcases Fin.eq_zero_or_eq_succ j with h' | ⟨l, h'⟩ <;>
    subst h <;> subst h'
  · exact (if_pos rfl).symm
  · exact (if_neg (fun h => Fin.succ_ne_zero l h.symm)).symm
  · exact (if_neg (Fin.succ_ne_zero k)).symm
  · show (if k = l then (1 : R) else 0) = if k.succ = l.succ then 1 else 0
    simp only [Fin.succ_inj]

/-- The determinant of bordered matrices is a determinant of the inner ones. -/
theorem IsDet.border {D : (Fin (n + 1) → Fin (n + 1) → R) → R} (hD : IsDet D) : IsDet (fun Y => D (border Y)) where
  toIsAlt := hD.toIsAlt.border
  map_one := by rw [border_one, hD.map_one]

/-- When the first row is the first basis vector, only the rest of the matrix matters. -/
theorem IsAlt.eq_border {D : (Fin (n + 1) → Fin (n + 1) → R) → R} (hD : IsAlt D) {X : Fin (n + 1) → Fin (n + 1) → R}
    (hX : X 0 = one 0) : D X = D (Claims.border (minor X)) := by
  rw [← hD.addRows X 0 (fun i => if i = 0 then 0 else -X i 0) (if_pos rfl)]
  congr 1
  funext i j
  rw [hX]
  rcases Fin.eq_zero_or_eq_succ i with h | ⟨k, h⟩ <;> rcases Fin.eq_zero_or_eq_succ j with h' | ⟨l, h'⟩ <;>
    subst h <;> subst h'
  · rw [hX]; simp only [if_true, one]; show (1 : R) + 0 * 1 = 1; lin
  · rw [hX]
    simp only [if_true, one, if_neg (fun h : 0 = l.succ => Fin.succ_ne_zero l h.symm)]
    show (0 : R) + 0 * 0 = 0; lin
  · simp only [if_neg (Fin.succ_ne_zero k), one, if_true]
    show X k.succ 0 + -X k.succ 0 * 1 = 0; lin
  · simp only [if_neg (Fin.succ_ne_zero k), one, if_neg (fun h : 0 = l.succ => Fin.succ_ne_zero l h.symm)]
    show X k.succ l.succ + -X k.succ 0 * 0 = X k.succ l.succ; lin

/-- The exchange of the indices `0` and `j`. -/
def swapIdx (j k : Fin (n + 1)) : Fin (n + 1) := if k = 0 then j else if k = j then 0 else k

/-- Exchanging twice changes nothing. -/
theorem swapIdx_swapIdx (j k : Fin (n + 1)) : swapIdx j (swapIdx j k) = k := by
  unfold swapIdx; grind

/-- Exchanging columns of the identity exchanges its rows. -/
theorem one_swapIdx (j i k : Fin (n + 1)) : (one i (swapIdx j k) : R) = one (swapIdx j i) k := by
  unfold one swapIdx; congr 1; grind

/-- An alternating multilinear function that vanishes at the identity is zero. -/
theorem IsAlt.eq_zero : ∀ {n : Nat} {D : (Fin n → Fin n → R) → R}, IsAlt D → D one = 0 → ∀ X, D X = 0
  | 0, _, _, h1, X => by rw [← h1]; congr 1; funext i; exact i.elim0
  | n + 1, D, hD, h1, X => by
    have first : ∀ {D : (Fin (n + 1) → Fin (n + 1) → R) → R}, IsAlt D → D one = 0 → ∀ X, X 0 = one 0 → D X = 0 :=
      fun {D} hD h1 X hX => by
        rw [hD.eq_border hX]
        exact IsAlt.eq_zero hD.border (by rw [border_one, h1]) (minor X)
    have basis : ∀ j X, X 0 = one j → D X = 0 := fun j X hX => by
      by_cases hj : j = 0
      · subst hj; exact first hD h1 X hX
      -- exchange columns `0` and `j`
      have hT : IsLinear (fun (x : Fin (n + 1) → R) k => x (swapIdx j k)) := ⟨fun _ _ => rfl, fun _ _ => rfl⟩
      have e : (fun i k => one i (swapIdx j k) : Fin (n + 1) → Fin (n + 1) → R) =
          setRow (setRow one 0 (one j)) j (one 0) := by
        funext i k
        rw [one_swapIdx]
        by_cases hi : i = j
        · subst hi; rw [setRow_same]; simp only [swapIdx, hj, if_false, if_true]
        · rw [setRow_ne _ hi]
          by_cases hi0 : i = 0
          · subst hi0; rw [setRow_same]; simp only [swapIdx, if_true]
          · rw [setRow_ne _ hi0]; simp only [swapIdx, hi, hi0, if_false]
      have h : D (fun i k => X i (swapIdx j (swapIdx j k))) = 0 := first (hD.comp hT)
        (by rw [e, hD.swap _ (Ne.symm hj), h1]; lin)
        (fun i k => X i (swapIdx j k)) (by
          funext k; show X 0 (swapIdx j k) = one 0 k; rw [hX, one_swapIdx]; simp only [swapIdx, if_true, hj, if_false])
      simp only [swapIdx_swapIdx] at h
      exact h
    have eX : X 0 = fun k => sum (fun j => X 0 j * one j k) := funext fun k =>
      (congrFun (congrFun (mul_one (fun _ : Fin (n + 1) => X 0)) 0) k).symm
    rw [← setRow_self X 0, eX, hD.sumRow]
    exact sum_eq_zero fun j => by rw [basis j _ (setRow_same _ _ _)]; lin

/-- The determinant after a linear map of the rows is the determinant of the map times the one before. -/
theorem IsDet.comp {det : (Fin d → Fin d → R) → R} (hdet : IsDet det) {T : (Fin d → R) → Fin d → R} (hT : IsLinear T)
    (X : Fin d → Fin d → R) : det (fun i => T (X i)) = det (fun i => T (one i)) * det X := by
  have hD : IsAlt (fun X => det (fun i => T (X i)) - det (fun i => T (one i)) * det X) := by
    have hc := hdet.toIsAlt.comp hT
    refine ⟨fun A p x y => ?_, fun A p c x => ?_, fun A p q h e => ?_⟩
    · have := hc.add A p x y
      have := hdet.add A p x y
      lin
    · have := hc.smul A p c x
      have := hdet.smul A p c x
      lin
    · have := hc.alternating A p q h e
      have := hdet.alternating A p q h e
      lin
  have := hD.eq_zero (by rw [hdet.map_one]; lin) X
  lin

/-- A linear involution of the rows keeps the square of the determinant. -/
theorem IsDet.sq_comp {det : (Fin d → Fin d → R) → R} (hdet : IsDet det) {T : (Fin d → R) → Fin d → R}
    (hT : IsLinear T) (hTT : ∀ x, T (T x) = x) (X : Fin d → Fin d → R) :
    det (fun i => T (X i)) ^ 2 = det X ^ 2 := by
  have e := hdet.comp hT (fun i => T (one i))
  simp only [hTT, hdet.map_one] at e
  rw [hdet.comp hT]
  lin

end Claims
