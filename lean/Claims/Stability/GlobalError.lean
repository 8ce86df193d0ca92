module

public import Claims.Growth.FlowStability
public import Claims.Growth.Discrete

/-!
# Global error of a one-step method

A numerical trajectory whose steps each differ by at most `C Δ²` from the exact flow of a Lipschitz field
stays within `C Δ (e^(L T) - 1) / L` of the exact solution over the time `T`. Numerical steps are
compared with exact solution curves that start at the numerical points, so nothing is assumed about how
the step is made: an Euler step followed by renormalisation is one example.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A recursion with factor `e^(L Δ)` and forcing `C Δ²` stays below `C Δ (e^(L j Δ) - 1) / L`. -/
theorem error_recursion {e : Nat → R} {C L Δ : R} {J : Nat} (hL : 0 < L)
    (hΔ : 0 ≤ Δ) (hC : 0 ≤ C) (h0 : e 0 ≤ 0)
    (hstep : ∀ j, j < J → e (j + 1) ≤ exp (L * Δ) * e j + C * Δ ^ 2) :
    ∀ j, j ≤ J → e j ≤ C * Δ * (exp (L * ((j : R) * Δ)) - 1) / L := by
  intro j
  induction j with
  | zero =>
    intro _
    have a : L * (((0 : Nat) : R) * Δ) = 0 := by clear hstep; lin
    rw [a, exp_zero]
    clear hstep; lin
  | succ j ih =>
    intro hj
    have p := ih (by omega)
    have q := hstep j (by omega)
    have a : L * (((j + 1 : Nat) : R) * Δ) = L * ((j : R) * Δ) + L * Δ := by clear hstep; lin
    have b := mul_le_mul_left' (le_of_lt (exp_pos (L * Δ))) p
    -- one step of forcing is at most the growth of the bound: `L Δ ≤ e^(L Δ) - 1`
    have c := mul_le_mul_left' (mul_nonneg hC hΔ) (one_add_le_exp (L * Δ))
    have c' := mul_le_mul_left' (inv_nonneg (le_of_lt hL)) c
    have i := mul_inv_cancel (ne_of_gt hL)
    have f : L⁻¹ * (C * Δ * (1 + L * Δ)) = L⁻¹ * (C * Δ) + C * Δ ^ 2 := by
      clear hstep p q a b c c'; lin
    rw [a, exp_add]
    rw [f] at c'
    rw [div_eq_mul_inv] at b ⊢
    clear hstep; lin

/-- `attn.global-error`: let the field `b` be `L`-Lipschitz on a set `S`, `y` a solution of `y' = b(y)` on
`[0, T]` in `S`, and `x 0, x 1, ...` numerical states such that the exact solution curve `c j` of `b` that
starts at `x j` ends after the step `Δ` within `C Δ²` of `x (j+1)`. Then for every `j` with `j Δ ≤ T`
the error `|x j - y(j Δ)|` is at most `C Δ (e^(L T) - 1) / L`.
Source: 000 and 001, "From attention updates to spherical dynamics". -/
theorem global_error {d : Nat} (S : (Fin d → R) → Prop) (b : (Fin d → R) → Fin d → R)
    (y : R → Fin d → R) (x : Nat → Fin d → R) (c : Nat → R → Fin d → R) (C L Δ T : R)
    (hL : 0 < L) (hC : 0 ≤ C) (hΔ : 0 < Δ)
    (hlip : ∀ v w, S v → S w → norm (fun i => b v i - b w i) ≤ L * norm (fun i => v i - w i))
    (hyS : ∀ t, 0 ≤ t → t ≤ T → S (y t)) (hcS : ∀ j t, 0 ≤ t → t ≤ Δ → S (c j t))
    (hy : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt y (b (y t)) t)
    (hc : ∀ j t, 0 ≤ t → t ≤ Δ → HasVecDerivAt (c j) (b (c j t)) t) (hc0 : ∀ j, c j 0 = x j)
    (hlocal : ∀ j, norm (fun i => x (j + 1) i - c j Δ i) ≤ C * Δ ^ 2) (hstart : x 0 = y 0)
    (j : Nat) (hj : (j : R) * Δ ≤ T) :
    norm (fun i => x j i - y ((j : R) * Δ) i) ≤ C * Δ * (exp (L * T) - 1) / L := by
  have bound := error_recursion (J := j) (e := fun k => norm (fun i => x k i - y ((k : R) * Δ) i))
    hL (le_of_lt hΔ) hC
    (by
      have a : ((0 : Nat) : R) * Δ = 0 := by clear hlip hyS hcS hy hc hc0 hlocal; lin
      show norm (fun i => x 0 i - y (((0 : Nat) : R) * Δ) i) ≤ 0
      rw [a, hstart, norm_sub_self]; exact le_rfl 0)
    (fun k hk => by
      have hk1 : ((k + 1 : Nat) : R) * Δ ≤ (j : R) * Δ :=
        mul_le_mul_right' (le_of_lt hΔ) (natCast_le_natCast (by omega))
      have hk0 : 0 ≤ (k : R) * Δ := mul_nonneg (natCast_nonneg k) (le_of_lt hΔ)
      have a : ((k + 1 : Nat) : R) * Δ = Δ + (k : R) * Δ := by
        clear hlip hyS hcS hy hc hc0 hlocal; lin
      -- the exact curve from `x k` and the solution `y` separate at most by the factor `e^(L Δ)`
      have sep := (norm_sub_le_of_velocity (y := c k) (z := fun s => y (s + (k : R) * Δ))
        (y' := fun s => b (c k s)) (z' := fun s => b (y (s + (k : R) * Δ))) (C := L) (δ := 0)
        (le_of_lt hΔ) (fun t h0 h1 => hc k t h0 h1)
        (fun t h0 h1 i => ((hy (t + (k : R) * Δ) (by clear hlip hyS hcS hy hc hc0 hlocal; lin)
          (by clear hlip hyS hcS hy hc hc0 hlocal; lin) i).comp (f := fun s => s + (k : R) * Δ)
          ((hasDerivAt_id t).add (hasDerivAt_const _ t))).congr_deriv
            (by clear hlip hyS hcS hy hc hc0 hlocal; lin))
        (fun t h0 h1 => by
          have := hlip (c k t) (y (t + (k : R) * Δ)) (hcS k t h0 h1)
            (hyS _ (by clear hlip hyS hcS hy hc hc0 hlocal; lin)
              (by clear hlip hyS hcS hy hc hc0 hlocal; lin))
          clear hlip hyS hcS hy hc hc0 hlocal; lin)).1 (ne_of_gt hL)
      have z : (0 : R) + (k : R) * Δ = (k : R) * Δ := by clear hlip hyS hcS hy hc hc0 hlocal sep; lin
      have tri := norm_sub_triangle (x (k + 1)) (c k Δ) (y (Δ + (k : R) * Δ))
      have loc := hlocal k
      dsimp only at sep ⊢
      rw [hc0, z] at sep
      rw [a]
      clear hlip hyS hcS hy hc hc0 hlocal; lin)
    j (Nat.le_refl j)
  refine le_trans bound (div_le_div_right hL (mul_le_mul_left' (mul_nonneg hC (le_of_lt hΔ)) ?_))
  have := exp_le_exp_of_le (mul_le_mul_left' (le_of_lt hL) hj)
  clear hlip hyS hcS hy hc hc0 hlocal bound; lin

/-- The recursion alone: `e 0 = 0` and `e (j+1) ≤ (1 + L Δ) e j + C Δ²` give
`e j ≤ C Δ ((1 + L Δ)^j - 1) / L ≤ C Δ (e^(L T) - 1) / L` for `j Δ ≤ T`. -/
theorem global_error_of_recursion {e : Nat → R} {C L Δ T : R} (hL : 0 < L)
    (hC : 0 ≤ C) (hΔ : 0 < Δ) (h0 : e 0 = 0)
    (hstep : ∀ j, e (j + 1) ≤ (1 + L * Δ) * e j + C * Δ ^ 2) (j : Nat) (hj : (j : R) * Δ ≤ T) :
    e j ≤ C * Δ * ((1 + L * Δ) ^ j - 1) / L ∧
      C * Δ * ((1 + L * Δ) ^ j - 1) / L ≤ C * Δ * (exp (L * T) - 1) / L := by
  have hLΔ := mul_pos hL hΔ
  constructor
  · have h := (gronwall_discrete e (L * Δ) (C * Δ ^ 2) (by clear hstep; lin) hstep j).1 (ne_of_gt hLΔ)
    have i := mul_inv_cancel (ne_of_gt hL)
    have i' := mul_inv_cancel (ne_of_gt hΔ)
    rw [h0] at h
    generalize (1 + L * Δ) ^ j = p at h
    have f : (1 : R) * (C * Δ ^ 2 * (p - 1) / (L * Δ)) = C * Δ * (p - 1) / L := by clear hstep h; lin
    clear hstep; lin
  · refine div_le_div_right hL (mul_le_mul_left' (mul_nonneg hC (le_of_lt hΔ)) ?_)
    have p := one_add_pow_le_exp (x := L * Δ) (by clear hstep; lin) j
    have q := exp_le_exp_of_le (mul_le_mul_left' (le_of_lt hL) hj)
    have f : (j : R) * (L * Δ) = L * ((j : R) * Δ) := by clear hstep p q; lin
    rw [f] at p
    clear hstep; lin

end Claims
