module

public import Claims.Flow.ProjectedFlow
public import Claims.Stability.MeasureField

/-!
# Existence of mean-field attention flows

The flow of the atoms of a measure `∑_j q_j δ_{z_j}` in its own attention field, with weights `q_j ≥ 0` of sum one,
exists on the whole line from every configuration of unit vectors and is unique.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The exponent of the kernel between two atoms is locally Lipschitz. -/
theorem locallyLipschitz_exponent (β : R) (A : Fin d → Fin d → R) (i j : Fin n) :
    LocallyLipschitz (fun (_ : R) (x : Fin n × Fin d → R) =>
      β * score A (fun a => x (i, a)) (fun a => x (j, a))) :=
  (LocallyLipschitz.dot (f := fun _ x a => x (i, a)) (fun a => locallyLipschitz_coord (i, a))
    fun a => LocallyLipschitz.mulVec (A := fun _ => A) (g := fun _ x b => x (j, b))
      (fun a b t => continuousAt_const (A a b) t) (fun b => locallyLipschitz_coord (j, b)) a).const_mul β

/-- The mass of the kernel against a probability measure is bounded away from zero on bounded sets. -/
theorem exists_le_kernelMass (β : R) (A : Fin d → Fin d → R) {q : Fin n → R} (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1)
    (i : Fin n) (ρ : R) : ∃ c, 0 < c ∧ ∀ x : Fin n × Fin d → R, (∀ p, abs (x p) ≤ ρ) →
      c ≤ kernelMass β A q (fun j a => x (j, a)) (fun a => x (i, a)) := by
  obtain ⟨K, hK⟩ := Classical.skolem.1 fun j => (locallyLipschitz_exponent β A i j).exists_const 0 ρ
  obtain ⟨C, hC⟩ := exists_bound_fin K
  refine ⟨exp (-C), exp_pos _, fun x hx => ?_⟩
  have k : sum (fun j => q j * exp (-C)) ≤ kernelMass β A q (fun j a => x (j, a)) (fun a => x (i, a)) :=
    sum_le_sum fun j => mul_le_mul_left' (hq j) (exp_le_exp_of_le (by
      have p := (abs_le.1 ((hK j).2.1 0 x (by rw [abs_zero]; exact le_rfl 0) hx)).1
      have r := hC j
      clear hq hK hC hx; lin))
  rw [sum_mul_right, hq1] at k
  clear hq hK hC hx; lin

/-- The attention means of the atoms are locally Lipschitz. -/
theorem locallyLipschitz_kernelMean (β : R) (A : Fin d → Fin d → R) {q : Fin n → R} (hq : ∀ j, 0 ≤ q j)
    (hq1 : sum q = 1) (p : Fin n × Fin d) :
    LocallyLipschitz (fun (t : R) x => pairField (fun _ z i => kernelMean β A q z (z i)) t x p) := by
  have hk : ∀ j, LocallyLipschitz (fun (_ : R) (x : Fin n × Fin d → R) =>
      q j * kernel β A (fun a => x (p.1, a)) (fun a => x (j, a))) := fun j =>
    (locallyLipschitz_exponent β A p.1 j).exp.const_mul (q j)
  have hm : LocallyLipschitz (fun (_ : R) (x : Fin n × Fin d → R) =>
      kernelMass β A q (fun j a => x (j, a)) (fun a => x (p.1, a))) := LocallyLipschitz.sum hk
  refine (hm.inv (fun t x => ?_) fun T ρ => ?_).mul
    (LocallyLipschitz.sum fun j => (hk j).mul (locallyLipschitz_coord (j, p.2)))
  · obtain ⟨ρ, hρ⟩ := exists_bound_pair fun p => abs (x p)
    obtain ⟨c, hc, h⟩ := exists_le_kernelMass β A hq hq1 p.1 ρ
    exact lt_of_lt_of_le hc (h x hρ)
  · obtain ⟨c, hc, h⟩ := exists_le_kernelMass β A hq hq1 p.1 ρ
    exact ⟨c, hc, fun _ x _ hx => h x hx⟩

/-- The mean-field attention flow of a measure with finitely many atoms exists on the whole line from every
configuration of unit vectors, and consists of unit vectors. -/
theorem exists_measureField_flow (β : R) (A : Fin d → Fin d → R) {q : Fin n → R} (hq : ∀ j, 0 ≤ q j)
    (hq1 : sum q = 1) {z0 : Fin n → Fin d → R} (hz0 : ∀ i, normSq (z0 i) = 1) :
    ∃ z : R → Fin n → Fin d → R, z 0 = z0 ∧ ∀ t i,
      HasVecDerivAt (fun s => z s i) (measureField β A q (z t) (z t i)) t ∧ normSq (z t i) = 1 :=
  exists_projected_flow (locallyLipschitz_kernelMean β A hq hq1) hz0

/-- Two mean-field attention flows on `[0, T]` from the same configuration of unit vectors agree. -/
theorem measureField_flow_unique {β : R} {A : Fin d → Fin d → R} {q : Fin n → R} (hq : ∀ j, 0 ≤ q j)
    (hq1 : sum q = 1) {z w : R → Fin n → Fin d → R} {T : R} (hinit : ∀ i, normSq (z 0 i) = 1) (h0 : z 0 = w 0)
    (hz : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (measureField β A q (z t) (z t i)) t)
    (hw : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => w s i) (measureField β A q (w t) (w t i)) t)
    {t : R} (ht0 : 0 ≤ t) (htT : t ≤ T) : z t = w t :=
  projected_flow_unique (locallyLipschitz_kernelMean β A hq hq1) hinit h0 hz hw ht0 htT

end Claims
