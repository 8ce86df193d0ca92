module

public section

universe u v
set_option genSizeOf false
set_option genInjectivity false
class Magma (α : Type u) where
  op : α → α → α
class Commutative (α : Type u) extends Magma α where
  comm : ∀ a b : α, op a b = op b a
class Unital (α : Type u) extends Magma α where
  unit : α
  left_unit : ∀ a : α, op unit a = a
class Both (α : Type u) extends Commutative α, Unital α
theorem right_unit {α : Type u} [Both α] (a : α) : Magma.op a (Unital.unit : α) = a := by
  rw [Commutative.comm]; exact Unital.left_unit a
@[expose] noncomputable instance : Both Nat := { op := (· + ·), comm := Nat.add_comm, unit := 0, left_unit := Nat.zero_add }
theorem at_nat (n : Nat) : Magma.op n 0 = n := right_unit n
structure Lift (α : Type u) : Type (max u v) where
  down : α
theorem lift_eta {α : Type u} (x : Lift.{u, v} α) : Lift.mk x.down = x := rfl
theorem impredicative (p : Type u → Prop) (h : ∀ α, p α) : ∀ α : Type u, p α := h
theorem at_levels (α : Sort (imax u v)) (a : α) : a = a := rfl
theorem group_ring {α : Type u} [Lean.Grind.CommRing α] (a b : α) : (a + b) * (a + b) = a * a + 2 * a * b + b * b := by grind
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
