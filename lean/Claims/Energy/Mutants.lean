module

public import Claims.Energy.FalsifyNonsym

/-!
# Refutations of mutated statements about the energy

Each theorem proves the negation of a consequence of a statement obtained from a claim by a change of sign or
factor, or by dropping a hypothesis. The horizon `T = 0` serves, on which every tangent field has a curve.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## An orthogonal pair -/

/-- The tokens `(1, 0)` and `(0, 1)`. -/
def basePair : Fin 2 → Fin 2 → R := two (two 1 0) (two 0 1)

/-- The tokens of the pair are unit vectors. -/
theorem normSq_basePair : ∀ i, normSq ((basePair : Fin 2 → Fin 2 → R) i) = 1 :=
  forall_fin_two ((normSq_two 1 0).trans (by lin)) ((normSq_two 0 1).trans (by lin))

/-- The second coordinate of the unnormalised velocity of the first token is one half. -/
theorem usa_basePair (β : R) : usaField β one one basePair 0 1 = 1 / 2 := by
  have w : weight β one (basePair : Fin 2 → Fin 2 → R) 0 1 = 1 := by
    unfold weight basePair
    rw [score_one, two_zero, two_one, dot_two_two, ← exp_zero]
    exact congrArg exp (by lin)
  have hone : ∀ v : Fin 2 → R, mulVec one v = v := fun v => funext fun a => mulVec_one v a
  have e : ((2 : Nat) : R)⁻¹ = 1 / 2 := by
    have : ((2 : Nat) : R) = 2 := by lin
    rw [this]; lin
  have p : proj ((basePair : Fin 2 → Fin 2 → R) 0) (valueSum β one one basePair 0) = fun a =>
      1 * two 0 1 a := by
    rw [valueSum_two, w, hone, hone]
    exact proj_combination (normSq_basePair 0) ((dot_two_two 1 0 0 1).trans (by lin)) _ 1
  rw [usaField_eq, p, e]
  show 1 / 2 * (1 * 1) = 1 / 2
  clear w hone p; lin

/-- The pair moves along the unnormalised field. -/
theorem usa_speed_ne_zero (β : R) :
    sum (fun i => normSq (usaField β one one (basePair : Fin 2 → Fin 2 → R) i)) ≠ 0 := fun h => by
  have k := normSq_eq_zero.1 ((sum_eq_zero_iff fun i => normSq_nonneg _).1 h 0) 1
  rw [usa_basePair] at k
  clear h; lin

/-- On the horizon `T = 0` a field that is tangent at `x` has a curve through `x`. -/
theorem exists_follows (b : (Fin n → Fin d → R) → Fin n → Fin d → R) {x : Fin n → Fin d → R}
    (hx : ∀ i, normSq (x i) = 1) (hb : ∀ i, dot (x i) (b x i) = 0) :
    ∃ γ : R → Fin n → Fin d → R, γ 0 = x ∧ (∀ i, normSq (γ 0 i) = 1) ∧ Follows b γ 0 := by
  obtain ⟨γ, h0, hγ, hv⟩ := exists_curve hx hb
  refine ⟨γ, h0, hγ 0, fun t ht hT i => ?_⟩
  rw [le_antisymm hT ht, h0]
  exact hv i

/-! ## Norms -/

/-- Refutes the sign mutant of `norm_conserved` with `1 - h² |P_z u|²`. -/
theorem norm_conserved_mutant_sign_false : ¬ ∀ (z u : R → Fin 2 → R) (T h : R), normSq (z 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt z (proj (z t) (u t)) t) →
    (∀ t, 0 ≤ t → t ≤ T → ∀ a, ContinuousAt (fun s => u s a) t) → ∀ t, 0 ≤ t → t ≤ T →
      normSq (fun a => z t a + h * proj (z t) (u t) a) = 1 - h ^ 2 * normSq (proj (z t) (u t)) := by
  intro h
  have hp : proj (two 1 0) (two 0 1) = (two 0 1 : Fin 2 → R) := by
    rw [proj_two]; exact eq_two (by rw [two_zero]; clear h; lin) (by rw [two_one]; clear h; lin)
  have h1 : normSq (two 1 0 : Fin 2 → R) = 1 := (normSq_two 1 0).trans (by clear h; lin)
  have h2 : normSq (two 0 1 : Fin 2 → R) = 1 := (normSq_two 0 1).trans (by clear h; lin)
  have e := h (circleCurve (two 1 0) (two 0 1)) (fun _ => two 0 1) 0 1 (by rw [circleCurve_zero]; exact h1)
    (fun t ht hT => by
      rw [le_antisymm hT ht, circleCurve_zero, hp]; exact hasVecDerivAt_circleCurve _ _)
    (fun t _ _ a => continuousAt_const _ t) 0 (le_rfl 0) (le_rfl 0)
  have k := normSq_step h1 (two 0 1) 1
  rw [circleCurve_zero, hp, h2] at e
  rw [hp, h2] at k
  rw [k] at e
  clear h k; lin

/-! ## Fields and gradients -/

/-- Refutes the factor mutant of `usa_sa` without the division by `n`. -/
theorem usa_sa_mutant_factor_false : ¬ ∀ (β : R) (A V : Fin 2 → Fin 2 → R)
    (z : Fin 2 → Fin 2 → R), ∀ i a, usaField β A V z i a = denom β A z i * saField β A V z i a := by
  intro h
  have e := h 1 one one basePair 0 1
  have k := usaField_eq_saField 1 one one (basePair : Fin 2 → Fin 2 → R) 0 1
  have hn : ((2 : Nat) : R)⁻¹ = 1 / 2 := by
    have : ((2 : Nat) : R) = 2 := by clear h k e; lin
    rw [this]; clear h k e; lin
  rw [div_eq_mul_inv, hn] at k
  rw [usa_basePair] at e k
  clear h hn; lin

/-- Refutes the sign mutant of `energy_gradient` with `+n⁻¹ b_i^USA`: a gradient is unique. -/
theorem energy_gradient_mutant_sign_false : ¬ ∀ (β : R), 0 < β →
    ∀ A : Fin 2 → Fin 2 → R, (∀ a b, A a b = A b a) → ∀ z : Fin 2 → Fin 2 → R, (∀ i, normSq (z i) = 1) →
    IsGradient (fun _ => 1) (energy β A) z
      (fun i a => (((2 : Nat) : R)⁻¹ * usaField β A A z i a)) := by
  intro h
  have a := h 1 zero_lt_one one one_symm basePair normSq_basePair
  have b := (energy_gradient (1 : R) zero_lt_one one one one_symm basePair normSq_basePair).1
  have e := congrFun (congrFun (a.unique (fun _ => zero_lt_one) normSq_basePair b) 0) 1
  have hn : ((2 : Nat) : R)⁻¹ = 1 / 2 := by
    have : ((2 : Nat) : R) = 2 := by clear h a b e; lin
    rw [this]; clear h a b e; lin
  rw [usa_basePair, hn] at e
  clear h a b; lin

/-- Refutes the sign mutant of `energy_metrics` with `+b^USA` as gradient: a gradient is unique. -/
theorem energy_metrics_mutant_sign_false : ¬ ∀ (β : R), 0 < β →
    ∀ A : Fin 2 → Fin 2 → R, (∀ a b, A a b = A b a) → ∀ z : Fin 2 → Fin 2 → R, (∀ i, normSq (z i) = 1) →
    IsGradient (fun _ => ((2 : Nat) : R)⁻¹) (energy β A) z (fun i a => usaField β A A z i a) := by
  intro h
  have a := h 1 zero_lt_one one one_symm basePair normSq_basePair
  have e := (energy_metrics (1 : R) zero_lt_one one one_symm basePair normSq_basePair).2.2.2.2.1 _ a 0 1
  rw [usa_basePair] at e
  clear h a; lin

/-! ## Dissipation -/

/-- Refutes the sign mutant of `energy_dissipation` with `dE/dτ = +n⁻¹ ∑ |b_i^USA|²`. -/
theorem energy_dissipation_mutant_sign_false : ¬ ∀ (β : R), 0 < β →
    ∀ A V : Fin 2 → Fin 2 → R, (∀ a b, A a b = A b a) → V = A →
    ∀ (z y : R → Fin 2 → Fin 2 → R) (T : R), (∀ i, normSq (z 0 i) = 1) →
    Follows (saField β A V) z T → (∀ i, normSq (y 0 i) = 1) → Follows (usaField β A V) y T →
    ∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => energy β A (y s)) ((((2 : Nat) : R)⁻¹ *
      sum (fun i => normSq (usaField β A V (y t) i)))) t := by
  intro h
  obtain ⟨z, _, hz, hsa⟩ := exists_follows (saField (1 : R) one one) (normSq_basePair (R := R))
    (fun i => dot_proj (normSq_basePair i) _)
  obtain ⟨y, y0, hy, husa⟩ := exists_follows (usaField (1 : R) one one) (normSq_basePair (R := R))
    (fun i => dot_proj (normSq_basePair i) _)
  have a := h 1 zero_lt_one one one one_symm rfl z y 0 hz hsa hy husa 0 (le_rfl 0) (le_rfl 0)
  have e := a.unique (hasDerivAt_energy_usa zero_lt_one one_symm hy (husa 0 (le_rfl 0) (le_rfl 0)))
  have hn : ((2 : Nat) : R)⁻¹ = 1 / 2 := by
    have : ((2 : Nat) : R) = 2 := by clear h a e hsa husa; lin
    rw [this]; clear h a e hsa husa; lin
  rw [y0, hn] at e
  refine usa_speed_ne_zero (1 : R) ?_
  clear h a hsa husa hz hy; lin

/-- Refutes the mutant of `energy_dissipation` without the symmetry of `A`. -/
theorem energy_dissipation_mutant_symmetric_false : ¬ ∀ (β : R), 0 < β →
    ∀ A V : Fin 2 → Fin 2 → R, (∀ a b, A a b = A a b) → V = A →
    ∀ (z y : R → Fin 2 → Fin 2 → R) (T : R), (∀ i, normSq (z 0 i) = 1) →
    Follows (saField β A V) z T → (∀ i, normSq (y 0 i) = 1) → Follows (usaField β A V) y T →
    ∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => energy β A (z s)) (-((((2 : Nat) : R) ^ 2)⁻¹ *
      sum (fun i => denom β A (z t) i * normSq (saField β A V (z t) i)))) t ∧
      -((((2 : Nat) : R) ^ 2)⁻¹ * sum (fun i => denom β A (z t) i * normSq (saField β A V (z t) i))) ≤ 0 := by
  intro h
  obtain ⟨z, z0, hz, hsa⟩ := exists_follows (saField (1 : R) quarterTurn quarterTurn) (normSq_turnTokens (R := R))
    (fun i => dot_proj (normSq_turnTokens i) _)
  obtain ⟨y, _, hy, husa⟩ := exists_follows (usaField (1 : R) quarterTurn quarterTurn) (normSq_turnTokens (R := R))
    (fun i => dot_proj (normSq_turnTokens i) _)
  have a := h 1 zero_lt_one quarterTurn quarterTurn (fun _ _ => rfl) rfl z y 0 hz hsa hy husa 0 (le_rfl 0) (le_rfl 0)
  have b := turn_rate.2 z z0 (fun i => by
    have := hsa 0 (le_rfl 0) (le_rfl 0) i; rw [z0] at this; exact this)
  have p := (energy_falsify_nonsym (R := R)).2.2.2.1
  rw [a.1.unique b] at a
  exact not_lt_of_ge a.2 p

/-- Refutes the mutant of `energy_dissipation` without `V = A`. -/
theorem energy_dissipation_mutant_value_false : ¬ ∀ (β : R), 0 < β →
    ∀ A V : Fin 2 → Fin 2 → R, (∀ a b, A a b = A b a) → V = V →
    ∀ (z y : R → Fin 2 → Fin 2 → R) (T : R), (∀ i, normSq (z 0 i) = 1) →
    Follows (saField β A V) z T → (∀ i, normSq (y 0 i) = 1) → Follows (usaField β A V) y T →
    ∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => energy β A (z s)) (-((((2 : Nat) : R) ^ 2)⁻¹ *
      sum (fun i => denom β A (z t) i * normSq (saField β A V (z t) i)))) t ∧
      -((((2 : Nat) : R) ^ 2)⁻¹ * sum (fun i => denom β A (z t) i * normSq (saField β A V (z t) i))) ≤ 0 := by
  intro h
  obtain ⟨z, z0, hz, hsa⟩ := exists_follows (saField (1 : R) negOne one) (normSq_basePair (R := R))
    (fun i => dot_proj (normSq_basePair i) _)
  obtain ⟨y, _, hy, husa⟩ := exists_follows (usaField (1 : R) negOne one) (normSq_basePair (R := R))
    (fun i => dot_proj (normSq_basePair i) _)
  have a := h 1 zero_lt_one negOne one (fun a b => congrArg (fun x => -x) (one_symm a b)) rfl z y 0 hz hsa hy husa
    0 (le_rfl 0) (le_rfl 0)
  obtain ⟨r, p, _⟩ := (energy_falsify_value (R := R)).2 2 (two 1 0) (two 0 1) (normSq_basePair 0) (normSq_basePair 1)
    ((dot_two_two 1 0 0 1).trans (by clear h a; lin))
  have b := r.2 z z0 (fun i => by
    have := hsa 0 (le_rfl 0) (le_rfl 0) i; rw [z0] at this; exact this)
  rw [a.1.unique b] at a
  exact not_lt_of_ge a.2 p

/-! ## Falsifiers -/

/-- Refutes the sign mutant of `energy_falsify_nonsym` with a falling energy at the second configuration. -/
theorem energy_falsify_nonsym_mutant_sign_false :
    ¬ ∃ D : R, D < 0 ∧ HasRate 1 shear shearTokens (usaField 1 shear shear shearTokens) D := by
  rintro ⟨D, hD, h⟩
  obtain ⟨D', hD', h'⟩ := shear_rate (R := R)
  rw [h.unique h'] at hD
  clear h h'; lin

/-- Refutes the factor mutant of `energy_falsify_value` with the rate `½` along the unnormalised field. -/
theorem energy_falsify_value_mutant_factor_false : ¬ ∀ (d : Nat)
    (x y : Fin d → R), normSq x = 1 → normSq y = 1 → dot x y = 0 →
    HasRate 1 negOne (two x y) (usaField (1 : R) negOne one (two x y)) (1 / 2) := by
  intro h
  have hxy : dot (two 1 0) (two 0 1 : Fin 2 → R) = 0 := (dot_two_two 1 0 0 1).trans (by clear h; lin)
  have a := h 2 (two 1 0) (two 0 1) (normSq_basePair 0) (normSq_basePair 1) hxy
  have b := ((energy_falsify_value (R := R)).2 2 (two 1 0) (two 0 1) (normSq_basePair 0) (normSq_basePair 1) hxy).2.2
  have e := a.unique b
  clear h a b; lin

end Claims

end
