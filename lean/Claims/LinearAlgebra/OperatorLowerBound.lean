module

public import Claims.LinearAlgebra.OperatorBound
public import Claims.LinearAlgebra.Inverse

/-!
# Lower bounds of a matrix as an operator

`OperatorLowerBound A c` says that `A` shrinks no vector by more than the factor `c`, that is, the smallest singular
value is at least `c`. Perturbations of such bounds, and the estimates of a Neumann series for `1 + E` with `E` small.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- Every vector has an image of norm at least `c` times its norm. -/
def OperatorLowerBound (A : Fin m → Fin n → R) (c : R) : Prop := ∀ x, c * norm x ≤ norm (mulVec A x)

variable {A E : Fin m → Fin n → R} {a b c q : R}

/-- A smaller number is a lower bound too. -/
theorem OperatorLowerBound.mono (h : OperatorLowerBound A a) (hab : b ≤ a) : OperatorLowerBound A b := fun x =>
  le_trans (mul_le_mul_right' (norm_nonneg x) hab) (h x)

/-- A lower bound from its squared form. -/
theorem operatorLowerBound_of_normSq_le (h : ∀ x, c ^ 2 * normSq x ≤ normSq (mulVec A x)) :
    OperatorLowerBound A c := fun x => by
  refine le_of_sq_le_sq (norm_nonneg _) ?_
  have e : (c * norm x) ^ 2 = c ^ 2 * norm x ^ 2 := by lin
  rw [e, sq_norm, sq_norm]; exact h x

/-- The squared form of a nonnegative lower bound. -/
theorem OperatorLowerBound.le_normSq (h : OperatorLowerBound A c) (hc : 0 ≤ c) (x : Fin n → R) :
    c ^ 2 * normSq x ≤ normSq (mulVec A x) := by
  have k := sq_le_sq (mul_nonneg hc (norm_nonneg x)) (h x)
  have e : (c * norm x) ^ 2 = c ^ 2 * norm x ^ 2 := by lin
  rw [e, sq_norm, sq_norm] at k; exact k

/-- The identity has lower bound one. -/
theorem operatorLowerBound_one : OperatorLowerBound (one : Fin n → Fin n → R) 1 := fun x => by
  rw [show mulVec one x = x from funext (mulVec_one x)]; lin

/-- Lower bounds multiply. -/
theorem OperatorLowerBound.mul {B : Fin n → Fin k → R} (hA : OperatorLowerBound A a) (hB : OperatorLowerBound B b)
    (ha : 0 ≤ a) : OperatorLowerBound (Claims.mul A B) (a * b) := fun x => by
  rw [← mulVec_mulVec]
  have h1 := hA (mulVec B x)
  have h2 := mul_le_mul_left' ha (hB x)
  clear hA hB; lin

/-- A matrix with a positive lower bound is injective. -/
theorem OperatorLowerBound.isInjective (h : OperatorLowerBound A c) (hc : 0 < c) : IsInjective A := fun x hx => by
  have k := h x
  rw [show mulVec A x = fun _ => 0 from funext hx, norm_zero] at k
  refine norm_eq_zero.1 (le_antisymm (le_of_mul_le_mul_left hc ?_) (norm_nonneg _))
  clear h; lin

/-- A perturbation of norm at most `e` lowers a lower bound by at most `e`. -/
theorem OperatorLowerBound.add (h : OperatorLowerBound A c) (hE : OperatorBound E q) :
    OperatorLowerBound (fun i j => A i j + E i j) (c - q) := fun x => by
  rw [show mulVec (fun i j => A i j + E i j) x = fun i => mulVec A x i + mulVec E x i from funext (add_mulVec A E x)]
  have h1 := norm_le_norm_add (mulVec A x) (mulVec E x)
  have h2 := h x
  have h3 := hE.2 x
  clear h hE; lin

/-- A perturbation that is subtracted lowers a lower bound by at most its norm. -/
theorem OperatorLowerBound.sub (h : OperatorLowerBound A c) (hE : OperatorBound E q) :
    OperatorLowerBound (fun i j => A i j - E i j) (c - q) := by
  have k := h.add hE.neg
  have e : (fun i j => A i j + -E i j) = fun i j => A i j - E i j := funext fun i => funext fun j => by
    clear h hE k; lin
  rw [e] at k; exact k

/-- A left inverse with bound `b` makes `b⁻¹` a lower bound. -/
theorem OperatorBound.lowerBound_of_mul {B : Fin n → Fin m → R} (hB : OperatorBound B b) (hb : 0 < b)
    (h : Claims.mul B A = one) : OperatorLowerBound A b⁻¹ := fun x => by
  have k := hB.2 (mulVec A x)
  rw [mulVec_mulVec, h, show mulVec one x = x from funext (mulVec_one x)] at k
  have e := mul_inv_cancel (ne_of_gt hb)
  refine le_of_mul_le_mul_left hb ?_
  have e2 : b * (b⁻¹ * norm x) = norm x := by clear k h hB; lin
  rw [e2]; exact k

/-- The inverse of a matrix with a positive lower bound `c` has bound `c⁻¹`. -/
theorem OperatorLowerBound.bound_of_mul {B : Fin n → Fin m → R} (hA : OperatorLowerBound A c) (hc : 0 < c)
    (h : Claims.mul A B = one) : OperatorBound B c⁻¹ := ⟨le_of_lt (inv_pos hc), fun y => by
  have k := hA (mulVec B y)
  rw [mulVec_mulVec, h, show mulVec one y = y from funext (mulVec_one y)] at k
  have e := mul_inv_cancel (ne_of_gt hc)
  refine le_of_mul_le_mul_left hc ?_
  have e2 : c * (c⁻¹ * norm y) = norm y := by clear k h hA; lin
  rw [e2]; exact k⟩

/-- A square matrix with a positive lower bound `c` has an inverse with bound `c⁻¹`. -/
theorem OperatorLowerBound.exists_inverse {A : Fin n → Fin n → R} (hA : OperatorLowerBound A c) (hc : 0 < c) :
    ∃ B, IsInverse A B ∧ OperatorBound B c⁻¹ := by
  obtain ⟨B, hB⟩ := (hA.isInjective hc).exists_inverse
  exact ⟨B, hB, hA.bound_of_mul hc hB.1⟩

/-- An injective square matrix has a positive lower bound. -/
theorem IsInjective.exists_lowerBound {A : Fin n → Fin n → R} (hA : IsInjective A) :
    ∃ c, 0 < c ∧ OperatorLowerBound A c := by
  obtain ⟨B, hB⟩ := hA.exists_inverse
  have hb : 0 < frobNorm B + 1 := by have := frobNorm_nonneg B; clear hA hB; lin
  exact ⟨_, inv_pos hb,
    ((operatorBound_frobNorm B).mono (by clear hA hB; lin)).lowerBound_of_mul hb hB.2⟩

/-- A matrix whose quadratic form is at least `c` times the squared norm has lower bound `c`. -/
theorem operatorLowerBound_of_quadForm {A : Fin n → Fin n → R} (h : ∀ x, c * normSq x ≤ quadForm A x) :
    OperatorLowerBound A c := fun x => by
  have h1 := h x
  have h2 : quadForm A x ≤ norm x * norm (mulVec A x) := dot_le_norm_mul x (mulVec A x)
  have e := sq_norm x
  rcases lt_or_eq_of_le (norm_nonneg x) with hx | hx
  · refine le_of_mul_le_mul_left hx ?_
    clear h; lin
  · have := norm_nonneg (mulVec A x)
    rw [← hx]; clear h e h1 h2; lin

/-- The quadratic form of a positive semidefinite injective matrix is at least a positive multiple of the squared
norm. -/
theorem PosSemidef.exists_le_quadForm {A : Fin n → Fin n → R} (hA : PosSemidef A) (hI : IsInjective A) :
    ∃ c, 0 < c ∧ ∀ x, c * normSq x ≤ quadForm A x := by
  obtain ⟨B, hB⟩ := hI.exists_inverse
  have hb : 0 < frobNorm B + 1 := by have := frobNorm_nonneg B; clear hA hI hB; lin
  refine ⟨_, inv_pos hb, fun x => ?_⟩
  -- Cauchy–Schwarz for the form of `A` at `x` and `B x`
  have hx : mulVec A (mulVec B x) = x := by rw [mulVec_mulVec, hB.1]; exact funext (mulVec_one x)
  have h1 := hA.dot_mulVec_sq_le x (mulVec B x)
  have h2 : quadForm A (mulVec B x) ≤ (frobNorm B + 1) * normSq x := by
    show dot (mulVec B x) (mulVec A (mulVec B x)) ≤ _
    rw [hx, dot_comm]
    exact le_trans (le_abs_self _)
      (((operatorBound_frobNorm B).mono (by clear hA hI hB h1; lin)).abs_quadForm_le x)
  have h3 := mul_le_mul_left' (hA.nonneg x) h2
  rw [hx] at h1
  have h4 : normSq x ^ 2 ≤ quadForm A x * ((frobNorm B + 1) * normSq x) := le_trans h1 h3
  refine le_of_mul_le_mul_left hb ?_
  have e : (frobNorm B + 1) * ((frobNorm B + 1)⁻¹ * normSq x) = normSq x := by
    have := mul_inv_cancel (ne_of_gt hb)
    clear hA hI hB h1 h2 h3 h4; lin
  rw [e]
  refine le_of_sq_le_mul (mul_nonneg (le_of_lt hb) (hA.nonneg x)) ?_
  clear hA hI hB h1 h2 h3 e; lin

/-- A positive definite matrix is injective. -/
theorem PosDef.isInjective {A : Fin n → Fin n → R} (hA : PosDef A) : IsInjective A := fun x hx j =>
  Classical.byContradiction fun hj => by
    have h := hA.pos x ⟨j, hj⟩
    have e : quadForm A x = 0 := sum_eq_zero fun i => by rw [hx i]; lin
    rw [e] at h; clear hA; lin

/-- A positive semidefinite matrix is positive definite exactly when it is injective. -/
theorem PosSemidef.posDef_iff {A : Fin n → Fin n → R} (hA : PosSemidef A) : PosDef A ↔ IsInjective A := by
  refine ⟨PosDef.isInjective, fun hI => ⟨hA.isSymm, fun x ⟨i, hi⟩ => ?_⟩⟩
  rcases lt_or_eq_of_le (hA.nonneg x) with h | h
  · exact h
  · exact absurd (hI x (hA.mulVec_eq_zero h.symm) i) hi

/-- The inverse of a positive definite matrix is positive definite. -/
theorem PosDef.inverse {A B : Fin n → Fin n → R} (hA : PosDef A) (h : IsInverse A B) : PosDef B := by
  have hs : IsSymm B := isSymm_iff_transpose.2
    (IsInverse.unique (by have k := h.transpose; rw [hA.isSymm.transpose_eq] at k; exact k) h)
  refine ⟨hs, fun x ⟨i, hi⟩ => ?_⟩
  have e : quadForm B x = quadForm A (mulVec B x) := by
    show dot x (mulVec B x) = dot (mulVec B x) (mulVec A (mulVec B x))
    rw [mulVec_mulVec, h.1, show mulVec one x = x from funext (mulVec_one x), dot_comm]
  rw [e]
  refine hA.pos _ (Classical.byContradiction fun hno => hi ?_)
  exact h.symm.isInjective x (fun j => Classical.byContradiction fun hj => hno ⟨j, hj⟩) i

/-! ## Small perturbations of the identity -/

variable {E : Fin n → Fin n → R}

/-- The matrix `1 + E` has lower bound `1 - q` when `E` has bound `q`. -/
theorem operatorLowerBound_one_add (hE : OperatorBound E q) :
    OperatorLowerBound (fun i j => one i j + E i j) (1 - q) := operatorLowerBound_one.add hE

/-- The matrix `1 - E` has lower bound `1 - q` when `E` has bound `q`. -/
theorem operatorLowerBound_one_sub (hE : OperatorBound E q) :
    OperatorLowerBound (fun i j => one i j - E i j) (1 - q) := operatorLowerBound_one.sub hE

/-- The matrix `1 + E` is injective when `E` has a bound below one. -/
theorem isInjective_one_add (hE : OperatorBound E q) (hq : q < 1) : IsInjective (fun i j => one i j + E i j) :=
  (operatorLowerBound_one_add hE).isInjective (by clear hE; lin)

/-- The matrix `1 + E` has an inverse with bound `1 / (1 - q)` when `E` has a bound `q` below one. -/
theorem exists_inverse_one_add (hE : OperatorBound E q) (hq : q < 1) :
    ∃ B, IsInverse (fun i j => one i j + E i j) B ∧ OperatorBound B (1 - q)⁻¹ :=
  (operatorLowerBound_one_add hE).exists_inverse (by clear hE; lin)

/-- The inverse of `1 + E` differs from the identity by at most `q / (1 - q)`. -/
theorem operatorBound_inverse_sub_one (hE : OperatorBound E q) (hq : q < 1) {B : Fin n → Fin n → R}
    (h : IsInverse (fun i j => one i j + E i j) B) : OperatorBound (fun i j => B i j - one i j) (q * (1 - q)⁻¹) := by
  have hB := (operatorLowerBound_one_add hE).bound_of_mul (by clear hE h; lin) h.1
  -- `(1 + E) B = 1` gives `B - 1 = -E B`
  have e : (fun i j => B i j - one i j) = fun i j => -mul E B i j := by
    have k := h.1
    rw [add_mul, one_mul] at k
    funext i j
    have := congrFun (congrFun k i) j
    clear hE h hB k; lin
  rw [e]; exact (hE.mul hB).neg

/-- A solution of `x = b + E x` is at most `‖b‖ / (1 - q)` long. -/
theorem norm_le_of_eq_add_mulVec (hE : OperatorBound E q) (hq : q < 1) {x v : Fin n → R}
    (h : ∀ i, x i = v i + mulVec E x i) : norm x ≤ norm v / (1 - q) := by
  have hp : 0 < 1 - q := by clear hE h; lin
  rw [le_div_iff hp]
  have h1 := norm_add_le v (mulVec E x)
  rw [← show x = fun i => v i + mulVec E x i from funext h] at h1
  have h2 := hE.2 x
  clear hE h; lin

/-- The iteration `y ↦ b + E y` approaches a solution of `x = b + E x` at the rate `q ^ k`. -/
theorem norm_iterate_sub_le (hE : OperatorBound E q) {x v : Fin n → R} (h : ∀ i, x i = v i + mulVec E x i)
    {y : Nat → Fin n → R} (hy : ∀ k i, y (k + 1) i = v i + mulVec E (y k) i) (k : Nat) :
    norm (fun i => y k i - x i) ≤ q ^ k * norm (fun i => y 0 i - x i) := by
  induction k with
  | zero => rw [Semiring.pow_zero]; clear hE h hy; lin
  | succ k ih =>
    have e : (fun i => y (k + 1) i - x i) = fun i => mulVec E (y k) i - mulVec E x i := funext fun i => by
      rw [hy k i, h i]; clear hE h hy ih; lin
    rw [e, Semiring.pow_succ]
    have h1 := hE.norm_sub_le (y k) x
    have h2 := mul_le_mul_left' hE.1 ih
    clear hE h hy ih e; lin

end Claims
