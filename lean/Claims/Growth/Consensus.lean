module

public import Claims.Growth.Convergence
public import Claims.Growth.GronwallMax

/-!
# Consensus

Finitely many numbers, of which the largest and the smallest are drawn to a common value between them with rate
at least `c > 0`, converge to one limit: the largest falls, the smallest rises, and their distance decays like
`e^(-c t)`.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Nested intervals in time: if the largest does not rise, the smallest does not fall, and their distance tends
to zero, then all functions converge to one limit between them. -/
theorem exists_common_limit {f : Fin (n + 1) → R → R} {a : R}
    (htop : ∀ s t, a ≤ s → s ≤ t → largest (fun i => f i t) ≤ largest fun i => f i s)
    (hbot : ∀ s t, a ≤ s → s ≤ t → smallest (fun i => f i s) ≤ smallest fun i => f i t)
    (hl : HasLimitAtTop (fun t => (largest fun i => f i t) - smallest fun i => f i t) 0) :
    ∃ l, ∀ i, HasLimitAtTop (f i) l ∧
      ∀ t, a ≤ t → abs (f i t - l) ≤ (largest fun i => f i t) - smallest fun i => f i t := by
  obtain ⟨k, hk, hge⟩ := exists_hasLimitAtTop_of_monotone (f := fun t => smallest fun i => f i t) (a := a)
    (M := largest fun i => f i a) hbot fun t ht => le_trans (smallest_le_largest fun i => f i t)
      (htop a t (le_rfl a) ht)
  -- the limit of the smallest lies between smallest and largest at every time
  have hkt : ∀ t, a ≤ t → k ≤ largest fun i => f i t := fun t ht =>
    le_of_hasLimitAtTop hk (hasLimitAtTop_const _) (a := t) fun s hs =>
      le_trans (smallest_le_largest fun i => f i s) (htop t s ht hs)
  have hb : ∀ i t, a ≤ t → abs (f i t - k) ≤ (largest fun i => f i t) - smallest fun i => f i t :=
    fun i t ht => by
      have p := le_largest (fun i => f i t) i
      have q := smallest_le (fun i => f i t) i
      have r := hkt t ht
      have s := hge t ht
      exact abs_le.2 ⟨by clear htop hbot hl hk hge hkt; lin, by clear htop hbot hl hk hge hkt; lin⟩
  exact ⟨k, fun i => ⟨hasLimitAtTop_of_abs_sub_le hl (hb i), hb i⟩⟩

/-- Numbers drawn to a common value `A(t)` between them, at the top and at the bottom with rate at least
`c > 0`, converge to one limit exponentially. -/
theorem exists_consensus {f f' : Fin (n + 1) → R → R} {A : R → R} {a c : R} (hc : 0 < c)
    (hf : ∀ i t, a ≤ t → HasDerivAt (f i) (f' i t) t)
    (hA : ∀ t, a ≤ t → smallest (fun i => f i t) ≤ A t ∧ A t ≤ largest fun i => f i t)
    (htop : ∀ i t, a ≤ t → (∀ j, f j t ≤ f i t) → f' i t ≤ c * (A t - f i t))
    (hbot : ∀ i t, a ≤ t → (∀ j, f i t ≤ f j t) → c * (A t - f i t) ≤ f' i t) :
    ∃ l, ∀ i, HasLimitAtTop (f i) l ∧ ∀ t, a ≤ t → abs (f i t - l) ≤
      (largest (fun i => f i a) - smallest fun i => f i a) * exp (-(c * (t - a))) := by
  have hs : ∀ t, a ≤ t → (largest fun i => f i t) - smallest (fun i => f i t) ≤
      (largest (fun i => f i a) - smallest fun i => f i a) * exp (-(c * (t - a))) := fun t ht =>
    spread_le_mul_exp ht (fun i x g1 _ => hf i x g1) (fun i x g1 _ => htop i x g1)
      fun i x g1 _ => hbot i x g1
  have hl : HasLimitAtTop (fun t => (largest fun i => f i t) - smallest fun i => f i t) 0 :=
    hasLimitAtTop_of_abs_le_mul_exp (a := a) hc fun t ht => by
      have p := smallest_le_largest fun i => f i t
      rw [show ∀ x : R, x - 0 = x from fun x => by lin, abs_of_nonneg (by clear hf hA htop hbot hs; lin)]
      exact hs t ht
  obtain ⟨l, h⟩ := exists_common_limit (f := f) (a := a)
    (fun s t h1 h2 => largest_le_of_deriv h2 (fun i x g1 _ => hf i x (le_trans h1 g1)) fun i x g1 _ hi => by
      have p := htop i x (le_trans h1 g1) hi
      have q := (hA x (le_trans h1 g1)).2
      rw [largest_eq (f := fun i => f i x) hi] at q
      have r := mul_nonpos (le_of_lt hc) (b := A x - f i x) (by clear hf hA htop hbot hs hl; lin)
      clear hf hA htop hbot hs hl; lin)
    (fun s t h1 h2 => smallest_le_of_deriv h2 (fun i x g1 _ => hf i x (le_trans h1 g1)) fun i x g1 _ hi => by
      have p := hbot i x (le_trans h1 g1) hi
      have q := (hA x (le_trans h1 g1)).1
      rw [smallest_eq (f := fun i => f i x) hi] at q
      have r := mul_nonneg (le_of_lt hc) (b := A x - f i x) (by clear hf hA htop hbot hs hl; lin)
      clear hf hA htop hbot hs hl; lin) hl
  exact ⟨l, fun i => ⟨(h i).1, fun t ht => le_trans ((h i).2 t ht) (hs t ht)⟩⟩

end Claims
