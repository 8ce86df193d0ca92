module

public import Claims.LinearAlgebra.Matrix

/-!
# The standard rotary frequencies have no resonance

Powers of one ratio between zero and one are distinct, at most one, and too small for any resonance with `π`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

attribute [scoped instance] Ring.intCast

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Natural numbers are nonnegative. -/
theorem natCast_nonneg (n : Nat) : (0 : R) ≤ (n : R) := by
  induction n with
  | zero => lin
  | succ n ih => lin

/-- A number strictly between `0` and `t` in size is no integer multiple of `t`. -/
theorem ne_intCast_mul {x t : R} (hx : x ≠ 0) (h1 : -t < x) (h2 : x < t) (z : Int) : x ≠ (z : R) * t := by
  have ht : 0 ≤ t := by lin
  rcases z with n | n
  · cases n with
    | zero => lin
    | succ n =>
      have := mul_nonneg (natCast_nonneg (R := R) n) ht
      have e : ((Int.ofNat (n + 1) : Int) : R) = (n : R) + 1 := by
        have := Ring.intCast_natCast (α := R) (n + 1)
        lin
      rw [e]; lin
  · have := mul_nonneg (natCast_nonneg (R := R) n) ht
    have e : ((Int.negSucc n : Int) : R) = -((n : R) + 1) := by
      have := Ring.intCast_natCast (α := R) (n + 1)
      have := Ring.intCast_neg (α := R) ((n + 1 : Nat) : Int)
      rw [Int.negSucc_eq]; lin
    rw [e]; lin

/-- Powers of a number in `(0, 1]` are at most one. -/
theorem pow_le_one {q : R} (h0 : 0 < q) (h1 : q ≤ 1) (k : Nat) : q ^ k ≤ 1 := by
  induction k with
  | zero => rw [Semiring.pow_zero]; exact le_rfl 1
  | succ k ih =>
    rw [Semiring.pow_succ]
    have := mul_le_mul ih h1 (le_of_lt h0) (by lin)
    lin

/-- Powers of a number between zero and one decrease strictly. -/
theorem pow_lt_pow {q : R} (h0 : 0 < q) (h1 : q < 1) {a b : Nat} (h : a < b) : q ^ b < q ^ a := by
  induction b with
  | zero => exact absurd h (Nat.not_lt_zero a)
  | succ b ih =>
    rw [Semiring.pow_succ]
    have h2 := mul_lt_mul_left' (pow_pos h0 b) h1
    rcases Nat.lt_or_eq_of_le (Nat.le_of_lt_succ h) with h3 | h3
    · have := ih h3; lin
    · subst h3; lin

/-- A positive number whose `m`-th power times `b > 1` is one lies below one. -/
theorem ratio_lt_one {q b : R} {m : Nat} (hb : 1 < b) (hqb : q ^ m * b = 1) : q < 1 := by
  rcases lt_or_ge q 1 with h | h
  · exact h
  · have h1 := one_le_pow h m
    have := mul_le_mul_right' (a := b) (by lin) h1
    lin

/-- `rope.standard-nonresonant`. The standard rotary frequencies of `m = d / 2` planes are `θ a = base ^ (-2 a / d)`,
`a = 0, 1, …, m - 1`, that is `θ a = q ^ a` with `q > 0` and `q ^ m * base = 1`. For `base > 1` they start at `1`,
lie in `(0, 1]` and decrease strictly, and two different ones have a sum below `2`. Hence there is no resonance: no `θ a` is
an integer multiple of `π`, and no `θ a - θ b` or `θ a + θ b` with `a ≠ b` one of `2 π`. Of `π` only `π > 1` is used,
so `p` may be any number above `1`. Source: 003 §§ 4.1, 5.4.1. -/
theorem rotary_standard_nonresonant {m : Nat} (base q p : R) (θ : Fin m → R) (hb : 1 < base) (hq : 0 < q)
    (hqb : q ^ m * base = 1) (hp : 1 < p) (hθ : ∀ a, θ a = q ^ a.val) :
    (∀ a : Fin m, a.val = 0 → θ a = 1) ∧
    (∀ a, 0 < θ a ∧ θ a ≤ 1) ∧
    (∀ a b, a < b → θ b < θ a) ∧
    (∀ a b, a ≠ b → θ a + θ b < 2) ∧
    (∀ (a : Fin m) (z : Int), θ a ≠ (z : R) * p) ∧
    (∀ (a b : Fin m) (z : Int), a ≠ b → θ a - θ b ≠ (z : R) * (2 * p) ∧ θ a + θ b ≠ (z : R) * (2 * p)) := by
  have hq1 := ratio_lt_one hb hqb
  have h01 : ∀ a, 0 < θ a ∧ θ a ≤ 1 := fun a => by
    rw [hθ]; exact ⟨pow_pos hq _, pow_le_one hq (le_of_lt hq1) _⟩
  have hlt : ∀ a b, a < b → θ b < θ a := fun a b h => by
    rw [hθ, hθ]; exact pow_lt_pow hq hq1 h
  have hne : ∀ a b, a ≠ b → θ b < θ a ∨ θ a < θ b := fun a b h => by
    rcases Nat.lt_or_gt_of_ne (fun h' => h (Fin.ext h')) with h' | h'
    · exact Or.inl (hlt a b h')
    · exact Or.inr (hlt b a h')
  refine ⟨fun a h => by rw [hθ, h, Semiring.pow_zero], h01, hlt, fun a b h => ?_, fun a z => ?_, fun a b z h => ⟨?_, ?_⟩⟩
  · have ha := h01 a
    have hb' := h01 b
    have := hne a b h
    clear h01 hlt hne hθ; lin
  · have ha := h01 a
    clear h01 hlt hne hθ
    exact ne_intCast_mul (by lin) (by lin) (by lin) z
  all_goals
    have ha := h01 a
    have hb' := h01 b
    have := hne a b h
    clear h01 hlt hne hθ
    exact ne_intCast_mul (by lin) (by lin) (by lin) z

/-- Refutes the mutant of `rotary_standard_nonresonant` that only asks for a positive base. -/
theorem rotary_standard_nonresonant_mutant_base_false : ¬ ∀ (m : Nat) (base q p : R) (θ : Fin m → R)
    (_ : 0 < base) (_ : 0 < q) (_ : q ^ m * base = 1) (_ : 1 < p) (_ : ∀ a, θ a = q ^ a.val),
    (∀ a : Fin m, a.val = 0 → θ a = 1) ∧
    (∀ a, 0 < θ a ∧ θ a ≤ 1) ∧
    (∀ a b, a < b → θ b < θ a) ∧
    (∀ a b, a ≠ b → θ a + θ b < 2) ∧
    (∀ (a : Fin m) (z : Int), θ a ≠ (z : R) * p) ∧
    (∀ (a b : Fin m) (z : Int), a ≠ b → θ a - θ b ≠ (z : R) * (2 * p) ∧ θ a + θ b ≠ (z : R) * (2 * p)) := by
  intro h
  have e : ∀ k : Nat, (1 : R) = 1 ^ k := fun k => by
    induction k with
    | zero => rw [Semiring.pow_zero]
    | succ k ih => rw [Semiring.pow_succ, ← ih]; lin
  -- base one: both frequencies are one
  have := (h 2 1 1 2 (fun _ => 1) (by lin) (by lin) (by lin) (by lin) (fun a => e a.val)).2.2.1 0 1 (by decide)
  clear h e; lin

end Claims
