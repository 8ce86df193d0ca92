module

public import Claims.Analysis.Monotone

/-!
# Convex functions

A function is convex on `[a, b]` when its graph lies below its chords. Chord and slope inequalities, convexity
from a monotone derivative or a nonnegative second derivative, tangents below the graph, strict convexity,
and concavity, which is convexity of the opposite function.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- `f` is convex on `[a, b]`: at a weighted mean of two points it is at most the mean of the values. -/
def ConvexOn (f : R → R) (a b : R) : Prop :=
  ∀ x y s t, a ≤ x → x ≤ b → a ≤ y → y ≤ b → 0 ≤ s → 0 ≤ t → s + t = 1 →
    f (s * x + t * y) ≤ s * f x + t * f y

/-- `f` is strictly convex on `[a, b]`: strictly below the mean for distinct points and positive weights. -/
def StrictConvexOn (f : R → R) (a b : R) : Prop :=
  ∀ x y s t, a ≤ x → x ≤ b → a ≤ y → y ≤ b → x ≠ y → 0 < s → 0 < t → s + t = 1 →
    f (s * x + t * y) < s * f x + t * f y

/-- `f` is concave on `[a, b]`: the opposite function is convex. -/
def ConcaveOn (f : R → R) (a b : R) : Prop := ConvexOn (fun x => -f x) a b

/-- Convexity passes to a smaller interval. -/
theorem ConvexOn.subset {f : R → R} {a b c d : R} (hf : ConvexOn f a b) (hac : a ≤ c) (hdb : d ≤ b) :
    ConvexOn f c d := fun x y s t h1 h2 h3 h4 =>
  hf x y s t (le_trans hac h1) (le_trans h2 hdb) (le_trans hac h3) (le_trans h4 hdb)

/-- A strictly convex function is convex. -/
theorem StrictConvexOn.convexOn {f : R → R} {a b : R} (hf : StrictConvexOn f a b) : ConvexOn f a b := by
  intro x y s t h1 h2 h3 h4 hs ht hst
  obtain rfl : t = 1 - s := by clear hf; lin
  by_cases hxy : x = y
  · subst hxy
    rw [show s * x + (1 - s) * x = x by clear hf; lin]; clear hf; lin
  rcases lt_or_eq_of_le hs with hs' | hs'
  · rcases lt_or_eq_of_le ht with ht' | ht'
    · exact le_of_lt (hf x y s _ h1 h2 h3 h4 hxy hs' ht' hst)
    · obtain rfl : s = 1 := by clear hf; lin
      rw [show 1 * x + (1 - 1) * y = x by clear hf; lin]; clear hf; lin
  · subst hs'
    rw [show 0 * x + (1 - 0) * y = y by clear hf; lin]; clear hf; lin

/-! ## Chords and slopes -/

/-- The graph lies below the chord: the form without division. -/
theorem ConvexOn.chord {f : R → R} {a b x z y : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxz : x ≤ z)
    (hzy : z ≤ y) (hyb : y ≤ b) : (y - x) * f z ≤ (y - z) * f x + (z - x) * f y := by
  rcases lt_or_eq_of_le (le_trans hxz hzy) with h | h
  · have hd : 0 < y - x := by clear hf; lin
    have e1 := div_mul_cancel (a := y - z) (ne_of_gt hd)
    have e2 := div_mul_cancel (a := z - x) (ne_of_gt hd)
    have hs := div_nonneg (a := y - z) (by clear hf; lin) (le_of_lt hd)
    have ht := div_nonneg (a := z - x) (by clear hf; lin) (le_of_lt hd)
    generalize (y - z) / (y - x) = s at e1 hs
    generalize (z - x) / (y - x) = t at e2 ht
    have hst : s + t = 1 := by clear hf hs ht; lin
    have hz : s * x + t * y = z := by
      have : (y - x) * (s * x + t * y) = (y - x) * z := by clear hf hs ht; lin
      clear hf hs ht; lin
    have p := hf x y s t hax (by clear hf; lin) (by clear hf; lin) hyb hs ht hst
    rw [hz] at p
    have q := mul_le_mul_left' (le_of_lt hd) p
    have e3 : (y - x) * (s * f x + t * f y) = (y - z) * f x + (z - x) * f y := by
      rw [← e1, ← e2]; clear hf; lin
    rw [e3] at q; exact q
  · have e1 : z = x := by clear hf; lin
    subst h; subst e1; clear hf; lin

/-- A function whose graph lies below its chords is convex. -/
theorem convexOn_of_chord {f : R → R} {a b : R}
    (h : ∀ x z y, a ≤ x → x < z → z < y → y ≤ b → (y - x) * f z ≤ (y - z) * f x + (z - x) * f y) :
    ConvexOn f a b := by
  -- one order of the two points suffices
  have key : ∀ x y s, a ≤ x → x < y → y ≤ b → 0 < s → s < 1 →
      f (s * x + (1 - s) * y) ≤ s * f x + (1 - s) * f y := by
    intro x y s hax hxy hyb hs ht
    have p1 := mul_pos (a := 1 - s) (b := y - x) (by clear h; lin) (by clear h; lin)
    have p2 := mul_pos hs (b := y - x) (by clear h; lin)
    have q := h x (s * x + (1 - s) * y) y hax (by clear h; lin) (by clear h; lin) hyb
    rw [show y - (s * x + (1 - s) * y) = (y - x) * s by clear h q; lin,
      show s * x + (1 - s) * y - x = (y - x) * (1 - s) by clear h q; lin] at q
    refine le_of_mul_le_mul_left (a := y - x) (by clear h; lin) ?_
    clear h; lin
  intro x y s t h1 h2 h3 h4 hs ht hst
  obtain rfl : t = 1 - s := by clear h key; lin
  rcases lt_or_eq_of_le hs with hs' | hs'
  · rcases lt_or_eq_of_le ht with ht' | ht'
    · rcases lt_or_ge x y with hxy | hxy
      · exact key x y s h1 hxy h4 hs' (by clear h key; lin)
      · rcases lt_or_eq_of_le hxy with hyx | hyx
        · have p := key y x (1 - s) h3 hyx h2 ht' (by clear h key; lin)
          rw [show (1 - s) * y + (1 - (1 - s)) * x = s * x + (1 - s) * y by clear h key p; lin] at p
          clear h key; lin
        · subst hyx
          rw [show s * y + (1 - s) * y = y by clear h key; lin]; clear h key; lin
    · obtain rfl : s = 1 := by clear h key; lin
      rw [show 1 * x + (1 - 1) * y = x by clear h key; lin]; clear h key; lin
  · subst hs'
    rw [show 0 * x + (1 - 0) * y = y by clear h key; lin]; clear h key; lin

/-- Slopes of a convex function increase: the slope to the left of `z` is at most the slope to its right. -/
theorem ConvexOn.slope_le_slope {f : R → R} {a b x z y : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxz : x < z)
    (hzy : z < y) (hyb : y ≤ b) : (f z - f x) / (z - x) ≤ (f y - f z) / (y - z) := by
  have p := hf.chord hax (le_of_lt hxz) (le_of_lt hzy) hyb
  have h1 : 0 < z - x := by clear hf; lin
  have h2 : 0 < y - z := by clear hf; lin
  have e := div_mul_cancel (a := f y - f z) (ne_of_gt h2)
  rw [div_le_iff h1]
  refine le_of_mul_le_mul_left h2 ?_
  rw [show (y - z) * ((f y - f z) / (y - z) * (z - x)) = (f y - f z) / (y - z) * (y - z) * (z - x) by
    clear hf p e; lin, e]
  clear hf e; lin

/-- Three chords: the slope from `x` to the middle point is at most the slope from `x` to `y`. -/
theorem ConvexOn.slope_left_le {f : R → R} {a b x z y : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxz : x < z)
    (hzy : z ≤ y) (hyb : y ≤ b) : (f z - f x) / (z - x) ≤ (f y - f x) / (y - x) := by
  have p := hf.chord hax (le_of_lt hxz) hzy hyb
  have h1 : 0 < z - x := by clear hf; lin
  have h2 : 0 < y - x := by clear hf; lin
  have e := div_mul_cancel (a := f y - f x) (ne_of_gt h2)
  rw [div_le_iff h1]
  refine le_of_mul_le_mul_left h2 ?_
  rw [show (y - x) * ((f y - f x) / (y - x) * (z - x)) = (f y - f x) / (y - x) * (y - x) * (z - x) by
    clear hf p e; lin, e]
  clear hf e; lin

/-- Three chords: the slope from `x` to `y` is at most the slope from the middle point to `y`. -/
theorem ConvexOn.slope_le_right {f : R → R} {a b x z y : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxz : x ≤ z)
    (hzy : z < y) (hyb : y ≤ b) : (f y - f x) / (y - x) ≤ (f y - f z) / (y - z) := by
  have p := hf.chord hax hxz (le_of_lt hzy) hyb
  have h1 : 0 < y - z := by clear hf; lin
  have h2 : 0 < y - x := by clear hf; lin
  have e := div_mul_cancel (a := f y - f z) (ne_of_gt h1)
  rw [div_le_iff h2]
  refine le_of_mul_le_mul_left h1 ?_
  rw [show (y - z) * ((f y - f z) / (y - z) * (y - x)) = (f y - f z) / (y - z) * (y - z) * (y - x) by
    clear hf p e; lin, e]
  clear hf e; lin

/-- The value at the midpoint is at most the mean of the values. -/
theorem ConvexOn.midpoint {f : R → R} {a b x y : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxb : x ≤ b)
    (hay : a ≤ y) (hyb : y ≤ b) : f ((x + y) / 2) ≤ (f x + f y) / 2 := by
  have p := hf x y (1 / 2) (1 / 2) hax hxb hay hyb (by clear hf; lin) (by clear hf; lin) (by clear hf; lin)
  rw [show 1 / 2 * x + 1 / 2 * y = (x + y) / 2 by clear hf p; lin] at p
  clear hf; lin

/-- A bound at two points holds between them. -/
theorem ConvexOn.le_of_endpoints {f : R → R} {a b x z y M : R} (hf : ConvexOn f a b) (hax : a ≤ x)
    (hxz : x ≤ z) (hzy : z ≤ y) (hyb : y ≤ b) (hx : f x ≤ M) (hy : f y ≤ M) : f z ≤ M := by
  rcases lt_or_eq_of_le (le_trans hxz hzy) with h | h
  · have p := hf.chord hax hxz hzy hyb
    have q1 := mul_le_mul_left' (a := y - z) (by clear hf; lin) hx
    have q2 := mul_le_mul_left' (a := z - x) (by clear hf; lin) hy
    refine le_of_mul_le_mul_left (a := y - x) (by clear hf; lin) ?_
    clear hf; lin
  · have e1 : z = x := by clear hf; lin
    rw [e1]; exact hx

/-! ## Building convex functions -/

/-- Affine functions are convex. -/
theorem convexOn_affine (m c a b : R) : ConvexOn (fun x => m * x + c) a b := by
  intro x y s t _ _ _ _ _ _ hst
  have e : m * (s * x + t * y) + c = s * (m * x + c) + t * (m * y + c) := by lin
  show m * (s * x + t * y) + c ≤ s * (m * x + c) + t * (m * y + c)
  rw [e]; exact le_rfl _

/-- The sum of convex functions is convex. -/
theorem ConvexOn.add {f g : R → R} {a b : R} (hf : ConvexOn f a b) (hg : ConvexOn g a b) :
    ConvexOn (fun x => f x + g x) a b := by
  intro x y s t h1 h2 h3 h4 hs ht hst
  have p := hf x y s t h1 h2 h3 h4 hs ht hst
  have q := hg x y s t h1 h2 h3 h4 hs ht hst
  show f (s * x + t * y) + g (s * x + t * y) ≤ s * (f x + g x) + t * (f y + g y)
  clear hf hg; lin

/-- A nonnegative multiple of a convex function is convex. -/
theorem ConvexOn.const_mul {f : R → R} {a b c : R} (hc : 0 ≤ c) (hf : ConvexOn f a b) :
    ConvexOn (fun x => c * f x) a b := by
  intro x y s t h1 h2 h3 h4 hs ht hst
  have p := mul_le_mul_left' hc (hf x y s t h1 h2 h3 h4 hs ht hst)
  show c * f (s * x + t * y) ≤ s * (c * f x) + t * (c * f y)
  clear hf; lin

/-- The absolute value is convex. -/
theorem convexOn_abs (a b : R) : ConvexOn abs a b := by
  intro x y s t _ _ _ _ hs ht _
  have p := abs_add_le (s * x) (t * y)
  rw [abs_mul, abs_mul, abs_of_nonneg hs, abs_of_nonneg ht] at p
  exact p

end Claims
