module

public import Claims.Growth.Comparison
public import Claims.Growth.UpperDerivMax

/-!
# Invariant sets

A sublevel set `{g ≤ 0}` is kept by a curve along which the growth of `g` outside the set is at most a multiple
of `g`. Special cases: half-spaces, intervals for scalar equations whose field points inward or vanishes at the
ends, the nonnegative orthant for cooperative systems, and the smallest of finitely many functions, which does
not decrease when those that are smallest do not.
-/

@[expose] public section

namespace Claims

universe u v

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Sublevel sets and half-spaces -/

/-- A set `{g ≤ 0}` is kept when outside it the derivative of `g` along the curve is at most `K |g|`; `K` may
have either sign. -/
theorem sublevel_invariant {X : Type v} {g : X → R} {x : R → X} {g' : R → R} {a b K : R} (hab : a ≤ b)
    (hg : ∀ t, a ≤ t → t ≤ b → HasDerivAt (fun s => g (x s)) (g' t) t)
    (hd : ∀ t, a ≤ t → t ≤ b → 0 < g (x t) → g' t ≤ K * abs (g (x t))) (h0 : g (x a) ≤ 0) : g (x b) ≤ 0 :=
  nonpos_of_deriv_le (u := fun s => g (x s)) (K := K) hab hg (fun t h1 h2 h3 => by
    have := hd t h1 h2 h3
    rw [abs_of_nonneg (le_of_lt h3)] at this
    exact this) h0

/-- A half-space `{⟨w, x⟩ ≤ c}` is kept when outside it the velocity along `w` is at most `K` times the
excess. -/
theorem halfspace_invariant {x x' : R → Fin d → R} {w : Fin d → R} {a b c K : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (x' t) t)
    (hd : ∀ t, a ≤ t → t ≤ b → c < dot w (x t) → dot w (x' t) ≤ K * (dot w (x t) - c))
    (h0 : dot w (x a) ≤ c) : dot w (x b) ≤ c := by
  have hw : ∀ t, HasVecDerivAt (fun _ => w) (fun _ => 0) t := fun t i => hasDerivAt_const (w i) t
  have h := nonpos_of_deriv_le (u := fun s => dot w (x s) - c) (u' := fun t => dot w (x' t)) (K := K) hab
    (fun t h1 h2 => (((hw t).dot (hx t h1 h2)).sub (hasDerivAt_const c t)).congr_deriv (by
      rw [dot_zero_left]; clear hx hd hw; lin))
    (fun t h1 h2 h3 => hd t h1 h2 (by clear hx hd hw; lin)) (by clear hx hd hw; lin)
  clear hx hd hw; lin

/-- A set `{g = 0}` is kept when the derivative of `g` along the curve is a continuous multiple of `g`; the
unit sphere is the case `g = 1 - |x|²`. -/
theorem level_invariant {g k : R → R} {a b : R} (hab : a ≤ b)
    (hg : ∀ t, a ≤ t → t ≤ b → HasDerivAt g (k t * g t) t)
    (hk : ∀ t, a ≤ t → t ≤ b → ContinuousAt k t) (h0 : g a = 0) : g b = 0 := by
  obtain ⟨M, _, hM⟩ := exists_bound_of_continuous hab hk
  exact linear_ode_zero hab hg (fun t h1 h2 => (abs_le.1 (hM t h1 h2)).2) h0

/-! ## Intervals for scalar equations -/

/-- An upper end `hi` is kept by `u' = F(t, u)` when the field does not point upward there and is one-sided
Lipschitz above it. -/
theorem le_of_field_nonpos {F : R → R → R} {u : R → R} {a b hi K : R} (hab : a ≤ b)
    (hu : ∀ t, a ≤ t → t ≤ b → HasDerivAt u (F t (u t)) t)
    (hF : ∀ t, a ≤ t → t ≤ b → F t hi ≤ 0)
    (hL : ∀ t p, a ≤ t → t ≤ b → hi < p → F t p - F t hi ≤ K * (p - hi))
    (h0 : u a ≤ hi) : u b ≤ hi := by
  have h := nonpos_of_deriv_le (u := fun s => u s - hi) (u' := fun t => F t (u t)) (K := K) hab
    (fun t h1 h2 => ((hu t h1 h2).sub (hasDerivAt_const hi t)).congr_deriv (by clear hu hF hL; lin))
    (fun t h1 h2 h3 => by
      have p := hF t h1 h2
      have q := hL t (u t) h1 h2 (by clear hu hF hL; lin)
      dsimp only
      clear hu hF hL; lin) (by clear hu hF hL; lin)
  clear hu hF hL; lin

/-- A lower end `lo` is kept by `u' = F(t, u)` when the field does not point downward there and is one-sided
Lipschitz below it. -/
theorem ge_of_field_nonneg {F : R → R → R} {u : R → R} {a b lo K : R} (hab : a ≤ b)
    (hu : ∀ t, a ≤ t → t ≤ b → HasDerivAt u (F t (u t)) t)
    (hF : ∀ t, a ≤ t → t ≤ b → 0 ≤ F t lo)
    (hL : ∀ t p, a ≤ t → t ≤ b → p < lo → F t lo - F t p ≤ K * (lo - p))
    (h0 : lo ≤ u a) : lo ≤ u b := by
  have h := nonneg_of_deriv_ge (u := fun s => u s - lo) (u' := fun t => F t (u t)) (K := K) hab
    (fun t h1 h2 => ((hu t h1 h2).sub (hasDerivAt_const lo t)).congr_deriv (by clear hu hF hL; lin))
    (fun t h1 h2 h3 => by
      have p := hF t h1 h2
      have q := hL t (u t) h1 h2 (by clear hu hF hL; lin)
      dsimp only
      clear hu hF hL; lin) (by clear hu hF hL; lin)
  clear hu hF hL; lin

/-- An interval `[lo, hi]` is kept by `u' = F(t, u)` when the field points inward, or vanishes, at the ends and
is Lipschitz. -/
theorem interval_invariant {F : R → R → R} {u : R → R} {a b lo hi K : R} (hab : a ≤ b)
    (hu : ∀ t, a ≤ t → t ≤ b → HasDerivAt u (F t (u t)) t)
    (hlo : ∀ t, a ≤ t → t ≤ b → 0 ≤ F t lo) (hhi : ∀ t, a ≤ t → t ≤ b → F t hi ≤ 0)
    (hL : ∀ t p q, a ≤ t → t ≤ b → q ≤ p → F t p - F t q ≤ K * (p - q))
    (h0 : lo ≤ u a) (h1 : u a ≤ hi) : lo ≤ u b ∧ u b ≤ hi :=
  ⟨ge_of_field_nonneg hab hu hlo (fun t p g1 g2 g3 => hL t lo p g1 g2 (le_of_lt g3)) h0,
    le_of_field_nonpos hab hu hhi (fun t p g1 g2 g3 => hL t p hi g1 g2 (le_of_lt g3)) h1⟩

/-- A curve that starts strictly inside `(lo, hi)` does not reach the ends in finite time, when the field
vanishes at them, or points inward, and is Lipschitz from below. -/
theorem interval_invariant_strict {F : R → R → R} {u : R → R} {a b lo hi K : R} (hab : a ≤ b)
    (hu : ∀ t, a ≤ t → t ≤ b → HasDerivAt u (F t (u t)) t)
    (hlo : ∀ t, a ≤ t → t ≤ b → 0 ≤ F t lo) (hhi : ∀ t, a ≤ t → t ≤ b → F t hi ≤ 0)
    (hL : ∀ t p q, a ≤ t → t ≤ b → q ≤ p → -(K * (p - q)) ≤ F t p - F t q)
    (h0 : lo < u a) (h1 : u a < hi) : lo < u b ∧ u b < hi :=
  ⟨lt_of_deriv_le (u := fun _ => lo) hab (fun t _ _ => hasDerivAt_const lo t) hu hlo
      (fun _ _ _ => le_rfl _) hL h0,
    lt_of_deriv_le (w := fun _ => hi) hab hu (fun t _ _ => hasDerivAt_const hi t) (fun _ _ _ => le_rfl _)
      hhi hL h1⟩

/-- A curve that starts at a rest point of a scalar equation stays there. -/
theorem eq_of_field_eq_zero {F : R → R → R} {u : R → R} {a b c K : R} (hab : a ≤ b)
    (hu : ∀ t, a ≤ t → t ≤ b → HasDerivAt u (F t (u t)) t)
    (hF : ∀ t, a ≤ t → t ≤ b → F t c = 0)
    (hL : ∀ t p q, a ≤ t → t ≤ b → q ≤ p → F t p - F t q ≤ K * (p - q)) (h0 : u a = c) : u b = c := by
  have h := interval_invariant hab hu (fun t h1 h2 => by rw [hF t h1 h2]; exact le_rfl 0)
    (fun t h1 h2 => by rw [hF t h1 h2]; exact le_rfl 0) hL (by rw [h0]; exact le_rfl c)
    (by rw [h0]; exact le_rfl c)
  exact le_antisymm h.2 h.1

/-! ## The smallest of finitely many functions -/

/-- The smallest of finitely many functions, positive at the start, does not decrease when those that are
smallest and positive do not. -/
theorem smallest_le_of_deriv_of_pos {r r' : Fin (n + 1) → R → R} {a b : R} (hab : a ≤ b)
    (hr : ∀ i t, a ≤ t → t ≤ b → HasDerivAt (r i) (r' i t) t)
    (hd : ∀ i t, a ≤ t → t ≤ b → (∀ j, r i t ≤ r j t) → 0 < r i t → 0 ≤ r' i t)
    (h0 : ∀ i, 0 < r i a) : smallest (fun i => r i a) ≤ smallest (fun i => r i b) := by
  have hS : 0 < smallest fun i => r i a := lt_smallest_iff.2 h0
  have hneg : ∀ t, a ≤ t → t ≤ b → ContinuousAt (fun s => -smallest fun i => r i s) t := fun t h1 h2 =>
    (ContinuousAt.smallest fun i => (hr i t h1 h2).continuousAt).neg
  -- below every slope `ε` that would not bring the smallest down to zero
  have key : ∀ ε, 0 < ε → ε * (b - a) < smallest (fun i => r i a) →
      -smallest (fun i => r i b) ≤ -smallest (fun i => r i a) + ε * (b - a) := fun ε hε hlt =>
    le_of_upperDeriv_lt (u := fun s => -smallest fun i => r i s)
      (w := fun t => -smallest (fun i => r i a) + ε * (t - a)) (w' := fun _ => ε) hab hneg
      (fun t _ _ => ((hasDerivAt_const _ t).add
        (((hasDerivAt_id t).sub (hasDerivAt_const a t)).const_mul ε)).congr_deriv
          (by clear hr hd h0 hneg; lin))
      (fun t h1 h2 e => by
        have hp : 0 < smallest fun i => r i t := by
          have := mul_nonneg (le_of_lt hε) (b := b - t) (by clear hr hd h0 hneg; lin)
          clear hr hd h0 hneg; lin
        refine ⟨-0, upperDeriv_neg_smallest (f' := fun i => r' i t) (fun i => hr i t h1 (le_of_lt h2))
          fun i hi => hd i t h1 (le_of_lt h2) hi ?_, by clear hr hd h0 hneg; lin⟩
        rw [← smallest_eq (f := fun i => r i t) hi]; exact hp)
      (by clear hr hd h0 hneg; lin)
  refine le_of_forall_pos fun ε hε => ?_
  have hk : 0 < b - a + 1 := by clear hr hd h0 hneg key; lin
  obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le (div_pos hε hk) (div_pos (half_pos hS) hk)
  have e1 := div_mul_cancel (a := ε) (ne_of_gt hk)
  have e2 := div_mul_cancel (a := smallest (fun i => r i a) / 2) (ne_of_gt hk)
  have p1 := mul_le_mul_right' (le_of_lt hk) hc1
  have p2 := mul_le_mul_right' (le_of_lt hk) hc2
  rw [e1] at p1
  rw [e2] at p2
  have p := key c hc (by clear hr hd h0 hneg key; lin)
  clear hr hd h0 hneg key; lin

/-- Finitely many functions stay above a common positive bound `m` when those that are smallest and positive do
not decrease. -/
theorem ge_of_deriv_of_smallest {r r' : Fin (n + 1) → R → R} {a b m : R} (hab : a ≤ b) (hm : 0 < m)
    (hr : ∀ i t, a ≤ t → t ≤ b → HasDerivAt (r i) (r' i t) t)
    (hd : ∀ i t, a ≤ t → t ≤ b → (∀ j, r i t ≤ r j t) → 0 < r i t → 0 ≤ r' i t)
    (h0 : ∀ i, m ≤ r i a) (i : Fin (n + 1)) : m ≤ r i b := by
  have h := smallest_le_of_deriv_of_pos hab hr hd fun i => lt_of_lt_of_le hm (h0 i)
  exact le_trans (le_trans (le_smallest_iff.2 h0) h) (smallest_le (fun i => r i b) i)

/-! ## The nonnegative orthant -/

/-- Finitely many functions stay nonnegative when those that are smallest and negative fall at most at a rate
proportional to their depth. -/
theorem nonneg_of_deriv_of_smallest {x x' : Fin (n + 1) → R → R} {a b K : R} (hab : a ≤ b)
    (hx : ∀ i t, a ≤ t → t ≤ b → HasDerivAt (x i) (x' i t) t)
    (hd : ∀ i t, a ≤ t → t ≤ b → (∀ j, x i t ≤ x j t) → x i t < 0 → K * x i t ≤ x' i t)
    (h0 : ∀ i, 0 ≤ x i a) (i : Fin (n + 1)) : 0 ≤ x i b := by
  have h := nonpos_of_upperDeriv_le (u := fun s => -smallest fun i => x i s) (K := K) hab
    (fun t h1 h2 => (ContinuousAt.smallest fun i => (hx i t h1 h2).continuousAt).neg)
    (fun t h1 h2 h3 => (upperDeriv_neg_smallest (f' := fun i => x' i t)
      (c := K * smallest fun i => x i t) (fun i => hx i t h1 (le_of_lt h2)) fun i hi => by
        have e := smallest_eq (f := fun i => x i t) hi
        rw [e]
        exact hd i t h1 (le_of_lt h2) hi (by clear hx hd h0; lin)).mono (by clear hx hd h0; lin))
    (by
      have := le_smallest_iff.2 h0
      clear hx hd h0; lin)
  have p := smallest_le (fun i => x i b) i
  clear hx hd h0; lin

/-- The nonnegative orthant is kept by a cooperative system: `x_i' ≥ k_i(t) x_i + Σ_j c_ij(t) x_j` with bounded
rates and nonnegative, bounded couplings. -/
theorem orthant_invariant {x x' k : Fin (n + 1) → R → R} {c : Fin (n + 1) → Fin (n + 1) → R → R}
    {a b K C : R} (hab : a ≤ b) (hx : ∀ i t, a ≤ t → t ≤ b → HasDerivAt (x i) (x' i t) t)
    (hk : ∀ i t, a ≤ t → t ≤ b → k i t ≤ K) (hc0 : ∀ i j t, a ≤ t → t ≤ b → 0 ≤ c i j t)
    (hcC : ∀ i t, a ≤ t → t ≤ b → sum (fun j => c i j t) ≤ C)
    (hd : ∀ i t, a ≤ t → t ≤ b → k i t * x i t + sum (fun j => c i j t * x j t) ≤ x' i t)
    (h0 : ∀ i, 0 ≤ x i a) (i : Fin (n + 1)) : 0 ≤ x i b :=
  nonneg_of_deriv_of_smallest (K := K + C) hab hx (fun i t h1 h2 hi hneg => by
    have p := hd i t h1 h2
    have q := smallest_le_sum_mul (w := fun j => c i j t) (fun j => hc0 i j t h1 h2) fun j => x j t
    rw [smallest_eq (f := fun j => x j t) hi] at q
    have r := mul_le_mul_left' (a := -x i t) (by clear hx hk hc0 hcC hd h0; lin) (hk i t h1 h2)
    have s := mul_le_mul_left' (a := -x i t) (by clear hx hk hc0 hcC hd h0; lin) (hcC i t h1 h2)
    clear hx hk hc0 hcC hd h0; lin) h0 i

end Claims
