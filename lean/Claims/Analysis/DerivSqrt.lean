module

public import Claims.Analysis.Deriv

/-!
# The derivative of the square root

The square root of a positive function is differentiable, with derivative `f' / (2 √f)`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A function that is nonnegative and has a positive value at `x`: its root is as close to the root at `x` as
the function is to its value, up to the factor `(√(f x))⁻¹`. -/
theorem abs_sqrt_sub_le {f : R → R} {x : R} (hf : ∀ y, 0 ≤ f y) (y : R) :
    sqrt (f x) * abs (sqrt (f y) - sqrt (f x)) ≤ abs (f y - f x) := by
  have a := sqrt_nonneg (f x)
  have b := sqrt_nonneg (f y)
  have p := sq_sqrt (hf x)
  have q := sq_sqrt (hf y)
  have e : f y - f x = (sqrt (f y) - sqrt (f x)) * (sqrt (f y) + sqrt (f x)) := by clear hf; lin
  rw [e, abs_mul, abs_of_nonneg (x := sqrt (f y) + sqrt (f x)) (by clear hf e; lin)]
  have := mul_le_mul_right' (abs_nonneg (sqrt (f y) - sqrt (f x))) (b := sqrt (f x))
    (c := sqrt (f y) + sqrt (f x)) (by clear hf e; lin)
  clear hf e; lin

/-- The square root of a positive function. -/
theorem HasDerivAt.sqrt {f : R → R} {f' x : R} (h : HasDerivAt f f' x) (hf : ∀ y, 0 ≤ f y) (hx : 0 < f x) :
    HasDerivAt (fun y => Claims.sqrt (f y)) (f' * (2 * Claims.sqrt (f x))⁻¹) x := by
  have s := sqrt_pos hx
  have i := mul_inv_cancel (ne_of_gt s)
  have i2 := mul_inv_cancel (a := 2 * Claims.sqrt (f x)) (by clear h hf; lin)
  have cont : ContinuousAt (fun y => Claims.sqrt (f y)) x := by
    intro ε hε
    obtain ⟨δ, hδ, k⟩ := h.continuousAt (Claims.sqrt (f x) * ε) (mul_pos s hε)
    exact ⟨δ, hδ, fun y hy => lt_of_mul_lt_mul_left (le_of_lt s)
      (lt_of_le_of_lt (abs_sqrt_sub_le hf y) (k y hy))⟩
  -- the increment of `√f` is at most a multiple of the increment of the argument
  have sq : Little x (fun y =>
      (Claims.sqrt (f y) - Claims.sqrt (f x)) * (Claims.sqrt (f y) - Claims.sqrt (f x))) := by
    intro ε hε
    obtain ⟨δ₁, h₁, k⟩ := h.lipschitz
    have hM : 0 < abs f' + 1 := by have := abs_nonneg f'; clear h hf cont; lin
    have hη := div_pos (mul_pos s hε) hM
    obtain ⟨δ₂, h₂, k2⟩ := cont (Claims.sqrt (f x) * ε / (abs f' + 1)) hη
    obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
    refine ⟨δ, hδ, fun y hy => ?_⟩
    have a := le_trans (abs_sqrt_sub_le (x := x) hf y) (k y (lt_of_lt_of_le hy l₁))
    have b := le_of_lt (k2 y (lt_of_lt_of_le hy l₂))
    dsimp only at b
    have e := mul_div_cancel (a := Claims.sqrt (f x) * ε) (ne_of_gt hM)
    rw [abs_mul]
    have c := mul_le_mul a b (abs_nonneg _) (mul_nonneg (le_of_lt hM) (abs_nonneg _))
    rw [show (abs f' + 1) * abs (y - x) * (Claims.sqrt (f x) * ε / (abs f' + 1)) =
      (abs f' + 1) * (Claims.sqrt (f x) * ε / (abs f' + 1)) * abs (y - x) by
        clear h hf cont k k2 a b c e; lin, e] at c
    refine le_of_mul_le_mul_left s ?_
    clear h hf cont k k2 a b e; lin
  refine ((Little.add (Little.const_mul (2 * Claims.sqrt (f x))⁻¹ (r := fun y => f y - f x - f' * (y - x)) h)
    (Little.const_mul (-(2 * Claims.sqrt (f x))⁻¹) sq)).congr fun y => ?_ : Little x _)
  have p := sq_sqrt (hf x)
  have q := sq_sqrt (hf y)
  generalize (2 * Claims.sqrt (f x))⁻¹ = u at *
  clear h hf cont sq hx
  dsimp only
  have e : Claims.sqrt (f y) - Claims.sqrt (f x) =
      u * (2 * Claims.sqrt (f x) * (Claims.sqrt (f y) - Claims.sqrt (f x))) := by lin
  lin

end Claims
