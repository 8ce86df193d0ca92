module

public import Claims.Analysis.DerivVector
public import Claims.Growth.Gronwall
public import Claims.LinearAlgebra.Norm

/-!
# Distances between moving points

The norm of a moving vector is continuous and its upper right derivative is at most the norm of the
velocity, also where the vector vanishes. With Gronwall's inequality this bounds the distance between two
curves whose velocities differ by at most a multiple of the distance plus a constant.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n m d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Rules for upper right derivatives -/

/-- Upper right derivatives add. -/
theorem UpperDeriv.add {f g : R → R} {a b t : R} (hf : UpperDeriv f a t) (hg : UpperDeriv g b t) :
    UpperDeriv (fun s => f s + g s) (a + b) t := by
  intro ε hε
  obtain ⟨δ₁, h₁, p⟩ := hf (ε / 2) (half_pos hε)
  obtain ⟨δ₂, h₂, q⟩ := hg (ε / 2) (half_pos hε)
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have p' := p s hs (lt_of_lt_of_le hsδ l₁)
  have q' := q s hs (lt_of_lt_of_le hsδ l₂)
  clear hf hg p q; lin

/-- A nonnegative factor multiplies the upper right derivative. -/
theorem UpperDeriv.const_mul {f : R → R} {a t c : R} (hc : 0 ≤ c) (hf : UpperDeriv f a t) :
    UpperDeriv (fun s => c * f s) (c * a) t := by
  intro ε hε
  have hk : 0 < c + 1 := by clear hf; lin
  obtain ⟨δ, hδ, p⟩ := hf (ε / (c + 1)) (div_pos hε hk)
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  have q := div_pos hε hk
  generalize ε / (c + 1) = η at p e q
  have p' := mul_le_mul_left' hc (p s hs hsδ)
  have r := mul_nonneg (le_of_lt q) (b := s - t) (by clear hf p; lin)
  have e' : ε * (s - t) = η * (c + 1) * (s - t) := by rw [e]
  clear hf p; lin

/-- Upper right derivatives of a finite sum. -/
theorem UpperDeriv.sum {f : Fin n → R → R} {c : Fin n → R} {t : R}
    (h : ∀ i, UpperDeriv (f i) (c i) t) : UpperDeriv (fun s => sum (fun i => f i s)) (sum c) t := by
  induction n with
  | zero => exact (hasDerivAt_const 0 t).upperDeriv
  | succ n ih => exact (h 0).add (ih (fun i => h i.succ))

/-! ## The norm of a moving vector -/

/-- Finitely many properties that hold near a point hold together near it. -/
theorem exists_near_forall {P : Fin d → R → Prop} {t : R}
    (h : ∀ i, ∃ δ, 0 < δ ∧ ∀ s, abs (s - t) < δ → P i s) :
    ∃ δ, 0 < δ ∧ ∀ s, abs (s - t) < δ → ∀ i, P i s := by
  induction d with
  | zero => exact ⟨1, zero_lt_one, fun _ _ i => i.elim0⟩
  | succ d ih =>
    obtain ⟨δ₁, h₁, p⟩ := h 0
    obtain ⟨δ₂, h₂, q⟩ := ih (P := fun i => P i.succ) (fun i => h i.succ)
    obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
    exact ⟨δ, hδ, fun s hs i => Fin.cases (p s (lt_of_lt_of_le hs l₁))
      (fun i => q s (lt_of_lt_of_le hs l₂) i) i⟩

/-- The remainder of a vector derivative is small in norm. -/
theorem HasVecDerivAt.norm_remainder {x : R → Fin d → R} {v : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) {ε : R} (hε : 0 < ε) : ∃ δ, 0 < δ ∧ ∀ s, abs (s - t) < δ →
      norm (fun i => x s i - x t i - v i * (s - t)) ≤ ε * abs (s - t) := by
  have hk : 0 < (d : R) + 1 := by
    have h := sum_nonneg (f := fun _ : Fin d => (1 : R)) (fun _ => le_of_lt zero_lt_one)
    rw [sum_const] at h; clear hx; lin
  obtain ⟨δ, hδ, h⟩ := exists_near_forall fun i => hx i (ε / ((d : R) + 1)) (div_pos hε hk)
  refine ⟨δ, hδ, fun s hs => ?_⟩
  have p := norm_le_of_abs_le (h s hs)
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  have q := div_pos hε hk
  have r := mul_nonneg (le_of_lt q) (abs_nonneg (s - t))
  generalize ε / ((d : R) + 1) = η at p e q r
  have e' : ε * abs (s - t) = η * ((d : R) + 1) * abs (s - t) := by rw [e]
  clear hx h; lin

/-- Near `t` the norm of the displacement is at most `(norm v + ε)` times the time. -/
theorem HasVecDerivAt.norm_sub_le {x : R → Fin d → R} {v : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) {ε : R} (hε : 0 < ε) : ∃ δ, 0 < δ ∧ ∀ s, abs (s - t) < δ →
      norm (fun i => x s i - x t i) ≤ (norm v + ε) * abs (s - t) := by
  obtain ⟨δ, hδ, h⟩ := hx.norm_remainder hε
  refine ⟨δ, hδ, fun s hs => ?_⟩
  have p := h s hs
  have q := norm_add_le (fun i => x s i - x t i - v i * (s - t)) (fun i => (s - t) * v i)
  rw [norm_mul] at q
  have e : (fun i => x s i - x t i - v i * (s - t) + (s - t) * v i) = fun i => x s i - x t i :=
    funext fun i => by clear hx h p q; lin
  rw [e] at q
  clear hx h e; lin

/-- Norms differ by at most the distance. -/
theorem norm_sub_norm_le (x y : Fin d → R) : norm x - norm y ≤ norm (fun i => x i - y i) := by
  have h := norm_add_le (fun i => x i - y i) y
  have e : (fun i => x i - y i + y i) = x := funext fun i => by lin
  rw [e] at h; lin

/-- The norm of a moving vector is continuous. -/
theorem HasVecDerivAt.continuousAt_norm {x : R → Fin d → R} {v : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) : ContinuousAt (fun s => norm (x s)) t := by
  intro ε hε
  obtain ⟨δ₁, h₁, h⟩ := hx.norm_sub_le zero_lt_one
  have hk : 0 < norm v + 1 := by have := norm_nonneg v; clear hx h; lin
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ (div_pos hε hk)
  refine ⟨δ, hδ, fun s hs => ?_⟩
  have p := h s (lt_of_lt_of_le hs l₁)
  have q := mul_lt_mul_left' hk (lt_of_lt_of_le hs l₂)
  rw [mul_div_cancel (ne_of_gt hk)] at q
  have r := norm_sub_norm_le (x s) (x t)
  have r' := norm_sub_norm_le (x t) (x s)
  rw [norm_sub_comm (x t) (x s)] at r'
  exact abs_lt.2 ⟨by clear hx h; lin, by clear hx h; lin⟩

/-- The norm grows at most as fast as the length of the velocity. -/
theorem HasVecDerivAt.upperDeriv_norm {x : R → Fin d → R} {v : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) : UpperDeriv (fun s => norm (x s)) (norm v) t := by
  intro ε hε
  obtain ⟨δ, hδ, h⟩ := hx.norm_sub_le hε
  refine ⟨δ, hδ, fun s hs hsδ => ?_⟩
  have e : abs (s - t) = s - t := abs_of_nonneg (by clear hx h; lin)
  have p := h s (by rw [e]; exact hsδ)
  rw [e] at p
  exact le_trans (norm_sub_norm_le (x s) (x t)) p

/-- The velocity of a difference. -/
theorem HasVecDerivAt.sub {x y : R → Fin d → R} {v w : Fin d → R} {t : R}
    (hx : HasVecDerivAt x v t) (hy : HasVecDerivAt y w t) :
    HasVecDerivAt (fun s i => x s i - y s i) (fun i => v i - w i) t :=
  fun i => (hx i).sub (hy i)

/-! ## Two curves -/

/-- Two curves whose velocities differ by at most `C` times their distance plus `δ` separate at most as
Gronwall's bound says. -/
theorem norm_sub_le_of_velocity {y z y' z' : R → Fin d → R} {C δ T : R}
    (hT : 0 ≤ T) (hy : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt y (y' t) t)
    (hz : ∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt z (z' t) t)
    (hv : ∀ t, 0 ≤ t → t ≤ T →
      norm (fun i => y' t i - z' t i) ≤ C * norm (fun i => y t i - z t i) + δ) :
    (C ≠ 0 → norm (fun i => y T i - z T i) ≤
      norm (fun i => y 0 i - z 0 i) * exp (C * T) + δ * (exp (C * T) - 1) / C) ∧
    (C = 0 → norm (fun i => y T i - z T i) ≤ norm (fun i => y 0 i - z 0 i) + δ * T) :=
  gronwall_upper (u := fun s => norm (fun i => y s i - z s i)) hT
    (fun t h0 h1 => ((hy t h0 h1).sub (hz t h0 h1)).continuousAt_norm)
    (fun t h0 h1 => ((hy t h0 (le_of_lt h1)).sub (hz t h0 (le_of_lt h1))).upperDeriv_norm.mono
      (hv t h0 (le_of_lt h1)))

end Claims
