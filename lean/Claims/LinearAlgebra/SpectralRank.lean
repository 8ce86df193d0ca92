module

public import Claims.LinearAlgebra.CourantFischer
public import Claims.LinearAlgebra.RankCases
public import Claims.Order.Archimedean

/-!
# Eigenvalues and rank

The rank of a positive semidefinite matrix is the number of its positive eigenvalues, and the rank of a projection is
its trace. The participation rank, the quotient of `(tr A)²` and the squared Frobenius norm, is at least one, with
equality exactly for rank one, and at most the rank, with equality exactly when the nonzero eigenvalues are equal.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m r : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

variable {A B P U : Fin n → Fin n → R} {lam : Fin n → R} {b c : R}

/-! ## The number of positive eigenvalues -/

/-- An eigenvalue of a positive semidefinite matrix vanishes exactly from the rank on. -/
theorem IsEigenbasis.eq_zero_iff (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (hA : PosSemidef A) (i : Fin n) :
    lam i = 0 ↔ rank A ≤ i.val := by
  have h0 := h.posSemidef_iff.1 hA
  constructor
  · intro hi
    -- the range is spanned by the first eigenvectors
    have hin := Nat.le_of_lt i.isLt
    refine rank_le_of_inSpan (v := firstRows U hin) fun x => ?_
    obtain ⟨l, hl⟩ : ∃ l, n = i.val + l := ⟨n - i.val, by omega⟩
    refine ⟨fun a => lam (a.castLE hin) * dot (U (a.castLE hin)) x, funext fun j => ?_⟩
    rw [h.mulVec_expansion]
    show sum (fun a => lam a * dot (U a) x * U a j) = sum _
    rw [sum_split hl, sum_eq_zero (n := l) fun a => ?_]
    · exact Semiring.add_zero _
    · have e : lam ⟨i.val + a.val, by omega⟩ = 0 :=
        le_antisymm (hi ▸ hd i _ (Nat.le_add_right _ _)) (h0 _)
      rw [e]; clear h hd hA h0 e; lin
  · intro hr
    refine Classical.byContradiction fun hne => Nat.not_succ_le_self i.val (Nat.le_trans ?_ hr)
    -- the first eigenvectors are independent vectors of the range
    have hpos : ∀ a : Fin (i.val + 1), lam (a.castLE i.isLt) ≠ 0 := fun a ha => hne (le_antisymm
      (ha ▸ hd _ i (Nat.le_of_lt_succ a.isLt)) (h0 i))
    refine le_rank_of_linIndep (h.orthonormal.firstRows (k := i.val + 1) i.isLt).linIndep fun a => ?_
    refine ⟨fun j => (lam (a.castLE i.isLt))⁻¹ * U (a.castLE i.isLt) j, funext fun j => ?_⟩
    rw [mulVec_mul_left, h.eigen]
    have e := mul_inv_cancel (hpos a)
    show U (a.castLE i.isLt) j = _
    clear h hd hA h0 hpos; lin

/-- An eigenvalue of a positive semidefinite matrix is positive exactly below the rank. -/
theorem IsEigenbasis.pos_iff (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (hA : PosSemidef A) (i : Fin n) :
    0 < lam i ↔ i.val < rank A := by
  have h0 := h.posSemidef_iff.1 hA i
  have e := h.eq_zero_iff hd hA i
  constructor
  · intro hp
    exact Nat.lt_of_not_le fun hr => ne_of_gt hp (e.2 hr)
  · intro hr
    rcases lt_or_eq_of_le h0 with hp | hp
    · exact hp
    · exact absurd (e.1 hp.symm) (Nat.not_le_of_lt hr)

/-- A sum over the eigenvalues of a positive semidefinite matrix of terms that vanish at zero has only the first `rank`
terms. -/
theorem IsEigenbasis.sum_eq_sum_rank (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (hA : PosSemidef A)
    {f : R → R} (hf : f 0 = 0) :
    sum (fun i => f (lam i)) = sum (fun a : Fin (rank A) => f (lam (a.castLE (rank_le_rows A)))) := by
  obtain ⟨l, hl⟩ : ∃ l, n = rank A + l := ⟨n - rank A, by have := rank_le_rows A; omega⟩
  rw [sum_split hl, sum_eq_zero (n := l) fun a => ?_]
  · exact Semiring.add_zero _
  · rw [(h.eq_zero_iff hd hA _).2 (Nat.le_add_right _ _)]; exact hf

/-- The rank of a projection is its trace. -/
theorem IsProjection.trace_eq_rank (hP : IsProjection P) : trace P = (rank P : R) := by
  have h := hP.isSymm.isEigenbasis
  have hd := hP.isSymm.isDecreasing_eigenvalues
  have e : ∀ a : Fin (rank P), hP.isSymm.eigenvalues (a.castLE (rank_le_rows P)) = 1 := fun a => by
    rcases hP.eigenvalue (h.isEigenvector (a.castLE (rank_le_rows P))) with h0 | h1
    · exact absurd h0 (ne_of_gt ((h.pos_iff hd hP.posSemidef _).2 a.isLt))
    · exact h1
  rw [h.trace_eq, h.sum_eq_sum_rank hd hP.posSemidef (f := fun t => t) rfl]
  refine (sum_congr e).trans ((sum_const 1).trans ?_)
  clear hP h hd e; lin

/-- The Gram matrix `Aᵀ A` has the rank of `A`. -/
theorem rank_transpose_mul_self (A : Fin m → Fin n → R) : rank (mul (transpose A) A) = rank A :=
  rank_eq_of_kernel fun _ => mulVec_transpose_mul_self_eq_zero

/-! ## The participation rank -/

/-- The trace of the square of a symmetric matrix is the squared Frobenius norm. -/
theorem IsSymm.trace_mul_self (hA : IsSymm A) : trace (Claims.mul A A) = frobSq A := trace_mul_symm hA A

/-- The squared trace of a positive semidefinite matrix is at most the rank times the squared Frobenius norm. -/
theorem PosSemidef.trace_sq_le_rank_mul (hA : PosSemidef A) : trace A ^ 2 ≤ (rank A : R) * frobSq A := by
  have h := hA.isSymm.isEigenbasis
  have hd := hA.isSymm.isDecreasing_eigenvalues
  have p := dot_sq_le (fun a : Fin (rank A) => hA.isSymm.eigenvalues (a.castLE (rank_le_rows A))) (fun _ => 1)
  have e1 : dot (fun a : Fin (rank A) => hA.isSymm.eigenvalues (a.castLE (rank_le_rows A))) (fun _ => 1) = trace A := by
    rw [h.trace_eq, h.sum_eq_sum_rank hd hA (f := fun t => t) rfl]
    exact sum_congr fun a => by clear h hd p; lin
  have e2 : normSq (fun a : Fin (rank A) => hA.isSymm.eigenvalues (a.castLE (rank_le_rows A))) = frobSq A := by
    rw [h.frobSq_eq, h.sum_eq_sum_rank hd hA (f := fun t => t ^ 2) (by clear h hd p; lin)]
    exact sum_congr fun a => by clear h hd p; lin
  have e3 : normSq (fun _ : Fin (rank A) => (1 : R)) = (rank A : R) := by
    refine (sum_const (n := rank A) ((1 : R) * 1)).trans ?_
    clear h hd p; lin
  rw [e1, e2, e3] at p
  exact le_trans p (by clear h hd e1 e2 e3 p; lin)

/-- The squared trace is the rank times the squared Frobenius norm exactly when the nonzero eigenvalues are equal. -/
theorem PosSemidef.trace_sq_eq_rank_mul_iff (hA : PosSemidef A) (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) :
    trace A ^ 2 = (rank A : R) * frobSq A ↔ ∃ c, ∀ i, lam i ≠ 0 → lam i = c := by
  have e1 : trace A = sum (fun a : Fin (rank A) => lam (a.castLE (rank_le_rows A))) := by
    rw [h.trace_eq]; exact h.sum_eq_sum_rank hd hA (f := fun t => t) rfl
  have e2 : frobSq A = sum (fun a : Fin (rank A) => lam (a.castLE (rank_le_rows A)) ^ 2) := by
    rw [h.frobSq_eq]; exact h.sum_eq_sum_rank hd hA (f := fun t => t ^ 2) (by clear h hd e1; lin)
  have e3 : normSq (fun _ : Fin (rank A) => (1 : R)) = (rank A : R) := by
    refine (sum_const (n := rank A) ((1 : R) * 1)).trans ?_
    clear h hd hA e1 e2; lin
  constructor
  · intro heq
    refine ⟨trace A * (rank A : R)⁻¹, fun i hi => ?_⟩
    have hir : i.val < rank A := Nat.lt_of_not_le fun hr => hi ((h.eq_zero_iff hd hA i).2 hr)
    have hr : (0 : R) < (rank A : R) := by
      have p := natCast_succ_pos (R := R) (rank A - 1)
      rwa [Nat.sub_add_cancel (Nat.lt_of_le_of_lt (Nat.zero_le _) hir)] at p
    have k := proportional_of_dot_sq_eq (x := fun a : Fin (rank A) => lam (a.castLE (rank_le_rows A)))
      (y := fun _ => 1) (by
        have d1 : dot (fun a : Fin (rank A) => lam (a.castLE (rank_le_rows A))) (fun _ => 1) = trace A := by
          rw [e1]; exact sum_congr fun a => by clear h hd e1 e2 e3 heq; lin
        have d2 : normSq (fun a : Fin (rank A) => lam (a.castLE (rank_le_rows A))) = frobSq A := by
          rw [e2]; exact sum_congr fun a => by clear h hd e1 e2 e3 heq d1; lin
        rw [d1, d2, e3, heq]; clear h hd hA e1 e2 e3 heq d1 d2; lin) ⟨i.val, hir⟩
    have d1 : dot (fun a : Fin (rank A) => lam (a.castLE (rank_le_rows A))) (fun _ => 1) = trace A := by
      rw [e1]; exact sum_congr fun a => by clear h hd e1 e2 e3 heq k; lin
    rw [d1, e3] at k
    have k' : (rank A : R) * lam i = trace A * 1 := k
    have e := mul_inv_cancel (ne_of_gt hr)
    clear h hd hA e1 e2 e3 heq k d1 hi; lin
  · rintro ⟨c, hc⟩
    have ec : ∀ a : Fin (rank A), lam (a.castLE (rank_le_rows A)) = c := fun a =>
      hc _ (ne_of_gt ((h.pos_iff hd hA _).2 a.isLt))
    simp only [ec] at e1 e2
    rw [sum_const] at e1 e2
    rw [e1, e2]; clear h hd hA e1 e2 e3 hc ec; lin

/-- The squared Frobenius norm of a positive semidefinite matrix is at most its squared trace. -/
theorem PosSemidef.frobSq_le_trace_sq (hA : PosSemidef A) : frobSq A ≤ trace A ^ 2 := by
  have h := hA.isSymm.isEigenbasis
  have h0 := h.posSemidef_iff.1 hA
  have k : frobSq A ≤ sum hA.isSymm.eigenvalues * sum hA.isSymm.eigenvalues := by
    rw [h.frobSq_eq, ← sum_mul_left]
    refine sum_le_sum fun i => ?_
    have p := mul_le_mul_right' (h0 i) (le_sum h0 i)
    refine le_trans ?_ p
    clear h h0 p; lin
  rw [h.trace_eq]; refine le_trans k ?_
  clear h h0 k; lin

/-- The squared Frobenius norm of a positive semidefinite matrix is its squared trace exactly when the rank is at most
one. -/
theorem PosSemidef.frobSq_eq_trace_sq_iff (hA : PosSemidef A) : frobSq A = trace A ^ 2 ↔ rank A ≤ 1 := by
  have hle := hA.frobSq_le_trace_sq
  have hr := hA.trace_sq_le_rank_mul
  have hf := frobSq_nonneg A
  constructor
  · intro heq
    have h := hA.isSymm.isEigenbasis
    have hd := hA.isSymm.isDecreasing_eigenvalues
    have h0 := h.posSemidef_iff.1 hA
    -- every nonzero eigenvalue is the trace, so that the squared trace is the rank times itself
    have hz : sum (fun i => hA.isSymm.eigenvalues i * (trace A - hA.isSymm.eigenvalues i)) = 0 := by
      have e : sum (fun i => hA.isSymm.eigenvalues i * (trace A - hA.isSymm.eigenvalues i)) =
          trace A * sum hA.isSymm.eigenvalues - sum (fun i => hA.isSymm.eigenvalues i ^ 2) := by
        rw [← sum_mul_left, ← sum_sub]; exact sum_congr fun i => by clear h hd h0 heq hle hr; lin
      rw [e, ← h.trace_eq, ← h.frobSq_eq, heq]; clear h hd h0 heq hle hr e; lin
    have hnn : ∀ i, 0 ≤ hA.isSymm.eigenvalues i * (trace A - hA.isSymm.eigenvalues i) := fun i => by
      have p := le_sum h0 i
      rw [← h.trace_eq] at p
      exact mul_nonneg (h0 i) (by clear h hd h0 heq hle hr hz; lin)
    have hs := (hA.trace_sq_eq_rank_mul_iff h hd).2 ⟨trace A, fun i hi => by
      have p := (mul_eq_zero ((sum_eq_zero_iff hnn).1 hz i)).resolve_left hi
      clear h hd h0 heq hle hr hz hnn hi; lin⟩
    refine Nat.le_of_not_lt fun h2 => ?_
    have h2' := natCast_le_natCast (R := R) h2
    have e2 : ((1 + 1 : Nat) : R) = 2 := by clear h hd h0 heq hle hr hz hnn hs; lin
    rw [show Nat.succ 1 = 1 + 1 from rfl, e2] at h2'
    have p := mul_le_mul_right' hf h2'
    have z : frobSq A = 0 := by clear h hd h0 hz hnn; lin
    have := rank_eq_zero_iff.2 (frobSq_eq_zero.1 z)
    omega
  · intro h1
    have p := mul_le_mul_right' hf (natCast_le_natCast (R := R) h1)
    have e : ((1 : Nat) : R) = 1 := by clear hA hle hr p; lin
    rw [e] at p
    clear hA; lin

/-- The participation rank `(tr A)² / ‖A‖²` of a nonzero positive semidefinite matrix lies between one and the rank. -/
theorem PosSemidef.participation_mem (hA : PosSemidef A) (hne : ∃ i j, A i j ≠ 0) :
    1 ≤ trace A ^ 2 / frobSq A ∧ trace A ^ 2 / frobSq A ≤ (rank A : R) := by
  have hp : 0 < frobSq A := by
    rcases lt_or_eq_of_le (frobSq_nonneg A) with h | h
    · exact h
    · obtain ⟨i, j, hij⟩ := hne
      exact absurd (frobSq_eq_zero.1 h.symm i j) hij
  have h1 := hA.frobSq_le_trace_sq
  exact ⟨(le_div_iff hp).2 (by clear hA hne; lin), (div_le_iff hp).2 hA.trace_sq_le_rank_mul⟩

end Claims
