module

public import Claims.Order.Archimedean

/-!
# Integers among the numbers

Integers are read as numbers of the field. Induction over the integers, and division with remainder: every number
lies between two consecutive integer multiples of a positive one.
-/

@[expose] public section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

/- Integers are read as numbers of the field. -/
attribute [scoped instance] Ring.intCast

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Induction over the integers, one step up and one step down. -/
theorem int_induction {P : Int → Prop} (zero : P 0) (succ : ∀ k, P k → P (k + 1)) (pred : ∀ k, P k → P (k - 1))
    (n : Int) : P n := by
  rcases n with n | n
  · induction n with
    | zero => exact zero
    | succ n ih => exact succ _ ih
  · induction n with
    | zero => exact pred 0 zero
    | succ n ih => exact pred _ ih

/-- A natural number read through the integers. -/
theorem intCast_natCast (n : Nat) : (((n : Int)) : R) = (n : R) := Ring.intCast_natCast n

/-- Every number lies between two consecutive integers. -/
theorem exists_intCast_le (x : R) : ∃ k : Int, (k : R) ≤ x ∧ x < (k : R) + 1 := by
  have key : ∀ (n : Nat) (y : R), 0 ≤ y → y < (n : R) → ∃ k : Nat, (k : R) ≤ y ∧ y < (k : R) + 1 := by
    intro n
    induction n with
    | zero => intro y h1 h2; exact absurd h1 (by lin)
    | succ n ih =>
      intro y h1 h2
      rcases lt_or_ge y (n : R) with h | h
      · exact ih y h1 h
      · exact ⟨n, h, by clear ih; lin⟩
  obtain ⟨m, hm⟩ := exists_natCast_gt (-x)
  obtain ⟨n, hn⟩ := exists_natCast_gt (x + (m : R))
  obtain ⟨k, h1, h2⟩ := key n (x + (m : R)) (by clear key; lin) hn
  have e1 := intCast_natCast (R := R) k
  have e2 := intCast_natCast (R := R) m
  refine ⟨(k : Int) - (m : Int), ?_, ?_⟩ <;> clear key <;> lin

/-- Division with remainder by a positive number. -/
theorem exists_intCast_mul_le {t : R} (ht : 0 < t) (x : R) :
    ∃ (k : Int) (r : R), x = (k : R) * t + r ∧ 0 ≤ r ∧ r < t := by
  obtain ⟨k, h1, h2⟩ := exists_intCast_le (x / t)
  have e := div_mul_cancel (a := x) (ne_of_gt ht)
  have p := mul_le_mul_right' (le_of_lt ht) h1
  have q := mul_lt_mul_right' ht h2
  rw [e] at p q
  exact ⟨k, x - (k : R) * t, by lin, by lin, by lin⟩

/-- A number strictly between `-t` and `t` other than zero is no integer multiple of `t`. -/
theorem ne_intCast_mul {x t : R} (hx : x ≠ 0) (h1 : -t < x) (h2 : x < t) (z : Int) : x ≠ (z : R) * t := by
  have ht : 0 ≤ t := by lin
  rcases z with n | n
  · cases n with
    | zero => lin
    | succ n =>
      have := mul_nonneg (natCast_nonneg (R := R) n) ht
      have e : ((Int.ofNat (n + 1) : Int) : R) = (n : R) + 1 := by
        have := Ring.intCast_natCast (α := R) (n + 1)
        lin
      rw [e]; lin
  · have := mul_nonneg (natCast_nonneg (R := R) n) ht
    have e : ((Int.negSucc n : Int) : R) = -((n : R) + 1) := by
      have := Ring.intCast_natCast (α := R) (n + 1)
      have := Ring.intCast_neg (α := R) ((n + 1 : Nat) : Int)
      rw [Int.negSucc_eq]; lin
    rw [e]; lin

end Claims
