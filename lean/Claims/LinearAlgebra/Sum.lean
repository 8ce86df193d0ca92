module

public import Claims.Order.AbsSqrt

/-!
# Finite sums

Sums over `Fin n`: linearity, exchange of the order of summation, monotonicity, and the triangle inequality.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The sum of the entries of a vector of length `n`; the empty sum is zero. -/
def sum : {n : Nat} → (Fin n → R) → R
  | 0, _ => 0
  | _ + 1, f => f 0 + sum (fun i => f i.succ)

/-- The empty sum is zero. -/
@[simp] theorem sum_zero_length (f : Fin 0 → R) : sum f = 0 := rfl

/-- A sum splits into its first term and the rest. -/
theorem sum_succ (f : Fin (n + 1) → R) : sum f = f 0 + sum (fun i => f i.succ) := rfl

/-- Sums with equal terms are equal. -/
theorem sum_congr {f g : Fin n → R} (h : ∀ i, f i = g i) : sum f = sum g := by
  rw [funext h]

/-- The sum of sums. -/
theorem sum_add (f g : Fin n → R) : sum (fun i => f i + g i) = sum f + sum g := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, ih]; lin

/-- A constant factor on the left comes out of a sum. -/
theorem sum_mul_left (c : R) (f : Fin n → R) : sum (fun i => c * f i) = c * sum f := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, ih]; lin

/-- A constant factor on the right comes out of a sum. -/
theorem sum_mul_right (f : Fin n → R) (c : R) : sum (fun i => f i * c) = sum f * c := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, ih]; lin

/-- The sum of negated terms. -/
theorem sum_neg (f : Fin n → R) : sum (fun i => -f i) = -sum f := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, ih]; lin

/-- The sum of differences. -/
theorem sum_sub (f g : Fin n → R) : sum (fun i => f i - g i) = sum f - sum g := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, ih]; lin

/-- The sum of zeros is zero. -/
theorem sum_zero : sum (fun _ : Fin n => (0 : R)) = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [sum_succ, ih]; lin

/-- A sum of vanishing terms is zero. -/
theorem sum_eq_zero {f : Fin n → R} (h : ∀ i, f i = 0) : sum f = 0 := by
  rw [sum_congr h, sum_zero]

/-- The sum of `n` equal terms is `n` times the term. -/
theorem sum_const (c : R) : sum (fun _ : Fin n => c) = (n : R) * c := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih => simp only [sum_succ, ih]; lin

/-- The order of two finite sums may be exchanged. -/
theorem sum_comm (f : Fin n → Fin m → R) :
    sum (fun i => sum (fun j => f i j)) = sum (fun j => sum (fun i => f i j)) := by
  induction n with
  | zero => simp only [sum_zero_length, sum_zero]
  | succ n ih => simp only [sum_succ, ih, sum_add]

/-- A sum with one nonzero term, written with a Kronecker delta. -/
theorem sum_ite_eq (j : Fin n) (f : Fin n → R) : sum (fun i => if i = j then f i else 0) = f j := by
  induction n with
  | zero => exact j.elim0
  | succ n ih =>
    rw [sum_succ]
    rcases Fin.eq_zero_or_eq_succ j with h | ⟨k, h⟩
    · subst h
      have e : sum (fun i : Fin n => if i.succ = 0 then f i.succ else 0) = 0 :=
        sum_eq_zero (fun i => if_neg (Fin.succ_ne_zero i))
      rw [e]; simp only [if_true]; lin
    · subst h
      have e := ih k (fun i => f i.succ)
      have e0 : ¬ ((0 : Fin (n + 1)) = k.succ) := fun h => by simpa using congrArg Fin.val h
      simp only [Fin.succ_inj, e0, if_false, e]; lin

/-- `sum_ite_eq` with the sides of the comparison exchanged. -/
theorem sum_ite_eq' (j : Fin n) (f : Fin n → R) : sum (fun i => if j = i then f i else 0) = f j := by
  rw [← sum_ite_eq j f]; exact sum_congr (fun i => by simp only [eq_comm])

/-- Sums compare as their terms do. -/
theorem sum_le_sum {f g : Fin n → R} (h : ∀ i, f i ≤ g i) : sum f ≤ sum g := by
  induction n with
  | zero => simp only [sum_zero_length]; lin
  | succ n ih =>
    have h0 := h 0
    have h1 := ih (fun i => h i.succ)
    simp only [sum_succ]; clear h ih; lin

/-- A sum of nonnegative terms is nonnegative. -/
theorem sum_nonneg {f : Fin n → R} (h : ∀ i, 0 ≤ f i) : 0 ≤ sum f := by
  have := sum_le_sum h; rw [sum_zero] at this; exact this

/-- A term of a sum of nonnegative terms is at most the sum. -/
theorem le_sum {f : Fin n → R} (h : ∀ i, 0 ≤ f i) (j : Fin n) : f j ≤ sum f := by
  rw [← sum_ite_eq j f]
  refine sum_le_sum (fun i => ?_)
  have := h i
  split <;> lin

/-- A sum of nonnegative terms vanishes exactly when every term does. -/
theorem sum_eq_zero_iff {f : Fin n → R} (h : ∀ i, 0 ≤ f i) : sum f = 0 ↔ ∀ i, f i = 0 := by
  refine ⟨fun hs i => ?_, sum_eq_zero⟩
  have h1 := h i
  have h2 := le_sum h i
  clear h; lin

/-- A sum of nonnegative terms with a positive one is positive. -/
theorem sum_pos_of_nonneg {f : Fin n → R} (h : ∀ i, 0 ≤ f i) (j : Fin n) (hj : 0 < f j) : 0 < sum f := by
  have h2 := le_sum h j
  clear h; lin

/-- A nonempty sum of positive terms is positive. -/
theorem sum_pos {f : Fin n → R} (hn : 0 < n) (h : ∀ i, 0 < f i) : 0 < sum f :=
  sum_pos_of_nonneg (fun i => by have := h i; clear h; lin) ⟨0, hn⟩ (h _)

/-- A sum of terms `≤` with one strict inequality is strict. -/
theorem sum_lt_sum {f g : Fin n → R} (h : ∀ i, f i ≤ g i) (j : Fin n) (hj : f j < g j) : sum f < sum g := by
  have h1 : 0 < sum (fun i => g i - f i) :=
    sum_pos_of_nonneg (fun i => by have := h i; clear h; lin) j (by clear h; lin)
  rw [sum_sub] at h1; clear h; lin

/-- The absolute value of a sum is at most the sum of the absolute values. -/
theorem abs_sum_le (f : Fin n → R) : abs (sum f) ≤ sum (fun i => abs (f i)) := by
  induction n with
  | zero => rw [sum_zero_length, sum_zero_length, abs_zero]; exact le_rfl 0
  | succ n ih =>
    rw [sum_succ, sum_succ]
    have h1 := abs_add_le (f 0) (sum (fun i => f i.succ))
    have h2 := ih (fun i => f i.succ)
    clear ih; lin

/-! ## Two indices -/

/-- What holds at both indices holds at every index. -/
theorem forall_fin_two {P : Fin 2 → Prop} (h0 : P 0) (h1 : P 1) (i : Fin 2) : P i := by
  rcases Fin.eq_zero_or_eq_succ i with h | ⟨k, h⟩
  · rw [h]; exact h0
  · have hk : k = 0 := Subsingleton.elim k 0
    rw [h, hk]; exact h1

/-- A sum of two terms. -/
theorem sum_fin_two (f : Fin 2 → R) : sum f = f 0 + f 1 := by
  show f 0 + (f 1 + 0) = f 0 + f 1
  lin

end Claims
