module

public import Claims.Flow.PicardIteration
public import Claims.Analysis.Completeness

/-!
# Existence of solutions (Picard and Lindelöf)

A Lipschitz field has, for every initial state, exactly one solution on the whole line: the Picard iterates converge
uniformly on bounded intervals, and so do their derivatives. The coordinates of a state may form any set; the forms
for vectors and for systems of particles are in `VectorFlow`.
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

/-- Two solutions of a Lipschitz field that agree at time zero and stay within a bounded distance on an interval
around zero agree there. -/
theorem LipschitzField.solution_unique (hF : LipschitzField F) {x y : R → ι → R} {T B : R} (h0 : x 0 = y 0)
    (hx : ∀ t i, abs t ≤ T → HasDerivAt (fun s => x s i) (F t (x t) i) t)
    (hy : ∀ t i, abs t ≤ T → HasDerivAt (fun s => y s i) (F t (y t) i) t)
    (hB : ∀ t i, abs t ≤ T → abs (x t i - y t i) ≤ B) {t : R} (ht : abs t ≤ T) : x t = y t := by
  obtain ⟨L, hL1, hL⟩ := hF.lipschitz_one_le T
  -- the distance is at most `B 2⁻ᵏ e^(2 L |t|)` for every `k`, by the estimate of the iteration
  have key : ∀ k : Nat, ∀ s i, abs s ≤ T → abs (x s i - y s i) ≤ B * (1 / 2) ^ k * exp (2 * L * abs s) := by
    intro k
    induction k with
    | zero =>
      intro s i hs
      have hB0 : 0 ≤ B := le_trans (abs_nonneg _) (hB s i hs)
      rw [Semiring.pow_zero]
      have e := mul_le_mul_left' hB0 (one_le_exp (x := 2 * L * abs s)
        (mul_nonneg (by clear hF hx hy hB hL; lin) (abs_nonneg s)))
      have p := hB s i hs
      clear hF hx hy hB hL; lin
    | succ k ih =>
      intro s i hs
      have hB0 : 0 ≤ B := le_trans (abs_nonneg _) (hB s i hs)
      have hp := fun k : Nat => pow_nonneg (a := (1 / 2 : R)) (by clear hF hx hy hB hL ih; lin) k
      refine abs_le_mul_exp_of_deriv (f := fun r => x r i - y r i) (f' := fun r => F r (x r) i - F r (y r) i)
        (mul_nonneg hB0 (hp (k + 1))) (by dsimp only; rw [h0]; clear hF hx hy hB hL ih hp; lin)
        (fun r hr => (hx r i hr).sub (hy r i hr)) (fun r hr => ?_) hs
      refine le_trans (hL r _ _ _ i hr (mul_nonneg (mul_nonneg hB0 (hp k)) (le_of_lt (exp_pos _))) fun j =>
        ih r j hr) ?_
      rw [Semiring.pow_succ]
      generalize exp (2 * L * abs r) = E
      generalize (1 / 2 : R) ^ k = P
      clear hF hx hy hB hL ih hp; lin
  funext i
  have hq : TendsTo (fun n => B * (1 / 2 : R) ^ n * exp (2 * L * abs t)) 0 :=
    (((tendsTo_pow (by
      rw [abs_of_nonneg (by clear hF hx hy hB hL key; lin)]; clear hF hx hy hB hL key; lin)).const_mul
      B).mul_const _).congr_limit (by clear hF hx hy hB hL key; lin)
  have p := ge_of_tendsTo hq (N := 0) fun n _ => key n t i ht
  have e := eq_zero_of_abs (le_antisymm p (abs_nonneg _))
  clear hF hx hy hB hL key hq; lin

end Claims
