module

public section

@[expose] def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2
theorem structural (n : Nat) : double n = n + n := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [double, ih]; omega
def half (n : Nat) : Nat := if _h : n < 2 then 0 else half (n - 2) + 1
termination_by n
theorem well_founded : half 10 = 5 := by simp [half]
theorem well_founded_le (n : Nat) : half n ≤ n := by
  fun_induction half n <;> omega
mutual
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => isOdd n
def isOdd : Nat → Bool
  | 0 => false
  | n + 1 => isEven n
end
theorem mutual_recursion : isEven 10 = true := by decide
theorem computed : double 50 = 100 := by decide
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
