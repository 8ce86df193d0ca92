"""What legs may not do: each attempt is refused, has its reason, and left nothing behind; what they need still works."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from claims import confine, sandbox
from claims.doctor import run_doctor
from claims.lean.process import Runner
from claims.lean.toolchain import Toolchain
from claims.outcome import LegResult, Place, Verdict
from claims.pool import Pool, Task
from tests.test_lean_standin import write_program

ATTEMPTS = """\
import ctypes, os, shutil, socket, sqlite3, subprocess, sys, tempfile, urllib.request
from pathlib import Path

HERE = Path(__file__).parent

def writes():
    (HERE / "planted").write_text("x")

def appends():
    open(HERE / "victim", "a").write("x")

def writes_by_descriptor():
    os.open(HERE / "planted", os.O_WRONLY | os.O_CREAT)

def removes():
    os.remove(HERE / "victim")

def moves():
    os.rename(HERE / "victim", HERE / "planted")

def makes_a_folder():
    (HERE / "planted").mkdir()

def links():
    os.link(HERE / "victim", "hard")

def writes_through_a_link():
    os.symlink(HERE / "victim", "soft")
    Path("soft").write_text("x")

def writes_relative_to_a_folder():
    os.mkdir("planted", dir_fd=os.open(HERE, os.O_RDONLY))

def deletes_a_tree():
    shutil.rmtree(HERE / "tree")

def writes_a_database():
    sqlite3.connect(HERE / "planted")

def opens_a_socket():
    socket.socket()

def asks_for_a_name():
    socket.getaddrinfo("localhost", 80)

def fetches():
    urllib.request.urlopen("http://localhost:9/", timeout=1)

def starts_a_program():
    subprocess.run(["touch", str(HERE / "planted")])

def calls_the_shell():
    os.system(f"touch {HERE / 'planted'}")

def kills_the_engine():
    os.kill(os.getppid(), 9)

def hides_the_attempt_in_another_error():
    try:
        (HERE / "planted").write_text("x")
    except OSError as error:
        raise ValueError("no data") from error

def writes_a_huge_file():
    with open("big", "wb") as stream:
        stream.seek(1 << 40)
        stream.write(b"x")

def gives_up_quietly():
    try:
        (HERE / "planted").write_text("x")
    except OSError:
        pass
    return True

def computes():
    import sympy
    Path("notes").write_text("scratch is mine")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a").write_text("b")
        (Path(folder) / "a").rename(Path(folder) / "c")
    open(os.devnull, "w").write("x")
    (Path.home() / "cache").write_text("x")
    return (HERE / "victim").read_text() == "kept" and sympy.Integer(2) + 2 == 4 and Path("notes").exists()

def starts_in_an_empty_folder():
    return os.listdir() == [] and Path.cwd() != HERE

def sees_no_secrets():
    return "SECRET_TOKEN" not in os.environ and "PATH" in os.environ

def native_write():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.open(str(HERE / "planted").encode(), os.O_WRONLY | os.O_CREAT, 0o600) == -1

def native_truncate():
    return ctypes.CDLL(None).truncate(str(HERE / "victim").encode(), 0) == -1

def native_connect():
    import struct
    libc = ctypes.CDLL(None, use_errno=True)
    address = struct.pack("=H", 2) + struct.pack("!H", int((HERE / "port").read_text())) + bytes([127, 0, 0, 1]) + bytes(8)
    return libc.connect(libc.socket(2, 1, 0), address, 16) == -1

def native_kill():
    return ctypes.CDLL(None).kill(os.getppid(), 0) == -1

def native_program():
    return ctypes.CDLL(None).system(f"touch {HERE / 'planted'}".encode()) != 0

def native_way_out():
    libc = ctypes.CDLL(None)
    libc.unshare(0x10000000 | 0x20000)  # a user namespace of its own has every capability again
    return native_write() and native_connect() if (HERE / "port").exists() else native_write()

def native_environment_of_the_engine():
    try:
        return "SECRET_TOKEN" not in Path(f"/proc/{os.getppid()}/environ").read_text()
    except OSError:
        return True
"""

#: attempt, words of its message
REFUSED = [
    ("writes", "planted, outside its scratch folder"),
    ("appends", "victim, outside"),
    ("writes_by_descriptor", "planted, outside"),
    ("removes", "victim, outside"),
    ("moves", "outside"),
    ("makes_a_folder", "planted, outside"),
    ("links", "victim, outside"),
    ("writes_through_a_link", "victim, outside"),
    ("writes_relative_to_a_folder", "planted, outside"),
    ("deletes_a_tree", "outside"),
    ("writes_a_database", "planted, outside"),
    ("opens_a_socket", "opens a socket"),
    ("asks_for_a_name", "uses the network"),
    ("fetches", "uses the network"),
    ("starts_a_program", "starts a program"),
    ("calls_the_shell", "starts a program"),
    ("kills_the_engine", "signals another process"),
    ("hides_the_attempt_in_another_error", "planted, outside"),
    ("writes_a_huge_file", "too large"),
]
ALLOWED = ["computes", "starts_in_an_empty_folder", "sees_no_secrets"]
#: Attempts in compiled code, which no audit hook sees, and what the kernel must enforce for them to be refused.
NATIVE = [
    ("native_write", confine.FILES),
    ("native_truncate", confine.FILES),
    ("native_program", confine.FILES),
    ("native_connect", confine.NETWORK),
    ("native_kill", confine.SIGNALS),
    ("native_way_out", confine.FILES),
    ("native_environment_of_the_engine", confine.FILES),
]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server on this machine that a leg must not reach."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_accept, args=(server,), daemon=True).start()
        yield server.getsockname()[1]


def _accept(server: socket.socket) -> None:
    try:
        while True:
            server.accept()[0].close()
    except OSError:
        return


@pytest.fixture
def root(tmp_path: Path, port: int) -> Path:
    folder = tmp_path / "pack"
    (folder / "tree").mkdir(parents=True)
    (folder / "legs.py").write_text(ATTEMPTS)
    (folder / "victim").write_text("kept")
    (folder / "port").write_text(str(port))
    return folder.resolve()


def tree(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() if p.is_file() else b"" for p in sorted(root.rglob("*"))}


def run(root: Path, names: list[str]) -> dict[str, LegResult]:
    results: dict[str, LegResult] = {}
    tasks = [Task(name, {"kind": "refuter", "reference": f"legs:{name}"}, 60.0) for name in names]
    Pool(root, 1).run(tasks, lambda task, result: results.update({task.name: result}))
    return results


def enforced() -> frozenset[str]:
    rows = {row.name: row for row in sandbox.protections()}
    pairs = (("files outside", confine.FILES), ("network", confine.NETWORK), ("signals", confine.SIGNALS))
    return frozenset(what for name, what in pairs if "kernel" in rows[name].detail)


def test_attempts_are_refused_with_their_reason_and_leave_nothing(root: Path) -> None:
    before = tree(root)
    results = run(root, [name for name, _ in REFUSED])
    assert tree(root) == before
    for name, words in REFUSED:
        result = results[name]
        assert (result.verdict, result.reason) == (Verdict.ERROR, "LEG_SANDBOX"), (name, result)
        assert words in result.message, (name, result.message)
        assert result.place is not None and result.place.file == "legs.py", name
    assert results["writes"].place == Place("legs.py", 7)


def test_what_a_leg_needs_still_works(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s")
    results = run(root, ALLOWED)
    assert {name: r.reason for name, r in results.items()} == dict.fromkeys(ALLOWED, "OK"), results
    assert not any("refused" in r.evidence for r in results.values())


def test_an_attempt_that_a_leg_swallows_is_shown_in_its_evidence(root: Path) -> None:
    result = run(root, ["gives_up_quietly"])["gives_up_quietly"]
    assert result.verdict is Verdict.PASS
    assert "planted" in result.evidence["refused"][0]
    assert not (root / "planted").exists()


def test_without_the_sandbox_the_attempts_succeed(root: Path) -> None:
    """The negative control: the same functions outside do what they say."""
    code = "import legs; legs.writes(); assert not legs.native_connect(); assert not legs.native_truncate()"
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)
    assert (root / "planted").read_text() == "x" and (root / "victim").read_text() == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's part is for Linux")
def test_the_kernel_refuses_what_compiled_code_tries(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s")
    have = enforced()
    if not have:
        pytest.skip("this kernel offers neither Landlock nor namespaces")
    names = [name for name, needs in NATIVE if needs in have]
    before = tree(root)
    results = run(root, names)
    assert {name: r.reason for name, r in results.items()} == dict.fromkeys(names, "OK")
    assert tree(root) == before


def test_scratch_folders_do_not_outlive_the_run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    assert run(root, ["computes"])["computes"].verdict is Verdict.PASS
    assert list(place.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the launcher is for Linux")
def test_the_launcher_starts_a_program_that_writes_only_where_it_may(tmp_path: Path) -> None:
    if confine.FILES not in enforced():
        pytest.skip("this kernel has no Landlock")
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    other.mkdir()
    script = f"echo a > {mine}/a; mv {mine}/a {mine}/b; echo b > {other}/b; grep ^CapEff /proc/self/status; exit 7"
    done = subprocess.run([*confine.launcher([str(mine)]), "/bin/sh", "-c", script], capture_output=True, text=True)
    assert done.returncode == 7
    assert [p.name for p in mine.iterdir()] == ["b"] and list(other.iterdir()) == []
    capabilities = int(done.stdout.split()[1], 16)
    assert capabilities & ~0b110 == 0, "root keeps at most the right to read the files of others"


def test_limits_are_hard_and_inherited(tmp_path: Path) -> None:
    code = (
        "import sys, resource as r; from pathlib import Path; from claims import sandbox;"
        "sandbox.limit_resources(512); print(r.getrlimit(r.RLIMIT_AS), r.getrlimit(r.RLIMIT_FSIZE), r.getrlimit(r.RLIMIT_CORE))"
    )
    paths = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=paths, check=True)
    assert done.stdout.split(") (") == [f"({512 << 20}, {512 << 20}", f"{256 << 20}, {256 << 20}", "0, 0)\n"]


@pytest.mark.parametrize("enforced", [(), ("files", "network", "signals")])
def test_doctor_says_what_is_active(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], enforced: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sandbox, "_tried", lambda: (enforced, True))
    run_doctor()
    shown = capsys.readouterr().out
    assert shown.count("audit hooks and the kernel") == len(enforced)
    assert shown.count("stops accidents, not attackers") == 3 - len(enforced)
    active = bool(enforced) and sys.platform.startswith("linux")
    assert ("Lean: the kernel, and Node's" in shown, "Lean: only Node's" in shown) == (active, not active)
    assert "none     reading: " in shown


LEAN_THAT_WRITES = """#!/bin/sh
for last; do :; done
echo x > "$(dirname "$last")/planted"
echo x > "$LEAN_PATH/made"
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the launcher is for Linux")
@pytest.mark.parametrize("confined", [True, False])
def test_a_lean_process_writes_compiled_files_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, confined: bool
) -> None:
    if confine.FILES not in enforced():
        pytest.skip("this kernel has no Landlock")
    program = write_program(tmp_path / "bin" / "lean", LEAN_THAT_WRITES)
    toolchain = Toolchain("native", "1", "c", True, "i", "n", (str(program),))
    for name in ("src", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "src" / "A.lean").write_text("")
    if not confined:
        monkeypatch.setattr("claims.lean.process.launcher", lambda writable: [])
    out = tmp_path / "out"
    with Runner(toolchain) as runner:
        runner.run(tmp_path / "src" / "A.lean", out / "A.olean", [out], tmp_path / "src", out, 60.0)
    assert (out / "made").exists()
    assert (tmp_path / "src" / "planted").exists() is not confined
