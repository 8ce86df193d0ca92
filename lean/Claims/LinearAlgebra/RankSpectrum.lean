module

public import Claims.LinearAlgebra.ParticipationRank
public import Claims.LinearAlgebra.SpectralForm

/-!
# Rank and eigenvalues

The rank of a projection is its trace, the rank of a symmetric matrix is the number of its nonzero eigenvalues, and
its participation rank is the square of their sum over the sum of their squares, equal to the rank exactly when the
nonzero eigenvalues agree.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Natural numbers with the same value in the field are equal. -/
theorem natCast_inj {j k : Nat} (h : (j : R) = (k : R)) : j = k := by
  have key : ∀ {j k : Nat}, (j : R) = (k : R) → ¬ j < k := fun {j k} h hlt => by
    have e := natCast_le_natCast (R := R) (Nat.succ_le_of_lt hlt)
    have e' : ((j + 1 : Nat) : R) = (j : R) + 1 := by lin
    rw [← h, Nat.succ_eq_add_one, e'] at e
    lin
  have h1 := key h
  have h2 := key h.symm
  omega

/-! ## Projections and diagonal matrices -/

/-- The rank of a projection is its trace. -/
theorem IsProjection.rank_eq_trace {P : Fin n → Fin n → R} (hP : IsProjection P) : (rank P : R) = trace P := by
  obtain ⟨Q, hQ, ht, hx⟩ := (hasRank_rank P).exists_projection (isSubspace_inRange P)
  -- the projection `Q` has the same range, so it is `P`
  have e1 : Claims.mul Q P = P := ext_of_mulVec fun v => by
    rw [← Claims.mulVec_mulVec]; exact (hx _).1 ⟨v, rfl⟩
  have e2 : Claims.mul P Q = Q := ext_of_mulVec fun v => by
    rw [← Claims.mulVec_mulVec]
    obtain ⟨y, hy⟩ := (hx (mulVec Q v)).2 (hQ.mulVec_mulVec v)
    rw [hy, hP.mulVec_mulVec]
  have e3 := transpose_mul Q P
  rw [e1, hQ.isSymm.transpose_eq, hP.isSymm.transpose_eq, e2] at e3
  rw [← ht, e3]

open Classical in
/-- The number of nonzero entries of a vector. -/
def countNonzero : {n : Nat} → (Fin n → R) → Nat
  | 0, _ => 0
  | _ + 1, a => (if a 0 = 0 then 0 else 1) + countNonzero (fun i => a i.succ)

open Classical in
/-- The number of nonzero entries as a sum of zeros and ones. -/
theorem natCast_countNonzero (a : Fin n → R) : (countNonzero a : R) = sum (fun i => if a i = 0 then 0 else 1) := by
  induction n with
  | zero => show ((0 : Nat) : R) = 0; lin
  | succ n ih =>
    have e := ih fun i => a i.succ
    rw [sum_succ, ← e]
    show (((if a 0 = 0 then 0 else 1) + countNonzero (fun i => a i.succ) : Nat) : R) = _
    clear e ih
    generalize countNonzero (fun i => a i.succ) = k
    split <;> lin

/-- The rank of a diagonal matrix is the number of its nonzero entries. -/
theorem rank_diagonal (a : Fin n → R) : rank (diagonal a) = countNonzero a := by
  classical
  -- the projection onto the coordinates with nonzero entries has the same kernel
  have hP : IsProjection (diagonal fun i => if a i = 0 then (0 : R) else 1) := by
    refine ⟨isSymm_diagonal _, ?_⟩
    rw [diagonal_mul_diagonal]
    exact congrArg diagonal (funext fun i => by split <;> lin)
  have hk : rank (diagonal a) = rank (diagonal fun i => if a i = 0 then (0 : R) else 1) :=
    rank_eq_of_kernel fun x => forall_congr' fun i => by
      rw [mulVec_diagonal, mulVec_diagonal]
      split
      · next h => rw [h]
      · next h => exact ⟨fun e => by rw [(mul_eq_zero e).resolve_left h]; lin, fun e => by
          have : x i = 0 := by lin
          rw [this]; lin⟩
  refine natCast_inj (R := R) ?_
  rw [hk, hP.rank_eq_trace, trace_diagonal, natCast_countNonzero]

/-! ## Symmetric matrices -/

variable {A U : Fin n → Fin n → R} {lam : Fin n → R}

/-- The rank of a symmetric matrix is the number of its nonzero eigenvalues. -/
theorem IsEigenbasis.rank_eq (h : IsEigenbasis A lam U) : rank A = countNonzero lam := by
  rw [h.eq_conj, h.isOrthogonal.transpose.isInverse.rank_mul_left, h.isOrthogonal.isInverse.rank_mul_right,
    rank_diagonal]

/-- The participation rank of a symmetric matrix: the square of the sum of the eigenvalues over the sum of their
squares. -/
theorem IsEigenbasis.participationRank_eq (h : IsEigenbasis A lam U) :
    participationRank A = sum lam ^ 2 / sum (fun i => lam i ^ 2) := by
  rw [h.isSymm.participationRank_eq, h.trace_eq, h.frobSq_eq]

/-- The square of a symmetric matrix is `c` times the matrix exactly when its eigenvalues are zero or `c`. -/
theorem IsEigenbasis.mul_self_eq_iff (h : IsEigenbasis A lam U) (c : R) :
    Claims.mul A A = (fun i j => c * A i j) ↔ ∀ i, lam i = 0 ∨ lam i = c := by
  constructor
  · intro e i
    have e1 := (h.mul h).quadForm_row i
    rw [e, (h.smul c).quadForm_row i] at e1
    have e2 : lam i * (lam i - c) = 0 := by clear h e; lin
    rcases mul_eq_zero e2 with e2 | e2
    · exact Or.inl e2
    · exact Or.inr (by clear h e; lin)
  · intro e
    have e1 : (fun i => lam i * lam i) = fun i => c * lam i := funext fun i => by
      rcases e i with e | e <;> rw [e]
      clear h; lin
    have h2 := h.mul h
    rw [e1] at h2
    exact h2.unique (h.smul c)

/-- The participation rank is the rank exactly when the nonzero eigenvalues agree. -/
theorem IsEigenbasis.participationRank_eq_rank_iff (h : IsEigenbasis A lam U) (h0 : rank A ≠ 0) :
    participationRank A = (rank A : R) ↔ ∃ c, ∀ i, lam i = 0 ∨ lam i = c := by
  classical
  rw [h.isSymm.participationRank_eq_rank_iff h0]
  refine ⟨fun e => ⟨_, (h.mul_self_eq_iff _).1 e⟩, fun ⟨c, hc⟩ => ?_⟩
  rw [← trace_sq_eq_rank_iff h.isSymm h0, h.trace_eq, h.frobSq_eq, h.rank_eq, natCast_countNonzero]
  have e1 : sum lam = c * sum (fun i => if lam i = 0 then (0 : R) else 1) := by
    rw [← sum_mul_left]
    refine sum_congr fun i => ?_
    rcases hc i with e | e
    · rw [if_pos e, e]; clear h hc; lin
    · split <;> clear h hc <;> lin
  have e2 : sum (fun i => lam i ^ 2) = c ^ 2 * sum (fun i => if lam i = 0 then (0 : R) else 1) := by
    rw [← sum_mul_left]
    refine sum_congr fun i => ?_
    rcases hc i with e | e
    · rw [if_pos e, e]; clear h hc; lin
    · split
      · next e' => rw [e']; clear h hc; lin
      · rw [e]; clear h hc; lin
  rw [e1, e2]
  clear h hc e1 e2; lin

/-- The first `rank A` eigenvalues of a positive semidefinite matrix are positive, the others zero. -/
theorem IsEigenbasis.pos_iff_lt_rank (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (hA : PosSemidef A)
    (i : Fin n) : 0 < lam i ↔ i.val < rank A := by
  classical
  have key : ∀ {n : Nat} {a : Fin n → R}, IsDecreasing a → (∀ i, 0 ≤ a i) → ∀ i : Fin n, 0 < a i ↔
      i.val < countNonzero a := by
    intro n
    induction n with
    | zero => exact fun _ _ i => i.elim0
    | succ n ih =>
      intro a hd ha i
      have ih := ih (a := fun i => a i.succ) (fun i j hij => hd _ _ (Fin.succ_le_succ_iff.2 hij)) fun i => ha i.succ
      by_cases h0 : a 0 = 0
      · have hz : ∀ i, a i = 0 := fun i => le_antisymm (by rw [← h0]; exact hd 0 i (Fin.zero_le i)) (ha i)
        have hc : countNonzero a = 0 := natCast_inj (R := R) (by
          rw [natCast_countNonzero, sum_eq_zero fun i => if_pos (hz i)]; clear hd ha hz ih; lin)
        rw [hz i, hc]
        exact ⟨fun h => by clear hd ha hz ih; lin, fun h => absurd h (Nat.not_lt_zero _)⟩
      · have hc : countNonzero a = 1 + countNonzero (fun i => a i.succ) := by
          show (if a 0 = 0 then 0 else 1) + _ = _
          rw [if_neg h0]
        rw [hc]
        rcases Fin.eq_zero_or_eq_succ i with hi | ⟨j, hi⟩ <;> subst hi
        · have := ha 0
          exact ⟨fun _ => by show 0 < 1 + _; omega, fun _ => by clear hd ha ih; lin⟩
        · rw [ih j]; show _ ↔ j.val + 1 < 1 + _; omega
  rw [h.rank_eq]
  exact key hd (h.posSemidef_iff.1 hA) i

end Claims
