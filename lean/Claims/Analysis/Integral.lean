module

public import Claims.Analysis.RealInduction

/-!
# The integral

The integral of `f` over `[a, b]` is the least upper bound of the lower sums `m₁ (x₁ - x₀) + ⋯ + mₙ (xₙ - xₙ₋₁)`,
with `a = x₀ ≤ ⋯ ≤ xₙ = b` and every `mᵢ` a lower bound of `f` on `[xᵢ₋₁, xᵢ]`. For a continuous function it
is also the greatest lower bound of the upper sums (`exists_upperSum_lt` in `IntegralRules`), so it is the
Riemann integral. This file has the definition, additivity over adjacent intervals, and the bounds.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {f g : R → R} {a b c s t m M : R}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Lower sums -/

/-- `s` is a lower sum of `f` over `[a, x]`: `[a, x]` is cut into finitely many intervals, and each one
contributes its length times a lower bound of `f` on it. -/
inductive LowerSum {R : Type u} [Reals R] (f : R → R) (a : R) : R → R → Prop
  /-- The empty sum, over the interval of length zero. -/
  | nil : LowerSum f a a 0
  /-- One more interval `[x, y]`, on which `f` is at least `m`. -/
  | cons {x s y m : R} (hs : LowerSum f a x s) (hxy : x ≤ y) (hm : ∀ t, x ≤ t → t ≤ y → m ≤ f t) :
    LowerSum f a y (s + m * (y - x))

/-- `s` is an upper sum of `f`: its opposite is a lower sum of the opposite function. -/
def UpperSum (f : R → R) (a b s : R) : Prop := LowerSum (fun x => -f x) a b (-s)

/-- `f` is bounded on `[a, b]`. -/
def BoundedOn (f : R → R) (a b : R) : Prop := ∃ M, ∀ x, a ≤ x → x ≤ b → abs (f x) ≤ M

/-- Boundedness passes to a smaller interval. -/
theorem BoundedOn.subset {p q : R} (h : BoundedOn f p q) (hpa : p ≤ a) (hbq : b ≤ q) : BoundedOn f a b := by
  obtain ⟨M, hM⟩ := h
  exact ⟨M, fun x h1 h2 => hM x (le_trans hpa h1) (le_trans h2 hbq)⟩

/-- A function is bounded on an interval of length zero. -/
theorem boundedOn_self (f : R → R) (a : R) : BoundedOn f a a :=
  ⟨abs (f a), fun x h1 h2 => by rw [le_antisymm h2 h1]; exact le_rfl _⟩

/-- A continuous function is bounded on a closed interval. -/
theorem boundedOn_of_continuous (hab : a ≤ b) (hf : ∀ x, a ≤ x → x ≤ b → ContinuousAt f x) :
    BoundedOn f a b := by
  obtain ⟨M, _, hM⟩ := exists_bound_of_continuous hab hf
  exact ⟨M, hM⟩

/-- A lower sum with another expression for its value. -/
theorem LowerSum.cast (h : LowerSum f a b s) (e : s = t) : LowerSum f a b t := by rw [← e]; exact h

/-- The ends of a lower sum are in order. -/
theorem LowerSum.le (h : LowerSum f a b s) : a ≤ b := by
  induction h with
  | nil => exact le_rfl a
  | cons _ hxy _ ih => exact le_trans ih hxy

/-- A lower sum with one interval. -/
theorem LowerSum.single (hab : a ≤ b) (hm : ∀ t, a ≤ t → t ≤ b → m ≤ f t) : LowerSum f a b (m * (b - a)) :=
  (LowerSum.cons LowerSum.nil hab hm).cast (by clear hm; lin)

/-- A lower sum is at most an upper bound of the function times the length. -/
theorem LowerSum.le_mul (h : LowerSum f a b s) (hM : ∀ t, a ≤ t → t ≤ b → f t ≤ M) : s ≤ M * (b - a) := by
  induction h with
  | nil => clear hM; lin
  | @cons x s y m hs hxy hm ih =>
    have p := ih fun t h1 h2 => hM t h1 (le_trans h2 hxy)
    have q := le_trans (hm y hxy (le_rfl y)) (hM y (le_trans hs.le hxy) (le_rfl y))
    have r := mul_le_mul_right' (a := y - x) (by clear ih hM hm hs; lin) q
    clear ih hM hm hs; lin

/-- Lower sums depend only on the values in the interval. -/
theorem LowerSum.congr (h : LowerSum f a b s) (e : ∀ t, a ≤ t → t ≤ b → g t = f t) : LowerSum g a b s := by
  induction h with
  | nil => exact LowerSum.nil
  | cons hs hxy hm ih =>
    exact LowerSum.cons (ih fun t h1 h2 => e t h1 (le_trans h2 hxy)) hxy fun t h1 h2 => by
      rw [e t (le_trans hs.le h1) h2]; exact hm t h1 h2

/-- Lower sums over adjacent intervals add up. -/
theorem LowerSum.append (h : LowerSum f a b s) (h' : LowerSum f b c t) : LowerSum f a c (s + t) := by
  induction h' with
  | nil => exact h.cast (by clear h; lin)
  | cons _ hxy hm ih => exact (LowerSum.cons ih hxy hm).cast (by clear h ih hm; lin)

/-- A lower sum over an interval splits at every point of it. -/
theorem LowerSum.split (h : LowerSum f a c s) :
    ∀ b, a ≤ b → b ≤ c → ∃ u v, LowerSum f a b u ∧ LowerSum f b c v ∧ s = u + v := by
  induction h with
  | nil =>
    intro b h1 h2
    obtain rfl := le_antisymm h1 h2
    exact ⟨0, 0, LowerSum.nil, LowerSum.nil, by lin⟩
  | @cons x s y m hs hxy hm ih =>
    intro b h1 h2
    rcases le_total b x with h | h
    · obtain ⟨u, v, hu, hv, e⟩ := ih b h1 h
      exact ⟨u, v + m * (y - x), hu, LowerSum.cons hv hxy hm, by clear ih hm hs hu hv; lin⟩
    · exact ⟨s + m * (b - x), m * (y - b),
        LowerSum.cons hs h fun t k1 k2 => hm t k1 (le_trans k2 h2),
        LowerSum.single h2 fun t k1 k2 => hm t (le_trans h k1) k2, by clear ih hm hs; lin⟩

/-! ## The lower integral -/

open Classical in
/-- The least upper bound of the lower sums of `f` over `[a, b]`, and `0` when there is none. -/
def lowerIntegral (f : R → R) (a b : R) : R :=
  if h : ∃ l, (∀ s, LowerSum f a b s → s ≤ l) ∧ ∀ u, (∀ s, LowerSum f a b s → s ≤ u) → l ≤ u then
    h.choose else 0

/-- For a bounded function the lower integral is the least upper bound of the lower sums. -/
theorem lowerIntegral_spec (hab : a ≤ b) (hf : BoundedOn f a b) :
    (∀ s, LowerSum f a b s → s ≤ lowerIntegral f a b) ∧
      ∀ u, (∀ s, LowerSum f a b s → s ≤ u) → lowerIntegral f a b ≤ u := by
  obtain ⟨M, hM⟩ := hf
  have h : ∃ l, (∀ s, LowerSum f a b s → s ≤ l) ∧ ∀ u, (∀ s, LowerSum f a b s → s ≤ u) → l ≤ u :=
    Reals.exists_lub (LowerSum f a b)
      ⟨_, LowerSum.single hab fun t h1 h2 => (abs_le.1 (hM t h1 h2)).1⟩
      ⟨M * (b - a), fun s hs => hs.le_mul fun t h1 h2 => (abs_le.1 (hM t h1 h2)).2⟩
  unfold lowerIntegral
  rw [dif_pos h]
  exact h.choose_spec

/-- A lower bound of the function times the length is at most the lower integral. -/
theorem mul_le_lowerIntegral (hab : a ≤ b) (hf : BoundedOn f a b) (hm : ∀ t, a ≤ t → t ≤ b → m ≤ f t) :
    m * (b - a) ≤ lowerIntegral f a b :=
  (lowerIntegral_spec hab hf).1 _ (LowerSum.single hab hm)

/-- The lower integral is at most an upper bound of the function times the length. -/
theorem lowerIntegral_le_mul (hab : a ≤ b) (hf : BoundedOn f a b) (hM : ∀ t, a ≤ t → t ≤ b → f t ≤ M) :
    lowerIntegral f a b ≤ M * (b - a) :=
  (lowerIntegral_spec hab hf).2 _ fun _ hs => hs.le_mul hM

/-- The lower integral over an interval of length zero vanishes. -/
theorem lowerIntegral_self (f : R → R) (a : R) : lowerIntegral f a a = 0 := by
  have p := mul_le_lowerIntegral (le_rfl a) (boundedOn_self f a) (m := f a)
    fun t h1 h2 => by rw [le_antisymm h2 h1]; exact le_rfl _
  have q := lowerIntegral_le_mul (le_rfl a) (boundedOn_self f a) (M := f a)
    fun t h1 h2 => by rw [le_antisymm h2 h1]; exact le_rfl _
  lin

/-- The lower integral is additive over adjacent intervals. -/
theorem lowerIntegral_add (hab : a ≤ b) (hbc : b ≤ c) (hf : BoundedOn f a c) :
    lowerIntegral f a b + lowerIntegral f b c = lowerIntegral f a c := by
  obtain ⟨u1, l1⟩ := lowerIntegral_spec hab (hf.subset (le_rfl a) hbc)
  obtain ⟨u2, l2⟩ := lowerIntegral_spec hbc (hf.subset hab (le_rfl c))
  obtain ⟨u3, l3⟩ := lowerIntegral_spec (le_trans hab hbc) hf
  refine le_antisymm ?_ (l3 _ fun s hs => ?_)
  · have p := l1 (lowerIntegral f a c - lowerIntegral f b c) fun s hs => by
      have q := l2 (lowerIntegral f a c - s) fun t ht => by
        have r := u3 _ (hs.append ht)
        clear u1 u2 u3 l1 l2 l3 hs ht hf; lin
      clear u1 u2 u3 l1 l2 l3 hs hf; lin
    clear u1 u2 u3 l1 l2 l3 hf; lin
  · obtain ⟨u, v, hu, hv, e⟩ := hs.split b hab hbc
    have p := u1 u hu
    have q := u2 v hv
    clear u1 u2 u3 l1 l2 l3 hs hu hv hf; lin

/-- The lower integral depends only on the values in the interval. -/
theorem lowerIntegral_congr (e : ∀ t, a ≤ t → t ≤ b → f t = g t) : lowerIntegral f a b = lowerIntegral g a b := by
  have h : LowerSum f a b = LowerSum g a b := funext fun s => propext
    ⟨fun h => h.congr fun t h1 h2 => (e t h1 h2).symm, fun h => h.congr e⟩
  unfold lowerIntegral
  rw [h]

/-! ## The integral -/

open Classical in
/-- The integral of `f` from `a` to `b`; with the ends in the wrong order it changes sign. -/
def integral (f : R → R) (a b : R) : R := if a ≤ b then lowerIntegral f a b else -lowerIntegral f b a

/-- The integral with the ends in order. -/
theorem integral_of_le (hab : a ≤ b) : integral f a b = lowerIntegral f a b := if_pos hab

/-- The integral with the ends in the wrong order. -/
theorem integral_of_ge (hab : b ≤ a) : integral f a b = -lowerIntegral f b a := by
  rcases lt_or_eq_of_le hab with h | h
  · exact if_neg fun h' => by lin
  · rw [h, integral_of_le (le_rfl a), lowerIntegral_self]; lin

/-- The integral over an interval of length zero vanishes. -/
theorem integral_self (f : R → R) (a : R) : integral f a a = 0 := by
  rw [integral_of_le (le_rfl a), lowerIntegral_self]

/-- Exchanging the ends changes the sign of the integral. -/
theorem integral_symm (f : R → R) (a b : R) : integral f b a = -integral f a b := by
  rcases le_total a b with h | h
  · rw [integral_of_le h, integral_of_ge h]
  · rw [integral_of_le h, integral_of_ge h]; lin

/-- The integral depends only on the values in the interval. -/
theorem integral_congr (hab : a ≤ b) (e : ∀ t, a ≤ t → t ≤ b → f t = g t) : integral f a b = integral g a b := by
  rw [integral_of_le hab, integral_of_le hab, lowerIntegral_congr e]

/-- Every integral inside an interval where `f` is bounded is a difference of two integrals from its left end. -/
theorem integral_eq_lowerIntegral_sub {p q : R} (hf : BoundedOn f p q) (hpa : p ≤ a) (haq : a ≤ q)
    (hpb : p ≤ b) (hbq : b ≤ q) : integral f a b = lowerIntegral f p b - lowerIntegral f p a := by
  rcases le_total a b with h | h
  · have k := lowerIntegral_add hpa h (hf.subset (le_rfl p) hbq)
    rw [integral_of_le h]; clear hf; lin
  · have k := lowerIntegral_add hpb h (hf.subset (le_rfl p) haq)
    rw [integral_of_ge h]; clear hf; lin

/-- The integral is additive over adjacent intervals, in any order of the ends. -/
theorem integral_add_adjacent {p q : R} (hf : BoundedOn f p q) (hpa : p ≤ a) (haq : a ≤ q)
    (hpb : p ≤ b) (hbq : b ≤ q) (hpc : p ≤ c) (hcq : c ≤ q) :
    integral f a b + integral f b c = integral f a c := by
  rw [integral_eq_lowerIntegral_sub hf hpa haq hpb hbq, integral_eq_lowerIntegral_sub hf hpb hbq hpc hcq,
    integral_eq_lowerIntegral_sub hf hpa haq hpc hcq]
  clear hf; lin

/-- The integral of a bounded function is at least a lower bound of the function times the length. -/
theorem mul_le_integral (hab : a ≤ b) (hf : BoundedOn f a b) (hm : ∀ t, a ≤ t → t ≤ b → m ≤ f t) :
    m * (b - a) ≤ integral f a b := by rw [integral_of_le hab]; exact mul_le_lowerIntegral hab hf hm

/-- The integral of a bounded function is at most an upper bound of the function times the length. -/
theorem integral_le_mul (hab : a ≤ b) (hf : BoundedOn f a b) (hM : ∀ t, a ≤ t → t ≤ b → f t ≤ M) :
    integral f a b ≤ M * (b - a) := by rw [integral_of_le hab]; exact lowerIntegral_le_mul hab hf hM

end Claims
