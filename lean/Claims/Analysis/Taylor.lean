module

public import Claims.Analysis.Monotone

/-!
# Taylor's formula with bounds

The remainder of the first- and second-order Taylor polynomial is bounded by bounds on the second and third
derivative, on one side or in absolute value, to the right and to the left of the base point.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Derivatives used below -/

/-- The derivative of the distance to `a`. -/
theorem hasDerivAt_sub_const (a x : R) : HasDerivAt (fun t => t - a) 1 x :=
  ((hasDerivAt_id x).sub (hasDerivAt_const a x)).congr_deriv (by lin)

/-- The derivative of half the squared distance to `a`. -/
theorem hasDerivAt_half_sq (a x : R) : HasDerivAt (fun t => (t - a) ^ 2 / 2) (x - a) x :=
  (((hasDerivAt_sub_const a x).sq.const_mul (1 / 2)).congr fun y => by lin).congr_deriv (by lin)

/-- The derivative of a sixth of the cubed distance to `a`. -/
theorem hasDerivAt_sixth_cube (a x : R) : HasDerivAt (fun t => (t - a) ^ 3 / 6) ((x - a) ^ 2 / 2) x :=
  ((((hasDerivAt_sub_const a x).sq.mul (hasDerivAt_sub_const a x)).const_mul (1 / 6)).congr
    fun y => by lin).congr_deriv (by lin)

/-! ## First order, to the right of the base point -/

/-- First-order Taylor bound from above: with `f'' ≤ M`, the remainder is at most `M (b - a)² / 2`. -/
theorem taylor_one_le {f f' f'' : R → R} {a b M : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (hM : ∀ x, a ≤ x → x ≤ b → f'' x ≤ M) : f b - f a - f' a * (b - a) ≤ M * ((b - a) ^ 2 / 2) := by
  have h := le_of_deriv_nonneg hab
    (fun x h1 h2 => (((hasDerivAt_half_sq a x).const_mul M).add
      ((hasDerivAt_sub_const a x).const_mul (f' a))).sub (hf x h1 h2))
    (fun x h1 h2 => by
      have p := sub_le_of_deriv_le h1 (fun t k1 k2 => hf' t k1 (le_trans k2 h2))
        (fun t k1 k2 => hM t k1 (le_trans k2 h2))
      clear hf hf' hM; lin)
  clear hf hf' hM; lin

/-- First-order Taylor bound from below: with `m ≤ f''`, the remainder is at least `m (b - a)² / 2`. -/
theorem le_taylor_one {f f' f'' : R → R} {a b m : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (hm : ∀ x, a ≤ x → x ≤ b → m ≤ f'' x) : m * ((b - a) ^ 2 / 2) ≤ f b - f a - f' a * (b - a) := by
  have h := taylor_one_le (M := -m) hab (fun x h1 h2 => (hf x h1 h2).neg) (fun x h1 h2 => (hf' x h1 h2).neg)
    (fun x h1 h2 => by have := hm x h1 h2; clear hf hf' hm; lin)
  clear hf hf' hm; lin

/-- First-order Taylor bound: with `|f''| ≤ M`, the remainder is at most `M (b - a)² / 2` in absolute value. -/
theorem abs_taylor_one_le {f f' f'' : R → R} {a b M : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (hM : ∀ x, a ≤ x → x ≤ b → abs (f'' x) ≤ M) :
    abs (f b - f a - f' a * (b - a)) ≤ M * ((b - a) ^ 2 / 2) := by
  have p := taylor_one_le hab hf hf' (fun x h1 h2 => (abs_le.1 (hM x h1 h2)).2)
  have q := le_taylor_one hab hf hf' (fun x h1 h2 => (abs_le.1 (hM x h1 h2)).1)
  exact abs_le.2 ⟨by clear hf hf' hM; lin, p⟩

/-! ## Second order, to the right of the base point -/

/-- Second-order Taylor bound from above: with `f''' ≤ M`, the remainder is at most `M (b - a)³ / 6`. -/
theorem taylor_two_le {f f' f'' f''' : R → R} {a b M : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (hf'' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f'' (f''' x) x) (hM : ∀ x, a ≤ x → x ≤ b → f''' x ≤ M) :
    f b - f a - f' a * (b - a) - f'' a * ((b - a) ^ 2 / 2) ≤ M * ((b - a) ^ 3 / 6) := by
  have h := le_of_deriv_nonneg hab
    (fun x h1 h2 => ((((hasDerivAt_sixth_cube a x).const_mul M).add
      ((hasDerivAt_half_sq a x).const_mul (f'' a))).add
      ((hasDerivAt_sub_const a x).const_mul (f' a))).sub (hf x h1 h2))
    (fun x h1 h2 => by
      have p := taylor_one_le h1 (fun t k1 k2 => hf' t k1 (le_trans k2 h2))
        (fun t k1 k2 => hf'' t k1 (le_trans k2 h2)) (fun t k1 k2 => hM t k1 (le_trans k2 h2))
      clear hf hf' hf'' hM; lin)
  clear hf hf' hf'' hM; lin

/-- Second-order Taylor bound from below: with `m ≤ f'''`, the remainder is at least `m (b - a)³ / 6`. -/
theorem le_taylor_two {f f' f'' f''' : R → R} {a b m : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (hf'' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f'' (f''' x) x) (hm : ∀ x, a ≤ x → x ≤ b → m ≤ f''' x) :
    m * ((b - a) ^ 3 / 6) ≤ f b - f a - f' a * (b - a) - f'' a * ((b - a) ^ 2 / 2) := by
  have h := taylor_two_le (M := -m) hab (fun x h1 h2 => (hf x h1 h2).neg) (fun x h1 h2 => (hf' x h1 h2).neg)
    (fun x h1 h2 => (hf'' x h1 h2).neg)
    (fun x h1 h2 => by have := hm x h1 h2; clear hf hf' hf'' hm; lin)
  clear hf hf' hf'' hm; lin

/-- Second-order Taylor bound: with `|f'''| ≤ M`, the remainder is at most `M (b - a)³ / 6` in absolute value. -/
theorem abs_taylor_two_le {f f' f'' f''' : R → R} {a b M : R} (hab : a ≤ b)
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x) (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (hf'' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f'' (f''' x) x) (hM : ∀ x, a ≤ x → x ≤ b → abs (f''' x) ≤ M) :
    abs (f b - f a - f' a * (b - a) - f'' a * ((b - a) ^ 2 / 2)) ≤ M * ((b - a) ^ 3 / 6) := by
  have p := taylor_two_le hab hf hf' hf'' (fun x h1 h2 => (abs_le.1 (hM x h1 h2)).2)
  have q := le_taylor_two hab hf hf' hf'' (fun x h1 h2 => (abs_le.1 (hM x h1 h2)).1)
  exact abs_le.2 ⟨by clear hf hf' hf'' hM; lin, p⟩

/-! ## Any two points of an interval -/

/-- First-order Taylor bound from above, for two points of `[a, b]` in either order. -/
theorem taylor_one_le_of_mem {f f' f'' : R → R} {a b x y M : R}
    (hf : ∀ t, a ≤ t → t ≤ b → HasDerivAt f (f' t) t) (hf' : ∀ t, a ≤ t → t ≤ b → HasDerivAt f' (f'' t) t)
    (hM : ∀ t, a ≤ t → t ≤ b → f'' t ≤ M) (hax : a ≤ x) (hxb : x ≤ b) (hay : a ≤ y) (hyb : y ≤ b) :
    f y - f x - f' x * (y - x) ≤ M * ((y - x) ^ 2 / 2) := by
  rcases le_total x y with h | h
  · exact taylor_one_le h (fun t h1 h2 => hf t (le_trans hax h1) (le_trans h2 hyb))
      (fun t h1 h2 => hf' t (le_trans hax h1) (le_trans h2 hyb))
      (fun t h1 h2 => hM t (le_trans hax h1) (le_trans h2 hyb))
  · -- reflect: `t ↦ f (-t)` on `[-x, -y]`
    have hr : ∀ t, -x ≤ t → t ≤ -y → a ≤ -t ∧ -t ≤ b := fun t h1 h2 => by
      clear hf hf' hM; constructor <;> lin
    have k := taylor_one_le (f := fun t => f (-t)) (f' := fun t => -f' (-t)) (f'' := fun t => f'' (-t))
      (a := -x) (b := -y) (M := M) (by clear hf hf' hM hr; lin)
      (fun t h1 h2 => (hf _ (hr t h1 h2).1 (hr t h1 h2).2).reflect)
      (fun t h1 h2 => (hf' _ (hr t h1 h2).1 (hr t h1 h2).2).reflect.neg.congr_deriv
        (by clear hf hf' hM hr; lin))
      (fun t h1 h2 => hM _ (hr t h1 h2).1 (hr t h1 h2).2)
    simp only [show ∀ c : R, - -c = c from fun c => by clear hf hf' hM hr k; lin] at k
    clear hf hf' hM hr; lin

/-- First-order Taylor bound from below, for two points of `[a, b]` in either order. -/
theorem le_taylor_one_of_mem {f f' f'' : R → R} {a b x y m : R}
    (hf : ∀ t, a ≤ t → t ≤ b → HasDerivAt f (f' t) t) (hf' : ∀ t, a ≤ t → t ≤ b → HasDerivAt f' (f'' t) t)
    (hm : ∀ t, a ≤ t → t ≤ b → m ≤ f'' t) (hax : a ≤ x) (hxb : x ≤ b) (hay : a ≤ y) (hyb : y ≤ b) :
    m * ((y - x) ^ 2 / 2) ≤ f y - f x - f' x * (y - x) := by
  have h := taylor_one_le_of_mem (M := -m) (fun t h1 h2 => (hf t h1 h2).neg)
    (fun t h1 h2 => (hf' t h1 h2).neg)
    (fun t h1 h2 => by have := hm t h1 h2; clear hf hf' hm; lin) hax hxb hay hyb
  clear hf hf' hm; lin

/-- First-order Taylor bound in absolute value, for two points of `[a, b]` in either order. -/
theorem abs_taylor_one_le_of_mem {f f' f'' : R → R} {a b x y M : R}
    (hf : ∀ t, a ≤ t → t ≤ b → HasDerivAt f (f' t) t) (hf' : ∀ t, a ≤ t → t ≤ b → HasDerivAt f' (f'' t) t)
    (hM : ∀ t, a ≤ t → t ≤ b → abs (f'' t) ≤ M) (hax : a ≤ x) (hxb : x ≤ b) (hay : a ≤ y) (hyb : y ≤ b) :
    abs (f y - f x - f' x * (y - x)) ≤ M * ((y - x) ^ 2 / 2) := by
  have p := taylor_one_le_of_mem hf hf' (fun t h1 h2 => (abs_le.1 (hM t h1 h2)).2) hax hxb hay hyb
  have q := le_taylor_one_of_mem hf hf' (fun t h1 h2 => (abs_le.1 (hM t h1 h2)).1) hax hxb hay hyb
  exact abs_le.2 ⟨by clear hf hf' hM; lin, p⟩

/-- Second-order Taylor bound in absolute value, for two points of `[a, b]` in either order. -/
theorem abs_taylor_two_le_of_mem {f f' f'' f''' : R → R} {a b x y M : R}
    (hf : ∀ t, a ≤ t → t ≤ b → HasDerivAt f (f' t) t) (hf' : ∀ t, a ≤ t → t ≤ b → HasDerivAt f' (f'' t) t)
    (hf'' : ∀ t, a ≤ t → t ≤ b → HasDerivAt f'' (f''' t) t) (hM : ∀ t, a ≤ t → t ≤ b → abs (f''' t) ≤ M)
    (hax : a ≤ x) (hxb : x ≤ b) (hay : a ≤ y) (hyb : y ≤ b) :
    abs (f y - f x - f' x * (y - x) - f'' x * ((y - x) ^ 2 / 2)) ≤ M * (abs (y - x) ^ 3 / 6) := by
  rcases le_total x y with h | h
  · rw [abs_of_nonneg (x := y - x) (by clear hf hf' hf'' hM; lin)]
    exact abs_taylor_two_le h (fun t h1 h2 => hf t (le_trans hax h1) (le_trans h2 hyb))
      (fun t h1 h2 => hf' t (le_trans hax h1) (le_trans h2 hyb))
      (fun t h1 h2 => hf'' t (le_trans hax h1) (le_trans h2 hyb))
      (fun t h1 h2 => hM t (le_trans hax h1) (le_trans h2 hyb))
  · -- reflect: `t ↦ f (-t)` on `[-x, -y]`
    have hr : ∀ t, -x ≤ t → t ≤ -y → a ≤ -t ∧ -t ≤ b := fun t h1 h2 => by
      clear hf hf' hf'' hM; constructor <;> lin
    have k := abs_taylor_two_le (f := fun t => f (-t)) (f' := fun t => -f' (-t)) (f'' := fun t => f'' (-t))
      (f''' := fun t => -f''' (-t)) (a := -x) (b := -y) (M := M) (by clear hf hf' hf'' hM hr; lin)
      (fun t h1 h2 => (hf _ (hr t h1 h2).1 (hr t h1 h2).2).reflect)
      (fun t h1 h2 => (hf' _ (hr t h1 h2).1 (hr t h1 h2).2).reflect.neg.congr_deriv
        (by clear hf hf' hf'' hM hr; lin))
      (fun t h1 h2 => (hf'' _ (hr t h1 h2).1 (hr t h1 h2).2).reflect)
      (fun t h1 h2 => by rw [abs_neg]; exact hM _ (hr t h1 h2).1 (hr t h1 h2).2)
    simp only [show ∀ c : R, - -c = c from fun c => by clear hf hf' hf'' hM hr k; lin] at k
    rw [abs_of_nonpos (x := y - x) (by clear hf hf' hf'' hM hr k; lin)]
    have e1 : f y - f x - -f' x * (-y - -x) - f'' x * ((-y - -x) ^ 2 / 2)
      = f y - f x - f' x * (y - x) - f'' x * ((y - x) ^ 2 / 2) := by clear hf hf' hf'' hM hr k; lin
    have e2 : (-y - -x) ^ 3 / 6 = (-(y - x)) ^ 3 / 6 := by clear hf hf' hf'' hM hr k; lin
    rw [e1, e2] at k
    exact k

end Claims
