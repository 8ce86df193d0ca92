module

public import Claims.Analysis.Deriv
public import Claims.LinearAlgebra.Matrix

/-!
# Derivatives of finite sums and of vectors

Derivative and continuity rules for sums over `Fin n`, for vectors given by their coordinates, for the dot
product, the squared norm, and the image under a constant matrix.
-/

@[expose] public section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Sums -/

/-- The derivative of a finite sum is the sum of the derivatives. -/
theorem HasDerivAt.sum {f : Fin n → R → R} {f' : Fin n → R} {x : R}
    (h : ∀ i, HasDerivAt (f i) (f' i) x) : HasDerivAt (fun y => sum (fun i => f i y)) (sum f') x := by
  induction n with
  | zero => exact hasDerivAt_const 0 x
  | succ n ih => exact (h 0).add (ih (fun i => h i.succ))

/-- A finite sum of continuous functions is continuous. -/
theorem ContinuousAt.sum {f : Fin n → R → R} {x : R} (h : ∀ i, ContinuousAt (f i) x) :
    ContinuousAt (fun y => sum (fun i => f i y)) x := by
  induction n with
  | zero => exact continuousAt_const 0 x
  | succ n ih => exact (h 0).add (ih (fun i => h i.succ))

/-! ## Vectors -/

/-- The vector-valued curve `x` has velocity `v` at time `t`: every coordinate has that derivative. -/
def HasVecDerivAt (x : R → Fin d → R) (v : Fin d → R) (t : R) : Prop :=
  ∀ a, HasDerivAt (fun s => x s a) (v a) t

/-- A velocity written in another way. -/
theorem HasVecDerivAt.congr_deriv {x : R → Fin d → R} {v w : Fin d → R} {t : R}
    (h : HasVecDerivAt x v t) (e : w = v) : HasVecDerivAt x w t := by rw [e]; exact h

/-- A curve has at most one velocity at a time. -/
theorem HasVecDerivAt.unique {x : R → Fin d → R} {v w : Fin d → R} {t : R}
    (h : HasVecDerivAt x v t) (h' : HasVecDerivAt x w t) : v = w :=
  funext fun a => (h a).unique (h' a)

/-- The product rule for the dot product. -/
theorem HasVecDerivAt.dot {x y : R → Fin d → R} {v w : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) (hy : HasVecDerivAt y w t) :
    HasDerivAt (fun s => Claims.dot (x s) (y s)) (Claims.dot v (y t) + Claims.dot (x t) w) t := by
  refine (HasDerivAt.sum (fun a => (hx a).mul (hy a))).congr_deriv ?_
  exact (sum_add (fun a => v a * y t a) (fun a => x t a * w a)).symm

/-- The derivative of the squared norm of a curve. -/
theorem HasVecDerivAt.normSq {x : R → Fin d → R} {v : Fin d → R} {t : R} (hx : HasVecDerivAt x v t) :
    HasDerivAt (fun s => Claims.normSq (x s)) (2 * Claims.dot (x t) v) t := by
  refine (hx.dot hx).congr_deriv ?_
  rw [dot_comm v (x t)]
  clear hx; lin

/-- The velocity of the image of a curve under a constant matrix. -/
theorem HasVecDerivAt.mulVec {x : R → Fin d → R} {v : Fin d → R} {t : R} (A : Fin m → Fin d → R)
    (hx : HasVecDerivAt x v t) : HasVecDerivAt (fun s => Claims.mulVec A (x s)) (Claims.mulVec A v) t :=
  fun i => HasDerivAt.sum (fun a => (hx a).const_mul (A i a))

/-- The chain rule for a vector-valued curve: a change of time. -/
theorem HasVecDerivAt.comp {x : R → Fin d → R} {v : Fin d → R} {σ : R → R} {σ' t : R}
    (hx : HasVecDerivAt x v (σ t)) (hσ : HasDerivAt σ σ' t) :
    HasVecDerivAt (fun s => x (σ s)) (fun a => v a * σ') t :=
  fun a => (hx a).comp hσ

/-- The dot product of two continuous vectors is continuous. -/
theorem ContinuousAt.dot {x y : R → Fin d → R} {t : R} (hx : ∀ a, ContinuousAt (fun s => x s a) t)
    (hy : ∀ a, ContinuousAt (fun s => y s a) t) : ContinuousAt (fun s => Claims.dot (x s) (y s)) t :=
  ContinuousAt.sum (fun a => (hx a).mul (hy a))

/-! ## The exponential along a curve -/

end Claims
