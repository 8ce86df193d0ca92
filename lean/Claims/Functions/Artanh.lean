module

public import Claims.Functions.Tanh
public import Claims.Functions.Log

/-!
# The inverse hyperbolic tangent

`artanh c = log ((1 + c) / (1 - c)) / 2` is the inverse of `tanh` on `(-1, 1)`, so that
`s ↦ tanh (s + artanh c)` is the solution of `c' = 1 - c²` with value `c` at zero.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The inverse hyperbolic tangent; it is meant for numbers strictly between `-1` and `1`. -/
def artanh (c : R) : R := log ((1 + c) / (1 - c)) / 2

/-! ## The inverse of the hyperbolic tangent -/

/-- The exponential of twice the inverse hyperbolic tangent. -/
theorem exp_two_mul_artanh {c : R} (h₁ : -1 < c) (h₂ : c < 1) : exp (2 * artanh c) = (1 + c) / (1 - c) := by
  unfold artanh
  rw [show ∀ y : R, 2 * (y / 2) = y from fun y => by lin]
  exact exp_log (div_pos (by lin) (by lin))

/-- The hyperbolic tangent of the inverse hyperbolic tangent. -/
theorem tanh_artanh {c : R} (h₁ : -1 < c) (h₂ : c < 1) : tanh (artanh c) = c := by
  rw [tanh_eq_iff, exp_two_mul_artanh h₁ h₂]
  exact mul_div_cancel (by lin)

/-- The inverse hyperbolic tangent of a hyperbolic tangent. -/
theorem artanh_tanh (x : R) : artanh (tanh x) = x :=
  tanh_injective (tanh_artanh (abs_tanh_lt_one x).1 (abs_tanh_lt_one x).2)

/-- The inverse hyperbolic tangent is the only solution of `tanh x = c`. -/
theorem artanh_eq_iff {c x : R} (h₁ : -1 < c) (h₂ : c < 1) : artanh c = x ↔ tanh x = c := by
  constructor
  · intro h; rw [← h, tanh_artanh h₁ h₂]
  · intro h; rw [← h, artanh_tanh]

/-- The inverse hyperbolic tangent of zero. -/
theorem artanh_zero : artanh (0 : R) = 0 := (artanh_eq_iff (by lin) (by lin)).2 tanh_zero

/-- The inverse hyperbolic tangent is odd. -/
theorem artanh_neg {c : R} (h₁ : -1 < c) (h₂ : c < 1) : artanh (-c) = -artanh c :=
  (artanh_eq_iff (by lin) (by lin)).2 (by rw [tanh_neg, tanh_artanh h₁ h₂])

/-- The inverse hyperbolic tangent is injective. -/
theorem artanh_injective {a b : R} (ha₁ : -1 < a) (ha₂ : a < 1) (hb₁ : -1 < b) (hb₂ : b < 1)
    (h : artanh a = artanh b) : a = b := by
  rw [← tanh_artanh ha₁ ha₂, h, tanh_artanh hb₁ hb₂]

/-- The logarithmic form with the two factors apart. -/
theorem artanh_eq_log_sub_log {c : R} (h₁ : -1 < c) (h₂ : c < 1) :
    artanh c = (log (1 + c) - log (1 - c)) / 2 := by
  unfold artanh; rw [log_div (by lin) (by lin)]

/-- The addition law of the inverse hyperbolic tangent. -/
theorem artanh_add {a b : R} (ha₁ : -1 < a) (ha₂ : a < 1) (hb₁ : -1 < b) (hb₂ : b < 1) :
    artanh a + artanh b = artanh ((a + b) / (1 + a * b)) := by
  have h := tanh_add (artanh a) (artanh b)
  rw [tanh_artanh ha₁ ha₂, tanh_artanh hb₁ hb₂] at h
  rw [← h, artanh_tanh]

/-! ## Order -/

/-- Inverse hyperbolic tangents compare strictly as the numbers do. -/
theorem artanh_lt_artanh_iff {a b : R} (ha₁ : -1 < a) (ha₂ : a < 1) (hb₁ : -1 < b) (hb₂ : b < 1) :
    artanh a < artanh b ↔ a < b := by
  rw [← tanh_lt_tanh, tanh_artanh ha₁ ha₂, tanh_artanh hb₁ hb₂]

/-- Inverse hyperbolic tangents compare as the numbers do. -/
theorem artanh_le_artanh_iff {a b : R} (ha₁ : -1 < a) (ha₂ : a < 1) (hb₁ : -1 < b) (hb₂ : b < 1) :
    artanh a ≤ artanh b ↔ a ≤ b := by
  rw [← tanh_le_tanh, tanh_artanh ha₁ ha₂, tanh_artanh hb₁ hb₂]

/-- The inverse hyperbolic tangent increases strictly on `(-1, 1)`. -/
theorem artanh_lt_artanh {a b : R} (ha : -1 < a) (h : a < b) (hb : b < 1) : artanh a < artanh b :=
  (artanh_lt_artanh_iff ha (by lin) (by lin) hb).2 h

/-- An inverse hyperbolic tangent is below a bound exactly when the number is below its tangent. -/
theorem artanh_lt_iff {c x : R} (h₁ : -1 < c) (h₂ : c < 1) : artanh c < x ↔ c < tanh x := by
  rw [← tanh_lt_tanh, tanh_artanh h₁ h₂]

/-- An inverse hyperbolic tangent is at most a bound exactly when the number is at most its tangent. -/
theorem artanh_le_iff {c x : R} (h₁ : -1 < c) (h₂ : c < 1) : artanh c ≤ x ↔ c ≤ tanh x := by
  rw [← tanh_le_tanh, tanh_artanh h₁ h₂]

/-- A bound is below an inverse hyperbolic tangent exactly when its tangent is below the number. -/
theorem lt_artanh_iff {c x : R} (h₁ : -1 < c) (h₂ : c < 1) : x < artanh c ↔ tanh x < c := by
  rw [← tanh_lt_tanh, tanh_artanh h₁ h₂]

/-- The inverse hyperbolic tangent of a positive number is positive. -/
theorem artanh_pos {c : R} (h : 0 < c) (h₂ : c < 1) : 0 < artanh c := by
  rw [lt_artanh_iff (by lin) h₂, tanh_zero]; exact h

/-- The inverse hyperbolic tangent of a nonnegative number is at least the number. -/
theorem le_artanh {c : R} (h : 0 ≤ c) (h₂ : c < 1) : c ≤ artanh c := by
  have h₁ : -1 < c := by lin
  have k := abs_tanh_le (artanh c)
  have n : 0 ≤ artanh c := tanh_nonneg_iff.1 (by rw [tanh_artanh h₁ h₂]; exact h)
  rw [tanh_artanh h₁ h₂, abs_of_nonneg h, abs_of_nonneg n] at k
  exact k

/-! ## Derivative and the equation `c' = 1 - c²` -/

/-- The derivative of the inverse hyperbolic tangent. -/
theorem hasDerivAt_artanh {c : R} (h₁ : -1 < c) (h₂ : c < 1) : HasDerivAt artanh (1 / (1 - c ^ 2)) c := by
  have p : 0 < (1 + c) / (1 - c) := div_pos (by lin) (by lin)
  have d := ((((hasDerivAt_const 1 c).add (hasDerivAt_id c)).div
    ((hasDerivAt_const 1 c).sub (hasDerivAt_id c)) (by lin)).log p).mul_const (1 / 2)
  refine (d.congr (g := artanh) (fun y => by unfold artanh; lin)).congr_deriv ?_
  have n₁ : 1 + c ≠ 0 := by lin
  have n₂ : 1 - c ≠ 0 := by lin
  have n₃ : 1 - c ^ 2 ≠ 0 := by
    have := mul_pos (a := 1 + c) (b := 1 - c) (by lin) (by lin); lin
  clear d p h₁ h₂
  lin

/-- The chain rule for the inverse hyperbolic tangent. -/
theorem HasDerivAt.artanh {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) (h₁ : -1 < f x) (h₂ : f x < 1) :
    HasDerivAt (fun y => Claims.artanh (f y)) (1 / (1 - f x ^ 2) * f') x := (hasDerivAt_artanh h₁ h₂).comp hf

/-- The shifted hyperbolic tangent starts at `c`. -/
theorem tanh_zero_add_artanh {c : R} (h₁ : -1 < c) (h₂ : c < 1) : tanh (0 + artanh c) = c := by
  rw [show (0 : R) + artanh c = artanh c by lin, tanh_artanh h₁ h₂]

/-- The shifted hyperbolic tangent by the tangent of the time and the initial value. -/
theorem tanh_add_artanh {c : R} (h₁ : -1 < c) (h₂ : c < 1) (s : R) :
    tanh (s + artanh c) = (tanh s + c) / (1 + tanh s * c) := by
  rw [tanh_add, tanh_artanh h₁ h₂]

end Claims

end
