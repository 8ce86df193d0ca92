module

public import Claims.Analysis.Convex

/-!
# Convexity and derivatives

A function with monotone derivative, in particular one with nonnegative second derivative, is convex. The
tangent of a convex function lies below its graph, so its derivative is monotone and a critical point is a
minimum. The strict and the concave forms.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Convexity from derivatives -/

/-- A function with monotone derivative is convex. -/
theorem convexOn_of_deriv_mono {f f' : R → R} {a b : R}
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hmono : ∀ x y, a ≤ x → x ≤ y → y ≤ b → f' x ≤ f' y) : ConvexOn f a b := by
  refine convexOn_of_chord fun x z y hax hxz hzy hyb => ?_
  have haz : a ≤ z := le_trans hax (le_of_lt hxz)
  have hzb : z ≤ b := le_trans (le_of_lt hzy) hyb
  have p := sub_le_of_deriv_le (le_of_lt hxz)
    (fun t h1 h2 => hf t (le_trans hax h1) (le_trans h2 hzb))
    (fun t h1 h2 => hmono t z (le_trans hax h1) h2 hzb)
  have q := le_sub_of_le_deriv (le_of_lt hzy)
    (fun t h1 h2 => hf t (le_trans haz h1) (le_trans h2 hyb))
    (fun t h1 h2 => hmono z t haz h1 (le_trans h2 hyb))
  have p' := mul_le_mul_left' (a := y - z) (by clear hf hmono; lin) p
  have q' := mul_le_mul_left' (a := z - x) (by clear hf hmono; lin) q
  clear hf hmono; lin

/-- A function with nonnegative second derivative is convex. -/
theorem convexOn_of_deriv2_nonneg {f f' f'' : R → R} {a b : R}
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 ≤ f'' x) : ConvexOn f a b :=
  convexOn_of_deriv_mono hf fun _ _ hax hxy hyb => le_of_deriv_nonneg hxy
    (fun t h1 h2 => hf' t (le_trans hax h1) (le_trans h2 hyb))
    (fun t h1 h2 => h0 t (le_trans hax h1) (le_trans h2 hyb))

/-- A function that lies strictly below its chords is strictly convex. -/
theorem strictConvexOn_of_chord {f : R → R} {a b : R}
    (h : ∀ x z y, a ≤ x → x < z → z < y → y ≤ b → (y - x) * f z < (y - z) * f x + (z - x) * f y) :
    StrictConvexOn f a b := by
  -- one order of the two points suffices
  have key : ∀ x y s, a ≤ x → x < y → y ≤ b → 0 < s → s < 1 →
      f (s * x + (1 - s) * y) < s * f x + (1 - s) * f y := by
    intro x y s hax hxy hyb hs ht
    have p1 := mul_pos (a := 1 - s) (b := y - x) (by clear h; lin) (by clear h; lin)
    have p2 := mul_pos hs (b := y - x) (by clear h; lin)
    have q := h x (s * x + (1 - s) * y) y hax (by clear h; lin) (by clear h; lin) hyb
    rw [show y - (s * x + (1 - s) * y) = (y - x) * s by clear h q; lin,
      show s * x + (1 - s) * y - x = (y - x) * (1 - s) by clear h q; lin] at q
    refine lt_of_mul_lt_mul_left (a := y - x) (by clear h; lin) ?_
    clear h; lin
  intro x y s t h1 h2 h3 h4 hxy hs ht hst
  obtain rfl : t = 1 - s := by clear h key; lin
  rcases lt_or_ge x y with h' | h'
  · exact key x y s h1 h' h4 hs (by clear h key; lin)
  · have p := key y x (1 - s) h3 (by clear h key; lin) h2 ht (by clear h key; lin)
    rw [show (1 - s) * y + (1 - (1 - s)) * x = s * x + (1 - s) * y by clear h key p; lin] at p
    clear h key; lin

/-- A function with strictly increasing derivative is strictly convex. -/
theorem strictConvexOn_of_deriv_strictMono {f f' : R → R} {a b : R}
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hmono : ∀ x y, a ≤ x → x < y → y ≤ b → f' x < f' y) : StrictConvexOn f a b := by
  have hle : ∀ x y, a ≤ x → x ≤ y → y ≤ b → f' x ≤ f' y := fun x y h1 h2 h3 => by
    rcases lt_or_eq_of_le h2 with h | h
    · exact le_of_lt (hmono x y h1 h h3)
    · rw [h]; exact le_rfl _
  refine strictConvexOn_of_chord fun x z y hax hxz hzy hyb => ?_
  have haz : a ≤ z := le_trans hax (le_of_lt hxz)
  have hzb : z ≤ b := le_trans (le_of_lt hzy) hyb
  -- the slope is strictly larger on the right half of `[z, y]`
  have hzw : z < (z + y) / 2 := by clear hf hmono hle; lin
  have hwy : (z + y) / 2 < y := by clear hf hmono hle; lin
  have haw := le_trans haz (le_of_lt hzw)
  have hwb := le_trans (le_of_lt hwy) hyb
  have p := sub_le_of_deriv_le (le_of_lt hxz)
    (fun t h1 h2 => hf t (le_trans hax h1) (le_trans h2 hzb))
    (fun t h1 h2 => hle t z (le_trans hax h1) h2 hzb)
  have q := le_sub_of_le_deriv (le_of_lt hzw)
    (fun t h1 h2 => hf t (le_trans haz h1) (le_trans h2 hwb))
    (fun t h1 h2 => hle z t haz h1 (le_trans h2 hwb))
  have r := le_sub_of_le_deriv (le_of_lt hwy)
    (fun t h1 h2 => hf t (le_trans haw h1) (le_trans h2 hyb))
    (fun t h1 h2 => hle _ t haw h1 (le_trans h2 hyb))
  have s := mul_lt_mul_right' (a := y - (z + y) / 2) (by clear hf hmono hle; lin) (hmono z _ haz hzw hwb)
  have p' := mul_le_mul_left' (a := y - z) (by clear hf hmono hle; lin) p
  have q' := mul_lt_mul_left' (a := z - x) (b := f' z * (y - z)) (c := f y - f z)
    (by clear hf hmono hle; lin) (by clear hf hmono hle p'; lin)
  clear hf hmono hle q r s; lin

/-- A function with positive second derivative is strictly convex. -/
theorem strictConvexOn_of_deriv2_pos {f f' f'' : R → R} {a b : R}
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (h0 : ∀ x, a ≤ x → x ≤ b → 0 < f'' x) : StrictConvexOn f a b :=
  strictConvexOn_of_deriv_strictMono hf fun _ _ hax hxy hyb => lt_of_deriv_pos hxy
    (fun t h1 h2 => hf' t (le_trans hax h1) (le_trans h2 hyb))
    (fun t h1 h2 => h0 t (le_trans hax h1) (le_trans h2 hyb))

/-- A function with a line through each point of its graph that stays below the graph is convex. -/
theorem convexOn_of_tangent {f d : R → R} {a b : R}
    (h : ∀ x y, a ≤ x → x ≤ b → a ≤ y → y ≤ b → f x + d x * (y - x) ≤ f y) : ConvexOn f a b := by
  intro x y s t h1 h2 h3 h4 hs ht hst
  obtain rfl : t = 1 - s := by clear h; lin
  have i1 := mul_le_mul_left' hs h1
  have i2 := mul_le_mul_left' hs h2
  have i3 := mul_le_mul_left' ht h3
  have i4 := mul_le_mul_left' ht h4
  have hz1 : a ≤ s * x + (1 - s) * y := by clear h i2 i4; lin
  have hz2 : s * x + (1 - s) * y ≤ b := by clear h i1 i3; lin
  have q1 := mul_le_mul_left' hs (h _ x hz1 hz2 h1 h2)
  have q2 := mul_le_mul_left' ht (h _ y hz1 hz2 h3 h4)
  clear h i1 i2 i3 i4; lin

/-! ## Tangents -/

/-- The tangent of a convex function lies below the graph. -/
theorem ConvexOn.tangent_le {f : R → R} {a b x y d : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxb : x ≤ b)
    (hay : a ≤ y) (hyb : y ≤ b) (hd : HasDerivAt f d x) : f x + d * (y - x) ≤ f y := by
  refine le_of_forall_pos fun ε hε => ?_
  have hn := abs_nonneg (y - x)
  have hk : 0 < abs (y - x) + 1 := by clear hf hd; lin
  obtain ⟨δ, hδ, h⟩ := hd (ε / (abs (y - x) + 1)) (div_pos hε hk)
  obtain ⟨c, hc, hc1, hc2⟩ := exists_pos_le zero_lt_one (div_pos hδ hk)
  rw [le_div_iff hk] at hc2
  have e := div_mul_cancel (a := ε) (ne_of_gt hk)
  have hε' := div_pos hε hk
  -- compare the chord and the tangent at the point `x + c (y - x)`
  have p := hf x y (1 - c) c hax hxb hay hyb (by clear hf h hd; lin) (le_of_lt hc) (by clear hf h hd; lin)
  have ez : (1 - c) * x + c * y - x = c * (y - x) := by clear hf h hd p; lin
  have q := h ((1 - c) * x + c * y)
    (by rw [ez, abs_mul, abs_of_nonneg (le_of_lt hc)]; clear hf h hd p; lin)
  rw [ez, abs_mul c, abs_of_nonneg (le_of_lt hc)] at q
  have q' := (abs_le.1 q).1
  generalize ε / (abs (y - x) + 1) = η at *
  have r := mul_le_mul_left' (mul_nonneg (le_of_lt hε') (le_of_lt hc))
    (b := abs (y - x)) (c := abs (y - x) + 1) (by clear hf h hd; lin)
  rw [show η * c * (abs (y - x) + 1) = c * ε by rw [← e]; clear hf h hd p q q' r; lin] at r
  refine le_of_mul_le_mul_left hc ?_
  generalize f ((1 - c) * x + c * y) = z at p q'
  clear hf h hd q e hc2; lin

/-- The tangent of a strictly convex function lies strictly below the graph, away from the point of contact. -/
theorem StrictConvexOn.tangent_lt {f : R → R} {a b x y d : R} (hf : StrictConvexOn f a b) (hax : a ≤ x)
    (hxb : x ≤ b) (hay : a ≤ y) (hyb : y ≤ b) (hxy : x ≠ y) (hd : HasDerivAt f d x) :
    f x + d * (y - x) < f y := by
  have p := hf x y (1 / 2) (1 / 2) hax hxb hay hyb hxy (by clear hf hd; lin) (by clear hf hd; lin)
    (by clear hf hd; lin)
  have e : 1 / 2 * x + 1 / 2 * y = (x + y) / 2 := by clear hf hd p; lin
  rw [e] at p
  have q := hf.convexOn.tangent_le hax hxb (y := (x + y) / 2) (by clear hf hd; lin) (by clear hf hd; lin) hd
  clear hf hd e; lin

/-- The derivative of a convex function is monotone. -/
theorem ConvexOn.deriv_mono {f : R → R} {a b x y d e : R} (hf : ConvexOn f a b) (hax : a ≤ x) (hxy : x < y)
    (hyb : y ≤ b) (hd : HasDerivAt f d x) (he : HasDerivAt f e y) : d ≤ e := by
  have hxb := le_trans (le_of_lt hxy) hyb
  have hay := le_trans hax (le_of_lt hxy)
  have p := hf.tangent_le hax hxb hay hyb hd
  have q := hf.tangent_le hay hyb hax hxb he
  refine le_of_mul_le_mul_left (a := y - x) (by clear hf hd he; lin) ?_
  clear hf hd he; lin

/-- A critical point of a convex function is a minimum. -/
theorem ConvexOn.min_of_deriv_zero {f : R → R} {a b x y : R} (hf : ConvexOn f a b) (hax : a ≤ x)
    (hxb : x ≤ b) (hay : a ≤ y) (hyb : y ≤ b) (hd : HasDerivAt f 0 x) : f x ≤ f y := by
  have p := hf.tangent_le hax hxb hay hyb hd
  clear hf hd; lin

/-! ## Concave functions -/

/-- The graph of a concave function lies above the chord. -/
theorem ConcaveOn.chord {f : R → R} {a b x z y : R} (hf : ConcaveOn f a b) (hax : a ≤ x) (hxz : x ≤ z)
    (hzy : z ≤ y) (hyb : y ≤ b) : (y - z) * f x + (z - x) * f y ≤ (y - x) * f z := by
  have p := ConvexOn.chord hf hax hxz hzy hyb
  clear hf; lin

/-- A concave function is at the midpoint at least the mean of the values. -/
theorem ConcaveOn.midpoint {f : R → R} {a b x y : R} (hf : ConcaveOn f a b) (hax : a ≤ x) (hxb : x ≤ b)
    (hay : a ≤ y) (hyb : y ≤ b) : (f x + f y) / 2 ≤ f ((x + y) / 2) := by
  have p := ConvexOn.midpoint hf hax hxb hay hyb
  clear hf; lin

/-- A function with decreasing derivative is concave. -/
theorem concaveOn_of_deriv_anti {f f' : R → R} {a b : R}
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hanti : ∀ x y, a ≤ x → x ≤ y → y ≤ b → f' y ≤ f' x) : ConcaveOn f a b :=
  convexOn_of_deriv_mono (fun x h1 h2 => (hf x h1 h2).neg) fun x y h1 h2 h3 => by
    have := hanti x y h1 h2 h3
    clear hf hanti; lin

/-- A function with nonpositive second derivative is concave. -/
theorem concaveOn_of_deriv2_nonpos {f f' f'' : R → R} {a b : R}
    (hf : ∀ x, a ≤ x → x ≤ b → HasDerivAt f (f' x) x)
    (hf' : ∀ x, a ≤ x → x ≤ b → HasDerivAt f' (f'' x) x)
    (h0 : ∀ x, a ≤ x → x ≤ b → f'' x ≤ 0) : ConcaveOn f a b :=
  concaveOn_of_deriv_anti hf fun _ _ hax hxy hyb => le_of_deriv_nonpos hxy
    (fun t h1 h2 => hf' t (le_trans hax h1) (le_trans h2 hyb))
    (fun t h1 h2 => h0 t (le_trans hax h1) (le_trans h2 hyb))

/-- The tangent of a concave function lies above the graph. -/
theorem ConcaveOn.le_tangent {f : R → R} {a b x y d : R} (hf : ConcaveOn f a b) (hax : a ≤ x) (hxb : x ≤ b)
    (hay : a ≤ y) (hyb : y ≤ b) (hd : HasDerivAt f d x) : f y ≤ f x + d * (y - x) := by
  have p := ConvexOn.tangent_le hf hax hxb hay hyb hd.neg
  clear hf hd; lin

end Claims
