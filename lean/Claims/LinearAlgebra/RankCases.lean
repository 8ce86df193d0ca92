module

public import Claims.LinearAlgebra.Rank
public import Claims.LinearAlgebra.DeterminantRules

/-!
# Matrices of rank zero, rank one and full rank

The rank counted by dependent images, the outer products as the matrices of rank at most one, and the square
matrices of full rank as the invertible ones.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l r : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The rank of `A` is at most `r`: any `r + 1` vectors of its range are linearly dependent. -/
def RankLE (A : Fin m → Fin n → R) (r : Nat) : Prop :=
  ∀ V : Fin (r + 1) → Fin n → R, ∃ c : Fin (r + 1) → R, (∃ k, c k ≠ 0) ∧
    ∀ i, sum (fun k => c k * mulVec A (V k) i) = 0

/-- Any `r + 1` vectors of the range are dependent exactly when the rank is at most `r`. -/
theorem rankLE_iff {A : Fin m → Fin n → R} : RankLE A r ↔ rank A ≤ r := by
  constructor
  · intro h
    refine Nat.le_of_not_lt fun hlt => ?_
    obtain ⟨b, hb⟩ := hasRank_rank A
    obtain ⟨x, hx⟩ : ∃ x : Fin (rank A) → Fin n → R, ∀ i, b i = mulVec A (x i) :=
      ⟨fun i => Classical.choose (hb.mem i), fun i => Classical.choose_spec (hb.mem i)⟩
    obtain ⟨t, ht⟩ : ∃ t, rank A = r + 1 + t := ⟨rank A - (r + 1), by omega⟩
    obtain ⟨c, ⟨p, hp⟩, hc⟩ := h fun i => x ⟨i.val, by omega⟩
    -- the combination extends to all of the basis by zeros
    have e := hb.indep (fun i => if hi : i.val < r + 1 then c ⟨i.val, hi⟩ else 0) fun j => by
      show sum _ = 0
      rw [sum_split ht]
      refine Eq.trans ?_ (hc j)
      have e1 : ∀ i : Fin (r + 1), (if hi : i.val < r + 1 then c ⟨i.val, hi⟩ else 0) = c i := fun i => dif_pos i.isLt
      have e2 : ∀ i : Fin t, (if hi : r + 1 + i.val < r + 1 then c ⟨r + 1 + i.val, hi⟩ else 0) = 0 := fun i =>
        dif_neg (by omega)
      simp only [e1, e2, hx]
      rw [sum_eq_zero (f := fun i : Fin t => (0 : R) * _) fun i => by clear hc hx e1 e2; lin]
      clear hc hx e1 e2; lin
    exact hp ((dif_pos p.isLt).symm.trans (e ⟨p.val, by omega⟩))
  · intro h V
    refine Classical.byContradiction fun hV => ?_
    have hI : LinIndep fun i => mulVec A (V i) := fun c hc i =>
      Classical.byContradiction fun hi => hV ⟨c, ⟨i, hi⟩, hc⟩
    have := le_rank_of_linIndep hI fun i => ⟨V i, rfl⟩
    omega

/-! ## Rank zero and one -/

/-- The rank is zero exactly when all entries are. -/
theorem rank_eq_zero_iff {A : Fin m → Fin n → R} : rank A = 0 ↔ ∀ i j, A i j = 0 := by
  constructor
  · intro h i j
    obtain ⟨b, hb⟩ := hasRank_iff.2 h
    obtain ⟨c, hc⟩ := hb.span _ ⟨fun a => if a = j then 1 else 0, rfl⟩
    rw [← mulVec_single A j i, hc]; rfl
  · intro h
    refine Nat.le_zero.1 (rank_le_of_inSpan (v := fun i : Fin 0 => i.elim0) fun x => ⟨fun i => i.elim0, ?_⟩)
    exact funext fun i => sum_eq_zero fun j => by rw [h i j]; clear h; lin

/-- An outer product has rank at most one. -/
theorem rank_outer_le (u : Fin m → R) (v : Fin n → R) : rank (outer u v) ≤ 1 :=
  rank_le_of_inSpan (v := fun _ : Fin 1 => u) fun x => ⟨fun _ => dot v x, funext fun i => by
    rw [mulVec_outer]; show _ = dot v x * u i + 0; lin⟩

/-- The matrices of rank at most one are the outer products. -/
theorem rank_le_one_iff {A : Fin m → Fin n → R} : rank A ≤ 1 ↔ ∃ u v, A = outer u v := by
  refine ⟨fun h => ?_, fun ⟨u, v, h⟩ => h ▸ rank_outer_le u v⟩
  obtain ⟨B, C, rfl⟩ := rank_le_iff_exists_factor.1 h
  refine ⟨fun i => B i 0, C 0, funext fun i => funext fun j => ?_⟩
  show B i 0 * C 0 j + 0 = B i 0 * C 0 j
  lin

/-- The matrices of rank one are the outer products of nonzero vectors. -/
theorem rank_eq_one_iff {A : Fin m → Fin n → R} :
    rank A = 1 ↔ ∃ u v, (∃ i, u i ≠ 0) ∧ (∃ j, v j ≠ 0) ∧ A = outer u v := by
  constructor
  · intro h
    obtain ⟨u, v, rfl⟩ := rank_le_one_iff.1 (Nat.le_of_eq h)
    refine ⟨u, v, Classical.byContradiction fun hu => ?_, Classical.byContradiction fun hv => ?_, rfl⟩
    · have hu : ∀ i, u i = 0 := fun i => Classical.byContradiction fun hi => hu ⟨i, hi⟩
      have := rank_eq_zero_iff.2 fun i j => show outer u v i j = 0 by
        show u i * v j = 0
        rw [hu i]; clear hu; lin
      omega
    · have hv : ∀ j, v j = 0 := fun j => Classical.byContradiction fun hj => hv ⟨j, hj⟩
      have := rank_eq_zero_iff.2 fun i j => show outer u v i j = 0 by
        show u i * v j = 0
        rw [hv j]; clear hv; lin
      omega
  · rintro ⟨u, v, ⟨i, hi⟩, ⟨j, hj⟩, rfl⟩
    have h1 := rank_outer_le u v
    have h0 : rank (outer u v) ≠ 0 := fun h => (mul_eq_zero (rank_eq_zero_iff.1 h i j)).elim hi hj
    omega

/-! ## Full rank -/

/-- A matrix is injective exactly when its rank is the number of columns. -/
theorem isInjective_iff_rank {A : Fin m → Fin n → R} : IsInjective A ↔ rank A = n := by
  constructor
  · intro h
    have e : HasDim (InKernel A) 0 := ⟨fun i => i.elim0, fun _ _ i => i.elim0, fun i => i.elim0, fun x hx =>
      ⟨fun i => i.elim0, funext fun j => h x hx j⟩⟩
    exact rank_add_kernel e
  · intro h x hx j
    have e := hasDim_inKernel A
    rw [h, Nat.sub_self] at e
    obtain ⟨b, hb⟩ := e
    obtain ⟨c, hc⟩ := hb.span x hx
    rw [hc]; rfl

/-- A matrix is surjective exactly when its rank is the number of rows. -/
theorem isSurjective_iff_rank {A : Fin m → Fin n → R} : IsSurjective A ↔ rank A = m := by
  constructor
  · intro h
    refine hasRank_iff.1 ⟨one, linIndep_one, fun i => ?_, fun y _ => inSpan_one y⟩
    obtain ⟨x, hx⟩ := h (one i)
    exact ⟨x, hx.symm⟩
  · intro h y
    obtain ⟨b, hb⟩ := hasRank_iff.2 h
    obtain ⟨x, hx⟩ := (isSubspace_inRange A).of_inSpan hb.mem (hb.indep.inSpan y)
    exact ⟨x, hx.symm⟩

/-- The rows of a matrix are independent exactly when its rank is the number of rows. -/
theorem linIndep_iff_rank {v : Fin k → Fin n → R} : LinIndep v ↔ rank v = k := by
  rw [← rank_transpose, ← isInjective_iff_rank, isInjective_iff_linIndep]; exact Iff.rfl

/-- A square matrix has full rank exactly when its determinant is not zero. -/
theorem rank_eq_iff_det_ne_zero {A : Fin n → Fin n → R} : rank A = n ↔ det A ≠ 0 :=
  isInjective_iff_rank.symm.trans det_ne_zero_iff.symm

/-- The identity has full rank. -/
theorem rank_one : rank (one : Fin n → Fin n → R) = n := isInjective_iff_rank.1 isInverse_one.isInjective

/-- An invertible factor on the left keeps the rank. -/
theorem IsInverse.rank_mul_left {P Q : Fin m → Fin m → R} (h : IsInverse P Q) (A : Fin m → Fin n → R) :
    rank (Claims.mul P A) = rank A := h.isInjective.rank_mul A

/-- An invertible factor on the right keeps the rank. -/
theorem IsInverse.rank_mul_right {P Q : Fin n → Fin n → R} (h : IsInverse P Q) (A : Fin m → Fin n → R) :
    rank (Claims.mul A P) = rank A := h.isSurjective.rank_mul A

end Claims
