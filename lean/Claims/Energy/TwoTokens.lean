module

public import Claims.Energy.Dissipation

/-!
# Two tokens in the plane

Vectors of length two by their entries, the attention fields of two tokens, and the rate of the energy of two
tokens written out: what exact configurations need.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The pair `(x, y)` as a vector of length two. -/
def two {α : Type u} (x y : α) : Fin 2 → α := fun i => if i = 0 then x else y

/-- The first entry of a pair. -/
theorem two_zero {α : Type u} (x y : α) : two x y 0 = x := rfl

/-- The second entry of a pair. -/
theorem two_one {α : Type u} (x y : α) : two x y 1 = y := rfl

/-- A vector of length two is the pair of its entries. -/
theorem eq_two {α : Type u} {f : Fin 2 → α} {x y : α} (h0 : f 0 = x) (h1 : f 1 = y) : f = two x y :=
  funext fun i => forall_fin_two (P := fun i => f i = two x y i) h0 h1 i

/-- The dot product in the plane. -/
theorem dot_two_two (a b c e : R) : dot (two a b) (two c e) = a * c + b * e := sum_fin_two _

/-- The product of a matrix and a vector in the plane. -/
theorem mulVec_two (a b c e x y : R) :
    mulVec (two (two a b) (two c e)) (two x y) = two (a * x + b * y) (c * x + e * y) :=
  eq_two (dot_two_two a b x y) (dot_two_two c e x y)

/-- A multiple of a vector of the plane. -/
theorem mul_two (c x y : R) : (fun a => c * two x y a) = two (c * x) (c * y) := eq_two rfl rfl

/-- The squared norm in the plane. -/
theorem normSq_two (a b : R) : normSq (two a b) = a * a + b * b := dot_two_two a b a b

/-- The score of two vectors of the plane. -/
theorem score_two (a b c e x y x' y' : R) : score (two (two a b) (two c e)) (two x y) (two x' y') =
    x * (a * x' + b * y') + y * (c * x' + e * y') := by
  unfold score
  rw [mulVec_two, dot_two_two]

/-- A combination of two vectors of the plane. -/
theorem add_two (p q x y x' y' : R) : (fun a => p * two x y a + q * two x' y' a) =
    two (p * x + q * x') (p * y + q * y') := eq_two rfl rfl

/-- The tangential projection in the plane. -/
theorem proj_two (a b x y : R) : proj (two a b) (two x y) =
    two (x - (a * x + b * y) * a) (y - (a * x + b * y) * b) := by
  unfold proj
  rw [dot_two_two]
  exact eq_two rfl rfl

/-- The softmax denominator of two tokens. -/
theorem denom_two (β : R) (A : Fin d → Fin d → R) (z : Fin 2 → Fin d → R) (i : Fin 2) :
    denom β A z i = weight β A z i 0 + weight β A z i 1 := sum_fin_two _

/-- The sum of the values of two tokens. -/
theorem valueSum_two (β : R) (A V : Fin d → Fin d → R) (z : Fin 2 → Fin d → R) (i : Fin 2) :
    valueSum β A V z i = fun a => weight β A z i 0 * mulVec V (z 0) a +
      weight β A z i 1 * mulVec V (z 1) a := funext fun _ => sum_fin_two _

/-- The rate of the energy of two tokens, written out. -/
theorem rate_two (β : R) (A : Fin d → Fin d → R) (z b : Fin 2 → Fin d → R) :
    sum (fun i => dot (freeGrad β A z i) (b i)) = -(1 / 8) * (
      weight β A z 0 0 * (dot (b 0) (mulVec A (z 0)) + dot (z 0) (mulVec A (b 0))) +
      weight β A z 0 1 * (dot (b 0) (mulVec A (z 1)) + dot (z 0) (mulVec A (b 1))) +
      weight β A z 1 0 * (dot (b 1) (mulVec A (z 0)) + dot (z 1) (mulVec A (b 0))) +
      weight β A z 1 1 * (dot (b 1) (mulVec A (z 1)) + dot (z 1) (mulVec A (b 1)))) := by
  have e : -(1 / (2 * ((2 : Nat) : R) ^ 2)) = -(1 / 8) := by
    have : ((2 : Nat) : R) = 2 := by lin
    rw [this]; lin
  rw [sum_fin_two, dot_freeGrad, dot_freeGrad, sum_fin_two, sum_fin_two, sum_fin_two, sum_fin_two, e]
  lin

end Claims

end
