module

public import Claims.Energy.Mutants
public import Claims.Energy.PotentialBounded

/-!
# Refutations of mutated statements about the interaction potential

Each theorem proves the negation of a consequence of a statement obtained from a claim by a change of sign or
factor.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Two equal tokens. -/
def equalPair : Fin 2 → Fin 2 → R := two (two 1 0) (two 1 0)

/-- The equal tokens are unit vectors. -/
theorem normSq_equalPair : ∀ i, normSq ((equalPair : Fin 2 → Fin 2 → R) i) = 1 :=
  forall_fin_two ((normSq_two 1 0).trans (by lin)) ((normSq_two 1 0).trans (by lin))

/-- The tokens are equal. -/
theorem equalPair_eq (i j : Fin 2) : (equalPair : Fin 2 → Fin 2 → R) i = equalPair j :=
  forall_fin_two (P := fun i => (equalPair : Fin 2 → Fin 2 → R) i = equalPair j)
    (forall_fin_two (P := fun j => (equalPair : Fin 2 → Fin 2 → R) 0 = equalPair j) rfl rfl j)
    (forall_fin_two (P := fun j => (equalPair : Fin 2 → Fin 2 → R) 1 = equalPair j) rfl rfl j) i

/-- The projection of a multiple of the point vanishes. -/
theorem proj_self_mul {x : Fin d → R} (hx : normSq x = 1) (c : R) : proj x (fun a => c * x a) = fun _ => 0 := by
  have k : dot x x = 1 := hx
  funext a
  unfold proj
  rw [dot_mul_right, k]; lin

/-- Two equal tokens are an equilibrium of the softmax field. -/
theorem saField_equalPair (β : R) (i : Fin 2) :
    saField β one one (equalPair : Fin 2 → Fin 2 → R) i = fun _ => 0 := by
  have hone : ∀ v : Fin 2 → R, mulVec one v = v := fun v => funext fun a => mulVec_one v a
  have e : valueSum β one one (equalPair : Fin 2 → Fin 2 → R) i = fun a =>
      (weight β one equalPair i 0 + weight β one equalPair i 1) * (equalPair : Fin 2 → Fin 2 → R) i a := by
    rw [valueSum_two, hone, hone]
    funext a
    rw [equalPair_eq 0 i, equalPair_eq 1 i]
    clear hone; lin
  rw [saField_eq, e, proj_self_mul (normSq_equalPair i)]
  funext a
  clear e hone; lin

/-- Equal tokens attain the bound of the potential. -/
theorem potential_equalPair {β : R} (hβ : 0 < β) :
    potential β (equalPair : Fin 2 → Fin 2 → R) = ((2 : Nat) : R) ^ 2 * exp β / (2 * β) :=
  (potential_eq_bound_iff hβ normSq_equalPair).2 equalPair_eq

/-- Refutes the factor mutant of `energy_dictionary` with `Φ / n` in place of `Φ / n²`. -/
theorem energy_dictionary_mutant_factor_false : ¬ ∀ (β : R), 0 < β →
    ∀ (z : R → Fin 2 → Fin 2 → R) (T : R), (∀ i, normSq (z 0 i) = 1) → Follows (usaField β one one) z T →
    ∀ x : Fin 2 → Fin 2 → R, pairEnergy β x = potential β x / ((2 : Nat) : R) := by
  intro h
  obtain ⟨z, _, hz, husa⟩ := exists_follows (usaField (1 : R) one one) (normSq_basePair (R := R))
    (fun i => dot_proj (normSq_basePair i) _)
  have a := h 1 zero_lt_one z 0 hz husa equalPair
  have b := pairEnergy_eq (β := (1 : R)) (ne_of_gt zero_lt_one) (equalPair : Fin 2 → Fin 2 → R)
  have c := potential_equalPair (β := (1 : R)) zero_lt_one
  have p := exp_pos (1 : R)
  have hn : ((2 : Nat) : R) = 2 := by clear h a b c husa hz; lin
  rw [b, c, hn] at a
  clear h b c husa hz; lin

/-- Refutes the sign mutant of `phi_monotone` with `dΦ/ds = -∑ |P_i ∇_i Φ|² / Z_i`. -/
theorem phi_monotone_mutant_sign_false : ¬ ∀ (β : R), 0 < β →
    ∀ (x : R → Fin 2 → Fin 2 → R) (T : R), (∀ i, normSq (x 0 i) = 1) → Follows (saField β one one) x T →
    ∀ t, 0 ≤ t → t ≤ T → HasDerivAt (fun s => potential β (x s)) (-sum (fun i =>
      normSq (proj (x t i) (potentialGrad β (x t) i)) / denom β one (x t) i)) t := by
  intro h
  obtain ⟨x, x0, hx, hsa⟩ := exists_follows (saField (1 : R) one one) (normSq_basePair (R := R))
    (fun i => dot_proj (normSq_basePair i) _)
  have a := h 1 zero_lt_one x 0 hx hsa 0 (le_rfl 0) (le_rfl 0)
  have e := a.unique (hasDerivAt_potential_sa zero_lt_one hx (hsa 0 (le_rfl 0) (le_rfl 0)))
  rw [x0] at e
  have z : sum (fun i => normSq (proj ((basePair : Fin 2 → Fin 2 → R) i) (potentialGrad 1 basePair i)) /
      denom 1 one basePair i) = 0 := by clear h a hsa hx; lin
  have k := (potential_rate_eq_zero 1 basePair).1 z 0 1
  have u := usaField_eq_saField 1 one one (basePair : Fin 2 → Fin 2 → R) 0 1
  rw [k, usa_basePair] at u
  clear h a hsa hx e z; lin

/-- Refutes the factor mutant of `phi_bounded` with half the bound: two equal tokens attain the bound. -/
theorem phi_bounded_mutant_factor_false : ¬ ∀ (β : R), 0 < β →
    ∀ x : Fin 2 → Fin 2 → R, (∀ i, normSq (x i) = 1) → ∀ γ : R → Fin 2 → Fin 2 → R, (∀ i, normSq (γ 0 i) = 1) →
    (∀ T, Follows (saField β one one) γ T) → potential β x ≤ ((2 : Nat) : R) ^ 2 * exp β / (4 * β) := by
  intro h
  have a := h 1 zero_lt_one equalPair normSq_equalPair (fun _ => equalPair) normSq_equalPair fun T t _ _ i a =>
    (hasDerivAt_const _ t).congr_deriv (by rw [saField_equalPair])
  rw [potential_equalPair zero_lt_one] at a
  have p := exp_pos (1 : R)
  have hn : ((2 : Nat) : R) = 2 := by clear h a; lin
  rw [hn] at a
  clear h; lin

end Claims

end
