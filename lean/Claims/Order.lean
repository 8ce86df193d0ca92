module

public import Claims.Basic

/-!
# Order, absolute value and square root

Elementary inequalities over a complete ordered field `R`: products, inverses, quotients, the absolute
value `abs`, and the square root `sqrt`, whose existence comes from the least upper bound property.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Trichotomy and comparison -/

theorem lt_or_ge (a b : R) : a < b ∨ b ≤ a := by lin
theorem le_total (a b : R) : a ≤ b ∨ b ≤ a := by lin
theorem lt_of_not_ge {a b : R} (h : ¬ b ≤ a) : a < b := by lin
theorem le_of_not_gt {a b : R} (h : ¬ b < a) : a ≤ b := by lin
theorem not_lt_of_ge {a b : R} (h : a ≤ b) : ¬ b < a := by lin
theorem lt_or_eq_of_le {a b : R} (h : a ≤ b) : a < b ∨ a = b := by lin
theorem le_of_lt {a b : R} (h : a < b) : a ≤ b := by lin
theorem le_rfl (a : R) : a ≤ a := by lin
theorem le_trans {a b c : R} (h : a ≤ b) (h' : b ≤ c) : a ≤ c := by lin
theorem lt_of_lt_of_le {a b c : R} (h : a < b) (h' : b ≤ c) : a < c := by lin
theorem lt_of_le_of_lt {a b c : R} (h : a ≤ b) (h' : b < c) : a < c := by lin
theorem le_antisymm {a b : R} (h : a ≤ b) (h' : b ≤ a) : a = b := by lin
theorem ne_of_gt {a b : R} (h : b < a) : a ≠ b := by lin
theorem ne_of_lt {a b : R} (h : a < b) : a ≠ b := by lin
theorem zero_lt_one : (0 : R) < 1 := OrderedRing.zero_lt_one
theorem two_pos : (0 : R) < 2 := by lin
theorem two_ne_zero : (2 : R) ≠ 0 := by lin

/-! ## Products -/

theorem mul_pos {a b : R} (ha : 0 < a) (hb : 0 < b) : 0 < a * b := by
  have h := OrderedRing.mul_lt_mul_of_pos_left hb ha
  lin

theorem mul_nonneg {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b := by
  rcases lt_or_eq_of_le ha with ha' | ha'
  · rcases lt_or_eq_of_le hb with hb' | hb'
    · exact le_of_lt (mul_pos ha' hb')
    · subst hb'; lin
  · subst ha'; lin

theorem mul_nonpos {a b : R} (ha : 0 ≤ a) (hb : b ≤ 0) : a * b ≤ 0 := by
  have h := mul_nonneg ha (b := -b) (by lin)
  lin

theorem mul_le_mul_left' {a b c : R} (ha : 0 ≤ a) (h : b ≤ c) : a * b ≤ a * c := by
  have h' := mul_nonneg ha (b := c - b) (by lin)
  lin

theorem mul_le_mul_right' {a b c : R} (ha : 0 ≤ a) (h : b ≤ c) : b * a ≤ c * a := by
  have h' := mul_nonneg ha (b := c - b) (by lin)
  lin

theorem mul_lt_mul_left' {a b c : R} (ha : 0 < a) (h : b < c) : a * b < a * c := by
  have h' := mul_pos ha (b := c - b) (by lin)
  lin

theorem mul_lt_mul_right' {a b c : R} (ha : 0 < a) (h : b < c) : b * a < c * a := by
  have h' := mul_pos ha (b := c - b) (by lin)
  lin

theorem mul_le_mul {a b c d : R} (h : a ≤ b) (h' : c ≤ d) (hc : 0 ≤ c) (hb : 0 ≤ b) :
    a * c ≤ b * d := by
  have h1 := mul_le_mul_right' hc h
  have h2 := mul_le_mul_left' hb h'
  lin

theorem le_of_mul_le_mul_left {a b c : R} (ha : 0 < a) (h : a * b ≤ a * c) : b ≤ c := by
  rcases lt_or_ge c b with h' | h'
  · have := mul_lt_mul_left' ha h'; lin
  · exact h'

theorem lt_of_mul_lt_mul_left {a b c : R} (ha : 0 ≤ a) (h : a * b < a * c) : b < c := by
  rcases lt_or_ge b c with h' | h'
  · exact h'
  · have := mul_le_mul_left' ha h'; lin

theorem pos_of_mul_pos {a b : R} (ha : 0 < a) (h : 0 < a * b) : 0 < b :=
  lt_of_mul_lt_mul_left (le_of_lt ha) (by lin)

theorem mul_self_nonneg (a : R) : 0 ≤ a * a := by
  rcases le_total 0 a with h | h
  · exact mul_nonneg h h
  · have := mul_nonneg (a := -a) (b := -a) (by lin) (by lin); lin

theorem sq_nonneg (a : R) : 0 ≤ a ^ 2 := by
  have := mul_self_nonneg a; lin

theorem sq_pos {a : R} (h : a ≠ 0) : 0 < a ^ 2 := by
  have := sq_nonneg a
  have : a ^ 2 ≠ 0 := by lin
  lin

theorem mul_self_pos {a : R} (h : a ≠ 0) : 0 < a * a := by
  have := sq_pos h; lin

theorem eq_zero_of_sq {a : R} (h : a ^ 2 = 0) : a = 0 := by lin

theorem mul_eq_zero {a b : R} (h : a * b = 0) : a = 0 ∨ b = 0 := by lin

/-- Squares grow with nonnegative numbers. -/
theorem sq_le_sq {a b : R} (ha : 0 ≤ a) (h : a ≤ b) : a ^ 2 ≤ b ^ 2 := by
  have := mul_le_mul h h ha (by lin); lin

theorem sq_lt_sq {a b : R} (ha : 0 ≤ a) (h : a < b) : a ^ 2 < b ^ 2 := by
  have h1 := mul_le_mul_left' ha (le_of_lt h)
  have h2 := mul_lt_mul_right' (a := b) (by lin) h
  lin

theorem le_of_sq_le_sq {a b : R} (hb : 0 ≤ b) (h : a ^ 2 ≤ b ^ 2) : a ≤ b := by
  rcases lt_or_ge b a with h' | h'
  · have := sq_lt_sq hb h'; lin
  · exact h'

theorem lt_of_sq_lt_sq {a b : R} (hb : 0 ≤ b) (h : a ^ 2 < b ^ 2) : a < b := by
  rcases lt_or_ge a b with h' | h'
  · exact h'
  · have := sq_le_sq hb h'; lin

theorem eq_of_sq_eq_sq {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) (h : a ^ 2 = b ^ 2) : a = b :=
  le_antisymm (le_of_sq_le_sq hb (by lin)) (le_of_sq_le_sq ha (by lin))

/-! ## Inverses and quotients -/

theorem mul_inv_cancel {a : R} (h : a ≠ 0) : a * a⁻¹ = 1 := Field.mul_inv_cancel h

theorem inv_pos {a : R} (h : 0 < a) : 0 < a⁻¹ := by
  have h1 := mul_inv_cancel (ne_of_gt h)
  exact pos_of_mul_pos h (by lin)

theorem inv_nonneg {a : R} (h : 0 ≤ a) : 0 ≤ a⁻¹ := by
  rcases lt_or_eq_of_le h with h | h
  · exact le_of_lt (inv_pos h)
  · subst h; lin

theorem div_eq_mul_inv (a b : R) : a / b = a * b⁻¹ := Field.div_eq_mul_inv a b

theorem div_pos {a b : R} (ha : 0 < a) (hb : 0 < b) : 0 < a / b := by
  rw [div_eq_mul_inv]; exact mul_pos ha (inv_pos hb)

theorem div_nonneg {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a / b := by
  rw [div_eq_mul_inv]; exact mul_nonneg ha (inv_nonneg hb)

theorem mul_div_cancel {a b : R} (h : b ≠ 0) : b * (a / b) = a := by lin

theorem div_mul_cancel {a b : R} (h : b ≠ 0) : a / b * b = a := by lin

theorem div_le_iff {a b c : R} (hc : 0 < c) : a / c ≤ b ↔ a ≤ b * c := by
  have e := div_mul_cancel (a := a) (ne_of_gt hc)
  constructor
  · intro h; have := mul_le_mul_right' (le_of_lt hc) h; rw [e] at this; exact this
  · intro h; refine le_of_mul_le_mul_left hc ?_; lin

theorem le_div_iff {a b c : R} (hc : 0 < c) : b ≤ a / c ↔ b * c ≤ a := by
  have e := div_mul_cancel (a := a) (ne_of_gt hc)
  constructor
  · intro h; have := mul_le_mul_right' (le_of_lt hc) h; rw [e] at this; exact this
  · intro h; refine le_of_mul_le_mul_left hc ?_; lin

theorem div_le_div_right {a b c : R} (hc : 0 < c) (h : a ≤ b) : a / c ≤ b / c := by
  rw [div_le_iff hc, div_mul_cancel (ne_of_gt hc)]; exact h

theorem inv_le_inv {a b : R} (ha : 0 < a) (h : a ≤ b) : b⁻¹ ≤ a⁻¹ := by
  have hb : 0 < b := by lin
  have e1 := mul_inv_cancel (ne_of_gt ha)
  have e2 := mul_inv_cancel (ne_of_gt hb)
  have h' := mul_le_mul_left' (le_of_lt (mul_pos (inv_pos ha) (inv_pos hb))) h
  have e3 : a⁻¹ * b⁻¹ * a = b⁻¹ := by lin
  have e4 : a⁻¹ * b⁻¹ * b = a⁻¹ := by lin
  rw [e3, e4] at h'
  exact h'

theorem half_pos {a : R} (h : 0 < a) : 0 < a / 2 := by lin

theorem half_lt_self {a : R} (h : 0 < a) : a / 2 < a := by lin

/-- Two positive numbers have a common positive lower bound. -/
theorem exists_pos_le {a b : R} (ha : 0 < a) (hb : 0 < b) : ∃ c, 0 < c ∧ c ≤ a ∧ c ≤ b := by
  rcases le_total a b with h | h
  · exact ⟨a, ha, le_rfl a, h⟩
  · exact ⟨b, hb, h, le_rfl b⟩

/-- A number below every positive excess of `b` is at most `b`. -/
theorem le_of_forall_pos {a b : R} (h : ∀ ε, 0 < ε → a ≤ b + ε) : a ≤ b := by
  rcases lt_or_ge b a with h' | h'
  · have := h ((a - b) / 2) (by clear h; lin)
    clear h; lin
  · exact h'

/-! ## Powers -/

theorem pow_pos {a : R} (h : 0 < a) (k : Nat) : 0 < a ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact zero_lt_one
  | succ k ih => rw [Semiring.pow_succ]; exact mul_pos ih h

theorem pow_nonneg {a : R} (h : 0 ≤ a) (k : Nat) : 0 ≤ a ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact le_of_lt zero_lt_one
  | succ k ih => rw [Semiring.pow_succ]; exact mul_nonneg ih h

theorem one_le_pow {a : R} (h : 1 ≤ a) (k : Nat) : 1 ≤ a ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact le_rfl 1
  | succ k ih =>
    rw [Semiring.pow_succ]
    have := mul_le_mul ih h (by lin) (by lin)
    lin

/-! ## Absolute value -/

open Classical in
/-- The absolute value: `x` when `0 ≤ x`, otherwise `-x`. -/
noncomputable def abs (x : R) : R := if 0 ≤ x then x else -x

theorem abs_of_nonneg {x : R} (h : 0 ≤ x) : abs x = x := by
  unfold abs; simp only [h, if_true]

theorem abs_of_neg {x : R} (h : x < 0) : abs x = -x := by
  unfold abs; simp only [show ¬ (0 ≤ x) from by lin, if_false]

theorem abs_of_nonpos {x : R} (h : x ≤ 0) : abs x = -x := by
  rcases lt_or_eq_of_le h with h | h
  · exact abs_of_neg h
  · rw [abs_of_nonneg (by lin)]; lin

/-- Either value of the absolute value, with the sign that gives it. -/
theorem abs_cases (x : R) : (0 ≤ x ∧ abs x = x) ∨ (x < 0 ∧ abs x = -x) := by
  rcases lt_or_ge x 0 with h | h
  · exact Or.inr ⟨h, abs_of_neg h⟩
  · exact Or.inl ⟨h, abs_of_nonneg h⟩

theorem abs_nonneg (x : R) : 0 ≤ abs x := by have := abs_cases x; lin
theorem le_abs_self (x : R) : x ≤ abs x := by have := abs_cases x; lin
theorem neg_le_abs (x : R) : -x ≤ abs x := by have := abs_cases x; lin
theorem neg_abs_le (x : R) : -abs x ≤ x := by have := abs_cases x; lin
theorem abs_zero : abs (0 : R) = 0 := abs_of_nonneg (le_rfl 0)
theorem abs_one : abs (1 : R) = 1 := abs_of_nonneg (le_of_lt zero_lt_one)

theorem abs_neg (x : R) : abs (-x) = abs x := by
  have := abs_cases x; have := abs_cases (-x); lin

theorem abs_pos {x : R} (h : x ≠ 0) : 0 < abs x := by have := abs_cases x; lin
theorem eq_zero_of_abs {x : R} (h : abs x = 0) : x = 0 := by have := abs_cases x; lin

theorem abs_le {x a : R} : abs x ≤ a ↔ -a ≤ x ∧ x ≤ a := by
  have := abs_cases x
  constructor
  · intro h; constructor <;> lin
  · rintro ⟨h1, h2⟩; lin

theorem abs_lt {x a : R} : abs x < a ↔ -a < x ∧ x < a := by
  have := abs_cases x
  constructor
  · intro h; constructor <;> lin
  · rintro ⟨h1, h2⟩; lin

theorem abs_add_le (x y : R) : abs (x + y) ≤ abs x + abs y := by
  have := abs_cases x; have := abs_cases y; have := abs_cases (x + y); lin

theorem abs_sub_le (x y : R) : abs (x - y) ≤ abs x + abs y := by
  have := abs_cases x; have := abs_cases y; have := abs_cases (x - y); lin

theorem abs_sub_comm (x y : R) : abs (x - y) = abs (y - x) := by
  have := abs_cases (x - y); have := abs_cases (y - x); lin

theorem abs_mul (x y : R) : abs (x * y) = abs x * abs y := by
  rcases abs_cases x with ⟨h, e⟩ | ⟨h, e⟩ <;> rcases abs_cases y with ⟨h', e'⟩ | ⟨h', e'⟩ <;> rw [e, e']
  · exact abs_of_nonneg (mul_nonneg h h')
  · have := mul_nonneg h (b := -y) (by lin); rw [abs_of_nonpos (by lin)]; lin
  · have := mul_nonneg (a := -x) (by lin) h'; rw [abs_of_nonpos (by lin)]; lin
  · have := mul_nonneg (a := -x) (b := -y) (by lin) (by lin); rw [abs_of_nonneg (by lin)]; lin

theorem abs_sq (x : R) : abs x ^ 2 = x ^ 2 := by
  rcases abs_cases x with ⟨_, e⟩ | ⟨_, e⟩ <;> rw [e]; lin

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

theorem sqrt_nonneg (a : R) : 0 ≤ sqrt a := by
  unfold sqrt
  by_cases h : 0 ≤ a
  · rw [dif_pos h]; exact (exists_sqrt h).choose_spec.1
  · rw [dif_neg h]; exact le_rfl 0

theorem sq_sqrt {a : R} (h : 0 ≤ a) : sqrt a ^ 2 = a := by
  unfold sqrt
  rw [dif_pos h]
  exact (exists_sqrt h).choose_spec.2

theorem sqrt_sq {a : R} (h : 0 ≤ a) : sqrt (a ^ 2) = a :=
  eq_of_sq_eq_sq (sqrt_nonneg _) h (sq_sqrt (sq_nonneg a))

theorem sqrt_le_sqrt {a b : R} (ha : 0 ≤ a) (h : a ≤ b) : sqrt a ≤ sqrt b := by
  refine le_of_sq_le_sq (sqrt_nonneg b) ?_
  rw [sq_sqrt ha, sq_sqrt (le_trans ha h)]; exact h

theorem sqrt_le {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) : sqrt a ≤ b ↔ a ≤ b ^ 2 := by
  have e := sq_sqrt ha
  constructor
  · intro h; have := sq_le_sq (sqrt_nonneg a) h; lin
  · intro h; exact le_of_sq_le_sq hb (by lin)

theorem sqrt_pos {a : R} (h : 0 < a) : 0 < sqrt a := by
  have e := sq_sqrt (le_of_lt h)
  have := sqrt_nonneg a
  rcases lt_or_eq_of_le this with h' | h'
  · exact h'
  · rw [← h'] at e; lin

end Claims
