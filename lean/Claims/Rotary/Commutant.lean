module

public import Claims.Rotary.Matrices

/-!
# The commutant of the rotary matrices

Scores `qᵀ R₋ₙ G Rₖ x` depend on the offset `k - n` alone exactly when `G` commutes with the rotation by one, and,
without resonance, exactly when `G` is block diagonal with blocks `u I + w J`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {m : Nat} {c s : Fin m → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix `R₋ₙ G Rₖ` that scores a query at position `n` against a key at position `k`. -/
def scoreMat (c s : Fin m → R) (G : PMat R m) (n k : Int) : PMat R m :=
  pmul (rot c s (-n)) (pmul G (rot c s k))

/-- For a commuting matrix the score depends on the offset only. -/
theorem scoreMat_of_commute (hcs : ∀ a, c a ^ 2 + s a ^ 2 = 1) {G : PMat R m}
    (hG : pmul G (rot c s 1) = pmul (rot c s 1) G) (n k : Int) :
    scoreMat c s G n k = pmul G (rot c s (k - n)) := by
  rw [scoreMat, commute_rot hcs hG k, ← pmul_assoc, ← rot_add hcs, commute_rot hcs hG, Int.sub_eq_add_neg,
    Int.add_comm k]

/-- Equal scores at the position pairs `(1, 1)` and `(0, 0)` already make the matrix commute. -/
theorem commute_of_scoreMat (hcs : ∀ a, c a ^ 2 + s a ^ 2 = 1) {G : PMat R m}
    (h : scoreMat c s G 1 1 = scoreMat c s G 0 0) : pmul G (rot c s 1) = pmul (rot c s 1) G := by
  have e := congrArg (pmul (rot c s 1)) h
  simp only [scoreMat, Int.neg_zero, rot_zero, pone_pmul, pmul_pone] at e
  rw [← pmul_assoc, ← rot_add hcs, show (1 : Int) + -1 = 0 from rfl, rot_zero, pone_pmul] at e
  exact e

/-- Offset-only scores over all integer positions, or over the natural ones, mean commuting with the rotation. -/
theorem offset_iff (hcs : ∀ a, c a ^ 2 + s a ^ 2 = 1) (G : PMat R m) :
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) := by
  refine ⟨⟨fun h => commute_of_scoreMat hcs (h 1 1 0 0 rfl), fun hG n k n' k' h => ?_⟩,
    ⟨fun h => commute_of_scoreMat hcs (h 1 1 0 0 rfl), fun hG n k n' k' h => ?_⟩⟩ <;>
  rw [scoreMat_of_commute hcs hG, scoreMat_of_commute hcs hG, h]

/-- An off-diagonal block intertwines two rotations with different cosines only when it vanishes. -/
theorem offDiagonal_zero {c₁ s₁ c₂ s₂ x y z w : R} (hc : c₁ ≠ c₂)
    (h1 : x * c₂ + y * s₂ = c₁ * x + -s₁ * z) (h2 : x * -s₂ + y * c₂ = c₁ * y + -s₁ * w)
    (h3 : z * c₂ + w * s₂ = s₁ * x + c₁ * z) (h4 : z * -s₂ + w * c₂ = s₁ * y + c₁ * w) :
    x = 0 ∧ y = 0 ∧ z = 0 ∧ w = 0 := by
  have hD : 0 < (c₂ - c₁) ^ 2 := sq_pos (by lin)
  have hp := sq_nonneg (s₁ + s₂)
  have hm := sq_nonneg (s₁ - s₂)
  have n1 : (c₂ - c₁) ^ 2 + (s₁ + s₂) ^ 2 ≠ 0 := by lin
  have n2 : (c₂ - c₁) ^ 2 + (s₁ - s₂) ^ 2 ≠ 0 := by lin
  have e1 : ((c₂ - c₁) ^ 2 + (s₁ + s₂) ^ 2) * (x - w) = 0 := by clear n1 n2 hD hp hm; lin
  have e2 : ((c₂ - c₁) ^ 2 + (s₁ - s₂) ^ 2) * (x + w) = 0 := by clear n1 n2 hD hp hm; lin
  have e3 : ((c₂ - c₁) ^ 2 + (s₁ + s₂) ^ 2) * (y + z) = 0 := by clear n1 n2 hD hp hm; lin
  have e4 : ((c₂ - c₁) ^ 2 + (s₁ - s₂) ^ 2) * (y - z) = 0 := by clear n1 n2 hD hp hm; lin
  have f1 := (mul_eq_zero e1).resolve_left n1
  have f2 := (mul_eq_zero e2).resolve_left n2
  have f3 := (mul_eq_zero e3).resolve_left n1
  have f4 := (mul_eq_zero e4).resolve_left n2
  clear e1 e2 e3 e4 n1 n2 hD hp hm h1 h2 h3 h4
  refine ⟨?_, ?_, ?_, ?_⟩ <;> lin

/-- Without resonance the matrices that commute with the rotation by one are the block matrices. -/
theorem commute_iff_blocks (hs : ∀ a, s a ≠ 0) (hc : ∀ a b, a ≠ b → c a ≠ c b) (G : PMat R m) :
    pmul G (blocks c s) = pmul (blocks c s) G ↔ ∃ u w, G = blocks u w := by
  constructor
  · intro h
    have e : ∀ a b, _ ∧ _ ∧ _ ∧ _ := fun a b =>
      ⟨congrFun (congrFun (congrFun (congrFun h a) false) b) false,
        congrFun (congrFun (congrFun (congrFun h a) false) b) true,
        congrFun (congrFun (congrFun (congrFun h a) true) b) false,
        congrFun (congrFun (congrFun (congrFun h a) true) b) true⟩
    simp only [blocks_pmul, pmul_blocks, blk] at e
    refine ⟨fun a => G a false a false, fun a => G a true a false, ?_⟩
    funext a p b q
    obtain ⟨h1, h2, h3, h4⟩ := e a b
    simp only [blocks]
    by_cases hab : a = b
    · subst hab
      have hsa := hs a
      have f1 : s a * (G a false a true + G a true a false) = 0 := by clear hs hc e h hsa; lin
      have f2 : s a * (G a false a false - G a true a true) = 0 := by clear hs hc e h hsa; lin
      have g1 := (mul_eq_zero f1).resolve_left hsa
      have g2 := (mul_eq_zero f2).resolve_left hsa
      clear h1 h2 h3 h4 f1 f2 e hs hc h
      cases p <;> cases q <;> simp only [if_true, blk] <;> lin
    · obtain ⟨g1, g2, g3, g4⟩ := offDiagonal_zero (hc a b hab) h1 h2 h3 h4
      simp only [hab, if_false]
      cases p <;> cases q <;> assumption
  · rintro ⟨u, w, rfl⟩
    rw [blocks_pmul_blocks, blocks_pmul_blocks]
    congr 1 <;> funext a <;> lin

/-- Block matrices with equal entries have equal coordinates: `2 m` numbers describe them. -/
theorem blocks_inj {u w u' w' : Fin m → R} (h : blocks u w = blocks u' w') : u' = u ∧ w' = w := by
  constructor <;> funext a
  · have e := congrFun (congrFun (congrFun (congrFun h a) false) a) false
    simp only [blocks, if_true, blk] at e; exact e.symm
  · have e := congrFun (congrFun (congrFun (congrFun h a) true) a) false
    simp only [blocks, if_true, blk] at e; exact e.symm

/-- `rope.commutant`. Let `Rₙ` be the block-diagonal rotation by `n` positions, plane `a` turning by the angle with
cosine `c a` and sine `s a`. The matrix `R₋ₙ G Rₖ` depends on `k - n` only, over the integers as well as over the
natural numbers, if and only if `G` commutes with `R₁`. When the `2 m` numbers `c a ± i s a` are pairwise distinct,
this holds if and only if `G` is block diagonal with blocks `u a I + w a J`, whose `2 m` coordinates are unique: the
commutant has dimension `2 m`. Source: 003 § 4.1, Prop 4.1. -/
theorem rotary_commutant {m : Nat} (c s : Fin m → R) (G : PMat R m) (hcs : ∀ a, c a ^ 2 + s a ^ 2 = 1)
    (hs : ∀ a, s a ≠ 0) (hc : ∀ a b, a ≠ b → c a ≠ c b) :
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    (pmul G (rot c s 1) = pmul (rot c s 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  refine ⟨(offset_iff hcs G).1, (offset_iff hcs G).2, ?_⟩
  rw [rot_one, commute_iff_blocks hs hc G]
  constructor
  · rintro ⟨u, w, h⟩
    exact ⟨u, w, h, fun u' w' h' => blocks_inj (h.symm.trans h')⟩
  · rintro ⟨u, w, h, _⟩
    exact ⟨u, w, h⟩

/-- The matrix that maps plane `b` onto plane `a` and everything else to zero. -/
def planeMap (a b : Fin m) : PMat R m := fun i p j q => if i = a ∧ j = b ∧ p = q then 1 else 0

/-- Under the resonance of two planes with equal rotations a matrix that mixes the planes commutes with the
rotation, and it is not block diagonal. -/
theorem rotary_resonance_counterexample {m : Nat} (c s : Fin m → R) (a b : Fin m) (hab : a ≠ b)
    (hc : c a = c b) (hs : s a = s b) :
    pmul (planeMap a b) (rot c s 1) = pmul (rot c s 1) (planeMap a b) ∧
      ¬ ∃ u w, (planeMap a b : PMat R m) = blocks u w := by
  constructor
  · funext i p j q
    rw [rot_one, pmul_blocks, blocks_pmul]
    simp only [planeMap]
    by_cases hi : i = a <;> by_cases hj : j = b
    · subst hi hj
      rw [hc, hs]
      cases p <;> cases q <;>
        simp only [blk, and_false, and_self, if_true, if_false, reduceCtorEq] <;> lin
    all_goals simp only [hi, hj, false_and, and_false, if_false]; lin
  · rintro ⟨u, w, h⟩
    have e := congrFun (congrFun (congrFun (congrFun h a) true) b) true
    simp only [planeMap, blocks, and_self, if_true, hab, if_false] at e
    lin

/-- Refutes the mutant of `rotary_commutant` without the hypothesis that the cosines differ. -/
theorem rotary_commutant_mutant_resonance_false : ¬ ∀ (m : Nat) (c s : Fin m → R) (G : PMat R m)
    (_ : ∀ a, c a ^ 2 + s a ^ 2 = 1) (_ : ∀ a, s a ≠ 0),
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    (pmul G (rot c s 1) = pmul (rot c s 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  intro h
  have h1 := rotary_resonance_counterexample (R := R) (m := 2) (fun _ => 0) (fun _ => 1) 0 1 (by decide) rfl rfl
  obtain ⟨u, w, e, _⟩ := ((h 2 (fun _ => 0) (fun _ => 1) (planeMap 0 1) (fun _ => by lin) (fun _ => by lin)).2.2).1 h1.1
  exact h1.2 ⟨u, w, e⟩

/-- Refutes the mutant of `rotary_commutant` without the hypothesis that the sines do not vanish. -/
theorem rotary_commutant_mutant_flat_false : ¬ ∀ (m : Nat) (c s : Fin m → R) (G : PMat R m)
    (_ : ∀ a, c a ^ 2 + s a ^ 2 = 1) (_ : ∀ a b, a ≠ b → c a ≠ c b),
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat c s G n k = scoreMat c s G n' k') ↔
      pmul G (rot c s 1) = pmul (rot c s 1) G) ∧
    (pmul G (rot c s 1) = pmul (rot c s 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  intro h
  -- one plane that does not turn at all: every matrix commutes
  have h1 := ((h 1 (fun _ => 1) (fun _ => 0) (fun _ p _ q => if p = false ∧ q = false then 1 else 0)
    (fun _ => by lin) (fun a b hab => absurd (Subsingleton.elim a b) hab)).2.2).1
    (by rw [rot_one, ← pone_eq, pmul_pone, pone_pmul])
  obtain ⟨u, w, e, _⟩ := h1
  have e1 := congrFun (congrFun (congrFun (congrFun e 0) false) 0) false
  have e2 := congrFun (congrFun (congrFun (congrFun e 0) true) 0) true
  simp only [blocks, blk, and_self, if_true, if_false, reduceCtorEq] at e1 e2
  lin

end Claims
