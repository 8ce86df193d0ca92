module

public import Claims.Energy.Falsify

/-!
# A score matrix that is not symmetric lets the energy rise

Two exact configurations of two unit tokens in the plane, with `V = A` and `β = 1`, at which the energy rises
along the softmax field and along the unnormalised field.
Sources: 000 and 001, Removing the denominator versus changing the metric; 002, Subtleties.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The quarter turn of the plane, `[[0, -1], [1, 0]]`. -/
def quarterTurn : Fin 2 → Fin 2 → R := two (two 0 (-1)) (two 1 0)

/-- The matrix `[[1, 2], [0, 1]]`. -/
def shear : Fin 2 → Fin 2 → R := two (two 1 2) (two 0 1)

/-- The tokens `(1, 0)` and `(3/5, 4/5)`. -/
def turnTokens : Fin 2 → Fin 2 → R := two (two 1 0) (two (3 / 5) (4 / 5))

/-- The tokens `(1, 0)` and `(12/13, 5/13)`. -/
def shearTokens : Fin 2 → Fin 2 → R := two (two 1 0) (two (12 / 13) (5 / 13))

/-- The tokens of the first configuration are unit vectors. -/
theorem normSq_turnTokens : ∀ i, normSq ((turnTokens : Fin 2 → Fin 2 → R) i) = 1 :=
  forall_fin_two ((normSq_two 1 0).trans (by lin)) ((normSq_two (3 / 5) (4 / 5)).trans (by lin))

/-- The tokens of the second configuration are unit vectors. -/
theorem normSq_shearTokens : ∀ i, normSq ((shearTokens : Fin 2 → Fin 2 → R) i) = 1 :=
  forall_fin_two ((normSq_two 1 0).trans (by lin)) ((normSq_two (12 / 13) (5 / 13)).trans (by lin))

/-! ## The softmax field -/

/-- The weights of the first configuration. -/
theorem turn_weights :
    weight (1 : R) quarterTurn turnTokens 0 0 = 1 ∧ weight (1 : R) quarterTurn turnTokens 0 1 = (exp (4 / 5 : R))⁻¹ ∧
    weight (1 : R) quarterTurn turnTokens 1 0 = exp (4 / 5 : R) ∧ weight (1 : R) quarterTurn turnTokens 1 1 = 1 := by
  unfold weight quarterTurn turnTokens
  simp only [two_zero, two_one, score_two]
  refine ⟨?_, ?_, ?_, ?_⟩
  · rw [← exp_zero]; exact congrArg exp (by lin)
  · rw [← exp_neg]; exact congrArg exp (by lin)
  · exact congrArg exp (by lin)
  · rw [← exp_zero]; exact congrArg exp (by lin)

/-- The softmax velocities of the two tokens. -/
theorem turn_velocity :
    saField (1 : R) quarterTurn quarterTurn turnTokens 0 =
      two 0 ((1 + (exp (4 / 5 : R))⁻¹)⁻¹ * (1 + 3 / 5 * (exp (4 / 5 : R))⁻¹)) ∧
    saField (1 : R) quarterTurn quarterTurn turnTokens 1 =
      two ((exp (4 / 5 : R) + 1)⁻¹ * (1 + 3 / 5 * exp (4 / 5 : R)) * -(4 / 5))
        ((exp (4 / 5 : R) + 1)⁻¹ * (1 + 3 / 5 * exp (4 / 5 : R)) * (3 / 5)) := by
  obtain ⟨w00, w01, w10, w11⟩ := turn_weights (R := R)
  rw [saField_eq, saField_eq, denom_two, denom_two, valueSum_two, valueSum_two, w00, w01, w10, w11]
  unfold turnTokens quarterTurn
  simp only [two_zero, two_one, mulVec_two]
  generalize exp (4 / 5 : R) = w
  clear w00 w01 w10 w11
  generalize (1 + w⁻¹)⁻¹ = k
  generalize w⁻¹ = v
  generalize (w + 1)⁻¹ = m
  rw [add_two, add_two, proj_two, proj_two, mul_two, mul_two]
  exact ⟨eq_two (by rw [two_zero]; lin) (by rw [two_one]; lin),
    eq_two (by rw [two_zero]; lin) (by rw [two_one]; lin)⟩

/-- The rate of the energy at the first configuration, `3 (w - 1)² / (100 w)` with `w = e^{4/5}`. -/
theorem turn_rate :
    HasRate (1 : R) quarterTurn turnTokens (saField (1 : R) quarterTurn quarterTurn turnTokens)
      (3 / 100 * (exp (4 / 5 : R) - 1) ^ 2 * (exp (4 / 5 : R))⁻¹) := by
  refine hasRate_of_tangent zero_lt_one quarterTurn (b := saField (1 : R) quarterTurn quarterTurn turnTokens)
    normSq_turnTokens (fun i => dot_proj (normSq_turnTokens i) _) ?_
  obtain ⟨w00, w01, w10, w11⟩ := turn_weights (R := R)
  obtain ⟨b0, b1⟩ := turn_velocity (R := R)
  have hw := exp_pos (4 / 5 : R)
  rw [rate_two, w00, w01, w10, w11, b0, b1]
  unfold turnTokens quarterTurn
  simp only [two_zero, two_one, mulVec_two, dot_two_two]
  generalize exp (4 / 5 : R) = w at hw
  clear b0 b1 w00 w01 w10 w11
  have e := mul_inv_cancel (ne_of_gt hw)
  have e1 := mul_inv_cancel (ne_of_gt (show 0 < w + 1 by lin))
  have e2 : (1 + w⁻¹)⁻¹ = w * (w + 1)⁻¹ := by
    have h1 := inv_pos hw
    have e3 := mul_inv_cancel (ne_of_gt (show 0 < 1 + w⁻¹ by lin))
    lin
  rw [e2]
  generalize w⁻¹ = v at e
  generalize (w + 1)⁻¹ = k at e1
  clear e2 hw
  lin

/-! ## The unnormalised field -/

/-- The weights of the second configuration. -/
theorem shear_weights :
    weight (1 : R) shear shearTokens 0 0 = exp (1 : R) ∧ weight (1 : R) shear shearTokens 0 1 = exp (22 / 13 : R) ∧
    weight (1 : R) shear shearTokens 1 0 = exp (12 / 13 : R) ∧
    weight (1 : R) shear shearTokens 1 1 = exp (289 / 169 : R) := by
  unfold weight shear shearTokens
  simp only [two_zero, two_one, score_two]
  refine ⟨?_, ?_, ?_, ?_⟩ <;> exact congrArg exp (by lin)

/-- The unnormalised velocities of the two tokens. -/
theorem shear_velocity :
    usaField (1 : R) shear shear shearTokens 0 = two 0 (5 / 26 * exp (22 / 13 : R)) ∧
    usaField (1 : R) shear shear shearTokens 1 =
      two (25 / 4394 * (13 * exp (12 / 13 : R) + 10 * exp (289 / 169 : R)))
        (-(30 / 2197 * (13 * exp (12 / 13 : R) + 10 * exp (289 / 169 : R)))) := by
  obtain ⟨w00, w01, w10, w11⟩ := shear_weights (R := R)
  have e : ((2 : Nat) : R)⁻¹ = 1 / 2 := by
    have : ((2 : Nat) : R) = 2 := by lin
    rw [this]; lin
  rw [usaField_eq, usaField_eq, valueSum_two, valueSum_two, w00, w01, w10, w11, e]
  unfold shearTokens shear
  simp only [two_zero, two_one, mulVec_two]
  rw [add_two, add_two, proj_two, proj_two, mul_two, mul_two]
  clear w00 w01 w10 w11 e
  exact ⟨eq_two (by rw [two_zero]; lin) (by rw [two_one]; lin),
    eq_two (by rw [two_zero]; lin) (by rw [two_one]; lin)⟩

/-- The rate of the energy at the second configuration is positive. -/
theorem shear_rate :
    ∃ D, 0 < D ∧ HasRate (1 : R) shear shearTokens (usaField (1 : R) shear shear shearTokens) D := by
  refine ⟨_, ?_, hasRate_of_tangent zero_lt_one shear (b := usaField (1 : R) shear shear shearTokens)
    normSq_shearTokens (fun i => dot_proj (normSq_shearTokens i) _) rfl⟩
  obtain ⟨w00, w01, w10, w11⟩ := shear_weights (R := R)
  obtain ⟨b0, b1⟩ := shear_velocity (R := R)
  rw [rate_two, w00, w01, w10, w11, b0, b1]
  unfold shearTokens shear
  simp only [two_zero, two_one, mulVec_two, dot_two_two]
  clear b0 b1 w00 w01 w10 w11
  -- `q` against the other weights, from `1 + x ≤ e^x` only
  have hp : 22 * exp (1 : R) ≤ 13 * exp (22 / 13 : R) := by
    have h1 := exp_add (1 : R) (9 / 13)
    have h2 := mul_le_mul_left' (le_of_lt (exp_pos (1 : R))) (one_add_le_exp (9 / 13 : R))
    rw [show (1 : R) + 9 / 13 = 22 / 13 by lin] at h1 h2
    rw [h1]; lin
  have hr : 23 * exp (12 / 13 : R) ≤ 13 * exp (22 / 13 : R) := by
    have h1 := exp_add (12 / 13 : R) (10 / 13)
    have h2 := mul_le_mul_left' (le_of_lt (exp_pos (12 / 13 : R))) (one_add_le_exp (10 / 13 : R))
    rw [show (12 : R) / 13 + 10 / 13 = 22 / 13 by lin] at h1
    rw [h1]; lin
  have hs : exp (22 / 13 : R) ≤ exp (289 / 169 : R) := exp_le_exp_of_le (by lin)
  have p0 := exp_pos (1 : R)
  have q0 := exp_pos (22 / 13 : R)
  have r0 := exp_pos (12 / 13 : R)
  generalize exp (1 : R) = p at *
  generalize exp (22 / 13 : R) = q at *
  generalize exp (12 / 13 : R) = r at *
  generalize exp (289 / 169 : R) = s at *
  have s0 : 0 < s := by lin
  have a1 := mul_le_mul_right' (le_of_lt q0) hp
  have a2 := mul_le_mul_right' (le_of_lt r0) hr
  have a3 := mul_le_mul_right' (le_of_lt r0) hs
  have a4 := mul_le_mul_right' (le_of_lt q0) hs
  have a5 := mul_le_mul_right' (le_of_lt s0) hs
  have a6 := mul_pos q0 q0
  have a7 := mul_pos q0 r0
  clear hp hr hs p0 q0 r0 s0
  lin

/-- `energy.falsify-nonsym`: with `V = A` and `β = 1` there are matrices `A` that are not symmetric and pairs of
unit tokens at which the energy rises. Along the softmax field: `A = [[0, -1], [1, 0]]`, tokens `(1, 0)` and
`(3/5, 4/5)`, rate `3 (w - 1)² / (100 w)` with `w = e^{4/5}`. Along the unnormalised field: `A = [[1, 2], [0, 1]]`,
tokens `(1, 0)` and `(12/13, 5/13)`. Source: 000 and 001, Removing the denominator versus changing the metric;
002, Subtleties. -/
theorem energy_falsify_nonsym :
    (¬ ∀ a b, (quarterTurn : Fin 2 → Fin 2 → R) a b = quarterTurn b a) ∧
    (∀ i, normSq ((turnTokens : Fin 2 → Fin 2 → R) i) = 1) ∧
    HasRate (1 : R) quarterTurn turnTokens (saField (1 : R) quarterTurn quarterTurn turnTokens)
      (3 / 100 * (exp (4 / 5 : R) - 1) ^ 2 * (exp (4 / 5 : R))⁻¹) ∧
    0 < 3 / 100 * (exp (4 / 5 : R) - 1) ^ 2 * (exp (4 / 5 : R))⁻¹ ∧
    (¬ ∀ a b, (shear : Fin 2 → Fin 2 → R) a b = shear b a) ∧
    (∀ i, normSq ((shearTokens : Fin 2 → Fin 2 → R) i) = 1) ∧
    ∃ D, 0 < D ∧ HasRate (1 : R) shear shearTokens (usaField (1 : R) shear shear shearTokens) D := by
  refine ⟨fun h => ?_, normSq_turnTokens, turn_rate, ?_, fun h => ?_, normSq_shearTokens, shear_rate⟩
  · have e : (-1 : R) = 1 := h 0 1
    clear h; lin
  · have h := one_lt_exp (x := (4 / 5 : R)) (by lin)
    have hp := exp_pos (4 / 5 : R)
    exact mul_pos (mul_pos (by lin) (sq_pos (by lin))) (inv_pos hp)
  · have e : (2 : R) = 0 := h 0 1
    clear h; lin

end Claims

end
