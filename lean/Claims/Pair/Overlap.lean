module

public import Claims.Attention.Sphere
public import Claims.Functions.Exp

/-!
# Two tokens on the sphere

The overlap `c = x₁ · x₂` of two unit tokens that attract each other with couplings `a, b` obeys
`c' = (a + b) (1 - c²)`; with the uniform weights one half this is `c' = 1 - c²`, and the norms, one at the
start, stay one. The scalar law is solved without assuming that `c` stays between `-1` and `1`.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The overlap of two unit vectors that move with velocities `a (x₂ - c x₁)` and `b (x₁ - c x₂)`. -/
theorem hasDerivAt_overlap {x₁ x₂ : R → Fin d → R} {a b c t : R}
    (h₁ : HasVecDerivAt x₁ (fun i => a * (x₂ t i - c * x₁ t i)) t)
    (h₂ : HasVecDerivAt x₂ (fun i => b * (x₁ t i - c * x₂ t i)) t)
    (n₁ : normSq (x₁ t) = 1) (n₂ : normSq (x₂ t) = 1) (hc : dot (x₁ t) (x₂ t) = c) :
    HasDerivAt (fun s => dot (x₁ s) (x₂ s)) ((a + b) * (1 - c ^ 2)) t := by
  refine (h₁.dot h₂).congr_deriv ?_
  have e₁ : dot (fun i => a * (x₂ t i - c * x₁ t i)) (x₂ t) = a * (normSq (x₂ t) - c * dot (x₁ t) (x₂ t)) := by
    rw [dot_mul_left, dot_sub_left, dot_mul_left]; rfl
  have e₂ : dot (x₁ t) (fun i => b * (x₁ t i - c * x₂ t i)) = b * (normSq (x₁ t) - c * dot (x₁ t) (x₂ t)) := by
    rw [dot_mul_right, dot_sub_right, dot_mul_right]; rfl
  rw [e₁, e₂, n₁, n₂, hc]
  clear h₁ h₂ e₁ e₂; lin

/-- The displayed velocity is the projection of half the other token. -/
theorem proj_half (x y : Fin d → R) :
    proj x (fun a => 1 / 2 * y a) = fun a => 1 / 2 * (y a - dot x y * x a) := by
  funext a
  unfold proj
  rw [dot_mul_right]; lin

/-- Two tokens with uniform weights that start on the unit sphere stay on it. -/
theorem normSq_eq_one_of_uniform {x₁ x₂ : R → Fin d → R} {T : R} (n₁ : normSq (x₁ 0) = 1)
    (h₁ : ∀ t, 0 ≤ t → t ≤ T →
      HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - dot (x₁ t) (x₂ t) * x₁ t i)) t)
    (h₂ : ∀ t, 0 ≤ t → t ≤ T → ∀ i, ContinuousAt (fun s => x₂ s i) t) {t : R} (h0 : 0 ≤ t) (hT : t ≤ T) :
    normSq (x₁ t) = 1 :=
  normSq_eq_one_of_proj (u := fun s a => 1 / 2 * x₂ s a) n₁
    (fun s hs hs' => (h₁ s hs hs').congr_deriv (proj_half _ _))
    (fun s hs hs' a => (continuousAt_const _ _).mul (h₂ s hs hs' a)) h0 hT

/-- The overlap law `c' = 1 - c²` of two tokens with uniform weights, unit at the start. -/
theorem overlap_law {x₁ x₂ : R → Fin d → R} {c : R → R} {T : R} (hc : ∀ t, c t = dot (x₁ t) (x₂ t))
    (n₁ : normSq (x₁ 0) = 1) (n₂ : normSq (x₂ 0) = 1)
    (h₁ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t)
    (h₂ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t)
    {t : R} (h0 : 0 ≤ t) (hT : t ≤ T) :
    normSq (x₁ t) = 1 ∧ normSq (x₂ t) = 1 ∧ HasDerivAt c (1 - c t ^ 2) t := by
  have m₁ : normSq (x₁ t) = 1 := normSq_eq_one_of_uniform n₁ (fun s hs hs' => by rw [← hc]; exact h₁ s hs hs')
    (fun s hs hs' i => (h₂ s hs hs' i).continuousAt) h0 hT
  have m₂ : normSq (x₂ t) = 1 := normSq_eq_one_of_uniform n₂
    (fun s hs hs' => by rw [dot_comm, ← hc]; exact h₂ s hs hs')
    (fun s hs hs' i => (h₁ s hs hs' i).continuousAt) h0 hT
  exact ⟨m₁, m₂, ((hasDerivAt_overlap (h₁ t h0 hT) (h₂ t h0 hT) m₁ m₂ (hc t).symm).congr hc).congr_deriv
    (by clear h₁ h₂; lin)⟩

/-- The solution of `c' = 1 - c²` in implicit form: `(1 + c) / (1 - c)` grows by the factor `exp (2 t)`. The
difference of the two sides solves a linear equation, so no bound on `c` is needed. -/
theorem overlap_implicit {c : R → R} {T : R}
    (hode : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t) {t : R} (h0 : 0 ≤ t) (hT : t ≤ T) :
    (1 - c t) * (1 + c 0) * exp (2 * t) = (1 + c t) * (1 - c 0) := by
  obtain ⟨M, _, hM⟩ := exists_bound_of_continuous h0
    (fun s hs hs' => (hode s hs (le_trans hs' hT)).continuousAt)
  have hw : ∀ s, 0 ≤ s → s ≤ t →
      HasDerivAt (fun r => (1 - c r) * ((1 + c 0) * exp (2 * r)) - (1 + c r) * (1 - c 0))
        ((1 - c s) * ((1 - c s) * ((1 + c 0) * exp (2 * s)) - (1 + c s) * (1 - c 0))) s := fun s hs hs' => by
    have hd := hode s hs (le_trans hs' hT)
    refine ((((hasDerivAt_const 1 s).sub hd).mul ((hasDerivAt_exp_mul 2 s).const_mul (1 + c 0))).sub
      (((hasDerivAt_const 1 s).add hd).mul_const (1 - c 0))).congr_deriv ?_
    clear hode hM hd; lin
  have h := linear_ode_zero (k := fun s => 1 - c s) (M := 1 + M) h0 hw
    (fun s hs hs' => by have := (abs_le.1 (hM s hs hs')).1; clear hode hM hw; lin)
    (by rw [show 2 * (0 : R) = 0 by lin, exp_zero]; clear hode hM hw; lin)
  clear hode hM hw; lin

end Claims.Pair
