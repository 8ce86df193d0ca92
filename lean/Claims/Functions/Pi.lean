module

public import Claims.Functions.SinCosBounds
public import Claims.Analysis.IntermediateValue

/-!
# The number pi

`pi` is twice the least positive zero of the cosine. Values and symmetries of sine and cosine at its multiples, their
signs and their monotonicity between them.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Definition -/

/-- The sine is positive between zero and two. -/
theorem sin_pos_of_le_two {x : R} (h0 : 0 < x) (h2 : x ≤ 2) : 0 < sin x := by
  have k := sub_cube_le_sin (le_of_lt h0)
  have q := sq_le_sq (le_of_lt h0) h2
  have p := mul_pos h0 (b := 1 - x ^ 2 / 6) (by clear k; lin)
  lin

/-- The cosine vanishes somewhere between zero and two. -/
theorem exists_cos_eq_zero : ∃ x : R, 0 ≤ x ∧ x ≤ 2 ∧ cos x = 0 := by
  have h := cos_le_quartic (2 : R)
  exact intermediate_value' (by lin) (fun x _ _ => continuousAt_cos x)
    (by rw [cos_zero]; exact le_of_lt zero_lt_one) (by lin)

/-- The number pi. -/
def pi : R := 2 * exists_cos_eq_zero.choose

/-- The cosine vanishes at half of pi. -/
theorem cos_pi_div_two : cos (pi / 2 : R) = 0 := by
  have h := (exists_cos_eq_zero (R := R)).choose_spec.2.2
  have e : (pi / 2 : R) = (exists_cos_eq_zero (R := R)).choose := by unfold pi; clear h; lin
  rw [e]; exact h

/-- Pi is at most four. -/
theorem pi_le_four : (pi : R) ≤ 4 := by
  have h := (exists_cos_eq_zero (R := R)).choose_spec.2.1
  unfold pi; lin

/-- Pi is positive, in fact above two. -/
theorem two_lt_pi : (2 : R) < pi := by
  have h0 : (0 : R) ≤ pi := by
    have h := (exists_cos_eq_zero (R := R)).choose_spec.1
    unfold pi; lin
  have h := one_sub_sq_le_cos (pi / 2 : R)
  rw [cos_pi_div_two] at h
  exact lt_of_sq_lt_sq h0 (by lin)

/-- Pi is positive. -/
theorem pi_pos : (0 : R) < pi := by have := two_lt_pi (R := R); lin

/-- Pi is not zero. -/
theorem pi_ne_zero : (pi : R) ≠ 0 := ne_of_gt pi_pos

/-! ## Values -/

/-- The sine of half of pi. -/
theorem sin_pi_div_two : sin (pi / 2 : R) = 1 := by
  have p := sin_sq_add_cos_sq (pi / 2 : R)
  have h := pi_pos (R := R)
  have h4 := pi_le_four (R := R)
  have q := sin_pos_of_le_two (x := (pi / 2 : R)) (by lin) (by lin)
  rw [cos_pi_div_two] at p
  exact eq_of_sq_eq_sq (le_of_lt q) (le_of_lt zero_lt_one) (by lin)

/-- The sine vanishes at pi. -/
theorem sin_pi : sin (pi : R) = 0 := by rw [sin_eq_half, cos_pi_div_two]; lin

/-- The cosine of pi. -/
theorem cos_pi : cos (pi : R) = -1 := by rw [cos_eq_half_sub_one, cos_pi_div_two]; lin

/-- The sine vanishes at twice pi. -/
theorem sin_two_pi : sin (2 * pi : R) = 0 := by rw [sin_two_mul, sin_pi]; lin

/-- The cosine of twice pi. -/
theorem cos_two_pi : cos (2 * pi : R) = 1 := by rw [cos_two_mul_eq_sin, sin_pi]; lin

/-! ## Shifts and reflections -/

/-- Shifting the sine by a quarter turn. -/
theorem sin_add_pi_div_two (x : R) : sin (x + pi / 2) = cos x := by
  rw [sin_add, cos_pi_div_two, sin_pi_div_two]; lin

/-- Shifting the cosine by a quarter turn. -/
theorem cos_add_pi_div_two (x : R) : cos (x + pi / 2) = -sin x := by
  rw [cos_add, cos_pi_div_two, sin_pi_div_two]; lin

/-- The sine of the complement. -/
theorem sin_pi_div_two_sub (x : R) : sin (pi / 2 - x) = cos x := by
  rw [sin_sub, cos_pi_div_two, sin_pi_div_two]; lin

/-- The cosine of the complement. -/
theorem cos_pi_div_two_sub (x : R) : cos (pi / 2 - x) = sin x := by
  rw [cos_sub, cos_pi_div_two, sin_pi_div_two]; lin

/-- Shifting the sine by a half turn. -/
theorem sin_add_pi (x : R) : sin (x + pi) = -sin x := by rw [sin_add, cos_pi, sin_pi]; lin

/-- Shifting the cosine by a half turn. -/
theorem cos_add_pi (x : R) : cos (x + pi) = -cos x := by rw [cos_add, cos_pi, sin_pi]; lin

/-- The sine of the supplement. -/
theorem sin_pi_sub (x : R) : sin (pi - x) = sin x := by rw [sin_sub, cos_pi, sin_pi]; lin

/-- The cosine of the supplement. -/
theorem cos_pi_sub (x : R) : cos (pi - x) = -cos x := by rw [cos_sub, cos_pi, sin_pi]; lin

/-- The sine has period twice pi. -/
theorem sin_add_two_pi (x : R) : sin (x + 2 * pi) = sin x := by rw [sin_add, cos_two_pi, sin_two_pi]; lin

/-- The cosine has period twice pi. -/
theorem cos_add_two_pi (x : R) : cos (x + 2 * pi) = cos x := by rw [cos_add, cos_two_pi, sin_two_pi]; lin

/-! ## Signs -/

/-- The sine is positive between zero and pi. -/
theorem sin_pos {x : R} (h0 : 0 < x) (h1 : x < pi) : 0 < sin x := by
  have h4 := pi_le_four (R := R)
  rcases le_total x 2 with h | h
  · exact sin_pos_of_le_two h0 h
  · rw [← sin_pi_sub]
    exact sin_pos_of_le_two (by lin) (by lin)

/-- The sine is nonnegative from zero to pi. -/
theorem sin_nonneg {x : R} (h0 : 0 ≤ x) (h1 : x ≤ pi) : 0 ≤ sin x := by
  rcases lt_or_eq_of_le h0 with h | h
  · rcases lt_or_eq_of_le h1 with h' | h'
    · exact le_of_lt (sin_pos h h')
    · rw [h', sin_pi]; exact le_rfl 0
  · rw [← h, sin_zero]; exact le_rfl 0

/-- The sine is negative between minus pi and zero. -/
theorem sin_neg_of_neg {x : R} (h0 : x < 0) (h1 : -pi < x) : sin x < 0 := by
  have k := sin_pos (x := -x) (by lin) (by lin)
  rw [sin_neg] at k
  lin

/-- The cosine is positive at less than half of pi from zero. -/
theorem cos_pos {x : R} (h0 : -(pi / 2) < x) (h1 : x < pi / 2) : 0 < cos x := by
  rw [← sin_pi_div_two_sub]; exact sin_pos (by lin) (by lin)

/-- The cosine is nonnegative at no more than half of pi from zero. -/
theorem cos_nonneg {x : R} (h0 : -(pi / 2) ≤ x) (h1 : x ≤ pi / 2) : 0 ≤ cos x := by
  rw [← sin_pi_div_two_sub]; exact sin_nonneg (by lin) (by lin)

/-- The cosine is negative between half of pi and three halves. -/
theorem cos_neg_of_gt {x : R} (h0 : pi / 2 < x) (h1 : x < pi + pi / 2) : cos x < 0 := by
  have k := cos_pos (x := x - pi) (by lin) (by lin)
  have e := cos_add_pi (x - pi)
  rw [show x - pi + pi = x by clear k e; lin] at e
  lin

/-! ## Monotonicity -/

/-- The cosine decreases strictly from zero to pi. -/
theorem cos_lt_cos {x y : R} (h0 : 0 ≤ x) (hxy : x < y) (h1 : y ≤ pi) : cos y < cos x := by
  have e := cos_sub_cos y x
  have p1 := sin_pos (x := (y + x) / 2) (by clear e; lin) (by clear e; lin)
  have p2 := sin_pos (x := (y - x) / 2) (by clear e p1; lin) (by clear e p1; lin)
  have p := mul_pos p1 p2
  generalize sin ((y + x) / 2) = a at *
  generalize sin ((y - x) / 2) = b at *
  lin

/-- The cosine decreases from zero to pi. -/
theorem cos_le_cos {x y : R} (h0 : 0 ≤ x) (hxy : x ≤ y) (h1 : y ≤ pi) : cos y ≤ cos x := by
  rcases lt_or_eq_of_le hxy with h | h
  · exact le_of_lt (cos_lt_cos h0 h h1)
  · rw [h]; exact le_rfl _

/-- The cosine is injective from zero to pi. -/
theorem cos_injective {x y : R} (hx0 : 0 ≤ x) (hx1 : x ≤ pi) (hy0 : 0 ≤ y) (hy1 : y ≤ pi) (h : cos x = cos y) :
    x = y := by
  rcases lt_or_ge x y with h' | h'
  · have := cos_lt_cos hx0 h' hy1; lin
  · rcases lt_or_eq_of_le h' with h' | h'
    · have := cos_lt_cos hy0 h' hx1; lin
    · exact h'.symm

/-- The sine increases strictly from minus half of pi to half of pi. -/
theorem sin_lt_sin {x y : R} (h0 : -(pi / 2) ≤ x) (hxy : x < y) (h1 : y ≤ pi / 2) : sin x < sin y := by
  rw [← cos_pi_div_two_sub x, ← cos_pi_div_two_sub y]
  exact cos_lt_cos (by lin) (by lin) (by lin)

/-- The sine increases from minus half of pi to half of pi. -/
theorem sin_le_sin {x y : R} (h0 : -(pi / 2) ≤ x) (hxy : x ≤ y) (h1 : y ≤ pi / 2) : sin x ≤ sin y := by
  rw [← cos_pi_div_two_sub x, ← cos_pi_div_two_sub y]
  exact cos_le_cos (by lin) (by lin) (by lin)

end Claims
