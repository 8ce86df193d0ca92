module

public import Claims.Rotary.Rotation

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

variable {R : Type u} [Reals R] {m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix `R₋ₙ G Rₖ` that scores a query at position `n` against a key at position `k`. -/
def scoreMat (θ : Fin m → R) (G : PMat R m) (n k : Int) : PMat R m :=
  pmul (rot θ (-n)) (pmul G (rot θ k))

variable {θ : Fin m → R}

/-- For a commuting matrix the score depends on the offset only. -/
theorem scoreMat_of_commute {G : PMat R m} (hG : pmul G (rot θ 1) = pmul (rot θ 1) G) (n k : Int) :
    scoreMat θ G n k = pmul G (rot θ (k - n)) := by
  rw [scoreMat, commute_rot hG k, ← pmul_assoc, ← rot_add, commute_rot hG, Int.sub_eq_add_neg, Int.add_comm k]

/-- Equal scores at the position pairs `(1, 1)` and `(0, 0)` already make the matrix commute. -/
theorem commute_of_scoreMat {G : PMat R m} (h : scoreMat θ G 1 1 = scoreMat θ G 0 0) :
    pmul G (rot θ 1) = pmul (rot θ 1) G := by
  have e := congrArg (pmul (rot θ 1)) h
  simp only [scoreMat, Int.neg_zero, rot_zero, pone_pmul, pmul_pone] at e
  rw [← pmul_assoc, rot_pmul_neg, pone_pmul] at e
  exact e

/-- Offset-only scores over all integer positions, or over the natural ones, mean commuting with the rotation. -/
theorem offset_iff (θ : Fin m → R) (G : PMat R m) :
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) := by
  refine ⟨⟨fun h => commute_of_scoreMat (h 1 1 0 0 rfl), fun hG n k n' k' h => ?_⟩,
    ⟨fun h => commute_of_scoreMat (h 1 1 0 0 rfl), fun hG n k n' k' h => ?_⟩⟩ <;>
  rw [scoreMat_of_commute hG, scoreMat_of_commute hG, h]

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

/-- When the cosines differ and no sine vanishes, the matrices that commute with the rotation are the block
matrices. -/
theorem commute_iff_blocks {c s : Fin m → R} (hs : ∀ a, s a ≠ 0) (hc : ∀ a b, a ≠ b → c a ≠ c b) (G : PMat R m) :
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

/-- `rope.commutant`. Let `Rₙ` be the block-diagonal rotation at position `n`, plane `a` turning by the angle `n θ a`.
The matrix `R₋ₙ G Rₖ` depends on `k - n` only, over the integers as well as over the natural numbers, if and only if
`G` commutes with `R₁`. Without resonance, that is when no `θ a` is an integer multiple of `π` and for `a ≠ b` neither
`θ a - θ b` nor `θ a + θ b` is one of `2 π`, this holds if and only if `G` is block diagonal with blocks
`u a I + w a J`, whose `2 m` coordinates are unique: the commutant has dimension `2 m`. Source: 003 § 4.1, Prop 4.1. -/
theorem rotary_commutant {m : Nat} (θ : Fin m → R) (G : PMat R m)
    (hs : ∀ (a : Fin m) (k : Int), θ a ≠ (k : R) * pi)
    (hc : ∀ (a b : Fin m) (k : Int), a ≠ b → θ a - θ b ≠ (k : R) * (2 * pi) ∧ θ a + θ b ≠ (k : R) * (2 * pi)) :
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    (pmul G (rot θ 1) = pmul (rot θ 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  refine ⟨(offset_iff θ G).1, (offset_iff θ G).2, ?_⟩
  have hs' : ∀ a, sin (θ a) ≠ 0 := fun a h => by
    obtain ⟨k, e⟩ := sin_eq_zero_iff.1 h
    exact hs a k e
  have hc' : ∀ a b, a ≠ b → cos (θ a) ≠ cos (θ b) := fun a b hab h => by
    obtain ⟨k, e | e⟩ := cos_eq_cos_iff.1 h
    · exact (hc a b k hab).1 (by clear hs hc hs' h; lin)
    · exact (hc a b k hab).2 (by clear hs hc hs' h; lin)
  rw [rot_one, turn, commute_iff_blocks hs' hc' G]
  constructor
  · rintro ⟨u, w, h⟩
    exact ⟨u, w, h, fun u' w' h' => blocks_inj (h.symm.trans h')⟩
  · rintro ⟨u, w, h, _⟩
    exact ⟨u, w, h⟩

end Claims
