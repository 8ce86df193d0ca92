module

public import Claims.Stability.MeasureField

/-!
# Lipschitz constants of the attention field

The attention field of a measure with finitely many weighted atoms on the sphere is Lipschitz in the point
with constant `2 + 2 B e^{2B}` and in the measure with constant `e^{2B} (1 + 2 B)`, where `B = β a` and
`|A v| ≤ a |v|`. Both follow from one estimate against a coupling of the two measures.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n m d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Sums against a coupling -/

/-- Against a coupling, a function of the first index sums as against the first marginal. -/
theorem IsCoupling.sum_left {π : Fin n → Fin m → R} {p : Fin n → R} {q : Fin m → R}
    (h : IsCoupling π p q) (F : Fin n → R) :
    sum (fun i => sum (fun j => π i j * F i)) = sum (fun i => p i * F i) :=
  sum_congr fun i => by rw [sum_mul_right (fun j => π i j) (F i), h.left]

/-- Against a coupling, a function of the second index sums as against the second marginal. -/
theorem IsCoupling.sum_right {π : Fin n → Fin m → R} {p : Fin n → R} {q : Fin m → R}
    (h : IsCoupling π p q) (F : Fin m → R) :
    sum (fun i => sum (fun j => π i j * F j)) = sum (fun j => q j * F j) := by
  rw [sum_comm (fun i j => π i j * F j)]
  exact sum_congr fun j => by rw [sum_mul_right (fun i => π i j) (F j), h.right]

/-- A coupling of probability weights has mass one. -/
theorem IsCoupling.mass {π : Fin n → Fin m → R} {p : Fin n → R} {q : Fin m → R}
    (h : IsCoupling π p q) (hp : sum p = 1) : sum (fun i => sum (fun j => π i j)) = 1 := by
  rw [sum_congr h.left]; exact hp

/-- The triangle inequality for sums against nonnegative weights. -/
theorem coupling_norm_le {π : Fin n → Fin m → R} (hπ : ∀ i j, 0 ≤ π i j) (W : Fin n → Fin m → Fin d → R) :
    norm (fun a => sum (fun i => sum (fun j => π i j * W i j a))) ≤
      sum (fun i => sum (fun j => π i j * norm (W i j))) := by
  refine le_trans (norm_sum_le fun i a => sum (fun j => π i j * W i j a)) (sum_le_sum fun i => ?_)
  refine le_trans (norm_sum_le fun j a => π i j * W i j a) (sum_le_sum fun j => ?_)
  rw [norm_mul, abs_of_nonneg (hπ i j)]; exact le_rfl _

/-- A weighted sum of differences from a constant. -/
theorem sum_weighted_sub (w k u : Fin n → R) (c : R) : sum (fun i => w i * (k i * (u i - c))) =
    sum (fun i => w i * k i * u i) - c * sum (fun i => w i * k i) := by
  rw [← sum_mul_left, ← sum_sub]
  exact sum_congr fun i => by lin

/-! ## The attention mean -/

/-- The mass of the kernel on the sphere is at least `e^{-B}`. -/
theorem exp_neg_le_kernelMass {β a : R} (hβ : 0 ≤ β)
    {A : Fin d → Fin d → R} (hA : ∀ v, norm (mulVec A v) ≤ a * norm v) {q : Fin m → R}
    {y : Fin m → Fin d → R} {x : Fin d → R} (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1) (hx : normSq x = 1)
    (hy : ∀ j, normSq (y j) = 1) : exp (-(β * a)) ≤ kernelMass β A q y x := by
  have h : sum (fun j => q j * exp (-(β * a))) ≤ kernelMass β A q y x :=
    sum_le_sum fun j => mul_le_mul_left' (hq j) (kernel_bounds hβ hA hx hx (hy j) (hy j)).1
  rw [sum_mul_right q, hq1] at h
  clear hA hq hy; lin

/-- The attention mean of points of the sphere lies in the unit ball. -/
theorem norm_kernelMean_le {β : R} {A : Fin d → Fin d → R} {q : Fin m → R}
    {y : Fin m → Fin d → R} {x : Fin d → R} (hq : ∀ j, 0 ≤ q j) (hy : ∀ j, normSq (y j) = 1)
    (hZ : 0 < kernelMass β A q y x) : norm (kernelMean β A q y x) ≤ 1 := by
  have h := norm_sum_le fun j a => q j * kernel β A x (y j) * y j a
  have e : ∀ j, norm (fun a => q j * kernel β A x (y j) * y j a) = q j * kernel β A x (y j) :=
    fun j => by
      have k := mul_nonneg (hq j) (le_of_lt (exp_pos (β * score A x (y j))))
      have k' : 0 ≤ q j * kernel β A x (y j) := k
      rw [norm_mul, norm_eq_one_of_normSq (hy j), abs_of_nonneg k']
      clear hq hy; lin
  rw [sum_congr e] at h
  have i := inv_pos hZ
  have c := mul_inv_cancel (ne_of_gt hZ)
  have p := mul_le_mul_left' (le_of_lt i) h
  unfold kernelMean
  rw [norm_mul, abs_of_nonneg (le_of_lt i)]
  refine le_trans p ?_
  show (kernelMass β A q y x)⁻¹ * kernelMass β A q y x ≤ 1
  clear hq hy e h p; lin

/-- The difference of two attention means as a sum against a coupling. -/
theorem kernelMass_mul_sub {β : R} {A : Fin d → Fin d → R} {π : Fin n → Fin m → R}
    {p : Fin n → R} {q : Fin m → R} (hπ : IsCoupling π p q) (z : Fin n → Fin d → R)
    (y : Fin m → Fin d → R) {x x' : Fin d → R} (hZ : kernelMass β A p z x ≠ 0)
    (hZ' : kernelMass β A q y x' ≠ 0) (a : Fin d) :
    kernelMass β A p z x * (kernelMean β A p z x a - kernelMean β A q y x' a) =
      sum (fun i => sum (fun j => π i j * (kernel β A x (z i) * (z i a - y j a) +
        (kernel β A x (z i) - kernel β A x' (y j)) * (y j a - kernelMean β A q y x' a)))) := by
  have e1 := hπ.sum_left fun i => kernel β A x (z i) * (z i a - kernelMean β A q y x' a)
  have e2 := hπ.sum_right fun j => kernel β A x' (y j) * (y j a - kernelMean β A q y x' a)
  rw [sum_weighted_sub p (fun i => kernel β A x (z i)) (fun i => z i a)] at e1
  rw [sum_weighted_sub q (fun j => kernel β A x' (y j)) (fun j => y j a)] at e2
  have m1 : kernelMass β A p z x * kernelMean β A p z x a =
      sum (fun i => p i * kernel β A x (z i) * z i a) := by
    unfold kernelMean
    have := mul_inv_cancel hZ
    clear hπ e1 e2; lin
  have m2 : kernelMass β A q y x' * kernelMean β A q y x' a =
      sum (fun j => q j * kernel β A x' (y j) * y j a) := by
    unfold kernelMean
    have := mul_inv_cancel hZ'
    clear hπ e1 e2 m1; lin
  rw [← m1] at e1
  rw [← m2] at e2
  have s : sum (fun i => sum (fun j => π i j * (kernel β A x (z i) * (z i a - y j a) +
        (kernel β A x (z i) - kernel β A x' (y j)) * (y j a - kernelMean β A q y x' a)))) =
      sum (fun i => sum (fun j => π i j * (kernel β A x (z i) *
        (z i a - kernelMean β A q y x' a)))) -
      sum (fun i => sum (fun j => π i j * (kernel β A x' (y j) *
        (y j a - kernelMean β A q y x' a)))) := by
    rw [← sum_sub]
    refine sum_congr fun i => ?_
    rw [← sum_sub]
    exact sum_congr fun j => by clear hπ e1 e2 m1 m2; lin
  rw [s, e1, e2]
  show _ = kernelMass β A p z x * kernelMean β A p z x a -
    kernelMean β A q y x' a * kernelMass β A p z x - (kernelMass β A q y x' *
    kernelMean β A q y x' a - kernelMean β A q y x' a * kernelMass β A q y x')
  clear hπ e1 e2 m1 m2 s; lin

/-- The attention mean is Lipschitz in the point and in the measure. -/
theorem norm_kernelMean_sub_le {β a B : R} (hβ : 0 ≤ β) (ha : 0 ≤ a)
    (hB : B = β * a) {A : Fin d → Fin d → R} (hA : ∀ v, norm (mulVec A v) ≤ a * norm v)
    {π : Fin n → Fin m → R} {p : Fin n → R} {q : Fin m → R} (hπ : IsCoupling π p q)
    (hp : ∀ i, 0 ≤ p i) (hp1 : sum p = 1) (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1)
    {z : Fin n → Fin d → R} {y : Fin m → Fin d → R} {x x' : Fin d → R}
    (hz : ∀ i, normSq (z i) = 1) (hy : ∀ j, normSq (y j) = 1) (hx : normSq x = 1)
    (hx' : normSq x' = 1) :
    norm (fun i => kernelMean β A p z x i - kernelMean β A q y x' i) ≤
      exp (2 * B) * (1 + 2 * B) * cost π z y + 2 * B * exp (2 * B) * norm (fun i => x i - x' i) := by
  have hB0 : 0 ≤ B := by rw [hB]; exact mul_nonneg hβ ha
  have hlow := exp_neg_le_kernelMass hβ hA hp hp1 hx hz
  have hZ : 0 < kernelMass β A p z x := lt_of_lt_of_le (exp_pos _) hlow
  have hZ' : 0 < kernelMass β A q y x' :=
    lt_of_lt_of_le (exp_pos _) (exp_neg_le_kernelMass hβ hA hq hq1 hx' hy)
  have hm := norm_kernelMean_le hq hy hZ'
  have hk : ∀ i j, norm (fun c => kernel β A x (z i) * (z i c - y j c) +
      (kernel β A x (z i) - kernel β A x' (y j)) * (y j c - kernelMean β A q y x' c)) ≤
      (exp B + 2 * B * exp B) * norm (fun c => z i c - y j c) +
        2 * B * exp B * norm (fun c => x c - x' c) := fun i j => by
    obtain ⟨_, b1, b2⟩ := kernel_bounds hβ hA hx hx' (hz i) (hy j)
    rw [← hB] at b1 b2
    have k0 : 0 ≤ kernel β A x (z i) := le_of_lt (exp_pos _)
    have t := norm_add_le (fun c => kernel β A x (z i) * (z i c - y j c))
      (fun c => (kernel β A x (z i) - kernel β A x' (y j)) * (y j c - kernelMean β A q y x' c))
    rw [norm_mul (kernel β A x (z i)) (fun c => z i c - y j c), abs_of_nonneg k0,
      norm_mul _ (fun c => y j c - kernelMean β A q y x' c)] at t
    have s := norm_add_le (y j) (fun c => -kernelMean β A q y x' c)
    rw [norm_neg, norm_eq_one_of_normSq (hy j), show (fun c => y j c + -kernelMean β A q y x' c) =
      fun c => y j c - kernelMean β A q y x' c from funext fun c => by
        clear hA hπ hp hq hz hy s t b1 b2; lin] at s
    have u := mul_le_mul_left' (abs_nonneg (kernel β A x (z i) - kernel β A x' (y j)))
      (b := norm (fun c => y j c - kernelMean β A q y x' c)) (c := 2)
      (by clear hA hπ hp hq hz hy; lin)
    have w := mul_le_mul_right' (norm_nonneg (fun c => z i c - y j c)) b1
    clear hA hπ hp hq hz hy; lin
  have main := coupling_norm_le hπ.nonneg fun i j c => kernel β A x (z i) * (z i c - y j c) +
      (kernel β A x (z i) - kernel β A x' (y j)) * (y j c - kernelMean β A q y x' c)
  rw [← show (fun c => kernelMass β A p z x * (kernelMean β A p z x c - kernelMean β A q y x' c)) = _
    from funext fun c => kernelMass_mul_sub hπ z y (ne_of_gt hZ) (ne_of_gt hZ') c, norm_mul,
    abs_of_nonneg (le_of_lt hZ)] at main
  have bound := le_trans main (coupling_le hπ.nonneg hk)
  rw [coupling_affine, hπ.mass hp1] at bound
  have bound' : kernelMass β A p z x *
      norm (fun i => kernelMean β A p z x i - kernelMean β A q y x' i) ≤
      (exp B + 2 * B * exp B) * cost π z y + 2 * B * exp B * norm (fun c => x c - x' c) * 1 := bound
  have low := mul_le_mul_right' (norm_nonneg fun i => kernelMean β A p z x i - kernelMean β A q y x' i)
    hlow
  rw [← hB] at low
  have fin := mul_le_mul_left' (le_of_lt (exp_pos B)) (le_trans low bound')
  have inv := exp_mul_exp_neg B
  have dbl := exp_two_mul B
  rw [show exp B * (exp (-B) * norm fun i => kernelMean β A p z x i - kernelMean β A q y x' i) =
    exp B * exp (-B) * norm fun i => kernelMean β A p z x i - kernelMean β A q y x' i from by
      clear hA hπ hp hq hz hy hk main bound bound' low fin; lin, inv] at fin
  rw [dbl]
  clear hA hπ hp hq hz hy hk main bound bound' low; lin

/-- The attention field is Lipschitz in the point and, through a coupling, in the measure. -/
theorem norm_measureField_sub_le {β a B : R} (hβ : 0 ≤ β) (ha : 0 ≤ a)
    (hB : B = β * a) {A : Fin d → Fin d → R} (hA : ∀ v, norm (mulVec A v) ≤ a * norm v)
    {π : Fin n → Fin m → R} {p : Fin n → R} {q : Fin m → R} (hπ : IsCoupling π p q)
    (hp : ∀ i, 0 ≤ p i) (hp1 : sum p = 1) (hq : ∀ j, 0 ≤ q j) (hq1 : sum q = 1)
    {z : Fin n → Fin d → R} {y : Fin m → Fin d → R} {x x' : Fin d → R}
    (hz : ∀ i, normSq (z i) = 1) (hy : ∀ j, normSq (y j) = 1) (hx : normSq x = 1)
    (hx' : normSq x' = 1) :
    norm (fun i => measureField β A p z x i - measureField β A q y x' i) ≤
      (2 + 2 * B * exp (2 * B)) * norm (fun i => x i - x' i) + exp (2 * B) * (1 + 2 * B) * cost π z y := by
  have h1 := norm_kernelMean_sub_le hβ ha hB hA hπ hp hp1 hq hq1 hz hy hx hx'
  have h2 := norm_proj_sub_le hx hx' (u := kernelMean β A p z x) (u' := kernelMean β A q y x')
    (norm_kernelMean_le hq hy
      (lt_of_lt_of_le (exp_pos _) (exp_neg_le_kernelMass hβ hA hq hq1 hx' hy)))
  refine le_trans h2 ?_
  clear hA hπ hp hq hz hy h2; lin

end Claims

end
