module

public import Claims.Attention.Fields
public import Claims.Analysis.Monotone

/-!
# The sphere and its tangent directions

Norm conservation for a velocity that is projected onto the tangent space, and the curve on the product of
spheres that leaves a configuration in a given tangent direction.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Algebra of one step -/

/-- An explicit step along a tangential velocity leaves the sphere at second order in the step. -/
theorem normSq_step {x : Fin d → R} (hx : normSq x = 1) (u : Fin d → R) (Δ : R) :
    normSq (fun a => x a + Δ * proj x u a) = 1 + Δ ^ 2 * normSq (proj x u) := by
  rw [normSq_add, normSq_mul, dot_mul_right, dot_proj hx, hx]; lin

/-- The squared norm of a point that moves with velocity `P_x u`. -/
theorem HasVecDerivAt.normSq_proj {x : R → Fin d → R} {u : Fin d → R} {t : R}
    (h : HasVecDerivAt x (proj (x t) u) t) :
    HasDerivAt (fun s => Claims.normSq (x s)) (2 * Claims.dot (x t) u * (1 - Claims.normSq (x t))) t :=
  h.normSq.congr_deriv (by rw [dot_proj_eq]; clear h; lin)

/-! ## Conservation of the norm -/

/-- A curve with a projected velocity `P_{x(t)} u(t)`, `u` continuous, that starts on the sphere stays on it. -/
theorem normSq_eq_one_of_proj {x u : R → Fin d → R} {T : R} (hinit : normSq (x 0) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x (proj (x t) (u t)) t)
    (hcont : ∀ t, 0 ≤ t → t ≤ T → ∀ a, ContinuousAt (fun s => u s a) t) {t : R} (h0 : 0 ≤ t)
    (hT : t ≤ T) : normSq (x t) = 1 := by
  have hc : ∀ s, 0 ≤ s → s ≤ t → ContinuousAt (fun r => dot (x r) (u r)) s := fun s h1 h2 =>
    ContinuousAt.dot (fun a => (hode s h1 (le_trans h2 hT) a).continuousAt) (hcont s h1 (le_trans h2 hT))
  obtain ⟨M, _, hM⟩ := exists_bound_of_continuous h0 hc
  have h : normSq (x t) - 1 = 0 :=
    linear_ode_zero (w := fun s => normSq (x s) - 1) (k := fun s => -2 * dot (x s) (u s)) (a := 0)
      (b := t) (M := 2 * M) h0
      (fun s h1 h2 => ((hode s h1 (le_trans h2 hT)).normSq_proj.sub (hasDerivAt_const 1 s)).congr_deriv
        (by dsimp only; clear hode hcont hc hM; lin))
      (fun s h1 h2 => by
        have := (abs_le.1 (hM s h1 h2)).1
        clear hode hcont hc hM; lin)
      (by dsimp only; rw [hinit]; clear hode hcont hc hM; lin)
  clear hode hcont hc hM; lin

/-- `attn.norm-conserved`: tangential projection conserves every norm. Let `z' = P_z u` on `[0, T]` with `u`
continuous and `|z(0)| = 1`. (1) `|z(t)| = 1` on `[0, T]`. (2) The velocity is tangent. (3) An explicit Euler
step leaves the sphere at second order: `|z + h P_z u|² = 1 + h² |P_z u|²`. (4) Off the sphere
`⟨y, P_y w⟩ = ⟨y, w⟩ (1 - |y|²)`, so that (5) `ρ = |z|²` obeys `ρ' = 2 ⟨z, u⟩ (1 - ρ)`.
Source: 000 and 001, From attention updates to spherical dynamics; 002, section 2. -/
theorem norm_conserved {d : Nat} (z u : R → Fin d → R) (T h : R) (hz : normSq (z 0) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt z (proj (z t) (u t)) t)
    (hcont : ∀ t, 0 ≤ t → t ≤ T → ∀ a, ContinuousAt (fun s => u s a) t) :
    (∀ t, 0 ≤ t → t ≤ T → normSq (z t) = 1) ∧
    (∀ t, 0 ≤ t → t ≤ T → dot (z t) (proj (z t) (u t)) = 0) ∧
    (∀ t, 0 ≤ t → t ≤ T →
      normSq (fun a => z t a + h * proj (z t) (u t) a) = 1 + h ^ 2 * normSq (proj (z t) (u t))) ∧
    (∀ y w : Fin d → R, dot y (proj y w) = dot y w * (1 - normSq y)) ∧
    (∀ t, 0 ≤ t → t ≤ T →
      HasDerivAt (fun s => normSq (z s)) (2 * dot (z t) (u t) * (1 - normSq (z t))) t) :=
  have hS := fun t (h0 : 0 ≤ t) (hT : t ≤ T) => normSq_eq_one_of_proj hz hode hcont h0 hT
  ⟨hS, fun t h0 hT => dot_proj (hS t h0 hT) (u t), fun t h0 hT => normSq_step (hS t h0 hT) (u t) h,
    dot_proj_eq, fun t h0 hT => (hode t h0 hT).normSq_proj⟩

/-! ## Curves with a given tangent velocity -/

/-- The denominator of the rational parametrisation of a circle is positive. -/
theorem one_add_sq_pos (q t : R) (hq : 0 ≤ q) : 0 < 1 + t ^ 2 * q / 4 := by
  have := mul_nonneg (sq_nonneg t) hq
  lin

/-- The curve `t ↦ ((1 - s) x + t v) / (1 + s)` with `s = t² |v|² / 4`: the rational parametrisation of the
circle through `x` with velocity `v`. -/
def circleCurve (x v : Fin d → R) (t : R) : Fin d → R := fun a =>
  ((1 - t ^ 2 * normSq v / 4) * x a + t * v a) / (1 + t ^ 2 * normSq v / 4)

/-- The circle curve starts at its point. -/
theorem circleCurve_zero (x v : Fin d → R) : circleCurve x v 0 = x := by
  funext a
  unfold circleCurve
  generalize normSq v = q
  have e : (1 : R) + 0 ^ 2 * q / 4 = 1 := by lin
  rw [e]; lin

/-- The circle curve stays on the sphere. -/
theorem normSq_circleCurve {x v : Fin d → R} (hx : normSq x = 1) (hv : dot x v = 0) (t : R) :
    normSq (circleCurve x v t) = 1 := by
  have hp := one_add_sq_pos (normSq v) t (normSq_nonneg v)
  have e : circleCurve x v t = fun a => (1 + t ^ 2 * normSq v / 4)⁻¹ *
      ((1 - t ^ 2 * normSq v / 4) * x a + t * v a) := by
    funext a
    unfold circleCurve
    rw [div_eq_mul_inv]; lin
  have e1 := mul_inv_cancel (ne_of_gt hp)
  rw [e, normSq_mul, normSq_add, normSq_mul, normSq_mul, dot_mul_left, dot_mul_right, hx, hv]
  generalize normSq v = q at hp e1
  clear e hp
  lin

/-- The circle curve starts with its velocity. -/
theorem hasVecDerivAt_circleCurve (x v : Fin d → R) : HasVecDerivAt (circleCurve x v) v 0 := by
  intro a
  unfold circleCurve
  have hp := one_add_sq_pos (normSq v) 0 (normSq_nonneg v)
  generalize normSq v = q at hp
  have hs : HasDerivAt (fun t : R => t ^ 2 * q / 4) 0 0 :=
    (((hasDerivAt_id (0 : R)).sq.mul_const (q / 4)).congr (fun y => by lin)).congr_deriv (by lin)
  have hnum := (((hasDerivAt_const 1 0).sub hs).mul_const (x a)).add
    ((hasDerivAt_id (0 : R)).mul_const (v a))
  have hden := (hasDerivAt_const 1 0).add hs
  refine (hnum.div hden (ne_of_gt hp)).congr_deriv ?_
  have e : (1 : R) + 0 ^ 2 * q / 4 = 1 := by lin
  rw [e]
  clear hnum hden hs hp
  lin

/-- Through every configuration on the product of spheres passes a curve with a given tangent velocity. -/
theorem exists_curve {z v : Fin n → Fin d → R} (hz : ∀ i, normSq (z i) = 1)
    (hv : ∀ i, dot (z i) (v i) = 0) :
    ∃ c : R → Fin n → Fin d → R, c 0 = z ∧ (∀ t i, normSq (c t i) = 1) ∧
      ∀ i, HasVecDerivAt (fun t => c t i) (v i) 0 :=
  ⟨fun t i => circleCurve (z i) (v i) t, funext fun i => circleCurve_zero (z i) (v i),
    fun t i => normSq_circleCurve (hz i) (hv i) t, fun i => hasVecDerivAt_circleCurve (z i) (v i)⟩

end Claims

end
