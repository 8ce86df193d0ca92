module

public section

set_option warn.sorry false
structure Wrong where
  proof : 1 = 2
instance : Inhabited Wrong := ⟨⟨by sorry⟩⟩
instance : Subsingleton Nat := ⟨fun _ _ => sorry⟩
theorem claim : 1 = 2 := (default : Wrong).proof
theorem claim_class (a b : Nat) : a = b := Subsingleton.elim a b
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
