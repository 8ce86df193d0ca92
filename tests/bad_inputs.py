"""Malformed registries, locks, packs, Lean projects, evidence and command lines, as data for `test_bad_input.py`."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.fault_corpus import Pack

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


def pipe_at(name: str) -> Callable[[Pack], object]:
    """A named pipe, which a reader would wait for."""

    def plant(pack: Pack) -> None:
        path = pack.root / name
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        os.mkfifo(path)

    return plant


def in_pyproject(content: str, words: str, place: str = "pyproject.toml", **more: Any) -> Bad:
    """A pack described by its pyproject.toml."""

    def plant(pack: Pack) -> None:
        (pack.root / "claims.toml").unlink()
        pack.write("pyproject.toml", content)

    return Bad(plant, place, words, **more)


def folder_at(name: str) -> Callable[[Pack], object]:
    def plant(pack: Pack) -> None:
        (pack.root / name).unlink()
        (pack.root / name).mkdir()

    return plant


def elsewhere(pack: Pack) -> None:
    """A package of the pack that takes its modules from outside."""
    pack.write("../outside/evil.py", "def square(v):\n    return v\n")
    pack.write("toylegs/__init__.py", f"__path__.append({str(pack.root.parent / 'outside')!r})\n")
    pack.edit(TOY, "toylegs.symbolic:square", "toylegs.evil:square")


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
    "byte order mark": text("registry/new.toml", b"\xef\xbb\xbf[[claim]]\n", "byte order mark", 1),
    "lines that end in CR only": text("registry/new.toml", "[[claim]]\rid = 1\r", "not TOML", 1),
    "a day for a status": edit(TOY, '"exact"', "2026-11-30", "is not a known value", 4),
    "yes for a text": edit(TOY, '"The square of a sum"', "true", "title", 3),
    "reference that climbs out": edit(TOY, "toylegs.symbolic:square", "..other:square", "is not a reference", 1),
    "absolute path for a reference": edit(TOY, "toylegs.symbolic:square", "/etc/x.py:square", "is not a reference", 1),
    "theorem of no name": edit(TOY, '"Claims.square"', '""', "is not a Lean name", 1),
    "two faults in two claims": Bad(lambda p: (p.edit(TOY, "[{ document", "3\nx = [{ document"), p.edit(CUBE, '"derived"', '"proved"')), CUBE, "declared: 'proved' is not", count=3),
    "too large": text("registry/new.toml", b"# " + b"x" * 5_000_000, "more than the limit"),
    "deep nesting": text("registry/new.toml", DEEP, "not TOML"),
    "integer beyond all bounds": text("registry/new.toml", f"a = {'9' * 5000}\n", "registry/new.toml"),
    "empty file": text("registry/new.toml", "", "no entry in this file", 1),
    "claim that is no list": text("registry/new.toml", "claim = 3\n", "no entry in this file", 1),
    "claim that is no table": text("registry/new.toml", "claim = [3]\n", "claim 'number 1'", 1),
    "a folder for a file": Bad(folder_at(TOY), TOY, "is a folder"),
    "a pipe for a file": Bad(pipe_at(TOY), TOY, "is not a regular file"),
    "a link to nothing": Bad(link("registry/new.toml", "nowhere"), "registry/new.toml", "cannot be read"),
    "a link in a circle": Bad(link("registry/new.toml", "new.toml"), "registry/new.toml", "cannot be read"),
    "a link out of the pack": Bad(link("registry/new.toml", "/etc/hostname"), "registry/new.toml", "leaves the pack"),
    "a chain in a circle of links": Bad(lambda p: (link("registry/a.toml", "b.toml")(p), link("registry/b.toml", "a.toml")(p)), "registry/a.toml", "cannot be read", count=2),
    "registry that is a file": Bad(lambda p: (shutil.rmtree(p.root / "registry"), p.write("registry", "")), "registry", "is a file where a folder"),
    "no registry file": Bad(lambda pack: [path.unlink() for path in (pack.root / "registry").iterdir()], "registry", "no registry file"),
}  # fmt: skip

#: References are met by the run, which shows the table: exit code 2 and a reason code.
REFERENCES = {
    "missing module": edit(TOY, "toylegs.symbolic:square", "toylegs.symbolik:square", "toylegs.symbolik"),
    "missing function": edit(TOY, "toylegs.symbolic:square", "toylegs.symbolic:sqare", "sqare"),
    "reference to the standard library": edit(TOY, "toylegs.symbolic:square", "os:getcwd", "outside the pack"),
    "reference to the engine": edit(TOY, "toylegs.domain:witness", "claims.cli:main", "outside the pack"),
    "missing witness": edit(TOY, "toylegs.domain:witness", "toylegs.domain:witnes", "witnes"),
    "missing condition": edit(TOY, "toylegs.domain:is_one", "toylegs.domain:is_won", "is_won"),
    "missing refuter": edit(TOY, "toylegs.domain:refute", "toylegs.domain:refuse", "refuse", run=("verify", "--mutants")),
    "mutant of an unknown parameter": edit(CUBE, '"factor", value = -3', '"faktor", value = -3', "faktor", run=("verify", "--mutants")),
    "mutant of a text that is not there": edit(TOY, 'find = "n + 1 = 2"', 'find = "n + 1 = 7"', "occurs 0 times", run=("verify", "--mutants")),
    "mutant of a text that is there twice": edit(TOY, 'find = "n + 1 = 2"', 'find = "n"', "occurs 3 times", run=("verify", "--mutants")),
    "class for a function": edit(TOY, "toylegs.symbolic:square", "toylegs.symbolic:__name__", "__name__"),
    "the module that runs": edit(TOY, "toylegs.symbolic:square", "__main__:main", "__main__"),
    "package that looks elsewhere": Bad(elsewhere, "", "outside the pack"),
    "module that is a link out": Bad(lambda p: (p.write("../outside/evil.py", "def square(v):\n    return v\n"), link("toylegs/symbolic.py", "../../outside/evil.py")(p)), "", "outside the pack"),
    "module that is a link to itself": Bad(link("toylegs/symbolic.py", "symbolic.py"), "", "toylegs.symbolic"),
    "module that is a pipe": Bad(pipe_at("toylegs/symbolic.py"), "", "toylegs.symbolic"),
    "module that is a folder": Bad(folder_at("toylegs/symbolic.py"), "", "toylegs.symbolic"),
    "theorem that does not exist": edit(TOY, '"Claims.square"', '"square"', "square"),
}  # fmt: skip

PACKS = {
    "no registry folder": Bad(lambda p: p.write("claims.toml", 'registry = "nowhere"\n'), "nowhere", "no registry file"),
    "unknown setting": text("claims.toml", 'registri = "registry"\n', "unknown key"),
    "setting of another type": text("claims.toml", "registry = 3\n", "must be a relative path"),
    "empty setting": text("claims.toml", 'lock = ""\n', "must be a relative path"),
    "folder outside": text("claims.toml", 'registry = "../other"\n', "leaves the pack"),
    "absolute folder outside": text("claims.toml", 'lean = "/etc"\n', "leaves the pack"),
    "settings that are no TOML": text("claims.toml", "registry =\n", "not TOML"),
    "settings in conflict": text("claims.toml", CONFLICT, "merge-conflict marker", 1),
    "settings not UTF-8": text("claims.toml", b"\xff\xfe", "not UTF-8"),
    "settings that are a folder": Bad(folder_at("claims.toml"), "claims.toml", "is a folder"),
    "the lock is a folder of the pack": Bad(lambda p: p.write("claims.toml", 'lock = "registry"\n'), "registry", "is a folder"),
    "settings with a byte order mark": text("claims.toml", b"\xef\xbb\xbf", "byte order mark", 1),
    "settings too large": text("claims.toml", b"# " + b"x" * 5_000_000, "more than the limit"),
    "settings deeply nested": text("claims.toml", DEEP, "not TOML"),
    "settings that are a pipe": Bad(pipe_at("claims.toml"), "claims.toml", "is not a regular file"),
    "settings that are a link out": Bad(link("claims.toml", "/etc/hostname"), "claims.toml", "leaves the pack"),
    "two faults in the settings": text("claims.toml", "\nlock = 3\nregistri = 'x'\n", "lock: must be", 2, count=2),
    "unknown setting in pyproject.toml": in_pyproject('[project]\nname = "x"\n[tool.claims]\nregistri = "x"\n', "registri: unknown key", "pyproject.toml:4"),
    "setting of another type in pyproject.toml": in_pyproject("[tool.claims]\nlean = ['lean']\n", "lean: must be a relative path", "pyproject.toml:2"),
    "folder outside in pyproject.toml": in_pyproject('[tool.claims]\nevidence = "a/../../b"\n', "leaves the pack", "pyproject.toml:2"),
    "pyproject.toml in conflict": in_pyproject(f"[project]\n{CONFLICT}[tool.claims]\n", "merge-conflict marker", "pyproject.toml:2"),
    "pyproject.toml that is no TOML": in_pyproject("[tool.claims\n", "not TOML", "pyproject.toml:1"),
    "settings that are no table": in_pyproject("[tool]\nclaims = 3\n", "tool.claims: must be a table", "pyproject.toml:2"),
    "settings in a list of tables": in_pyproject("[[tool.claims]]\n", "tool.claims: must be a table", "pyproject.toml:1"),
    "tools that are no table": in_pyproject("tool = 3\n", "tool: must be a table", "pyproject.toml:1"),
    "pyproject.toml of something else": in_pyproject("[project]\nname = 'x'\n", "no pack here", ""),
    "Lean folder that is a file": Bad(lambda p: p.write("claims.toml", 'lean = "README"\n') or p.write("README", ""), "README", "is a file where a folder"),
    "evidence that is a file": Bad(lambda p: p.write("evidence", ""), "evidence", "is a file where a folder"),
    "registry outside by a link": Bad(link("registry", "../moved-registry"), "claims.toml", "leaves the pack"),
    "state outside by a link": Bad(link(".claims", "../moved-.claims"), ".claims", "leaves the pack"),
}  # fmt: skip

LOCKS = {
    "empty lock": text(LOCK, "", "empty"),
    "lock of another version": text(LOCK, '{"schema": 9, "lean": ""}\n', "schema 9 is not", 1),
    "lock without a header": text(LOCK, "{}\n", "not a lock line", 1),
    "lock that is a list": text(LOCK, "[]\n", "not a lock line", 1),
    "lock in conflict": text(LOCK, CONFLICT, "merge-conflict marker", 1),
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
    "lock that begins with a byte order mark": Bad(lambda p: p.write(LOCK, "\ufeff" + (p.root / LOCK).read_text()), f"{LOCK}:1", "BOM"),
    "lock with a marker at its end": Bad(lambda p: p.write(LOCK, (p.root / LOCK).read_text() + ">>>>>>> theirs\n"), LOCK, "merge-conflict marker"),
    "lock with an empty line": Bad(lambda p: p.write(LOCK, (p.root / LOCK).read_text() + "\n"), LOCK, "not a lock line"),
    "lock with a huge number": Bad(lambda p: p.write(LOCK, '{"schema": 1, "lean": ' + "9" * 5000 + "}\n"), f"{LOCK}:1", "not a lock line"),
    "lock with hypotheses that are no table": lock_line(lambda row: row.update(kinds=["x"]), "not a lock line"),
    "lock with a kind that is no text": lock_line(lambda row: row.update(kinds={"one": 3}), "not a lock line"),
    "lock that is a pipe": Bad(pipe_at(LOCK), LOCK, "is not a regular file"),
    "lock that is a link out": Bad(link(LOCK, "/etc/hostname"), "claims.toml", "leaves the pack"),
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
    "lakefile with another list": text("lean/lakefile.toml", "lean_lib = [3]\n", "exactly one library"),
    "lakefile with two libraries": text("lean/lakefile.toml", '[[lean_lib]]\nname = "A"\n[[lean_lib]]\nname = "B"\n', "exactly one library"),
    "lakefile with a library outside": text("lean/lakefile.toml", '[[lean_lib]]\nname = "../x"\n', "exactly one library"),
    "lakefile that is a pipe": Bad(pipe_at("lean/lakefile.toml"), "lean/lakefile.toml", "is not a regular file"),
    "lakefile in Lean": Bad(lambda p: (p.root / "lean/lakefile.toml").rename(p.root / "lean/lakefile.lean"), "lean/lakefile.toml", "cannot be read"),
    "no Lean folder": Bad(lambda p: shutil.rmtree(p.root / "lean"), "lean/lakefile.toml", "cannot be read"),
    "toolchain of another kind": text("lean/lean-toolchain", "nightly\n", "write leanprover/lean4:vX.Y.Z"),
    "toolchain in conflict": text("lean/lean-toolchain", CONFLICT, "write leanprover/lean4:vX.Y.Z"),
    "Lean source that is a pipe": Bad(pipe_at("lean/Claims/Pipe.lean"), "lean/Claims/Pipe.lean", "is not a regular file"),
    "Lean source out of the pack": Bad(link("lean/Claims/Square.lean", "/etc/hostname"), "lean/Claims/Square.lean", "leaves the pack"),
    "Lean source too large": text("lean/Claims/Big.lean", b"-- " + b"x" * 5_000_000, "more than the limit"),
    "module that imports itself": Bad(lambda p: p.edit("lean/Claims/Square.lean", "module\n", "module\nimport Claims.Square\n"), "lean/Claims/Square.lean", "Claims.Square -> Claims.Square"),
    "no toolchain file": Bad(lambda pack: (pack.root / "lean/lean-toolchain").unlink(), "lean/lean-toolchain", "cannot be read"),
    "Lean source not UTF-8": text("lean/Claims/Square.lean", b"theorem \xff", "not UTF-8"),
    "Lean source that is a link to nothing": Bad(link("lean/Claims/Square.lean", "nowhere"), "lean/Claims/Square.lean", "cannot be read"),
    "Lean source that is a folder": Bad(folder_at("lean/Claims/Square.lean"), "lean/Claims/Square.lean", "is a folder"),
    "modules that import each other": Bad(lambda p: p.edit("lean/Claims/Square.lean", "module\n", "module\nimport Claims\n"), "lean/Claims", "import"),
}  # fmt: skip

EVIDENCE = {
    "record that is no JSON": text("evidence/a.json", "{", "cannot be read"),
    "record not UTF-8": text("evidence/a.json", b"\xff", "cannot be read"),
    "record in conflict": text("evidence/a.json", CONFLICT, "cannot be read"),
    "record deeply nested": text("evidence/a.json", "[" * 100_000, "cannot be read"),
    "record too large": text("evidence/a.json", b" " * 5_000_000, "more than the limit"),
    "record that is a pipe": Bad(pipe_at("evidence/a.json"), "evidence/a.json", "is not a regular file"),
    "record that is a link out": Bad(lambda p: ((p.root / "evidence").mkdir(), link("evidence/a.json", "/etc/hostname")(p)), "evidence/a.json", "leaves the pack"),
    "record that is a list": text("evidence/a.json", "[]", "not a record"),
    "record without its fields": text("evidence/a.json", '{"schema": "claims-evidence/1"}', "required", count=4),
    "record of another version": text("evidence/a.json", json.dumps({"schema": "claims-evidence/9", "claim": "toy.square", "device": "d", "date": "2026-01-01", "source": "s"}), "claims-evidence/9"),
    "record with a number for a text": text("evidence/a.json", json.dumps({"schema": "claims-evidence/1", "claim": 3, "device": "d", "date": "x", "source": "s"}), "claim: required"),
}  # fmt: skip

COMMANDS = {
    "unknown id": command("verify", "toy.no", words="no claim matches"),
    "only changed mutants without mutants": command("verify", "--only-changed", words="changes nothing without --mutants"),
    "empty pattern": command("verify", "", words="no claim matches"),
    "bracket as a pattern": command("verify", "[", words="no claim matches"),
    "no worker": command("verify", "-j", "0", words="--jobs: 0 is not in the range"),
    "fewer than no worker": command("verify", "-j", "-1", words="--jobs: -1 is not in the range"),
    "half a worker": command("verify", "-j", "0.5", words="--jobs: '0.5' is not"),
    "unknown toolchain": command("verify", "--toolchain", "nightly", words="--toolchain: 'nightly' is not one of"),
    "unknown leg": command("verify", "--leg", "verbal", words="--leg: 'verbal' is not one of"),
    "unknown option": command("verify", "--al", words="--al: no such option"),
    "option with a line break": command("verify", "--a\nb", words="--a b: no such option"),
    "option without its value": command("show", "--pack", words="requires an argument"),
    "unknown command": command("verfy", words="Did you mean 'verify'?"),
    "unknown cache command": command("cache", "burn", words="No such command 'burn'"),
    "unknown reason code": command("explain", "NOPE", words="CODE: no reason code 'NOPE'"),
    "unknown format of a diff": command("diff", "HEAD", "--format", "pdf", words="--format: 'pdf' is not one of"),
    "one revision too many": command("diff", "HEAD", "HEAD", words="unexpected extra argument"),
    "diff of a revision that is an option": command("diff", "--", "--output=x", words="no commit '--output=x'"),
    "diff outside git": Bad(lambda p: shutil.rmtree(p.root / ".git"), "", "not in a git repository", run=("diff", "HEAD")),
    "lock outside git": Bad(lambda p: shutil.rmtree(p.root / ".git", ignore_errors=True), "", "not in a git repository", run=("lock",)),
    "id near a known one": command("show", "toy.squar", words="did you mean 'toy.square'?"),
    "pattern that matches nothing": command("list", "other.*", words="no claim matches"),
    "report into no folder": command("verify", "--json", "no/where/a.json", words="does not exist"),
    "JUnit into no folder": command("verify", "--junit", "no/a.xml", words="--junit: the folder of no/a.xml does not exist"),
    "badge on a folder": command("verify", "--badge", "registry", words="--badge: registry is a folder"),
    "Markdown over a registry file": command("verify", "--markdown", TOY, words="--markdown: registry/toy.toml is a source"),
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
    "new pack below a file": command("new", "claims.toml/new", words="File exists", place=""),
    "new pack with a hostile title": command("new", "fresh", "--title", "a\nb", words="control characters"),
    "audit of nothing": command("audit", "toylegs", words="no compiled module", place="toylegs"),
    "audit of no folder": command("audit", "nowhere", words="no compiled module", place="nowhere"),
    "table without its markers": command("table", "--readme", "registry/toy.toml", words="once each", place=TOY),
    "table in no file": command("table", "--readme", "nowhere.md", words="no such file", place="nowhere.md"),
}  # fmt: skip

ALL = {**REGISTRIES, **PACKS, **LOCKS, **LEAN, **EVIDENCE, **COMMANDS}
