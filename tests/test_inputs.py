"""What a leg looks at while it runs: a kept result counts only while all of it is as it was, or is not kept at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claims import inputs
from claims.cache import ResultCache, key_of
from claims.keeping import keep, recall
from claims.outcome import LegResult, Place, Verdict
from claims.plan import Job
from claims.pool import Pool, Task
from claims.reach import Reach

LEGS = """\
import importlib, importlib.util, os, sys
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
NAME = "oth" + "er"

def plain():
    return True

def data_beside():
    return (HERE / "beside.txt").read_text() == "1"

def data_elsewhere():
    return (DATA / "table.csv").read_text() == "1"

def data_outside():
    return (HERE.parent.parent / "outside.txt").read_text() == "1"

def data_through_a_link():
    return (DATA / "link.csv").read_text() == "1"

def data_by_descriptor():
    return os.read(os.open(DATA / "table.csv", os.O_RDONLY), 9) == b"1"

def data_by_numpy():
    import numpy
    return float(numpy.loadtxt(DATA / "table.csv")) == 1

def data_in_a_thread():
    import threading
    found = []
    thread = threading.Thread(target=lambda: found.append((DATA / "table.csv").read_text()))
    thread.start()
    thread.join()
    return found == ["1"]

def data_that_is_not_there():
    try:
        return (DATA / "absent.csv").read_text() == "1"
    except FileNotFoundError:
        return True

def existence():
    return not (DATA / "absent.csv").exists()

def existence_by_os():
    return not os.path.exists(DATA / "absent.csv") and not os.access(DATA / "absent.csv", os.R_OK)

def names_in_a_folder():
    return [p.name for p in DATA.iterdir() if p.suffix == ".new"] == []

def names_by_pattern():
    return list(DATA.glob("*.new")) == []

def module_by_computed_name():
    return importlib.import_module("extra." + NAME).VALUE == 1

def module_by_file():
    spec = importlib.util.spec_from_file_location("whatever", DATA / "code.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.VALUE == 1

def module_by_text():
    space = {}
    exec((DATA / "code.py").read_text(), space)
    return space["VALUE"] == 1

def module_that_is_not_there():
    try:
        importlib.import_module("extra." + "absent")
        return False
    except ImportError:
        return True

def own_text():
    return "a re" + "mark" not in Path(__file__).read_text()

def environment():
    return os.environ["CLAIMS_TEST"] == "1"

def environment_with_default():
    return os.getenv("CLAIMS_ABSENT", "1") == "1"

def environment_asked():
    return "CLAIMS_ABSENT" not in os.environ

def environment_all():
    return dict(os.environ)["CLAIMS_TEST"] == "1"

def environment_in_text():
    return os.path.expandvars("$CLAIMS_TEST") == "1"

def environment_by_code():
    return eval("os.environ['CLAIMS_TEST']") == "1"

def scratch():
    import tempfile
    Path("notes").write_text("x")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a").write_text("x")
    return Path("notes").read_text() == "x" and Path("notes").exists() and os.listdir() != []
"""

Change = Callable[[Path], object]


def rewrite(name: str, text: str = "2") -> Change:
    return lambda root: (root / name).write_text(text)


def relink(root: Path) -> None:
    (root / "data" / "link.csv").unlink()
    (root / "data" / "link.csv").symlink_to("other.csv")


#: function of the leg, and a change after which its result must not be believed
STALE: list[tuple[str, Change]] = [
    ("data_beside", rewrite("legs/beside.txt")),
    ("data_elsewhere", rewrite("data/table.csv")),
    ("data_outside", rewrite("../outside.txt")),
    ("data_through_a_link", rewrite("data/table.csv")),
    ("data_through_a_link", relink),
    ("data_by_descriptor", rewrite("data/table.csv")),
    ("data_by_numpy", rewrite("data/table.csv")),
    ("data_in_a_thread", rewrite("data/table.csv")),
    ("data_that_is_not_there", rewrite("data/absent.csv")),
    ("existence", rewrite("data/absent.csv")),
    ("existence_by_os", rewrite("data/absent.csv")),
    ("names_in_a_folder", rewrite("data/x.new")),
    ("names_by_pattern", rewrite("data/x.new")),
    ("module_by_computed_name", rewrite("extra/other.py", "VALUE = 2\n")),
    ("module_by_computed_name", rewrite("extra/imported.py", "VALUE = 2\n")),
    ("module_by_file", rewrite("data/code.py", "VALUE = 2\n")),
    ("module_by_text", rewrite("data/code.py", "VALUE = 2\n")),
    ("module_that_is_not_there", rewrite("extra/absent.py", "")),
    ("own_text", lambda root: (root / "legs/main.py").write_text(LEGS + "# a remark\n")),
]
#: functions whose result cannot be kept, and the words of the reason
NEVER = [
    ("environment", "reads the variable CLAIMS_TEST"),
    ("environment_with_default", "reads the variable CLAIMS_ABSENT"),
    ("environment_asked", "reads the variable CLAIMS_ABSENT"),
    ("environment_all", "reads the variable (all)"),
    ("environment_in_text", "reads the variable CLAIMS_TEST"),
    ("environment_by_code", "reads the variable CLAIMS_TEST"),
]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, LegResult]]:
    """A pack, and what one worker answers for all its functions, one after the other."""
    root = make_pack(tmp_path_factory.mktemp("inputs") / "pack")
    names = list(
        dict.fromkeys([name for name, _ in (*STALE, *NEVER)] + ["plain", "scratch", "data_elsewhere", "plain"])
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMS_TEST", "1")
        return root, run(root, names)


def make_pack(root: Path) -> Path:
    files = {
        "legs/__init__.py": "", "legs/main.py": LEGS, "legs/beside.txt": "1", "data/table.csv": "1", "data/other.csv": "2",
        "data/code.py": "VALUE = 1\n", "extra/__init__.py": "", "extra/other.py": "from extra.imported import VALUE\n",
        "extra/imported.py": "VALUE = 1\n", "../outside.txt": "1",
    }  # fmt: skip
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "data" / "link.csv").symlink_to("table.csv")
    return root.resolve()


def run(root: Path, names: list[str]) -> dict[str, LegResult]:
    results: dict[str, LegResult] = {}
    tasks = [Task(name, {"kind": "refuter", "reference": f"legs.main:{name}"}, 60.0) for name in names]
    Pool(root, 1).run(tasks, lambda task, result: results.update({task.name: result}))
    return results


def job(root: Path, name: str) -> Job:
    code = Reach(root, root / "no memory").code([f"legs.main:{name}"])
    return Job("c", "refuter", "refuter", dict, code, key_of({"code": code.fingerprint}))


def copy_of(root: Path, folder: Path) -> Path:
    made = make_pack(folder / "pack")
    assert (made / "legs" / "main.py").read_text() == (root / "legs" / "main.py").read_text()
    return made


def cache(root: Path) -> ResultCache:
    return ResultCache(root / ".claims" / "results")


@pytest.mark.parametrize(("name", "change"), STALE, ids=[f"{i}-{name}" for i, (name, _) in enumerate(STALE)])
def test_a_result_counts_while_what_the_leg_looked_at_is_as_it_was(
    runs: tuple[Path, dict[str, LegResult]], tmp_path: Path, name: str, change: Change
) -> None:
    root, results = copy_of(runs[0], tmp_path), runs[1]
    assert results[name].verdict is Verdict.PASS, results[name]
    reads = {what.replace(str(runs[0].parent), str(root.parent)): state for what, state in results[name].reads.items()}
    kept = keep(job(root, name), LegResult(Verdict.PASS, "OK", reads=reads), cache(root))
    assert "not_cached" not in kept.evidence, kept.evidence
    assert recall(job(root, name), cache(root)) is not None
    (root / "legs" / "nobody.py").write_text("x = 1\n")
    (root / "unrelated.txt").write_text("x")
    assert recall(job(root, name), cache(root)) is not None, "what the leg did not look at does not matter"
    change(root)
    assert recall(job(root, name), cache(root)) is None


@pytest.mark.parametrize(("name", "words"), NEVER)
def test_a_result_that_depends_on_the_environment_is_not_kept_and_says_so(
    runs: tuple[Path, dict[str, LegResult]], tmp_path: Path, name: str, words: str
) -> None:
    root, results = copy_of(runs[0], tmp_path), runs[1]
    assert results[name].verdict is Verdict.PASS, results[name]
    kept = keep(job(root, name), results[name], cache(root))
    assert words in kept.evidence["not_cached"]
    assert recall(job(root, name), cache(root)) is None


def test_a_task_is_charged_with_what_it_looks_at_and_with_nothing_else(runs: tuple[Path, dict[str, LegResult]]) -> None:
    """One worker ran them all: a module or a table that an earlier task loaded is loaded anew."""
    _, results = runs
    sources = {"source:legs/__init__.py", "source:legs/main.py"}
    for name in ("plain", "scratch"):
        assert set(results[name].reads) == sources, results[name].reads
    assert set(results["data_elsewhere"].reads) == sources | {"file:data/table.csv"}
    assert "source:extra/imported.py" in results["module_by_computed_name"].reads


def test_the_negative_control_without_the_notes_every_stale_result_would_count(
    runs: tuple[Path, dict[str, LegResult]], tmp_path: Path
) -> None:
    root = copy_of(runs[0], tmp_path)
    believed = []
    for name, change in STALE:
        keep(job(root, name), LegResult(Verdict.PASS, "OK"), cache(root))
        change(root)
        believed.append(recall(job(root, name), cache(root)) is not None)
        make_again(root)
    assert sum(believed) >= len(STALE) - 1, "only the data beside a module is in the fingerprint"


def make_again(root: Path) -> None:
    for path in ("data/link.csv", "data/absent.csv", "data/x.new", "extra/absent.py"):
        (root / path).unlink(missing_ok=True)
    make_pack(root)


def test_an_edit_while_the_leg_runs_keeps_its_result_out_of_the_cache(tmp_path: Path) -> None:
    root = make_pack(tmp_path / "pack")
    planned = job(root, "plain")
    (root / "legs" / "main.py").write_text(
        LEGS.replace("def plain():\n    return True", "def plain():\n    return 1 == 1")
    )
    result = run(root, ["plain"])["plain"]
    kept = keep(planned, result, cache(root))
    assert kept.evidence["not_cached"] == "legs/main.py changed while it ran"
    (root / "legs" / "main.py").write_text(LEGS)
    assert recall(job(root, "plain"), cache(root)) is None


def test_places_of_a_kept_result_move_with_their_lines(tmp_path: Path) -> None:
    root = make_pack(tmp_path / "pack")
    at = LEGS.splitlines().index("def data_beside():") + 2
    evidence = {"checks": [{"place": f"legs/main.py:{at}"}, {"place": "elsewhere.py:9"}], "place": 3}
    keep(job(root, "data_beside"), LegResult(Verdict.FAIL, "X", "", Place("legs/main.py", at), evidence), cache(root))
    (root / "legs" / "main.py").write_text(LEGS.replace("def plain():", "# a remark\n\ndef plain():\n    x = 1"))
    found = recall(job(root, "data_beside"), cache(root))
    assert found is not None and found.cached and found.place == Place("legs/main.py", at + 3)
    assert found.evidence == {"checks": [{"place": f"legs/main.py:{at + 3}"}, {"place": "elsewhere.py:9"}], "place": 3}


def test_what_is_too_large_to_compare_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_pack(tmp_path / "pack")
    monkeypatch.setattr(inputs, "MAX_BYTES", 0)
    assert inputs.state_of("file:data/table.csv", root) == inputs.UNKNOWN
    result = LegResult(Verdict.PASS, "OK", reads={"file:data/table.csv": inputs.UNKNOWN})
    assert "reads data/table.csv" in keep(job(root, "plain"), result, cache(root)).evidence["not_cached"]


def test_an_unknown_state_never_matches(tmp_path: Path) -> None:
    root = make_pack(tmp_path / "pack")
    cache(root).put("ab", LegResult(Verdict.PASS, "OK"), {"environment:X": inputs.UNKNOWN})
    assert cache(root).get("ab") is None
