"""Building with a stand-in Lean: what counts as success, what is rebuilt, and what never survives."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from claims.lean.build import BuildReport, build, compiled_path, urgency
from claims.lean.process import Runner, Stopped, memory_jobs, parse_messages
from claims.lean.project import Project
from tests.test_lean_standin import compiled, make_project, standin_toolchain

A = "module\ntheorem a : True := trivial\n"
B = "module\npublic import Claims.A\ntheorem b : True := trivial\n"
C = "module\ntheorem c : True := trivial\n"


class Work:
    """A project of three modules, a stand-in Lean, an output folder."""

    def __init__(self, folder: Path) -> None:
        self.lean = make_project(folder / "lean", {"Claims.A": A, "Claims.B": B, "Claims.C": C})
        self.bin, self.out = folder / "bin", folder / "out"
        self.toolchain = standin_toolchain(self.bin)

    def write(self, name: str, text: str) -> None:
        self.lean.joinpath(*name.split(".")).with_suffix(".lean").write_text(text, "utf8")

    def build(self, timeout: float = 60.0, identity: str = "stand-in") -> BuildReport:
        tool = standin_toolchain(self.bin, identity)
        return build(Project.load(self.lean), tool, self.out, jobs=2, timeout_per_module=timeout)

    def states(self, report: BuildReport) -> dict[str, str]:
        return {name.removeprefix("Claims."): result.state for name, result in report.results.items()}

    def fresh(self, report: BuildReport) -> set[str]:
        return {name.removeprefix("Claims.") for name, result in report.results.items() if not result.cached}


@pytest.fixture
def work(tmp_path: Path) -> Work:
    return Work(tmp_path)


def test_everything_is_compiled_once_imports_first(work: Work) -> None:
    report = work.build()
    assert report.ok and set(work.states(report).values()) == {"ok"}
    order = compiled(work.bin)
    assert order.index("A.lean") < order.index("B.lean") < order.index("Claims.lean")
    assert len(report.oleans()) == 12
    again = work.build()
    assert again.ok and work.fresh(again) == set()
    assert compiled(work.bin) == order


def test_a_change_reaches_importers_only(work: Work) -> None:
    work.build()
    work.write("Claims.A", A + "-- changed\n")
    assert work.fresh(work.build()) == {"A", "B", "Claims"}
    work.write("Claims.C", C + "-- changed\n")
    assert work.fresh(work.build()) == {"C", "Claims"}


def test_another_toolchain_rebuilds_all(work: Work) -> None:
    work.build()
    assert work.fresh(work.build(identity="other")) == {"A", "B", "C", "Claims"}


@pytest.mark.parametrize("how", ["delete", "change", "record", "forged"])
def test_compiled_files_that_are_not_as_recorded_do_not_count(work: Work, how: str) -> None:
    work.build()
    olean = compiled_path(work.out, "Claims.C")
    record = compiled_path(work.out, "Claims.C", ".record.json")
    if how == "delete":
        olean.unlink()
    elif how == "change":
        olean.write_bytes(b"forged")
    elif how == "record":
        record.write_text("{", "utf8")
    else:
        record.write_text(json.dumps({**json.loads(record.read_text("utf8")), "files": {}}), "utf8")
    assert work.fresh(work.build()) == {"C"}


@pytest.mark.parametrize(
    ("text", "state", "code", "line"),
    [
        ("module\n-- SAY_ERROR\n", "failed", "LEAN_ERROR", 2),
        ("module\n\n-- SAY_WARNING\n", "failed", "LEAN_WARNING", 3),
        ("module\n-- SAY_GARBLED\n", "failed", "LEAN_ERROR", 1),
        ("module\n-- DO_CRASH\n", "crashed", "LEAN_CRASH", 1),
        ("module\n-- NO_OLEAN\n", "crashed", "LEAN_CRASH", 1),
    ],
)
def test_anything_but_silent_success_fails(work: Work, text: str, state: str, code: str, line: int) -> None:
    work.build()
    work.write("Claims.A", text)
    report = work.build()
    assert work.states(report) == {"A": state, "B": "blocked", "C": "ok", "Claims": "blocked"}
    finding = report.results["Claims.A"].finding()
    assert finding is not None
    assert (finding.code, str(finding.place)) == (code, f"lean/Claims/A.lean:{line}")
    for name in ("Claims.A", "Claims.B", "Claims"):
        assert not compiled_path(work.out, name).exists(), "a compiled file of an earlier build survived"


def test_a_crash_tells_its_last_words(work: Work) -> None:
    work.write("Claims.A", "-- DO_CRASH\n")
    assert "RangeError" in work.build().results["Claims.A"].detail


def test_failures_are_remembered_but_not_crashes_and_timeouts(work: Work) -> None:
    work.write("Claims.A", "-- SAY_ERROR\n")
    work.write("Claims.C", "-- DO_CRASH\n")
    work.build()
    again = work.build()
    assert again.results["Claims.A"].cached and again.results["Claims.A"].state == "failed"
    assert not again.results["Claims.C"].cached


def test_a_module_over_its_time_limit_is_stopped(work: Work) -> None:
    work.write("Claims.C", "-- DO_HANG\n")
    started = time.monotonic()
    report = work.build(timeout=1.0)
    assert report.results["Claims.C"].state == "timeout"
    assert time.monotonic() - started < 20


def test_stopping_kills_the_running_processes(work: Work, tmp_path: Path) -> None:
    runner = Runner(work.toolchain)
    source = tmp_path / "Slow.lean"
    source.write_text("-- DO_HANG\n", "utf8")
    work.out.mkdir()
    caught: list[BaseException] = []

    def compile_it() -> None:
        try:
            runner.run(source, None, [], tmp_path, work.out, 60)
        except Stopped as stopped:
            caught.append(stopped)

    thread = threading.Thread(target=compile_it)
    thread.start()
    deadline = time.monotonic() + 20
    while not runner._running and time.monotonic() < deadline:
        time.sleep(0.01)
    runner.stop()
    thread.join(10)
    assert len(caught) == 1 and not runner._running
    with pytest.raises(Stopped):
        runner.run(source, None, [], tmp_path, work.out, 60)
    assert not list(work.out.glob("run-*"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_run_and_its_processes(work: Work, number: signal.Signals) -> None:
    work.write("Claims.C", "-- DO_HANG\n")
    code = f"""
import sys
from pathlib import Path
from claims.lean.leg import check_theorems
from claims.lean import leg
from claims.lean.project import Project
from tests.test_lean_standin import standin_toolchain
leg.missed = lambda toolchain, runner: []
check_theorems(Project.load(Path({str(work.lean)!r})), ["c"], standin_toolchain(Path({str(work.bin)!r})),
               Path({str(work.out)!r}), 2)
"""
    root = Path(__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=root,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # ignored where the tests run in the background
    )
    deadline = time.monotonic() + 30
    while "C.lean" not in compiled(work.bin) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(number)
    assert process.wait(20) != 0
    assert not list(work.out.glob("run-*")), "a running Lean outlived the run"


def test_messages_are_found_among_debug_lines() -> None:
    data = "x [grind] Goal diagnostics y"
    good = json.dumps({"severity": "error", "pos": {"line": 3, "column": 1}, "endPos": None, "data": data, "kind": ""})
    messages = parse_messages(f"[DEBUG] x\n{good}\nplain\n" + '{"severity":"information"}\n')
    assert [(m.severity, m.line, m.text) for m in messages[:1]] == [("error", 3, "x")]
    assert messages[1].severity == "error" and "unreadable" in messages[1].text


def test_a_message_behind_other_text_is_not_lost() -> None:
    message = '{"severity":"warning","pos":{"line":7,"column":1},"data":"declaration uses sorry","kind":"hasSorry"}'
    assert [(m.severity, m.line) for m in parse_messages(f"printed{message}\n")] == [("warning", 7)]
    assert [m.severity for m in parse_messages('text with "severity": in it\n')] == ["error"]


def test_the_longest_chain_is_started_first(work: Work) -> None:
    project = Project.load(work.lean)
    before = urgency(project, work.out)
    assert before["Claims.A"] > before["Claims.B"] > before["Claims"]
    report = work.build()
    record = compiled_path(work.out, "Claims.C", ".record.json")
    record.write_text(json.dumps({**json.loads(record.read_text("utf8")), "seconds": 1000.0}), "utf8")
    assert urgency(project, work.out)["Claims.C"] > 1000.0
    work.write("Claims.A", A + "-- changed\n")
    work.write("Claims.C", C + "-- changed\n")
    tool = standin_toolchain(work.bin)
    done = len(compiled(work.bin))
    assert report.ok and build(Project.load(work.lean), tool, work.out, jobs=1).ok
    assert compiled(work.bin)[done:] == ["C.lean", "A.lean", "B.lean", "Claims.lean"]


def test_jobs_are_bounded_by_memory() -> None:
    assert memory_jobs(0, False) == 1
    assert 1 <= memory_jobs(10**6, True) <= memory_jobs(10**6, False) or not os.path.exists("/proc/meminfo")  # noqa: PTH110
