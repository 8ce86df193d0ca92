module

public import Claims.Analysis.RealInduction

/-!
# The sign of the derivative

A function with nonnegative derivative increases, with zero derivative is constant, and with bounded
derivative moves no faster than the bound. Two barrier lemmas ask for the sign of the derivative only
where the function is positive. The last part is the comparison `u' ≤ K u`, `u ≤ 0` at the start, and with
it the uniqueness of the solution of `w' = k(t) w`, both without the exponential.

All hypotheses are stated on a closed interval `[a, b]`, with the derivative as a function of time.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Near `x` the increment of `f` over `[y, z]`, with `x` between, is `f' (z - y)` up to `ε (z - y)`. -/
theorem HasDerivAt.increment {f : R → R} {f' x : R} (h : HasDerivAt f f' x) {ε : R} (hε : 0 < ε) :
    ∃ δ, 0 < δ ∧ ∀ y z, y ≤ x → x ≤ z → x - y < δ → z - x < δ →
      f' * (z - y) - ε * (z - y) ≤ f z - f y ∧ f z - f y ≤ f' * (z - y) + ε * (z - y) := by
  obtain ⟨δ, hδ, h⟩ := h ε hε
  refine ⟨δ, hδ, fun y z hyx hxz hy hz => ?_⟩
  have e1 : abs (y - x) = x - y := by rw [abs_of_nonpos (by clear h; lin)]; clear h; lin
  have e2 : abs (z - x) = z - x := abs_of_nonneg (by clear h; lin)
  have p := abs_le.1 (h y (by rw [e1]; exact hy))
  have q := abs_le.1 (h z (by rw [e2]; exact hz))
  rw [e1] at p
  rw [e2] at q
  clear h
  constructor <;> lin

/-! ## Monotone functions -/

/-- A function with nonnegative derivative does not decrease. -/
theorem le_of_deriv_nonneg {f f' : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (h0 : ∀ x, a ≤ x → x ≤ b → 0 ≤ f' x) :
    f a ≤ f b := by
  have key : ∀ ε, 0 < ε → f a - ε * (b - a) ≤ f b := fun ε hε => by
    refine real_induction (Q := fun z => f a - ε * (z - a) ≤ f z) hab (by clear hf h0; lin) ?_
    intro x hax hxb
    obtain ⟨δ, hδ, h⟩ := (hf x hax hxb).increment hε
    refine ⟨δ, hδ, fun y z hay hyx hxz hzb hy hz hQ => ?_⟩
    have p := (h y z hyx hxz hy hz).1
    have q := mul_nonneg (h0 x hax hxb) (b := z - y) (by clear h hf h0; lin)
    clear h hf h0; lin
  refine le_of_forall_pos fun ε hε => ?_
  have hk : 0 < b - a + 1 := by clear hf h0 key; lin
  have p := key (ε / (b - a + 1)) (div_pos hε hk)
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  have q := div_pos hε hk
  clear hf h0 key; lin

/-- A function with nonpositive derivative does not increase. -/
theorem le_of_deriv_nonpos {f f' : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (h0 : ∀ x, a ≤ x → x ≤ b → f' x ≤ 0) :
    f b ≤ f a := by
  have h := le_of_deriv_nonneg hab (fun x h1 h2 => (hf x h1 h2).neg)
    (fun x h1 h2 => by have := h0 x h1 h2; clear hf h0; lin)
  clear hf h0; lin

/-- A function with zero derivative is constant. -/
theorem eq_of_deriv_zero {f : R → R} {a b : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f 0 x) : f b = f a :=
  le_antisymm (le_of_deriv_nonpos (f' := fun _ => 0) hab hf fun _ _ _ => le_rfl 0)
    (le_of_deriv_nonneg (f' := fun _ => 0) hab hf fun _ _ _ => le_rfl 0)

/-- A function whose derivative vanishes everywhere is constant. -/
theorem eq_of_hasDerivAt_zero {f : R → R} (h : ∀ t, HasDerivAt f 0 t) (x y : R) : f x = f y := by
  rcases le_total x y with hxy | hxy
  · exact (eq_of_deriv_zero hxy fun t _ _ => h t).symm
  · exact eq_of_deriv_zero hxy fun t _ _ => h t

/-- A function with positive derivative increases strictly. -/
theorem lt_of_deriv_pos {f f' : R → R} {a b : R} (hab : a < b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (h0 : ∀ x, a ≤ x → x ≤ b → 0 < f' x) :
    f a < f b := by
  have hpa := h0 a (le_rfl a) (le_of_lt hab)
  obtain ⟨δ, hδ, h⟩ := (hf a (le_rfl a) (le_of_lt hab)).increment (half_pos hpa)
  obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le (half_pos hδ) (b := b - a) (by clear hf h0 h; lin)
  have p := (h a (a + c) (le_rfl a) (by clear hf h0 h; lin) (by clear hf h0 h; lin)
    (by clear hf h0 h; lin)).1
  have q := mul_pos (half_pos hpa) hc
  have r := le_of_deriv_nonneg (a := a + c) (b := b) (f := f) (f' := f') (by clear hf h0 h; lin)
    (fun x h1 h2 => hf x (by clear hf h0 h; lin) h2)
    (fun x h1 h2 => le_of_lt (h0 x (by clear hf h0 h; lin) h2))
  clear hf h0 h; lin

/-- The mean value inequality from above. -/
theorem sub_le_of_deriv_le {f f' : R → R} {a b M : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hM : ∀ x, a ≤ x → x ≤ b → f' x ≤ M) :
    f b - f a ≤ M * (b - a) := by
  have h := le_of_deriv_nonneg hab
    (fun x h1 h2 => ((hasDerivAt_id x).const_mul M).sub (hf x h1 h2))
    (fun x h1 h2 => by have := hM x h1 h2; clear hf hM; lin)
  clear hf hM; lin

/-- The mean value inequality from below. -/
theorem le_sub_of_le_deriv {f f' : R → R} {a b m : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hm : ∀ x, a ≤ x → x ≤ b → m ≤ f' x) :
    m * (b - a) ≤ f b - f a := by
  have h := le_of_deriv_nonneg hab
    (fun x h1 h2 => (hf x h1 h2).sub ((hasDerivAt_id x).const_mul m))
    (fun x h1 h2 => by have := hm x h1 h2; clear hf hm; lin)
  clear hf hm; lin

/-- The mean value inequality: with derivative at most `M` in absolute value, `f` is `M`-Lipschitz. -/
theorem abs_sub_le_of_deriv {f f' : R → R} {a b M : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hM : ∀ x, a ≤ x → x ≤ b → abs (f' x) ≤ M) : abs (f b - f a) ≤ M * (b - a) := by
  have p := sub_le_of_deriv_le hab hf (fun x h1 h2 => (abs_le.1 (hM x h1 h2)).2)
  have q := le_sub_of_le_deriv hab hf (fun x h1 h2 => (abs_le.1 (hM x h1 h2)).1)
  exact abs_le.2 ⟨by clear hf hM; lin, p⟩

/-! ## Barriers -/

/-- A function that does not start above zero, and does not increase where it is positive, stays at or
below zero. -/
theorem nonpos_of_deriv_nonpos_of_pos {f f' : R → R} {a b : R} (hab : a ≤ b) (ha : f a ≤ 0)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 < f x → f' x ≤ 0) : f b ≤ 0 := by
  have key : ∀ ε, 0 < ε → f b ≤ ε * (1 + (b - a)) := fun ε hε => by
    refine real_induction (Q := fun z => f z ≤ ε * (1 + (z - a))) hab (by clear hf h0; lin) ?_
    intro x hax hxb
    rcases lt_or_ge 0 (f x) with hp | hp
    · obtain ⟨δ, hδ, h⟩ := (hf x hax hxb).increment hε
      refine ⟨δ, hδ, fun y z hay hyx hxz hzb hy hz hQ => ?_⟩
      have p := (h y z hyx hxz hy hz).2
      have q := mul_nonneg (a := -f' x) (by have := h0 x hax hxb hp; clear h hf h0; lin)
        (b := z - y) (by clear h hf h0; lin)
      clear h hf h0; lin
    · obtain ⟨δ, hδ, h⟩ := (hf x hax hxb).continuousAt ε hε
      refine ⟨δ, hδ, fun y z hay hyx hxz hzb hy hz hQ => ?_⟩
      have p := abs_lt.1 (h z (by rw [abs_of_nonneg (by clear h hf h0; lin)]; exact hz))
      have q := mul_nonneg (le_of_lt hε) (b := z - a) (by clear h hf h0; lin)
      clear h hf h0; lin
  refine le_of_forall_pos fun ε hε => ?_
  have hk : 0 < 1 + (b - a) := by clear hf h0 key; lin
  have p := key (ε / (1 + (b - a))) (div_pos hε hk)
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  clear hf h0 key; lin

/-- A function that starts positive, and does not decrease where it is positive, never falls below its
start. -/
theorem le_of_deriv_nonneg_of_pos {f f' : R → R} {a b : R} (hab : a ≤ b) (ha : 0 < f a)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 < f x → 0 ≤ f' x) : f a ≤ f b := by
  have key : ∀ ε, 0 < ε → ε * (b - a) < f a → f a - ε * (b - a) ≤ f b := fun ε hε hεa => by
    refine real_induction (Q := fun z => f a - ε * (z - a) ≤ f z) hab (by clear hf h0; lin) ?_
    intro x hax hxb
    rcases lt_or_ge 0 (f x) with hp | hp
    · obtain ⟨δ, hδ, h⟩ := (hf x hax hxb).increment hε
      refine ⟨δ, hδ, fun y z hay hyx hxz hzb hy hz hQ => ?_⟩
      have p := (h y z hyx hxz hy hz).1
      have q := mul_nonneg (h0 x hax hxb hp) (b := z - y) (by clear h hf h0; lin)
      clear h hf h0; lin
    · -- no point just left of `x` can satisfy the bound when `f x ≤ 0`
      obtain ⟨δ, hδ, h⟩ := (hf x hax hxb).continuousAt (f a - ε * (b - a)) (by clear hf h0; lin)
      refine ⟨δ, hδ, fun y z hay hyx hxz hzb hy hz hQ => ?_⟩
      have p := abs_lt.1 (h y (by
        rw [abs_of_nonpos (by clear h hf h0; lin)]; clear h hf h0; lin))
      have q := mul_nonneg (le_of_lt hε) (b := b - y) (by clear h hf h0; lin)
      clear h hf h0; lin
  refine le_of_forall_pos fun ε hε => ?_
  have hk : 0 < b - a + 1 := by clear hf h0 key; lin
  obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le (div_pos hε hk) (div_pos (half_pos ha) hk)
  have e1 := div_mul_cancel (a := ε) (ne_of_gt hk)
  have e2 := div_mul_cancel (a := f a / 2) (ne_of_gt hk)
  have p1 := mul_le_mul_right' (le_of_lt hk) hc1
  have p2 := mul_le_mul_right' (le_of_lt hk) hc2
  rw [e1] at p1
  rw [e2] at p2
  have p := key c hc (by clear hf h0 key; lin)
  clear hf h0 key; lin

/-! ## Comparison and uniqueness without the exponential -/

/-- A nonnegative function with `u' ≤ K u` that vanishes at the start vanishes. -/
theorem eq_zero_of_deriv_le_mul {u u' : R → R} {a b K : R} (hab : a ≤ b) (hK : 0 < K)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x) (h0 : ∀ x, a ≤ x → x ≤ b → 0 ≤ u x)
    (hle : ∀ x, a ≤ x → x ≤ b → u' x ≤ K * u x) (ha : u a = 0) : u b = 0 := by
  have hi := inv_pos hK
  have e := mul_inv_cancel (ne_of_gt hK)
  refine real_induction (Q := fun z => u z = 0) hab ha fun x hax hxb => ?_
  refine ⟨K⁻¹ / 2, half_pos hi, fun y z hay hyx hxz hzb hy hz hQ => ?_⟩
  -- `u (1 - K (t - y))` does not increase while `t - y < 1 / K`
  have hyz : K * (z - y) < 1 := by
    have := mul_lt_mul_left' hK (b := z - y) (c := K⁻¹) (by clear hu h0 hle; lin)
    clear hu h0 hle; lin
  have h := le_of_deriv_nonpos (a := y) (b := z) (f := fun t => u t * (1 - K * (t - y)))
    (f' := fun t => u' t * (1 - K * (t - y)) + u t * -K) (by clear hu h0 hle; lin)
    (fun t h1 h2 => ((hu t (by clear hu h0 hle; lin) (by clear hu h0 hle; lin)).mul
      ((hasDerivAt_const 1 t).sub (((hasDerivAt_id t).sub (hasDerivAt_const y t)).const_mul K))).congr_deriv
      (by clear hu h0 hle; lin))
    (fun t h1 h2 => by
      have p1 := hle t (by clear hu h0 hle; lin) (by clear hu h0 hle; lin)
      have p2 := h0 t (by clear hu h0 hle; lin) (by clear hu h0 hle; lin)
      have p3 := mul_le_mul_left' (le_of_lt hK) (b := t - y) (c := z - y) (by clear hu h0 hle; lin)
      have p4 := mul_le_mul_right' (a := 1 - K * (t - y)) (by clear hu h0 hle; lin) p1
      have p5 := mul_nonneg (mul_nonneg (mul_nonneg (le_of_lt hK) (le_of_lt hK)) p2)
        (b := t - y) (by clear hu h0 hle; lin)
      clear hu h0 hle; lin)
  have p := h0 z (by clear hu h0 hle; lin) hzb
  have hpos : 0 < 1 - K * (z - y) := by clear hu h0 hle; lin
  dsimp only at h hQ
  rw [hQ] at h
  have q : (1 - K * (z - y)) * u z ≤ (1 - K * (z - y)) * 0 := by clear hu h0 hle; lin
  exact le_antisymm (le_of_mul_le_mul_left hpos q) p

/-- The only solution of `w' = k(t) w` with `w = 0` at the start, `k` bounded, is zero. -/
theorem linear_ode_zero {w k : R → R} {a b M : R} (hab : a ≤ b)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (k x * w x) x)
    (hk : ∀ x, a ≤ x → x ≤ b → k x ≤ M) (ha : w a = 0) : w b = 0 := by
  have hM : 0 < 2 * abs M + 1 := by have := abs_nonneg M; clear hw hk; lin
  have h := eq_zero_of_deriv_le_mul (u := fun t => w t ^ 2) (u' := fun t => 2 * w t * (k t * w t)) hab hM
    (fun x h1 h2 => (hw x h1 h2).sq) (fun x _ _ => sq_nonneg (w x))
    (fun x h1 h2 => by
      have p := hk x h1 h2
      have q := le_abs_self M
      have r := mul_le_mul_right' (sq_nonneg (w x)) (b := 2 * k x) (c := 2 * abs M + 1)
        (by clear hw hk; lin)
      show 2 * w x * (k x * w x) ≤ (2 * abs M + 1) * w x ^ 2
      clear hw hk; lin)
    (by show w a ^ 2 = 0; rw [ha]; clear hw hk; lin)
  exact eq_zero_of_sq h

end Claims
