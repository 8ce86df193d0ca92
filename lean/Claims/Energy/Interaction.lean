module

public import Claims.Attention.Sphere
public import Claims.Functions.Exp

/-!
# The interaction energy and its gradients

The derivative of the energy along any curve, the gradient on the product of spheres with respect to a
metric that weighs the tokens, and the two metrics for which the attention fields are minus the gradient.
Sources: 000 and 001, Removing the denominator versus changing the metric.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Derivative along a curve -/

/-- The derivative of a score along two curves. -/
theorem hasDerivAt_score (A : Fin d → Fin d → R) {x y : R → Fin d → R} {v w : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) (hy : HasVecDerivAt y w t) :
    HasDerivAt (fun s => score A (x s) (y s)) (dot v (mulVec A (y t)) + dot (x t) (mulVec A w)) t :=
  hx.dot (hy.mulVec A)

/-- The derivative of an attention weight along a curve of tokens. -/
theorem hasDerivAt_weight (β : R) (A : Fin d → Fin d → R)
    {z : R → Fin n → Fin d → R} {v : Fin n → Fin d → R} {t : R}
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t) (i j : Fin n) :
    HasDerivAt (fun s => weight β A (z s) i j) (weight β A (z t) i j *
      (β * (dot (v i) (mulVec A (z t j)) + dot (z t i) (mulVec A (v j))))) t :=
  HasDerivAt.exp ((hasDerivAt_score A (hz i) (hz j)).const_mul β)

/-- The gradient of the energy in the ambient space, for any matrix `A`:
`-(1 / (2 n²)) ∑_j (e^{β z_iᵀ A z_j} A z_j + e^{β z_jᵀ A z_i} Aᵀ z_j)`. -/
def freeGrad (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    Fin d → R := fun a => -(1 / (2 * (n : R) ^ 2)) *
  sum (fun j => weight β A z i j * mulVec A (z j) a + weight β A z j i * mulVec (transpose A) (z j) a)

/-- The product of the ambient gradient with a vector. -/
theorem dot_freeGrad (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n)
    (v : Fin d → R) : dot (freeGrad β A z i) v = -(1 / (2 * (n : R) ^ 2)) *
      (sum (fun j => weight β A z i j * dot v (mulVec A (z j))) +
        sum (fun j => weight β A z j i * dot (z j) (mulVec A v))) := by
  unfold freeGrad
  rw [dot_comm, dot_mul_right, dot_sum_right, ← sum_add]
  refine congrArg _ (sum_congr fun j => ?_)
  rw [dot_add_right, dot_mul_right, dot_mul_right, dot_mulVec A (z j) v, dot_comm v (mulVec (transpose A) (z j))]

/-- The factor `β` of the derivative cancels the one in the coefficient of the energy. -/
theorem coef_mul {β N : R} (hβ : β ≠ 0) (x : R) : 1 / (2 * β * N) * (β * x) = 1 / (2 * N) * x := by
  rcases Classical.em (N = 0) with h | h
  · subst h; lin
  · have h1 : 2 * β * N ≠ 0 := by lin
    have h2 : 2 * N ≠ 0 := by lin
    lin

/-- The derivative of the energy along any curve is the sum of the products of the ambient gradient with
the velocities. -/
theorem hasDerivAt_energy {β : R} (hβ : 0 < β) (A : Fin d → Fin d → R)
    {z : R → Fin n → Fin d → R} {v : Fin n → Fin d → R} {t : R}
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t) :
    HasDerivAt (fun s => energy β A (z s)) (sum (fun i => dot (freeGrad β A (z t) i) (v i))) t := by
  refine ((HasDerivAt.sum fun i => HasDerivAt.sum fun j => hasDerivAt_weight β A hz i j).const_mul
    (-(1 / (2 * β * (n : R) ^ 2)))).congr_deriv ?_
  rw [sum_congr fun i => dot_freeGrad β A (z t) i (v i), sum_mul_left, sum_add,
    sum_comm (fun i j => weight β A (z t) j i * dot (z t j) (mulVec A (v i))), ← sum_add,
    sum_congr fun i => (sum_add (fun j => weight β A (z t) i j * dot (v i) (mulVec A (z t j)))
      (fun j => weight β A (z t) i j * dot (z t i) (mulVec A (v j)))).symm,
    sum_congr fun i => (sum_congr fun j => show weight β A (z t) i j *
      (β * (dot (v i) (mulVec A (z t j)) + dot (z t i) (mulVec A (v j)))) =
      β * (weight β A (z t) i j * dot (v i) (mulVec A (z t j)) +
        weight β A (z t) i j * dot (z t i) (mulVec A (v j))) by clear hz; lin).trans (sum_mul_left β _),
    sum_mul_left]
  have e := coef_mul (N := (n : R) ^ 2) (ne_of_gt hβ) (sum fun i => sum fun j =>
    (weight β A (z t) i j * dot (v i) (mulVec A (z t j)) +
        weight β A (z t) i j * dot (z t i) (mulVec A (v j))))
  clear hz
  generalize (sum fun i => sum fun j => (weight β A (z t) i j * dot (v i) (mulVec A (z t j)) +
        weight β A (z t) i j * dot (z t i) (mulVec A (v j)))) = S at e ⊢
  generalize 1 / (2 * β * (n : R) ^ 2) = p at e ⊢
  generalize 1 / (2 * (n : R) ^ 2) = q at e ⊢
  lin

/-! ## Gradient with respect to a metric -/

/-- The metric on configurations that weighs the `i`-th token by `c i`: `∑_i c_i ⟨ξ_i, η_i⟩`. -/
def rowMetric (c : Fin n → R) (ξ η : Fin n → Fin d → R) : R := sum (fun i => c i * dot (ξ i) (η i))

/-- `G` is the gradient at `z` of a function `F` of `n` unit tokens, in the metric with weights `c`: it is
tangent, and along every curve on the product of spheres that passes `z` the derivative of `F` is the
product of `G` with the velocity. -/
structure IsGradient (c : Fin n → R) (F : (Fin n → Fin d → R) → R) (z G : Fin n → Fin d → R) : Prop where
  /-- The gradient is tangent to the product of spheres. -/
  tangent : ∀ i, dot (z i) (G i) = 0
  /-- The derivative of the function along a curve of unit tokens. -/
  deriv : ∀ (γ : R → Fin n → Fin d → R) (v : Fin n → Fin d → R), γ 0 = z →
    (∀ t i, normSq (γ t i) = 1) → (∀ i, HasVecDerivAt (fun t => γ t i) (v i) 0) →
    HasDerivAt (fun t => F (γ t)) (rowMetric c G v) 0

/-- The velocity of a curve on the sphere is tangent. -/
theorem HasVecDerivAt.tangent {x : R → Fin d → R} {v : Fin d → R} {t : R} (h : HasVecDerivAt x v t)
    (hx : ∀ s, Claims.normSq (x s) = 1) : Claims.dot (x t) v = 0 := by
  have e := h.normSq.unique ((hasDerivAt_const 1 t).congr hx)
  clear h hx
  lin

/-- A metric with positive weights is positive definite. -/
theorem rowMetric_pos {c : Fin n → R} (hc : ∀ i, 0 < c i) {ξ : Fin n → Fin d → R}
    (hξ : ∃ i a, ξ i a ≠ 0) : 0 < rowMetric c ξ ξ := by
  obtain ⟨i, a, hia⟩ := hξ
  refine sum_pos_of_nonneg (fun k => mul_nonneg (le_of_lt (hc k)) (normSq_nonneg (ξ k))) i
    (mul_pos (hc i) ?_)
  rcases lt_or_eq_of_le (normSq_nonneg (ξ i)) with h | h
  · exact h
  · exact absurd (normSq_eq_zero.1 h.symm a) hia

/-- The gradient is unique. -/
theorem IsGradient.unique {c : Fin n → R} (hc : ∀ i, 0 < c i) {F : (Fin n → Fin d → R) → R}
    {z G G' : Fin n → Fin d → R} (hz : ∀ i, normSq (z i) = 1) (h : IsGradient c F z G)
    (h' : IsGradient c F z G') : G = G' := by
  have hw : ∀ i, dot (z i) (fun a => G i a - G' i a) = 0 := fun i => by
    rw [dot_sub_right, h.tangent, h'.tangent]; lin
  obtain ⟨γ, h0, hγ, hv⟩ := exists_curve (v := fun i a => G i a - G' i a) hz hw
  have e := (h.deriv γ _ h0 hγ hv).unique (h'.deriv γ _ h0 hγ hv)
  have e' : rowMetric c (fun i a => G i a - G' i a) (fun i a => G i a - G' i a) = 0 := by
    unfold rowMetric at e ⊢
    rw [sum_congr fun i => show c i * dot (fun a => G i a - G' i a) (fun a => G i a - G' i a) =
      c i * dot (G i) (fun a => G i a - G' i a) - c i * dot (G' i) (fun a => G i a - G' i a) by
        rw [dot_sub_left]; lin, sum_sub, e]
    lin
  funext i a
  rcases Classical.em (G i a = G' i a) with k | k
  · exact k
  · have p := rowMetric_pos hc (ξ := fun i a => G i a - G' i a) ⟨i, a, by dsimp only; lin⟩
    rw [e'] at p
    lin

/-- A tangent vector field whose product with every tangent vector is the derivative is the gradient. -/
theorem isGradient_of_tangent {c : Fin n → R} {F : (Fin n → Fin d → R) → R} {z G : Fin n → Fin d → R}
    (hG : ∀ i, dot (z i) (G i) = 0)
    (hF : ∀ (γ : R → Fin n → Fin d → R) (v : Fin n → Fin d → R), γ 0 = z →
      (∀ i, dot (z i) (v i) = 0) → (∀ i, HasVecDerivAt (fun t => γ t i) (v i) 0) →
      HasDerivAt (fun t => F (γ t)) (rowMetric c G v) 0) : IsGradient c F z G :=
  ⟨hG, fun γ v h0 hγ hv => hF γ v h0
    (fun i => by have := (hv i).tangent (fun s => hγ s i); rw [h0] at this; exact this) hv⟩

end Claims

end
