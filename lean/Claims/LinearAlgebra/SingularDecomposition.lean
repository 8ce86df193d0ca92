module

public import Claims.LinearAlgebra.SingularValues

/-!
# The singular value decomposition

Every matrix is a sum of outer products `σ_a w_a v_aᵀ`, one for each nonzero singular value, with orthonormal `w_a` and
`v_a`, and a square matrix is `Wᵀ diag(σ) V` with orthogonal `W` and `V`. Singular values do not change under
transposition and under orthogonal factors.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Completing an orthonormal family -/

/-- An orthonormal family consists of the first members of an orthonormal basis. -/
theorem Orthonormal.exists_basis {v : Fin k → Fin n → R} (hv : Orthonormal v) :
    ∃ w : Fin n → Fin n → R, Orthonormal w ∧ ∀ a, w (a.castLE hv.le_length) = v a := by
  obtain ⟨l, rfl⟩ : ∃ l, n = k + l := ⟨n - k, by have := hv.le_length; omega⟩
  have h := hv.exists_extend
  rw [Nat.add_sub_cancel_left] at h
  obtain ⟨w, hw, _⟩ := h
  exact ⟨append v w, hw, append_left v w⟩

/-! ## The decomposition -/

/-- The left singular vectors: the images of the first `rank A` right singular vectors, divided by their norms. -/
def leftSingularVectors (A : Fin m → Fin n → R) : Fin (rank A) → Fin m → R :=
  fun a i => (singularValues A (a.castLE (rank_le_cols A)))⁻¹ *
    mulVec A (rightSingularVectors A (a.castLE (rank_le_cols A))) i

/-- The image of a right singular vector is the singular value times the left singular vector. -/
theorem mulVec_rightSingularVectors (A : Fin m → Fin n → R) (a : Fin (rank A)) (i : Fin m) :
    mulVec A (rightSingularVectors A (a.castLE (rank_le_cols A))) i =
      singularValues A (a.castLE (rank_le_cols A)) * leftSingularVectors A a i := by
  have e := mul_inv_cancel (ne_of_gt ((singularValues_pos_iff A (a.castLE (rank_le_cols A))).2 a.isLt))
  unfold leftSingularVectors; lin

/-- A matrix sends the right singular vectors from the rank on to zero. -/
theorem mulVec_rightSingularVectors_eq_zero (A : Fin m → Fin n → R) {i : Fin n} (hi : rank A ≤ i.val) (j : Fin m) :
    mulVec A (rightSingularVectors A i) j = 0 :=
  norm_eq_zero.1 ((norm_mulVec_rightSingularVectors A i).trans ((singularValues_eq_zero_iff A i).2 hi)) j

/-- The left singular vectors are orthonormal. -/
theorem orthonormal_leftSingularVectors (A : Fin m → Fin n → R) : Orthonormal (leftSingularVectors A) := fun a b => by
  have ha := mul_inv_cancel (ne_of_gt ((singularValues_pos_iff A (a.castLE (rank_le_cols A))).2 a.isLt))
  unfold leftSingularVectors
  rw [dot_mul_left, dot_mul_right, dot_mulVec_rightSingularVectors]
  by_cases h : a = b
  · subst h
    rw [show (one (a.castLE (rank_le_cols A)) (a.castLE (rank_le_cols A)) : R) = 1 from if_pos rfl,
      show (one a a : R) = 1 from if_pos rfl]
    generalize singularValues A (a.castLE (rank_le_cols A)) = s at ha
    have : s⁻¹ * (s⁻¹ * (s ^ 2 * 1)) = (s * s⁻¹) ^ 2 := by clear ha; lin
    rw [this, ha]; lin
  · have hne : a.castLE (rank_le_cols A) ≠ b.castLE (rank_le_cols A) := fun e => by
      have k := congrArg Fin.val e
      exact h (Fin.ext k)
    rw [show (one (a.castLE (rank_le_cols A)) (b.castLE (rank_le_cols A)) : R) = 0 from if_neg hne,
      show (one a b : R) = 0 from if_neg h]
    clear ha; lin

/-- The singular value decomposition: `A = ∑ σ_a w_a v_aᵀ`, a sum over the nonzero singular values, with orthonormal
left and right singular vectors. -/
theorem singular_decomposition (A : Fin m → Fin n → R) (i : Fin m) (j : Fin n) :
    A i j = sum (fun a : Fin (rank A) => singularValues A (a.castLE (rank_le_cols A)) *
      outer (leftSingularVectors A a) (rightSingularVectors A (a.castLE (rank_le_cols A))) i j) := by
  -- `A x` is the sum of the images of the components of `x` along the right singular vectors
  have e : A i j = sum (fun a => rightSingularVectors A a j * mulVec A (rightSingularVectors A a) i) := by
    refine (congrFun (mulVec_one_row A j) i).symm.trans ?_
    have k := (orthonormal_rightSingularVectors A).expansion (one j)
    rw [show mulVec A (one j) = mulVec A (comb (fun a => dot (rightSingularVectors A a) (one j))
      (rightSingularVectors A)) by rw [k], mulVec_comb]
    exact sum_congr fun a => by dsimp only; rw [dot_comm, dot_one_row]
  obtain ⟨l, hl⟩ : ∃ l, n = rank A + l := ⟨n - rank A, by have := rank_le_cols A; omega⟩
  rw [e, sum_split hl, sum_eq_zero (n := l) fun a => ?_]
  · refine (Semiring.add_zero _).trans (sum_congr fun a => ?_)
    show rightSingularVectors A (a.castLE (rank_le_cols A)) j *
      mulVec A (rightSingularVectors A (a.castLE (rank_le_cols A))) i = _
    rw [mulVec_rightSingularVectors]
    unfold outer; clear e; lin
  · rw [mulVec_rightSingularVectors_eq_zero A (Nat.le_add_right _ _)]; clear e; lin

/-- The singular value decomposition of a square matrix: `A = Wᵀ diag(σ) V` with orthogonal matrices `W` and `V`. -/
theorem exists_singular_decomposition (A : Fin n → Fin n → R) : ∃ W V, IsOrthogonal W ∧ IsOrthogonal V ∧
    A = mul (transpose W) (mul (diagonal (singularValues A)) V) := by
  obtain ⟨W, hW, hWA⟩ := (orthonormal_leftSingularVectors A).exists_basis
  have hV := orthonormal_rightSingularVectors A
  have hVo := orthonormal_iff_isOrthogonal.1 hV
  refine ⟨W, rightSingularVectors A, orthonormal_iff_isOrthogonal.1 hW, hVo, hV.ext fun i => funext fun j => ?_⟩
  have e : mulVec (rightSingularVectors A) (rightSingularVectors A i) = one i :=
    funext fun a => (dot_comm _ _).trans (hV i a)
  have e2 : mulVec (diagonal (singularValues A)) (one i) = fun a => singularValues A i * one i a := funext
    (isEigenvector_diagonal (singularValues A) i).2
  rw [← mulVec_mulVec, ← mulVec_mulVec, e, e2, mulVec_mul_left, ← comb_eq_mulVec, comb_one]
  by_cases hi : i.val < rank A
  · have k := mulVec_rightSingularVectors A ⟨i.val, hi⟩ j
    rw [← hWA ⟨i.val, hi⟩] at k
    exact k
  · have hr := Nat.le_of_not_lt hi
    rw [mulVec_rightSingularVectors_eq_zero A hr, (singularValues_eq_zero_iff A i).2 hr]
    clear e e2; lin

/-! ## Transposed matrix and orthogonal factors -/

/-- A singular value of a matrix is at most the one of the transposed matrix with the same number. -/
theorem singularValues_le_transpose (A : Fin m → Fin n → R) (i : Fin n) (j : Fin m) (hij : i.val = j.val) :
    singularValues A i ≤ singularValues (transpose A) j := by
  rcases lt_or_eq_of_le (singularValues_nonneg A i) with hp | hp
  · -- the images of the first right singular vectors
    have hv := (orthonormal_rightSingularVectors A).firstRows (k := i.val + 1) i.isLt
    have key : ∀ c, singularValues A i * norm c ≤
        norm (mulVec A (comb c (firstRows (k := i.val + 1) (rightSingularVectors A) i.isLt))) := fun c => by
      have h := le_norm_mulVec_of_inSpan A i ⟨c, rfl⟩
      rwa [show norm (comb c (firstRows (k := i.val + 1) (rightSingularVectors A) i.isLt)) = norm c from
        congrArg sqrt (hv.normSq_comb c)] at h
    refine le_singularValues (k := i.val + 1) (Nat.lt_succ_of_le (Nat.le_of_eq hij.symm))
      (w := fun a => mulVec A (firstRows (k := i.val + 1) (rightSingularVectors A) i.isLt a)) (fun c hc => ?_) ?_
    · have h := key c
      rw [mulVec_comb, norm_eq_zero.2 hc] at h
      have h0 := norm_nonneg c
      refine norm_eq_zero.1 (le_antisymm (le_of_mul_le_mul_left hp (b := norm c) (c := 0) ?_) h0)
      clear hc; lin
    · rintro x ⟨c, rfl⟩
      rw [← mulVec_comb]
      have h := key c
      have hn : norm (comb c (firstRows (k := i.val + 1) (rightSingularVectors A) i.isLt)) = norm c :=
        congrArg sqrt (hv.normSq_comb c)
      generalize comb c (firstRows (k := i.val + 1) (rightSingularVectors A) i.isLt) = x at h hn
      -- `‖A x‖² = x · Aᵀ A x ≤ ‖x‖ ‖Aᵀ A x‖`
      have h2 := dot_le_norm_mul x (mulVec (transpose A) (mulVec A x))
      rw [← dot_mulVec_left, show dot (mulVec A x) (mulVec A x) = norm (mulVec A x) ^ 2 from (sq_norm _).symm, hn] at h2
      have h3 := mul_le_mul_right' (norm_nonneg (mulVec A x)) h
      rcases lt_or_eq_of_le (norm_nonneg c) with h0 | h0
      · refine le_of_mul_le_mul_left h0 ?_
        clear key hn hij hv; lin
      · have e : mulVec A x = fun _ => 0 := by
          rw [show x = fun _ => 0 from funext (norm_eq_zero.1 (hn.trans h0.symm))]; exact funext (mulVec_zero A)
        rw [e, norm_zero, show mulVec (transpose A) (fun _ => 0) = fun _ => 0 from funext (mulVec_zero _), norm_zero]
        clear key hn hij hv h h2 h3 e; lin
  · rw [← hp]; exact singularValues_nonneg _ j

/-- A matrix and its transposed matrix have the same singular values, as far as both have them. -/
theorem singularValues_transpose (A : Fin m → Fin n → R) (i : Fin n) (j : Fin m) (hij : i.val = j.val) :
    singularValues (transpose A) j = singularValues A i :=
  le_antisymm (singularValues_le_transpose (transpose A) j i hij.symm) (singularValues_le_transpose A i j hij)

/-- Matrices with the same Gram matrix have the same singular values. -/
theorem singularValues_congr {A : Fin m → Fin n → R} {B : Fin l → Fin n → R}
    (h : mul (transpose A) A = mul (transpose B) B) : singularValues A = singularValues B := by
  refine singularValues_eq (U := rightSingularVectors B) ?_ (singularValues_nonneg B) (isDecreasing_singularValues B)
  rw [h]; exact isEigenbasis_gram B

/-- An orthogonal factor on the left keeps the singular values. -/
theorem IsOrthogonal.singularValues_mul_left {U : Fin m → Fin m → R} (hU : IsOrthogonal U) (A : Fin m → Fin n → R) :
    singularValues (Claims.mul U A) = singularValues A := singularValues_congr (by
  rw [transpose_mul, mul_assoc, ← mul_assoc _ U A, hU, one_mul])

/-- An eigenbasis after a change of coordinates by an orthogonal matrix. -/
theorem IsEigenbasis.conj {A V U : Fin n → Fin n → R} {lam : Fin n → R} (h : IsEigenbasis A lam V)
    (hU : IsOrthogonal U) : IsEigenbasis (Claims.mul (transpose U) (Claims.mul A U)) lam (Claims.mul V U) := by
  have k := (h.isOrthogonal.mul hU).isEigenbasis lam
  rw [transpose_mul] at k
  have e : Claims.mul (transpose U) (Claims.mul A U) =
      Claims.mul (Claims.mul (transpose U) (transpose V)) (Claims.mul (diagonal lam) (Claims.mul V U)) := by
    conv => lhs; rw [h.eq_conj]
    simp only [mul_assoc]
  rw [e]; exact k

/-- An orthogonal factor on the right keeps the singular values. -/
theorem IsOrthogonal.singularValues_mul_right {U : Fin n → Fin n → R} (hU : IsOrthogonal U) (A : Fin m → Fin n → R) :
    singularValues (Claims.mul A U) = singularValues A := by
  refine singularValues_eq (U := Claims.mul (rightSingularVectors A) U) ?_ (singularValues_nonneg A)
    (isDecreasing_singularValues A)
  rw [transpose_mul, mul_assoc, ← mul_assoc (Claims.transpose A)]
  exact (isEigenbasis_gram A).conj hU

end Claims
