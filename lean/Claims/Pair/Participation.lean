module

public import Claims.LinearAlgebra.Eigenvalue
public import Claims.LinearAlgebra.ParticipationRank

/-!
# The participation rank of two unit vectors

The Gram matrix of the rows `x₁, x₂` has diagonal entries one and off-diagonal entries `c = x₁ · x₂`. Its
eigenvalues are `1 + c` and `1 - c`, so its participation rank, the square of the sum of the eigenvalues
divided by the sum of their squares, is `2 / (1 + c²)`.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The family of two members `a, b`, indexed by `Fin 2`. -/
def pairOf {α : Type u} (a b : α) : Fin 2 → α
  | 0 => a
  | 1 => b

/-- The dot product in the plane. -/
theorem dot_two (x y : Fin 2 → R) : dot x y = x 0 * y 0 + x 1 * y 1 := sum_fin_two _

/-- What holds of some index holds of the first or of the second. -/
theorem exists_fin_two {p : Fin 2 → Prop} (h : ∃ i, p i) : p 0 ∨ p 1 := by
  obtain ⟨i, hi⟩ := h
  match i with
  | 0 => exact Or.inl hi
  | 1 => exact Or.inr hi

/-- A symmetric `2 × 2` matrix with unit diagonal acts by `(v₀, v₁) ↦ (v₀ + c v₁, c v₀ + v₁)`. -/
theorem mulVec_gram (x₁ x₂ : Fin d → R) (c : R) (h₁ : normSq x₁ = 1) (h₂ : normSq x₂ = 1)
    (hc : dot x₁ x₂ = c) (v : Fin 2 → R) :
    mulVec (gram (pairOf x₁ x₂)) v 0 = v 0 + c * v 1 ∧
      mulVec (gram (pairOf x₁ x₂)) v 1 = c * v 0 + v 1 := by
  have a : mulVec (gram (pairOf x₁ x₂)) v 0 = normSq x₁ * v 0 + dot x₁ x₂ * v 1 := dot_two _ _
  have b : mulVec (gram (pairOf x₁ x₂)) v 1 = dot x₂ x₁ * v 0 + normSq x₂ * v 1 := dot_two _ _
  rw [dot_comm x₂ x₁] at b
  rw [a, b, h₁, h₂, hc]
  constructor <;> lin

/-- The participation rank of two unit rows, in closed form. -/
theorem participationRank_gram (x₁ x₂ : Fin d → R) (h₁ : normSq x₁ = 1) (h₂ : normSq x₂ = 1) :
    participationRank (gram (pairOf x₁ x₂)) = 2 / (1 + dot x₁ x₂ ^ 2) := by
  have t : trace (gram (pairOf x₁ x₂)) = normSq x₁ + normSq x₂ := sum_fin_two _
  have t2 : trace (mul (gram (pairOf x₁ x₂)) (gram (pairOf x₁ x₂))) =
      normSq x₁ * normSq x₁ + dot x₁ x₂ * dot x₂ x₁ + (dot x₂ x₁ * dot x₁ x₂ + normSq x₂ * normSq x₂) := by
    have e : trace (mul (gram (pairOf x₁ x₂)) (gram (pairOf x₁ x₂))) =
      sum (fun k => gram (pairOf x₁ x₂) 0 k * gram (pairOf x₁ x₂) k 0) +
        sum (fun k => gram (pairOf x₁ x₂) 1 k * gram (pairOf x₁ x₂) k 1) := sum_fin_two _
    rw [e, sum_fin_two, sum_fin_two]; rfl
  have p := sq_nonneg (dot x₁ x₂)
  unfold participationRank
  rw [t, t2, dot_comm x₂ x₁, h₁, h₂]
  generalize dot x₁ x₂ = c at p
  have q : 1 + c ^ 2 ≠ 0 := by lin
  have q' : 1 * 1 + c * c + (c * c + 1 * 1) ≠ 0 := by lin
  lin

/-- `pair.gram`. For two unit vectors with overlap `c`, the Gram matrix has exactly the eigenvalues
`1 + c` and `1 - c`, with eigenvectors `(1, 1)` and `(1, -1)`; its participation rank, the square of the sum
of the eigenvalues over the sum of their squares, is `2 / (1 + c²)`, and is `8 / 5` at `c = -1/2`.
Source: document 002, section 3 and checkpoint 3. -/
theorem pair_gram (x₁ x₂ : Fin d → R) (c : R) (h₁ : normSq x₁ = 1) (h₂ : normSq x₂ = 1)
    (hc : dot x₁ x₂ = c) :
    (∀ μ, IsEigenvalue (gram (pairOf x₁ x₂)) μ ↔ μ = 1 + c ∨ μ = 1 - c) ∧
    (∀ i, mulVec (gram (pairOf x₁ x₂)) (pairOf 1 1) i = (1 + c) * pairOf 1 1 i) ∧
    (∀ i, mulVec (gram (pairOf x₁ x₂)) (pairOf 1 (-1)) i = (1 - c) * pairOf 1 (-1) i) ∧
    participationRank (gram (pairOf x₁ x₂)) = ((1 + c) + (1 - c)) ^ 2 / ((1 + c) ^ 2 + (1 - c) ^ 2) ∧
    participationRank (gram (pairOf x₁ x₂)) = 2 / (1 + c ^ 2) ∧
    (c = -1 / 2 → participationRank (gram (pairOf x₁ x₂)) = 8 / 5) := by
  have m := mulVec_gram x₁ x₂ c h₁ h₂ hc
  have r := participationRank_gram x₁ x₂ h₁ h₂
  rw [hc] at r
  have e₁ : ∀ i, mulVec (gram (pairOf x₁ x₂)) (pairOf 1 1) i = (1 + c) * pairOf 1 1 i := by
    refine forall_fin_two ?_ ?_
    · rw [(m _).1]; show (1 : R) + c * 1 = (1 + c) * 1; lin
    · rw [(m _).2]; show c * 1 + (1 : R) = (1 + c) * 1; lin
  have e₂ : ∀ i, mulVec (gram (pairOf x₁ x₂)) (pairOf 1 (-1)) i = (1 - c) * pairOf 1 (-1) i := by
    refine forall_fin_two ?_ ?_
    · rw [(m _).1]; show (1 : R) + c * (-1) = (1 - c) * 1; lin
    · rw [(m _).2]; show c * 1 + (-1 : R) = (1 - c) * (-1); lin
  have one_ne : (pairOf (1 : R) 1 0 ≠ 0) ∧ (pairOf (1 : R) (-1) 0 ≠ 0) := by
    show (1 : R) ≠ 0 ∧ (1 : R) ≠ 0; lin
  have p := sq_nonneg c
  have q : 1 + c ^ 2 ≠ 0 := by lin
  refine ⟨fun μ => ⟨?_, ?_⟩, e₁, e₂, ?_, r, ?_⟩
  · rintro ⟨v, hv, h⟩
    have a := h 0
    have b := h 1
    rw [(m v).1] at a
    rw [(m v).2] at b
    have hv' := exists_fin_two hv
    clear h m r e₁ e₂ one_ne hv
    generalize v 0 = s at *
    generalize v 1 = t at *
    have f : (s + t) * (μ - (1 + c)) = 0 := by lin
    have g : (s - t) * (μ - (1 - c)) = 0 := by lin
    lin
  · rintro (h | h)
    · rw [h]; exact ⟨pairOf 1 1, ⟨0, one_ne.1⟩, e₁⟩
    · rw [h]; exact ⟨pairOf 1 (-1), ⟨0, one_ne.2⟩, e₂⟩
  · rw [r]
    have q' : (1 + c) ^ 2 + (1 - c) ^ 2 ≠ 0 := by lin
    clear m r e₁ e₂ one_ne; lin
  · intro h
    rw [r, h]
    have q'' : 1 + (-1 / 2 : R) ^ 2 = 5 / 4 := by lin
    rw [q'']; lin

/-! ## Refutations of mutated statements -/

/-- The first unit vector of the plane. -/
def e₁ : Fin 2 → R := pairOf 1 0

/-- The second unit vector of the plane. -/
def e₂ : Fin 2 → R := pairOf 0 1

/-- The first basis vector is a unit vector. -/
theorem normSq_e₁ : normSq (e₁ : Fin 2 → R) = 1 := by
  have h : normSq (e₁ : Fin 2 → R) = 1 * 1 + 0 * 0 := dot_two _ _
  rw [h]; lin

/-- The second basis vector is a unit vector. -/
theorem normSq_e₂ : normSq (e₂ : Fin 2 → R) = 1 := by
  have h : normSq (e₂ : Fin 2 → R) = 0 * 0 + 1 * 1 := dot_two _ _
  rw [h]; lin

/-- The two basis vectors are orthogonal. -/
theorem dot_e₁_e₂ : dot (e₁ : Fin 2 → R) e₂ = 0 := by
  have h : dot (e₁ : Fin 2 → R) e₂ = 1 * 0 + 0 * 1 := dot_two _ _
  rw [h]; lin

/-- Refutes the factor mutant of `pair_gram` with `2 / (1 + c)` in place of `2 / (1 + c²)`: two opposite
vectors have participation rank one. -/
theorem pair_gram_mutant_factor_false : ¬ ∀ (x₁ x₂ : Fin 2 → R) (c : R), normSq x₁ = 1 → normSq x₂ = 1 →
    dot x₁ x₂ = c → participationRank (gram (pairOf x₁ x₂)) = 2 / (1 + c) := by
  intro h
  have n := normSq_neg (e₁ : Fin 2 → R)
  rw [normSq_e₁] at n
  have k : dot e₁ (fun i => -(e₁ : Fin 2 → R) i) = -1 := by
    rw [dot_neg_right]; exact congrArg _ normSq_e₁
  have a := h e₁ (fun i => -(e₁ : Fin 2 → R) i) (-1) normSq_e₁ n k
  rw [participationRank_gram _ _ normSq_e₁ n, k] at a
  clear h; lin

/-- Refutes the sign mutant of `pair_gram` with the eigenvalue `c - 1` in place of `1 - c`: the Gram matrix
of two orthogonal unit vectors is the identity, which has no eigenvalue `-1`. -/
theorem pair_gram_mutant_sign_false : ¬ ∀ (x₁ x₂ : Fin 2 → R) (c : R), normSq x₁ = 1 → normSq x₂ = 1 →
    dot x₁ x₂ = c → ∀ μ, IsEigenvalue (gram (pairOf x₁ x₂)) μ ↔ μ = 1 + c ∨ μ = c - 1 := by
  intro h
  have a := (h e₁ e₂ 0 normSq_e₁ normSq_e₂ dot_e₁_e₂ (-1)).2 (Or.inr (by clear h; lin))
  have b := ((pair_gram e₁ e₂ 0 normSq_e₁ normSq_e₂ dot_e₁_e₂).1 (-1)).1 a
  clear h a; lin

end Claims.Pair
