module

public import Claims.LinearAlgebra.RankCases

/-!
# The rank-one operator with equal rows

`rankOne α` is `A = 1 αᵀ`, the `d × d` matrix all of whose rows are `α`: its range, rank, kernel and powers.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix `1 αᵀ`, every row of which is `α`. -/
def rankOne (α : Fin d → R) : Fin d → Fin d → R := fun _ j => α j

/-- The image of `v` under `1 αᵀ` has all entries `α · v`. -/
theorem mulVec_rankOne (α v : Fin d → R) (i : Fin d) : mulVec (rankOne α) v i = dot α v := rfl

/-- The dot product with a basis vector is an entry. -/
theorem dot_single (α : Fin d → R) (p : Fin d) : dot α (fun i => if i = p then 1 else 0) = α p :=
  mulVec_single (rankOne α) p p

/-- The rank of `1 αᵀ` is at most one. -/
theorem rankLE_one_rankOne (α : Fin d → R) : RankLE (rankOne α) 1 := by
  intro V
  by_cases h : dot α (V 0) = 0
  · refine ⟨fun k => if k = 0 then 1 else 0, ⟨0, by simp only [if_true]; lin⟩, fun i => ?_⟩
    refine sum_eq_zero (fun k => ?_)
    by_cases hk : k = 0
    · subst hk; rw [mulVec_rankOne, h]; lin
    · simp only [hk, if_false]; lin
  · refine ⟨fun k => if k = 0 then dot α (V 1) else -dot α (V 0), ⟨1, ?_⟩, fun i => ?_⟩
    · simp only [show ¬ (1 : Fin (1 + 1)) = 0 by decide, if_false]; lin
    · simp only [sum_succ, sum_zero_length, mulVec_rankOne, if_true,
        show ¬ Fin.succ (0 : Fin 1) = 0 by decide, if_false]
      show dot α (V 1) * dot α (V 0) + (-dot α (V 0) * dot α (V 1) + 0) = 0
      lin

/-- The rank of `1 αᵀ` is not zero exactly when `α ≠ 0`. -/
theorem not_rankLE_zero_rankOne (α : Fin d → R) : ¬ RankLE (rankOne α) 0 ↔ ∃ j, α j ≠ 0 := by
  constructor
  · intro h
    refine Classical.byContradiction fun hα => h fun V => ⟨fun _ => 1, ⟨0, by lin⟩, fun i => ?_⟩
    have h0 : ∀ j, α j = 0 := fun j => Classical.byContradiction fun hj => hα ⟨j, hj⟩
    refine sum_eq_zero fun k => ?_
    rw [mulVec_rankOne, show dot α (V k) = 0 from sum_eq_zero fun j => by rw [h0 j]; lin]; lin
  · rintro ⟨j, hj⟩ h
    obtain ⟨c, ⟨k, hk⟩, hc⟩ := h (fun _ i => if i = j then 1 else 0)
    have e := hc j
    rw [show k = 0 from Subsingleton.elim (α := Fin 1) k 0] at hk
    simp only [sum_succ, sum_zero_length, mulVec_rankOne, dot_single] at e
    clear hc; lin

/-- From size two on, `1 αᵀ` annihilates a nonzero vector. -/
theorem exists_kernel_rankOne (hd : 2 ≤ d) (α : Fin d → R) :
    ∃ w : Fin d → R, (∃ i, w i ≠ 0) ∧ ∀ i, mulVec (rankOne α) w i = 0 := by
  let p : Fin d := ⟨0, by omega⟩
  let q : Fin d := ⟨1, by omega⟩
  have hqp : ¬ q = p := fun h => by simpa [p, q] using congrArg Fin.val h
  by_cases h : α p = 0
  · refine ⟨fun i => if i = p then 1 else 0, ⟨p, by simp only [if_true]; lin⟩, fun i => ?_⟩
    rw [mulVec_rankOne, dot_single, h]
  · refine ⟨fun i => α q * (if i = p then 1 else 0) - α p * (if i = q then 1 else 0), ⟨q, ?_⟩, fun i => ?_⟩
    · simp only [hqp, if_false, if_true]; lin
    · rw [mulVec_rankOne, dot_sub_right, dot_mul_right, dot_mul_right, dot_single, dot_single]; lin

/-- `plga.rank-one.rank`. Let `A = 1 αᵀ`. Then `A v = (α · v) 1`, so every value lies on the line of the all-ones
vector; the rank of `A` is at most one, and it is one exactly when `α ≠ 0`, in which case the range is the whole
line; from size two on the determinant vanishes and `A` annihilates a nonzero vector; and `W A = (W 1) αᵀ` for
every matrix `W`. Source: 003 § 3.2, Prop 3.9(i). -/
theorem rankOne_rank {d : Nat} (α : Fin d → R) (v : Fin d → R) (W : Fin d → Fin d → R) :
    (∀ i, mulVec (rankOne α) v i = dot α v) ∧
    RankLE (rankOne α) 1 ∧
    (¬ RankLE (rankOne α) 0 ↔ ∃ j, α j ≠ 0) ∧
    ((∃ j, α j ≠ 0) → ∀ t : R, ∃ x, ∀ i, mulVec (rankOne α) x i = t) ∧
    (2 ≤ d → det (rankOne α) = 0 ∧ ∃ w, (∃ i, w i ≠ 0) ∧ ∀ i, mulVec (rankOne α) w i = 0) ∧
    mul W (rankOne α) = fun i j => sum (W i) * α j := by
  refine ⟨mulVec_rankOne α v, rankLE_one_rankOne α, not_rankLE_zero_rankOne α, ?_,
    fun hd => ⟨isDet_det.equalRows hd α, exists_kernel_rankOne hd α⟩, ?_⟩
  · rintro ⟨j, hj⟩ t
    refine ⟨fun i => t / α j * (if i = j then 1 else 0), fun i => ?_⟩
    rw [mulVec_rankOne, dot_mul_right, dot_single, div_mul_cancel hj]
  · funext i j; exact sum_mul_right (W i) (α j)

/-- Refutes the mutant of `rankOne_rank` that claims a vanishing determinant already from size one on. -/
theorem rankOne_rank_mutant_size_false : ¬ ∀ (d : Nat) (α : Fin d → R) (v : Fin d → R) (W : Fin d → Fin d → R),
    (∀ i, mulVec (rankOne α) v i = dot α v) ∧
    RankLE (rankOne α) 1 ∧
    (¬ RankLE (rankOne α) 0 ↔ ∃ j, α j ≠ 0) ∧
    ((∃ j, α j ≠ 0) → ∀ t : R, ∃ x, ∀ i, mulVec (rankOne α) x i = t) ∧
    (1 ≤ d → det (rankOne α) = 0 ∧ ∃ w, (∃ i, w i ≠ 0) ∧ ∀ i, mulVec (rankOne α) w i = 0) ∧
    mul W (rankOne α) = fun i j => sum (W i) * α j := by
  intro h
  have e := ((h 1 (fun _ => 1) (fun _ => 0) (fun _ _ => 0)).2.2.2.2.1 (Nat.le_refl 1)).1
  rw [det_fin_one] at e
  have e' : (1 : R) = 0 := e
  clear h; lin

/-- Refutes the mutant of `rankOne_rank` that inverts the condition for rank one (rank one when `α = 0`). -/
theorem rankOne_rank_mutant_inverted_false : ¬ ∀ (d : Nat) (α : Fin d → R) (v : Fin d → R) (W : Fin d → Fin d → R),
    (∀ i, mulVec (rankOne α) v i = dot α v) ∧
    RankLE (rankOne α) 1 ∧
    (¬ RankLE (rankOne α) 0 ↔ ∀ j, α j = 0) ∧
    ((∃ j, α j ≠ 0) → ∀ t : R, ∃ x, ∀ i, mulVec (rankOne α) x i = t) ∧
    (2 ≤ d → det (rankOne α) = 0 ∧ ∃ w, (∃ i, w i ≠ 0) ∧ ∀ i, mulVec (rankOne α) w i = 0) ∧
    mul W (rankOne α) = fun i j => sum (W i) * α j := by
  intro h
  have e := (h 1 (fun _ => 0) (fun _ => 0) (fun _ _ => 0)).2.2.1.2 (fun _ => rfl)
  obtain ⟨_, hj⟩ := (not_rankLE_zero_rankOne _).1 e
  exact hj rfl

/-- `plga.rank-one.power`. The powers of `A = 1 αᵀ` are `Aᵏ⁺¹ = sᵏ A` with `s` the sum of the entries of `α`
(and `s⁰ = 1`, also when `s = 0`). Source: 003 § 3.2, Prop 3.9(iii). -/
theorem rankOne_power {d : Nat} (α : Fin d → R) (k : Nat) :
    pow (rankOne α) (k + 1) = fun i j => sum α ^ k * rankOne α i j := by
  induction k with
  | zero =>
    rw [pow_succ, pow_zero, one_mul]
    funext i j; rw [Semiring.pow_zero]; lin
  | succ k ih =>
    rw [pow_succ, ih]
    funext i j
    show sum (fun a => sum α ^ k * α a * α j) = sum α ^ (k + 1) * α j
    rw [sum_mul_right, sum_mul_left, Semiring.pow_succ]

/-- Refutes the mutant of `rankOne_power` with one factor `s` too many. -/
theorem rankOne_power_mutant_factor_false : ¬ ∀ (d : Nat) (α : Fin d → R) (k : Nat),
    pow (rankOne α) (k + 1) = fun i j => sum α ^ (k + 1) * rankOne α i j := by
  intro h
  have e := congrFun (congrFun (h 1 (fun _ => 2) 0) 0) 0
  rw [rankOne_power] at e
  have e' : ((2 : R) + 0) ^ 0 * 2 = (2 + 0) ^ (0 + 1) * 2 := e
  lin

end Claims
