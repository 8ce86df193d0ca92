module

public import Claims.Flow.ProjectedFlow

/-!
# Existence and uniqueness of attention flows

The softmax attention field (SA) and the field with the denominator replaced by the number of tokens (USA) have
solutions on the whole line from every configuration of unit vectors, also when the inverse temperature and the
matrices depend continuously on time (on depth). So the flows that other theorems take as hypotheses exist,
and each is determined by its initial configuration.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat} {β : R → R} {A V : R → Fin d → Fin d → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The ingredients are locally Lipschitz -/

/-- The weights of attention. -/
theorem locallyLipschitz_weight (hβ : ∀ t, ContinuousAt β t) (hA : ∀ a b t, ContinuousAt (fun s => A s a b) t)
    (i j : Fin n) :
    LocallyLipschitz (fun t (x : Fin n × Fin d → R) => weight (β t) (A t) (fun i a => x (i, a)) i j) :=
  ((locallyLipschitz_time hβ).mul (LocallyLipschitz.dot (f := fun _ x a => x (i, a))
    (fun a => locallyLipschitz_coord (i, a))
    fun a => LocallyLipschitz.mulVec (g := fun _ x b => x (j, b)) hA (fun b => locallyLipschitz_coord (j, b)) a)).exp

/-- A coordinate of the value of a token. -/
theorem locallyLipschitz_value (hV : ∀ a b t, ContinuousAt (fun s => V s a b) t) (j : Fin n) (a : Fin d) :
    LocallyLipschitz (fun t (x : Fin n × Fin d → R) => mulVec (V t) (fun a => x (j, a)) a) :=
  LocallyLipschitz.mulVec (g := fun _ x b => x (j, b)) hV (fun b => locallyLipschitz_coord (j, b)) a

/-- The inverse of the softmax denominator. -/
theorem locallyLipschitz_inv_denom (hβ : ∀ t, ContinuousAt β t) (hA : ∀ a b t, ContinuousAt (fun s => A s a b) t)
    (i : Fin n) :
    LocallyLipschitz (fun t (x : Fin n × Fin d → R) => (denom (β t) (A t) (fun i a => x (i, a)) i)⁻¹) := by
  refine LocallyLipschitz.inv (LocallyLipschitz.sum fun j => locallyLipschitz_weight hβ hA i j)
    (fun t x => denom_pos (β t) (A t) (fun i a => x (i, a)) i) fun T ρ => ?_
  -- the denominator is at least the weight of the token with itself, the exponential of a bounded score
  have hs : LocallyLipschitz (fun t (x : Fin n × Fin d → R) =>
      β t * score (A t) (fun a => x (i, a)) (fun a => x (i, a))) :=
    (locallyLipschitz_time hβ).mul (LocallyLipschitz.dot (f := fun _ x a => x (i, a))
      (fun a => locallyLipschitz_coord (i, a)) fun a => locallyLipschitz_value hA i a)
  obtain ⟨K, _, hK, _⟩ := hs.exists_const T ρ
  refine ⟨exp (-K), exp_pos _, fun t x ht hx => le_trans (exp_le_exp_of_le (abs_le.1 (hK t x ht hx)).1) ?_⟩
  exact le_sum (f := fun j => weight (β t) (A t) (fun i a => x (i, a)) i j) (fun j => le_of_lt (exp_pos _)) i

/-- The softmax average of the values. -/
theorem locallyLipschitz_average (hβ : ∀ t, ContinuousAt β t) (hA : ∀ a b t, ContinuousAt (fun s => A s a b) t)
    (hV : ∀ a b t, ContinuousAt (fun s => V s a b) t) (p : Fin n × Fin d) :
    LocallyLipschitz (fun t x => pairField (fun t z i a =>
      sum (fun j => weight (β t) (A t) z i j / denom (β t) (A t) z i * mulVec (V t) (z j) a)) t x p) := by
  refine LocallyLipschitz.sum (f := fun j t x => weight (β t) (A t) (fun i a => x (i, a)) p.1 j /
    denom (β t) (A t) (fun i a => x (i, a)) p.1 * mulVec (V t) (fun a => x (j, a)) p.2) fun j => ?_
  simp only [div_eq_mul_inv]
  exact ((locallyLipschitz_weight hβ hA p.1 j).mul (locallyLipschitz_inv_denom hβ hA p.1)).mul
    (locallyLipschitz_value hV j p.2)

/-- The unnormalised average of the values. -/
theorem locallyLipschitz_unnormalised (hβ : ∀ t, ContinuousAt β t)
    (hA : ∀ a b t, ContinuousAt (fun s => A s a b) t) (hV : ∀ a b t, ContinuousAt (fun s => V s a b) t)
    (p : Fin n × Fin d) :
    LocallyLipschitz (fun t x => pairField (fun t z i a =>
      (n : R)⁻¹ * sum (fun j => weight (β t) (A t) z i j * mulVec (V t) (z j) a)) t x p) :=
  (LocallyLipschitz.sum fun j => (locallyLipschitz_weight hβ hA p.1 j).mul
    (locallyLipschitz_value hV j p.2)).const_mul (n : R)⁻¹

/-! ## Existence -/

/-- The softmax attention flow with parameters that depend continuously on time exists on the whole line from every
configuration of unit vectors, and consists of unit vectors. -/
theorem exists_saField_flow_time (hβ : ∀ t, ContinuousAt β t) (hA : ∀ a b t, ContinuousAt (fun s => A s a b) t)
    (hV : ∀ a b t, ContinuousAt (fun s => V s a b) t) {z0 : Fin n → Fin d → R} (hz0 : ∀ i, normSq (z0 i) = 1) :
    ∃ z : R → Fin n → Fin d → R, z 0 = z0 ∧ ∀ t i,
      HasVecDerivAt (fun s => z s i) (saField (β t) (A t) (V t) (z t) i) t ∧ normSq (z t i) = 1 :=
  exists_projected_flow (locallyLipschitz_average hβ hA hV) hz0

/-- The unnormalised attention flow with parameters that depend continuously on time exists on the whole line from
every configuration of unit vectors, and consists of unit vectors. -/
theorem exists_usaField_flow_time (hβ : ∀ t, ContinuousAt β t) (hA : ∀ a b t, ContinuousAt (fun s => A s a b) t)
    (hV : ∀ a b t, ContinuousAt (fun s => V s a b) t) {z0 : Fin n → Fin d → R} (hz0 : ∀ i, normSq (z0 i) = 1) :
    ∃ z : R → Fin n → Fin d → R, z 0 = z0 ∧ ∀ t i,
      HasVecDerivAt (fun s => z s i) (usaField (β t) (A t) (V t) (z t) i) t ∧ normSq (z t i) = 1 :=
  exists_projected_flow (locallyLipschitz_unnormalised hβ hA hV) hz0

/-- The softmax attention flow exists on the whole line from every configuration of unit vectors, and consists of unit
vectors. -/
theorem exists_saField_flow (β : R) (A V : Fin d → Fin d → R) {z0 : Fin n → Fin d → R}
    (hz0 : ∀ i, normSq (z0 i) = 1) : ∃ z : R → Fin n → Fin d → R, z 0 = z0 ∧ ∀ t i,
      HasVecDerivAt (fun s => z s i) (saField β A V (z t) i) t ∧ normSq (z t i) = 1 :=
  exists_saField_flow_time (β := fun _ => β) (A := fun _ => A) (V := fun _ => V) (continuousAt_const β)
    (fun a b t => continuousAt_const (A a b) t) (fun a b t => continuousAt_const (V a b) t) hz0

/-- The unnormalised attention flow exists on the whole line from every configuration of unit vectors, and consists of
unit vectors. -/
theorem exists_usaField_flow (β : R) (A V : Fin d → Fin d → R) {z0 : Fin n → Fin d → R}
    (hz0 : ∀ i, normSq (z0 i) = 1) : ∃ z : R → Fin n → Fin d → R, z 0 = z0 ∧ ∀ t i,
      HasVecDerivAt (fun s => z s i) (usaField β A V (z t) i) t ∧ normSq (z t i) = 1 :=
  exists_usaField_flow_time (β := fun _ => β) (A := fun _ => A) (V := fun _ => V) (continuousAt_const β)
    (fun a b t => continuousAt_const (A a b) t) (fun a b t => continuousAt_const (V a b) t) hz0

/-! ## Uniqueness -/

/-- Two softmax attention flows on `[0, T]` from the same configuration of unit vectors agree. -/
theorem saField_flow_unique {β : R} {A V : Fin d → Fin d → R} {z w : R → Fin n → Fin d → R} {T : R}
    (hinit : ∀ i, normSq (z 0 i) = 1) (h0 : z 0 = w 0)
    (hz : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (saField β A V (z t) i) t)
    (hw : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => w s i) (saField β A V (w t) i) t)
    {t : R} (ht0 : 0 ≤ t) (htT : t ≤ T) : z t = w t :=
  projected_flow_unique (locallyLipschitz_average (β := fun _ => β) (A := fun _ => A) (V := fun _ => V)
    (continuousAt_const β) (fun a b t => continuousAt_const (A a b) t) fun a b t => continuousAt_const (V a b) t)
    hinit h0 hz hw ht0 htT

/-- Two unnormalised attention flows on `[0, T]` from the same configuration of unit vectors agree. -/
theorem usaField_flow_unique {β : R} {A V : Fin d → Fin d → R} {z w : R → Fin n → Fin d → R} {T : R}
    (hinit : ∀ i, normSq (z 0 i) = 1) (h0 : z 0 = w 0)
    (hz : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (usaField β A V (z t) i) t)
    (hw : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => w s i) (usaField β A V (w t) i) t)
    {t : R} (ht0 : 0 ≤ t) (htT : t ≤ T) : z t = w t :=
  projected_flow_unique (locallyLipschitz_unnormalised (β := fun _ => β) (A := fun _ => A) (V := fun _ => V)
    (continuousAt_const β) (fun a b t => continuousAt_const (A a b) t) fun a b t => continuousAt_const (V a b) t)
    hinit h0 hz hw ht0 htT

end Claims
