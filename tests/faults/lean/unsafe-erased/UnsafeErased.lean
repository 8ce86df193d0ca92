module

public section

set_option debug.skipKernelTC true
theorem claim : 1 = 2 := lcProof
theorem claim_unreachable : 1 = 3 := lcUnreachable
def code : Empty := lcUnreachable
theorem claim_code : False := nomatch code
theorem claim_cast : 1 = 4 := unsafeCast ()
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
