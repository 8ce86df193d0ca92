module

public section

universe u v
structure Pair (α : Type u) (β : Type v) where
  first : α
  second : β
theorem eta (f : Nat → Nat) : (fun n => f n) = f := rfl
theorem structure_eta {α : Type u} {β : Type v} (p : Pair α β) : p = ⟨p.first, p.second⟩ := rfl
theorem unit_eta (a b : Unit) : a = b := rfl
theorem irrelevance (p : Prop) (a b : p) : a = b := rfl
theorem irrelevant_field (a b : Fin 3) (h : a.val = b.val) : a = b := by cases a; cases b; cases h; rfl
theorem cast_k {α : Type u} (a : α) (h : a = a) (x : Nat) : @Eq.rec α a (fun _ _ => Nat) x a h = x := rfl
theorem quotient {α : Type u} (r : α → α → Prop) (a b : α) (h : r a b) : Quot.mk r a = Quot.mk r b := Quot.sound h
theorem lifted {α : Type u} (r : α → α → Prop) (a : α) : Quot.lift (r := r) (fun _ => 1) (fun _ _ _ => rfl) (Quot.mk r a) = 1 := rfl
theorem lets (n : Nat) : (let m := n + 1; m + m) = (n + 1) + (n + 1) := rfl
theorem shown (n : Nat) : n = n := by
  have h : n + 0 = n := rfl
  show n = n
  exact h ▸ rfl
theorem projected (a b : Nat) : (a, b).1 = a ∧ (⟨a, b⟩ : Pair Nat Nat).second = b := ⟨rfl, rfl⟩
theorem extensional (f g : Nat → Nat) (h : ∀ n, f n = g n) : f = g := funext h
theorem propositional (p q : Prop) (h : p ↔ q) : p = q := propext h
theorem chosen {α : Type u} (h : Nonempty α) : ∃ a : α, a = Classical.choice h := ⟨_, rfl⟩
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
