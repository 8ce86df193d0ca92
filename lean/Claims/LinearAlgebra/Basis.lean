module

public import Claims.LinearAlgebra.Independence

/-!
# Bases and dimension

A set of vectors closed under combinations has a basis, every independent family in it extends to one, and all
bases have the same size, the dimension.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l r s : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Families joined end to end -/

/-- The span of two families joined end to end. -/
theorem inSpan_append {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} {x : Fin n → R} :
    InSpan (append v w) x ↔ ∃ a b, x = fun j => comb a v j + comb b w j := by
  constructor
  · rintro ⟨c, rfl⟩
    exact ⟨_, _, comb_append c v w⟩
  · rintro ⟨a, b, rfl⟩
    refine ⟨append a b, ?_⟩
    rw [comb_append]; simp only [append_left, append_right]

/-- Two families joined end to end are independent when only the trivial pair of combinations cancels. -/
theorem linIndep_append {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} : LinIndep (append v w) ↔
    ∀ a b, (∀ j, comb a v j + comb b w j = 0) → (∀ i, a i = 0) ∧ ∀ i, b i = 0 := by
  constructor
  · intro h a b hab
    have e := h (append a b) fun j => by
      rw [comb_append]; simp only [append_left, append_right]; exact hab j
    exact ⟨fun i => by rw [← append_left a b i]; exact e _, fun i => by rw [← append_right a b i]; exact e _⟩
  · intro h c hc i
    have e := h _ _ fun j => by rw [← hc j, comb_append]
    by_cases hi : i.val < k
    · exact e.1 ⟨i.val, hi⟩
    · have e' := e.2 ⟨i.val - k, by omega⟩
      rw [show i = ⟨k + (i.val - k), by omega⟩ from Fin.ext (by show i.val = k + (i.val - k); omega)]
      exact e'

/-- A vector outside the span extends an independent family, in the second of two parts. -/
theorem LinIndep.append_consVec {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} (h : LinIndep (append v w))
    {x : Fin n → R} (hx : ¬ InSpan (append v w) x) : LinIndep (append v (Claims.consVec x w)) := by
  rw [linIndep_append] at h ⊢
  intro a b hab
  have h0 : b 0 = 0 := Classical.byContradiction fun h0 => by
    refine hx (inSpan_append.2 ⟨fun i => -(b 0)⁻¹ * a i, fun i => -(b 0)⁻¹ * b i.succ, funext fun j => ?_⟩)
    have e := hab j
    rw [comb_consVec] at e
    rw [comb_mul_left, comb_mul_left]
    have e1 := mul_inv_cancel h0
    clear hab h hx; lin
  obtain ⟨ha, hb⟩ := h a (fun i => b i.succ) fun j => by
    have e := hab j
    rw [comb_consVec, h0] at e
    clear hab h hx; lin
  refine ⟨ha, fun i => ?_⟩
  rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi
  · exact h0
  · exact hb p

/-! ## Subspaces -/

/-- A set of vectors that contains zero and is closed under sums and multiples. -/
structure IsSubspace (S : (Fin n → R) → Prop) : Prop where
  /-- Zero belongs to it. -/
  zero : S (fun _ => 0)
  /-- Sums stay in it. -/
  add : ∀ x y, S x → S y → S (fun j => x j + y j)
  /-- Multiples stay in it. -/
  smul : ∀ (t : R) x, S x → S (fun j => t * x j)

variable {S T : (Fin n → R) → Prop}

/-- A subspace is closed under combinations. -/
theorem IsSubspace.comb (hS : IsSubspace S) {v : Fin k → Fin n → R} (hv : ∀ i, S (v i)) (c : Fin k → R) :
    S (comb c v) := by
  induction k with
  | zero => exact hS.zero
  | succ k ih =>
    exact hS.add (fun j => c 0 * v 0 j) (Claims.comb (fun i => c i.succ) (fun i => v i.succ)) (hS.smul _ _ (hv 0))
      (ih (fun i => hv i.succ) _)

/-- A subspace contains the span of its vectors. -/
theorem IsSubspace.of_inSpan (hS : IsSubspace S) {v : Fin k → Fin n → R} (hv : ∀ i, S (v i)) {x : Fin n → R}
    (hx : InSpan v x) : S x := by
  obtain ⟨c, rfl⟩ := hx
  exact hS.comb hv c

/-- A span is a subspace. -/
theorem isSubspace_inSpan (v : Fin k → Fin n → R) : IsSubspace (InSpan v) :=
  ⟨InSpan.zero v, fun _ _ => InSpan.add, fun t _ => InSpan.smul t⟩

/-- All vectors form a subspace. -/
theorem isSubspace_true : IsSubspace (fun _ : Fin n → R => True) :=
  ⟨trivial, fun _ _ _ _ => trivial, fun _ _ _ => trivial⟩

/-! ## Bases -/

/-- The vectors `b` form a basis of the set `S`: they are independent vectors of `S` that span it. -/
structure IsBasis (S : (Fin n → R) → Prop) (b : Fin r → Fin n → R) : Prop where
  /-- The vectors are independent. -/
  indep : LinIndep b
  /-- The vectors belong to the set. -/
  mem : ∀ i, S (b i)
  /-- The vectors span the set. -/
  span : ∀ x, S x → InSpan b x

/-- The set `S` has a basis of `r` vectors. -/
def HasDim (S : (Fin n → R) → Prop) (r : Nat) : Prop := ∃ b : Fin r → Fin n → R, IsBasis S b

/-- A subspace is the span of its basis. -/
theorem IsBasis.iff_inSpan (hS : IsSubspace S) {b : Fin r → Fin n → R} (hb : IsBasis S b) (x : Fin n → R) :
    S x ↔ InSpan b x := ⟨hb.span x, hS.of_inSpan hb.mem⟩

/-- Independent vectors form a basis of their span. -/
theorem LinIndep.isBasis {v : Fin k → Fin n → R} (hv : LinIndep v) : IsBasis (InSpan v) v :=
  ⟨hv, InSpan.mem v, fun _ hx => hx⟩

/-- The rows of the identity form a basis of all vectors. -/
theorem isBasis_one : IsBasis (fun _ : Fin n → R => True) one :=
  ⟨linIndep_one, fun _ => trivial, fun x _ => inSpan_one x⟩

/-- The vectors of length `n` have dimension `n`. -/
theorem hasDim_true : HasDim (fun _ : Fin n → R => True) n := ⟨one, isBasis_one⟩

/-- A set that contains another has at least its dimension. -/
theorem HasDim.mono (hS : HasDim S r) (hT : HasDim T s) (h : ∀ x, S x → T x) : r ≤ s := by
  obtain ⟨b, hb⟩ := hS
  obtain ⟨c, hc⟩ := hT
  exact hb.indep.le_of_inSpan fun i => hc.span _ (h _ (hb.mem i))

/-- The dimension is unique. -/
theorem HasDim.unique (hr : HasDim S r) (hs : HasDim S s) : r = s :=
  Nat.le_antisymm (hr.mono hs fun _ h => h) (hs.mono hr fun _ h => h)

/-- The dimension is at most the length of the vectors. -/
theorem HasDim.le_length (hS : HasDim S r) : r ≤ n := hS.mono hasDim_true fun _ _ => trivial

/-- A bounded nonempty set of natural numbers has a greatest element. -/
theorem exists_greatest {P : Nat → Prop} (N : Nat) (h0 : ∃ k, P k) (hN : ∀ k, P k → k ≤ N) :
    ∃ k, P k ∧ ∀ l, P l → l ≤ k := by
  induction N with
  | zero => obtain ⟨k, hk⟩ := h0; exact ⟨k, hk, fun l hl => Nat.le_trans (hN l hl) (Nat.zero_le k)⟩
  | succ N ih =>
    by_cases h : P (N + 1)
    · exact ⟨N + 1, h, hN⟩
    · refine ih fun k hk => Nat.le_of_lt_succ (Nat.lt_of_le_of_ne (hN k hk) fun e => by subst e; exact h hk)

/-- An independent family of vectors of a set extends to a basis. -/
theorem LinIndep.exists_basis {v : Fin k → Fin n → R} (hv : LinIndep v) (hS : ∀ i, S (v i)) :
    ∃ l, ∃ w : Fin l → Fin n → R, IsBasis S (append v w) := by
  obtain ⟨l, ⟨w, hw, hm⟩, hl⟩ := exists_greatest n
    (P := fun l => ∃ w : Fin l → Fin n → R, LinIndep (append v w) ∧ ∀ i, S (w i))
    ⟨0, v ∘ (fun i => i.elim0), linIndep_append.2 fun a b hab =>
      ⟨hv a fun j => by have e := hab j; rw [comb_zero_length] at e; clear hab hv; lin, fun i => i.elim0⟩,
      fun i => i.elim0⟩
    (fun l ⟨w, hw, _⟩ => by have := hw.le_length; omega)
  refine ⟨l, w, hw, fun i => ?_, fun x hx => Classical.byContradiction fun h => ?_⟩
  · unfold append; split
    · exact hS _
    · exact hm _
  · refine Nat.not_succ_le_self l (hl (l + 1) ⟨Claims.consVec x w, hw.append_consVec h, fun i => ?_⟩)
    rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi
    · exact hx
    · exact hm p

/-- Every set of vectors contains a basis of itself. -/
theorem exists_hasDim (S : (Fin n → R) → Prop) : ∃ r, HasDim S r := by
  obtain ⟨l, w, h⟩ := (LinIndep.zero_length (fun i : Fin 0 => i.elim0 : Fin 0 → Fin n → R)).exists_basis (S := S)
    fun i => i.elim0
  exact ⟨0 + l, _, h⟩

/-- As many independent vectors of a set as its dimension form a basis. -/
theorem HasDim.isBasis (hS : HasDim S r) {b : Fin r → Fin n → R} (hb : LinIndep b) (hm : ∀ i, S (b i)) :
    IsBasis S b := by
  refine ⟨hb, hm, fun x hx => hb.inSpan_of_not fun h => Nat.not_succ_le_self r ?_⟩
  obtain ⟨c, hc⟩ := hS
  refine h.le_of_inSpan (v := c) fun i => ?_
  rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi
  · exact hc.span x hx
  · exact hc.span _ (hm p)

/-- A subspace contained in another of the same dimension is equal to it. -/
theorem HasDim.eq_of_le (hS : HasDim S r) (hT : HasDim T r) (hsub : IsSubspace S) (h : ∀ x, S x → T x)
    (x : Fin n → R) : S x ↔ T x := by
  refine ⟨h x, fun hx => ?_⟩
  obtain ⟨b, hb⟩ := hS
  exact hsub.of_inSpan hb.mem ((hT.isBasis hb.indep fun i => h _ (hb.mem i)).span x hx)

/-- A family contains a basis of its span. -/
theorem exists_subfamily_basis (v : Fin k → Fin n → R) :
    ∃ r, ∃ f : Fin r → Fin k, IsBasis (InSpan v) (fun i => v (f i)) := by
  induction k with
  | zero => exact ⟨0, fun i => i, fun _ _ i => i.elim0, fun i => i.elim0, fun x hx => hx⟩
  | succ k ih =>
    obtain ⟨r, f, hf⟩ := ih fun i => v i.succ
    by_cases h : InSpan (fun i => v (f i).succ) (v 0)
    · refine ⟨r, fun i => (f i).succ, hf.indep, fun i => InSpan.mem v _, fun x hx => hx.trans fun i => ?_⟩
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi
      · exact h
      · exact hf.span _ (InSpan.mem (fun i => v i.succ) p)
    · have e : (fun i : Fin (r + 1) => v (Fin.cases 0 (fun i => (f i).succ) i)) =
          consVec (v 0) (fun i => v (f i).succ) := funext fun i => by
        rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi <;> rfl
      refine ⟨r + 1, fun i => Fin.cases 0 (fun i => (f i).succ) i, ?_, fun i => InSpan.mem v _, fun x hx => ?_⟩
      · rw [e]; exact hf.indep.consVec h
      · rw [e]
        refine hx.trans fun i => ?_
        rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi
        · exact InSpan.consVec_head _ _
        · exact (hf.span _ (InSpan.mem (fun i => v i.succ) p)).consVec _

end Claims
