module

public import Claims.Order.AbsSqrt

/-!
# Derivatives

The derivative of a function `R → R` at a point, by ε and δ: `f` has derivative `f'` at `x` when the
remainder `f y - f x - f' * (y - x)` is `o(y - x)`. The rules (sum, product, chain, inverse, quotient),
continuity and uniqueness.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- `f'` is the derivative of `f` at `x`. -/
def HasDerivAt (f : R → R) (f' x : R) : Prop :=
  ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → abs (f y - f x - f' * (y - x)) ≤ ε * abs (y - x)

/-- `f` is continuous at `x`. -/
def ContinuousAt (f : R → R) (x : R) : Prop :=
  ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → abs (f y - f x) < ε

/-- `r` is small against the distance to `x`: the remainder of a derivative. -/
def Little (x : R) (r : R → R) : Prop :=
  ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → abs (r y) ≤ ε * abs (y - x)

/-- A derivative in terms of its remainder. -/
theorem hasDerivAt_iff_little {f : R → R} {f' x : R} :
    HasDerivAt f f' x ↔ Little x (fun y => f y - f x - f' * (y - x)) := Iff.rfl

/-! ## Small remainders -/

/-- Smallness depends on the values only. -/
theorem Little.congr {x : R} {r s : R → R} (h : Little x r) (e : ∀ y, s y = r y) : Little x s := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := h ε hε
  exact ⟨δ, hδ, fun y hy => by rw [e y]; exact h y hy⟩

/-- The zero remainder is small. -/
theorem little_zero (x : R) : Little x (fun _ => 0) := by
  intro ε hε
  exact ⟨1, zero_lt_one, fun y _ => by
    rw [abs_zero]; exact mul_nonneg (le_of_lt hε) (abs_nonneg _)⟩

/-- The sum of two small remainders is small. -/
theorem Little.add {x : R} {r s : R → R} (hr : Little x r) (hs : Little x s) :
    Little x (fun y => r y + s y) := by
  intro ε hε
  obtain ⟨δ₁, h₁, hr⟩ := hr (ε / 2) (half_pos hε)
  obtain ⟨δ₂, h₂, hs⟩ := hs (ε / 2) (half_pos hε)
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := hr y (lt_of_lt_of_le hy l₁)
  have b := hs y (lt_of_lt_of_le hy l₂)
  have c := abs_add_le (r y) (s y)
  clear hr hs; lin

/-- A small remainder times a function that is bounded near the point is small. -/
theorem Little.mul_bounded {x : R} {r g : R → R} (hr : Little x r) {M δ₀ : R} (hδ₀ : 0 < δ₀)
    (hM : 0 < M) (hg : ∀ y, abs (y - x) < δ₀ → abs (g y) ≤ M) : Little x (fun y => r y * g y) := by
  intro ε hε
  obtain ⟨δ₁, h₁, hr⟩ := hr (ε / M) (div_pos hε hM)
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ hδ₀
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := mul_le_mul (hr y (lt_of_lt_of_le hy l₁)) (hg y (lt_of_lt_of_le hy l₂)) (abs_nonneg _)
    (mul_nonneg (le_of_lt (div_pos hε hM)) (abs_nonneg _))
  have e := div_mul_cancel (a := ε) (ne_of_gt hM)
  rw [abs_mul]
  have e' : ε / M * abs (y - x) * M = ε / M * M * abs (y - x) := by clear hr hg; lin
  rw [e', e] at a
  exact a

/-- A constant multiple of a small remainder is small. -/
theorem Little.const_mul {x : R} {r : R → R} (c : R) (hr : Little x r) : Little x (fun y => c * r y) :=
  (hr.mul_bounded (g := fun _ => c) (M := abs c + 1) zero_lt_one
    (by have := abs_nonneg c; lin) (fun _ _ => by lin)).congr (fun y => by lin)

/-- The increment times something that tends to zero is small. -/
theorem little_increment_mul {x : R} {g : R → R} (hg : ContinuousAt g x) :
    Little x (fun y => (y - x) * (g y - g x)) := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := hg ε hε
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := mul_le_mul_left' (abs_nonneg (y - x)) (le_of_lt (h y hy))
  rw [abs_mul]
  clear h hg; lin

/-! ## Continuity -/

/-- A function with a derivative is Lipschitz near the point. -/
theorem HasDerivAt.lipschitz {f : R → R} {f' x : R} (h : HasDerivAt f f' x) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → abs (f y - f x) ≤ (abs f' + 1) * abs (y - x) := by
  obtain ⟨δ, hδ, h⟩ := h 1 zero_lt_one
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := h y hy
  have b := abs_add_le (f y - f x - f' * (y - x)) (f' * (y - x))
  rw [abs_mul f' (y - x)] at b
  have e : f y - f x - f' * (y - x) + f' * (y - x) = f y - f x := by clear h; lin
  rw [e] at b
  clear h; lin

/-- A function with a derivative is continuous. -/
theorem HasDerivAt.continuousAt {f : R → R} {f' x : R} (h : HasDerivAt f f' x) : ContinuousAt f x := by
  intro ε hε
  obtain ⟨δ₁, h₁, h⟩ := h.lipschitz
  have hk : 0 < abs f' + 1 := by have := abs_nonneg f'; lin
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ (div_pos hε hk)
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := h y (lt_of_lt_of_le hy l₁)
  have b := mul_lt_mul_left' hk (lt_of_lt_of_le hy l₂)
  rw [mul_div_cancel (ne_of_gt hk)] at b
  exact lt_of_le_of_lt a b

/-- Constants are continuous. -/
theorem continuousAt_const (c x : R) : ContinuousAt (fun _ => c) x := by
  intro ε hε
  exact ⟨1, zero_lt_one, fun y _ => by
    have e : c - c = 0 := by lin
    rw [e, abs_zero]; exact hε⟩

/-- The identity is continuous. -/
theorem continuousAt_id (x : R) : ContinuousAt (fun y => y) x :=
  fun ε hε => ⟨ε, hε, fun _ hy => hy⟩

/-- Continuity depends on the values only. -/
theorem ContinuousAt.congr {f g : R → R} {x : R} (hf : ContinuousAt f x) (e : ∀ y, g y = f y) :
    ContinuousAt g x := by
  rw [funext e]; exact hf

/-- The sum of continuous functions is continuous. -/
theorem ContinuousAt.add {f g : R → R} {x : R} (hf : ContinuousAt f x) (hg : ContinuousAt g x) :
    ContinuousAt (fun y => f y + g y) x := by
  intro ε hε
  obtain ⟨δ₁, h₁, hf⟩ := hf (ε / 2) (half_pos hε)
  obtain ⟨δ₂, h₂, hg⟩ := hg (ε / 2) (half_pos hε)
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := hf y (lt_of_lt_of_le hy l₁)
  have b := hg y (lt_of_lt_of_le hy l₂)
  have c := abs_add_le (f y - f x) (g y - g x)
  have e : f y - f x + (g y - g x) = f y + g y - (f x + g x) := by clear hf hg; lin
  rw [e] at c
  clear hf hg; lin

/-- A continuous function is bounded near the point. -/
theorem ContinuousAt.bounded {f : R → R} {x : R} (hf : ContinuousAt f x) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → abs (f y) ≤ abs (f x) + 1 := by
  obtain ⟨δ, hδ, h⟩ := hf 1 zero_lt_one
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := h y hy
  have b := abs_add_le (f y - f x) (f x)
  have e : f y - f x + f x = f y := by clear h; lin
  rw [e] at b
  clear h; lin

/-- The product of continuous functions is continuous. -/
theorem ContinuousAt.mul {f g : R → R} {x : R} (hf : ContinuousAt f x) (hg : ContinuousAt g x) :
    ContinuousAt (fun y => f y * g y) x := by
  intro ε hε
  have hM : 0 < abs (f x) + 1 := by have := abs_nonneg (f x); lin
  have hN : 0 < abs (g x) + 1 := by have := abs_nonneg (g x); lin
  obtain ⟨δ₀, h₀, hb⟩ := hf.bounded
  obtain ⟨δ₁, h₁, hf⟩ := hf (ε / 2 / (abs (g x) + 1)) (div_pos (half_pos hε) hN)
  obtain ⟨δ₂, h₂, hg⟩ := hg (ε / 2 / (abs (f x) + 1)) (div_pos (half_pos hε) hM)
  obtain ⟨δ₃, h₃, l₀, l₁⟩ := exists_pos_le h₀ h₁
  obtain ⟨δ, hδ, l₃, l₂⟩ := exists_pos_le h₃ h₂
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have a := hf y (lt_of_lt_of_le hy (le_trans l₃ l₁))
  have b := hg y (lt_of_lt_of_le hy l₂)
  have c := hb y (lt_of_lt_of_le hy (le_trans l₃ l₀))
  clear hf hg hb
  have e₁ := div_mul_cancel (a := ε / 2) (ne_of_gt hN)
  have e₂ := mul_div_cancel (a := ε / 2) (ne_of_gt hM)
  have p := mul_le_mul c (le_of_lt b) (abs_nonneg _) (le_of_lt hM)
  have q := mul_lt_mul_right' hN a
  have q' := mul_le_mul_left' (abs_nonneg (f y - f x)) (b := abs (g x)) (c := abs (g x) + 1) (by lin)
  have t := abs_add_le (f y * (g y - g x)) ((f y - f x) * g x)
  rw [abs_mul, abs_mul] at t
  have e : f y * (g y - g x) + (f y - f x) * g x = f y * g y - f x * g x := by lin
  rw [e] at t
  rw [e₂] at p
  rw [e₁] at q
  lin

/-! ## Rules -/

/-- A derivative written in another way. -/
theorem HasDerivAt.congr_deriv {f : R → R} {f' g' x : R} (h : HasDerivAt f f' x) (e : g' = f') :
    HasDerivAt f g' x := by rw [e]; exact h

/-- The derivative depends on the values only. -/
theorem HasDerivAt.congr {f g : R → R} {f' x : R} (h : HasDerivAt f f' x) (e : ∀ y, g y = f y) :
    HasDerivAt g f' x := by rw [funext e]; exact h

/-- A derivative is a local notion. -/
theorem HasDerivAt.congr_near {f g : R → R} {f' x δ₀ : R} (h : HasDerivAt f f' x) (hδ₀ : 0 < δ₀)
    (e : ∀ y, abs (y - x) < δ₀ → g y = f y) : HasDerivAt g f' x := by
  intro ε hε
  obtain ⟨δ₁, h₁, h⟩ := h ε hε
  obtain ⟨δ, hδ, l₀, l₁⟩ := exists_pos_le hδ₀ h₁
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have e0 : abs (x - x) < δ₀ := by
    have : x - x = 0 := by lin
    rw [this, abs_zero]; exact hδ₀
  rw [e y (lt_of_lt_of_le hy l₀), e x e0]
  exact h y (lt_of_lt_of_le hy l₁)

/-- The derivative of a constant. -/
theorem hasDerivAt_const (c x : R) : HasDerivAt (fun _ => c) 0 x :=
  (little_zero x).congr (fun y => by lin)

/-- The derivative of the identity. -/
theorem hasDerivAt_id (x : R) : HasDerivAt (fun y => y) 1 x :=
  (little_zero x).congr (fun y => by lin)

/-- The derivative of a sum. -/
theorem HasDerivAt.add {f g : R → R} {f' g' x : R} (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) :
    HasDerivAt (fun y => f y + g y) (f' + g') x :=
  (Little.add hf hg).congr (fun y => by clear hf hg; lin)

/-- The derivative of a constant multiple. -/
theorem HasDerivAt.const_mul {f : R → R} {f' x : R} (c : R) (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => c * f y) (c * f') x :=
  (Little.const_mul c hf).congr (fun y => by clear hf; lin)

/-- The derivative of a constant multiple, the constant on the right. -/
theorem HasDerivAt.mul_const {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) (c : R) :
    HasDerivAt (fun y => f y * c) (f' * c) x :=
  (Little.const_mul c hf).congr (fun y => by clear hf; lin)

/-- The derivative of the opposite function. -/
theorem HasDerivAt.neg {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => -f y) (-f') x :=
  (Little.const_mul (-1) hf).congr (fun y => by clear hf; lin)

/-- The derivative of a difference. -/
theorem HasDerivAt.sub {f g : R → R} {f' g' x : R} (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) :
    HasDerivAt (fun y => f y - g y) (f' - g') x :=
  (Little.add hf (Little.const_mul (-1) hg)).congr (fun y => by clear hf hg; lin)

/-- The product rule. -/
theorem HasDerivAt.mul {f g : R → R} {f' g' x : R} (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) :
    HasDerivAt (fun y => f y * g y) (f' * g x + f x * g') x := by
  obtain ⟨δ, hδ, hb⟩ := hg.continuousAt.bounded
  have hM : 0 < abs (g x) + 1 := by have := abs_nonneg (g x); lin
  have a := Little.mul_bounded (r := fun y => f y - f x - f' * (y - x)) hf hδ hM hb
  have b := Little.const_mul (f x) (r := fun y => g y - g x - g' * (y - x)) hg
  have c := Little.const_mul f' (little_increment_mul hg.continuousAt)
  exact ((a.add b).add c).congr (fun y => by clear hf hg hb a b c; lin)

/-- The chain rule. -/
theorem HasDerivAt.comp {f g : R → R} {f' g' x : R} (hg : HasDerivAt g g' (f x))
    (hf : HasDerivAt f f' x) : HasDerivAt (fun y => g (f y)) (g' * f') x := by
  have hr : Little x (fun y => g (f y) - g (f x) - g' * (f y - f x)) := by
    intro ε hε
    have hk : 0 < abs f' + 1 := by have := abs_nonneg f'; lin
    obtain ⟨δ₁, h₁, h⟩ := hg (ε / (abs f' + 1)) (div_pos hε hk)
    obtain ⟨δ₂, h₂, hc⟩ := hf.continuousAt δ₁ h₁
    obtain ⟨δ₃, h₃, hl⟩ := hf.lipschitz
    obtain ⟨δ, hδ, l₂, l₃⟩ := exists_pos_le h₂ h₃
    refine ⟨δ, hδ, fun y hy => ?_⟩
    have a := h (f y) (hc y (lt_of_lt_of_le hy l₂))
    have b := mul_le_mul_left' (le_of_lt (div_pos hε hk)) (hl y (lt_of_lt_of_le hy l₃))
    have e := div_mul_cancel (a := ε) (ne_of_gt hk)
    have e' : ε / (abs f' + 1) * ((abs f' + 1) * abs (y - x)) = ε * abs (y - x) := by
      clear h hc hl hf hg; lin
    rw [e'] at b
    exact le_trans a b
  have hs := Little.const_mul g' (r := fun y => f y - f x - f' * (y - x)) hf
  exact (hr.add hs).congr (fun y => by clear hf hg hr hs; lin)

/-- The derivative of the reflected function `t ↦ f (-t)`. -/
theorem HasDerivAt.reflect {f : R → R} {f' x : R} (h : HasDerivAt f f' (-x)) :
    HasDerivAt (fun t => f (-t)) (-f') x :=
  (HasDerivAt.comp (f := fun t => -t) h (hasDerivAt_id x).neg).congr_deriv (by clear h; lin)

/-- Two derivatives of one function at one point are equal. -/
theorem HasDerivAt.unique {f : R → R} {a b x : R} (ha : HasDerivAt f a x) (hb : HasDerivAt f b x) :
    a = b := by
  have h : HasDerivAt (fun _ : R => (0 : R)) (a - b) x :=
    ((ha.sub hb).congr (g := fun _ => (0 : R)) (fun y => by clear ha hb; lin))
  have h0 : abs (a - b) ≤ 0 := le_of_forall_pos fun ε hε => by
    obtain ⟨δ, hδ, h⟩ := h ε hε
    have hd := half_pos hδ
    have e : x + δ / 2 - x = δ / 2 := by clear h ha hb; lin
    have k := h (x + δ / 2) (by rw [e, abs_of_nonneg (le_of_lt hd)]; exact half_lt_self hδ)
    rw [e, abs_of_nonneg (le_of_lt hd)] at k
    have e2 : (0 : R) - 0 - (a - b) * (δ / 2) = -((a - b) * (δ / 2)) := by clear h ha hb; lin
    rw [e2, abs_neg, abs_mul, abs_of_nonneg (le_of_lt hd)] at k
    refine le_of_mul_le_mul_left hd ?_
    clear h ha hb; lin
  have := eq_zero_of_abs (le_antisymm h0 (abs_nonneg (a - b)))
  clear ha hb h; lin

/-! ## Inverse and quotient -/

/-- The derivative of the inverse. -/
theorem hasDerivAt_inv {x : R} (hx : x ≠ 0) : HasDerivAt (fun y => y⁻¹) (-(x⁻¹ * x⁻¹)) x := by
  intro ε hε
  have ha := abs_pos hx
  have hi := inv_pos ha
  have hc : 0 < ε * (abs x * abs x * abs x) / 2 := half_pos (mul_pos hε (mul_pos (mul_pos ha ha) ha))
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le (half_pos ha) hc
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have hy' : abs x / 2 < abs y := by
    have t := abs_add_le y (x - y)
    rw [abs_sub_comm x y, show y + (x - y) = x by lin] at t
    lin
  have hy0 : y ≠ 0 := fun h0 => by rw [h0, abs_zero] at hy'; lin
  have hyp := abs_pos hy0
  have e1 := mul_inv_cancel hx
  have e2 := mul_inv_cancel hy0
  have e : y⁻¹ - x⁻¹ - -(x⁻¹ * x⁻¹) * (y - x) = (y - x) * (y - x) * (x⁻¹ * x⁻¹ * y⁻¹) := by lin
  have key : abs (y⁻¹ - x⁻¹ - -(x⁻¹ * x⁻¹) * (y - x)) * (abs x * abs x * abs y)
      = abs (y - x) * abs (y - x) := by
    rw [e, ← abs_mul, ← abs_mul, ← abs_mul, ← abs_mul]
    exact congrArg abs (by lin)
  have p : 0 < abs x * abs x * abs y := mul_pos (mul_pos ha ha) hyp
  refine le_of_mul_le_mul_left p ?_
  have q1 := mul_le_mul_left' (abs_nonneg (y - x)) (le_of_lt (lt_of_lt_of_le hy l₂))
  have q2 := mul_le_mul_left' (le_of_lt (mul_pos hε (mul_pos ha ha))) (le_of_lt hy')
  have q3 := mul_le_mul_left' (abs_nonneg (y - x)) q2
  generalize abs (y⁻¹ - x⁻¹ - -(x⁻¹ * x⁻¹) * (y - x)) = r at key
  clear e e1 e2 hy0 hy hy' hx
  lin

/-- The derivative of the inverse of a function. -/
theorem HasDerivAt.inv {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) (h0 : f x ≠ 0) :
    HasDerivAt (fun y => (f y)⁻¹) (-((f x)⁻¹ * (f x)⁻¹) * f') x :=
  (hasDerivAt_inv h0).comp hf

/-- The quotient rule. -/
theorem HasDerivAt.div {f g : R → R} {f' g' x : R} (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x)
    (h0 : g x ≠ 0) : HasDerivAt (fun y => f y / g y) ((f' * g x - f x * g') * ((g x)⁻¹ * (g x)⁻¹)) x := by
  have e := mul_inv_cancel h0
  refine ((hf.mul (hg.inv h0)).congr (fun y => div_eq_mul_inv _ _)).congr_deriv ?_
  clear hf hg; lin

/-- The derivative of a square. -/
theorem HasDerivAt.sq {f : R → R} {f' x : R} (hf : HasDerivAt f f' x) :
    HasDerivAt (fun y => f y ^ 2) (2 * f x * f') x :=
  ((hf.mul hf).congr (fun y => by clear hf; lin)).congr_deriv (by clear hf; lin)

end Claims
