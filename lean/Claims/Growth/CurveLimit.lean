module

public import Claims.Analysis.VectorLimit
public import Claims.Growth.Convergence

/-!
# Curves of finite length converge

A curve whose speed is at most `-B'(t)`, with `B` tending to zero, has a limit point from which it is at most
`B(t)` away; a speed that decays exponentially gives exponential convergence. A limit point of a curve that
follows a continuous field is a rest point.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A function that does not increase on `[a, ∞)` and tends to zero is nonnegative there. -/
theorem nonneg_of_deriv_nonpos_of_hasLimitAtTop {B B' : R → R} {a : R}
    (hB : ∀ t, a ≤ t → HasDerivAt B (B' t) t) (hB' : ∀ t, a ≤ t → B' t ≤ 0) (hl : HasLimitAtTop B 0)
    (t : R) (ht : a ≤ t) : 0 ≤ B t :=
  le_of_hasLimitAtTop hl (hasLimitAtTop_const (B t)) (a := t) fun _ hs =>
    le_of_deriv_nonpos hs (fun x g1 _ => hB x (le_trans ht g1)) fun x g1 _ => hB' x (le_trans ht g1)

/-- A function with `|f'| ≤ -B'`, where `B` tends to zero, has a limit from which it is at most `B` away. -/
theorem exists_limit_of_abs_deriv_le {f f' B B' : R → R} {a : R}
    (hf : ∀ t, a ≤ t → HasDerivAt f (f' t) t) (hB : ∀ t, a ≤ t → HasDerivAt B (B' t) t)
    (hle : ∀ t, a ≤ t → abs (f' t) ≤ -B' t) (hl : HasLimitAtTop B 0) :
    ∃ l, HasLimitAtTop f l ∧ ∀ t, a ≤ t → abs (f t - l) ≤ B t := by
  have h0 := nonneg_of_deriv_nonpos_of_hasLimitAtTop hB (fun t ht => by
    have p := hle t ht
    have q := abs_nonneg (f' t)
    clear hf hB hle hl; lin) hl
  refine exists_hasLimitAtTop_of_le (b := B) hl fun s t h1 h2 => ?_
  have p := le_of_deriv_nonpos h2
    (fun x g1 _ => (hf x (le_trans h1 g1)).add (hB x (le_trans h1 g1)))
    (fun x g1 _ => by
      have := (abs_le.1 (hle x (le_trans h1 g1))).2
      clear hf hB hle hl h0; lin)
  have q := le_of_deriv_nonpos h2
    (fun x g1 _ => (hB x (le_trans h1 g1)).sub (hf x (le_trans h1 g1)))
    (fun x g1 _ => by
      have := (abs_le.1 (hle x (le_trans h1 g1))).1
      clear hf hB hle hl h0 p; lin)
  have r := h0 t (le_trans h1 h2)
  exact abs_le.2 ⟨by clear hf hB hle hl h0; lin, by clear hf hB hle hl h0; lin⟩

/-- A function with `|f'| ≤ C e^(-c t)` converges at that rate. -/
theorem exists_limit_of_abs_deriv_le_exp {f f' : R → R} {a c C : R} (hc : 0 < c)
    (hf : ∀ t, a ≤ t → HasDerivAt f (f' t) t) (hle : ∀ t, a ≤ t → abs (f' t) ≤ C * exp (-(c * t))) :
    ∃ l, HasLimitAtTop f l ∧ ∀ t, a ≤ t → abs (f t - l) ≤ C / c * exp (-(c * t)) :=
  exists_limit_of_abs_deriv_le (B' := fun t => C / c * (exp (-(c * t)) * -(c * 1))) hf
    (fun t _ => ((hasDerivAt_id t).const_mul c).neg.exp.const_mul (C / c))
    (fun t ht => by
      have e := div_mul_cancel (a := C) (ne_of_gt hc)
      rw [show -(C / c * (exp (-(c * t)) * -(c * 1))) = C / c * c * exp (-(c * t)) by
        clear hf hle e; lin, e]
      exact hle t ht) (hasLimitAtTop_const_mul_exp hc _)

/-- A curve with speed at most `-B'`, where `B` tends to zero, has a limit point from which it is at most `B`
away. -/
theorem exists_limit_of_norm_deriv_le {x x' : R → Fin d → R} {B B' : R → R} {a : R}
    (hx : ∀ t, a ≤ t → HasVecDerivAt x (x' t) t) (hB : ∀ t, a ≤ t → HasDerivAt B (B' t) t)
    (hle : ∀ t, a ≤ t → norm (x' t) ≤ -B' t) (hl : HasLimitAtTop B 0) :
    ∃ p : Fin d → R, (∀ i, HasLimitAtTop (fun t => x t i) (p i)) ∧
      ∀ t, a ≤ t → norm (fun i => x t i - p i) ≤ B t := by
  have hcoord : ∀ i, ∃ l, HasLimitAtTop (fun t => x t i) l := fun i => by
    obtain ⟨l, h, _⟩ := exists_limit_of_abs_deriv_le (fun t ht => hx t ht i) hB
      (fun t ht => le_trans (abs_le_norm (x' t) i) (hle t ht)) hl
    exact ⟨l, h⟩
  have h0 := nonneg_of_deriv_nonpos_of_hasLimitAtTop hB (fun t ht => by
    have p := hle t ht
    have q := norm_nonneg (x' t)
    clear hx hB hle hl; lin) hl
  refine ⟨fun i => (hcoord i).choose, fun i => (hcoord i).choose_spec, fun t ht => ?_⟩
  -- from `t` to any later time `s` the curve moves at most `B t - B s`
  have hstep : ∀ s, t ≤ s → norm (fun i => x s i - x t i) ≤ B t := fun s hs => by
    have k := le_of_upperDeriv_nonpos (u := fun s => norm (fun i => x s i - x t i) + B s) hs
      (fun y g1 _ => (HasVecDerivAt.sub (hx y (le_trans ht g1))
        (fun i => hasDerivAt_const (x t i) y)).continuousAt_norm.add (hB y (le_trans ht g1)).continuousAt)
      (fun y g1 _ => ((HasVecDerivAt.sub (hx y (le_trans ht g1))
        (fun i => hasDerivAt_const (x t i) y)).upperDeriv_norm.add_hasDerivAt (hB y (le_trans ht g1))).mono
          (by
            have p := hle y (le_trans ht g1)
            rw [show (fun i => x' y i - 0) = x' y from funext fun i => by clear hx hB hle hl h0 p; lin]
            clear hx hB hle hl h0; lin))
    have q := h0 s (le_trans ht hs)
    have e := norm_sub_self (x t)
    dsimp only at k
    clear hx hB hle hl h0; lin
  have hlim : VecTendsTo (fun (n : Nat) i => x (n : R) i - x t i) (fun i => (hcoord i).choose - x t i) :=
    fun i => ((hcoord i).choose_spec.tendsTo tendsToTop_natCast).sub (tendsTo_const (x t i))
  obtain ⟨N, hN⟩ := tendsToTop_natCast t
  rw [norm_sub_comm]
  exact le_of_tendsTo hlim.norm (N := N) fun n hn => hstep _ (hN n hn)

/-- A curve with speed at most `C e^(-c t)` has a limit point, to which it converges at that rate. -/
theorem exists_limit_of_norm_deriv_le_exp {x x' : R → Fin d → R} {a c C : R} (hc : 0 < c)
    (hx : ∀ t, a ≤ t → HasVecDerivAt x (x' t) t)
    (hle : ∀ t, a ≤ t → norm (x' t) ≤ C * exp (-(c * t))) :
    ∃ p : Fin d → R, (∀ i, HasLimitAtTop (fun t => x t i) (p i)) ∧
      ∀ t, a ≤ t → norm (fun i => x t i - p i) ≤ C / c * exp (-(c * t)) :=
  exists_limit_of_norm_deriv_le (B' := fun t => C / c * (exp (-(c * t)) * -(c * 1))) hx
    (fun t _ => ((hasDerivAt_id t).const_mul c).neg.exp.const_mul (C / c))
    (fun t ht => by
      have e := div_mul_cancel (a := C) (ne_of_gt hc)
      rw [show -(C / c * (exp (-(c * t)) * -(c * 1))) = C / c * c * exp (-(c * t)) by
        clear hx hle e; lin, e]
      exact hle t ht) (hasLimitAtTop_const_mul_exp hc _)

/-- A limit point of a curve that follows a field, along which the field converges to its value at the limit, is
a rest point. -/
theorem rest_point_of_limit {F : (Fin d → R) → Fin d → R} {x : R → Fin d → R} {p : Fin d → R} {a : R}
    (hx : ∀ t, a ≤ t → HasVecDerivAt x (F (x t)) t) (hp : ∀ i, HasLimitAtTop (fun t => x t i) (p i))
    (hF : ∀ i, HasLimitAtTop (fun t => F (x t) i) (F p i)) (i : Fin d) : F p i = 0 :=
  eq_zero_of_hasLimitAtTop_deriv (fun t ht => hx t ht i) (hp i) (hF i)

end Claims
