module

public import Claims.Growth.Uniqueness
public import Claims.Growth.GronwallMax

/-!
# Uniqueness and continuous dependence for systems of particles

A system is a curve `x : R → Fin n → Fin d → R`, particle by particle. Two systems are compared by the sum of
the distances of their particles, or by the largest of them; both obey Gronwall's bound, and two systems that
follow one Lipschitz field and agree at one time agree at every time.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The sum of the distances -/

/-- Systems whose particles have total distance at most zero are equal. -/
theorem eq_of_sum_norm_sub_le_zero {x y : Fin n → Fin d → R}
    (h : sum (fun j => norm (fun i => x j i - y j i)) ≤ 0) : x = y := by
  have h0 := le_antisymm h (sum_nonneg fun j => norm_nonneg (fun i => x j i - y j i))
  exact funext fun j => eq_of_norm_sub_eq_zero
    ((sum_eq_zero_iff fun j => norm_nonneg (fun i => x j i - y j i)).1 h0 j)

/-- Two systems whose velocities differ in total by at most `L` times the total distance plus `δ`. -/
theorem sum_norm_sub_le_of_velocity_sub {x y x' y' : R → Fin n → Fin d → R} {a b L δ : R} (hab : a ≤ b)
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (x' t j) t)
    (hy : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => y s j) (y' t j) t)
    (hv : ∀ t, a ≤ t → t ≤ b → sum (fun j => norm (fun i => x' t j i - y' t j i)) ≤
      L * sum (fun j => norm (fun i => x t j i - y t j i)) + δ) :
    (L ≠ 0 → sum (fun j => norm (fun i => x b j i - y b j i)) ≤
      sum (fun j => norm (fun i => x a j i - y a j i)) * exp (L * (b - a)) +
        δ * (exp (L * (b - a)) - 1) / L) ∧
    (L = 0 → sum (fun j => norm (fun i => x b j i - y b j i)) ≤
      sum (fun j => norm (fun i => x a j i - y a j i)) + δ * (b - a)) :=
  gronwall_interval (u := fun s => sum (fun j => norm (fun i => x s j i - y s j i))) hab
    (fun t h1 h2 => ContinuousAt.sum fun j => ((hx j t h1 h2).sub (hy j t h1 h2)).continuousAt_norm)
    (fun t h1 h2 => (UpperDeriv.sum fun j =>
      ((hx j t h1 (le_of_lt h2)).sub (hy j t h1 (le_of_lt h2))).upperDeriv_norm).mono (hv t h1 (le_of_lt h2)))

/-- Two systems whose velocities differ in total by at most `L` times the total distance separate at most
like `e^(L t)`. -/
theorem sum_norm_sub_le_mul_exp {x y x' y' : R → Fin n → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (x' t j) t)
    (hy : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => y s j) (y' t j) t)
    (hv : ∀ t, a ≤ t → t ≤ b → sum (fun j => norm (fun i => x' t j i - y' t j i)) ≤
      L * sum (fun j => norm (fun i => x t j i - y t j i))) :
    sum (fun j => norm (fun i => x b j i - y b j i)) ≤
      sum (fun j => norm (fun i => x a j i - y a j i)) * exp (L * (b - a)) :=
  le_mul_exp_of_upperDeriv (u := fun s => sum (fun j => norm (fun i => x s j i - y s j i))) hab
    (fun t h1 h2 => ContinuousAt.sum fun j => ((hx j t h1 h2).sub (hy j t h1 h2)).continuousAt_norm)
    (fun t h1 h2 => (UpperDeriv.sum fun j =>
      ((hx j t h1 (le_of_lt h2)).sub (hy j t h1 (le_of_lt h2))).upperDeriv_norm).mono (hv t h1 (le_of_lt h2)))

/-- Uniqueness for systems: two systems that follow a field which is Lipschitz along them, and start together,
agree. -/
theorem system_eq_of_lipschitz_along {f : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    {x y : R → Fin n → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (f t (x t) j) t)
    (hy : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => y s j) (f t (y t) j) t)
    (hL : ∀ t, a ≤ t → t ≤ b → sum (fun j => norm (fun i => f t (x t) j i - f t (y t) j i)) ≤
      L * sum (fun j => norm (fun i => x t j i - y t j i)))
    (h0 : x a = y a) : x b = y b :=
  eq_of_sum_norm_sub_le_zero (by
    have h := sum_norm_sub_le_mul_exp hab hx hy hL
    rw [h0, sum_eq_zero (f := fun j => norm (fun i => y a j i - y a j i)) fun j => norm_sub_self (y a j)] at h
    clear hx hy hL; lin)

/-- Backward uniqueness for systems: two systems that follow a field which is Lipschitz along them, and end
together, started together. -/
theorem system_eq_of_lipschitz_along_backward {f : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    {x y : R → Fin n → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (f t (x t) j) t)
    (hy : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => y s j) (f t (y t) j) t)
    (hL : ∀ t, a ≤ t → t ≤ b → sum (fun j => norm (fun i => f t (x t) j i - f t (y t) j i)) ≤
      L * sum (fun j => norm (fun i => x t j i - y t j i)))
    (h0 : x b = y b) : x a = y a := by
  have h := system_eq_of_lipschitz_along (x := fun s => x (a + b - s)) (y := fun s => y (a + b - s))
    (f := fun t p j i => -f (a + b - t) p j i) (L := L) hab
    (fun j t h1 h2 => (hx j (a + b - t) (by clear hx hy hL; lin) (by clear hx hy hL; lin)).reverse)
    (fun j t h1 h2 => (hy j (a + b - t) (by clear hx hy hL; lin) (by clear hx hy hL; lin)).reverse)
    (fun t h1 h2 => by
      have k := hL (a + b - t) (by clear hx hy hL; lin) (by clear hx hy hL; lin)
      refine le_trans (sum_le_sum fun j => ?_) k
      have e : (fun i => -f (a + b - t) (x (a + b - t)) j i - -f (a + b - t) (y (a + b - t)) j i) =
          fun i => -(f (a + b - t) (x (a + b - t)) j i - f (a + b - t) (y (a + b - t)) j i) :=
        funext fun i => by clear hx hy hL k; lin
      dsimp only
      rw [e, norm_neg]
      exact le_rfl _)
    (by
      show x (a + b - a) = y (a + b - a)
      rw [show a + b - a = b by clear hx hy hL; lin]; exact h0)
  dsimp only at h
  rw [show a + b - b = a by clear hx hy hL h; lin] at h
  exact h

/-- Uniqueness for systems and a locally Lipschitz field, with a constant for every ball: agreement at one
time of `[a, b]` is agreement at every time. -/
theorem system_eq_of_locally_lipschitz {f : R → (Fin n → Fin d → R) → Fin n → Fin d → R}
    {x y : R → Fin n → Fin d → R} {a b : R}
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (f t (x t) j) t)
    (hy : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => y s j) (f t (y t) j) t)
    (hL : ∀ r, ∃ L, ∀ t p q, a ≤ t → t ≤ b → sum (fun j => norm (p j)) ≤ r →
      sum (fun j => norm (q j)) ≤ r → sum (fun j => norm (fun i => f t p j i - f t q j i)) ≤
        L * sum (fun j => norm (fun i => p j i - q j i)))
    {t₀ : R} (h1 : a ≤ t₀) (h2 : t₀ ≤ b) (h0 : x t₀ = y t₀) (t : R) (hat : a ≤ t) (htb : t ≤ b) :
    x t = y t := by
  have hab := le_trans h1 h2
  obtain ⟨r, hr0, hr⟩ := exists_bound_of_continuous (f := fun s => sum fun j => norm (x s j)) hab
    fun t h1 h2 => ContinuousAt.sum fun j => (hx j t h1 h2).continuousAt_norm
  obtain ⟨s, hs0, hs⟩ := exists_bound_of_continuous (f := fun s => sum fun j => norm (y s j)) hab
    fun t h1 h2 => ContinuousAt.sum fun j => (hy j t h1 h2).continuousAt_norm
  obtain ⟨L, hL⟩ := hL (r + s)
  have hL' : ∀ t, a ≤ t → t ≤ b → sum (fun j => norm (fun i => f t (x t) j i - f t (y t) j i)) ≤
      L * sum (fun j => norm (fun i => x t j i - y t j i)) := fun t g1 g2 => by
    have p := le_trans (le_abs_self _) (hr t g1 g2)
    have q := le_trans (le_abs_self _) (hs t g1 g2)
    exact hL t _ _ g1 g2 (by clear hx hy hL hr hs; lin) (by clear hx hy hL hr hs; lin)
  rcases le_total t₀ t with h | h
  · exact system_eq_of_lipschitz_along h (fun j s g1 g2 => hx j s (le_trans h1 g1) (le_trans g2 htb))
      (fun j s g1 g2 => hy j s (le_trans h1 g1) (le_trans g2 htb))
      (fun s g1 g2 => hL' s (le_trans h1 g1) (le_trans g2 htb)) h0
  · exact system_eq_of_lipschitz_along_backward h
      (fun j s g1 g2 => hx j s (le_trans hat g1) (le_trans g2 h2))
      (fun j s g1 g2 => hy j s (le_trans hat g1) (le_trans g2 h2))
      (fun s g1 g2 => hL' s (le_trans hat g1) (le_trans g2 h2)) h0

/-! ## The largest distance -/

/-- Two systems in which the velocities of every pair of partners differ by at most `L` times the largest
distance separate at most like `e^(L t)`, in the largest distance. -/
theorem largest_norm_sub_le_mul_exp {x y x' y' : R → Fin (n + 1) → Fin d → R} {a b L : R} (hab : a ≤ b)
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (x' t j) t)
    (hy : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => y s j) (y' t j) t)
    (hv : ∀ j t, a ≤ t → t ≤ b → norm (fun i => x' t j i - y' t j i) ≤
      L * largest (fun j => norm (fun i => x t j i - y t j i))) :
    largest (fun j => norm (fun i => x b j i - y b j i)) ≤
      largest (fun j => norm (fun i => x a j i - y a j i)) * exp (L * (b - a)) :=
  le_mul_exp_of_upperDeriv (u := fun s => largest (fun j => norm (fun i => x s j i - y s j i))) hab
    (fun t h1 h2 => ContinuousAt.largest fun j => ((hx j t h1 h2).sub (hy j t h1 h2)).continuousAt_norm)
    (fun t h1 h2 => UpperDeriv.largest
      (fun j => ((hx j t h1 (le_of_lt h2)).sub (hy j t h1 (le_of_lt h2))).continuousAt_norm)
      fun j _ => ((hx j t h1 (le_of_lt h2)).sub (hy j t h1 (le_of_lt h2))).upperDeriv_norm.mono
        (hv j t h1 (le_of_lt h2)))

end Claims
