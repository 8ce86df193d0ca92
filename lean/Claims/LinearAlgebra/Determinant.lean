module

public import Claims.LinearAlgebra.Matrix

/-!
# What a determinant is

The determinant of square matrices of one size is described by the three properties that determine it: it is
linear in each row, it vanishes when two rows agree, and it is one at the identity. What follows from these
properties alone comes first: row operations, and the characteristic polynomial of a matrix with equal rows. That
there is exactly one such function is shown in `Claims.LinearAlgebra.DeterminantExists`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {d n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix `A` with row `p` replaced by `x`. -/
def setRow (A : Fin d → Fin d → R) (p : Fin d) (x : Fin d → R) : Fin d → Fin d → R :=
  fun i => if i = p then x else A i

omit [Reals R] in
/-- The replaced row. -/
theorem setRow_same (A : Fin d → Fin d → R) (p : Fin d) (x : Fin d → R) : setRow A p x p = x := if_pos rfl

omit [Reals R] in
/-- The rows that stay. -/
theorem setRow_ne (A : Fin d → Fin d → R) {p i : Fin d} (h : i ≠ p) (x : Fin d → R) :
    setRow A p x i = A i := if_neg h

/-- An alternating multilinear function of the rows of a `d × d` matrix. -/
structure IsAlt (det : (Fin d → Fin d → R) → R) : Prop where
  /-- Additive in each row. -/
  add : ∀ A p x y, det (setRow A p (fun j => x j + y j)) = det (setRow A p x) + det (setRow A p y)
  /-- Homogeneous in each row. -/
  smul : ∀ A p c x, det (setRow A p (fun j => c * x j)) = c * det (setRow A p x)
  /-- Zero when two rows agree. -/
  alternating : ∀ A p q, p ≠ q → A p = A q → det A = 0

/-- The properties that single out the determinant of `d × d` matrices. -/
structure IsDet (det : (Fin d → Fin d → R) → R) : Prop extends IsAlt det where
  /-- One at the identity. -/
  map_one : det one = 1

variable {det : (Fin d → Fin d → R) → R}

/-- Adding multiples of row `p` to the other rows leaves the determinant unchanged. -/
theorem IsAlt.addRows (hdet : IsAlt det) (A : Fin d → Fin d → R) (p : Fin d) (μ : Fin d → R) (hμ : μ p = 0) :
    det (fun i j => A i j + μ i * A p j) = det A := by
  have key : ∀ k, det (fun i => if i.val < k then fun j => A i j + μ i * A p j else A i) = det A := by
    intro k
    induction k with
    | zero => exact congrArg det (funext fun i => if_neg (Nat.not_lt_zero _))
    | succ k ih =>
      by_cases hk : k < d
      · generalize hM : (fun i : Fin d => if i.val < k then fun j => A i j + μ i * A p j else A i) = M at ih
        have hq : M ⟨k, hk⟩ = A ⟨k, hk⟩ := by subst hM; exact if_neg (Nat.lt_irrefl k)
        have hp : M p = A p := by
          subst hM; dsimp only; split
          · funext j; rw [hμ]; lin
          · rfl
        have e : (fun i : Fin d => if i.val < k + 1 then fun j => A i j + μ i * A p j else A i) =
            setRow M ⟨k, hk⟩ (fun j => A ⟨k, hk⟩ j + μ ⟨k, hk⟩ * A p j) := by
          funext i
          by_cases h : i = ⟨k, hk⟩
          · subst h; rw [setRow_same]; exact if_pos (Nat.lt_succ_self k)
          · have hi : i.val ≠ k := fun h' => h (Fin.ext h')
            rw [setRow_ne _ h, ← hM]
            have : (i.val < k + 1) = (i.val < k) := propext ⟨by omega, by omega⟩
            simp only [this]
        rw [e, hdet.add, hdet.smul]
        have e1 : setRow M ⟨k, hk⟩ (A ⟨k, hk⟩) = M := by
          funext i
          by_cases h : i = ⟨k, hk⟩
          · subst h; rw [setRow_same, hq]
          · rw [setRow_ne _ h]
        have e2 : μ ⟨k, hk⟩ * det (setRow M ⟨k, hk⟩ (A p)) = 0 := by
          by_cases h : p = ⟨k, hk⟩
          · rw [← h, hμ]; lin
          · rw [hdet.alternating _ _ _ h (by rw [setRow_same, setRow_ne _ h, hp])]; lin
        rw [e1, e2, ih]; lin
      · rw [← ih]
        congr 1; funext i
        rw [if_pos (by omega), if_pos (by omega)]
  rw [← key d]
  exact congrArg det (funext fun i => (if_pos i.isLt).symm)

/-- Scaling every row but the first by `x` scales the determinant by `x ^ n`. -/
theorem IsAlt.smulRows {det : (Fin (n + 1) → Fin (n + 1) → R) → R} (hdet : IsAlt det)
    (A : Fin (n + 1) → Fin (n + 1) → R) (x : R) :
    det (fun i => if i = 0 then A i else fun j => x * A i j) = x ^ n * det A := by
  have key : ∀ k, k ≤ n →
      det (fun i => if i.val = 0 ∨ k < i.val then A i else fun j => x * A i j) = x ^ k * det A := by
    intro k
    induction k with
    | zero =>
      intro _
      rw [Semiring.pow_zero]
      have : (fun i : Fin (n + 1) => if i.val = 0 ∨ 0 < i.val then A i else fun j => x * A i j) = A :=
        funext fun i => if_pos (by omega)
      rw [this]; lin
    | succ k ih =>
      intro hk
      have ih := ih (by omega)
      generalize hM : (fun i : Fin (n + 1) => if i.val = 0 ∨ k < i.val then A i else fun j => x * A i j) = M at ih
      have hlt : k + 1 < n + 1 := by omega
      have e : (fun i : Fin (n + 1) => if i.val = 0 ∨ k + 1 < i.val then A i else fun j => x * A i j) =
          setRow M ⟨k + 1, hlt⟩ (fun j => x * A ⟨k + 1, hlt⟩ j) := by
        funext i
        by_cases h : i = ⟨k + 1, hlt⟩
        · subst h; rw [setRow_same]; exact if_neg (by simp)
        · have hi : i.val ≠ k + 1 := fun h' => h (Fin.ext h')
          rw [setRow_ne _ h, ← hM]
          have : (i.val = 0 ∨ k + 1 < i.val) = (i.val = 0 ∨ k < i.val) := propext ⟨by omega, by omega⟩
          simp only [this]
      have e1 : setRow M ⟨k + 1, hlt⟩ (A ⟨k + 1, hlt⟩) = M := by
        funext i
        by_cases h : i = ⟨k + 1, hlt⟩
        · subst h; rw [setRow_same, ← hM]; exact (if_pos (Or.inr (Nat.lt_succ_self k))).symm
        · rw [setRow_ne _ h]
      rw [e, hdet.smul, e1, ih, Semiring.pow_succ]; lin
  rw [← key n (Nat.le_refl n)]
  congr 1; funext i
  have : (i.val = 0 ∨ n < i.val) = (i = 0) := propext
    ⟨fun h => Fin.ext (by have := i.isLt; simp only [Fin.val_zero]; omega), fun h => Or.inl (by rw [h]; rfl)⟩
  simp only [this]

/-- A determinant is linear in one row, for a combination of any number of rows. -/
theorem IsAlt.sumRow (hdet : IsAlt det) (A : Fin d → Fin d → R) (p : Fin d) (c : Fin n → R) (V : Fin n → Fin d → R) :
    det (setRow A p (fun j => sum (fun i => c i * V i j))) = sum (fun i => c i * det (setRow A p (V i))) := by
  induction n with
  | zero =>
    have h := hdet.smul A p 0 (fun _ => 0)
    have e : (fun _ : Fin d => (0 : R) * 0) = fun _ => 0 := funext fun _ => by lin
    rw [e] at h
    simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, hdet.add, hdet.smul, ih]

/-- A matrix with two equal rows is singular: the determinant of `1 αᵀ` vanishes from size two on. -/
theorem IsAlt.equalRows (hdet : IsAlt det) (hd : 2 ≤ d) (α : Fin d → R) : det (fun _ j => α j) = 0 :=
  hdet.alternating _ ⟨0, by omega⟩ ⟨1, by omega⟩ (fun h => by simpa using congrArg Fin.val h) rfl

/-- The characteristic polynomial of a matrix all of whose rows are `α`. -/
theorem IsDet.charpoly {det : (Fin (n + 1) → Fin (n + 1) → R) → R} (hdet : IsDet det) (α : Fin (n + 1) → R) (x : R) :
    det (fun i j => x * one i j - α j) = x ^ n * (x - sum α) := by
  -- subtract the first row from every other one, then take out the factors `x`
  let μ : Fin (n + 1) → R := fun i => if i = 0 then 0 else -1
  let B : Fin (n + 1) → Fin (n + 1) → R := fun i j => one i j + μ i * one 0 j
  have hB : ∀ y, det (setRow B 0 y) = sum y := by
    intro y
    have h0 : det B = 1 := by rw [← hdet.map_one]; exact hdet.addRows one 0 μ (if_pos rfl)
    have hB0 : B 0 = one 0 := funext fun j => by
      show one 0 j + (if (0 : Fin (n + 1)) = 0 then (0 : R) else -1) * one 0 j = _
      rw [if_pos rfl]; lin
    have h1 : ∀ i, det (setRow B 0 (one i)) = 1 := by
      intro i
      by_cases hi : i = 0
      · subst hi
        rw [← h0]; congr 1; funext k
        by_cases hk : k = 0
        · subst hk; rw [setRow_same, hB0]
        · rw [setRow_ne _ hk]
      · have e : one i = fun j => B 0 j + B i j := funext fun j => by
          rw [hB0]
          show one i j = one 0 j + (one i j + (if i = 0 then (0 : R) else -1) * one 0 j)
          rw [if_neg hi]; lin
        have e0 : setRow B 0 (B 0) = B := funext fun k => by
          by_cases hk : k = 0
          · subst hk; rw [setRow_same]
          · rw [setRow_ne _ hk]
        rw [e, hdet.add, e0, h0, hdet.alternating _ 0 i (Ne.symm hi) (by rw [setRow_same, setRow_ne _ hi])]
        lin
    have ey : y = fun j => sum (fun i => y i * one i j) := funext fun j =>
      (congrFun (congrFun (mul_one (fun _ : Fin (n + 1) => y)) 0) j).symm
    conv => lhs; rw [ey]
    rw [hdet.sumRow]
    exact sum_congr (fun i => by rw [h1]; lin)
  rw [← hdet.addRows _ 0 μ (if_pos rfl)]
  have e : (fun i j => x * one i j - α j + μ i * (x * one 0 j - α j)) =
      fun i => if i = 0 then setRow B 0 (fun j => x * one 0 j - α j) i
        else fun j => x * setRow B 0 (fun j => x * one 0 j - α j) i j := by
    funext i j
    by_cases hi : i = 0
    · subst hi
      rw [if_pos rfl, setRow_same]
      show x * one 0 j - α j + (if (0 : Fin (n + 1)) = 0 then (0 : R) else -1) * (x * one 0 j - α j) = _
      rw [if_pos rfl]; lin
    · rw [if_neg hi, setRow_ne _ hi]
      show x * one i j - α j + (if i = 0 then (0 : R) else -1) * (x * one 0 j - α j) =
        x * (one i j + (if i = 0 then (0 : R) else -1) * one 0 j)
      rw [if_neg hi]; lin
  rw [e, hdet.smulRows, hB, sum_sub, sum_mul_left]
  have e1 : sum (one (0 : Fin (n + 1)) : Fin (n + 1) → R) = 1 := sum_ite_eq' 0 (fun _ => 1)
  rw [e1]; lin

end Claims
