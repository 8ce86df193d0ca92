module

public import Claims.Energy.Potential

/-!
# The interaction potential is bounded and converges

A nondecreasing bounded function of time converges to its supremum; the potential of unit tokens is at most
its value at consensus. Source: 002, section 2 and Subtleties.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A function of time that does not fall on `[0, ∞)` and stays below a bound converges. -/
theorem exists_limit_of_monotone_bounded {f : R → R} {B : R} (hB : ∀ t, 0 ≤ t → f t ≤ B)
    (hmono : ∀ s t, 0 ≤ s → s ≤ t → f s ≤ f t) :
    ∃ L, L ≤ B ∧ ∀ ε, 0 < ε → ∃ s₀, 0 ≤ s₀ ∧ ∀ s, s₀ ≤ s → abs (f s - L) < ε := by
  obtain ⟨L, hub, hlub⟩ := Reals.exists_lub (fun y : R => ∃ t, 0 ≤ t ∧ y = f t)
    ⟨f 0, 0, le_rfl 0, rfl⟩ ⟨B, fun y hy => by obtain ⟨t, ht, e⟩ := hy; rw [e]; exact hB t ht⟩
  refine ⟨L, hlub B fun y hy => by obtain ⟨t, ht, e⟩ := hy; rw [e]; exact hB t ht, fun ε hε => ?_⟩
  have hs : ∃ s₀, 0 ≤ s₀ ∧ L - ε < f s₀ := Classical.byContradiction fun hno => by
    have := hlub (L - ε) fun y hy => by
      obtain ⟨t, ht, e⟩ := hy
      rcases lt_or_ge (L - ε) (f t) with h | h
      · exact absurd ⟨t, ht, h⟩ hno
      · rw [e]; exact h
    clear hub hlub hB hmono hno
    lin
  obtain ⟨s₀, h0, hs⟩ := hs
  refine ⟨s₀, h0, fun s hss => abs_lt.2 ?_⟩
  have h1 := hmono s₀ s h0 hss
  have h2 := hub (f s) ⟨s, le_trans h0 hss, rfl⟩
  clear hub hlub hB hmono
  constructor <;> lin

/-- The dot product of unit vectors is at most one. -/
theorem dot_le_one {x y : Fin d → R} (hx : normSq x = 1) (hy : normSq y = 1) : dot x y ≤ 1 :=
  le_trans (le_abs_self _) (abs_dot_le hx hy)

/-- Unit vectors with dot product one are equal. -/
theorem eq_of_dot_eq_one {x y : Fin d → R} (hx : normSq x = 1) (hy : normSq y = 1) (h : dot x y = 1) :
    x = y := by
  have e : normSq (fun a => x a - y a) = 0 := by rw [normSq_sub, hx, hy, h]; lin
  have k := normSq_eq_zero.1 e
  funext a
  have := k a
  clear k; lin

/-- The gap of the potential of unit tokens below its bound, as a sum of nonnegative terms. -/
theorem potential_gap (β : R) (x : Fin n → Fin d → R) :
    (n : R) ^ 2 * exp β / (2 * β) - potential β x =
      1 / (2 * β) * sum (fun i => sum (fun j => exp β - exp (β * dot (x i) (x j)))) := by
  unfold potential
  rw [sum_congr fun i => (sum_sub (fun _ : Fin n => exp β) (fun j => exp (β * dot (x i) (x j)))).trans
    (congrArg (fun c => c - sum (fun j => exp (β * dot (x i) (x j)))) (sum_const (exp β))), sum_sub, sum_const,
    div_eq_mul_inv, div_eq_mul_inv]
  lin

/-- Each term of the gap is nonnegative. -/
theorem gap_term_nonneg {β : R} (hβ : 0 < β) {x y : Fin d → R}
    (hx : normSq x = 1) (hy : normSq y = 1) : 0 ≤ exp β - exp (β * dot x y) := by
  have h := exp_le_exp_of_le (x := β * dot x y) (y := β) (by
    have := mul_le_mul_left' (le_of_lt hβ) (dot_le_one hx hy); lin)
  lin

/-- The potential of unit tokens is at most `n² e^β / (2 β)`. -/
theorem potential_le {β : R} (hβ : 0 < β) {x : Fin n → Fin d → R}
    (hx : ∀ i, normSq (x i) = 1) : potential β x ≤ (n : R) ^ 2 * exp β / (2 * β) := by
  have g := potential_gap β x
  have h := mul_nonneg (le_of_lt (div_pos zero_lt_one (b := 2 * β) (by clear hx; lin)))
    (sum_nonneg fun i => sum_nonneg fun j => gap_term_nonneg hβ (hx i) (hx j))
  rw [← g] at h
  clear hx g; lin

/-- The bound is attained exactly when all tokens are equal. -/
theorem potential_eq_bound_iff {β : R} (hβ : 0 < β) {x : Fin n → Fin d → R}
    (hx : ∀ i, normSq (x i) = 1) :
    potential β x = (n : R) ^ 2 * exp β / (2 * β) ↔ ∀ i j, x i = x j := by
  have g := potential_gap β x
  have hc : 0 < 1 / (2 * β) := div_pos zero_lt_one (by clear hx g; lin)
  have hterm := fun i j => gap_term_nonneg hβ (hx i) (hx j)
  have hrow := fun i => sum_nonneg fun j => hterm i j
  constructor
  · intro h i j
    rw [h] at g
    have e : sum (fun i => sum (fun j => exp β - exp (β * dot (x i) (x j)))) = 0 := by
      refine (mul_eq_zero (a := 1 / (2 * β)) ?_).resolve_left (ne_of_gt hc)
      rw [← g]; clear hx hterm hrow g; lin
    have e2 := (sum_eq_zero_iff fun j => hterm i j).1 ((sum_eq_zero_iff hrow).1 e i) j
    have e3 : exp β = exp (β * dot (x i) (x j)) := by clear hx hterm hrow g; lin
    have e4 := exp_injective e3
    refine eq_of_dot_eq_one (hx i) (hx j) ?_
    clear hx hterm hrow g e2 e3 e; lin
  · intro h
    have e : sum (fun i => sum (fun j => exp β - exp (β * dot (x i) (x j)))) = 0 :=
      sum_eq_zero fun i => sum_eq_zero fun j => by
        rw [h i j]
        have k : dot (x j) (x j) = 1 := hx j
        rw [k, show β * 1 = β by clear hx hterm hrow g h; lin]
        clear hx hterm hrow g h; lin
    rw [e] at g
    clear hx hterm hrow h; lin

/-- `phi.bounded`: for unit tokens and `β > 0` (1) `Φ ≤ n² e^β / (2 β)`, (2) with equality exactly when all
tokens are equal. (3) Along a curve of tokens that starts on the unit sphere and follows the softmax field
with `A = V = I` for all `t ≥ 0` the potential converges, to a limit that obeys the bound. Which limit
configurations occur is not said. Source: 002, section 2 and Subtleties. -/
theorem phi_bounded {n d : Nat} (β : R) (hβ : 0 < β) (x : Fin n → Fin d → R)
    (hx : ∀ i, normSq (x i) = 1) (γ : R → Fin n → Fin d → R) (hγ : ∀ i, normSq (γ 0 i) = 1)
    (hode : ∀ T, Follows (saField β one one) γ T) :
    potential β x ≤ (n : R) ^ 2 * exp β / (2 * β) ∧
    (potential β x = (n : R) ^ 2 * exp β / (2 * β) ↔ ∀ i j, x i = x j) ∧
    ∃ L, L ≤ (n : R) ^ 2 * exp β / (2 * β) ∧
      ∀ ε, 0 < ε → ∃ s₀, 0 ≤ s₀ ∧ ∀ s, s₀ ≤ s → abs (potential β (γ s) - L) < ε :=
  ⟨potential_le hβ hx, potential_eq_bound_iff hβ hx,
    exists_limit_of_monotone_bounded (f := fun t => potential β (γ t))
      (fun t h0 => potential_le hβ fun i => (hode t).sphere_sa hγ h0 (le_rfl t) i)
      (fun s t h0 hst => (phi_monotone β hβ γ t hγ (hode t)).2.2.2.2.2.2 s t h0 hst (le_rfl t))⟩

end Claims

end
