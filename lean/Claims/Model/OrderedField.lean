module

public import Claims.Model.Inverse

/-!
# The order of the real numbers

The order of the real numbers, the ordered field structure, and how the order relates limits and rational
numbers.
-/

@[expose] public section

namespace Claims.RealNumber

open Lean.Grind

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The order -/

/-- One real number is smaller than another when the difference is positive. -/
instance : LT RealNumber := ⟨fun x y => Pos (y - x)⟩

/-- One real number is at most another when it is not greater. -/
instance : LE RealNumber := ⟨fun x y => ¬ Pos (x - y)⟩

/-- The strict order in terms of positivity. -/
theorem lt_def {x y : RealNumber} : x < y ↔ Pos (y - x) := Iff.rfl

/-- The order in terms of positivity. -/
theorem le_def {x y : RealNumber} : x ≤ y ↔ ¬ Pos (x - y) := Iff.rfl

/-- The opposite of a positive real number is not positive. -/
theorem Pos.not_neg {x : RealNumber} (h : Pos x) : ¬ Pos (-x) := fun h' => by
  have k := h.add h'
  have e : x + -x = 0 := by lin
  rw [e] at k; exact not_pos_zero k

/-- The order is transitive. -/
theorem le_trans' {x y z : RealNumber} (h : x ≤ y) (h' : y ≤ z) : x ≤ z := fun k => by
  rcases trichotomy (y - x) with e | p | p
  · have e' : x = y := by lin
    subst e'; exact h' k
  · have e : x - z + (y - x) = y - z := by lin
    have p' := k.add p
    rw [e] at p'; exact h' p'
  · have e : -(y - x) = x - y := by lin
    rw [e] at p; exact h p

/-- The real numbers are linearly ordered. -/
instance : Std.IsLinearOrder RealNumber where
  le_refl x := by
    have e : x - x = 0 := by lin
    rw [le_def, e]; exact not_pos_zero
  le_trans _ _ _ := le_trans'
  le_antisymm x y h h' := by
    rcases trichotomy (x - y) with e | p | p
    · lin
    · exact absurd p h
    · have e : -(x - y) = y - x := by lin
      rw [e] at p; exact absurd p h'
  le_total x y := by
    rw [le_def, le_def, ← Classical.not_and_iff_not_or_not]
    rintro ⟨h, h'⟩
    have e : -(x - y) = y - x := by lin
    rw [← e] at h'; exact h.not_neg h'

/-- The strict order belongs to the order. -/
instance : Std.LawfulOrderLT RealNumber where
  lt_iff x y := by
    rw [lt_def, le_def, le_def, Classical.not_not]
    refine ⟨fun h => ⟨?_, h⟩, fun h => h.2⟩
    have e : -(y - x) = x - y := by lin
    have h' := h.not_neg
    rw [e] at h'; exact h'

/-- The order is compatible with addition and multiplication. -/
instance : OrderedRing RealNumber where
  add_le_left_iff {x y} z := by
    have e : x + z - (y + z) = x - y := by lin
    rw [le_def, le_def, e]
  zero_lt_one := by
    have e : (1 : RealNumber) - 0 = ofRat 1 := by
      show (1 : RealNumber) - 0 = 1
      lin
    rw [lt_def, e, pos_ofRat]; lin
  mul_lt_mul_of_pos_left {x y z} h hz := by
    have e : z * y - z * x = (z - 0) * (y - x) := by lin
    rw [lt_def, e]; exact Pos.mul hz h
  mul_lt_mul_of_pos_right {x y z} h hz := by
    have e : y * z - x * z = (z - 0) * (y - x) := by lin
    rw [lt_def, e]; exact Pos.mul hz h

/-! ## Rational numbers and limits -/

/-- The order of rational numbers among the real numbers. -/
theorem ofRat_lt_ofRat {p q : Rat} : ofRat p < ofRat q ↔ p < q := by
  rw [lt_def, ← ofRat_sub, pos_ofRat]
  constructor <;> intro h <;> lin

/-- Above every real number lies a rational number. -/
theorem exists_lt_ofRat (x : RealNumber) : ∃ q, x < ofRat q := exists_rat_gt x

/-- Below every real number lies a rational number. -/
theorem exists_ofRat_lt (x : RealNumber) : ∃ q, ofRat q < x := by
  obtain ⟨q, hq⟩ := exists_lt_ofRat (-x)
  exact ⟨-q, by rw [ofRat_neg]; lin⟩

/-- Between two real numbers there is room for a positive rational number. -/
theorem exists_add_ofRat_lt {x y : RealNumber} (h : x < y) : ∃ q : Rat, 0 < q ∧ x + ofRat q < y := by
  obtain ⟨q, hq, h'⟩ := Pos.exists_rat_lt h
  have k : ofRat q < y - x := h'
  exact ⟨q, hq, by lin⟩

/-- A lower bound of the late terms is a lower bound of the limit. -/
theorem ofRat_le_mk {a : CauchySeq} {q : Rat} {N : Nat} (h : ∀ n, N ≤ n → q ≤ a.seq n) : ofRat q ≤ mk a := by
  rw [le_def, ofRat, mk_sub, pos_mk]
  rintro ⟨ε, hε, M, hM⟩
  have h1 := h (M + N) (by omega)
  have h2 : ε ≤ q + -a.seq (M + N) := hM (M + N) (by omega)
  clear h hM; lin

/-- An upper bound of the late terms is an upper bound of the limit. -/
theorem mk_le_ofRat {a : CauchySeq} {q : Rat} {N : Nat} (h : ∀ n, N ≤ n → a.seq n ≤ q) : mk a ≤ ofRat q := by
  rw [le_def, ofRat, mk_sub, pos_mk]
  rintro ⟨ε, hε, M, hM⟩
  have h1 := h (M + N) (by omega)
  have h2 : ε ≤ a.seq (M + N) + -q := hM (M + N) (by omega)
  clear h hM; lin

end Claims.RealNumber
