module

public import Claims.LinearAlgebra.GramSchmidt
public import Claims.LinearAlgebra.OperatorLowerBound

/-!
# The Cholesky factorization

A matrix is positive semidefinite exactly when it is `L Lᵀ` with a lower triangular matrix `L`, so exactly when it is
a Gram matrix. Its determinant lies between zero and the product of the diagonal entries.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The dot product of two vectors with an entry put in front. -/
theorem dot_cons (s t : R) (x y : Fin n → R) : dot (cons s x) (cons t y) = s * t + dot x y := rfl

/-- The quadratic form of a symmetric matrix, with the square of its first variable completed: `t² = A₀₀` and
`uᵢ t = A₀ᵢ`. -/
theorem IsSymm.quadForm_cons {A : Fin (n + 1) → Fin (n + 1) → R} (hA : IsSymm A) {t : R} {u : Fin n → R}
    (ht : t ^ 2 = A 0 0) (hu : ∀ i, u i * t = A 0 i.succ) (s : R) (x : Fin n → R) : quadForm A (cons s x) =
      (t * s + dot u x) ^ 2 + quadForm (fun i j => A i.succ j.succ - u i * u j) x := by
  have e0 : dot (fun i => A 0 i.succ) x = dot u x * t := by
    rw [show (fun i => A 0 i.succ) = fun i => t * u i from funext fun i => by rw [← hu i]; clear ht hu hA; lin,
      dot_mul_left]
    lin
  have e1 : quadForm A (cons s x) = s * (A 0 0 * s + dot (fun i => A 0 i.succ) x) +
      dot x (fun i => s * A 0 i.succ + mulVec (fun i j => A i.succ j.succ) x i) := by
    have e : (fun i => s * A 0 i.succ + mulVec (fun i j => A i.succ j.succ) x i) =
        fun i : Fin n => mulVec A (cons s x) i.succ := funext fun i => by
      rw [hA 0 i.succ]
      show s * A i.succ 0 + dot _ x = A i.succ 0 * s + dot _ x
      lin
    rw [e]; rfl
  have e2 : quadForm (fun i j => A i.succ j.succ - u i * u j) x =
      dot x (mulVec (fun i j => A i.succ j.succ) x) - dot u x * dot u x :=
    (quadForm_sub_matrix (fun i j => A i.succ j.succ) (outer u u) x).trans (by rw [quadForm_outer]; rfl)
  rw [e1, e2, dot_add_right, dot_mul_right, dot_comm x, e0, ← ht]
  clear e0 e1 e2 ht hu hA; lin

/-- A positive semidefinite matrix is `L Lᵀ` with a lower triangular `L` whose diagonal entries are nonnegative. -/
theorem PosSemidef.exists_cholesky : ∀ {n : Nat} {A : Fin n → Fin n → R}, PosSemidef A →
    ∃ L : Fin n → Fin n → R, (∀ i j, i < j → L i j = 0) ∧ (∀ i, 0 ≤ L i i) ∧ A = mul L (transpose L)
  | 0, A, _ => ⟨A, fun i => i.elim0, fun i => i.elim0, funext fun i => i.elim0⟩
  | n + 1, A, hA => by
    obtain ⟨t, ht0, ht⟩ : ∃ t, 0 ≤ t ∧ t ^ 2 = A 0 0 := ⟨_, sqrt_nonneg _, sq_sqrt (hA.diag_nonneg 0)⟩
    -- the first column of the factor, below the diagonal
    obtain ⟨u, hu, hs⟩ : ∃ u : Fin n → R, (∀ i, u i * t = A 0 i.succ) ∧ ∀ x, ∃ s, t * s + dot u x = 0 := by
      by_cases h : t = 0
      · refine ⟨fun _ => 0, fun i => ?_, fun x => ⟨0, by rw [dot_zero_left]; lin⟩⟩
        have e := hA.dot_mulVec_sq_le (one 0) (one i.succ)
        rw [dot_one_row_mulVec, show quadForm A (one 0) = A 0 0 from dot_one_row_mulVec A 0 0, ← ht, h] at e
        have := eq_zero_of_sq (a := A 0 i.succ) (by have := sq_nonneg (A 0 i.succ); clear hA; lin)
        clear e hA; lin
      · refine ⟨fun i => A 0 i.succ / t, fun i => div_mul_cancel h, fun x =>
          ⟨-(dot (fun i => A 0 i.succ / t) x / t), ?_⟩⟩
        have := mul_div_cancel (a := dot (fun i => A 0 i.succ / t) x) h
        clear hA ht0 ht; lin
    have hB : PosSemidef (fun i j : Fin n => A i.succ j.succ - u i * u j) := by
      refine ⟨fun i j => by have := hA.isSymm i.succ j.succ; clear hA hu hs; lin, fun x => ?_⟩
      obtain ⟨s, hs⟩ := hs x
      have e := hA.nonneg (cons s x)
      rw [hA.isSymm.quadForm_cons ht hu, hs] at e
      clear hA hu; lin
    obtain ⟨L, hL, hd, e⟩ := hB.exists_cholesky
    refine ⟨fun i => Fin.cases (cons t (fun _ => 0)) (fun i => cons (u i) (L i)) i, fun i j hij => ?_, fun i => ?_, ?_⟩
    · rcases Fin.eq_zero_or_eq_succ j with hj | ⟨b, hj⟩ <;> subst hj
      · exact absurd hij (Fin.not_lt_zero i)
      · rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> subst hi
        · rfl
        · exact hL a b (Fin.succ_lt_succ_iff.1 hij)
    · rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> subst hi
      · exact ht0
      · exact hd a
    · funext i j
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> rcases Fin.eq_zero_or_eq_succ j with hj | ⟨b, hj⟩ <;>
        subst hi <;> subst hj
      · show A 0 0 = t * t + dot (fun _ => 0) (fun _ : Fin n => 0)
        rw [dot_zero_left, ← ht]; clear hA hu hs hB hL hd e; lin
      · show A 0 b.succ = t * u b + dot (fun _ => 0) (L b)
        rw [dot_zero_left, ← hu]; clear hA hu hs hB hL hd e; lin
      · show A a.succ 0 = u a * t + dot (L a) (fun _ => 0)
        rw [dot_zero_right, hu, hA.isSymm]; clear hA hu hs hB hL hd e; lin
      · show A a.succ b.succ = u a * u b + dot (L a) (L b)
        have e' : A a.succ b.succ - u a * u b = dot (L a) (L b) := congrFun (congrFun e a) b
        clear hA hu hs hB hL hd e; lin

/-- The positive semidefinite matrices are the Gram matrices. -/
theorem posSemidef_iff_gram {A : Fin n → Fin n → R} :
    PosSemidef A ↔ ∃ v : Fin n → Fin n → R, A = gram v := by
  constructor
  · intro h
    obtain ⟨L, _, _, e⟩ := h.exists_cholesky
    exact ⟨L, e⟩
  · rintro ⟨v, rfl⟩
    exact posSemidef_gram v

/-! ## Determinants -/

/-- The determinant of a positive semidefinite matrix is nonnegative. -/
theorem PosSemidef.det_nonneg {A : Fin n → Fin n → R} (hA : PosSemidef A) : 0 ≤ det A := by
  obtain ⟨v, rfl⟩ := posSemidef_iff_gram.1 hA
  exact det_gram_nonneg v

/-- The determinant of a positive semidefinite matrix is at most the product of its diagonal entries. -/
theorem PosSemidef.det_le_prod_diag {A : Fin n → Fin n → R} (hA : PosSemidef A) : det A ≤ prod (fun i => A i i) := by
  obtain ⟨v, rfl⟩ := posSemidef_iff_gram.1 hA
  exact (det_gram_mem v).2

/-- The determinant of a positive definite matrix is positive. -/
theorem PosDef.det_pos {A : Fin n → Fin n → R} (hA : PosDef A) : 0 < det A := by
  have h := hA.posSemidef.det_nonneg
  have h0 := det_ne_zero_iff.2 hA.isInjective
  clear hA; lin

/-- A matrix is positive definite exactly when it is positive semidefinite with a determinant that is not zero. -/
theorem posDef_iff {A : Fin n → Fin n → R} : PosDef A ↔ PosSemidef A ∧ det A ≠ 0 := by
  refine ⟨fun h => ⟨h.posSemidef, ne_of_gt h.det_pos⟩, fun ⟨h, h0⟩ => ?_⟩
  obtain ⟨v, rfl⟩ := posSemidef_iff_gram.1 h
  exact posDef_gram_iff.2 (det_gram_ne_zero_iff.1 h0)

end Claims
