"""Several modules in one process: what a job's end is taken to mean, and that nothing outlives the run."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from claims.lean.build import build
from claims.lean.code import SAVE, CodeCache
from claims.lean.process import Runner, Stopped
from claims.lean.project import Project
from claims.lean.session import MEMORY_LIMIT, JobEnd, Session
from claims.lean.toolchain import Toolchain
from tests.test_lean_standin import make_project, standin_toolchain, write_program

# Serves jobs as the fast loader does; the source says what each job does.
_SERVER = """#!{python}
import json, os, sys, time
ends = int(os.environ["LEAN_WASM_SERVE"])
open({log!r}, "a").write("start\\n")
jobs = 0
for line in sys.stdin:
    job = json.loads(line)
    jobs += 1
    text = open(job["source"], encoding="utf8").read()
    options = dict((o[0], o[1] if len(o) > 1 else None) for o in job["options"])
    code, size = 0, 1000
    print("[DEBUG] job", jobs, flush=True)
    if "IMITATE" in text: print(json.dumps(dict(code=0, bytes=1)), flush=True); code = 1
    if "SAY_ERROR" in text:
        message = dict(severity="error", pos=dict(line=2, column=0), endPos=None, data="no", kind="k")
        print(json.dumps(message), flush=True); code = 1
    if "DO_CRASH" in text or ("CRASH_IF_USED" in text and jobs > 1):
        print("RangeError: stack", file=sys.stderr, flush=True); sys.exit(0)
    if "DO_HANG" in text: time.sleep(60)
    if "GROW" in text: size = {limit}
    if "ODD_CODE" in text: code = 7
    if "GARBAGE" in text: os.write(ends, b"what\\n"); continue
    if code == 0 and options.get("o"):
        for suffix in ("", ".private"): open(options["o"] + suffix, "w").write(text)
    os.write(ends, json.dumps(dict(code=code, bytes=size)).encode() + b"\\n")
"""


def server(folder: Path) -> Path:
    """The stand-in; ``server.log`` beside it has a line per process started."""
    log = str(folder / "server.log")
    return write_program(folder / "server", _SERVER.format(python=sys.executable, log=log, limit=MEMORY_LIMIT))


def started(folder: Path) -> int:
    return len((folder / "server.log").read_text("utf8").splitlines())


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    found = Session([str(server(tmp_path))], {}, tmp_path)
    yield found
    found.close()


def _run(session: Session, folder: Path, text: str, timeout: float = 20.0) -> JobEnd:
    source = folder / "A.lean"
    source.write_text(text, "utf8")
    return session.run(source, folder, folder / "A.olean", timeout)


def test_jobs_share_a_process_and_keep_their_output_apart(session: Session, tmp_path: Path) -> None:
    first, second = _run(session, tmp_path, "one"), _run(session, tmp_path, "SAY_ERROR")
    assert (first.exit_code, first.output) == (0, "[DEBUG] job 1\n")
    assert second.exit_code == 1 and "job 1" not in second.output and '"no"' in second.output
    third = _run(session, tmp_path, "three")
    assert (third.exit_code, third.output) == (0, "[DEBUG] job 3\n")
    assert started(tmp_path) == 1 and session.jobs == 3 and session.reusable


def test_output_cannot_pass_for_the_end_of_a_job(session: Session, tmp_path: Path) -> None:
    assert _run(session, tmp_path, "IMITATE").exit_code == 1


@pytest.mark.parametrize("text", ["DO_CRASH", "GARBAGE"])
def test_a_job_without_its_end_never_counts_as_success(session: Session, tmp_path: Path, text: str) -> None:
    if text == "GARBAGE":
        assert session.process.stdin is not None
    end = _run(session, tmp_path, text) if text == "DO_CRASH" else _closing(session, tmp_path, text)
    assert end.exit_code not in (0, None)
    assert not session.reusable and session.process.poll() is not None


def _closing(session: Session, folder: Path, text: str) -> JobEnd:
    """Run a job whose process goes on afterwards; it is waited for no longer than a moment."""
    wait = session.process.wait
    session.process.wait = lambda timeout=None: wait(0.2 if timeout else None)  # type: ignore[method-assign]
    return _run(session, folder, text)


def test_a_crash_tells_what_it_wrote(session: Session, tmp_path: Path) -> None:
    _run(session, tmp_path, "one")
    assert _run(session, tmp_path, "DO_CRASH").errors == "RangeError: stack\n"
    assert _run(session, tmp_path, "two").exit_code not in (0, None)


def test_a_job_over_its_time_limit_is_killed(session: Session, tmp_path: Path) -> None:
    begin = time.monotonic()
    assert _run(session, tmp_path, "DO_HANG", 0.5).exit_code is None
    assert time.monotonic() - begin < 10 and session.process.poll() is not None


@pytest.mark.parametrize("text", ["GROW", "ODD_CODE"])
def test_a_process_that_grew_or_ended_oddly_is_not_used_again(session: Session, tmp_path: Path, text: str) -> None:
    _run(session, tmp_path, text)
    assert not session.reusable


@pytest.fixture
def serving(tmp_path: Path) -> Toolchain:
    """A toolchain that serves, made of the stand-in."""
    folder = tmp_path / "bin"
    program = server(folder)
    base = standin_toolchain(folder)
    argv = (str(program), str(program))
    return replace(base, kind="embedded", argv=argv, folder=folder, core=folder)


def _project(folder: Path, **modules: str) -> Project:
    texts = {f"Claims.{name}": f"module\n-- {text}\n" for name, text in modules.items()}
    return Project.load(make_project(folder / "lean", texts))


def test_a_build_shares_processes_and_ends_them(serving: Toolchain, tmp_path: Path) -> None:
    report = build(_project(tmp_path, A="a", B="b", C="c"), serving, tmp_path / "out", jobs=1)
    assert report.ok and started(tmp_path / "bin") == 1


def test_a_wordless_death_in_a_used_process_is_decided_by_a_fresh_one(serving: Toolchain, tmp_path: Path) -> None:
    report = build(_project(tmp_path, A="first: " + "a" * 50, B="CRASH_IF_USED"), serving, tmp_path / "out", jobs=1)
    assert report.ok and started(tmp_path / "bin") == 2


def test_a_crash_of_its_own_stays_a_crash(serving: Toolchain, tmp_path: Path) -> None:
    report = build(_project(tmp_path, A="first: " + "a" * 50, B="DO_CRASH"), serving, tmp_path / "out", jobs=1)
    assert report.results["Claims.A"].state == "ok" and report.results["Claims.B"].state == "crashed"


def test_stopping_kills_a_served_job(serving: Toolchain, tmp_path: Path) -> None:
    runner = Runner(serving)
    source = tmp_path / "A.lean"
    source.write_text("DO_HANG", "utf8")
    caught: list[BaseException] = []

    def job() -> None:
        try:
            runner.run(source, None, [tmp_path], tmp_path, tmp_path, 60)
        except Stopped as stopped:
            caught.append(stopped)

    thread = threading.Thread(target=job)
    thread.start()
    deadline = time.monotonic() + 20
    while not (tmp_path / "bin" / "server.log").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    runner.stop()
    thread.join(10)
    assert len(caught) == 1 and not runner._running


def test_a_later_run_uses_a_process_that_sees_its_folders(serving: Toolchain, tmp_path: Path) -> None:
    project, out = _project(tmp_path, A="a"), tmp_path / "out"
    source = out / "B.lean"
    with Runner(serving) as runner:
        assert build(project, serving, out, jobs=1, runner=runner).ok
        source.write_text("b", "utf8")
        assert runner.run(source, None, [out], out, out, 20).exit_code == 0
        assert started(tmp_path / "bin") == 1
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        assert runner.run(source, None, [out], elsewhere, out, 20).exit_code == 0
        assert started(tmp_path / "bin") == 2
    assert not runner._running


def test_machine_code_is_saved_as_processes_end(serving: Toolchain, tmp_path: Path) -> None:
    saver = _SERVER.replace(
        "jobs = 0\n", "jobs = 0\nopen(os.environ.get('LEAN_WASM_SAVE', '/dev/null'), 'w').write('code')\n"
    )
    program = Path(serving.argv[0])
    write_program(
        program, saver.format(python=sys.executable, log=str(program.parent / "server.log"), limit=MEMORY_LIMIT)
    )
    assert build(_project(tmp_path, A="a"), serving, tmp_path / "out", jobs=1).ok
    cache = CodeCache(program.parent, serving.argv)
    known = cache.read()
    assert known is not None and known["size"] == 4 and known["saves"] == 0


def test_machine_code_that_kills_its_process_is_not_used_again(serving: Toolchain, tmp_path: Path) -> None:
    killer = _SERVER.replace("jobs = 0\n", "jobs = 0\nif 'LEAN_WASM_CODE' in os.environ: os.kill(os.getpid(), 11)\n")
    program = Path(serving.argv[0])
    log = str(program.parent / "server.log")
    write_program(program, killer.format(python=sys.executable, log=log, limit=MEMORY_LIMIT))
    cache = CodeCache(program.parent, serving.argv)
    saved = Path(cache.environment()[SAVE])
    saved.write_bytes(b"code of another processor")
    assert cache.adopt(saved, 100.0)
    assert build(_project(tmp_path, A="a"), serving, tmp_path / "out", jobs=1).ok
    assert started(program.parent) == 2 and cache.read() is None
