module

public import Claims.Analysis.Deriv

/-!
# Real induction

A property that holds at the left end of an interval and, near each point, passes from the left of the
point to its right holds at the right end. This is the compactness of the interval in the form the other
files use it; it follows from the least upper bound property in a few lines.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Real induction: `Q` holds at `b` when it holds at `a` and near each `x` of `[a, b]` it passes from any
`y ≤ x` to any `z ≥ x`. -/
theorem real_induction {Q : R → Prop} {a b : R} (hab : a ≤ b) (h0 : Q a)
    (hstep : ∀ x, a ≤ x → x ≤ b → ∃ δ, 0 < δ ∧ ∀ y z, a ≤ y → y ≤ x → x ≤ z → z ≤ b →
      x - y < δ → z - x < δ → Q y → Q z) : Q b := by
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x => a ≤ x ∧ x ≤ b ∧ Q x)
    ⟨a, le_rfl a, hab, h0⟩ ⟨b, fun x hx => hx.2.1⟩
  have has : a ≤ s := hub a ⟨le_rfl a, hab, h0⟩
  have hsb : s ≤ b := hlub b fun x hx => hx.2.1
  obtain ⟨δ, hδ, hs⟩ := hstep s has hsb
  -- a point of the set within `δ` of its supremum
  have hy : ∃ y, a ≤ y ∧ y ≤ b ∧ Q y ∧ s - y < δ := Classical.byContradiction fun hno => by
    have := hlub (s - δ) fun x hx => by
      rcases lt_or_ge (s - δ) x with h | h
      · exact absurd ⟨x, hx.1, hx.2.1, hx.2.2, by clear hub hlub hs hstep hno hx; lin⟩ hno
      · exact h
    clear hub hlub hs hstep hno
    lin
  obtain ⟨y, hay, hyb, hQy, hyδ⟩ := hy
  have hys : y ≤ s := hub y ⟨hay, hyb, hQy⟩
  have hd := half_lt_self hδ
  have hd' := half_pos hδ
  rcases le_total b (s + δ / 2) with h | h
  · exact hs y b hay hys hsb (le_rfl b) hyδ (by clear hub hlub hs hstep; lin) hQy
  · -- otherwise a point beyond the supremum would belong to the set
    have hz := hs y (s + δ / 2) hay hys (by clear hub hlub hs hstep; lin) h hyδ
      (by clear hub hlub hs hstep; lin) hQy
    have := hub (s + δ / 2) ⟨by clear hub hlub hs hstep; lin, h, hz⟩
    clear hub hlub hs hstep
    lin

/-- A function that is continuous on `[a, b]` is bounded there. -/
theorem exists_bound_of_continuous {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) : ∃ M, 0 < M ∧ ∀ x, a ≤ x → x ≤ b → abs (f x) ≤ M := by
  refine real_induction (Q := fun z => ∃ M, 0 < M ∧ ∀ x, a ≤ x → x ≤ z → abs (f x) ≤ M) hab
    ⟨abs (f a) + 1, by have := abs_nonneg (f a); clear hf; lin, fun x h1 h2 => by
      rw [le_antisymm h2 h1]; clear hf; lin⟩ ?_
  intro x hax hxb
  obtain ⟨δ, hδ, hb⟩ := (hf x hax hxb).bounded
  refine ⟨δ, hδ, ?_⟩
  rintro y z hay hyx hxz hzb hyδ hzδ ⟨M, hM, hy⟩
  have hn := abs_nonneg (f x)
  refine ⟨M + (abs (f x) + 1), by clear hf hb hy; lin, fun t hat htz => ?_⟩
  rcases le_total t y with h | h
  · have := hy t hat h
    clear hf hb hy; lin
  · have := hb t (abs_lt.2 ⟨by clear hf hb hy; lin, by clear hf hb hy; lin⟩)
    clear hf hb hy; lin

end Claims
