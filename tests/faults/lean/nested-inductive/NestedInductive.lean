module

public section

set_option genSizeOf false
set_option genInjectivity false
inductive Rose (α : Type) where
  | node (value : α) (children : List (Rose α)) : Rose α
theorem claim (n : Nat) : Rose.node n [] = Rose.node n [] := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
