module

public import Claims.LinearAlgebra.Sum

/-!
# Vectors

A vector is a function `Fin n → R`. The dot product and the squared Euclidean norm, with the Cauchy–Schwarz
inequality and its equality case.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The dot product of two vectors of length `n`. -/
def dot (x y : Fin n → R) : R := sum (fun i => x i * y i)

/-- The squared Euclidean norm of a vector of length `n`. -/
def normSq (x : Fin n → R) : R := dot x x

/-- The dot product is symmetric. -/
theorem dot_comm (x y : Fin n → R) : dot x y = dot y x :=
  sum_congr (fun i => by lin)

/-- The dot product is additive on the left. -/
theorem dot_add_left (x y z : Fin n → R) : dot (fun i => x i + y i) z = dot x z + dot y z :=
  (sum_congr (fun i => by lin)).trans (sum_add (fun i => x i * z i) (fun i => y i * z i))

/-- The dot product of a difference on the left. -/
theorem dot_sub_left (x y z : Fin n → R) : dot (fun i => x i - y i) z = dot x z - dot y z :=
  (sum_congr (fun i => by lin)).trans (sum_sub (fun i => x i * z i) (fun i => y i * z i))

/-- A factor on the left comes out of the dot product. -/
theorem dot_mul_left (c : R) (x y : Fin n → R) : dot (fun i => c * x i) y = c * dot x y :=
  (sum_congr (fun i => by lin)).trans (sum_mul_left c (fun i => x i * y i))

/-- The dot product of a negated vector on the left. -/
theorem dot_neg_left (x y : Fin n → R) : dot (fun i => -x i) y = -dot x y :=
  (sum_congr (fun i => by lin)).trans (sum_neg (fun i => x i * y i))

/-- The dot product is additive on the right. -/
theorem dot_add_right (x y z : Fin n → R) : dot x (fun i => y i + z i) = dot x y + dot x z := by
  rw [dot_comm, dot_add_left, dot_comm y, dot_comm z]

/-- The dot product of a difference on the right. -/
theorem dot_sub_right (x y z : Fin n → R) : dot x (fun i => y i - z i) = dot x y - dot x z := by
  rw [dot_comm, dot_sub_left, dot_comm y, dot_comm z]

/-- A factor on the right comes out of the dot product. -/
theorem dot_mul_right (c : R) (x y : Fin n → R) : dot x (fun i => c * y i) = c * dot x y := by
  rw [dot_comm, dot_mul_left, dot_comm y]

/-- The dot product of a negated vector on the right. -/
theorem dot_neg_right (x y : Fin n → R) : dot x (fun i => -y i) = -dot x y := by
  rw [dot_comm, dot_neg_left, dot_comm y]

/-- The zero vector on the left gives zero. -/
theorem dot_zero_left (y : Fin n → R) : dot (fun _ => 0) y = 0 :=
  sum_eq_zero (fun i => by lin)

/-- The zero vector on the right gives zero. -/
theorem dot_zero_right (x : Fin n → R) : dot x (fun _ => 0) = 0 :=
  sum_eq_zero (fun i => by lin)

/-- The dot product is linear in its second argument, for a combination of `m` vectors. -/
theorem dot_sum_right (x : Fin n → R) (y : Fin m → Fin n → R) :
    dot x (fun i => sum (fun j => y j i)) = sum (fun j => dot x (y j)) := by
  show sum (fun i => x i * sum (fun j => y j i)) = sum (fun j => sum (fun i => x i * y j i))
  rw [sum_comm]; exact sum_congr (fun i => (sum_mul_left (x i) _).symm)

/-- A squared norm is nonnegative. -/
theorem normSq_nonneg (x : Fin n → R) : 0 ≤ normSq x :=
  sum_nonneg (fun i => mul_self_nonneg (x i))

/-- A vector of norm zero is zero, entry by entry. -/
theorem normSq_eq_zero {x : Fin n → R} : normSq x = 0 ↔ ∀ i, x i = 0 := by
  refine (sum_eq_zero_iff (fun i => mul_self_nonneg (x i))).trans ⟨fun h i => ?_, fun h i => ?_⟩
  · have := h i; clear h; lin
  · rw [h i]; lin

/-- The squared norm of a sum. -/
theorem normSq_add (x y : Fin n → R) :
    normSq (fun i => x i + y i) = normSq x + 2 * dot x y + normSq y := by
  simp only [normSq, dot_add_left, dot_add_right, dot_comm y x]; lin

/-- The squared norm of a difference. -/
theorem normSq_sub (x y : Fin n → R) :
    normSq (fun i => x i - y i) = normSq x - 2 * dot x y + normSq y := by
  simp only [normSq, dot_sub_left, dot_sub_right, dot_comm y x]; lin

/-- The squared norm of a scaled vector. -/
theorem normSq_mul (c : R) (x : Fin n → R) : normSq (fun i => c * x i) = c ^ 2 * normSq x := by
  simp only [normSq, dot_mul_left, dot_mul_right]; lin

/-- The squared norm of a negated vector. -/
theorem normSq_neg (x : Fin n → R) : normSq (fun i => -x i) = normSq x := by
  simp only [normSq, dot_neg_left, dot_neg_right]; lin

/-- The identity behind the Cauchy–Schwarz inequality. -/
theorem normSq_mul_sub (x y : Fin n → R) : normSq (fun i => normSq y * x i - dot x y * y i) =
    normSq y * (normSq x * normSq y - dot x y ^ 2) := by
  rw [normSq_sub, normSq_mul, normSq_mul, dot_mul_left, dot_mul_right]; lin

/-- Cauchy–Schwarz: the square of the dot product is at most the product of the squared norms. -/
theorem dot_sq_le (x y : Fin n → R) : dot x y ^ 2 ≤ normSq x * normSq y := by
  rcases lt_or_eq_of_le (normSq_nonneg y) with h | h
  · have h1 := normSq_nonneg (fun i => normSq y * x i - dot x y * y i)
    rw [normSq_mul_sub] at h1
    have := le_of_mul_le_mul_left (b := 0) (c := normSq x * normSq y - dot x y ^ 2) h (by lin)
    lin
  · have hy := normSq_eq_zero.1 h.symm
    have e : dot x y = 0 := sum_eq_zero (fun i => by rw [hy i]; lin)
    rw [e, ← h]; lin

/-- Equality in the Cauchy–Schwarz inequality makes the two vectors proportional. -/
theorem proportional_of_dot_sq_eq {x y : Fin n → R} (h : dot x y ^ 2 = normSq x * normSq y) (i : Fin n) :
    normSq y * x i = dot x y * y i := by
  have e := normSq_mul_sub x y
  rw [h] at e
  have := normSq_eq_zero.1 (e.trans (by lin)) i
  clear e h; lin

/-- The dot product of two unit vectors is at most one in size. -/
theorem abs_dot_le {x y : Fin n → R} (hx : normSq x = 1) (hy : normSq y = 1) : abs (dot x y) ≤ 1 := by
  have := dot_sq_le x y
  rw [hx, hy] at this
  exact abs_le_of_sq_le (by lin) (by lin)

end Claims
