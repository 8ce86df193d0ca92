module

public import Claims.Order

/-!
# Finite sums, vectors and matrices

Sums over `Fin n`, the dot product and the squared Euclidean norm with the Cauchy–Schwarz inequality, and
matrices with their products. A vector is a function `Fin n → R`, a matrix a function `Fin m → Fin n → R`
(row index first).
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

attribute [scoped instance] Semiring.natCast

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

/-! ## Dot product and squared norm -/

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

/-! ## Matrices -/

/-- The product of an `m × n` matrix and a vector of length `n`. -/
def mulVec (A : Fin m → Fin n → R) (v : Fin n → R) : Fin m → R := fun i => dot (A i) v

/-- The product of an `m × n` and an `n × k` matrix. -/
def mul (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) : Fin m → Fin k → R :=
  fun i j => sum (fun a => A i a * B a j)

/-- The transposed matrix. -/
def transpose (A : Fin m → Fin n → R) : Fin n → Fin m → R := fun j i => A i j

/-- The identity matrix of size `n`. -/
def one : Fin n → Fin n → R := fun i j => if i = j then 1 else 0

/-- The powers of a square matrix: `pow A 0` is the identity, `pow A (k + 1) = pow A k · A`. -/
def pow (A : Fin n → Fin n → R) : Nat → Fin n → Fin n → R
  | 0 => one
  | k + 1 => mul (pow A k) A

/-- The quadratic form of a square matrix at `x`, that is `xᵀ A x`. -/
def quadForm (A : Fin n → Fin n → R) (x : Fin n → R) : R := dot x (mulVec A x)

/-- A matrix acts additively. -/
theorem mulVec_add (A : Fin m → Fin n → R) (v w : Fin n → R) (i : Fin m) :
    mulVec A (fun j => v j + w j) i = mulVec A v i + mulVec A w i := dot_add_right _ _ _

/-- The image of a difference. -/
theorem mulVec_sub (A : Fin m → Fin n → R) (v w : Fin n → R) (i : Fin m) :
    mulVec A (fun j => v j - w j) i = mulVec A v i - mulVec A w i := dot_sub_right _ _ _

/-- A matrix acts homogeneously. -/
theorem mulVec_mul_left (A : Fin m → Fin n → R) (c : R) (v : Fin n → R) (i : Fin m) :
    mulVec A (fun j => c * v j) i = c * mulVec A v i := dot_mul_right _ _ _

/-- The image of the zero vector is zero. -/
theorem mulVec_zero (A : Fin m → Fin n → R) (i : Fin m) : mulVec A (fun _ => 0) i = 0 := dot_zero_right _

/-- The identity matrix fixes every vector. -/
theorem mulVec_one (v : Fin n → R) (i : Fin n) : mulVec one v i = v i := by
  rw [← sum_ite_eq' i v]
  exact sum_congr (fun j => by show (if i = j then (1 : R) else 0) * v j = _; split <;> lin)

/-- Applying two matrices in turn is applying their product. -/
theorem mulVec_mulVec (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (v : Fin k → R) :
    mulVec A (mulVec B v) = mulVec (mul A B) v := by
  funext i
  show sum (fun a => A i a * sum (fun j => B a j * v j)) = sum (fun j => sum (fun a => A i a * B a j) * v j)
  have e : ∀ j, sum (fun a => A i a * B a j) * v j = sum (fun a => A i a * (B a j * v j)) := fun j =>
    (sum_mul_right _ (v j)).symm.trans (sum_congr (fun a => by lin))
  rw [sum_congr e, sum_comm]
  exact sum_congr (fun a => (sum_mul_left (A i a) _).symm)

/-- The matrix product is associative. -/
theorem mul_assoc (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) (C : Fin k → Fin l → R) :
    mul (mul A B) C = mul A (mul B C) := by
  funext i j
  exact (congrFun (mulVec_mulVec A B (fun b => C b j)) i).symm

/-- The identity is neutral on the right. -/
theorem mul_one (A : Fin m → Fin n → R) : mul A one = A := by
  funext i j
  rw [← sum_ite_eq j (A i)]
  exact sum_congr (fun a => by show A i a * (if a = j then (1 : R) else 0) = _; split <;> lin)

/-- The identity is neutral on the left. -/
theorem one_mul (A : Fin m → Fin n → R) : mul one A = A := by
  funext i j
  exact mulVec_one (fun a => A a j) i

/-- Transposition reverses products. -/
theorem transpose_mul (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) :
    transpose (mul A B) = mul (transpose B) (transpose A) := by
  funext j i
  exact sum_congr (fun a => by show A i a * B a j = B a j * A i a; lin)

/-- The transposed matrix moves to the other side of the dot product. -/
theorem dot_mulVec (A : Fin m → Fin n → R) (x : Fin m → R) (y : Fin n → R) :
    dot x (mulVec A y) = dot (mulVec (transpose A) x) y := by
  show sum (fun i => x i * sum (fun j => A i j * y j)) = sum (fun j => sum (fun i => A i j * x i) * y j)
  have e : ∀ j, sum (fun i => A i j * x i) * y j = sum (fun i => x i * (A i j * y j)) := fun j =>
    (sum_mul_right _ (y j)).symm.trans (sum_congr (fun i => by lin))
  rw [sum_congr e, sum_comm]
  exact sum_congr (fun i => (sum_mul_left (x i) _).symm)

/-- A symmetric matrix may be applied to either side of the dot product. -/
theorem dot_mulVec_symm {A : Fin n → Fin n → R} (hA : ∀ i j, A i j = A j i) (x y : Fin n → R) :
    dot x (mulVec A y) = dot (mulVec A x) y := by
  have e : transpose A = A := funext fun i => funext fun j => hA j i
  rw [dot_mulVec, e]

/-- The `j`-th column is the image of the `j`-th basis vector. -/
theorem mulVec_single (A : Fin m → Fin n → R) (j : Fin n) (i : Fin m) :
    mulVec A (fun a => if a = j then 1 else 0) i = A i j := by
  rw [← sum_ite_eq j (A i)]
  exact sum_congr (fun a => by dsimp only; split <;> lin)

/-- Matrices that act alike are equal. -/
theorem ext_of_mulVec {A B : Fin m → Fin n → R} (h : ∀ v, mulVec A v = mulVec B v) : A = B := by
  funext i j
  rw [← mulVec_single A j i, h, mulVec_single]

/-- The power with exponent zero is the identity. -/
theorem pow_zero (A : Fin n → Fin n → R) : pow A 0 = one := rfl

/-- One more factor in a power. -/
theorem pow_succ (A : Fin n → Fin n → R) (k : Nat) : pow A (k + 1) = mul (pow A k) A := rfl

end Claims
