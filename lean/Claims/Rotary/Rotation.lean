module

public import Claims.Rotary.Matrices
public import Claims.Functions.Periodic

/-!
# Rotary rotations

The rotation by angles `θ` turns plane `a` by the angle `θ a`; at position `n`, an integer, it turns plane `a` by
`n θ a`, which is the `n`-th power of the rotation at position one.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Rotation by given angles -/

/-- The rotation that turns plane `a` by the angle `θ a`. -/
def turn (θ : Fin m → R) : PMat R m := blocks (fun a => cos (θ a)) (fun a => sin (θ a))

/-- The rotation by angles zero is the identity. -/
theorem turn_zero : turn (fun _ : Fin m => (0 : R)) = pone := by
  show blocks (fun _ => cos 0) (fun _ => sin 0) = pone
  rw [cos_zero, sin_zero, pone_eq]

/-- Rotations compose by adding the angles. -/
theorem turn_add (θ φ : Fin m → R) : turn (fun a => θ a + φ a) = pmul (turn θ) (turn φ) := by
  unfold turn
  rw [blocks_pmul_blocks]
  congr 1 <;> funext a
  · exact cos_add (θ a) (φ a)
  · rw [sin_add]; lin

/-- The transposed rotation turns by the opposite angles. -/
theorem ptrans_turn (θ : Fin m → R) : ptrans (turn θ) = turn (fun a => -θ a) := by
  unfold turn
  rw [ptrans_blocks]
  congr 1 <;> funext a
  · exact (cos_neg (θ a)).symm
  · exact (sin_neg (θ a)).symm

/-- Two rotations agree exactly when their angles agree up to full turns. -/
theorem turn_eq_iff {θ φ : Fin m → R} : turn θ = turn φ ↔ ∀ a, ∃ k : Int, θ a = φ a + (k : R) * (2 * pi) := by
  constructor
  · intro h a
    have e := blocks_inj h
    exact cos_sin_eq_iff.1 ⟨(congrFun e.1 a).symm, (congrFun e.2 a).symm⟩
  · intro h
    unfold turn
    congr 1 <;> funext a
    · exact (cos_sin_eq_iff.2 (h a)).1
    · exact (cos_sin_eq_iff.2 (h a)).2

/-! ## Positions -/

/-- The rotation at position `n`: plane `a` turns by the angle `n θ a`. -/
def rot (θ : Fin m → R) (n : Int) : PMat R m := turn (fun a => (n : R) * θ a)

variable (θ : Fin m → R)

/-- The rotation at position zero is the identity. -/
theorem rot_zero : rot θ 0 = pone := by
  rw [← turn_zero]
  exact congrArg turn (funext fun a => by lin)

/-- The rotation at position one. -/
theorem rot_one : rot θ 1 = turn θ := congrArg turn (funext fun a => by lin)

/-- Rotations compose by adding positions. -/
theorem rot_add (n k : Int) : rot θ (n + k) = pmul (rot θ n) (rot θ k) := by
  unfold rot
  rw [← turn_add]
  exact congrArg turn (funext fun a => by lin)

/-- The inverse rotation is the transposed one. -/
theorem ptrans_rot (n : Int) : ptrans (rot θ n) = rot θ (-n) := by
  unfold rot
  rw [ptrans_turn]
  exact congrArg turn (funext fun a => by lin)

/-- A rotation times the one at the opposite position is the identity. -/
theorem rot_pmul_neg (n : Int) : pmul (rot θ n) (rot θ (-n)) = pone := by
  rw [← rot_add, Int.add_right_neg, rot_zero]

/-- A rotation after the one at the opposite position is the identity. -/
theorem rot_neg_pmul (n : Int) : pmul (rot θ (-n)) (rot θ n) = pone := by
  rw [← rot_add, Int.add_left_neg, rot_zero]

/-- The rotation at position `n` is the `n`-th power of the rotation at position one. -/
theorem rot_natCast (n : Nat) : rot θ n = ppow (turn θ) n := by
  induction n with
  | zero => exact rot_zero θ
  | succ n ih =>
    show rot θ ((n : Int) + 1) = pmul (ppow (turn θ) n) (turn θ)
    rw [rot_add, ih, rot_one]

/-- The rotation at position `-n` is the `n`-th power of the transposed rotation. -/
theorem rot_neg_natCast (n : Nat) : rot θ (-(n : Int)) = ppow (ptrans (turn θ)) n := by
  have h : rot θ (-(n : Int)) = rot (fun a => -θ a) n := congrArg turn (funext fun a => by lin)
  rw [h, rot_natCast, ptrans_turn]

/-- A matrix that commutes with the rotation at position one commutes with every rotation. -/
theorem commute_rot {θ : Fin m → R} {G : PMat R m} (hG : pmul G (rot θ 1) = pmul (rot θ 1) G) (n : Int) :
    pmul G (rot θ n) = pmul (rot θ n) G := by
  have hT : pmul G (rot θ (-1)) = pmul (rot θ (-1)) G := by
    have h := congrArg (fun X => pmul (rot θ (-1)) (pmul X (rot θ (-1)))) hG
    dsimp only at h
    rw [pmul_assoc, rot_pmul_neg, pmul_pone, pmul_assoc, ← pmul_assoc, rot_neg_pmul, pone_pmul] at h
    exact h.symm
  induction n using int_induction with
  | zero => rw [rot_zero, pmul_pone, pone_pmul]
  | succ k ih => rw [rot_add, ← pmul_assoc, ih, pmul_assoc, hG, pmul_assoc]
  | pred k ih => rw [Int.sub_eq_add_neg, rot_add, ← pmul_assoc, ih, pmul_assoc, hT, pmul_assoc]

end Claims
