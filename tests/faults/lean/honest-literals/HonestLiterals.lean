module

public section

theorem add_right : 123456789012345678901234567890 + 1 = 123456789012345678901234567891 := by decide +kernel
theorem sub_right : 3 - 5 = (0 : Nat) := by decide +kernel
theorem mul_right : 2 ^ 100 * 2 ^ 100 = 2 ^ 200 := by decide +kernel
theorem div_right : 7 / 0 = (0 : Nat) := by decide +kernel
theorem mod_right : 7 % 0 = (7 : Nat) := by decide +kernel
theorem gcd_right : Nat.gcd 12 18 = 6 := by decide +kernel
theorem pow_right : 0 ^ 0 = (1 : Nat) := by decide +kernel
theorem log_right : Nat.log2 0 = 0 := by decide +kernel
theorem land_right : 12 &&& 10 = (8 : Nat) := by decide +kernel
theorem xor_right : 12 ^^^ 10 = (6 : Nat) := by decide +kernel
theorem shift_right : 1 <<< 70 = (2 : Nat) ^ 70 := by decide +kernel
theorem compare_right : 2 ^ 199 + 1 ≤ 2 ^ 200 := by decide +kernel
theorem negative_right : (-7 : Int) / 2 = -4 := by decide +kernel
theorem text_right : "ab" ++ "c" = "abc" := by decide +kernel
theorem character_right : 'a' = 'a' := by decide +kernel
theorem cases_right : ∀ i : Fin 40, i.val * i.val < 1522 := by decide +kernel

theorem large : 2 ^ 200 % 1000007 = 2 ^ 200 - 1000007 * (2 ^ 200 / 1000007) := by decide
set_option exponentiation.threshold 1000 in
theorem huge : 10 ^ 500 = 10 ^ 250 * 10 ^ 250 := by decide +kernel
theorem successor : Nat.succ 99999999999 = 100000000000 := rfl
theorem predecessor (n : Nat) (h : n + 3 = 5) : n = 2 := Nat.add_right_cancel h
theorem text_literal : "abc" = String.ofList ['a', 'b', 'c'] := rfl
theorem text_length : "añb→".length = 4 := by decide
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
