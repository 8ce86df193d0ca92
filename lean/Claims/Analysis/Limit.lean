module

public import Claims.Analysis.Deriv
public import Claims.Order.Archimedean

/-!
# Limits of sequences

`TendsTo a l` says that the sequence `a` converges to `l`, by ε and N. The rules of calculation, the
comparison of limits, and two null sequences: the inverses of the natural numbers, and the powers of a
number below one in absolute value.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The sequence `a` converges to `l`. -/
def TendsTo (a : Nat → R) (l : R) : Prop := ∀ ε, 0 < ε → ∃ N, ∀ n, N ≤ n → abs (a n - l) < ε

/-! ## Absolute values -/

/-- The distance of a number to itself is zero. -/
theorem abs_sub_self (x : R) : abs (x - x) = 0 := by
  rw [show x - x = 0 by lin, abs_zero]

/-- A bound on a distance is a bound on both sides. -/
theorem abs_sub_lt_iff {x y ε : R} : abs (x - y) < ε ↔ y - ε < x ∧ x < y + ε := by
  rw [abs_lt]
  constructor
  · rintro ⟨h1, h2⟩; constructor <;> lin
  · rintro ⟨h1, h2⟩; constructor <;> lin

/-- The absolute value does not increase distances. -/
theorem abs_abs_sub_le (x y : R) : abs (abs x - abs y) ≤ abs (x - y) := by
  have p := abs_add_le (x - y) y
  have q := abs_add_le (y - x) x
  rw [show x - y + y = x by lin] at p
  rw [show y - x + x = y by lin, abs_sub_comm y x] at q
  exact abs_le.2 ⟨by lin, by lin⟩

/-- The absolute value of a power. -/
theorem abs_pow (x : R) (n : Nat) : abs (x ^ n) = abs x ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero, Semiring.pow_zero, abs_one]
  | succ n ih => rw [Semiring.pow_succ, Semiring.pow_succ, abs_mul, ih]

/-! ## First rules -/

/-- Constant sequences converge. -/
theorem tendsTo_const (c : R) : TendsTo (fun _ => c) c :=
  fun ε hε => ⟨0, fun n _ => by rw [abs_sub_self]; exact hε⟩

/-- A limit depends on the values only. -/
theorem TendsTo.congr {a b : Nat → R} {l : R} (ha : TendsTo a l) (e : ∀ n, b n = a n) : TendsTo b l := by
  rw [funext e]; exact ha

/-- A limit does not depend on finitely many values. -/
theorem TendsTo.congr_of_le {a b : Nat → R} {l : R} (ha : TendsTo a l) {N : Nat}
    (e : ∀ n, N ≤ n → b n = a n) : TendsTo b l := by
  intro ε hε
  obtain ⟨M, h⟩ := ha ε hε
  exact ⟨M + N, fun n hn => by rw [e n (by omega)]; exact h n (by omega)⟩

/-- A limit written in another way. -/
theorem TendsTo.congr_limit {a : Nat → R} {l m : R} (ha : TendsTo a l) (e : m = l) : TendsTo a m := by
  rw [e]; exact ha

/-- A sequence converges to `l` when its distance to `l` converges to zero. -/
theorem tendsTo_iff_sub {a : Nat → R} {l : R} : TendsTo a l ↔ TendsTo (fun n => a n - l) 0 := by
  have e : ∀ n, a n - l - 0 = a n - l := fun n => by lin
  simp only [TendsTo, e]

/-- A sequence converges to zero when its absolute values do. -/
theorem tendsTo_zero_iff_abs {a : Nat → R} : TendsTo a 0 ↔ TendsTo (fun n => abs (a n)) 0 := by
  have e : ∀ n, a n - 0 = a n := fun n => by lin
  have e' : ∀ n, abs (abs (a n) - 0) = abs (a n) := fun n => by
    rw [show abs (a n) - 0 = abs (a n) by lin, abs_of_nonneg (abs_nonneg _)]
  simp only [TendsTo, e, e']

/-- A sequence has at most one limit. -/
theorem TendsTo.unique {a : Nat → R} {l m : R} (hl : TendsTo a l) (hm : TendsTo a m) : l = m := by
  have h : abs (l - m) ≤ 0 := le_of_forall_pos fun ε hε => by
    obtain ⟨N₁, h₁⟩ := hl (ε / 2) (half_pos hε)
    obtain ⟨N₂, h₂⟩ := hm (ε / 2) (half_pos hε)
    have p := abs_lt.1 (h₁ (N₁ + N₂) (by omega))
    have q := abs_lt.1 (h₂ (N₁ + N₂) (by omega))
    clear hl hm h₁ h₂
    exact abs_le.2 ⟨by lin, by lin⟩
  have := eq_zero_of_abs (le_antisymm h (abs_nonneg _))
  clear hl hm; lin

/-- A subsequence, or any reindexing with `n ≤ φ n`, has the same limit. -/
theorem TendsTo.comp {a : Nat → R} {l : R} (ha : TendsTo a l) {φ : Nat → Nat} (hφ : ∀ n, n ≤ φ n) :
    TendsTo (fun n => a (φ n)) l := by
  intro ε hε
  obtain ⟨N, h⟩ := ha ε hε
  exact ⟨N, fun n hn => h (φ n) (Nat.le_trans hn (hφ n))⟩

/-- The shifted sequence has the same limit. -/
theorem TendsTo.shift {a : Nat → R} {l : R} (ha : TendsTo a l) (k : Nat) : TendsTo (fun n => a (n + k)) l :=
  ha.comp fun n => Nat.le_add_right n k

/-- A sequence has the limit of its shift. -/
theorem tendsTo_of_shift {a : Nat → R} {l : R} {k : Nat} (h : TendsTo (fun n => a (n + k)) l) :
    TendsTo a l := by
  intro ε hε
  obtain ⟨N, h⟩ := h ε hε
  refine ⟨N + k, fun n hn => ?_⟩
  have p : abs (a (n - k + k) - l) < ε := h (n - k) (by omega)
  rwa [show n - k + k = n by omega] at p

/-! ## Bounds and order -/

/-- Finitely many values are bounded. -/
theorem exists_bound_of_lt (a : Nat → R) (N : Nat) : ∃ M, 0 < M ∧ ∀ n, n < N → abs (a n) ≤ M := by
  induction N with
  | zero => exact ⟨1, zero_lt_one, fun n hn => absurd hn (Nat.not_lt_zero n)⟩
  | succ N ih =>
    obtain ⟨M, hM, h⟩ := ih
    have hN := abs_nonneg (a N)
    refine ⟨M + abs (a N), by clear h; lin, fun n hn => ?_⟩
    rcases Nat.lt_or_eq_of_le (Nat.le_of_lt_succ hn) with hn | hn
    · have := h n hn
      clear h; lin
    · rw [hn]; clear h; lin

/-- A convergent sequence is bounded. -/
theorem TendsTo.bounded {a : Nat → R} {l : R} (ha : TendsTo a l) : ∃ M, 0 < M ∧ ∀ n, abs (a n) ≤ M := by
  obtain ⟨N, h⟩ := ha 1 zero_lt_one
  obtain ⟨M, hM, hb⟩ := exists_bound_of_lt a N
  have hl := abs_nonneg l
  refine ⟨M + abs l + 1, by clear h hb ha; lin, fun n => ?_⟩
  rcases Nat.lt_or_ge n N with hn | hn
  · have := hb n hn
    clear h hb ha; lin
  · have p := h n hn
    have q := abs_add_le (a n - l) l
    rw [show a n - l + l = a n by clear h hb ha; lin] at q
    clear h hb ha; lin

/-- A sequence is eventually below every number above its limit. -/
theorem TendsTo.eventually_lt {a : Nat → R} {l c : R} (ha : TendsTo a l) (hc : l < c) :
    ∃ N, ∀ n, N ≤ n → a n < c := by
  obtain ⟨N, h⟩ := ha (c - l) (by clear ha; lin)
  refine ⟨N, fun n hn => ?_⟩
  have := (abs_lt.1 (h n hn)).2
  clear ha h; lin

/-- A sequence is eventually above every number below its limit. -/
theorem TendsTo.eventually_gt {a : Nat → R} {l c : R} (ha : TendsTo a l) (hc : c < l) :
    ∃ N, ∀ n, N ≤ n → c < a n := by
  obtain ⟨N, h⟩ := ha (l - c) (by clear ha; lin)
  refine ⟨N, fun n hn => ?_⟩
  have := (abs_lt.1 (h n hn)).1
  clear ha h; lin

/-- An upper bound of a sequence, from some index on, is one of its limit. -/
theorem le_of_tendsTo {a : Nat → R} {l c : R} (ha : TendsTo a l) {N : Nat} (h : ∀ n, N ≤ n → a n ≤ c) :
    l ≤ c := by
  rcases lt_or_ge c l with hc | hc
  · obtain ⟨M, k⟩ := ha.eventually_gt hc
    have p := k (M + N) (by omega)
    have q := h (M + N) (by omega)
    clear ha h k; lin
  · exact hc

/-- A lower bound of a sequence, from some index on, is one of its limit. -/
theorem ge_of_tendsTo {a : Nat → R} {l c : R} (ha : TendsTo a l) {N : Nat} (h : ∀ n, N ≤ n → c ≤ a n) :
    c ≤ l := by
  rcases lt_or_ge l c with hc | hc
  · obtain ⟨M, k⟩ := ha.eventually_lt hc
    have p := k (M + N) (by omega)
    have q := h (M + N) (by omega)
    clear ha h k; lin
  · exact hc

/-! ## Sums and products -/

/-- The limit of a sum. -/
theorem TendsTo.add {a b : Nat → R} {l m : R} (ha : TendsTo a l) (hb : TendsTo b m) :
    TendsTo (fun n => a n + b n) (l + m) := by
  intro ε hε
  obtain ⟨N₁, h₁⟩ := ha (ε / 2) (half_pos hε)
  obtain ⟨N₂, h₂⟩ := hb (ε / 2) (half_pos hε)
  refine ⟨N₁ + N₂, fun n hn => ?_⟩
  have p := abs_lt.1 (h₁ n (by omega))
  have q := abs_lt.1 (h₂ n (by omega))
  clear ha hb h₁ h₂
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- The limit of the opposite sequence. -/
theorem TendsTo.neg {a : Nat → R} {l : R} (ha : TendsTo a l) : TendsTo (fun n => -a n) (-l) := by
  intro ε hε
  obtain ⟨N, h⟩ := ha ε hε
  refine ⟨N, fun n hn => ?_⟩
  have p := abs_lt.1 (h n hn)
  clear ha h
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- The limit of a difference. -/
theorem TendsTo.sub {a b : Nat → R} {l m : R} (ha : TendsTo a l) (hb : TendsTo b m) :
    TendsTo (fun n => a n - b n) (l - m) :=
  ((ha.add hb.neg).congr fun n => by clear ha hb; lin).congr_limit (by clear ha hb; lin)

/-- A null sequence times a bounded sequence is a null sequence. -/
theorem TendsTo.mul_bounded {a b : Nat → R} (ha : TendsTo a 0) {M : R} (hM : 0 < M)
    (hb : ∀ n, abs (b n) ≤ M) : TendsTo (fun n => a n * b n) 0 := by
  intro ε hε
  obtain ⟨N, h⟩ := ha (ε / M) (div_pos hε hM)
  refine ⟨N, fun n hn => ?_⟩
  have p := h n hn
  rw [show a n - 0 = a n by clear h hb ha; lin] at p
  have q := mul_le_mul_left' (abs_nonneg (a n)) (hb n)
  have r := mul_lt_mul_right' hM p
  rw [div_mul_cancel (ne_of_gt hM)] at r
  rw [show (fun n => a n * b n) n - 0 = a n * b n by clear h hb ha; lin, abs_mul]
  exact lt_of_le_of_lt q r

/-- The limit of a constant multiple. -/
theorem TendsTo.const_mul {a : Nat → R} {l : R} (c : R) (ha : TendsTo a l) :
    TendsTo (fun n => c * a n) (c * l) := by
  refine tendsTo_iff_sub.2 ?_
  exact ((tendsTo_iff_sub.1 ha).mul_bounded (b := fun _ => c) (M := abs c + 1)
    (by have := abs_nonneg c; clear ha; lin) (fun _ => by clear ha; lin)).congr (fun n => by clear ha; lin)

/-- The limit of a constant multiple, the constant on the right. -/
theorem TendsTo.mul_const {a : Nat → R} {l : R} (ha : TendsTo a l) (c : R) :
    TendsTo (fun n => a n * c) (l * c) :=
  ((ha.const_mul c).congr fun n => by clear ha; lin).congr_limit (by clear ha; lin)

/-- The limit of a product. -/
theorem TendsTo.mul {a b : Nat → R} {l m : R} (ha : TendsTo a l) (hb : TendsTo b m) :
    TendsTo (fun n => a n * b n) (l * m) := by
  obtain ⟨M, hM, h⟩ := hb.bounded
  have p := ((tendsTo_iff_sub.1 ha).mul_bounded hM h).add (hb.const_mul l)
  exact (p.congr fun n => by clear ha hb p h; lin).congr_limit (by clear ha hb p h; lin)

/-- The limit of a power. -/
theorem TendsTo.pow {a : Nat → R} {l : R} (ha : TendsTo a l) (k : Nat) :
    TendsTo (fun n => a n ^ k) (l ^ k) := by
  induction k with
  | zero =>
    exact ((tendsTo_const (1 : R)).congr fun n => Semiring.pow_zero _).congr_limit (Semiring.pow_zero _)
  | succ k ih => exact ((ih.mul ha).congr fun n => Semiring.pow_succ _ _).congr_limit (Semiring.pow_succ _ _)

/-! ## Continuous functions -/

/-- A function that is continuous at the limit of a sequence carries the sequence to the value there. -/
theorem ContinuousAt.tendsTo {f : R → R} {a : Nat → R} {l : R} (hf : ContinuousAt f l) (ha : TendsTo a l) :
    TendsTo (fun n => f (a n)) (f l) := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := hf ε hε
  obtain ⟨N, k⟩ := ha δ hδ
  exact ⟨N, fun n hn => h (a n) (k n hn)⟩

/-- The limit of the inverses. -/
theorem TendsTo.inv {a : Nat → R} {l : R} (ha : TendsTo a l) (hl : l ≠ 0) :
    TendsTo (fun n => (a n)⁻¹) l⁻¹ :=
  (hasDerivAt_inv hl).continuousAt.tendsTo ha

/-- The limit of a quotient. -/
theorem TendsTo.div {a b : Nat → R} {l m : R} (ha : TendsTo a l) (hb : TendsTo b m) (hm : m ≠ 0) :
    TendsTo (fun n => a n / b n) (l / m) :=
  ((ha.mul (hb.inv hm)).congr fun _ => div_eq_mul_inv _ _).congr_limit (div_eq_mul_inv _ _)

/-- The limit of the absolute values. -/
theorem TendsTo.abs_comp {a : Nat → R} {l : R} (ha : TendsTo a l) : TendsTo (fun n => abs (a n)) (abs l) := by
  intro ε hε
  obtain ⟨N, h⟩ := ha ε hε
  exact ⟨N, fun n hn => lt_of_le_of_lt (abs_abs_sub_le _ _) (h n hn)⟩

/-! ## Comparison -/

/-- Limits keep an inequality that holds from some index on. -/
theorem le_of_tendsTo_of_tendsTo {a b : Nat → R} {l m : R} (ha : TendsTo a l) (hb : TendsTo b m) {N : Nat}
    (h : ∀ n, N ≤ n → a n ≤ b n) : l ≤ m := by
  have p := le_of_tendsTo (ha.sub hb) (c := 0) (N := N) fun n hn => by
    have := h n hn
    clear ha hb h; lin
  clear ha hb h; lin

/-- A sequence between two sequences with the same limit has that limit. -/
theorem tendsTo_of_squeeze {a b c : Nat → R} {l : R} (ha : TendsTo a l) (hc : TendsTo c l) {N : Nat}
    (hab : ∀ n, N ≤ n → a n ≤ b n) (hbc : ∀ n, N ≤ n → b n ≤ c n) : TendsTo b l := by
  intro ε hε
  obtain ⟨N₁, h₁⟩ := ha ε hε
  obtain ⟨N₂, h₂⟩ := hc ε hε
  refine ⟨N + N₁ + N₂, fun n hn => ?_⟩
  have p := abs_lt.1 (h₁ n (by omega))
  have q := abs_lt.1 (h₂ n (by omega))
  have r := hab n (by omega)
  have s := hbc n (by omega)
  clear ha hc hab hbc h₁ h₂
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- A sequence whose distance to `l` is bounded by a null sequence converges to `l`. -/
theorem tendsTo_of_abs_sub_le {a b : Nat → R} {l : R} (hb : TendsTo b 0) {N : Nat}
    (h : ∀ n, N ≤ n → abs (a n - l) ≤ b n) : TendsTo a l := by
  refine tendsTo_iff_sub.2 (tendsTo_zero_iff_abs.2 ?_)
  exact tendsTo_of_squeeze (tendsTo_const 0) hb (N := N) (fun n _ => abs_nonneg _) h

/-! ## Two null sequences -/

/-- The inverses of the natural numbers tend to zero. -/
theorem tendsTo_inv_natCast : TendsTo (fun n => (((n + 1 : Nat) : R))⁻¹) 0 := by
  intro ε hε
  obtain ⟨N, h⟩ := exists_inv_natCast_lt hε
  refine ⟨N, fun n hn => ?_⟩
  have p := inv_le_inv (natCast_succ_pos N) (natCast_le_natCast (R := R) (Nat.succ_le_succ hn))
  have q := inv_pos (natCast_succ_pos (R := R) n)
  rw [show (((n + 1 : Nat) : R))⁻¹ - 0 = (((n + 1 : Nat) : R))⁻¹ by lin, abs_of_nonneg (le_of_lt q)]
  exact lt_of_le_of_lt p h

/-- Powers of a number in `[0, 1]` decay: Bernoulli's inequality without a division. -/
theorem pow_mul_le_one {r : R} (h0 : 0 ≤ r) (h1 : r ≤ 1) (n : Nat) : r ^ n * (1 + (n : R) * (1 - r)) ≤ 1 := by
  induction n with
  | zero => rw [Semiring.pow_zero]; lin
  | succ n ih =>
    have hn := natCast_nonneg (R := R) n
    have hp := pow_nonneg h0 n
    have hq := mul_nonneg hn (b := 1 - r) (by lin)
    -- `r (1 + (n + 1) h) ≤ 1 + n h` for `h = 1 - r`
    have k : r * (1 + ((n + 1 : Nat) : R) * (1 - r)) ≤ 1 + (n : R) * (1 - r) := by
      have p1 := mul_nonneg hq (b := 1 - r) (by lin)
      have p2 := mul_self_nonneg (1 - r)
      rw [show ((n + 1 : Nat) : R) = (n : R) + 1 by lin]
      lin
    have m := mul_le_mul_left' hp k
    rw [Semiring.pow_succ]
    lin

/-- The powers of a number below one in absolute value tend to zero. -/
theorem tendsTo_pow {q : R} (hq : abs q < 1) : TendsTo (fun n => q ^ n) 0 := by
  intro ε hε
  have h0 := abs_nonneg q
  have hk : 0 < ε * (1 - abs q) := mul_pos hε (by lin)
  obtain ⟨N, hN⟩ := exists_natCast_gt ((ε * (1 - abs q))⁻¹)
  refine ⟨N, fun n hn => ?_⟩
  rw [show q ^ n - 0 = q ^ n by lin, abs_pow]
  have p := pow_mul_le_one h0 (le_of_lt hq) n
  have e := mul_inv_cancel (ne_of_gt hk)
  have m := mul_lt_mul_left' hk (lt_of_lt_of_le hN (natCast_le_natCast (R := R) hn))
  rw [e] at m
  rcases lt_or_ge (abs q ^ n) ε with h | h
  · exact h
  · have := mul_le_mul_right' (a := 1 + (n : R) * (1 - abs q))
      (by have := mul_nonneg (natCast_nonneg (R := R) n) (b := 1 - abs q) (by lin); lin) h
    lin

end Claims
