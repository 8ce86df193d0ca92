"""Two runs at once, and runs killed at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claims.cache import ResultCache
from claims.upkeep import ANSWERS, LITTER, RESULTS, survey
from tests.cache_world import OLD, item
from tests.toy_pack import Toy, make_toy


def start(toy: Toy, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "claims", "verify", "--offline", "--json", "-", *arguments]
    return subprocess.Popen(
        command, cwd=toy.root, env=toy.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


def right(toy: Toy, out: str, err: str, broken: bool) -> None:
    """Whether a report says what is so: the derivation is right, or `broken` at its sign."""
    try:
        report = json.loads(out)
    except ValueError:
        raise AssertionError(err) from None
    (claim,) = report["claims"]
    verdicts = {leg: result["verdict"] for leg, result in claim["legs"].items()}
    assert verdicts == {"lean": "pass", "symbolic": "fail" if broken else "pass", "numeric": "pass"}, report["findings"]
    assert claim["witness"]["verdict"] == "pass"


def clean_of_litter(toy: Toy, most: int) -> None:
    """Every kept file is whole, and a killed run left few others."""
    state = toy.root / ".claims"
    items = survey(state)
    assert sum(i.kind == LITTER for i in items) <= most
    for each in items:
        if each.kind == RESULTS:
            assert ResultCache(state / "results").get(each.path.stem) is not None, each.path
        if each.kind == ANSWERS:
            json.loads(each.path.read_text())


@pytest.mark.slow
def test_two_runs_at_once_are_both_right(tmp_path: Path) -> None:
    toy = make_toy(tmp_path)
    for run in [start(toy, "--no-cache"), start(toy)]:
        out, err = run.communicate(timeout=120)
        assert run.returncode == 0, out + err
        right(toy, out, err, False)
    clean_of_litter(toy, 0)


def killed_at_random(toy: Toy, seed: int, kills: int) -> None:
    """Kill runs at random moments, each over other sources than the one before; after each, a run must be right."""
    rng = random.Random(seed)
    good = (toy.root / "toylegs" / "symbolic.py").read_text()
    for number in range(kills):
        broken = number % 2 == 1
        toy.write("toylegs/symbolic.py", good.replace("+ v.y**2)", "- v.y**2)") if broken else good)
        toy.write("lean/Claims/Square.lean", (toy.root / "lean/Claims/Square.lean").read_text() + f"-- {number}\n")
        run = start(toy, *(["--no-cache"] if rng.random() < 0.3 else []))
        time.sleep(rng.uniform(0.15, 1.9))
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        again = start(toy)
        right(toy, *again.communicate(timeout=120), broken)
        clean_of_litter(toy, 3 * (number + 1))
    for path in (toy.root / ".claims").rglob("*"):
        os.utime(path, (OLD, OLD), follow_symlinks=False)
    toy.write("toylegs/symbolic.py", good + "\n\nX = 1\n")
    right(toy, *start(toy).communicate(timeout=120), False)
    clean_of_litter(toy, 0)


def test_a_run_killed_at_any_moment_leaves_a_cache_that_is_right(tmp_path: Path) -> None:
    killed_at_random(make_toy(tmp_path), 7, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_runs_killed_at_many_moments_leave_a_cache_that_is_right(tmp_path: Path, seed: int) -> None:
    killed_at_random(make_toy(tmp_path), seed, 12)


def test_the_control_a_file_written_in_place_is_caught_by_the_check(tmp_path: Path) -> None:
    """The negative control of the two above: half a result, as a writer without the detour would leave it."""
    toy = make_toy(tmp_path)
    item(toy.root / ".claims" / "results" / "ab" / f"{'ab' * 32}.json", 20, OLD)
    with pytest.raises(AssertionError):
        clean_of_litter(toy, 0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the signal of a parent's death is Linux's")
@pytest.mark.slow
def test_a_killed_run_takes_its_workers_along(tmp_path: Path) -> None:
    toy = make_toy(tmp_path)
    toy.edit("toylegs/symbolic.py", "    d = D", "    import time; time.sleep(60)\n    d = D")
    run = start(toy, "--leg", "symbolic")
    deadline = time.monotonic() + 20
    while len(toy.processes()) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(toy.processes()) >= 2
    time.sleep(0.6)  # so that the worker is past its start
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    while toy.processes() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert toy.processes() == set()
