module

public import Claims.Flow.LocallyLipschitz

/-!
# Existence of solutions of locally Lipschitz fields

A locally Lipschitz field whose solutions from a given state stay bounded has a solution for all times: cut the
coordinates of the state off at a larger bound, which gives a Lipschitz field, and observe that its solution never
reaches the cut. The bound on the solutions is a hypothesis about every solution on every bounded interval.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u v

open Lean.Grind

variable {R : Type u} [Reals R] {ι : Type v} {F : R → (ι → R) → ι → R} {x0 : ι → R} {ρ : R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The cut -/

/-- The number of `[-r, r]` next to `u`. -/
def clamp (r u : R) : R := larger (-r) (smaller r u)

/-- The cut number is at most `r` in absolute value. -/
theorem abs_clamp_le {r : R} (hr : 0 ≤ r) (u : R) : abs (clamp r u) ≤ r := by
  unfold clamp
  have h1 := larger_cases (-r) (smaller r u)
  have h2 := smaller_cases r u
  exact abs_le.2 ⟨by lin, by lin⟩

/-- Numbers of `[-r, r]` are not changed. -/
theorem clamp_of_abs_le {r u : R} (h : abs u ≤ r) : clamp r u = u := by
  unfold clamp
  have h0 := abs_le.1 h
  have h1 := larger_cases (-r) (smaller r u)
  have h2 := smaller_cases r u
  lin

/-- The cut does not increase distances. -/
theorem abs_clamp_sub_le (r u v : R) : abs (clamp r u - clamp r v) ≤ abs (u - v) := by
  unfold clamp
  have h0 := abs_le.1 (le_rfl (abs (u - v)))
  have h1 := larger_cases (-r) (smaller r u)
  have h2 := smaller_cases r u
  have h3 := larger_cases (-r) (smaller r v)
  have h4 := smaller_cases r v
  have h5 := abs_nonneg (u - v)
  exact abs_le.2 ⟨by lin, by lin⟩

/-- The field with its argument cut off at `r`. -/
def cutField (r : R) (F : R → (ι → R) → ι → R) : R → (ι → R) → ι → R := fun t x => F t (fun j => clamp r (x j))

/-- A locally Lipschitz field with its argument cut off is Lipschitz. -/
theorem lipschitzField_cutField (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hF : ∀ i, LocallyLipschitz (fun t x => F t x i)) {r : R} (hr : 0 ≤ r) : LipschitzField (cutField r F) :=
  ⟨fun x i t => (hF i).continuousAt _ t, fun T => by
    obtain ⟨K, _, _, hK⟩ := exists_const_of_locallyLipschitz hfin hF T r
    exact ⟨K, fun t x y M i ht hM h => hK t _ _ M i ht (fun j => abs_clamp_le hr _) (fun j => abs_clamp_le hr _) hM
      fun j => le_trans (abs_clamp_sub_le r (x j) (y j)) (h j)⟩, fun x T => by
    obtain ⟨K, _, hK, _⟩ := exists_const_of_locallyLipschitz hfin hF T r
    exact ⟨K, fun t i ht => hK t _ i ht fun j => abs_clamp_le hr _⟩⟩

/-- Where the cut is not reached, a solution of the field cut off solves the field itself. -/
theorem cutField_solves {y : R → ι → R} {r t : R}
    (hy : ∀ i, HasDerivAt (fun s => y s i) (cutField r F t (y t) i) t) (h : ∀ j, abs (y t j) ≤ r) (i : ι) :
    HasDerivAt (fun s => y s i) (F t (y t) i) t := by
  have k := hy i
  unfold cutField at k
  rw [show (fun j => clamp r (y t j)) = y t from funext fun j => clamp_of_abs_le (h j)] at k
  exact k

/-! ## Forward in time -/

/-- A bound on the solutions from `x0` bounds `x0`. -/
theorem abs_le_of_solution (hap : ∀ (y : R → ι → R) (T : R), 0 ≤ T → y 0 = x0 →
    (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => y s i) (F t (y t) i) t) → ∀ i, abs (y T i) ≤ ρ) (i : ι) :
    abs (x0 i) ≤ ρ := by
  have e : (fun j => x0 j + 0 * F 0 x0 j) = x0 := funext fun j => by clear hap; lin
  have k := hap (fun t j => x0 j + t * F 0 x0 j) 0 (le_rfl 0) e (fun t h1 h2 j => by
    rw [le_antisymm h2 h1]
    show HasDerivAt _ (F 0 (fun j => x0 j + 0 * F 0 x0 j) j) 0
    rw [e]
    exact ((hasDerivAt_const (x0 j) 0).add ((hasDerivAt_id 0).mul_const _)).congr_deriv (by clear hap; lin)) i
  rw [show x0 i + 0 * F 0 x0 i = x0 i from congrFun e i] at k
  exact k

/-- When every solution of the field from `x0` stays below `ρ`, so does the solution of the field cut off beyond. -/
theorem abs_le_of_cutField (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hF : ∀ i, LocallyLipschitz (fun t x => F t x i))
    (hap : ∀ (y : R → ι → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => y s i) (F t (y t) i) t) → ∀ i, abs (y T i) ≤ ρ)
    {y : R → ι → R} (hy0 : y 0 = x0)
    (hy : ∀ t, 0 ≤ t → ∀ i, HasDerivAt (fun s => y s i) (cutField (abs ρ + 1) F t (y t) i) t)
    {T : R} (hT : 0 ≤ T) (i : ι) : abs (y T i) ≤ ρ := by
  have ha := abs_nonneg ρ
  have ha' := le_abs_self ρ
  have hr : 0 ≤ abs ρ + 1 := by clear hfin hF hap hy; lin
  obtain ⟨K, hK, hb, _⟩ := exists_const_of_locallyLipschitz hfin hF T (abs ρ + 1)
  have hlip : ∀ s t, 0 ≤ s → s ≤ t → t ≤ T → ∀ i, abs (y t i - y s i) ≤ K * (t - s) := fun s t h1 h2 h3 i =>
    abs_sub_le_of_deriv (f := fun s => y s i) h2 (fun r g1 _ => hy r (le_trans h1 g1) i) fun r g1 g2 =>
      hb r _ i (by rw [abs_of_nonneg (le_trans h1 g1)]; exact le_trans g2 h3) fun j => abs_clamp_le hr _
  -- up to a time before which the cut is not reached, `y` solves the field itself
  have hsolve : ∀ b, 0 ≤ b → (∀ t, 0 ≤ t → t ≤ b → ∀ j, abs (y t j) ≤ abs ρ + 1) → ∀ i, abs (y b i) ≤ ρ :=
    fun b h0 h => hap y b h0 hy0 fun t h1 h2 => cutField_solves (hy t h1) (h t h1 h2)
  have hk : 0 < 2 * (K + 1) := by clear hfin hF hap hy hb hlip hsolve; lin
  have hδ := inv_pos hk
  have eδ := mul_inv_cancel (ne_of_gt hk)
  refine real_induction (Q := fun z => ∀ s, 0 ≤ s → s ≤ z → ∀ i, abs (y s i) ≤ ρ) hT ?_ ?_ T hT (le_rfl T) i
  · intro s h1 h2 i
    rw [le_antisymm h2 h1, hy0]
    exact abs_le_of_solution hap i
  · intro x _ _
    refine ⟨(2 * (K + 1))⁻¹, hδ, fun p z h0p hpx hxz hzT hpδ hzδ hp s h0s hsz => hsolve s h0s fun t h1 h2 j => ?_⟩
    rcases le_total t p with h | h
    · have := hp t h1 h j
      clear hfin hF hap hy hb hlip hsolve hp; lin
    · have q := abs_le.1 (hp p h0p (le_rfl p) j)
      have l := abs_le.1 (hlip p t h0p h (le_trans h2 (le_trans hsz hzT)) j)
      have m := mul_le_mul_left' hK (b := t - p) (c := 2 * (2 * (K + 1))⁻¹)
        (by clear hfin hF hap hy hb hlip hsolve hp q l; lin)
      generalize (2 * (K + 1))⁻¹ = δ at *
      clear hfin hF hap hy hb hlip hsolve hp
      exact abs_le.2 ⟨by lin, by lin⟩

/-- Existence of solutions forward in time: a locally Lipschitz field whose solutions from `x0` stay below a bound has
a solution from `x0` for all times `t ≥ 0`, with that bound. -/
theorem exists_solution_of_bound (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hF : ∀ i, LocallyLipschitz (fun t x => F t x i))
    (hap : ∀ (y : R → ι → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => y s i) (F t (y t) i) t) → ∀ i, abs (y T i) ≤ ρ) :
    ∃ x : R → ι → R, x 0 = x0 ∧ ∀ t, 0 ≤ t → ∀ i, HasDerivAt (fun s => x s i) (F t (x t) i) t ∧ abs (x t i) ≤ ρ := by
  have ha := abs_nonneg ρ
  have ha' := le_abs_self ρ
  obtain ⟨x, hx0, hx⟩ := (lipschitzField_cutField hfin hF (r := abs ρ + 1)
    (by clear hfin hF hap; lin)).exists_solution x0
  have hb := fun t (ht : 0 ≤ t) i => abs_le_of_cutField hfin hF hap hx0 (fun t _ i => hx t i) ht i
  exact ⟨x, hx0, fun t ht i => ⟨cutField_solves (hx t) (fun j => le_trans (hb t ht j) (by
    clear hfin hF hap hx hb; lin)) i, hb t ht i⟩⟩

/-! ## Both directions of time -/

/-- Reversing time keeps a function locally Lipschitz. -/
theorem LocallyLipschitz.reverse {f : R → (ι → R) → R} (hf : LocallyLipschitz f) :
    LocallyLipschitz (fun t x => -f (-t) x) :=
  LocallyLipschitz.neg (f := fun t x => f (-t) x)
    ⟨fun x t => (hf.continuousAt x (-t)).comp (continuousAt_id t).neg, fun T ρ => by
      obtain ⟨K, hK, hb, hl⟩ := hf.exists_const T ρ
      exact ⟨K, hK, fun t x ht hx => hb (-t) x (by rw [abs_neg]; exact ht) hx,
        fun t x y M ht => hl (-t) x y M (by rw [abs_neg]; exact ht)⟩⟩

/-- Existence of solutions on the whole line: a locally Lipschitz field whose solutions from `x0`, forward and
backward in time, stay below a bound has a solution from `x0` for all times, with that bound. -/
theorem exists_solution_of_bound_both (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hF : ∀ i, LocallyLipschitz (fun t x => F t x i))
    (hap : ∀ (y : R → ι → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => y s i) (F t (y t) i) t) → ∀ i, abs (y T i) ≤ ρ)
    (hap' : ∀ (y : R → ι → R) (T : R), T ≤ 0 → y 0 = x0 →
      (∀ t, T ≤ t → t ≤ 0 → ∀ i, HasDerivAt (fun s => y s i) (F t (y t) i) t) → ∀ i, abs (y T i) ≤ ρ) :
    ∃ x : R → ι → R, x 0 = x0 ∧ ∀ t i, HasDerivAt (fun s => x s i) (F t (x t) i) t ∧ abs (x t i) ≤ ρ := by
  have ha := abs_nonneg ρ
  have ha' := le_abs_self ρ
  have nn : ∀ t : R, - -t = t := fun t => by clear hfin hF hap hap'; lin
  have n0 : (-0 : R) = 0 := by clear hfin hF hap hap'; lin
  obtain ⟨x, hx0, hx⟩ := (lipschitzField_cutField hfin hF (r := abs ρ + 1)
    (by clear hfin hF hap hap'; lin)).exists_solution x0
  have hb := fun t (ht : 0 ≤ t) i => abs_le_of_cutField hfin hF hap hx0 (fun t _ i => hx t i) ht i
  have hb' : ∀ t, 0 ≤ t → ∀ i, abs (x (-t) i) ≤ ρ := fun t ht i =>
    abs_le_of_cutField (F := fun t x i => -F (-t) x i) (x0 := x0) (y := fun s => x (-s)) hfin
      (fun i => (hF i).reverse) (fun y T hT hy0 hy i => by
        have k := hap' (fun s => y (-s)) (-T) (by clear hfin hF hap hap' hx hb hy; lin)
          (by dsimp only; rw [n0]; exact hy0) (fun t h1 h2 j => by
            have q := HasDerivAt.reflect (hy (-t) (by clear hfin hF hap hap' hx hb hy; lin)
              (by clear hfin hF hap hap' hx hb hy; lin) j)
            rw [nn, nn] at q
            exact q) i
        rw [nn] at k
        exact k) (by dsimp only; rw [n0]; exact hx0) (fun t _ i => HasDerivAt.reflect (hx (-t) i)) ht i
  have hall : ∀ t i, abs (x t i) ≤ ρ := fun t i => by
    rcases le_total 0 t with h | h
    · exact hb t h i
    · have k := hb' (-t) (by clear hfin hF hap hap' hx hb hb'; lin) i
      rw [nn] at k; exact k
  exact ⟨x, hx0, fun t i => ⟨cutField_solves (hx t) (fun j => le_trans (hall t j) (by
    clear hfin hF hap hap' hx hb hb' hall; lin)) i, hall t i⟩⟩

/-! ## Uniqueness -/

/-- Two solutions of a locally Lipschitz field that start together and stay below a bound agree. -/
theorem solution_unique_of_bound (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hF : ∀ i, LocallyLipschitz (fun t x => F t x i)) {x y : R → ι → R} {T : R} (h0 : x 0 = y 0)
    (hx : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => x s i) (F t (x t) i) t ∧ abs (x t i) ≤ ρ)
    (hy : ∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => y s i) (F t (y t) i) t ∧ abs (y t i) ≤ ρ)
    {t : R} (ht0 : 0 ≤ t) (htT : t ≤ T) : x t = y t := by
  have hρ := le_abs_self ρ
  -- both solve the field cut off at the bound
  have hcut : ∀ z : R → ι → R,
      (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasDerivAt (fun s => z s i) (F t (z t) i) t ∧ abs (z t i) ≤ ρ) →
      ∀ t i, 0 ≤ t → t ≤ T → HasDerivAt (fun s => z s i) (cutField (abs ρ) F t (z t) i) t := fun z hz t i h1 h2 => by
    unfold cutField
    rw [show (fun j => clamp (abs ρ) (z t j)) = z t from
      funext fun j => clamp_of_abs_le (le_trans (hz t h1 h2 j).2 hρ)]
    exact (hz t h1 h2 i).1
  refine (lipschitzField_cutField hfin hF (abs_nonneg ρ)).solution_unique_right (B := 2 * ρ) h0 (hcut x hx) (hcut y hy)
    (fun t i h1 h2 => ?_) ht0 htT
  have p := abs_le.1 (hx t h1 h2 i).2
  have q := abs_le.1 (hy t h1 h2 i).2
  clear hfin hF hx hy hcut
  exact abs_le.2 ⟨by lin, by lin⟩

end Claims
