module

public import Claims.Analysis.UpperDeriv
public import Claims.Functions.Exp
public import Claims.Functions.ExpConstruction

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

/-- The bound for any antiderivative `G` of `E (K t)` with `K G = E (K t) - 1`. -/
theorem gronwall_upper_aux {E G u : R → R} {K δ T : R} (hE : IsExp E)
    (hG : ∀ s, HasDerivAt G (E (K * s)) s) (hG0 : G 0 = 0) (hKG : ∀ s, K * G s = E (K * s) - 1)
    (hT : 0 ≤ T) (hu : ∀ t, 0 ≤ t → t ≤ T → ContinuousAt u t)
    (hd : ∀ t, 0 ≤ t → t < T → UpperDeriv u (K * u t + δ) t) :
    u T ≤ u 0 * E (K * T) + δ * G T := by
  have hGT : 0 ≤ G T := by
    have h := le_of_deriv_nonneg hT (fun s _ _ => hG s) (fun s _ _ => le_of_lt (hE.pos _))
    rw [hG0] at h; exact h
  -- the solution for the forcing `δ + η`, with `η > 0`, is a strict barrier
  have key : ∀ η, 0 < η → u T ≤ u 0 * E (K * T) + (δ + η) * G T := fun η hη => by
    refine le_of_upperDeriv_lt (w := fun s => u 0 * E (K * s) + (δ + η) * G s)
      (w' := fun s => u 0 * (K * E (K * s)) + (δ + η) * E (K * s)) hT hu
      (fun s _ _ => ((hE.hasDerivAt_mul K s).const_mul (u 0)).add ((hG s).const_mul (δ + η))) ?_ ?_
    · intro s h0 h1 e
      refine ⟨K * u s + δ, hd s h0 h1, ?_⟩
      have k : (δ + η) * (K * G s) = (δ + η) * (E (K * s) - 1) := by rw [hKG s]
      dsimp only at e ⊢
      rw [e]
      clear hE hG hKG hu hd
      lin
    · show u 0 ≤ u 0 * E (K * 0) + (δ + η) * G 0
      have e : K * 0 = (0 : R) := by clear hE hG hKG hu hd; lin
      rw [hG0, e, hE.zero]
      clear hE hG hKG hu hd; lin
  refine le_of_forall_pos fun ε hε => ?_
  have hk : 0 < G T + 1 := by clear hE hG hKG hu hd key; lin
  have p := key (ε / (G T + 1)) (div_pos hε hk)
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  have q := div_pos hε hk
  generalize ε / (G T + 1) = η at p e q
  clear hE hG hKG hu hd key; lin

/-- Gronwall's inequality for a continuous function whose upper right derivative is at most
`K u + δ`. -/
theorem gronwall_upper {E u : R → R} {K δ T : R} (hE : IsExp E) (hT : 0 ≤ T)
    (hu : ∀ t, 0 ≤ t → t ≤ T → ContinuousAt u t)
    (hd : ∀ t, 0 ≤ t → t < T → UpperDeriv u (K * u t + δ) t) :
    (K ≠ 0 → u T ≤ u 0 * E (K * T) + δ * (E (K * T) - 1) / K) ∧ (K = 0 → u T ≤ u 0 + δ * T) := by
  constructor
  · intro hK
    have eK := mul_inv_cancel hK
    have h := gronwall_upper_aux (G := fun s => K⁻¹ * (E (K * s) - 1)) hE
      (fun s => (((hE.hasDerivAt_mul K s).sub (hasDerivAt_const 1 s)).const_mul K⁻¹).congr_deriv
        (by clear hE hu hd; lin))
      (by
        have e : K * 0 = (0 : R) := by clear hE hu hd; lin
        show K⁻¹ * (E (K * 0) - 1) = 0
        rw [e, hE.zero]; clear hE hu hd; lin)
      (fun s => by clear hE hu hd; lin) hT hu hd
    have e : δ * (K⁻¹ * (E (K * T) - 1)) = δ * (E (K * T) - 1) / K := by clear hE hu hd h; lin
    dsimp only at h
    rw [e] at h; exact h
  · intro hK
    subst hK
    have e : ∀ s : R, 0 * s = 0 := fun s => by clear hE hu hd; lin
    have h := gronwall_upper_aux (G := fun s => s) hE
      (fun s => (hasDerivAt_id s).congr_deriv (by rw [e, hE.zero])) rfl
      (fun s => by rw [e, hE.zero]; clear hE hu hd e; lin) hT hu hd
    dsimp only at h
    rw [e, hE.zero] at h
    clear hE hu hd e; lin

/-- `gronwall.differential`: if `u' ≤ K u + δ` on `[0, T]`, then for every `t` there
`u t ≤ u 0 e^(K t) + δ (e^(K t) - 1) / K` when `K ≠ 0`, and `u t ≤ u 0 + δ t` when `K = 0`.
Source: 000 and 001, "Carrying finite-measure error", where it is used without proof. -/
theorem gronwall (E u u' : R → R) (K δ T : R) (hE : IsExp E)
    (hderiv : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt u (u' t) t)
    (hle : ∀ t, 0 ≤ t → t ≤ T → u' t ≤ K * u t + δ) (t : R) (ht0 : 0 ≤ t) (htT : t ≤ T) :
    (K ≠ 0 → u t ≤ u 0 * E (K * t) + δ * (E (K * t) - 1) / K) ∧ (K = 0 → u t ≤ u 0 + δ * t) :=
  gronwall_upper hE ht0 (fun s h0 h1 => (hderiv s h0 (le_trans h1 htT)).continuousAt)
    (fun s h0 h1 => (hderiv s h0 (le_trans (le_of_lt h1) htT)).upperDeriv.mono
      (hle s h0 (le_trans (le_of_lt h1) htT)))

/-- Refutes `gronwall` with the sign of the forcing term reversed: `u = e^t - 1`, `K = δ = t = 1`. -/
theorem gronwall_mutant_sign_false :
    ¬ ∀ (E u u' : R → R) (K δ T : R) (_ : IsExp E)
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt u (u' t) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → u' t ≤ K * u t + δ) (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      (K ≠ 0 → u t ≤ u 0 * E (K * t) - δ * (E (K * t) - 1) / K) ∧ (K = 0 → u t ≤ u 0 + δ * t) := by
  intro h
  obtain ⟨E, hE⟩ := exists_isExp (R := R)
  have h1 := (h E (fun t => E t - 1) E 1 1 1 hE
    (fun t _ _ => ((hE.deriv t).sub (hasDerivAt_const 1 t)).congr_deriv (by clear h hE; lin))
    (fun t _ _ => by clear h hE; lin) 1 (le_of_lt zero_lt_one) (le_rfl 1)).1
    (fun h0 => by have := zero_lt_one (R := R); clear h hE; lin)
  have e : (1 : R) * 1 = 1 := by clear h hE h1; lin
  have k := hE.one_lt (zero_lt_one (R := R))
  rw [e, hE.zero] at h1
  clear h hE; lin

/-- Refutes `gronwall` with the forcing doubled in the hypothesis only: `u = 2 (e^t - 1)`,
`K = δ = t = 1`. -/
theorem gronwall_mutant_factor_false :
    ¬ ∀ (E u u' : R → R) (K δ T : R) (_ : IsExp E)
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt u (u' t) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → u' t ≤ K * u t + 2 * δ) (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      (K ≠ 0 → u t ≤ u 0 * E (K * t) + δ * (E (K * t) - 1) / K) ∧ (K = 0 → u t ≤ u 0 + δ * t) := by
  intro h
  obtain ⟨E, hE⟩ := exists_isExp (R := R)
  have h1 := (h E (fun t => 2 * (E t - 1)) (fun t => 2 * E t) 1 1 1 hE
    (fun t _ _ => (((hE.deriv t).sub (hasDerivAt_const 1 t)).const_mul 2).congr_deriv
      (by clear h hE; lin))
    (fun t _ _ => by clear h hE; lin) 1 (le_of_lt zero_lt_one) (le_rfl 1)).1
    (fun h0 => by have := zero_lt_one (R := R); clear h hE; lin)
  have e : (1 : R) * 1 = 1 := by clear h hE h1; lin
  have k := hE.one_lt (zero_lt_one (R := R))
  rw [e, hE.zero] at h1
  clear h hE; lin

end Claims
