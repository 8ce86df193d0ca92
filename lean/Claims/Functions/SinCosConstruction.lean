module

public import Claims.Functions.BoundedSeries

/-!
# Sine and cosine exist

Every complete ordered field has functions `s`, `c` with `s' = c`, `c' = -s`, `s 0 = 0` and `c 0 = 1`: the sums of
the series `Σ aₖ xᵏ / k!` and `Σ aₖ₊₁ xᵏ / k!` with `a = 0, 1, 0, -1, …`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The coefficients `0, 1, 0, -1, …` of the sine. -/
def sinCoeff : Nat → R
  | 0 => 0
  | 1 => 1
  | k + 2 => -sinCoeff k

/-- The coefficients of the sine are at most one in size. -/
theorem abs_sinCoeff_le : ∀ k : Nat, abs (sinCoeff k : R) ≤ 1
  | 0 => by show abs (0 : R) ≤ 1; rw [abs_zero]; exact le_of_lt zero_lt_one
  | 1 => by show abs (1 : R) ≤ 1; rw [abs_one]; exact le_rfl 1
  | k + 2 => by show abs (-sinCoeff k : R) ≤ 1; rw [abs_neg]; exact abs_sinCoeff_le k

/-- There are sine and cosine, together with their series. -/
theorem exists_sinCos_series : ∃ s c : R → R, s 0 = 0 ∧ c 0 = 1 ∧
    (∀ x, HasDerivAt s (c x) x) ∧ (∀ x, HasDerivAt c (-s x) x) ∧
    (∀ M, TendsToUniformly (expSeries sinCoeff) s (-M) M) ∧
    (∀ M, TendsToUniformly (expSeries fun k => sinCoeff (k + 1)) c (-M) M) := by
  obtain ⟨s, hs⟩ := exists_expSeries_sum (c := (sinCoeff : Nat → R)) abs_sinCoeff_le
  obtain ⟨c, hc⟩ := exists_expSeries_sum (c := fun k => (sinCoeff (k + 1) : R)) (fun k => abs_sinCoeff_le (k + 1))
  refine ⟨s, c, expSeries_sum_zero hs, expSeries_sum_zero hc, hasDerivAt_expSeries_sum hs hc,
    hasDerivAt_expSeries_sum (G := fun x => -s x) hc fun M ε hε => ?_, hs, hc⟩
  obtain ⟨N, hN⟩ := hs M ε hε
  refine ⟨N, fun n hn y h1 h2 => ?_⟩
  have e : expSeries (fun k => (sinCoeff (k + 1 + 1) : R)) n y = -expSeries sinCoeff n y := expSeries_neg sinCoeff n y
  have k := hN n hn y h1 h2
  rw [e, show -expSeries sinCoeff n y - -s y = -(expSeries sinCoeff n y - s y) by clear hs hc hN e k; lin, abs_neg]
  exact k

/-- There are functions `s`, `c` with `s' = c`, `c' = -s`, `s 0 = 0` and `c 0 = 1`. -/
theorem exists_sinCos : ∃ s c : R → R, s 0 = 0 ∧ c 0 = 1 ∧
    (∀ x, HasDerivAt s (c x) x) ∧ (∀ x, HasDerivAt c (-s x) x) := by
  obtain ⟨s, c, h1, h2, h3, h4, _⟩ := exists_sinCos_series (R := R)
  exact ⟨s, c, h1, h2, h3, h4⟩

end Claims
