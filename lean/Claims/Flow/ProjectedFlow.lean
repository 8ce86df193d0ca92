module

public import Claims.Flow.TangentFlow
public import Claims.Attention.Sphere
public import Claims.Growth.FlowStability

/-!
# Flows of projected fields on the product of spheres

A system of particles with velocities `P_{z_i} u_i(t, z)`, the tangential projections of locally Lipschitz vectors
`u_i`, has a solution on the whole line from every configuration of unit vectors, and it consists of unit vectors.
The field need not be tangent off the spheres: the norms stay one because `|z_i|² - 1` obeys a linear equation.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Locally Lipschitz functions along curves -/

/-- The entries of an array that depend continuously on time are close to their values at `t`, all at once. -/
theorem exists_near_pair {z : R → Fin n × Fin d → R} {t : R} (hz : ∀ p, ContinuousAt (fun s => z s p) t) {η : R}
    (hη : 0 < η) : ∃ δ, 0 < δ ∧ ∀ s, abs (s - t) < δ → ∀ p, abs (z s p - z t p) < η := by
  obtain ⟨δ, hδ, h⟩ := exists_near_forall (P := fun i s => ∀ a, abs (z s (i, a) - z t (i, a)) < η) fun i =>
    exists_near_forall (P := fun a s => abs (z s (i, a) - z t (i, a)) < η) fun a => hz (i, a) η hη
  exact ⟨δ, hδ, fun s hs p => h s hs p.1 p.2⟩

/-- A locally Lipschitz function is continuous along a continuous curve. -/
theorem LocallyLipschitz.continuousAt_along {f : R → (Fin n × Fin d → R) → R} (hf : LocallyLipschitz f)
    {z : R → Fin n × Fin d → R} {t : R} (hz : ∀ p, ContinuousAt (fun s => z s p) t) :
    ContinuousAt (fun s => f s (z s)) t := by
  obtain ⟨ρ, hρ⟩ := exists_bound_pair fun p => abs (z t p)
  obtain ⟨K, hK, _, hl⟩ := hf.exists_const (abs t + 1) (ρ + 1)
  intro ε hε
  have hk : 0 < K + 1 := by clear hf hz hρ hl; lin
  have e := mul_div_cancel (a := ε / 2) (ne_of_gt hk)
  obtain ⟨η, hη, l₁, l₂⟩ := exists_pos_le zero_lt_one (div_pos (half_pos hε) hk)
  have r := mul_le_mul_left' (le_of_lt hk) l₂
  rw [e] at r
  obtain ⟨δ₁, h₁, hc⟩ := hf.continuousAt (z t) t (ε / 2) (half_pos hε)
  obtain ⟨δ₂, h₂, hn⟩ := exists_near_pair hz hη
  obtain ⟨δ₃, h₃, m₁, m₂⟩ := exists_pos_le h₁ h₂
  obtain ⟨δ, hδ, m₃, m₄⟩ := exists_pos_le h₃ zero_lt_one
  refine ⟨δ, hδ, fun s hs => ?_⟩
  have hs1 : abs s ≤ abs t + 1 := by
    have := abs_add_le (s - t) t
    rw [show s - t + t = s by clear hf hz hρ hl hc hn; lin] at this
    clear hf hz hρ hl hc hn; lin
  have hs2 := hn s (lt_of_lt_of_le hs (le_trans m₃ m₂))
  have p := hl s (z s) (z t) η hs1 (fun j => by
      have a := abs_add_le (z s j - z t j) (z t j)
      have b := hs2 j
      have c := hρ j
      rw [show z s j - z t j + z t j = z s j by clear hf hz hρ hl hc hn hs2 a b c; lin] at a
      clear hf hz hρ hl hc hn hs2; lin)
    (fun j => by have c := hρ j; clear hf hz hρ hl hc hn hs2; lin) (le_of_lt hη) fun j => le_of_lt (hs2 j)
  have q := hc s (lt_of_lt_of_le hs (le_trans m₃ m₁))
  have a := abs_add_le (f s (z s) - f s (z t)) (f s (z t) - f t (z t))
  rw [show f s (z s) - f s (z t) + (f s (z t) - f t (z t)) = f s (z s) - f t (z t) by
    clear hf hz hρ hl hc hn hs2 p q; lin] at a
  clear hf hz hρ hl hc hn hs2 e l₂; lin

/-! ## Norms -/

/-- The projection of the opposite vector. -/
theorem proj_neg (x u : Fin d → R) : proj x (fun a => -u a) = fun a => -proj x u a := by
  funext a
  unfold proj
  rw [dot_neg_right]; lin

/-- A curve with a projected velocity that is on the sphere at time zero was on the sphere before. -/
theorem normSq_eq_one_of_proj_backward {x u : R → Fin d → R} {T : R} (hinit : normSq (x 0) = 1)
    (hode : ∀ t, T ≤ t → t ≤ 0 → HasVecDerivAt x (proj (x t) (u t)) t)
    (hcont : ∀ t, T ≤ t → t ≤ 0 → ∀ a, ContinuousAt (fun s => u s a) t) (hT : T ≤ 0) : normSq (x T) = 1 := by
  have e0 : x (-0) = x 0 := congrArg x (by clear hinit hode hcont; lin)
  have k := normSq_eq_one_of_proj (x := fun s => x (-s)) (u := fun s a => -u (-s) a) (T := -T) (t := -T)
    (by dsimp only; rw [e0]; exact hinit)
    (fun t h1 h2 => by
      dsimp only
      rw [proj_neg]
      exact fun a => HasDerivAt.reflect (hode (-t) (by clear hode hcont; lin) (by clear hode hcont; lin) a))
    (fun t h1 h2 a => ((hcont (-t) (by clear hode hcont; lin) (by clear hode hcont; lin) a).comp
      (continuousAt_id t).neg).neg) (by clear hode hcont; lin) (le_rfl _)
  have k : normSq (x (- -T)) = 1 := k
  rw [show - -T = T by clear hode hcont k; lin] at k
  exact k

/-! ## Existence -/

/-- The projection of vectors that depend locally Lipschitz on the particles does so too. -/
theorem locallyLipschitz_proj {v : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hv : ∀ p, LocallyLipschitz (fun t x => pairField v t x p)) (p : Fin n × Fin d) :
    LocallyLipschitz (fun t x => pairField (fun t z i => proj (z i) (v t z i)) t x p) :=
  (hv p).sub ((LocallyLipschitz.dot (f := fun _ x a => x (p.1, a)) (g := fun t x a => pairField v t x (p.1, a))
    (fun a => locallyLipschitz_coord (p.1, a)) fun a => hv (p.1, a)).mul (locallyLipschitz_coord (p.1, p.2)))

/-- Along a solution of a projected field the vectors that are projected are continuous. -/
theorem continuousAt_along_projected {v : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hv : ∀ p, LocallyLipschitz (fun t x => pairField v t x p)) {y : R → Fin n → Fin d → R} {t : R}
    (hy : ∀ i, HasVecDerivAt (fun s => y s i) (proj (y t i) (v t (y t) i)) t) (i : Fin n) (a : Fin d) :
    ContinuousAt (fun s => v s (y s) i a) t :=
  (hv (i, a)).continuousAt_along (z := fun s p => y s p.1 p.2) fun p => (hy p.1 p.2).continuousAt

/-- A particle with a projected velocity that starts on the sphere stays on it. -/
theorem normSq_eq_one_of_projected {v : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hv : ∀ p, LocallyLipschitz (fun t x => pairField v t x p)) {y : R → Fin n → Fin d → R} {T : R} {i : Fin n}
    (hinit : normSq (y 0 i) = 1)
    (hy : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => y s i) (proj (y t i) (v t (y t) i)) t) {t : R}
    (h0 : 0 ≤ t) (hT : t ≤ T) : normSq (y t i) = 1 :=
  normSq_eq_one_of_proj (x := fun s => y s i) (u := fun s => v s (y s) i) (T := T) hinit
    (fun t h1 h2 => hy t h1 h2 i) (fun t h1 h2 => continuousAt_along_projected hv (hy t h1 h2) i) h0 hT

/-- Existence of flows on the product of spheres: the system `z_i' = P_{z_i} v_i(t, z)`, with `v` locally Lipschitz,
has a solution on the whole line from every configuration of unit vectors, and it stays one of unit vectors. -/
theorem exists_projected_flow {v : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hv : ∀ p, LocallyLipschitz (fun t x => pairField v t x p)) {z0 : Fin n → Fin d → R}
    (hz0 : ∀ i, normSq (z0 i) = 1) : ∃ z : R → Fin n → Fin d → R, z 0 = z0 ∧
      ∀ t i, HasVecDerivAt (fun s => z s i) (proj (z t i) (v t (z t) i)) t ∧ normSq (z t i) = 1 := by
  have hf : ∀ (y : R → Fin n → Fin d → R) (T : R), 0 ≤ T → y 0 = z0 →
      (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => y s i) (proj (y t i) (v t (y t) i)) t) →
      ∀ i, normSq (y T i) = 1 := fun y T hT hy0 hy i =>
    normSq_eq_one_of_projected hv (by rw [hy0]; exact hz0 i) hy hT (le_rfl T)
  have hb : ∀ (y : R → Fin n → Fin d → R) (T : R), T ≤ 0 → y 0 = z0 →
      (∀ t, T ≤ t → t ≤ 0 → ∀ i, HasVecDerivAt (fun s => y s i) (proj (y t i) (v t (y t) i)) t) →
      ∀ i, normSq (y T i) = 1 := fun y T hT hy0 hy i =>
    normSq_eq_one_of_proj_backward (x := fun s => y s i) (u := fun s => v s (y s) i)
      (by dsimp only; rw [hy0]; exact hz0 i) (fun t h1 h2 => hy t h1 h2 i)
      (fun t h1 h2 => continuousAt_along_projected hv (hy t h1 h2) i) hT
  have hn : ∀ x : Fin d → R, normSq x = 1 → norm x ≤ 1 := fun x hx =>
    (sqrt_le (normSq_nonneg x) (le_of_lt zero_lt_one)).2 (by rw [hx]; clear hv hf hb; lin)
  obtain ⟨z, hz, hd⟩ := exists_system_solution_of_norm_le (b := fun t z i => proj (z i) (v t z i)) (x0 := z0)
    (ρ := 1) (locallyLipschitz_proj hv) (fun y T hT hy0 hy j => hn _ (hf y T hT hy0 hy j))
    fun y T hT hy0 hy j => hn _ (hb y T hT hy0 hy j)
  refine ⟨z, hz, fun t i => ⟨hd t i, ?_⟩⟩
  rcases le_total 0 t with h | h
  · exact hf z t h hz (fun s _ _ i => hd s i) i
  · exact hb z t h hz (fun s _ _ i => hd s i) i

/-! ## Uniqueness -/

/-- Two solutions of `z_i' = P_{z_i} v_i(t, z)` on `[0, T]`, with `v` locally Lipschitz, that start at the same
configuration of unit vectors agree. -/
theorem projected_flow_unique {v : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hv : ∀ p, LocallyLipschitz (fun t x => pairField v t x p)) {z w : R → Fin n → Fin d → R} {T : R}
    (hinit : ∀ i, normSq (z 0 i) = 1) (h0 : z 0 = w 0)
    (hz : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (proj (z t i) (v t (z t) i)) t)
    (hw : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => w s i) (proj (w t i) (v t (w t) i)) t)
    {t : R} (ht0 : 0 ≤ t) (htT : t ≤ T) : z t = w t := by
  have hb : ∀ y : R → Fin n → Fin d → R, (∀ i, normSq (y 0 i) = 1) →
      (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => y s i) (proj (y t i) (v t (y t) i)) t) →
      ∀ t, 0 ≤ t → t ≤ T → ∀ i a, abs (y t i a) ≤ 1 := fun y hy0 hy t h1 h2 i a => by
    have k := normSq_eq_one_of_projected hv (hy0 i) hy h1 h2
    refine le_trans (abs_le_norm (y t i) a) ((sqrt_le (normSq_nonneg _) (le_of_lt zero_lt_one)).2 ?_)
    rw [k]; clear hv hz hw hy; lin
  have h := solution_unique_of_bound (x := fun t p => z t p.1 p.2) (y := fun t p => w t p.1 p.2) (ρ := 1)
    exists_bound_pair (locallyLipschitz_proj hv) (by dsimp only; rw [h0])
    (fun t h1 h2 p => ⟨hz t h1 h2 p.1 p.2, hb z hinit hz t h1 h2 p.1 p.2⟩)
    (fun t h1 h2 p => ⟨hw t h1 h2 p.1 p.2, hb w (by rw [← h0]; exact hinit) hw t h1 h2 p.1 p.2⟩) ht0 htT
  exact funext fun i => funext fun a => congrFun h (i, a)

end Claims
