"""Malformed registries, locks, packs, Lean projects, evidence and command lines: one line each, and nothing changes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fault_corpus import Done, Pack, copy_of, make_base

LINE = re.compile(r"error: (?P<place>[^:]+(?::\d+)?):(?: (?P<field>.+?):)? .+ -- .+")
TOY, CUBE, LOCK = "registry/toy.toml", "registry/cube.toml", "claims.lock"


@dataclass(frozen=True)
class Bad:
    """What is done to a sound pack, the place and words of the one error line, and the command that meets it."""

    plant: Callable[[Pack], object]
    place: str
    words: str
    run: tuple[str, ...] = ("verify",)
    count: int = 1


def edit(file: str, old: str, new: str, words: str, line: int | None = None, **more: Any) -> Bad:
    """A text of a file that stands there once is replaced."""
    return Bad(lambda pack: pack.edit(file, old, new), file if line is None else f"{file}:{line}", words, **more)


def text(file: str, content: str | bytes, words: str, line: int | None = None, **more: Any) -> Bad:
    """A file with this content."""

    def plant(pack: Pack) -> None:
        path = pack.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return Bad(plant, file if line is None else f"{file}:{line}", words, **more)


def command(*arguments: str, words: str, place: str = "command line", **more: Any) -> Bad:
    """A command line on a sound pack."""
    return Bad(lambda pack: None, place, words, run=arguments, **more)


def lock_line(change: Callable[[dict[str, Any]], object], words: str, line: int = 2) -> Bad:
    """One line of the lock is changed."""

    def plant(pack: Pack) -> None:
        lines = (pack.root / LOCK).read_text().splitlines()
        data = json.loads(lines[line - 1])
        change(data)
        lines[line - 1] = json.dumps(data)
        pack.write(LOCK, "\n".join(lines) + "\n")

    return Bad(plant, f"{LOCK}:{line}", words)


def chain(length: int, closed: bool) -> Callable[[Pack], object]:
    """So many more claims, each resting on the one before; ``closed``: the first one on the last."""

    def plant(pack: Pack) -> None:
        one = (pack.root / CUBE).read_text()
        parts = []
        for i in range(length):
            rests = f"toy.c{i - 1}" if i else f"toy.c{length - 1}" if closed else "toy.square"
            parts.append(one.replace('"toy.cube"', f'"toy.c{i}"').replace('["toy.square"]', f'["{rests}"]'))
        pack.write("registry/chain.toml", "\n".join(parts))

    return plant


def link(name: str, target: str) -> Callable[[Pack], object]:
    """A symbolic link in place of what is there."""

    def plant(pack: Pack) -> None:
        path = pack.root / name
        if path.is_dir() and not path.is_symlink():
            path.rename(pack.root.parent / f"moved-{path.name}")
        else:
            path.unlink(missing_ok=True)
        path.symlink_to(target)

    return plant


def fifo(pack: Pack) -> None:
    (pack.root / TOY).unlink()
    os.mkfifo(pack.root / TOY)


def folder_at(name: str) -> Callable[[Pack], object]:
    def plant(pack: Pack) -> None:
        (pack.root / name).unlink()
        (pack.root / name).mkdir()

    return plant


CONFLICT = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
DEEP = "a = " + "[" * 3000 + "]" * 3000 + "\n"

REGISTRIES = {
    "unknown key": edit(TOY, "title =", "titel =", "did you mean 'title'", 3, count=2),
    "unknown key in a table": edit(TOY, 'check = "', 'chek = "', "did you mean 'check'", 15, count=2),
    "unknown top-level key": edit(TOY, "[[claim]]", "colour = 1\n[[claim]]", "unknown key at the top", 1),
    "wrong type": edit(TOY, '"The square of a sum"', "3", "claim 'toy.square', title", 3),
    "a date for a text": edit(TOY, '"The square of a sum"', "2026-11-30", "title", 3),
    "a text for a list": edit(TOY, '[{ document = "toy", section = "1" }]', '"toy"', "sources", 6),
    "required key missing": edit(TOY, 'declared = "exact"\n', "", "declared: required and missing", 1),
    "duplicate id": Bad(lambda pack: pack.edit(CUBE, '"toy.cube"', '"toy.square"'), f"{TOY}:1", "already used at registry/cube.toml:1"),
    "duplicate TOML key": edit(TOY, 'title = "The', 'title = "x"\ntitle = "The', "not TOML", 4),
    "id with a blank": edit(TOY, '"toy.square"', '"toy square"', "is not an id", 1, count=2),
    "id with capitals": edit(TOY, '"toy.square"', '"Toy.square"', "is not an id", 1, count=2),
    "id with a look-alike letter": edit(TOY, '"toy.square"', '"tоy.square"', "is not an id", 1, count=2),
    "empty id": edit(TOY, '"toy.square"', '""', "is not an id", 1, count=2),
    "id with a line break": edit(TOY, '"toy.square"', r'"toy.square\n"', "is not an id", 1, count=2),
    "unknown status": edit(TOY, '"exact"', '"proved"', "is not a known value", 4),
    "unknown domain": edit(CUBE, '"positive"', '"positif"', "did you mean 'positive'"),
    "unknown kind": edit(TOY, 'kind = "model"', 'kind = "modal"', "did you mean 'model'"),
    "hypothesis without a kind": edit(TOY, 'kind = "model", ', "", "kind: required and missing"),
    "unknown leg of a mutant": edit(TOY, '{ leg = "numeric"', '{ leg = "numerical"', "did you mean 'numeric'"),
    "mutant without effect": edit(TOY, 'replace = "n + 1 = 3"', 'replace = "n + 1 = 2"', "which differ", 1),
    "mutant of a leg that is not there": edit(CUBE, '{ leg = "numeric"', '{ leg = "lean"', "has no lean leg", count=4),
    "mutant without a parameter": edit(CUBE, '"numeric", kind = "factor", change = { parameter = "factor", ', '"numeric", kind = "factor", change = { ', "changes a parameter"),
    "Lean mutant that nothing refutes": edit(TOY, ', refuted_by = "toylegs.domain:refute"', "", "refutes nothing"),
    "no mutant of a leg": edit(CUBE, '  { leg = "numeric", kind = "factor", change = { parameter = "factor", value = 2 } },\n', "", "no mutant of the numeric leg"),
    "infinite value of a mutant": edit(CUBE, "value = -3", "value = inf", "value"),
    "not a number as a value": edit(CUBE, "value = -3", "value = nan", "value"),
    "reference without a function": edit(TOY, "toylegs.symbolic:square", "toylegs.symbolic", "is not a reference", 1),
    "reference that is a path": edit(TOY, "toylegs.symbolic:square", "../other.py:square", "is not a reference", 1),
    "empty witness": edit(TOY, 'witness = "toylegs.domain:witness"', 'witness = ""', "is not a reference", 1),
    "theorem that is no name": edit(TOY, '"Claims.square"', '"Claims square"', "is not a Lean name", 1),
    "scope core without a gap": edit(TOY, '"Claims.square" }', '"Claims.square", scope = "core" }', "without a gap", 1),
    "leg missing without a reason": edit(CUBE, 'absent = { lean = "the square is what the toy proves in Lean" }\n', "", "without a reason", 1),
    "reason for a leg that is there": edit(CUBE, "absent = { lean", 'absent = { numeric = "none", lean', "gives a reason", 1),
    "dependency that does not exist": edit(CUBE, '["toy.square"]', '["toy.sqare"]', "did you mean 'toy.square'?", 1),
    "cycle": Bad(lambda pack: pack.edit(TOY, 'witness = "', 'depends_on = ["toy.cube"]\nwitness = "'), CUBE, "cycle: "),
    "claim that rests on itself": edit(CUBE, '["toy.square"]', '["toy.cube"]', "cycle: toy.cube -> toy.cube", 1),
    "cycle of 1,500 claims": Bad(chain(1500, True), "registry/chain.toml", "cycle: "),
    "falsifies nothing": edit(CUBE, "depends_on", 'falsifies = { claim = "toy.no", hypothesis = "one" }\ndepends_on', "no claim 'toy.no'", 1),
    "falsifies no hypothesis": edit(CUBE, "depends_on", 'falsifies = { claim = "toy.square", hypothesis = "two" }\ndepends_on', "it has: one", 1),
    "corrected by nothing": edit(CUBE, "depends_on", 'corrected_by = "toy.no"\ndepends_on', "no claim 'toy.no'", 1),
    "bound that is no number": edit(CUBE, 'domain = "real"', 'domain = "real", lower = "one"', "is not an exact number"),
    "bound NaN": edit(CUBE, 'domain = "real"', 'domain = "real", lower = "nan"', "is not an exact number"),
    "bound infinite": edit(CUBE, 'domain = "real"', 'domain = "real", upper = "inf"', "is not an exact number"),
    "bound of zero denominator": edit(CUBE, 'domain = "real"', 'domain = "real", upper = "1/0"', "is not an exact number"),
    "bound as a float": edit(CUBE, 'domain = "real"', 'domain = "real", upper = 0.5', "upper"),
    "lower above upper": edit(CUBE, 'domain = "real"', 'domain = "real", lower = "2", upper = "1"', "nothing lies between"),
    "bounds that are equal": edit(CUBE, 'domain = "real"', 'domain = "real", lower = "1", upper = "1"', "nothing lies between"),
    "huge bound": edit(CUBE, 'domain = "real"', f'domain = "real", upper = "1e{"9" * 9}"', "is not an exact number"),
    "variable twice": edit(CUBE, 'name = "b"', 'name = "a"', "is used twice", 1),
    "variable that is no name": edit(CUBE, 'name = "b"', 'name = "b c"', "is not a name"),
    "variable that Python reserves": edit(CUBE, 'name = "b"', 'name = "lambda"', "is not a name"),
    "shape that is no name": edit(CUBE, 'domain = "real"', 'domain = "real", shape = ["2k"]', "\'2k\' is no size"),
    "negative size": edit(CUBE, 'domain = "real"', 'domain = "real", shape = ["-3"]', "'-3'"),
    "huge size": edit(CUBE, 'domain = "real"', 'domain = "real", shape = ["99999999999999999999"]', "99999999999999999999"),
    "merge conflict": edit(TOY, 'title = "', f'{CONFLICT}title = "', "merge-conflict marker", 3),
    "not UTF-8": text("registry/new.toml", b"[[claim]]\nid = '\xff'\n", "not UTF-8"),
    "NUL": text("registry/new.toml", b"[[claim]]\nid = '\x00'\n", "not TOML", 2),
    "UTF-16": text("registry/new.toml", "[[claim]]\n".encode("utf-16"), "not UTF-8"),
    "cut in the middle": edit(TOY, "legs.domain:witness", 'x" # "\nstatement2 = \'\'\'', "not TOML"),
    "too large": text("registry/new.toml", b"# " + b"x" * 5_000_000, "more than the limit"),
    "deep nesting": text("registry/new.toml", DEEP, "not TOML"),
    "integer beyond all bounds": text("registry/new.toml", f"a = {'9' * 5000}\n", "registry/new.toml"),
    "empty file": text("registry/new.toml", "", "no entry in this file", 1),
    "claim that is no list": text("registry/new.toml", "claim = 3\n", "no entry in this file", 1),
    "claim that is no table": text("registry/new.toml", "claim = [3]\n", "claim 'number 1'", 1),
    "a folder for a file": Bad(folder_at(TOY), TOY, "is a folder"),
    "a pipe for a file": Bad(fifo, TOY, "is not a regular file"),
    "a link to nothing": Bad(link("registry/new.toml", "nowhere"), "registry/new.toml", "cannot be read"),
    "a link in a circle": Bad(link("registry/new.toml", "new.toml"), "registry/new.toml", "cannot be read"),
    "a link out of the pack": Bad(link("registry/new.toml", "/etc/hostname"), "registry/new.toml", "leaves the pack"),
    "no registry file": Bad(lambda pack: [path.unlink() for path in (pack.root / "registry").iterdir()], "registry", "no registry file"),
}  # fmt: skip

#: References are met by the run, which shows the table: exit code 2 and a reason code.
REFERENCES = {
    "missing module": edit(TOY, "toylegs.symbolic:square", "toylegs.symbolik:square", "toylegs.symbolik"),
    "missing function": edit(TOY, "toylegs.symbolic:square", "toylegs.symbolic:sqare", "sqare"),
    "reference to the standard library": edit(TOY, "toylegs.symbolic:square", "os:getcwd", "outside the pack"),
    "reference to the engine": edit(TOY, "toylegs.domain:witness", "claims.cli:main", "outside the pack"),
    "theorem that does not exist": edit(TOY, '"Claims.square"', '"square"', "square"),
}  # fmt: skip

PACKS = {
    "no registry folder": Bad(
        lambda p: p.write("claims.toml", 'registry = "nowhere"\n'), "nowhere", "no registry file"
    ),
    "unknown setting": text("claims.toml", 'registri = "registry"\n', "unknown key"),
    "setting of another type": text("claims.toml", "registry = 3\n", "must be a relative path"),
    "empty setting": text("claims.toml", 'lock = ""\n', "must be a relative path"),
    "folder outside": text("claims.toml", 'registry = "../other"\n', "leaves the pack"),
    "absolute folder outside": text("claims.toml", 'lean = "/etc"\n', "leaves the pack"),
    "settings that are no TOML": text("claims.toml", "registry =\n", "not TOML"),
    "settings in conflict": text("claims.toml", CONFLICT, "merge-conflict marker", 1),
    "settings not UTF-8": text("claims.toml", b"\xff\xfe", "not UTF-8"),
    "settings that are a folder": Bad(folder_at("claims.toml"), "", "no pack here"),
    "the lock is a folder of the pack": Bad(
        lambda p: p.write("claims.toml", 'lock = "registry"\n'), "registry", "is a folder"
    ),
    "registry outside by a link": Bad(link("registry", "../moved-registry"), "claims.toml", "leaves the pack"),
    "state outside by a link": Bad(link(".claims", "../moved-.claims"), ".claims", "leaves the pack"),
}

LOCKS = {
    "empty lock": text(LOCK, "", "empty"),
    "lock of another version": text(LOCK, '{"schema": 9, "lean": ""}\n', "schema 9 is not", 1),
    "lock without a header": text(LOCK, "{}\n", "not a lock line", 1),
    "lock that is a list": text(LOCK, "[]\n", "not a lock line", 1),
    "lock in conflict": text(LOCK, CONFLICT, "not a lock line", 1),
    "lock not UTF-8": text(LOCK, b"\xff", "cannot be read"),
    "lock cut in a line": Bad(lambda p: p.write(LOCK, (p.root / LOCK).read_text()[:-40]), LOCK, "not a lock line"),
    "lock with a row twice": Bad(lambda p: p.write(LOCK, (t := (p.root / LOCK).read_text()) + t.splitlines()[-1] + "\n"), LOCK, "stands twice"),
    "lock deeply nested": text(LOCK, '{"schema": 1, "lean": ""}\n' + "[" * 100_000 + "\n", "not a lock line", 2),
    "lock with NaN": lock_line(lambda row: row.update(mutants=float("nan")), "not a lock line"),
    "lock with an unknown leg": lock_line(lambda row: row.update(leg="verbal"), "is not a leg"),
    "lock with an unknown status": lock_line(lambda row: row.update(earned="proved"), "not a lock line"),
    "lock with a failing verdict": lock_line(lambda row: row.update(verdict="fail"), "legs that pass"),
    "lock with a number for a text": lock_line(lambda row: row.update(statement=3), "not a lock line"),
    "lock with axioms that are no list": lock_line(lambda row: row.update(axioms=3), "not a lock line"),
    "lock without a key": lock_line(lambda row: row.pop("source"), "not a lock line"),
    "lock with another key": lock_line(lambda row: row.update(more=1), "not a lock line"),
    "lock with a negative count": lock_line(lambda row: row.update(mutants=-1), "not a lock line"),
    "lock that is a folder": Bad(folder_at(LOCK), LOCK, "is a folder"),
    "lock that is a link to nothing": Bad(link(LOCK, "nowhere"), LOCK, "is a link to nothing"),
}  # fmt: skip

LEAN = {
    "no lakefile": Bad(lambda pack: (pack.root / "lean/lakefile.toml").unlink(), "lean/lakefile.toml", "cannot be read"),
    "lakefile in conflict": text("lean/lakefile.toml", CONFLICT, "merge-conflict marker", 1),
    "lakefile without a library": text("lean/lakefile.toml", 'name = "x"\n', "exactly one library"),
    "no toolchain file": Bad(lambda pack: (pack.root / "lean/lean-toolchain").unlink(), "lean/lean-toolchain", "cannot be read"),
    "Lean source not UTF-8": text("lean/Claims/Square.lean", b"theorem \xff", "not UTF-8"),
    "Lean source that is a link to nothing": Bad(link("lean/Claims/Square.lean", "nowhere"), "lean/Claims/Square.lean", "cannot be read"),
    "Lean source that is a folder": Bad(folder_at("lean/Claims/Square.lean"), "lean/Claims/Square.lean", "is a folder"),
    "modules that import each other": Bad(lambda p: p.edit("lean/Claims/Square.lean", "module\n", "module\nimport Claims\n"), "lean/Claims", "import"),
}  # fmt: skip

EVIDENCE = {
    "record that is no JSON": text("evidence/a.json", "{", "cannot be read"),
    "record that is a list": text("evidence/a.json", "[]", "not a record"),
    "record without its fields": text("evidence/a.json", '{"schema": "claims-evidence/1"}', "required", count=4),
    "record of another version": text("evidence/a.json", json.dumps({"schema": "claims-evidence/9", "claim": "toy.square", "device": "d", "date": "2026-01-01", "source": "s"}), "claims-evidence/9"),
    "record with a number for a text": text("evidence/a.json", json.dumps({"schema": "claims-evidence/1", "claim": 3, "device": "d", "date": "x", "source": "s"}), "claim: required"),
}  # fmt: skip

COMMANDS = {
    "unknown id": command("verify", "toy.no", words="no claim matches"),
    "empty pattern": command("verify", "", words="no claim matches"),
    "id near a known one": command("show", "toy.squar", words="did you mean 'toy.square'?"),
    "pattern that matches nothing": command("list", "other.*", words="no claim matches"),
    "report into no folder": command("verify", "--json", "no/where/a.json", words="does not exist"),
    "report over the lock": command("verify", "--json", LOCK, words="is the lock"),
    "two reports in one file": command("verify", "--json", "a", "--sarif", "a", words="is also the target"),
    "pack that is no folder": command("verify", "--pack", "nowhere", words="no such folder", place=""),
    "pack that is none": command("verify", "--pack", "toylegs", words="no pack here", place=""),
    "diff with no such revision": command("diff", "no-such", words="no commit 'no-such'"),
    "accepting an unknown id": command("lock", "--accept", "toy.no", "--because", "x", words="no claim 'toy.no'"),
    "accepting without a reason": command("lock", "--accept", "toy.square", words="needs its reason"),
    "a reason for nothing": command("lock", "--because", "x", words="a reason without a claim"),
    "new pack in a folder that is not empty": command("new", "toylegs", words="is not empty", place="toylegs"),
    "new pack on a file": command("new", "claims.toml", words="is not a folder", place="claims.toml"),
    "new pack with a hostile title": command("new", "fresh", "--title", "a\nb", words="control characters"),
    "audit of nothing": command("audit", "toylegs", words="no compiled module", place="toylegs"),
    "audit of no folder": command("audit", "nowhere", words="no compiled module", place="nowhere"),
    "table without its markers": command("table", "--readme", "registry/toy.toml", words="once each", place=TOY),
    "table in no file": command("table", "--readme", "nowhere.md", words="no such file", place="nowhere.md"),
}  # fmt: skip

ALL = {**REGISTRIES, **PACKS, **LOCKS, **LEAN, **EVIDENCE, **COMMANDS}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return make_base(tmp_path_factory.mktemp("bad"))


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
    places = [match["place"] for line in lines if (match := LINE.fullmatch(line))]
    found += [] if any(place.startswith(bad.place) for place in places) else [f"places {places}, not {bad.place}"]
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    found += [f"changed on disk: {changed}"] if changed else []
    return [*found, text] if found else []


def answer(bad: Bad, pack: Pack) -> list[str]:
    bad.plant(pack)
    before = snapshot(pack.root)
    done = pack.here(*bad.run, plain=True)
    return faults(bad, done, before, snapshot(pack.root))


def test_the_table_is_long() -> None:
    assert len(ALL) == sum(map(len, (REGISTRIES, PACKS, LOCKS, LEAN, EVIDENCE, COMMANDS))) >= 120


@pytest.mark.parametrize("name", REFERENCES)
def test_a_reference_that_names_nothing_is_exit_2(pack: Pack, name: str) -> None:
    bad = REFERENCES[name]
    bad.plant(pack)
    done = pack.here("verify")
    assert done.code == 2 and done.report is not None
    worst = done.report["findings"][0]
    assert worst["exit"] == 2 and worst["reason"] in ("UNRESOLVED", "LEAN_UNKNOWN") and bad.words in worst["message"]


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
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_input_is_good(pack: Pack, name: str) -> None:
    (pack.root / LOCK).unlink()
    ODD[name](pack)
    run = ("list",) if "chain" in name else ("verify",)
    done = pack.here(*run, plain=True, process="called" in name)
    assert done.code == 0, done.out + done.err


# -- random edits ---------------------------------------------------------------------------------------------------------

TOKENS = st.sampled_from(
    [b'"', b"'", b"[", b"]", b"{", b"}", b"=", b",", b"\n", b"\x00", b"\xff", b"nan", b"1e999", b"[[claim]]\n", b"#"]
)


@pytest.mark.parametrize("file", [TOY, LOCK, "claims.toml", "lean/lakefile.toml"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_random_edits_never_end_in_a_traceback(base: Pack, file: str, data: st.DataObject) -> None:
    path = base.root / file
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole)))
    upto = data.draw(st.integers(at, min(len(whole), at + 30)))
    try:
        path.write_bytes(whole[:at] + data.draw(TOKENS) + whole[upto:])
        done = base.here("status", plain=True)
    finally:
        path.write_bytes(whole)
    assert done.code in (0, 2)
    assert "Traceback" not in done.err
    assert done.code == 0 or done.out or all(line.startswith("error: ") for line in done.err.splitlines())
