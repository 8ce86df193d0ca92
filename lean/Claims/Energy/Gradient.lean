module

public import Claims.Energy.Interaction

/-!
# The attention fields as gradients of the energy

The two attention fields differ row by row by a positive factor. For a symmetric matrix `A` and `V = A` the
unnormalised field is minus the gradient of the energy in the average metric, the softmax field minus the
gradient in the metric that weighs each token by its softmax denominator.
Sources: 000 and 001, Removing the denominator versus changing the metric.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The two fields -/

/-- A row factor that differs between two moving rows is not common to them. -/
theorem not_common_factor {p q : R} {x y x' y' : Fin d → R} (hx : ∀ a, x' a = p * x a)
    (hy : ∀ a, y' a = q * y a) (hpq : p ≠ q) (hx0 : ∃ a, x a ≠ 0) (hy0 : ∃ a, y a ≠ 0) :
    ¬ ∃ c, (∀ a, x' a = c * x a) ∧ ∀ a, y' a = c * y a := by
  rintro ⟨c, h1, h2⟩
  obtain ⟨a, ha⟩ := hx0
  obtain ⟨b, hb⟩ := hy0
  have e1 := h1 a
  have e2 := h2 b
  rw [hx a] at e1
  rw [hy b] at e2
  clear h1 h2 hx hy
  have k1 : p = c := by lin
  have k2 : q = c := by lin
  lin

/-- `energy.usa-sa`: `b_i^USA = (Z_i / n) b_i^SA` for all matrices `A` and `V` and all tokens, so that
(2) the two fields vanish together, row by row; (3) when all denominators are equal along the path, a common
change of time with rate `Z / n` carries a softmax path to a path of the unnormalised field; (4) when
`Z_i ≠ Z_k` and both rows move, no common factor exists.
Source: 000 and 001, Removing the denominator versus changing the metric. -/
theorem usa_sa {n d : Nat} (β : R) (A V : Fin d → Fin d → R)
    (z : Fin n → Fin d → R) :
    (∀ i a, usaField β A V z i a = denom β A z i / (n : R) * saField β A V z i a) ∧
    (∀ i, (∀ a, usaField β A V z i a = 0) ↔ ∀ a, saField β A V z i a = 0) ∧
    (∀ (γ : R → Fin n → Fin d → R) (σ : R → R) (Z t : R),
      (∀ i, HasVecDerivAt (fun s => γ s i) (saField β A V (γ (σ t)) i) (σ t)) →
      (∀ i, denom β A (γ (σ t)) i = Z) → HasDerivAt σ (Z / (n : R)) t →
      ∀ i, HasVecDerivAt (fun s => γ (σ s) i) (usaField β A V (γ (σ t)) i) t) ∧
    (∀ i k, denom β A z i ≠ denom β A z k → (∃ a, saField β A V z i a ≠ 0) →
      (∃ a, saField β A V z k a ≠ 0) →
      ¬ ∃ c, (∀ a, usaField β A V z i a = c * saField β A V z i a) ∧
        ∀ a, usaField β A V z k a = c * saField β A V z k a) := by
  have key := fun (y : Fin n → Fin d → R) i a => usaField_eq_saField β A V y i a
  refine ⟨key z, fun i => ?_, fun γ σ Z t hγ hZ hσ i => ?_, fun i k hik hi hk => ?_⟩
  · have hp := mul_pos (denom_pos β A z i) (inv_pos (natCast_pos (R := R) i))
    constructor
    · intro h a
      have e := key z i a
      rw [h a, div_eq_mul_inv] at e
      exact (mul_eq_zero e.symm).resolve_left (ne_of_gt hp)
    · intro h a
      rw [key z i a, h a]
      clear h key; lin
  · refine (HasVecDerivAt.comp (x := fun s => γ s i) (hγ i) hσ).congr_deriv (funext fun a => ?_)
    rw [key (γ (σ t)) i a, hZ i]
    clear hγ hσ key hZ; lin
  · refine not_common_factor (key z i) (key z k) (fun e => hik ?_) hi hk
    have e1 := div_mul_cancel (a := denom β A z i) (natCast_ne_zero (R := R) i)
    rw [e, div_mul_cancel (natCast_ne_zero (R := R) i)] at e1
    exact e1.symm

/-! ## The gradient of the energy -/

/-- The tangential gradient of the energy for any matrix `A`:
`-(1 / (2 n²)) P_{z_i} ∑_j (e^{β z_iᵀ A z_j} A z_j + e^{β z_jᵀ A z_i} Aᵀ z_j)`. -/
def gradField (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    Fin d → R := fun a => -(1 / (2 * (n : R) ^ 2)) * proj (z i) (fun b =>
  sum (fun j => weight β A z i j * mulVec A (z j) b + weight β A z j i * mulVec (transpose A) (z j) b)) a

/-- The tangential gradient is the projection of the ambient one. -/
theorem gradField_eq (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    gradField β A z i = proj (z i) (freeGrad β A z i) :=
  (proj_mul (z i) _ _).symm

/-- The coefficient of the gradient after the two contributions are joined; it holds for `N = 0` too. -/
theorem half_coef (N x : R) : 1 / (2 * N ^ 2) * (2 * x) = N⁻¹ * (N⁻¹ * x) := by
  rcases Classical.em (N = 0) with h | h
  · subst h; lin
  · lin

/-- For symmetric `A` the transposed contributions double the direct ones. -/
theorem gradField_of_symm (β : R) {A : Fin d → Fin d → R} (hA : ∀ a b, A a b = A b a)
    (z : Fin n → Fin d → R) (i : Fin n) :
    gradField β A z i = fun a => -((n : R)⁻¹ * usaField β A A z i a) := by
  have hT : transpose A = A := funext fun a => funext fun b => hA b a
  have e : (fun b => sum (fun j => weight β A z i j * mulVec A (z j) b +
      weight β A z j i * mulVec (transpose A) (z j) b)) = fun b => 2 * valueSum β A A z i b := by
    funext b
    unfold valueSum
    rw [← sum_mul_left]
    refine sum_congr fun j => ?_
    rw [hT, weight_comm β hA z j i]
    clear hA; lin
  funext a
  unfold gradField
  rw [e, proj_mul, usaField_eq]
  have k := half_coef (n : R) (proj (z i) (valueSum β A A z i) a)
  dsimp only
  rw [← k]
  clear k hA
  lin

/-- The gradient of the energy in the product metric, for any matrix. -/
theorem isGradient_gradField {β : R} (hβ : 0 < β) (A : Fin d → Fin d → R)
    {z : Fin n → Fin d → R} (hz : ∀ i, normSq (z i) = 1) :
    IsGradient (fun _ => 1) (energy β A) z (gradField β A z) := by
  refine isGradient_of_tangent (fun i => ?_) fun γ v h0 hv hγ => ?_
  · rw [gradField_eq]; exact dot_proj (hz i) _
  · refine (hasDerivAt_energy hβ A hγ).congr_deriv (sum_congr fun i => ?_)
    rw [h0, gradField_eq, dot_proj_left (hv i)]
    clear hγ h0 hz hv; lin

/-- A gradient in one metric gives the gradient in another: each row is rescaled. -/
theorem IsGradient.rescale {c c' : Fin n → R} {F : (Fin n → Fin d → R) → R} {z G G' : Fin n → Fin d → R}
    (h : IsGradient c F z G) (e : ∀ i a, c i * G i a = c' i * G' i a)
    (hG : ∀ i, dot (z i) (G' i) = 0) : IsGradient c' F z G' := by
  refine ⟨hG, fun γ v h0 hγ hv => (h.deriv γ v h0 hγ hv).congr_deriv (sum_congr fun i => ?_)⟩
  rw [← dot_mul_left, ← dot_mul_left]
  exact congrArg (fun x => dot x (v i)) (funext fun a => (e i a).symm)

/-- `energy.gradient`: for symmetric `A` and `V = A` the gradient of the energy on the product of unit
spheres is (1) `-n⁻¹ b_i^USA`, that is (2) `-n⁻² P_{z_i} ∑_j e^{β z_iᵀ A z_j} A z_j`; (3) for any matrix
`M` it is `-(1 / (2 n²)) P_{z_i} ∑_j (e^{β z_iᵀ M z_j} M z_j + e^{β z_jᵀ M z_i} Mᵀ z_j)`; (4) the gradient is
unique. The gradient is the tangent field whose product with the velocity of any curve of unit tokens is the
derivative of the energy along the curve. Source: 000 and 001, Removing the denominator versus changing the
metric. -/
theorem energy_gradient {n d : Nat} (β : R) (hβ : 0 < β)
    (A M : Fin d → Fin d → R) (hsym : ∀ a b, A a b = A b a) (z : Fin n → Fin d → R)
    (hz : ∀ i, normSq (z i) = 1) :
    IsGradient (fun _ => 1) (energy β A) z (fun i a => -((n : R)⁻¹ * usaField β A A z i a)) ∧
    (∀ i a, -((n : R)⁻¹ * usaField β A A z i a) = -(((n : R) ^ 2)⁻¹ * proj (z i) (fun b =>
      sum (fun j => exp (β * dot (z i) (mulVec A (z j))) * mulVec A (z j) b)) a)) ∧
    IsGradient (fun _ => 1) (energy β M) z (fun i a => -(1 / (2 * (n : R) ^ 2)) * proj (z i) (fun b =>
      sum (fun j => exp (β * dot (z i) (mulVec M (z j))) * mulVec M (z j) b +
        exp (β * dot (z j) (mulVec M (z i))) * mulVec (transpose M) (z j) b)) a) ∧
    (∀ (F : (Fin n → Fin d → R) → R) (G G' : Fin n → Fin d → R), IsGradient (fun _ => 1) F z G →
      IsGradient (fun _ => 1) F z G' → G = G') := by
  have h := isGradient_gradField hβ A hz
  rw [funext fun i => gradField_of_symm β hsym z i] at h
  refine ⟨h, fun i a => ?_, isGradient_gradField hβ M hz,
    fun F G G' hG hG' => hG.unique (fun _ => zero_lt_one) hz hG'⟩
  have hn := natCast_ne_zero (R := R) i
  rw [usaField_eq]
  show -((n : R)⁻¹ * ((n : R)⁻¹ * proj (z i) (valueSum β A A z i) a)) =
    -(((n : R) ^ 2)⁻¹ * proj (z i) (valueSum β A A z i) a)
  clear h hz hsym
  lin

/-- `energy.metrics`: for symmetric `A` and `V = A`, (1) the unnormalised field is minus the gradient of the
energy in the average metric `g_0 = n⁻¹ ∑ ⟨ξ_i, η_i⟩`, and (2) the softmax field is minus the gradient in
`g_Z = n⁻² ∑ Z_i ⟨ξ_i, η_i⟩`; (3) `g_0(-b^USA, ξ) = g_Z(-b^SA, ξ)` for every `ξ`, the differential does not
depend on the metric; (4) both forms are positive definite; (5), (6) each gradient is unique.
Source: 000 and 001, Removing the denominator versus changing the metric. -/
theorem energy_metrics {n d : Nat} (β : R) (hβ : 0 < β)
    (A : Fin d → Fin d → R) (hsym : ∀ a b, A a b = A b a) (z : Fin n → Fin d → R)
    (hz : ∀ i, normSq (z i) = 1) :
    IsGradient (fun _ => (n : R)⁻¹) (energy β A) z (fun i a => -usaField β A A z i a) ∧
    IsGradient (fun i => ((n : R) ^ 2)⁻¹ * denom β A z i) (energy β A) z
      (fun i a => -saField β A A z i a) ∧
    (∀ ξ : Fin n → Fin d → R, rowMetric (fun _ => (n : R)⁻¹) (fun i a => -usaField β A A z i a) ξ =
      rowMetric (fun i => ((n : R) ^ 2)⁻¹ * denom β A z i) (fun i a => -saField β A A z i a) ξ) ∧
    (∀ ξ : Fin n → Fin d → R, (∃ i a, ξ i a ≠ 0) → 0 < rowMetric (fun _ => (n : R)⁻¹) ξ ξ ∧
      0 < rowMetric (fun i => ((n : R) ^ 2)⁻¹ * denom β A z i) ξ ξ) ∧
    (∀ G, IsGradient (fun _ => (n : R)⁻¹) (energy β A) z G → ∀ i a, G i a = -usaField β A A z i a) ∧
    (∀ G, IsGradient (fun i => ((n : R) ^ 2)⁻¹ * denom β A z i) (energy β A) z G →
      ∀ i a, G i a = -saField β A A z i a) := by
  have hn := fun i : Fin n => natCast_pos (R := R) i
  have hZ := fun i : Fin n => denom_pos β A z i
  have hc : ∀ i : Fin n, 0 < ((n : R) ^ 2)⁻¹ * denom β A z i := fun i =>
    mul_pos (inv_pos (pow_pos (hn i) 2)) (hZ i)
  have hc0 : ∀ i : Fin n, 0 < (n : R)⁻¹ := fun i => inv_pos (hn i)
  have e := fun i a => usaField_eq_saField β A A z i a
  have hrow : ∀ i a, (n : R)⁻¹ * -usaField β A A z i a =
      ((n : R) ^ 2)⁻¹ * denom β A z i * -saField β A A z i a := fun i a => by
    have k := hn i
    rw [e i a, div_eq_mul_inv]
    clear e hc hc0 hZ hn hz hsym
    lin
  have h0 : IsGradient (fun _ => (n : R)⁻¹) (energy β A) z (fun i a => -usaField β A A z i a) := by
    refine (energy_gradient β hβ A A hsym z hz).1.rescale (fun i a => ?_) fun i => ?_
    · dsimp only; clear e hc hc0 hZ hn hz hsym hrow; lin
    · rw [dot_neg_right, usaField_eq, dot_mul_right, dot_proj (hz i)]
      clear e hc hc0 hZ hn hz hsym hrow; lin
  have h1 := h0.rescale (c' := fun i => ((n : R) ^ 2)⁻¹ * denom β A z i)
    (G' := fun i a => -saField β A A z i a) hrow fun i => by
      rw [dot_neg_right, saField_eq, dot_mul_right, dot_proj (hz i)]
      clear e hc hc0 hZ hn hz hsym hrow h0; lin
  refine ⟨h0, h1, fun ξ => sum_congr fun i => ?_, fun ξ hξ => ⟨rowMetric_pos hc0 hξ, rowMetric_pos hc hξ⟩,
    fun G hG i a => congrFun (congrFun (hG.unique hc0 hz h0) i) a,
    fun G hG i a => congrFun (congrFun (hG.unique hc hz h1) i) a⟩
  rw [← dot_mul_left, ← dot_mul_left]
  exact congrArg (fun x => dot x (ξ i)) (funext fun a => hrow i a)

end Claims

end
