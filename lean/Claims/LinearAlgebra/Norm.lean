module

public import Claims.LinearAlgebra.Matrix

/-!
# The Euclidean norm

The norm `norm x = √(normSq x)` of a vector, with the Cauchy–Schwarz and triangle inequalities in the
form the stability bounds use.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The Euclidean norm of a vector of length `n`. -/
def norm (x : Fin n → R) : R := sqrt (normSq x)

/-- Norms are nonnegative. -/
theorem norm_nonneg (x : Fin n → R) : 0 ≤ norm x := sqrt_nonneg _

/-- The square of the norm is the sum of the squared entries. -/
theorem sq_norm (x : Fin n → R) : norm x ^ 2 = normSq x := sq_sqrt (normSq_nonneg x)

/-- A vector has norm zero only if its entries vanish. -/
theorem norm_eq_zero {x : Fin n → R} : norm x = 0 ↔ ∀ i, x i = 0 := by
  rw [← normSq_eq_zero, ← sq_norm]
  constructor
  · intro h; rw [h]; lin
  · exact eq_zero_of_sq

/-- The norm of the zero vector. -/
theorem norm_zero : norm (fun _ : Fin n => (0 : R)) = 0 := norm_eq_zero.2 fun _ => rfl

/-- The Cauchy–Schwarz inequality. -/
theorem abs_dot_le_norm_mul (x y : Fin n → R) : abs (dot x y) ≤ norm x * norm y := by
  refine abs_le_of_sq_le (mul_nonneg (norm_nonneg x) (norm_nonneg y)) ?_
  have h := dot_sq_le x y
  have hx := sq_norm x
  have hy := sq_norm y
  have e : (norm x * norm y) ^ 2 = norm x ^ 2 * norm y ^ 2 := by lin
  rw [e, hx, hy]; exact h

/-- The Cauchy–Schwarz inequality, upper side. -/
theorem dot_le_norm_mul (x y : Fin n → R) : dot x y ≤ norm x * norm y :=
  le_trans (le_abs_self _) (abs_dot_le_norm_mul x y)

/-- The Cauchy–Schwarz inequality, lower side. -/
theorem neg_norm_mul_le_dot (x y : Fin n → R) : -(norm x * norm y) ≤ dot x y :=
  (abs_le.1 (abs_dot_le_norm_mul x y)).1

/-- The triangle inequality. -/
theorem norm_add_le (x y : Fin n → R) : norm (fun i => x i + y i) ≤ norm x + norm y := by
  have hx := norm_nonneg x
  have hy := norm_nonneg y
  refine le_of_sq_le_sq (by lin) ?_
  have h := dot_le_norm_mul x y
  have ex := sq_norm x
  have ey := sq_norm y
  rw [sq_norm, normSq_add]
  lin

/-- The norm of a multiple. -/
theorem norm_mul (c : R) (x : Fin n → R) : norm (fun i => c * x i) = abs c * norm x := by
  refine eq_of_sq_eq_sq (norm_nonneg _) (mul_nonneg (abs_nonneg c) (norm_nonneg x)) ?_
  have e : (abs c * norm x) ^ 2 = abs c ^ 2 * norm x ^ 2 := by lin
  rw [sq_norm, normSq_mul, e, abs_sq, sq_norm]

/-- Opposite vectors have the same norm. -/
theorem norm_neg (x : Fin n → R) : norm (fun i => -x i) = norm x := by
  unfold norm; rw [normSq_neg]

/-- The distance of two vectors is symmetric. -/
theorem norm_sub_comm (x y : Fin n → R) : norm (fun i => x i - y i) = norm (fun i => y i - x i) := by
  rw [← norm_neg (fun i => x i - y i)]
  exact congrArg norm (funext fun i => by lin)

/-- A vector has distance zero from itself. -/
theorem norm_sub_self (x : Fin n → R) : norm (fun i => x i - x i) = 0 :=
  norm_eq_zero.2 fun i => by lin

/-- The triangle inequality for distances. -/
theorem norm_sub_triangle (x y z : Fin n → R) :
    norm (fun i => x i - z i) ≤ norm (fun i => x i - y i) + norm (fun i => y i - z i) := by
  have h := norm_add_le (fun i => x i - y i) (fun i => y i - z i)
  have e : (fun i => x i - y i + (y i - z i)) = fun i => x i - z i := funext fun i => by lin
  rw [e] at h; exact h

/-- The Euclidean norm is at most the sum of the absolute entries. -/
theorem norm_le_sum_abs (x : Fin n → R) : norm x ≤ sum (fun i => abs (x i)) := by
  have hn : ∀ i, 0 ≤ abs (x i) := fun i => abs_nonneg _
  refine le_of_sq_le_sq (sum_nonneg hn) ?_
  have h : normSq x ≤ sum (fun i => sum (fun j => abs (x j)) * abs (x i)) :=
    sum_le_sum fun i => by
      have p := mul_le_mul_right' (hn i) (le_sum hn i)
      have e := abs_sq (x i)
      clear hn; lin
  rw [sum_mul_left] at h
  rw [sq_norm]
  clear hn; lin

/-- The norm of a vector whose entries are all at most `c` in absolute value. -/
theorem norm_le_of_abs_le {x : Fin n → R} {c : R} (h : ∀ i, abs (x i) ≤ c) : norm x ≤ (n : R) * c := by
  rw [← sum_const]; exact le_trans (norm_le_sum_abs x) (sum_le_sum h)

/-- The norm of a vector with one entry. -/
theorem norm_fin_one (x : Fin 1 → R) : norm x = abs (x 0) := by
  refine eq_of_sq_eq_sq (norm_nonneg _) (abs_nonneg _) ?_
  rw [sq_norm, abs_sq]
  simp only [normSq, dot, sum_succ, sum_zero_length]
  lin

/-- A vector with squared norm one has norm one. -/
theorem norm_eq_one_of_normSq {x : Fin n → R} (hx : normSq x = 1) : norm x = 1 :=
  eq_of_sq_eq_sq (norm_nonneg x) (le_of_lt zero_lt_one) (by rw [sq_norm, hx]; clear hx; lin)

end Claims
