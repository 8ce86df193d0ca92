module

public import Claims.LinearAlgebra.GramSchmidt
public import Claims.Order.Archimedean

/-!
# The participation rank

The participation rank `(tr G)² / tr (G²)` of a symmetric matrix counts its eigenvalues, weighted by their size. For a
positive semidefinite matrix it lies between one and the rank; it is one exactly for rank one, and it is the rank
exactly when `G` is a multiple of a projection.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k r : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The participation rank `(tr G)² / tr (G²)` of a symmetric matrix: the square of the sum of the eigenvalues over
the sum of their squares. -/
def participationRank (G : Fin n → Fin n → R) : R := trace G ^ 2 / trace (mul G G)

/-- For a symmetric matrix the trace of the square is the sum of the squared entries. -/
theorem IsSymm.frobSq_eq {A : Fin n → Fin n → R} (hA : IsSymm A) : frobSq A = trace (Claims.mul A A) :=
  (trace_mul_symm hA A).symm

/-! ## The lower bound -/

variable {A : Fin n → Fin n → R}

/-- The square of an entry is at most the product of the two diagonal entries. -/
theorem PosSemidef.entry_sq_le (hA : PosSemidef A) (i j : Fin n) : A i j ^ 2 ≤ A i i * A j j := by
  have h := hA.dot_mulVec_sq_le (one i) (one j)
  have e : ∀ i j, dot (one i) (mulVec A (one j)) = A i j := dot_one_row_mulVec A
  rw [e, show quadForm A (one i) = A i i from e i i, show quadForm A (one j) = A j j from e j j] at h
  exact h

/-- The square of the trace as a double sum. -/
theorem trace_sq_eq (A : Fin n → Fin n → R) : trace A ^ 2 = sum (fun i => sum (fun j => A i i * A j j)) := by
  have e : sum (fun i => sum (fun j => A i i * A j j)) = trace A * trace A := by
    rw [sum_congr fun i => sum_mul_left (A i i) (fun j => A j j), sum_mul_right]; rfl
  rw [e]; lin

/-- The square of the trace of a positive semidefinite matrix minus the sum of the squared entries. -/
theorem trace_sq_sub_frobSq (A : Fin n → Fin n → R) :
    trace A ^ 2 - frobSq A = sum (fun i => sum (fun j => A i i * A j j - A i j ^ 2)) := by
  rw [trace_sq_eq, show frobSq A = sum (fun i => sum (fun j => A i j ^ 2)) from
    sum_congr fun i => sum_congr fun j => by lin, ← sum_sub]
  exact sum_congr fun i => (sum_sub _ _).symm

/-- The sum of the squared entries of a positive semidefinite matrix is at most the square of the trace. -/
theorem PosSemidef.sum_sq_le_trace_sq (hA : PosSemidef A) : frobSq A ≤ trace A ^ 2 := by
  have h : 0 ≤ sum (fun i => sum (fun j => A i i * A j j - A i j ^ 2)) :=
    sum_nonneg fun i => sum_nonneg fun j => by have := hA.entry_sq_le i j; clear hA; lin
  rw [← trace_sq_sub_frobSq] at h
  clear hA; lin

/-- A symmetric outer product has as sum of squared entries the square of its trace. -/
theorem frobSq_eq_trace_sq_of_outer {u v : Fin n → R} (h : IsSymm (outer u v)) :
    frobSq (outer u v) = trace (outer u v) ^ 2 := by
  rw [h.frobSq_eq, outer_mul_outer, trace_smul, trace_outer, dot_comm v u]; lin

/-- The sum of the squared entries is the square of the trace exactly when the rank is at most one. -/
theorem PosSemidef.sum_sq_eq_trace_sq_iff (hA : PosSemidef A) : frobSq A = trace A ^ 2 ↔ rank A ≤ 1 := by
  constructor
  · intro h
    have hn : ∀ i j, 0 ≤ A i i * A j j - A i j ^ 2 := fun i j => by
      have := hA.entry_sq_le i j; clear h hA; lin
    have h0 : ∀ i j, A i j ^ 2 = A i i * A j j := fun i j => by
      have e := trace_sq_sub_frobSq A
      rw [h] at e
      have e := (sum_eq_zero_iff fun i => sum_nonneg (hn i)).1 (e.symm.trans (by clear hn hA h; lin)) i
      have e := (sum_eq_zero_iff (hn i)).1 e j
      clear hn hA h; lin
    by_cases hz : ∃ j, A j j ≠ 0
    · -- all columns are multiples of column `j`
      obtain ⟨j, hj⟩ := hz
      refine rank_le_one_iff.2 ⟨fun i => (A j j)⁻¹ * A i j, A j, funext fun i => funext fun l => ?_⟩
      have e := hA.mulVec_eq_zero (x := fun a => A j j * one l a - A j l * one j a) (by
        rw [hA.isSymm.quadForm_sub, quadForm_smul, quadForm_smul, show (fun a => A j l * one j a) =
            fun a => A j l * (one j : Fin n → R) a from rfl, dot_mul_left,
          show mulVec A (fun a => A j l * one j a) = fun a => A j l * mulVec A (one j) a from
            funext (mulVec_mul_left A _ _), dot_mul_right,
          show quadForm A (one l) = A l l from dot_one_row_mulVec A l l,
          show quadForm A (one j) = A j j from dot_one_row_mulVec A j j, dot_one_row_mulVec, hA.isSymm l j]
        have := h0 j l
        clear h0 hn hA h; lin) i
      have ec : ∀ b, mulVec A (one b) i = A i b := fun b =>
        (congrFun (mulVec_eq_comb A (one b)) i).trans (congrFun (comb_one b (transpose A)) i)
      rw [mulVec_sub, mulVec_mul_left, mulVec_mul_left, ec, ec] at e
      have e1 := mul_inv_cancel hj
      show A i l = (A j j)⁻¹ * A i j * A j l
      clear h0 hn hA h ec; lin
    · have hz : ∀ j, A j j = 0 := fun j => Classical.byContradiction fun hj => hz ⟨j, hj⟩
      have e : rank A = 0 := rank_eq_zero_iff.2 fun i j => by
        have e := h0 i j
        rw [hz i] at e
        exact eq_zero_of_sq (e.trans (by clear h0 hn hA h hz; lin))
      omega
  · intro h
    obtain ⟨u, v, rfl⟩ := rank_le_one_iff.1 h
    exact frobSq_eq_trace_sq_of_outer hA.isSymm

/-! ## The upper bound -/

/-- The squared Frobenius norm of a combination of two matrices. -/
theorem frobSq_smul_sub (s t : R) (A P : Fin m → Fin n → R) : frobSq (fun i j => s * A i j - t * P i j) =
    s ^ 2 * frobSq A - 2 * (s * (t * frobenius A P)) + t ^ 2 * frobSq P := by
  rw [frobSq_sub, frobSq_smul, frobSq_smul, frobenius_smul_left, frobenius_smul_right]

/-- A projection that fixes the range of a symmetric matrix. -/
theorem frobenius_projection {P : Fin n → Fin n → R} (hP : IsProjection P) (hPA : mul P A = A) :
    frobenius A P = trace A := by
  rw [frobenius_comm, frobenius_eq_trace, hP.isSymm.transpose_eq, hPA]

/-- The identity behind the upper bound, for a projection of trace `r` that fixes the range. -/
theorem frobSq_sub_projection {P : Fin n → Fin n → R} (hP : IsProjection P) (hPA : mul P A = A)
    (hr : trace P = (r : R)) :
    frobSq (fun i j => (r : R) * A i j - trace A * P i j) = (r : R) * ((r : R) * frobSq A - trace A ^ 2) := by
  rw [frobSq_smul_sub, frobenius_projection hP hPA, hP.frobSq_eq, hr]; lin

/-- The range of a matrix is the set of fixed points of a projection of trace `rank A`. -/
theorem exists_range_projection (A : Fin n → Fin n → R) :
    ∃ P, IsProjection P ∧ trace P = (rank A : R) ∧ mul P A = A := by
  obtain ⟨P, hP, ht, hx⟩ := (hasRank_rank A).exists_projection (isSubspace_inRange A)
  refine ⟨P, hP, ht, ext_of_mulVec fun v => ?_⟩
  rw [← mulVec_mulVec]
  exact (hx _).1 ⟨v, rfl⟩

/-- The square of the trace is at most the rank times the sum of the squared entries. -/
theorem trace_sq_le_rank (A : Fin n → Fin n → R) : trace A ^ 2 ≤ (rank A : R) * frobSq A := by
  obtain ⟨P, hP, ht, hPA⟩ := exists_range_projection A
  have h := frobenius_sq_le A P
  rw [frobenius_projection hP hPA, hP.frobSq_eq, ht] at h
  rw [show (rank A : R) * frobSq A = frobSq A * (rank A : R) by lin]; exact h

/-- Equality in the bound by the rank makes the matrix a multiple of a projection. -/
theorem trace_sq_eq_rank_iff (hA : IsSymm A) (h0 : rank A ≠ 0) :
    trace A ^ 2 = (rank A : R) * frobSq A ↔ mul A A = fun i j => trace A / (rank A : R) * A i j := by
  have hr : (0 : R) < (rank A : R) := by
    obtain ⟨k, hk⟩ := Nat.exists_eq_succ_of_ne_zero h0
    rw [hk]; exact natCast_succ_pos k
  have hr0 := ne_of_gt hr
  constructor
  · intro h
    obtain ⟨P, hP, ht, hPA⟩ := exists_range_projection A
    have e := frobSq_sub_projection hP hPA ht
    rw [← h] at e
    have e := frobSq_eq_zero.1 (e.trans (by clear hPA hA hP h; lin))
    have eA : A = fun i j => trace A / (rank A : R) * P i j := funext fun i => funext fun j => by
      have e' := e i j
      have e1 := div_mul_cancel (a := trace A) hr0
      generalize trace A / (rank A : R) = c at e1 ⊢
      generalize trace A = t at e' e1
      generalize (rank A : R) = s at e' e1 hr0
      clear e hPA hA hP h ht hr
      have : s * (A i j - c * P i j) = 0 := by rw [← e1] at e'; lin
      have := (mul_eq_zero this).resolve_left hr0
      lin
    conv => lhs; arg 1; rw [eA]
    rw [smul_mul, hPA]
  · intro h
    have e : frobSq A = trace A / (rank A : R) * trace A := by rw [hA.frobSq_eq, h, trace_smul]
    have e1 := div_mul_cancel (a := trace A) hr0
    rw [e]
    clear e h hA; lin

/-! ## The participation rank -/

/-- The participation rank in terms of the entries. -/
theorem IsSymm.participationRank_eq (hA : IsSymm A) : participationRank A = trace A ^ 2 / frobSq A := by
  unfold participationRank; rw [hA.frobSq_eq]

/-- The sum of the squared entries of a nonzero matrix is positive. -/
theorem frobSq_pos (h0 : rank A ≠ 0) : 0 < frobSq A := by
  rcases lt_or_eq_of_le (frobSq_nonneg A) with h | h
  · exact h
  · exact absurd (rank_eq_zero_iff.2 (frobSq_eq_zero.1 h.symm)) h0

/-- The participation rank of a nonzero positive semidefinite matrix is at least one. -/
theorem PosSemidef.one_le_participationRank (hA : PosSemidef A) (h0 : rank A ≠ 0) : 1 ≤ participationRank A := by
  rw [hA.isSymm.participationRank_eq, le_div_iff (frobSq_pos h0)]
  have := hA.sum_sq_le_trace_sq
  clear hA; lin

/-- The participation rank of a nonzero symmetric matrix is at most the rank. -/
theorem IsSymm.participationRank_le (hA : IsSymm A) (h0 : rank A ≠ 0) : participationRank A ≤ (rank A : R) := by
  rw [hA.participationRank_eq, div_le_iff (frobSq_pos h0)]
  exact trace_sq_le_rank A

/-- The participation rank is one exactly for rank one. -/
theorem PosSemidef.participationRank_eq_one_iff (hA : PosSemidef A) (h0 : rank A ≠ 0) :
    participationRank A = 1 ↔ rank A = 1 := by
  have hp := frobSq_pos h0
  have e := div_mul_cancel (a := trace A ^ 2) (ne_of_gt hp)
  rw [hA.isSymm.participationRank_eq]
  have h1 : rank A = 1 ↔ rank A ≤ 1 := by omega
  rw [h1, ← hA.sum_sq_eq_trace_sq_iff]
  constructor
  · intro h; rw [h] at e; clear hA; lin
  · intro h; rw [← h]; clear hA e h1; lin

/-- The participation rank is the rank exactly when the matrix is a multiple of a projection. -/
theorem IsSymm.participationRank_eq_rank_iff (hA : IsSymm A) (h0 : rank A ≠ 0) :
    participationRank A = (rank A : R) ↔ Claims.mul A A = fun i j => trace A / (rank A : R) * A i j := by
  have hp := ne_of_gt (frobSq_pos h0)
  have e := div_mul_cancel (a := trace A ^ 2) hp
  rw [hA.participationRank_eq, ← trace_sq_eq_rank_iff hA h0]
  constructor
  · intro h; rw [h] at e; exact e.symm
  · intro h
    have h' : (trace A ^ 2 / frobSq A - (rank A : R)) * frobSq A = 0 := by clear hA hp; lin
    have := (mul_eq_zero h').resolve_right hp
    clear hA hp e h h'; lin

/-- The participation rank of the Gram matrix of unit vectors: `k²` over the sum of the squared dot products. -/
theorem participationRank_gram_unit {v : Fin k → Fin n → R} (hv : ∀ i, normSq (v i) = 1) :
    participationRank (gram v) = (k : R) ^ 2 / sum (fun i => sum (fun j => dot (v i) (v j) ^ 2)) := by
  rw [(isSymm_gram v).participationRank_eq, trace_gram_unit hv]
  congr 1
  exact sum_congr fun i => sum_congr fun j => by
    show dot (v i) (v j) * dot (v i) (v j) = _
    clear hv; lin

end Claims
