"""The corpus of planted faults: reads the cases of ``tests/faults``, runs each on a small pack, and counts.

`python -m tests.fault_corpus` (`make faults`) prints every case that is not as it must be; its last line is
``caught / planted``. A case runs the real command line in this process, on a copy of a pack that was verified before,
with Python legs run here instead of in worker processes (a case with ``process = true`` keeps those).
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import re
import runpy
import shutil
import signal
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest import mock

from claims import runner, worker
from claims.cli import main as command_line
from claims.lean.store import ToolchainUnavailable
from claims.outcome import LegResult
from claims.pool import Pool, Task
from claims.reasons import reasons
from tests import lean_forgeries
from tests.toy_pack import Toy, make_toy

FAULTS = Path(__file__).parent / "faults"
ROOMS = ("symbolic", "numeric", "gate", "cache", "packs", "good")
BASE = FAULTS / "base"
_KEYS = {
    "about", "source", "leg", "claim", "verdict", "reason", "exit", "lock", "run", "lean", "environment", "process",
    "plain", "shows", "hides", "slow", "edit", "earned", "before", "cached",
    "seconds", "files",
}  # fmt: skip


@dataclass(frozen=True)
class Edit:
    """A text of a file of the pack that occurs once, and what stands there instead; no ``find``: the whole file."""

    file: str
    replace: str
    find: str = ""


@dataclass(frozen=True)
class Case:
    """One folder of the corpus (keys of `case.toml`: see the README of the corpus)."""

    folder: Path
    about: str
    source: str
    leg: str
    verdict: str
    reason: str
    exit: int
    claim: str = "toy.square"
    earned: str = ""
    lock: bool = False
    before: tuple[str, ...] = ()
    run: tuple[str, ...] = ("verify",)
    lean: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)
    process: bool = False
    plain: bool = False
    slow: bool = False
    seconds: float = 0.0
    files: Mapping[str, str] = field(default_factory=dict)
    cached: tuple[str, ...] | None = None
    shows: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()

    @property
    def name(self) -> str:
        """Room and folder, such as ``gate/leg-removed``."""
        return f"{self.folder.parent.name}/{self.folder.name}"

    @property
    def good(self) -> bool:
        """Whether nothing is wrong here, so that the case must stay green."""
        return self.folder.parent.name == "good"


def read_case(folder: Path) -> Case:
    """The case of a folder; raises ``ValueError`` on a key that the corpus does not know or lacks."""
    data = tomllib.loads((folder / "case.toml").read_text("utf8"))
    if unknown := set(data) - _KEYS:
        raise ValueError(f"{folder}: unknown keys {sorted(unknown)}")
    edits = tuple(Edit(**edit) for edit in data.pop("edit", ()))
    try:
        return Case(folder, edits=edits, **{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})
    except TypeError as error:
        raise ValueError(f"{folder}: {error}") from None


def read_cases() -> tuple[Case, ...]:
    """All cases, room by room."""
    return tuple(read_case(path.parent) for room in ROOMS for path in sorted((FAULTS / room).glob("*/case.toml")))


# -- running the command line here --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any] | None:
        """The JSON report, where the command printed one."""
        try:
            data = json.loads(self.out)
        except ValueError:
            return None
        return data if isinstance(data, dict) else None


class Here(Pool):
    """Runs the tasks in this process, each as a worker would, JSON in between included."""

    def run(self, tasks: Sequence[Task], done: Callable[[Task, LegResult], None]) -> None:
        """Run every task on modules of the pack as they stand now."""
        with _modules_of(self._root):
            for task in tasks:
                result = worker.perform(json.loads(json.dumps({"task": task.name, **task.body})), self._root)
                answer = json.loads(worker._rendered(task.name, result))
                done(task, LegResult.from_json(answer["result"]))


@contextlib.contextmanager
def _modules_of(root: Path) -> Iterator[None]:
    """Import from ``root`` as a fresh worker does, and forget the modules afterwards."""
    hook = worker.source_hook(root)
    sys.path_hooks.insert(0, hook)
    sys.path.insert(0, str(root))
    sys.path_importer_cache.clear()
    try:
        yield
    finally:
        sys.path.remove(str(root))
        sys.path_hooks.remove(hook)
        sys.path_importer_cache.clear()
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(f"{root}{os.sep}"):
                del sys.modules[name]
        importlib.invalidate_caches()


class Impatient(Pool):
    """Worker processes with a limit of time that a case can wait for."""

    seconds = 0.0

    def run(self, tasks: Sequence[Task], done: Callable[[Task, LegResult], None]) -> None:
        """Run every task under the shorter limit."""
        super().run([replace(task, timeout=self.seconds) for task in tasks], done)


@dataclass(frozen=True)
class Pack(Toy):
    """A toy pack whose commands run in this process unless asked otherwise."""

    def here(
        self, *arguments: str, lean: bool = True, plain: bool = False, process: bool = False, seconds: float = 0.0,
        **variables: str,
    ) -> Done:  # fmt: skip
        """Run a command; `verify` gives its JSON report unless ``plain``; ``seconds``: limit of a worker process."""
        environment = {k: v for k, v in self.environment(lean, **variables).items() if k != "GITHUB_ACTIONS"}
        environment |= {k: v for k, v in variables.items() if k == "GITHUB_ACTIONS"}
        extra = ["--offline"] if arguments[0] in ("verify", "lock") else []
        extra += ["--json", "-"] if arguments[0] == "verify" and not plain else []
        out, err = io.StringIO(), io.StringIO()
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        with (
            mock.patch.dict(os.environ, environment, clear=True),
            mock.patch.object(runner, "Pool", (Impatient if seconds else Pool) if process else Here),
            mock.patch.object(Impatient, "seconds", seconds),
            contextlib.chdir(self.root),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = _exit_of([*arguments, *extra])
        for number, handler in handlers.items():
            signal.signal(number, handler)
        return Done(code, out.getvalue(), err.getvalue())

    def green(self, *arguments: str) -> None:
        """Run a command that must succeed."""
        done = self.here(*arguments)
        if done.code:
            raise AssertionError(f"{arguments}: exit {done.code}\n{done.out}{done.err}")


def _exit_of(arguments: Sequence[str]) -> int:
    try:
        command_line(list(arguments))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


# -- the pack that every case starts from -------------------------------------------------------------------------------


def make_base(folder: Path) -> Pack:
    """The toy pack with a second claim that rests on the first, verified and committed, with a lock aside."""
    toy = make_toy(folder)
    base = Pack(toy.root, toy.programs, toy.cache)
    shutil.copytree(BASE, base.root, dirs_exist_ok=True)
    base.git("init", "-q")
    base.git("add", ".")
    base.git("commit", "-qm", "pack")
    base.green("lock")
    base.git("add", ".")
    base.git("commit", "-qm", "lock")
    return base


def copy_of(base: Pack, folder: Path, lock: bool, git: bool = True) -> Pack:
    """A copy of the base, its cache included, with or without its lock and its repository."""
    left_out = None if git else shutil.ignore_patterns(".git")
    shutil.copytree(base.root, folder / "pack", symlinks=True, ignore=left_out)
    pack = Pack(folder / "pack", base.programs, base.cache)
    if not lock:
        (pack.root / "claims.lock").unlink()
    return pack


def planted(case: Case, base: Pack, folder: Path) -> Pack:
    """The pack of a case: a copy of the base with what the case plants."""
    pack = copy_of(base, folder, case.lock)
    for command in case.before:
        pack.here(*command.split())
    for edit in case.edits:
        if edit.find:
            text = (pack.root / edit.file).read_text("utf8")
            if text.count(edit.find) != 1:
                raise AssertionError(f"{case.name}: {edit.find!r} occurs {text.count(edit.find)} times in {edit.file}")
            pack.edit(edit.file, edit.find, edit.replace)
        else:
            pack.write(edit.file, edit.replace)
    if (case.folder / "pack").is_dir():
        shutil.copytree(case.folder / "pack", pack.root, dirs_exist_ok=True)
    if (case.folder / "plant.py").is_file():
        changed: Pack | None = runpy.run_path(str(case.folder / "plant.py"))["plant"](pack)
        return changed or pack
    return pack


# -- judging ------------------------------------------------------------------------------------------------------------


def differences(case: Case, base: Pack, folder: Path) -> list[str]:
    """Run a case; everything in which it is not what its `case.toml` says. Empty: caught (or green, as it must be)."""
    try:
        pack = planted(case, base, folder)
    except Exception:
        return [f"could not be planted\n{traceback.format_exc()}"]
    how = {"lean": case.lean, "plain": case.plain, "process": case.process, "seconds": case.seconds}
    done = pack.here(*case.run, **how, **dict(case.environment))  # type: ignore[arg-type]
    said = done.out + done.err
    found = [] if done.code == case.exit else [f"exit {done.code}, expected {case.exit}"]
    found += [f"does not say {text!r}" for text in case.shows if text not in said]
    found += [f"says {text!r}" for text in case.hides if re.search(text, said, re.M)]
    found += [f"{name} is not as it must be" for name, want in case.files.items() if not _holds(pack.root / name, want)]
    found += ["a traceback"] if "Traceback (most recent call last)" in said else []
    if case.leg != "input" and not case.plain and case.run[0] == "verify":
        found += _report_differences(case, done)
    elif case.reason and case.reason not in said:
        found.append(f"does not give the reason {case.reason}")
    return [*found, said[-1500:]] if found else []


def _holds(file: Path, pattern: str) -> bool:
    """Whether a file has a pattern; an empty one asks that there be no such file."""
    there = file.exists() or file.is_symlink()
    return not there if not pattern else there and re.search(pattern, file.read_text("utf8"), re.M) is not None


def _report_differences(case: Case, done: Done) -> list[str]:
    report = done.report
    if report is None:
        return ["no report"]
    claim = next((each for each in report["claims"] if each["id"] == case.claim), None)
    found = []
    if case.leg in ("lean", "symbolic", "numeric", "witness"):
        if claim is None:
            return [f"no claim {case.claim} in the report"]
        result = claim["witness"] if case.leg == "witness" else claim["legs"][case.leg]
        got = (result["verdict"], result["reason"])
        found += [] if got == (case.verdict, case.reason) else [f"{case.leg} is {got}, expected {case.verdict}"]
    elif case.leg == "mutant":
        got_all = {(each["verdict"], each["reason"]) for each in report["mutants"]}
        found += [] if (case.verdict, case.reason) in got_all else [f"mutants are {sorted(got_all)}"]
    elif case.reason not in ("", "OK"):
        given = {each["reason"] for each in report["findings"]}
        found += [] if case.reason in given else [f"findings are {sorted(given)}, not {case.reason}"]
    found += [
        f"{each['reason']} asks for exit {each['exit']}, which `claims explain` does not say"
        for each in report["findings"]
        if each["exit"] not in reasons()[each["reason"]].exit
    ]
    if case.good:
        bad = [each["reason"] for each in report["findings"] if each["exit"]]
        found += [f"findings {bad}"] if bad and not case.exit else []
    if claim is not None and case.earned and claim["earned"] != case.earned:
        found.append(f"earned {claim['earned']}, expected {case.earned}")
    if claim is not None and case.cached is not None:
        cached = tuple(name for name, result in claim["legs"].items() if result["cached"])
        found += [] if cached == case.cached else [f"from the cache: {cached}, expected {case.cached}"]
    return found


@dataclass
class Count:
    """How many cases there were and how many of them were as they must be, planted ones and good ones."""

    planted: int = 0
    caught: int = 0
    good: int = 0
    green: int = 0

    def add(self, name: str, about: str, good: bool, found: Sequence[str]) -> None:
        """Count one case, and print it when it is not as it must be."""
        self.planted, self.good = self.planted + (not good), self.good + good
        self.caught, self.green = self.caught + (not good and not found), self.green + (good and not found)
        if found:
            print(f"{'RED' if good else 'MISSED'} {name}: {about}")
            print("".join(f"    {line}\n" for text in found for line in text.splitlines()), end="")

    @property
    def code(self) -> int:
        """0 when every case was as it must be, and there was one."""
        return int(self.caught != self.planted or self.green != self.good or not self.planted + self.good)


def run_cases(cases: Sequence[Case], count: Count) -> None:
    """Run cases of the corpus, one after the other, from one base."""
    if not cases:
        return
    with tempfile.TemporaryDirectory() as scratch:
        base = make_base(Path(scratch).resolve() / "base")
        for number, case in enumerate(cases):
            _progress(f"{number + 1}/{len(cases)} {case.name}")
            found = differences(case, base, Path(scratch).resolve() / str(number))
            shutil.rmtree(Path(scratch) / str(number), ignore_errors=True)
            count.add(case.name, case.about, case.good, found)


def run_forgeries(names: Sequence[str], count: Count) -> None:
    """Judge the planted Lean forgeries; where there is no core library to judge them against, say so."""
    try:
        spec = lean_forgeries.core_spec(install=False)
    except ToolchainUnavailable as error:
        print(f"{len(names)} Lean forgeries were not judged: {error.message}")
        return
    for number, name in enumerate(names):
        _progress(f"{number + 1}/{len(names)} lean/{name}")
        found = lean_forgeries.differences(spec, name)
        count.add(f"lean/{name}", lean_forgeries.CASES[name]["about"], lean_forgeries.is_good(name), found)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(names: Sequence[str] = ()) -> int:
    """Run the corpus (or the named cases), print what is not as it must be and the two counts."""
    count = Count()
    run_cases([case for case in read_cases() if not names or case.name in names], count)
    forgeries = [name for name in lean_forgeries.CASES if not names or f"lean/{name}" in names]
    if forgeries:
        run_forgeries(forgeries, count)
    _progress("")
    print(f"known good cases that stayed green: {count.green} / {count.good}")
    print(f"{count.caught} / {count.planted}")
    return count.code


if __name__ == "__main__":
    # Under its real name, as the plants import it.
    sys.exit(importlib.import_module("tests.fault_corpus").main(sys.argv[1:]))
