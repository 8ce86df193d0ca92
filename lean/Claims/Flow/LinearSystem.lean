module

public import Claims.Flow.VectorFlow

/-!
# Linear systems

A linear system `x' = A(t) x + c(t)` with continuous coefficients has exactly one solution on the whole line from
every initial vector, and the matrix equation `X' = A(t) X`, `X(0) = 1`, has exactly one solution.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat} {A : R → Fin d → Fin d → R} {c : R → Fin d → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A linear field with continuous coefficients is Lipschitz. -/
theorem lipschitzField_linear (hA : ∀ i j t, ContinuousAt (fun s => A s i j) t)
    (hc : ∀ i t, ContinuousAt (fun s => c s i) t) :
    LipschitzField (fun t x i => mulVec (A t) x i + c t i) :=
  lipschitzField_of_bound exists_bound_fin
    (fun x i t => (ContinuousAt.sum fun j => (hA i j t).mul (continuousAt_const (x j) t)).add (hc i t)) fun T => by
      obtain ⟨C, hC⟩ := Classical.skolem.1 fun i => exists_bound_abs_le
        (f := fun s => sum fun j => abs (A s i j)) (fun t => ContinuousAt.sum fun j => (hA i j t).abs_comp) T
      obtain ⟨L, hL⟩ := exists_bound_fin C
      refine ⟨L, fun t x y M i ht hM h => ?_⟩
      rw [show mulVec (A t) x i + c t i - (mulVec (A t) y i + c t i) = mulVec (A t) x i - mulVec (A t) y i by
        clear hA hc hC hL h; lin, ← mulVec_sub]
      have p : abs (mulVec (A t) (fun j => x j - y j) i) ≤ sum fun j => abs (A t i j) * M :=
        le_trans (abs_sum_le _) (sum_le_sum fun j => by
          rw [abs_mul]; exact mul_le_mul_left' (abs_nonneg _) (h j))
      rw [sum_mul_right] at p
      have q := le_trans (le_abs_self _) (le_trans (hC i t ht) (hL i))
      exact le_trans p (mul_le_mul_right' hM q)

/-- Existence for linear systems: `x' = A(t) x + c(t)` with continuous coefficients has a solution on the whole line
from every initial vector. -/
theorem exists_linear_solution (hA : ∀ i j t, ContinuousAt (fun s => A s i j) t)
    (hc : ∀ i t, ContinuousAt (fun s => c s i) t) (x0 : Fin d → R) :
    ∃ x : R → Fin d → R, x 0 = x0 ∧ ∀ t, HasVecDerivAt x (fun i => mulVec (A t) (x t) i + c t i) t :=
  (lipschitzField_linear hA hc).exists_solution x0

/-- Uniqueness for linear systems: a solution of `x' = A(t) x + c(t)` on the whole line is determined by its initial
vector. -/
theorem linear_solution_unique (hA : ∀ i j t, ContinuousAt (fun s => A s i j) t)
    (hc : ∀ i t, ContinuousAt (fun s => c s i) t) {x y : R → Fin d → R} (h0 : x 0 = y 0)
    (hx : ∀ t, HasVecDerivAt x (fun i => mulVec (A t) (x t) i + c t i) t)
    (hy : ∀ t, HasVecDerivAt y (fun i => mulVec (A t) (y t) i + c t i) t) : x = y :=
  (lipschitzField_linear hA hc).solution_eq exists_bound_fin h0 hx hy

/-- The matrix equation `X' = A(t) X`, `X(0) = 1`, has a solution on the whole line. -/
theorem exists_fundamental_matrix (hA : ∀ i j t, ContinuousAt (fun s => A s i j) t) :
    ∃ X : R → Fin d → Fin d → R, X 0 = one ∧ ∀ t i j, HasDerivAt (fun s => X s i j) (mul (A t) (X t) i j) t := by
  obtain ⟨X, hX⟩ := Classical.skolem.1 fun j : Fin d => exists_linear_solution (c := fun _ _ => 0) hA
    (fun _ t => continuousAt_const 0 t) fun i => one i j
  refine ⟨fun t i j => X j t i, funext fun i => funext fun j => congrFun (hX j).1 i, fun t i j => ?_⟩
  refine ((hX j).2 t i).congr_deriv ?_
  show sum (fun a => A t i a * X j t a) = sum (fun a => A t i a * X j t a) + 0
  clear hA hX; lin

/-- The solution of the matrix equation is unique. -/
theorem fundamental_matrix_unique (hA : ∀ i j t, ContinuousAt (fun s => A s i j) t) {X Y : R → Fin d → Fin d → R}
    (h0 : X 0 = Y 0) (hX : ∀ t i j, HasDerivAt (fun s => X s i j) (mul (A t) (X t) i j) t)
    (hY : ∀ t i j, HasDerivAt (fun s => Y s i j) (mul (A t) (Y t) i j) t) : X = Y := by
  have h : ∀ j, (fun t i => X t i j) = fun t i => Y t i j := fun j =>
    linear_solution_unique (c := fun _ _ => 0) hA (fun _ t => continuousAt_const 0 t) (by rw [h0])
      (fun t i => (hX t i j).congr_deriv (by
        show sum (fun a => A t i a * X t a j) + 0 = sum (fun a => A t i a * X t a j); clear hA hX hY; lin))
      fun t i => (hY t i j).congr_deriv (by
        show sum (fun a => A t i a * Y t a j) + 0 = sum (fun a => A t i a * Y t a j); clear hA hX hY; lin)
  exact funext fun t => funext fun i => funext fun j => congrFun (congrFun (h j) t) i

end Claims
