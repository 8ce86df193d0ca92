module

public import Claims.LinearAlgebra.Sum

/-!
# Index maps and finite sums

Leaving out one index, putting an entry in at an index, and joining two families end to end, with what these do
to finite sums.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat} {α : Type u}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Leaving out one index -/

/-- The indices below `n + 1` other than `p`, in order. -/
def skipIdx (p : Fin (n + 1)) (j : Fin n) : Fin (n + 1) := if j.val < p.val then j.castSucc else j.succ

/-- The value of an index after leaving out `p`. -/
theorem skipIdx_val (p : Fin (n + 1)) (j : Fin n) :
    (skipIdx p j).val = if j.val < p.val then j.val else j.val + 1 := by
  unfold skipIdx; split <;> rfl

/-- Leaving out the first index shifts the others. -/
theorem skipIdx_zero (j : Fin n) : skipIdx 0 j = j.succ := if_neg (Nat.not_lt_zero _)

/-- Leaving out a later index keeps the first. -/
theorem skipIdx_succ_zero (p : Fin (n + 1)) : skipIdx p.succ 0 = 0 :=
  Fin.ext (by rw [skipIdx_val]; exact if_pos (Nat.succ_pos _))

/-- Leaving out a later index, among the later indices. -/
theorem skipIdx_succ_succ (p : Fin (n + 1)) (j : Fin n) : skipIdx p.succ j.succ = (skipIdx p j).succ :=
  Fin.ext (by simp only [skipIdx_val, Fin.val_succ]; split <;> split <;> omega)

/-- The index left out does not occur. -/
theorem skipIdx_ne (p : Fin (n + 1)) (j : Fin n) : skipIdx p j ≠ p := fun h => by
  have h := congrArg Fin.val h
  rw [skipIdx_val] at h
  split at h <;> omega

/-- No index occurs twice. -/
theorem skipIdx_inj {p : Fin (n + 1)} {j k : Fin n} (h : skipIdx p j = skipIdx p k) : j = k := by
  have h := congrArg Fin.val h
  rw [skipIdx_val, skipIdx_val] at h
  exact Fin.ext (by split at h <;> split at h <;> omega)

/-- Every other index occurs. -/
theorem exists_skipIdx {p i : Fin (n + 1)} (h : i ≠ p) : ∃ j, skipIdx p j = i := by
  have hne : i.val ≠ p.val := fun h' => h (Fin.ext h')
  by_cases hlt : i.val < p.val
  · exact ⟨⟨i.val, by omega⟩, Fin.ext (by rw [skipIdx_val]; exact if_pos hlt)⟩
  · refine ⟨⟨i.val - 1, by omega⟩, Fin.ext ?_⟩
    rw [skipIdx_val]; dsimp only; split <;> omega

/-- A sum splits into the term at `p` and the others. -/
theorem sum_skipIdx (f : Fin (n + 1) → R) (p : Fin (n + 1)) : sum f = f p + sum (fun j => f (skipIdx p j)) := by
  induction n with
  | zero =>
    rw [Subsingleton.elim (α := Fin 1) p 0]; rfl
  | succ n ih =>
    rcases Fin.eq_zero_or_eq_succ p with h | ⟨k, h⟩ <;> subst h
    · simp only [skipIdx_zero]; rfl
    · rw [sum_succ, ih (fun i => f i.succ) k, sum_succ (fun j => f (skipIdx k.succ j)), skipIdx_succ_zero]
      simp only [skipIdx_succ_succ]; lin

/-- A family may be completed by an entry at any place. -/
theorem exists_insert (p : Fin (n + 1)) (t : α) (c : Fin n → α) :
    ∃ x : Fin (n + 1) → α, x p = t ∧ ∀ j, x (skipIdx p j) = c j := by
  classical
  refine ⟨fun i => if h : ∃ j, skipIdx p j = i then c (Classical.choose h) else t, ?_, fun j => ?_⟩
  · exact dif_neg fun ⟨j, hj⟩ => skipIdx_ne p j hj
  · have h : ∃ k, skipIdx p k = skipIdx p j := ⟨j, rfl⟩
    exact (dif_pos h).trans (congrArg c (skipIdx_inj (Classical.choose_spec h)))

/-- A sum all of whose terms but two vanish. -/
theorem sum_eq_add {f : Fin n → R} {p q : Fin n} (hpq : p ≠ q) (h : ∀ i, i ≠ p → i ≠ q → f i = 0) :
    sum f = f p + f q := by
  rw [← sum_ite_eq p f, ← sum_ite_eq q f, ← sum_add]
  refine sum_congr fun i => ?_
  by_cases hp : i = p
  · subst hp; rw [if_pos rfl, if_neg hpq]; lin
  · by_cases hq : i = q
    · subst hq; rw [if_neg hp, if_pos rfl]; lin
    · rw [if_neg hp, if_neg hq, h i hp hq]; lin

/-- A sum all of whose terms but one vanish. -/
theorem sum_eq_single {f : Fin n → R} (p : Fin n) (h : ∀ i, i ≠ p → f i = 0) : sum f = f p := by
  rw [← sum_ite_eq p f]
  refine sum_congr fun i => ?_
  by_cases hp : i = p
  · rw [if_pos hp]
  · rw [if_neg hp, h i hp]

/-! ## Joining two families -/

/-- The family `v` followed by the family `w`. -/
def append (v : Fin k → α) (w : Fin l → α) : Fin (k + l) → α :=
  fun i => if h : i.val < k then v ⟨i.val, h⟩ else w ⟨i.val - k, by omega⟩

/-- The first part of a joined family. -/
theorem append_left (v : Fin k → α) (w : Fin l → α) (i : Fin k) : append v w ⟨i.val, by omega⟩ = v i :=
  dif_pos i.isLt

/-- The second part of a joined family. -/
theorem append_right (v : Fin k → α) (w : Fin l → α) (i : Fin l) : append v w ⟨k + i.val, by omega⟩ = w i := by
  have h : ¬ k + i.val < k := by omega
  exact (dif_neg h).trans (congrArg w (Fin.ext (Nat.add_sub_cancel_left k i.val)))

/-- A joined family is determined by its two parts. -/
theorem eq_append (f : Fin (k + l) → α) :
    f = append (fun i => f ⟨i.val, by omega⟩) (fun i => f ⟨k + i.val, by omega⟩) := by
  funext i
  unfold append
  split
  · rfl
  · exact congrArg f (Fin.ext (by show i.val = k + (i.val - k); omega))

/-- A sum splits into the sum over the first indices and the sum over the others. -/
theorem sum_split {N : Nat} (h : N = k + l) (f : Fin N → R) :
    sum f = sum (fun i : Fin k => f ⟨i.val, by omega⟩) + sum (fun i : Fin l => f ⟨k + i.val, by omega⟩) := by
  induction k generalizing N with
  | zero =>
    obtain rfl : N = l := by omega
    simp only [Nat.zero_add]
    show sum f = 0 + sum f
    lin
  | succ k ih =>
    obtain ⟨M, rfl⟩ : ∃ M, N = M + 1 := ⟨k + l, by omega⟩
    rw [sum_succ, ih (by omega : M = k + l) (fun i => f i.succ), sum_succ (n := k)]
    have e : ∀ i : Fin l, (⟨k + i.val, by omega⟩ : Fin M).succ = ⟨k + 1 + i.val, by omega⟩ := fun i =>
      Fin.ext (by show k + i.val + 1 = k + 1 + i.val; omega)
    simp only [e]
    show f 0 + (sum (fun i : Fin k => f ⟨i.val + 1, _⟩) + _) = f 0 + sum (fun i : Fin k => f ⟨i.val + 1, _⟩) + _
    lin

end Claims
