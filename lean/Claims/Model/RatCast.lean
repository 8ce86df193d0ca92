module

public import Claims.Order.Archimedean

/-!
# Rational numbers in a complete ordered field

The rational numbers (core's type `Rat`) as numbers of a complete ordered field `R`: an embedding that
respects sums, products and the order, and whose values are dense.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

attribute [local instance] Ring.intCast

/-! ## The embedding -/

/-- The rational number `q` as a number of the field: its numerator over its denominator. -/
def ratCast (q : Rat) : R := (q.num : R) / (q.den : R)

/-- A rational number times its denominator is its numerator. -/
theorem rat_mul_den (q : Rat) : q * (q.den : Rat) = (q.num : Rat) := by
  have e : (q.num : Rat) / (q.den : Rat) = q := by rw [← Rat.mkRat_eq_div, Rat.mkRat_self]
  have h : (q.den : Rat) ≠ 0 := fun h => q.den_nz (Rat.natCast_inj.mp h)
  lin

/-- The cast of a nonzero natural number is positive. -/
theorem natCast_pos_of_ne_zero {n : Nat} (hn : n ≠ 0) : (0 : R) < (n : R) := by
  obtain ⟨k, rfl⟩ := Nat.exists_eq_succ_of_ne_zero hn
  exact natCast_succ_pos k

/-- The embedding does not depend on how a rational number is written as a fraction. -/
theorem ratCast_mul_natCast {q : Rat} {m : Int} {n : Nat} (h : q * (n : Rat) = (m : Rat)) :
    (ratCast q : R) * (n : R) = (m : R) := by
  have e := rat_mul_den q
  have k : ((q.num * (n : Int) : Int) : Rat) = ((m * (q.den : Int) : Int) : Rat) := by
    rw [Rat.intCast_mul, Rat.intCast_mul, Rat.intCast_natCast, Rat.intCast_natCast]; lin
  have k' : ((q.num * (n : Int) : Int) : R) = ((m * (q.den : Int) : Int) : R) :=
    congrArg _ (Rat.intCast_inj.mp k)
  rw [Ring.intCast_mul, Ring.intCast_mul, Ring.intCast_natCast, Ring.intCast_natCast] at k'
  have hd := ne_of_gt (natCast_pos_of_ne_zero (R := R) q.den_nz)
  have e2 := div_mul_cancel (a := (q.num : R)) hd
  clear e k h
  unfold ratCast
  generalize (q.num : R) / (q.den : R) = x at *
  lin

/-- The embedding in terms of numerator and denominator. -/
theorem ratCast_mul_den (q : Rat) : (ratCast q : R) * (q.den : R) = (q.num : R) :=
  ratCast_mul_natCast (rat_mul_den q)

/-- Natural numbers embed as themselves. -/
theorem ratCast_natCast (n : Nat) : (ratCast (n : Rat) : R) = (n : R) := by
  have h := ratCast_mul_natCast (R := R) (q := (n : Rat)) (m := (n : Int)) (n := 1)
    (by rw [Rat.intCast_natCast]; lin)
  rw [Ring.intCast_natCast] at h
  lin

/-- The embedding sends zero to zero. -/
theorem ratCast_zero : (ratCast 0 : R) = 0 := by
  have h := ratCast_natCast (R := R) 0
  rw [show ((0 : Nat) : Rat) = 0 from rfl] at h
  lin

/-- The embedding sends one to one. -/
theorem ratCast_one : (ratCast 1 : R) = 1 := by
  have h := ratCast_natCast (R := R) 1
  rw [show ((1 : Nat) : Rat) = 1 from rfl] at h
  lin

/-- The embedding respects sums. -/
theorem ratCast_add (p q : Rat) : (ratCast (p + q) : R) = ratCast p + ratCast q := by
  have hp := natCast_pos_of_ne_zero (R := R) p.den_nz
  have hq := natCast_pos_of_ne_zero (R := R) q.den_nz
  have e1 := rat_mul_den p
  have e2 := rat_mul_den q
  have h := ratCast_mul_natCast (R := R) (q := p + q) (m := p.num * q.den + q.num * p.den) (n := p.den * q.den)
    (by rw [Rat.intCast_add, Rat.intCast_mul, Rat.intCast_mul, Rat.natCast_mul, Rat.intCast_natCast,
          Rat.intCast_natCast]; clear hp hq; lin)
  rw [Ring.intCast_add, Ring.intCast_mul, Ring.intCast_mul, Semiring.natCast_mul, Ring.intCast_natCast,
    Ring.intCast_natCast] at h
  have f1 := ratCast_mul_den (R := R) p
  have f2 := ratCast_mul_den (R := R) q
  have hn := ne_of_gt (mul_pos hp hq)
  clear e1 e2 hp hq
  generalize (p.num : R) = a at *
  generalize (q.num : R) = b at *
  lin

/-- The embedding respects products. -/
theorem ratCast_mul (p q : Rat) : (ratCast (p * q) : R) = ratCast p * ratCast q := by
  have hp := natCast_pos_of_ne_zero (R := R) p.den_nz
  have hq := natCast_pos_of_ne_zero (R := R) q.den_nz
  have e1 := rat_mul_den p
  have e2 := rat_mul_den q
  have h := ratCast_mul_natCast (R := R) (q := p * q) (m := p.num * q.num) (n := p.den * q.den)
    (by rw [Rat.intCast_mul, Rat.natCast_mul]; clear hp hq; lin)
  rw [Ring.intCast_mul, Semiring.natCast_mul] at h
  have f1 := ratCast_mul_den (R := R) p
  have f2 := ratCast_mul_den (R := R) q
  have hn := ne_of_gt (mul_pos hp hq)
  clear e1 e2 hp hq
  generalize (p.num : R) = a at *
  generalize (q.num : R) = b at *
  lin

/-- The embedding respects opposites. -/
theorem ratCast_neg (q : Rat) : (ratCast (-q) : R) = -ratCast q := by
  have h := ratCast_add (R := R) (-q) q
  rw [Rat.neg_add_cancel, ratCast_zero] at h
  lin

/-- The embedding respects differences. -/
theorem ratCast_sub (p q : Rat) : (ratCast (p - q) : R) = ratCast p - ratCast q := by
  rw [Rat.sub_eq_add_neg, ratCast_add, ratCast_neg]; lin

/-- The embedding respects quotients. -/
theorem ratCast_mul_inv_mul (p : Rat) {q : Rat} (hq : q ≠ 0) :
    (ratCast (p * q⁻¹) : R) * ratCast q = ratCast p := by
  rw [← ratCast_mul]
  exact congrArg _ (by have := Rat.mul_inv_cancel q hq; lin)

/-- A positive rational number times its denominator is a positive natural number. -/
theorem exists_nat_mul_den {q : Rat} (h : 0 < q) : ∃ n : Nat, n ≠ 0 ∧ q * (q.den : Rat) = (n : Rat) := by
  have hn : 0 < q.num := Int.not_le.mp fun h' => by
    have k : (q.num : Rat) ≤ ((0 : Int) : Rat) := Rat.intCast_le_intCast.mpr h'
    rw [← rat_mul_den] at k
    have hd : (0 : Rat) < (q.den : Rat) := Rat.natCast_pos.mpr q.den_pos
    have := Rat.mul_pos h hd
    lin
  obtain ⟨k, hk⟩ := Int.eq_ofNat_of_zero_le (Int.le_of_lt hn)
  exact ⟨k, by omega, by rw [rat_mul_den, hk, Rat.intCast_natCast]⟩

/-- A positive rational number is positive in the field. -/
theorem ratCast_pos {q : Rat} (h : 0 < q) : (0 : R) < ratCast q := by
  obtain ⟨k, hk, e⟩ := exists_nat_mul_den h
  have f : (ratCast q : R) * (q.den : R) = (k : R) := by
    rw [← ratCast_natCast, ← ratCast_mul, e, ratCast_natCast]
  have h1 := natCast_pos_of_ne_zero (R := R) hk
  rw [← f] at h1
  exact pos_of_mul_pos (natCast_pos_of_ne_zero (R := R) q.den_nz) (by lin)

/-- The embedding respects the strict order. -/
theorem ratCast_lt_ratCast {p q : Rat} : (ratCast p : R) < ratCast q ↔ p < q := by
  have key : ∀ {p q : Rat}, p < q → (ratCast p : R) < ratCast q := fun {p q} h => by
    have k := ratCast_pos (R := R) (q := q - p) (by lin)
    rw [ratCast_sub] at k
    lin
  refine ⟨fun h => Rat.not_le.mp fun h' => ?_, key⟩
  by_cases e : q = p
  · subst e; clear key; lin
  · have := key (p := q) (q := p) (by clear key; lin); clear key; lin

/-- The embedding respects the order. -/
theorem ratCast_le_ratCast {p q : Rat} : (ratCast p : R) ≤ ratCast q ↔ p ≤ q := by
  have h := ratCast_lt_ratCast (R := R) (p := q) (q := p)
  constructor
  · intro h'; exact Rat.not_lt.mp fun k => by have := h.mpr k; lin
  · intro h'; exact le_of_not_gt fun k => by have := h.mp k; lin

/-! ## Density -/

/-- Above every number lies a rational number. -/
theorem exists_ratCast_gt (x : R) : ∃ q, x < ratCast q := by
  obtain ⟨n, hn⟩ := exists_natCast_gt x
  exact ⟨(n : Rat), by rw [ratCast_natCast]; exact hn⟩

/-- Below every number lies a rational number. -/
theorem exists_ratCast_lt (x : R) : ∃ q, ratCast q < x := by
  obtain ⟨q, hq⟩ := exists_ratCast_gt (-x)
  exact ⟨-q, by rw [ratCast_neg]; lin⟩

/-- Below every positive number lies a positive rational number. -/
theorem exists_ratCast_pos_lt {ε : R} (hε : 0 < ε) : ∃ q : Rat, 0 < q ∧ ratCast q < ε := by
  obtain ⟨p, hp⟩ := exists_ratCast_gt (ε⁻¹)
  have hp0 : (0 : R) < ratCast p := by have := inv_pos hε; lin
  have hp1 : 0 < p := by rw [← ratCast_zero, ratCast_lt_ratCast] at hp0; exact hp0
  refine ⟨p⁻¹, Rat.inv_pos.mpr hp1, lt_of_mul_lt_mul_left (le_of_lt hp0) ?_⟩
  have e := ratCast_mul (R := R) p p⁻¹
  rw [Rat.mul_inv_cancel p (by lin), ratCast_one] at e
  have e2 := mul_inv_cancel (ne_of_gt hε)
  have k := mul_lt_mul_right' hε hp
  rw [← e]
  lin

/-- A ladder of rational numbers that starts below `x` and climbs beyond it has a first rung above `x`. -/
theorem exists_rung {x : R} {l d : Rat} (hl : ratCast l < x) (k : Nat)
    (hk : x < ratCast l + (k : R) * ratCast d) : ∃ q : Rat, x < ratCast q ∧ ratCast q ≤ x + ratCast d := by
  induction k with
  | zero => lin
  | succ k ih =>
    rcases lt_or_ge x (ratCast l + (k : R) * ratCast d) with h | h
    · exact ih h
    · refine ⟨l + ((k + 1 : Nat) : Rat) * d, ?_, ?_⟩ <;>
        · rw [ratCast_add, ratCast_mul, ratCast_natCast]; clear ih; lin

/-- Between two numbers lies a rational number. -/
theorem exists_ratCast_between {x y : R} (h : x < y) : ∃ q : Rat, x < ratCast q ∧ ratCast q < y := by
  obtain ⟨d, hd, hdy⟩ := exists_ratCast_pos_lt (ε := y - x) (by lin)
  obtain ⟨l, hl⟩ := exists_ratCast_lt x
  have hd' := ratCast_pos (R := R) hd
  obtain ⟨k, hk⟩ := exists_natCast_gt ((x - ratCast l) / ratCast d)
  have h1 := mul_lt_mul_right' hd' hk
  rw [div_mul_cancel (ne_of_gt hd')] at h1
  obtain ⟨q, hq, hq'⟩ := exists_rung hl k (d := d) (by lin)
  exact ⟨q, hq, by lin⟩

end Claims
