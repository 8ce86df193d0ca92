module

public import Claims.Growth.Comparison

/-!
# Linear scalar equations: comparison and sign

Comparison with a solution of `w' = k(t) w + d(t)`, and the sign of the solutions of `w' = g(t) w`: it is the
sign at the start.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Comparison with a solution of the linear equation `w' = k(t) w + d(t)`, with `k` bounded above. -/
theorem le_of_deriv_le_linear {u w u' k d : R → R} {a b M : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (k x * w x + d x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → u' x ≤ k x * u x + d x)
    (hk : ∀ x, a ≤ x → x ≤ b → k x ≤ M) (h0 : u a ≤ w a) : u b ≤ w b :=
  le_of_deriv_le (F := fun x p => k x * p + d x) (K := M) hab hu hw hd (fun _ _ _ => le_rfl _)
    (fun x p q h1 h2 h3 => by
      have := mul_le_mul_right' (a := p - q) (by clear hu hw hd hk; lin) (hk x h1 h2)
      dsimp only
      clear hu hw hd hk; lin) h0

/-- A solution of `w' = g(t) w`, with `g` bounded below, that starts positive stays positive. -/
theorem linear_ode_pos {w g : R → R} {a b M : R} (hab : a ≤ b)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (g x * w x) x)
    (hg : ∀ x, a ≤ x → x ≤ b → -M ≤ g x) (h0 : 0 < w a) : 0 < w b :=
  pos_of_deriv_ge (K := M) hab hw (fun x h1 h2 h3 => by
    have := mul_le_mul_right' (le_of_lt h3) (hg x h1 h2)
    clear hw hg; lin) h0

/-- A solution of `w' = g(t) w`, with `g` bounded below, that starts negative stays negative. -/
theorem linear_ode_neg {w g : R → R} {a b M : R} (hab : a ≤ b)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (g x * w x) x)
    (hg : ∀ x, a ≤ x → x ≤ b → -M ≤ g x) (h0 : w a < 0) : w b < 0 := by
  have h := linear_ode_pos (w := fun s => -w s) (g := g) hab
    (fun x h1 h2 => (hw x h1 h2).neg.congr_deriv (by clear hw hg; lin)) hg (by clear hw hg; lin)
  clear hw hg; lin

/-- A solution of `w' = g(t) w`, with `g` bounded, vanishes at the end exactly when it does at the start. -/
theorem linear_ode_eq_zero_iff {w g : R → R} {a b M : R} (hab : a ≤ b)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (g x * w x) x)
    (hg : ∀ x, a ≤ x → x ≤ b → abs (g x) ≤ M) : w b = 0 ↔ w a = 0 := by
  have hl := fun x h1 h2 => (abs_le.1 (hg x h1 h2)).1
  refine ⟨fun h => ?_, linear_ode_zero hab hw fun x h1 h2 => (abs_le.1 (hg x h1 h2)).2⟩
  rcases lt_or_ge 0 (w a) with p | p
  · exact absurd h (ne_of_gt (linear_ode_pos hab hw hl p))
  · rcases lt_or_eq_of_le p with p | p
    · exact absurd h (ne_of_lt (linear_ode_neg hab hw hl p))
    · exact p

/-- A solution of `w' = g(t) w` with continuous `g` on `[a, b]` keeps the sign that it has at the start. -/
theorem linear_ode_sign {w g : R → R} {a b : R} (hab : a ≤ b)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (g x * w x) x)
    (hg : ∀ x, a ≤ x → x ≤ b → ContinuousAt g x) :
    (0 < w a → 0 < w b) ∧ (w a < 0 → w b < 0) ∧ (w a = 0 → w b = 0) := by
  obtain ⟨M, _, hM⟩ := exists_bound_of_continuous hab hg
  have hl := fun x h1 h2 => (abs_le.1 (hM x h1 h2)).1
  exact ⟨linear_ode_pos hab hw hl, linear_ode_neg hab hw hl, (linear_ode_eq_zero_iff hab hw hM).2⟩

end Claims
