module

public import Claims.LinearAlgebra.PosSemidef

/-!
# Bounds of a matrix as an operator

`OperatorBound A c` says that `A` stretches no vector by more than `c`: `norm (A x) ≤ c * norm x` for every `x`. Such
bounds add and multiply, pass to the transposed matrix, and are the same as bounds of the bilinear form.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Auxiliary inequalities -/

/-- A nonnegative number whose square is at most `b` times it is at most `b`. -/
theorem le_of_sq_le_mul {a b : R} (hb : 0 ≤ b) (h : a ^ 2 ≤ b * a) : a ≤ b := by
  rcases lt_or_ge b a with h' | h'
  · have := mul_lt_mul_right' (a := a) (by lin) h'; lin
  · exact h'

/-- The triangle inequality for a difference of vectors. -/
theorem norm_sub_le (x y : Fin n → R) : norm (fun i => x i - y i) ≤ norm x + norm y := by
  have h := norm_add_le x (fun i => -y i)
  have e : (fun i => x i + -y i) = fun i => x i - y i := funext fun i => by lin
  rw [e, norm_neg] at h; exact h

/-- A vector is at most as long as its sum with another one and the other one together. -/
theorem norm_le_norm_add (x y : Fin n → R) : norm x ≤ norm (fun i => x i + y i) + norm y := by
  have h := norm_sub_le (fun i => x i + y i) y
  have e : (fun i => x i + y i - y i) = x := funext fun i => by lin
  rw [e] at h; exact h

/-! ## The bound -/

/-- The matrix `A` stretches no vector by more than the nonnegative number `c`. -/
def OperatorBound (A : Fin m → Fin n → R) (c : R) : Prop :=
  0 ≤ c ∧ ∀ x, norm (mulVec A x) ≤ c * norm x

variable {A B : Fin m → Fin n → R} {a b c : R}

/-- A bound of a matrix is nonnegative. -/
theorem OperatorBound.nonneg (h : OperatorBound A c) : 0 ≤ c := h.1

/-- The bound at a vector. -/
theorem OperatorBound.le (h : OperatorBound A c) (x : Fin n → R) : norm (mulVec A x) ≤ c * norm x := h.2 x

/-- A larger number is a bound too. -/
theorem OperatorBound.mono (h : OperatorBound A a) (hab : a ≤ b) : OperatorBound A b :=
  ⟨le_trans h.1 hab, fun x => le_trans (h.2 x) (mul_le_mul_right' (norm_nonneg x) hab)⟩

/-- The squared form of the bound. -/
theorem OperatorBound.normSq_le (h : OperatorBound A c) (x : Fin n → R) :
    normSq (mulVec A x) ≤ c ^ 2 * normSq x := by
  have k := sq_le_sq (norm_nonneg _) (h.2 x)
  have e : (c * norm x) ^ 2 = c ^ 2 * norm x ^ 2 := by lin
  rw [e, sq_norm, sq_norm] at k; exact k

/-- A bound from its squared form. -/
theorem operatorBound_of_normSq_le (hc : 0 ≤ c) (h : ∀ x, normSq (mulVec A x) ≤ c ^ 2 * normSq x) :
    OperatorBound A c := ⟨hc, fun x => by
  refine le_of_sq_le_sq (mul_nonneg hc (norm_nonneg x)) ?_
  have e : (c * norm x) ^ 2 = c ^ 2 * norm x ^ 2 := by lin
  rw [e, sq_norm, sq_norm]; exact h x⟩

/-- Images of two vectors are at most `c` times as far apart as the vectors. -/
theorem OperatorBound.norm_sub_le (h : OperatorBound A c) (x y : Fin n → R) :
    norm (fun i => mulVec A x i - mulVec A y i) ≤ c * norm (fun i => x i - y i) := by
  rw [← show mulVec A (fun i => x i - y i) = fun i => mulVec A x i - mulVec A y i from funext (mulVec_sub A x y)]
  exact h.2 _

/-- The zero matrix has bound zero. -/
theorem operatorBound_zero : OperatorBound (fun (_ : Fin m) (_ : Fin n) => (0 : R)) 0 :=
  ⟨le_rfl 0, fun x => by
    rw [show mulVec (fun (_ : Fin m) (_ : Fin n) => (0 : R)) x = fun _ => 0 from funext (zero_mulVec x), norm_zero]
    lin⟩

/-- The identity has bound one. -/
theorem operatorBound_one : OperatorBound (one : Fin n → Fin n → R) 1 :=
  ⟨le_of_lt zero_lt_one, fun x => by rw [show mulVec one x = x from funext (mulVec_one x)]; lin⟩

/-- Bounds add. -/
theorem OperatorBound.add (hA : OperatorBound A a) (hB : OperatorBound B b) :
    OperatorBound (fun i j => A i j + B i j) (a + b) := by
  have ha := hA.1
  have hb := hB.1
  refine ⟨by clear hA hB; lin, fun x => ?_⟩
  rw [show mulVec (fun i j => A i j + B i j) x = fun i => mulVec A x i + mulVec B x i from funext (add_mulVec A B x)]
  have h1 := norm_add_le (mulVec A x) (mulVec B x)
  have h2 := hA.2 x
  have h3 := hB.2 x
  clear hA hB; lin

/-- The bound of a multiple. -/
theorem OperatorBound.smul (hA : OperatorBound A a) (c : R) : OperatorBound (fun i j => c * A i j) (abs c * a) :=
  ⟨mul_nonneg (abs_nonneg c) hA.1, fun x => by
    rw [show mulVec (fun i j => c * A i j) x = fun i => c * mulVec A x i from funext (smul_mulVec c A x), norm_mul]
    have h := mul_le_mul_left' (abs_nonneg c) (hA.2 x)
    clear hA; lin⟩

/-- The bound of the opposite. -/
theorem OperatorBound.neg (hA : OperatorBound A a) : OperatorBound (fun i j => -A i j) a :=
  ⟨hA.1, fun x => by
    rw [show mulVec (fun i j => -A i j) x = fun i => -mulVec A x i from funext (neg_mulVec A x), norm_neg]
    exact hA.2 x⟩

/-- The bound of a difference. -/
theorem OperatorBound.sub (hA : OperatorBound A a) (hB : OperatorBound B b) :
    OperatorBound (fun i j => A i j - B i j) (a + b) := by
  have h := hA.add hB.neg
  have e : (fun i j => A i j + -B i j) = fun i j => A i j - B i j := funext fun i => funext fun j => by
    clear h hA hB; lin
  rw [e] at h; exact h

/-- Bounds multiply. -/
theorem OperatorBound.mul {B : Fin n → Fin k → R} (hA : OperatorBound A a) (hB : OperatorBound B b) :
    OperatorBound (Claims.mul A B) (a * b) :=
  ⟨mul_nonneg hA.1 hB.1, fun x => by
    rw [← mulVec_mulVec]
    have h1 := hA.2 (mulVec B x)
    have h2 := mul_le_mul_left' hA.1 (hB.2 x)
    clear hA hB; lin⟩

/-- A power has the power of the bound. -/
theorem OperatorBound.pow {A : Fin n → Fin n → R} (hA : OperatorBound A a) (k : Nat) :
    OperatorBound (Claims.pow A k) (a ^ k) := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact operatorBound_one
  | succ k ih => rw [Semiring.pow_succ]; exact ih.mul hA

/-- Bounds of `k` matrices add. -/
theorem operatorBound_sum {F : Fin k → Fin m → Fin n → R} {a : Fin k → R} (h : ∀ p, OperatorBound (F p) (a p)) :
    OperatorBound (fun i j => sum (fun p => F p i j)) (sum a) := by
  induction k with
  | zero => exact operatorBound_zero
  | succ k ih => exact (h 0).add (ih fun p => h p.succ)

/-! ## The bilinear form -/

/-- A bound of a matrix bounds its bilinear form. -/
theorem OperatorBound.abs_dot_le (h : OperatorBound A c) (x : Fin m → R) (y : Fin n → R) :
    abs (dot x (mulVec A y)) ≤ c * norm x * norm y := by
  have h1 := abs_dot_le_norm_mul x (mulVec A y)
  have h2 := mul_le_mul_left' (norm_nonneg x) (h.2 y)
  clear h; lin

/-- A bound of a matrix bounds its quadratic form. -/
theorem OperatorBound.abs_quadForm_le {A : Fin n → Fin n → R} (h : OperatorBound A c) (x : Fin n → R) :
    abs (quadForm A x) ≤ c * normSq x := by
  have k := h.abs_dot_le x x
  have e := sq_norm x
  rw [← e]; refine le_trans k ?_
  clear h k e; lin

/-- A bound of the bilinear form bounds the matrix. -/
theorem operatorBound_of_abs_dot_le (hc : 0 ≤ c)
    (h : ∀ x y, abs (dot x (mulVec A y)) ≤ c * norm x * norm y) : OperatorBound A c :=
  ⟨hc, fun y => by
    have k := le_trans (le_abs_self _) (h (mulVec A y) y)
    have e : dot (mulVec A y) (mulVec A y) = norm (mulVec A y) ^ 2 := (sq_norm _).symm
    rw [e] at k
    refine le_of_sq_le_mul (mul_nonneg hc (norm_nonneg y)) ?_
    clear h; lin⟩

/-- The transposed matrix has the same bounds. -/
theorem OperatorBound.transpose (h : OperatorBound A c) : OperatorBound (Claims.transpose A) c :=
  operatorBound_of_abs_dot_le h.1 fun x y => by
    rw [dot_comm, dot_mulVec_left, transpose_transpose]
    refine le_trans (h.abs_dot_le y x) ?_
    clear h; lin

/-! ## Matrices with known bounds -/

/-- The Frobenius norm is a bound. -/
theorem operatorBound_frobNorm (A : Fin m → Fin n → R) : OperatorBound A (frobNorm A) :=
  ⟨frobNorm_nonneg A, norm_mulVec_le_frobNorm A⟩

/-- The bound of an outer product. -/
theorem operatorBound_outer (u : Fin m → R) (v : Fin n → R) : OperatorBound (outer u v) (norm u * norm v) :=
  ⟨mul_nonneg (norm_nonneg u) (norm_nonneg v), fun x => by
    rw [show mulVec (outer u v) x = fun i => dot v x * u i from funext (mulVec_outer u v x), norm_mul]
    have := mul_le_mul_right' (norm_nonneg u) (abs_dot_le_norm_mul v x)
    lin⟩

/-- A diagonal matrix is bounded by a bound of its entries. -/
theorem operatorBound_diagonal {a : Fin n → R} (hc : 0 ≤ c) (h : ∀ i, abs (a i) ≤ c) :
    OperatorBound (diagonal a) c := operatorBound_of_normSq_le hc fun x => by
  rw [show mulVec (diagonal a) x = fun i => a i * x i from funext (mulVec_diagonal a x)]
  show sum (fun i => a i * x i * (a i * x i)) ≤ c ^ 2 * sum (fun i => x i * x i)
  rw [← sum_mul_left]
  refine sum_le_sum fun i => ?_
  have k := mul_le_mul_right' (mul_self_nonneg (x i)) (sq_le_sq (abs_nonneg _) (h i))
  rw [abs_sq] at k
  clear h; lin

/-- A symmetric matrix is bounded by a bound of its quadratic form. -/
theorem IsSymm.operatorBound {A : Fin n → Fin n → R} (hA : IsSymm A) (hc : 0 ≤ c)
    (h : ∀ x, abs (quadForm A x) ≤ c * normSq x) : OperatorBound A c := ⟨hc, fun x => by
  -- polarization at two vectors of equal length: `‖A x‖ x` and `‖x‖ A x`
  have hp := norm_nonneg x
  have hq := norm_nonneg (mulVec A x)
  have ep := sq_norm x
  have eq := sq_norm (mulVec A x)
  generalize norm x = p at hp ep ⊢
  generalize norm (mulVec A x) = q at hq eq ⊢
  have k := hA.polarization (fun i => p * mulVec A x i) (fun i => q * x i)
  have h1 := le_trans (le_abs_self _) (h (fun i => p * mulVec A x i + q * x i))
  have h2 := le_trans (neg_le_abs _) (h (fun i => p * mulVec A x i - q * x i))
  rw [normSq_add, normSq_mul, normSq_mul, ← ep, ← eq] at h1
  rw [normSq_sub, normSq_mul, normSq_mul, ← ep, ← eq] at h2
  have e1 : dot (fun i => p * mulVec A x i) (mulVec A (fun i => q * x i)) = p * q * q ^ 2 := by
    rw [show mulVec A (fun i => q * x i) = fun i => q * mulVec A x i from funext (mulVec_mul_left A q x),
      dot_mul_left, dot_mul_right, show dot (mulVec A x) (mulVec A x) = q ^ 2 from eq.symm]
    clear h k h1 h2 hA; lin
  rw [e1] at k
  have k2 : p * q * q ^ 2 ≤ c * (p ^ 2 * q ^ 2) := by clear h hA ep eq e1; lin
  rcases lt_or_eq_of_le hp with hp' | hp'
  · rcases lt_or_eq_of_le hq with hq' | hq'
    · refine le_of_mul_le_mul_left (mul_pos hp' (mul_pos hq' hq')) ?_
      clear h hA ep eq e1 k h1 h2; lin
    · rw [← hq']; exact mul_nonneg hc hp
  · have hx := normSq_eq_zero.1 (ep.symm.trans (by rw [← hp']; lin))
    have e : mulVec A x = fun _ => 0 := by
      rw [show x = fun _ => 0 from funext hx]; exact funext (mulVec_zero A)
    have e2 : q ^ 2 = 0 := by rw [eq, e]; exact normSq_eq_zero.2 fun _ => rfl
    have e3 := eq_zero_of_sq e2
    rw [e3, ← hp']; clear h hA ep eq e1 k h1 h2 e; lin⟩

/-- A positive semidefinite matrix below `c` times the identity has bound `c`. -/
theorem PosSemidef.operatorBound {A : Fin n → Fin n → R} (hA : PosSemidef A) (hc : 0 ≤ c)
    (h : ∀ x, quadForm A x ≤ c * normSq x) : OperatorBound A c :=
  hA.isSymm.operatorBound hc fun x => by rw [abs_of_nonneg (hA.nonneg x)]; exact h x

/-- A positive semidefinite matrix is bounded by its trace. -/
theorem PosSemidef.operatorBound_trace {A : Fin n → Fin n → R} (hA : PosSemidef A) : OperatorBound A (trace A) :=
  hA.operatorBound hA.trace_nonneg hA.quadForm_le_trace

/-- An entry is at most a bound of the matrix in size. -/
theorem OperatorBound.abs_entry_le (h : OperatorBound A c) (i : Fin m) (j : Fin n) : abs (A i j) ≤ c := by
  have k := h.abs_dot_le (one i) (one j)
  have n1 : ∀ {n : Nat} (i : Fin n), norm (one i : Fin n → R) = 1 := fun {n} i => by
    have e : normSq (one i : Fin n → R) = 1 := (dot_one_row i _).trans (if_pos rfl)
    refine eq_of_sq_eq_sq (norm_nonneg _) (le_of_lt zero_lt_one) ?_
    rw [sq_norm, e]; lin
  rw [dot_one_row_mulVec, n1, n1] at k
  clear h n1; lin

end Claims
