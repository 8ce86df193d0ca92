module

public import Claims.Functions.Softmax
public import Claims.Functions.Log
public import Claims.Functions.ExpBounds
public import Claims.LinearAlgebra.Largest

/-!
# The logarithm of a sum of exponentials

`lse z = log (∑ j, exp (z j))` lies between the largest score and the largest score plus `log n`, is `1`-Lipschitz
for the largest difference of scores, convex, and has the softmax weights as its derivative.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The logarithm of the sum of the exponentials of the scores. -/
def lse (z : Fin n → R) : R := log (sum fun j => exp (z j))

/-- The exponential of `lse` is the sum of the exponentials. -/
theorem exp_lse (hn : 0 < n) (z : Fin n → R) : exp (lse z) = sum fun j => exp (z j) := exp_log (sum_exp_pos hn z)

/-- A softmax weight by `lse`. -/
theorem softmax_eq_exp_sub_lse (z : Fin n → R) (i : Fin n) : softmax z i = exp (z i - lse z) := by
  unfold softmax
  rw [← exp_lse i.pos, exp_sub, exp_neg, div_eq_mul_inv]

/-- The logarithm of a softmax weight. -/
theorem log_softmax (z : Fin n → R) (i : Fin n) : log (softmax z i) = z i - lse z := by
  rw [softmax_eq_exp_sub_lse, log_exp]

/-! ## Bounds by the largest score -/

/-- Every score is at most `lse`. -/
theorem le_lse (z : Fin n → R) (i : Fin n) : z i ≤ lse z :=
  (le_log_iff (sum_exp_pos i.pos z)).2 (le_sum (f := fun j => exp (z j)) (fun _ => le_of_lt (exp_pos _)) i)

/-- The quantity `lse` is at most a bound of the scores plus the logarithm of their number. -/
theorem lse_le (hn : 0 < n) {z : Fin n → R} {M : R} (h : ∀ i, z i ≤ M) : lse z ≤ M + log (n : R) := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  unfold lse
  rw [log_le_iff (sum_exp_pos hn z), exp_add, exp_log (natCast_succ_pos m), CommSemiring.mul_comm, ← sum_const]
  exact sum_le_sum fun i => exp_le_exp_of_le (h i)

/-- The largest score is at most `lse`. -/
theorem largest_le_lse (z : Fin (n + 1) → R) : largest z ≤ lse z := largest_le_iff.2 (le_lse z)

/-- The quantity `lse` is at most the largest score plus the logarithm of the number of scores. -/
theorem lse_le_largest_add (z : Fin (n + 1) → R) : lse z ≤ largest z + log ((n + 1 : Nat) : R) :=
  lse_le (Nat.succ_pos n) (le_largest z)

/-- Equal scores. -/
theorem lse_const (hn : 0 < n) (c : R) : lse (fun _ : Fin n => c) = c + log (n : R) := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  unfold lse
  rw [sum_const, log_mul (natCast_succ_pos m) (exp_pos c), log_exp]; lin

/-- With inverse temperature `β`, the scaled `lse` is at least every score. -/
theorem le_lse_mul_div {β : R} (hβ : 0 < β) (z : Fin n → R) (i : Fin n) : z i ≤ lse (fun j => β * z j) / β := by
  rw [le_div_iff hβ]
  have := le_lse (fun j => β * z j) i
  lin

/-- With inverse temperature `β`, the scaled `lse` exceeds a bound of the scores by at most `log n / β`. -/
theorem lse_mul_div_le {β : R} (hβ : 0 < β) (hn : 0 < n) {z : Fin n → R} {M : R} (h : ∀ i, z i ≤ M) :
    lse (fun j => β * z j) / β ≤ M + log (n : R) / β := by
  have k := lse_le (z := fun j => β * z j) hn fun i => mul_le_mul_left' (le_of_lt hβ) (h i)
  have e := div_mul_cancel (a := log (n : R)) (ne_of_gt hβ)
  rw [div_le_iff hβ]
  clear h; lin

/-! ## Shifts, monotonicity and the Lipschitz bound -/

/-- A common shift of the scores shifts `lse`. -/
theorem lse_add_const (hn : 0 < n) (z : Fin n → R) (c : R) : lse (fun j => z j + c) = lse z + c := by
  unfold lse
  rw [sum_congr (g := fun j => exp (z j) * exp c) fun j => exp_add _ _, sum_mul_right,
    log_mul (sum_exp_pos hn z) (exp_pos c), log_exp]

/-- The quantity `lse` grows with the scores. -/
theorem lse_mono {z w : Fin n → R} (h : ∀ i, z i ≤ w i) : lse z ≤ lse w := by
  cases n with
  | zero => exact le_rfl _
  | succ n => exact log_le_log (sum_exp_pos (Nat.succ_pos n) z) (sum_le_sum fun i => exp_le_exp_of_le (h i))

/-- A one-sided bound on the differences of the scores bounds the difference of `lse`. -/
theorem lse_le_lse_add (hn : 0 < n) {z w : Fin n → R} {c : R} (h : ∀ i, z i ≤ w i + c) : lse z ≤ lse w + c := by
  rw [← lse_add_const hn]; exact lse_mono h

/-- The quantity `lse` is `1`-Lipschitz for the largest difference of scores. -/
theorem abs_lse_sub_le (hn : 0 < n) {z w : Fin n → R} {c : R} (h : ∀ i, abs (z i - w i) ≤ c) :
    abs (lse z - lse w) ≤ c := by
  have p := lse_le_lse_add hn (z := z) (w := w) (c := c) fun i => by have := (abs_le.1 (h i)).2; clear h; lin
  have q := lse_le_lse_add hn (z := w) (w := z) (c := c) fun i => by have := (abs_le.1 (h i)).1; clear h; lin
  exact abs_le.2 ⟨by clear h; lin, by clear h; lin⟩

/-! ## Tangents and derivative -/

/-- The quantity `lse` lies above its tangents: it is convex, with the softmax weights as slope. -/
theorem lse_add_sum_le (hn : 0 < n) (z w : Fin n → R) :
    lse z + sum (fun j => softmax z j * (w j - z j)) ≤ lse w := by
  have k := exp_sum_le (softmax_nonneg z) (sum_softmax hn z) fun j => w j - z j
  have e : sum (fun j => softmax z j * exp (w j - z j)) = exp (lse w - lse z) := by
    rw [exp_sub, exp_lse hn w, ← sum_mul_right]
    exact sum_congr fun j => by
      rw [softmax_eq_exp_sub_lse, ← exp_add, ← exp_add, show z j - lse z + (w j - z j) = w j + -lse z by
        clear k; lin]
  rw [e, exp_le_exp] at k
  lin

/-- The derivative of `lse` along a curve of scores is the softmax mean of the velocities. -/
theorem HasVecDerivAt.lse {z : R → Fin n → R} {v : Fin n → R} {t : R} (hn : 0 < n) (hz : HasVecDerivAt z v t) :
    HasDerivAt (fun s => Claims.lse (z s)) (sum fun j => Claims.softmax (z t) j * v j) t := by
  refine ((HasDerivAt.sum fun j => (hz j).exp).log (sum_exp_pos hn (z t))).congr_deriv ?_
  rw [← sum_mul_left]
  exact sum_congr fun j => by
    show exp (z t j) / _ * v j = _
    rw [div_eq_mul_inv]; clear hz; lin

end Claims

end
