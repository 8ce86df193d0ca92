module

public import Claims.Analysis.DerivSqrt
public import Claims.Pair.Law

/-!
# The two-token flow in closed form

With `y = e^{-(t+a)}`, `p = (1 + y²)^{-1/2}` and `q = y p`, the tokens `(p, q)` and `(p, -q)` of the plane follow
the flow with uniform weights and have the overlap `tanh (t + a)`. So the hypotheses of the claims about two
tokens can be met for every initial overlap between `-1` and `1`.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] 

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The coordinates of the explicit solution. -/
theorem exists_coordinates (a : R) : ∃ p q : R → R,
    (∀ t, p t * p t + q t * q t = 1) ∧ (∀ t, p t * p t - q t * q t = tanh (t + a)) ∧
    (∀ t, HasDerivAt p (p t * (q t * q t)) t) ∧ ∀ t, HasDerivAt q (-(q t * (p t * p t))) t := by
  have dy : ∀ t : R, HasDerivAt (fun s => exp (-(s + a))) (-exp (-(t + a))) t := fun t =>
    (HasDerivAt.exp ((hasDerivAt_id t).add (hasDerivAt_const a t)).neg).congr_deriv (by lin)
  have hy : ∀ t, exp (t + a) * exp (-(t + a)) = 1 := fun t => exp_mul_exp_neg _
  have he : ∀ t, exp (2 * (t + a)) = exp (t + a) * exp (t + a) := fun t => exp_two_mul _
  have hpos : ∀ t, 0 < 1 + exp (-(t + a)) ^ 2 := fun t => by
    have := sq_nonneg (exp (-(t + a))); clear dy hy he; lin
  have hg : ∀ t, 0 < (1 + exp (-(t + a)) ^ 2)⁻¹ := fun t => inv_pos (hpos t)
  have dp : ∀ t : R, HasDerivAt (fun s => sqrt (1 + exp (-(s + a)) ^ 2)⁻¹) (sqrt (1 + exp (-(t + a)) ^ 2)⁻¹ *
      (exp (-(t + a)) * sqrt (1 + exp (-(t + a)) ^ 2)⁻¹ * (exp (-(t + a)) * sqrt (1 + exp (-(t + a)) ^ 2)⁻¹))) t :=
    fun t => by
      have i := mul_inv_cancel (a := 2 * sqrt (1 + exp (-(t + a)) ^ 2)⁻¹)
        (by have := sqrt_pos (hg t); clear dy hy he hpos hg; lin)
      have s := sq_sqrt (le_of_lt (hg t))
      refine (HasDerivAt.sqrt ((((hasDerivAt_const 1 t).add (dy t).sq)).inv (ne_of_gt (hpos t)))
        (fun s => le_of_lt (hg s)) (hg t)).congr_deriv ?_
      generalize (2 * sqrt (1 + exp (-(t + a)) ^ 2)⁻¹)⁻¹ = u at *
      generalize sqrt (1 + exp (-(t + a)) ^ 2)⁻¹ = p at *
      generalize (1 + exp (-(t + a)) ^ 2)⁻¹ = g at *
      clear dy hy he hpos hg; lin
  refine ⟨fun t => sqrt (1 + exp (-(t + a)) ^ 2)⁻¹, fun t => exp (-(t + a)) * sqrt (1 + exp (-(t + a)) ^ 2)⁻¹,
    fun t => ?_, fun t => ?_, dp, fun t => ((dy t).mul (dp t)).congr_deriv ?_⟩
  all_goals
    have s := sq_sqrt (le_of_lt (hg t))
    have i := mul_inv_cancel (ne_of_gt (hpos t))
    have k := hy t
    have k2 := he t
    dsimp only
  · generalize sqrt (1 + exp (-(t + a)) ^ 2)⁻¹ = p at *
    generalize (1 + exp (-(t + a)) ^ 2)⁻¹ = g at *
    clear dy hy he hpos hg dp k k2; lin
  · refine ((tanh_eq_iff _ _).2 ?_).symm
    rw [k2]
    generalize sqrt (1 + exp (-(t + a)) ^ 2)⁻¹ = p at *
    generalize (1 + exp (-(t + a)) ^ 2)⁻¹ = g at *
    generalize exp (-(t + a)) = y at *
    generalize exp (t + a) = x at *
    clear dy hy he hpos hg dp k2; lin
  · generalize sqrt (1 + exp (-(t + a)) ^ 2)⁻¹ = p at *
    generalize (1 + exp (-(t + a)) ^ 2)⁻¹ = g at *
    generalize exp (-(t + a)) = y at *
    clear dy hy he hpos hg dp k k2; lin

/-- For every `a` two unit tokens of the plane follow the flow with uniform weights at all times, with the
overlap `tanh (t + a)`. -/
theorem exists_pair (a : R) : ∃ (x₁ x₂ : R → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) ∧ (∀ t, c t = tanh (t + a)) ∧
    (∀ t, normSq (x₁ t) = 1) ∧ (∀ t, normSq (x₂ t) = 1) ∧
    (∀ t, HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) ∧
    ∀ t, HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t := by
  obtain ⟨p, q, hn, hc, dp, dq⟩ := exists_coordinates a
  refine ⟨fun t => pairOf (p t) (q t), fun t => pairOf (p t) (-q t), fun t => p t * p t - q t * q t,
    fun t => ?_, hc, fun t => ?_, fun t => ?_, fun t => ?_, fun t => ?_⟩
  · have e : dot (pairOf (p t) (q t)) (pairOf (p t) (-q t)) = p t * p t + q t * -q t := dot_two _ _
    dsimp only; rw [e]; clear hn hc dp dq; lin
  · have e : normSq (pairOf (p t) (q t)) = p t * p t + q t * q t := dot_two _ _
    rw [e]; exact hn t
  · have e : normSq (pairOf (p t) (-q t)) = p t * p t + -q t * -q t := dot_two _ _
    have n := hn t
    rw [e]; clear hn hc dp dq; lin
  all_goals
    have n := hn t
    refine forall_fin_two ?_ ?_
  · refine (dp t).congr_deriv ?_
    show 1 / 2 * (p t - (p t * p t - q t * q t) * p t) = p t * (q t * q t)
    clear hn hc dp dq; lin
  · refine (dq t).congr_deriv ?_
    show 1 / 2 * (-q t - (p t * p t - q t * q t) * q t) = -(q t * (p t * p t))
    clear hn hc dp dq; lin
  · refine (dp t).congr_deriv ?_
    show 1 / 2 * (p t - (p t * p t - q t * q t) * p t) = p t * (q t * q t)
    clear hn hc dp dq; lin
  · refine (dq t).neg.congr_deriv ?_
    show 1 / 2 * (q t - (p t * p t - q t * q t) * -q t) = - -(q t * (p t * p t))
    clear hn hc dp dq; lin

/-- For every number strictly between `-1` and `1` the flow of two tokens with uniform weights has a solution
with that first overlap: the hypotheses of `pair_uniform` can be met. -/
theorem exists_pair_of_overlap {c₀ : R} (hlo : -1 < c₀) (hhi : c₀ < 1) :
    ∃ (x₁ x₂ : R → Fin 2 → R) (c : R → R), c 0 = c₀ ∧ (∀ t, c t = dot (x₁ t) (x₂ t)) ∧
    (∀ t, normSq (x₁ t) = 1) ∧ (∀ t, normSq (x₂ t) = 1) ∧
    (∀ t, HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) ∧
    ∀ t, HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t := by
  obtain ⟨x₁, x₂, c, hc, ht, h⟩ := exists_pair (artanh c₀)
  exact ⟨x₁, x₂, c, by rw [ht, tanh_zero_add_artanh hlo hhi], hc, h⟩

end Claims.Pair
