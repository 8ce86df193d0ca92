module

public import Claims.Analysis.RealInduction
public import Claims.Analysis.Continuity

/-!
# Extreme values and uniform continuity

A continuous function on a closed bounded interval attains a largest and a smallest value there, and is
uniformly continuous.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Extreme values -/

/-- A continuous function on `[a, b]` attains its maximum. -/
theorem exists_max_of_continuous {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    ∃ x, a ≤ x ∧ x ≤ b ∧ ∀ y, a ≤ y → y ≤ b → f y ≤ f x := by
  obtain ⟨K, _, hb⟩ := exists_bound_of_continuous hab hf
  obtain ⟨M, hub, hlub⟩ := Reals.exists_lub (fun v => ∃ x, a ≤ x ∧ x ≤ b ∧ f x = v)
    ⟨f a, a, le_rfl a, hab, rfl⟩
    ⟨K, fun v ⟨x, h1, h2, h⟩ => by rw [← h]; exact le_trans (le_abs_self _) (hb x h1 h2)⟩
  have hM : ∀ y, a ≤ y → y ≤ b → f y ≤ M := fun y h1 h2 => hub _ ⟨y, h1, h2, rfl⟩
  have hx : ∃ x, a ≤ x ∧ x ≤ b ∧ f x = M := Classical.byContradiction fun hno => by
    have hne : ∀ x, a ≤ x → x ≤ b → 0 < M - f x := fun x h1 h2 => by
      have p : f x ≠ M := fun h => hno ⟨x, h1, h2, h⟩
      have q := hM x h1 h2
      clear hf hb hub hlub hM hno; lin
    -- if the supremum `M` were not a value, `1 / (M - f)` would be bounded, by some `L`
    obtain ⟨L, hL, k⟩ := exists_bound_of_continuous (f := fun x => (M - f x)⁻¹) hab fun x h1 h2 =>
      ((continuousAt_const M x).sub (hf x h1 h2)).inv (ne_of_gt (hne x h1 h2))
    have hi := inv_pos hL
    have := hlub (M - L⁻¹) fun v ⟨x, h1, h2, h⟩ => by
      have p := hne x h1 h2
      have q := le_trans (le_abs_self _) (k x h1 h2)
      have r := inv_le_inv (inv_pos p) q
      have e : ((M - f x)⁻¹)⁻¹ = M - f x := by
        have e1 := mul_inv_cancel (ne_of_gt p)
        have e2 := mul_inv_cancel (ne_of_gt (inv_pos p))
        clear hf hb hub hlub hM hno hne k r; lin
      rw [e] at r
      clear hf hb hub hlub hM hno hne k q e; lin
    clear hf hb hub hlub hM hno hne k; lin
  obtain ⟨x, h1, h2, h⟩ := hx
  exact ⟨x, h1, h2, fun y h3 h4 => by rw [h]; exact hM y h3 h4⟩

/-- A continuous function on `[a, b]` attains its minimum. -/
theorem exists_min_of_continuous {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    ∃ x, a ≤ x ∧ x ≤ b ∧ ∀ y, a ≤ y → y ≤ b → f x ≤ f y := by
  obtain ⟨x, h1, h2, h⟩ := exists_max_of_continuous (f := fun y => -f y) hab fun y h1 h2 => (hf y h1 h2).neg
  exact ⟨x, h1, h2, fun y h3 h4 => by have := h y h3 h4; clear hf h; lin⟩

/-- A continuous positive function on `[a, b]` has a positive lower bound. -/
theorem exists_pos_lower_bound {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (h0 : ∀ x, a ≤ x → x ≤ b → 0 < f x) :
    ∃ m, 0 < m ∧ ∀ x, a ≤ x → x ≤ b → m ≤ f x := by
  obtain ⟨x, h1, h2, h⟩ := exists_min_of_continuous hab hf
  exact ⟨f x, h0 x h1 h2, h⟩

/-! ## Uniform continuity -/

/-- Heine: a continuous function on `[a, b]` is uniformly continuous. -/
theorem uniform_continuity {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) {ε : R} (hε : 0 < ε) :
    ∃ δ, 0 < δ ∧ ∀ x y, a ≤ x → x ≤ b → a ≤ y → y ≤ b → abs (x - y) < δ → abs (f x - f y) < ε := by
  -- for ordered points of an initial interval
  have key : ∃ δ, 0 < δ ∧ ∀ s t, a ≤ s → s ≤ t → t ≤ b → t - s < δ → abs (f t - f s) < ε := by
    refine real_induction (b := b)
      (Q := fun z => ∃ δ, 0 < δ ∧ ∀ s t, a ≤ s → s ≤ t → t ≤ z → t - s < δ → abs (f t - f s) < ε) hab
      ⟨1, zero_lt_one, fun s t h1 h2 h3 _ => by
        rw [show t = s by clear hf; lin, abs_sub_self]; exact hε⟩ fun x hax hxb => ?_
    obtain ⟨η, hη, k⟩ := hf x hax hxb (ε / 2) (half_pos hε)
    refine ⟨η / 2, half_pos hη, ?_⟩
    rintro y z hay hyx hxz hzb hy hz ⟨δ₁, h₁, hQ⟩
    obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ (half_pos hη)
    refine ⟨δ, hδ, fun s t has hst htz hts => ?_⟩
    rcases le_total t y with h | h
    · exact hQ s t has hst h (lt_of_lt_of_le hts l₁)
    · -- both points are near `x`
      have p := abs_lt.1 (k s (abs_lt.2 ⟨by clear hf k hQ; lin, by clear hf k hQ; lin⟩))
      have q := abs_lt.1 (k t (abs_lt.2 ⟨by clear hf k hQ; lin, by clear hf k hQ; lin⟩))
      clear hf k hQ
      exact abs_lt.2 ⟨by lin, by lin⟩
  obtain ⟨δ, hδ, h⟩ := key
  refine ⟨δ, hδ, fun x y h1 h2 h3 h4 hxy => ?_⟩
  rcases le_total x y with hle | hle
  · rw [abs_of_nonpos (by clear hf h; lin)] at hxy
    rw [abs_sub_comm]
    exact h x y h1 hle h4 (by clear hf h; lin)
  · rw [abs_of_nonneg (by clear hf h; lin)] at hxy
    exact h y x h3 hle h2 hxy

end Claims
