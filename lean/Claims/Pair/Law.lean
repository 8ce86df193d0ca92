module

public import Claims.Pair.Overlap
public import Claims.Functions.Tanh
public import Claims.Pair.Participation

/-!
# The exact alignment law of two tokens

With uniform weights the overlap of two unit tokens is `tanh (t + artanh c₀)`; an orthogonal pair reaches the
overlap nine tenths at the time `log 19 / 2`, and at no other.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A solution of `c' = 1 - c²` that starts at `tanh a`, is `tanh (t + a)`. -/
theorem eq_tanhOf {E c : R → R} {T a : R} (hE : IsExp E)
    (hode : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t) (ha : tanhOf E a = c 0) {t : R}
    (h0 : 0 ≤ t) (hT : t ≤ T) : c t = tanhOf E (t + a) := by
  refine ((tanhOf_eq_iff hE _ _).2 ?_).symm
  have k := overlap_implicit hE hode h0 hT
  have b := (tanhOf_eq_iff hE _ _).1 ha
  have hlt := (abs_tanhOf_lt_one hE a).2
  rw [ha] at hlt
  rw [show 2 * (t + a) = 2 * t + 2 * a by clear hode hE; lin, hE.add]
  clear hode hE ha
  generalize E (2 * t) = x at *
  generalize E (2 * a) = y at *
  have z : (1 - c 0) * ((1 - c t) * (x * y) - (1 + c t)) = 0 := by lin
  rcases mul_eq_zero z with h | h <;> lin

/-- `pair.uniform`. Two tokens in `R^d`, unit at the start, with uniform weights one half: the overlap
`c = x₁ · x₂` obeys `c' = 1 - c²`; when `-1 < c(0) < 1` there is exactly one number `a` with
`tanh a = c(0)` and `c(t) = tanh (t + a)` on `[0, T]`; and conversely each `t ↦ tanh (t + b)` solves the
equation. Source: document 002, section 3. -/
theorem pair_uniform (E : R → R) (hE : IsExp E) (x₁ x₂ : R → Fin d → R) (c : R → R) (T : R)
    (hc : ∀ t, c t = dot (x₁ t) (x₂ t)) (h₁ : normSq (x₁ 0) = 1) (h₂ : normSq (x₂ 0) = 1)
    (hode₁ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t)
    (hode₂ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t)
    (hlo : -1 < c 0) (hhi : c 0 < 1) :
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t) ∧
    (∃ a, tanhOf E a = c 0 ∧ (∀ b, tanhOf E b = c 0 → b = a) ∧
      ∀ t, 0 ≤ t → t ≤ T → c t = tanhOf E (t + a)) ∧
    ∀ b t, HasDerivAt (fun s => tanhOf E (s + b)) (1 - tanhOf E (t + b) ^ 2) t := by
  have law : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t := fun t h0 hT =>
    (overlap_law hc h₁ h₂ hode₁ hode₂ h0 hT).2.2
  obtain ⟨a, ha, hu⟩ := exists_artanh hE hlo hhi
  exact ⟨law, ⟨a, ha, hu, fun t h0 hT => eq_tanhOf hE law ha h0 hT⟩, hasDerivAt_tanhOf_add hE⟩

/-- The value nine tenths of `tanh` in terms of the exponential. -/
theorem nine_tenths_iff {E : R → R} {l t c : R} (hE : IsExp E) (hl : E l = 19)
    (h : (1 - c) * E (2 * t) = 1 + c) : (c = 9 / 10 ↔ t = l / 2) ∧ (c < 9 / 10 ↔ t < l / 2) := by
  have p := hE.pos (2 * t)
  have lt : E (2 * t) < E l ↔ t < l / 2 := by
    rw [hE.lt_iff]; clear hE h p hl; constructor <;> intro h <;> lin
  have eq : E (2 * t) = E l ↔ t = l / 2 := by
    constructor
    · intro e; have := hE.injective e; clear hE e lt h p hl; lin
    · intro e; rw [e, show 2 * (l / 2) = l by clear hE e lt h p hl; lin]
  rw [← lt, ← eq, hl]
  clear hE lt eq hl
  generalize E (2 * t) = x at *
  have e : (1 + x) * (9 / 10 - c) = (19 - x) / 10 := by lin
  have hx : 0 < 1 + x := by lin
  refine ⟨⟨fun h' => by rw [h'] at h; lin, fun h' => by rw [h'] at h; lin⟩, fun h' => ?_, fun h' => ?_⟩
  · have := mul_pos hx (b := 9 / 10 - c) (by lin); lin
  · have := pos_of_mul_pos hx (b := 9 / 10 - c) (by lin); lin

/-- `pair.time-09`. An orthogonal pair of unit tokens with uniform weights has the overlap nine tenths exactly
at the time `l / 2`, where `l = log 19` is the number with `E l = 19`, and a smaller overlap exactly at the
times before; `tanh (l / 2) = 9 / 10`. Source: document 002, section 3. -/
theorem pair_time_09 (E : R → R) (hE : IsExp E) (x₁ x₂ : R → Fin d → R) (c : R → R) (T l : R)
    (hc : ∀ t, c t = dot (x₁ t) (x₂ t)) (h₁ : normSq (x₁ 0) = 1) (h₂ : normSq (x₂ 0) = 1)
    (hode₁ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t)
    (hode₂ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t)
    (horth : c 0 = 0) (hl : E l = 19) :
    0 < l ∧ tanhOf E (l / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = l / 2) ∧ (c t < 9 / 10 ↔ t < l / 2) := by
  have law : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t := fun t h0 hT =>
    (overlap_law hc h₁ h₂ hode₁ hode₂ h0 hT).2.2
  refine ⟨hE.lt_iff.1 (by rw [hE.zero, hl]; lin), ?_, fun t h0 hT => nine_tenths_iff hE hl ?_⟩
  · rw [tanhOf_eq_iff hE, show 2 * (l / 2) = l by lin, hl]; lin
  · have k := overlap_implicit hE law h0 hT
    rw [horth] at k
    clear law hode₁ hode₂ hE; lin

end Claims.Pair
