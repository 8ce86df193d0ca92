module

public import Claims.LinearAlgebra.Basis
public import Claims.LinearAlgebra.Inverse
public import Claims.LinearAlgebra.MatrixShapes

/-!
# Rank

The rank of a matrix is the dimension of its range. Rank and kernel, products, the transposed matrix, factorizations,
and the matrices of rank zero, rank one and full rank.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l r s : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Range, kernel and rank -/

/-- The vector `y` is an image under `A`. -/
def InRange (A : Fin m → Fin n → R) (y : Fin m → R) : Prop := ∃ x, y = mulVec A x

/-- The matrix `A` annihilates the vector `x`. -/
def InKernel (A : Fin m → Fin n → R) (x : Fin n → R) : Prop := ∀ i, mulVec A x i = 0

/-- The range is the span of the columns. -/
theorem inRange_iff_inSpan {A : Fin m → Fin n → R} {y : Fin m → R} : InRange A y ↔ InSpan (transpose A) y := by
  simp only [InRange, InSpan, mulVec_eq_comb]

/-- The range is a subspace. -/
theorem isSubspace_inRange (A : Fin m → Fin n → R) : IsSubspace (InRange A) := by
  rw [show InRange A = InSpan (transpose A) from funext fun y => propext inRange_iff_inSpan]
  exact isSubspace_inSpan _

/-- The kernel is a subspace. -/
theorem isSubspace_inKernel (A : Fin m → Fin n → R) : IsSubspace (InKernel A) where
  zero := mulVec_zero A
  add x y hx hy i := by
    have h1 := hx i
    have h2 := hy i
    rw [mulVec_add]; clear hx hy; lin
  smul t x hx i := by
    have h1 := hx i
    rw [mulVec_mul_left, h1]; lin

/-- The range of `A` has dimension `r`: it has a basis of `r` vectors. -/
def HasRank (A : Fin m → Fin n → R) (r : Nat) : Prop := HasDim (InRange A) r

/-- The rank of a matrix: the dimension of its range. -/
def rank (A : Fin m → Fin n → R) : Nat := Classical.choose (exists_hasDim (InRange A))

/-- The range has a basis of `rank A` vectors. -/
theorem hasRank_rank (A : Fin m → Fin n → R) : HasRank A (rank A) := Classical.choose_spec (exists_hasDim (InRange A))

/-- The rank is the number of vectors in any basis of the range. -/
theorem hasRank_iff {A : Fin m → Fin n → R} : HasRank A r ↔ rank A = r :=
  ⟨fun h => (hasRank_rank A).unique h, fun h => h ▸ hasRank_rank A⟩

/-- The rank is at most the number of rows. -/
theorem rank_le_rows (A : Fin m → Fin n → R) : rank A ≤ m := (hasRank_rank A).le_length

/-- Vectors that span the range are at least as many as the rank. -/
theorem rank_le_of_inSpan {A : Fin m → Fin n → R} {v : Fin k → Fin m → R} (h : ∀ x, InSpan v (mulVec A x)) :
    rank A ≤ k := by
  obtain ⟨b, hb⟩ := hasRank_rank A
  refine hb.indep.le_of_inSpan (v := v) fun i => ?_
  obtain ⟨x, hx⟩ := hb.mem i
  rw [hx]; exact h x

/-- The rank is at most the number of columns. -/
theorem rank_le_cols (A : Fin m → Fin n → R) : rank A ≤ n :=
  rank_le_of_inSpan fun x => inRange_iff_inSpan.1 ⟨x, rfl⟩

/-- Independent vectors of the range are at most as many as the rank. -/
theorem le_rank_of_linIndep {A : Fin m → Fin n → R} {v : Fin k → Fin m → R} (hv : LinIndep v)
    (h : ∀ i, InRange A (v i)) : k ≤ rank A := by
  obtain ⟨b, hb⟩ := hasRank_rank A
  exact hv.le_of_inSpan fun i => hb.span _ (h i)

/-- The dimensions of range and kernel add up to the number of columns. -/
theorem rank_add_kernel {A : Fin m → Fin n → R} (hs : HasDim (InKernel A) s) : rank A + s = n := by
  -- extend a basis `z` of the kernel by vectors `w` to a basis; the images of the `w` form a basis of the range
  obtain ⟨z, hz⟩ := hs
  obtain ⟨l, w, hw⟩ := hz.indep.exists_basis (S := fun _ => True) fun _ => trivial
  have hz0 : ∀ a : Fin s → R, InKernel A (comb a z) := (isSubspace_inKernel A).comb hz.mem
  have hI := linIndep_append.1 hw.indep
  have hb : IsBasis (InRange A) (fun i => mulVec A (w i)) := by
    refine ⟨fun c hc i => ?_, fun i => ⟨w i, rfl⟩, fun y hy => ?_⟩
    · have hk : InKernel A (comb c w) := fun j => by rw [mulVec_comb]; exact hc j
      obtain ⟨a, ha⟩ := hz.span _ hk
      refine (hI (fun i => -1 * a i) c fun j => ?_).2 i
      rw [comb_mul_left, ha]; clear hc hz hw hz0 hI hk ha; lin
    · obtain ⟨x, rfl⟩ := hy
      obtain ⟨a, b, rfl⟩ := inSpan_append.1 (hw.span x trivial)
      refine ⟨b, ?_⟩
      rw [← mulVec_comb]
      funext i
      rw [mulVec_add, hz0 a i]; clear hz hw hz0 hI; lin
  have h1 := (hasRank_rank A).unique ⟨_, hb⟩
  have h2 : s + l = n := HasDim.unique ⟨_, hw⟩ hasDim_true
  omega

/-- The kernel has dimension `n - rank A`. -/
theorem hasDim_inKernel (A : Fin m → Fin n → R) : HasDim (InKernel A) (n - rank A) := by
  obtain ⟨s, hs⟩ := exists_hasDim (InKernel A)
  have e := rank_add_kernel hs
  rw [show n - rank A = s by omega]; exact hs

/-- Matrices with the same kernel have the same rank. -/
theorem rank_eq_of_kernel {A : Fin m → Fin n → R} {B : Fin l → Fin n → R} (h : ∀ x, InKernel A x ↔ InKernel B x) :
    rank A = rank B := by
  have e : InKernel A = InKernel B := funext fun x => propext (h x)
  have h1 := rank_add_kernel (hasDim_inKernel A)
  have h2 := rank_add_kernel (A := B) (e ▸ hasDim_inKernel A)
  omega

/-- Matrices with the same range have the same rank. -/
theorem rank_eq_of_range {A : Fin m → Fin n → R} {B : Fin m → Fin l → R} (h : ∀ y, InRange A y ↔ InRange B y) :
    rank A = rank B := by
  have e : InRange A = InRange B := funext fun x => propext (h x)
  exact hasRank_iff.1 (by unfold HasRank; rw [e]; exact hasRank_rank B)

/-! ## Products and sums -/

/-- The rank of a product is at most the rank of the left factor. -/
theorem rank_mul_le_left (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) : rank (mul A B) ≤ rank A :=
  (hasRank_rank _).mono (hasRank_rank A) fun _ ⟨x, hx⟩ => ⟨mulVec B x, by rw [mulVec_mulVec, hx]⟩

/-- The rank of a product is at most the rank of the right factor. -/
theorem rank_mul_le_right (A : Fin m → Fin n → R) (B : Fin n → Fin k → R) : rank (mul A B) ≤ rank B := by
  obtain ⟨b, hb⟩ := hasRank_rank B
  refine rank_le_of_inSpan (v := fun i => mulVec A (b i)) fun x => ?_
  rw [← mulVec_mulVec]
  exact (hb.span _ ⟨x, rfl⟩).map A

/-- An injective factor on the left keeps the rank. -/
theorem IsInjective.rank_mul {A : Fin m → Fin n → R} (hA : IsInjective A) (B : Fin n → Fin k → R) :
    rank (Claims.mul A B) = rank B :=
  rank_eq_of_kernel fun x => by
    unfold InKernel
    rw [← mulVec_mulVec]
    exact ⟨fun h => hA _ h, fun h i => by rw [funext h]; exact mulVec_zero A i⟩

/-- A surjective factor on the right keeps the rank. -/
theorem IsSurjective.rank_mul {B : Fin n → Fin k → R} (hB : IsSurjective B) (A : Fin m → Fin n → R) :
    rank (mul A B) = rank A :=
  rank_eq_of_range fun y => by
    constructor
    · rintro ⟨x, rfl⟩; exact ⟨mulVec B x, by rw [mulVec_mulVec]⟩
    · rintro ⟨x, rfl⟩
      obtain ⟨z, rfl⟩ := hB x
      exact ⟨z, by rw [mulVec_mulVec]⟩

/-- The rank of a sum is at most the sum of the ranks. -/
theorem rank_add_le (A B : Fin m → Fin n → R) : rank (fun i j => A i j + B i j) ≤ rank A + rank B := by
  obtain ⟨a, ha⟩ := hasRank_rank A
  obtain ⟨b, hb⟩ := hasRank_rank B
  refine rank_le_of_inSpan (v := append a b) fun x => inSpan_append.2 ?_
  obtain ⟨c, hc⟩ := ha.span _ ⟨x, rfl⟩
  obtain ⟨e, he⟩ := hb.span _ ⟨x, rfl⟩
  refine ⟨c, e, ?_⟩
  rw [← hc, ← he]
  exact funext fun i => add_mulVec A B x i

/-! ## Factorizations and the transposed matrix -/

/-- A product through `k` dimensions has rank at most `k`. -/
theorem rank_mul_le (B : Fin m → Fin k → R) (C : Fin k → Fin n → R) : rank (mul B C) ≤ k :=
  Nat.le_trans (rank_mul_le_left B C) (rank_le_cols B)

/-- A matrix whose range lies in the span of `k` vectors is a product through `k` dimensions. -/
theorem exists_factor_of_inSpan {A : Fin m → Fin n → R} {v : Fin k → Fin m → R} (h : ∀ x, InSpan v (mulVec A x)) :
    ∃ C : Fin k → Fin n → R, A = mul (transpose v) C := by
  obtain ⟨a, ha⟩ : ∃ a : Fin n → Fin k → R, ∀ j, mulVec A (one j) = comb (a j) v :=
    ⟨fun j => Classical.choose (h (one j)), fun j => Classical.choose_spec (h (one j))⟩
  refine ⟨transpose a, ?_⟩
  funext i j
  have e := congrFun (ha j) i
  rw [mulVec_eq_comb, comb_one, comb_eq_mulVec] at e
  exact e

/-- A matrix of rank `r` is a product through `r` dimensions. -/
theorem exists_factor (A : Fin m → Fin n → R) :
    ∃ (B : Fin m → Fin (rank A) → R) (C : Fin (rank A) → Fin n → R), A = mul B C := by
  obtain ⟨b, hb⟩ := hasRank_rank A
  obtain ⟨C, hC⟩ := exists_factor_of_inSpan fun x => hb.span _ ⟨x, rfl⟩
  exact ⟨transpose b, C, hC⟩

/-- Transposing does not enlarge the rank. -/
theorem rank_transpose_le (A : Fin m → Fin n → R) : rank (transpose A) ≤ rank A := by
  obtain ⟨B, C, h⟩ := exists_factor A
  have e := rank_mul_le (transpose C) (transpose B)
  rw [← transpose_mul, ← h] at e
  exact e

/-- Row rank is column rank. -/
theorem rank_transpose (A : Fin m → Fin n → R) : rank (transpose A) = rank A :=
  Nat.le_antisymm (rank_transpose_le A) (rank_transpose_le (transpose A))

/-- The rank of a matrix is the dimension of the span of its rows. -/
theorem hasDim_inSpan_rows (A : Fin m → Fin n → R) : HasDim (InSpan A) (rank A) := by
  have h := hasRank_rank (transpose A)
  rw [rank_transpose] at h
  have e : InSpan A = InRange (transpose A) := funext fun y => propext inRange_iff_inSpan.symm
  rw [e]; exact h

/-- The rank is at most `k` exactly when the matrix is a product through `k` dimensions. -/
theorem rank_le_iff_exists_factor {A : Fin m → Fin n → R} :
    rank A ≤ k ↔ ∃ (B : Fin m → Fin k → R) (C : Fin k → Fin n → R), A = mul B C := by
  refine ⟨fun h => ?_, fun ⟨B, C, h⟩ => h ▸ rank_mul_le B C⟩
  obtain ⟨b, hb⟩ := hasRank_rank A
  -- fill the basis up with zero vectors
  obtain ⟨t, rfl⟩ : ∃ t, k = rank A + t := ⟨k - rank A, by omega⟩
  obtain ⟨C, hC⟩ := exists_factor_of_inSpan (A := A) (v := append b (fun (_ : Fin t) _ => 0)) fun x => by
    obtain ⟨c, hc⟩ := hb.span _ ⟨x, rfl⟩
    refine inSpan_append.2 ⟨c, fun _ => 0, ?_⟩
    rw [comb_zero_left, ← hc]; exact funext fun i => by lin
  exact ⟨_, C, hC⟩

end Claims
