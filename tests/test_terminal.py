"""What people see: progress and colour on a terminal only, one line after Ctrl-C, silence after a broken pipe."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.toy_pack import Toy, hear_interrupts, make_toy

COLOUR = re.compile(rb"\x1b\[[0-9;]*[1-9][0-9]*m")


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make_toy(tmp_path / "toy")


class Terminal:
    """A command on a pseudo terminal."""

    def __init__(self, toy: Toy, *arguments: str, **variables: str) -> None:
        self._ours, theirs = pty.openpty()
        unset = ("NO_COLOR", "TERM", "COLUMNS", "LINES", "GITHUB_ACTIONS")
        environment = {k: v for k, v in toy.environment().items() if k not in unset}
        environment |= {"TERM": "xterm-256color", "COLUMNS": "100", **variables}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "claims", *arguments], cwd=toy.root, env=environment, stdin=theirs, stdout=theirs,
            stderr=theirs, preexec_fn=hear_interrupts, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.shown = b""

    def read(self, until: bytes = b"", seconds: float = 60.0) -> bytes:
        """Everything shown up to now: until a text appears, or the end."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not (until and until in self.shown):
            if not select.select([self._ours], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(self._ours, 65536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            self.shown += piece
        return self.shown


def test_a_terminal_gets_colour_and_a_progress_bar(toy: Toy) -> None:
    toy.edit("toylegs/numeric.py", "    ev = Evidence(s)", "    import time; time.sleep(1)\n    ev = Evidence(s)")
    terminal = Terminal(toy, "verify", "--offline")
    shown = terminal.read()
    assert terminal.process.wait(60) == 0
    assert COLOUR.search(shown) and b"checks" in shown


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "TERM=dumb"])
def test_no_colour_where_none_is_wanted(toy: Toy, variables: dict[str, str]) -> None:
    terminal = Terminal(toy, "verify", "--offline", **variables)
    shown = terminal.read()
    assert terminal.process.wait(60) == 0
    assert not re.search(rb"\x1b\[[0-9;]*3[0-7]m", shown) and b"toy.square" in shown


def test_a_narrow_terminal_keeps_ids_whole(toy: Toy) -> None:
    terminal = Terminal(toy, "verify", "--offline", COLUMNS="50")
    shown = terminal.read()
    terminal.process.wait(60)
    assert b"toy.square" in shown


def test_ctrl_c_on_a_terminal_takes_the_bar_down_and_says_so(toy: Toy) -> None:
    toy.edit("toylegs/numeric.py", "    ev = Evidence(s)", "    import time; time.sleep(60)\n    ev = Evidence(s)")
    terminal = Terminal(toy, "verify", "--offline")
    terminal.read(until=b"checks")
    time.sleep(0.5)
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.read()
    assert terminal.process.wait(20) == 130
    assert shown.rstrip().endswith(b"interrupted: nothing half-written was kept")
    assert b"Traceback" not in shown


def test_ctrl_c_in_a_pipe(toy: Toy) -> None:
    toy.edit("toylegs/numeric.py", "    ev = Evidence(s)", "    import time; time.sleep(60)\n    ev = Evidence(s)")
    process = subprocess.Popen(
        [sys.executable, "-m", "claims", "verify", "--offline"], cwd=toy.root, env=toy.environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_interrupts,
    )  # fmt: skip
    for _ in range(300):
        time.sleep(0.1)
        if len(toy.processes()) > 1:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b""), err.decode()
    assert err.decode().splitlines()[-1] == "interrupted: nothing half-written was kept"


def test_a_pipe_gets_plain_text_and_progress_goes_to_the_other_stream(toy: Toy) -> None:
    done = toy.claims("verify", "--offline")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "toy.square" in done.stdout and "checks" not in done.stdout


def test_a_broken_pipe_ends_quietly(toy: Toy) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.Popen(
        [sys.executable, "-m", "claims", "explain"], cwd=toy.root, env=toy.environment(), stdout=theirs,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(theirs)
    assert process.communicate(timeout=60)[1] == b""


def test_a_red_run_says_where_to_read_on(toy: Toy) -> None:
    toy.edit("toylegs/symbolic.py", "factor=2", "factor=3")
    last = toy.claims("verify", "--offline").stdout.splitlines()[-1]
    assert last.startswith("next: `claims show toy.square` (") and "`claims explain " in last
    toy.edit("toylegs/symbolic.py", "factor=3", "factor=2")
    assert "next:" not in toy.claims("verify", "--offline").stdout
