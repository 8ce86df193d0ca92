module

public import Claims.Functions.Exp
public import Claims.Analysis.Series
public import Claims.Analysis.UniformLimit

/-!
# Exponential series with bounded coefficients

The series `Σ cₖ xᵏ / k!` with coefficients `|cₖ| ≤ 1`. Its finite sums converge uniformly on every bounded
interval, dominated by those with all coefficients one, and the derivative of the sum is the sum of the series with
coefficients shifted by one. With coefficients one the sum is the exponential.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The terms -/

/-- The term `xᵏ / k!`. -/
def expTerm : Nat → R → R
  | 0, _ => 1
  | k + 1, x => expTerm k x * (x * ((k + 1 : Nat) : R)⁻¹)

/-- The next term times its index. -/
theorem natCast_mul_expTerm (k : Nat) (x : R) : ((k + 1 : Nat) : R) * expTerm (k + 1) x = x * expTerm k x := by
  have e := mul_inv_cancel (ne_of_gt (natCast_succ_pos (R := R) k))
  show ((k + 1 : Nat) : R) * (expTerm k x * (x * ((k + 1 : Nat) : R)⁻¹)) = x * expTerm k x
  generalize ((k + 1 : Nat) : R) = c at *
  lin

/-- The derivative of a term is the term before. -/
theorem hasDerivAt_expTerm (k : Nat) (x : R) : HasDerivAt (expTerm (k + 1)) (expTerm k x) x := by
  induction k with
  | zero =>
    have e : ((0 + 1 : Nat) : R)⁻¹ = 1 := by lin
    exact (((hasDerivAt_id x).mul_const (1 : R)).congr (g := expTerm (0 + 1)) fun y => by
      show (1 : R) * (y * ((0 + 1 : Nat) : R)⁻¹) = y * 1
      rw [e]; lin).congr_deriv (by show (1 : R) = 1 * 1; lin)
  | succ k ih =>
    refine (ih.mul ((hasDerivAt_id x).mul_const (((k + 1 + 1 : Nat) : R)⁻¹))).congr_deriv ?_
    have e := mul_inv_cancel (ne_of_gt (natCast_succ_pos (R := R) (k + 1)))
    have p := natCast_mul_expTerm k x
    have c : ((k + 1 + 1 : Nat) : R) = ((k + 1 : Nat) : R) + 1 := by clear ih e p; lin
    generalize ((k + 1 + 1 : Nat) : R)⁻¹ = i at *
    rw [c] at e
    generalize ((k + 1 : Nat) : R) = n at *
    clear ih c
    have q : expTerm k x * (x * i) = n * expTerm (k + 1) x * i := by rw [p]; clear e p; lin
    rw [q]; lin

/-- The terms of a nonnegative number are nonnegative. -/
theorem expTerm_nonneg {x : R} (hx : 0 ≤ x) (k : Nat) : 0 ≤ expTerm k x := by
  induction k with
  | zero => exact le_of_lt zero_lt_one
  | succ k ih => exact mul_nonneg ih (mul_nonneg hx (inv_nonneg (natCast_nonneg _)))

/-- The terms of a number are dominated by those of a larger one. -/
theorem abs_expTerm_le {x M : R} (hx : abs x ≤ M) (k : Nat) : abs (expTerm k x) ≤ expTerm k M := by
  induction k with
  | zero => exact abs_le.2 ⟨by show -(1 : R) ≤ 1; lin, le_rfl _⟩
  | succ k ih =>
    have hi := inv_nonneg (natCast_nonneg (R := R) (k + 1))
    show abs (expTerm k x * (x * ((k + 1 : Nat) : R)⁻¹)) ≤ expTerm k M * (M * ((k + 1 : Nat) : R)⁻¹)
    rw [abs_mul, abs_mul, abs_of_nonneg hi]
    exact mul_le_mul ih (mul_le_mul_right' hi hx) (mul_nonneg (abs_nonneg x) hi)
      (expTerm_nonneg (le_trans (abs_nonneg x) hx) k)

/-! ## Finite sums -/

/-- The sum of the first `n` terms of the series with coefficients `c`. -/
def expSeries (c : Nat → R) (n : Nat) (x : R) : R := partialSum (fun k => c k * expTerm k x) n

/-- The derivative of a finite sum is the finite sum with shifted coefficients. -/
theorem hasDerivAt_expSeries (c : Nat → R) (n : Nat) (x : R) :
    HasDerivAt (expSeries c (n + 1)) (expSeries (fun k => c (k + 1)) n x) x := by
  induction n with
  | zero => exact (hasDerivAt_const (0 + c 0 * 1) x)
  | succ n ih => exact ih.add ((hasDerivAt_expTerm n x).const_mul (c (n + 1)))

/-- The finite sums at zero. -/
theorem expSeries_zero (c : Nat → R) (n : Nat) : expSeries c (n + 1) 0 = c 0 := by
  induction n with
  | zero => show 0 + c 0 * 1 = c 0; lin
  | succ n ih =>
    show expSeries c (n + 1) 0 + c (n + 1) * (expTerm n 0 * (0 * ((n + 1 : Nat) : R)⁻¹)) = c 0
    rw [ih]; lin

/-- Opposite coefficients give opposite sums. -/
theorem expSeries_neg (c : Nat → R) (n : Nat) (x : R) : expSeries (fun k => -c k) n x = -expSeries c n x := by
  induction n with
  | zero => show (0 : R) = -0; lin
  | succ n ih =>
    show expSeries (fun k => -c k) n x + -c n * expTerm n x = -(expSeries c n x + c n * expTerm n x)
    rw [ih]; lin

/-- The finite sums with coefficients one lie below the exponential. -/
theorem expSeries_one_le_exp (n : Nat) : ∀ {x : R}, 0 ≤ x → expSeries (fun _ => 1) n x ≤ exp x := by
  induction n with
  | zero => exact fun {x} _ => le_of_lt (exp_pos x)
  | succ n ih =>
    intro x hx
    have k : exp 0 - expSeries (fun _ => 1) (n + 1) 0 ≤ exp x - expSeries (fun _ => 1) (n + 1) x :=
      le_of_deriv_nonneg hx (fun t _ _ => (hasDerivAt_exp t).sub (hasDerivAt_expSeries (fun _ => 1) n t))
        (fun t ht _ => by have := ih ht; clear ih; lin)
    rw [exp_zero, expSeries_zero] at k
    clear ih; lin

/-! ## Domination and convergence -/

/-- The increments of the finite sums are dominated by those with coefficients one. -/
theorem abs_expSeries_sub_le {c : Nat → R} (hc : ∀ k, abs (c k) ≤ 1) {x M : R} (hx : abs x ≤ M) (n j : Nat) :
    abs (expSeries c (n + j) x - expSeries c n x) ≤
      expSeries (fun _ => 1) (n + j) M - expSeries (fun _ => 1) n M := by
  induction j with
  | zero =>
    rw [Nat.add_zero, abs_of_nonneg (by clear hc; lin)]
    clear hc; lin
  | succ j ih =>
    have p := abs_add_le (expSeries c (n + j) x - expSeries c n x) (c (n + j) * expTerm (n + j) x)
    have q := mul_le_mul (hc (n + j)) (abs_expTerm_le hx (n + j)) (abs_nonneg _) (le_of_lt zero_lt_one)
    rw [← abs_mul] at q
    have e : expSeries c (n + (j + 1)) x - expSeries c n x =
        expSeries c (n + j) x - expSeries c n x + c (n + j) * expTerm (n + j) x := by
      show expSeries c (n + j) x + c (n + j) * expTerm (n + j) x - expSeries c n x = _
      clear hc ih p q; lin
    have e' : expSeries (fun _ => 1) (n + (j + 1)) M = expSeries (fun _ => 1) (n + j) M + 1 * expTerm (n + j) M := rfl
    rw [e, e']
    clear hc e e'; lin

/-- The finite sums with coefficients one have a supremum that they approach. -/
theorem exists_expSeries_sup {M : R} (hM : 0 ≤ M) : ∃ L, (∀ n, expSeries (fun _ => 1) n M ≤ L) ∧
    ∀ ε, 0 < ε → ∃ N, ∀ n, N ≤ n → L - ε < expSeries (fun _ => 1) n M := by
  obtain ⟨L, hub, hlub⟩ := Reals.exists_lub (fun y : R => ∃ n, y = expSeries (fun _ => 1) n M) ⟨_, 0, rfl⟩
    ⟨exp M, fun y ⟨n, hn⟩ => by rw [hn]; exact expSeries_one_le_exp n hM⟩
  refine ⟨L, fun n => hub _ ⟨n, rfl⟩, fun ε hε => Classical.byContradiction fun hno => ?_⟩
  have := hlub (L - ε) fun y ⟨n, hn⟩ => by
    refine le_of_not_gt fun h => hno ⟨n, fun m hm => ?_⟩
    obtain ⟨j, rfl⟩ := Nat.exists_eq_add_of_le hm
    have k := abs_le.1 (abs_expSeries_sub_le (c := fun _ => 1) (fun _ => by rw [abs_one]; exact le_rfl 1)
      (x := M) (by rw [abs_of_nonneg hM]; exact le_rfl M) n j)
    have := abs_nonneg (expSeries (fun _ => 1) (n + j) M - expSeries (fun _ => 1) n M)
    clear hub hlub hno; lin
  clear hub hlub hno; lin

/-- A series with bounded coefficients has a sum, approached uniformly on bounded intervals. -/
theorem exists_expSeries_sum {c : Nat → R} (hc : ∀ k, abs (c k) ≤ 1) :
    ∃ F : R → R, ∀ M, TendsToUniformly (expSeries c) F (-M) M := by
  -- the sum is the least upper bound of the finite sums less the dominating tail
  have hpt : ∀ x : R, ∃ l, TendsTo (fun n => expSeries c n x) l := fun x => by
    obtain ⟨L, hL, happ⟩ := exists_expSeries_sup (abs_nonneg x)
    have hd : ∀ n m, expSeries c n x - (L - expSeries (fun _ => 1) n (abs x)) ≤
        expSeries c m x + (L - expSeries (fun _ => 1) m (abs x)) := fun n m => by
      have hn := hL n
      have hm := hL m
      rcases Nat.le_total n m with h | h <;> obtain ⟨j, rfl⟩ := Nat.exists_eq_add_of_le h
      · have := abs_le.1 (abs_expSeries_sub_le hc (le_rfl (abs x)) n j)
        clear hc hL happ; lin
      · have := abs_le.1 (abs_expSeries_sub_le hc (le_rfl (abs x)) m j)
        clear hc hL happ; lin
    obtain ⟨l, hub, hlub⟩ := Reals.exists_lub
      (fun y : R => ∃ n, y = expSeries c n x - (L - expSeries (fun _ => 1) n (abs x))) ⟨_, 0, rfl⟩
      ⟨_, fun y ⟨n, hn⟩ => by rw [hn]; exact hd n 0⟩
    refine ⟨l, fun ε hε => ?_⟩
    obtain ⟨N, hN⟩ := happ ε hε
    refine ⟨N, fun n hn => ?_⟩
    have p := hub _ ⟨n, rfl⟩
    have q := hlub _ fun y ⟨m, hm⟩ => by rw [hm]; exact hd m n
    have r := hN n hn
    clear hc hL happ hd hub hlub hN
    exact abs_lt.2 ⟨by lin, by lin⟩
  obtain ⟨F, hF⟩ := Classical.skolem.1 hpt
  refine ⟨F, fun M ε hε => ?_⟩
  rcases lt_or_ge M 0 with h | hM
  · exact ⟨0, fun n _ y h1 h2 => by clear hc hpt hF; lin⟩
  · obtain ⟨L, hL, happ⟩ := exists_expSeries_sup hM
    obtain ⟨N, hN⟩ := happ ε hε
    refine ⟨N, fun n hn y h1 h2 => ?_⟩
    have hy : abs y ≤ M := abs_le.2 ⟨h1, h2⟩
    have hd : ∀ m, n ≤ m → expSeries c n y - ε ≤ expSeries c m y ∧ expSeries c m y ≤ expSeries c n y + ε :=
      fun m hm => by
        obtain ⟨j, rfl⟩ := Nat.exists_eq_add_of_le hm
        have p := abs_le.1 (abs_expSeries_sub_le hc hy n j)
        have q := hL (n + j)
        have r := hN n hn
        clear hc hpt hF hL happ hN
        constructor <;> lin
    have p := le_of_tendsTo (hF y) fun m hm => (hd m hm).2
    have q := ge_of_tendsTo (hF y) fun m hm => (hd m hm).1
    clear hc hpt hF hL happ hN hd
    exact abs_le.2 ⟨by lin, by lin⟩

/-- The derivative of the sum is the sum with shifted coefficients. -/
theorem hasDerivAt_expSeries_sum {c : Nat → R} {F G : R → R} (hF : ∀ M, TendsToUniformly (expSeries c) F (-M) M)
    (hG : ∀ M, TendsToUniformly (expSeries fun k => c (k + 1)) G (-M) M) (x : R) : HasDerivAt F (G x) x := by
  have h1 := le_abs_self x
  have h2 := neg_abs_le x
  exact hasDerivAt_of_uniform (f := fun n => expSeries c (n + 1)) (a := -(abs x + 1)) (b := abs x + 1)
    (by clear hF hG; lin) (by clear hF hG; lin) (fun n y _ _ => hasDerivAt_expSeries c n y)
    (fun y h h' => ((hF (abs x + 1)).tendsTo h h').shift 1) (hG (abs x + 1))

/-- The value of the sum at zero is the first coefficient. -/
theorem expSeries_sum_zero {c : Nat → R} {F : R → R} (hF : ∀ M, TendsToUniformly (expSeries c) F (-M) M) :
    F 0 = c 0 := by
  have h := ((hF 0).tendsTo (y := 0) (by clear hF; lin) (le_rfl 0)).shift 1
  exact h.unique ((tendsTo_const (c 0)).congr fun n => expSeries_zero c n)

/-- The exponential is the sum of its series. -/
theorem hasSum_exp (x : R) : HasSum (fun k => expTerm k x) (exp x) := by
  obtain ⟨F, hF⟩ := exists_expSeries_sum (c := fun _ => (1 : R)) (fun _ => by rw [abs_one]; exact le_rfl 1)
  rw [← eq_exp (expSeries_sum_zero hF) (hasDerivAt_expSeries_sum hF hF) x]
  have h : HasSum (fun k => 1 * expTerm k x) (F x) := (hF (abs x)).tendsTo (neg_abs_le x) (le_abs_self x)
  exact h.congr fun k => by clear hF h; lin

end Claims
