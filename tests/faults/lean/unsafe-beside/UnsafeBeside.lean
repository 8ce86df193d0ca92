module

public section

unsafe def fastUnsafe (n : Nat) : Nat := unsafeCast n
@[expose, implemented_by fastUnsafe] def fast (n : Nat) : Nat := n
@[expose, extern "no_such_symbol"] def foreign (n : Nat) : Nat := n
opaque secret : Nat
@[extern "no_such_symbol_either"] opaque external (n : Nat) : Nat
partial def loop (n : Nat) : Nat := loop (n + 1)
theorem implemented (n : Nat) : fast n = n := rfl
theorem extern_ok (n : Nat) : foreign n = n := rfl
theorem opaque_ok : secret = secret ∧ external 1 = external 1 ∧ loop 0 = loop 0 := ⟨rfl, rfl, rfl⟩
@[csimp] theorem replaced : @fast = @foreign := rfl
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
