module

public import Claims.Model.Completeness

/-!
# A complete ordered field

The real numbers, built from Cauchy sequences of rational numbers, satisfy the class `Claims.Reals`. So no
theorem of this library is vacuous for want of a complete ordered field.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

/-- The real numbers are a complete ordered field. -/
instance : Reals RealNumber where
  ordered := inferInstance
  exists_lub := RealNumber.exists_lub

/-- Complete ordered fields exist. -/
theorem exists_reals : ∃ R : Type, Nonempty (Reals R) := ⟨RealNumber, ⟨inferInstance⟩⟩

end Claims
