module

public import Claims.LinearAlgebra.DeterminantProduct

/-!
# Hadamard's inequality

The square of a determinant is at most the product of the squared norms of the rows. The proof reflects the first
row onto a coordinate axis and goes on with the rest of the matrix.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {d n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The product of the entries of a vector of length `n`; the empty product is one. -/
def prod : {n : Nat} → (Fin n → R) → R
  | 0, _ => 1
  | _ + 1, f => f 0 * prod (fun i => f i.succ)

/-- A product of nonnegative factors is nonnegative. -/
theorem prod_nonneg {f : Fin n → R} (h : ∀ i, 0 ≤ f i) : 0 ≤ prod f := by
  induction n with
  | zero => exact le_of_lt zero_lt_one
  | succ n ih => exact mul_nonneg (h 0) (ih fun i => h i.succ)

/-- Products of nonnegative factors compare as their factors do. -/
theorem prod_le_prod {f g : Fin n → R} (h0 : ∀ i, 0 ≤ f i) (h : ∀ i, f i ≤ g i) : prod f ≤ prod g := by
  induction n with
  | zero => exact le_rfl 1
  | succ n ih =>
    exact mul_le_mul (h 0) (ih (fun i => h0 i.succ) fun i => h i.succ) (prod_nonneg fun i => h0 i.succ)
      (le_trans (h0 0) (h 0))

/-- A product of equal factors is a power. -/
theorem prod_const (t : R) : prod (fun _ : Fin n => t) = t ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero]; rfl
  | succ n ih => rw [Semiring.pow_succ, ← ih]; show t * _ = _; lin

/-- The reflection in the hyperplane orthogonal to `w` (the identity when `w = 0`). -/
def reflect (w x : Fin d → R) : Fin d → R := fun i => x i - 2 * (dot w x / normSq w) * w i

/-- A reflection is linear. -/
theorem isLinear_reflect (w : Fin d → R) : IsLinear (reflect w) where
  add x y := by
    funext i; simp only [reflect, dot_add_right, div_eq_mul_inv]; lin
  smul c x := by
    funext i; simp only [reflect, dot_mul_right, div_eq_mul_inv]; lin

/-- The coefficient of the reflection, times the squared norm of its axis. -/
theorem reflect_coeff (w x : Fin d → R) : dot w x / normSq w * normSq w = dot w x := by
  by_cases h : normSq w = 0
  · have hw := normSq_eq_zero.1 h
    rw [h, show dot w x = 0 from sum_eq_zero fun i => by rw [hw i]; lin]; lin
  · exact div_mul_cancel h

/-- A reflection keeps the dot product. -/
theorem dot_reflect_reflect (w x y : Fin d → R) : dot (reflect w x) (reflect w y) = dot x y := by
  have hx := reflect_coeff w x
  have hy := reflect_coeff w y
  have e : dot (reflect w x) (reflect w y) = dot x y - 2 * (dot w y / normSq w) * dot x w -
      (2 * (dot w x / normSq w) * dot w y - 2 * (dot w x / normSq w) * (2 * (dot w y / normSq w) * dot w w)) := by
    show dot (fun i => x i - 2 * (dot w x / normSq w) * w i) (fun i => y i - 2 * (dot w y / normSq w) * w i) = _
    rw [dot_sub_left, dot_sub_right, dot_mul_right, dot_mul_left, dot_sub_right, dot_mul_right]; lin
  rw [e, dot_comm x w, show dot w w = normSq w from rfl]
  generalize dot w x / normSq w = a at hx
  generalize dot w y / normSq w = b at hy
  rw [← hx, ← hy]; clear e hx hy; lin

/-- A reflection undoes itself. -/
theorem reflect_reflect (w x : Fin d → R) : reflect w (reflect w x) = x := by
  have hx := reflect_coeff w x
  have e : dot w (reflect w x) = -dot w x := by
    show dot w (fun i => x i - 2 * (dot w x / normSq w) * w i) = _
    rw [dot_sub_right, dot_mul_right, show dot w w = normSq w from rfl]
    generalize dot w x / normSq w = a at hx
    lin
  funext i
  show reflect w x i - 2 * (dot w (reflect w x) / normSq w) * w i = x i
  rw [e, div_eq_mul_inv]
  show x i - 2 * (dot w x / normSq w) * w i - 2 * (-dot w x * (normSq w)⁻¹) * w i = x i
  rw [div_eq_mul_inv]; clear hx e; lin

/-- The reflection that exchanges two vectors of equal norm. -/
theorem reflect_sub {x y : Fin d → R} (h : normSq x = normSq y) : reflect (fun i => x i - y i) x = y := by
  have e1 : normSq (fun i => x i - y i) = 2 * dot (fun i => x i - y i) x := by
    rw [normSq_sub, dot_sub_left, dot_comm y x, ← h, show dot x x = normSq x from rfl]; lin
  have e2 := reflect_coeff (fun i => x i - y i) x
  funext i
  show x i - 2 * (dot (fun i => x i - y i) x / normSq (fun i => x i - y i)) * (x i - y i) = y i
  by_cases h0 : normSq (fun i => x i - y i) = 0
  · have := normSq_eq_zero.1 h0 i
    rw [this]; clear e1 e2; lin
  · generalize dot (fun i => x i - y i) x / normSq (fun i => x i - y i) = a at e2
    have : (2 * a - 1) * normSq (fun i => x i - y i) = 0 := by lin
    have := (mul_eq_zero this).resolve_right h0
    clear e1 e2 h0; lin

/-- A row of the identity has norm one. -/
theorem normSq_one_row (i : Fin d) : normSq (one i : Fin d → R) = 1 := by
  have e := mulVec_one (one i : Fin d → R) i
  exact e.trans (if_pos rfl)

/-- Hadamard's inequality: the square of the determinant is at most the product of the squared norms of the rows. -/
theorem IsDet.sq_le : ∀ {n : Nat} {det : (Fin n → Fin n → R) → R}, IsDet det → ∀ C,
    det C ^ 2 ≤ prod (fun i => normSq (C i))
  | 0, det, hdet, C => by
    have e : C = one := funext fun i => i.elim0
    rw [e, hdet.map_one]; show (1 : R) ^ 2 ≤ 1; lin
  | n + 1, det, hdet, C => by
    -- reflect the first row to `t` times the first basis vector
    let t : R := sqrt (normSq (C 0))
    let y : Fin (n + 1) → R := fun j => t * one 0 j
    have ht : t ^ 2 = normSq (C 0) := sq_sqrt (normSq_nonneg _)
    have hy : normSq (C 0) = normSq y := by
      rw [show normSq y = t ^ 2 * normSq (one 0 : Fin (n + 1) → R) from normSq_mul t _, normSq_one_row, ht]; lin
    let w : Fin (n + 1) → R := fun j => C 0 j - y j
    let X : Fin (n + 1) → Fin (n + 1) → R := fun i => reflect w (C i)
    have hX0 : X 0 = y := reflect_sub hy
    have hXn : ∀ i, normSq (X i) = normSq (C i) := fun i => dot_reflect_reflect w _ _
    have hX : det X ^ 2 = det C ^ 2 := hdet.sq_comp (isLinear_reflect w) (reflect_reflect w) C
    have hs : det X = t * det (Claims.border (minor X)) := by
      have e1 : det X = det (setRow X 0 y) := by rw [← hX0, setRow_self]
      have e2 : det (setRow X 0 y) = t * det (setRow X 0 (one 0)) := hdet.smul X 0 t (one 0)
      have e3 : minor (setRow X 0 (one 0)) = minor X := funext fun i => funext fun j => by
        show setRow X 0 (one 0) i.succ j.succ = X i.succ j.succ
        rw [setRow_ne _ (Fin.succ_ne_zero i)]
      rw [e1, e2, hdet.eq_border (setRow_same _ _ _), e3]
    have ih := IsDet.sq_le hdet.border (minor X)
    have hm : prod (fun i => normSq (minor X i)) ≤ prod (fun i : Fin n => normSq (C i.succ)) := by
      refine prod_le_prod (fun i => normSq_nonneg _) fun i => ?_
      have e : normSq (X i.succ) = X i.succ 0 * X i.succ 0 + normSq (minor X i) := rfl
      have := mul_self_nonneg (X i.succ 0)
      rw [← hXn, e]; lin
    rw [← hX, hs]
    show _ ≤ normSq (C 0) * prod (fun i : Fin n => normSq (C i.succ))
    rw [← ht]
    have := mul_le_mul_left' (sq_nonneg t) (le_trans ih hm)
    lin

end Claims
