module

public import Claims.Analysis.IntegralRules
public import Claims.Analysis.UniformLimit
public import Claims.Functions.Exp

/-!
# Picard iteration

A state is a family `ι → R` of numbers, over any set `ι` of coordinates, and a field `F t x` gives its velocity.
The iterates `x₀, x₀ + ∫ F(x₀), …` of a Lipschitz field are Lipschitz in time, and the distance of two consecutive
ones is at most `C 2⁻ᵏ e^(2 L |t|)`: the weight makes the iteration a contraction on every bounded interval at once.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u v

open Lean.Grind

variable {R : Type u} [Reals R] {ι : Type v} {F : R → (ι → R) → ι → R} {x : R → ι → R} {x0 : ι → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Lipschitz fields and curves -/

/-- A field that is continuous in time, Lipschitz in the state in the sense of the largest coordinate, and bounded at
every fixed state, uniformly over the coordinates and over bounded times. -/
structure LipschitzField (F : R → (ι → R) → ι → R) : Prop where
  /-- Every coordinate at a fixed state is continuous in time. -/
  continuousAt : ∀ x i t, ContinuousAt (fun s => F s x i) t
  /-- States whose coordinates differ by at most `M` have velocities whose coordinates differ by at most `L M`. -/
  lipschitz : ∀ T, ∃ L, ∀ t x y M i, abs t ≤ T → 0 ≤ M → (∀ j, abs (x j - y j) ≤ M) →
    abs (F t x i - F t y i) ≤ L * M
  /-- The coordinates of the velocity at a fixed state have a common bound. -/
  bounded : ∀ x T, ∃ C, ∀ t i, abs t ≤ T → abs (F t x i) ≤ C

/-- A curve whose coordinates are Lipschitz in time on every bounded interval, with a common constant. -/
def LipschitzCurve (x : R → ι → R) : Prop :=
  ∀ T, ∃ K, 0 ≤ K ∧ ∀ s t i, abs s ≤ T → abs t ≤ T → abs (x s i - x t i) ≤ K * abs (s - t)

/-- The Lipschitz constant of a field may be taken at least one. -/
theorem LipschitzField.lipschitz_one_le (hF : LipschitzField F) (T : R) : ∃ L, 1 ≤ L ∧
    ∀ t x y M i, abs t ≤ T → 0 ≤ M → (∀ j, abs (x j - y j) ≤ M) → abs (F t x i - F t y i) ≤ L * M := by
  obtain ⟨L, hL⟩ := hF.lipschitz T
  have h0 := abs_nonneg L
  refine ⟨abs L + 1, by clear hL hF; lin, fun t x y M i ht hM h => le_trans (hL t x y M i ht hM h) ?_⟩
  have h1 := le_abs_self L
  exact mul_le_mul_right' hM (by clear hL hF h; lin)

/-- The velocity along a Lipschitz curve is continuous in time. -/
theorem LipschitzField.continuousAt_along (hF : LipschitzField F) (hx : LipschitzCurve x) (i : ι) (t : R) :
    ContinuousAt (fun s => F s (x s) i) t := by
  obtain ⟨L, hL1, hL⟩ := hF.lipschitz_one_le (abs t + 1)
  obtain ⟨K, hK0, hK⟩ := hx (abs t + 1)
  intro ε hε
  obtain ⟨δ₁, h₁, hc⟩ := hF.continuousAt (x t) i t (ε / 2) (half_pos hε)
  have hk : 0 < L * K + 1 := by
    have := mul_nonneg (a := L) (by clear hL hK hF hx hc; lin) hK0
    clear hL hK hF hx hc; lin
  obtain ⟨δ₂, h₂, l₁, l₂⟩ := exists_pos_le h₁ (div_pos (half_pos hε) hk)
  obtain ⟨δ, hδ, l₃, l₄⟩ := exists_pos_le h₂ zero_lt_one
  refine ⟨δ, hδ, fun s hs => ?_⟩
  have hs1 : abs s ≤ abs t + 1 := by
    have := abs_add_le (s - t) t
    rw [show s - t + t = s by clear hL hK hF hx hc; lin] at this
    clear hL hK hF hx hc; lin
  have ht1 : abs t ≤ abs t + 1 := by clear hL hK hF hx hc; lin
  have p := hL s (x s) (x t) (K * abs (s - t)) i hs1 (mul_nonneg hK0 (abs_nonneg _)) fun j => hK s t j hs1 ht1
  have q := hc s (by clear hL hK hF hx hc; lin)
  have r := mul_le_mul_left' (le_of_lt hk) (b := abs (s - t)) (c := ε / 2 / (L * K + 1))
    (by clear hL hK hF hx hc; lin)
  rw [mul_div_cancel (ne_of_gt hk)] at r
  have g := abs_add_le (F s (x s) i - F s (x t) i) (F s (x t) i - F t (x t) i)
  rw [show F s (x s) i - F s (x t) i + (F s (x t) i - F t (x t) i) = F s (x s) i - F t (x t) i by
    clear hL hK hF hx hc p q r; lin] at g
  have n := abs_nonneg (s - t)
  generalize abs (s - t) = a at *
  clear hL hK hF hx hc l₂; lin

/-- The velocity along a Lipschitz curve is bounded on bounded intervals, uniformly over the coordinates. -/
theorem LipschitzField.bounded_along (hF : LipschitzField F) (hx : LipschitzCurve x) (T : R) :
    ∃ C, ∀ t i, abs t ≤ T → abs (F t (x t) i) ≤ C := by
  obtain ⟨L, _, hL⟩ := hF.lipschitz_one_le T
  obtain ⟨K, hK0, hK⟩ := hx T
  obtain ⟨C, hC⟩ := hF.bounded (x 0) T
  refine ⟨L * (K * T) + C, fun t i ht => ?_⟩
  have hT : 0 ≤ T := le_trans (abs_nonneg t) ht
  have p := hL t (x t) (x 0) (K * T) i ht (mul_nonneg hK0 hT) fun j =>
    le_trans (hK t 0 j ht (by rw [abs_zero]; exact hT))
      (mul_le_mul_left' hK0 (by rw [show t - 0 = t by clear hL hK hC hF hx; lin]; exact ht))
  have q := hC t i ht
  have g := abs_add_le (F t (x t) i - F t (x 0) i) (F t (x 0) i)
  rw [show F t (x t) i - F t (x 0) i + F t (x 0) i = F t (x t) i by clear hL hK hC hF hx p q; lin] at g
  clear hL hK hC hF hx; lin

/-! ## The iterates -/

/-- One step of the iteration: the integral of the velocity along a curve. -/
def picardStep (F : R → (ι → R) → ι → R) (x0 : ι → R) (x : R → ι → R) : R → ι → R :=
  fun t i => x0 i + integral (fun s => F s (x s) i) 0 t

/-- The iterates, from the constant curve on. -/
def picardIter (F : R → (ι → R) → ι → R) (x0 : ι → R) : Nat → R → ι → R
  | 0 => fun _ => x0
  | k + 1 => picardStep F x0 (picardIter F x0 k)

/-- The derivative of a step is the velocity along the curve before. -/
theorem LipschitzField.hasDerivAt_picardStep (hF : LipschitzField F) (hx : LipschitzCurve x) (t : R) (i : ι) :
    HasDerivAt (fun s => picardStep F x0 x s i) (F t (x t) i) t :=
  ((hasDerivAt_const (x0 i) t).add
    (hasDerivAt_integral_of_continuous (fun s => hF.continuousAt_along hx i s) 0 t)).congr_deriv
    (by clear hF hx; lin)

/-- A step gives a Lipschitz curve. -/
theorem LipschitzField.lipschitzCurve_picardStep (hF : LipschitzField F) (hx : LipschitzCurve x) :
    LipschitzCurve (picardStep F x0 x) := by
  intro T
  obtain ⟨C, hC⟩ := hF.bounded_along hx T
  refine ⟨abs C, abs_nonneg C, fun s t i hs ht => ?_⟩
  exact abs_sub_le_of_deriv' (f := fun r => picardStep F x0 x r i) (abs_le.1 ht) (abs_le.1 hs)
    (fun r _ _ => hF.hasDerivAt_picardStep hx r i)
    (fun r h1 h2 => le_trans (hC r i (abs_le.2 ⟨h1, h2⟩)) (le_abs_self C))

/-- The iterates are Lipschitz curves. -/
theorem LipschitzField.lipschitzCurve_picardIter (hF : LipschitzField F) (x0 : ι → R) (k : Nat) :
    LipschitzCurve (picardIter F x0 k) := by
  induction k with
  | zero =>
    exact fun T => ⟨0, le_rfl 0, fun s t i _ _ => by
      show abs (x0 i - x0 i) ≤ _
      rw [abs_sub_self]; exact mul_nonneg (le_rfl 0) (abs_nonneg _)⟩
  | succ k ih => exact hF.lipschitzCurve_picardStep ih

/-- The derivative of an iterate is the velocity along the iterate before. -/
theorem LipschitzField.hasDerivAt_picardIter (hF : LipschitzField F) (x0 : ι → R) (k : Nat) (t : R) (i : ι) :
    HasDerivAt (fun s => picardIter F x0 (k + 1) s i) (F t (picardIter F x0 k t) i) t :=
  hF.hasDerivAt_picardStep (hF.lipschitzCurve_picardIter x0 k) t i

/-- The iterates start at the initial state. -/
theorem picardIter_zero (F : R → (ι → R) → ι → R) (x0 : ι → R) (k : Nat) : picardIter F x0 k 0 = x0 := by
  cases k with
  | zero => rfl
  | succ k =>
    funext i
    show x0 i + integral _ 0 0 = x0 i
    rw [integral_self]; lin

/-! ## Weighted estimates -/

/-- A function that vanishes at zero, with a derivative of at most `c` times that of `e^(L t)`, is at most `c e^(L t)`
to the right of zero. -/
theorem abs_le_mul_exp_of_deriv_right {f f' : R → R} {c L t : R} (ht : 0 ≤ t) (hc : 0 ≤ c) (h0 : f 0 = 0)
    (hf : ∀ s, 0 ≤ s → s ≤ t → HasDerivAt f (f' s) s)
    (hb : ∀ s, 0 ≤ s → s ≤ t → abs (f' s) ≤ c * (L * exp (L * s))) : abs (f t) ≤ c * exp (L * t) := by
  have d := fun s : R => (hasDerivAt_exp_mul L s).const_mul c
  have p : c * exp (L * 0) - f 0 ≤ c * exp (L * t) - f t :=
    le_of_deriv_nonneg ht (fun s h1 h2 => (d s).sub (hf s h1 h2)) fun s h1 h2 => by
      have := abs_le.1 (hb s h1 h2)
      clear d hf hb; lin
  have q : c * exp (L * 0) + f 0 ≤ c * exp (L * t) + f t :=
    le_of_deriv_nonneg ht (fun s h1 h2 => (d s).add (hf s h1 h2)) fun s h1 h2 => by
      have := abs_le.1 (hb s h1 h2)
      clear d hf hb; lin
  rw [h0, show L * 0 = 0 by clear d hf hb p q; lin, exp_zero] at p q
  exact abs_le.2 ⟨by clear d hf hb; lin, by clear d hf hb; lin⟩

/-- The same estimate on both sides of zero. -/
theorem abs_le_mul_exp_of_deriv {f f' : R → R} {c L T t : R} (hc : 0 ≤ c) (h0 : f 0 = 0)
    (hf : ∀ s, abs s ≤ T → HasDerivAt f (f' s) s)
    (hb : ∀ s, abs s ≤ T → abs (f' s) ≤ c * (L * exp (L * abs s))) (ht : abs t ≤ T) :
    abs (f t) ≤ c * exp (L * abs t) := by
  rcases le_total 0 t with h | h
  · have ha := abs_of_nonneg h
    rw [ha]
    refine abs_le_mul_exp_of_deriv_right h hc h0 (fun s h1 h2 => hf s ?_) fun s h1 h2 => ?_
    · rw [abs_of_nonneg h1]; clear hf hb; lin
    · have k := hb s (by rw [abs_of_nonneg h1]; clear hf hb; lin)
      rw [abs_of_nonneg h1] at k; exact k
  · have ha := abs_of_nonpos h
    have hn : ∀ s : R, 0 ≤ s → abs (-s) = s := fun s hs => by rw [abs_neg, abs_of_nonneg hs]
    have k := abs_le_mul_exp_of_deriv_right (f := fun s => f (-s)) (f' := fun s => -f' (-s)) (c := c) (L := L)
      (t := -t) (by clear hf hb; lin) hc (by dsimp only; rw [show -(0 : R) = 0 by clear hf hb; lin]; exact h0)
      (fun s h1 h2 => HasDerivAt.reflect (hf (-s) (by rw [hn s h1]; clear hf hb; lin)))
      fun s h1 h2 => by
        have k := hb (-s) (by rw [hn s h1]; clear hf hb; lin)
        rw [hn s h1] at k
        show abs (-f' (-s)) ≤ _
        rw [abs_neg]; exact k
    dsimp only at k
    rw [show - -t = t by clear hf hb hn k; lin] at k
    rw [ha]; exact k

/-- Consecutive iterates differ by at most `C 2⁻ᵏ e^(2 L |t|)`. -/
theorem LipschitzField.abs_picardIter_sub_le (hF : LipschitzField F) {L C T : R} (hL1 : 1 ≤ L)
    (hL : ∀ t x y M i, abs t ≤ T → 0 ≤ M → (∀ j, abs (x j - y j) ≤ M) → abs (F t x i - F t y i) ≤ L * M)
    (hC : ∀ t i, abs t ≤ T → abs (F t x0 i) ≤ C) (k : Nat) : ∀ t i, abs t ≤ T →
      abs (picardIter F x0 (k + 1) t i - picardIter F x0 k t i) ≤ C * (1 / 2) ^ k * exp (2 * L * abs t) := by
  have hE : ∀ s : R, 1 ≤ exp (2 * L * abs s) := fun s =>
    one_le_exp (mul_nonneg (by clear hF hL hC; lin) (abs_nonneg s))
  have hp := fun k : Nat => pow_nonneg (a := (1 / 2 : R)) (by clear hF hL hC hE; lin) k
  induction k with
  | zero =>
    intro t i ht
    have hC0 : 0 ≤ C := le_trans (abs_nonneg _) (hC t i ht)
    rw [Semiring.pow_zero]
    refine abs_le_mul_exp_of_deriv (f := fun s => picardIter F x0 (0 + 1) s i - x0 i) (f' := fun s => F s x0 i)
      (by clear hF hL hC hE hp; lin)
      (by dsimp only; rw [picardIter_zero]; clear hF hL hC hE hp; lin)
      (fun s _ => ((hF.hasDerivAt_picardIter x0 0 s i).sub (hasDerivAt_const (x0 i) s)).congr_deriv
        (by show F s x0 i = F s x0 i - 0; clear hF hL hC hE hp; lin))
      (fun s hs => le_trans (hC s i hs) ?_) ht
    have e := hE s
    have m := mul_nonneg (a := L - 1) (b := exp (2 * L * abs s)) (by clear hF hL hC hE hp; lin)
      (by clear hF hL hC hE hp; lin)
    have m' := mul_le_mul_left' hC0 (b := 1) (c := 2 * L * exp (2 * L * abs s)) (by clear hF hL hC hE hp; lin)
    clear hF hL hC hE hp; lin
  | succ k ih =>
    intro t i ht
    have hC0 : 0 ≤ C := le_trans (abs_nonneg _) (hC t i ht)
    refine abs_le_mul_exp_of_deriv
      (f := fun s => picardIter F x0 (k + 1 + 1) s i - picardIter F x0 (k + 1) s i)
      (f' := fun s => F s (picardIter F x0 (k + 1) s) i - F s (picardIter F x0 k s) i)
      (mul_nonneg hC0 (hp (k + 1)))
      (by dsimp only; rw [picardIter_zero, picardIter_zero]; clear hF hL hC hE hp ih; lin)
      (fun s _ => (hF.hasDerivAt_picardIter x0 (k + 1) s i).sub (hF.hasDerivAt_picardIter x0 k s i))
      (fun s hs => ?_) ht
    have e := hE s
    have q := hL s _ _ _ i hs (mul_nonneg (mul_nonneg hC0 (hp k)) (by clear hF hL hC hE hp ih; lin)) fun j =>
      ih s j hs
    refine le_trans q ?_
    rw [Semiring.pow_succ]
    generalize exp (2 * L * abs s) = E
    generalize (1 / 2 : R) ^ k = P
    clear hF hL hC hE hp ih q e; lin

end Claims
