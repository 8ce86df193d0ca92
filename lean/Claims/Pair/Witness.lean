module

public import Claims.Pair.Antipodal

/-!
# Simple instances of the two-token flows

Constant pairs, and straight lines, which attain any velocity on the horizon `T = 0`. They serve to refute
mutated statements about two tokens.
-/

@[expose] public section

noncomputable section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Arithmetic and vectors -/

/-- Quotients of one nonzero number are equal only for equal denominators. -/
theorem eq_of_div_eq {k x y : R} (hk : k ≠ 0) (hx : x ≠ 0) (hy : y ≠ 0) (h : k / x = k / y) : x = y := by
  have e1 := div_mul_cancel (a := k) hx
  have e2 := div_mul_cancel (a := k) hy
  rw [h] at e1
  generalize k / y = w at e1 e2
  have hw : w ≠ 0 := fun h0 => by rw [h0] at e1; clear h; lin
  have z : w * (x - y) = 0 := by clear h; lin
  rcases mul_eq_zero z with h' | h' <;> clear h <;> lin

/-- The unit vector `(3/5, 4/5)` of the plane. -/
def slanted : Fin 2 → R := pairOf (3 / 5) (4 / 5)

/-- The slanted vector is a unit vector. -/
theorem normSq_slanted : normSq (slanted : Fin 2 → R) = 1 := by
  have h : normSq (slanted : Fin 2 → R) = 3 / 5 * (3 / 5) + 4 / 5 * (4 / 5) := dot_two _ _
  rw [h]; lin

/-- The overlap of `e₁` and the slanted vector. -/
theorem dot_slanted : dot (e₁ : Fin 2 → R) slanted = 3 / 5 := by
  have h : dot (e₁ : Fin 2 → R) slanted = 1 * (3 / 5) + 0 * (4 / 5) := dot_two _ _
  rw [h]; lin

/-! ## Constant pairs -/

/-- The vector `σ e₁` of the plane. -/
def scaled (σ : R) : Fin 2 → R := fun i => σ * (e₁ : Fin 2 → R) i

/-- The overlap of `e₁` and `σ e₁`. -/
theorem dot_scaled (σ : R) : dot (e₁ : Fin 2 → R) (scaled σ) = σ := by
  have h : dot (e₁ : Fin 2 → R) e₁ = 1 := normSq_e₁
  unfold scaled
  rw [dot_mul_right, h]; lin

/-- A sign times a unit vector is a unit vector. -/
theorem normSq_scaled {σ : R} (hσ : σ * σ = 1) : normSq (scaled σ) = 1 := by
  unfold scaled
  rw [normSq_mul, normSq_e₁]; lin

/-- The first token of a constant pair solves its equation. -/
theorem const_ode₁ (σ t : R) :
    HasVecDerivAt (fun _ => (e₁ : Fin 2 → R)) (fun i => 1 / 2 * (scaled σ i - σ * (e₁ : Fin 2 → R) i)) t :=
  fun _ => (hasDerivAt_const _ t).congr_deriv (by unfold scaled; lin)

/-- The second token of a constant pair solves its equation. -/
theorem const_ode₂ {σ : R} (hσ : σ * σ = 1) (t : R) :
    HasVecDerivAt (fun _ => scaled σ) (fun i => 1 / 2 * ((e₁ : Fin 2 → R) i - σ * scaled σ i)) t :=
  fun i => (hasDerivAt_const _ t).congr_deriv (by
    unfold scaled
    have : σ * (σ * (e₁ : Fin 2 → R) i) = (e₁ : Fin 2 → R) i := by
      generalize (e₁ : Fin 2 → R) i = y; lin
    show 1 / 2 * ((e₁ : Fin 2 → R) i - σ * (σ * (e₁ : Fin 2 → R) i)) = 0
    rw [this]; lin)

/-- A pair of unit vectors, indexed by `Fin 2`. -/
theorem normSq_pair {x y : Fin d → R} (hx : normSq x = 1) (hy : normSq y = 1) (i : Fin 2) :
    normSq (pairOf x y i) = 1 := by
  revert i; exact forall_fin_two hx hy

/-- A constant pair with overlap `1` or `-1` solves the attention flow. -/
theorem const_flow (β : R) {σ : R} (hσ : σ = 1 ∨ σ = -1) (t : R) (i : Fin 2) :
    HasVecDerivAt (fun _ => pairOf e₁ (scaled σ) i) (saField β one one (pairOf e₁ (scaled σ)) i) t := by
  have hσ2 : σ * σ = 1 := by rcases hσ with h | h <;> rw [h] <;> lin
  refine fun a => (hasDerivAt_const _ t).congr_deriv (field_eq_zero (Or.inl rfl)
    (normSq_pair normSq_e₁ (normSq_scaled hσ2)) ?_ i a)
  have e : dot (pairOf e₁ (scaled σ) 0) (pairOf e₁ (scaled σ) 1) = σ := dot_scaled σ
  rw [e]; exact hσ

/-! ## Starts of flows -/

/-- On the horizon `T = 0` every field has a solution through every configuration: a straight line. -/
theorem exists_start (F : (Fin n → Fin d → R) → Fin n → Fin d → R) (x : Fin n → Fin d → R) :
    ∃ z : R → Fin n → Fin d → R, z 0 = x ∧
      ∀ t, 0 ≤ t → t ≤ 0 → ∀ i, HasVecDerivAt (fun s => z s i) (F (z t) i) t := by
  have e : (fun i a => x i a + 0 * F x i a) = x := by
    funext i a; lin
  refine ⟨fun s i a => x i a + s * F x i a, e, fun t h0 hT i a => ?_⟩
  rw [le_antisymm hT h0]
  show HasDerivAt (fun s => x i a + s * F x i a) (F (fun i a => x i a + 0 * F x i a) i a) 0
  rw [e]
  exact ((hasDerivAt_const (x i a) 0).add ((hasDerivAt_id 0).mul_const (F x i a))).congr_deriv (by
    clear e h0 hT; lin)

/-- On the horizon `T = 0` two orthogonal tokens with uniform weights have a solution. -/
theorem exists_orthogonal : ∃ (x₁ x₂ : R → Fin 2 → R) (c : R → R), (∀ t, c t = dot (x₁ t) (x₂ t)) ∧
    normSq (x₁ 0) = 1 ∧ normSq (x₂ 0) = 1 ∧ c 0 = 0 ∧
    (∀ t, 0 ≤ t → t ≤ 0 → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) ∧
    ∀ t, 0 ≤ t → t ≤ 0 → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t := by
  obtain ⟨z, h0, h⟩ := exists_start (R := R) (n := 2) (d := 2) (fun z => pairOf
    (fun i => 1 / 2 * (z 1 i - dot (z 0) (z 1) * z 0 i)) (fun i => 1 / 2 * (z 0 i - dot (z 0) (z 1) * z 1 i)))
    (pairOf e₁ e₂)
  refine ⟨fun t => z t 0, fun t => z t 1, fun t => dot (z t 0) (z t 1), fun _ => rfl, ?_, ?_, ?_,
    fun t a b => h t a b 0, fun t a b => h t a b 1⟩
  · dsimp only; rw [h0]; exact normSq_e₁
  · dsimp only; rw [h0]; exact normSq_e₂
  · dsimp only; rw [h0]; exact dot_e₁_e₂

end Claims.Pair

end
