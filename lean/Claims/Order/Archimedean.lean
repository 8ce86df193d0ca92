module

public import Claims.Order.AbsSqrt

/-!
# The Archimedean property

Every number lies below a natural number, and every positive number above the inverse of one.
-/

@[expose] public section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Natural numbers are nonnegative. -/
theorem natCast_nonneg (n : Nat) : (0 : R) ≤ (n : R) := by
  induction n with
  | zero => lin
  | succ n ih => lin

/-- Successors are positive. -/
theorem natCast_succ_pos (n : Nat) : (0 : R) < ((n + 1 : Nat) : R) := by
  have := natCast_nonneg (R := R) n
  lin

/-- The cast to the field preserves the order. -/
theorem natCast_le_natCast {m n : Nat} (h : m ≤ n) : (m : R) ≤ (n : R) := by
  obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le h
  have := natCast_nonneg (R := R) k
  lin

/-- The Archimedean property: every number lies below a natural number. -/
theorem exists_natCast_gt (x : R) : ∃ n : Nat, x < (n : R) := Classical.byContradiction fun hno => by
  have hb : ∀ n : Nat, (n : R) ≤ x := fun n => by
    rcases lt_or_ge x (n : R) with h | h
    · exact absurd ⟨n, h⟩ hno
    · exact h
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun y : R => ∃ n : Nat, y = (n : R)) ⟨_, 0, rfl⟩
    ⟨x, fun y ⟨n, hn⟩ => by rw [hn]; exact hb n⟩
  have := hlub (s - 1) fun y ⟨n, hn⟩ => by
    have k := hub ((n + 1 : Nat) : R) ⟨n + 1, rfl⟩
    rw [hn]
    clear hub hlub hno hb; lin
  clear hub hlub hno hb; lin

/-- Below every positive number lies the inverse of a natural number. -/
theorem exists_inv_natCast_lt {ε : R} (hε : 0 < ε) : ∃ n : Nat, (((n + 1 : Nat) : R))⁻¹ < ε := by
  obtain ⟨n, hn⟩ := exists_natCast_gt (ε⁻¹)
  have hp := natCast_succ_pos (R := R) n
  have e1 := mul_inv_cancel (ne_of_gt hp)
  have e2 := mul_inv_cancel (ne_of_gt hε)
  refine ⟨n, lt_of_mul_lt_mul_left (le_of_lt hp) ?_⟩
  have k := mul_lt_mul_right' hε (show ε⁻¹ < ((n + 1 : Nat) : R) by lin)
  lin

end Claims
