module

public import Claims.Energy.Gradient

/-!
# The energy along the attention flows

Curves of unit tokens that follow the softmax field or the unnormalised field stay on the sphere, and for
symmetric `A` and `V = A` the energy falls along both at the stated rates.
Sources: 000 and 001, Removing the denominator versus changing the metric; 004, section 15.1.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Curves that follow a field -/

/-- The curve `z` of configurations follows the field `b` on the time interval `[0, T]`. -/
def Follows (b : (Fin n → Fin d → R) → Fin n → Fin d → R) (z : R → Fin n → Fin d → R) (T : R) : Prop :=
  ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (b (z t) i) t

/-- A curve follows a field on every shorter interval. -/
theorem Follows.mono {b : (Fin n → Fin d → R) → Fin n → Fin d → R} {z : R → Fin n → Fin d → R} {T T' : R}
    (h : Follows b z T) (hT : T' ≤ T) : Follows b z T' := fun t h0 h1 => h t h0 (le_trans h1 hT)

/-- A coordinate of an average of moving values is continuous. -/
theorem continuousAt_average (β : R) (A V : Fin d → Fin d → R)
    {z : R → Fin n → Fin d → R} {v : Fin n → Fin d → R} {t : R}
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t) (i : Fin n) (a : Fin d) :
    ContinuousAt (fun s => sum (fun j => weight β A (z s) i j / denom β A (z s) i *
      mulVec V (z s j) a)) t := by
  have hw := fun j => hasDerivAt_weight β A hz i j
  have hd : HasDerivAt (fun s => denom β A (z s) i) _ t := HasDerivAt.sum hw
  exact ContinuousAt.sum fun j => (((hw j).div hd
    (ne_of_gt (denom_pos β A (z t) i))).continuousAt).mul (((hz j).mulVec V) a).continuousAt

/-- A coordinate of the unnormalised sum of moving values is continuous. -/
theorem continuousAt_valueSum (β : R) (A V : Fin d → Fin d → R)
    {z : R → Fin n → Fin d → R} {v : Fin n → Fin d → R} {t : R}
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t) (i : Fin n) (a : Fin d) :
    ContinuousAt (fun s => (n : R)⁻¹ * sum (fun j => weight β A (z s) i j * mulVec V (z s j) a)) t :=
  (continuousAt_const _ t).mul (ContinuousAt.sum fun j =>
    (hasDerivAt_weight β A hz i j).continuousAt.mul (((hz j).mulVec V) a).continuousAt)

/-- A curve that follows the softmax field from unit tokens keeps unit tokens. -/
theorem Follows.sphere_sa {β : R} {A V : Fin d → Fin d → R}
    {z : R → Fin n → Fin d → R} {T : R} (hz : ∀ i, normSq (z 0 i) = 1)
    (h : Follows (saField β A V) z T) {t : R} (h0 : 0 ≤ t) (hT : t ≤ T) (i : Fin n) :
    normSq (z t i) = 1 :=
  normSq_eq_one_of_proj (x := fun s => z s i) (u := fun s a => sum (fun j =>
    weight β A (z s) i j / denom β A (z s) i * mulVec V (z s j) a)) (hz i)
    (fun s h0 hT => h s h0 hT i) (fun s h0 hT a => continuousAt_average β A V (h s h0 hT) i a) h0 hT

/-- A curve that follows the unnormalised field from unit tokens keeps unit tokens. -/
theorem Follows.sphere_usa {β : R} {A V : Fin d → Fin d → R}
    {z : R → Fin n → Fin d → R} {T : R} (hz : ∀ i, normSq (z 0 i) = 1)
    (h : Follows (usaField β A V) z T) {t : R} (h0 : 0 ≤ t) (hT : t ≤ T) (i : Fin n) :
    normSq (z t i) = 1 :=
  normSq_eq_one_of_proj (x := fun s => z s i) (u := fun s a => (n : R)⁻¹ * sum (fun j =>
    weight β A (z s) i j * mulVec V (z s j) a)) (hz i)
    (fun s h0 hT => h s h0 hT i) (fun s h0 hT a => continuousAt_valueSum β A V (h s h0 hT) i a) h0 hT

/-! ## Rates -/

/-- The derivative of the energy along a curve of tokens with a tangent velocity, for symmetric `A`. -/
theorem hasDerivAt_energy_of_symm {β : R} (hβ : 0 < β)
    {A : Fin d → Fin d → R} (hA : ∀ a b, A a b = A b a) {z : R → Fin n → Fin d → R}
    {v : Fin n → Fin d → R} {t : R} (hv : ∀ i, dot (z t i) (v i) = 0)
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t) :
    HasDerivAt (fun s => energy β A (z s))
      (sum (fun i => -((n : R)⁻¹ * dot (usaField β A A (z t) i) (v i)))) t := by
  refine (hasDerivAt_energy hβ A hz).congr_deriv (sum_congr fun i => ?_)
  rw [← dot_proj_left (hv i) (freeGrad β A (z t) i), ← gradField_eq, gradField_of_symm β hA,
    dot_neg_left, dot_mul_left]

/-- The energy rate along the softmax field. -/
theorem hasDerivAt_energy_sa {β : R} (hβ : 0 < β)
    {A : Fin d → Fin d → R} (hA : ∀ a b, A a b = A b a) {z : R → Fin n → Fin d → R} {t : R}
    (hs : ∀ i, normSq (z t i) = 1)
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (saField β A A (z t) i) t) :
    HasDerivAt (fun s => energy β A (z s)) (-(((n : R) ^ 2)⁻¹ *
      sum (fun i => denom β A (z t) i * normSq (saField β A A (z t) i)))) t := by
  refine (hasDerivAt_energy_of_symm hβ hA (v := saField β A A (z t))
    (fun i => dot_proj (hs i) _) hz).congr_deriv ?_
  rw [← sum_mul_left, ← sum_neg]
  refine sum_congr fun i => ?_
  have e : usaField β A A (z t) i = fun a => denom β A (z t) i / (n : R) * saField β A A (z t) i a :=
    funext fun a => usaField_eq_saField β A A (z t) i a
  have hn := natCast_ne_zero (R := R) i
  rw [e, dot_mul_left, div_eq_mul_inv]
  show -(((n : R) ^ 2)⁻¹ * (denom β A (z t) i * dot (saField β A A (z t) i) (saField β A A (z t) i))) = _
  clear e hβ hA hs hz
  lin

/-- The energy rate along the unnormalised field. -/
theorem hasDerivAt_energy_usa {β : R} (hβ : 0 < β)
    {A : Fin d → Fin d → R} (hA : ∀ a b, A a b = A b a) {z : R → Fin n → Fin d → R} {t : R}
    (hs : ∀ i, normSq (z t i) = 1)
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (usaField β A A (z t) i) t) :
    HasDerivAt (fun s => energy β A (z s)) (-((n : R)⁻¹ *
      sum (fun i => normSq (usaField β A A (z t) i)))) t := by
  refine (hasDerivAt_energy_of_symm hβ hA (v := usaField β A A (z t))
    (fun i => dot_proj (hs i) _) hz).congr_deriv ?_
  rw [← sum_mul_left, ← sum_neg]
  rfl

/-- The energy rate along the softmax field is not positive. -/
theorem sa_rate_nonpos (β : R) (A V : Fin d → Fin d → R)
    (z : Fin n → Fin d → R) : -(((n : R) ^ 2)⁻¹ *
      sum (fun i => denom β A z i * normSq (saField β A V z i))) ≤ 0 := by
  have h := mul_nonneg (inv_nonneg (pow_nonneg (natCast_nonneg (R := R) n) 2)) (sum_nonneg fun i =>
    mul_nonneg (le_of_lt (denom_pos β A z i)) (normSq_nonneg (saField β A V z i)))
  lin

/-- The energy rate along the unnormalised field is not positive. -/
theorem usa_rate_nonpos (β : R) (A V : Fin d → Fin d → R)
    (z : Fin n → Fin d → R) : -((n : R)⁻¹ * sum (fun i => normSq (usaField β A V z i))) ≤ 0 := by
  have h := mul_nonneg (inv_nonneg (natCast_nonneg (R := R) n)) (sum_nonneg fun i =>
    normSq_nonneg (usaField β A V z i))
  lin

/-- `energy.dissipation`: for symmetric `A` and `V = A`, along a curve `z` of tokens that starts on the unit
sphere and follows the softmax field, (1) `dE/dτ = -n⁻² ∑ Z_i |b_i^SA|² ≤ 0`, so that (2) the energy does not
rise; along a curve `y` that follows the unnormalised field, (3) `dE/dτ = -n⁻¹ ∑ |b_i^USA|² ≤ 0`, so that (4)
the energy does not rise. Source: 000 and 001, Removing the denominator versus changing the metric. -/
theorem energy_dissipation {n d : Nat} (β : R) (hβ : 0 < β)
    (A V : Fin d → Fin d → R) (hsym : ∀ a b, A a b = A b a) (hV : V = A)
    (z y : R → Fin n → Fin d → R) (T : R) (hz : ∀ i, normSq (z 0 i) = 1)
    (hsa : Follows (saField β A V) z T) (hy : ∀ i, normSq (y 0 i) = 1)
    (husa : Follows (usaField β A V) y T) :
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => energy β A (z s)) (-(((n : R) ^ 2)⁻¹ *
      sum (fun i => denom β A (z t) i * normSq (saField β A V (z t) i)))) t ∧
      -(((n : R) ^ 2)⁻¹ * sum (fun i => denom β A (z t) i * normSq (saField β A V (z t) i))) ≤ 0) ∧
    (∀ s t, 0 ≤ s → s ≤ t → t ≤ T → energy β A (z t) ≤ energy β A (z s)) ∧
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => energy β A (y s)) (-((n : R)⁻¹ *
      sum (fun i => normSq (usaField β A V (y t) i)))) t ∧
      -((n : R)⁻¹ * sum (fun i => normSq (usaField β A V (y t) i))) ≤ 0) ∧
    (∀ s t, 0 ≤ s → s ≤ t → t ≤ T → energy β A (y t) ≤ energy β A (y s)) := by
  subst hV
  have h1 := fun t (h0 : 0 ≤ t) (hT : t ≤ T) =>
    hasDerivAt_energy_sa hβ hsym (fun i => hsa.sphere_sa hz h0 hT i) (hsa t h0 hT)
  have h2 := fun t (h0 : 0 ≤ t) (hT : t ≤ T) =>
    hasDerivAt_energy_usa hβ hsym (fun i => husa.sphere_usa hy h0 hT i) (husa t h0 hT)
  exact ⟨fun t h0 hT => ⟨h1 t h0 hT, sa_rate_nonpos β V V (z t)⟩,
    fun s t h0 hst hT => le_of_deriv_nonpos (f := fun r => energy β V (z r)) hst
      (fun r ha hb => h1 r (le_trans h0 ha) (le_trans hb hT))
      (fun r _ _ => sa_rate_nonpos β V V (z r)),
    fun t h0 hT => ⟨h2 t h0 hT, usa_rate_nonpos β V V (y t)⟩,
    fun s t h0 hst hT => le_of_deriv_nonpos (f := fun r => energy β V (y r)) hst
      (fun r ha hb => h2 r (le_trans h0 ha) (le_trans hb hT))
      (fun r _ _ => usa_rate_nonpos β V V (y r))⟩

end Claims

end
