module

public import Claims.Order.Field

/-!
# Cauchy sequences of rational numbers

The raw material of a model of the class `Claims.Reals`: sequences of rational numbers (core's type `Rat`)
with the Cauchy property, their sums, opposites and products. The real numbers are these sequences modulo
null sequences (`Claims.Model.RealNumber`).
-/

@[expose] public section

noncomputable section

namespace Claims

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Rational numbers -/

/-- A product of two rational numbers is at most the product of their bounds. -/
theorem rat_mul_le {x y b d : Rat} (hx : -b ≤ x ∧ x ≤ b) (hy : -d ≤ y ∧ y ≤ d) : x * y ≤ b * d := by
  have p := Rat.mul_nonneg (a := b - x) (b := d + y) (by lin) (by lin)
  have q := Rat.mul_nonneg (a := b + x) (b := d - y) (by lin) (by lin)
  lin

/-- A product of two rational numbers lies within the product of their bounds. -/
theorem rat_mul_mem {x y b d : Rat} (hx : -b ≤ x ∧ x ≤ b) (hy : -d ≤ y ∧ y ≤ d) :
    -(b * d) ≤ x * y ∧ x * y ≤ b * d := by
  have h := rat_mul_le (x := -x) (b := b) (by lin) hy
  have h' := rat_mul_le hx hy
  lin

/-- A positive rational number is a positive multiple of any positive rational number. -/
theorem exists_rat_mul_eq {b ε : Rat} (hb : 0 < b) (hε : 0 < ε) : ∃ d : Rat, 0 < d ∧ b * d = ε :=
  ⟨b⁻¹ * ε, Rat.mul_pos (Rat.inv_pos.mpr hb) hε, by lin⟩

/-! ## Cauchy sequences -/

/-- A Cauchy sequence of rational numbers: late terms differ little. (The condition is symmetric in the two
terms, so it bounds the difference from both sides.) -/
structure CauchySeq where
  /-- The terms of the sequence. -/
  seq : Nat → Rat
  /-- Late terms differ by less than any given positive rational number. -/
  cauchy : ∀ ε, 0 < ε → ∃ N, ∀ m n, N ≤ m → N ≤ n → seq m - seq n < ε

namespace CauchySeq

/-- Late terms of a Cauchy sequence differ little, in both directions. -/
theorem exists_close (a : CauchySeq) {ε : Rat} (hε : 0 < ε) :
    ∃ N, ∀ m n, N ≤ m → N ≤ n → -ε ≤ a.seq m - a.seq n ∧ a.seq m - a.seq n ≤ ε := by
  obtain ⟨N, hN⟩ := a.cauchy ε hε
  refine ⟨N, fun m n hm hn => ?_⟩
  have h1 := hN m n hm hn
  have h2 := hN n m hn hm
  clear hN; lin

/-- The late terms of a Cauchy sequence are bounded. -/
theorem exists_bound (a : CauchySeq) :
    ∃ b : Rat, 0 < b ∧ ∃ N, ∀ n, N ≤ n → -b ≤ a.seq n ∧ a.seq n ≤ b := by
  obtain ⟨N, hN⟩ := a.exists_close (ε := 1) (by lin)
  have hc : ∃ c : Rat, 0 ≤ c ∧ -c ≤ a.seq N ∧ a.seq N ≤ c := by
    clear hN
    rcases Rat.le_total (a := 0) (b := a.seq N) with h | h
    · exact ⟨a.seq N, by lin⟩
    · exact ⟨-a.seq N, by lin⟩
  obtain ⟨c, hc⟩ := hc
  refine ⟨c + 1, by clear hN; lin, N, fun n hn => ?_⟩
  have h := hN n N hn (Nat.le_refl N)
  clear hN; lin

/-- The constant sequence. -/
def const (q : Rat) : CauchySeq := ⟨fun _ => q, fun ε hε => ⟨0, fun m n _ _ => by lin⟩⟩

/-- The sum of two Cauchy sequences. -/
def add (a b : CauchySeq) : CauchySeq where
  seq n := a.seq n + b.seq n
  cauchy ε hε := by
    obtain ⟨M, hM⟩ := a.cauchy (ε / 2) (by lin)
    obtain ⟨N, hN⟩ := b.cauchy (ε / 2) (by lin)
    refine ⟨M + N, fun m n hm hn => ?_⟩
    have h1 := hM m n (by omega) (by omega)
    have h2 := hN m n (by omega) (by omega)
    clear hM hN; lin

/-- The opposite of a Cauchy sequence. -/
def neg (a : CauchySeq) : CauchySeq where
  seq n := -a.seq n
  cauchy ε hε := by
    obtain ⟨N, hN⟩ := a.cauchy ε hε
    refine ⟨N, fun m n hm hn => ?_⟩
    have h := hN n m hn hm
    clear hN; lin

/-- The product of two Cauchy sequences. -/
def mul (a b : CauchySeq) : CauchySeq where
  seq n := a.seq n * b.seq n
  cauchy ε hε := by
    obtain ⟨A, hA, M, hM⟩ := a.exists_bound
    obtain ⟨B, hB, N, hN⟩ := b.exists_bound
    obtain ⟨d, hd, e⟩ := exists_rat_mul_eq (b := A + B) (ε := ε / 2) (by lin) (by lin)
    obtain ⟨P, hP⟩ := a.exists_close hd
    obtain ⟨Q, hQ⟩ := b.exists_close hd
    refine ⟨M + N + P + Q, fun m n hm hn => ?_⟩
    -- `a m * b m - a n * b n = a m * (b m - b n) + b n * (a m - a n)`
    have h1 := rat_mul_le (hM m (by omega)) (hQ m n (by omega) (by omega))
    have h2 := rat_mul_le (hN n (by omega)) (hP m n (by omega) (by omega))
    clear hM hN hP hQ; lin

end CauchySeq

/-! ## Null sequences and sequences that stay positive -/

/-- A null sequence: late terms are small. -/
def Null (s : Nat → Rat) : Prop := ∀ ε, 0 < ε → ∃ N, ∀ n, N ≤ n → -ε ≤ s n ∧ s n ≤ ε

/-- A sequence whose late terms are at least a fixed positive number. -/
def EventuallyPos (s : Nat → Rat) : Prop := ∃ ε, 0 < ε ∧ ∃ N, ∀ n, N ≤ n → ε ≤ s n

/-- A sequence whose late terms agree with those of a null sequence is null. -/
theorem Null.congr_late {s t : Nat → Rat} (hs : Null s) {M : Nat} (h : ∀ n, M ≤ n → t n = s n) : Null t :=
  fun ε hε => by
    obtain ⟨N, hN⟩ := hs ε hε
    refine ⟨M + N, fun n hn => ?_⟩
    rw [h n (by omega)]; exact hN n (by omega)

/-- A sequence equal to a null sequence is null. -/
theorem Null.congr {s t : Nat → Rat} (hs : Null s) (h : ∀ n, t n = s n) : Null t :=
  hs.congr_late (M := 0) fun n _ => h n

/-- The zero sequence is null. -/
theorem null_zero : Null (fun _ => 0) := fun ε hε => ⟨0, fun n _ => by lin⟩

/-- Sums of null sequences are null. -/
theorem Null.add {s t : Nat → Rat} (hs : Null s) (ht : Null t) : Null (fun n => s n + t n) := fun ε hε => by
  obtain ⟨M, hM⟩ := hs (ε / 2) (by lin)
  obtain ⟨N, hN⟩ := ht (ε / 2) (by lin)
  refine ⟨M + N, fun n hn => ?_⟩
  have h1 := hM n (by omega)
  have h2 := hN n (by omega)
  clear hM hN hs ht; lin

/-- Opposites of null sequences are null. -/
theorem Null.neg {s : Nat → Rat} (hs : Null s) : Null (fun n => -s n) := fun ε hε => by
  obtain ⟨N, hN⟩ := hs ε hε
  refine ⟨N, fun n hn => ?_⟩
  have h := hN n hn
  clear hN hs; lin

/-- A Cauchy sequence times a null sequence is null. -/
theorem Null.mul_left {s : Nat → Rat} (hs : Null s) (a : CauchySeq) : Null (fun n => a.seq n * s n) :=
  fun ε hε => by
    obtain ⟨b, hb, M, hM⟩ := a.exists_bound
    obtain ⟨d, hd, e⟩ := exists_rat_mul_eq hb hε
    obtain ⟨N, hN⟩ := hs d hd
    refine ⟨M + N, fun n hn => ?_⟩
    have h := rat_mul_mem (hM n (by omega)) (hN n (by omega))
    rw [e] at h; exact h

/-- A sequence that differs from an eventually positive one by a null sequence is eventually positive. -/
theorem EventuallyPos.add_null {s t : Nat → Rat} (hs : EventuallyPos s) (ht : Null t) :
    EventuallyPos (fun n => s n + t n) := by
  obtain ⟨ε, hε, M, hM⟩ := hs
  obtain ⟨N, hN⟩ := ht (ε / 2) (by lin)
  refine ⟨ε / 2, by lin, M + N, fun n hn => ?_⟩
  have h1 := hM n (by omega)
  have h2 := hN n (by omega)
  clear hM hN ht; lin

/-- A Cauchy sequence that exceeds a positive number again and again is eventually positive. -/
theorem CauchySeq.eventuallyPos_of_frequently (a : CauchySeq) {ε : Rat} (hε : 0 < ε)
    (h : ∀ N, ∃ n, N ≤ n ∧ ε < a.seq n) : EventuallyPos a.seq := by
  obtain ⟨N, hN⟩ := a.cauchy (ε / 2) (by lin)
  obtain ⟨n, hn, hn'⟩ := h N
  refine ⟨ε / 2, by clear hN h; lin, N, fun m hm => ?_⟩
  have := hN n m hn hm
  clear hN h; lin

/-- A Cauchy sequence is null, or eventually positive, or its opposite is. -/
theorem CauchySeq.null_or_eventuallyPos (a : CauchySeq) :
    Null a.seq ∨ EventuallyPos a.seq ∨ EventuallyPos a.neg.seq := by
  -- a sequence that is not eventually positive exceeds `ε` only finitely often
  have key : ∀ b : CauchySeq, ¬ EventuallyPos b.seq → ∀ ε : Rat, 0 < ε → ∃ N, ∀ n, N ≤ n → b.seq n ≤ ε :=
    fun b hb ε hε => Classical.byContradiction fun hno =>
      hb (b.eventuallyPos_of_frequently hε fun N => Classical.byContradiction fun hN =>
        hno ⟨N, fun n hn => Classical.byContradiction fun h => hN ⟨n, hn, Rat.not_le.mp h⟩⟩)
  by_cases h1 : EventuallyPos a.seq
  · exact Or.inr (Or.inl h1)
  by_cases h2 : EventuallyPos a.neg.seq
  · exact Or.inr (Or.inr h2)
  refine Or.inl fun ε hε => ?_
  obtain ⟨M, hM⟩ := key a h1 ε hε
  obtain ⟨N, hN⟩ := key a.neg h2 ε hε
  refine ⟨M + N, fun n hn => ⟨?_, hM n (by omega)⟩⟩
  have : -a.seq n ≤ ε := hN n (by omega)
  clear hM hN key; lin

/-- A null sequence is not eventually positive. -/
theorem Null.not_eventuallyPos {s : Nat → Rat} (hs : Null s) : ¬ EventuallyPos s := fun ⟨ε, hε, M, hM⟩ => by
  obtain ⟨N, hN⟩ := hs (ε / 2) (by lin)
  have h1 := hM (M + N) (by omega)
  have h2 := hN (M + N) (by omega)
  clear hM hN hs; lin

/-- Sums of eventually positive sequences are eventually positive. -/
theorem EventuallyPos.add {s t : Nat → Rat} (hs : EventuallyPos s) (ht : EventuallyPos t) :
    EventuallyPos (fun n => s n + t n) := by
  obtain ⟨ε, hε, M, hM⟩ := hs
  obtain ⟨δ, hδ, N, hN⟩ := ht
  refine ⟨ε, hε, M + N, fun n hn => ?_⟩
  have h1 := hM n (by omega)
  have h2 := hN n (by omega)
  clear hM hN; lin

/-- Products of eventually positive sequences are eventually positive. -/
theorem EventuallyPos.mul {s t : Nat → Rat} (hs : EventuallyPos s) (ht : EventuallyPos t) :
    EventuallyPos (fun n => s n * t n) := by
  obtain ⟨ε, hε, M, hM⟩ := hs
  obtain ⟨δ, hδ, N, hN⟩ := ht
  refine ⟨ε * δ, Rat.mul_pos hε hδ, M + N, fun n hn => ?_⟩
  have h1 := hM n (by omega)
  have h2 := hN n (by omega)
  clear hM hN
  have h3 := Rat.mul_nonneg (a := s n - ε) (b := t n) (by lin) (by lin)
  have h4 := Rat.mul_nonneg (a := ε) (b := t n - δ) (by lin) (by lin)
  lin

end Claims
