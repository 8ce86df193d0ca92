module

public import Claims.Functions.Power
public import Claims.Rotary.Commutant
public import Claims.Functions.SpecialAngles

/-!
# The standard rotary frequencies have no resonance

Powers of one ratio between zero and one are distinct, at most one, and too small for any resonance with `π`. So the
commutant of the standard rotation consists of the block matrices.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

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

/-- Powers `θ a = q ^ a`, `a = 0, 1, …, m - 1`, with `q > 0`, `q ^ m * base = 1` and `base > 1`: they start at `1`,
lie in `(0, 1]` and decrease strictly, and two different ones have a sum below `2`; hence there is no resonance. -/
theorem powers_nonresonant {m : Nat} (base q : R) (θ : Fin m → R) (hb : 1 < base) (hq : 0 < q)
    (hqb : q ^ m * base = 1) (hθ : ∀ a, θ a = q ^ a.val) :
    (∀ a : Fin m, a.val = 0 → θ a = 1) ∧
    (∀ a, 0 < θ a ∧ θ a ≤ 1) ∧
    (∀ a b, a < b → θ b < θ a) ∧
    (∀ a b, a ≠ b → θ a + θ b < 2) ∧
    (∀ (a : Fin m) (z : Int), θ a ≠ (z : R) * pi) ∧
    (∀ (a b : Fin m) (z : Int), a ≠ b → θ a - θ b ≠ (z : R) * (2 * pi) ∧ θ a + θ b ≠ (z : R) * (2 * pi)) := by
  have hp := two_lt_pi (R := R)
  have hq1 := ratio_lt_one hb hqb
  have h01 : ∀ a, 0 < θ a ∧ θ a ≤ 1 := fun a => by
    rw [hθ]; exact ⟨pow_pos hq _, pow_le_one (le_of_lt hq) (le_of_lt hq1) _⟩
  have hlt : ∀ a b, a < b → θ b < θ a := fun a b h => by
    rw [hθ, hθ]; exact pow_lt_pow hq hq1 h
  have hne : ∀ a b, a ≠ b → θ b < θ a ∨ θ a < θ b := fun a b h => by
    rcases Nat.lt_or_gt_of_ne (fun h' => h (Fin.ext h')) with h' | h'
    · exact Or.inl (hlt a b h')
    · exact Or.inr (hlt b a h')
  refine ⟨fun a h => by rw [hθ, h, Semiring.pow_zero], h01, hlt, fun a b h => ?_, fun a z => ?_,
    fun a b z h => ⟨?_, ?_⟩⟩
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

/-- The standard frequency `base ^ (-2 k / d)`, with `d = 2 m`, is the `k`-th power of the ratio `base ^ (-1 / m)`. -/
theorem standard_frequency_eq_pow {m : Nat} (hm : 0 < m) (base : R) (k : Nat) :
    rpow base (-(2 * (k : R) / (2 * (m : R)))) = rpow base (-(m : R)⁻¹) ^ k := by
  have hm' : (0 : R) < (m : R) := by
    have := natCast_le_natCast (R := R) (show 1 ≤ m from hm)
    lin
  have e := mul_inv_cancel (ne_of_gt hm')
  have e2 : 2 * (k : R) / (2 * (m : R)) = (m : R)⁻¹ * (k : R) := by
    rw [div_eq_mul_inv]
    have e' := mul_inv_cancel (a := 2 * (m : R)) (by clear e; lin)
    generalize (2 * (m : R))⁻¹ = i at *
    generalize (m : R)⁻¹ = j at *
    have : 2 * i = j := by
      have t : 2 * (m : R) * i * j = j := by rw [e']; clear e e'; lin
      clear e'; lin
    clear e e'; lin
  rw [← rpow_natCast (rpow_pos _ _), ← rpow_mul, e2,
    show -(m : R)⁻¹ * (k : R) = -((m : R)⁻¹ * (k : R)) by clear e e2; lin]

/-- The ratio `base ^ (-1 / m)` of the standard frequencies. -/
theorem standard_ratio_pow_mul {m : Nat} (hm : 0 < m) {base : R} (hb : 0 < base) :
    rpow base (-(m : R)⁻¹) ^ m * base = 1 := by
  have hm' : (0 : R) < (m : R) := by
    have := natCast_le_natCast (R := R) (show 1 ≤ m from hm)
    lin
  have e := mul_inv_cancel (ne_of_gt hm')
  have e2 := mul_inv_cancel (ne_of_gt hb)
  rw [← rpow_natCast (rpow_pos _ _), ← rpow_mul, show -(m : R)⁻¹ * (m : R) = -1 by clear e2; lin, rpow_neg,
    rpow_one hb]
  clear e; lin

/-- `rope.standard-nonresonant`. The standard rotary frequencies of `m = d / 2` planes are `θ a = base ^ (-2 a / d)`,
`a = 0, 1, …, m - 1`. For `base > 1` they start at `1`, lie in `(0, 1]` and decrease strictly, and two different ones
have a sum below `2`. Hence there is no resonance: no `θ a` is an integer multiple of `π`, and no `θ a - θ b` or
`θ a + θ b` with `a ≠ b` one of `2 π`. Source: 003 §§ 4.1, 5.4.1. -/
theorem rotary_standard_nonresonant {m : Nat} (base : R) (θ : Fin m → R) (hb : 1 < base)
    (hθ : ∀ a : Fin m, θ a = rpow base (-(2 * (a.val : R) / (2 * (m : R))))) :
    (∀ a : Fin m, a.val = 0 → θ a = 1) ∧
    (∀ a, 0 < θ a ∧ θ a ≤ 1) ∧
    (∀ a b, a < b → θ b < θ a) ∧
    (∀ a b, a ≠ b → θ a + θ b < 2) ∧
    (∀ (a : Fin m) (z : Int), θ a ≠ (z : R) * pi) ∧
    (∀ (a b : Fin m) (z : Int), a ≠ b → θ a - θ b ≠ (z : R) * (2 * pi) ∧ θ a + θ b ≠ (z : R) * (2 * pi)) := by
  rcases Nat.eq_zero_or_pos m with h | hm
  · subst h
    exact ⟨fun a => a.elim0, fun a => a.elim0, fun a => a.elim0, fun a => a.elim0, fun a => a.elim0, fun a => a.elim0⟩
  · exact powers_nonresonant base (rpow base (-(m : R)⁻¹)) θ hb (rpow_pos _ _)
      (standard_ratio_pow_mul hm (by clear hθ; lin)) (fun a => (hθ a).trans (standard_frequency_eq_pow hm base a.val))

/-- For the standard frequencies, offset-only scores mean block-diagonal matrices. -/
theorem rotary_standard_commutant {m : Nat} (base : R) (θ : Fin m → R) (G : PMat R m) (hb : 1 < base)
    (hθ : ∀ a : Fin m, θ a = rpow base (-(2 * (a.val : R) / (2 * (m : R))))) :
    (∀ n k n' k' : Int, k - n = k' - n' → scoreMat θ G n k = scoreMat θ G n' k') ↔ ∃ u w, G = blocks u w := by
  have key := rotary_standard_nonresonant base θ hb hθ
  have h := rotary_commutant θ G key.2.2.2.2.1 key.2.2.2.2.2
  rw [h.1, h.2.2]
  exact ⟨fun ⟨u, w, e, _⟩ => ⟨u, w, e⟩, fun ⟨u, w, e⟩ => ⟨u, w, e, fun u' w' e' => blocks_inj (e.symm.trans e')⟩⟩

/-- Refutes the mutant of `rotary_standard_nonresonant` that only asks for a positive base: at base one both frequencies
of two planes are one. -/
theorem rotary_standard_nonresonant_mutant_base_false : ¬ ∀ (m : Nat) (base : R) (θ : Fin m → R)
    (_ : 0 < base) (_ : ∀ a : Fin m, θ a = rpow base (-(2 * (a.val : R) / (2 * (m : R))))),
    (∀ a : Fin m, a.val = 0 → θ a = 1) ∧
    (∀ a, 0 < θ a ∧ θ a ≤ 1) ∧
    (∀ a b, a < b → θ b < θ a) ∧
    (∀ a b, a ≠ b → θ a + θ b < 2) ∧
    (∀ (a : Fin m) (z : Int), θ a ≠ (z : R) * pi) ∧
    (∀ (a b : Fin m) (z : Int), a ≠ b → θ a - θ b ≠ (z : R) * (2 * pi) ∧ θ a + θ b ≠ (z : R) * (2 * pi)) := by
  intro h
  have := (h 2 1 (fun _ => 1) (by clear h; lin) (fun a => (one_rpow _).symm)).2.2.1 0 1 (by decide)
  clear h; lin

end Claims
