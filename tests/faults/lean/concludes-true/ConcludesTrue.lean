module

public section

def Deep : Prop := ∀ _ : Nat, True
abbrev Goal : Prop := True
def Nested (n : Nat) : Prop := match n with | 0 => Goal | _ + 1 => Deep
class Valid (n : Nat) where
  valid : Prop
instance (n : Nat) : Valid n := ⟨True⟩
theorem claim : True := trivial
theorem claim_quantified (n : Nat) (_h : n = n) : ∀ _ : Nat, True := fun _ => trivial
theorem claim_definition : Deep := fun _ => trivial
theorem claim_abbreviation (n : Nat) : n > 3 → Goal := fun _ => trivial
theorem claim_match : Nested 1 := fun _ => trivial
theorem claim_instance : Valid.valid 3 := trivial
theorem claim_let : let n := 3; (fun _ : Nat => True) n := trivial
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
