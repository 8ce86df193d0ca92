module

public import Claims.Flow.Picard
public import Claims.Analysis.VectorLimit

/-!
# Solutions of Lipschitz fields on vectors and on systems of particles

The existence theorem for fields that are Lipschitz in the Euclidean norm, on vectors `Fin d → R` and on systems of
particles `Fin n → Fin d → R` (with the sum of the distances of the particles), with or without dependence on time.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u v

open Lean.Grind

variable {R : Type u} [Reals R] {ι : Type v} {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Finitely many coordinates -/

/-- Finitely many numbers have a common bound. -/
theorem exists_bound_fin (M : Fin d → R) : ∃ C, ∀ i, M i ≤ C :=
  ⟨sum fun i => abs (M i), fun i => le_trans (le_abs_self _) (le_sum (fun i => abs_nonneg (M i)) i)⟩

/-- The entries of a rectangular array have a common bound. -/
theorem exists_bound_pair (M : Fin n × Fin d → R) : ∃ C, ∀ p, M p ≤ C := by
  have h : ∀ i, ∃ C, ∀ a, M (i, a) ≤ C := fun i => exists_bound_fin fun a => M (i, a)
  obtain ⟨C, hC⟩ := Classical.skolem.1 h
  obtain ⟨D, hD⟩ := exists_bound_fin C
  exact ⟨D, fun ⟨i, a⟩ => le_trans (hC i a) (hD i)⟩

/-- A continuous function is bounded on bounded times. -/
theorem exists_bound_abs_le {f : R → R} (hf : ∀ t, ContinuousAt f t) (T : R) : ∃ C, ∀ t, abs t ≤ T → abs (f t) ≤ C := by
  rcases lt_or_ge T 0 with hT | hT
  · exact ⟨0, fun t ht => by have := abs_nonneg t; clear hf; lin⟩
  · obtain ⟨C, _, hC⟩ := exists_bound_of_continuous (f := f) (a := -T) (b := T) (by clear hf; lin) fun t _ _ => hf t
    exact ⟨C, fun t ht => hC t (abs_le.1 ht).1 (abs_le.1 ht).2⟩

/-- When families of numbers over the coordinates are bounded, a field that is continuous in time and Lipschitz in the
state is bounded at every fixed state. -/
theorem lipschitzField_of_bound {F : R → (ι → R) → ι → R} (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C)
    (hc : ∀ x i t, ContinuousAt (fun s => F s x i) t)
    (hL : ∀ T, ∃ L, ∀ t x y M i, abs t ≤ T → 0 ≤ M → (∀ j, abs (x j - y j) ≤ M) → abs (F t x i - F t y i) ≤ L * M) :
    LipschitzField F :=
  ⟨hc, hL, fun x T => by
    obtain ⟨M, hM⟩ := Classical.skolem.1 fun i => exists_bound_abs_le (hc x i) T
    obtain ⟨C, hC⟩ := hfin M
    exact ⟨C, fun t i ht => le_trans (hM i t ht) (hC i)⟩⟩

/-- Over coordinates with bounded families, a solution of a Lipschitz field on the whole line is determined by its
initial state. -/
theorem LipschitzField.solution_eq {F : R → (ι → R) → ι → R} (hF : LipschitzField F)
    (hfin : ∀ M : ι → R, ∃ C, ∀ i, M i ≤ C) {x y : R → ι → R} (h0 : x 0 = y 0)
    (hx : ∀ t i, HasDerivAt (fun s => x s i) (F t (x t) i) t)
    (hy : ∀ t i, HasDerivAt (fun s => y s i) (F t (y t) i) t) : x = y := funext fun t => by
  obtain ⟨M, hM⟩ := Classical.skolem.1 fun i => exists_bound_abs_le (f := fun s => x s i - y s i)
    (fun t => ((hx t i).sub (hy t i)).continuousAt) (abs t)
  obtain ⟨B, hB⟩ := hfin M
  exact hF.solution_unique h0 (fun s i _ => hx s i) (fun s i _ => hy s i)
    (fun s i hs => le_trans (hM i s hs) (hB i)) (le_rfl (abs t))

/-! ## Vectors -/

/-- A field on vectors that is Lipschitz in the norm is Lipschitz in the coordinates. -/
theorem lipschitzField_of_norm {b : R → (Fin d → R) → Fin d → R} (hc : ∀ x i t, ContinuousAt (fun s => b s x i) t)
    (hL : ∀ T, ∃ L, ∀ t x y, abs t ≤ T →
      norm (fun i => b t x i - b t y i) ≤ L * norm (fun i => x i - y i)) : LipschitzField b :=
  lipschitzField_of_bound exists_bound_fin hc fun T => by
    obtain ⟨L, hL⟩ := hL T
    refine ⟨abs L * (d : R), fun t x y M i ht hM h => ?_⟩
    have p := abs_le_norm (fun i => b t x i - b t y i) i
    have q := hL t x y ht
    have r := mul_le_mul_right' (norm_nonneg fun i => x i - y i) (le_abs_self L)
    have s := mul_le_mul_left' (abs_nonneg L) (norm_le_of_abs_le h)
    clear hc hL h; lin

/-- Existence of solutions of `x' = b t x` on the whole line, for a field on vectors that is continuous in time and
Lipschitz in the state, with a constant for every bounded interval of time. -/
theorem exists_solution_of_lipschitz {b : R → (Fin d → R) → Fin d → R}
    (hc : ∀ x i t, ContinuousAt (fun s => b s x i) t)
    (hL : ∀ T, ∃ L, ∀ t x y, abs t ≤ T → norm (fun i => b t x i - b t y i) ≤ L * norm (fun i => x i - y i))
    (x0 : Fin d → R) : ∃ x : R → Fin d → R, x 0 = x0 ∧ ∀ t, HasVecDerivAt x (b t (x t)) t :=
  (lipschitzField_of_norm hc hL).exists_solution x0

/-- Existence of solutions of `x' = b x` on the whole line, for a Lipschitz field on vectors. -/
theorem exists_flow_of_lipschitz {b : (Fin d → R) → Fin d → R} {L : R}
    (hL : ∀ x y, norm (fun i => b x i - b y i) ≤ L * norm (fun i => x i - y i)) (x0 : Fin d → R) :
    ∃ x : R → Fin d → R, x 0 = x0 ∧ ∀ t, HasVecDerivAt x (b (x t)) t :=
  exists_solution_of_lipschitz (b := fun _ => b) (fun x i t => continuousAt_const (b x i) t)
    (fun _ => ⟨L, fun _ x y _ => hL x y⟩) x0

/-! ## Systems of particles -/

/-- A field on systems of particles as a field on arrays. -/
def pairField (b : R → (Fin n → Fin d → R) → Fin n → Fin d → R) : R → (Fin n × Fin d → R) → Fin n × Fin d → R :=
  fun t x p => b t (fun i a => x (i, a)) p.1 p.2

/-- Existence of solutions of `x' = b t x` on the whole line, for a field on systems of particles that is continuous
in time and Lipschitz for the sum of the distances, with a constant for every bounded interval of time. -/
theorem exists_system_solution_of_lipschitz {b : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hc : ∀ x j i t, ContinuousAt (fun s => b s x j i) t)
    (hL : ∀ T, ∃ L, ∀ t x y, abs t ≤ T → sum (fun j => norm (fun i => b t x j i - b t y j i)) ≤
      L * sum (fun j => norm (fun i => x j i - y j i))) (x0 : Fin n → Fin d → R) :
    ∃ x : R → Fin n → Fin d → R, x 0 = x0 ∧ ∀ t j, HasVecDerivAt (fun s => x s j) (b t (x t) j) t := by
  have hF : LipschitzField (pairField b) := lipschitzField_of_bound exists_bound_pair
    (fun x p t => hc (fun i a => x (i, a)) p.1 p.2 t) fun T => by
      obtain ⟨L, hL⟩ := hL T
      refine ⟨abs L * ((n : R) * (d : R)), fun t x y M p ht hM h => ?_⟩
      have e := abs_le_norm (fun i => b t (fun i a => x (i, a)) p.1 i - b t (fun i a => y (i, a)) p.1 i) p.2
      have f := le_sum (f := fun j => norm (fun i => b t (fun i a => x (i, a)) j i - b t (fun i a => y (i, a)) j i))
        (fun j => norm_nonneg _) p.1
      have q := hL t (fun i a => x (i, a)) (fun i a => y (i, a)) ht
      have g : sum (fun j => norm (fun i => x (j, i) - y (j, i))) ≤ (n : R) * ((d : R) * M) := by
        rw [← sum_const]
        exact sum_le_sum fun j => norm_le_of_abs_le fun i => h (j, i)
      have r := mul_le_mul_right' (sum_nonneg fun j => norm_nonneg fun i => x (j, i) - y (j, i)) (le_abs_self L)
      have s := mul_le_mul_left' (abs_nonneg L) g
      show abs (b t (fun i a => x (i, a)) p.1 p.2 - b t (fun i a => y (i, a)) p.1 p.2) ≤ _
      clear hc hL h; lin
  obtain ⟨x, hx0, hx⟩ := hF.exists_solution fun p => x0 p.1 p.2
  exact ⟨fun t j i => x t (j, i), funext fun j => funext fun i => congrFun hx0 (j, i), fun t j i => hx t (j, i)⟩

/-- Existence of solutions of `x' = b x` on the whole line, for a field on systems of particles that is Lipschitz for
the sum of the distances. -/
theorem exists_system_flow_of_lipschitz {b : (Fin n → Fin d → R) → Fin n → Fin d → R} {L : R}
    (hL : ∀ x y, sum (fun j => norm (fun i => b x j i - b y j i)) ≤ L * sum (fun j => norm (fun i => x j i - y j i)))
    (x0 : Fin n → Fin d → R) :
    ∃ x : R → Fin n → Fin d → R, x 0 = x0 ∧ ∀ t j, HasVecDerivAt (fun s => x s j) (b (x t) j) t :=
  exists_system_solution_of_lipschitz (b := fun _ => b) (fun x j i t => continuousAt_const (b x j i) t)
    (fun _ => ⟨L, fun _ x y _ => hL x y⟩) x0

end Claims
