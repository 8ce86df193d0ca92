module

public section

namespace Claims
@[expose] def Nat.succ (n : _root_.Nat) : _root_.Nat := n
theorem claim_function (n : _root_.Nat) : Nat.succ n = n := rfl
structure Nat where
theorem claim (a b : Nat) : a = b := rfl
end Claims
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
