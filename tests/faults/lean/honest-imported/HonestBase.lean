module

public section

private theorem helper (n : Nat) : n + 0 = n := rfl
theorem base (n : Nat) : n = n + 0 := (helper n).symm
def hidden (n : Nat) : Nat := n + 1
theorem hidden_eq (n : Nat) : hidden n = n + 1 := by simp [hidden]
opaque constant : Nat
