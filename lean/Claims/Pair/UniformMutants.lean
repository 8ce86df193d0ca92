module

public import Claims.Pair.Witness
public import Claims.Pair.ParticipationFlow

/-!
# Refutations of mutated statements about two tokens with uniform weights

Each theorem proves the negation of a statement obtained from a claim about two tokens by a change of sign or
factor, or by weakening a hypothesis. Constant pairs refute the weakened hypotheses; the horizon `T = 0` refutes
the changed formulas.
-/

@[expose] public section

noncomputable section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Uniform weights -/

/-- Refutes the factor mutant of `pair_uniform` with `c' = 2 (1 - c²)`. -/
theorem pair_uniform_mutant_factor_false : ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 < c 0 → c 0 < 1 → ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (2 * (1 - c t ^ 2)) t := by
  intro h
  obtain ⟨x₁, x₂, c, hc, n₁, n₂, c0, o₁, o₂⟩ := exists_orthogonal (R := R)
  have a := h x₁ x₂ c 0 hc n₁ n₂ o₁ o₂ (by rw [c0]; clear h; lin) (by rw [c0]; clear h; lin) 0 (le_rfl 0) (le_rfl 0)
  have b := (overlap_law hc n₁ n₂ o₁ o₂ (le_rfl 0) (le_rfl 0)).2.2
  have e := a.unique b
  rw [c0] at e
  clear h a b o₁ o₂; lin

/-- Refutes the mutant of `pair_uniform` that admits `c(0) = -1`: the antipodal pair stays, and `-1` is not a
hyperbolic tangent, whatever `artanh (-1)` may be. -/
theorem pair_uniform_mutant_hypothesis_false :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 ≤ c 0 → c 0 < 1 → ∀ t, 0 ≤ t → t ≤ T → c t = tanh (t + artanh (c 0)) := by
  intro h
  have hσ : (-1 : R) * -1 = 1 := by clear h; lin
  have e := h (fun _ => e₁) (fun _ => scaled (-1)) (fun _ => -1) 0 (fun _ => (dot_scaled _).symm)
    normSq_e₁ (normSq_scaled hσ) (fun t _ _ => const_ode₁ _ t) (fun t _ _ => const_ode₂ hσ t)
    (le_rfl _) (by clear h; lin) 0 (le_rfl 0) (le_rfl 0)
  have b := (abs_tanh_lt_one (0 + artanh (-1 : R))).1
  rw [← e] at b
  clear h e; lin

/-- Refutes the sign mutant of `pair_time_09` with `log 19 / 2 < t` in place of `t < log 19 / 2`. -/
theorem pair_time_09_mutant_sign_false :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    c 0 = 0 → tanh (log (19 : R) / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = log 19 / 2) ∧ (c t < 9 / 10 ↔ log 19 / 2 < t) := by
  intro h
  obtain ⟨x₁, x₂, c, hc, n₁, n₂, c0, o₁, o₂⟩ := exists_orthogonal (R := R)
  have hl := log_pos (x := (19 : R)) (by clear h; lin)
  obtain ⟨-, k⟩ := h x₁ x₂ c 0 hc n₁ n₂ o₁ o₂ c0
  have := (k 0 (le_rfl 0) (le_rfl 0)).2.1 (by rw [c0]; clear h k; lin)
  clear h k o₁ o₂; lin

/-- Refutes the mutant of `pair_time_09` with `0 ≤ c(0)` in place of `c(0) = 0`: an aligned pair stays. -/
theorem pair_time_09_mutant_hypothesis_false :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    0 ≤ c 0 → tanh (log (19 : R) / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = log 19 / 2) ∧ (c t < 9 / 10 ↔ t < log 19 / 2) := by
  intro h
  have hσ : (1 : R) * 1 = 1 := by clear h; lin
  have hl := log_pos (x := (19 : R)) (by clear h; lin)
  obtain ⟨-, k⟩ := h (fun _ => e₁) (fun _ => scaled 1) (fun _ => 1) 0 (fun _ => (dot_scaled _).symm)
    normSq_e₁ (normSq_scaled hσ) (fun t _ _ => const_ode₁ _ t) (fun t _ _ => const_ode₂ hσ t)
    (le_of_lt zero_lt_one)
  have := (k 0 (le_rfl 0) (le_rfl 0)).2.2 (by clear h k; lin)
  clear h k; lin

/-! ## The participation rank -/

/-- Refutes the mutant of `pair_rank_nonmonotone` that admits `c(0) = -1`: the antipodal pair never becomes
orthogonal. -/
theorem pair_rank_nonmonotone_mutant_lower_false : ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 ≤ c 0 → c 0 < 1 → c 0 < 0 → ∃ τ, 0 < τ ∧ c τ = 0 := by
  intro h
  have hσ : (-1 : R) * -1 = 1 := by clear h; lin
  obtain ⟨τ, -, k⟩ := h (fun _ => e₁) (fun _ => scaled (-1)) (fun _ => -1) (fun _ => (dot_scaled _).symm)
    normSq_e₁ (normSq_scaled hσ) (fun t _ => const_ode₁ _ t) (fun t _ => const_ode₂ hσ t)
    (le_rfl _) (by clear h; lin) (by clear h; lin)
  clear h; lin

/-- Refutes the mutant of `pair_rank_nonmonotone` that admits `c(0) = 1`: the rank of an aligned pair is
constant. -/
theorem pair_rank_nonmonotone_mutant_upper_false : ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c r : R → R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → (∀ t, r t = participationRank (gram (pairOf (x₁ t) (x₂ t)))) →
    normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 < c 0 → c 0 ≤ 1 → 0 ≤ c 0 → ∀ s t, 0 ≤ s → s < t → r t < r s := by
  intro h
  have hσ : (1 : R) * 1 = 1 := by clear h; lin
  have k := h (fun _ => e₁) (fun _ => scaled 1) (fun _ => 1)
    (fun _ => participationRank (gram (pairOf e₁ (scaled 1)))) (fun _ => (dot_scaled _).symm) (fun _ => rfl)
    normSq_e₁ (normSq_scaled hσ) (fun t _ => const_ode₁ _ t) (fun t _ => const_ode₂ hσ t)
    (by clear h; lin) (le_rfl 1) (by clear h; lin) 0 1 (le_rfl 0) zero_lt_one
  dsimp only at k
  clear h; lin

end Claims.Pair

end
