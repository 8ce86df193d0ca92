module

public import Claims.Functions.Pi

/-!
# Special angles and bounds on pi

Sine and cosine at the sixth, the quarter and the third of pi. The sine of the sixth is one half, which with the
Taylor polynomials of the sine places pi between 3.14 and 3.15.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The sine of the triple. -/
theorem sin_three_mul (x : R) : sin (3 * x) = 3 * sin x - 4 * sin x ^ 3 := by
  have p := sin_sq_add_cos_sq x
  rw [show 3 * x = 2 * x + x by clear p; lin, sin_add, sin_two_mul, cos_two_mul]
  generalize sin x = s at *
  generalize cos x = c at *
  lin

/-- The cosine of the triple. -/
theorem cos_three_mul (x : R) : cos (3 * x) = 4 * cos x ^ 3 - 3 * cos x := by
  have p := sin_sq_add_cos_sq x
  rw [show 3 * x = 2 * x + x by clear p; lin, cos_add, sin_two_mul, cos_two_mul]
  generalize sin x = s at *
  generalize cos x = c at *
  lin

/-- The sine of a sixth of pi. -/
theorem sin_pi_div_six : sin (pi / 6 : R) = 1 / 2 := by
  have h := pi_pos (R := R)
  have e := sin_three_mul (pi / 6 : R)
  have p := sin_pos (x := (pi / 6 : R)) (by clear e; lin) (by clear e; lin)
  rw [show 3 * (pi / 6 : R) = pi / 2 by clear e p; lin, sin_pi_div_two] at e
  generalize sin (pi / 6 : R) = s at *
  have k : (s + 1) * (2 * s - 1) ^ 2 = 0 := by lin
  have k' := eq_zero_of_sq ((mul_eq_zero k).resolve_left (by lin))
  lin

/-- The cosine of a third of pi. -/
theorem cos_pi_div_three : cos (pi / 3 : R) = 1 / 2 := by
  rw [← sin_pi_div_two_sub, show (pi / 2 - pi / 3 : R) = pi / 6 by lin, sin_pi_div_six]

/-- The square of the cosine of a quarter of pi. -/
theorem cos_pi_div_four_sq : cos (pi / 4 : R) ^ 2 = 1 / 2 := by
  have e := cos_two_mul_eq_cos (pi / 4 : R)
  rw [show 2 * (pi / 4 : R) = pi / 2 by clear e; lin, cos_pi_div_two] at e
  lin

/-- The sine and the cosine of a quarter of pi agree. -/
theorem sin_pi_div_four : sin (pi / 4 : R) = cos (pi / 4) := by
  have e := sin_pi_div_two_sub (pi / 4 : R)
  rw [show (pi / 2 - pi / 4 : R) = pi / 4 by clear e; lin] at e
  exact e

/-- Pi is above 3.14. -/
theorem pi_gt : (314 / 100 : R) < pi := by
  refine lt_of_not_ge fun h => ?_
  have h2 := two_lt_pi (R := R)
  have k := sin_le_quintic (x := (157 / 300 : R)) (by lin)
  have m := sin_le_sin (x := (pi / 6 : R)) (y := 157 / 300) (by clear k; lin) (by clear k; lin) (by clear k; lin)
  rw [sin_pi_div_six] at m
  lin

/-- Pi is below 3.15. -/
theorem pi_lt : (pi : R) < 315 / 100 := by
  refine lt_of_not_ge fun h => ?_
  have h2 := two_lt_pi (R := R)
  have k := sub_cube_le_sin (x := (21 / 40 : R)) (by lin)
  have m := sin_le_sin (x := (21 / 40 : R)) (y := pi / 6) (by clear k; lin) (by clear k; lin) (by clear k; lin)
  rw [sin_pi_div_six] at m
  lin

/-- Pi is above three. -/
theorem three_lt_pi : (3 : R) < pi := by have := pi_gt (R := R); lin

/-- Pi is below four. -/
theorem pi_lt_four : (pi : R) < 4 := by have := pi_lt (R := R); lin

end Claims
