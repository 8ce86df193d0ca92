module

public import Claims.LinearAlgebra.Eigenvalue
public import Claims.LinearAlgebra.GramSchmidt

/-!
# The spectral theorem

Every symmetric matrix has an orthonormal basis of eigenvectors, with eigenvalues in decreasing order. The basis is
found one vector at a time: adding a large multiple of the projection onto the eigenvectors already found pushes
their eigenvalues up, so that the smallest eigenvalue of the new matrix has an eigenvector orthogonal to them.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Unit vectors -/

/-- A unit vector has a nonzero entry. -/
theorem exists_ne_zero_of_normSq {x : Fin n → R} (hx : normSq x = 1) : ∃ i, x i ≠ 0 :=
  Classical.byContradiction fun h => by
    have e : normSq x = 0 := normSq_eq_zero.2 fun i => Classical.byContradiction fun hi => h ⟨i, hi⟩
    rw [hx] at e
    exact ne_of_gt zero_lt_one e

/-- Fewer than `n` vectors of length `n` are all orthogonal to some unit vector. -/
theorem exists_unit_orthogonal (v : Fin k → Fin n → R) (hk : k < n) :
    ∃ x, normSq x = 1 ∧ ∀ i, dot (v i) x = 0 := by
  obtain ⟨c, hc, h⟩ := exists_kernel_of_lt v hk
  refine ⟨_, normSq_normalize (ne_of_gt (normSq_pos hc)), fun i => ?_⟩
  rw [dot_mul_right, show dot (v i) c = 0 from h i]; clear h; lin

/-! ## One more eigenvector -/

variable {A U : Fin n → Fin n → R} {lam : Fin n → R}

/-- A symmetric matrix has a unit eigenvector at which its quadratic form is largest on unit vectors. -/
theorem IsSymm.exists_eigenvector_max (hA : IsSymm A) (hn : 0 < n) :
    ∃ μ x, normSq x = 1 ∧ IsEigenvector A μ x ∧ ∀ y, quadForm A y ≤ μ * normSq y := by
  obtain ⟨μ, hμ, hq⟩ := hA.exists_largest_eigenvalue hn
  obtain ⟨x, h1, hx⟩ := hμ.exists_unit
  exact ⟨μ, x, h1, hx, hq⟩

/-- Next to fewer than `n` orthonormal eigenvectors a symmetric matrix has one more, orthogonal to them, and its
eigenvalue is the smallest value of the quadratic form on the unit vectors orthogonal to the given ones. -/
theorem IsSymm.exists_eigenvector_orthogonal (hA : IsSymm A) {v : Fin k → Fin n → R} {a : Fin k → R}
    (hv : Orthonormal v) (hvA : ∀ i j, mulVec A (v i) j = a i * v i j) (hk : k < n) :
    ∃ μ x, normSq x = 1 ∧ (∀ i, dot (v i) x = 0) ∧ (∀ j, mulVec A x j = μ * x j) ∧
      ∀ y, (∀ i, dot (v i) y = 0) → μ * normSq y ≤ quadForm A y := by
  have hN := operatorBound_opNorm A
  -- `B` agrees with `A` on vectors orthogonal to the family and has large eigenvalues on the family
  let B : Fin n → Fin n → R := fun i j => A i j + (2 * opNorm A + 1) * spanMatrix v i j
  have hBs : IsSymm B := hA.add ((isSymm_transpose_mul_self v).smul _)
  have hB : ∀ x j, mulVec B x j = mulVec A x j + (2 * opNorm A + 1) * comb (fun i => dot (v i) x) v j := fun x j => by
    rw [← mulVec_spanMatrix, ← smul_mulVec]; exact add_mulVec A _ x j
  have hBo : ∀ x, (∀ i, dot (v i) x = 0) → mulVec B x = mulVec A x := fun x hx => funext fun j => by
    rw [hB, show (fun i => dot (v i) x) = fun _ => 0 from funext hx, comb_zero_left]; clear hB hx hvA; lin
  have hBv : ∀ i, IsEigenvector B (a i + (2 * opNorm A + 1)) (v i) := fun i =>
    ⟨exists_ne_zero_of_normSq (hv.normSq_eq_one i), fun j => by
      rw [hB, hv.comb_dot_of_inSpan (InSpan.mem v i), hvA]; clear hB hBo hvA; lin⟩
  obtain ⟨μ, hμ, hq⟩ := hBs.exists_smallest_eigenvalue (Nat.lt_of_le_of_lt (Nat.zero_le k) hk)
  obtain ⟨x, hx1, hx⟩ := hμ.exists_unit
  have hform : ∀ y, (∀ i, dot (v i) y = 0) → μ * normSq y ≤ quadForm A y := fun y hy => by
    have h := hq y
    unfold quadForm at h ⊢
    rwa [hBo y hy] at h
  -- the smallest eigenvalue of `B` differs from those of the family
  have hlt : ∀ i, μ < a i + (2 * opNorm A + 1) := fun i => by
    obtain ⟨y, hy1, hy⟩ := exists_unit_orthogonal v hk
    have h1 := hform y hy
    have h2 := (abs_le.1 (hN.abs_quadForm_le y)).2
    have h3 := (abs_le.1 (IsEigenvector.abs_le ⟨exists_ne_zero_of_normSq (hv.normSq_eq_one i), hvA i⟩ hN)).1
    rw [hy1] at h1 h2
    clear hform hq hB hBo hBv hvA hy; lin
  have hxo : ∀ i, dot (v i) x = 0 := fun i => hBs.dot_eq_zero (hBv i) hx (ne_of_gt (hlt i))
  exact ⟨μ, x, hx1, hxo, fun j => by rw [← hBo x hxo]; exact hx.2 j, hform⟩

/-! ## The theorem -/

/-- The entries of the family come in decreasing order; equal entries are allowed. -/
def IsDecreasing (a : Fin n → R) : Prop := ∀ i j, i ≤ j → a j ≤ a i

/-- The rows of `U` are an orthonormal basis of eigenvectors of `A`, with the eigenvalues `lam`. -/
structure IsEigenbasis (A : Fin n → Fin n → R) (lam : Fin n → R) (U : Fin n → Fin n → R) : Prop where
  /-- The rows are orthonormal. -/
  orthonormal : Orthonormal U
  /-- The rows are eigenvectors. -/
  eigen : ∀ i j, mulVec A (U i) j = lam i * U i j

/-- The spectral theorem: a symmetric matrix has an orthonormal basis of eigenvectors, and the eigenvalues may be
put in decreasing order. -/
theorem IsSymm.exists_eigenbasis (hA : IsSymm A) : ∃ lam, IsDecreasing lam ∧ ∃ U, IsEigenbasis A lam U := by
  have key : ∀ k, k ≤ n → ∃ (v : Fin k → Fin n → R) (a : Fin k → R), Orthonormal v ∧
      (∀ i j, mulVec A (v i) j = a i * v i j) ∧ IsDecreasing a ∧
      ∀ y, (∀ i, dot (v i) y = 0) → ∀ i, a i * normSq y ≤ quadForm A y := by
    intro k
    induction k with
    | zero => exact fun _ => ⟨fun i => i.elim0, fun i => i.elim0, fun i => i.elim0, fun i => i.elim0,
        fun i => i.elim0, fun _ _ i => i.elim0⟩
    | succ k ih =>
      intro hk
      obtain ⟨v, a, hv, hvA, ha, hq⟩ := ih (Nat.le_of_succ_le hk)
      obtain ⟨μ, x, hx1, hxo, hxA, hμ⟩ := hA.exists_eigenvector_orthogonal hv hvA hk
      have hle : ∀ i, a i ≤ μ := fun i => by
        have h := hq x hxo i
        rw [IsEigenvector.quadForm_eq ⟨exists_ne_zero_of_normSq hx1, hxA⟩, hx1] at h
        clear hq hμ hvA; lin
      refine ⟨consVec x v, fun i => Fin.cases μ a i, hv.cons hx1 hxo, fun i => Fin.cases hxA hvA i,
        fun i j hij => ?_, fun y hy i => ?_⟩
      · rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> rcases Fin.eq_zero_or_eq_succ j with hj | ⟨q, hj⟩ <;>
          subst hi <;> subst hj
        · exact le_rfl μ
        · exact hle q
        · exact absurd hij (Nat.not_succ_le_zero p.val)
        · exact ha p q (Fin.succ_le_succ_iff.1 hij)
      · exact Fin.cases (hμ y fun i => hy i.succ) (fun p => hq y (fun i => hy i.succ) p) i
  obtain ⟨U, lam, hU, hUA, hl, _⟩ := key n (Nat.le_refl n)
  exact ⟨lam, hl, U, hU, hUA⟩

/-- The eigenvalues of a symmetric matrix, with multiplicity, in decreasing order. -/
def IsSymm.eigenvalues (hA : IsSymm A) : Fin n → R := hA.exists_eigenbasis.choose

/-- The eigenvalues of a symmetric matrix are in decreasing order. -/
theorem IsSymm.isDecreasing_eigenvalues (hA : IsSymm A) : IsDecreasing hA.eigenvalues :=
  hA.exists_eigenbasis.choose_spec.1

/-- An orthonormal basis of eigenvectors of a symmetric matrix. -/
def IsSymm.eigenvectors (hA : IsSymm A) : Fin n → Fin n → R := hA.exists_eigenbasis.choose_spec.2.choose

/-- The eigenvectors of a symmetric matrix form an orthonormal basis. -/
theorem IsSymm.isEigenbasis (hA : IsSymm A) : IsEigenbasis A hA.eigenvalues hA.eigenvectors :=
  hA.exists_eigenbasis.choose_spec.2.choose_spec

/-! ## The factorization -/

/-- The matrix of an orthonormal basis is orthogonal. -/
theorem IsEigenbasis.isOrthogonal (h : IsEigenbasis A lam U) : IsOrthogonal U :=
  orthonormal_iff_isOrthogonal.1 h.orthonormal

/-- The members of an eigenbasis are eigenvectors. -/
theorem IsEigenbasis.isEigenvector (h : IsEigenbasis A lam U) (i : Fin n) : IsEigenvector A (lam i) (U i) :=
  ⟨exists_ne_zero_of_normSq (h.orthonormal.normSq_eq_one i), h.eigen i⟩

/-- A matrix with an eigenbasis `U` is `Uᵀ diag(lam) U`. -/
theorem IsEigenbasis.eq_conj (h : IsEigenbasis A lam U) : A = mul (transpose U) (mul (diagonal lam) U) := by
  have e : mul A (transpose U) = mul (transpose U) (diagonal lam) := by
    rw [mul_diagonal]
    funext j i
    refine (h.eigen i j).trans ?_
    show lam i * U i j = U i j * lam i
    clear h; lin
  rw [← mul_assoc, ← e, mul_assoc, h.isOrthogonal, mul_one]

/-- The rows of an orthogonal matrix `U` are an eigenbasis of `Uᵀ diag(lam) U`. -/
theorem IsOrthogonal.isEigenbasis (hU : IsOrthogonal U) (lam : Fin n → R) :
    IsEigenbasis (Claims.mul (Claims.transpose U) (Claims.mul (diagonal lam) U)) lam U :=
  ⟨orthonormal_iff_isOrthogonal.2 hU, fun i j => by
    have e : Claims.mul (Claims.mul (Claims.transpose U) (Claims.mul (diagonal lam) U)) (Claims.transpose U) =
        fun j i => U i j * lam i := by
      rw [mul_assoc, mul_assoc, hU.mul_transpose_self, mul_one, mul_diagonal]; rfl
    refine (congrFun (congrFun e j) i).trans ?_
    dsimp only
    clear e; lin⟩

/-- A matrix is symmetric exactly when it is `Uᵀ diag(lam) U` with an orthogonal matrix `U`. -/
theorem isSymm_iff_exists_conj :
    IsSymm A ↔ ∃ U lam, IsOrthogonal U ∧ A = mul (transpose U) (mul (diagonal lam) U) := by
  constructor
  · intro h; exact ⟨_, _, h.isEigenbasis.isOrthogonal, h.isEigenbasis.eq_conj⟩
  · rintro ⟨U, lam, _, rfl⟩; exact (isSymm_diagonal lam).congruence U

/-- A matrix with an orthonormal basis of eigenvectors is symmetric. -/
theorem IsEigenbasis.isSymm (h : IsEigenbasis A lam U) : IsSymm A :=
  isSymm_iff_exists_conj.2 ⟨U, lam, h.isOrthogonal, h.eq_conj⟩

/-- A matrix is determined by an eigenbasis and its eigenvalues. -/
theorem IsEigenbasis.unique {B : Fin n → Fin n → R} (hA : IsEigenbasis A lam U) (hB : IsEigenbasis B lam U) : A = B :=
  hA.eq_conj.trans hB.eq_conj.symm

end Claims
