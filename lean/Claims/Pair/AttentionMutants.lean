module

public import Claims.Pair.Witness

/-!
# Refutations of mutated statements about two tokens under attention

Each theorem proves the negation of a statement obtained from `pair_beta` or `pair_antipodal` by a change of sign
or by weakening a hypothesis.
-/

@[expose] public section

noncomputable section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R]

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Any inverse temperature -/

/-- Refutes the sign mutant of `pair_beta` with `e^{β(1+c)}` in place of `e^{β(1-c)}`, at `β = 1`, `c = 3/5`. -/
theorem pair_beta_mutant_sign_false :
    ¬ ∀ (β : R) (z : R → Fin 2 → Fin 2 → R) (c : R → R) (T : R),
    (∀ t, c t = dot (z t 0) (z t 1)) → (∀ i, normSq (z 0 i) = 1) →
    (∀ t, 0 ≤ t → t ≤ T → ∀ i, HasVecDerivAt (fun s => z s i) (saField β one one (z t) i) t) →
    ∀ t, 0 ≤ t → t ≤ T → HasDerivAt c (2 * (1 - c t ^ 2) / (1 + exp (β * (1 + c t)))) t := by
  intro h
  obtain ⟨z, z0, hz⟩ := exists_start (saField (1 : R) one one) (pairOf (e₁ : Fin 2 → R) slanted)
  have n : ∀ i, normSq (z 0 i) = 1 := by rw [z0]; exact normSq_pair normSq_e₁ normSq_slanted
  have c0 : dot (z 0 0) (z 0 1) = 3 / 5 := by rw [z0]; exact dot_slanted
  have a := h 1 z (fun t => dot (z t 0) (z t 1)) 0 (fun _ => rfl) n hz 0 (le_rfl 0) (le_rfl 0)
  have b := hasDerivAt_overlap_sa (c := fun t => dot (z t 0) (z t 1)) (fun _ => rfl) n hz (le_rfl 0) (le_rfl 0)
  have e := a.unique b
  dsimp only at e
  rw [c0, show (1 : R) * (1 + 3 / 5) = 8 / 5 by clear h a b hz e; lin,
    show (1 : R) * (1 - 3 / 5) = 2 / 5 by clear h a b hz e; lin] at e
  have p := exp_lt_exp_of_lt (x := (2 / 5 : R)) (y := 8 / 5) (by clear h a b hz e; lin)
  have q := exp_pos (2 / 5 : R)
  generalize exp (8 / 5 : R) = x at *
  generalize exp (2 / 5 : R) = y at *
  have := eq_of_div_eq (by clear h a b hz e; lin) (by clear h a b hz e; lin)
    (by clear h a b hz e; lin) e
  clear h a b hz e
  lin

/-! ## The antipodal pair -/

/-- Refutes the mutant of `pair_antipodal` that admits `c(0) = -1`: the antipodal pair does not move. -/
theorem pair_antipodal_mutant_hypothesis_false (β : R) :
    ¬ ∀ (z : R → Fin 2 → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (z t 0) (z t 1)) → (∀ i, normSq (z 0 i) = 1) →
    (∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (saField β one one (z t) i) t) → -1 ≤ c 0 →
    ∀ ε, 0 < ε → ∃ S, 0 ≤ S ∧ ∀ t, S ≤ t → 1 - ε < c t := by
  intro h
  obtain ⟨S, -, k⟩ := h (fun _ => pairOf e₁ (scaled (-1))) (fun _ => -1) (fun _ => (dot_scaled _).symm)
    (normSq_pair normSq_e₁ (normSq_scaled (by clear h; lin))) (fun t _ i => const_flow β (Or.inr rfl) t i)
    (le_rfl _) 1 zero_lt_one
  have := k S (le_rfl S)
  clear h k; lin

/-- Refutes the sign mutant of `pair_antipodal` with `4 / (1 + e^{-2β})` in place of `4 / (1 + e^{2β})`; the
hypotheses are met by an aligned pair. -/
theorem pair_antipodal_mutant_sign_false :
    ¬ ∀ (β : R) (z : R → Fin 2 → Fin 2 → R) (c : R → R),
    (∀ t, c t = dot (z t 0) (z t 1)) → (∀ i, normSq (z 0 i) = 1) →
    (∀ t, 0 ≤ t → ∀ i, HasVecDerivAt (fun s => z s i) (saField β one one (z t) i) t) → -1 < c 0 →
    HasDerivAt (fun s => 2 * (1 - s ^ 2) / (1 + exp (β * (1 - s)))) (4 / (1 + exp (-2 * β))) (-1) := by
  intro h
  have a := h 1 (fun _ => pairOf e₁ (scaled 1)) (fun _ => 1) (fun _ => (dot_scaled _).symm)
    (normSq_pair normSq_e₁ (normSq_scaled (by clear h; lin))) (fun t _ i => const_flow 1 (Or.inl rfl) t i)
    (by clear h; lin)
  have e := a.unique (linear_sa (1 : R))
  have p := exp_lt_exp_of_lt (x := (-2 * 1 : R)) (y := 2 * 1) (by clear h a e; lin)
  have q := exp_pos (-2 * 1 : R)
  generalize exp (2 * 1 : R) = x at *
  generalize exp (-2 * 1 : R) = y at *
  have := eq_of_div_eq (by clear h a e; lin) (by clear h a e; lin) (by clear h a e; lin) e
  clear h a e
  lin

end Claims.Pair

end
