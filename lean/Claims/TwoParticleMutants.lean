module

public import Claims.Antipodal
public import Claims.ParticipationFlow

/-!
# Refutations of mutated two-token statements

Each theorem proves the negation of a statement obtained from a claim about two tokens by a change of sign or
factor, or by weakening a hypothesis. Constant pairs refute the weakened hypotheses; the horizon `T = 0`, at
which any velocity is attained by a straight line, refutes the changed formulas.
-/

@[expose] public section

noncomputable section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Quotients of one nonzero number are equal only for equal denominators. -/
theorem eq_of_div_eq {k x y : R} (hk : k ≠ 0) (hx : x ≠ 0) (hy : y ≠ 0) (h : k / x = k / y) : x = y := by
  have e1 := div_mul_cancel (a := k) hx
  have e2 := div_mul_cancel (a := k) hy
  rw [h] at e1
  generalize k / y = w at e1 e2
  have hw : w ≠ 0 := fun h0 => by rw [h0] at e1; clear h; lin
  have z : w * (x - y) = 0 := by clear h; lin
  rcases mul_eq_zero z with h' | h' <;> clear h <;> lin

/-! ## Constant pairs -/

/-- The vector `σ e₁` of the plane. -/
def scaled (σ : R) : Fin 2 → R := fun i => σ * (e₁ : Fin 2 → R) i

theorem dot_scaled (σ : R) : dot (e₁ : Fin 2 → R) (scaled σ) = σ := by
  have h : dot (e₁ : Fin 2 → R) e₁ = 1 := normSq_e₁
  unfold scaled
  rw [dot_mul_right, h]; lin

theorem normSq_scaled {σ : R} (hσ : σ * σ = 1) : normSq (scaled σ) = 1 := by
  unfold scaled
  rw [normSq_mul, normSq_e₁]; lin

theorem const_ode₁ (σ t : R) :
    HasVecDerivAt (fun _ => (e₁ : Fin 2 → R)) (fun i => 1 / 2 * (scaled σ i - σ * (e₁ : Fin 2 → R) i)) t :=
  fun _ => (hasDerivAt_const _ t).congr_deriv (by unfold scaled; lin)

theorem const_ode₂ {σ : R} (hσ : σ * σ = 1) (t : R) :
    HasVecDerivAt (fun _ => scaled σ) (fun i => 1 / 2 * ((e₁ : Fin 2 → R) i - σ * scaled σ i)) t :=
  fun i => (hasDerivAt_const _ t).congr_deriv (by
    unfold scaled
    have : σ * (σ * (e₁ : Fin 2 → R) i) = (e₁ : Fin 2 → R) i := by
      generalize (e₁ : Fin 2 → R) i = y; lin
    show 1 / 2 * ((e₁ : Fin 2 → R) i - σ * (σ * (e₁ : Fin 2 → R) i)) = 0
    rw [this]; lin)

theorem normSq_pair {x y : Fin d → R} (hx : normSq x = 1) (hy : normSq y = 1) (i : Fin 2) :
    normSq (pairOf x y i) = 1 := by
  revert i; exact forall_fin_two hx hy

/-- A constant pair with overlap `1` or `-1` solves the attention flow. -/
theorem const_flow {E : R → R} (hE : IsExp E) (β : R) {σ : R} (hσ : σ = 1 ∨ σ = -1) (t : R) (i : Fin 2) :
    HasVecDerivAt (fun _ => pairOf e₁ (scaled σ) i) (saField E β one one (pairOf e₁ (scaled σ)) i) t := by
  have hσ2 : σ * σ = 1 := by rcases hσ with h | h <;> rw [h] <;> clear hE <;> lin
  refine fun a => (hasDerivAt_const _ t).congr_deriv (field_eq_zero hE (Or.inl rfl)
    (normSq_pair normSq_e₁ (normSq_scaled hσ2)) ?_ i a)
  have e : dot (pairOf e₁ (scaled σ) 0) (pairOf e₁ (scaled σ) 1) = σ := dot_scaled σ
  rw [e]; exact hσ

/-! ## Starts of flows -/

/-- On the horizon `T = 0` every field has a solution through every configuration: a straight line. -/
theorem exists_start (F : (Fin n → Fin d → R) → Fin n → Fin d → R) (x : Fin n → Fin d → R) :
    ∃ z : R → Fin n → Fin d → R, z 0 = x ∧
      ∀ t, 0 ≤ t → t ≤ 0 → ∀ i, HasVecDerivAt (fun s => z s i) (F (z t) i) t := by
  have e : (fun i a => x i a + 0 * F x i a) = x := by
    funext i a; lin
  refine ⟨fun s i a => x i a + s * F x i a, e, fun t h0 hT i a => ?_⟩
  rw [le_antisymm hT h0]
  show HasDerivAt (fun s => x i a + s * F x i a) (F (fun i a => x i a + 0 * F x i a) i a) 0
  rw [e]
  exact ((hasDerivAt_const (x i a) 0).add ((hasDerivAt_id 0).mul_const (F x i a))).congr_deriv (by
    clear e h0 hT; lin)

/-- On the horizon `T = 0` two orthogonal tokens with uniform weights have a solution. -/
theorem exists_orthogonal : ∃ (x₁ x₂ : R → Fin 2 → R) (c : R → R), (∀ t, c t = dot (x₁ t) (x₂ t)) ∧
    normSq (x₁ 0) = 1 ∧ normSq (x₂ 0) = 1 ∧ c 0 = 0 ∧
    (∀ t, 0 ≤ t → t ≤ 0 → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) ∧
    ∀ t, 0 ≤ t → t ≤ 0 → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t := by
  obtain ⟨z, h0, h⟩ := exists_start (R := R) (n := 2) (d := 2) (fun z => pairOf
    (fun i => 1 / 2 * (z 1 i - dot (z 0) (z 1) * z 0 i)) (fun i => 1 / 2 * (z 0 i - dot (z 0) (z 1) * z 1 i)))
    (pairOf e₁ e₂)
  refine ⟨fun t => z t 0, fun t => z t 1, fun t => dot (z t 0) (z t 1), fun _ => rfl, ?_, ?_, ?_,
    fun t a b => h t a b 0, fun t a b => h t a b 1⟩
  · dsimp only; rw [h0]; exact normSq_e₁
  · dsimp only; rw [h0]; exact normSq_e₂
  · dsimp only; rw [h0]; exact dot_e₁_e₂

/-! ## Uniform weights -/

/-- Refutes the factor mutant of `pair_uniform` with `c' = 2 (1 - c²)`. -/
theorem pair_uniform_mutant_factor_false : ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 < c 0 → c 0 < 1 → ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (2 * (1 - c t ^ 2)) t := by
  intro h
  obtain ⟨x₁, x₂, c, hc, n₁, n₂, c0, o₁, o₂⟩ := exists_orthogonal (R := R)
  have a := h x₁ x₂ c 0 hc n₁ n₂ o₁ o₂ (by rw [c0]; clear h; lin) (by rw [c0]; clear h; lin) 0 (le_rfl 0) (le_rfl 0)
  have b := (overlap_law hc n₁ n₂ o₁ o₂ (le_rfl 0) (le_rfl 0)).2.2
  have e := a.unique b
  rw [c0] at e
  clear h a b o₁ o₂; lin

/-- Refutes the mutant of `pair_uniform` that admits `c(0) = -1`: the antipodal pair stays, and `-1` is not a
hyperbolic tangent. -/
theorem pair_uniform_mutant_hypothesis_false (E : R → R) (hE : IsExp E) :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 ≤ c 0 → c 0 < 1 → ∃ a, tanhOf E a = c 0 ∧ (∀ b, tanhOf E b = c 0 → b = a) ∧
      ∀ t, 0 ≤ t → t ≤ T → c t = tanhOf E (t + a) := by
  intro h
  have hσ : (-1 : R) * -1 = 1 := by clear h hE; lin
  obtain ⟨a, ha, -⟩ := h (fun _ => e₁) (fun _ => scaled (-1)) (fun _ => -1) 0 (fun _ => (dot_scaled _).symm)
    normSq_e₁ (normSq_scaled hσ) (fun t _ _ => const_ode₁ _ t) (fun t _ _ => const_ode₂ hσ t)
    (le_rfl _) (by clear h hE; lin)
  have b := (abs_tanhOf_lt_one hE a).1
  rw [ha] at b
  clear h hE ha; lin

/-- Refutes the sign mutant of `pair_time_09` with `l / 2 < t` in place of `t < l / 2`. -/
theorem pair_time_09_mutant_sign_false (E : R → R) (hE : IsExp E) :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T l : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    c 0 = 0 → E l = 19 → 0 < l ∧ tanhOf E (l / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = l / 2) ∧ (c t < 9 / 10 ↔ l / 2 < t) := by
  intro h
  obtain ⟨x₁, x₂, c, hc, n₁, n₂, c0, o₁, o₂⟩ := exists_orthogonal (R := R)
  obtain ⟨l, hl⟩ := hE.exists_eq (y := 19) (by clear h hE; lin)
  obtain ⟨hl0, -, k⟩ := h x₁ x₂ c 0 l hc n₁ n₂ o₁ o₂ c0 hl
  have := (k 0 (le_rfl 0) (le_rfl 0)).2.1 (by rw [c0]; clear h hE k; lin)
  clear h hE k o₁ o₂; lin

/-- Refutes the mutant of `pair_time_09` with `0 ≤ c(0)` in place of `c(0) = 0`: an aligned pair stays. -/
theorem pair_time_09_mutant_hypothesis_false (E : R → R) (hE : IsExp E) :
    ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R) (T l : R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → t ≤ T → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    0 ≤ c 0 → E l = 19 → 0 < l ∧ tanhOf E (l / 2) = 9 / 10 ∧
      ∀ t, 0 ≤ t → t ≤ T → (c t = 9 / 10 ↔ t = l / 2) ∧ (c t < 9 / 10 ↔ t < l / 2) := by
  intro h
  have hσ : (1 : R) * 1 = 1 := by clear h hE; lin
  obtain ⟨l, hl⟩ := hE.exists_eq (y := 19) (by clear h hE; lin)
  obtain ⟨hl0, -, k⟩ := h (fun _ => e₁) (fun _ => scaled 1) (fun _ => 1) 0 l (fun _ => (dot_scaled _).symm)
    normSq_e₁ (normSq_scaled hσ) (fun t _ _ => const_ode₁ _ t) (fun t _ _ => const_ode₂ hσ t)
    (le_of_lt zero_lt_one) hl
  have := (k 0 (le_rfl 0) (le_rfl 0)).2.2 (by clear h hE k; lin)
  clear h hE k; lin

/-! ## Any inverse temperature -/

/-- The unit vector `(3/5, 4/5)` of the plane. -/
def slanted : Fin 2 → R := pairOf (3 / 5) (4 / 5)

theorem normSq_slanted : normSq (slanted : Fin 2 → R) = 1 := by
  have h : normSq (slanted : Fin 2 → R) = 3 / 5 * (3 / 5) + 4 / 5 * (4 / 5) := dot_two _ _
  rw [h]; lin

theorem dot_slanted : dot (e₁ : Fin 2 → R) slanted = 3 / 5 := by
  have h : dot (e₁ : Fin 2 → R) slanted = 1 * (3 / 5) + 0 * (4 / 5) := dot_two _ _
  rw [h]; lin

/-- Refutes the sign mutant of `pair_beta` with `e^{β(1+c)}` in place of `e^{β(1-c)}`, at `β = 1`, `c = 3/5`. -/
theorem pair_beta_mutant_sign_false (E : R → R) (hE : IsExp E) :
    ¬ ∀ (β : R) (z : R → Fin 2 → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (z t 0) (z t 1)) → (∀ i, normSq (z 0 i) = 1) →
    (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (saField E β one one (z t) i) t) →
    ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (2 * (1 - c t ^ 2) / (1 + E (β * (1 + c t)))) t := by
  intro h
  obtain ⟨z, z0, hz⟩ := exists_start (saField E 1 one one) (pairOf (e₁ : Fin 2 → R) slanted)
  have n : ∀ i, normSq (z 0 i) = 1 := by rw [z0]; exact normSq_pair normSq_e₁ normSq_slanted
  have c0 : dot (z 0 0) (z 0 1) = 3 / 5 := by rw [z0]; exact dot_slanted
  have a := h 1 z (fun t => dot (z t 0) (z t 1)) 0 (fun _ => rfl) n hz 0 (le_rfl 0) (le_rfl 0)
  have b := hasDerivAt_overlap_sa hE (c := fun t => dot (z t 0) (z t 1)) (fun _ => rfl) n hz (le_rfl 0) (le_rfl 0)
  have e := a.unique b
  dsimp only at e
  rw [c0, show (1 : R) * (1 + 3 / 5) = 8 / 5 by clear h hE a b hz e; lin,
    show (1 : R) * (1 - 3 / 5) = 2 / 5 by clear h hE a b hz e; lin] at e
  have p := hE.strictMono (x := (2 / 5 : R)) (y := 8 / 5) (by clear h hE a b hz e; lin)
  have q := hE.pos (2 / 5)
  generalize E (8 / 5) = x at *
  generalize E (2 / 5) = y at *
  have := eq_of_div_eq (by clear h hE a b hz e; lin) (by clear h hE a b hz e; lin)
    (by clear h hE a b hz e; lin) e
  clear h hE a b hz e
  lin

/-! ## The antipodal pair -/

/-- Refutes the mutant of `pair_antipodal` that admits `c(0) = -1`: the antipodal pair does not move. -/
theorem pair_antipodal_mutant_hypothesis_false (E : R → R) (hE : IsExp E) (β : R) :
    ¬ ∀ (z : R → Fin 2 → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (z t 0) (z t 1)) → (∀ i, normSq (z 0 i) = 1) →
    (∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (saField E β one one (z t) i) t) → -1 ≤ c 0 →
    ∀ ε, 0 < ε → ∃ S, 0 ≤ S ∧ ∀ t, S ≤ t → 1 - ε < c t := by
  intro h
  obtain ⟨S, -, k⟩ := h (fun _ => pairOf e₁ (scaled (-1))) (fun _ => -1) (fun _ => (dot_scaled _).symm)
    (normSq_pair normSq_e₁ (normSq_scaled (by clear h hE; lin))) (fun t _ i => const_flow hE β (Or.inr rfl) t i)
    (le_rfl _) 1 zero_lt_one
  have := k S (le_rfl S)
  clear h hE k; lin

/-- Refutes the sign mutant of `pair_antipodal` with `4 / (1 + e^{-2β})` in place of `4 / (1 + e^{2β})`; the
hypotheses are met by an aligned pair. -/
theorem pair_antipodal_mutant_sign_false (E : R → R) (hE : IsExp E) :
    ¬ ∀ (β : R) (z : R → Fin 2 → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (z t 0) (z t 1)) → (∀ i, normSq (z 0 i) = 1) →
    (∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (saField E β one one (z t) i) t) → -1 < c 0 →
    HasDerivAt (fun s => 2 * (1 - s ^ 2) / (1 + E (β * (1 - s)))) (4 / (1 + E (-2 * β))) (-1) := by
  intro h
  have a := h 1 (fun _ => pairOf e₁ (scaled 1)) (fun _ => 1) (fun _ => (dot_scaled _).symm)
    (normSq_pair normSq_e₁ (normSq_scaled (by clear h hE; lin))) (fun t _ i => const_flow hE 1 (Or.inl rfl) t i)
    (by clear h hE; lin)
  have e := a.unique (linear_sa hE 1)
  have p := hE.strictMono (x := (-2 * 1 : R)) (y := 2 * 1) (by clear h hE a e; lin)
  have q := hE.pos (-2 * 1)
  generalize E (2 * 1) = x at *
  generalize E (-2 * 1) = y at *
  have := eq_of_div_eq (by clear h hE a e; lin) (by clear h hE a e; lin) (by clear h hE a e; lin) e
  clear h hE a e
  lin

/-! ## The participation rank -/

/-- Refutes the mutant of `pair_rank_nonmonotone` that admits `c(0) = -1`: the antipodal pair never becomes
orthogonal. -/
theorem pair_rank_nonmonotone_mutant_lower_false : ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 ≤ c 0 → c 0 < 1 → c 0 < 0 → ∃ τ, 0 < τ ∧ c τ = 0 := by
  intro h
  have hσ : (-1 : R) * -1 = 1 := by clear h; lin
  obtain ⟨τ, -, k⟩ := h (fun _ => e₁) (fun _ => scaled (-1)) (fun _ => -1) (fun _ => (dot_scaled _).symm)
    normSq_e₁ (normSq_scaled hσ) (fun t _ => const_ode₁ _ t) (fun t _ => const_ode₂ hσ t)
    (le_rfl _) (by clear h; lin) (by clear h; lin)
  clear h; lin

/-- Refutes the mutant of `pair_rank_nonmonotone` that admits `c(0) = 1`: the rank of an aligned pair is
constant. -/
theorem pair_rank_nonmonotone_mutant_upper_false : ¬ ∀ (x₁ x₂ : R → Fin 2 → R) (c r : R → R),
    (∀ t, c t = dot (x₁ t) (x₂ t)) → (∀ t, r t = participationRank (gram (pairOf (x₁ t) (x₂ t)))) →
    normSq (x₁ 0) = 1 → normSq (x₂ 0) = 1 →
    (∀ t, 0 ≤ t → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t) →
    (∀ t, 0 ≤ t → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t) →
    -1 < c 0 → c 0 ≤ 1 → 0 ≤ c 0 → ∀ s t, 0 ≤ s → s < t → r t < r s := by
  intro h
  have hσ : (1 : R) * 1 = 1 := by clear h; lin
  have k := h (fun _ => e₁) (fun _ => scaled 1) (fun _ => 1)
    (fun _ => participationRank (gram (pairOf e₁ (scaled 1)))) (fun _ => (dot_scaled _).symm) (fun _ => rfl)
    normSq_e₁ (normSq_scaled hσ) (fun t _ => const_ode₁ _ t) (fun t _ => const_ode₂ hσ t)
    (by clear h; lin) (le_rfl 1) (by clear h; lin) 0 1 (le_rfl 0) zero_lt_one
  dsimp only at k
  clear h; lin

end Claims.Pair

end
