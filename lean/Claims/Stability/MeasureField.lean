module

public import Claims.Attention.Fields
public import Claims.Functions.ExpBounds
public import Claims.Stability.Coupling

/-!
# The attention field of a measure

For a measure with atoms `y j` of weights `q j` the attention field with `V = I` at a point `x` of the
sphere is the projection of the weighted mean `∑_j q_j e^{β xᵀ A y_j} y_j / ∑_j q_j e^{β xᵀ A y_j}`. With
`|A v| ≤ a |v|` and `B = β a` it is Lipschitz in the point with constant `2 + 2 B e^{2B}` and in the measure, for the
Wasserstein-1 distance, with constant `e^{2B} (1 + 2 B)`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n m d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Definitions -/

/-- The kernel `e^{β xᵀ A y}`. -/
def kernel (β : R) (A : Fin d → Fin d → R) (x y : Fin d → R) : R := exp (β * score A x y)

/-- The mass `∑_j q_j e^{β xᵀ A y_j}`. -/
def kernelMass (β : R) (A : Fin d → Fin d → R) (q : Fin m → R) (y : Fin m → Fin d → R)
    (x : Fin d → R) : R := sum (fun j => q j * kernel β A x (y j))

/-- The attention mean `∑_j q_j e^{β xᵀ A y_j} y_j / ∑_j q_j e^{β xᵀ A y_j}`. -/
def kernelMean (β : R) (A : Fin d → Fin d → R) (q : Fin m → R) (y : Fin m → Fin d → R)
    (x : Fin d → R) : Fin d → R :=
  fun a => (kernelMass β A q y x)⁻¹ * sum (fun j => q j * kernel β A x (y j) * y j a)

/-- The attention field of the measure `∑_j q_j δ_{y_j}` at `x`, with `V = I`. -/
def measureField (β : R) (A : Fin d → Fin d → R) (q : Fin m → R) (y : Fin m → Fin d → R)
    (x : Fin d → R) : Fin d → R := proj x (kernelMean β A q y x)

/-! ## Norms of sums and projections -/

/-- The triangle inequality for finite sums. -/
theorem norm_sum_le (u : Fin n → Fin d → R) :
    norm (fun a => sum (fun i => u i a)) ≤ sum (fun i => norm (u i)) := by
  induction n with
  | zero =>
    have e : norm (fun a => sum (fun i => u i a)) = 0 := norm_zero
    rw [e]; exact le_rfl 0
  | succ n ih =>
    have p := norm_add_le (u 0) (fun a => sum (fun i : Fin n => u i.succ a))
    have q := ih (fun i => u i.succ)
    show norm (fun a => u 0 a + sum (fun i : Fin n => u i.succ a)) ≤ norm (u 0) + sum (fun i => norm (u i.succ))
    clear ih; lin

/-- The tangential projection does not lengthen a vector. -/
theorem norm_proj_le {x : Fin d → R} (hx : normSq x = 1) (u : Fin d → R) : norm (proj x u) ≤ norm u := by
  refine sqrt_le_sqrt (normSq_nonneg _) ?_
  have e : normSq (proj x u) = normSq u - dot x u ^ 2 := by
    rw [← dot_proj_self hx]
    unfold proj
    rw [dot_sub_right, dot_mul_right, dot_comm u x]
    show normSq u - _ = _
    lin
  have := sq_nonneg (dot x u)
  rw [e]; lin

/-- The projected fields at two points of the sphere, for a vector of norm at most one at the second. -/
theorem norm_proj_sub_le {x x' u u' : Fin d → R} (hx : normSq x = 1) (hx' : normSq x' = 1)
    (hu' : norm u' ≤ 1) : norm (fun a => proj x u a - proj x' u' a) ≤
      norm (fun a => u a - u' a) + 2 * norm (fun a => x a - x' a) := by
  -- P_x u - P_x' u' = P_x (u - u') - ⟨x - x', u'⟩ x - ⟨x', u'⟩ (x - x')
  have e : (fun a => proj x u a - proj x' u' a) = fun a => proj x (fun a => u a - u' a) a +
      (-dot (fun a => x a - x' a) u' * x a + -dot x' u' * (x a - x' a)) := funext fun a => by
    unfold proj
    rw [dot_sub_right, dot_sub_left]; lin
  have t1 := norm_add_le (proj x (fun a => u a - u' a))
    (fun a => -dot (fun a => x a - x' a) u' * x a + -dot x' u' * (x a - x' a))
  have t2 := norm_add_le (fun a => -dot (fun a => x a - x' a) u' * x a)
    (fun a => -dot x' u' * (x a - x' a))
  have t3 := norm_proj_le hx (fun a => u a - u' a)
  rw [norm_mul, norm_mul (-dot x' u') (fun a => x a - x' a), norm_eq_one_of_normSq hx, abs_neg, abs_neg] at t2
  have t4 := abs_dot_le_norm_mul (fun a => x a - x' a) u'
  have t5 := abs_dot_le_norm_mul x' u'
  rw [norm_eq_one_of_normSq hx'] at t5
  have t6 := mul_le_mul_left' (norm_nonneg (fun a => x a - x' a)) hu'
  have t7 := mul_le_mul_right' (norm_nonneg (fun a => x a - x' a)) (le_trans t5 (b := 1 * norm u') (c := 1)
    (by lin))
  rw [e]; lin

/-! ## The kernel on the sphere -/

/-- The score is at most `a` times the product of the norms. -/
theorem abs_score_le {A : Fin d → Fin d → R} {a : R} (hA : ∀ v, norm (mulVec A v) ≤ a * norm v)
    (x y : Fin d → R) : abs (score A x y) ≤ a * (norm x * norm y) := by
  have p := abs_dot_le_norm_mul x (mulVec A y)
  have q := mul_le_mul_left' (norm_nonneg x) (hA y)
  have e : abs (score A x y) = abs (dot x (mulVec A y)) := rfl
  rw [e]; clear hA; lin

/-- The score of unit vectors moves at most `a` times as far as its two arguments together. -/
theorem abs_score_sub_le {A : Fin d → Fin d → R} {a : R} (hA : ∀ v, norm (mulVec A v) ≤ a * norm v)
    {x x' y y' : Fin d → R} (hx' : normSq x' = 1) (hy : normSq y = 1) :
    abs (score A x y - score A x' y') ≤
      a * (norm (fun i => x i - x' i) + norm (fun i => y i - y' i)) := by
  have p := abs_score_le hA (fun i => x i - x' i) y
  have q := abs_score_le hA x' (fun i => y i - y' i)
  have t := abs_add_le (score A (fun i => x i - x' i) y) (score A x' (fun i => y i - y' i))
  have e1 : score A (fun i => x i - x' i) y = score A x y - score A x' y := dot_sub_left _ _ _
  have e2 : score A x' (fun i => y i - y' i) = score A x' y - score A x' y' := by
    unfold score
    rw [show mulVec A (fun i => y i - y' i) = fun i => mulVec A y i - mulVec A y' i from
      funext fun i => mulVec_sub A y y' i, dot_sub_right]
  have e : score A x y - score A x' y + (score A x' y - score A x' y') =
      score A x y - score A x' y' := by clear hA; lin
  rw [norm_eq_one_of_normSq hy] at p
  rw [norm_eq_one_of_normSq hx'] at q
  rw [e1, e2, e] at t
  rw [e1] at p
  rw [e2] at q
  clear hA; lin

/-- Bounds and Lipschitz constant of the kernel on the sphere, with `B = β a`. -/
theorem kernel_bounds {β a : R} (hβ : 0 ≤ β) {A : Fin d → Fin d → R}
    (hA : ∀ v, norm (mulVec A v) ≤ a * norm v) {x x' y y' : Fin d → R} (hx : normSq x = 1)
    (hx' : normSq x' = 1) (hy : normSq y = 1) (hy' : normSq y' = 1) :
    exp (-(β * a)) ≤ kernel β A x y ∧ kernel β A x y ≤ exp (β * a) ∧
    abs (kernel β A x y - kernel β A x' y') ≤
      exp (β * a) * (β * a) * (norm (fun i => x i - x' i) + norm (fun i => y i - y' i)) := by
  have s1 := abs_score_le hA x y
  have s2 := abs_score_le hA x' y'
  rw [norm_eq_one_of_normSq hx, norm_eq_one_of_normSq hy] at s1
  rw [norm_eq_one_of_normSq hx', norm_eq_one_of_normSq hy'] at s2
  have s1' := abs_le.1 s1
  have s2' := abs_le.1 s2
  have u1 := mul_le_mul_left' hβ s1'.1
  have u2 := mul_le_mul_left' hβ s1'.2
  have u3 := mul_le_mul_left' hβ s2'.2
  refine ⟨exp_le_exp_of_le (by clear hA; lin), exp_le_exp_of_le (by clear hA; lin), ?_⟩
  have l := abs_exp_sub_exp_le (M := β * a) (x := β * score A x y) (y := β * score A x' y')
    (by clear hA; lin) (by clear hA; lin)
  have e : β * score A x y - β * score A x' y' = β * (score A x y - score A x' y') := by clear hA; lin
  rw [e, abs_mul, abs_of_nonneg hβ] at l
  have s3 := mul_le_mul_left' hβ (abs_score_sub_le hA (x := x) (y' := y') hx' hy)
  have s4 := mul_le_mul_left' (le_of_lt (exp_pos (β * a))) s3
  refine le_trans l (le_trans s4 ?_)
  clear hA; lin

end Claims

end
