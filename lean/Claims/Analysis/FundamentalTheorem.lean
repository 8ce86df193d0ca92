module

public import Claims.Analysis.Integral
public import Claims.Analysis.Monotone

/-!
# The fundamental theorem of calculus

The integral of a continuous function, as a function of its upper end, has the integrand as derivative;
continuous functions have antiderivatives; and the integral of a continuous function is the difference of
the values of any antiderivative (Newton and Leibniz).
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {f : R → R} {a b c d x : R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The derivative of the integral -/

/-- When `f` is within `ε` of `c` between `x` and `y`, its integral is within `ε |y - x|` of `c (y - x)`. -/
theorem abs_integral_sub_le {y ε : R} (h : ∀ t, abs (t - x) ≤ abs (y - x) → abs (f t - c) ≤ ε) :
    abs (integral f x y - c * (y - x)) ≤ ε * abs (y - x) := by
  -- the bounds on an interval `[u, v]` inside the range of `h`
  have key : ∀ u v, u ≤ v → (∀ t, u ≤ t → t ≤ v → abs (t - x) ≤ abs (y - x)) →
      (c - ε) * (v - u) ≤ lowerIntegral f u v ∧ lowerIntegral f u v ≤ (c + ε) * (v - u) := by
    intro u v huv hin
    have hb : ∀ t, u ≤ t → t ≤ v → c - ε ≤ f t ∧ f t ≤ c + ε := fun t h1 h2 => by
      have p := abs_le.1 (h t (hin t h1 h2))
      clear h hin; constructor <;> lin
    have hB : BoundedOn f u v := ⟨abs c + ε, fun t h1 h2 => by
      have p := hb t h1 h2
      have q1 := le_abs_self c
      have q2 := neg_abs_le c
      exact abs_le.2 ⟨by clear h hin hb; lin, by clear h hin hb; lin⟩⟩
    exact ⟨mul_le_lowerIntegral huv hB fun t h1 h2 => (hb t h1 h2).1,
      lowerIntegral_le_mul huv hB fun t h1 h2 => (hb t h1 h2).2⟩
  rcases le_total x y with hxy | hxy
  · have e : abs (y - x) = y - x := abs_of_nonneg (by clear h key; lin)
    have k := key x y hxy fun t h1 h2 => by
      rw [e, abs_of_nonneg (by clear h key; lin)]; clear h key; lin
    rw [e, integral_of_le hxy]
    exact abs_le.2 ⟨by clear h key; lin, by clear h key; lin⟩
  · have e : abs (y - x) = x - y := by rw [abs_of_nonpos (by clear h key; lin)]; clear h key; lin
    have k := key y x hxy fun t h1 h2 => by
      rw [e, abs_of_nonpos (by clear h key; lin)]; clear h key; lin
    rw [e, integral_of_ge hxy]
    exact abs_le.2 ⟨by clear h key; lin, by clear h key; lin⟩

/-- The fundamental theorem at one point: where a bounded `f` is continuous, the integral from `c` has
derivative `f x`. -/
theorem hasDerivAt_integral_of_bounded {p q : R} (hf : BoundedOn f p q) (hpc : p ≤ c) (hcq : c ≤ q)
    (hpx : p < x) (hxq : x < q) (hx : ContinuousAt f x) : HasDerivAt (fun y => integral f c y) (f x) x := by
  intro ε hε
  obtain ⟨δ₁, h₁, h⟩ := hx ε hε
  obtain ⟨δ₂, h₂, l1, l2⟩ := exists_pos_le (a := x - p) (b := q - x) (by clear hf hx h; lin)
    (by clear hf hx h; lin)
  obtain ⟨δ, hδ, k1, k2⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have hy' := abs_lt.1 hy
  have hadd := integral_add_adjacent hf hpc hcq (le_of_lt hpx) (le_of_lt hxq)
    (c := y) (by clear hf hx h; lin) (by clear hf hx h; lin)
  have e : integral f c y - integral f c x = integral f x y := by clear hf hx h; lin
  rw [e]
  exact abs_integral_sub_le fun t ht => le_of_lt (h t (by clear hf hx h; lin))

/-- A function that is continuous on `[a, b]` is bounded on a slightly larger interval. -/
theorem exists_boundedOn_near (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    ∃ δ, 0 < δ ∧ BoundedOn f (a - δ) (b + δ) := by
  obtain ⟨M, hM0, hM⟩ := exists_bound_of_continuous hab hf
  obtain ⟨δ₁, h₁, k1⟩ := (hf a (le_rfl a) hab).bounded
  obtain ⟨δ₂, h₂, k2⟩ := (hf b hab (le_rfl b)).bounded
  obtain ⟨δ, hδ, l1, l2⟩ := exists_pos_le (half_pos h₁) (half_pos h₂)
  have ha := hM a (le_rfl a) hab
  have hb := hM b hab (le_rfl b)
  refine ⟨δ, hδ, M + 1, fun x h1 h2 => ?_⟩
  rcases lt_or_ge x a with h | h
  · have p := k1 x (by rw [abs_of_nonpos (by clear hf hM k1 k2; lin)]; clear hf hM k1 k2; lin)
    clear hf hM k1 k2; lin
  · rcases lt_or_ge b x with h' | h'
    · have p := k2 x (by rw [abs_of_nonneg (by clear hf hM k1 k2; lin)]; clear hf hM k1 k2; lin)
      clear hf hM k1 k2; lin
    · have p := hM x h h'
      clear hf hM k1 k2; lin

/-- The fundamental theorem: for `f` continuous on `[a, b]`, the integral from a point of `[a, b]` to `x` has
derivative `f x` at every point of `[a, b]`. -/
theorem hasDerivAt_integral (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hac : a ≤ c) (hcb : c ≤ b)
    (hax : a ≤ x) (hxb : x ≤ b) : HasDerivAt (fun y => integral f c y) (f x) x := by
  obtain ⟨δ, hδ, hB⟩ := exists_boundedOn_near (le_trans hac hcb) hf
  exact hasDerivAt_integral_of_bounded hB (by clear hf hB; lin) (by clear hf hB; lin) (by clear hf hB; lin)
    (by clear hf hB; lin) (hf x hax hxb)

/-- The fundamental theorem for a function that is continuous everywhere. -/
theorem hasDerivAt_integral_of_continuous (hf : ∀ x, ContinuousAt f x) (c x : R) :
    HasDerivAt (fun y => integral f c y) (f x) x := by
  rcases le_total c x with h | h
  · exact hasDerivAt_integral (fun y _ _ => hf y) (le_rfl c) h h (le_rfl x)
  · exact hasDerivAt_integral (fun y _ _ => hf y) h (le_rfl c) (le_rfl x) h

/-! ## Antiderivatives -/

/-- A continuous function on `[a, b]` has an antiderivative there. -/
theorem exists_antiderivative (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    ∃ F : R → R, ∀ x, a ≤ x → x ≤ b → HasDerivAt F (f x) x :=
  ⟨fun y => integral f a y, fun _ h1 h2 => hasDerivAt_integral hf (le_rfl a) hab h1 h2⟩

/-- A function that is continuous everywhere has an antiderivative. -/
theorem exists_antiderivative_of_continuous (hf : ∀ x, ContinuousAt f x) :
    ∃ F : R → R, ∀ x, HasDerivAt F (f x) x :=
  ⟨fun y => integral f 0 y, hasDerivAt_integral_of_continuous hf 0⟩

/-- The formula of Newton and Leibniz: the integral of a continuous derivative over `[a, b]`. -/
theorem integral_eq_sub {F : R → R} (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (hF : ∀ x, a ≤ x → x ≤ b → HasDerivAt F (f x) x) : integral f a b = F b - F a := by
  have h : integral f a b - F b = integral f a a - F a := eq_of_deriv_zero hab fun x h1 h2 =>
    ((hasDerivAt_integral hf (le_rfl a) hab h1 h2).sub (hF x h1 h2)).congr_deriv (by clear hf hF; lin)
  rw [integral_self] at h
  clear hf hF; lin

/-- The formula of Newton and Leibniz between two points of `[a, b]` in either order. -/
theorem integral_eq_sub_of_mem {F : R → R} (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (hF : ∀ x, a ≤ x → x ≤ b → HasDerivAt F (f x) x) (hac : a ≤ c) (hcb : c ≤ b) (had : a ≤ d) (hdb : d ≤ b) :
    integral f c d = F d - F c := by
  rcases le_total c d with h | h
  · exact integral_eq_sub h (fun x h1 h2 => hf x (le_trans hac h1) (le_trans h2 hdb))
      (fun x h1 h2 => hF x (le_trans hac h1) (le_trans h2 hdb))
  · have k := integral_eq_sub h (fun x h1 h2 => hf x (le_trans had h1) (le_trans h2 hcb))
      (fun x h1 h2 => hF x (le_trans had h1) (le_trans h2 hcb))
    rw [integral_symm, k]
    clear hf hF; lin

/-- The formula of Newton and Leibniz for a function that is continuous everywhere. -/
theorem integral_eq_sub_of_continuous {F : R → R} (hf : ∀ x, ContinuousAt f x)
    (hF : ∀ x, HasDerivAt F (f x) x) (a b : R) : integral f a b = F b - F a := by
  rcases le_total a b with h | h
  · exact integral_eq_sub h (fun x _ _ => hf x) (fun x _ _ => hF x)
  · rw [integral_symm, integral_eq_sub h (fun x _ _ => hf x) (fun x _ _ => hF x)]
    clear hf hF; lin

/-- A continuous function is on `[a, b]` the derivative of one function only, up to a constant. -/
theorem antiderivative_unique {F G : R → R} (hF : ∀ x, a ≤ x → x ≤ b → HasDerivAt F (f x) x)
    (hG : ∀ x, a ≤ x → x ≤ b → HasDerivAt G (f x) x) (hax : a ≤ x) (hxb : x ≤ b) :
    F x - F a = G x - G a := by
  have h : F x - G x = F a - G a := eq_of_deriv_zero hax fun t h1 h2 =>
    ((hF t h1 (le_trans h2 hxb)).sub (hG t h1 (le_trans h2 hxb))).congr_deriv (by clear hF hG; lin)
  clear hF hG; lin

end Claims
