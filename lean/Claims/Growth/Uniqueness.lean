module

public import Claims.Growth.GronwallForcing

/-!
# Uniqueness and continuous dependence

Two curves that follow a field which is Lipschitz along them separate and approach at most exponentially;
so they coincide when they agree at one time, forward and backward. The Lipschitz condition is asked where it
is used: along the two curves, on a set that contains them, or on every ball (curves on a bounded interval are
bounded).
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Distances -/

/-- Vectors at distance zero are equal. -/
theorem eq_of_norm_sub_eq_zero {x y : Fin d → R} (h : norm (fun i => x i - y i) = 0) : x = y :=
  funext fun i => by
    have := norm_eq_zero.1 h i
    lin

/-- Vectors at distance at most zero are equal. -/
theorem eq_of_norm_sub_le_zero {x y : Fin d → R} (h : norm (fun i => x i - y i) ≤ 0) : x = y :=
  eq_of_norm_sub_eq_zero (le_antisymm h (norm_nonneg _))

/-- The velocity of a curve run backward. -/
theorem HasVecDerivAt.reverse {x : R → Fin d → R} {v : Fin d → R} {c t : R}
    (hx : HasVecDerivAt x v (c - t)) : HasVecDerivAt (fun s => x (c - s)) (fun i => -v i) t :=
  (hx.comp (σ := fun s => c - s) ((hasDerivAt_const c t).sub (hasDerivAt_id t))).congr_deriv
    (funext fun i => by clear hx; lin)

/-- Two curves whose velocities differ by at most `L` times their distance plus `δ`, on `[a, b]`. -/
theorem norm_sub_le_of_velocity_sub {x y x' y' : R → Fin d → R} {a b L δ : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (x' t) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (y' t) t)
    (hv : ∀ t, a ≤ t → t ≤ b →
      norm (fun i => x' t i - y' t i) ≤ L * norm (fun i => x t i - y t i) + δ) :
    (L ≠ 0 → norm (fun i => x b i - y b i) ≤
      norm (fun i => x a i - y a i) * exp (L * (b - a)) + δ * (exp (L * (b - a)) - 1) / L) ∧
    (L = 0 → norm (fun i => x b i - y b i) ≤ norm (fun i => x a i - y a i) + δ * (b - a)) :=
  gronwall_interval (u := fun s => norm (fun i => x s i - y s i)) hab
    (fun t h1 h2 => ((hx t h1 h2).sub (hy t h1 h2)).continuousAt_norm)
    (fun t h1 h2 => ((hx t h1 (le_of_lt h2)).sub (hy t h1 (le_of_lt h2))).upperDeriv_norm.mono
      (hv t h1 (le_of_lt h2)))

/-- Two curves whose velocities differ by at most `L` times their distance separate at most like
`e^(L t)`. -/
theorem norm_sub_le_mul_exp {x y x' y' : R → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (x' t) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (y' t) t)
    (hv : ∀ t, a ≤ t → t ≤ b → norm (fun i => x' t i - y' t i) ≤ L * norm (fun i => x t i - y t i)) :
    norm (fun i => x b i - y b i) ≤ norm (fun i => x a i - y a i) * exp (L * (b - a)) :=
  le_mul_exp_of_upperDeriv (u := fun s => norm (fun i => x s i - y s i)) hab
    (fun t h1 h2 => ((hx t h1 h2).sub (hy t h1 h2)).continuousAt_norm)
    (fun t h1 h2 => ((hx t h1 (le_of_lt h2)).sub (hy t h1 (le_of_lt h2))).upperDeriv_norm.mono
      (hv t h1 (le_of_lt h2)))

/-- Two curves whose velocities differ by at most `L` times their distance approach at most like
`e^(-L t)`. -/
theorem mul_exp_neg_le_norm_sub {x y x' y' : R → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (x' t) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (y' t) t)
    (hv : ∀ t, a ≤ t → t ≤ b → norm (fun i => x' t i - y' t i) ≤ L * norm (fun i => x t i - y t i)) :
    norm (fun i => x a i - y a i) * exp (-(L * (b - a))) ≤ norm (fun i => x b i - y b i) := by
  -- the same bound for the curves run backward
  have h := norm_sub_le_mul_exp (x := fun s => x (a + b - s)) (y := fun s => y (a + b - s)) (L := L) hab
    (fun t h1 h2 => (hx (a + b - t) (by clear hx hy hv; lin) (by clear hx hy hv; lin)).reverse)
    (fun t h1 h2 => (hy (a + b - t) (by clear hx hy hv; lin) (by clear hx hy hv; lin)).reverse)
    (fun t h1 h2 => by
      have k := hv (a + b - t) (by clear hx hy hv; lin) (by clear hx hy hv; lin)
      rw [← norm_neg] at k
      have e : (fun i => -(x' (a + b - t) i - y' (a + b - t) i)) =
          fun i => -x' (a + b - t) i - -y' (a + b - t) i := funext fun i => by clear hx hy hv k; lin
      rw [e] at k
      exact k)
  dsimp only at h
  rw [show a + b - b = a by clear hx hy hv h; lin, show a + b - a = b by clear hx hy hv h; lin] at h
  have p := mul_le_mul_right' (le_of_lt (exp_pos (-(L * (b - a))))) h
  have q := exp_mul_exp_neg (L * (b - a))
  have e : norm (fun i => x b i - y b i) * exp (L * (b - a)) * exp (-(L * (b - a))) =
      norm (fun i => x b i - y b i) := by
    clear hx hy hv h p; lin
  rw [e] at p
  exact p

/-! ## Curves that follow a field -/

/-- Uniqueness: two curves that follow a field `f` which is Lipschitz along them, and start together, agree. -/
theorem eq_of_lipschitz_along {f : R → (Fin d → R) → Fin d → R} {x y : R → Fin d → R} {a b L : R}
    (hab : a ≤ b) (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (f t (y t)) t)
    (hL : ∀ t, a ≤ t → t ≤ b →
      norm (fun i => f t (x t) i - f t (y t) i) ≤ L * norm (fun i => x t i - y t i))
    (h0 : x a = y a) : x b = y b :=
  eq_of_norm_sub_le_zero (by
    have h := norm_sub_le_mul_exp hab hx hy hL
    rw [h0, norm_sub_self] at h
    clear hx hy hL; lin)

/-- Backward uniqueness: two curves that follow a field which is Lipschitz along them, and end together,
started together. -/
theorem eq_of_lipschitz_along_backward {f : R → (Fin d → R) → Fin d → R} {x y : R → Fin d → R} {a b L : R}
    (hab : a ≤ b) (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (f t (y t)) t)
    (hL : ∀ t, a ≤ t → t ≤ b →
      norm (fun i => f t (x t) i - f t (y t) i) ≤ L * norm (fun i => x t i - y t i))
    (h0 : x b = y b) : x a = y a :=
  eq_of_norm_sub_le_zero (by
    have h := mul_exp_neg_le_norm_sub hab hx hy hL
    rw [h0, norm_sub_self] at h
    refine le_of_mul_le_mul_left (exp_pos (-(L * (b - a)))) ?_
    clear hx hy hL; lin)

/-- Two curves that follow a field which is Lipschitz along them on `[a, b]`, and agree at one time of the
interval, agree at every time of it. -/
theorem eq_of_lipschitz_along_of_eq_at {f : R → (Fin d → R) → Fin d → R} {x y : R → Fin d → R} {a b L : R}
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (f t (y t)) t)
    (hL : ∀ t, a ≤ t → t ≤ b →
      norm (fun i => f t (x t) i - f t (y t) i) ≤ L * norm (fun i => x t i - y t i))
    {t₀ : R} (h1 : a ≤ t₀) (h2 : t₀ ≤ b) (h0 : x t₀ = y t₀) (t : R) (hat : a ≤ t) (htb : t ≤ b) :
    x t = y t := by
  rcases le_total t₀ t with h | h
  · exact eq_of_lipschitz_along h (fun s g1 g2 => hx s (le_trans h1 g1) (le_trans g2 htb))
      (fun s g1 g2 => hy s (le_trans h1 g1) (le_trans g2 htb))
      (fun s g1 g2 => hL s (le_trans h1 g1) (le_trans g2 htb)) h0
  · exact eq_of_lipschitz_along_backward h (fun s g1 g2 => hx s (le_trans hat g1) (le_trans g2 h2))
      (fun s g1 g2 => hy s (le_trans hat g1) (le_trans g2 h2))
      (fun s g1 g2 => hL s (le_trans hat g1) (le_trans g2 h2)) h0

/-! ## A Lipschitz condition on a set -/

/-- Continuous dependence on the start, for a field that is Lipschitz on a set `S` which contains both
curves. -/
theorem norm_sub_le_of_lipschitz {f : R → (Fin d → R) → Fin d → R} {S : (Fin d → R) → Prop}
    {x y : R → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (f t (y t)) t)
    (hxS : ∀ t, a ≤ t → t ≤ b → S (x t)) (hyS : ∀ t, a ≤ t → t ≤ b → S (y t))
    (hL : ∀ t p q, a ≤ t → t ≤ b → S p → S q →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i)) :
    norm (fun i => x b i - y b i) ≤ norm (fun i => x a i - y a i) * exp (L * (b - a)) :=
  norm_sub_le_mul_exp hab hx hy fun t h1 h2 => hL t _ _ h1 h2 (hxS t h1 h2) (hyS t h1 h2)

/-- Continuous dependence on the start and on the field: `x` follows `f` and `y` misses it by at most `δ`. -/
theorem norm_sub_le_of_defect {f : R → (Fin d → R) → Fin d → R} {S : (Fin d → R) → Prop}
    {x y y' : R → Fin d → R} {a b L δ : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (y' t) t)
    (hδ : ∀ t, a ≤ t → t ≤ b → norm (fun i => f t (y t) i - y' t i) ≤ δ)
    (hxS : ∀ t, a ≤ t → t ≤ b → S (x t)) (hyS : ∀ t, a ≤ t → t ≤ b → S (y t))
    (hL : ∀ t p q, a ≤ t → t ≤ b → S p → S q →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i)) :
    (L ≠ 0 → norm (fun i => x b i - y b i) ≤
      norm (fun i => x a i - y a i) * exp (L * (b - a)) + δ * (exp (L * (b - a)) - 1) / L) ∧
    (L = 0 → norm (fun i => x b i - y b i) ≤ norm (fun i => x a i - y a i) + δ * (b - a)) :=
  norm_sub_le_of_velocity_sub hab hx hy fun t h1 h2 => by
    have p := norm_sub_triangle (f t (x t)) (f t (y t)) (y' t)
    have q := hL t _ _ h1 h2 (hxS t h1 h2) (hyS t h1 h2)
    have r := hδ t h1 h2
    clear hx hy hδ hxS hyS hL; lin

/-- Uniqueness for a field that is Lipschitz on a set which contains both curves: agreement at one time of
`[a, b]` is agreement at every time. -/
theorem eq_of_lipschitz {f : R → (Fin d → R) → Fin d → R} {S : (Fin d → R) → Prop}
    {x y : R → Fin d → R} {a b L : R}
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (f t (y t)) t)
    (hxS : ∀ t, a ≤ t → t ≤ b → S (x t)) (hyS : ∀ t, a ≤ t → t ≤ b → S (y t))
    (hL : ∀ t p q, a ≤ t → t ≤ b → S p → S q →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i))
    {t₀ : R} (h1 : a ≤ t₀) (h2 : t₀ ≤ b) (h0 : x t₀ = y t₀) (t : R) (hat : a ≤ t) (htb : t ≤ b) :
    x t = y t :=
  eq_of_lipschitz_along_of_eq_at hx hy
    (fun s g1 g2 => hL s _ _ g1 g2 (hxS s g1 g2) (hyS s g1 g2)) h1 h2 h0 t hat htb

/-! ## A Lipschitz condition on every ball -/

/-- A curve with a velocity at every time of `[a, b]` stays in a ball. -/
theorem exists_norm_le_of_hasVecDerivAt {x x' : R → Fin d → R} {a b : R} (hab : a ≤ b)
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (x' t) t) : ∃ r, ∀ t, a ≤ t → t ≤ b → norm (x t) ≤ r := by
  obtain ⟨r, _, hr⟩ := exists_bound_of_continuous (f := fun s => norm (x s)) hab
    fun t h1 h2 => (hx t h1 h2).continuousAt_norm
  exact ⟨r, fun t h1 h2 => le_trans (le_abs_self _) (hr t h1 h2)⟩

/-- Uniqueness for a locally Lipschitz field, with a constant for every ball: agreement at one time of
`[a, b]` is agreement at every time. -/
theorem eq_of_locally_lipschitz {f : R → (Fin d → R) → Fin d → R} {x y : R → Fin d → R} {a b : R}
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (f t (y t)) t)
    (hL : ∀ r, ∃ L, ∀ t p q, a ≤ t → t ≤ b → norm p ≤ r → norm q ≤ r →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i))
    {t₀ : R} (h1 : a ≤ t₀) (h2 : t₀ ≤ b) (h0 : x t₀ = y t₀) (t : R) (hat : a ≤ t) (htb : t ≤ b) :
    x t = y t := by
  have hab := le_trans h1 h2
  obtain ⟨r, hr⟩ := exists_norm_le_of_hasVecDerivAt hab hx
  obtain ⟨s, hs⟩ := exists_norm_le_of_hasVecDerivAt hab hy
  obtain ⟨L, hL⟩ := hL (larger r s)
  exact eq_of_lipschitz (S := fun p => norm p ≤ larger r s) hx hy
    (fun t g1 g2 => le_trans (hr t g1 g2) (le_larger_left r s))
    (fun t g1 g2 => le_trans (hs t g1 g2) (le_larger_right r s)) hL h1 h2 h0 t hat htb

/-- Uniqueness on a half-line for a locally Lipschitz field, with a constant for every ball and every bounded
interval. -/
theorem eq_of_locally_lipschitz_of_forall {f : R → (Fin d → R) → Fin d → R} {x y : R → Fin d → R} {a : R}
    (hx : ∀ t, a ≤ t → HasVecDerivAt x (f t (x t)) t)
    (hy : ∀ t, a ≤ t → HasVecDerivAt y (f t (y t)) t)
    (hL : ∀ r b, ∃ L, ∀ t p q, a ≤ t → t ≤ b → norm p ≤ r → norm q ≤ r →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i))
    (h0 : x a = y a) (t : R) (hat : a ≤ t) : x t = y t :=
  eq_of_locally_lipschitz (fun s g1 _ => hx s g1) (fun s g1 _ => hy s g1) (fun r => hL r t) (le_rfl a) hat
    h0 t hat (le_rfl t)

end Claims
