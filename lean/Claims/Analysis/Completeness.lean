module

public import Claims.Analysis.Limit

/-!
# Completeness

What the least upper bound property says about sequences: greatest lower bounds exist, monotone bounded
sequences converge, nested intervals have a common point, Cauchy sequences converge, and a bounded
sequence has a convergent subsequence.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Bounds of sets -/

/-- A nonempty set that is bounded below has a greatest lower bound. -/
theorem exists_glb (S : R → Prop) (hne : ∃ x, S x) (hb : ∃ b, ∀ x, S x → b ≤ x) :
    ∃ s, (∀ x, S x → s ≤ x) ∧ ∀ b, (∀ x, S x → b ≤ x) → b ≤ s := by
  obtain ⟨x₀, hx₀⟩ := hne
  obtain ⟨b₀, hb₀⟩ := hb
  -- the opposite of the least upper bound of the opposite set
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x => S (-x))
    ⟨-x₀, by show S (- -x₀); rw [show - -x₀ = x₀ by clear hb₀; lin]; exact hx₀⟩
    ⟨-b₀, fun x hx => by have := hb₀ (-x) hx; clear hb₀; lin⟩
  refine ⟨-s, fun x hx => ?_, fun b hb => ?_⟩
  · have := hub (-x) (by rw [show - -x = x by clear hb₀ hub hlub; lin]; exact hx)
    clear hb₀ hub hlub; lin
  · have := hlub (-b) fun x hx => by have := hb (-x) hx; clear hb₀ hb hub hlub; lin
    clear hb₀ hb hub hlub; lin

/-- A number below the least upper bound of a set is below a member. -/
theorem exists_lt_of_lt_lub {S : R → Prop} {s c : R} (hlub : ∀ b, (∀ x, S x → x ≤ b) → s ≤ b) (hc : c < s) :
    ∃ x, S x ∧ c < x := Classical.byContradiction fun hno => by
  have := hlub c fun x hx => le_of_not_gt fun h => hno ⟨x, hx, h⟩
  clear hlub hno; lin

/-! ## Monotone sequences -/

/-- A sequence that does not decrease from one index to the next is monotone. -/
theorem le_of_le_succ {a : Nat → R} (h : ∀ n, a n ≤ a (n + 1)) {m n : Nat} (hmn : m ≤ n) : a m ≤ a n := by
  obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le hmn
  clear hmn
  induction k with
  | zero => exact le_rfl _
  | succ k ih => exact le_trans ih (h (m + k))

/-- A sequence that does not increase from one index to the next is antitone. -/
theorem le_of_succ_le {a : Nat → R} (h : ∀ n, a (n + 1) ≤ a n) {m n : Nat} (hmn : m ≤ n) : a n ≤ a m := by
  have := le_of_le_succ (a := fun n => -a n) (fun n => by have := h n; clear h; lin) hmn
  clear h; lin

/-- A monotone sequence that is bounded above converges, to a limit that it does not exceed. -/
theorem exists_tendsTo_of_monotone {a : Nat → R} {M : R} (h : ∀ n, a n ≤ a (n + 1)) (hM : ∀ n, a n ≤ M) :
    ∃ l, TendsTo a l ∧ ∀ n, a n ≤ l := by
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x => ∃ n, a n = x) ⟨a 0, 0, rfl⟩
    ⟨M, fun x ⟨n, hn⟩ => by rw [← hn]; exact hM n⟩
  refine ⟨s, fun ε hε => ?_, fun n => hub _ ⟨n, rfl⟩⟩
  obtain ⟨x, ⟨N, hN⟩, hx⟩ := exists_lt_of_lt_lub hlub (c := s - ε) (by clear h hM hub hlub; lin)
  refine ⟨N, fun n hn => ?_⟩
  have p := le_of_le_succ h hn
  have q := hub _ ⟨n, rfl⟩
  clear h hM hub hlub
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- An antitone sequence that is bounded below converges, to a limit that it does not go below. -/
theorem exists_tendsTo_of_antitone {a : Nat → R} {m : R} (h : ∀ n, a (n + 1) ≤ a n) (hm : ∀ n, m ≤ a n) :
    ∃ l, TendsTo a l ∧ ∀ n, l ≤ a n := by
  obtain ⟨l, hl, hb⟩ := exists_tendsTo_of_monotone (a := fun n => -a n) (M := -m)
    (fun n => by have := h n; clear h hm; lin) (fun n => by have := hm n; clear h hm; lin)
  exact ⟨-l, hl.neg.congr fun n => by clear h hm hl hb; lin,
    fun n => by have := hb n; clear h hm hl hb; lin⟩

/-- Nested intervals have a common point. -/
theorem exists_mem_nested {a b : Nat → R} (ha : ∀ n, a n ≤ a (n + 1)) (hb : ∀ n, b (n + 1) ≤ b n)
    (hab : ∀ n, a n ≤ b n) : ∃ x, ∀ n, a n ≤ x ∧ x ≤ b n := by
  obtain ⟨l, hl, h⟩ := exists_tendsTo_of_monotone ha
    (fun n => le_trans (hab n) (le_of_succ_le hb (Nat.zero_le n)))
  exact ⟨l, fun n => ⟨h n, le_of_tendsTo hl (N := n) fun k hk => le_trans (hab k) (le_of_succ_le hb hk)⟩⟩

/-- Nested intervals whose lengths tend to zero have exactly one common point, the limit of both ends. -/
theorem exists_tendsTo_nested {a b : Nat → R} (ha : ∀ n, a n ≤ a (n + 1)) (hb : ∀ n, b (n + 1) ≤ b n)
    (hab : ∀ n, a n ≤ b n) (h0 : TendsTo (fun n => b n - a n) 0) :
    ∃ x, (∀ n, a n ≤ x ∧ x ≤ b n) ∧ TendsTo a x ∧ TendsTo b x := by
  obtain ⟨x, hx⟩ := exists_mem_nested ha hb hab
  refine ⟨x, hx, tendsTo_of_abs_sub_le h0 (N := 0) fun n _ => ?_,
    tendsTo_of_abs_sub_le h0 (N := 0) fun n _ => ?_⟩ <;>
  · have := hx n
    clear ha hb hab h0 hx
    exact abs_le.2 ⟨by lin, by lin⟩

/-! ## Cauchy sequences -/

/-- The terms of the sequence `a` come arbitrarily close to each other. -/
def IsCauchySeq (a : Nat → R) : Prop :=
  ∀ ε, 0 < ε → ∃ N, ∀ m n, N ≤ m → N ≤ n → abs (a m - a n) < ε

/-- Convergent sequences are Cauchy sequences. -/
theorem TendsTo.isCauchySeq {a : Nat → R} {l : R} (ha : TendsTo a l) : IsCauchySeq a := by
  intro ε hε
  obtain ⟨N, h⟩ := ha (ε / 2) (half_pos hε)
  refine ⟨N, fun m n hm hn => ?_⟩
  have p := abs_lt.1 (h m hm)
  have q := abs_lt.1 (h n hn)
  clear ha h
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- Cauchy sequences converge. -/
theorem IsCauchySeq.exists_tendsTo {a : Nat → R} (ha : IsCauchySeq a) : ∃ l, TendsTo a l := by
  -- the supremum of the numbers that the sequence finally exceeds
  have key : ∀ ε, 0 < ε → ∃ N, (∀ n, N ≤ n → a N - ε ≤ a n) ∧
      (∀ x, (∃ M, ∀ n, M ≤ n → x ≤ a n) → x ≤ a N + ε) ∧ ∀ n, N ≤ n → abs (a N - a n) < ε := by
    intro ε hε
    obtain ⟨N, h⟩ := ha ε hε
    refine ⟨N, fun n hn => ?_, fun x ⟨M, hx⟩ => ?_, fun n hn => h N n (Nat.le_refl N) hn⟩
    · have := abs_lt.1 (h N n (Nat.le_refl N) hn)
      clear ha h; lin
    · have p := abs_lt.1 (h N (N + M) (Nat.le_refl N) (by omega))
      have q := hx (N + M) (by omega)
      clear ha h hx; lin
  obtain ⟨N₁, h₁, k₁, _⟩ := key 1 zero_lt_one
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x => ∃ M, ∀ n, M ≤ n → x ≤ a n) ⟨a N₁ - 1, N₁, h₁⟩
    ⟨a N₁ + 1, k₁⟩
  refine ⟨s, fun ε hε => ?_⟩
  obtain ⟨N, h, k, c⟩ := key (ε / 2) (half_pos hε)
  refine ⟨N, fun n hn => ?_⟩
  have p := hub _ ⟨N, h⟩
  have q := hlub _ k
  have r := abs_lt.1 (c n hn)
  clear ha key h₁ k₁ hub hlub h k c
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- A sequence is Cauchy when the distance of later terms is bounded by a null sequence. -/
theorem isCauchySeq_of_le {a b : Nat → R} (hb : TendsTo b 0)
    (h : ∀ N n, N ≤ n → abs (a n - a N) ≤ b N) : IsCauchySeq a := by
  intro ε hε
  obtain ⟨N, k⟩ := hb (ε / 2) (half_pos hε)
  refine ⟨N, fun m n hm hn => ?_⟩
  have p := abs_lt.1 (k N (Nat.le_refl N))
  have q := abs_le.1 (h N m hm)
  have r := abs_le.1 (h N n hn)
  clear hb h k
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- A sequence whose later terms stay within a null sequence converges, with that rate. -/
theorem exists_tendsTo_of_le {a b : Nat → R} (hb : TendsTo b 0)
    (h : ∀ N n, N ≤ n → abs (a n - a N) ≤ b N) : ∃ l, TendsTo a l ∧ ∀ n, abs (a n - l) ≤ b n := by
  obtain ⟨l, hl⟩ := (isCauchySeq_of_le hb h).exists_tendsTo
  refine ⟨l, hl, fun N => ?_⟩
  have p := le_of_tendsTo (hl.sub (tendsTo_const (a N))).abs_comp (N := N) (h N)
  rw [abs_sub_comm]; exact p

/-- A sequence whose steps decay geometrically converges, with a geometric rate. -/
theorem exists_tendsTo_of_geometric {a : Nat → R} {C q : R} (hq0 : 0 ≤ q) (hq1 : q < 1) (hC : 0 ≤ C)
    (h : ∀ n, abs (a (n + 1) - a n) ≤ C * (1 - q) * q ^ n) :
    ∃ l, TendsTo a l ∧ ∀ n, abs (a n - l) ≤ C * q ^ n := by
  refine exists_tendsTo_of_le (b := fun n => C * q ^ n) ?_ fun N n hn => ?_
  · exact ((tendsTo_pow (by rw [abs_of_nonneg hq0]; exact hq1)).const_mul C).congr_limit (by clear h; lin)
  · obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le hn
    have key : abs (a (N + k) - a N) ≤ C * q ^ N - C * q ^ (N + k) := by
      clear hn
      induction k with
      | zero => rw [show N + 0 = N from rfl, abs_sub_self]; clear h; lin
      | succ k ih =>
        have p := h (N + k)
        have t := abs_add_le (a (N + k + 1) - a (N + k)) (a (N + k) - a N)
        rw [show a (N + k + 1) - a (N + k) + (a (N + k) - a N) = a (N + k + 1) - a N by clear h p; lin] at t
        have e : q ^ (N + k + 1) = q ^ (N + k) * q := Semiring.pow_succ _ _
        rw [show N + (k + 1) = N + k + 1 from rfl, e]
        clear h; lin
    have := mul_nonneg hC (pow_nonneg hq0 (N + k))
    clear h; lin

/-! ## Subsequences -/

/-- The indices of a subsequence are at least the positions. -/
theorem le_of_lt_succ {φ : Nat → Nat} (h : ∀ k, φ k < φ (k + 1)) (n : Nat) : n ≤ φ n := by
  induction n with
  | zero => exact Nat.zero_le _
  | succ n ih => exact Nat.succ_le_of_lt (Nat.lt_of_le_of_lt ih (h n))

/-- A subsequence with prescribed properties, when each property holds for arbitrarily large indices. -/
theorem exists_subsequence {P : Nat → Nat → Prop} (h : ∀ k N, ∃ n, N ≤ n ∧ P k n) :
    ∃ φ : Nat → Nat, (∀ k, φ k < φ (k + 1)) ∧ ∀ k, P k (φ k) := by
  let φ : Nat → Nat := fun k => Nat.rec (h 0 0).choose (fun k m => (h (k + 1) (m + 1)).choose) k
  refine ⟨φ, fun k => (h (k + 1) (φ k + 1)).choose_spec.1, fun k => ?_⟩
  cases k with
  | zero => exact (h 0 0).choose_spec.2
  | succ k => exact (h (k + 1) (φ k + 1)).choose_spec.2

/-- A bounded sequence has a cluster point, between its bounds. -/
theorem exists_cluster {a : Nat → R} {m M : R} (hm : ∀ n, m ≤ a n) (hM : ∀ n, a n ≤ M) :
    ∃ s, m ≤ s ∧ s ≤ M ∧ ∀ ε, 0 < ε → ∀ N, ∃ n, N ≤ n ∧ abs (a n - s) < ε := by
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun x => ∀ N, ∃ n, N ≤ n ∧ x ≤ a n)
    ⟨m, fun N => ⟨N, Nat.le_refl N, hm N⟩⟩
    ⟨M, fun x hx => by obtain ⟨n, _, hn⟩ := hx 0; exact le_trans hn (hM n)⟩
  refine ⟨s, hub m fun N => ⟨N, Nat.le_refl N, hm N⟩,
    hlub M fun x hx => by obtain ⟨n, _, hn⟩ := hx 0; exact le_trans hn (hM n), fun ε hε N => ?_⟩
  -- from some index on the sequence is below `s + ε`, and it is often above `s - ε`
  have hN : ∃ N', ∀ n, N' ≤ n → a n < s + ε := Classical.byContradiction fun hno => by
    have := hub (s + ε) fun N => Classical.byContradiction fun hn =>
      hno ⟨N, fun n hNn => lt_of_not_ge fun hle => hn ⟨n, hNn, hle⟩⟩
    clear hm hM hub hlub hno; lin
  obtain ⟨N', hN'⟩ := hN
  obtain ⟨x, hx, hxs⟩ := exists_lt_of_lt_lub hlub (c := s - ε) (by clear hm hM hub hlub hN'; lin)
  obtain ⟨n, hn, hxn⟩ := hx (N + N')
  have p := hN' n (by omega)
  refine ⟨n, by omega, ?_⟩
  clear hm hM hub hlub hN' hx
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- Bolzano and Weierstrass: a bounded sequence has a convergent subsequence, with limit between the
bounds. -/
theorem exists_subsequence_tendsTo {a : Nat → R} {m M : R} (hm : ∀ n, m ≤ a n) (hM : ∀ n, a n ≤ M) :
    ∃ (φ : Nat → Nat) (s : R), (∀ k, φ k < φ (k + 1)) ∧ m ≤ s ∧ s ≤ M ∧ TendsTo (fun k => a (φ k)) s := by
  obtain ⟨s, hs, hs', hc⟩ := exists_cluster hm hM
  obtain ⟨φ, hφ, h⟩ := exists_subsequence (P := fun k n => abs (a n - s) < (((k + 1 : Nat) : R))⁻¹)
    fun k N => hc _ (inv_pos (natCast_succ_pos k)) N
  exact ⟨φ, s, hφ, hs, hs', tendsTo_of_abs_sub_le tendsTo_inv_natCast (N := 0) fun k _ => le_of_lt (h k)⟩

end Claims
