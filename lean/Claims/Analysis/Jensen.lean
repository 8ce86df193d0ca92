module

public import Claims.Analysis.Convex
public import Claims.LinearAlgebra.Sum

/-!
# Jensen's inequality

For finitely many points with nonnegative weights of sum one, a convex function is at the weighted mean at
most the weighted mean of the values; for a strictly convex function equality forces all points with
positive weight to agree.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Weighted means -/

/-- A weighted sum of numbers that are at least `a` is at least `a` times the total weight. -/
theorem mul_sum_le_sum_mul {w x : Fin n → R} {a : R} (hw : ∀ i, 0 ≤ w i) (hx : ∀ i, a ≤ x i) :
    sum w * a ≤ sum (fun i => w i * x i) := by
  rw [← sum_mul_right]; exact sum_le_sum fun i => mul_le_mul_left' (hw i) (hx i)

/-- A weighted sum of numbers that are at most `b` is at most `b` times the total weight. -/
theorem sum_mul_le_mul_sum {w x : Fin n → R} {b : R} (hw : ∀ i, 0 ≤ w i) (hx : ∀ i, x i ≤ b) :
    sum (fun i => w i * x i) ≤ sum w * b := by
  rw [← sum_mul_right]; exact sum_le_sum fun i => mul_le_mul_left' (hw i) (hx i)

/-- A mean with weights of sum one lies above every lower bound of the points. -/
theorem le_mean {w x : Fin n → R} {a : R} (hw : ∀ i, 0 ≤ w i) (h1 : sum w = 1) (hx : ∀ i, a ≤ x i) :
    a ≤ sum (fun i => w i * x i) := by
  have p := mul_sum_le_sum_mul hw hx
  rw [h1] at p; clear hw hx; lin

/-- A mean with weights of sum one lies below every upper bound of the points. -/
theorem mean_le {w x : Fin n → R} {b : R} (hw : ∀ i, 0 ≤ w i) (h1 : sum w = 1) (hx : ∀ i, x i ≤ b) :
    sum (fun i => w i * x i) ≤ b := by
  have p := sum_mul_le_mul_sum hw hx
  rw [h1] at p; clear hw hx; lin

/-- A sum with the weights of total weight zero vanishes. -/
theorem sum_mul_eq_zero {w : Fin n → R} (hw : ∀ i, 0 ≤ w i) (h0 : sum w = 0) (x : Fin n → R) :
    sum (fun i => w i * x i) = 0 :=
  sum_eq_zero fun i => by rw [(sum_eq_zero_iff hw).1 h0 i]; clear hw; lin

/-! ## Jensen's inequality -/

/-- Convexity with two weights of any positive sum. -/
theorem ConvexOn.weighted {f : R → R} {a b x y z p q : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxb : x ≤ b)
    (hay : a ≤ y) (hyb : y ≤ b) (hp : 0 ≤ p) (hq : 0 ≤ q) (hpq : 0 < p + q)
    (hz : (p + q) * z = p * x + q * y) : (p + q) * f z ≤ p * f x + q * f y := by
  have cancel : ∀ u v, (p + q) * u = (p + q) * v → u = v := fun u v h => by
    have i := mul_inv_cancel (ne_of_gt hpq)
    clear hf hz; lin
  have e1 := mul_div_cancel (a := p) (ne_of_gt hpq)
  have e2 := mul_div_cancel (a := q) (ne_of_gt hpq)
  have hs := div_nonneg hp (le_of_lt hpq)
  have ht := div_nonneg hq (le_of_lt hpq)
  generalize p / (p + q) = s at e1 hs
  generalize q / (p + q) = t at e2 ht
  have hst : s + t = 1 := cancel _ _ (by clear hf hz cancel; lin)
  have k := hf x y s t hax hxb hay hyb hs ht hst
  have ez : s * x + t * y = z := cancel _ _ (by
    rw [hz, show (p + q) * (s * x + t * y) = (p + q) * s * x + (p + q) * t * y by
      clear hf hz k cancel; lin, e1, e2])
  rw [ez] at k
  have k' := mul_le_mul_left' (le_of_lt hpq) k
  rw [show (p + q) * (s * f x + t * f y) = (p + q) * s * f x + (p + q) * t * f y by
    clear hf hz k k' cancel; lin, e1, e2] at k'
  exact k'

/-- Jensen's inequality for nonnegative weights of any positive sum. -/
theorem ConvexOn.jensen_weighted {f : R → R} {a b : R} (hf : ConvexOn f a b) {w x : Fin n → R}
    (hw : ∀ i, 0 ≤ w i) (hax : ∀ i, a ≤ x i) (hxb : ∀ i, x i ≤ b) (hpos : 0 < sum w) {z : R}
    (hz : sum w * z = sum (fun i => w i * x i)) : sum w * f z ≤ sum (fun i => w i * f (x i)) := by
  induction n generalizing z with
  | zero => rw [sum_zero_length] at hpos; clear hf hw hax hxb hz; lin
  | succ n ih =>
    rw [sum_succ (fun i => w i * x i)] at hz
    rw [sum_succ (fun i => w i * f (x i))]
    rw [sum_succ w] at hpos hz ⊢
    have hW := sum_nonneg fun i => hw (Fin.succ i)
    rcases lt_or_eq_of_le hW with hW' | hW'
    · -- the mean of the other points, and the two-point inequality
      have e := mul_div_cancel (a := sum fun i => w (Fin.succ i) * x (Fin.succ i)) (ne_of_gt hW')
      have l1 := mul_sum_le_sum_mul (fun i => hw (Fin.succ i)) (fun i => hax (Fin.succ i))
      have l2 := sum_mul_le_mul_sum (fun i => hw (Fin.succ i)) (fun i => hxb (Fin.succ i))
      rw [← e] at l1 l2 hz
      have k := ih (fun i => hw (Fin.succ i)) (fun i => hax (Fin.succ i)) (fun i => hxb (Fin.succ i)) hW' e
      have c := hf.weighted (hax 0) (hxb 0) (le_of_mul_le_mul_left hW' l1) (le_of_mul_le_mul_left hW' l2)
        (hw 0) hW hpos hz
      clear hf hw hax hxb ih hz e l1 l2; lin
    · -- all weight sits at the first point
      have e1 := sum_mul_eq_zero (fun i => hw (Fin.succ i)) hW'.symm (fun i => x (Fin.succ i))
      have e2 := sum_mul_eq_zero (fun i => hw (Fin.succ i)) hW'.symm (fun i => f (x (Fin.succ i)))
      rw [← hW'] at hz hpos ⊢
      rw [e1] at hz
      rw [e2]
      have ez : z = x 0 := by
        have i := mul_inv_cancel (a := w 0) (by clear hf hw hax hxb ih e1 e2 hW hW'; lin)
        clear hf hw hax hxb ih e1 e2 hW hW'; lin
      rw [ez]; clear hf hw hax hxb ih e1 e2 hz; lin

/-- Jensen's inequality: a convex function at a weighted mean is at most the weighted mean of the values. -/
theorem ConvexOn.jensen {f : R → R} {a b : R} (hf : ConvexOn f a b) {w x : Fin n → R} (hw : ∀ i, 0 ≤ w i)
    (h1 : sum w = 1) (hax : ∀ i, a ≤ x i) (hxb : ∀ i, x i ≤ b) :
    f (sum (fun i => w i * x i)) ≤ sum (fun i => w i * f (x i)) := by
  have k := hf.jensen_weighted hw hax hxb (by rw [h1]; exact zero_lt_one)
    (z := sum (fun i => w i * x i)) (by rw [h1]; clear hf hw hax hxb; lin)
  rw [h1] at k; clear hf hw hax hxb; lin

/-- Jensen's inequality for the plain mean of finitely many points. -/
theorem ConvexOn.jensen_mean {f : R → R} {a b : R} (hf : ConvexOn f a b) (hn : 0 < (n : R)) {x : Fin n → R}
    (hax : ∀ i, a ≤ x i) (hxb : ∀ i, x i ≤ b) : f (sum x / (n : R)) ≤ sum (fun i => f (x i)) / (n : R) := by
  have e := mul_inv_cancel (ne_of_gt hn)
  have k := hf.jensen (w := fun _ : Fin n => (n : R)⁻¹) (fun _ => inv_nonneg (le_of_lt hn))
    (by rw [sum_const, e]) hax hxb
  rw [sum_mul_left, sum_mul_left] at k
  rw [div_eq_mul_inv, div_eq_mul_inv, show sum x * (n : R)⁻¹ = (n : R)⁻¹ * sum x by
    clear hf hax hxb k e; lin]
  clear hf hax hxb e; lin

/-- Jensen's inequality for a concave function. -/
theorem ConcaveOn.jensen {f : R → R} {a b : R} (hf : ConcaveOn f a b) {w x : Fin n → R} (hw : ∀ i, 0 ≤ w i)
    (h1 : sum w = 1) (hax : ∀ i, a ≤ x i) (hxb : ∀ i, x i ≤ b) :
    sum (fun i => w i * f (x i)) ≤ f (sum (fun i => w i * x i)) := by
  have k : -f (sum (fun i => w i * x i)) ≤ sum (fun i => w i * -f (x i)) := ConvexOn.jensen hf hw h1 hax hxb
  have e : sum (fun i => w i * -f (x i)) = -sum (fun i => w i * f (x i)) := by
    rw [← sum_neg]; exact sum_congr fun i => by clear hf hw hax hxb k; lin
  rw [e] at k
  clear hf hw hax hxb; lin

/-! ## Equality -/

/-- A weighted sum split into one term and the others. -/
theorem sum_mul_split_one (w y : Fin n → R) (j : Fin n) :
    sum (fun i => w i * y i) = w j * y j + sum (fun i => (if i = j then 0 else w i) * y i) := by
  rw [← sum_ite_eq j (fun i => w i * y i), ← sum_add]
  refine sum_congr fun i => ?_
  by_cases h : i = j
  · rw [if_pos h, if_pos h]; lin
  · rw [if_neg h, if_neg h]; lin

/-- For a strictly convex function, equality in Jensen's inequality forces every point with positive weight
to be the mean. -/
theorem StrictConvexOn.eq_mean_of_jensen_eq {f : R → R} {a b : R} (hf : StrictConvexOn f a b)
    {w x : Fin n → R} (hw : ∀ i, 0 ≤ w i) (h1 : sum w = 1) (hax : ∀ i, a ≤ x i) (hxb : ∀ i, x i ≤ b)
    (heq : f (sum (fun i => w i * x i)) = sum (fun i => w i * f (x i))) {j : Fin n} (hj : 0 < w j) :
    x j = sum (fun i => w i * x i) := Classical.byContradiction fun hne => by
  have hw' : ∀ i, 0 ≤ if i = j then 0 else w i := fun i => by
    by_cases h : i = j
    · rw [if_pos h]; exact le_rfl 0
    · rw [if_neg h]; exact hw i
  have s1 : 1 = w j + sum (fun i => if i = j then 0 else w i) := by
    have k := sum_mul_split_one w (fun _ => 1) j
    rw [sum_mul_right, sum_mul_right, h1] at k
    clear hf hw hax hxb heq hne hw'; lin
  have sx := sum_mul_split_one w x j
  have sf := sum_mul_split_one w (fun i => f (x i)) j
  have hax' := hax j
  have hxb' := hxb j
  rcases lt_or_eq_of_le (sum_nonneg hw') with hW | hW
  · have e := mul_div_cancel (a := sum fun i => (if i = j then 0 else w i) * x i) (ne_of_gt hW)
    have l1 := mul_sum_le_sum_mul hw' hax
    have l2 := sum_mul_le_mul_sum hw' hxb
    rw [← e] at l1 l2 sx
    have k := hf.convexOn.jensen_weighted hw' hax hxb hW e
    have c := hf (x j) _ (w j) _ hax' hxb' (le_of_mul_le_mul_left hW l1) (le_of_mul_le_mul_left hW l2)
      (fun h => hne (by rw [sx, ← h]; clear hf hw hax hxb heq hne hw' sf e l1 l2 k h; lin)) hj hW s1.symm
    rw [← sx] at c
    clear hf hw hax hxb hne hw' sx e l1 l2 s1; lin
  · have e := sum_mul_eq_zero hw' hW.symm x
    refine hne ?_
    rw [sx, e]; rw [← hW] at s1
    have : w j = 1 := by clear hf hw hax hxb hne hw' sx sf e heq; lin
    rw [this]; clear hf hw hax hxb hne hw' sx sf e heq; lin

/-- Jensen's inequality is strict for a strictly convex function when two points of positive weight differ. -/
theorem StrictConvexOn.jensen_lt {f : R → R} {a b : R} (hf : StrictConvexOn f a b)
    {w x : Fin n → R} (hw : ∀ i, 0 ≤ w i) (h1 : sum w = 1) (hax : ∀ i, a ≤ x i) (hxb : ∀ i, x i ≤ b)
    {j k : Fin n} (hj : 0 < w j) (hk : 0 < w k) (hjk : x j ≠ x k) :
    f (sum (fun i => w i * x i)) < sum (fun i => w i * f (x i)) := by
  rcases lt_or_eq_of_le (hf.convexOn.jensen hw h1 hax hxb) with h | h
  · exact h
  · exact absurd ((hf.eq_mean_of_jensen_eq hw h1 hax hxb h hj).trans
      (hf.eq_mean_of_jensen_eq hw h1 hax hxb h hk).symm) hjk

end Claims
