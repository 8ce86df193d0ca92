module

public import Claims.Pair.Solution
public import Claims.Pair.ParticipationFlow

/-!
# Refutations of two-token statements by the explicit solution

The solution with overlap `tanh t` refutes statements whose formulas are wrong only after the start.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Refutes the factor mutant of `pair_uniform` with `c(t) = tanh (2 t + artanh c(0))`. -/
theorem pair_uniform_mutant_rate_false :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 < c 0 → c 0 < 1 → ∀ t, 0 ≤ t → t ≤ T → c t = tanh (2 * t + artanh (c 0)) := by
  intro h
  obtain ⟨x₁, x₂, c, hc, ht, n₁, n₂, o₁, o₂⟩ := exists_pair (0 : R)
  have k := abs_tanh_lt_one ((0 : R) + 0)
  rw [← ht] at k
  have e := h x₁ x₂ c 1 hc (n₁ 0) (n₂ 0) (fun t _ _ => o₁ t) (fun t _ _ => o₂ t) k.1 k.2 1
    (le_of_lt zero_lt_one) (le_rfl 1)
  rw [ht, ht, artanh_tanh] at e
  have := tanh_injective e
  clear h hc ht n₁ n₂ o₁ o₂ e; lin

/-- Refutes the factor mutant of `pair_time_09` with the time `log 19` in place of `log 19 / 2`. -/
theorem pair_time_09_mutant_factor_false :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    c 0 = 0 → tanh (log (19 : R) / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = log 19) ∧ (c t < 9 / 10 ↔ t < log 19 / 2) := by
  intro h
  have hl := log_pos (x := (19 : R)) (by clear h; lin)
  obtain ⟨x₁, x₂, c, hc, ht, n₁, n₂, o₁, o₂⟩ := exists_pair (0 : R)
  obtain ⟨h9, law⟩ := h x₁ x₂ c (log 19) hc (n₁ 0) (n₂ 0) (fun t _ _ => o₁ t) (fun t _ _ => o₂ t)
    (by rw [ht, show (0 : R) + 0 = 0 by clear h; lin, tanh_zero])
  have e := (law (log 19) (le_of_lt hl) (le_rfl _)).1.2 rfl
  rw [ht, ← h9] at e
  have := tanh_injective e
  clear h hc ht n₁ n₂ o₁ o₂ law; lin

/-- Refutes the sign mutant of `pair_rank_nonmonotone` with the derivative `4 c (1 - c²) / (1 + c²)²`. -/
theorem pair_rank_nonmonotone_mutant_sign_false :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c r : R → R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → (∀ t, r t = participationRank (gram (pairOf (x₁ t) (x₂ t)))) →
    normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 < c 0 → c 0 < 1 → ∀ t, 0 < t → HasDerivAt r (4 * c t * (1 - c t ^ 2) / (1 + c t ^ 2) ^ 2) t := by
  intro h
  obtain ⟨x₁, x₂, c, hc, ht, n₁, n₂, o₁, o₂⟩ := exists_pair (0 : R)
  have k := abs_tanh_lt_one ((0 : R) + 0)
  have k1 := abs_tanh_lt_one ((1 : R) + 0)
  rw [← ht] at k k1
  have a := h x₁ x₂ c _ hc (fun _ => rfl) (n₁ 0) (n₂ 0) (fun t _ => o₁ t) (fun t _ => o₂ t) k.1 k.2 1 zero_lt_one
  have full := pair_rank_nonmonotone x₁ x₂ c _ hc (fun _ => rfl) (n₁ 0) (n₂ 0) (fun t _ => o₁ t)
    (fun t _ => o₂ t) k.1 k.2
  have e := a.unique (full.2.1 1 zero_lt_one)
  have inc := full.2.2.1 0 1 (le_rfl 0) zero_lt_one
  rw [ht 0, show (0 : R) + 0 = 0 by lin, tanh_zero] at inc
  clear h hc ht n₁ n₂ o₁ o₂ a full k
  generalize c 1 = v at *
  have q : (1 + v ^ 2) ^ 2 ≠ 0 := by
    have := sq_nonneg v
    have : 1 + v ^ 2 ≠ 0 := by lin
    lin
  have e1 := div_mul_cancel (a := 4 * v * (1 - v ^ 2)) q
  have e2 := div_mul_cancel (a := -4 * v * (1 - v ^ 2)) q
  rw [e] at e1
  have p := mul_pos inc (mul_pos (a := 1 - v) (b := 1 + v) (by clear e e1 e2; lin) (by clear e e1 e2; lin))
  generalize -4 * v * (1 - v ^ 2) / (1 + v ^ 2) ^ 2 = w at e1 e2
  clear e q
  have : 4 * v * (1 - v ^ 2) = -4 * v * (1 - v ^ 2) := by rw [← e1, ← e2]
  clear e1 e2
  lin

end Claims.Pair
