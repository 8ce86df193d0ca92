module

public import Claims.Pair.Overlap
public import Claims.Functions.Artanh
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
theorem eq_tanh {c : R → R} {T a : R}
    (hode : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t) (ha : tanh a = c 0) {t : R}
    (h0 : 0 ≤ t) (hT : t ≤ T) : c t = tanh (t + a) := by
  refine ((tanh_eq_iff _ _).2 ?_).symm
  have k := overlap_implicit hode h0 hT
  have b := (tanh_eq_iff _ _).1 ha
  have hlt := (abs_tanh_lt_one a).2
  rw [ha] at hlt
  rw [show 2 * (t + a) = 2 * t + 2 * a by clear hode; lin, exp_add]
  clear hode ha
  generalize exp (2 * t) = x at *
  generalize exp (2 * a) = y at *
  have z : (1 - c 0) * ((1 - c t) * (x * y) - (1 + c t)) = 0 := by lin
  rcases mul_eq_zero z with h | h <;> lin

/-- `pair.uniform`. Two tokens in `R^d`, unit at the start, with uniform weights one half: the overlap
`c = x₁ · x₂` obeys `c' = 1 - c²`; when `-1 < c(0) < 1` then `c(t) = tanh (t + artanh c(0))` on `[0, T]`, which is
`((1 + c(0)) e^{2t} - (1 - c(0))) / ((1 + c(0)) e^{2t} + (1 - c(0)))` and stays between `-1` and `1`; and conversely
each `t ↦ tanh (t + b)` solves the equation. Source: document 002, section 3. -/
theorem pair_uniform (x₁ x₂ : R → Fin d → R) (c : R → R) (T : R)
    (hc : ∀ t, c t = dot (x₁ t) (x₂ t)) (h₁ : normSq (x₁ 0) = 1) (h₂ : normSq (x₂ 0) = 1)
    (hode₁ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t)
    (hode₂ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t)
    (hlo : -1 < c 0) (hhi : c 0 < 1) :
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t) ∧
    (∀ t, 0 ≤ t → t ≤ T → c t = tanh (t + artanh (c 0)) ∧ -1 < c t ∧ c t < 1 ∧
      c t = ((1 + c 0) * exp (2 * t) - (1 - c 0)) / ((1 + c 0) * exp (2 * t) + (1 - c 0))) ∧
    ∀ b t : R, HasDerivAt (fun s => tanh (s + b)) (1 - tanh (t + b) ^ 2) t := by
  have law : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t := fun t h0 hT =>
    (overlap_law hc h₁ h₂ hode₁ hode₂ h0 hT).2.2
  refine ⟨law, fun t h0 hT => ?_, hasDerivAt_tanh_add⟩
  have e := eq_tanh law (tanh_artanh hlo hhi) h0 hT
  have b := abs_tanh_lt_one (t + artanh (c 0))
  rw [← e] at b
  refine ⟨e, b.1, b.2, ?_⟩
  have k := overlap_implicit law h0 hT
  have pos : 0 < (1 + c 0) * exp (2 * t) + (1 - c 0) := by
    have := mul_pos (a := 1 + c 0) (by clear law hode₁ hode₂ hc e b k; lin) (exp_pos (2 * t))
    clear law hode₁ hode₂ hc e b k; lin
  have q := div_mul_cancel (a := (1 + c 0) * exp (2 * t) - (1 - c 0)) (ne_of_gt pos)
  generalize ((1 + c 0) * exp (2 * t) - (1 - c 0)) / ((1 + c 0) * exp (2 * t) + (1 - c 0)) = w at q ⊢
  clear law hode₁ hode₂ hc e b
  have z : (c t - w) * ((1 + c 0) * exp (2 * t) + (1 - c 0)) = 0 := by lin
  rcases mul_eq_zero z with h | h <;> lin

/-- The overlap against nine tenths, in terms of the time. -/
theorem nine_tenths_iff {t c : R} (h : (1 - c) * exp (2 * t) = 1 + c) :
    (c = 9 / 10 ↔ t = log 19 / 2) ∧ (c < 9 / 10 ↔ t < log 19 / 2) := by
  have hl : exp (log (19 : R)) = 19 := exp_log (by clear h; lin)
  have p := exp_pos (2 * t)
  have lt : exp (2 * t) < exp (log (19 : R)) ↔ t < log 19 / 2 := by
    rw [exp_lt_exp]; clear h p hl; constructor <;> intro h <;> lin
  have eq : exp (2 * t) = exp (log (19 : R)) ↔ t = log 19 / 2 := by
    constructor
    · intro e; have := exp_injective e; clear e lt h p hl; lin
    · intro e; rw [e, show 2 * (log (19 : R) / 2) = log 19 by clear e lt h p hl; lin]
  rw [← lt, ← eq, hl]
  clear lt eq hl
  generalize exp (2 * t) = x at *
  have e : (1 + x) * (9 / 10 - c) = (19 - x) / 10 := by lin
  have hx : 0 < 1 + x := by lin
  refine ⟨⟨fun h' => by rw [h'] at h; lin, fun h' => by rw [h'] at h; lin⟩, fun h' => ?_, fun h' => ?_⟩
  · have := mul_pos hx (b := 9 / 10 - c) (by lin); lin
  · have := pos_of_mul_pos hx (b := 9 / 10 - c) (by lin); lin

/-- `pair.time-09`. An orthogonal pair of unit tokens with uniform weights has the overlap nine tenths exactly
at the time `log 19 / 2`, and a smaller overlap exactly at the times before; `tanh (log 19 / 2) = 9 / 10`.
Source: document 002, section 3. -/
theorem pair_time_09 (x₁ x₂ : R → Fin d → R) (c : R → R) (T : R)
    (hc : ∀ t, c t = dot (x₁ t) (x₂ t)) (h₁ : normSq (x₁ 0) = 1) (h₂ : normSq (x₂ 0) = 1)
    (hode₁ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t)
    (hode₂ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t)
    (horth : c 0 = 0) :
    tanh (log (19 : R) / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = log 19 / 2) ∧ (c t < 9 / 10 ↔ t < log 19 / 2) := by
  have law : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t := fun t h0 hT =>
    (overlap_law hc h₁ h₂ hode₁ hode₂ h0 hT).2.2
  refine ⟨?_, fun t h0 hT => nine_tenths_iff ?_⟩
  · have hl : exp (log (19 : R)) = 19 := exp_log (by clear law hode₁ hode₂; lin)
    rw [tanh_eq_iff, show 2 * (log (19 : R) / 2) = log 19 by clear law hode₁ hode₂; lin, hl]
    clear law hode₁ hode₂; lin
  · have k := overlap_implicit law h0 hT
    rw [horth] at k
    clear law hode₁ hode₂; lin

end Claims.Pair
