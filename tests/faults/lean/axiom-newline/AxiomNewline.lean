module

public section

axiom «propext
Quot.sound» : 1 = 2
axiom «propext"], status = ["ok» : 2 = 3
axiom «propext[2K» : 3 = 4
theorem claim_newline : 2 = 1 := «propext
Quot.sound».symm
theorem claim_quotes : 3 = 2 := «propext"], status = ["ok».symm
theorem claim_escape : 4 = 3 := «propext[2K».symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
