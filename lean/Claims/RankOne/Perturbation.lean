module

public import Claims.RankOne.Operator

/-!
# Perturbations of the rank-one operator with equal rows

Singular values and determinant of `1 αᵀ + Δ` when `Δ` has operator norm at most `δ`.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {d m n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The singular value number `k + 1` of `A`, in decreasing order, is at most `t`: there are `k` vectors such that
`|A v| ≤ t |v|` for every `v` orthogonal to them (the min-max description of singular values). -/
def SingularLE (A : Fin m → Fin n → R) (k : Nat) (t : R) : Prop :=
  ∃ W : Fin k → Fin n → R, ∀ v, (∀ i, dot (W i) v = 0) → normSq (mulVec A v) ≤ t ^ 2 * normSq v

/-- The triangle inequality for vectors with bounded squared norms. -/
theorem normSq_add_le {x y : Fin n → R} {a b : R} (ha : 0 ≤ a) (hb : 0 ≤ b) (hx : normSq x ≤ a ^ 2)
    (hy : normSq y ≤ b ^ 2) : normSq (fun i => x i + y i) ≤ (a + b) ^ 2 := by
  have h1 := dot_sq_le x y
  have h2 := mul_le_mul hx hy (normSq_nonneg y) (sq_nonneg a)
  have h3 := abs_le_of_sq_le (x := dot x y) (a := a * b) (mul_nonneg ha hb) (by clear hx hy; lin)
  have h4 := le_abs_self (dot x y)
  rw [normSq_add]
  clear h1 h2; lin

/-- The squared norm of a vector with equal entries. -/
theorem normSq_const (t : R) : normSq (fun _ : Fin d => t) = (d : R) * t ^ 2 :=
  (sum_const (t * t)).trans (by lin)

/-- A matrix and its transpose have the same operator norm. -/
theorem normSq_transpose_le {Δ : Fin d → Fin d → R} {δ : R}
    (hΔ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v) (x : Fin d → R) :
    normSq (mulVec (transpose Δ) x) ≤ δ ^ 2 * normSq x := by
  have h0 := normSq_nonneg (mulVec (transpose Δ) x)
  have e : normSq (mulVec (transpose Δ) x) = dot x (mulVec Δ (mulVec (transpose Δ) x)) := by
    rw [dot_mulVec Δ]; rfl
  have h1 := dot_sq_le x (mulVec Δ (mulVec (transpose Δ) x))
  have h2 := mul_le_mul_left' (normSq_nonneg x) (hΔ (mulVec (transpose Δ) x))
  rw [← e] at h1
  rcases lt_or_eq_of_le h0 with h | h
  · exact le_of_mul_le_mul_left h (by clear e h0 h hΔ; lin)
  · rw [← h]; exact mul_nonneg (sq_nonneg δ) (normSq_nonneg x)

/-- The largest singular value of the perturbed matrix. -/
theorem normSq_perturbed_le (α : Fin d → R) {Δ : Fin d → Fin d → R} {δ : R} (hδ : 0 ≤ δ)
    (hΔ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v) (v : Fin d → R) :
    normSq (mulVec (fun i j => rankOne α i j + Δ i j) v) ≤
      (sqrt (d : R) * sqrt (normSq α) + δ) ^ 2 * normSq v := by
  have hd : (0 : R) ≤ (d : R) := by
    have := normSq_nonneg (fun _ : Fin d => (1 : R)); rw [normSq_const] at this; lin
  have s1 := sq_sqrt hd
  have s2 := sq_sqrt (normSq_nonneg α)
  have s3 := sq_sqrt (normSq_nonneg v)
  have p := mul_nonneg (mul_nonneg (sqrt_nonneg (d : R)) (sqrt_nonneg (normSq α))) (sqrt_nonneg (normSq v))
  have q := mul_nonneg hδ (sqrt_nonneg (normSq v))
  have hx : normSq (fun _ : Fin d => dot α v) ≤ (sqrt (d : R) * sqrt (normSq α) * sqrt (normSq v)) ^ 2 := by
    have h := mul_le_mul_left' hd (dot_sq_le α v)
    have e : (sqrt (d : R) * sqrt (normSq α) * sqrt (normSq v)) ^ 2 = (d : R) * (normSq α * normSq v) := by
      have : (sqrt (d : R) * sqrt (normSq α) * sqrt (normSq v)) ^ 2 =
          sqrt (d : R) ^ 2 * (sqrt (normSq α) ^ 2 * sqrt (normSq v) ^ 2) := by clear s1 s2 s3 h p q hΔ hd; lin
      rw [this, s1, s2, s3]
    rw [normSq_const, e]; exact h
  have hy : normSq (mulVec Δ v) ≤ (δ * sqrt (normSq v)) ^ 2 := by
    have e : (δ * sqrt (normSq v)) ^ 2 = δ ^ 2 * normSq v := by
      have : (δ * sqrt (normSq v)) ^ 2 = δ ^ 2 * sqrt (normSq v) ^ 2 := by clear s1 s2 s3 p q hx hΔ; lin
      rw [this, s3]
    rw [e]; exact hΔ v
  have h := normSq_add_le p q hx hy
  have e : mulVec (fun i j => rankOne α i j + Δ i j) v = fun i => dot α v + mulVec Δ v i :=
    funext fun i => dot_add_left α (Δ i) v
  have e' : (sqrt (d : R) * sqrt (normSq α) * sqrt (normSq v) + δ * sqrt (normSq v)) ^ 2 =
      (sqrt (d : R) * sqrt (normSq α) + δ) ^ 2 * sqrt (normSq v) ^ 2 := by clear s1 s2 s3 p q hx hy hΔ h e; lin
  rw [e]
  rw [e', s3] at h
  exact h

/-- All singular values but the largest. -/
theorem singularLE_perturbed (α : Fin d → R) {Δ : Fin d → Fin d → R} {δ : R}
    (hΔ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v) {k : Nat} (hk : 1 ≤ k) :
    SingularLE (fun i j => rankOne α i j + Δ i j) k δ := by
  refine ⟨fun _ => α, fun v hv => ?_⟩
  have h0 : dot α v = 0 := hv ⟨0, hk⟩
  have e : mulVec (fun i j => rankOne α i j + Δ i j) v = mulVec Δ v := funext fun i => by
    have : mulVec (fun i j => rankOne α i j + Δ i j) v i = dot α v + mulVec Δ v i := dot_add_left α (Δ i) v
    rw [this, h0]; lin
  rw [e]; exact hΔ v

/-- The determinant of the perturbed matrix. -/
theorem det_perturbed_sq_le (α : Fin (n + 1) → R) {Δ : Fin (n + 1) → Fin (n + 1) → R} {δ : R} (hδ : 0 ≤ δ)
    (hΔ : ∀ v, normSq (mulVec Δ v) ≤ δ ^ 2 * normSq v) :
    det (fun i j => rankOne α i j + Δ i j) ^ 2 ≤
      (sqrt ((n + 1 : Nat) : R) * sqrt (normSq α) + δ) ^ 2 * (δ ^ 2) ^ n := by
  generalize hr : sqrt ((n + 1 : Nat) : R) = r
  have hn : (0 : R) ≤ ((n + 1 : Nat) : R) := by
    have := normSq_nonneg (fun _ : Fin (n + 1) => (1 : R)); rw [normSq_const] at this; lin
  have hr0 : 0 ≤ r := hr ▸ sqrt_nonneg _
  have hr2 : r ^ 2 = ((n + 1 : Nat) : R) := hr ▸ sq_sqrt hn
  generalize hB : (fun i j => rankOne α i j + Δ i j) = B
  -- rows `U i` of an orthogonal matrix, the first proportional to the all-ones vector
  let o : Fin (n + 1) → R := fun _ => 1
  let w : Fin (n + 1) → R := fun j => o j - r * one 0 j
  have ho : normSq o = normSq (fun j : Fin (n + 1) => r * one 0 j) := by
    rw [normSq_mul, normSq_one_row, normSq_const, hr2]; lin
  have hwo : reflect w o = fun j => r * one 0 j := reflect_sub ho
  have hU1 : ∀ i, normSq (reflect w (one i)) = 1 := fun i =>
    (dot_reflect_reflect w _ _).trans (normSq_one_row i)
  have hUo : ∀ i, sum (reflect w (one i)) = r * one i 0 := fun i => by
    have e1 : sum (reflect w (one i)) = dot (reflect w (one i)) o := sum_congr fun j => by
      show _ = reflect w (one i) j * 1; lin
    have e2 := dot_reflect_reflect w (one i) (reflect w o)
    rw [reflect_reflect, hwo, dot_mul_right] at e2
    have e3 : dot (one i) (one 0 : Fin (n + 1) → R) = one i 0 := by
      rw [dot_comm, show (one i 0 : R) = one 0 i from by simp only [one, eq_comm]]
      exact (dot_comm _ _).trans (mulVec_one (one 0 : Fin (n + 1) → R) i)
    rw [e1, e2, e3]
  have hrow : ∀ i j, mulVec (transpose B) (reflect w (one i)) j =
      r * one i 0 * α j + mulVec (transpose Δ) (reflect w (one i)) j := fun i j => by
    rw [← hUo i, ← hB]
    have : mulVec (transpose (fun i j => rankOne α i j + Δ i j)) (reflect w (one i)) j =
        dot (fun _ => α j) (reflect w (one i)) + mulVec (transpose Δ) (reflect w (one i)) j :=
      dot_add_left (fun _ => α j) (fun a => Δ a j) _
    rw [this, show dot (fun _ => α j) (reflect w (one i)) = α j * sum (reflect w (one i)) from sum_mul_left _ _]
    lin
  have hΔU : ∀ i, normSq (mulVec (transpose Δ) (reflect w (one i))) ≤ δ ^ 2 := fun i => by
    have := normSq_transpose_le hΔ (reflect w (one i))
    rw [hU1] at this; clear hΔ; lin
  -- the determinant of `U B` has the same square as that of `B`
  have hdetU : det (fun i => mulVec (transpose B) (reflect w (one i))) ^ 2 = det B ^ 2 := by
    have e1 := isDet_det.comp (isLinear_mulVec (transpose B)) (fun i => reflect w (one i))
    have e2 := isDet_det.sq_comp (isLinear_reflect w) (reflect_reflect w) one
    rw [det_one] at e2
    have e3 : (fun i => mulVec (transpose B) (one i)) = B := funext fun i => funext fun j => by
      have := mulVec_one (fun a => B a j) i
      exact (dot_comm _ _).trans this
    rw [e3] at e1
    rw [e1]; clear e1 e3; lin
  rw [← hdetU]
  refine le_trans (det_sq_le _) ?_
  show normSq _ * prod _ ≤ _
  have h0 : normSq (mulVec (transpose B) (reflect w (one 0))) ≤ (r * sqrt (normSq α) + δ) ^ 2 := by
    have e : mulVec (transpose B) (reflect w (one 0)) =
        fun j => r * α j + mulVec (transpose Δ) (reflect w (one 0)) j := funext fun j => by
      rw [hrow, show (one (0 : Fin (n + 1)) 0 : R) = 1 from if_pos rfl]; lin
    rw [e]
    refine normSq_add_le (mul_nonneg hr0 (sqrt_nonneg _)) hδ ?_ (hΔU 0)
    have s2 := sq_sqrt (normSq_nonneg α)
    have e2 : (r * sqrt (normSq α)) ^ 2 = r ^ 2 * sqrt (normSq α) ^ 2 := by clear s2; lin
    rw [normSq_mul, e2, s2]; exact le_rfl _
  refine mul_le_mul h0 ?_ (prod_nonneg fun i => normSq_nonneg _) (sq_nonneg _)
  rw [← prod_const]
  refine prod_le_prod (fun i => normSq_nonneg _) fun i => ?_
  have e : mulVec (transpose B) (reflect w (one i.succ)) = mulVec (transpose Δ) (reflect w (one i.succ)) :=
    funext fun j => by
      rw [hrow, show (one i.succ 0 : R) = 0 from if_neg (Fin.succ_ne_zero i)]; lin
  show normSq (mulVec (transpose B) (reflect w (one i.succ))) ≤ δ ^ 2
  rw [e]; exact hΔU i.succ

end Claims
