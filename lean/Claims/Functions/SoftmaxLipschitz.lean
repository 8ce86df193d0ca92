module

public import Claims.Functions.Softmax
public import Claims.LinearAlgebra.Norm
public import Claims.Analysis.Monotone

/-!
# The softmax is Lipschitz with constant one half

The derivative of the softmax at weights `p` in direction `v` has the coordinates `p_i (v_i - ∑ p_j v_j)`. This
linear map is symmetric, nonnegative and at most one half, because the variance of values `v` under weights `p`
is at most half of the sum of their squares. Hence `norm (softmax z - softmax w) ≤ norm (z - w) / 2`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Variances under weights -/

/-- The variance of the values `u` under the weights `p`. -/
def variance (p u : Fin n → R) : R := sum (fun i => p i * u i ^ 2) - sum (fun i => p i * u i) ^ 2

/-- The variance is the mean square deviation from the mean. -/
theorem variance_eq {p : Fin n → R} (h1 : sum p = 1) (u : Fin n → R) :
    variance p u = sum fun i => p i * (u i - sum fun j => p j * u j) ^ 2 := by
  generalize hm : sum (fun j => p j * u j) = m
  have e : sum (fun i => p i * (u i - m) ^ 2) = sum fun i => p i * u i ^ 2 + (-2 * m * (p i * u i) + m ^ 2 * p i) :=
    sum_congr fun i => by clear hm h1; lin
  rw [e, sum_add, sum_add, sum_mul_left, sum_mul_left, hm, h1]
  unfold variance
  rw [hm]; lin

/-- The variance is nonnegative. -/
theorem variance_nonneg {p : Fin n → R} (hp : ∀ i, 0 ≤ p i) (h1 : sum p = 1) (u : Fin n → R) :
    0 ≤ variance p u := by
  rw [variance_eq h1]; exact sum_nonneg fun i => mul_nonneg (hp i) (sq_nonneg _)

/-- The variance is at most half of the sum of the squares. -/
theorem variance_le {p : Fin n → R} (hp : ∀ i, 0 ≤ p i) (h1 : sum p = 1) (u : Fin n → R) :
    variance p u ≤ normSq u / 2 := by
  generalize hm : sum (fun j => p j * u j) = m
  generalize hs : sum (fun j => p j * u j ^ 2) = s
  -- the diagonal terms of a double sum of squares
  have inner : ∀ i, 4 * (p i ^ 2 * u i ^ 2) ≤ p i * u i ^ 2 + 2 * m * (p i * u i) + s * p i := fun i => by
    have k := le_sum (f := fun j => p i * (p j * (u i + u j) ^ 2))
      (fun j => mul_nonneg (hp i) (mul_nonneg (hp j) (sq_nonneg _))) i
    have e : sum (fun j => p i * (p j * (u i + u j) ^ 2)) =
        sum fun j => p i * u i ^ 2 * p j + (2 * (p i * u i) * (p j * u j) + p i * (p j * u j ^ 2)) :=
      sum_congr fun j => by clear k hm hs hp h1; lin
    rw [e, sum_add, sum_add, sum_mul_left, sum_mul_left, sum_mul_left, hm, hs, h1] at k
    clear e hm hs hp h1; lin
  have k := sum_le_sum inner
  rw [sum_add, sum_add, sum_mul_left, sum_mul_left, sum_mul_left, hm, hs, h1] at k
  -- each `p (1 - p)` is at most one quarter
  have q : sum (fun i => 2 * (p i * u i ^ 2) - 2 * (p i ^ 2 * u i ^ 2)) ≤ sum fun i => 1 / 2 * (u i * u i) :=
    sum_le_sum fun i => by
      have := mul_nonneg (sq_nonneg (2 * p i - 1)) (sq_nonneg (u i))
      clear k inner hm hs hp h1; lin
  rw [sum_sub, sum_mul_left, sum_mul_left, sum_mul_left, hs] at q
  unfold variance
  rw [hm, hs]
  show _ ≤ sum (fun i => u i * u i) / 2
  clear inner hm hs hp h1; lin

/-! ## The derivative of the softmax as a linear map -/

/-- The linear map with coordinates `p_i (v_i - ∑ p_j v_j)`. -/
def softmaxMap (p v : Fin n → R) (i : Fin n) : R := p i * (v i - sum fun j => p j * v j)

/-- The bilinear form of the linear map is at most the mean of two variances. -/
theorem two_mul_dot_softmaxMap_le {p : Fin n → R} (hp : ∀ i, 0 ≤ p i) (h1 : sum p = 1) (u v : Fin n → R) :
    2 * dot u (softmaxMap p v) ≤ variance p u + variance p v := by
  have k := variance_nonneg hp h1 fun i => u i - v i
  unfold variance at k ⊢
  have e₁ : sum (fun i => p i * (u i - v i) ^ 2) =
      sum fun i => p i * u i ^ 2 + (p i * v i ^ 2 - 2 * (p i * u i * v i)) :=
    sum_congr fun i => by clear k hp h1; lin
  have e₂ : sum (fun i => p i * (u i - v i)) = sum fun i => p i * u i - p i * v i :=
    sum_congr fun i => by clear k e₁ hp h1; lin
  rw [e₁, e₂, sum_sub, sum_add, sum_sub, sum_mul_left] at k
  have e₃ : dot u (softmaxMap p v) = sum fun i => p i * u i * v i - sum (fun j => p j * v j) * (p i * u i) :=
    sum_congr fun i => by unfold softmaxMap; clear k e₁ e₂ hp h1; lin
  rw [e₃, sum_sub, sum_mul_left]
  clear e₁ e₂ e₃ hp h1; lin

/-- The linear map is at most one half. -/
theorem norm_softmaxMap_le {p : Fin n → R} (hp : ∀ i, 0 ≤ p i) (h1 : sum p = 1) (v : Fin n → R) :
    norm (softmaxMap p v) ≤ 1 / 2 * norm v := by
  have k := two_mul_dot_softmaxMap_le hp h1 (fun i => 2 * softmaxMap p v i) v
  have a := variance_le hp h1 fun i => 2 * softmaxMap p v i
  have b := variance_le hp h1 v
  rw [normSq_mul, ← sq_norm] at a
  rw [dot_mul_left] at k
  have e : dot (softmaxMap p v) (softmaxMap p v) = norm (softmaxMap p v) ^ 2 := (sq_norm _).symm
  rw [e] at k
  rw [← sq_norm v] at b
  have := norm_nonneg v
  refine le_of_sq_le_sq (by clear k a b hp h1 e; lin) ?_
  clear hp h1 e; lin

/-! ## The Lipschitz bound -/

/-- The softmax is Lipschitz with constant one half in the Euclidean norm. -/
theorem norm_softmax_sub_le (z w : Fin n → R) :
    norm (fun i => softmax w i - softmax z i) ≤ 1 / 2 * norm fun i => w i - z i := by
  cases n with
  | zero => rw [show norm (fun i : Fin 0 => softmax w i - softmax z i) = 0 from norm_eq_zero.2 fun i => i.elim0,
      show norm (fun i : Fin 0 => w i - z i) = 0 from norm_eq_zero.2 fun i => i.elim0]; lin
  | succ n =>
    generalize he : (fun i => softmax w i - softmax z i) = e
    generalize hv : (fun i => w i - z i) = v
    -- the weights along the segment, tested against their total increment
    have hz : ∀ t : R, HasVecDerivAt (fun s i => z i + s * v i) v t := fun t i =>
      ((hasDerivAt_const (z i) t).add ((hasDerivAt_id t).mul_const (v i))).congr_deriv (by clear he hv; lin)
    have d : ∀ t : R, HasDerivAt (fun s => dot e (softmax fun i => z i + s * v i))
        (dot e (softmaxMap (softmax fun i => z i + t * v i) v)) t := fun t =>
      HasDerivAt.sum fun i => (((hz t).softmax i).const_mul (e i))
    have k := sub_le_of_deriv_le (a := 0) (b := 1) (M := norm e * (1 / 2 * norm v)) (by clear he hv; lin)
      (fun t _ _ => d t) fun t _ _ => le_trans (dot_le_norm_mul _ _)
        (mul_le_mul_left' (norm_nonneg e) (norm_softmaxMap_le (softmax_nonneg _) (sum_softmax (Nat.succ_pos n) _) v))
    rw [show (fun i => z i + 1 * v i) = w from funext fun i => by rw [← hv]; clear he hv k d hz; lin,
      show (fun i => z i + 0 * v i) = z from funext fun i => by clear he hv k d hz; lin, ← dot_sub_right, he] at k
    have q : dot e e = norm e ^ 2 := (sq_norm e).symm
    rw [q] at k
    rcases lt_or_eq_of_le (norm_nonneg e) with h | h
    · refine le_of_mul_le_mul_left h ?_
      clear d hz he hv q; lin
    · have := norm_nonneg v
      rw [← h]; clear d hz he hv q k h; lin

end Claims

end
