module

public import Claims.Stability.MeasureLipschitz

/-!
# Stability of the mean-field attention flow

Two solutions of the mean-field attention flow on the sphere separate in Wasserstein-1 distance at most by
the factor `e^{(C_x + C_ν) t}`, with the Lipschitz constants `C_x = 2 + 2 B e^{2B}` and `C_ν = e^{2B} (1 + 2 B)` of
the field. Measures have finitely many atoms with arbitrary weights; the flow carries couplings along.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n m d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A measure coupled with itself, every atom to itself. -/
theorem isCoupling_diag {q : Fin m → R} (hq : ∀ j, 0 ≤ q j) :
    IsCoupling (fun i j => if i = j then q i else 0) q q where
  nonneg i j := by
    by_cases h : i = j
    · rw [if_pos h]; exact hq i
    · rw [if_neg h]; exact le_rfl 0
  left i := sum_ite_eq' i fun _ => q i
  right j := sum_ite_eq j q

/-- The diagonal coupling of a measure with itself has cost zero. -/
theorem cost_diag (q : Fin m → R) (y : Fin m → Fin d → R) :
    cost (fun i j => if i = j then q i else 0) y y = 0 := by
  refine sum_eq_zero fun i => sum_eq_zero fun j => ?_
  by_cases h : i = j
  · rw [h, norm_sub_self]; lin
  · dsimp only; rw [if_neg h]; lin

/-- `meas.x-lipschitz`: on the sphere the attention field of a measure is Lipschitz in the point with
constant `2 + 2 B e^{2B}`. Source: 000 and 001, "Carrying finite-measure error" (constant reconstructed). -/
theorem field_lipschitz_point {m d : Nat} (β a B : R) (A : Fin d → Fin d → R) (q : Fin m → R)
    (y : Fin m → Fin d → R) (x x' : Fin d → R) (hβ : 0 ≤ β) (ha : 0 ≤ a) (hB : B = β * a)
    (hA : ∀ v, norm (mulVec A v) ≤ a * norm v) (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1)
    (hy : ∀ j, normSq (y j) = 1) (hx : normSq x = 1) (hx' : normSq x' = 1) :
    norm (fun i => measureField β A q y x i - measureField β A q y x' i) ≤
      (2 + 2 * B * exp (2 * B)) * norm (fun i => x i - x' i) := by
  have h := norm_measureField_sub_le hβ ha hB hA (isCoupling_diag hq) hq hq1 hq hq1 hy hy hx hx'
  rw [cost_diag] at h
  clear hA hq hy; lin

/-- `meas.nu-lipschitz`: at a point of the sphere the attention field is Lipschitz in the measure, for the
Wasserstein-1 distance, with constant `e^{2B} (1 + 2 B)`.
Source: 000 and 001, "Carrying finite-measure error" (display reconstructed). -/
theorem field_lipschitz_measure {n m d : Nat} (β a B : R) (A : Fin d → Fin d → R)
    (p : Fin n → R) (q : Fin m → R) (z : Fin n → Fin d → R) (y : Fin m → Fin d → R) (x : Fin d → R) (w : R)
    (hβ : 0 ≤ β) (ha : 0 ≤ a) (hB : B = β * a)
    (hA : ∀ v, norm (mulVec A v) ≤ a * norm v) (hp : ∀ i, 0 ≤ p i) (hp1 : sum p = 1)
    (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1) (hz : ∀ i, normSq (z i) = 1) (hy : ∀ j, normSq (y j) = 1)
    (hx : normSq x = 1) (hw : IsW1 p q z y w) :
    norm (fun i => measureField β A p z x i - measureField β A q y x i) ≤
      exp (2 * B) * (1 + 2 * B) * w := by
  have hB0 : 0 ≤ B := by rw [hB]; exact mul_nonneg hβ ha
  have hC : 0 < exp (2 * B) * (1 + 2 * B) := mul_pos (exp_pos _) (by clear hA hp hq hz hy hw; lin)
  generalize hN : norm (fun i => measureField β A p z x i - measureField β A q y x i) = N
  have h : N / (exp (2 * B) * (1 + 2 * B)) ≤ w := hw.2 _ fun π hπ => by
    have k := norm_measureField_sub_le hβ ha hB hA hπ hp hp1 hq hq1 hz hy hx hx
    rw [norm_sub_self, hN] at k
    rw [div_le_iff hC]
    clear hA hp hq hz hy hw hπ; lin
  rw [div_le_iff hC] at h
  clear hA hp hq hz hy hw; lin

/-- `meas.dobrushin`: two solutions on the sphere of the mean-field attention flow with `V = I`, started from
measures with finitely many weighted atoms, obey
`W_1(t) ≤ e^{(C_x + C_ν) t} W_1(0)` with `C_x = 2 + 2 B e^{2B}`, `C_ν = e^{2B} (1 + 2 B)`, `B = β a` and
`|A v| ≤ a |v|`. Source: 000 and 001, "Carrying finite-measure error" (display reconstructed). -/
theorem dobrushin {n m d : Nat} (β a B T : R) (A : Fin d → Fin d → R) (p : Fin n → R)
    (q : Fin m → R) (z : R → Fin n → Fin d → R) (y : R → Fin m → Fin d → R) (hβ : 0 ≤ β)
    (ha : 0 ≤ a) (hB : B = β * a) (hA : ∀ v, norm (mulVec A v) ≤ a * norm v) (hp : ∀ i, 0 ≤ p i)
    (hp1 : sum p = 1) (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1)
    (hzS : ∀ t, 0 ≤ t → t ≤ T → ∀ i, normSq (z t i) = 1)
    (hyS : ∀ t, 0 ≤ t → t ≤ T → ∀ j, normSq (y t j) = 1)
    (hz : ∀ t, 0 ≤ t → t ≤ T → ∀ i,
      HasVecDerivAt (fun s => z s i) (measureField β A p (z t) (z t i)) t)
    (hy : ∀ t, 0 ≤ t → t ≤ T → ∀ j,
      HasVecDerivAt (fun s => y s j) (measureField β A q (y t) (y t j)) t)
    (t : R) (ht0 : 0 ≤ t) (htT : t ≤ T) (w0 w : R) (hw0 : IsW1 p q (z 0) (y 0) w0)
    (hw : IsW1 p q (z t) (y t) w) :
    w ≤ exp ((2 + 2 * B * exp (2 * B) + exp (2 * B) * (1 + 2 * B)) * t) * w0 := by
  have hB0 : 0 ≤ B := by rw [hB]; exact mul_nonneg hβ ha
  have hC : 0 < 2 + 2 * B * exp (2 * B) + exp (2 * B) * (1 + 2 * B) := by
    have h1 := mul_nonneg hB0 (le_of_lt (exp_pos (2 * B)))
    have h2 := exp_pos (2 * B)
    clear hA hp hq hz hy hw hw0 hzS hyS; lin
  have step : ∀ π, IsCoupling π p q → w ≤ cost π (z 0) (y 0) *
      exp ((2 + 2 * B * exp (2 * B) + exp (2 * B) * (1 + 2 * B)) * t) := fun π hπ => by
    have h := (perturbed_gronwall π z y (fun s i => measureField β A p (z s) (z s i))
      (fun s j => measureField β A q (y s) (y s j)) (fun s j => measureField β A q (y s) (y s j))
      (2 + 2 * B * exp (2 * B)) (exp (2 * B) * (1 + 2 * B)) 0 T hπ.nonneg (hπ.mass hp1) hz hy
      (fun s h0 h1 i j => norm_measureField_sub_le hβ ha hB hA hπ hp hp1 hq hq1 (hzS s h0 h1)
        (hyS s h0 h1) (hzS s h0 h1 i) (hyS s h0 h1 j))
      (fun s _ _ j => by rw [norm_sub_self]; exact le_rfl 0) t ht0 htT).1 (ne_of_gt hC)
    have k := hw.1 π hπ
    clear hA hp hq hz hy hw hw0 hzS hyS hπ; lin
  generalize (2 + 2 * B * exp (2 * B) + exp (2 * B) * (1 + 2 * B)) * t = c at step
  have inv := exp_mul_exp_neg c
  have back := hw0.2 (exp (-c) * w) fun π hπ => by
    have h := mul_le_mul_left' (le_of_lt (exp_pos (-c))) (step π hπ)
    have e : exp (-c) * (cost π (z 0) (y 0) * exp c) = exp c * exp (-c) * cost π (z 0) (y 0) := by
      clear hA hp hq hz hy hw hw0 hzS hyS hπ step h; lin
    rw [e, inv] at h
    clear hA hp hq hz hy hw hw0 hzS hyS hπ step; lin
  have last := mul_le_mul_left' (le_of_lt (exp_pos c)) back
  have e : exp c * (exp (-c) * w) = exp c * exp (-c) * w := by
    clear hA hp hq hz hy hw hw0 hzS hyS step last; lin
  rw [e, inv] at last
  clear hA hp hq hz hy hw hw0 hzS hyS step; lin

/-! ## A refuted variant -/

/-- The Wasserstein-1 distance of the two points `1` and `-1` of the sphere in dimension one. -/
theorem isW1_antipodes : IsW1 (fun _ : Fin 1 => (1 : R)) (fun _ : Fin 1 => 1) (fun _ _ : Fin 1 => 1)
    (fun _ _ : Fin 1 => -1) 2 := by
  have c : ∀ π : Fin 1 → Fin 1 → R, IsCoupling π (fun _ => 1) (fun _ => 1) →
      cost π (fun _ _ : Fin 1 => (1 : R)) (fun _ _ : Fin 1 => -1) = 2 := fun π hπ => by
    have l := hπ.left 0
    simp only [sum_succ, sum_zero_length] at l
    simp only [cost, sum_succ, sum_zero_length, norm_fin_one]
    rw [abs_of_nonneg (x := (1 : R) - -1) (by clear hπ; lin)]
    clear hπ; lin
  refine ⟨fun π hπ => by rw [c π hπ]; exact le_rfl 2, fun v h => ?_⟩
  have k : v ≤ _ := h (fun _ _ => 1)
    ⟨fun _ _ => le_of_lt zero_lt_one, fun _ => by simp only [sum_succ, sum_zero_length]; clear c h; lin,
      fun _ => by simp only [sum_succ, sum_zero_length]; clear c h; lin⟩
  rw [c _ ⟨fun _ _ => le_of_lt zero_lt_one, fun _ => by
      simp only [sum_succ, sum_zero_length]; clear c h k; lin,
    fun _ => by simp only [sum_succ, sum_zero_length]; clear c h k; lin⟩] at k
  exact k

/-- Refutes `dobrushin` with decay in place of growth: on the sphere in dimension one every tangent vector
vanishes, so the points `1` and `-1` rest at distance two. -/
theorem dobrushin_mutant_sign_false :
    ¬ ∀ {n m d : Nat} (β a B T : R) (A : Fin d → Fin d → R) (p : Fin n → R)
      (q : Fin m → R) (z : R → Fin n → Fin d → R) (y : R → Fin m → Fin d → R)
      (_ : 0 ≤ β) (_ : 0 ≤ a) (_ : B = β * a) (_ : ∀ v, norm (mulVec A v) ≤ a * norm v)
      (_ : ∀ i, 0 ≤ p i) (_ : sum p = 1) (_ : ∀ j, 0 ≤ q j) (_ : sum q = 1)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ i, normSq (z t i) = 1)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ j, normSq (y t j) = 1)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ i,
        HasVecDerivAt (fun s => z s i) (measureField β A p (z t) (z t i)) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ j,
        HasVecDerivAt (fun s => y s j) (measureField β A q (y t) (y t j)) t)
      (t : R) (_ : 0 ≤ t) (_ : t ≤ T) (w0 w : R) (_ : IsW1 p q (z 0) (y 0) w0)
      (_ : IsW1 p q (z t) (y t) w),
      w ≤ exp ((2 + 2 * B * exp (2 * B) + exp (2 * B) * (1 + 2 * B)) * (-t)) * w0 := by
  intro h
  have one_sum : sum (fun _ : Fin 1 => (1 : R)) = 1 := by
    simp only [sum_succ, sum_zero_length]; clear h; lin
  have unit : ∀ c : R, c * c = 1 → normSq (fun _ : Fin 1 => c) = 1 := fun c hc => by
    simp only [normSq, dot, sum_succ, sum_zero_length]; clear h; lin
  have rest : ∀ (c : R) (u : Fin 1 → R) (i : Fin 1), c * c = 1 → proj (fun _ => c) u i = 0 :=
    fun c u i hc => by
      have e : i = 0 := Fin.fin_one_eq_zero i
      subst e
      simp only [proj, dot, sum_succ, sum_zero_length]; clear h; lin
  have h1 := h (n := 1) (m := 1) (d := 1) 0 0 0 1 (fun _ _ => 0) (fun _ => 1) (fun _ => 1)
    (fun _ _ _ => 1) (fun _ _ _ => -1) (le_rfl 0) (le_rfl 0) (by clear h rest; lin)
    (fun v => by
      rw [norm_fin_one]
      simp only [mulVec, dot, sum_succ, sum_zero_length]
      rw [abs_of_nonneg (by clear h rest; lin)]; clear h rest; lin)
    (fun _ => le_of_lt zero_lt_one) one_sum (fun _ => le_of_lt zero_lt_one) one_sum
    (fun _ _ _ _ => unit 1 (by clear h rest; lin)) (fun _ _ _ _ => unit (-1) (by clear h rest; lin))
    (fun t _ _ _ i => (hasDerivAt_const 1 t).congr_deriv (rest 1 _ i (by clear h rest; lin)))
    (fun t _ _ _ i => (hasDerivAt_const (-1) t).congr_deriv (rest (-1) _ i (by clear h rest; lin)))
    1 (le_of_lt zero_lt_one) (le_rfl 1) 2 2 isW1_antipodes isW1_antipodes
  have z0 : (2 : R) * 0 = 0 := by clear h h1 rest; lin
  rw [z0, exp_zero] at h1
  have small := exp_lt_one (x := ((2 : R) + 0 * 1 + 1 * (1 + 0)) * -1) (by clear h h1 rest; lin)
  clear h rest; lin

end Claims

end
