module

public import Claims.Model.OrderedField

/-!
# The real numbers are complete

A nonempty set of real numbers that is bounded above has a least upper bound. Bisection of a rational
interval, whose upper end is an upper bound of the set and whose lower end is none, gives a Cauchy sequence
with that limit.
-/

@[expose] public section

noncomputable section

namespace Claims.RealNumber

open Lean.Grind

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Bisection -/

/-- The rational number `q` is an upper bound of the set `S` of real numbers. -/
def IsUpper (S : RealNumber → Prop) (q : Rat) : Prop := ∀ x, S x → x ≤ ofRat q

open Classical in
/-- The half of a rational interval whose upper end is an upper bound of `S` and whose lower end is none,
when the interval is such. -/
def halve (S : RealNumber → Prop) (I : Rat × Rat) : Rat × Rat :=
  if IsUpper S ((I.1 + I.2) / 2) then (I.1, (I.1 + I.2) / 2) else ((I.1 + I.2) / 2, I.2)

/-- The intervals that bisection makes from the interval from `l` to `u`. -/
def bisect (S : RealNumber → Prop) (l u : Rat) : Nat → Rat × Rat
  | 0 => (l, u)
  | n + 1 => halve S (bisect S l u n)

variable {S : RealNumber → Prop} {l u : Rat}

/-- The next interval is a half of the last one. -/
theorem bisect_succ (n : Nat) : bisect S l u (n + 1) = halve S (bisect S l u n) := rfl

/-- The two possible halves of an interval. -/
theorem halve_cases (S : RealNumber → Prop) (I : Rat × Rat) :
    (IsUpper S (halve S I).2 ∧ (halve S I).1 = I.1 ∧ (halve S I).2 = (I.1 + I.2) / 2) ∨
      (¬ IsUpper S (halve S I).1 ∧ (halve S I).1 = (I.1 + I.2) / 2 ∧ (halve S I).2 = I.2) := by
  unfold halve
  by_cases h : IsUpper S ((I.1 + I.2) / 2)
  · rw [if_pos h]; exact Or.inl ⟨h, rfl, rfl⟩
  · rw [if_neg h]; exact Or.inr ⟨h, rfl, rfl⟩

/-- Upper ends of the intervals are upper bounds. -/
theorem isUpper_bisect (hu : IsUpper S u) (n : Nat) : IsUpper S (bisect S l u n).2 := by
  induction n with
  | zero => exact hu
  | succ n ih =>
    rcases halve_cases S (bisect S l u n) with ⟨h, _, _⟩ | ⟨_, _, e⟩
    · exact h
    · rw [← e] at ih; exact ih

/-- Lower ends of the intervals are no upper bounds. -/
theorem not_isUpper_bisect (hl : ¬ IsUpper S l) (n : Nat) : ¬ IsUpper S (bisect S l u n).1 := by
  induction n with
  | zero => exact hl
  | succ n ih =>
    rcases halve_cases S (bisect S l u n) with ⟨_, e, _⟩ | ⟨h, _, _⟩
    · rw [← e] at ih; exact ih
    · exact h

/-- The intervals are proper and their lengths tend to zero. -/
theorem bisect_length (h : l ≤ u) (n : Nat) : (bisect S l u n).1 ≤ (bisect S l u n).2 ∧
    ((bisect S l u n).2 - (bisect S l u n).1) * (n + 1 : Nat) ≤ u - l := by
  induction n with
  | zero => show l ≤ u ∧ (u - l) * ((0 + 1 : Nat) : Rat) ≤ u - l; lin
  | succ n ih =>
    have e : (bisect S l u (n + 1)).2 - (bisect S l u (n + 1)).1 =
        ((bisect S l u n).2 - (bisect S l u n).1) / 2 := by
      rcases halve_cases S (bisect S l u n) with ⟨_, e1, e2⟩ | ⟨_, e1, e2⟩ <;>
        · rw [bisect_succ, e1, e2]; clear ih; lin
    have hn : (0 : Rat) ≤ (n : Rat) := Rat.natCast_nonneg
    have k := Rat.mul_nonneg (a := (bisect S l u n).2 - (bisect S l u n).1) (by lin) hn
    rw [e]
    refine ⟨by lin, ?_⟩
    rw [Rat.natCast_add, Rat.natCast_add] at *
    lin

/-- Later intervals lie in earlier ones. -/
theorem bisect_mono (h : l ≤ u) {m n : Nat} (hmn : m ≤ n) :
    (bisect S l u m).1 ≤ (bisect S l u n).1 ∧ (bisect S l u n).2 ≤ (bisect S l u m).2 := by
  obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le hmn
  clear hmn
  induction k with
  | zero => exact ⟨Rat.le_refl, Rat.le_refl⟩
  | succ k ih =>
    have hle := (bisect_length (S := S) h (m + k)).1
    rcases halve_cases S (bisect S l u (m + k)) with ⟨_, e1, e2⟩ | ⟨_, e1, e2⟩ <;>
      · rw [show m + (k + 1) = m + k + 1 from rfl, bisect_succ, e1, e2]; lin

/-- Every rational number lies below a natural number. -/
theorem exists_rat_lt_natCast (q : Rat) : ∃ n : Nat, q < (n : Rat) := by
  refine ⟨(q.floor + 1).toNat, ?_⟩
  have h : ¬ ((q.floor + 1 : Int) : Rat) ≤ q := fun h => by
    have := Rat.le_floor_iff.mpr h
    omega
  have h1 : q < ((q.floor + 1 : Int) : Rat) := Rat.not_le.mp h
  have h2 : ((q.floor + 1 : Int) : Rat) ≤ (((q.floor + 1).toNat : Int) : Rat) :=
    Rat.intCast_le_intCast.mpr (by omega)
  rw [Rat.intCast_natCast] at h2
  clear h; lin

/-- The lengths of the intervals become smaller than any positive number. -/
theorem exists_bisect_lt (S : RealNumber → Prop) (h : l ≤ u) {ε : Rat} (hε : 0 < ε) :
    ∃ n, (bisect S l u n).2 - (bisect S l u n).1 < ε := by
  obtain ⟨n, hn⟩ := exists_rat_lt_natCast ((u - l) * ε⁻¹)
  have h1 := (bisect_length (S := S) h n).2
  refine ⟨n, Rat.not_le.mp fun h2 => ?_⟩
  have e : ε * ε⁻¹ = 1 := Rat.mul_inv_cancel ε (by lin)
  have hp : (0 : Rat) ≤ ((n + 1 : Nat) : Rat) := Rat.natCast_nonneg
  have h3 := Rat.mul_le_mul_of_nonneg_left h2 hp
  have h4 := Rat.mul_lt_mul_of_pos_left hn hε
  have e' : ε * ((u - l) * ε⁻¹) = u - l := by clear h1 h2 h3 h4 hn; lin
  rw [e'] at h4
  rw [Rat.natCast_add] at *
  clear e e' hn; lin

/-- The upper ends of the intervals form a Cauchy sequence. -/
def bisectSeq (S : RealNumber → Prop) (h : l ≤ u) : CauchySeq where
  seq n := (bisect S l u n).2
  cauchy ε hε := by
    obtain ⟨N, hN⟩ := exists_bisect_lt S h hε
    refine ⟨N, fun m n hm hn => ?_⟩
    have h1 := (bisect_mono (S := S) h hm).2
    have h2 := (bisect_mono (S := S) h hn).1
    have h3 := (bisect_length (S := S) h n).1
    lin

/-! ## Completeness -/

/-- A nonempty set of real numbers that is bounded above has a least upper bound. -/
theorem exists_lub (S : RealNumber → Prop) (hne : ∃ x, S x) (hb : ∃ b, ∀ x, S x → x ≤ b) :
    ∃ s, (∀ x, S x → x ≤ s) ∧ ∀ b, (∀ x, S x → x ≤ b) → s ≤ b := by
  obtain ⟨x₀, hx₀⟩ := hne
  obtain ⟨b₀, hb₀⟩ := hb
  obtain ⟨l, hl⟩ := exists_ofRat_lt x₀
  obtain ⟨u, hu⟩ := exists_lt_ofRat b₀
  have hl' : ¬ IsUpper S l := fun h => by have := h x₀ hx₀; clear hb₀ h; lin
  have hu' : IsUpper S u := fun x hx => by have := hb₀ x hx; clear hb₀; lin
  have hlu : l ≤ u := Rat.le_of_lt (ofRat_lt_ofRat.mp (by have := hb₀ x₀ hx₀; clear hb₀; lin))
  -- where the limit lies
  have low : ∀ n, ofRat (bisect S l u n).1 ≤ mk (bisectSeq S hlu) := fun n =>
    ofRat_le_mk (N := n) fun k hk => by
      have h1 := (bisect_mono (S := S) hlu hk).1
      have h2 := (bisect_length (S := S) hlu k).1
      show _ ≤ (bisect S l u k).2
      lin
  have high : ∀ n, mk (bisectSeq S hlu) ≤ ofRat (bisect S l u n).2 := fun n =>
    mk_le_ofRat (N := n) fun k hk => (bisect_mono (S := S) hlu hk).2
  have near : ∀ q : Rat, 0 < q → ∃ n, ofRat (bisect S l u n).2 < ofRat (bisect S l u n).1 + ofRat q :=
    fun q hq => by
      obtain ⟨n, hn⟩ := exists_bisect_lt S hlu hq
      exact ⟨n, by rw [← ofRat_add, ofRat_lt_ofRat]; lin⟩
  refine ⟨mk (bisectSeq S hlu), fun x hx => ?_, fun b hb => ?_⟩
  · refine Std.not_lt.mp fun h => ?_
    obtain ⟨q, hq, h'⟩ := exists_add_ofRat_lt h
    obtain ⟨n, hn⟩ := near q hq
    have h1 := low n
    have h2 := isUpper_bisect (l := l) hu' n x hx
    clear low high near hb₀; lin
  · refine Std.not_lt.mp fun h => ?_
    obtain ⟨q, hq, h'⟩ := exists_add_ofRat_lt h
    obtain ⟨n, hn⟩ := near q hq
    have h1 := high n
    refine not_isUpper_bisect (u := u) hl' n fun x hx => ?_
    have h2 := hb x hx
    clear low high near hb hb₀; lin

end Claims.RealNumber
