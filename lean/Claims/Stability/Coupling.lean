module

public import Claims.Growth.FlowStability

/-!
# Couplings of weighted particles

Two clouds of weighted points, `n` with weights `p` and `m` with weights `q`, are compared through
couplings: nonnegative weights `π i j` with marginals `p` and `q`. The cost of a coupling is the mean
distance of coupled points; the Wasserstein-1 distance is its greatest lower bound. When both clouds move,
a coupling stays a coupling, and its cost obeys Gronwall's inequality.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n m d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Couplings -/

/-- `π` couples the weights `p` and `q`: it is nonnegative and has them as marginals. -/
structure IsCoupling (π : Fin n → Fin m → R) (p : Fin n → R) (q : Fin m → R) : Prop where
  /-- The coupling is nonnegative. -/
  nonneg : ∀ i j, 0 ≤ π i j
  /-- The first marginal. -/
  left : ∀ i, sum (fun j => π i j) = p i
  /-- The second marginal. -/
  right : ∀ j, sum (fun i => π i j) = q j

/-- The mean distance of coupled points, `∑_ij π_ij |z_i - y_j|`. -/
def cost (π : Fin n → Fin m → R) (z : Fin n → Fin d → R) (y : Fin m → Fin d → R) : R :=
  sum (fun i => sum (fun j => π i j * norm (fun a => z i a - y j a)))

/-- `w` is the Wasserstein-1 distance of `∑_i p_i δ_{z_i}` and `∑_j q_j δ_{y_j}`: the greatest lower bound of
the costs of all couplings. -/
def IsW1 (p : Fin n → R) (q : Fin m → R) (z : Fin n → Fin d → R) (y : Fin m → Fin d → R) (w : R) : Prop :=
  (∀ π, IsCoupling π p q → w ≤ cost π z y) ∧ ∀ v, (∀ π, IsCoupling π p q → v ≤ cost π z y) → v ≤ w

/-- The cost of nonnegative weights is nonnegative. -/
theorem cost_nonneg {π : Fin n → Fin m → R} (hπ : ∀ i j, 0 ≤ π i j) (z : Fin n → Fin d → R)
    (y : Fin m → Fin d → R) : 0 ≤ cost π z y :=
  sum_nonneg fun i => sum_nonneg fun j => mul_nonneg (hπ i j) (norm_nonneg _)

/-- Independent weights are a coupling. -/
theorem isCoupling_prod {p : Fin n → R} {q : Fin m → R} (hp : ∀ i, 0 ≤ p i) (hq : ∀ j, 0 ≤ q j)
    (hp1 : sum p = 1) (hq1 : sum q = 1) : IsCoupling (fun i j => p i * q j) p q where
  nonneg i j := mul_nonneg (hp i) (hq j)
  left i := by rw [sum_mul_left, hq1]; clear hp hq; lin
  right j := by rw [sum_mul_right p, hp1]; clear hp hq; lin

/-- Two probability measures with finitely many atoms have a Wasserstein-1 distance. -/
theorem exists_w1 {p : Fin n → R} {q : Fin m → R} (hp : ∀ i, 0 ≤ p i) (hq : ∀ j, 0 ≤ q j)
    (hp1 : sum p = 1) (hq1 : sum q = 1) (z : Fin n → Fin d → R) (y : Fin m → Fin d → R) :
    ∃ w, IsW1 p q z y w := by
  obtain ⟨w, hub, hlub⟩ := Reals.exists_lub (fun v : R => ∀ π, IsCoupling π p q → v ≤ cost π z y)
    ⟨0, fun π h => cost_nonneg h.nonneg z y⟩
    ⟨cost (fun i j => p i * q j) z y, fun v hv => hv _ (isCoupling_prod hp hq hp1 hq1)⟩
  exact ⟨w, fun π hπ => hlub _ fun v hv => hv π hπ, hub⟩

/-- The mean of an affine function of the distance. -/
theorem coupling_affine (π : Fin n → Fin m → R) (N : Fin n → Fin m → R) (A B : R) :
    sum (fun i => sum (fun j => π i j * (A * N i j + B))) =
      A * sum (fun i => sum (fun j => π i j * N i j)) + B * sum (fun i => sum (fun j => π i j)) := by
  have e : ∀ i, sum (fun j => π i j * (A * N i j + B)) =
      A * sum (fun j => π i j * N i j) + B * sum (fun j => π i j) := fun i => by
    rw [← sum_mul_left, ← sum_mul_left, ← sum_add]
    exact sum_congr fun j => by lin
  rw [sum_congr e, sum_add, sum_mul_left, sum_mul_left]

/-- A weighted mean of distances is at most the mean of the bounds. -/
theorem coupling_le {π : Fin n → Fin m → R} (hπ : ∀ i j, 0 ≤ π i j) {M N : Fin n → Fin m → R}
    (h : ∀ i j, M i j ≤ N i j) :
    sum (fun i => sum (fun j => π i j * M i j)) ≤ sum (fun i => sum (fun j => π i j * N i j)) :=
  sum_le_sum fun i => sum_le_sum fun j => mul_le_mul_left' (hπ i j) (h i j)

/-! ## Moving clouds -/

/-- The cost grows at most as fast as the mean difference of the velocities. -/
theorem upperDeriv_cost {π : Fin n → Fin m → R} {z : R → Fin n → Fin d → R} {y : R → Fin m → Fin d → R}
    {v : Fin n → Fin d → R} {w : Fin m → Fin d → R} {t : R} (hπ : ∀ i j, 0 ≤ π i j)
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t)
    (hy : ∀ j, HasVecDerivAt (fun s => y s j) (w j) t) :
    UpperDeriv (fun s => cost π (z s) (y s)) (cost π v w) t :=
  UpperDeriv.sum fun i => UpperDeriv.sum fun j =>
    UpperDeriv.const_mul (hπ i j) ((hz i).sub (hy j)).upperDeriv_norm

/-- The cost of a fixed coupling of moving clouds is continuous. -/
theorem continuousAt_cost {π : Fin n → Fin m → R} {z : R → Fin n → Fin d → R} {y : R → Fin m → Fin d → R}
    {v : Fin n → Fin d → R} {w : Fin m → Fin d → R} {t : R}
    (hz : ∀ i, HasVecDerivAt (fun s => z s i) (v i) t)
    (hy : ∀ j, HasVecDerivAt (fun s => y s j) (w j) t) :
    ContinuousAt (fun s => cost π (z s) (y s)) t :=
  ContinuousAt.sum fun i => ContinuousAt.sum fun j =>
    (continuousAt_const (π i j) t).mul ((hz i).sub (hy j)).continuousAt_norm

/-- `meas.perturbed-gronwall`: two clouds move on `[0, T]`, the first by the field `b`, the second by a field
`g` within `δ` of the values `f` that the first field takes there. With a coupling of total mass one, mean
distance `D = ∑_ij π_ij |z_i - y_j|`, and `|b_i - f_j| ≤ C_x |z_i - y_j| + C_ν D`, put `C = C_x + C_ν`. Then
`D(t) ≤ e^(C t) D(0) + δ (e^(C t) - 1) / C` when `C ≠ 0`, and `D(t) ≤ D(0) + δ t` when `C = 0`.
Source: 000 and 001, "Carrying finite-measure error". -/
theorem perturbed_gronwall {n m d : Nat} (π : Fin n → Fin m → R) (z : R → Fin n → Fin d → R)
    (y : R → Fin m → Fin d → R) (b : R → Fin n → Fin d → R) (f g : R → Fin m → Fin d → R)
    (Cx Cν δ T : R) (hπ : ∀ i j, 0 ≤ π i j)
    (hmass : sum (fun i => sum (fun j => π i j)) = 1)
    (hz : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (b t i) t)
    (hy : ∀ t, 0 ≤ t → t ≤ T → ∀ j, HasVecDerivAt (fun s => y s j) (g t j) t)
    (hlip : ∀ t, 0 ≤ t → t ≤ T → ∀ i j, norm (fun a => b t i a - f t j a) ≤
      Cx * norm (fun a => z t i a - y t j a) + Cν * cost π (z t) (y t))
    (herr : ∀ t, 0 ≤ t → t ≤ T → ∀ j, norm (fun a => f t j a - g t j a) ≤ δ)
    (t : R) (ht0 : 0 ≤ t) (htT : t ≤ T) :
    (Cx + Cν ≠ 0 → cost π (z t) (y t) ≤
      cost π (z 0) (y 0) * exp ((Cx + Cν) * t) + δ * (exp ((Cx + Cν) * t) - 1) / (Cx + Cν)) ∧
    (Cx + Cν = 0 → cost π (z t) (y t) ≤ cost π (z 0) (y 0) + δ * t) :=
  gronwall_upper (u := fun s => cost π (z s) (y s)) ht0
    (fun s h0 h1 => continuousAt_cost (hz s h0 (le_trans h1 htT)) (hy s h0 (le_trans h1 htT)))
    (fun s h0 h1 => by
      have hs := le_trans (le_of_lt h1) htT
      refine (upperDeriv_cost hπ (hz s h0 hs) (hy s h0 hs)).mono ?_
      refine le_trans (coupling_le (N := fun i j => Cx * norm (fun a => z s i a - y s j a) +
        (Cν * cost π (z s) (y s) + δ)) hπ fun i j => ?_) ?_
      · have p := norm_sub_triangle (b s i) (f s j) (g s j)
        have q := hlip s h0 hs i j
        have r := herr s h0 hs j
        clear hz hy hlip herr hπ; lin
      · rw [coupling_affine, hmass]
        show Cx * cost π (z s) (y s) + _ ≤ _
        clear hz hy hlip herr hπ; lin)

/-- Refutes `perturbed_gronwall` with the sign of the error term reversed in the case `C = 0`: one particle
on the line at rest, the other moving with velocity `1`. -/
theorem perturbed_gronwall_mutant_sign_false :
    ¬ ∀ {n m d : Nat} (π : Fin n → Fin m → R) (z : R → Fin n → Fin d → R)
      (y : R → Fin m → Fin d → R) (b : R → Fin n → Fin d → R) (f g : R → Fin m → Fin d → R)
      (Cx Cν δ T : R) (_ : ∀ i j, 0 ≤ π i j)
      (_ : sum (fun i => sum (fun j => π i j)) = 1)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (b t i) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ j, HasVecDerivAt (fun s => y s j) (g t j) t)
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ i j, norm (fun a => b t i a - f t j a) ≤
        Cx * norm (fun a => z t i a - y t j a) + Cν * cost π (z t) (y t))
      (_ : ∀ t, 0 ≤ t → t ≤ T → ∀ j, norm (fun a => f t j a - g t j a) ≤ δ)
      (t : R) (_ : 0 ≤ t) (_ : t ≤ T),
      (Cx + Cν ≠ 0 → cost π (z t) (y t) ≤
        cost π (z 0) (y 0) * exp ((Cx + Cν) * t) + δ * (exp ((Cx + Cν) * t) - 1) / (Cx + Cν)) ∧
      (Cx + Cν = 0 → cost π (z t) (y t) ≤ cost π (z 0) (y 0) - δ * t) := by
  intro h
  have h1 := (h (n := 1) (m := 1) (d := 1) (fun _ _ => 1) (fun _ _ _ => 0) (fun t _ _ => t)
    (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ _ _ => 1) 0 0 1 1
    (fun _ _ => le_of_lt zero_lt_one)
    (by simp only [sum_succ, sum_zero_length]; clear h; lin)
    (fun t _ _ _ _ => hasDerivAt_const 0 t) (fun t _ _ _ _ => hasDerivAt_id t)
    (fun t _ _ _ _ => by rw [norm_sub_self]; clear h; lin)
    (fun t _ _ _ => by
      rw [norm_fin_one, abs_of_nonpos (by clear h; lin)]; clear h; lin)
    1 (le_of_lt zero_lt_one) (le_rfl 1)).2 (by clear h; lin)
  simp only [cost, sum_succ, sum_zero_length, norm_fin_one] at h1
  rw [abs_of_nonpos (x := (0 : R) - 1) (by clear h h1; lin),
    abs_of_nonneg (x := (0 : R) - 0) (by clear h h1; lin)] at h1
  clear h; lin

end Claims

end
