"""The constants that compiled modules see, and sets of modules that do not fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claims.lean.decode import BinderName
from claims.lean.environment import Environment, UserModule, find_modules, load_module
from claims.lean.fitting import fitting_members
from claims.lean.kernel import levels, terms
from claims.lean.kernel.constants import Axiom, Constant, Definition, Inductive, Opaque, Theorem
from claims.lean.kernel.show import show
from claims.lean.olean import OleanError
from claims.lean.summary import summarise
from tests.core_world import FALSE, NAT, TRUE, axiom, core_index, definition, inductive, load, mention, put, theorem
from tests.olean_writer import write_module

Modules = Mapping[str, tuple[Iterable[str], Iterable[Constant]]]


def environment(tmp: Path, modules: Modules, **settings: Any) -> Environment:
    written = {name: write_module(constants, imports, **settings) for name, (imports, constants) in modules.items()}
    return Environment(core_index(tmp), load(tmp, written))


def refused_by_both(tmp: Path, modules: Modules) -> str:
    """The message with which the environment refuses modules; the audit of their summaries must refuse them too."""
    written = {name: write_module(constants, imports) for name, (imports, constants) in modules.items()}
    loaded = load(tmp, written)
    with pytest.raises(OleanError) as first:
        Environment(core_index(tmp), loaded)
    with pytest.raises(OleanError):
        fitting_members(core_index(tmp), {module.name: summarise(module) for module in loaded})
    return str(first.value)


GOOD: Modules = {
    "M.B": (["M.A", "Init"], [theorem("M.t", TRUE, "M.d"), theorem("_private.M.B.0.M.p", TRUE)]),
    "M.A": (["Init"], [definition("M.d", NAT, mention("visible")), *inductive("M.I", terms.sort(levels.ONE), {"a": NAT})]),
}  # fmt: skip


def test_constants_are_complete_and_decoded_once(tmp_path: Path) -> None:
    env = environment(tmp_path, GOOD, exposed=())
    assert env.order == ["M.A", "M.B"]
    proved, hidden = env.constant("M.t"), env.constant("M.d")
    assert isinstance(proved, Theorem) and show(proved.value) == "True.intro M.d"
    assert isinstance(hidden, Definition) and show(hidden.value) == "True.intro visible"
    assert isinstance(env.constant("_private.M.B.0.M.p"), Theorem)
    assert isinstance(env.constant("M.I"), Inductive)
    assert env.constant("M.t") is proved
    assert env.names_of("M.B") == ("M.t", "_private.M.B.0.M.p")
    assert env.module_of("M.t") == "M.B" and env.module_of("Nat") == "Init.Prelude"
    assert env.is_user("M.t") and not env.is_core("M.t")
    assert env.is_core("Nat") and not env.is_user("Nat")
    assert env.constant("nothing") is None
    with pytest.raises(KeyError):
        env.module_of("nothing")


def test_core_constants_stand_for_what_they_are(tmp_path: Path) -> None:
    env = environment(tmp_path, GOOD)
    found = {name: env.constant(name) for name in ("propext", "stripped", "hidden", "Lean.reduceBool", "visible")}
    kinds = {name: each.stands_for for name, each in found.items() if isinstance(each, Axiom)}
    assert kinds == {"propext": "axiom", "stripped": "theorem", "hidden": "definition", "Lean.reduceBool": "opaque"}
    assert isinstance(found["visible"], Definition)


def test_only_imported_packages_are_seen(tmp_path: Path) -> None:
    env = environment(tmp_path, GOOD)
    assert env.constant("Std.fact") is None and not env.is_core("Std.fact")
    more = environment(tmp_path, {"M": (["Lake"], [])})
    assert more.constant("Std.fact") is not None
    assert more.module_of("twice") == "Init.Core"


def test_forgetting_reads_again(tmp_path: Path) -> None:
    env = environment(tmp_path, GOOD)
    before = env.constant("M.t")
    env.forget()
    after = env.constant("M.t")
    assert isinstance(before, Theorem) and isinstance(after, Theorem)
    assert after is not before and show(after.value) == show(before.value)


def test_binder_names(tmp_path: Path) -> None:
    named = [BinderName("n", "implicit")]
    files = write_module([theorem("M.t", terms.pi(NAT, TRUE))], ["Init"], binder_names={"M.t": named})
    assert Environment(core_index(tmp_path), load(tmp_path, {"M": files})).binder_names("M.t") == named


def test_modules_of_a_folder(tmp_path: Path) -> None:
    files = write_module([theorem("M.t", TRUE)], ["Init"])
    for module in ("M", "M.Sub.Deep"):
        put(tmp_path, module, files)
    put(tmp_path / ".trash", "Old", files)
    (tmp_path / "M.ilean").write_text("{}")
    found = find_modules(tmp_path)
    assert sorted(found) == ["M", "M.Sub.Deep"]
    assert load_module("M", found["M"]).sha256 == load_module("M", found["M"], validated=True).sha256
    assert find_modules(tmp_path / "nowhere") == {}


def test_the_hash_covers_every_part(tmp_path: Path) -> None:
    files = write_module([theorem("M.t", TRUE)], ["Init"])
    other = write_module([theorem("M.t", TRUE, "stripped")], ["Init"])
    assert files[".olean"] == other[".olean"] and files[".olean.private"] != other[".olean.private"]
    hashes = {load_module("M", put(tmp_path, "M", each)).sha256 for each in (files, other, files)}
    assert len(hashes) == 2


def test_a_damaged_module_is_refused_when_loaded(tmp_path: Path) -> None:
    files = dict(write_module([theorem("M.t", TRUE)], ["Init"]))
    files[".olean.private"] += bytes(8)
    with pytest.raises(OleanError, match=r"M\.olean\.private"):
        load_module("M", put(tmp_path, "M", files))
    with pytest.raises(OleanError, match="there is no such file"):
        load_module("N", tmp_path / "N.olean")


# -- what does not fit together ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({"M": (["Init"], [axiom("propext")])}, "M declares propext, a constant of Lean's core (Init.Core)"),
        # Without any import nothing of core is in sight: its names are still taken.
        ({"M": ([], inductive("Nat", TRUE, {"zero": FALSE}))}, "M declares Nat, a constant of Lean's core (Init.Prelude)"),
        ({"M": (["Init"], [theorem("Std.fact", FALSE)])}, "M declares Std.fact, a constant of Lean's core (Std)"),
        ({"M": (["Lake"], [theorem("Lake.axiom", FALSE)])}, "M declares Lake.axiom, a constant of Lean's core (Lake.Run)"),
        ({"Init.Core": ([], [theorem("M.t", FALSE)])}, "Init.Core has the name of a module of Lean's core library"),
        ({"M": (["No"], [])}, "Lean's core library has no module No"),
        ({"M": (["/"], [])}, "Lean's core library has no module /"),
        ({"A": (["Init", "B"], []), "B": (["A"], [])}, "import each other"),
        ({"A": (["A", "Init"], [])}, "A and A import each other"),
        ({"A": (["Init"], [theorem("t", TRUE)]), "B": (["Init"], [theorem("t", FALSE)])}, "t is declared in A and in B"),
        ({"A": (["Init"], [definition("d", NAT, NAT)]), "B": (["Init"], [definition("d", NAT, NAT)])}, "d is declared in"),
        ({"A": (["Init"], [axiom("t", TRUE)]), "B": (["Init"], [theorem("t", TRUE)])}, "t is declared in A and in B"),
    ],
)  # fmt: skip
def test_refused(tmp_path: Path, modules: Modules, message: str) -> None:
    assert message in refused_by_both(tmp_path, modules)


def test_a_name_of_a_program_in_core_is_free(tmp_path: Path) -> None:
    env = environment(tmp_path, {"M": (["Init"], [definition("main", NAT, mention())])})
    assert env.is_user("main")


def test_one_theorem_may_be_in_two_modules(tmp_path: Path) -> None:
    modules: Modules = {
        "A": (["Init"], [theorem("t", TRUE, "True.intro")]),
        "B": (["Init"], [theorem("t", TRUE, "stripped"), theorem("u", TRUE, "t")]),
    }
    env = environment(tmp_path, modules)
    first, second = env.declared("A", "t"), env.declared("B", "t")
    assert isinstance(first, Theorem) and isinstance(second, Theorem)
    assert show(first.value) == "True.intro True.intro" and show(second.value) == "True.intro stripped"
    assert env.constant("t") is first


def test_another_build_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(
        OleanError, match=r"M was compiled by the Lean build bbbbbbbbbbbb \(4\.1\.0\), the core library"
    ):
        environment(tmp_path, {"M": (["Init"], [])}, git_hash="b" * 40, version="4.1.0")


WHOLE = definition("d", NAT, mention("visible"))
PROVED = theorem("t", TRUE, "stripped")
STEMS = [WHOLE, PROVED, axiom("a", TRUE), Opaque("o", (), NAT, False, mention())]


def lie(shown: dict[str, Constant | None] | None = None, **settings: Any) -> Callable[[Path], list[UserModule]]:
    return lambda tmp: load(tmp, {"M": write_module(STEMS, ["Init"], shown=shown, **settings)})


@pytest.mark.parametrize(
    "modules",
    [
        pytest.param(lie({"t": Axiom("t", (), FALSE, False, "theorem")}), id="theorem of another type"),
        pytest.param(lie({"t": Axiom("t", ("u",), TRUE, False, "theorem")}), id="theorem with a level more"),
        pytest.param(lie({"t": theorem("t", TRUE, "sorryAx")}), id="theorem with another proof"),
        pytest.param(lie({"t": Axiom("t", (), TRUE, False)}), id="theorem shown as an axiom"),
        pytest.param(lie({"t": Axiom("t", (), TRUE, False, "definition")}), id="theorem shown as a definition"),
        pytest.param(lie({"t": Axiom("t", (), TRUE, True, "theorem")}), id="theorem shown as unsafe"),
        pytest.param(lie({"d": definition("d", NAT, mention("hidden"))}), id="definition with another body"),
        pytest.param(lie({"d": replace(WHOLE, height=2)}), id="definition of another height"),
        pytest.param(lie({"d": replace(WHOLE, unsafe=True)}), id="definition shown as unsafe"),
        pytest.param(lie({"d": Opaque("d", (), NAT, False, WHOLE.value)}), id="definition shown as opaque"),
        pytest.param(lie({"a": Axiom("a", (), TRUE, False, "theorem")}), id="axiom shown as a theorem"),
        pytest.param(lie({"more": theorem("more", FALSE)}), id="a constant that only importers see"),
        pytest.param(lie(kinds={"a": "theorem"}), id="axiom recorded as a theorem"),
        pytest.param(lie(kinds={"t": None}), id="theorem without a record"),
    ],
)
def test_importers_must_see_what_is_there(tmp_path: Path, modules: Callable[[Path], list[UserModule]]) -> None:
    with pytest.raises(OleanError, match=r"M (shows its importers another|exports)"):
        Environment(core_index(tmp_path), modules(tmp_path))


@pytest.mark.parametrize("exposed", [None, (), ("d",)])
def test_honest_views_are_accepted(tmp_path: Path, exposed: tuple[str, ...] | None) -> None:
    env = Environment(core_index(tmp_path), lie(exposed=exposed)(tmp_path))
    assert sorted(env.names_of("M")) == ["a", "d", "o", "t"]


def test_a_hidden_constant_need_not_be_shown(tmp_path: Path) -> None:
    Environment(core_index(tmp_path), lie({"t": None, "d": None})(tmp_path))


def test_a_constant_under_another_name_is_refused(tmp_path: Path) -> None:
    # The list of names and the records are separate: here the record listed as `t` is that of `false`.
    files = write_module([theorem("false", FALSE)], ["Init"], private=False)
    loaded = load(tmp_path, {"M": files})[0]
    position = loaded.compiled.positions(0)["false"]
    loaded.compiled.positions = lambda part: {"t": position}  # type: ignore[method-assign]
    env = Environment(core_index(tmp_path), [loaded])
    with pytest.raises(OleanError, match="M lists false under the name t"):
        env.constant("t")
