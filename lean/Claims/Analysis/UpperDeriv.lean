module

public import Claims.Analysis.Monotone

/-!
# Upper right derivatives

A distance between two moving points need not be differentiable when the points meet, so differential
inequalities for distances are stated with the upper right derivative. `UpperDeriv u c t` says that it is
at most `c` at `t`. A continuous function whose upper right derivative is below the derivative of `w`
wherever the two agree stays below `w`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The upper right derivative of `u` at `t` is at most `c`. -/
def UpperDeriv (u : R → R) (c t : R) : Prop :=
  ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ s, t < s → s - t < δ → u s - u t ≤ (c + ε) * (s - t)

/-- A derivative bounds the upper right derivative. -/
theorem HasDerivAt.upperDeriv {u : R → R} {c t : R} (h : HasDerivAt u c t) : UpperDeriv u c t := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := h.increment hε
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have p := (h t s (le_rfl t) (le_of_lt hs) (by clear h; lin) hsδ).2
  clear h; lin

/-- A bound on the upper right derivative may be enlarged. -/
theorem UpperDeriv.mono {u : R → R} {c c' t : R} (h : UpperDeriv u c t) (hc : c ≤ c') :
    UpperDeriv u c' t := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := h ε hε
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have p := h s hs hsδ
  have q := mul_le_mul_right' (a := s - t) (by clear h; lin) hc
  clear h; lin

/-- Induction along an interval: `Q` holds at `b` when it holds at `a`, passes to limits from the left, and
holds a little further to the right of any point where it holds. -/
theorem closed_induction {Q : R → Prop} {a b : R} (hab : a ≤ b) (h0 : Q a)
    (hlim : ∀ x, a < x → x ≤ b → (∀ y, a ≤ y → y < x → Q y) → Q x)
    (hstep : ∀ x, a ≤ x → x < b → Q x → ∃ δ, 0 < δ ∧ ∀ z, x < z → z - x < δ → z ≤ b → Q z) : Q b := by
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x => a ≤ x ∧ x ≤ b ∧ ∀ y, a ≤ y → y ≤ x → Q y)
    ⟨a, le_rfl a, hab, fun y h1 h2 => by rw [le_antisymm h2 h1]; exact h0⟩ ⟨b, fun x hx => hx.2.1⟩
  have has : a ≤ s := hub a ⟨le_rfl a, hab, fun y h1 h2 => by rw [le_antisymm h2 h1]; exact h0⟩
  have hsb : s ≤ b := hlub b fun x hx => hx.2.1
  have hbelow : ∀ y, a ≤ y → y < s → Q y := fun y hay hys => Classical.byContradiction fun hno => by
    have := hlub y fun x hx => by
      rcases lt_or_ge y x with h | h
      · exact absurd (hx.2.2 y hay (le_of_lt h)) hno
      · exact h
    clear hub hlub hlim hstep hno; lin
  have hs : Q s := by
    rcases lt_or_eq_of_le has with h | h
    · exact hlim s h hsb hbelow
    · rw [← h]; exact h0
  rcases lt_or_eq_of_le hsb with h | h
  · obtain ⟨δ, hδ, hz⟩ := hstep s has h hs
    obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le (half_pos hδ) (b := b - s)
      (by clear hub hlub hlim hstep hbelow hz; lin)
    have := hub (s + c) ⟨by clear hub hlub hlim hstep hbelow hz; lin,
      by clear hub hlub hlim hstep hbelow hz; lin, fun y h1 h2 => by
        rcases lt_or_ge y s with h' | h'
        · exact hbelow y h1 h'
        · rcases lt_or_eq_of_le h' with h'' | h''
          · exact hz y h'' (by clear hub hlub hlim hstep hbelow hz; lin)
              (by clear hub hlub hlim hstep hbelow hz; lin)
          · rw [← h'']; exact hs⟩
    clear hub hlub hlim hstep hbelow hz; lin
  · rw [← h]; exact hs

/-- Comparison: a continuous `u` that starts at or below a differentiable `w`, and whose upper right
derivative is below the derivative of `w` wherever they agree, stays at or below `w`. -/
theorem le_of_upperDeriv_lt {u w w' : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (w' x) x)
    (hd : ∀ x, a ≤ x → x < b → u x = w x → ∃ c, UpperDeriv u c x ∧ c < w' x)
    (h0 : u a ≤ w a) : u b ≤ w b := by
  have hcont : ∀ x, a ≤ x → x ≤ b → ContinuousAt (fun y => u y + -w y) x := fun x h1 h2 =>
    (hu x h1 h2).add (hw x h1 h2).neg.continuousAt
  refine closed_induction (Q := fun z => u z ≤ w z) hab h0 ?_ ?_
  · intro x hax hxb hy
    rcases lt_or_ge (w x) (u x) with h | h
    · -- otherwise `u` exceeds `w` also a little to the left of `x`
      obtain ⟨δ, hδ, hc⟩ := hcont x (le_of_lt hax) hxb (u x - w x) (by clear hu hw hd hcont hy; lin)
      obtain ⟨c, hc0, hc1, hc2⟩ := exists_pos_le (half_pos hδ) (b := x - a)
        (by clear hu hw hd hcont hy hc; lin)
      have p := hy (x - c) (by clear hu hw hd hcont hy hc; lin) (by clear hu hw hd hcont hy hc; lin)
      have q := abs_lt.1 (hc (x - c) (by
        rw [abs_of_nonpos (by clear hu hw hd hcont hy hc; lin)]; clear hu hw hd hcont hy hc; lin))
      clear hu hw hd hcont hy hc; lin
    · exact h
  · intro x hax hxb hQ
    rcases lt_or_eq_of_le hQ with h | h
    · obtain ⟨δ, hδ, hc⟩ := hcont x hax (le_of_lt hxb) (w x - u x) (by clear hu hw hd hcont; lin)
      refine ⟨δ, hδ, fun z hxz hzδ hzb => ?_⟩
      have q := abs_lt.1 (hc z (by rw [abs_of_nonneg (by clear hu hw hd hcont hc; lin)]; exact hzδ))
      clear hu hw hd hcont hc; lin
    · obtain ⟨c, hc, hlt⟩ := hd x hax hxb h
      have hε : 0 < (w' x - c) / 2 := by clear hu hw hd hcont hc; lin
      obtain ⟨δ₁, h₁, p⟩ := hc _ hε
      obtain ⟨δ₂, h₂, q⟩ := (hw x hax (le_of_lt hxb)).increment hε
      obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
      refine ⟨δ, hδ, fun z hxz hzδ hzb => ?_⟩
      have p' := p z hxz (lt_of_lt_of_le hzδ l₁)
      have q' := (q x z (le_rfl x) (le_of_lt hxz) (by clear hu hw hd hcont hc p q; lin)
        (lt_of_lt_of_le hzδ l₂)).1
      clear hu hw hd hcont hc p q; lin

end Claims
