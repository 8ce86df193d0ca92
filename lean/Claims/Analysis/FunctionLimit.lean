module

public import Claims.Analysis.Continuity

/-!
# Limits of functions at a point

`HasLimitAt f l x` says that `f y` tends to `l` as `y` tends to `x` without being `x`. The sequential
characterisation, from which the rules of calculation follow, and the relation to continuity and to the
derivative.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The limit of `f` at `x`, the value at `x` disregarded, is `l`. -/
def HasLimitAt (f : R → R) (l x : R) : Prop :=
  ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ y, y ≠ x → abs (y - x) < δ → abs (f y - l) < ε

/-! ## Sequences -/

/-- A function with a limit at `x` carries sequences that tend to `x` to sequences that tend to the limit. -/
theorem HasLimitAt.tendsTo {f : R → R} {l x : R} (hf : HasLimitAt f l x) {a : Nat → R}
    (h0 : ∀ n, a n ≠ x) (ha : TendsTo a x) : TendsTo (fun n => f (a n)) l := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := hf ε hε
  obtain ⟨N, k⟩ := ha δ hδ
  exact ⟨N, fun n hn => h (a n) (h0 n) (k n hn)⟩

/-- The sequential characterisation of the limit at a point. -/
theorem hasLimitAt_iff_tendsTo {f : R → R} {l x : R} :
    HasLimitAt f l x ↔ ∀ a : Nat → R, (∀ n, a n ≠ x) → TendsTo a x → TendsTo (fun n => f (a n)) l := by
  refine ⟨fun hf a h0 ha => hf.tendsTo h0 ha, fun h => Classical.byContradiction fun hn => ?_⟩
  -- otherwise there are points arbitrarily near `x` with values away from `l`
  have hb : ∃ ε, 0 < ε ∧ ∀ δ, 0 < δ → ∃ y, y ≠ x ∧ abs (y - x) < δ ∧ ε ≤ abs (f y - l) :=
    Classical.byContradiction fun h1 => hn fun ε hε => Classical.byContradiction fun h2 =>
      h1 ⟨ε, hε, fun δ hδ => Classical.byContradiction fun h3 =>
        h2 ⟨δ, hδ, fun y hy hyδ => lt_of_not_ge fun hle => h3 ⟨y, hy, hyδ, hle⟩⟩⟩
  obtain ⟨ε, hε, hb⟩ := hb
  have hs := fun n : Nat => hb _ (inv_pos (natCast_succ_pos n))
  obtain ⟨N, hN⟩ := h (fun n => (hs n).choose) (fun n => (hs n).choose_spec.1)
    (tendsTo_of_abs_sub_le tendsTo_inv_natCast (N := 0) fun n _ => le_of_lt (hs n).choose_spec.2.1) ε hε
  exact absurd (hN N (Nat.le_refl N)) (not_lt_of_ge (hs N).choose_spec.2.2)

/-- The sequential characterisation of continuity. -/
theorem continuousAt_iff_tendsTo {f : R → R} {x : R} :
    ContinuousAt f x ↔ ∀ a : Nat → R, TendsTo a x → TendsTo (fun n => f (a n)) (f x) := by
  refine ⟨fun hf a ha => hf.tendsTo ha, fun h ε hε => ?_⟩
  obtain ⟨δ, hδ, k⟩ := hasLimitAt_iff_tendsTo.2 (fun a _ ha => h a ha) ε hε
  refine ⟨δ, hδ, fun y hy => ?_⟩
  by_cases e : y = x
  · rw [e, abs_sub_self]; exact hε
  · exact k y e hy

/-- There is a sequence that tends to a point without reaching it. -/
theorem exists_tendsTo_ne (x : R) : ∃ a : Nat → R, (∀ n, a n ≠ x) ∧ TendsTo a x :=
  ⟨fun n => x + (((n + 1 : Nat) : R))⁻¹,
    fun n => by have := inv_pos (natCast_succ_pos (R := R) n); dsimp only; lin,
    ((tendsTo_const x).add tendsTo_inv_natCast).congr_limit (by lin)⟩

/-! ## Rules -/

/-- A function has at most one limit at a point. -/
theorem HasLimitAt.unique {f : R → R} {l m x : R} (hl : HasLimitAt f l x) (hm : HasLimitAt f m x) : l = m := by
  obtain ⟨a, h0, ha⟩ := exists_tendsTo_ne x
  exact (hl.tendsTo h0 ha).unique (hm.tendsTo h0 ha)

/-- The limit depends only on the values near the point, and not on the value at the point. -/
theorem HasLimitAt.congr_near {f g : R → R} {l x δ₀ : R} (hf : HasLimitAt f l x) (hδ₀ : 0 < δ₀)
    (e : ∀ y, y ≠ x → abs (y - x) < δ₀ → g y = f y) : HasLimitAt g l x := by
  intro ε hε
  obtain ⟨δ₁, h₁, h⟩ := hf ε hε
  obtain ⟨δ, hδ, l₀, l₁⟩ := exists_pos_le hδ₀ h₁
  refine ⟨δ, hδ, fun y hy hyδ => ?_⟩
  rw [e y hy (lt_of_lt_of_le hyδ l₀)]
  exact h y hy (lt_of_lt_of_le hyδ l₁)

/-- A limit written in another way. -/
theorem HasLimitAt.congr_limit {f : R → R} {l m x : R} (hf : HasLimitAt f l x) (e : m = l) :
    HasLimitAt f m x := by rw [e]; exact hf

/-- The limit of a constant. -/
theorem hasLimitAt_const (c x : R) : HasLimitAt (fun _ => c) c x :=
  hasLimitAt_iff_tendsTo.2 fun _ _ _ => tendsTo_const c

/-- The limit of the identity. -/
theorem hasLimitAt_id (x : R) : HasLimitAt (fun y => y) x x :=
  hasLimitAt_iff_tendsTo.2 fun _ _ ha => ha

/-- The limit of a sum. -/
theorem HasLimitAt.add {f g : R → R} {l m x : R} (hf : HasLimitAt f l x) (hg : HasLimitAt g m x) :
    HasLimitAt (fun y => f y + g y) (l + m) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).add (hg.tendsTo h0 ha)

/-- The limit of the opposite function. -/
theorem HasLimitAt.neg {f : R → R} {l x : R} (hf : HasLimitAt f l x) : HasLimitAt (fun y => -f y) (-l) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).neg

/-- The limit of a difference. -/
theorem HasLimitAt.sub {f g : R → R} {l m x : R} (hf : HasLimitAt f l x) (hg : HasLimitAt g m x) :
    HasLimitAt (fun y => f y - g y) (l - m) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).sub (hg.tendsTo h0 ha)

/-- The limit of a constant multiple. -/
theorem HasLimitAt.const_mul {f : R → R} {l x : R} (c : R) (hf : HasLimitAt f l x) :
    HasLimitAt (fun y => c * f y) (c * l) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).const_mul c

/-- The limit of a product. -/
theorem HasLimitAt.mul {f g : R → R} {l m x : R} (hf : HasLimitAt f l x) (hg : HasLimitAt g m x) :
    HasLimitAt (fun y => f y * g y) (l * m) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).mul (hg.tendsTo h0 ha)

/-- The limit of the inverse. -/
theorem HasLimitAt.inv {f : R → R} {l x : R} (hf : HasLimitAt f l x) (hl : l ≠ 0) :
    HasLimitAt (fun y => (f y)⁻¹) l⁻¹ x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).inv hl

/-- The limit of a quotient. -/
theorem HasLimitAt.div {f g : R → R} {l m x : R} (hf : HasLimitAt f l x) (hg : HasLimitAt g m x)
    (hm : m ≠ 0) : HasLimitAt (fun y => f y / g y) (l / m) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => (hf.tendsTo h0 ha).div (hg.tendsTo h0 ha) hm

/-- A continuous function of a function with a limit. -/
theorem ContinuousAt.comp_hasLimitAt {f g : R → R} {l x : R} (hg : ContinuousAt g l)
    (hf : HasLimitAt f l x) : HasLimitAt (fun y => g (f y)) (g l) x :=
  hasLimitAt_iff_tendsTo.2 fun _ h0 ha => hg.tendsTo (hf.tendsTo h0 ha)

/-! ## Comparison -/

/-- A function between two functions with the same limit has that limit. -/
theorem hasLimitAt_of_squeeze {f g h : R → R} {l x δ₀ : R} (hf : HasLimitAt f l x) (hh : HasLimitAt h l x)
    (hδ₀ : 0 < δ₀) (hfg : ∀ y, y ≠ x → abs (y - x) < δ₀ → f y ≤ g y)
    (hgh : ∀ y, y ≠ x → abs (y - x) < δ₀ → g y ≤ h y) : HasLimitAt g l x := by
  intro ε hε
  obtain ⟨δ₁, h₁, k₁⟩ := hf ε hε
  obtain ⟨δ₂, h₂, k₂⟩ := hh ε hε
  obtain ⟨δ₃, h₃, l₀, l₁⟩ := exists_pos_le hδ₀ h₁
  obtain ⟨δ, hδ, l₃, l₂⟩ := exists_pos_le h₃ h₂
  refine ⟨δ, hδ, fun y hy hyδ => ?_⟩
  have y₀ := lt_of_lt_of_le hyδ (le_trans l₃ l₀)
  have p := abs_lt.1 (k₁ y hy (lt_of_lt_of_le hyδ (le_trans l₃ l₁)))
  have q := abs_lt.1 (k₂ y hy (lt_of_lt_of_le hyδ l₂))
  have r := hfg y hy y₀
  have s := hgh y hy y₀
  clear hf hh hfg hgh k₁ k₂
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- Limits keep an inequality that holds near the point. -/
theorem le_of_hasLimitAt {f g : R → R} {l m x δ₀ : R} (hf : HasLimitAt f l x) (hg : HasLimitAt g m x)
    (hδ₀ : 0 < δ₀) (h : ∀ y, y ≠ x → abs (y - x) < δ₀ → f y ≤ g y) : l ≤ m := by
  obtain ⟨a, h0, ha⟩ := exists_tendsTo_ne x
  obtain ⟨N, hN⟩ := ha δ₀ hδ₀
  exact le_of_tendsTo_of_tendsTo (hf.tendsTo h0 ha) (hg.tendsTo h0 ha) (N := N)
    fun n hn => h (a n) (h0 n) (hN n hn)

/-! ## Continuity and derivative -/

/-- A function is continuous at a point when its limit there is its value. -/
theorem continuousAt_iff_hasLimitAt {f : R → R} {x : R} : ContinuousAt f x ↔ HasLimitAt f (f x) x := by
  constructor
  · intro hf ε hε
    obtain ⟨δ, hδ, h⟩ := hf ε hε
    exact ⟨δ, hδ, fun y _ hy => h y hy⟩
  · intro hf ε hε
    obtain ⟨δ, hδ, h⟩ := hf ε hε
    refine ⟨δ, hδ, fun y hy => ?_⟩
    by_cases e : y = x
    · rw [e, abs_sub_self]; exact hε
    · exact h y e hy

/-- The distance of the difference quotient to `f'`, times the increment, is the remainder. -/
theorem abs_slope_sub_mul (f : R → R) (f' : R) {x y : R} (h : y ≠ x) :
    abs ((f y - f x) / (y - x) - f') * abs (y - x) = abs (f y - f x - f' * (y - x)) := by
  have e := div_mul_cancel (a := f y - f x) (b := y - x) (by lin)
  rw [← abs_mul]
  exact congrArg abs (by lin)

/-- The derivative is the limit of the difference quotients. -/
theorem hasDerivAt_iff_hasLimitAt {f : R → R} {f' x : R} :
    HasDerivAt f f' x ↔ HasLimitAt (fun y => (f y - f x) / (y - x)) f' x := by
  constructor
  · intro hf ε hε
    obtain ⟨δ, hδ, h⟩ := hf (ε / 2) (half_pos hε)
    refine ⟨δ, hδ, fun y hy hyδ => ?_⟩
    have p := h y hyδ
    have hp := abs_pos (x := y - x) (by clear hf h; lin)
    rw [← abs_slope_sub_mul f f' hy] at p
    have q := le_of_mul_le_mul_left (b := abs ((f y - f x) / (y - x) - f')) (c := ε / 2) hp
      (by clear hf h; lin)
    exact lt_of_le_of_lt q (half_lt_self hε)
  · intro hf ε hε
    obtain ⟨δ, hδ, h⟩ := hf ε hε
    refine ⟨δ, hδ, fun y hyδ => ?_⟩
    by_cases hy : y = x
    · rw [hy, show f x - f x - f' * (x - x) = 0 by clear hf h; lin, abs_zero, abs_sub_self]
      clear hf h; lin
    · rw [← abs_slope_sub_mul f f' hy]
      exact mul_le_mul_right' (abs_nonneg _) (le_of_lt (h y hy hyδ))

end Claims
