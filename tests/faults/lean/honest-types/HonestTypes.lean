module

public section

universe u
set_option genSizeOf false
set_option genInjectivity false
inductive Vec (α : Type u) : Nat → Type u where
  | nil : Vec α 0
  | cons {n : Nat} (head : α) (tail : Vec α n) : Vec α (n + 1)
mutual
inductive Even : Nat → Prop where
  | zero : Even 0
  | next {n : Nat} : Odd n → Even (n + 1)
inductive Odd : Nat → Prop where
  | next {n : Nat} : Even n → Odd (n + 1)
end
inductive Tree where
  | leaf : Tree
  | node (children : Nat → Tree) : Tree
inductive Reach (r : Nat → Nat → Prop) : Nat → Prop where
  | intro (n : Nat) (below : ∀ m, r m n → Reach r m) : Reach r n
structure Both (p q : Prop) : Prop where
  left : p
  right : q
inductive Either (p q : Prop) : Prop where
  | left (h : p) : Either p q
  | right (h : q) : Either p q
theorem vector {α : Type u} (v : Vec α 0) : v = .nil := by cases v; rfl
theorem even_two : Even 2 := .next (.next .zero)
theorem not_odd_zero : ¬ Odd 0 := nofun
theorem reach_zero : Reach (· < ·) 0 := .intro 0 (fun _ h => absurd h (Nat.not_lt_zero _))
theorem tree_cases (f : Nat → Tree) : Tree.node f ≠ .leaf := nofun
theorem both_swap {p q : Prop} (h : Both p q) : Both q p := ⟨h.right, h.left⟩
theorem both_data {p q : Prop} (a : p) (b : q) (n : Nat) : Both.rec (motive := fun _ => Nat) (fun _ _ => n) (Both.mk a b) = n := rfl
theorem either_swap {p q : Prop} (h : Either p q) : Either q p := by
  cases h with
  | left h => exact .right h
  | right h => exact .left h
theorem subsingleton {α : Sort u} (h : False) (a b : α) : a = b := False.rec (fun _ => a = b) h
theorem accessible (n : Nat) : Acc (· < ·) n := Nat.lt_wfRel.wf.apply n
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
