module

public import Claims.Order.Inequality

/-!
# Absolute value and square root

The absolute value `abs` of a number of a complete ordered field `R`, and the square root `sqrt`, whose
existence comes from the least upper bound property.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Absolute value -/

open Classical in
/-- The absolute value: `x` when `0 ≤ x`, otherwise `-x`. -/
noncomputable def abs (x : R) : R := if 0 ≤ x then x else -x

/-- The absolute value of a nonnegative number is the number. -/
theorem abs_of_nonneg {x : R} (h : 0 ≤ x) : abs x = x := by
  unfold abs; simp only [h, if_true]

/-- The absolute value of a negative number is its opposite. -/
theorem abs_of_neg {x : R} (h : x < 0) : abs x = -x := by
  unfold abs; simp only [show ¬ (0 ≤ x) from by lin, if_false]

/-- The absolute value of a nonpositive number is its opposite. -/
theorem abs_of_nonpos {x : R} (h : x ≤ 0) : abs x = -x := by
  rcases lt_or_eq_of_le h with h | h
  · exact abs_of_neg h
  · rw [abs_of_nonneg (by lin)]; lin

/-- Either value of the absolute value, with the sign that gives it. -/
theorem abs_cases (x : R) : (0 ≤ x ∧ abs x = x) ∨ (x < 0 ∧ abs x = -x) := by
  rcases lt_or_ge x 0 with h | h
  · exact Or.inr ⟨h, abs_of_neg h⟩
  · exact Or.inl ⟨h, abs_of_nonneg h⟩

/-- Absolute values are nonnegative. -/
theorem abs_nonneg (x : R) : 0 ≤ abs x := by have := abs_cases x; lin

/-- A number is at most its absolute value. -/
theorem le_abs_self (x : R) : x ≤ abs x := by have := abs_cases x; lin

/-- The opposite of a number is at most its absolute value. -/
theorem neg_le_abs (x : R) : -x ≤ abs x := by have := abs_cases x; lin

/-- A number is at least minus its absolute value. -/
theorem neg_abs_le (x : R) : -abs x ≤ x := by have := abs_cases x; lin

/-- The absolute value of zero. -/
theorem abs_zero : abs (0 : R) = 0 := abs_of_nonneg (le_rfl 0)

/-- The absolute value of one. -/
theorem abs_one : abs (1 : R) = 1 := abs_of_nonneg (le_of_lt zero_lt_one)

/-- Opposite numbers have the same absolute value. -/
theorem abs_neg (x : R) : abs (-x) = abs x := by
  have := abs_cases x; have := abs_cases (-x); lin

/-- The absolute value of a nonzero number is positive. -/
theorem abs_pos {x : R} (h : x ≠ 0) : 0 < abs x := by have := abs_cases x; lin

/-- A number with absolute value zero is zero. -/
theorem eq_zero_of_abs {x : R} (h : abs x = 0) : x = 0 := by have := abs_cases x; lin

/-- A bound on the absolute value is a bound on both sides. -/
theorem abs_le {x a : R} : abs x ≤ a ↔ -a ≤ x ∧ x ≤ a := by
  have := abs_cases x
  constructor
  · intro h; constructor <;> lin
  · rintro ⟨h1, h2⟩; lin

/-- A strict bound on the absolute value is a strict bound on both sides. -/
theorem abs_lt {x a : R} : abs x < a ↔ -a < x ∧ x < a := by
  have := abs_cases x
  constructor
  · intro h; constructor <;> lin
  · rintro ⟨h1, h2⟩; lin

/-- The triangle inequality. -/
theorem abs_add_le (x y : R) : abs (x + y) ≤ abs x + abs y := by
  have := abs_cases x; have := abs_cases y; have := abs_cases (x + y); lin

/-- The triangle inequality for a difference. -/
theorem abs_sub_le (x y : R) : abs (x - y) ≤ abs x + abs y := by
  have := abs_cases x; have := abs_cases y; have := abs_cases (x - y); lin

/-- The distance of two numbers is symmetric. -/
theorem abs_sub_comm (x y : R) : abs (x - y) = abs (y - x) := by
  have := abs_cases (x - y); have := abs_cases (y - x); lin

/-- The absolute value of a product. -/
theorem abs_mul (x y : R) : abs (x * y) = abs x * abs y := by
  rcases abs_cases x with ⟨h, e⟩ | ⟨h, e⟩ <;> rcases abs_cases y with ⟨h', e'⟩ | ⟨h', e'⟩ <;> rw [e, e']
  · exact abs_of_nonneg (mul_nonneg h h')
  · have := mul_nonneg h (b := -y) (by lin); rw [abs_of_nonpos (by lin)]; lin
  · have := mul_nonneg (a := -x) (by lin) h'; rw [abs_of_nonpos (by lin)]; lin
  · have := mul_nonneg (a := -x) (b := -y) (by lin) (by lin); rw [abs_of_nonneg (by lin)]; lin

/-- The square of the absolute value is the square. -/
theorem abs_sq (x : R) : abs x ^ 2 = x ^ 2 := by
  rcases abs_cases x with ⟨_, e⟩ | ⟨_, e⟩ <;> rw [e]; lin

/-- A bound on the square bounds the absolute value. -/
theorem abs_le_of_sq_le {x a : R} (ha : 0 ≤ a) (h : x ^ 2 ≤ a ^ 2) : abs x ≤ a :=
  le_of_sq_le_sq ha (by rw [abs_sq]; exact h)

/-! ## Square root -/

/-- Every nonnegative number is the square of a nonnegative number. -/
theorem exists_sqrt {a : R} (ha : 0 ≤ a) : ∃ s : R, 0 ≤ s ∧ s ^ 2 = a := by
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x : R => 0 ≤ x ∧ x ^ 2 ≤ a)
    ⟨0, le_rfl 0, by lin⟩ ⟨a + 1, fun x hx => by
      have hx1 := hx.1
      have hx2 := hx.2
      refine le_of_sq_le_sq (by lin) ?_
      have := sq_nonneg a
      lin⟩
  have hs : 0 ≤ s := hub 0 ⟨le_rfl 0, by lin⟩
  refine ⟨s, hs, ?_⟩
  rcases lt_or_ge (s ^ 2) a with h | h
  · -- a little more than `s` still has a square below `a`
    have hk : 0 < 2 * s + 1 := by lin
    obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le zero_lt_one (div_pos (a := a - s ^ 2) (by lin) hk)
    have e := mul_div_cancel (a := a - s ^ 2) (ne_of_gt hk)
    have h1 := mul_le_mul_left' (le_of_lt hk) hc2
    have h2 := mul_le_mul_left' (le_of_lt hc) hc1
    have := hub (s + c) ⟨by lin, by lin⟩
    lin
  · rcases lt_or_eq_of_le h with h' | h'
    · -- a little less than `s` is still an upper bound
      have hs' : 0 < s := by
        rcases lt_or_eq_of_le hs with h | h
        · exact h
        · subst h; lin
      have hk : 0 < 2 * s := by lin
      have hc := div_pos (a := s ^ 2 - a) (by lin) hk
      have e := mul_div_cancel (a := s ^ 2 - a) (ne_of_gt hk)
      generalize (s ^ 2 - a) / (2 * s) = c at hc e
      have h0 : 0 ≤ s - c := by
        have : 2 * s * c ≤ 2 * s * s := by lin
        have := le_of_mul_le_mul_left hk this
        lin
      have := hlub (s - c) fun x hx => by
        have hx2 := hx.2
        have := mul_self_nonneg c
        exact le_of_sq_le_sq h0 (by lin)
      lin
    · exact h'.symm

open Classical in
/-- The nonnegative square root of `a`, and `0` when `a < 0`. -/
noncomputable def sqrt (a : R) : R := if h : 0 ≤ a then (exists_sqrt h).choose else 0

/-- Square roots are nonnegative. -/
theorem sqrt_nonneg (a : R) : 0 ≤ sqrt a := by
  unfold sqrt
  by_cases h : 0 ≤ a
  · rw [dif_pos h]; exact (exists_sqrt h).choose_spec.1
  · rw [dif_neg h]; exact le_rfl 0

/-- The square of the square root of a nonnegative number. -/
theorem sq_sqrt {a : R} (h : 0 ≤ a) : sqrt a ^ 2 = a := by
  unfold sqrt
  rw [dif_pos h]
  exact (exists_sqrt h).choose_spec.2

/-- The square root of the square of a nonnegative number. -/
theorem sqrt_sq {a : R} (h : 0 ≤ a) : sqrt (a ^ 2) = a :=
  eq_of_sq_eq_sq (sqrt_nonneg _) h (sq_sqrt (sq_nonneg a))

/-- Square roots are monotone. -/
theorem sqrt_le_sqrt {a b : R} (ha : 0 ≤ a) (h : a ≤ b) : sqrt a ≤ sqrt b := by
  refine le_of_sq_le_sq (sqrt_nonneg b) ?_
  rw [sq_sqrt ha, sq_sqrt (le_trans ha h)]; exact h

/-- A square root is at most a nonnegative bound when the number is at most its square. -/
theorem sqrt_le {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) : sqrt a ≤ b ↔ a ≤ b ^ 2 := by
  have e := sq_sqrt ha
  constructor
  · intro h; have := sq_le_sq (sqrt_nonneg a) h; lin
  · intro h; exact le_of_sq_le_sq hb (by lin)

/-- The square root of a positive number is positive. -/
theorem sqrt_pos {a : R} (h : 0 < a) : 0 < sqrt a := by
  have e := sq_sqrt (le_of_lt h)
  have := sqrt_nonneg a
  rcases lt_or_eq_of_le this with h' | h'
  · exact h'
  · rw [← h'] at e; lin

end Claims
