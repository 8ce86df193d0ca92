module

import AxiomBase

public section

theorem claim : 2 = 1 := assumed.symm
theorem claim_private : 1 = 3 := base.symm
theorem honest_import (n : Nat) : n = n * 1 := (base_honest n).symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
