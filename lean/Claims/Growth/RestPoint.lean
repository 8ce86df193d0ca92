module

public import Claims.Growth.ParticleUniqueness

/-!
# Rest points

Where a locally Lipschitz field vanishes a curve that follows it stays for ever, and a curve that starts
elsewhere never arrives in finite time. For curves in `R^d` and for systems of particles.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

/-- A constant curve has velocity zero. -/
theorem hasVecDerivAt_const (p : Fin d → R) (t : R) : HasVecDerivAt (fun _ => p) (fun _ => 0) t :=
  fun i => hasDerivAt_const (p i) t

/-- A curve that follows a locally Lipschitz field, and is at a rest point of it at one time of `[a, b]`, is
there at every time. -/
theorem eq_rest_point {f : R → (Fin d → R) → Fin d → R} {x : R → Fin d → R} {c : Fin d → R} {a b : R}
    (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hf : ∀ t, a ≤ t → t ≤ b → f t c = fun _ => 0)
    (hL : ∀ r, ∃ L, ∀ t p q, a ≤ t → t ≤ b → norm p ≤ r → norm q ≤ r →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i))
    {t₀ : R} (h1 : a ≤ t₀) (h2 : t₀ ≤ b) (h0 : x t₀ = c) (t : R) (hat : a ≤ t) (htb : t ≤ b) : x t = c :=
  eq_of_locally_lipschitz (y := fun _ => c) hx
    (fun t h1 h2 => (hasVecDerivAt_const c t).congr_deriv (hf t h1 h2)) hL h1 h2 h0 t hat htb

/-- A curve that follows a locally Lipschitz field, and does not start at a rest point of it, does not reach
that point in finite time. -/
theorem ne_rest_point {f : R → (Fin d → R) → Fin d → R} {x : R → Fin d → R} {c : Fin d → R} {a b : R}
    (hab : a ≤ b) (hx : ∀ t, a ≤ t → t ≤ b → HasVecDerivAt x (f t (x t)) t)
    (hf : ∀ t, a ≤ t → t ≤ b → f t c = fun _ => 0)
    (hL : ∀ r, ∃ L, ∀ t p q, a ≤ t → t ≤ b → norm p ≤ r → norm q ≤ r →
      norm (fun i => f t p i - f t q i) ≤ L * norm (fun i => p i - q i))
    (h0 : x a ≠ c) : x b ≠ c :=
  fun h => h0 (eq_rest_point hx hf hL hab (le_rfl b) h a (le_rfl a) hab)

/-- A system of particles that follows a locally Lipschitz field, and is at a rest point of it at one time of
`[a, b]`, is there at every time. -/
theorem system_eq_rest_point {f : R → (Fin n → Fin d → R) → Fin n → Fin d → R} {x : R → Fin n → Fin d → R}
    {c : Fin n → Fin d → R} {a b : R}
    (hx : ∀ j t, a ≤ t → t ≤ b → HasVecDerivAt (fun s => x s j) (f t (x t) j) t)
    (hf : ∀ j t, a ≤ t → t ≤ b → f t c j = fun _ => 0)
    (hL : ∀ r, ∃ L, ∀ t p q, a ≤ t → t ≤ b → sum (fun j => norm (p j)) ≤ r →
      sum (fun j => norm (q j)) ≤ r → sum (fun j => norm (fun i => f t p j i - f t q j i)) ≤
        L * sum (fun j => norm (fun i => p j i - q j i)))
    {t₀ : R} (h1 : a ≤ t₀) (h2 : t₀ ≤ b) (h0 : x t₀ = c) (t : R) (hat : a ≤ t) (htb : t ≤ b) : x t = c :=
  system_eq_of_locally_lipschitz (y := fun _ => c) hx
    (fun j t h1 h2 => (hasVecDerivAt_const (c j) t).congr_deriv (hf j t h1 h2)) hL h1 h2 h0 t hat htb

end Claims
