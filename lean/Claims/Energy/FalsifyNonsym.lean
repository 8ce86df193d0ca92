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
  forall_two ((normSq_two 1 0).trans (by lin)) ((normSq_two (3 / 5) (4 / 5)).trans (by lin))

/-- The tokens of the second configuration are unit vectors. -/
theorem normSq_shearTokens : ∀ i, normSq ((shearTokens : Fin 2 → Fin 2 → R) i) = 1 :=
  forall_two ((normSq_two 1 0).trans (by lin)) ((normSq_two (12 / 13) (5 / 13)).trans (by lin))

/-! ## The softmax field -/

/-- The weights of the first configuration. -/
theorem turn_weights {E : R → R} (hE : IsExp E) :
    weight E 1 quarterTurn turnTokens 0 0 = 1 ∧ weight E 1 quarterTurn turnTokens 0 1 = (E (4 / 5))⁻¹ ∧
    weight E 1 quarterTurn turnTokens 1 0 = E (4 / 5) ∧ weight E 1 quarterTurn turnTokens 1 1 = 1 := by
  unfold weight quarterTurn turnTokens
  simp only [two_zero, two_one, score_two]
  refine ⟨?_, ?_, ?_, ?_⟩
  · rw [← hE.zero]; exact congrArg E (by clear hE; lin)
  · rw [← hE.neg]; exact congrArg E (by clear hE; lin)
  · exact congrArg E (by clear hE; lin)
  · rw [← hE.zero]; exact congrArg E (by clear hE; lin)

/-- The softmax velocities of the two tokens. -/
theorem turn_velocity {E : R → R} (hE : IsExp E) :
    saField E 1 quarterTurn quarterTurn turnTokens 0 =
      two 0 ((1 + (E (4 / 5))⁻¹)⁻¹ * (1 + 3 / 5 * (E (4 / 5))⁻¹)) ∧
    saField E 1 quarterTurn quarterTurn turnTokens 1 =
      two ((E (4 / 5) + 1)⁻¹ * (1 + 3 / 5 * E (4 / 5)) * -(4 / 5))
        ((E (4 / 5) + 1)⁻¹ * (1 + 3 / 5 * E (4 / 5)) * (3 / 5)) := by
  obtain ⟨w00, w01, w10, w11⟩ := turn_weights hE
  rw [saField_eq, saField_eq, denom_two, denom_two, valueSum_two, valueSum_two, w00, w01, w10, w11]
  unfold turnTokens quarterTurn
  simp only [two_zero, two_one, mulVec_two]
  generalize E (4 / 5) = w
  clear w00 w01 w10 w11 hE
  generalize (1 + w⁻¹)⁻¹ = k
  generalize w⁻¹ = v
  generalize (w + 1)⁻¹ = m
  rw [add_two, add_two, proj_two, proj_two, mul_two, mul_two]
  exact ⟨eq_two (by rw [two_zero]; lin) (by rw [two_one]; lin),
    eq_two (by rw [two_zero]; lin) (by rw [two_one]; lin)⟩

/-- The rate of the energy at the first configuration, `3 (w - 1)² / (100 w)` with `w = e^{4/5}`. -/
theorem turn_rate {E : R → R} (hE : IsExp E) :
    HasRate E 1 quarterTurn turnTokens (saField E 1 quarterTurn quarterTurn turnTokens)
      (3 / 100 * (E (4 / 5) - 1) ^ 2 * (E (4 / 5))⁻¹) := by
  refine hasRate_of_tangent hE zero_lt_one quarterTurn (b := saField E 1 quarterTurn quarterTurn turnTokens)
    normSq_turnTokens (fun i => dot_proj (normSq_turnTokens i) _) ?_
  obtain ⟨w00, w01, w10, w11⟩ := turn_weights hE
  obtain ⟨b0, b1⟩ := turn_velocity hE
  have hw := hE.pos (4 / 5)
  rw [rate_two, w00, w01, w10, w11, b0, b1]
  unfold turnTokens quarterTurn
  simp only [two_zero, two_one, mulVec_two, dot_two_two]
  generalize E (4 / 5) = w at hw
  clear b0 b1 w00 w01 w10 w11 hE
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
theorem shear_weights (E : R → R) :
    weight E 1 shear shearTokens 0 0 = E 1 ∧ weight E 1 shear shearTokens 0 1 = E (22 / 13) ∧
    weight E 1 shear shearTokens 1 0 = E (12 / 13) ∧
    weight E 1 shear shearTokens 1 1 = E (289 / 169) := by
  unfold weight shear shearTokens
  simp only [two_zero, two_one, score_two]
  refine ⟨?_, ?_, ?_, ?_⟩ <;> exact congrArg E (by lin)

/-- The unnormalised velocities of the two tokens. -/
theorem shear_velocity (E : R → R) :
    usaField E 1 shear shear shearTokens 0 = two 0 (5 / 26 * E (22 / 13)) ∧
    usaField E 1 shear shear shearTokens 1 =
      two (25 / 4394 * (13 * E (12 / 13) + 10 * E (289 / 169)))
        (-(30 / 2197 * (13 * E (12 / 13) + 10 * E (289 / 169)))) := by
  obtain ⟨w00, w01, w10, w11⟩ := shear_weights E
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
theorem shear_rate {E : R → R} (hE : IsExp E) :
    ∃ D, 0 < D ∧ HasRate E 1 shear shearTokens (usaField E 1 shear shear shearTokens) D := by
  refine ⟨_, ?_, hasRate_of_tangent hE zero_lt_one shear (b := usaField E 1 shear shear shearTokens)
    normSq_shearTokens (fun i => dot_proj (normSq_shearTokens i) _) rfl⟩
  obtain ⟨w00, w01, w10, w11⟩ := shear_weights E
  obtain ⟨b0, b1⟩ := shear_velocity E
  rw [rate_two, w00, w01, w10, w11, b0, b1]
  unfold shearTokens shear
  simp only [two_zero, two_one, mulVec_two, dot_two_two]
  clear b0 b1 w00 w01 w10 w11
  -- `q` against the other weights, from `1 + x ≤ e^x` only
  have hp : 22 * E 1 ≤ 13 * E (22 / 13) := by
    have h1 := hE.add 1 (9 / 13)
    have h2 := mul_le_mul_left' (le_of_lt (hE.pos 1)) (hE.one_add_le (9 / 13))
    rw [show (1 : R) + 9 / 13 = 22 / 13 by lin] at h1 h2
    rw [h1]; clear hE; lin
  have hr : 23 * E (12 / 13) ≤ 13 * E (22 / 13) := by
    have h1 := hE.add (12 / 13) (10 / 13)
    have h2 := mul_le_mul_left' (le_of_lt (hE.pos (12 / 13))) (hE.one_add_le (10 / 13))
    rw [show (12 : R) / 13 + 10 / 13 = 22 / 13 by lin] at h1
    rw [h1]; clear hE; lin
  have hs : E (22 / 13) ≤ E (289 / 169) := hE.mono (by lin)
  have p0 := hE.pos 1
  have q0 := hE.pos (22 / 13)
  have r0 := hE.pos (12 / 13)
  clear hE
  generalize E 1 = p at *
  generalize E (22 / 13) = q at *
  generalize E (12 / 13) = r at *
  generalize E (289 / 169) = s at *
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
theorem energy_falsify_nonsym (E : R → R) (hE : IsExp E) :
    (¬ ∀ a b, (quarterTurn : Fin 2 → Fin 2 → R) a b = quarterTurn b a) ∧
    (∀ i, normSq ((turnTokens : Fin 2 → Fin 2 → R) i) = 1) ∧
    HasRate E 1 quarterTurn turnTokens (saField E 1 quarterTurn quarterTurn turnTokens)
      (3 / 100 * (E (4 / 5) - 1) ^ 2 * (E (4 / 5))⁻¹) ∧
    0 < 3 / 100 * (E (4 / 5) - 1) ^ 2 * (E (4 / 5))⁻¹ ∧
    (¬ ∀ a b, (shear : Fin 2 → Fin 2 → R) a b = shear b a) ∧
    (∀ i, normSq ((shearTokens : Fin 2 → Fin 2 → R) i) = 1) ∧
    ∃ D, 0 < D ∧ HasRate E 1 shear shearTokens (usaField E 1 shear shear shearTokens) D := by
  refine ⟨fun h => ?_, normSq_turnTokens, turn_rate hE, ?_, fun h => ?_, normSq_shearTokens, shear_rate hE⟩
  · have e : (-1 : R) = 1 := h 0 1
    clear hE h; lin
  · have h := hE.one_lt (x := 4 / 5) (by clear hE; lin)
    have hp := hE.pos (4 / 5)
    exact mul_pos (mul_pos (by clear hE; lin) (sq_pos (by clear hE; lin))) (inv_pos hp)
  · have e : (2 : R) = 0 := h 0 1
    clear hE h; lin

end Claims

end
