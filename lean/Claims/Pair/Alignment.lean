module

public import Claims.Pair.Beta

/-!
# Convergence of two tokens to alignment

An overlap that obeys `c' = g (1 - c²)` with `g` bounded below by a positive number, and that starts above
`-1`, tends to one exponentially fast; the softmax and the unnormalised field on two tokens are of this form.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Convergence to alignment -/

/-- An overlap that obeys `c' = g (1 - c²)` with `g ≥ m > 0` does not fall below its first value. -/
theorem overlap_ge {c g : R → R} {m : R} (hode : ∀ t, 0 ≤ t → HasDerivAt c (g t * (1 - c t ^ 2)) t)
    (hm : 0 < m) (hg : ∀ t, 0 ≤ t → m ≤ g t) (hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1) {t : R} (ht : 0 ≤ t) :
    c 0 ≤ c t :=
  le_of_deriv_nonneg ht (fun s hs _ => hode s hs) fun s hs _ => by
    have b := hg s hs
    have a := abs_le.1 (hle s hs)
    have p := mul_nonneg (a := 1 + c s) (b := 1 - c s) (by clear hode hg hle; lin) (by clear hode hg hle; lin)
    have := mul_nonneg (a := g s) (b := 1 - c s ^ 2) (by clear hode hg hle; lin) (by clear hode hg hle; lin)
    exact this

/-- Such an overlap tends to one at the rate `(1 + c 0) m`. -/
theorem one_sub_overlap_le {c g : R → R} {m : R}
    (hode : ∀ t, 0 ≤ t → HasDerivAt c (g t * (1 - c t ^ 2)) t) (hm : 0 < m)
    (hg : ∀ t, 0 ≤ t → m ≤ g t) (hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1) (h0 : -1 < c 0) {t : R} (ht : 0 ≤ t) :
    (1 - c t) * exp ((1 + c 0) * m * t) ≤ 1 - c 0 := by
  have d : ∀ s, 0 ≤ s → s ≤ t → HasDerivAt (fun r => (1 - c r) * exp ((1 + c 0) * m * r))
      ((1 - c s) * exp ((1 + c 0) * m * s) * ((1 + c 0) * m - g s * (1 + c s))) s := fun s hs _ =>
    (((hasDerivAt_const 1 s).sub (hode s hs)).mul (hasDerivAt_exp_mul ((1 + c 0) * m) s)).congr_deriv (by
      clear hode hg hle; lin)
  have k := le_of_deriv_nonpos ht d fun s hs _ => by
    have a := abs_le.1 (hle s hs)
    have b := overlap_ge hode hm hg hle hs
    have p := mul_le_mul (hg s hs) (a := m) (c := 1 + c 0) (d := 1 + c s) (by clear hode hg hle d; lin)
      (by clear hode hg hle d; lin) (by have := hg s hs; clear hode hg hle d; lin)
    refine mul_nonpos (mul_nonneg (by clear hode hg hle d; lin) (le_of_lt (exp_pos _))) ?_
    clear hode hg hle d; lin
  rw [show (1 + c 0) * m * 0 = 0 by clear hode hg hle d k; lin, exp_zero] at k
  clear hode hg hle d; lin

/-- A quantity bounded by a decaying exponential is eventually small. -/
theorem eventually_lt {u : R → R} {k M : R} (hk : 0 < k) (hM : 0 ≤ M)
    (hu : ∀ t, 0 ≤ t → u t * exp (k * t) ≤ M) {ε : R} (hε : 0 < ε) : ∃ S, 0 ≤ S ∧ ∀ t, S ≤ t → u t < ε := by
  have hke := mul_pos hk hε
  refine ⟨M / (k * ε), div_nonneg hM (le_of_lt hke), fun t ht => ?_⟩
  have ht0 := le_trans (div_nonneg hM (le_of_lt hke)) ht
  rcases lt_or_ge (u t) ε with h | h
  · exact h
  · have a := mul_le_mul_left' (le_of_lt hke) ht
    rw [mul_div_cancel (ne_of_gt hke)] at a
    have b := hu t ht0
    have e := one_add_le_exp (k * t)
    have p := mul_le_mul_right' (le_of_lt (exp_pos (k * t))) h
    have q := mul_le_mul_left' (le_of_lt hε) e
    clear hu; lin

/-- The coupling of both fields is bounded below by a positive number. -/
theorem exists_coupling {β : R}
    {field : (Fin 2 → Fin d → R) → Fin 2 → Fin d → R} {z : R → Fin 2 → Fin d → R} {c : R → R}
    (hfield : field = saField β one one ∨ field = usaField β one one)
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (hinit : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (field (z t) i) t) :
    (∀ t, 0 ≤ t → abs (c t) ≤ 1) ∧ ∃ (g : R → R) (m : R), 0 < m ∧ (∀ t, 0 ≤ t → m ≤ g t) ∧
      ∀ t, 0 ≤ t → HasDerivAt c (g t * (1 - c t ^ 2)) t := by
  have b := abs_nonneg β
  rcases hfield with h | h <;> subst h
  · have hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1 := fun t ht => by
      have n := normSq_eq_one_of_sa hinit (fun s hs _ => hode s hs) ht (le_rfl t)
      rw [hc]; exact abs_dot_le (n 0) (n 1)
    refine ⟨hle, fun t => 2 / (1 + exp (β * (1 - c t))), 2 / (1 + exp (2 * abs β)), ?_, fun t ht => ?_,
      fun t ht => (hasDerivAt_overlap_sa hc hinit (fun s hs _ => hode s hs) ht (le_rfl t)).congr_deriv (by
        clear hode; lin)⟩
    · have := exp_pos (2 * abs β)
      exact div_pos two_pos (by clear hode; lin)
    · have p := exp_pos (β * (1 - c t))
      have l : β * (1 - c t) ≤ 2 * abs β := by
        have k := abs_le.1 (hle t ht)
        have k1 := mul_le_mul_right' (a := 1 - c t) (by clear hode hle; lin) (le_abs_self β)
        have k2 := mul_le_mul_left' b (b := 1 - c t) (c := 2) (by clear hode hle; lin)
        clear hode hle; lin
      have q := inv_le_inv (a := 1 + exp (β * (1 - c t))) (b := 1 + exp (2 * abs β)) (by clear hode hle; lin)
        (by have := exp_le_exp_of_le l; clear hode hle; lin)
      have r := mul_le_mul_left' (le_of_lt (two_pos (R := R))) q
      show 2 / (1 + exp (2 * abs β)) ≤ 2 / (1 + exp (β * (1 - c t)))
      rw [div_eq_mul_inv, div_eq_mul_inv]; exact r
  · have hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1 := fun t ht => by
      have n := normSq_eq_one_of_usa hinit (fun s hs _ => hode s hs) ht (le_rfl t)
      rw [hc]; exact abs_dot_le (n 0) (n 1)
    refine ⟨hle, fun t => exp (β * c t), exp (-abs β), exp_pos _, fun t ht => exp_le_exp_of_le ?_,
      fun t ht => (hasDerivAt_overlap_usa hc hinit (fun s hs _ => hode s hs) ht (le_rfl t)).congr_deriv (by
        clear hode; lin)⟩
    have k := neg_abs_le (β * c t)
    rw [abs_mul] at k
    have k2 := mul_le_mul_left' b (hle t ht)
    clear hode hle; lin

end Claims.Pair
