module

public import Claims.Functions.Exp
public import Claims.Analysis.DerivVector

/-!
# The softmax

`softmax z i = exp (z i) / ∑ j, exp (z j)`: positive weights of sum one that depend on the differences of the
scores only. Bounds, concentration on a leading score, and the derivative along a curve of scores.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The softmax weights of the scores `z`. -/
def softmax (z : Fin n → R) (i : Fin n) : R := exp (z i) / sum fun j => exp (z j)

/-! ## Weights -/

/-- The sum of the exponentials of at least one score is positive. -/
theorem sum_exp_pos (hn : 0 < n) (z : Fin n → R) : 0 < sum fun j => exp (z j) := sum_pos hn fun _ => exp_pos _

/-- The weight times the normalising sum. -/
theorem softmax_mul_sum (z : Fin n → R) (i : Fin n) : softmax z i * sum (fun j => exp (z j)) = exp (z i) :=
  div_mul_cancel (ne_of_gt (sum_exp_pos i.pos z))

/-- The weights are positive. -/
theorem softmax_pos (z : Fin n → R) (i : Fin n) : 0 < softmax z i := div_pos (exp_pos _) (sum_exp_pos i.pos z)

/-- The weights are nonnegative. -/
theorem softmax_nonneg (z : Fin n → R) (i : Fin n) : 0 ≤ softmax z i := le_of_lt (softmax_pos z i)

/-- The weights sum to one. -/
theorem sum_softmax (hn : 0 < n) (z : Fin n → R) : sum (softmax z) = 1 := by
  have e := mul_inv_cancel (ne_of_gt (sum_exp_pos hn z))
  rw [← sum_mul_right] at e
  rw [← e]
  exact sum_congr fun i => div_eq_mul_inv _ _

/-- A weight is at most one. -/
theorem softmax_le_one (z : Fin n → R) (i : Fin n) : softmax z i ≤ 1 := by
  rw [← sum_softmax i.pos z]; exact le_sum (softmax_nonneg z) i

/-- Weights are in the ratio of the exponentials. -/
theorem softmax_mul_exp (z : Fin n → R) (i j : Fin n) : softmax z i * exp (z j) = softmax z j * exp (z i) := by
  rw [← softmax_mul_sum z i, ← softmax_mul_sum z j]; lin

/-- One weight is another times the exponential of the difference of the scores. -/
theorem softmax_eq_mul_exp_sub (z : Fin n → R) (i j : Fin n) : softmax z i = softmax z j * exp (z i - z j) := by
  have h := softmax_mul_exp z i j
  have e := exp_add (z i - z j) (z j)
  rw [show z i - z j + z j = z i by lin] at e
  have p := ne_of_gt (exp_pos (z j))
  generalize exp (z i - z j) = r at *
  have : (softmax z i - softmax z j * r) * exp (z j) = 0 := by rw [e] at h; clear e; lin
  have := mul_eq_zero this
  clear h e; lin

/-- Weights compare as the scores do. -/
theorem softmax_le_softmax_iff (z : Fin n → R) (i j : Fin n) : softmax z i ≤ softmax z j ↔ z i ≤ z j := by
  have s := sum_exp_pos i.pos z
  unfold softmax
  rw [div_le_iff s, div_mul_cancel (ne_of_gt s), exp_le_exp]

/-! ## Dependence on differences -/

/-- A common shift of the scores does not change the weights. -/
theorem softmax_add_const (z : Fin n → R) (c : R) (i : Fin n) : softmax (fun j => z j + c) i = softmax z i := by
  have h := softmax_mul_sum (fun j => z j + c) i
  rw [sum_congr (g := fun j => exp (z j) * exp c) fun j => exp_add _ _, sum_mul_right, exp_add,
    ← softmax_mul_sum z i] at h
  have p := ne_of_gt (exp_pos c)
  have q := ne_of_gt (sum_exp_pos i.pos z)
  generalize softmax (fun j => z j + c) i = a at *
  generalize sum (fun j => exp (z j)) = s at *
  generalize exp c = e at *
  have : (a - softmax z i) * s * e = 0 := by lin
  rcases mul_eq_zero this with h' | h'
  · have := mul_eq_zero h'; lin
  · exact absurd h' p

/-- Two rows of scores have the same weights exactly when they differ by a common shift. -/
theorem softmax_eq_iff (z w : Fin n → R) : softmax z = softmax w ↔ ∃ c, ∀ i, z i = w i + c := by
  constructor
  · intro h
    cases n with
    | zero => exact ⟨0, fun i => i.elim0⟩
    | succ n =>
      refine ⟨z 0 - w 0, fun i => ?_⟩
      have a := softmax_eq_mul_exp_sub z i 0
      have b := softmax_eq_mul_exp_sub w i 0
      rw [h, b] at a
      have p := softmax_pos w 0
      have e : exp (z i - z 0) = exp (w i - w 0) := by
        have : softmax w 0 * (exp (z i - z 0) - exp (w i - w 0)) = 0 := by clear h b; lin
        have := mul_eq_zero this
        clear h a b; lin
      have := exp_injective e
      clear h a b e; lin
  · rintro ⟨c, h⟩
    rw [show z = fun j => w j + c from funext h]
    exact funext fun i => softmax_add_const w c i

/-- Equal scores give equal weights. -/
theorem softmax_const (c : R) (i : Fin n) : softmax (fun _ => c) i = 1 / (n : R) := by
  have h : sum (softmax fun _ : Fin n => c) = (n : R) * softmax (fun _ => c) i := sum_const _
  rw [sum_softmax i.pos] at h
  have hn : (n : R) ≠ 0 := fun h0 => by rw [h0] at h; lin
  rw [h]; generalize softmax (fun _ => c) i = s at *; clear h; lin

/-! ## Bounds -/

/-- A weight is at most the exponential of the spread of the scores over their number. -/
theorem softmax_le_of_spread {z : Fin n → R} {s : R} (hs : ∀ i j, z i - z j ≤ s) (i : Fin n) :
    (n : R) * softmax z i ≤ exp s := by
  have p := le_of_lt (exp_pos s)
  have h : sum (fun _ : Fin n => softmax z i) ≤ sum fun j => exp s * softmax z j := sum_le_sum fun j => by
    rw [softmax_eq_mul_exp_sub z i j]
    have := mul_le_mul_left' (softmax_nonneg z j) (exp_le_exp_of_le (hs i j))
    clear hs; lin
  rw [sum_const, sum_mul_left, sum_softmax i.pos] at h
  clear hs; lin

/-- A weight is at least the exponential of minus the spread of the scores over their number. -/
theorem le_softmax_of_spread {z : Fin n → R} {s : R} (hs : ∀ i j, z i - z j ≤ s) (i : Fin n) :
    exp (-s) ≤ (n : R) * softmax z i := by
  have h : sum (fun j => exp (-s) * softmax z j) ≤ sum fun _ : Fin n => softmax z i := sum_le_sum fun j => by
    rw [softmax_eq_mul_exp_sub z i j]
    have := mul_le_mul_left' (softmax_nonneg z j)
      (exp_le_exp_of_le (x := -s) (y := z i - z j) (by have := hs j i; clear hs; lin))
    clear hs; lin
  rw [sum_const, sum_mul_left, sum_softmax i.pos] at h
  clear hs; lin

/-- A score that leads all others by `g` gets all the weight but `(n - 1) exp (-g)`. -/
theorem one_sub_le_softmax {z : Fin n → R} {g : R} (i : Fin n) (h : ∀ j, j ≠ i → z j + g ≤ z i) :
    1 - ((n : R) - 1) * exp (-g) ≤ softmax z i := by
  have k : sum (softmax z) ≤ sum fun j => (if j = i then softmax z j - exp (-g) else 0) + exp (-g) :=
    sum_le_sum fun j => by
      by_cases hj : j = i
      · rw [if_pos hj]; clear h; lin
      · rw [if_neg hj, softmax_eq_mul_exp_sub z j i]
        have p := mul_le_mul_right' (le_of_lt (exp_pos (z j - z i))) (softmax_le_one z i)
        have q := exp_le_exp_of_le (x := z j - z i) (y := -g) (by have := h j hj; clear h; lin)
        clear h; lin
  rw [sum_softmax i.pos, sum_add, sum_ite_eq i (fun j => softmax z j - exp (-g)), sum_const] at k
  clear h; lin

/-! ## Weighted means -/

/-- A softmax mean is at most an upper bound of the values. -/
theorem sum_softmax_mul_le (hn : 0 < n) (z : Fin n → R) {v : Fin n → R} {M : R} (h : ∀ j, v j ≤ M) :
    sum (fun j => softmax z j * v j) ≤ M := by
  have k : sum (fun j => softmax z j * v j) ≤ sum fun j => softmax z j * M :=
    sum_le_sum fun j => mul_le_mul_left' (softmax_nonneg z j) (h j)
  rw [sum_mul_right, sum_softmax hn] at k
  clear h; lin

/-- A softmax mean is at least a lower bound of the values. -/
theorem le_sum_softmax_mul (hn : 0 < n) (z : Fin n → R) {v : Fin n → R} {m : R} (h : ∀ j, m ≤ v j) :
    m ≤ sum fun j => softmax z j * v j := by
  have k : sum (fun j => softmax z j * m) ≤ sum fun j => softmax z j * v j :=
    sum_le_sum fun j => mul_le_mul_left' (softmax_nonneg z j) (h j)
  rw [sum_mul_right, sum_softmax hn] at k
  clear h; lin

/-! ## Derivative -/

/-- The derivative of a weight along a curve of scores: the weight times the deviation of the velocity of its
score from the weighted mean velocity. -/
theorem HasVecDerivAt.softmax {z : R → Fin n → R} {v : Fin n → R} {t : R} (hz : HasVecDerivAt z v t)
    (i : Fin n) : HasDerivAt (fun s => Claims.softmax (z s) i)
      (Claims.softmax (z t) i * (v i - sum fun j => Claims.softmax (z t) j * v j)) t := by
  have hs := ne_of_gt (sum_exp_pos i.pos (z t))
  have d := (hz i).exp.div (HasDerivAt.sum fun j => (hz j).exp) hs
  refine d.congr_deriv ?_
  have e : sum (fun j => Claims.softmax (z t) j * v j) * sum (fun j => exp (z t j)) =
      sum fun j => exp (z t j) * v j := by
    rw [← sum_mul_right]
    exact sum_congr fun j => by rw [← softmax_mul_sum (z t) j]; clear hz d; lin
  rw [← e, ← softmax_mul_sum (z t) i]
  have c := mul_inv_cancel hs
  generalize sum (fun j => exp (z t j)) = S at *
  generalize sum (fun j => Claims.softmax (z t) j * v j) = m at *
  clear hz d e; lin

end Claims

end
