module

public import Claims.Flow.LocalExistence
public import Claims.Order.Archimedean

/-!
# Solutions on spheres

Existence of solutions for fields on vectors and on systems of particles that are Lipschitz on balls only: when the
norms of the solutions stay bounded, and in particular when the field is tangent to the spheres around the origin,
`⟨x, b(x)⟩ = 0`, so that norms are conserved.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- A curve whose velocity is orthogonal to its position keeps its norm. -/
theorem norm_eq_of_tangent {y v : R → Fin d → R} {a b : R} (hab : a ≤ b)
    (hy : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt y (v t) t) (hv : ∀ t, a ≤ t → t ≤ b → dot (y t) (v t) = 0) :
    norm (y b) = norm (y a) :=
  congrArg sqrt (eq_of_deriv_zero (f := fun s => normSq (y s)) hab fun t h1 h2 =>
    (hy t h1 h2).normSq.congr_deriv (by rw [hv t h1 h2]; clear hy hv; lin))

/-! ## Vectors -/

/-- A field on vectors that is Lipschitz on balls has locally Lipschitz coordinates. -/
theorem locallyLipschitz_of_norm {b : R → (Fin d → R) → Fin d → R}
    (hc : ∀ x i t, ContinuousAt (fun s => b s x i) t)
    (hL : ∀ T r, ∃ L, ∀ t x y, abs t ≤ T → norm x ≤ r → norm y ≤ r →
      norm (fun i => b t x i - b t y i) ≤ L * norm (fun i => x i - y i)) (i : Fin d) :
    LocallyLipschitz (fun t x => b t x i) :=
  ⟨fun x t => hc x i t, fun T ρ => by
    obtain ⟨L, hL⟩ := hL T ((d : R) * abs ρ)
    obtain ⟨C, hC⟩ := exists_bound_abs_le (hc (fun _ => 0) i) T
    have hd := natCast_nonneg (R := R) d
    have h1 := mul_nonneg hd (abs_nonneg ρ)
    have h2 := mul_nonneg (abs_nonneg L) h1
    have h3 := mul_nonneg (abs_nonneg L) hd
    have h4 := abs_nonneg C
    have hn : ∀ x : Fin d → R, (∀ j, abs (x j) ≤ ρ) → norm x ≤ (d : R) * abs ρ := fun x hx =>
      norm_le_of_abs_le fun j => le_trans (hx j) (le_abs_self ρ)
    have hdiff : ∀ t x y M, abs t ≤ T → norm x ≤ (d : R) * abs ρ → norm y ≤ (d : R) * abs ρ →
        (∀ j, abs (x j - y j) ≤ M) → abs (b t x i - b t y i) ≤ abs L * ((d : R) * M) := fun t x y M ht hx hy h => by
      have p := abs_le_norm (fun i => b t x i - b t y i) i
      have q := hL t x y ht hx hy
      have r := mul_le_mul (le_abs_self L) (norm_le_of_abs_le h) (norm_nonneg _) (abs_nonneg L)
      clear hc hL hC hn h; lin
    refine ⟨abs C + abs L * ((d : R) * abs ρ) + abs L * (d : R), by clear hc hL hC hn hdiff; lin,
      fun t x ht hx => ?_, fun t x y M ht hx hy hM h => ?_⟩
    · have p := hdiff t x (fun _ => 0) (abs ρ) ht (hn x hx) (by rw [norm_zero]; exact h1) fun j => by
        rw [show x j - 0 = x j by clear hc hL hC hn hdiff hx; lin]; exact le_trans (hx j) (le_abs_self ρ)
      have q := hC t ht
      have s := le_abs_self C
      have g := abs_add_le (b t x i - b t (fun _ => 0) i) (b t (fun _ => 0) i)
      rw [show b t x i - b t (fun _ => 0) i + b t (fun _ => 0) i = b t x i by
        clear hc hL hC hn hdiff hx p q g; lin] at g
      clear hc hL hC hn hdiff hx; lin
    · have p := hdiff t x y M ht (hn x hx) (hn y hy) h
      have q := mul_nonneg h4 hM
      have s := mul_nonneg h2 hM
      clear hc hL hC hn hdiff hx hy h; lin⟩

/-- A field on vectors that is Lipschitz on balls, and whose solutions from `x0` stay in a ball, has a solution from
`x0` for all times `t ≥ 0`, in that ball. -/
theorem exists_solution_of_norm_le {b : R → (Fin d → R) → Fin d → R} {x0 : Fin d → R} {ρ : R}
    (hc : ∀ x i t, ContinuousAt (fun s => b s x i) t)
    (hL : ∀ T r, ∃ L, ∀ t x y, abs t ≤ T → norm x ≤ r → norm y ≤ r →
      norm (fun i => b t x i - b t y i) ≤ L * norm (fun i => x i - y i))
    (hap : ∀ (y : R → Fin d → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt y (b t (y t)) t) → norm (y T) ≤ ρ) :
    ∃ x : R → Fin d → R, x 0 = x0 ∧ ∀ t, 0 ≤ t → HasVecDerivAt x (b t (x t)) t ∧ norm (x t) ≤ ρ := by
  obtain ⟨x, hx0, hx⟩ := exists_solution_of_bound (ρ := ρ) exists_bound_fin (locallyLipschitz_of_norm hc hL)
    fun y T hT hy0 hy i => le_trans (abs_le_norm (y T) i) (hap y T hT hy0 hy)
  exact ⟨x, hx0, fun t ht => ⟨fun i => (hx t ht i).1, hap x t ht hx0 fun s h1 _ i => (hx s h1 i).1⟩⟩

/-- A field on vectors that is Lipschitz on balls and tangent to the spheres around the origin has solutions on the
whole line from every initial vector, and they keep their norm. -/
theorem exists_flow_of_tangent {b : R → (Fin d → R) → Fin d → R}
    (hc : ∀ x i t, ContinuousAt (fun s => b s x i) t)
    (hL : ∀ T r, ∃ L, ∀ t x y, abs t ≤ T → norm x ≤ r → norm y ≤ r →
      norm (fun i => b t x i - b t y i) ≤ L * norm (fun i => x i - y i))
    (htan : ∀ t x, dot x (b t x) = 0) (x0 : Fin d → R) :
    ∃ x : R → Fin d → R, x 0 = x0 ∧ ∀ t, HasVecDerivAt x (b t (x t)) t ∧ norm (x t) = norm x0 := by
  have hn : ∀ (y : R → Fin d → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt y (b t (y t)) t) → norm (y T) = norm x0 := fun y T hT hy0 hy => by
    rw [norm_eq_of_tangent hT hy fun t _ _ => htan t (y t), hy0]
  have hn' : ∀ (y : R → Fin d → R) (T : R), T ≤ 0 → y 0 = x0 →
      (∀ t, T ≤ t → t ≤ 0 → HasVecDerivAt y (b t (y t)) t) → norm (y T) = norm x0 := fun y T hT hy0 hy => by
    rw [← norm_eq_of_tangent hT hy fun t _ _ => htan t (y t), hy0]
  obtain ⟨x, hx0, hx⟩ := exists_solution_of_bound_both (ρ := norm x0) exists_bound_fin
    (locallyLipschitz_of_norm hc hL)
    (fun y T hT hy0 hy i => by rw [← hn y T hT hy0 hy]; exact abs_le_norm (y T) i)
    (fun y T hT hy0 hy i => by rw [← hn' y T hT hy0 hy]; exact abs_le_norm (y T) i)
  refine ⟨x, hx0, fun t => ⟨fun i => (hx t i).1, ?_⟩⟩
  rcases le_total 0 t with h | h
  · exact hn x t h hx0 fun s _ _ i => (hx s i).1
  · exact hn' x t h hx0 fun s _ _ i => (hx s i).1

/-! ## Systems of particles -/

/-- A field on systems of particles that is Lipschitz on bounded sets, for the sum of the distances, has locally
Lipschitz coordinates. -/
theorem locallyLipschitz_pairField {b : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hc : ∀ x j i t, ContinuousAt (fun s => b s x j i) t)
    (hL : ∀ T r, ∃ L, ∀ t x y, abs t ≤ T → sum (fun j => norm (x j)) ≤ r → sum (fun j => norm (y j)) ≤ r →
      sum (fun j => norm (fun i => b t x j i - b t y j i)) ≤ L * sum (fun j => norm (fun i => x j i - y j i)))
    (p : Fin n × Fin d) : LocallyLipschitz (fun t x => pairField b t x p) :=
  ⟨fun x t => hc (fun j i => x (j, i)) p.1 p.2 t, fun T ρ => by
    obtain ⟨L, hL⟩ := hL T ((n : R) * ((d : R) * abs ρ))
    obtain ⟨C, hC⟩ := exists_bound_abs_le (hc (fun _ _ => 0) p.1 p.2) T
    have hd := mul_nonneg (natCast_nonneg (R := R) n) (natCast_nonneg (R := R) d)
    have h1 := mul_nonneg (natCast_nonneg (R := R) n) (mul_nonneg (natCast_nonneg (R := R) d) (abs_nonneg ρ))
    have h2 := mul_nonneg (abs_nonneg L) h1
    have h3 := mul_nonneg (abs_nonneg L) hd
    have h4 := abs_nonneg C
    have hs : ∀ (z : Fin n → Fin d → R) M, (∀ j i, abs (z j i) ≤ M) →
        sum (fun j => norm (z j)) ≤ (n : R) * ((d : R) * M) := fun z M h => by
      rw [← sum_const]; exact sum_le_sum fun j => norm_le_of_abs_le (h j)
    have hdiff : ∀ t (x y : Fin n → Fin d → R) M, abs t ≤ T → (∀ j i, abs (x j i) ≤ abs ρ) →
        (∀ j i, abs (y j i) ≤ abs ρ) → (∀ j i, abs (x j i - y j i) ≤ M) →
        abs (b t x p.1 p.2 - b t y p.1 p.2) ≤ abs L * ((n : R) * ((d : R) * M)) := fun t x y M ht hx hy h => by
      have e := abs_le_norm (fun i => b t x p.1 i - b t y p.1 i) p.2
      have f := le_sum (f := fun j => norm (fun i => b t x j i - b t y j i)) (fun j => norm_nonneg _) p.1
      have q := hL t x y ht (hs x _ hx) (hs y _ hy)
      have r := mul_le_mul (le_abs_self L) (hs (fun j i => x j i - y j i) M h)
        (sum_nonneg fun j => norm_nonneg _) (abs_nonneg L)
      clear hc hL hC hs hx hy h; lin
    refine ⟨abs C + abs L * ((n : R) * ((d : R) * abs ρ)) + abs L * ((n : R) * (d : R)),
      by clear hc hL hC hs hdiff; lin, fun t x ht hx => ?_, fun t x y M ht hx hy hM h => ?_⟩
    · have p' := hdiff t (fun j i => x (j, i)) (fun _ _ => 0) (abs ρ) ht
        (fun j i => le_trans (hx (j, i)) (le_abs_self ρ)) (fun j i => by rw [abs_zero]; exact abs_nonneg ρ)
        fun j i => by
          rw [show x (j, i) - 0 = x (j, i) by clear hc hL hC hs hdiff hx; lin]
          exact le_trans (hx (j, i)) (le_abs_self ρ)
      have q := hC t ht
      have s := le_abs_self C
      have g := abs_add_le (b t (fun j i => x (j, i)) p.1 p.2 - b t (fun _ _ => 0) p.1 p.2)
        (b t (fun _ _ => 0) p.1 p.2)
      rw [show b t (fun j i => x (j, i)) p.1 p.2 - b t (fun _ _ => 0) p.1 p.2 + b t (fun _ _ => 0) p.1 p.2 =
        b t (fun j i => x (j, i)) p.1 p.2 by clear hc hL hC hs hdiff hx p' q g; lin] at g
      show abs (b t (fun j i => x (j, i)) p.1 p.2) ≤ _
      clear hc hL hC hs hdiff hx; lin
    · have p' := hdiff t (fun j i => x (j, i)) (fun j i => y (j, i)) M ht
        (fun j i => le_trans (hx (j, i)) (le_abs_self ρ)) (fun j i => le_trans (hy (j, i)) (le_abs_self ρ))
        fun j i => h (j, i)
      have q := mul_nonneg h4 hM
      have s := mul_nonneg h2 hM
      show abs (b t (fun j i => x (j, i)) p.1 p.2 - b t (fun j i => y (j, i)) p.1 p.2) ≤ _
      clear hc hL hC hs hdiff hx hy h; lin⟩

/-- A field on systems of particles with locally Lipschitz coordinates, whose solutions from `x0` keep every particle
in a ball, forward and backward in time, has a solution from `x0` on the whole line. -/
theorem exists_system_solution_of_norm_le {b : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    {x0 : Fin n → Fin d → R} {ρ : R} (hF : ∀ p, LocallyLipschitz (fun t x => pairField b t x p))
    (hap : ∀ (y : R → Fin n → Fin d → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → ∀ j, HasVecDerivAt (fun s => y s j) (b t (y t) j) t) → ∀ j, norm (y T j) ≤ ρ)
    (hap' : ∀ (y : R → Fin n → Fin d → R) (T : R), T ≤ 0 → y 0 = x0 →
      (∀ t, T ≤ t → t ≤ 0 → ∀ j, HasVecDerivAt (fun s => y s j) (b t (y t) j) t) → ∀ j, norm (y T j) ≤ ρ) :
    ∃ x : R → Fin n → Fin d → R, x 0 = x0 ∧ ∀ t j, HasVecDerivAt (fun s => x s j) (b t (x t) j) t := by
  have h0 : ∀ y : R → Fin n × Fin d → R, y 0 = (fun p => x0 p.1 p.2) → (fun j i => y 0 (j, i)) = x0 :=
    fun y hy => funext fun j => funext fun i => congrFun hy (j, i)
  obtain ⟨x, hx0, hx⟩ := exists_solution_of_bound_both (x0 := fun p => x0 p.1 p.2) (ρ := ρ) exists_bound_pair hF
    (fun y T hT hy0 hy p => le_trans (abs_le_norm (fun i => y T (p.1, i)) p.2)
      (hap (fun t j i => y t (j, i)) T hT (h0 y hy0) (fun t h1 h2 j i => hy t h1 h2 (j, i)) p.1))
    (fun y T hT hy0 hy p => le_trans (abs_le_norm (fun i => y T (p.1, i)) p.2)
      (hap' (fun t j i => y t (j, i)) T hT (h0 y hy0) (fun t h1 h2 j i => hy t h1 h2 (j, i)) p.1))
  exact ⟨fun t j i => x t (j, i), h0 x hx0, fun t j i => (hx t (j, i)).1⟩

/-- A field on systems of particles that is Lipschitz on bounded sets and tangent to the sphere of every particle has
solutions on the whole line from every initial system, and every particle keeps its norm. -/
theorem exists_system_flow_of_tangent {b : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    (hc : ∀ x j i t, ContinuousAt (fun s => b s x j i) t)
    (hL : ∀ T r, ∃ L, ∀ t x y, abs t ≤ T → sum (fun j => norm (x j)) ≤ r → sum (fun j => norm (y j)) ≤ r →
      sum (fun j => norm (fun i => b t x j i - b t y j i)) ≤ L * sum (fun j => norm (fun i => x j i - y j i)))
    (htan : ∀ t x j, dot (x j) (b t x j) = 0) (x0 : Fin n → Fin d → R) :
    ∃ x : R → Fin n → Fin d → R, x 0 = x0 ∧
      ∀ t j, HasVecDerivAt (fun s => x s j) (b t (x t) j) t ∧ norm (x t j) = norm (x0 j) := by
  have hn : ∀ (y : R → Fin n → Fin d → R) (T : R), 0 ≤ T → y 0 = x0 →
      (∀ t, 0 ≤ t → t ≤ T → ∀ j, HasVecDerivAt (fun s => y s j) (b t (y t) j) t) →
      ∀ j, norm (y T j) = norm (x0 j) := fun y T hT hy0 hy j => by
    have k := norm_eq_of_tangent hT (fun t h1 h2 => hy t h1 h2 j) fun t _ _ => htan t (y t) j
    rw [hy0] at k; exact k
  have hn' : ∀ (y : R → Fin n → Fin d → R) (T : R), T ≤ 0 → y 0 = x0 →
      (∀ t, T ≤ t → t ≤ 0 → ∀ j, HasVecDerivAt (fun s => y s j) (b t (y t) j) t) →
      ∀ j, norm (y T j) = norm (x0 j) := fun y T hT hy0 hy j => by
    have k := norm_eq_of_tangent hT (fun t h1 h2 => hy t h1 h2 j) fun t _ _ => htan t (y t) j
    rw [hy0] at k; exact k.symm
  obtain ⟨ρ, hρ⟩ := exists_bound_fin fun j => norm (x0 j)
  obtain ⟨x, hx0, hx⟩ := exists_system_solution_of_norm_le (x0 := x0) (ρ := ρ) (locallyLipschitz_pairField hc hL)
    (fun y T hT hy0 hy j => by rw [hn y T hT hy0 hy j]; exact hρ j)
    (fun y T hT hy0 hy j => by rw [hn' y T hT hy0 hy j]; exact hρ j)
  refine ⟨x, hx0, fun t j => ⟨hx t j, ?_⟩⟩
  rcases le_total 0 t with h | h
  · exact hn x t h hx0 (fun s _ _ j => hx s j) j
  · exact hn' x t h hx0 (fun s _ _ j => hx s j) j

end Claims
