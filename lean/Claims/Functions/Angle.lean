module

public import Claims.LinearAlgebra.Norm
public import Claims.Functions.Arccos

/-!
# Angles between vectors

The angle of two vectors, between zero and pi: the dot product is the product of the norms and the cosine of the
angle. Angles between unit vectors satisfy the triangle inequality, and the distance of two unit vectors is twice the
sine of half their angle.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The angle between two vectors, in `[0, pi]`; half of pi when one of them is zero. -/
def angle (x y : Fin n → R) : R := arccos (dot x y / (norm x * norm y))

/-- Angles are nonnegative. -/
theorem angle_nonneg (x y : Fin n → R) : 0 ≤ angle x y := arccos_nonneg _

/-- Angles are at most pi. -/
theorem angle_le_pi (x y : Fin n → R) : angle x y ≤ pi := arccos_le_pi _

/-- The angle is symmetric. -/
theorem angle_comm (x y : Fin n → R) : angle x y = angle y x := by
  unfold angle
  rw [dot_comm x y, show norm x * norm y = norm y * norm x by lin]

/-- The cosine of the angle. -/
theorem cos_angle (x y : Fin n → R) : cos (angle x y) = dot x y / (norm x * norm y) := by
  have h := mul_nonneg (norm_nonneg x) (norm_nonneg y)
  have c := abs_le.1 (abs_dot_le_norm_mul x y)
  rcases lt_or_eq_of_le h with hp | hp
  · exact cos_arccos ((le_div_iff hp).2 (by lin)) ((div_le_iff hp).2 (by lin))
  · have e : dot x y / (norm x * norm y) = 0 := by rw [← hp]; clear h c; lin
    unfold angle
    rw [e, arccos_zero, cos_pi_div_two]

/-- The dot product by the norms and the angle. -/
theorem dot_eq_norm_mul_cos (x y : Fin n → R) : dot x y = norm x * norm y * cos (angle x y) := by
  have h := mul_nonneg (norm_nonneg x) (norm_nonneg y)
  have c := abs_le.1 (abs_dot_le_norm_mul x y)
  rw [cos_angle]
  rcases lt_or_eq_of_le h with hp | hp
  · exact (mul_div_cancel (ne_of_gt hp)).symm
  · rw [← hp] at c ⊢; lin

/-- The law of cosines. -/
theorem normSq_sub_eq_cos (x y : Fin n → R) :
    normSq (fun i => x i - y i) = norm x ^ 2 + norm y ^ 2 - 2 * (norm x * norm y * cos (angle x y)) := by
  rw [normSq_sub, dot_eq_norm_mul_cos, sq_norm, sq_norm]; lin

/-- A positive factor does not change the angle. -/
theorem angle_mul_left {c : R} (hc : 0 < c) (x y : Fin n → R) : angle (fun i => c * x i) y = angle x y := by
  unfold angle
  rw [dot_mul_left, norm_mul, abs_of_nonneg (le_of_lt hc)]
  have e := mul_inv_cancel (ne_of_gt hc)
  have k : c * dot x y / (c * norm x * norm y) = dot x y / (norm x * norm y) := by
    generalize dot x y = d at *
    by_cases h : norm x * norm y = 0
    · rw [h, show c * norm x * norm y = 0 by clear e; lin]; clear e; lin
    · generalize norm x = p at *
      generalize norm y = q at *
      have hp : p ≠ 0 := by clear e; lin
      have hq : q ≠ 0 := by clear e; lin
      have e1 := mul_inv_cancel h
      have e2 := mul_inv_cancel (a := c * p * q) (by lin)
      rw [div_eq_mul_inv, div_eq_mul_inv]
      clear hc h hp hq
      generalize (p * q)⁻¹ = i at *
      generalize (c * p * q)⁻¹ = j at *
      generalize c⁻¹ = k at *
      have : c * j = i := by
        have t : c * p * q * j * i = i := by rw [e2]; clear e e1 e2; lin
        clear e e2; lin
      rw [← this]; clear e e1 e2 this; lin
  rw [k]

/-- The angle vanishes between a nonzero vector and itself. -/
theorem angle_self {x : Fin n → R} (hx : norm x ≠ 0) : angle x x = 0 := by
  unfold angle
  have e : dot x x = norm x * norm x := by
    have := sq_norm x
    show normSq x = _
    lin
  have hp : norm x * norm x ≠ 0 := by clear e; lin
  rw [e, show norm x * norm x / (norm x * norm x) = 1 by clear e; lin, arccos_one]

/-- The angle to the opposite vector is the supplement. -/
theorem angle_neg_right (x y : Fin n → R) : angle x (fun i => -y i) = pi - angle x y := by
  refine cos_injective (angle_nonneg _ _) (angle_le_pi _ _) ?_ ?_ ?_
  · have := angle_le_pi x y; lin
  · have := angle_nonneg x y; lin
  · rw [cos_pi_sub, cos_angle, cos_angle, dot_neg_right, norm_neg, div_eq_mul_inv, div_eq_mul_inv]; lin

/-- Two vectors are at a right angle exactly when their dot product vanishes. -/
theorem angle_eq_pi_div_two_iff {x y : Fin n → R} : angle x y = pi / 2 ↔ dot x y = 0 := by
  have hpi := pi_pos (R := R)
  constructor
  · intro h
    rw [dot_eq_norm_mul_cos, h, cos_pi_div_two]; clear h hpi; lin
  · intro h
    refine cos_injective (angle_nonneg x y) (angle_le_pi x y) (by clear h; lin) (by clear h; lin) ?_
    rw [cos_angle, h, cos_pi_div_two, div_eq_mul_inv]; clear h hpi; lin

/-! ## Unit vectors -/

variable {x y z : Fin n → R}

/-- The cosine of the angle between unit vectors is their dot product. -/
theorem cos_angle_of_unit (hx : normSq x = 1) (hy : normSq y = 1) : cos (angle x y) = dot x y := by
  rw [dot_eq_norm_mul_cos, norm_eq_one_of_normSq hx, norm_eq_one_of_normSq hy]; clear hx hy; lin

/-- Larger dot products of unit vectors mean smaller angles. -/
theorem angle_le_angle_iff {w : Fin n → R} (hx : normSq x = 1) (hy : normSq y = 1) (hz : normSq z = 1)
    (hw : normSq w = 1) : angle x y ≤ angle z w ↔ dot z w ≤ dot x y := by
  rw [← cos_angle_of_unit hx hy, ← cos_angle_of_unit hz hw]
  constructor
  · exact fun h => cos_le_cos (angle_nonneg x y) h (angle_le_pi z w)
  · intro h
    rcases lt_or_ge (angle z w) (angle x y) with k | k
    · have := cos_lt_cos (angle_nonneg z w) k (angle_le_pi x y)
      clear hx hy hz hw; lin
    · exact k

/-- The distance of two unit vectors is twice the sine of half their angle. -/
theorem norm_sub_eq_sin_half (hx : normSq x = 1) (hy : normSq y = 1) :
    norm (fun i => x i - y i) = 2 * sin (angle x y / 2) := by
  have h0 := angle_nonneg x y
  have h1 := angle_le_pi x y
  have hpi := pi_pos (R := R)
  have s := sin_nonneg (x := angle x y / 2) (by clear hx hy; lin) (by clear hx hy; lin)
  have e := sin_half_sq (angle x y)
  refine eq_of_sq_eq_sq (norm_nonneg _) (by clear hx hy e; lin) ?_
  rw [sq_norm, normSq_sub_eq_cos, norm_eq_one_of_normSq hx, norm_eq_one_of_normSq hy]
  clear hx hy h0 h1 hpi s; lin

/-- The distance of two unit vectors is at most their angle. -/
theorem norm_sub_le_angle (hx : normSq x = 1) (hy : normSq y = 1) : norm (fun i => x i - y i) ≤ angle x y := by
  have h0 := angle_nonneg x y
  have k := sin_le_self (x := angle x y / 2) (by clear hx hy; lin)
  rw [norm_sub_eq_sin_half hx hy]
  clear hx hy; lin

/-- The part of a unit vector orthogonal to another has the sine of the angle as its norm. -/
theorem norm_orthogonal_part (hx : normSq x = 1) (hy : normSq y = 1) :
    norm (fun i => x i - dot x y * y i) = sin (angle x y) := by
  refine eq_of_sq_eq_sq (norm_nonneg _) (sin_nonneg (angle_nonneg x y) (angle_le_pi x y)) ?_
  have p := sin_sq_add_cos_sq (angle x y)
  rw [cos_angle_of_unit hx hy] at p
  rw [sq_norm, normSq_sub, normSq_mul, dot_mul_right, hx, hy]
  clear hx hy; lin

/-- The triangle inequality for the angles between unit vectors. -/
theorem angle_triangle (hx : normSq x = 1) (hy : normSq y = 1) (hz : normSq z = 1) :
    angle x z ≤ angle x y + angle y z := by
  rcases le_total pi (angle x y + angle y z) with h | h
  · exact le_trans (angle_le_pi x z) h
  · -- the dot product splits along `y` and orthogonally to it
    have c := neg_norm_mul_le_dot (fun i => x i - dot x y * y i) (fun i => z i - dot z y * y i)
    rw [norm_orthogonal_part hx hy, norm_orthogonal_part hz hy, angle_comm z y, dot_sub_left, dot_mul_left,
      dot_sub_right, dot_sub_right, dot_mul_right, dot_mul_right, dot_comm y z] at c
    have hy' : dot y y = 1 := hy
    rw [hy', dot_comm z y] at c
    have e := cos_add (angle x y) (angle y z)
    rw [cos_angle_of_unit hx hy, cos_angle_of_unit hy hz] at e
    have k := cos_angle_of_unit hx hz
    rcases lt_or_ge (angle x y + angle y z) (angle x z) with l | l
    · have h1 := angle_nonneg x y
      have h2 := angle_nonneg y z
      have := cos_lt_cos (x := angle x y + angle y z) (by clear hx hy hz c e k; lin) l (angle_le_pi x z)
      clear hx hy hz hy' h h1 h2 l
      lin
    · exact l

end Claims
