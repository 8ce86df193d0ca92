module

public import Claims.Analysis.Continuity
public import Claims.Growth.FlowStability

/-!
# Rules for upper right derivatives

How the bound `UpperDeriv u c t` behaves under changes of the function, shifts of time, differences with and
products by differentiable functions, and the absolute value; and its first consequence, the monotonicity of
a continuous function whose upper right derivative is nowhere positive.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Calculation -/

/-- The upper right derivative depends on the values only. -/
theorem UpperDeriv.congr {u v : R → R} {c t : R} (h : UpperDeriv u c t) (e : ∀ s, v s = u s) :
    UpperDeriv v c t := by rw [funext e]; exact h

/-- The upper right derivative depends on the values from the point to a little right of it only. -/
theorem UpperDeriv.congr_right {u v : R → R} {c t δ₀ : R} (h : UpperDeriv u c t) (hδ₀ : 0 < δ₀)
    (e : ∀ s, t ≤ s → s - t < δ₀ → v s = u s) : UpperDeriv v c t := by
  intro ε hε
  obtain ⟨δ₁, h₁, p⟩ := h ε hε
  obtain ⟨δ, hδ, l₀, l₁⟩ := exists_pos_le hδ₀ h₁
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  rw [e s (le_of_lt hs) (lt_of_lt_of_le hsδ l₀), e t (le_rfl t) (by clear h p e; lin)]
  exact p s hs (lt_of_lt_of_le hsδ l₁)

/-- A function that touches another from below grows no faster at the point of contact. -/
theorem UpperDeriv.of_le {u v : R → R} {c t : R} (h : UpperDeriv u c t) (e : v t = u t)
    (hle : ∀ s, t < s → v s ≤ u s) : UpperDeriv v c t := by
  intro ε hε
  obtain ⟨δ, hδ, p⟩ := h ε hε
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have q := p s hs hsδ
  have r := hle s hs
  clear h p hle; lin

/-- A constant has upper right derivative at most zero. -/
theorem upperDeriv_const (c t : R) : UpperDeriv (fun _ => c) 0 t := (hasDerivAt_const c t).upperDeriv

/-- The upper right derivative of a sum with a differentiable function. -/
theorem UpperDeriv.add_hasDerivAt {u w : R → R} {c w' t : R} (hu : UpperDeriv u c t)
    (hw : HasDerivAt w w' t) : UpperDeriv (fun s => u s + w s) (c + w') t := hu.add hw.upperDeriv

/-- The upper right derivative of a difference with a differentiable function. -/
theorem UpperDeriv.sub_hasDerivAt {u w : R → R} {c w' t : R} (hu : UpperDeriv u c t)
    (hw : HasDerivAt w w' t) : UpperDeriv (fun s => u s - w s) (c - w') t :=
  ((hu.add hw.neg.upperDeriv).congr fun s => by clear hu hw; lin).mono (by clear hu hw; lin)

/-- A shift of time. -/
theorem UpperDeriv.comp_add {u : R → R} {c a t : R} (hu : UpperDeriv u c (a + t)) :
    UpperDeriv (fun s => u (a + s)) c t := by
  intro ε hε
  obtain ⟨δ, hδ, p⟩ := hu ε hε
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have q := p (a + s) (by clear hu p; lin) (by clear hu p; lin)
  rw [show a + s - (a + t) = s - t by clear hu p q; lin] at q
  exact q

/-- The increment of `u` times a function that is positive and continuous at the point. -/
theorem UpperDeriv.increment_mul {u p : R → R} {c t : R} (hu : UpperDeriv u c t)
    (hp : ContinuousAt p t) (h0 : 0 < p t) : UpperDeriv (fun s => (u s - u t) * p s) (c * p t) t := by
  intro ε hε
  have hM : 0 < abs c + 1 := by have := abs_nonneg c; clear hu hp; lin
  have hP : 0 < p t + 1 := by clear hu hp; lin
  obtain ⟨κ₁, k₁, m₁, m₂⟩ := exists_pos_le (div_pos (half_pos hε) hM) h0
  obtain ⟨κ, hκ, n₁, n₂⟩ := exists_pos_le k₁ zero_lt_one
  have hη := div_pos (half_pos hε) hP
  obtain ⟨δ₁, h₁, q⟩ := hu _ hη
  obtain ⟨δ₂, h₂, r⟩ := hp κ hκ
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have q' := q s hs (lt_of_lt_of_le hsδ l₁)
  have r' := r s (by rw [abs_of_nonneg (by clear hu hp q r; lin)]; exact lt_of_lt_of_le hsδ l₂)
  have r2 := abs_lt.1 r'
  clear hu hp q r
  have e1 := div_mul_cancel (a := ε / 2) (ne_of_gt hP)
  have e2 := mul_div_cancel (a := ε / 2) (ne_of_gt hM)
  -- `c (p s - p t)` and `η p s` are both at most `ε / 2`
  have b1 : c * (p s - p t) ≤ ε / 2 := by
    have a1 := le_abs_self (c * (p s - p t))
    rw [abs_mul] at a1
    have a2 := mul_le_mul (b := abs c + 1) (by lin) (le_of_lt (lt_of_lt_of_le r' (le_trans n₁ m₁)))
      (abs_nonneg _) (le_of_lt hM) (a := abs c)
    lin
  have b2 := mul_le_mul_left' (le_of_lt hη) (b := p s) (c := p t + 1) (by lin)
  have b3 := mul_le_mul_right' (a := p s) (by lin) q'
  have b4 := mul_le_mul_right' (a := s - t) (b := (c + ε / 2 / (p t + 1)) * p s) (c := c * p t + ε)
    (by lin) (by lin)
  show (u s - u t) * p s - (u t - u t) * p t ≤ (c * p t + ε) * (s - t)
  lin

/-- The product rule with a positive differentiable factor. -/
theorem UpperDeriv.mul_hasDerivAt {u p : R → R} {c p' t : R} (hu : UpperDeriv u c t)
    (hp : HasDerivAt p p' t) (h0 : 0 < p t) :
    UpperDeriv (fun s => u s * p s) (c * p t + u t * p') t :=
  ((hu.increment_mul hp.continuousAt h0).add_hasDerivAt (hp.const_mul (u t))).congr fun s => by
    clear hu hp; lin

/-- The absolute value grows at most as fast as the derivative is large. -/
theorem HasDerivAt.upperDeriv_abs {u : R → R} {u' t : R} (hu : HasDerivAt u u' t) :
    UpperDeriv (fun s => abs (u s)) (abs u') t := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := hu ε hε
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have e : abs (s - t) = s - t := abs_of_nonneg (by clear hu h; lin)
  have p := h s (by rw [e]; exact hsδ)
  have q := abs_add_le (u s - u t - u' * (s - t)) (u' * (s - t))
  have r := abs_add_le (u s - u t) (u t)
  rw [show u s - u t - u' * (s - t) + u' * (s - t) = u s - u t by clear hu h p q r; lin, abs_mul u', e] at q
  rw [show u s - u t + u t = u s by clear hu h p q r; lin] at r
  rw [e] at p
  dsimp only
  clear hu h; lin

/-! ## Monotonicity -/

/-- A continuous function grows at most as fast as the bound on its upper right derivative says. -/
theorem sub_le_of_upperDeriv_le {u : R → R} {a b M : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u M x) : u b - u a ≤ M * (b - a) := by
  have key : ∀ ε, 0 < ε → u b ≤ u a + (M + ε) * (b - a) := fun ε hε =>
    le_of_upperDeriv_lt (w := fun t => u a + (M + ε) * (t - a)) (w' := fun _ => M + ε) hab hu
      (fun x _ _ => ((hasDerivAt_const (u a) x).add
        (((hasDerivAt_id x).sub (hasDerivAt_const a x)).const_mul (M + ε))).congr_deriv
          (by clear hu hd; lin))
      (fun x h1 h2 _ => ⟨M, hd x h1 h2, by clear hu hd; lin⟩) (by clear hu hd; lin)
  have h : u b ≤ u a + M * (b - a) := le_of_forall_pos fun ε hε => by
    have hk : 0 < b - a + 1 := by clear hu hd key; lin
    have p := key (ε / (b - a + 1)) (div_pos hε hk)
    have e := div_mul_cancel (a := ε) (ne_of_gt hk)
    have q := div_pos hε hk
    generalize ε / (b - a + 1) = η at p e q
    clear hu hd key; lin
  clear hu hd key; lin

/-- A continuous function whose upper right derivative is nowhere positive does not increase. -/
theorem le_of_upperDeriv_nonpos {u : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u 0 x) : u b ≤ u a := by
  have h := sub_le_of_upperDeriv_le hab hu hd
  clear hu hd; lin

end Claims
