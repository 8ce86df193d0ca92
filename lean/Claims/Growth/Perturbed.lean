module

public import Claims.Growth.Gronwall

/-!
# The perturbed Gronwall inequality for a distance

The scalar inequality behind the comparison of two flows with different fields. The distance `D` need only be
continuous, and `D' ≤ C D + δ` is asked of its upper right derivative.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- `meas.perturbed-gronwall`: if `D` is continuous on `[0, T]` and its upper right derivative is at most
`C D + δ` on `[0, T)`, then `D(t) ≤ e^(C t) D(0) + δ (e^(C t) - 1) / C` when `C > 0`, and
`D(t) ≤ D(0) + δ t` when `C = 0`, for every `t` in `[0, T]`.
Source: 000 and 001, "Carrying finite-measure error". -/
theorem perturbed_gronwall_scalar (D : R → R) (C δ T : R)
    (hcont : ∀ t, 0 ≤ t → t ≤ T → ContinuousAt D t)
    (hD : ∀ t, 0 ≤ t → t < T → UpperDeriv D (C * D t + δ) t) (t : R) (ht0 : 0 ≤ t) (htT : t ≤ T) :
    (0 < C → D t ≤ exp (C * t) * D 0 + δ * (exp (C * t) - 1) / C) ∧ (C = 0 → D t ≤ D 0 + δ * t) := by
  have h := gronwall_upper ht0 (fun s h0 h1 => hcont s h0 (le_trans h1 htT))
    (fun s h0 h1 => hD s h0 (lt_of_lt_of_le h1 htT))
  refine ⟨fun hC => ?_, h.2⟩
  have k := h.1 (ne_of_gt hC)
  clear hcont hD h; lin

/-- Refutes `perturbed_gronwall_scalar` with the error term reversed when `C = 0`: `D(t) = t`, `δ = t = 1`. -/
theorem perturbed_gronwall_scalar_mutant_sign_false :
    ¬ ∀ (D : R → R) (C δ T : R) (_ : ∀ t, 0 ≤ t → t ≤ T → ContinuousAt D t)
      (_ : ∀ t, 0 ≤ t → t < T → UpperDeriv D (C * D t + δ) t) (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      (0 < C → D t ≤ exp (C * t) * D 0 + δ * (exp (C * t) - 1) / C) ∧ (C = 0 → D t ≤ D 0 - δ * t) := by
  intro h
  have h1 := (h (fun t => t) 0 1 1 (fun t _ _ => continuousAt_id t)
    (fun t _ _ => (hasDerivAt_id t).upperDeriv.mono (by clear h; lin)) 1 (le_of_lt zero_lt_one)
    (le_rfl 1)).2 rfl
  clear h; lin

end Claims
