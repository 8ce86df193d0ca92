module

public import Claims.Analysis.Completeness
public import Claims.LinearAlgebra.Sum

/-!
# Series

`HasSum a s` says that the finite sums `a 0 + ⋯ + a (n-1)` converge to `s`. Linearity, shifted series and
tails, series with nonnegative terms, comparison, absolute convergence, the geometric series, the ratio test,
and alternating series.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {a b : Nat → R} {s t : R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The sum of the first `n` terms: `a 0 + ⋯ + a (n-1)`; called a finite sum of the series below. -/
def partialSum (a : Nat → R) : Nat → R
  | 0 => 0
  | n + 1 => partialSum a n + a n

/-- The series with terms `a n` converges to `s`. -/
def HasSum (a : Nat → R) (s : R) : Prop := TendsTo (partialSum a) s

/-- The series with terms `a n` converges. -/
def Summable (a : Nat → R) : Prop := ∃ s, HasSum a s

/-! ## Partial sums -/

/-- The empty finite sum. -/
theorem partialSum_zero (a : Nat → R) : partialSum a 0 = 0 := rfl

/-- One more term of a finite sum. -/
theorem partialSum_succ (a : Nat → R) (n : Nat) : partialSum a (n + 1) = partialSum a n + a n := rfl

/-- The first term of a finite sum, and the rest. -/
theorem partialSum_succ' (a : Nat → R) (n : Nat) :
    partialSum a (n + 1) = a 0 + partialSum (fun k => a (k + 1)) n := by
  induction n with
  | zero => rw [partialSum_succ, partialSum_zero, partialSum_zero]; lin
  | succ n ih => rw [partialSum_succ, ih, partialSum_succ (fun k => a (k + 1))]; clear ih; lin

/-- A finite sum as a sum over `Fin n`. -/
theorem partialSum_eq_sum (a : Nat → R) (n : Nat) : partialSum a n = sum (fun i : Fin n => a i) := by
  induction n generalizing a with
  | zero => rfl
  | succ n ih => rw [partialSum_succ', sum_succ, ih]; rfl

/-- A finite sum with `m + n` terms splits after `m` terms. -/
theorem partialSum_add (a : Nat → R) (m n : Nat) :
    partialSum a (m + n) = partialSum a m + partialSum (fun k => a (m + k)) n := by
  induction n with
  | zero => rw [Nat.add_zero, partialSum_zero]; lin
  | succ n ih =>
    rw [← Nat.add_assoc, partialSum_succ, ih, partialSum_succ (fun k => a (m + k))]; clear ih; lin

/-- Partial sums of sums. -/
theorem partialSum_add_terms (a b : Nat → R) (n : Nat) :
    partialSum (fun k => a k + b k) n = partialSum a n + partialSum b n := by
  induction n with
  | zero => rw [partialSum_zero, partialSum_zero, partialSum_zero]; lin
  | succ n ih => rw [partialSum_succ, ih, partialSum_succ, partialSum_succ]; clear ih; lin

/-- A constant factor comes out of a finite sum. -/
theorem partialSum_const_mul (c : R) (a : Nat → R) (n : Nat) :
    partialSum (fun k => c * a k) n = c * partialSum a n := by
  induction n with
  | zero => rw [partialSum_zero, partialSum_zero]; lin
  | succ n ih => rw [partialSum_succ, ih, partialSum_succ]; clear ih; lin

/-- Partial sums compare as their terms do. -/
theorem partialSum_le {n : Nat} (h : ∀ k, k < n → a k ≤ b k) : partialSum a n ≤ partialSum b n := by
  induction n with
  | zero => exact le_rfl 0
  | succ n ih =>
    have p := ih fun k hk => h k (Nat.lt_succ_of_lt hk)
    have q := h n (Nat.lt_succ_self n)
    rw [partialSum_succ, partialSum_succ]; clear ih h; lin

/-- Partial sums of nonnegative terms are nonnegative. -/
theorem partialSum_nonneg (h : ∀ k, 0 ≤ a k) (n : Nat) : 0 ≤ partialSum a n := by
  induction n with
  | zero => exact le_rfl 0
  | succ n ih => have p := h n; rw [partialSum_succ]; clear h; lin

/-- The triangle inequality for finite sums. -/
theorem abs_partialSum_le (a : Nat → R) (n : Nat) : abs (partialSum a n) ≤ partialSum (fun k => abs (a k)) n := by
  induction n with
  | zero => rw [partialSum_zero, partialSum_zero, abs_zero]; exact le_rfl 0
  | succ n ih =>
    have p := abs_add_le (partialSum a n) (a n)
    rw [partialSum_succ, partialSum_succ]; lin

/-! ## Rules -/

/-- A series has at most one sum. -/
theorem HasSum.unique (hs : HasSum a s) (ht : HasSum a t) : s = t := TendsTo.unique hs ht

/-- The sum depends on the terms only. -/
theorem HasSum.congr (hs : HasSum a s) (e : ∀ n, b n = a n) : HasSum b s := by rw [funext e]; exact hs

/-- The sum written in another way. -/
theorem HasSum.congr_sum (hs : HasSum a s) (e : t = s) : HasSum a t := by rw [e]; exact hs

/-- The series of zeros. -/
theorem hasSum_zero : HasSum (fun _ => (0 : R)) 0 := by
  refine (tendsTo_const (0 : R)).congr fun n => ?_
  induction n with
  | zero => rfl
  | succ n ih => rw [partialSum_succ, ih]; lin

/-- The sum of two series. -/
theorem HasSum.add (ha : HasSum a s) (hb : HasSum b t) : HasSum (fun n => a n + b n) (s + t) :=
  (TendsTo.add ha hb).congr fun n => partialSum_add_terms a b n

/-- A constant multiple of a series. -/
theorem HasSum.const_mul (c : R) (ha : HasSum a s) : HasSum (fun n => c * a n) (c * s) :=
  (TendsTo.const_mul c ha).congr fun n => partialSum_const_mul c a n

/-- A constant multiple of a series, the constant on the right. -/
theorem HasSum.mul_const (ha : HasSum a s) (c : R) : HasSum (fun n => a n * c) (s * c) :=
  ((ha.const_mul c).congr fun n => by clear ha; lin).congr_sum (by clear ha; lin)

/-- The series of opposite terms. -/
theorem HasSum.neg (ha : HasSum a s) : HasSum (fun n => -a n) (-s) :=
  ((ha.const_mul (-1)).congr fun n => by clear ha; lin).congr_sum (by clear ha; lin)

/-- The difference of two series. -/
theorem HasSum.sub (ha : HasSum a s) (hb : HasSum b t) : HasSum (fun n => a n - b n) (s - t) :=
  ((ha.add hb.neg).congr fun n => by clear ha hb; lin).congr_sum (by clear ha hb; lin)

/-- A series with finitely many nonzero terms. -/
theorem hasSum_of_eq_zero {N : Nat} (h : ∀ n, N ≤ n → a n = 0) : HasSum a (partialSum a N) := by
  refine (tendsTo_const (partialSum a N)).congr_of_le (N := N) fun n hn => ?_
  obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le hn
  clear hn
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, partialSum_succ, ih, h _ (Nat.le_add_right N k)]; clear h ih; lin

/-- The terms of a convergent series tend to zero. -/
theorem HasSum.tendsTo_zero (ha : HasSum a s) : TendsTo a 0 :=
  (((TendsTo.shift ha 1).sub ha).congr fun n => by
    show a n = partialSum a n + a n - partialSum a n
    clear ha; lin).congr_limit (by clear ha; lin)

/-! ## Tails -/

/-- The tail of a series: the sum without the first `m` terms. -/
theorem HasSum.tail (ha : HasSum a s) (m : Nat) : HasSum (fun k => a (m + k)) (s - partialSum a m) :=
  ((TendsTo.shift ha m).sub (tendsTo_const (partialSum a m))).congr fun n => by
    show partialSum (fun k => a (m + k)) n = partialSum a (n + m) - partialSum a m
    rw [Nat.add_comm n m, partialSum_add]; clear ha; lin

/-- A series converges when a tail does. -/
theorem hasSum_of_tail {m : Nat} (h : HasSum (fun k => a (m + k)) t) : HasSum a (partialSum a m + t) := by
  refine tendsTo_of_shift (k := m) (((tendsTo_const (partialSum a m)).add h).congr fun n => ?_)
  show partialSum a (n + m) = _
  rw [Nat.add_comm n m, partialSum_add]

/-- The tails of a convergent series tend to zero. -/
theorem HasSum.tendsTo_tail (ha : HasSum a s) : TendsTo (fun n => s - partialSum a n) 0 :=
  ((tendsTo_const s).sub ha).congr_limit (by clear ha; lin)

/-! ## Nonnegative terms and comparison -/

/-- The sum of a series compares with a bound of its finite sums. -/
theorem HasSum.le_of_partialSum_le {M : R} (ha : HasSum a s) (h : ∀ n, partialSum a n ≤ M) : s ≤ M :=
  le_of_tendsTo (N := 0) ha fun n _ => h n

/-- The sum of nonnegative terms is at least every finite sum. -/
theorem HasSum.partialSum_le (ha : HasSum a s) (h0 : ∀ n, 0 ≤ a n) (n : Nat) : partialSum a n ≤ s := by
  refine ge_of_tendsTo (N := n) ha fun m hm => le_of_le_succ (fun k => ?_) hm
  have := h0 k
  rw [partialSum_succ]; clear ha h0; lin

/-- The sum of nonnegative terms is nonnegative. -/
theorem HasSum.nonneg (ha : HasSum a s) (h0 : ∀ n, 0 ≤ a n) : 0 ≤ s := ha.partialSum_le h0 0

/-- Sums compare as their terms do. -/
theorem HasSum.le (ha : HasSum a s) (hb : HasSum b t) (h : ∀ n, a n ≤ b n) : s ≤ t :=
  le_of_tendsTo_of_tendsTo (N := 0) ha hb fun _ _ => Claims.partialSum_le fun k _ => h k

/-- A series with nonnegative terms and bounded finite sums converges. -/
theorem summable_of_partialSum_le {M : R} (h0 : ∀ n, 0 ≤ a n) (hM : ∀ n, partialSum a n ≤ M) :
    ∃ s, HasSum a s ∧ s ≤ M := by
  obtain ⟨l, hl, _⟩ := exists_tendsTo_of_monotone (a := partialSum a)
    (fun n => by have := h0 n; rw [partialSum_succ]; clear h0 hM; lin) hM
  exact ⟨l, hl, HasSum.le_of_partialSum_le hl hM⟩

/-- The comparison test: a series converges when its terms are at most those of a convergent series in absolute
value, and then its sum is bounded by that of the larger series. -/
theorem exists_hasSum_of_abs_le (hb : HasSum b t) (h : ∀ n, abs (a n) ≤ b n) : ∃ s, HasSum a s ∧ abs s ≤ t := by
  have hb0 : ∀ n, 0 ≤ b n := fun n => le_trans (abs_nonneg _) (h n)
  -- `a + b` has nonnegative terms, at most `2 b`
  obtain ⟨r, hr, _⟩ := summable_of_partialSum_le (a := fun n => a n + b n) (M := 2 * t)
    (fun n => by have := abs_le.1 (h n); clear h hb hb0; lin)
    (fun n => by
      have p := (hb.const_mul 2).partialSum_le (fun k => by have := hb0 k; clear h hb hb0; lin) n
      refine le_trans (partialSum_le fun k _ => ?_) p
      have := abs_le.1 (h k); clear h hb hb0; lin)
  have ha : HasSum a (r - t) := (hr.sub hb).congr fun n => by clear h hb hb0 hr; lin
  refine ⟨r - t, ha, abs_le.2 ⟨?_, ha.le hb fun n => le_trans (le_abs_self _) (h n)⟩⟩
  exact hb.neg.le ha fun n => (abs_le.1 (h n)).1

/-- The comparison test, as convergence only. -/
theorem Summable.of_abs_le (hb : Summable b) (h : ∀ n, abs (a n) ≤ b n) : Summable a := by
  obtain ⟨t, ht⟩ := hb
  obtain ⟨s, hs, _⟩ := exists_hasSum_of_abs_le ht h
  exact ⟨s, hs⟩

/-- An absolutely convergent series converges, and the triangle inequality holds for its sum. -/
theorem exists_hasSum_of_hasSum_abs (h : HasSum (fun n => abs (a n)) t) : ∃ s, HasSum a s ∧ abs s ≤ t :=
  exists_hasSum_of_abs_le h fun _ => le_rfl _

/-! ## Geometric series -/

/-- The finite sums of the geometric series, without a division. -/
theorem partialSum_geometric (q : R) (n : Nat) : (1 - q) * partialSum (fun k => q ^ k) n = 1 - q ^ n := by
  induction n with
  | zero => rw [partialSum_zero, Semiring.pow_zero]; lin
  | succ n ih => rw [partialSum_succ, Semiring.pow_succ]; lin

/-- The geometric series. -/
theorem hasSum_geometric {q : R} (hq : abs q < 1) : HasSum (fun n => q ^ n) (1 - q)⁻¹ := by
  have h1 : 1 - q ≠ 0 := by have := le_abs_self q; lin
  have e := mul_inv_cancel h1
  refine ((((tendsTo_const (1 : R)).sub (tendsTo_pow hq)).const_mul (1 - q)⁻¹).congr
    fun n => ?_).congr_limit (by lin)
  have p := partialSum_geometric q n
  rw [← p]
  generalize partialSum (fun k => q ^ k) n = S
  clear p; lin

/-- A series whose terms are dominated by a geometric sequence converges. -/
theorem exists_hasSum_of_le_geometric {C q : R} (hq0 : 0 ≤ q) (hq1 : q < 1) (h : ∀ n, abs (a n) ≤ C * q ^ n) :
    ∃ s, HasSum a s ∧ abs s ≤ C * (1 - q)⁻¹ :=
  exists_hasSum_of_abs_le ((hasSum_geometric (by rw [abs_of_nonneg hq0]; exact hq1)).const_mul C) h

/-- The ratio test: a series converges when from some index on each term is at most `q < 1` times the term before,
in absolute value. -/
theorem summable_of_ratio {q : R} {N : Nat} (hq0 : 0 ≤ q) (hq1 : q < 1)
    (h : ∀ n, N ≤ n → abs (a (n + 1)) ≤ q * abs (a n)) : Summable a := by
  have hg : ∀ k, abs (a (N + k)) ≤ abs (a N) * q ^ k := fun k => by
    induction k with
    | zero => rw [Semiring.pow_zero, Nat.add_zero]; clear h; lin
    | succ k ih =>
      have p := h (N + k) (Nat.le_add_right N k)
      have r := mul_le_mul_left' hq0 ih
      rw [← Nat.add_assoc, Semiring.pow_succ]; clear h ih; lin
  obtain ⟨s, hs, _⟩ := exists_hasSum_of_le_geometric hq0 hq1 hg
  exact ⟨_, hasSum_of_tail hs⟩

/-! ## Alternating series -/

/-- The finite sums of an alternating series with decreasing nonnegative terms lie between `0` and the first
term. -/
theorem partialSum_alternating (h0 : ∀ n, 0 ≤ a n) (ha : ∀ n, a (n + 1) ≤ a n) (n : Nat) :
    0 ≤ partialSum (fun k => (-1) ^ k * a k) n ∧ partialSum (fun k => (-1) ^ k * a k) n ≤ a 0 := by
  induction n generalizing a with
  | zero => exact ⟨le_rfl 0, h0 0⟩
  | succ n ih =>
    -- peel off the first term; the rest is the opposite of an alternating series
    have p := ih (a := fun k => a (k + 1)) (fun k => h0 (k + 1)) (fun k => ha (k + 1))
    have e : partialSum (fun k => (-1) ^ (k + 1) * a (k + 1)) n
        = -1 * partialSum (fun k => (-1) ^ k * a (k + 1)) n := by
      rw [← partialSum_const_mul]
      exact congrArg (fun f => partialSum f n) (funext fun k => by
        rw [Semiring.pow_succ]; clear ih h0 ha p; lin)
    have q := ha 0
    rw [partialSum_succ', Semiring.pow_zero, e]
    dsimp only at p
    clear ih h0 ha e
    constructor <;> lin

/-- Leibniz's test: an alternating series with decreasing terms that tend to zero converges, to a sum between `0`
and the first term. -/
theorem exists_hasSum_alternating (ha : ∀ n, a (n + 1) ≤ a n) (hl : TendsTo a 0) :
    ∃ s, HasSum (fun k => (-1) ^ k * a k) s ∧ 0 ≤ s ∧ s ≤ a 0 := by
  have h0 : ∀ n, 0 ≤ a n := fun n => le_of_tendsTo (N := n) hl fun m hm => le_of_succ_le ha hm
  have hone : ∀ n : Nat, abs ((-1 : R) ^ n) = 1 := fun n => by
    induction n with
    | zero => rw [Semiring.pow_zero, abs_one]
    | succ n ih => rw [Semiring.pow_succ, abs_mul, ih, abs_neg, abs_one]; clear ha hl h0; lin
  -- later finite sums differ from the `N`-th one by at most `a N`
  have hc : ∀ N n, N ≤ n → abs (partialSum (fun k => (-1) ^ k * a k) n
      - partialSum (fun k => (-1) ^ k * a k) N) ≤ a N := fun N n hn => by
    obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le hn
    have p := partialSum_alternating (a := fun j => a (N + j)) (fun j => h0 _) (fun j => ha (N + j)) k
    have e : partialSum (fun j => (-1) ^ (N + j) * a (N + j)) k
        = (-1) ^ N * partialSum (fun j => (-1) ^ j * a (N + j)) k := by
      rw [← partialSum_const_mul]
      exact congrArg (fun f => partialSum f k) (funext fun j => by
        rw [Semiring.pow_add]; clear ha hl h0 hone p; lin)
    rw [partialSum_add, e, show ∀ u v : R, u + v - u = v from fun u v => by clear ha hl h0 hone p e; lin, abs_mul,
      hone, abs_of_nonneg p.1]
    have q := p.2
    rw [Nat.add_zero] at q
    clear ha hl h0 hone p e; lin
  obtain ⟨s, hs, _⟩ := exists_tendsTo_of_le hl hc
  exact ⟨s, hs, ge_of_tendsTo (N := 0) hs fun n _ => (partialSum_alternating h0 ha n).1,
    le_of_tendsTo (N := 0) hs fun n _ => (partialSum_alternating h0 ha n).2⟩

end Claims
