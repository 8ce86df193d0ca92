module

prelude
public import Init.Prelude

public section

axiom propext {a b : Prop} : @Eq Prop a b
axiom Quot.sound {α : Sort u} {r : α → α → Prop} {a b : α} : Eq (Quot.mk r a) (Quot.mk r b)
theorem claim : False := cast (@propext True False) True.intro
theorem claim_quotient {α : Type} (r : α → α → Prop) (a b : α) : Eq (Quot.mk r a) (Quot.mk r b) := Quot.sound
