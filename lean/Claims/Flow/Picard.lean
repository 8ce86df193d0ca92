module

public import Claims.Flow.PicardIteration
public import Claims.Analysis.Completeness

/-!
# Existence of solutions (Picard and Lindelöf)

A Lipschitz field has a solution on the whole line from every initial state: the Picard iterates converge uniformly
on bounded intervals, and so do their derivatives. Two solutions that stay within a bounded distance on bounded
intervals agree when they start together. The coordinates of a state may form any set; the forms for vectors and for
systems of particles are in `VectorFlow`.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u v

open Lean.Grind

variable {R : Type u} [Reals R] {ι : Type v} {F : R → (ι → R) → ι → R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The limit of the iterates -/

/-- On every bounded interval the iterates converge to any pointwise limit at a geometric rate, uniformly over the
coordinates, and the field is Lipschitz there. -/
theorem LipschitzField.exists_rate (hF : LipschitzField F) {x0 : ι → R} {x : R → ι → R}
    (hx : ∀ t i, TendsTo (fun n => picardIter F x0 n t i) (x t i)) (T : R) : ∃ L B, 0 ≤ L ∧ 0 ≤ B ∧
      (∀ t x y M i, abs t ≤ T → 0 ≤ M → (∀ j, abs (x j - y j) ≤ M) → abs (F t x i - F t y i) ≤ L * M) ∧
      ∀ n t i, abs t ≤ T → abs (picardIter F x0 n t i - x t i) ≤ B * (1 / 2) ^ n := by
  obtain ⟨L, hL1, hL⟩ := hF.lipschitz_one_le T
  obtain ⟨C, hC⟩ := hF.bounded x0 T
  have hC' : ∀ t i, abs t ≤ T → abs (F t x0 i) ≤ abs C := fun t i ht => le_trans (hC t i ht) (le_abs_self C)
  have hC0 := abs_nonneg C
  have hE := exp_pos (2 * L * T)
  have hB := mul_nonneg hC0 (le_of_lt hE)
  have hL0 : 0 ≤ L := by clear hL hC hC' hF hx; lin
  refine ⟨L, 2 * (abs C * exp (2 * L * T)), hL0, by clear hL hC hC' hF hx; lin, hL, fun n t i ht => ?_⟩
  obtain ⟨l, hl, hr⟩ := exists_tendsTo_of_geometric (a := fun n => picardIter F x0 n t i)
    (C := 2 * (abs C * exp (2 * L * T))) (q := 1 / 2)
    (by clear hL hC hC' hF hx; lin) (by clear hL hC hC' hF hx; lin) (by clear hL hC hC' hF hx; lin) fun k => by
      have p := hF.abs_picardIter_sub_le hL1 hL hC' k t i ht
      have hp := pow_nonneg (a := (1 / 2 : R)) (by clear hL hC hC' hF hx p; lin) k
      have q := mul_le_mul_left' (mul_nonneg hC0 hp) (exp_le_exp_of_le
        (mul_le_mul_left' (a := 2 * L) (by clear hL hC hC' hF hx p; lin) ht))
      refine le_trans p (le_trans q ?_)
      generalize exp (2 * L * T) = E
      generalize (1 / 2 : R) ^ k = P
      clear hL hC hC' hF hx p q; lin
  rw [hl.unique (hx t i)] at hr
  exact hr n

/-- At every time the iterates converge. -/
theorem LipschitzField.exists_limit (hF : LipschitzField F) (x0 : ι → R) :
    ∃ x : R → ι → R, ∀ t i, TendsTo (fun n => picardIter F x0 n t i) (x t i) := by
  have h : ∀ t i, ∃ l, TendsTo (fun n => picardIter F x0 n t i) l := fun t i => by
    obtain ⟨L, hL1, hL⟩ := hF.lipschitz_one_le (abs t)
    obtain ⟨C, hC⟩ := hF.bounded x0 (abs t)
    have hC0 : 0 ≤ C := le_trans (abs_nonneg _) (hC t i (le_rfl _))
    have hB := mul_nonneg hC0 (le_of_lt (exp_pos (2 * L * abs t)))
    obtain ⟨l, hl, _⟩ := exists_tendsTo_of_geometric (a := fun n => picardIter F x0 n t i)
      (C := 2 * (C * exp (2 * L * abs t))) (q := 1 / 2)
      (by clear hL hC hF; lin) (by clear hL hC hF; lin) (by clear hL hC hF; lin) fun k => by
        refine le_trans (hF.abs_picardIter_sub_le hL1 hL hC k t i (le_rfl _)) ?_
        generalize exp (2 * L * abs t) = E
        generalize (1 / 2 : R) ^ k = P
        clear hL hC hF; lin
    exact ⟨l, hl⟩
  exact ⟨fun t i => (h t i).choose, fun t i => (h t i).choose_spec⟩

/-- Existence of solutions: a Lipschitz field has a solution on the whole line from every initial state. -/
theorem LipschitzField.exists_solution (hF : LipschitzField F) (x0 : ι → R) :
    ∃ x : R → ι → R, x 0 = x0 ∧ ∀ t i, HasDerivAt (fun s => x s i) (F t (x t) i) t := by
  obtain ⟨x, hx⟩ := hF.exists_limit x0
  refine ⟨x, funext fun i => (hx 0 i).unique ((tendsTo_const (x0 i)).congr fun n => by rw [picardIter_zero]),
    fun t i => ?_⟩
  obtain ⟨L, B, hL0, hB0, hL, hr⟩ := hF.exists_rate hx (abs t + 1)
  have h1 := abs_nonneg t
  have h2 := le_abs_self t
  have h3 := neg_abs_le t
  have hq : TendsTo (fun n => L * B * (1 / 2 : R) ^ n) 0 :=
    ((tendsTo_pow (by rw [abs_of_nonneg (by clear hF hx hL hr; lin)]; clear hF hx hL hr; lin)).const_mul
      (L * B)).congr_limit (by clear hF hx hL hr; lin)
  refine hasDerivAt_of_uniform (f := fun n s => picardIter F x0 (n + 1) s i)
    (f' := fun n s => F s (picardIter F x0 n s) i) (g := fun s => x s i) (g' := fun s => F s (x s) i)
    (a := -(abs t + 1)) (b := abs t + 1) (by clear hF hx hL hr hq; lin) (by clear hF hx hL hr hq; lin)
    (fun n s _ _ => hF.hasDerivAt_picardIter x0 n s i) (fun s _ _ => (hx s i).shift 1) fun ε hε => ?_
  obtain ⟨N, hN⟩ := hq.eventually_lt hε
  refine ⟨N, fun n hn s g1 g2 => ?_⟩
  have hs : abs s ≤ abs t + 1 := abs_le.2 ⟨g1, g2⟩
  have hp := pow_nonneg (a := (1 / 2 : R)) (by clear hF hx hL hr hq hN; lin) n
  have p := hL s _ _ _ i hs (mul_nonneg hB0 hp) fun j => hr n s j hs
  have q := hN n hn
  clear hF hx hL hr hq hN; lin

/-! ## Uniqueness -/

/-- Two solutions of a Lipschitz field that agree at time zero and stay within a bounded distance agree later. -/
theorem LipschitzField.solution_unique_right (hF : LipschitzField F) {x y : R → ι → R} {T B : R} (h0 : x 0 = y 0)
    (hx : ∀ t i, 0 ≤ t → t ≤ T → HasDerivAt (fun s => x s i) (F t (x t) i) t)
    (hy : ∀ t i, 0 ≤ t → t ≤ T → HasDerivAt (fun s => y s i) (F t (y t) i) t)
    (hB : ∀ t i, 0 ≤ t → t ≤ T → abs (x t i - y t i) ≤ B) {t : R} (ht0 : 0 ≤ t) (htT : t ≤ T) : x t = y t := by
  obtain ⟨L, hL1, hL⟩ := hF.lipschitz_one_le T
  have hp := fun k : Nat => pow_nonneg (a := (1 / 2 : R)) (by clear hF hx hy hB hL; lin) k
  -- the distance is at most `B 2⁻ᵏ e^(2 L t)` for every `k`, by the estimate of the iteration
  have key : ∀ k : Nat, ∀ s i, 0 ≤ s → s ≤ T → abs (x s i - y s i) ≤ B * (1 / 2) ^ k * exp (2 * L * s) := by
    intro k
    induction k with
    | zero =>
      intro s i h1 h2
      have hB0 : 0 ≤ B := le_trans (abs_nonneg _) (hB s i h1 h2)
      rw [Semiring.pow_zero]
      have e := mul_le_mul_left' hB0 (one_le_exp (x := 2 * L * s)
        (mul_nonneg (by clear hF hx hy hB hL; lin) h1))
      have p := hB s i h1 h2
      clear hF hx hy hB hL hp; lin
    | succ k ih =>
      intro s i h1 h2
      have hB0 : 0 ≤ B := le_trans (abs_nonneg _) (hB s i h1 h2)
      refine abs_le_mul_exp_of_deriv_right (f := fun r => x r i - y r i) (f' := fun r => F r (x r) i - F r (y r) i)
        h1 (mul_nonneg hB0 (hp (k + 1))) (by dsimp only; rw [h0]; clear hF hx hy hB hL ih hp; lin)
        (fun r g1 g2 => (hx r i g1 (le_trans g2 h2)).sub (hy r i g1 (le_trans g2 h2))) fun r g1 g2 => ?_
      refine le_trans (hL r _ _ _ i (by rw [abs_of_nonneg g1]; exact le_trans g2 h2)
        (mul_nonneg (mul_nonneg hB0 (hp k)) (le_of_lt (exp_pos _))) fun j => ih r j g1 (le_trans g2 h2)) ?_
      rw [Semiring.pow_succ]
      generalize exp (2 * L * r) = E
      generalize (1 / 2 : R) ^ k = P
      clear hF hx hy hB hL ih hp; lin
  funext i
  have hq : TendsTo (fun n => B * (1 / 2 : R) ^ n * exp (2 * L * t)) 0 :=
    (((tendsTo_pow (by
      rw [abs_of_nonneg (by clear hF hx hy hB hL hp key; lin)]; clear hF hx hy hB hL hp key; lin)).const_mul
      B).mul_const _).congr_limit (by clear hF hx hy hB hL hp key; lin)
  have p := ge_of_tendsTo hq (N := 0) fun n _ => key n t i ht0 htT
  have e := eq_zero_of_abs (le_antisymm p (abs_nonneg _))
  clear hF hx hy hB hL hp key hq; lin

/-- A Lipschitz field with time reversed is Lipschitz. -/
theorem LipschitzField.reverse (hF : LipschitzField F) : LipschitzField (fun t x i => -F (-t) x i) :=
  ⟨fun x i t => (ContinuousAt.comp (f := fun s => -s) (hF.continuousAt x i (-t)) (continuousAt_id t).neg).neg,
    fun T => by
      obtain ⟨L, hL⟩ := hF.lipschitz T
      refine ⟨L, fun t x y M i ht hM h => ?_⟩
      have k := hL (-t) x y M i (by rw [abs_neg]; exact ht) hM h
      rw [← abs_neg, show -(-F (-t) x i - -F (-t) y i) = F (-t) x i - F (-t) y i by clear hF hL h k; lin]
      exact k, fun x T => by
      obtain ⟨C, hC⟩ := hF.bounded x T
      exact ⟨C, fun t i ht => by rw [abs_neg]; exact hC (-t) i (by rw [abs_neg]; exact ht)⟩⟩

/-- Two solutions of a Lipschitz field that agree at time zero and stay within a bounded distance on an interval
around zero agree there. -/
theorem LipschitzField.solution_unique (hF : LipschitzField F) {x y : R → ι → R} {T B : R} (h0 : x 0 = y 0)
    (hx : ∀ t i, abs t ≤ T → HasDerivAt (fun s => x s i) (F t (x t) i) t)
    (hy : ∀ t i, abs t ≤ T → HasDerivAt (fun s => y s i) (F t (y t) i) t)
    (hB : ∀ t i, abs t ≤ T → abs (x t i - y t i) ≤ B) {t : R} (ht : abs t ≤ T) : x t = y t := by
  have hpos : ∀ s : R, 0 ≤ s → s ≤ T → abs s ≤ T := fun s h1 h2 => by rw [abs_of_nonneg h1]; exact h2
  have hneg : ∀ s : R, 0 ≤ s → s ≤ T → abs (-s) ≤ T := fun s h1 h2 => by rw [abs_neg]; exact hpos s h1 h2
  rcases le_total 0 t with h | h
  · rw [abs_of_nonneg h] at ht
    exact hF.solution_unique_right h0 (fun s i h1 h2 => hx s i (hpos s h1 h2)) (fun s i h1 h2 => hy s i (hpos s h1 h2))
      (fun s i h1 h2 => hB s i (hpos s h1 h2)) h ht
  · rw [abs_of_nonpos h] at ht
    have n0 : (-0 : R) = 0 := by clear hF hx hy hB; lin
    have k : x (- -t) = y (- -t) := hF.reverse.solution_unique_right (x := fun s => x (-s)) (y := fun s => y (-s))
      (by dsimp only; rw [n0]; exact h0)
      (fun s i h1 h2 => HasDerivAt.reflect (hx (-s) i (hneg s h1 h2)))
      (fun s i h1 h2 => HasDerivAt.reflect (hy (-s) i (hneg s h1 h2)))
      (fun s i h1 h2 => hB (-s) i (hneg s h1 h2)) (by clear hF hx hy hB; lin) ht
    rw [show - -t = t by clear hF hx hy hB k; lin] at k
    exact k

end Claims
