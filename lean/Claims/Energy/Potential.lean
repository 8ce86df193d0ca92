module

public import Claims.Energy.Dissipation

/-!
# The interaction potential

The ascending form of the energy for `A = V = I`: it is minus the energy times `n²`, it does not fall along
the softmax field, it is bounded with equality exactly at consensus, and it converges along every curve of
the field. Sources: 002, section 2; 004, section 15.1.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Definitions -/

/-- The interaction potential of 002, `Φ = (1 / (2 β)) ∑_ij e^{β ⟨x_i, x_j⟩}`. -/
def potential (β : R) (x : Fin n → Fin d → R) : R :=
  1 / (2 * β) * sum (fun i => sum (fun j => exp (β * dot (x i) (x j))))

/-- The interaction energy of 004 with unit weights, `𝓔 = (1 / (2 n²)) ∑_ij h(x_i, x_j)` with
`h(x, y) = e^{β ⟨x, y⟩} / β`. -/
def pairEnergy (β : R) (x : Fin n → Fin d → R) : R :=
  1 / (2 * (n : R) ^ 2) * sum (fun i => sum (fun j => exp (β * dot (x i) (x j)) / β))

/-- The gradient of the potential in the ambient space, `∇_i Φ = ∑_j e^{β ⟨x_i, x_j⟩} x_j`. -/
def potentialGrad (β : R) (x : Fin n → Fin d → R) (i : Fin n) : Fin d → R :=
  fun a => sum (fun j => exp (β * dot (x i) (x j)) * x j a)

/-! ## One function -/

/-- The weights with the identity matrix. -/
theorem weight_one (β : R) (x : Fin n → Fin d → R) (i j : Fin n) :
    weight β one x i j = exp (β * dot (x i) (x j)) := by
  unfold weight
  rw [score_one]

/-- With `A = V = I` the sum of the values is the gradient of the potential. -/
theorem valueSum_one (β : R) (x : Fin n → Fin d → R) (i : Fin n) :
    valueSum β one one x i = potentialGrad β x i :=
  funext fun a => sum_congr fun j => by rw [weight_one, mulVec_one]

/-- The potential is `-n²` times the energy of the identity matrix. -/
theorem potential_eq (β : R) (x : Fin n → Fin d → R) :
    potential β x = -((n : R) ^ 2 * energy β one x) := by
  unfold potential energy
  rw [sum_congr fun i => sum_congr fun j => (weight_one β x i j).symm]
  rcases Classical.em ((n : R) = 0) with h | h
  · have hn : n = 0 := by
      cases n with
      | zero => rfl
      | succ k => exact absurd h (natCast_ne_zero (⟨0, Nat.succ_pos k⟩ : Fin (k + 1)))
    subst hn
    simp only [sum_zero_length]
    lin
  · rcases Classical.em (β = 0) with hb | hb
    · subst hb
      have e1 : (1 : R) / (2 * 0) = 0 := by lin
      have e2 : (1 : R) / (2 * 0 * (n : R) ^ 2) = 0 := by lin
      rw [e1, e2]; lin
    · have h1 : 2 * β * (n : R) ^ 2 ≠ 0 := by lin
      have h2 : 2 * β ≠ 0 := by lin
      lin

/-- The potential over `n²` is the energy of 004. -/
theorem pairEnergy_eq {β : R} (hβ : β ≠ 0) (x : Fin n → Fin d → R) :
    pairEnergy β x = potential β x / (n : R) ^ 2 := by
  unfold pairEnergy potential
  rw [sum_congr fun i => (sum_congr fun j => div_eq_mul_inv (exp (β * dot (x i) (x j))) β).trans
    (sum_mul_right _ β⁻¹), sum_mul_right]
  generalize (sum fun i => sum fun j => exp (β * dot (x i) (x j))) = S
  rcases Classical.em ((n : R) = 0) with h | h
  · rw [h]
    have e1 : (1 : R) / (2 * 0 ^ 2) = 0 := by lin
    rw [e1]; lin
  · have h1 : 2 * (n : R) ^ 2 ≠ 0 := by lin
    have h2 : 2 * β ≠ 0 := by lin
    lin

/-- `energy.dictionary`: for `A = I` and unit weights the energy `exp` of 000, the potential `Φ` of 002 and the
energy `𝓔` of 004 are one function: (1) `𝓔 = -exp` and (2) `𝓔 = Φ / n²` at every configuration; (3) along a
curve of the unnormalised field that starts on the unit sphere `d𝓔/dτ = n⁻¹ ∑ |z_i'|²`.
Source: 000 and 001, Removing the denominator versus changing the metric; 004, section 15.1, (16) to (18). -/
theorem energy_dictionary {n d : Nat} (β : R) (hβ : 0 < β)
    (z : R → Fin n → Fin d → R) (T : R) (hz : ∀ i, normSq (z 0 i) = 1)
    (hode : Follows (usaField β one one) z T) :
    (∀ x : Fin n → Fin d → R, pairEnergy β x = -energy β one x) ∧
    (∀ x : Fin n → Fin d → R, pairEnergy β x = potential β x / (n : R) ^ 2) ∧
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => pairEnergy β (z s))
      ((n : R)⁻¹ * sum (fun i => normSq (usaField β one one (z t) i))) t) := by
  have key : ∀ x : Fin n → Fin d → R, pairEnergy β x = -energy β one x := fun x => by
    have e := pairEnergy_eq (ne_of_gt hβ) x
    rw [e, potential_eq]
    rcases Classical.em ((n : R) = 0) with h | h
    · have h0 : energy β one x = 0 := by
        unfold energy
        rw [h, show (1 : R) / (2 * β * 0 ^ 2) = 0 by clear hz hode; lin]
        clear hz hode; lin
      rw [h0]; clear hz hode; lin
    · clear hz hode; lin
  refine ⟨key, fun x => pairEnergy_eq (ne_of_gt hβ) x, fun t h0 hT => ?_⟩
  refine ((hasDerivAt_energy_usa hβ one_symm (fun i => hode.sphere_usa hz h0 hT i)
    (hode t h0 hT)).neg.congr fun s => key (z s)).congr_deriv ?_
  clear hz hode key; lin

/-! ## Monotone along the softmax field -/

/-- The derivative of the potential along any curve: `∇_i Φ` is the ambient gradient. -/
theorem hasDerivAt_potential {β : R} (hβ : 0 < β)
    {x : R → Fin n → Fin d → R} {v : Fin n → Fin d → R} {t : R}
    (hx : ∀ i, HasVecDerivAt (fun s => x s i) (v i) t) :
    HasDerivAt (fun s => potential β (x s)) (sum (fun i => dot (potentialGrad β (x t) i) (v i))) t := by
  refine (((hasDerivAt_energy hβ one hx).const_mul ((n : R) ^ 2)).neg.congr
    fun s => potential_eq β (x s)).congr_deriv ?_
  rw [← sum_mul_left, ← sum_neg]
  refine sum_congr fun i => ?_
  have hT : transpose (one : Fin d → Fin d → R) = one := funext fun a => funext fun b => one_symm b a
  have e : freeGrad β one (x t) i = fun a => -(1 / (2 * (n : R) ^ 2)) *
      (2 * potentialGrad β (x t) i a) := by
    funext a
    unfold freeGrad potentialGrad
    rw [← sum_mul_left 2 (fun j => exp (β * dot (x t i) (x t j)) * x t j a)]
    refine congrArg _ (sum_congr fun j => ?_)
    rw [hT, mulVec_one, weight_one, weight_one, dot_comm (x t j)]
    clear hx; lin
  have hn := natCast_ne_zero (R := R) i
  rw [e, dot_mul_left, dot_mul_left]
  clear e hx
  lin

/-- With `A = V = I` the softmax field is the projected gradient of the potential over the denominator. -/
theorem saField_one (β : R) (x : Fin n → Fin d → R) (i : Fin n) :
    saField β one one x i = fun a => (denom β one x i)⁻¹ * proj (x i) (potentialGrad β x i) a := by
  rw [saField_eq, valueSum_one]

/-- The squared projected gradient over the denominator is the denominator times the squared velocity. -/
theorem normSq_grad_div (β : R) (x : Fin n → Fin d → R) (i : Fin n) :
    normSq (proj (x i) (potentialGrad β x i)) / denom β one x i =
      denom β one x i * normSq (saField β one one x i) := by
  have h := ne_of_gt (denom_pos β one x i)
  rw [saField_one, normSq_mul, div_eq_mul_inv]
  lin

/-- The rate of the potential along the softmax field. -/
theorem hasDerivAt_potential_sa {β : R} (hβ : 0 < β)
    {x : R → Fin n → Fin d → R} {t : R} (hs : ∀ i, normSq (x t i) = 1)
    (hx : ∀ i, HasVecDerivAt (fun s => x s i) (saField β one one (x t) i) t) :
    HasDerivAt (fun s => potential β (x s)) (sum (fun i =>
      normSq (proj (x t i) (potentialGrad β (x t) i)) / denom β one (x t) i)) t := by
  refine (hasDerivAt_potential hβ hx).congr_deriv (sum_congr fun i => ?_)
  rw [saField_one, dot_mul_right, dot_proj_self (hs i), div_eq_mul_inv]
  clear hx; lin

/-- The rate of the potential is not negative. -/
theorem potential_rate_nonneg (β : R) (x : Fin n → Fin d → R) :
    0 ≤ sum (fun i => normSq (proj (x i) (potentialGrad β x i)) / denom β one x i) :=
  sum_nonneg fun i => div_nonneg (normSq_nonneg _) (le_of_lt (denom_pos β one x i))

/-- The potential stands still exactly at the equilibria of the softmax field. -/
theorem potential_rate_eq_zero (β : R) (x : Fin n → Fin d → R) :
    sum (fun i => normSq (proj (x i) (potentialGrad β x i)) / denom β one x i) = 0 ↔
      ∀ i a, saField β one one x i a = 0 := by
  rw [sum_congr fun i => normSq_grad_div β x i, sum_eq_zero_iff fun i =>
    mul_nonneg (le_of_lt (denom_pos β one x i)) (normSq_nonneg _)]
  refine ⟨fun h i => normSq_eq_zero.1 ?_, fun h i => ?_⟩
  · exact (mul_eq_zero (h i)).resolve_left (ne_of_gt (denom_pos β one x i))
  · rw [normSq_eq_zero.2 (h i)]; clear h; lin

/-- `phi.monotone`: let `x` be a curve of tokens that starts on the unit sphere and follows the softmax field
with `A = V = I`, and `Φ = (1 / (2 β)) ∑ e^{β ⟨x_i, x_j⟩}`. (1) The ambient gradient is
`∇_i Φ = ∑_j e^{β ⟨x_i, x_j⟩} x_j`: along any curve the derivative of `Φ` is `∑ ⟨∇_i Φ, velocity_i⟩`.
(2) `x_i' = Z_i⁻¹ P_i ∇_i Φ`; (3) `dΦ/ds = ∑ |P_i ∇_i Φ|² / Z_i`, (4) equal to `∑ Z_i |x_i'|²`, (5) not
negative and (6) zero exactly at equilibria; (7) `Φ` does not fall. Source: 002, section 2. -/
theorem phi_monotone {n d : Nat} (β : R) (hβ : 0 < β)
    (x : R → Fin n → Fin d → R) (T : R) (hx : ∀ i, normSq (x 0 i) = 1)
    (hode : Follows (saField β one one) x T) :
    (∀ (γ : R → Fin n → Fin d → R) (v : Fin n → Fin d → R) (t : R),
      (∀ i, HasVecDerivAt (fun s => γ s i) (v i) t) → HasDerivAt (fun s => potential β (γ s))
        (sum (fun i => dot (fun a => sum (fun j => exp (β * dot (γ t i) (γ t j)) * γ t j a)) (v i))) t) ∧
    (∀ t i, saField β one one (x t) i =
      fun a => (denom β one (x t) i)⁻¹ * proj (x t i) (potentialGrad β (x t) i) a) ∧
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => potential β (x s)) (sum (fun i =>
      normSq (proj (x t i) (potentialGrad β (x t) i)) / denom β one (x t) i)) t) ∧
    (∀ t, sum (fun i => normSq (proj (x t i) (potentialGrad β (x t) i)) / denom β one (x t) i) =
      sum (fun i => denom β one (x t) i * normSq (saField β one one (x t) i))) ∧
    (∀ t, 0 ≤ sum (fun i => normSq (proj (x t i) (potentialGrad β (x t) i)) / denom β one (x t) i)) ∧
    (∀ t, sum (fun i => normSq (proj (x t i) (potentialGrad β (x t) i)) / denom β one (x t) i) = 0 ↔
      ∀ i a, saField β one one (x t) i a = 0) ∧
    (∀ s t, 0 ≤ s → s ≤ t → t ≤ T → potential β (x s) ≤ potential β (x t)) := by
  have h := fun t (h0 : 0 ≤ t) (hT : t ≤ T) =>
    hasDerivAt_potential_sa hβ (fun i => hode.sphere_sa hx h0 hT i) (hode t h0 hT)
  exact ⟨fun γ v t hγ => hasDerivAt_potential hβ hγ, fun t i => saField_one β (x t) i, h,
    fun t => sum_congr fun i => normSq_grad_div β (x t) i, fun t => potential_rate_nonneg β (x t),
    fun t => potential_rate_eq_zero β (x t), fun s t h0 hst hT =>
      le_of_deriv_nonneg (f := fun r => potential β (x r)) hst
        (fun r ha hb => h r (le_trans h0 ha) (le_trans hb hT))
        (fun r _ _ => potential_rate_nonneg β (x r))⟩

end Claims

end
