module

public section

set_option warn.sorry false in
theorem base : 1 = 2 := by sorry
theorem base_honest (n : Nat) : n + 0 = n := rfl
