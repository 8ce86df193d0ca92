module

public import Claims.Analysis.Completeness
public import Claims.Analysis.Continuity

/-!
# Limits of functions at infinity

`HasLimitAtTop f l` says that `f t` tends to `l` as `t` grows. The sequential characterisation, the rules
of calculation, the Cauchy criterion, and the convergence of monotone bounded functions.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The limit of `f` at plus infinity is `l`. -/
def HasLimitAtTop (f : R → R) (l : R) : Prop :=
  ∀ ε, 0 < ε → ∃ T, ∀ t, T ≤ t → abs (f t - l) < ε

/-- The sequence `a` grows beyond every bound. -/
def TendsToTop (a : Nat → R) : Prop := ∀ M, ∃ N, ∀ n, N ≤ n → M ≤ a n

/-! ## Sequences -/

/-- The natural numbers grow beyond every bound. -/
theorem tendsToTop_natCast : TendsToTop (fun n => (n : R)) := fun M => by
  obtain ⟨N, h⟩ := exists_natCast_gt M
  exact ⟨N, fun n hn => le_trans (le_of_lt h) (natCast_le_natCast hn)⟩

/-- A function with a limit at infinity carries sequences that grow beyond every bound to sequences that
tend to the limit. -/
theorem HasLimitAtTop.tendsTo {f : R → R} {l : R} (hf : HasLimitAtTop f l) {a : Nat → R}
    (ha : TendsToTop a) : TendsTo (fun n => f (a n)) l := by
  intro ε hε
  obtain ⟨T, h⟩ := hf ε hε
  obtain ⟨N, k⟩ := ha T
  exact ⟨N, fun n hn => h (a n) (k n hn)⟩

/-- The sequential characterisation of the limit at infinity. -/
theorem hasLimitAtTop_iff_tendsTo {f : R → R} {l : R} :
    HasLimitAtTop f l ↔ ∀ a : Nat → R, TendsToTop a → TendsTo (fun n => f (a n)) l := by
  refine ⟨fun hf a ha => hf.tendsTo ha, fun h => Classical.byContradiction fun hn => ?_⟩
  -- otherwise there are arbitrarily large points with values away from `l`
  have hb : ∃ ε, 0 < ε ∧ ∀ T, ∃ t, T ≤ t ∧ ε ≤ abs (f t - l) :=
    Classical.byContradiction fun h1 => hn fun ε hε => Classical.byContradiction fun h2 =>
      h1 ⟨ε, hε, fun T => Classical.byContradiction fun h3 =>
        h2 ⟨T, fun t ht => lt_of_not_ge fun hle => h3 ⟨t, ht, hle⟩⟩⟩
  obtain ⟨ε, hε, hb⟩ := hb
  have hs := fun n : Nat => hb (n : R)
  obtain ⟨N, hN⟩ := h (fun n => (hs n).choose) (fun M => by
    obtain ⟨N, k⟩ := tendsToTop_natCast M
    exact ⟨N, fun n hn => le_trans (k n hn) (hs n).choose_spec.1⟩) ε hε
  exact absurd (hN N (Nat.le_refl N)) (not_lt_of_ge (hs N).choose_spec.2)

/-! ## Rules -/

/-- A function has at most one limit at infinity. -/
theorem HasLimitAtTop.unique {f : R → R} {l m : R} (hl : HasLimitAtTop f l) (hm : HasLimitAtTop f m) : l = m :=
  (hl.tendsTo tendsToTop_natCast).unique (hm.tendsTo tendsToTop_natCast)

/-- The limit depends only on the values for large arguments. -/
theorem HasLimitAtTop.congr_of_le {f g : R → R} {l a : R} (hf : HasLimitAtTop f l)
    (e : ∀ t, a ≤ t → g t = f t) : HasLimitAtTop g l := by
  intro ε hε
  obtain ⟨T, h⟩ := hf ε hε
  refine ⟨larger T a, fun t ht => ?_⟩
  rw [e t (le_trans (le_larger_right T a) ht)]
  exact h t (le_trans (le_larger_left T a) ht)

/-- A limit written in another way. -/
theorem HasLimitAtTop.congr_limit {f : R → R} {l m : R} (hf : HasLimitAtTop f l) (e : m = l) :
    HasLimitAtTop f m := by rw [e]; exact hf

/-- The limit of a constant. -/
theorem hasLimitAtTop_const (c : R) : HasLimitAtTop (fun _ => c) c :=
  hasLimitAtTop_iff_tendsTo.2 fun _ _ => tendsTo_const c

/-- The limit of a sum. -/
theorem HasLimitAtTop.add {f g : R → R} {l m : R} (hf : HasLimitAtTop f l) (hg : HasLimitAtTop g m) :
    HasLimitAtTop (fun t => f t + g t) (l + m) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).add (hg.tendsTo ha)

/-- The limit of the opposite function. -/
theorem HasLimitAtTop.neg {f : R → R} {l : R} (hf : HasLimitAtTop f l) : HasLimitAtTop (fun t => -f t) (-l) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).neg

/-- The limit of a difference. -/
theorem HasLimitAtTop.sub {f g : R → R} {l m : R} (hf : HasLimitAtTop f l) (hg : HasLimitAtTop g m) :
    HasLimitAtTop (fun t => f t - g t) (l - m) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).sub (hg.tendsTo ha)

/-- The limit of a constant multiple. -/
theorem HasLimitAtTop.const_mul {f : R → R} {l : R} (c : R) (hf : HasLimitAtTop f l) :
    HasLimitAtTop (fun t => c * f t) (c * l) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).const_mul c

/-- The limit of a product. -/
theorem HasLimitAtTop.mul {f g : R → R} {l m : R} (hf : HasLimitAtTop f l) (hg : HasLimitAtTop g m) :
    HasLimitAtTop (fun t => f t * g t) (l * m) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).mul (hg.tendsTo ha)

/-- The limit of the inverse. -/
theorem HasLimitAtTop.inv {f : R → R} {l : R} (hf : HasLimitAtTop f l) (hl : l ≠ 0) :
    HasLimitAtTop (fun t => (f t)⁻¹) l⁻¹ :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).inv hl

/-- The limit of a quotient. -/
theorem HasLimitAtTop.div {f g : R → R} {l m : R} (hf : HasLimitAtTop f l) (hg : HasLimitAtTop g m)
    (hm : m ≠ 0) : HasLimitAtTop (fun t => f t / g t) (l / m) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => (hf.tendsTo ha).div (hg.tendsTo ha) hm

/-- A continuous function of a function with a limit at infinity. -/
theorem ContinuousAt.comp_hasLimitAtTop {f g : R → R} {l : R} (hg : ContinuousAt g l)
    (hf : HasLimitAtTop f l) : HasLimitAtTop (fun t => g (f t)) (g l) :=
  hasLimitAtTop_iff_tendsTo.2 fun _ ha => hg.tendsTo (hf.tendsTo ha)

/-- A change of the argument that grows beyond every bound keeps the limit at infinity. -/
theorem HasLimitAtTop.comp {f φ : R → R} {l : R} (hf : HasLimitAtTop f l)
    (hφ : ∀ M, ∃ T, ∀ t, T ≤ t → M ≤ φ t) : HasLimitAtTop (fun t => f (φ t)) l := by
  intro ε hε
  obtain ⟨M, h⟩ := hf ε hε
  obtain ⟨T, k⟩ := hφ M
  exact ⟨T, fun t ht => h (φ t) (k t ht)⟩

/-! ## Comparison -/

/-- A function between two functions with the same limit has that limit. -/
theorem hasLimitAtTop_of_squeeze {f g h : R → R} {l a : R} (hf : HasLimitAtTop f l) (hh : HasLimitAtTop h l)
    (hfg : ∀ t, a ≤ t → f t ≤ g t) (hgh : ∀ t, a ≤ t → g t ≤ h t) : HasLimitAtTop g l := by
  intro ε hε
  obtain ⟨T₁, k₁⟩ := hf ε hε
  obtain ⟨T₂, k₂⟩ := hh ε hε
  refine ⟨larger a (larger T₁ T₂), fun t ht => ?_⟩
  have t₀ := le_trans (le_larger_left a _) ht
  have t₁ := le_trans (le_larger_right a _) ht
  have p := abs_lt.1 (k₁ t (le_trans (le_larger_left T₁ T₂) t₁))
  have q := abs_lt.1 (k₂ t (le_trans (le_larger_right T₁ T₂) t₁))
  have r := hfg t t₀
  have s := hgh t t₀
  clear hf hh hfg hgh k₁ k₂
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- A function whose distance to `l` is bounded by a function that tends to zero tends to `l`. -/
theorem hasLimitAtTop_of_abs_sub_le {f b : R → R} {l a : R} (hb : HasLimitAtTop b 0)
    (h : ∀ t, a ≤ t → abs (f t - l) ≤ b t) : HasLimitAtTop f l := by
  intro ε hε
  obtain ⟨T, k⟩ := hb ε hε
  refine ⟨larger T a, fun t ht => ?_⟩
  have p := (abs_lt.1 (k t (le_trans (le_larger_left T a) ht))).2
  have q := h t (le_trans (le_larger_right T a) ht)
  clear hb h k; lin

/-- Limits keep an inequality that holds for large arguments. -/
theorem le_of_hasLimitAtTop {f g : R → R} {l m a : R} (hf : HasLimitAtTop f l) (hg : HasLimitAtTop g m)
    (h : ∀ t, a ≤ t → f t ≤ g t) : l ≤ m := by
  obtain ⟨N, hN⟩ := tendsToTop_natCast a
  exact le_of_tendsTo_of_tendsTo (hf.tendsTo tendsToTop_natCast) (hg.tendsTo tendsToTop_natCast) (N := N)
    fun n hn => h (n : R) (hN n hn)

/-- The inverse tends to zero at infinity. -/
theorem hasLimitAtTop_inv : HasLimitAtTop (fun t : R => t⁻¹) 0 := by
  intro ε hε
  refine ⟨(ε / 2)⁻¹, fun t ht => ?_⟩
  have p := inv_pos (half_pos hε)
  have q := inv_le_inv p ht
  have e : ((ε / 2)⁻¹)⁻¹ = ε / 2 := by
    have e1 := mul_inv_cancel (ne_of_gt (half_pos hε))
    have e2 := mul_inv_cancel (ne_of_gt p)
    clear q; lin
  rw [e] at q
  rw [show t⁻¹ - 0 = t⁻¹ by clear q e; lin, abs_of_nonneg (inv_nonneg (le_trans (le_of_lt p) ht))]
  exact lt_of_le_of_lt q (half_lt_self hε)

/-! ## Existence -/

/-- A monotone function that is bounded above on `[a, ∞)` has a limit at infinity, which it does not exceed. -/
theorem exists_hasLimitAtTop_of_monotone {f : R → R} {a M : R} (h : ∀ s t, a ≤ s → s ≤ t → f s ≤ f t)
    (hM : ∀ t, a ≤ t → f t ≤ M) : ∃ l, HasLimitAtTop f l ∧ ∀ t, a ≤ t → f t ≤ l := by
  obtain ⟨l, hub, hlub⟩ := Reals.exists_lub (fun x => ∃ t, a ≤ t ∧ f t = x) ⟨f a, a, le_rfl a, rfl⟩
    ⟨M, fun x ⟨t, h1, h2⟩ => by rw [← h2]; exact hM t h1⟩
  refine ⟨l, fun ε hε => ?_, fun t ht => hub _ ⟨t, ht, rfl⟩⟩
  obtain ⟨x, ⟨T, hT, e⟩, hx⟩ := exists_lt_of_lt_lub hlub (c := l - ε) (by clear h hM hub hlub; lin)
  refine ⟨T, fun t ht => ?_⟩
  have p := h T t hT ht
  have q := hub _ ⟨t, le_trans hT ht, rfl⟩
  clear h hM hub hlub
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- An antitone function that is bounded below on `[a, ∞)` has a limit at infinity, below which it does not
go. -/
theorem exists_hasLimitAtTop_of_antitone {f : R → R} {a m : R} (h : ∀ s t, a ≤ s → s ≤ t → f t ≤ f s)
    (hm : ∀ t, a ≤ t → m ≤ f t) : ∃ l, HasLimitAtTop f l ∧ ∀ t, a ≤ t → l ≤ f t := by
  obtain ⟨l, hl, hb⟩ := exists_hasLimitAtTop_of_monotone (f := fun t => -f t) (a := a) (M := -m)
    (fun s t h1 h2 => by have := h s t h1 h2; clear h hm; lin)
    (fun t h1 => by have := hm t h1; clear h hm; lin)
  exact ⟨-l, hl.neg.congr_of_le (a := a) fun t _ => by clear h hm hl hb; lin,
    fun t ht => by have := hb t ht; clear h hm hl hb; lin⟩

/-- The Cauchy criterion at infinity, with a rate: if later values on `[a, ∞)` stay within a function `b` that
tends to zero, then there is a limit, at most that far away. -/
theorem exists_hasLimitAtTop_of_le {f b : R → R} {a : R} (hb : HasLimitAtTop b 0)
    (h : ∀ s t, a ≤ s → s ≤ t → abs (f t - f s) ≤ b s) :
    ∃ l, HasLimitAtTop f l ∧ ∀ t, a ≤ t → abs (f t - l) ≤ b t := by
  -- the limit along `a, a + 1, a + 2, …`
  have hmono : ∀ {m n : Nat}, m ≤ n → a + (m : R) ≤ a + (n : R) := fun hmn => by
    have := natCast_le_natCast (R := R) hmn
    clear h hb; lin
  have htop : TendsToTop (fun n => a + (n : R)) := fun M => by
    obtain ⟨N, k⟩ := tendsToTop_natCast (M - a)
    exact ⟨N, fun n hn => by have := k n hn; clear h hb hmono k; lin⟩
  have ha : ∀ n : Nat, a ≤ a + (n : R) := fun n => by
    have := natCast_nonneg (R := R) n
    clear h hb hmono htop; lin
  obtain ⟨l, hl, _⟩ := exists_tendsTo_of_le (a := fun n => f (a + (n : R))) (hb.tendsTo htop)
    fun N n hn => h _ _ (ha N) (hmono hn)
  have hrate : ∀ t, a ≤ t → abs (f t - l) ≤ b t := fun t ht => by
    obtain ⟨N, k⟩ := htop t
    have := le_of_tendsTo (hl.sub (tendsTo_const (f t))).abs_comp (N := N) fun n hn => h t _ ht (k n hn)
    rw [abs_sub_comm]; exact this
  exact ⟨l, hasLimitAtTop_of_abs_sub_le hb hrate, hrate⟩

end Claims
