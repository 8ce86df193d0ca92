module

public section

set_option warn.sorry false
opaque cheat : 1 = 2 := by sorry
theorem claim : 2 = 1 := cheat.symm
instance : Inhabited Empty := ⟨sorry⟩
opaque inhabitant : Empty
theorem claim_empty : False := nomatch inhabitant
partial def search (n : Nat) : Empty := search (n + 1)
theorem claim_partial : False := nomatch search 0
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
