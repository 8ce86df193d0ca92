module

public import Claims.Stability.Dobrushin
public import Claims.Stability.GlobalError

/-!
# Refuted variants of the stability bounds

Each theorem refutes a changed form of one of the bounds: the global error with steps that are only first
order accurate, and the two Lipschitz constants of the attention field without their constant part.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Refutes `global_error` with steps that differ from the flow by `C Δ` instead of `C Δ²`: for the zero
field, the points `x j = j / 4` and `C = L = 1`, `Δ = T = 1/4` the error after one step is `1/4`, and the bound
is at most `1/12`. -/
theorem global_error_mutant_hypothesis_false :
    ¬ ∀ {d : Nat} (S : (Fin d → R) → Prop) (b : (Fin d → R) → Fin d → R)
      (y : R → Fin d → R) (x : Nat → Fin d → R) (c : Nat → R → Fin d → R) (C L Δ T : R)
      (_ : 0 < L) (_ : 0 ≤ C) (_ : 0 < Δ)
      (_ : ∀ v w, S v → S w → norm (fun i => b v i - b w i) ≤ L * norm (fun i => v i - w i))
      (_ : ∀ t, 0 ≤ t → t ≤ T → S (y t)) (_ : ∀ j t, 0 ≤ t → t ≤ Δ → S (c j t))
      (_ : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt y (b (y t)) t)
      (_ : ∀ j t, 0 ≤ t → t ≤ Δ → HasVecDerivAt (c j) (b (c j t)) t) (_ : ∀ j, c j 0 = x j)
      (_ : ∀ j, norm (fun i => x (j + 1) i - c j Δ i) ≤ C * Δ) (_ : x 0 = y 0)
      (j : Nat) (_ : (j : R) * Δ ≤ T),
      norm (fun i => x j i - y ((j : R) * Δ) i) ≤ C * Δ * (exp (L * T) - 1) / L := by
  intro h
  have h1 := h (d := 1) (fun _ => True) (fun _ _ => 0) (fun _ _ => 0) (fun j _ => (j : R) * (1 / 4))
    (fun j _ _ => (j : R) * (1 / 4)) 1 1 (1 / 4) (1 / 4) zero_lt_one (le_of_lt zero_lt_one)
    (by clear h; lin)
    (fun v w _ _ => by
      have p := norm_nonneg (fun i => v i - w i)
      rw [norm_sub_self]; clear h; lin)
    (fun _ _ _ => trivial) (fun _ _ _ _ => trivial) (fun t _ _ _ => hasDerivAt_const 0 t)
    (fun j t _ _ _ => hasDerivAt_const _ t) (fun _ => rfl)
    (fun j => by
      rw [norm_fin_one]
      have e : ((j + 1 : Nat) : R) * (1 / 4) - (j : R) * (1 / 4) = 1 / 4 := by clear h; lin
      dsimp only
      rw [e, abs_of_nonneg (by clear h; lin)]; clear h; lin)
    (funext fun _ => by clear h; lin) 1 (by clear h; lin)
  rw [norm_fin_one] at h1
  have e : ((1 : Nat) : R) * (1 / 4) - 0 = 1 / 4 := by clear h h1; lin
  have e' : (1 : R) * (1 / 4) = 1 / 4 := by clear h h1; lin
  dsimp only at h1
  rw [e, abs_of_nonneg (by clear h h1; lin), e'] at h1
  have k := exp_mul_one_sub_le (1 / 4 : R)
  clear h; lin

/-! ## The attention field of one atom at `β = 0` -/

/-- The vector `(a, b)` of length two. -/
def vec2 (a b : R) : Fin 2 → R := fun i => Fin.cases (motive := fun _ => R) a (fun _ => b) i

/-- The squared norm of a vector of length two. -/
theorem normSq_vec2 (a b : R) : normSq (vec2 a b) = a * a + b * b := by
  have e : normSq (vec2 a b) = a * a + (b * b + 0) := rfl
  rw [e]; lin

/-- With one atom and `β = 0` the attention field is the projected atom. -/
theorem measureField_one (A : Fin 2 → Fin 2 → R) (v x : Fin 2 → R) :
    measureField 0 A (fun _ : Fin 1 => 1) (fun _ => v) x = proj x v := by
  have k : kernelMean 0 A (fun _ : Fin 1 => 1) (fun _ => v) x = v := funext fun a => by
    have e : ∀ s : R, 0 * s = 0 := fun s => by lin
    have i := mul_inv_cancel (a := (1 : R) * 1 + 0) (by lin)
    simp only [kernelMean, kernelMass, kernel, sum_succ, sum_zero_length, e, exp_zero]
    clear e; lin
  unfold measureField
  rw [k]

/-- The zero matrix has operator norm zero. -/
theorem norm_mulVec_zero_le (v : Fin 2 → R) : norm (mulVec (fun _ _ : Fin 2 => (0 : R)) v) ≤ 0 * norm v := by
  have e : norm (mulVec (fun _ _ : Fin 2 => (0 : R)) v) = 0 := norm_eq_zero.2 fun i => dot_zero_left v
  rw [e]; lin

/-- The sum of a single term. -/
theorem sum_fin_one (c : R) : sum (fun _ : Fin 1 => c) = c := by
  simp only [sum_succ, sum_zero_length]; lin

/-- Refutes `field_lipschitz_point` without the part of the constant that comes from the projection: one atom
at `(1, 0)`, `β = 0`, and the points `(1, 0)` and `(0, 1)`. -/
theorem field_lipschitz_point_mutant_factor_false :
    ¬ ∀ {m d : Nat} (β a B : R) (A : Fin d → Fin d → R) (q : Fin m → R)
      (y : Fin m → Fin d → R) (x x' : Fin d → R) (_ : 0 ≤ β) (_ : 0 ≤ a) (_ : B = β * a)
      (_ : ∀ v, norm (mulVec A v) ≤ a * norm v) (_ : ∀ j, 0 ≤ q j) (_ : sum q = 1)
      (_ : ∀ j, normSq (y j) = 1) (_ : normSq x = 1) (_ : normSq x' = 1),
      norm (fun i => measureField β A q y x i - measureField β A q y x' i) ≤
        (2 * B * exp (2 * B)) * norm (fun i => x i - x' i) := by
  intro h
  have n1 : normSq (vec2 (1 : R) 0) = 1 := by rw [normSq_vec2]; clear h; lin
  have n2 : normSq (vec2 (0 : R) 1) = 1 := by rw [normSq_vec2]; clear h; lin
  have h1 := h (m := 1) (d := 2) 0 0 0 (fun _ _ => 0) (fun _ => 1) (fun _ => vec2 1 0) (vec2 1 0)
    (vec2 0 1) (le_rfl 0) (le_rfl 0) (by clear h; lin) norm_mulVec_zero_le
    (fun _ => le_of_lt zero_lt_one) (sum_fin_one 1) (fun _ => n1) n1 n2
  rw [measureField_one, measureField_one] at h1
  have z := norm_nonneg (fun i => proj (vec2 (1 : R) 0) (vec2 1 0) i - proj (vec2 0 1) (vec2 1 0) i)
  have zero := norm_eq_zero.1 (le_antisymm (a := norm (fun i => proj (vec2 (1 : R) 0) (vec2 1 0) i -
    proj (vec2 0 1) (vec2 1 0) i)) (b := 0) (by clear h z; lin) z) 0
  have v : proj (vec2 (1 : R) 0) (vec2 1 0) 0 - proj (vec2 0 1) (vec2 1 0) 0 =
    1 - (1 * 1 + (0 * 0 + 0)) * 1 - (1 - (0 * 1 + (1 * 0 + 0)) * 0) := rfl
  rw [v] at zero
  clear h h1 z; lin

/-- The Wasserstein-1 distance of two points of the plane. -/
theorem isW1_points (v w : Fin 2 → R) : IsW1 (fun _ : Fin 1 => (1 : R)) (fun _ : Fin 1 => 1) (fun _ => v)
    (fun _ => w) (norm (fun i => v i - w i)) := by
  have c : ∀ π : Fin 1 → Fin 1 → R, IsCoupling π (fun _ => 1) (fun _ => 1) →
      cost π (fun _ : Fin 1 => v) (fun _ : Fin 1 => w) = norm (fun i => v i - w i) := fun π hπ => by
    have l := hπ.left 0
    simp only [sum_succ, sum_zero_length] at l
    simp only [cost, sum_succ, sum_zero_length]
    generalize norm (fun i => v i - w i) = N
    have e : π 0 0 = 1 := by clear hπ; lin
    rw [e]; clear hπ; lin
  have k : IsCoupling (fun _ _ : Fin 1 => (1 : R)) (fun _ => 1) (fun _ => 1) :=
    ⟨fun _ _ => le_of_lt zero_lt_one, fun _ => sum_fin_one 1, fun _ => sum_fin_one 1⟩
  exact ⟨fun π hπ => by rw [c π hπ]; exact le_rfl _, fun u h => by
    have := h _ k
    rw [c _ k] at this; exact this⟩

/-- Refutes `field_lipschitz_measure` without the part of the constant that does not vanish with `B`: atoms
at `(1, 0)` and `(-1, 0)`, `β = 0`, and the point `(0, 1)`. -/
theorem field_lipschitz_measure_mutant_factor_false :
    ¬ ∀ {n m d : Nat} (β a B : R) (A : Fin d → Fin d → R) (p : Fin n → R) (q : Fin m → R)
      (z : Fin n → Fin d → R) (y : Fin m → Fin d → R) (x : Fin d → R) (w : R) (_ : 0 ≤ β)
      (_ : 0 ≤ a) (_ : B = β * a) (_ : ∀ v, norm (mulVec A v) ≤ a * norm v) (_ : ∀ i, 0 ≤ p i)
      (_ : sum p = 1) (_ : ∀ j, 0 ≤ q j) (_ : sum q = 1) (_ : ∀ i, normSq (z i) = 1)
      (_ : ∀ j, normSq (y j) = 1) (_ : normSq x = 1) (_ : IsW1 p q z y w),
      norm (fun i => measureField β A p z x i - measureField β A q y x i) ≤
        exp (2 * B) * (2 * B) * w := by
  intro h
  have n1 : normSq (vec2 (1 : R) 0) = 1 := by rw [normSq_vec2]; clear h; lin
  have n2 : normSq (vec2 (0 : R) 1) = 1 := by rw [normSq_vec2]; clear h; lin
  have n3 : normSq (vec2 (-1 : R) 0) = 1 := by rw [normSq_vec2]; clear h; lin
  have h1 := h (n := 1) (m := 1) (d := 2) 0 0 0 (fun _ _ => 0) (fun _ => 1) (fun _ => 1)
    (fun _ => vec2 1 0) (fun _ => vec2 (-1) 0) (vec2 0 1) _ (le_rfl 0) (le_rfl 0)
    (by clear h; lin) norm_mulVec_zero_le (fun _ => le_of_lt zero_lt_one) (sum_fin_one 1)
    (fun _ => le_of_lt zero_lt_one) (sum_fin_one 1) (fun _ => n1) (fun _ => n3) n2
    (isW1_points (vec2 1 0) (vec2 (-1) 0))
  rw [measureField_one, measureField_one] at h1
  have z := norm_nonneg (fun i => proj (vec2 (0 : R) 1) (vec2 1 0) i - proj (vec2 0 1) (vec2 (-1) 0) i)
  have zero := norm_eq_zero.1 (le_antisymm (a := norm (fun i => proj (vec2 (0 : R) 1) (vec2 1 0) i -
    proj (vec2 0 1) (vec2 (-1) 0) i)) (b := 0) (by clear h z; lin) z) 0
  have v : proj (vec2 (0 : R) 1) (vec2 1 0) 0 - proj (vec2 0 1) (vec2 (-1) 0) 0 =
    1 - (0 * 1 + (1 * 0 + 0)) * 0 - (-1 - (0 * -1 + (1 * 0 + 0)) * 0) := rfl
  rw [v] at zero
  clear h h1 z; lin

end Claims

end
