module

public import Init

/-!
# Complete ordered fields

Every theorem of this library is stated over an arbitrary complete ordered field `R`, given by the class
`Claims.Reals`: a linearly ordered field in which every nonempty set that is bounded above has a least
upper bound. The real numbers are one, up to isomorphism the only one, so a theorem proved here holds
of them.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

/-- A complete ordered field: a linearly ordered field with the least upper bound property. -/
class Reals (R : Type u) extends Field R, LE R, LT R, Std.LawfulOrderLT R, Std.IsLinearOrder R where
  /-- The order is compatible with addition and multiplication. -/
  ordered : OrderedRing R
  /-- A nonempty set that is bounded above has a least upper bound. -/
  exists_lub : ∀ S : R → Prop, (∃ x, S x) → (∃ b, ∀ x, S x → x ≤ b) →
    ∃ s, (∀ x, S x → x ≤ s) ∧ ∀ b, (∀ x, S x → x ≤ b) → s ≤ b

attribute [instance] Reals.ordered

/- Natural numbers are read as numbers of the field. -/
attribute [scoped instance] Semiring.natCast

end Claims
