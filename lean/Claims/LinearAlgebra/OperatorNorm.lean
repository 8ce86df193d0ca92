module

public import Claims.LinearAlgebra.OperatorBound

/-!
# The operator norm

The operator norm `opNorm A` is the least bound of the matrix `A` as an operator. It exists by the least upper bound
property. Triangle and product inequalities, the transposed matrix, and `‖Aᵀ A‖ = ‖A‖²`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A matrix has a least bound as an operator. -/
theorem exists_least_operatorBound (A : Fin m → Fin n → R) :
    ∃ c, OperatorBound A c ∧ ∀ b, OperatorBound A b → c ≤ b := by
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun t : R => ∀ b, OperatorBound A b → t ≤ b)
    ⟨0, fun b hb => hb.1⟩ ⟨frobNorm A, fun t ht => ht _ (operatorBound_frobNorm A)⟩
  refine ⟨s, ⟨hub 0 fun b hb => hb.1, fun x => ?_⟩, fun b hb => hlub b fun t ht => ht b hb⟩
  rcases lt_or_eq_of_le (norm_nonneg x) with h | h
  · -- the quotient `‖A x‖ / ‖x‖` is below every bound, so it is at most `s`
    exact (div_le_iff h).1 (hub _ fun b hb => (div_le_iff h).2 (hb.2 x))
  · have := norm_mulVec_le_frobNorm A x
    rw [← h] at this ⊢
    clear hub hlub h; lin

/-- The operator norm of a matrix: its least bound as an operator. -/
def opNorm (A : Fin m → Fin n → R) : R := (exists_least_operatorBound A).choose

/-- The operator norm is a bound. -/
theorem operatorBound_opNorm (A : Fin m → Fin n → R) : OperatorBound A (opNorm A) :=
  (exists_least_operatorBound A).choose_spec.1

variable {A B : Fin m → Fin n → R} {a b c : R}

/-- The operator norm is at most every bound. -/
theorem OperatorBound.opNorm_le (h : OperatorBound A c) : opNorm A ≤ c :=
  (exists_least_operatorBound A).choose_spec.2 c h

/-- A number is a bound exactly when it is at least the operator norm. -/
theorem operatorBound_iff : OperatorBound A c ↔ opNorm A ≤ c :=
  ⟨OperatorBound.opNorm_le, (operatorBound_opNorm A).mono⟩

/-- The operator norm is the only bound that is at most every bound. -/
theorem opNorm_unique (hc : OperatorBound A c) (h : ∀ b, OperatorBound A b → c ≤ b) : opNorm A = c :=
  le_antisymm hc.opNorm_le (h _ (operatorBound_opNorm A))

/-- The operator norm is nonnegative. -/
theorem opNorm_nonneg (A : Fin m → Fin n → R) : 0 ≤ opNorm A := (operatorBound_opNorm A).1

/-- The norm of an image is at most the operator norm times the norm. -/
theorem norm_mulVec_le (A : Fin m → Fin n → R) (x : Fin n → R) : norm (mulVec A x) ≤ opNorm A * norm x :=
  (operatorBound_opNorm A).2 x

/-- The bilinear form is bounded by the operator norm. -/
theorem abs_dot_mulVec_le (A : Fin m → Fin n → R) (x : Fin m → R) (y : Fin n → R) :
    abs (dot x (mulVec A y)) ≤ opNorm A * norm x * norm y := (operatorBound_opNorm A).abs_dot_le x y

/-- The operator norm is at most the Frobenius norm. -/
theorem opNorm_le_frobNorm (A : Fin m → Fin n → R) : opNorm A ≤ frobNorm A := (operatorBound_frobNorm A).opNorm_le

/-- An entry is at most the operator norm in size. -/
theorem abs_entry_le_opNorm (A : Fin m → Fin n → R) (i : Fin m) (j : Fin n) : abs (A i j) ≤ opNorm A :=
  (operatorBound_opNorm A).abs_entry_le i j

/-- A vector of norm `p` whose image has norm at least `b p` makes the operator norm at least `b`. -/
theorem le_opNorm {x : Fin n → R} (hx : 0 < norm x) (h : b * norm x ≤ norm (mulVec A x)) : b ≤ opNorm A := by
  have k := le_trans h (norm_mulVec_le A x)
  exact le_of_mul_le_mul_left hx (by clear h; lin)

/-! ## Norm properties -/

/-- The triangle inequality for the operator norm. -/
theorem opNorm_add_le (A B : Fin m → Fin n → R) : opNorm (fun i j => A i j + B i j) ≤ opNorm A + opNorm B :=
  ((operatorBound_opNorm A).add (operatorBound_opNorm B)).opNorm_le

/-- The triangle inequality for the operator norm of a difference. -/
theorem opNorm_sub_le (A B : Fin m → Fin n → R) : opNorm (fun i j => A i j - B i j) ≤ opNorm A + opNorm B :=
  ((operatorBound_opNorm A).sub (operatorBound_opNorm B)).opNorm_le

/-- The operator norm of the opposite. -/
theorem opNorm_neg (A : Fin m → Fin n → R) : opNorm (fun i j => -A i j) = opNorm A := by
  refine le_antisymm (operatorBound_opNorm A).neg.opNorm_le ?_
  have h := (operatorBound_opNorm (fun i j => -A i j)).neg.opNorm_le
  have e : (fun i j => - -A i j) = A := funext fun i => funext fun j => by lin
  rw [e] at h; exact h

/-- The operator norm is zero only at the zero matrix. -/
theorem opNorm_eq_zero : opNorm A = 0 ↔ ∀ i j, A i j = 0 := by
  constructor
  · intro h i j
    have k := abs_entry_le_opNorm A i j
    rw [h] at k
    exact eq_zero_of_abs (le_antisymm k (abs_nonneg _))
  · intro h
    rw [show A = fun _ _ => 0 from funext fun i => funext (h i)]
    exact le_antisymm operatorBound_zero.opNorm_le (opNorm_nonneg _)

/-- The operator norm of a multiple. -/
theorem opNorm_smul (c : R) (A : Fin m → Fin n → R) : opNorm (fun i j => c * A i j) = abs c * opNorm A := by
  refine le_antisymm ((operatorBound_opNorm A).smul c).opNorm_le ?_
  by_cases hc : c = 0
  · subst hc
    have := opNorm_nonneg (fun i j => 0 * A i j)
    rw [abs_zero]; lin
  · -- divide by `c` and use the bound again
    have h := ((operatorBound_opNorm (fun i j => c * A i j)).smul c⁻¹).opNorm_le
    have e : (fun i j => c⁻¹ * (c * A i j)) = A := funext fun i => funext fun j => by lin
    rw [e] at h
    have k := mul_le_mul_left' (abs_nonneg c) h
    have e2 : abs c * abs c⁻¹ = 1 := by rw [← abs_mul, mul_inv_cancel hc, abs_one]
    have e3 : abs c * (abs c⁻¹ * opNorm (fun i j => c * A i j)) = opNorm (fun i j => c * A i j) := by
      clear h k e hc; lin
    rw [e3] at k; exact k

/-- The operator norm of a product is at most the product of the norms. -/
theorem opNorm_mul_le (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) : opNorm (mul A B) ≤ opNorm A * opNorm B :=
  ((operatorBound_opNorm A).mul (operatorBound_opNorm B)).opNorm_le

/-- The operator norm of a power is at most the power of the norm. -/
theorem opNorm_pow_le (A : Fin n → Fin n → R) (k : Nat) : opNorm (pow A k) ≤ opNorm A ^ k :=
  ((operatorBound_opNorm A).pow k).opNorm_le

/-- The operator norm of the transposed matrix. -/
theorem opNorm_transpose (A : Fin m → Fin n → R) : opNorm (transpose A) = opNorm A :=
  le_antisymm (operatorBound_opNorm A).transpose.opNorm_le (operatorBound_opNorm (transpose A)).transpose.opNorm_le

/-- The operator norm of the Gram matrix `Aᵀ A` is the square of the one of `A`. -/
theorem opNorm_transpose_mul_self (A : Fin m → Fin n → R) : opNorm (mul (transpose A) A) = opNorm A ^ 2 := by
  refine le_antisymm ?_ ?_
  · have h := opNorm_mul_le (transpose A) A
    rw [opNorm_transpose] at h; lin
  · have hN := opNorm_nonneg (mul (transpose A) A)
    have h : OperatorBound A (sqrt (opNorm (mul (transpose A) A))) :=
      operatorBound_of_normSq_le (sqrt_nonneg _) fun x => by
        rw [sq_sqrt hN, normSq_mulVec]
        exact le_trans (le_abs_self _) ((operatorBound_opNorm _).abs_quadForm_le x)
    have k := sq_le_sq (opNorm_nonneg A) h.opNorm_le
    rw [sq_sqrt hN] at k; exact k

/-! ## Special matrices -/

/-- The operator norm of the zero matrix. -/
theorem opNorm_zero : opNorm (fun (_ : Fin m) (_ : Fin n) => (0 : R)) = 0 := opNorm_eq_zero.2 fun _ _ => rfl

/-- The operator norm of the identity of positive size. -/
theorem opNorm_one (hn : 0 < n) : opNorm (one : Fin n → Fin n → R) = 1 := by
  refine le_antisymm operatorBound_one.opNorm_le ?_
  have k := abs_entry_le_opNorm (one : Fin n → Fin n → R) ⟨0, hn⟩ ⟨0, hn⟩
  have e : (one ⟨0, hn⟩ ⟨0, hn⟩ : R) = 1 := if_pos rfl
  rw [e, abs_one] at k; exact k

/-- The operator norm of an outer product. -/
theorem opNorm_outer (u : Fin m → R) (v : Fin n → R) : opNorm (outer u v) = norm u * norm v := by
  refine le_antisymm (operatorBound_outer u v).opNorm_le ?_
  rcases lt_or_eq_of_le (norm_nonneg v) with h | h
  · refine le_opNorm h ?_
    rw [show mulVec (outer u v) v = fun i => dot v v * u i from funext (mulVec_outer u v v), norm_mul,
      show dot v v = norm v ^ 2 from (sq_norm v).symm, abs_of_nonneg (sq_nonneg _)]
    lin
  · rw [← h]
    have := opNorm_nonneg (outer u v)
    lin

/-- The operator norm of a diagonal matrix is at most `c` exactly when every entry is at most `c` in size. -/
theorem opNorm_diagonal_le {a : Fin n → R} (hc : 0 ≤ c) : opNorm (diagonal a) ≤ c ↔ ∀ i, abs (a i) ≤ c := by
  refine ⟨fun h i => ?_, fun h => (operatorBound_diagonal hc h).opNorm_le⟩
  have k := abs_entry_le_opNorm (diagonal a) i i
  rw [show diagonal a i i = a i from if_pos rfl] at k
  exact le_trans k h

/-- A symmetric matrix has norm at most `c` exactly when its quadratic form is at most `c` on unit vectors. -/
theorem IsSymm.opNorm_le {A : Fin n → Fin n → R} (hA : IsSymm A) (hc : 0 ≤ c) :
    opNorm A ≤ c ↔ ∀ x, abs (quadForm A x) ≤ c * normSq x :=
  ⟨fun h => (operatorBound_iff.2 h).abs_quadForm_le, fun h => (hA.operatorBound hc h).opNorm_le⟩

end Claims
