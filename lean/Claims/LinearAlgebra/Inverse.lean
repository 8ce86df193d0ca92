module

public import Claims.LinearAlgebra.Independence
public import Claims.LinearAlgebra.MatrixAlgebra

/-!
# Inverse matrices

A square matrix is injective exactly when it is surjective, exactly when it has a left inverse, exactly when it has
a right inverse, and the inverse is two-sided and unique.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix `A` annihilates only the zero vector. -/
def IsInjective (A : Fin m → Fin n → R) : Prop := ∀ x : Fin n → R, (∀ i, mulVec A x i = 0) → ∀ j, x j = 0

/-- Every vector is an image under `A`. -/
def IsSurjective (A : Fin m → Fin n → R) : Prop := ∀ y : Fin m → R, ∃ x : Fin n → R, mulVec A x = y

/-- The matrix `B` is a two-sided inverse of `A`. -/
def IsInverse (A B : Fin n → Fin n → R) : Prop := mul A B = one ∧ mul B A = one

/-- Vectors with the same image under an injective matrix are equal. -/
theorem IsInjective.eq {A : Fin m → Fin n → R} (hA : IsInjective A) {x y : Fin n → R}
    (h : mulVec A x = mulVec A y) : x = y := by
  funext j
  have e := hA (fun j => x j - y j) (fun i => by rw [mulVec_sub, h]; lin) j
  lin

/-- A matrix is injective exactly when its columns are independent. -/
theorem isInjective_iff_linIndep {A : Fin m → Fin n → R} : IsInjective A ↔ LinIndep (transpose A) := by
  simp only [IsInjective, LinIndep, mulVec_eq_comb]

/-- An injective matrix has at least as many rows as columns. -/
theorem IsInjective.le {A : Fin m → Fin n → R} (hA : IsInjective A) : n ≤ m :=
  (isInjective_iff_linIndep.1 hA).le_length

/-- The columns of a surjective matrix span everything. -/
theorem IsSurjective.inSpan {A : Fin m → Fin n → R} (hA : IsSurjective A) (y : Fin m → R) :
    InSpan (transpose A) y := by
  obtain ⟨x, rfl⟩ := hA y
  exact ⟨x, mulVec_eq_comb A x⟩

/-- A surjective matrix has at least as many columns as rows. -/
theorem IsSurjective.le {A : Fin m → Fin n → R} (hA : IsSurjective A) : m ≤ n :=
  linIndep_one.le_of_inSpan fun i => hA.inSpan (one i)

/-- A left inverse makes a matrix injective. -/
theorem isInjective_of_mul {A : Fin m → Fin n → R} {B : Fin n → Fin m → R} (h : mul B A = one) : IsInjective A :=
  fun x hx j => by
    rw [← mulVec_one x j, ← h, ← mulVec_mulVec, funext hx, mulVec_zero]

/-- A right inverse makes a matrix surjective. -/
theorem isSurjective_of_mul {A : Fin m → Fin n → R} {B : Fin n → Fin m → R} (h : mul A B = one) : IsSurjective A :=
  fun y => ⟨mulVec B y, by rw [mulVec_mulVec, h]; exact funext (mulVec_one y)⟩

/-- A surjective matrix has a right inverse. -/
theorem IsSurjective.exists_right_inverse {A : Fin m → Fin n → R} (hA : IsSurjective A) :
    ∃ B : Fin n → Fin m → R, mul A B = one := by
  refine ⟨fun j i => Classical.choose (hA (one i)) j, ?_⟩
  funext a i
  have e := congrFun (Classical.choose_spec (hA (one i))) a
  refine e.trans ?_
  simp only [one, eq_comm]

/-- An injective square matrix is surjective. -/
theorem IsInjective.isSurjective {A : Fin n → Fin n → R} (hA : IsInjective A) : IsSurjective A := fun y => by
  obtain ⟨c, hc⟩ := (isInjective_iff_linIndep.1 hA).inSpan y
  exact ⟨c, (mulVec_eq_comb A c).trans hc.symm⟩

/-- For square matrices a one-sided inverse is two-sided. -/
theorem mul_eq_one_comm {A B : Fin n → Fin n → R} (h : mul A B = one) : mul B A = one := by
  refine ext_of_mulVec fun y => ?_
  obtain ⟨x, rfl⟩ := (isInjective_of_mul h).isSurjective y
  rw [mulVec_mulVec, mul_assoc, h, mul_one]
  exact (funext (mulVec_one (mulVec B x))).symm

/-- A surjective square matrix is injective. -/
theorem IsSurjective.isInjective {A : Fin n → Fin n → R} (hA : IsSurjective A) : IsInjective A := by
  obtain ⟨B, hB⟩ := hA.exists_right_inverse
  exact isInjective_of_mul (mul_eq_one_comm hB)

/-- A square matrix is injective exactly when it is surjective. -/
theorem isInjective_iff_isSurjective {A : Fin n → Fin n → R} : IsInjective A ↔ IsSurjective A :=
  ⟨IsInjective.isSurjective, IsSurjective.isInjective⟩

/-- An injective square matrix has an inverse. -/
theorem IsInjective.exists_inverse {A : Fin n → Fin n → R} (hA : IsInjective A) : ∃ B, IsInverse A B := by
  obtain ⟨B, hB⟩ := hA.isSurjective.exists_right_inverse
  exact ⟨B, hB, mul_eq_one_comm hB⟩

/-- A matrix with an inverse is injective. -/
theorem IsInverse.isInjective {A B : Fin n → Fin n → R} (h : IsInverse A B) : IsInjective A := isInjective_of_mul h.2

/-- A matrix with an inverse is surjective. -/
theorem IsInverse.isSurjective {A B : Fin n → Fin n → R} (h : IsInverse A B) : IsSurjective A :=
  isSurjective_of_mul h.1

/-- A square matrix is injective exactly when it has an inverse. -/
theorem isInjective_iff_exists_inverse {A : Fin n → Fin n → R} : IsInjective A ↔ ∃ B, IsInverse A B :=
  ⟨IsInjective.exists_inverse, fun ⟨_, h⟩ => h.isInjective⟩

/-- A square matrix is injective exactly when it has a left inverse. -/
theorem isInjective_iff_exists_left_inverse {A : Fin n → Fin n → R} : IsInjective A ↔ ∃ B, mul B A = one :=
  ⟨fun h => let ⟨B, hB⟩ := h.exists_inverse; ⟨B, hB.2⟩, fun ⟨_, h⟩ => isInjective_of_mul h⟩

/-- A square matrix is injective exactly when it has a right inverse. -/
theorem isInjective_iff_exists_right_inverse {A : Fin n → Fin n → R} : IsInjective A ↔ ∃ B, mul A B = one :=
  ⟨fun h => let ⟨B, hB⟩ := h.exists_inverse; ⟨B, hB.1⟩, fun ⟨_, h⟩ => isInjective_of_mul (mul_eq_one_comm h)⟩

/-- The inverse of the inverse. -/
theorem IsInverse.symm {A B : Fin n → Fin n → R} (h : IsInverse A B) : IsInverse B A := ⟨h.2, h.1⟩

/-- A matrix has at most one inverse. -/
theorem IsInverse.unique {A B C : Fin n → Fin n → R} (h : IsInverse A B) (h' : IsInverse A C) : B = C := by
  rw [← mul_one B, ← h'.1, ← mul_assoc, h.2, one_mul]

/-- The identity is its own inverse. -/
theorem isInverse_one : IsInverse (one : Fin n → Fin n → R) one := ⟨mul_one one, mul_one one⟩

/-- The inverse of a product is the product of the inverses in reverse order. -/
theorem IsInverse.mul {A B C D : Fin n → Fin n → R} (h : IsInverse A B) (h' : IsInverse C D) :
    IsInverse (mul A C) (mul D B) := by
  constructor
  · rw [mul_assoc, ← mul_assoc C, h'.1, one_mul, h.1]
  · rw [mul_assoc, ← mul_assoc B, h.2, one_mul, h'.2]

/-- The inverse of the transposed matrix is the transposed inverse. -/
theorem IsInverse.transpose {A B : Fin n → Fin n → R} (h : IsInverse A B) :
    IsInverse (transpose A) (Claims.transpose B) := by
  constructor
  · rw [← transpose_mul, h.2, transpose_one]
  · rw [← transpose_mul, h.1, transpose_one]

/-- A linear system with an invertible matrix has exactly one solution. -/
theorem IsInverse.mulVec_eq_iff {A B : Fin n → Fin n → R} (h : IsInverse A B) (x y : Fin n → R) :
    mulVec A x = y ↔ x = mulVec B y := by
  constructor
  · intro e; rw [← e, mulVec_mulVec, h.2]; exact (funext (mulVec_one x)).symm
  · intro e; rw [e, mulVec_mulVec, h.1]; exact funext (mulVec_one y)

/-- A factor with an inverse does not change injectivity. -/
theorem IsInjective.mul {A : Fin k → Fin m → R} {B : Fin m → Fin n → R} (hA : IsInjective A) (hB : IsInjective B) :
    IsInjective (mul A B) := fun x hx => hB x (hA _ fun i => by rw [mulVec_mulVec]; exact hx i)

/-- The right factor of an injective product is injective. -/
theorem IsInjective.of_mul {A : Fin k → Fin m → R} {B : Fin m → Fin n → R} (h : IsInjective (Claims.mul A B)) :
    IsInjective B := fun x hx => h x fun i => by
  rw [← mulVec_mulVec, funext hx, mulVec_zero]

end Claims
