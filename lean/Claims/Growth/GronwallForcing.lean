module

public import Claims.Growth.UpperDerivRules

/-!
# Gronwall's inequality with variable coefficients

`u' ≤ k(t) u + δ(t)` by the integrating factor: with an antiderivative `P` of `k` and an antiderivative `D` of
`e^(-P) δ`, the function `u e^(-P) - D` does not increase. The forms for a constant rate, a constant forcing, a
decaying forcing and a negative rate, and the bounds from below, are special cases. All are stated on an
interval `[a, b]`, for continuous functions and upper right derivatives.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The integrating factor -/

/-- Gronwall's inequality for `u' ≤ k(t) u + δ(t)`, with `P` an antiderivative of `k` and `D` one of
`e^(-P) δ`. -/
theorem gronwall_antideriv {u k δ P D : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hP : ∀ x, a ≤ x → x ≤ b → HasDerivAt P (k x) x)
    (hD : ∀ x, a ≤ x → x ≤ b → HasDerivAt D (exp (-P x) * δ x) x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (k x * u x + δ x) x) :
    u b ≤ exp (P b) * (exp (-P a) * u a + (D b - D a)) := by
  have h := le_of_upperDeriv_nonpos (u := fun s => u s * exp (-P s) - D s) hab
    (fun x h1 h2 => ((hu x h1 h2).mul (hP x h1 h2).neg.exp.continuousAt).sub
      (hD x h1 h2).continuousAt)
    (fun x h1 h2 => (((hd x h1 h2).mul_hasDerivAt (hP x h1 (le_of_lt h2)).neg.exp (exp_pos _)).sub_hasDerivAt
      (hD x h1 (le_of_lt h2))).mono (by clear hu hP hD hd; lin))
  have p := mul_le_mul_left' (le_of_lt (exp_pos (P b))) h
  have q := exp_mul_exp_neg (P b)
  have e : exp (P b) * (u b * exp (-P b) - D b) = u b - exp (P b) * D b := by
    clear hu hP hD hd h p; lin
  dsimp only at p
  rw [e] at p
  clear hu hP hD hd h e; lin

/-- The form for a differentiable function. -/
theorem gronwall_antideriv_of_deriv {u u' k δ P D : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x)
    (hP : ∀ x, a ≤ x → x ≤ b → HasDerivAt P (k x) x)
    (hD : ∀ x, a ≤ x → x ≤ b → HasDerivAt D (exp (-P x) * δ x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → u' x ≤ k x * u x + δ x) :
    u b ≤ exp (P b) * (exp (-P a) * u a + (D b - D a)) :=
  gronwall_antideriv hab (fun x h1 h2 => (hu x h1 h2).continuousAt) hP hD
    (fun x h1 h2 => (hu x h1 (le_of_lt h2)).upperDeriv.mono (hd x h1 (le_of_lt h2)))

/-- Without forcing: `u' ≤ k(t) u` bounds `u` by its start times `e^(P b - P a)`. -/
theorem gronwall_variable {u k P : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hP : ∀ x, a ≤ x → x ≤ b → HasDerivAt P (k x) x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (k x * u x) x) : u b ≤ u a * exp (P b - P a) := by
  have h := gronwall_antideriv (δ := fun _ => 0) (D := fun _ => 0) hab hu hP
    (fun x _ _ => (hasDerivAt_const 0 x).congr_deriv (by clear hu hP hd; lin))
    (fun x h1 h2 => (hd x h1 h2).mono (by clear hu hP hd; lin))
  rw [exp_sub]
  clear hu hP hd; lin

/-- With a constant rate and a forcing given by an antiderivative `D` of `e^(-K t) δ(t)`. -/
theorem gronwall_forcing {u δ D : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hD : ∀ x, a ≤ x → x ≤ b → HasDerivAt D (exp (-(K * x)) * δ x) x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (K * u x + δ x) x) :
    u b ≤ u a * exp (K * (b - a)) + exp (K * b) * (D b - D a) := by
  have h := gronwall_antideriv (P := fun s => K * s) (k := fun _ => K) hab hu
    (fun x _ _ => ((hasDerivAt_id x).const_mul K).congr_deriv (by clear hu hD hd; lin)) hD hd
  have e : exp (K * (b - a)) = exp (K * b) * exp (-(K * a)) := by
    rw [← exp_add]; exact congrArg exp (by clear hu hD hd h; lin)
  dsimp only at h
  rw [e]
  clear hu hD hd e; lin

/-! ## Constant rate and constant forcing -/

/-- Gronwall's inequality on `[a, b]` with constant rate `K` and constant forcing `δ`. -/
theorem gronwall_interval {u : R → R} {a b K δ : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (K * u x + δ) x) :
    (K ≠ 0 → u b ≤ u a * exp (K * (b - a)) + δ * (exp (K * (b - a)) - 1) / K) ∧
    (K = 0 → u b ≤ u a + δ * (b - a)) := by
  constructor
  · intro hK
    have eK := mul_inv_cancel hK
    have h := gronwall_forcing (δ := fun _ => δ) (D := fun s => -(δ * K⁻¹) * exp (-K * s)) hab hu
      (fun x _ _ => ((hasDerivAt_exp_mul (-K) x).const_mul (-(δ * K⁻¹))).congr_deriv (by
        rw [show -(K * x) = -K * x by clear hu hd; lin]
        clear hu hd; lin)) hd
    have e1 : exp (K * b) * exp (-K * b) = 1 := by
      rw [show -K * b = -(K * b) by clear hu hd h; lin]; exact exp_mul_exp_neg _
    have e2 : exp (K * (b - a)) = exp (K * b) * exp (-K * a) := by
      rw [← exp_add]; exact congrArg exp (by clear hu hd h; lin)
    have e3 : exp (K * b) * (-(δ * K⁻¹) * exp (-K * b) - -(δ * K⁻¹) * exp (-K * a)) =
        δ * (exp (K * (b - a)) - 1) / K := by
      rw [div_eq_mul_inv]
      clear hu hd eK h; lin
    dsimp only at h
    rw [e3] at h
    exact h
  · intro hK
    have h := sub_le_of_upperDeriv_le (M := δ) hab hu
      (fun x h1 h2 => (hd x h1 h2).mono (by rw [hK]; clear hu hd; lin))
    clear hu hd; lin

/-- Without forcing: `u' ≤ K u` on `[a, b]` gives `u b ≤ u a e^(K (b - a))`. -/
theorem le_mul_exp_of_upperDeriv {u : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (K * u x) x) : u b ≤ u a * exp (K * (b - a)) := by
  have h := gronwall_variable (k := fun _ => K) (P := fun s => K * s) hab hu
    (fun x _ _ => ((hasDerivAt_id x).const_mul K).congr_deriv (by clear hu hd; lin)) hd
  dsimp only at h
  rw [show K * b - K * a = K * (b - a) by clear hu hd h; lin] at h
  exact h

/-- Without forcing, for a differentiable function. -/
theorem le_mul_exp_of_deriv {u u' : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → u' x ≤ K * u x) : u b ≤ u a * exp (K * (b - a)) :=
  le_mul_exp_of_upperDeriv hab (fun x h1 h2 => (hu x h1 h2).continuousAt)
    (fun x h1 h2 => (hu x h1 (le_of_lt h2)).upperDeriv.mono (hd x h1 (le_of_lt h2)))

/-! ## Decay -/

/-- Decay with forcing: `u' ≤ -K u + δ` with `K > 0` brings `u` exponentially close to `δ / K`. -/
theorem gronwall_decay {u : R → R} {a b K δ : R} (hab : a ≤ b) (hK : 0 < K)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (-(K * u x) + δ) x) :
    u b ≤ u a * exp (-(K * (b - a))) + δ / K * (1 - exp (-(K * (b - a)))) := by
  have h := (gronwall_interval (K := -K) (δ := δ) hab hu
    (fun x h1 h2 => (hd x h1 h2).mono (by clear hu hd; lin))).1 (by clear hu hd; lin)
  rw [show -K * (b - a) = -(K * (b - a)) by clear hu hd h; lin] at h
  have e1 := mul_inv_cancel (ne_of_gt hK)
  have e2 := mul_inv_cancel (a := -K) (by clear hu hd h; lin)
  have e : δ * (exp (-(K * (b - a))) - 1) / -K = δ / K * (1 - exp (-(K * (b - a)))) := by
    rw [div_eq_mul_inv, div_eq_mul_inv]
    generalize exp (-(K * (b - a))) = E
    have e3 : (-K)⁻¹ = -K⁻¹ := by clear hu hd h; lin
    rw [e3]
    clear hu hd h e1 e2 e3; lin
  rw [e] at h; exact h

/-- Decay with nonnegative forcing: `u b ≤ u a e^(-K (b - a)) + δ / K`. -/
theorem gronwall_decay_le {u : R → R} {a b K δ : R} (hab : a ≤ b) (hK : 0 < K) (hδ : 0 ≤ δ)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (-(K * u x) + δ) x) :
    u b ≤ u a * exp (-(K * (b - a))) + δ / K := by
  have h := gronwall_decay hab hK hu hd
  have p := mul_nonneg (div_nonneg hδ (le_of_lt hK)) (le_of_lt (exp_pos (-(K * (b - a)))))
  clear hu hd; lin

/-- Decay with a forcing that itself decays: `u' ≤ -K u + C e^(-μ t)` with `μ ≠ K`. -/
theorem gronwall_decay_exp {u : R → R} {a b K C μ : R} (hab : a ≤ b) (hμ : μ ≠ K)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv u (-(K * u x) + C * exp (-(μ * x))) x) :
    u b ≤ u a * exp (-(K * (b - a))) +
      C / (K - μ) * (exp (-(μ * b)) - exp (-(μ * a)) * exp (-(K * (b - a)))) := by
  have e0 := div_mul_cancel (a := C) (b := K - μ) (by clear hu hd; lin)
  have h := gronwall_forcing (K := -K) (δ := fun s => C * exp (-(μ * s)))
    (D := fun s => C / (K - μ) * exp ((K - μ) * s)) hab hu
    (fun x _ _ => ((hasDerivAt_exp_mul (K - μ) x).const_mul (C / (K - μ))).congr_deriv (by
      have e1 : exp ((K - μ) * x) = exp (-(-K * x)) * exp (-(μ * x)) := by
        rw [← exp_add]; exact congrArg exp (by clear hu hd e0; lin)
      show exp (-(-K * x)) * (C * exp (-(μ * x))) = C / (K - μ) * ((K - μ) * exp ((K - μ) * x))
      rw [e1]
      generalize exp (-(-K * x)) = p
      generalize exp (-(μ * x)) = q
      generalize C / (K - μ) = c at e0
      subst e0
      clear hu hd e1; lin))
    (fun x h1 h2 => (hd x h1 h2).mono (by clear hu hd; lin))
  have e1 : exp (-K * b) * exp ((K - μ) * b) = exp (-(μ * b)) := by
    rw [← exp_add]; exact congrArg exp (by clear hu hd h e0; lin)
  have e2 : exp (-K * b) * exp ((K - μ) * a) = exp (-(μ * a)) * exp (-(K * (b - a))) := by
    rw [← exp_add, ← exp_add]; exact congrArg exp (by clear hu hd h e0; lin)
  have e3 : exp (-K * b) * (C / (K - μ) * exp ((K - μ) * b) - C / (K - μ) * exp ((K - μ) * a)) =
      C / (K - μ) * (exp (-(μ * b)) - exp (-(μ * a)) * exp (-(K * (b - a)))) := by
    generalize C / (K - μ) = c
    clear hu hd e0 h; lin
  rw [show -K * (b - a) = -(K * (b - a)) by clear hu hd h e0 e1 e2 e3; lin] at h
  dsimp only at h
  rw [e3] at h
  exact h

/-! ## Bounds from below -/

/-- The bound from below for `u' ≥ k(t) u + δ(t)`, as a bound on the upper right derivative of `-u`. -/
theorem gronwall_antideriv_lower {u k δ P D : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hP : ∀ x, a ≤ x → x ≤ b → HasDerivAt P (k x) x)
    (hD : ∀ x, a ≤ x → x ≤ b → HasDerivAt D (exp (-P x) * δ x) x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv (fun s => -u s) (-(k x * u x + δ x)) x) :
    exp (P b) * (exp (-P a) * u a + (D b - D a)) ≤ u b := by
  have h := gronwall_antideriv (u := fun s => -u s) (δ := fun s => -δ s) (D := fun s => -D s) hab
    (fun x h1 h2 => (hu x h1 h2).neg) hP
    (fun x h1 h2 => (hD x h1 h2).neg.congr_deriv (by clear hu hP hD hd; lin))
    (fun x h1 h2 => (hd x h1 h2).mono (by clear hu hP hD hd; lin))
  clear hu hP hD hd; lin

/-- The bound from below without forcing: `u' ≥ k(t) u`. -/
theorem gronwall_variable_lower {u k P : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hP : ∀ x, a ≤ x → x ≤ b → HasDerivAt P (k x) x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv (fun s => -u s) (-(k x * u x)) x) :
    u a * exp (P b - P a) ≤ u b := by
  have h := gronwall_variable (u := fun s => -u s) (k := k) (P := P) hab
    (fun x h1 h2 => (hu x h1 h2).neg) hP
    (fun x h1 h2 => (hd x h1 h2).mono (by clear hu hP hd; lin))
  clear hu hP hd; lin

/-- The bound from below on `[a, b]` with constant rate and constant forcing, `u' ≥ K u + δ`. -/
theorem gronwall_interval_lower {u : R → R} {a b K δ : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → UpperDeriv (fun s => -u s) (-(K * u x + δ)) x) :
    (K ≠ 0 → u a * exp (K * (b - a)) + δ * (exp (K * (b - a)) - 1) / K ≤ u b) ∧
    (K = 0 → u a + δ * (b - a) ≤ u b) := by
  have h := gronwall_interval (u := fun s => -u s) (K := K) (δ := -δ) hab
    (fun x h1 h2 => (hu x h1 h2).neg)
    (fun x h1 h2 => (hd x h1 h2).mono (by clear hu hd; lin))
  constructor
  · intro hK
    have p := h.1 hK
    rw [div_eq_mul_inv] at p ⊢
    generalize exp (K * (b - a)) = E at *
    clear hu hd h; lin
  · intro hK
    have p := h.2 hK
    clear hu hd h; lin

/-- The bound from below without forcing, for a differentiable function: `u' ≥ K u`. -/
theorem mul_exp_le_of_deriv_ge {u u' : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → K * u x ≤ u' x) : u a * exp (K * (b - a)) ≤ u b := by
  have h := le_mul_exp_of_deriv (u := fun s => -u s) (u' := fun s => -u' s) (K := K) hab
    (fun x h1 h2 => (hu x h1 h2).neg) (fun x h1 h2 => by
      have := hd x h1 h2
      clear hu hd; lin)
  clear hu hd; lin

end Claims
