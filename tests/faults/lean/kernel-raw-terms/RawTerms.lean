module

public meta import Lean.Elab.Command

public section

set_option genSizeOf false
set_option genInjectivity false
inductive Bad : Prop where
  | first : False → Bad
  | second : True → Bad
inductive Data : Prop where
  | mk (bit : Bool)

open Lean Elab Command
set_option compiler.extract_closed false

private meta def state (name : Name) (type : Expr) (levels : List Name) (value : Expr) (env : Environment) : Environment :=
  match env.addDeclCore 0 (.thmDecl { name, levelParams := levels, type, value }) none false with
  | .ok env => env
  | .error _ => env
private meta def n (name : String) : Name := .str .anonymous name
private meta def c (name : Name) : Expr := .const name []
private meta def a2 (f a b : Expr) : Expr := .app (.app f a) b
private meta def pair (p q h k : Expr) : Expr := a2 (a2 (c ``And.intro) p q) h k
private meta def lam (type body : Expr) : Expr := .lam .anonymous type body .default
private meta def all (type body : Expr) : Expr := .forallE .anonymous type body .default
private meta def bit (b : Expr) : Expr := .proj (n "Data") 0 (.app (c ``Data.mk) b)
private meta def inject (env : Environment) : Environment :=
  let no := c (n "False")
  let true := c (n "True")
  let yes := c ``True.intro
  let bool := c (n "Bool")
  let u := .param (n "u")
  let v := .imax u (.param (n "v"))
  let one := .succ .zero
  let second := .app (c ``Bad.second) yes
  let levels := [n "u", n "u"]
  let collapse := match env.addDeclCore 0 (.defnDecl { name := n "collapse", levelParams := [n "u", n "v"], type := all (.sort (.succ v)) (.sort v), value := lam (.sort (.succ v)) (.bvar 0), hints := .abbrev, safety := .safe }) none false with
    | .ok env => env
    | .error _ => env
  let axioms := match collapse.addDeclCore 0 (.axiomDecl { name := .num (n "injected") 1, levelParams := [], type := no, isUnsafe := false }) none false with
    | .ok env => env
    | .error _ => env
  axioms
  |> state (n "plain") no [] yes
  |> state (n "by_axiom") no [] (c (.num (n "injected") 1))
  |> state (n "circular") no [] (c (n "circular"))
  |> state (n "unknown_constant") no [] (c (n "nowhere"))
  |> state (n "by_projection") no [] (.proj (n "Bad") 0 second)
  |> state (n "by_other_structure") no [] (.proj (n "And") 0 second)
  |> state (n "by_ill_typed") no [] (.proj (n "And") 0 (pair no true yes yes))
  |> state (n "by_large_index") true [] (.proj (n "And") 4294967296 (pair true true yes yes))
  |> state (n "by_data") (a2 (.app (.const (n "Eq") [one]) bool) (bit (c ``Bool.true)) (bit (c ``Bool.false))) [] (a2 (.const ``Eq.refl [one]) bool (bit (c ``Bool.true)))
  |> state (n "by_let") no [] (.letE .anonymous no yes (.bvar 0) false)
  |> state (n "by_lambda") no [] (.app (lam no (.bvar 0)) yes)
  |> state (n "by_loose") no [] (.bvar 0)
  |> state (n "by_universe") true [] (.app (lam (.sort one) yes) (.app (.const (n "collapse") [one, one]) (.sort one)))
  |> state (n "not_a_proposition") (c (n "Nat")) [] (c ``Nat.zero)
  |> state (n "twice_the_level") (all (.sort u) true) levels (lam (.sort u) yes)
  |> state (n "no_level") (all (.sort u) true) [] (lam (.sort u) yes)
  |> state (n "too_many_levels") true [] (.const ``True.intro [.zero])

syntax (name := injectCommand) "inject!" : command
@[command_elab injectCommand] meta def injectImpl : CommandElab := fun _ _ state world =>
  match ST.Prim.Ref.get state world with
  | .mk s world => match ST.Prim.Ref.set state { s with env := inject s.env } world with
    | .mk _ world => .ok () world
inject!
theorem claim : 1 = 2 := plain.elim
theorem honest (p q : Prop) (left : p) (right : q) : q ∧ p := ⟨right, left⟩
