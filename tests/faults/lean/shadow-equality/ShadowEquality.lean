module

public section

namespace Claims
inductive Eq {α : Type} (a b : α) : Prop where
  | always : Eq a b
def LE.le (_ _ : Nat) : Prop := 1 = 1
inductive False : Prop where
  | intro : False
theorem claim : Eq 1 2 := .always
theorem claim_order (n : Nat) : LE.le (n + 1) n := by
  show (1 : Nat) = 1
  rfl
theorem claim_false : False := .intro
end Claims
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
