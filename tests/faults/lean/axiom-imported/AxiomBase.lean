module

public section

axiom assumed : 1 = 2
private axiom secret : 1 = 3
theorem base : 3 = 1 := secret.symm
theorem base_honest (n : Nat) : n * 1 = n := by simp
