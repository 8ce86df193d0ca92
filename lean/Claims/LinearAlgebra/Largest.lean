module

public import Claims.LinearAlgebra.Vector

/-!
# The largest and the smallest of finitely many numbers

The largest and the smallest entry of a family over `Fin (n + 1)`: both are attained, both are monotone, move
by at most the largest change of an entry, and enclose every average of the entries.
-/

@[expose] public section

noncomputable section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {n : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The largest entry -/

/-- Among finitely many numbers, at least one, some number is an upper bound. -/
theorem exists_fin_forall_le (f : Fin (n + 1) → R) : ∃ i, ∀ j, f j ≤ f i := by
  induction n with
  | zero => exact ⟨0, fun j => Fin.cases (le_rfl _) (fun k => k.elim0) j⟩
  | succ n ih =>
    obtain ⟨i, hi⟩ := ih (fun i => f i.succ)
    rcases le_total (f 0) (f i.succ) with h | h
    · exact ⟨i.succ, fun j => Fin.cases h hi j⟩
    · exact ⟨0, fun j => Fin.cases (le_rfl _) (fun k => le_trans (hi k) h) j⟩

/-- The largest entry of a nonempty finite family. -/
def largest (f : Fin (n + 1) → R) : R := f (exists_fin_forall_le f).choose

/-- Every entry is at most the largest. -/
theorem le_largest (f : Fin (n + 1) → R) (i : Fin (n + 1)) : f i ≤ largest f :=
  (exists_fin_forall_le f).choose_spec i

/-- The largest entry is an entry. -/
theorem exists_eq_largest (f : Fin (n + 1) → R) : ∃ i, f i = largest f := ⟨_, rfl⟩

/-- The largest entry is the least upper bound of the entries. -/
theorem largest_le_iff {f : Fin (n + 1) → R} {c : R} : largest f ≤ c ↔ ∀ i, f i ≤ c :=
  ⟨fun h i => le_trans (le_largest f i) h, fun h => h _⟩

/-- The largest entry lies below a number when every entry does. -/
theorem largest_lt_iff {f : Fin (n + 1) → R} {c : R} : largest f < c ↔ ∀ i, f i < c :=
  ⟨fun h i => lt_of_le_of_lt (le_largest f i) h, fun h => h _⟩

/-- The largest entry is at least a number when some entry is. -/
theorem le_largest_iff {f : Fin (n + 1) → R} {c : R} : c ≤ largest f ↔ ∃ i, c ≤ f i :=
  ⟨fun h => ⟨_, h⟩, fun ⟨i, h⟩ => le_trans h (le_largest f i)⟩

/-- An entry that is an upper bound is the largest. -/
theorem largest_eq {f : Fin (n + 1) → R} {i : Fin (n + 1)} (h : ∀ j, f j ≤ f i) : largest f = f i :=
  le_antisymm (largest_le_iff.2 h) (le_largest f i)

/-- The largest of equal numbers. -/
theorem largest_const (c : R) : largest (fun _ : Fin (n + 1) => c) = c := rfl

/-- The largest entry is monotone. -/
theorem largest_mono {f g : Fin (n + 1) → R} (h : ∀ i, f i ≤ g i) : largest f ≤ largest g :=
  largest_le_iff.2 fun i => le_trans (h i) (le_largest g i)

/-- The largest entry of a sum is at most the sum of the largest entries. -/
theorem largest_add_le (f g : Fin (n + 1) → R) : largest (fun i => f i + g i) ≤ largest f + largest g :=
  largest_le_iff.2 fun i => by
    have p := le_largest f i
    have q := le_largest g i
    lin

/-- The largest entries of two families differ by at most the largest difference. -/
theorem largest_sub_le (f g : Fin (n + 1) → R) : largest f - largest g ≤ largest (fun i => f i - g i) := by
  obtain ⟨i, hi⟩ := exists_eq_largest f
  have p := le_largest g i
  have q : f i - g i ≤ _ := le_largest (fun i => f i - g i) i
  lin

/-- Families that differ by at most `c` in every entry have largest entries that differ by at most `c`. -/
theorem abs_largest_sub_le {f g : Fin (n + 1) → R} {c : R} (h : ∀ i, abs (f i - g i) ≤ c) :
    abs (largest f - largest g) ≤ c := by
  have p := le_trans (largest_sub_le f g) (largest_le_iff.2 fun i => (abs_le.1 (h i)).2)
  have q := le_trans (largest_sub_le g f) (c := c) (largest_le_iff.2 fun i => by
    have := (abs_le.1 (h i)).1
    clear p h; lin)
  exact abs_le.2 ⟨by clear h; lin, p⟩

/-- A bound on the size of every entry is one on the size of the largest. -/
theorem abs_largest_le {f : Fin (n + 1) → R} {c : R} (h : ∀ i, abs (f i) ≤ c) : abs (largest f) ≤ c := h _

/-- A constant may be added before or after. -/
theorem largest_add_const (f : Fin (n + 1) → R) (c : R) : largest (fun i => f i + c) = largest f + c := by
  obtain ⟨i, hi⟩ := exists_eq_largest f
  rw [← hi]
  exact largest_eq (f := fun i => f i + c) fun j => by
    have := le_largest f j
    lin

/-- A nonnegative factor may be multiplied before or after. -/
theorem largest_const_mul {c : R} (hc : 0 ≤ c) (f : Fin (n + 1) → R) :
    largest (fun i => c * f i) = c * largest f := by
  obtain ⟨i, hi⟩ := exists_eq_largest f
  rw [← hi]
  exact largest_eq (f := fun i => c * f i) fun j =>
    mul_le_mul_left' hc (hi ▸ le_largest f j)

/-! ## The smallest entry -/

/-- The smallest entry of a nonempty finite family. -/
def smallest (f : Fin (n + 1) → R) : R := -largest (fun i => -f i)

/-- The smallest entry is at most every entry. -/
theorem smallest_le (f : Fin (n + 1) → R) (i : Fin (n + 1)) : smallest f ≤ f i := by
  have h : -f i ≤ largest (fun i => -f i) := le_largest (fun i => -f i) i
  unfold smallest; lin

/-- The smallest entry is an entry. -/
theorem exists_eq_smallest (f : Fin (n + 1) → R) : ∃ i, f i = smallest f := by
  obtain ⟨i, hi⟩ := exists_eq_largest (fun i => -f i)
  exact ⟨i, by unfold smallest; lin⟩

/-- The largest opposite is the opposite of the smallest. -/
theorem largest_neg (f : Fin (n + 1) → R) : largest (fun i => -f i) = -smallest f := by
  unfold smallest; lin

/-- The smallest opposite is the opposite of the largest. -/
theorem smallest_neg (f : Fin (n + 1) → R) : smallest (fun i => -f i) = -largest f := by
  have e : (fun i => - -f i) = f := funext fun i => by lin
  unfold smallest; rw [e]

/-- The smallest entry is the greatest lower bound of the entries. -/
theorem le_smallest_iff {f : Fin (n + 1) → R} {c : R} : c ≤ smallest f ↔ ∀ i, c ≤ f i := by
  obtain ⟨i, hi⟩ := exists_eq_smallest f
  exact ⟨fun h i => le_trans h (smallest_le f i), fun h => by rw [← hi]; exact h i⟩

/-- The smallest entry exceeds a number when every entry does. -/
theorem lt_smallest_iff {f : Fin (n + 1) → R} {c : R} : c < smallest f ↔ ∀ i, c < f i := by
  obtain ⟨i, hi⟩ := exists_eq_smallest f
  exact ⟨fun h i => lt_of_lt_of_le h (smallest_le f i), fun h => by rw [← hi]; exact h i⟩

/-- The smallest entry is at most a number when some entry is. -/
theorem smallest_le_iff {f : Fin (n + 1) → R} {c : R} : smallest f ≤ c ↔ ∃ i, f i ≤ c := by
  obtain ⟨i, hi⟩ := exists_eq_smallest f
  exact ⟨fun h => ⟨i, by rw [hi]; exact h⟩, fun ⟨i, h⟩ => le_trans (smallest_le f i) h⟩

/-- An entry that is a lower bound is the smallest. -/
theorem smallest_eq {f : Fin (n + 1) → R} {i : Fin (n + 1)} (h : ∀ j, f i ≤ f j) : smallest f = f i :=
  le_antisymm (smallest_le f i) (le_smallest_iff.2 h)

/-- The smallest of equal numbers. -/
theorem smallest_const (c : R) : smallest (fun _ : Fin (n + 1) => c) = c :=
  smallest_eq (f := fun _ : Fin (n + 1) => c) (i := 0) fun _ => le_rfl c

/-- The smallest entry is monotone. -/
theorem smallest_mono {f g : Fin (n + 1) → R} (h : ∀ i, f i ≤ g i) : smallest f ≤ smallest g :=
  le_smallest_iff.2 fun i => le_trans (smallest_le f i) (h i)

/-- The smallest entry is at most the largest. -/
theorem smallest_le_largest (f : Fin (n + 1) → R) : smallest f ≤ largest f :=
  le_trans (smallest_le f 0) (le_largest f 0)

/-- Families that differ by at most `c` in every entry have smallest entries that differ by at most `c`. -/
theorem abs_smallest_sub_le {f g : Fin (n + 1) → R} {c : R} (h : ∀ i, abs (f i - g i) ≤ c) :
    abs (smallest f - smallest g) ≤ c := by
  have k := abs_largest_sub_le (f := fun i => -f i) (g := fun i => -g i) (c := c) fun i => by
    have e : -f i - -g i = -(f i - g i) := by clear h; lin
    rw [e, abs_neg]; exact h i
  rw [largest_neg, largest_neg, ← abs_neg] at k
  have e : -(-smallest f - -smallest g) = smallest f - smallest g := by clear h k; lin
  rw [e] at k; exact k

/-- A bound on the size of every entry is one on the size of the smallest. -/
theorem abs_smallest_le {f : Fin (n + 1) → R} {c : R} (h : ∀ i, abs (f i) ≤ c) : abs (smallest f) ≤ c := by
  obtain ⟨i, hi⟩ := exists_eq_smallest f
  rw [← hi]; exact h i

/-! ## Spread and averages -/

/-- Two entries differ by at most the distance from the smallest to the largest. -/
theorem abs_sub_le_spread (f : Fin (n + 1) → R) (i j : Fin (n + 1)) :
    abs (f i - f j) ≤ largest f - smallest f := by
  have p := le_largest f i
  have q := le_largest f j
  have r := smallest_le f i
  have s := smallest_le f j
  exact abs_le.2 ⟨by lin, by lin⟩

/-- A combination with nonnegative weights is at most the total weight times the largest entry. -/
theorem sum_mul_le_largest {w : Fin (n + 1) → R} (hw : ∀ i, 0 ≤ w i) (f : Fin (n + 1) → R) :
    sum (fun i => w i * f i) ≤ sum w * largest f := by
  rw [← sum_mul_right]
  exact sum_le_sum fun i => mul_le_mul_left' (hw i) (le_largest f i)

/-- A combination with nonnegative weights is at least the total weight times the smallest entry. -/
theorem smallest_le_sum_mul {w : Fin (n + 1) → R} (hw : ∀ i, 0 ≤ w i) (f : Fin (n + 1) → R) :
    sum w * smallest f ≤ sum (fun i => w i * f i) := by
  rw [← sum_mul_right]
  exact sum_le_sum fun i => mul_le_mul_left' (hw i) (smallest_le f i)

/-- A sum is at most the number of terms times the largest. -/
theorem sum_le_mul_largest (f : Fin (n + 1) → R) : sum f ≤ ((n + 1 : Nat) : R) * largest f := by
  rw [← sum_const]; exact sum_le_sum (le_largest f)

/-- A sum is at least the number of terms times the smallest. -/
theorem mul_smallest_le_sum (f : Fin (n + 1) → R) : ((n + 1 : Nat) : R) * smallest f ≤ sum f := by
  rw [← sum_const]; exact sum_le_sum (smallest_le f)

/-- Finitely many positive numbers have a common positive lower bound. -/
theorem exists_pos_le_all {m : Nat} {δ : Fin m → R} (h : ∀ i, 0 < δ i) : ∃ c, 0 < c ∧ ∀ i, c ≤ δ i := by
  cases m with
  | zero => exact ⟨1, zero_lt_one, fun i => i.elim0⟩
  | succ m => exact ⟨smallest δ, lt_smallest_iff.2 h, smallest_le δ⟩

end Claims
