module

public import Claims.Flow.VectorFlow
public import Claims.Functions.Exp

/-!
# Locally Lipschitz functions

A function `f t x` of the time and the state that is continuous in time and, on bounded times and states, bounded
and Lipschitz in the state. Such functions are closed under sums, products, inverses of functions that are bounded
away from zero, and composition with a function that has a continuous derivative, so that a field that is written
down with these operations is locally Lipschitz by inspection.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u v

open Lean.Grind

variable {R : Type u} [Reals R] {ι : Type v} {n d m : Nat} {f g : R → (ι → R) → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- `f` is continuous in time and, for bounded times and coordinates, bounded and Lipschitz in the state: states whose
coordinates differ by at most `M` have values that differ by at most `K M`. -/
structure LocallyLipschitz (f : R → (ι → R) → R) : Prop where
  /-- The value at a fixed state is continuous in time. -/
  continuousAt : ∀ x t, ContinuousAt (fun s => f s x) t
  /-- One constant that bounds the values and is a Lipschitz constant. -/
  exists_const : ∀ T ρ, ∃ K, 0 ≤ K ∧ (∀ t x, abs t ≤ T → (∀ j, abs (x j) ≤ ρ) → abs (f t x) ≤ K) ∧
    ∀ t x y M, abs t ≤ T → (∀ j, abs (x j) ≤ ρ) → (∀ j, abs (y j) ≤ ρ) → 0 ≤ M →
      (∀ j, abs (x j - y j) ≤ M) → abs (f t x - f t y) ≤ K * M

/-! ## Rules -/

/-- A continuous function of time alone is locally Lipschitz. -/
theorem locallyLipschitz_time {c : R → R} (hc : ∀ t, ContinuousAt c t) :
    LocallyLipschitz (fun t (_ : ι → R) => c t) :=
  ⟨fun _ t => hc t, fun T ρ => by
    obtain ⟨C, hC⟩ := exists_bound_abs_le hc T
    refine ⟨abs C, abs_nonneg C, fun t x ht _ => le_trans (hC t ht) (le_abs_self C), fun t x y M _ _ _ hM _ => ?_⟩
    rw [show c t - c t = 0 by clear hc hC; lin, abs_zero]
    exact mul_nonneg (abs_nonneg C) hM⟩

/-- Constants are locally Lipschitz. -/
theorem locallyLipschitz_const (c : R) : LocallyLipschitz (fun (_ : R) (_ : ι → R) => c) :=
  locallyLipschitz_time fun t => continuousAt_const c t

/-- The coordinates of the state are locally Lipschitz. -/
theorem locallyLipschitz_coord (j : ι) : LocallyLipschitz (fun (_ : R) (x : ι → R) => x j) :=
  ⟨fun x t => continuousAt_const (x j) t, fun T ρ => by
    have h0 := abs_nonneg ρ
    have h1 := le_abs_self ρ
    refine ⟨abs ρ + 1, by lin, fun t x _ hx => le_trans (hx j) (by clear hx; lin), fun t x y M _ _ _ hM h => ?_⟩
    have p := mul_nonneg h0 hM
    have q := h j
    clear h; lin⟩

/-- The sum of locally Lipschitz functions. -/
theorem LocallyLipschitz.add (hf : LocallyLipschitz f) (hg : LocallyLipschitz g) :
    LocallyLipschitz (fun t x => f t x + g t x) :=
  ⟨fun x t => (hf.continuousAt x t).add (hg.continuousAt x t), fun T ρ => by
    obtain ⟨K, hK, hfb, hfl⟩ := hf.exists_const T ρ
    obtain ⟨L, hL, hgb, hgl⟩ := hg.exists_const T ρ
    refine ⟨K + L, by clear hf hg hfb hfl hgb hgl; lin, fun t x ht hx => ?_, fun t x y M ht hx hy hM h => ?_⟩
    · have p := hfb t x ht hx
      have q := hgb t x ht hx
      have a := abs_add_le (f t x) (g t x)
      clear hf hg hfb hfl hgb hgl hx; lin
    · have p := hfl t x y M ht hx hy hM h
      have q := hgl t x y M ht hx hy hM h
      have a := abs_add_le (f t x - f t y) (g t x - g t y)
      rw [show f t x - f t y + (g t x - g t y) = f t x + g t x - (f t y + g t y) by
        clear hf hg hfb hfl hgb hgl hx hy h p q; lin] at a
      clear hf hg hfb hfl hgb hgl hx hy h; lin⟩

/-- The product of locally Lipschitz functions. -/
theorem LocallyLipschitz.mul (hf : LocallyLipschitz f) (hg : LocallyLipschitz g) :
    LocallyLipschitz (fun t x => f t x * g t x) :=
  ⟨fun x t => (hf.continuousAt x t).mul (hg.continuousAt x t), fun T ρ => by
    obtain ⟨K, hK, hfb, hfl⟩ := hf.exists_const T ρ
    obtain ⟨L, hL, hgb, hgl⟩ := hg.exists_const T ρ
    have hKL := mul_nonneg hK hL
    refine ⟨2 * (K * L), by clear hf hg hfb hfl hgb hgl; lin, fun t x ht hx => ?_, fun t x y M ht hx hy hM h => ?_⟩
    · have p := mul_le_mul (hfb t x ht hx) (hgb t x ht hx) (abs_nonneg _) hK
      rw [abs_mul]
      clear hf hg hfb hfl hgb hgl hx; lin
    · have p := mul_le_mul (hfl t x y M ht hx hy hM h) (hgb t x ht hx) (abs_nonneg _) (mul_nonneg hK hM)
      have q := mul_le_mul (hfb t y ht hy) (hgl t x y M ht hx hy hM h) (abs_nonneg _) hK
      rw [← abs_mul] at p q
      have a := abs_add_le ((f t x - f t y) * g t x) (f t y * (g t x - g t y))
      rw [show (f t x - f t y) * g t x + f t y * (g t x - g t y) = f t x * g t x - f t y * g t y by
        clear hf hg hfb hfl hgb hgl hx hy h p q; lin] at a
      clear hf hg hfb hfl hgb hgl hx hy h; lin⟩

/-- A constant multiple of a locally Lipschitz function. -/
theorem LocallyLipschitz.const_mul (c : R) (hf : LocallyLipschitz f) : LocallyLipschitz (fun t x => c * f t x) :=
  (locallyLipschitz_const c).mul hf

/-- The opposite of a locally Lipschitz function. -/
theorem LocallyLipschitz.neg (hf : LocallyLipschitz f) : LocallyLipschitz (fun t x => -f t x) := by
  rw [show (fun t x => -f t x) = fun t x => -1 * f t x from funext fun t => funext fun x => by clear hf; lin]
  exact hf.const_mul (-1)

/-- The difference of locally Lipschitz functions. -/
theorem LocallyLipschitz.sub (hf : LocallyLipschitz f) (hg : LocallyLipschitz g) :
    LocallyLipschitz (fun t x => f t x - g t x) := by
  rw [show (fun t x => f t x - g t x) = fun t x => f t x + -g t x from
    funext fun t => funext fun x => by clear hf hg; lin]
  exact hf.add hg.neg

/-- A finite sum of locally Lipschitz functions. -/
theorem LocallyLipschitz.sum {f : Fin n → R → (ι → R) → R} (hf : ∀ k, LocallyLipschitz (f k)) :
    LocallyLipschitz (fun t x => Claims.sum (fun k => f k t x)) := by
  induction n with
  | zero => exact locallyLipschitz_const 0
  | succ n ih => exact (hf 0).add (ih fun k => hf k.succ)

/-- The dot product of two vectors with locally Lipschitz entries. -/
theorem LocallyLipschitz.dot {f g : R → (ι → R) → Fin d → R} (hf : ∀ a, LocallyLipschitz (fun t x => f t x a))
    (hg : ∀ a, LocallyLipschitz (fun t x => g t x a)) : LocallyLipschitz (fun t x => Claims.dot (f t x) (g t x)) :=
  LocallyLipschitz.sum fun a => (hf a).mul (hg a)

/-- The image of a vector with locally Lipschitz entries under a matrix with continuous entries. -/
theorem LocallyLipschitz.mulVec {A : R → Fin m → Fin d → R} {g : R → (ι → R) → Fin d → R}
    (hA : ∀ i a t, ContinuousAt (fun s => A s i a) t) (hg : ∀ a, LocallyLipschitz (fun t x => g t x a)) (i : Fin m) :
    LocallyLipschitz (fun t x => Claims.mulVec (A t) (g t x) i) :=
  LocallyLipschitz.dot (f := fun t _ => A t i) (fun a => locallyLipschitz_time fun t => hA i a t) hg

/-- A function with a continuous derivative, of a locally Lipschitz function. -/
theorem LocallyLipschitz.comp_deriv {φ φ' : R → R} (hφ : ∀ u, HasDerivAt φ (φ' u) u)
    (hφ' : ∀ u, ContinuousAt φ' u) (hf : LocallyLipschitz f) : LocallyLipschitz (fun t x => φ (f t x)) :=
  ⟨fun x t => (hφ (f t x)).continuousAt.comp (hf.continuousAt x t), fun T ρ => by
    obtain ⟨K, hK, hfb, hfl⟩ := hf.exists_const T ρ
    obtain ⟨C, hC⟩ := exists_bound_abs_le (fun u => (hφ u).continuousAt) K
    obtain ⟨D, hD⟩ := exists_bound_abs_le hφ' K
    have hC0 := abs_nonneg C
    have hD0 := abs_nonneg D
    have hDK := mul_nonneg hD0 hK
    refine ⟨abs C + abs D * K, by clear hφ hφ' hf hfb hfl hC hD; lin, fun t x ht hx => ?_,
      fun t x y M ht hx hy hM h => ?_⟩
    · have p := hC _ (hfb t x ht hx)
      have := le_abs_self C
      clear hφ hφ' hf hfb hfl hC hD hx; lin
    · have p := abs_sub_le_of_deriv' (f := φ) (f' := φ') (M := abs D) (abs_le.1 (hfb t y ht hy))
        (abs_le.1 (hfb t x ht hx)) (fun u _ _ => hφ u)
        fun u h1 h2 => le_trans (hD u (abs_le.2 ⟨h1, h2⟩)) (le_abs_self D)
      have q := mul_le_mul_left' hD0 (hfl t x y M ht hx hy hM h)
      have r := mul_nonneg hC0 hM
      clear hφ hφ' hf hfb hfl hC hD hx hy h; lin⟩

/-- The exponential of a locally Lipschitz function. -/
theorem LocallyLipschitz.exp (hf : LocallyLipschitz f) : LocallyLipschitz (fun t x => Claims.exp (f t x)) :=
  hf.comp_deriv hasDerivAt_exp fun u => (hasDerivAt_exp u).continuousAt

/-- The inverse of a positive locally Lipschitz function that is bounded away from zero on bounded sets. -/
theorem LocallyLipschitz.inv (hf : LocallyLipschitz f) (h0 : ∀ t x, 0 < f t x)
    (hpos : ∀ T ρ, ∃ c, 0 < c ∧ ∀ t x, abs t ≤ T → (∀ j, abs (x j) ≤ ρ) → c ≤ f t x) :
    LocallyLipschitz (fun t x => (f t x)⁻¹) :=
  ⟨fun x t => (hf.continuousAt x t).inv (ne_of_gt (h0 t x)), fun T ρ => by
    obtain ⟨K, hK, _, hfl⟩ := hf.exists_const T ρ
    obtain ⟨c, hc, hcf⟩ := hpos T ρ
    have hi := le_of_lt (inv_pos hc)
    have hii := mul_nonneg hi hi
    have hb : ∀ t x, abs t ≤ T → (∀ j, abs (x j) ≤ ρ) → abs (f t x)⁻¹ ≤ c⁻¹ := fun t x ht hx => by
      rw [abs_of_nonneg (inv_nonneg (le_of_lt (h0 t x)))]
      exact inv_le_inv hc (hcf t x ht hx)
    have hKi := mul_nonneg hK hii
    refine ⟨c⁻¹ + K * (c⁻¹ * c⁻¹), by clear hf h0 hpos hfl hcf hb; lin, fun t x ht hx => ?_,
      fun t x y M ht hx hy hM h => ?_⟩
    · have p := hb t x ht hx
      clear hf h0 hpos hfl hcf hb hx; lin
    · have e1 := mul_inv_cancel (ne_of_gt (h0 t x))
      have e2 := mul_inv_cancel (ne_of_gt (h0 t y))
      have p := mul_le_mul (hb t x ht hx) (hb t y ht hy) (abs_nonneg _) hi
      have q := mul_le_mul (hfl t x y M ht hx hy hM h) p (mul_nonneg (abs_nonneg _) (abs_nonneg _))
        (mul_nonneg hK hM)
      rw [← abs_mul, ← abs_mul, ← abs_neg] at q
      rw [show -((f t x - f t y) * ((f t x)⁻¹ * (f t y)⁻¹)) = (f t x)⁻¹ - (f t y)⁻¹ by
        clear hf h0 hpos hfl hcf hb hx hy h p q; lin] at q
      have r := mul_nonneg hi hM
      generalize c⁻¹ = k at *
      clear hf h0 hpos hfl hcf hb hx hy h e1 e2; lin⟩

/-! ## Fields with locally Lipschitz coordinates -/

/-- Finitely many locally Lipschitz functions have a common constant. -/
theorem exists_const_of_locallyLipschitz {F : R → (ι → R) → ι → R} (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hF : ∀ i, LocallyLipschitz (fun t x => F t x i)) (T ρ : R) : ∃ K, 0 ≤ K ∧
      (∀ t x i, abs t ≤ T → (∀ j, abs (x j) ≤ ρ) → abs (F t x i) ≤ K) ∧
      ∀ t x y M i, abs t ≤ T → (∀ j, abs (x j) ≤ ρ) → (∀ j, abs (y j) ≤ ρ) → 0 ≤ M →
        (∀ j, abs (x j - y j) ≤ M) → abs (F t x i - F t y i) ≤ K * M := by
  obtain ⟨C, hC⟩ := Classical.skolem.1 fun i => (hF i).exists_const T ρ
  obtain ⟨K, hK⟩ := hfin C
  have hk := le_abs_self K
  refine ⟨abs K, abs_nonneg K, fun t x i ht hx => ?_, fun t x y M i ht hx hy hM h => ?_⟩
  · have p := (hC i).2.1 t x ht hx
    have q := hK i
    clear hfin hF hC hK hx; lin
  · have p := (hC i).2.2 t x y M ht hx hy hM h
    have q := mul_le_mul_right' hM (le_trans (hK i) hk)
    clear hfin hF hC hK hx hy h; lin

end Claims
