module

public import Claims.Energy.TwoTokens

/-!
# What the decrease of the energy needs

Two tokens at which the energy rises along the attention fields: with a score matrix that is not symmetric,
and with a value matrix other than the score matrix. The rate of the energy along a velocity is its derivative
along every curve with that velocity. Sources: 000 and 001, Removing the denominator versus changing the
metric; 002, Subtleties.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Rates -/

/-- `D` is the rate of the energy at the unit tokens `z` that move with velocity `b`: some curve of unit tokens
passes `z` with that velocity, and along every curve that does the energy has derivative `D`. -/
def HasRate (β : R) (A : Fin d → Fin d → R) (z b : Fin n → Fin d → R) (D : R) : Prop :=
  (∃ γ : R → Fin n → Fin d → R, γ 0 = z ∧ (∀ t i, normSq (γ t i) = 1) ∧
    ∀ i, HasVecDerivAt (fun t => γ t i) (b i) 0) ∧
  ∀ γ : R → Fin n → Fin d → R, γ 0 = z → (∀ i, HasVecDerivAt (fun t => γ t i) (b i) 0) →
    HasDerivAt (fun t => energy β A (γ t)) D 0

/-- A configuration has one rate. -/
theorem HasRate.unique {β : R} {A : Fin d → Fin d → R} {z b : Fin n → Fin d → R} {D D' : R}
    (h : HasRate β A z b D) (h' : HasRate β A z b D') : D = D' := by
  obtain ⟨γ, h0, _, hv⟩ := h.1
  exact (h.2 γ h0 hv).unique (h'.2 γ h0 hv)

/-- The rate of the energy along a tangent velocity. -/
theorem hasRate_of_tangent {β : R} (hβ : 0 < β) (A : Fin d → Fin d → R)
    {z b : Fin n → Fin d → R} (hz : ∀ i, normSq (z i) = 1) (hb : ∀ i, dot (z i) (b i) = 0) {D : R}
    (hD : D = sum (fun i => dot (freeGrad β A z i) (b i))) : HasRate β A z b D :=
  ⟨exists_curve hz hb, fun γ h0 hv => (hasDerivAt_energy hβ A hv).congr_deriv (by rw [h0, hD])⟩

/-! ## A value matrix other than the score matrix -/

/-- The matrix `-I`. -/
def negOne : Fin d → Fin d → R := fun a b => -one a b

/-- The matrix `-I` turns a vector around. -/
theorem mulVec_negOne (v : Fin d → R) : mulVec negOne v = fun a => -v a := by
  funext a
  have e : mulVec negOne v a = -mulVec one v a := dot_neg_left (one a) v
  rw [e, mulVec_one]

/-- The score with the matrix `-I`. -/
theorem score_negOne (x y : Fin d → R) : score negOne x y = -dot x y := by
  unfold score
  rw [mulVec_negOne, dot_neg_right]

/-- The tangential part of a combination of two orthonormal vectors. -/
theorem proj_combination {x y : Fin d → R} (hx : normSq x = 1) (hxy : dot x y = 0) (p q : R) :
    proj x (fun a => p * x a + q * y a) = fun a => q * y a := by
  have e : dot x (fun a => p * x a + q * y a) = p := by
    rw [dot_add_right, dot_mul_right, dot_mul_right, hxy]
    have k : dot x x = 1 := hx
    rw [k]; lin
  funext a
  unfold proj
  rw [e]; lin

/-- The rate of the energy of an orthonormal pair with scores `-⟨x, y⟩` whose tokens move towards each other
with speed `c`. -/
theorem hasRate_orthonormal {x y : Fin d → R} (hx : normSq x = 1)
    (hy : normSq y = 1) (hxy : dot x y = 0) {b : Fin 2 → Fin d → R} {c : R}
    (h0 : b 0 = fun a => c * y a) (h1 : b 1 = fun a => c * x a) :
    HasRate 1 negOne (two x y) b (c / 2) := by
  have hyx : dot y x = 0 := by rw [dot_comm]; exact hxy
  have hx' : dot x x = 1 := hx
  have hy' : dot y y = 1 := hy
  refine hasRate_of_tangent zero_lt_one negOne (forall_fin_two hx hy) (forall_fin_two ?_ ?_) ?_
  · rw [h0, two_zero, dot_mul_right, hxy]; lin
  · rw [h1, two_one, dot_mul_right, hyx]; lin
  · have w01 : weight 1 negOne (two x y) 0 1 = 1 := by
      unfold weight
      rw [two_zero, two_one, score_negOne, hxy, show (1 : R) * -0 = 0 by lin, exp_zero]
    have w10 : weight 1 negOne (two x y) 1 0 = 1 := by
      unfold weight
      rw [two_zero, two_one, score_negOne, hyx, show (1 : R) * -0 = 0 by lin, exp_zero]
    rw [rate_two, w01, w10, h0, h1]
    simp only [two_zero, two_one, mulVec_negOne, dot_neg_right, dot_mul_left, dot_mul_right, hxy, hyx,
      hx', hy']
    clear h0 h1 w01 w10; lin

/-- `energy.falsify-V`: with `A = -I`, `V = I` and `β = 1` the energy of an orthogonal pair of unit tokens
rises: its rate is `½ / (1 + e⁻¹) > 0` along the softmax field and `¼` along the unnormalised field, in any
dimension that has such a pair, and the plane has one. So `V = A` cannot be dropped from the decrease of the
energy, `A` being symmetric here. Source: 000 and 001, Removing the denominator versus changing the metric. -/
theorem energy_falsify_value :
    (∃ x y : Fin 2 → R, normSq x = 1 ∧ normSq y = 1 ∧ dot x y = 0) ∧
    ∀ (d : Nat) (x y : Fin d → R), normSq x = 1 → normSq y = 1 → dot x y = 0 →
      HasRate 1 negOne (two x y) (saField 1 negOne one (two x y)) (1 / 2 / (1 + exp (-1))) ∧
      0 < 1 / 2 / (1 + exp (-1 : R)) ∧
      HasRate 1 negOne (two x y) (usaField 1 negOne one (two x y)) (1 / 4) := by
  refine ⟨⟨two 1 0, two 0 1, ?_, ?_, ?_⟩, fun d x y hx hy hxy => ?_⟩
  · show dot _ _ = _; rw [dot_two_two]; lin
  · show dot _ _ = _; rw [dot_two_two]; lin
  · rw [dot_two_two]; lin
  have hyx : dot y x = 0 := by rw [dot_comm]; exact hxy
  have hw := exp_pos (-1 : R)
  have hone : ∀ v : Fin d → R, mulVec one v = v := fun v => funext fun a => mulVec_one v a
  have weights : ∀ i j, weight 1 negOne (two x y) i j = exp (1 * -dot (two x y i) (two x y j)) := fun i j => by
    unfold weight
    rw [score_negOne]
  have w00 : weight 1 negOne (two x y) 0 0 = exp (-1) := by
    have k : dot x x = 1 := hx
    rw [weights, two_zero, k, show (1 : R) * -1 = -1 by lin]
  have w11 : weight 1 negOne (two x y) 1 1 = exp (-1) := by
    have k : dot y y = 1 := hy
    rw [weights, two_one, k, show (1 : R) * -1 = -1 by lin]
  have w01 : weight 1 negOne (two x y) 0 1 = 1 := by
    rw [weights, two_one, two_zero, hxy, show (1 : R) * -0 = 0 by lin, exp_zero]
  have w10 : weight 1 negOne (two x y) 1 0 = 1 := by
    rw [weights, two_one, two_zero, hyx, show (1 : R) * -0 = 0 by lin, exp_zero]
  have p0 : proj (two x y 0) (valueSum 1 negOne one (two x y) 0) = fun a => 1 * y a := by
    rw [valueSum_two, hone, hone, w01]
    exact proj_combination hx hxy _ 1
  have p1 : proj (two x y 1) (valueSum 1 negOne one (two x y) 1) = fun a => 1 * x a := by
    rw [valueSum_two, hone, hone, w10, funext fun a => show 1 * two x y 0 a +
      weight 1 negOne (two x y) 1 1 * two x y 1 a = weight 1 negOne (two x y) 1 1 * y a + 1 * x a by
        rw [two_zero, two_one]; clear weights hone; lin]
    exact proj_combination hy hyx _ 1
  refine ⟨?_, div_pos (half_pos zero_lt_one) (by clear weights hone; lin), ?_⟩
  · have h := hasRate_orthonormal hx hy hxy (b := saField 1 negOne one (two x y))
      (c := 1 / (1 + exp (-1)))
      (by rw [saField_eq, p0, denom_two, w00, w01]; funext a; clear weights hone p0 p1; lin)
      (by rw [saField_eq, p1, denom_two, w10, w11]; funext a; clear weights hone p0 p1; lin)
    rw [show 1 / 2 / (1 + exp (-1)) = 1 / (1 + exp (-1 : R)) / 2 by clear weights hone p0 p1 h; lin]
    exact h
  · have e : ((2 : Nat) : R)⁻¹ = 1 / 2 := by
      have : ((2 : Nat) : R) = 2 := by lin
      rw [this]; lin
    have h := hasRate_orthonormal hx hy hxy (b := usaField 1 negOne one (two x y)) (c := 1 / 2)
      (by rw [usaField_eq, p0, e]; funext a; clear weights hone p0 p1; lin)
      (by rw [usaField_eq, p1, e]; funext a; clear weights hone p0 p1; lin)
    rw [show (1 : R) / 4 = 1 / 2 / 2 by lin]
    exact h

end Claims

end
