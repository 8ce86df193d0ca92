module

public import Claims.Analysis.DerivVector
public import Claims.Functions.Exp

/-!
# Attention as a particle system on the sphere

Scores, weights and denominators of softmax attention, the tangential projection, the softmax field (SA),
the field with the denominator replaced by the number of tokens (USA), and the interaction energy. `exp` is
the exponential function, `β` the inverse temperature, `A` the matrix of the scores, `V` that of the
values, and `z i` the `i`-th of `n` tokens in `R^d`. Every pair counts, the pair of a token with itself
included. Sources: 000 and 001, From attention updates to spherical dynamics; 002, section 2.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Definitions -/

/-- The score `xᵀ A y`. -/
def score (A : Fin d → Fin d → R) (x y : Fin d → R) : R := dot x (mulVec A y)

/-- The unnormalised attention weight `e^{β z_iᵀ A z_j}`. -/
def weight (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i j : Fin n) : R :=
  exp (β * score A (z i) (z j))

/-- The softmax denominator `Z_i`, the sum of the weights of token `i`. -/
def denom (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) : R :=
  sum (fun j => weight β A z i j)

/-- The tangential projection `P_x u = u - ⟨x, u⟩ x`. -/
def proj (x u : Fin d → R) : Fin d → R := fun a => u a - dot x u * x a

/-- The unnormalised weighted sum of the values, `∑_j e^{β z_iᵀ A z_j} V z_j`. -/
def valueSum (β : R) (A V : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    Fin d → R := fun a => sum (fun j => weight β A z i j * mulVec V (z j) a)

/-- The softmax attention field: the projected average of the values, `P_{z_i} ∑_j a_ij V z_j` with
`a_ij = e^{β z_iᵀ A z_j} / Z_i`. -/
def saField (β : R) (A V : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    Fin d → R :=
  proj (z i) (fun a => sum (fun j => weight β A z i j / denom β A z i * mulVec V (z j) a))

/-- The unnormalised attention field: the softmax denominator is replaced by the number of tokens,
`P_{z_i} n⁻¹ ∑_j e^{β z_iᵀ A z_j} V z_j`. -/
def usaField (β : R) (A V : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    Fin d → R :=
  proj (z i) (fun a => (n : R)⁻¹ * sum (fun j => weight β A z i j * mulVec V (z j) a))

/-- The interaction energy `-(1 / (2 β n²)) ∑_ij e^{β z_iᵀ A z_j}`. -/
def energy (β : R) (A : Fin d → Fin d → R) (z : Fin n → Fin d → R) : R :=
  -(1 / (2 * β * (n : R) ^ 2)) * sum (fun i => sum (fun j => weight β A z i j))

/-! ## Projection -/

/-- The projection onto the tangent space of the sphere gives a tangent vector. -/
theorem dot_proj {x : Fin d → R} (hx : normSq x = 1) (u : Fin d → R) : dot x (proj x u) = 0 := by
  have e : dot x (proj x u) = dot x u - dot x u * normSq x := by
    unfold proj
    rw [dot_sub_right, dot_mul_right]; rfl
  rw [e, hx]; lin

/-- Off the sphere the projection has a radial component. -/
theorem dot_proj_eq (x u : Fin d → R) : dot x (proj x u) = dot x u * (1 - normSq x) := by
  have e : dot x (proj x u) = dot x u - dot x u * normSq x := by
    unfold proj
    rw [dot_sub_right, dot_mul_right]; rfl
  rw [e]; lin

/-- Against a tangent vector the projection does nothing. -/
theorem dot_proj_left {x v : Fin d → R} (hv : dot x v = 0) (u : Fin d → R) :
    dot (proj x u) v = dot u v := by
  unfold proj
  rw [dot_sub_left, dot_mul_left, hv]; lin

/-- The projection is linear: it commutes with scalars. -/
theorem proj_mul (x : Fin d → R) (c : R) (u : Fin d → R) :
    proj x (fun a => c * u a) = fun a => c * proj x u a := by
  funext a
  unfold proj
  rw [dot_mul_right]; lin

/-- The projection is symmetric and idempotent on the sphere: `⟨u, P u⟩ = |P u|²`. -/
theorem dot_proj_self {x : Fin d → R} (hx : normSq x = 1) (u : Fin d → R) :
    dot u (proj x u) = normSq (proj x u) :=
  (dot_proj_left (dot_proj hx u) u).symm

/-! ## Weights -/

/-- The score with a symmetric matrix is symmetric. -/
theorem score_comm {A : Fin d → Fin d → R} (hA : ∀ a b, A a b = A b a) (x y : Fin d → R) :
    score A x y = score A y x := by
  unfold score
  rw [dot_mulVec_symm hA, dot_comm]

/-- The identity matrix is symmetric. -/
theorem one_symm (a b : Fin d) : (one : Fin d → Fin d → R) a b = one b a := by
  unfold one
  simp only [eq_comm]

/-- The score with the identity matrix is the dot product. -/
theorem score_one (x y : Fin d → R) : score one x y = dot x y := by
  unfold score
  exact sum_congr (fun a => by rw [mulVec_one])

/-- Weights with a symmetric matrix are symmetric. -/
theorem weight_comm (β : R) {A : Fin d → Fin d → R} (hA : ∀ a b, A a b = A b a)
    (z : Fin n → Fin d → R) (i j : Fin n) : weight β A z i j = weight β A z j i := by
  unfold weight
  rw [score_comm hA]

/-- The softmax denominator is positive. -/
theorem denom_pos (β : R) (A : Fin d → Fin d → R)
    (z : Fin n → Fin d → R) (i : Fin n) : 0 < denom β A z i :=
  sum_pos (Nat.zero_lt_of_lt i.isLt) (fun _ => exp_pos _)

/-- The softmax field is the projected sum of the values over the denominator. -/
theorem saField_eq (β : R) (A V : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    saField β A V z i = fun a => (denom β A z i)⁻¹ * proj (z i) (valueSum β A V z i) a := by
  have e : (fun a => sum (fun j => weight β A z i j / denom β A z i * mulVec V (z j) a))
      = fun a => (denom β A z i)⁻¹ * valueSum β A V z i a := by
    funext a
    unfold valueSum
    rw [← sum_mul_left]
    exact sum_congr (fun j => by rw [div_eq_mul_inv]; lin)
  unfold saField
  rw [e, proj_mul]

/-- The unnormalised field is the projected sum of the values over the number of tokens. -/
theorem usaField_eq (β : R) (A V : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n) :
    usaField β A V z i = fun a => (n : R)⁻¹ * proj (z i) (valueSum β A V z i) a :=
  proj_mul (z i) _ (valueSum β A V z i)

/-- The product of a vector with the sum of the values. -/
theorem dot_valueSum (β : R) (A V : Fin d → Fin d → R) (z : Fin n → Fin d → R) (i : Fin n)
    (v : Fin d → R) :
    dot v (valueSum β A V z i) = sum (fun j => weight β A z i j * dot v (mulVec V (z j))) := by
  unfold valueSum
  rw [dot_sum_right]
  exact sum_congr (fun j => dot_mul_right _ _ _)

/-! ## Change of normalisation -/

/-- The number of tokens is positive as soon as there is a token. -/
theorem natCast_pos {n : Nat} (i : Fin n) : (0 : R) < (n : R) := by
  have h : (0 : R) < sum (fun _ : Fin n => (1 : R)) :=
    sum_pos (Nat.zero_lt_of_lt i.isLt) (fun _ => zero_lt_one)
  rw [sum_const] at h
  lin

/-- The number of tokens is not zero as soon as there is a token. -/
theorem natCast_ne_zero {n : Nat} (i : Fin n) : (n : R) ≠ 0 := ne_of_gt (natCast_pos i)

/-- Row by row the two fields differ by the positive factor `Z_i / n`. -/
theorem usaField_eq_saField (β : R) (A V : Fin d → Fin d → R)
    (z : Fin n → Fin d → R) (i : Fin n) (a : Fin d) :
    usaField β A V z i a = denom β A z i / (n : R) * saField β A V z i a := by
  have e := mul_inv_cancel (ne_of_gt (denom_pos β A z i))
  rw [saField_eq, usaField_eq, div_eq_mul_inv]
  dsimp only
  lin

end Claims

end
