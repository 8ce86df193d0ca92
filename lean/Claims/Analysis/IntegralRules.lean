module

public import Claims.Analysis.FundamentalTheorem
public import Claims.Analysis.Continuity
public import Claims.Analysis.DerivVector

/-!
# Rules for integrals

Linearity, monotonicity, the triangle inequality, integration by parts and substitution, for integrals of
continuous functions. All of them follow from antiderivatives. The last section shows that lower and upper
sums come arbitrarily close to the integral of a continuous function.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {f g : R → R} {a b : R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Linearity -/

/-- The integral of a constant, with the ends in any order. -/
theorem integral_const (c a b : R) : integral (fun _ => c) a b = c * (b - a) := by
  rw [integral_eq_sub_of_continuous (fun x => continuousAt_const c x)
    (fun x => ((hasDerivAt_id x).const_mul c).congr_deriv (by lin)) a b]
  lin

/-- The integral of a sum. -/
theorem integral_add (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (hg : ∀ x, a ≤ x → x ≤ b → ContinuousAt g x) :
    integral (fun x => f x + g x) a b = integral f a b + integral g a b := by
  obtain ⟨F, hF⟩ := exists_antiderivative hab hf
  obtain ⟨G, hG⟩ := exists_antiderivative hab hg
  rw [integral_eq_sub hab hf hF, integral_eq_sub hab hg hG,
    integral_eq_sub hab (fun x h1 h2 => (hf x h1 h2).add (hg x h1 h2))
      (fun x h1 h2 => (hF x h1 h2).add (hG x h1 h2))]
  clear hf hg hF hG; lin

/-- The integral of a difference. -/
theorem integral_sub (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (hg : ∀ x, a ≤ x → x ≤ b → ContinuousAt g x) :
    integral (fun x => f x - g x) a b = integral f a b - integral g a b := by
  obtain ⟨F, hF⟩ := exists_antiderivative hab hf
  obtain ⟨G, hG⟩ := exists_antiderivative hab hg
  rw [integral_eq_sub hab hf hF, integral_eq_sub hab hg hG,
    integral_eq_sub hab (fun x h1 h2 => (hf x h1 h2).sub (hg x h1 h2))
      (fun x h1 h2 => (hF x h1 h2).sub (hG x h1 h2))]
  clear hf hg hF hG; lin

/-- A constant factor comes out of the integral. -/
theorem integral_const_mul (c : R) (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    integral (fun x => c * f x) a b = c * integral f a b := by
  obtain ⟨F, hF⟩ := exists_antiderivative hab hf
  rw [integral_eq_sub hab hf hF, integral_eq_sub hab (fun x h1 h2 => (hf x h1 h2).const_mul c)
    (fun x h1 h2 => (hF x h1 h2).const_mul c)]
  clear hf hF; lin

/-- The integral of the opposite function. -/
theorem integral_neg (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    integral (fun x => -f x) a b = -integral f a b := by
  obtain ⟨F, hF⟩ := exists_antiderivative hab hf
  rw [integral_eq_sub hab hf hF, integral_eq_sub hab (fun x h1 h2 => (hf x h1 h2).neg)
    (fun x h1 h2 => (hF x h1 h2).neg)]
  clear hf hF; lin

/-- The integral of a finite sum. -/
theorem integral_sum {n : Nat} {f : Fin n → R → R} (hab : a ≤ b)
    (hf : ∀ i x, a ≤ x → x ≤ b → ContinuousAt (f i) x) :
    integral (fun x => sum (fun i => f i x)) a b = sum (fun i => integral (f i) a b) := by
  obtain ⟨F, hF⟩ := Classical.skolem.1 fun i => exists_antiderivative hab (hf i)
  rw [integral_eq_sub hab (fun x h1 h2 => ContinuousAt.sum fun i => hf i x h1 h2)
    (fun x h1 h2 => HasDerivAt.sum fun i => hF i x h1 h2), ← sum_sub]
  exact sum_congr fun i => (integral_eq_sub hab (hf i) (hF i)).symm

/-- Additivity over adjacent intervals, for a continuous function. -/
theorem integral_add_integral {c : R} (hab : a ≤ b) (hbc : b ≤ c)
    (hf : ∀ x, a ≤ x → x ≤ c → ContinuousAt f x) :
    integral f a b + integral f b c = integral f a c :=
  integral_add_adjacent (boundedOn_of_continuous (le_trans hab hbc) hf) (le_rfl a) (le_trans hab hbc) hab hbc
    (le_trans hab hbc) (le_rfl c)

/-! ## Order -/

/-- Integrals compare as the functions do. -/
theorem integral_mono (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (hg : ∀ x, a ≤ x → x ≤ b → ContinuousAt g x) (hle : ∀ x, a ≤ x → x ≤ b → f x ≤ g x) :
    integral f a b ≤ integral g a b := by
  have hc := fun x h1 h2 => (hg x h1 h2).sub (hf x h1 h2)
  have p := mul_le_integral hab (boundedOn_of_continuous hab hc) (m := 0)
    fun t h1 h2 => by have := hle t h1 h2; clear hf hg hle hc; lin
  rw [integral_sub hab hg hf] at p
  clear hf hg hle hc; lin

/-- The integral of a nonnegative continuous function is nonnegative. -/
theorem integral_nonneg (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 ≤ f x) : 0 ≤ integral f a b := by
  have p := mul_le_integral hab (boundedOn_of_continuous hab hf) h0
  clear hf h0; lin

/-- The integral of a function bounded by `M` is at most `M` times the length, in absolute value. -/
theorem abs_integral_le {M : R} (hab : a ≤ b) (hM : ∀ x, a ≤ x → x ≤ b → abs (f x) ≤ M) :
    abs (integral f a b) ≤ M * (b - a) := by
  have p := mul_le_integral hab ⟨M, hM⟩ fun t h1 h2 => (abs_le.1 (hM t h1 h2)).1
  have q := integral_le_mul hab ⟨M, hM⟩ fun t h1 h2 => (abs_le.1 (hM t h1 h2)).2
  exact abs_le.2 ⟨by clear hM; lin, q⟩

/-- The triangle inequality for integrals. -/
theorem abs_integral_le_integral_abs (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    abs (integral f a b) ≤ integral (fun x => abs (f x)) a b := by
  have ha := fun x h1 h2 => (hf x h1 h2).abs_comp
  have p := integral_mono hab hf ha fun x _ _ => le_abs_self (f x)
  have q := integral_mono hab (fun x h1 h2 => (ha x h1 h2).neg) hf fun x _ _ => neg_abs_le (f x)
  rw [integral_neg hab ha] at q
  exact abs_le.2 ⟨q, p⟩

/-- The integral of a nonnegative continuous function that is positive somewhere is positive. -/
theorem integral_pos {x : R} (hab : a < b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 ≤ f x) (hax : a ≤ x) (hxb : x ≤ b) (hx : 0 < f x) : 0 < integral f a b := by
  have hle := le_of_lt hab
  -- the integral up to `t` is monotone with derivative `f t`; were it zero at `b`, it would be zero throughout
  have hd := fun t h1 h2 => hasDerivAt_integral hf (le_rfl a) hle (x := t) h1 h2
  have hn := integral_nonneg hle hf h0
  rcases lt_or_eq_of_le hn with h | h
  · exact h
  · obtain ⟨δ, hδ, k⟩ := (hd x hax hxb) (f x / 2) (half_pos hx)
    have hz : ∀ t, a ≤ t → t ≤ b → integral f a t = 0 := fun t h1 h2 => by
      have p := integral_nonneg h1 (fun s k1 k2 => hf s k1 (le_trans k2 h2))
        fun s k1 k2 => h0 s k1 (le_trans k2 h2)
      have q := integral_nonneg h2 (fun s k1 k2 => hf s (le_trans h1 k1) k2)
        fun s k1 k2 => h0 s (le_trans h1 k1) k2
      have r := integral_add_integral h1 h2 hf
      clear hf h0 hd k; lin
    -- a point of `[a, b]` near `x`, on either side
    have hy : ∃ y, a ≤ y ∧ y ≤ b ∧ y ≠ x ∧ abs (y - x) < δ := by
      obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le (half_pos hδ) (half_pos (a := b - a) (by clear hf h0 hd k hz; lin))
      rcases le_total x ((a + b) / 2) with h' | h'
      · refine ⟨x + c, ?_, ?_, ?_, ?_⟩
        · clear hf h0 hd k hz; lin
        · clear hf h0 hd k hz; lin
        · clear hf h0 hd k hz; lin
        · rw [abs_of_nonneg (by clear hf h0 hd k hz; lin)]; clear hf h0 hd k hz; lin
      · refine ⟨x - c, ?_, ?_, ?_, ?_⟩
        · clear hf h0 hd k hz; lin
        · clear hf h0 hd k hz; lin
        · clear hf h0 hd k hz; lin
        · rw [abs_of_nonpos (by clear hf h0 hd k hz; lin)]; clear hf h0 hd k hz; lin
    obtain ⟨y, hay, hyb, hyx, hyδ⟩ := hy
    have p : abs (integral f a y - integral f a x - f x * (y - x)) ≤ f x / 2 * abs (y - x) := k y hyδ
    have hp := abs_pos (x := y - x) (by clear hf h0 hd k hz p; lin)
    rw [hz y hay hyb, hz x hax hxb, show (0 : R) - 0 - f x * (y - x) = -(f x * (y - x)) by
      clear hf h0 hd k hz; lin, abs_neg, abs_mul, abs_of_nonneg (le_of_lt hx)] at p
    have q := mul_pos hx hp
    clear hf h0 hd k hz; lin

/-- A nonnegative continuous function with integral zero vanishes. -/
theorem eq_zero_of_integral_eq_zero {x : R} (hab : a < b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 ≤ f x) (hi : integral f a b = 0) (hax : a ≤ x) (hxb : x ≤ b) : f x = 0 := by
  rcases lt_or_eq_of_le (h0 x hax hxb) with h | h
  · have p := integral_pos hab hf h0 hax hxb h
    clear hf h0; lin
  · exact h.symm

/-- A function whose derivative is at most a continuous `g` grows at most by the integral of `g`. -/
theorem sub_le_integral_of_deriv_le {f' : R → R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hg : ∀ x, a ≤ x → x ≤ b → ContinuousAt g x)
    (hle : ∀ x, a ≤ x → x ≤ b → f' x ≤ g x) : f b - f a ≤ integral g a b := by
  have h : integral g a a - f a ≤ integral g a b - f b := le_of_deriv_nonneg hab
    (fun x h1 h2 => (hasDerivAt_integral hg (le_rfl a) hab h1 h2).sub (hf x h1 h2))
    (fun x h1 h2 => by have := hle x h1 h2; clear hf hg hle; lin)
  rw [integral_self] at h
  clear hf hg hle; lin

/-! ## Integration by parts and substitution -/

/-- Integration by parts. -/
theorem integral_by_parts {u u' v v' : R → R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x) (hv : ∀ x, a ≤ x → x ≤ b → HasDerivAt v (v' x) x)
    (hu' : ∀ x, a ≤ x → x ≤ b → ContinuousAt u' x) (hv' : ∀ x, a ≤ x → x ≤ b → ContinuousAt v' x) :
    integral (fun x => u x * v' x) a b = u b * v b - u a * v a - integral (fun x => u' x * v x) a b := by
  have c1 := fun x h1 h2 => (hu' x h1 h2).mul (hv x h1 h2).continuousAt
  have c2 := fun x h1 h2 => (hu x h1 h2).continuousAt.mul (hv' x h1 h2)
  have h := integral_eq_sub hab (fun x h1 h2 => (c1 x h1 h2).add (c2 x h1 h2))
    (fun x h1 h2 => (hu x h1 h2).mul (hv x h1 h2))
  rw [integral_add hab c1 c2] at h
  clear hu hv hu' hv' c1 c2; lin

/-- Substitution: `φ` maps `[a, b]` into an interval `[p, q]` on which `f` is continuous. -/
theorem integral_comp_mul_deriv {φ φ' : R → R} {p q : R} (hab : a ≤ b)
    (hφ : ∀ x, a ≤ x → x ≤ b → HasDerivAt φ (φ' x) x) (hφ' : ∀ x, a ≤ x → x ≤ b → ContinuousAt φ' x)
    (hin : ∀ x, a ≤ x → x ≤ b → p ≤ φ x ∧ φ x ≤ q) (hf : ∀ y, p ≤ y → y ≤ q → ContinuousAt f y) :
    integral (fun x => f (φ x) * φ' x) a b = integral f (φ a) (φ b) := by
  have ha := hin a (le_rfl a) hab
  have hb := hin b hab (le_rfl b)
  obtain ⟨F, hF⟩ := exists_antiderivative (le_trans ha.1 ha.2) hf
  rw [integral_eq_sub_of_mem hf hF ha.1 ha.2 hb.1 hb.2]
  exact integral_eq_sub (F := fun x => F (φ x)) hab
    (fun x h1 h2 => ((hf _ (hin x h1 h2).1 (hin x h1 h2).2).comp (hφ x h1 h2).continuousAt).mul (hφ' x h1 h2))
    (fun x h1 h2 => (hF _ (hin x h1 h2).1 (hin x h1 h2).2).comp (hφ x h1 h2))

/-! ## Approximation by sums -/

/-- Lower sums come arbitrarily close to the integral of a continuous function from below. -/
theorem exists_lowerSum_gt {ε : R} (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hε : 0 < ε) :
    ∃ s, LowerSum f a b s ∧ s ≤ integral f a b ∧ integral f a b - ε < s := Classical.byContradiction fun hno => by
  obtain ⟨hub, hlub⟩ := lowerIntegral_spec hab (boundedOn_of_continuous hab hf)
  rw [integral_of_le hab] at hno
  have p := hlub (lowerIntegral f a b - ε) fun s hs =>
    le_of_not_gt fun h => hno ⟨s, hs, hub s hs, h⟩
  clear hub hlub hno hf; lin

/-- Upper sums come arbitrarily close to the integral of a continuous function from above. -/
theorem exists_upperSum_lt {ε : R} (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) (hε : 0 < ε) :
    ∃ s, UpperSum f a b s ∧ integral f a b ≤ s ∧ s < integral f a b + ε := by
  obtain ⟨s, hs, h1, h2⟩ := exists_lowerSum_gt hab (fun x k1 k2 => (hf x k1 k2).neg) hε
  rw [integral_neg hab hf] at h1 h2
  exact ⟨-s, hs.cast (by clear hs hf; lin), by clear hs hf; lin, by clear hs hf; lin⟩

end Claims
