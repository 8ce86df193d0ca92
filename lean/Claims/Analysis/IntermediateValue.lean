module

public import Claims.Analysis.RealInduction
public import Claims.Analysis.Continuity

/-!
# The intermediate value theorem

A continuous function on an interval takes every value between its values at the ends. Consequences: a
fixed point, the range of a strictly increasing function, and that a continuous injective function is
strictly monotone.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Intermediate values -/

/-- The intermediate value theorem, for a value between `f a` and `f b` with `f a ≤ f b`. -/
theorem intermediate_value {f : R → R} {a b c : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (ha : f a ≤ c) (hb : c ≤ f b) :
    ∃ x, a ≤ x ∧ x ≤ b ∧ f x = c := Classical.byContradiction fun hno => by
  have hne : ∀ x, a ≤ x → x ≤ b → f x ≠ c := fun x h1 h2 h => hno ⟨x, h1, h2, h⟩
  -- `f < c` would spread over the whole interval
  have key : f b < c := by
    refine real_induction (Q := fun z => f z < c) hab
      (by have := hne a (le_rfl a) hab; clear hf hno hne; lin) fun x hax hxb => ?_
    rcases lt_or_ge (f x) c with h | h
    · obtain ⟨δ, hδ, k⟩ := (hf x hax hxb).lt_near h
      exact ⟨δ, hδ, fun y z _ _ hxz _ _ hz _ => k z (by
        rw [abs_of_nonneg (by clear hf hno hne k; lin)]; exact hz)⟩
    · obtain ⟨δ, hδ, k⟩ := (hf x hax hxb).gt_near (c := c)
        (by have := hne x hax hxb; clear hf hno hne; lin)
      refine ⟨δ, hδ, fun y z _ hyx _ _ hy _ hQ => ?_⟩
      have := k y (by rw [abs_of_nonpos (by clear hf hno hne k; lin)]; clear hf hno hne k; lin)
      clear hf hno hne k; lin
  clear hf hno hne; lin

/-- The intermediate value theorem, for a value between `f a` and `f b` with `f b ≤ f a`. -/
theorem intermediate_value' {f : R → R} {a b c : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (ha : c ≤ f a) (hb : f b ≤ c) :
    ∃ x, a ≤ x ∧ x ≤ b ∧ f x = c := by
  obtain ⟨x, h1, h2, h⟩ := intermediate_value (f := fun x => -f x) (c := -c) hab
    (fun x h1 h2 => (hf x h1 h2).neg) (by clear hf; lin) (by clear hf; lin)
  exact ⟨x, h1, h2, by clear hf; lin⟩

/-- A continuous function with values of opposite signs at the ends has a zero. -/
theorem exists_zero_of_mul_nonpos {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (h : f a * f b ≤ 0) : ∃ x, a ≤ x ∧ x ≤ b ∧ f x = 0 := by
  rcases le_total (f a) 0 with ha | ha
  · rcases le_total 0 (f b) with hb | hb
    · exact intermediate_value hab hf ha hb
    · -- both values are nonpositive, so one of them vanishes
      have p := mul_nonneg (a := -f a) (b := -f b) (by clear hf; lin) (by clear hf; lin)
      rcases mul_eq_zero (a := f a) (b := f b) (by clear hf; lin) with e | e
      · exact ⟨a, le_rfl a, hab, e⟩
      · exact ⟨b, hab, le_rfl b, e⟩
  · rcases le_total (f b) 0 with hb | hb
    · exact intermediate_value' hab hf ha hb
    · have p := mul_nonneg ha hb
      rcases mul_eq_zero (a := f a) (b := f b) (by clear hf; lin) with e | e
      · exact ⟨a, le_rfl a, hab, e⟩
      · exact ⟨b, hab, le_rfl b, e⟩

/-- A continuous map of an interval into itself has a fixed point. -/
theorem exists_fixed_point {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (ha : a ≤ f a) (hb : f b ≤ b) :
    ∃ x, a ≤ x ∧ x ≤ b ∧ f x = x := by
  obtain ⟨x, h1, h2, h⟩ := intermediate_value' (f := fun x => f x - x) (c := 0) hab
    (fun x h1 h2 => (hf x h1 h2).sub (continuousAt_id x)) (by clear hf; lin) (by clear hf; lin)
  exact ⟨x, h1, h2, by clear hf; lin⟩

/-- A continuous function without a zero keeps its sign. -/
theorem pos_of_ne_zero {f : R → R} {a b : R} (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (h0 : ∀ x, a ≤ x → x ≤ b → f x ≠ 0) (ha : 0 < f a) : 0 < f b := by
  rcases lt_or_ge 0 (f b) with h | h
  · exact h
  · obtain ⟨x, h1, h2, e⟩ := intermediate_value' hab hf (le_of_lt ha) h
    exact absurd e (h0 x h1 h2)

/-! ## Strictly monotone functions -/

/-- A strictly increasing function does not decrease. -/
theorem le_of_strictMono {f : R → R} {a b : R} (hmono : ∀ s t, a ≤ s → s < t → t ≤ b → f s < f t) {s t : R}
    (hs : a ≤ s) (hst : s ≤ t) (ht : t ≤ b) : f s ≤ f t := by
  rcases lt_or_eq_of_le hst with h | h
  · exact le_of_lt (hmono s t hs h ht)
  · rw [h]; exact le_rfl _

/-- A strictly increasing function reflects the strict order. -/
theorem lt_of_strictMono {f : R → R} {a b : R} (hmono : ∀ s t, a ≤ s → s < t → t ≤ b → f s < f t) {s t : R}
    (hs : s ≤ b) (ht : a ≤ t) (h : f s < f t) : s < t := by
  rcases lt_or_ge s t with h' | h'
  · exact h'
  · exact absurd h (not_lt_of_ge (le_of_strictMono hmono ht h' hs))

/-- A strictly increasing function is injective. -/
theorem eq_of_strictMono {f : R → R} {a b : R} (hmono : ∀ s t, a ≤ s → s < t → t ≤ b → f s < f t) {s t : R}
    (hs : a ≤ s) (hs' : s ≤ b) (ht : a ≤ t) (ht' : t ≤ b) (h : f s = f t) : s = t := by
  rcases lt_or_ge s t with h' | h'
  · have := hmono s t hs h' ht'
    clear hmono; lin
  · rcases lt_or_eq_of_le h' with h' | h'
    · have := hmono t s ht h' hs'
      clear hmono; lin
    · exact h'.symm

/-- A strictly increasing continuous function on `[a, b]` takes every value between `f a` and `f b` exactly
once. -/
theorem exists_unique_of_strictMono {f : R → R} {a b c : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hmono : ∀ s t, a ≤ s → s < t → t ≤ b → f s < f t)
    (ha : f a ≤ c) (hb : c ≤ f b) :
    ∃ x, (a ≤ x ∧ x ≤ b ∧ f x = c) ∧ ∀ y, a ≤ y → y ≤ b → f y = c → y = x := by
  obtain ⟨x, h1, h2, h⟩ := intermediate_value hab hf ha hb
  exact ⟨x, ⟨h1, h2, h⟩, fun y h3 h4 k => eq_of_strictMono hmono h3 h4 h1 h2 (k.trans h.symm)⟩

/-- A strictly decreasing continuous function on `[a, b]` takes every value between `f b` and `f a` exactly
once. -/
theorem exists_unique_of_strictAnti {f : R → R} {a b c : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hanti : ∀ s t, a ≤ s → s < t → t ≤ b → f t < f s)
    (ha : c ≤ f a) (hb : f b ≤ c) :
    ∃ x, (a ≤ x ∧ x ≤ b ∧ f x = c) ∧ ∀ y, a ≤ y → y ≤ b → f y = c → y = x := by
  obtain ⟨x, ⟨h1, h2, h⟩, k⟩ := exists_unique_of_strictMono (f := fun x => -f x) (c := -c) hab
    (fun x h1 h2 => (hf x h1 h2).neg)
    (fun s t h1 h2 h3 => by have := hanti s t h1 h2 h3; clear hf hanti; lin)
    (by clear hf hanti; lin) (by clear hf hanti; lin)
  exact ⟨x, ⟨h1, h2, by clear hf hanti k; lin⟩, fun y h3 h4 h5 => k y h3 h4 (by rw [h5])⟩

/-- A continuous injective function on `[a, b]` with `f a < f b` is strictly increasing. -/
theorem strictMono_of_injective {f : R → R} {a b : R} (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (hinj : ∀ s t, a ≤ s → s < t → t ≤ b → f s ≠ f t) (h : f a < f b) (s t : R) (hs : a ≤ s) (hst : s < t)
    (ht : t ≤ b) : f s < f t := by
  -- the value at the left end is the smallest, and then the value at the right end of `[s, b]` the largest
  have left : ∀ p, a ≤ p → f p < f b → ∀ x, p < x → x ≤ b → f p < f x := by
    intro p hp hpb x hpx hxb
    rcases lt_or_ge (f p) (f x) with k | k
    · exact k
    · obtain ⟨y, h1, h2, e⟩ := intermediate_value (c := f p) hxb
        (fun y h1 h2 => hf y (by clear hf hinj; lin) h2) k (le_of_lt hpb)
      exact absurd e.symm (hinj p y hp (lt_of_lt_of_le hpx h1) h2)
  have right : f s < f b := by
    rcases lt_or_eq_of_le hs with hs' | hs'
    · rcases lt_or_ge (f s) (f b) with k | k
      · exact k
      · obtain ⟨y, h1, h2, e⟩ := intermediate_value (c := f b) hs
          (fun y h1 h2 => hf y h1 (by clear hf hinj left; lin)) (le_of_lt h) k
        exact absurd e (hinj y b h1 (by clear hf hinj left; lin) (le_rfl b))
    · rw [← hs']; exact h
  exact left s hs right t hst ht

end Claims
