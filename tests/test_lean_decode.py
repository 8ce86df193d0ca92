"""Compiled modules as declarations: what a writer wrote is what the reader reads; what makes no sense is refused."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.lean.decode import BinderName, CompiledModule, Import
from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import (
    ABBREV,
    OPAQUE,
    Axiom,
    Constant,
    Constructor,
    Definition,
    Inductive,
    Opaque,
    Quotient,
    Recursor,
    Rule,
    Theorem,
)  # fmt: skip
from claims.lean.objects import component
from claims.lean.olean import OleanError, Parts, validate
from tests.olean_writer import Writer, parse_name, write_module

LAYOUTS = [(4, False), (4, True), (8, False), (8, True)]
NAT = terms.const("Nat")
U, V = levels.param("u"), levels.param("v")
LEVEL = levels.max_(levels.imax(U, levels.ONE), levels.succ(V))


def declarations() -> list[Constant]:
    """One of every kind; made anew where identity of terms matters, for whoever empties the kernel's tables."""
    nat = terms.const("Nat")
    type_ = terms.pi(nat, terms.pi(terms.sort(LEVEL), terms.app(terms.const("List", (U,)), terms.var(0))))
    number = terms.app(terms.app(terms.var(0), terms.nat(2**200)), terms.nat(2**31))
    text = terms.app(terms.const("f"), terms.string('hé"\n𝒳'))
    body = terms.lam(nat, terms.let(nat, number, terms.proj("Prod", 1, text)))
    return [
        Axiom("A.ax", ("u", "v"), type_, False),
        Axiom("A.«a.b»", (), nat, True),
        Definition("A.shown", ("u", "v"), type_, False, body, 7, False),
        Definition("A.short", (), nat, False, terms.nat(2**63), ABBREV, False),
        Definition("A.wild", (), nat, True, terms.nat(3), OPAQUE, False),
        Definition("A.partial", (), nat, False, terms.nat(3), OPAQUE, True),
        Definition("A.hidden", (), nat, False, terms.nat(3), 2**32 - 1, False),
        Theorem("A.thm", ("u", "v"), type_, False, body),
        Theorem("_private.A.0.A.thm", (), nat, False, body),
        Opaque("A.closed", (), nat, True, body),
        Quotient("Quot.lift", ("u",), type_, False, 2),
        Inductive("A.I", ("u",), type_, False, 1, 2, ("A.I", "A.J"), ("A.I.a", "A.I.b"), 3, True, False),
        Inductive("A.J", (), type_, True, 0, 0, ("A.I", "A.J"), (), 0, False, True),
        Constructor("A.I.a", ("u",), type_, False, "A.I", 1, 2, 3),
        Recursor(
            "A.I.rec", ("u",), type_, False, ("A.I",), 1, 2, 3, 4, (Rule("A.I.a", 2, body), Rule("A.x", 0, nat)), True
        ),
        Recursor("A.J.rec", ("u",), type_, True, ("A.I",), 0, 0, 1, 0, (), False),
    ]


SAMPLE = declarations()
EXPOSED = ("A.shown", "A.short", "A.wild", "A.partial")


def load(files: Mapping[str, bytes]) -> CompiledModule:
    parts = Parts([(f"M{suffix}", data) for suffix, data in files.items()])
    validate(parts)
    return CompiledModule(parts)


def view(module: CompiledModule, part: int) -> dict[str, tuple[Any, ...]]:
    """The declarations of a part by name, so that they can be compared."""
    kinds = module.true_kinds(part)
    found = {}
    for name, position in module.positions(part).items():
        constant = module.constant(position, kinds.get(name, "axiom"))
        found[name] = (type(constant), vars(constant), module.binder_names(position))
    return found


def readings(module: CompiledModule) -> Iterator[Callable[[], object]]:
    """Everything that can be asked of a module, one by one."""
    yield lambda: module.imports
    for part in range(len(module.parts.roots)):
        yield partial(module.true_kinds, part)
        yield partial(module.entries, part)
        yield partial(module.positions, part)
        with contextlib.suppress(OleanError):
            whole = module.positions(module.complete)
            for name, at in module.positions(part).items():
                for ask in (
                    module.binder_names,
                    lambda p: module.uses([p]),
                    module.flags,
                    module.statement,
                    module.kind,
                ):
                    yield partial(ask, at)
                yield partial(declared, module, at)
                yield from (
                    partial(module.shared, at, other) for other in {whole.get(name, at), *[*whole.values()][:3]}
                )


def declared(module: CompiledModule, at: int) -> tuple[type, dict[str, Any]]:
    constant = module.constant(at)
    return type(constant), vars(constant)


def everything(files: Mapping[str, bytes]) -> list[object]:
    return [ask() for ask in readings(load(files))]


@pytest.mark.parametrize(("word", "gmp"), LAYOUTS)
def test_every_kind_of_declaration_comes_back(word: int, gmp: bool) -> None:
    imports = (Import("Init", False, True), Import("A.«b c»", True, False))
    module = load(write_module(SAMPLE, imports, word=word, gmp=gmp, exposed=EXPOSED))
    assert (module.imports, module.complete, module.parts.word) == (imports, 2, word)
    whole = view(module, 2)
    assert list(whole) == [constant.name for constant in SAMPLE]
    for constant in declarations():
        assert whole[constant.name][:2] == (type(constant), vars(constant))
    for part in (0, 1):
        seen = view(module, part)
        assert set(seen) == {name for name in whole if not name.startswith("_private")}
        for name, (kind, fields, _) in seen.items():
            if name in ("A.hidden", "A.thm", "A.closed"):
                assert (kind, fields["type"]) == (Axiom, whole[name][1]["type"])
                assert fields["stands_for"] == whole[name][0].kind
            else:
                assert (kind, fields) == whole[name][:2]


@pytest.mark.parametrize("word", [4, 8])
def test_a_module_of_one_part(word: int) -> None:
    files = write_module(SAMPLE, ["Init"], word=word, private=False)
    assert list(files) == [".olean"]
    module = load(files)
    assert module.complete == 0
    assert [fields for _, fields, _ in view(module, 0).values()] == [vars(constant) for constant in declarations()]


def test_binders_have_the_names_and_kinds_given() -> None:
    given = [BinderName("«x y»", "implicit"), BinderName("inst", "instance")]
    files = write_module(SAMPLE, binder_names={"A.thm": given, "A.ax": [BinderName("h", "strict implicit")]})
    seen = view(load(files), 2)
    assert seen["A.thm"][2] == given
    assert seen["A.ax"][2] == [BinderName("h", "strict implicit"), BinderName("x2", "explicit")]
    assert seen["A.short"][2] == []
    assert seen["A.thm"][1]["type"] is seen["A.ax"][1]["type"]


def test_what_declarations_use() -> None:
    module = load(write_module(SAMPLE))
    at = module.positions(2)
    assert module.uses([at["A.thm"]])[at["A.thm"]] == ({"Nat", "List"}, {"Nat", "Prod", "String", "f"})
    assert module.uses([at["A.I"]])[at["A.I"]] == ({"Nat", "List"}, {"A.I", "A.J", "A.I.a", "A.I.b"})
    assert module.uses([at["A.I.a"]])[at["A.I.a"]][1] == {"A.I"}
    assert module.uses([at["A.I.rec"]])[at["A.I.rec"]][1] == {"A.I", "Nat", "Prod", "String", "f"}
    assert module.uses([at["A.short"]])[at["A.short"]] == ({"Nat"}, {"Nat"})
    flags = {name: module.flags(position) for name, position in at.items()}
    assert {name for name, (unsafe, _) in flags.items() if unsafe} == {
        "A.«a.b»", "A.wild", "A.closed", "A.J", "A.J.rec",
    }  # fmt: skip
    assert [name for name, (_, partial) in flags.items() if partial] == ["A.partial"]


def test_a_writer_can_lie() -> None:
    fake = Axiom("A.thm", (), terms.sort(levels.ZERO), False)
    files = write_module(SAMPLE, shown={"A.thm": fake, "A.ax": None}, kinds={"A.closed": None, "A.short": "theorem"})
    module = load(files)
    assert view(module, 0)["A.thm"][1] == vars(fake) and "A.ax" not in module.positions(0)
    assert module.true_kinds(0) == {"A.short": "theorem"}
    shown, whole = module.positions(0), module.positions(2)
    assert not module.shared(shown["A.thm"], whole["A.thm"])
    assert module.shared(shown["A.closed"], whole["A.closed"]) and module.shared(shown["A.I"], whole["A.I"])


@pytest.mark.parametrize("word", [4, 8])
def test_deep_terms_need_no_deep_stack(word: int) -> None:
    deep = other = nat = terms.const("Nat")
    for index in range(10_000):
        deep = terms.app(terms.const("f"), deep) if index % 3 else terms.lam(deep, terms.pi(nat, deep))
        other = terms.pi(nat, other)
    module = load(write_module([Theorem("deep", (), other, False, deep)], word=word))
    constant = module.constant(module.positions(2)["deep"])
    assert isinstance(constant, Theorem) and constant.value is deep and constant.type is other
    assert len(module.binder_names(module.positions(2)["deep"])) == 10_000


def test_metadata_is_no_part_of_a_term() -> None:
    writer = Writer()
    inner = writer.make(5, (writer.wrapped(writer.term(terms.const("f"))), writer.wrapped(writer.term(NAT))), bytes(8))
    module = load(single(writer, axiom(writer, writer.wrapped(inner))))
    assert module.statement(module.positions(0)["a"])[1] is terms.app(terms.const("f"), terms.const("Nat"))


# -- what is refused ------------------------------------------------------------------------------------------------


def axiom(w: Writer, type_: int, params: int = 1, flags: bytes = b"\0", name: int | None = None) -> int:
    value = w.make(0, (w.name("a") if name is None else name, params, type_))
    return w.make(0, (w.make(0, (value,), flags),))


def single(w: Writer, record: int, name: str = "a", entries: int | None = None) -> dict[str, bytes]:
    """A module of one part with one record."""
    if entries is None:
        w.close(w.module([], {name: record}, {}))
    else:
        w.close(w.make(0, (w.array([]), w.array([]), w.array([]), w.array([]), entries), b"\0"))
    return {".olean": w.files[0]}


def level_tower(w: Writer, height: int, double: bool = False) -> int:
    at = w.level(U)
    for _ in range(height):
        at = w.make(2, (at, at), bytes(8)) if double else w.make(1, (at,), bytes(8))
    return w.make(3, (at,), bytes(8))


def long_name(w: Writer, count: int) -> int:
    at = 1
    for _ in range(count):
        at = w.make(1, (at, w.text("abc")), bytes(8))
    return at


def definition(w: Writer, hint: int, safety: int) -> int:
    value = w.make(0, (w.name("a"), 1, w.term(NAT)))
    return w.make(1, (w.make(0, (value, w.term(NAT), hint, 1), bytes((safety,))),))


Lie = Callable[[Writer], int]
E = bytes(8)
LIES: dict[str, Lie] = {
    "a boxed function": lambda w: axiom(w, w.make(5, (1, w.term(NAT)), E)),
    "a boxed argument": lambda w: axiom(w, w.make(5, (w.term(NAT), 0x1001), E)),
    "an application of one thing": lambda w: axiom(w, w.make(5, (w.term(NAT),), E)),
    "an application of three": lambda w: axiom(w, w.make(5, (w.term(NAT),) * 3, E)),
    "a boxed type": lambda w: axiom(w, 1),
    "a boxed domain": lambda w: axiom(w, w.make(7, (w.name("x"), 1, w.term(NAT)), E + E)),
    "a binder of two things": lambda w: axiom(w, w.make(7, (w.name("x"), w.term(NAT)), E + E)),
    "a binder of kind 4": lambda w: axiom(w, w.make(7, (w.name("x"), w.term(NAT), w.term(NAT)), E + b"\4")),
    "a type that is a text": lambda w: axiom(w, w.text("Nat")),
    "a type that is a name": lambda w: axiom(w, w.name("Nat")),
    "a type that is an array": lambda w: axiom(w, w.array([])),
    "a free variable": lambda w: axiom(w, w.make(1, (w.name("x"),), E)),
    "a metavariable": lambda w: axiom(w, w.make(2, (w.name("x"),), E)),
    "a term of kind 12": lambda w: axiom(w, w.make(12, (w.name("x"),), E)),
    "a constant without a name": lambda w: axiom(w, w.make(4, (), E)),
    "the anonymous constant": lambda w: axiom(w, w.make(4, (5, 1), E)),
    "a constant with a text for a name": lambda w: axiom(w, w.make(4, (w.text("Nat"), 1), E)),
    "levels that are no list": lambda w: axiom(w, w.make(4, (w.name("Nat"), w.name("u")), E)),
    "a list that ends in 1": lambda w: axiom(w, w.make(4, (w.name("Nat"), 3), E)),
    "a sort of a boxed 1": lambda w: axiom(w, w.make(3, (3,), E)),
    "a level that is a metavariable": lambda w: axiom(w, w.make(3, (w.make(5, (w.name("u"),), E),), E)),
    "a successor of nothing": lambda w: axiom(w, w.make(3, (w.make(1, (), E),), E)),
    "a level of 5,000 storeys": lambda w: axiom(w, level_tower(w, 5_000)),
    "a level of 2^60 parts": lambda w: axiom(w, level_tower(w, 60, double=True)),
    "a variable without a number": lambda w: axiom(w, w.make(0, (), E)),
    "a variable with a text": lambda w: axiom(w, w.make(0, (w.text("0"),), E)),
    "a variable with a negative number": lambda w: axiom(w, w.make(0, (w.big(-(2**70)),), E)),
    "a projection of a boxed term": lambda w: axiom(w, w.make(11, (w.name("P"), 1, 1), E)),
    "a projection by a text": lambda w: axiom(w, w.make(11, (w.name("P"), w.text("0"), w.term(NAT)), E)),
    "a boxed literal": lambda w: axiom(w, w.make(9, (1,), E)),
    "a literal of kind 2": lambda w: axiom(w, w.make(9, (w.make(2, (w.text("x"),)),), E)),
    "a text literal with a number": lambda w: axiom(w, w.make(9, (w.make(1, (1,)),), E)),
    "a number literal with a text": lambda w: axiom(w, w.make(9, (w.make(0, (w.text("1"),)),), E)),
    "a literal of nothing": lambda w: axiom(w, w.make(9, (w.make(1, (), E),), E)),
    "a name in circles of 5,000": lambda w: axiom(w, w.make(4, (long_name(w, 5_000), 1), E)),
    "a name with a giant number": lambda w: axiom(w, w.make(4, (w.make(2, (1, w.big(1 << 40_000)), E), 1), E)),
    "a name of kind 3": lambda w: axiom(w, w.make(4, (w.make(3, (1, w.text("x")), E), 1), E)),
    "a numbered name with a text": lambda w: axiom(w, w.make(4, (w.make(2, (1, w.text("x")), E), 1), E)),
    "a plain name with a number": lambda w: axiom(w, w.make(4, (w.make(1, (1, 3), E), 1), E)),
    "5,000 universe parameters": lambda w: axiom(w, w.term(NAT), w.linked([w.name("u")] * 5_000)),
    "an axiom with the flag 2": lambda w: axiom(w, w.term(NAT), flags=b"\2"),
    "a boxed record": lambda w: 1,
    "a record of kind 8": lambda w: w.make(8, (w.make(0, (w.name("a"),), b"\0"),)),
    "a record of two things": lambda w: w.make(0, (w.name("a"), w.name("a"))),
    "a boxed record inside": lambda w: w.make(0, (1,)),
    "a record without a statement": lambda w: w.make(0, (w.make(0, (1,), b"\0"),)),
    "a definition of safety 3": lambda w: definition(w, 1, 3),
    "a definition of reducibility 2": lambda w: definition(w, 5, 1),
    "a height in a text": lambda w: definition(w, w.text("7"), 1),
    "a height without its bytes": lambda w: definition(w, w.put(2, 0, 8, b""), 1),
}  # fmt: skip


def refusals(module: CompiledModule) -> list[str]:
    """The refusals of a module; any other exception is the caller's."""
    found = []
    for ask in readings(module):
        try:
            ask()
        except OleanError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("lie", LIES)
def test_nonsense_is_refused(lie: str, word: int) -> None:
    writer = Writer(word)
    module = load(single(writer, LIES[lie](writer)))
    begun = time.monotonic()
    found = refusals(module)
    assert found and all(text.startswith("M.olean: ") for text in found)
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("word", [4, 8])
def test_flags_that_lie_past_the_end(word: int) -> None:
    writer = Writer(word)
    value = writer.make(0, (writer.name("a"), 1, writer.term(NAT)))
    whole = single(writer, writer.make(0, (writer.put(0, 1, 8 + word, writer.words(value)),)))
    module = load(whole)
    for ask in (module.flags, module.constant):
        with pytest.raises(OleanError, match="too short"):
            ask(module.positions(0)["a"])


def test_module_data_that_makes_no_sense() -> None:
    cases: dict[str, Callable[[Writer], tuple[int, ...]]] = {
        "differ in number": lambda w: (w.array([]), w.array([w.name("a")]), w.array([]), 1, w.array([])),
        "two constants called a": lambda w: (
            w.array([]), w.array([w.name("a")] * 2), w.array([axiom(w, w.term(NAT))] * 2), 1, w.array([])
        ),
        "an array is needed": lambda w: (w.text("x"),) * 5,
        "where an object": lambda w: (1,) * 5,
        "where \\(0, 5\\)": lambda w: (1,) * 4,
        "unknown kind": lambda w: (*[w.array([])] * 4, w.array([kind_entry(w, 17)])),
    }  # fmt: skip
    for message, make in cases.items():
        writer = Writer()
        writer.close(writer.make(0, make(writer), b"\0"))
        module = load({".olean": writer.files[0]})
        assert re.search(message, refusals(module)[0])


def kind_entry(w: Writer, number: int) -> int:
    entry = w.make(0, (w.name("a"), number))
    return w.make(0, (w.name("_private.Lean.AddDecl.0.Lean.privateConstKindsExt"), w.array([entry])))


# -- names -----------------------------------------------------------------------------------------------------------

PIECE = st.one_of(
    st.integers(0, 2**64 - 1),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    st.text(st.sampled_from("a1_.«»\\u0 \n\t\x7f\xa0\u2028\u200b\u202e\U000e0041«»'!?₁"), max_size=8),
    st.sampled_from(["1", "01", "", "«»", "\\u000a", "\\\\u000a", "»»", "» .«", "u000a", "a»", "\\", "\\U000e0041"]),
)


def test_names_that_look_alike_are_written_apart() -> None:
    assert [component(x) for x in ("Nat", "Nat ", "Na\u200bt", "\u202etaN", "1", "a.b", "a\n", "", "Nat\U000e0041")] == [
        "Nat", "«Nat »", "«Na\\u200bt»", "«\\u202etaN»", "«1»", "«a.b»", "«a\\u000a»", "«»", "«Nat\\U000e0041»",
    ]  # fmt: skip


def written(pieces: list[int | str]) -> str:
    return ".".join(str(piece) if isinstance(piece, int) else component(piece) for piece in pieces)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECE, min_size=1, max_size=5))
def test_written_names_can_be_read_back(pieces: list[int | str]) -> None:
    text = written(pieces)
    assert parse_name(text) == pieces  # hence no two names are written alike
    writer = Writer()
    module = load(single(writer, axiom(writer, writer.term(NAT), name=writer.name(text)), text))
    assert list(module.positions(0)) == [text]
