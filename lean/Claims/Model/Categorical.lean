module

public import Claims.Model.RatCast
public import Claims.Order.AbsSqrt

/-!
# Complete ordered fields are isomorphic

Between any two complete ordered fields `R` and `S` there is one and only one map that respects sums, products
and one; it is a bijection and respects the order. A number of `R` goes to the least upper bound in `S` of the
rational numbers below it. So the class `Claims.Reals` has, up to a unique isomorphism, a single model.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u v w

variable {R : Type u} {S : Type v} [Reals R] [Reals S]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The map -/

/-- For each `x` in `R` there is a number of `S` at the same place among the rational numbers. -/
theorem exists_transfer (S : Type v) [Reals S] (x : R) : ∃ s : S,
    (∀ q, ratCast q < x → ratCast q ≤ s) ∧ ∀ q, x < ratCast q → s ≤ ratCast q := by
  obtain ⟨l, hl⟩ := exists_ratCast_lt x
  obtain ⟨u, hu⟩ := exists_ratCast_gt x
  have bound : ∀ q, x < ratCast q → ∀ y : S, (∃ p, ratCast p < x ∧ y = ratCast p) → y ≤ ratCast q := by
    rintro q hq _ ⟨p, hp, rfl⟩
    have h : (ratCast p : R) < ratCast q := by clear hl hu; lin
    exact le_of_lt (ratCast_lt_ratCast.mpr (ratCast_lt_ratCast.mp h))
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun y : S => ∃ p, ratCast p < x ∧ y = ratCast p)
    ⟨ratCast l, l, hl, rfl⟩ ⟨ratCast u, bound u hu⟩
  exact ⟨s, fun q hq => hub _ ⟨q, hq, rfl⟩, fun q hq => hlub _ (bound q hq)⟩

/-- The map from one complete ordered field to another. -/
def transfer (S : Type v) [Reals S] (x : R) : S := (exists_transfer S x).choose

/-- The map is strictly monotone. -/
theorem transfer_lt_transfer {x y : R} (h : x < y) : transfer S x < transfer S y := by
  obtain ⟨p, hp, hp'⟩ := exists_ratCast_between h
  obtain ⟨q, hq, hq'⟩ := exists_ratCast_between hp'
  have h1 : transfer S x ≤ ratCast p := (exists_transfer S x).choose_spec.2 p hp
  have h2 : ratCast q ≤ transfer S y := (exists_transfer S y).choose_spec.1 q hq'
  have h3 : (ratCast p : S) < ratCast q := ratCast_lt_ratCast.mpr (ratCast_lt_ratCast.mp hq)
  lin

/-- The map fixes the rational numbers. -/
theorem transfer_ratCast (q : Rat) : transfer S (ratCast q : R) = ratCast q := by
  refine le_antisymm (le_of_not_gt fun h => ?_) (le_of_not_gt fun h => ?_)
  · obtain ⟨p, hp, hp'⟩ := exists_ratCast_between h
    have h1 : (ratCast q : R) < ratCast p := ratCast_lt_ratCast.mpr (ratCast_lt_ratCast.mp hp)
    have h2 : transfer S (ratCast q : R) ≤ ratCast p := (exists_transfer S _).choose_spec.2 p h1
    lin
  · obtain ⟨p, hp, hp'⟩ := exists_ratCast_between h
    have h1 : (ratCast p : R) < ratCast q := ratCast_lt_ratCast.mpr (ratCast_lt_ratCast.mp hp')
    have h2 : ratCast p ≤ transfer S (ratCast q : R) := (exists_transfer S _).choose_spec.1 p h1
    lin

/-! ## Strictly monotone maps that fix the rational numbers -/

/-- A strictly monotone map that fixes the rational numbers. -/
structure FixesRat (f : R → S) : Prop where
  /-- The map is strictly monotone. -/
  lt : ∀ {x y}, x < y → f x < f y
  /-- The map fixes the rational numbers. -/
  rat : ∀ q, f (ratCast q) = ratCast q

/-- The map between two complete ordered fields is such. -/
theorem fixesRat_transfer : FixesRat (transfer S : R → S) := ⟨transfer_lt_transfer, transfer_ratCast⟩

namespace FixesRat

variable {f g : R → S}

/-- Such a map reflects the strict order. -/
theorem lt_iff (hf : FixesRat f) {x y : R} : f x < f y ↔ x < y := by
  refine ⟨fun h => ?_, hf.lt⟩
  rcases lt_or_ge x y with h' | h'
  · exact h'
  · rcases lt_or_eq_of_le h' with k | k
    · have := hf.lt k; lin
    · rw [k] at h; lin

/-- Such a map reflects the order. -/
theorem le_iff (hf : FixesRat f) {x y : R} : f x ≤ f y ↔ x ≤ y := by
  have h := hf.lt_iff (x := y) (y := x)
  constructor
  · intro h'; exact le_of_not_gt fun k => by have := h.mpr k; lin
  · intro h'; exact le_of_not_gt fun k => by have := h.mp k; lin

/-- Such a map keeps the place above a rational number. -/
theorem ratCast_lt (hf : FixesRat f) {q : Rat} {x : R} : ratCast q < f x ↔ ratCast q < x := by
  rw [← hf.rat q, hf.lt_iff]

/-- Such a map keeps the place below a rational number. -/
theorem lt_ratCast (hf : FixesRat f) {q : Rat} {x : R} : f x < ratCast q ↔ x < ratCast q := by
  rw [← hf.rat q, hf.lt_iff]

/-- There is at most one such map. -/
theorem unique (hf : FixesRat f) (hg : FixesRat g) (x : R) : f x = g x := by
  have key : ∀ {f g : R → S}, FixesRat f → FixesRat g → f x ≤ g x := fun hf hg =>
    le_of_not_gt fun h => by
      obtain ⟨q, hq, hq'⟩ := exists_ratCast_between h
      have h1 := hg.lt_ratCast.mp hq
      have h2 := hf.ratCast_lt.mp hq'
      clear hf hg; lin
  exact le_antisymm (key hf hg) (key hg hf)

/-- The identity is such a map. -/
theorem id : FixesRat (fun x : R => x) := ⟨fun h => h, fun _ => rfl⟩

/-- Such maps compose. -/
theorem comp {T : Type w} [Reals T] {g : S → T} (hg : FixesRat g) (hf : FixesRat f) :
    FixesRat (fun x => g (f x)) :=
  ⟨fun h => hg.lt (hf.lt h), fun q => by rw [hf.rat, hg.rat]⟩

/-! ## Sums and products -/

/-- Such a map respects sums. -/
theorem add (hf : FixesRat f) (x y : R) : f (x + y) = f x + f y := by
  refine le_antisymm (le_of_not_gt fun h => ?_) (le_of_not_gt fun h => ?_)
  · -- `f x + f y < s < f (x + y)` with `s = p + (s - p)` rational, `x < p`, `y < s - p`
    obtain ⟨s, hs, hs'⟩ := exists_ratCast_between h
    obtain ⟨p, hp, hp'⟩ := exists_ratCast_between (x := f x) (y := ratCast s - f y) (by lin)
    have h1 := hf.lt_ratCast.mp hp
    have h2 := hf.lt_ratCast (x := y) (q := s - p) |>.mp (by rw [ratCast_sub]; lin)
    have h3 := hf.ratCast_lt.mp hs'
    rw [ratCast_sub] at h2
    clear hs hs' hp hp' h; lin
  · obtain ⟨s, hs, hs'⟩ := exists_ratCast_between h
    obtain ⟨p, hp, hp'⟩ := exists_ratCast_between (x := ratCast s - f y) (y := f x) (by lin)
    have h1 := hf.ratCast_lt.mp hp'
    have h2 := hf.ratCast_lt (x := y) (q := s - p) |>.mp (by rw [ratCast_sub]; lin)
    have h3 := hf.lt_ratCast.mp hs
    rw [ratCast_sub] at h2
    clear hs hs' hp hp' h; lin

/-- Such a map sends zero to zero. -/
theorem map_zero (hf : FixesRat f) : f 0 = 0 := by
  have h := hf.rat 0; rw [ratCast_zero, ratCast_zero] at h; exact h

/-- Such a map sends one to one. -/
theorem map_one (hf : FixesRat f) : f 1 = 1 := by
  have h := hf.rat 1; rw [ratCast_one, ratCast_one] at h; exact h

/-- Such a map respects opposites. -/
theorem neg (hf : FixesRat f) (x : R) : f (-x) = -f x := by
  have h := hf.add (-x) x
  rw [Ring.neg_add_cancel, hf.map_zero] at h
  lin

/-- Such a map keeps signs. -/
theorem pos (hf : FixesRat f) {x : R} (hx : 0 < x) : 0 < f x := by
  have h := hf.lt hx; rw [hf.map_zero] at h; exact h

/-- Such a map respects products of positive numbers. -/
theorem mul_of_pos (hf : FixesRat f) {x y : R} (hx : 0 < x) (hy : 0 < y) : f (x * y) = f x * f y := by
  have fx := hf.pos hx
  have fy := hf.pos hy
  -- for rational `s`, `p > 0`: the number `s / p` has the place among the rationals that `s` and `p` give it
  have div : ∀ {p : Rat} (s : Rat), 0 < p → (ratCast p : R) * ratCast (s * p⁻¹) = ratCast s ∧
      (ratCast p : S) * ratCast (s * p⁻¹) = ratCast s := fun {p} s hp => by
    have hp' : p ≠ 0 := Rat.ne_of_gt hp
    exact ⟨(CommSemiring.mul_comm _ _).trans (ratCast_mul_inv_mul s hp'),
      (CommSemiring.mul_comm _ _).trans (ratCast_mul_inv_mul s hp')⟩
  have pos_of : ∀ {p : Rat}, (0 : S) < ratCast p → 0 < p := fun h => by
    rw [← ratCast_zero] at h; exact ratCast_lt_ratCast.mp h
  refine le_antisymm (le_of_not_gt fun h => ?_) (le_of_not_gt fun h => ?_)
  · obtain ⟨s, hs, hs'⟩ := exists_ratCast_between h
    obtain ⟨p, hp, hp'⟩ := exists_ratCast_between (x := f x) (y := ratCast s / f y) (by
      refine lt_of_mul_lt_mul_left (le_of_lt fy) ?_
      rw [mul_div_cancel (ne_of_gt fy), CommSemiring.mul_comm]; assumption)
    have p0 : (0 : S) < ratCast p := lt_of_lt_of_le fx (le_of_lt hp)
    obtain ⟨d1, d2⟩ := div s (pos_of p0)
    have k := mul_lt_mul_left' fy hp'
    rw [mul_div_cancel (ne_of_gt fy), CommSemiring.mul_comm, ← d2] at k
    have h1 := hf.lt_ratCast.mp hp
    have h2 := hf.lt_ratCast (x := y) (q := s * p⁻¹) |>.mp (lt_of_mul_lt_mul_left (le_of_lt p0) k)
    have h3 := hf.ratCast_lt.mp hs'
    have k1 := mul_lt_mul_right' hy h1
    have k2 := mul_lt_mul_left' (a := (ratCast p : R)) (ratCast_pos (pos_of p0)) h2
    rw [d1] at k2
    exact not_lt_of_ge (le_of_lt h3) (lt_of_lt_of_le k1 (le_of_lt k2))
  · obtain ⟨s, hs, hs'⟩ := exists_ratCast_between h
    have s0 : (0 : S) < ratCast s := lt_of_lt_of_le (hf.pos (mul_pos hx hy)) (le_of_lt hs)
    obtain ⟨p, hp, hp'⟩ := exists_ratCast_between (x := ratCast s / f y) (y := f x) (by
      refine lt_of_mul_lt_mul_left (le_of_lt fy) ?_
      rw [mul_div_cancel (ne_of_gt fy), CommSemiring.mul_comm]; assumption)
    have p0 : (0 : S) < ratCast p := lt_of_lt_of_le (div_pos s0 fy) (le_of_lt hp)
    obtain ⟨d1, d2⟩ := div s (pos_of p0)
    have k := mul_lt_mul_left' fy hp
    rw [mul_div_cancel (ne_of_gt fy), CommSemiring.mul_comm, ← d2] at k
    have h1 := hf.ratCast_lt.mp hp'
    have h2 := hf.ratCast_lt (x := y) (q := s * p⁻¹) |>.mp (lt_of_mul_lt_mul_left (le_of_lt p0) k)
    have h3 := hf.lt_ratCast.mp hs
    have k1 := mul_lt_mul_right' hy h1
    have k2 := mul_lt_mul_left' (a := (ratCast p : R)) (ratCast_pos (pos_of p0)) h2
    rw [d1] at k2
    exact not_lt_of_ge (le_of_lt h3) (lt_of_lt_of_le k2 (le_of_lt k1))

/-- Such a map respects products with a positive factor. -/
theorem mul_of_pos_right (hf : FixesRat f) (x : R) {y : R} (hy : 0 < y) : f (x * y) = f x * f y := by
  rcases lt_or_ge 0 x with h | h
  · exact hf.mul_of_pos h hy
  · rcases lt_or_eq_of_le h with h | h
    · have k := hf.mul_of_pos (x := -x) (by lin) hy
      rw [Ring.neg_mul, hf.neg, hf.neg] at k
      lin
    · rw [h, Semiring.zero_mul, hf.map_zero, Semiring.zero_mul]

/-- Such a map respects products. -/
theorem mul (hf : FixesRat f) (x y : R) : f (x * y) = f x * f y := by
  rcases lt_or_ge 0 y with h | h
  · exact hf.mul_of_pos_right x h
  · rcases lt_or_eq_of_le h with h | h
    · have k := hf.mul_of_pos_right x (y := -y) (by lin)
      rw [Ring.mul_neg, hf.neg, hf.neg] at k
      lin
    · rw [h, Semiring.mul_zero, hf.map_zero, Semiring.mul_zero]

end FixesRat

/-! ## The isomorphism -/

/-- Going to the other field and back changes nothing. -/
theorem transfer_transfer (x : R) : transfer R (transfer S x) = x :=
  (fixesRat_transfer.comp fixesRat_transfer).unique FixesRat.id x

/-- A map between complete ordered fields that respects sums, products and one. -/
structure IsRingMap (f : R → S) : Prop where
  /-- The map respects sums. -/
  add : ∀ x y, f (x + y) = f x + f y
  /-- The map respects products. -/
  mul : ∀ x y, f (x * y) = f x * f y
  /-- The map respects one. -/
  one : f 1 = 1

/-- A map that respects sums, products and one is strictly monotone: positive numbers are squares. -/
theorem IsRingMap.lt {f : R → S} (hf : IsRingMap f) {x y : R} (h : x < y) : f x < f y := by
  obtain ⟨s, _, hs⟩ := exists_sqrt (a := y - x) (by lin)
  have hs0 : s ≠ 0 := fun e => by rw [e] at hs; lin
  have h1 := hf.mul s s⁻¹
  rw [mul_inv_cancel hs0, hf.one] at h1
  have h2 := mul_self_pos (a := f s) fun e => by rw [e] at h1; clear hf; lin
  have h3 := hf.add (s * s) x
  rw [hf.mul, show s * s + x = y by lin] at h3
  clear hf h1; lin

/-- A map between complete ordered fields that respects sums, products and one fixes the rational numbers. -/
theorem IsRingMap.fixesRat {f : R → S} (hf : IsRingMap f) : FixesRat f := by
  obtain ⟨hadd, hmul, hone⟩ := hf
  have hzero : f 0 = 0 := by
    have h := hadd 0 0
    rw [Semiring.add_zero] at h
    clear hadd hmul; lin
  have hneg : ∀ x, f (-x) = -f x := fun x => by
    have h := hadd (-x) x
    rw [Ring.neg_add_cancel, hzero] at h
    clear hadd hmul; lin
  have hnat : ∀ n : Nat, f (n : R) = (n : S) := fun n => by
    induction n with
    | zero =>
      rw [Semiring.natCast_zero, hzero, Semiring.natCast_zero]
    | succ n ih =>
      rw [Semiring.natCast_succ, hadd, hone, ih, Semiring.natCast_succ]
  -- a nonnegative rational number times its denominator is a natural number
  have hpos : ∀ q : Rat, 0 < q → f (ratCast q) = ratCast q := fun q hq => by
    obtain ⟨n, -, hn⟩ := exists_nat_mul_den hq
    have hd := natCast_pos_of_ne_zero (R := S) q.den_nz
    have h1 : (ratCast q : R) * (q.den : R) = (n : R) := by
      rw [← ratCast_natCast, ← ratCast_mul, hn, ratCast_natCast]
    have h2 : (ratCast q : S) * (q.den : S) = (n : S) := by
      rw [← ratCast_natCast, ← ratCast_mul, hn, ratCast_natCast]
    have h3 := hmul (ratCast q) (q.den : R)
    rw [h1, hnat, hnat] at h3
    rw [← h2] at h3
    have k := ne_of_gt hd
    clear hadd hmul hneg hnat h1 h2 hn hd hq hone hzero
    generalize f (ratCast q) = a at *
    generalize (ratCast q : S) = b at *
    lin
  refine ⟨fun {x y} h => IsRingMap.lt ⟨hadd, hmul, hone⟩ h, fun q => ?_⟩
  by_cases h : 0 < q
  · exact hpos q h
  by_cases h' : q = 0
  · rw [h', ratCast_zero, ratCast_zero, hzero]
  · have k := hpos (-q) (by clear hadd hmul hneg hnat hpos hone hzero; lin)
    rw [ratCast_neg, ratCast_neg, hneg] at k
    clear hadd hmul hneg hnat hpos; lin

/-- Any two complete ordered fields are isomorphic: some bijection respects sums, products, one and the order. -/
theorem exists_isomorphism (R : Type u) (S : Type v) [Reals R] [Reals S] : ∃ (f : R → S) (g : S → R),
    (∀ x, g (f x) = x) ∧ (∀ y, f (g y) = y) ∧ (∀ x y, f (x + y) = f x + f y) ∧
      (∀ x y, f (x * y) = f x * f y) ∧ f 1 = 1 ∧ ∀ x y, f x ≤ f y ↔ x ≤ y :=
  ⟨transfer S, transfer R, transfer_transfer, transfer_transfer, fixesRat_transfer.add, fixesRat_transfer.mul,
    fixesRat_transfer.map_one, fun _ _ => fixesRat_transfer.le_iff⟩

/-- The isomorphism is unique: two maps between complete ordered fields that respect sums, products and one
are equal. -/
theorem isomorphism_unique {f g : R → S} (hf : IsRingMap f) (hg : IsRingMap g) (x : R) : f x = g x :=
  hf.fixesRat.unique hg.fixesRat x

end Claims
