"""Statements as they read: right brackets and names, and the same text as Lean's own wherever that is meant."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from claims.lean.decode import BinderName
from claims.lean.environment import Environment, load_module
from claims.lean.kernel import terms
from claims.lean.kernel.hashing import Hasher
from claims.lean.kernel.show import show
from claims.lean.kernel.terms import APP, LAM, PI, PROJ, VAR, Term, lam, pi, var
from claims.lean.process import Runner
from claims.lean.proofs import CoreSpec
from claims.lean.render import Renderer, free_variables, group, is_accessible, plain_name
from claims.lean.statement import StatementReader
from claims.lean.summary import summarise
from claims.lean.toolchain import locate
from claims.lean.trust import TrustGraph
from tests.core_world import NAT, PROP, TYPE, axiom, theorem
from tests.statement_world import arrows, call, equal, number, operation, world

F, A, P, Q = (terms.const(name) for name in ("f", "a", "p", "q"))
OWN = [axiom("f", arrows(NAT, NAT, NAT)), axiom("a", NAT), axiom("p", PROP), axiom("q", PROP)]


def rendered(environment: Environment, name: str) -> str:
    """The type of a constant of module M as text."""
    compiled = environment.modules["M"].compiled
    position = compiled.positions(compiled.complete)[name]
    return Renderer(environment, compiled).type_of(compiled.type_position(position), [])


def text(tmp: Path, term: Term) -> str:
    return rendered(world(tmp, [*OWN, theorem("t", term)])[0], "t")


def implies(left: Term, right: Term) -> Term:
    return pi(left, right)


FUN = lam(NAT, var(0))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (operation("HMul.hMul", operation("HAdd.hAdd", A, A), A), "(a + a) * a"),
        (operation("HAdd.hAdd", A, operation("HMul.hMul", A, A)), "a + a * a"),
        (operation("HSub.hSub", A, operation("HSub.hSub", A, A)), "a - (a - a)"),
        (operation("HPow.hPow", A, operation("HPow.hPow", A, number(2))), "a ^ a ^ 2"),
        (operation("HPow.hPow", call("Neg.neg", NAT, A, A), number(2)), "(-a) ^ 2"),
        (call("Neg.neg", NAT, A, operation("HPow.hPow", A, number(2))), "-a ^ 2"),
        (call(F, call("Neg.neg", NAT, A, A), A), "f (-a) a"),
        (call("And", P, call("Or", P, Q)), "p ∧ (p ∨ q)"),
        (call("And", call("And", P, Q), P), "(p ∧ q) ∧ p"),
        (call("Not", equal(A, A)), "¬a = a"),
        (call("And", call("Not", P), Q), "¬p ∧ q"),
        (call("Not", call("And", P, Q)), "¬(p ∧ q)"),
        (equal(call("Not", P), Q, PROP), "(¬p) = q"),
        (implies(implies(P, Q), Q), "(p → q) → q"),
        (implies(P, implies(Q, P)), "p → q → p"),
        (call("And", pi(NAT, equal(var(0), A)), P), "(∀ (x : Nat), x = a) ∧ p"),
        (call("And", P, pi(NAT, equal(var(0), A))), "p ∧ ∀ (x : Nat), x = a"),
        (implies(call("And", P, pi(NAT, equal(var(0), A))), P), "(p ∧ ∀ (x : Nat), x = a) → p"),
        (equal(call(F, A, FUN), A), "(f a fun x => x) = a"),
        (equal(A, call(F, A, FUN)), "a = f a fun x => x"),
        (call(F, FUN, A), "f (fun x => x) a"),
        (call(FUN, A), "(fun x => x) a"),
        (call("Exists", NAT, lam(NAT, equal(var(0), A))), "∃ x, x = a"),
        (call("Exists", NAT, F), "Exists f"),
        (call("HEq", NAT, A, PROP, P), "a ≍ p"),
        (call("List.cons", NAT, A, call("List.cons", NAT, number(2), call("List.nil", NAT))), "[a, 2]"),
        (call("List.cons", NAT, A, P), "a :: p"),
        (call("Prod.fst", NAT, NAT, call("Prod.mk", NAT, NAT, A, A)), "(a, a).fst"),
        (call("Nat.succ", A), "a.succ"),
        (call("Nat.succ", number(2)), "Nat.succ 2"),
        (call("Nat.succ", call(F, A, A)), "(f a a).succ"),
        (operation("HAdd.hAdd", A, A).a, "HAdd.hAdd a"),
        (call(operation("HAdd.hAdd", A, A), A), "(a + a) a"),
        (terms.proj("Prod", 1, A), "a.2"),
        (terms.let(NAT, A, var(0)), "let x := a; x"),
        (terms.string('a"\\\n'), '"a\\"\\\\\\n"'),
        (pi(TYPE, pi(var(0), equal(var(0), var(0), var(1)))), "∀ (x1 : Type) (x2 : x1), x2 = x2"),
        (lam(NAT, lam(NAT, A)), "fun x x_1 => a"),
        (lam(NAT, lam(NAT, var(1))), "fun x x_1 => x"),
        (lam(NAT, call(F, var(0), lam(NAT, A))), "fun x => f x fun x => a"),
        (lam(NAT, call(F, A, lam(NAT, var(1)))), "fun x => f a fun x_1 => x"),
    ],
)  # fmt: skip
def test_brackets_and_notation(tmp_path: Path, term: Term, expected: str) -> None:
    assert text(tmp_path, term) == expected


def test_a_constant_that_reads_like_a_variable_is_told_apart(tmp_path: Path) -> None:
    constants = [axiom("x1", NAT), axiom("_private.M.0.x1", NAT), axiom("x1.y", NAT)]
    constants += [theorem(f"t{i}", pi(NAT, equal(var(0), terms.const(c.name)))) for i, c in enumerate(constants)]
    environment, _ = world(tmp_path, constants)
    assert rendered(environment, "t0") == "∀ (x1 : Nat), x1 = _root_.x1"
    assert rendered(environment, "t1") == "∀ (x1 : Nat), x1 = _private.M.0.x1"
    assert rendered(environment, "t2") == "∀ (x1 : Nat), x1 = _root_.x1.y"


def test_what_is_cut_says_so(tmp_path: Path) -> None:
    term = A
    for _ in range(40):
        term = call(F, term, term)
    found = text(tmp_path, term)
    assert "…" in found and len(found) < 1_000_000


def test_names_and_groups() -> None:
    assert plain_name("_private.A.B.0.C.x") == "C.x" and plain_name("C.x") == "C.x"
    assert [is_accessible(name) for name in ("h", "h._@.M.1._hyg.2", "a✝", "")] == [True, False, False, False]
    binders = [("x", "explicit", "R"), ("y", "explicit", "R"), ("n", "implicit", "R"), ("i✝", "instance", "C R")]
    assert group([(BinderName(n, kind), type_) for n, kind, type_ in binders]) == "(x y : R) {n : R} [C R]"


def test_terms_in_messages_are_cut_and_never_take_long() -> None:
    term = pi(NAT, pi(P, call(F, var(1), lam(NAT, var(0)))))
    assert show(term) == "∀ (x0 : Nat), p → f x0 (fun (x2 : Nat) => x2)"
    assert show(terms.app(var(0), terms.local(4, NAT))) == "#0 v4"
    assert show(terms.let(NAT, A, call(F, var(0), terms.proj("S", 1, A)))) == "let y0 := a; f y0 a.2"
    shared = A
    for _ in range(200):
        shared = call(F, shared, shared)
    cut = show(shared, 300)
    assert len(cut) <= 302 and cut.endswith("…")
    deep = A
    for _ in range(5_000):
        deep = terms.app(F, deep)
    assert len(show(deep)) < 400 and "…" in show(deep)


# -- every text can be read back --------------------------------------------------------------------------------------

INFIX = {"+": (65, 65, 66, "HAdd.hAdd"), "-": (65, 65, 66, "HSub.hSub"), "*": (70, 70, 71, "HMul.hMul"),
         "^": (75, 76, 75, "HPow.hPow"), "=": (50, 51, 51, "Eq"), "∧": (35, 36, 35, "And"), "∨": (30, 31, 30, "Or"),
         "↔": (20, 21, 21, "Iff"), "→": (25, 26, 25, "")}  # fmt: skip
TOKEN = re.compile(r"\s*(=>|[()∀∃¬,:=∧∨↔→+*^-]|[\w.]+)")


def joined(symbol: str, left: Term, right: Term) -> Term:
    name = INFIX[symbol][3]
    if symbol == "→":
        return pi(left, right)
    if name.startswith("H"):
        return operation(name, left, right)
    return equal(left, right) if name == "Eq" else call(name, left, right)


class Parser:
    """Lean's reading of the texts, as far as :func:`tree` goes."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)[::-1]

    @property
    def next(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def take(self, wanted: str = "") -> str:
        token: str = self.tokens.pop()
        assert wanted in ("", token), (wanted, token)
        return token

    def term(self, least: int, scope: tuple[str, ...]) -> Term:
        left, bound = self.leading(least, scope)
        while self.next in INFIX:
            whole, before, after, _ = INFIX[self.next]
            if whole < least or bound < before:
                break
            symbol = self.take()
            left = joined(symbol, left, self.term(after, (*scope, "") if symbol == "→" else scope))
            bound = whole
        return left

    def leading(self, least: int, scope: tuple[str, ...]) -> tuple[Term, int]:
        if self.next == "¬":
            self.take()
            return call("Not", self.term(40, scope)), 1024
        if self.next == "-":
            self.take()
            assert least <= 75
            return call("Neg.neg", NAT, A, self.term(75, scope)), 75
        if self.next in ("∀", "∃"):
            assert least < 1024
            return self.quantified(self.take(), scope), 1023
        function, bound = self.atom(scope), 1024
        while least <= 1023 and self.next and (self.next in ("(", "fun") or re.match(r"\w", self.next)):
            function, bound = call(function, self.atom(scope)), 1023
        return function, bound

    def quantified(self, sign: str, scope: tuple[str, ...]) -> Term:
        if sign == "∃":
            names = self.names(",")
        else:
            self.take("(")
            names = self.names(":")
            for token in ("Nat", ")", ","):
                self.take(token)
        body = self.term(0, (*scope, *names))
        for _ in names:
            body = pi(NAT, body) if sign == "∀" else call("Exists", NAT, lam(NAT, body))
        return body

    def names(self, end: str) -> list[str]:
        found = []
        while self.next != end:
            found.append(self.take())
        self.take()
        return found

    def atom(self, scope: tuple[str, ...]) -> Term:
        token = self.take()
        if token == "(":
            inside = self.term(0, scope)
            self.take(")")
            return inside
        if token == "fun":
            names = self.names("=>")
            body = self.term(0, (*scope, *names))
            for _ in names:
                body = lam(NAT, body)
            return body
        if token in scope:
            return var(scope[::-1].index(token))
        return number(int(token)) if token.isdigit() else terms.const(token)


def tree(rng: random.Random, size: int, depth: int) -> Term:
    """A random term, of no type in particular, with ``depth`` variables around it."""
    if size <= 1:
        atoms = [A, P, number(rng.randrange(9)), *(var(i) for i in range(depth))]
        return rng.choice(atoms)
    form, rest = rng.randrange(8), size - 1
    first = rng.randint(1, rest) if rest > 1 else 1
    if form < 3:
        symbol = rng.choice(list(INFIX))
        right = tree(rng, max(rest - first, 1), depth)
        return joined(symbol, tree(rng, first, depth), lifted(right) if symbol == "→" else right)
    if form == 3:
        return call(F, tree(rng, first, depth), tree(rng, max(rest - first, 1), depth))
    if form == 4:
        below = tree(rng, rest, depth)
        return rng.choice((call("Not", below), call("Neg.neg", NAT, A, below)))
    inner = tree(rng, rest, depth + 1)
    if form == 5:
        return lam(NAT, inner)
    if form == 6:
        return call("Exists", NAT, lam(NAT, inner))
    return pi(NAT, equal(var(0), inner))


def lifted(term: Term) -> Term:
    """The term under one more binder that it does not use."""

    def go(t: Term, depth: int) -> Term:
        if t.loose <= depth:
            return t
        if t.tag == VAR:
            return var(t.a + 1)
        if t.tag == APP:
            return terms.app(go(t.a, depth), go(t.b, depth))
        return (lam if t.tag == LAM else pi)(go(t.a, depth), go(t.b, depth + 1))

    return go(term, 0)


@pytest.mark.slow
def test_what_is_written_reads_back_as_the_same_term(tmp_path: Path) -> None:
    """In particular no brackets are missing and no variable is taken for another."""
    rng = random.Random(7)
    trees = [tree(rng, rng.randrange(2, 14), 0) for _ in range(1_500)]
    kept = [theorem(f"t{i}", term) for i, term in enumerate(trees)]
    environment, _ = world(tmp_path, [*OWN, *kept])
    same = Hasher(())
    for each in kept:
        written = rendered(environment, each.name)
        parser = Parser(written)
        assert same(parser.term(0, ())) == same(each.type) and not parser.tokens, written


def test_free_variables_are_those_that_occur() -> None:
    def slow(t: Term, depth: int) -> set[int]:
        if t.tag == VAR:
            return {t.a - depth} if t.a >= depth else set()
        if t.tag == APP:
            return slow(t.a, depth) | slow(t.b, depth)
        if t.tag in (LAM, PI):
            return slow(t.a, depth) | slow(t.b, depth + 1)
        return slow(t.c, depth) if t.tag == PROJ else set()

    rng = random.Random(11)
    for _ in range(300):
        term = terms.proj("S", 0, tree(rng, rng.randrange(1, 12), 4))
        assert free_variables(term, {}) == sum(1 << i for i in slow(term, 0))
    assert free_variables(terms.let(var(0), var(2), call(F, var(0), var(4))), {}) == 0b1101


# -- as Lean prints it ------------------------------------------------------------------------------------------------

PRINTS = """module

public section

universe u v
structure Pt (α : Type u) where
  x : α
  y : α
class Half (α : Type u) where
  half : α → α
def Pt.swap {α : Type u} (p : Pt α) : Pt α := ⟨p.y, p.x⟩
def two (f : Nat → Nat) (n : Nat) : Nat := f (f n)
def Big (p : Nat → Prop) : Prop := ∀ n, p n
theorem a01 (a b c : Nat) (h : a + b * c ≤ 2 ^ a) : (a + b) * c = a * c + b * c := Nat.add_mul a b c
theorem a02 (p q r : Prop) : p ∧ q → (p → q → r) → ¬¬r ∨ (q ↔ r) := fun ⟨a, b⟩ f => Or.inl fun g => g (f a b)
theorem a03 {α : Type u} [Half α] (p : Pt α) : p.swap.swap.x = p.x := by cases p; simp [Pt.swap]
theorem a04 (f : Nat → Nat) : two (fun n => f n + 1) 3 = two (fun n => f n + 1) 3 := rfl
theorem a05 (h : Big fun n => n = n) : (Big fun n => n = n) ∧ True := ⟨h, trivial⟩
theorem a06 : ∃ x y : Nat, x < y ∧ y > x := ⟨0, 1, by decide, by decide⟩
theorem a07 (l : List Nat) : [1, 2] ++ l = 1 :: 2 :: l := rfl
theorem a08 (s : String) (h : s = "a\\"b\\n") : "a\\"b\\n" = s := h.symm
theorem a09 (f : Nat → Nat) (h : ∀ x, f x ≠ 0) : ¬f 0 = 0 := h 0
theorem a10 ⦃n : Nat⦄ (i : Fin n) : (i : Nat) < n := i.2
theorem a11 (a b : Int) : -a - b = -(a + b) := by omega
theorem a12 (a b : Nat) (h : a ∣ b) : a ∣ b * 2 := Nat.dvd_mul_right_of_dvd h 2
theorem a13 (xs : List Nat) (n : Nat) (h : n ∈ xs) : n ∈ n :: xs := List.mem_cons_self
theorem a14 (p : Nat × Nat) : (p.1, p.2) = p := rfl
theorem a15 (α : Sort u) (β : Type (u + 1)) (γ : Type (max u v)) (h : Nonempty α) : Nonempty α := h
theorem a16 : (fun (_ : Nat) => 0) = fun _ => 0 := rfl
theorem a17 : (fun (x _ : Nat) => x) = fun x _ => x := rfl
theorem a18 (f : Nat → Nat → Nat) (h : ∀ x y, f x y = f y x) : ∀ x, f x = fun y => f y x := fun x => funext (h x)
theorem a19 (x : Nat) (b : Bool) : (if x = 0 then 1 else 2) ≤ 2 ∧ (b && true) = b ∧ (!b) = !b := by
  constructor
  · split <;> decide
  · simp
theorem a20 (R : Nat → Nat → Prop) : (∀ x, R x x) → ∀ y, ∃ z, R y z := fun h y => ⟨y, h y⟩
theorem a21 (f : (Nat → Nat) → Nat) : f (fun x => x) + f id = f (fun x => x) + f id := rfl
theorem a22 (a : Nat) : ((fun x => x) a) = a := rfl
theorem a23 (s : { n : Nat // n > 0 }) : s.1 > 0 := s.2
theorem a24 (x : Option Nat) (h : x = some 3) : x ≠ none := by simp [h]
theorem a25 (p : Prop) [Decidable p] : decide p = true ↔ p := decide_eq_true_iff
theorem a26 (x y : Nat) (h : x ≥ y) : y ≤ x ∧ x - y % 2 = x - y % 2 ∧ x / y = x / y := ⟨h, rfl, rfl⟩
theorem a27 (α : Type) (a b : α) (h : HEq a b) : a = b := eq_of_heq h
theorem a28 (xs : Array Nat) (i : Nat) (h : i < xs.size) : xs[i] = xs[i] := rfl
theorem a29 (f g : Nat → Nat) (x : Nat) : (f ∘ g) x = f (g x) := rfl
theorem a30 : ∃ f : Nat → Nat, ∀ x, f x = x := ⟨id, fun _ => rfl⟩
theorem a31 : (-3 : Int) + 4 = 1 := rfl
theorem a32 (x : Nat) (h : x ≤ 3 ∧ 2 < x) : ¬(x = 2 ∨ x > 3) := by omega
theorem a33 (z : Int) (n : Nat) : (n : Int) + z = z + n ∧ ¬∀ m : Nat, m = 1 := ⟨by omega, fun h => by simpa using h 0⟩
end
"""


@pytest.mark.lean
def test_texts_are_those_of_lean(tmp_path: Path) -> None:
    names = re.findall(r"^theorem (a\d+)", PRINTS, re.M)
    source, olean = tmp_path / "Prints.lean", tmp_path / "Prints.olean"
    source.write_text(PRINTS + "".join(f"#check {name}\n" for name in names), "utf8")
    tool = locate("embedded", offline=False, install=True)
    with Runner(tool) as runner:
        run = runner.run(source, olean, [tmp_path], tmp_path, tmp_path, 600)
    said = [" ".join(message.text.split()) for message in run.of("information")]
    assert run.of("error") == () and len(said) == len(names) == 33
    assert tool.core is not None
    core = CoreSpec(tool.core, tool.git_hash, tool.core_digest).index()
    module = load_module("Prints", olean)
    graph = TrustGraph(core, {"Prints": summarise(module)})
    reader = StatementReader(Environment(core, [module]), graph)
    assert [reader.read(name).text for name in names] == said
