"""Bad input: one line each with place, field and remedy, exit 2, nothing changed on disk; and odd input that is good.

The tables of bad input stand in `bad_inputs.py`, random edits of good input in `test_random_edits.py`.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import typer.main

from claims import cli, commands, registry_io
from claims.errors import InputError, Problem
from claims.pack import find_pack
from tests.bad_inputs import ALL, CUBE, LOCK, REFERENCES, TOY, Bad, chain, link
from tests.fault_corpus import Done, Pack, copy_of, make_base

LINE = re.compile(r"error: (?P<place>[^:]+(?::\d+)?):(?: (?P<field>[^:]+):)? .+ -- .+")
#: What is said of a whole file of the registry; everything else is said of a field of a claim.
OF_A_FILE = re.compile(
    r"not TOML|not UTF-8|merge-conflict|cannot be read|is a |is not a regular|more than the limit|byte order|no entry|"
    r"no registry file|unknown key at the top|needs the lines"
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return make_base(tmp_path_factory.mktemp("bad"))


@pytest.fixture(autouse=True, scope="module")
def command() -> Iterator[None]:
    """The command line is put together once: that takes longer than many a case."""
    made = typer.main.get_command(cli.app)
    with mock.patch.object(typer.main, "get_command", lambda of: made):
        yield


@pytest.fixture
def pack(base: Pack, tmp_path: Path, request: pytest.FixtureRequest) -> Pack:
    needs_git = any(word in request.node.name for word in ("diff", "accepting", "a reason"))
    return copy_of(base, tmp_path, lock=True, git=needs_git)


def snapshot(root: Path) -> dict[str, Any]:
    """Every path below ``root`` with what it is and holds."""
    found: dict[str, Any] = {}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
        else:
            found[name] = "other" if not path.is_dir() else "folder"
    return found


def _field_named(match: re.Match[str]) -> bool:
    """Whether the line names the claim and the field, where it speaks of one."""
    if not match["place"].startswith("registry") or OF_A_FILE.search(match[0]):
        return True
    return re.match(r"claim ('.*'|number \d+), .", match["field"] or "") is not None


def faults(bad: Bad, done: Done, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Everything in which the answer to bad input is not as it must be."""
    lines = done.err.splitlines()
    found = [] if done.code == 2 else [f"exit {done.code}"]
    found += ["a traceback"] if "Traceback" in done.out + done.err else []
    found += [f"on standard output: {done.out!r}"] if done.out else []
    found += [f"{len(lines)} lines, not {bad.count}"] if len(lines) != bad.count else []
    found += [f"not one of ours: {line!r}" for line in lines if not LINE.fullmatch(line)]
    text = done.err
    found += [] if bad.words in text else [f"does not say {bad.words!r}"]
    matches = [match for line in lines if (match := LINE.fullmatch(line))]
    found += [f"names no field: {match[0]!r}" for match in matches if not _field_named(match)]
    places = [match["place"] for match in matches]
    met = [place for place in places if (place == bad.place if ":" in bad.place else place.startswith(bad.place))]
    found += [] if met else [f"places {places}, not {bad.place}"]
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    found += [f"changed on disk: {changed}"] if changed else []
    return [*found, text] if found else []


SQUARE = "lean/Claims/Square.lean"


def answer(bad: Bad, pack: Pack) -> list[str]:
    bad.plant(pack)
    before = snapshot(pack.root)
    try:
        done = pack.here(*bad.run, plain=True)
    except Exception:
        done = Done(1, "", traceback.format_exc())
    return faults(bad, done, before, snapshot(pack.root))


def test_the_table_is_long() -> None:
    assert len(ALL) >= 180


@pytest.mark.parametrize("name", REFERENCES)
def test_a_reference_that_names_nothing_is_exit_2(pack: Pack, name: str) -> None:
    bad = REFERENCES[name]
    bad.plant(pack)
    done = pack.here(*bad.run)
    assert done.code == 2 and done.report is not None and "Traceback" not in done.err
    worst = done.report["findings"][0]
    assert worst["exit"] == 2 and worst["reason"] in ("UNRESOLVED", "LEAN_UNKNOWN", "MUTANT_NOT_FOUND")
    assert bad.words in worst["message"]
    assert worst["place"]["file"] in (TOY, CUBE, "toylegs/domain.py", "toylegs/cube.py", "toylegs/symbolic.py", SQUARE)
    assert worst["place"]["line"] > 0


@pytest.mark.parametrize("file", [TOY, LOCK, "claims.toml", "lean/lakefile.toml", "lean/Claims/Square.lean"])
def test_a_file_that_may_not_be_read_is_one_line(pack: Pack, file: str) -> None:
    """Simulated: whoever runs the tests may be allowed everything."""
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path == pack.root / file:
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    before = snapshot(pack.root)
    with mock.patch.object(Path, "read_bytes", refuse):
        done = pack.here("verify", plain=True)
    bad = Bad(lambda pack: None, file, "cannot be read: Permission denied -- check the file and its permissions")
    assert faults(bad, done, before, snapshot(pack.root)) == []


@pytest.mark.parametrize("name", ALL)
def test_bad_input_is_one_line_and_changes_nothing(pack: Pack, name: str) -> None:
    assert "\n".join(answer(ALL[name], pack)) == ""


# -- the checks themselves are seen to fail -------------------------------------------------------------------------------

GOOD_LINE = "error: registry/toy.toml:3: claim 'toy.square', title: x -- mend it\n"
FINE = Done(2, "", GOOD_LINE)
WRONG = {
    "another exit code": (Done(0, "", GOOD_LINE), {}),
    "a traceback": (Done(2, "", "Traceback (most recent call last):\n"), {}),
    "two lines": (Done(2, "", GOOD_LINE * 2), {}),
    "no remedy": (Done(2, "", "error: registry/toy.toml:3: claim, title: x\n"), {}),
    "no place": (Done(2, "", "error: x -- mend it\n"), {}),
    "another place": (Done(2, "", GOOD_LINE.replace("toy.toml:3", "toy.toml:4")), {}),
    "other words": (Done(2, "", GOOD_LINE.replace("title: x", "title: y")), {}),
    "something on standard output": (Done(2, "table", GOOD_LINE), {}),
    "a file more": (FINE, {"new": b""}),
}


def test_a_right_answer_is_right() -> None:
    assert faults(Bad(lambda pack: None, "registry/toy.toml:3", "title: x"), FINE, {}, {}) == []


@pytest.mark.parametrize(("done", "after"), WRONG.values(), ids=WRONG)
def test_a_wrong_answer_is_seen(done: Done, after: dict[str, Any]) -> None:
    assert faults(Bad(lambda pack: None, "registry/toy.toml:3", "title: x"), done, {}, after)


def _raised(problem: Problem) -> None:
    raise InputError([problem])


MISBEHAVING: dict[str, tuple[Callable[[Any], object], str]] = {
    "writes before it judges": (lambda pack: (pack.state / "seen").write_text("x"), "changed on disk"),
    "touches the file": (lambda pack: (pack.root / TOY).open("a").write("\n"), "changed on disk"),
    "makes a folder": (lambda pack: (pack.root / "new").mkdir(), "changed on disk"),
    "deletes the lock": (lambda pack: (pack.root / LOCK).unlink(), "changed on disk"),
    "prints beside the error": (lambda pack: print("loaded"), "on standard output"),
    "complains twice": (lambda pack: print("odd", file=sys.stderr), "not one of ours"),
    "lets an exception through": (lambda pack: 1 // 0, "a traceback"),
    "names no field": (lambda pack: _raised(Problem(TOY, 3, "", "titel: did you mean 'title'", "mend it")), "no field"),
    "names no remedy": (lambda pack: _raised(Problem(TOY, 3, "claim 'x', titel", "did you mean 'title'")), "not one of ours"),
    "names another line": (lambda pack: _raised(Problem(TOY, 9, "claim 'x', titel", "did you mean 'title'", "mend")), "places"),
    "ends as if all were well": (lambda pack: sys.exit(0), "exit 0"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISBEHAVING)
def test_an_engine_that_misbehaves_is_seen(pack: Pack, name: str) -> None:
    """One case of the table, met by an engine with a seeded fault."""
    fault, seen = MISBEHAVING[name]
    with mock.patch.object(commands, "load", lambda of: (fault(of), registry_io.load(of))[1]):
        assert any(seen in text for text in answer(ALL["unknown key"], pack))


# -- odd and good ---------------------------------------------------------------------------------------------------------


def rewritten(file: str, change: Callable[[str], str]) -> Callable[[Pack], object]:
    return lambda pack: (pack.root / file).write_bytes(change((pack.root / file).read_text()).encode())


ODD = {
    "CRLF": rewritten(CUBE, lambda text: text.replace("\n", "\r\n")),
    "comments": rewritten(CUBE, lambda text: "# ours\n" + text.replace('"derived"', '"derived"  # <<<<<<< is no conflict here')),
    "Unicode in texts": rewritten(CUBE, lambda text: text.replace("The cube", "Der Würfel ∛ 立方")),
    "a title with quotes and pipes": rewritten(CUBE, lambda text: text.replace('"The cube of a sum, from its square"', "'a | b \"c\" <d>'")),
    "empty optional tables": rewritten(CUBE, lambda text: text + "hypotheses = []\nnotes = ''\n"),
    "a table header per part": rewritten(CUBE, lambda text: text.replace('absent = { lean = "the square is what the toy proves in Lean" }\n', "") + '[claim.absent]\nlean = "because"\n'),
    "exact bounds": rewritten(CUBE, lambda text: text.replace('domain = "real"', 'domain = "real", lower = "-1/2", upper = "0.25"')),
    "a link inside the pack": lambda pack: ((pack.root / CUBE).rename(pack.root / "cube-kept.txt"), link(CUBE, "../cube-kept.txt")(pack)),
    "other files beside": lambda pack: (pack.write("registry/README.md", "<<<<<<< x"), pack.write("registry/a.toml.orig", "[")),
    "entries in folders": lambda pack: ((pack.root / "registry/deep/er").mkdir(parents=True), (pack.root / CUBE).rename(pack.root / "registry/deep/er/c.toml")),
    "modules called as the standard library's": lambda pack: [pack.write(f"{name}.py", "raise SystemExit('ours')\n") for name in ("random", "json", "tomllib")],
    "a folder called as the engine": lambda pack: pack.write("claims/__init__.py", "raise SystemExit('ours')\n"),
    "a long chain": chain(1500, False),
    "a very long line": rewritten(CUBE, lambda text: text + "# " + "x" * 1_000_000 + "\n"),
    "a link to a folder of the pack": lambda pack: (pack.root / "registry/again").symlink_to("."),
    "the folder of entries by a link": lambda pack: ((pack.root / "registry").rename(pack.root / "entries"), link("registry", "entries")(pack)),
    "settings in CRLF": rewritten("claims.toml", lambda text: "# ours\r\nregistry = 'registry'\r\n"),
    "settings in pyproject.toml": lambda pack: ((pack.root / "claims.toml").unlink(), pack.write("pyproject.toml", "[project]\nname = 'x'\n\n[tool.claims]\n")),
    "a lakefile in CRLF": rewritten("lean/lakefile.toml", lambda text: text.replace("\n", "\r\n")),
    "a line separator in a text": rewritten(CUBE, lambda text: text.replace("The cube", "The\u2028cube")),
    "a variable in another script": rewritten(TOY, lambda text: text.replace('meaning = "a number" },', 'meaning = "ein Maß ≥ 0" },')),
    "a lock in CRLF": rewritten(LOCK, lambda text: text.replace("\n", "\r\n")),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_input_is_good(pack: Pack, name: str) -> None:
    if name not in ("a lock in CRLF", "a very long line", "comments"):
        (pack.root / LOCK).unlink()
    ODD[name](pack)
    run = ("verify", "toy.square") if "chain" in name else ("verify",)
    done = pack.here(*run, plain=True, process="called" in name)
    assert done.code == 0, done.out + done.err


def test_modules_of_a_pack_do_not_stand_in_for_ours(pack: Pack) -> None:
    """Also where Python itself looks in the current folder first."""
    for name in ("json", "random", "tomllib", "typer", "dataclasses"):
        pack.write(f"{name}.py", "raise SystemExit('the pack was asked')\n")
    done = pack.claims("list")
    assert (done.returncode, done.stderr) == (0, "") and "toy.square" in done.stdout


def test_a_claim_alone_says_that_it_rests_on_others(pack: Pack) -> None:
    """Its own evidence is shown, and that the rest was not part of the run; of a claim that fails nothing is hidden."""
    pack.edit("toylegs/symbolic.py", "factor=2", "factor=3")
    alone = pack.here("verify", "toy.cube")
    assert alone.code == 0 and alone.report is not None
    assert [(f["reason"], f["exit"]) for f in alone.report["findings"]] == [("DEPENDENCY_NOT_RUN", 0)]
    assert "toy.square" in alone.report["findings"][0]["message"]
    both = pack.here("verify", "toy.cube", "toy.square")
    assert both.code == 1 and both.report is not None
    assert {c["id"]: c["earned"] for c in both.report["claims"]} == {"toy.cube": "open", "toy.square": "conflict"}


def test_a_registry_loads_in_linear_time(pack: Pack) -> None:
    """Four times the entries take at most eight times as long; sixteen times would be quadratic."""

    def seconds(length: int) -> float:
        chain(length, False)(pack)
        best = float("inf")
        for _ in range(2):
            shutil.rmtree(pack.root / ".claims/valid")  # marks of what was validated before
            started = time.process_time()
            assert len(registry_io.load(find_pack(pack.root)).entries) == length + 2
            best = min(best, time.process_time() - started)
        return best

    assert seconds(1000) < 8 * seconds(250)
