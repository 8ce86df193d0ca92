module

public import Claims.Growth.UpperDerivRules

/-!
# Comparison for scalar equations

A function that starts at or below zero and whose growth where it is positive is at most a multiple of its
value stays there; a positive function whose decay is at most a multiple of its value stays positive. From
these two follow the comparison theorems for `u' ≤ F(t, u)` and `w' ≥ F(t, w)`; a strict one needs no
Lipschitz condition.

Lipschitz conditions are one-sided where that is enough: `F t p - F t q ≤ K (p - q)` for `q ≤ p`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Barriers with a rate -/

/-- A continuous function that does not start above zero, and whose upper right derivative is at most `K`
times its value where it is positive, stays at or below zero. -/
theorem nonpos_of_upperDeriv_le {u : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x)
    (hd : ∀ x, a ≤ x → x < b → 0 < u x → UpperDeriv u (K * u x) x) (h0 : u a ≤ 0) : u b ≤ 0 := by
  -- `η e^((K + 1) t)` is a strict barrier for every `η > 0`
  have key : ∀ η, 0 < η → u b ≤ η * exp ((K + 1) * b) := fun η hη =>
    le_of_upperDeriv_lt (w := fun t => η * exp ((K + 1) * t))
      (w' := fun t => η * ((K + 1) * exp ((K + 1) * t))) hab hu
      (fun x _ _ => (hasDerivAt_exp_mul (K + 1) x).const_mul η)
      (fun x h1 h2 e => by
        have p := mul_pos hη (exp_pos ((K + 1) * x))
        refine ⟨K * u x, hd x h1 h2 (by rw [e]; exact p), ?_⟩
        dsimp only at e ⊢
        rw [e]
        clear hu hd e; lin)
      (le_trans h0 (le_of_lt (mul_pos hη (exp_pos _))))
  have hE := exp_pos ((K + 1) * b)
  refine le_of_forall_pos fun ε hε => ?_
  have p := key _ (div_pos hε hE)
  rw [div_mul_cancel (ne_of_gt hE)] at p
  clear hu hd key; lin

/-- A differentiable function that does not start above zero, and whose derivative is at most `K` times its
value where it is positive, stays at or below zero. -/
theorem nonpos_of_deriv_le {u u' : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → 0 < u x → u' x ≤ K * u x) (h0 : u a ≤ 0) : u b ≤ 0 :=
  nonpos_of_upperDeriv_le hab (fun x h1 h2 => (hu x h1 h2).continuousAt)
    (fun x h1 h2 h3 => (hu x h1 (le_of_lt h2)).upperDeriv.mono (hd x h1 (le_of_lt h2) h3)) h0

/-- A differentiable function that does not start below zero, and whose derivative is at least `K` times its
value where it is negative, stays at or above zero. -/
theorem nonneg_of_deriv_ge {u u' : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → u x < 0 → K * u x ≤ u' x) (h0 : 0 ≤ u a) : 0 ≤ u b := by
  have h := nonpos_of_deriv_le (K := K) hab (fun x h1 h2 => (hu x h1 h2).neg) (fun x h1 h2 h3 => by
    have := hd x h1 h2 (by clear hu hd; lin)
    clear hu hd; lin) (by clear hu hd; lin)
  clear hu hd; lin

/-- A continuous function that starts positive, and loses where it is positive at most the fraction `K` of its
value per time, keeps at least the share `e^(-K t)` of its start. -/
theorem mul_exp_le_of_upperDeriv {v : R → R} {a b K : R} (hab : a ≤ b)
    (hv : ∀ x, a ≤ x → x ≤ b → ContinuousAt v x)
    (hd : ∀ x, a ≤ x → x < b → 0 < v x → UpperDeriv (fun s => -v s) (K * v x) x) (h0 : 0 < v a) :
    v a * exp (-(K * (b - a))) ≤ v b := by
  have key : ∀ η, 0 < η → v a * exp (-((K + η) * (b - a))) ≤ v b := fun η hη => by
    have hw : ∀ x, HasDerivAt (fun t => -(v a * exp (-((K + η) * (t - a)))))
        (v a * (K + η) * exp (-((K + η) * (x - a)))) x := fun x =>
      ((((hasDerivAt_id x).sub (hasDerivAt_const a x)).const_mul (K + η)).neg.exp.const_mul
        (v a)).neg.congr_deriv (by clear hv hd; lin)
    have h := le_of_upperDeriv_lt hab
      (fun x h1 h2 => (hv x h1 h2).neg)
      (fun x _ _ => hw x)
      (fun x h1 h2 e => by
        have p := mul_pos h0 (exp_pos (-((K + η) * (x - a))))
        refine ⟨K * v x, hd x h1 h2 (by clear hv hd hw; lin), ?_⟩
        generalize exp (-((K + η) * (x - a))) = E at e p
        have q := mul_pos hη p
        have r : v x = v a * E := by clear hv hd hw; lin
        rw [r]
        clear hv hd hw; lin)
      (by
        have e : -((K + η) * (a - a)) = 0 := by clear hv hd hw; lin
        show -v a ≤ -(v a * exp (-((K + η) * (a - a))))
        rw [e, exp_zero]; clear hv hd hw; lin)
    clear hv hd hw; lin
  -- let `η` tend to zero
  refine le_of_forall_pos fun ε hε => ?_
  have hA := mul_pos h0 (exp_pos (-(K * (b - a))))
  have hk : 0 < v a * exp (-(K * (b - a))) * (b - a) + 1 := by
    have := mul_nonneg (le_of_lt hA) (b := b - a) (by clear hv hd key; lin)
    clear hv hd key; lin
  have hη := div_pos hε hk
  have p := key _ hη
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  generalize ε / (v a * exp (-(K * (b - a))) * (b - a) + 1) = η at hη p e
  have q := mul_le_mul_left' (le_of_lt hA) (one_add_le_exp (-(η * (b - a))))
  have r : exp (-((K + η) * (b - a))) = exp (-(K * (b - a))) * exp (-(η * (b - a))) := by
    rw [← exp_add]; exact congrArg exp (by clear hv hd key p q e; lin)
  rw [r] at p
  generalize exp (-(K * (b - a))) = A at *
  generalize exp (-(η * (b - a))) = B at *
  clear hv hd key r; lin

/-- A differentiable function that starts positive, and whose derivative is at least `-K` times its value
where it is positive, keeps at least the share `e^(-K t)` of its start. -/
theorem mul_exp_le_of_deriv {v v' : R → R} {a b K : R} (hab : a ≤ b)
    (hv : ∀ x, a ≤ x → x ≤ b → HasDerivAt v (v' x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → 0 < v x → -(K * v x) ≤ v' x) (h0 : 0 < v a) :
    v a * exp (-(K * (b - a))) ≤ v b :=
  mul_exp_le_of_upperDeriv hab (fun x h1 h2 => (hv x h1 h2).continuousAt)
    (fun x h1 h2 h3 => (hv x h1 (le_of_lt h2)).neg.upperDeriv.mono (by
      have := hd x h1 (le_of_lt h2) h3
      clear hv hd; lin)) h0

/-- A function that starts positive, and whose derivative is at least `-K` times its value where it is
positive, stays positive. -/
theorem pos_of_deriv_ge {v v' : R → R} {a b K : R} (hab : a ≤ b)
    (hv : ∀ x, a ≤ x → x ≤ b → HasDerivAt v (v' x) x)
    (hd : ∀ x, a ≤ x → x ≤ b → 0 < v x → -(K * v x) ≤ v' x) (h0 : 0 < v a) : 0 < v b :=
  lt_of_lt_of_le (mul_pos h0 (exp_pos _)) (mul_exp_le_of_deriv hab hv hd h0)

/-! ## Comparison with a Lipschitz condition -/

/-- Comparison for upper and lower right derivatives: where `u` exceeds `w` its upper right derivative is at
most `F t u`, the lower one of `w` is at least `F t w`, and `F` is one-sided Lipschitz between the two. -/
theorem le_of_upperDeriv_le {F : R → R → R} {u w : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → ContinuousAt u x) (hw : ∀ x, a ≤ x → x ≤ b → ContinuousAt w x)
    (hdu : ∀ x, a ≤ x → x < b → w x < u x → UpperDeriv u (F x (u x)) x)
    (hdw : ∀ x, a ≤ x → x < b → w x < u x → UpperDeriv (fun s => -w s) (-F x (w x)) x)
    (hF : ∀ x, a ≤ x → x < b → w x < u x → F x (u x) - F x (w x) ≤ K * (u x - w x))
    (h0 : u a ≤ w a) : u b ≤ w b := by
  have h := nonpos_of_upperDeriv_le (u := fun s => u s - w s) (K := K) hab
    (fun x h1 h2 => (hu x h1 h2).sub (hw x h1 h2))
    (fun x h1 h2 h3 => by
      have hlt : w x < u x := by clear hu hw hdu hdw hF; lin
      have p := hF x h1 h2 hlt
      exact (((hdu x h1 h2 hlt).add (hdw x h1 h2 hlt)).congr fun s => by
        clear hu hw hdu hdw hF; lin).mono (by clear hu hw hdu hdw hF; lin))
    (by clear hu hw hdu hdw hF; lin)
  clear hu hw hdu hdw hF; lin

/-- Comparison: `u' ≤ F(t, u)` and `w' ≥ F(t, w)`, with `F` one-sided Lipschitz in its second argument, keep
`u ≤ w`. -/
theorem le_of_deriv_le {F : R → R → R} {u w u' w' : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x) (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (w' x) x)
    (hdu : ∀ x, a ≤ x → x ≤ b → u' x ≤ F x (u x)) (hdw : ∀ x, a ≤ x → x ≤ b → F x (w x) ≤ w' x)
    (hF : ∀ x p q, a ≤ x → x ≤ b → q ≤ p → F x p - F x q ≤ K * (p - q)) (h0 : u a ≤ w a) : u b ≤ w b :=
  le_of_upperDeriv_le hab (fun x h1 h2 => (hu x h1 h2).continuousAt)
    (fun x h1 h2 => (hw x h1 h2).continuousAt)
    (fun x h1 h2 _ => (hu x h1 (le_of_lt h2)).upperDeriv.mono (hdu x h1 (le_of_lt h2)))
    (fun x h1 h2 _ => (hw x h1 (le_of_lt h2)).neg.upperDeriv.mono (by
      have := hdw x h1 (le_of_lt h2)
      clear hu hw hdu hdw hF; lin))
    (fun x h1 h2 h3 => hF x _ _ h1 (le_of_lt h2) (le_of_lt h3)) h0

/-- Two solutions of `u' = F(t, u)`, `F` one-sided Lipschitz, that start together stay together. -/
theorem eq_of_deriv_eq {F : R → R → R} {u w : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (F x (u x)) x)
    (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (F x (w x)) x)
    (hF : ∀ x p q, a ≤ x → x ≤ b → q ≤ p → F x p - F x q ≤ K * (p - q)) (h0 : u a = w a) : u b = w b :=
  le_antisymm
    (le_of_deriv_le hab hu hw (fun _ _ _ => le_rfl _) (fun _ _ _ => le_rfl _) hF (by rw [h0]; exact le_rfl _))
    (le_of_deriv_le hab hw hu (fun _ _ _ => le_rfl _) (fun _ _ _ => le_rfl _) hF (by rw [h0]; exact le_rfl _))

/-- Comparison, strict at the start: with `F` Lipschitz from below as well, the distance does not close. -/
theorem lt_of_deriv_le {F : R → R → R} {u w u' w' : R → R} {a b K : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x) (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (w' x) x)
    (hdu : ∀ x, a ≤ x → x ≤ b → u' x ≤ F x (u x)) (hdw : ∀ x, a ≤ x → x ≤ b → F x (w x) ≤ w' x)
    (hF : ∀ x p q, a ≤ x → x ≤ b → q ≤ p → -(K * (p - q)) ≤ F x p - F x q) (h0 : u a < w a) :
    u b < w b := by
  have h := pos_of_deriv_ge (v := fun s => w s - u s) (K := K) hab
    (fun x h1 h2 => (hw x h1 h2).sub (hu x h1 h2))
    (fun x h1 h2 h3 => by
      have p := hF x (w x) (u x) h1 h2 (by clear hu hw hdu hdw hF; lin)
      have q := hdu x h1 h2
      have r := hdw x h1 h2
      dsimp only
      clear hu hw hdu hdw hF; lin) (by clear hu hw hdu hdw hF; lin)
  clear hu hw hdu hdw hF; lin

/-- A Lipschitz bound with absolute values is a one-sided one from above and from below. -/
theorem oneSided_of_abs {G : R → R} {K p q : R} (h : abs (G p - G q) ≤ K * abs (p - q)) (hqp : q ≤ p) :
    -(K * (p - q)) ≤ G p - G q ∧ G p - G q ≤ K * (p - q) := by
  rw [abs_of_nonneg (x := p - q) (by lin)] at h
  exact abs_le.1 h

/-- Comparison on a half-line, with a Lipschitz constant for each bounded interval. -/
theorem le_of_deriv_le_of_forall {F : R → R → R} {u w u' w' : R → R} {a : R}
    (hu : ∀ x, a ≤ x → HasDerivAt u (u' x) x) (hw : ∀ x, a ≤ x → HasDerivAt w (w' x) x)
    (hdu : ∀ x, a ≤ x → u' x ≤ F x (u x)) (hdw : ∀ x, a ≤ x → F x (w x) ≤ w' x)
    (hF : ∀ b, a ≤ b → ∃ K, ∀ x p q, a ≤ x → x ≤ b → q ≤ p → F x p - F x q ≤ K * (p - q))
    (h0 : u a ≤ w a) (b : R) (hab : a ≤ b) : u b ≤ w b := by
  obtain ⟨K, hK⟩ := hF b hab
  exact le_of_deriv_le hab (fun x h1 _ => hu x h1) (fun x h1 _ => hw x h1) (fun x h1 _ => hdu x h1)
    (fun x h1 _ => hdw x h1) hK h0

/-! ## Comparison without a Lipschitz condition -/

/-- Strict comparison: `u' ≤ F(t, u)` and `w' > F(t, w)` keep `u < w`. -/
theorem lt_of_deriv_lt {F : R → R → R} {u w u' w' : R → R} {a b : R} (hab : a ≤ b)
    (hu : ∀ x, a ≤ x → x ≤ b → HasDerivAt u (u' x) x) (hw : ∀ x, a ≤ x → x ≤ b → HasDerivAt w (w' x) x)
    (hdu : ∀ x, a ≤ x → x ≤ b → u' x ≤ F x (u x)) (hdw : ∀ x, a ≤ x → x ≤ b → F x (w x) < w' x)
    (h0 : u a < w a) : u b < w b := by
  have hle : ∀ y, a ≤ y → y ≤ b → u y ≤ w y := fun y h1 h2 =>
    le_of_upperDeriv_lt h1 (fun x g1 g2 => (hu x g1 (le_trans g2 h2)).continuousAt)
      (fun x g1 g2 => hw x g1 (le_trans g2 h2))
      (fun x g1 g2 e => ⟨_, (hu x g1 (le_trans (le_of_lt g2) h2)).upperDeriv,
        lt_of_le_of_lt (hdu x g1 (le_trans (le_of_lt g2) h2)) (by
          rw [e]; exact hdw x g1 (le_trans (le_of_lt g2) h2))⟩) (le_of_lt h0)
  rcases lt_or_eq_of_le (hle b hab (le_rfl b)) with h | h
  · exact h
  · -- at a first contact the difference would have grown just before
    have h1 := hdu b hab (le_rfl b)
    have h2 := hdw b hab (le_rfl b)
    rw [← h] at h2
    have hne : a < b := by
      rcases lt_or_eq_of_le hab with g | g
      · exact g
      · rw [g] at h0; clear hu hw hdu hdw hle; lin
    obtain ⟨δ, hδ, k⟩ := ((hw b hab (le_rfl b)).sub (hu b hab (le_rfl b))).increment
      (half_pos (a := w' b - u' b) (by clear hu hw hdu hdw hle; lin))
    obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le (half_pos hδ) (b := b - a)
      (by clear hu hw hdu hdw hle k; lin)
    have p := (k (b - c) b (by clear hu hw hdu hdw hle k; lin) (le_rfl b)
      (by clear hu hw hdu hdw hle k; lin) (by clear hu hw hdu hdw hle k; lin)).1
    have q := hle (b - c) (by clear hu hw hdu hdw hle k; lin) (by clear hu hw hdu hdw hle k; lin)
    have r := mul_pos (a := w' b - u' b) (by clear hu hw hdu hdw hle k; lin) hc
    clear hu hw hdu hdw hle k; lin

end Claims
