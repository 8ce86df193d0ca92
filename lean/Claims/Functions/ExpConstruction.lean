module

public import Claims.Analysis.Deriv
public import Claims.Order.Archimedean

/-!
# The exponential exists

Every complete ordered field has a function `E` with `E 0 = 1` and `E' = E`. `E x` is the least upper bound of the products
`(1 + h_1) ⋯ (1 + h_n)` with `h_1 + ⋯ + h_n = x` and every `h_i ≥ -1`. Appending a factor gives
`E x (1 + h) ≤ E (x + h)`, and from this inequality alone the derivative follows.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Products of small steps -/

/-- `s` is a product of `n` factors `1 + h_i` with every `h_i ≥ -1` and `x` the sum of the `h_i`. -/
inductive Steps {R : Type u} [Reals R] : Nat → R → R → Prop
  /-- No step. -/
  | nil : Steps 0 0 1
  /-- One more step. -/
  | cons {n : Nat} {x s : R} (h : R) (hs : Steps n x s) (hh : -1 ≤ h) : Steps (n + 1) (x + h) (s * (1 + h))

/-- Rewriting the sum and the product. -/
theorem Steps.cast {n : Nat} {x s y t : R} (h : Steps n x s) (hx : x = y) (hs : s = t) : Steps n y t := by
  rw [← hx, ← hs]; exact h

/-- Products of steps are nonnegative. -/
theorem Steps.nonneg {n : Nat} {x s : R} (h : Steps n x s) : 0 ≤ s := by
  induction h with
  | nil => exact le_of_lt zero_lt_one
  | cons h _ hh ih => exact mul_nonneg ih (by clear ih; lin)

/-- The sum of `n` steps is at least `-n`. -/
theorem Steps.sum_nonneg {n : Nat} {x s : R} (h : Steps n x s) : 0 ≤ (n : R) + x := by
  induction h with
  | nil => lin
  | cons h _ hh ih => lin

/-- Appending steps adds the sums and multiplies the products. -/
theorem Steps.append {n m : Nat} {x s y t : R} (h : Steps n x s) (h' : Steps m y t) :
    Steps (n + m) (x + y) (s * t) := by
  induction h' with
  | nil => exact h.cast (by clear h; lin) (by clear h; lin)
  | cons k _ hk ih => exact (Steps.cons k ih hk).cast (by clear h ih; lin) (by clear h ih; lin)

/-- Equal steps above `-1` give a positive product. -/
theorem Steps.equal {h : R} (hh : -1 < h) (n : Nat) : ∃ s, 0 < s ∧ Steps n ((n : R) * h) s := by
  induction n with
  | zero => exact ⟨1, zero_lt_one, Steps.nil.cast (by lin) rfl⟩
  | succ n ih =>
    obtain ⟨s, hs, k⟩ := ih
    exact ⟨s * (1 + h), mul_pos hs (by clear k; lin),
      (Steps.cons h k (le_of_lt hh)).cast (by clear k; lin) rfl⟩

/-- Every number is a sum of steps with positive product. -/
theorem Steps.exists_pos (x : R) : ∃ n s, 0 < s ∧ Steps n x s := by
  obtain ⟨n, hn⟩ := exists_natCast_gt (abs x)
  have h1 := neg_abs_le x
  have h2 := abs_nonneg x
  have hn0 : 0 < (n : R) := by lin
  have e := mul_div_cancel (a := x) (ne_of_gt hn0)
  have hh : -1 < x / (n : R) := lt_of_mul_lt_mul_left (le_of_lt hn0) (by lin)
  obtain ⟨s, hs, k⟩ := Steps.equal hh n
  exact ⟨n, s, hs, k.cast e rfl⟩

/-! ## The product for sum zero is at most one -/

/-- The tangent of the power function lies below it. -/
theorem tangent_le_pow {u v : R} (hu : 0 ≤ u) (hv : 0 ≤ v) (n : Nat) :
    ((n : R) + 1) * u ^ n * v ≤ v ^ (n + 1) + (n : R) * u ^ (n + 1) := by
  induction n with
  | zero => rw [Semiring.pow_succ, Semiring.pow_succ, Semiring.pow_zero, Semiring.pow_zero]; lin
  | succ n ih =>
    have k := mul_nonneg (mul_nonneg (a := (n : R) + 1) (by have := natCast_nonneg (R := R) n; clear ih; lin)
      (pow_nonneg hu n)) (sq_nonneg (v - u))
    have p := mul_le_mul_left' hv ih
    have e : ((n + 1 : Nat) : R) = (n : R) + 1 := by clear ih k p; lin
    rw [e, Semiring.pow_succ v (n + 1), Semiring.pow_succ u (n + 1)]
    rw [Semiring.pow_succ u n] at p ⊢
    generalize u ^ n = P at k p ⊢
    generalize v ^ (n + 1) = Q at p ⊢
    generalize (n : R) = c at k p ⊢
    clear ih e; lin

/-- The inequality of the arithmetic and the geometric mean, for the factors `1 + h_i`. -/
theorem Steps.le_pow {n : Nat} {x s : R} (h : Steps n x s) :
    ∀ w, 0 ≤ w → (n : R) * w = (n : R) + x → s ≤ w ^ n := by
  induction h with
  | nil => intro w _ _; rw [Semiring.pow_zero]; exact le_rfl 1
  | @cons n x s h hs hh ih =>
    intro w hw e
    obtain ⟨u, hu, eu⟩ : ∃ u, 0 ≤ u ∧ (n : R) * u = (n : R) + x := by
      have k := hs.sum_nonneg
      cases n with
      | zero =>
        have hx : x = 0 := by cases hs; rfl
        exact ⟨0, le_rfl 0, by rw [hx]; clear ih hs; lin⟩
      | succ n =>
        have hp : (0 : R) < ((n + 1 : Nat) : R) := natCast_succ_pos n
        exact ⟨(((n + 1 : Nat) : R) + x) / ((n + 1 : Nat) : R), div_nonneg k (le_of_lt hp),
          mul_div_cancel (ne_of_gt hp)⟩
    have p := mul_le_mul_right' (a := 1 + h) (by clear ih; lin) (ih u hu eu)
    have q := tangent_le_pow hu hw n
    have e1 : ((n + 1 : Nat) : R) = (n : R) + 1 := by clear ih p q; lin
    rw [e1] at e
    have e2 : 1 + h = ((n : R) + 1) * w - (n : R) * u := by clear ih p q; lin
    rw [Semiring.pow_succ u n] at q
    have e3 : u ^ n * (1 + h) = ((n : R) + 1) * u ^ n * w - (n : R) * (u ^ n * u) := by
      rw [e2]; clear ih p q; lin
    clear ih eu e e2; lin

/-- Products for opposite sums multiply to at most one. -/
theorem Steps.mul_le_one {n m : Nat} {x s t : R} (h : Steps n x s) (h' : Steps m (-x) t) : s * t ≤ 1 := by
  have k := (h.append h').le_pow 1 (le_of_lt zero_lt_one) (by clear h h'; lin)
  have one : ∀ j : Nat, (1 : R) ^ j = 1 := fun j => by
    induction j with
    | zero => exact Semiring.pow_zero 1
    | succ j ih => rw [Semiring.pow_succ, ih]; clear h h' k; lin
  rw [one] at k; exact k

/-! ## The function -/

/-- A function that dominates its own tangents, in the form `e x (1 + h) ≤ e (x + h)`, is its own derivative. -/
theorem hasDerivAt_of_mul_le {e : R → R} (hpos : ∀ x, 0 < e x)
    (h : ∀ x k, -1 ≤ k → e x * (1 + k) ≤ e (x + k)) (x : R) : HasDerivAt e (e x) x := by
  intro ε hε
  have hx := hpos x
  have hk : 0 < 2 * e x := by clear h hpos; lin
  obtain ⟨δ, hδ, l1, l2⟩ := exists_pos_le (half_pos (zero_lt_one (R := R))) (div_pos hε hk)
  refine ⟨δ, hδ, fun y hy => ?_⟩
  have b := abs_lt.1 hy
  have a1 := h x (y - x) (by clear h hpos; lin)
  have a2 := h y (x - y) (by clear h hpos; lin)
  rw [show x + (y - x) = y by clear h hpos a1 a2; lin] at a1
  rw [show y + (x - y) = x by clear h hpos a1 a2; lin] at a2
  have d := mul_le_mul_left' (le_of_lt hk) (le_trans (le_of_lt hy) l2)
  rw [mul_div_cancel (ne_of_gt hk)] at d
  have d' := mul_le_mul_right' (abs_nonneg (y - x)) d
  have sq : 2 * e x * abs (y - x) * abs (y - x) = 2 * e x * (y - x) ^ 2 := by
    rw [← abs_sq (y - x)]; clear h hpos a1 a2 d d'; lin
  rw [sq] at d'
  have r0 : 0 ≤ e y - e x - e x * (y - x) := by clear h hpos d d' sq; lin
  -- half of the remainder is at most `e x (y - x)²`
  have half := mul_le_mul_left' r0 (b := 1 / 2) (c := 1 - (y - x)) (by clear h hpos d d' sq a1 a2; lin)
  rw [abs_of_nonneg r0]
  clear h hpos l1 l2 d b hy; lin

/-- A complete ordered field has a function that is `1` at `0` and its own derivative. -/
theorem exists_exp : ∃ E : R → R, E 0 = 1 ∧ ∀ x, HasDerivAt E (E x) x := by
  have hlub : ∀ x : R, ∃ e, (∀ n s, Steps n x s → s ≤ e) ∧
      ∀ b, (∀ n s, Steps n x s → s ≤ b) → e ≤ b := fun x => by
    obtain ⟨n, s, _, hs⟩ := Steps.exists_pos x
    obtain ⟨m, t, ht, ht'⟩ := Steps.exists_pos (-x)
    obtain ⟨e, h1, h2⟩ := Reals.exists_lub (fun s : R => ∃ n, Steps n x s) ⟨s, n, hs⟩
      ⟨t⁻¹, fun r ⟨k, hr⟩ => by
        have p := hr.mul_le_one ht'
        have i := mul_inv_cancel (ne_of_gt ht)
        refine le_of_mul_le_mul_left ht ?_
        rw [i]; clear hs ht' hr; lin⟩
    exact ⟨e, fun n s h => h1 s ⟨n, h⟩, fun b hb => h2 b fun s ⟨n, h⟩ => hb n s h⟩
  obtain ⟨E, hE⟩ := Classical.skolem.1 hlub
  have hpos : ∀ x, 0 < E x := fun x => by
    obtain ⟨n, s, hs, k⟩ := Steps.exists_pos x
    exact lt_of_lt_of_le hs ((hE x).1 n s k)
  have hmul : ∀ x k, -1 ≤ k → E x * (1 + k) ≤ E (x + k) := fun x k hk => by
    rcases lt_or_eq_of_le hk with h | h
    · have h1 : 0 < 1 + k := by clear hE hpos; lin
      rw [← le_div_iff h1]
      exact (hE x).2 _ fun n s hs => (le_div_iff h1).2 ((hE (x + k)).1 (n + 1) _ (Steps.cons k hs hk))
    · have h1 : 1 + k = 0 := by clear hE hpos; lin
      have := hpos (x + k)
      rw [h1]; clear hE hpos; lin
  refine ⟨E, ⟨le_antisymm ?_ ((hE 0).1 0 1 Steps.nil), hasDerivAt_of_mul_le hpos hmul⟩⟩
  refine (hE 0).2 1 fun n s hs => ?_
  have k := hs.mul_le_one (m := 0) (t := 1) (Steps.nil.cast (by clear hs hE; lin) rfl)
  clear hs hE hpos hmul; lin

end Claims
