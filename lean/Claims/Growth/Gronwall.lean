module

public import Claims.Analysis.UpperDeriv
public import Claims.Functions.Exp

/-!
# Gronwall's inequality

`u' ≤ K u + δ` on `[0, T]` bounds `u` by the solution of the equation with equality. The proof needs only
that `u` is continuous and that its upper right derivative satisfies the inequality, which is what the
distance between two moving points offers; the differentiable form is a special case. The rate `K` may
have either sign, and `K = 0` is included.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The bound for any antiderivative `G` of `exp (K t)` with `K G = exp (K t) - 1`. -/
theorem gronwall_upper_aux {G u : R → R} {K δ T : R}
    (hG : ∀ s, HasDerivAt G (exp (K * s)) s) (hG0 : G 0 = 0) (hKG : ∀ s, K * G s = exp (K * s) - 1)
    (hT : 0 ≤ T) (hu : ∀ t, 0 ≤ t → t ≤ T → ContinuousAt u t)
    (hd : ∀ t, 0 ≤ t → t < T → UpperDeriv u (K * u t + δ) t) :
    u T ≤ u 0 * exp (K * T) + δ * G T := by
  have hGT : 0 ≤ G T := by
    have h := le_of_deriv_nonneg hT (fun s _ _ => hG s) (fun s _ _ => le_of_lt (exp_pos _))
    rw [hG0] at h; exact h
  -- the solution for the forcing `δ + η`, with `η > 0`, is a strict barrier
  have key : ∀ η, 0 < η → u T ≤ u 0 * exp (K * T) + (δ + η) * G T := fun η hη => by
    refine le_of_upperDeriv_lt (w := fun s => u 0 * exp (K * s) + (δ + η) * G s)
      (w' := fun s => u 0 * (K * exp (K * s)) + (δ + η) * exp (K * s)) hT hu
      (fun s _ _ => ((hasDerivAt_exp_mul K s).const_mul (u 0)).add ((hG s).const_mul (δ + η))) ?_ ?_
    · intro s h0 h1 e
      refine ⟨K * u s + δ, hd s h0 h1, ?_⟩
      have k : (δ + η) * (K * G s) = (δ + η) * (exp (K * s) - 1) := by rw [hKG s]
      dsimp only at e ⊢
      rw [e]
      clear hG hKG hu hd
      lin
    · show u 0 ≤ u 0 * exp (K * 0) + (δ + η) * G 0
      have e : K * 0 = (0 : R) := by clear hG hKG hu hd; lin
      rw [hG0, e, exp_zero]
      clear hG hKG hu hd; lin
  refine le_of_forall_pos fun ε hε => ?_
  have hk : 0 < G T + 1 := by clear hG hKG hu hd key; lin
  have p := key (ε / (G T + 1)) (div_pos hε hk)
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  have q := div_pos hε hk
  generalize ε / (G T + 1) = η at p e q
  clear hG hKG hu hd key; lin

/-- Gronwall's inequality for a continuous function whose upper right derivative is at most
`K u + δ`. -/
theorem gronwall_upper {u : R → R} {K δ T : R} (hT : 0 ≤ T)
    (hu : ∀ t, 0 ≤ t → t ≤ T → ContinuousAt u t)
    (hd : ∀ t, 0 ≤ t → t < T → UpperDeriv u (K * u t + δ) t) :
    (K ≠ 0 → u T ≤ u 0 * exp (K * T) + δ * (exp (K * T) - 1) / K) ∧ (K = 0 → u T ≤ u 0 + δ * T) := by
  constructor
  · intro hK
    have eK := mul_inv_cancel hK
    have h := gronwall_upper_aux (G := fun s => K⁻¹ * (exp (K * s) - 1))
      (fun s => (((hasDerivAt_exp_mul K s).sub (hasDerivAt_const 1 s)).const_mul K⁻¹).congr_deriv
        (by clear hu hd; lin))
      (by
        have e : K * 0 = (0 : R) := by clear hu hd; lin
        show K⁻¹ * (exp (K * 0) - 1) = 0
        rw [e, exp_zero]; clear hu hd; lin)
      (fun s => by clear hu hd; lin) hT hu hd
    have e : δ * (K⁻¹ * (exp (K * T) - 1)) = δ * (exp (K * T) - 1) / K := by clear hu hd h; lin
    dsimp only at h
    rw [e] at h; exact h
  · intro hK
    subst hK
    have e : ∀ s : R, 0 * s = 0 := fun s => by clear hu hd; lin
    have h := gronwall_upper_aux (G := fun s => s)
      (fun s => (hasDerivAt_id s).congr_deriv (by rw [e, exp_zero])) rfl
      (fun s => by rw [e, exp_zero]; clear hu hd e; lin) hT hu hd
    dsimp only at h
    rw [e, exp_zero] at h
    clear hu hd e; lin

/-- `gronwall.differential`: if `u' ≤ K u + δ` on `[0, T]`, then for every `t` there
`u t ≤ u 0 e^(K t) + δ (e^(K t) - 1) / K` when `K ≠ 0`, and `u t ≤ u 0 + δ t` when `K = 0`.
Source: 000 and 001, "Carrying finite-measure error", where it is used without proof. -/
theorem gronwall (u u' : R → R) (K δ T : R)
    (hderiv : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt u (u' t) t)
    (hle : ∀ t, 0 ≤ t → t ≤ T → u' t ≤ K * u t + δ) (t : R) (ht0 : 0 ≤ t) (htT : t ≤ T) :
    (K ≠ 0 → u t ≤ u 0 * exp (K * t) + δ * (exp (K * t) - 1) / K) ∧ (K = 0 → u t ≤ u 0 + δ * t) :=
  gronwall_upper ht0 (fun s h0 h1 => (hderiv s h0 (le_trans h1 htT)).continuousAt)
    (fun s h0 h1 => (hderiv s h0 (le_trans (le_of_lt h1) htT)).upperDeriv.mono
      (hle s h0 (le_trans (le_of_lt h1) htT)))

/-- Refutes `gronwall` with the sign of the forcing term reversed: `u = e^t - 1`, `K = δ = t = 1`. -/
theorem gronwall_mutant_sign_false :
    ¬ ∀ (u u' : R → R) (K δ T : R)
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt u (u' t) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → u' t ≤ K * u t + δ) (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      (K ≠ 0 → u t ≤ u 0 * exp (K * t) - δ * (exp (K * t) - 1) / K) ∧ (K = 0 → u t ≤ u 0 + δ * t) := by
  intro h
  have h1 := (h (fun t => exp t - 1) exp 1 1 1
    (fun t _ _ => ((hasDerivAt_exp t).sub (hasDerivAt_const 1 t)).congr_deriv (by clear h; lin))
    (fun t _ _ => by clear h; lin) 1 (le_of_lt zero_lt_one) (le_rfl 1)).1
    (fun h0 => by have := zero_lt_one (R := R); clear h; lin)
  have e : (1 : R) * 1 = 1 := by clear h h1; lin
  have k := one_lt_exp (zero_lt_one (R := R))
  rw [e, exp_zero] at h1
  clear h; lin

/-- Refutes `gronwall` with the forcing doubled in the hypothesis only: `u = 2 (e^t - 1)`,
`K = δ = t = 1`. -/
theorem gronwall_mutant_factor_false :
    ¬ ∀ (u u' : R → R) (K δ T : R)
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt u (u' t) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → u' t ≤ K * u t + 2 * δ) (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      (K ≠ 0 → u t ≤ u 0 * exp (K * t) + δ * (exp (K * t) - 1) / K) ∧ (K = 0 → u t ≤ u 0 + δ * t) := by
  intro h
  have h1 := (h (fun t => 2 * (exp t - 1)) (fun t => 2 * exp t) 1 1 1
    (fun t _ _ => (((hasDerivAt_exp t).sub (hasDerivAt_const 1 t)).const_mul 2).congr_deriv
      (by clear h; lin))
    (fun t _ _ => by clear h; lin) 1 (le_of_lt zero_lt_one) (le_rfl 1)).1
    (fun h0 => by have := zero_lt_one (R := R); clear h; lin)
  have e : (1 : R) * 1 = 1 := by clear h h1; lin
  have k := one_lt_exp (zero_lt_one (R := R))
  rw [e, exp_zero] at h1
  clear h; lin

end Claims
