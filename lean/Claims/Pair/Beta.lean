module

public import Claims.Energy.Interaction
public import Claims.Pair.Overlap
public import Claims.Pair.Participation

/-!
# Two tokens under attention at any inverse temperature

For two unit tokens with overlap `c`, the softmax field (SA) is `(1 + e^{β(1-c)})⁻¹ (y - c x)` and the
unnormalised field (USA) is `e^{βc} / 2 (y - c x)`. So the overlap obeys `c' = 2 (1 - c²) / (1 + e^{β(1-c)})`
and `c' = (1 - c²) e^{βc}`.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The flows stay on the sphere -/

/-- Along an SA flow every token that starts on the unit sphere stays on it. -/
theorem normSq_eq_one_of_sa {β T : R} {A V : Fin d → Fin d → R}
    {z : R → Fin n → Fin d → R} (h0 : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (saField β A V (z t) i) t)
    {t : R} (ht : 0 ≤ t) (hT : t ≤ T) (i : Fin n) : normSq (z t i) = 1 :=
  normSq_eq_one_of_proj (h0 i)
    (u := fun s a => sum (fun j => weight β A (z s) i j / denom β A (z s) i * mulVec V (z s j) a))
    (fun s hs hs' => hode s hs hs' i)
    (fun s hs hs' _ => ContinuousAt.sum fun j =>
      ((hasDerivAt_weight β A (hode s hs hs') i j).div
        (HasDerivAt.sum fun k => hasDerivAt_weight β A (hode s hs hs') i k)
        (ne_of_gt (denom_pos β A (z s) i))).continuousAt.mul
      ((hode s hs hs' j).mulVec V _).continuousAt) ht hT

/-- Along a USA flow every token that starts on the unit sphere stays on it. -/
theorem normSq_eq_one_of_usa {β T : R} {A V : Fin d → Fin d → R}
    {z : R → Fin n → Fin d → R} (h0 : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (usaField β A V (z t) i) t)
    {t : R} (ht : 0 ≤ t) (hT : t ≤ T) (i : Fin n) : normSq (z t i) = 1 :=
  normSq_eq_one_of_proj (h0 i)
    (u := fun s a => (n : R)⁻¹ * sum (fun j => weight β A (z s) i j * mulVec V (z s j) a))
    (fun s hs hs' => hode s hs hs' i)
    (fun s hs hs' _ => (continuousAt_const _ _).mul (ContinuousAt.sum fun j =>
      (hasDerivAt_weight β A (hode s hs hs') i j).continuousAt.mul
      ((hode s hs hs' j).mulVec V _).continuousAt)) ht hT

/-! ## The fields of two tokens -/

/-- Weighted attraction of token zero: the pair of the token with itself drops out. -/
theorem proj_pair_zero {z : Fin 2 → Fin d → R} (h : normSq (z 0) = 1) (w : Fin 2 → R) :
    proj (z 0) (fun a => sum (fun j => w j * mulVec one (z j) a)) =
      fun a => w 1 * (z 1 a - dot (z 0) (z 1) * z 0 a) := by
  have e : (fun a => sum (fun j => w j * mulVec one (z j) a)) = fun a => w 0 * z 0 a + w 1 * z 1 a := by
    funext a; rw [sum_fin_two, mulVec_one, mulVec_one]
  have h' : dot (z 0) (z 0) = 1 := h
  funext a
  unfold proj
  rw [e, dot_add_right, dot_mul_right, dot_mul_right, h']
  clear e h; lin

/-- Weighted attraction of token one. -/
theorem proj_pair_one {z : Fin 2 → Fin d → R} (h : normSq (z 1) = 1) (w : Fin 2 → R) :
    proj (z 1) (fun a => sum (fun j => w j * mulVec one (z j) a)) =
      fun a => w 0 * (z 0 a - dot (z 0) (z 1) * z 1 a) := by
  have e : (fun a => sum (fun j => w j * mulVec one (z j) a)) = fun a => w 0 * z 0 a + w 1 * z 1 a := by
    funext a; rw [sum_fin_two, mulVec_one, mulVec_one]
  have h' : dot (z 1) (z 1) = 1 := h
  funext a
  unfold proj
  rw [e, dot_add_right, dot_mul_right, dot_mul_right, h', dot_comm (z 1) (z 0)]
  clear e h; lin

/-- The softmax weight on the other token, `e^{βc} / (e^β + e^{βc}) = 1 / (1 + e^{β(1-c)})`. -/
theorem softmax_other (β c : R) :
    exp (β * c) / (exp β + exp (β * c)) = 1 / (1 + exp (β * (1 - c))) := by
  have e := exp_add (β * (1 - c)) (β * c)
  rw [show β * (1 - c) + β * c = β by lin] at e
  have p := exp_pos (β * c)
  have q := exp_pos (β * (1 - c))
  rw [e]
  generalize exp (β * c) = x at *
  generalize exp (β * (1 - c)) = y at *
  clear e
  have hx : x ≠ 0 := by lin
  have hy : 1 + y ≠ 0 := by lin
  have hs : y * x + x ≠ 0 := by
    have := mul_pos p (b := 1 + y) (by lin); lin
  lin

/-- With the identity matrix the weights are exponentials of dot products. -/
theorem weight_pair (β : R) (z : Fin 2 → Fin d → R) (i j : Fin 2) :
    weight β one z i j = exp (β * dot (z i) (z j)) := by
  unfold weight; rw [score_one]

/-- The softmax field of two unit tokens. -/
theorem saField_pair (β : R) {z : Fin 2 → Fin d → R}
    (h₀ : normSq (z 0) = 1) (h₁ : normSq (z 1) = 1) {c : R} (hc : dot (z 0) (z 1) = c) :
    saField β one one z 0 = (fun a => 1 / (1 + exp (β * (1 - c))) * (z 1 a - c * z 0 a)) ∧
    saField β one one z 1 = fun a => 1 / (1 + exp (β * (1 - c))) * (z 0 a - c * z 1 a) := by
  have h₀' : dot (z 0) (z 0) = 1 := h₀
  have h₁' : dot (z 1) (z 1) = 1 := h₁
  have e : β * 1 = β := by lin
  have d₀ : denom β one z 0 = exp β + exp (β * c) := by
    unfold denom; rw [sum_fin_two, weight_pair, weight_pair, h₀', hc, e]
  have d₁ : denom β one z 1 = exp (β * c) + exp β := by
    unfold denom; rw [sum_fin_two, weight_pair, weight_pair, h₁', dot_comm, hc, e]
  rw [← softmax_other]
  unfold saField
  rw [proj_pair_zero h₀, proj_pair_one h₁, weight_pair, weight_pair, d₀, d₁, dot_comm (z 1), hc,
    show exp (β * c) + exp β = exp β + exp (β * c) by clear d₀ d₁; lin]
  exact ⟨rfl, rfl⟩

/-- The unnormalised field of two unit tokens. -/
theorem usaField_pair (β : R) {z : Fin 2 → Fin d → R}
    (h₀ : normSq (z 0) = 1) (h₁ : normSq (z 1) = 1) {c : R} (hc : dot (z 0) (z 1) = c) :
    usaField β one one z 0 = (fun a => exp (β * c) / 2 * (z 1 a - c * z 0 a)) ∧
    usaField β one one z 1 = fun a => exp (β * c) / 2 * (z 0 a - c * z 1 a) := by
  have e₀ : valueSum β one one z 0 = fun a => sum (fun j => weight β one z 0 j * mulVec one (z j) a) := rfl
  have e₁ : valueSum β one one z 1 = fun a => sum (fun j => weight β one z 1 j * mulVec one (z j) a) := rfl
  rw [usaField_eq, usaField_eq, e₀, e₁, proj_pair_zero h₀, proj_pair_one h₁, weight_pair, weight_pair,
    dot_comm (z 1), hc]
  constructor <;> funext a <;> lin

/-! ## The overlap -/

/-- The SA overlap law of two tokens, unit at the start. -/
theorem hasDerivAt_overlap_sa {β T : R} {z : R → Fin 2 → Fin d → R} {c : R → R}
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (h0 : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (saField β one one (z t) i) t)
    {t : R} (ht : 0 ≤ t) (hT : t ≤ T) :
    HasDerivAt c (2 * (1 - c t ^ 2) / (1 + exp (β * (1 - c t)))) t := by
  have n₀ := normSq_eq_one_of_sa h0 hode ht hT 0
  have n₁ := normSq_eq_one_of_sa h0 hode ht hT 1
  have f := saField_pair β n₀ n₁ (hc t).symm
  have k := hasDerivAt_overlap ((hode t ht hT 0).congr_deriv f.1.symm)
    ((hode t ht hT 1).congr_deriv f.2.symm) n₀ n₁ (hc t).symm
  refine (k.congr hc).congr_deriv ?_
  clear k f hode h0; lin

/-- The USA overlap law of two tokens, unit at the start. -/
theorem hasDerivAt_overlap_usa {β T : R} {z : R → Fin 2 → Fin d → R} {c : R → R}
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (h0 : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (usaField β one one (z t) i) t)
    {t : R} (ht : 0 ≤ t) (hT : t ≤ T) :
    HasDerivAt c ((1 - c t ^ 2) * exp (β * c t)) t := by
  have n₀ := normSq_eq_one_of_usa h0 hode ht hT 0
  have n₁ := normSq_eq_one_of_usa h0 hode ht hT 1
  have f := usaField_pair β n₀ n₁ (hc t).symm
  have k := hasDerivAt_overlap ((hode t ht hT 0).congr_deriv f.1.symm)
    ((hode t ht hT 1).congr_deriv f.2.symm) n₀ n₁ (hc t).symm
  refine (k.congr hc).congr_deriv ?_
  clear k f hode h0; lin

/-- `pair.beta`. Two tokens that follow the softmax attention field with `A = V = I` at any inverse temperature
`β`, unit at the start: the overlap obeys `c' = 2 (1 - c²) / (1 + e^{β(1-c)})`, which at `β = 0` is
`c' = 1 - c²`. Source: document 002, sections 2 and 3, the case of general `β`. -/
theorem pair_beta (β : R) (z : R → Fin 2 → Fin d → R) (c : R → R) (T : R)
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (hinit : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (saField β one one (z t) i) t) :
    (∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (2 * (1 - c t ^ 2) / (1 + exp (β * (1 - c t)))) t) ∧
    (β = 0 → ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (1 - c t ^ 2) t) := by
  have k : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (2 * (1 - c t ^ 2) / (1 + exp (β * (1 - c t)))) t :=
    fun t ht hT => hasDerivAt_overlap_sa hc hinit hode ht hT
  refine ⟨k, fun hβ t ht hT => (k t ht hT).congr_deriv ?_⟩
  rw [hβ, show 0 * (1 - c t) = 0 by lin, exp_zero]
  clear k hode; lin

end Claims.Pair
