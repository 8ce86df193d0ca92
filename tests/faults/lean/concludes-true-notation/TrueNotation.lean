module

public section

local macro_rules | `($_ ≤ $_) => `(True)
local notation:50 a:51 " ≈≈ " b:51 => (fun _ : Nat => True) (a + b)
theorem claim : 5 ≤ 3 := trivial
theorem claim_notation (n : Nat) : n ≈≈ n + 1 := trivial
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
