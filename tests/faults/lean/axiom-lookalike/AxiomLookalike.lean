module

public section

namespace Claims
axiom propext : 1 = 2
axiom Classical.choice : 1 = 3
theorem claim_namespace : 2 = 1 := propext.symm
theorem claim_inner : 3 = 1 := Classical.choice.symm
end Claims
axiom «propext » : 2 = 3
axiom «Quot.sound» : 3 = 4
axiom prοpext : 4 = 5
axiom Classical.«choice » : 5 = 6
theorem claim_blank : 3 = 2 := «propext ».symm
theorem claim_dotted : 4 = 3 := «Quot.sound».symm
theorem claim_omicron : 5 = 4 := prοpext.symm
theorem claim_choice : 6 = 5 := Classical.«choice ».symm
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
