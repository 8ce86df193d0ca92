"""Workers, their limits, the code a leg reaches, and the results cache."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from claims.cache import ResultCache, key_of
from claims.files import write_atomic
from claims.outcome import LegResult, Place, Verdict
from claims.pool import Pool, Task
from claims.reach import Reach

LEGS = """\
import os, time

def good():
    print("noise on standard output")
    return True

def wrong():
    return False

def hangs():
    time.sleep(60)

def dies():
    os._exit(7)

def raises():
    raise ValueError("a reason")

def greedy():
    return bytearray(1 << 44)

not_a_function = 3
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "legs.py").write_text(LEGS)
    return tmp_path.resolve()


def run(root: Path, *references: str, timeout: float = 20.0, jobs: int = 1) -> dict[str, LegResult]:
    results: dict[str, LegResult] = {}
    tasks = [Task(r, {"kind": "refuter", "reference": r}, timeout) for r in references]
    Pool(root, jobs).run(tasks, lambda task, result: results.update({task.name: result}))
    return results


def test_what_happens_in_one_task_stays_there(root: Path) -> None:
    names = ["good", "dies", "raises", "wrong", "greedy", "good_again"]
    (root / "legs.py").write_text(LEGS + "\ngood_again = good\n")
    results = run(root, *(f"legs:{n}" for n in names))
    reasons = {name.removeprefix("legs:"): r.reason for name, r in results.items()}
    assert reasons == {
        "good": "OK",
        "dies": "WORKER_DIED",
        "raises": "LEG_EXCEPTION",
        "wrong": "MUTANT_NOT_REFUTED",
        "greedy": "WORKER_MEMORY",
        "good_again": "OK",
    }
    assert "exit code 7" in results["legs:dies"].message
    assert results["legs:raises"].place == Place("legs.py", 17)
    assert "a reason" in results["legs:raises"].message


def test_a_task_that_hangs_is_killed_and_the_next_one_runs(root: Path) -> None:
    results = run(root, "legs:hangs", timeout=1.5)
    assert results["legs:hangs"].reason == "WORKER_TIMEOUT"
    assert run(root, "legs:good")["legs:good"].verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("legs:nothing", "legs.py has no function 'nothing'"),
        ("legs:not_a_function", "has no function"),
        ("nowhere:f", "no module 'nowhere'"),
        ("json:dumps", "outside the pack"),
    ],
)
def test_references_that_name_nothing(root: Path, reference: str, words: str) -> None:
    result = run(root, reference)[reference]
    assert result.reason == "UNRESOLVED"
    assert words in result.message


def test_the_pool_stops_at_once(root: Path) -> None:
    pool = Pool(root, 2)
    tasks = [Task(f"t{i}", {"kind": "refuter", "reference": "legs:hangs"}) for i in range(4)]
    threading.Timer(1.0, pool.close).start()
    seen: list[str] = []
    pool.run(tasks, lambda task, result: seen.append(task.name))
    assert seen == []


def test_reach_follows_imports_and_sees_every_change(root: Path) -> None:
    package = root / "lib"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "deep.py").write_text("VALUE = 1\n")
    (package / "limits.toml").write_text("a = 1\n")
    (root / "other.py").write_text("VALUE = 1\n")
    (root / "leg.py").write_text("import os\ndef f():\n    from lib import deep\n    return deep.VALUE\n")

    def fingerprint() -> str:
        return Reach(root, root / ".memory").fingerprint(["leg"])

    assert Reach(root, root / ".memory").closure(["leg"]) == {"leg", "lib", "lib.deep"}
    first = fingerprint()
    (root / "other.py").write_text("VALUE = 2\n")
    assert fingerprint() == first, "code that is not reached does not matter"
    for file in (package / "deep.py", package / "limits.toml", root / "leg.py", package / "__init__.py"):
        before = fingerprint()
        file.write_text(file.read_text() + "changed = 1\n")
        assert fingerprint() != before, file.name


def test_reach_remembers_what_it_parsed(root: Path) -> None:
    memory = root / "memory.json"
    reach = Reach(root, memory)
    first = reach.fingerprint(["legs"])
    reach.save()
    assert json.loads(memory.read_text())
    assert Reach(root, memory).fingerprint(["legs"]) == first
    memory.write_text("not json")
    assert Reach(root, memory).fingerprint(["legs"]) == first


def test_the_cache_keeps_what_is_about_the_claim(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path)
    key = key_of({"a": 1})
    assert cache.get(key) is None
    for verdict in (Verdict.ERROR, Verdict.UNAVAILABLE):
        cache.put(key, LegResult(verdict, "X"))
        assert cache.get(key) is None
    result = LegResult(Verdict.PASS, "OK", "m", Place("a.py", 3), {"x": ["1"]}, 0.5)
    cache.put(key, result)
    assert cache.get(key) == result.as_cached()
    assert ResultCache(tmp_path, enabled=False).get(key) is None


@pytest.mark.parametrize("damage", ["", "{", '{"key": "other"}', "[]", "null"])
def test_a_damaged_cache_file_is_a_miss(tmp_path: Path, damage: str) -> None:
    cache = ResultCache(tmp_path)
    key = key_of({"a": 1})
    cache.put(key, LegResult(Verdict.PASS, "OK"))
    (tmp_path / key[:2] / f"{key}.json").write_text(damage)
    assert cache.get(key) is None


def test_atomic_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a" / "b", b"1")
    write_atomic(tmp_path / "a" / "b", b"2")
    assert (tmp_path / "a" / "b").read_bytes() == b"2"
    with pytest.raises(TypeError):
        write_atomic(tmp_path / "a" / "b", "text")  # type: ignore[arg-type]
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["b"]
