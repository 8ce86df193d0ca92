module

public import Claims.Rotary.Commutant

/-!
# Absorbing a score matrix into the query map

A score matrix that commutes with the rotations can be moved into the query projection; conversely, scores that some
pair of query and key maps realises at all positions come from a commuting matrix.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {m : Nat} {θ : Fin m → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The score `(R_n q)ᵀ G (R_k x)` is the bilinear form of `R₋ₙ G Rₖ`. -/
theorem pdot_scoreMat (θ : Fin m → R) (G : PMat R m) (n k : Int) (q x : PVec R m) :
    pdot q (pmulVec (scoreMat θ G n k) x) =
      pdot (pmulVec (rot θ n) q) (pmulVec G (pmulVec (rot θ k) x)) := by
  rw [scoreMat, ← pmulVec_pmulVec, ← pmulVec_pmulVec, pdot_pmulVec, ptrans_rot, Int.neg_neg]

/-- A matrix that commutes with the rotations may be applied to the query before the rotation. -/
theorem pdot_scoreMat_of_commute {G : PMat R m}
    (hG : pmul G (rot θ 1) = pmul (rot θ 1) G) (n k : Int) (q x : PVec R m) :
    pdot q (pmulVec (scoreMat θ G n k) x) = pdot (pmulVec (ptrans G) q) (pmulVec (rot θ (k - n)) x) := by
  rw [scoreMat_of_commute hG, ← pmulVec_pmulVec, pdot_pmulVec]

/-- `rope.absorb`. If `G` commutes with the rotation `R₁`, then `qᵀ R₋ₙ G Rₖ x = (Gᵀ q)ᵀ Rₖ₋ₙ x` for all positions
`n`, `k` and all `q`, `x`: the matrix is absorbed into the query map. Conversely `G` commutes with `R₁` as soon as
some matrices `P`, `Q` realise the scores, `qᵀ R₋ₙ G Rₖ x = qᵀ Pᵀ Rₖ₋ₙ Q x` for all positions and all `q`, `x`. Here
`Rₙ` turns plane `a` by the angle `n θ a`. Source: 003 § 5.2, Theorem 5.4(ii). -/
theorem rotary_absorb {m : Nat} (θ : Fin m → R) (G : PMat R m) :
    (pmul G (rot θ 1) = pmul (rot θ 1) G → ∀ (n k : Int) (q x : PVec R m),
      pdot q (pmulVec (scoreMat θ G n k) x) = pdot (pmulVec (ptrans G) q) (pmulVec (rot θ (k - n)) x)) ∧
    ((∃ P Q : PMat R m, ∀ (n k : Int) (q x : PVec R m), pdot q (pmulVec (scoreMat θ G n k) x) =
      pdot q (pmulVec (pmul (ptrans P) (pmul (rot θ (k - n)) Q)) x)) ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) := by
  refine ⟨fun hG n k q x => pdot_scoreMat_of_commute hG n k q x, fun ⟨P, Q, h⟩ => ?_, fun hG => ?_⟩
  · exact commute_of_scoreMat ((pext_of_pdot (h 1 1)).trans (pext_of_pdot (h 0 0)).symm)
  · refine ⟨ptrans G, pone, fun n k q x => ?_⟩
    rw [scoreMat_of_commute hG, pmul_pone]; rfl

/-- Refutes the mutant of `rotary_absorb` in which `G` itself, not its transpose, acts on the query. -/
theorem rotary_absorb_mutant_transpose_false : ¬ ∀ (m : Nat) (θ : Fin m → R) (G : PMat R m),
    (pmul G (rot θ 1) = pmul (rot θ 1) G → ∀ (n k : Int) (q x : PVec R m),
      pdot q (pmulVec (scoreMat θ G n k) x) = pdot (pmulVec G q) (pmulVec (rot θ (k - n)) x)) ∧
    ((∃ P Q : PMat R m, ∀ (n k : Int) (q x : PVec R m), pdot q (pmulVec (scoreMat θ G n k) x) =
      pdot q (pmulVec (pmul (ptrans P) (pmul (rot θ (k - n)) Q)) x)) ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) := by
  intro h
  -- the quarter turn of one plane, scored at equal positions
  have ht : turn (fun _ : Fin 1 => (pi / 2 : R)) = blocks (fun _ => 0) (fun _ => 1) := by
    show blocks (fun _ => cos (pi / 2)) (fun _ => sin (pi / 2)) = _
    rw [cos_pi_div_two, sin_pi_div_two]
  have hG : pmul (blocks (fun _ => 0) (fun _ => 1)) (rot (fun _ : Fin 1 => (pi / 2 : R)) 1) =
      pmul (rot (fun _ => pi / 2) 1) (blocks (fun _ => 0) (fun _ => 1)) := by rw [rot_one, ht]
  have e := (h 1 (fun _ => pi / 2) (blocks (fun _ => 0) (fun _ => 1))).1 hG 0 0 (psingle 0 true) (psingle 0 false)
  rw [pdot_scoreMat_of_commute hG, Int.sub_self, rot_zero, ptrans_blocks, pdot_comm, pdot_comm (pmulVec _ _)] at e
  rw [pone_eq] at e
  simp only [pdot, psum, sum_succ, sum_zero_length, pmulVec, psingle, blocks, blk, and_true, and_false,
    if_true, if_false, reduceCtorEq] at e
  clear h ht hG; lin

end Claims
