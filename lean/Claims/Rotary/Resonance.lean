module

public import Claims.Rotary.Commutant

/-!
# Resonant rotations

When the angles of two planes agree, or are opposite, up to full turns, a matrix that mixes the planes commutes with
the rotation. Hence each of the nonresonance hypotheses of `rotary_commutant` is needed.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The matrix that maps plane `b` onto plane `a` and everything else to zero. -/
def planeMap (a b : Fin m) : PMat R m := fun i p j q => if i = a ∧ j = b ∧ p = q then 1 else 0

/-- The matrix that maps plane `b` onto plane `a` with the second coordinate reversed. -/
def planeFlip (a b : Fin m) : PMat R m := fun i p j q =>
  if i = a ∧ j = b ∧ p = q then (if p = true then -1 else 1) else 0

/-- Under the resonance of two planes with equal rotations a matrix that mixes the planes commutes with the
rotation, and it is not block diagonal. -/
theorem rotary_resonance_counterexample {m : Nat} (θ : Fin m → R) (a b : Fin m) (k : Int) (hab : a ≠ b)
    (h : θ a - θ b = (k : R) * (2 * pi)) :
    pmul (planeMap a b) (rot θ 1) = pmul (rot θ 1) (planeMap a b) ∧
      ¬ ∃ u w, (planeMap a b : PMat R m) = blocks u w := by
  obtain ⟨hc, hs⟩ := cos_sin_eq_iff.2 ⟨k, show θ a = θ b + (k : R) * (2 * pi) by lin⟩
  constructor
  · funext i p j q
    rw [rot_one, turn, pmul_blocks, blocks_pmul]
    simp only [planeMap]
    by_cases hi : i = a <;> by_cases hj : j = b
    · subst hi hj
      rw [hc, hs]
      clear hc hs h
      cases p <;> cases q <;>
        simp only [blk, and_false, and_self, if_true, if_false, reduceCtorEq] <;> lin
    all_goals simp only [hi, hj, false_and, and_false, if_false]; lin
  · rintro ⟨u, w, h⟩
    have e := congrFun (congrFun (congrFun (congrFun h a) true) b) true
    simp only [planeMap, blocks, and_self, if_true, hab, if_false] at e
    clear hc hs; lin

/-- Under the resonance of two planes with opposite rotations a matrix that mixes the planes, and reverses one
coordinate, commutes with the rotation, and it is not block diagonal. -/
theorem rotary_mirror_counterexample {m : Nat} (θ : Fin m → R) (a b : Fin m) (k : Int) (hab : a ≠ b)
    (h : θ a + θ b = (k : R) * (2 * pi)) :
    pmul (planeFlip a b) (rot θ 1) = pmul (rot θ 1) (planeFlip a b) ∧
      ¬ ∃ u w, (planeFlip a b : PMat R m) = blocks u w := by
  obtain ⟨hc, hs⟩ := cos_sin_eq_iff.2 ⟨k, show θ a = -θ b + (k : R) * (2 * pi) by lin⟩
  rw [cos_neg] at hc
  rw [sin_neg] at hs
  constructor
  · funext i p j q
    rw [rot_one, turn, pmul_blocks, blocks_pmul]
    simp only [planeFlip]
    by_cases hi : i = a <;> by_cases hj : j = b
    · subst hi hj
      rw [hc, hs]
      clear hc hs h
      cases p <;> cases q <;>
        simp only [blk, and_false, and_self, if_true, if_false, reduceCtorEq] <;> lin
    all_goals simp only [hi, hj, false_and, and_false, if_false]; lin
  · rintro ⟨u, w, h⟩
    have e := congrFun (congrFun (congrFun (congrFun h a) true) b) true
    simp only [planeFlip, blocks, and_self, if_true, hab, if_false] at e
    clear hc hs; lin

/-- Half of pi is no integer multiple of pi. -/
theorem pi_div_two_ne_int_mul_pi (k : Int) : (pi / 2 : R) ≠ (k : R) * pi := by
  have h := pi_pos (R := R)
  exact ne_intCast_mul (by lin) (by lin) (by lin) k

/-- Refutes the mutant of `rotary_commutant` without the hypothesis on pairs of planes. -/
theorem rotary_commutant_mutant_resonance_false : ¬ ∀ (m : Nat) (θ : Fin m → R) (G : PMat R m)
    (_ : ∀ (a : Fin m) (k : Int), θ a ≠ (k : R) * pi),
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    (pmul G (rot θ 1) = pmul (rot θ 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  intro h
  -- two planes that both make a quarter turn
  have h1 := rotary_resonance_counterexample (R := R) (m := 2) (fun _ => pi / 2) 0 1 0 (by decide) (by clear h; lin)
  obtain ⟨u, w, e, _⟩ := ((h 2 (fun _ => pi / 2) (planeMap 0 1)
    (fun _ k => pi_div_two_ne_int_mul_pi k)).2.2).1 h1.1
  exact h1.2 ⟨u, w, e⟩

/-- Refutes the mutant of `rotary_commutant` that does not exclude opposite angles. -/
theorem rotary_commutant_mutant_mirror_false : ¬ ∀ (m : Nat) (θ : Fin m → R) (G : PMat R m)
    (_ : ∀ (a : Fin m) (k : Int), θ a ≠ (k : R) * pi)
    (_ : ∀ (a b : Fin m) (k : Int), a ≠ b → θ a - θ b ≠ (k : R) * (2 * pi)),
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    (pmul G (rot θ 1) = pmul (rot θ 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  intro h
  -- two planes that make a quarter turn in opposite directions
  have key : ∀ θ : Fin 2 → R, θ 0 = pi / 2 → θ 1 = -(pi / 2) → False := fun θ e0 e1 => by
    have hpi := pi_pos (R := R)
    have two : ∀ a : Fin 2, a = 0 ∨ a = 1 := fun a => by omega
    have h1 := rotary_mirror_counterexample θ 0 1 0 (by decide) (by clear h two; lin)
    obtain ⟨u, w, e, _⟩ := ((h 2 θ (planeFlip 0 1)
      (fun a k => by
        rcases two a with ha | ha <;> subst ha
        · rw [e0]; exact pi_div_two_ne_int_mul_pi k
        · rw [e1]; exact ne_intCast_mul (by clear h two; lin) (by clear h two; lin) (by clear h two; lin) k)
      (fun a b k hab => by
        rcases two a with ha | ha <;> rcases two b with hb | hb <;> subst ha <;> subst hb
        · exact absurd rfl hab
        · rw [e0, e1]; exact ne_intCast_mul (by clear h two; lin) (by clear h two; lin) (by clear h two; lin) k
        · rw [e0, e1]; exact ne_intCast_mul (by clear h two; lin) (by clear h two; lin) (by clear h two; lin) k
        · exact absurd rfl hab)).2.2).1 h1.1
    exact h1.2 ⟨u, w, e⟩
  exact key (fun a => if a = 0 then pi / 2 else -(pi / 2)) (if_pos rfl) (if_neg (by decide))

/-- Refutes the mutant of `rotary_commutant` without the hypothesis on single planes. -/
theorem rotary_commutant_mutant_flat_false : ¬ ∀ (m : Nat) (θ : Fin m → R) (G : PMat R m)
    (_ : ∀ (a b : Fin m) (k : Int), a ≠ b → θ a - θ b ≠ (k : R) * (2 * pi) ∧ θ a + θ b ≠ (k : R) * (2 * pi)),
    ((∀ n k n' k' : Int, k - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    ((∀ n k n' k' : Nat, (k : Int) - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔
      pmul G (rot θ 1) = pmul (rot θ 1) G) ∧
    (pmul G (rot θ 1) = pmul (rot θ 1) G ↔
      ∃ u w, G = blocks u w ∧ ∀ u' w', G = blocks u' w' → u' = u ∧ w' = w) := by
  intro h
  -- one plane that does not turn at all: every matrix commutes
  have h1 := ((h 1 (fun _ => 0) (fun _ p _ q => if p = false ∧ q = false then 1 else 0)
    (fun a b _ hab => absurd (Subsingleton.elim a b) hab)).2.2).1
    (by rw [rot_one, turn_zero, pmul_pone, pone_pmul])
  obtain ⟨u, w, e, _⟩ := h1
  have e1 := congrFun (congrFun (congrFun (congrFun e 0) false) 0) false
  have e2 := congrFun (congrFun (congrFun (congrFun e 0) true) 0) true
  simp only [blocks, blk, and_self, if_true, if_false, reduceCtorEq] at e1 e2
  clear h; lin

end Claims
