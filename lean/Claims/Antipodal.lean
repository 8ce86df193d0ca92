module

public import Claims.TwoParticleBeta

/-!
# The antipodal pair

Aligned and antipodal pairs are stationary. At the antipodal overlap `-1` the overlap equation has a positive
linearisation, and every pair with overlap above `-1` tends to alignment, exponentially fast.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- For unit vectors with overlap `c`, `c² = 1`, the vectors are proportional with factor `c`. -/
theorem sub_eq_zero_of_sq {x y : Fin d → R} {c : R} (hx : normSq x = 1) (hy : normSq y = 1)
    (hc : dot x y = c) (hc1 : c ^ 2 = 1) (a : Fin d) : y a - c * x a = 0 := by
  refine (normSq_eq_zero (x := fun a => y a - c * x a)).1 ?_ a
  rw [normSq_sub, normSq_mul, dot_mul_right, dot_comm y x, hx, hy, hc]
  lin

/-- A pair with overlap `1` or `-1` is stationary under both fields. -/
theorem field_eq_zero {E : R → R} (hE : IsExp E) {β : R} {field : (Fin 2 → Fin d → R) → Fin 2 → Fin d → R}
    (hfield : field = saField E β one one ∨ field = usaField E β one one) {x : Fin 2 → Fin d → R}
    (hx : ∀ i, normSq (x i) = 1) (hc : dot (x 0) (x 1) = 1 ∨ dot (x 0) (x 1) = -1) (i : Fin 2) (a : Fin d) :
    field x i a = 0 := by
  have hsq : dot (x 0) (x 1) ^ 2 = 1 := by rcases hc with h | h <;> rw [h] <;> clear hE <;> lin
  have k := sub_eq_zero_of_sq (hx 0) (hx 1) rfl hsq a
  have k' := sub_eq_zero_of_sq (hx 1) (hx 0) (dot_comm _ _) hsq a
  have s := saField_pair hE β (hx 0) (hx 1) rfl
  have u := usaField_pair E β (hx 0) (hx 1) rfl
  revert i
  rcases hfield with h | h <;> rw [h] <;> refine forall_fin_two ?_ ?_
  · rw [s.1]; dsimp only; rw [k]; clear s u h k k' hE; lin
  · rw [s.2]; dsimp only; rw [k']; clear s u h k k' hE; lin
  · rw [u.1]; dsimp only; rw [k]; clear s u h k k' hE; lin
  · rw [u.2]; dsimp only; rw [k']; clear s u h k k' hE; lin

/-! ## Linearisation -/

theorem hasDerivAt_one_sub_sq (c : R) : HasDerivAt (fun s => 1 - s ^ 2) (-2 * c) c :=
  ((hasDerivAt_const 1 c).sub (hasDerivAt_id c).sq).congr_deriv (by lin)

/-- The linearisation of the SA overlap equation at the antipodal pair. -/
theorem linear_sa {E : R → R} (hE : IsExp E) (β : R) :
    HasDerivAt (fun s => 2 * (1 - s ^ 2) / (1 + E (β * (1 - s)))) (4 / (1 + E (2 * β))) (-1) := by
  have p := hE.pos (β * (1 - -1))
  have q : 1 + E (β * (1 - -1)) ≠ 0 := by clear hE; lin
  have i := mul_inv_cancel q
  refine (((hasDerivAt_one_sub_sq (-1)).const_mul 2).div ((hasDerivAt_const 1 (-1)).add
    (hE.comp (((hasDerivAt_const 1 (-1)).sub (hasDerivAt_id (-1))).const_mul β))) q).congr_deriv ?_
  have e : β * (1 - -1) = 2 * β := by clear hE p q i; lin
  have e' : (1 : R) - (-1) ^ 2 = 0 := by clear hE p q i; lin
  rw [e] at i p q ⊢
  rw [e', div_eq_mul_inv]
  generalize E (2 * β) = x at *
  generalize (1 + x)⁻¹ = y at *
  clear hE e e' q p
  lin

/-- The linearisation of the USA overlap equation at the antipodal pair. -/
theorem linear_usa {E : R → R} (hE : IsExp E) (β : R) :
    HasDerivAt (fun s => (1 - s ^ 2) * E (β * s)) (2 * E (-β)) (-1) := by
  refine ((hasDerivAt_one_sub_sq (-1)).mul (hE.comp ((hasDerivAt_id (-1)).const_mul β))).congr_deriv ?_
  have e : β * -1 = -β := by clear hE; lin
  rw [e]
  clear hE e; lin

/-! ## Convergence to alignment -/

/-- An overlap that obeys `c' = g (1 - c²)` with `g ≥ m > 0` does not fall below its first value. -/
theorem overlap_ge {c g : R → R} {m : R} (hode : ∀ t, 0 ≤ t → HasDerivAt c (g t * (1 - c t ^ 2)) t)
    (hm : 0 < m) (hg : ∀ t, 0 ≤ t → m ≤ g t) (hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1) {t : R} (ht : 0 ≤ t) :
    c 0 ≤ c t :=
  le_of_deriv_nonneg ht (fun s hs _ => hode s hs) fun s hs _ => by
    have b := hg s hs
    have a := abs_le.1 (hle s hs)
    have p := mul_nonneg (a := 1 + c s) (b := 1 - c s) (by clear hode hg hle; lin) (by clear hode hg hle; lin)
    have := mul_nonneg (a := g s) (b := 1 - c s ^ 2) (by clear hode hg hle; lin) (by clear hode hg hle; lin)
    exact this

/-- Such an overlap tends to one at the rate `(1 + c 0) m`. -/
theorem one_sub_overlap_le {E c g : R → R} {m : R} (hE : IsExp E)
    (hode : ∀ t, 0 ≤ t → HasDerivAt c (g t * (1 - c t ^ 2)) t) (hm : 0 < m)
    (hg : ∀ t, 0 ≤ t → m ≤ g t) (hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1) (h0 : -1 < c 0) {t : R} (ht : 0 ≤ t) :
    (1 - c t) * E ((1 + c 0) * m * t) ≤ 1 - c 0 := by
  have d : ∀ s, 0 ≤ s → s ≤ t → HasDerivAt (fun r => (1 - c r) * E ((1 + c 0) * m * r))
      ((1 - c s) * E ((1 + c 0) * m * s) * ((1 + c 0) * m - g s * (1 + c s))) s := fun s hs _ =>
    (((hasDerivAt_const 1 s).sub (hode s hs)).mul (hE.hasDerivAt_mul ((1 + c 0) * m) s)).congr_deriv (by
      clear hode hg hle hE; lin)
  have k := le_of_deriv_nonpos ht d fun s hs _ => by
    have a := abs_le.1 (hle s hs)
    have b := overlap_ge hode hm hg hle hs
    have p := mul_le_mul (hg s hs) (a := m) (c := 1 + c 0) (d := 1 + c s) (by clear hode hg hle hE d; lin)
      (by clear hode hg hle hE d; lin) (by have := hg s hs; clear hode hg hle hE d; lin)
    refine mul_nonpos (mul_nonneg (by clear hode hg hle hE d; lin) (le_of_lt (hE.pos _))) ?_
    clear hode hg hle hE d; lin
  rw [show (1 + c 0) * m * 0 = 0 by clear hode hg hle hE d k; lin, hE.zero] at k
  clear hode hg hle hE d; lin

/-- A quantity bounded by a decaying exponential is eventually small. -/
theorem eventually_lt {E u : R → R} {k M : R} (hE : IsExp E) (hk : 0 < k) (hM : 0 ≤ M)
    (hu : ∀ t, 0 ≤ t → u t * E (k * t) ≤ M) {ε : R} (hε : 0 < ε) : ∃ S, 0 ≤ S ∧ ∀ t, S ≤ t → u t < ε := by
  have hke := mul_pos hk hε
  refine ⟨M / (k * ε), div_nonneg hM (le_of_lt hke), fun t ht => ?_⟩
  have ht0 := le_trans (div_nonneg hM (le_of_lt hke)) ht
  rcases lt_or_ge (u t) ε with h | h
  · exact h
  · have a := mul_le_mul_left' (le_of_lt hke) ht
    rw [mul_div_cancel (ne_of_gt hke)] at a
    have b := hu t ht0
    have e := hE.one_add_le (k * t)
    have p := mul_le_mul_right' (le_of_lt (hE.pos (k * t))) h
    have q := mul_le_mul_left' (le_of_lt hε) e
    clear hu hE; lin

/-- The coupling of both fields is bounded below by a positive number. -/
theorem exists_coupling {E : R → R} (hE : IsExp E) {β : R}
    {field : (Fin 2 → Fin d → R) → Fin 2 → Fin d → R} {z : R → Fin 2 → Fin d → R} {c : R → R}
    (hfield : field = saField E β one one ∨ field = usaField E β one one)
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (hinit : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (field (z t) i) t) :
    (∀ t, 0 ≤ t → abs (c t) ≤ 1) ∧ ∃ (g : R → R) (m : R), 0 < m ∧ (∀ t, 0 ≤ t → m ≤ g t) ∧
      ∀ t, 0 ≤ t → HasDerivAt c (g t * (1 - c t ^ 2)) t := by
  have b := abs_nonneg β
  rcases hfield with h | h <;> subst h
  · have hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1 := fun t ht => by
      have n := normSq_eq_one_of_sa hE hinit (fun s hs _ => hode s hs) ht (le_rfl t)
      rw [hc]; exact abs_dot_le (n 0) (n 1)
    refine ⟨hle, fun t => 2 / (1 + E (β * (1 - c t))), 2 / (1 + E (2 * abs β)), ?_, fun t ht => ?_,
      fun t ht => (hasDerivAt_overlap_sa hE hc hinit (fun s hs _ => hode s hs) ht (le_rfl t)).congr_deriv (by
        clear hode hE; lin)⟩
    · have := hE.pos (2 * abs β)
      exact div_pos two_pos (by clear hode hE; lin)
    · have p := hE.pos (β * (1 - c t))
      have l : β * (1 - c t) ≤ 2 * abs β := by
        have k := abs_le.1 (hle t ht)
        have k1 := mul_le_mul_right' (a := 1 - c t) (by clear hode hE hle; lin) (le_abs_self β)
        have k2 := mul_le_mul_left' b (b := 1 - c t) (c := 2) (by clear hode hE hle; lin)
        clear hode hE hle; lin
      have q := inv_le_inv (a := 1 + E (β * (1 - c t))) (b := 1 + E (2 * abs β)) (by clear hode hE hle; lin)
        (by have := hE.mono l; clear hode hE hle; lin)
      have r := mul_le_mul_left' (le_of_lt (two_pos (R := R))) q
      show 2 / (1 + E (2 * abs β)) ≤ 2 / (1 + E (β * (1 - c t)))
      rw [div_eq_mul_inv, div_eq_mul_inv]; exact r
  · have hle : ∀ t, 0 ≤ t → abs (c t) ≤ 1 := fun t ht => by
      have n := normSq_eq_one_of_usa hE hinit (fun s hs _ => hode s hs) ht (le_rfl t)
      rw [hc]; exact abs_dot_le (n 0) (n 1)
    refine ⟨hle, fun t => E (β * c t), E (-abs β), hE.pos _, fun t ht => hE.mono ?_,
      fun t ht => (hasDerivAt_overlap_usa hE hc hinit (fun s hs _ => hode s hs) ht (le_rfl t)).congr_deriv (by
        clear hode hE; lin)⟩
    have k := neg_abs_le (β * c t)
    rw [abs_mul] at k
    have k2 := mul_le_mul_left' b (hle t ht)
    clear hode hE hle; lin

/-- `pair.antipodal`. For the softmax field (SA; uniform weights at `β = 0`) or the unnormalised field (USA) on
two tokens with `A = V = I`: pairs with overlap `1` or `-1` are stationary; with `c = -1 + ε` the overlap equation
is `ε' = 2 ε - ε²` for uniform weights, and the right-hand sides have at `c = -1` the derivative `2` (uniform),
`4 / (1 + e^{2β})` (SA) and `2 e^{-β}` (USA); every solution that starts above `-1` keeps above its first
overlap and tends to `1`, exponentially fast. Source: document 002, section 3. -/
theorem pair_antipodal (E : R → R) (hE : IsExp E) (β : R) (field : (Fin 2 → Fin d → R) → Fin 2 → Fin d → R)
    (z : R → Fin 2 → Fin d → R) (c : R → R)
    (hfield : field = saField E β one one ∨ field = usaField E β one one)
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (hinit : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (field (z t) i) t) (hlo : -1 < c 0) :
    (∀ x : Fin 2 → Fin d → R, (∀ i, normSq (x i) = 1) → (dot (x 0) (x 1) = 1 ∨ dot (x 0) (x 1) = -1) →
      ∀ i a, field x i a = 0) ∧
    (∀ ε : R, 1 - (-1 + ε) ^ 2 = 2 * ε - ε ^ 2) ∧
    HasDerivAt (fun s : R => 1 - s ^ 2) 2 (-1) ∧
    HasDerivAt (fun s => 2 * (1 - s ^ 2) / (1 + E (β * (1 - s)))) (4 / (1 + E (2 * β))) (-1) ∧
    HasDerivAt (fun s => (1 - s ^ 2) * E (β * s)) (2 * E (-β)) (-1) ∧
    (∀ t, 0 ≤ t → c 0 ≤ c t ∧ c t ≤ 1) ∧
    (∃ k, 0 < k ∧ ∀ t, 0 ≤ t → 1 - c t ≤ (1 - c 0) * E (-(k * t))) ∧
    ∀ ε, 0 < ε → ∃ S, 0 ≤ S ∧ ∀ t, S ≤ t → 1 - ε < c t := by
  obtain ⟨hle, g, m, hm, hg, law⟩ := exists_coupling hE hfield hc hinit hode
  have hk : 0 < (1 + c 0) * m := mul_pos (by clear hode hE law hg; lin) hm
  have bound : ∀ t, 0 ≤ t → (1 - c t) * E ((1 + c 0) * m * t) ≤ 1 - c 0 := fun t ht =>
    one_sub_overlap_le hE law hm hg hle hlo ht
  have h1 := (abs_le.1 (hle 0 (le_rfl 0))).2
  refine ⟨fun x hx h i a => field_eq_zero hE hfield hx h i a, fun ε => by clear hode hE law hg bound hc; lin,
    (hasDerivAt_one_sub_sq (-1)).congr_deriv (by clear hode hE law hg bound hc; lin), linear_sa hE β,
    linear_usa hE β, fun t ht => ⟨overlap_ge law hm hg hle ht, (abs_le.1 (hle t ht)).2⟩,
    ⟨_, hk, fun t ht => ?_⟩, fun ε hε => ?_⟩
  · have p := mul_le_mul_right' (le_of_lt (hE.pos (-((1 + c 0) * m * t)))) (bound t ht)
    have e := hE.mul_neg ((1 + c 0) * m * t)
    rw [show (1 - c t) * E ((1 + c 0) * m * t) * E (-((1 + c 0) * m * t)) =
      (1 - c t) * (E ((1 + c 0) * m * t) * E (-((1 + c 0) * m * t))) by
        clear hode hE law hg bound hc hle e p; lin, e] at p
    clear hode hE law hg bound hc hle e; lin
  · obtain ⟨S, hS, h⟩ := eventually_lt (u := fun t => 1 - c t) hE hk (by clear hode hE law hg bound hc; lin)
      bound hε
    exact ⟨S, hS, fun t ht => by have := h t ht; clear hode hE law hg bound hc h; lin⟩

end Claims.Pair
