module

public import Claims.Order.Field

/-!
# Inequalities

Elementary inequalities over a complete ordered field `R`: comparisons, products, squares, inverses,
quotients and powers.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Trichotomy and comparison -/

/-- Any two numbers compare, one way or the other. -/
theorem lt_or_ge (a b : R) : a < b ∨ b ≤ a := by lin

/-- The order is total. -/
theorem le_total (a b : R) : a ≤ b ∨ b ≤ a := by lin

/-- What is not above lies strictly below. -/
theorem lt_of_not_ge {a b : R} (h : ¬ b ≤ a) : a < b := by lin

/-- What is not strictly above lies below. -/
theorem le_of_not_gt {a b : R} (h : ¬ b < a) : a ≤ b := by lin

/-- A number that lies below is not strictly above. -/
theorem not_lt_of_ge {a b : R} (h : a ≤ b) : ¬ b < a := by lin

/-- A weak inequality is strict or an equality. -/
theorem lt_or_eq_of_le {a b : R} (h : a ≤ b) : a < b ∨ a = b := by lin

/-- A strict inequality is a weak one. -/
theorem le_of_lt {a b : R} (h : a < b) : a ≤ b := by lin

/-- The order is reflexive. -/
theorem le_rfl (a : R) : a ≤ a := by lin

/-- The order is transitive. -/
theorem le_trans {a b c : R} (h : a ≤ b) (h' : b ≤ c) : a ≤ c := by lin

/-- A strict and a weak inequality chain to a strict one. -/
theorem lt_of_lt_of_le {a b c : R} (h : a < b) (h' : b ≤ c) : a < c := by lin

/-- A weak and a strict inequality chain to a strict one. -/
theorem lt_of_le_of_lt {a b c : R} (h : a ≤ b) (h' : b < c) : a < c := by lin

/-- The order is antisymmetric. -/
theorem le_antisymm {a b : R} (h : a ≤ b) (h' : b ≤ a) : a = b := by lin

/-- A number strictly above another differs from it. -/
theorem ne_of_gt {a b : R} (h : b < a) : a ≠ b := by lin

/-- A number strictly below another differs from it. -/
theorem ne_of_lt {a b : R} (h : a < b) : a ≠ b := by lin

/-- One is positive. -/
theorem zero_lt_one : (0 : R) < 1 := OrderedRing.zero_lt_one

/-- Two is positive. -/
theorem two_pos : (0 : R) < 2 := by lin

/-- Two is not zero. -/
theorem two_ne_zero : (2 : R) ≠ 0 := by lin

/-! ## Products -/

/-- A product of positive numbers is positive. -/
theorem mul_pos {a b : R} (ha : 0 < a) (hb : 0 < b) : 0 < a * b := by
  have h := OrderedRing.mul_lt_mul_of_pos_left hb ha
  lin

/-- A product of nonnegative numbers is nonnegative. -/
theorem mul_nonneg {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b := by
  rcases lt_or_eq_of_le ha with ha' | ha'
  · rcases lt_or_eq_of_le hb with hb' | hb'
    · exact le_of_lt (mul_pos ha' hb')
    · subst hb'; lin
  · subst ha'; lin

/-- A nonnegative times a nonpositive number is nonpositive. -/
theorem mul_nonpos {a b : R} (ha : 0 ≤ a) (hb : b ≤ 0) : a * b ≤ 0 := by
  have h := mul_nonneg ha (b := -b) (by lin)
  lin

/-- A nonnegative factor on the left keeps an inequality. -/
theorem mul_le_mul_left' {a b c : R} (ha : 0 ≤ a) (h : b ≤ c) : a * b ≤ a * c := by
  have h' := mul_nonneg ha (b := c - b) (by lin)
  lin

/-- A nonnegative factor on the right keeps an inequality. -/
theorem mul_le_mul_right' {a b c : R} (ha : 0 ≤ a) (h : b ≤ c) : b * a ≤ c * a := by
  have h' := mul_nonneg ha (b := c - b) (by lin)
  lin

/-- A positive factor on the left keeps a strict inequality. -/
theorem mul_lt_mul_left' {a b c : R} (ha : 0 < a) (h : b < c) : a * b < a * c := by
  have h' := mul_pos ha (b := c - b) (by lin)
  lin

/-- A positive factor on the right keeps a strict inequality. -/
theorem mul_lt_mul_right' {a b c : R} (ha : 0 < a) (h : b < c) : b * a < c * a := by
  have h' := mul_pos ha (b := c - b) (by lin)
  lin

/-- Inequalities between nonnegative numbers multiply. -/
theorem mul_le_mul {a b c d : R} (h : a ≤ b) (h' : c ≤ d) (hc : 0 ≤ c) (hb : 0 ≤ b) :
    a * c ≤ b * d := by
  have h1 := mul_le_mul_right' hc h
  have h2 := mul_le_mul_left' hb h'
  lin

/-- A positive factor cancels from an inequality. -/
theorem le_of_mul_le_mul_left {a b c : R} (ha : 0 < a) (h : a * b ≤ a * c) : b ≤ c := by
  rcases lt_or_ge c b with h' | h'
  · have := mul_lt_mul_left' ha h'; lin
  · exact h'

/-- A nonnegative factor cancels from a strict inequality. -/
theorem lt_of_mul_lt_mul_left {a b c : R} (ha : 0 ≤ a) (h : a * b < a * c) : b < c := by
  rcases lt_or_ge b c with h' | h'
  · exact h'
  · have := mul_le_mul_left' ha h'; lin

/-- A factor of a positive product is positive when the other is. -/
theorem pos_of_mul_pos {a b : R} (ha : 0 < a) (h : 0 < a * b) : 0 < b :=
  lt_of_mul_lt_mul_left (le_of_lt ha) (by lin)

/-- A number times itself is nonnegative. -/
theorem mul_self_nonneg (a : R) : 0 ≤ a * a := by
  rcases le_total 0 a with h | h
  · exact mul_nonneg h h
  · have := mul_nonneg (a := -a) (b := -a) (by lin) (by lin); lin

/-- A square is nonnegative. -/
theorem sq_nonneg (a : R) : 0 ≤ a ^ 2 := by
  have := mul_self_nonneg a; lin

/-- The square of a nonzero number is positive. -/
theorem sq_pos {a : R} (h : a ≠ 0) : 0 < a ^ 2 := by
  have := sq_nonneg a
  have : a ^ 2 ≠ 0 := by lin
  lin

/-- A nonzero number times itself is positive. -/
theorem mul_self_pos {a : R} (h : a ≠ 0) : 0 < a * a := by
  have := sq_pos h; lin

/-- A number with square zero is zero. -/
theorem eq_zero_of_sq {a : R} (h : a ^ 2 = 0) : a = 0 := by lin

/-- A product that vanishes has a factor that does. -/
theorem mul_eq_zero {a b : R} (h : a * b = 0) : a = 0 ∨ b = 0 := by lin

/-- Squares grow with nonnegative numbers. -/
theorem sq_le_sq {a b : R} (ha : 0 ≤ a) (h : a ≤ b) : a ^ 2 ≤ b ^ 2 := by
  have := mul_le_mul h h ha (by lin); lin

/-- Squares grow strictly with nonnegative numbers. -/
theorem sq_lt_sq {a b : R} (ha : 0 ≤ a) (h : a < b) : a ^ 2 < b ^ 2 := by
  have h1 := mul_le_mul_left' ha (le_of_lt h)
  have h2 := mul_lt_mul_right' (a := b) (by lin) h
  lin

/-- Squares compare as the numbers do, for a nonnegative bound. -/
theorem le_of_sq_le_sq {a b : R} (hb : 0 ≤ b) (h : a ^ 2 ≤ b ^ 2) : a ≤ b := by
  rcases lt_or_ge b a with h' | h'
  · have := sq_lt_sq hb h'; lin
  · exact h'

/-- Squares compare strictly as the numbers do, for a nonnegative bound. -/
theorem lt_of_sq_lt_sq {a b : R} (hb : 0 ≤ b) (h : a ^ 2 < b ^ 2) : a < b := by
  rcases lt_or_ge a b with h' | h'
  · exact h'
  · have := sq_le_sq hb h'; lin

/-- Nonnegative numbers with equal squares are equal. -/
theorem eq_of_sq_eq_sq {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) (h : a ^ 2 = b ^ 2) : a = b :=
  le_antisymm (le_of_sq_le_sq hb (by lin)) (le_of_sq_le_sq ha (by lin))

/-! ## Inverses and quotients -/

/-- A nonzero number times its inverse is one. -/
theorem mul_inv_cancel {a : R} (h : a ≠ 0) : a * a⁻¹ = 1 := Field.mul_inv_cancel h

/-- The inverse of a positive number is positive. -/
theorem inv_pos {a : R} (h : 0 < a) : 0 < a⁻¹ := by
  have h1 := mul_inv_cancel (ne_of_gt h)
  exact pos_of_mul_pos h (by lin)

/-- The inverse of a nonnegative number is nonnegative. -/
theorem inv_nonneg {a : R} (h : 0 ≤ a) : 0 ≤ a⁻¹ := by
  rcases lt_or_eq_of_le h with h | h
  · exact le_of_lt (inv_pos h)
  · subst h; lin

/-- A quotient is a product with the inverse. -/
theorem div_eq_mul_inv (a b : R) : a / b = a * b⁻¹ := Field.div_eq_mul_inv a b

/-- A quotient of positive numbers is positive. -/
theorem div_pos {a b : R} (ha : 0 < a) (hb : 0 < b) : 0 < a / b := by
  rw [div_eq_mul_inv]; exact mul_pos ha (inv_pos hb)

/-- A quotient of nonnegative numbers is nonnegative. -/
theorem div_nonneg {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a / b := by
  rw [div_eq_mul_inv]; exact mul_nonneg ha (inv_nonneg hb)

/-- Multiplying by the divisor undoes a division, factor on the left. -/
theorem mul_div_cancel {a b : R} (h : b ≠ 0) : b * (a / b) = a := by lin

/-- Multiplying by the divisor undoes a division, factor on the right. -/
theorem div_mul_cancel {a b : R} (h : b ≠ 0) : a / b * b = a := by lin

/-- A quotient is at most a bound when the dividend is at most the bound times the divisor. -/
theorem div_le_iff {a b c : R} (hc : 0 < c) : a / c ≤ b ↔ a ≤ b * c := by
  have e := div_mul_cancel (a := a) (ne_of_gt hc)
  constructor
  · intro h; have := mul_le_mul_right' (le_of_lt hc) h; rw [e] at this; exact this
  · intro h; refine le_of_mul_le_mul_left hc ?_; lin

/-- A number is at most a quotient when its product with the divisor is at most the dividend. -/
theorem le_div_iff {a b c : R} (hc : 0 < c) : b ≤ a / c ↔ b * c ≤ a := by
  have e := div_mul_cancel (a := a) (ne_of_gt hc)
  constructor
  · intro h; have := mul_le_mul_right' (le_of_lt hc) h; rw [e] at this; exact this
  · intro h; refine le_of_mul_le_mul_left hc ?_; lin

/-- Division by a positive number keeps an inequality. -/
theorem div_le_div_right {a b c : R} (hc : 0 < c) (h : a ≤ b) : a / c ≤ b / c := by
  rw [div_le_iff hc, div_mul_cancel (ne_of_gt hc)]; exact h

/-- Inverting positive numbers reverses an inequality. -/
theorem inv_le_inv {a b : R} (ha : 0 < a) (h : a ≤ b) : b⁻¹ ≤ a⁻¹ := by
  have hb : 0 < b := by lin
  have e1 := mul_inv_cancel (ne_of_gt ha)
  have e2 := mul_inv_cancel (ne_of_gt hb)
  have h' := mul_le_mul_left' (le_of_lt (mul_pos (inv_pos ha) (inv_pos hb))) h
  have e3 : a⁻¹ * b⁻¹ * a = b⁻¹ := by lin
  have e4 : a⁻¹ * b⁻¹ * b = a⁻¹ := by lin
  rw [e3, e4] at h'
  exact h'

/-- Half of a positive number is positive. -/
theorem half_pos {a : R} (h : 0 < a) : 0 < a / 2 := by lin

/-- Half of a positive number is smaller than the number. -/
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

/-- Powers of a positive number are positive. -/
theorem pow_pos {a : R} (h : 0 < a) (k : Nat) : 0 < a ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact zero_lt_one
  | succ k ih => rw [Semiring.pow_succ]; exact mul_pos ih h

/-- Powers of a nonnegative number are nonnegative. -/
theorem pow_nonneg {a : R} (h : 0 ≤ a) (k : Nat) : 0 ≤ a ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact le_of_lt zero_lt_one
  | succ k ih => rw [Semiring.pow_succ]; exact mul_nonneg ih h

/-- Powers of a number at least one are at least one. -/
theorem one_le_pow {a : R} (h : 1 ≤ a) (k : Nat) : 1 ≤ a ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact le_rfl 1
  | succ k ih =>
    rw [Semiring.pow_succ]
    have := mul_le_mul ih h (by lin) (by lin)
    lin

/-- Powers of nonnegative numbers are monotone in the base. -/
theorem pow_le_pow_left' {a b : R} (ha : 0 ≤ a) (h : a ≤ b) (k : Nat) : a ^ k ≤ b ^ k := by
  induction k with
  | zero => rw [Semiring.pow_zero, Semiring.pow_zero]; exact le_rfl 1
  | succ k ih =>
    rw [Semiring.pow_succ, Semiring.pow_succ]
    exact mul_le_mul ih h ha (pow_nonneg (le_trans ha h) k)

/-- Powers of a number in `[0, 1]` stay in `[0, 1]`. -/
theorem pow_le_one {a : R} (ha : 0 ≤ a) (h : a ≤ 1) (k : Nat) : a ^ k ≤ 1 := by
  have := pow_le_pow_left' ha h k
  rw [Semiring.one_pow] at this; exact this

end Claims
