module

public import Claims.LinearAlgebra.Span

/-!
# Linear independence

Linear independence and the exchange principle: a system of fewer equations than unknowns has a nonzero solution,
so more than `k` vectors in the span of `k` vectors are dependent.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Independence -/

/-- The vectors `v` are linearly independent: only the combination with zero coefficients vanishes. -/
def LinIndep (v : Fin k → Fin n → R) : Prop := ∀ c : Fin k → R, (∀ j, comb c v j = 0) → ∀ i, c i = 0

/-- The empty family is independent. -/
theorem LinIndep.zero_length (v : Fin 0 → Fin n → R) : LinIndep v := fun _ _ i => i.elim0

/-- The coefficients of a combination of independent vectors are unique. -/
theorem LinIndep.comb_inj {v : Fin k → Fin n → R} (hv : LinIndep v) {c c' : Fin k → R} (h : comb c v = comb c' v) :
    c = c' := by
  funext i
  have e := hv (fun i => c i - c' i) (fun j => by rw [comb_sub_left, h]; lin) i
  lin

/-- No vector of an independent family is zero. -/
theorem LinIndep.ne_zero {v : Fin k → Fin n → R} (hv : LinIndep v) (i : Fin k) : ∃ j, v i j ≠ 0 := by
  refine Classical.byContradiction fun h => ?_
  have h0 : ∀ j, comb (one i) v j = 0 := fun j => by
    rw [comb_one]; exact Classical.byContradiction fun hj => h ⟨j, hj⟩
  have e := hv _ h0 i
  rw [show (one i i : R) = 1 from if_pos rfl] at e
  clear h h0 hv; lin

/-- The rows of the identity are independent. -/
theorem linIndep_one : LinIndep (one : Fin n → Fin n → R) := fun c h i => by
  rw [← h i]; exact (congrFun (congrFun (mul_one (fun _ : Fin 1 => c)) 0) i).symm

/-- One vector is independent when it is not zero. -/
theorem linIndep_fin_one {v : Fin 1 → Fin n → R} (h : ∃ j, v 0 j ≠ 0) : LinIndep v := fun c hc i => by
  obtain ⟨j, hj⟩ := h
  have e : c 0 * v 0 j + 0 = 0 := hc j
  rw [Subsingleton.elim (α := Fin 1) i 0]
  have e' : c 0 * v 0 j = 0 := by clear hc; lin
  exact (mul_eq_zero e').resolve_right hj

/-- Vectors whose images are independent are independent. -/
theorem LinIndep.of_map {v : Fin k → Fin n → R} {A : Fin m → Fin n → R} (h : LinIndep fun i => mulVec A (v i)) :
    LinIndep v := fun c hc => h c fun j => by
  rw [← mulVec_comb, funext hc]; exact mulVec_zero A j

/-- An injective matrix keeps independence. -/
theorem LinIndep.map {v : Fin k → Fin n → R} (hv : LinIndep v) {A : Fin m → Fin n → R}
    (hA : ∀ x, (∀ i, mulVec A x i = 0) → ∀ j, x j = 0) : LinIndep fun i => mulVec A (v i) := fun c hc =>
  hv c (hA _ fun i => by rw [mulVec_comb]; exact hc i)

/-- A vector outside the span of an independent family extends it. -/
theorem LinIndep.consVec {v : Fin k → Fin n → R} (hv : LinIndep v) {x : Fin n → R} (hx : ¬ InSpan v x) :
    LinIndep (consVec x v) := fun c hc => by
  have h0 : c 0 = 0 := Classical.byContradiction fun h0 => by
    refine hx ⟨fun i => -(c 0)⁻¹ * c i.succ, funext fun j => ?_⟩
    have e := hc j
    rw [comb_consVec] at e
    rw [comb_mul_left]
    have e1 := mul_inv_cancel h0
    clear hc hv hx; lin
  have h1 := hv (fun i => c i.succ) fun j => by
    have e := hc j
    rw [comb_consVec, h0] at e
    clear hc hv; lin
  intro i
  rcases Fin.eq_zero_or_eq_succ i with h | ⟨k, h⟩ <;> subst h
  · exact h0
  · exact h1 k

/-- A vector that makes an independent family dependent lies in its span. -/
theorem LinIndep.inSpan_of_not {v : Fin k → Fin n → R} (hv : LinIndep v) {x : Fin n → R}
    (h : ¬ LinIndep (Claims.consVec x v)) : InSpan v x :=
  Classical.byContradiction fun hx => h (hv.consVec hx)

/-- The vectors after the first of an independent family are independent, and the first is not in their span. -/
theorem LinIndep.of_consVec {v : Fin k → Fin n → R} {x : Fin n → R} (h : LinIndep (Claims.consVec x v)) :
    LinIndep v ∧ ¬ InSpan v x := by
  constructor
  · intro c hc i
    refine h (fun i => Fin.cases 0 c i) (fun j => ?_) i.succ
    rw [comb_consVec]
    have e := hc j
    show 0 * x j + comb c v j = 0
    clear hc; lin
  · rintro ⟨c, hc⟩
    have e := h (fun i => Fin.cases (-1) c i) (fun j => by
      rw [comb_consVec, hc]; show -1 * comb c v j + comb c v j = 0; lin) 0
    have e' : (-1 : R) = 0 := e
    clear e h hc; lin

/-! ## Exchange -/

/-- A homogeneous system with fewer equations than unknowns has a nonzero solution. -/
theorem exists_kernel_of_lt : ∀ {m n : Nat} (A : Fin m → Fin n → R), m < n →
    ∃ c : Fin n → R, (∃ j, c j ≠ 0) ∧ ∀ i, mulVec A c i = 0
  | 0, n, _, h => ⟨fun _ => 1, ⟨⟨0, h⟩, by lin⟩, fun i => i.elim0⟩
  | m + 1, 0, _, h => absurd h (Nat.not_lt_zero _)
  | m + 1, n + 1, A, h => by
    by_cases h0 : ∃ p, A 0 p ≠ 0
    · -- solve the first equation for the unknown `p`
      obtain ⟨p, hp⟩ := h0
      obtain ⟨c, ⟨j, hj⟩, hc⟩ := exists_kernel_of_lt
        (fun i j => A i.succ (skipIdx p j) - A i.succ p / A 0 p * A 0 (skipIdx p j)) (Nat.lt_of_succ_lt_succ h)
      obtain ⟨x, hxp, hx⟩ := exists_insert p (-(sum (fun j => A 0 (skipIdx p j) * c j) / A 0 p)) c
      have hA : ∀ i, mulVec A x i =
          A i p * -(sum (fun j => A 0 (skipIdx p j) * c j) / A 0 p) + sum (fun j => A i (skipIdx p j) * c j) :=
        fun i => by
          show sum (fun j => A i j * x j) = _
          rw [sum_skipIdx _ p, hxp]; simp only [hx]
      refine ⟨x, ⟨skipIdx p j, by rw [hx]; exact hj⟩, fun i => ?_⟩
      rw [hA]
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> subst hi
      · clear hc hA hx; lin
      · have e : sum (fun j => (A a.succ (skipIdx p j) - A a.succ p / A 0 p * A 0 (skipIdx p j)) * c j) = 0 := hc a
        have e' : sum (fun j => (A a.succ (skipIdx p j) - A a.succ p / A 0 p * A 0 (skipIdx p j)) * c j) =
            sum (fun j => A a.succ (skipIdx p j) * c j) -
              A a.succ p / A 0 p * sum (fun j => A 0 (skipIdx p j) * c j) := by
          rw [← sum_mul_left, ← sum_sub]; exact sum_congr fun j => by clear hc hA hx; lin
        rw [e'] at e
        rw [div_eq_mul_inv] at e ⊢
        clear hc hA hx e'; lin
    · have h0 : ∀ p, A 0 p = 0 := fun p => Classical.byContradiction fun hp => h0 ⟨p, hp⟩
      obtain ⟨c, hj, hc⟩ := exists_kernel_of_lt (fun i => A i.succ) (Nat.lt_of_succ_lt h)
      refine ⟨c, hj, fun i => ?_⟩
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> subst hi
      · exact sum_eq_zero fun j => by rw [h0 j]; clear hc h0; lin
      · exact hc a

/-- The exchange principle: more than `k` vectors in the span of `k` vectors are dependent. -/
theorem not_linIndep_of_lt {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} (hw : ∀ i, InSpan v (w i)) (h : k < l) :
    ¬ LinIndep w := fun hI => by
  obtain ⟨a, ha⟩ : ∃ a : Fin l → Fin k → R, ∀ i, w i = comb (a i) v :=
    ⟨fun i => Classical.choose (hw i), fun i => Classical.choose_spec (hw i)⟩
  obtain ⟨c, ⟨j, hj⟩, hc⟩ := exists_kernel_of_lt (transpose a) h
  refine hj (hI c (fun i => ?_) j)
  rw [funext ha, comb_comb, comb_eq_mulVec c a, funext hc, comb_zero_left]

/-- Independent vectors in the span of `k` vectors are at most `k`. -/
theorem LinIndep.le_of_inSpan {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} (hI : LinIndep w)
    (hw : ∀ i, InSpan v (w i)) : l ≤ k :=
  Nat.le_of_not_lt fun h => not_linIndep_of_lt hw h hI

/-- Independent vectors of length `n` are at most `n`. -/
theorem LinIndep.le_length {v : Fin k → Fin n → R} (hv : LinIndep v) : k ≤ n :=
  hv.le_of_inSpan fun i => inSpan_one (v i)

/-- `n` independent vectors of length `n` span everything. -/
theorem LinIndep.inSpan {v : Fin n → Fin n → R} (hv : LinIndep v) (x : Fin n → R) : InSpan v x :=
  hv.inSpan_of_not fun h => Nat.not_succ_le_self n h.le_length

end Claims
