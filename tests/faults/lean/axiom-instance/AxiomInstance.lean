module

public section

axiom magic : Inhabited Empty
attribute [instance] magic
theorem claim : False := nomatch (default : Empty)
class Collapsed (α : Type) : Prop where
  all : ∀ a b : α, a = b
@[instance] axiom collapse : Collapsed Nat
theorem claim_class (a b : Nat) : a = b := Collapsed.all a b
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
