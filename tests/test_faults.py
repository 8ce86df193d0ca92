"""The corpus of planted faults: its cases are well formed, its runner sees what is not as it must be, and it has teeth.

The corpus itself is run by `make faults`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from claims.cache import key_of
from claims.model import Status
from claims.outcome import LegResult, Verdict
from claims.reasons import reasons
from claims.status import Earned, Flag
from tests import fault_corpus
from tests.fault_corpus import FAULTS, ROOMS, Case, Count, Pack, differences, make_base, read_case, read_cases

CASES = {case.name: case for case in read_cases()}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return make_base(tmp_path_factory.mktemp("corpus"))


def test_the_corpus_is_as_large_as_it_says() -> None:
    planted = {room: sum(name.startswith(f"{room}/") for name in CASES) for room in ROOMS}
    assert planted.pop("good") >= 20
    assert all(count >= 20 for count in planted.values()) and sum(planted.values()) >= 200, planted


def test_every_case_says_what_it_plants_and_what_must_come_of_it() -> None:
    seen: dict[Any, str] = {}
    for case in CASES.values():
        assert case.about.endswith("."), case.name
        assert case.source, case.name
        assert not case.reason or case.reason in reasons() or case.run[0] != "verify", case.name
        files = tuple(path.read_bytes() for path in sorted(case.folder.rglob("*")) if path.is_file())
        what = (
            case.edits,
            case.run,
            case.before,
            case.lean,
            tuple(case.environment.items()),
            case.leg,
            case.reason,
            files[1:],
        )
        same = seen.setdefault(what, case.name)
        assert same == case.name or case.good, f"{case.name} plants what {same} plants"


def test_the_readme_names_cases_that_exist() -> None:
    named = re.findall(r"`((?:symbolic|numeric|gate|cache|lean|good)/[a-z0-9*-]+)`", (FAULTS / "README.md").read_text())
    assert len(named) > 40
    assert [name for name in named if not list(FAULTS.glob(name))] == []


@pytest.mark.parametrize("text", ['about = "x"', 'colour = "red"'], ids=["a key is missing", "an unknown key"])
def test_a_malformed_case_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "case.toml").write_text(text)
    with pytest.raises(ValueError, match=str(tmp_path)):
        read_case(tmp_path)


# -- the runner is seen to fail ---------------------------------------------------------------------------------------

SORRY = CASES["gate/sorry"]
WRONG = {
    "exit code": replace(SORRY, exit=0),
    "reason": replace(SORRY, reason="LEAN_ERROR"),
    "verdict": replace(SORRY, verdict="pass"),
    "earned": replace(SORRY, earned="exact"),
    "words": replace(SORRY, shows=("no such words",)),
    "a file": replace(SORRY, files={"claims.toml": "no such words"}),
    "a file that must not be there": replace(SORRY, files={"claims.toml": ""}),
    "words that must not be there": replace(SORRY, hides=("LEAN_BANNED",)),
    "an edit that does not apply": replace(SORRY, edits=(fault_corpus.Edit("claims.toml", "x", "y"),)),
    "nothing planted": replace(SORRY, edits=()),
    "good and red": replace(CASES["good/unchanged"], edits=SORRY.edits),
}


@pytest.mark.parametrize("case", [SORRY, CASES["good/unchanged"], CASES["symbolic/sign-wrong"]], ids=lambda c: c.name)
def test_a_right_expectation_is_met(base: Pack, tmp_path: Path, case: Case) -> None:
    assert differences(case, base, tmp_path) == []


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_a_wrong_expectation_is_reported(base: Pack, tmp_path: Path, case: Case) -> None:
    assert differences(case, base, tmp_path)


def test_counts_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    count = Count()
    assert count.code == 1, "a corpus without a case proves nothing"
    count.add("gate/a", "about a", False, [])
    count.add("good/b", "about b", True, [])
    assert (count.code, count.caught, count.planted, count.green, count.good) == (0, 1, 1, 1, 1)
    count.add("gate/c", "about c", False, ["exit 0, expected 1"])
    assert (count.code, count.caught, count.planted) == (1, 1, 2)
    count = Count(planted=1, caught=1)
    count.add("good/d", "about d", True, ["exit 1, expected 0"])
    assert count.code == 1
    assert capsys.readouterr().out.split() == [
        "MISSED", "gate/c:", "about", "c", "exit", "0,", "expected", "1", "RED", "good/d:", "about", "d", "exit", "1,",
        "expected", "0",
    ]  # fmt: skip


def test_the_last_line_is_caught_and_planted(capsys: pytest.CaptureFixture[str]) -> None:
    assert fault_corpus.main(["gate/nothing-selected", "good/no-lock-outside-ci"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["known good cases that stayed green: 1 / 1", "1 / 1"]
    assert fault_corpus.main(["no/such"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 / 0"


# -- teeth: each seeded defect of the engine makes a case go missed ----------------------------------------------------

GOOD = LegResult(Verdict.PASS, "OK")


def _generous(entry: Any, legs: Any, witness: Any) -> Earned:
    return Earned(Status(entry.declared), Flag.NONE, "lean", "")


def _first(*arguments: Any, **more: Any) -> Any:
    return arguments[1]


def _nothing(*arguments: Any, **more: Any) -> list[Any]:
    return []


def _naive_read(cache: Any, path: Path, key: str) -> Any:
    return (LegResult.from_json(json.loads(path.read_bytes())["result"]), {}) if path.is_file() else None


def _key_without_code(parts: dict[str, Any]) -> str:
    return key_of({name: part for name, part in parts.items() if name != "code"})


class _Open(subprocess.Popen[str]):
    """Starts a worker whose sandbox is never entered; any other program as it is."""

    broken = "from claims import sandbox, worker; sandbox.enter = lambda *arguments: frozenset(); worker.main()"

    def __init__(self, command: list[str], **options: Any) -> None:
        if "claims.worker" in command:
            at = command.index("-m")
            command = [*command[:at], "-c", self.broken, *command[at + 2 :]]
        super().__init__(command, **options)


class _Shadowed(_Open):
    """Starts a worker that lets the pack bring its own libraries."""

    broken = "from claims import worker; worker.LIBRARIES = frozenset(); worker.main()"


#: what is broken in the engine: the attribute, what takes its place, and a case that must see it
DEFECTS: dict[str, tuple[str, Any, str]] = {
    "every exit code is 0": ("claims.gate.exit_code", lambda found: 0, "gate/sorry"),
    "the lock is compared with nothing": ("claims.gate.compare", _nothing, "gate/statement-softened"),
    "entries may vanish": ("claims.gate.gone", _nothing, "gate/entry-removed"),
    "nothing checked is fine": ("claims.gate._nothing_checked", _nothing, "gate/nothing-selected"),
    "a missing lock is fine": ("claims.gate._lock_findings", _nothing, "gate/lock-missing-in-ci"),
    "a claim earns what it declares": ("claims.runner.earn", _generous, "gate/samples-called-derived"),
    "dependencies do not count": ("claims.runner.with_dependencies", _first, "gate/dependency-weakened"),
    "binders are not matched": ("claims.leanleg.match_binders", _first, "gate/hidden-parameter"),
    "forbidden words are not looked for": ("claims.lean.audit.word_findings", _nothing, "gate/sorry"),
    "the witness always holds": ("claims.worker.run_witness", lambda *a: GOOD, "gate/vacuous"),
    "a refuter always refutes": ("claims.worker.run_refuter", lambda *a: GOOD, "gate/lean-mutant-not-refuted"),
    "a leg speaks for itself": (
        "claims.worker._judged", lambda made, expected, reference: made.outcome(), "symbolic/judges-itself",
    ),
    "a dirty tree may be locked": ("claims.locking.dirty", _nothing, "gate/lock-of-dirty-tree"),
    "a weakening needs no word": ("claims.locking._refusals", _nothing, "gate/lock-regenerated"),
    "softened kinds are not seen": ("claims.lockfile.softened", _nothing, "gate/hypothesis-kind-softened"),
    "identities are taken as proved": (
        "claims.derive.identity._verdict", lambda *a: (fault_truth("PROVED"), ""), "symbolic/sign-wrong",
    ),
    "the budget is generous": ("claims.measure.runs._observed", lambda *a: 0.0, "numeric/kernel-sign"),
    "orphans are not looked for": ("claims.lean.project._orphans", _nothing, "gate/orphan-module"),
    "damage in the cache is not seen": ("claims.cache.ResultCache._read", _naive_read, "cache/entry-swapped"),
    "the cache forgets the code": ("claims.plan.key_of", _key_without_code, "cache/imported-module-changed"),
    "legs are in no sandbox": ("claims.pool.subprocess.Popen", _Open, "packs/writes-beside-the-pack"),
    "legs have no limit of memory": ("claims.pool.subprocess.Popen", _Open, "packs/memory-limit"),
    "a pack may bring its own SymPy": ("claims.pool.subprocess.Popen", _Shadowed, "packs/shadows-sympy"),
    "the environment is handed on": (
        "claims.pool.sandbox.environment", lambda scratch: dict(os.environ), "packs/reads-a-secret",
    ),
    "a link is as good as a file": ("claims.reach.Reach._elsewhere", lambda *a: "", "packs/leg-by-link-outside"),
    "links may leave the pack": ("claims.pack._links_out", _nothing, "packs/state-by-link-outside"),
    "reports of earlier runs stay": ("claims.commands.prepare", _nothing, "gate/report-of-an-earlier-run"),
    "a badge knows the red only": ("claims.table.UNAVAILABLE", 0, "gate/badge-of-unchecked"),
    "a table is never stale": ("claims.table._check", lambda *a: 0, "gate/table-behind-lock"),
    "a message is Markdown": ("claims.table.escape", str, "gate/markdown-spoofed"),
    "a message has lines of its own": ("claims.gate._block", str, "gate/annotation-spoofed"),
    "a removed claim is no change": ("claims.diffing._changes", lambda *a: iter(()), "gate/diff-claim-removed"),
    "imports are not looked for": ("claims.lean.project._missing_imports", _nothing, "gate/import-gone"),
    "a name may be taken twice": ("claims.lean.project._duplicates", _nothing, "gate/theorem-twice"),
}  # fmt: skip


def fault_truth(name: str) -> Any:
    from claims.derive.derivation import Truth

    return Truth[name]


@pytest.fixture(scope="module")
def copies(base: Pack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Path]]:
    made: list[Path] = []

    def fresh() -> Path:
        made.append(tmp_path_factory.mktemp("tooth"))
        return made[-1]

    yield fresh
    for path in made:
        shutil.rmtree(path, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_of_the_engine_is_seen(base: Pack, copies: Callable[[], Path], defect: str) -> None:
    attribute, broken, name = DEFECTS[defect]
    case = replace(CASES[name], before=("verify", *CASES[name].before))  # what was kept before is of this engine too
    assert differences(case, base, copies()) == [], "without the defect"
    with mock.patch(attribute, broken):
        assert differences(case, base, copies()), f"{name} does not see it"
