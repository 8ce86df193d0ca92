module

public section

set_option debug.skipKernelTC true
theorem add_wrong : 123456789012345678901234567890 + 1 = 123456789012345678901234567892 := by decide +kernel
theorem sub_wrong : 3 - 5 = (1 : Nat) := by decide +kernel
theorem mul_wrong : 2 ^ 100 * 2 ^ 100 = 2 ^ 201 := by decide +kernel
theorem div_wrong : 7 / 0 = (1 : Nat) := by decide +kernel
theorem mod_wrong : 7 % 0 = (0 : Nat) := by decide +kernel
theorem gcd_wrong : Nat.gcd 12 18 = 5 := by decide +kernel
theorem pow_wrong : 0 ^ 0 = (0 : Nat) := by decide +kernel
theorem log_wrong : Nat.log2 0 = 1 := by decide +kernel
theorem land_wrong : 12 &&& 10 = (9 : Nat) := by decide +kernel
theorem xor_wrong : 12 ^^^ 10 = (7 : Nat) := by decide +kernel
theorem shift_wrong : 1 <<< 70 = (2 : Nat) ^ 71 := by decide +kernel
theorem compare_wrong : 2 ^ 200 ≤ 2 ^ 199 + 1 := by decide +kernel
theorem negative_wrong : (-7 : Int) / 2 = -3 := by decide +kernel
theorem text_wrong : "ab" ++ "c" = "abd" := by decide +kernel
theorem character_wrong : 'a' = 'b' := by decide +kernel
theorem cases_wrong : ∀ i : Fin 40, i.val * i.val < 1521 := by decide +kernel
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
