module

public import Claims.Analysis.Limit
public import Claims.Analysis.Monotone

/-!
# Uniform limits

A uniform limit of continuous functions is continuous, and the derivative of a limit is the limit of the
derivatives when these converge uniformly. The second needs no continuity of the derivatives: it follows from the
mean value inequality.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The functions `f n` tend to `g` uniformly on `[a, b]`. -/
def TendsToUniformly (f : Nat → R → R) (g : R → R) (a b : R) : Prop :=
  ∀ ε, 0 < ε → ∃ N, ∀ n, N ≤ n → ∀ y, a ≤ y → y ≤ b → abs (f n y - g y) ≤ ε

/-- Uniform convergence is convergence at each point. -/
theorem TendsToUniformly.tendsTo {f : Nat → R → R} {g : R → R} {a b : R} (h : TendsToUniformly f g a b) {y : R}
    (hay : a ≤ y) (hyb : y ≤ b) : TendsTo (fun n => f n y) (g y) := by
  intro ε hε
  obtain ⟨N, hN⟩ := h (ε / 2) (half_pos hε)
  exact ⟨N, fun n hn => lt_of_le_of_lt (hN n hn y hay hyb) (half_lt_self hε)⟩

/-- Uniform convergence on an interval holds on a smaller one. -/
theorem TendsToUniformly.mono {f : Nat → R → R} {g : R → R} {a b a' b' : R} (h : TendsToUniformly f g a b)
    (ha : a ≤ a') (hb : b' ≤ b) : TendsToUniformly f g a' b' := by
  intro ε hε
  obtain ⟨N, hN⟩ := h ε hε
  exact ⟨N, fun n hn y h1 h2 => hN n hn y (le_trans ha h1) (le_trans h2 hb)⟩

/-- A point inside an interval has a neighbourhood in it. -/
theorem exists_near_mem {a b x : R} (hax : a < x) (hxb : x < b) :
    ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → a ≤ y ∧ y ≤ b := by
  obtain ⟨δ, hδ, h1, h2⟩ := exists_pos_le (a := x - a) (b := b - x) (by lin) (by lin)
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have h := abs_lt.1 hy
  constructor <;> lin

/-- The uniform limit of continuous functions is continuous. -/
theorem continuousAt_of_uniform {f : Nat → R → R} {g : R → R} {a b x : R} (hax : a < x) (hxb : x < b)
    (hf : ∀ n, ContinuousAt (f n) x) (hu : TendsToUniformly f g a b) : ContinuousAt g x := by
  intro ε hε
  obtain ⟨N, hN⟩ := hu (ε / 4) (by clear hf; lin)
  have hN := hN N (Nat.le_refl N)
  obtain ⟨δ₁, h₁, hc⟩ := hf N (ε / 4) (by clear hf hN; lin)
  obtain ⟨δ₂, h₂, hm⟩ := exists_near_mem hax hxb
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have p := abs_lt.1 (hc y (lt_of_lt_of_le hy l₁))
  have m := hm y (lt_of_lt_of_le hy l₂)
  have q := abs_le.1 (hN y m.1 m.2)
  have r := abs_le.1 (hN x (le_of_lt hax) (le_of_lt hxb))
  clear hf hu hN hc hm
  exact abs_lt.2 ⟨by lin, by lin⟩

/-- The mean value inequality between two points in either order. -/
theorem abs_sub_le_of_deriv' {f f' : R → R} {a b M x y : R} (hx : a ≤ x ∧ x ≤ b) (hy : a ≤ y ∧ y ≤ b)
    (hf : ∀ t, a ≤ t → t ≤ b → HasDerivAt f (f' t) t) (hM : ∀ t, a ≤ t → t ≤ b → abs (f' t) ≤ M) :
    abs (f y - f x) ≤ M * abs (y - x) := by
  rcases le_total x y with h | h
  · rw [abs_of_nonneg (x := y - x) (by clear hf hM; lin)]
    exact abs_sub_le_of_deriv h (fun t h1 h2 => hf t (le_trans hx.1 h1) (le_trans h2 hy.2))
      (fun t h1 h2 => hM t (le_trans hx.1 h1) (le_trans h2 hy.2))
  · rw [abs_sub_comm, abs_sub_comm y x, abs_of_nonneg (x := x - y) (by clear hf hM; lin)]
    exact abs_sub_le_of_deriv h (fun t h1 h2 => hf t (le_trans hy.1 h1) (le_trans h2 hx.2))
      (fun t h1 h2 => hM t (le_trans hy.1 h1) (le_trans h2 hx.2))

/-- The derivative of a limit: if `f n` tends to `g` at each point of an interval and the derivatives of the `f n`
tend to `g'` uniformly there, then `g'` is the derivative of `g` inside. -/
theorem hasDerivAt_of_uniform {f f' : Nat → R → R} {g g' : R → R} {a b x : R} (hax : a < x) (hxb : x < b)
    (hf : ∀ n y, a ≤ y → y ≤ b → HasDerivAt (f n) (f' n y) y)
    (hlim : ∀ y, a ≤ y → y ≤ b → TendsTo (fun n => f n y) (g y))
    (hu : TendsToUniformly f' g' a b) : HasDerivAt g (g' x) x := by
  intro ε hε
  have hx : a ≤ x ∧ x ≤ b := ⟨le_of_lt hax, le_of_lt hxb⟩
  obtain ⟨N, hN⟩ := hu (ε / 8) (by clear hf hlim hu; lin)
  obtain ⟨δ₁, h₁, hd⟩ := hf N x hx.1 hx.2 (ε / 4) (by clear hf hlim hu hN; lin)
  obtain ⟨δ₂, h₂, hm⟩ := exists_near_mem hax hxb
  obtain ⟨δ, hδ, l₁, l₂⟩ := exists_pos_le h₁ h₂
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have hy' := hm y (lt_of_lt_of_le hy l₂)
  -- the increment of `f n - f N`, first for `n` beyond `N`, then in the limit
  have hn : ∀ n, N ≤ n → abs (f n y - f N y - (f n x - f N x)) ≤ ε / 4 * abs (y - x) := fun n hn =>
    abs_sub_le_of_deriv' (f := fun t => f n t - f N t) hx hy' (fun t h1 h2 => (hf n t h1 h2).sub (hf N t h1 h2))
      (fun t h1 h2 => by
        have p := abs_le.1 (hN n hn t h1 h2)
        have q := abs_le.1 (hN N (Nat.le_refl N) t h1 h2)
        clear hf hlim hu hN hd hm
        exact abs_le.2 ⟨by lin, by lin⟩)
  have hg : abs (g y - f N y - (g x - f N x)) ≤ ε / 4 * abs (y - x) := le_of_forall_pos fun η hη => by
    obtain ⟨n₁, k₁⟩ := hlim y hy'.1 hy'.2 (η / 2) (half_pos hη)
    obtain ⟨n₂, k₂⟩ := hlim x hx.1 hx.2 (η / 2) (half_pos hη)
    have p := abs_le.1 (hn (N + (n₁ + n₂)) (by omega))
    have q₁ := abs_lt.1 (k₁ (N + (n₁ + n₂)) (by omega))
    have q₂ := abs_lt.1 (k₂ (N + (n₁ + n₂)) (by omega))
    clear hf hlim hu hN hd hm k₁ k₂ hn
    exact abs_le.2 ⟨by lin, by lin⟩
  have p := abs_le.1 (hd y (lt_of_lt_of_le hy l₁))
  have q := abs_le.1 hg
  have r := mul_le_mul_right' (abs_nonneg (y - x)) (hN N (Nat.le_refl N) x hx.1 hx.2)
  rw [← abs_mul] at r
  have r := abs_le.1 r
  have s := mul_nonneg (le_of_lt hε) (abs_nonneg (y - x))
  clear hf hlim hu hN hd hm hn hg
  exact abs_le.2 ⟨by lin, by lin⟩

end Claims
