module

public import Claims.Functions.Pi
public import Claims.Order.Integers

/-!
# Integer multiples of pi

Sine and cosine have period `2 pi`, the zeros of the sine are the integer multiples of `pi`, and two angles with equal
cosines are equal or opposite up to a full turn. Integer multiples are written `(k : R) * pi` and `(k : R) * (2 * pi)`
with `k : Int`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Periods -/

/-- The sine of an integer multiple of pi. -/
theorem sin_int_mul_pi (k : Int) : sin ((k : R) * pi) = 0 := by
  induction k using int_induction with
  | zero => rw [show ((0 : Int) : R) * pi = 0 by lin, sin_zero]
  | succ k ih => rw [show ((k + 1 : Int) : R) * pi = (k : R) * pi + pi by clear ih; lin, sin_add_pi, ih]; lin
  | pred k ih =>
    rw [show ((k - 1 : Int) : R) * pi = (k : R) * pi - pi by clear ih; lin, sin_sub, ih, sin_pi]; lin

/-- The sine of an integer multiple of a full turn. -/
theorem sin_int_mul_two_pi (k : Int) : sin ((k : R) * (2 * pi)) = 0 := by
  rw [show (k : R) * (2 * pi) = 2 * ((k : R) * pi) by lin, sin_two_mul, sin_int_mul_pi]; lin

/-- The cosine of an integer multiple of a full turn. -/
theorem cos_int_mul_two_pi (k : Int) : cos ((k : R) * (2 * pi)) = 1 := by
  rw [show (k : R) * (2 * pi) = 2 * ((k : R) * pi) by lin, cos_two_mul_eq_sin, sin_int_mul_pi]; lin

/-- The square of the cosine of an integer multiple of pi. -/
theorem cos_int_mul_pi_sq (k : Int) : cos ((k : R) * pi) ^ 2 = 1 := by
  have p := sin_sq_add_cos_sq ((k : R) * pi)
  rw [sin_int_mul_pi] at p
  lin

/-- Full turns do not change the sine. -/
theorem sin_add_int_mul_two_pi (x : R) (k : Int) : sin (x + (k : R) * (2 * pi)) = sin x := by
  rw [sin_add, sin_int_mul_two_pi, cos_int_mul_two_pi]; lin

/-- Full turns do not change the cosine. -/
theorem cos_add_int_mul_two_pi (x : R) (k : Int) : cos (x + (k : R) * (2 * pi)) = cos x := by
  rw [cos_add, sin_int_mul_two_pi, cos_int_mul_two_pi]; lin

/-! ## Zeros and equal values -/

/-- The sine vanishes exactly at the integer multiples of pi. -/
theorem sin_eq_zero_iff {x : R} : sin x = 0 ↔ ∃ k : Int, x = (k : R) * pi := by
  constructor
  · intro h
    obtain ⟨k, r, e, h0, h1⟩ := exists_intCast_mul_le pi_pos x
    rcases lt_or_eq_of_le h0 with hr | hr
    · have p := sin_pos hr h1
      have q := cos_int_mul_pi_sq (R := R) k
      rw [e, sin_add, sin_int_mul_pi] at h
      have := mul_eq_zero (a := cos ((k : R) * pi)) (b := sin r) (by clear e; lin)
      generalize cos ((k : R) * pi) = c at *
      clear e; lin
    · exact ⟨k, by rw [e, ← hr]; lin⟩
  · rintro ⟨k, e⟩
    rw [e]; exact sin_int_mul_pi k

/-- The cosine vanishes exactly at the odd multiples of half of pi. -/
theorem cos_eq_zero_iff {x : R} : cos x = 0 ↔ ∃ k : Int, x = (k : R) * pi + pi / 2 := by
  constructor
  · intro h
    obtain ⟨k, e⟩ := sin_eq_zero_iff (x := x - pi / 2) |>.1 (by
      rw [sin_sub, h, cos_pi_div_two]; clear h; lin)
    exact ⟨k, by clear h; lin⟩
  · rintro ⟨k, e⟩
    rw [e, cos_add_pi_div_two, sin_int_mul_pi]; clear e; lin

/-- The cosine is one exactly at the full turns. -/
theorem cos_eq_one_iff {x : R} : cos x = 1 ↔ ∃ k : Int, x = (k : R) * (2 * pi) := by
  constructor
  · intro h
    have e := cos_eq_one_sub_half x
    obtain ⟨k, hk⟩ := sin_eq_zero_iff.1 (eq_zero_of_sq (a := sin (x / 2)) (by lin))
    exact ⟨k, by clear e; lin⟩
  · rintro ⟨k, e⟩
    rw [e]; exact cos_int_mul_two_pi k

/-- Cosines are equal exactly when the angles are equal or opposite up to full turns. -/
theorem cos_eq_cos_iff {a b : R} :
    cos a = cos b ↔ ∃ k : Int, a = b + (k : R) * (2 * pi) ∨ a = -b + (k : R) * (2 * pi) := by
  constructor
  · intro h
    have e := cos_sub_cos a b
    rcases mul_eq_zero (a := sin ((a + b) / 2)) (b := sin ((a - b) / 2)) (by lin) with h' | h'
    · obtain ⟨k, hk⟩ := sin_eq_zero_iff.1 h'
      exact ⟨k, Or.inr (by clear e h h'; lin)⟩
    · obtain ⟨k, hk⟩ := sin_eq_zero_iff.1 h'
      exact ⟨k, Or.inl (by clear e h h'; lin)⟩
  · rintro ⟨k, e | e⟩
    · rw [e, cos_add_int_mul_two_pi]
    · rw [e, cos_add_int_mul_two_pi, cos_neg]

/-- Both sine and cosine agree exactly when the angles are equal up to full turns. -/
theorem cos_sin_eq_iff {a b : R} :
    (cos a = cos b ∧ sin a = sin b) ↔ ∃ k : Int, a = b + (k : R) * (2 * pi) := by
  constructor
  · rintro ⟨hc, hs⟩
    have p := sin_sq_add_cos_sq b
    have e := cos_sub a b
    rw [hc, hs] at e
    obtain ⟨k, hk⟩ := cos_eq_one_iff (x := a - b) |>.1 (by lin)
    exact ⟨k, by clear e p hc hs; lin⟩
  · rintro ⟨k, e⟩
    rw [e]; exact ⟨cos_add_int_mul_two_pi b k, sin_add_int_mul_two_pi b k⟩

/-! ## Reduction to one turn -/

/-- Every angle is a full number of turns from one in the interval from zero to `2 pi`. -/
theorem exists_mod_two_pi (x : R) : ∃ (k : Int) (r : R), x = r + (k : R) * (2 * pi) ∧ 0 ≤ r ∧ r < 2 * pi := by
  have h := pi_pos (R := R)
  obtain ⟨k, r, e, h0, h1⟩ := exists_intCast_mul_le (t := 2 * pi) (by lin) x
  exact ⟨k, r, by lin, h0, h1⟩

/-- Every angle is a full number of turns from one between `-pi` and `pi`. -/
theorem exists_mod_two_pi' (x : R) : ∃ (k : Int) (r : R), x = r + (k : R) * (2 * pi) ∧ -pi ≤ r ∧ r < pi := by
  obtain ⟨k, r, e, h0, h1⟩ := exists_mod_two_pi (x + pi)
  exact ⟨k, r - pi, by lin, by lin, by lin⟩

end Claims
