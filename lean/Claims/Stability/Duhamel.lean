module

public import Claims.Analysis.DerivVector
public import Claims.Analysis.Monotone
public import Claims.LinearAlgebra.Norm

/-!
# Perturbation of a fixed kernel

Residuals trained under a kernel that stays within `ε` of a fixed one stay within `t ε |r(0)|` of the
residuals of the fixed kernel, because both kernels are positive semidefinite.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Under `r' = -K(t) r` with `K(t)` positive semidefinite the norm of `r` does not grow. -/
theorem norm_le_of_psd {K : R → Fin m → Fin m → R} {r : R → Fin m → R} {t : R} (ht : 0 ≤ t)
    (hpsd : ∀ s, 0 ≤ s → s ≤ t → ∀ v, 0 ≤ quadForm (K s) v)
    (hr : ∀ s, 0 ≤ s → s ≤ t → HasVecDerivAt r (fun i => -mulVec (K s) (r s) i) s) :
    norm (r t) ≤ norm (r 0) := by
  refine sqrt_le_sqrt (normSq_nonneg _) (le_of_deriv_nonpos ht (fun s h0 h1 => (hr s h0 h1).normSq) ?_)
  intro s h0 h1
  have p := hpsd s h0 h1 (r s)
  have e : dot (r s) (fun i => -mulVec (K s) (r s) i) = -quadForm (K s) (r s) := dot_neg_right _ _
  rw [e]
  clear hpsd hr; lin

/-- A vector whose velocity has inner product with it at most `M` times its norm, and which starts at
zero, has norm at most `M t`. -/
theorem norm_le_mul_of_dot_le {e v : R → Fin m → R} {M T : R} (hM : 0 ≤ M) (hT : 0 ≤ T)
    (he : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt e (v t) t)
    (hv : ∀ t, 0 ≤ t → t ≤ T → dot (e t) (v t) ≤ norm (e t) * M) (h0 : norm (e 0) = 0) :
    norm (e T) ≤ M * T := by
  refine le_of_forall_pos fun δ hδ => ?_
  -- the barrier `(δ + M t)² - |e|²` does not decrease where it is positive
  have hd : ∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => (δ + M * s) ^ 2 - normSq (e s))
      (2 * (δ + M * t) * M - 2 * dot (e t) (v t)) t := fun t h1 h2 =>
    ((((hasDerivAt_const δ t).add ((hasDerivAt_id t).const_mul M)).sq).sub (he t h1 h2).normSq).congr_deriv
      (by clear he hv; lin)
  have e0 := sq_norm (e 0)
  rw [h0] at e0
  have hs := sq_pos (ne_of_gt hδ)
  have start : 0 < (δ + M * 0) ^ 2 - normSq (e 0) := by clear he hv hd; lin
  have h := le_of_deriv_nonneg_of_pos hT start hd fun t h1 h2 hpos => by
    have eN := sq_norm (e t)
    have hMt := mul_nonneg hM h1
    have p := hv t h1 h2
    have q := mul_le_mul_right' hM (le_of_lt (lt_of_sq_lt_sq (a := norm (e t)) (b := δ + M * t)
      (by clear he hv hd; lin) (by clear he hv hd; lin)))
    clear he hv hd; lin
  have eN := sq_norm (e T)
  have hMT := mul_nonneg hM hT
  have := lt_of_sq_lt_sq (a := norm (e T)) (b := δ + M * T) (by clear he hv hd; lin)
    (by clear he hv hd; lin)
  clear he hv hd h; lin

/-- `train.duhamel-bound`: let `r' = -K(t) r` and `r0' = -K0 r0` on `[0, T]` with the same start, `K(t)` and
`K0` positive semidefinite, and `|(K(t) - K0) v| ≤ ε |v|` for every vector `v`. Then
`|r(t) - r0(t)| ≤ t ε |r(0)|`. Neither symmetry nor continuity of the kernels is needed.
Source: 000 and 001, "Fixed-kernel evolution" (display reconstructed). -/
theorem duhamel_bound {m : Nat} (K : R → Fin m → Fin m → R) (K0 : Fin m → Fin m → R)
    (r r0 : R → Fin m → R) (ε T : R) (hε : 0 ≤ ε) (hK0 : ∀ v, 0 ≤ quadForm K0 v)
    (hK : ∀ t, 0 ≤ t → t ≤ T → ∀ v, 0 ≤ quadForm (K t) v)
    (hop : ∀ t, 0 ≤ t → t ≤ T → ∀ v, norm (mulVec (fun i j => K t i j - K0 i j) v) ≤ ε * norm v)
    (hr : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt r (fun i => -mulVec (K t) (r t) i) t)
    (hr0 : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt r0 (fun i => -mulVec K0 (r0 t) i) t)
    (hstart : r 0 = r0 0) (t : R) (ht0 : 0 ≤ t) (htT : t ≤ T) :
    norm (fun i => r t i - r0 t i) ≤ t * ε * norm (r 0) := by
  have key := norm_le_mul_of_dot_le (e := fun s i => r s i - r0 s i)
    (v := fun s i => -mulVec (K s) (r s) i - -mulVec K0 (r0 s) i) (M := ε * norm (r 0))
    (mul_nonneg hε (norm_nonneg _)) ht0
    (fun s h0 h1 i => (hr s h0 (le_trans h1 htT) i).sub (hr0 s h0 (le_trans h1 htT) i))
    (fun s h0 h1 => by
      -- e' = -K0 e - (K - K0) r, and -⟨e, K0 e⟩ ≤ 0
      have hs := le_trans h1 htT
      have p := hK0 (fun i => r s i - r0 s i)
      have q := neg_norm_mul_le_dot (fun i => r s i - r0 s i) (mulVec (fun i j => K s i j - K0 i j) (r s))
      have a := mul_le_mul_left' (norm_nonneg (fun i => r s i - r0 s i)) (hop s h0 hs (r s))
      have b := mul_le_mul_left' (mul_nonneg (norm_nonneg (fun i => r s i - r0 s i)) hε)
        (norm_le_of_psd h0 (fun x k0 k1 => hK x k0 (le_trans k1 hs))
          (fun x k0 k1 => hr x k0 (le_trans k1 hs)))
      have e : (fun i => -mulVec (K s) (r s) i - -mulVec K0 (r0 s) i) =
          fun i => -(mulVec K0 (fun i => r s i - r0 s i) i +
            mulVec (fun i j => K s i j - K0 i j) (r s) i) := funext fun i => by
        have e1 : mulVec (fun i j => K s i j - K0 i j) (r s) i = mulVec (K s) (r s) i - mulVec K0 (r s) i :=
          dot_sub_left _ _ _
        rw [e1, mulVec_sub]
        clear hK hop hr hr0 hK0 p q a b; lin
      unfold quadForm at p
      dsimp only
      rw [e, dot_neg_right, dot_add_right]
      generalize dot (fun i => r s i - r0 s i) (mulVec K0 fun i => r s i - r0 s i) = x at p
      clear hK hop hr hr0 hK0 e; lin)
    (by
      show norm (fun i => r 0 i - r0 0 i) = 0
      rw [hstart]; exact norm_sub_self _)
  clear hK hop hr hr0 hK0; lin

/-- Refutes `duhamel_bound` without semidefiniteness of `K(t)`: with one residual, `K0 = 0` and
`K(t) = -2 / (1 + t)` the solution is `r(t) = (1 + t)²`, `ε = 2` will do, and at `t = 1` the difference
is `3`, not at most `2`. -/
theorem duhamel_bound_mutant_hypothesis_false :
    ¬ ∀ {m : Nat} (K : R → Fin m → Fin m → R) (K0 : Fin m → Fin m → R)
      (r r0 : R → Fin m → R) (ε T : R) (_ : 0 ≤ ε) (_ : ∀ v, 0 ≤ quadForm K0 v)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ v, 0 ≤ quadForm K0 v)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ v, norm (mulVec (fun i j => K t i j - K0 i j) v) ≤ ε * norm v)
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt r (fun i => -mulVec (K t) (r t) i) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt r0 (fun i => -mulVec K0 (r0 t) i) t)
      (_ : r 0 = r0 0) (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      norm (fun i => r t i - r0 t i) ≤ t * ε * norm (r 0) := by
  intro h
  have mv : ∀ (c : R) (v : Fin 1 → R) (i : Fin 1), mulVec (fun _ _ => c) v i = c * v 0 := fun c v i => by
    simp only [mulVec, dot, sum_succ, sum_zero_length]; clear h; lin
  have q0 : ∀ v : Fin 1 → R, 0 ≤ quadForm (fun _ _ => 0) v := fun v => by
    simp only [quadForm, mulVec, dot, sum_succ, sum_zero_length]; clear h; lin
  have inv : ∀ t : R, 0 ≤ t → (1 + t) * (1 + t)⁻¹ = 1 := fun t ht =>
    mul_inv_cancel (ne_of_gt (by clear h; lin))
  have h1 := h (m := 1) (fun t _ _ => -2 * (1 + t)⁻¹) (fun _ _ => 0) (fun t _ => (1 + t) ^ 2)
    (fun _ _ => 1 ^ 2) 2 1 (by clear h; lin) q0 (fun _ _ _ => q0)
    (fun t h0 _ v => by
      have p := inv_pos (a := 1 + t) (by clear h; lin)
      have e := inv t h0
      have q := mul_le_mul_left' (le_of_lt p) (b := 1) (c := 1 + t) (by clear h; lin)
      rw [norm_fin_one, norm_fin_one, mv, abs_mul, abs_of_nonpos (by clear h; lin)]
      exact mul_le_mul_right' (abs_nonneg _) (by clear h; lin))
    (fun t h0 _ i => ((((hasDerivAt_const 1 t).add (hasDerivAt_id t)).sq).congr_deriv (by
      have e := inv t h0
      dsimp only
      rw [mv]; clear h; lin)))
    (fun t _ _ i => (hasDerivAt_const _ t).congr_deriv (by dsimp only; rw [mv]; clear h; lin))
    (funext fun _ => by clear h; lin) 1 (le_of_lt zero_lt_one) (le_rfl 1)
  rw [norm_fin_one, norm_fin_one, abs_of_nonneg (by clear h h1; lin), abs_of_nonneg (by clear h h1; lin)] at h1
  clear h; lin

end Claims
