module

public import Claims.Pair.Alignment

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
theorem field_eq_zero {β : R} {field : (Fin 2 → Fin d → R) → Fin 2 → Fin d → R}
    (hfield : field = saField β one one ∨ field = usaField β one one) {x : Fin 2 → Fin d → R}
    (hx : ∀ i, normSq (x i) = 1) (hc : dot (x 0) (x 1) = 1 ∨ dot (x 0) (x 1) = -1) (i : Fin 2) (a : Fin d) :
    field x i a = 0 := by
  have hsq : dot (x 0) (x 1) ^ 2 = 1 := by rcases hc with h | h <;> rw [h] <;> lin
  have k := sub_eq_zero_of_sq (hx 0) (hx 1) rfl hsq a
  have k' := sub_eq_zero_of_sq (hx 1) (hx 0) (dot_comm _ _) hsq a
  have s := saField_pair β (hx 0) (hx 1) rfl
  have u := usaField_pair β (hx 0) (hx 1) rfl
  revert i
  rcases hfield with h | h <;> rw [h] <;> refine forall_fin_two ?_ ?_
  · rw [s.1]; dsimp only; rw [k]; clear s u h k k'; lin
  · rw [s.2]; dsimp only; rw [k']; clear s u h k k'; lin
  · rw [u.1]; dsimp only; rw [k]; clear s u h k k'; lin
  · rw [u.2]; dsimp only; rw [k']; clear s u h k k'; lin

/-! ## Linearisation -/

/-- The derivative of `1 - s²`. -/
theorem hasDerivAt_one_sub_sq (c : R) : HasDerivAt (fun s => 1 - s ^ 2) (-2 * c) c :=
  ((hasDerivAt_const 1 c).sub (hasDerivAt_id c).sq).congr_deriv (by lin)

/-- The linearisation of the SA overlap equation at the antipodal pair. -/
theorem linear_sa (β : R) :
    HasDerivAt (fun s => 2 * (1 - s ^ 2) / (1 + exp (β * (1 - s)))) (4 / (1 + exp (2 * β))) (-1) := by
  have p := exp_pos (β * (1 - -1))
  have q : 1 + exp (β * (1 - -1)) ≠ 0 := by lin
  have i := mul_inv_cancel q
  refine (((hasDerivAt_one_sub_sq (-1)).const_mul 2).div ((hasDerivAt_const 1 (-1)).add
    (HasDerivAt.exp (((hasDerivAt_const 1 (-1)).sub (hasDerivAt_id (-1))).const_mul β))) q).congr_deriv ?_
  have e : β * (1 - -1) = 2 * β := by clear p q i; lin
  have e' : (1 : R) - (-1) ^ 2 = 0 := by clear p q i; lin
  rw [e] at i p q ⊢
  rw [e', div_eq_mul_inv]
  generalize exp (2 * β) = x at *
  generalize (1 + x)⁻¹ = y at *
  clear e e' q p
  lin

/-- The linearisation of the USA overlap equation at the antipodal pair. -/
theorem linear_usa (β : R) :
    HasDerivAt (fun s => (1 - s ^ 2) * exp (β * s)) (2 * exp (-β)) (-1) := by
  refine ((hasDerivAt_one_sub_sq (-1)).mul (HasDerivAt.exp ((hasDerivAt_id (-1)).const_mul β))).congr_deriv ?_
  have e : β * -1 = -β := by lin
  rw [e]
  clear e; lin

/-! ## The claim -/

/-- `pair.antipodal`. For the softmax field (SA; uniform weights at `β = 0`) or the unnormalised field (USA) on
two tokens with `A = V = I`: pairs with overlap `1` or `-1` are stationary; with `c = -1 + ε` the overlap equation
is `ε' = 2 ε - ε²` for uniform weights, and the right-hand sides have at `c = -1` the derivative `2` (uniform),
`4 / (1 + e^{2β})` (SA) and `2 e^{-β}` (USA); every solution that starts above `-1` keeps above its first
overlap and tends to `1`, exponentially fast. Source: document 002, section 3. -/
theorem pair_antipodal (β : R) (field : (Fin 2 → Fin d → R) → Fin 2 → Fin d → R)
    (z : R → Fin 2 → Fin d → R) (c : R → R)
    (hfield : field = saField β one one ∨ field = usaField β one one)
    (hc : ∀ t, c t = dot (z t 0) (z t 1)) (hinit : ∀ i, normSq (z 0 i) = 1)
    (hode : ∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (field (z t) i) t) (hlo : -1 < c 0) :
    (∀ x : Fin 2 → Fin d → R, (∀ i, normSq (x i) = 1) → (dot (x 0) (x 1) = 1 ∨ dot (x 0) (x 1) = -1) →
      ∀ i a, field x i a = 0) ∧
    (∀ ε : R, 1 - (-1 + ε) ^ 2 = 2 * ε - ε ^ 2) ∧
    HasDerivAt (fun s : R => 1 - s ^ 2) 2 (-1) ∧
    HasDerivAt (fun s => 2 * (1 - s ^ 2) / (1 + exp (β * (1 - s)))) (4 / (1 + exp (2 * β))) (-1) ∧
    HasDerivAt (fun s => (1 - s ^ 2) * exp (β * s)) (2 * exp (-β)) (-1) ∧
    (∀ t, 0 ≤ t → c 0 ≤ c t ∧ c t ≤ 1) ∧
    (∃ k, 0 < k ∧ ∀ t, 0 ≤ t → 1 - c t ≤ (1 - c 0) * exp (-(k * t))) ∧
    ∀ ε, 0 < ε → ∃ S, 0 ≤ S ∧ ∀ t, S ≤ t → 1 - ε < c t := by
  obtain ⟨hle, g, m, hm, hg, law⟩ := exists_coupling hfield hc hinit hode
  have hk : 0 < (1 + c 0) * m := mul_pos (by clear hode law hg; lin) hm
  have bound : ∀ t, 0 ≤ t → (1 - c t) * exp ((1 + c 0) * m * t) ≤ 1 - c 0 := fun t ht =>
    one_sub_overlap_le law hm hg hle hlo ht
  have h1 := (abs_le.1 (hle 0 (le_rfl 0))).2
  refine ⟨fun x hx h i a => field_eq_zero hfield hx h i a, fun ε => by clear hode law hg bound hc; lin,
    (hasDerivAt_one_sub_sq (-1)).congr_deriv (by clear hode law hg bound hc; lin), linear_sa β,
    linear_usa β, fun t ht => ⟨overlap_ge law hm hg hle ht, (abs_le.1 (hle t ht)).2⟩,
    ⟨_, hk, fun t ht => ?_⟩, fun ε hε => ?_⟩
  · have p := mul_le_mul_right' (le_of_lt (exp_pos (-((1 + c 0) * m * t)))) (bound t ht)
    have e := exp_mul_exp_neg ((1 + c 0) * m * t)
    rw [show (1 - c t) * exp ((1 + c 0) * m * t) * exp (-((1 + c 0) * m * t)) =
      (1 - c t) * (exp ((1 + c 0) * m * t) * exp (-((1 + c 0) * m * t))) by
        clear hode law hg bound hc hle e p; lin, e] at p
    clear hode law hg bound hc hle e; lin
  · obtain ⟨S, hS, h⟩ := eventually_lt (u := fun t => 1 - c t) hk (by clear hode law hg bound hc; lin)
      bound hε
    exact ⟨S, hS, fun t ht => by have := h t ht; clear hode law hg bound hc h; lin⟩

end Claims.Pair
