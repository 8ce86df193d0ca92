module

public import Claims.Functions.Exp

/-!
# The hyperbolic tangent

`tanhOf E` is the hyperbolic tangent of an exponential function `E`. Its values are characterised by
`(1 - c) E(2a) = 1 + c`, which gives existence and uniqueness of the inverse on `(-1, 1)`, the limit at
infinity with a rate, and the derivative `1 - tanh²`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {E : R → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The hyperbolic tangent, `(E x - E (-x)) / (E x + E (-x))`. -/
def tanhOf (E : R → R) (x : R) : R := (E x - E (-x)) / (E x + E (-x))

/-- The number `c` is the hyperbolic tangent of `a` exactly when `(1 - c) E(2a) = 1 + c`. -/
theorem tanhOf_eq_iff (hE : IsExp E) (a c : R) : tanhOf E a = c ↔ (1 - c) * E (2 * a) = 1 + c := by
  have p := hE.pos a
  have q := hE.pos (-a)
  have m := hE.mul_neg a
  have e := hE.two_mul a
  have s : E a + E (-a) ≠ 0 := by clear hE; lin
  have t : tanhOf E a * (E a + E (-a)) = E a - E (-a) := div_mul_cancel s
  generalize tanhOf E a = v at t
  rw [e]
  generalize E a = x at *
  generalize E (-a) = y at *
  clear e hE
  constructor
  · intro h; rw [h] at t; lin
  · intro h
    have z : (v - c) * (x + y) = 0 := by
      have : x * ((v - c) * (x + y)) = 0 := by lin
      have hx : x ≠ 0 := by lin
      lin
    lin

/-- The hyperbolic tangent vanishes at zero. -/
theorem tanhOf_zero (hE : IsExp E) : tanhOf E 0 = 0 := by
  rw [tanhOf_eq_iff hE, show 2 * (0 : R) = 0 by lin, hE.zero]; lin

/-- The hyperbolic tangent lies strictly between `-1` and `1`. -/
theorem abs_tanhOf_lt_one (hE : IsExp E) (a : R) : -1 < tanhOf E a ∧ tanhOf E a < 1 := by
  have h := (tanhOf_eq_iff hE a _).1 rfl
  have p := hE.pos (2 * a)
  generalize tanhOf E a = c at h
  generalize E (2 * a) = x at *
  clear hE
  have hx : 1 + x ≠ 0 := by lin
  have e1 : (1 + x) * (1 - c) = 2 := by lin
  have e2 : (1 + x) * (1 + c) = 2 * x := by lin
  have k1 := pos_of_mul_pos (a := 1 + x) (b := 1 - c) (by lin) (by lin)
  have k2 := pos_of_mul_pos (a := 1 + x) (b := 1 + c) (by lin) (by lin)
  constructor <;> lin

/-- Every number strictly between `-1` and `1` is the hyperbolic tangent of exactly one number. -/
theorem exists_artanh (hE : IsExp E) {c : R} (hlo : -1 < c) (hhi : c < 1) :
    ∃ a, tanhOf E a = c ∧ ∀ b, tanhOf E b = c → b = a := by
  have h1 : 0 < 1 - c := by clear hE; lin
  obtain ⟨x, hx⟩ := hE.exists_eq (div_pos (a := 1 + c) (b := 1 - c) (by clear hE; lin) h1)
  have e := mul_div_cancel (a := 1 + c) (ne_of_gt h1)
  have e2 : 2 * (x / 2) = x := by clear hE; lin
  refine ⟨x / 2, (tanhOf_eq_iff hE _ _).2 (by rw [e2, hx, e]), fun b hb => ?_⟩
  have k := (tanhOf_eq_iff hE _ _).1 hb
  have : E (2 * b) = E x := by
    rw [hx]
    have := div_mul_cancel (a := 1 + c) (ne_of_gt h1)
    clear hx hE hb; lin
  have := hE.injective this
  clear hE; lin

/-- The derivative of the hyperbolic tangent. -/
theorem hasDerivAt_tanhOf (hE : IsExp E) (t : R) :
    HasDerivAt (tanhOf E) (1 - tanhOf E t ^ 2) t := by
  have s : E t + E (-t) ≠ 0 := by
    have p := hE.pos t
    have q := hE.pos (-t)
    clear hE; lin
  have i := mul_inv_cancel s
  have k := ((hE.deriv t).sub (hE.hasDerivAt_neg t)).div ((hE.deriv t).add (hE.hasDerivAt_neg t)) s
  refine HasDerivAt.congr_deriv k ?_
  unfold tanhOf
  rw [div_eq_mul_inv]
  generalize (E t + E (-t))⁻¹ = r at *
  generalize E t = x at *
  generalize E (-t) = y at *
  clear k hE s
  lin

/-- A shifted hyperbolic tangent solves `c' = 1 - c²`. -/
theorem hasDerivAt_tanhOf_add (hE : IsExp E) (a t : R) :
    HasDerivAt (fun s => tanhOf E (s + a)) (1 - tanhOf E (t + a) ^ 2) t :=
  (HasDerivAt.comp (f := fun s => s + a) (hasDerivAt_tanhOf hE (t + a))
    ((hasDerivAt_id t).add (hasDerivAt_const a t))).congr_deriv (by clear hE; lin)

end Claims

end
