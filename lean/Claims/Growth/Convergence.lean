module

public import Claims.Analysis.LimitAtTop
public import Claims.Functions.LimitsAtInfinity
public import Claims.Growth.GronwallForcing

/-!
# Convergence along a flow

A quantity `V` that decreases at least at the rate `w` and is bounded below forces `w` to become small: at
arbitrarily late times always, and finally for good when `w` does not fall too fast (Barbalat's lemma). A
quantity with `V' ≤ -c V` tends to zero exponentially.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## A rate that becomes small -/

/-- If `V` decreases at least at the rate `w` on `[a, T]` and loses less than `ε (T - a)`, then `w` is below
`ε` at some time. -/
theorem exists_lt_of_deriv_le {V V' w : R → R} {a T ε : R} (haT : a ≤ T)
    (hV : ∀ t, a ≤ t → t ≤ T → HasDerivAt V (V' t) t) (hd : ∀ t, a ≤ t → t ≤ T → V' t ≤ -w t)
    (hT : V a - V T < ε * (T - a)) : ∃ t, a ≤ t ∧ t ≤ T ∧ w t < ε := Classical.byContradiction fun hno => by
  have h := sub_le_of_deriv_le (M := -ε) haT hV fun t h1 h2 => by
    have p : ε ≤ w t := le_of_not_gt fun h => hno ⟨t, h1, h2, h⟩
    have q := hd t h1 h2
    clear hV hd hno; lin
  clear hV hd hno; lin

/-- If `V` is bounded below and decreases at least at the rate `w` on `[a, ∞)`, then `w` is below every
positive `ε` at arbitrarily late times. -/
theorem exists_late_lt_of_deriv_le {V V' w : R → R} {a m : R} (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t)
    (hd : ∀ t, a ≤ t → V' t ≤ -w t) (hm : ∀ t, a ≤ t → m ≤ V t) {ε : R} (hε : 0 < ε) {s : R} (hs : a ≤ s) :
    ∃ t, s ≤ t ∧ w t < ε := by
  have hp := div_nonneg (a := V s - m) (by have := hm s hs; clear hV hd hm; lin) (le_of_lt hε)
  have e := mul_div_cancel (a := V s - m) (ne_of_gt hε)
  generalize (V s - m) / ε = c at hp e
  obtain ⟨t, h1, _, h3⟩ := exists_lt_of_deriv_le (w := w) (a := s) (T := s + (c + 1)) (ε := ε)
    (by clear hV hd hm; lin) (fun t h1 _ => hV t (le_trans hs h1)) (fun t h1 _ => hd t (le_trans hs h1))
    (by
      have := hm (s + (c + 1)) (by clear hV hd hm; lin)
      clear hV hd hm; lin)
  exact ⟨t, h1, h3⟩

/-- The infimum of the rate along `[a, ∞)` is at most zero: no positive number stays below it. -/
theorem rate_lower_bound_nonpos {V V' w : R → R} {a m c : R} (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t)
    (hd : ∀ t, a ≤ t → V' t ≤ -w t) (hm : ∀ t, a ≤ t → m ≤ V t) (hc : ∀ t, a ≤ t → c ≤ w t) : c ≤ 0 :=
  le_of_not_gt fun h => by
    obtain ⟨t, h1, h2⟩ := exists_late_lt_of_deriv_le hV hd hm h (le_rfl a)
    have := hc t h1
    clear hV hd hm hc; lin

/-- A nonnegative rate tends to zero along a sequence of times that grow beyond every bound. -/
theorem exists_times_rate_tendsTo_zero {V V' w : R → R} {a m : R} (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t)
    (hd : ∀ t, a ≤ t → V' t ≤ -w t) (hm : ∀ t, a ≤ t → m ≤ V t) (hw : ∀ t, a ≤ t → 0 ≤ w t) :
    ∃ τ : Nat → R, (∀ n : Nat, a + (n : R) ≤ τ n) ∧ TendsTo (fun n => w (τ n)) 0 := by
  have hn : ∀ n : Nat, a ≤ a + (n : R) := fun n => by
    have := natCast_nonneg (R := R) n
    clear hV hd hm hw; lin
  have h : ∀ n : Nat, ∃ t, a + (n : R) ≤ t ∧ w t < (((n + 1 : Nat) : R))⁻¹ := fun n =>
    exists_late_lt_of_deriv_le hV hd hm (inv_pos (natCast_succ_pos n)) (hn n)
  refine ⟨fun n => (h n).choose, fun n => (h n).choose_spec.1, ?_⟩
  refine tendsTo_of_abs_sub_le tendsTo_inv_natCast (N := 0) fun n _ => ?_
  have p := hw _ (le_trans (hn n) (h n).choose_spec.1)
  have q := (h n).choose_spec.2
  rw [show ∀ x : R, x - 0 = x from fun x => by lin, abs_of_nonneg p]
  exact le_of_lt q

/-! ## Barbalat's lemma -/

/-- If `V` converges and decreases at least at the rate `w`, and `w` falls by at most `ε` within some time `h`
that depends on `ε` only, then `w` is finally below every positive number. -/
theorem eventually_lt_of_deriv_le {V V' w : R → R} {a l : R} (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t)
    (hd : ∀ t, a ≤ t → V' t ≤ -w t) (hl : HasLimitAtTop V l)
    (hw : ∀ ε, 0 < ε → ∃ h, 0 < h ∧ ∀ s t, a ≤ s → s ≤ t → t - s ≤ h → w s - ε ≤ w t)
    {ε : R} (hε : 0 < ε) : ∃ T, ∀ t, T ≤ t → w t < ε := by
  obtain ⟨h, hh, hw⟩ := hw (ε / 2) (half_pos hε)
  obtain ⟨T, hT⟩ := hl (ε * h / 4) (by have := mul_pos hε hh; clear hV hd hl hw; lin)
  refine ⟨larger T a, fun t ht => lt_of_not_ge fun hge => ?_⟩
  have h1 := le_trans (le_larger_left T a) ht
  have h2 := le_trans (le_larger_right T a) ht
  -- otherwise `V` would lose `ε h / 2` within the time `h`
  have p := sub_le_of_deriv_le (a := t) (b := t + h) (M := -(ε / 2)) (by clear hV hd hl hw hT; lin)
    (fun s g1 _ => hV s (le_trans h2 g1)) (fun s g1 g2 => by
      have k1 := hw t s h2 g1 (by clear hV hd hl hw hT; lin)
      have k2 := hd s (le_trans h2 g1)
      clear hV hd hl hw hT; lin)
  have q := abs_lt.1 (hT t h1)
  have r := abs_lt.1 (hT (t + h) (by clear hV hd hl hw hT; lin))
  clear hV hd hl hw hT; lin

/-- Barbalat's lemma: if `V` is bounded below and decreases at least at the nonnegative rate `w`, and `w` falls
by at most `ε` within some time `h` that depends on `ε` only, then `w` tends to zero. -/
theorem barbalat {V V' w : R → R} {a m : R} (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t)
    (hd : ∀ t, a ≤ t → V' t ≤ -w t) (hm : ∀ t, a ≤ t → m ≤ V t) (hw0 : ∀ t, a ≤ t → 0 ≤ w t)
    (hw : ∀ ε, 0 < ε → ∃ h, 0 < h ∧ ∀ s t, a ≤ s → s ≤ t → t - s ≤ h → w s - ε ≤ w t) :
    HasLimitAtTop w 0 := by
  obtain ⟨l, hl, _⟩ := exists_hasLimitAtTop_of_antitone (f := V) (a := a)
    (fun s t h1 h2 => le_of_deriv_nonpos h2 (fun x g1 _ => hV x (le_trans h1 g1)) fun x g1 _ => by
      have p := hd x (le_trans h1 g1)
      have q := hw0 x (le_trans h1 g1)
      clear hV hd hm hw0 hw; lin) hm
  intro ε hε
  obtain ⟨T, hT⟩ := eventually_lt_of_deriv_le hV hd hl hw hε
  refine ⟨larger T a, fun t ht => ?_⟩
  have p := hw0 t (le_trans (le_larger_right T a) ht)
  have q := hT t (le_trans (le_larger_left T a) ht)
  exact abs_lt.2 ⟨by clear hV hd hm hw0 hw hT; lin, by clear hV hd hm hw0 hw hT; lin⟩

/-- A function whose derivative is at least `-M` falls by at most `ε` within the time `ε / (|M| + 1)`. -/
theorem exists_time_sub_le {w w' : R → R} {a M : R} (hw : ∀ t, a ≤ t → HasDerivAt w (w' t) t)
    (hM : ∀ t, a ≤ t → -M ≤ w' t) (ε : R) (hε : 0 < ε) :
    ∃ h, 0 < h ∧ ∀ s t, a ≤ s → s ≤ t → t - s ≤ h → w s - ε ≤ w t := by
  have hk : 0 < abs M + 1 := by have := abs_nonneg M; clear hw hM; lin
  refine ⟨ε / (abs M + 1), div_pos hε hk, fun s t h1 h2 h3 => ?_⟩
  have p := le_sub_of_le_deriv (m := -(abs M + 1)) h2 (fun x g1 _ => hw x (le_trans h1 g1))
    (fun x g1 _ => by
      have := hM x (le_trans h1 g1)
      have := le_abs_self M
      clear hw hM; lin)
  have q := mul_le_mul_left' (le_of_lt hk) h3
  rw [mul_div_cancel (ne_of_gt hk)] at q
  clear hw hM; lin

/-- Barbalat's lemma for a rate with derivative at least `-M`. -/
theorem barbalat_of_deriv {V V' w w' : R → R} {a m M : R} (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t)
    (hd : ∀ t, a ≤ t → V' t ≤ -w t) (hm : ∀ t, a ≤ t → m ≤ V t) (hw0 : ∀ t, a ≤ t → 0 ≤ w t)
    (hw : ∀ t, a ≤ t → HasDerivAt w (w' t) t) (hM : ∀ t, a ≤ t → -M ≤ w' t) : HasLimitAtTop w 0 :=
  barbalat hV hd hm hw0 fun ε hε => exists_time_sub_le hw hM ε hε

/-- The derivative of a function that converges tends to zero, when it is uniformly continuous. -/
theorem hasLimitAtTop_deriv {f f' : R → R} {a l : R} (hf : ∀ t, a ≤ t → HasDerivAt f (f' t) t)
    (hl : HasLimitAtTop f l)
    (hu : ∀ ε, 0 < ε → ∃ h, 0 < h ∧ ∀ s t, a ≤ s → s ≤ t → t - s ≤ h → abs (f' t - f' s) ≤ ε) :
    HasLimitAtTop f' 0 := by
  intro ε hε
  obtain ⟨T₁, p⟩ := eventually_lt_of_deriv_le (V := fun t => -f t) (V' := fun t => -f' t) (w := f')
    (fun t h1 => (hf t h1).neg) (fun t _ => le_rfl _) hl.neg (fun ε hε => by
      obtain ⟨h, hh, k⟩ := hu ε hε
      refine ⟨h, hh, fun s t g1 g2 g3 => ?_⟩
      have := (abs_le.1 (k s t g1 g2 g3)).1
      clear hf hl hu k; lin) hε
  obtain ⟨T₂, q⟩ := eventually_lt_of_deriv_le (V := f) (V' := f') (w := fun t => -f' t)
    hf (fun t _ => by clear hf hl hu p; lin) hl (fun ε hε => by
      obtain ⟨h, hh, k⟩ := hu ε hε
      refine ⟨h, hh, fun s t g1 g2 g3 => ?_⟩
      have := (abs_le.1 (k s t g1 g2 g3)).2
      clear hf hl hu k p; lin) hε
  refine ⟨larger T₁ T₂, fun t ht => ?_⟩
  have p' := p t (le_trans (le_larger_left T₁ T₂) ht)
  have q' := q t (le_trans (le_larger_right T₁ T₂) ht)
  exact abs_lt.2 ⟨by clear hf hl hu p q; lin, by clear hf hl hu p q; lin⟩

/-- When a function and its derivative both converge, the derivative tends to zero. -/
theorem eq_zero_of_hasLimitAtTop_deriv {f f' : R → R} {a l m : R}
    (hf : ∀ t, a ≤ t → HasDerivAt f (f' t) t) (hl : HasLimitAtTop f l) (hm : HasLimitAtTop f' m) :
    m = 0 := Classical.byContradiction fun hne => by
  have hp := abs_pos hne
  obtain ⟨T₁, p⟩ := hm (abs m / 2) (half_pos hp)
  obtain ⟨T₂, q⟩ := hl (abs m / 4) (by clear hf hl hm p; lin)
  have g1 := le_larger_left T₁ (larger T₂ a)
  have g2 := le_trans (le_larger_left T₂ a) (le_larger_right T₁ (larger T₂ a))
  have g3 := le_trans (le_larger_right T₂ a) (le_larger_right T₁ (larger T₂ a))
  generalize larger T₁ (larger T₂ a) = t at g1 g2 g3
  have ht : t ≤ t + 1 := by clear hf hl hm p q; lin
  have q1 := abs_lt.1 (q t g2)
  have q2 := abs_lt.1 (q (t + 1) (le_trans g2 ht))
  rcases abs_cases m with ⟨_, e⟩ | ⟨_, e⟩
  · have r := le_sub_of_le_deriv (m := m / 2) ht (fun x k _ => hf x (le_trans g3 k)) (fun x k _ => by
      have := (abs_lt.1 (p x (le_trans g1 k))).1
      clear hf hl hm p q; lin)
    clear hf hl hm p q; lin
  · have r := sub_le_of_deriv_le (M := m / 2) ht (fun x k _ => hf x (le_trans g3 k)) (fun x k _ => by
      have := (abs_lt.1 (p x (le_trans g1 k))).2
      clear hf hl hm p q; lin)
    clear hf hl hm p q; lin

/-! ## Exponential decay -/

/-- A multiple of a decaying exponential tends to zero. -/
theorem hasLimitAtTop_const_mul_exp {c : R} (hc : 0 < c) (C : R) :
    HasLimitAtTop (fun t => C * exp (-(c * t))) 0 :=
  ((hasLimitAtTop_exp_neg_mul hc).const_mul C).congr_limit (by lin)

/-- A function within a decaying exponential of `l` tends to `l`. -/
theorem hasLimitAtTop_of_abs_le_mul_exp {f : R → R} {a l c C : R} (hc : 0 < c)
    (h : ∀ t, a ≤ t → abs (f t - l) ≤ C * exp (-(c * (t - a)))) : HasLimitAtTop f l :=
  hasLimitAtTop_of_abs_sub_le (b := fun t => C * exp (c * a) * exp (-(c * t))) (a := a)
    (hasLimitAtTop_const_mul_exp hc _) fun t ht => by
    have p := h t ht
    have e : exp (-(c * (t - a))) = exp (c * a) * exp (-(c * t)) := by
      rw [← exp_add]; exact congrArg exp (by clear h p; lin)
    rw [e] at p
    dsimp only
    clear h e; lin

/-- A nonnegative quantity with `V' ≤ -c V` decays exponentially, and tends to zero. -/
theorem exp_decay_of_deriv {V V' : R → R} {a c : R} (hc : 0 < c)
    (hV : ∀ t, a ≤ t → HasDerivAt V (V' t) t) (hd : ∀ t, a ≤ t → V' t ≤ -(c * V t))
    (h0 : ∀ t, a ≤ t → 0 ≤ V t) :
    (∀ t, a ≤ t → V t ≤ V a * exp (-(c * (t - a)))) ∧ HasLimitAtTop V 0 := by
  have h : ∀ t, a ≤ t → V t ≤ V a * exp (-(c * (t - a))) := fun t ht => by
    have k := le_mul_exp_of_deriv (K := -c) ht (fun x g1 _ => hV x g1) (fun x g1 _ => by
      have := hd x g1
      clear hV hd h0; lin)
    rw [show -c * (t - a) = -(c * (t - a)) by clear hV hd h0 k; lin] at k
    exact k
  refine ⟨h, hasLimitAtTop_of_abs_le_mul_exp (C := V a) (a := a) hc fun t ht => ?_⟩
  rw [show V t - 0 = V t by clear hV hd h0 h; lin, abs_of_nonneg (h0 t ht)]
  exact h t ht

end Claims
